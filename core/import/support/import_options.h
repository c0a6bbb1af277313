// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_IMPORT_OPTIONS_H_
#define HLO_CORE_IMPORT_SUPPORT_IMPORT_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "hlo/small_vector.h"

namespace hlo {

// What stands for values that a text does not have: elided constants, results of custom calls
// without implementation.
enum class Fill : uint8_t { kNone, kZero, kRandom };

// The dimensions of the root of an HLO text, inferred by the rules of its ops; nullopt for a faulty
// text. ParsedRootDims (core/import/infer.h) is one; front ends that contain only the
// importers call an engine elsewhere.
using RootDims = std::function<std::optional<Dims>(const std::string& text)>;

struct ImportOptions {
  std::string entry;                    // function; empty: imports reference 4.4
  std::map<std::string, int64_t> dims;  // sizes of unknown dimensions, by name
  Fill fill = Fill::kNone;
  uint64_t seed = 0;           // of Fill::kRandom
  bool like_xla = false;       // constants and annotations as XLA writes them
  bool all_functions = false;  // also those that the entry does not reach
  RootDims root_dims;          // empty: declared types alone give shapes
  size_t max_errors = 20;
};

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_SUPPORT_IMPORT_OPTIONS_H_
