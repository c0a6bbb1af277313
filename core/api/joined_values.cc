// SPDX-License-Identifier: Apache-2.0
// Values whose parts the partitions have.
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/api/program_impl.h"
#include "core/ir/device_parts.h"
#include "core/ops/collective/shard_map.h"
#include "core/ops/collective/sharded_arrays.h"

namespace hlo::api {
namespace {

class Joiner {
 public:
  explicit Joiner(std::vector<std::string> shardings) : shardings_(std::move(shardings)) {}

  // nullopt if a sharding does not say which part each device has.
  std::optional<Literal> Join(std::span<const Literal* const> of_devices) {
    return of_devices[0]->IsTuple() ? JoinTuple(of_devices) : JoinLeaf(of_devices);
  }

 private:
  std::optional<Literal> JoinTuple(std::span<const Literal* const> of_devices) {
    std::vector<Literal> elements;
    for (size_t i = 0; i < of_devices[0]->elements().size(); ++i) {
      std::vector<const Literal*> parts;
      for (const Literal* tuple : of_devices) parts.push_back(&tuple->elements()[i]);
      std::optional<Literal> element = Join(parts);
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return Literal::Tuple(std::move(elements));
  }

  std::optional<Literal> JoinLeaf(std::span<const Literal* const> of_devices) {
    const Literal& first = *of_devices[0];
    const size_t leaf = shardings_.size() == 1 ? 0 : next_++;  // one is that of all arrays
    if (leaf >= shardings_.size() || !first.IsArray() || first.has_dynamic_sizes()) {
      return std::nullopt;
    }
    const std::optional<DeviceParts> parts =
        ReadDeviceParts(shardings_[leaf], first.shape().dims.size(), std::ssize(of_devices));
    if (!parts) return std::nullopt;
    Result<Literal> joined = JoinArray(of_devices, *parts);
    return joined.ok() ? std::optional(std::move(joined.value())) : std::nullopt;
  }

  std::vector<std::string> shardings_;
  size_t next_ = 0;
};

std::optional<Value> Joined(const Instruction& instruction, const std::vector<Value>& values) {
  const auto* sharding = instruction.attributes.Get<RawText>(Attr::sharding);
  if (sharding == nullptr || values.size() < 2) return std::nullopt;
  std::vector<const Literal*> of_devices;
  for (const Value& value : values) of_devices.push_back(&value.literal());
  std::optional<Literal> joined = Joiner(ShardingsOfLeaves(sharding->text)).Join(of_devices);
  return joined ? std::optional(Value(std::move(*joined))) : std::nullopt;
}

}  // namespace

std::optional<Value> Program::JoinResults(const std::vector<Value>& results) const {
  const Module* module = impl_->parsed.module.get();
  if (!ok() || module->entry == nullptr) return std::nullopt;
  return Joined(*module->entry->root, results);
}

KeptValue Program::JoinedValueOf(int64_t instruction) const {
  const Module* module = impl_->parsed.module.get();
  const Instruction* found = module == nullptr ? nullptr : module->InstructionAt(instruction);
  // With a shard_map, all devices have whole arrays.
  if (found == nullptr || HasShardMap(*module)) return {};
  std::vector<Value> values;
  KeptValue kept;
  for (int64_t device = 0; device < module->header.num_partitions; ++device) {
    kept = impl_->ValueOf(*found, device);
    if (!kept.kept) return kept;
    values.push_back(std::move(kept.value));
  }
  std::optional<Value> joined = Joined(*found, values);
  kept.kept = joined.has_value();
  kept.value = joined ? std::move(*joined) : Value();
  return kept;
}

}  // namespace hlo::api
