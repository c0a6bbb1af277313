// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// The end of the string that begins at `at` with a quote, behind its last quote.
size_t EndOfString(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What follows a key in `{uplo = 76 : ui8}` or `{"lower":true}`; empty if it is missing.
std::string_view AfterKey(const Attributes& attributes, std::string_view key) {
  const auto* config = attributes.Get<Config>(Attr::backend_config);
  const std::string_view text = config == nullptr ? std::string_view() : config->text;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"') {
      end = EndOfString(text, at);
    } else if (IsWordCharacter(text[at])) {
      while (end < text.size() && IsWordCharacter(text[end])) ++end;
    }
    std::string_view word = text.substr(at, end - at);
    if (word.size() >= 2 && word.front() == '"') word = word.substr(1, word.size() - 2);
    at = end;
    if (word != key) continue;
    const size_t colon = text.find_first_not_of(' ', end);
    if (colon == text.npos || (text[colon] != ':' && text[colon] != '=')) continue;
    const size_t value = text.find_first_not_of("\" ", colon + 1);
    return value == text.npos ? std::string_view() : text.substr(value);
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
  const std::string_view rest = AfterKey(context.attributes(), key);
  return rest.substr(0, rest.find_first_of(",:\"} "));
}

std::vector<int64_t> ConfigNumbers(const Attributes& attributes, std::string_view key) {
  std::vector<int64_t> numbers;
  std::string_view list = AfterKey(attributes, key);
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
