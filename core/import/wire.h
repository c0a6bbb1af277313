// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_WIRE_H_
#define HLO_CORE_IMPORT_WIRE_H_

#include <cstdint>
#include <string_view>

namespace hlo {

// One field of a protobuf message.
struct WireField {
  uint32_t number = 0;
  int wire = 0;            // 0 varint, 1 eight bytes, 2 bytes with a length, 5 four bytes
  uint64_t value = 0;      // of wire 0
  std::string_view bytes;  // of wire 2
};

// Goes through the fields of a message without reading what they hold.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // False at the end, and at a fault: then good() is false, too.
  bool Next(WireField& field);
  bool good() const { return good_; }

 private:
  bool ReadVarint(uint64_t& value);
  bool Fail() { return good_ = false; }

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_WIRE_H_
