// SPDX-License-Identifier: Apache-2.0
#include "core/import/support/fill.h"

#include <algorithm>
#include <utility>

#include "core/base/result.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

uint64_t SplitMix(uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

void FillRandom(Literal& literal, uint64_t seed) {
  const ElementType type = literal.element_type();
  const ConvertFn convert = ConvertFunction(ElementType::kF64, type);
  uint8_t* out = literal.mutable_bytes();
  for (int64_t i = 0; i < literal.element_count(); ++i) {
    const uint64_t bits = SplitMix(seed);
    double value = static_cast<double>(bits >> 40) * 0x1p-23 - 1.0;
    if (type == ElementType::kPred) value = static_cast<double>(bits >> 63);
    if (IsInteger(type)) {
      const int width = std::min(BitWidth(type), 5);
      value = static_cast<double>(bits >> (64 - width)) - (IsSigned(type) ? 1 << (width - 1) : 0);
    }
    convert(&value, 1, out + i * StorageBytes(type));
  }
}

std::optional<Literal> FilledLiteral(const Shape& shape, Fill fill, uint64_t seed) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& part : shape.elements) {
      std::optional<Literal> element = FilledLiteral(part, fill, seed + elements.size());
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return Literal::Tuple(std::move(elements));
  }
  Result<Literal> literal = Literal::Zeros(shape);
  if (!literal.ok() || fill == Fill::kNone) return std::nullopt;
  if (fill == Fill::kRandom && literal.value().IsArray()) FillRandom(literal.value(), seed);
  return std::move(literal.value());
}

std::string ZeroText(ElementType type) {
  std::string text;
  if (const Result<Literal> zero = Literal::Zeros(Shape::Scalar(type)); zero.ok()) {
    AppendHloText(zero.value(), text);
  }
  return text;
}

}  // namespace hlo
