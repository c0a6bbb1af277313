// SPDX-License-Identifier: Apache-2.0
// Compiled with exceptions (scripts/cmake/folder_library.cmake): protozero throws at faults.
#include "core/import/proto/wire.h"

#include <algorithm>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

namespace hlo {
namespace {

void ReadValue(protozero::pbf_reader& reader, WireField& field) {
  switch (reader.wire_type()) {
    case protozero::pbf_wire_type::varint:
      field.type = WireType::kVarint;
      field.value = reader.get_uint64();
      return;
    case protozero::pbf_wire_type::fixed64:
      field.type = WireType::kFixed64;
      field.value = reader.get_fixed64();
      return;
    case protozero::pbf_wire_type::fixed32:
      field.type = WireType::kFixed32;
      field.value = reader.get_fixed32();
      return;
    default: {
      const protozero::data_view view = reader.get_view();
      field.type = WireType::kBytes;
      field.bytes = {view.data(), view.size()};
      return;
    }
  }
}

}  // namespace

bool WireReader::Next(WireField& field) {
  if (rest_.empty() || !good_) return false;
  try {
    protozero::pbf_reader reader(rest_.data(), rest_.size());
    if (!reader.next()) return false;
    field = {};
    field.number = reader.tag();
    ReadValue(reader, field);
    rest_.remove_prefix(rest_.size() - reader.length());
    return true;
  } catch (...) {
    return good_ = false;
  }
}

bool AppendVarints(std::string_view packed, std::vector<int64_t>& values) {
  const char* at = packed.data();
  const char* end = at + packed.size();
  try {
    while (at != end) values.push_back(static_cast<int64_t>(protozero::decode_varint(&at, end)));
    return true;
  } catch (...) {
    return false;
  }
}

size_t CountVarints(std::string_view packed) {
  return static_cast<size_t>(
      std::count_if(packed.begin(), packed.end(), [](char c) { return (c & 0x80) == 0; }));
}

bool TakeDelimited(std::string_view& bytes, std::string_view& message) {
  const char* at = bytes.data();
  const char* end = at + bytes.size();
  try {
    const uint64_t size = protozero::decode_varint(&at, end);
    if (size > static_cast<uint64_t>(end - at)) return false;
    message = {at, static_cast<size_t>(size)};
    bytes.remove_prefix(static_cast<size_t>(at - bytes.data()) + message.size());
    return true;
  } catch (...) {
    return false;
  }
}

void WriteVarint(uint32_t number, int64_t value, std::string& message) {
  protozero::pbf_writer(message).add_int64(number, value);
}

void WritePacked(uint32_t number, std::span<const int64_t> values, std::string& message) {
  protozero::pbf_writer(message).add_packed_int64(number, values.begin(), values.end());
}

void WriteBytes(uint32_t number, std::string_view bytes, std::string& message) {
  protozero::pbf_writer(message).add_bytes(number, bytes.data(), bytes.size());
}

namespace {

// Every length takes as many bytes, so that it can be filled in later; it must be below 2^35.
constexpr size_t kLengthBytes = 5;

}  // namespace

size_t BeginMessage(uint32_t number, std::string& message) {
  constexpr uint32_t kLengthDelimited = 2;
  protozero::add_varint_to_buffer(&message, number << 3 | kLengthDelimited);
  message.append(kLengthBytes, '\0');
  return message.size() - kLengthBytes;
}

void EndMessage(size_t length_place, std::string& message) {
  const uint64_t size = message.size() - length_place - kLengthBytes;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    const uint64_t more = i + 1 < kLengthBytes ? 0x80 : 0;
    message[length_place + i] = static_cast<char>((size >> 7 * i & 0x7f) | more);
  }
}

void WriteFixed32(uint32_t number, uint32_t bits, std::string& message) {
  protozero::pbf_writer(message).add_fixed32(number, bits);
}

void WriteFixed64(uint32_t number, uint64_t bits, std::string& message) {
  protozero::pbf_writer(message).add_fixed64(number, bits);
}

}  // namespace hlo
