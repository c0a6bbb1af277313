// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/mismatch.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// Pairs of computations that must be the same: each is compared once, however often and however
// deeply it is called.
struct ComputationPairs {
  using Pair = std::pair<const Computation*, const Computation*>;

  void Add(const Computation& a, const Computation& b) {
    if (&a != &b && known.emplace(&a, &b).second) left.emplace_back(&a, &b);
  }

  std::set<Pair> known;
  std::vector<Pair> left;
};

// Compares attributes that affect the value; adds the computations to `called_pairs`.
bool SameAttributes(const Instruction& a, const Instruction& b, ComputationPairs& called_pairs) {
  for (const AttributeSpec& spec : a.op->attributes) {
    // The participants are known to be the same, however they are written.
    if (spec.attr == Attr::replica_groups || spec.attr == Attr::use_global_device_ids) continue;
    const Computation* called = a.attributes.Called(spec.attr);
    if (called != nullptr) {
      const Computation* other = b.attributes.Called(spec.attr);
      if (other == nullptr) return false;
      called_pairs.Add(*called, *other);
      continue;
    }
    const Attribute* mine = a.attributes.Find(spec.attr);
    const Attribute* other = b.attributes.Find(spec.attr);
    if ((mine == nullptr) != (other == nullptr)) return false;
    if (mine != nullptr && PrintAttributeValue(a, *mine) != PrintAttributeValue(b, *other)) {
      return false;
    }
  }
  return true;
}

bool SameInstruction(const Instruction& a, const Instruction& b, ComputationPairs& called_pairs) {
  if (a.op != b.op || !Compatible(*a.shape, *b.shape) || a.operands.size() != b.operands.size() ||
      a.parameter_number != b.parameter_number ||
      (a.literal == nullptr) != (b.literal == nullptr)) {
    return false;
  }
  for (size_t i = 0; i < a.operands.size(); ++i) {
    if (a.operands[i]->index != b.operands[i]->index) return false;
  }
  if (a.literal != nullptr && !EqualBits(*a.literal, *b.literal)) return false;
  return SameAttributes(a, b, called_pairs);
}

// The same instructions in the same order; names may differ.
bool SameInstructions(const Computation& a, const Computation& b, ComputationPairs& called_pairs) {
  if (a.instructions.size() != b.instructions.size() || a.root == nullptr || b.root == nullptr ||
      a.root->index != b.root->index) {
    return false;
  }
  for (size_t i = 0; i < a.instructions.size(); ++i) {
    if (!SameInstruction(*a.instructions[i], *b.instructions[i], called_pairs)) return false;
  }
  return true;
}

bool AreSame(ComputationPairs pairs) {
  while (!pairs.left.empty()) {
    const auto [a, b] = pairs.left.back();
    pairs.left.pop_back();
    if (!SameInstructions(*a, *b, pairs)) return false;
  }
  return true;
}

bool SameComputation(const Computation& a, const Computation& b) {
  ComputationPairs pairs;
  pairs.Add(a, b);
  return AreSame(std::move(pairs));
}

// The difference between two instructions of one op; empty if there is none.
std::string DifferenceOf(const Instruction& a, const Instruction& b) {
  if (a.operands.size() != b.operands.size()) {
    return Format("{} operands and {}", {a.operands.size(), b.operands.size()});
  }
  for (size_t i = 0; i < a.operands.size(); ++i) {
    const Shape& mine = *a.operands[i]->shape;
    const Shape& other = *b.operands[i]->shape;
    if (!Compatible(mine, other)) {
      return Format("operands {} and {}", {ShapeText(mine, false), ShapeText(other, false)});
    }
  }
  for (const AttributeSpec& spec : a.op->attributes) {
    const Computation* mine = a.attributes.Called(spec.attr);
    const Computation* other = b.attributes.Called(spec.attr);
    if (mine != nullptr && other != nullptr && !SameComputation(*mine, *other)) {
      return Format("`{}` '{}' and '{}'", {Info(spec.attr).name, mine->name, other->name});
    }
  }
  ComputationPairs pairs;
  return SameAttributes(a, b, pairs) && AreSame(std::move(pairs)) ? "" : "different attributes";
}

}  // namespace

Status CheckSameRendezvous(const Instruction& a, int64_t device_a, const Instruction& b,
                           int64_t device_b) {
  const std::string difference = DifferenceOf(a, b);
  if (difference.empty()) return {};
  return Fail("R11",
              "`{}`: device {} participates with %{} and device {} with %{} in one rendezvous of "
              "channel {}, with {}",
              {a.op->name, device_a, a.name, device_b, b.name, a.attributes.Int(Attr::channel_id),
               difference});
}

Status CheckSameData(const Instruction& send, const Instruction& receive) {
  const Shape& given = *send.operands[0]->shape;
  const Shape& taken = receive.shape->elements[0];
  if (Compatible(given, taken)) return {};
  return Fail("R11", "%{} sends {}, but %{} on the same channel {} receives {}",
              {send.name, ShapeText(given, false), receive.name,
               send.attributes.Int(Attr::channel_id), ShapeText(taken, false)});
}

}  // namespace hlo
