// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_config.h"

#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// What follows a key in `{uplo = 76 : ui8}` or `{"lower":true}`; empty if it is missing.
std::string_view AfterKey(const EvalContext& context, std::string_view key) {
  const auto* config = context.attributes().Get<Config>(Attr::backend_config);
  const std::string_view text = config == nullptr ? std::string_view() : config->text;
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view rest = text.substr(at + key.size());
    const size_t value = rest.find_first_not_of("\"=: ");
    const bool starts = at == 0 || std::string_view("{,\" ").find(text[at - 1]) != text.npos;
    if (starts && value != rest.npos && rest.substr(0, value).find_first_of("=:") != rest.npos) {
      return rest.substr(value);
    }
  }
  return {};
}

}  // namespace

std::string_view TargetOf(const EvalContext& context) {
  return context.attributes().String(Attr::custom_call_target);
}

Error BadShapes(const EvalContext& context, std::string_view wanted) {
  return Fail(
      "R08", "`custom-call`: `{}` must {}, got {} operands and the result {}",
      {TargetOf(context), wanted, context.operand_count(), ShapeText(context.shape(), false)});
}

std::string_view ConfigValue(const EvalContext& context, std::string_view key) {
  const std::string_view rest = AfterKey(context, key);
  return rest.substr(0, rest.find_first_of(",:\"} "));
}

std::vector<int64_t> ConfigNumbers(const EvalContext& context, std::string_view key) {
  std::vector<int64_t> numbers;
  std::string_view list = AfterKey(context, key);
  if (!list.starts_with('[')) return numbers;
  list = list.substr(0, list.find(']'));
  for (size_t at = 0; (at = list.find_first_of("0123456789", at)) != list.npos;) {
    int64_t number = 0;
    const char* begin = list.data() + at;
    const auto parsed = std::from_chars(begin, list.data() + list.size(), number);
    if (parsed.ec != std::errc()) return {};
    numbers.push_back(number);
    at += static_cast<size_t>(parsed.ptr - begin);
  }
  return numbers;
}

Result<Literal> EvaluateAs(EvalContext& context, Opcode opcode, const Shape& result,
                           Attributes attributes, std::vector<Literal> operands) {
  Instruction instruction = context.instruction();
  instruction.op = &GetOpDef(opcode);
  instruction.attributes = std::move(attributes);
  instruction.shape = &result;
  std::vector<Literal*> pointers;
  std::vector<const Shape*> shapes;
  for (Literal& operand : operands) {
    pointers.push_back(&operand);
    shapes.push_back(&operand.shape());
  }
  HLO_TRY(const Shape inferred, instruction.op->infer({instruction, shapes, &result}));
  if (!Compatible(inferred, result)) {
    return BadShapes(context, "return " + ShapeText(inferred, false));
  }
  const std::array<bool, 4> last_use = {true, true, true, true};
  EvalContext inner(instruction, pointers, {last_use.data(), pointers.size()}, context.runtime());
  return instruction.op->evaluate(inner);
}

}  // namespace hlo
