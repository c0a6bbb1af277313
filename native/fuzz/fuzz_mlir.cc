// SPDX-License-Identifier: Apache-2.0
// Imports any bytes as a file: recognizes, parses, converts, and prints it, and runs it with small
// limits.
#include <algorithm>

#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

void ReadDiagnostics(const api::Program& program) {
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    Expect(diagnostic.span.begin <= diagnostic.span.end &&
               diagnostic.span.end <= program.source().size(),
           "a diagnostic has a position inside the file", diagnostic.message);
    api::DiagnosticText(diagnostic, program.source(), "fuzz.mlir");
    api::DiagnosticJson(diagnostic, "fuzz.mlir");
  }
  Expect(program.ok() || !program.diagnostics().empty(), "a rejected file has a diagnostic",
         program.source());
}

// The text of an error-free import parses to the same program.
void CheckText(const api::Program& program) {
  const std::string text = program.ImportedText();
  const api::Program again = api::Program::FromText(text);
  Expect(again.ok(), "the imported text parses",
         again.diagnostics().empty() ? text : again.diagnostics()[0].message + "\n" + text);
  Expect(again.Print("hlo") == program.Print("hlo"), "the imported text is the same program", text);
  program.ImportedJson("fuzz.mlir");
}

void Run(api::Program& program) {
  const std::optional<std::vector<api::Value>> arguments = RandomArguments(program);
  if (!arguments) return;
  api::RunOptions options = SmallRun();
  options.partial = !program.ok();
  const api::RunOutcome outcome = RunOf(program, {*arguments}, options);
  const api::Diagnostic& error = outcome.error;
  Expect(error.span.begin <= error.span.end && error.span.end <= program.source().size(),
         "an error has a position inside the file", error.message);
}

}  // namespace

std::vector<std::string> Seeds() {
  return {
      "module @m attributes {mhlo.num_partitions = 1 : i32} {\n"
      "  func.func public @main(%arg0: tensor<2x3xf32> loc(\"x\")) -> (tensor<3x2xf32> "
      "{jax.result_info "
      "= \"result\"}) {\n"
      "    %cst = stablehlo.constant dense<[[1.0, 2.5e-1, 0x7F800000], [-1.0, 0.0, 3.0]]> : "
      "tensor<2x3xf32>\n"
      "    %0 = stablehlo.add %arg0, %cst : tensor<2x3xf32> loc(#loc1)\n"
      "    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
      "    return %1 : tensor<3x2xf32>\n  }\n}\n#loc1 = loc(\"f.py\":3:9 to :12)\n",
      "func.func @main(%a: tensor<i32>, %b: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {\n"
      "  %c = stablehlo.constant dense<3> : tensor<i32>\n"
      "  %0:2 = stablehlo.while(%i = %a, %x = %b) : tensor<i32>, tensor<4xf32>\n"
      "  cond {\n    %1 = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> "
      "tensor<i1>\n    stablehlo.return %1 : tensor<i1>\n  } do {\n"
      "    %1 = stablehlo.add %i, %c : tensor<i32>\n"
      "    %2 = stablehlo.multiply %x, %b : tensor<4xf32>\n"
      "    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>\n  }\n"
      "  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>\n}\n",
      "%0 = \"stablehlo.reduce\"(%x, %c) <{dimensions = array<i64: 1>}> ({\n"
      "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %1 = \"stablehlo.add\"(%a, %b) : (tensor<f32>, "
      "tensor<f32>) -> tensor<f32>\n  \"stablehlo.return\"(%1) : (tensor<f32>) -> ()\n"
      "}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>\n",
  };
}

std::vector<std::string_view> Words() {
  return {"tensor<4xf32>",
          "tensor<f32>",
          "tensor<?x4xf32>",
          "tensor<2xi32>",
          "tensor<0xi1>",
          "complex<f32>",
          "!stablehlo.token",
          "tuple<tensor<f32>>",
          "!quant.uniform<i8:f32, 0.5:10>",
          "stablehlo.add ",
          "\"stablehlo.gather\"(",
          "stablehlo.constant dense<",
          "chlo.erf_inv ",
          "chlo.broadcast_add ",
          "mhlo.",
          "sdy.mesh @mesh = <[\"x\"=2]>\n",
          "func.call @main(",
          "return ",
          "dense<\"0x0000803F\">",
          "dense<1.0>",
          "array<i64: 1, 2>",
          "#stablehlo.dot<",
          "loc(",
          "{",
          "}",
          "(",
          ")",
          "<",
          ">",
          "[",
          "]",
          ",",
          ":",
          "->",
          "%0",
          "%arg0",
          "#1",
          "^bb0",
          "@main",
          "\"",
          "// -----\n",
          "0",
          "-1",
          "9223372036854775807",
          "18446744073709551615",
          "jax.global_constant",
          "module {",
          "x",
          "?"};
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const bool filled : {false, true}) {
    api::ImportSettings settings;
    if (filled) {
      settings.fill = "zeros";
      settings.like_xla = true;
      settings.dims["b"] = 3;
    }
    api::Program program = api::Program::FromFile(text, {}, settings);
    hlo::fuzz::ReadDiagnostics(program);
    if (program.ok()) hlo::fuzz::CheckText(program);
    if (program.has_valid_instructions() && program.ok() != filled) hlo::fuzz::Run(program);
  }
  return 0;
}
