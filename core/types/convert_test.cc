// SPDX-License-Identifier: Apache-2.0
#include "core/types/convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include "core/base/bits.h"
#include "core/types/float_oracle.h"

// Oracles: FloatOracle for the narrow floats, long double (which holds every 64-bit integer) and
// __int128 arithmetic for the rest; single expected values are from the numerics reference.

namespace hlo {
namespace {

using enum ElementType;

const FloatOracle& OracleFor(ElementType type) {
  static const std::map<ElementType, FloatOracle>& oracles = *[] {
    auto* made = new std::map<ElementType, FloatOracle>;
    for (const FormatRow& row : FormatRows()) made->emplace(row.type, FloatOracle(row));
    return made;
  }();
  return oracles.at(type);
}

// Elements of one type as patterns of up to 16 bytes; the second word only for c128.
struct Pattern {
  uint64_t low = 0, high = 0;
};

std::vector<Pattern> Convert(ElementType from, ElementType to, const std::vector<Pattern>& in) {
  const auto from_bytes = static_cast<size_t>(StorageBytes(from));
  const auto to_bytes = static_cast<size_t>(StorageBytes(to));
  std::vector<char> source(in.size() * from_bytes + 1), target(in.size() * to_bytes + 1);
  for (size_t i = 0; i < in.size(); ++i) std::memcpy(&source[i * from_bytes], &in[i], from_bytes);
  ConvertFunction(from, to)(source.data(), in.size(), target.data());
  std::vector<Pattern> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) std::memcpy(&out[i], &target[i * to_bytes], to_bytes);
  return out;
}

uint64_t ConvertOne(ElementType from, ElementType to, uint64_t bits) {
  return Convert(from, to, {Pattern{bits}})[0].low;
}

uint64_t F32(float value) { return BitCast<uint32_t>(value); }
uint64_t F64(double value) { return BitCast<uint64_t>(value); }

TEST(Convert, MatchesTheIntegersOfTheReference) {
  EXPECT_EQ(ConvertOne(kS32, kU8, uint32_t(-1)), 255u);
  EXPECT_EQ(ConvertOne(kU8, kS8, 200), uint8_t(-56));
  EXPECT_EQ(ConvertOne(kS32, kS4, 9), uint8_t(-7));
  EXPECT_EQ(ConvertOne(kS4, kU32, uint8_t(-1)), 4294967295u);
  EXPECT_EQ(ConvertOne(kS4, kU32, 0x0f), 4294967295u);  // the high bits of the byte are ignored
  EXPECT_EQ(ConvertOne(kU4, kU32, 0xff), 15u);
}

TEST(Convert, RoundsIntegersOnce) {
  EXPECT_EQ(ConvertOne(kU64, kF32, (1ull << 63) + (1ull << 39) + 1), F32(0x1.000002p63f));
  EXPECT_EQ(ConvertOne(kS64, kF32, 16777217), F32(16777216));
  EXPECT_EQ(ConvertOne(kS32, kF8E4M3FN, 1000), 0x7fu);
  EXPECT_EQ(ConvertOne(kS32, kF4E2M1FN, 1000), 0x7u);
  EXPECT_EQ(ConvertOne(kS32, kF8E5M2, 1000), 0x64u);
  // 2^24 + 2^16 is a tie; one more is not, but f32 cannot represent it.
  EXPECT_EQ(ConvertOne(kS32, kBF16, (1 << 24) + (1 << 16)), F32(0x1p24f) >> 16);
  EXPECT_EQ(ConvertOne(kS32, kBF16, (1 << 24) + (1 << 16) + 1), (F32(0x1p24f) >> 16) + 1);
}

TEST(Convert, SaturatesFloatsToIntegers) {
  EXPECT_EQ(ConvertOne(kF32, kS32, F32(2147483648.0f)), 2147483647u);
  EXPECT_EQ(ConvertOne(kF32, kS32, F32(-2147483904.0f)), 0x80000000u);
  EXPECT_EQ(ConvertOne(kF32, kU64, F32(1e20f)), ~uint64_t{0});
  EXPECT_EQ(ConvertOne(kF32, kU32, F32(-1)), 0u);
  EXPECT_EQ(ConvertOne(kF32, kS64, F32(HUGE_VALF)), 0x7fffffffffffffffu);
  EXPECT_EQ(ConvertOne(kF32, kS64, F32(-HUGE_VALF)), 0x8000000000000000u);
  EXPECT_EQ(ConvertOne(kF32, kS4, F32(9.7f)), 7u);
  EXPECT_EQ(ConvertOne(kF32, kU2, F32(-0.7f)), 0u);
  EXPECT_EQ(ConvertOne(kF64, kS8, F64(-128.9)), 0x80u);
  EXPECT_EQ(ConvertOne(kF32, kS32, 0xffc00000), 0u);
  EXPECT_EQ(ConvertOne(kF64, kU8, F64(std::nan(""))), 0u);
}

TEST(Convert, RoundsF64ToF16Once) {
  EXPECT_EQ(ConvertOne(kF64, kF16, F64(1 + 0x1p-11 + 0x1p-40)), 0x3c01u);
  EXPECT_EQ(ConvertOne(kF64, kF16, F64(1 + 0x1p-11)), 0x3c00u);
}

TEST(Convert, TreatsPredAsZeroAndOne) {
  EXPECT_EQ(ConvertOne(kF32, kPred, 0xffc00000), 1u);
  EXPECT_EQ(ConvertOne(kF32, kPred, 0x80000000), 0u);
  EXPECT_EQ(ConvertOne(kS32, kPred, 256), 1u);
  EXPECT_EQ(ConvertOne(kPred, kPred, 7), 1u);
  EXPECT_EQ(ConvertOne(kPred, kS32, 7), 1u);
  EXPECT_EQ(ConvertOne(kPred, kF8E8M0FNU, 0), 0xffu);
  EXPECT_EQ(ConvertOne(kPred, kBF16, 1), 0x3f80u);
  EXPECT_EQ(ConvertOne(kC64, kPred, uint64_t{1} << 32), 1u);
  EXPECT_EQ(ConvertOne(kC64, kPred, uint64_t{1} << 63), 0u);
}

TEST(Convert, KeepsSubnormalsAndNanPayloadsWhenWidening) {
  EXPECT_EQ(ConvertOne(kF16, kF32, 0x0001), F32(0x1p-24f));
  EXPECT_EQ(ConvertOne(kF32, kF64, 1), F64(0x1p-149));
  EXPECT_EQ(ConvertOne(kF16, kF32, 0x7c01), 0x7f802000u);
  EXPECT_EQ(ConvertOne(kBF16, kF64, 0xff81), 0xfff0200000000000u);
  EXPECT_EQ(ConvertOne(kF32, kF64, 0xff800001), 0xfff0000020000000u);
  EXPECT_EQ(ConvertOne(kF64, kF32, 0xfff0000020000000u), 0xff800001u);
  EXPECT_EQ(ConvertOne(kF64, kF32, 0x7ff0000000000001u), 0x7fc00000u);  // no payload bit remains
}

TEST(Convert, SameTypeKeepsTheBitsOfNan) {
  EXPECT_EQ(ConvertOne(kF32, kF32, 0x7f800001), 0x7f800001u);
  EXPECT_EQ(ConvertOne(kF64, kF64, 0xfff0000000000001u), 0xfff0000000000001u);
  EXPECT_EQ(ConvertOne(kF16, kF16, 0x7c01), 0x7c01u);
  EXPECT_EQ(ConvertOne(kF8E4M3FNUZ, kF8E4M3FNUZ, 0x80), 0x80u);
  EXPECT_EQ(ConvertOne(kF4E2M1FN, kF4E2M1FN, 0xf8), 0x08u);  // unused bits become 0
}

TEST(Convert, DoesNothingForTypesWithoutElements) {
  char byte = 5;
  ConvertFunction(kToken, kF32)(&byte, 1, &byte);
  ConvertFunction(kF32, kTuple)(&byte, 1, &byte);
  WidenFunction(kOpaque)(&byte, 1, &byte);
  EXPECT_EQ(byte, 5);
}

// ---- every narrow code

TEST(Widen, IsExactOnEveryCode) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle& oracle = OracleFor(row.type);
    for (int code = 0; code < 1 << oracle.width(); ++code) {
      uint32_t bits = 0;
      WidenFunction(row.type)(&code, 1, &bits);
      const uint32_t sign = (code & oracle.sign_code()) != 0 ? 0x80000000u : 0;
      if (!oracle.IsNan(code)) {
        ASSERT_EQ(bits, F32(static_cast<float>(oracle.Decode(code)))) << Name(row.type) << code;
      } else if (row.infinity >= 0) {
        const uint32_t payload = static_cast<uint32_t>(code) & ((1u << row.mantissa_bits) - 1);
        ASSERT_EQ(bits, sign | 0x7f800000 | payload << (23 - row.mantissa_bits));
      } else {
        ASSERT_EQ(bits, sign | 0x7fc00000) << Name(row.type);
      }
    }
  }
}

TEST(Narrow, InvertsWidenOnEveryCode) {
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (!IsArrayType(info.type) || info.bits > 16) continue;
    for (uint32_t code = 0; code < 1u << info.bits; ++code) {
      uint32_t wide = 0;
      uint16_t narrow = 0;
      WidenFunction(info.type)(&code, 1, &wide);
      NarrowFunction(info.type)(&wide, 1, &narrow);
      const uint32_t mask = (1u << info.bits) - 1;
      ASSERT_EQ(narrow & mask, code) << info.name;
      ASSERT_TRUE(IsSigned(info.type) || narrow == code) << info.name;
    }
  }
}

TEST(Narrow, WrapsIntegersAndWritesSignCopies) {
  uint8_t byte = 0;
  const int32_t nine = 9, minus = -129;
  NarrowFunction(kS4)(&nine, 1, &byte);
  EXPECT_EQ(byte, 0xf9);
  NarrowFunction(kU4)(&minus, 1, &byte);
  EXPECT_EQ(byte, 0x0f);
  NarrowFunction(kS8)(&minus, 1, &byte);
  EXPECT_EQ(byte, 0x7f);
}

template <class T>
void AddNeighbors(double center, std::vector<T>& values) {
  const auto exact = static_cast<T>(center);
  for (T v : {std::nextafter(exact, T{0}), exact,
              std::nextafter(exact, std::numeric_limits<T>::infinity())}) {
    values.push_back(v);
    values.push_back(-v);
  }
}

// Each code, each midpoint between neighbors, and their adjacent values.
template <class T>
std::vector<T> RoundingCases(const FloatOracle& oracle) {
  std::vector<double> values = oracle.values();
  values.push_back(oracle.beyond());
  std::vector<T> cases;
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    AddNeighbors(values[i], cases);
    AddNeighbors((values[i] + values[i + 1]) / 2, cases);
  }
  for (T v : {T{0}, std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min(),
              std::numeric_limits<T>::max(), std::numeric_limits<T>::infinity()}) {
    cases.push_back(v);
    cases.push_back(-v);
  }
  return cases;
}

template <class T>
void ExpectRoundedRight(ElementType from, ElementType to, const std::vector<T>& cases) {
  const FloatOracle& oracle = OracleFor(to);
  std::vector<Pattern> patterns(cases.size());
  for (size_t i = 0; i < cases.size(); ++i) std::memcpy(&patterns[i].low, &cases[i], sizeof(T));
  const std::vector<Pattern> codes = Convert(from, to, patterns);
  for (size_t i = 0; i < cases.size(); ++i) {
    ASSERT_EQ(codes[i].low,
              static_cast<uint64_t>(oracle.Encode(static_cast<long double>(cases[i]))))
        << Name(from) << " " << cases[i] << " to " << Name(to);
  }
}

TEST(Convert, RoundsF32CorrectlyNearEveryMidpoint) {
  for (const FormatRow& row : FormatRows()) {
    ExpectRoundedRight(kF32, row.type, RoundingCases<float>(OracleFor(row.type)));
  }
}

TEST(Convert, RoundsF64CorrectlyNearEveryMidpoint) {
  for (const FormatRow& row : FormatRows()) {
    ExpectRoundedRight(kF64, row.type, RoundingCases<double>(OracleFor(row.type)));
  }
}

TEST(Convert, RoundsIntegersCorrectlyNearEveryMidpoint) {
  for (const FormatRow& row : FormatRows()) {
    const std::vector<double>& values = OracleFor(row.type).values();
    std::vector<int64_t> wide;
    std::vector<uint64_t> positive;
    std::vector<int32_t> narrow;
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      const double middle = (values[i] + values[i + 1]) / 2;
      if (middle >= 0x1p63) break;
      for (int64_t delta = -1; delta <= 1; ++delta) {
        const int64_t integer = static_cast<int64_t>(middle) + delta;
        wide.push_back(integer);
        wide.push_back(-integer);
        if (integer >= 0) positive.push_back(2 * static_cast<uint64_t>(integer));
        if (integer == static_cast<int32_t>(integer)) narrow.push_back(static_cast<int>(integer));
      }
    }
    ExpectRoundedRight(kS64, row.type, wide);
    ExpectRoundedRight(kU64, row.type, positive);
    ExpectRoundedRight(kS32, row.type, narrow);
  }
}

// ---- every pair of types

// An element's exact value, decoded in the obvious way.
struct Exact {
  bool is_integer = true;
  __int128 integer = 0;
  double real = 0, imaginary = 0;
};

Exact Read(ElementType type, const Pattern& pattern) {
  Exact value;
  const int bits = BitWidth(type);
  switch (Info(type).kind) {
    case ElementKind::kPred:
      value.integer = (pattern.low & 0xff) != 0;
      return value;
    case ElementKind::kSigned:
    case ElementKind::kUnsigned: {
      const __int128 end = __int128{1} << bits;
      value.integer = pattern.low % end;
      if (IsSigned(type) && value.integer >= end / 2) value.integer -= end;
      return value;
    }
    case ElementKind::kComplex:
      value.is_integer = false;
      value.real = type == kC64 ? BitCast<float>(static_cast<uint32_t>(pattern.low))
                                : BitCast<double>(pattern.low);
      value.imaginary = type == kC64 ? BitCast<float>(static_cast<uint32_t>(pattern.low >> 32))
                                     : BitCast<double>(pattern.high);
      return value;
    default:
      break;
  }
  value.is_integer = false;
  if (type == kF32) {
    value.real = BitCast<float>(static_cast<uint32_t>(pattern.low));
  } else if (type == kF64) {
    value.real = BitCast<double>(pattern.low);
  } else {
    const int code = static_cast<int>(pattern.low & ((1u << bits) - 1));
    const FloatOracle& oracle = OracleFor(type);
    const double sign = (code & oracle.sign_code()) != 0 ? -1 : 1;
    value.real = oracle.IsNan(code) ? std::copysign(NAN, sign) : oracle.Decode(code);
  }
  return value;
}

uint64_t ExpectedFloat(ElementType type, const Exact& value) {
  const long double exact = value.is_integer ? static_cast<long double>(value.integer) : value.real;
  if (type == kF64) return F64(static_cast<double>(exact));
  if (type == kF32) return F32(static_cast<float>(exact));
  return static_cast<uint64_t>(OracleFor(type).Encode(exact));
}

uint64_t ExpectedInteger(ElementType type, const Exact& value) {
  const int bits = BitWidth(type);
  const __int128 end = __int128{1} << bits;
  const __int128 least = IsSigned(type) ? -end / 2 : 0;
  __int128 integer = value.integer;
  if (!value.is_integer) {
    const double whole = std::isnan(value.real) ? 0 : std::trunc(value.real);
    integer = whole > 0x1p100 ? end : whole < -0x1p100 ? -end : static_cast<__int128>(whole);
    integer = std::min(std::max(integer, least), least + end - 1);
  }
  __int128 wrapped = ((integer % end) + end) % end;
  if (IsSigned(type) && wrapped >= end / 2) wrapped -= end;  // sign copies above the low bits
  const uint64_t stored = ~uint64_t{0} >> (64 - 8 * StorageBytes(type));
  return static_cast<uint64_t>(wrapped) & stored;
}

Pattern Expected(ElementType type, const Exact& value) {
  switch (Info(type).kind) {
    case ElementKind::kPred:
      return {value.is_integer ? value.integer != 0 : value.real != 0 || value.imaginary != 0};
    case ElementKind::kSigned:
    case ElementKind::kUnsigned:
      return {ExpectedInteger(type, value)};
    case ElementKind::kComplex: {
      const ElementType part = *PartOf(type);
      const uint64_t real = ExpectedFloat(part, value);
      const uint64_t imaginary = ExpectedFloat(part, {false, 0, value.imaginary, 0});
      return type == kC64 ? Pattern{real | imaginary << 32} : Pattern{real, imaginary};
    }
    default:
      return {ExpectedFloat(type, value)};
  }
}

// Patterns of a type: special values first, then evenly spread ones.
std::vector<Pattern> Samples(ElementType type) {
  std::vector<Pattern> samples;
  const int bits = BitWidth(type);
  if (IsComplex(type)) {
    const ElementType part = *PartOf(type);
    const std::vector<Pattern> parts = Samples(part);
    for (size_t i = 0; i < parts.size(); ++i) {
      const uint64_t other = parts[(7 * i + 3) % parts.size()].low;
      samples.push_back(type == kC64 ? Pattern{parts[i].low | other << 32}
                                     : Pattern{parts[i].low, other});
    }
    return samples;
  }
  if (bits <= 8) {
    for (uint64_t code = 0; code < 256; ++code) samples.push_back({code});
    return samples;
  }
  const uint64_t mask = ~uint64_t{0} >> (64 - bits);
  for (int k = 0; k < bits; ++k) {
    for (uint64_t delta : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
      samples.push_back({((uint64_t{1} << k) + delta) & mask});
      samples.push_back({~((uint64_t{1} << k) + delta) & mask});
    }
  }
  for (uint64_t i = 0; i < 500; ++i) samples.push_back({i * 0x9e3779b97f4a7c15 >> (64 - bits)});
  if (type != kF32 && type != kF64) return samples;
  for (double v : {1.5,          2.5,          0.7,     127.5,        128.0,        255.9,
                   256.0,        32768.0,      65520.0, 2147483647.0, 2147483648.0, 2147483649.0,
                   4294967295.5, 4294967296.0, 0x1p63,  0x1p64,       1e20,         9.7,
                   1e-40,        1e-310,       3e38,    1e39}) {
    for (double sign : {1.0, -1.0}) {
      samples.push_back({type == kF32 ? F32(static_cast<float>(sign * v)) : F64(sign * v)});
    }
  }
  return samples;
}

bool IsNanPattern(ElementType type, uint64_t bits) {
  if (!IsFloat(type)) return false;
  if (type == kF32) return std::isnan(BitCast<float>(static_cast<uint32_t>(bits)));
  return type == kF64 ? std::isnan(BitCast<double>(bits))
                      : OracleFor(type).IsNan(static_cast<int>(bits));
}

// Equal bits, or two NaN of the same sign: the payload is tested above.
bool Same(ElementType type, const Pattern& a, const Pattern& b) {
  if (IsComplex(type)) {
    const ElementType part = *PartOf(type);
    const uint64_t mask = 0xffffffff;
    if (type == kC128) return Same(part, {a.low}, {b.low}) && Same(part, {a.high}, {b.high});
    return Same(part, {a.low & mask}, {b.low & mask}) && Same(part, {a.low >> 32}, {b.low >> 32});
  }
  if (!IsNanPattern(type, a.low) || !IsNanPattern(type, b.low)) return a.low == b.low;
  const int sign_shift = BitWidth(type) - 1;
  return a.low >> sign_shift == b.low >> sign_shift;
}

TEST(Convert, AgreesWithTheDefinitionForEveryPairOfTypes) {
  for (const ElementTypeInfo& from : AllElementTypes()) {
    if (!IsArrayType(from.type)) continue;
    const std::vector<Pattern> samples = Samples(from.type);
    std::vector<Exact> values;
    for (const Pattern& sample : samples) values.push_back(Read(from.type, sample));
    for (const ElementTypeInfo& to : AllElementTypes()) {
      if (!IsArrayType(to.type) || from.type == to.type) continue;
      const std::vector<Pattern> results = Convert(from.type, to.type, samples);
      for (size_t i = 0; i < samples.size(); ++i) {
        const Pattern expected = Expected(to.type, values[i]);
        ASSERT_TRUE(Same(to.type, results[i], expected))
            << from.name << " to " << to.name << ": " << std::hex << samples[i].low << " gives "
            << results[i].low << ", expected " << expected.low;
      }
    }
  }
}

// ---- buffers

TEST(Convert, DoesNotDependOnCountAndAlignment) {
  const std::vector<std::pair<ElementType, ElementType>> pairs = {
      {kF32, kBF16}, {kBF16, kF32}, {kF16, kF32},  {kF32, kF16},  {kF32, kS32},   {kS8, kF32},
      {kF64, kF16},  {kS64, kS4},   {kF32, kC128}, {kC64, kPred}, {kF8E5M2, kU16}};
  for (const auto& [from, to] : pairs) {
    const std::vector<Pattern> samples = Samples(from);
    const std::vector<Pattern> expected = Convert(from, to, samples);
    const auto from_bytes = static_cast<size_t>(StorageBytes(from));
    const auto to_bytes = static_cast<size_t>(StorageBytes(to));
    for (size_t count : {0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 100}) {
      for (size_t shift : {0, 1, 3}) {
        std::vector<char> in(shift + count * from_bytes), out(shift + count * to_bytes + 1, 'x');
        for (size_t i = 0; i < count; ++i) {
          std::memcpy(&in[shift + i * from_bytes], &samples[i], from_bytes);
        }
        ConvertFunction(from, to)(in.data() + shift, count, out.data() + shift);
        EXPECT_EQ(out.back(), 'x');
        for (size_t i = 0; i < count; ++i) {
          ASSERT_EQ(std::memcmp(&out[shift + i * to_bytes], &expected[i], to_bytes), 0)
              << Name(from) << " to " << Name(to) << ", element " << i << " of " << count;
        }
      }
    }
  }
}

TEST(Convert, WorksInPlaceBetweenTypesOfOneSize) {
  std::vector<int32_t> values;
  for (int i = 0; i < 1000; ++i) values.push_back(i - 500);
  ConvertFunction(kS32, kF32)(values.data(), values.size(), values.data());
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(BitCast<float>(values[static_cast<size_t>(i)]), static_cast<float>(i - 500));
  }
  ConvertFunction(kF32, kU32)(values.data(), values.size(), values.data());
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[999], 499);
}

}  // namespace
}  // namespace hlo
