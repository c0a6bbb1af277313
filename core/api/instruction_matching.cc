// SPDX-License-Identifier: Apache-2.0
#include "core/api/instruction_matching.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "core/text/text.h"

namespace hlo::api {
namespace {

// Instructions with equal keys that are compared to find the best match of one.
constexpr size_t kMaxCandidates = 32;
// How similar two instructions are.
constexpr int kSameName = 4, kSameComputation = 2, kSameSource = 2, kSameOperand = 1;
constexpr int kSamePlace = kSameName + kSameComputation;

using Key = uint64_t;

Key Combine(Key a, Key b) {
  return (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccd;
}
Key KeyOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

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
    passed_.resize(entries_.size());
    return entries_;
  }
  // The entries with a key, without the first ones that are `taken`, which they must stay.
  template <class Taken>
  std::span<const Entry> Find(Key key, const Taken& taken) {
    const auto begin = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
    const size_t first = static_cast<size_t>(begin - entries_.begin());
    if (begin == entries_.end() || begin->key != key) return {};
    size_t at = first + passed_[first];
    while (at < entries_.size() && entries_[at].key == key && taken(entries_[at].number)) ++at;
    passed_[first] = at - first;
    return std::span<const Entry>(entries_).subspan(at);
  }

 private:
  std::vector<Entry> entries_;
  std::vector<size_t> passed_;  // of the entries with a key, at the first of them
};

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
  // Matches instructions with equal keys, the most similar first, if they are at least so similar.
  void MatchBy(KeyKind kind, int similarity);
  // The most similar one of the first candidates, which have this key.
  const Instruction* MostSimilar(std::span<const Index::Entry> candidates, Key key,
                                 const Instruction& after, int similarity) const;
  int Similarity(const Instruction& before, const Instruction& after) const;
  // Matches the computations that matched instructions call, and those between which most
  // instructions are matched.
  void MatchComputations();
  // Matches operands in the same place of matched instructions.
  void MatchOperands();

  // Whether something may still be matched: parameters are with their computations.
  bool IsFree(const Instruction& instruction, const Instruction* match) const {
    return match == nullptr && !instruction.Is(Opcode::kParameter);
  }
  Key KeyIn(const Keys& keys, const Computation& computation, bool with_name) const {
    const Key key = keys.computations[static_cast<size_t>(computation.number)];
    return with_name ? Combine(key, KeyOf(computation.name)) : key;
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
    const Key key = KeyIn(after_keys_, *computation, same_name);
    const auto found = index.Find(key, taken);
    if (found.empty() || found[0].key != key) continue;
    MatchAll(*before_.ComputationAt(found[0].number), *computation);
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

const Instruction* Matcher::MostSimilar(std::span<const Index::Entry> candidates, Key key,
                                        const Instruction& after, int similarity) const {
  const Instruction* best = nullptr;
  size_t compared = 0;
  for (const Index::Entry& entry : candidates) {
    if (entry.key != key || compared == kMaxCandidates) break;
    const Instruction& candidate = *before_.InstructionAt(entry.number);
    if (matching_.AfterOf(candidate) != nullptr) continue;
    ++compared;
    const int of = Similarity(candidate, after);
    if (of < similarity) continue;
    best = &candidate;
    similarity = of + 1;
  }
  return best;
}

void Matcher::MatchBy(KeyKind kind, int similarity) {
  const auto taken = [&](int64_t number) {
    return matching_.after_of[static_cast<size_t>(number)] != nullptr;
  };
  Index index;
  for (const auto& computation : before_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (!IsFree(*instruction, matching_.AfterOf(*instruction))) continue;
      const int64_t number = instruction->Number();
      index.Add(before_keys_.instructions[static_cast<size_t>(number)][kind], number);
    }
  }
  index.Sort();
  for (const auto& computation : after_.computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (!IsFree(*instruction, matching_.BeforeOf(*instruction))) continue;
      const Key key = after_keys_.instructions[static_cast<size_t>(instruction->Number())][kind];
      const auto candidates = index.Find(key, taken);
      const Instruction* best = MostSimilar(candidates, key, *instruction, similarity);
      if (best != nullptr) Match(*best, *instruction);
    }
  }
}

void Matcher::MatchComputations() {
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
    Match(*before_.ComputationAt(entry.number % columns),
          *after_.ComputationAt(entry.number / columns));
  }
}

// Users first, so that a match leads to those of its own operands.
void Matcher::MatchOperands() {
  for (auto computation = after_.computations.rbegin(); computation != after_.computations.rend();
       ++computation) {
    const auto& instructions = (*computation)->instructions;
    for (auto after = instructions.rbegin(); after != instructions.rend(); ++after) {
      const Instruction* before = matching_.BeforeOf(**after);
      if (before == nullptr) continue;
      const size_t count = std::min(before->operands.size(), (*after)->operands.size());
      for (size_t i = 0; i < count; ++i) {
        const Instruction& old_operand = *before->operands[i];
        const Instruction& new_operand = *(*after)->operands[i];
        if (IsFree(old_operand, matching_.AfterOf(old_operand)) &&
            IsFree(new_operand, matching_.BeforeOf(new_operand)) &&
            DimensionsText(*old_operand.shape) == DimensionsText(*new_operand.shape)) {
          Match(old_operand, new_operand);
        }
      }
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
  struct Step {
    KeyKind kind;
    int similarity;
  };
  // Another opcode or another shape in the place of an instruction comes before an equal
  // instruction in another place.
  constexpr Step kSteps[] = {
      {kWhole, kSameName},     {kWhole, 0}, {kOwn, kSameName},         {kNameOpcode, kSamePlace},
      {kNameSize, kSamePlace}, {kOwn, 0},   {kOpcodeSize, kSameSource}};
  for (const Step& step : kSteps) {
    MatchBy(step.kind, step.similarity);
    MatchComputations();
  }
  MatchOperands();
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
