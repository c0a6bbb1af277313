// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reducer.h"

#include <algorithm>
#include <cstring>

#include "core/kernels/convert_blocks.h"
#include "core/kernels/wide_sums.h"

namespace hlo {
namespace {

// The equivalent op on pred as 0 and 1.
ReduceOp OnPred(ReduceOp op) {
  switch (op) {
    case ReduceOp::kAdd:
    case ReduceOp::kMaximum:
      return ReduceOp::kOr;
    case ReduceOp::kMultiply:
    case ReduceOp::kMinimum:
      return ReduceOp::kAnd;
    case ReduceOp::kAnd:
    case ReduceOp::kOr:
    case ReduceOp::kXor:
      break;
  }
  return op;
}

bool IsBitwise(ReduceOp op) {
  return op == ReduceOp::kAnd || op == ReduceOp::kOr || op == ReduceOp::kXor;
}

}  // namespace

std::optional<SimpleReducer> RecognizeReducer(const Computation& computation) {
  const Instruction* root = computation.root;
  if (computation.synthesized || root == nullptr || computation.parameters.size() != 2 ||
      root->operands.size() != 2 || !root->op->reduce_op.has_value()) {
    return std::nullopt;
  }
  const Instruction* first = computation.parameters[0];
  const Instruction* second = computation.parameters[1];
  const bool straight = root->operands[0] == first && root->operands[1] == second;
  const bool swapped = root->operands[0] == second && root->operands[1] == first;
  if (!straight && !swapped) return std::nullopt;
  for (const Instruction* instruction : computation.instructions) {
    if (instruction->op->side_effect) return std::nullopt;
  }
  return SimpleReducer{root->op, swapped};
}

std::optional<LaneReducer> LaneReducer::Make(const SimpleReducer& reducer, ElementType type,
                                             KernelMode mode, FloatSums float_sums) {
  const ReduceOp op = *reducer.op->reduce_op;
  const ElementType compute = ComputeType(type);
  const bool wide_sum = IsFloat(type) && op == ReduceOp::kAdd && float_sums == FloatSums::kWide;
  LaneReducer made;
  made.stored_type_ = type;
  made.lane_type_ = made.loaded_type_ = wide_sum ? ElementType::kF64 : compute;
  made.combine_ = FindBinaryBlock(*reducer.op, made.lane_type_, mode);
  if (made.combine_ == nullptr) return std::nullopt;
  made.swapped_ = reducer.swapped;
  const bool rounds = op == ReduceOp::kAdd || op == ReduceOp::kMultiply;
  if (IsFloat(type) && type != compute && rounds && !wide_sum) return std::nullopt;
  if (wide_sum && compute == ElementType::kF32) {
    made.loaded_type_ = compute;
    made.take_ = mode == KernelMode::kPlain ? PlainWideSums() : WideSums();
  }
  if (made.lane_type_ == ElementType::kF32 && op == ReduceOp::kAdd) {
    made.running_sums_ = mode == KernelMode::kPlain ? PlainRunningSums() : RunningSums();
  }
  if (mode != KernelMode::kPlain) {
    if (compute == ElementType::kPred) made.loaded_type_ = made.lane_type_ = ElementType::kU32;
    made.ChooseKernels(compute == ElementType::kPred ? OnPred(op) : op);
  }
  if (type != made.loaded_type_ || type == ElementType::kPred) {
    made.load_ = FindConvertBlock(type, made.loaded_type_, mode);
  }
  if (made.loaded_type_ != made.lane_type_) {
    made.widen_ = FindConvertBlock(made.loaded_type_, made.lane_type_, mode);
  }
  if (type != made.lane_type_) made.store_ = FindConvertBlock(made.lane_type_, type, mode);
  return made;
}

void LaneReducer::ChooseKernels(ReduceOp op) {
  ElementType lane = lane_type_;
  if (IsComplex(lane) && op == ReduceOp::kAdd) {
    parts_ = 2;
    lane = *PartOf(lane);
  } else if (IsBitwise(op) && StorageBytes(lane) == 8) {
    parts_ = 2;
    lane = ElementType::kU32;
  }
  merge_ = FindReduceKernel(op, lane);
  if (take_ == nullptr) take_ = merge_;
}

void LaneReducer::Start(const void* loaded, int64_t count, void* lanes) const {
  if (widen_ != nullptr) return widen_(loaded, static_cast<size_t>(count), lanes);
  std::memcpy(lanes, loaded, static_cast<size_t>(count * lane_bytes()));
}

void LaneReducer::Accumulate(const ReduceKernel* kernel, const void* start, const void* rows,
                             int64_t count, int64_t stride, int64_t width, void* lanes) const {
  if (kernel != nullptr) {
    return kernel->accumulate(start, rows, static_cast<size_t>(count),
                              static_cast<ptrdiff_t>(stride * parts_),
                              static_cast<size_t>(width * parts_), lanes);
  }
  if (start != lanes) std::memcpy(lanes, start, static_cast<size_t>(width * lane_bytes()));
  const auto* row = static_cast<const uint8_t*>(rows);
  const auto n = static_cast<size_t>(width);
  const int bits = BitWidth(lane_type_);
  for (int64_t r = 0; r < count; ++r, row += stride * lane_bytes()) {
    combine_(swapped_ ? row : lanes, swapped_ ? lanes : row, n, lanes, bits);
  }
}

int64_t LaneReducer::GroupedRows(int64_t count) const {
  constexpr auto kRows = static_cast<int64_t>(kSumGroup);
  return take_ == nullptr || take_->accumulate_groups == nullptr ? 0 : count / kRows * kRows;
}

void LaneReducer::TakeGroups(void* lanes, const void* rows, int64_t count, int64_t stride,
                             int64_t width, bool fresh) const {
  take_->accumulate_groups(fresh ? nullptr : lanes, rows, static_cast<size_t>(count) / kSumGroup,
                           static_cast<ptrdiff_t>(stride), static_cast<size_t>(width), lanes);
}

void LaneReducer::Fold(void* lanes, int64_t n, int64_t width) const {
  while (n > 1) {
    int64_t half = 1;
    while (2 * half < n) half *= 2;
    Merge(lanes, static_cast<uint8_t*>(lanes) + half * width * lane_bytes(), 1, 0,
          (n - half) * width);
    n = half;
  }
}

void LaneReducer::Scan(const void* rows, int64_t count, int64_t width, bool backwards,
                       const void* start, void* results) const {
  if (running_sums_ != nullptr && width == 1) {
    return running_sums_(static_cast<const float*>(rows), static_cast<size_t>(count), backwards,
                         static_cast<const float*>(start), static_cast<float*>(results));
  }
  if (merge_ != nullptr) {
    return merge_->scan(rows, static_cast<size_t>(count), static_cast<size_t>(width * parts_),
                        backwards, start, results);
  }
  std::memcpy(results, rows, static_cast<size_t>(count * width * lane_bytes()));
  const int64_t step = width * lane_bytes() * (backwards ? -1 : 1);
  auto* result = static_cast<uint8_t*>(results) + (backwards ? (1 - count) * step : 0);
  if (start != nullptr) Merge(result, start, 1, 0, width);
  for (int64_t r = 1; r < count; ++r, result += step) Merge(result + step, result, 1, 0, width);
}

void LaneReducer::Store(const void* lanes, int64_t count, void* elements) const {
  if (store_ != nullptr) return store_(lanes, static_cast<size_t>(count), elements);
  std::memcpy(elements, lanes, static_cast<size_t>(count * lane_bytes()));
}

}  // namespace hlo
