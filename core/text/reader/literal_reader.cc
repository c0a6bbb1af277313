// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/literal_reader.h"

#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/text/reader/element_reader.h"

namespace hlo {
namespace {

// Where a value, a brace or a comma is allowed.
enum class After : uint8_t { kOpen, kValue, kClose, kComma };

// Reads the braces and elements of one array in a loop, so that depth uses no stack.
class ArrayReader {
 public:
  // `out` has space for all elements, or is null if the text is too short to be complete and is
  // read only to find the error.
  ArrayReader(Reader& reader, const Shape& shape, uint8_t* out)
      : reader_(reader), type_(shape.element_type), out_(out), dims_(shape.dims) {
    // Nesting stops at the first dimension of size 0.
    for (size_t d = 0; d < dims_.size(); ++d) {
      if (dims_[d] == 0) dims_.resize(d + 1);
    }
    counts_.resize(dims_.size(), 0);
  }

  bool Read() {
    if (dims_.empty()) {
      return reader_.At(TokenKind::kOpenBrace) ? Fail("C02", "expects a scalar, but sees an array")
                                               : ReadScalar();
    }
    do {
      if (!Step()) return false;
    } while (depth_ > 0);
    return true;
  }

 private:
  size_t rank() const { return dims_.size(); }

  bool Step() {
    switch (reader_.token().kind) {
      case TokenKind::kOpenBrace:
        return Open();
      case TokenKind::kCloseBrace:
        return Close();
      case TokenKind::kComma:
        if (depth_ == 0 || (after_ != After::kValue && after_ != After::kClose)) {
          return reader_.Unexpected("a value or '{'");
        }
        after_ = After::kComma;
        reader_.Next();
        return true;
      case TokenKind::kOpenBracket:
        return Fail("C02", "sparse literals are not supported");
      case TokenKind::kEllipsis:
        return reader_.Unexpected("a value (only a whole literal can be elided)");
      case TokenKind::kEnd:
      case TokenKind::kBad:
        return reader_.Unexpected("the rest of a literal");
      default:
        return Value();
    }
  }

  bool Open() {
    if (depth_ == rank()) {
      return Fail("C02", Format("expects nested array in rank {}, but sees larger", {rank()}));
    }
    if (after_ == After::kValue) return reader_.Unexpected("','");
    if (depth_ > 0 && !CountElement()) return false;
    counts_[depth_++] = 0;
    after_ = After::kOpen;
    reader_.Next();
    return true;
  }

  bool Close() {
    if (depth_ == 0) {
      return Fail("C02", Format("expects nested array in rank {}, but sees 0", {rank()}));
    }
    if (after_ == After::kComma) return reader_.Unexpected("a value or '{'");
    const int64_t count = counts_[depth_ - 1];
    const int64_t expected = dims_[depth_ - 1];
    if (count < expected) {
      return Fail("C04", Format("expects {} {} in {}, but sees {}",
                                {expected, expected == 1 ? "element" : "elements",
                                 Place(depth_ - 1), count}));
    }
    after_ = After::kClose;
    --depth_;
    reader_.Next();
    return true;
  }

  bool Value() {
    if (depth_ < rank()) {
      return Fail("C02", Format("expects nested array in rank {}, but sees {}", {rank(), depth_}));
    }
    if (after_ == After::kValue) return reader_.Unexpected("',' or '}'");
    return CountElement() && ReadScalar();
  }

  // Counts one more element or row in the open array.
  bool CountElement() {
    int64_t& count = counts_[depth_ - 1];
    const int64_t expected = dims_[depth_ - 1];
    if (count >= expected) {
      return Fail("C03",
                  Format("expects {} {} in {}, but sees more",
                         {expected, expected == 1 ? "element" : "elements", Place(depth_ - 1)}));
    }
    ++count;
    return true;
  }

  // The array at nesting `depth`: "the [1,0]th element", or "the array".
  std::string Place(size_t depth) const {
    if (depth == 0) return "the array";
    Dims path;
    for (size_t d = 0; d < depth; ++d) path.push_back(counts_[d] - 1);
    return Format("the [{}]th element", {Joined({path.data(), path.size()})});
  }

  bool ReadScalar() {
    uint8_t scratch[16];
    uint8_t* element = out_ != nullptr ? out_ : scratch;
    const uint32_t begin = reader_.token().begin;
    if (const size_t end = ReadPlainNumber(reader_.source(), begin, type_, element)) {
      reader_.MoveTo(static_cast<uint32_t>(end));
    } else if (!ReadElement(reader_, type_, element)) {
      return false;
    }
    if (out_ != nullptr) out_ += StorageBytes(type_);
    after_ = After::kValue;
    return true;
  }

  bool Fail(std::string_view code, std::string message) {
    return reader_.Fail(code, reader_.token().span(), std::move(message));
  }

  Reader& reader_;
  ElementType type_;
  uint8_t* out_;
  Dims dims_;    // nested dimensions
  Dims counts_;  // elements so far at each open level
  size_t depth_ = 0;
  After after_ = After::kOpen;
};

bool ReadArray(Reader& reader, const Shape& shape, Literal& literal) {
  const SourceSpan first = reader.token().span();
  const Result<int64_t> count = ElementCount(shape);
  if (!count.ok()) return reader.Fail(count.error().code, first, count.error().message);
  // Every element takes at least one byte of text: a larger array cannot be complete and is not
  // allocated.
  const auto text_left = static_cast<int64_t>(reader.source().size() - first.begin);
  if (count.value() > text_left) {
    if (!ArrayReader(reader, shape, nullptr).Read()) return false;
    return reader.Fail("C04", first, "too few elements");
  }
  Result<Literal> allocated = Literal::Allocate(shape);
  if (!allocated.ok()) return reader.Fail("S09", first, allocated.error().message);
  literal = std::move(allocated.value());
  return ArrayReader(reader, shape, literal.mutable_bytes()).Read();
}

// Consumes "{...}" at the token, if it is there.
bool TakeElided(Reader& reader) {
  if (!reader.At(TokenKind::kOpenBrace) || reader.PeekNext().kind != TokenKind::kEllipsis) {
    return false;
  }
  const Token open = reader.token();
  reader.Next();
  reader.Next();
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  reader.MoveTo(open.begin);
  return false;
}

// Sets `elided` if the text omits the value or a part of it.
bool ReadValue(Reader& reader, const Shape& shape, Literal& literal, bool& elided);

bool ReadTuple(Reader& reader, const Shape& shape, Literal& literal, bool& elided) {
  if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) {
    return reader.Unexpected("'(' of a tuple");
  }
  if (!reader.At(TokenKind::kOpenParen)) {
    return reader.Fail("C02", reader.token().span(),
                       Format("expects a tuple with {} elements", {shape.elements.size()}));
  }
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  reader.Next();
  std::vector<Literal> elements;
  elements.reserve(shape.elements.size());
  while (!reader.At(TokenKind::kCloseParen)) {
    if (!elements.empty() && !reader.Expect(TokenKind::kComma, "',' or ')'")) return false;
    if (elements.size() == shape.elements.size()) {
      return reader.Fail(
          "C03", reader.token().span(),
          Format("expects {} elements in the tuple, but sees more", {shape.elements.size()}));
    }
    elements.emplace_back();
    if (!ReadValue(reader, shape.elements[elements.size() - 1], elements.back(), elided)) {
      return false;
    }
  }
  if (elements.size() < shape.elements.size()) {
    return reader.Fail("C04", reader.token().span(),
                       Format("expects {} elements in the tuple, but sees {}",
                              {shape.elements.size(), elements.size()}));
  }
  reader.Next();
  literal = Literal::Tuple(std::move(elements));
  return true;
}

bool ReadValue(Reader& reader, const Shape& shape, Literal& literal, bool& elided) {
  if (TakeElided(reader)) return elided = true;
  if (shape.IsTuple()) return ReadTuple(reader, shape, literal, elided);
  if (shape.IsArray()) return ReadArray(reader, shape, literal);
  if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) return reader.Unexpected("a value");
  return reader.Fail("C05", reader.token().span(),
                     Format("a value of type {} has no text form", {Name(shape.element_type)}));
}

bool ReadTypedValue(Reader& reader, Literal& literal, bool& elided);

bool ReadTypedTuple(Reader& reader, Literal& literal, bool& elided) {
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  reader.Next();
  std::vector<Literal> elements;
  do {
    elements.emplace_back();
    if (!ReadTypedValue(reader, elements.back(), elided)) return false;
  } while (reader.Take(TokenKind::kComma));
  literal = Literal::Tuple(std::move(elements));
  return reader.Expect(TokenKind::kCloseParen, "',' or ')'");
}

bool ReadTypedValue(Reader& reader, Literal& literal, bool& elided) {
  if (reader.At(TokenKind::kOpenParen)) return ReadTypedTuple(reader, literal, elided);
  WrittenShape written;
  if (!reader.ReadShape(written)) return false;
  if (!written.shape->IsStatic()) {
    return reader.Fail("S05", written.span, "a literal must have static sizes");
  }
  return ReadValue(reader, *written.shape, literal, elided);
}

}  // namespace

bool ReadLiteral(Reader& reader, const Shape& shape, std::shared_ptr<const Literal>& literal) {
  Literal value;
  bool elided = false;
  const uint32_t begin = reader.token().begin;
  if (!ReadValue(reader, shape, value, elided)) return false;
  literal = elided ? nullptr : std::make_shared<const Literal>(std::move(value));
  if (elided && reader.options().constants != nullptr) {
    const auto known = reader.options().constants->find(begin);
    if (known != reader.options().constants->end()) literal = known->second;
  }
  return true;
}

bool ReadTypedLiteral(Reader& reader, std::shared_ptr<const Literal>& literal) {
  Literal value;
  bool elided = false;
  if (!ReadTypedValue(reader, value, elided)) return false;
  literal = elided ? nullptr : std::make_shared<const Literal>(std::move(value));
  return true;
}

}  // namespace hlo
