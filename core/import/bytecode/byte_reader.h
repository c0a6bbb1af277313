// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_BYTECODE_BYTE_READER_H_
#define HLO_CORE_IMPORT_BYTECODE_BYTE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlo::bytecode {

// Reads the primitive fields of MLIR bytecode (imports reference 15.1). After a fault every read
// gives zeros, and good() is false.
class ByteReader {
 public:
  ByteReader() = default;
  // `base`: the place of `bytes` in the file, for messages.
  explicit ByteReader(std::string_view bytes, size_t base = 0) : bytes_(bytes), base_(base) {}

  bool good() const { return good_; }
  bool at_end() const { return position_ == bytes_.size(); }
  size_t position() const { return base_ + position_; }
  size_t left() const { return bytes_.size() - position_; }
  void Fail() { good_ = false; }

  uint8_t Byte();
  uint64_t Varint();
  int64_t SignedVarint();
  // The lowest bit of a varint is a flag.
  uint64_t VarintWithFlag(bool& flag);
  // A varint that counts things of at least one byte each, so that it is at most left().
  size_t Count();
  // An index below `count`.
  size_t Index(size_t count);
  std::string_view Bytes(uint64_t count);
  // Up to a NUL, which is skipped.
  std::string_view NulTerminated();

 private:
  std::string_view bytes_;
  size_t base_ = 0;
  size_t position_ = 0;
  bool good_ = true;
};

}  // namespace hlo::bytecode

#endif  // HLO_CORE_IMPORT_BYTECODE_BYTE_READER_H_
