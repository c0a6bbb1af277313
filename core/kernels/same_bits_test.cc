// SPDX-License-Identifier: Apache-2.0
#include <complex>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/complex_functions.h"
#include "core/kernels/elementary.h"
#include "gtest/gtest.h"

// Hashes of the result bits over a fixed pseudo-random set of arguments. The constants are the
// output of this code and do not test correctness (the accuracy tests do); they ensure equal bits
// for all compilers and targets (g++, clang++, emcc). They change with an algorithm.

namespace hlo {
namespace {

class Random {  // SplitMix64
 public:
  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // A third each: random bits, a number in (-8, 8), a magnitude in 2^-32..2^32.
  double NextDouble() {
    const uint64_t bits = Next();
    switch (bits % 3) {
      case 0:
        return BitCast<double>(Next());
      case 1:
        return static_cast<double>(static_cast<int64_t>(Next()) >> 11) * 0x1p-49;
      default:
        return BitCast<double>((Next() & 0x800fffffffffffffu) | (uint64_t{991} + (bits >> 32 & 63))
                                                                    << 52);
    }
  }

 private:
  uint64_t state_ = 1;
};

uint64_t Mix(uint64_t hash, uint64_t bits) {
  const uint64_t product = (hash ^ bits) * 0x9e3779b97f4a7c15u;
  return product ^ (product >> 32);
}
uint64_t Mix(uint64_t hash, double x) { return Mix(hash, BitCast<uint64_t>(x)); }
uint64_t Mix(uint64_t hash, std::complex<double> z) { return Mix(Mix(hash, z.real()), z.imag()); }

constexpr int kArguments = 20000;

template <class Fn>
uint64_t HashReal(Fn fn) {
  Random random;
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < kArguments; ++i) {
    const double x = random.NextDouble(), y = random.NextDouble();
    hash = Mix(hash, fn(x, y));
  }
  return hash;
}

template <class Fn>
uint64_t HashComplex(Fn fn) {
  Random random;
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < kArguments; ++i) {
    const double a = random.NextDouble(), b = random.NextDouble();
    const double c = random.NextDouble(), d = random.NextDouble();
    hash = Mix(hash, fn(std::complex<double>(a, b), std::complex<double>(c, d)));
  }
  return hash;
}

#define HLO_UNARY(kind, space, Name) \
  EXPECT_EQ(Hash##kind([](auto x, auto) { return space::Name(x); }), kHash##kind##Name) << #Name;
#define HLO_BINARY(kind, space, Name)                                                        \
  EXPECT_EQ(Hash##kind([](auto x, auto y) { return space::Name(x, y); }), kHash##kind##Name) \
      << #Name;

constexpr uint64_t kHashRealExp = 0x2106e3603a77560eu;
constexpr uint64_t kHashRealExpm1 = 0x05dd0dc70e95723du;
constexpr uint64_t kHashRealLogistic = 0x05e11f9a3f55b6e3u;
constexpr uint64_t kHashRealSinh = 0x91ea6e71fb279450u;
constexpr uint64_t kHashRealCosh = 0x7449004b04226950u;
constexpr uint64_t kHashRealTanh = 0xc61520d25efbaa0au;
constexpr uint64_t kHashRealLog = 0xd98f157eb6264cb2u;
constexpr uint64_t kHashRealLog1p = 0x28512bfcee13bfbau;
constexpr uint64_t kHashRealAsinh = 0x33f65616d6bc7eaau;
constexpr uint64_t kHashRealAcosh = 0x5dea6ce7387840cau;
constexpr uint64_t kHashRealAtanh = 0x0d7bba1b763b278cu;
constexpr uint64_t kHashRealSin = 0x10019052669e9341u;
constexpr uint64_t kHashRealCos = 0x384d861ec8ec2e25u;
constexpr uint64_t kHashRealTan = 0xcf2758264d5be922u;
constexpr uint64_t kHashRealAsin = 0x5821aaa43f6b7132u;
constexpr uint64_t kHashRealAcos = 0x69722d2a9f90175du;
constexpr uint64_t kHashRealAtan = 0x0640f43483c13305u;
constexpr uint64_t kHashRealErf = 0x30941136c3da56a4u;
constexpr uint64_t kHashRealCbrt = 0x3c20c20db6ad51efu;
constexpr uint64_t kHashRealRsqrt = 0x837fe2fab1dd2a8du;
constexpr uint64_t kHashRealPow = 0x8f6da41600e19a97u;
constexpr uint64_t kHashRealAtan2 = 0x7d9dfa7b8b66a512u;
constexpr uint64_t kHashRealHypot = 0xc0714b424da9f189u;
constexpr uint64_t kHashRealFmod = 0x277a091311bb6081u;
constexpr uint64_t kHashComplexAbs = 0x16e913c2d2d3dd56u;
constexpr uint64_t kHashComplexSign = 0xf2a5bb7d7c1281afu;
constexpr uint64_t kHashComplexExp = 0x74e35408d19888d3u;
constexpr uint64_t kHashComplexExpm1 = 0x05778771d8c5a7d9u;
constexpr uint64_t kHashComplexLog = 0xb18ac5dad707c16au;
constexpr uint64_t kHashComplexLog1p = 0x22b80f3a89328966u;
constexpr uint64_t kHashComplexLogistic = 0xef855b2f18b8972cu;
constexpr uint64_t kHashComplexSqrt = 0x4c256a77683de21du;
constexpr uint64_t kHashComplexRsqrt = 0xf73af3ff46d5e5b0u;
constexpr uint64_t kHashComplexSin = 0x6cc5af04797badfau;
constexpr uint64_t kHashComplexCos = 0xa7bf0d6da7db77f9u;
constexpr uint64_t kHashComplexTan = 0x67873edc7502ccf1u;
constexpr uint64_t kHashComplexSinh = 0x6f4e1ce33d05abc8u;
constexpr uint64_t kHashComplexCosh = 0x2f77c39e2df3a58cu;
constexpr uint64_t kHashComplexTanh = 0x7d54ff321df7bfd8u;
constexpr uint64_t kHashComplexAsin = 0x5dfee34b4bbaaa8eu;
constexpr uint64_t kHashComplexAcos = 0xfa5c5848f78f80feu;
constexpr uint64_t kHashComplexAtan = 0xa9bba893597d1adbu;
constexpr uint64_t kHashComplexAsinh = 0x56f991e2993b22e0u;
constexpr uint64_t kHashComplexAcosh = 0xaea5064cd6d0a54cu;
constexpr uint64_t kHashComplexAtanh = 0xac0e576eb6d06a94u;
constexpr uint64_t kHashComplexMultiply = 0x6b7b5d6ec8844da2u;
constexpr uint64_t kHashComplexDivide = 0xf3255b9c82674001u;
constexpr uint64_t kHashComplexPow = 0xa6195dcd5f0aa1d6u;
constexpr uint64_t kHashComplexAtan2 = 0xadbcba8e369cc108u;

// clang-format off
TEST(SameBits, RealFunctions) {
  HLO_UNARY(Real, elementary, Exp)
  HLO_UNARY(Real, elementary, Expm1)
  HLO_UNARY(Real, elementary, Logistic)
  HLO_UNARY(Real, elementary, Sinh)
  HLO_UNARY(Real, elementary, Cosh)
  HLO_UNARY(Real, elementary, Tanh)
  HLO_UNARY(Real, elementary, Log)
  HLO_UNARY(Real, elementary, Log1p)
  HLO_UNARY(Real, elementary, Asinh)
  HLO_UNARY(Real, elementary, Acosh)
  HLO_UNARY(Real, elementary, Atanh)
  HLO_UNARY(Real, elementary, Sin)
  HLO_UNARY(Real, elementary, Cos)
  HLO_UNARY(Real, elementary, Tan)
  HLO_UNARY(Real, elementary, Asin)
  HLO_UNARY(Real, elementary, Acos)
  HLO_UNARY(Real, elementary, Atan)
  HLO_UNARY(Real, elementary, Erf)
  HLO_UNARY(Real, elementary, Cbrt)
  HLO_UNARY(Real, elementary, Rsqrt)
  HLO_BINARY(Real, elementary, Pow)
  HLO_BINARY(Real, elementary, Atan2)
  HLO_BINARY(Real, elementary, Hypot)
  HLO_BINARY(Real, elementary, Fmod)
}

TEST(SameBits, ComplexFunctions) {
  HLO_UNARY(Complex, complex_functions, Abs)
  HLO_UNARY(Complex, complex_functions, Sign)
  HLO_UNARY(Complex, complex_functions, Exp)
  HLO_UNARY(Complex, complex_functions, Expm1)
  HLO_UNARY(Complex, complex_functions, Log)
  HLO_UNARY(Complex, complex_functions, Log1p)
  HLO_UNARY(Complex, complex_functions, Logistic)
  HLO_UNARY(Complex, complex_functions, Sqrt)
  HLO_UNARY(Complex, complex_functions, Rsqrt)
  HLO_UNARY(Complex, complex_functions, Sin)
  HLO_UNARY(Complex, complex_functions, Cos)
  HLO_UNARY(Complex, complex_functions, Tan)
  HLO_UNARY(Complex, complex_functions, Sinh)
  HLO_UNARY(Complex, complex_functions, Cosh)
  HLO_UNARY(Complex, complex_functions, Tanh)
  HLO_UNARY(Complex, complex_functions, Asin)
  HLO_UNARY(Complex, complex_functions, Acos)
  HLO_UNARY(Complex, complex_functions, Atan)
  HLO_UNARY(Complex, complex_functions, Asinh)
  HLO_UNARY(Complex, complex_functions, Acosh)
  HLO_UNARY(Complex, complex_functions, Atanh)
  HLO_BINARY(Complex, complex_functions, Multiply)
  HLO_BINARY(Complex, complex_functions, Divide)
  HLO_BINARY(Complex, complex_functions, Pow)
  HLO_BINARY(Complex, complex_functions, Atan2)
}
// clang-format on

}  // namespace
}  // namespace hlo
