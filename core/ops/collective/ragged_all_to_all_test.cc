// SPDX-License-Identifier: Apache-2.0
// `ragged-all-to-all`: the tables of collectives reference 4.7.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ops/collective/collective_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Numbers = std::vector<double>;

struct Member {
  Numbers input, output, input_offsets, send_sizes, output_offsets, recv_sizes;
};

CollectiveCall Call(const std::vector<Member>& participants, const std::string& input,
                    const std::string& output, const std::string& numbers) {
  CollectiveCall call("ragged-all-to-all", {std::ssize(participants), 1});
  for (const Member& m : participants) {
    call.Give({Array(input, m.input), Array(output, m.output), Array(numbers, m.input_offsets),
               Array(numbers, m.send_sizes), Array(numbers, m.output_offsets),
               Array(numbers, m.recv_sizes)});
  }
  return call;
}

const std::vector<Member> kFirst = {
    {{1, 2, 2}, {0, 0, 0, 0}, {0, 1}, {1, 2}, {0, 0}, {1, 1}},
    {{3, 4, 0}, {0, 0, 0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 1}},
};

TEST(RaggedAllToAll, WritesRowsAtTheOffsetsOfTheSender) {
  const std::vector<Literal> got = Call(kFirst, "s32[3]", "s32[4]", "s32[2]").Values();
  EXPECT_TRUE(SameBits(got[0], Array("s32[4]", {1, 3, 0, 0})));
  EXPECT_TRUE(SameBits(got[1], Array("s32[4]", {2, 2, 4, 0})));
}

TEST(RaggedAllToAll, KeepsTheOutputWhereNoRowIsWritten) {
  const std::vector<Member> participants = {
      {{10, 11, 12, 13}, {-1, -1, -1, -1, -1}, {0, 3}, {3, 1}, {0, 0}, {3, 1}},
      {{20, 21, 22, 0}, {-1, -1, -1, -1, -1}, {0, 1}, {1, 2}, {3, 1}, {1, 2}},
  };
  const std::vector<Literal> got = Call(participants, "f32[4]", "f32[5]", "u8[2]").Values();
  EXPECT_TRUE(SameBits(got[0], Array("f32[5]", {10, 11, 12, 20, -1})));
  EXPECT_TRUE(SameBits(got[1], Array("f32[5]", {13, 21, 22, -1, -1})));
}

TEST(RaggedAllToAll, MovesSeveralSlicesOfRows) {
  // Rows of two numbers; two slices for each of two peers: [g,k] = [2,2].
  const std::vector<Member> participants = {
      {{1, 2, 3, 4}, {0, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}},
      {{5, 6, 7, 8}, {9, 9, 9, 9}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 1}},
  };
  const std::vector<Literal> got = Call(participants, "f32[2,2]", "f32[2,2]", "s64[2,2]").Values();
  EXPECT_TRUE(SameBits(got[0], Array("f32[2,2]", {3, 4, 1, 2})));
  EXPECT_TRUE(SameBits(got[1], Array("f32[2,2]", {7, 8, 9, 9})));
}

std::string Rejection(size_t participant, Numbers Member::*field, Numbers wrong) {
  std::vector<Member> participants = kFirst;
  participants[participant].*field = std::move(wrong);
  return Call(participants, "s32[3]", "s32[4]", "s32[2]").Rejection();
}

TEST(RaggedAllToAll, RejectsOffsetsAndSizesThatDoNotMatch) {
  EXPECT_EQ(Rejection(0, &Member::recv_sizes, {1, 2}),
            "R08: `ragged-all-to-all`: device 1 sends 1 row to device 0, which expects 2");
  EXPECT_EQ(Rejection(0, &Member::input_offsets, {0, 2}),
            "R08: `ragged-all-to-all`: the slice from device 0 to device 1 must be within the 3 "
            "rows of the input, got 2 rows at row 2");
  EXPECT_EQ(Rejection(1, &Member::output_offsets, {4, 2}),
            "R08: `ragged-all-to-all`: the slice from device 1 to device 0 must be within the 4 "
            "rows of the output, got 1 row at row 4");
  EXPECT_EQ(Rejection(1, &Member::output_offsets, {-1, 2}),
            "R08: `ragged-all-to-all`: the slice from device 1 to device 0 must be within the 4 "
            "rows of the output, got 1 row at row -1");
  EXPECT_EQ(Rejection(1, &Member::output_offsets, {0, 2}),
            "R08: `ragged-all-to-all`: device 0 and device 1 both write row 0 of the output of "
            "device 0");
}

TEST(RaggedAllToAll, RejectsShapesThatDoNotMatch) {
  const auto rejection = [](const char* output, const char* numbers, const char* sizes) {
    OpCall call("ragged-all-to-all");
    call.OperandShape("f32[4,2]").OperandShape(output).OperandShape(numbers);
    return call.OperandShape(sizes).OperandShape(numbers).OperandShape(numbers).Rejection();
  };
  EXPECT_EQ(rejection("f32[8,2]", "s32[2]", "s32[2]"), "");
  EXPECT_EQ(rejection("f32[8,3]", "s32[2]", "s32[2]"),
            "ragged-all-to-all.C1: `ragged-all-to-all`: input and output must differ only in "
            "dimension 0, got f32[4,2] and f32[8,3]");
  EXPECT_EQ(rejection("f32[8,2]", "f32[2]", "f32[2]").substr(0, 20), "ragged-all-to-all.C1");
  EXPECT_EQ(rejection("f32[8,2]", "s32[2]", "s32[3]").substr(0, 20), "ragged-all-to-all.C1");
  EXPECT_EQ(rejection("f32[8,2]", "s32[]", "s32[]").substr(0, 20), "ragged-all-to-all.C1");
}

}  // namespace
}  // namespace hlo
