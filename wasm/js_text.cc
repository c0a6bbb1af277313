// SPDX-License-Identifier: Apache-2.0
#include "wasm/js_text.h"

#include <cstdint>

namespace wasm {
namespace {

using emscripten::val;

// val::call() has a thread_local, which a module without threads does not link.
val Call(const val& object, const char* method, const val& argument) {
  val arguments = val::array();
  arguments.set(0, argument);
  return val::global("Reflect")["apply"](object[method], object, arguments);
}

}  // namespace

std::string FromJs(const val& text) {
  const val bytes =
      text.isString() ? Call(val::global("TextEncoder").new_(), "encode", text) : text;
  std::string out(bytes["length"].as<size_t>(), '\0');
  Call(val(emscripten::typed_memory_view(out.size(), reinterpret_cast<uint8_t*>(out.data()))),
       "set", bytes);
  return out;
}

val ToJs(const std::string& text) {
  val bytes(
      emscripten::typed_memory_view(text.size(), reinterpret_cast<const uint8_t*>(text.data())));
#if defined(__EMSCRIPTEN_PTHREADS__)
  bytes = val::global("Uint8Array").new_(bytes);  // a TextDecoder reads no shared memory
#endif
  return Call(val::global("TextDecoder").new_(), "decode", bytes);
}

}  // namespace wasm
