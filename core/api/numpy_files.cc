// SPDX-License-Identifier: Apache-2.0
// Files of NumPy as arguments and results.
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/api/program_impl.h"
#include "core/base/format.h"
#include "core/import/numpy/npy.h"
#include "core/ops/collective/shard_map.h"
#include "core/ops/collective/sharded_arrays.h"

namespace hlo::api {
namespace {

constexpr std::string_view kArray = "arr_";  // then a number, as of numpy.savez
constexpr std::string_view kDevice = "device_";
constexpr std::string_view kParameter = "Arg_";  // as imports name arguments

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
Literal AssembleValue(const Shape& shape, std::vector<Literal>& arrays, size_t& next) {
  if (!shape.IsTuple()) return std::move(arrays[next++]);
  std::vector<Literal> elements;
  for (const Shape& element : shape.elements)
    elements.push_back(AssembleValue(element, arrays, next));
  return Literal::Tuple(std::move(elements));
}

// The arrays of one device, with their names there.
struct NamedArray {
  std::string_view name;
  const numpy::Array* array = nullptr;
};

class ArgumentReader {
 public:
  explicit ArgumentReader(const Module& module)
      : entry_(*module.entry), takes_whole_arrays_(HasShardMap(module)) {
    for (const Instruction* parameter : entry_.parameters) {
      AppendLeaves(*parameter, *parameter->shape, leaves_);
    }
  }

  // One list of arguments for all devices, or one per device if an array was split.
  Result<std::vector<std::vector<Value>>> Read(const std::vector<NamedArray>& arrays,
                                               int64_t replicas, int64_t partitions) const {
    if (arrays.size() != leaves_.size()) {
      return Fail("R06", "the parameters have {} {}, the file {}",
                  {leaves_.size(), leaves_.size() == 1 ? "array" : "arrays", arrays.size()});
    }
    HLO_TRY(const std::vector<size_t> order, OrderOf(arrays));
    std::vector<std::vector<Literal>> of_partitions(1);  // or all
    for (size_t i = 0; i < leaves_.size(); ++i) {
      const auto& [parameter, shape] = leaves_[i];
      if (!shape->IsArray()) {
        return Fail("R06", "parameter '{}' must be an array or a tuple of arrays, got {}",
                    {parameter->name, ShapeText(*parameter->shape, false)});
      }
      const numpy::Array& array = *arrays[order[i]].array;
      const std::optional<DeviceParts> parts = PartsOf(leaves_[i], array.dims, partitions);
      Result<Literal> literal =
          numpy::ToLiteral(array, parts ? Shape::Array(shape->element_type, array.dims) : *shape);
      if (!literal.ok()) {
        return Fail(literal.error().code, "parameter '{}': {}",
                    {parameter->name, literal.error().message});
      }
      if (!parts) {
        for (std::vector<Literal>& of_one : of_partitions) of_one.push_back(literal.value());
        continue;
      }
      HLO_TRY(const std::vector<Literal> split, SplitArray(literal.value(), *parts, *shape));
      of_partitions.resize(split.size(), of_partitions[0]);
      for (size_t p = 0; p < split.size(); ++p) of_partitions[p].push_back(split[p]);
    }
    std::vector<std::vector<Value>> lists;
    const bool is_one = of_partitions.size() == 1;
    for (int64_t replica = 0; replica < (is_one ? 1 : replicas); ++replica) {
      for (std::vector<Literal> literals : of_partitions) {
        std::vector<Value>& values = lists.emplace_back();
        size_t next = 0;
        for (const Instruction* parameter : entry_.parameters) {
          values.emplace_back(AssembleValue(*parameter->shape, literals, next));
        }
      }
    }
    return lists;
  }

 private:
  // How the partitions share an array of these sizes; nullopt if it is that of one device.
  std::optional<DeviceParts> PartsOf(const Leaf& leaf, const std::vector<int64_t>& dims,
                                     int64_t partitions) const {
    const auto* sharding = leaf.parameter->attributes.Get<RawText>(Attr::sharding);
    const Dims& part = leaf.shape->dims;
    if (partitions < 2 || takes_whole_arrays_ || sharding == nullptr || leaf.shape->dynamic != 0 ||
        dims.size() != part.size() || std::equal(dims.begin(), dims.end(), part.begin())) {
      return std::nullopt;
    }
    const auto of_parameter = std::find_if(leaves_.begin(), leaves_.end(), [&](const Leaf& other) {
      return other.parameter == leaf.parameter;
    });
    const std::vector<std::string> shardings = ShardingsOfLeaves(sharding->text);
    const auto place = static_cast<size_t>(&leaf - &*of_parameter);
    if (place >= shardings.size() && shardings.size() != 1) return std::nullopt;
    std::optional<DeviceParts> parts =
        ReadDeviceParts(shardings[place < shardings.size() ? place : 0], part.size(), partitions);
    if (!parts) return std::nullopt;
    const Dims whole = WholeDims(*parts, part);
    return std::equal(dims.begin(), dims.end(), whole.begin()) ? parts : std::nullopt;
  }

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
  bool takes_whole_arrays_;  // on every device, before the partitioner
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

std::map<std::string, int64_t> DimsOfArguments(const std::string& file) {
  std::map<std::string, int64_t> dims;
  const auto add = [&](size_t argument, std::span<const int64_t> sizes) {
    for (size_t d = 0; d < sizes.size(); ++d) dims[Format("arg{}.{}", {argument, d})] = sizes[d];
  };
  if (IsNumpyFile(file)) {
    const Result<std::vector<numpy::Array>> arrays = numpy::ReadArrays(file);
    std::vector<std::optional<size_t>> numbers;
    bool has_number = false;
    for (size_t i = 0; arrays.ok() && i < arrays.value().size(); ++i) {
      std::string_view name = arrays.value()[i].name;
      TakeNumber(kDevice, name);
      std::optional<size_t> number = TakeNumber(kArray, name);
      if (!number) number = TakeNumber(kParameter, name);
      has_number = has_number || number;
      numbers.push_back(number);
    }
    // Without numbers, in the order of the file.
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (!has_number) numbers[i] = i;
      if (numbers[i]) add(*numbers[i], arrays.value()[i].dims);
    }
    return dims;
  }
  const Result<std::vector<std::vector<Value>>> lists = ParseArguments(file);
  if (!lists.ok() || lists.value().empty()) return dims;
  for (size_t i = 0; i < lists.value()[0].size(); ++i) {
    const Dims& sizes = lists.value()[0][i].literal().shape().dims;
    add(i, {sizes.data(), sizes.size()});
  }
  return dims;
}

Result<std::vector<std::vector<Value>>> Program::ArgumentsFromNumpy(std::string file) const {
  HLO_TRY(NumpyArguments read, ReadNumpyArguments(std::move(file)));
  return std::move(read.lists);
}

Result<NumpyArguments> Program::ReadNumpyArguments(std::string file, int64_t replica_count,
                                                   int64_t partition_count) const {
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
  const ArgumentReader reader(*impl_->parsed.module);
  NumpyArguments made;
  for (const std::vector<NamedArray>& of_device : devices) {
    // Only a file without device numbers can have arrays of all devices.
    const int64_t of_each = replica_count > 0 ? replica_count : replicas();
    const int64_t sharing = partition_count > 0 ? partition_count : partitions();
    HLO_TRY(std::vector<std::vector<Value>> read,
            reader.Read(of_device, of_each, devices.size() == 1 ? sharing : 1));
    made.are_split = read.size() > 1;
    for (std::vector<Value>& values : read) made.lists.push_back(std::move(values));
  }
  return made;
}

}  // namespace hlo::api
