// SPDX-License-Identifier: Apache-2.0
#include "native/run_output.h"

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

// One list a device.
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

std::string OutcomeText(const api::RunOutcome& outcome, int64_t partitions) {
  std::string out;
  for (size_t i = 0; i < outcome.results.size(); ++i) {
    if (outcome.results.size() > 1) out += DeviceText(i, partitions) + ":\n";
    out += ValueText(outcome.results[i]);
  }
  out += QueueText("outfeed", outcome.outfeed, partitions);
  for (const auto& [channel, lists] : outcome.sends) {
    out += QueueText("sent on channel " + std::to_string(channel), lists, partitions);
  }
  return out;
}

std::string TraceLine(const api::TraceEvent& event) {
  std::string line(static_cast<size_t>(2 * event.depth), ' ');
  line += "%" + std::string(event.instruction) + " = ";
  std::string value = event.value.Human(16);
  while (!value.empty() && value.back() == '\n') value.pop_back();
  return line + value + "\n";
}

// "~ %ar = all-reduce: device 0 gives 8 bytes, device 1 gives 8 bytes"
std::string ExchangeLine(const api::ExchangeEvent& event) {
  std::string line = "~ %" + std::string(event.instruction) + " = " + std::string(event.op) + ":";
  const bool is_transfer = event.op == "send" && event.devices.size() == 2;
  for (size_t i = 0; i < event.devices.size(); ++i) {
    if (i > 0) line += ",";
    line += " device " + std::to_string(event.devices[i]);
    if (is_transfer && i == 1) {
      line += " is the target";
    } else {
      line += (event.op == "infeed" || event.op == "recv" ? " gets " : " gives ") +
              std::to_string(event.bytes[i]) + " bytes";
    }
  }
  return line + "\n";
}

}  // namespace hlo::cli
