// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_OP_DEF_H_
#define HLO_CORE_IR_OP_DEF_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/attribute.h"
#include "core/shape/shape.h"

namespace hlo {

class EvalContext;      // core/ops/evaluate.h
class ExchangeContext;  // core/ops/exchange.h
struct Topology;        // core/ops/exchange.h
struct ControlState;    // core/ops/control.h

// How an op uses one attribute.
struct AttributeSpec {
  Attr attr;
  bool required = false;
  std::vector<std::string_view> words;  // for enums: what may stand there, canonical spelling
  bool exact_case = true;               // words are matched with regard to case
  bool of_operands = false;             // says something of each operand, or of parts of them
  bool place_only = false;              // among the common ones: only ops that list it take it
};

// What stands between the parentheses of an instruction.
enum class ArgumentKind : uint8_t { kOperands, kParameterNumber, kLiteral };

// What a rule function may look at.
struct InferContext {
  const Instruction& instruction;            // op, attributes, called computations
  std::span<const Shape* const> operands;    // shapes of the operands
  const Shape* declared = nullptr;           // result shape as written, or nullptr

  const Shape& operand(size_t i) const { return *operands[i]; }
  const Attributes& attributes() const;
};

// Checks every rule of the op and returns the result shape; the error's code is a rule of the op
// ("pad.C3") and its anchor says which part of the text is at fault.
using InferFn = Result<Shape> (*)(const InferContext&);
// Computes the value. The instruction has passed Infer.
using EvaluateFn = Result<Literal> (*)(EvalContext&);

// How an op deals with other devices or the host (collectives reference, sections 4, 6 and 7).
enum class Communication : uint8_t {
  kNone,
  kMeeting,  // gives its operands, waits until all members came, gets a result
  kStart,    // gives its operands and goes on
  kDone,     // waits for what its operand started
  kSend,     // puts its operand into the channel of a target and goes on
  kReceive,  // says that it is ready for the value of a source and goes on
  kInfeed,   // takes the next value of the device's infeed queue
  kOutfeed,  // puts its operand into the device's outfeed queue
};

// Flattened ids of the devices that meet `device` at this instruction, in group order, itself
// included; of a send its target, of a receive its source. Empty: it meets nobody, and its result
// is zeros. The error's code is V04.
using MembersFn = Result<std::vector<int64_t>> (*)(const Instruction&, const Topology&,
                                                   int64_t device);
// One result a member, in group order; of a start what its done gives.
using ExchangeFn = Result<std::vector<Literal>> (*)(ExchangeContext&);

// Of an op that runs computations as a whole: which call comes next (core/ops/control.h).
using NextCallFn = Result<void> (*)(EvalContext&, ControlState&);

// One row of the op table: all that parser, printer, verifier, completion and documentation know
// about an opcode.
struct OpDef {
  std::string_view name;      // "pad"
  int min_operands = 0;
  int max_operands = 0;       // -1: any number
  ArgumentKind arguments = ArgumentKind::kOperands;
  std::vector<AttributeSpec> attributes;  // in print order, without the common ones
  ElementTypeSet types;       // element types of the operands that the op computes with
  std::string_view type_words;
  int rules = 0;              // rules C1..Cn of the ops reference
  bool shape_required = false;  // the result shape must be written (hlo-text reference 5.1)
  bool elementwise = false;
  bool commutative = false;
  bool side_effect = false;
  std::string_view section;   // of the ops reference, "7.11"
  std::string_view summary;   // one line for people
  std::string_view family;    // unary, binary, movement, ...: groups the documentation
  InferFn infer = nullptr;    // nullptr: the op is read and printed, its rules are not known yet
  // nullptr: running it is error R07, unless it communicates. Of a start: the value it has before
  // its done; the operands are those of the device.
  EvaluateFn evaluate = nullptr;
  Communication communication = Communication::kNone;
  MembersFn members = nullptr;    // of meetings, starts, sends and receives
  ExchangeFn exchange = nullptr;  // of meetings and starts
  NextCallFn next_call = nullptr;

  bool CanRun() const { return evaluate != nullptr || communication != Communication::kNone; }

  const AttributeSpec* FindAttribute(Attr attr) const;
};

// The table; defined in core/ops. FindOp returns nullptr for an unknown name.
const OpDef* FindOp(std::string_view name);
std::span<const OpDef> AllOps();

// Attributes that every instruction may carry (hlo-text reference 6.1), in print order.
std::span<const AttributeSpec> CommonAttributes();

}  // namespace hlo

#endif  // HLO_CORE_IR_OP_DEF_H_
