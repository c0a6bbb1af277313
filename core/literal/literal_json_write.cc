// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/base/json_writer.h"
#include "core/literal/literal.h"
#include "core/literal/live_elements.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

// The live elements below dimension d as nested lists, row-major whatever the layout.
void AppendData(const Literal& array, const LiveElements& live, size_t d, int64_t offset,
                std::string& out) {
  if (d == live.sizes().size()) {
    const int64_t width = StorageBytes(array.element_type());
    AppendJsonElement(array.element_type(), array.bytes() + offset * width, out);
    return;
  }
  out += '[';
  for (int64_t i = 0; i < live.sizes()[d]; ++i) {
    if (i > 0) out += ',';
    AppendData(array, live, d + 1, offset + i * live.stride(d), out);
  }
  out += ']';
}

}  // namespace

void AppendJson(const Literal& literal, std::string& out) {
  if (literal.IsTuple()) {
    out += "{\"tuple\":[";
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      if (i > 0) out += ',';
      AppendJson(literal.elements()[i], out);
    }
    out += "]}";
    return;
  }
  JsonWriter json(out);
  json.BeginObject().Key("shape").String(ShapeText(literal.shape()));
  if (literal.IsArray()) {
    if (literal.shape().dynamic != 0) {
      const Dims sizes = literal.live_sizes();
      json.Key("dynamic_sizes").Ints({sizes.data(), sizes.size()});
    }
    json.Key("data");
    AppendData(literal, LiveElements(literal), 0, 0, out);
  }
  json.EndObject();
}

}  // namespace hlo
