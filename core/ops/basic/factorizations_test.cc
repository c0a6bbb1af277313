// SPDX-License-Identifier: Apache-2.0
// The factors of random matrices, multiplied, are the matrices.
#include "core/ops/basic/factorizations.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/literal/memory_budget.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::OpCall;
using op_testing::Random;

constexpr double kError = 1e-12;

std::string MatrixText(int64_t rows, int64_t columns) {
  return Format("f64[{},{}]", {rows, columns});
}

Literal CallLibrary(std::string_view target, const std::string& result,
                    std::vector<Literal> operands, std::string_view config = "") {
  OpCall call("custom-call");
  call.Set(Attr::custom_call_target, std::string(target)).Declare(result);
  if (!config.empty()) call.Set(Attr::backend_config, Config{std::string(config), true});
  for (Literal& operand : operands) call.Operand(std::move(operand));
  return call.Value();
}

double At(const Literal& matrix, int64_t row, int64_t column) {
  const auto width = static_cast<size_t>(matrix.shape().dims.back());
  return matrix.data<double>()[static_cast<size_t>(row) * width + static_cast<size_t>(column)];
}

struct MatrixSize {
  int64_t rows, columns;
};
constexpr MatrixSize kMatrixSizes[] = {{1, 1}, {3, 3}, {7, 5}, {5, 7}, {9, 1}, {1, 9}, {16, 16}};

TEST(LuFactors, MultiplyToTheMatrixWithItsRowsExchanged) {
  std::mt19937 random(7);
  for (const auto& [rows, columns] : kMatrixSizes) {
    const std::string shape = MatrixText(rows, columns);
    const int64_t least = std::min(rows, columns);
    const Literal a = Random(random, shape, rows * columns, -9, 9);
    const Literal found =
        CallLibrary("lapack_dgetrf_ffi", Format("({}, s32[{}], s32[])", {shape, least}), {a});
    const Literal& factors = found.elements()[0];
    std::vector<int64_t> order(static_cast<size_t>(rows));
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    for (size_t i = 0; i < static_cast<size_t>(least); ++i) {
      std::swap(order[i], order[static_cast<size_t>(found.elements()[1].data<int32_t>()[i] - 1)]);
    }
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        double sum = i <= j ? At(factors, i, j) : 0;  // the diagonal of L is 1
        for (int64_t k = 0; k < std::min({i, j + 1, least}); ++k) {
          sum += At(factors, i, k) * At(factors, k, j);
        }
        EXPECT_NEAR(sum, At(a, order[static_cast<size_t>(i)], j), kError)
            << shape << " " << i << "," << j;
        if (i > j) {
          EXPECT_LE(std::abs(At(factors, i, j)), 1);
        }
      }
    }
  }
}

TEST(QrFactors, MultiplyToTheMatrixAndQIsOrthogonal) {
  std::mt19937 random(8);
  for (const auto& [rows, columns] : kMatrixSizes) {
    if (rows < columns) continue;
    const std::string shape = MatrixText(rows, columns);
    const Literal a = Random(random, shape, rows * columns, -9, 9);
    const Literal found =
        CallLibrary("lapack_dgeqrf_ffi", Format("({}, f64[{}])", {shape, columns}), {a});
    const Literal& r = found.elements()[0];
    const Literal q = CallLibrary("lapack_dorgqr_ffi", shape, {r, found.elements()[1]});
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k <= j; ++k) sum += At(q, i, k) * At(r, k, j);
        EXPECT_NEAR(sum, At(a, i, j), kError) << shape << " " << i << "," << j;
      }
    }
    for (int64_t i = 0; i < columns; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < rows; ++k) sum += At(q, k, i) * At(q, k, j);
        EXPECT_NEAR(sum, i == j ? 1 : 0, kError) << shape << " " << i << "," << j;
      }
    }
  }
}

TEST(CholeskyFactors, MultiplyToTheMatrix) {
  std::mt19937 random(9);
  for (const int64_t size : {1, 2, 5, 16}) {
    const std::string shape = MatrixText(size, size);
    const Literal b = Random(random, shape, size * size, -5, 5);
    std::vector<double> product;  // b b^T + 1, which is positive definite
    for (int64_t i = 0; i < size; ++i) {
      for (int64_t j = 0; j < size; ++j) {
        double sum = i == j ? 1 : 0;
        for (int64_t k = 0; k < size; ++k) sum += At(b, i, k) * At(b, j, k);
        product.push_back(sum);
      }
    }
    const Literal a = op_testing::Array(shape, product);
    const Literal found =
        CallLibrary("lapack_dpotrf_ffi", Format("({}, s32[])", {shape}), {a}, "{uplo = 76 : ui8}");
    EXPECT_EQ(found.elements()[1].data<int32_t>()[0], 0);
    const Literal& l = found.elements()[0];
    for (int64_t i = 0; i < size; ++i) {
      for (int64_t j = 0; j < size; ++j) {
        double sum = 0;
        for (int64_t k = 0; k <= std::min(i, j); ++k) sum += At(l, i, k) * At(l, j, k);
        EXPECT_NEAR(sum, At(a, i, j), 1e-10) << shape << " " << i << "," << j;
        if (i < j) {
          EXPECT_EQ(At(l, i, j), At(a, i, j));
        }
      }
    }
  }
}

// The operands and results of a call, in bytes.
struct Batch {
  std::string_view target, operand, result;
  int64_t bytes;
};

TEST(Factorizations, CountAllOfTheirMemory) {
  const Batch batches[] = {
      // Results alone: the matrices have no elements.
      {"lapack_spotrf_ffi", "f32[1000,0,0]", "(f32[1000,0,0], s32[1000])", 4000},
      // A copy in c128 beside the result.
      {"lapack_sgeqrf_ffi", "f32[10,10]", "(f32[10,10], f32[10])", 1600 + 160 + 400 + 40},
      {"lapack_sgetrf_ffi", "f32[10,10]", "(f32[10,10], s32[10], s32[])", 1600 + 400 + 40 + 4},
  };
  for (const Batch& batch : batches) {
    for (const bool is_enough : {true, false}) {
      OpCall call("custom-call");
      call.Set(Attr::custom_call_target, std::string(batch.target)).Declare(batch.result);
      call.Operand(Literal::Zeros(op_testing::ShapeOf(batch.operand), nullptr).value());
      call.runtime = op_testing::FakeRuntime(
          std::make_shared<MemoryBudget>(is_enough ? batch.bytes : batch.bytes - 1));
      const Result<Literal> result = call.Evaluate();
      EXPECT_EQ(result.ok(), is_enough) << batch.target;
      if (!result.ok()) {
        EXPECT_EQ(result.error().code, "R02") << batch.target;
      }
    }
  }
}

}  // namespace
}  // namespace hlo
