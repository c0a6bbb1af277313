// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/sharded_arrays.h"

#include <utility>

#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Copies part `number`, of these sizes, out of a whole array, or into it.
struct PartCopy {
  const Dims& whole;
  const Dims& part;
  int64_t number;
  int element_bytes;

  void Out(const DeviceParts& parts, const uint8_t* from, uint8_t* to) const {
    const Dims strides = RowMajorStrides(Span(whole));
    CopyBox({part, strides, RowMajorStrides(Span(part))}, element_bytes,
            from + Begin(parts, strides), to);
  }
  void In(const DeviceParts& parts, const uint8_t* from, uint8_t* to) const {
    const Dims strides = RowMajorStrides(Span(whole));
    CopyBox({part, RowMajorStrides(Span(part)), strides}, element_bytes, from,
            to + Begin(parts, strides));
  }

 private:
  static std::span<const int64_t> Span(const Dims& dims) { return {dims.data(), dims.size()}; }
  // Where it begins in the whole array, in bytes.
  int64_t Begin(const DeviceParts& parts, const Dims& strides) const {
    int64_t begin = 0, rest = number;
    for (size_t d = part.size(); d-- > 0;) {
      begin += rest % parts.counts[d] * part[d] * strides[d];
      rest /= parts.counts[d];
    }
    return begin * element_bytes;
  }
};

}  // namespace

Result<Literal> PartOfArray(const Literal& whole, const DeviceParts& parts, const Shape& part,
                            int64_t number, const std::shared_ptr<MemoryBudget>& budget) {
  HLO_TRY(Literal literal, Literal::Allocate(part, budget));
  const PartCopy copy{whole.shape().dims, part.dims, number, StorageBytes(whole.element_type())};
  copy.Out(parts, whole.bytes(), literal.mutable_bytes());
  return literal;
}

Result<std::vector<Literal>> SplitArray(const Literal& whole, const DeviceParts& parts,
                                        const Shape& part) {
  std::vector<Literal> of_devices(parts.devices.size());
  for (size_t i = 0; i < parts.devices.size(); i += static_cast<size_t>(parts.copies)) {
    const auto number = static_cast<int64_t>(i) / parts.copies;
    HLO_TRY(const Literal literal, PartOfArray(whole, parts, part, number));
    for (int64_t copy = 0; copy < parts.copies; ++copy) {
      of_devices[static_cast<size_t>(parts.devices[i + static_cast<size_t>(copy)])] = literal;
    }
  }
  return of_devices;
}

Result<Literal> JoinArray(std::span<const Literal* const> of_devices, const DeviceParts& parts,
                          int64_t copy, const std::shared_ptr<MemoryBudget>& budget) {
  const Dims& part = of_devices[0]->shape().dims;
  const Dims dims = WholeDims(parts, part);
  HLO_TRY(Literal whole,
          Literal::Allocate(Shape::Array(of_devices[0]->element_type(), dims), budget));
  for (size_t i = 0; i < parts.devices.size(); i += static_cast<size_t>(parts.copies)) {
    const auto device = static_cast<size_t>(parts.devices[i + static_cast<size_t>(copy)]);
    const PartCopy into{dims, part, static_cast<int64_t>(i) / parts.copies,
                        StorageBytes(whole.element_type())};
    into.In(parts, of_devices[device]->bytes(), whole.mutable_bytes());
  }
  return whole;
}

}  // namespace hlo
