// SPDX-License-Identifier: Apache-2.0
#include "core/api/instruction_matching.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "core/text/text.h"

namespace hlo::api {
namespace {

// Instructions with equal keys that are compared to find the best match of one.
constexpr size_t kMaxCandidates = 32;
// How similar two instructions are.
constexpr int kSameName = 4, kSameComputation = 5, kSameSource = 2, kSameOperand = 1;

using Key = uint64_t;

Key Combine(Key a, Key b) {
  return (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccd;
}
// FNV-1a, the same on all targets.
Key KeyOf(std::string_view text) {
  Key key = 0xcbf29ce484222325;
  for (const char c : text) key = (key ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return key;
}

std::string SourceOp(const Instruction& instruction) {
  const auto* metadata = instruction.attributes.Get<Metadata>(Attr::metadata);
  return metadata == nullptr ? "" : metadata->Find("op_name");
}

std::string DimensionsText(const Shape& shape) {
  if (!shape.IsArray()) return ShapeText(shape, false);
  std::string text;
  for (int64_t size : shape.dims) text += std::to_string(size) + ",";
  return text;
}

Key KeyOf(const Literal& literal) {
  Key key = static_cast<Key>(literal.element_count());
  if (literal.bytes() != nullptr) {
    key = KeyOf(
        {reinterpret_cast<const char*>(literal.bytes()), static_cast<size_t>(literal.byte_size())});
  }
  for (const Literal& element : literal.elements()) key = Combine(key, KeyOf(element));
  return key;
}

// What an instruction is. Equal keys: equal but for a collision of 64-bit hashes.
enum KeyKind : uint8_t {
  kWhole,       // with all that it depends on, whatever that is called
  kOwn,         // opcode, attributes, shape, and shapes of the operands
  kNameOpcode,  // name and opcode
  kNameSize,    // name and dimensions
  kOpcodeSize,  // opcode and dimensions
};
struct Keys {
  explicit Keys(const Module& module);

  std::vector<std::array<Key, 5>> instructions;
  std::vector<Key> computations;

 private:
  void Add(const Instruction& instruction);

  std::vector<Key> shapes_;
};

Keys::Keys(const Module& module) {
  for (const auto& computation : module.computations) {
    Key key = 0;
    for (const Instruction* instruction : computation->instructions) {
      Add(*instruction);
      key = Combine(key, instructions.back()[kWhole]);
    }
    const int64_t root = computation->root == nullptr ? -1 : computation->root->index;
    computations.push_back(Combine(key, static_cast<Key>(root)));
  }
}

void Keys::Add(const Instruction& instruction) {
  const Key opcode = static_cast<Key>(instruction.opcode());
  const Key size = KeyOf(DimensionsText(*instruction.shape));
  const Key name = KeyOf(instruction.name);
  shapes_.push_back(KeyOf(ShapeText(*instruction.shape)));
  Key own = Combine(opcode, shapes_.back());
  for (const Attribute& attribute : instruction.attributes.all()) {
    if (attribute.attr == Attr::metadata || NamesOthers(attribute)) continue;
    own = Combine(own, static_cast<Key>(attribute.attr));
    own = Combine(own, KeyOf(PrintAttributeValue(instruction, attribute)));
  }
  own = Combine(own, static_cast<Key>(instruction.parameter_number));
  if (instruction.literal) own = Combine(own, KeyOf(*instruction.literal));
  Key whole = own;
  for (const Instruction* operand : instruction.operands) {
    const size_t number = static_cast<size_t>(operand->Number());
    own = Combine(own, shapes_[number]);
    whole = Combine(whole, instructions[number][kWhole]);
  }
  for (const Computation* called : instruction.CalledComputations()) {
    whole = Combine(whole, computations[static_cast<size_t>(called->number)]);
  }
  instructions.push_back(
      {whole, own, Combine(name, opcode), Combine(name, size), Combine(opcode, size)});
}

// Numbers by key.
class Index {
 public:
  struct Entry {
    Key key;
    int64_t number;
    bool operator<(const Entry& other) const {
      return key != other.key ? key < other.key : number < other.number;
    }
  };

  void Add(Key key, int64_t number) { entries_.push_back({key, number}); }
  // Equal keys are sorted by number.
  std::span<const Entry> Sort() {
    std::sort(entries_.begin(), entries_.end());
    for (size_t i = 0; i < entries_.size(); ++i) next_.push_back(i + 1);
    return entries_;
  }
  // Calls fn with each number of a key that is not `taken`, in order, until it returns false. What
  // is taken must stay so: it is skipped in one step later.
  template <class Taken, class Fn>
  void ForEachFree(Key key, const Taken& taken, const Fn& fn) {
    const auto begin = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
    for (size_t at = Free(static_cast<size_t>(begin - entries_.begin()), taken);
         at < entries_.size() && entries_[at].key == key; at = Free(at + 1, taken)) {
      if (!fn(entries_[at].number)) return;
    }
  }

 private:
  // The first entry from `first` on that is not taken.
  template <class Taken>
  size_t Free(size_t first, const Taken& taken) {
    size_t at = first;
    while (at < entries_.size() && taken(entries_[at].number)) at = next_[at];
    while (first < at) first = std::exchange(next_[first], at);
    return at;
  }

  std::vector<Entry> entries_;
  std::vector<size_t> next_;  // an entry before which all that follow this one are taken
};

// Matches instructions with equal keys, and what else they must have in common.
struct Step {
  KeyKind kind;
  bool same_name = false;
  bool same_computation = false;
  int similarity = 0;
};
// Equal instructions tell which computations correspond.
constexpr Step kEqual[] = {{kWhole, true}, {kWhole}, {kOwn, true}};
// Then another opcode or another shape in the place of an instruction comes before an equal
// instruction in another place.
constexpr Step kOther[] = {{kWhole, true, true},
                           {kWhole, false, true},
                           {kWhole, true},
                           {kWhole},
                           {kOwn, true, true},
                           {kNameOpcode, true, true},
                           {kNameSize, true, true},
                           {kOwn, false, true},
                           {kOwn},
                           {kOpcodeSize, false, false, kSameSource}};

class Matcher {
 public:
  Matcher(const Module& before, const Module& after)
      : before_(before), after_(after), before_keys_(before), after_keys_(after) {}

  Matching Run();

 private:
  void Match(const Instruction& before, const Instruction& after);
  void Match(const Computation& before, const Computation& after);
  void MatchAll(const Computation& before, const Computation& after);
  void MatchEqualComputations(bool same_name);
  void MatchBy(const Step& step);
  // The most similar one of the first free instructions with a key.
  const Instruction* MostSimilar(int similarity, Index& index, Key key,
                                 const Instruction& after) const;
  // The key of a step; `computation` is that of the second module.
  Key KeyOf(const Step& step, const Keys& keys, const Instruction& instruction,
            const Computation* computation) const;
  int Similarity(const Instruction& before, const Instruction& after) const;
  // Matches the computations that matched instructions call, and those between which most
  // instructions are matched: of the smaller one, unless `all` pairs are taken.
  void MatchComputations(bool all);
  // Separates instructions that were matched although their computations have other counterparts.
  void SeparateAcross();
  // Matches roots of matched computations, and operands in the same place of matched instructions.
  void MatchOperands();
  void MatchInPlace(const Instruction& before, const Instruction& after);

  // Whether something may still be matched: parameters are with their computations.
  bool IsFree(const Instruction& instruction, const Instruction* match) const {
    return match == nullptr && !instruction.Is(Opcode::kParameter);
  }
  Key KeyIn(const Keys& keys, const Computation& computation, bool with_name) const {
    const Key key = keys.computations[static_cast<size_t>(computation.number)];
    return with_name ? Combine(key, api::KeyOf(computation.name)) : key;
  }

  const Module& before_;
  const Module& after_;
  const Keys before_keys_, after_keys_;
  Matching matching_;
};

void Matcher::Match(const Instruction& before, const Instruction& after) {
  matching_.after_of[static_cast<size_t>(before.Number())] = &after;
  matching_.before_of[static_cast<size_t>(after.Number())] = &before;
}

// Parameters correspond by number.
void Matcher::Match(const Computation& before, const Computation& after) {
  if (matching_.AfterOf(before) != nullptr || matching_.BeforeOf(after) != nullptr) return;
  matching_.computation_after_of[static_cast<size_t>(before.number)] = &after;
  matching_.computation_before_of[static_cast<size_t>(after.number)] = &before;
  const size_t count = std::min(before.parameters.size(), after.parameters.size());
  for (size_t i = 0; i < count; ++i) {
    if (before.parameters[i] == nullptr || after.parameters[i] == nullptr) continue;
    Match(*before.parameters[i], *after.parameters[i]);
  }
}

void Matcher::MatchAll(const Computation& before, const Computation& after) {
  if (before.instructions.size() != after.instructions.size()) return;  // equal keys by chance
  Match(before, after);
  for (size_t i = 0; i < after.instructions.size(); ++i) {
    Match(*before.instructions[i], *after.instructions[i]);
  }
}

void Matcher::MatchEqualComputations(bool same_name) {
  const auto taken = [&](int64_t number) {
    return matching_.computation_after_of[static_cast<size_t>(number)] != nullptr;
  };
  Index index;
  for (const auto& computation : before_.computations) {
    index.Add(KeyIn(before_keys_, *computation, same_name), computation->number);
  }
  index.Sort();
  for (const auto& computation : after_.computations) {
    if (matching_.BeforeOf(*computation) != nullptr) continue;
    index.ForEachFree(KeyIn(after_keys_, *computation, same_name), taken, [&](int64_t number) {
      MatchAll(*before_.ComputationAt(number), *computation);
      return false;
    });
  }
}

int Matcher::Similarity(const Instruction& before, const Instruction& after) const {
  int similarity = before.name == after.name ? kSameName : 0;
  if (matching_.AfterOf(*before.parent) == after.parent) similarity += kSameComputation;
  const std::string source = SourceOp(after);
  if (!source.empty() && source == SourceOp(before)) similarity += kSameSource;
  const size_t operands = std::min({before.operands.size(), after.operands.size(), size_t{3}});
  for (size_t i = 0; i < operands; ++i) {
    if (matching_.AfterOf(*before.operands[i]) == after.operands[i]) similarity += kSameOperand;
  }
  return similarity;
}

const Instruction* Matcher::MostSimilar(int similarity, Index& index, Key key,
                                        const Instruction& after) const {
  const auto taken = [&](int64_t number) {
    return matching_.after_of[static_cast<size_t>(number)] != nullptr;
  };
  const Instruction* best = nullptr;
  size_t compared = 0;
  index.ForEachFree(key, taken, [&](int64_t number) {
    const Instruction& candidate = *before_.InstructionAt(number);
    const int of = Similarity(candidate, after);
    if (of >= similarity) {
      best = &candidate;
      similarity = of + 1;
    }
    return ++compared < kMaxCandidates;
  });
  return best;
}

Key Matcher::KeyOf(const Step& step, const Keys& keys, const Instruction& instruction,
                   const Computation* computation) const {
  Key key = keys.instructions[static_cast<size_t>(instruction.Number())][step.kind];
  if (step.same_name) key = Combine(key, api::KeyOf(instruction.name));
  if (step.same_computation && computation != nullptr) {
    key = Combine(key, static_cast<Key>(computation->number) + 1);
  }
  return key;
}

void Matcher::MatchBy(const Step& step) {
  Index index;
  for (const auto& computation : before_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (!IsFree(*instruction, matching_.AfterOf(*instruction))) continue;
      const int64_t number = instruction->Number();
      index.Add(KeyOf(step, before_keys_, *instruction, matching_.AfterOf(*computation)), number);
    }
  }
  index.Sort();
  for (const auto& computation : after_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (!IsFree(*instruction, matching_.BeforeOf(*instruction))) continue;
      const Key key = KeyOf(step, after_keys_, *instruction, computation.get());
      const Instruction* best = MostSimilar(step.similarity, index, key, *instruction);
      if (best != nullptr) Match(*best, *instruction);
    }
  }
}

void Matcher::MatchComputations(bool all) {
  constexpr int64_t kCall = 1000;
  const Key count = before_.computations.size();
  Index votes;
  const auto vote = [&](const Computation& before, const Computation& after, int64_t weight) {
    votes.Add(static_cast<Key>(after.number) * count + static_cast<Key>(before.number), weight);
  };
  for (const auto& computation : after_.computations) {
    for (const Instruction* after : computation->instructions) {
      const Instruction* before = matching_.BeforeOf(*after);
      if (before == nullptr) continue;
      vote(*before->parent, *computation, 1);
      const std::vector<Computation*> old_calls = before->CalledComputations();
      const std::vector<Computation*> new_calls = after->CalledComputations();
      if (old_calls.size() != new_calls.size()) continue;
      for (size_t i = 0; i < new_calls.size(); ++i) vote(*old_calls[i], *new_calls[i], kCall);
    }
  }
  Index pairs;  // the one with the most votes first
  Key weight = 0;
  const std::span<const Index::Entry> sorted = votes.Sort();
  for (size_t i = 0; i < sorted.size(); ++i) {
    weight += static_cast<Key>(sorted[i].number);
    if (i + 1 < sorted.size() && sorted[i + 1].key == sorted[i].key) continue;
    pairs.Add(~weight, static_cast<int64_t>(sorted[i].key));
    weight = 0;
  }
  for (const Index::Entry& entry : pairs.Sort()) {
    const int64_t columns = static_cast<int64_t>(count);
    const Computation& before = *before_.ComputationAt(entry.number % columns);
    const Computation& after = *after_.ComputationAt(entry.number / columns);
    const Key least = std::min(before.instructions.size(), after.instructions.size());
    if (all || 2 * ~entry.key > least) Match(before, after);
  }
}

void Matcher::SeparateAcross() {
  for (const Instruction*& after : matching_.after_of) {
    if (after == nullptr || after->Is(Opcode::kParameter)) continue;
    const Instruction*& before = matching_.before_of[static_cast<size_t>(after->Number())];
    const Computation* expected = matching_.AfterOf(*before->parent);
    if (expected == nullptr || expected == after->parent ||
        matching_.BeforeOf(*after->parent) == nullptr) {
      continue;
    }
    before = nullptr;
    after = nullptr;
  }
}

void Matcher::MatchInPlace(const Instruction& before, const Instruction& after) {
  if (IsFree(before, matching_.AfterOf(before)) && IsFree(after, matching_.BeforeOf(after)) &&
      DimensionsText(*before.shape) == DimensionsText(*after.shape)) {
    Match(before, after);
  }
}

// Users first, so that a match leads to those of its own operands.
void Matcher::MatchOperands() {
  for (auto computation = after_.computations.rbegin(); computation != after_.computations.rend();
       ++computation) {
    const Computation* match = matching_.BeforeOf(**computation);
    if (match != nullptr && match->root != nullptr && (*computation)->root != nullptr) {
      MatchInPlace(*match->root, *(*computation)->root);
    }
    const auto& instructions = (*computation)->instructions;
    for (auto after = instructions.rbegin(); after != instructions.rend(); ++after) {
      const Instruction* before = matching_.BeforeOf(**after);
      if (before == nullptr) continue;
      const size_t count = std::min(before->operands.size(), (*after)->operands.size());
      for (size_t i = 0; i < count; ++i) MatchInPlace(*before->operands[i], *(*after)->operands[i]);
    }
  }
}

Matching Matcher::Run() {
  matching_.after_of.resize(before_keys_.instructions.size());
  matching_.before_of.resize(after_keys_.instructions.size());
  matching_.computation_after_of.resize(before_.computations.size());
  matching_.computation_before_of.resize(after_.computations.size());
  MatchEqualComputations(true);
  Match(*before_.entry, *after_.entry);
  MatchEqualComputations(false);
  for (const Step& step : kEqual) {
    MatchBy(step);
    MatchComputations(false);
  }
  MatchComputations(true);
  SeparateAcross();
  for (const Step& step : kOther) {
    MatchBy(step);
    MatchComputations(true);
  }
  MatchOperands();
  for (const auto& keys : before_keys_.instructions) matching_.keys.push_back(keys[kWhole]);
  for (const auto& keys : after_keys_.instructions) matching_.new_keys.push_back(keys[kWhole]);
  return std::move(matching_);
}

}  // namespace

bool NamesOthers(const Attribute& attribute) {
  const AttrKind kind = Info(attribute.attr).kind;
  return kind == AttrKind::kComputation || kind == AttrKind::kComputations ||
         kind == AttrKind::kInstructions;
}

Matching MatchInstructions(const Module& before, const Module& after) {
  return Matcher(before, after).Run();
}

}  // namespace hlo::api
