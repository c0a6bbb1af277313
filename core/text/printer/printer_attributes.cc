// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "core/text/printer/printer.h"
#include "core/text/printer/printer_values.h"
#include "core/text/quote.h"
#include "core/text/strings.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

// Called computations follow the other attributes of an op, including is_composite.
bool IsCall(Attr attr) {
  const AttrKind kind = Info(attr).kind;
  return kind == AttrKind::kComputation || kind == AttrKind::kComputations ||
         attr == Attr::is_composite;
}

// Writes a value of any kind.
struct ValuePrinter {
  const Instruction& instruction;
  Attr attr;
  bool percent;  // before names
  std::string& out;

  void operator()(std::monostate) const {}
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(int64_t value) const { out += std::to_string(value); }
  void operator()(double value) const {
    const auto rounded = static_cast<float>(value);  // XLA stores these numbers as f32
    AppendHloElement(ElementType::kF32, &rounded, /*in_array=*/false, out);
  }
  void operator()(const std::string& value) const {
    if (Info(attr).kind == AttrKind::kWord) {
      out += value;
    } else {
      AppendQuoted(value, out);
    }
  }
  void operator()(EnumValue value) const { out += WordAt(instruction, attr, value.index); }
  void operator()(const EnumList& value) const {
    List(value.indices, ",", [&](int64_t index) { out += WordAt(instruction, attr, index); });
  }
  void operator()(const std::vector<int64_t>& value) const { AppendInts(value, out); }
  void operator()(const IntLists& value) const { AppendIntLists(value.lists, out); }
  void operator()(const Window& value) const { AppendWindow(value, out); }
  void operator()(const PaddingConfig& value) const { AppendPadding(value, out); }
  void operator()(const SliceConfig& value) const { AppendSlice(value, out); }
  void operator()(const DimLabels& value) const {
    out += value.lhs + "_" + value.rhs + "->" + value.out;
  }
  void operator()(const ReplicaGroups& value) const { AppendReplicaGroups(value, out); }
  void operator()(const IdPairs& value) const { AppendPairs(value, out); }
  void operator()(const Computation* value) const {
    if (value != nullptr) Name(value->name);
  }
  void operator()(const std::vector<Computation*>& value) const {
    List(value, ", ", [&](const Computation* callee) { (*this)(callee); });
  }
  void operator()(const std::vector<Instruction*>& value) const {
    List(value, ", ", [&](const Instruction* other) {
      if (other != nullptr) Name(other->name);
    });
  }
  void operator()(const std::vector<Shape>& value) const {
    const auto append = [&](const Shape& shape) { out += ShapeText(shape); };
    if (Info(attr).kind == AttrKind::kShapes) {
      List(value, ", ", append);
    } else if (!value.empty()) {
      append(value[0]);
    }
  }
  void operator()(const std::shared_ptr<const Literal>& value) const {
    if (value != nullptr) AppendTypedLiteral(*value, out);
  }
  void operator()(const RawText& value) const { out += CanonicalBraces(attr, value.text); }
  void operator()(const UnknownAttribute& value) const { out += value.text; }
  void operator()(const TextMap& value) const { AppendTextMap(value, out); }
  void operator()(const Metadata& value) const { AppendMetadata(value, out); }
  void operator()(const Config& value) const { AppendConfig(value.text, out); }

  void Name(std::string_view name) const {
    if (percent || IsReservedWord(name)) out += '%';
    out += name;
  }
  template <class Values, class Append>
  void List(const Values& values, std::string_view separator, Append append) const {
    out += '{';
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out += separator;
      append(values[i]);
    }
    out += '}';
  }
};

}  // namespace

void Printer::AppendAttributes(const Instruction& instruction) {
  const Instruction* wrapped = ShorthandFor(instruction);
  if (wrapped == nullptr) {
    AppendOwnAttributes(instruction);
  } else if (instruction.Is(Opcode::kAsyncStart)) {
    // The start carries all attributes of the wrapped instruction; its computation is not printed.
    for (Attr attr : {Attr::output_to_operand_aliasing}) {
      const Attribute* found = instruction.attributes.Find(attr);
      if (found != nullptr && !IsDefault(instruction, *found)) AppendAttribute(instruction, *found);
    }
    AppendExecutionThread(instruction);
    AppendOwnAttributes(*wrapped);
  }
  AppendCommonAttributes(instruction);
  AppendOtherAttributes(instruction);
}

void Printer::AppendOwnAttributes(const Instruction& instruction) {
  for (const bool calls : {false, true}) {
    for (const AttributeSpec& spec : instruction.op->attributes) {
      if (IsCommon(spec.attr) || IsCall(spec.attr) != calls) continue;
      if (spec.attr == Attr::async_execution_thread && instruction.Is(Opcode::kAsyncStart)) {
        AppendExecutionThread(instruction);
        continue;
      }
      if (const Attribute* found = instruction.attributes.Find(spec.attr)) {
        if (!IsDefault(instruction, *found)) AppendAttribute(instruction, *found);
      } else if (const auto implied = ImpliedAttribute(instruction, spec.attr)) {
        AppendAttribute(instruction, *implied);
      }
    }
  }
}

void Printer::AppendCommonAttributes(const Instruction& instruction) {
  if (instruction.attributes.all().empty()) return;
  for (const AttributeSpec& spec : CommonAttributes()) {
    const bool hidden = (!options_.metadata && spec.attr == Attr::metadata) ||
                        (short_mode() && (spec.attr == Attr::backend_config ||
                                          spec.attr == Attr::control_predecessors));
    const Attribute* found = hidden ? nullptr : instruction.attributes.Find(spec.attr);
    if (found != nullptr && !IsDefault(instruction, *found)) AppendAttribute(instruction, *found);
  }
}

// Attributes that are unknown, or unknown for this op: kept verbatim, after all others.
void Printer::AppendOtherAttributes(const Instruction& instruction) {
  const Instruction* wrapped = ShorthandFor(instruction);
  for (const Attribute& attribute : instruction.attributes.all()) {
    const Attr attr = attribute.attr;
    const bool is_own = attr != Attr::kUnknown &&
                        (IsCommon(attr) || instruction.op->FindAttribute(attr) != nullptr ||
                         (wrapped != nullptr && wrapped->op->FindAttribute(attr) != nullptr));
    if (!is_own) AppendAttribute(instruction, attribute);
  }
}

void Printer::AppendAttribute(const Instruction& instruction, const Attribute& attribute) {
  out_ += ", ";
  const auto* unknown = attribute.value.As<UnknownAttribute>();
  out_ += unknown != nullptr ? std::string_view(unknown->name) : Info(attribute.attr).name;
  out_ += '=';
  PrintValue(instruction, attribute);
}

void Printer::AppendExecutionThread(const Instruction& start) {
  std::string_view thread = start.attributes.String(Attr::async_execution_thread);
  const Computation* called = start.attributes.Called(Attr::calls);
  if (thread.empty() && called != nullptr) thread = called->execution_thread;
  if (thread.empty() || thread == "main") return;
  out_ += ", async_execution_thread=";
  AppendQuoted(thread, out_);
}

void Printer::PrintValue(const Instruction& instruction, const Attribute& attribute) {
  std::visit(ValuePrinter{instruction, attribute.attr, options_.percent, out_},
             attribute.value.variant());
}

}  // namespace hlo
