// SPDX-License-Identifier: Apache-2.0
#include "core/import/numpy/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/numpy/zip.h"
#include "core/types/convert.h"

namespace hlo::numpy {
namespace {

using enum ElementType;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kZipMagic{"PK\x03\x04", 4};
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

// As which NumPy stores a type: itself, or a wider one.
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

Result<Array> ReadNpy(std::string_view file) {
  constexpr size_t kLengthAt = 8;
  const auto cut_short = [] { return Fail("I18", "the .npy file is cut short"); };
  if (file.size() < kLengthAt + 4) return cut_short();
  const bool is_wide = file[6] >= 2;
  size_t length = 0;
  for (size_t i = is_wide ? 4 : 2; i-- > 0;) {
    length = length << 8 | static_cast<uint8_t>(file[kLengthAt + i]);
  }
  const size_t begin = kLengthAt + (is_wide ? 4 : 2);
  if (file.size() - begin < length) return cut_short();
  const std::string_view header = file.substr(begin, length);
  const std::string_view type = HeaderValue(header, "descr");
  std::optional<std::vector<int64_t>> dims = ReadDims(HeaderValue(header, "shape"));
  if (!type.starts_with('\'') || !dims) {
    return Fail("I18", "the .npy file has no array of one element type: {}",
                {header.substr(0, header.find_last_not_of(" \n") + 1)});
  }
  Array array;
  array.type = type.substr(1, type.find('\'', 1) - 1);
  array.dims = std::move(*dims);
  array.is_column_major = HeaderValue(header, "fortran_order").starts_with("True");
  array.elements = file.substr(begin + length);
  return array;
}

// ---- elements ----

void SwapBytes(uint8_t* bytes, size_t count, size_t width) {
  for (size_t i = 0; i < count; ++i) std::reverse(bytes + i * width, bytes + (i + 1) * width);
}

// From column-major to row-major order.
void Transpose(std::string_view from, const std::vector<int64_t>& dims, size_t width, uint8_t* to) {
  std::vector<int64_t> at(dims.size(), 0), strides(dims.size(), 1);
  for (size_t d = 1; d < dims.size(); ++d) strides[d] = strides[d - 1] * dims[d - 1];
  const size_t count = from.size() / width;
  int64_t source = 0;
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * width, from.data() + static_cast<size_t>(source) * width, width);
    for (size_t d = dims.size(); d-- > 0;) {
      source += strides[d];
      if (++at[d] < dims[d]) break;
      source -= strides[d] * dims[d];
      at[d] = 0;
    }
  }
}

// All elements as `type`, if each is one of its values.
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

Error NoType(const Array& array, ElementType wanted) {
  return Fail("R06", "elements of NumPy's type '{}' are not {}", {array.type, Name(wanted)});
}

}  // namespace

bool IsNpy(std::string_view file) { return file.starts_with(kMagic); }
bool IsNpz(std::string_view file) { return file.starts_with(kZipMagic); }

Result<std::vector<Array>> ReadArrays(std::string_view file) {
  std::vector<Array> arrays;
  if (!IsNpz(file)) {
    HLO_TRY(Array array, ReadNpy(file));
    arrays.push_back(std::move(array));
    return arrays;
  }
  HLO_TRY(const std::vector<ZipFile> files, ReadZip(file, size_t{kMaxArrayBytes}));
  for (const auto& [name, content] : files) {
    if (!name.ends_with(kExtension) || !IsNpy(content)) {
      return Fail("I18", "'{}' of the archive is not an array of NumPy", {name});
    }
    HLO_TRY(Array array, ReadNpy(content));
    array.name = name.substr(0, name.size() - kExtension.size());
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Result<Literal> ToLiteral(const Array& array, ElementType wanted) {
  const std::string_view name =
      std::string_view(array.type).substr(std::min<size_t>(1, array.type.size()));
  const bool is_known = StoredAs(wanted).type == wanted;
  std::optional<ElementType> type = TypeOf(name);
  if (!type && !is_known && name == Format("V{}", {StorageBytes(wanted)})) type = wanted;
  if (!type) return NoType(array, wanted);
  HLO_TRY(Literal literal, Literal::Allocate(Shape::Array(*type, array.dims)));
  if (static_cast<size_t>(literal.byte_size()) != array.elements.size()) {
    return Fail("R06", "an array of {} bytes has {}", {literal.byte_size(), array.elements.size()});
  }
  const auto width = static_cast<size_t>(StorageBytes(*type));
  uint8_t* bytes = literal.mutable_bytes();
  if (array.is_column_major) {
    Transpose(array.elements, array.dims, width, bytes);
  } else if (!array.elements.empty()) {
    std::memcpy(bytes, array.elements.data(), array.elements.size());
  }
  const size_t part = IsComplex(*type) ? width / 2 : width;
  if (array.type[0] == '>') SwapBytes(bytes, array.elements.size() / part, part);
  if (*type == kPred)
    std::transform(bytes, bytes + array.elements.size(), bytes, [](uint8_t b) { return b != 0; });
  const bool is_wider = !is_known && *type == StoredAs(wanted).type;
  if (is_wider) return ConvertExactly(literal, wanted);
  return literal;
}

std::string WriteNpy(const Literal& array) {
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
