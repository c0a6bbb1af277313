// SPDX-License-Identifier: Apache-2.0
#include "core/api/cost_report.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/engine/cost.h"

namespace hlo::api {
namespace {

void WriteCost(JsonWriter& json, const Cost& cost) {
  json.Key("flops").Int(cost.flops);
  json.Key("transcendentals").Int(cost.transcendentals);
  json.Key("bytes_read").Int(cost.bytes_read);
  json.Key("bytes_written").Int(cost.bytes_written);
}

int64_t ArgumentBytes(const Module& module) {
  int64_t sum = 0;
  for (const Instruction* parameter : module.entry->parameters) {
    const Result<int64_t> bytes = DenseBytes(*parameter->shape);
    sum = CheckedAdd(sum, bytes.ok() ? bytes.value() : INT64_MAX).value_or(INT64_MAX);
  }
  return sum;
}

using Row = std::array<std::string, 7>;

Row NumbersRow(std::string name, std::string opcode, const Cost& cost, std::string shape) {
  return {std::move(name),
          std::move(opcode),
          std::to_string(cost.flops),
          std::to_string(cost.transcendentals),
          std::to_string(cost.bytes_read),
          std::to_string(cost.bytes_written),
          std::move(shape)};
}

// Columns as wide as their widest cell: words to the left, numbers to the right.
std::string Table(const std::vector<Row>& rows) {
  std::array<size_t, 7> widths = {};
  for (const Row& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string out;
  for (const Row& row : rows) {
    for (size_t c = 0; c + 1 < row.size(); ++c) {
      const std::string space(widths[c] - row[c].size(), ' ');
      out += c < 2 ? row[c] + space : space + row[c];
      out += "  ";
    }
    out += row.back();
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace

CostTotals TotalCost(const Executable& executable) {
  const Cost total = CostOf(executable.module()).total;
  return {total.flops,
          total.transcendentals,
          total.bytes_read,
          total.bytes_written,
          ArgumentBytes(executable.module()),
          executable.ExpectedPeakBytes()};
}

std::string CostJson(const Executable& executable) {
  const Module& module = executable.module();
  const ModuleCost cost = CostOf(module);
  std::string out;
  JsonWriter json(out);
  json.BeginObject().Key("computations").BeginArray();
  size_t next = 0;
  for (const auto& computation : module.computations) {
    json.BeginObject();
    json.Key("name").String(computation->name);
    json.Key("entry").Bool(computation.get() == module.entry);
    json.Key("instructions").BeginArray();
    for (size_t i = 0; i < computation->instructions.size(); ++i, ++next) {
      const InstructionCost& row = cost.instructions[next];
      json.BeginObject();
      json.Key("name").String(row.instruction->name);
      json.Key("opcode").String(row.instruction->op->name);
      WriteCost(json, row.cost);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray().Key("total").BeginObject();
  WriteCost(json, cost.total);
  json.EndObject();
  json.Key("argument_bytes").Int(ArgumentBytes(module));
  json.Key("peak_bytes").Int(executable.ExpectedPeakBytes());
  json.EndObject();
  return out;
}

std::string CostText(const Executable& executable) {
  const Module& module = executable.module();
  const ModuleCost cost = CostOf(module);
  std::vector<Row> rows;
  rows.push_back({"instruction", "opcode", "FLOPs", "transcendentals", "bytes read",
                  "bytes written", "shape"});
  size_t next = 0;
  for (const auto& computation : module.computations) {
    const bool entry = computation.get() == module.entry;
    rows.push_back({(entry ? "ENTRY " : "") + computation->name, "", "", "", "", "", ""});
    for (size_t i = 0; i < computation->instructions.size(); ++i, ++next) {
      const InstructionCost& row = cost.instructions[next];
      rows.push_back(NumbersRow("  " + row.instruction->name,
                                std::string(row.instruction->op->name), row.cost,
                                ShapeText(*row.instruction->shape, false)));
    }
  }
  rows.push_back(NumbersRow("total of the entry", "", cost.total, ""));
  return Table(rows) + Format("peak memory: {} bytes of values, beside {} bytes of arguments\n",
                              {executable.ExpectedPeakBytes(), ArgumentBytes(module)});
}

}  // namespace hlo::api
