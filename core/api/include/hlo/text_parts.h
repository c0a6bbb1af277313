// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_TEXT_PARTS_H_
#define HLO_TEXT_PARTS_H_

namespace hlo {

// Which parts of a module are printed (hlo-text reference, sections 8.6 and 8.7); unless all of
// them are, the text may not read back as the same module.
struct TextParts {
  bool percent = true;          // "%" before names
  bool metadata = true;         // including the frame tables that it refers to
  bool layouts = true;          // of instructions and of the entry computation
  bool large_constants = true;  // those of more than 10 elements, and tuples; otherwise "{...}"
};

}  // namespace hlo

#endif  // HLO_TEXT_PARTS_H_
