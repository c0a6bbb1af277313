// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_ATTRIBUTE_WRITER_H_
#define HLO_CORE_IMPORT_PROTO_ATTRIBUTE_WRITER_H_

#include <cstdint>
#include <map>
#include <string>

#include "core/import/proto/fields.h"
#include "core/ir/module.h"

namespace hlo::proto {

// Writes the attributes of one instruction, but not what they refer to by ids.
class AttributeWriter {
 public:
  AttributeWriter(const Instruction& instruction, std::string& message)
      : instruction_(instruction), message_(message) {}

  void WriteAll();

 private:
  // False if no field can represent it: then it is written as text.
  bool Write(const Attribute& attribute);
  bool WriteField(const AttributeField& field, const Attribute& attribute);
  bool WriteNumber(const AttributeField& field, int64_t number, std::string& out);
  bool WriteValue(const Attribute& attribute);
  bool WriteBraces(const Attribute& attribute, std::string_view text);
  void WriteWindow(const Window& window);
  bool WriteDimLabels(const DimLabels& labels);
  bool WriteGroups(const ReplicaGroups& groups);
  bool WritePermuteSlices(const IntLists& sizes);
  bool WriteShapes(const Attribute& attribute);
  bool WriteMetadata(const Metadata& metadata);
  bool WriteAccuracy(std::string_view text, std::string& out) const;
  bool WriteStatistics(std::string_view text, std::string& out) const;
  bool WriteAliases(std::string_view text, std::string& out) const;
  bool WriteDomain(std::string_view text);
  // The message that a field stands in.
  std::string& Outer(uint32_t number);

  const Instruction& instruction_;
  std::string& message_;
  std::map<uint32_t, std::string> inner_;  // messages that several attributes share
  std::string text_;
};

// True for attributes whose values are ids of computations or instructions.
bool IsReference(const Instruction& instruction, Attr attr);
void WriteFrontendAttributes(uint32_t number, const TextMap& map, std::string& message);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_ATTRIBUTE_WRITER_H_
