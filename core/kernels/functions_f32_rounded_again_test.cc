// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/kernels/functions_f32_testing.h"
#include "core/kernels/targets.h"
#include "core/types/convert.h"
#include "gtest/gtest.h"
#include "hlo/element_type.h"

// Every number of the narrow types: the results are the nearest numbers of the type to the C
// library's results on double. A double is precise enough: by mpmath (340 bits), no inexact value
// at an f16 or bf16 is within a relative distance of 2^-37 of a midpoint.

namespace hlo {
namespace {

constexpr ElementType kTypes[] = {
    ElementType::kF16,        ElementType::kBF16,     ElementType::kF8E3M4,
    ElementType::kF8E4M3,     ElementType::kF8E4M3FN, ElementType::kF8E4M3B11FNUZ,
    ElementType::kF8E4M3FNUZ, ElementType::kF8E5M2,   ElementType::kF8E5M2FNUZ,
    ElementType::kF8E8M0FNU,  ElementType::kF4E2M1FN,
};

size_t CodesOf(ElementType type) { return size_t{1} << BitWidth(type); }

// All numbers of a type, widened.
std::vector<float> AllNumbers(ElementType type) {
  std::vector<float> numbers(CodesOf(type));
  if (BitWidth(type) == 16) {
    std::vector<uint16_t> codes(numbers.size());
    for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<uint16_t>(i);
    WidenFunction(type)(codes.data(), codes.size(), numbers.data());
  } else {
    std::vector<uint8_t> codes(numbers.size());
    for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<uint8_t>(i);
    WidenFunction(type)(codes.data(), codes.size(), numbers.data());
  }
  return numbers;
}

// The codes of `values`, rounded once.
template <class T>
std::vector<uint16_t> Narrowed(ElementType from, ElementType type, const std::vector<T>& values) {
  std::vector<uint16_t> codes(values.size());
  if (BitWidth(type) == 16) {
    ConvertFunction(from, type)(values.data(), values.size(), codes.data());
  } else {
    std::vector<uint8_t> bytes(values.size());
    ConvertFunction(from, type)(values.data(), values.size(), bytes.data());
    codes.assign(bytes.begin(), bytes.end());
  }
  return codes;
}

void ExpectNearest(ElementType type, const std::vector<float>& got,
                   const std::vector<double>& exact, std::string_view name,
                   const std::vector<float>& operands) {
  const std::vector<uint16_t> codes = Narrowed(ElementType::kF32, type, got);
  const std::vector<uint16_t> expected = Narrowed(ElementType::kF64, type, exact);
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(got[i]) && std::isnan(exact[i])) continue;
    ASSERT_EQ(codes[i], expected[i])
        << name << " of " << operands[i] << " in type " << static_cast<int>(type) << ": " << got[i]
        << " for " << exact[i];
  }
}

TEST(FunctionsF32RoundedAgain, AreNearestForEveryNumberOfEveryNarrowType) {
  for (const ElementType type : kTypes) {
    const std::vector<float> in = AllNumbers(type);
    std::vector<float> out(in.size());
    std::vector<double> exact(in.size());
    for (const UnarySubject& subject : kUnarySubjects) {
      for (size_t i = 0; i < in.size(); ++i) exact[i] = subject.exact(in[i]);
      for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kFast}) {
        FindUnaryF32(subject.function, mode, ResultUse::kRoundedAgain)(in.data(), in.size(),
                                                                       out.data());
        ExpectNearest(type, out, exact, subject.name(), in);
      }
    }
  }
}

TEST(FunctionsF32RoundedAgain, AreNearestForPairsOfNarrowNumbers) {
  for (const ElementType type : kTypes) {
    const std::vector<float> numbers = AllNumbers(type);
    // All pairs of bytes; for 16-bit types, as many evenly spread pairs.
    const size_t step = numbers.size() > 256 ? 257 : 1;
    std::vector<float> a, b;
    for (size_t i = 0; i < numbers.size(); i += step) {
      for (size_t j = 0; j < numbers.size(); j += step) {
        a.push_back(numbers[(i + j * 31) % numbers.size()]);
        b.push_back(numbers[j]);
      }
    }
    std::vector<float> out(a.size());
    std::vector<double> exact(a.size());
    for (const BinarySubject& subject : kBinarySubjects) {
      for (size_t i = 0; i < a.size(); ++i) exact[i] = subject.exact(a[i], b[i]);
      for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kFast}) {
        FindBinaryF32(subject.function, mode, ResultUse::kRoundedAgain)(a.data(), b.data(),
                                                                        a.size(), out.data());
        ExpectNearest(type, out, exact, subject.name(), a);
      }
    }
  }
}

TEST(FunctionsF32RoundedAgain, WorksInPlace) {
  const std::vector<float> in = AllNumbers(ElementType::kF16);
  for (const UnarySubject& subject : kUnarySubjects) {
    const auto fn = FindUnaryF32(subject.function, KernelMode::kFast, ResultUse::kRoundedAgain);
    std::vector<float> out(in.size()), in_place = in;
    fn(in.data(), in.size(), out.data());
    fn(in_place.data(), in.size(), in_place.data());
    ExpectNearest(ElementType::kF16, in_place, std::vector<double>(out.begin(), out.end()),
                  subject.name(), in);
  }
}

}  // namespace
}  // namespace hlo
