// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/api/source_map.h"
#include "core/base/json_writer.h"
#include "core/base/result.h"
#include "core/shape/explain.h"
#include "core/shape/layout_table.h"
#include "core/shape/shape_text.h"
#include "core/shape/what_if.h"
#include "hlo/hlo.h"
#include "hlo/physical_layout.h"

namespace hlo::api {
namespace {

// An array shape with its layout made ready.
struct PreparedShape {
  Shape shape;
  PhysicalLayout layout;
};

Status RequireArray(const Shape& shape, std::string_view what) {
  if (shape.IsArray()) return {};
  return Fail("V01", "{} needs an array shape, not {}", {what, ShapeText(shape)});
}

Result<PreparedShape> Prepare(std::string_view text) {
  HLO_TRY(Shape shape, ParseShape(text));
  HLO_RETURN_IF_ERROR(RequireArray(shape, "an index"));
  HLO_TRY(PhysicalLayout layout, PhysicalLayout::Make(shape));
  return PreparedShape{std::move(shape), std::move(layout)};
}

// Where `count` numbers from `begin` on end, none of which is `limit` or more.
int64_t EndOfRange(int64_t begin, int64_t count, int64_t limit) {
  return begin >= limit ? limit : begin + std::clamp<int64_t>(count, 0, limit - begin);
}

// Row-major number of an index among the logical elements.
int64_t RowMajor(const Shape& shape, const Dims& index) {
  int64_t linear = 0;
  for (size_t d = 0; d < index.size(); ++d) linear = linear * shape.dims[d] + index[d];
  return linear;
}

Dims FromRowMajor(const Shape& shape, int64_t linear) {
  Dims index(shape.dims.size());
  for (size_t d = index.size(); d-- > 0;) {
    index[d] = linear % shape.dims[d];
    linear /= shape.dims[d];
  }
  return index;
}

IndexAnswer AnswerOf(IndexExplanation explanation) {
  IndexAnswer answer;
  answer.is_padding = !explanation.index.has_value();
  if (explanation.index) answer.index.assign(explanation.index->begin(), explanation.index->end());
  answer.position = explanation.position;
  answer.bit = explanation.bit;
  answer.byte = explanation.byte;
  answer.steps = std::move(explanation.steps);
  return answer;
}

// Reads a shape text and lets `explain` fill the rest.
ShapeExplanation ExplanationOf(std::string_view text,
                               Status (*explain)(const Shape&, ShapeExplanation&)) {
  ShapeExplanation explanation;
  const auto fail = [&](const Error& error, SourceSpan span) {
    Diagnostic diagnostic;
    diagnostic.code = error.code;
    diagnostic.message = error.message;
    diagnostic.span = span;
    if (!error.note.empty()) diagnostic.notes.push_back({{}, error.note});
    SourceMap(text).Resolve(diagnostic);
    explanation.error = std::move(diagnostic);
    return explanation;
  };
  const ParsedShape parsed = ParseShapeText(text);
  if (!parsed.ok()) return fail(parsed.error->error, parsed.error->span);
  const Status explained = explain(parsed.shape, explanation);
  if (!explained.ok()) {
    return fail(explained.error(), {0, static_cast<uint32_t>(text.size())});
  }
  explanation.ok = true;
  return explanation;
}

}  // namespace

ShapeExplanation ExplainShape(std::string_view text) {
  return ExplanationOf(text, [](const Shape& shape, ShapeExplanation& explanation) -> Status {
    HLO_RETURN_IF_ERROR(ExplainLayouts(shape));
    explanation.text = LayoutExplanationText(shape);
    JsonWriter json(explanation.json);
    json.BeginObject().Key("ok").Bool(true).Key("error").Null().Key("leaves");
    WriteLayoutExplanation(shape, json);
    json.EndObject();
    return {};
  });
}

ShapeExplanation DrawShape(std::string_view text) {
  return ExplanationOf(text, [](const Shape& shape, ShapeExplanation& explanation) -> Status {
    HLO_RETURN_IF_ERROR(RequireArray(shape, "a drawing"));
    HLO_TRY(explanation.text, LayoutTable(shape));
    return {};
  });
}

ShapeExplanation RankLayouts(std::string_view text) {
  return ExplanationOf(text, [](const Shape& shape, ShapeExplanation& explanation) -> Status {
    HLO_RETURN_IF_ERROR(RequireArray(shape, "a comparison of layouts"));
    HLO_TRY(const std::vector<LayoutChoice> choices, hlo::RankLayouts(shape));
    explanation.text = LayoutChoicesText(choices);
    JsonWriter json(explanation.json);
    WriteLayoutChoices(choices, json);
    return {};
  });
}

Result<IndexAnswer> LocateIndex(std::string_view text, std::span<const int64_t> index) {
  HLO_TRY(const PreparedShape prepared, Prepare(text));
  HLO_TRY(IndexExplanation explanation, ExplainIndex(prepared.shape, index));
  return AnswerOf(std::move(explanation));
}

Result<IndexAnswer> LocatePosition(std::string_view text, int64_t position) {
  HLO_TRY(const PreparedShape prepared, Prepare(text));
  HLO_TRY(IndexExplanation explanation, ExplainPosition(prepared.shape, position));
  return AnswerOf(std::move(explanation));
}

std::vector<double> PositionsOf(std::string_view text, int64_t begin, int64_t count) {
  std::vector<double> positions;
  const Result<PreparedShape> made = Prepare(text);
  if (!made.ok() || begin < 0) return positions;
  const auto& [shape, layout] = made.value();
  const int64_t end = EndOfRange(begin, count, layout.elements());
  for (int64_t linear = begin; linear < end; ++linear) {
    const Dims index = FromRowMajor(shape, linear);
    positions.push_back(static_cast<double>(layout.Position({index.data(), index.size()})));
  }
  return positions;
}

std::vector<double> ElementsAt(std::string_view text, int64_t begin, int64_t count) {
  std::vector<double> elements;
  const Result<PreparedShape> made = Prepare(text);
  if (!made.ok() || begin < 0) return elements;
  const auto& [shape, layout] = made.value();
  const int64_t end = EndOfRange(begin, count, layout.stored_elements());
  for (int64_t position = begin; position < end; ++position) {
    const std::optional<Dims> index = layout.IndexAt(position);
    elements.push_back(index ? static_cast<double>(RowMajor(shape, *index)) : -1.0);
  }
  return elements;
}

}  // namespace hlo::api
