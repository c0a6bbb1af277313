// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_RUN_OPTIONS_H_
#define HLO_RUN_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hlo/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/workers.h"

// How a program is run.
namespace hlo {

class DeviceRunner;  // api::OverTransport()

// Largest number of devices (replicas x partitions) of one run.
inline constexpr int64_t kMaxDevices = 4096;

// Most bytes of the values of one run, or of one JSON text, if nothing else is given.
#if defined(__EMSCRIPTEN__)
inline constexpr int64_t kDefaultMaxBytes = int64_t{1} << 30;  // the memory of WASM ends at 4 GiB
#else
inline constexpr int64_t kDefaultMaxBytes = int64_t{4} << 30;
#endif

// Resource limits of a run. Reaching one is error R02, R01, or R03 with the numbers.
struct RunLimits {
  int64_t max_bytes = kDefaultMaxBytes;  // all live values of all devices
  int64_t max_steps = 10'000'000'000;    // executed instructions (choice C25)
  int max_depth = 128;                   // nested calls
  // Of an array. A partial run leaves out the instructions with larger ones, and takes any value as
  // the argument of such a parameter.
  int64_t max_elements = INT64_MAX;
};

// Which device advances if several can. No result depends on it.
struct Schedule {
  enum Order : uint8_t { kInOrder, kReversed, kShuffled };

  Schedule(Order order_of_devices = kInOrder, uint64_t seed_of_order = 0)
      : order(order_of_devices), seed(seed_of_order) {}

  Order order;
  uint64_t seed;  // for kShuffled
};

// One executed instruction of device (0, 0). Valid during the call.
struct TraceEvent {
  std::string_view computation;
  std::string_view instruction;
  int depth = 0;  // 0 in the entry computation
  const Literal& value;
};

// Values that went from device to device, or between a device and the host. Valid during the call.
struct ExchangeEvent {
  std::string_view op;  // "all-reduce"
  std::string_view computation;
  std::string_view instruction;
  // In group order; for a send, source and target; for infeed, outfeed and transfers with the host,
  // the single device.
  std::span<const int64_t> devices;
  std::span<const int64_t> bytes;  // given by each device, or received from the host
};

struct RunOptions {
  KernelMode kernel_mode = KernelMode::kFast;
  Workers* workers = nullptr;  // nullptr: only the calling thread; no result depends on the number
  RunLimits limits;
  int64_t replicas = 0;                       // 0: from the module header
  int64_t partitions = 0;                     // 0: from the module header
  const std::atomic<bool>* cancel = nullptr;  // set by another thread to stop with R04
  // Called at short intervals; once it returns true, the run is suspended as soon as possible:
  // between steps, also inside calls and loops (api::Program::Resume). Ignored with a runner.
  std::function<bool()> suspend;
  // Computes everything that can be computed of a program with errors or with ops that cannot be
  // evaluated; a device whose root has no value returns an empty tuple instead of failing.
  bool partial = false;
  // What infeeds take, and by channel what receives of host transfers take: one list of values for
  // all devices, or one per device.
  std::vector<std::vector<Literal>> infeed;
  std::map<int64_t, std::vector<std::vector<Literal>>> receives;
  Schedule schedule;
  std::shared_ptr<const DeviceRunner> runner;  // nullptr: all devices run in this process

  // Observation, by api::Program::Run.
  bool keep_values = false;  // for api::Program::ValueOf
  int64_t keep_devices = 1;  // those of the first devices
  // With keep_values: ids of the only instructions whose values are kept. All others are fused as
  // in a run that keeps none, and ValueOf recomputes them from kept ones and the arguments.
  // nullopt: all values are kept, and no instruction is fused. Ignored for a text with errors.
  std::optional<std::vector<int64_t>> shown;
  std::function<void(const TraceEvent&)> trace;
  std::function<void(const ExchangeEvent&)> exchange;
};

}  // namespace hlo

#endif  // HLO_RUN_OPTIONS_H_
