// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_MODULE_READER_H_
#define HLO_CORE_TEXT_READER_MODULE_READER_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/text/reader/reader.h"
#include "core/text/reader/verify.h"

namespace hlo {

struct ParsedInstruction;

// One operand in parentheses: a name, or a nested instruction, with or without its shape.
struct ParsedOperand {
  WrittenShape shape;
  SourceSpan span;
  std::string_view name;  // empty for a nested instruction or a bare shape
  std::unique_ptr<ParsedInstruction> nested;
  bool is_element = false;  // `nested` is written as x#1
};

// A name in an attribute, to be looked up once the whole instruction has been read.
struct PendingName {
  size_t attribute = 0;  // index in ParsedInstruction::attributes
  size_t place = 0;      // index in the attribute's list
  std::string_view name;
  SourceSpan span;
};

// One instruction as written, before any name is looked up.
struct ParsedInstruction {
  const Computation* computation = nullptr;  // for looking names up, if known
  bool is_root = false;
  SourceSpan root;
  std::string_view name;  // without "%"; points into the text
  SourceSpan name_span;
  WrittenShape shape;
  const OpDef* op = nullptr;
  const OpDef* wrapped = nullptr;  // async shorthand "X-start": the op X, and `op` is async-start
  SourceSpan opcode;
  std::vector<ParsedOperand> operands;
  int64_t parameter_number = -1;
  SourceSpan argument;
  std::shared_ptr<const Literal> literal;
  std::vector<Attribute> attributes;
  std::vector<PendingName> pending;
  SourceSpan misspelled;  // an unknown attribute that seems to mean one of the op's own
  SourceSpan whole;

  // Resets it, but keeps the memory of its lists for the next instruction.
  void Clear();
};

// A parameter of a program shape.
struct ProgramParameter {
  WrittenShape shape;
};
struct ProgramShape {
  bool written = false;
  std::vector<ProgramParameter> parameters;
  SourceSpan open;  // its "("
  WrittenShape result;
};

// The computation being read.
struct Scope {
  Computation* computation = nullptr;
  SourceSpan open;          // its "{"
  bool has_fault = false;   // one of its instructions was rejected
  size_t instructions = 0;  // includes rejected ones
  SourceSpan root;          // the "ROOT" or the name of the root
  std::unordered_map<int64_t, SourceSpan> parameter_numbers;
  // Instructions with an error (null: nothing is known about them), and instructions that use one
  // (kept aside for their shape). References to the former are not reported again.
  std::unordered_map<std::string_view, Instruction*> aside;
  std::unordered_set<std::string_view> undefined;  // names already reported as N01
  std::string_view current;  // the instruction whose names are being looked up
  bool seems_open = false;   // an inline body that uses outer instructions is missing its "}"
  std::unordered_map<std::string, int64_t> last_suffix;  // for generated names
  // The instructions that stand for x#1, by this text: one for all uses.
  std::unordered_map<std::string_view, Instruction*> elements;
};

// Reads a whole text into a module. The work is split over several files: the header, computations,
// instructions, attributes; then names, rules, and the module as a whole.
class ModuleReader {
 public:
  ModuleReader(std::string_view source, const ParseOptions& options, Module& module)
      : reader_(source, options, module), module_(module) {}

  void Read();
  std::vector<Diagnostic> TakeDiagnostics() { return reader_.TakeDiagnostics(); }
  std::vector<FaultyInstruction> TakeFaulty() { return std::move(faulty_); }
  std::unordered_set<const Computation*> TakeWithoutRoot() { return std::move(without_root_); }

 private:
  // How reading the body of a computation ended: with its brace, without it behind a whole
  // instruction, or after an error.
  enum class BodyEnd : uint8_t { kClosed, kUnclosed, kCut };

  // ---- module_reader.cc ----
  void ReportNulBytes();
  bool AtComputation() const;
  bool AtFaultyComputation() const;
  void ReadComputations();
  // Reports the header of another module.
  bool AtSecondModule();
  void ChooseEntry();
  void CheckModule(bool sure_of_entry);
  bool FailStart();

  // ---- read_header.cc ----
  void ReadHeader();
  bool ReadHeaderAttributes();
  bool ReadHeaderAttribute(std::string_view name);
  bool ReadAliases();
  bool ReadDonors();
  bool ReadEntryLayout();
  bool ReadBoolOrList(std::vector<bool>& flags);
  bool ReadFrameTables();

  // ---- read_computation.cc ----
  void ReadComputation();
  bool ReadComputationHeader(bool& is_entry, Computation*& computation, ProgramShape& program);
  bool FailEntryWord();
  bool ReadProgramShape(ProgramShape& program);
  bool ReadExecutionThread(Computation& computation);
  BodyEnd ReadBody(Computation& computation, SourceSpan open, const ProgramShape& program);
  BodyEnd ReadBodyInstructions(Scope& scope);
  bool AtNextComputation() const;
  void FailUnclosed(SourceSpan open, const Computation* computation);
  bool FailOpenBody(Scope& scope);
  void FinishBody(Scope& scope, const ProgramShape& program, SourceSpan close);
  void CheckParameterNumbers(Scope& scope);
  void CheckProgramShape(Scope& scope, const ProgramShape& program);
  void CheckStartedOps(Scope& scope);
  Computation* ReadInlineComputation(const ParsedInstruction& user);
  // Moves it after the computations that were read inside it: callees precede callers.
  void MoveToEnd(const Computation* computation);

  // ---- read_instruction.cc ----
  bool ReadInstruction(ParsedInstruction& parsed);
  bool ReadInstructionName(ParsedInstruction& parsed);
  bool ReadOpcode(ParsedInstruction& parsed);
  bool ReadArguments(ParsedInstruction& parsed);
  bool ReadConstantArgument(ParsedInstruction& parsed);
  bool ReadOperands(ParsedInstruction& parsed);
  bool ReadOperand(ParsedOperand& operand);
  bool ReadElement(ParsedOperand& operand);
  void Recover(const ParsedInstruction& parsed);
  void SkipLostBody(const ParsedInstruction& parsed);

  // ---- read_attribute.cc ----
  bool ReadAttributes(ParsedInstruction& parsed);
  bool AtAttributeWithoutComma(const ParsedInstruction& parsed) const;
  bool ReadAttribute(ParsedInstruction& parsed);
  bool ReadAttributeValue(const AttributeSpec& spec, ParsedInstruction& parsed,
                          Attribute& attribute);
  bool ReadComputationValue(ParsedInstruction& parsed, size_t place, Computation*& computation);
  bool ReadComputations(ParsedInstruction& parsed, Attribute& attribute);
  bool ReadInstructionNames(ParsedInstruction& parsed, Attribute& attribute);
  bool ReadUnknownAttribute(Attribute& attribute);
  bool ReadRawValue(std::string& text);

  // ---- resolve.cc ----
  // Looks up names, checks the instruction and adds it to the computation.
  // False if the instruction is not added: it has an error, or uses an instruction with one.
  bool Resolve(Scope& scope, ParsedInstruction& parsed);
  void KeepFaulty(const Scope& scope, const ParsedInstruction& parsed);
  Instruction* ResolveInstruction(Scope& scope, ParsedInstruction& parsed, std::string name);
  bool ResolveOperands(Scope& scope, ParsedInstruction& parsed, Instruction& instruction,
                       bool& uses_fault, bool& uses_aside);
  Instruction* ResolveNested(Scope& scope, ParsedOperand& operand);
  bool CheckOperandShapes(const ParsedInstruction& parsed, const Instruction& instruction);
  bool ResolvePending(Scope& scope, ParsedInstruction& parsed, bool& uses_fault, bool& uses_aside);
  bool ResolveComputation(ParsedInstruction& parsed, const PendingName& pending, bool& uses_fault);
  bool CheckName(Scope& scope, const ParsedInstruction& parsed);
  bool CheckRoot(Scope& scope, const ParsedInstruction& parsed);
  bool CheckParameterNumber(Scope& scope, const ParsedInstruction& parsed);
  std::string UniqueName(Scope& scope, const std::string& name);
  std::string UniqueComputationName(const std::string& name);

  // ---- undefined.cc ----
  bool FailUndefined(Scope& scope, std::string_view name, SourceSpan span);
  bool FailUndefinedComputation(std::string_view name, SourceSpan span);

  // ---- check_instruction.cc: the rules for the instruction being read ----
  // Reports the error, or the misspelled attribute that it seems to come from.
  bool FailRule(const ParsedInstruction& parsed, Diagnostic diagnostic);
  bool Pass(const Instruction& instruction, const Status& status);
  bool CheckForm(const ParsedInstruction& parsed);
  // Infers the shape and compares it with the written one; sets instruction.shape.
  bool InferShape(const ParsedInstruction& parsed, Instruction& instruction);
  // Checks a collective against the number of devices in the header.
  bool CheckParticipants(const Instruction& instruction);
  bool CheckAsync(const Instruction& instruction);

  // ---- async.cc ----
  // "X-start", "X-update" or "X-done" of an op X without such opcodes of its own.
  static const OpDef* FindWrapped(std::string_view opcode, const OpDef*& wrapper);
  bool ExpandAsync(const ParsedInstruction& parsed, Instruction& instruction);
  bool WrapStarted(const ParsedInstruction& parsed, Instruction& instruction);
  bool CheckContinued(const ParsedInstruction& parsed, const Instruction& instruction);

  // ---- single_instruction.cc ----
  void ReadSingleInstruction();
  bool ReadNamelessInstruction(ParsedInstruction& parsed);
  bool AddSingleOperands(Scope& scope, ParsedInstruction& parsed);
  bool GuessOperandShapes(ParsedInstruction& parsed);
  bool OperandsFollowResult(const ParsedInstruction& parsed);
  void SynthesizeComputations(ParsedInstruction& parsed);
  bool SignatureFits(const ParsedInstruction& parsed, const Attribute& attribute,
                     const std::vector<Shape>& parameters, const Shape& result);
  void FillSynthesized(Computation& computation, const std::vector<Shape>& parameters,
                       const Shape& result);

  Reader reader_;
  Module& module_;
  bool single_ = false;                     // the text is one instruction
  std::vector<std::string> operand_names_;  // for its unnamed operands
  int bodies_ = 0;                          // nested bodies being read
  uint32_t balanced_until_ = 0;             // no body before this position lacks its brace
  SourceSpan entry_span_;
  std::unordered_map<std::string_view, SourceSpan> header_names_;  // header attributes
  std::vector<FaultyInstruction> faulty_;
  std::unordered_set<const Computation*> without_root_;
  std::unordered_set<std::string_view> faulty_computations_;     // names
  std::unordered_set<std::string_view> undefined_computations_;  // already reported as N02
  std::unordered_set<std::string_view> reserved_names_;          // names of instructions
  bool skipped_computation_ = false;                             // it may have been the entry
  std::unordered_set<const Computation*> finished_;
  AsyncVerifier async_;
  std::unordered_map<std::string, int64_t> last_suffix_;  // for generated names
};

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_MODULE_READER_H_
