// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "core/api/cost_report.h"
#include "core/api/limits.h"
#include "core/api/program_impl.h"
#include "core/api/source_map.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/text/text.h"
#include "hlo/hlo.h"

namespace hlo::api {

namespace {

// What went wrong while running, at the instruction that failed.
Finding FailureFinding(const RunFailure& failure, const SourceMap& map,
                       const std::vector<SourceMark>& marks) {
  Diagnostic diagnostic;
  diagnostic.code = failure.error->code;
  diagnostic.message = failure.error->message;
  if (failure.instruction != nullptr) {
    diagnostic.span = failure.instruction->spans.opcode;
    if (!marks.empty()) diagnostic.span = SpanInFile(diagnostic.span, marks);
  }
  if (!failure.error->note.empty()) diagnostic.notes.push_back({{}, failure.error->note});
  Finding finding = map.Resolve(diagnostic);
  finding.phase = "run";
  if (diagnostic.span.empty()) {
    finding.line = 0;
    finding.column = 0;
  }
  return finding;
}

Diagnostic DiagnosticOf(const Error& error) {
  Diagnostic diagnostic;
  diagnostic.code = error.code;
  diagnostic.message = error.message;
  if (!error.note.empty()) diagnostic.notes.push_back({{}, error.note});
  return diagnostic;
}

Finding FindingWithoutPlace(const Diagnostic& diagnostic) {
  Finding finding = SourceMap("").Resolve(diagnostic);
  finding.line = finding.column = 0;
  return finding;
}

std::vector<std::vector<Literal>> LiteralsOf(const std::vector<std::vector<Value>>& lists) {
  std::vector<std::vector<Literal>> all;
  for (const std::vector<Value>& list : lists) {
    std::vector<Literal>& literals = all.emplace_back();
    for (const Value& value : list) literals.push_back(value.literal());
  }
  return all;
}

std::vector<std::vector<Value>> ValuesOf(const std::vector<std::vector<Literal>>& lists) {
  std::vector<std::vector<Value>> all;
  for (const std::vector<Literal>& list : lists) {
    std::vector<Value>& values = all.emplace_back();
    for (const Literal& literal : list) values.push_back(Value(literal));
  }
  return all;
}

HostQueues HostInputs(const RunSettings& settings) {
  HostQueues host;
  host.infeed = LiteralsOf(settings.infeed);
  for (const auto& [channel, values] : settings.receives) {
    host.receives[channel] = LiteralsOf(values);
  }
  return host;
}

KernelMode ModeOf(Kernels kernels) {
  switch (kernels) {
    case Kernels::kFast:
      return KernelMode::kFast;
    case Kernels::kPortable:
      return KernelMode::kPortable;
    case Kernels::kOff:
      break;
  }
  return KernelMode::kPlain;
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
  ParseOptions parse_options;
  parse_options.lenient = options.lenient;
  parse_options.max_errors = options.max_errors;
  impl->Parse(impl->source, parse_options);
  return Program(std::move(impl));
}

Program Program::FromJson(std::string_view json, const CheckOptions& options) {
  Diagnostic diagnostic;
  Result<std::string> read = ModuleTextFromJson(json, &diagnostic.span);
  if (read.ok()) return FromHloText(std::move(read.value()), options);
  auto impl = std::make_unique<Impl>();
  impl->source = json;
  diagnostic.code = read.error().code;
  diagnostic.message = read.error().message;
  impl->findings.push_back(SourceMap(impl->source).Resolve(diagnostic));
  return Program(std::move(impl));
}

Program Program::FromModule(Result<ModulePtr> module, const CheckOptions& options) {
  auto impl = std::make_unique<Impl>();
  if (module.ok() && module.value() != nullptr) {
    impl->parsed.module = std::move(module.value());
    for (const Diagnostic& fault : VerifyModule(*impl->parsed.module, options.max_errors)) {
      impl->findings.push_back(FindingWithoutPlace(fault));
    }
  } else {
    const Error error = module.ok() ? Fail("N09", "there is no module") : module.error();
    impl->findings.push_back(FindingWithoutPlace(DiagnosticOf(error)));
  }
  impl->Finish();
  return Program(std::move(impl));
}

void Program::Impl::Parse(std::string_view text, const ParseOptions& options) {
  parsed = ParseModule(text, options);
  Finish();
}

void Program::Impl::Finish() {
  if (!parsed.diagnostics.empty()) {
    const SourceMap map(source);
    for (Diagnostic& diagnostic : parsed.diagnostics) {
      if (!hlo_text.empty()) MoveToFile(diagnostic, marks);
      findings.push_back(map.Resolve(diagnostic));
    }
  }
  ok = std::none_of(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.is_error; }) &&
       parsed.module != nullptr;
  if (parsed.module == nullptr) return;
  ids = InstructionIds(*parsed.module);
  const Module& module = *parsed.module;
  if (module.entry != nullptr && module.entry->root != nullptr) {
    executable = std::make_unique<Executable>(module);
  }
}

bool Program::ok() const { return impl_->ok; }
bool Program::has_good_instructions() const { return impl_->executable != nullptr; }
const std::vector<Finding>& Program::findings() const { return impl_->findings; }
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
  return impl_->parsed.module == nullptr ? 1 : impl_->parsed.module->header.num_partitions;
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
  return impl_->parsed.module == nullptr ? "[]"
                                         : api::OutlineJson(impl_->parsed, impl_->ids, hlo_text());
}

OutlineTable Program::Outline() const {
  return impl_->parsed.module == nullptr ? OutlineTable()
                                         : MakeOutlineTable(impl_->parsed, impl_->ids, hlo_text());
}

std::string Program::CostJson() const { return ok() ? api::CostJson(*impl_->executable) : ""; }
std::string Program::PlanText(Kernels kernels, std::span<const int64_t> shown) const {
  return ok() ? impl_->executable->ExplainPlan(ModeOf(kernels), impl_->InstructionsOf(shown)) : "";
}

std::string Program::CostText() const { return ok() ? api::CostText(*impl_->executable) : ""; }

RunOutcome Program::Run(const std::vector<std::vector<Value>>& arguments,
                        const RunSettings& settings) {
  RunOutcome outcome;
  const auto fail = [&](const RunFailure& failure) {
    outcome.error = FailureFinding(failure, SourceMap(impl_->source), impl_->marks);
    if (failure.instruction != nullptr) outcome.instruction = impl_->ids.Of(failure.instruction);
  };
  if (impl_->executable == nullptr || (!impl_->ok && !settings.partial)) {
    fail({std::make_unique<Error>(Fail("R07", "the program has errors and cannot be run")),
          nullptr});
    return outcome;
  }
  RunOptions options;
  options.limits.max_bytes = settings.max_bytes > 0 ? settings.max_bytes : kDefaultMaxBytes;
  if (settings.max_steps > 0) options.limits.max_steps = settings.max_steps;
  options.replicas = settings.replicas;
  options.partitions = settings.partitions;
  options.cancel = settings.cancel;
  options.partial = settings.partial;
  options.workers = settings.workers;
  options.kernel_mode = ModeOf(settings.kernels);
  options.schedule = settings.schedule == 0  ? Schedule::kInOrder
                     : settings.schedule < 0 ? Schedule::kReversed
                                             : Schedule::kShuffled;
  options.schedule_seed = static_cast<uint64_t>(settings.schedule);
  impl_->recorder.Start(settings.keep_values ? settings.keep_devices : 0, settings.trace,
                        settings.exchange);
  if (settings.keep_values || settings.trace || settings.exchange) {
    options.observer = &impl_->recorder;
  }
  options.runner = settings.runner.get();
  HostQueues host = HostInputs(settings);
  options.host = &host;

  std::vector<std::vector<Literal>> lists = LiteralsOf(arguments);
  if (lists.empty()) lists.emplace_back();
  InstructionSet shown;
  impl_->partly_kept = nullptr;
  if (settings.shown) {
    shown = impl_->InstructionsOf(*settings.shown);
    options.observed = &shown;
    if (settings.keep_values) {
      impl_->partly_kept =
          std::make_unique<Impl::PartlyKeptRun>(Impl::PartlyKeptRun{lists, host, options});
    }
  }
  std::vector<Literal> results;
  RunStatistics statistics;
  RunFailure failure;
  outcome.ok = impl_->executable->Run(std::move(lists), options, results, statistics, failure);
  if (!outcome.ok) fail(failure);
  if (impl_->partly_kept != nullptr) {
    impl_->partly_kept->options.limits.max_steps = std::max<int64_t>(statistics.steps, 1);
  }
  outcome.steps = statistics.steps;
  outcome.peak_bytes = statistics.peak_bytes;
  for (Literal& result : results) outcome.results.push_back(Value(std::move(result)));
  outcome.outfeed = ValuesOf(host.outfeed);
  for (const auto& [channel, values] : host.sends) outcome.sends[channel] = ValuesOf(values);
  return outcome;
}

InstructionSet Program::Impl::InstructionsOf(std::span<const int64_t> wanted) const {
  InstructionSet found;
  for (const int64_t id : wanted) {
    if (const Instruction* instruction = ids.At(id)) found.insert(instruction);
  }
  return found;
}

void Program::Impl::Settle(const InstructionSet& instructions, int64_t device) {
  if (partly_kept == nullptr) return;
  InstructionSet unsettled;
  for (const Instruction* instruction : instructions) {
    if (!recorder.IsSettled(*instruction, device)) unsettled.insert(instruction);
  }
  if (unsettled.empty()) return;
  HostQueues host = partly_kept->inputs;
  RunOptions options = partly_kept->options;
  options.host = &host;
  options.observer = &recorder;
  // These belong to the caller of the run.
  options.workers = nullptr;
  options.cancel = nullptr;
  options.runner = nullptr;
  recorder.StartPass();
  // Values that were computed before a failure are kept, as in the run.
  RunFailure failure;
  executable->Recompute(
      unsettled, device, partly_kept->arguments, options,
      [&](const Instruction& known) { return recorder.Kept(known, device); }, failure);
  for (const Instruction* instruction : unsettled) recorder.Settle(*instruction, device);
}

void Program::Prepare(std::span<const int64_t> instructions, int64_t device) const {
  impl_->Settle(impl_->InstructionsOf(instructions), device);
}

KeptValue Program::ValueOf(int64_t instruction, int64_t device) const {
  const Instruction* found = impl_->ids.At(instruction);
  if (found == nullptr) return {};
  impl_->Settle({found}, device);
  return impl_->recorder.ValueOf(*found, device);
}

std::map<int64_t, LoopCount> Program::Iterations() const {
  std::map<int64_t, LoopCount> counts;
  for (const auto& [loop, count] : impl_->recorder.loops()) counts[impl_->ids.Of(loop)] = count;
  return counts;
}

ValueOrError Program::MakeArgument(size_t number, std::string_view fill, uint64_t seed) const {
  ValueOrError made;
  if (number >= parameter_count()) {
    made.error = "the program has no parameter " + std::to_string(number);
    return made;
  }
  const Shape& shape = *impl_->parsed.module->entry->parameters[number]->shape;
  Result<Literal> literal = FillLiteral(shape, fill, seed + number);
  made.ok = literal.ok();
  if (literal.ok()) {
    made.value = Value(std::move(literal.value()));
  } else {
    made.error = literal.error().message;
  }
  return made;
}

ValueOrError Program::ArgumentFromBytes(size_t number, std::span<const uint8_t> bytes) const {
  ValueOrError made;
  if (number >= parameter_count()) {
    made.error = "the program has no parameter " + std::to_string(number);
    return made;
  }
  const Shape& shape = *impl_->parsed.module->entry->parameters[number]->shape;
  if (!shape.IsArray() || BitWidth(shape.element_type) != 8 * StorageBytes(shape.element_type)) {
    made.error = "a value of " + ShapeText(shape, false) + " is not made from bytes";
    return made;
  }
  Result<Literal> literal = Literal::Allocate(shape);
  if (!literal.ok()) {
    made.error = literal.error().message;
    return made;
  }
  if (std::ssize(bytes) != literal.value().byte_size()) {
    made.error = ShapeText(shape, false) + " has " + std::to_string(literal.value().byte_size()) +
                 " bytes, not " + std::to_string(bytes.size());
    return made;
  }
  std::copy(bytes.begin(), bytes.end(), literal.value().mutable_bytes());
  made.ok = true;
  made.value = Value(std::move(literal.value()));
  return made;
}

}  // namespace hlo::api
