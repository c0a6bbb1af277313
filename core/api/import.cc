// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/program_impl.h"
#include "core/api/value_impl.h"
#include "core/base/json_writer.h"
#include "core/import/export/stablehlo_writer.h"
#include "core/import/gzip.h"
#include "core/import/proto/module_writer.h"

namespace hlo::api {
namespace {

ImportOptions OptionsOf(const ImportSettings& settings, const CheckOptions& options) {
  ImportOptions made;
  made.entry = settings.entry;
  made.dims = settings.dims;
  made.fill = settings.fill == "zero"     ? Fill::kZero
              : settings.fill == "random" ? Fill::kRandom
                                          : Fill::kNone;
  made.seed = settings.seed;
  made.like_xla = settings.like_xla;
  made.all_functions = settings.all_functions;
  made.max_errors = options.max_errors;
  return made;
}

// The text with its large constants, and the marks moved along.
std::string WithConstants(const std::string& text, const ElidedConstants& constants,
                          std::vector<SourceMark>& marks) {
  constexpr uint32_t kElided = 5;  // "{...}"
  std::vector<uint32_t> places;
  for (const auto& [place, literal] : constants) places.push_back(place);
  std::sort(places.begin(), places.end());
  std::string full;
  uint32_t done = 0;
  size_t mark = 0;
  uint32_t shift = 0;
  const auto move_marks = [&](uint32_t before, uint32_t by) {
    for (; mark < marks.size() && marks[mark].begin < before; ++mark) {
      marks[mark].begin += by;
      marks[mark].end += by;
    }
  };
  for (uint32_t place : places) {
    move_marks(place, shift);
    full.append(text, done, place - done);
    AppendHloText(*constants.at(place), full);
    done = place + kElided;
    const auto grown = static_cast<uint32_t>(full.size()) - done;
    if (mark > 0) marks[mark - 1].end += grown - shift;  // that of the constant
    shift = grown;
  }
  move_marks(UINT32_MAX, shift);
  return full.append(text, done, std::string::npos);
}

// Returns how many are errors.
size_t AddFindings(const std::vector<Diagnostic>& diagnostics, const std::string& source,
                   std::vector<Finding>& findings) {
  if (diagnostics.empty()) return 0;
  const SourceMap map(source);
  size_t errors = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    errors += diagnostic.severity == Severity::kError ? 1 : 0;
    Finding& finding = findings.emplace_back(map.Resolve(diagnostic));
    const bool has_place = !diagnostic.span.empty() || diagnostic.span.begin > 0;
    if (!has_place) finding.line = finding.column = 0;  // the file as a whole
  }
  return errors;
}

}  // namespace

Program Program::FromFile(std::string bytes, const CheckOptions& options,
                          const ImportSettings& settings) {
  Sniffed sniffed = SniffFile(bytes);
  if (sniffed.format == FileFormat::kGzip && CanDecompress()) {
    std::optional<std::string> inside = Decompress(bytes, kMostFileBytes);
    if (!inside) {
      auto failed = std::make_unique<Impl>();
      Diagnostic diagnostic;
      diagnostic.code = "I18";
      diagnostic.message =
          Format("the gzip file is damaged or holds more than {} bytes", {kMostFileBytes});
      AddFindings({diagnostic}, "", failed->findings);
      return Program(std::move(failed));
    }
    bytes = std::move(*inside);
    sniffed = SniffFile(bytes);
  }
  if (sniffed.format == FileFormat::kHloText) return FromText(std::move(bytes), options);
  auto impl = std::make_unique<Impl>();
  impl->source = std::move(bytes);
  impl->format = FactsOf(sniffed.format).name;
  Imported imported = ImportFile(impl->source, sniffed.format, OptionsOf(settings, options));
  const size_t errors = AddFindings(imported.diagnostics, impl->source, impl->findings);
  if (imported.text.empty()) return Program(std::move(impl));
  impl->arguments = std::move(imported.arguments);
  impl->results = std::move(imported.results);
  // A binary file has no lines: positions are those of the text.
  const bool is_binary = imported.is_binary;
  (is_binary ? impl->source : impl->hlo_text) = std::move(imported.text);
  impl->constants = std::move(imported.constants);
  for (const ImportMark& mark : imported.marks) {
    impl->marks.push_back({mark.begin, mark.end, {mark.source.begin, mark.source.end}});
  }
  ParseOptions parse_options;
  parse_options.lenient = options.lenient;
  parse_options.max_errors =
      std::max<size_t>(options.max_errors - std::min(errors, options.max_errors), 1);
  parse_options.constants = &impl->constants;
  impl->Parse(is_binary ? impl->source : impl->hlo_text, parse_options);
  return Program(std::move(impl));
}

Program::Exported Program::Export(std::string_view format) const {
  Exported exported;
  const bool is_stablehlo = format == "stablehlo";
  if (!ok() || (format != "pb" && !is_stablehlo)) {
    exported.error = ok() ? Format("there is no format '{}'", {format}) : "the program has errors";
    return exported;
  }
  const Module& module = *impl_->parsed.module;
  Result<std::string> written =
      is_stablehlo ? stablehlo::WriteStablehlo(module) : proto::WriteModule(module);
  exported.ok = written.ok();
  if (written.ok()) {
    exported.bytes = std::move(written.value());
  } else {
    exported.error = written.error().message;
  }
  return exported;
}

Snapshot Program::snapshot() const {
  Snapshot snapshot;
  for (const std::vector<Literal>& list : impl_->arguments) {
    std::vector<Value>& values = snapshot.arguments.emplace_back();
    for (const Literal& literal : list) values.push_back(MakeValue(literal));
  }
  for (const Literal& literal : impl_->results) snapshot.results.push_back(MakeValue(literal));
  return snapshot;
}

std::string Program::ImportedText() const {
  std::vector<SourceMark> marks;
  return WithConstants(hlo_text(), impl_->constants, marks);
}

std::string Program::ImportedJson(std::string_view file) const {
  std::vector<SourceMark> marks = impl_->marks;
  const std::string text = WithConstants(hlo_text(), impl_->constants, marks);
  const SourceMap map(impl_->source);
  std::string out;
  JsonWriter json(out);
  json.BeginObject();
  json.Key("format").String(impl_->format.empty() ? "HLO text" : impl_->format);
  json.Key("ok").Bool(impl_->ok);
  json.Key("text").String(text);
  json.Key("map").BeginArray();
  for (const SourceMark& mark : marks) {
    const SourceMap::Place place = map.At(mark.source.begin);
    json.BeginObject().Key("span").BeginArray().Int(mark.begin).Int(mark.end).EndArray();
    json.Key("line").Int(place.line).Key("column").Int(place.column);
    json.Key("length").Int(mark.source.end - mark.source.begin).EndObject();
  }
  json.EndArray().Key("findings").BeginArray();
  for (const Finding& finding : impl_->findings) json.Raw(FindingJson(finding, file));
  json.EndArray().EndObject();
  return out;
}

}  // namespace hlo::api
