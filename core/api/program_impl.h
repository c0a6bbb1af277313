// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_PROGRAM_IMPL_H_
#define HLO_CORE_API_PROGRAM_IMPL_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/outline.h"
#include "core/api/recorder.h"
#include "core/api/source_map.h"
#include "core/engine/engine.h"
#include "core/text/text.h"
#include "hlo/hlo.h"

namespace hlo::api {

struct Program::Impl {
  std::string source;        // what diagnostics point into
  std::string format;        // of an imported file
  bool is_bytecode = false;  // then the source is its StableHLO text
  std::string hlo_text;      // of an imported file; else empty
  std::vector<SourceMark> marks;
  ElidedConstants constants;                    // that hlo_text leaves out
  std::vector<std::vector<Literal>> arguments;  // of a snapshot
  std::vector<Literal> results;
  ParsedModule parsed;
  std::vector<Diagnostic> diagnostics;
  bool ok = false;
  std::unique_ptr<Executable> executable;  // whenever there is something to run
  Recorder recorder;
  // What it takes to recompute values that the last run did not keep; null if it kept all, or none.
  struct PartlyKeptRun {
    std::vector<std::vector<Literal>> arguments;
    RunOptions options;
  };
  std::unique_ptr<PartlyKeptRun> partly_kept;

  // Reads `text`, the source or the HLO text that came of it.
  void Parse(std::string_view text, const ParseOptions& options);
  // Makes `parsed` ready to run.
  void Finish();
  InstructionSet InstructionsOf(std::span<const int64_t> wanted) const;
  // Makes the recorder know the values of instructions after a run, if they can be known.
  void Settle(const InstructionSet& instructions, int64_t device);
};

}  // namespace hlo::api

#endif  // HLO_CORE_API_PROGRAM_IMPL_H_
