// SPDX-License-Identifier: Apache-2.0
// Files of NumPy as arguments and results.
#include <algorithm>
#include <utility>

#include "core/api/program_impl.h"
#include "core/import/numpy/npy.h"

namespace hlo::api {
namespace {

using NamedLiterals = std::vector<std::pair<std::string, Literal>>;

void AppendArrays(const Literal& literal, const std::string& prefix, NamedLiterals& arrays) {
  for (const Literal& element : literal.elements()) AppendArrays(element, prefix, arrays);
  if (!literal.IsArray()) return;
  const std::string first = prefix + "arr_";
  const auto number = std::count_if(arrays.begin(), arrays.end(), [&](const auto& named) {
    return named.first.starts_with(first);
  });
  arrays.emplace_back(first + std::to_string(number), literal);
}

// The parameter with the name of an array; nullptr if there is none.
const Instruction* ParameterNamed(const Computation& entry, std::string_view name) {
  const auto found =
      std::find_if(entry.parameters.begin(), entry.parameters.end(),
                   [&](const Instruction* parameter) { return parameter->name == name; });
  return found == entry.parameters.end() ? nullptr : *found;
}

}  // namespace

bool IsNumpyFile(std::string_view bytes) { return numpy::IsNpy(bytes) || numpy::IsNpz(bytes); }

Result<std::string> NpzFile(const std::vector<Value>& values_of_devices) {
  NamedLiterals arrays;
  for (size_t device = 0; device < values_of_devices.size(); ++device) {
    const bool is_only = values_of_devices.size() == 1;
    AppendArrays(values_of_devices[device].literal(),
                 is_only ? "" : "device_" + std::to_string(device) + "_", arrays);
  }
  return numpy::WriteNpz(arrays);
}

Result<std::string> NpyFile(const Value& value) {
  NamedLiterals arrays;
  AppendArrays(value.literal(), "", arrays);
  if (arrays.size() != 1) {
    return Fail("R06", "a .npy file must have one array, got {}; a .npz file can have several",
                {arrays.size()});
  }
  return numpy::WriteNpy(arrays[0].second);
}

Result<std::vector<Value>> Program::ArgumentsFromNumpy(std::string_view file) const {
  HLO_TRY(const std::vector<numpy::Array> arrays, numpy::ReadArrays(file));
  if (arrays.size() != parameter_count()) {
    return Fail(
        "R06", "the program takes {} {}, the file has {}",
        {parameter_count(), parameter_count() == 1 ? "argument" : "arguments", arrays.size()});
  }
  if (arrays.empty()) return std::vector<Value>();
  const Computation& entry = *impl_->parsed.module->entry;
  const bool by_name = std::all_of(arrays.begin(), arrays.end(), [&](const numpy::Array& array) {
    return ParameterNamed(entry, array.name) != nullptr;
  });
  std::vector<Value> values(arrays.size());
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Instruction* parameter =
        by_name ? ParameterNamed(entry, arrays[i].name) : entry.parameters[i];
    const auto at = std::find(entry.parameters.begin(), entry.parameters.end(), parameter);
    Result<Literal> literal = numpy::ToLiteral(arrays[i], parameter->shape->element_type);
    if (!literal.ok()) {
      return Fail(literal.error().code, "parameter '{}': {}",
                  {parameter->name, literal.error().message});
    }
    values[static_cast<size_t>(at - entry.parameters.begin())] = Value(std::move(literal.value()));
  }
  return values;
}

}  // namespace hlo::api
