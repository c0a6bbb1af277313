// SPDX-License-Identifier: Apache-2.0
// Products with the tile registers of AMX, which Intel's server processors have since Sapphire
// Rapids: a register has 16 rows of 64 bytes. One of the left matrix has 16 places of 16 lines, one
// of the right matrix has 16 columns of 16 places, and an instruction adds their product to 16 x 16
// sums.
#include "core/kernels/matmul_tiles.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/base/checked.h"

#define HLO_AMX __attribute__((target("amx-tile,amx-int8,amx-bf16")))

namespace hlo::kernels {
namespace {

constexpr int64_t kLines = 16;   // rows of a register
constexpr int64_t kPlaces = 16;  // groups of elements in a row
constexpr int64_t kBytes = 4;    // of a group, and of a sum
constexpr int64_t kRowBytes = kPlaces * kBytes;
constexpr int64_t kTileLines = 2 * kLines;  // of a product: two by two registers of sums

// ---- availability ----

// The operating system lets a process use the registers once it has asked for them.
bool HasPermission() {
#ifdef SYS_arch_prctl
  constexpr int kRequestPermission = 0x1023, kTileData = 18;  // of Linux, asm/prctl.h
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}

bool HasTiles() {
  constexpr unsigned kLeaf = 7;
  constexpr unsigned kInt8 = 1u << 25, kTile = 1u << 24, kBF16 = 1u << 22;
  constexpr unsigned kNeeded = kInt8 | kTile | kBF16;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(kLeaf, 0, &a, &b, &c, &d) != 0 && (d & kNeeded) == kNeeded &&
         HasPermission();
}

// ---- registers ----

// All eight registers have their full size.
struct alignas(64) Configuration {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {kRowBytes, kRowBytes, kRowBytes, kRowBytes,
                            kRowBytes, kRowBytes, kRowBytes, kRowBytes};
  uint8_t rows[16] = {kLines, kLines, kLines, kLines, kLines, kLines, kLines, kLines};
};

HLO_AMX void Enter() {
  static constexpr Configuration kConfiguration;
  _tile_loadconfig(&kConfiguration);
}
HLO_AMX void Leave() { _tile_release(); }

// Registers 0 to 3 have the sums: of the first lines and columns, the first lines and the next
// columns, the next lines and the first columns, the next lines and columns. 4 and 5 have the left
// side, 6 and 7 the right one. Their numbers must be literals.
#define HLO_ADD_PRODUCT(sums, left, right)           \
  if constexpr (kType == MatmulType::kSignedQuads) { \
    _tile_dpbssd(sums, left, right);                 \
  } else {                                           \
    _tile_dpbf16ps(sums, left, right);               \
  }

struct Side {
  const uint8_t* data;
  int64_t stride;  // in bytes, between lines of the left side and places of the right one
};

// Adds the products of `steps` times kPlaces places.
template <MatmulType kType, bool kTwoLeft, bool kTwoRight>
HLO_AMX void AddProducts(Side left, Side right, int64_t steps) {
  // The intrinsics do not say that they read memory.
  __asm__ volatile("" ::: "memory");
  for (; steps > 0; --steps) {
    _tile_loadd(6, right.data, right.stride);
    _tile_loadd(4, left.data, left.stride);
    HLO_ADD_PRODUCT(0, 4, 6)
    if constexpr (kTwoRight) {
      _tile_loadd(7, right.data + kRowBytes, right.stride);
      HLO_ADD_PRODUCT(1, 4, 7)
    }
    if constexpr (kTwoLeft) {
      _tile_loadd(5, left.data + kLines * left.stride, left.stride);
      HLO_ADD_PRODUCT(2, 5, 6)
      if constexpr (kTwoRight) {
        HLO_ADD_PRODUCT(3, 5, 7)
      }
    }
    left.data += kRowBytes;
    right.data += kPlaces * right.stride;
  }
}
#undef HLO_ADD_PRODUCT

// The last places, fewer than kPlaces, followed by zeros.
struct LastPlaces {
  alignas(64) uint8_t left[kTileLines * kRowBytes] = {};
  alignas(64) uint8_t right[kPlaces * 2 * kRowBytes] = {};

  void Fill(Side from_left, Side from_right, int64_t lines, int64_t columns, int64_t places) {
    for (int64_t i = 0; i < lines; ++i) {
      std::memcpy(left + i * kRowBytes, from_left.data + i * from_left.stride,
                  static_cast<size_t>(places * kBytes));
    }
    for (int64_t k = 0; k < places; ++k) {
      std::memcpy(right + k * 2 * kRowBytes, from_right.data + k * from_right.stride,
                  static_cast<size_t>(columns * kBytes));
    }
  }
};

// Sums before the products: zeros, or those at `from`.
template <bool kTwoLeft, bool kTwoRight>
HLO_AMX void LoadSums(const uint8_t* from, int64_t stride) {
  if (from == nullptr) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    return;
  }
  __asm__ volatile("" ::: "memory");
  _tile_loadd(0, from, stride);
  if constexpr (kTwoRight) _tile_loadd(1, from + kRowBytes, stride);
  const uint8_t* const next = from + kLines * stride;
  if constexpr (kTwoLeft) _tile_loadd(2, next, stride);
  if constexpr (kTwoLeft && kTwoRight) _tile_loadd(3, next + kRowBytes, stride);
}

template <bool kTwoLeft, bool kTwoRight>
HLO_AMX void StoreSums(uint8_t* to, int64_t stride) {
  _tile_stored(0, to, stride);
  if constexpr (kTwoRight) _tile_stored(1, to + kRowBytes, stride);
  uint8_t* const next = to + kLines * stride;
  if constexpr (kTwoLeft) _tile_stored(2, next, stride);
  if constexpr (kTwoLeft && kTwoRight) _tile_stored(3, next + kRowBytes, stride);
}

template <MatmulType kType, bool kTwoLeft, bool kTwoRight>
HLO_AMX void MultiplyRegisters(const TileProduct& product, const MatmulTiles& base) {
  constexpr int64_t kRows = kTwoLeft ? 2 * kLines : kLines;
  constexpr int64_t kColumns = kTwoRight ? 2 * kPlaces : kPlaces;
  const bool whole = product.rows == kRows && product.columns == kColumns;
  // Partial tiles are summed here, and the valid part is copied.
  alignas(64) uint8_t edge[kRows * kColumns * kBytes];
  auto* const sums = static_cast<uint8_t*>(product.sums);
  const int64_t sums_stride = product.sums_stride * kBytes;
  LoadSums<kTwoLeft, kTwoRight>(whole && product.add ? sums : nullptr, sums_stride);
  const LeftPart& rows = *product.left;
  Side left{static_cast<const uint8_t*>(rows.data), rows.line_bytes};
  Side right{static_cast<const uint8_t*>(product.right), product.right_depth_bytes};
  const int64_t steps = product.depth / kPlaces, rest = product.depth % kPlaces;
  AddProducts<kType, kTwoLeft, kTwoRight>(left, right, steps);
  if (rest > 0) {
    left.data += steps * kRowBytes;
    right.data += steps * kPlaces * right.stride;
    LastPlaces last;
    last.Fill(left, right, kRows, kColumns, rest);
    AddProducts<kType, kTwoLeft, kTwoRight>({last.left, kRowBytes}, {last.right, 2 * kRowBytes}, 1);
  }
  if (whole) return StoreSums<kTwoLeft, kTwoRight>(sums, sums_stride);
  StoreSums<kTwoLeft, kTwoRight>(edge, kColumns * kBytes);
  for (int64_t r = 0; r < product.rows; ++r) {
    base.merge(edge + r * kColumns * kBytes, product.columns, product.add, sums + r * sums_stride,
               1);
  }
}

// The tiles with the functions that pack and merge these elements.
template <MatmulType kType>
const MatmulTiles& Base() {
  return kType == MatmulType::kSignedQuads ? *ShortTiles(MatmulType::kPairs)
                                           : FloatTiles(MatmulType::kF32, true);
}

template <MatmulType kType>
void MultiplyTiles(const TileProduct& product) {
  const MatmulTiles& base = Base<kType>();
  const bool two_right = product.columns > kPlaces;
  if (product.rows > kLines) {
    return two_right ? MultiplyRegisters<kType, true, true>(product, base)
                     : MultiplyRegisters<kType, true, false>(product, base);
  }
  return two_right ? MultiplyRegisters<kType, false, true>(product, base)
                   : MultiplyRegisters<kType, false, false>(product, base);
}

template <MatmulType kType>
MatmulTiles MakeTiles() {
  MatmulTiles tiles = Base<kType>();
  tiles.rows = kTileLines;
  tiles.row_step = kLines;
  tiles.columns = 2 * kPlaces;
  tiles.column_step = kPlaces;
  tiles.takes_contiguous_rows = true;
  tiles.multiply = MultiplyTiles<kType>;
  tiles.enter = Enter;
  tiles.leave = Leave;
  return tiles;
}

}  // namespace

bool MultipliesInRegisters(int64_t rows, int64_t depth, int64_t columns) {
  static const bool kHasTiles = HasTiles();
  return std::min({rows, depth, columns}) >= kLines && kHasTiles;
}

const MatmulTiles* RegisterTiles(const Matmul& matmul) {
  if (matmul.left_finder != nullptr || matmul.left.widen != nullptr ||
      matmul.left.depth_stride != 1 ||
      !MultipliesInRegisters(matmul.rows, matmul.depth, matmul.columns)) {
    return nullptr;
  }
  if (matmul.type == MatmulType::kSignedQuads) {
    static const MatmulTiles kQuads = MakeTiles<MatmulType::kSignedQuads>();
    return &kQuads;
  }
  static const MatmulTiles kPairs = MakeTiles<MatmulType::kBF16Pairs>();
  return matmul.type == MatmulType::kBF16Pairs ? &kPairs : nullptr;
}

}  // namespace hlo::kernels
#else
namespace hlo::kernels {

bool MultipliesInRegisters(int64_t, int64_t, int64_t) { return false; }
const MatmulTiles* RegisterTiles(const Matmul&) { return nullptr; }

}  // namespace hlo::kernels
#endif
