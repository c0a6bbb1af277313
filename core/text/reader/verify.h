// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_VERIFY_H_
#define HLO_CORE_TEXT_READER_VERIFY_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "hlo/diagnostic.h"

// The verifier: the rules for instructions, computations and modules, whether they come from a text
// or from a builder. The parser calls these checks right after reading each instruction and drops
// the invalid ones; a builder calls them in each function. VerifyModule() (core/text/text.h) runs
// all of them as a pass over a finished module.
namespace hlo {

// ---- one instruction; errors identify the part at fault ----

Status CheckOperandCount(const OpDef& op, int64_t given);                           // P07
Status CheckRequiredAttributes(const OpDef& op, std::span<const Attribute> given);  // P06
Status CheckAttributeValues(const Instruction& instruction);                        // V01
Status CheckResultShape(const Instruction& instruction, const Shape& written,       // S05
                        const Shape& inferred);
// The shape that the rules of the op give, for an instruction whose operands have theirs; error: a
// broken rule. `written`: the shape that the text or the caller gives, or nullptr. Requires an op
// with rules.
Result<Shape> InferredShape(const Instruction& instruction, const Shape* written);

// The error at its place in the text, with notes that add details.
Diagnostic DiagnosticAt(const Instruction& instruction, const Error& error);

// ---- several instructions ----

// Chains of async-start, async-update and async-done (hlo-text reference 5.3): their parts agree,
// and what a start calls has no other caller. Looks at instructions in the order of the text.
class AsyncVerifier {
 public:
  std::optional<Diagnostic> Look(const Instruction& instruction);  // V01, V03

 private:
  struct Caller {
    bool starts;  // it is an async-start
    SourceSpan name;
  };
  std::optional<Diagnostic> LookAtCaller(const Attribute& attribute, const Computation& callee,
                                         const Instruction& caller);

  std::unordered_map<const Computation*, Caller> callers_;  // the first of each
};

// The async-start that the chain of an async-update or async-done began with; nullptr if none did.
const Instruction* AsyncStartOf(const Instruction& instruction);

// It has instructions (N09), and its parameters are numbered without a gap (N08).
Status CheckComputation(const Computation& computation);

// ---- the module as a whole; each requires that what it contains has no faults ----

// An attribute of the header that does not fit the entry computation (V05).
struct HeaderFault {
  std::string_view attribute;
  std::string message;
};
std::vector<HeaderFault> CheckHeader(const Module& module);

// The two ends of channels (CheckChannels, core/ops/collective/channels.h).
std::vector<Diagnostic> CheckCommunication(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_VERIFY_H_
