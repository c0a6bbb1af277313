// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_BUILDER_H_
#define HLO_BUILDER_BUILDER_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hlo/attribute.h"
#include "hlo/builder/list.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/opcode.h"
#include "hlo/result.h"
#include "hlo/shape.h"

// Modules built by function calls instead of text; hlo/builder.h starts with an
// example.
namespace hlo::builder {

class Builder;

// A result shape that does not follow from the operands alone: the whole shape or, for a dot with
// another result type, its element type.
struct Declared {
  const Shape* shape = nullptr;
  bool element_type_only = false;

  Declared() = default;
  Declared(const Shape* whole) : shape(whole) {}
  Declared(const Shape* given, bool type_only) : shape(given), element_type_only(type_only) {}
};

// Makes names unique: "add", then "add.1", "add.2".
class UniqueNames {
 public:
  // `wanted` itself, or with a number appended; bytes that HLO text does not allow become "_".
  std::string Take(std::string_view wanted);

 private:
  std::unordered_map<std::string, int64_t> taken_;  // and the number of names derived from it
};

// The result of a call: one instruction of a builder. A small handle, copied freely; it becomes
// invalid with the Build() of its builder.
class Value {
 public:
  Value() = default;

  // False for the value of a failed call, and for a default-constructed one.
  bool ok() const;
  Builder* builder() const { return builder_; }
  // The inferred shape; the empty tuple for a value that is not ok().
  const Shape& shape() const;

 private:
  friend class Builder;
  Value(Builder* builder, Instruction* instruction)
      : builder_(builder), instruction_(instruction) {}

  Builder* builder_ = nullptr;
  Instruction* instruction_ = nullptr;
};

using Values = List<Value>;

// A finished computation with everything it calls, for Reduce, While, Sort and similar functions;
// or the error that prevented it, which then becomes the error of the builder that uses it. Copied
// freely; a builder that uses it several times has one copy of its instructions.
class Function {
 public:
  Function(Result<ModulePtr> built);  // from Builder::Build(); intentionally implicit

  bool ok() const { return built_->ok(); }
  const Error& error() const { return built_->error(); }
  const Module& module() const { return *built_->value(); }

 private:
  std::shared_ptr<const Result<ModulePtr>> built_;
};

using Functions = List<Function>;
using NamedAttributes = std::vector<std::pair<Attr, AttributeValue>>;

// Collects the instructions of one computation. The functions of the headers in this folder add to
// it; each checks the rules of its op at once. The first error is kept, later calls do nothing, and
// Build() returns the error, so that intermediate calls need no checks.
class Builder {
 public:
  explicit Builder(std::string_view name);  // of the module and of its entry computation
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  const std::string& name() const { return name_; }
  bool ok() const { return error_ == nullptr; }

  // Sets the numbers of replicas and partitions in the module's header, each 1 by default. Error
  // V05 for less than 1.
  void SetDevices(int64_t replicas, int64_t partitions);

  // The module, whose entry computation returns `root`, or the last created value. Errors: the
  // first of any call; N01 for a root of another builder; N08 for a gap in the parameter numbers;
  // N09 if there is no instruction; the rules of started ops that have no end (async-start.C3,
  // send.C2, ...). Rules that involve several computations, such as the two ends of a channel, are
  // checked for the whole program: api::Program::FromModule(). The builder cannot be used
  // afterwards.
  Result<ModulePtr> Build();
  Result<ModulePtr> Build(Value root);

  // An instruction of any op, for ops without a function of their own: checks the rules of the op
  // (ops reference) and infers its shape; `declared` is the result shape if it does not follow from
  // the operands. Errors: P02 for an unknown opcode, P06, P07, S05, S09, N01 for an operand of
  // another builder, and the rules of the op.
  Value Add(std::string_view opcode, Values operands, NamedAttributes attributes = {},
            Declared declared = {});
  Value Add(Opcode opcode, Values operands, NamedAttributes attributes = {},
            Declared declared = {});
  // Argument `number` of the computation. Error N07 for a number that is negative or taken.
  Value AddParameter(int64_t number, const Shape& shape, std::string_view parameter_name);
  Value AddConstant(Literal value);

  // Makes `error` the error of the builder unless it has one. Returns a value that is not ok().
  Value ReportError(Error error);
  // The computation for an attribute of an instruction of this builder; nullptr after an error.
  Computation* Import(const Function& function);

 private:
  friend class Value;

  bool IsOpen();  // no error and not built; adding to a builder that has been built is an error
  Value Insert(Instruction* instruction, std::string_view name, Declared declared);
  Status TakeOperands(Values operands, Instruction& instruction) const;
  Computation* Clone(const Module& module);
  Value Failed() { return Value(this, nullptr); }

  std::string name_;
  ModulePtr module_;
  Computation* computation_;  // the one being built, first in the module until Build()
  UniqueNames instruction_names_, computation_names_;
  bool built_ = false;
  std::unique_ptr<Error> error_;
  // By the module of the function, which `functions_` keeps alive.
  std::unordered_map<const Module*, Computation*> imported_;
  std::vector<Function> functions_;
};

}  // namespace hlo::builder

#endif  // HLO_BUILDER_BUILDER_H_
