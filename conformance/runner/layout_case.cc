// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/judge.h"
#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

// "2,3" -> {2, 3}; "" -> {}.
std::vector<int64_t> ReadIndex(const std::string& text) {
  std::vector<int64_t> index;
  size_t at = 0;
  while (at < text.size()) {
    const size_t comma = std::min(text.find(',', at), text.size());
    index.push_back(std::strtoll(text.substr(at, comma - at).c_str(), nullptr, 10));
    at = comma + 1;
  }
  return index;
}

std::string TextOfIndex(const std::vector<int64_t>& index) {
  std::string text;
  for (int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
  return text;
}

// The expected numbers of the explanation: {"stored": 24, "bytes": 96, ...}.
std::string SizeDifference(const Json& expect, const Json& report) {
  static constexpr const char* kKeys[] = {"elements",   "storedElements", "elementBits",
                                          "bytes",      "unpaddedBytes",  "wastedBytes",
                                          "finalSizes", "physicalSizes",  "shape"};
  for (const char* key : kKeys) {
    const auto wanted = expect.find(key);
    if (wanted == expect.end()) continue;
    const Json got = report.value(key, Json());
    if (got != *wanted) {
      return std::string(key) + ": got " + got.dump() + ", expected " + wanted->dump();
    }
  }
  return "";
}

// "index": {"2,3": 17}: positions of indices, in both directions.
std::string IndexDifference(const std::string& shape, const Json& expect) {
  const Json indices = expect.value("index", Json::object());
  for (const auto& [key, position] : indices.items()) {
    if (!position.is_number_integer()) return "a position must be a number, got " + position.dump();
    const Result<api::IndexAnswer> there = api::LocateIndex(shape, ReadIndex(key));
    if (!there.ok()) return "(" + key + "): " + there.error().message;
    const int64_t got = there.value().position;
    if (got != position.get<int64_t>()) {
      return "(" + key + "): got position " + std::to_string(got) + ", expected " + position.dump();
    }
    const Result<api::IndexAnswer> back = api::LocatePosition(shape, got);
    if (!back.ok() || back.value().is_padding || TextOfIndex(back.value().index) != key) {
      return "position " + position.dump() + " does not map back to (" + key + ")";
    }
  }
  for (const Json& position : ItemsOf(expect.value("padding", Json()))) {
    if (!position.is_number_integer()) return "a position must be a number, got " + position.dump();
    const Result<api::IndexAnswer> there = api::LocatePosition(shape, position.get<int64_t>());
    if (!there.ok() || !there.value().is_padding) {
      return "position " + position.dump() + " is not padding";
    }
  }
  return "";
}

// "positions": one number per element in row-major order.
std::string PositionsDifference(const std::string& shape, const Json& expect) {
  const auto wanted = expect.find("positions");
  if (wanted == expect.end() || !wanted->is_array()) return "";
  const std::vector<double> got =
      api::PositionsOf(shape, 0, static_cast<int64_t>(wanted->size()) + 1);
  if (got.size() != wanted->size()) return "got " + std::to_string(got.size()) + " positions";
  for (size_t i = 0; i < got.size(); ++i) {
    if (!(*wanted)[i].is_number() || got[i] != (*wanted)[i].get<double>()) {
      return "element " + std::to_string(i) + ": got position " +
             std::to_string(static_cast<int64_t>(got[i])) + ", expected " + (*wanted)[i].dump();
    }
  }
  return "";
}

}  // namespace

std::string LayoutDifference(const Case& test) {
  std::string shape = test.hlo;
  while (!shape.empty() && shape.back() == '\n') shape.pop_back();
  const api::ShapeExplanation explanation = api::ExplainShape(shape);
  if (test.reject) {
    if (explanation.ok) return "accepted, expected " + test.reject->code;
    return explanation.error.code == test.reject->code
               ? ""
               : "rejected with " + explanation.error.code + ", expected " + test.reject->code;
  }
  if (!explanation.ok) return explanation.error.message;
  if (!test.expect.is_object()) return "a layout case must have an object \"expect\"";
  const Json report = Json::parse(explanation.json, nullptr, false);
  const Json leaves = report.value("leaves", Json::array());
  if (leaves.empty()) return "the shape must contain an array";
  std::string difference = SizeDifference(test.expect, leaves[0]);
  if (difference.empty()) difference = IndexDifference(shape, test.expect);
  if (difference.empty()) difference = PositionsDifference(shape, test.expect);
  return difference;
}

}  // namespace hlo::conform
