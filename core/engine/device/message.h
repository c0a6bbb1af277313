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

// Messages between the processes of one run. All processes run the same module on the same kind of
// machine, so instructions and computations are sent by number, values without their shapes, and
// numbers in native byte order.
namespace hlo {

// The instructions and computations of a module by number. -1 stands for nullptr.
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

// Reads what MessageWriter wrote. A truncated message gives zeros, and ok() is false.
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
  // A count of items of at least a byte each.
  size_t Count();

  const std::vector<uint8_t>& bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_MESSAGE_H_
