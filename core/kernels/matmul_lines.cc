// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/matmul_lines.h"

#include <algorithm>

namespace hlo::kernels {
namespace {

constexpr int64_t kWidenedDepth = 128;  // elements of a line that are widened together
constexpr int64_t kWidened = kMaxLines * kWidenedDepth;

// Widened elements: of lines one after the other, or of places one after the other.
struct Widened {
  alignas(64) uint8_t bytes[kWidened * kMaxElementBytes];
};

// Widens `depth` elements of each contiguous line from element k on, `depth` apart.
void WidenLines(const MatmulTiles& tiles, const MatmulLines& from, const void* const* lines,
                int64_t count, int64_t k, int64_t depth, Widened& to) {
  for (int64_t i = 0; i < count; ++i) {
    from.widen(static_cast<const uint8_t*>(lines[i]) + k * from.stored_bytes,
               static_cast<size_t>(depth), to.bytes + i * depth * tiles.element_bytes);
  }
}

// Widens `count` elements at each of `depth` places, `count` apart.
void WidenPlaces(const MatmulTiles& tiles, const MatmulLines& from, const uint8_t* first,
                 int64_t count, int64_t depth, Widened& to) {
  for (int64_t k = 0; k < depth; ++k) {
    from.widen(first + k * from.depth_stride * from.stored_bytes, static_cast<size_t>(count),
               to.bytes + k * count * tiles.element_bytes);
  }
}

// A panel of groups whose numbers are at places of their own.
void JoinNumbers(const MatmulTiles& tiles, const MatmulLines& from, const uint8_t* first,
                 int64_t count, int64_t k, int64_t depth, int64_t width, uint8_t* panel) {
  static constexpr uint8_t kZeros[kMaxLines * sizeof(uint16_t)] = {};
  const int64_t row_bytes = from.depth_stride * StoredBytes(tiles, from);
  for (int64_t i = 0; i < depth; ++i, panel += width * tiles.element_bytes) {
    const void* rows[4];
    for (int64_t number = 0; number < from.numbers; ++number, first += row_bytes) {
      rows[number] = (k + i) * from.numbers + number < from.places ? first : kZeros;
    }
    tiles.join(rows, from.numbers, count, width, panel);
  }
}

// Calls step(begin, length) for parts of [0, size).
template <class Step>
void ForEachPart(int64_t size, int64_t most, const Step& step) {
  for (int64_t begin = 0; begin < size; begin += most) step(begin, std::min(most, size - begin));
}

}  // namespace

void InterleaveLines(const MatmulTiles& tiles, const MatmulLines& from, const void* const* lines,
                     int64_t count, int64_t depth, int64_t width, void* panel) {
  if (from.widen == nullptr) return tiles.interleave(lines, count, depth, width, panel);
  Widened widened;
  const void* parts[kMaxLines];
  ForEachPart(depth, kWidenedDepth, [&](int64_t k, int64_t length) {
    WidenLines(tiles, from, lines, count, k, length, widened);
    for (int64_t i = 0; i < count; ++i) {
      parts[i] = widened.bytes + i * length * tiles.element_bytes;
    }
    tiles.interleave(parts, count, length, width,
                     static_cast<uint8_t*>(panel) + k * width * tiles.element_bytes);
  });
}

void PackPanel(const MatmulTiles& tiles, const MatmulLines& from, int64_t batch, int64_t line,
               int64_t count, int64_t k, int64_t depth, int64_t width, void* panel) {
  const uint8_t* first = AddressOf(tiles, from, batch, line, k);
  if (from.numbers > 1) {
    return JoinNumbers(tiles, from, first, count, k, depth, width, static_cast<uint8_t*>(panel));
  }
  if (from.depth_stride == 1) {
    const void* lines[kMaxLines];
    for (int64_t i = 0; i < count; ++i) {
      lines[i] = first + i * from.line_stride * StoredBytes(tiles, from);
    }
    return InterleaveLines(tiles, from, lines, count, depth, width, panel);
  }
  if (from.widen == nullptr) {
    return tiles.gather(first, from.depth_stride, count, depth, width, panel);
  }
  Widened widened;
  ForEachPart(depth, kWidenedDepth, [&](int64_t at, int64_t length) {
    WidenPlaces(tiles, from, first + at * from.depth_stride * from.stored_bytes, count, length,
                widened);
    tiles.gather(widened.bytes, count, count, length, width,
                 static_cast<uint8_t*>(panel) + at * width * tiles.element_bytes);
  });
}

void AccumulateMany(const MatmulTiles& tiles, const void* few, int64_t few_count,
                    const MatmulLines& many, int64_t batch, int64_t line, int64_t count, int64_t k,
                    int64_t depth, void* sums) {
  const uint8_t* first = AddressOf(tiles, many, batch, line, k);
  const bool together = many.depth_stride == 1;
  const auto accumulate = together ? tiles.accumulate_lines : tiles.accumulate_side_by_side;
  if (many.widen == nullptr) {
    return accumulate(few, few_count, first, together ? many.line_stride : many.depth_stride, count,
                      depth, sums, count);
  }
  const int64_t bytes = tiles.element_bytes;
  const auto few_from = [&](int64_t at) {
    return static_cast<const uint8_t*>(few) + at * few_count * bytes;
  };
  Widened widened;
  if (!together) {
    return ForEachPart(depth, std::max<int64_t>(kWidened / count, 1), [&](int64_t at, int64_t n) {
      WidenPlaces(tiles, many, first + at * many.depth_stride * many.stored_bytes, count, n,
                  widened);
      accumulate(few_from(at), few_count, widened.bytes, count, count, n, sums, count);
    });
  }
  ForEachPart(count, kMaxLines, [&](int64_t i, int64_t n) {
    const void* lines[kMaxLines];
    for (int64_t j = 0; j < n; ++j) {
      lines[j] = first + (i + j) * many.line_stride * many.stored_bytes;
    }
    ForEachPart(depth, kWidenedDepth, [&](int64_t at, int64_t length) {
      WidenLines(tiles, many, lines, n, at, length, widened);
      accumulate(few_from(at), few_count, widened.bytes, length, n, length,
                 static_cast<uint8_t*>(sums) + i * bytes, count);
    });
  });
}

}  // namespace hlo::kernels
