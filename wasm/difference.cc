// SPDX-License-Identifier: Apache-2.0
// Holds a value to the expected one of a conformance vector.
#include <emscripten/bind.h>

#include <string>

#include "hlo/hlo.h"

namespace {

namespace api = hlo::api;

// `kind` is the class of the tolerance; `amount` is its ulp or its terms.
std::string Difference(const std::string& got, const std::string& expected, const std::string& kind,
                       double amount, double scale) {
  const hlo::Result<api::Value> value = api::ParseValue(got);
  if (!value.ok()) return value.error().message;
  const hlo::Result<api::Value> wanted = api::ParseValue(expected);
  if (!wanted.ok()) return wanted.error().message;
  if (kind == "accumulate") return value.value().DifferenceOfSum(wanted.value(), amount, scale);
  return value.value().DifferenceFrom(wanted.value(), kind == "close" ? amount : 0);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlo_difference) { emscripten::function("difference", &Difference); }
