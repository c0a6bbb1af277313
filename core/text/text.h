// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_TEXT_H_
#define HLO_CORE_TEXT_TEXT_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "hlo/diagnostic.h"
#include "hlo/source_span.h"
#include "hlo/text_parts.h"

namespace hlo {

// Values of constants that the text writes as "{...}", by the position of the brace.
using ElidedConstants = std::unordered_map<uint32_t, std::shared_ptr<const Literal>>;

struct ParseOptions {
  bool lenient = false;    // unknown attributes are kept with warning W01 instead of error P04
  size_t max_errors = 20;  // stop after this many
  int max_nesting = 200;   // P10 beyond
  const ElidedConstants* constants = nullptr;  // for imported text
};

// An instruction with an error, or one that uses such an instruction. Its parts are those of its
// tokens; nothing is known to be valid.
struct FaultyInstruction {
  const Computation* computation = nullptr;
  bool is_root = false;
  InstructionSpans spans;
};

// The result of parsing. `module` is set whenever anything could be read: it has the valid
// instructions even if `diagnostics` has errors, and is complete only if there are none.
struct ParsedModule {
  std::unique_ptr<Module> module;
  std::vector<Diagnostic> diagnostics;    // in the order of their positions
  std::vector<FaultyInstruction> faulty;  // in the order of their positions
  // Faulty computations whose root is only the last valid instruction: the text has no "ROOT", or
  // that instruction is faulty.
  std::unordered_set<const Computation*> without_root;
  bool ok() const;  // no diagnostic is an error
};

// Reads a module, a module without a header, or a single instruction (hlo-text reference, section
// 1), resolves names, infers shapes and verifies. Recovers after each error; never aborts.
ParsedModule ParseModule(std::string_view text, const ParseOptions& options = {});

// The rules that ParseModule checks, for a module from elsewhere: of every instruction, computation
// and, when these have no faults, of the header and of channels. The positions are those of the
// text that the module was read from, if there was one. At most `max_errors`.
std::vector<Diagnostic> VerifyModule(const Module& module, size_t max_errors = 20);

enum class PrintMode : uint8_t { kCanonical, kLong, kShort };

// kShort omits "%" and metadata, whatever the parts are.
struct PrintOptions : TextParts {
  PrintOptions(PrintMode of = PrintMode::kCanonical,  // NOLINT: a mode converts to its options
               const TextParts& parts = {})
      : TextParts(parts), mode(of) {
    percent &= of != PrintMode::kShort;
    metadata &= of != PrintMode::kShort;
  }

  PrintMode mode;
};

// With the options of kCanonical a fixed point of printing and parsing (hlo-text reference, section
// 8).
std::string PrintModule(const Module& module, const PrintOptions& options = {});
// One instruction as in the module, without indentation.
std::string PrintInstruction(const Instruction& instruction, const PrintOptions& options = {});
// One attribute value as HLO text, without the name.
std::string PrintAttributeValue(const Instruction& instruction, const Attribute& attribute);

// The stable JSON form of a module (docs/json.md), and Graphviz.
std::string PrintModuleJson(const Module& module);
std::string PrintModuleDot(const Module& module);

// HLO text, and the values of the JSON form that its parts come from, in the order of the text.
struct TextFromJson {
  std::string text;
  std::vector<SourceMark> marks;
};

// Converts the JSON form to HLO text for ParseModule, which validates instructions, shapes and
// attributes. Attributes are taken from their `text`. Errors P01, P10 and P13 give the line and
// column in the JSON; those of literals are as in ParseLiteralJson. If `fault` is given, it
// receives the position of an error, and the message omits it.
Result<TextFromJson> ModuleTextFromJson(std::string_view json, SourceSpan* fault = nullptr);
// An object with a key: no HLO text starts like this.
bool LooksLikeModuleJson(std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_TEXT_H_
