// SPDX-License-Identifier: Apache-2.0
// For unit tests of collectives: one instruction on all devices of a topology, without an engine.
#ifndef HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_TESTING_H_
#define HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_TESTING_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/exchange.h"
#include "core/ops/testing.h"

namespace hlo::op_testing {

// "[2,4]<=[4,2]T(1,0)", in parts.
inline ReplicaGroups IotaGroups(int64_t count, int64_t size, Dims reshape, Dims transpose = {}) {
  ReplicaGroups groups;
  groups.iota = true;
  groups.group_count = count;
  groups.group_size = size;
  groups.reshape = std::move(reshape);
  groups.transpose = std::move(transpose);
  return groups;
}

// "{{0,1},{2,3}}"
inline ReplicaGroups Groups(std::vector<std::vector<int64_t>> lists) {
  ReplicaGroups groups;
  groups.lists = std::move(lists);
  return groups;
}

// CollectiveCall("all-gather", {2, 1}).Set(...).Give({x0}).Give({x1}).Declare("f32[4]").Values()
class CollectiveCall {
 public:
  CollectiveCall(std::string_view opcode, Topology topology) : topology_(topology) {
    instruction_.name = "r";
    instruction_.op = FindOp(opcode);
    EXPECT_NE(instruction_.op, nullptr) << opcode;
  }

  CollectiveCall& Set(Attr attr, AttributeValue value) {
    instruction_.attributes.Set(attr, std::move(value));
    return *this;
  }
  CollectiveCall& Declare(std::string_view text) {
    declared_ = std::make_unique<Shape>(ShapeOf(text));
    return *this;
  }
  // The operands of the next device.
  CollectiveCall& Give(std::vector<Literal> operands) {
    given_.push_back(std::move(operands));
    return *this;
  }

  // Values by device; sets `rejection` to "code: message" if a rule is broken.
  std::vector<Literal> Run(std::string& rejection) {
    std::vector<Literal> results(static_cast<size_t>(topology_.devices()));
    const Status done = RunAll(results);
    if (!done.ok()) rejection = done.error().code + ": " + done.error().message;
    return results;
  }
  std::vector<Literal> Values() {
    std::string rejection;
    std::vector<Literal> results = Run(rejection);
    EXPECT_EQ(rejection, "");
    return results;
  }
  std::string Rejection() {
    std::string rejection;
    Run(rejection);
    return rejection;
  }
  // The participants of each device, in group order.
  std::vector<std::vector<int64_t>> Participants() {
    std::vector<std::vector<int64_t>> all;
    for (int64_t device = 0; device < topology_.devices(); ++device) {
      auto participants = instruction_.op->participants(instruction_, topology_, device);
      EXPECT_TRUE(participants.ok()) << participants.error().message;
      all.push_back(participants.ok() ? participants.value() : std::vector<int64_t>());
    }
    return all;
  }
  // "code: message" of the error on this topology, or "".
  std::string ParticipantsRejection() {
    const auto participants = instruction_.op->participants(instruction_, topology_, 0);
    return participants.ok() ? "" : participants.error().code + ": " + participants.error().message;
  }

  FakeRuntime runtime;

 private:
  Status RunAll(std::vector<Literal>& results) {
    std::vector<const Shape*> shapes;
    for (const Literal& operand : given_.at(0)) shapes.push_back(&operand.shape());
    for (const Literal& operand : given_.at(0)) {
      operands_.push_back(std::make_unique<Instruction>());
      operands_.back()->op = &GetOpDef(Opcode::kParameter);
      operands_.back()->shape = &operand.shape();
      instruction_.operands.push_back(operands_.back().get());
    }
    HLO_TRY(shape_, instruction_.op->infer({instruction_, shapes, declared_.get()}));
    instruction_.shape = &shape_;
    for (int64_t device = 0; device < topology_.devices(); ++device) {
      HLO_TRY(const std::vector<int64_t> participants,
              instruction_.op->participants(instruction_, topology_, device));
      if (participants.empty()) {
        HLO_TRY(results[static_cast<size_t>(device)], Literal::Zeros(shape_));
      } else if (participants[0] == device) {
        HLO_RETURN_IF_ERROR(Exchange(participants, results));
      }
    }
    return {};
  }

  Status Exchange(const std::vector<int64_t>& participants, std::vector<Literal>& results) {
    std::vector<std::vector<Literal>> operands;
    for (const int64_t participant : participants)
      operands.push_back(given_[static_cast<size_t>(participant)]);
    const auto wanted = std::make_unique<bool[]>(participants.size());
    std::fill_n(wanted.get(), participants.size(), true);
    ExchangeContext context(instruction_, topology_, participants, operands,
                            {wanted.get(), participants.size()}, runtime);
    HLO_TRY(std::vector<Literal> values, instruction_.op->exchange(context));
    EXPECT_EQ(values.size(), participants.size());
    for (size_t k = 0; k < participants.size(); ++k) {
      results[static_cast<size_t>(participants[k])] = std::move(values[k]);
    }
    return {};
  }

  const Topology topology_;
  Instruction instruction_;
  std::vector<std::unique_ptr<Instruction>> operands_;
  std::vector<std::vector<Literal>> given_;
  std::unique_ptr<Shape> declared_;
  Shape shape_;
};

// ---- the running example: replica r of four holds [10r, 10r + 1] ----

using Rows = std::vector<std::vector<double>>;

inline CollectiveCall GroupCall(std::string_view opcode, Topology topology, ReplicaGroups groups) {
  CollectiveCall call(opcode, topology);
  call.Set(Attr::replica_groups, std::move(groups));
  return call;
}
inline CollectiveCall& Along(CollectiveCall& call, int64_t dimension) {
  return call.Set(Attr::dimensions, std::vector<int64_t>{dimension});
}
inline void GiveRunningExample(CollectiveCall& call) {
  for (double r = 0; r < 4; ++r) call.Give({Array("f32[2]", {10 * r, 10 * r + 1})});
}
inline void ExpectRows(const std::vector<Literal>& got, const Rows& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t k = 0; k < got.size(); ++k) {
    const std::string shape = "f32[" + std::to_string(expected[k].size()) + "]";
    EXPECT_TRUE(SameBits(got[k], Array(shape, expected[k]))) << "device " << k;
  }
}

}  // namespace hlo::op_testing

#endif  // HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_TESTING_H_
