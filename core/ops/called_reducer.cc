// SPDX-License-Identifier: Apache-2.0
#include "core/ops/called_reducer.h"

#include <cstring>
#include <utility>

namespace hlo {

Status CalledReducer::Prepare() {
  for (size_t k = 0; k < inputs_; ++k) {
    const Shape scalar = Shape::Scalar(context_.operand(k).element_type());
    HLO_TRY(Literal element, context_.Allocate(scalar));
    elements_.push_back(std::move(element));
  }
  return {};
}

void CalledReducer::Begin() {
  accumulators_.clear();
  for (size_t k = 0; k < inputs_; ++k) accumulators_.push_back(context_.operand(inputs_ + k));
}

Status CalledReducer::TakeIn(int64_t offset) {
  std::vector<Literal> arguments;
  arguments.reserve(2 * inputs_);
  for (Literal& accumulator : accumulators_) arguments.push_back(std::move(accumulator));
  for (size_t k = 0; k < inputs_; ++k) {
    const int bytes = StorageBytes(elements_[k].element_type());
    std::memcpy(elements_[k].mutable_bytes(), context_.operand(k).bytes() + offset * bytes,
                static_cast<size_t>(bytes));
    arguments.push_back(elements_[k]);
  }
  HLO_TRY(Literal result, context_.Call(computation_, std::move(arguments)));
  if (inputs_ == 1) {
    accumulators_[0] = std::move(result);
  } else {
    accumulators_ = std::move(result.mutable_elements());
  }
  return {};
}

void CalledReducer::Finish(int64_t position, std::vector<Literal>& outputs) const {
  for (size_t k = 0; k < inputs_; ++k) {
    const int bytes = StorageBytes(accumulators_[k].element_type());
    std::memcpy(outputs[k].mutable_bytes() + position * bytes, accumulators_[k].bytes(),
                static_cast<size_t>(bytes));
  }
}

}  // namespace hlo
