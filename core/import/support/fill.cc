// SPDX-License-Identifier: Apache-2.0
#include "core/import/support/fill.h"

#include <utility>

#include "core/base/result.h"
#include "core/literal/fill_random.h"

namespace hlo {
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
