// SPDX-License-Identifier: Apache-2.0
// For unit tests of protobufs: modules as files, and messages made by hand.
#ifndef HLO_CORE_IMPORT_PROTO_TESTING_H_
#define HLO_CORE_IMPORT_PROTO_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/import.h"
#include "core/import/proto/module_writer.h"
#include "core/import/proto/wire.h"
#include "core/text/text.h"

namespace hlo::proto_testing {

inline std::string Bytes(uint32_t number, std::string_view inside) {
  std::string out;
  WriteBytes(number, inside, out);
  return out;
}
inline std::string Int(uint32_t number, int64_t value) {
  std::string out;
  WriteVarint(number, value, out);
  return out;
}
inline std::string Ints(uint32_t number, const std::vector<int64_t>& values) {
  std::string out;
  WritePacked(number, values, out);
  return out;
}

// ShapeProto, by the number of the element type; with the default layout where none is given.
inline std::string ShapeOf(int64_t type, const std::vector<int64_t>& dims,
                           const std::vector<int64_t>& minor_to_major = {}) {
  std::string out = Int(2, type) + Ints(3, dims);
  return minor_to_major.empty() ? out : out + Bytes(5, Ints(1, minor_to_major));
}
inline constexpr int64_t kF32 = 11;
inline const std::string kScalar = ShapeOf(kF32, {});

// HloInstructionProto without attributes.
inline std::string InstructionOf(std::string_view name, std::string_view opcode, int64_t id,
                                 const std::string& shape, const std::string& rest) {
  return Bytes(2, Bytes(1, name) + Bytes(2, opcode) + Bytes(3, shape) + Int(35, id) + rest);
}
// A module of one computation, whose root is the instruction with this id.
inline std::string ModuleOf(const std::string& instructions, int64_t root,
                            const std::string& rest = "") {
  return Bytes(1, "m") + Bytes(2, "e") +
         Bytes(3, Bytes(1, "e") + instructions + Int(5, 100) + Int(6, root)) + Int(6, 100) + rest;
}

inline Imported Import(std::string_view bytes) {
  return ImportFile(bytes, SniffFile(bytes).format);
}

// "CODE: message" of each diagnostic.
inline std::string Faults(const Imported& imported) {
  std::string list;
  for (const Diagnostic& diagnostic : imported.diagnostics) {
    list += diagnostic.code + ": " + diagnostic.message + "\n";
  }
  return list;
}

// The canonical text of a valid file.
inline std::string Canonical(std::string_view bytes) {
  const Imported imported = Import(bytes);
  EXPECT_EQ(Faults(imported), "");
  ParseOptions options;
  options.constants = &imported.constants;
  const ParsedModule parsed = ParseModule(imported.text, options);
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    ADD_FAILURE() << diagnostic.code << ": " << diagnostic.message << "\n" << imported.text;
  }
  return parsed.ok() ? PrintModule(*parsed.module) : "";
}

}  // namespace hlo::proto_testing

#endif  // HLO_CORE_IMPORT_PROTO_TESTING_H_
