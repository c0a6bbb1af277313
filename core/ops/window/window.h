// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_WINDOW_WINDOW_H_
#define HLO_CORE_OPS_WINDOW_WINDOW_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/attribute.h"
#include "core/ops/odometer.h"
#include "core/ops/rules.h"
#include "hlo/small_vector.h"

// Windows that slide over a base area (ops reference 1.7): their rules, their places, and the
// elements in them.
namespace hlo {

// The window of the instruction; without dimensions if the attribute is missing.
const Window& WindowOf(const Attributes& attributes);

// Rules W1 to W4, reported with `code` at the window.
Status CheckWindow(const InferContext& context, std::string_view code, int64_t rank);

// The number of places of the window along one dimension; an unbounded size stays unbounded. Error
// S09 if it exceeds 63 bits.
Result<int64_t> WindowPlaces(const InferContext& context, const WindowDimension& window, int64_t d,
                             int64_t base);
// The same in every dimension; dynamic dimensions stay dynamic.
Result<Shape> WindowedShape(const InferContext& context, const Shape& base);

// Steps on base elements: step first + j * step_stride is at element + j * element_stride, for j in
// [0, count).
struct WindowRun {
  int64_t first = 0, step_stride = 1;
  int64_t element = 0, element_stride = 1;
  int64_t count = 0;
};

// One dimension of a window over a base. Output position o and window element k read position o *
// stride - low + k * rhs_dilate of the dilated base, which is a base element, a hole, or padding.
// Runs are computed arithmetically, not by search, because the numbers can be large.
class WindowAxis {
 public:
  WindowAxis(const WindowDimension& window, int64_t base, int64_t places);

  int64_t size() const { return window_.size; }
  int64_t base() const { return base_; }
  int64_t places() const { return places_; }

  // The window elements, ascending, that are at a base element in a place.
  WindowRun ElementsAt(int64_t place) const;
  // The places, ascending, in which window element k is at a base element.
  WindowRun PlacesOf(int64_t element) const;

 private:
  using Wide = __int128;
  // Solves offset + t * stride = i * lhs_dilate for t in [0, limit) and i in [0, base).
  struct Congruence {
    Wide stride = 1;   // of t
    Wide divisor = 1;  // gcd(stride, lhs_dilate)
    Wide period = 1;   // lhs_dilate / divisor: distance between solutions
    Wide inverse = 0;  // of stride / divisor, modulo period
  };
  Congruence Prepare(int64_t stride) const;
  WindowRun Solve(const Congruence& congruence, Wide offset, int64_t limit) const;

  WindowDimension window_;
  int64_t base_, places_;
  Congruence elements_, place_steps_;
};

// The axes of a window over an array of the given sizes, whose windowed result has `places`.
std::vector<WindowAxis> WindowAxes(const Window& window, const Dims& base, const Dims& places);

// Whether each window is the single element at its own place.
bool IsIdentityWindow(const WindowDimension& window);

struct WindowedDims {
  Window window;
  Dims base, places;
};

// The same reduction in fewer dimensions: merges neighboring dimensions without a window. At least
// one is left.
WindowedDims MergedWindow(const Window& window, const Dims& base, const Dims& places);

// The elements of the window at each place, in row-major order of places.
//   WindowWalk walk(axes, strides);
//   do {
//     walk.ForEachElement([&](int64_t offset) { ... });
//   } while (walk.Next());
class WindowWalk {
 public:
  // `base_strides`: strides of the base in elements. Requires at least one place.
  WindowWalk(std::vector<WindowAxis> axes, Dims base_strides);

  const WindowRun& run(size_t axis) const { return runs_[axis]; }
  // Whether the window has only padding and holes.
  bool SeesNothing() const;

  // Calls fn(offset of the base element) in row-major order of the window.
  template <class Fn>
  void ForEachElement(Fn&& fn) const {
    if (SeesNothing()) return;
    Odometer<1> at = Elements();
    const int64_t first = FirstOffset();
    do fn(first + at.offset(0));
    while (at.Next());
  }
  // The same for an fn that may fail, which stops the walk.
  template <class Fn>
  Status TryEachElement(Fn&& fn) const {
    if (SeesNothing()) return {};
    Odometer<1> at = Elements();
    const int64_t first = FirstOffset();
    do HLO_RETURN_IF_ERROR(fn(first + at.offset(0)));
    while (at.Next());
    return {};
  }

  // Advances to the next place; after the last one, returns false and resets to the first.
  bool Next();

 private:
  Odometer<1> Elements() const;
  int64_t FirstOffset() const;

  std::vector<WindowAxis> axes_;
  Dims base_strides_, at_;
  std::vector<WindowRun> runs_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_WINDOW_WINDOW_H_
