// SPDX-License-Identifier: Apache-2.0
// ops reference 5.1 and numerics reference, section 8.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Compare(std::string_view direction, Literal a, Literal b, std::string_view type = "") {
  OpCall call("compare");
  call.Operand(std::move(a)).Operand(std::move(b)).SetWord(Attr::direction, direction);
  if (!type.empty()) call.SetWord(Attr::type, type);
  return call.Value();
}

::testing::AssertionResult Holds(std::string_view direction, const Literal& a, const Literal& b,
                                 const std::vector<double>& expected, std::string_view type = "") {
  return SameBits(Compare(direction, a, b, type),
                  Array(VectorOf("pred", expected.size()), expected))
         << " by " << direction << " " << type;
}

TEST(Compare, OfFloatsIsOrderedAndNanIsUnequalToAll) {
  for (const char* type : {"f32", "f64", "bf16", "f16", "f8e5m2"}) {
    const Literal a = Array(VectorOf(type, 6), {-0.0, 1, kNan, -kInf, 2, kInf});
    const Literal b = Array(VectorOf(type, 6), {0.0, kNan, kNan, kInf, 1, kInf});
    EXPECT_TRUE(Holds("EQ", a, b, {1, 0, 0, 0, 0, 1}));
    EXPECT_TRUE(Holds("NE", a, b, {0, 1, 1, 1, 1, 0}));
    EXPECT_TRUE(Holds("LT", a, b, {0, 0, 0, 1, 0, 0}));
    EXPECT_TRUE(Holds("LE", a, b, {1, 0, 0, 1, 0, 1}));
    EXPECT_TRUE(Holds("GT", a, b, {0, 0, 0, 0, 1, 0}));
    EXPECT_TRUE(Holds("GE", a, b, {1, 0, 0, 0, 1, 1}, "FLOAT"));
  }
}

// The rows of the table in section 8, with NaNs as codes.
TEST(Compare, TotalOrderPlacesZerosAndNans) {
  const Literal a = Bits("f32[5]", {0x80000000, 0x3f800000, 0x7fc00000, 0xffc00000, 0x7f800000});
  const Literal b = Bits("f32[5]", {0x00000000, 0x7fc00000, 0x7fc00000, 0xff800000, 0x7fc00000});
  EXPECT_TRUE(Holds("LT", a, b, {0, 0, 0, 0, 0}));
  EXPECT_TRUE(Holds("LT", a, b, {1, 1, 0, 1, 1}, "TOTALORDER"));
  EXPECT_TRUE(Holds("EQ", a, b, {1, 0, 0, 0, 0}));
  EXPECT_TRUE(Holds("EQ", a, b, {0, 0, 1, 0, 0}, "TOTALORDER"));
}

TEST(Compare, TotalOrderIsStrict) {
  // -NaN < -inf < -1 < -0 < +0 < 1 < inf < NaN < NaN with a larger payload, per format.
  const std::pair<const char*, std::vector<uint64_t>> scales[] = {
      {"f32",
       {0xffc00000, 0xff800000, 0xbf800000, 0x80000000, 0, 0x3f800000, 0x7f800000, 0x7fc00000,
        0x7fc00001}},
      {"f64",
       {0xfff8000000000000, 0xfff0000000000000, 0xbff0000000000000, 0x8000000000000000, 0,
        0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff8000000000001}},
      {"f16", {0xfe00, 0xfc00, 0xbc00, 0x8000, 0, 0x3c00, 0x7c00, 0x7e00, 0x7e01}},
      {"bf16", {0xffc0, 0xff80, 0xbf80, 0x8000, 0, 0x3f80, 0x7f80, 0x7fc0, 0x7fc1}},
      {"f8e5m2", {0xfe, 0xfc, 0xbc, 0x80, 0, 0x3c, 0x7c, 0x7e, 0x7f}},
      // The only NaN of FNUZ is below +0 and above all negative values.
      {"f8e4m3fnuz", {0xff, 0x81, 0x80, 0x00, 0x01, 0x7f}},
      // Without a sign: the order of the bytes.
      {"f8e8m0fnu", {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff}},
      // Four bits: -6, -0.5, -0, 0, 0.5, 6.
      {"f4e2m1fn", {0xf, 0x9, 0x8, 0x0, 0x1, 0x7}},
      {"f6e2m3fn", {0x3f, 0x21, 0x20, 0x00, 0x01, 0x1f}},
  };
  for (const auto& [type, codes] : scales) {
    const std::vector<uint64_t> lower(codes.begin(), codes.end() - 1);
    const std::vector<uint64_t> upper(codes.begin() + 1, codes.end());
    const std::string shape = VectorOf(type, lower.size());
    const std::vector<double> always(lower.size(), 1), never(lower.size(), 0);
    const Literal a = Bits(shape, lower), b = Bits(shape, upper);
    EXPECT_TRUE(Holds("LT", a, b, always, "TOTALORDER")) << type;
    EXPECT_TRUE(Holds("LE", b, a, never, "TOTALORDER")) << type;
    EXPECT_TRUE(Holds("GT", b, a, always, "TOTALORDER")) << type;
    EXPECT_TRUE(Holds("GE", a, a, always, "TOTALORDER")) << type;
    EXPECT_TRUE(Holds("NE", a, b, always, "TOTALORDER")) << type;
    EXPECT_TRUE(Holds("EQ", b, b, always, "TOTALORDER")) << type;
  }
}

TEST(Compare, OfIntegersDependsOnSignedness) {
  EXPECT_TRUE(Holds("LT", Array("s8[2]", {-1, 1}), Array("s8[2]", {1, -1}), {1, 0}, "SIGNED"));
  EXPECT_TRUE(Holds("LT", Array("u8[2]", {255, 1}), Array("u8[2]", {1, 255}), {0, 1}, "UNSIGNED"));
  EXPECT_TRUE(Holds("GE", Array("s4[2]", {-8, 7}), Array("s4[2]", {7, 7}), {0, 1}));
  EXPECT_TRUE(Holds("GT", Bits("u64[1]", {0x8000000000000000}), Bits("u64[1]", {1}), {1}));
  EXPECT_TRUE(Holds("GT", Bits("s64[1]", {0x8000000000000000}), Bits("s64[1]", {1}), {0}));
}

TEST(Compare, OfPredPutsFalseBelowTrue) {
  const Literal a = Array("pred[4]", {0, 0, 1, 1}), b = Array("pred[4]", {0, 1, 0, 1});
  EXPECT_TRUE(Holds("LT", a, b, {0, 1, 0, 0}));
  EXPECT_TRUE(Holds("GE", a, b, {1, 0, 1, 1}, "UNSIGNED"));
  EXPECT_TRUE(Holds("EQ", Bits("pred[1]", {2}), Bits("pred[1]", {1}), {1}));
}

TEST(Compare, OfComplexNumbersRequiresBothPartsEqual) {
  const Literal a = Array("c64[4]", {1, 2, 1, 2, -0.0, 0, kNan, 0});
  const Literal b = Array("c64[4]", {1, 2, 1, 3, 0.0, -0.0, kNan, 0});
  EXPECT_TRUE(Holds("EQ", a, b, {1, 0, 1, 0}));
  EXPECT_TRUE(Holds("NE", a, b, {0, 1, 0, 1}));
}

TEST(CompareRules, AreChecked) {
  const auto call = [](const char* a, const char* b, const char* direction = "EQ") {
    OpCall made("compare");
    made.OperandShape(a).OperandShape(b).SetWord(Attr::direction, direction);
    return made;
  };
  EXPECT_EQ(call("f32[4]", "f32[2,2]").Rejection(),
            "compare.C1: `compare`: operand dimensions must match, got {4} and {2,2}; HLO has no "
            "implicit broadcasting, insert a `broadcast`");
  EXPECT_EQ(call("(f32[])", "f32[]").Rejection(),
            "compare.C1: `compare`: operand 0 must be an array, got (f32[])");
  EXPECT_EQ(call("f32[4]", "f64[4]").Rejection(),
            "compare.C2: `compare`: operand types must match, got f32 and f64");
  EXPECT_EQ(OpCall("compare").OperandShape("f32[]").OperandShape("f32[]").Rejection(),
            "compare.C3: `compare`: `direction` is required");
  EXPECT_EQ(call("f32[]", "f32[]").SetWord(Attr::type, "SIGNED").Rejection(),
            "compare.C4: `compare`: `type` must be valid for f32 operands, got SIGNED");
  EXPECT_EQ(call("c64[]", "c64[]").SetWord(Attr::type, "TOTALORDER").Rejection(),
            "compare.C4: `compare`: `type` must be valid for c64 operands, got TOTALORDER");
  EXPECT_EQ(call("pred[]", "pred[]").SetWord(Attr::type, "SIGNED").Rejection(),
            "compare.C4: `compare`: `type` must be valid for pred operands, got SIGNED");
  EXPECT_EQ(call("c64[]", "c64[]", "LT").Rejection(),
            "compare.C5: `compare`: `direction` must be EQ or NE for complex operands");
  EXPECT_EQ(call("s32[4]", "s32[4]").Declare("s32[4]").Rejection(),
            "compare.C6: `compare`: the result must be pred[4], got s32[4]");
  EXPECT_EQ(call("s32[4]", "s32[<=4]").Declare("pred[<=4]").Rejection(), "");
}

}  // namespace
}  // namespace hlo
