// SPDX-License-Identifier: Apache-2.0
// Expected values: the worked examples of ops reference 11.2.
#include <cmath>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::Array;
using op_testing::OpCall;
using op_testing::SameBits;

OpCall Solve(bool left, bool unit_diagonal, std::string_view transpose) {
  OpCall call("triangular-solve");
  call.Set(Attr::left_side, left).Set(Attr::lower, true).Set(Attr::unit_diagonal, unit_diagonal);
  call.SetWord(Attr::transpose_a, transpose);
  return call;
}

TEST(TriangularSolve, SolvesOnBothSides) {
  const Literal a = Array("f32[2,2]", {2, NAN, 1, 4});
  OpCall left = Solve(true, false, "NO_TRANSPOSE");
  EXPECT_TRUE(SameBits(left.Operand(a).Operand(Array("f32[2,1]", {2, 9})).Value(),
                       Array("f32[2,1]", {1, 2})));
  OpCall right = Solve(false, false, "NO_TRANSPOSE");
  EXPECT_TRUE(SameBits(right.Operand(a).Operand(Array("f32[1,2]", {4, 8})).Value(),
                       Array("f32[1,2]", {1, 2})));
  OpCall transposed = Solve(true, false, "TRANSPOSE");
  EXPECT_TRUE(SameBits(transposed.Operand(a).Operand(Array("f32[2,1]", {4, 8})).Value(),
                       Array("f32[2,1]", {1, 2})));
}

TEST(TriangularSolve, DoesNotReadADiagonalOfOnes) {
  OpCall call = Solve(true, true, "NO_TRANSPOSE");
  const Literal a = Array("f64[2,2]", {NAN, NAN, 3, NAN});
  EXPECT_TRUE(SameBits(call.Operand(a).Operand(Array("f64[2,1]", {1, 5})).Value(),
                       Array("f64[2,1]", {1, 2})));
}

TEST(TriangularSolve, ConjugatesForTheAdjoint) {
  OpCall call = Solve(true, false, "ADJOINT");  // -i x = 2 + 4i
  EXPECT_TRUE(
      SameBits(call.Operand(Array("c64[1,1]", {0, 1})).Operand(Array("c64[1,1]", {2, 4})).Value(),
               Array("c64[1,1]", {-4, 2})));
}

TEST(TriangularSolve, ReportsSizesThatDoNotMatch) {
  OpCall call = Solve(true, false, "NO_TRANSPOSE");
  call.OperandShape("f32[3,3]").OperandShape("f32[2,3]");
  EXPECT_EQ(call.Rejection(),
            "triangular-solve.C4: `triangular-solve`: b must have 3 rows like a, got 2");
}

}  // namespace
}  // namespace hlo
