// SPDX-License-Identifier: Apache-2.0
#include "core/api/import_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/source_map.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/shape/shape_text.h"

namespace hlo::api {

ImportOptions ImportOptionsOf(const ImportSettings& settings, size_t max_errors) {
  ImportOptions made;
  made.entry = settings.entry;
  made.dims = settings.dims;
  const bool is_zeros = settings.fill == "zeros" || settings.fill == "zero";
  made.fill = is_zeros ? Fill::kZero : settings.fill == "random" ? Fill::kRandom : Fill::kNone;
  made.seed = settings.seed;
  made.like_xla = settings.like_xla;
  made.all_functions = settings.all_functions;
  made.max_errors = max_errors;
  return made;
}

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
  full.append(text, done, std::string::npos);
  return full;
}

size_t AddDiagnostics(std::vector<Diagnostic> added, const std::string& source,
                      std::vector<Diagnostic>& diagnostics) {
  if (added.empty()) return 0;
  const SourceMap map(source);
  size_t errors = 0;
  for (Diagnostic& diagnostic : added) {
    errors += diagnostic.IsError() ? 1 : 0;
    map.Resolve(diagnostic);
    const bool has_place = !diagnostic.span.empty() || diagnostic.span.begin > 0;
    if (!has_place) diagnostic.line = diagnostic.column = 0;  // the file as a whole
    diagnostics.push_back(std::move(diagnostic));
  }
  return errors;
}

namespace {

void WriteLiterals(std::span<const Literal> literals, JsonWriter& json) {
  json.BeginArray();
  for (const Literal& literal : literals) {
    std::string text;
    AppendJson(literal, text);
    json.Raw(text);
  }
  json.EndArray();
}

// In the form of ARGS.json (formats, section 2).
void WriteSnapshot(const ImportedFile& imported, JsonWriter& json) {
  if (imported.arguments.empty()) return;
  json.Key("arguments");
  if (imported.arguments.size() == 1) {
    WriteLiterals(imported.arguments[0], json);
  } else {
    json.BeginObject().Key("replicas").BeginArray();
    for (const std::vector<Literal>& list : imported.arguments) WriteLiterals(list, json);
    json.EndArray().EndObject();
  }
  json.Key("results");
  WriteLiterals(imported.results, json);
}

}  // namespace

std::string ImportedFileJson(const ImportedFile& imported,
                             const std::vector<Diagnostic>& diagnostics, const std::string& source,
                             std::string_view name) {
  const SourceMap map(source);
  std::string out;
  JsonWriter json(out);
  json.BeginObject();
  json.Key("format").String(imported.format);
  json.Key("ok").Bool(imported.ok);
  json.Key("text").String(imported.text);
  json.Key("map").BeginArray();
  for (const SourceMark& mark : imported.marks) {
    const SourceMap::Place place = map.At(mark.source.begin);
    json.BeginObject().Key("span").BeginArray().Int(mark.begin).Int(mark.end).EndArray();
    json.Key("line").Int(place.line).Key("column").Int(place.column);
    json.Key("length").Int(mark.source.end - mark.source.begin).EndObject();
  }
  json.EndArray().Key("findings").BeginArray();
  for (const Diagnostic& diagnostic : diagnostics) json.Raw(DiagnosticJson(diagnostic, name));
  json.EndArray();
  WriteSnapshot(imported, json);
  if (imported.is_bytecode) json.Key("source").String(source);
  json.EndObject();
  return out;
}

std::string ImportFileToJson(const std::string& bytes, const ImportSettings& settings,
                             std::string_view name,
                             const std::function<std::string(const std::string&)>& root_shape) {
  constexpr size_t kMaxErrors = 20;
  const FileFormat format = SniffFile(bytes).format;
  std::vector<Diagnostic> diagnostics;
  ImportedFile file;
  file.format = FactsOf(format).name;
  if (format == FileFormat::kHloText || format == FileFormat::kHloJson) {
    file.text = bytes;
    file.ok = true;
    return ImportedFileJson(file, diagnostics, bytes, name);
  }
  ImportOptions options = ImportOptionsOf(settings, kMaxErrors);
  options.root_dims = [&](const std::string& text) -> std::optional<Dims> {
    const Result<Shape> shape = ParseShape(root_shape(text));
    if (!shape.ok()) return std::nullopt;
    return shape.value().dims;
  };
  Imported imported = ImportFile(bytes, format, options);
  file.is_bytecode = !imported.source.empty();
  const std::string& source = file.is_bytecode ? imported.source : bytes;
  file.ok = AddDiagnostics(std::move(imported.diagnostics), source, diagnostics) == 0;
  file.marks = std::move(imported.marks);
  file.text = WithConstants(imported.text, imported.constants, file.marks);
  file.arguments = imported.arguments;
  file.results = imported.results;
  return ImportedFileJson(file, diagnostics, source, name);
}

}  // namespace hlo::api
