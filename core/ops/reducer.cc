// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reducer.h"

#include <algorithm>
#include <string_view>

namespace hlo {
namespace {

template <class T>
void AddChain(void* lane, const void* elements, size_t count) {
  T sum = *static_cast<T*>(lane);
  for (size_t i = 0; i < count; ++i) sum += static_cast<const T*>(elements)[i];
  *static_cast<T*>(lane) = sum;
}

template <class T>
void MultiplyChain(void* lane, const void* elements, size_t count) {
  T product = *static_cast<T*>(lane);
  for (size_t i = 0; i < count; ++i) product *= static_cast<const T*>(elements)[i];
  *static_cast<T*>(lane) = product;
}

}  // namespace

std::optional<SimpleReducer> RecogniseReducer(const Computation& computation) {
  constexpr std::string_view kAssociative[] = {"add", "multiply", "maximum", "minimum",
                                               "and", "or",       "xor"};
  const Instruction* root = computation.root;
  if (computation.invented || root == nullptr || computation.parameters.size() != 2) {
    return std::nullopt;
  }
  if (std::find(std::begin(kAssociative), std::end(kAssociative), root->op->name) ==
          std::end(kAssociative) ||
      root->operands.size() != 2) {
    return std::nullopt;
  }
  const Instruction* first = computation.parameters[0];
  const Instruction* second = computation.parameters[1];
  const bool straight = root->operands[0] == first && root->operands[1] == second;
  const bool swapped = root->operands[0] == second && root->operands[1] == first;
  if (!straight && !swapped) return std::nullopt;
  for (const auto& instruction : computation.instructions) {
    if (instruction->op->side_effect) return std::nullopt;
  }
  return SimpleReducer{root->op, swapped};
}

std::optional<LaneReducer> LaneReducer::Make(const SimpleReducer& reducer, ElementType type,
                                             FloatSums float_sums) {
  const std::string_view name = reducer.op->name;
  const bool sums = name == "add" || name == "multiply";
  LaneReducer made;
  if (IsFloat(type) && name == "add" && float_sums == FloatSums::kWide) {
    made.lane_type_ = ElementType::kF64;
    made.chain_ = AddChain<double>;
    made.load_ = ConvertFunction(type, ElementType::kF64);
    made.store_ = ConvertFunction(ElementType::kF64, type);
  } else {
    made.lane_type_ = ComputeType(type);
    made.load_ = WidenFunction(type);
    made.store_ = NarrowFunction(type);
    made.rounds_each_step_ = sums && IsFloat(type) && made.lane_type_ != type;
    if (name == "add" && type == ElementType::kF32) made.chain_ = AddChain<float>;
    if (name == "add" && type == ElementType::kF64) made.chain_ = AddChain<double>;
  }
  made.combine_ = FindBinaryBlock(*reducer.op, made.lane_type_, KernelMode::kPlain);
  if (made.combine_ == nullptr) return std::nullopt;
  made.bits_ = BitWidth(made.lane_type_ == ElementType::kF64 ? ElementType::kF64 : type);
  made.swapped_ = reducer.swapped;
  made.loads_in_place_ = made.lane_type_ == type && type != ElementType::kPred;
  if (name == "multiply" && type == ElementType::kF32) made.chain_ = MultiplyChain<float>;
  if (name == "multiply" && type == ElementType::kF64) made.chain_ = MultiplyChain<double>;
  made.exact_ = !sums || IsInteger(type) || type == ElementType::kPred;
  return made;
}

void LaneReducer::Combine(void* lanes, const void* elements, size_t count) const {
  const void* a = swapped_ ? elements : lanes;
  const void* b = swapped_ ? lanes : elements;
  combine_(a, b, count, lanes, bits_);
  if (!rounds_each_step_) return;
  // Narrow floats that are added or multiplied: through the element type and back, a block at a time.
  constexpr size_t kBlock = 256;
  uint16_t stored[kBlock];  // no narrow float has more than 16 bits
  auto* const values = static_cast<float*>(lanes);
  for (size_t start = 0; start < count; start += kBlock) {
    const size_t length = std::min(kBlock, count - start);
    store_(values + start, length, stored);
    load_(stored, length, values + start);
  }
}

void LaneReducer::CombineInOrder(void* lane, const void* elements, size_t count) const {
  if (chain_ != nullptr) return chain_(lane, elements, count);
  const auto bytes = static_cast<size_t>(StorageBytes(lane_type_));
  for (size_t i = 0; i < count; ++i) {
    Combine(lane, static_cast<const uint8_t*>(elements) + i * bytes, 1);
  }
}

}  // namespace hlo
