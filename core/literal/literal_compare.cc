// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "core/base/format.h"
#include "core/literal/live_elements.h"
#include "core/types/float_format.h"
#include "core/types/number_text.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

// The bits of one element or part; bits above its width are not part of the value.
uint64_t LoadCode(ElementType type, const uint8_t* element) {
  uint64_t code = 0;
  std::memcpy(&code, element, static_cast<size_t>(StorageBytes(type)));
  if (type == ElementType::kPred) return code != 0 ? 1 : 0;
  const int width = BitWidth(type);
  return width >= 64 ? code : code & ((uint64_t{1} << width) - 1);
}

// Whether two real numbers, or parts, count as the same number.
bool SameCode(ElementType type, uint64_t a, uint64_t b) {
  if (a == b) return true;
  if (!IsFloat(type)) return false;
  return IsNanCode(FormatOf(type), a) && IsNanCode(FormatOf(type), b);
}

bool IsFiniteCode(ElementType type, uint64_t code) {
  return !IsNanCode(FormatOf(type), code) && !IsInfinityCode(FormatOf(type), code);
}

// Steps between neighboring numbers from a to b; both zeros are one number. nullopt if one is not
// finite.
std::optional<double> UlpDistance(ElementType type, uint64_t a, uint64_t b) {
  if (!IsFiniteCode(type, a) || !IsFiniteCode(type, b)) return std::nullopt;
  const uint64_t sign = FormatOf(type).sign_bit();
  const bool same_side = (a & sign) == (b & sign);
  const uint64_t x = a & ~sign;
  const uint64_t y = b & ~sign;
  // The magnitudes have at most 63 bits, so that the sum cannot wrap.
  return static_cast<double>(same_side ? (x > y ? x - y : y - x) : x + y);
}

// The distance from x to its neighbor in a format, for a finite x.
double UlpSize(const FloatFormat& format, double x) {
  int exponent = 0;
  std::frexp(x, &exponent);  // x = m * 2^exponent with m in [1/2, 1)
  const int lowest = 1 - format.bias;
  const int binade = x == 0 ? lowest : std::max(exponent - 1, lowest);
  return std::ldexp(1.0, binade - format.mantissa_bits);
}

struct ComplexParts {
  ElementType part;
  uint64_t re, im;
};

ComplexParts LoadParts(ElementType type, const uint8_t* element) {
  const ElementType part = *PartOf(type);
  return {part, LoadCode(part, element), LoadCode(part, element + StorageBytes(part))};
}

// Distance of two complex numbers in units of the larger finite part of the expected one; nullopt
// if non-finite parts differ.
std::optional<double> ComplexUlpDistance(const ComplexParts& got, const ComplexParts& expected) {
  const ElementType type = got.part;
  const FloatFormat& format = FormatOf(type);
  double largest = 0;
  for (uint64_t code : {expected.re, expected.im}) {
    if (IsFiniteCode(type, code)) {
      largest = std::max(largest, std::fabs(DecodeFloat(format, code)));
    }
  }
  const double unit = UlpSize(format, largest);
  double distance = 0;
  for (const auto& [a, b] : {std::pair(got.re, expected.re), std::pair(got.im, expected.im)}) {
    if (SameCode(type, a, b)) continue;
    if (!IsFiniteCode(type, a) || !IsFiniteCode(type, b)) return std::nullopt;
    const double difference = DecodeFloat(format, a) - DecodeFloat(format, b);
    distance = std::max(distance, std::fabs(difference) / unit);
  }
  return distance;
}

// The distance between two elements; 0 only for the same bits or zeros of either sign.
std::optional<double> Distance(ElementType type, const uint8_t* got, const uint8_t* expected) {
  if (IsComplex(type)) return ComplexUlpDistance(LoadParts(type, got), LoadParts(type, expected));
  if (!IsFloat(type)) return std::nullopt;
  return UlpDistance(type, LoadCode(type, got), LoadCode(type, expected));
}

bool SameElement(ElementType type, const uint8_t* got, const uint8_t* expected) {
  if (!IsComplex(type)) return SameCode(type, LoadCode(type, got), LoadCode(type, expected));
  const ComplexParts a = LoadParts(type, got);
  const ComplexParts b = LoadParts(type, expected);
  return SameCode(a.part, a.re, b.re) && SameCode(a.part, a.im, b.im);
}

// "3", "12.5": without ".0" and with few digits, for messages only.
std::string DistanceText(double ulp) {
  if (ulp == std::floor(ulp) && ulp < 9e15) return std::to_string(static_cast<int64_t>(ulp));
  return ShortestFloat(static_cast<float>(ulp));
}

class Comparison {
 public:
  // `ulp` < 0: equal bits.
  explicit Comparison(double ulp) : ulp_(ulp) {}

  std::optional<LiteralDifference> Run(const Literal& got, const Literal& expected) {
    if (got.element_type() != expected.element_type() ||
        got.elements().size() != expected.elements().size() ||
        (got.IsArray() && !(got.dynamic_sizes() == expected.dynamic_sizes()))) {
      return ShapesDiffer(got, expected);
    }
    if (got.IsArray()) return RunArray(got, expected);
    for (size_t i = 0; i < got.elements().size(); ++i) {
      part_.push_back(static_cast<int64_t>(i));
      if (auto difference = Run(got.elements()[i], expected.elements()[i])) return difference;
      part_.pop_back();
    }
    return std::nullopt;
  }

 private:
  std::optional<LiteralDifference> RunArray(const Literal& got, const Literal& expected) {
    static constexpr int64_t kBlock = 1024;
    const LiveElements a(got);
    const LiveElements b(expected);
    const auto width = static_cast<int64_t>(StorageBytes(got.element_type()));
    const bool dense = a.IsDense() && b.IsDense();
    for (int64_t begin = 0; begin < a.count(); begin += kBlock) {
      const int64_t end = std::min(begin + kBlock, a.count());
      if (dense && std::memcmp(got.bytes() + begin * width, expected.bytes() + begin * width,
                               static_cast<size_t>((end - begin) * width)) == 0) {
        continue;
      }
      for (int64_t i = begin; i < end; ++i) {
        const uint8_t* x = got.bytes() + a.OffsetOf(i) * width;
        const uint8_t* y = expected.bytes() + b.OffsetOf(i) * width;
        if (!Agree(got.element_type(), x, y)) {
          return ElementsDiffer(got.element_type(), a.sizes(), i, x, y);
        }
      }
    }
    return std::nullopt;
  }

  bool Agree(ElementType type, const uint8_t* got, const uint8_t* expected) const {
    if (SameElement(type, got, expected)) return true;
    if (ulp_ < 0) return false;
    const std::optional<double> distance = Distance(type, got, expected);
    return distance && *distance <= ulp_;
  }

  std::string Place() const {
    return part_.empty() ? "" : "part " + Braced({part_.data(), part_.size()}) + ": ";
  }

  LiteralDifference ShapesDiffer(const Literal& got, const Literal& expected) const {
    const auto text = [](const Literal& literal) {
      std::string shape = ShapeText(literal.shape(), /*layouts=*/false);
      const Dims sizes = literal.dynamic_sizes();
      if (!literal.has_dynamic_sizes()) return shape;
      return shape + " with live sizes " + Braced({sizes.data(), sizes.size()});
    };
    return {part_, -1,
            Format("{}shapes differ: got {}, expected {}", {Place(), text(got), text(expected)})};
  }

  LiteralDifference ElementsDiffer(ElementType type, const Dims& sizes, int64_t linear,
                                   const uint8_t* got, const uint8_t* expected) const {
    std::string message = Place();
    if (!sizes.empty()) message += "element " + IndexText(sizes, linear) + ": ";
    message += "got ";
    AppendShortElement(type, got, message);
    message += ", expected ";
    AppendShortElement(type, expected, message);
    if (const std::optional<double> distance = Distance(type, got, expected)) {
      message += " (" + DistanceText(*distance) + " ULP)";
    }
    return {part_, linear, std::move(message)};
  }

  double ulp_;
  ShapeIndex part_;
};

}  // namespace

std::optional<LiteralDifference> FindDifference(const Literal& got, const Literal& expected) {
  return Comparison(-1).Run(got, expected);
}

std::optional<LiteralDifference> FindDifferenceBeyondUlp(const Literal& got,
                                                         const Literal& expected, double ulp) {
  return Comparison(std::max(ulp, 0.0)).Run(got, expected);
}

}  // namespace hlo
