// SPDX-License-Identifier: Apache-2.0
// Imported programs run: the examples of core/import/testdata, and ops with expansions. Values
// marked "numpy" were worked out with numpy 1.24 in f32 from the same inputs.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/import/proto/wire.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

Program Read(const std::string& text, const ImportSettings& settings = {}) {
  Program program = Program::FromFile(text, {}, settings);
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    if (diagnostic.IsError())
      ADD_FAILURE() << DiagnosticText(diagnostic, program.source(), "test.mlir");
  }
  return program;
}

std::string Example(const std::string& name) {
  std::ifstream file("core/import/testdata/" + name + ".mlir", std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A LITERAL of the element numbers 0, 1, 2, ... as `number` turns them.
template <class Fn>
std::string Filled(const std::string& type, const std::vector<int64_t>& dims, Fn&& number) {
  std::string shape = type + "[";
  for (size_t d = 0; d < dims.size(); ++d) shape += (d == 0 ? "" : ",") + std::to_string(dims[d]);
  int64_t count = 1;
  for (int64_t size : dims) count *= size;
  std::string data;
  for (int64_t i = 0; i < count; ++i) {
    int64_t block = 1;
    if (i > 0) data += ',';
    std::string open;
    for (size_t d = dims.size(); d-- > 0;) {
      block *= dims[d];
      if (i % block == 0) open += '[';
    }
    data += open + number(i);
    block = 1;
    for (size_t d = dims.size(); d-- > 0;) {
      block *= dims[d];
      if ((i + 1) % block == 0) data += ']';
    }
  }
  return "{\"shape\":\"" + shape + "]\",\"data\":" + data + "}";
}

// ((i mod 7) - 3) / 4.
std::string Pattern(const std::vector<int64_t>& dims) {
  return Filled("f32", dims,
                [](int64_t i) { return std::to_string(static_cast<double>(i % 7 - 3) * 0.25); });
}

RunOutcome RunWith(Program& program, const std::string& arguments, const RunOptions& options = {}) {
  const Result<std::vector<std::vector<Value>>> parsed = ParseArguments(arguments);
  EXPECT_TRUE(parsed.ok()) << arguments;
  RunOutcome outcome = program.Run(parsed.value(), options);
  EXPECT_TRUE(outcome.ok) << outcome.error.message;
  return outcome;
}

// Runs the text and holds its result to a LITERAL, within `ulp` units.
void Expect(const std::string& text, const std::string& arguments, const std::string& expected,
            double ulp = 0, const ImportSettings& settings = {}) {
  Program program = Read(text, settings);
  ASSERT_TRUE(program.ok());
  const RunOutcome outcome = RunWith(program, arguments);
  if (!outcome.ok) return;
  const Result<Value> value = ParseValue(expected);
  ASSERT_TRUE(value.ok()) << value.error().message;
  EXPECT_EQ(outcome.results[0].DifferenceFrom(value.value(), ulp), "") << outcome.results[0].Json();
}

std::string F32(const std::string& shape, const std::string& data) {
  return "{\"shape\":\"" + shape + "\",\"data\":" + data + "}";
}

TEST(ImportedExamples, AnMlpGivesWhatNumpyGives) {
  Program program = Read(Example("e01_mlp"));
  const RunOutcome outcome =
      RunWith(program, "[" + Pattern({4, 8}) + "," + Pattern({8, 16}) + "," + Pattern({16}) + "]");
  // numpy
  const double expected[] = {0.5184026956558228,   0.5799605846405029,  -0.1542859822511673, 0.0,
                             -0.16929301619529724, 0.06871719658374786, -0.10032464563846588};
  const std::vector<double> got = outcome.results[0].ElementNumbers({}, 0, 64);
  ASSERT_EQ(got.size(), 64u);
  double sum = 0;
  for (double number : got) sum += number;
  for (size_t i = 0; i < std::size(expected); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
  EXPECT_NEAR(sum, 9.497703552246094, 1e-5);
}

TEST(ImportedExamples, ASoftmaxGivesWhatNumpyGives) {
  Expect(Example("e02_softmax"), "[" + Pattern({3, 5}) + "]",
         F32("f32[3,5]",
             "[[0.1140507236123085,0.14644402265548706,0.18803785741329193,0.2414453774690628,"
             "0.3100220263004303],[0.2931883931159973,0.37646135687828064,0.0839998796582222,"
             "0.10785797983407974,0.1384923905134201],[0.15332452952861786,0.19687260687351227,"
             "0.2527894079685211,0.32458803057670593,0.07242538034915924]]"),
         4);
}

TEST(ImportedExamples, AConvolutionGivesWhatNumpyGives) {
  Program program = Read(Example("e03_convolution"));
  const RunOutcome outcome =
      RunWith(program, "[" + Pattern({1, 8, 8, 3}) + "," + Pattern({3, 3, 3, 4}) + "]");
  const double expected[] = {1.125,  1.3125,  -0.6875, 1.25,  1.125,  -2.5625, -2.3125, 1.875,
                             0.6875, -1.1875, 0.875,   0.75,  -1.375, -1.5,    0.5625,  0.875,
                             1.125,  -2.5625, -2.3125, 1.875, 0.6875, -1.1875, 0.875,   0.75};
  const std::vector<double> got = outcome.results[0].ElementNumbers({}, 0, 64);
  ASSERT_EQ(got.size(), 64u);
  for (size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(got[i], expected[i]) << i;
  EXPECT_EQ(got[63], 0.125);
}

TEST(ImportedExamples, AScanCarriesAndStacks) {
  Expect(Example("e04_scan"), "[" + F32("f32[6]", "[1,2,3,4,5,6]") + "]",
         "{\"tuple\":[" + F32("f32[]", "21") + "," + F32("f32[6]", "[1,9,36,100,225,441]") + "]}");
}

TEST(ImportedExamples, ACumsumLooksBack) {
  Expect(Example("e05_cumsum"), "[" + F32("f32[8]", "[1,2,3,4,5,6,7,8]") + "]",
         F32("f32[8]", "[1,3,6,10,15,21,28,36]"));
}

TEST(ImportedExamples, AnArgmaxTakesTheFirstNanAndTheFirstOfEqualValues) {
  Expect(Example("e06_argmax"), "[" + F32("f32[7]", "[1,3,\"nan\",7,2,\"nan\",0]") + "]",
         F32("s32[]", "2"));
  Expect(Example("e06_argmax"), "[" + F32("f32[7]", "[1,7,3,7,2,5,0]") + "]", F32("s32[]", "1"));
}

TEST(ImportedExamples, AMixingStepOfThreefryIsIntegerArithmetic) {
  Program program = Read(Example("e07_random_bits"));
  const RunOutcome outcome = RunWith(program, "[" + F32("u32[4]", "[1,2,3,4]") + "," +
                                                  F32("u32[4]", "[5,6,7,4294967295]") + "," +
                                                  F32("u64[2]", "[0,1]") + "]");
  // (a + b) xor rotl(b, 13)
  EXPECT_EQ(outcome.results[0].ElementNumbers(std::vector<int64_t>{0}, 0, 4),
            (std::vector<double>{6 ^ 40960, 8 ^ 49152, 10 ^ 57344, 4294967292.0}));
  EXPECT_EQ(outcome.results[0].Leaves().size(), 2u);
}

TEST(ImportedExamples, ATakeWrapsNegativeIndices) {
  const std::string rows = Filled("f32", {10, 4}, [](int64_t i) { return std::to_string(i); });
  Expect(Example("e08_take"), "[" + rows + "," + F32("s32[5]", "[0,-1,3,9,-10]") + "]",
         F32("f32[5,4]", "[[0,1,2,3],[36,37,38,39],[12,13,14,15],[36,37,38,39],[0,1,2,3]]"));
}

TEST(ImportedExamples, AScatterAddsWhatLandsOnOneElement) {
  Expect(Example("e09_scatter_add"),
         "[" + F32("f32[10]", "[0,0,0,0,0,0,0,0,0,1]") + "," + F32("s32[3,1]", "[[1],[3],[1]]") +
             "," + F32("f32[3]", "[1,2,4]") + "]",
         F32("f32[10]", "[0,5,0,2,0,0,0,0,0,1]"));
}

TEST(ImportedExamples, AnArgsortIsStable) {
  Expect(Example("e10_argsort"), "[" + F32("s32[6]", "[3,1,2,1,0,5]") + "]",
         F32("s32[6]", "[4,1,3,2,0,5]"));
}

TEST(ImportedExamples, AShardMapRunsOnTheDevicesOfItsMesh) {
  Program program = Read(Example("e11_shard_map"));
  EXPECT_EQ(program.partitions(), 4);
  std::string lists;
  for (int device = 1; device <= 4; ++device) {
    const std::string row = "[" + std::to_string(device) + ",0.5]";
    lists += (device == 1 ? "[" : ",[") + F32("f32[2,2]", "[" + row + "," + row + "]") + "]";
  }
  const RunOutcome outcome = RunWith(program, "{\"replicas\":[" + lists + "]}");
  ASSERT_EQ(outcome.results.size(), 4u);
  for (const Value& value : outcome.results) {
    EXPECT_EQ(value.ElementNumbers({}, 0, 4), (std::vector<double>{10, 2, 10, 2}));
  }
}

TEST(BeforeThePartitioner, TheMeshOfTheHeaderSaysHowManyPartitionsRun) {
  const auto program = [](std::string_view target) {
    return Program::FromText(
        "HloModule m, frontend_attributes={xla.sdy.meshes={small = #sdy.mesh<[\"x\"=2]>, "
        "mesh = #sdy.mesh<[\"x\"=2, \"y\"=3]>}}\nENTRY e {\n  x = s8[12] parameter(0)\n"
        "  ROOT r = s8[2] custom-call(x), custom_call_target=\"" +
        std::string(target) +
        "\", frontend_attributes={xla.sdy.in_shardings=\"#sdy.sharding_per_value<[<@mesh, "
        "[{\\\"x\\\", \\\"y\\\"}]>]>\"}\n}\n");
  };
  Program local = program("xla.sdy.GlobalToLocalShape");
  EXPECT_EQ(local.partitions(), 6);
  EXPECT_EQ(program("f").partitions(), 1);
  const std::string whole = "[" + F32("s8[12]", "[0,1,2,3,4,5,6,7,8,9,10,11]") + "]";
  const RunOutcome outcome = RunWith(local, whole);
  ASSERT_EQ(outcome.results.size(), 6u);
  EXPECT_EQ(outcome.results[4].ElementNumbers({}, 0, 2), (std::vector<double>{8, 9}));
}

TEST(ImportedExamples, AVmapWithTopKAndACond) {
  Program program = Read(Example("e12_vmap_top_k_cond"));
  const std::string arrays = Pattern({5, 3, 4}) + "," + Pattern({5, 4});
  // numpy: einsum("bij,bj->bi"), and a stable argsort of its negation.
  const std::string indices = F32("s32[5,2]", "[[0,2],[0,1],[1,0],[1,0],[1,2]]");
  const std::string plain = F32("f32[5,3]",
                                "[[0.875,-0.625,0.5],[0.3125,-0.25,-0.375],[0.125,0.5,-0.4375],"
                                "[-0.5625,1.625,-0.5625],[-0.4375,0.5,0.125]]");
  const std::string negated = F32("f32[5,3]",
                                  "[[-0.875,0.625,-0.5],[-0.3125,0.25,0.375],[-0.125,-0.5,0.4375],"
                                  "[0.5625,-1.625,0.5625],[0.4375,-0.5,-0.125]]");
  for (const auto& [selector, first] : {std::pair("0", negated), {"1", plain}, {"7", plain}}) {
    const RunOutcome outcome = RunWith(program, "[" + arrays + "," + F32("s32[]", selector) + "]");
    const Result<Value> expected = ParseValue("{\"tuple\":[" + first + "," + indices + "]}");
    EXPECT_EQ(outcome.results[0].DifferenceFrom(expected.value(), 0), "") << selector;
  }
}

TEST(ImportedExamples, LocationsAreMetadataAndValuesStayTheSame) {
  Program program = Read(Example("e15_debug_info"));
  EXPECT_NE(program.hlo_text().find("metadata={op_name=\"jit(f)/sin\" source_file=\"/home/u/f.py\" "
                                    "source_line=12"),
            std::string::npos);
  Expect(Example("e15_debug_info"), "[" + F32("f32[4]", "[0,1,-1,2]") + "]",
         F32("f32[4]", "[0,0.84147098,-0.84147098,0.90929743]"), 1);  // sin
}

// ---- CHLO ----

std::string Unary(const std::string& op, const std::string& type, int count) {
  const std::string tensor = "tensor<" + std::to_string(count) + "x" + type + ">";
  return "%0 = chlo." + op + " %x : " + tensor + " -> " + tensor;
}

void ExpectFunction(const std::string& op, const std::string& in, const std::string& out, int count,
                    double ulp) {
  const std::string shape = "[" + std::to_string(count) + "]";
  Expect(Unary(op, "f32", count), "[" + F32("f32" + shape, in) + "]", F32("f32" + shape, out), ulp);
  Expect(Unary(op, "f64", count), "[" + F32("f64" + shape, in) + "]", F32("f64" + shape, out), 60);
}

// Expected values to 17 digits from Python's math module and tables of the functions.
TEST(ImportedChlo, SpecialFunctionsAreAccurate) {
  ExpectFunction("erfc", "[0,0.5,-0.5,1.5,-2,4,30]",
                 "[1,0.4795001221869535,1.5204998778130465,0.033894853524689274,1.9953222650189527,"
                 "1.541725790028002e-08,0]",
                 7, 12);
  ExpectFunction("erf_inv", "[0,0.5,-0.5,0.875,1,-1]",
                 "[0,0.4769362762044699,-0.4769362762044699,1.0847870400692830,\"inf\",\"-inf\"]",
                 6, 6);
  ExpectFunction(
      "lgamma", "[0.5,3,10.5,100,\"inf\",-2,-0.5]",
      "[0.5723649429247001,0.6931471805599453,13.940625219403763,359.1342053695754,\"inf\","
      "\"inf\",1.2655121234846454]",
      7, 12);
  ExpectFunction("digamma", "[1,0.5,10,-1.5,0,-3]",
                 "[-0.5772156649015329,-1.9635100260214235,2.251752589066721,0.70315664064524319,"
                 "\"-inf\",\"nan\"]",
                 6, 64);
  ExpectFunction("bessel_i1e", "[0,1,-1,10]",
                 "[0,0.20791041534970847,-0.20791041534970847,0.12126268138445552]", 4, 8);
}

TEST(ImportedChlo, ZetaAndPolygamma) {
  const std::string tensor = "tensor<4xf64>";
  const auto binary = [&](const std::string& op) {
    return "%0 = chlo." + op + " %a, %b : " + tensor + ", " + tensor + " -> " + tensor;
  };
  Expect(binary("zeta"),
         "[" + F32("f64[4]", "[2,3,1,0.5]") + "," + F32("f64[4]", "[1,2,3,3]") + "]",
         F32("f64[4]", "[1.6449340668482264,0.20205690315959428,\"inf\",\"nan\"]"), 8);
  Expect(binary("polygamma"),
         "[" + F32("f64[4]", "[1,2,0,0.5]") + "," + F32("f64[4]", "[1,1,1,1]") + "]",
         F32("f64[4]", "[1.6449340668482264,-2.4041138063191886,-0.5772156649015329,\"nan\"]"), 64);
}

TEST(ImportedChlo, NextAfterStepsThroughTheBits) {
  Expect("%0 = chlo.next_after %a, %b : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>",
         "[" + F32("f32[6]", "[1,1,0,0,2,\"nan\"]") + "," + F32("f32[6]", "[2,0,1,-1,2,1]") + "]",
         F32("f32[6]", "[1.00000012,0.99999994,1e-45,-1e-45,2,\"nan\"]"));
}

TEST(ImportedChlo, NarrowTypesGoThroughF32) {
  Expect("%0 = chlo.erfc %x : tensor<2xbf16> -> tensor<2xbf16>",
         "[" + F32("bf16[2]", "[0.5,1.5]") + "]", F32("bf16[2]", "[0.48,0.034]"));
}

TEST(ImportedChlo, ShortExpansions) {
  Expect("%0 = chlo.is_neg_inf %x : tensor<3xf32> -> tensor<3xi1>",
         "[" + F32("f32[3]", "[1,\"-inf\",\"inf\"]") + "]", F32("pred[3]", "[false,true,false]"));
  Expect("%0 = chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>",
         "[" + F32("c64[2]", "[[1,2],[3,-4]]") + "]", F32("c64[2]", "[[1,-2],[3,4]]"));
  Expect("%0 = chlo.broadcast_add %a, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>",
         "[" + F32("f32[2,1]", "[[1],[10]]") + "," + F32("f32[3]", "[1,2,3]") + "]",
         F32("f32[2,3]", "[[2,3,4],[11,12,13]]"));
  Expect(
      "%0 = chlo.broadcast_compare %a, %b {broadcast_dimensions = array<i64: 0>, "
      "comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xi32>, tensor<2x3xi32>) "
      "-> "
      "tensor<2x3xi1>",
      "[" + F32("s32[2]", "[2,5]") + "," + F32("s32[2,3]", "[[1,2,3],[4,5,6]]") + "]",
      F32("pred[2,3]", "[[false,false,true],[false,false,true]]"));
}

TEST(ImportedChlo, AScanRunsAlongItsDimension) {
  Expect(
      "%0:2 = chlo.scan(%x) inits(%i) dimension = 1 attributes {is_reverse = true} {\n"
      "^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):\n  %1 = stablehlo.add %a, %b : tensor<2xi32>\n"
      "  stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>\n"
      "} : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)",
      "[" + F32("s32[2,3]", "[[1,2,3],[4,5,6]]") + "," + F32("s32[2]", "[0,0]") + "]",
      "{\"tuple\":[" + F32("s32[2,3]", "[[6,5,3],[15,11,6]]") + "," + F32("s32[2]", "[6,15]") +
          "]}");
}

// Known answers of Random123 for Threefry 2x32 with 20 rounds: 6b200159 99ba4efe of zeros, c4923a9c
// 483df7a0 of the digits of pi.
TEST(ImportedCustomCalls, ThreefryGivesItsTestVectors) {
  const std::string text =
      "%0:2 = stablehlo.custom_call @cu_threefry2x32(%a, %b, %c, %d) : (tensor<1xui32>, "
      "tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)";
  const auto one = [](const std::string& value) { return F32("u32[1]", "[" + value + "]"); };
  Expect(text, "[" + one("0") + "," + one("0") + "," + one("0") + "," + one("0") + "]",
         "{\"tuple\":[" + one("1797259609") + "," + one("2579123966") + "]}");
  Expect(text,
         "[" + one("320440878") + "," + one("57701188") + "," + one("608135816") + "," +
             one("2242054355") + "]",
         "{\"tuple\":[" + one("3297917596") + "," + one("1212020640") + "]}");
}

TEST(ImportedCustomCalls, ChecksHoldOrSayWhatDiffers) {
  const std::string text =
      "%0 = stablehlo.add %x, %x : tensor<2xf32>\n"
      "check.expect_almost_eq_const %0, dense<[2.0, 4.0]> : tensor<2xf32>";
  Program program = Read("func.func @main(%x: tensor<2xf32>) {\n" + text + "\nreturn\n}");
  RunWith(program, "[" + F32("f32[2]", "[1,2]") + "]");
  const RunOutcome outcome =
      program.Run(ParseArguments("[" + F32("f32[2]", "[1,3]") + "]").value());
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.error.message, "`check.expect_almost_eq` failed: element 1: got 6, expected 4");
  EXPECT_EQ(outcome.error.line, 3);
  EXPECT_EQ(outcome.error.column, 1);
}

TEST(ImportedPrograms, DiagnosticsOfTheVerifierPointIntoTheFile) {
  const Program program = Program::FromFile(
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = stablehlo.transpose %x, dims = [1] : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}\n");
  ASSERT_EQ(program.diagnostics().size(), 1u);
  EXPECT_EQ(program.diagnostics()[0].line, 2);
  EXPECT_EQ(program.diagnostics()[0].column, 8);
  EXPECT_FALSE(program.ok());
}

TEST(ImportedPrograms, TheJsonFormMapsInstructionsToTheFile) {
  const Program program =
      Read("%0 = stablehlo.negate %x : tensor<f32>\n%1 = stablehlo.abs %0 : tensor<f32>");
  const std::string json = program.ImportedJson("f.mlir");
  EXPECT_NE(json.find("\"format\":\"MLIR text\",\"ok\":true"), std::string::npos);
  EXPECT_NE(json.find("\"line\":2,\"column\":6,\"length\":30"), std::string::npos) << json;
}

// An HloSnapshot of negate(f32[]) with these arguments, as bits, and the result of the first one.
std::string NegationSnapshot(const std::vector<uint32_t>& arguments, uint32_t result) {
  const std::string module = Read("%0 = stablehlo.negate %x : tensor<f32>").Export("pb").value();
  const auto literal = [](uint32_t bits) {
    std::string out;
    WriteBytes(1, "\x10\x0b", out);  // the shape: f32[]
    WriteFixed32(8, bits, out);
    return out;
  };
  std::string hlo, snapshot;
  WriteBytes(1, module, hlo);
  WriteBytes(1, hlo, snapshot);
  for (const uint32_t bits : arguments) WriteBytes(2, literal(bits), snapshot);
  WriteBytes(3, literal(result), snapshot);
  return snapshot;
}

TEST(ImportedPrograms, TheJsonFormOfASnapshotHasItsArgumentsAndResult) {
  const std::string snapshot = NegationSnapshot({0x40000000}, 0xc0000000);
  const std::string expected =
      "\"findings\":[],\"arguments\":[{\"shape\":\"f32[]\",\"data\":2}],"
      "\"results\":[{\"shape\":\"f32[]\",\"data\":-2}]}";
  const Program program = Program::FromFile(snapshot);
  EXPECT_TRUE(program.ImportedJson("f.pb").ends_with(expected)) << program.ImportedJson("f.pb");
  const std::string without_engine = ImportFileToJson(snapshot, {}, "f.pb", nullptr);
  EXPECT_EQ(without_engine, program.ImportedJson("f.pb"));
}

TEST(ImportedPrograms, AFileThatIsNotImportedSaysWhatToDo) {
  const std::string json = ImportFileToJson("{ lambda ; a. let in (a,) }", {}, "f", nullptr);
  EXPECT_NE(json.find("\"message\":\"this is a jaxpr, which is not imported\""), std::string::npos);
  EXPECT_NE(json.find("call `.lower(*args).as_text()`"), std::string::npos) << json;
}

TEST(ImportedPrograms, AModuleAsJsonIsImported) {
  const std::string json = R"({"computations":[{"name":"e","instructions":[
    {"name":"c","opcode":"constant","shape":"s32[]","literal":{"shape":"s32[]","data":7}}]}]})";
  Program program = Read(json);
  EXPECT_EQ(program.source(), json);
  EXPECT_EQ(program.hlo_text(), "HloModule module\n%e {\n  %c = s32[] constant(7)\n}\n");
  EXPECT_NE(program.ImportedJson("f").find("{\"format\":\"HLO as JSON\",\"ok\":true"),
            std::string::npos);
  const std::string untouched = ImportFileToJson("{\"computations\":7}", {}, "f", nullptr);
  EXPECT_NE(untouched.find("\"text\":\"{\\\"computations\\\":7}\""), std::string::npos)
      << untouched;
}

TEST(ImportedPrograms, HloTextIsReadAsItIs) {
  const Program program = Read("ENTRY e {\n  ROOT c = f32[] constant(1)\n}\n");
  EXPECT_EQ(program.hlo_text(), program.source());
}

}  // namespace
}  // namespace hlo::api
