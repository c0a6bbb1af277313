// SPDX-License-Identifier: Apache-2.0
// The main header for front ends: text or JSON in; results, views of them and diagnostics out. Only
// standard types cross it.
#ifndef HLO_HLO_H_
#define HLO_HLO_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/result.h"
#include "hlo/run_options.h"
#include "hlo/source_span.h"
#include "hlo/suggest.h"
#include "hlo/text_parts.h"
#include "hlo/transport.h"
#include "hlo/version.h"
#include "hlo/workers.h"

namespace hlo::api {

// What a misspelled word of a command line may have meant.
using hlo::Suggestion;
// What the text of a program shows (Program::Print).
using hlo::TextParts;
// A value or the error that prevented it.
using hlo::Error;
using hlo::Result;
// Each error and warning about a program.
using hlo::Diagnostic;
// How a program runs, and what the callbacks of a run get.
using hlo::DeviceRunner;
using hlo::ExchangeEvent;
using hlo::KernelMode;
using hlo::RunLimits;
using hlo::RunOptions;
using hlo::Schedule;
using hlo::TraceEvent;
// Threads that a front end provides to a run (RunOptions::workers).
using hlo::Workers;
// What carries messages between processes that run a program together (RunOptions::runner).
using hlo::Transport;

// "FILE:LINE:COL: error: MESSAGE", the source line, a caret, then the notes.
std::string DiagnosticText(const Diagnostic& diagnostic, std::string_view source,
                           std::string_view file);
// The text as a JSON string, quotes included.
std::string QuoteJson(std::string_view text);
// {"severity","code","phase","file","line","column","length","message","span","notes","fixes"}
std::string DiagnosticJson(const Diagnostic& diagnostic, std::string_view file);

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

  // Compares with an expected value (formats, section 4). Returns "" on a match, otherwise where
  // and how they differ. `ulp` 0: equal bits (any NaN equals any NaN); otherwise at most this many
  // units in the last place of the element type.
  std::string DifferenceFrom(const Value& expected, double ulp) const;
  // The class "accumulate" for sums of `terms` terms: |got - expected| <= terms * eps * scale,
  // eps being the distance from 1 to the next number of the element type. `scale` is the sum of the
  // absolute terms; 0: the largest expected magnitude of the array.
  std::string DifferenceOfSum(const Value& expected, double terms, double scale) const;

 private:
  Literal literal_;
};

// A LITERAL (formats, section 3). Errors: those of ParseLiteralJson (hlo/literal.h).
Result<Value> ParseValue(std::string_view json);
// Lists of arguments: one list, which is for all devices, or one per device. Errors: the same.
Result<std::vector<std::vector<Value>>> ParseArguments(std::string_view json);
// Lists of values as literals, such as for RunOptions::infeed, and back.
std::vector<std::vector<Literal>> LiteralsOf(const std::vector<std::vector<Value>>& lists);
std::vector<std::vector<Value>> ValuesOf(std::vector<std::vector<Literal>> lists);

// Whether bytes are a .npy file or a .npz archive of NumPy.
bool IsNumpyFile(std::string_view bytes);
// The sizes of the arrays in a file of arguments, JSON or of NumPy, as ImportSettings::dims:
// "argN.D" for dimension D of array N. Empty if the file cannot be read.
std::map<std::string, int64_t> DimsOfArguments(const std::string& file);
// The arrays of values, also those in tuples, as a .npz archive with the names arr_0, arr_1, ...,
// which numpy.savez gives; "device_D_arr_0" if there are values of several devices. Element types
// that NumPy lacks become f32 or integers of 8 bits. Errors: R02 (4 GiB or more).
Result<std::string> NpzFile(const std::vector<Value>& values_of_devices);
// The only array of a value, which may be a tuple, as a .npy file. Errors: R06 (not one array).
Result<std::string> NpyFile(const Value& value);

struct NumpyArguments {
  std::vector<std::vector<Value>> lists;  // one, or one per device
  bool are_split = false;                 // an array of all devices has been split among them
};

struct CheckOptions {
  bool lenient = false;  // unknown attributes are warnings
  size_t max_errors = 20;
};

// How a file that is not HLO becomes HLO (imports reference, sections 2 to 9).
struct ImportSettings {
  std::string entry;                    // function; empty: main, or the only one
  std::map<std::string, int64_t> dims;  // sizes of unknown dimensions: variable, argN or argN.D
  std::string fill;                     // "zeros" or "random": for values that the file lacks
  uint64_t seed = 0;
  bool like_xla = false;       // constants and annotations as XLA writes them
  bool all_functions = false;  // also those that the entry does not reach
};

// The HLO text of a file that can be imported, read but not checked, for front ends that load the
// importers apart from the engine: the JSON of Program::ImportedJson. `root_shape` gives the shape
// of the root of an HLO text, or "" for a faulty one: an engine answers it, for types with unknown
// sizes.
std::string ImportFileToJson(const std::string& bytes, const ImportSettings& settings,
                             std::string_view name,
                             const std::function<std::string(const std::string&)>& root_shape);

// What a snapshot holds besides its program.
struct Snapshot {
  std::vector<std::vector<Value>> arguments;  // one list for all devices, or one per device
  std::vector<Value> results;                 // of the first devices; may be empty
};

// Instruction sets that kernels can use here, best first; UseTarget picks one for all later runs
// ("" the best), false for a name that is not there.
std::vector<std::string> Targets();
bool UseTarget(std::string_view name);

// Each process runs the device whose number is its rank; every process calls Program::Run with the
// same program and arguments, and that of rank 0 gets the results. The transport must live as long.
std::shared_ptr<const DeviceRunner> OverTransport(Transport& transport);

struct RunOutcome {
  bool ok = false;
  bool suspended = false;      // by RunOptions::suspend; then only `steps` has a meaning
  Diagnostic error;            // when not ok; at the instruction at fault, if known
  int64_t instruction = -1;    // number of the instruction at fault, or -1
  std::vector<Value> results;  // one per device, replica-major
  // What outfeeds sent to the host, and sends of host transfers by channel: one list per device.
  std::vector<std::vector<Value>> outfeed;
  std::map<int64_t, std::vector<std::vector<Value>>> sends;
  int64_t steps = 0;
  int64_t peak_bytes = 0;
};

// The iterations of a loop in all its executions, and those of its executions that had any.
struct LoopCount {
  int64_t starts = 0;
  int64_t iterations = 0;
  int64_t last = 0;    // iterations of the last execution; while a run is suspended, at least these
  int64_t shown = -1;  // the iteration whose values ValueOf gives, or -1 (Program::ShowIteration)
  bool cancelled = false;  // the run was cancelled inside
};

// The recorded value of one instruction in the last run with keep_values.
struct KeptValue {
  int64_t executions = 0;
  bool kept = false;  // false: not reached, or too large to keep
  Value value;        // of the last execution
};

// The cost of one run (rules: core/engine/cost.h), and the peak memory of its values beside its
// arguments.
struct CostTotals {
  int64_t flops = 0;
  int64_t transcendentals = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
  int64_t argument_bytes = 0;
  int64_t peak_bytes = 0;
};

// The outline of a program: names and words as JSON, and numbers for each instruction.
struct OutlineTable {
  std::string json;
  std::vector<int32_t> numbers;
};

// One text, read and verified. Instruction numbers count all instructions in the order of the
// computations and of the text inside them.
class Program {
 public:
  // HLO text, or the JSON form that Print("json") writes.
  static Program FromText(std::string text, const CheckOptions& options = {});
  // The JSON form alone. Diagnostics point into it.
  static Program FromJson(std::string_view json, const CheckOptions& options = {});
  // What a builder made (hlo/builder.h), or the error that prevented it. It is verified as a text
  // is, with the same diagnostics, but without positions: source() is empty.
  static Program FromModule(Result<ModulePtr> module, const CheckOptions& options = {});
  // Any file that can be imported, recognized by its bytes: StableHLO text, protobufs, HLO text,
  // the JSON form. Others are refused by a diagnostic with what to do instead. Diagnostics point
  // into the file.
  static Program FromFile(std::string bytes, const CheckOptions& options = {},
                          const ImportSettings& settings = {});
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  bool ok() const;  // no errors
  // It has an entry computation with valid instructions, so that RunOptions::partial makes sense.
  bool has_valid_instructions() const;
  const std::vector<Diagnostic>& diagnostics() const;
  const std::string& source() const;
  // The HLO text that the program was read from: source(), or what it was imported as, where large
  // constants stand as "{...}".
  const std::string& hlo_text() const;
  // The same with all constants.
  std::string ImportedText() const;
  // The output of `hlo import --json` (formats, section 2).
  std::string ImportedJson(std::string_view file) const;
  // Of a file that is one; else empty.
  Snapshot snapshot() const;
  // Why a valid program cannot be run (an op without evaluation, an elided constant), or "".
  std::string CannotRun() const;

  std::string name() const;
  int64_t replicas() const;
  int64_t partitions() const;
  size_t parameter_count() const;
  // Without a layout; requires number < parameter_count().
  std::string ParameterShape(size_t number) const;

  // "hlo", "long", "short", "json" or "dot"; empty for another word. `parts` matter to the first
  // three, which are text; "short" has neither "%" nor metadata.
  std::string Print(std::string_view format, const TextParts& parts = {}) const;
  // The program as a file of another format: "pb", a HloModuleProto, or "stablehlo", StableHLO
  // text. Errors: R07 (the program has errors), I18 (another word), I01 (what StableHLO does not
  // have), I07 and I09 (what protobufs do not have).
  Result<std::string> Export(std::string_view format) const;
  // The JSON list of computations of wasm/hlo.d.mts (ComputationOutline[]).
  std::string OutlineJson() const;
  // The same in the compact form of wasm/hlo.d.mts (OutlineTable).
  OutlineTable Outline() const;

  // FLOPs, bytes and transcendentals of every instruction, their totals and the peak memory of a
  // run (rules: core/engine/cost.h; keys: docs/json.md), as JSON and as a table. Empty unless ok().
  std::string CostJson() const;
  std::string CostText() const;
  // Most bytes that values take at one time in a run on one device that keeps none, beside its
  // arguments; found without running. 0 if the program cannot be run.
  int64_t PeakBytes() const;
  // The totals alone; nullopt unless ok().
  std::optional<CostTotals> TotalCost() const;
  // FLOPs and transcendentals of each instruction, with those of the computations that it calls, by
  // its id: two numbers per instruction. Invalid instructions count nothing.
  std::vector<double> Work() const;
  // The steps that Run takes when no values are kept but those of `shown`: fused groups and their
  // code, compiled loops, kernels and their target. "" for a program that cannot be run.
  std::string PlanText(KernelMode mode, std::span<const int64_t> shown = {}) const;

  // A value for parameter `number`: fill is "iota", "zeros", "ones" or "random" (uniform in [-1, 1)
  // for floats, small integers else; the same for a seed on every target). Errors: R06 (no such
  // parameter or fill), R02 (too large), S09.
  Result<Value> MakeArgument(size_t number, std::string_view fill, uint64_t seed) const;
  // A value for parameter `number`, an array whose elements are whole bytes (no pred, no s4), from
  // its dense row-major little-endian bytes, which are copied. Errors: R06 (no such parameter, or
  // another type or size), R02, S09.
  Result<Value> ArgumentFromBytes(size_t number, std::span<const uint8_t> bytes) const;

  // The arguments in a file of NumPy: one list, or one per device. The arrays of a .npz archive are
  // those of the parameters by their names or the op_name of their metadata, or by the numbers of
  // arr_0, arr_1, ..., which count the arrays in tuples, too; of several devices if "device_D_"
  // stands before these names. Element types that NumPy lacks are read from raw elements ("|V2" for
  // bf16) and from f32 or integers of 8 bits. In a program of several partitions, an array that is
  // as large as the parts of all of them is split as the sharding of the parameter says. Errors:
  // I18 (a damaged file), R06 (names, number, types, sizes), S09, R02.
  Result<std::vector<std::vector<Value>>> ArgumentsFromNumpy(std::string file) const;
  // The same, and whether an array has been split. The numbers are those of the module, if 0.
  Result<NumpyArguments> ReadNumpyArguments(std::string file, int64_t replica_count = 0,
                                            int64_t partition_count = 0) const;
  // The value whose parts the partitions have as results, one for each, by the sharding of the
  // root: what `results` means where arguments have been split. nullopt if the root has no such
  // sharding.
  std::optional<Value> JoinResults(const std::vector<Value>& results) const;

  RunOutcome Run(const std::vector<std::vector<Value>>& arguments, const RunOptions& options = {});
  // Goes on with a run that was suspended, or ends it with R04. What it has computed is kept then,
  // and in the loops that it has not left, ValueOf gives the values of an iteration that began
  // shortly before. Without a suspended run, `ok` is false and there is no error.
  RunOutcome Resume();
  RunOutcome Cancel();
  // May compute the value, where RunOptions::shown left it out; Prepare computes many at once.
  void Prepare(std::span<const int64_t> instructions, int64_t device = 0) const;
  KeptValue ValueOf(int64_t instruction, int64_t device = 0) const;
  // The value whose parts the partitions of replica 0 have, by the sharding of the instruction. Not
  // kept if it has no such sharding, or a partition's value is not kept.
  KeptValue JoinedValueOf(int64_t instruction) const;
  // Of each `while` that had iterations, by its id, on the first device in the last run that kept
  // values; without the loops inside one that was compiled. Loops inside an iteration that is shown
  // have the counts of that iteration.
  std::map<int64_t, LoopCount> Iterations() const;
  // From now on ValueOf gives the values that the instructions executed by a `while` have in one of
  // its iterations, from 0; nullopt: the last ones again. One that is far away is replaced by
  // an earlier one (LoopCount::shown), from which the next call goes on. False if that is
  // impossible: the program draws random numbers, or its devices exchange values.
  bool ShowIteration(int64_t loop, std::optional<int64_t> iteration);

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

// An instruction that only one of two programs has, or that both have in different forms.
// Instructions are matched by what they are, not by name; metadata is ignored.
struct InstructionChange {
  int64_t before = -1;  // its id in the first program; -1: it was added
  int64_t after = -1;   // its id in the second program; -1: it was removed
  // The computation of the second program that it belongs to; of the first one, if that has no
  // counterpart.
  std::string computation;
  // What changed: "opcode", "shape", "layout" (of a shape that is otherwise the same), "number" (of
  // a parameter), "value" (of a constant), "operands", names of attributes, "computation" (it has
  // moved to another one), "root". Empty if it was added or removed.
  std::vector<std::string> what;
};
// All changes, by computation and in the order of the text, and the number of other instructions of
// the second program.
struct ProgramDifference {
  std::vector<InstructionChange> changes;
  int64_t unchanged = 0;
};
// nullopt if a program has no entry computation with valid instructions. Invalid instructions, and
// the header of the module, are not compared.
std::optional<ProgramDifference> Difference(const Program& before, const Program& after);
// The same as text for people, and as ProgramDifference of wasm/hlo.d.mts, which also has the costs
// of both programs.
std::string DifferenceText(const Program& before, const Program& after,
                           const ProgramDifference& difference);
std::string DifferenceJson(const Program& before, const Program& after,
                           const ProgramDifference& difference);

// An instruction that has another value than its counterpart in another program.
struct ValueChange {
  int64_t before = -1, after = -1;       // ids
  std::string computation, instruction;  // names in the second program
  std::string difference;                // Value::DifferenceFrom
  bool is_first = false;                 // the values that it depends on are the same
};
// Compares the values of corresponding instructions on device 0 after a run of each program with
// RunOptions::keep_values; in the order of the second program. Values differ if an element does by
// more than `ulp` units in the last place, or by any bit if that is 0. What ran in a loop is
// compared as it was in the last iteration.
std::vector<ValueChange> ValueDifference(const Program& before, const Program& after, double ulp);
// Those that are first, as JSON: ValueChange[] of wasm/hlo.d.mts.
std::string ValueDifferenceJson(const std::vector<ValueChange>& changes);

// Reports about memory (buffer assignment, live ranges, out of memory; also the buffer assignment
// in a HloProto), joined with each other and with the programs among the files: which value lies
// where, how much of it is padding, and what lives at the peak. Errors: I14, I18.
Result<std::string> ExplainMemory(const std::vector<std::string>& files);

// ---- shapes and layouts ----

// Explains a shape text: what `hlo layout` prints, and the ShapeReport of wasm/hlo.d.mts.
struct ShapeExplanation {
  bool ok = false;
  Diagnostic error;  // span into the shape text
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
  bool is_padding = false;
  std::vector<int64_t> index;  // empty for padding and for scalars
  int64_t position = 0;
  int64_t bit = 0;  // offset of the first bit
  int64_t byte = 0;
  std::vector<std::string> steps;  // how the number comes about
};
// The place of the element with this logical index, and what lies at a position, which counts
// stored elements. Errors: those of the text of the shape, V01 (not an array, or no such index or
// position).
Result<IndexAnswer> LocateIndex(std::string_view shape, std::span<const int64_t> index);
Result<IndexAnswer> LocatePosition(std::string_view shape, int64_t position);
// Positions of row-major elements [begin, begin + count), and row-major elements at positions
// [begin, begin + count) with -1 for padding. Empty for an invalid shape; clipped to what exists.
std::vector<double> PositionsOf(std::string_view shape, int64_t begin, int64_t count);
std::vector<double> ElementsAt(std::string_view shape, int64_t begin, int64_t count);

// ---- tables ----

// OpRow[] of wasm/hlo.d.mts.
std::string OpsJson();
// The same as text: one line per op.
std::string OpsText();
// [{"code","phase","title"}]
std::string DiagnosticCodesJson();
// Element types that arrays can have, by name.
std::vector<std::string> ElementTypeNames();

}  // namespace hlo::api

#endif  // HLO_HLO_H_
