// SPDX-License-Identifier: Apache-2.0
// Steps that run a few rows at a time, and sums of squares: the bits of the plain path.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/engine/plan/fusion_testing.h"
#include "core/kernels/targets.h"

namespace hlo {
namespace {

using namespace fusion_testing;

constexpr char kSoftmax[] = R"(
max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] maximum(a, b)
}
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}
ENTRY e {
  x = f32[1048576] parameter(0)
  m = f32[ROWS,COLUMNS] reshape(x)
  least = f32[] constant(-inf)
  most = f32[ROWS] reduce(m, least), dimensions={1}, to_apply=max
  mosts = f32[ROWS,COLUMNS] broadcast(most), dimensions={0}
  less = f32[ROWS,COLUMNS] subtract(m, mosts)
  e = f32[ROWS,COLUMNS] exponential(less)
  zero = f32[] constant(0)
  all = f32[ROWS] reduce(e, zero), dimensions={1}, to_apply=sum
  alls = f32[ROWS,COLUMNS] broadcast(all), dimensions={0}
  ROOT s = f32[ROWS,COLUMNS] divide(e, alls)
})";

std::string Replaced(std::string text, std::string_view word, std::string_view by) {
  for (size_t at; (at = text.find(word)) != std::string::npos;) text.replace(at, word.size(), by);
  return text;
}

std::string Softmax(std::string_view rows, std::string_view columns) {
  return Replaced(Replaced(kSoftmax, "ROWS", rows), "COLUMNS", columns);
}

TEST(RowFusion, RunsASoftmaxRowByRow) {
  OtherOrder five(5);
  for (const auto& [rows, columns] : std::map<std::string, std::string>{
           {"1024", "1024"}, {"524288", "2"}, {"16", "65536"}, {"8", "131072"}, {"2", "524288"}}) {
    const Program program(Softmax(rows, columns));
    ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message;
    const Literal x = Floats(1048576);
    const Ran plain = program.Run({x}, Mode(KernelMode::kPlain));
    ExpectSame(program.Run({x}, Mode(KernelMode::kPortable)), plain, rows);
    ExpectSame(program.Run({x}, Mode(KernelMode::kPortable, &five)), plain, rows);
  }
}

TEST(RowFusion, AllocatesOnlyTheResultOfASoftmax) {
  const Program program(Softmax("1024", "1024"));
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_LE(ran.peak_bytes, (int64_t{4} << 20) + 16384);
}

TEST(RowFusion, WaitsForAllRowsWhereColumnsAreReduced) {
  // The sum over rows is needed before the second group; the two must not share a block of rows.
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  zero = f32[] constant(0)
  d = f32[256,256] multiply(m, m)
  across = f32[256] reduce(d, zero), dimensions={1}, to_apply=sum
  turned = f32[256,256] broadcast(across), dimensions={1}
  ROOT r = f32[256,256] add(d, turned)
)",
                           65536);
}

TEST(RowFusion, PlacesAValueInTheResultOnlyAfterTheLastUseOfThatMemory) {
  // `r` can reuse the bytes of `t`, and `e` could be there before it: but `late` reads `t`.
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  t = f32[256,256] transpose(m), dimensions={1,0}
  e = f32[256,256] exponential(t)
  zero = f32[] constant(0)
  s = f32[256] reduce(e, zero), dimensions={1}, to_apply=sum
  sb = f32[256,256] broadcast(s), dimensions={0}
  late = f32[256,256] multiply(t, sb)
  q = f32[256] reduce(late, zero), dimensions={1}, to_apply=sum
  qb = f32[256,256] broadcast(q), dimensions={0}
  both = f32[256,256] add(e, t)
  ROOT r = f32[256,256] divide(both, qb)
)",
                           65536);
}

TEST(RowFusion, PlacesAValueInAResultThatReusesItsInput) {
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  t = f32[256,256] transpose(m), dimensions={1,0}
  zero = f32[] constant(0)
  across = f32[256] reduce(t, zero), dimensions={1}, to_apply=sum
  acrosses = f32[256,256] broadcast(across), dimensions={0}
  less = f32[256,256] subtract(t, acrosses)
  e = f32[256,256] exponential(less)
  s = f32[256] reduce(e, zero), dimensions={1}, to_apply=sum
  sb = f32[256,256] broadcast(s), dimensions={0}
  ROOT r = f32[256,256] divide(e, sb)
)",
                           65536);
}

TEST(RowFusion, DistinguishesAReversedRowFromAReducedOne) {
  // Both have `dimensions={1}`, but reverse has one operand and calls nothing.
  ExpectBitsOfThePlainPath(R"(
  x = f32[8192] parameter(0)
  m = f32[64,128] reshape(x)
  zero = f32[] constant(0)
  y = f32[64,128] multiply(m, m)
  across = f32[64] reduce(y, zero), dimensions={1}, to_apply=sum
  turned = f32[64,128] reverse(y), dimensions={1}
  ROOT both = (f32[64], f32[64,128]) tuple(across, turned)
)",
                           8192);
}

// The plan of an entry computation.
std::string PlanOf(const std::string& entry) {
  return EntryOnFloats(entry).executable->ExplainPlan(KernelMode::kPortable);
}

constexpr char kVariance[] = R"(
  x = f32[70000] parameter(0)
  m = f32[70,1000] reshape(x)
  zero = f32[] constant(0)
  s = f32[70] reduce(m, zero), dimensions={1}, to_apply=sum
  k = f32[] constant(0.001)
  kb = f32[70] broadcast(k), dimensions={}
  mean = f32[70] multiply(s, kb)
  means = f32[70,1000] broadcast(mean), dimensions={0}
  d = f32[70,1000] subtract(m, means)
  dd = f32[70,1000] multiply(d, d)
  q = f32[70] reduce(dd, zero), dimensions={1}, to_apply=sum
)";

TEST(SumOfSquares, ReadsTheArrayAndItsMeansInsteadOfDifferences) {
  const std::string entry = std::string(kVariance) + R"(
  scale = f32[70] rsqrt(q)
  scales = f32[70,1000] broadcast(scale), dimensions={0}
  ROOT r = f32[70,1000] multiply(d, scales)
)";
  const std::string plan = PlanOf(entry);
  EXPECT_NE(plan.find("reduce(%x, %zero, %mean): squares of %x - %mean\n"), std::string::npos)
      << plan;
  EXPECT_EQ(plan.find("multiply itself"), std::string::npos) << plan;
  for (const std::string_view target : KernelTargets()) {
    UseKernelTarget(target);
    ExpectBitsOfThePlainPath(entry, 70000);
  }
  UseKernelTarget("");
}

TEST(SumOfSquares, RunsAsAStepOfItsOwnWithoutOthersOnTheSameRows) {
  const std::string entry = R"(
  x = f32[70000] parameter(0)
  m = f32[70,1000] reshape(x)
  k = f32[] constant(0.25)
  dd = f32[70,1000] multiply(m, m)
  ROOT q = f32[70] reduce(dd, k), dimensions={1}, to_apply=sum
)";
  const std::string plan = PlanOf(entry);
  EXPECT_NE(plan.find("2. %q = f32[70] reduce(%x, %k): squares of %x\n"), std::string::npos)
      << plan;
  ExpectBitsOfThePlainPath(entry, 70000);
}

TEST(SumOfSquares, TakesComputedRows) {
  const std::string entry = R"(
  x = f32[70000] parameter(0)
  m = f32[70,1000] reshape(x)
  e = f32[70,1000] negate(m)
  zero = f32[] constant(0)
  dd = f32[70,1000] multiply(e, e)
  q = f32[70] reduce(dd, zero), dimensions={1}, to_apply=sum
  qs = f32[70,1000] broadcast(q), dimensions={0}
  ROOT r = f32[70,1000] divide(e, qs)
)";
  EXPECT_NE(PlanOf(entry).find("reduce(%e, %zero): squares of %e\n"), std::string::npos)
      << PlanOf(entry);
  ExpectBitsOfThePlainPath(entry, 70000);
}

TEST(SumOfSquares, IsAnOrdinarySumWhereTheProductIsNeeded) {
  const std::string entry =
      std::string(kVariance) + "  ROOT r = (f32[70], f32[70,1000]) tuple(q, dd)\n";
  EXPECT_EQ(PlanOf(entry).find("squares"), std::string::npos) << PlanOf(entry);
  ExpectBitsOfThePlainPath(entry, 70000);
}

TEST(SumOfSquares, IsAnOrdinarySumForOtherProductsAndDimensions) {
  for (const char* entry : {R"(
  x = f32[70000] parameter(0)
  m = f32[70,1000] reshape(x)
  n = f32[70,1000] negate(m)
  zero = f32[] constant(0)
  dd = f32[70,1000] multiply(m, n)
  ROOT q = f32[70] reduce(dd, zero), dimensions={1}, to_apply=sum
)",
                            R"(
  x = f32[70000] parameter(0)
  m = f32[70,1000] reshape(x)
  zero = f32[] constant(0)
  dd = f32[70,1000] multiply(m, m)
  ROOT q = f32[1000] reduce(dd, zero), dimensions={0}, to_apply=sum
)",
                            R"(
  x = f32[70000] parameter(0)
  h = bf16[70000] convert(x)
  m = bf16[70,1000] reshape(h)
  zero = bf16[] constant(0)
  dd = bf16[70,1000] multiply(m, m)
  ROOT q = bf16[70] reduce(dd, zero), dimensions={1}, to_apply=sum16
)"}) {
    EXPECT_EQ(PlanOf(entry).find("squares"), std::string::npos) << PlanOf(entry);
    ExpectBitsOfThePlainPath(entry, 70000);
  }
}

TEST(SumOfSquares, SubtractsOnlyANumberPerRow) {
  // One number per column, whose count is that of the rows.
  const std::string entry = R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  zero = f32[] constant(0)
  s = f32[256] reduce(m, zero), dimensions={1}, to_apply=sum
  sb = f32[256,256] broadcast(s), dimensions={1}
  d = f32[256,256] subtract(m, sb)
  dd = f32[256,256] multiply(d, d)
  ROOT q = f32[256] reduce(dd, zero), dimensions={1}, to_apply=sum
)";
  EXPECT_NE(PlanOf(entry).find("reduce(%d, %zero): squares of %d\n"), std::string::npos)
      << PlanOf(entry);
  ExpectBitsOfThePlainPath(entry, 65536);
}

TEST(SumOfSquares, ReadsShortRowsAndSpecialValues) {
  const std::string entry = R"(
  x = f32[8192] parameter(0)
  k = f32[] constant(1e38)
  kb = f32[8192] broadcast(k), dimensions={}
  y = f32[8192] multiply(x, kb)
  m = f32[ROWS,COLUMNS] reshape(y)
  zero = f32[] constant(0)
  s = f32[ROWS] reduce(m, zero), dimensions={1}, to_apply=sum
  sb = f32[ROWS,COLUMNS] broadcast(s), dimensions={0}
  d = f32[ROWS,COLUMNS] subtract(m, sb)
  dd = f32[ROWS,COLUMNS] multiply(d, d)
  ROOT q = f32[ROWS] reduce(dd, zero), dimensions={1}, to_apply=sum
)";
  for (const auto& [rows, columns] :
       std::map<std::string, std::string>{{"1024", "8"}, {"64", "128"}, {"16", "512"}}) {
    ExpectBitsOfThePlainPath(Replaced(Replaced(entry, "ROWS", rows), "COLUMNS", columns), 8192);
  }
}

}  // namespace
}  // namespace hlo
