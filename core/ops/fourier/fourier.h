// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_FOURIER_H_
#define HLO_CORE_OPS_FOURIER_FOURIER_H_

#include <cstdint>
#include <memory>

#include "core/kernels/fourier.h"
#include "core/ops/evaluate.h"

namespace hlo {

enum class FourierDirection { kForward, kInverse };  // kInverse divides by the length

// The discrete Fourier transform of one length, X[k] = sum over j of x[j] exp(-2 pi i j k / n), of
// C64 or C128. The algorithm depends only on the length:
// - up to 256 by the passes of core/kernels/fourier.h;
// - beyond, n = n1 n2 with n1 near the square root: n2 transforms of n1 numbers that lie n2 apart,
//   twiddles, n1 transforms of n2 numbers;
// - with a prime factor above 31 as a convolution of a power of two (Bluestein), in F64.
class FourierPlan {
 public:
  // Allocates tables and workspace from the run's budget; `length` is at least 1. Error R02.
  static Result<FourierPlan> Make(EvalContext& context, ElementType type, int64_t length);

  // Transforms `count` lines of contiguous numbers; `to` may be `from`.
  void Lines(FourierDirection direction, const void* from, int64_t count, void* to);
  // Transforms the columns of an array [length, columns] in place. Error R02.
  Status Columns(EvalContext& context, FourierDirection direction, int64_t columns, void* data);

 private:
  // The passes for one length and their roots of unity.
  struct Part {
    FourierPasses passes;
    Literal roots;
  };

  FourierPlan(EvalContext& context, ElementType type, int64_t length);

  Status PlanPart(EvalContext& context, Part& part, int64_t length);
  Status PlanSplit(EvalContext& context, int64_t n1);
  Status PlanBluestein(EvalContext& context);

  bool IsDirect() const { return parts_[0].passes.length == length_; }
  void Transpose(const uint8_t* from, int64_t from_step, int64_t rows, int64_t columns, uint8_t* to,
                 int64_t to_step) const;
  void Group(FourierDirection direction, FourierColumns columns);
  void Line(FourierDirection direction, const uint8_t* from, uint8_t* to);
  void Bluestein(bool inverse, const uint8_t* from, uint8_t* to);

  ElementType type_;
  int64_t length_;
  int64_t size_;   // bytes of a number
  int64_t width_;  // columns transformed together
  FourierFn transform_;
  Part parts_[2];  // of lengths n1 and n2; n and 1 without a split
  Literal work_;   // workspace of the passes
  Literal block_;  // n1 rows of `width_` columns
  Literal line_;   // split: the n1 transforms, transposed; Bluestein: the padded line, in C128
  FourierTwiddles twiddles_;
  Literal powers_;  // of the twiddles
  Literal chirp_;   // Bluestein: exp(-pi i t^2 / n)
  Literal filter_;  // Bluestein: the transform of the conjugate roots, around 0
  std::unique_ptr<FourierPlan> power_of_two_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_FOURIER_H_
