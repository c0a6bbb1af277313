// SPDX-License-Identifier: Apache-2.0
// The functions of MatmulTiles for a product policy P:
//   Element      the type of elements and sums
//   MultiplyAdd  sum + a product of elements of the left and the right matrix
//   kRowSteps, kVectors: kRowSteps * kRowStep rows and kVectors vectors of sums make a tile, which
//                lives in registers beside a line of the right panel and a broadcast element of the
//                left one.
// Included only by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_MATMUL_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_MATMUL_TILES_INL_H_
#undef HLO_CORE_KERNELS_MATMUL_TILES_INL_H_
#else
#define HLO_CORE_KERNELS_MATMUL_TILES_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/line_products-inl.h"
#include "core/kernels/matmul_tiles.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using hlo::HWY_NAMESPACE::ForEachOf;
using hlo::HWY_NAMESPACE::kHas32Registers;

constexpr int kRowStep = 4;

// ---- packing ----

#if HWY_TARGET == HWY_SCALAR
template <class D>
void LoadTransposed(D, const hn::TFromD<D>* const*, int64_t, hn::Vec<D>*);  // only for vectors
#else
// Vectors of `lanes` lines for kBlock neighboring k, from contiguous lines: loads 16 bytes of every
// line, then transposes within blocks of 16 bytes.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const T* const* lines, size_t step, int64_t k) {
  if constexpr (hn::MaxLanes(d) * sizeof(T) == 16) {
    return hn::LoadU(d, lines[0] + k);
  } else {
    const hn::Half<D> half;
    const size_t upper = step * (hn::MaxLanes(half) * sizeof(T) / 16);
    return hn::Combine(d, LoadBlocks(half, lines + upper, step, k),
                       LoadBlocks(half, lines, step, k));
  }
}

template <class D, HWY_IF_T_SIZE_D(D, 4)>
HWY_INLINE void LoadTransposed(D d, const hn::TFromD<D>* const* lines, int64_t k, hn::Vec<D>* out) {
  const auto a = LoadBlocks(d, lines, 4, k), b = LoadBlocks(d, lines + 1, 4, k);
  const auto c = LoadBlocks(d, lines + 2, 4, k), e = LoadBlocks(d, lines + 3, 4, k);
  const hn::RepartitionToWide<D> wide;
  const auto ab_low = hn::BitCast(wide, hn::InterleaveLower(d, a, b));
  const auto ab_high = hn::BitCast(wide, hn::InterleaveUpper(d, a, b));
  const auto ce_low = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
  const auto ce_high = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
  out[0] = hn::BitCast(d, hn::InterleaveLower(wide, ab_low, ce_low));
  out[1] = hn::BitCast(d, hn::InterleaveUpper(wide, ab_low, ce_low));
  out[2] = hn::BitCast(d, hn::InterleaveLower(wide, ab_high, ce_high));
  out[3] = hn::BitCast(d, hn::InterleaveUpper(wide, ab_high, ce_high));
}

template <class D, HWY_IF_T_SIZE_D(D, 8)>
HWY_INLINE void LoadTransposed(D d, const hn::TFromD<D>* const* lines, int64_t k, hn::Vec<D>* out) {
  const auto a = LoadBlocks(d, lines, 2, k), b = LoadBlocks(d, lines + 1, 2, k);
  out[0] = hn::InterleaveLower(d, a, b);
  out[1] = hn::InterleaveUpper(d, a, b);
}

// Lines [first, first + lanes) of a panel.
template <class D, class T = hn::TFromD<D>>
void InterleaveGroup(D d, const T* const* lines, int64_t depth, int64_t width, T* panel) {
  constexpr int64_t kBlock = 16 / sizeof(T);
  constexpr int64_t kLanes = hn::MaxLanes(D());
  int64_t k = 0;
  for (; k + kBlock <= depth; k += kBlock) {
    hn::Vec<D> block[kBlock];
    LoadTransposed(d, lines, k, block);
    for (int64_t j = 0; j < kBlock; ++j) hn::StoreU(block[j], d, panel + (k + j) * width);
  }
  for (; k < depth; ++k) {
    for (int64_t i = 0; i < kLanes; ++i) panel[k * width + i] = lines[i][k];
  }
}
#endif

template <class T>
void Interleave(const void* const* lines, int64_t count, int64_t depth, int64_t width, void* to) {
  const T* const* from = reinterpret_cast<const T* const*>(lines);
  T* panel = static_cast<T*>(to);
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  const hn::FixedTag<T, 16 / sizeof(T)> few;
  constexpr int64_t kLanes = hn::MaxLanes(d), kFew = hn::MaxLanes(few);
  for (; i + kLanes <= count; i += kLanes) InterleaveGroup(d, from + i, depth, width, panel + i);
  for (; i + kFew <= count; i += kFew) InterleaveGroup(few, from + i, depth, width, panel + i);
#endif
  for (; i < width; ++i) {
    for (int64_t k = 0; k < depth; ++k) panel[k * width + i] = i < count ? from[i][k] : T(0);
  }
}

template <class T>
void Gather(const void* lines, int64_t stride, int64_t count, int64_t depth, int64_t width,
            void* to) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 4> few;
  constexpr int64_t kLanes = hn::MaxLanes(d), kFew = hn::MaxLanes(few);
  const T* from = static_cast<const T*>(lines);
  T* panel = static_cast<T*>(to);
  for (int64_t k = 0; k < depth; ++k) {
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) hn::StoreU(hn::LoadU(d, from + i), d, panel + i);
    for (; i + kFew <= count; i += kFew) hn::StoreU(hn::LoadU(few, from + i), few, panel + i);
    for (; i < width; ++i) panel[i] = i < count ? from[i] : T(0);
    from += stride;
    panel += width;
  }
}

template <class Number, class Store>
HWY_INLINE void ForNumbers(int64_t count, int64_t width, const Store& store) {
  const hn::Rebind<Number, hn::ScalableTag<uint32_t>> d;  // of a vector of groups
  for (int64_t i = 0; i < width; i += hn::MaxLanes(d)) {
    store(d, i, static_cast<size_t>(std::clamp<int64_t>(count - i, 0, hn::MaxLanes(d))));
  }
}

// Of groups in 32 bits.
inline void Join(const void* const* rows, int64_t numbers, int64_t count, int64_t width,
                 void* panel) {
  const auto load = [&](auto d, int64_t row, int64_t i, size_t lanes) HWY_ATTR {
    const auto* from = static_cast<const hn::TFromD<decltype(d)>*>(rows[row]) + i;
    return lanes == hn::MaxLanes(d) ? hn::LoadU(d, from) : hn::LoadN(d, from, lanes);
  };
  if (numbers == 2) {
    ForNumbers<uint16_t>(count, width, [&](auto d, int64_t i, size_t lanes) HWY_ATTR {
      hn::StoreInterleaved2(load(d, 0, i, lanes), load(d, 1, i, lanes), d,
                            static_cast<uint16_t*>(panel) + 2 * i);
    });
  } else {
    ForNumbers<uint8_t>(count, width, [&](auto d, int64_t i, size_t lanes) HWY_ATTR {
      hn::StoreInterleaved4(load(d, 0, i, lanes), load(d, 1, i, lanes), load(d, 2, i, lanes),
                            load(d, 3, i, lanes), d, static_cast<uint8_t*>(panel) + 4 * i);
    });
  }
}

// ---- tiles ----

template <class P, int kRows, int kWide, class T = typename P::Element>
void MultiplyTile(const TileProduct& product, [[maybe_unused]] const int32_t* starts, bool add,
                  T* HWY_RESTRICT sums, int64_t stride) {
  const hn::ScalableTag<T> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  using V = hn::Vec<decltype(d)>;
  V tile[kRows * kWide];
  ForEachOf<kRows * kWide>([&](auto i) HLO_INLINED { tile[i] = hn::Zero(d); });
  const int64_t right_bytes = product.right_depth_bytes;
  const uint8_t* right = static_cast<const uint8_t*>(product.right);
  for (int64_t part = 0; part < product.left_parts; ++part) {
    // One pointer per four rows, because x86 addressing adds up to three strides for free. Strides
    // are in bytes, because g++ would add a loop for an element stride of 1.
    const LeftPart& rows = product.left[part];
    const int64_t line_bytes = rows.line_bytes, depth_bytes = rows.depth_bytes;
    const uint8_t* left[kRows / kRowStep];
    for (int i = 0; i < kRows / kRowStep; ++i) {
      left[i] = static_cast<const uint8_t*>(rows.data) + int64_t{i} * kRowStep * line_bytes;
    }
    for (int64_t k = rows.depth; k > 0; --k) {
      V line[kWide];
      ForEachOf<kWide>([&](auto v) HLO_INLINED {
        line[v] = hn::LoadU(d, reinterpret_cast<const T*>(right) + v * kLanes);
      });
      ForEachOf<kRows>([&](auto r) HLO_INLINED {
        const uint8_t* from = left[r / kRowStep] + r % kRowStep * line_bytes;
        const V element = hn::Set(d, *reinterpret_cast<const T*>(from));
        ForEachOf<kWide>([&](auto v) HLO_INLINED {
          V& sum = tile[r * kWide + v];
          sum = P::MultiplyAdd(element, line[v], sum);
        });
      });
      for (const uint8_t*& next : left) next += depth_bytes;
      right += right_bytes;
    }
  }
  // Row by row, because g++ would keep the addresses of all rows.
  const auto store = [&](const T* before, int64_t before_stride) HLO_INLINED {
    ForEachOf<kRows>([&](auto r) HLO_INLINED {
      ForEachOf<kWide>([&](auto v) HLO_INLINED {
        V sum = tile[r * kWide + v];
        if (before != nullptr) sum = hn::Add(hn::LoadU(d, before + v * kLanes), sum);
        hn::StoreU(sum, d, sums + v * kLanes);
      });
      sums += stride;
      before += before_stride;
    });
  };
  if constexpr (std::is_same_v<T, int32_t>) {
    if (starts != nullptr) return store(starts, 0);
  }
  if (add) return store(sums, stride);
  store(nullptr, 0);
}

template <class P, int kWide, class T = typename P::Element>
void MultiplyRows(const TileProduct& product, int64_t steps, const int32_t* starts, bool add,
                  T* sums, int64_t stride) {
  if constexpr (P::kRowSteps == 3) {
    if (steps == 3) return MultiplyTile<P, 3 * kRowStep, kWide>(product, starts, add, sums, stride);
  }
  if constexpr (P::kRowSteps >= 2) {
    if (steps == 2) return MultiplyTile<P, 2 * kRowStep, kWide>(product, starts, add, sums, stride);
  }
  MultiplyTile<P, kRowStep, kWide>(product, starts, add, sums, stride);
}

template <class T>
void Merge(const void* from, int64_t count, bool add, void* to, int64_t stride) {
  const T* sums = static_cast<const T*>(from);
  T* out = static_cast<T*>(to);
  for (int64_t i = 0; i < count; ++i) {
    if (!add) {
      out[i * stride] = sums[i];
    } else if constexpr (std::is_same_v<T, int32_t>) {
      out[i * stride] =
          static_cast<T>(static_cast<uint32_t>(out[i * stride]) + static_cast<uint32_t>(sums[i]));
    } else {
      out[i * stride] += sums[i];
    }
  }
}

template <class P>
void Multiply(const TileProduct& product) {
  using T = typename P::Element;
  constexpr int64_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  const int64_t rows = product.rows, columns = product.columns;
  T* sums = static_cast<T*>(product.sums);
  const int64_t steps = (rows + kRowStep - 1) / kRowStep;
  const int64_t vectors = (columns + kLanes - 1) / kLanes;
  // Partial tiles are summed here, and the valid part is copied.
  T edge[P::kRowSteps * kRowStep * P::kVectors * kLanes];
  const bool whole = rows == steps * kRowStep && columns == vectors * kLanes;
  T* out = whole ? sums : edge;
  const int64_t stride = whole ? product.sums_stride : vectors * kLanes;
  const bool add = whole && product.add;
  const int32_t* const starts = whole ? product.starts : nullptr;
  // Before the loop of a tile, which needs all registers.
  for (int64_t r = 0; product.add && r < rows; ++r) {
    const T* row = sums + r * product.sums_stride;
    for (int64_t c = 0; c < columns; c += kLanes) hwy::Prefetch(row + c);
  }
  if (vectors == P::kVectors) {
    MultiplyRows<P, P::kVectors>(product, steps, starts, add, out, stride);
  } else if (vectors == 2) {
    MultiplyRows<P, 2>(product, steps, starts, add, out, stride);
  } else {
    MultiplyRows<P, 1>(product, steps, starts, add, out, stride);
  }
  for (int64_t r = 0; !whole && r < rows; ++r) {
    T* const row = sums + r * product.sums_stride;
    if constexpr (std::is_same_v<T, int32_t>) {
      if (product.starts != nullptr) std::copy_n(product.starts, columns, row);
    }
    Merge<T>(edge + r * stride, columns, product.add || product.starts != nullptr, row, 1);
  }
}

// ---- few lines against many ----

// Adds the products of kBlock neighboring k to the sums of a vector of lines.
template <class P, int kBlock, class D, class T = hn::TFromD<D>>
HWY_INLINE void AccumulateBlock(D d, const hn::Vec<D>* lines, const T* few, int64_t few_count,
                                T* sums, int64_t stride) {
  for (int64_t t = 0; t < few_count; ++t) {
    auto sum = hn::LoadU(d, sums + t * stride);
    for (int j = 0; j < kBlock; ++j) {
      sum = P::MultiplyAdd(hn::Set(d, few[j * few_count + t]), lines[j], sum);
    }
    hn::StoreU(sum, d, sums + t * stride);
  }
}

// Adds the products of `depth` places to the sums of kRows few lines and kWide vectors of lines.
template <class P, int kRows, int kWide, class D, class T = hn::TFromD<D>>
HWY_INLINE void AccumulateTile(D d, const T* few, int64_t few_count, const T* lines,
                               int64_t line_stride, int64_t depth, T* sums, int64_t stride) {
  constexpr int64_t kLanes = hn::MaxLanes(d);
  using V = hn::Vec<D>;
  V tile[kRows * kWide];
  ForEachOf<kRows * kWide>([&](auto i) HLO_INLINED {
    tile[i] = hn::LoadU(d, sums + i / kWide * stride + i % kWide * kLanes);
  });
  for (int64_t k = 0; k < depth; ++k) {
    V line[kWide];
    ForEachOf<kWide>([&](auto v) HLO_INLINED { line[v] = hn::LoadU(d, lines + v * kLanes); });
    ForEachOf<kRows>([&](auto r) HLO_INLINED {
      const V element = hn::Set(d, few[r]);
      ForEachOf<kWide>([&](auto v) HLO_INLINED {
        V& sum = tile[r * kWide + v];
        sum = P::MultiplyAdd(element, line[v], sum);
      });
    });
    few += few_count;
    lines += line_stride;
  }
  ForEachOf<kRows * kWide>([&](auto i) HLO_INLINED {
    hn::StoreU(tile[i], d, sums + i / kWide * stride + i % kWide * kLanes);
  });
}

// The same for `count` lines.
template <class P, int kRows, class T = typename P::Element>
void AccumulateRows(const T* few, int64_t few_count, const T* lines, int64_t line_stride,
                    int64_t count, int64_t depth, T* sums, int64_t stride) {
  constexpr int kWide = kRows > 1 && !kHas32Registers ? 2 : 4;
  const auto run = [&](auto d, auto wide, int64_t i) HWY_ATTR {
    constexpr int64_t kStep = hn::MaxLanes(d) * wide;
    for (; i + kStep <= count; i += kStep) {
      AccumulateTile<P, kRows, wide>(d, few, few_count, lines + i, line_stride, depth, sums + i,
                                     stride);
    }
    return i;
  };
  const hn::ScalableTag<T> full;
  const std::integral_constant<int, 1> one;
  const int64_t done = run(full, one, run(full, std::integral_constant<int, kWide>(), 0));
  run(hn::CappedTag<T, 1>(), one, done);
}

template <class P>
void AccumulateSideBySide(const void* few_panel, int64_t few_count, const void* many,
                          int64_t line_stride, int64_t count, int64_t depth, void* to,
                          int64_t stride) {
  using T = typename P::Element;
  constexpr int64_t kBlock = 8;  // places whose lines are read side by side
  constexpr int kRows = 4;
  const T* few = static_cast<const T*>(few_panel);
  const T* lines = static_cast<const T*>(many);
  T* sums = static_cast<T*>(to);
  for (int64_t k = 0; k < depth; k += kBlock) {
    const int64_t block = std::min(kBlock, depth - k);
    int64_t t = 0;
    for (; t + kRows <= few_count; t += kRows) {
      AccumulateRows<P, kRows>(few + k * few_count + t, few_count, lines + k * line_stride,
                               line_stride, count, block, sums + t * stride, stride);
    }
    for (; t < few_count; ++t) {
      AccumulateRows<P, 1>(few + k * few_count + t, few_count, lines + k * line_stride, line_stride,
                           count, block, sums + t * stride, stride);
    }
  }
}

// One vector of contiguous lines.
template <class P, class D, class T = typename P::Element>
void AccumulateGroup(D d, const T* few, int64_t few_count, const T* const* lines, int64_t depth,
                     T* sums, int64_t stride) {
  int64_t k = 0;
  if constexpr (hn::MaxLanes(d) * sizeof(T) >= 16) {
    constexpr int kBlock = 16 / sizeof(T);
    for (; k + kBlock <= depth; k += kBlock) {
      hn::Vec<D> block[kBlock];
      LoadTransposed(d, lines, k, block);
      AccumulateBlock<P, kBlock>(d, block, few + k * few_count, few_count, sums, stride);
    }
  }
  for (; k < depth; ++k) {
    T at_k[hn::MaxLanes(d)];
    for (size_t i = 0; i < hn::MaxLanes(d); ++i) at_k[i] = lines[i][k];
    const hn::Vec<D> line = hn::LoadU(d, at_k);
    AccumulateBlock<P, 1>(d, &line, few + k * few_count, few_count, sums, stride);
  }
}

template <class P>
void AccumulateLines(const void* few, int64_t few_count, const void* many, int64_t line_stride,
                     int64_t count, int64_t depth, void* to, int64_t stride) {
  using T = typename P::Element;
  const auto run = [&](auto d, int64_t first) HWY_ATTR {
    const T* lines[hn::MaxLanes(d)];
    for (; first + static_cast<int64_t>(hn::MaxLanes(d)) <= count; first += hn::MaxLanes(d)) {
      for (size_t i = 0; i < hn::MaxLanes(d); ++i) {
        lines[i] = static_cast<const T*>(many) + (first + i) * line_stride;
      }
      AccumulateGroup<P>(d, static_cast<const T*>(few), few_count, lines, depth,
                         static_cast<T*>(to) + first, stride);
    }
    return first;
  };
  run(hn::CappedTag<T, 1>(), run(hn::ScalableTag<T>(), 0));
}

// ---- the table ----

template <class P>
constexpr MatmulTiles Tiles() {
  using T = typename P::Element;
  MatmulTiles tiles;
  tiles.rows = P::kRowSteps * kRowStep;
  tiles.row_step = kRowStep;
  tiles.column_step = hn::MaxLanes(hn::ScalableTag<T>());
  tiles.columns = P::kVectors * tiles.column_step;
  tiles.element_bytes = sizeof(T);
  tiles.interleave = Interleave<T>;
  tiles.gather = Gather<T>;
  tiles.join = Join;
  tiles.multiply = Multiply<P>;
  tiles.merge = Merge<T>;
  tiles.accumulate_side_by_side = AccumulateSideBySide<P>;
  tiles.accumulate_lines = AccumulateLines<P>;
  tiles.multiply_lines = MultiplyLines<P>;
  return tiles;
}

}  // namespace hlo::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
