// SPDX-License-Identifier: Apache-2.0
// Expected values: the worked examples of ops reference 11.3; elsewhere the defining sum.
#include <cmath>
#include <complex>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::Array;
using op_testing::OpCall;
using op_testing::WithinUlp;

OpCall Fft(std::string_view kind, std::vector<int64_t> lengths) {
  OpCall call("fft");
  call.SetWord(Attr::fft_type, kind).Set(Attr::fft_length, std::move(lengths));
  return call;
}

TEST(Fft, TransformsFourNumbersForthAndBack) {
  const Literal x = Array("c64[4]", {1, 0, 2, 0, 3, 0, 4, 0});
  const Literal spectrum = Array("c64[4]", {10, 0, -2, 2, -2, 0, -2, -2});
  OpCall forth = Fft("FFT", {4});
  EXPECT_TRUE(WithinUlp(forth.Operand(x).Value(), spectrum, 0));
  OpCall back = Fft("IFFT", {4});
  EXPECT_TRUE(WithinUlp(back.Operand(spectrum).Value(), x, 0));
}

TEST(Fft, KeepsHalfOfTheSpectrumOfRealNumbers) {
  OpCall odd = Fft("RFFT", {3});
  EXPECT_TRUE(WithinUlp(odd.Operand(Array("f32[3]", {1, 2, 3})).Value(),
                        Array("c64[2]", {6, 0, -1.5, 0.8660254037844386}), 1));
  OpCall back = Fft("IRFFT", {4});  // the imaginary parts 7 and 9 are ignored
  EXPECT_TRUE(WithinUlp(back.Operand(Array("c64[3]", {10, 7, -2, 2, -2, 9})).Value(),
                        Array("f32[4]", {1, 2, 3, 4}), 0));
}

// All algorithms of the plan: radix 2, odd radices, both, and Bluestein (37, 74, 1009).
TEST(Fft, AgreesWithTheDefiningSum) {
  for (const int64_t n : {1, 2, 3, 5, 8, 12, 30, 31, 37, 49, 74, 210, 1009}) {
    std::vector<double> numbers;
    for (int64_t i = 0; i < 2 * n; ++i) numbers.push_back(static_cast<double>((i * 7) % 13) - 6);
    const std::string shape = "c128[" + std::to_string(n) + "]";
    OpCall call = Fft("FFT", {n});
    const Literal value = call.Operand(Array(shape, numbers)).Value();
    const std::span<const std::complex<double>> got = value.data<std::complex<double>>();
    for (int64_t k = 0; k < n; ++k) {
      long double real = 0, imag = 0;
      for (int64_t j = 0; j < n; ++j) {
        const long double angle = -2 * 3.14159265358979323846264338327950288L *
                                  static_cast<long double>(j * k % n) / static_cast<long double>(n);
        const long double a = numbers[static_cast<size_t>(2 * j)];
        const long double b = numbers[static_cast<size_t>(2 * j + 1)];
        real += a * std::cos(angle) - b * std::sin(angle);
        imag += a * std::sin(angle) + b * std::cos(angle);
      }
      const double bound = 1e-14 * static_cast<double>(n) * 6;
      EXPECT_NEAR(got[static_cast<size_t>(k)].real(), static_cast<double>(real), bound) << n;
      EXPECT_NEAR(got[static_cast<size_t>(k)].imag(), static_cast<double>(imag), bound) << n;
    }
  }
}

TEST(Fft, ReportsTheAxisWithAWrongLength) {
  OpCall call = Fft("FFT", {16});
  call.OperandShape("c64[2,8]");
  EXPECT_EQ(call.Rejection(),
            "fft.C3: `fft`: `fft_length` 16 requires size 16 in dimension 1, got 8");
  OpCall real = Fft("RFFT", {8});
  real.OperandShape("c64[8]");
  EXPECT_EQ(real.Rejection().substr(0, 6), "fft.C2");
}

}  // namespace
}  // namespace hlo
