// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_RESULT_H_
#define HLO_CORE_BASE_RESULT_H_

#include <initializer_list>
#include <string_view>

#include "core/base/format.h"
#include "hlo/result.h"

// How the core makes errors and passes them on.
namespace hlo {

// Builds an Error; `pattern` takes one "{}" per argument. Out of line: messages dominate code size.
[[nodiscard]] Error Fail(std::string_view code, std::string_view pattern,
                         std::initializer_list<FormatArg> args = {});

}  // namespace hlo

#define HLO_CONCAT_INNER(a, b) a##b
#define HLO_CONCAT(a, b) HLO_CONCAT_INNER(a, b)

// HLO_TRY(Shape shape, Infer(in)): binds the value, or returns the error to the caller.
#define HLO_TRY(declaration, expression) \
  HLO_TRY_NAMED(HLO_CONCAT(hlo_result_, __LINE__), declaration, expression)
#define HLO_TRY_NAMED(result, declaration, expression) \
  auto result = (expression);                          \
  if (!result.ok()) return result.TakeError();         \
  declaration = std::move(result.value())

// HLO_RETURN_IF_ERROR(Check(x)): returns the error of a Status (or Result) to the caller.
#define HLO_RETURN_IF_ERROR(expression)                     \
  do {                                                      \
    if (auto hlo_status = (expression); !hlo_status.ok()) { \
      return hlo_status.TakeError();                        \
    }                                                       \
  } while (false)

#endif  // HLO_CORE_BASE_RESULT_H_
