// SPDX-License-Identifier: Apache-2.0
#include "core/api/loop_states.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hlo/shape.h"

namespace hlo::api {
namespace {

// A copy that is charged to no memory budget; nullopt if memory is short.
std::optional<Literal> Copy(const Literal& value) {
  if (value.IsTuple()) {
    std::vector<Literal> elements;
    for (const Literal& element : value.elements()) {
      std::optional<Literal> copy = Copy(element);
      if (!copy) return std::nullopt;
      elements.push_back(std::move(*copy));
    }
    return Literal::Tuple(std::move(elements)).WithShape(value.shape());
  }
  if (!value.IsArray()) return value;
  Result<Literal> copy = Literal::Allocate(value.shape());
  if (!copy.ok()) return std::nullopt;
  std::copy(value.bytes(), value.bytes() + value.byte_size(), copy.value().mutable_bytes());
  if (value.has_dynamic_sizes()) copy.value().set_dynamic_sizes(value.dynamic_sizes());
  return std::move(copy.value());
}

int64_t BytesOf(const Literal& value) {
  const Result<int64_t> bytes = DenseBytes(value.shape());
  return bytes.ok() ? bytes.value() : LoopStates::kMaxBytes + 1;
}

}  // namespace

void LoopStates::Add(int64_t iteration, const Literal& value) {
  const int64_t bytes = BytesOf(value);
  if (bytes > kMaxBytes) return;
  std::optional<Literal> copy = Copy(value);
  if (!copy) return;
  last_ = {iteration, std::move(*copy)};
  if (added_++ % stride_ != 0) return;
  while (!states_.empty() && (states_.size() >= kMaxStates || bytes_ + bytes > kMaxBytes)) {
    Thin();
  }
  const auto after = After(iteration);
  if (after != states_.begin() && (after - 1)->iteration == iteration) return;
  bytes_ += bytes;
  states_.insert(after, *last_);
}

void LoopStates::Thin() {
  stride_ *= 2;
  std::vector<State> kept;
  bytes_ = 0;
  for (size_t i = 0; i < states_.size() && states_.size() > 1; i += 2) {
    bytes_ += BytesOf(states_[i].value);
    kept.push_back(std::move(states_[i]));
  }
  states_ = std::move(kept);
}

std::vector<LoopStates::State>::const_iterator LoopStates::After(int64_t iteration) const {
  return std::find_if(states_.begin(), states_.end(),
                      [&](const State& state) { return state.iteration > iteration; });
}

const LoopStates::State* LoopStates::Before(int64_t iteration) const {
  const auto after = After(iteration);
  const State* found = after == states_.begin() ? nullptr : &*(after - 1);
  const bool is_last = last_ && last_->iteration <= iteration &&
                       (found == nullptr || found->iteration < last_->iteration);
  return is_last ? &*last_ : found;
}

}  // namespace hlo::api
