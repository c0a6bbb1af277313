// SPDX-License-Identifier: Apache-2.0
// HloModuleProto (imports reference 12.1).
#include "core/import/proto/module_writer.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/scanner.h"
#include "core/import/proto/attribute_writer.h"
#include "core/import/proto/fields.h"
#include "core/import/proto/literals.h"
#include "core/import/proto/module_reader.h"
#include "core/import/proto/shapes.h"
#include "core/text/strings.h"

namespace hlo::proto {
namespace {

std::span<const int64_t> Span(const ShapeIndex& index) { return {index.data(), index.size()}; }

class ModuleWriter {
 public:
  explicit ModuleWriter(const Module& module) : module_(module) {}

  Result<std::string> Write() {
    using namespace module_field;
    Number();
    WriteBytes(kName, module_.name, out_);
    WriteBytes(kEntryName, module_.entry->name, out_);
    for (const auto& computation : module_.computations) {
      WriteBytes(kComputations, ComputationBytes(*computation), out_);
    }
    WriteBytes(kProgramShape, EntryShape(), out_);
    WriteVarint(kEntryId, IdOf(module_.entry), out_);
    if (module_.header.is_scheduled) WriteSchedule();
    WriteHeader();
    if (elided_ != nullptr) {
      return Fail("I09", "the value of constant '{}' is elided in the text; write it to export it",
                  {elided_->name});
    }
    if (missing_ == nullptr) return std::move(out_);
    return Fail("I07", "a protobuf has no number for the element type of {}",
                {ShapeText(*missing_, false)});
  }

 private:
  // Ids are unique in the whole module.
  void Number() {
    int64_t next = 1;
    for (const auto& computation : module_.computations) {
      ids_.emplace(computation.get(), next++);
      for (const Instruction* instruction : computation->instructions) {
        ids_.emplace(instruction, next++);
      }
    }
  }
  int64_t IdOf(const void* part) const {
    const auto found = ids_.find(part);
    return found == ids_.end() ? 0 : found->second;
  }

  std::string ShapeBytes(const Shape& shape) {
    std::string bytes;
    if (!WriteShape(shape, bytes)) missing_ = &shape;
    return bytes;
  }

  // ---- computations ----

  std::string ComputationBytes(const Computation& computation) {
    using namespace computation_field;
    std::string out;
    WriteBytes(kName, computation.name, out);
    for (const Instruction* instruction : computation.instructions) {
      WriteBytes(kInstructions, InstructionBytes(*instruction), out);
    }
    WriteBytes(kProgramShape, ProgramShape(computation), out);
    WriteVarint(kId, IdOf(&computation), out);
    WriteVarint(kRootId, IdOf(computation.root), out);
    if (computation.execution_thread != "main") {
      WriteBytes(kExecutionThread, computation.execution_thread, out);
    }
    return out;
  }

  std::string ProgramShape(const Computation& computation) {
    std::string out;
    for (const Instruction* parameter : computation.parameters) {
      WriteBytes(1, ShapeBytes(*parameter->shape), out);
    }
    WriteBytes(2, ShapeBytes(*computation.root->shape), out);
    for (const Instruction* parameter : computation.parameters) {
      WriteBytes(3, parameter->name, out);
    }
    return out;
  }

  std::string EntryShape() {
    const auto& layout = module_.header.entry_layout;
    if (!layout) return ProgramShape(*module_.entry);
    std::string out;
    for (const Shape& parameter : layout->parameters) WriteBytes(1, ShapeBytes(parameter), out);
    WriteBytes(2, ShapeBytes(layout->result), out);
    return out;
  }

  std::string InstructionBytes(const Instruction& instruction) {
    using namespace instruction_field;
    std::string out;
    WriteBytes(kName, instruction.name, out);
    WriteBytes(kOpcode, instruction.op->name, out);
    WriteBytes(kShape, ShapeBytes(*instruction.shape), out);
    WriteVarint(kId, IdOf(&instruction), out);
    std::vector<int64_t> ids;
    for (const Instruction* operand : instruction.operands) ids.push_back(IdOf(operand));
    if (!ids.empty()) WritePacked(kOperandIds, ids, out);
    if (instruction.Is(Opcode::kParameter)) {
      WriteVarint(kParameterNumber, instruction.parameter_number, out);
    }
    if (instruction.literal != nullptr) {
      std::string literal;
      if (!WriteLiteral(*instruction.literal, literal)) missing_ = instruction.shape;
      WriteBytes(kLiteral, literal, out);
    } else if (instruction.Is(Opcode::kConstant)) {
      elided_ = &instruction;
    }
    WriteReferences(instruction, out);
    AttributeWriter(instruction, out).WriteAll();
    return out;
  }

  void WriteReferences(const Instruction& instruction, std::string& out) {
    using namespace instruction_field;
    std::vector<int64_t> called;
    // A loop lists its body first, as select-and-scatter lists `select`.
    static constexpr Attr kOrder[] = {Attr::body,
                                      Attr::condition,
                                      Attr::true_computation,
                                      Attr::false_computation,
                                      Attr::select,
                                      Attr::scatter,
                                      Attr::branch_computations,
                                      Attr::to_apply,
                                      Attr::calls,
                                      Attr::called_computations};
    for (const Attr attr : kOrder) {
      const Attribute* found = instruction.attributes.Find(attr);
      if (found == nullptr || !IsReference(instruction, attr)) continue;
      if (const auto* one = found->value.As<Computation*>()) called.push_back(IdOf(*one));
      if (const auto* all = found->value.As<std::vector<Computation*>>()) {
        for (const Computation* callee : *all) called.push_back(IdOf(callee));
      }
    }
    if (!called.empty()) WritePacked(kCalledComputations, called, out);
    std::vector<int64_t> before;
    if (const auto* list =
            instruction.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors)) {
      for (const Instruction* predecessor : *list) before.push_back(IdOf(predecessor));
    }
    if (!before.empty()) WritePacked(kControlPredecessors, before, out);
  }

  // ---- header ----

  void WriteSchedule() {
    std::string schedule;
    for (const auto& computation : module_.computations) {
      std::vector<int64_t> ids;
      for (const Instruction* instruction : computation->instructions) {
        ids.push_back(IdOf(instruction));
      }
      std::string sequence, entry;
      WritePacked(1, ids, sequence);
      WriteVarint(1, IdOf(computation.get()), entry);
      WriteBytes(2, sequence, entry);
      WriteBytes(1, entry, schedule);
    }
    WriteBytes(module_field::kSchedule, schedule, out_);
  }

  void WriteHeader() {
    using namespace module_field;
    const ModuleHeader& header = module_.header;
    std::string aliases, donors;
    for (const BufferAlias& alias : header.input_output_alias) {
      std::string entry;
      WritePacked(1, Span(alias.output), entry);
      WriteVarint(2, alias.parameter, entry);
      WritePacked(3, Span(alias.parameter_index), entry);
      WriteVarint(4, alias.must_alias ? 2 : 1, entry);
      WriteBytes(1, entry, aliases);
    }
    for (const BufferDonor& donor : header.buffer_donors) {
      std::string entry;
      WriteVarint(1, donor.parameter, entry);
      WritePacked(2, Span(donor.parameter_index), entry);
      WriteBytes(1, entry, donors);
    }
    if (!aliases.empty()) WriteBytes(kAliases, aliases, out_);
    if (!donors.empty()) WriteBytes(kDonors, donors, out_);
    if (header.replica_count != 1 || header.num_partitions != 1) WriteDevices();
    WriteFrontendAttributes(kFrontendAttributes, header.frontend_attributes, out_);
    if (!header.frame_tables.empty()) WriteFrames();
    std::string text;
    if (header.alias_passthrough_params) text += ", alias_passthrough_params=true";
    AppendFlags("parameters", header.spmd_propagation_to_parameters, text);
    AppendFlags("output", header.spmd_propagation_to_output, text);
    if (!header.origin_recovery_table.empty()) {
      text += ", origin_recovery_table=" + header.origin_recovery_table;
    }
    if (!text.empty()) WriteBytes(kTextField, text, out_);
  }

  static void AppendFlags(std::string_view of, const std::vector<bool>& flags, std::string& text) {
    if (flags == std::vector<bool>{false}) return;
    std::string list;
    for (const bool flag : flags)
      list += std::string(list.empty() ? "" : ",") + (flag ? "true" : "false");
    text += Format(", allow_spmd_sharding_propagation_to_{}={", {of}) + list + "}";
  }

  // Device r * partitions + p runs partition p of replica r.
  void WriteDevices() {
    constexpr int64_t kMaxListed = 1 << 20;
    const int64_t replicas = module_.header.replica_count;
    const int64_t partitions = module_.header.num_partitions;
    std::string devices;
    WriteVarint(1, replicas, devices);
    WriteVarint(2, partitions, devices);
    if (replicas <= kMaxListed / partitions) {
      for (int64_t p = 0; p < partitions; ++p) {
        std::vector<int64_t> ids;
        for (int64_t r = 0; r < replicas; ++r) ids.push_back(r * partitions + p);
        std::string computation;
        WritePacked(1, ids, computation);
        WriteBytes(3, computation, devices);
      }
    }
    WriteBytes(module_field::kDeviceAssignment, devices, out_);
  }

  // As messages if these have the same content, otherwise as text.
  void WriteFrames() {
    std::string text, frames;
    for (const FrameTable& table : module_.header.frame_tables) {
      text += "\n" + table.title + "\n";
      for (const auto& [number, line] : table.lines) {
        text += std::to_string(number) + " " + line + "\n";
        WriteFrameLine(table.title, line, frames);
      }
    }
    Report report(1);
    Source source(frames, report);
    if (FramesText(Message(source, frames)) == text) {
      WriteBytes(module_field::kFrames, frames, out_);
    } else {
      WriteBytes(kFrameTablesField, text, out_);
    }
  }

  static void WriteFrameLine(std::string_view title, std::string_view line, std::string& frames) {
    static constexpr std::string_view kLocation[] = {
        "file_name_id", "function_name_id", "line", "column", "end_line", "end_column"};
    static constexpr std::string_view kFrame[] = {"file_location_id", "parent_frame_id"};
    if (title == "FileNames" || title == "FunctionNames") {
      const Unescaped name = Unescape(line);
      if (name.ok()) WriteBytes(title == "FileNames" ? 1 : 2, name.text, frames);
      return;
    }
    std::string out;
    const bool is_location = title == "FileLocations";
    const std::span<const std::string_view> names =
        is_location ? std::span<const std::string_view>(kLocation) : kFrame;
    Scanner scanner(line);
    scanner.Take("{");
    while (!scanner.Take("}") && !scanner.AtEnd()) {
      const auto place = std::find(names.begin(), names.end(), scanner.Word()) - names.begin();
      int64_t number = 0;
      if (!scanner.Take("=") || !scanner.Int(number)) break;
      WriteVarint(static_cast<uint32_t>(place + 1), number, out);
    }
    WriteBytes(is_location ? 3 : 4, out, frames);
  }

  const Module& module_;
  std::unordered_map<const void*, int64_t> ids_;
  std::string out_;
  const Instruction* elided_ = nullptr;  // a constant without a value
  const Shape* missing_ = nullptr;       // what xla_data.proto has no number for
};

}  // namespace

Result<std::string> WriteModule(const Module& module) { return ModuleWriter(module).Write(); }

}  // namespace hlo::proto
