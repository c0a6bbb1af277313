// SPDX-License-Identifier: Apache-2.0
// `send`, `recv` and their dones, ops reference 15.5 to 15.8; collectives reference, section 6.
#include <optional>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ops/basic/token.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/collective/source_target_pairs.h"
#include "core/ops/collective/transfer_iterations.h"
#include "core/ops/control/async.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// (data, u32[], token[])
Shape BundleOf(const Shape& data) {
  return Shape::Tuple({data, Shape::Scalar(ElementType::kU32), Shape::Token()});
}

// The data in the bundle of operand 0, which comes from a `start`, possibly through a loop.
Result<Shape> DataOfBundle(const InferContext& context, std::string_view code, Opcode start) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireMadeBy(context, code, {start, Opcode::kGetTupleElement}));
  const Shape& bundle = context.operand(0);
  if (bundle.IsTuple() && bundle.elements.size() == 3 &&
      Compatible(bundle, BundleOf(bundle.elements[0]))) {
    return bundle.elements[0];
  }
  return Fail(code, "`{}`: the operand must be (data, u32[], token[]), got {}",
              {context.instruction.op->name, ShapeText(bundle, false)})
      .AtOperand(0);
}

// Checks that both halves have the same channel attributes.
Status CheckSameChannel(const InferContext& context, std::string_view code, Opcode start_opcode) {
  const Instruction& start = *context.instruction.operands[0];
  if (!start.Is(start_opcode)) return {};
  const Attributes& own = context.attributes();
  const std::string_view op = context.instruction.op->name;
  if (own.Int(Attr::channel_id) != start.attributes.Int(Attr::channel_id)) {
    return Fail(code, "`{}`: `channel_id` must be {} like that of the `{}`, got {}",
                {op, start.attributes.Int(Attr::channel_id), start.op->name,
                 own.Int(Attr::channel_id)})
        .AtAttribute("channel_id");
  }
  if (own.Bool(Attr::is_host_transfer) != start.attributes.Bool(Attr::is_host_transfer)) {
    return Fail(code, "`{}`: `is_host_transfer` must match that of the `{}`", {op, start.op->name})
        .AtAttribute("is_host_transfer");
  }
  return {};
}

// ---- sources and targets ----

// The pairs in the text; nullopt if there are none.
Result<std::optional<SourceTargetPairs>> CheckedPairs(const Instruction& instruction) {
  const std::string* text = FrontendAttribute(instruction, kSourceTargetPairs);
  if (text == nullptr) return std::optional<SourceTargetPairs>();
  std::optional<SourceTargetPairs> pairs = ParseSourceTargetPairs(*text);
  if (!pairs) {
    return Fail("V04", "`{}`: `{}` must be a list of pairs such as {{0,1},{1,2}}, got \"{}\"",
                {instruction.op->name, kSourceTargetPairs, *text})
        .AtAttribute("frontend_attributes");
  }
  HLO_RETURN_IF_ERROR(CheckPairs({instruction, "V04", "frontend_attributes"}, *pairs));
  return pairs;
}

}  // namespace

// ---- rules ----

Result<Shape> InferSend(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireToken(context, "send.C1", 1));
  HLO_RETURN_IF_ERROR(CheckedPairs(context.instruction));
  HLO_RETURN_IF_ERROR(CheckTransferIterations(context.instruction));
  return BundleOf(context.operand(0));
}

Result<Shape> InferRecv(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireToken(context, "recv.C1", 0));
  HLO_RETURN_IF_ERROR(CheckedPairs(context.instruction));
  HLO_RETURN_IF_ERROR(CheckTransferIterations(context.instruction));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  if (declared->IsTuple() && declared->elements.size() == 3) {
    return BundleOf(declared->elements[0]);
  }
  return Fail("S05", "`recv`: the result must be (data, u32[], token[]), got {}",
              {ShapeText(*declared, false)})
      .AtResultShape();
}

Result<Shape> InferSendDone(const InferContext& context) {
  HLO_RETURN_IF_ERROR(DataOfBundle(context, "send-done.C1", Opcode::kSend));
  HLO_RETURN_IF_ERROR(CheckSameChannel(context, "send-done.C1", Opcode::kSend));
  return Shape::Token();
}

Result<Shape> InferRecvDone(const InferContext& context) {
  HLO_TRY(Shape data, DataOfBundle(context, "recv-done.C1", Opcode::kRecv));
  HLO_RETURN_IF_ERROR(CheckSameChannel(context, "recv-done.C1", Opcode::kRecv));
  return Shape::Tuple({std::move(data), Shape::Token()});
}

// ---- running ----

// The engine sets the context, the number in the middle.
Result<Literal> EvaluateSend(EvalContext& context) {
  std::vector<Literal> bundle = {context.TakeOperand(0),
                                 Literal::Scalar<uint32_t>(ElementType::kU32, 0), Literal::Token()};
  return Relabeled(Literal::Tuple(std::move(bundle)), context.shape());
}

// The peer: the target of a send or the source of a receive. A single device sends to itself.
Result<std::vector<int64_t>> ParticipantsOfTransfer(const Instruction& instruction,
                                                    const Topology& topology, int64_t device) {
  if (instruction.attributes.Bool(Attr::is_host_transfer) || IsSwitchedOff(instruction)) {
    return std::vector<int64_t>();
  }
  HLO_TRY(const std::optional<SourceTargetPairs> pairs, CheckedPairs(instruction));
  if (!pairs) {
    if (topology.devices() == 1) return std::vector<int64_t>{device};
    return Fail("V04", "`{}`: source-target pairs are required on {} devices",
                {instruction.op->name, topology.devices()})
        .WithNote(Format("write frontend_attributes={{}=\"{{0,1}}\"}", {kSourceTargetPairs}));
  }
  HLO_RETURN_IF_ERROR(CheckPairIds({instruction, "V04", "frontend_attributes"}, *pairs, topology));
  const GroupMode mode = ModeOf(instruction);
  const int64_t own = IdOf(mode, topology, device);
  const bool sends = instruction.op->communication == Communication::kSend;
  const std::optional<int64_t> other = sends ? TargetOf(*pairs, own) : SourceOf(*pairs, own);
  std::vector<int64_t> devices;
  if (other) AppendDevices(mode, topology, device, *other, devices);
  return devices;
}

}  // namespace hlo
