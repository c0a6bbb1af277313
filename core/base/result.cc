// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

namespace hlo {

Error&& Error::AtAttribute(std::string_view name) && {
  anchor = Anchor::kAttribute;
  attribute = name;
  return std::move(*this);
}

Error&& Error::AtOperand(int index) && {
  anchor = Anchor::kOperand;
  operand = index;
  return std::move(*this);
}

Error&& Error::AtResultShape() && {
  anchor = Anchor::kResultShape;
  return std::move(*this);
}

Error&& Error::WithNote(std::string text) && {
  note = std::move(text);
  return std::move(*this);
}

Error Fail(std::string_view code, std::string_view pattern, std::initializer_list<FormatArg> args) {
  Error error;
  error.code = code;
  error.message = Format(pattern, args);
  return error;
}

}  // namespace hlo
