// SPDX-License-Identifier: Apache-2.0
// Evaluates `reduce` (ops reference 10.1). Reducers that are one associative op use
// reduce_passes.h. With all others, each result starts at the initial value and combines its
// elements in row-major order, with the accumulator as first argument (C8).
#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/odometer.h"
#include "core/ops/reduction/arg_extreme.h"
#include "core/ops/reduction/called_reducer.h"
#include "core/ops/reduction/reduce_passes.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// The kept and the reduced dimensions of the input with their strides; contiguous neighbors are
// merged.
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

// ---- any reducer, on lanes ----

// A block of results that are neighbors along the last kept dimension.
constexpr int64_t kBlockLanes = 1024;
constexpr int64_t kLanesApart = 256;  // if each is in its own cache line
constexpr int64_t kGroupCalls = 16384;

int64_t Product(const Dims& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

// The length of runs of reduced elements that are neighbors in memory, if the results are not;
// removes their dimension.
int64_t TakeRuns(ReduceDims& dims) {
  if (dims.kept.empty() || dims.kept_strides.back() == 1) return 1;
  if (dims.reduced.empty() || dims.reduced_strides.back() != 1) return 1;
  const int64_t run = dims.reduced.back();
  dims.reduced.pop_back();
  dims.reduced_strides.pop_back();
  return run;
}

// Whether the elements of each result are one run of at least `least` neighbors.
bool IsOneRun(const ReduceDims& dims) {
  return dims.reduced.size() == 1 && dims.reduced_strides[0] == 1;
}

// The offset of element `index` (in row-major order) of the box.
int64_t OffsetOf(int64_t index, const Dims& sizes, const Dims& strides) {
  int64_t offset = 0;
  for (size_t d = sizes.size(); d-- > 0; index /= sizes[d]) {
    offset += index % sizes[d] * strides[d];
  }
  return offset;
}

void ReduceOnLanes(EvalContext& context, const VectorFunction& function, ReduceDims dims,
                   std::vector<Literal>& outputs) {
  const int64_t line = dims.kept.empty() ? 1 : dims.kept.back();
  const int64_t stride = dims.kept.empty() ? 1 : dims.kept_strides.back();
  const int64_t lanes = std::min(line, stride == 1 ? kBlockLanes : kLanesApart);
  const int64_t blocks = (line + lanes - 1) / lanes;
  const int64_t all = Product(dims.kept) / line * blocks;
  const int64_t group = std::max<int64_t>(1, kGroupCalls / lanes / Product(dims.reduced));
  const int64_t run = TakeRuns(dims);
  std::vector<uint8_t*> out;
  for (Literal& output : outputs) out.push_back(output.mutable_bytes());
  context.workers().ForEach((all + group - 1) / group, [&](int64_t task) {
    LaneReducerCalls calls(context, function, out.size(), lanes);
    Odometer<1> reduced(dims.reduced, {dims.reduced_strides});
    for (int64_t i = task * group; i < std::min(all, (task + 1) * group); ++i) {
      const int64_t position = i / blocks * line + i % blocks * lanes;
      const int64_t count = std::min(lanes, line - i % blocks * lanes);
      const int64_t start = OffsetOf(position, dims.kept, dims.kept_strides);
      calls.Begin(count);
      do {
        const int64_t offset = start + reduced.offset(0);
        for (int64_t k = 0; k < run; k += LaneReducerCalls::kMaxNeighbors) {
          if (context.runtime().cancelled()) return;
          if (run == 1) {
            calls.TakeIn(0, count, offset, stride);
          } else {
            calls.TakeInNeighbors(count, offset + k, stride,
                                  std::min(run - k, LaneReducerCalls::kMaxNeighbors));
          }
        }
      } while (reduced.Next());
      calls.Finish(count, position, out);
    }
  });
}

// Every result is the initial value.
void FillWithInit(EvalContext& context, const Literal& init, Literal& output) {
  ReadStrided(context, init, 0, Dims(output.shape().dims.size(), 0), output);
}

Status ReduceInto(EvalContext& context, std::vector<Literal>& outputs) {
  const size_t inputs = outputs.size();
  const Literal& first = context.operand(0);
  if (outputs[0].element_count() == 0) return {};
  if (first.element_count() == 0) {
    for (size_t k = 0; k < inputs; ++k) {
      FillWithInit(context, context.operand(inputs + k), outputs[k]);
    }
    return {};
  }
  const ReduceDims dims =
      SplitDims(first.shape().dims, context.attributes().Ints(Attr::dimensions));
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  HLO_RETURN_IF_ERROR(RequireGiven(context, computation));
  const auto simple = inputs == 1 ? RecognizeReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const auto reducer =
        LaneReducer::Make(*simple, first.element_type(), context.kernel_mode(), FloatSums::kWide);
    if (reducer.has_value()) {
      return ReduceInPasses(context, *reducer, first, context.attributes().Ints(Attr::dimensions),
                            context.operand(1), outputs[0]);
    }
  }
  const VectorFunction* function =
      TakeVectorFunction(context.runtime(), computation, first.element_count());
  if (function != nullptr) {
    const bool has_lines = IsOneRun(dims) && HasExtremeLine(first.element_type(), dims.reduced[0]);
    const auto extreme = has_lines ? RecognizeArgExtreme(computation) : std::optional<ArgExtreme>();
    if (extreme.has_value()) {
      const Literal* const init[] = {&context.operand(2), &context.operand(3)};
      ReduceToExtremes(context, *extreme, first, &context.operand(1), init, outputs);
      return {};
    }
    ReduceOnLanes(context, *function, dims, outputs);
    return {};
  }
  CalledReducer reducer(context, computation, inputs);
  return ReduceByCalls(reducer, dims, outputs);
}

}  // namespace

Result<Literal> EvaluateReduce(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
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
