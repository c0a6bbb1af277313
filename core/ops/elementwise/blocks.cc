// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/blocks.h"

#include <span>
#include <vector>

namespace hlo {
namespace {

// The place of each op among the rows of block functions, so that finding one is an index, not a
// search. Rows lie in the same order whatever the mode.
class RowIndex {
 public:
  template <class BlockFn>
  explicit RowIndex(std::span<const BlockRow<BlockFn>> rows)
      : row_of_op_(AllOps().size(), rows.size()) {
    for (size_t row = 0; row < rows.size(); ++row) {
      if (const OpDef* op = FindOp(rows[row].op)) row_of_op_[IndexOf(*op)] = row;
    }
  }

  template <class BlockFn>
  BlockFn Find(std::span<const BlockRow<BlockFn>> rows, const OpDef& op, ElementType type) const {
    const size_t row = row_of_op_[IndexOf(op)];
    const size_t slot = ComputeSlot(ComputeType(type));
    return row < rows.size() && slot < kComputeTypes ? rows[row].by_type[slot] : nullptr;
  }

 private:
  static size_t IndexOf(const OpDef& op) { return static_cast<size_t>(&op - AllOps().data()); }

  std::vector<size_t> row_of_op_;
};

}  // namespace

UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode mode) {
  static const RowIndex arithmetic(UnaryBlocks(KernelMode::kPlain));
  static const RowIndex functions(UnaryFunctionBlocks(KernelMode::kPlain));
  const UnaryBlockFn block = arithmetic.Find(UnaryBlocks(mode), op, type);
  return block != nullptr ? block : functions.Find(UnaryFunctionBlocks(mode), op, type);
}

BinaryBlockFn FindBinaryBlock(const OpDef& op, ElementType type, KernelMode mode) {
  static const RowIndex arithmetic(BinaryBlocks(KernelMode::kPlain));
  static const RowIndex functions(BinaryFunctionBlocks(KernelMode::kPlain));
  const BinaryBlockFn block = arithmetic.Find(BinaryBlocks(mode), op, type);
  return block != nullptr ? block : functions.Find(BinaryFunctionBlocks(mode), op, type);
}

}  // namespace hlo
