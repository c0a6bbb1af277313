// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_SORT_SORT_KEYS_H_
#define HLO_CORE_OPS_SORT_SORT_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ir/module.h"
#include "hlo/element_type.h"

namespace hlo {

// An order of the elements of one type, as defined by `compare` (ops reference 5.1).
struct SortOrder {
  ElementType type;
  bool total_order = false;  // of floats, including NaN and signed zeros
  bool descending = false;
};

// A comparator that is `compare` with LT or GT of the two values of one operand, or of the same
// expression of both (core/ops/sort/key_expression.h).
struct KeyComparator {
  size_t operand;
  SortOrder order;         // of the keys
  const Instruction* key;  // the expression; nullptr: the elements themselves
};
// The keys of a comparator, most significant first: `or(less, and(equal, rest))` uses the rest to
// break ties. Empty for any other comparator.
std::vector<KeyComparator> RecognizeComparator(const Computation& comparator);

// Elements as unsigned integers in the same order.
class SortKeys {
 public:
  explicit SortKeys(const SortOrder& order);

  int bytes() const { return bytes_; }  // of a key: 4 or 8

  enum class Outcome : uint8_t {
    kExact,      // different keys for different elements
    kMerged,     // zeros of both signs, which are equal, have one key
    kUnordered,  // a NaN is unordered; the keys are invalid
  };
  Outcome Write(const void* elements, int64_t count, void* keys) const;

  // Whether elements can be recovered from keys, after an exact outcome.
  bool reversible() const { return ComputeType(order_.type) == order_.type && !IsPred(); }
  void Read(const void* keys, int64_t count, void* elements) const;

 private:
  bool IsPred() const { return order_.type == ElementType::kPred; }

  SortOrder order_;
  int bytes_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_SORT_SORT_KEYS_H_
