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

// Modules made by function calls instead of text; hlo/builder.h begins with an
// example.
namespace hlo::builder {

class Builder;

// A result shape that is not inferred from the operands alone: the whole of it, or, for a dot with
// another type of result, its element type.
struct Declared {
  const Shape* shape = nullptr;
  bool element_type_only = false;

  Declared() = default;
  Declared(const Shape* whole) : shape(whole) {}
  Declared(const Shape* given, bool type_only) : shape(given), element_type_only(type_only) {}
};

// Gives every name once: "add", then "add.1", "add.2".
class UniqueNames {
 public:
  // `wanted` itself, or with a number; as HLO text may spell it, other bytes become "_".
  std::string Take(std::string_view wanted);

 private:
  std::unordered_map<std::string, int64_t> taken_;  // and how many were given on its ground
};

// What a call has built: one instruction of a builder. A small handle, to be copied freely; it ends
// with the Build() of its builder.
class Value {
 public:
  Value() = default;

  // False for the value of a call that failed, and for one that no call has made.
  bool ok() const;
  Builder* builder() const { return builder_; }
  // Shape that the rules of the op gave; of a value that is not ok() the empty tuple.
  const Shape& shape() const;

 private:
  friend class Builder;
  Value(Builder* builder, Instruction* instruction)
      : builder_(builder), instruction_(instruction) {}

  Builder* builder_ = nullptr;
  Instruction* instruction_ = nullptr;
};

using Values = List<Value>;

// A finished computation, with all that it calls, for Reduce, While, Sort and their like; or the
// error that prevented it, which then becomes the error of the builder that uses it. To be copied
// freely; a builder that uses the same one several times holds one copy of its instructions.
class Function {
 public:
  Function(Result<ModulePtr> built);  // from Builder::Build(), without a word

  bool ok() const { return built_->ok(); }
  const Error& error() const { return built_->error(); }
  const Module& module() const { return *built_->value(); }

 private:
  std::shared_ptr<const Result<ModulePtr>> built_;
};

using Functions = List<Function>;
using NamedAttributes = std::vector<std::pair<Attr, AttributeValue>>;

// Collects the instructions of one computation. The functions of the headers beside this one add to
// it; each checks the rules of its op at once. The first error is kept, all that follows is left
// out, and Build() gives the error back, so that no call in between needs a test.
class Builder {
 public:
  explicit Builder(std::string name);  // of the module and of its entry computation
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  const std::string& name() const { return name_; }
  bool ok() const { return error_ == nullptr; }

  // How many devices the module is for, replicas of partitions, as its header will say; 1 and 1
  // unless it is called. Error V05 for less.
  void SetDevices(int64_t replicas, int64_t partitions);

  // The module, whose entry computation returns `root`, or the value made last. Errors: the first
  // of any call; N01 for a root of elsewhere; N08 for a gap in the parameter numbers; N09 when
  // there is no instruction; rules of started ops that nothing ends (async-start.C3, send.C2, ...).
  // Rules about several computations, such as the two ends of a channel, are checked when the
  // program is whole: api::Program::FromModule(). The builder is used up then.
  Result<ModulePtr> Build();
  Result<ModulePtr> Build(Value root);

  // An instruction of any op, for those that have no function of their own: the rules of the op
  // (ops reference) are checked and its shape inferred; `declared` is the result shape where it
  // does not follow from the operands. Errors: P02 for an unknown opcode, P06, P07, S05, S09, N01
  // for an operand of another builder, and the rules of the op.
  Value Add(std::string_view opcode, Values operands, NamedAttributes attributes = {},
            Declared declared = {});
  Value Add(Opcode opcode, Values operands, NamedAttributes attributes = {},
            Declared declared = {});
  // Argument `number` of the computation. Error N07 for a number that is negative or taken.
  Value AddParameter(int64_t number, const Shape& shape, std::string_view parameter_name);
  Value AddConstant(Literal value);

  // Makes `error` the error of the builder unless there is one. Returns a value that is not ok().
  Value ReportError(Error error);
  // The computation for an attribute of an instruction of this builder; nullptr after an error.
  Computation* Import(const Function& function);

 private:
  friend class Value;

  bool IsOpen();  // no error and not built; to add to a builder that has been built is an error
  Value Insert(Instruction* instruction, std::string_view name, Declared declared);
  Status TakeOperands(Values operands, Instruction& instruction) const;
  Computation* Clone(const Module& module);
  Value Failed() { return Value(this, nullptr); }

  std::string name_;
  ModulePtr module_;
  Computation* computation_;  // the one in work, first in the module until it is built
  UniqueNames instruction_names_, computation_names_;
  bool built_ = false;
  std::unique_ptr<Error> error_;
  // By the module of the function, which `functions_` keeps alive.
  std::unordered_map<const Module*, Computation*> imported_;
  std::vector<Function> functions_;
};

}  // namespace hlo::builder

#endif  // HLO_BUILDER_BUILDER_H_
