// SPDX-License-Identifier: Apache-2.0
// Splits a matrix product into tiles. A block of columns of the right matrix is packed into panels
// once and stays in the L2 cache; then each row panel of the left matrix, packed on the stack, is
// multiplied by all panels of the block, one depth panel at a time. Small matrices are read in
// place. A matrix of few lines times one of many is memory bound: only the few lines are packed.
#include "core/kernels/matmul.h"

#include <algorithm>
#include <cstring>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/kernels/matmul_lines.h"
#include "core/kernels/matmul_tiles.h"

namespace hlo::kernels {
namespace {

// Lines of the left matrix per task, and columns that share the L2 cache.
constexpr int64_t kRowBlock = 240;
constexpr int64_t kColumnBlock = 512;
// Columns are packed in chunks of approximately this many bytes; small matrices are packed
// together.
constexpr int64_t kPackedBytes = int64_t{8} << 20;
// A matrix of at most this size in the L1 cache is not packed.
constexpr int64_t kSmallBytes = 16 << 10;
// Elements of a line that are worth a part of its own, and bytes between lines that an L1 cache
// holds only a few of.
constexpr int64_t kShortestPart = 16;
constexpr int64_t kCacheWayBytes = 4096;
// Maximum number of "few" lines; number of "many" lines per task.
constexpr int64_t kFew = 8;
constexpr int64_t kMany = 512;

constexpr int64_t kMaxTileRows = 12;

const MatmulTiles& TilesFor(MatmulType type, bool fuse) {
  const bool is_float = type == MatmulType::kF32 || type == MatmulType::kF64;
  return is_float ? FloatTiles(type, fuse) : *ShortTiles(type);
}

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

// Splits [0, size) into `tasks` runs of nearly equal length, a multiple of `step`.
struct Cut {
  int64_t size, length;

  Cut(int64_t of, int64_t most, int64_t step)
      : size(of), length(RoundUp(CeilDiv(of, CeilDiv(of, most)), step)) {}
  int64_t tasks() const { return CeilDiv(size, length); }
  int64_t begin(int64_t task) const { return task * length; }
  int64_t count(int64_t task) const { return std::min(length, size - begin(task)); }
};

class TiledMatmul {
 public:
  explicit TiledMatmul(const Matmul& matmul)
      : matmul_(matmul),
        tiles_(TilesFor(matmul.type, matmul.fuse)),
        bytes_(tiles_.element_bytes),
        rows_(matmul.rows, kRowBlock, tiles_.rows),
        chunk_(matmul.columns, ChunkColumns(), tiles_.columns) {
    matrix_bytes_ = RoundUp(chunk_.length, tiles_.column_step) * matmul.depth * bytes_;
    group_ = std::clamp<int64_t>(kPackedBytes / matrix_bytes_, 1, matmul.batch);
    // Only one row panel at a time is in use.
    left_stays_ =
        matmul.left_finder == nullptr && IsSmall(matmul.left, std::min(matmul.rows, tiles_.rows));
    right_stays_ = matmul.right.line_stride == 1 && matmul.columns % tiles_.column_step == 0 &&
                   IsSmall(matmul.right, matmul.columns);
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
    return lines.widen == nullptr &&
           (lines.Offset(0, count - 1, matmul_.depth - 1) + 1) * bytes_ <= kSmallBytes;
  }

  // The columns [first, first + count) of some batches.
  void RunChunk(int64_t batch, int64_t group, int64_t first, int64_t count, Workers& workers) {
    const Cut columns(count, kColumnBlock, tiles_.columns);
    const int64_t blocks = columns.tasks();
    workers.ForEach(right_stays_ ? 0 : group * blocks, [&](int64_t task) {
      const int64_t block = task % blocks;
      for (int64_t c = 0; c < columns.count(block); c += tiles_.columns) {
        PackColumns(batch + task / blocks, first, columns.begin(block) + c, count,
                    matrix(task / blocks));
      }
    });
    workers.ForEach(group * blocks * rows_.tasks(), [&](int64_t task) {
      const int64_t row = task % rows_.tasks();
      const int64_t block = task / rows_.tasks() % blocks;
      const int64_t product = task / rows_.tasks() / blocks;
      RunBlock(batch + product, matrix(product), {rows_.begin(row), rows_.count(row)}, first, count,
               {columns.begin(block), columns.count(block)});
    });
  }

  uint8_t* matrix(int64_t product) const { return packed_ + product * matrix_bytes_; }

  // One panel: the columns from `column` of a chunk.
  void PackColumns(int64_t batch, int64_t chunk, int64_t column, int64_t chunk_columns,
                   uint8_t* matrix) const {
    const int64_t count = std::min(tiles_.columns, chunk_columns - column);
    const int64_t width = RoundUp(count, tiles_.column_step);
    for (int64_t k = 0; k < matmul_.depth; k += kDepthPanel) {
      const int64_t depth = std::min(kDepthPanel, matmul_.depth - k);
      PackPanel(tiles_, matmul_.right, batch, chunk + column, count, k, depth, width,
                matrix + PanelOffset(chunk_columns, column, k, depth));
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
    alignas(64) uint8_t panel[kMaxTileRows * kDepthPanel * kMaxElementBytes];
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
    to.parts[0] = {to.panel, bytes_, width * bytes_, product.depth};
    PackPanel(tiles_, matmul_.left, batch, row, product.rows, k, product.depth, width, to.panel);
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
      product.right = matrix + PanelOffset(chunk_columns, column, k, product.depth);
      product.right_depth_bytes = RoundUp(product.columns, tiles_.column_step) * bytes_;
    }
  }

  // Rows are short runs far apart, which hardware does not prefetch.
  void PrefetchRow(int64_t batch, int64_t row, int64_t k, int64_t depth) const {
    const MatmulLines& from = matmul_.left;
    if (left_stays_ || matmul_.left_finder != nullptr || from.depth_stride != 1) return;
    const uint8_t* first = AddressOf(tiles_, from, batch, row, k);
    const int64_t bytes = depth * StoredBytes(tiles_, from);
    for (int64_t i = 0; i < bytes; i += kCacheLineBytes) __builtin_prefetch(first + i);
  }

  struct Range {
    int64_t begin, count;
  };

  void RunBlock(int64_t batch, const uint8_t* matrix, Range rows, int64_t chunk,
                int64_t chunk_columns, Range columns) const {
    LeftRows left;
    TileProduct product;
    product.sums_stride = matmul_.sums_stride;
    for (int64_t k = 0; k < matmul_.depth; k += kDepthPanel) {
      product.depth = std::min(kDepthPanel, matmul_.depth - k);
      product.add = k > 0;
      const int32_t* const starts =
          k == 0 && matmul_.starts != nullptr ? matmul_.starts + batch * matmul_.columns : nullptr;
      for (int64_t r = 0; r < rows.count; r += tiles_.rows) {
        const int64_t row = rows.begin + r;
        product.rows = std::min(tiles_.rows, rows.count - r);
        FindRows(batch, row, k, left, product);
        uint8_t* sums = static_cast<uint8_t*>(matmul_.sums) +
                        ((batch * matmul_.rows + row) * matmul_.sums_stride + chunk) * bytes_;
        const int64_t next = std::min(row + tiles_.rows, matmul_.rows - 1);
        for (int64_t c = 0; c < columns.count; c += tiles_.columns) {
          const int64_t column = columns.begin + c;
          product.columns = std::min(tiles_.columns, columns.count - c);
          product.sums = sums + column * bytes_;
          product.starts = starts == nullptr ? nullptr : starts + chunk + column;
          FindColumns(batch, matrix, chunk, chunk_columns, column, k, product);
          PrefetchRow(batch, std::min(next + c / tiles_.columns, matmul_.rows - 1), k,
                      product.depth);
          tiles_.multiply(product);
        }
      }
    }
  }

  const Matmul& matmul_;
  const MatmulTiles& tiles_;
  int64_t bytes_;
  Cut rows_, chunk_;
  bool left_stays_ = false, right_stays_ = false;  // not packed
  int64_t matrix_bytes_ = 0;                       // of a packed chunk of one matrix
  int64_t group_ = 1;                              // matrices packed together
  uint8_t* packed_ = nullptr;
};

// A matrix of at most kFew lines times one of many.
class ThinMatmul {
 public:
  static bool Fits(const Matmul& matmul) {
    return matmul.left_finder == nullptr && std::min(matmul.rows, matmul.columns) <= kFew;
  }

  explicit ThinMatmul(const Matmul& matmul)
      : matmul_(matmul),
        tiles_(TilesFor(matmul.type, matmul.fuse)),
        few_rows_(matmul.rows <= matmul.columns),
        few_(few_rows_ ? matmul.left : matmul.right),
        many_(few_rows_ ? matmul.right : matmul.left),
        few_count_(std::min(matmul.rows, matmul.columns)),
        lines_(std::max(matmul.rows, matmul.columns), kMany, tiles_.column_step) {}

  void Run(Workers& workers) const {
    workers.ForEach(matmul_.batch * lines_.tasks(), [&](int64_t task) {
      const int64_t part = task % lines_.tasks();
      RunLines(task / lines_.tasks(), lines_.begin(part), lines_.count(part));
    });
  }

 private:
  void RunLines(int64_t batch, int64_t first, int64_t count) const {
    alignas(64) uint8_t few[kFew * kDepthPanel * kMaxElementBytes];
    alignas(64) uint8_t sums[kFew * kMany * kMaxElementBytes];
    const int64_t bytes = tiles_.element_bytes;
    for (int64_t k = 0; k < matmul_.depth; k += kDepthPanel) {
      const int64_t depth = std::min(kDepthPanel, matmul_.depth - k);
      PackPanel(tiles_, few_, batch, 0, few_count_, k, depth, few_count_, few);
      std::memset(sums, 0, static_cast<size_t>(few_count_ * count * bytes));
      AccumulateMany(tiles_, few, few_count_, many_, batch, first, count, k, depth, sums);
      for (int64_t t = 0; t < few_count_; ++t) {
        const int64_t row = few_rows_ ? t : first, column = few_rows_ ? first : t;
        const int64_t at = (batch * matmul_.rows + row) * matmul_.sums_stride + column;
        tiles_.merge(sums + t * count * bytes, count, k > 0,
                     static_cast<uint8_t*>(matmul_.sums) + at * bytes,
                     few_rows_ ? 1 : matmul_.sums_stride);
      }
    }
  }

  const Matmul& matmul_;
  const MatmulTiles& tiles_;
  bool few_rows_;
  const MatmulLines& few_;
  const MatmulLines& many_;
  int64_t few_count_;
  Cut lines_;
};

// Products of vectors. The depth panels of a vector are summed in parallel, as lines.
class VectorMatmul {
 public:
  static bool Fits(const Matmul& matmul) {
    return matmul.left_finder == nullptr && matmul.rows == 1 && matmul.columns == 1 &&
           matmul.left.depth_stride == 1 && matmul.right.depth_stride == 1;
  }

  explicit VectorMatmul(const Matmul& matmul)
      : matmul_(matmul), tiles_(TilesFor(matmul.type, matmul.fuse)) {}

  // Sums of panels, [panel, batch].
  int64_t scratch_bytes() const {
    return CeilDiv(matmul_.depth, kDepthPanel) * matmul_.batch * tiles_.element_bytes;
  }

  void Run(uint8_t* sums, Workers& workers) const {
    const int64_t whole = matmul_.depth / kDepthPanel, rest = matmul_.depth % kDepthPanel;
    const int64_t bytes = tiles_.element_bytes;
    SumLines(0, whole * matmul_.batch, kDepthPanel, sums, workers);
    if (rest > 0) SumLines(whole * matmul_.batch, matmul_.batch, rest, sums, workers);
    for (int64_t panel = 0; panel < whole + (rest > 0 ? 1 : 0); ++panel) {
      tiles_.merge(sums + panel * matmul_.batch * bytes, matmul_.batch, panel > 0, matmul_.sums,
                   matmul_.sums_stride);
    }
  }

 private:
  // Line i is panel i / batch of the vectors i % batch.
  void SumLines(int64_t first, int64_t count, int64_t depth, uint8_t* sums,
                Workers& workers) const {
    constexpr int64_t kTask = kMaxLines * 8;
    workers.ForEach(CeilDiv(count, kTask), [&](int64_t task) {
      const int64_t end = std::min(count, (task + 1) * kTask);
      for (int64_t i = task * kTask; i < end; i += kMaxLines) {
        SumGroup(first + i, std::min(kMaxLines, end - i), depth, sums);
      }
    });
  }

  void SumGroup(int64_t first, int64_t count, int64_t depth, uint8_t* sums) const {
    alignas(64) uint8_t left[kMaxLines * kDepthPanel * kMaxElementBytes];
    alignas(64) uint8_t right[kMaxLines * kDepthPanel * kMaxElementBytes];
    const int64_t bytes = tiles_.element_bytes;
    Interleave(matmul_.left, first, count, depth, left);
    Interleave(matmul_.right, first, count, depth, right);
    const void *left_rows[kDepthPanel], *right_rows[kDepthPanel];
    for (int64_t k = 0; k < depth; ++k) {
      left_rows[k] = left + k * count * bytes;
      right_rows[k] = right + k * count * bytes;
    }
    tiles_.multiply_lines({left_rows, right_rows, depth, count}, sums + first * bytes);
  }

  void Interleave(const MatmulLines& from, int64_t first, int64_t count, int64_t depth,
                  void* panel) const {
    const void* lines[kMaxLines];
    for (int64_t i = 0; i < count; ++i) {
      lines[i] = AddressOf(tiles_, from, (first + i) % matmul_.batch, 0,
                           (first + i) / matmul_.batch * kDepthPanel);
    }
    InterleaveLines(tiles_, from, lines, count, depth, count, panel);
  }

  const Matmul& matmul_;
  const MatmulTiles& tiles_;
};

uint8_t* Aligned(void* scratch) {
  if (scratch == nullptr) return nullptr;  // no scratch is needed
  const uintptr_t past = reinterpret_cast<uintptr_t>(scratch) % kCacheLineBytes;
  return static_cast<uint8_t*>(scratch) + (kCacheLineBytes - past);
}

}  // namespace

// With few lines, either matrix may be broadcast; here only the left one.
bool MultipliesQuads(int64_t rows, int64_t columns) {
  return std::min(rows, columns) > kFew && ShortTiles(MatmulType::kQuads) != nullptr;
}

int64_t MatmulScratchBytes(const Matmul& matmul) {
  if (VectorMatmul::Fits(matmul)) return VectorMatmul(matmul).scratch_bytes() + kCacheLineBytes;
  if (ThinMatmul::Fits(matmul)) return 0;
  const int64_t bytes = TiledMatmul(matmul).scratch_bytes();
  return bytes > 0 ? bytes + kCacheLineBytes : 0;
}

void Multiply(const Matmul& matmul, void* scratch, Workers& workers) {
  if (VectorMatmul::Fits(matmul)) {
    VectorMatmul(matmul).Run(Aligned(scratch), workers);
  } else if (ThinMatmul::Fits(matmul)) {
    ThinMatmul(matmul).Run(workers);
  } else {
    TiledMatmul(matmul).Run(Aligned(scratch), workers);
  }
}

void MultiplyLines(MatmulType type, bool fuse, const LineProducts& lines, void* sums) {
  TilesFor(type, fuse).multiply_lines(lines, sums);
}

}  // namespace hlo::kernels
