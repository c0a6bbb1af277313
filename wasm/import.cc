// SPDX-License-Identifier: Apache-2.0
// The importers as a separate WebAssembly module, which a page fetches for the first file that is
// not HLO text. wasm/hlo_import.d.mts documents its function.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "hlo/hlo.h"
#include "wasm/js_text.h"

namespace {

using emscripten::val;

hlo::api::ImportSettings ReadSettings(const val& options) {
  hlo::api::ImportSettings settings;
  const auto text = [&](const char* key) {
    const val value = options[key];
    return value.isUndefined() ? std::string() : value.as<std::string>();
  };
  settings.entry = text("entry");
  settings.fill = text("fill");
  if (!options["seed"].isUndefined()) {
    settings.seed = static_cast<uint64_t>(options["seed"].as<double>());
  }
  settings.all_functions = options["allFunctions"].isTrue();
  // Pairs by index, because Object.keys() would need a thread_local of Embind.
  const val dims = options["dims"];
  const unsigned count = dims.isUndefined() ? 0 : dims["length"].as<unsigned>();
  for (unsigned i = 0; i < count; ++i) {
    settings.dims[dims[i][0].as<std::string>()] = static_cast<int64_t>(dims[i][1].as<double>());
  }
  return settings;
}

val ImportFile(const val& bytes, const std::string& name, const val& options) {
  const val root_shape = options["rootShape"];
  return wasm::ToJs(hlo::api::ImportFileToJson(
      wasm::FromJs(bytes), ReadSettings(options), name, [&](const std::string& text) {
        return root_shape.isUndefined() ? std::string()
                                        : wasm::FromJs(root_shape(wasm::ToJs(text)));
      }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlo_import) { emscripten::function("importFile", &ImportFile); }
