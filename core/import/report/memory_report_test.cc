// SPDX-License-Identifier: Apache-2.0
#include "core/import/report/memory_report.h"

#include "core/import/proto/testing.h"

namespace hlo {
namespace {

constexpr std::string_view kAssignment =
    "BufferAssignment:\n"
    "allocation 0: size 2000, parameter 0, shape |f32[5,100]| at ShapeIndex {}:\n"
    " value: <1 x @0> (size=2000,offset=0): f32[5,100]{1,0}\n"
    "allocation 1: size 8192, preallocated-temp:\n"
    " value: <2 m{1} @0> (size=4096,offset=4096): f32[5,100]{1,0:T(8,128)}\n"
    "\nTotal bytes used: 10192 (10.0KiB)\n\nUsed values:\n<2 m{1} @0>\n positions:\n  m {1}\n "
    "uses:\n"
    " from instruction: %m = (f32[], f32[5,100]) fusion(%x), metadata={op_name=\"jit(f)/mul\" "
    "source_file=\"f.py\" source_line=3}\n\n"
    "HloLiveRange (max 3):\n  InstructionSequence:\n    0:x\n  BufferLiveRange:\n    x{}:0-3\n"
    "    m{1}:1-2\n  Live ranges at 2 (peak):\n    x{}: 2000 bytes\n";

TEST(MemoryReport, ValuesHavePlacesPaddingAndOrigins) {
  MemoryReport report;
  ReadBufferAssignment(kAssignment, report);
  ASSERT_EQ(report.allocations.size(), 2u);
  EXPECT_EQ(report.allocations[0].kind, "parameter");
  const MemoryValue& value = report.allocations[1].values.at(0);
  EXPECT_EQ(value.name, "m{1}");
  EXPECT_EQ(value.offset, 4096);
  EXPECT_EQ(report.ranges.at("m{1}").end, 2);
  const std::string text = MemoryText(report);
  // 8 x 128 floats are 4096 bytes, of which 500 floats are elements.
  EXPECT_NE(
      text.find(
          "4096              2096 (51%)          4096        1..2  f32[5,100]{1,0:T(8,128)}      "
          "m{1}  jit(f)/mul f.py:3\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("peak: 6096 bytes at position 1: m{1} x\n"), std::string::npos) << text;
  EXPECT_NE(text.find("10192 bytes in all, parameter 2000, temp 8192\n"), std::string::npos);
}

TEST(MemoryReport, AMemoryUsageReportHasATableForEachAllocation) {
  MemoryReport report;
  ReadMemoryUsage(
      "Memory Space: default (color=0)\nTotal bytes: 8268 (8.1KiB)\n"
      "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
      "  ------------------------------------------------------------\n"
      "     1.0KiB( 44%);     1.0KiB;            0;                1; f32[8,32]\n"
      "     2.0KiB( 88%);     1.0KiB;         1024;                4; 2\xC3\x97"
      "f32[8,32], 2\xC3\x97"
      "f32[8,4]\n"
      "     2.1KiB( 93%);       128B;         2048;                1; f32[8,4]\n\n"
      "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
      "  ------------------------------------------------------------\n"
      "         4B(100%);         4B;            0;                1; f32[]\n",
      report);
  ASSERT_EQ(report.allocations.size(), 2u);
  EXPECT_EQ(report.allocations[0].bytes, 2176);
  ASSERT_EQ(report.allocations[0].values.size(), 3u);
  EXPECT_EQ(report.allocations[0].values[1].shape, "f32[8,32]");
  EXPECT_EQ(report.allocations[0].values[1].offset, 1024);
  const std::string text = MemoryText(report);
  EXPECT_NE(text.find("allocation 0: 2176 bytes\n"), std::string::npos) << text;
  EXPECT_NE(text.find("2180 bytes in all\n"), std::string::npos) << text;
}

TEST(MemoryReport, ARowOfSeveralShapesHasTheBytesOfTheLargestOne) {
  MemoryReport report;
  ReadMemoryUsage(
      "Memory Space: default\n cumulative_size; size; offset; used_by_n_values; shapes_list\n"
      " 1.6KiB( 80%); 1.6KiB; 0; 2; f32[5,35], 2\xC3\x97"
      "f32[5,5,16]\n 1.6KiB(100%); 40B; 1600; 1; (f32[], f32[32])\n",
      report);
  ASSERT_EQ(report.allocations.size(), 1u);
  EXPECT_EQ(report.allocations[0].values.at(0).bytes, 1600);
  EXPECT_EQ(report.allocations[0].values.at(0).shape, "f32[5,5,16]");
  EXPECT_EQ(report.allocations[0].values.at(1).bytes, 40);
  EXPECT_EQ(report.allocations[0].bytes, 1640);
}

TEST(MemoryReport, BytesThatValuesShareCountOnceInThePeak) {
  MemoryReport report;
  ReadBufferAssignment(
      "BufferAssignment:\nallocation 0: size 96, preallocated-temp:\n"
      " value: <1 a{} @0> (size=64,offset=0): (f32[8], f32[8])\n"
      " value: <2 b @0> (size=64,offset=32): f32[16]{0}\n\nHloLiveRange (max 3):\n"
      "  BufferLiveRange:\n    a{}:0-2\n    b{}:1-2\n",
      report);
  const std::string text = MemoryText(report);
  EXPECT_NE(text.find("peak: 96 bytes at position 1: a b\n"), std::string::npos) << text;
}

TEST(MemoryReport, LiveRangesAloneListWhatLivesAtThePeak) {
  MemoryReport report;
  ReadLiveRanges(
      "HloLiveRange (max 3):\n  InstructionSequence:\n    0:x\n  BufferLiveRange:\n    x{}:0-3\n"
      "    m{1}:1-2\n  Live ranges at 2 (peak):\n    x{}: 2000 bytes (cumulative: 2000 bytes)\n"
      "    m{1}: 48 bytes (cumulative: 2048 bytes)\n  Stack trace breakdown for peak usage: 2 048 "
      "bytes\n",
      report);
  ASSERT_EQ(report.live_at_peak.size(), 2u);
  EXPECT_EQ(report.live_at_peak[1].name, "m{1}");
  const std::string text = MemoryText(report);
  EXPECT_NE(text.find("values that live at the peak\n"), std::string::npos) << text;
  EXPECT_NE(text.find("2000"), std::string::npos) << text;
  EXPECT_NE(text.find("0..3"), std::string::npos) << text;
}

TEST(MemoryReport, AnOutOfMemoryMessageListsTheLargestBuffers) {
  MemoryReport report;
  ReadOutOfMemory(
      "BufferAssignment OOM Debugging.\nPeak buffers:\n\tBuffer 1:\n\t\tSize: 4.00KiB\n"
      "\t\tOperator: op_name=\"jit(f)/dot\" source_file=\"f.py\" source_line=175\n"
      "\t\tXLA Label: fusion\n\t\tShape: f32[5,100]{1,0:T(8,128)}\n\t\t==========\n"
      "\tBuffer 2:\n\t\tSize: 8B\n\t\tEntry Parameter Subshape: f32[2]\n",
      report);
  ASSERT_EQ(report.peak.size(), 2u);
  EXPECT_EQ(report.peak[0].origin, "jit(f)/dot f.py:175");
  EXPECT_EQ(report.peak[1].name, "parameter");
  const std::string text = MemoryText(report);
  EXPECT_NE(text.find("4096              2096 (51%)"), std::string::npos) << text;
}

TEST(MemoryReport, AnOutOfMemoryMessageOfATpuIsReadBehindThePrefixesOfALog) {
  const std::string_view text =
      "Traceback (most recent call last):\n"
      "(pid=7) RuntimeError: Ran out of memory in memory space hbm.\n"
      "(pid=7) Program hbm requirement 15.20G:\n"
      "(pid=7)   Largest program allocations in hbm:\n(pid=7) \n"
      "(pid=7)   1. Size: 4.0K\n(pid=7)      Operator: op_name=\"jit(f)/iota\"\n"
      "(pid=7)      Shape: s32[100,10]{1,0:T(8,128)}\n(pid=7)      Unpadded size: 3.9K\n"
      "(pid=7)      XLA label: %iota.2 = s32[100,10]{1,0:T(8,128)} iota(), iota_dimension=0\n"
      "(pid=7)      Allocation type: HLO temp\n(pid=7)   2. Size: 8B\n"
      "(pid=7)      Shape: f32[2]{0}\n";
  EXPECT_EQ(SniffFile(text).format, FileFormat::kOomReport);
  MemoryReport report;
  ReadOutOfMemory(text, report);
  ASSERT_EQ(report.peak.size(), 2u);
  EXPECT_EQ(report.peak[0].name, "iota.2");
  EXPECT_EQ(report.peak[0].origin, "jit(f)/iota");
  EXPECT_EQ(report.peak[0].shape, "s32[100,10]{1,0:T(8,128)}");
  // 104 x 128 elements of 4 bytes, of which 1000 are used.
  EXPECT_NE(MemoryText(report).find("53248             49248 (92%)"), std::string::npos)
      << MemoryText(report);
  EXPECT_EQ(report.peak[1].size, "8B");
}

TEST(MemoryReport, ABufferAssignmentAloneNamesInstructionsByTheirNumbers) {
  using namespace proto_testing;
  const std::string buffer = Bytes(1, Int(1, 7) + Int(2, 8) + Bytes(3, Int(4, 2)));
  const std::string allocation =
      Bytes(3, Int(1, 3) + Int(2, 16) + Bytes(9, Int(1, 7) + Int(2, 4) + Int(3, 8)) + Int(7, 1));
  EXPECT_EQ(SniffFile(buffer + allocation).format, FileFormat::kBufferAssignmentProto);
  MemoryReport alone, with_module;
  ReadAssignmentProto(buffer + allocation, "", alone);
  ASSERT_EQ(alone.allocations.size(), 1u);
  EXPECT_EQ(alone.allocations[0].kind, "output");
  EXPECT_EQ(alone.allocations[0].values.at(0).name, "#2");
  EXPECT_EQ(alone.allocations[0].values.at(0).offset, 4);
  const std::string shape = ShapeOf(kF32, {2});
  const std::string module = ModuleOf(InstructionOf("x", "parameter", 2, shape, ""), 2);
  ReadAssignmentProto(buffer + allocation, module, with_module);
  EXPECT_EQ(with_module.allocations.at(0).values.at(0).name, "x");
  EXPECT_EQ(with_module.allocations.at(0).values.at(0).shape, "f32[2]{0}");
}

TEST(MemoryReport, AnyTextIsRead) {
  for (const std::string_view text :
       {"", "allocation", "allocation 1: size", "value: <", "value: <>",
        "BufferLiveRange:\n:-\nx:1\nx:9-", "Buffer :", "Buffer 1:"}) {
    MemoryReport report;
    ReadBufferAssignment(text, report);
    ReadLiveRanges(text, report);
    ReadOutOfMemory(text, report);
    MemoryText(report);
  }
}

}  // namespace
}  // namespace hlo
