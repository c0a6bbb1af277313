// SPDX-License-Identifier: Apache-2.0
// Dump folders and memory reports.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/api/program_impl.h"
#include "core/import/gzip.h"
#include "core/import/import.h"
#include "core/import/report/dump_folder.h"
#include "core/import/report/memory_report.h"
#include "core/import/sniff.h"

namespace hlo::api {
namespace {

// What an instruction is, whatever it and its operands are called: opcode, shape, attributes, and
// the op of the source that it stands for.
std::string KindOf(const Instruction& instruction) {
  std::string kind = std::string(instruction.op->name) + " " + ShapeText(*instruction.shape);
  for (const Instruction* operand : instruction.operands) kind += " " + ShapeText(*operand->shape);
  for (const Attribute& attribute : instruction.attributes.all()) {
    const AttrKind of = Info(attribute.attr).kind;
    const bool is_name = of == AttrKind::kComputation || of == AttrKind::kComputations ||
                         of == AttrKind::kInstructions;
    if (is_name || attribute.attr == Attr::metadata) continue;
    kind += " " + PrintAttributeValue(instruction, attribute);
  }
  if (const auto* metadata = instruction.attributes.Get<Metadata>(Attr::metadata)) {
    kind += " " + metadata->Find("op_name");
  }
  return kind;
}

using Kinds = std::map<std::string, std::vector<const Instruction*>>;

Kinds KindsOf(const Module& module) {
  Kinds kinds;
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      kinds[KindOf(*instruction)].push_back(instruction);
    }
  }
  return kinds;
}

// Those of `a` that have no partner in `b`, those of equal name as partners first.
std::vector<const Instruction*> Surplus(const Kinds& a, const Kinds& b) {
  std::vector<const Instruction*> surplus;
  for (const auto& [kind, instructions] : a) {
    const auto found = b.find(kind);
    size_t partners = found == b.end() ? 0 : found->second.size();
    if (partners >= instructions.size()) continue;
    std::vector<const Instruction*> rest = instructions;
    const auto has_partner = [&](const Instruction* instruction) {
      return found != b.end() &&
             std::any_of(found->second.begin(), found->second.end(), [&](const Instruction* other) {
               return other->name == instruction->name;
             });
    };
    std::stable_partition(rest.begin(), rest.end(), has_partner);
    surplus.insert(surplus.end(), rest.begin() + static_cast<std::ptrdiff_t>(partners), rest.end());
  }
  return surplus;
}

}  // namespace

std::vector<DumpedModule> GroupDump(const std::vector<std::string>& files) {
  std::vector<DumpedModule> modules;
  for (DumpModule& module : hlo::GroupDump(files)) {
    DumpedModule& added = modules.emplace_back();
    added.name = std::move(module.name);
    added.numbers.assign(module.numbers.begin(), module.numbers.end());
    for (DumpStage& stage : module.stages) {
      added.stages.push_back({std::move(stage.name), std::move(stage.files), stage.IsProgram(),
                              stage.kind == DumpKind::kReport});
    }
  }
  return modules;
}

ProgramDifference Difference(const Program& before, const Program& after) {
  ProgramDifference difference;
  const Module* old_module = before.module();
  const Module* new_module = after.module();
  if (old_module == nullptr || new_module == nullptr) return difference;
  const Kinds old_kinds = KindsOf(*old_module), new_kinds = KindsOf(*new_module);
  const auto list = [](std::string_view sign, const std::vector<const Instruction*>& instructions,
                       std::vector<std::string>& lines) {
    PrintOptions options(PrintMode::kCanonical);
    options.large_constants = false;
    for (const Instruction* instruction : instructions) {
      lines.push_back(std::string(sign) + instruction->parent->name + ": " +
                      PrintInstruction(*instruction, options));
    }
  };
  list("- ", Surplus(old_kinds, new_kinds), difference.removed);
  list("+ ", Surplus(new_kinds, old_kinds), difference.added);
  return difference;
}

Result<std::string> ExplainMemory(const std::vector<std::string>& files) {
  MemoryReport report;
  for (const std::string& given : files) {
    std::string bytes = given;
    Sniffed sniffed = SniffFile(bytes);
    if (sniffed.format == FileFormat::kGzip && CanDecompress()) {
      bytes = Decompress(bytes, kMaxFileBytes).value_or("");
      sniffed = SniffFile(bytes);
    }
    switch (sniffed.format) {
      case FileFormat::kBufferAssignment:
        ReadBufferAssignment(bytes, report);
        break;
      case FileFormat::kLiveRangeReport:
        ReadLiveRanges(bytes, report);
        break;
      case FileFormat::kOomReport:
        ReadOutOfMemory(bytes, report);
        break;
      case FileFormat::kHloProto:
        ReadAssignmentProto(bytes, report);
        break;
      default: {
        const Program program = Program::FromFile(bytes);
        if (program.module() != nullptr) AddOrigins(*program.module(), report);
      }
    }
  }
  if (report.empty()) {
    return Fail("I18", "no buffer assignment, live ranges or out-of-memory report in these files");
  }
  return MemoryText(std::move(report));
}

const Module* Program::module() const { return impl_->parsed.module.get(); }

}  // namespace hlo::api
