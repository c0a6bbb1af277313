// SPDX-License-Identifier: Apache-2.0
// Odd functions by pieces (functions_f32_pieces.h) in lanes of f32. To be included by the kernels'
// sources alone, once for each target.

#if defined(HLO_CORE_KERNELS_PIECE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_PIECE_LANES_INL_H_
#undef HLO_CORE_KERNELS_PIECE_LANES_INL_H_
#else
#define HLO_CORE_KERNELS_PIECE_LANES_INL_H_
#endif

#include "core/kernels/function_lanes-inl.h"
#include "core/kernels/functions_f32_pieces.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// Each lane takes the row of its piece from the table: columns[k] gets element k of the rows, and
// LookUpCentre gives the two elements of its row.
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86

// Column by column out of registers.
struct PieceColumns {
  HWY_ALIGN_MAX float values[8][16];
};
constexpr PieceColumns ColumnsOf(const FunctionPieces& pieces) {
  PieceColumns columns = {};
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      columns.values[column][row] = pieces.rows[row][column];
    }
  }
  return columns;
}

// By the bits of `numbers` that count; AVX-512 takes no others anyhow.
template <class D, class VI>
HWY_INLINE auto LaneIndices([[maybe_unused]] D d, VI numbers, [[maybe_unused]] int32_t bits) {
#if HWY_TARGET <= HWY_AVX3
  return hn::Indices512<hn::TFromD<D>>{numbers.raw};
#else
  return hn::IndicesFromVec(d, hn::And(numbers, hn::Set(hn::DFromV<VI>(), bits)));
#endif
}

template <const FunctionPieces& kPieces, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpPieces(D d, V key, V* columns) {
  static constexpr PieceColumns kTable = ColumnsOf(kPieces);
  const hn::RebindToSigned<D> di;
  const auto piece = hn::ShiftRight<kPieces.shift>(hn::BitCast(di, key));
  const auto indices = LaneIndices(d, piece, 15);
  for (int k = 0; k < kColumns; ++k) {
    const V lower = hn::Load(d, kTable.values[k]);
    if constexpr (hn::MaxLanes(D()) == 16) {
      columns[k] = hn::TableLookupLanes(lower, indices);
    } else {
      columns[k] = hn::TwoTablesLookupLanes(d, lower, hn::Load(d, kTable.values[k] + 8), indices);
    }
  }
}

struct CentreColumns {
  HWY_ALIGN_MAX float values[2][32];
};
constexpr CentreColumns ColumnsOf(const TanhPieces& pieces) {
  CentreColumns columns = {};
  for (int row = 0; row < 32; ++row) {
    columns.values[0][row] = pieces.rows[row][0];
    columns.values[1][row] = pieces.rows[row][1];
  }
  return columns;
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCentre(D d, V key, V& centre, V& value) {
  static constexpr CentreColumns kTable = ColumnsOf(kTanhPieces);
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, key);
  const auto piece = hn::ShiftRight<kTanhPieces.shift>(bits);
  V* const results[] = {&centre, &value};
  for (int k = 0; k < 2; ++k) {
    const float* column = kTable.values[k];
    if constexpr (hn::MaxLanes(D()) == 16) {
      const auto indices = LaneIndices(d, piece, 31);
      *results[k] = hn::TwoTablesLookupLanes(d, hn::Load(d, column), hn::Load(d, column + 16),
                                             indices);
    } else {
      // By the lowest three bits out of each quarter of the column, then among those by the others.
      const auto indices = LaneIndices(d, piece, 7);
      const V bit3 = hn::BitCast(d, hn::ShiftLeft<31 - kTanhPieces.shift - 3>(bits));
      const V bit4 = hn::BitCast(d, hn::ShiftLeft<31 - kTanhPieces.shift - 4>(bits));
      V quarters[4];
      for (int q = 0; q < 4; ++q) {
        quarters[q] = hn::TableLookupLanes(hn::Load(d, column + 8 * q), indices);
      }
      const V lower = hn::IfNegativeThenElse(bit3, quarters[1], quarters[0]);
      const V upper = hn::IfNegativeThenElse(bit3, quarters[3], quarters[2]);
      *results[k] = hn::IfNegativeThenElse(bit4, upper, lower);
    }
  }
}

#elif HWY_TARGET == HWY_SCALAR

template <const FunctionPieces& kPieces, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpPieces(D d, V key, V* columns) {
  const hn::RebindToSigned<D> di;
  const float* row = kPieces.rows[hn::GetLane(hn::BitCast(di, key)) >> kPieces.shift & 15];
  for (int k = 0; k < kColumns; ++k) columns[k] = hn::Set(d, row[k]);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCentre(D d, V key, V& centre, V& value) {
  const hn::RebindToSigned<D> di;
  const float* row = kTanhPieces.rows[hn::GetLane(hn::BitCast(di, key)) >> kTanhPieces.shift & 31];
  centre = hn::Set(d, row[0]);
  value = hn::Set(d, row[1]);
}

#else

// The f32 at an address and the next one, in the lower half.
template <class D>
HWY_INLINE hn::Vec<D> LoadPair([[maybe_unused]] D d, uintptr_t address) {
  const auto* pair = reinterpret_cast<const hn::TFromD<D>*>(address);
#if HWY_TARGET == HWY_WASM
  // One instruction; Highway's load of half a vector is two.
  return hn::Vec<D>{wasm_v128_load64_zero(pair)};
#else
  return hn::ZeroExtendVector(d, hn::LoadU(hn::Half<D>(), pair));
#endif
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpCentre(D d, V key, V& centre, V& value) {
  static_assert(hn::MaxLanes(D()) == 4);
  const hn::RebindToUnsigned<D> du;
  const hn::Repartition<uint64_t, D> pairs;
  // Eight times the number of the piece: the bytes before its row.
  auto starts =
      hn::And(hn::ShiftRight<kTanhPieces.shift - 3>(hn::BitCast(du, key)), hn::Set(du, 31 * 8));
  auto table = reinterpret_cast<uintptr_t>(kTanhPieces.rows);
#if HWY_TARGET == HWY_WASM  // whose addresses fit a lane: one addition for all four
  starts = hn::Add(starts, hn::Set(du, table));
  table = 0;
#endif
  // Two at a time, as it costs more to take a lane out than to split a register.
  const auto starts_by_two = hn::BitCast(pairs, starts);
  const uint64_t first = hn::ExtractLane(starts_by_two, 0);
  const uint64_t second = hn::ExtractLane(starts_by_two, 1);
  const auto a = LoadPair(pairs, table + static_cast<uint32_t>(first));
  const auto b = LoadPair(pairs, table + (first >> 32));
  const auto c = LoadPair(pairs, table + static_cast<uint32_t>(second));
  const auto e = LoadPair(pairs, table + (second >> 32));
  const V lower = hn::BitCast(d, hn::InterleaveLower(pairs, a, b));
  const V upper = hn::BitCast(d, hn::InterleaveLower(pairs, c, e));
  centre = hn::ConcatEven(d, upper, lower);
  value = hn::ConcatOdd(d, upper, lower);
}

// Halves of four rows, transposed.
template <const FunctionPieces& kPieces, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpPieces(D d, V key, V* columns) {
  static_assert(hn::MaxLanes(D()) == 4);
  const hn::RebindToSigned<D> di;
  const hn::Repartition<double, D> pairs;
  const hn::Repartition<uint64_t, D> pairs_of_bits;
  // Eight times the number of the piece: where its row begins.
  const auto starts =
      hn::And(hn::ShiftRight<kPieces.shift - 3>(hn::BitCast(di, key)), hn::Set(di, 15 * 8));
  // Two at a time, as it costs more to take a lane out than to split a register.
  const auto starts_by_two = hn::BitCast(pairs_of_bits, starts);
  const uint64_t first = hn::ExtractLane(starts_by_two, 0);
  const uint64_t second = hn::ExtractLane(starts_by_two, 1);
  const float* table = kPieces.rows[0];
  const float* rows[] = {table + static_cast<uint32_t>(first), table + (first >> 32),
                         table + static_cast<uint32_t>(second), table + (second >> 32)};
  for (int k = 0; k < kColumns; k += 4) {
    const V a = hn::Load(d, rows[0] + k), b = hn::Load(d, rows[1] + k);
    const V c = hn::Load(d, rows[2] + k), e = hn::Load(d, rows[3] + k);
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

#endif

template <const FunctionPieces& kPieces, class P>
struct PieceLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    constexpr int kDegree = kPieces.degree;
    // Not Abs, which takes three instructions of V8 where this takes one.
    const V magnitude = AtMost(d, hn::AndNot(hn::SignBit(d), x), kPieces.limit);
    V columns[8];
    LookUpPieces<kPieces, kDegree + 2>(d, hn::Add(magnitude, Constant(d, kPieces.offset)), columns);
    const V t = hn::Sub(magnitude, columns[0]);
    V g = columns[kDegree + 1];
    for (int k = kDegree; k >= 1; --k) g = P::MulAdd(g, t, columns[k]);
    return hn::CopySignToAbs(hn::Add(AtMost(d, magnitude, kPieces.kink), g), x);
  }
};

// tanh(c + t) = tanh(c) + (1 - tanh(c)^2) tanh(t) / (1 + tanh(c) tanh(t)): the first term is a
// number of the table and the second is small, or there is but the second and the divisor is 1.
template <class P>
struct TanhLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    // Not Abs, which takes three instructions of V8 where this takes one.
    const V magnitude = AtMost(d, hn::AndNot(hn::SignBit(d), x), kTanhPieces.limit);
    V centre, value;
    LookUpCentre(d, hn::Add(magnitude, Constant(d, kTanhPieces.offset)), centre, value);
    const V one = Constant(d, 1);
    const V t = hn::Sub(magnitude, centre), square = hn::Mul(t, t);
    const V tanh_t = P::MulAdd(hn::Mul(t, square),
                               Polynomial<P>(d, square, kTanhPieces.cubic, kTanhPieces.quintic), t);
    const V slope = P::NegMulAdd(value, value, one);
    const V rest = hn::Div(hn::Mul(slope, tanh_t), P::MulAdd(value, tanh_t, one));
    return hn::CopySignToAbs(hn::Add(value, rest), x);
  }
};

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
