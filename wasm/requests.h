// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_WASM_REQUESTS_H_
#define HLO_WASM_REQUESTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/hlo.h"

namespace wasm {

// A JSON list of numbers.
std::string List(const std::vector<int64_t>& numbers);

// The members of a JSON list, or the fields of a JSON object, as JSON texts, up to the first fault.
// Empty for other texts.
std::vector<std::string_view> Members(std::string_view json);
std::vector<std::pair<std::string, std::string_view>> Fields(std::string_view json);

// "[1,2]" -> {1, 2}.
std::vector<int64_t> ReadInts(std::string_view json);

// Values set by setArgument, by parameter number.
using GivenArguments = std::map<size_t, hlo::api::Value>;

// The argument list of `run`: LITERALs, {"fill": ..., "seed": ...}, or {"omitted": true}.
// Parameters beyond the end of the list have their given value, or else are filled with "iota".
// {"replicas": [...]} has one such list per device.
using ArgumentLists = std::vector<std::vector<hlo::api::Value>>;
hlo::api::Result<ArgumentLists> ReadArguments(const hlo::api::Program& program,
                                              const GivenArguments& given, std::string_view json);

// RunOptions of hlo.d.mts; `slice_milliseconds` stays as it is if there is no such option.
hlo::api::RunOptions ReadRunOptions(std::string_view json, double* slice_milliseconds);

}  // namespace wasm

#endif  // HLO_WASM_REQUESTS_H_
