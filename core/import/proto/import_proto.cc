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

void ReadPartitions(const Message& snapshot, File& file) {
  bool lacks_values = false;
  snapshot.ForEachMessage(kPartitions, [&](const Message& partition) {
    file.arguments.push_back(ReadLiterals(partition, kArgumentsOfPartition));
    lacks_values |= file.arguments.back().empty() && partition.Has(kDescriptors);
  });
  if (!lacks_values) return;
  file.arguments.clear();
  snapshot.source().Warn("W03", "the arguments stand behind the message and are not read");
}

}  // namespace

File ReadFile(std::string_view bytes, FileMessage kind, Report& report) {
  File file;
  Source source(bytes, report);
  const Message message(source, bytes);
  Message module = message;
  if (kind != FileMessage::kModule) module = message.Sub(kModuleOfHlo);
  if (kind == FileMessage::kSnapshot) {
    module = message.Sub(kHloOfSnapshot).Sub(kModuleOfHlo);
    file.arguments.push_back(ReadLiterals(message, kArguments));
    file.results = ReadLiterals(message, kResult);
  }
  if (kind == FileMessage::kUnoptimizedSnapshot) ReadPartitions(message, file);
  file.module = ModuleReader(module, bytes.size()).Read();
  return file;
}

}  // namespace hlo::proto
