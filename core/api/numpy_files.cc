// SPDX-License-Identifier: Apache-2.0
// Files of NumPy as arguments and results.
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/api/program_impl.h"
#include "core/import/numpy/npy.h"

namespace hlo::api {
namespace {

constexpr std::string_view kArray = "arr_";  // then a number, as of numpy.savez
constexpr std::string_view kDevice = "device_";

// ---- results ----

using NamedLiterals = std::vector<std::pair<std::string, Literal>>;

// `count`: of the arrays with this prefix.
void AppendArrays(const Literal& literal, const std::string& prefix, size_t& count,
                  NamedLiterals& arrays) {
  for (const Literal& element : literal.elements()) AppendArrays(element, prefix, count, arrays);
  if (!literal.IsArray()) return;
  arrays.emplace_back(prefix + std::string(kArray) + std::to_string(count++), literal);
}

// ---- arguments ----

// The number behind a prefix of `name`, which ends there or goes on behind '_'; takes both.
std::optional<size_t> TakeNumber(std::string_view prefix, std::string_view& name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  size_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || (stop != end && *stop != '_')) return std::nullopt;
  name = digits.substr(static_cast<size_t>(stop - digits.data()));
  if (!name.empty()) name.remove_prefix(1);
  return number;
}

// An array of a parameter, which can be a tuple.
struct Leaf {
  const Instruction* parameter = nullptr;
  const Shape* shape = nullptr;
};

void AppendLeaves(const Instruction& parameter, const Shape& shape, std::vector<Leaf>& leaves) {
  if (!shape.IsTuple()) leaves.push_back({&parameter, &shape});
  for (const Shape& element : shape.elements) AppendLeaves(parameter, element, leaves);
}

// The value of a shape whose arrays are the next ones.
Literal ValueOf(const Shape& shape, std::vector<Literal>& arrays, size_t& next) {
  if (!shape.IsTuple()) return std::move(arrays[next++]);
  std::vector<Literal> elements;
  for (const Shape& element : shape.elements) elements.push_back(ValueOf(element, arrays, next));
  return Literal::Tuple(std::move(elements));
}

// The arrays of one device, with their names there.
struct NamedArray {
  std::string_view name;
  const numpy::Array* array = nullptr;
};

class ArgumentReader {
 public:
  explicit ArgumentReader(const Computation& entry) : entry_(entry) {
    for (const Instruction* parameter : entry.parameters) {
      AppendLeaves(*parameter, *parameter->shape, leaves_);
    }
  }

  Result<std::vector<Value>> Read(const std::vector<NamedArray>& arrays) const {
    if (arrays.size() != leaves_.size()) {
      return Fail("R06", "the parameters have {} {}, the file {}",
                  {leaves_.size(), leaves_.size() == 1 ? "array" : "arrays", arrays.size()});
    }
    HLO_TRY(const std::vector<size_t> order, OrderOf(arrays));
    std::vector<Literal> literals(leaves_.size());
    for (size_t i = 0; i < leaves_.size(); ++i) {
      const auto& [parameter, shape] = leaves_[i];
      if (!shape->IsArray()) {
        return Fail("R06", "parameter '{}' must be an array or a tuple of arrays, got {}",
                    {parameter->name, ShapeText(*parameter->shape, false)});
      }
      Result<Literal> literal = numpy::ToLiteral(*arrays[order[i]].array, *shape);
      if (!literal.ok()) {
        return Fail(literal.error().code, "parameter '{}': {}",
                    {parameter->name, literal.error().message});
      }
      literals[i] = std::move(literal.value());
    }
    std::vector<Value> values;
    size_t next = 0;
    for (const Instruction* parameter : entry_.parameters) {
      values.emplace_back(ValueOf(*parameter->shape, literals, next));
    }
    return values;
  }

 private:
  // The array of each leaf: by arr_0, arr_1, ..., or by the names of the parameters. A single array
  // can have any name.
  Result<std::vector<size_t>> OrderOf(const std::vector<NamedArray>& arrays) const {
    if (arrays.size() == 1) return std::vector<size_t>{0};
    const bool are_numbered = std::all_of(arrays.begin(), arrays.end(), [](const NamedArray& one) {
      std::string_view name = one.name;
      return TakeNumber(kArray, name) && name.empty();
    });
    std::vector<size_t> order(leaves_.size(), SIZE_MAX);
    for (size_t i = 0; i < arrays.size(); ++i) {
      std::string_view name = arrays[i].name;
      const std::optional<size_t> leaf =
          are_numbered ? TakeNumber(kArray, name) : LeafNamed(arrays[i].name);
      if (!leaf || *leaf >= order.size() || order[*leaf] != SIZE_MAX) {
        return Fail("R06",
                    "arrays must have the names of the parameters ({}) or be arr_0 to arr_{}, "
                    "each once; got '{}'",
                    {Names(), leaves_.size() - 1, arrays[i].name.substr(0, 80)});
      }
      order[*leaf] = i;
    }
    return order;
  }

  // That of the only parameter with this name, or with this op_name in its metadata.
  std::optional<size_t> LeafNamed(std::string_view name) const {
    for (const bool by_metadata : {false, true}) {
      std::optional<size_t> found;
      for (size_t i = 0; i < leaves_.size(); ++i) {
        const Instruction& parameter = *leaves_[i].parameter;
        const auto* metadata = parameter.attributes.Get<Metadata>(Attr::metadata);
        const std::string op_name =
            by_metadata && metadata != nullptr ? metadata->Find("op_name") : "";
        if ((by_metadata ? op_name : parameter.name) != name || !leaves_[i].shape->IsArray())
          continue;
        if (found) return std::nullopt;
        found = i;
      }
      if (found) return found;
    }
    return std::nullopt;
  }

  std::string Names() const {
    constexpr size_t kMost = 8;
    std::string names;
    for (size_t i = 0; i < std::min(leaves_.size(), kMost); ++i) {
      names += (i > 0 ? ", " : "") + leaves_[i].parameter->name;
    }
    return leaves_.size() > kMost ? names + ", ..." : names;
  }

  const Computation& entry_;
  std::vector<Leaf> leaves_;
};

}  // namespace

bool IsNumpyFile(std::string_view bytes) { return numpy::IsNpy(bytes) || numpy::IsNpz(bytes); }

Result<std::string> NpzFile(const std::vector<Value>& values_of_devices) {
  NamedLiterals arrays;
  const bool is_only = values_of_devices.size() == 1;
  for (size_t device = 0; device < values_of_devices.size(); ++device) {
    const std::string prefix = is_only ? "" : std::string(kDevice) + std::to_string(device) + "_";
    size_t count = 0;
    AppendArrays(values_of_devices[device].literal(), prefix, count, arrays);
  }
  return numpy::WriteNpz(arrays);
}

Result<std::string> NpyFile(const Value& value) {
  NamedLiterals arrays;
  size_t count = 0;
  AppendArrays(value.literal(), "", count, arrays);
  if (count != 1) {
    return Fail("R06", "a .npy file must have one array, got {}; a .npz file can have several",
                {count});
  }
  return numpy::WriteNpy(arrays[0].second);
}

Result<std::vector<std::vector<Value>>> Program::ArgumentsFromNumpy(std::string file) const {
  if (!ok() || impl_->parsed.module->entry == nullptr) {
    return Fail("R06", "the program has errors");
  }
  HLO_TRY(const std::vector<numpy::Array> arrays, numpy::ReadArrays(std::move(file)));
  std::vector<std::vector<NamedArray>> devices(1);
  for (const numpy::Array& array : arrays) {
    std::string_view name = array.name;
    const size_t device = TakeNumber(kDevice, name).value_or(0);
    if (device >= arrays.size()) {
      return Fail("R06", "device numbers must count from 0 without gaps, got '{}'",
                  {array.name.substr(0, 80)});
    }
    if (device >= devices.size()) devices.resize(device + 1);
    devices[device].push_back({name, &array});
  }
  const ArgumentReader reader(*impl_->parsed.module->entry);
  std::vector<std::vector<Value>> lists;
  for (const std::vector<NamedArray>& of_device : devices) {
    HLO_TRY(std::vector<Value> values, reader.Read(of_device));
    lists.push_back(std::move(values));
  }
  return lists;
}

}  // namespace hlo::api
