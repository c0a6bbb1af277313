// SPDX-License-Identifier: Apache-2.0
// Parses shapes, hlo-text reference 3.4.
#include "core/shape/shape_text.h"

#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/shape/shape_scanner.h"
#include "hlo/suggest.h"

namespace hlo {
namespace {

// "<=8", "?" or "8".
bool ReadDimension(ShapeScanner& scanner, Shape& shape) {
  const int64_t d = shape.rank();
  if (d == kMaxRank) {
    const size_t at = scanner.position();
    return scanner.Fail("S09", at, at + 1,
                        Format("an array must have at most {} dimensions", {kMaxRank}));
  }
  shape.dims.push_back(kUnboundedSize);
  if (scanner.Take('?')) {
    shape.SetDynamic(d, true);
    return true;
  }
  if (scanner.Take('<')) {
    const size_t equal = scanner.position();
    if (!scanner.Expect('=', "of a bound")) return false;
    if (scanner.token_begin() != equal) {
      return scanner.Fail("P01", equal - 1, equal,
                          "a bound must start with '<=' without blanks inside");
    }
    shape.SetDynamic(d, true);
  }
  return scanner.TakeNumber({"P12", "the size of a dimension"}, shape.dims.back());
}

bool ReadDimensions(ShapeScanner& scanner, Shape& shape) {
  if (!scanner.Expect('[', "after the element type")) return false;
  const size_t open = scanner.token_begin();
  if (scanner.Take(']')) return true;
  do {
    if (!ReadDimension(scanner, shape)) return false;
  } while (scanner.Take(','));
  if (!scanner.Expect(']', "after the sizes")) return false;
  Dims known;
  for (const int64_t size : shape.dims) {
    if (size != kUnboundedSize) known.push_back(size);
  }
  if (!CheckedProduct({known.data(), known.size()})) {
    return scanner.Fail("S09", open, scanner.position(),
                        Format("an array of sizes {} has more than 2^63-1 elements",
                               {Braced({known.data(), known.size()})}));
  }
  return true;
}

// Reports a word that is not an element type. For "F32[3,5]{1,0:(2,2)}", the oldest spelling, it
// suggests a complete replacement.
bool FailType(ShapeScanner& scanner, std::string_view word, size_t begin) {
  Suggestion suggestion(word);
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (info.type != ElementType::kTuple) suggestion.Consider(info.name);
  }
  const std::string_view text = scanner.text();
  scanner.Fail("P03", begin, begin + word.size(),
               Format("unknown element type '{}'{}", {word, suggestion.Question()}));
  ShapeTextError& error = *scanner.error();
  const std::string_view type = suggestion.unique();
  if (type.empty()) return false;
  error.fix = error.span;
  error.replacement = type;
  const size_t old_tile = text.find(":(", begin);
  const size_t close = text.find('}', begin);
  if (old_tile >= close || close == std::string_view::npos) return false;
  const size_t rest = begin + word.size();
  const std::string whole = std::string(type) + std::string(text.substr(rest, old_tile - rest)) +
                            ":T" + std::string(text.substr(old_tile + 1, close - old_tile));
  if (ParseShape(whole).ok()) {
    error.fix.end = static_cast<uint32_t>(close + 1);
    error.replacement = whole;
  }
  return false;
}

// Whether the `{` that follows starts a layout: only if a number or ':' follows, so that "f32[] {"
// before a computation or a literal is not misread.
bool AtLayout(ShapeScanner& scanner, Shape& shape) {
  const size_t behind_shape = scanner.position();
  const bool brace = scanner.Peek() == '{';
  const size_t open = scanner.position();
  if (!brace || scanner.failed()) {
    scanner.set_position(behind_shape);
    return false;
  }
  scanner.Take('{');
  if (scanner.AtNumber() || scanner.Peek() == ':') {
    scanner.set_position(open);
    return true;
  }
  // Old dumps contain "f32[]{}".
  const bool old_scalar = open == behind_shape && shape.IsScalar() && scanner.Take('}');
  if (!old_scalar) scanner.set_position(behind_shape);
  return false;
}

bool FailLayoutOf(ShapeScanner& scanner, std::string_view what) {
  const size_t open = scanner.position();
  return scanner.Fail("S07", open, open + 1, Format("{} must not have a layout", {what}));
}

std::string_view WithArticle(const Shape& shape) {
  return shape.IsToken() ? "a token" : "an opaque value";
}

bool ReadArray(ShapeScanner& scanner, Shape& shape) {
  if (scanner.Peek() == '\0') return scanner.Unexpected("a shape");
  const std::string_view word = scanner.TakeWord();
  const size_t begin = scanner.token_begin();
  if (word.empty()) return scanner.Unexpected("a shape");
  const std::optional<ElementType> type = FindElementType(word);
  if (!type || *type == ElementType::kTuple) return FailType(scanner, word, begin);
  shape = Shape();
  shape.element_type = *type;
  if (!ReadDimensions(scanner, shape)) return false;
  if (!shape.IsArray() && !shape.dims.empty()) {
    return scanner.Fail("P12", begin, begin + word.size(),
                        Format("{} must not have sizes", {WithArticle(shape)}));
  }
  if (shape.IsArray()) shape.layout = Layout::Descending(shape.dims.size());
  if (!AtLayout(scanner, shape)) return !scanner.failed();
  return shape.IsArray() ? ReadLayout(scanner, shape) : FailLayoutOf(scanner, WithArticle(shape));
}

bool ReadShape(ShapeScanner& scanner, int depth, Shape& shape);

bool ReadTuple(ShapeScanner& scanner, int depth, Shape& shape) {
  const size_t open = scanner.token_begin();
  if (depth <= 0) {
    return scanner.Fail("P10", open, open + 1, "tuples are nested deeper than the limit");
  }
  shape = Shape::Tuple({});
  if (!scanner.Take(')')) {
    do {
      shape.elements.emplace_back();
      if (!ReadShape(scanner, depth - 1, shape.elements.back())) return false;
    } while (scanner.Take(','));
    if (!scanner.Expect(')', "after the elements of the tuple")) return false;
  }
  return AtLayout(scanner, shape) ? FailLayoutOf(scanner, "a tuple") : !scanner.failed();
}

// "b(f32[8]{0})": a mutable buffer of exactly one array.
bool ReadBuffer(ShapeScanner& scanner, Shape& shape) {
  if (!scanner.Expect('(', "of the buffer")) return false;
  if (scanner.Peek() == '(' || scanner.Peek() == ')') {
    return scanner.Unexpected("the array of the buffer");
  }
  const std::string_view word = scanner.TakeWord();
  const size_t begin = scanner.token_begin();
  const bool buffer = word == "b" && scanner.Peek() == '(';
  scanner.set_position(begin);
  if (!buffer && !ReadArray(scanner, shape)) return false;
  if (buffer || !shape.IsArray()) {
    return scanner.Fail("P12", begin, begin + word.size(), "a buffer must hold an array");
  }
  shape.is_buffer = true;
  return scanner.Expect(')', "after the array of the buffer");
}

bool ReadShape(ShapeScanner& scanner, int depth, Shape& shape) {
  if (scanner.Take('(')) return ReadTuple(scanner, depth, shape);
  const size_t begin = scanner.position();
  if (scanner.TakeWord() == "b" && scanner.Peek() == '(') return ReadBuffer(scanner, shape);
  if (scanner.failed()) return false;
  scanner.set_position(begin);
  return ReadArray(scanner, shape);
}

}  // namespace

ParsedShape ParseShapePrefix(std::string_view text, size_t begin, int max_depth) {
  ShapeScanner scanner(text, begin);
  ParsedShape parsed;
  ReadShape(scanner, max_depth, parsed.shape);
  parsed.end = scanner.position();
  parsed.error = std::move(scanner.error());
  return parsed;
}

ParsedShape ParseShapeText(std::string_view text) {
  ParsedShape parsed = ParseShapePrefix(text, 0);
  if (!parsed.ok()) return parsed;
  ShapeScanner rest(text, parsed.end);
  if (rest.Peek() != '\0' || rest.position() < text.size()) {
    rest.Fail("P09", rest.position(), text.size(), "text after the shape");
  }
  parsed.error = std::move(rest.error());
  return parsed;
}

Result<Shape> ParseShape(std::string_view text) {
  ParsedShape parsed = ParseShapeText(text);
  if (!parsed.ok()) return std::move(parsed.error->error);
  return std::move(parsed.shape);
}

}  // namespace hlo
