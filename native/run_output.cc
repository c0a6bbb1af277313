// SPDX-License-Identifier: Apache-2.0
#include "native/run_output.h"

#include <algorithm>
#include <vector>

namespace hlo::cli {
namespace {

using ValueLists = std::vector<std::vector<api::Value>>;

std::string ListJson(const std::vector<api::Value>& values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ",";
    out += values[i].Json();
  }
  return out + "]";
}

bool HasValues(const ValueLists& lists) {
  for (const auto& list : lists) {
    if (!list.empty()) return true;
  }
  return false;
}

// One list per device.
std::string ListsJson(const ValueLists& lists) {
  std::string out = "[";
  for (size_t i = 0; i < lists.size(); ++i) {
    if (i > 0) out += ",";
    out += ListJson(lists[i]);
  }
  return out + "]";
}

std::string ValueText(const api::Value& value) {
  std::string text = value.Human();
  if (text.back() != '\n') text += '\n';
  return text;
}

std::string DeviceText(size_t device, int64_t partitions) {
  const auto number = static_cast<int64_t>(device);
  return "replica " + std::to_string(number / partitions) + ", partition " +
         std::to_string(number % partitions);
}

std::string QueueText(const std::string& what, const ValueLists& lists, int64_t partitions) {
  std::string out;
  for (size_t device = 0; device < lists.size(); ++device) {
    if (lists[device].empty()) continue;
    out += what;
    if (lists.size() > 1) out += " of " + DeviceText(device, partitions);
    out += ":\n";
    for (const api::Value& value : lists[device]) out += ValueText(value);
  }
  return out;
}

}  // namespace

std::string OutcomeJson(const api::RunOutcome& outcome) {
  std::string out = "{\"results\":" + ListJson(outcome.results);
  if (HasValues(outcome.outfeed)) out += ",\"outfeed\":" + ListsJson(outcome.outfeed);
  std::string sent;
  for (const auto& [channel, lists] : outcome.sends) {
    if (!sent.empty()) sent += ",";
    sent += "\"" + std::to_string(channel) + "\":" + ListsJson(lists);
  }
  if (!sent.empty()) out += ",\"sent\":{" + sent + "}";
  return out + "}\n";
}

std::string OutcomeText(const api::RunOutcome& outcome, int64_t partitions,
                        const std::optional<api::Value>& joined) {
  std::string out;
  const std::vector<api::Value>& results = outcome.results;
  const bool are_equal = std::all_of(results.begin(), results.end(), [&](const api::Value& value) {
    return value.DifferenceFrom(results[0], 0).empty();
  });
  const size_t shown = are_equal ? std::min<size_t>(results.size(), 1) : results.size();
  for (size_t i = 0; i < shown; ++i) {
    if (shown > 1) out += DeviceText(i, partitions) + ":\n";
    if (shown < results.size()) out += "each of " + std::to_string(results.size()) + " devices:\n";
    out += ValueText(results[i]);
  }
  if (joined) out += "all partitions joined:\n" + ValueText(*joined);
  out += QueueText("outfeed", outcome.outfeed, partitions);
  for (const auto& [channel, lists] : outcome.sends) {
    out += QueueText("sent on channel " + std::to_string(channel), lists, partitions);
  }
  return out;
}

std::string TraceLine(const api::TraceEvent& event) {
  std::string line(static_cast<size_t>(2 * event.depth), ' ');
  line += "%" + std::string(event.instruction) + " = ";
  std::string value = api::Value(event.value).Human(16);
  while (!value.empty() && value.back() == '\n') value.pop_back();
  return line + value + "\n";
}

namespace {

// "devices 0, 1, 2, 3"; a long list is shortened: "devices 0, 4, 8, ..., 252 (64 in total)".
std::string DeviceList(std::span<const int64_t> devices) {
  constexpr size_t kMax = 8, kFirst = 3;
  if (devices.size() == 1) return "device " + std::to_string(devices[0]);
  const bool all = devices.size() <= kMax;
  std::string list = "devices ";
  for (size_t i = 0; i < (all ? devices.size() : kFirst); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(devices[i]);
  }
  if (all) return list;
  return list + ", ..., " + std::to_string(devices.back()) + " (" + std::to_string(devices.size()) +
         " in total)";
}

}  // namespace

// "~ %ar = all-reduce: devices 0, 1 send 8 bytes each". Consecutive devices with the same byte
// count are grouped.
std::string ExchangeLine(const api::ExchangeEvent& event) {
  std::string line = "~ %" + std::string(event.instruction) + " = " + std::string(event.op) + ": ";
  const auto bytes = [&](size_t i) { return std::to_string(event.bytes[i]) + " bytes"; };
  if (event.op == "send" && event.devices.size() == 2) {
    return line + DeviceList(event.devices.first(1)) + " sends " + bytes(0) + " to " +
           DeviceList(event.devices.last(1)) + "\n";
  }
  const bool receives = event.op == "infeed" || event.op == "recv";
  for (size_t begin = 0, end = 0; begin < event.devices.size(); begin = end) {
    while (end < event.devices.size() && event.bytes[end] == event.bytes[begin]) ++end;
    const bool one = end - begin == 1;
    line += (begin == 0 ? "" : "; ") + DeviceList(event.devices.subspan(begin, end - begin)) +
            (receives ? (one ? " receives " : " receive ") : (one ? " sends " : " send ")) +
            bytes(begin) + (one ? "" : " each");
  }
  return line + "\n";
}

}  // namespace hlo::cli
