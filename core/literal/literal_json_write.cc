// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "core/base/checked.h"
#include "core/base/json_writer.h"
#include "core/literal/exact_json.h"
#include "core/literal/live_elements.h"
#include "core/types/number_text.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

// An array without elements is written as nested empty lists, up to this many of them.
constexpr int64_t kMaxEmptyLists = 1 << 16;

// f32[1000000000,0] has no elements, but a list of 10^9 empty lists; it is written "[]".
bool HasTooManyEmptyLists(const LiveElements& live) {
  if (live.count() != 0) return false;
  int64_t lists = 1;
  for (int64_t size : live.sizes()) {
    if (size == 0) return false;
    const std::optional<int64_t> product = CheckedMultiply(lists, size);
    if (!product || *product > kMaxEmptyLists) return true;
    lists = *product;
  }
  return false;
}

// The live elements below dimension d as nested lists, row-major for any layout.
void AppendData(const Literal& array, const LiveElements& live, size_t d, int64_t offset,
                bool exact_nan, std::string& out) {
  if (d == live.sizes().size()) {
    const int64_t width = StorageBytes(array.element_type());
    AppendJsonElement(array.element_type(), array.bytes() + offset * width, out, exact_nan);
    return;
  }
  out += '[';
  for (int64_t i = 0; i < live.sizes()[d]; ++i) {
    if (i > 0) out += ',';
    AppendData(array, live, d + 1, offset + i * live.stride(d), exact_nan, out);
  }
  out += ']';
}

void Append(const Literal& literal, bool exact_nan, std::string& out) {
  if (literal.IsTuple()) {
    out += "{\"tuple\":[";
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      if (i > 0) out += ',';
      Append(literal.elements()[i], exact_nan, out);
    }
    out += "]}";
    return;
  }
  JsonWriter json(out);
  json.BeginObject().Key("shape").String(ShapeText(literal.shape()));
  if (literal.IsArray()) {
    if (literal.shape().dynamic != 0) {
      const Dims sizes = literal.dynamic_sizes();
      json.Key("dynamic_sizes").Ints({sizes.data(), sizes.size()});
    }
    json.Key("data");
    const LiveElements live(literal);
    if (HasTooManyEmptyLists(live)) {
      json.Raw("[]");
    } else {
      AppendData(literal, live, 0, 0, exact_nan, out);
    }
  }
  json.EndObject();
}

}  // namespace

void AppendJson(const Literal& literal, std::string& out) { Append(literal, false, out); }

void AppendExactJson(const Literal& literal, std::string& out) { Append(literal, true, out); }

}  // namespace hlo
