// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/result.h"
#include "core/literal/memory_budget.h"
#include "core/types/convert.h"
#include "core/types/float_format.h"
#include "core/types/number_text.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// The part of a tuple at `path`, or nullptr.
const Literal* LeafAt(const Literal& literal, std::span<const int64_t> path) {
  const Literal* at = &literal;
  for (int64_t step : path) {
    if (step < 0 || step >= static_cast<int64_t>(at->elements().size())) return nullptr;
    at = &at->elements()[static_cast<size_t>(step)];
  }
  return at;
}

// Elements [begin, begin + count) that exist.
struct Window {
  int64_t begin = 0;
  int64_t count = 0;
};
Window Clip(int64_t begin, int64_t count, int64_t size) {
  begin = std::clamp<int64_t>(begin, 0, size);
  return {begin, std::clamp<int64_t>(count, 0, size - begin)};
}

int64_t CountElements(const Literal& literal) {
  if (!literal.IsTuple()) return literal.IsArray() ? literal.element_count() : 0;
  int64_t count = 0;
  for (const Literal& element : literal.elements()) count += CountElements(element);
  return count;
}

void CollectLeaves(const Literal& literal, std::vector<int64_t>& path,
                   std::vector<Value::Leaf>& leaves) {
  if (literal.IsTuple()) {
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      path.push_back(static_cast<int64_t>(i));
      CollectLeaves(literal.elements()[i], path, leaves);
      path.pop_back();
    }
    return;
  }
  Value::Leaf leaf;
  leaf.path = path;
  leaf.shape = hlo::ShapeText(literal.shape());
  leaf.element_type = Name(literal.element_type());
  const Dims sizes = literal.dynamic_sizes();
  leaf.dims.assign(sizes.begin(), sizes.end());
  leaf.elements = literal.IsArray() ? literal.element_count() : 0;
  leaves.push_back(std::move(leaf));
}

// The parts of all elements as f64: one number for a real element, two for a complex one.
std::vector<double> PartsOf(const Literal& literal) {
  const bool is_complex = IsComplex(literal.element_type());
  std::vector<double> parts(static_cast<size_t>(literal.element_count()) * (is_complex ? 2 : 1));
  if (parts.empty()) return parts;
  ConvertFunction(literal.element_type(), is_complex ? ElementType::kC128 : ElementType::kF64)(
      literal.bytes(), static_cast<size_t>(literal.element_count()), parts.data());
  return parts;
}

// The distance from 1 to the next number of the type.
double Epsilon(ElementType type) {
  if (const auto part = PartOf(type)) type = *part;
  if (!IsFloat(type)) return 0;
  return std::ldexp(1.0, -FormatOf(type).mantissa_bits);
}

std::string SumDifference(const Literal& got, const Literal& expected, double terms, double scale) {
  if (!Compatible(got.shape(), expected.shape())) {
    return "got " + hlo::ShapeText(got.shape(), false) + ", expected " +
           hlo::ShapeText(expected.shape(), false);
  }
  for (size_t i = 0; i < got.elements().size(); ++i) {
    std::string difference = SumDifference(got.elements()[i], expected.elements()[i], terms, scale);
    if (!difference.empty()) return "in tuple element " + std::to_string(i) + ": " + difference;
  }
  if (!got.IsArray()) return "";
  const std::vector<double> a = PartsOf(got);
  const std::vector<double> b = PartsOf(expected);
  if (scale == 0) {
    for (double value : b) {
      if (std::isfinite(value)) scale = std::max(scale, std::fabs(value));
    }
  }
  const double bound = terms * Epsilon(got.element_type()) * scale;
  for (size_t i = 0; i < a.size(); ++i) {
    const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
    if (!same && !(std::fabs(a[i] - b[i]) <= bound)) {
      return "number " + std::to_string(i) + ": got " + ShortestDouble(a[i]) + ", expected " +
             ShortestDouble(b[i]) + " within " + ShortestDouble(bound);
    }
  }
  return "";
}

}  // namespace

std::string Value::ShapeText(bool layouts) const {
  return hlo::ShapeText(literal_.shape(), layouts);
}

std::string Value::Json() const {
  std::string out;
  AppendJson(literal_, out);
  return out;
}

std::string Value::Human(int64_t max_elements) const { return HumanText(literal_, max_elements); }

int64_t Value::element_count() const { return CountElements(literal_); }

std::span<const uint8_t> Value::bytes() const {
  const Literal& literal = literal_;
  if (!literal.IsArray()) return {};
  return {literal.bytes(), static_cast<size_t>(literal.byte_size())};
}

std::vector<std::string> Value::ElementTexts(std::span<const int64_t> path, int64_t begin,
                                             int64_t count) const {
  std::vector<std::string> texts;
  const Literal* leaf = LeafAt(literal_, path);
  if (leaf == nullptr || !leaf->IsArray()) return texts;
  const Window window = Clip(begin, count, leaf->element_count());
  const int width = StorageBytes(leaf->element_type());
  texts.reserve(static_cast<size_t>(window.count));
  for (int64_t i = 0; i < window.count; ++i) {
    std::string text;
    AppendShortElement(leaf->element_type(), leaf->bytes() + (window.begin + i) * width, text);
    texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<double> Value::ElementNumbers(std::span<const int64_t> path, int64_t begin,
                                          int64_t count) const {
  const Literal* leaf = LeafAt(literal_, path);
  if (leaf == nullptr || !leaf->IsArray()) return {};
  const Window window = Clip(begin, count, leaf->element_count());
  std::vector<double> numbers(static_cast<size_t>(window.count));
  if (numbers.empty()) return numbers;
  const ConvertFn convert = ConvertFunction(leaf->element_type(), ElementType::kF64);
  convert(leaf->bytes() + window.begin * StorageBytes(leaf->element_type()), numbers.size(),
          numbers.data());
  return numbers;
}

std::vector<Value::Leaf> Value::Leaves() const {
  std::vector<Leaf> leaves;
  std::vector<int64_t> path;
  CollectLeaves(literal_, path, leaves);
  return leaves;
}

std::string Value::DifferenceFrom(const Value& expected, double ulp) const {
  const auto difference = ulp > 0 ? FindDifferenceBeyondUlp(literal_, expected.literal_, ulp)
                                  : FindDifference(literal_, expected.literal_);
  return difference ? difference->message : "";
}

std::string Value::DifferenceOfSum(const Value& expected, double terms, double scale) const {
  return SumDifference(literal_, expected.literal_, terms, scale);
}

Result<Value> ParseValue(std::string_view json) {
  HLO_TRY(Literal literal,
          ParseLiteralJson(json, std::make_shared<MemoryBudget>(kDefaultMaxBytes)));
  return Value(std::move(literal));
}

Result<std::vector<std::vector<Value>>> ParseArguments(std::string_view json) {
  HLO_TRY(std::vector<std::vector<Literal>> lists,
          ParseArgumentsJson(json, std::make_shared<MemoryBudget>(kDefaultMaxBytes)));
  return ValuesOf(std::move(lists));
}

std::vector<std::vector<Literal>> LiteralsOf(const std::vector<std::vector<Value>>& lists) {
  std::vector<std::vector<Literal>> all;
  for (const std::vector<Value>& list : lists) {
    std::vector<Literal>& literals = all.emplace_back();
    for (const Value& value : list) literals.push_back(value.literal());
  }
  return all;
}

std::vector<std::vector<Value>> ValuesOf(std::vector<std::vector<Literal>> lists) {
  std::vector<std::vector<Value>> all;
  for (std::vector<Literal>& list : lists) {
    std::vector<Value>& values = all.emplace_back();
    for (Literal& literal : list) values.push_back(Value(std::move(literal)));
  }
  return all;
}

}  // namespace hlo::api
