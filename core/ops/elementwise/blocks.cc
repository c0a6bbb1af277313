// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/blocks.h"

#include <array>
#include <span>

namespace hlo {
namespace {

// The index of each opcode in the rows of block functions, which replaces a search. The order of
// rows is the same in all modes.
class RowIndex {
 public:
  template <class BlockFn>
  explicit RowIndex(std::span<const BlockRow<BlockFn>> rows) {
    row_of_opcode_.fill(kNone);
    for (size_t row = 0; row < rows.size(); ++row) {
      row_of_opcode_[IndexOf(rows[row].opcode)] = static_cast<uint8_t>(row);
    }
  }

  template <class BlockFn>
  BlockFn Find(std::span<const BlockRow<BlockFn>> rows, const OpDef& op, ElementType type) const {
    const uint8_t row = row_of_opcode_[IndexOf(op.opcode)];
    const size_t slot = ComputeSlot(ComputeType(type));
    return row != kNone && slot < kComputeTypes ? rows[row].by_type[slot] : nullptr;
  }

 private:
  static constexpr uint8_t kNone = 0xff;

  std::array<uint8_t, kOpcodeCount> row_of_opcode_;
};

}  // namespace

UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode mode) {
  static const RowIndex kArithmetic(UnaryBlocks(KernelMode::kPlain));
  static const RowIndex kFunctions(UnaryFunctionBlocks(KernelMode::kPlain));
  const UnaryBlockFn block = kArithmetic.Find(UnaryBlocks(mode), op, type);
  return block != nullptr ? block : kFunctions.Find(UnaryFunctionBlocks(mode), op, type);
}

BinaryBlockFn FindBinaryBlock(const OpDef& op, ElementType type, KernelMode mode) {
  static const RowIndex kArithmetic(BinaryBlocks(KernelMode::kPlain));
  static const RowIndex kFunctions(BinaryFunctionBlocks(KernelMode::kPlain));
  const BinaryBlockFn block = kArithmetic.Find(BinaryBlocks(mode), op, type);
  return block != nullptr ? block : kFunctions.Find(BinaryFunctionBlocks(mode), op, type);
}

}  // namespace hlo
