// SPDX-License-Identifier: Apache-2.0
// First the extreme of a line, then the elements that are equal to it: two fast passes instead of
// the reducer's instructions for each element.
#include "core/ops/reduction/arg_extreme.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/find.h"
#include "core/kernels/reduce.h"
#include "core/ops/compare_attributes.h"
#include "core/ops/vector_function.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

// ---- recognition ----

using Pair = std::pair<const Instruction*, const Instruction*>;

std::optional<Pair> OperandsOf(const Instruction& binary, Opcode opcode) {
  if (!binary.Is(opcode)) return std::nullopt;
  return Pair(binary.operands[0], binary.operands[1]);
}

// Whether compare(x, y) has the direction, for the usual order of its type; also the other way
// around.
bool Compares(const Instruction* instruction, const Pair& pair, CompareDirection direction) {
  if (!instruction->Is(Opcode::kCompare)) return false;
  const ElementType type = pair.first->shape->element_type;
  if (CompareTypeOf(instruction->attributes, type) != DefaultCompareType(type)) return false;
  const CompareDirection made = DirectionOf(instruction->attributes);
  const Pair of(instruction->operands[0], instruction->operands[1]);
  if (of == pair && made == direction) return true;
  const bool mirrors = (made == CompareDirection::kLt && direction == CompareDirection::kGt) ||
                       (made == CompareDirection::kGt && direction == CompareDirection::kLt) ||
                       (made == direction && direction == CompareDirection::kEq);
  return mirrors && of == Pair(pair.second, pair.first);
}

// Calls matches(x, y) for the operands of a commutative instruction in both orders.
template <class Matches>
bool InEitherOrder(const Instruction& instruction, Opcode opcode, const Matches& matches) {
  const std::optional<Pair> pair = OperandsOf(instruction, opcode);
  return pair && (matches(pair->first, pair->second) || matches(pair->second, pair->first));
}

// or(compare(a, b), compare(a, a) NE): the accumulator wins or is a NaN, which integers never are.
bool KeepsFirst(const Instruction& instruction, const Pair& values, CompareDirection wins) {
  if (!IsFloat(values.first->shape->element_type) && Compares(&instruction, values, wins)) {
    return true;
  }
  return InEitherOrder(
      instruction, Opcode::kOr, [&](const Instruction* win, const Instruction* unordered) {
        return Compares(win, values, wins) &&
               Compares(unordered, {values.first, values.first}, CompareDirection::kNe);
      });
}

// or(keeps, and(compare(a, b) EQ, compare(i, j) LT))
bool KeepsFirstIndex(const Instruction& instruction, const Instruction* keeps, const Pair& values,
                     const Pair& indices) {
  return InEitherOrder(
      instruction, Opcode::kOr, [&](const Instruction* kept, const Instruction* tie) {
        return kept == keeps &&
               InEitherOrder(*tie, Opcode::kAnd,
                             [&](const Instruction* equal, const Instruction* before) {
                               return Compares(equal, values, CompareDirection::kEq) &&
                                      Compares(before, indices, CompareDirection::kLt);
                             });
      });
}

// The predicate of select(predicate, pair).
const Instruction* ChoiceOf(const Instruction& select, const Pair& pair) {
  const bool matches = select.Is(Opcode::kSelect) && select.operands[1] == pair.first &&
                       select.operands[2] == pair.second;
  return matches ? select.operands[0] : nullptr;
}

// ---- lines ----

// Indices of lines of values, and the order of their type.
class Indices {
 public:
  Indices(ElementType type, const Literal* stored)
      : bytes_(StorageBytes(type)),
        flip_(IsSigned(type) ? uint64_t{1} << (8 * bytes_ - 1) : 0),
        stored_(stored == nullptr ? nullptr : stored->bytes()) {}

  // The code of element `position` of all, which is `place` in its line.
  uint64_t At(int64_t position, size_t place) const {
    return stored_ == nullptr ? place : Read(stored_ + position * bytes_);
  }
  uint64_t Read(const uint8_t* from) const {
    uint64_t code = 0;
    std::memcpy(&code, from, static_cast<size_t>(bytes_));
    return code;
  }
  bool are_places() const { return stored_ == nullptr; }
  uint64_t Smaller(uint64_t a, uint64_t b) const { return (a ^ flip_) < (b ^ flip_) ? a : b; }
  void Write(uint64_t code, uint8_t* to) const {
    std::memcpy(to, &code, static_cast<size_t>(bytes_));
  }

 private:
  int bytes_;
  uint64_t flip_;
  const uint8_t* stored_;
};

// Where the result of a line comes from.
struct Extreme {
  const uint8_t* value;
  uint64_t index;
};

template <class T>
size_t FindFrom(const T* line, size_t first, size_t length, T value) {
  using Word = typename std::conditional_t<std::is_floating_point_v<T>, std::common_type<T>,
                                           std::make_unsigned<T>>::type;
  return first + FindFirst(reinterpret_cast<const Word*>(line) + first, length - first,
                           static_cast<Word>(value));
}

// The lines of an array and what they are combined with.
struct Lines {
  Lines(const ArgExtreme& by, const Literal& array, const Indices& of,
        std::span<const Literal* const> initial, KernelMode mode)
      : reducer(by),
        values(array.bytes()),
        bytes(StorageBytes(array.element_type())),
        indices(of),
        init{initial[0]->bytes(), of.Read(initial[1]->bytes())} {
    const ElementType type = array.element_type(), compute = ComputeType(type);
    if (type != compute) load = FindConvertBlock(type, compute, mode);
  }

  const uint8_t* ValueAt(int64_t first, size_t at) const {
    return values + (first + static_cast<int64_t>(at)) * bytes;
  }
  uint64_t IndexAt(int64_t first, size_t at) const {
    return indices.At(first + static_cast<int64_t>(at), at);
  }
  // Elements as the compute type, if necessary in `loaded`.
  const void* Load(const uint8_t* from, size_t count, void* loaded) const {
    if (load == nullptr) return from;
    load(from, count, loaded);
    return loaded;
  }

  const ArgExtreme& reducer;
  const uint8_t* values;
  const int64_t bytes;
  const Indices& indices;
  const Extreme init;
  ConvertFn load = nullptr;
};

// The elements that are equal to the extreme of a line.
template <class T>
Extreme JoinTies(const Lines& lines, int64_t first, const T* line, size_t length, T extreme,
                 bool with_init) {
  size_t at = FindFrom(line, 0, length, extreme), last = at;
  uint64_t index = lines.IndexAt(first, at);
  if (with_init) index = lines.indices.Smaller(index, lines.init.index);
  // Equal elements have different bits only if they are zeros.
  if (!lines.indices.are_places() || extreme == 0) {
    while ((at = FindFrom(line, at + 1, length, extreme)) < length) {
      last = at;
      index = lines.indices.Smaller(index, lines.IndexAt(first, at));
    }
  }
  return {lines.ValueAt(first, last), index};
}

template <class T>
bool IsNaN(T x) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(x);
  return false;
}

// The line from element `first` on; `loaded` has space for it.
template <class T>
Extreme ReduceLine(const Lines& lines, int64_t first, size_t length, void* loaded) {
  T start, extreme;
  std::memcpy(&start, lines.Load(lines.init.value, 1, &start), sizeof(T));
  if (IsNaN(start)) return lines.init;
  const T* line = static_cast<const T*>(lines.Load(lines.ValueAt(first, 0), length, loaded));
  lines.reducer.kernel->lines(line, 1, length, &extreme);
  if (IsNaN(extreme)) {
    size_t at = 0;
    while (!IsNaN(line[at])) ++at;
    return {lines.ValueAt(first, at), lines.IndexAt(first, at)};
  }
  if (lines.reducer.maximum ? start > extreme : start < extreme) return lines.init;
  return JoinTies(lines, first, line, length, extreme, start == extreme);
}

using ReduceLineFn = Extreme (*)(const Lines& lines, int64_t first, size_t length, void* loaded);

// nullptr for 64-bit integers, whose extremes are rare, and for other types.
ReduceLineFn FindReduceLine(ElementType compute) {
  return WithComputeType(compute, []<class T>() -> ReduceLineFn {
    if constexpr (std::is_floating_point_v<T>) return ReduceLine<T>;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 4) return ReduceLine<T>;
    return nullptr;
  });
}

// As `reduce` without this kernel does it, which also counts the steps of calls.
Result<Literal> EvaluateWithIota(EvalContext& context) {
  const Instruction& reduce = context.instruction();
  const Instruction& iota = *reduce.operands[1];
  EvalContext of_iota(iota, {}, {}, context.runtime());
  HLO_TRY(Literal indices, iota.op->evaluate(of_iota));
  Literal values = context.operand(0), start = context.operand(1), index = context.operand(2);
  Literal* const operands[4] = {&values, &indices, &start, &index};
  constexpr bool kLastUse[4] = {};
  EvalContext of_reduce(reduce, operands, kLastUse, context.runtime());
  return reduce.op->evaluate(of_reduce);
}

}  // namespace

std::optional<ArgExtreme> RecognizeArgExtreme(const Computation& computation) {
  const Instruction* root = computation.root;
  const std::vector<Instruction*>& parameters = computation.parameters;
  if (computation.synthesized || root == nullptr || parameters.size() != 4 ||
      !root->Is(Opcode::kTuple) || root->operands.size() != 2) {
    return std::nullopt;
  }
  const Pair values(parameters[0], parameters[2]), indices(parameters[1], parameters[3]);
  const ElementType index = indices.first->shape->element_type;
  if (!IsInteger(index) || StorageBytes(index) < 4) return std::nullopt;
  const Instruction* keeps = ChoiceOf(*root->operands[0], values);
  const Instruction* keeps_index = ChoiceOf(*root->operands[1], indices);
  if (keeps == nullptr || keeps_index == nullptr ||
      !KeepsFirstIndex(*keeps_index, keeps, values, indices)) {
    return std::nullopt;
  }
  for (const Instruction* instruction : computation.instructions) {
    if (instruction->op->side_effect) return std::nullopt;
  }
  const bool maximum = KeepsFirst(*keeps, values, CompareDirection::kGt);
  if (!maximum && !KeepsFirst(*keeps, values, CompareDirection::kLt)) return std::nullopt;
  const ElementType compute = ComputeType(values.first->shape->element_type);
  const ReduceKernel* kernel =
      FindReduceKernel(maximum ? ReduceOp::kMaximum : ReduceOp::kMinimum, compute);
  if (kernel == nullptr || FindReduceLine(compute) == nullptr) return std::nullopt;
  return ArgExtreme{maximum, kernel};
}

bool HasExtremeLine(ElementType type, int64_t length) {
  constexpr int64_t kMin = 16, kMaxWidened = 1 << 20;
  return length >= kMin && (type == ComputeType(type) || length <= kMaxWidened);
}

void ReduceToExtremes(EvalContext& context, const ArgExtreme& reducer, const Literal& values,
                      const Literal* indices, std::span<const Literal* const> init,
                      std::span<Literal> outputs) {
  const ElementType type = values.element_type(), compute = ComputeType(type);
  const int64_t lines = outputs[0].element_count(), length = values.element_count() / lines;
  const Indices codes(outputs[1].element_type(), indices);
  uint8_t* const out = outputs[0].mutable_bytes();
  uint8_t* const out_indices = outputs[1].mutable_bytes();
  const int64_t bytes = StorageBytes(type), index_bytes = StorageBytes(outputs[1].element_type());
  const int64_t at_once = CeilDiv(int64_t{65536}, length);
  const Lines all(reducer, values, codes, init, context.kernel_mode());
  const ReduceLineFn reduce_line = FindReduceLine(compute);
  const int64_t loaded_bytes = type == compute ? 0 : length * StorageBytes(compute);
  context.workers().ForEach(CeilDiv(lines, at_once), [&](int64_t task) {
    const AlignedBlock loaded = NewAlignedBlock(loaded_bytes);
    for (int64_t i = task * at_once; i < std::min(lines, (task + 1) * at_once); ++i) {
      if (context.runtime().cancelled()) return;
      const Extreme found = reduce_line(all, i * length, static_cast<size_t>(length), loaded.get());
      std::memcpy(out + i * bytes, found.value, static_cast<size_t>(bytes));
      codes.Write(found.index, out_indices + i * index_bytes);
    }
  });
}

Result<Literal> EvaluateArgExtreme(EvalContext& context) {
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  const std::optional<ArgExtreme> reducer = RecognizeArgExtreme(computation);
  const Literal& values = context.operand(0);
  if (!reducer || values.element_count() == 0 ||
      !HasExtremeLine(values.element_type(), values.shape().dims.back()) ||
      TakeVectorFunction(context.runtime(), computation, values.element_count()) == nullptr) {
    return EvaluateWithIota(context);
  }
  HLO_TRY(Literal result, context.Allocate());
  const Literal* const init[] = {&context.operand(1), &context.operand(2)};
  ReduceToExtremes(context, *reducer, values, nullptr, init, result.mutable_elements());
  return result;
}

}  // namespace hlo
