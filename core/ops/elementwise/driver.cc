// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/driver.h"

#include <cstring>
#include <utility>

namespace hlo {
namespace {

bool NeedsWidening(ElementType type) { return ComputeType(type) != type; }

// An operand that runs along with the result, not a scalar that is repeated.
bool RunsAlong(const Literal& operand, const Shape& result) {
  return operand.IsArray() && operand.shape().dims == result.dims;
}

// The bytes of an operand may become those of the result.
bool CanReuse(const EvalContext& context, size_t i) {
  const Literal& operand = context.operand(i);
  return context.IsLastUse(i) && operand.bytes() != nullptr && operand.IsUnique() &&
         RunsAlong(operand, context.shape()) &&
         StorageBytes(operand.element_type()) == StorageBytes(context.shape().element_type);
}

}  // namespace

BlockReader::BlockReader(const Literal& array, BlockInput input)
    : data_(array.bytes()),
      storage_bytes_(StorageBytes(array.element_type())),
      compute_bytes_(StorageBytes(ComputeType(array.element_type()))),
      widen_(input == BlockInput::kCompute && NeedsWidening(array.element_type())
                 ? WidenFunction(array.element_type())
                 : nullptr) {}

void BlockReader::RepeatScalar() {
  const auto size = static_cast<size_t>(compute_bytes_);
  if (widen_ != nullptr) {
    widen_(data_, 1, buffer_);
  } else {
    std::memcpy(buffer_, data_, size);
  }
  // Doubles the filled part until the block is full.
  for (size_t filled = size; filled < size * kBlockElements; filled *= 2) {
    std::memcpy(buffer_ + filled, buffer_, filled);
  }
  repeats_ = true;
}

const void* BlockReader::Load(int64_t first, size_t n) {
  if (repeats_) return buffer_;
  const uint8_t* block = data_ + first * storage_bytes_;
  if (widen_ == nullptr) return block;
  widen_(block, n, buffer_);
  return buffer_;
}

BlockWriter::BlockWriter(Literal& array)
    : data_(array.mutable_bytes()),
      storage_bytes_(StorageBytes(array.element_type())),
      narrow_(NeedsWidening(array.element_type()) ? NarrowFunction(array.element_type())
                                                  : nullptr) {}

void* BlockWriter::Target(int64_t first) {
  return narrow_ == nullptr ? data_ + first * storage_bytes_ : buffer_;
}

void BlockWriter::Store(int64_t first, size_t n) {
  if (narrow_ != nullptr) narrow_(buffer_, n, data_ + first * storage_bytes_);
}

Result<Dims> CommonLiveSizes(const EvalContext& context) {
  const Shape& result = context.shape();
  bool any = false;
  for (size_t i = 0; i < context.operand_count(); ++i) any |= context.operand(i).has_live_sizes();
  if (!any) return Dims();
  Dims common;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!RunsAlong(context.operand(i), result)) continue;
    const Dims live = context.operand(i).live_sizes();
    if (common.empty()) common = live;
    for (size_t d = 0; d < live.size(); ++d) {
      if (live[d] != common[d]) {
        return Fail("R08", "`{}`: dynamic size mismatch in dimension {}: {} vs {}",
                    {context.instruction().op->name, d, common[d], live[d]})
            .AtOperand(static_cast<int>(i));
      }
    }
  }
  return common;
}

Result<Literal> PrepareResult(EvalContext& context) {
  HLO_TRY(Dims live, CommonLiveSizes(context));
  Literal result;
  size_t reused = 0;
  while (reused < context.operand_count() && !CanReuse(context, reused)) ++reused;
  if (reused < context.operand_count()) {
    result = context.TakeOperand(reused).WithShape(context.shape());
  } else {
    HLO_TRY(result, context.Allocate());
  }
  result.set_live_sizes(std::move(live));
  return result;
}

}  // namespace hlo
