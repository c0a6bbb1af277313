// SPDX-License-Identifier: Apache-2.0
#include "core/import/numpy/zip.h"

#include <array>
#include <optional>

#include "core/base/format.h"
#include "core/import/gzip.h"

namespace hlo::numpy {
namespace {

constexpr uint32_t kLocalMagic = 0x04034b50;
constexpr uint32_t kDirectoryMagic = 0x02014b50;
constexpr uint32_t kEndMagic = 0x06054b50;
constexpr size_t kLocalBytes = 30;
constexpr size_t kDirectoryBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr uint32_t kStored = 0;
constexpr uint32_t kDeflated = 8;
constexpr uint64_t kMaxOffset = 0xFFFFFFFF;

uint32_t Crc32(std::string_view bytes) {
  static constexpr auto kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
      table[i] = i;
      for (int bit = 0; bit < 8; ++bit) {
        table[i] = table[i] >> 1 ^ ((table[i] & 1) != 0 ? 0xEDB88320u : 0);
      }
    }
    return table;
  }();
  uint32_t crc = ~0u;
  for (const char c : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<uint8_t>(c)) & 0xFF];
  return ~crc;
}

// Little-endian numbers; `at` + `width` is at most the size.
uint32_t Number(std::string_view bytes, size_t at, size_t width) {
  uint32_t number = 0;
  for (size_t i = 0; i < width; ++i) {
    number |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[at + i])) << 8 * i;
  }
  return number;
}

void Append(std::string& out, size_t width, uint64_t number) {
  for (size_t i = 0; i < width; ++i) out += static_cast<char>(number >> 8 * i);
}

Error Damaged() { return Fail("I18", "the zip archive is damaged or cut short"); }

// An entry of the directory.
struct Entry {
  std::string name;
  uint32_t method = 0;
  uint32_t crc = 0;
  size_t packed = 0;
  size_t size = 0;
  size_t at = 0;  // of the local header
};

Result<std::vector<Entry>> ReadDirectory(std::string_view archive) {
  size_t end = archive.size();
  if (end < kEndBytes) return Damaged();
  // A comment may follow.
  for (end -= kEndBytes; Number(archive, end, 4) != kEndMagic; --end) {
    if (end == 0) return Damaged();
  }
  std::vector<Entry> entries(Number(archive, end + 10, 2));
  size_t at = Number(archive, end + 16, 4);
  for (Entry& entry : entries) {
    if (at > end || end - at < kDirectoryBytes || Number(archive, at, 4) != kDirectoryMagic) {
      return Damaged();
    }
    const size_t name = Number(archive, at + 28, 2);
    if (end - at - kDirectoryBytes < name) return Damaged();
    entry.method = Number(archive, at + 10, 2);
    entry.crc = Number(archive, at + 16, 4);
    entry.packed = Number(archive, at + 20, 4);
    entry.size = Number(archive, at + 24, 4);
    entry.at = Number(archive, at + 42, 4);
    entry.name = archive.substr(at + kDirectoryBytes, name);
    at += kDirectoryBytes + name + Number(archive, at + 30, 2) + Number(archive, at + 32, 2);
  }
  return entries;
}

Result<std::string> Unpack(std::string_view archive, const Entry& entry) {
  if (archive.size() < kLocalBytes || entry.at > archive.size() - kLocalBytes ||
      Number(archive, entry.at, 4) != kLocalMagic) {
    return Damaged();
  }
  const size_t begin = entry.at + kLocalBytes + Number(archive, entry.at + 26, 2) +
                       Number(archive, entry.at + 28, 2);
  if (begin > archive.size() || archive.size() - begin < entry.packed) return Damaged();
  const std::string_view packed = archive.substr(begin, entry.packed);
  std::optional<std::string> content;
  if (entry.method == kStored) {
    content = packed;
  } else if (entry.method == kDeflated && CanDecompress()) {
    content = Inflate(packed, entry.size);
  } else {
    return Fail("I18", "'{}' is compressed in a way that is not supported", {entry.name});
  }
  if (!content || content->size() != entry.size || Crc32(*content) != entry.crc) return Damaged();
  return std::move(*content);
}

}  // namespace

Result<std::vector<ZipFile>> ReadZip(std::string_view archive, size_t most) {
  HLO_TRY(const std::vector<Entry> entries, ReadDirectory(archive));
  size_t total = 0;
  for (const Entry& entry : entries) total += entry.size;
  if (total > most) {
    return Fail("I18", "the zip archive holds {} bytes, at most {} are read", {total, most});
  }
  std::vector<ZipFile> files;
  for (const Entry& entry : entries) {
    HLO_TRY(std::string content, Unpack(archive, entry));
    files.push_back({entry.name, std::move(content)});
  }
  return files;
}

Result<std::string> WriteZip(const std::vector<ZipFile>& files) {
  constexpr uint64_t kVersion = 20;
  constexpr uint64_t kFirstDate = 1 << 5 | 1;  // 1980-01-01
  std::string out, directory;
  for (const auto& [name, content] : files) {
    const uint64_t at = out.size();
    if (at + content.size() + name.size() > kMaxOffset / 2) {
      return Fail("R02", "a zip archive of more than {} bytes is not written", {kMaxOffset / 2});
    }
    std::string common;
    Append(common, 2, kVersion);
    Append(common, 2, 0);  // flags
    Append(common, 2, kStored);
    Append(common, 2, 0);  // time
    Append(common, 2, kFirstDate);
    Append(common, 4, Crc32(content));
    Append(common, 4, content.size());
    Append(common, 4, content.size());
    Append(common, 2, name.size());
    Append(common, 2, 0);  // extra fields
    Append(out, 4, kLocalMagic);
    out += common + name + content;
    Append(directory, 4, kDirectoryMagic);
    Append(directory, 2, kVersion);
    directory += common;
    Append(directory, 2, 0);  // comment
    Append(directory, 2, 0);  // disk
    Append(directory, 2, 0);  // internal attributes
    Append(directory, 4, 0);  // external attributes
    Append(directory, 4, at);
    directory += name;
  }
  const uint64_t begin = out.size();
  out += directory;
  Append(out, 4, kEndMagic);
  Append(out, 4, 0);  // disks
  Append(out, 2, files.size());
  Append(out, 2, files.size());
  Append(out, 4, directory.size());
  Append(out, 4, begin);
  Append(out, 2, 0);  // comment
  return out;
}

}  // namespace hlo::numpy
