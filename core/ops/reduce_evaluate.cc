// SPDX-License-Identifier: Apache-2.0
// Evaluates `reduce` (ops reference 10.1): each result starts at the initial value and takes in
// the elements of its window in row-major order, the accumulator as first argument (C8).
//
// A reducer that is one associative op runs on lanes, one lane a result; each lane still takes its
// elements in order. Every other reducer is called once an element.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/ops/called_computation.h"
#include "core/ops/called_reducer.h"
#include "core/ops/odometer.h"
#include "core/ops/reducer.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "core/shape/index.h"

namespace hlo {
namespace {

// Elements of a tile, and lanes of it: a tile, its lanes and its copy stay in the L1 cache.
constexpr int64_t kTileElements = 1024;
constexpr int64_t kMaxLanes = 512;
// Lanes that lie apart are gathered; few at a time, so that their cache lines are used up.
constexpr int64_t kGatheredLanes = 64;
constexpr int kMaxElementBytes = 16;

// The dimensions of the input in two groups, with their strides; neighbours that run on merged.
struct ReduceDims {
  Dims kept, kept_strides;
  Dims reduced, reduced_strides;
};

void AppendMerged(int64_t size, int64_t stride, Dims& sizes, Dims& strides) {
  if (size == 1) return;
  if (!sizes.empty() && strides.back() == size * stride) {
    sizes.back() *= size;
    strides.back() = stride;
    return;
  }
  sizes.push_back(size);
  strides.push_back(stride);
}

// Requires an input without a size of 0.
ReduceDims SplitDims(const Dims& dims, const std::vector<int64_t>& dimensions) {
  uint64_t reduced = 0;
  for (const int64_t d : dimensions) reduced |= uint64_t{1} << d;
  const Dims strides = RowMajorStrides({dims.data(), dims.size()});
  ReduceDims split;
  for (size_t d = 0; d < dims.size(); ++d) {
    if ((reduced >> d) & 1) {
      AppendMerged(dims[d], strides[d], split.reduced, split.reduced_strides);
    } else {
      AppendMerged(dims[d], strides[d], split.kept, split.kept_strides);
    }
  }
  return split;
}

// ---- simple reducers ----

// The last dimension of a list, or a single element.
struct Line {
  int64_t size = 1, stride = 1;
};

Line TakeLast(Dims& sizes, Dims& strides) {
  if (sizes.empty()) return {};
  const Line line{sizes.back(), strides.back()};
  sizes.pop_back();
  strides.pop_back();
  return line;
}

// Reduces to chunks of lanes, a tile of [steps, lanes] elements at a time.
class LaneReduction {
 public:
  LaneReduction(const LaneReducer& reducer, ElementType type, ReduceDims dims)
      : reducer_(reducer),
        bytes_(StorageBytes(type)),
        lanes_(TakeLast(dims.kept, dims.kept_strides)),
        steps_(TakeLast(dims.reduced, dims.reduced_strides)),
        outer_kept_(std::move(dims.kept), {std::move(dims.kept_strides)}),
        outer_reduced_(std::move(dims.reduced), {std::move(dims.reduced_strides)}) {}

  void Run(const uint8_t* input, const uint8_t* init, uint8_t* out) {
    reducer_.Load(init, 1, init_);
    const int64_t chunk = lanes_.stride == 1 ? kMaxLanes : kGatheredLanes;
    do {
      for (int64_t lane = 0; lane < lanes_.size; lane += chunk) {
        const int64_t count = std::min(chunk, lanes_.size - lane);
        ReduceChunk(input + (outer_kept_.offset(0) + lane * lanes_.stride) * bytes_, count);
        reducer_.Store(sums_, static_cast<size_t>(count), out);
        out += count * bytes_;
      }
    } while (outer_kept_.Next());
  }

 private:
  uint8_t* Lane(uint8_t* lanes, int64_t i) const {
    return lanes + i * StorageBytes(reducer_.lane_type());
  }

  void ReduceChunk(const uint8_t* input, int64_t count) {
    const auto lane_bytes = static_cast<size_t>(StorageBytes(reducer_.lane_type()));
    for (int64_t i = 0; i < count; ++i) std::memcpy(Lane(sums_, i), init_, lane_bytes);
    const int64_t rows = kTileElements / count;
    do {
      const uint8_t* start = input + outer_reduced_.offset(0) * bytes_;
      for (int64_t step = 0; step < steps_.size; step += rows) {
        ReduceTile(start + step * steps_.stride * bytes_, std::min(rows, steps_.size - step),
                   count);
      }
    } while (outer_reduced_.Next());
  }

  void ReduceTile(const uint8_t* input, int64_t rows, int64_t count) {
    const bool dense_rows = count == 1 || lanes_.stride == 1;
    const bool dense_tile = dense_rows && (count == 1 ? steps_.stride == 1 : rows == 1);
    if (dense_rows && count > 1 && reducer_.loads_in_place()) {
      for (int64_t row = 0; row < rows; ++row) {
        reducer_.Combine(sums_, input + row * steps_.stride * bytes_, static_cast<size_t>(count));
      }
      return;
    }
    const uint8_t* elements = input;
    if (!dense_tile) {
      CopyBox({{rows, count}, {steps_.stride, lanes_.stride}, {count, 1}}, bytes_, input,
              gathered_);
      elements = gathered_;
    }
    reducer_.Load(elements, static_cast<size_t>(rows * count), tile_);
    CombineTile(rows, count);
  }

  // Takes in the rows of the loaded tile in order; or, where no bit depends on the order and rows
  // are short, first adds the second half of the rows to the first, and so on.
  void CombineTile(int64_t rows, int64_t count) {
    while (reducer_.exact() && count < 16 && rows > 1) {
      const int64_t half = rows / 2;
      reducer_.Combine(tile_, Lane(tile_, (rows - half) * count),
                       static_cast<size_t>(half * count));
      rows -= half;
    }
    if (count == 1) return reducer_.CombineInOrder(sums_, tile_, static_cast<size_t>(rows));
    for (int64_t row = 0; row < rows; ++row) {
      reducer_.Combine(sums_, Lane(tile_, row * count), static_cast<size_t>(count));
    }
  }

  const LaneReducer& reducer_;
  const int bytes_;
  const Line lanes_, steps_;
  Odometer<1> outer_kept_, outer_reduced_;
  alignas(16) uint8_t init_[kMaxElementBytes];
  alignas(16) uint8_t sums_[kMaxLanes * kMaxElementBytes];
  alignas(16) uint8_t gathered_[kTileElements * kMaxElementBytes];
  alignas(16) uint8_t tile_[kTileElements * kMaxElementBytes];
};

// ---- any reducer ----

Status ReduceByCalls(CalledReducer& reducer, const ReduceDims& dims,
                     std::vector<Literal>& outputs) {
  HLO_RETURN_IF_ERROR(reducer.Prepare());
  Odometer<1> kept(dims.kept, {dims.kept_strides});
  Odometer<1> reduced(dims.reduced, {dims.reduced_strides});
  int64_t position = 0;
  do {
    reducer.Begin();
    do {
      HLO_RETURN_IF_ERROR(reducer.TakeIn(kept.offset(0) + reduced.offset(0)));
    } while (reduced.Next());
    reducer.Finish(position++, outputs);
  } while (kept.Next());
  return {};
}

// Every result is the initial value.
void FillWithInit(const Literal& init, Literal& output) {
  ReadStrided(init, 0, Dims(output.shape().dims.size(), 0), output);
}

Status ReduceInto(EvalContext& context, std::vector<Literal>& outputs) {
  const size_t inputs = outputs.size();
  const Literal& first = context.operand(0);
  if (outputs[0].element_count() == 0) return {};
  if (first.element_count() == 0) {
    for (size_t k = 0; k < inputs; ++k) FillWithInit(context.operand(inputs + k), outputs[k]);
    return {};
  }
  const ReduceDims dims =
      SplitDims(first.shape().dims, context.attributes().Ints(Attr::dimensions));
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  HLO_RETURN_IF_ERROR(RequireGiven(context, computation));
  const auto simple = inputs == 1 ? RecogniseReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const auto reducer = LaneReducer::Make(*simple, first.element_type());
    if (reducer.has_value()) {
      auto reduction = std::make_unique<LaneReduction>(*reducer, first.element_type(), dims);
      reduction->Run(first.bytes(), context.operand(1).bytes(), outputs[0].mutable_bytes());
      return {};
    }
  }
  CalledReducer reducer(context, computation, inputs);
  return ReduceByCalls(reducer, dims, outputs);
}

}  // namespace

Result<Literal> EvaluateReduce(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const size_t inputs = context.operand_count() / 2;
  const Shape& shape = context.shape();
  std::vector<Literal> outputs;
  for (size_t k = 0; k < inputs; ++k) {
    HLO_TRY(Literal output, context.Allocate(inputs == 1 ? shape : shape.elements[k]));
    outputs.push_back(std::move(output));
  }
  HLO_RETURN_IF_ERROR(ReduceInto(context, outputs));
  return inputs == 1 ? std::move(outputs[0]) : Literal::Tuple(std::move(outputs));
}

}  // namespace hlo
