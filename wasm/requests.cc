// SPDX-License-Identifier: Apache-2.0
#include "wasm/requests.h"

#include <algorithm>
#include <cstdlib>

#include "hlo/json_cursor.h"

namespace wasm {
namespace {

namespace api = hlo::api;

// The text of a value, which the cursor passes; empty at the end of a valid text.
std::string_view TakeValue(hlo::JsonCursor& json) {
  json.Peek();
  const size_t begin = json.position();
  if (!json.SkipValue().ok()) return {};
  return json.text().substr(begin, json.position() - begin);
}

// The string of a JSON string; "" for other values.
std::string Unquoted(std::string_view json) {
  hlo::Result<std::string> text = hlo::JsonCursor(json).String();
  return text.ok() ? std::move(text.value()) : "";
}

int64_t ReadInt(std::string_view json) {
  const std::string text(json);
  const double number =
      std::strtod(text.c_str(), nullptr);  // accepts 1e6, which is a valid JSON number
  return number > 9e18 ? INT64_MAX : static_cast<int64_t>(number);
}

api::Result<api::Value> ReadArgument(const api::Program& program, size_t number,
                                     std::string_view json) {
  std::string fill;
  uint64_t seed = 0;
  for (const auto& [key, value] : Fields(json)) {
    if (key == "omitted") return api::Value();
    if (key == "fill") fill = Unquoted(value);
    if (key == "seed") seed = static_cast<uint64_t>(ReadInt(value));
  }
  return fill.empty() ? api::ParseValue(json) : program.MakeArgument(number, fill, seed);
}

// One list.
api::Result<std::vector<api::Value>> ReadList(const api::Program& program,
                                              const GivenArguments& given, std::string_view json) {
  const std::vector<std::string_view> listed = Members(json);
  std::vector<api::Value> values;
  for (size_t i = 0; i < std::max(listed.size(), program.parameter_count()); ++i) {
    const auto found = given.find(i);
    if (i >= listed.size() && found != given.end()) {
      values.push_back(found->second);
      continue;
    }
    api::Result<api::Value> value = i < listed.size() ? ReadArgument(program, i, listed[i])
                                                      : program.MakeArgument(i, "iota", 0);
    if (!value.ok()) {
      value.error().message = "argument " + std::to_string(i) + ": " + value.error().message;
      return value.TakeError();
    }
    values.push_back(std::move(value.value()));
  }
  return values;
}

}  // namespace

std::string List(const std::vector<int64_t>& numbers) {
  std::string out = "[";
  for (int64_t number : numbers) {
    if (out.size() > 1) out += ",";
    out += std::to_string(number);
  }
  return out + "]";
}

std::vector<std::string_view> Members(std::string_view text) {
  std::vector<std::string_view> members;
  hlo::JsonCursor json(text);
  if (!json.Accept('[') || json.Peek() == ']') return members;
  do {
    const std::string_view member = TakeValue(json);
    if (member.empty()) break;
    members.push_back(member);
  } while (json.Accept(','));
  return members;
}

std::vector<std::pair<std::string, std::string_view>> Fields(std::string_view text) {
  std::vector<std::pair<std::string, std::string_view>> fields;
  hlo::JsonCursor json(text);
  if (!json.Accept('{') || json.Peek() == '}') return fields;
  do {
    hlo::Result<std::string> key = json.String();
    if (!key.ok() || !json.Accept(':')) break;
    const std::string_view value = TakeValue(json);
    if (value.empty()) break;
    fields.emplace_back(std::move(key.value()), value);
  } while (json.Accept(','));
  return fields;
}

std::vector<int64_t> ReadInts(std::string_view json) {
  std::vector<int64_t> numbers;
  for (std::string_view member : Members(json)) numbers.push_back(ReadInt(member));
  return numbers;
}

api::Result<ArgumentLists> ReadArguments(const api::Program& program, const GivenArguments& given,
                                         std::string_view json) {
  std::vector<std::string_view> given_lists = {json};
  for (const auto& [key, value] : Fields(json)) {
    if (key == "replicas") given_lists = Members(value);
  }
  ArgumentLists lists;
  for (size_t device = 0; device < given_lists.size(); ++device) {
    api::Result<std::vector<api::Value>> list = ReadList(program, given, given_lists[device]);
    if (!list.ok()) {
      std::string& message = list.error().message;
      if (given_lists.size() > 1) message = "device " + std::to_string(device) + ": " + message;
      return list.TakeError();
    }
    lists.push_back(std::move(list.value()));
  }
  return lists;
}

api::RunOptions ReadRunOptions(std::string_view json, double* slice_milliseconds) {
  api::RunOptions options;
  options.keep_values = true;
  for (const auto& [key, value] : Fields(json)) {
    const int64_t number = ReadInt(value);
    if (key == "maxBytes" && number > 0) options.limits.max_bytes = number;
    if (key == "maxSteps" && number > 0) options.limits.max_steps = number;
    if (key == "sliceMilliseconds") *slice_milliseconds = static_cast<double>(number);
    if (key == "maxElements" && number > 0) options.limits.max_elements = number;
    if (key == "replicas") options.replicas = number;
    if (key == "partitions") options.partitions = number;
    if (key == "partial") options.partial = value == "true";
    if (key == "keepValues") options.keep_values = value == "true";
    if (key == "keepDevices") options.keep_devices = number;
    if (key == "shown") options.shown = ReadInts(value);
    if (key == "numerics" && Unquoted(value) == "portable") {
      options.kernel_mode = api::KernelMode::kPortable;
    }
  }
  return options;
}

}  // namespace wasm
