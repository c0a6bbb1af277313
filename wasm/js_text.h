// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_WASM_JS_TEXT_H_
#define HLO_WASM_JS_TEXT_H_

#include <emscripten/val.h>

#include <string>

namespace wasm {

// Strings between JavaScript and C++ by TextEncoder and TextDecoder. Embind's own conversions are
// loops over characters in JavaScript, which take a fifth of the time of an analysis.

// The UTF-8 form of a string, or the bytes of a Uint8Array.
std::string FromJs(const emscripten::val& text);

emscripten::val ToJs(const std::string& text);

}  // namespace wasm

#endif  // HLO_WASM_JS_TEXT_H_
