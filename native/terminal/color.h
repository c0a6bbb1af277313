// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_TERMINAL_COLOR_H_
#define HLO_NATIVE_TERMINAL_COLOR_H_

#include <cstdio>
#include <string>
#include <string_view>

namespace hlo::terminal {

enum class ColorMode { kAuto, kAlways, kNever };

// Of all later output; the default is kAuto: colors on a terminal, unless NO_COLOR is set or TERM
// is "dumb".
void SetColorMode(ColorMode mode);

bool IsTerminal(std::FILE* stream);

// SGR parameters.
inline constexpr std::string_view kBold = "1";
inline constexpr std::string_view kRed = "1;31";
inline constexpr std::string_view kGreen = "1;32";
inline constexpr std::string_view kMagenta = "1;35";
inline constexpr std::string_view kCyan = "1;36";

// The text in a color, if the stream has colors.
std::string Colored(std::FILE* stream, std::string_view color, std::string_view text);

// The text of a diagnostic ("FILE:LINE:COL: error: ...", source line, caret, notes) for standard
// error.
std::string ColoredDiagnostic(const std::string& text);

}  // namespace hlo::terminal

#endif  // HLO_NATIVE_TERMINAL_COLOR_H_
