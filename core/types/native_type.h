// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_NATIVE_TYPE_H_
#define HLO_CORE_TYPES_NATIVE_TYPE_H_

#include <complex>
#include <cstdint>

#include "hlo/element_type.h"

namespace hlo {

// The C++ type of each compute type. pred is a byte that holds 0 or 1.
template <class Fn>
decltype(auto) WithComputeType(ElementType compute, Fn&& fn) {
  switch (compute) {
    case ElementType::kPred:
      return fn.template operator()<bool>();
    case ElementType::kS32:
      return fn.template operator()<int32_t>();
    case ElementType::kS64:
      return fn.template operator()<int64_t>();
    case ElementType::kU32:
      return fn.template operator()<uint32_t>();
    case ElementType::kU64:
      return fn.template operator()<uint64_t>();
    case ElementType::kF64:
      return fn.template operator()<double>();
    case ElementType::kC64:
      return fn.template operator()<std::complex<float>>();
    case ElementType::kC128:
      return fn.template operator()<std::complex<double>>();
    default:
      return fn.template operator()<float>();
  }
}

// Ops that only move elements work on patterns of 1, 2, 4, 8 or 16 bytes.
struct Bytes16 {
  uint64_t low, high;
  bool operator==(const Bytes16&) const = default;
};

template <class Fn>
decltype(auto) WithElementWidth(int storage_bytes, Fn&& fn) {
  switch (storage_bytes) {
    case 1:
      return fn.template operator()<uint8_t>();
    case 2:
      return fn.template operator()<uint16_t>();
    case 4:
      return fn.template operator()<uint32_t>();
    case 8:
      return fn.template operator()<uint64_t>();
    default:
      return fn.template operator()<Bytes16>();
  }
}

}  // namespace hlo

#endif  // HLO_CORE_TYPES_NATIVE_TYPE_H_
