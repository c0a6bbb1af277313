// SPDX-License-Identifier: Apache-2.0
// The text format: imports reference 12.5.
#include "core/import/proto/text_format.h"

#include "core/import/proto/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

// Of `-x` of f32[2], in the form that protobuf prints.
constexpr std::string_view kModuleText = R"(name: "m"
entry_computation_name: "e"
computations {
  name: "e"
  instructions {
    name: "x"
    opcode: "parameter"
    shape {
      element_type: F32
      dimensions: 2
      layout {
        minor_to_major: 0
      }
      is_dynamic_dimension: false
    }
    id: 1
  }
  instructions {
    name: "y"
    opcode: "negate"
    shape {
      element_type: F32
      dimensions: 2
    }
    id: 2
    operand_ids: 1
  }
  id: 100
  root_id: 2
}
entry_computation_id: 100
)";

// The only instruction of a module that has `text` for its fields.
std::string MessageOf(const std::string& text) {
  Report report(20);
  const TextFile file = ReadTextFormat("computations { instructions { " + text + " } }", report);
  for (const Diagnostic& fault : report.Take()) ADD_FAILURE() << fault.message;
  WireField computation, instruction;
  WireReader(file.bytes).Next(computation);
  WireReader(computation.bytes).Next(instruction);
  return std::string(instruction.bytes);
}

// A message with a length of 5 bytes, as it is written in place.
std::string Nested(uint32_t number, const std::string& inside) {
  std::string out;
  const size_t place = BeginMessage(number, out);
  out += inside;
  EndMessage(place, out);
  return out;
}

// The message of a text's only fault, and what it is at.
std::string FaultOf(const std::string& text) {
  Report report(20);
  ReadTextFormat(text, report);
  const std::vector<Diagnostic> faults = report.Take();
  if (faults.size() != 1) return "no fault";
  const SourceSpan span = faults[0].span;
  return faults[0].message.substr(faults[0].message.find(": ") + 2) + " @" +
         text.substr(span.begin, span.end - span.begin);
}

TEST(TextFormat, AModuleIsTheSameAsInTheWireFormat) {
  const std::string pair = ShapeOf(kF32, {2});
  const std::string wire = ModuleOf(InstructionOf("x", "parameter", 1, pair, "") +
                                        InstructionOf("y", "negate", 2, pair, Ints(36, {1})),
                                    2);
  EXPECT_EQ(SniffFile(kModuleText).format, FileFormat::kTextProto);
  EXPECT_EQ(Canonical(kModuleText), Canonical(wire));
}

TEST(TextFormat, FilesAndSnapshotsAreToldByTheirFirstField) {
  const std::string module(kModuleText);
  const std::string literal = "{ shape { element_type: F32 dimensions: 2 } f32s: 1 f32s: -2.5 }";
  const std::string file = "hlo_module {\n" + module + "}\n";
  const std::string unoptimized = file + "partitions { arguments " + literal + " }\n";
  const std::string snapshot = "hlo {\n" + file + "}\narguments " + literal + "result " + literal;
  for (const std::string& text : {file, unoptimized, snapshot}) {
    EXPECT_EQ(Canonical(text), Canonical(kModuleText));
  }
  for (const std::string& text : {unoptimized, snapshot}) {
    const Imported imported = Import(text);
    ASSERT_EQ(imported.arguments.size(), 1u);
    ASSERT_EQ(imported.arguments[0].size(), 1u);
    EXPECT_EQ(imported.arguments[0][0].data<float>()[1], -2.5f);
  }
  EXPECT_EQ(Import(snapshot).results.size(), 1u);
}

TEST(TextFormat, OtherMessagesAreRefused) {
  EXPECT_EQ(Faults(Import("name: \"x\"\nversion: 2\n")),
            "I18: this is a text-format protobuf, which is not imported\n");
  EXPECT_EQ(Faults(Import("logical_buffers {\n  id: 1\n}\n")),
            "I18: this is a BufferAssignmentProto, which is not imported\n");
}

TEST(TextFormat, FaultsOfTheMessageAreAtIt) {
  const Imported imported = Import("name: \"m\"\ncomputations { id: 3\n}\n");
  ASSERT_EQ(imported.diagnostics.size(), 1u);
  EXPECT_EQ(imported.diagnostics[0].message,
            "malformed protobuf: computation '_' has no instruction");
  EXPECT_EQ(imported.diagnostics[0].span.begin, 10u);
  EXPECT_EQ(imported.diagnostics[0].span.end, 32u);
}

TEST(TextFormat, InstructionsHaveTheirPlaces) {
  const Imported imported = Import(kModuleText);
  ASSERT_EQ(imported.marks.size(), 2u);
  const auto [begin, end, source] = imported.marks[1];
  EXPECT_EQ(imported.text.substr(begin, end - begin), "%y = f32[2]{0} negate(%x)");
  EXPECT_EQ(source.begin, kModuleText.find("instructions", kModuleText.find("parameter")));
  EXPECT_EQ(kModuleText.substr(source.begin, source.end - source.begin).back(), '}');
}

TEST(TextFormat, ValuesHaveTheFormsOfTheirKinds) {
  EXPECT_EQ(MessageOf("id: -1"), Int(35, -1));
  EXPECT_EQ(MessageOf("id: - 1"), Int(35, -1));
  EXPECT_EQ(MessageOf("id: 0x1F"), Int(35, 31));
  EXPECT_EQ(MessageOf("id: 017"), Int(35, 15));
  EXPECT_EQ(MessageOf("id: -9223372036854775808"), Int(35, INT64_MIN));
  EXPECT_EQ(MessageOf("is_stable: true"), Int(60, 1));
  EXPECT_EQ(MessageOf("is_stable: f"), Int(60, 0));
  EXPECT_EQ(MessageOf("fft_type: IRFFT"), Int(31, 3));
  EXPECT_EQ(MessageOf("fft_type: 2"), Int(31, 2));
  EXPECT_EQ(MessageOf("shape { element_type: F8E4M3B11FNUZ }"), Nested(3, Int(2, 23)));
  EXPECT_EQ(MessageOf("shape { element_type: OPAQUE_TYPE }"), Nested(3, Int(2, 14)));
}

TEST(TextFormat, FloatsAreDecimalsInfinitiesAndNans) {
  const auto epsilon = [](uint32_t bits) {
    std::string out;
    WriteFixed32(24, bits, out);
    return out;
  };
  EXPECT_EQ(MessageOf("epsilon: 1.5"), epsilon(0x3FC00000));
  EXPECT_EQ(MessageOf("epsilon: 1.5f"), epsilon(0x3FC00000));
  EXPECT_EQ(MessageOf("epsilon: .5"), epsilon(0x3F000000));
  EXPECT_EQ(MessageOf("epsilon: 2."), epsilon(0x40000000));
  EXPECT_EQ(MessageOf("epsilon: -inf"), epsilon(0xFF800000));
  EXPECT_EQ(MessageOf("epsilon: Infinity"), epsilon(0x7F800000));
  EXPECT_EQ(MessageOf("epsilon: nan"), epsilon(0x7FC00000));
  EXPECT_EQ(MessageOf("epsilon: -1e50"), epsilon(0xFF800000));
  EXPECT_EQ(MessageOf("epsilon: 17E0"), epsilon(0x41880000));
}

TEST(TextFormat, ListsRepeatTheirFieldOrStandInBrackets) {
  const std::string both = Int(14, 1) + Int(14, 2);
  EXPECT_EQ(MessageOf("dimensions: 1 dimensions: 2"), both);
  EXPECT_EQ(MessageOf("dimensions: [1, 2]"), both);
  EXPECT_EQ(MessageOf("dimensions: []"), "");
  EXPECT_EQ(MessageOf("slice_dimensions: [{start: 1}, <limit: 2>]"),
            Nested(17, Int(1, 1)) + Nested(17, Int(2, 2)));
}

TEST(TextFormat, StringsHaveEscapesAndFollowEachOther) {
  EXPECT_EQ(MessageOf(R"(name: "a\"b\n" 'c"')"), Bytes(1, "a\"b\nc\""));
  EXPECT_EQ(MessageOf(R"(name: "\303\251\xC3\xA9")"), Bytes(1, "\xC3\xA9\xC3\xA9"));
  EXPECT_EQ(MessageOf(R"(literal { u8s: "\000\001\377" })"),
            Nested(8, Bytes(3, std::string("\0\1\377", 3))));
}

TEST(TextFormat, SeparatorsAndCommentsAreSkipped) {
  EXPECT_EQ(MessageOf("id: 1, # one\n id: 2;"), Int(35, 1) + Int(35, 2));
  EXPECT_EQ(MessageOf("[type.googleapis.com/xla.Options] { x: 1 } id: 3"), Int(35, 3));
  EXPECT_EQ(MessageOf("original_value { elements { } } id: 3"), Int(35, 3));
  EXPECT_EQ(SniffFile("# proto-message: HloModuleProto\n#\nname: \"m\"\n").format,
            FileFormat::kTextProto);
}

TEST(TextFormat, UnknownFieldsAreSkippedWithAWarning) {
  const std::string text =
      "computations { instructions { opcde: 'x' new: [1, X] new { a: 'b' c <d: 1.5e3> } id: 1 } }";
  Report report(20);
  const TextFile file = ReadTextFormat(text, report);
  EXPECT_TRUE(file.bytes.ends_with(Int(35, 1)));
  const std::vector<Diagnostic> warnings = report.Take();
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].code, "W03");
  EXPECT_EQ(warnings[0].message,
            "field 'opcde' of HloInstructionProto is unknown and skipped; did you mean 'opcode'?");
  EXPECT_EQ(warnings[0].span.begin, text.find("opcde"));
}

TEST(TextFormat, FaultsAreAtTheirPlace) {
  EXPECT_EQ(FaultOf("computations { id: x }"), "a value must be a 64-bit integer, got 'x' @x");
  EXPECT_EQ(FaultOf("computations { id: 9223372036854775808 }"),
            "a value must be a 64-bit integer, got '9223372036854775808' @9223372036854775808");
  EXPECT_EQ(FaultOf("hlo_module { schedule: 1 }"), "a message must stand in braces, got '1' @1");
  EXPECT_EQ(FaultOf("computations { name: 1 }"), "a value must be a string in quotes, got '1' @1");
  EXPECT_EQ(FaultOf("computations { id: 'a' }"), "a value must be a number or a name, got ''' @'");
  EXPECT_EQ(FaultOf("computations { id { } }"), "a value must not be a message, got '{' @{");
  EXPECT_EQ(FaultOf("computations { id 1 }"), "a value must stand behind ':', got '1' @1");
  EXPECT_EQ(FaultOf("computations { name: \"a\n\" }"),
            "a string must end with its quote, in the same line @\"a");
  EXPECT_EQ(FaultOf(R"(computations { name: "\q" })"),
            R"(an escape sequence must be one of C, got '\q' @\q)");
  EXPECT_EQ(FaultOf("computations {"), "'{' must be closed by '}', got the end of the text @{");
  EXPECT_EQ(FaultOf("computations { } }"), "a field must begin with its name, got '}' @}");
  EXPECT_EQ(FaultOf("hlo_module { computations { instructions { fft_type: DFT } } }"),
            "a value must be an enumerator of FftType, got 'DFT' @DFT");
}

TEST(TextFormat, NumbersMustFitTheirFields) {
  EXPECT_EQ(FaultOf("arguments { s32s: 2147483648 }"),
            "a value must be a 32-bit integer, got '2147483648' @2147483648");
  EXPECT_EQ(FaultOf("arguments { s32s: -2147483648 u32s: 4294967295 }"), "no fault");
  EXPECT_EQ(FaultOf("arguments { u32s: 4294967296 }"),
            "a value must be an unsigned 32-bit integer, got '4294967296' @4294967296");
  EXPECT_EQ(FaultOf("arguments { u64s: 18446744073709551615 u64s: -0 }"), "no fault");
  EXPECT_EQ(FaultOf("arguments { u64s: -1 }"),
            "a value must be an unsigned 64-bit integer, got '-1' @-1");
  for (const char* number : {"0x10", "1e", "e5", ".", "1.5.2", "--1"}) {
    EXPECT_NE(FaultOf(std::string("arguments { f32s: ") + number + " }"), "no fault") << number;
  }
}

TEST(TextFormat, DeepTextsAreAFault) {
  std::string text = "computations { instructions { shape ";
  for (int i = 0; i < 100000; ++i) text += "{ tuple_shapes ";
  EXPECT_EQ(FaultOf(text), "messages must have at most 400 levels @{");
}

}  // namespace
}  // namespace hlo::proto
