// SPDX-License-Identifier: Apache-2.0
// Where the values of two programs part, such as before and after a pass of a compiler.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/api/instruction_matching.h"
#include "core/api/value_origins.h"
#include "core/base/json_writer.h"
#include "core/ir/module.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// Values that come out of deeper nests of calls count as first.
constexpr int kMaxLevels = 100;

size_t Place(const Instruction& instruction) { return static_cast<size_t>(instruction.Number()); }

// What is known of the instructions of the second program.
class Values {
 public:
  Values(const Program& before, const Program& after, double ulp);

  std::vector<ValueChange> Changes() const;

 private:
  std::string DifferenceOf(const Instruction& before, const Instruction& after) const;
  void FollowUnmatched();
  bool DependsOnOther(const Instruction& instruction) const;

  const Program& before_;
  const Program& after_;
  const double ulp_;
  const Module& module_;
  const Matching matching_;
  const ValueOrigins origins_;
  std::vector<std::string> differences_;
  // Instructions with another value, and those without a counterpart that depend on such.
  std::vector<bool> is_other_;
};

Values::Values(const Program& before, const Program& after, double ulp)
    : before_(before),
      after_(after),
      ulp_(ulp),
      module_(*after.module()),
      matching_(MatchInstructions(*before.module(), module_)),
      origins_(module_),
      differences_(matching_.before_of.size()),
      is_other_(differences_.size()) {
  for (const auto& computation : module_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      const Instruction* match = matching_.BeforeOf(*instruction);
      if (match == nullptr) continue;
      differences_[Place(*instruction)] = DifferenceOf(*match, *instruction);
      is_other_[Place(*instruction)] = !differences_[Place(*instruction)].empty();
    }
  }
  FollowUnmatched();
}

std::string Values::DifferenceOf(const Instruction& before, const Instruction& after) const {
  const KeptValue expected = before_.ValueOf(before.Number());
  const KeptValue got = after_.ValueOf(after.Number());
  return expected.kept && got.kept ? got.value.DifferenceFrom(expected.value, ulp_) : "";
}

bool Values::DependsOnOther(const Instruction& instruction) const {
  if (instruction.Is(Opcode::kParameter)) return is_other_[Place(origins_.Of(instruction))];
  return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const Instruction* operand) {
                       return is_other_[Place(*operand)] || is_other_[Place(origins_.Of(*operand))];
                     });
}

// Callees stand before their callers, so each level of calls takes another pass.
void Values::FollowUnmatched() {
  bool has_changed = true;
  for (int level = 0; level < kMaxLevels && has_changed; ++level) {
    has_changed = false;
    for (const auto& computation : module_.computations) {
      for (const Instruction* instruction : computation->instructions) {
        const size_t place = Place(*instruction);
        if (is_other_[place] || matching_.BeforeOf(*instruction) != nullptr) continue;
        if (DependsOnOther(*instruction)) is_other_[place] = has_changed = true;
      }
    }
  }
}

std::vector<ValueChange> Values::Changes() const {
  std::vector<ValueChange> changes;
  for (const auto& computation : module_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      const std::string& difference = differences_[Place(*instruction)];
      if (difference.empty()) continue;
      changes.push_back({matching_.BeforeOf(*instruction)->Number(), instruction->Number(),
                         computation->name, instruction->name, difference,
                         !DependsOnOther(*instruction)});
    }
  }
  return changes;
}

}  // namespace

std::vector<ValueChange> ValueDifference(const Program& before, const Program& after, double ulp) {
  for (const Program* program : {&before, &after}) {
    if (program->module() == nullptr || program->module()->entry == nullptr) return {};
  }
  return Values(before, after, ulp).Changes();
}

std::string ValueDifferenceJson(const std::vector<ValueChange>& changes) {
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const ValueChange& change : changes) {
    if (!change.is_first) continue;
    json.BeginObject().Key("before").Int(change.before).Key("after").Int(change.after);
    json.Key("computation").String(change.computation);
    json.Key("instruction").String(change.instruction);
    json.Key("difference").String(change.difference).EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
