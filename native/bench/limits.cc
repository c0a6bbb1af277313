// SPDX-License-Identifier: Apache-2.0
// Compiled with -ffp-contract=fast (native/CMakeLists.txt): `a * b + c` is one instruction on
// targets that have it.
#include "native/bench/limits.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>

#include "native/bench/worker.h"

namespace hlo::bench {
namespace {

volatile float sink;  // prevents the removal of dead results

// Twelve independent chains hide a latency of 4 to 6 cycles on two ports.
constexpr int kChains = 12;

// The loops for a vector width in bytes and an instruction set.
#define HLO_LIMIT_LOOPS(NAME, WIDTH, TARGET)                                                \
  struct NAME {                                                                             \
    using V = float __attribute__((vector_size(WIDTH)));                                    \
    static constexpr size_t kLanes = WIDTH / 4;                                             \
    TARGET static void MultiplyAdd(int64_t n) {                                             \
      V r[kChains]; /* unlike starts, or the compiler computes one chain for all */         \
      for (int k = 0; k < kChains; ++k) r[k] = V{} + static_cast<float>(k);                 \
      const V a = V{} + 0.999f, b = V{} + 1e-3f;                                            \
      for (int64_t i = 0; i < n; ++i) {                                                     \
        _Pragma("GCC unroll 12") for (int k = 0; k < kChains; ++k) r[k] = r[k] * a + b;     \
      }                                                                                     \
      for (int k = 1; k < kChains; ++k) r[0] += r[k];                                       \
      sink = r[0][0];                                                                       \
    }                                                                                       \
    TARGET static void Sum(const float* x, size_t n) {                                      \
      V s[4] = {};                                                                          \
      for (size_t i = 0; i < n; i += 4 * kLanes) {                                          \
        _Pragma("GCC unroll 4") for (int k = 0; k < 4; ++k) s[k] +=                         \
            *reinterpret_cast<const V*>(x + i + static_cast<size_t>(k) * kLanes);           \
      }                                                                                     \
      s[0] += s[1] + s[2] + s[3];                                                           \
      sink = s[0][0];                                                                       \
    }                                                                                       \
    TARGET static void Triad(const float* x, const float* y, float* z, size_t n) {          \
      for (size_t i = 0; i < n; i += kLanes) {                                              \
        *reinterpret_cast<V*>(z + i) =                                                      \
            *reinterpret_cast<const V*>(x + i) * 3.0f + *reinterpret_cast<const V*>(y + i); \
      }                                                                                     \
    }                                                                                       \
  }

HLO_LIMIT_LOOPS(Baseline, 16, );
#if defined(__x86_64__)
HLO_LIMIT_LOOPS(Avx2, 32, __attribute__((target("avx2,fma"))));
#if defined(__clang__)  // has no such option and uses full vectors
HLO_LIMIT_LOOPS(Avx512, 64, __attribute__((target("avx512f"))));
#else
HLO_LIMIT_LOOPS(Avx512, 64, __attribute__((target("avx512f,prefer-vector-width=512"))));
#endif
#endif
#undef HLO_LIMIT_LOOPS

// The shortest of several runs, in seconds: other processes only make runs longer.
template <class Fn>
double Seconds(Fn&& run) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const Clock::time_point first = Clock::now();
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 14 || seconds_since(first) < 0.1; ++i) {
    const Clock::time_point start = Clock::now();
    run();
    shortest = std::min(shortest, seconds_since(start));
  }
  return shortest;
}

std::string Field(const std::string& name, double value) {
  char text[80];
  std::snprintf(text, sizeof(text), ",\"%s\":%.4g", name.c_str(), value);
  return text;
}

template <class Loops>
std::string MeasureWith(const std::string& target) {
  constexpr int64_t kRounds = 1'000'000;
  std::string out = "{\"target\":\"" + target + "\"";
  const double flops = 2.0 * kRounds * kChains * Loops::kLanes;
  out += Field("flops", flops / Seconds([] { Loops::MultiplyAdd(kRounds); }));
  for (size_t mebibytes : {1, 4, 16, 256}) {
    const size_t bytes = mebibytes << 20, count = bytes / sizeof(float);
    const Buffer<float> x(count), y(count), z(count);
    for (const Buffer<float>& buffer : {x, y, z}) std::fill_n(buffer.data(), count, 1.0f);
    const std::string size = "_" + std::to_string(mebibytes);
    const auto total = static_cast<double>(bytes);
    out += Field("read" + size, total / Seconds([&] { Loops::Sum(x.data(), count); }));
    out +=
        Field("copy" + size, 2 * total / Seconds([&] { std::memcpy(z.data(), x.data(), bytes); }));
    out += Field("triad" + size,
                 3 * total / Seconds([&] { Loops::Triad(x.data(), y.data(), z.data(), count); }));
  }
  return out + "}";
}

}  // namespace

std::string MeasureLimits() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return MeasureWith<Avx512>("AVX-512");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return MeasureWith<Avx2>("AVX2");
  }
#endif
  return MeasureWith<Baseline>("128-bit vectors");
}

}  // namespace hlo::bench
