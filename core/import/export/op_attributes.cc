// SPDX-License-Identifier: Apache-2.0
#include "core/import/export/op_attributes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/bits.h"
#include "core/base/format.h"
#include "core/base/scanner.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/support/append_listed.h"
#include "core/ops/compare_attributes.h"
#include "core/text/text.h"

namespace hlo::stablehlo {
namespace {

const Attribute* FindByName(const Instruction& instruction, std::string_view name) {
  for (const Attribute& attribute : instruction.attributes.all()) {
    if (attribute.attr != Attr::kUnknown && Info(attribute.attr).name == name) return &attribute;
  }
  return nullptr;
}

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// An f32 literal; infinities and NaN are written as bit patterns.
std::string FloatText(double value, std::string text) {
  const auto narrow = static_cast<float>(value);
  if (!std::isfinite(narrow)) {
    text = BitsText(std::isnan(narrow) ? 0x7fc00000 : BitCast<uint32_t>(narrow), 32);
  } else if (text.find('.') == std::string::npos) {
    text.insert(std::min(text.find('e'), text.size()), ".0");
  }
  return text + " : f32";
}

// The value in the form that the kind of the specification requires (ops.def).
Result<std::string> ValueText(const Instruction& instruction, const Attribute& attribute,
                              const AttributeSpec& spec) {
  const auto* ints = attribute.value.As<std::vector<int64_t>>();
  const auto* integer = attribute.value.As<int64_t>();
  const std::string text = PrintAttributeValue(instruction, attribute);
  if (spec.kind == "ints" && ints != nullptr) return ArrayText(*ints);
  if (spec.kind == "one" && ints != nullptr && ints->size() == 1) return IntText((*ints)[0]);
  if (spec.kind == "int" && integer != nullptr) return IntText(*integer);
  const auto* number = attribute.value.As<double>();
  if (spec.kind == "float" && number != nullptr) return FloatText(*number, text);
  if (spec.kind == "string") return text;
  if (spec.kind == "word" || spec.kind == "rng") {
    const std::string word = spec.kind == "rng" ? Upper(text.substr(4)) : text;
    const std::string_view type = spec.name == "transpose_a" ? "transpose" : spec.name;
    return Format("#stablehlo<{} {}>", {type, word});
  }
  return Unsupported(instruction);
}

std::string DimensionNumbers(const Instruction& instruction, std::span<const Attr> dimensions) {
  const Attributes& attributes = instruction.attributes;
  std::string numbers;
  for (const Attr attr : dimensions) {
    AppendAttribute(numbers, Info(attr).name, "[" + Joined(attributes.Ints(attr), ", ") + "]");
  }
  AppendAttribute(numbers, "index_vector_dim",
                  std::to_string(attributes.Int(Attr::index_vector_dim)));
  return numbers;
}

}  // namespace

Error Unsupported(const Instruction& instruction, std::string_view why) {
  return Fail("I01", "`{}` '{}' cannot be written as StableHLO: {}",
              {instruction.op->name, instruction.name, why});
}

bool HasOnlyOrder(const Layout& layout) {
  Layout rest = layout;
  rest.minor_to_major = Layout::Descending(layout.minor_to_major.size()).minor_to_major;
  return rest.IsDefault();
}

Result<std::string> RowAttributes(const Instruction& instruction, const OpRow& row) {
  std::string out;
  std::string_view specs = row.attributes;
  for (AttributeSpec spec; NextAttribute(specs, spec);) {
    if (spec.hlo_name.empty()) continue;
    const Attribute* found = FindByName(instruction, spec.hlo_name);
    if (spec.kind == "bool") {
      const bool* value = found == nullptr ? nullptr : found->value.As<bool>();
      AppendAttribute(out, spec.name, BoolText(value != nullptr && *value));
    } else if (found != nullptr) {
      HLO_TRY(const std::string value, ValueText(instruction, *found, spec));
      AppendAttribute(out, spec.name, value);
    } else if (spec.is_required) {
      return Unsupported(instruction);
    }
  }
  return out;
}

std::string FrontendText(const TextMap& map) {
  std::string entries, out;
  for (const auto& [name, value] : map.entries) {
    AppendAttribute(entries, QuotedText(name), QuotedText(value));
  }
  if (!entries.empty()) AppendAttribute(out, "mhlo.frontend_attributes", "{" + entries + "}");
  return out;
}

std::string AnnotationsOf(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  std::string out;
  if (const auto* map = attributes.Get<TextMap>(Attr::frontend_attributes))
    out = FrontendText(*map);
  if (const Attribute* sharding = attributes.Find(Attr::sharding)) {
    AppendAttribute(out, "mhlo.sharding", QuotedText(PrintAttributeValue(instruction, *sharding)));
  }
  return out;
}

Status AppendPrecision(const Instruction& instruction, std::string_view dialect,
                       std::string& attributes) {
  const Attribute* given = instruction.attributes.Find(Attr::operand_precision);
  if (given == nullptr) return Status();
  const std::string text = PrintAttributeValue(instruction, *given);
  Scanner words(text);
  std::string list;
  for (words.Take("{"); !words.Take("}"); words.Take(",")) {
    const std::string_view word = words.Word();
    if (word.empty() || word == "packed_nibble") {
      return Unsupported(instruction, "it has no such precision");
    }
    AppendListed(Format("#{}<precision {}>", {dialect, Upper(std::string(word))}), list);
  }
  AppendAttribute(attributes, "precision_config", "[" + list + "]");
  return Status();
}

// ---- elements and dimensions ----

Result<std::string> CompareAttributes(const Instruction& compare, const OpRow& row) {
  HLO_TRY(std::string out, RowAttributes(compare, row));
  std::string type;
  if (const Attribute* given = compare.attributes.Find(Attr::type)) {
    type = PrintAttributeValue(compare, *given);
  }
  const ElementType operands = compare.operands[0]->shape->element_type;
  if (CompareTypeOf(compare.attributes, operands) == CompareType::kTotalOrder) type = "TOTALORDER";
  if (!type.empty()) {
    AppendAttribute(out, "compare_type", Format("#stablehlo<comparison_type {}>", {type}));
  }
  return out;
}

Result<std::string> ClampAttributes(const Instruction& clamp, const OpRow&) {
  // Limits of scalars get the sizes of the operand, which may be less than its bounds.
  if (!clamp.shape->IsStatic()) return Unsupported(clamp, "sizes are dynamic");
  return std::string();
}

Result<std::string> ReducePrecisionAttributes(const Instruction& reduction, const OpRow&) {
  std::string out;
  for (const Attr attr : {Attr::exponent_bits, Attr::mantissa_bits}) {
    AppendAttribute(out, Info(attr).name,
                    std::to_string(reduction.attributes.Int(attr)) + " : i32");
  }
  return out;
}

Result<std::string> BroadcastAttributes(const Instruction& broadcast, const OpRow&) {
  return "broadcast_dimensions = " + ArrayText(broadcast.attributes.Ints(Attr::dimensions));
}

Result<std::string> DynamicSliceAttributes(const Instruction& slice, const OpRow&) {
  std::string out;
  AppendAttribute(out, "slice_sizes", ArrayText(slice.attributes.Ints(Attr::dynamic_slice_sizes)));
  return out;
}

Result<std::string> SliceAttributes(const Instruction& slice, const OpRow&) {
  std::vector<int64_t> starts, limits, strides;
  for (const SliceDimension& dim : slice.attributes.Get<SliceConfig>(Attr::slice)->dims) {
    starts.push_back(dim.start);
    limits.push_back(dim.limit);
    strides.push_back(dim.stride);
  }
  std::string out;
  AppendAttribute(out, "start_indices", ArrayText(starts));
  AppendAttribute(out, "limit_indices", ArrayText(limits));
  AppendAttribute(out, "strides", ArrayText(strides));
  return out;
}

Result<std::string> PadAttributes(const Instruction& pad, const OpRow&) {
  std::vector<int64_t> low, high, interior;
  for (const PaddingDimension& dim : pad.attributes.Get<PaddingConfig>(Attr::padding)->dims) {
    low.push_back(dim.low);
    high.push_back(dim.high);
    interior.push_back(dim.interior);
  }
  std::string out;
  AppendAttribute(out, "edge_padding_low", ArrayText(low));
  AppendAttribute(out, "edge_padding_high", ArrayText(high));
  AppendAttribute(out, "interior_padding", ArrayText(interior));
  return out;
}

Result<std::string> GatherAttributes(const Instruction& gather, const OpRow& row) {
  static constexpr Attr kDimensions[] = {Attr::offset_dims, Attr::collapsed_slice_dims,
                                         Attr::operand_batching_dims,
                                         Attr::start_indices_batching_dims, Attr::start_index_map};
  HLO_TRY(const std::string rest, RowAttributes(gather, row));
  return Format("dimension_numbers = #stablehlo.gather<{}>, {}",
                {DimensionNumbers(gather, kDimensions), rest});
}

Result<std::string> ScatterAttributes(const Instruction& scatter, const OpRow& row) {
  static constexpr Attr kDimensions[] = {
      Attr::update_window_dims, Attr::inserted_window_dims, Attr::input_batching_dims,
      Attr::scatter_indices_batching_dims, Attr::scatter_dims_to_operand_dims};
  HLO_TRY(const std::string rest, RowAttributes(scatter, row));
  return Format("scatter_dimension_numbers = #stablehlo.scatter<{}>, {}",
                {DimensionNumbers(scatter, kDimensions), rest});
}

Result<std::string> DimensionsAttribute(const Instruction& instruction, const OpRow&) {
  return "dimensions = " + ArrayText(instruction.attributes.Ints(Attr::dimensions));
}

Result<std::string> MapAttributes(const Instruction& map, const OpRow& row) {
  if (map.attributes.Has(Attr::dimensions)) return DimensionsAttribute(map, row);
  std::vector<int64_t> all(map.shape->dims.size());
  std::iota(all.begin(), all.end(), 0);
  return "dimensions = " + ArrayText(all);
}

Result<std::string> SortAttributes(const Instruction& sort, const OpRow& row) {
  HLO_TRY(const std::string rest, RowAttributes(sort, row));
  return Format("dimension = {}, {}", {IntText(sort.attributes.Ints(Attr::dimensions)[0]), rest});
}

Result<std::string> TopkAttributes(const Instruction& topk, const OpRow& row) {
  if (!topk.attributes.Bool(Attr::largest, true)) {
    return Unsupported(topk, "`chlo.top_k` gives the largest elements");
  }
  return RowAttributes(topk, row);
}

}  // namespace hlo::stablehlo
