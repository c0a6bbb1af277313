// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_BITS_H_
#define HLO_CORE_BASE_BITS_H_

#include <cstring>
#include <type_traits>

namespace hlo {

// std::bit_cast, which libc++ 13 (Emscripten 3.1.6) does not have.
template <class To, class From>
requires(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
         std::is_trivially_copyable_v<From>) inline To BitCast(const From& from) {
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

}  // namespace hlo

#endif  // HLO_CORE_BASE_BITS_H_
