// SPDX-License-Identifier: Apache-2.0
#include "native/terminal/color.h"

#include <unistd.h>

#include <cstdlib>

namespace hlo::terminal {
namespace {

ColorMode color_mode = ColorMode::kAuto;

bool HasColors(std::FILE* stream) {
  if (color_mode != ColorMode::kAuto) return color_mode == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  return IsTerminal(stream) && (term == nullptr || std::string_view(term) != "dumb");
}

struct Severity {
  std::string_view word;  // after the position
  std::string_view color;
};
constexpr Severity kSeverities[] = {
    {" error: ", kRed}, {" warning: ", kMagenta}, {" note: ", kCyan}};

std::string ColoredLine(std::string_view line) {
  for (const Severity& severity : kSeverities) {
    const size_t at = line.find(severity.word);
    // The position ends with a colon; a source line can have the word anywhere.
    if (at == std::string_view::npos || at == 0 || line[at - 1] != ':' || line[0] == ' ') continue;
    const size_t end = at + severity.word.size() - 1;
    return Colored(stderr, kBold, line.substr(0, at)) + " " +
           Colored(stderr, severity.color, line.substr(at + 1, end - at - 1)) +
           std::string(line.substr(end));
  }
  const size_t caret = line.find_first_not_of(' ');
  if (caret != std::string_view::npos && line[caret] == '^' &&
      line.find_first_not_of('~', caret + 1) == std::string_view::npos) {
    return std::string(line.substr(0, caret)) + Colored(stderr, kGreen, line.substr(caret));
  }
  return std::string(line);
}

}  // namespace

void SetColorMode(ColorMode mode) { color_mode = mode; }

bool IsTerminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

std::string Colored(std::FILE* stream, std::string_view color, std::string_view text) {
  if (!HasColors(stream)) return std::string(text);
  return "\x1b[" + std::string(color) + "m" + std::string(text) + "\x1b[0m";
}

std::string ColoredDiagnostic(const std::string& text) {
  if (!HasColors(stderr)) return text;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    out += ColoredLine(std::string_view(text).substr(at, end - at));
    if (end < text.size()) out += "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace hlo::terminal
