// SPDX-License-Identifier: Apache-2.0
#include "core/import/wire.h"

namespace hlo {

bool WireReader::ReadVarint(uint64_t& value) {
  constexpr int kMostBytes = 10;
  value = 0;
  for (int i = 0; i < kMostBytes; ++i) {
    if (rest_.empty()) return Fail();
    const auto byte = static_cast<uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if ((byte & 0x80) == 0) return true;
  }
  return Fail();
}

bool WireReader::Next(WireField& field) {
  if (rest_.empty() || !good_) return false;
  uint64_t tag = 0;
  if (!ReadVarint(tag)) return false;
  field = {};
  field.number = static_cast<uint32_t>(tag >> 3);
  field.wire = static_cast<int>(tag & 7);
  if (field.number == 0 || tag >> 32 != 0) return Fail();
  uint64_t length = 0;
  switch (field.wire) {
    case 0:
      return ReadVarint(field.value);
    case 1:
      length = 8;
      break;
    case 2:
      if (!ReadVarint(length)) return false;
      break;
    case 5:
      length = 4;
      break;
    default:
      return Fail();
  }
  if (length > rest_.size()) return Fail();
  field.bytes = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return true;
}

}  // namespace hlo
