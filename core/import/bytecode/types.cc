// SPDX-License-Identifier: Apache-2.0
// Types, tensors, and locations of an artifact.
#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/format.h"
#include "core/import/bytecode/values.h"
#include "hlo/element_type.h"

namespace hlo::bytecode {
namespace {

constexpr int kMaxTypeDepth = 64;

// Names of VHLO types by their codes; "" for those with fields, or without HLO.
constexpr std::string_view kTypeNames[] = {"i1",
                                           "",
                                           "bf16",
                                           "f16",
                                           "f32",
                                           "f64",
                                           "f8E4M3FN",
                                           "f8E5M2",
                                           "",
                                           "index",
                                           "i4",
                                           "i8",
                                           "i16",
                                           "i32",
                                           "i64",
                                           "ui4",
                                           "ui8",
                                           "ui16",
                                           "ui32",
                                           "ui64",
                                           "",
                                           "",
                                           "!stablehlo.token",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "f8E4M3FNUZ",
                                           "f8E5M2FNUZ",
                                           "f8E4M3B11FNUZ",
                                           "",
                                           "i2",
                                           "ui2",
                                           "none",
                                           "tf32",
                                           "f8E4M3",
                                           "f8E3M4",
                                           "f4E2M1FN",
                                           "f6E2M3FN",
                                           "f6E3M2FN",
                                           "f8E8M0FNU"};

enum VhloType : int64_t {
  kComplex = 1,
  kFunction = 8,
  kRankedTensor = 20,
  kEncodedTensor = 21,
  kTuple = 23,
  kUnrankedTensor = 25,
  kFuture = 42,
};
enum BuiltinType : int64_t {
  kBuiltinInteger = 0,
  kBuiltinIndex = 1,
  kBuiltinBf16 = 3,
  kBuiltinF16 = 4,
  kBuiltinF32 = 5,
  kBuiltinF64 = 6,
  kBuiltinComplex = 9,
  kBuiltinTensor = 13,
};
enum LocationCode : int64_t {
  kCallSite = 10,
  kFileLine = 11,
  kFused = 12,
  kFusedWithMetadata = 13,
  kName = 14,
};
constexpr int64_t kTypeAttribute = 17;

// Bits of an element, and whether it is a signed integer.
// Nested lists of `count` numbers; one is an only element, or that of a splat.
template <class Number>
std::string NestedText(size_t count, const std::vector<int64_t>& dims, const Number& number) {
  if (count == 0) return "";
  if (count == 1) return number(0);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    std::string open, close;
    size_t block = 1;
    for (size_t d = dims.size(); d-- > 0;) {
      block *= static_cast<size_t>(dims[d]);
      if (block == 0) return "";
      if (i % block == 0) open += '[';
      if ((i + 1) % block == 0) close += ']';
    }
    text += (i > 0 ? ", " : "") + open + number(i) + close;
  }
  return text;
}

}  // namespace

size_t BitsOf(std::string_view type) {
  if (type == "index") return 64;
  const size_t digits = type.find_first_of("0123456789");
  return digits == std::string_view::npos
             ? 0
             : static_cast<size_t>(std::atoi(std::string(type.substr(digits, 4)).c_str()));
}

std::string Values::TypeText(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.types, index, code);
  if (!fault_.empty()) return "none";
  const Entry& entry = artifact_.types[index];
  if (!entry.is_encoded && entry.dialect == Dialect::kBuiltin) {
    return Limited(std::string(reader.NulTerminated()));
  }
  if (code < 0) return "none";
  if (++depth_ > kMaxTypeDepth) Fail("types are nested too deeply");
  std::string text =
      entry.dialect == Dialect::kVhlo ? VhloType(reader, code) : BuiltinType(reader, code);
  --depth_;
  if (!reader.good()) Fail(Format("a type is malformed at byte {}", {reader.position()}));
  return Limited(std::move(text));
}

std::string Values::VhloType(ByteReader& reader, int64_t code) {
  switch (code) {
    case kComplex:
      return "complex<" + TypeText(reader.Index(artifact_.types.size())) + ">";
    case kFunction: {
      const std::string inputs = TypeList(reader);
      return "(" + inputs + ") -> (" + TypeList(reader) + ")";
    }
    case kRankedTensor:
    case kEncodedTensor:
      return TensorType(reader, code == kEncodedTensor);
    case kTuple:
      return "tuple<" + TypeList(reader) + ">";
    case kUnrankedTensor:
      return "tensor<*x" + TypeText(reader.Index(artifact_.types.size())) + ">";
    case kFuture:
      return "!stablehlo.future<" + TypeList(reader) + ">";
    default:
      break;
  }
  if (code < static_cast<int64_t>(std::size(kTypeNames)) && !kTypeNames[code].empty()) {
    return std::string(kTypeNames[code]);
  }
  Fail(Format("VHLO type {} is not supported", {code}));
  return "none";
}

std::string Values::BuiltinType(ByteReader& reader, int64_t code) {
  switch (code) {
    case kBuiltinInteger: {
      const uint64_t packed = reader.Varint();  // width and signedness
      return Format("{}{}", {(packed & 3) == 2 ? "ui" : "i", packed >> 2});
    }
    case kBuiltinIndex:
      return "index";
    case kBuiltinBf16:
      return "bf16";
    case kBuiltinF16:
      return "f16";
    case kBuiltinF32:
      return "f32";
    case kBuiltinF64:
      return "f64";
    case kBuiltinComplex:
      return "complex<" + TypeText(reader.Index(artifact_.types.size())) + ">";
    case kBuiltinTensor:
      return TensorType(reader, false);
    default:
      return "none";
  }
}

std::string Values::TypeList(ByteReader& reader) {
  const size_t count = reader.Count();
  std::string list;
  for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
    if (i > 0) list += ", ";
    list += TypeText(reader.Index(artifact_.types.size()));
  }
  return list;
}

// The sizes of an encoding are its bounds.
std::string Values::TensorType(ByteReader& reader, bool has_encoding) {
  constexpr int64_t kUnknown = std::numeric_limits<int64_t>::min();
  const auto size_text = [](int64_t size) { return size == kUnknown ? "?" : std::to_string(size); };
  std::string bounds;
  if (has_encoding) {
    int64_t code = 0;
    ByteReader encoding =
        Open(artifact_.attributes, reader.Index(artifact_.attributes.size()), code);
    constexpr int64_t kBounds = 18;
    if (code != kBounds) Fail("the encoding of a tensor must be its bounds");
    for (const int64_t bound : SignedList(encoding)) {
      bounds += (bounds.empty() ? ", #stablehlo.bounds<" : ", ") + size_text(bound);
    }
    if (!bounds.empty()) bounds += ">";
  }
  std::string text = "tensor<";
  for (const int64_t size : SignedList(reader)) text += size_text(size) + "x";
  return text + TypeText(reader.Index(artifact_.types.size())) + bounds + ">";
}

// Few numbers are written as such, all else as bytes.
std::string Values::TensorText(ByteReader& reader) {
  constexpr size_t kMaxNumbers = 256;
  const size_t type = reader.Index(artifact_.types.size());
  const std::string_view bytes = reader.Bytes(reader.Varint());
  const std::string name = TypeText(type);
  int64_t code = 0;
  ByteReader shape = Open(artifact_.types, type, code);
  if (code != kRankedTensor || !reader.good()) {
    Fail(Format("a constant must be a tensor, got {}", {name}));
    return "";
  }
  const std::vector<int64_t> dims = SignedList(shape);
  const std::string element = TypeText(shape.Index(artifact_.types.size()));
  const bool is_integer = element[0] == 'i';
  const size_t bits = BitsOf(element);
  const bool is_whole = bits == 8 || bits == 16 || bits == 32 || bits == 64;  // bytes
  std::string inside;
  const std::optional<ElementType> found = FindElementType(element);
  const bool is_float = found && IsFloat(*found);
  const bool is_scalar =
      std::all_of(dims.begin(), dims.end(), [](int64_t size) { return size == 1; });
  if ((is_integer || is_float) && is_whole && bytes.size() / (bits / 8) <= kMaxNumbers) {
    inside = is_float ? FloatsText(*found, bytes, dims) : IntegersText(bytes, bits / 8, dims);
  } else if (element == "i1" && (bytes == "\xff" || bytes == std::string_view("\0", 1) ||
                                 (is_scalar && bytes == "\1"))) {
    inside = bytes[0] == '\0' ? "false" : "true";
  } else if (!bytes.empty()) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    inside.reserve(2 * bytes.size() + 4);
    inside = "\"0x";
    for (const char c : bytes) {
      inside += kHex[static_cast<uint8_t>(c) >> 4];
      inside += kHex[static_cast<uint8_t>(c) & 15];
    }
    inside += '"';
  }
  return "dense<" + inside + "> : " + name;
}

std::string Values::IntegersText(std::string_view bytes, size_t width,
                                 const std::vector<int64_t>& dims) {
  return NestedText(bytes.size() / width, dims, [&](size_t i) {
    uint64_t value = 0;
    for (size_t b = width; b-- > 0;) {
      value = value << 8 | static_cast<uint8_t>(bytes[i * width + b]);
    }
    const size_t unused = 64 - 8 * width;
    return std::to_string(static_cast<int64_t>(value << unused) >> unused);
  });
}

std::string Values::FloatsText(ElementType type, std::string_view bytes,
                               const std::vector<int64_t>& dims) {
  const auto width = static_cast<size_t>(StorageBytes(type));
  return NestedText(bytes.size() / width, dims, [&](size_t i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    return FloatText(type, bits);
  });
}

std::string Values::LocationText(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  if (code < 0 || !fault_.empty() || artifact_.attributes[index].dialect != Dialect::kBuiltin) {
    return "";
  }
  if (++depth_ > kMaxTypeDepth) Fail("locations are nested too deeply");
  std::string text = fault_.empty() ? BuiltinLocation(reader, code) : "";
  --depth_;
  if (!reader.good()) Fail(Format("a location is malformed at byte {}", {reader.position()}));
  return Limited(std::move(text));
}

std::string Values::BuiltinLocation(ByteReader& reader, int64_t code) {
  const auto next = [&] { return reader.Index(artifact_.attributes.size()); };
  switch (code) {
    case kName: {
      const std::string name = Quoted(String(next()));
      const std::string child = LocationText(next());
      return child.empty() ? name : name + "(" + child + ")";
    }
    case kFileLine: {
      const std::string file = Quoted(String(next()));
      const uint64_t line = reader.Varint();
      return Format("{}:{}:{}", {file, line, reader.Varint()});
    }
    case kCallSite:
      return LocationText(next());  // that of the callee: imports reference 7
    case kFused:
    case kFusedWithMetadata: {
      const size_t count = reader.Count();
      std::string list;
      for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
        const std::string one = LocationText(next());
        if (!one.empty()) list += (list.empty() ? "" : ", ") + one;
      }
      return list.empty() ? "" : "fused[" + list + "]";
    }
    default:
      return "";
  }
}

Values::Function Values::FunctionType(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  Function function;
  if (code != kTypeAttribute) {
    Fail(Format("attribute {} must be the type of a function", {index}));
    return function;
  }
  ByteReader type = Open(artifact_.types, reader.Index(artifact_.types.size()), code);
  if (code != kFunction) Fail(Format("attribute {} must be the type of a function", {index}));
  for (std::vector<size_t>* list : {&function.inputs, &function.results}) {
    list->resize(fault_.empty() ? type.Count() : 0);
    for (size_t& item : *list) item = type.Index(artifact_.types.size());
  }
  return function;
}

std::string Values::TypeOfAttribute(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  if (code != kTypeAttribute) return "none";
  return TypeText(reader.Index(artifact_.types.size()));
}

}  // namespace hlo::bytecode
