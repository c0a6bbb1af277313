// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/literal/json_numbers.h"
#include "core/literal/live_elements.h"
#include "core/shape/shape_text.h"
#include "core/types/number_text.h"
#include "hlo/json_cursor.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

constexpr int kMaxTupleDepth = 200;

// ---- data: nested lists of one array ----

class DataReader {
 public:
  DataReader(JsonCursor& json, Literal& array)
      : json_(json),
        shape_(array.shape()),
        live_(array),
        type_(array.element_type()),
        width_(StorageBytes(type_)),
        bytes_(array.mutable_bytes()),
        at_(live_.sizes().size(), 0) {}

  // An array without elements may also be written as "[]", whatever its other sizes.
  Status Read() {
    const size_t start = json_.position();
    if (live_.count() == 0 && json_.Accept('[') && json_.Accept(']')) return {};
    json_.set_position(start);
    return Level(0, 0);
  }

 private:
  Status Level(size_t d, int64_t offset) {
    if (d == at_.size()) return Element(bytes_ + offset * width_);
    const int64_t size = live_.sizes()[d];
    if (!json_.Accept('[')) return NotAList(d);
    if (size == 0 || json_.Peek() == ']') return EmptyList(d);
    const bool innermost = d + 1 == at_.size();
    for (int64_t i = 0;; ++i) {
      at_[d] = i;
      if (i == size && json_.Peek() != ']') {
        return json_.Fault("C03", Format("{}: expected {} element{}, found more",
                                         {Place(d), size, size == 1 ? "" : "s"}));
      }
      const int64_t place = offset + i * live_.stride(d);
      if (innermost) {
        json_.Peek();  // moves to the number
        size_t position = json_.position();
        if (ReadPlainNumber(type_, json_.text(), position, bytes_ + place * width_)) {
          json_.set_position(position);
        } else {
          HLO_RETURN_IF_ERROR(Element(bytes_ + place * width_));
        }
      } else {
        HLO_RETURN_IF_ERROR(Level(d + 1, place));
      }
      if (json_.Accept(',')) continue;
      if (json_.Peek() != ']') return json_.Unexpected("',' or ']'");
      if (i + 1 < size) return TooFew(d, i + 1);
      return json_.Expect(']', "']'");
    }
  }

  // After a '['; a ']' may follow directly.
  Status EmptyList(size_t d) {
    const int64_t size = live_.sizes()[d];
    if (json_.Peek() != ']') {
      return json_.Fault("C03", Format("{}: expected 0 elements, found more", {Place(d)}));
    }
    if (size > 0) return TooFew(d, 0);
    return json_.Expect(']', "']'");
  }

  Status Element(uint8_t* element) {
    const std::optional<ElementType> part = PartOf(type_);
    if (!part) return Real(type_, element);
    if (!json_.Accept('[')) {
      return json_.Fault("C05", Place(at_.size()) + ": an element of " + std::string(Name(type_)) +
                                    " must be a pair [re, im]");
    }
    HLO_RETURN_IF_ERROR(Real(*part, element));
    HLO_RETURN_IF_ERROR(json_.Expect(',', "',' and the imaginary part"));
    HLO_RETURN_IF_ERROR(Real(*part, element + StorageBytes(*part)));
    return json_.Expect(']', "']' after the imaginary part");
  }

  Status Real(ElementType type, uint8_t* element) {
    const char c = json_.Peek();
    const size_t start = json_.position();
    size_t position = start;
    if (ReadPlainNumber(type, json_.text(), position, element)) {
      json_.set_position(position);
      return {};
    }
    if (c == '[') {
      return json_.Fault("C02", Format("{}: expected an element of {}, found a list",
                                       {Place(at_.size()), ShapeText(shape_, false)}));
    }
    std::string quoted;
    std::string_view text;
    if (c == '"') {
      HLO_TRY(quoted, json_.String());
      text = quoted;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      HLO_TRY(text, json_.Number());
    } else {
      HLO_TRY(text, json_.Word());
    }
    Status parsed = ParseElement(type, text, element);
    if (parsed.ok()) return {};
    return json_.FaultAt(start, parsed.error().code,
                         Place(at_.size()) + ": " + parsed.error().message);
  }

  Status NotAList(size_t d) {
    const char c = json_.Peek();
    if (c == '\0' || c == ']' || c == '}' || c == ',') return json_.Unexpected("'['");
    return json_.Fault("C02", Format("{}: expected a list of {} element{}, dimension {} of {}",
                                     {Place(d), live_.sizes()[d], live_.sizes()[d] == 1 ? "" : "s",
                                      d, ShapeText(shape_, false)}));
  }

  Status TooFew(size_t d, int64_t found) {
    return json_.Fault(
        "C04", Format("{}: expected {} element{}, found {}",
                      {Place(d), live_.sizes()[d], live_.sizes()[d] == 1 ? "" : "s", found}));
  }

  // "data[1][0]", the list at depth d.
  std::string Place(size_t d) const {
    std::string place = "data";
    for (size_t i = 0; i < d; ++i) place += "[" + std::to_string(at_[i]) + "]";
    return place;
  }

  JsonCursor& json_;
  const Shape& shape_;
  const LiveElements live_;
  const ElementType type_;
  const int64_t width_;
  uint8_t* const bytes_;
  Dims at_;
};

// ---- one literal ----

class LiteralReader {
 public:
  LiteralReader(JsonCursor& json, std::shared_ptr<MemoryBudget> budget)
      : json_(json), budget_(std::move(budget)) {}

  Result<Literal> Read(int depth = 0) {
    json_.Peek();
    const size_t start = json_.position();
    if (depth > kMaxTupleDepth) return json_.Fault("P10", "tuples nested deeper than the limit");
    HLO_RETURN_IF_ERROR(json_.Expect('{', "a literal, {\"shape\": ..., \"data\": ...}"));
    Members members;
    bool more = !json_.Accept('}');
    while (more) {
      HLO_RETURN_IF_ERROR(ReadMember(members, depth));
      HLO_TRY(more, json_.Next('}'));
    }
    return Finish(members, start);
  }

 private:
  // Members found so far, in any order.
  struct Members {
    std::optional<Shape> shape;
    size_t shape_position = 0;
    std::optional<Dims> dynamic_sizes;
    size_t sizes_position = 0;
    std::optional<size_t> data_position;  // of a value that was only skipped
    std::optional<Literal> value;         // data or tuple, once read
    bool is_tuple = false;
  };

  Status ReadMember(Members& members, int depth) {
    json_.Peek();
    const size_t name_position = json_.position();
    HLO_TRY(const std::string name, json_.String());
    HLO_RETURN_IF_ERROR(json_.Expect(':', "':'"));
    const bool known =
        name == "shape" || name == "data" || name == "tuple" || name == "dynamic_sizes";
    if (!known) {
      return json_.FaultAt(
          name_position, "P04",
          Format("a literal has no member '{}'; expected shape, data, dynamic_sizes or tuple",
                 {name}));
    }
    const bool twice =
        (name == "shape" && members.shape) || (name == "data" && members.data_position) ||
        (name == "tuple" && members.is_tuple) || (name == "dynamic_sizes" && members.dynamic_sizes);
    if (twice) {
      return json_.FaultAt(name_position, "P05", Format("'{}' is given twice", {name}));
    }
    if (name == "shape") return ReadShape(members);
    if (name == "tuple") return ReadTuple(members, depth);
    if (name == "dynamic_sizes") return ReadSizes(members);
    json_.Peek();
    members.data_position = json_.position();
    const bool ready = members.shape && members.shape->IsArray() &&
                       (members.shape->dynamic == 0 || members.dynamic_sizes);
    return ready ? ReadData(members) : json_.SkipValue();
  }

  Status ReadShape(Members& members) {
    json_.Peek();
    const size_t position = json_.position();
    HLO_TRY(const std::string text, json_.String());
    Result<Shape> shape = ParseShape(text);
    if (!shape.ok()) {
      return json_.FaultAt(position, shape.error().code,
                           Format("shape '{}': {}", {text, shape.error().message}));
    }
    members.shape = std::move(shape.value());
    members.shape_position = position;
    return {};
  }

  Status ReadTuple(Members& members, int depth) {
    members.is_tuple = true;
    HLO_RETURN_IF_ERROR(json_.Expect('[', "a list of literals"));
    std::vector<Literal> elements;
    bool more = !json_.Accept(']');
    while (more) {
      HLO_TRY(Literal element, Read(depth + 1));
      elements.push_back(std::move(element));
      HLO_TRY(more, json_.Next(']'));
    }
    members.value = Literal::Tuple(std::move(elements));
    return {};
  }

  Status ReadSizes(Members& members) {
    json_.Peek();
    members.sizes_position = json_.position();
    members.dynamic_sizes.emplace();
    HLO_RETURN_IF_ERROR(json_.Expect('[', "a list of sizes"));
    bool more = !json_.Accept(']');
    while (more) {
      json_.Peek();
      size_t position = json_.position();
      int64_t size = 0;
      if (!ReadPlainNumber(ElementType::kS64, json_.text(), position,
                           reinterpret_cast<uint8_t*>(&size)) ||
          members.dynamic_sizes->size() == static_cast<size_t>(kMaxRank)) {
        return json_.Fault("P12", "expected the live size of a dimension, an integer");
      }
      json_.set_position(position);
      members.dynamic_sizes->push_back(size);
      HLO_TRY(more, json_.Next(']'));
    }
    return {};
  }

  Status ReadData(Members& members) {
    const Shape& shape = *members.shape;
    Dims live = shape.dims;
    if (members.dynamic_sizes) {
      HLO_RETURN_IF_ERROR(DynamicSizes(members, live));
    } else if (shape.dynamic != 0) {
      return json_.FaultAt(members.shape_position, "P06",
                           Format("{} has dynamic dimensions: give their sizes in 'dynamic_sizes'",
                                  {ShapeText(shape, false)}));
    }
    HLO_RETURN_IF_ERROR(CheckEnoughText(shape, live));
    Result<Literal> made =
        shape.dynamic != 0 ? Literal::Zeros(shape, budget_) : Literal::Allocate(shape, budget_);
    if (!made.ok()) {
      return json_.FaultAt(members.shape_position, made.error().code, made.error().message);
    }
    Literal literal = std::move(made.value());
    if (shape.dynamic != 0) literal.set_dynamic_sizes(live);
    HLO_RETURN_IF_ERROR(DataReader(json_, literal).Read());
    members.value = std::move(literal);
    return {};
  }

  // Elements take at least two bytes of text each, so a short text cannot fill a large array, which
  // then need not be allocated.
  Status CheckEnoughText(const Shape& shape, const Dims& live) {
    const std::optional<int64_t> count = CheckedProduct({live.data(), live.size()});
    if (count && *count / 2 <= static_cast<int64_t>(json_.remaining())) return {};
    return json_.Fault("C04",
                       Format("data: too few elements for shape {}", {ShapeText(shape, false)}));
  }

  // One size per dimension, or one per dynamic dimension.
  Status DynamicSizes(const Members& members, Dims& live) {
    const Shape& shape = *members.shape;
    const Dims& given = *members.dynamic_sizes;
    size_t dynamic_count = 0;
    for (int64_t d = 0; d < shape.rank(); ++d) dynamic_count += shape.IsDynamic(d) ? 1 : 0;
    const bool per_dimension = given.size() == shape.dims.size();
    if (!per_dimension && given.size() != dynamic_count) {
      return json_.FaultAt(
          members.sizes_position, "P12",
          Format("dynamic_sizes must have one entry per dimension or dynamic dimension of {} ({} "
                 "or {}), got {}",
                 {ShapeText(shape, false), shape.rank(), dynamic_count, given.size()}));
    }
    live = shape.dims;
    size_t next = 0;
    for (size_t d = 0; d < live.size(); ++d) {
      const bool dynamic = shape.IsDynamic(static_cast<int64_t>(d));
      if (!per_dimension && !dynamic) continue;
      const int64_t size = given[per_dimension ? d : next++];
      const bool fits = dynamic ? size >= 0 && size <= live[d] : size == live[d];
      if (!fits) {
        return json_.FaultAt(members.sizes_position, "P12",
                             Format("live size {} does not fit dimension {} of {}",
                                    {size, d, ShapeText(shape, false)}));
      }
      live[d] = size;
    }
    return {};
  }

  Result<Literal> Finish(Members& members, size_t start) {
    if (members.is_tuple) {
      if (!members.shape && !members.data_position && !members.dynamic_sizes) {
        return std::move(*members.value);
      }
      return json_.FaultAt(start, "P04", "a tuple must have no members other than 'tuple'");
    }
    if (!members.shape) {
      return json_.FaultAt(start, "P06", "a literal requires a member 'shape' or 'tuple'");
    }
    if (members.shape->IsToken()) {
      if (!members.data_position) return Literal::Token();
      return json_.FaultAt(*members.data_position, "P04", "a token must not have data");
    }
    if (!members.shape->IsArray()) {
      return json_.FaultAt(members.shape_position, "P12",
                           members.shape->IsTuple()
                               ? "a tuple must be written as {\"tuple\": [LITERAL, ...]}"
                               : "an opaque value has no JSON form");
    }
    if (!members.data_position) {
      return json_.FaultAt(start, "P06", "this literal requires a member 'data'");
    }
    if (!members.value) {
      const size_t end = json_.position();
      json_.set_position(*members.data_position);
      HLO_RETURN_IF_ERROR(ReadData(members));
      json_.set_position(end);
    } else if (members.dynamic_sizes && !members.value->has_dynamic_sizes()) {
      Dims live;
      HLO_RETURN_IF_ERROR(DynamicSizes(members, live));
    }
    return std::move(*members.value);
  }

  JsonCursor& json_;
  std::shared_ptr<MemoryBudget> budget_;
};

Result<std::vector<Literal>> ReadLiterals(JsonCursor& json,
                                          const std::shared_ptr<MemoryBudget>& budget) {
  HLO_RETURN_IF_ERROR(json.Expect('[', "a list of literals"));
  std::vector<Literal> literals;
  bool more = !json.Accept(']');
  while (more) {
    HLO_TRY(Literal literal, LiteralReader(json, budget).Read());
    literals.push_back(std::move(literal));
    HLO_TRY(more, json.Next(']'));
  }
  return literals;
}

}  // namespace

Result<Literal> ParseLiteralJson(std::string_view text, std::shared_ptr<MemoryBudget> budget) {
  JsonCursor json(text);
  HLO_TRY(Literal literal, LiteralReader(json, std::move(budget)).Read());
  HLO_RETURN_IF_ERROR(json.ExpectEnd());
  return literal;
}

Result<std::vector<std::vector<Literal>>> ParseArgumentsJson(std::string_view text,
                                                             std::shared_ptr<MemoryBudget> budget) {
  JsonCursor json(text);
  const std::shared_ptr<MemoryBudget> shared = std::move(budget);
  std::vector<std::vector<Literal>> lists;
  if (json.Peek() == '[') {
    HLO_TRY(std::vector<Literal> list, ReadLiterals(json, shared));
    lists.push_back(std::move(list));
    HLO_RETURN_IF_ERROR(json.ExpectEnd());
    return lists;
  }
  HLO_RETURN_IF_ERROR(json.Expect('{', "a list of literals, or {\"replicas\": [...]}"));
  HLO_TRY(const std::string name, json.String());
  if (name != "replicas") {
    return json.Fault("P04", Format("expected the member 'replicas', found '{}'", {name}));
  }
  HLO_RETURN_IF_ERROR(json.Expect(':', "':'"));
  HLO_RETURN_IF_ERROR(json.Expect('[', "a list of lists, one per replica"));
  bool more = !json.Accept(']');
  while (more) {
    HLO_TRY(std::vector<Literal> list, ReadLiterals(json, shared));
    lists.push_back(std::move(list));
    HLO_TRY(more, json.Next(']'));
  }
  HLO_RETURN_IF_ERROR(json.Expect('}', "'}'"));
  HLO_RETURN_IF_ERROR(json.ExpectEnd());
  return lists;
}

}  // namespace hlo
