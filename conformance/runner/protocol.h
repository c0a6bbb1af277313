// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_PROTOCOL_H_
#define HLO_CONFORMANCE_RUNNER_PROTOCOL_H_

#include <string>

#include "conformance/runner/engine.h"

namespace hlo::conform {

// The adapter protocol (formats, section 5): one JSON object per line.
inline constexpr int kProtocolVersion = 1;

std::string StartMessage();
std::string StopMessage();
std::string RunMessage(int64_t sequence, const Case& test);

// A JSON object that is not nested deeper than any message; nullopt for other texts.
std::optional<Json> ReadMessage(const std::string& line);
// The number of the run that a message belongs to; 0 if it has none.
int64_t SequenceOf(const Json& message);
// An engine's reply to run number `sequence`; an error if the message is no such reply.
Result<Answer> ReadAnswer(const Json& message, int64_t sequence);

// The replies of this project.
std::string HelloMessage();
std::string AnswerMessage(int64_t sequence, const Answer& answer);

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_PROTOCOL_H_
