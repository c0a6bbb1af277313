// SPDX-License-Identifier: Apache-2.0
// The command line tool `hlo`. Results go to standard output, everything else to standard error.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "hlo/hlo.h"
#include "native/command_line.h"

namespace {

struct Command {
  const char* name;
  const char* usage;
  const char* summary;
  int (*run)(const std::vector<std::string>&);
};

constexpr Command kCommands[] = {
    {"run",
     "FILE [--args ARGS.json] [--replicas N] [--partitions M] [--json] [--trace] [--threads T]\n"
     "      [--max-memory BYTES] [--max-steps N] [--numerics fast|portable]\n"
     "      [--kernels on|off] [--target NAME] [--infeed FILE.json] [--recv CHANNEL=FILE.json]...\n"
     "      [--schedule in-order|reversed|SEED] [--mpi] [--explain-plan] [--ulp N]",
     "parse, verify, and evaluate the entry computation; a snapshot runs with its arguments, and "
     "its\n"
     "      result must match within N ULP",
     hlo::cli::RunCommand},
    {"check", "FILE... [--lenient] [--json]", "parse and verify; report all errors",
     hlo::cli::CheckCommand},
    {"print",
     "FILE [--format hlo|long|short|json|dot|pb|stablehlo] [-o OUT]\n"
     "      [--no-percent] [--no-metadata] [--no-layouts] [--elide-constants]",
     "print the canonical text or another form of the module", hlo::cli::PrintCommand},
    {"import",
     "FILE [-o OUT.hlo] [--entry FUNCTION] [--dim NAME=SIZE]... [--fill zero|random:SEED]\n"
     "      [--like-xla] [--all-functions] [--json]",
     "translate StableHLO text or a protobuf to HLO text; the other commands also read such files",
     hlo::cli::ImportCommand},
    {"dump", "FOLDER [--module NAME] [--diff A B]",
     "list the stages of the modules in a folder of --xla_dump_to and what each has changed, or "
     "show\n"
     "      what changed between two of them",
     hlo::cli::DumpCommand},
    {"memory", "FILE|FOLDER...",
     "show buffer assignments, live ranges and out-of-memory reports: the location of each value, "
     "and\n"
     "      how much of it is padding",
     hlo::cli::MemoryCommand},
    {"layout", "SHAPE [--index I,J,..] [--offset N] [--table] [--what-if] [--json]",
     "show where the elements of a shape are in memory", hlo::cli::LayoutCommand},
    {"conform",
     "[PATH...] [--engine 'CMD'] [--against 'CMD'] [--filter GLOB]\n"
     "      [--report FILE.json|.xml|.html|.badge.json] [--serve]\n"
     "      [--numerics fast|portable] [--kernels on|off] [--target NAME] [--jobs N]\n"
     "      [--schedule in-order|reversed|SEED] [--mpi] [--through FORMAT]",
     "run conformance vectors", hlo::cli::ConformCommand},
    {"cost", "FILE [--json]",
     "count FLOPs, bytes, and transcendentals, and compute the peak memory of a run",
     hlo::cli::CostCommand},
    {"ops", "[NAME...] [--json]", "list all ops, or print the rule book entries of some",
     hlo::cli::OpsCommand},
    {"explain", "CODE",
     "print the rule of a diagnostic (P02, pad.C3) or a choice (choice C5), with a program that\n"
     "      breaks it and one that does not",
     hlo::cli::ExplainCommand},
};

constexpr char kConventions[] =
    "\nFILE can be - for standard input. Exit status: 0 success, 1 the run or a comparison failed, "
    "2 bad input.\n";

void PrintUsage(std::FILE* to) {
  std::fprintf(to, "usage: hlo COMMAND ...\n\n");
  for (const Command& command : kCommands) {
    std::fprintf(to, "  %s %s\n      %s\n", command.name, command.usage, command.summary);
  }
  std::fputs(kConventions, to);
}

void PrintUsageOf(const Command& command) {
  std::printf("usage: hlo %s %s\n\n%s\n", command.name, command.usage, command.summary);
  std::fputs(kConventions, stdout);
}

const Command* FindCommand(const std::string& name) {
  for (const Command& command : kCommands) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

// Suggests a similar command, or else lists all commands.
void RefuseCommand(const std::string& name) {
  hlo::api::Suggestion suggestion(name);
  for (const Command& command : kCommands) suggestion.Consider(command.name);
  std::fprintf(stderr, "hlo: unknown command '%s'%s\n", name.c_str(),
               suggestion.Question().c_str());
  if (suggestion.empty()) PrintUsage(stderr);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) {
    PrintUsage(stderr);
    return hlo::cli::kBadInput;
  }
  const std::string& name = words[0];
  if (name == "--version") {
    std::printf("hlo %s\n", std::string(hlo::api::kVersion).c_str());
    return hlo::cli::kFine;
  }
  const bool help = name == "help" || name == "--help";
  if (help && words.size() == 1) {
    PrintUsage(stdout);
    return hlo::cli::kFine;
  }
  const Command* command = FindCommand(help ? words[1] : name);
  if (command == nullptr) {
    RefuseCommand(help ? words[1] : name);
    return hlo::cli::kBadInput;
  }
  if (help || std::count(words.begin(), words.end(), "--help") > 0) {
    PrintUsageOf(*command);
    return hlo::cli::kFine;
  }
  return command->run({words.begin() + 1, words.end()});
}
