// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_COMMAND_LINE_H_
#define HLO_NATIVE_COMMAND_LINE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/hlo.h"
#include "native/command_table.h"

namespace hlo::cli {

// The flags and the positional arguments of a command, in order.
struct ParsedArgs {
  std::map<std::string, std::string, std::less<>> flags;    // "--json" -> "", "--threads" -> "4"
  std::vector<std::pair<std::string, std::string>> values;  // "--recv" "1=a.json", in order
  std::vector<std::string> rest;

  bool Has(std::string_view flag) const { return flags.find(flag) != flags.end(); }
  std::string Text(std::string_view flag, std::string_view fallback = "") const;
  // All values of a flag that can be repeated.
  std::vector<std::string> All(std::string_view flag) const;
};

// Splits the arguments of a command by its options in the command table ("--flag VALUE" or
// "--flag=VALUE"), and applies --color. Returns nullopt after reporting an unknown flag or a
// missing value.
std::optional<ParsedArgs> ParseArgs(std::string_view command, const std::vector<std::string>& args);

// All of the text as a decimal integer of 64 bits.
std::optional<int64_t> ParseInteger(std::string_view text);
// A decimal integer of at least `least`; nullopt after reporting an error.
std::optional<int64_t> ReadNumber(std::string_view command, const ParsedArgs& args,
                                  std::string_view flag, int64_t fallback, int64_t least);

// Reads --numerics fast|portable and --kernels on|off, and applies --target NAME; nullopt after
// reporting an error.
std::optional<KernelMode> ReadKernelMode(std::string_view command, const ParsedArgs& args,
                                         KernelMode fallback);

// Reads --schedule in-order|reversed|SEED; nullopt after reporting an error.
std::optional<Schedule> ReadSchedule(std::string_view command, const ParsedArgs& args);

// The only FILE of a command; nullptr after reporting an error.
const std::string* OneFile(std::string_view command, const ParsedArgs& args);
// The name of a file in messages: "<stdin>" for "-".
std::string ShownName(const std::string& path);
// The bytes of a file, or of standard input for "-"; nullopt after reporting an error.
std::optional<std::string> ReadFile(std::string_view command, const std::string& path);
// Reads every --dim NAME=SIZE; false after reporting an error.
bool ReadDims(std::string_view command, const ParsedArgs& args, api::ImportSettings& settings);
// The program in a file of any supported format, with its findings if it has errors; nullopt after
// reporting that the file cannot be read.
std::optional<api::Program> ReadProgram(std::string_view command, const std::string& path,
                                        const api::CheckOptions& options = {},
                                        const api::ImportSettings& settings = {});
using ValueLists = std::vector<std::vector<api::Value>>;
// The values in a file: a list of LITERALs, or one list per device; nullopt after reporting an
// error.
std::optional<ValueLists> ReadValues(std::string_view command, const std::string& path);
// The arguments of a program in such a file, or in a .npy or .npz file of NumPy.
api::Result<ValueLists> ArgumentsIn(const std::string& bytes, const api::Program& program);
std::optional<ValueLists> ReadArguments(std::string_view command, const std::string& path,
                                        const api::Program& program);
// --fill zeros|ones|iota|random[:SEED].
struct Fill {
  std::string kind = "random";
  uint64_t seed = 1;
  // For constants that a file omits: "zero" or "random".
  api::ImportSettings ForConstants() const;
};
// `fallback` without the flag; nullopt after reporting an error.
std::optional<Fill> ReadFill(std::string_view command, const ParsedArgs& args,
                             const Fill& fallback = {});
// A value for each parameter (Program::MakeArgument), random ones for each of several devices.
api::Result<ValueLists> MakeArguments(const api::Program& program, const Fill& fill,
                                      int64_t devices);
// The files of a folder by path, in the order of their names; nullopt where there is no folder.
std::optional<std::vector<std::string>> FilesOf(const std::string& path);
bool WriteFile(std::string_view command, const std::string& path, const std::string& text);

// Results go to standard output, everything else to standard error.
void PrintOut(std::string_view text);
void PrintErr(std::string_view text);
// Whether all of standard output was written; if not, prints the reason. A reader that closed its
// end of a pipe is no error.
bool FinishOutput();

// Prints "hlo COMMAND: MESSAGE" to standard error.
void PrintError(std::string_view command, std::string_view message);

// Prints a diagnostic to standard error, in color if that is on.
void PrintDiagnostic(const api::Diagnostic& diagnostic, std::string_view source,
                     const std::string& file);
void PrintDiagnostics(const api::Program& program, const std::string& file);

// One function per command; `args` are its arguments.
int RunCommand(const std::vector<std::string>& args);
int CheckCommand(const std::vector<std::string>& args);
int PrintCommand(const std::vector<std::string>& args);
int ImportCommand(const std::vector<std::string>& args);
int DumpCommand(const std::vector<std::string>& args);
int DiffCommand(const std::vector<std::string>& args);
int MemoryCommand(const std::vector<std::string>& args);
int LayoutCommand(const std::vector<std::string>& args);
int ConformCommand(const std::vector<std::string>& args);
int CostCommand(const std::vector<std::string>& args);
int OpsCommand(const std::vector<std::string>& args);
int ExplainCommand(const std::vector<std::string>& args);
int CompletionsCommand(const std::vector<std::string>& args);
int ManCommand(const std::vector<std::string>& args);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_COMMAND_LINE_H_
