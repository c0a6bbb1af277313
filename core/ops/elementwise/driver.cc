// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/driver.h"

#include <array>
#include <cstring>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"

namespace hlo {
namespace {

// Whether an operand has the sizes of the result and is not a repeated scalar.
bool RunsAlong(const Literal& operand, const Shape& result) {
  return operand.IsArray() && operand.shape().dims == result.dims;
}

// Whether the result may reuse the buffer of operand `i`.
bool CanReuse(const EvalContext& context, size_t i) {
  const Literal& operand = context.operand(i);
  return context.IsLastUse(i) && operand.bytes() != nullptr && operand.IsUnique() &&
         RunsAlong(operand, context.shape()) &&
         StorageBytes(operand.element_type()) == StorageBytes(context.shape().element_type);
}

struct BlockOperand {
  const uint8_t* data;
  size_t bytes;     // of a stored element
  ConvertFn widen;  // nullptr: the step reads stored elements
  bool repeats;
};

// The data of one evaluation, shared by all threads.
struct BlockRun {
  std::array<BlockOperand, kMaxBlockOperands> operands;
  size_t operand_count;
  uint8_t* out;
  size_t out_bytes;
  ConvertFn narrow;  // nullptr: the step writes stored elements
  BlockStep step;
  const void* state;

  // Elements [begin, end) of the result.
  void DoTask(int64_t begin, int64_t end) const;
};

constexpr size_t kMaxElementBytes = 16;  // c128

// Fills a block with one element.
void Repeat(const BlockOperand& scalar, uint8_t* block) {
  size_t size = scalar.bytes;
  if (scalar.widen != nullptr) {
    scalar.widen(scalar.data, 1, block);
    size = sizeof(float);  // all types that are widened compute in 32 bits
  } else {
    std::memcpy(block, scalar.data, size);
  }
  static_assert((kBlockElements & (kBlockElements - 1)) == 0);
  for (size_t filled = size; filled < size * kBlockElements; filled *= 2) {
    std::memcpy(block + filled, block, filled);
  }
}

void BlockRun::DoTask(int64_t begin, int64_t end) const {
  alignas(64) uint8_t buffers[kMaxBlockOperands][kMaxElementBytes * kBlockElements];
  alignas(64) uint8_t results[sizeof(float) * kBlockElements];
  bool buffered = narrow != nullptr;
  for (size_t i = 0; i < operand_count; ++i) {
    buffered |= operands[i].widen != nullptr || operands[i].repeats;
    if (operands[i].repeats) Repeat(operands[i], buffers[i]);
  }
  const int64_t most = buffered ? static_cast<int64_t>(kBlockElements) : end - begin;
  for (int64_t first = begin; first < end; first += most) {
    const auto n = static_cast<size_t>(std::min(most, end - first));
    const void* in[kMaxBlockOperands];
    for (size_t i = 0; i < operand_count; ++i) {
      const BlockOperand& operand = operands[i];
      const uint8_t* elements = operand.data + static_cast<size_t>(first) * operand.bytes;
      const bool copies = operand.repeats || operand.widen != nullptr;
      if (copies && !operand.repeats) operand.widen(elements, n, buffers[i]);
      in[i] = copies ? buffers[i] : elements;
    }
    uint8_t* target = out + static_cast<size_t>(first) * out_bytes;
    step(state, in, n, narrow != nullptr ? results : target);
    if (narrow != nullptr) narrow(results, n, target);
  }
}

// The conversion between storage and compute type; nullptr if they are equal, or if the step works
// on stored elements.
ConvertFn Conversion(const EvalContext& context, BlockForm form, ElementType from, ElementType to) {
  return form == BlockForm::kStored || from == to
             ? nullptr
             : FindConvertBlock(from, to, context.kernel_mode());
}

}  // namespace

Result<Dims> CommonDynamicSizes(const EvalContext& context) {
  const Shape& result = context.shape();
  bool any = false;
  for (size_t i = 0; i < context.operand_count(); ++i)
    any |= context.operand(i).has_dynamic_sizes();
  if (!any) return Dims();
  Dims common;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!RunsAlong(context.operand(i), result)) continue;
    const Dims live = context.operand(i).dynamic_sizes();
    if (common.empty()) common = live;
    for (size_t d = 0; d < live.size(); ++d) {
      if (live[d] != common[d]) {
        return Fail("R08", "`{}`: dynamic sizes must match in dimension {}, got {} and {}",
                    {context.instruction().op->name, d, common[d], live[d]})
            .AtOperand(static_cast<int>(i));
      }
    }
  }
  return common;
}

Result<Literal> PrepareResult(EvalContext& context) {
  HLO_TRY(Dims live, CommonDynamicSizes(context));
  Literal result;
  size_t reused = 0;
  while (reused < context.operand_count() && !CanReuse(context, reused)) ++reused;
  if (reused < context.operand_count()) {
    result = context.ReshapeOperand(reused);
  } else {
    HLO_TRY(result, context.Allocate());
  }
  result.set_dynamic_sizes(live);
  return result;
}

Result<Literal> CarryBlocks(EvalContext& context, BlockForm form, BlockStep step,
                            const void* state) {
  // For smaller arrays, waking another thread costs more than it saves.
  constexpr int64_t kTask = 1 << 16, kLarge = 1 << 18;
  BlockRun run{};
  run.operand_count = context.operand_count();
  for (size_t i = 0; i < run.operand_count; ++i) {
    const Literal& operand = context.operand(i);
    const ElementType type = operand.element_type();
    run.operands[i] = {operand.bytes(), static_cast<size_t>(StorageBytes(type)),
                       Conversion(context, form, type, ComputeType(type)),
                       !RunsAlong(operand, context.shape())};
  }
  HLO_TRY(Literal result, PrepareResult(context));
  const ElementType type = result.element_type();
  run.out = result.mutable_bytes();
  run.out_bytes = static_cast<size_t>(StorageBytes(type));
  run.narrow = Conversion(context, form, ComputeType(type), type);
  run.step = step;
  run.state = state;
  const int64_t count = result.element_count();
  if (count < kLarge) {
    run.DoTask(0, count);
  } else {
    context.workers().ForEach(CeilDiv(count, kTask), [&](int64_t task) {
      run.DoTask(task * kTask, std::min((task + 1) * kTask, count));
    });
  }
  return result;
}

}  // namespace hlo
