// SPDX-License-Identifier: Apache-2.0
// The exporters as a separate WebAssembly module, which a page fetches when a program is first
// saved in another format. wasm/hlo_export.d.mts documents its function.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "hlo/hlo.h"
#include "wasm/js_text.h"

namespace {

using emscripten::val;

// A copy, because `file` is in the memory of the module.
val BytesOf(const std::string& file) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
  return val::global("Uint8Array").new_(emscripten::typed_memory_view(file.size(), bytes));
}

// `line`: 0 without a position.
val ErrorOf(const std::string& code, const std::string& message, int line, int column) {
  val error = val::object();
  error.set("code", wasm::ToJs(code));
  error.set("message", wasm::ToJs(message));
  error.set("line", line);
  error.set("column", column);
  return error;
}

val ExportText(const val& text, const std::string& format) {
  const hlo::api::Program program = hlo::api::Program::FromText(wasm::FromJs(text));
  val answer = val::object();
  for (const hlo::Diagnostic& fault : program.diagnostics()) {
    if (!fault.IsError()) continue;
    answer.set("error", ErrorOf(fault.code, fault.message, fault.line, fault.column));
    return answer;
  }
  const hlo::Result<std::string> file = program.Export(format);
  if (file.ok()) {
    answer.set("bytes", BytesOf(file.value()));
  } else {
    answer.set("error", ErrorOf(file.error().code, file.error().message, 0, 0));
  }
  return answer;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlo_export) { emscripten::function("exportText", &ExportText); }
