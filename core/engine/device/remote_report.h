// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_REMOTE_REPORT_H_
#define HLO_CORE_ENGINE_DEVICE_REMOTE_REPORT_H_

#include <cstdint>
#include <vector>

#include "core/engine/device/device_report.h"
#include "core/engine/device/message.h"

namespace hlo {

// What a process reports about its device when it cannot advance or is done.
struct RemoteReport {
  bool is_given = false;
  DeviceReport device;
  std::vector<int64_t> sent, received;  // messages other than reports, by process
  int64_t steps = 0;
  Literal result;      // if it is done
  RunFailure failure;  // if it has failed
};

void WriteReport(const RemoteReport& report, MessageWriter& message);
RemoteReport ReadReport(MessageReader& message, RunContext& run);

// Accepts an empty failure.
void WriteFailure(const RunFailure& failure, MessageWriter& message);
RunFailure ReadFailure(MessageReader& message);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_REMOTE_REPORT_H_
