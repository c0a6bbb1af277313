// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_WINDOW_WINDOW_LINE_H_
#define HLO_CORE_OPS_WINDOW_WINDOW_LINE_H_

#include <cstdint>
#include <memory>

#include "core/ops/evaluate.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/window/window.h"

// One dimension of reduced windows (window_passes.h): lanes [outer, size, inner] become
// [outer, places, inner].
namespace hlo {

struct WindowLine {
  WindowDimension window;
  WindowAxis axis;
  int64_t outer = 1, inner = 1;

  int64_t size() const { return axis.base(); }
  int64_t places() const { return axis.places(); }
  // The elements of the window at a place, if the base has no holes: First(place) + k * rhs_dilate,
  // some of which may be out of bounds.
  int64_t First(int64_t place) const { return place * window.stride - window.pad_low; }
};

// A part of the result: some places, or some columns of one place.
struct WindowPart {
  int64_t outer = 0, place = 0, places = 1, column = 0, columns = 1;
};

// Whether the window at each place is the base from its start to there, and is long, so that its
// result is that of a scan.
bool IsRunning(const WindowLine& line);

class WindowPass {
 public:
  virtual ~WindowPass() = default;
  // Writes the part to dense lanes. Places with empty windows get any value.
  virtual void Reduce(const WindowPart& part, uint8_t* lanes) const = 0;
};

// Which places have a full window, and the elements of the others.
class WindowBorders {
 public:
  explicit WindowBorders(const WindowLine& line);

  // Full places: [begin, end); none if the base has holes.
  int64_t end() const { return end_; }
  bool IsFull(int64_t place) const { return place >= begin_ && place < end_; }
  WindowRun At(int64_t place) const;
  // Calls fn(place) for places with empty windows.
  template <class Fn>
  void ForEachEmpty(Fn&& fn) const {
    for (int64_t place = 0; place < line_.places() && may_see_nothing_; ++place) {
      if (At(place).count == 0) fn(place);
    }
  }

 private:
  const WindowLine& line_;
  bool plain_;  // no holes, and no overflow in 64-bit arithmetic
  bool may_see_nothing_ = true;
  int64_t begin_ = 0, end_ = 0;
};

// A pass over `lanes`, which must outlive it, like all other references. Error R02.
Result<std::unique_ptr<WindowPass>> MakeWindowPass(EvalContext& context, const LaneReducer& reducer,
                                                   const WindowLine& line,
                                                   const WindowBorders& borders,
                                                   const uint8_t* lanes);

}  // namespace hlo

#endif  // HLO_CORE_OPS_WINDOW_WINDOW_LINE_H_
