// SPDX-License-Identifier: Apache-2.0
// Measures the elementary functions on f32 over all 2^32 inputs, compared with the C library's
// functions on double, whose error (a few 2^-53 of the value) is below the digits shown.
//
//   hlo_accuracy [FUNCTION...] [--stride N] [--threads N] [--target NAME]
//
// prints a row of the table in docs/accuracy.md for each function: the worst error of the portable
// and the fast results in ULP, and the input.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/functions_f32.h"
#include "core/kernels/functions_f32_testing.h"
#include "core/kernels/targets.h"

namespace hlo {
namespace {

struct Worst {
  double error = -1;
  float input = 0;
  void Add(double e, float x) {
    if (e > error) *this = {e, x};
  }
};
struct Finding {
  Worst portable, fast;
};

// Inputs with the bits 0, stride, ... below 2^32 in blocks; this worker takes every `step`-th
// block.
Finding Measure(const UnarySubject& subject, uint64_t first, uint64_t stride, uint64_t step) {
  constexpr size_t kBlock = 1024;
  const auto portable = FindUnaryF32(subject.function, KernelMode::kPortable, ResultUse::kAsF32);
  const auto fast = FindUnaryF32(subject.function, KernelMode::kFast, ResultUse::kAsF32);
  std::vector<float> in(kBlock), portable_out(kBlock), fast_out(kBlock);
  Finding finding;
  for (uint64_t start = first * stride * kBlock; start >> 32 == 0;
       start += step * stride * kBlock) {
    size_t n = 0;
    for (uint64_t bits = start; n < kBlock && bits >> 32 == 0; bits += stride) {
      in[n++] = BitCast<float>(static_cast<uint32_t>(bits));
    }
    portable(in.data(), n, portable_out.data());
    fast(in.data(), n, fast_out.data());
    for (size_t i = 0; i < n; ++i) {
      const double exact = subject.exact(in[i]);
      const double error = ErrorInUlp(portable_out[i], exact);
      finding.portable.Add(error, in[i]);
      const bool same = BitCast<uint32_t>(portable_out[i]) == BitCast<uint32_t>(fast_out[i]);
      finding.fast.Add(same ? error : ErrorInUlp(fast_out[i], exact), in[i]);
    }
  }
  return finding;
}

Finding MeasureWithThreads(const UnarySubject& subject, uint64_t stride, unsigned threads) {
  std::vector<Finding> findings(threads);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] { findings[t] = Measure(subject, t, stride, threads); });
  }
  Finding worst;
  for (unsigned t = 0; t < threads; ++t) {
    workers[t].join();
    worst.portable.Add(findings[t].portable.error, findings[t].portable.input);
    worst.fast.Add(findings[t].fast.error, findings[t].fast.input);
  }
  return worst;
}

int Run(int argc, char** argv) {
  std::vector<std::string_view> names;
  uint64_t stride = 1;
  unsigned threads = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--stride" && has_value) {
      stride = std::max(1ull, std::strtoull(argv[++i], nullptr, 10));
    } else if (argument == "--threads" && has_value) {
      threads = std::max(1u, static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10)));
    } else if (argument == "--target" && has_value) {
      if (!UseKernelTarget(argv[++i])) return std::fprintf(stderr, "unknown target\n"), 2;
    } else {
      names.push_back(argument);
    }
  }
  std::printf("| function | inputs | portable: worst ULP | at | fast: worst ULP | at |\n");
  std::printf("| --- | --- | --- | --- | --- | --- |\n");
  for (const UnarySubject& subject : kUnarySubjects) {
    if (!names.empty() && std::find(names.begin(), names.end(), subject.name()) == names.end()) {
      continue;
    }
    const Finding worst = MeasureWithThreads(subject, stride, threads);
    const std::string inputs = stride == 1 ? "all" : "1 in " + std::to_string(stride);
    std::printf("| %s | %s | %.4f | %a | %.4f | %a |\n", std::string(subject.name()).c_str(),
                inputs.c_str(), worst.portable.error, double{worst.portable.input},
                worst.fast.error, double{worst.fast.input});
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) { return hlo::Run(argc, argv); }
