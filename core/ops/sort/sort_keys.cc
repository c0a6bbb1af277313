// SPDX-License-Identifier: Apache-2.0
#include "core/ops/sort/sort_keys.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

#include "core/ops/compare_attributes.h"
#include "core/ops/sort/key_expression.h"
#include "core/types/convert.h"
#include "core/types/float_bits.h"

namespace hlo {
namespace {

using Outcome = SortKeys::Outcome;

constexpr size_t kMaxKeys = 64;
constexpr uint64_t kF64Infinity = uint64_t{0x7ff} << 52;

template <class Key>
constexpr Key kSign = Key{1} << (8 * sizeof(Key) - 1);

// All ones if the sign bit is set. A condition would be a branch, which random signs mispredict.
template <class Key>
constexpr Key SignMask(Key code) {
  return static_cast<Key>(0 - (code >> (8 * sizeof(Key) - 1)));
}

// Total order of floats: flips the order of negative codes.
template <class Key>
Key OrderedFloat(Key code) {
  return static_cast<Key>(code ^ (SignMask(code) | kSign<Key>));
}
template <class Key>
Key FloatCode(Key ordered) {
  return static_cast<Key>(ordered ^ (~SignMask(ordered) | kSign<Key>));
}

// Keys of a compute type as wide as the key.
template <class Key>
Outcome FromInts(const Key* values, int64_t count, Key flip, Key* keys) {
  for (int64_t i = 0; i < count; ++i) keys[i] = static_cast<Key>(values[i] ^ flip);
  return Outcome::kExact;
}

template <class Key, Key kInfinity>
Outcome FromFloats(const Key* codes, int64_t count, Key flip, Key* keys) {
  Key unordered = 0, negative_zero = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Key code = codes[i];
    unordered |= Key{(code & ~kSign<Key>) > kInfinity};
    const Key is_negative_zero = code == kSign<Key>;
    negative_zero |= is_negative_zero;
    keys[i] = static_cast<Key>(OrderedFloat(code & (is_negative_zero - 1)) ^ flip);
  }
  if (unordered != 0) return Outcome::kUnordered;
  return negative_zero != 0 ? Outcome::kMerged : Outcome::kExact;
}

// Keys for the total order of codes of W bits, in the upper bits of the key.
template <class Code, class Key>
void FromCodes(const void* elements, int64_t count, int width, bool has_sign, Key flip, Key* keys) {
  const auto* codes = static_cast<const Code*>(elements);
  const int unused = static_cast<int>(8 * sizeof(Key)) - width;
  for (int64_t i = 0; i < count; ++i) {
    const auto code = static_cast<Key>(static_cast<Key>(codes[i]) << unused);
    keys[i] = static_cast<Key>((has_sign ? OrderedFloat(code) : code) ^ flip);
  }
}

CompareType TypeOf(const Instruction& compare) {
  return CompareTypeOf(compare.attributes, compare.operands[0]->shape->element_type);
}

std::optional<KeyComparator> RecognizeKey(const Instruction& compare) {
  if (!compare.Is(Opcode::kCompare)) return std::nullopt;
  const CompareDirection direction = DirectionOf(compare.attributes);
  if (direction != CompareDirection::kLt && direction != CompareDirection::kGt) {
    return std::nullopt;
  }
  const Instruction& key = *compare.operands[0];
  KeyParameters from;
  if (!IsSameExpression(key, *compare.operands[1], from)) return std::nullopt;
  // Parameters 2k and 2k+1 belong to operand k, in either order.
  const int64_t first = std::min(from.a, from.b);
  if (first % 2 != 0 || from.a + from.b != 2 * first + 1) return std::nullopt;
  return KeyComparator{static_cast<size_t>(first / 2),
                       {.type = key.shape->element_type,
                        .total_order = TypeOf(compare) == CompareType::kTotalOrder,
                        .descending = (direction == CompareDirection::kGt) != (from.a > from.b)},
                       key.Is(Opcode::kParameter) ? nullptr : &key};
}

// Whether `equal` is the tie condition of `less`.
bool IsTieOf(const Instruction& equal, const Instruction& less) {
  if (!equal.Is(Opcode::kCompare) || DirectionOf(equal.attributes) != CompareDirection::kEq)
    return false;
  const Instruction* a = equal.operands[0];
  const Instruction* b = equal.operands[1];
  const bool same = a == less.operands[0] && b == less.operands[1];
  const bool crossed = a == less.operands[1] && b == less.operands[0];
  return (same || crossed) && TypeOf(equal) == TypeOf(less);
}

bool AddKeys(const Instruction& root, std::vector<KeyComparator>& keys) {
  if (const std::optional<KeyComparator> key = RecognizeKey(root)) {
    keys.push_back(*key);
    return true;
  }
  if (!root.Is(Opcode::kOr) || keys.size() == kMaxKeys) return false;
  for (const size_t i : {0, 1}) {
    const Instruction& less = *root.operands[i];
    const Instruction& rest = *root.operands[1 - i];
    const std::optional<KeyComparator> key = RecognizeKey(less);
    if (!key.has_value() || !rest.Is(Opcode::kAnd)) continue;
    for (const size_t j : {0, 1}) {
      if (!IsTieOf(*rest.operands[j], less)) continue;
      keys.push_back(*key);
      return AddKeys(*rest.operands[1 - j], keys);
    }
  }
  return false;
}

}  // namespace

std::vector<KeyComparator> RecognizeComparator(const Computation& comparator) {
  if (comparator.synthesized || comparator.root == nullptr) return {};
  for (const Instruction* instruction : comparator.instructions) {
    if (instruction->op->side_effect) return {};
  }
  std::vector<KeyComparator> keys;
  return AddKeys(*comparator.root, keys) ? keys : std::vector<KeyComparator>();
}

SortKeys::SortKeys(const SortOrder& order) : order_(order) {
  const ElementType compared = order.total_order ? order.type : ComputeType(order.type);
  bytes_ = StorageBytes(compared) == 8 ? 8 : 4;
}

Outcome SortKeys::Write(const void* elements, int64_t count, void* keys) const {
  auto* narrow = static_cast<uint32_t*>(keys);
  auto* wide = static_cast<uint64_t*>(keys);
  const uint32_t flip = order_.descending ? ~uint32_t{0} : 0;
  const uint64_t wide_flip = order_.descending ? ~uint64_t{0} : 0;
  if (order_.total_order) {
    const int width = BitWidth(order_.type);
    const bool has_sign = order_.type != ElementType::kF8E8M0FNU;
    switch (StorageBytes(order_.type)) {
      case 1:
        FromCodes<uint8_t>(elements, count, width, has_sign, flip, narrow);
        break;
      case 2:
        FromCodes<uint16_t>(elements, count, width, has_sign, flip, narrow);
        break;
      case 4:
        FromCodes<uint32_t>(elements, count, width, has_sign, flip, narrow);
        break;
      default:
        FromCodes<uint64_t>(elements, count, width, has_sign, wide_flip, wide);
    }
    return Outcome::kExact;
  }
  // Widens in place, because a key is as wide as the compute type, except for pred.
  WidenFunction(order_.type)(elements, static_cast<size_t>(count), keys);
  if (IsPred()) {
    auto* bytes = static_cast<uint8_t*>(keys);
    for (int64_t i = count; i-- > 0;) narrow[i] = bytes[i] ^ flip;
    return Outcome::kExact;
  }
  switch (ComputeType(order_.type)) {
    case ElementType::kF32:
      return FromFloats<uint32_t, kF32Infinity>(narrow, count, flip, narrow);
    case ElementType::kF64:
      return FromFloats<uint64_t, kF64Infinity>(wide, count, wide_flip, wide);
    case ElementType::kS32:
      return FromInts(narrow, count, flip ^ kSign<uint32_t>, narrow);
    case ElementType::kS64:
      return FromInts(wide, count, wide_flip ^ kSign<uint64_t>, wide);
    case ElementType::kU64:
      return FromInts(wide, count, wide_flip, wide);
    default:
      return FromInts(narrow, count, flip, narrow);
  }
}

void SortKeys::Read(const void* keys, int64_t count, void* elements) const {
  const bool has_sign = IsSigned(order_.type);
  const auto read = [&]<class Key>(const Key* from, Key* to) {
    const auto flip = static_cast<Key>(order_.descending ? ~Key{0} : Key{0});
    if (IsFloat(order_.type)) {
      for (int64_t i = 0; i < count; ++i) to[i] = FloatCode(static_cast<Key>(from[i] ^ flip));
    } else {
      FromInts(from, count, static_cast<Key>(flip ^ (has_sign ? kSign<Key> : Key{0})), to);
    }
  };
  if (bytes_ == 8) {
    read(static_cast<const uint64_t*>(keys), static_cast<uint64_t*>(elements));
  } else {
    read(static_cast<const uint32_t*>(keys), static_cast<uint32_t*>(elements));
  }
}

}  // namespace hlo
