// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_RUN_OUTPUT_H_
#define HLO_NATIVE_RUN_OUTPUT_H_

#include <string>

#include "hlo/hlo.h"

namespace hlo::cli {

// {"results":[LITERAL, ...]}, one a device. Only where the program has some: "outfeed", a list of
// LITERALs for each device, and "sent", such a list by channel.
std::string OutcomeJson(const api::RunOutcome& outcome);
// The same for people.
std::string OutcomeText(const api::RunOutcome& outcome, int64_t partitions);

// One line each of --trace.
std::string TraceLine(const api::TraceEvent& event);
std::string ExchangeLine(const api::ExchangeEvent& event);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_RUN_OUTPUT_H_
