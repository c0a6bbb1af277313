// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/schema.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/import/proto/fields.h"
#include "core/ir/op_def.h"

namespace hlo::proto {
namespace {

std::map<uint32_t, SchemaField> FieldsOf(std::string_view message) {
  std::map<uint32_t, SchemaField> fields;
  ForEachField(message, [&](std::string_view name) {
    const auto field = FindSchemaField(message, name);
    ASSERT_TRUE(field) << message << "." << name;
    EXPECT_TRUE(fields.emplace(field->number, *field).second) << message << "." << name;
  });
  return fields;
}

// The kinds that the text of a form can have.
bool FitsForm(FieldKind kind, Form form) {
  switch (form) {
    case Form::kFlag:
      return kind == FieldKind::kFlag;
    case Form::kFloat:
      return kind == FieldKind::kFloat;
    case Form::kString:
    case Form::kWord:
      return kind == FieldKind::kBytes;
    case Form::kNumber:
      return kind == FieldKind::kEnum || kind == FieldKind::kInt64;
    default:
      return kind == FieldKind::kInt64;
  }
}

TEST(Schema, EveryAttributeThatIsReadHasAFieldOfItsForm) {
  const std::map<uint32_t, SchemaField> instruction = FieldsOf("HloInstructionProto");
  int count = 0;
  for (const OpDef& op : AllOps()) {
    for (const AttributeSpec& spec : op.attributes) {
      const AttributeField* field = FindField(spec.attr, op.opcode);
      if (field == nullptr) continue;
      const std::string where = std::string(op.name) + ", field " + std::to_string(field->number);
      std::map<uint32_t, SchemaField> fields = instruction;
      if (field->message != 0) {
        ASSERT_EQ(instruction.count(field->message), 1u) << where;
        fields = FieldsOf(instruction.at(field->message).type);
      }
      ASSERT_EQ(fields.count(field->number), 1u) << where;
      EXPECT_TRUE(FitsForm(fields.at(field->number).kind, field->form)) << where;
      ++count;
    }
  }
  EXPECT_GT(count, 100);
}

TEST(Schema, EveryMessageTypeIsDefined) {
  std::map<std::string_view, bool> seen;
  const std::function<void(std::string_view)> visit = [&](std::string_view message) {
    if (!seen.emplace(message, true).second) return;
    const std::map<uint32_t, SchemaField> fields = FieldsOf(message);
    EXPECT_FALSE(fields.empty()) << message;
    for (const auto& [number, field] : fields) {
      if (field.kind == FieldKind::kMessage) visit(field.type);
    }
  };
  visit("HloSnapshot");
  EXPECT_GT(seen.size(), 50u);
}

TEST(Schema, PrimitiveTypesHaveTheirNumbers) {
  EXPECT_EQ(FindEnumerator("PrimitiveType", "PRED"), 1);
  EXPECT_EQ(FindEnumerator("PrimitiveType", "F8E8M0FNU"), 33);
  EXPECT_EQ(FindEnumerator("PrimitiveType", "TUPLE"), 13);
  EXPECT_EQ(FindEnumerator("PrimitiveType", "OPAQUE_TYPE"), 14);
  EXPECT_EQ(FindEnumerator("PrimitiveType", "BUFFER"), 34);
  EXPECT_EQ(FindEnumerator("PrimitiveType", "F33"), std::nullopt);
  EXPECT_EQ(FindEnumerator("PrimitiveType", ""), std::nullopt);
  EXPECT_EQ(FindEnumerator("FftType", "RFFT"), 2);
}

}  // namespace
}  // namespace hlo::proto
