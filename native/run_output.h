// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_RUN_OUTPUT_H_
#define HLO_NATIVE_RUN_OUTPUT_H_

#include <optional>
#include <string>

#include "hlo/hlo.h"

namespace hlo::cli {

// {"results":[LITERAL, ...]} with one LITERAL per device. If the program has outfeeds or sends to
// the host, also "outfeed", a list of LITERALs per device, and "sent", such a list per channel.
std::string OutcomeJson(const api::RunOutcome& outcome);
// The same as readable text. `joined`: the value whose parts the results are, if it is known.
std::string OutcomeText(const api::RunOutcome& outcome, int64_t partitions,
                        const std::optional<api::Value>& joined);

// The lines of --trace.
std::string TraceLine(const api::TraceEvent& event);
std::string ExchangeLine(const api::ExchangeEvent& event);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_RUN_OUTPUT_H_
