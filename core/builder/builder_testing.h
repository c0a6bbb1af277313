// SPDX-License-Identifier: Apache-2.0
// For tests of the builder (hlo/builder.h), with access to the layers that print,
// parse and run the modules.
#ifndef HLO_CORE_BUILDER_BUILDER_TESTING_H_
#define HLO_CORE_BUILDER_BUILDER_TESTING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/engine.h"
#include "core/literal/testing.h"
#include "core/text/text.h"
#include "hlo/builder.h"

namespace hlo::builder_testing {

// Prints the module and parses the text: it must have no errors and print as itself.
std::unique_ptr<Module> ReadAgain(const Result<ModulePtr>& built);

// The result of each replica as JSON (formats, section 3), after a round trip through text.
// `arguments` are JSON literals by replica; a single list is for all.
std::vector<std::string> RunOnReplicas(const Result<ModulePtr>& built,
                                       const std::vector<std::vector<std::string>>& arguments,
                                       int64_t replicas);

std::string ResultOf(const Result<ModulePtr>& built,
                     const std::vector<std::string>& arguments = {});

// A JSON literal.
std::string Json(std::string_view shape, std::string_view data);

// The instructions of the entry computation, one per line, as canonical text.
std::string Body(const Result<ModulePtr>& built);

// "V01: ...", the error of a failed builder.
std::string ErrorOf(const Result<ModulePtr>& built);

// A parameter whose shape is written as in text.
builder::Value Argument(builder::Builder& b, int64_t number, std::string_view shape,
                        std::string_view name);

// The last instruction after its "=", with operand names removed.
std::string Last(builder::Builder& b);

// The instruction that one call on x: f32[2,3] creates.
template <class Fn>
std::string Made(Fn&& make) {
  builder::Builder b("one");
  make(b, builder::Parameter(b, 0, Shape::Array(ElementType::kF32, {2, 3}), "x"));
  return Last(b);
}

}  // namespace hlo::builder_testing

#endif  // HLO_CORE_BUILDER_BUILDER_TESTING_H_
