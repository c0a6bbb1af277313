// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/import_proto.h"

#include "core/import/proto/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

const std::string kScalar = ShapeOf(kF32, {});
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
  const Imported without = Import(Bytes(1, kModule) + Bytes(2, Bytes(2, Int(2, 4))));
  EXPECT_TRUE(without.arguments.empty());
  EXPECT_EQ(Faults(without), "W03: the arguments stand behind the message and are not read\n");
}

}  // namespace
}  // namespace hlo::proto
