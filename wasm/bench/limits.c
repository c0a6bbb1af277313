// SPDX-License-Identifier: Apache-2.0
// Measures the peak rates of one WebAssembly thread: multiply and add on f32x4 in registers, and
// memory bandwidth. Driven by limits.mjs.
#include <stddef.h>
#include <string.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(name)))
enum { kChains = 12 };  // independent, to hide latency

EXPORT("multiplyAdd") float MultiplyAdd(int n) {
  v128_t r[kChains];  // different values, or the compiler merges the chains
#pragma clang loop unroll(full)
  for (int k = 0; k < kChains; ++k) r[k] = wasm_f32x4_splat((float)k);
  const v128_t a = wasm_f32x4_splat(0.999f), b = wasm_f32x4_splat(1e-3f);
  for (int i = 0; i < n; ++i) {
#pragma clang loop unroll(full)
    for (int k = 0; k < kChains; ++k) r[k] = wasm_f32x4_add(wasm_f32x4_mul(r[k], a), b);
  }
#pragma clang loop unroll(full)
  for (int k = 1; k < kChains; ++k) r[0] = wasm_f32x4_add(r[0], r[k]);
  return wasm_f32x4_extract_lane(r[0], 0);
}

EXPORT("read") float Read(const float* x, size_t n) {
  v128_t s[4] = {};
  for (size_t i = 0; i < n; i += 16) {
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; ++k) s[k] = wasm_f32x4_add(s[k], wasm_v128_load(x + i + 4 * k));
  }
  return wasm_f32x4_extract_lane(
      wasm_f32x4_add(wasm_f32x4_add(s[0], s[1]), wasm_f32x4_add(s[2], s[3])), 0);
}

EXPORT("copy") void Copy(float* to, const float* from, size_t n) {
  memcpy(to, from, n * sizeof(float));
}

EXPORT("triad") void Triad(float* to, const float* x, const float* y, size_t n) {
  const v128_t three = wasm_f32x4_splat(3.0f);
  for (size_t i = 0; i < n; i += 16) {
#pragma clang loop unroll(full)
    for (size_t k = 0; k < 16; k += 4) {
      wasm_v128_store(to + i + k, wasm_f32x4_add(wasm_v128_load(x + i + k),
                                                 wasm_f32x4_mul(wasm_v128_load(y + i + k), three)));
    }
  }
}
