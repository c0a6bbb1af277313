// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/api/recorder.h"
#include "core/base/result.h"
#include "core/literal/fill_random.h"
#include "core/types/convert.h"

namespace hlo::api {
namespace {

// The caller makes larger arguments: filling is for trying things out.
constexpr int64_t kMaxFilledBytes = int64_t{64} << 20;

}  // namespace

Result<Literal> FillLiteral(const Shape& shape, std::string_view fill, uint64_t seed) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (size_t i = 0; i < shape.elements.size(); ++i) {
      HLO_TRY(Literal element, FillLiteral(shape.elements[i], fill, seed + 1000 * (i + 1)));
      elements.push_back(std::move(element));
    }
    return Literal::Tuple(std::move(elements));
  }
  HLO_TRY(const int64_t bytes, DenseBytes(shape));
  if (bytes > kMaxFilledBytes) {
    return Fail("R02", "a made-up argument must have at most {} bytes, {} has {}",
                {kMaxFilledBytes, ShapeText(shape, false), bytes});
  }
  HLO_TRY(Literal literal, Literal::Zeros(shape));
  if (!literal.IsArray() || fill == "zeros") return literal;
  if (fill != "iota" && fill != "ones" && fill != "random") {
    return Fail("R06", "'{}' is not a way to fill an argument; use iota, zeros, ones, random",
                {fill});
  }
  if (fill == "random") {
    FillRandom(literal, seed);
    return literal;
  }
  const ElementType type = shape.element_type;
  const ConvertFn convert = ConvertFunction(ElementType::kF64, type);
  const int width = StorageBytes(type);
  uint8_t* out = literal.mutable_bytes();
  const bool ones = fill == "ones";
  std::array<double, 512> block;
  for (int64_t done = 0; done < literal.element_count();) {
    const int64_t count = std::min<int64_t>(std::ssize(block), literal.element_count() - done);
    for (int64_t i = 0; i < count; ++i) {
      block[static_cast<size_t>(i)] = ones ? 1.0 : static_cast<double>(done + i);
    }
    convert(block.data(), static_cast<size_t>(count), out + done * width);
    done += count;
  }
  return literal;
}

}  // namespace hlo::api
