// SPDX-License-Identifier: Apache-2.0
// Files recognized by their bytes: imports reference 1.1.
#include "core/import/sniff.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo {
namespace {

std::string_view NameOf(std::string_view bytes) { return FactsOf(SniffFile(bytes).format).name; }

TEST(Sniff, HloTextStaysHloText) {
  for (const char* text :
       {"HloModule m\nENTRY e {", "// c\nENTRY e {", "%name (p: f32[]) -> f32[] {",
        "name {\n  a = f32[] parameter(0)", "add = f32[2] add(f32[2] a, f32[2] b)", "{ ROOT c", "",
        "module {\n  a = f32[] parameter(0)\n}", "%m = f32[2,4] multiply(f32[2,4] %a, f32[2,4] %b)",
        "\n\n  HloModule m"}) {
    EXPECT_EQ(NameOf(text), "HLO text") << text;
  }
}

TEST(Sniff, JsonBeginsWithAnObjectThatHasAKey) {
  for (const char* text :
       {"{\"format\": 1}", " {\n \"name\": \"m\"", "\xEF\xBB\xBF{\"computations\""}) {
    EXPECT_EQ(NameOf(text), "HLO as JSON") << text;
  }
}

TEST(Sniff, MlirTextBeginsWithItsModulesFunctionsAliasesAndOps) {
  for (const char* text :
       {"module @jit_f attributes {} {", "module {\n  func.func @main() {",
        "func.func public @main(", "func @f(", "#loc = loc(unknown)\nmodule {",
        "!t = tensor<4xf32>\nmodule {", "\"builtin.module\"() ({", "builtin.module {",
        "sdy.mesh @m = <[]>", "stablehlo.add %a, %b", "%x = stablehlo.add %a, %b : T",
        "%0:2 = stablehlo.while(", "%a, %b = chlo.top_k(", "// RUN: x\n\nmodule @m {",
        "\xEF\xBB\xBFmodule @m {", "\"stablehlo.add\"(%a)"}) {
    EXPECT_EQ(NameOf(text), "MLIR text") << text;
  }
  EXPECT_EQ(NameOf("vhlo.func_v1 @main() {"), "VHLO text");
}

TEST(Sniff, ContainersAreToldByTheirMagic) {
  EXPECT_EQ(NameOf("\x1F\x8B\x08"), "a gzip file");
  EXPECT_EQ(NameOf("ML\xEFR\x06StableHLO"), "MLIR bytecode");
  EXPECT_EQ(NameOf(std::string("PK\x03\x04zip", 7)), "a zip archive");
  const std::string exported = std::string("\x10\0\0\0\0\0", 6) + "ML\xEFR";
  EXPECT_EQ(NameOf(exported), "a jax.export artifact");
  EXPECT_EQ(SniffFile(exported).offset, 6u);
}

// A field with bytes.
std::string Field(int number, const std::string& bytes) {
  return std::string(1, static_cast<char>(number << 3 | 2)) +
         std::string(1, static_cast<char>(bytes.size())) + bytes;
}

TEST(Sniff, ProtobufsAreToldByTwoLevels) {
  const std::string module = Field(1, "jit_f") + Field(2, "main") + Field(3, Field(1, "main"));
  EXPECT_EQ(NameOf(module), "an HloModuleProto");
  const std::string proto = Field(1, module);
  EXPECT_EQ(NameOf(proto), "an HloProto");
  EXPECT_EQ(NameOf(Field(1, proto) + Field(2, "x")), "an HloSnapshot");
  EXPECT_EQ(NameOf(Field(1, module) + Field(2, "x")), "an HloUnoptimizedSnapshot");
  EXPECT_EQ(NameOf(Field(1, std::string("\x08\x00\x10\x01", 4))), "a MemoryUsageReportProto");
  EXPECT_EQ(NameOf(std::string("\x08\x08\x12\x07pytorch", 11)), "an ONNX model");
  EXPECT_EQ(NameOf(module.substr(0, 5)), "HLO text");
}

TEST(Sniff, ReportsAndOtherLanguagesAreToldByTheirFirstWords) {
  EXPECT_EQ(NameOf("BufferAssignment:\nallocation 0: size 4"), "a buffer-assignment report");
  EXPECT_EQ(NameOf("E0000 x\nBufferAssignment stats:\n"), "an out-of-memory report");
  EXPECT_EQ(NameOf("Total bytes used: 5136 (5.0KiB)"), "a memory-usage report");
  EXPECT_EQ(NameOf("Memory Space: default (color=0)\nTotal bytes: 8268 (8.1KiB)\n"),
            "a memory-usage report");
  EXPECT_EQ(NameOf("jaxlib.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying"),
            "an out-of-memory report");
  EXPECT_EQ(NameOf("HloLiveRange (max 12):"), "a live-range report");
  EXPECT_EQ(NameOf("*** Begin module_0001.txt ***"),
            "a dump of several files to the standard output");
  EXPECT_EQ(NameOf("{ lambda ; a:f32[3]. let"), "a jaxpr");
  EXPECT_EQ(NameOf("; ModuleID = 'x'"), "LLVM IR");
  EXPECT_EQ(NameOf(".version 8.0\n.target sm_90"), "PTX");
  EXPECT_EQ(NameOf("hlo_module {\n  name: \"m\""), "a text-format protobuf");
  EXPECT_EQ(NameOf("xla_dump_to: \"\"\nxla_gpu_autotune_level: 4\n"), "a text-format protobuf");
  EXPECT_EQ(NameOf("fusion_steps {\n  producer_ineligible {\n"), "a text-format protobuf");
  EXPECT_EQ(NameOf("computations { name: \"e\" }\nid: 1\n"), "a text-format protobuf");
  EXPECT_EQ(NameOf("f {\n  a = f32[] parameter(0)\n"), "HLO text");
  EXPECT_EQ(NameOf("f { a = f32[] parameter(0) }\ng { a = f32[] parameter(0) }"), "HLO text");
  EXPECT_EQ(NameOf("x: 1\nf32[2] y\n"), "HLO text");
  EXPECT_EQ(NameOf("001: kCustomKernel loop_fusion\n"), "a thunk sequence");
  EXPECT_EQ(NameOf("001: f32[2]\n"), "HLO text");
  EXPECT_EQ(NameOf("CompiledMemoryStats(generated_code_size_in_bytes=0)"),
            "a printed CompiledMemoryStats");
}

TEST(Sniff, TextsOfManyBracesAreTold) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "a {";
  EXPECT_EQ(NameOf(text), "a text-format protobuf");
}

TEST(Sniff, ManyControlBytesAreAnUnknownBinary) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) bytes += static_cast<char>(i % 7);
  EXPECT_EQ(NameOf(bytes), "a binary file of an unknown format");
  EXPECT_EQ(NameOf("\x08\x80\x8a\xb2\xbc\x12\x03" + std::string("cpu\x1a\x03\x02\x01\x04\x08")),
            "a binary file of an unknown format");
  EXPECT_EQ(NameOf("HloModule m\nENTRY e {\n" + std::string(1, '\0') +
                   "  ROOT x = f32[2] parameter(0)\n}\n"),
            "HLO text");
}

TEST(Sniff, WhatIsNotImportedSaysWhatToDo) {
  for (int i = 0; i <= static_cast<int>(FileFormat::kUnknownBinary); ++i) {
    const FormatFacts& facts = FactsOf(static_cast<FileFormat>(i));
    EXPECT_FALSE(facts.name.empty());
    EXPECT_EQ(facts.code.empty(), facts.advice.empty()) << facts.name;
  }
}

}  // namespace
}  // namespace hlo
