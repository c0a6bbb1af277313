// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/functions_f32_testing.h"
#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kPi = 0x1.921fb6p1f;

// Selects all targets of this machine in turn, and the best one at the end.
class EveryTarget {
 public:
  template <class Body>
  static void Run(Body body) {
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      SCOPED_TRACE(std::string(target));
      body();
    }
    UseKernelTarget("");
  }
};

std::vector<float> Apply(Opcode function, KernelMode mode, const std::vector<float>& in) {
  std::vector<float> out(in.size());
  FindUnaryF32(function, mode, ResultUse::kAsF32)(in.data(), in.size(), out.data());
  return out;
}
std::vector<float> Apply(Opcode function, KernelMode mode, const std::vector<float>& a,
                         const std::vector<float>& b) {
  std::vector<float> out(a.size());
  FindBinaryF32(function, mode, ResultUse::kAsF32)(a.data(), b.data(), a.size(), out.data());
  return out;
}

// Numbers of every exponent and sign, dense in the binades where algorithms change and near the
// boundaries, overflow, and underflow.
std::vector<float> Sample() {
  std::vector<float> sample;
  uint32_t state = 1;
  for (uint32_t exponent = 0; exponent < 256; ++exponent) {
    const uint32_t count = exponent >= 100 && exponent < 150 ? 400 : 40;
    for (uint32_t i = 0; i < count; ++i) {
      state = state * 1664525 + 1013904223;
      sample.push_back(
          BitCast<float>((state >> 31 << 31) | exponent << 23 | (state >> 8 & 0x7fffff)));
    }
  }
  const float places[] = {0.0f,    0.3465736f, 0.5f,       0.875f,    0.9f,     2.625f,
                          1.0f,    1.5707964f, 3.1415927f, 3.96f,     9.02f,    16.635532f,
                          18.04f,  87.33654f,  88.02969f,  88.72284f, 89.4159f, 103.97208f,
                          0x1p20f, 0x1p48f,    kInf};
  for (const float place : places) {
    for (int32_t step = -40; step <= 40; ++step) {
      const float x = BitCast<float>(BitCast<int32_t>(place) + step);
      sample.push_back(x);
      sample.push_back(-x);
    }
  }
  return sample;
}

struct Pairs {
  std::vector<float> a, b;
};
Pairs SampleOfPairs() {
  const std::vector<float> sample = Sample();
  Pairs pairs;
  for (size_t i = 0; i < sample.size(); ++i) {
    const float moderate = static_cast<float>(static_cast<int>(i % 801) - 400) / 16;
    for (const float b : {sample[(i * 7919 + 13) % sample.size()], moderate}) {
      pairs.a.push_back(sample[i]);
      pairs.b.push_back(b);
    }
    pairs.a.push_back(1 + moderate / 40);
    pairs.b.push_back(sample[i]);
  }
  return pairs;
}

uint32_t BitsOf(float x) { return std::isnan(x) ? 0x7fc00000 : BitCast<uint32_t>(x); }

TEST(FunctionsF32, StayWithinTheirBoundsOnEveryTarget) {
  const std::vector<float> in = Sample();
  EveryTarget::Run([&] {
    for (const UnarySubject& subject : kUnarySubjects) {
      for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
        const std::vector<float> out = Apply(subject.function, mode, in);
        for (size_t i = 0; i < in.size(); ++i) {
          EXPECT_LE(ErrorInUlp(out[i], subject.exact(in[i])), subject.bound)
              << subject.name() << " of " << in[i] << ": " << out[i];
        }
      }
    }
  });
}

// exp has a fast path for blocks with all |x| <= 86.
TEST(FunctionsF32, DoNotDependOnNeighbors) {
  for (const float limit : {86.0f, 88.0f, 104.0f}) {
    std::vector<float> among_near = {limit, -limit}, among_far = {limit, kInf, -limit, kNan};
    for (const float x : Sample()) {
      if (!(std::fabs(x) <= limit)) continue;
      among_near.push_back(x);
      among_far.insert(among_far.end(), {x, kInf});
    }
    EveryTarget::Run([&] {
      for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
        for (const UnarySubject& subject : kUnarySubjects) {
          const std::vector<float> near = Apply(subject.function, mode, among_near);
          const std::vector<float> far = Apply(subject.function, mode, among_far);
          for (size_t i = 0; i < near.size(); ++i) {
            EXPECT_EQ(BitsOf(near[i]), BitsOf(far[2 * i]))
                << subject.name() << " of " << among_near[i];
          }
        }
      }
    });
  }
}

TEST(FunctionsF32, HaveTheBitsOfThePlainPathInPortableMode) {
  const std::vector<float> in = Sample();
  const Pairs pairs = SampleOfPairs();
  EveryTarget::Run([&] {
    for (const UnarySubject& subject : kUnarySubjects) {
      const std::vector<float> plain = Apply(subject.function, KernelMode::kPlain, in);
      const std::vector<float> portable = Apply(subject.function, KernelMode::kPortable, in);
      for (size_t i = 0; i < in.size(); ++i) {
        EXPECT_EQ(BitsOf(portable[i]), BitsOf(plain[i])) << subject.name() << " of " << in[i];
      }
    }
    for (const BinarySubject& subject : kBinarySubjects) {
      const auto plain = Apply(subject.function, KernelMode::kPlain, pairs.a, pairs.b);
      const auto portable = Apply(subject.function, KernelMode::kPortable, pairs.a, pairs.b);
      for (size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(BitsOf(portable[i]), BitsOf(plain[i]))
            << subject.name() << " of " << pairs.a[i] << ", " << pairs.b[i];
      }
    }
  });
}

// Near the multiples of 1/16, where the intervals of erf and tanh meet.
TEST(FunctionsF32, AreMonotoneForExpTanhAndErf) {
  constexpr int32_t kNumbers = 400;
  EveryTarget::Run([] {
    for (int sixteenths = 1; sixteenths <= 160; ++sixteenths) {
      const int32_t first = BitCast<int32_t>(static_cast<float>(sixteenths) / 16) - kNumbers / 2;
      std::vector<float> in(kNumbers);
      for (int32_t i = 0; i < kNumbers; ++i) in[i] = BitCast<float>(first + i);
      for (const Opcode function : {Opcode::kExponential, Opcode::kTanh, Opcode::kErf}) {
        for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
          const std::vector<float> out = Apply(function, mode, in);
          EXPECT_TRUE(std::is_sorted(out.begin(), out.end()))
              << static_cast<int>(function) << " beside " << sixteenths << " / 16";
        }
      }
    }
  });
}

TEST(FunctionsF32, RoundPowerAndAtan2AlmostCorrectly) {
  const Pairs pairs = SampleOfPairs();
  EveryTarget::Run([&] {
    for (const BinarySubject& subject : kBinarySubjects) {
      for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
        const auto out = Apply(subject.function, mode, pairs.a, pairs.b);
        for (size_t i = 0; i < out.size(); ++i) {
          EXPECT_LE(ErrorInUlp(out[i], subject.exact(pairs.a[i], pairs.b[i])), 0.501)
              << subject.name() << " of " << pairs.a[i] << ", " << pairs.b[i] << ": " << out[i];
        }
      }
    }
  });
}

// Numerics reference, section 10.
struct SpecialRow {
  Opcode function;
  float at_minus_inf, at_minus_zero, at_zero, at_inf;
};
constexpr SpecialRow kSpecials[] = {
    {Opcode::kExponential, 0, 1, 1, kInf},
    {Opcode::kExponentialMinusOne, -1, -0.0f, 0, kInf},
    {Opcode::kLog, kNan, -kInf, -kInf, kInf},
    {Opcode::kLogPlusOne, kNan, -0.0f, 0, kInf},
    {Opcode::kTanh, -1, -0.0f, 0, 1},
    {Opcode::kLogistic, 0, 0.5f, 0.5f, 1},
    {Opcode::kErf, -1, -0.0f, 0, 1},
    {Opcode::kSqrt, kNan, -0.0f, 0, kInf},
    {Opcode::kRsqrt, kNan, -kInf, kInf, 0},
    {Opcode::kCbrt, -kInf, -0.0f, 0, kInf},
    {Opcode::kSine, kNan, -0.0f, 0, kNan},
    {Opcode::kCosine, kNan, 1, 1, kNan},
    {Opcode::kTan, kNan, -0.0f, 0, kNan},
    {Opcode::kSinh, -kInf, -0.0f, 0, kInf},
    {Opcode::kCosh, kInf, 1, 1, kInf},
    {Opcode::kAsin, kNan, -0.0f, 0, kNan},
    {Opcode::kAcos, kNan, kPi / 2, kPi / 2, kNan},
    {Opcode::kAtan, -kPi / 2, -0.0f, 0, kPi / 2},
    {Opcode::kAsinh, -kInf, -0.0f, 0, kInf},
    {Opcode::kAcosh, kNan, kNan, kNan, kInf},
    {Opcode::kAtanh, kNan, -0.0f, 0, kNan},
};

TEST(FunctionsF32, HaveTheSpecialValuesOfTheReference) {
  EveryTarget::Run([] {
    for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kPortable, KernelMode::kFast}) {
      for (const SpecialRow& row : kSpecials) {
        const auto out = Apply(row.function, mode, {-kInf, -0.0f, 0, kInf, kNan, -kNan});
        const float expected[] = {
            row.at_minus_inf, row.at_minus_zero, row.at_zero, row.at_inf, kNan, kNan};
        for (size_t i = 0; i < out.size(); ++i) {
          EXPECT_EQ(BitsOf(out[i]), BitsOf(expected[i]))
              << static_cast<int>(row.function) << " at " << i << ": " << out[i];
        }
      }
      const std::vector<float> ends = {-1, 1, 0x1.000002p0f, -0x1.000002p0f};
      EXPECT_EQ(Apply(Opcode::kAtanh, mode, ends)[0], -kInf);
      EXPECT_EQ(Apply(Opcode::kAtanh, mode, ends)[1], kInf);
      EXPECT_TRUE(std::isnan(Apply(Opcode::kAtanh, mode, ends)[2]));
      EXPECT_EQ(Apply(Opcode::kAcos, mode, ends)[0], kPi);
      EXPECT_EQ(BitsOf(Apply(Opcode::kAcos, mode, ends)[1]), 0u);
      EXPECT_TRUE(std::isnan(Apply(Opcode::kAcos, mode, ends)[3]));
      EXPECT_EQ(Apply(Opcode::kLogPlusOne, mode, ends)[0], -kInf);
      EXPECT_TRUE(std::isnan(Apply(Opcode::kLogPlusOne, mode, ends)[3]));
      EXPECT_EQ(BitsOf(Apply(Opcode::kLog, mode, ends)[1]), 0u);
      EXPECT_EQ(BitsOf(Apply(Opcode::kAcosh, mode, ends)[1]), 0u);
    }
  });
}

TEST(FunctionsF32, HaveTheSpecialValuesOfPowerAndAtan2) {
  struct Row {
    Opcode function;
    float a, b, expected;
  };
  constexpr auto kPower = Opcode::kPower;
  constexpr auto kAtan2 = Opcode::kAtan2;
  const Row rows[] = {
      {kPower, 1, kNan, 1},
      {kPower, kNan, 0, 1},
      {kPower, kNan, -0.0f, 1},
      {kPower, kNan, 1, kNan},
      {kPower, 2, kNan, kNan},
      {kPower, -1, kNan, kNan},
      {kPower, 0, 3, 0},
      {kPower, 0, -1, kInf},
      {kPower, -0.0f, 3, -0.0f},
      {kPower, -0.0f, 2, 0},
      {kPower, -0.0f, 0.5f, 0},
      {kPower, -0.0f, -3, -kInf},
      {kPower, -0.0f, -2, kInf},
      {kPower, -1, kInf, 1},
      {kPower, -1, -kInf, 1},
      {kPower, 2, kInf, kInf},
      {kPower, 2, -kInf, 0},
      {kPower, 0.5f, kInf, 0},
      {kPower, 0.5f, -kInf, kInf},
      {kPower, kInf, 2, kInf},
      {kPower, kInf, -2, 0},
      {kPower, -kInf, 3, -kInf},
      {kPower, -kInf, 2, kInf},
      {kPower, -kInf, -3, -0.0f},
      {kPower, -kInf, 0.5f, kInf},
      {kPower, -kInf, -2, 0},
      {kPower, -8, 0.5f, kNan},
      {kPower, -2, 3, -8},
      {kPower, -2, 16777216, kInf},
      {kAtan2, 0, 1, 0},
      {kAtan2, -0.0f, 1, -0.0f},
      {kAtan2, 0, -0.0f, kPi},
      {kAtan2, -0.0f, -0.0f, -kPi},
      {kAtan2, 0, -2, kPi},
      {kAtan2, -0.0f, -2, -kPi},
      {kAtan2, 0, 0, 0},
      {kAtan2, -0.0f, 0, -0.0f},
      {kAtan2, 2, 0, kPi / 2},
      {kAtan2, -2, -0.0f, -kPi / 2},
      {kAtan2, kInf, kInf, kPi / 4},
      {kAtan2, -kInf, kInf, -kPi / 4},
      {kAtan2, kInf, -kInf, 0x1.2d97c8p1f},  // 3 pi / 4
      {kAtan2, kInf, 3, kPi / 2},
      {kAtan2, 3, kInf, 0},
      {kAtan2, -3, kInf, -0.0f},
      {kAtan2, 3, -kInf, kPi},
      {kAtan2, -3, -kInf, -kPi},
      {kAtan2, kNan, 1, kNan},
      {kAtan2, 1, kNan, kNan},
  };
  EveryTarget::Run([&] {
    for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kPortable, KernelMode::kFast}) {
      for (const Row& row : rows) {
        const float got = Apply(row.function, mode, {row.a}, {row.b})[0];
        EXPECT_EQ(BitsOf(got), BitsOf(row.expected))
            << static_cast<int>(row.function) << " of " << row.a << ", " << row.b << ": " << got;
      }
    }
  });
}

TEST(FunctionsF32, HaveTheSameResultsInPlaceAndAtEveryLength) {
  const std::vector<float> sample = Sample();
  EveryTarget::Run([&] {
    for (const UnarySubject& subject : kUnarySubjects) {
      const auto fn = FindUnaryF32(subject.function, KernelMode::kFast, ResultUse::kAsF32);
      const std::vector<float> in(sample.begin() + 6000, sample.begin() + 6261);
      const std::vector<float> all = Apply(subject.function, KernelMode::kFast, in);
      for (size_t n = 0; n <= in.size(); ++n) {
        std::vector<float> values = in;
        fn(values.data(), n, values.data());
        for (size_t i = 0; i < in.size(); ++i) {
          ASSERT_EQ(BitsOf(values[i]), BitsOf(i < n ? all[i] : in[i]))
              << subject.name() << " " << n;
        }
      }
    }
  });
}

}  // namespace
}  // namespace hlo
