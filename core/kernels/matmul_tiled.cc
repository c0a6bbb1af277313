// SPDX-License-Identifier: Apache-2.0
// A block of columns of the right matrix is packed into panels once and stays in the L2 cache; then
// each row panel of the left matrix, packed on the stack, is multiplied by all panels of the block,
// one depth panel at a time. Small matrices are read in place.
#include "core/kernels/matmul_tiled.h"

#include <algorithm>
#include <cstring>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/kernels/matmul_lines.h"
#include "core/kernels/matmul_split.h"
#include "core/kernels/matmul_tiles.h"

namespace hlo::kernels {
namespace {

// Lines of the left matrix per task, and columns that share the L2 cache.
constexpr int64_t kRowBlock = 240;
constexpr int64_t kColumnBlock = 512;
// With several threads: tasks for each, the multiply-adds that are worth one, and the fewest lines
// and columns of one.
constexpr int64_t kTasksPerThread = 4;
constexpr int64_t kTaskProducts = int64_t{1} << 19;
constexpr int64_t kLeastRows = 48;
constexpr int64_t kLeastColumns = 128;
// Columns are packed in chunks of approximately this many bytes; small matrices are packed
// together.
constexpr int64_t kPackedBytes = int64_t{8} << 20;
// Places in depth that are packed together.
constexpr int64_t kPackedTogether = 16;
// A matrix of at most this size in the L1 cache is not packed.
constexpr int64_t kSmallBytes = 16 << 10;
// A larger matrix is usually not in the L2 cache.
constexpr int64_t kFarBytes = 512 << 10;
// Elements of a line that are worth a part of its own, and bytes between lines that an L1 cache
// holds only a few of.
constexpr int64_t kShortestPart = 16;
constexpr int64_t kCacheWayBytes = 4096;

// Bytes of a packed depth panel of the left side.
constexpr int64_t kMaxPanelBytes = kMaxLines * kDepthPanel * 4;

int64_t ByteDistance(const void* from, const void* to) {
  return static_cast<const uint8_t*>(to) - static_cast<const uint8_t*>(from);
}

// Whether at least two lines are equally far apart, but not in the same set of a cache.
bool HaveStride(const void* const* lines, int64_t count) {
  const int64_t stride = ByteDistance(lines[0], lines[1]);
  for (int64_t i = 2; i < count; ++i) {
    if (ByteDistance(lines[i - 1], lines[i]) != stride) return false;
  }
  return stride % kCacheWayBytes != 0 || stride == 0;
}

// Functions that only prefetch are inlined, because g++ removes calls of them.
#define HLO_PREFETCH __attribute__((always_inline)) inline

HLO_PREFETCH void Prefetch(const uint8_t* from, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += kCacheLineBytes) __builtin_prefetch(from + i);
}

class TiledMatmul {
 public:
  explicit TiledMatmul(const Matmul& matmul)
      : matmul_(matmul),
        tiles_(TilesFor(matmul)),
        bytes_(tiles_.element_bytes),
        chunk_(matmul.columns, ChunkColumns(), tiles_.columns) {
    // Only one row panel at a time is in use.
    left_stays_ =
        matmul.left_finder == nullptr && IsSmall(matmul.left, std::min(matmul.rows, tiles_.rows));
    right_stays_ = matmul.right.line_stride == 1 && matmul.columns % tiles_.column_step == 0 &&
                   IsSmall(matmul.right, matmul.columns);
    right_is_far_ =
        matmul.right.depth_stride != 1 &&
        matmul.columns * matmul.depth * matmul.right.numbers * StoredBytes(tiles_, matmul.right) >
            kFarBytes;
    pack_late_ = !right_stays_ && matmul.rows <= kRowBlock;
    matrix_bytes_ = RoundUp(chunk_.length, tiles_.column_step) *
                    (pack_late_ ? std::min(matmul.depth, kDepthPanel) : matmul.depth) * bytes_;
    group_ = std::clamp<int64_t>(kPackedBytes / matrix_bytes_, 1, matmul.batch);
  }

  int64_t scratch_bytes() const { return right_stays_ ? 0 : group_ * matrix_bytes_; }

  void Run(void* scratch, Workers& workers) {
    packed_ = static_cast<uint8_t*>(scratch);
    for (int64_t batch = 0; batch < matmul_.batch; batch += group_) {
      const int64_t group = std::min(group_, matmul_.batch - batch);
      for (int64_t chunk = 0; chunk < chunk_.tasks(); ++chunk) {
        RunChunk(batch, group, chunk_.begin(chunk), chunk_.count(chunk), workers);
      }
    }
  }

 private:
  int64_t ChunkColumns() const {
    return std::max(tiles_.columns, kPackedBytes / (matmul_.depth * bytes_));
  }

  bool IsSmall(const MatmulLines& lines, int64_t count) const {
    return lines.widen == nullptr && lines.numbers == 1 &&
           (lines.Offset(0, count - 1, matmul_.depth - 1) + 1) * bytes_ <= kSmallBytes;
  }

  struct Range {
    int64_t begin, count;
  };

  // The columns [first, first + count) of some batches.
  void RunChunk(int64_t batch, int64_t group, int64_t first, int64_t count, Workers& workers) {
    const int64_t wanted = CeilDiv(WantedTasks(group * count, workers), group);
    if (!right_stays_ && !pack_late_) PackChunk(batch, group, first, count, wanted, workers);
    const Cut columns =
        CutFor(count, kColumnBlock, kLeastColumns, pack_late_ ? wanted : 1, tiles_.columns);
    const int64_t blocks = columns.tasks();
    const Cut rows = CutFor(matmul_.rows, kRowBlock, kLeastRows,
                            pack_late_ ? 1 : CeilDiv(wanted, blocks), tiles_.rows);
    workers.ForEach(group * blocks * rows.tasks(), [&](int64_t task) {
      const int64_t row = task % rows.tasks();
      const int64_t block = task / rows.tasks() % blocks;
      const int64_t product = task / rows.tasks() / blocks;
      RunBlock(batch + product, matrix(product), {rows.begin(row), rows.count(row)}, first, count,
               {columns.begin(block), columns.count(block)});
    });
  }

  void PackChunk(int64_t batch, int64_t group, int64_t first, int64_t count, int64_t wanted,
                 Workers& workers) {
    const Cut columns = CutFor(count, kColumnBlock, kLeastColumns, wanted, tiles_.columns);
    const int64_t blocks = columns.tasks();
    workers.ForEach(group * blocks, [&](int64_t task) {
      const int64_t block = task % blocks;
      for (int64_t k = 0; k < matmul_.depth; k += kDepthPanel) {
        const int64_t depth = std::min(kDepthPanel, matmul_.depth - k);
        PackColumns(batch + task / blocks, first, {columns.begin(block), columns.count(block)},
                    count, k, depth, matrix(task / blocks) + PanelOffset(count, 0, k, depth));
      }
    });
  }

  // Into how many tasks to split the products of all rows and some columns.
  int64_t WantedTasks(int64_t columns, Workers& workers) const {
    if (workers.count() == 1) return 1;
    const int64_t products = matmul_.rows * matmul_.depth * columns;
    return std::clamp<int64_t>(products / kTaskProducts, 1, kTasksPerThread * workers.count());
  }

  uint8_t* matrix(int64_t product) const { return packed_ + product * matrix_bytes_; }

  // [k, k + depth) of the columns from `first` of a chunk. Goes by a few k at a time, because their
  // elements of all columns are contiguous in most matrices.
  void PackColumns(int64_t batch, int64_t chunk, Range columns, int64_t chunk_columns, int64_t k,
                   int64_t depth, uint8_t* panels) const {
    const int64_t together = matmul_.right.depth_stride == 1 ? depth : kPackedTogether;
    for (int64_t part = 0; part < depth; part += together) {
      for (int64_t c = 0; c < columns.count; c += tiles_.columns) {
        const int64_t column = columns.begin + c;
        const int64_t count = std::min(tiles_.columns, chunk_columns - column);
        const int64_t width = RoundUp(count, tiles_.column_step);
        PackPanel(tiles_, matmul_.right, batch, chunk + column, count, k + part,
                  std::min(together, depth - part), width,
                  panels + (column * depth + part * width) * bytes_);
        if (right_is_far_) PrefetchPlaces(batch, chunk + column, count, k + part + 2 * together);
      }
    }
  }

  // kPackedTogether places of some columns, which are short runs far apart.
  HLO_PREFETCH void PrefetchPlaces(int64_t batch, int64_t column, int64_t count, int64_t k) const {
    const MatmulLines& from = matmul_.right;
    const int64_t bytes = StoredBytes(tiles_, from);
    for (const int64_t end = std::min(k + kPackedTogether, matmul_.depth); k < end; ++k) {
      Prefetch(AddressOf(tiles_, from, batch, column, k), count * bytes);
    }
  }

  // The offset in a chunk of columns of the panel of `column` and [k, k + depth). Panels of the
  // same depth are contiguous.
  int64_t PanelOffset(int64_t chunk_columns, int64_t column, int64_t k, int64_t depth) const {
    return (k * RoundUp(chunk_columns, tiles_.column_step) + column * depth) * bytes_;
  }

  // The left side of a product: its parts, and those of them that are packed.
  struct LeftRows {
    LeftPart parts[kDepthPanel];
    alignas(64) uint8_t panel[kMaxPanelBytes];
  };

  // Sets the left side of a product: rows from element k on, packed if necessary.
  void FindRows(int64_t batch, int64_t row, int64_t k, LeftRows& to, TileProduct& product) const {
    const int64_t width = RoundUp(product.rows, tiles_.row_step);
    product.left = to.parts;
    product.left_parts = 1;
    if (left_stays_ && width == product.rows) {
      const MatmulLines& from = matmul_.left;
      to.parts[0] = {AddressOf(tiles_, from, batch, row, k), from.line_stride * bytes_,
                     from.depth_stride * bytes_, product.depth};
      return;
    }
    if (matmul_.left_finder != nullptr) return FindParts(row, k, width, to, product);
    if (tiles_.takes_contiguous_rows) {
      to.parts[0] = ContiguousRows(batch, row, k, width, product, to.panel);
      return;
    }
    to.parts[0] = {to.panel, bytes_, width * bytes_, product.depth};
    PackPanel(tiles_, matmul_.left, batch, row, product.rows, k, product.depth, width, to.panel);
  }

  // In place, or packed row by row and followed by zeros.
  LeftPart ContiguousRows(int64_t batch, int64_t row, int64_t k, int64_t width,
                          const TileProduct& product, uint8_t* panel) const {
    const MatmulLines& from = matmul_.left;
    const uint8_t* line = AddressOf(tiles_, from, batch, row, k);
    const int64_t line_bytes = from.line_stride * bytes_;
    if (width == product.rows && line_bytes % kCacheWayBytes != 0) {
      return {line, line_bytes, bytes_, product.depth};
    }
    const int64_t row_bytes = product.depth * bytes_;
    for (int64_t i = 0; i < product.rows; ++i, line += line_bytes) {
      std::memcpy(panel + i * row_bytes, line, static_cast<size_t>(row_bytes));
    }
    std::memset(panel + product.rows * row_bytes, 0,
                static_cast<size_t>((width - product.rows) * row_bytes));
    return {panel, row_bytes, bytes_, product.depth};
  }

  // The same for lines without a stride. Those that have one here are not packed.
  void FindParts(int64_t row, int64_t k, int64_t width, LeftRows& to, TileProduct& product) const {
    const void* lines[kMaxLines];
    LeftPart* next = to.parts;
    LeftPart* packed = nullptr;  // the last part, if it is packed
    for (int64_t done = 0; done < product.depth;) {
      const int64_t together = matmul_.left_finder->Find(row, product.rows, k + done, lines);
      const int64_t run = std::min(together, product.depth - done);
      if (run >= kShortestPart && width == product.rows && HaveStride(lines, product.rows)) {
        *next++ = {lines[0], ByteDistance(lines[0], lines[1]), bytes_, run};
        packed = nullptr;
      } else {
        uint8_t* const panel = to.panel + done * width * bytes_;
        tiles_.interleave(lines, product.rows, run, width, panel);
        if (packed == nullptr) {
          packed = next++;
          *packed = {panel, bytes_, width * bytes_, 0};
        }
        packed->depth += run;
      }
      done += run;
    }
    product.left_parts = next - to.parts;
  }

  // Sets its right side to the columns from `column` of a chunk.
  void FindColumns(int64_t batch, const uint8_t* matrix, int64_t chunk, int64_t chunk_columns,
                   int64_t column, int64_t k, TileProduct& product) const {
    if (right_stays_) {
      product.right = static_cast<const uint8_t*>(matmul_.right.data) +
                      matmul_.right.Offset(batch, chunk + column, k) * bytes_;
      product.right_depth_bytes = matmul_.right.depth_stride * bytes_;
    } else {
      product.right =
          matrix + PanelOffset(chunk_columns, column, pack_late_ ? 0 : k, product.depth);
      product.right_depth_bytes = RoundUp(product.columns, tiles_.column_step) * bytes_;
    }
  }

  // Rows are short runs far apart, which hardware does not prefetch.
  HLO_PREFETCH void PrefetchRow(int64_t batch, int64_t row, int64_t k, int64_t depth) const {
    const MatmulLines& from = matmul_.left;
    if (left_stays_ || matmul_.left_finder != nullptr || from.depth_stride != 1) return;
    if (row >= matmul_.rows) return;
    Prefetch(AddressOf(tiles_, from, batch, row, k), depth * StoredBytes(tiles_, from));
  }

  void RunBlock(int64_t batch, uint8_t* matrix, Range rows, int64_t chunk, int64_t chunk_columns,
                Range columns) const {
    LeftRows left;
    TileProduct product;
    if (tiles_.enter != nullptr) tiles_.enter();
    product.sums_stride = matmul_.sums_stride;
    for (int64_t k = 0; k < matmul_.depth; k += kDepthPanel) {
      product.depth = std::min(kDepthPanel, matmul_.depth - k);
      product.add = k > 0;
      if (pack_late_) {
        PackColumns(batch, chunk, columns, chunk_columns, k, product.depth, matrix);
      }
      const int32_t* const starts =
          k == 0 && matmul_.starts != nullptr ? matmul_.starts + batch * matmul_.columns : nullptr;
      for (int64_t r = 0; r < rows.count; r += tiles_.rows) {
        const int64_t row = rows.begin + r;
        product.rows = std::min(tiles_.rows, rows.count - r);
        FindRows(batch, row, k, left, product);
        uint8_t* sums = static_cast<uint8_t*>(matmul_.sums) +
                        ((batch * matmul_.rows + row) * matmul_.sums_stride + chunk) * bytes_;
        int64_t next = row + tiles_.rows;
        for (int64_t c = 0; c < columns.count; c += tiles_.columns) {
          const int64_t column = columns.begin + c;
          product.columns = std::min(tiles_.columns, columns.count - c);
          product.sums = sums + column * bytes_;
          product.starts = starts == nullptr ? nullptr : starts + chunk + column;
          FindColumns(batch, matrix, chunk, chunk_columns, column, k, product);
          PrefetchRow(batch, next++, k, product.depth);
          tiles_.multiply(product);
        }
      }
    }
    if (tiles_.leave != nullptr) tiles_.leave();
  }

  const Matmul& matmul_;
  const MatmulTiles& tiles_;
  int64_t bytes_;
  Cut chunk_;
  bool left_stays_ = false, right_stays_ = false;  // not packed
  bool right_is_far_ = false;                      // not in the L2 cache
  // Blocks of columns are packed one depth panel at a time, before the only rows that need it.
  bool pack_late_ = false;
  int64_t matrix_bytes_ = 0;  // of a packed chunk of one matrix
  int64_t group_ = 1;         // matrices packed together
  uint8_t* packed_ = nullptr;
};

}  // namespace

int64_t TiledScratchBytes(const Matmul& matmul) { return TiledMatmul(matmul).scratch_bytes(); }

void MultiplyTiled(const Matmul& matmul, uint8_t* scratch, Workers& workers) {
  TiledMatmul(matmul).Run(scratch, workers);
}

}  // namespace hlo::kernels
