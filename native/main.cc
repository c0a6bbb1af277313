// SPDX-License-Identifier: Apache-2.0
// The command line tool `hlo`. Results go to standard output, everything else to standard error.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/command_table.h"

namespace {

using hlo::cli::Command;

// Suggests a similar command, or else lists all commands.
void RefuseCommand(const std::string& name) {
  hlo::api::Suggestion suggestion(name);
  for (const Command& command : hlo::cli::Commands()) suggestion.Consider(command.name);
  std::fprintf(stderr, "hlo: unknown command '%s'%s\n", name.c_str(),
               suggestion.Question().c_str());
  if (suggestion.empty()) std::fputs(hlo::cli::UsageText().c_str(), stderr);
}

int Run(const std::vector<std::string>& args) {
  if (args.empty()) {
    std::fputs(hlo::cli::UsageText().c_str(), stderr);
    return hlo::cli::kBadInput;
  }
  const std::string& name = args[0];
  if (name == "--version") {
    std::printf("hlo %s\n", std::string(hlo::api::kVersion).c_str());
    return hlo::cli::kSuccess;
  }
  const bool help = name == "help" || name == "--help";
  if (help && args.size() == 1) {
    std::fputs(hlo::cli::UsageText().c_str(), stdout);
    return hlo::cli::kSuccess;
  }
  const Command* command = hlo::cli::FindCommand(help ? args[1] : name);
  if (command == nullptr) {
    RefuseCommand(help ? args[1] : name);
    return hlo::cli::kBadInput;
  }
  if (help || std::count(args.begin(), args.end(), "--help") > 0) {
    std::fputs(hlo::cli::UsageTextOf(*command).c_str(), stdout);
    return hlo::cli::kSuccess;
  }
  return command->run({args.begin() + 1, args.end()});
}

}  // namespace

int main(int argc, char** argv) {
  const int status = Run({argv + std::min(argc, 1), argv + argc});
  return hlo::cli::FinishOutput() ? status : hlo::cli::kBadInput;
}
