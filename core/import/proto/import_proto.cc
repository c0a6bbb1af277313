// SPDX-License-Identifier: Apache-2.0
// HloProto, HloSnapshot, HloUnoptimizedSnapshot (imports reference 12).
#include "core/import/proto/import_proto.h"

#include <optional>
#include <utility>

#include "core/import/proto/literals.h"

namespace hlo::proto {
namespace {

enum : uint32_t { kModuleOfHlo = 1, kHloOfSnapshot = 1, kArguments = 2, kResult = 3 };
enum : uint32_t { kPartitions = 2, kArgumentsOfPartition = 1, kDescriptors = 2 };
enum : uint32_t { kArgumentBytes = 2 };  // of a descriptor

std::vector<Literal> ReadLiterals(const Message& message, uint32_t number) {
  std::vector<Literal> literals;
  bool good = true;
  message.ForEachMessage(number, [&](const Message& one) {
    std::optional<Literal> literal = good ? ReadLiteral(one) : std::nullopt;
    good = literal.has_value();
    if (good) literals.push_back(std::move(*literal));
  });
  return literals;
}

// `raw`: what stands behind the message, the arguments that have descriptors.
void ReadPartitions(const Message& snapshot, std::string_view raw, File& file) {
  Source& source = snapshot.source();
  bool good = true;
  snapshot.ForEachMessage(kPartitions, [&](const Message& partition) {
    std::vector<Literal>& list =
        file.arguments.emplace_back(ReadLiterals(partition, kArgumentsOfPartition));
    partition.ForEachMessage(kDescriptors, [&](const Message& descriptor) {
      const auto size = static_cast<uint64_t>(descriptor.Int(kArgumentBytes));
      if (!good) return;
      good = size <= raw.size() ||
             source.Fault(descriptor.bytes(),
                          Format("an argument must have {} bytes, got {}", {size, raw.size()}));
      std::optional<Literal> literal =
          good ? ReadRawLiteral(source, raw.substr(0, size)) : std::nullopt;
      good = literal.has_value();
      if (!good) return;
      raw.remove_prefix(size);
      list.push_back(std::move(*literal));
    });
  });
}

}  // namespace

File ReadFile(std::string_view bytes, FileMessage kind, const ImportOptions& options,
              Report& report, std::span<const MessagePlace> places) {
  File file;
  Source source(bytes, report, places);
  std::string_view whole = bytes, raw;
  if (kind == FileMessage::kUnoptimizedSnapshot && IsDelimited(bytes)) {
    raw = bytes;
    if (!TakeDelimited(raw, whole)) whole = bytes;
  }
  const Message message(source, whole);
  Message module = message;
  if (kind != FileMessage::kModule) module = message.Sub(kModuleOfHlo);
  if (kind == FileMessage::kSnapshot) {
    module = message.Sub(kHloOfSnapshot).Sub(kModuleOfHlo);
    file.arguments.push_back(ReadLiterals(message, kArguments));
    file.results = ReadLiterals(message, kResult);
  }
  if (kind == FileMessage::kUnoptimizedSnapshot) ReadPartitions(message, raw, file);
  file.module = ModuleReader(module, bytes.size(), options).Read();
  return file;
}

}  // namespace hlo::proto
