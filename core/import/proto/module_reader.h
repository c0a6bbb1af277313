// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_MODULE_READER_H_
#define HLO_CORE_IMPORT_PROTO_MODULE_READER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/import/proto/attributes.h"
#include "core/import/proto/message.h"
#include "core/import/proto/shapes.h"
#include "core/import/support/import_options.h"
#include "hlo/literal.h"
#include "hlo/shape.h"

namespace hlo::proto {

// HLO text with the content of a HloModuleProto.
struct ModuleText {
  std::string text;
  std::vector<SourceMark> marks;  // one an instruction, in order; none of a file in the wire format
  // Large constants, which the text writes as "{...}": by the position of the brace.
  std::unordered_map<uint32_t, std::shared_ptr<const Literal>> constants;
};

// StackFrameIndexProto as the tables of a header.
std::string FramesText(const Message& frames);

class ModuleReader {
 public:
  ModuleReader(const Message& module, size_t file_size, const ImportOptions& options);

  // Empty after a report that nothing could be read.
  ModuleText Read();

 private:
  struct Instruction {
    std::string_view bytes;
    int64_t id = 0;
    std::string name;
    std::vector<size_t> before;  // operands and control predecessors, by place
  };
  struct Computation {
    std::string_view bytes;
    int64_t id = 0;
    std::string name;
    std::vector<Instruction> instructions;
    std::unordered_map<int64_t, size_t> by_id;
    std::vector<size_t> called;
    std::vector<int64_t> scheduled;  // ids, in the order of the schedule
  };

  Source& source() const { return module_.source(); }
  static const size_t* Find(const std::unordered_map<int64_t, size_t>& places, int64_t id);

  // ---- what there is ----
  bool ReadComputations();
  bool ReadComputation(const Message& message);
  bool ReadReferences();
  void ReadSchedule();
  const Computation* Entry() const;
  // Names that are taken, each with the last suffix that made a new name of it.
  using Names = std::unordered_map<std::string, int>;
  std::string FreeName(std::string_view given, Names& taken);

  // ---- in which order it stands ----
  bool Order(std::vector<size_t>& computations);
  bool Order(const Computation& computation, std::vector<size_t>& instructions);

  // ---- text ----
  void AppendHeader(const Computation& entry);
  void AppendAliases();
  bool AppendEntryLayout(const Computation& entry);
  bool AppendComputation(const Computation& computation, bool is_entry);
  bool AppendInstruction(const Computation& computation, const Instruction& instruction,
                         bool is_root);
  References ReferencesOf(const Computation& computation, const Message& message) const;
  bool AppendArguments(const Computation& computation, const Message& message,
                       std::string_view opcode, std::optional<Literal> constant);
  std::optional<Literal> ReadConstant(const Message& message);
  std::string AppendZero(const Computation& computation, const Instruction& constant,
                         const Literal& literal);
  bool AppendConstant(const Message& message, std::optional<Literal> literal);
  void AppendUnknown(const Message& message);
  bool Fits();

  Message module_;
  size_t most_text_;
  const ImportOptions& options_;
  bool is_scheduled_ = false;
  std::vector<Computation> computations_;
  std::unordered_map<int64_t, size_t> by_id_;
  Names computation_names_;
  Names names_;  // of the instructions of names_of_
  const Computation* names_of_ = nullptr;
  ShapeTexts shapes_;
  ModuleText out_;
};

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_MODULE_READER_H_
