// SPDX-License-Identifier: Apache-2.0
// Types and constants as MLIR text (imports reference 2, 10.3).
#include "core/import/export/mlir_values.h"

#include <algorithm>
#include <cstring>

#include "core/base/format.h"
#include "core/types/number_text.h"

namespace hlo::stablehlo {
namespace {

std::string ElementText(ElementType type) {
  const std::string_view name = Name(type);
  if (type == ElementType::kPred) return "i1";
  if (type == ElementType::kC64) return "complex<f32>";
  if (type == ElementType::kC128) return "complex<f64>";
  if (BitWidth(type) == 1 || BitWidth(type) == 6) return "";
  if (IsSigned(type)) return "i" + std::to_string(BitWidth(type));
  if (IsUnsigned(type)) return "ui" + std::to_string(BitWidth(type));
  std::string text(name);
  if (BitWidth(type) > 8) return text;
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 'a' + 'A');
  }
  return text;
}

// One number of a dense literal; infinities and NaN are written as bit patterns.
std::string NumberText(ElementType type, const uint8_t* element) {
  if (type == ElementType::kPred) return *element != 0 ? "true" : "false";
  std::string text;
  AppendHloElement(type, element, /*in_array=*/true, text);
  if (!IsFloat(type)) return text;
  if (text.find_first_of("nN") != std::string::npos) {
    uint64_t bits = 0;
    std::memcpy(&bits, element, static_cast<size_t>(StorageBytes(type)));
    return BitsText(bits, BitWidth(type));
  }
  if (text.find('.') != std::string::npos) return text;
  return text.insert(std::min(text.find('e'), text.size()), ".0");
}

std::string ElementText(ElementType type, const uint8_t* element) {
  if (!IsComplex(type)) return NumberText(type, element);
  const bool is_wide = type == ElementType::kC128;
  const ElementType part = is_wide ? ElementType::kF64 : ElementType::kF32;
  return "(" + NumberText(part, element) + ", " + NumberText(part, element + (is_wide ? 8 : 4)) +
         ")";
}

void AppendLevel(const Literal& literal, size_t dimension, int64_t& at, std::string& out) {
  const Dims& dims = literal.shape().dims;
  if (dimension == dims.size()) {
    const ElementType type = literal.element_type();
    out += ElementText(type, literal.bytes() + at++ * StorageBytes(type));
    return;
  }
  out += '[';
  for (int64_t i = 0; i < dims[dimension]; ++i) {
    if (i > 0) out += ", ";
    AppendLevel(literal, dimension + 1, at, out);
  }
  out += ']';
}

}  // namespace

std::string BitsText(uint64_t bits, int width) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int digit = (width + 3) / 4; digit-- > 0;) text += kDigits[(bits >> (4 * digit)) & 15];
  return text;
}

std::string TypeText(const Shape& shape, int depth) {
  constexpr int kMaxDepth = 32;  // of tuples in tuples; parsers have a limit, too
  if (shape.IsToken()) return "!stablehlo.token";
  if (shape.IsTuple()) {
    if (depth == kMaxDepth) return "";
    std::string text;
    for (const Shape& element : shape.elements) {
      const std::string part = TypeText(element, depth + 1);
      if (part.empty()) return "";
      text += (text.empty() ? "" : ", ") + part;
    }
    return "tuple<" + text + ">";
  }
  if (!shape.IsArray() || shape.is_buffer) return "";
  const std::string element = ElementText(shape.element_type);
  if (element.empty()) return "";
  std::string text = "tensor<", bounds;
  bool bounded = false;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    const int64_t size = shape.dims[static_cast<size_t>(d)];
    const bool is_bound = shape.IsDynamic(d) && size != kUnboundedSize;
    text += (shape.IsDynamic(d) ? "?" : std::to_string(size)) + "x";
    bounds += (bounds.empty() ? "" : ", ") + (is_bound ? std::to_string(size) : "?");
    bounded |= is_bound;
  }
  text += element;
  if (bounded) text += ", #stablehlo.bounds<" + bounds + ">";
  return text + ">";
}

std::string DenseText(const Literal& literal) {
  std::string text = "dense<";
  int64_t at = 0;
  if (literal.element_count() > 0) AppendLevel(literal, 0, at, text);
  return text + "> : " + TypeText(literal.shape());
}

std::string ArrayText(std::span<const int64_t> values) {
  return values.empty() ? "array<i64>" : "array<i64: " + Joined(values, ", ") + ">";
}

std::string QuotedText(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      text += '\\' + BitsText(byte, 8).substr(2);
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string MatrixText(std::span<const int64_t> values, int64_t columns) {
  std::string rows;
  const auto step = static_cast<size_t>(columns);
  for (size_t at = 0; step > 0 && at < values.size(); at += step) {
    rows += (rows.empty() ? "[" : ", [") + Joined(values.subspan(at, step), ", ") + "]";
  }
  if (!rows.empty()) rows = "[" + rows + "]";
  const auto count = step == 0 ? 0 : values.size() / step;
  return Format("dense<{}> : tensor<{}x{}xi64>", {rows, count, columns});
}

}  // namespace hlo::stablehlo
