// SPDX-License-Identifier: Apache-2.0
// The rule book (docs/reference) as data, made by scripts/gen_rule_book.py at build time.
#ifndef HLO_NATIVE_RULE_BOOK_H_
#define HLO_NATIVE_RULE_BOOK_H_

#include <span>
#include <string_view>

namespace hlo::cli {

struct Example {
  enum Kind {
    kNone,
    kProgram,
    kShape,      // for `hlo layout`
    kOfCommand,  // a program that shows what it shows by the command that is its name
  };
  Kind kind = kNone;
  std::string_view name;  // id of a conformance vector, or a command
  std::string_view text;
};

struct Rule {
  std::string_view code;  // "pad.C3", "V01", "G4", "choice C5"
  std::string_view text;  // Markdown: the rule as a sentence, then remarks
  std::string_view link;
  Example breaks;  // a program that breaks the rule
  Example fits;    // one much like it that does not
};

struct OpEntry {
  std::string_view opcode;
  std::string_view text;  // Markdown
  std::string_view link;
};

std::span<const Rule> Rules();         // sorted by code
std::span<const OpEntry> OpEntries();  // in the order of the ops reference

}  // namespace hlo::cli

#endif  // HLO_NATIVE_RULE_BOOK_H_
