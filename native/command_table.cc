// SPDX-License-Identifier: Apache-2.0
#include "native/command_table.h"

#include <algorithm>

#include "native/command_line.h"

namespace hlo::cli {
namespace {

constexpr Option kNumerics{"--numerics", "fast|portable",
                           "portable numerics give the same bits on every machine"};
constexpr Option kKernels{"--kernels", "on|off", "off: plain code without SIMD kernels"};
constexpr Option kTarget{"--target", "NAME", "use the kernels for these processors"};
constexpr Option kSchedule{"--schedule", "in-order|reversed|SEED",
                           "the order in which devices advance; no result depends on it"};
constexpr Option kJson{"--json", "", "print JSON"};
constexpr Option kDim{"--dim", "NAME=SIZE",
                      "the size of a dimension that a StableHLO program leaves open", "", true};
constexpr Option kOutput{"--output", "OUT", "write to this file", "-o"};

constexpr Option kFill{
    "--fill", "zeros|ones|iota|random|random:SEED",
    "the arguments without --args, and constants that the file omits (zeros, else random); random "
    "ones are in [-1, 1), integers in [-16, 16), and different for each device"};

constexpr Option kCommon[] = {
    {"--color", "auto|always|never",
     "color messages; auto: on a terminal, unless NO_COLOR is set in the environment"},
    {"--help", "", "print the usage of the command"},
};

constexpr Option kRun[] = {
    {"--args", "ARGS",
     "the arguments: a JSON list of LITERALs, or {\"replicas\": [list, ...]}; or a .npy or .npz "
     "file"},
    kFill,
    {"--save", "OUT", "also write the results to this .npy or .npz file"},
    kDim,
    {"--replicas", "N", "number of replicas; the default is that of the module"},
    {"--partitions", "M", "number of partitions; the default is that of the module"},
    kJson,
    {"--trace", "", "print the value of every instruction as it is computed"},
    {"--threads", "T", "number of threads; no result depends on it"},
    {"--max-memory", "BYTES", "limit of the memory of all values"},
    {"--max-steps", "N", "limit of the number of executed instructions"},
    kNumerics,
    kKernels,
    kTarget,
    {"--infeed", "FILE.json", "the values for infeed"},
    {"--recv", "CHANNEL=FILE.json", "the values that the host sends over a channel", "", true},
    kSchedule,
    {"--mpi", "", "run one device per MPI process"},
    {"--explain-plan", "", "print the fused plan instead of running it"},
    {"--ulp", "N", "the result of a snapshot must match within N ULP"},
};
constexpr Option kCheck[] = {
    kDim,
    {"--lenient", "", "accept unknown attributes with a warning"},
    {"--json", "", "print the diagnostics as JSON"},
};
constexpr Option kPrint[] = {
    {"--format", "hlo|long|short|json|dot|pb|stablehlo", "the form of the output"},
    kOutput,
    kDim,
    {"--no-percent", "", "omit the % before names"},
    {"--no-metadata", "", "omit metadata"},
    {"--no-layouts", "", "omit layouts"},
    {"--elide-constants", "", "omit the elements of large constants"},
};
constexpr Option kImport[] = {
    kOutput,
    {"--entry", "FUNCTION", "the function to translate"},
    kDim,
    {"--fill", "zeros|random|random:SEED", "values that the file omits"},
    {"--like-xla", "", "write constants and annotations as XLA does"},
    {"--all-functions", "", "also translate functions that the entry does not reach"},
    kJson,
};
constexpr Option kDump[] = {
    {"--module", "NAME", "only this module"},
    {"--diff", "A B", "print the differences between two stages, given by their numbers"},
    {"--run", "",
     "run every stage with the same arguments, and report each result that differs from the "
     "previous one; status 1 if there is one, or if a stage did not run"},
    {"--args", "ARGS",
     "the arguments of --run, as of hlo run; without it they are those of --fill"},
    kFill,
    {"--ulp", "N", "results of --run are the same if they are within N ULP"},
};
constexpr Option kDiff[] = {
    kJson,
    {"--values", "",
     "run both with the same arguments, and print which instructions have other values although "
     "those that they depend on are the same"},
    {"--args", "ARGS",
     "the arguments of --values, as of hlo run; without it they are those of --fill"},
    kFill,
    {"--ulp", "N", "values are the same if they are within N ULP"},
};
constexpr Option kLayout[] = {
    {"--index", "I,J,..", "print the linear index of this element"},
    {"--offset", "N", "print the index of the element at this position, or \"padding\""},
    {"--table", "", "draw the elements in memory"},
    {"--what-if", "", "rank other layouts by their size"},
    kJson,
};
constexpr Option kConform[] = {
    {"--engine", "CMD", "test this command, which implements the adapter protocol"},
    {"--against", "CMD", "compare with this command instead of the expected values"},
    {"--filter", "GLOB", "only cases whose id matches; * stands for any characters, ? for one", "",
     true},
    {"--report", "FILE.json|.xml|.sarif|.tap|.md|.html|.badge.json",
     "write a report: JSON lines, JUnit XML, SARIF, TAP, Markdown, one HTML page, or a badge", "",
     true},
    {"--expect", "FILE.json",
     "known failures: they do not fail the run, but a case that passes although it is listed does"},
    {"--shard", "N/M", "only part N of M"},
    {"--order", "SEED", "run the cases in a random order; the results do not depend on it"},
    {"--resume", "FILE",
     "record the results in a journal, and do not repeat those that it has already"},
    {"--timeout", "SECONDS", "time limit of a case on an engine; the default is 10"},
    {"--show-stderr", "",
     "print what the engine writes to standard error; otherwise only failed cases show it"},
    {"--serve", "", "be the engine of the adapter protocol"},
    kNumerics,
    kKernels,
    kTarget,
    {"--jobs", "N", "run N engines at once"},
    kSchedule,
    {"--mpi", "", "run one device per MPI process"},
    {"--through", "pb|stablehlo|json|long", "give programs to the engine in this format"},
};
constexpr Option kCost[] = {kDim, kJson};
constexpr Option kOps[] = {kJson};

constexpr Command kCommands[] = {
    {"run", "FILE",
     "parse, verify, and evaluate the entry computation; a snapshot runs with its own arguments, "
     "and its result is checked",
     kRun, RunCommand},
    {"check", "FILE...", "parse and verify; report all errors", kCheck, CheckCommand},
    {"print", "FILE", "print the canonical text or another form of the module", kPrint,
     PrintCommand},
    {"import", "FILE",
     "translate StableHLO text or a protobuf to HLO text; the other commands also read such files",
     kImport, ImportCommand},
    {"dump", "FOLDER",
     "list the stages of the modules in a folder of --xla_dump_to and what each has changed, also "
     "of the result, or show what changed between two of them",
     kDump, DumpCommand},
    {"diff", "BEFORE AFTER",
     "show the instructions that were added, removed, and changed from one program to another one, "
     "whatever their names are; status 1 if there are any",
     kDiff, DiffCommand},
    {"memory",
     "FILE|FOLDER...",
     "show buffer assignments, live ranges, memory-usage and out-of-memory reports: the location "
     "of each value, "
     "and how much of it is padding",
     {},
     MemoryCommand},
    {"layout", "SHAPE", "show where the elements of a shape are in memory", kLayout, LayoutCommand},
    {"conform", "[PATH...]",
     "run conformance vectors; the default is conformance/vectors, or else the installed ones",
     kConform, ConformCommand},
    {"cost", "FILE",
     "count FLOPs, bytes, and transcendentals (of one iteration of a loop, as XLA does), and "
     "compute "
     "the peak memory of a run",
     kCost, CostCommand},
    {"ops", "[NAME...]", "list all ops, or print the rule book entries of some", kOps, OpsCommand},
    {"explain",
     "CODE",
     "print the rule of a diagnostic (P02, pad.C3) or a choice (choice C5), with a program that "
     "breaks it and one that does not",
     {},
     ExplainCommand},
    {"completions",
     "bash|zsh|fish",
     "print a completion script for a shell",
     {},
     CompletionsCommand},
    {"man", "", "print the manual page in troff format", {}, ManCommand},
};

constexpr ExitStatus kExitStatuses[] = {
    {kSuccess, "success"},
    {kFailed, "the run or a comparison failed"},
    {kBadInput, "bad input: text, arguments, or flags"},
};

std::vector<std::string_view> SplitAt(char separator, std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> LowerCaseChoices(std::string_view text) {
  std::vector<std::string_view> choices;
  if (text.find('|') == std::string_view::npos) return choices;
  for (std::string_view word : SplitAt('|', text)) {
    const bool literal = std::all_of(word.begin(), word.end(),
                                     [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    if (literal) choices.push_back(word);
  }
  return choices;
}

std::string Bracketed(const Option& option) {
  std::string text = "[" + std::string(option.short_name.empty() ? option.name : option.short_name);
  if (!option.value.empty()) text += " " + std::string(option.value);
  return text + (option.repeats ? "]..." : "]");
}

constexpr char kConventions[] = "FILE can be - for standard input. Exit status: ";

std::string Conventions() {
  std::string text = kConventions;
  for (const ExitStatus& status : kExitStatuses) {
    if (status.number > 0) text += "; ";
    text += std::to_string(status.number) + " " + std::string(status.meaning);
  }
  return Wrapped(text + ".", 0);
}

std::string OptionLines(std::span<const Option> options) {
  std::string text;
  for (const Option& option : options) {
    text += "  ";
    if (!option.short_name.empty()) text += std::string(option.short_name) + ", ";
    text += std::string(option.name);
    if (!option.value.empty()) text += " " + std::string(option.value);
    text += "\n" + Wrapped(option.help, 6);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> Option::Choices() const { return LowerCaseChoices(value); }

bool Option::IsPath() const {
  return value.find("FILE") != std::string_view::npos || value == "OUT" || value == "ARGS";
}

std::vector<std::string_view> Command::Choices() const { return LowerCaseChoices(arguments); }

std::span<const Command> Commands() { return kCommands; }
std::span<const Option> CommonOptions() { return kCommon; }
std::span<const ExitStatus> ExitStatuses() { return kExitStatuses; }

const Command* FindCommand(std::string_view name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

std::string Synopsis(const Command& command, size_t width) {
  std::string text = "hlo " + std::string(command.name);
  size_t column = text.size();
  const auto add = [&](const std::string& part) {
    if (column + 1 + part.size() > width) {
      text += "\n     ";
      column = 5;
    }
    text += " " + part;
    column += 1 + part.size();
  };
  if (!command.arguments.empty()) add(std::string(command.arguments));
  for (const Option& option : command.options) add(Bracketed(option));
  return text;
}

std::string Wrapped(std::string_view text, size_t indent, size_t width) {
  std::string out;
  size_t column = 0;
  for (std::string_view word : SplitAt(' ', text)) {
    if (column > 0 && column + 1 + word.size() > width) {
      out += "\n";
      column = 0;
    }
    const std::string space(column == 0 ? indent : 1, ' ');
    out += space + std::string(word);
    column += space.size() + word.size();
  }
  return out + "\n";
}

std::string UsageText() {
  std::string text = "usage: hlo COMMAND ...\n\n";
  for (const Command& command : kCommands) {
    // Without "hlo".
    std::string synopsis = Synopsis(command, 78).substr(4);
    for (size_t at = 0; (at = synopsis.find('\n', at)) != std::string::npos; ++at) {
      synopsis.insert(at + 1, " ");
    }
    text += "  " + synopsis + "\n" + Wrapped(command.summary, 6);
  }
  return text + "\n`hlo help COMMAND` lists the options of a command.\n" + Conventions();
}

std::string UsageTextOf(const Command& command) {
  constexpr std::string_view kUsage = "usage: ";
  std::string text = std::string(kUsage) + Synopsis(command, 80 - kUsage.size()) + "\n\n" +
                     Wrapped(command.summary, 0);
  text += "\n" + OptionLines(command.options) + OptionLines(kCommon);
  return text + "\n" + Conventions();
}

}  // namespace hlo::cli
