// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/targets.h"

// All targets: those of matmul_short.cc, matmul_bf16.cc, and sort_words.cc.
#define HWY_WANT_AVX3_DL
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE2 | HWY_SSSE3 | HWY_AVX3_SPR | HWY_ALL_SVE)
#include "hwy/highway.h"

namespace hlo {

std::vector<std::string_view> KernelTargets() {
  std::vector<std::string_view> names;
#if HWY_TARGETS == HWY_STATIC_TARGET  // compiled for one target
  names.emplace_back(hwy::TargetName(HWY_STATIC_TARGET));
#else
  hwy::SetSupportedTargetsForTest(0);
  // Lower bits are better targets.
  for (int64_t targets = hwy::SupportedTargets() & HWY_TARGETS; targets != 0;
       targets &= targets - 1) {
    names.emplace_back(hwy::TargetName(targets & -targets));
  }
#endif
  return names;
}

bool UseKernelTarget(std::string_view name) {
#if HWY_TARGETS == HWY_STATIC_TARGET
  return name.empty() || name == hwy::TargetName(HWY_STATIC_TARGET);
#else
  hwy::SetSupportedTargetsForTest(0);
  int64_t chosen = 0;
  for (int64_t targets = hwy::SupportedTargets() & HWY_TARGETS; targets != 0 && !name.empty();
       targets &= targets - 1) {
    if (name == hwy::TargetName(targets & -targets)) chosen = targets & -targets;
  }
  // Kernels not compiled for it use the next best one.
  if (chosen != 0) hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() & -chosen);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return chosen != 0 || name.empty();
#endif
}

}  // namespace hlo
