// SPDX-License-Identifier: Apache-2.0
// The one header of the core that the front ends include: text or JSON in; results, views of them
// and diagnostics out. Only standard types cross it.
#ifndef HLO_HLO_H_
#define HLO_HLO_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/result.h"
#include "hlo/suggest.h"
#include "hlo/text_parts.h"
#include "hlo/transport.h"
#include "hlo/version.h"
#include "hlo/workers.h"

namespace hlo {
class DeviceRunner;  // core/engine/engine.h
class Module;        // core/ir/module.h
}  // namespace hlo

namespace hlo::api {

// Threads that a front end lends to a run (RunSettings::workers).
using hlo::Workers;
// What a misspelled word of a command line may have meant.
using hlo::Suggestion;
// What the text of a program shows (Program::Print).
using hlo::TextParts;
// What carries messages between processes that run a program together (RunSettings::runner).
using hlo::Transport;

// Bytes [begin, end) of a text.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A diagnostic with its position worked out: line and column count from 1, columns count bytes.
struct Finding {
  struct Note {
    std::string message;
    Span span;
    int line = 0;  // 0: no place of its own
    int column = 0;
  };
  struct Fix {
    Span span;
    std::string replacement;
  };
  bool is_error = true;
  std::string code;   // "P02", "pad.C3"
  std::string phase;  // lex, parse, resolve, shape, layout, run, import
  std::string message;
  Span span;
  int line = 0;
  int column = 0;
  int length = 0;  // bytes to underline, at least 1
  std::vector<Note> notes;
  std::vector<Fix> fixes;
};

// "FILE:LINE:COL: error: MESSAGE", the source line, a caret, then the notes.
std::string FindingText(const Finding& finding, std::string_view source, std::string_view file);
// The text as a JSON string, quotes included.
std::string QuoteJson(std::string_view text);
// {"severity","code","phase","file","line","column","length","message","span","notes","fixes"}
std::string FindingJson(const Finding& finding, std::string_view file);

// A value. Cheap to copy; copies share the bytes.
class Value {
 public:
  Value() = default;  // the empty tuple
  explicit Value(Literal literal) : literal_(std::move(literal)) {}

  const Literal& literal() const { return literal_; }
  std::string ShapeText(bool layouts = true) const;
  std::string Json() const;  // LITERAL (formats, section 3)
  std::string Human(int64_t max_elements = 1000) const;
  // Element count of an array, sum over the leaves of a tuple.
  int64_t element_count() const;
  // The dense row-major little-endian bytes of an array; empty for a tuple.
  std::span<const uint8_t> bytes() const;
  // Texts and numbers (real part of complex ones) of elements [begin, begin + count) of the leaf
  // at `path`; clipped to what exists.
  std::vector<std::string> ElementTexts(std::span<const int64_t> path, int64_t begin,
                                        int64_t count) const;
  std::vector<double> ElementNumbers(std::span<const int64_t> path, int64_t begin,
                                     int64_t count) const;

  struct Leaf {
    std::vector<int64_t> path;
    std::string shape;
    std::string element_type;
    std::vector<int64_t> dims;
    int64_t elements = 0;
  };
  std::vector<Leaf> Leaves() const;

  // How a value is held to an expected one (formats, section 4). Empty when it holds, else where
  // and what differs. `ulp` 0: equal bits (any NaN equals any NaN); else at most this many units in
  // the last place of the element type.
  std::string DifferenceFrom(const Value& expected, double ulp) const;
  // The class "accumulate" for sums of `terms` terms: |got - expected| <= terms * eps * scale,
  // eps being the distance from 1 to the next number of the element type. `scale` is the sum of the
  // absolute terms; 0: the largest expected magnitude of the array.
  std::string DifferenceOfSum(const Value& expected, double terms, double scale) const;

 private:
  Literal literal_;
};

// A LITERAL in JSON, or why it is none.
struct ValueOrError {
  bool ok = false;
  Value value;
  std::string error;
};
ValueOrError ParseValue(std::string_view json);
// Argument lists: ok with one list (same for all devices) or one a device.
struct ArgumentsOrError {
  bool ok = false;
  std::vector<std::vector<Value>> lists;
  std::string error;
};
ArgumentsOrError ParseArguments(std::string_view json);

struct CheckOptions {
  bool lenient = false;  // unknown attributes are warnings
  size_t max_errors = 20;
};

// How a file that is not HLO becomes HLO (imports reference, sections 2 to 9).
struct ImportSettings {
  std::string entry;                    // function; empty: main, or the only one
  std::map<std::string, int64_t> dims;  // sizes of unknown dimensions: variable, argN or argN.D
  std::string fill;                     // "zero" or "random": for values that the file lacks
  uint64_t seed = 0;
  bool like_xla = false;       // constants and annotations as XLA writes them
  bool all_functions = false;  // also those that the entry does not reach
};

// Bytes [begin, end) of an HLO text came of bytes `source` of a file.
struct SourceMark {
  uint32_t begin = 0;
  uint32_t end = 0;
  Span source;
};

// The HLO text of a text that can be imported (not of protobufs), read but not checked, for front
// ends that load the importers apart from the engine: {"format","ok","text","map","findings"} as
// Program::ImportedJson. `root_shape` gives the shape of the root of an HLO text, or "" for a
// faulty one: an engine answers it, for types with unknown sizes.
std::string ImportFileToJson(const std::string& bytes, const ImportSettings& settings,
                             std::string_view name,
                             const std::function<std::string(const std::string&)>& root_shape);

// What a snapshot holds besides its program.
struct Snapshot {
  std::vector<std::vector<Value>> arguments;  // one list for all devices, or one per device
  std::vector<Value> results;                 // of the first devices; may be empty
};

// One executed instruction of device (0, 0), for tracing.
struct TraceEvent {
  std::string_view computation;
  std::string_view instruction;
  int depth = 0;
  const Value& value;
};

// Values that went from device to device, or between a device and the host.
struct ExchangeEvent {
  std::string_view op;  // "all-reduce"
  std::string_view computation;
  std::string_view instruction;
  // In group order; of a send its source and target; one device alone for what it gave the host or
  // got from it.
  std::span<const int64_t> devices;
  std::span<const int64_t> bytes;  // that each of them gave, or got from the host
};

// Which code does the arithmetic.
enum class Kernels {
  kFast,      // fuses multiplication and addition where the machine can
  kPortable,  // the same bits on every machine
  kOff,       // the plain path: the same bits, too, from code that is easy to trust
};

// Instruction sets that kernels can use here, best first; UseTarget picks one for all later runs
// ("" the best), false for a name that is not there.
std::vector<std::string> Targets();
bool UseTarget(std::string_view name);

struct RunSettings {
  Kernels kernels = Kernels::kFast;
  Workers* workers = nullptr;  // nullptr: the caller's thread alone; any number gives the same bits
  int64_t max_bytes = 0;       // 0: the default of the target
  int64_t max_steps = 0;       // 0: 10^10
  int64_t replicas = 0;        // 0: what the module says
  int64_t partitions = 0;
  bool keep_values = false;  // make Program::ValueOf answer afterwards
  int64_t keep_devices = 1;  // for the first devices, trace stays with the first one
  // Run what can be run of a text with faults, or with ops that cannot be evaluated, so that the
  // good instructions have values; the results may then be empty tuples.
  bool partial = false;
  std::function<void(const TraceEvent&)> trace;
  std::function<void(const ExchangeEvent&)> exchange;
  const std::atomic<bool>* cancel = nullptr;
  // What infeeds take, and receives of host transfers by channel: one list for all devices, or one
  // a device.
  std::vector<std::vector<Value>> infeed;
  std::map<int64_t, std::vector<std::vector<Value>>> receives;
  // The order in which devices are scheduled, which no result depends on: 0 by number, negative the
  // other way around, positive shuffled by this seed.
  int64_t schedule = 0;
  // nullptr: all devices run in this process; or OverTransport().
  std::shared_ptr<const DeviceRunner> runner;
};

// Each process runs the device whose number is its rank; every process calls Program::Run with the
// same program and arguments, and that of rank 0 gets the results. The transport must live as long.
std::shared_ptr<const DeviceRunner> OverTransport(Transport& transport);

struct RunOutcome {
  bool ok = false;
  Finding error;               // when not ok; with the place of the instruction if known
  int64_t instruction = -1;    // id of the instruction at fault, or -1
  std::vector<Value> results;  // one a device, replica major
  // What went to the host by outfeeds, and by sends of host transfers by channel: one list a
  // device.
  std::vector<std::vector<Value>> outfeed;
  std::map<int64_t, std::vector<std::vector<Value>>> sends;
  int64_t steps = 0;
  int64_t peak_bytes = 0;
};

// What became of one instruction in the last run that kept values.
struct KeptValue {
  int64_t executions = 0;
  bool kept = false;  // false: not reached, or too large to keep
  Value value;        // of the last execution
};

// The outline of a program: names and words as JSON, and numbers for each instruction.
struct OutlineTable {
  std::string json;
  std::vector<int32_t> numbers;
};

// One text, read and verified. Instruction ids count all instructions in the order of the
// computations and of the text inside them.
class Program {
 public:
  // HLO text, or the JSON form that Print("json") writes; source() is HLO text then.
  static Program FromText(std::string text, const CheckOptions& options = {});
  // The JSON form alone; source() is HLO text.
  static Program FromJson(std::string_view json, const CheckOptions& options = {});
  // What a builder made (hlo/builder.h), or the error that prevented it. It is verified as a text
  // is, with the same findings; there is no text then: source() is empty, and they have no place.
  static Program FromModule(Result<ModulePtr> module, const CheckOptions& options = {});
  // Any file that can be imported, recognized by its bytes: StableHLO text, protobufs, HLO text,
  // the JSON form. Others are refused by a finding with what to do instead. Findings point into the
  // file.
  static Program FromFile(std::string bytes, const CheckOptions& options = {},
                          const ImportSettings& settings = {});
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  bool ok() const;  // no errors
  // It has an entry computation with good instructions, so that RunSettings::partial makes sense.
  bool has_good_instructions() const;
  const std::vector<Finding>& findings() const;
  const std::string& source() const;
  // The HLO text that the program was read from: source(), or what it was imported as, where large
  // constants stand as "{...}".
  const std::string& hlo_text() const;
  // The same with all constants, and where its instructions come from; {"format","text","map"}.
  std::string ImportedText() const;
  std::string ImportedJson(std::string_view file) const;
  // Of a file that is one; else empty.
  Snapshot snapshot() const;
  // Why a good program cannot be run (an op without evaluation, an elided constant), or "".
  std::string CannotRun() const;

  std::string name() const;
  int64_t replicas() const;
  int64_t partitions() const;
  size_t parameter_count() const;

  // "hlo", "long", "short", "json" or "dot"; empty for another word. `parts` matter to the first
  // three, which are text; "short" has neither "%" nor metadata.
  std::string Print(std::string_view format, const TextParts& parts = {}) const;
  // The program as a file of another format, "pb" for a HloModuleProto,
  // "stablehlo" for StableHLO text; or why that cannot be.
  struct Exported {
    bool ok = false;
    std::string bytes;
    std::string error;
  };
  Exported Export(std::string_view format) const;
  // The JSON list of computations of wasm/hlo.d.mts (ComputationOutline[]).
  std::string OutlineJson() const;
  // The same in the compact form of wasm/hlo.d.mts (OutlineTable).
  OutlineTable Outline() const;

  // FLOPs, bytes and transcendentals of every instruction, their totals and the peak memory of a
  // run (rules: core/engine/cost.h; keys: docs/json.md), as JSON and as a table. Empty unless ok().
  std::string CostJson() const;
  std::string CostText() const;
  // The steps that Run takes when no values are kept: fused groups and their code, compiled loops,
  // kernels and their target. "" for a program that cannot be run.
  std::string PlanText(Kernels kernels) const;

  // A value for parameter `number`: fill is "iota", "zeros", "ones" or "random" (uniform in [-1, 1)
  // for floats, small integers else; the same for a seed on every target).
  ValueOrError MakeArgument(size_t number, std::string_view fill, uint64_t seed) const;
  // A value for parameter `number`, an array of whole bytes an element (no pred, no s4), from its
  // dense row-major little-endian bytes, which are copied.
  ValueOrError ArgumentFromBytes(size_t number, std::span<const uint8_t> bytes) const;

  RunOutcome Run(const std::vector<std::vector<Value>>& arguments, const RunSettings& settings);
  KeptValue ValueOf(int64_t instruction, int64_t device = 0) const;

  // For core/api.
  const Module* module() const;
  struct Impl;

 private:
  explicit Program(std::unique_ptr<Impl> impl);
  static Program FromHloText(std::string text, const CheckOptions& options);
  std::unique_ptr<Impl> impl_;
};

// ---- dumps of a compiler ----

// The stages of a module in a folder that --xla_dump_to has written, in the order of the passes.
struct DumpedStage {
  std::string name;                // "before_optimizations"
  std::vector<std::string> files;  // with the same content, the most complete first
  bool is_program = false;
  bool is_report = false;  // for ExplainMemory
};
struct DumpedModule {
  std::string name;
  std::vector<int64_t> numbers;  // of "module_0007"; a compilation may have several
  std::vector<DumpedStage> stages;
};
std::vector<DumpedModule> GroupDump(const std::vector<std::string>& files);

// Instructions that one program has and the other has not, by what they are, not by their names:
// "- COMPUTATION: INSTRUCTION" and "+ ...".
struct ProgramDifference {
  std::vector<std::string> removed, added;
};
ProgramDifference Difference(const Program& before, const Program& after);

// Reports about memory (buffer assignment, live ranges, out of memory; also the buffer assignment
// in a HloProto), joined with each other and with the programs among the files: which value lies
// where, how much of it is padding, and what lives at the peak.
struct MemoryAnswer {
  bool ok = false;
  std::string error;
  std::string text;
};
MemoryAnswer ExplainMemory(const std::vector<std::string>& files);

// ---- shapes and layouts ----

// Explains a shape text: what `hlo layout` prints, and the ShapeReport of wasm/hlo.d.mts.
struct ShapeExplanation {
  bool ok = false;
  Finding error;  // span into the shape text
  std::string text;
  std::string json;
};
ShapeExplanation ExplainShape(std::string_view shape);
// Draws where the elements of an array shape lie; only `text` is filled.
ShapeExplanation DrawShape(std::string_view shape);
// Ranks other dimension orders and tilings of an array shape by bytes.
ShapeExplanation RankLayouts(std::string_view shape);

// Where one element of an array shape lies, or what lies at a position.
struct IndexAnswer {
  bool ok = false;
  std::string error;
  bool is_padding = false;
  std::vector<int64_t> index;  // empty for padding and for scalars
  int64_t position = 0;
  int64_t bit = 0;  // offset of the first bit
  int64_t byte = 0;
  std::vector<std::string> steps;  // how the number comes about
};
IndexAnswer LocateIndex(std::string_view shape, std::span<const int64_t> index);
IndexAnswer LocatePosition(std::string_view shape, int64_t position);
// Positions of row-major elements [begin, begin + count), and row-major elements at positions
// [begin, begin + count) with -1 for padding. Empty for a bad shape; clipped to what exists.
std::vector<double> PositionsOf(std::string_view shape, int64_t begin, int64_t count);
std::vector<double> ElementsAt(std::string_view shape, int64_t begin, int64_t count);

// ---- tables ----

// OpRow[] of wasm/hlo.d.mts.
std::string OpsJson();
// The same for people: one line an op.
std::string OpsText();
// [{"code","phase","title"}]
std::string DiagnosticCodesJson();
// Element types that arrays can have, by name.
std::vector<std::string> ElementTypeNames();

}  // namespace hlo::api

#endif  // HLO_HLO_H_
