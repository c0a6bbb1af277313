// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/movement.h"

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/builder/broadcasting.h"
#include "core/builder/emit.h"

namespace hlo::builder {
namespace {

std::vector<int64_t> From(int64_t first, int64_t count) {
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(first + i);
  return numbers;
}

Status CheckGrowth(const Shape& shape, Ints sizes, Ints map) {
  HLO_RETURN_IF_ERROR(CheckBroadcastDimensions(map, shape.rank(), std::ssize(sizes.span())));
  for (size_t i = 0; i < map.size(); ++i) {
    const int64_t from = shape.dims[i];
    const int64_t to = sizes[static_cast<size_t>(map[i])];
    if (from == to || from == 1) continue;
    return Fail("V01", "dimension {} of {} cannot be broadcast to size {} of dimension {}",
                {i, ShapeText(shape, false), to, map[i]});
  }
  return {};
}

}  // namespace

// ---- broadcasts ----

Value Broadcast(Value x, Ints sizes) {
  if (!x.ok()) return x;
  const Shape& shape = x.shape();
  std::vector<int64_t> all = sizes.vector();
  all.insert(all.end(), shape.dims.begin(), shape.dims.end());
  const Shape result = Shape::Array(shape.element_type, all);
  return Emit(Opcode::kBroadcast, {x},
              {{Attr::dimensions, From(std::ssize(sizes.span()), shape.rank())}}, &result);
}

Value BroadcastInDim(Value x, Ints sizes, Ints broadcast_dimensions) {
  if (!x.ok()) return x;
  if (Status fits = CheckGrowth(x.shape(), sizes, broadcast_dimensions); !fits.ok()) {
    return Refuse(x, fits.error());
  }
  return Grown(x, Dims(sizes.span()), broadcast_dimensions);
}

// ---- reshapes ----

Value Reshape(Value x, Ints new_sizes) {
  const Shape result = Shape::Array(x.shape().element_type, new_sizes.span());
  return Emit(Opcode::kReshape, {x}, {}, &result);
}

Value Reshape(Value x, Ints dimensions, Ints new_sizes) {
  if (!x.ok()) return x;
  const bool in_order = dimensions.vector() == AllDimensions(x.shape());
  return Reshape(in_order ? x : Transpose(x, dimensions), new_sizes);
}

Value Collapse(Value x, Ints dimensions) {
  if (!x.ok()) return x;
  const Shape& shape = x.shape();
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (!InRank(dimensions[i], shape)) {
      return Refuse(x, Fail("V01", "collapse dimensions {}: {} is out of range for rank {}",
                            {Braced(dimensions.span()), dimensions[i], shape.rank()}));
    }
    if (i > 0 && dimensions[i] != dimensions[i - 1] + 1) {
      return Refuse(x, Fail("V01", "collapse dimensions must be consecutive, got {}",
                            {Braced(dimensions.span())}));
    }
  }
  if (dimensions.size() <= 1) return x;
  const auto first = static_cast<size_t>(dimensions[0]);
  const std::span<const int64_t> sizes(shape.dims.data(), shape.dims.size());
  const std::optional<int64_t> product = CheckedProduct(sizes.subspan(first, dimensions.size()));
  if (!product) {
    return Refuse(x, Fail("S09", "the product of dimensions {} of {} exceeds 63 bits",
                          {Braced(dimensions.span()), ShapeText(shape, false)}));
  }
  std::vector<int64_t> new_sizes(sizes.begin(), sizes.begin() + dimensions[0]);
  new_sizes.push_back(*product);
  new_sizes.insert(new_sizes.end(), sizes.begin() + dimensions[0] + std::ssize(dimensions.span()),
                   sizes.end());
  return Reshape(x, new_sizes);
}

Value Transpose(Value x, Ints permutation) {
  return Emit(Opcode::kTranspose, {x}, {{Attr::dimensions, permutation.vector()}});
}

Value Rev(Value x, Ints dimensions) {
  return Emit(Opcode::kReverse, {x}, {{Attr::dimensions, dimensions.vector()}});
}

// ---- parts and edges ----

Value Slice(Value x, Ints start_indices, Ints limit_indices, Ints strides) {
  if (!x.ok()) return x;
  const size_t count = start_indices.size();
  if (limit_indices.size() != count || (!strides.empty() && strides.size() != count)) {
    return Refuse(
        x,
        Fail("V01",
             "`slice`: starts, limits and strides must have equal lengths, got {}, {} and {}",
             {Braced(start_indices.span()), Braced(limit_indices.span()), Braced(strides.span())}));
  }
  SliceConfig config;
  for (size_t d = 0; d < count; ++d) {
    config.dims.push_back(
        {start_indices[d], limit_indices[d], strides.empty() ? int64_t{1} : strides[d]});
  }
  return Emit(Opcode::kSlice, {x}, {{Attr::slice, std::move(config)}});
}

Value SliceInDim(Value x, int64_t start, int64_t limit, int64_t stride, int64_t dimension) {
  if (!x.ok()) return x;
  const Shape& shape = x.shape();
  if (!InRank(dimension, shape)) {
    return Refuse(x, Fail("V01", "`slice`: dimension {} is out of range for rank {}",
                          {dimension, shape.rank()}));
  }
  SliceConfig config;
  for (const int64_t size : shape.dims) config.dims.push_back({0, size, 1});
  config.dims[static_cast<size_t>(dimension)] = {start, limit, stride};
  return Emit(Opcode::kSlice, {x}, {{Attr::slice, std::move(config)}});
}

Value ConcatInDim(Builder& b, Values operands, int64_t dimension) {
  return b.Add(Opcode::kConcatenate, operands,
               {{Attr::dimensions, std::vector<int64_t>{dimension}}});
}

Value Pad(Value x, Value padding_value, const PaddingConfig& padding) {
  return Emit(Opcode::kPad, {x, padding_value}, {{Attr::padding, padding}});
}

Value PadInDim(Value x, Value padding_value, int64_t dimension, int64_t low, int64_t high) {
  if (!x.ok()) return x;
  if (!InRank(dimension, x.shape())) {
    return Refuse(x, Fail("V01", "`pad`: dimension {} is out of range for rank {}",
                          {dimension, x.shape().rank()}));
  }
  PaddingConfig padding;
  padding.dims.resize(x.shape().dims.size());
  padding.dims[static_cast<size_t>(dimension)] = {low, high, 0};
  return Pad(x, padding_value, padding);
}

// ---- dynamic sizes ----

Value GetDimensionSize(Value x, int64_t dimension) {
  return Emit(Opcode::kGetDimensionSize, {x},
              {{Attr::dimensions, std::vector<int64_t>{dimension}}});
}

Value SetDimensionSize(Value x, Value size, int64_t dimension) {
  return Emit(Opcode::kSetDimensionSize, {x, size},
              {{Attr::dimensions, std::vector<int64_t>{dimension}}});
}

Value DynamicReshape(Value x, Values sizes, Ints bounds, const std::vector<bool>& is_dynamic) {
  if (!x.ok()) return x;
  if (is_dynamic.size() != bounds.size() || bounds.size() > size_t{kMaxRank}) {
    return Refuse(
        x,
        Fail("V01",
             "`dynamic-reshape`: is_dynamic must have one entry per bound ({}), at most {}, got {}",
             {bounds.size(), kMaxRank, is_dynamic.size()}));
  }
  Shape result = Shape::Array(x.shape().element_type, bounds.span());
  for (size_t d = 0; d < is_dynamic.size(); ++d) {
    result.SetDynamic(static_cast<int64_t>(d), is_dynamic[d]);
  }
  return Emit(Opcode::kDynamicReshape, Together({x}, sizes), {}, &result);
}

}  // namespace hlo::builder
