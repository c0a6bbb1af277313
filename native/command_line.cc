// SPDX-License-Identifier: Apache-2.0
#include "native/command_line.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <system_error>

namespace hlo::cli {
namespace {

// "; did you mean '--json'?", or the list of all flags if none is similar.
std::string Known(std::string_view flag, const std::vector<std::string_view>& switches,
                  const std::vector<std::string_view>& values) {
  api::Suggestion suggestion(flag);
  std::string known = "; known flags:";
  for (const auto* list : {&switches, &values}) {
    for (std::string_view name : *list) {
      suggestion.Consider(name);
      known += " " + std::string(name);
    }
  }
  return suggestion.empty() ? known : suggestion.Question();
}

}  // namespace

std::string Words::Text(std::string_view flag, std::string_view fallback) const {
  const auto found = flags.find(flag);
  return found == flags.end() ? std::string(fallback) : found->second;
}

std::vector<std::string> Words::All(std::string_view flag) const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values) {
    if (name == flag) all.push_back(value);
  }
  return all;
}

void Complain(std::string_view command, std::string_view message) {
  std::fprintf(stderr, "hlo %.*s: %.*s\n", static_cast<int>(command.size()), command.data(),
               static_cast<int>(message.size()), message.data());
}

std::optional<Words> ReadWords(std::string_view command, const std::vector<std::string>& words,
                               const std::vector<std::string_view>& switches,
                               const std::vector<std::string_view>& values) {
  const auto in = [](const std::vector<std::string_view>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  Words read;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() < 2 || word.compare(0, 2, "--") != 0) {
      read.rest.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string flag = word.substr(0, equals);
    if (in(switches, flag)) {
      if (equals != std::string::npos) {
        Complain(command, flag + " takes no value");
        return std::nullopt;
      }
      read.flags[flag] = "";
    } else if (in(values, flag)) {
      if (equals == std::string::npos && i + 1 >= words.size()) {
        Complain(command, flag + " needs a value");
        return std::nullopt;
      }
      std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
      read.values.emplace_back(flag, value);
      read.flags[flag] = std::move(value);
    } else {
      Complain(command, "unknown flag " + flag + Known(flag, switches, values));
      return std::nullopt;
    }
  }
  return read;
}

std::vector<std::string> WithOutput(std::vector<std::string> words) {
  for (std::string& word : words) {
    if (word == "-o") word = "--output";
  }
  return words;
}

std::optional<int64_t> ReadNumber(std::string_view command, const Words& words,
                                  std::string_view flag, int64_t fallback, int64_t least) {
  if (!words.Has(flag)) return fallback;
  const std::string text = words.Text(flag);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least) {
    Complain(command, std::string(flag) + " must be an integer of at least " +
                          std::to_string(least) + ", got '" + text + "'");
    return std::nullopt;
  }
  return number;
}

std::optional<KernelMode> ReadKernelMode(std::string_view command, const Words& words,
                                         KernelMode fallback) {
  const std::string numerics = words.Text("--numerics", "");
  const std::string kernels = words.Text("--kernels", "on");
  if (words.Has("--numerics") && numerics != "fast" && numerics != "portable") {
    Complain(command, "--numerics must be fast or portable, got '" + numerics + "'");
    return std::nullopt;
  }
  if (kernels != "on" && kernels != "off") {
    Complain(command, "--kernels must be on or off, got '" + kernels + "'");
    return std::nullopt;
  }
  if (words.Has("--target") && !api::UseTarget(words.Text("--target"))) {
    std::string known;
    for (const std::string& name : api::Targets()) known += " " + name;
    Complain(command, "target '" + words.Text("--target") +
                          "' is not available; available targets:" + known);
    return std::nullopt;
  }
  if (kernels == "off") return KernelMode::kPlain;
  if (numerics.empty()) return fallback;
  return numerics == "fast" ? KernelMode::kFast : KernelMode::kPortable;
}

std::optional<Schedule> ReadSchedule(std::string_view command, const Words& words) {
  const std::string schedule = words.Text("--schedule", "in-order");
  if (schedule == "in-order") return Schedule(Schedule::kInOrder);
  if (schedule == "reversed") return Schedule(Schedule::kReversed);
  const std::optional<int64_t> seed = ReadNumber(command, words, "--schedule", 0, 1);
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
    Complain(command, "cannot read " + path);
    return std::nullopt;
  }
  return text.str();
}

std::optional<std::vector<std::string>> FilesOf(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_directory(path, error)) return std::nullopt;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

// Of a dump folder the first program of its module; "" after telling the user.
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
  Complain(command, modules.empty() ? path + " is a folder without dumps of a module"
                                    : path + " has several modules; give one of their files:" +
                                          names + " (hlo dump lists them)");
  return "";
}

}  // namespace

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
  if (!stream) Complain(command, "cannot write " + path);
  return static_cast<bool>(stream);
}

}  // namespace hlo::cli
