// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/module_reader.h"

#include "core/import/proto/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

std::string Parameter(std::string_view name, int64_t id, int64_t number) {
  return InstructionOf(name, "parameter", id, kScalar, Int(9, number));
}

TEST(ProtoModule, InstructionsReadAsTextWithTheirOperands) {
  const std::string module =
      ModuleOf(Parameter("x", 1, 0) + Parameter("y", 2, 1) +
                   InstructionOf("s", "subtract", 3, kScalar, Ints(36, {2, 1})),
               3);
  EXPECT_EQ(Canonical(module),
            "HloModule m, entry_computation_layout={(f32[], f32[])->f32[]}\n\n"
            "ENTRY %e (x: f32[], y: f32[]) -> f32[] {\n  %y = f32[] parameter(1)\n"
            "  %x = f32[] parameter(0)\n  ROOT %s = f32[] subtract(%y, %x)\n}\n\n");
}

TEST(ProtoModule, ListsMayBeUnpackedAndUnknownFieldsAreSkipped) {
  const std::string packed =
      ModuleOf(Parameter("x", 1, 0) + InstructionOf("s", "add", 3, kScalar, Ints(36, {1, 1})), 3);
  const std::string unpacked =
      ModuleOf(Parameter("x", 1, 0) + InstructionOf("s", "add", 3, kScalar,
                                                    Int(36, 1) + Int(36, 1) + Bytes(2000, "new")),
               3, Int(3000, 7));
  EXPECT_EQ(Canonical(packed), Canonical(unpacked));
}

TEST(ProtoModule, OperandsMayStandBehindTheirUsers) {
  const std::string module =
      ModuleOf(InstructionOf("s", "negate", 3, kScalar, Ints(36, {1})) + Parameter("x", 1, 0), 3);
  EXPECT_NE(Canonical(module).find("%x = f32[] parameter(0)\n  ROOT %s = f32[] negate(%x)"),
            std::string::npos);
}

TEST(ProtoModule, OperandsMayBeNamedByNumbersThatAreUniqueInTheModule) {
  constexpr int64_t kComputation = int64_t{100} << 32;
  const std::string module =
      ModuleOf(InstructionOf("x", "parameter", kComputation + 1, kScalar, Int(9, 0)) +
                   InstructionOf("s", "negate", 2, kScalar, Ints(36, {kComputation + 1})),
               2);
  EXPECT_NE(Canonical(module).find("negate(%x)"), std::string::npos);
}

TEST(ProtoModule, ASchedulesOrderIsKept) {
  const std::string schedule = Bytes(7, Bytes(1, Int(1, 100) + Bytes(2, Ints(1, {1, 3, 2, 4}))));
  const std::string module =
      ModuleOf(Parameter("x", 1, 0) + InstructionOf("a", "negate", 2, kScalar, Ints(36, {1})) +
                   InstructionOf("b", "abs", 3, kScalar, Ints(36, {1})) +
                   InstructionOf("s", "add", 4, kScalar, Ints(36, {2, 3})),
               4, schedule);
  const std::string text = Canonical(module);
  EXPECT_NE(text.find("is_scheduled=true"), std::string::npos);
  EXPECT_LT(text.find("%b ="), text.find("%a ="));
}

TEST(ProtoModule, ReferencesThatLeadNowhereAreI14) {
  const auto faults = [](const std::string& module) { return Faults(Import(module)); };
  EXPECT_NE(faults(ModuleOf(InstructionOf("s", "negate", 3, kScalar, Ints(36, {9})), 3))
                .find("'s' names instruction 9, which is not in 'e'"),
            std::string::npos);
  EXPECT_NE(faults(ModuleOf(InstructionOf("a", "negate", 1, kScalar, Ints(36, {2})) +
                                InstructionOf("b", "negate", 2, kScalar, Ints(36, {1})),
                            1))
                .find("must not form a cycle"),
            std::string::npos);
  EXPECT_NE(faults(ModuleOf(Parameter("x", 1, 0) + Parameter("y", 1, 1), 1))
                .find("two instructions of 'e' have id 1"),
            std::string::npos);
}

TEST(ProtoModule, ATruncatedFileIsI14WithTheByte) {
  const std::string module = ModuleOf(Parameter("x", 1, 0), 1);
  for (size_t size = 10; size + 4 < module.size(); ++size) {
    const Imported imported = Import(std::string_view(module).substr(0, size));
    ASSERT_FALSE(imported.diagnostics.empty()) << size;
    EXPECT_EQ(imported.diagnostics[0].code, "I14") << size;
  }
  EXPECT_EQ(Faults(Import(std::string_view(module).substr(0, 20))),
            "I14: malformed protobuf at byte 6: a field does not fit into the 14 bytes that are "
            "left\nI14: malformed protobuf at byte 0: no computation\n");
}

TEST(ProtoModule, AnUnknownOpcodeIsI15AndTheRestIsThere) {
  const std::string module =
      ModuleOf(Parameter("x", 1, 0) + InstructionOf("n", "new-op", 2, kScalar, Ints(36, {1})), 2);
  const Imported imported = Import(module);
  EXPECT_EQ(Faults(imported),
            "I15: instruction 'n' has opcode 'new-op', which is unknown; it is shown, but cannot "
            "be run\n");
  EXPECT_NE(imported.text.find("ROOT %n = f32[] custom-call(%x), custom_call_target=\"new-op\""),
            std::string::npos);
}

TEST(ProtoModule, NamesThatNoTextHasAreChanged) {
  const std::string module = ModuleOf(
      Parameter("x y", 1, 0) + InstructionOf("x_y", "negate", 2, kScalar, Ints(36, {1})), 2);
  EXPECT_NE(Canonical(module).find("%x_y.1 = f32[] negate(%x_y)"), std::string::npos);
}

TEST(ProtoModule, WordsOfEnumerationsComeFromTheirNumbers) {
  const std::string module =
      ModuleOf(InstructionOf("x", "parameter", 1, ShapeOf(15, {8}), Int(9, 0)) +
                   InstructionOf("f", "fft", 2, ShapeOf(15, {8}),
                                 Ints(36, {1}) + Int(31, 1) + Ints(32, {8})),
               2);
  EXPECT_NE(Canonical(module).find("fft_type=IFFT, fft_length={8}"), std::string::npos);
}

TEST(ProtoModule, AnUnknownPrecisionIsTheDefault) {
  const std::string vector = ShapeOf(kF32, {2});
  const auto dot = [&](const std::vector<int64_t>& precisions) {
    const std::string rest =
        Ints(36, {1, 1}) + Bytes(30, Ints(1, {0}) + Ints(2, {0})) + Bytes(51, Ints(1, precisions));
    return Canonical(ModuleOf(InstructionOf("x", "parameter", 1, vector, Int(9, 0)) +
                                  InstructionOf("d", "dot", 2, kScalar, rest),
                              2));
  };
  EXPECT_NE(dot({2, 3}).find("operand_precision={highest,packed_nibble}"), std::string::npos);
  EXPECT_NE(dot({7, 1}).find("operand_precision={default,high}"), std::string::npos);
}

TEST(ProtoModule, ConstantsOfManyEmptyRowsAreBroadcast) {
  const auto constant = [](const std::string& shape) {
    return ModuleOf(InstructionOf("c", "constant", 1, shape, Bytes(8, Bytes(1, shape))), 1);
  };
  const std::string many = ShapeOf(kF32, {3000000, 0});
  const std::string text = Canonical(constant(many));
  EXPECT_NE(text.find("  %c.zero = f32[] constant(0)\n"
                      "  ROOT %c = f32[3000000,0]{1,0} broadcast(%c.zero), dimensions={}\n"),
            std::string::npos)
      << text;
  EXPECT_NE(Canonical(constant(ShapeOf(kF32, {2, 0}))).find("constant({ {}, {} })"),
            std::string::npos);
  const std::string shape = Int(2, 13) + Bytes(4, many);
  const std::string tuple =
      ModuleOf(InstructionOf("c", "constant", 1, shape,
                             Bytes(8, Bytes(1, shape) + Bytes(10, Bytes(1, many)))),
               1);
  EXPECT_EQ(Faults(Import(tuple)), "P10: constant 'c' has an array of more than 1024 empty rows\n");
}

}  // namespace
}  // namespace hlo::proto
