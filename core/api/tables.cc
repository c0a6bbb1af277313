// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/json_writer.h"
#include "core/ir/op_def.h"
#include "core/kernels/targets.h"
#include "hlo/diagnostic.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

std::string_view KindName(AttrKind kind) {
  static constexpr std::string_view kNames[] = {
      "bool",        "int",          "float",        "ints",           "int-lists",
      "string",      "word",         "enum",         "enum-list",      "window",
      "padding",     "slice",        "dim-labels",   "replica-groups", "pairs",
      "computation", "computations", "instructions", "shape",          "shapes",
      "literal",     "braces",       "map",          "metadata",       "string-or-dictionary"};
  return kNames[static_cast<size_t>(kind)];
}

void WriteAttribute(JsonWriter& json, const AttributeSpec& spec) {
  const AttributeInfo& info = Info(spec.attr);
  json.BeginObject();
  json.Key("name").String(info.name);
  json.Key("required").Bool(spec.required);
  json.Key("kind").String(KindName(info.kind));
  json.Key("doc").String(info.doc);
  json.Key("values").BeginArray();
  for (std::string_view word : spec.words()) json.String(word);
  json.EndArray().EndObject();
}

void WriteOp(JsonWriter& json, const OpDef& op) {
  json.BeginObject();
  json.Key("name").String(op.name);
  json.Key("family").String(FamilyName(op.family));
  json.Key("summary").String(op.summary);
  json.Key("section").String(op.section);
  json.Key("operands").BeginObject();
  json.Key("min").Int(op.operands.min).Key("max").Int(op.operands.max).EndObject();
  json.Key("attributes").BeginArray();
  for (const AttributeSpec& spec : op.attributes) WriteAttribute(json, spec);
  json.EndArray().Key("types").BeginArray();
  for (const ElementTypeInfo& type : AllElementTypes()) {
    if (op.types.Contains(type.type)) json.String(type.name);
  }
  json.EndArray().Key("rules").BeginArray();
  for (int rule = 1; rule <= op.rules; ++rule) {
    json.String(std::string(op.name) + ".C" + std::to_string(rule));
  }
  json.EndArray();
  json.Key("evaluated").Bool(op.CanRun() || op.arguments == ArgumentKind::kParameterNumber);
  json.Key("elementwise").Bool(op.elementwise);
  json.EndObject();
}

}  // namespace

std::string OpsJson() {
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const OpDef& op : AllOps()) WriteOp(json, op);
  json.EndArray();
  return out;
}

std::string OpsText() {
  size_t width = 0;
  for (const OpDef& op : AllOps()) width = std::max(width, op.name.size());
  std::string out;
  for (const OpDef& op : AllOps()) {
    out += op.name;
    out.append(width + 2 - op.name.size(), ' ');
    out += op.summary;
    std::string attributes;
    for (const AttributeSpec& spec : op.attributes) {
      attributes += attributes.empty() ? " " : ", ";
      attributes += Info(spec.attr).name;
      if (spec.required) attributes += '!';
    }
    if (!attributes.empty()) out += "  [" + attributes.substr(1) + "]";
    out += '\n';
  }
  return out;
}

std::string DiagnosticCodesJson() {
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const DiagnosticCode& row : AllDiagnosticCodes()) {
    json.BeginObject().Key("code").String(row.code).Key("phase").String(row.phase);
    json.Key("title").String(row.title).EndObject();
  }
  json.EndArray();
  return out;
}

std::vector<std::string> ElementTypeNames() {
  std::vector<std::string> names;
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (IsArrayType(info.type)) names.emplace_back(info.name);
  }
  return names;
}

std::vector<std::string> Targets() {
  std::vector<std::string> names;
  for (std::string_view name : KernelTargets()) names.emplace_back(name);
  return names;
}

bool UseTarget(std::string_view name) { return UseKernelTarget(name); }

}  // namespace hlo::api
