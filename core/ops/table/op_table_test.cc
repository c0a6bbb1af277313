// SPDX-License-Identifier: Apache-2.0
// Checks that the rows of core/ops/table are consistent.
#include <set>

#include "core/ir/op_def.h"
#include "core/kernels/chain.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

TEST(OpTable, IsIndexedByOpcode) {
  ASSERT_EQ(AllOps().size(), kOpcodeCount);
  for (const OpDef& op : AllOps()) {
    EXPECT_EQ(&GetOpDef(op.opcode), &op);
    EXPECT_EQ(FindOp(OpcodeName(op.opcode)), &op);
    EXPECT_EQ(op.name, OpcodeName(op.opcode));
    EXPECT_EQ(&AllOps()[IndexOf(op.opcode)], &op);
  }
  EXPECT_EQ(FindOp("frobnicate"), nullptr);
}

TEST(OpTable, DescribesEveryOp) {
  for (const OpDef& op : AllOps()) {
    EXPECT_NE(op.summary, "") << op.name;
    EXPECT_NE(op.section.find('.'), std::string_view::npos) << op.name;
    EXPECT_NE(FamilyName(op.family), "") << op.name;
    EXPECT_GT(op.rules, 0) << op.name;
    EXPECT_TRUE(op.operands.Allow(op.operands.min)) << op.name;
  }
}

TEST(OpTable, HasWordsOnlyForEnumerations) {
  for (const OpDef& op : AllOps()) {
    std::set<Attr> seen;
    for (const AttributeSpec& spec : op.attributes) {
      EXPECT_TRUE(seen.insert(spec.attr).second) << op.name << " " << Info(spec.attr).name;
      const AttrKind kind = Info(spec.attr).kind;
      const bool is_enum = kind == AttrKind::kEnum || kind == AttrKind::kEnumList;
      EXPECT_EQ(spec.words().empty(), !is_enum) << op.name << " " << Info(spec.attr).name;
      EXPECT_FALSE(spec.place_only) << op.name << " " << Info(spec.attr).name;
    }
  }
}

TEST(OpTable, HasParticipantsAndExchangeForEachRendezvous) {
  for (const OpDef& op : AllOps()) {
    const bool starts = op.communication == Communication::kStart && !op.RunsComputations();
    const bool exchanges = op.communication == Communication::kRendezvous || starts;
    const bool transfers =
        op.communication == Communication::kSend || op.communication == Communication::kReceive;
    EXPECT_EQ(op.exchange != nullptr, exchanges) << op.name;
    EXPECT_EQ(op.participants != nullptr, exchanges || transfers) << op.name;
  }
}

TEST(OpTable, LetsElementwiseOpsReuseABufferAndCountsTheirArithmetic) {
  for (const OpDef& op : AllOps()) {
    if (!op.elementwise) continue;
    EXPECT_GT(op.operands.min, 0) << op.name;
    EXPECT_NE(op.buffer_reuse, BufferReuse::kNone) << op.name;
    EXPECT_EQ(op.arithmetic_cost == ArithmeticCost::kNone, op.opcode == Opcode::kCopy) << op.name;
  }
}

TEST(OpTable, HasChainStepsAndReducersAmongTheOpsWithBlockFunctions) {
  for (const OpDef& op : AllOps()) {
    if (op.chain_op != ChainOp::kNone) {
      EXPECT_EQ(op.vector_form, VectorForm::kStep) << op.name;
    }
    if (op.reduce_op.has_value()) {
      EXPECT_EQ(op.family, OpFamily::kBinary) << op.name;
      EXPECT_TRUE(op.commutative) << op.name;
    }
  }
}

TEST(OpTable, InlinesOpsThatCallOnceAndCountsWhatTheyCall) {
  for (const OpDef& op : AllOps()) {
    if (op.vector_form == VectorForm::kInline) {
      EXPECT_TRUE(op.RunsComputations()) << op.name;
    }
    const bool counts_calls = op.arithmetic_cost == ArithmeticCost::kCalls ||
                              op.arithmetic_cost == ArithmeticCost::kFusion;
    EXPECT_EQ(counts_calls, op.RunsComputations()) << op.name;
  }
}

}  // namespace
}  // namespace hlo
