// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/deadlock.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo {
namespace {

using Numbers = std::vector<int64_t>;

// "device 3", "devices 0 and 2", "devices 0 to 62, 64 and 70"
std::string DevicesText(const Numbers& devices) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < devices.size();) {
    size_t end = i + 1;
    while (end < devices.size() && devices[end] == devices[end - 1] + 1) ++end;
    if (end - i > 2) {
      parts.push_back(Format("{} to {}", {devices[i], devices[end - 1]}));
      i = end;
    } else {
      parts.push_back(Format("{}", {devices[i++]}));
    }
  }
  std::string text = devices.size() == 1 ? "device " : "devices ";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

using Frame = DeviceReport::Frame;

// A wait of one device.
struct Wait : DeviceReport::Wait {
  int64_t device = 0;
};

std::string PlaceText(const Wait& wait) {
  for (size_t i = wait.frames.size(); i-- > 0;) {
    if (wait.frames[i].iteration == 0) continue;
    return Format("%{} (iteration {})", {wait.instruction->name, wait.frames[i].iteration});
  }
  return "%" + wait.instruction->name;
}

class Explanation {
 public:
  explicit Explanation(const std::vector<DeviceReport>& devices) : devices_(devices) {
    for (const DeviceReport& report : devices) {
      for (const DeviceReport::Wait& wait : report.waits) waits_.push_back({wait, report.device});
    }
  }

  RunFailure Failure() const {
    RunFailure failure{CrossedChannel(), waits_[0].instruction};
    if (failure.error != nullptr) return failure;
    std::string note = Cycle();
    for (const Wait& wait : waits_) {
      std::string why = Divergence(wait);
      if (why.empty()) continue;
      note += (note.empty() ? "" : "; ") + why;
      break;
    }
    failure.error = std::make_unique<Error>(Fail("R10", "deadlock: {}", {WaitsText()}));
    failure.error->note = std::move(note);
    return failure;
  }

 private:
  const DeviceReport& DeviceOf(int64_t number) const {
    return devices_[static_cast<size_t>(number)];
  }

  // "for device 0, which has finished, and device 2"
  std::string AwaitedText(const Wait& wait) const {
    Numbers finished, others;
    for (const int64_t device : wait.awaited) {
      (DeviceOf(device).done ? finished : others).push_back(device);
    }
    std::string text = others.empty() ? "" : DevicesText(others);
    if (finished.empty()) return text;
    if (!text.empty()) text += " and ";
    return text + DevicesText(finished) +
           (finished.size() == 1 ? ", which has finished" : ", which have finished");
  }

  std::string ReasonText(const Wait& wait) const {
    switch (wait.of) {
      case Promise::Of::kInfeed:
        return Format(": infeed queue of device {} is empty", {wait.device});
      case Promise::Of::kHostReceive:
        return Format(": the host's queue for device {} on channel {} is empty",
                      {wait.device, wait.channel});
      case Promise::Of::kSend:
        return Format(" for a recv on channel {} by {}", {wait.channel, AwaitedText(wait)});
      case Promise::Of::kReceive:
        return Format(" for a send on channel {} by {}", {wait.channel, AwaitedText(wait)});
      default:
        return " for " + AwaitedText(wait);
    }
  }

  // Devices that wait at the same place for the same others are reported together.
  std::string WaitsText() const {
    constexpr size_t kMaxParts = 8;
    std::vector<std::pair<std::string, Numbers>> parts;
    for (const Wait& wait : waits_) {
      std::string what = " in " + PlaceText(wait) + ReasonText(wait);
      const auto found = std::find_if(parts.begin(), parts.end(),
                                      [&](const auto& part) { return part.first == what; });
      if (found == parts.end()) {
        parts.emplace_back(std::move(what), Numbers{wait.device});
      } else if (found->second.back() != wait.device) {
        found->second.push_back(wait.device);
      }
    }
    std::string text;
    for (size_t i = 0; i < std::min(parts.size(), kMaxParts); ++i) {
      const auto& [what, devices] = parts[i];
      text +=
          (i > 0 ? "; " : "") + DevicesText(devices) + (devices.size() == 1 ? " waits" : " wait");
      text += what;
    }
    if (parts.size() > kMaxParts) text += Format("; and {} more", {parts.size() - kMaxParts});
    return text;
  }

  const Wait* FirstWaitOf(int64_t device) const {
    const auto first =
        std::lower_bound(waits_.begin(), waits_.end(), device,
                         [](const Wait& wait, int64_t number) { return wait.device < number; });
    return first != waits_.end() && first->device == device ? &*first : nullptr;
  }

  // Follows the first device that each device waits for, starting from the first wait, until one
  // repeats. "" if that ends at a device that has finished or waits for the host.
  std::string Cycle() const {
    std::vector<const Wait*> path = {&waits_[0]};
    for (;;) {
      const Wait* next = nullptr;
      for (const int64_t device : path.back()->awaited) {
        next = FirstWaitOf(device);
        if (next != nullptr) break;
      }
      if (next == nullptr) return "";
      const auto first = std::find(path.begin(), path.end(), next);
      if (first == path.end()) {
        path.push_back(next);
        continue;
      }
      std::string text = "a cycle: ";
      for (auto wait = first; wait != path.end(); ++wait) {
        text += Format("device {} in {} waits for ", {(*wait)->device, PlaceText(**wait)});
      }
      return text + Format("device {}", {next->device});
    }
  }

  // The outermost loop or branch around a wait where a device it waits for has diverged.
  std::string Divergence(const Wait& wait) const {
    for (const Frame& frame : wait.frames) {
      for (const int64_t device : wait.awaited) {
        std::string text = DivergenceAt(wait.device, frame, device);
        if (!text.empty()) return text;
      }
    }
    return "";
  }

  std::string DivergenceAt(int64_t waiting, const Frame& frame, int64_t device) const {
    const std::string& step = frame.step->name;
    const auto& all_progress = DeviceOf(device).progress;
    const auto found = all_progress.find(frame.step);
    if (found == all_progress.end()) {
      return Format("device {} has not reached %{}, where device {} is", {device, step, waiting});
    }
    const CallProgress& progress = found->second;
    if (frame.iteration > 0) {
      const int64_t iterations = progress.calls / 2;
      if (!progress.over || iterations >= frame.iteration) return "";
      return Format(
          "device {} left loop %{} after {} iteration{}, device {} is in iteration {}",
          {device, step, iterations, iterations == 1 ? "" : "s", waiting, frame.iteration});
    }
    if (progress.computation == frame.called || !frame.step->Is(Opcode::kConditional)) return "";
    return Format("in %{}, device {} took branch '{}' and device {} branch '{}'",
                  {step, waiting, frame.called->name, device, progress.computation->name});
  }

  // Two waits that can never be satisfied together although they share a channel and devices.
  std::unique_ptr<Error> CrossedChannel() const {
    for (const Wait& a : waits_) {
      if (a.participants.empty() || a.channel == 0) continue;
      const OpDef* op = a.instruction->op;
      for (const int64_t device : a.awaited) {
        const Wait* b = FirstWaitOf(device);
        if (b == nullptr || b->channel != a.channel) continue;
        const OpDef* other = b->instruction->op;
        if (other == op && b->participants == a.participants) continue;
        return std::make_unique<Error>(Fail(
            "R11",
            "device {} participates with `{}` %{} and device {} with `{}` %{} on channel {}, {}",
            {a.device, op->name, a.instruction->name, device, other->name, b->instruction->name,
             a.channel, op == other ? "for different groups" : "which are different operations"}));
      }
    }
    return nullptr;
  }

  const std::vector<DeviceReport>& devices_;
  std::vector<Wait> waits_;  // by device
};

}  // namespace

RunFailure ExplainDeadlock(const std::vector<DeviceReport>& devices) {
  return Explanation(devices).Failure();
}

}  // namespace hlo
