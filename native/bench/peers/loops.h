// SPDX-License-Identifier: Apache-2.0
// Plain loops as a C++ programmer writes them, left to the compiler (CMakeLists.txt has its flags):
// what an engine of vector instructions must beat. Some run on several threads (OpenMP).
#ifndef HLO_NATIVE_BENCH_PEERS_LOOPS_H_
#define HLO_NATIVE_BENCH_PEERS_LOOPS_H_

#include <cstddef>
#include <cstdint>

namespace hlo::bench::loops {

void Add(const float* x, const float* y, float* out, ptrdiff_t n);
void Exp(const float* x, float* out, ptrdiff_t n);
void Tanh(const float* x, float* out, ptrdiff_t n);
void Erf(const float* x, float* out, ptrdiff_t n);
void Gelu(const float* x, float* out, ptrdiff_t n);
void Chain(const float* x, const float* y, float* out, ptrdiff_t n);
void Chain20(const float* x, float* out, ptrdiff_t n);
float Sum(const float* x, ptrdiff_t n);
void SumColumns(const float* x, float* out, ptrdiff_t rows, ptrdiff_t columns);
void SumRows(const float* x, float* out, ptrdiff_t rows, ptrdiff_t columns);
void ArgMax(const float* x, int32_t* out, ptrdiff_t rows, ptrdiff_t columns);
void CumulativeSum(const float* x, float* out, ptrdiff_t n);
void Softmax(const float* x, float* out, ptrdiff_t rows, ptrdiff_t columns);
void LayerNorm(const float* x, const float* gamma, const float* beta, float* out, ptrdiff_t rows,
               ptrdiff_t columns);
// n x n; n is a multiple of 16.
void Transpose(const float* x, float* out, ptrdiff_t n);
void Gather(const float* table, const int32_t* rows, float* out, ptrdiff_t count,
            ptrdiff_t columns);
// Overwrites the table with zeros first.
void ScatterAdd(const int32_t* rows, const float* x, float* table, ptrdiff_t count,
                ptrdiff_t table_rows, ptrdiff_t columns);
void Double(const float* x, float* out, ptrdiff_t n);
// 3x3 windows with padding 1 on an image of n x n x features, features last.
void MaxPool(const float* x, float* out, ptrdiff_t n, ptrdiff_t features);
void SumPool(const float* x, float* out, ptrdiff_t n, ptrdiff_t features);
void DepthwiseConvolution(const float* x, const float* filter, float* out, ptrdiff_t n,
                          ptrdiff_t features);

}  // namespace hlo::bench::loops

#endif  // HLO_NATIVE_BENCH_PEERS_LOOPS_H_
