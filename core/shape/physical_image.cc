// SPDX-License-Identifier: Apache-2.0
// Converts between the elements of an array and its bytes in memory.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/shape/padding_element.h"
#include "core/shape/separable.h"
#include "core/types/native_type.h"
#include "hlo/index.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

// `count` consecutive elements in row-major order, from `linear`, whose positions are `stride`
// apart, from `position`.
struct Run {
  int64_t linear, position, count, stride;
};

// Calls fn(run) until all elements are covered: with long runs where the layout is a sum over
// dimensions.
template <class Fn>
void ForEachRun(const Shape& array, const PhysicalLayout& physical, const Fn& fn) {
  const auto levels = Separate(physical);
  if (!levels || array.dims.empty()) {
    for (Index at(array.dims); !at.done(); at.Next()) {
      fn(Run{at.linear(), physical.Position(at.at()), 1, 1});
    }
    return;
  }
  const int64_t row = array.dims.back();
  const Levels& along_row = levels->back();
  const int64_t stride = along_row.empty() ? 1 : along_row[0].stride;
  const std::span<const int64_t> outer(array.dims.data(), array.dims.size() - 1);
  for (Index at(outer); !at.done(); at.Next()) {
    int64_t base = 0;
    for (size_t d = 0; d < outer.size(); ++d) base += Evaluate((*levels)[d], at[d]);
    for (int64_t x = 0; x < row;) {
      const int64_t count = std::min(RunLength(along_row, x), row - x);
      fn(Run{at.linear() * row + x, base + Evaluate(along_row, x), count, stride});
      x += count;
    }
  }
}

// Elements of whole bytes: no E, or E equal to the natural width.
template <class T>
void CopyOut(const Run& run, const uint8_t* dense, uint8_t* image) {
  const uint8_t* from = dense + run.linear * static_cast<int64_t>(sizeof(T));
  uint8_t* to = image + run.position * static_cast<int64_t>(sizeof(T));
  for (int64_t i = 0; i < run.count; ++i) {
    std::memcpy(to + i * run.stride * static_cast<int64_t>(sizeof(T)),
                from + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

template <class T>
void CopyIn(const Run& run, const uint8_t* image, uint8_t* dense) {
  uint8_t* to = dense + run.linear * static_cast<int64_t>(sizeof(T));
  const uint8_t* from = image + run.position * static_cast<int64_t>(sizeof(T));
  for (int64_t i = 0; i < run.count; ++i) {
    std::memcpy(to + i * static_cast<int64_t>(sizeof(T)),
                from + i * run.stride * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

// Mask of one bit of the image, counted in the order of kPackMostSignificantFirst.
uint8_t BitMask(int64_t bit) {
  return static_cast<uint8_t>(kPackMostSignificantFirst ? 0x80 >> (bit % 8) : 1 << (bit % 8));
}

// Elements of any number of bits. Whole bytes are little-endian as everywhere; otherwise the bits
// of an element are contiguous, from the same end as the elements of a byte.
class BitPacker {
 public:
  BitPacker(int element_bytes, int value_bits, int64_t stored_bits)
      : element_bytes_(element_bytes), value_bits_(value_bits), stored_bits_(stored_bits) {}

  void Put(const uint8_t* element, int64_t position, uint8_t* image) const {
    for (int64_t k = 0; k < value_bits_; ++k) {
      const int64_t at = BitOf(position, k);
      const uint8_t mask = MaskOf(at, k), cleared = static_cast<uint8_t>(image[at / 8] & ~mask);
      const bool one = (element[k / 8] >> (k % 8)) & 1;
      image[at / 8] = one ? static_cast<uint8_t>(cleared | mask) : cleared;
    }
  }

  void Get(const uint8_t* image, int64_t position, bool is_signed, uint8_t* element) const {
    std::memset(element, 0, static_cast<size_t>(element_bytes_));
    bool top = false;
    for (int64_t k = 0; k < value_bits_; ++k) {
      const int64_t at = BitOf(position, k);
      top = (image[at / 8] & MaskOf(at, k)) != 0;
      if (top) element[k / 8] = static_cast<uint8_t>(element[k / 8] | 1 << (k % 8));
    }
    // Unpacked narrow integers are sign-extended to the whole byte.
    for (int64_t k = value_bits_; is_signed && top && k < int64_t{8} * element_bytes_; ++k) {
      element[k / 8] = static_cast<uint8_t>(element[k / 8] | 1 << (k % 8));
    }
  }

 private:
  // Where bit k (0 = least significant) of the element at a position is in the image.
  int64_t BitOf(int64_t position, int64_t k) const {
    const int64_t begin = position * stored_bits_;
    const bool reversed = kPackMostSignificantFirst && stored_bits_ % 8 != 0;
    return begin + (reversed ? stored_bits_ - 1 - k : k);
  }
  uint8_t MaskOf(int64_t at, int64_t k) const {
    return stored_bits_ % 8 == 0 ? static_cast<uint8_t>(1 << (k % 8)) : BitMask(at);
  }

  int element_bytes_, value_bits_;
  int64_t stored_bits_;
};

struct ImagePlan {
  PhysicalLayout physical;
  int element_bytes;
  int64_t prefix_bytes;
  bool whole_bytes;
  BitPacker packer;
};

Result<ImagePlan> MakePlan(const Shape& array) {
  HLO_TRY(PhysicalLayout physical, PhysicalLayout::Make(array));
  const int bytes = StorageBytes(array.element_type);
  const int64_t bits = physical.element_bits();
  const bool whole = bits == int64_t{8} * bytes;
  return ImagePlan{std::move(physical), bytes, array.layout.dynamic_shape_prefix_bytes, whole,
                   BitPacker(bytes, BitWidth(array.element_type), bits)};
}

Status CheckBytes(const char* what, size_t given, int64_t expected, const Shape& array) {
  if (static_cast<uint64_t>(given) == static_cast<uint64_t>(expected)) return {};
  return Fail("R07", "the {} of {} must have {} bytes, got {}",
              {what, ShapeText(array), expected, given});
}

Status CheckLimit(const char* what, int64_t bytes, int64_t max_bytes, const Shape& array) {
  max_bytes = std::min<int64_t>(max_bytes, PTRDIFF_MAX);  // the limit of one buffer
  if (bytes <= max_bytes) return {};
  return Fail("R02", "the {} of {} needs {} bytes, more than the limit of {}",
              {what, ShapeText(array), bytes, max_bytes});
}

// Fills all cells with the padding value of the legacy form; elements overwrite it.
void FillPadding(const Shape& array, const ImagePlan& plan, uint8_t* image) {
  const auto padding = PaddingElement(array.element_type, array.layout.padding_value);
  if (array.layout.padded_dimensions.empty() || !padding) return;
  for (int64_t p = 0; p < plan.physical.untailed_elements(); ++p) {
    if (plan.whole_bytes) {
      std::memcpy(image + p * plan.element_bytes, padding->data(),
                  static_cast<size_t>(plan.element_bytes));
    } else {
      plan.packer.Put(padding->data(), p, image);
    }
  }
}

}  // namespace

Result<std::vector<uint8_t>> ToPhysicalImage(const Shape& array, std::span<const uint8_t> dense,
                                             int64_t max_bytes) {
  HLO_TRY(const ImagePlan plan, MakePlan(array));
  HLO_TRY(const int64_t dense_bytes, DenseBytes(array));
  HLO_RETURN_IF_ERROR(CheckBytes("value", dense.size(), dense_bytes, array));
  HLO_RETURN_IF_ERROR(CheckLimit("image", plan.physical.byte_size(), max_bytes, array));
  std::vector<uint8_t> image(static_cast<size_t>(plan.physical.byte_size()), 0);
  uint8_t* cells = image.data() + plan.prefix_bytes;
  FillPadding(array, plan, cells);
  if (plan.whole_bytes) {
    WithElementWidth(plan.element_bytes, [&]<class T>() {
      ForEachRun(array, plan.physical,
                 [&](const Run& run) { CopyOut<T>(run, dense.data(), cells); });
    });
    return image;
  }
  ForEachRun(array, plan.physical, [&](const Run& run) {
    for (int64_t i = 0; i < run.count; ++i) {
      plan.packer.Put(dense.data() + (run.linear + i) * plan.element_bytes,
                      run.position + i * run.stride, cells);
    }
  });
  return image;
}

Result<std::vector<uint8_t>> FromPhysicalImage(const Shape& array, std::span<const uint8_t> image,
                                               int64_t max_bytes) {
  HLO_TRY(const ImagePlan plan, MakePlan(array));
  HLO_TRY(const int64_t dense_bytes, DenseBytes(array));
  HLO_RETURN_IF_ERROR(CheckBytes("image", image.size(), plan.physical.byte_size(), array));
  HLO_RETURN_IF_ERROR(CheckLimit("value", dense_bytes, max_bytes, array));
  std::vector<uint8_t> dense(static_cast<size_t>(dense_bytes));
  const uint8_t* cells = image.data() + plan.prefix_bytes;
  if (plan.whole_bytes) {
    WithElementWidth(plan.element_bytes, [&]<class T>() {
      ForEachRun(array, plan.physical,
                 [&](const Run& run) { CopyIn<T>(run, cells, dense.data()); });
    });
    return dense;
  }
  const bool is_signed = IsSigned(array.element_type);
  ForEachRun(array, plan.physical, [&](const Run& run) {
    for (int64_t i = 0; i < run.count; ++i) {
      plan.packer.Get(cells, run.position + i * run.stride, is_signed,
                      dense.data() + (run.linear + i) * plan.element_bytes);
    }
  });
  return dense;
}

}  // namespace hlo
