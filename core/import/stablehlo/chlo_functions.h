// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_STABLEHLO_CHLO_FUNCTIONS_H_
#define HLO_CORE_IMPORT_STABLEHLO_CHLO_FUNCTIONS_H_

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "hlo/element_type.h"
#include "hlo/opcode.h"

namespace hlo::stablehlo {

// Writes the instructions of one scalar function: every call adds a line.
class ScalarFunction {
 public:
  struct Value {
    int number = -1;
  };

  ScalarFunction(ElementType type, std::string& text) : type_(type), text_(text) {}

  ElementType type() const { return type_; }

  Value Parameter(int number);
  Value Number(std::string_view value);
  Value Of(Opcode opcode, std::initializer_list<Value> operands, std::string_view attributes = "");
  // In another type than that of the function.
  Value OfType(std::string_view type, Opcode opcode, std::initializer_list<Value> operands,
               std::string_view attributes = "");
  Value NumberOf(std::string_view type, std::string_view value);
  Value Is(std::string_view direction, Value a, Value b);
  Value Choose(Value predicate, Value yes, Value no) {
    return Of(Opcode::kSelect, {predicate, yes, no});
  }
  // Horner's rule, from the first coefficient.
  Value Polynomial(Value x, std::span<const std::string_view> coefficients);
  Value Call(std::string_view function, std::initializer_list<Value> operands);
  // The last line is the root.
  void Finish(Value root);

 private:
  std::string Name(Value value) const;
  Value Add(std::string_view type, Opcode opcode, std::string_view operands,
            std::string_view attributes);

  ElementType type_;
  std::string& text_;
  int count_ = 0;
};

// The body of chlo.NAME for f64, or for the type of a next_after (imports reference 9); the
// functions that it calls are listed by CalledFunctions and have the names of FunctionName.
std::string FunctionText(std::string_view name, ElementType type);
std::span<const std::string_view> CalledFunctions(std::string_view name);
// "chlo.lgamma.f64".
std::string FunctionName(std::string_view name, ElementType type);
int ParameterCount(std::string_view name);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_STABLEHLO_CHLO_FUNCTIONS_H_
