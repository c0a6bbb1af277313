// SPDX-License-Identifier: Apache-2.0
// `rng-bit-generator`, ops reference 13.3: random bits and the next state, as a function of a state
// {key, counter} or {key, low, high}.
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/random_bits.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// The words of the attribute, in the order of the op's row. The default is Philox (choice C18).
enum class Algorithm : int64_t { kDefault, kThreefry, kPhilox };

Algorithm AlgorithmOf(const Attributes& attributes) {
  return static_cast<Algorithm>(attributes.Enum(Attr::algorithm));
}

// The low bits of a word as an element of the type, sign-extended if it is narrow and signed.
template <class Storage>
Storage LowBitsOf(uint32_t word, int unused_bits, bool is_signed) {
  const uint32_t high = word << unused_bits;
  if (is_signed) return static_cast<Storage>(static_cast<int32_t>(high) >> unused_bits);
  return static_cast<Storage>(high >> unused_bits);
}

// ---- Philox ----

struct PhiloxState {
  uint64_t key, low, high;

  void NextBlock() {
    if (++low == 0) ++high;
  }
};

// Calls put(element number, word) for every element.
template <class Put>
void PhiloxWords(PhiloxState& state, int64_t count, Put&& put) {
  for (int64_t first = 0; first < count; first += 4) {
    const std::array<uint32_t, 4> words = Philox4x32(state.low, state.high, state.key);
    const int64_t n = std::min<int64_t>(4, count - first);
    for (int64_t i = 0; i < n; ++i) put(first + i, words[static_cast<size_t>(i)]);
    state.NextBlock();
  }
}

void PhiloxDoubleWords(PhiloxState& state, std::span<uint64_t> out) {
  for (size_t first = 0; first < out.size(); first += 2) {
    const std::array<uint32_t, 4> words = Philox4x32(state.low, state.high, state.key);
    out[first] = words[0] | uint64_t{words[1]} << 32;
    if (first + 1 < out.size()) out[first + 1] = words[2] | uint64_t{words[3]} << 32;
    state.NextBlock();
  }
}

// ---- Threefry ----

struct ThreefryState {
  uint64_t key, counter;
};

// Each pair of words goes to two neighbors along one dimension: the first one of even size, else
// the largest. The array is treated as [outer, size, inner] around it.
struct PairedAxis {
  int64_t outer = 1, size = 1, inner = 1;
};

PairedAxis PairedAxisOf(const Dims& sizes) {
  PairedAxis axis;
  if (sizes.empty()) return axis;
  const auto even = std::find_if(sizes.begin(), sizes.end(), [](int64_t n) { return n % 2 == 0; });
  const auto chosen = even != sizes.end() ? even : std::max_element(sizes.begin(), sizes.end());
  axis.size = *chosen;
  for (auto d = sizes.begin(); d != chosen; ++d) axis.outer *= *d;
  for (auto d = chosen + 1; d != sizes.end(); ++d) axis.inner *= *d;
  return axis;
}

template <class Put>
void ThreefryWords(ThreefryState& state, const PairedAxis& axis, Put&& put) {
  for (int64_t o = 0; o < axis.outer; ++o) {
    for (int64_t j = 0; j < axis.size; j += 2) {
      const int64_t row = (o * axis.size + j) * axis.inner;
      for (int64_t i = 0; i < axis.inner; ++i) {
        const std::array<uint32_t, 2> pair = Threefry2x32(state.counter++, state.key);
        put(row + i, pair[0]);
        if (j + 1 < axis.size) put(row + axis.inner + i, pair[1]);
      }
    }
  }
}

void ThreefryDoubleWords(ThreefryState& state, std::span<uint64_t> out) {
  for (uint64_t& element : out) {
    const std::array<uint32_t, 2> pair = Threefry2x32(state.counter++, state.key);
    element = pair[0] | uint64_t{pair[1]} << 32;
  }
}

// ---- both ----

// `words(put)` makes a 32-bit word for every element.
template <class Words>
void FillNarrow(Literal& bits, Words&& words) {
  const ElementType type = bits.element_type();
  const int unused = 32 - BitWidth(type);
  const bool is_signed = IsSigned(type);
  const auto fill = [&]<class Storage>(Storage* out) {
    words([&](int64_t i, uint32_t word) { out[i] = LowBitsOf<Storage>(word, unused, is_signed); });
  };
  switch (StorageBytes(type)) {
    case 1:
      return fill(bits.mutable_data<uint8_t>().data());
    case 2:
      return fill(bits.mutable_data<uint16_t>().data());
    default:
      return fill(bits.mutable_data<uint32_t>().data());
  }
}

void RunThreefry(std::span<uint64_t> state_words, Literal& bits) {
  ThreefryState state{state_words[0], state_words[1]};
  if (BitWidth(bits.element_type()) == 64) {
    ThreefryDoubleWords(state, bits.mutable_data<uint64_t>());
  } else {
    const PairedAxis axis = PairedAxisOf(bits.shape().dims);
    FillNarrow(bits, [&](auto&& put) { ThreefryWords(state, axis, put); });
  }
  state_words[1] = state.counter;
}

// With a state of two words, the key is also the high half of the counter.
void RunPhilox(std::span<uint64_t> state_words, Literal& bits) {
  const bool wide = state_words.size() == 3;
  PhiloxState state{state_words[0], state_words[1], state_words[wide ? 2 : 0]};
  if (BitWidth(bits.element_type()) == 64) {
    PhiloxDoubleWords(state, bits.mutable_data<uint64_t>());
  } else {
    FillNarrow(bits, [&](auto&& put) { PhiloxWords(state, bits.element_count(), put); });
  }
  state_words[1] = state.low;
  if (wide) state_words[2] = state.high;
}

// Rule C1.
Status CheckState(const InferContext& context) {
  const bool threefry = AlgorithmOf(context.attributes()) == Algorithm::kThreefry;
  const Shape& state = context.operand(0);
  const bool good = state.element_type == ElementType::kU64 && state.rank() == 1 &&
                    (state.dims[0] == 2 || (state.dims[0] == 3 && !threefry));
  if (good) return {};
  return Fail("rng-bit-generator.C1", "`rng-bit-generator`: the state must be {}, got {}",
              {threefry ? "u64[2]" : "u64[2] or u64[3]", ShapeText(state, false)})
      .AtOperand(0);
}

}  // namespace

Result<Shape> InferRngBitGenerator(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckState(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  const Shape& state = context.operand(0);
  if (!declared->IsTuple() || declared->elements.size() != 2) {
    return Fail("rng-bit-generator.C3",
                "`rng-bit-generator`: the result must be a tuple (state, bits), got {}",
                {ShapeText(*declared, false)})
        .AtResultShape();
  }
  if (!Compatible(declared->elements[0], state)) {
    return Fail("rng-bit-generator.C3",
                "`rng-bit-generator`: result element 0 must be {} like the state, got {}",
                {ShapeText(state, false), ShapeText(declared->elements[0], false)})
        .AtResultShape();
  }
  const Shape& bits = declared->elements[1];
  if (!bits.IsArray() || !IsInteger(bits.element_type)) {
    return Fail("rng-bit-generator.C2",
                "`rng-bit-generator`: the element type must be an integer type, got {}",
                {Name(bits.element_type)})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateRngBitGenerator(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_TRY(Literal bits, context.Allocate(context.shape().elements[1]));
  Literal state = context.TakeOperand(0).WithShape(context.shape().elements[0]);
  HLO_RETURN_IF_ERROR(state.MakeUnique());
  if (bits.element_count() > 0) {  // else the state is unchanged
    const std::span<uint64_t> words = state.mutable_data<uint64_t>();
    if (AlgorithmOf(context.attributes()) == Algorithm::kThreefry) {
      RunThreefry(words, bits);
    } else {
      RunPhilox(words, bits);
    }
  }
  std::vector<Literal> parts;
  parts.push_back(std::move(state));
  parts.push_back(std::move(bits));
  return Literal::Tuple(std::move(parts));
}

}  // namespace hlo
