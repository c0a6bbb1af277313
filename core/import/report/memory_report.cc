// SPDX-License-Identifier: Apache-2.0
#include "core/import/report/memory_report.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/format.h"
#include "core/base/scanner.h"
#include "core/import/proto/fields.h"
#include "core/import/proto/message.h"
#include "core/import/proto/shapes.h"
#include "core/import/proto/sharding.h"
#include "hlo/physical_layout.h"
#include "hlo/shape.h"

namespace hlo {
namespace {

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

template <class Fn>
void ForEachLine(std::string_view text, Fn&& fn) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    fn(Trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// The number behind `key`, or 0.
int64_t NumberBehind(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  int64_t number = 0;
  if (at == std::string_view::npos) return 0;
  const char* begin = text.data() + at + key.size();
  std::from_chars(begin, text.data() + text.size(), number);
  return number;
}

// What stands between the quotes behind `key`, or nothing.
std::string_view QuotedBehind(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find('"'));
}

// "jit(f)/dot f.py:12" of the metadata of an instruction.
std::string OriginOf(std::string_view text) {
  std::string origin(QuotedBehind(text, "op_name=\""));
  const std::string_view file = QuotedBehind(text, "source_file=\"");
  if (file.empty()) return origin;
  if (!origin.empty()) origin += ' ';
  return origin + Format("{}:{}", {file, NumberBehind(text, "source_line=")});
}

std::string KindOf(std::string_view flags) {
  static constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {", parameter", "parameter"},       {", constant", "constant"},
      {", thread-local", "thread-local"}, {", output", "output"},
      {", maybe-live-out", "output"},     {", preallocated", "temp"}};
  for (const auto& [flag, kind] : kKinds) {
    if (flags.find(flag) != std::string_view::npos) return std::string(kind);
  }
  return "temp";
}

// "value: <36 fusion.3{1} @0> (size=1024,offset=512): f32[16,16]{1,0}"
MemoryValue ReadValue(std::string_view line) {
  MemoryValue value;
  const size_t open = line.find('<');
  const size_t close = line.find('>');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return value;
  std::string_view name = line.substr(open + 1, close - open - 1);
  name = Trimmed(name.substr(std::min(name.find(' '), name.size())));
  value.name = name.substr(0, name.find(' '));
  if (value.name.ends_with("{}")) value.name.resize(value.name.size() - 2);
  value.bytes = NumberBehind(line, "size=");
  value.offset = NumberBehind(line, "offset=");
  const size_t colon = line.find("): ", close);
  if (colon != std::string_view::npos) value.shape = line.substr(colon + 3);
  return value;
}

}  // namespace

void ReadBufferAssignment(std::string_view text, MemoryReport& report) {
  constexpr std::string_view kAllocation = "allocation ", kValue = "value: <",
                             kFrom = "from instruction:";
  ForEachLine(text, [&](std::string_view line) {
    if (line.starts_with(kAllocation) && line.find(": size ") != std::string_view::npos) {
      MemoryAllocation& added = report.allocations.emplace_back();
      added.index = NumberBehind(line, kAllocation);
      added.bytes = NumberBehind(line, ": size ");
      added.kind = KindOf(line);
    } else if (line.starts_with(kValue) && !report.allocations.empty()) {
      report.allocations.back().values.push_back(ReadValue(line));
    } else if (line.starts_with(kFrom)) {
      std::string_view instruction = Trimmed(line.substr(kFrom.size()));
      if (instruction.starts_with("ROOT ")) instruction.remove_prefix(5);
      if (instruction.starts_with('%')) instruction.remove_prefix(1);
      const std::string_view name = instruction.substr(0, instruction.find(' '));
      report.origins[std::string(name)] = OriginOf(instruction);
    }
  });
  ReadLiveRanges(text, report);
}

namespace {

// "fusion.3{}: 2048 bytes (cumulative: 4096 bytes)"
std::optional<MemoryValue> ReadLiveValue(std::string_view line) {
  const size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  MemoryValue value;
  const char* end = line.data() + line.size();
  const auto [rest, error] = std::from_chars(line.data() + colon + 2, end, value.bytes);
  if (error != std::errc() ||
      !std::string_view(rest, static_cast<size_t>(end - rest)).starts_with(" bytes")) {
    return std::nullopt;
  }
  value.name = line.substr(0, colon);
  if (value.name.ends_with("{}")) value.name.resize(value.name.size() - 2);
  return value;
}

}  // namespace

// "fusion.3{1}:4-9" below "BufferLiveRange:", and the values below "Live ranges at 7 (peak):".
void ReadLiveRanges(std::string_view text, MemoryReport& report) {
  bool inside = false, at_peak = false;
  ForEachLine(text, [&](std::string_view line) {
    if (line.starts_with("BufferLiveRange:")) {
      inside = true;
      return;
    }
    if (line.starts_with("Live ranges at ")) {
      at_peak = true;
      return;
    }
    if (at_peak) {
      const std::optional<MemoryValue> value = ReadLiveValue(line);
      at_peak = value.has_value();
      if (value) report.live_at_peak.push_back(*value);
      return;
    }
    const size_t colon = line.rfind(':');
    const size_t dash = line.rfind('-');
    const bool is_range = inside && colon != std::string_view::npos && dash > colon &&
                          dash != std::string_view::npos && colon + 1 < line.size() &&
                          line[colon + 1] >= '0' && line[colon + 1] <= '9';
    if (!is_range) {
      inside = inside && line.empty();
      return;
    }
    std::string name(line.substr(0, colon));
    if (name.ends_with("{}")) name.resize(name.size() - 2);
    report.ranges[name] = {NumberBehind(line.substr(colon), ":"),
                           NumberBehind(line.substr(dash), "-")};
  });
}

namespace {

// What stands behind a word of a line that may have the prefix of a log.
std::optional<std::string_view> Behind(std::string_view line, std::string_view word) {
  const size_t at = line.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  if (at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t') return std::nullopt;
  return Trimmed(line.substr(at + word.size()));
}

// "Buffer 1:", or on TPUs "1. Size: 14.00G".
bool BeginsBuffer(std::string_view line) {
  const std::optional<std::string_view> rest = Behind(line, "Buffer ");
  if (rest && rest->ends_with(':')) return true;
  const size_t size = line.find(". Size:");
  return size != std::string_view::npos && size > 0 && line[size - 1] >= '0' &&
         line[size - 1] <= '9';
}

// "fusion.3", or on TPUs "%fusion.3 = f32[16] fusion(...)".
std::string_view NameInLabel(std::string_view label) {
  label = label.substr(0, label.find(" = "));
  if (label.starts_with('%')) label.remove_prefix(1);
  return label;
}

}  // namespace

void ReadOutOfMemory(std::string_view text, MemoryReport& report) {
  ForEachLine(text, [&](std::string_view line) {
    if (BeginsBuffer(line)) report.peak.emplace_back();
    if (report.peak.empty()) return;
    MemoryValue& value = report.peak.back();
    if (const auto size = Behind(line, "Size:")) value.size = *size;
    for (std::string_view word : {"XLA Label:", "XLA label:"}) {
      if (const auto label = Behind(line, word)) value.name = NameInLabel(*label);
    }
    for (std::string_view word : {"Shape:", "Entry Parameter Subshape:"}) {
      if (const auto shape = Behind(line, word)) value.shape = *shape;
    }
    if (Behind(line, "Entry Parameter")) value.name = "parameter";
    if (Behind(line, "Operator:")) value.origin = OriginOf(line);
  });
}

// ---- memory-usage reports ----

namespace {

constexpr std::string_view kUsageHeader = "cumulative_size;";

// "1.0KiB", rounded; 0 if it is no size.
int64_t BytesOf(std::string_view size) {
  Scanner text(size);
  double number = 0;
  if (!text.Number(number)) return 0;
  double unit = 1;
  for (char c : std::string_view("KMGTP")) {
    unit *= 1024;
    if (text.At(c)) number *= unit;
  }
  return number >= 0 && number < 9e18 ? static_cast<int64_t>(number) : 0;
}

// Bytes of an array in its layout; 0 for other shapes.
int64_t BytesOfShape(std::string_view text) {
  const Result<Shape> shape = ParseShape(text);
  if (!shape.ok() || !shape.value().IsArray()) return 0;
  const Result<PhysicalLayout> physical = PhysicalLayout::Make(shape.value());
  return physical.ok() ? physical.value().byte_size() : 0;
}

// The largest of "f32[8,4], 2×f32[16,4]", one after the other in one place. Tuples count 0.
std::string_view LargestShape(std::string_view list) {
  constexpr std::string_view kTimes = "\xC3\x97";
  std::string_view largest;
  int64_t most = -1;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    std::string_view shape = Trimmed(list.substr(begin, i - begin));
    const size_t times = shape.find(kTimes);
    if (times < shape.find('[')) shape.remove_prefix(times + kTimes.size());
    if (const int64_t bytes = BytesOfShape(shape); bytes > most) {
      most = bytes;
      largest = shape;
    }
    begin = i + 1;
  }
  return largest;
}

// "1.0KiB( 44%); 1.0KiB; 1024; 2; 2×f32[8,32]": what is held in one place, one value after
// another. Only sizes in bytes are exact; else the size is that of the largest shape.
std::optional<MemoryValue> ReadUsageRow(std::string_view line) {
  std::vector<std::string_view> cells;
  for (int i = 0; i < 4; ++i) {
    const size_t end = line.find(';');
    if (end == std::string_view::npos) return std::nullopt;
    cells.push_back(Trimmed(line.substr(0, end)));
    line.remove_prefix(end + 1);
  }
  MemoryValue value;
  value.size = cells[1];
  value.offset = NumberBehind(cells[2], "");
  const std::string_view shapes = Trimmed(line);
  value.shape = LargestShape(shapes);
  if (value.shape != shapes) value.name = shapes;
  const bool is_exact = cells[1].ends_with('B') && cells[1].find("iB") == std::string_view::npos;
  value.bytes = is_exact ? BytesOf(cells[1]) : BytesOfShape(value.shape);
  if (value.bytes == 0) value.bytes = BytesOf(cells[1]);
  return value;
}

// One table for each allocation.
void ReadUsageTables(std::string_view text, MemoryReport& report) {
  ForEachLine(text, [&](std::string_view line) {
    if (line.starts_with(kUsageHeader) && line.find("offset;") != std::string_view::npos) {
      const auto index = static_cast<int64_t>(report.allocations.size());
      report.allocations.emplace_back().index = index;
      return;
    }
    if (report.allocations.empty()) return;
    MemoryAllocation& allocation = report.allocations.back();
    if (const std::optional<MemoryValue> value = ReadUsageRow(line)) {
      if (value->offset >= 0 && value->offset < INT64_MAX - value->bytes) {
        allocation.bytes = std::max(allocation.bytes, value->offset + value->bytes);
      }
      allocation.values.push_back(*value);
    }
  });
}

}  // namespace

void ReadMemoryUsage(std::string_view text, MemoryReport& report) {
  ReadBufferAssignment(text, report);  // older reports list allocations and values as it does
  ReadUsageTables(text, report);
}

void AddOrigins(const Module& module, MemoryReport& report) {
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      const auto* metadata = instruction->attributes.Get<Metadata>(Attr::metadata);
      if (metadata == nullptr) continue;
      std::string text = "op_name=\"" + metadata->Find("op_name") + "\" source_file=\"" +
                         metadata->Find("source_file") +
                         "\" source_line=" + metadata->Find("source_line");
      report.origins.emplace(instruction->name, OriginOf(text));
    }
  }
}

// ---- BufferAssignmentProto ----

namespace {

using proto::Message;

// Fields of the messages of xla/service/hlo.proto around and in a BufferAssignmentProto.
namespace file_field {
enum : uint32_t { kModule = 1, kBufferAssignment = 3 };
}
namespace assignment_field {
enum : uint32_t { kLogicalBuffers = 1, kAllocations = 3 };
}
namespace buffer_field {
enum : uint32_t { kId = 1, kSize = 2, kDefinedAt = 3 };
}
namespace location_field {
enum : uint32_t { kInstructionName = 2, kShapeIndex = 3, kInstructionId = 4 };
}
namespace allocation_field {
enum : uint32_t {
  kIndex = 1,
  kSize = 2,
  kIsThreadLocal = 3,
  kIsEntryParameter = 5,
  kMaybeLiveOut = 7,
  kAssigned = 9,
  kIsConstant = 12,
};
}
namespace assigned_field {
enum : uint32_t { kBufferId = 1, kOffset = 2, kSize = 3 };
}

// Fields of MemoryUsageReportProto.
namespace usage_field {
enum : uint32_t { kSpaces = 1, kAllocations = 3, kIndex = 1, kSize = 2, kTable = 6 };
}

struct ProtoInstruction {
  std::string name;
  std::string_view bytes;
};

std::map<int64_t, ProtoInstruction> InstructionsOf(const Message& module, MemoryReport& report) {
  std::map<int64_t, ProtoInstruction> by_id;
  namespace field = proto::instruction_field;
  module.ForEachMessage(proto::module_field::kComputations, [&](const Message& computation) {
    computation.ForEachMessage(
        proto::computation_field::kInstructions, [&](const Message& instruction) {
          const std::string name(instruction.Bytes(field::kName));
          by_id.emplace(instruction.Int(field::kId), ProtoInstruction{name, instruction.bytes()});
          const std::string origin =
              OriginOf(proto::MetadataText(instruction.Sub(field::kMetadata)));
          if (!origin.empty()) report.origins.emplace(name, origin);
        });
  });
  return by_id;
}

// The text of a part of a shape.
std::string PartText(const Message& shape, const std::vector<int64_t>& index) {
  const std::optional<Shape> whole = proto::ReadShape(shape);
  const Shape* part = whole ? Subshape(*whole, index) : nullptr;
  return part == nullptr ? "" : ShapeText(*part);
}

std::string KindOf(const Message& allocation) {
  if (allocation.Flag(allocation_field::kIsEntryParameter)) return "parameter";
  if (allocation.Flag(allocation_field::kIsConstant)) return "constant";
  if (allocation.Flag(allocation_field::kIsThreadLocal)) return "thread-local";
  return allocation.Flag(allocation_field::kMaybeLiveOut) ? "output" : "temp";
}

}  // namespace

void ReadMemoryUsageProto(std::string_view bytes, MemoryReport& report) {
  Report faults(1);
  proto::Source source(bytes, faults);
  const Message file(source, bytes);
  file.ForEachMessage(usage_field::kSpaces, [&](const Message& space) {
    space.ForEachMessage(usage_field::kAllocations, [&](const Message& allocation) {
      const size_t before = report.allocations.size();
      ReadUsageTables(allocation.Bytes(usage_field::kTable), report);
      if (report.allocations.size() == before) report.allocations.emplace_back();
      report.allocations.back().index = allocation.Int(usage_field::kIndex);
      report.allocations.back().bytes = allocation.Int(usage_field::kSize);
    });
  });
}

void ReadAssignmentProto(std::string_view bytes, MemoryReport& report) {
  Report faults(1);
  proto::Source source(bytes, faults);
  const Message file(source, bytes);
  ReadAssignmentProto(file.Bytes(file_field::kBufferAssignment), file.Bytes(file_field::kModule),
                      report);
}

void ReadAssignmentProto(std::string_view assignment_bytes, std::string_view module,
                         MemoryReport& report) {
  Report faults(1);
  proto::Source source(assignment_bytes, faults);
  const Message assignment(source, assignment_bytes);
  const std::map<int64_t, ProtoInstruction> instructions =
      InstructionsOf(Message(source, module), report);
  std::map<int64_t, MemoryValue> buffers;
  assignment.ForEachMessage(assignment_field::kLogicalBuffers, [&](const Message& buffer) {
    MemoryValue& value = buffers[buffer.Int(buffer_field::kId)];
    value.bytes = buffer.Int(buffer_field::kSize);
    const Message place = buffer.Sub(buffer_field::kDefinedAt);
    const std::vector<int64_t> index = place.Ints(location_field::kShapeIndex);
    const auto found = instructions.find(place.Int(location_field::kInstructionId));
    if (found != instructions.end()) {
      const Message instruction(source, found->second.bytes);
      value.name = found->second.name;
      value.shape = PartText(instruction.Sub(proto::instruction_field::kShape), index);
    } else {
      value.name = place.Bytes(location_field::kInstructionName);
      // Ids are unique in a module.
      const int64_t id = place.Int(location_field::kInstructionId);
      if (value.name.empty() && id != 0) value.name = Format("#{}", {id});
    }
    if (!index.empty()) value.name += Braced(index);
  });
  assignment.ForEachMessage(assignment_field::kAllocations, [&](const Message& allocation) {
    MemoryAllocation& added = report.allocations.emplace_back();
    added.index = allocation.Int(allocation_field::kIndex);
    added.bytes = allocation.Int(allocation_field::kSize);
    added.kind = KindOf(allocation);
    allocation.ForEachMessage(allocation_field::kAssigned, [&](const Message& assigned) {
      const auto found = buffers.find(assigned.Int(assigned_field::kBufferId));
      if (found == buffers.end()) return;
      MemoryValue& value = added.values.emplace_back(found->second);
      value.offset = assigned.Int(assigned_field::kOffset);
      value.bytes = assigned.Int(assigned_field::kSize);
    });
  });
}

}  // namespace hlo
