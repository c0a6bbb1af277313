// SPDX-License-Identifier: Apache-2.0
// The plain block functions are the reference: on every kernel target of this machine, the others
// must have the same bits for any length, alignment, and values. (The tests of core/ops/elementwise
// and the conformance vectors check the plain functions.)
#include "core/kernels/elementwise_blocks.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

using enum ElementType;

constexpr ElementType kSlots[] = {kPred, kS32, kS64, kU32, kU64, kF32, kF64, kC64, kC128};
constexpr size_t kMaxElements = 133;
constexpr size_t kMaxBytes = 16;
constexpr uint8_t kUntouched = 0xa5;

class Random {  // SplitMix64
 public:
  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  size_t Below(size_t end) { return static_cast<size_t>(Next() % end); }

 private:
  uint64_t state_ = 1;
};

template <class T>
T SpecialFloat(Random& random) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kValues[] = {0.0,     1.0,     0.5,        1.5,      2.5,       3.0,
                                7.75,    1e-40,   0x1p-126,   0x1p-149, 0x1p-1074, 8388607.5,
                                0x1p23,  0x1p31,  0x1p32,     0x1p52,   0x1p63,    0x1p64,
                                65504.0, 65520.0, 0x1.ffp127, HUGE_VAL, kNan,      3e38};
  const auto value = static_cast<T>(kValues[random.Below(std::size(kValues))]);
  return random.Next() % 2 == 0 ? value : -value;
}

// An element of a storage type: random bits or a special value.
uint64_t RandomElement(ElementType type, Random& random) {
  const int bits = BitWidth(type);
  if (random.Next() % 2 == 0) return random.Next();
  if (type == kF32) return BitCast<uint32_t>(SpecialFloat<float>(random));
  if (type == kF64) return BitCast<uint64_t>(SpecialFloat<double>(random));
  if (type == kPred) return random.Next() % 3;
  const uint64_t power = uint64_t{1} << random.Below(static_cast<size_t>(bits));
  return random.Next() % 2 == 0 ? power - 1 : 0 - power;
}

// Memory for elements that is aligned only to the element size.
class Buffer {
 public:
  Buffer(size_t element_bytes, Random& random)
      : bytes_((kMaxElements + 32) * kMaxBytes + 64, kUntouched),
        offset_(element_bytes * random.Below(16)) {}

  void Fill(ElementType type, Random& random) {
    const bool complex = IsComplex(type);
    const ElementType part = PartOf(type).value_or(type);
    const auto width = static_cast<size_t>(StorageBytes(part));
    for (size_t i = 0; i < kMaxElements * (complex ? 2 : 1); ++i) {
      const uint64_t element = RandomElement(part, random);
      std::memcpy(data() + i * width, &element, width);
    }
  }
  uint8_t* data() { return bytes_.data() + offset_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
  size_t offset_;
};

bool BothNan(ElementType type, const uint8_t* a, const uint8_t* b) {
  if (type == kF32) {
    float x, y;
    std::memcpy(&x, a, sizeof(x));
    std::memcpy(&y, b, sizeof(y));
    return std::isnan(x) && std::isnan(y);
  }
  if (type != kF64) return false;
  double x, y;
  std::memcpy(&x, a, sizeof(x));
  std::memcpy(&y, b, sizeof(y));
  return std::isnan(x) && std::isnan(y);
}

// Whether all bytes are equal, including those around the elements; any NaN equals any NaN.
::testing::AssertionResult Same(Buffer& result, Buffer& reference, ElementType type, size_t count) {
  const ElementType part = PartOf(type).value_or(type);
  const auto width = static_cast<size_t>(StorageBytes(part));
  for (size_t i = 0; i < count * (IsComplex(type) ? 2 : 1); ++i) {
    uint8_t* x = result.data() + i * width;
    uint8_t* y = reference.data() + i * width;
    if (BothNan(part, x, y)) std::memcpy(x, y, width);
    if (std::memcmp(x, y, width) == 0) continue;
    uint64_t got = 0, expected = 0;
    std::memcpy(&got, x, width);
    std::memcpy(&expected, y, width);
    return ::testing::AssertionFailure() << "element " << i << " of " << count << std::hex
                                         << ": got " << got << ", expected " << expected;
  }
  if (result.bytes() == reference.bytes()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "wrote beyond its " << count << " elements";
}

// A block function on its operands.
using Block = std::function<void(uint8_t* const* in, size_t n, uint8_t* out)>;

// Runs both on the same random operands, with `out` separate and then in place of each operand of
// the same width.
void ExpectSame(const std::string& what, const std::vector<ElementType>& in, ElementType out,
                const Block& block, const Block& plain) {
  Random random;
  for (int trial = 0; trial < 40; ++trial) {
    const size_t n = trial < 4 ? static_cast<size_t>(trial) : random.Below(kMaxElements + 1);
    std::vector<Buffer> operands;
    for (const ElementType type : in) {
      operands.emplace_back(static_cast<size_t>(StorageBytes(type)), random);
      operands.back().Fill(type, random);
    }
    for (size_t place = 0; place <= in.size(); ++place) {
      const bool apart = place == in.size();
      if (!apart && StorageBytes(in[place]) != StorageBytes(out)) continue;
      Buffer results[2] = {Buffer(static_cast<size_t>(StorageBytes(out)), random), operands[0]};
      if (!apart) results[0] = operands[place];
      results[1] = results[0];
      for (const bool plainly : {false, true}) {
        std::vector<uint8_t*> pointers;
        for (Buffer& operand : operands) pointers.push_back(operand.data());
        if (!apart) pointers[place] = results[plainly].data();
        (plainly ? plain : block)(pointers.data(), n, results[plainly].data());
      }
      ASSERT_TRUE(Same(results[0], results[1], out, n)) << what << ", place " << place;
    }
  }
}

// Calls test() once on each target.
void OnEveryTarget(const std::function<void()>& test) {
  for (const std::string_view target : KernelTargets()) {
    SCOPED_TRACE(std::string(target));
    ASSERT_TRUE(UseKernelTarget(target));
    test();
  }
  UseKernelTarget("");
}

// Widths of the types with this compute type; shifts and counts depend on them.
std::vector<int> WidthsOf(ElementType compute) {
  if (compute == kS32 || compute == kU32) return {32, 8, 4};
  return {BitWidth(compute)};
}

ElementType ResultOf(Opcode opcode, ElementType operand) {
  switch (opcode) {
    case Opcode::kIsFinite:
      return kPred;
    case Opcode::kComplex:
      return *ComplexOf(operand);
    case Opcode::kAbs:
    case Opcode::kReal:
    case Opcode::kImag:
      return PartOf(operand).value_or(operand);
    default:
      return operand;
  }
}

TEST(UnaryBlocks, HaveThePlainBitsOnEveryTarget) {
  OnEveryTarget([] {
    for (const auto rows_of : {UnaryBlocks, UnaryFunctionBlocks}) {
      const auto kernels = rows_of(KernelMode::kPortable), plain = rows_of(KernelMode::kPlain);
      ASSERT_EQ(kernels.size(), plain.size());
      for (size_t row = 0; row < plain.size(); ++row) {
        ASSERT_EQ(kernels[row].opcode, plain[row].opcode);
        for (size_t slot = 0; slot < kComputeTypes; ++slot) {
          const UnaryBlockFn fn = kernels[row].by_type[slot], other = plain[row].by_type[slot];
          ASSERT_EQ(fn == nullptr, other == nullptr);
          if (fn == other) continue;  // compiled for one target, or no function
          for (const int width : WidthsOf(kSlots[slot])) {
            ExpectSame(
                std::string(OpcodeName(plain[row].opcode)) + " " + std::string(Name(kSlots[slot])),
                {kSlots[slot]}, ResultOf(plain[row].opcode, kSlots[slot]),
                [&](uint8_t* const* in, size_t n, uint8_t* out) { fn(in[0], n, out, width); },
                [&](uint8_t* const* in, size_t n, uint8_t* out) { other(in[0], n, out, width); });
          }
        }
      }
    }
  });
}

TEST(BinaryBlocks, HaveThePlainBitsOnEveryTarget) {
  OnEveryTarget([] {
    for (const auto rows_of : {BinaryBlocks, BinaryFunctionBlocks}) {
      const auto kernels = rows_of(KernelMode::kPortable), plain = rows_of(KernelMode::kPlain);
      ASSERT_EQ(kernels.size(), plain.size());
      for (size_t row = 0; row < plain.size(); ++row) {
        ASSERT_EQ(kernels[row].opcode, plain[row].opcode);
        for (size_t slot = 0; slot < kComputeTypes; ++slot) {
          const BinaryBlockFn fn = kernels[row].by_type[slot], other = plain[row].by_type[slot];
          ASSERT_EQ(fn == nullptr, other == nullptr);
          if (fn == other) continue;  // compiled for one target, or no function
          for (const int width : WidthsOf(kSlots[slot])) {
            ExpectSame(
                std::string(OpcodeName(plain[row].opcode)) + " " + std::string(Name(kSlots[slot])),
                {kSlots[slot], kSlots[slot]}, ResultOf(plain[row].opcode, kSlots[slot]),
                [&](uint8_t* const* in, size_t n, uint8_t* out) {
                  fn(in[0], in[1], n, out, width);
                },
                [&](uint8_t* const* in, size_t n, uint8_t* out) {
                  other(in[0], in[1], n, out, width);
                });
          }
        }
      }
    }
  });
}

TEST(CompareBlocks, HaveThePlainBitsOnEveryTarget) {
  OnEveryTarget([] {
    for (const ElementTypeInfo& info : AllElementTypes()) {
      if (!IsArrayType(info.type)) continue;
      for (int choice = 0; choice < 24; ++choice) {
        const auto direction = static_cast<CompareDirection>(choice % 6);
        const auto compare = static_cast<CompareType>(choice / 6);
        const auto fn = FindCompareBlock(direction, compare, info.type, KernelMode::kPortable);
        const auto plain = FindCompareBlock(direction, compare, info.type, KernelMode::kPlain);
        ASSERT_EQ(fn == nullptr, plain == nullptr);
        if (fn == plain) continue;
        const ElementType in = ComparesCodes(compare) ? info.type : ComputeType(info.type);
        ExpectSame(
            std::string(info.name), {in, in}, kPred,
            [&](uint8_t* const* x, size_t n, uint8_t* out) { fn(x[0], x[1], n, out, info.bits); },
            [&](uint8_t* const* x, size_t n, uint8_t* out) {
              plain(x[0], x[1], n, out, info.bits);
            });
      }
    }
  });
}

TEST(ClampAndSelectBlocks, HaveThePlainBitsOnEveryTarget) {
  OnEveryTarget([] {
    for (const ElementType type : kSlots) {
      const auto clamp = FindClampBlock(type, KernelMode::kPortable);
      const auto plain_clamp = FindClampBlock(type, KernelMode::kPlain);
      const auto select = FindSelectBlock(StorageBytes(type), KernelMode::kPortable);
      const auto plain_select = FindSelectBlock(StorageBytes(type), KernelMode::kPlain);
      ASSERT_EQ(clamp == nullptr, plain_clamp == nullptr);
      if (clamp != plain_clamp) {
        ExpectSame(
            "clamp", {type, type, type}, type,
            [&](uint8_t* const* x, size_t n, uint8_t* out) { clamp(x[0], x[1], x[2], n, out); },
            [&](uint8_t* const* x, size_t n, uint8_t* out) {
              plain_clamp(x[0], x[1], x[2], n, out);
            });
      }
      ExpectSame(
          "select", {kPred, type, type}, type,
          [&](uint8_t* const* x, size_t n, uint8_t* out) { select(x[0], x[1], x[2], n, out); },
          [&](uint8_t* const* x, size_t n, uint8_t* out) {
            plain_select(x[0], x[1], x[2], n, out);
          });
    }
  });
}

TEST(ConvertBlocks, HaveThePlainBitsOnEveryTarget) {
  OnEveryTarget([] {
    for (const ElementTypeInfo& from : AllElementTypes()) {
      for (const ElementTypeInfo& to : AllElementTypes()) {
        if (!IsArrayType(from.type) || !IsArrayType(to.type)) continue;
        const ConvertFn fn = FindConvertBlock(from.type, to.type, KernelMode::kPortable);
        const ConvertFn plain = ConvertFunction(from.type, to.type);
        if (fn == plain) continue;
        ExpectSame(
            std::string(from.name) + " to " + std::string(to.name), {from.type}, to.type,
            [&](uint8_t* const* in, size_t n, uint8_t* out) { fn(in[0], n, out); },
            [&](uint8_t* const* in, size_t n, uint8_t* out) { plain(in[0], n, out); });
      }
    }
  });
}

TEST(RoundBlocks, StoreAndLoadAgain) {
  OnEveryTarget([] {
    for (const ElementTypeInfo& info : AllElementTypes()) {
      const ElementType compute = ComputeType(info.type);
      if (!IsArrayType(info.type)) continue;
      for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kPortable}) {
        const ConvertFn round = FindRoundBlock(info.type, mode);
        ASSERT_EQ(round == nullptr, compute == info.type) << info.name;
        if (round == nullptr) continue;
        ExpectSame(
            std::string(info.name), {compute}, compute,
            [&](uint8_t* const* in, size_t n, uint8_t* out) { round(in[0], n, out); },
            [&](uint8_t* const* in, size_t n, uint8_t* out) {
              std::vector<uint8_t> stored(n * 2 + 1);
              NarrowFunction(info.type)(in[0], n, stored.data());
              WidenFunction(info.type)(stored.data(), n, out);
            });
      }
    }
  });
}

}  // namespace
}  // namespace hlo
