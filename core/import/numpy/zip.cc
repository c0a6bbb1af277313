// SPDX-License-Identifier: Apache-2.0
#include "core/import/numpy/zip.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/format.h"
#include "core/import/gzip.h"

namespace hlo::numpy {
namespace {

constexpr uint32_t kLocalMagic = 0x04034b50;
constexpr uint32_t kDirectoryMagic = 0x02014b50;
constexpr uint32_t kEndMagic = 0x06054b50;
constexpr uint32_t kEnd64Magic = 0x06064b50;
constexpr uint32_t kLocator64Magic = 0x07064b50;
constexpr size_t kLocalBytes = 30;
constexpr size_t kDirectoryBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kEnd64Bytes = 56;
constexpr size_t kLocator64Bytes = 20;
constexpr uint64_t kMaxFiles = 0xFFFF;
constexpr uint32_t kStored = 0;
constexpr uint32_t kDeflated = 8;
constexpr uint64_t kMaxOffset = 0xFFFFFFFF;  // larger numbers stand elsewhere (zip64)

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
uint64_t Number(std::string_view bytes, size_t at, size_t width) {
  uint64_t number = 0;
  for (size_t i = 0; i < width; ++i) {
    number |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[at + i])) << 8 * i;
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
  uint64_t method = 0;
  uint64_t crc = 0;
  uint64_t packed = 0;
  uint64_t size = 0;
  uint64_t at = 0;  // of the local header
};

struct Directory {
  uint64_t files = 0;
  uint64_t begin = 0;
  size_t end = 0;  // at most
};

Result<Directory> FindDirectory(std::string_view archive) {
  if (archive.size() < kEndBytes) return Damaged();
  size_t end = archive.size() - kEndBytes;
  // A comment may follow.
  for (; Number(archive, end, 4) != kEndMagic; --end) {
    if (end == 0) return Damaged();
  }
  Directory directory = {Number(archive, end + 10, 2), Number(archive, end + 16, 4), end};
  if (end < kLocator64Bytes) return directory;
  const size_t locator = end - kLocator64Bytes;
  if (Number(archive, locator, 4) != kLocator64Magic) return directory;
  const uint64_t end64 = Number(archive, locator + 8, 8);
  if (locator < kEnd64Bytes || end64 > locator - kEnd64Bytes ||
      Number(archive, static_cast<size_t>(end64), 4) != kEnd64Magic) {
    return Damaged();
  }
  const auto at = static_cast<size_t>(end64);
  return Directory{Number(archive, at + 32, 8), Number(archive, at + 48, 8), at};
}

// Numbers that do not fit their place stand one after the other in extra field 1 (zip64).
bool ReadLargeNumbers(std::string_view extra, Entry& entry) {
  constexpr size_t kHeader = 4;
  while (extra.size() >= kHeader) {
    const auto length = static_cast<size_t>(Number(extra, 2, 2));
    std::string_view field = extra.substr(kHeader, length);
    if (field.size() < length) return false;
    if (Number(extra, 0, 2) == 1) {
      for (uint64_t* number : {&entry.size, &entry.packed, &entry.at}) {
        if (*number != kMaxOffset) continue;
        if (field.size() < 8) return false;
        *number = Number(field, 0, 8);
        field.remove_prefix(8);
      }
      return true;
    }
    extra.remove_prefix(kHeader + length);
  }
  return true;
}

Result<std::vector<Entry>> ReadDirectory(std::string_view archive) {
  HLO_TRY(const Directory directory, FindDirectory(archive));
  const size_t end = directory.end;
  if (directory.begin > end || directory.files > (end - directory.begin) / kDirectoryBytes) {
    return Damaged();
  }
  std::vector<Entry> entries(static_cast<size_t>(directory.files));
  auto at = static_cast<size_t>(directory.begin);
  for (Entry& entry : entries) {
    if (at > end || end - at < kDirectoryBytes || Number(archive, at, 4) != kDirectoryMagic) {
      return Damaged();
    }
    const auto name = static_cast<size_t>(Number(archive, at + 28, 2));
    const auto extra = static_cast<size_t>(Number(archive, at + 30, 2));
    if (end - at - kDirectoryBytes < name + extra) return Damaged();
    entry.method = Number(archive, at + 10, 2);
    entry.crc = Number(archive, at + 16, 4);
    entry.packed = Number(archive, at + 20, 4);
    entry.size = Number(archive, at + 24, 4);
    entry.at = Number(archive, at + 42, 4);
    entry.name = archive.substr(at + kDirectoryBytes, name);
    if (!ReadLargeNumbers(archive.substr(at + kDirectoryBytes + name, extra), entry)) {
      return Damaged();
    }
    at += kDirectoryBytes + name + extra + static_cast<size_t>(Number(archive, at + 32, 2));
  }
  return entries;
}

Result<std::string> Unpack(std::string_view archive, const Entry& entry) {
  if (archive.size() < kLocalBytes || entry.at > archive.size() - kLocalBytes ||
      Number(archive, static_cast<size_t>(entry.at), 4) != kLocalMagic) {
    return Damaged();
  }
  const auto at = static_cast<size_t>(entry.at);
  const uint64_t begin =
      at + kLocalBytes + Number(archive, at + 26, 2) + Number(archive, at + 28, 2);
  if (begin > archive.size() || archive.size() - begin < entry.packed) return Damaged();
  const std::string_view packed =
      archive.substr(static_cast<size_t>(begin), static_cast<size_t>(entry.packed));
  std::optional<std::string> content;
  if (entry.method == kStored) {
    content = packed;
  } else if (entry.method == kDeflated && CanDecompress()) {
    content = Inflate(packed, static_cast<size_t>(entry.size));
  } else {
    return Fail("I18", "'{}' is compressed in a way that is not supported", {entry.name});
  }
  if (!content || content->size() != entry.size || Crc32(*content) != entry.crc) return Damaged();
  return std::move(*content);
}

}  // namespace

Result<std::vector<ZipFile>> ReadZip(std::string_view archive, size_t most) {
  HLO_TRY(const std::vector<Entry> entries, ReadDirectory(archive));
  uint64_t total = 0;
  for (const Entry& entry : entries) total += std::min(entry.size, uint64_t{most} + 1);
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
  uint64_t total = kEndBytes;
  for (const auto& [name, content] : files) {
    total += kLocalBytes + kDirectoryBytes + 2 * name.size() + content.size();
  }
  if (total > kMaxOffset || files.size() > kMaxFiles) {
    return Fail("R02", "a zip archive must have at most {} files and {} bytes, got {} and {}",
                {kMaxFiles, kMaxOffset, files.size(), total});
  }
  std::string out, directory;
  for (const auto& [name, content] : files) {
    const uint64_t at = out.size();
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
