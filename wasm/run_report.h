// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_WASM_RUN_REPORT_H_
#define HLO_WASM_RUN_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hlo/hlo.h"

namespace wasm {

// The groups of devices that exchanged values, by instruction, without duplicates.
class Exchanges {
 public:
  void Add(const hlo::api::ExchangeEvent& event);
  std::string Json() const;

 private:
  using Groups = std::map<std::vector<int64_t>, int64_t>;  // with the bytes of the first device
  static constexpr size_t kMaxGroups = 4096;
  std::map<std::pair<std::string, std::string>, Groups> by_name_;
  size_t count_ = 0;
};

// RunReport of hlo.d.mts.
std::string RunReport(const hlo::api::RunOutcome& outcome, const Exchanges& exchanges,
                      double milliseconds);

// A run that could not begin.
hlo::api::RunOutcome RequestFailure(std::string message);

}  // namespace wasm

#endif  // HLO_WASM_RUN_REPORT_H_
