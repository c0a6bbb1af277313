// SPDX-License-Identifier: Apache-2.0
#include "native/command_line.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "native/terminal/color.h"

namespace hlo::cli {
namespace {

// "; did you mean '--json'?", or the list of all flags if none is similar.
std::string Known(std::string_view flag, const std::vector<Option>& options) {
  api::Suggestion suggestion(flag);
  std::string known = "; known flags:";
  for (const Option& option : options) {
    suggestion.Consider(option.name);
    known += " " + std::string(option.name);
  }
  return suggestion.empty() ? known : suggestion.Question();
}

// Applies --color; false after reporting an error.
bool SetColor(std::string_view command, const ParsedArgs& args) {
  const std::string when = args.Text("--color", "auto");
  if (when != "auto" && when != "always" && when != "never") {
    PrintError(command, "--color must be auto, always, or never, got '" + when + "'");
    return false;
  }
  terminal::SetColorMode(when == "auto"     ? terminal::ColorMode::kAuto
                         : when == "always" ? terminal::ColorMode::kAlways
                                            : terminal::ColorMode::kNever);
  return true;
}

}  // namespace

std::string ParsedArgs::Text(std::string_view flag, std::string_view fallback) const {
  const auto found = flags.find(flag);
  return found == flags.end() ? std::string(fallback) : found->second;
}

std::vector<std::string> ParsedArgs::All(std::string_view flag) const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values) {
    if (name == flag) all.push_back(value);
  }
  return all;
}

void PrintError(std::string_view command, std::string_view message) {
  std::fprintf(stderr, "hlo %.*s: %.*s\n", static_cast<int>(command.size()), command.data(),
               static_cast<int>(message.size()), message.data());
}

std::optional<ParsedArgs> ParseArgs(std::string_view command,
                                    const std::vector<std::string>& args) {
  const std::span<const Option> own = FindCommand(command)->options;
  std::vector<Option> options(own.begin(), own.end());
  options.insert(options.end(), CommonOptions().begin(), CommonOptions().end());
  ParsedArgs read;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& word = args[i];
    const size_t equals = word.find('=');
    const std::string flag = word.substr(0, equals);
    const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) {
      return flag == o.name || (!o.short_name.empty() && word == o.short_name);
    });
    if (option == options.end()) {
      if (word.size() < 2 || word.compare(0, 2, "--") != 0) {
        read.rest.push_back(word);
        continue;
      }
      PrintError(command, "unknown flag " + flag + Known(flag, options));
      return std::nullopt;
    }
    if (option->TakesValue()) {
      if (equals == std::string::npos && i + 1 >= args.size()) {
        PrintError(command, flag + " needs a value");
        return std::nullopt;
      }
      std::string value = equals == std::string::npos ? args[++i] : word.substr(equals + 1);
      read.values.emplace_back(option->name, value);
      read.flags[std::string(option->name)] = std::move(value);
    } else if (equals != std::string::npos) {
      PrintError(command, flag + " takes no value");
      return std::nullopt;
    } else {
      read.flags[flag] = "";
    }
  }
  if (!SetColor(command, read)) return std::nullopt;
  return read;
}

void PrintOut(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void PrintErr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

bool FinishOutput() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  if (errno == EPIPE) return true;
  PrintErr("hlo: cannot write to standard output" +
           (errno == 0 ? std::string() : ": " + std::string(std::strerror(errno))) + "\n");
  return false;
}

void PrintDiagnostic(const api::Diagnostic& diagnostic, std::string_view source,
                     const std::string& file) {
  const std::string text =
      terminal::ColoredDiagnostic(api::DiagnosticText(diagnostic, source, file));
  PrintErr(text);
}

void PrintDiagnostics(const api::Program& program, const std::string& file) {
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    PrintDiagnostic(diagnostic, program.source(), file);
  }
}

std::string ShownName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

const std::string* OneFile(std::string_view command, const ParsedArgs& args) {
  if (args.rest.size() == 1) return &args.rest[0];
  PrintError(command, args.rest.empty() ? "missing FILE" : "takes exactly one FILE");
  return nullptr;
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> ReadNumber(std::string_view command, const ParsedArgs& args,
                                  std::string_view flag, int64_t fallback, int64_t least) {
  if (!args.Has(flag)) return fallback;
  const std::string text = args.Text(flag);
  const std::optional<int64_t> number = ParseInteger(text);
  if (!number || *number < least) {
    PrintError(command, std::string(flag) + " must be an integer of at least " +
                            std::to_string(least) + ", got '" + text + "'");
    return std::nullopt;
  }
  return number;
}

std::optional<KernelMode> ReadKernelMode(std::string_view command, const ParsedArgs& args,
                                         KernelMode fallback) {
  const std::string numerics = args.Text("--numerics", "");
  const std::string kernels = args.Text("--kernels", "on");
  if (args.Has("--numerics") && numerics != "fast" && numerics != "portable") {
    PrintError(command, "--numerics must be fast or portable, got '" + numerics + "'");
    return std::nullopt;
  }
  if (kernels != "on" && kernels != "off") {
    PrintError(command, "--kernels must be on or off, got '" + kernels + "'");
    return std::nullopt;
  }
  if (args.Has("--target") && !api::UseTarget(args.Text("--target"))) {
    std::string known;
    for (const std::string& name : api::Targets()) known += " " + name;
    PrintError(command, "target '" + args.Text("--target") +
                            "' is not available; available targets:" + known);
    return std::nullopt;
  }
  if (kernels == "off") return KernelMode::kPlain;
  if (numerics.empty()) return fallback;
  return numerics == "fast" ? KernelMode::kFast : KernelMode::kPortable;
}

std::optional<Schedule> ReadSchedule(std::string_view command, const ParsedArgs& args) {
  const std::string schedule = args.Text("--schedule", "in-order");
  if (schedule == "in-order") return Schedule(Schedule::kInOrder);
  if (schedule == "reversed") return Schedule(Schedule::kReversed);
  const std::optional<int64_t> seed = ReadNumber(command, args, "--schedule", 0, 1);
  if (!seed) return std::nullopt;
  return Schedule(Schedule::kShuffled, static_cast<uint64_t>(*seed));
}

std::optional<std::string> ReadFile(std::string_view command, const std::string& path) {
  if (path == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || !text) {
    PrintError(command, "cannot read " + path);
    return std::nullopt;
  }
  return text.str();
}

std::optional<ValueLists> ReadValues(std::string_view command, const std::string& path) {
  const std::optional<std::string> json = ReadFile(command, path);
  if (!json) return std::nullopt;
  api::Result<ValueLists> parsed = api::ParseArguments(*json);
  if (parsed.ok()) return std::move(parsed.value());
  PrintError(command, path + ": " + parsed.error().message);
  return std::nullopt;
}

api::Result<ValueLists> ArgumentsIn(const std::string& bytes, const api::Program& program) {
  return api::IsNumpyFile(bytes) ? program.ArgumentsFromNumpy(bytes) : api::ParseArguments(bytes);
}

std::optional<ValueLists> ReadArguments(std::string_view command, const std::string& path,
                                        const api::Program& program) {
  const std::optional<std::string> file = ReadFile(command, path);
  if (!file) return std::nullopt;
  api::Result<ValueLists> read = ArgumentsIn(*file, program);
  if (read.ok()) return std::move(read.value());
  PrintError(command, path + ": " + read.error().message);
  return std::nullopt;
}

api::ImportSettings Fill::ForConstants() const {
  api::ImportSettings settings;
  settings.fill = kind == "zeros" ? kind : "random";
  settings.seed = seed;
  return settings;
}

std::optional<Fill> ReadFill(std::string_view command, const ParsedArgs& args,
                             const Fill& fallback) {
  constexpr std::string_view kSeeded = "random:";
  if (!args.Has("--fill")) return fallback;
  const std::string given = args.Text("--fill");
  Fill fill;
  fill.kind = given == "zero" ? "zeros" : given;
  if (given.starts_with(kSeeded)) {
    fill.kind = "random";
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data() + kSeeded.size(), end, fill.seed);
    if (rest != end || error != std::errc()) fill.kind = "";
  }
  for (const std::string_view kind : {"zeros", "ones", "iota", "random"}) {
    if (fill.kind == kind) return fill;
  }
  PrintError(command,
             "--fill must be zeros, ones, iota, random, or random:SEED, got '" + given + "'");
  return std::nullopt;
}

api::Result<ValueLists> MakeArguments(const api::Program& program, const Fill& fill,
                                      int64_t devices) {
  constexpr uint64_t kBetweenDevices = 1000003;
  const bool differ = fill.kind == "random" && devices > 0 && devices <= kMaxDevices;
  ValueLists lists(differ ? static_cast<size_t>(devices) : 1);
  for (size_t device = 0; device < lists.size(); ++device) {
    for (size_t i = 0; i < program.parameter_count(); ++i) {
      Result<api::Value> made =
          program.MakeArgument(i, fill.kind, fill.seed + device * kBetweenDevices);
      if (!made.ok()) return made.TakeError();
      lists[device].push_back(std::move(made.value()));
    }
  }
  return lists;
}

std::optional<std::vector<std::string>> FilesOf(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_directory(path, error)) return std::nullopt;
  std::vector<std::string> files;
  // A range-based for would end the program at an entry that cannot be read.
  for (std::filesystem::directory_iterator it(path, error), end; it != end; it.increment(error)) {
    if (it->is_regular_file(error)) files.push_back(it->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

// The first program of the only module in a dump folder; "" after reporting an error.
std::string ProgramInFolder(std::string_view command, const std::string& path,
                            const std::vector<std::string>& files) {
  const std::vector<api::DumpedModule> modules = api::GroupDump(files);
  std::string names, first;
  for (const api::DumpedModule& module : modules) {
    names += " " + module.name;
    for (const api::DumpedStage& stage : module.stages) {
      if (stage.is_program && first.empty()) first = stage.files[0];
    }
  }
  if (modules.size() == 1 && !first.empty()) return first;
  PrintError(command, modules.empty() ? path + " is a folder without dumps of a module"
                                      : path + " has several modules (" + names.substr(1) +
                                            "); give a file of one, which hlo dump lists");
  return "";
}

}  // namespace

bool ReadDims(std::string_view command, const ParsedArgs& args, api::ImportSettings& settings) {
  for (const std::string& given : args.All("--dim")) {
    const size_t equals = given.find('=');
    int64_t size = -1;
    const char* end = given.data() + given.size();
    const auto [rest, error] =
        std::from_chars(given.data() + std::min(given.size(), equals + 1), end, size);
    if (equals == std::string::npos || equals == 0 || error != std::errc() || rest != end ||
        size < 0) {
      PrintError(command, "--dim must be NAME=SIZE, such as b=8, got '" + given + "'");
      return false;
    }
    settings.dims[given.substr(0, equals)] = size;
  }
  return true;
}

std::optional<api::Program> ReadProgram(std::string_view command, const std::string& path,
                                        const api::CheckOptions& options,
                                        const api::ImportSettings& settings) {
  std::string file = path;
  if (const auto files = FilesOf(path)) file = ProgramInFolder(command, path, *files);
  if (file.empty()) return std::nullopt;
  std::optional<std::string> bytes = ReadFile(command, file);
  if (!bytes) return std::nullopt;
  return api::Program::FromFile(std::move(*bytes), options, settings);
}

bool WriteFile(std::string_view command, const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  stream.flush();
  if (!stream) PrintError(command, "cannot write " + path);
  return static_cast<bool>(stream);
}

}  // namespace hlo::cli
