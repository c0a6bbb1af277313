// SPDX-License-Identifier: Apache-2.0
#include "core/text/printer/printer_values.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/format.h"
#include "core/text/quote.h"
#include "core/text/strings.h"

namespace hlo {
namespace {

// One field of a window, " name=1x2"; omitted if all dimensions have the default.
template <class Field>
void AppendSizes(const Window& window, std::string_view name, int64_t normal, Field field,
                 std::string& out) {
  const bool is_default = std::all_of(window.dims.begin(), window.dims.end(),
                                      [&](const auto& dim) { return field(dim) == normal; });
  if (is_default) return;
  out += name;
  for (size_t i = 0; i < window.dims.size(); ++i) {
    if (i > 0) out += 'x';
    out += std::to_string(field(window.dims[i]));
  }
}

}  // namespace

void AppendInts(std::span<const int64_t> values, std::string& out) {
  out += '{';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(values[i]);
  }
  out += '}';
}

void AppendIntLists(const std::vector<std::vector<int64_t>>& lists, std::string& out) {
  out += '{';
  for (size_t i = 0; i < lists.size(); ++i) {
    if (i > 0) out += ',';
    AppendInts(lists[i], out);
  }
  out += '}';
}

void AppendWindow(const Window& window, std::string& out) {
  using Dim = WindowDimension;
  out += '{';
  // `size` is always written: no size is INT64_MIN.
  AppendSizes(
      window, "size=", INT64_MIN, [](const Dim& d) { return d.size; }, out);
  AppendSizes(
      window, " stride=", 1, [](const Dim& d) { return d.stride; }, out);
  const bool padded = std::any_of(window.dims.begin(), window.dims.end(),
                                  [](const Dim& d) { return d.pad_low != 0 || d.pad_high != 0; });
  if (padded) {
    out += " pad=";
    for (size_t i = 0; i < window.dims.size(); ++i) {
      if (i > 0) out += 'x';
      out += std::to_string(window.dims[i].pad_low) + "_" + std::to_string(window.dims[i].pad_high);
    }
  }
  AppendSizes(
      window, " lhs_dilate=", 1, [](const Dim& d) { return d.lhs_dilate; }, out);
  AppendSizes(
      window, " rhs_dilate=", 1, [](const Dim& d) { return d.rhs_dilate; }, out);
  AppendSizes(
      window, " rhs_reversal=", 0, [](const Dim& d) { return d.reversal ? 1 : 0; }, out);
  out += '}';
}

void AppendPadding(const PaddingConfig& padding, std::string& out) {
  const bool interior = std::any_of(padding.dims.begin(), padding.dims.end(),
                                    [](const auto& dim) { return dim.interior != 0; });
  for (size_t i = 0; i < padding.dims.size(); ++i) {
    const PaddingDimension& dim = padding.dims[i];
    if (i > 0) out += 'x';
    out += std::to_string(dim.low) + "_" + std::to_string(dim.high);
    if (interior) out += "_" + std::to_string(dim.interior);
  }
}

void AppendSlice(const SliceConfig& slice, std::string& out) {
  const bool strides = std::any_of(slice.dims.begin(), slice.dims.end(),
                                   [](const auto& dim) { return dim.stride != 1; });
  out += '{';
  for (size_t i = 0; i < slice.dims.size(); ++i) {
    const SliceDimension& dim = slice.dims[i];
    out += i > 0 ? ", [" : "[";
    out += std::to_string(dim.start) + ":" + std::to_string(dim.limit);
    if (strides) out += ":" + std::to_string(dim.stride);
    out += ']';
  }
  out += '}';
}

void AppendReplicaGroups(const ReplicaGroups& groups, std::string& out) {
  if (!groups.iota) return AppendIntLists(groups.lists, out);
  out += "[" + std::to_string(groups.group_count) + "," + std::to_string(groups.group_size) + "]";
  out += "<=[" + Joined({groups.reshape.data(), groups.reshape.size()}) + "]";
  if (!groups.transpose.empty()) {
    out += "T(" + Joined({groups.transpose.data(), groups.transpose.size()}) + ")";
  }
}

void AppendPairs(const IdPairs& pairs, std::string& out) {
  out += '{';
  for (size_t i = 0; i < pairs.pairs.size(); ++i) {
    if (i > 0) out += ',';
    const auto& [source, target] = pairs.pairs[i];
    out += "{" + std::to_string(source) + "," + std::to_string(target) + "}";
  }
  out += '}';
}

std::vector<Metadata::Field> CanonicalFields(const Metadata& metadata) {
  static constexpr std::array<std::string_view, 11> kOrder = {
      "op_type",           "op_name",         "source_file",       "source_line",
      "source_end_line",   "source_column",   "source_end_column", "profile_type",
      "deduplicated_name", "scheduling_name", "stack_frame_id"};
  using Field = Metadata::Field;
  std::vector<Field> fields = metadata.Fields();
  const auto is_not_set = [](const Field& field) {
    return field.value == "\"\"" || field.value == "''" || field.value == "0" ||
           field.value == "{}" || field.value.empty();
  };
  fields.erase(std::remove_if(fields.begin(), fields.end(), is_not_set), fields.end());
  const auto rank = [](const Field& field) {
    return std::find(kOrder.begin(), kOrder.end(), field.name) - kOrder.begin();
  };
  std::stable_sort(fields.begin(), fields.end(),
                   [&](const Field& a, const Field& b) { return rank(a) < rank(b); });
  return fields;
}

void AppendField(std::string_view value, std::string& out) {
  if (value.size() >= 2 && value.front() == '"') {
    if (const Unescaped unescaped = Unescape(value); unescaped.ok()) {
      AppendQuoted(unescaped.text, out);
      return;
    }
  }
  out += value;
}

void AppendMetadata(const Metadata& metadata, std::string& out) {
  out += '{';
  bool first = true;
  for (const auto& [name, value] : CanonicalFields(metadata)) {
    if (!first) out += ' ';
    first = false;
    out += name;
    out += '=';
    AppendField(value, out);
  }
  out += '}';
}

void AppendTypedLiteral(const Literal& literal, std::string& out) {
  if (literal.IsTuple()) {
    out += "( ";
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      if (i > 0) out += ", ";
      AppendTypedLiteral(literal.elements()[i], out);
    }
    out += " )";
    return;
  }
  out += ShapeText(literal.shape());
  out += ' ';
  AppendHloText(literal, out);
}

}  // namespace hlo
