// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/element_reader.h"

#include <cstdlib>
#include <cstring>
#include <string>

#include "core/base/bits.h"
#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

// digits * 10^exponent, signed.
struct PlainNumber {
  uint64_t digits = 0;
  int exponent = 0;
  bool negative = false;
  bool decimal = false;  // had a point or an exponent
  size_t end = 0;
};

constexpr int kMaxDigits = 18;      // fits a signed 64-bit integer
constexpr int kMaxExactPower = 22;  // 10^22 is a double
constexpr double kPowers[kMaxExactPower + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool ScanPlainNumber(std::string_view text, size_t at, PlainNumber& number) {
  const auto byte = [&](size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto digit = [&](size_t i) { return byte(i) >= '0' && byte(i) <= '9'; };
  number.negative = byte(at) == '-';
  if (number.negative) ++at;
  int digits = 0;
  const auto take = [&](size_t i) {
    number.digits = number.digits * 10 + static_cast<uint64_t>(text[i] - '0');
    ++digits;
  };
  for (; digit(at) && digits < kMaxDigits; ++at) take(at);
  if (digits == 0) return false;
  if (byte(at) == '.') {
    number.decimal = true;
    for (++at; digit(at) && digits < kMaxDigits; ++at) {
      take(at);
      --number.exponent;
    }
  }
  if (byte(at) == 'e' || byte(at) == 'E') {
    const bool minus = byte(at + 1) == '-';
    at += minus || byte(at + 1) == '+' ? 2 : 1;
    int exponent = 0;
    int exponent_digits = 0;
    for (; digit(at) && exponent_digits < 4; ++at, ++exponent_digits) {
      exponent = exponent * 10 + (text[at] - '0');
    }
    if (exponent_digits == 0) return false;
    number.decimal = true;
    number.exponent += minus ? -exponent : exponent;
  }
  number.end = at;
  return !IsWordPart(byte(at)) && byte(at) != '(';
}

// False if the value needs more care than one rounding of exact doubles.
bool ExactDouble(const PlainNumber& number, double& value) {
  constexpr uint64_t kMaxExact = uint64_t{1} << 53;
  if (number.digits > kMaxExact || std::abs(number.exponent) > kMaxExactPower) return false;
  value = static_cast<double>(number.digits);
  value =
      number.exponent < 0 ? value / kPowers[-number.exponent] : value * kPowers[number.exponent];
  if (number.negative) value = -value;
  return true;
}

// Rounding to double and then to float is correct unless the double is halfway between two floats
// (its low 29 bits are 100...0); the margins exclude overflow and subnormal floats.
bool ExactFloat(double value, float& narrow) {
  const double size = value < 0 ? -value : value;
  if (size != 0 && (size < 1e-37 || size > 3e38)) return false;
  constexpr uint64_t kLowBits = (uint64_t{1} << 29) - 1;
  if ((BitCast<uint64_t>(value) & kLowBits) == uint64_t{1} << 28) return false;
  narrow = static_cast<float>(value);
  return true;
}

bool StoreInteger(const PlainNumber& number, ElementType type, void* element) {
  if (number.decimal) return false;
  const int bits = BitWidth(type);
  const bool is_signed = IsSigned(type);
  const uint64_t most = is_signed    ? (uint64_t{1} << (bits - 1)) - (number.negative ? 0 : 1)
                        : bits == 64 ? UINT64_MAX
                                     : (uint64_t{1} << bits) - 1;
  if (number.digits > most || (number.negative && !is_signed && number.digits > 0)) return false;
  const uint64_t value = number.negative ? 0 - number.digits : number.digits;
  std::memcpy(element, &value, static_cast<size_t>(StorageBytes(type)));  // little-endian
  return true;
}

// Reads one real number at the token.
bool ReadReal(Reader& reader, ElementType type, void* element) {
  const Token token = reader.token();
  uint32_t end = token.end;
  const std::string_view word = reader.text();
  const bool nan = word == "nan";
  const bool is_value = token.kind == TokenKind::kInteger || token.kind == TokenKind::kDecimal ||
                        token.kind == TokenKind::kSpecial || nan || word == "inf" ||
                        word == "true" || word == "false";
  if (!is_value) return reader.Unexpected("a value");
  const std::string_view source = reader.source();
  if (nan && end < source.size() && source[end] == '(') {  // nan(0x7f)
    size_t close = end + 1;
    while (close < source.size() && IsWordPart(source[close])) ++close;
    if (close < source.size() && source[close] == ')') end = static_cast<uint32_t>(close + 1);
  }
  const Status status = ParseElement(type, source.substr(token.begin, end - token.begin), element);
  if (!status.ok()) {
    return reader.Fail(status.error().code, {token.begin, end}, status.error().message);
  }
  reader.MoveTo(end);
  return true;
}

bool ReadComplex(Reader& reader, ElementType part, void* element) {
  if (!reader.At(TokenKind::kOpenParen)) {
    if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) {
      return reader.Unexpected("a complex number");
    }
    return reader.Fail(
        "C05", reader.token().span(),
        Format("expected a complex number such as (1, -2), got '{}'", {reader.text()}));
  }
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  reader.Next();
  auto* parts = static_cast<uint8_t*>(element);
  return ReadReal(reader, part, parts) &&
         reader.Expect(TokenKind::kComma, "',' between the parts of a complex number") &&
         ReadReal(reader, part, parts + StorageBytes(part)) &&
         reader.Expect(TokenKind::kCloseParen, "')' after the complex number");
}

}  // namespace

size_t ReadPlainNumber(std::string_view text, size_t at, ElementType type, void* element) {
  PlainNumber number;
  if (!ScanPlainNumber(text, at, number)) return 0;
  if (type == ElementType::kPred && !number.decimal) {
    *static_cast<uint8_t*>(element) = number.digits != 0;
    return number.end;
  }
  if (IsInteger(type)) return StoreInteger(number, type, element) ? number.end : 0;
  double value = 0;
  if ((type != ElementType::kF32 && type != ElementType::kF64) || !ExactDouble(number, value)) {
    return 0;
  }
  if (type == ElementType::kF64) {
    std::memcpy(element, &value, sizeof(value));
    return number.end;
  }
  float narrow = 0;
  if (!ExactFloat(value, narrow)) return 0;
  std::memcpy(element, &narrow, sizeof(narrow));
  return number.end;
}

bool ReadElement(Reader& reader, ElementType type, void* element) {
  if (const auto part = PartOf(type)) return ReadComplex(reader, *part, element);
  return ReadReal(reader, type, element);
}

}  // namespace hlo
