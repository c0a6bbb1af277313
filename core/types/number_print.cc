// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "core/base/bits.h"
#include "core/types/decimal.h"
#include "core/types/float_format.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

enum class Style : uint8_t { kShort, kJson, kExactJson, kHlo };

bool IsJson(Style style) { return style == Style::kJson || style == Style::kExactJson; }

uint64_t LoadBits(const void* element, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, bytes);  // little-endian, like all supported targets
  return bits;
}

template <class Integer>
void AppendInteger(Integer value, std::string& out) {
  char buffer[20];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out.append(buffer, end.ptr);
}

void AppendHex(uint64_t value, std::string& out) {
  char buffer[16];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value, 16);
  out.append("0x").append(buffer, end.ptr);
}

// Decimal digits without trailing zeros, and the power of ten of the first one.
struct DigitString {
  explicit DigitString(Decimal decimal) {
    const std::to_chars_result end = std::to_chars(text, text + sizeof(text), decimal.digits);
    length = static_cast<int>(end.ptr - text);
    magnitude = decimal.exponent + length - 1;
    while (length > 1 && text[length - 1] == '0') --length;
  }
  char text[20];
  int length;
  int magnitude;
};

void AppendPositional(const DigitString& digits, std::string& out) {
  const auto length = static_cast<size_t>(digits.length);
  if (digits.magnitude < 0) {
    out.append("0.").append(static_cast<size_t>(-digits.magnitude - 1), '0');
    out.append(digits.text, length);
    return;
  }
  const auto whole = static_cast<size_t>(digits.magnitude) + 1;
  out.append(digits.text, std::min(length, whole));
  if (length <= whole) {
    out.append(whole - length, '0');
  } else {
    out.append(1, '.').append(digits.text + whole, length - whole);
  }
}

void AppendScientific(const DigitString& digits, int exponent_digits, std::string& out) {
  out += digits.text[0];
  if (digits.length > 1) {
    out.append(1, '.').append(digits.text + 1, static_cast<size_t>(digits.length - 1));
  }
  out += digits.magnitude < 0 ? "e-" : "e+";
  if (exponent_digits == 2 && std::abs(digits.magnitude) < 10) out += '0';
  AppendInteger(std::abs(digits.magnitude), out);
}

// Positional between 1e-6 and 1e21, as ECMAScript writes numbers.
void AppendShortestForm(const DigitString& digits, std::string& out) {
  if (-7 < digits.magnitude && digits.magnitude < 21) {
    AppendPositional(digits, out);
  } else {
    AppendScientific(digits, 1, out);
  }
}

// C's %g.
void AppendGeneralForm(const DigitString& digits, int precision, std::string& out) {
  if (-4 <= digits.magnitude && digits.magnitude < precision) {
    AppendPositional(digits, out);
  } else {
    AppendScientific(digits, 2, out);
  }
}

// A finite magnitude code > 0 (f8e8m0fnu: any) with the interval that rounds to it.
BinaryValue ValueOfMagnitude(const FloatFormat& format, uint64_t magnitude) {
  const int field = static_cast<int>(magnitude >> format.mantissa_bits);
  if (format.specials == SpecialCodes::kE8M0) {
    return {1, field - format.bias, true, true, false};  // from 0.75 to below 1.5 times the value
  }
  const uint64_t fraction = magnitude & format.fraction_mask();
  const uint64_t hidden = field == 0 ? 0 : uint64_t{1} << format.mantissa_bits;
  const bool even = fraction % 2 == 0;
  return {hidden | fraction, std::max(field, 1) - format.bias - format.mantissa_bits,
          fraction == 0 && field > 1, even, even};
}

// The only f32 whose shortest decimal, 7.038531e-26, reads back as its neighbor through f64, which
// many readers use (found by exhaustive search). It needs 8 digits.
constexpr uint64_t kMisreadF32 = 0x15ae43fd;

// An integer below 2^53 is written exactly, because without an exponent fewer digits would not be
// shorter. (f64 integers in this range have no shorter form.)
void AppendShortestMagnitude(const FloatFormat& format, uint64_t magnitude, std::string& out) {
  const double number = DecodeFloat(format, magnitude);
  if (number < 0x1p53 && number == std::floor(number)) {
    return AppendInteger(static_cast<uint64_t>(number), out);
  }
  const BinaryValue value = ValueOfMagnitude(format, magnitude);
  const bool misread = format.mantissa_bits == 23 && magnitude == kMisreadF32;
  AppendShortestForm(DigitString(misread ? RoundedDecimal(value.significand, value.exponent, 8)
                                         : ShortestDecimal(value)),
                     out);
}

// Enough digits to distinguish the numbers of the format: 1 + ceil(p * log10(2)) for p significand
// bits including the hidden bit.
int SufficientDigits(const FloatFormat& format) {
  return 1 + ((format.mantissa_bits + 1) * 30103 + 99999) / 100000;
}

bool ReadsBack(const FloatFormat& format, const DigitString& digits, uint64_t magnitude) {
  const std::string_view text(digits.text, static_cast<size_t>(digits.length));
  const double value = NearestDouble(text, digits.magnitude - digits.length + 1);
  return EncodeFinite(format, value) == magnitude;
}

// Whether a normal number of `digits` (9 for f32, 17 for f64) may read back from 6 or 15 digits.
// Half a unit in the last place is at most 2^-24 or 2^-53 of it: 60 or 12 units of the last digit,
// one of which is for the rounding of the digits.
bool MayReadBackFromFewer(const FloatFormat& format, uint64_t magnitude, Decimal digits) {
  if (magnitude >> format.mantissa_bits == 0) return true;  // subnormal
  const uint64_t dropped = format.mantissa_bits == 23 ? 1000 : 100;
  const uint64_t reach = format.mantissa_bits == 23 ? 61 : 13;
  const uint64_t rest = digits.digits % dropped;
  return rest <= reach || rest >= dropped - reach;
}

// hlo-text reference, section 8.6: f32 and f64 in 6 and 15 digits if these read back, else in 9 and
// 17; the narrow formats always in SufficientDigits.
void AppendHloMagnitude(const FloatFormat& format, uint64_t magnitude, std::string& out) {
  const BinaryValue value = ValueOfMagnitude(format, magnitude);
  const int count = SufficientDigits(format);
  const Decimal sufficient = RoundedDecimal(value.significand, value.exponent, count);
  if (format.mantissa_bits >= 23 && MayReadBackFromFewer(format, magnitude, sufficient)) {
    const int fewer = format.mantissa_bits == 23 ? 6 : 15;
    const DigitString digits(RoundedDecimal(value.significand, value.exponent, fewer));
    if (ReadsBack(format, digits, magnitude)) return AppendGeneralForm(digits, fewer, out);
  }
  AppendGeneralForm(DigitString(sufficient), count, out);
}

// JSON has the bits of a NaN only if it is not canonical. Its sign is ignored unless `exact`,
// because the sign of a computed NaN depends on the machine. HLO text has the fraction field and
// the sign.
void AppendNan(const FloatFormat& format, uint64_t code, Style style, std::string& out) {
  const uint64_t quiet = CanonicalNan(format) & format.magnitude_mask();
  const bool canonical = style == Style::kExactJson ? code == CanonicalNan(format)
                                                    : (code & format.magnitude_mask()) == quiet;
  if (IsJson(style)) {
    out += canonical ? "\"nan" : "\"nan:";
    if (!canonical) AppendHex(code, out);
    out += '"';
    return;
  }
  if (style == Style::kHlo && (code & format.sign_bit()) != 0) out += '-';
  out += "nan";
  if (style == Style::kHlo && !canonical) {
    out += '(';
    AppendHex(code & format.fraction_mask(), out);
    out += ')';
  }
}

void AppendFloat(const FloatFormat& format, uint64_t code, Style style, std::string& out) {
  code &= format.sign_bit() | format.magnitude_mask();
  if (IsNanCode(format, code)) return AppendNan(format, code, style, out);
  const char* quote = IsJson(style) && IsInfinityCode(format, code) ? "\"" : "";
  const uint64_t magnitude = code & format.magnitude_mask();
  out += quote;
  if ((code & format.sign_bit()) != 0) out += '-';
  if (IsInfinityCode(format, code)) {
    out.append("inf").append(quote);
  } else if (magnitude == 0 && format.has_sign()) {
    // JSON readers with integers would drop the sign of a bare -0.
    out += IsJson(style) && code != 0 ? "0.0" : "0";
  } else if (style == Style::kHlo) {
    AppendHloMagnitude(format, magnitude, out);
  } else {
    AppendShortestMagnitude(format, magnitude, out);
  }
}

// Most programs read JSON numbers as f64, so larger integers are strings.
template <class Integer>
void AppendStyledInteger(Integer value, bool fits_double, Style style, std::string& out) {
  const char* quote = IsJson(style) && !fits_double ? "\"" : "";
  out += quote;
  AppendInteger(value, out);
  out += quote;
}

void AppendElement(ElementType type, const void* element, Style style, bool pred_as_digit,
                   std::string& out) {
  constexpr int64_t kExact = int64_t{1} << 53;
  const ElementTypeInfo& info = Info(type);
  if (info.kind == ElementKind::kOther) return;
  if (info.kind == ElementKind::kComplex) {
    const ElementType part = *PartOf(type);
    const auto* bytes = static_cast<const char*>(element);
    out += IsJson(style) ? "[" : "(";
    AppendElement(part, bytes, style, false, out);
    out += IsJson(style) ? "," : ", ";
    AppendElement(part, bytes + StorageBytes(part), style, false, out);
    out += IsJson(style) ? "]" : ")";
    return;
  }
  const uint64_t bits = LoadBits(element, static_cast<size_t>(info.storage_bytes));
  const int unused = 64 - info.bits;
  switch (info.kind) {
    case ElementKind::kPred:
      out += pred_as_digit ? (bits != 0 ? "1" : "0") : (bits != 0 ? "true" : "false");
      return;
    case ElementKind::kSigned: {
      const int64_t value = static_cast<int64_t>(bits << unused) >> unused;
      return AppendStyledInteger(value, -kExact <= value && value <= kExact, style, out);
    }
    case ElementKind::kUnsigned: {
      const uint64_t value = bits << unused >> unused;
      return AppendStyledInteger(value, value <= uint64_t{kExact}, style, out);
    }
    default:
      return AppendFloat(FormatOf(type), bits, style, out);
  }
}

}  // namespace

void AppendJsonElement(ElementType type, const void* element, std::string& out, bool exact_nan) {
  AppendElement(type, element, exact_nan ? Style::kExactJson : Style::kJson, false, out);
}

void AppendHloElement(ElementType type, const void* element, bool in_array, std::string& out) {
  AppendElement(type, element, Style::kHlo, in_array, out);
}

void AppendShortElement(ElementType type, const void* element, std::string& out) {
  AppendElement(type, element, Style::kShort, false, out);
}

std::string ShortestDouble(double value) {
  std::string out;
  AppendFloat(FormatOf(ElementType::kF64), BitCast<uint64_t>(value), Style::kShort, out);
  return out;
}

std::string ShortestFloat(float value) {
  std::string out;
  AppendFloat(FormatOf(ElementType::kF32), BitCast<uint32_t>(value), Style::kShort, out);
  return out;
}

}  // namespace hlo
