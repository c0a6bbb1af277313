// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/types/decimal.h"
#include "core/types/float_format.h"
#include "core/types/number_text.h"
#include "hlo/small_vector.h"

namespace hlo {
namespace {

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

bool Consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string_view ConsumeDigits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), IsDigit);
  const std::string_view digits = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

// The start of a long text, for messages.
std::string Truncated(std::string_view text) {
  constexpr size_t kLongest = 40;
  if (text.size() <= kLongest) return std::string(text);
  return std::string(text.substr(0, kLongest)) + "...";
}

std::string Hex(uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  do {
    out += kDigits[value % 16];
    value /= 16;
  } while (value != 0);
  std::reverse(out.begin(), out.end());
  return "0x" + out;
}

// The parts of [-]digits[.digits][e[+-]digits].
struct NumberText {
  bool negative = false;
  bool is_integer = true;  // no point and no exponent
  std::string_view whole, fraction;
  int64_t exponent = 0;
};

std::optional<NumberText> ScanNumber(std::string_view text) {
  NumberText number;
  number.negative = Consume(text, "-");
  number.whole = ConsumeDigits(text);
  if (Consume(text, ".")) {
    number.is_integer = false;
    number.fraction = ConsumeDigits(text);
  }
  if (number.whole.empty() && number.fraction.empty()) return std::nullopt;
  if (Consume(text, "e") || Consume(text, "E")) {
    number.is_integer = false;
    const bool negative = Consume(text, "-");
    if (!negative) Consume(text, "+");
    const std::string_view digits = ConsumeDigits(text);
    if (digits.empty()) return std::nullopt;
    // Larger exponents cannot be offset by any number of digits that fits in memory.
    constexpr int64_t kHuge = int64_t{1} << 50;
    for (char digit : digits) {
      number.exponent = std::min(10 * number.exponent + (digit - '0'), kHuge);
    }
    if (negative) number.exponent = -number.exponent;
  }
  if (!text.empty()) return std::nullopt;
  return number;
}

double ToDouble(const NumberText& number) {
  double magnitude = 0;
  if (number.fraction.empty()) {
    magnitude = NearestDouble(number.whole, number.exponent);
  } else {
    SmallVector<char, 48> digits(std::span<const char>(number.whole.data(), number.whole.size()));
    digits.resize(number.whole.size() + number.fraction.size());
    std::copy(number.fraction.begin(), number.fraction.end(), digits.data() + number.whole.size());
    magnitude = NearestDouble(std::string_view(digits.data(), digits.size()),
                              number.exponent - static_cast<int64_t>(number.fraction.size()));
  }
  return number.negative ? -magnitude : magnitude;
}

// nullopt if the number needs more than 64 bits.
std::optional<uint64_t> ParseMagnitude(std::string_view digits) {
  uint64_t value = 0;
  for (char digit : digits) {
    if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(digit - '0'), &value)) {
      return std::nullopt;
    }
  }
  return value;
}

Error WrongKind(ElementType type, std::string_view expected, std::string_view text) {
  return Fail("C05", "an element of {} must be {}, got {}",
              {Name(type), expected, Truncated(text)});
}

Error OutOfRange(ElementType type, std::string_view text, std::string_view least,
                 std::string_view largest) {
  return Fail("C01", "{} does not fit {}, range {}..{}",
              {Truncated(text), Name(type), least, largest});
}

Result<uint64_t> ParsePred(std::string_view text) {
  if (text == "true") return uint64_t{1};
  if (text == "false") return uint64_t{0};
  const std::optional<NumberText> number = ScanNumber(text);
  if (!number || !number->is_integer) {
    return WrongKind(ElementType::kPred, "true, false, or an integer", text);
  }
  return uint64_t{number->whole.find_first_not_of('0') != std::string_view::npos};
}

Result<uint64_t> ParseInteger(ElementType type, std::string_view text) {
  const std::optional<NumberText> number = ScanNumber(text);
  if (!number || !number->is_integer) return WrongKind(type, "an integer", text);
  const int bits = BitWidth(type);
  const bool is_signed = IsSigned(type);
  const uint64_t largest = ~uint64_t{0} >> (64 - bits) >> (is_signed ? 1 : 0);
  const uint64_t least_magnitude = is_signed ? largest + 1 : 0;
  const std::optional<uint64_t> magnitude = ParseMagnitude(number->whole);
  // XLA reads -1 as the largest u64, and programs rely on it.
  const bool is_all_ones = type == ElementType::kU64 && number->negative && magnitude == 1;
  if (!magnitude || (*magnitude > (number->negative ? least_magnitude : largest) && !is_all_ones)) {
    const std::string least = (is_signed ? "-" : "") + std::to_string(least_magnitude);
    return OutOfRange(type, text, least, std::to_string(largest));
  }
  return number->negative ? 0 - *magnitude : *magnitude;
}

// The digits of "0x3f"; nullopt if it is not hexadecimal, all ones beyond 64 bits.
std::optional<uint64_t> ParseHex(std::string_view text) {
  if (!Consume(text, "0x") || text.empty()) return std::nullopt;
  uint64_t value = 0;
  bool overflow = false;
  for (char c : text) {
    const char lower = static_cast<char>(c | 0x20);
    const bool is_letter = 'a' <= lower && lower <= 'f';
    if (!IsDigit(c) && !is_letter) return std::nullopt;
    overflow |= value >> 60 != 0;
    value = value << 4 | static_cast<uint64_t>(is_letter ? lower - 'a' + 10 : c - '0');
  }
  return overflow ? ~uint64_t{0} : value;
}

// nan(0x3f): the fraction field.
Result<uint64_t> NanWithPayload(ElementType type, uint64_t sign, std::optional<uint64_t> payload,
                                std::string_view text) {
  const FloatFormat& format = FormatOf(type);
  if (!payload) return WrongKind(type, "a number", text);
  if (!format.has_nan_payload()) return Fail("C06", "{} takes no NaN payload", {Name(type)});
  if (*payload == 0) return Fail("C06", "a NaN payload must not be 0, which would be an infinity");
  if (*payload > format.fraction_mask()) {
    return Fail("C06", "NaN payload {} does not fit {}, largest {}",
                {Hex(*payload), Name(type), Hex(format.fraction_mask())});
  }
  return sign | (format.largest_finite() + 1) | *payload;
}

// nan:0x7fc00001: all bits of the element.
Result<uint64_t> NanWithBits(ElementType type, std::string_view digits, std::string_view text) {
  const FloatFormat& format = FormatOf(type);
  const std::optional<uint64_t> code = ParseHex(digits);
  if (!code) return WrongKind(type, "a number", text);
  // What ParseHex gives beyond 64 bits would be a NaN of f64.
  const size_t first = std::min(digits.find_first_not_of('0', 2), digits.size());
  const bool fits =
      digits.size() - first <= 16 && *code <= (format.sign_bit() | format.magnitude_mask());
  if (!fits || !IsNanCode(format, *code)) {
    return Fail("C06", "{} is not a NaN of {}", {digits.substr(0, 32), Name(type)});
  }
  return *code;
}

// `rest`: the text after "nan" or "-nan".
Result<uint64_t> ParseNan(ElementType type, bool negative, std::string_view rest,
                          std::string_view text) {
  const FloatFormat& format = FormatOf(type);
  if (!format.has_nan()) return Fail("C07", "{} has no NaN", {Name(type)});
  const uint64_t sign = negative ? format.sign_bit() : 0;
  if (rest.empty()) return sign | CanonicalNan(format);
  if (!negative && Consume(rest, ":")) return NanWithBits(type, rest, text);
  if (Consume(rest, "(") && rest.ends_with(')')) {
    rest.remove_suffix(1);
    return NanWithPayload(type, sign, ParseHex(rest), text);
  }
  return WrongKind(type, "a number", text);
}

std::string ShortestBound(ElementType type, double bound) {
  return type == ElementType::kF64 ? ShortestDouble(bound)
                                   : ShortestFloat(static_cast<float>(bound));
}

Result<uint64_t> ParseFloat(ElementType type, std::string_view text) {
  const FloatFormat& format = FormatOf(type);
  std::string_view rest = text;
  const bool negative = Consume(rest, "-");
  if (rest == "inf") {
    if (!format.has_infinity()) return Fail("C07", "{} has no infinity", {Name(type)});
    return (negative ? format.sign_bit() : 0) | (format.largest_finite() + 1);
  }
  if (Consume(rest, "nan")) return ParseNan(type, negative, rest, text);
  const std::optional<NumberText> number = ScanNumber(text);
  if (!number) return WrongKind(type, "a number", text);
  const std::optional<uint64_t> code = EncodeFinite(format, ToDouble(*number));
  if (!code) {
    const double largest = DecodeFloat(format, format.largest_finite());
    const double least = format.has_sign() ? -largest : DecodeFloat(format, 0);
    return OutOfRange(type, text, ShortestBound(type, least), ShortestBound(type, largest));
  }
  return *code;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// One part of a complex number; in JSON a special value is a string.
std::string_view PartText(std::string_view text) {
  text = Trimmed(text);
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

Status ParseComplex(ElementType type, std::string_view text, void* element) {
  const ElementType part = *PartOf(type);
  const auto bytes = static_cast<size_t>(StorageBytes(part));
  const std::string_view trimmed = Trimmed(text);
  const bool round = trimmed.starts_with('(') && trimmed.ends_with(')');
  const bool square = trimmed.starts_with('[') && trimmed.ends_with(']');
  const size_t comma = trimmed.find(',');
  if ((!round && !square) || comma == std::string_view::npos) {
    return WrongKind(type, "a pair of numbers", text);
  }
  char both[16];
  const std::string_view second = trimmed.substr(comma + 1, trimmed.size() - comma - 2);
  HLO_RETURN_IF_ERROR(ParseElement(part, PartText(trimmed.substr(1, comma - 1)), both));
  HLO_RETURN_IF_ERROR(ParseElement(part, PartText(second), both + bytes));
  std::memcpy(element, both, 2 * bytes);
  return Status();
}

Result<uint64_t> ParseBits(ElementType type, std::string_view text) {
  switch (Info(type).kind) {
    case ElementKind::kPred:
      return ParsePred(text);
    case ElementKind::kSigned:
    case ElementKind::kUnsigned:
      return ParseInteger(type, text);
    case ElementKind::kFloat:
      return ParseFloat(type, text);
    case ElementKind::kComplex:
    case ElementKind::kOther:
      break;
  }
  return Fail("C05", "{} has no elements", {Name(type)});
}

}  // namespace

std::optional<double> ParseDouble(std::string_view text) {
  if (const std::optional<NumberText> number = ScanNumber(text)) return ToDouble(*number);
  const bool negative = Consume(text, "-");
  if (text != "inf" && text != "nan") return std::nullopt;
  return std::copysign(text == "inf" ? HUGE_VAL : std::nan(""), negative ? -1.0 : 1.0);
}

Status ParseElement(ElementType type, std::string_view text, void* element) {
  if (IsComplex(type)) return ParseComplex(type, text, element);
  HLO_TRY(const uint64_t bits, ParseBits(type, text));
  std::memcpy(element, &bits, static_cast<size_t>(StorageBytes(type)));
  return Status();
}

}  // namespace hlo
