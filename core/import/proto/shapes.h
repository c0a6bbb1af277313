// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_SHAPES_H_
#define HLO_CORE_IMPORT_PROTO_SHAPES_H_

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/import/proto/message.h"
#include "hlo/shape.h"

namespace hlo::proto {

// ShapeProto. nullopt after a report.
std::optional<Shape> ReadShape(const Message& message);
// Writes a ShapeProto. False where xla_data.proto has no number for an element type.
bool WriteShape(const Shape& shape, std::string& message);

// The texts of shapes, by their bytes in the file: few shapes stand in a file very often.
class ShapeTexts {
 public:
  // nullptr after a report.
  const std::string* Of(Source& source, std::string_view bytes);

 private:
  std::unordered_map<std::string_view, std::optional<std::string>> texts_;
};

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_SHAPES_H_
