// SPDX-License-Identifier: Apache-2.0
// The Embind front end of the core. wasm/hlo.d.mts documents its functions and their JSON.
#include "hlo/hlo.h"

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "native/threads/thread_pool.h"
#include "wasm/js_text.h"
#include "wasm/requests.h"
#include "wasm/run_report.h"

namespace {

namespace api = hlo::api;
using emscripten::val;

#if defined(HLO_FULL_SPEED)
constexpr bool kFullSpeed = true;
// A page replaces one module by the other, so their programs must have different handles.
constexpr int kLastHandle = 1 << 30;
#else
constexpr bool kFullSpeed = false;
constexpr int kLastHandle = 0;
#endif

class Stopwatch {
 public:
  double Milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A run, which may be suspended.
struct CurrentRun {
  wasm::Exchanges exchanges;
  double milliseconds = 0;
  Stopwatch slice;
  double slice_milliseconds = 0;
};

struct Entry {
  // A suspended run of the program refers to it.
  std::unique_ptr<CurrentRun> run;
  api::Program program;
  wasm::GivenArguments given;
  std::vector<api::Value> results = {};  // results of the last Execute()
  // The options of the last Run() that matter to its plan.
  api::KernelMode kernel_mode = api::KernelMode::kFast;
  std::vector<int64_t> shown = {};
};

// Programs by handle; 0 is not a valid handle.
std::map<int, Entry>& Programs() {
  static std::map<int, Entry> programs;
  return programs;
}

Entry* FindEntry(int handle) {
  const auto found = Programs().find(handle);
  return found == Programs().end() ? nullptr : &found->second;
}

api::Program* Find(int handle) {
  Entry* entry = FindEntry(handle);
  return entry == nullptr ? nullptr : &entry->program;
}

// The threads of all runs. A module without threads has only the caller's.
api::Workers& SharedWorkers() {
#if defined(__EMSCRIPTEN_PTHREADS__)
  static const std::unique_ptr<api::Workers> workers =
      hlo::MakeThreadPool(val::module_property("threads").as<int>());
  return *workers;
#else
  static api::Workers workers;
  return workers;
#endif
}

// A function whose result is text.
template <auto function>
struct Decoded;
template <typename... Arguments, std::string (*function)(Arguments...)>
struct Decoded<function> {
  static val Call(Arguments... arguments) { return wasm::ToJs(function(arguments...)); }
};

val ToFloat64Array(const std::vector<double>& numbers) {
  return val::global("Float64Array")
      .new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

std::string About() {
#if defined(__wasm_simd128__)
  constexpr bool kSimd = true;
#else
  constexpr bool kSimd = false;
#endif
  return "{\"version\":" + api::QuoteJson(api::kVersion) +
         ",\"simd\":" + (kSimd ? "true" : "false") +
         ",\"threads\":" + std::to_string(SharedWorkers().count()) +
         ",\"full\":" + (kFullSpeed ? "true" : "false") + "}";
}

std::string Read(const val& text, bool lenient, bool with_outline) {
  const Stopwatch watch;
  static int last_handle = kLastHandle;
  api::CheckOptions options;
  options.lenient = lenient;
  api::Program program = api::Program::FromText(wasm::FromJs(text), options);
  const int handle = ++last_handle;
  std::string out = "{\"program\":" + std::to_string(handle);
  out += std::string(",\"ok\":") + (program.ok() ? "true" : "false");
  out += std::string(",\"runnable\":") + (program.has_valid_instructions() ? "true" : "false");
  out += ",\"cannotRun\":" + api::QuoteJson(program.CannotRun());
  out += ",\"name\":" + api::QuoteJson(program.name());
  out += ",\"replicas\":" + std::to_string(program.replicas());
  out += ",\"partitions\":" + std::to_string(program.partitions());
  out += ",\"diagnostics\":[";
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    if (out.back() != '[') out += ",";
    out += api::DiagnosticJson(diagnostic, "");
  }
  out += "],\"computations\":" + (with_outline ? program.OutlineJson() : "[]");
  Programs().emplace(handle, Entry{nullptr, std::move(program), {}});
  out += ",\"milliseconds\":" + std::to_string(watch.Milliseconds()) + "}";
  return out;
}

std::string Analyze(const val& text, bool lenient) { return Read(text, lenient, true); }

std::string Check(const val& text, bool lenient) { return Read(text, lenient, false); }

val Outline(int handle) {
  const api::Program* program = Find(handle);
  const api::OutlineTable table = program == nullptr ? api::OutlineTable() : program->Outline();
  val out = val::object();
  out.set("json", wasm::ToJs(table.json));
  out.set("numbers",
          val::global("Int32Array")
              .new_(emscripten::typed_memory_view(table.numbers.size(), table.numbers.data())));
  return out;
}

void Release(int handle) { Programs().erase(handle); }

std::string SetArgument(int handle, int number, const std::string& bytes) {
  Entry* entry = FindEntry(handle);
  if (entry == nullptr) return "unknown program";
  const auto index = static_cast<size_t>(number);
  api::Result<api::Value> made = entry->program.ArgumentFromBytes(
      index, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (!made.ok()) return made.error().message;
  entry->given[index] = std::move(made.value());
  return "";
}

std::string Print(int handle, const std::string& format) {
  const api::Program* program = Find(handle);
  return program == nullptr ? "" : program->Print(format);
}

std::string Compare(int before, int after) {
  const api::Program* programs[] = {Find(before), Find(after)};
  if (programs[0] == nullptr || programs[1] == nullptr) return "null";
  const auto difference = api::Difference(*programs[0], *programs[1]);
  return difference ? api::DifferenceJson(*programs[0], *programs[1], *difference) : "null";
}

// The instructions whose values differ first.
std::string CompareValues(int before, int after, double ulp) {
  const api::Program* programs[] = {Find(before), Find(after)};
  if (programs[0] == nullptr || programs[1] == nullptr) return "[]";
  return api::ValueDifferenceJson(api::ValueDifference(*programs[0], *programs[1], ulp));
}

std::string Report(Entry& entry, const api::RunOutcome& outcome, const Stopwatch& watch) {
  entry.run->milliseconds += watch.Milliseconds();
  return wasm::RunReport(outcome, entry.run->exchanges, entry.run->milliseconds);
}

void BeginSlice(CurrentRun& run, double milliseconds) {
  run.slice = Stopwatch();
  run.slice_milliseconds = milliseconds;
}

std::string Run(int handle, const std::string& arguments_json, const std::string& options_json) {
  const Stopwatch watch;
  Entry* entry = FindEntry(handle);
  if (entry == nullptr) return wasm::RunReport(wasm::RequestFailure("unknown program"), {}, 0);
  entry->run = std::make_unique<CurrentRun>();
  CurrentRun& run = *entry->run;
  const auto arguments = wasm::ReadArguments(entry->program, entry->given, arguments_json);
  if (!arguments.ok()) {
    return Report(*entry, wasm::RequestFailure(arguments.error().message), watch);
  }
  double slice_milliseconds = 0;
  api::RunOptions options = wasm::ReadRunOptions(options_json, &slice_milliseconds);
  options.workers = &SharedWorkers();
  entry->kernel_mode = options.kernel_mode;
  entry->shown = options.shown.value_or(std::vector<int64_t>());
  if (options.keep_values) {
    options.exchange = [&run](const api::ExchangeEvent& event) { run.exchanges.Add(event); };
  }
  if (slice_milliseconds > 0) {
    BeginSlice(run, slice_milliseconds);
    options.suspend = [&run] { return run.slice.Milliseconds() >= run.slice_milliseconds; };
  }
  return Report(*entry, entry->program.Run(arguments.value(), options), watch);
}

std::string GoOn(int handle, double milliseconds, api::RunOutcome (api::Program::*advance)()) {
  const Stopwatch watch;
  Entry* entry = FindEntry(handle);
  if (entry == nullptr || entry->run == nullptr) {
    return wasm::RunReport(wasm::RequestFailure("no suspended run"), {}, 0);
  }
  BeginSlice(*entry->run, milliseconds);
  return Report(*entry, (entry->program.*advance)(), watch);
}

std::string Resume(int handle, double milliseconds) {
  return GoOn(handle, milliseconds, &api::Program::Resume);
}

std::string Cancel(int handle, double milliseconds) {
  return GoOn(handle, milliseconds, &api::Program::Cancel);
}

// Run() without a report.
bool Execute(int handle) {
  Entry* entry = FindEntry(handle);
  if (entry == nullptr) return false;
  entry->results.clear();  // the new results reuse their memory
  const auto arguments = wasm::ReadArguments(entry->program, entry->given, "");
  if (!arguments.ok()) return false;
  api::RunOptions options;
  options.workers = &SharedWorkers();
  api::RunOutcome outcome = entry->program.Run(arguments.value(), options);
  entry->results = std::move(outcome.results);
  return outcome.ok;
}

val ResultBytes(int handle, int device) {
  const Entry* entry = FindEntry(handle);
  std::span<const uint8_t> bytes;
  if (entry != nullptr && static_cast<size_t>(device) < entry->results.size()) {
    bytes = entry->results[static_cast<size_t>(device)].bytes();
  }
  return val(emscripten::typed_memory_view(bytes.size(), bytes.data()));
}

api::KeptValue ValueOf(int handle, int instruction, int device) {
  const api::Program* program = Find(handle);
  if (program == nullptr) return {};
  return device < 0 ? program->JoinedValueOf(instruction) : program->ValueOf(instruction, device);
}

std::string Value(int handle, int instruction, int device) {
  const api::KeptValue kept = ValueOf(handle, instruction, device);
  std::string out = "{\"executions\":" + std::to_string(kept.executions);
  out += ",\"shape\":" + api::QuoteJson(kept.kept ? kept.value.ShapeText() : "");
  out += ",\"leaves\":[";
  if (kept.kept) {
    for (const api::Value::Leaf& leaf : kept.value.Leaves()) {
      if (out.back() != '[') out += ",";
      out += "{\"path\":" + wasm::List(leaf.path) + ",\"shape\":" + api::QuoteJson(leaf.shape);
      out += ",\"elementType\":" + api::QuoteJson(leaf.element_type);
      out += ",\"dims\":" + wasm::List(leaf.dims);
      out += ",\"elements\":" + std::to_string(leaf.elements) + "}";
    }
  }
  return out + "],\"kept\":" + (kept.kept ? "true" : "false") + "}";
}

// Adds the first elements of the first arrays of a value.
void AppendPreview(const api::Value& value, int64_t elements, size_t leaves, std::string& out) {
  const std::vector<api::Value::Leaf> all = value.Leaves();
  out += "\"arrays\":" + std::to_string(all.size()) + ",\"leaves\":[";
  for (size_t i = 0; i < std::min(all.size(), leaves); ++i) {
    const api::Value::Leaf& leaf = all[i];
    out += i == 0 ? "{\"path\":" : ",{\"path\":";
    out += wasm::List(leaf.path) + ",\"elementType\":" + api::QuoteJson(leaf.element_type);
    out += ",\"dims\":" + wasm::List(leaf.dims) + ",\"texts\":[";
    for (const std::string& text : value.ElementTexts(leaf.path, 0, elements)) {
      if (out.back() != '[') out += ",";
      out += api::QuoteJson(text);
    }
    out += "]}";
  }
  out += "]";
}

void Prepare(int handle, const std::string& instructions, int device) {
  const api::Program* program = Find(handle);
  if (program != nullptr) program->Prepare(wasm::ReadInts(instructions), device);
}

std::string Previews(int handle, const std::string& instructions, int device, int elements,
                     int leaves) {
  Prepare(handle, instructions, device);
  std::string out = "[";
  for (const int64_t instruction : wasm::ReadInts(instructions)) {
    const api::KeptValue kept = ValueOf(handle, static_cast<int>(instruction), device);
    if (!kept.kept) continue;
    out += out.size() > 1 ? ",{" : "{";
    out += "\"instruction\":" + std::to_string(instruction);
    out += ",\"executions\":" + std::to_string(kept.executions) + ",";
    AppendPreview(kept.value, elements, static_cast<size_t>(leaves), out);
    out += "}";
  }
  return out + "]";
}

std::string Iterations(int handle) {
  const Entry* entry = FindEntry(handle);
  if (entry == nullptr) return "[]";
  std::string out = "[";
  for (const auto& [loop, count] : entry->program.Iterations()) {
    out += out.size() > 1 ? ",{" : "{";
    out += "\"instruction\":" + std::to_string(loop);
    out += ",\"starts\":" + std::to_string(count.starts);
    out += ",\"iterations\":" + std::to_string(count.iterations);
    out += ",\"last\":" + std::to_string(count.last) + ",\"shown\":" + std::to_string(count.shown);
    out += std::string(",\"cancelled\":") + (count.cancelled ? "true" : "false") + "}";
  }
  return out + "]";
}

val Work(int handle) {
  const api::Program* program = Find(handle);
  return ToFloat64Array(program == nullptr ? std::vector<double>() : program->Work());
}

double PeakBytes(int handle) {
  const api::Program* program = Find(handle);
  return program == nullptr ? 0 : static_cast<double>(program->PeakBytes());
}

bool ShowIteration(int handle, int loop, double iteration) {
  api::Program* program = Find(handle);
  if (program == nullptr) return false;
  return iteration < 0 ? program->ShowIteration(loop, std::nullopt)
                       : program->ShowIteration(loop, static_cast<int64_t>(iteration));
}

std::string Plan(int handle) {
  const Entry* entry = FindEntry(handle);
  return entry == nullptr ? "" : entry->program.PlanText(entry->kernel_mode, entry->shown);
}

std::string Elements(int handle, int instruction, int device, const std::string& path, double begin,
                     double count) {
  std::string out = "[";
  const api::KeptValue kept = ValueOf(handle, instruction, device);
  for (const std::string& text : kept.value.ElementTexts(
           wasm::ReadInts(path), static_cast<int64_t>(begin), static_cast<int64_t>(count))) {
    if (out.size() > 1) out += ",";
    out += api::QuoteJson(text);
  }
  return out + "]";
}

val Numbers(int handle, int instruction, int device, const std::string& path, double begin,
            double count) {
  return ToFloat64Array(ValueOf(handle, instruction, device)
                            .value.ElementNumbers(wasm::ReadInts(path), static_cast<int64_t>(begin),
                                                  static_cast<int64_t>(count)));
}

std::string LiteralOf(int handle, int instruction, int device) {
  const api::KeptValue kept = ValueOf(handle, instruction, device);
  return kept.kept ? kept.value.Json() : "null";
}

std::string DescribeShape(const std::string& shape) {
  const api::ShapeExplanation explanation = api::ExplainShape(shape);
  if (explanation.ok) return explanation.json;
  const api::Diagnostic& error = explanation.error;
  return "{\"ok\":false,\"error\":{\"message\":" + api::QuoteJson(error.message) +
         ",\"code\":" + api::QuoteJson(error.code) + ",\"span\":[" +
         std::to_string(error.span.begin) + "," + std::to_string(error.span.end) +
         "]},\"leaves\":[]}";
}

val Positions(const std::string& shape, double begin, double count) {
  return ToFloat64Array(
      api::PositionsOf(shape, static_cast<int64_t>(begin), static_cast<int64_t>(count)));
}

val ElementsAt(const std::string& shape, double begin, double count) {
  return ToFloat64Array(
      api::ElementsAt(shape, static_cast<int64_t>(begin), static_cast<int64_t>(count)));
}

std::string IndexReport(const api::Result<api::IndexAnswer>& found) {
  const api::IndexAnswer& answer = found.ok() ? found.value() : api::IndexAnswer();
  std::string out = std::string("{\"ok\":") + (found.ok() ? "true" : "false");
  out += ",\"error\":" + api::QuoteJson(found.ok() ? "" : found.error().message) + ",\"index\":";
  out += found.ok() && !answer.is_padding ? wasm::List(answer.index) : "null";
  out += ",\"position\":" + std::to_string(answer.position);
  out += ",\"bit\":" + std::to_string(answer.bit) + ",\"byte\":" + std::to_string(answer.byte);
  out += ",\"steps\":[";
  for (const std::string& step : answer.steps) {
    if (out.back() != '[') out += ",";
    out += api::QuoteJson(step);
  }
  return out + "]}";
}

std::string ExplainIndex(const std::string& shape, const std::string& index) {
  return IndexReport(api::LocateIndex(shape, wasm::ReadInts(index)));
}

std::string ExplainPosition(const std::string& shape, double position) {
  return IndexReport(api::LocatePosition(shape, static_cast<int64_t>(position)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlo) {
  emscripten::function("about", &Decoded<&About>::Call);
  emscripten::function("analyze", &Decoded<&Analyze>::Call);
  emscripten::function("check", &Decoded<&Check>::Call);
  emscripten::function("outline", &Outline);
  emscripten::function("release", &Release);
  emscripten::function("print", &Decoded<&Print>::Call);
  emscripten::function("comparePrograms", &Decoded<&Compare>::Call);
  emscripten::function("compareValues", &Decoded<&CompareValues>::Call);
  emscripten::function("setArgument", &SetArgument);
  emscripten::function("run", &Decoded<&Run>::Call);
  emscripten::function("resume", &Decoded<&Resume>::Call);
  emscripten::function("cancel", &Decoded<&Cancel>::Call);
  emscripten::function("execute", &Execute);
  emscripten::function("resultBytes", &ResultBytes);
  emscripten::function("value", &Decoded<&Value>::Call);
  emscripten::function("prepare", &Prepare);
  emscripten::function("previews", &Decoded<&Previews>::Call);
  emscripten::function("iterations", &Decoded<&Iterations>::Call);
  emscripten::function("showIteration", &ShowIteration);
  emscripten::function("plan", &Decoded<&Plan>::Call);
  emscripten::function("work", &Work);
  emscripten::function("peakBytes", &PeakBytes);
  emscripten::function("elements", &Decoded<&Elements>::Call);
  emscripten::function("numbers", &Numbers);
  emscripten::function("literal", &Decoded<&LiteralOf>::Call);
  emscripten::function("describeShape", &Decoded<&DescribeShape>::Call);
  emscripten::function("positions", &Positions);
  emscripten::function("elementsAt", &ElementsAt);
  emscripten::function("explainIndex", &Decoded<&ExplainIndex>::Call);
  emscripten::function("explainPosition", &Decoded<&ExplainPosition>::Call);
  emscripten::function("ops", &Decoded<&api::OpsJson>::Call);
  emscripten::function("diagnosticCodes", &Decoded<&api::DiagnosticCodesJson>::Call);
}
