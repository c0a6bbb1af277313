// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/judge.h"
#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

api::ImportSettings SettingsOf(const Json& options) {
  api::ImportSettings settings;
  if (!options.is_object()) return settings;
  settings.entry = TextOf(options, "entry");
  settings.fill = TextOf(options, "fill");
  const auto flag = [&](const char* key) { return options.value(key, Json()) == Json(true); };
  settings.like_xla = flag("likeXla");
  settings.all_functions = flag("allFunctions");
  const Json dims = options.value("dims", Json::object());
  for (const auto& [name, size] : dims.items()) {
    if (size.is_number_integer()) settings.dims[name] = size.get<int64_t>();
  }
  return settings;
}

std::string DiagnosticText(const api::Diagnostic& diagnostic) {
  return diagnostic.code + " at " + std::to_string(diagnostic.line) + ":" +
         std::to_string(diagnostic.column) + " (" + diagnostic.message + ")";
}

// A case without "warning" must have none.
std::string WarningDifference(const Case& test, const api::Program& program) {
  bool found = !test.warning;
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    if (diagnostic.IsError()) continue;
    if (!test.warning) return "warning " + DiagnosticText(diagnostic);
    const Reject& wanted = *test.warning;
    const bool same_place =
        wanted.line == 0 || (diagnostic.line == wanted.line &&
                             (wanted.column == 0 || diagnostic.column == wanted.column));
    if (diagnostic.code != wanted.code || !same_place) {
      return "warning " + DiagnosticText(diagnostic) + ", expected " + wanted.code + " at " +
             std::to_string(wanted.line) + ":" + std::to_string(wanted.column);
    }
    found = true;
  }
  return found ? "" : "no warning, expected " + test.warning->code;
}

}  // namespace

api::Program ImportedProgram(const Case& test) {
  return api::Program::FromFile(SourceOf(test), {}, SettingsOf(test.options));
}

std::string ImportDifference(const Case& test) {
  const api::Program program = ImportedProgram(test);
  std::string difference = WarningDifference(test, program);
  if (!difference.empty() || test.hlo.empty()) return difference;
  if (!test.reject && !program.ok()) return "rejected: " + DiagnosticText(program.diagnostics()[0]);
  const api::Program expected = api::Program::FromText(test.hlo);
  if (!expected.ok()) return "the expected text: " + DiagnosticText(expected.diagnostics()[0]);
  if (program.Print("hlo") == expected.Print("hlo")) return "";
  return "imported:\n" + program.Print("hlo") + "expected:\n" + expected.Print("hlo");
}

}  // namespace hlo::conform
