// SPDX-License-Identifier: Apache-2.0
// LiteralProto (imports reference 12.3).
#include "core/import/proto/literals.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/import/proto/shapes.h"

namespace hlo::proto {
namespace {

enum : uint32_t { kShape = 1, kTupleLiterals = 10 };

enum class Form : uint8_t { kVarints, kFixed, kBytes };

// Where the elements of a type stand.
struct ElementField {
  ElementType type;
  uint32_t number;
  Form form;
};
using enum ElementType;
constexpr ElementField kFields[] = {
    {kPred, 2, Form::kVarints},      {kS32, 4, Form::kVarints},
    {kS64, 5, Form::kVarints},       {kU32, 6, Form::kVarints},
    {kU64, 7, Form::kVarints},       {kF32, 8, Form::kFixed},
    {kF64, 9, Form::kFixed},         {kC64, 12, Form::kFixed},
    {kC128, 18, Form::kFixed},       {kU8, 3, Form::kBytes},
    {kF16, 11, Form::kBytes},        {kBF16, 13, Form::kBytes},
    {kS8, 15, Form::kBytes},         {kU16, 16, Form::kBytes},
    {kS16, 17, Form::kBytes},        {kF8E5M2, 19, Form::kBytes},
    {kF8E4M3FN, 20, Form::kBytes},   {kS4, 21, Form::kBytes},
    {kU4, 22, Form::kBytes},         {kF8E4M3B11FNUZ, 23, Form::kBytes},
    {kF8E5M2FNUZ, 24, Form::kBytes}, {kF8E4M3FNUZ, 25, Form::kBytes},
    {kS2, 26, Form::kBytes},         {kU2, 27, Form::kBytes},
    {kF8E4M3, 28, Form::kBytes},     {kF8E3M4, 29, Form::kBytes},
    {kS1, 30, Form::kBytes},         {kU1, 31, Form::kBytes},
    {kF4E2M1FN, 32, Form::kBytes},   {kF8E8M0FNU, 33, Form::kBytes},
};

const ElementField* FieldOf(ElementType type) {
  const auto* found = std::find_if(std::begin(kFields), std::end(kFields),
                                   [&](const ElementField& field) { return field.type == type; });
  return found == std::end(kFields) ? nullptr : found;
}

// Numbers of this width in a list: in c64 and c128 those of the parts.
size_t NumberWidth(ElementType type) {
  return static_cast<size_t>(StorageBytes(type)) / (IsComplex(type) ? 2 : 1);
}

// The elements one after the other, as they stand in a literal: packed and single ones.
std::string FixedBytes(const Message& message, const ElementField& field) {
  std::string bytes;
  const size_t width = NumberWidth(field.type);
  WireReader reader(message.bytes());
  for (WireField part; reader.Next(part);) {
    if (part.number != field.number) continue;
    if (part.type == WireType::kBytes) {
      bytes += part.bytes;
    } else {
      bytes.append(reinterpret_cast<const char*>(&part.value), width);
    }
  }
  return bytes;
}

size_t CountNumbers(const Message& message, const ElementField& field) {
  size_t count = 0;
  WireReader reader(message.bytes());
  for (WireField part; reader.Next(part);) {
    if (part.number != field.number) continue;
    count += part.type == WireType::kBytes ? CountVarints(part.bytes) : 1;
  }
  return count;
}

// Sub-byte elements, packed with the first one in the low bits, to a byte each.
void Unpack(std::string_view packed, int width, Literal& literal) {
  const auto count = static_cast<size_t>(literal.element_count());
  const size_t in_byte = 8 / static_cast<size_t>(width);
  uint8_t* out = literal.mutable_bytes();
  for (size_t i = 0; i < count; ++i) {
    const auto byte = static_cast<uint8_t>(packed[i / in_byte]);
    const int shifted = byte >> (i % in_byte * static_cast<size_t>(width));
    out[i] = static_cast<uint8_t>(shifted & ((1 << width) - 1));
  }
}

// Bits beyond the width: copies of the sign, or zeros.
void Extend(Literal& literal) {
  const ElementType type = literal.element_type();
  const int above = 8 - BitWidth(type);
  if (above <= 0 || type == kPred) return;
  uint8_t* out = literal.mutable_bytes();
  for (int64_t i = 0; i < literal.element_count(); ++i) {
    const auto high = static_cast<uint8_t>(out[i] << above);
    out[i] = IsSigned(type) ? static_cast<uint8_t>(static_cast<int8_t>(high) >> above)
                            : static_cast<uint8_t>(high >> above);
  }
}

// Calls move(row-major index, index in memory order) for each element.
template <class Move>
void ForEachElement(const Shape& shape, int64_t count, Move&& move) {
  const size_t rank = shape.dims.size();
  std::vector<int64_t> strides(rank, 1), at(rank, 0);
  int64_t stride = 1;
  for (int64_t d : shape.layout.minor_to_major) {
    strides[static_cast<size_t>(d)] = stride;
    stride *= shape.dims[static_cast<size_t>(d)];
  }
  int64_t memory = 0;
  for (int64_t i = 0; i < count; ++i) {
    move(i, memory);
    for (size_t d = rank; d-- > 0;) {
      memory += strides[d];
      if (++at[d] < shape.dims[d]) break;
      memory -= strides[d] * at[d];
      at[d] = 0;
    }
  }
}

// From the order of the layout to row-major order, or back.
Literal Reordered(const Literal& literal, bool to_row_major) {
  if (literal.shape().layout.IsMonotonicDim0Major()) return literal;
  Literal moved = literal;
  const auto width = static_cast<size_t>(StorageBytes(literal.element_type()));
  uint8_t* out = moved.mutable_bytes();
  const uint8_t* in = literal.bytes();
  ForEachElement(literal.shape(), literal.element_count(), [&](int64_t row_major, int64_t memory) {
    const int64_t from = to_row_major ? memory : row_major;
    const int64_t to = to_row_major ? row_major : memory;
    std::memcpy(out + static_cast<size_t>(to) * width, in + static_cast<size_t>(from) * width,
                width);
  });
  return moved;
}

class ArrayReader {
 public:
  ArrayReader(const Message& message, const Shape& shape, const ElementField& field)
      : message_(message), shape_(shape), field_(field) {}

  std::optional<Literal> Read() {
    const Result<int64_t> count = ElementCount(shape_);
    if (!count.ok()) return Fail(count.error());
    count_ = static_cast<uint64_t>(count.value());
    switch (field_.form) {
      case Form::kVarints:
        return ReadVarints();
      case Form::kFixed: {
        const std::string bytes = FixedBytes(message_, field_);
        return ReadBytes(bytes);
      }
      case Form::kBytes:
        return ReadBytes(message_.Bytes(field_.number));
    }
    return std::nullopt;
  }

  // From the beginning of raw bytes, which elements of fewer than 8 bits share.
  std::optional<Literal> ReadRaw(std::string_view& raw) {
    const Result<int64_t> count = ElementCount(shape_);
    if (!count.ok()) return Fail(count.error());
    count_ = static_cast<uint64_t>(count.value());
    const auto width = static_cast<uint64_t>(StorageBytes(shape_.element_type));
    const int bits = BitWidth(shape_.element_type);
    const uint64_t in_byte = bits < 8 ? 8 / static_cast<uint64_t>(bits) : 1;
    const uint64_t units = count_ / in_byte + (count_ % in_byte != 0);
    if (units > raw.size() / width) return FailBytes(raw.size());
    const std::string_view bytes = raw.substr(0, units * width);
    raw.remove_prefix(bytes.size());
    return ReadBytes(bytes);
  }

 private:
  std::optional<Literal> Fail(const Error& error) {
    message_.source().Fail(error.code, error.message);
    return std::nullopt;
  }
  std::optional<Literal> FailBytes(uint64_t found) {
    message_.source().Fault(
        message_.bytes(),
        Format("a literal of {} must have {} bytes per element, got {} for all",
               {ShapeText(shape_, false), StorageBytes(shape_.element_type), found}));
    return std::nullopt;
  }

  std::optional<Literal> ReadBytes(std::string_view bytes) {
    const auto width = static_cast<uint64_t>(StorageBytes(shape_.element_type));
    const int bits = BitWidth(shape_.element_type);
    const uint64_t in_byte = bits < 8 ? 8 / static_cast<uint64_t>(bits) : 1;
    const bool plain = bytes.size() % width == 0 && bytes.size() / width == count_;
    const bool packed = bits < 8 && bytes.size() == count_ / in_byte + (count_ % in_byte != 0);
    if (!plain && !packed) return FailBytes(bytes.size());
    Result<Literal> literal = Literal::Allocate(shape_);
    if (!literal.ok()) return Fail(literal.error());
    if (plain) {
      std::copy(bytes.begin(), bytes.end(), literal.value().mutable_bytes());
    } else {
      Unpack(bytes, bits, literal.value());
    }
    Extend(literal.value());
    return Reordered(literal.value(), /*to_row_major=*/true);
  }

  std::optional<Literal> ReadVarints() {
    const size_t found = CountNumbers(message_, field_);
    if (found != count_) {
      message_.source().Fault(message_.bytes(),
                              Format("the number of values in a literal of {} must be {}, got {}",
                                     {ShapeText(shape_, false), count_, found}));
      return std::nullopt;
    }
    const std::vector<int64_t> numbers = message_.Ints(field_.number);
    if (numbers.size() != count_) return std::nullopt;  // reported
    Result<Literal> literal = Literal::Allocate(shape_);
    if (!literal.ok()) return Fail(literal.error());
    uint8_t* out = literal.value().mutable_bytes();
    const auto width = static_cast<size_t>(StorageBytes(shape_.element_type));
    for (size_t i = 0; i < numbers.size(); ++i) {
      const int64_t number = shape_.element_type == kPred ? int64_t{numbers[i] != 0} : numbers[i];
      std::memcpy(out + i * width, &number, width);  // little endian
    }
    return Reordered(literal.value(), /*to_row_major=*/true);
  }

  const Message& message_;
  const Shape& shape_;
  const ElementField& field_;
  uint64_t count_ = 0;
};

constexpr int kMaxNesting = 200;  // of tuples, as in HLO text

std::optional<Literal> Read(const Message& message, int depth);

std::optional<Literal> ReadTuple(const Message& message, const Shape& shape, int depth) {
  std::vector<Literal> elements;
  bool good = true;
  message.ForEachMessage(kTupleLiterals, [&](const Message& element) {
    std::optional<Literal> literal = good ? Read(element, depth + 1) : std::nullopt;
    good = literal.has_value();
    if (good) elements.push_back(std::move(*literal));
  });
  if (!good) return std::nullopt;
  Literal tuple = Literal::Tuple(std::move(elements));
  if (Compatible(tuple.shape(), shape)) return tuple;
  message.source().Fault(message.bytes(),
                         Format("a literal of {} has the elements of {}",
                                {ShapeText(shape, false), ShapeText(tuple.shape(), false)}));
  return std::nullopt;
}

int64_t NumberAt(const Literal& literal, int64_t i) {
  const auto width = static_cast<size_t>(StorageBytes(literal.element_type()));
  uint64_t bits = 0;
  std::memcpy(&bits, literal.bytes() + static_cast<size_t>(i) * width, width);
  const auto above = static_cast<int>(64 - 8 * width);
  return IsSigned(literal.element_type()) ? static_cast<int64_t>(bits << above) >> above
                                          : static_cast<int64_t>(bits);
}

std::optional<Literal> Read(const Message& message, int depth) {
  if (depth > kMaxNesting) {
    message.source().Fail("P10", Format("a literal has more than {} levels", {kMaxNesting}));
    return std::nullopt;
  }
  const std::optional<Shape> shape = ReadShape(message.Sub(kShape));
  if (!shape) return std::nullopt;
  if (shape->IsTuple()) return ReadTuple(message, *shape, depth);
  if (shape->IsToken()) return Literal::Token();
  const ElementField* field = shape->IsArray() ? FieldOf(shape->element_type) : nullptr;
  if (field != nullptr) return ArrayReader(message, *shape, *field).Read();
  message.source().Fault(message.bytes(),
                         Format("a literal must be an array, a tuple, or a token, got {}",
                                {ShapeText(*shape, false)}));
  return std::nullopt;
}

// The leaves of a shape, one after the other.
std::optional<Literal> ReadRaw(const Message& message, const Shape& shape, std::string_view& raw) {
  if (shape.IsToken()) return Literal::Token();
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& part : shape.elements) {
      std::optional<Literal> element = ReadRaw(message, part, raw);
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return Literal::Tuple(std::move(elements));
  }
  const ElementField* field = shape.IsArray() ? FieldOf(shape.element_type) : nullptr;
  if (field != nullptr && shape.IsStatic()) return ArrayReader(message, shape, *field).ReadRaw(raw);
  message.source().Fault(message.bytes(),
                         Format("an argument must consist of static arrays and tokens, got {}",
                                {ShapeText(shape, false)}));
  return std::nullopt;
}

}  // namespace

std::optional<Literal> ReadRawLiteral(Source& source, std::string_view raw) {
  constexpr size_t kSizeBytes = 8;
  uint64_t size = 0;
  for (size_t i = kSizeBytes; i-- > 0 && raw.size() >= kSizeBytes;) {
    size = size << 8 | static_cast<uint8_t>(raw[i]);
  }
  if (raw.size() < kSizeBytes || size > raw.size() - kSizeBytes) {
    source.Fault(raw, Format("an argument of {} bytes must begin with its shape", {raw.size()}));
    return std::nullopt;
  }
  const Message message(source, raw.substr(kSizeBytes, size));
  raw.remove_prefix(kSizeBytes + size);
  const std::optional<Shape> shape = ReadShape(message);
  if (!shape) return std::nullopt;
  return ReadRaw(message, *shape, raw);
}

std::optional<Literal> ReadLiteral(const Message& message) { return Read(message, 0); }

bool WriteLiteral(const Literal& literal, std::string& message) {
  std::string shape;
  if (!WriteShape(literal.shape(), shape)) return false;
  WriteBytes(kShape, shape, message);
  for (const Literal& element : literal.elements()) {
    std::string inside;
    if (!WriteLiteral(element, inside)) return false;
    WriteBytes(kTupleLiterals, inside, message);
  }
  if (!literal.IsArray()) return true;
  const ElementField& field = *FieldOf(literal.element_type());
  const Literal ordered = Reordered(literal, /*to_row_major=*/false);
  if (field.form != Form::kVarints) {
    const std::string_view bytes(reinterpret_cast<const char*>(ordered.bytes()),
                                 static_cast<size_t>(ordered.byte_size()));
    WriteBytes(field.number, bytes, message);
    return true;
  }
  std::vector<int64_t> numbers;
  numbers.reserve(static_cast<size_t>(ordered.element_count()));
  for (int64_t i = 0; i < ordered.element_count(); ++i) numbers.push_back(NumberAt(ordered, i));
  WritePacked(field.number, numbers, message);
  return true;
}

}  // namespace hlo::proto
