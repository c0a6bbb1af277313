// SPDX-License-Identifier: Apache-2.0
#include "core/import/numpy/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/numpy/zip.h"
#include "core/literal/live_elements.h"
#include "core/types/convert.h"

namespace hlo::numpy {
namespace {

using enum ElementType;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kZipMagic{"PK\x03\x04", 4};
constexpr std::string_view kEmptyZipMagic{"PK\x05\x06", 4};
constexpr std::string_view kExtension = ".npy";

// The kind and the bytes of an element, and its type.
struct StoredType {
  std::string_view name;
  ElementType type;
};
constexpr StoredType kStoredTypes[] = {
    {"b1", kPred}, {"i1", kS8},  {"i2", kS16}, {"i4", kS32},   {"i8", kS64},
    {"u1", kU8},   {"u2", kU16}, {"u4", kU32}, {"u8", kU64},   {"f2", kF16},
    {"f4", kF32},  {"f8", kF64}, {"c8", kC64}, {"c16", kC128},
};

std::optional<ElementType> TypeOf(std::string_view name) {
  for (const StoredType& stored : kStoredTypes) {
    if (stored.name == name) return stored.type;
  }
  return std::nullopt;
}

// The type that NumPy stores elements of `type` as: the same, or a wider one.
const StoredType& StoredAs(ElementType type) {
  const auto named = [](std::string_view name) -> const StoredType& {
    return *std::find_if(std::begin(kStoredTypes), std::end(kStoredTypes),
                         [&](const StoredType& stored) { return stored.name == name; });
  };
  for (const StoredType& stored : kStoredTypes) {
    if (stored.type == type) return stored;
  }
  if (IsFloat(type)) return named("f4");
  return named(IsSigned(type) ? "i1" : "u1");
}

// ---- headers ----

// What stands behind 'key': in the header, a literal of a Python dictionary.
std::string_view HeaderValue(std::string_view header, std::string_view key) {
  const size_t found = header.find("'" + std::string(key) + "':");
  if (found == std::string_view::npos) return {};
  std::string_view rest = header.substr(found + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

// "(2, 3)", "(2,)", "()".
std::optional<std::vector<int64_t>> ReadDims(std::string_view text) {
  const size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) return std::nullopt;
  std::vector<int64_t> dims;
  for (text = text.substr(1, end - 1); !text.empty();) {
    int64_t size = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || size < 0) return std::nullopt;
    dims.push_back(size);
    text.remove_prefix(static_cast<size_t>(stop - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
  }
  return dims;
}

// A part of a file in a message: short, without control characters.
std::string Shown(std::string_view text) {
  constexpr size_t kMax = 80;
  std::string shown(text.substr(0, kMax));
  for (char& c : shown) c = static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return shown;
}

Result<Array> ReadNpy(std::string file) {
  constexpr size_t kVersionAt = 6, kLengthAt = 8;
  const auto cut_short = [] { return Fail("I18", "the .npy file is cut short"); };
  if (file.size() < kLengthAt + 4) return cut_short();
  const int version = static_cast<uint8_t>(file[kVersionAt]);
  if (version < 1 || version > 3) {
    return Fail("I18", "the version of a .npy file must be 1, 2, or 3, got {}", {version});
  }
  const bool is_wide = version >= 2;
  size_t length = 0;
  for (size_t i = is_wide ? 4 : 2; i-- > 0;) {
    length = length << 8 | static_cast<uint8_t>(file[kLengthAt + i]);
  }
  const size_t begin = kLengthAt + (is_wide ? 4 : 2);
  if (file.size() - begin < length) return cut_short();
  const std::string_view header = std::string_view(file).substr(begin, length);
  const std::string_view type = HeaderValue(header, "descr");
  std::optional<std::vector<int64_t>> dims = ReadDims(HeaderValue(header, "shape"));
  if (!type.starts_with('\'') || !dims) {
    return Fail("I18", "a .npy file must have an array of one element type, got {}",
                {Shown(header.substr(0, header.find_last_not_of(" \n") + 1))});
  }
  Array array;
  array.type = type.substr(1, type.find('\'', 1) - 1);
  array.dims = std::move(*dims);
  array.is_column_major = HeaderValue(header, "fortran_order").starts_with("True");
  array.file = std::move(file);
  array.begin = begin + length;
  return array;
}

// ---- elements ----

void SwapBytes(uint8_t* bytes, size_t count, size_t width) {
  for (size_t i = 0; i < count; ++i) std::reverse(bytes + i * width, bytes + (i + 1) * width);
}

// Calls move(row-major index in `dims`, index by `strides`) for each element.
template <class Move>
void ForEachElement(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides,
                    int64_t count, Move&& move) {
  std::vector<int64_t> at(dims.size(), 0);
  int64_t other = 0;
  for (int64_t i = 0; i < count; ++i) {
    move(static_cast<size_t>(i), static_cast<size_t>(other));
    for (size_t d = dims.size(); d-- > 0;) {
      other += strides[d];
      if (++at[d] < dims[d]) break;
      other -= strides[d] * dims[d];
      at[d] = 0;
    }
  }
}

std::vector<int64_t> ColumnMajorStrides(const std::vector<int64_t>& dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t d = 1; d < dims.size(); ++d) strides[d] = strides[d - 1] * dims[d - 1];
  return strides;
}

// A value of a dynamic shape that has the elements of a static array.
Result<Literal> WithBounds(const Literal& array, const Shape& shape) {
  HLO_TRY(Literal bounded, Literal::Zeros(shape));
  const std::vector<int64_t> dims(array.shape().dims.begin(), array.shape().dims.end());
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * shape.dims[d];
  const auto width = static_cast<size_t>(StorageBytes(shape.element_type));
  uint8_t* to = bounded.mutable_bytes();
  const uint8_t* from = array.bytes();
  ForEachElement(dims, strides, array.element_count(), [&](size_t source, size_t target) {
    std::memcpy(to + target * width, from + source * width, width);
  });
  bounded.set_dynamic_sizes(array.shape().dims);
  return bounded;
}

bool FitsBounds(const std::vector<int64_t>& dims, const Shape& shape) {
  bool fits = dims.size() == shape.dims.size();
  for (size_t d = 0; fits && d < dims.size(); ++d) {
    fits = dims[d] == shape.dims[d] ||
           (shape.IsDynamic(static_cast<int64_t>(d)) && dims[d] < shape.dims[d]);
  }
  return fits;
}

// Elements of fewer than 8 bits with the bits above as this library stores them; false if they are
// neither zeros nor copies of the sign.
bool FitSubByte(ElementType type, size_t count, uint8_t* bytes) {
  const int above = 8 - BitWidth(type);
  for (size_t i = 0; i < count; ++i) {
    const auto high = static_cast<uint8_t>(bytes[i] << above);
    const auto low = static_cast<uint8_t>(high >> above);
    const auto extended = static_cast<uint8_t>(static_cast<int8_t>(high) >> above);
    const bool is_signed = IsInteger(type) && IsSigned(type);
    if (bytes[i] != low && !(is_signed && bytes[i] == extended)) return false;
    bytes[i] = is_signed ? extended : low;
  }
  return true;
}

// Converts the elements to `type`. R06 unless the conversion is exact.
Result<Literal> ConvertExactly(const Literal& literal, ElementType type) {
  HLO_TRY(Literal converted, Literal::Allocate(Shape::Array(type, literal.shape().dims)));
  HLO_TRY(Literal again, Literal::Allocate(literal.shape()));
  const auto count = static_cast<size_t>(literal.element_count());
  ConvertFunction(literal.element_type(), type)(literal.bytes(), count, converted.mutable_bytes());
  ConvertFunction(type, literal.element_type())(converted.bytes(), count, again.mutable_bytes());
  if (!EqualBits(literal, again)) {
    return Fail("R06", "elements of {} must be values of {}",
                {Name(literal.element_type()), Name(type)});
  }
  return converted;
}

// The elements in the types of NumPy's file, in row-major order.
Result<Literal> Elements(const Array& array, ElementType type) {
  const std::string_view elements = array.elements();
  const Shape shape = Shape::Array(type, array.dims);
  HLO_TRY(const int64_t size, DenseBytes(shape));
  if (static_cast<uint64_t>(size) != elements.size()) {
    return Fail("R06", "the elements of {} must have {} bytes, got {}",
                {ShapeText(shape, false), size, elements.size()});
  }
  HLO_TRY(Literal literal, Literal::Allocate(shape));
  if (elements.empty()) return literal;
  const auto width = static_cast<size_t>(StorageBytes(type));
  uint8_t* bytes = literal.mutable_bytes();
  if (array.is_column_major) {
    ForEachElement(array.dims, ColumnMajorStrides(array.dims), literal.element_count(),
                   [&](size_t to, size_t from) {
                     std::memcpy(bytes + to * width, elements.data() + from * width, width);
                   });
  } else {
    std::memcpy(bytes, elements.data(), elements.size());
  }
  const size_t part = IsComplex(type) ? width / 2 : width;
  if (array.type[0] == '>') SwapBytes(bytes, elements.size() / part, part);
  if (type == kPred) {
    std::transform(bytes, bytes + elements.size(), bytes, [](uint8_t b) { return b != 0; });
  }
  return literal;
}

// The file's elements as those of another type: itself, raw, or a wider one.
Result<Literal> ElementsAs(const Array& array, ElementType wanted) {
  const std::string_view name =
      std::string_view(array.type).substr(std::min<size_t>(1, array.type.size()));
  const StoredType& stored = StoredAs(wanted);
  const std::optional<ElementType> type = TypeOf(name);
  if (type == wanted) return Elements(array, wanted);
  if (stored.type != wanted && name == Format("V{}", {StorageBytes(wanted)})) {
    HLO_TRY(Literal literal, Elements(array, wanted));
    const auto count = static_cast<size_t>(literal.element_count());
    if (BitWidth(wanted) < 8 && !FitSubByte(wanted, count, literal.mutable_bytes())) {
      return Fail("R06", "raw elements of {} must have {} bits", {Name(wanted), BitWidth(wanted)});
    }
    return literal;
  }
  const bool is_narrow_integer = stored.type != wanted && IsInteger(wanted);
  if (type && stored.type != wanted &&
      (*type == stored.type || (is_narrow_integer && (*type == kS8 || *type == kU8)))) {
    HLO_TRY(const Literal literal, Elements(array, *type));
    return ConvertExactly(literal, wanted);
  }
  // NumPy defaults to 64 bits, JAX to 32.
  if ((type == kS64 && wanted == kS32) || (type == kU64 && wanted == kU32)) {
    HLO_TRY(const Literal literal, Elements(array, *type));
    return ConvertExactly(literal, wanted);
  }
  if (type == kF64 && wanted == kF32) {
    HLO_TRY(const Literal wide, Elements(array, kF64));
    HLO_TRY(Literal narrow, Literal::Allocate(Shape::Array(kF32, wide.shape().dims)));
    ConvertFunction(kF64, kF32)(wide.bytes(), static_cast<size_t>(wide.element_count()),
                                narrow.mutable_bytes());
    return narrow;
  }
  return Fail("R06", "elements must be {}, got '{}' of NumPy; .astype('{}') converts them",
              {Name(wanted), Shown(array.type), stored.name});
}

}  // namespace

bool IsNpy(std::string_view file) { return file.starts_with(kMagic); }
bool IsNpz(std::string_view file) {
  return file.starts_with(kZipMagic) || file.starts_with(kEmptyZipMagic);
}

Result<std::vector<Array>> ReadArrays(std::string file) {
  std::vector<Array> arrays;
  if (!IsNpz(file)) {
    HLO_TRY(Array array, ReadNpy(std::move(file)));
    arrays.push_back(std::move(array));
    return arrays;
  }
  HLO_TRY(std::vector<ZipFile> files, ReadZip(file, static_cast<size_t>(kMaxArrayBytes)));
  for (auto& [name, content] : files) {
    if (!name.ends_with(kExtension) || !IsNpy(content)) {
      return Fail("I18", "the files of the archive must be arrays of NumPy, got '{}'",
                  {Shown(name)});
    }
    HLO_TRY(Array array, ReadNpy(std::move(content)));
    array.name = name.substr(0, name.size() - kExtension.size());
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Result<Literal> ToLiteral(const Array& array, const Shape& shape) {
  if (!FitsBounds(array.dims, shape)) {
    return Fail("R06", "the array must be {}, got sizes [{}]",
                {ShapeText(shape, false), Joined(array.dims)});
  }
  HLO_TRY(Literal literal, ElementsAs(array, shape.element_type));
  return shape.dynamic != 0 ? WithBounds(literal, shape) : Result<Literal>(std::move(literal));
}

namespace {

// The live elements alone, as an array of their sizes.
Literal WithoutDead(const Literal& array) {
  const LiveElements live(array);
  if (live.IsDense()) return array;
  Result<Literal> dense =
      Literal::Allocate(Shape::Array(array.element_type(), array.dynamic_sizes()));
  if (!dense.ok()) return array;
  const auto width = static_cast<size_t>(StorageBytes(array.element_type()));
  uint8_t* to = dense.value().mutable_bytes();
  for (int64_t i = 0; i < live.count(); ++i) {
    std::memcpy(to + static_cast<size_t>(i) * width,
                array.bytes() + static_cast<size_t>(live.OffsetOf(i)) * width, width);
  }
  return std::move(dense.value());
}

}  // namespace

std::string WriteNpy(const Literal& given) {
  const Literal array = WithoutDead(given);
  constexpr size_t kAlignment = 64, kPreamble = 10;
  const StoredType& stored = StoredAs(array.element_type());
  std::string header = "{'descr': '";
  header += stored.name.back() == '1' ? '|' : '<';
  header += std::string(stored.name) + "', 'fortran_order': False, 'shape': (";
  const Dims& dims = array.shape().dims;
  for (size_t d = 0; d < dims.size(); ++d) {
    header += (d > 0 ? ", " : "") + std::to_string(dims[d]);
  }
  header += dims.size() == 1 ? ",), }" : "), }";
  header.append(kAlignment - 1 - (kPreamble + header.size()) % kAlignment, ' ');
  header += '\n';
  std::string file(kMagic);
  file +=
      {'\1', '\0', static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  const size_t begin = file.size();
  const auto count = static_cast<size_t>(array.element_count());
  file.resize(begin + count * static_cast<size_t>(StorageBytes(stored.type)));
  if (count > 0)
    ConvertFunction(array.element_type(), stored.type)(array.bytes(), count, file.data() + begin);
  return file;
}

Result<std::string> WriteNpz(const std::vector<std::pair<std::string, Literal>>& arrays) {
  std::vector<ZipFile> files;
  for (const auto& [name, array] : arrays) {
    files.push_back({name + std::string(kExtension), WriteNpy(array)});
  }
  return WriteZip(files);
}

}  // namespace hlo::numpy
