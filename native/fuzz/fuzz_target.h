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

// One execution on arbitrary bytes; the signature is libFuzzer's. Aborts when a promise is broken.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace hlo::fuzz {

// Inputs that a target starts from when no corpus is given, and words worth splicing in.
std::vector<std::string> Seeds();
std::vector<std::string_view> Words();

// Stops at a broken promise, so that libFuzzer and the driver keep the input.
inline void Expect(bool holds, std::string_view promise, std::string_view detail) {
  if (holds) return;
  std::fprintf(stderr, "broken: %.*s\n%.*s\n", static_cast<int>(promise.size()), promise.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace hlo::fuzz

#endif  // HLO_NATIVE_FUZZ_FUZZ_TARGET_H_
