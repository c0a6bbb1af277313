// SPDX-License-Identifier: Apache-2.0
#include "core/import/numpy/zip.h"

#include <gtest/gtest.h>

#include "core/import/gzip.h"

namespace hlo::numpy {
namespace {

// Of the file "a.txt" with 30 times "x", by zipfile of Python 3.11.
const std::string kDeflated(
    "\x50\x4b\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x21\x00\x60\x85\x8f\x39\x05\x00\x00\x00\x1e"
    "\x00\x00\x00\x05\x00\x00\x00\x61\x2e\x74\x78\x74\xab\xa8\xc0\x07\x00\x50\x4b\x01\x02\x14\x03"
    "\x14\x00\x00\x00\x08\x00\x00\x00\x21\x00\x60\x85\x8f\x39\x05\x00\x00\x00\x1e\x00\x00\x00\x05"
    "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00\x61\x2e\x74\x78\x74\x50"
    "\x4b\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x33\x00\x00\x00\x28\x00\x00\x00\x00\x00",
    113);

TEST(Zip, DeflatedFilesAreRead) {
  const Result<std::vector<ZipFile>> files = ReadZip(kDeflated, 1000);
  if (!CanDecompress()) {
    EXPECT_EQ(files.error().message, "'a.txt' is compressed in a way that is not supported");
    return;
  }
  ASSERT_TRUE(files.ok()) << files.error().message;
  EXPECT_EQ(files.value().at(0).name, "a.txt");
  EXPECT_EQ(files.value().at(0).content, std::string(30, 'x'));
}

// The same file, as force_zip64 writes it: the sizes stand in extra field 1, here also in the
// directory.
TEST(Zip, LargeNumbersStandInAnExtraField) {
  std::string archive = WriteZip({{"a", "content"}}).value();
  const size_t directory = archive.find("PK\1\2");
  const std::string extra("\1\0\x10\0\7\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0", 20);
  archive.insert(directory + 47, extra);
  archive[directory + 30] = static_cast<char>(extra.size());
  for (size_t i = 20; i < 28; ++i) archive[directory + i] = '\xff';
  const Result<std::vector<ZipFile>> files = ReadZip(archive, 1000);
  ASSERT_TRUE(files.ok()) << files.error().message;
  EXPECT_EQ(files.value().at(0).content, "content");
}

TEST(Zip, FilesAreCounted) {
  EXPECT_TRUE(ReadZip(WriteZip(std::vector<ZipFile>(65535)).value(), 100).ok());
  EXPECT_EQ(WriteZip(std::vector<ZipFile>(65536)).error().message.substr(0, 49),
            "a zip archive must have at most 65535 files and 4");
}

TEST(Zip, SizesAreLimited) {
  EXPECT_EQ(ReadZip(kDeflated, 29).error().message,
            "the zip archive holds 30 bytes, at most 29 are read");
}

TEST(Zip, DamagedArchivesAreErrors) {
  const std::string stored = WriteZip({{"a", "content"}}).value();
  ASSERT_TRUE(ReadZip(stored, 100).ok());
  for (size_t end = 0; end < stored.size(); ++end) {
    EXPECT_FALSE(ReadZip(stored.substr(0, end), 100).ok()) << end;
  }
  // Any byte but those of versions, dates, and attributes matters: no change is read as content.
  for (size_t at = 0; at < stored.size(); ++at) {
    std::string changed = stored;
    changed[at] = static_cast<char>(changed[at] ^ 0x40);
    const Result<std::vector<ZipFile>> files = ReadZip(changed, 100);
    if (!files.ok() || files.value().empty()) continue;
    EXPECT_EQ(files.value()[0].content, "content") << at;
  }
}

}  // namespace
}  // namespace hlo::numpy
