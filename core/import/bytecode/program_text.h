// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_BYTECODE_PROGRAM_TEXT_H_
#define HLO_CORE_IMPORT_BYTECODE_PROGRAM_TEXT_H_

#include <string>
#include <string_view>

namespace hlo::bytecode {

struct ProgramText {
  std::string text;                // StableHLO in the generic form
  std::string fault;               // why the file is not read; "" for a valid one
  bool skips_annotations = false;  // of Shardy, whose properties are not read
};

// The StableHLO text of a portable artifact, which may stand in a container that goes on behind it.
ProgramText ReadProgram(std::string_view bytes);

}  // namespace hlo::bytecode

#endif  // HLO_CORE_IMPORT_BYTECODE_PROGRAM_TEXT_H_
