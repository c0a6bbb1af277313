// SPDX-License-Identifier: Apache-2.0
// The wire format of protocol buffers, by protozero, whose exceptions end here.
#ifndef HLO_CORE_IMPORT_PROTO_WIRE_H_
#define HLO_CORE_IMPORT_PROTO_WIRE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hlo {

// How a field is written.
enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// One field of a message.
struct WireField {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;      // of a varint; the bits of a fixed one
  std::string_view bytes;  // of kBytes
};

// Goes through the fields of a message without reading what they hold.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // False at the end, and at a fault: then good() is false, too.
  bool Next(WireField& field);
  bool good() const { return good_; }
  // What has not been read; at a fault it begins with the field at fault.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

// Appends the varints of a packed list; false at a fault.
bool AppendVarints(std::string_view packed, std::vector<int64_t>& values);
// How many varints end in these bytes.
size_t CountVarints(std::string_view packed);

// A message behind its length, which is taken from the beginning of `bytes`; false at a fault.
bool TakeDelimited(std::string_view& bytes, std::string_view& message);
// The first byte is not that of one of the fields 1 to 3, so it is that of a length.
inline bool IsDelimited(std::string_view bytes) {
  return !bytes.empty() && bytes[0] != '\x0a' && bytes[0] != '\x12' && bytes[0] != '\x1a';
}

// ---- writing: each appends one field to a message ----

void WriteVarint(uint32_t number, int64_t value, std::string& message);
void WritePacked(uint32_t number, std::span<const int64_t> values, std::string& message);
void WriteBytes(uint32_t number, std::string_view bytes, std::string& message);
// A message that is written in place: BeginMessage returns where its length will stand, for
// EndMessage, which fills it in.
size_t BeginMessage(uint32_t number, std::string& message);
void EndMessage(size_t length_place, std::string& message);
void WriteFixed32(uint32_t number, uint32_t bits, std::string& message);
void WriteFixed64(uint32_t number, uint64_t bits, std::string& message);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_PROTO_WIRE_H_
