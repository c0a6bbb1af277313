// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_PARSER_H_
#define HLO_CORE_IMPORT_MLIR_PARSER_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/import/mlir/lexer.h"
#include "core/import/mlir/op_forms.h"
#include "core/import/mlir/tree.h"
#include "core/import/support/report.h"

namespace hlo::mlir {

// Reads the text of one module: pretty and generic forms, all spellings of imports reference,
// sections 3 and 10. Recovers at the next op after each fault; never aborts. Functions that return
// bool or a pointer report what is wrong and return false or nullptr.
class Parser {
 public:
  Parser(File& file, Report& report, SourceSpan part)
      : file_(file), report_(report), lexer_(file.source, part) {
    constexpr uint32_t kBytesOfAnOp = 128;
    scope_.reserve((part.end - part.begin) / kBytesOfAnOp);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // ---- parse_file.cc ----
  void ParseFile();

  // ---- parse_types.cc ----
  const Type* ParseType();

  // ---- parse_attributes.cc ----
  const Attribute* ParseAttribute();
  // "key = value, ..." up to the end of the part: the inside of #dialect.struct<...>.
  bool ParseStruct(std::vector<NamedAttribute>& entries);

  const Token& token() const { return lexer_.token(); }

 private:
  // What a name stands for at the place that is being read.
  struct Definition {
    Value* const* values = nullptr;  // the results of its group, or one block argument
    uint32_t count = 0;
    int depth = 0;  // of its region
  };
  struct Shadowed {
    std::string_view name;
    Definition before;  // of a region around; count 0: none
  };
  // The bracket that opens at the token, left again at the end of the scope; P10 beyond the limit.
  class Nest {
   public:
    explicit Nest(Parser& parser) : parser_(parser), ok_(parser.Enter()) {}
    ~Nest() { --parser_.nesting_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    bool ok() const { return ok_; }

   private:
    Parser& parser_;
    bool ok_;
  };

  // ---- parser.cc: tokens and reports ----
  bool Enter();
  std::string_view text() const { return lexer_.text(); }
  bool At(TokenKind kind) const { return token().kind == kind; }
  bool At(char byte) const {
    return token().kind == TokenKind::kPunctuation && token().byte == byte;
  }
  bool AtWord(std::string_view word) const { return At(TokenKind::kWord) && text() == word; }
  void Next() {
    last_end_ = token().end;
    lexer_.Next();
  }
  void MoveTo(uint32_t position) {
    last_end_ = position;
    lexer_.MoveTo(position);
  }
  bool Take(char byte) {
    if (!At(byte)) return false;
    Next();
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!AtWord(word)) return false;
    Next();
    return true;
  }
  bool Expect(char byte, std::string_view what);
  bool ExpectArrow();
  bool Unexpected(std::string_view expected);
  bool Fail(std::string_view code, SourceSpan span, std::string message);
  bool ReadInteger(uint64_t& magnitude);
  bool ReadSmall(uint32_t& number, uint32_t most, std::string_view what);
  bool CheckString(const Token& string);
  // One past the bracket that closes the one at `open`, or 0.
  uint32_t FindClose(SourceSpan open);
  // The inside of the brackets that open at the token; consumes them.
  bool TakeBalanced(SourceSpan& inside);

  // ---- parse_types.cc ----
  const Type* ParseTensor(std::string_view word, uint32_t begin);
  bool ParseTensorDims(Type& type);
  bool ParseEncoding(Type& type);
  bool ParseBounds(const Attribute& encoding, Type& type);
  const Type* ParseScalar(std::string_view word);
  const Type* ParseComplex(uint32_t begin);
  const Type* ParseTypeWithInputs(TypeKind kind, uint32_t begin);
  const Type* ParseDialectType();
  const Type* ParseTypeBehindWord();
  const Type* ParseFunctionType();
  bool ParseTypeList(std::vector<const Type*>& types);
  bool ParseTypesOrOne(std::vector<const Type*>& types);
  bool AtType() const;
  const Type* Finish(Type* type, uint32_t begin);
  const Type* FinishCompound(Type* type, uint32_t begin);

  // ---- parse_attributes.cc ----
  bool ParseAttributeInto(Attribute& attribute);
  bool ParseWordAttribute(Attribute& attribute);
  bool ParseNumber(Attribute& attribute);
  bool ParseList(std::vector<const Attribute*>& elements);
  bool ParseDenseArray(Attribute& attribute);
  bool ParseDense(Attribute& attribute);
  bool ParseDialectAttribute(Attribute& attribute);
  bool ParseOptionalType(Attribute& attribute);
  bool ParseDictionary(std::vector<NamedAttribute>& entries);
  bool ParseEntry(std::vector<NamedAttribute>& entries);
  bool ParseOptionalLocation(SourceSpan* body = nullptr);
  bool ParseLocation(SourceSpan* body);
  const Attribute* NewWord(AttributeKind kind);
  bool AtLocation() const;

  // ---- parse_file.cc ----
  void ParseTopLevel();
  bool ParseAlias();
  bool ParseModule();
  bool ParseGenericModule(const Op& op);
  bool ParseFunction();
  void AddFunction(Function* function);
  bool CheckBlockArguments(const Function& function, SourceSpan at);
  bool ParseFunctionHeader(Function& function);
  bool ParseFunctionArguments(Function& function, Region& region);
  bool ParseFunctionResults(Function& function);
  void ParseLooseOps();
  void DefineGenericFunction(const Op& op);
  bool ParseResources();
  void FinishFunctionBody(Function& function, Region& region);

  // ---- parse_op.cc ----
  Region* NewRegion(const Op* owner);
  void ParseOps(Region& region);
  bool ParseOp(Region& region);
  bool ParseOpInto(Op& op);
  void SetForm(Op& op);
  bool ParseResultNames(Op& op);
  bool ParseGeneric(Op& op);
  bool ParseTypeTail(Op& op);
  bool CheckOperandTypes(const Op& op, const std::vector<const Type*>& types);
  bool SetResultTypes(Op& op, const std::vector<const Type*>& types);
  bool ParseRegion(const Op* owner, Region*& region, bool has_arguments = false);
  bool ParseBlockArguments(Region& region, char close);
  Value* AddArgument(Region& region, std::string_view name, SourceSpan span, const Type* type);
  bool ParseUse(Op& op);
  bool ParseUses(Op& op, char close);
  Value* FindValue(const Token& use);
  Value* FailUndefined(const Token& use, std::string_view name);
  void Define(std::string_view name, SourceSpan span, Value* const* values, uint32_t count);
  void DefineResults(Op& op, bool is_faulty);
  void LeaveScope(size_t undo_size);
  void Recover(uint32_t begin);
  bool ReadDoubledTypes(Op& op, std::vector<const Type*>& types);

  // ---- parse_pretty.cc ----
  bool ParsePretty(Op& op);
  bool ParseItems(Op& op, const OpForm* form);
  bool ParseItem(Op& op, const OpForm* form, size_t& words);
  bool ParseBareWord(Op& op, const OpForm* form, size_t& words, bool is_value);
  bool ParseWordItem(Op& op, const OpForm* form, size_t& words);
  bool ParseItemValue(Op& op, const OpForm* form);
  bool ParsePairOfLists(Op& op, std::string_view key);
  bool ParseBrackets(Op& op, const OpForm* form);
  bool ParseParenthesized(Op& op, const OpForm* form, size_t& words);
  bool ParseReduce(Op& op);
  bool ParseReducer(Op& op);
  bool ParseWhile(Op& op);
  bool ParseConvolutionWindow(Op& op);
  const Attribute* TakeRaw(uint32_t begin);
  const Attribute* NumberList(const std::vector<int64_t>& numbers, SourceSpan span);
  bool ParseScan(Op& op);
  bool ParseManualComputation(Op& op);
  bool AtTail() const;
  void AddAttribute(Op& op, std::string_view name, const Attribute* value);

  File& file_;
  Report& report_;
  Lexer lexer_;
  uint32_t last_end_ = 0;
  int nesting_ = 0;
  Region* region_ = nullptr;            // that is being read
  bool typed_values_ = true;            // ": type" behind a value belongs to it
  bool synthesizes_arguments_ = false;  // loose ops: a name without definition is an argument
  std::unordered_map<std::string_view, const Type*> tensors_;  // by their text
  std::unordered_map<std::string_view, Definition> scope_;
  std::vector<Shadowed> undo_;
};

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_PARSER_H_
