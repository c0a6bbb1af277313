// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/api/cost_report.h"
#include "core/api/program_impl.h"
#include "core/api/source_map.h"
#include "core/base/result.h"
#include "core/engine/cost.h"
#include "core/engine/engine.h"
#include "core/import/sniff.h"
#include "core/ops/collective/shard_map.h"
#include "core/text/text.h"
#include "hlo/hlo.h"

namespace hlo::api {

namespace {

Diagnostic DiagnosticOf(const Error& error) {
  Diagnostic diagnostic;
  diagnostic.code = error.code;
  diagnostic.phase = PhaseOf(error.code);
  diagnostic.message = error.message;
  if (!error.note.empty()) diagnostic.notes.push_back({{}, error.note});
  return diagnostic;
}

// What went wrong while running, at the instruction that failed.
Diagnostic FailureDiagnostic(const RunFailure& failure, const SourceMap& map,
                             const std::vector<SourceMark>& marks) {
  Diagnostic diagnostic = DiagnosticOf(*failure.error);
  if (failure.instruction != nullptr) {
    diagnostic.span = failure.instruction->spans.opcode;
    if (!marks.empty()) diagnostic.span = SpanInFile(diagnostic.span, marks);
  }
  if (!diagnostic.span.empty()) map.Resolve(diagnostic);
  diagnostic.phase = "run";
  return diagnostic;
}

ParseOptions ParseOptionsOf(const CheckOptions& options) {
  ParseOptions parse_options;
  parse_options.lenient = options.lenient;
  parse_options.max_errors = options.max_errors;
  return parse_options;
}

// Without what belongs to the caller of a run.
RunOptions OptionsToRepeat(RunOptions options) {
  options.workers = nullptr;
  options.cancel = nullptr;
  options.runner = nullptr;
  options.suspend = nullptr;
  options.trace = nullptr;
  options.exchange = nullptr;
  return options;
}

Error NoParameter(size_t number) {
  return Fail("R06", "the program has no parameter {}", {number});
}

}  // namespace

Program::Program(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Program Program::FromText(std::string text, const CheckOptions& options) {
  if (LooksLikeModuleJson(text)) return FromJson(text, options);
  return FromHloText(std::move(text), options);
}

Program Program::FromHloText(std::string text, const CheckOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->source = std::move(text);
  impl->Parse(impl->source, ParseOptionsOf(options));
  return Program(std::move(impl));
}

Program Program::FromJson(std::string_view json, const CheckOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->source = json;
  impl->format = kHloJsonName;
  SourceSpan span;
  Result<TextFromJson> read = ModuleTextFromJson(json, &span);
  if (read.ok()) {
    impl->hlo_text = std::move(read.value().text);
    impl->marks = std::move(read.value().marks);
    impl->Parse(impl->hlo_text, ParseOptionsOf(options));
    return Program(std::move(impl));
  }
  Diagnostic& diagnostic = impl->diagnostics.emplace_back(DiagnosticOf(read.error()));
  diagnostic.span = span;
  SourceMap(impl->source).Resolve(diagnostic);
  return Program(std::move(impl));
}

Program Program::FromModule(Result<ModulePtr> module, const CheckOptions& options) {
  auto impl = std::make_unique<Impl>();
  if (module.ok() && module.value() != nullptr) {
    impl->parsed.module = std::move(module.value());
    impl->diagnostics = VerifyModule(*impl->parsed.module, options.max_errors);
    for (Diagnostic& diagnostic : impl->diagnostics) diagnostic.phase = PhaseOf(diagnostic.code);
  } else {
    const Error error = module.ok() ? Fail("N09", "there is no module") : module.error();
    impl->diagnostics.push_back(DiagnosticOf(error));
  }
  impl->Finish();
  return Program(std::move(impl));
}

void Program::Impl::Parse(std::string_view text, const ParseOptions& options) {
  parsed = ParseModule(text, options);
  Finish();
}

std::span<const SourceMark> Program::Impl::OutlineMarks() const {
  if (format != kHloJsonName) return {};
  return marks;
}

void Program::Impl::Finish() {
  if (!parsed.diagnostics.empty()) {
    const SourceMap map(source);
    for (Diagnostic& diagnostic : parsed.diagnostics) {
      if (!hlo_text.empty()) MoveToFile(diagnostic, marks);
      map.Resolve(diagnostic);
      diagnostics.push_back(std::move(diagnostic));
    }
    parsed.diagnostics.clear();
  }
  ok = std::none_of(diagnostics.begin(), diagnostics.end(),
                    [](const Diagnostic& diagnostic) { return diagnostic.IsError(); }) &&
       parsed.module != nullptr;
  if (parsed.module == nullptr) return;
  const Module& module = *parsed.module;
  if (module.entry != nullptr && module.entry->root != nullptr) {
    executable = std::make_unique<Executable>(module);
  }
}

bool Program::ok() const { return impl_->ok; }
bool Program::has_valid_instructions() const { return impl_->executable != nullptr; }
const std::vector<Diagnostic>& Program::diagnostics() const { return impl_->diagnostics; }
const std::string& Program::source() const { return impl_->source; }
const std::string& Program::hlo_text() const {
  return impl_->hlo_text.empty() ? impl_->source : impl_->hlo_text;
}

std::string Program::CannotRun() const {
  if (!impl_->ok) return "the program has errors";
  const RunFailure& obstacle = impl_->executable->obstacle();
  return obstacle.error == nullptr ? "" : obstacle.error->message;
}

std::string Program::name() const {
  return impl_->parsed.module == nullptr ? "" : impl_->parsed.module->name;
}
int64_t Program::replicas() const {
  return impl_->parsed.module == nullptr ? 1 : impl_->parsed.module->header.replica_count;
}
int64_t Program::partitions() const {
  return impl_->parsed.module == nullptr ? 1 : PartitionsOf(*impl_->parsed.module);
}
std::string Program::ParameterShape(size_t number) const {
  return ShapeText(*impl_->parsed.module->entry->parameters[number]->shape, false);
}

size_t Program::parameter_count() const {
  return impl_->executable == nullptr ? 0 : impl_->parsed.module->entry->parameters.size();
}

std::string Program::Print(std::string_view format, const TextParts& parts) const {
  if (impl_->parsed.module == nullptr) return "";
  const Module& module = *impl_->parsed.module;
  const auto text = [&](PrintMode mode) { return PrintModule(module, {mode, parts}); };
  if (format == "hlo") return text(PrintMode::kCanonical);
  if (format == "long") return text(PrintMode::kLong);
  if (format == "short") return text(PrintMode::kShort);
  if (format == "json") return PrintModuleJson(module);
  if (format == "dot") return PrintModuleDot(module);
  return "";
}

std::string Program::OutlineJson() const {
  return impl_->parsed.module == nullptr
             ? "[]"
             : api::OutlineJson(impl_->parsed, hlo_text(), impl_->OutlineMarks());
}

OutlineTable Program::Outline() const {
  return impl_->parsed.module == nullptr
             ? OutlineTable()
             : MakeOutlineTable(impl_->parsed, hlo_text(), impl_->OutlineMarks());
}

std::optional<CostTotals> Program::TotalCost() const {
  if (!ok()) return std::nullopt;
  return api::TotalCost(*impl_->executable);
}
std::string Program::CostJson() const { return ok() ? api::CostJson(*impl_->executable) : ""; }
std::string Program::PlanText(KernelMode mode, std::span<const int64_t> shown) const {
  return ok() ? impl_->executable->ExplainPlan(mode, impl_->InstructionsOf(shown)) : "";
}

std::vector<double> Program::Work() const {
  std::vector<double> work;
  if (impl_->parsed.module == nullptr) return work;
  for (const InstructionCost& row : CostOf(*impl_->parsed.module).instructions) {
    work.push_back(static_cast<double>(row.cost.flops));
    work.push_back(static_cast<double>(row.cost.transcendentals));
  }
  return work;
}

int64_t Program::PeakBytes() const {
  return impl_->executable == nullptr ? 0 : impl_->executable->ExpectedPeakBytes();
}

std::string Program::CostText() const { return ok() ? api::CostText(*impl_->executable) : ""; }

RunOutcome Program::Run(const std::vector<std::vector<Value>>& arguments,
                        const RunOptions& options) {
  if (impl_->executable == nullptr || (!impl_->ok && !options.partial)) {
    RunOutcome outcome;
    outcome.error = DiagnosticOf(Fail("R07", "the program has errors and cannot be run"));
    return outcome;
  }
  impl_->recorder.Start(options.keep_values ? options.keep_devices : 0, options.trace,
                        options.exchange);
  const bool observed = options.keep_values || options.trace || options.exchange;
  std::vector<std::vector<Literal>> lists = LiteralsOf(arguments);
  if (lists.empty()) lists.emplace_back();
  impl_->suspended = nullptr;
  impl_->kept_run = nullptr;
  impl_->shown_iterations.clear();
  impl_->frames.clear();
  impl_->explored.clear();
  InstructionSet shown;
  if (options.shown) shown = impl_->InstructionsOf(*options.shown);
  if (options.keep_values) {
    impl_->kept_run = std::make_unique<Impl::KeptRun>();
    *impl_->kept_run = {lists, OptionsToRepeat(options), options.shown.has_value()};
  }
  Observer* const observer = observed ? &impl_->recorder : nullptr;
  const InstructionSet* const only = options.shown ? &shown : nullptr;
  if (options.suspend && options.runner == nullptr) {
    impl_->suspended = impl_->executable->Start(std::move(lists), options, observer, only);
    return impl_->Advance();
  }
  return impl_->OutcomeOf(impl_->executable->Run(std::move(lists), options, observer, only));
}

RunOutcome Program::Impl::Advance() {
  if (suspended->Advance()) return OutcomeOf(std::exchange(suspended, nullptr)->TakeResult());
  RunOutcome outcome;
  outcome.suspended = true;
  outcome.steps = suspended->steps();
  return outcome;
}

RunOutcome Program::Resume() {
  return impl_->suspended == nullptr ? RunOutcome() : impl_->Advance();
}

RunOutcome Program::Cancel() {
  if (impl_->suspended == nullptr) return {};
  impl_->suspended->Cancel();
  return impl_->OutcomeOf(std::exchange(impl_->suspended, nullptr)->TakeResult());
}

RunOutcome Program::Impl::OutcomeOf(RunResult result) {
  // A repetition ends where the run was cancelled; where it failed, it fails again, perhaps after
  // more steps, because what is shown has another order in fused plans.
  const bool is_failed = result.failure.error != nullptr && result.failure.error->code != "R04";
  if (kept_run != nullptr && !is_failed) {
    kept_run->options.limits.max_steps = std::max<int64_t>(result.steps, 1);
  }
  RunOutcome outcome;
  outcome.ok = result.ok();
  if (!outcome.ok) {
    outcome.error = FailureDiagnostic(result.failure, SourceMap(source), marks);
    const Instruction* failed = result.failure.instruction;
    if (failed != nullptr) outcome.instruction = failed->Number();
  }
  outcome.steps = result.steps;
  outcome.peak_bytes = result.peak_bytes;
  for (Literal& value : result.results) outcome.results.push_back(Value(std::move(value)));
  outcome.outfeed = ValuesOf(std::move(result.host.outfeed));
  for (auto& [channel, lists_sent] : result.host.sends) {
    outcome.sends[channel] = ValuesOf(std::move(lists_sent));
  }
  return outcome;
}

InstructionSet Program::Impl::InstructionsOf(std::span<const int64_t> wanted) const {
  InstructionSet found;
  if (parsed.module == nullptr) return found;
  for (const int64_t number : wanted) {
    if (const Instruction* instruction = parsed.module->InstructionAt(number)) {
      found.insert(instruction);
    }
  }
  return found;
}

Result<Value> Program::MakeArgument(size_t number, std::string_view fill, uint64_t seed) const {
  if (number >= parameter_count()) return NoParameter(number);
  const Shape& shape = *impl_->parsed.module->entry->parameters[number]->shape;
  HLO_TRY(Literal literal, FillLiteral(shape, fill, seed + number));
  return Value(std::move(literal));
}

Result<Value> Program::ArgumentFromBytes(size_t number, std::span<const uint8_t> bytes) const {
  if (number >= parameter_count()) return NoParameter(number);
  const Shape& shape = *impl_->parsed.module->entry->parameters[number]->shape;
  if (!shape.IsArray() || BitWidth(shape.element_type) != 8 * StorageBytes(shape.element_type)) {
    return Fail("R06", "a value of {} cannot be made from bytes", {ShapeText(shape, false)});
  }
  HLO_TRY(Literal literal, Literal::Allocate(shape));
  if (std::ssize(bytes) != literal.byte_size()) {
    return Fail("R06", "a value of {} must have {} bytes, got {}",
                {ShapeText(shape, false), literal.byte_size(), bytes.size()});
  }
  std::copy(bytes.begin(), bytes.end(), literal.mutable_bytes());
  return Value(std::move(literal));
}

}  // namespace hlo::api
