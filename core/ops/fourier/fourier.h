// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_FOURIER_H_
#define HLO_CORE_OPS_FOURIER_FOURIER_H_

#include <cstdint>
#include <memory>

#include "core/kernels/fourier.h"
#include "core/ops/evaluate.h"
#include "core/ops/fourier/fourier_tables.h"

namespace hlo {

enum class FourierDirection { kForward, kInverse };  // kInverse divides by the length

FourierKernel FourierKernelFor(EvalContext& context, ElementType type);

// What a plan is made for: calls of Lines with at most this many lines, or of Columns.
struct FourierUse {
  int64_t lines = 0, columns = 0;
};

// The discrete Fourier transform of one length, X[k] = sum over j of x[j] exp(-2 pi i j k / n), of
// C64 or C128. The result depends only on the length and the numbers, not on how many lines or
// columns there are:
// - short lengths by the passes of core/kernels/fourier.h;
// - beyond, n = n1 n2: n2 transforms of n1 numbers that lie n2 apart, twiddles, n1 transforms of n2
//   numbers;
// - with a prime factor above 31 as a convolution of a power of two (Bluestein), in F64.
class FourierPlan {
 public:
  // Finds or makes tables, and allocates workspace from the run's budget; `length` is at least 1.
  // Error R02.
  static Result<FourierPlan> Make(EvalContext& context, ElementType type, int64_t length,
                                  const FourierUse& use);

  // Transforms `count` lines of contiguous numbers; `to` may be `from`, and has lines to_step
  // numbers apart.
  void Lines(FourierDirection direction, const void* from, int64_t count, void* to,
             int64_t to_step);
  // Transforms the columns of an array [length, columns] in place.
  void Columns(FourierDirection direction, int64_t columns, void* data);

 private:
  struct Chirp;

  FourierPlan(EvalContext& context, ElementType type, int64_t length);

  Status PlanPasses(EvalContext& context);
  Status PlanBluestein(EvalContext& context);
  Status PlanGroups(EvalContext& context, const FourierUse& use);
  Status Allocate(const std::shared_ptr<MemoryBudget>& budget, int64_t columns,
                  Literal& numbers) const;
  static Result<Chirp> MakeChirp(const std::shared_ptr<MemoryBudget>& budget, int64_t length,
                                 FourierPlan& convolution);

  // Whether columns are transformed where they are.
  bool IsDirect() const;
  // Whether groups of lines are transformed as columns.
  bool GroupsLines(int64_t count) const;
  void Transpose(const uint8_t* from, int64_t from_step, int64_t rows, int64_t columns, uint8_t* to,
                 int64_t to_step) const;
  uint8_t* Row(Literal& rows, int64_t row) const {
    return rows.mutable_bytes() + row * width_ * size_;
  }
  // Transforms columns of rows, or of an array to work_, to results or an array.
  void TransformPart(FourierDirection direction, int part, FourierColumns columns);
  void Group(FourierDirection direction, uint8_t* data, int64_t step, int64_t columns);
  void Line(FourierDirection direction, const uint8_t* from, uint8_t* to);
  void Bluestein(FourierDirection direction, const uint8_t* from, uint8_t* to);

  ElementType type_;
  int64_t length_;
  int64_t size_;      // bytes of a number
  int64_t width_;     // columns transformed together
  int64_t row_step_;  // between rows, in T
  FourierKernel kernel_;
  std::shared_ptr<const FourierTables> tables_;
  int64_t n1_ = 1, n2_ = 1;
  // Workspace in rows: input and results of a transform.
  Literal work_, results_;
  Literal tiles_;    // of a split: the n1 transforms, turned
  Literal between_;  // of a split in columns: between both steps
  Literal group_;    // columns that are lines of the array, or the reverse
  std::shared_ptr<const Chirp> chirp_;
  std::unique_ptr<FourierPlan> convolution_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_FOURIER_H_
