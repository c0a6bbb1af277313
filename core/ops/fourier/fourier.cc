// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier/fourier.h"

#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/kernels/transpose.h"
#include "core/ops/fourier/fourier_plain.h"
#include "core/ops/fourier/roots_of_unity.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// Longer lines are split, so that all lanes work on one line and the passes stay in the L1 cache.
constexpr int64_t kLongestPart = 256;

Result<Literal> Numbers(EvalContext& context, ElementType type, int64_t count) {
  return context.Allocate(Shape::Array(type, {count}));
}

std::complex<double>* Wide(Literal& numbers) {
  return numbers.mutable_data<std::complex<double>>().data();
}

// Radices in ascending order; false if a prime factor is too large. Passes of radix 4 are the
// cheapest; the last pass has no twiddles, so it should have the largest radix.
bool FindRadices(int64_t n, std::vector<int32_t>& radices) {
  for (; n % 4 == 0; n /= 4) radices.push_back(4);
  for (int32_t p = 2; p <= kMaxRadix; ++p) {
    for (; n % p == 0; n /= p) radices.push_back(p);
  }
  std::sort(radices.begin(), radices.end());
  return n == 1;
}

std::complex<double> Swapped(std::complex<double> z, bool swap) {
  return swap ? std::complex<double>(z.imag(), z.real()) : z;
}

int64_t LargestDivisorUpToRoot(int64_t n) {
  int64_t divisor = 1;
  for (int64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) divisor = d;
  }
  return divisor;
}

}  // namespace

FourierPlan::FourierPlan(EvalContext& context, ElementType type, int64_t length)
    : type_(type), length_(length), size_(StorageBytes(type)), width_(128 / size_) {
  const bool wide = type == ElementType::kC128;
  if (context.kernel_mode() == KernelMode::kPlain) {
    transform_ = wide ? FourierPlain<double> : FourierPlain<float>;
  } else {
    transform_ = FourierKernel(wide);
  }
}

Result<FourierPlan> FourierPlan::Make(EvalContext& context, ElementType type, int64_t length) {
  FourierPlan plan(context, type, length);
  std::vector<int32_t> radices;
  if (!FindRadices(length, radices)) {
    HLO_RETURN_IF_ERROR(plan.PlanBluestein(context));
    return plan;
  }
  const int64_t n1 = length <= kLongestPart ? length : LargestDivisorUpToRoot(length);
  const int64_t longer = std::max(n1, length / n1);
  HLO_RETURN_IF_ERROR(plan.PlanPart(context, plan.parts_[0], n1));
  if (n1 * n1 == length) {
    plan.parts_[1].passes = plan.parts_[0].passes;
  } else {
    HLO_RETURN_IF_ERROR(plan.PlanPart(context, plan.parts_[1], length / n1));
  }
  HLO_TRY(plan.work_, Numbers(context, type, longer * plan.width_));
  HLO_TRY(plan.block_, Numbers(context, type, n1 * plan.width_));
  if (n1 < length) HLO_RETURN_IF_ERROR(plan.PlanSplit(context, n1));
  return plan;
}

Status FourierPlan::PlanPart(EvalContext& context, Part& part, int64_t length) {
  FourierPasses& passes = part.passes;
  passes.length = length;
  FindRadices(length, passes.radices);
  for (int64_t k = 0; k < length; ++k) {
    int64_t place = 0, block = length, rest = k;
    for (const int32_t radix : passes.radices) {
      block /= radix;
      place += rest % radix * block;
      rest /= radix;
    }
    passes.places.push_back(static_cast<int32_t>(place));
  }
  HLO_TRY(Literal wide, Numbers(context, ElementType::kC128, length));
  std::complex<double>* roots = Wide(wide);
  for (int64_t t = 0; t < length; ++t) roots[t] = RootOfUnity(t, length);
  HLO_TRY(part.roots, Numbers(context, type_, length));
  ConvertFunction(wide.element_type(), type_)(roots, static_cast<size_t>(length),
                                              part.roots.mutable_bytes());
  passes.roots = part.roots.bytes();
  return {};
}

Status FourierPlan::PlanSplit(EvalContext& context, int64_t n1) {
  const int64_t n2 = length_ / n1;
  int shift = 0;
  while (int64_t{1} << 2 * shift < n1) ++shift;
  const int64_t count = int64_t{1} << shift;
  const int64_t columns = RoundUp(n2, width_);
  HLO_TRY(line_, Numbers(context, type_, length_));
  HLO_TRY(powers_, Numbers(context, ElementType::kC128, 2 * count * columns));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, length_));
  double* row = powers_.mutable_data<double>().data();
  twiddles_ = {row, row + 2 * count * columns, shift, columns};
  for (const int64_t power : {int64_t{1}, count}) {
    for (int64_t b = 0; b < count; ++b, row += 2 * columns) {
      const int64_t step = power * b % length_;
      for (int64_t c = 0, t = 0; c < columns; ++c) {
        const std::complex<double> root = roots[t];
        row[c] = root.real();
        row[columns + c] = root.imag();
        t += step;
        if (t >= length_) t -= length_;
      }
    }
  }
  return {};
}

Status FourierPlan::PlanBluestein(EvalContext& context) {
  int64_t padded = 1;
  while (padded < 2 * length_ - 1) padded *= 2;
  HLO_TRY(FourierPlan power_of_two, Make(context, ElementType::kC128, padded));
  power_of_two_ = std::make_unique<FourierPlan>(std::move(power_of_two));
  HLO_TRY(line_, Numbers(context, ElementType::kC128, padded));
  HLO_TRY(chirp_, Numbers(context, ElementType::kC128, length_));
  HLO_TRY(filter_, Numbers(context, ElementType::kC128, padded));
  std::complex<double>* chirp = Wide(chirp_);
  std::complex<double>* filter = Wide(filter_);
  std::fill_n(filter, padded, 0);
  for (int64_t t = 0; t < length_; ++t) {
    chirp[t] = RootOfUnity(t * t % (2 * length_), 2 * length_);
    filter[t] = filter[(padded - t) % padded] = std::conj(chirp[t]);
  }
  power_of_two_->Lines(FourierDirection::kForward, filter, 1, filter);
  return {};
}

// to[c to_step + r] = from[r from_step + c]
void FourierPlan::Transpose(const uint8_t* from, int64_t from_step, int64_t rows, int64_t columns,
                            uint8_t* to, int64_t to_step) const {
  TransposeFunction(static_cast<int>(size_))({.rows = columns,
                                              .row_from = size_,
                                              .row_to = to_step * size_,
                                              .count = rows,
                                              .from = from_step * size_,
                                              .to = size_},
                                             from, to);
}

// The whole transform of one group of columns, for lengths that are not split.
void FourierPlan::Group(FourierDirection direction, FourierColumns columns) {
  columns.swap_from = columns.swap_to = direction == FourierDirection::kInverse;
  if (columns.swap_to) columns.scale = 1 / static_cast<double>(length_);
  columns.work = work_.mutable_bytes();
  transform_(parts_[0].passes, columns);
}

void FourierPlan::Lines(FourierDirection direction, const void* from, int64_t count, void* to) {
  const auto* in = static_cast<const uint8_t*>(from);
  auto* out = static_cast<uint8_t*>(to);
  const bool grouped = IsDirect() && count > 1;
  const int64_t step = grouped ? width_ : 1;
  uint8_t* block = block_.mutable_bytes();
  for (int64_t i = 0; i < count; i += step) {
    if (grouped) {
      const int64_t lines = std::min(width_, count - i);
      Transpose(in, length_, lines, length_, block, width_);
      Group(direction, {block, block, width_, width_, lines});
      Transpose(block, width_, length_, lines, out, length_);
    } else {
      Line(direction, in, out);
    }
    in += step * length_ * size_;
    out += step * length_ * size_;
  }
}

Status FourierPlan::Columns(EvalContext& context, FourierDirection direction, int64_t columns,
                            void* data) {
  const bool direct = IsDirect();
  Literal lines;
  if (!direct) {
    HLO_TRY(lines, Numbers(context, type_, length_ * std::min(width_, columns)));
  }
  for (int64_t c = 0; c < columns; c += width_) {
    uint8_t* group = static_cast<uint8_t*>(data) + c * size_;
    const int64_t count = std::min(width_, columns - c);
    if (direct) {
      Group(direction, {group, group, columns, columns, count});
      continue;
    }
    Transpose(group, columns, length_, count, lines.mutable_bytes(), length_);
    Lines(direction, lines.bytes(), count, lines.mutable_bytes());
    Transpose(lines.bytes(), length_, count, length_, group, columns);
  }
  return {};
}

void FourierPlan::Line(FourierDirection direction, const uint8_t* from, uint8_t* to) {
  const bool inverse = direction == FourierDirection::kInverse;
  if (power_of_two_ != nullptr) return Bluestein(inverse, from, to);
  if (IsDirect()) return Group(direction, {from, to, 1, 1, 1});
  const int64_t n1 = parts_[0].passes.length, n2 = parts_[1].passes.length;
  uint8_t* block = block_.mutable_bytes();
  uint8_t* line = line_.mutable_bytes();
  FourierColumns first = {.to = block, .from_step = n2, .to_step = width_, .swap_from = inverse};
  first.twiddles = &twiddles_;
  first.work = work_.mutable_bytes();
  for (int64_t c = 0; c < n2; c += width_) {
    first.first_column = c;
    first.from = from + c * size_;
    first.columns = std::min(width_, n2 - c);
    transform_(parts_[0].passes, first);
    Transpose(block, width_, n1, first.columns, line + c * n1 * size_, n1);
  }
  FourierColumns second = {.from_step = n1, .to_step = n1, .swap_to = inverse};
  if (inverse) second.scale = 1 / static_cast<double>(length_);
  second.work = first.work;
  for (int64_t c = 0; c < n1; c += width_) {
    second.from = line + c * size_;
    second.to = to + c * size_;
    second.columns = std::min(width_, n1 - c);
    transform_(parts_[1].passes, second);
  }
}

// j k = (j^2 + k^2 - (k - j)^2) / 2 makes the sum a convolution of x[j] c[j] with conj(c), times
// c[k], where c[t] = exp(-pi i t^2 / n).
void FourierPlan::Bluestein(bool inverse, const uint8_t* from, uint8_t* to) {
  const int64_t padded = power_of_two_->length_;
  const auto count = static_cast<size_t>(length_);
  const std::complex<double>* chirp = Wide(chirp_);
  const std::complex<double>* filter = Wide(filter_);
  std::complex<double>* x = Wide(line_);
  ConvertFunction(type_, ElementType::kC128)(from, count, x);
  for (int64_t j = 0; j < length_; ++j) x[j] = ComplexProduct(Swapped(x[j], inverse), chirp[j]);
  std::fill(x + length_, x + padded, 0);
  power_of_two_->Lines(FourierDirection::kForward, x, 1, x);
  for (int64_t j = 0; j < padded; ++j) x[j] = ComplexProduct(x[j], filter[j]);
  power_of_two_->Lines(FourierDirection::kInverse, x, 1, x);
  const double scale = inverse ? 1 / static_cast<double>(length_) : 1;
  for (int64_t k = 0; k < length_; ++k) {
    x[k] = Swapped(ComplexProduct(x[k], chirp[k]) * scale, inverse);
  }
  ConvertFunction(ElementType::kC128, type_)(x, count, to);
}

}  // namespace hlo
