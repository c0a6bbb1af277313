// SPDX-License-Identifier: Apache-2.0
// Collectives reference 6.2.
#include <gtest/gtest.h>

#include <vector>

#include "core/ops/collective/collective_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Lists = std::vector<std::vector<int64_t>>;

CollectiveCall Transfer(std::string_view opcode, Topology topology, const char* pairs,
                        int64_t channel = 0) {
  CollectiveCall call(opcode, topology);
  if (channel > 0) call.Set(Attr::channel_id, channel);
  if (pairs != nullptr) {
    call.Set(Attr::frontend_attributes, TextMap{{{"_xla_send_recv_source_target_pairs", pairs}}});
  }
  return call;
}

TEST(Transfers, GoFromSourceToTarget) {
  EXPECT_EQ(Transfer("send", {2, 1}, "{{1,0}}").Participants(), (Lists{{}, {0}}));
  EXPECT_EQ(Transfer("recv", {2, 1}, "{{1,0}}").Participants(), (Lists{{1}, {}}));
  EXPECT_EQ(Transfer("send", {2, 2}, "{{1,0}}").Participants(), (Lists{{}, {}, {0}, {1}}));
  EXPECT_EQ(Transfer("send", {2, 2}, "{{1,0}}", 7).Participants(), (Lists{{}, {0}, {}, {2}}));
  EXPECT_EQ(Transfer("send", {1, 1}, nullptr).Participants(), (Lists{{0}}));
}

TEST(Transfers, MayBeSwitchedOff) {
  CollectiveCall call("send", {2, 1});
  call.Set(Attr::frontend_attributes, TextMap{{{"_xla_send_recv_source_target_pairs", "{{1,0}}"},
                                               {"_xla_send_recv_validation", "invalid"}}});
  EXPECT_EQ(call.Participants(), (Lists{{}, {}}));
}

TEST(Transfers, RequirePairsThatMatchTheDevices) {
  EXPECT_EQ(Transfer("send", {2, 1}, nullptr).ParticipantsRejection(),
            "V04: `send`: source-target pairs are required on 2 devices");
  EXPECT_EQ(Transfer("recv", {2, 1}, "{{0,2}}").ParticipantsRejection(),
            "V04: `recv`: replica ids must be in [0, 2), got 2");
  EXPECT_EQ(Transfer("recv", {2, 1}, "0,1").ParticipantsRejection(),
            "V04: `recv`: `_xla_send_recv_source_target_pairs` must be a list of pairs such as "
            "{{0,1},{1,2}}, got \"0,1\"");
}

}  // namespace
}  // namespace hlo
