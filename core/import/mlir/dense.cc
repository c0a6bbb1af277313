// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/dense.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/lexer.h"
#include "core/import/mlir/number.h"
#include "core/text/reader/element_reader.h"

namespace hlo::mlir {
namespace {

constexpr uint8_t kNoDigit = 16;

constexpr std::array<uint8_t, 256> MakeHexDigits() {
  std::array<uint8_t, 256> digits{};
  for (size_t c = 0; c < 256; ++c) digits[c] = kNoDigit;
  for (size_t i = 0; i < 10; ++i) digits['0' + i] = static_cast<uint8_t>(i);
  for (size_t i = 0; i < 6; ++i) {
    digits['a' + i] = digits['A' + i] = static_cast<uint8_t>(10 + i);
  }
  return digits;
}
constexpr std::array<uint8_t, 256> kHexDigits = MakeHexDigits();

// `out` has a byte for each two digits. Returns false if a character is not a digit.
bool DecodeHex(std::string_view digits, uint8_t* out) {
  uint8_t seen = 0;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    const uint8_t high = kHexDigits[static_cast<uint8_t>(digits[i])];
    const uint8_t low = kHexDigits[static_cast<uint8_t>(digits[i + 1])];
    seen |= high | low;
    *out++ = static_cast<uint8_t>(high << 4 | low);
  }
  return seen < kNoDigit;
}

// Converts elements of one byte to the form of literals: pred is 0 or 1, other elements are
// extended from their bits.
void NormalizeBytes(ElementType type, uint8_t* bytes, int64_t count) {
  const int width = BitWidth(type);
  for (int64_t i = 0; i < count; ++i) {
    uint8_t& byte = bytes[i];
    if (type == ElementType::kPred) {
      byte = byte != 0;
    } else if (IsSigned(type)) {
      byte = static_cast<uint8_t>(static_cast<int8_t>(byte << (8 - width)) >> (8 - width));
    } else {
      byte &= static_cast<uint8_t>((1 << width) - 1);
    }
  }
}

class DenseReader {
 public:
  DenseReader(const File& file, Report& report, const Attribute& dense, const Type& type)
      : file_(file), report_(report), dense_(dense), element_(type.element), dims_(type.dims) {}

  bool Read(DenseValue& value) {
    const std::optional<int64_t> count = CheckedProduct({dims_.data(), dims_.size()});
    if (!count) return Fail("S09", dense_.span, "an array of more than 2^63-1 elements");
    count_ = *count;
    if (dense_.kind == AttributeKind::kResource) return ReadResource(value);
    const std::string_view body = file_.Text(dense_.body);
    if (dense_.text == "sparse") {
      return Fail("I05", dense_.span, "sparse tensor encoding is not supported");
    }
    if (dense_.text == "dense_elided" || body.starts_with("...") || body.starts_with("\"_") ||
        body.starts_with("__elided__")) {
      value.elided = true;
      return true;
    }
    if (body.starts_with('"')) return ReadString(value);
    if (body.empty() || body[0] == '[') return ReadList(value);
    return ReadSplat(value);
  }

 private:
  bool Fail(std::string_view code, SourceSpan span, std::string message) {
    report_.Error(code, span, std::move(message));
    return false;
  }

  int64_t width() const { return StorageBytes(element_); }

  // A literal of all elements, or of one if `scalar`.
  bool Allocate(bool scalar, Literal& literal) {
    Shape shape =
        scalar ? Shape::Scalar(element_)
               : Shape::Array(element_, std::span<const int64_t>(dims_.data(), dims_.size()));
    Result<Literal> allocated = Literal::Allocate(std::move(shape));
    if (!allocated.ok()) return Fail("S09", dense_.span, allocated.error().message);
    literal = std::move(allocated.value());
    return true;
  }

  void Give(Literal literal, bool splat, DenseValue& value) {
    value.splat = splat;
    value.literal = std::make_shared<const Literal>(std::move(literal));
  }

  // ---- "0x..." ----

  bool ReadResource(DenseValue& value) {
    const std::string_view name = file_.Text(dense_.body);
    const auto found = file_.resources.find(name);
    if (name == "__elided__" || found == file_.resources.end()) {
      value.elided = true;
      return true;
    }
    SourceSpan digits = found->second;
    const bool good = file_.Text(digits).starts_with("0x") && digits.end - digits.begin >= 10;
    if (!good)
      return Fail("C05", digits,
                  "a resource must be \"0x\", then an alignment of 4 bytes and the elements");
    digits.begin += 10;  // "0x" and the alignment, 4 bytes
    return ReadBytes(digits, false, value);
  }

  bool ReadString(DenseValue& value) {
    SourceSpan digits = {dense_.body.begin + 1, dense_.body.end};
    while (digits.end > digits.begin && file_.source[digits.end - 1] != '"') --digits.end;
    if (digits.end > digits.begin) --digits.end;
    if (!file_.Text(digits).starts_with("0x") && !file_.Text(digits).starts_with("0X")) {
      return Fail("C05", digits, "expected \"0x\" and hexadecimal digits");
    }
    digits.begin += 2;
    return ReadBytes(digits, true, value);
  }

  bool ReadBytes(SourceSpan span, bool allows_splat, DenseValue& value) {
    const std::string_view digits = file_.Text(span);
    const auto bytes = static_cast<int64_t>(digits.size() / 2);
    if (digits.size() % 2 != 0) return Fail("C05", span, "an odd number of hexadecimal digits");
    const std::optional<int64_t> needed = CheckedMultiply(count_, width());
    const bool is_whole = needed && bytes == *needed;
    const bool is_bits = element_ == ElementType::kPred && !is_whole && bytes == CeilDiv(count_, 8);
    const bool is_splat = allows_splat && !is_whole && !is_bits && bytes == width();
    if (!is_whole && !is_bits && !is_splat) {
      return Fail(needed && bytes > *needed ? "C03" : "C04", span,
                  Format("{} elements of {} take {} bytes each, got {} bytes",
                         {count_, Name(element_), width(), bytes}));
    }
    // A byte of packed bits that are all set, or all clear, is a splat, too.
    Literal literal;
    if (!Allocate(is_splat, literal)) return false;
    uint8_t* out = literal.mutable_bytes();
    if (is_bits) {
      std::vector<uint8_t> packed(static_cast<size_t>(bytes));
      if (!DecodeHex(digits, packed.data())) return FailDigit(span);
      for (int64_t i = 0; i < count_; ++i)
        out[i] = packed[static_cast<size_t>(i / 8)] >> (i % 8) & 1;
    } else {
      if (!DecodeHex(digits, out)) return FailDigit(span);
      if (BitWidth(element_) < 8) NormalizeBytes(element_, out, is_splat ? 1 : count_);
    }
    Give(std::move(literal), is_splat, value);
    return true;
  }

  bool FailDigit(SourceSpan span) {
    const std::string_view digits = file_.Text(span);
    const auto bad = std::find_if_not(digits.begin(), digits.end(), IsHexDigit) - digits.begin();
    const auto at = static_cast<uint32_t>(span.begin + bad);
    return Fail("C05", {at, at + 1}, "expected a hexadecimal digit");
  }

  // ---- numbers ----

  bool ReadSplat(DenseValue& value) {
    Literal literal;
    at_ = dense_.body.begin;
    if (!Allocate(true, literal) || !ReadElement(literal.mutable_bytes())) return false;
    SkipBlanks();
    if (at_ < dense_.body.end) return Fail("P01", {at_, at_ + 1}, "expected '>' after the element");
    Give(std::move(literal), true, value);
    return true;
  }

  // At the bracket that closes the list, or at the '>' behind no list.
  bool FailShort() {
    uint32_t end = dense_.body.end;
    while (end > dense_.body.begin && IsBlank(file_.source[end - 1])) --end;
    const uint32_t at = end == dense_.body.begin ? dense_.body.end : end - 1;
    return Fail("C04", {at, at + 1}, Format("expects {} elements, but has fewer", {count_}));
  }

  // "[[1, 2], [3, 4]]", read in a loop: depth costs no stack.
  bool ReadList(DenseValue& value) {
    at_ = dense_.body.begin;
    // Every element takes a byte of text.
    if (count_ > dense_.body.end - dense_.body.begin) return FailShort();
    Literal literal;
    if (!Allocate(false, literal)) return false;
    uint8_t* out = literal.mutable_bytes();
    const bool good = dense_.body.empty() ? count_ == 0 : ReadRows(out, out + literal.byte_size());
    if (dense_.body.empty() && !good) return FailShort();
    if (good) Give(std::move(literal), false, value);
    return good;
  }

  bool ReadRows(uint8_t* out, uint8_t* end) {
    Dims counts(dims_.size());
    size_t depth = 0;
    bool wants_value = true;  // not a comma or a closing bracket
    for (;;) {
      SkipBlanks();
      if (at_ >= dense_.body.end) return Fail("P01", {at_, at_ + 1}, "expected ']'");
      const char c = file_.source[at_];
      if (c == ']') {
        if (depth == 0) return Fail("P01", {at_, at_ + 1}, "expected '>'");
        if (counts[depth - 1] != dims_[depth - 1]) {
          return Fail("C04", {at_, at_ + 1},
                      Format("expects {} elements in dimension {}, but sees {}",
                             {dims_[depth - 1], depth - 1, counts[depth - 1]}));
        }
        ++at_;
        wants_value = false;
        if (--depth == 0) break;
      } else if (c == ',') {
        if (wants_value) return Fail("P01", {at_, at_ + 1}, "expected a value");
        wants_value = true;
        ++at_;
      } else {
        if (!wants_value) return Fail("P01", {at_, at_ + 1}, "expected ',' or ']'");
        if (depth > 0 && ++counts[depth - 1] > dims_[depth - 1]) {
          return Fail("C03", {at_, at_ + 1},
                      Format("expects {} elements in dimension {}, but sees more",
                             {dims_[depth - 1], depth - 1}));
        }
        if (c == '[') {
          if (depth == dims_.size()) return FailDepth(depth + 1);
          counts[depth++] = 0;
          ++at_;
        } else {
          if (depth != dims_.size()) return FailDepth(depth);
          if (out == end || !ReadElement(out)) return false;
          out += width();
          wants_value = false;
        }
      }
    }
    SkipBlanks();
    return at_ >= dense_.body.end || Fail("P01", {at_, at_ + 1}, "expected '>'");
  }

  bool FailDepth(size_t depth) {
    return Fail(
        "C02", {at_, at_ + 1},
        Format("expects nested lists for rank {}, but sees depth {}", {dims_.size(), depth}));
  }

  bool ReadElement(uint8_t* out) {
    if (const auto part = PartOf(element_)) return ReadComplex(*part, out);
    return ReadReal(element_, out);
  }

  bool ReadComplex(ElementType part, uint8_t* out) {
    return Expect('(') && ReadReal(part, out) && Expect(',') &&
           ReadReal(part, out + StorageBytes(part)) && Expect(')');
  }

  bool Expect(char byte) {
    SkipBlanks();
    if (at_ < dense_.body.end && file_.source[at_] == byte) {
      ++at_;
      return true;
    }
    const char expected[] = {byte, '\0'};
    return Fail("C05", {at_, at_ + 1}, Format("expected '{}' of a complex number", {expected}));
  }

  bool ReadReal(ElementType type, uint8_t* out) {
    SkipBlanks();
    uint32_t end = at_;
    while (end < dense_.body.end && IsNumberByte(end)) ++end;
    const std::string_view text = file_.source.substr(at_, end - at_);
    const size_t plain =
        text.find('x') == std::string_view::npos ? ReadPlainNumber(text, 0, type, out) : 0;
    if (plain != text.size() || text.empty()) {
      const Status status = ReadNumber(text, type, out);
      if (!status.ok()) {
        return Fail(status.error().code, {at_, std::max(end, at_ + 1)}, status.error().message);
      }
    }
    if (IsFloat(type) && !warned_ && text.find_first_of(".x") == std::string_view::npos) {
      warned_ = true;
      report_.Warn(
          "C05", {at_, end},
          Format("{} is an integer, but the elements are {}", {text.substr(0, 40), Name(type)}));
    }
    at_ = end;
    return true;
  }

  bool IsNumberByte(uint32_t at) const {
    const char c = file_.source[at];
    return IsWordPart(c) || c == '-' || c == '+';
  }

  void SkipBlanks() {
    while (at_ < dense_.body.end && IsBlank(file_.source[at_])) ++at_;
  }

  const File& file_;
  Report& report_;
  const Attribute& dense_;
  ElementType element_;
  const Dims& dims_;
  int64_t count_ = 0;
  uint32_t at_ = 0;
  bool warned_ = false;
};

}  // namespace

bool ReadDense(const File& file, Report& report, const Attribute& dense, const Type& type,
               DenseValue& value) {
  return DenseReader(file, report, dense, type).Read(value);
}

}  // namespace hlo::mlir
