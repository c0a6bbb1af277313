// SPDX-License-Identifier: Apache-2.0
#include "native/bench/peers/loops.h"

#include <cmath>
#include <cstring>
#include <type_traits>

#define HLO_PARALLEL _Pragma("omp parallel for schedule(static)")
#define HLO_PARALLEL_SIMD _Pragma("omp parallel for simd schedule(static)")

namespace hlo::bench::loops {

void Add(const float* __restrict x, const float* __restrict y, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = x[i] + y[i];
}

void Exp(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = std::exp(x[i]);
}

void Tanh(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = std::tanh(x[i]);
}

void Erf(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = std::erf(x[i]);
}

void Gelu(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = 0.5f * x[i] * (1 + std::erf(x[i] * 0.70710678f));
}

void Chain(const float* __restrict x, const float* __restrict y, float* __restrict out,
           ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = std::tanh(x[i] * 2 + 1) + y[i];
}

void Chain20(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  HLO_PARALLEL_SIMD
  for (ptrdiff_t i = 0; i < n; ++i) {
    float v = x[i];
    for (int k = 0; k < 10; ++k) v = v * 0.999f + x[i];
    out[i] = v;
  }
}

float Sum(const float* x, ptrdiff_t n) {
  float sum = 0;
  _Pragma("omp parallel for simd reduction(+ : sum) schedule(static)")  //
      for (ptrdiff_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

void SumColumns(const float* __restrict x, float* __restrict out, ptrdiff_t rows,
                ptrdiff_t columns) {
  std::memset(out, 0, static_cast<size_t>(columns) * sizeof(float));
  for (ptrdiff_t i = 0; i < rows; ++i) {
    for (ptrdiff_t j = 0; j < columns; ++j) out[j] += x[i * columns + j];
  }
}

void SumRows(const float* __restrict x, float* __restrict out, ptrdiff_t rows, ptrdiff_t columns) {
  HLO_PARALLEL
  for (ptrdiff_t i = 0; i < rows; ++i) {
    float sum = 0;
    for (ptrdiff_t j = 0; j < columns; ++j) sum += x[i * columns + j];
    out[i] = sum;
  }
}

// The largest element first, then its first position: both loops are vectors.
void ArgMax(const float* __restrict x, int32_t* __restrict out, ptrdiff_t rows, ptrdiff_t columns) {
  HLO_PARALLEL
  for (ptrdiff_t i = 0; i < rows; ++i) {
    const float* row = x + i * columns;
    float largest = row[0];
    for (ptrdiff_t j = 0; j < columns; ++j) largest = row[j] > largest ? row[j] : largest;
    int32_t first = static_cast<int32_t>(columns) - 1;
    for (int32_t j = 0; j < static_cast<int32_t>(columns); ++j) {
      const int32_t here = row[j] == largest ? j : static_cast<int32_t>(columns) - 1;
      first = here < first ? here : first;
    }
    out[i] = first;
  }
}

void CumulativeSum(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  float sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += x[i];
    out[i] = sum;
  }
}

void Softmax(const float* __restrict x, float* __restrict out, ptrdiff_t rows, ptrdiff_t columns) {
  HLO_PARALLEL
  for (ptrdiff_t i = 0; i < rows; ++i) {
    const float* from = x + i * columns;
    float* to = out + i * columns;
    float largest = from[0], sum = 0;
    for (ptrdiff_t j = 0; j < columns; ++j) largest = from[j] > largest ? from[j] : largest;
    for (ptrdiff_t j = 0; j < columns; ++j) {
      to[j] = std::exp(from[j] - largest);
      sum += to[j];
    }
    const float inverse = 1 / sum;
    for (ptrdiff_t j = 0; j < columns; ++j) to[j] *= inverse;
  }
}

void LayerNorm(const float* __restrict x, const float* __restrict gamma,
               const float* __restrict beta, float* __restrict out, ptrdiff_t rows,
               ptrdiff_t columns) {
  HLO_PARALLEL
  for (ptrdiff_t i = 0; i < rows; ++i) {
    const float* from = x + i * columns;
    float* to = out + i * columns;
    float sum = 0, squares = 0;
    for (ptrdiff_t j = 0; j < columns; ++j) sum += from[j];
    const float mean = sum / static_cast<float>(columns);
    for (ptrdiff_t j = 0; j < columns; ++j) squares += (from[j] - mean) * (from[j] - mean);
    const float inverse = 1 / std::sqrt(squares / static_cast<float>(columns) + 1e-5f);
    for (ptrdiff_t j = 0; j < columns; ++j) {
      to[j] = (from[j] - mean) * inverse * gamma[j] + beta[j];
    }
  }
}

void Transpose(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  constexpr ptrdiff_t kBlock = 16;
  HLO_PARALLEL
  for (ptrdiff_t row = 0; row < n; row += kBlock) {
    for (ptrdiff_t column = 0; column < n; column += kBlock) {
      for (ptrdiff_t j = 0; j < kBlock; ++j) {
        for (ptrdiff_t i = 0; i < kBlock; ++i) {
          out[(column + j) * n + row + i] = x[(row + i) * n + column + j];
        }
      }
    }
  }
}

void Gather(const float* __restrict table, const int32_t* __restrict rows, float* __restrict out,
            ptrdiff_t count, ptrdiff_t columns) {
  HLO_PARALLEL
  for (ptrdiff_t i = 0; i < count; ++i) {
    for (ptrdiff_t j = 0; j < columns; ++j) {
      out[i * columns + j] = table[ptrdiff_t{rows[i]} * columns + j];
    }
  }
}

void ScatterAdd(const int32_t* __restrict rows, const float* __restrict x, float* __restrict table,
                ptrdiff_t count, ptrdiff_t table_rows, ptrdiff_t columns) {
  std::memset(table, 0, static_cast<size_t>(table_rows * columns) * sizeof(float));
  for (ptrdiff_t i = 0; i < count; ++i) {
    float* to = table + ptrdiff_t{rows[i]} * columns;
    for (ptrdiff_t j = 0; j < columns; ++j) to[j] += x[i * columns + j];
  }
}

void Double(const float* __restrict x, float* __restrict out, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = x[i] + x[i];
}

namespace {

// combine(to, from, cell, first) for each cell of the windows that is inside the image.
template <class Combine>
void Windows(const float* __restrict x, float* __restrict out, ptrdiff_t n, ptrdiff_t features,
             Combine combine) {
  HLO_PARALLEL
  for (ptrdiff_t at = 0; at < n * n; ++at) {
    const ptrdiff_t row = at / n, column = at % n;
    float* to = out + at * features;
    bool first = true;
    for (ptrdiff_t cell = 0; cell < 9; ++cell) {
      const ptrdiff_t y = row + cell / 3 - 1, z = column + cell % 3 - 1;
      if (y < 0 || z < 0 || y >= n || z >= n) continue;
      const float* from = x + (y * n + z) * features;
      if (first) {
        combine(to, from, cell, std::true_type());
      } else {
        combine(to, from, cell, std::false_type());
      }
      first = false;
    }
  }
}

}  // namespace

void MaxPool(const float* x, float* out, ptrdiff_t n, ptrdiff_t features) {
  Windows(x, out, n, features, [=](float* to, const float* from, ptrdiff_t, auto first) {
    for (ptrdiff_t k = 0; k < features; ++k) to[k] = first || from[k] > to[k] ? from[k] : to[k];
  });
}

void SumPool(const float* x, float* out, ptrdiff_t n, ptrdiff_t features) {
  Windows(x, out, n, features, [=](float* to, const float* from, ptrdiff_t, auto first) {
    for (ptrdiff_t k = 0; k < features; ++k) to[k] = first ? from[k] : to[k] + from[k];
  });
}

void DepthwiseConvolution(const float* x, const float* filter, float* out, ptrdiff_t n,
                          ptrdiff_t features) {
  Windows(x, out, n, features, [=](float* to, const float* from, ptrdiff_t cell, auto first) {
    const float* w = filter + cell * features;
    for (ptrdiff_t k = 0; k < features; ++k) {
      to[k] = first ? from[k] * w[k] : to[k] + from[k] * w[k];
    }
  });
}

}  // namespace hlo::bench::loops
