// SPDX-License-Identifier: Apache-2.0
#include "wasm/run_report.h"

#include <utility>

#include "wasm/requests.h"

namespace wasm {
namespace {

namespace api = hlo::api;

constexpr int64_t kMaxInlineResult = 1024;  // elements of a result sent as JSON

}  // namespace

void Exchanges::Add(const api::ExchangeEvent& event) {
  const std::vector<int64_t> devices(event.devices.begin(), event.devices.end());
  Groups& groups = by_name_[{std::string(event.computation), std::string(event.instruction)}];
  if (count_ == kMaxGroups || !groups.emplace(devices, event.bytes[0]).second) return;
  ++count_;
}

std::string Exchanges::Json() const {
  std::string out = "[";
  for (const auto& [name, groups] : by_name_) {
    if (out.size() > 1) out += ",";
    out += "{\"computation\":" + api::QuoteJson(name.first);
    out += ",\"instruction\":" + api::QuoteJson(name.second) + ",\"groups\":[";
    for (const auto& [devices, bytes] : groups) {
      if (out.back() != '[') out += ",";
      out += "{\"devices\":" + List(devices) + ",\"bytes\":" + std::to_string(bytes) + "}";
    }
    out += "]}";
  }
  return out + "]";
}

std::string RunReport(const api::RunOutcome& outcome, const Exchanges& exchanges,
                      double milliseconds) {
  std::string out = std::string("{\"ok\":") + (outcome.ok ? "true" : "false");
  out += std::string(",\"suspended\":") + (outcome.suspended ? "true" : "false") + ",\"error\":";
  if (outcome.ok || outcome.suspended) {
    out += "null";
  } else {
    out += api::DiagnosticJson(outcome.error, "");
    out.pop_back();
    out += ",\"instruction\":" + std::to_string(outcome.instruction) + "}";
  }
  out += ",\"results\":[";
  for (const api::Value& result : outcome.results) {
    if (out.back() != '[') out += ",";
    out += "{\"shape\":" + api::QuoteJson(result.ShapeText()) + ",\"literal\":";
    out += result.element_count() <= kMaxInlineResult ? result.Json() : "null";
    out += "}";
  }
  out += "],\"exchanges\":" + exchanges.Json();
  out += ",\"steps\":" + std::to_string(outcome.steps);
  out += ",\"peakBytes\":" + std::to_string(outcome.peak_bytes);
  out += ",\"milliseconds\":" + std::to_string(milliseconds) + "}";
  return out;
}

api::RunOutcome RequestFailure(std::string message) {
  api::RunOutcome outcome;
  outcome.error.code = "R06";
  outcome.error.phase = "run";
  outcome.error.message = std::move(message);
  return outcome;
}

}  // namespace wasm
