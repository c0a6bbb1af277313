// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_DEVICE_REPORT_H_
#define HLO_CORE_ENGINE_DEVICE_DEVICE_REPORT_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/engine/device/device.h"

namespace hlo {

// The progress of a device, as far as it explains why devices wait.
struct DeviceReport {
  // A step that called the computation that the device is in.
  struct Frame {
    const Instruction* step = nullptr;
    int64_t iteration = 0;  // of a `while`, from 1; 0 for other steps
    const Computation* called = nullptr;
  };
  struct Wait {
    const Instruction* instruction = nullptr;
    Promise::Of of = Promise::Of::kRendezvous;
    int64_t channel = 0;                // 0: none
    std::vector<int64_t> awaited;       // devices in increasing order
    std::vector<int64_t> participants;  // of a collective
    std::vector<Frame> frames;          // outermost first
  };
  int64_t device = 0;
  bool done = false;
  std::vector<Wait> waits;
  std::unordered_map<const Instruction*, CallProgress> progress;
};

DeviceReport ReportOf(const Device& device);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_DEVICE_REPORT_H_
