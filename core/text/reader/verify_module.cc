// SPDX-License-Identifier: Apache-2.0
// Checks the header against the entry computation (V05): hlo-text reference 3.1.
#include <algorithm>
#include <string>

#include "core/base/format.h"
#include "core/ops/collective/channels.h"
#include "core/text/reader/module_reader.h"

namespace hlo {
namespace {

std::string IndexText(const ShapeIndex& index) { return Braced({index.data(), index.size()}); }

// One flag applies to all; otherwise there is one per part or per leaf. "" if so.
std::string FlagsFault(const std::vector<bool>& flags, size_t parts, size_t leaves,
                       std::string_view what) {
  const size_t given = flags.size();
  if (given <= 1 || given == parts || given == leaves) return "";
  return Format(
      "must have one flag, or one per leaf of the {} of the entry computation ({}), got {}",
      {what, leaves, given});
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
  reader_.Fail("V05", header_names_[attribute], Format("`{}`: {}", {attribute, message}));
}

void ModuleReader::CheckEntryLayout() {
  if (!module_.header.entry_layout) return;
  const EntryLayout& layout = *module_.header.entry_layout;
  const Computation& entry = *module_.entry;
  constexpr std::string_view kName = "entry_computation_layout";
  if (layout.parameters.size() != entry.parameters.size()) {
    FailHeader(kName,
               Format("must have one shape per parameter of the entry computation ({}), got {}",
                      {entry.parameters.size(), layout.parameters.size()}));
    return;
  }
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    const Shape& shape = *entry.parameters[i]->shape;
    if (Compatible(layout.parameters[i], shape)) continue;
    FailHeader(kName, Format("parameter {} must be {}, as in the entry computation, got {}",
                             {i, ShapeText(shape, false), ShapeText(layout.parameters[i], false)}));
    return;
  }
  if (Compatible(layout.result, *entry.root->shape)) return;
  FailHeader(kName,
             Format("the result must be {}, as in the entry computation, got {}",
                    {ShapeText(*entry.root->shape, false), ShapeText(layout.result, false)}));
}

// The buffer of a parameter that an alias or a donor names; reports an error and returns nullptr if
// there is none.
const Shape* ModuleReader::ParameterBuffer(std::string_view attribute, int64_t parameter,
                                           const ShapeIndex& index) {
  const auto& parameters = module_.entry->parameters;
  if (parameter >= static_cast<int64_t>(parameters.size())) {
    FailHeader(attribute, Format("the parameter number must be less than {}, got {}",
                                 {parameters.size(), parameter}));
    return nullptr;
  }
  const Shape& shape = *parameters[static_cast<size_t>(parameter)]->shape;
  const Shape* buffer = Subshape(shape, {index.data(), index.size()});
  if (buffer == nullptr) {
    FailHeader(attribute, Format("parameter {} is {} and has no element {}",
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
      return FailHeader(kName, Format("the result is {} and has no element {}",
                                      {ShapeText(root, false), IndexText(alias.output)}));
    }
    if (!outputs.insert(IndexText(alias.output)).second) {
      return FailHeader(
          kName, Format("element {} of the result is aliased twice", {IndexText(alias.output)}));
    }
    const Shape* input = ParameterBuffer(kName, alias.parameter, alias.parameter_index);
    if (input == nullptr) return;
    const Result<int64_t> from = DenseBytes(*input);
    const Result<int64_t> to = DenseBytes(*output);
    if (from.ok() && to.ok() && from.value() != to.value()) {
      return FailHeader(
          kName, Format("sizes must match: element {} of the result has {} bytes, element {} of "
                        "parameter {} has {}",
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
  // The other half of a single instruction is not in the text.
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
