// SPDX-License-Identifier: Apache-2.0
// `select-and-scatter`, ops reference 10.3: each element of the source is combined by `scatter`
// into the element of its window that `select` selects (C15).
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/strided_copy.h"
#include "core/ops/vector_function.h"
#include "core/ops/window/window.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// The dilations of rule C2, which must be 1.
Status CheckDilations(const InferContext& context) {
  for (const WindowDimension& window : WindowOf(context.attributes()).dims) {
    if (window.lhs_dilate == 1 && window.rhs_dilate == 1) continue;
    return Fail("select-and-scatter.C2", "`select-and-scatter`: the {} dilation must be 1, got {}",
                {window.lhs_dilate != 1 ? "base" : "window",
                 window.lhs_dilate != 1 ? window.lhs_dilate : window.rhs_dilate})
        .AtAttribute("window");
  }
  return {};
}

// Rule C3.
Status CheckTypes(const InferContext& context) {
  const ElementType type = context.operand(0).element_type;
  const Shape& source = context.operand(1);
  const Shape& init = context.operand(2);
  if (source.element_type != type) {
    return Fail("select-and-scatter.C3",
                "`select-and-scatter`: the source must have element type {}, got {}",
                {Name(type), Name(source.element_type)})
        .AtOperand(1);
  }
  if (!init.IsScalarOf(type)) {
    return Fail("select-and-scatter.C3",
                "`select-and-scatter`: the initial value must be {}[], got {}",
                {Name(type), ShapeText(init, false)})
        .AtOperand(2);
  }
  return {};
}

// Rules C4 and C5: a function of two elements.
Status CheckFunction(const CallSite& site, ElementType type, ElementType result) {
  HLO_TRY(const Computation* function, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *function, 2));
  HLO_RETURN_IF_ERROR(CheckParameter(site, *function, 0, Shape::Scalar(type)));
  HLO_RETURN_IF_ERROR(CheckParameter(site, *function, 1, Shape::Scalar(type)));
  return CheckRoot(site, *function, Shape::Scalar(result));
}

// ---- the element that each window selects ----

// Offsets in the operand, one per place; -1 for a window of padding only.
using Selected = std::span<int64_t>;

// The plain path: one call per element.
class SelectByCalls {
 public:
  explicit SelectByCalls(EvalContext& context)
      : context_(context), select_(*context.attributes().Called(Attr::select)) {}

  Status Run(WindowWalk walk, Selected selected) {
    const Literal& operand = context_.operand(0);
    const auto bytes = static_cast<size_t>(StorageBytes(operand.element_type()));
    HLO_TRY(Literal kept, context_.Allocate(Shape::Scalar(operand.element_type())));
    HLO_TRY(Literal next, context_.Allocate(Shape::Scalar(operand.element_type())));
    const auto element = [&](int64_t offset) {
      return operand.bytes() + static_cast<size_t>(offset) * bytes;
    };
    size_t place = 0;
    do {
      int64_t& best = selected[place++];
      HLO_RETURN_IF_ERROR(walk.TryEachElement([&](int64_t offset) -> Status {
        if (best < 0) {
          best = offset;
          return {};
        }
        std::memcpy(kept.mutable_bytes(), element(best), bytes);
        std::memcpy(next.mutable_bytes(), element(offset), bytes);
        HLO_TRY(const Literal keep, context_.Call(select_, {kept, next}));
        if (*keep.bytes() == 0) best = offset;
        return {};
      }));
    } while (walk.Next());
    return {};
  }

 private:
  EvalContext& context_;
  const Computation& select_;
};

// Blocks of neighboring places, one per lane: each step compares the next element of every window
// that has one.
class SelectOnLanes {
 public:
  SelectOnLanes(const EvalContext& context, const VectorFunction& function)
      : function_(function),
        scratch_(function.NewScratch()),
        operand_(context.operand(0).bytes()),
        bytes_(static_cast<size_t>(StorageBytes(context.operand(0).element_type()))),
        kept_(kLanes * bytes_),
        next_(kLanes * bytes_) {}

  void Run(WindowWalk walk, Selected selected) {
    bool more = true;
    for (size_t first = 0; more; first += begins_.size() - 1) {
      offsets_.clear();
      begins_.assign(1, 0);
      while (more && begins_.size() <= kLanes && offsets_.size() < kBlockOffsets) {
        walk.ForEachElement([&](int64_t offset) { offsets_.push_back(offset); });
        begins_.push_back(offsets_.size());
        more = walk.Next();
      }
      SelectBlock(selected.data() + first);
    }
  }

 private:
  static constexpr size_t kLanes = 1024, kBlockOffsets = 65536;

  void SelectBlock(int64_t* selected) {
    bool more = true;
    for (size_t k = 0; more; ++k) {
      lanes_.clear();
      more = false;
      for (size_t lane = 0; lane + 1 < begins_.size(); ++lane) {
        if (begins_[lane + 1] - begins_[lane] <= k) continue;
        more = true;
        const int64_t offset = offsets_[begins_[lane] + k];
        if (k == 0) {
          selected[lane] = offset;
          continue;
        }
        Copy(selected[lane], kept_.data() + lanes_.size() * bytes_);
        Copy(offset, next_.data() + lanes_.size() * bytes_);
        lanes_.push_back(lane);
      }
      if (lanes_.empty()) continue;
      const void* const arguments[] = {kept_.data(), next_.data()};
      void* const results[] = {keep_};
      function_.Run(*scratch_, arguments, results, std::ssize(lanes_));
      for (size_t i = 0; i < lanes_.size(); ++i) {
        if (keep_[i] == 0) selected[lanes_[i]] = offsets_[begins_[lanes_[i]] + k];
      }
    }
  }

  void Copy(int64_t offset, uint8_t* to) const {
    std::memcpy(to, operand_ + static_cast<size_t>(offset) * bytes_, bytes_);
  }

  const VectorFunction& function_;
  std::unique_ptr<VectorFunction::Scratch> scratch_;
  const uint8_t* operand_;
  const size_t bytes_;
  std::vector<int64_t> offsets_;  // offsets in the windows: lane i from begins_[i] on
  std::vector<size_t> begins_;
  std::vector<size_t> lanes_;  // lanes compared in this step
  std::vector<uint8_t> kept_, next_;
  uint8_t keep_[kLanes];
};

// The number of comparisons of all windows; nullopt if a window is too large for lanes.
std::optional<int64_t> CountComparisons(const std::vector<WindowAxis>& axes) {
  constexpr int64_t kWidestWindow = 4096;
  int64_t seen = 1, selecting = 1, widest = 1;
  for (const WindowAxis& axis : axes) {
    int64_t along = 0, places = 0, most = 0;
    for (int64_t place = 0; place < axis.places(); ++place) {
      const int64_t count = axis.ElementsAt(place).count;
      along += count;
      places += count > 0 ? 1 : 0;
      most = std::max(most, count);
    }
    const std::optional<int64_t> all = CheckedMultiply(seen, along);
    if (!all || most > kWidestWindow || widest * most > kWidestWindow) return std::nullopt;
    seen = *all;
    selecting *= places;
    widest *= most;
  }
  return seen - selecting;
}

Status Select(EvalContext& context, Selected selected) {
  const Dims& base = context.operand(0).shape().dims;
  const std::vector<WindowAxis> axes =
      WindowAxes(WindowOf(context.attributes()), base, context.operand(1).shape().dims);
  WindowWalk walk(axes, RowMajorStrides({base.data(), base.size()}));
  const std::optional<int64_t> calls = CountComparisons(axes);
  const VectorFunction* function =
      calls ? TakeVectorFunction(context.runtime(), *context.attributes().Called(Attr::select),
                                 *calls)
            : nullptr;
  if (function == nullptr) return SelectByCalls(context).Run(std::move(walk), selected);
  SelectOnLanes(context, *function).Run(std::move(walk), selected);
  return {};
}

// ---- scattering ----

// A scatter that is one op on a compute type, or on a type other than floats, which wraps when it
// is stored.
std::optional<LaneReducer> SimpleScatter(const EvalContext& context) {
  const auto simple = RecognizeReducer(*context.attributes().Called(Attr::scatter));
  if (!simple) return std::nullopt;
  return LaneReducer::Make(*simple, context.shape().element_type, context.kernel_mode(),
                           FloatSums::kStored);
}

// Element by element, because several may have the same target.
void ScatterSimply(const LaneReducer& scatter, const Literal& source, Selected selected,
                   Literal& result) {
  alignas(16) uint8_t sum[16], element[16];
  const auto load = [&](const uint8_t* from, uint8_t* lane) {
    if (scatter.loads_in_place()) return scatter.Start(from, 1, lane);
    scatter.Load(from, 1, lane);  // with stored sums, a loaded element is a lane
  };
  const int bytes = scatter.element_bytes();
  uint8_t* out = result.mutable_bytes();
  for (size_t place = 0; place < selected.size(); ++place) {
    if (selected[place] < 0) continue;
    uint8_t* to = out + selected[place] * bytes;
    load(to, sum);
    load(source.bytes() + static_cast<int64_t>(place) * bytes, element);
    scatter.Merge(sum, element, 1, 0, 1);
    scatter.Store(sum, 1, to);
  }
}

Status ScatterByCalls(EvalContext& context, Selected selected, Literal& result) {
  const Computation& scatter = *context.attributes().Called(Attr::scatter);
  const Literal& source = context.operand(1);
  const auto bytes = static_cast<size_t>(StorageBytes(result.element_type()));
  HLO_TRY(Literal current, context.Allocate(Shape::Scalar(result.element_type())));
  HLO_TRY(Literal update, context.Allocate(Shape::Scalar(result.element_type())));
  for (size_t place = 0; place < selected.size(); ++place) {
    if (selected[place] < 0) continue;
    const size_t offset = static_cast<size_t>(selected[place]) * bytes;
    std::memcpy(current.mutable_bytes(), result.bytes() + offset, bytes);
    std::memcpy(update.mutable_bytes(), source.bytes() + place * bytes, bytes);
    HLO_TRY(const Literal value, context.Call(scatter, {current, update}));
    std::memcpy(result.mutable_bytes() + offset, value.bytes(), bytes);
  }
  return {};
}

}  // namespace

Result<Shape> InferSelectAndScatter(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& source = context.operand(1);
  HLO_RETURN_IF_ERROR(CheckWindow(context, "select-and-scatter.C2", operand.rank()));
  HLO_RETURN_IF_ERROR(CheckDilations(context));
  HLO_RETURN_IF_ERROR(CheckTypes(context));
  HLO_TRY(const Shape windows, WindowedShape(context, operand));
  if (source.dims != windows.dims) {
    return Fail("select-and-scatter.C1",
                "`select-and-scatter`: the source must have dimensions {}, got {}",
                {Braced({windows.dims.data(), windows.dims.size()}),
                 Braced({source.dims.data(), source.dims.size()})})
        .AtOperand(1);
  }
  const ElementType type = operand.element_type;
  HLO_RETURN_IF_ERROR(CheckFunction({context, "select-and-scatter.C4", Attr::select, "`select`"},
                                    type, ElementType::kPred));
  HLO_RETURN_IF_ERROR(
      CheckFunction({context, "select-and-scatter.C5", Attr::scatter, "`scatter`"}, type, type));
  Shape result = Shape::Array(type, {operand.dims.data(), operand.dims.size()});
  result.dynamic = operand.dynamic;
  return result;
}

Result<Literal> EvaluateSelectAndScatter(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  ReadStrided(context, context.operand(2), 0, Dims(result.shape().dims.size(), 0), result);
  if (context.operand(1).element_count() == 0) return result;
  HLO_RETURN_IF_ERROR(RequireGiven(context, *context.attributes().Called(Attr::select)));
  HLO_RETURN_IF_ERROR(RequireGiven(context, *context.attributes().Called(Attr::scatter)));
  HLO_TRY(Literal offsets,
          context.Allocate(Shape::Array(ElementType::kS64, {context.operand(1).element_count()})));
  const Selected selected = offsets.mutable_data<int64_t>();
  std::fill(selected.begin(), selected.end(), -1);
  HLO_RETURN_IF_ERROR(Select(context, selected));
  if (const auto scatter = SimpleScatter(context)) {
    ScatterSimply(*scatter, context.operand(1), selected, result);
    return result;
  }
  HLO_RETURN_IF_ERROR(ScatterByCalls(context, selected, result));
  return result;
}

}  // namespace hlo
