// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include "core/base/format.h"

void std::default_delete<hlo::Error>::operator()(hlo::Error* error) const noexcept { delete error; }

namespace hlo {

Error::Error() = default;
Error::Error(std::string_view error_code, std::string_view error_message)
    : code(error_code), message(error_message) {}
Error::~Error() = default;
Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;

std::unique_ptr<Error> OnHeap(Error&& error) { return std::make_unique<Error>(std::move(error)); }

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
  return Error(code, Format(pattern, args));
}

}  // namespace hlo
