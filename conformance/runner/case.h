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

// The string of a key; `fallback` if the value is not an object with one.
std::string TextOf(const Json& value, const char* key, std::string fallback = "");
// Its integer.
int64_t NumberOf(const Json& value, const char* key, int64_t fallback = 0);
// The items of a list; none if the value is not a list.
std::vector<Json> ItemsOf(const Json& value);

// Where and why a text must be rejected. Line and column 0: unspecified.
struct Reject {
  std::string phase;
  std::string code;
  int64_t line = 0;
  int64_t column = 0;
};

// The tolerance of the comparison with the expected results (formats, section 4).
struct Tolerance {
  std::string kind = "bits";  // bits, correct, close, accumulate
  double ulp = 0;
  double terms = 1;
  double scale = 0;  // sum of the absolute terms; 0: the largest expected magnitude
};

// One conformance vector. Values stay JSON until an engine needs them.
struct Case {
  std::string file;  // relative to the searched folder
  std::string path;  // as found
  int line = 0;      // of the id in the file; 0 if unknown
  std::string op;
  std::string id;
  std::string kind;  // run, reject, layout, print, import, judge
  std::string why;
  std::string level;
  std::vector<std::string> needs;  // "requires": element types and features
  std::string hlo;                 // lines joined by newlines; of an import case the expected text
  Json source;                     // of an import case: lines, or the bytes in base64
  Json options;                    // likewise: of `hlo import`, or null
  int64_t replicas = 1;
  int64_t partitions = 1;
  Json args;     // as in the file, or null
  Json infeed;   // likewise: the infeed values
  Json expect;   // as in the file, or null
  Json outfeed;  // likewise: the expected outfeed values
  std::optional<Reject> reject;
  std::optional<Reject> warning;  // of an import case
  bool agrees = true;             // of a judge case: whether args[0] is accepted as `expect`
  Tolerance tolerance;
};

struct CaseList {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // unreadable files, duplicate ids
};

// Reads every *.json file under the paths (files or folders), sorted by name, but only cases whose
// id matches one of the globs ("pad.*"), if there are any.
CaseList LoadCases(const std::vector<std::string>& paths, const std::vector<std::string>& globs);

// "*" matches any sequence of characters, "?" one character.
bool GlobMatches(std::string_view glob, std::string_view text);

// Changes with everything that decides the outcome of the case.
uint64_t Fingerprint(const Case& test);

// Reads {"replicas": R, "partitions": P}; each is 1 without a number.
void ReadTopology(const Json& topology, Case& test);
// Makes these bytes the file of the case.
void SetSource(std::string_view bytes, bool is_text, Case& test);
// The bytes of the file of an import case; empty if its base64 is invalid.
std::string SourceOf(const Case& test);

// The LITERALs of `args`, `infeed`, or `outfeed` for each device, replica major; one list if it is
// the same for all devices.
std::vector<std::vector<Json>> ListsOf(const Case& test, const Json& lists);
// The allowed results of device (replica, partition): one LITERAL, or several for "oneOf".
std::vector<Json> ExpectedOf(const Case& test, int64_t replica, int64_t partition);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_CASE_H_
