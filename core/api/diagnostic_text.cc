// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// The line around `offset`, without its end, and where it starts.
std::string_view LineAround(std::string_view source, uint32_t offset, size_t& start) {
  const size_t at = std::min<size_t>(offset, source.size());
  start = at;
  while (start > 0 && source[start - 1] != '\n' && source[start - 1] != '\r') --start;
  size_t end = at;
  while (end < source.size() && source[end] != '\n' && source[end] != '\r') ++end;
  return source.substr(start, end - start);
}

// The source line, and below it a caret under the first byte and "~" to the end of the span.
void AppendExcerpt(std::string_view source, SourceSpan span, std::string& out) {
  size_t start = 0;
  const std::string_view line = LineAround(source, span.begin, start);
  constexpr size_t kLongest = 400;  // dumps have lines of many thousand bytes
  size_t from = 0;
  const size_t column = span.begin - std::min<size_t>(span.begin, start);
  if (line.size() > kLongest && column > kLongest / 2) from = column - kLongest / 2;
  const std::string_view shown = line.substr(from, kLongest);
  out += shown;
  out += '\n';
  for (size_t i = from; i < column; ++i) out += line[i] == '\t' ? '\t' : ' ';
  out += '^';
  const size_t end = std::min<size_t>(span.end, start + from + shown.size());
  for (size_t i = span.begin + 1; i < end; ++i) out += '~';
  out += '\n';
}

void AppendPlace(std::string_view file, int line, int column, std::string& out) {
  out += file;
  if (line > 0) out += Format(":{}:{}", {line, column});
  out += ": ";
}

int64_t UnderlinedBytes(SourceSpan span) {
  return span.end > span.begin ? span.end - span.begin : 1;
}

void WriteSpanValue(JsonWriter& json, SourceSpan span) {
  json.BeginArray().Int(span.begin).Int(span.end).EndArray();
}

}  // namespace

std::string DiagnosticText(const Diagnostic& diagnostic, std::string_view source,
                           std::string_view file) {
  std::string out;
  AppendPlace(file, diagnostic.line, diagnostic.column, out);
  out += diagnostic.IsError() ? "error: " : "warning: ";
  out += diagnostic.message;
  out += " [" + diagnostic.code + "]\n";
  if (diagnostic.line > 0) AppendExcerpt(source, diagnostic.span, out);
  for (const DiagnosticNote& note : diagnostic.notes) {
    AppendPlace(file, note.line > 0 ? note.line : diagnostic.line,
                note.line > 0 ? note.column : diagnostic.column, out);
    out += "note: " + note.message + "\n";
    if (note.line > 0) AppendExcerpt(source, note.span, out);
  }
  return out;
}

std::string QuoteJson(std::string_view text) {
  std::string out;
  JsonWriter(out).String(text);
  return out;
}

std::string DiagnosticJson(const Diagnostic& diagnostic, std::string_view file) {
  std::string out;
  JsonWriter json(out);
  json.BeginObject();
  json.Key("severity").String(diagnostic.IsError() ? "error" : "warning");
  json.Key("code").String(diagnostic.code);
  json.Key("phase").String(diagnostic.phase);
  json.Key("file").String(file);
  json.Key("line").Int(diagnostic.line);
  json.Key("column").Int(diagnostic.column);
  json.Key("length").Int(UnderlinedBytes(diagnostic.span));
  json.Key("message").String(diagnostic.message);
  json.Key("span");
  WriteSpanValue(json, diagnostic.span);
  json.Key("notes").BeginArray();
  for (const DiagnosticNote& note : diagnostic.notes) {
    json.BeginObject().Key("message").String(note.message);
    json.Key("line").Int(note.line).Key("column").Int(note.column).Key("span");
    WriteSpanValue(json, note.span);
    json.EndObject();
  }
  json.EndArray().Key("fixes").BeginArray();
  for (const DiagnosticFix& fix : diagnostic.fixes) {
    json.BeginObject().Key("span");
    WriteSpanValue(json, fix.span);
    json.Key("replacement").String(fix.replacement).EndObject();
  }
  json.EndArray().EndObject();
  return out;
}

}  // namespace hlo::api
