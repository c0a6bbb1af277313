// SPDX-License-Identifier: Apache-2.0
// `sort`, ops reference 10.5. Always stable (C12). Arrays are transposed to lines along the sorted
// dimension; the order of each line is computed as a list of positions and applied to all arrays.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/copy_plane.h"
#include "core/kernels/sort_words.h"
#include "core/ops/called_computation.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/sort/key_expression.h"
#include "core/ops/sort/merge_sort.h"
#include "core/ops/sort/sort_keys.h"
#include "core/ops/strided_copy.h"
#include "core/ops/vector_function.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// Rules C3 and C4.
Status CheckComparator(const InferContext& context) {
  const CallSite types{context, "sort.C3", Attr::to_apply, "`to_apply`"};
  HLO_TRY(const Computation* comparator, CalledComputation(types));
  const int64_t operands = std::ssize(context.operands);
  HLO_RETURN_IF_ERROR(CheckParameterCount(types, *comparator, 2 * operands));
  for (int64_t i = 0; i < 2 * operands; ++i) {
    const ElementType type = context.operand(static_cast<size_t>(i / 2)).element_type;
    HLO_RETURN_IF_ERROR(CheckParameter(types, *comparator, i, Shape::Scalar(type)));
  }
  return CheckRoot({context, "sort.C4", Attr::to_apply, "`to_apply`"}, *comparator,
                   Shape::Scalar(ElementType::kPred));
}

// Computes the order of lines and applies it.
class Sorter {
 public:
  // `arrays`: contiguous lines of `length` elements; `results` have the same shapes.
  Sorter(EvalContext& context, std::span<const Literal> arrays, std::span<Literal> results,
         int64_t length)
      : context_(context),
        comparator_(*context.attributes().Called(Attr::to_apply)),
        arrays_(arrays),
        results_(results),
        length_(length),
        lines_(arrays[0].element_count() / length) {}

  Status Run() {
    HLO_RETURN_IF_ERROR(RequireGiven(context_, comparator_));
    if (length_ > UINT32_MAX) {  // positions are u32
      return Fail("R07", "`sort`: a sorted dimension must have at most {} elements, got {}",
                  {UINT32_MAX, length_});
    }
    if (context_.kernel_mode() != KernelMode::kPlain) {
      const std::vector<KeyComparator> keys = RecognizeComparator(comparator_);
      if (keys.size() == 1) return SortByKeys(keys[0]);
      HLO_TRY(const bool done, SortByManyKeys(keys));
      if (done) return {};
    }
    const VectorFunction* lanes = TakeVectorFunction(context_.runtime(), comparator_,
                                                     lines_ * LaneMergeSort::Comparisons(length_));
    return lanes != nullptr ? SortByLanes(*lanes) : SortByCalls();
  }

 private:
  Result<Literal> AllocateBytes(int64_t bytes) {
    return context_.Allocate(Shape::Array(ElementType::kU8, {bytes}));
  }

  // The array that keys are computed from.
  Result<Literal> KeyArray(const KeyComparator& comparator) {
    const Literal& array = arrays_[comparator.operand];
    if (comparator.key == nullptr) return array;
    return EvaluateExpression(context_, *comparator.key, array);
  }

  Status SortByKeys(const KeyComparator& comparator) {
    const SortKeys keys(comparator.order);
    HLO_TRY(const Literal array, KeyArray(comparator));
    return keys.bytes() == 8 ? SortByKeys<uint64_t, Keyed64>(keys, comparator, array)
                             : SortByKeys<uint32_t, Keyed32>(keys, comparator, array);
  }

  template <class Key, class Keyed>
  Status SortByKeys(const SortKeys& keys, const KeyComparator& comparator, const Literal& array) {
    // Positions fit 32 bits: an array has at most 2^31 bytes.
    HLO_TRY(Literal scratch_memory,
            AllocateBytes(length_ * static_cast<int64_t>(sizeof(Key) + 2 * sizeof(Keyed))));
    auto* items = reinterpret_cast<Keyed*>(scratch_memory.mutable_bytes());
    Keyed* scratch = items + length_;
    Key* line_keys = reinterpret_cast<Key*>(scratch + length_);
    auto* order = reinterpret_cast<uint32_t*>(line_keys);
    // The sorted keys of the only array give its elements.
    const bool reads_keys = arrays_.size() == 1 && comparator.key == nullptr && keys.reversible();
    const int64_t line_bytes = length_ * StorageBytes(array.element_type());
    const auto count = static_cast<size_t>(length_);
    for (int64_t line = 0; line < lines_; ++line) {
      if (context_.runtime().cancelled()) return {};
      const uint8_t* elements = array.bytes() + line * line_bytes;
      const SortKeys::Outcome outcome = keys.Write(elements, length_, line_keys);
      if (outcome == SortKeys::Outcome::kUnordered) {
        HLO_RETURN_IF_ERROR(
            SortUnordered(comparator.order, elements, order, reinterpret_cast<uint32_t*>(scratch)));
        Apply(line, order);
      } else if (reads_keys && outcome == SortKeys::Outcome::kExact) {
        SortWords(line_keys, count, reinterpret_cast<Key*>(scratch));
        keys.Read(line_keys, length_, results_[0].mutable_bytes() + line * line_bytes);
      } else {
        for (size_t i = 0; i < count; ++i) items[i] = {line_keys[i], static_cast<uint32_t>(i)};
        SortWords(items, count, scratch);
        for (size_t i = 0; i < count; ++i) order[i] = items[i].position();
        Apply(line, order);
      }
    }
    return {};
  }

  // Sorts by the least significant key first, as all sorts are stable. False if there are no keys,
  // or if a NaN is unordered.
  Result<bool> SortByManyKeys(std::span<const KeyComparator> comparators) {
    if (comparators.empty()) return false;
    std::vector<Literal> arrays;
    for (const KeyComparator& comparator : comparators) {
      HLO_TRY(Literal array, KeyArray(comparator));
      arrays.push_back(std::move(array));
    }
    constexpr auto kBytes = static_cast<int64_t>(sizeof(uint64_t) + 2 * sizeof(Keyed64));
    HLO_TRY(Literal scratch_memory, AllocateBytes(length_ * kBytes));
    auto* items = reinterpret_cast<Keyed64*>(scratch_memory.mutable_bytes());
    Keyed64* scratch = items + length_;
    auto* wide_keys = reinterpret_cast<uint64_t*>(scratch + length_);
    auto* narrow_keys = reinterpret_cast<uint32_t*>(wide_keys);
    const auto count = static_cast<size_t>(length_);
    for (int64_t line = 0; line < lines_ && !context_.runtime().cancelled(); ++line) {
      for (size_t i = 0; i < count; ++i) items[i] = {0, static_cast<uint32_t>(i)};
      for (size_t k = arrays.size(); k-- > 0;) {
        const SortKeys keys(comparators[k].order);
        const int64_t line_bytes = length_ * StorageBytes(arrays[k].element_type());
        const uint8_t* elements = arrays[k].bytes() + line * line_bytes;
        if (keys.Write(elements, length_, wide_keys) == SortKeys::Outcome::kUnordered) return false;
        for (size_t i = 0; i < count; ++i) {
          const uint32_t at = items[i].position();
          items[i] = {keys.bytes() == 8 ? wide_keys[at] : narrow_keys[at], at};
        }
        RadixSort(items, count, scratch);
      }
      uint32_t* order = narrow_keys;
      for (size_t i = 0; i < count; ++i) order[i] = items[i].position();
      Apply(line, order);
    }
    return true;
  }

  // Sorts a line of floats with NaNs, converted to f64, which is exact.
  Status SortUnordered(const SortOrder& by, const uint8_t* elements, uint32_t* order,
                       uint32_t* scratch) {
    HLO_TRY(Literal values, context_.Allocate(Shape::Array(ElementType::kF64, {length_})));
    auto* numbers = reinterpret_cast<double*>(values.mutable_bytes());
    ConvertFunction(by.type, ElementType::kF64)(elements, static_cast<size_t>(length_), numbers);
    std::iota(order, order + length_, 0u);
    MergeSort(order, length_, scratch, [&](uint32_t a, uint32_t b) {
      return by.descending ? numbers[a] > numbers[b] : numbers[a] < numbers[b];
    });
    return {};
  }

  Status SortByLanes(const VectorFunction& less) {
    constexpr int64_t kTogether = 1 << 16;  // elements, if lines are shorter
    const int64_t lines = std::min(lines_, std::max<int64_t>(1, kTogether / length_));
    HLO_TRY(Literal scratch_memory,
            AllocateBytes(2 * lines * length_ * static_cast<int64_t>(sizeof(uint32_t))));
    auto* order = reinterpret_cast<uint32_t*>(scratch_memory.mutable_bytes());
    uint32_t* scratch = order + lines * length_;
    LaneMergeSort sort(context_, arrays_, less, length_);
    for (int64_t first = 0; first < lines_; first += lines) {
      const int64_t count = std::min(lines, lines_ - first);
      for (int64_t line = 0; line < count; ++line) {
        std::iota(order + line * length_, order + (line + 1) * length_, 0u);
      }
      sort.Sort(first, count, order, scratch);
      if (context_.runtime().cancelled()) return {};
      for (int64_t line = 0; line < count; ++line) Apply(first + line, order + line * length_);
    }
    return {};
  }

  Status SortByCalls() {
    HLO_TRY(Literal scratch_memory,
            AllocateBytes(2 * length_ * static_cast<int64_t>(sizeof(uint32_t))));
    auto* order = reinterpret_cast<uint32_t*>(scratch_memory.mutable_bytes());
    std::vector<Literal> scalars;
    for (size_t i = 0; i < 2 * arrays_.size(); ++i) {
      HLO_TRY(Literal scalar, context_.Allocate(Shape::Scalar(arrays_[i / 2].element_type())));
      scalars.push_back(std::move(scalar));
    }
    for (int64_t line = 0; line < lines_; ++line) {
      Status failed;
      std::iota(order, order + length_, 0u);
      MergeSort(order, length_, order + length_, [&](uint32_t a, uint32_t b) {
        if (!failed.ok()) return false;
        Result<bool> less = Call(scalars, line * length_ + a, line * length_ + b);
        if (!less.ok()) failed = std::move(less.error());
        return less.ok() && less.value();
      });
      HLO_RETURN_IF_ERROR(std::move(failed));
      Apply(line, order);
    }
    return {};
  }

  // Calls the comparator on elements `a` and `b` of each array.
  Result<bool> Call(std::vector<Literal>& scalars, int64_t a, int64_t b) {
    std::vector<Literal> arguments;
    arguments.reserve(scalars.size());
    for (size_t i = 0; i < scalars.size(); ++i) {
      const int64_t bytes = scalars[i].byte_size();
      std::copy_n(arrays_[i / 2].bytes() + (i % 2 == 0 ? a : b) * bytes, bytes,
                  scalars[i].mutable_bytes());
      arguments.push_back(scalars[i]);
    }
    HLO_TRY(const Literal less, context_.Call(comparator_, std::move(arguments)));
    return *less.bytes() != 0;
  }

  void Apply(int64_t line, const uint32_t* order) {
    constexpr int64_t kBlock = 256;
    int64_t offsets[kBlock];
    for (size_t k = 0; k < arrays_.size(); ++k) {
      const int64_t bytes = StorageBytes(arrays_[k].element_type());
      const uint8_t* from = arrays_[k].bytes() + line * length_ * bytes;
      uint8_t* to = results_[k].mutable_bytes() + line * length_ * bytes;
      for (int64_t start = 0; start < length_; start += kBlock) {
        const int64_t count = std::min(kBlock, length_ - start);
        for (int64_t i = 0; i < count; ++i) offsets[i] = order[start + i] * bytes;
        GatherRuns(from, offsets, count, bytes, to + start * bytes);
      }
    }
  }

  EvalContext& context_;
  const Computation& comparator_;
  const std::span<const Literal> arrays_;
  const std::span<Literal> results_;
  const int64_t length_, lines_;
};

// The permutation that moves the given dimension to the end, or its inverse.
std::vector<int64_t> DimensionLast(int64_t dimension, int64_t rank) {
  std::vector<int64_t> order;
  for (int64_t d = 0; d < rank; ++d) {
    if (d != dimension) order.push_back(d);
  }
  order.push_back(dimension);
  return order;
}
std::vector<int64_t> DimensionBack(int64_t dimension, int64_t rank) {
  std::vector<int64_t> order;
  for (int64_t d = 0; d + 1 < rank; ++d) order.push_back(d);
  order.insert(order.begin() + static_cast<ptrdiff_t>(dimension), rank - 1);
  return order;
}

}  // namespace

Result<Shape> InferSort(const InferContext& context) {
  if (context.operands.empty()) return Fail("sort.C1", "`sort` takes at least 1 operand, got 0");
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& first = context.operand(0);
  for (size_t k = 1; k < context.operands.size(); ++k) {
    const Shape& operand = context.operand(k);
    if (operand.dims == first.dims) continue;
    return Fail("sort.C1", "`sort`: operand dimensions must match, got {} and {}",
                {Braced({first.dims.data(), first.dims.size()}),
                 Braced({operand.dims.data(), operand.dims.size()})})
        .AtOperand(static_cast<int>(k));
  }
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (dimensions.size() != 1) {
    return Fail("sort.C2", "`sort`: `dimensions` must have 1 entry, got {}", {dimensions.size()})
        .AtAttribute("dimensions");
  }
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "sort.C2", Attr::dimensions, dimensions, first.rank()));
  HLO_RETURN_IF_ERROR(CheckComparator(context));
  if (context.operands.size() == 1) return first;
  std::vector<Shape> parts;
  for (const Shape* operand : context.operands) parts.push_back(*operand);
  return Shape::Tuple(std::move(parts));
}

Result<Literal> EvaluateSort(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Shape& shape = context.shape();
  const size_t count = context.operand_count();
  const int64_t dimension = context.attributes().Ints(Attr::dimensions)[0];
  const Shape& first = context.operand(0).shape();
  const std::vector<int64_t> lines = DimensionLast(dimension, first.rank());
  std::vector<Literal> arrays, results;
  for (size_t k = 0; k < count; ++k) {
    HLO_TRY(Literal array, Reordered(context, context.operand(k), lines));
    HLO_TRY(Literal result, context.Allocate(array.shape()));
    arrays.push_back(std::move(array));
    results.push_back(std::move(result));
  }
  if (arrays[0].element_count() > 0) {
    const int64_t length = first.dims[static_cast<size_t>(dimension)];
    HLO_RETURN_IF_ERROR(Sorter(context, arrays, results, length).Run());
  }
  const std::vector<int64_t> back = DimensionBack(dimension, first.rank());
  for (size_t k = 0; k < count; ++k) {
    HLO_TRY(Literal result, Reordered(context, results[k], back));
    results[k] = std::move(result).WithShape(count == 1 ? shape : shape.elements[k]);
  }
  return count == 1 ? std::move(results[0]) : Literal::Tuple(std::move(results));
}

}  // namespace hlo
