// SPDX-License-Identifier: Apache-2.0
// Odd functions by piecewise polynomials (functions_f32_piecewise.h) in lanes of f32. Included only
// by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_PIECEWISE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_PIECEWISE_LANES_INL_H_
#undef HLO_CORE_KERNELS_PIECEWISE_LANES_INL_H_
#else
#define HLO_CORE_KERNELS_PIECEWISE_LANES_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "core/kernels/function_lanes-inl.h"
#include "core/kernels/functions_f32_piecewise.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// Each lane loads the row of its interval from the table: columns[k] gets element k of the rows,
// and LookUpCenter returns the two elements of its row.
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

// Looks up column by column in registers.
struct CoefficientColumns {
  HWY_ALIGN_MAX float values[8][16];
};
constexpr CoefficientColumns ColumnsOf(const PiecewisePolynomials& polynomials) {
  CoefficientColumns columns = {};
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      columns.values[column][row] = polynomials.rows[row][column];
    }
  }
  return columns;
}

// Lookups ignore all bits but the lowest ones.
template <class D, class V>
HWY_INLINE auto RowIndices(D, V numbers) {
  return hn::Indices512<hn::TFromD<D>>{numbers.raw};
}

template <const PiecewisePolynomials& kPiecewise, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCoefficients(D d, V key, V* columns) {
  static constexpr CoefficientColumns kTable = ColumnsOf(kPiecewise);
  const hn::RebindToSigned<D> di;
  const auto interval = hn::ShiftRight<kPiecewise.shift>(hn::BitCast(di, key));
  const auto indices = RowIndices(d, interval);
  for (int k = 0; k < kColumns; ++k) {
    columns[k] = hn::TableLookupLanes(hn::Load(d, kTable.values[k]), indices);
  }
}

struct CenterColumns {
  HWY_ALIGN_MAX float values[2][32];
};
constexpr CenterColumns ColumnsOf(const PiecewiseTanh& polynomials) {
  CenterColumns columns = {};
  for (int row = 0; row < 32; ++row) {
    columns.values[0][row] = polynomials.rows[row][0];
    columns.values[1][row] = polynomials.rows[row][1];
  }
  return columns;
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCenter(D d, V key, V& center, V& value) {
  static constexpr CenterColumns kTable = ColumnsOf(kPiecewiseTanh);
  const hn::RebindToSigned<D> di;
  const auto interval = hn::ShiftRight<kPiecewiseTanh.shift>(hn::BitCast(di, key));
  const auto indices = RowIndices(d, interval);
  V* const results[] = {&center, &value};
  for (int k = 0; k < 2; ++k) {
    const float* column = kTable.values[k];
    *results[k] =
        hn::TwoTablesLookupLanes(d, hn::Load(d, column), hn::Load(d, column + 16), indices);
  }
}

#elif HWY_TARGET == HWY_SCALAR

template <const PiecewisePolynomials& kPiecewise, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCoefficients(D d, V key, V* columns) {
  const hn::RebindToSigned<D> di;
  const float* row = kPiecewise.rows[hn::GetLane(hn::BitCast(di, key)) >> kPiecewise.shift & 15];
  for (int k = 0; k < kColumns; ++k) columns[k] = hn::Set(d, row[k]);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCenter(D d, V key, V& center, V& value) {
  const hn::RebindToSigned<D> di;
  const float* row =
      kPiecewiseTanh.rows[hn::GetLane(hn::BitCast(di, key)) >> kPiecewiseTanh.shift & 31];
  center = hn::Set(d, row[0]);
  value = hn::Set(d, row[1]);
}

#else  // for four or eight lanes

// For each key the number of bytes before its row: from the beginning of the table, or of memory
// under WebAssembly, whose addresses fit a lane.
template <const auto& kPiecewise, class D, class V>
HWY_INLINE auto RowStarts(D, V key) {
  const hn::RebindToUnsigned<D> du;
  constexpr size_t kRowBytes = sizeof(kPiecewise.rows[0]);
  constexpr int kShift = kPiecewise.shift - static_cast<int>(hwy::FloorLog2(kRowBytes));
  const auto starts = hn::And(hn::ShiftRight<kShift>(hn::BitCast(du, key)),
                              hn::Set(du, sizeof(kPiecewise.rows) - kRowBytes));
#if HWY_TARGET == HWY_WASM
  return hn::Add(starts, hn::Set(du, reinterpret_cast<uintptr_t>(kPiecewise.rows)));
#else
  return starts;
#endif
}

template <const auto& kPiecewise>
HWY_INLINE const float* RowAt(uint32_t start) {
#if HWY_TARGET == HWY_WASM
  return reinterpret_cast<const float*>(start);
#else
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(kPiecewise.rows) + start);
#endif
}

#if HWY_TARGET == HWY_AVX2

struct Rows {
  const float* at[8];
};
template <const auto& kPiecewise, class D, class V>
HWY_INLINE Rows FindRows(D d, V key) {
  HWY_ALIGN uint32_t starts[8];
  hn::Store(RowStarts<kPiecewise>(d, key), hn::RebindToUnsigned<D>(), starts);
  Rows rows;
  for (int i = 0; i < 8; ++i) rows.at[i] = RowAt<kPiecewise>(starts[i]);
  return rows;
}

// Two elements each of rows i and i + 2 in the lower half, and of rows i + 4 and i + 6.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V LoadPairs(D d, const Rows& rows, int i) {
  const hn::Repartition<double, D> pairs;
  const hn::Half<decltype(pairs)> two;
  const hn::Half<decltype(two)> one;
  const auto at = [&](int row) HWY_ATTR {
    return hn::LoadU(one, reinterpret_cast<const double*>(rows.at[row]));
  };
  const auto lower = hn::Combine(two, at(i + 2), at(i)),
             upper = hn::Combine(two, at(i + 6), at(i + 4));
  return hn::BitCast(d, hn::Combine(pairs, upper, lower));
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCenter(D d, const Rows& rows, V& center, V& value) {
  const V even = LoadPairs(d, rows, 0), odd = LoadPairs(d, rows, 1);
  center = hn::InterleaveEven(d, even, odd);
  value = hn::InterleaveOdd(d, even, odd);
}

// Four elements each of rows i and i + 4.
template <class D>
HWY_INLINE hn::Vec<D> LoadFours(D d, const Rows& rows, int i, int k) {
  const hn::Half<D> half;
  return hn::Combine(d, hn::Load(half, rows.at[i + 4] + k), hn::Load(half, rows.at[i] + k));
}

#else

struct Rows {
  const float* at[4];
};
template <const auto& kPiecewise, class D, class V>
HWY_INLINE Rows FindRows(D d, V key) {
  // Two at a time, because extracting a lane costs more than splitting a register.
  const auto starts = hn::BitCast(hn::Repartition<uint64_t, D>(), RowStarts<kPiecewise>(d, key));
  const uint64_t first = hn::ExtractLane(starts, 0), second = hn::ExtractLane(starts, 1);
  return {RowAt<kPiecewise>(static_cast<uint32_t>(first)),
          RowAt<kPiecewise>(static_cast<uint32_t>(first >> 32)),
          RowAt<kPiecewise>(static_cast<uint32_t>(second)),
          RowAt<kPiecewise>(static_cast<uint32_t>(second >> 32))};
}

// Two f32, in the lower half.
template <class D>
HWY_INLINE hn::Vec<D> LoadPair([[maybe_unused]] D d, const float* pair) {
#if HWY_TARGET == HWY_WASM
  // One instruction; Highway's load of half a vector is two.
  return hn::Vec<D>{wasm_v128_load64_zero(pair)};
#else
  return hn::ZeroExtendVector(d, hn::LoadU(hn::Half<D>(), reinterpret_cast<const uint64_t*>(pair)));
#endif
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCenter(D d, const Rows& rows, V& center, V& value) {
  const hn::Repartition<uint64_t, D> pairs;
  const auto a = LoadPair(pairs, rows.at[0]), b = LoadPair(pairs, rows.at[1]);
  const auto c = LoadPair(pairs, rows.at[2]), e = LoadPair(pairs, rows.at[3]);
  const V lower = hn::BitCast(d, hn::InterleaveLower(pairs, a, b));
  const V upper = hn::BitCast(d, hn::InterleaveLower(pairs, c, e));
  center = hn::ConcatEven(d, upper, lower);
  value = hn::ConcatOdd(d, upper, lower);
}
template <class D>
HWY_INLINE hn::Vec<D> LoadFours(D d, const Rows& rows, int i, int k) {
  return hn::Load(d, rows.at[i] + k);
}

#endif

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCenter(D d, V key, V& center, V& value) {
  LookUpCenter(d, FindRows<kPiecewiseTanh>(d, key), center, value);
}

// Halves of rows, transposed.
template <const PiecewisePolynomials& kPiecewise, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCoefficients(D d, const Rows& rows, V* columns) {
  const hn::Repartition<double, D> pairs;
  for (int k = 0; k < kColumns; k += 4) {
    const V a = LoadFours(d, rows, 0, k), b = LoadFours(d, rows, 1, k);
    const V c = LoadFours(d, rows, 2, k), e = LoadFours(d, rows, 3, k);
    const auto lower_ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
    const auto lower_ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
    const auto upper_ab = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
    const auto upper_ce = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    columns[k] = hn::BitCast(d, hn::InterleaveLower(pairs, lower_ab, lower_ce));
    columns[k + 1] = hn::BitCast(d, hn::InterleaveUpper(pairs, lower_ab, lower_ce));
    columns[k + 2] = hn::BitCast(d, hn::InterleaveLower(pairs, upper_ab, upper_ce));
    columns[k + 3] = hn::BitCast(d, hn::InterleaveUpper(pairs, upper_ab, upper_ce));
  }
}
template <const PiecewisePolynomials& kPiecewise, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCoefficients(D d, V key, V* columns) {
  LookUpCoefficients<kPiecewise, kColumns>(d, FindRows<kPiecewise>(d, key), columns);
}

#endif

// A function of lanes with coefficients looked up by key(x), or in rows already found by it.
template <const auto& kTable>
struct LookingUp {
  static constexpr const auto& kPiecewise = kTable;

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Magnitude(D d, V x) {
    // Not Abs, which is three instructions in V8.
    return AtMost(d, hn::AndNot(hn::SignBit(d), x), kTable.limit);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Key(D d, V x) {
    return hn::Add(Magnitude(d, x), Constant(d, kTable.offset));
  }
};

template <const PiecewisePolynomials& kTable, class P>
struct PiecewiseLanes : LookingUp<kTable> {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    return Of(d, x, PiecewiseLanes::Key(d, x));
  }

  // rows: the key, or the rows found.
  template <class D, class Rows, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x, const Rows& rows) {
    constexpr int kDegree = kTable.degree;
    V columns[8];
    LookUpCoefficients<kTable, kDegree + 2>(d, rows, columns);
    const V magnitude = PiecewiseLanes::Magnitude(d, x);
    const V t = hn::Sub(magnitude, columns[0]);
    V g = columns[kDegree + 1];
    for (int k = kDegree; k >= 1; --k) g = P::MulAdd(g, t, columns[k]);
    return hn::CopySignToAbs(hn::Add(AtMost(d, magnitude, kTable.kink), g), x);
  }
};

// tanh(c + t) = tanh(c) + (1 - tanh(c)^2) tanh(t) / (1 + tanh(c) tanh(t)): the first term is from
// the table and the second is small; or only the second is nonzero and the divisor is 1.
template <class P>
struct TanhLanes : LookingUp<kPiecewiseTanh> {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    return Of(d, x, Key(d, x));
  }

  template <class D, class Rows, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x, const Rows& rows) {
    V center, value;
    LookUpCenter(d, rows, center, value);
    const V one = Constant(d, 1);
    const V t = hn::Sub(Magnitude(d, x), center), square = hn::Mul(t, t);
    const V tanh_t =
        P::MulAdd(hn::Mul(t, square),
                  Polynomial<P>(d, square, kPiecewiseTanh.cubic, kPiecewiseTanh.quintic), t);
    const V slope = P::NegMulAdd(value, value, one);
    const V rest = hn::Div(hn::Mul(slope, tanh_t), P::MulAdd(value, tanh_t, one));
    return hn::CopySignToAbs(hn::Add(value, rest), x);
  }
};

#if HWY_TARGET == HWY_WASM || HWY_TARGET == HWY_AVX2
// StepsInF32 for functions with lookups. The addresses of all rows of a block are computed first:
// otherwise, instructions that wait for lookups fill the scheduler. Makes tanh a fifth faster.
template <class F>
HWY_INLINE void StepsByRows(const float* in, size_t n, float* out) {
  constexpr size_t kBlock = 128;
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  HWY_ALIGN uint32_t starts[kBlock];
  for (size_t i = 0; i < n; i += kBlock) {
    const size_t end = HWY_MIN(n, i + kBlock);
    uint32_t* start = starts;
    HWY_UNROLL(1)
    for (size_t k = i; k < end; k += kStep, start += kStep) {
      const auto first = F::Key(d, hn::LoadU(d, in + k));
      const auto second = F::Key(d, hn::LoadU(d, in + k + kLanes));
      hn::Store(RowStarts<F::kPiecewise>(d, first), du, start);
      hn::Store(RowStarts<F::kPiecewise>(d, second), du, start + kLanes);
    }
    start = starts;
    HWY_UNROLL(1)
    for (size_t k = i; k < end; k += kStep, start += kStep) {
      const uint32_t* at = start;
      asm("" : "+r"(at));  // keeps the compiler from computing the address of each element
      const auto of = [&](const float* from, size_t r) HWY_ATTR __attribute__((always_inline)) {
        Rows rows;
        for (size_t lane = 0; lane < kLanes; ++lane) {
          rows.at[lane] = RowAt<F::kPiecewise>(at[r + lane]);
        }
        return F::Of(d, hn::LoadU(d, from + r), rows);
      };
      const auto first = of(in + k, 0), second = of(in + k, kLanes);
      hn::StoreU(first, d, out + k);
      hn::StoreU(second, d, out + k + kLanes);
    }
  }
}
#else
template <class F>
HWY_INLINE void StepsByRows(const float* in, size_t n, float* out) {
  StepsInF32<F, true>(in, n, out);
}
#endif

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
