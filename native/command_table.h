// SPDX-License-Identifier: Apache-2.0
// The commands and options of `hlo`: the usage texts, the man page, the shell completions, and the
// parser of the command line are all made of this table.
#ifndef HLO_NATIVE_COMMAND_TABLE_H_
#define HLO_NATIVE_COMMAND_TABLE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::cli {

// Exit statuses of every command (formats, section 2).
inline constexpr int kSuccess = 0;
inline constexpr int kFailed = 1;  // the run or a comparison failed
inline constexpr int kBadInput = 2;

struct Option {
  std::string_view name;  // "--jobs"
  // As shown in usage texts: "" for a switch, "a|b" for a choice, "A B" for a switch that changes
  // the meaning of two positional arguments.
  std::string_view value;
  std::string_view help;
  std::string_view short_name{};  // "-o"
  bool repeats = false;

  bool TakesValue() const { return !value.empty() && value.find(' ') == std::string_view::npos; }
  // The words that the option accepts; empty if it accepts other values.
  std::vector<std::string_view> Choices() const;
  // True if the value, or its last part ("CHANNEL=FILE.json"), is the path of a file.
  bool IsPath() const;
};

struct Command {
  std::string_view name;
  std::string_view arguments;  // "FILE...", or "" if there are only options
  std::string_view summary;
  std::span<const Option> options;
  int (*run)(const std::vector<std::string>&);

  // The words that the first argument can have; empty if it is free.
  std::vector<std::string_view> Choices() const;
};

struct ExitStatus {
  int number;
  std::string_view meaning;
};

std::span<const Command> Commands();
std::span<const Option> CommonOptions();  // of every command
std::span<const ExitStatus> ExitStatuses();
const Command* FindCommand(std::string_view name);  // nullptr if unknown

// "hlo run FILE [--args ARGS.json] ...", broken into lines of at most `width` columns.
std::string Synopsis(const Command& command, size_t width);
// The text in lines of at most `width` columns, each after `indent` spaces.
std::string Wrapped(std::string_view text, size_t indent, size_t width = 80);

// Of all commands, and of one.
std::string UsageText();
std::string UsageTextOf(const Command& command);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_COMMAND_TABLE_H_
