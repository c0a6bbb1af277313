// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_VALUE_IMPL_H_
#define HLO_CORE_API_VALUE_IMPL_H_

#include <memory>

#include "core/api/hlo.h"
#include "core/literal/literal.h"

namespace hlo::api {

struct Value::Impl {
  Literal literal;
};

inline Value MakeValue(Literal literal) {
  return Value(std::make_shared<const Value::Impl>(Value::Impl{std::move(literal)}));
}

}  // namespace hlo::api

#endif  // HLO_CORE_API_VALUE_IMPL_H_
