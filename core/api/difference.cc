// SPDX-License-Identifier: Apache-2.0
// What changed between two programs, such as before and after a pass of a compiler.
#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/api/instruction_matching.h"
#include "core/api/program_impl.h"
#include "core/api/value_origins.h"
#include "core/base/checked.h"
#include "core/base/json_writer.h"
#include "core/text/text.h"

namespace hlo::api {
namespace {

// The computations, or the instructions, that an attribute names.
template <class T>
std::vector<T*> Named(const AttributeValue& value) {
  if (const auto* list = value.As<std::vector<T*>>()) return *list;
  if constexpr (std::is_same_v<T, Computation>) {
    const auto* one = value.As<T*>();
    if (one != nullptr && *one != nullptr) return {*one};
  }
  return {};
}

bool EqualLiterals(const Literal* a, const Literal* b) {
  return a == nullptr || b == nullptr ? a == b : EqualBits(*a, *b);
}

class Comparison {
 public:
  Comparison(const Module& before, const Module& after)
      : before_(before),
        after_(after),
        matching_(MatchInstructions(before, after)),
        old_origins_(before),
        new_origins_(after) {}

  ProgramDifference Run();

 private:
  void Compare(const Computation& before, const Computation& after);
  void AddRemoved(const Computation& before, size_t& next, size_t end);
  void Add(const Instruction& after);
  void Push(const Instruction* before, const Instruction* after, std::vector<std::string> what);
  std::vector<std::string> Changes(const Instruction& before, const Instruction& after) const;
  void CompareShapes(const Shape& before, const Shape& after,
                     std::vector<std::string>& changes) const;
  void CompareAttributes(const Instruction& before, const Instruction& after,
                         std::vector<std::string>& changes) const;
  template <class T>
  bool EqualNames(const AttributeValue& before, const AttributeValue& after) const;
  bool EqualAttribute(const Instruction& before, const Attribute& old_value,
                      const Instruction& after, const Attribute& new_value) const;
  bool EqualOperands(const Instruction& before, const Instruction& after) const;

  const Module& before_;
  const Module& after_;
  const Matching matching_;
  const ValueOrigins old_origins_, new_origins_;
  ProgramDifference difference_;
};

bool Comparison::EqualOperands(const Instruction& before, const Instruction& after) const {
  if (before.operands.size() != after.operands.size()) return false;
  for (size_t i = 0; i < before.operands.size(); ++i) {
    if (matching_.AfterOf(*before.operands[i]) == after.operands[i]) continue;
    if (matching_.AreEqual(*before.operands[i], *after.operands[i])) continue;
    const Instruction& old_origin = old_origins_.Of(*before.operands[i]);
    if (matching_.AfterOf(old_origin) != &new_origins_.Of(*after.operands[i])) return false;
  }
  return true;
}

void Comparison::CompareShapes(const Shape& before, const Shape& after,
                               std::vector<std::string>& changes) const {
  if (ShapeText(before, false) != ShapeText(after, false)) {
    changes.push_back("shape");
  } else if (ShapeText(before) != ShapeText(after)) {
    changes.push_back("layout");
  }
}

bool Comparison::EqualAttribute(const Instruction& before, const Attribute& old_value,
                                const Instruction& after, const Attribute& new_value) const {
  if (!NamesOthers(old_value)) {
    return PrintAttributeValue(before, old_value) == PrintAttributeValue(after, new_value);
  }
  return EqualNames<Computation>(old_value.value, new_value.value) &&
         EqualNames<Instruction>(old_value.value, new_value.value);
}

// Whether the lists name counterparts.
template <class T>
bool Comparison::EqualNames(const AttributeValue& before, const AttributeValue& after) const {
  const std::vector<T*> old_list = Named<T>(before), new_list = Named<T>(after);
  return std::equal(old_list.begin(), old_list.end(), new_list.begin(), new_list.end(),
                    [&](const T* a, const T* b) { return matching_.AfterOf(*a) == b; });
}

void Comparison::CompareAttributes(const Instruction& before, const Instruction& after,
                                   std::vector<std::string>& changes) const {
  const auto add = [&](const Attribute& attribute) {
    if (attribute.attr != Attr::metadata) changes.emplace_back(Info(attribute.attr).name);
  };
  for (const Attribute& attribute : after.attributes.all()) {
    const Attribute* old_value = before.attributes.Find(attribute.attr);
    if (old_value == nullptr || !EqualAttribute(before, *old_value, after, attribute)) {
      add(attribute);
    }
  }
  for (const Attribute& attribute : before.attributes.all()) {
    if (!after.attributes.Has(attribute.attr)) add(attribute);
  }
}

std::vector<std::string> Comparison::Changes(const Instruction& before,
                                             const Instruction& after) const {
  std::vector<std::string> changes;
  if (before.opcode() != after.opcode()) changes.push_back("opcode");
  CompareShapes(*before.shape, *after.shape, changes);
  if (before.parameter_number != after.parameter_number) changes.push_back("number");
  if (!EqualLiterals(before.literal.get(), after.literal.get())) changes.push_back("value");
  if (!EqualOperands(before, after)) changes.push_back("operands");
  CompareAttributes(before, after, changes);
  if (matching_.AfterOf(*before.parent) != after.parent) {
    changes.push_back("computation");
  } else if ((before.parent->root == &before) != (after.parent->root == &after)) {
    changes.push_back("root");
  }
  return changes;
}

void Comparison::Push(const Instruction* before, const Instruction* after,
                      std::vector<std::string> what) {
  const Computation* computation = (after == nullptr ? before : after)->parent;
  if (after == nullptr && matching_.AfterOf(*computation) != nullptr) {
    computation = matching_.AfterOf(*computation);
  }
  difference_.changes.push_back({before == nullptr ? -1 : before->Number(),
                                 after == nullptr ? -1 : after->Number(), computation->name,
                                 std::move(what)});
}

void Comparison::Add(const Instruction& after) {
  const Instruction* before = matching_.BeforeOf(after);
  if (before == nullptr) {
    Push(nullptr, &after, {});
    return;
  }
  std::vector<std::string> changes = Changes(*before, after);
  if (changes.empty()) {
    ++difference_.unchanged;
  } else {
    Push(before, &after, std::move(changes));
  }
}

void Comparison::AddRemoved(const Computation& before, size_t& next, size_t end) {
  for (; next < end; ++next) {
    const Instruction& instruction = *before.instructions[next];
    if (matching_.AfterOf(instruction) == nullptr) {
      Push(&instruction, nullptr, {});
    }
  }
}

// What was removed stands before what followed it.
void Comparison::Compare(const Computation& before, const Computation& after) {
  size_t next = 0;
  for (const Instruction* instruction : after.instructions) {
    const Instruction* old_instruction = matching_.BeforeOf(*instruction);
    if (old_instruction != nullptr && old_instruction->parent == &before) {
      AddRemoved(before, next, static_cast<size_t>(old_instruction->index));
    }
    Add(*instruction);
  }
  AddRemoved(before, next, before.instructions.size());
}

ProgramDifference Comparison::Run() {
  for (const auto& computation : after_.computations) {
    const Computation* before = matching_.BeforeOf(*computation);
    if (before != nullptr) {
      Compare(*before, *computation);
    } else {
      for (const Instruction* instruction : computation->instructions) Add(*instruction);
    }
  }
  for (const auto& computation : before_.computations) {
    size_t next = 0;
    if (matching_.AfterOf(*computation) == nullptr) {
      AddRemoved(*computation, next, computation->instructions.size());
    }
  }
  return std::move(difference_);
}

bool IsComparable(const Program& program) {
  return program.module() != nullptr && program.module()->entry != nullptr;
}

int64_t InstructionCount(const Module& module) {
  int64_t count = 0;
  for (const auto& computation : module.computations) {
    count += static_cast<int64_t>(computation->instructions.size());
  }
  return count;
}

void WriteProgram(JsonWriter& json, const Program& program) {
  const Module& module = *program.module();
  json.BeginObject();
  json.Key("instructions").Int(InstructionCount(module));
  json.Key("computations").Int(static_cast<int64_t>(module.computations.size()));
  if (const std::optional<CostTotals> totals = program.TotalCost()) {
    json.Key("flops").Int(totals->flops);
    json.Key("bytes").Int(
        CheckedAdd(totals->bytes_read, totals->bytes_written).value_or(INT64_MAX));
    json.Key("peakBytes").Int(totals->peak_bytes);
  }
  json.EndObject();
}

std::string LineOf(const Program& program, int64_t number) {
  if (number < 0) return "";
  PrintOptions options(PrintMode::kCanonical);
  options.large_constants = false;
  options.metadata = false;
  return PrintInstruction(*program.module()->InstructionAt(number), options);
}

std::string ComputationOf(const Program& program, int64_t number) {
  return number < 0 ? "" : program.module()->InstructionAt(number)->parent->name;
}

}  // namespace

std::optional<ProgramDifference> Difference(const Program& before, const Program& after) {
  if (!IsComparable(before) || !IsComparable(after)) return std::nullopt;
  return Comparison(*before.module(), *after.module()).Run();
}

std::string DifferenceText(const Program& before, const Program& after,
                           const ProgramDifference& difference) {
  std::string text;
  const auto add = [&](std::string_view sign, const Program& program, int64_t number) {
    if (number < 0) return;
    text += std::string(sign) + ComputationOf(program, number) + ": " + LineOf(program, number);
    text += '\n';
  };
  for (const InstructionChange& change : difference.changes) {
    const bool moved_alone = change.what.size() == 1 && change.what[0] == "computation";
    if (!moved_alone) add("- ", before, change.before);
    add("+ ", after, change.after);
    if (change.what.empty()) continue;
    text += "  changed: ";
    for (const std::string& what : change.what) {
      if (&what != &change.what[0]) text += ", ";
      text += what;
      if (what == "computation") text += " (was " + ComputationOf(before, change.before) + ")";
    }
    text += '\n';
  }
  return text;
}

std::string DifferenceJson(const Program& before, const Program& after,
                           const ProgramDifference& difference) {
  std::string out;
  JsonWriter json(out);
  json.BeginObject().Key("programs").BeginArray();
  WriteProgram(json, before);
  WriteProgram(json, after);
  json.EndArray().Key("unchanged").Int(difference.unchanged).Key("changes").BeginArray();
  for (const InstructionChange& change : difference.changes) {
    json.BeginObject();
    json.Key("before").Int(change.before).Key("after").Int(change.after);
    json.Key("computation").String(change.computation);
    json.Key("from").String(ComputationOf(before, change.before));
    json.Key("what").BeginArray();
    for (const std::string& what : change.what) json.String(what);
    json.EndArray();
    json.Key("lines").BeginArray();
    json.String(LineOf(before, change.before));
    json.String(LineOf(after, change.after)).EndArray();
    json.EndObject();
  }
  json.EndArray().EndObject();
  return out;
}

}  // namespace hlo::api
