// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier.h"

#include <algorithm>
#include <utility>

#include "core/kernels/elementary.h"

namespace hlo {
namespace {

using Complex = std::complex<double>;

constexpr double kHalfPi = 1.5707963267948966;
// A stage of radix p costs p operations an element; beyond this factor Bluestein is cheaper.
constexpr int64_t kLargestRadix = 31;

// The operators of std::complex differ between libraries; an infinite input gives NaN here.
Complex Product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Result<Literal> ComplexVector(EvalContext& context, int64_t count) {
  return context.Allocate(Shape::Array(ElementType::kC128, {count}));
}

Complex* Data(Literal& vector) { return vector.mutable_data<Complex>().data(); }

// Prime factors, ascending; empty when one is too large.
std::vector<int64_t> SmallFactors(int64_t n) {
  std::vector<int64_t> factors;
  for (int64_t p = 2; p <= kLargestRadix; ++p) {
    for (; n % p == 0; n /= p) factors.push_back(p);
  }
  if (n > 1) factors.clear();
  return factors;
}

// One stage: splits each of `stride` interleaved sequences of `count` = radix * rest numbers.
// to[q + stride (radix k + r)] = w^(k r) * sum over j of from[q + stride (k + rest j)] v^(j r),
// where w and v are the roots of order `count` and `radix`.
void Stage(const Complex* from, Complex* to, int64_t count, int64_t radix, int64_t stride,
           const Complex* roots) {
  const int64_t rest = count / radix;
  const int64_t length = count * stride;
  for (int64_t k = 0; k < rest; ++k) {
    for (int64_t r = 0; r < radix; ++r) {
      Complex* out = to + stride * (radix * k + r);
      const Complex twiddle = roots[k * r * stride];
      std::copy_n(from + stride * k, stride, out);
      for (int64_t j = 1; j < radix; ++j) {
        const Complex* in = from + stride * (k + rest * j);
        const Complex root = roots[j * r % radix * (length / radix)];
        for (int64_t q = 0; q < stride; ++q) out[q] += Product(in[q], root);
      }
      if (k * r == 0) continue;
      for (int64_t q = 0; q < stride; ++q) out[q] = Product(out[q], twiddle);
    }
  }
}

// The same for radix 2, which needs no roots inside.
void StageOfTwo(const Complex* from, Complex* to, int64_t count, int64_t stride,
                const Complex* roots) {
  const int64_t rest = count / 2;
  for (int64_t k = 0; k < rest; ++k) {
    const Complex twiddle = roots[k * stride];
    const Complex* a = from + stride * k;
    const Complex* b = from + stride * (k + rest);
    Complex* out = to + stride * 2 * k;
    for (int64_t q = 0; q < stride; ++q) {
      out[q] = a[q] + b[q];
      out[q + stride] = k == 0 ? a[q] - b[q] : Product(a[q] - b[q], twiddle);
    }
  }
}

}  // namespace

std::complex<double> RootOfUnity(int64_t t, int64_t n) {
  const int64_t quarter = 4 * t / n;
  const int64_t rest = 4 * t - quarter * n;  // of n parts of a right angle
  // The smaller of the angle and its complement, so that both have the same sines and cosines.
  const bool complement = 2 * rest > n;
  const double angle =
      kHalfPi * (static_cast<double>(complement ? n - rest : rest) / static_cast<double>(n));
  double cosine = elementary::Cos(angle);
  double sine = elementary::Sin(angle);
  if (complement) std::swap(cosine, sine);
  if (2 * rest == n) sine = cosine;
  switch (quarter) {
    case 0:
      return {cosine, -sine};
    case 1:
      return {-sine, -cosine};
    case 2:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

Result<FourierPlan> FourierPlan::Make(EvalContext& context, int64_t length) {
  FourierPlan plan;
  plan.length_ = length;
  if (length == 1) return plan;
  plan.factors_ = SmallFactors(length);
  HLO_TRY(plan.roots_, ComplexVector(context, length));
  Complex* roots = Data(plan.roots_);
  if (!plan.factors_.empty()) {
    for (int64_t t = 0; t < length; ++t) roots[t] = RootOfUnity(t, length);
    HLO_TRY(plan.work_, ComplexVector(context, length));
    return plan;
  }
  for (int64_t t = 0; t < length; ++t) roots[t] = RootOfUnity(t * t % (2 * length), 2 * length);
  int64_t padded = 1;
  while (padded < 2 * length - 1) padded *= 2;
  HLO_TRY(plan.work_, ComplexVector(context, padded));
  HLO_TRY(plan.filter_, ComplexVector(context, padded));
  HLO_TRY(FourierPlan power_of_two, Make(context, padded));
  plan.power_of_two_ = std::make_unique<FourierPlan>(std::move(power_of_two));
  Complex* filter = Data(plan.filter_);
  std::fill_n(filter, padded, Complex());
  filter[0] = std::conj(roots[0]);
  for (int64_t t = 1; t < length; ++t) filter[t] = filter[padded - t] = std::conj(roots[t]);
  plan.power_of_two_->Forward(filter);
  return plan;
}

void FourierPlan::Forward(Complex* x) {
  if (length_ == 1) return;
  if (factors_.empty()) {
    Bluestein(x);
  } else {
    MixedRadix(x);
  }
}

void FourierPlan::Inverse(Complex* x) {
  for (int64_t i = 0; i < length_; ++i) x[i] = std::conj(x[i]);
  Forward(x);
  const auto length = static_cast<double>(length_);
  for (int64_t i = 0; i < length_; ++i) x[i] = {x[i].real() / length, -x[i].imag() / length};
}

void FourierPlan::MixedRadix(Complex* x) {
  const Complex* roots = Data(roots_);
  Complex* from = x;
  Complex* to = Data(work_);
  int64_t count = length_;
  int64_t stride = 1;
  for (const int64_t radix : factors_) {
    if (radix == 2) {
      StageOfTwo(from, to, count, stride, roots);
    } else {
      Stage(from, to, count, radix, stride, roots);
    }
    count /= radix;
    stride *= radix;
    std::swap(from, to);
  }
  if (from != x) std::copy_n(from, length_, x);
}

// j k = (j^2 + k^2 - (k - j)^2) / 2 makes the sum a convolution of x[j] c[j] with conj(c), times
// c[k], where c[t] = exp(-pi i t^2 / n).
void FourierPlan::Bluestein(Complex* x) {
  const int64_t padded = power_of_two_->length_;
  const Complex* chirp = Data(roots_);
  const Complex* filter = Data(filter_);
  Complex* work = Data(work_);
  for (int64_t j = 0; j < length_; ++j) work[j] = Product(x[j], chirp[j]);
  std::fill(work + length_, work + padded, Complex());
  power_of_two_->Forward(work);
  for (int64_t j = 0; j < padded; ++j) work[j] = Product(work[j], filter[j]);
  power_of_two_->Inverse(work);
  for (int64_t k = 0; k < length_; ++k) x[k] = Product(work[k], chirp[k]);
}

}  // namespace hlo
