// SPDX-License-Identifier: Apache-2.0
// The rules of `reduce`, ops reference 10.1; reduce_evaluate.cc computes it.
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/reduction/reduce_rules.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

constexpr ReduceCodes kCodes = {"reduce.C1", "reduce.C2", "reduce.C3", "reduce.C5"};

}  // namespace

Result<Shape> InferReduce(const InferContext& context) {
  HLO_TRY(const size_t inputs, CheckReduceOperands(context, kCodes));
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  HLO_RETURN_IF_ERROR(CheckDimensionNumbers(context, "reduce.C4", Attr::dimensions, dimensions,
                                            context.operand(0).rank()));
  HLO_RETURN_IF_ERROR(CheckReducer(context, kCodes, inputs));

  uint64_t reduced = 0;
  for (const int64_t d : dimensions) reduced |= uint64_t{1} << d;
  std::vector<Shape> results;
  for (size_t k = 0; k < inputs; ++k) {
    const Shape& input = context.operand(k);
    Dims kept;
    uint64_t dynamic = 0;
    for (int64_t d = 0; d < input.rank(); ++d) {
      if ((reduced >> d) & 1) continue;
      if (input.IsDynamic(d)) dynamic |= uint64_t{1} << kept.size();
      kept.push_back(input.dims[static_cast<size_t>(d)]);
    }
    results.push_back(Shape::Array(input.element_type, {kept.data(), kept.size()}));
    results.back().dynamic = dynamic;
  }
  return inputs == 1 ? std::move(results[0]) : Shape::Tuple(std::move(results));
}

}  // namespace hlo
