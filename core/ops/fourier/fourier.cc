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

// Columns of longer lengths are copied to lines, so that their rows stay in the L2 cache.
constexpr int64_t kLongestColumn = 2048;

const std::complex<double>* Wide(const Literal& numbers) {
  return numbers.data<std::complex<double>>().data();
}
std::complex<double>* Wide(Literal& numbers) {
  return numbers.mutable_data<std::complex<double>>().data();
}

std::complex<double> Swapped(std::complex<double> z, bool swap) {
  return swap ? std::complex<double>(z.imag(), z.real()) : z;
}

}  // namespace

// Tables of Bluestein's algorithm.
struct FourierPlan::Chirp {
  Literal roots;   // exp(-pi i t^2 / n)
  Literal filter;  // the transform of the conjugate roots, around 0
};

FourierKernel FourierKernelFor(EvalContext& context, ElementType type) {
  const bool wide = type == ElementType::kC128;
  if (context.kernel_mode() != KernelMode::kPlain) return ChooseFourierKernel(wide);
  return wide ? PlainFourierKernel<double>() : PlainFourierKernel<float>();
}

FourierPlan::FourierPlan(EvalContext& context, ElementType type, int64_t length)
    : type_(type),
      length_(length),
      size_(StorageBytes(type)),
      width_(FourierWidth(type)),
      row_step_(2 * width_),
      kernel_(FourierKernelFor(context, type)) {}

Result<FourierPlan> FourierPlan::Make(EvalContext& context, ElementType type, int64_t length,
                                      const FourierUse& use) {
  FourierPlan plan(context, type, length);
  HLO_RETURN_IF_ERROR(HasFourierRadices(length) ? plan.PlanPasses(context)
                                                : plan.PlanBluestein(context));
  HLO_RETURN_IF_ERROR(plan.PlanGroups(context, use));
  return plan;
}

Status FourierPlan::PlanPasses(EvalContext& context) {
  HLO_TRY(tables_, FindFourierTables(context, type_, length_));
  n1_ = tables_->parts[0].passes.length;
  n2_ = tables_->parts[1].passes.length;
  const auto rows = [&](int64_t count) {
    return FourierNumbers(context.runtime().budget(), type_, count * width_);
  };
  const int64_t longer = std::max(n1_, n2_);
  HLO_TRY(work_, rows(longer));
  HLO_TRY(results_, rows(RoundUp(longer, width_)));
  const int64_t tiles = RoundUp(n1_, width_) / width_ * RoundUp(n2_, width_);
  HLO_TRY(tiles_, rows(n2_ > 1 ? tiles : 0));
  return {};
}

Status FourierPlan::PlanGroups(EvalContext& context, const FourierUse& use) {
  const std::shared_ptr<MemoryBudget>& budget = context.runtime().budget();
  const bool grouped = GroupsLines(use.lines);
  if (use.columns == 0 && !grouped) return {};
  if (IsDirect()) HLO_RETURN_IF_ERROR(Allocate(budget, width_, between_));
  if (grouped) return Allocate(budget, width_, group_);
  return IsDirect() ? Status() : Allocate(budget, std::min(width_, use.columns), group_);
}

Status FourierPlan::Allocate(const std::shared_ptr<MemoryBudget>& budget, int64_t columns,
                             Literal& numbers) const {
  HLO_TRY(numbers, FourierNumbers(budget, type_, length_ * columns));
  return {};
}

Result<FourierPlan::Chirp> FourierPlan::MakeChirp(const std::shared_ptr<MemoryBudget>& budget,
                                                  int64_t length, FourierPlan& convolution) {
  const int64_t padded = convolution.length_;
  Chirp chirp;
  HLO_TRY(chirp.roots, FourierNumbers(budget, ElementType::kC128, length));
  HLO_TRY(chirp.filter, FourierNumbers(budget, ElementType::kC128, padded));
  std::complex<double>* roots = Wide(chirp.roots);
  std::complex<double>* filter = Wide(chirp.filter);
  std::fill_n(filter, padded, 0);
  for (int64_t t = 0; t < length; ++t) {
    roots[t] = RootOfUnity(t * t % (2 * length), 2 * length);
    filter[t] = filter[(padded - t) % padded] = std::conj(roots[t]);
  }
  convolution.Lines(FourierDirection::kForward, filter, 1, filter, padded);
  return chirp;
}

Status FourierPlan::PlanBluestein(EvalContext& context) {
  int64_t padded = 1;
  while (padded < 2 * length_ - 1) padded *= 2;
  HLO_TRY(FourierPlan convolution, Make(context, ElementType::kC128, padded, {.lines = 1}));
  convolution_ = std::make_unique<FourierPlan>(std::move(convolution));
  const std::shared_ptr<MemoryBudget>& budget = context.runtime().budget();
  HLO_TRY(work_, FourierNumbers(budget, ElementType::kC128, padded));
  const TableKey key = {TableKey::Kind::kChirp, 0, length_};
  HLO_TRY(chirp_, FindTable<Chirp>(context, key, (length_ + padded) * 16, [&](const auto& from) {
            return MakeChirp(from, length_, *convolution_);
          }));
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

FourierCopy FourierPlan::First(FourierDirection direction) const {
  FourierCopy copy;
  copy.swap = direction == FourierDirection::kInverse;
  return copy;
}

FourierCopy FourierPlan::Last(FourierDirection direction) const {
  FourierCopy copy = First(direction);
  if (copy.swap) copy.scale = 1 / static_cast<double>(length_);
  return copy;
}

void FourierPlan::TransformPart(int part, uint8_t* rows, FourierColumns columns) const {
  columns.rows = rows;
  if (columns.step == 0) columns.step = row_step_;
  kernel_.transform(tables_->parts[part].passes, columns);
}

// Transforms the numbers of a few columns in place, `step` apart.
void FourierPlan::Group(FourierDirection direction, uint8_t* data, int64_t step, int64_t columns) {
  FourierCopy load = First(direction), store = Last(direction);
  load.columns = store.columns = columns;
  load.to = work_.mutable_bytes();
  load.count = n1_;
  load.step = n2_ * step;
  FourierColumns first = {.step = n2_ * row_step_, .columns = columns};
  if (n2_ > 1) first.twiddled = FourierTwiddles::kSame;
  Literal& between = n2_ > 1 ? between_ : results_;
  for (int64_t j = 0; j < n2_; ++j) {
    load.from = data + j * step * size_;
    kernel_.load(load);
    if (n2_ > 1) {
      const int64_t part = size_ / 2;
      first.twiddles =
          tables_->twiddles.bytes() + j / width_ * n1_ * width_ * size_ + j % width_ * part;
    }
    first.results = Row(between, j);
    TransformPart(0, work_.mutable_bytes(), first);
  }
  store.from = results_.bytes();
  store.count = n2_;
  store.step = n1_ * step;
  for (int64_t k = 0; k < n1_; ++k) {
    store.to = data + k * step * size_;
    if (n2_ > 1) {
      FourierColumns second = {.results = results_.mutable_bytes(), .columns = columns};
      TransformPart(1, Row(between_, k * n2_), second);
    } else {
      store.from = Row(results_, k);
    }
    kernel_.store(store);
  }
}

bool FourierPlan::IsDirect() const { return convolution_ == nullptr && length_ <= kLongestColumn; }

// Lines too short for all lanes.
bool FourierPlan::GroupsLines(int64_t count) const {
  return IsDirect() && count > 1 && n1_ < width_;
}

void FourierPlan::Lines(FourierDirection direction, const void* from, int64_t count, void* to,
                        int64_t to_step) {
  const auto* in = static_cast<const uint8_t*>(from);
  auto* out = static_cast<uint8_t*>(to);
  const bool grouped = GroupsLines(count);
  const int64_t step = grouped ? width_ : 1;
  for (int64_t i = 0; i < count; i += step) {
    if (grouped) {
      const int64_t lines = std::min(width_, count - i);
      uint8_t* group = group_.mutable_bytes();
      Transpose(in, length_, lines, length_, group, width_);
      Group(direction, group, width_, lines);
      Transpose(group, width_, length_, lines, out, to_step);
    } else {
      Line(direction, in, out);
    }
    in += step * length_ * size_;
    out += step * to_step * size_;
  }
}

void FourierPlan::Columns(FourierDirection direction, int64_t columns, void* data) {
  for (int64_t c = 0; c < columns; c += width_) {
    uint8_t* group = static_cast<uint8_t*>(data) + c * size_;
    const int64_t count = std::min(width_, columns - c);
    if (IsDirect()) {
      Group(direction, group, columns, count);
      continue;
    }
    uint8_t* lines = group_.mutable_bytes();
    Transpose(group, columns, length_, count, lines, length_);
    for (int64_t i = 0; i < count; ++i, lines += length_ * size_) Line(direction, lines, lines);
    Transpose(group_.bytes(), length_, count, length_, group, columns);
  }
}

void FourierPlan::Line(FourierDirection direction, const uint8_t* from, uint8_t* to) {
  if (convolution_ != nullptr) return Bluestein(direction, from, to);
  FourierCopy load = First(direction), store = Last(direction);
  uint8_t* work = work_.mutable_bytes();
  uint8_t* results = results_.mutable_bytes();
  load.to = work;
  load.count = n1_;
  load.step = n2_;
  FourierColumns first = {.results = results};
  if (n2_ > 1) first.twiddled = FourierTwiddles::kOfColumns;
  const int64_t height = RoundUp(n2_, width_);  // of a tile
  for (int64_t c = 0; c < n2_; c += width_) {
    load.from = from + c * size_;
    load.columns = first.columns = std::min(width_, n2_ - c);
    kernel_.load(load);
    if (n2_ > 1) first.twiddles = tables_->twiddles.bytes() + c * n1_ * size_;
    TransformPart(0, work, first);
    if (n2_ > 1) kernel_.turn({results, n1_, Row(tiles_, c), height * row_step_});
  }
  store.from = results;
  store.count = n2_;
  store.step = n1_;
  if (n2_ == 1) {
    store.count = n1_;
    store.step = store.columns = 1;
    store.to = to;
    return kernel_.store(store);
  }
  for (int64_t c = 0; c < n1_; c += width_) {
    FourierColumns second = {.results = results, .columns = std::min(width_, n1_ - c)};
    TransformPart(1, Row(tiles_, c / width_ * height), second);
    store.to = to + c * size_;
    store.columns = second.columns;
    kernel_.store(store);
  }
}

// j k = (j^2 + k^2 - (k - j)^2) / 2 makes the sum a convolution of x[j] c[j] with conj(c), times
// c[k], where c[t] = exp(-pi i t^2 / n).
void FourierPlan::Bluestein(FourierDirection direction, const uint8_t* from, uint8_t* to) {
  const bool inverse = direction == FourierDirection::kInverse;
  const int64_t padded = convolution_->length_;
  const auto count = static_cast<size_t>(length_);
  const std::complex<double>* roots = Wide(chirp_->roots);
  const std::complex<double>* filter = Wide(chirp_->filter);
  std::complex<double>* x = Wide(work_);
  ConvertFunction(type_, ElementType::kC128)(from, count, x);
  for (int64_t j = 0; j < length_; ++j) x[j] = ComplexProduct(Swapped(x[j], inverse), roots[j]);
  std::fill(x + length_, x + padded, 0);
  convolution_->Lines(FourierDirection::kForward, x, 1, x, padded);
  for (int64_t j = 0; j < padded; ++j) x[j] = ComplexProduct(x[j], filter[j]);
  convolution_->Lines(FourierDirection::kInverse, x, 1, x, padded);
  const double scale = inverse ? 1 / static_cast<double>(length_) : 1;
  for (int64_t k = 0; k < length_; ++k) {
    x[k] = Swapped(ComplexProduct(x[k], roots[k]) * scale, inverse);
  }
  ConvertFunction(ElementType::kC128, type_)(x, count, to);
}

}  // namespace hlo
