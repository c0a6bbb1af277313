// SPDX-License-Identifier: Apache-2.0
#include "core/api/loop_states.h"

#include <gtest/gtest.h>

namespace hlo::api {
namespace {

Literal Number(int64_t value) { return Literal::Scalar(ElementType::kS64, value); }

int64_t IterationBefore(const LoopStates& states, int64_t iteration) {
  const LoopStates::State* found = states.Before(iteration);
  return found == nullptr ? -1 : found->iteration;
}

TEST(LoopStates, GiveTheLastOneBeforeAnIteration) {
  LoopStates states;
  for (const int64_t iteration : {3, 9, 6}) states.Add(iteration, Number(iteration));
  EXPECT_EQ(IterationBefore(states, 2), -1);
  EXPECT_EQ(IterationBefore(states, 3), 3);
  EXPECT_EQ(IterationBefore(states, 8), 6);
  EXPECT_EQ(IterationBefore(states, 100), 9);
  EXPECT_EQ(states.Last()->iteration, 6);
}

TEST(LoopStates, AreCopies) {
  LoopStates states;
  Literal state = Literal::Tuple({Number(1), Literal::Token(), Number(2)});
  states.Add(0, state);
  state.mutable_elements()[0].mutable_data<int64_t>()[0] = 7;
  const Literal& kept = states.Last()->value;
  EXPECT_EQ(kept.elements()[0].data<int64_t>()[0], 1);
  EXPECT_TRUE(kept.elements()[1].shape().IsToken());
  EXPECT_EQ(kept.elements()[2].data<int64_t>()[0], 2);
}

TEST(LoopStates, StayFewAndSpreadOut) {
  LoopStates states;
  for (int64_t iteration = 0; iteration < 10'000; ++iteration) {
    states.Add(iteration, Number(iteration));
  }
  EXPECT_EQ(states.Last()->iteration, 9999);
  EXPECT_EQ(IterationBefore(states, 0), 0);
  for (int64_t iteration = 0; iteration < 10'000; ++iteration) {
    EXPECT_LE(iteration - IterationBefore(states, iteration), 10'000 / 32);
  }
}

TEST(LoopStates, HoldNoMoreBytesThanTheLimit) {
  LoopStates states;
  const int64_t third = LoopStates::kMaxBytes / 3;
  const Literal large = Literal::Zeros(Shape::Array(ElementType::kU8, {third})).value();
  for (int64_t iteration = 0; iteration < 4; ++iteration) states.Add(iteration, large);
  EXPECT_EQ(states.Last()->iteration, 3);
  EXPECT_EQ(IterationBefore(states, 2), 2);
  EXPECT_EQ(IterationBefore(states, 1), 0);
  LoopStates none;
  none.Add(0, Literal::Zeros(Shape::Array(ElementType::kU8, {LoopStates::kMaxBytes + 1})).value());
  EXPECT_EQ(none.Last(), nullptr);
}

}  // namespace
}  // namespace hlo::api
