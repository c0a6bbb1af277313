// SPDX-License-Identifier: Apache-2.0
// Functions of the C library as single instructions. In Emscripten 3.1.6 they are loops, at -Oz
// over single bytes. Compiled with -fno-builtin, so that they do not call themselves.
#include <cstddef>

extern "C" {

void* memcpy(void* to, const void* from, size_t size) { return __builtin_memcpy(to, from, size); }

void* memmove(void* to, const void* from, size_t size) { return __builtin_memmove(to, from, size); }

void* memset(void* to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

}  // extern "C"
