// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/called_reducer.h"

#include <cstring>
#include <utility>

#include "core/base/result.h"
#include "core/ops/strided_copy.h"

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

LaneReducerCalls::LaneReducerCalls(const EvalContext& context, const VectorFunction& function,
                                   size_t inputs, int64_t most)
    : function_(function),
      scratch_(function.NewScratch()),
      arguments_(2 * inputs),
      results_(inputs) {
  for (size_t k = 0; k < inputs; ++k) {
    const int bytes = StorageBytes(context.operand(k).element_type());
    const auto size = static_cast<size_t>(most * bytes);
    parts_.push_back({context.operand(k).bytes(), context.operand(inputs + k).bytes(), bytes,
                      std::unique_ptr<uint8_t[]>(new uint8_t[size]),
                      std::unique_ptr<uint8_t[]>(new uint8_t[size * kMaxNeighbors])});
  }
}

void LaneReducerCalls::Begin(int64_t count) {
  for (Part& part : parts_) {
    CopyBox({{count}, {0}, {1}}, part.bytes, part.init, part.accumulators.get());
  }
}

void LaneReducerCalls::TakeIn(int64_t first, int64_t count, int64_t offset, int64_t stride) {
  for (size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    const uint8_t* elements = part.input + offset * part.bytes;
    if (stride != 1 && count > 1) {
      CopyBox({{count}, {stride}, {1}}, part.bytes, elements, part.gathered.get());
      elements = part.gathered.get();
    }
    results_[k] = part.accumulators.get() + first * part.bytes;
    arguments_[k] = results_[k];
    arguments_[parts_.size() + k] = elements;
  }
  function_.Run(*scratch_, arguments_, results_, count);
}

void LaneReducerCalls::TakeInNeighbors(int64_t count, int64_t offset, int64_t stride,
                                       int64_t neighbors) {
  for (const Part& part : parts_) {
    CopyBox({{neighbors, count}, {1, stride}, {count, 1}}, part.bytes,
            part.input + offset * part.bytes, part.gathered.get());
  }
  for (int64_t i = 0; i < neighbors; ++i) {
    for (size_t k = 0; k < parts_.size(); ++k) {
      const Part& part = parts_[k];
      arguments_[k] = results_[k] = part.accumulators.get();
      arguments_[parts_.size() + k] = part.gathered.get() + i * count * part.bytes;
    }
    function_.Run(*scratch_, arguments_, results_, count);
  }
}

void LaneReducerCalls::Finish(int64_t count, int64_t position,
                              std::span<uint8_t* const> outputs) const {
  for (size_t k = 0; k < parts_.size(); ++k) {
    std::memcpy(outputs[k] + position * parts_[k].bytes, parts_[k].accumulators.get(),
                static_cast<size_t>(count * parts_[k].bytes));
  }
}

}  // namespace hlo
