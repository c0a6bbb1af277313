// SPDX-License-Identifier: Apache-2.0
// Expected values: the worked examples of ops reference 11.1.
#include <cmath>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::Array;
using op_testing::OpCall;
using op_testing::SameBits;

TEST(Cholesky, ReadsOnlyTheChosenTriangle) {
  const Literal a = Array("f32[3,3]", {1, NAN, NAN, 2, 20, NAN, 3, 26, 70});
  OpCall call("cholesky");
  EXPECT_TRUE(SameBits(call.Set(Attr::lower, true).Operand(a).Value(),
                       Array("f32[3,3]", {1, 0, 0, 2, 4, 0, 3, 5, 6})));
}

TEST(Cholesky, FactorizesComplexMatricesWithTheConjugate) {
  // {{4, 2i}, {-2i, 10}} = U^H U with U = {{2, i}, {0, 3}}.
  const Literal a = Array("c64[2,2]", {4, 0, 0, 2, 0, -2, 10, 0});
  OpCall call("cholesky");
  EXPECT_TRUE(SameBits(call.Set(Attr::lower, false).Operand(a).Value(),
                       Array("c64[2,2]", {2, 0, 0, 1, 0, 0, 3, 0})));
}

TEST(Cholesky, ReturnsNanOnlyForAMatrixThatIsNotPositiveDefinite) {
  OpCall call("cholesky");
  EXPECT_TRUE(SameBits(call.Set(Attr::lower, true).Operand(Array("f64[2,1,1]", {-1, 9})).Value(),
                       Array("f64[2,1,1]", {NAN, 3})));
}

}  // namespace
}  // namespace hlo
