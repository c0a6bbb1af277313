// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_SLICING_H_
#define HLO_CORE_ENGINE_DEVICE_SLICING_H_

#include <cstdint>
#include <functional>

#include "core/ir/module.h"

namespace hlo {

// The slices of a run that can be suspended.
class Slicing {
 public:
  static constexpr int64_t kWorkPerStep = 1024;

  explicit Slicing(const std::function<bool()>& suspend) : suspend_(suspend) {}

  void Begin() {
    ++number_;
    is_over_ = false;
    left_ = 0;
  }
  // Begins the last slice, which also ends when the state of this loop is shown.
  void BeginLast(const Instruction& until_shown) {
    until_shown_ = &until_shown;
    Begin();
  }

  int64_t number() const { return number_; }
  bool is_over() const { return is_over_; }

  // Work is measured in bytes, so that large steps are followed by a call of `suspend` each, and
  // small ones are not slowed down.
  void Spend(int64_t work) {
    left_ -= work;
    if (left_ > 0) return;
    left_ = kBetweenCalls;
    is_over_ = is_over_ || suspend_();
  }
  void StateShown(const Instruction& loop) { is_over_ = is_over_ || &loop == until_shown_; }

 private:
  static constexpr int64_t kBetweenCalls = 64 * kWorkPerStep;

  const std::function<bool()>& suspend_;
  int64_t number_ = 0;
  bool is_over_ = false;
  int64_t left_ = 0;
  const Instruction* until_shown_ = nullptr;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_SLICING_H_
