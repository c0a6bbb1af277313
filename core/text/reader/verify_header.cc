// SPDX-License-Identifier: Apache-2.0
// Checks the header against the entry computation (V05): hlo-text reference 3.1.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "core/base/format.h"
#include "core/ops/collective/channels.h"
#include "core/text/reader/verify.h"

namespace hlo {
namespace {

// One flag applies to all; otherwise there is one per part or per leaf. "" if so.
std::string FlagsFault(const std::vector<bool>& flags, size_t parts, size_t leaves,
                       std::string_view what) {
  const size_t given = flags.size();
  if (given <= 1 || given == parts || given == leaves) return "";
  return Format(
      "must have one flag, or one per leaf of the {} of the entry computation ({}), got {}",
      {what, leaves, given});
}

void AddFault(std::vector<HeaderFault>& faults, std::string_view attribute,
              const std::string& fault) {
  faults.push_back({attribute, Format("`{}`: {}", {attribute, fault})});
}

void CheckEntryLayout(const Module& module, std::vector<HeaderFault>& faults) {
  if (!module.header.entry_layout) return;
  const EntryLayout& layout = *module.header.entry_layout;
  const Computation& entry = *module.entry;
  constexpr std::string_view kName = "entry_computation_layout";
  if (layout.parameters.size() != entry.parameters.size()) {
    AddFault(faults, kName,
             Format("must have one shape per parameter of the entry computation ({}), got {}",
                    {entry.parameters.size(), layout.parameters.size()}));
    return;
  }
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    const Shape& shape = *entry.parameters[i]->shape;
    if (Compatible(layout.parameters[i], shape)) continue;
    AddFault(faults, kName,
             Format("parameter {} must be {}, as in the entry computation, got {}",
                    {i, ShapeText(shape, false), ShapeText(layout.parameters[i], false)}));
    return;
  }
  if (Compatible(layout.result, *entry.root->shape)) return;
  AddFault(faults, kName,
           Format("the result must be {}, as in the entry computation, got {}",
                  {ShapeText(*entry.root->shape, false), ShapeText(layout.result, false)}));
}

// The buffer of a parameter that an alias or a donor names; reports an error and returns nullptr if
// there is none.
const Shape* ParameterBuffer(const Module& module, std::string_view attribute, int64_t parameter,
                             const ShapeIndex& index, std::vector<HeaderFault>& faults) {
  const auto& parameters = module.entry->parameters;
  if (parameter >= static_cast<int64_t>(parameters.size())) {
    AddFault(faults, attribute,
             Format("the parameter number must be less than {}, got {}",
                    {parameters.size(), parameter}));
    return nullptr;
  }
  const Shape& shape = *parameters[static_cast<size_t>(parameter)]->shape;
  const Shape* buffer = Subshape(shape, {index.data(), index.size()});
  if (buffer == nullptr) {
    AddFault(faults, attribute,
             Format("parameter {} is {} and has no element {}",
                    {parameter, ShapeText(shape, false), Braced(index)}));
  }
  return buffer;
}

void CheckAliases(const Module& module, std::vector<HeaderFault>& faults) {
  constexpr std::string_view kName = "input_output_alias";
  const std::vector<BufferAlias>& aliases = module.header.input_output_alias;
  std::unordered_set<std::string> outputs;
  for (const BufferAlias& alias : aliases) {
    const Shape& root = *module.entry->root->shape;
    const Shape* output = Subshape(root, {alias.output.data(), alias.output.size()});
    if (output == nullptr) {
      return AddFault(faults, kName,
                      Format("the result is {} and has no element {}",
                             {ShapeText(root, false), Braced(alias.output)}));
    }
    if (!outputs.insert(Braced(alias.output)).second) {
      return AddFault(faults, kName,
                      Format("element {} of the result is aliased twice", {Braced(alias.output)}));
    }
    const Shape* input =
        ParameterBuffer(module, kName, alias.parameter, alias.parameter_index, faults);
    if (input == nullptr) return;
    const Result<int64_t> from = DenseBytes(*input);
    const Result<int64_t> to = DenseBytes(*output);
    if (from.ok() && to.ok() && from.value() != to.value()) {
      return AddFault(
          faults, kName,
          Format("sizes must match: element {} of the result has {} bytes, element {} of "
                 "parameter {} has {}",
                 {Braced(alias.output), to.value(), Braced(alias.parameter_index), alias.parameter,
                  from.value()}));
    }
  }
}

void CheckDonors(const Module& module, std::vector<HeaderFault>& faults) {
  for (const BufferDonor& donor : module.header.buffer_donors) {
    if (ParameterBuffer(module, "buffer_donor", donor.parameter, donor.parameter_index, faults) ==
        nullptr)
      return;
  }
}

void CheckFlags(const Module& module, std::vector<HeaderFault>& faults) {
  const Computation& entry = *module.entry;
  size_t leaves = 0;
  for (const Instruction* parameter : entry.parameters) {
    leaves += LeafIndices(*parameter->shape).size();
  }
  const Shape& result = *entry.root->shape;
  const auto check = [&](std::string_view name, const std::string& fault) {
    if (!fault.empty()) AddFault(faults, name, fault);
  };
  check("allow_spmd_sharding_propagation_to_parameters",
        FlagsFault(module.header.spmd_propagation_to_parameters, entry.parameters.size(), leaves,
                   "parameters"));
  check("allow_spmd_sharding_propagation_to_output",
        FlagsFault(module.header.spmd_propagation_to_output, result.elements.size(),
                   LeafIndices(result).size(), "result"));
}

}  // namespace

std::vector<HeaderFault> CheckHeader(const Module& module) {
  std::vector<HeaderFault> faults;
  CheckEntryLayout(module, faults);
  CheckAliases(module, faults);
  CheckDonors(module, faults);
  CheckFlags(module, faults);
  return faults;
}

}  // namespace hlo
