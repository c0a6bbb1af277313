// SPDX-License-Identifier: Apache-2.0
// Chooses how a matrix product is split: into tiles (matmul_tiled.h), or, for few lines, as below.
// A matrix of few lines times one of many is memory bound: only the few lines are packed.
#include "core/kernels/matmul.h"

#include <algorithm>
#include <cstring>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/kernels/matmul_lines.h"
#include "core/kernels/matmul_split.h"
#include "core/kernels/matmul_tiled.h"
#include "core/kernels/matmul_tiles.h"

namespace hlo::kernels {
namespace {

// Maximum number of "few" lines; number of "many" lines per task.
constexpr int64_t kFew = 8;
constexpr int64_t kMany = 512;

// A matrix of at most kFew lines times one of many.
class ThinMatmul {
 public:
  static bool Fits(const Matmul& matmul) {
    return matmul.left_finder == nullptr && std::min(matmul.rows, matmul.columns) <= kFew;
  }

  explicit ThinMatmul(const Matmul& matmul)
      : matmul_(matmul),
        tiles_(TilesFor(matmul)),
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

  explicit VectorMatmul(const Matmul& matmul) : matmul_(matmul), tiles_(TilesFor(matmul)) {}

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

bool JoinsNumbers(int64_t rows, int64_t columns) { return std::min(rows, columns) > kFew; }

// With few lines, either matrix may be broadcast; here only the left one.
bool MultipliesQuads(int64_t rows, int64_t columns) {
  return std::min(rows, columns) > kFew && ShortTiles(MatmulType::kQuads) != nullptr;
}

bool MultipliesBF16(int64_t rows, int64_t depth, int64_t columns) {
  return std::min(rows, columns) > kFew &&
         (BF16Tiles() != nullptr || MultipliesInRegisters(rows, depth, columns));
}

int64_t MatmulScratchBytes(const Matmul& matmul) {
  if (VectorMatmul::Fits(matmul)) return VectorMatmul(matmul).scratch_bytes() + kCacheLineBytes;
  if (ThinMatmul::Fits(matmul)) return 0;
  const int64_t bytes = TiledScratchBytes(matmul);
  return bytes > 0 ? bytes + kCacheLineBytes : 0;
}

void Multiply(const Matmul& matmul, void* scratch, Workers& workers) {
  if (VectorMatmul::Fits(matmul)) {
    VectorMatmul(matmul).Run(Aligned(scratch), workers);
  } else if (ThinMatmul::Fits(matmul)) {
    ThinMatmul(matmul).Run(workers);
  } else {
    MultiplyTiled(matmul, Aligned(scratch), workers);
  }
}

void MultiplyLines(MatmulType type, bool fuse, const LineProducts& lines, void* sums) {
  TilesFor(type, fuse).multiply_lines(lines, sums);
}

}  // namespace hlo::kernels
