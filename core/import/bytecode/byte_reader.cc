// SPDX-License-Identifier: Apache-2.0
#include "core/import/bytecode/byte_reader.h"

namespace hlo::bytecode {

uint8_t ByteReader::Byte() {
  if (!good_ || at_end()) {
    good_ = false;
    return 0;
  }
  return static_cast<uint8_t>(bytes_[position_++]);
}

// The trailing zero bits of the first byte count the other bytes; eight of them after a zero byte.
uint64_t ByteReader::Varint() {
  const uint8_t first = Byte();
  int others = 0;
  while (others < 8 && (first >> others & 1) == 0) ++others;
  uint64_t value = others < 8 ? first : 0;
  for (int i = 1; i <= others; ++i) {
    const int shift = others < 8 ? 8 * i : 8 * (i - 1);
    value |= uint64_t{Byte()} << (shift & 63);
  }
  return good_ ? others < 8 ? value >> (others + 1) : value : 0;
}

int64_t ByteReader::SignedVarint() {
  const uint64_t value = Varint();
  return static_cast<int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

uint64_t ByteReader::VarintWithFlag(bool& flag) {
  const uint64_t value = Varint();
  flag = (value & 1) != 0;
  return value >> 1;
}

size_t ByteReader::Count() {
  const uint64_t count = Varint();
  if (count > left()) good_ = false;
  return good_ ? static_cast<size_t>(count) : 0;
}

size_t ByteReader::Index(size_t count) {
  const uint64_t index = Varint();
  if (index >= count) good_ = false;
  return good_ ? static_cast<size_t>(index) : 0;
}

std::string_view ByteReader::Bytes(uint64_t count) {
  if (count > left()) good_ = false;
  if (!good_) return {};
  const std::string_view found = bytes_.substr(position_, static_cast<size_t>(count));
  position_ += found.size();
  return found;
}

std::string_view ByteReader::NulTerminated() {
  const size_t end = bytes_.find('\0', position_);
  if (end == std::string_view::npos) good_ = false;
  if (!good_) return {};
  const std::string_view found = bytes_.substr(position_, end - position_);
  position_ = end + 1;
  return found;
}

}  // namespace hlo::bytecode
