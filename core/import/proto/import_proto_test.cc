// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/import_proto.h"

#include "core/import/proto/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

const std::string kModule = ModuleOf(InstructionOf("x", "parameter", 1, kScalar, Int(9, 0)) +
                                         InstructionOf("n", "negate", 2, kScalar, Ints(36, {1})),
                                     2);
// LiteralProto of f32[] 1, whose number is not packed.
const std::string kOne = Bytes(1, kScalar) + std::string("\x45\x00\x00\x80\x3f", 5);

TEST(ProtoFile, EveryMessageIsRecognizedAndRead) {
  const std::string snapshot = Bytes(1, Bytes(1, kModule)) + Bytes(2, kOne) + Bytes(3, kOne);
  const std::string unoptimized = Bytes(1, kModule) + Bytes(2, Bytes(1, kOne) + Bytes(1, kOne));
  EXPECT_EQ(SniffFile(kModule).format, FileFormat::kHloModuleProto);
  EXPECT_EQ(SniffFile(Bytes(1, kModule)).format, FileFormat::kHloProto);
  EXPECT_EQ(SniffFile(snapshot).format, FileFormat::kHloSnapshot);
  EXPECT_EQ(SniffFile(unoptimized).format, FileFormat::kUnoptimizedSnapshot);
  for (const std::string& file : {Bytes(1, kModule), snapshot, unoptimized}) {
    EXPECT_EQ(Canonical(file), Canonical(kModule));
  }
}

TEST(ProtoFile, ASnapshotHasArgumentsAndAResult) {
  const Imported imported =
      Import(Bytes(1, Bytes(1, kModule)) + Bytes(2, kOne) + Bytes(3, kOne) + Bytes(4, "Host"));
  ASSERT_EQ(imported.arguments.size(), 1u);
  ASSERT_EQ(imported.arguments[0].size(), 1u);
  EXPECT_EQ(imported.arguments[0][0].data<float>()[0], 1.0f);
  ASSERT_EQ(imported.results.size(), 1u);
}

TEST(ProtoFile, AnUnoptimizedSnapshotHasArgumentsOfEachPartition) {
  const std::string partition = Bytes(2, Bytes(1, kOne));
  EXPECT_EQ(Import(Bytes(1, kModule) + partition + partition).arguments.size(), 2u);
}

// A message of `descriptors`, behind its length, and raw arguments.
std::string Delimited(const std::string& descriptors, const std::string& raw) {
  const std::string message = Bytes(1, kModule) + Bytes(2, descriptors);
  return Bytes(1, message).substr(1) + raw;
}
// The size of a shape in 8 bytes, the shape, and elements.
std::string Raw(const std::string& shape, const std::string& elements) {
  return std::string(1, static_cast<char>(shape.size())) + std::string(7, '\0') + shape + elements;
}

TEST(ProtoFile, RawArgumentsStandBehindTheMessage) {
  const std::string number = Raw(kScalar, std::string("\x00\x00\x80\x3f", 4));
  // pred[9]: a bit each, the first one in the low bits. s4[3]{0}: 1, -2, 7.
  const std::string bits = Raw(ShapeOf(1, {9}), "\x05\x01");
  const std::string nibbles = Raw(ShapeOf(21, {3}), "\xe1\x07");
  const std::string column = Raw(ShapeOf(2, {2, 3}, {0, 1}), "\x01\x04\x02\x05\x03\x06");
  std::string descriptors;
  for (const std::string& raw : {number, bits, nibbles, column}) {
    descriptors += Bytes(2, Int(2, static_cast<int64_t>(raw.size())));
  }
  const std::string file = Delimited(descriptors, number + bits + nibbles + column);
  EXPECT_EQ(SniffFile(file).format, FileFormat::kUnoptimizedSnapshot);
  const Imported imported = Import(file);
  EXPECT_EQ(Faults(imported), "");
  ASSERT_EQ(imported.arguments.size(), 1u);
  ASSERT_EQ(imported.arguments[0].size(), 4u);
  std::string json;
  for (const Literal& literal : imported.arguments[0]) AppendJson(literal, json);
  EXPECT_EQ(
      json,
      "{\"shape\":\"f32[]\",\"data\":1}"
      "{\"shape\":\"pred[9]{0}\",\"data\":[true,false,true,false,false,false,false,false,true]}"
      "{\"shape\":\"s4[3]{0}\",\"data\":[1,-2,7]}"
      "{\"shape\":\"s8[2,3]{0,1}\",\"data\":[[1,2,3],[4,5,6]]}");
}

TEST(ProtoFile, AConstantWithoutValuesIsFilledOrAFault) {
  const std::string shape = ShapeOf(kF32, {2, 2});
  const std::string file = ModuleOf(InstructionOf("c", "constant", 1, shape, ""), 1);
  EXPECT_EQ(Faults(Import(file)),
            "I09: the file lacks the values of constant 'c'; --fill gives values\n");
  ImportOptions options;
  options.fill = Fill::kZero;
  const Imported imported = ImportFile(file, FileFormat::kHloModuleProto, options);
  EXPECT_EQ(Faults(imported), "");
  EXPECT_NE(imported.text.find("constant({ { 0, 0 }, { 0, 0 } })"), std::string::npos)
      << imported.text;
  options.fill = Fill::kRandom;
  const std::string random = ImportFile(file, FileFormat::kHloModuleProto, options).text;
  EXPECT_EQ(ImportFile(file, FileFormat::kHloModuleProto, options).text, random);
  options.seed = 1;
  EXPECT_NE(ImportFile(file, FileFormat::kHloModuleProto, options).text, random);
}

TEST(ProtoFile, AMissingRawArgumentIsAFault) {
  const std::string number = Raw(kScalar, "12");  // two of four bytes
  const auto faults = [](const std::string& raw) {
    return Faults(Import(Delimited(Bytes(2, Int(2, static_cast<int64_t>(raw.size()))), raw)));
  };
  EXPECT_NE(faults(number).find("a literal of f32[] must have 4 bytes per element, got 2 for all"),
            std::string::npos)
      << faults(number);
  EXPECT_NE(Faults(Import(Delimited(Bytes(2, Int(2, 99)), std::string(4, '\0'))))
                .find("an argument must have 99 bytes, got 4"),
            std::string::npos);
}

}  // namespace
}  // namespace hlo::proto
