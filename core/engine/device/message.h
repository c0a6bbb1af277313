// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_MESSAGE_H_
#define HLO_CORE_ENGINE_DEVICE_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/module.h"

// Bytes that processes of one run send to each other. All run the same module, so instructions and
// computations go by their numbers, and values without their shapes. Numbers are those of the
// machine: the processes are of one kind.
namespace hlo {

// The instructions and computations of a module by number. -1 and nullptr stand for none.
class ModuleNumbers {
 public:
  explicit ModuleNumbers(const Module& module);

  int64_t Of(const Instruction* instruction) const;
  int64_t Of(const Computation* computation) const;
  const Instruction* InstructionAt(int64_t number) const;
  const Computation* ComputationAt(int64_t number) const;

 private:
  std::vector<const Instruction*> instructions_;
  std::vector<const Computation*> computations_;
  std::unordered_map<const Instruction*, int64_t> instruction_numbers_;
  std::unordered_map<const Computation*, int64_t> computation_numbers_;
};

class MessageWriter {
 public:
  void Int(int64_t number);
  void Ints(const std::vector<int64_t>& numbers);
  void Text(std::string_view text);
  void Value(const Literal& value);

  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  void Bytes(const void* bytes, size_t size);

  std::vector<uint8_t> bytes_;
};

// Reads what the writer wrote. A message that ends too early gives zeros and ok() is false.
class MessageReader {
 public:
  explicit MessageReader(const std::vector<uint8_t>& bytes) : bytes_(bytes) {}

  int64_t Int();
  std::vector<int64_t> Ints();
  std::string Text();
  // Error R02.
  Result<Literal> Value(const Shape& shape, const std::shared_ptr<MemoryBudget>& budget);

  bool ok() const { return ok_; }

 private:
  void Bytes(void* to, size_t size);
  // A count of things of at least a byte each.
  size_t Count();

  const std::vector<uint8_t>& bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_MESSAGE_H_
