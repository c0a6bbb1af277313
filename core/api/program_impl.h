// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_PROGRAM_IMPL_H_
#define HLO_CORE_API_PROGRAM_IMPL_H_

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/outline.h"
#include "core/api/recorder.h"
#include "core/api/source_map.h"
#include "core/engine/engine.h"
#include "core/import/support/import_options.h"
#include "core/text/text.h"
#include "hlo/hlo.h"

namespace hlo::api {

struct Program::Impl {
  std::string source;        // what diagnostics point into
  std::string format;        // of an imported file
  bool is_filled = false;    // elided constants have values that are not in the source
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
  // What it takes to repeat parts of the last run; null if it kept no values.
  struct KeptRun {
    std::vector<std::vector<Literal>> arguments;
    RunOptions options;
    bool is_partly_kept = false;  // not all values
  };
  std::unique_ptr<KeptRun> kept_run;
  std::unique_ptr<SuspendableRun> suspended;

  // ---- iterations ----
  // The values of an iteration of a loop on a device.
  struct LoopFrame {
    int64_t iteration = 0;
    Recorder recorder;
  };
  std::map<const Instruction*, int64_t> shown_iterations;              // by loop
  std::map<std::pair<const Instruction*, int64_t>, LoopFrame> frames;  // by loop and device
  // States that frames have led to, for later ones.
  std::map<std::pair<const Instruction*, int64_t>, LoopStates> explored;
  std::unordered_map<const Instruction*, ComputationSet> executed;  // by loop

  // Reads `text`, the source or the HLO text that came of it.
  void Parse(std::string_view text, const ParseOptions& options);
  // Of a module as JSON, whose outline has positions in the JSON; those of other imported files are
  // in their HLO text.
  std::span<const SourceMark> OutlineMarks() const;
  // Makes `parsed` ready to run.
  void Finish();
  // Gives elided constants of HLO text values, if the options say which.
  void FillElided(const ImportOptions& options);
  InstructionSet InstructionsOf(std::span<const int64_t> wanted) const;
  RunOutcome OutcomeOf(RunResult result);
  RunOutcome Advance();
  // Makes the recorder know the values of instructions after a run, if they can be known.
  void Settle(const InstructionSet& instructions, int64_t device);
  // Steps of what is computed again.
  int64_t MostSteps(int64_t device) const;
  KeptValue ValueOf(const Instruction& instruction, int64_t device);
  // The frame that has the values of an instruction, or nullptr if they are those of the run.
  LoopFrame* FrameAround(const Instruction& instruction, int64_t device);
  LoopFrame& FrameOf(const Instruction& loop, int64_t device);
  void MakeFrame(const Instruction& loop, int64_t device, LoopFrame& frame);
  // The iteration of a loop whose values are shown instead of the last ones.
  int64_t ShownIteration(const Instruction& loop, int64_t device) const;
  bool Executes(const Instruction& loop, const Instruction& instruction);
};

}  // namespace hlo::api

#endif  // HLO_CORE_API_PROGRAM_IMPL_H_
