// SPDX-License-Identifier: Apache-2.0
// Odd functions as polynomials of a few pieces (functions_f32_pieces.h) in lanes of f32. To be
// included by the kernels' sources alone, once for each target.

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

// Each lane takes the row of its piece from the table: columns[k] gets element k of the rows.
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

template <const FunctionPieces& kPieces, int kColumns, class D, class V = hn::Vec<D>>
HWY_INLINE void LookUpPieces(D d, V key, V* columns) {
  static constexpr PieceColumns kTable = ColumnsOf(kPieces);
  const hn::RebindToSigned<D> di;
  const auto piece = hn::ShiftRight<kPieces.shift>(hn::BitCast(di, key));
  const auto indices = hn::IndicesFromVec(d, hn::And(piece, hn::Set(di, 15)));
  for (int k = 0; k < kColumns; ++k) {
    const V lower = hn::Load(d, kTable.values[k]);
    if constexpr (hn::MaxLanes(D()) == 16) {
      columns[k] = hn::TableLookupLanes(lower, indices);
    } else {
      columns[k] = hn::TwoTablesLookupLanes(d, lower, hn::Load(d, kTable.values[k] + 8), indices);
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

#else

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

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
