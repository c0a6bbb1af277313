// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_MESSAGE_H_
#define HLO_CORE_ENGINE_DEVICE_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/module.h"

// Messages between the processes of one run. All processes run the same module on the same kind of
// machine, so instructions and computations are sent by number, values without their shapes, and
// numbers in native byte order.
namespace hlo {

class MessageWriter {
 public:
  void Int(int64_t number);
  void Number(const Instruction* instruction);  // may be nullptr
  void Number(const Computation* computation);
  void Ints(const std::vector<int64_t>& numbers);
  void Text(std::string_view text);
  void Value(const Literal& value);

  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  void Bytes(const void* bytes, size_t size);

  std::vector<uint8_t> bytes_;
};

// Reads what MessageWriter wrote about the same module. A truncated message gives zeros, and ok()
// is false.
class MessageReader {
 public:
  MessageReader(const std::vector<uint8_t>& bytes, const Module& module)
      : bytes_(bytes), module_(module) {}

  int64_t Int();
  const Instruction* InstructionByNumber() { return module_.InstructionAt(Int()); }
  const Computation* ComputationByNumber() { return module_.ComputationAt(Int()); }
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
  const Module& module_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_MESSAGE_H_
