// SPDX-License-Identifier: Apache-2.0
#include "core/ops/window/window.h"

#include <algorithm>
#include <numeric>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo {
namespace {

// Sizes, paddings, and dilations are any 64-bit numbers; their products may overflow 64 bits.
using Wide = __int128;

Wide FloorDivide(Wide a, Wide b) { return a / b - (a % b < 0 ? 1 : 0); }
Wide FloorModulo(Wide a, Wide b) { return a - FloorDivide(a, b) * b; }

Wide Dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (Wide{size} - 1) * dilation + 1;
}

// The inverse of a modulo m, which must be coprime; 0 modulo 1.
Wide Inverse(Wide a, Wide m) {
  Wide r0 = m, r1 = FloorModulo(a, m), t0 = 0, t1 = 1;
  while (r1 != 0) {
    const Wide quotient = r0 / r1;
    r0 = std::exchange(r1, r0 - quotient * r1);
    t0 = std::exchange(t1, t0 - quotient * t1);
  }
  return FloorModulo(t0, m);
}

// Rules W2 to W4 for one dimension.
Status CheckDimension(const InferContext& context, std::string_view code,
                      const WindowDimension& window, size_t d) {
  const auto positive = [&](int64_t value, std::string_view what) -> Status {
    if (value >= 1) return {};
    return Fail(code, "`{}`: the {} in dimension {} must be at least 1, got {}",
                {context.instruction.op->name, what, d, value})
        .AtAttribute("window");
  };
  HLO_RETURN_IF_ERROR(positive(window.size, "window size"));
  HLO_RETURN_IF_ERROR(positive(window.stride, "window stride"));
  HLO_RETURN_IF_ERROR(positive(window.lhs_dilate, "base dilation"));
  return positive(window.rhs_dilate, "window dilation");
}

}  // namespace

const Window& WindowOf(const Attributes& attributes) {
  static const Window kNone;
  const auto* window = attributes.Get<Window>(Attr::window);
  return window != nullptr ? *window : kNone;
}

Status CheckWindow(const InferContext& context, std::string_view code, int64_t rank) {
  const Window& window = WindowOf(context.attributes());
  const int64_t entries = std::ssize(window.dims);
  if (entries != rank) {
    return Fail(code, "`{}`: `window` must have {}, got {}",
                {context.instruction.op->name, Counted(rank, "dimension"), entries})
        .AtAttribute("window");
  }
  for (size_t d = 0; d < window.dims.size(); ++d) {
    HLO_RETURN_IF_ERROR(CheckDimension(context, code, window.dims[d], d));
  }
  return {};
}

Result<int64_t> WindowPlaces(const InferContext& context, const WindowDimension& window, int64_t d,
                             int64_t base) {
  if (base == kUnboundedSize) return kUnboundedSize;
  const Wide padded = Wide{window.pad_low} + Dilated(base, window.lhs_dilate) + window.pad_high;
  const Wide span = Dilated(window.size, window.rhs_dilate);
  if (padded <= 0 || span > padded) return int64_t{0};
  const Wide places = (padded - span) / window.stride + 1;
  if (places > INT64_MAX) {
    return Fail("S09", "`{}`: the size of dimension {} exceeds 63 bits",
                {context.instruction.op->name, d})
        .AtAttribute("window");
  }
  return static_cast<int64_t>(places);
}

Result<Shape> WindowedShape(const InferContext& context, const Shape& base) {
  const Window& window = WindowOf(context.attributes());
  Shape result = Shape::Array(base.element_type, {base.dims.data(), base.dims.size()});
  result.dynamic = base.dynamic;
  for (size_t d = 0; d < window.dims.size(); ++d) {
    HLO_TRY(result.dims[d],
            WindowPlaces(context, window.dims[d], static_cast<int64_t>(d), base.dims[d]));
  }
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

// ---- one dimension ----

WindowAxis::WindowAxis(const WindowDimension& window, int64_t base, int64_t places)
    : window_(window),
      base_(base),
      places_(places),
      elements_(Prepare(window.rhs_dilate)),
      place_steps_(Prepare(window.stride)) {}

WindowAxis::Congruence WindowAxis::Prepare(int64_t stride) const {
  Congruence congruence;
  congruence.stride = stride;
  congruence.divisor = std::gcd(stride, window_.lhs_dilate);
  congruence.period = window_.lhs_dilate / congruence.divisor;
  congruence.inverse = Inverse(stride / congruence.divisor, congruence.period);
  return congruence;
}

WindowRun WindowAxis::Solve(const Congruence& congruence, Wide offset, int64_t limit) const {
  const Wide dilation = window_.lhs_dilate;
  if (base_ == 0 || FloorModulo(offset, congruence.divisor) != 0) return {};
  // Finds the steps inside the dilated base, then the first one on an element.
  const Wide last_position = (Wide{base_} - 1) * dilation - offset;
  const Wide low = offset >= 0 ? Wide{0} : -FloorDivide(offset, congruence.stride);
  const Wide high = std::min(FloorDivide(last_position, congruence.stride), Wide{limit} - 1);
  Wide first = low;
  if (congruence.period > 1) {
    const Wide residue = FloorModulo(-offset / congruence.divisor, congruence.period);
    const Wide solution = residue * congruence.inverse % congruence.period;
    first += FloorModulo(solution - low, congruence.period);
  }
  if (first > high) return {};
  WindowRun run;
  run.first = static_cast<int64_t>(first);
  run.step_stride = static_cast<int64_t>(congruence.period);
  run.element = static_cast<int64_t>((offset + first * congruence.stride) / dilation);
  run.element_stride = static_cast<int64_t>(congruence.stride / congruence.divisor);
  run.count = static_cast<int64_t>((high - first) / congruence.period + 1);
  return run;
}

WindowRun WindowAxis::ElementsAt(int64_t place) const {
  return Solve(elements_, Wide{place} * window_.stride - window_.pad_low, window_.size);
}

WindowRun WindowAxis::PlacesOf(int64_t element) const {
  return Solve(place_steps_, Wide{element} * window_.rhs_dilate - window_.pad_low, places_);
}

std::vector<WindowAxis> WindowAxes(const Window& window, const Dims& base, const Dims& places) {
  std::vector<WindowAxis> axes;
  axes.reserve(window.dims.size());
  for (size_t d = 0; d < window.dims.size(); ++d) {
    axes.emplace_back(window.dims[d], base[d], places[d]);
  }
  return axes;
}

// ---- all dimensions ----

bool IsIdentityWindow(const WindowDimension& window) {
  return window.size == 1 && window.stride == 1 && window.lhs_dilate == 1 && window.pad_low == 0 &&
         window.pad_high == 0;
}

WindowedDims MergedWindow(const Window& window, const Dims& base, const Dims& places) {
  WindowedDims merged;
  for (size_t d = 0; d < base.size(); ++d) {
    const bool identity = IsIdentityWindow(window.dims[d]);
    if (identity && base[d] == 1) continue;
    if (identity && !merged.base.empty() && IsIdentityWindow(merged.window.dims.back())) {
      merged.base.back() *= base[d];
      merged.places.back() *= base[d];
      continue;
    }
    merged.window.dims.push_back(window.dims[d]);
    merged.base.push_back(base[d]);
    merged.places.push_back(places[d]);
  }
  if (merged.base.empty()) return {Window{{WindowDimension()}}, Dims{1}, Dims{1}};
  return merged;
}

WindowWalk::WindowWalk(std::vector<WindowAxis> axes, Dims base_strides)
    : axes_(std::move(axes)), base_strides_(std::move(base_strides)), at_(axes_.size(), 0) {
  runs_.reserve(axes_.size());
  for (const WindowAxis& axis : axes_) runs_.push_back(axis.ElementsAt(0));
}

bool WindowWalk::SeesNothing() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const WindowRun& r) { return r.count == 0; });
}

bool WindowWalk::Next() {
  for (size_t d = axes_.size(); d-- > 0;) {
    const bool more = ++at_[d] < axes_[d].places();
    if (!more) at_[d] = 0;
    runs_[d] = axes_[d].ElementsAt(at_[d]);
    if (more) return true;
  }
  return false;
}

Odometer<1> WindowWalk::Elements() const {
  Dims counts, strides;
  for (size_t d = 0; d < runs_.size(); ++d) {
    counts.push_back(runs_[d].count);
    // The stride of a single element is unused and might overflow.
    strides.push_back(runs_[d].count > 1 ? runs_[d].element_stride * base_strides_[d] : 0);
  }
  return Odometer<1>(std::move(counts), {std::move(strides)});
}

int64_t WindowWalk::FirstOffset() const {
  int64_t offset = 0;
  for (size_t d = 0; d < runs_.size(); ++d) offset += runs_[d].element * base_strides_[d];
  return offset;
}

}  // namespace hlo
