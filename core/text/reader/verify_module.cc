// SPDX-License-Identifier: Apache-2.0
// What the header says, held against the entry computation (V05): hlo-text reference 3.1.
#include <algorithm>
#include <string>

#include "core/base/format.h"
#include "core/ops/collective/channels.h"
#include "core/text/reader/module_reader.h"

namespace hlo {
namespace {

std::string IndexText(const ShapeIndex& index) { return Braced({index.data(), index.size()}); }

// One flag holds for all; else there is one for each part or for each leaf. "" when it is so.
std::string FlagsFault(const std::vector<bool>& flags, size_t parts, size_t leaves,
                       std::string_view what) {
  const size_t given = flags.size();
  if (given <= 1 || given == parts || given == leaves) return "";
  return Format(
      "{} flags, but the {} of the entry computation {} {} {}",
      {given, what, what == "result" ? "has" : "have", leaves, leaves == 1 ? "leaf" : "leaves"});
}

}  // namespace

void ModuleReader::CheckHeader() {
  const Computation* entry = module_.entry;
  if (entry == nullptr || entry->root == nullptr || faulty_computations_.count(entry->name) != 0) {
    return;
  }
  CheckEntryLayout();
  CheckAliases();
  CheckDonors();
  size_t leaves = 0;
  for (const Instruction* parameter : entry->parameters) {
    leaves += LeafIndices(*parameter->shape).size();
  }
  const Shape& result = *entry->root->shape;
  const auto check = [&](std::string_view name, const std::string& fault) {
    if (!fault.empty()) FailHeader(name, fault);
  };
  check("allow_spmd_sharding_propagation_to_parameters",
        FlagsFault(module_.header.spmd_propagation_to_parameters, entry->parameters.size(), leaves,
                   "parameters"));
  check("allow_spmd_sharding_propagation_to_output",
        FlagsFault(module_.header.spmd_propagation_to_output, result.elements.size(),
                   LeafIndices(result).size(), "result"));
}

void ModuleReader::FailHeader(std::string_view attribute, std::string message) {
  reader_.Fail("V05", header_names_[attribute], Format("{}: {}", {attribute, message}));
}

void ModuleReader::CheckEntryLayout() {
  if (!module_.header.entry_layout) return;
  const EntryLayout& layout = *module_.header.entry_layout;
  const Computation& entry = *module_.entry;
  constexpr std::string_view kName = "entry_computation_layout";
  if (layout.parameters.size() != entry.parameters.size()) {
    FailHeader(kName, Format("{} parameters, but the entry computation has {}",
                             {layout.parameters.size(), entry.parameters.size()}));
    return;
  }
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    const Shape& shape = *entry.parameters[i]->shape;
    if (Compatible(layout.parameters[i], shape)) continue;
    FailHeader(kName, Format("parameter {} is {} here, but {} in the entry computation",
                             {i, ShapeText(layout.parameters[i], false), ShapeText(shape, false)}));
    return;
  }
  if (Compatible(layout.result, *entry.root->shape)) return;
  FailHeader(kName,
             Format("the result is {} here, but the entry computation returns {}",
                    {ShapeText(layout.result, false), ShapeText(*entry.root->shape, false)}));
}

// The buffer of a parameter that an alias or a donor names, or nullptr with the fault reported.
const Shape* ModuleReader::ParameterBuffer(std::string_view attribute, int64_t parameter,
                                           const ShapeIndex& index) {
  const auto& parameters = module_.entry->parameters;
  if (parameter >= static_cast<int64_t>(parameters.size())) {
    FailHeader(attribute, Format("there is no parameter {}; the entry computation has {}",
                                 {parameter, parameters.size()}));
    return nullptr;
  }
  const Shape& shape = *parameters[static_cast<size_t>(parameter)]->shape;
  const Shape* buffer = Subshape(shape, {index.data(), index.size()});
  if (buffer == nullptr) {
    FailHeader(attribute, Format("parameter {} is {} and has no part {}",
                                 {parameter, ShapeText(shape, false), IndexText(index)}));
  }
  return buffer;
}

void ModuleReader::CheckAliases() {
  constexpr std::string_view kName = "input_output_alias";
  const std::vector<BufferAlias>& aliases = module_.header.input_output_alias;
  std::unordered_set<std::string> outputs;
  for (const BufferAlias& alias : aliases) {
    const Shape& root = *module_.entry->root->shape;
    const Shape* output = Subshape(root, {alias.output.data(), alias.output.size()});
    if (output == nullptr) {
      return FailHeader(kName, Format("the result is {} and has no part {}",
                                      {ShapeText(root, false), IndexText(alias.output)}));
    }
    if (!outputs.insert(IndexText(alias.output)).second) {
      return FailHeader(
          kName, Format("part {} of the result is aliased twice", {IndexText(alias.output)}));
    }
    const Shape* input = ParameterBuffer(kName, alias.parameter, alias.parameter_index);
    if (input == nullptr) return;
    const Result<int64_t> from = DenseBytes(*input);
    const Result<int64_t> to = DenseBytes(*output);
    if (from.ok() && to.ok() && from.value() != to.value()) {
      return FailHeader(
          kName, Format("part {} of the result has {} bytes, part {} of parameter {} "
                        "has {}",
                        {IndexText(alias.output), to.value(), IndexText(alias.parameter_index),
                         alias.parameter, from.value()}));
    }
  }
}

void ModuleReader::CheckDonors() {
  for (const BufferDonor& donor : module_.header.buffer_donors) {
    if (ParameterBuffer("buffer_donor", donor.parameter, donor.parameter_index) == nullptr) return;
  }
}

void ModuleReader::CheckCommunication() {
  if (reader_.errors() > 0 || module_.entry == nullptr) return;
  const auto& instructions = module_.entry->instructions;
  // Of a single instruction the other half is not given.
  if (!instructions.empty() && instructions[0]->invented) return;
  for (const ChannelFault& fault : CheckChannels(module_)) {
    SourceSpan span = fault.instruction->spans.opcode;
    for (const Attribute& attribute : fault.instruction->attributes.all()) {
      if (attribute.attr != Attr::kUnknown && Info(attribute.attr).name == fault.error.attribute) {
        span = attribute.name_span;
      }
    }
    reader_.Report(fault.error.code, span, fault.error.message);
  }
}

}  // namespace hlo
