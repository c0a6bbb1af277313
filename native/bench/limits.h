// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_BENCH_LIMITS_H_
#define HLO_NATIVE_BENCH_LIMITS_H_

#include <string>

namespace hlo::bench {

// The measured peak rates of one core: {"target":"avx512","flops":2.1e11,
// "read_1":..., "copy_1":..., "triad_1":..., "read_4":...}. FLOP/s of f32 multiply-adds in
// registers; bytes/s over all arrays, for arrays of 1, 4, 16, and 256 MiB.
std::string MeasureLimits();

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_LIMITS_H_
