// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_CASE_H_
#define HLO_CONFORMANCE_RUNNER_CASE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::conform {

using Json = nlohmann::ordered_json;

// Where and why a text must be refused. Line and column 0: not pinned down.
struct Reject {
  std::string phase;
  std::string code;
  int line = 0;
  int column = 0;
};

// How exactly results are held to the expected ones (formats, section 4).
struct Tolerance {
  std::string kind = "bits";  // bits, correct, close, accumulate
  double ulp = 0;
  double terms = 1;
  double scale = 0;  // sum of the absolute terms; 0: the largest expected magnitude
};

// One conformance vector, as its file says it; the JSON parts stay JSON until an engine needs them.
struct Case {
  std::string file;  // relative to the folder that was searched
  std::string op;
  std::string id;
  std::string kind;  // run, reject, layout, print
  std::string why;
  std::string level;
  std::vector<std::string> needs;  // "requires": element types and features
  std::string hlo;                 // lines joined by newlines
  int64_t replicas = 1;
  int64_t partitions = 1;
  Json args;     // as in the file, or null
  Json infeed;   // likewise: what infeeds take
  Json expect;   // as in the file, or null
  Json outfeed;  // likewise: what outfeeds must have given
  std::optional<Reject> reject;
  Tolerance tolerance;
};

struct CaseList {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // files that could not be read, ids used twice
};

// Reads every *.json below the paths (files or folders), in the order of their names. `filter` is a
// glob over ids ("pad.*"); empty takes all.
CaseList LoadCases(const std::vector<std::string>& paths, std::string_view filter);

// "*" stands for any run of characters, "?" for one.
bool GlobMatches(std::string_view glob, std::string_view text);

// The LITERALs of `args`, `infeed` or `outfeed` for each device, replica major; one list when it is
// the same for all devices.
std::vector<std::vector<Json>> ListsOf(const Case& test, const Json& lists);
// What device (replica, partition) may give: one LITERAL, or several for "oneOf".
std::vector<Json> ExpectedOf(const Case& test, int64_t replica, int64_t partition);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_CASE_H_
