// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_FUZZ_FUZZ_TARGET_H_
#define HLO_NATIVE_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// Runs the target on arbitrary bytes, with libFuzzer's signature. Aborts if a property is violated.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace hlo::fuzz {

// The default corpus of a target, and words to splice into inputs.
std::vector<std::string> Seeds();
std::vector<std::string_view> Words();

// Aborts if a property does not hold, so that libFuzzer and the driver keep the input.
inline void Expect(bool holds, std::string_view property, std::string_view detail) {
  if (holds) return;
  std::fprintf(stderr, "violated: %.*s\n%.*s\n", static_cast<int>(property.size()), property.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace hlo::fuzz

#endif  // HLO_NATIVE_FUZZ_FUZZ_TARGET_H_
