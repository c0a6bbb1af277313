// SPDX-License-Identifier: Apache-2.0
#include "wasm/requests.h"

#include <algorithm>
#include <cstdlib>

namespace wasm {
namespace {

namespace api = hlo::api;

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// The end of the string whose opening quote is at `at` (one past its closing quote).
size_t StringEnd(std::string_view json, size_t at) {
  for (++at; at < json.size(); ++at) {
    if (json[at] == '\\') {
      ++at;
    } else if (json[at] == '"') {
      return at + 1;
    }
  }
  return json.size();
}

// Splits a list or object at its top-level commas.
std::vector<std::string_view> Parts(std::string_view json, char open, char close) {
  std::vector<std::string_view> parts;
  json = Trim(json);
  if (json.size() < 2 || json.front() != open || json.back() != close) return parts;
  json = json.substr(1, json.size() - 2);
  if (Trim(json).empty()) return parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') at = StringEnd(json, at) - 1;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(Trim(json.substr(begin, at - begin)));
      begin = at + 1;
    }
  }
  parts.push_back(Trim(json.substr(begin)));
  return parts;
}

std::string_view Unquoted(std::string_view json) {
  return json.size() >= 2 && json.front() == '"' ? json.substr(1, json.size() - 2) : json;
}

int64_t ReadInt(std::string_view json) {
  const std::string text(json);
  const double number =
      std::strtod(text.c_str(), nullptr);  // accepts 1e6, which is a valid JSON number
  return number > 9e18 ? INT64_MAX : static_cast<int64_t>(number);
}

api::Result<api::Value> ReadArgument(const api::Program& program, size_t number,
                                     std::string_view json) {
  std::string_view fill;
  uint64_t seed = 0;
  for (const auto& [key, value] : Fields(json)) {
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

std::vector<std::string_view> Members(std::string_view json) { return Parts(json, '[', ']'); }

std::vector<std::pair<std::string_view, std::string_view>> Fields(std::string_view json) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  for (std::string_view part : Parts(json, '{', '}')) {
    if (part.empty() || part.front() != '"') continue;
    const size_t key_end = StringEnd(part, 0);
    const size_t colon = part.find(':', key_end);
    if (colon == std::string_view::npos) continue;
    fields.emplace_back(part.substr(1, key_end - 2), Trim(part.substr(colon + 1)));
  }
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

api::RunOptions ReadRunOptions(std::string_view json) {
  api::RunOptions options;
  options.keep_values = true;
  for (const auto& [key, value] : Fields(json)) {
    const int64_t number = ReadInt(value);
    if (key == "maxBytes" && number > 0) options.limits.max_bytes = number;
    if (key == "maxSteps" && number > 0) options.limits.max_steps = number;
    if (key == "replicas") options.replicas = number;
    if (key == "partitions") options.partitions = number;
    if (key == "partial") options.partial = value == "true";
    if (key == "keepValues") options.keep_values = value == "true";
    if (key == "keepDevices") options.keep_devices = number;
    if (key == "numerics" && Unquoted(value) == "portable") {
      options.kernel_mode = api::KernelMode::kPortable;
    }
  }
  return options;
}

}  // namespace wasm
