// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_OP_DEF_H_
#define HLO_CORE_IR_OP_DEF_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/attribute.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo {

class EvalContext;              // core/ops/evaluate.h
class ExchangeContext;          // core/ops/exchange.h
struct Topology;                // core/ops/exchange.h
struct ControlState;            // core/ops/control/control.h
enum class ChainOp : uint8_t;   // core/kernels/chain.h
enum class ReduceOp : uint8_t;  // core/kernels/reduce.h

// The words of an enumeration, in canonical spelling; attributes store indices into the list.
using WordList = std::span<const std::string_view>;

// How an op uses one attribute.
struct AttributeSpec {
  Attr attr;
  const WordList* word_list = nullptr;  // for enums: the allowed words
  bool required = false;
  bool exact_case = true;    // words are case-sensitive
  bool of_operands = false;  // describes each operand, or parts of operands
  bool place_only = false;   // among the common ones: allowed only on ops that list it

  constexpr WordList words() const { return word_list != nullptr ? *word_list : WordList(); }
};

// The arguments in the parentheses of an instruction.
enum class ArgumentKind : uint8_t { kOperands, kParameterNumber, kLiteral };

// The input of a rule function.
struct InferContext {
  const Instruction& instruction;          // op, attributes, called computations
  std::span<const Shape* const> operands;  // shapes of the operands
  const Shape* declared = nullptr;         // result shape as written, or nullptr

  const Shape& operand(size_t i) const { return *operands[i]; }
  const Attributes& attributes() const;
};

// Checks every rule of the op and returns the result shape. The code of an error is a rule of the
// op ("pad.C3"), and its anchor names the part of the text at fault.
using InferFn = Result<Shape> (*)(const InferContext&);
// Computes the value. The instruction has passed Infer.
using EvaluateFn = Result<Literal> (*)(EvalContext&);

// How an op communicates with other devices or the host (collectives reference, sections 4, 6, 7).
enum class Communication : uint8_t {
  kNone,
  kRendezvous,  // gives its operands, waits for all participants, gets a result
  kStart,       // gives its operands and continues
  kDone,        // waits for the operation that its operand started
  kSend,        // puts its operand into the channel of a target and continues
  kReceive,     // announces that it is ready for the value of a source and continues
  kInfeed,      // takes the next value of the device's infeed queue
  kOutfeed,     // puts its operand into the device's outfeed queue
};

// Flattened ids of the devices that participate with `device` in this instruction, in group order,
// including itself; for a send its target, for a receive its source. Empty: it does not
// participate, and its result is zeros. The error code is V04.
using ParticipantsFn = Result<std::vector<int64_t>> (*)(const Instruction&, const Topology&,
                                                        int64_t device);
// One result per participant, in group order; for a start, the result of its done.
using ExchangeFn = Result<std::vector<Literal>> (*)(ExchangeContext&);

// For an op that runs computations as a whole: the next call (core/ops/control/control.h).
using NextCallFn = Result<void> (*)(EvalContext&, ControlState&);

// ---- a row of the op table ----

// Groups ops in the documentation.
enum class OpFamily : uint8_t {
  kUnary,
  kBinary,
  kSelect,
  kConversion,
  kMovement,
  kIndexing,
  kLinearAlgebra,
  kReduction,
  kNormalization,
  kRandom,
  kControl,
  kAsync,
  kEffects,
  kCollective,
  kDynamic,
};
std::string_view FamilyName(OpFamily family);  // "linear-algebra"

struct OperandCount {
  int min = 0;
  int max = 0;  // kAnyNumber if there is no limit
  static constexpr int kAnyNumber = -1;

  bool Allow(int64_t count) const { return count >= min && (max == kAnyNumber || count <= max); }
};

// The element type of the result of a unary or binary op.
enum class ResultElement : uint8_t {
  kSame,     // that of the operands
  kPart,     // for complex operands that of their parts, otherwise the same
  kComplex,  // the complex type with parts of that type
  kPred,
};

// How vector programs and scalar programs (core/engine/vector/vector_form.h) compile an op, unless
// the shapes of an instruction rule it out.
enum class VectorForm : uint8_t {
  kNone,  // not at all: the op is evaluated on whole arrays
  kStep,  // as one block function of its operands
  kConvert,
  kBitcast,  // to a type with the same number of bits
  kCopy,     // the elements of the operand in the same order
  kBroadcast,
  kIota,
  kConstant,  // with a single element
  kIdentity,  // the leaves of operand 0, of any shape
  kTuple,     // the leaves of all operands
  kElement,   // some of the leaves of the operand
  kNothing,   // a token: no leaves
  kInline,    // the leaves of the called computation
};

// The buffer that the result of an op may reuse at the last use of an operand.
enum class BufferReuse : uint8_t {
  kNone,
  kAnyOperand,  // of any operand with the dimensions and the element width of the result
  kForward,     // of operand 0, whose value is the result
  kUpdate,      // of operand 0, updated in place
};

// How core/engine/cost.h counts the arithmetic of an op.
enum class ArithmeticCost : uint8_t {
  kNone,
  kFlop,            // one FLOP per element of the result
  kTranscendental,  // one transcendental per element of the result
  kCalls,           // the cost of the called computations, including their bytes
  // Op-specific formulas.
  kFusion,
  kDot,
  kConvolution,
  kReduce,
  kReduceWindow,
  kSelectAndScatter,
  kScatter,
  kMap,
  kAllReduce,
  kFft,
  kSort,
  kCholesky,
  kTriangularSolve,
  kRandomBits,
  kLibraryCall,
};

// How core/engine/cost.h counts the bytes that an op accesses.
enum class MemoryCost : uint8_t {
  kOperandsAndResult,
  kNone,      // accesses no memory
  kPointers,  // writes one pointer per operand
  kSlice,     // reads as many bytes of operand 0 as it writes, and all other operands
  kUpdate,    // reads all operands but the first, writes operand 1
  kScatter,   // reads and writes as many elements as there are updates; reads indices and updates
};

// Everything that is known about an op except its implementation, used by the parser, the printer,
// the verifier, the engine, completion and documentation. The rows are in core/ops/table.
struct OpDef {
  Opcode opcode = {};
  std::string_view name = {};  // OpcodeName(opcode); the table fills in this and the next
  OpFamily family = {};
  std::string_view section = {};  // of the ops reference, "7.11"
  std::string_view summary = {};  // one line of documentation
  OperandCount operands = {};
  ArgumentKind arguments = ArgumentKind::kOperands;
  std::span<const AttributeSpec> attributes = {};  // in print order, without the common ones
  ElementTypeSet types = kArrayTypes;              // of the operands that the op computes with
  int rules = 0;                                   // rules C1..Cn of the ops reference
  bool shape_required = false;  // the result shape must be written (hlo-text reference 5.1)
  bool elementwise = false;
  bool commutative = false;
  bool side_effect = false;
  // Integer results never wrap: they fit the type of the operands.
  bool stays_in_range = false;
  ResultElement result_element = ResultElement::kSame;
  VectorForm vector_form = VectorForm::kNone;
  ChainOp chain_op = {};  // as a step of an f32 chain; kNone: by its block function, if any
  std::optional<ReduceOp> reduce_op = {};  // as a reducer that may group elements freely
  BufferReuse buffer_reuse = BufferReuse::kNone;
  ArithmeticCost arithmetic_cost = ArithmeticCost::kNone;
  MemoryCost memory_cost = MemoryCost::kOperandsAndResult;

  InferFn infer = nullptr;  // required in every row of the table
  // nullptr: running the op is error R07, unless it communicates. For a start: its value before its
  // done, from the operands of the device.
  EvaluateFn evaluate = nullptr;
  Communication communication = Communication::kNone;
  ParticipantsFn participants = nullptr;  // for collectives, starts, sends and receives
  ExchangeFn exchange = nullptr;          // for collectives and starts
  NextCallFn next_call = nullptr;

  bool RunsComputations() const { return next_call != nullptr; }
  bool CanRun() const { return evaluate != nullptr || communication != Communication::kNone; }

  const AttributeSpec* FindAttribute(Attr attr) const;
};

// The op table, defined in core/ops. FindOp returns nullptr for an unknown name.
const OpDef& GetOpDef(Opcode opcode);
// The row of an instruction with these attributes: that of its opcode, but for custom calls that
// depend on the devices.
const OpDef& GetOpDef(Opcode opcode, const Attributes& attributes);
const OpDef* FindOp(std::string_view name);
// Whether a start, an update, or a done of the op is an op of its own, such as `recv-done`: then
// the others are not shorthand for async ops.
bool HasOwnAsyncForm(const OpDef& op);
std::span<const OpDef> AllOps();  // by opcode

// Attributes that every instruction may carry (hlo-text reference 6.1), in print order.
std::span<const AttributeSpec> CommonAttributes();

}  // namespace hlo

#endif  // HLO_CORE_IR_OP_DEF_H_
