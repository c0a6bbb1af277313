// SPDX-License-Identifier: Apache-2.0
// The kernel of fft against its plain path, bit for bit on every target, and both against the
// defining sum in long double.
#include <cmath>
#include <complex>
#include <limits>
#include <random>

#include "core/kernels/targets.h"
#include "core/literal/memory_budget.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

class FftKernel : public testing::Test {
 protected:
  ~FftKernel() override { UseKernelTarget(""); }
};

int64_t Count(const Ints& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

Literal RandomArray(std::mt19937& bits, ElementType type, const Ints& sizes) {
  std::normal_distribution<double> normal;
  std::vector<double> numbers(static_cast<size_t>(Count(sizes) * (IsComplex(type) ? 2 : 1)));
  for (double& number : numbers) number = normal(bits);
  return Array(ShapeText(Shape::Array(type, {sizes.data(), sizes.size()})), numbers);
}

Literal Transform(KernelMode mode, std::string_view kind, const Literal& x, const Ints& lengths) {
  OpCall call("fft");
  call.SetWord(Attr::fft_type, kind).Set(Attr::fft_length, lengths);
  return call.Operand(x).Use(mode).Value();
}

// Rows and columns of one length, few or many at once.
const Ints kLengths = {1,   2,   3,   4,   5,   6,   7,   8,    9,    10,   12,   15,
                       16,  18,  24,  25,  31,  32,  37,  48,   49,   60,   62,   64,
                       90,  96,  97,  100, 128, 210, 243, 255,  256,  257,  264,  288,
                       330, 384, 490, 500, 512, 961, 962, 1009, 1024, 1260, 2662, 4096};

TEST_F(FftKernel, HasTheBitsOfThePlainPathOnEveryTarget) {
  std::mt19937 bits(1);
  for (const int64_t n : kLengths) {
    std::vector<std::pair<Ints, Ints>> cases = {{{n}, {n}}, {{n, 2}, {n, 2}}};
    if (n <= 512) cases.insert(cases.end(), {{{2, n, 19}, {n, 19}}, {{21, n}, {n}}});
    for (const auto& [sizes, lengths] : cases) {
      Ints half = sizes;
      half.back() = half.back() / 2 + 1;
      for (const bool wide : {false, true}) {
        const ElementType complex = wide ? ElementType::kC128 : ElementType::kC64;
        const ElementType real = wide ? ElementType::kF64 : ElementType::kF32;
        const std::pair<std::string_view, Literal> inputs[] = {
            {"FFT", RandomArray(bits, complex, sizes)},
            {"IFFT", RandomArray(bits, complex, sizes)},
            {"RFFT", RandomArray(bits, real, sizes)},
            {"IRFFT", RandomArray(bits, complex, half)}};
        for (const auto& [kind, x] : inputs) {
          const Literal plain = Transform(KernelMode::kPlain, kind, x, lengths);
          for (const std::string_view target : KernelTargets()) {
            ASSERT_TRUE(UseKernelTarget(target));
            EXPECT_TRUE(SameBits(Transform(KernelMode::kPortable, kind, x, lengths), plain))
                << kind << " " << ShapeText(x.shape()) << " on " << target;
          }
        }
      }
    }
  }
}

Literal Transposed(const Literal& x, int64_t rows, int64_t columns) {
  Literal to = Array(ShapeText(Shape::Array(x.element_type(), {columns, rows})),
                     std::vector<double>(static_cast<size_t>(2 * rows * columns)));
  const auto size = static_cast<size_t>(StorageBytes(x.element_type()));
  for (int64_t i = 0; i < rows * columns; ++i) {
    const int64_t place = i % columns * rows + i / columns;
    std::memcpy(to.mutable_bytes() + place * static_cast<int64_t>(size),
                x.bytes() + i * static_cast<int64_t>(size), size);
  }
  return to;
}

TEST_F(FftKernel, GivesLinesTheSameBitsTogetherAloneAndAsColumns) {
  std::mt19937 bits(4);
  for (const int64_t n : kLengths) {
    if (n > 1260) continue;
    for (const ElementType type : {ElementType::kC64, ElementType::kC128}) {
      const int64_t count = 19, bytes = n * StorageBytes(type);
      const Literal x = RandomArray(bits, type, {n, count});
      const Literal both = Transform(KernelMode::kPortable, "IFFT", x, {n, count});
      const Literal rows = Transform(KernelMode::kPortable, "IFFT", x, {count});
      const Literal lines = Transposed(rows, n, count);
      const Literal together = Transform(KernelMode::kPortable, "IFFT", lines, {n});
      EXPECT_TRUE(SameBits(Transposed(together, count, n), both)) << n;
      Literal alone = RandomArray(bits, type, {n});
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(alone.mutable_bytes(), lines.bytes() + i * bytes, static_cast<size_t>(bytes));
        const Literal line = Transform(KernelMode::kPortable, "IFFT", alone, {n});
        EXPECT_EQ(
            std::memcmp(line.bytes(), together.bytes() + i * bytes, static_cast<size_t>(bytes)), 0)
            << n << " line " << i;
      }
    }
  }
}

TEST_F(FftKernel, HasTheSameBitsWithTablesOfThePreviousRun) {
  std::mt19937 bits(5);
  for (const int64_t n : {12, 74, 96, 1260}) {  // short, Bluestein, split
    for (const std::string_view kind : {"FFT", "RFFT"}) {
      const bool real = kind == "RFFT";
      const auto pool = std::make_shared<BlockPool>(0);
      const auto budget = std::make_shared<MemoryBudget>(1 << 24, pool);
      OpCall call("fft");
      call.SetWord(Attr::fft_type, kind).Set(Attr::fft_length, Ints{n});
      call.Operand(RandomArray(bits, real ? ElementType::kF32 : ElementType::kC64, {n}));
      const Literal without = call.Value();
      call.runtime = FakeRuntime(budget);
      const Literal first = call.Value();
      const TableKey key = {n == 74 ? TableKey::Kind::kChirp : TableKey::Kind::kFourier,
                            n == 74 ? 0 : static_cast<int32_t>(ElementType::kC64),
                            real ? n / 2 : n};
      EXPECT_NE(pool->tables().Find(key), nullptr) << n;
      EXPECT_TRUE(SameBits(call.Value(), first)) << n;
      EXPECT_TRUE(SameBits(without, first)) << n;
    }
  }
}

// The numbers of a C64 or C128 array.
std::vector<std::complex<long double>> Wide(const Literal& x) {
  std::vector<std::complex<long double>> numbers;
  for (int64_t i = 0; i < x.element_count(); ++i) {
    const auto at = static_cast<size_t>(i);
    if (x.element_type() == ElementType::kC64) {
      numbers.emplace_back(x.data<std::complex<float>>()[at]);
    } else {
      numbers.emplace_back(x.data<std::complex<double>>()[at]);
    }
  }
  return numbers;
}

std::vector<std::complex<long double>> LongRoots(int64_t n) {
  std::vector<std::complex<long double>> roots;
  for (int64_t t = 0; t < n; ++t) {
    const long double angle = -2 * 3.14159265358979323846264338327950288L *
                              static_cast<long double>(t) / static_cast<long double>(n);
    roots.emplace_back(std::cos(angle), std::sin(angle));
  }
  return roots;
}

// The root mean square of the errors of some results, relative to that of all exact ones, which is
// sqrt(n) times that of the input (Parseval).
double RelativeError(const Literal& x, const Literal& spectrum, int64_t samples) {
  const auto in = Wide(x), out = Wide(spectrum);
  const int64_t n = x.element_count();
  const auto roots = LongRoots(n);
  long double error = 0, norm = 0;
  for (const auto& z : in) norm += std::norm(z);
  for (int64_t s = 0; s < samples; ++s) {
    const int64_t k = s * 7919 % n;
    std::complex<long double> sum;
    for (int64_t j = 0; j < n; ++j) {
      sum += in[static_cast<size_t>(j)] * roots[static_cast<size_t>(j * k % n)];
    }
    error += std::norm(out[static_cast<size_t>(k)] - sum);
  }
  return static_cast<double>(std::sqrt(error / static_cast<long double>(samples) / norm));
}

// Well within the bound of the numerics reference, section 9: n log2(n) eps relative to the norm.
TEST_F(FftKernel, StaysNearTheDefiningSum) {
  std::mt19937 bits(2);
  Ints lengths = kLengths;
  lengths.insert(lengths.end(), {5003, 10007, 19683, 65536});
  for (const int64_t n : lengths) {
    for (const ElementType type : {ElementType::kC64, ElementType::kC128}) {
      const Literal x = RandomArray(bits, type, {n});
      const double eps = type == ElementType::kC64 ? 0x1p-23 : 0x1p-52;
      const double bound = eps * (0.75 + 0.5 * std::sqrt(std::log2(static_cast<double>(n))));
      const Literal spectrum = Transform(KernelMode::kPortable, "FFT", x, {n});
      const double error = RelativeError(x, spectrum, std::min<int64_t>(n, 32));
      EXPECT_LE(error, bound) << n << " " << Name(type);
    }
  }
}

// Of two arrays of numbers near 1.
double LargestDifference(const Literal& a, const Literal& b) {
  double largest = 0;
  const int64_t parts = a.byte_size() / static_cast<int64_t>(sizeof(double));
  for (int64_t i = 0; i < parts; ++i) {
    double x = 0, y = 0;
    std::memcpy(&x, a.bytes() + i * 8, sizeof(x));
    std::memcpy(&y, b.bytes() + i * 8, sizeof(y));
    largest = std::max(largest, std::abs(x - y));
  }
  return largest;
}

TEST_F(FftKernel, TransformsRealNumbersAsComplexOnesAndBack) {
  std::mt19937 bits(3);
  for (const int64_t n : kLengths) {
    const Literal x = RandomArray(bits, ElementType::kF64, {n});
    std::vector<double> numbers;
    for (const double number : x.data<double>()) numbers.insert(numbers.end(), {number, 0});
    const Literal complex = Array("c128[" + std::to_string(n) + "]", numbers);
    const Literal half = Transform(KernelMode::kPortable, "RFFT", x, {n});
    const Literal full = Transform(KernelMode::kPortable, "FFT", complex, {n});
    EXPECT_LE(LargestDifference(half, full), 1e-15 * static_cast<double>(n + 10)) << n;
    const Literal back = Transform(KernelMode::kPortable, "IRFFT", half, {n});
    EXPECT_LE(LargestDifference(x, back), 1e-14) << n;
  }
}

TEST_F(FftKernel, TurnsAnImpulseIntoOnes) {
  for (const int64_t n : {1, 2, 3, 4, 8, 30, 31, 256, 330, 1024, 6561}) {
    std::vector<double> impulse(static_cast<size_t>(2 * n)), ones;
    impulse[0] = 1;
    for (int64_t k = 0; k < n; ++k) ones.insert(ones.end(), {1, 0});
    const std::string shape = "c64[" + std::to_string(n) + "]";
    EXPECT_TRUE(WithinUlp(Transform(KernelMode::kPortable, "FFT", Array(shape, impulse), {n}),
                          Array(shape, ones), 0))
        << n;
  }
}

}  // namespace
}  // namespace hlo
