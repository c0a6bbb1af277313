// SPDX-License-Identifier: Apache-2.0
// Messages of attributes that reader and writer both need as text.
#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/import/proto/attributes.h"
#include "core/import/proto/fields.h"
#include "core/ir/mesh.h"
#include "core/text/lexer.h"
#include "core/text/quote.h"
#include "core/types/number_text.h"

namespace hlo::proto {
namespace {

using namespace instruction_field;

constexpr int64_t kMaxDimensions = 64;

// The letters of one side: two roles, then the spatial dimensions as digits.
std::string Labels(std::pair<int64_t, char> first, std::pair<int64_t, char> second,
                   const std::vector<int64_t>& spatial) {
  std::string labels(std::min<size_t>(spatial.size() + 2, kMaxDimensions), '?');
  const auto put = [&](int64_t place, char letter) {
    if (place >= 0 && place < std::ssize(labels)) labels[static_cast<size_t>(place)] = letter;
  };
  put(first.first, first.second);
  put(second.first, second.second);
  for (size_t i = 0; i < spatial.size(); ++i) {
    put(spatial[i], static_cast<char>(i < 10 ? '0' + i : '?'));
  }
  return labels;
}

std::string DoubleText(double value) {
  std::string text;
  AppendHloElement(ElementType::kF64, &value, /*in_array=*/false, text);
  return text;
}

Dims DimsOf(const std::vector<int64_t>& numbers) {
  Dims dims;
  dims.assign(numbers.begin(), numbers.end());
  return dims;
}

bool IsIdentity(const std::vector<int64_t>& permutation) {
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

ReplicaGroups IotaGroups(const Message& iota) {
  ReplicaGroups groups;
  groups.iota = true;
  groups.group_count = iota.Int(1);
  groups.group_size = iota.Int(2);
  groups.reshape = DimsOf(iota.Ints(3));
  const std::vector<int64_t> transpose = iota.Ints(4);
  if (!IsIdentity(transpose)) groups.transpose = DimsOf(transpose);
  return groups;
}

// The groups that mesh axes stand for, as lists.
ReplicaGroups MeshGroups(const Message& message) {
  Mesh mesh;
  const Message given = message.Sub(1);
  given.ForEachMessage(1, [&](const Message& axis) {
    mesh.axes.push_back({std::string(axis.Bytes(1)), axis.Int(2)});
  });
  mesh.device_ids = given.Ints(2);
  std::vector<AxisRef> listed;
  bool is_reported = false;
  message.ForEachMessage(2, [&](const Message& axis) {
    const int64_t index = axis.Int(1);
    if (index >= 0 && index < std::ssize(mesh.axes)) {
      const Message part = axis.Sub(2);
      listed.push_back({mesh.axes[static_cast<size_t>(index)].name, part.Int(1), part.Int(2)});
    } else if (!is_reported) {
      message.source().Fault(
          axis.bytes(), Format("axis {} is not in a mesh of {} axes", {index, mesh.axes.size()}));
      is_reported = true;
    }
  });
  ReplicaGroups groups;
  if (is_reported) return groups;
  if (const auto lists = mesh.Groups(listed)) {
    groups.lists = *lists;
  } else {
    message.source().Fault(message.bytes(),
                           "the axes must divide the mesh, which has at most 64 axes and 2^20 "
                           "devices");
  }
  return groups;
}

}  // namespace

std::string DimLabelsText(const Message& numbers) {
  return Labels({numbers.Int(7), 'b'}, {numbers.Int(8), 'f'}, numbers.Ints(11)) + "_" +
         Labels({numbers.Int(3), 'i'}, {numbers.Int(4), 'o'}, numbers.Ints(6)) + "->" +
         Labels({numbers.Int(9), 'b'}, {numbers.Int(10), 'f'}, numbers.Ints(12));
}

std::string AccuracyText(const Message& message) {
  if (!message.Has(2)) return message.Int(1) == 1 ? "{mode=highest}" : "";
  const Message bounds = message.Sub(2);
  return "{tolerance={atol=" + DoubleText(bounds.Double(1)) +
         ",rtol=" + DoubleText(bounds.Double(2)) + ",ulps=" + std::to_string(bounds.Int(3)) + "}}";
}

// XLA writes an empty message for every instruction.
std::string StatisticsText(const Message& message) {
  if (message.bytes().empty()) return "";
  std::string text = "{visualizing_index=" + std::to_string(message.Int(1));
  message.ForEachMessage(2, [&](const Message& statistic) {
    text += "," + std::string(statistic.Bytes(1)) + "=" + DoubleText(statistic.Double(2));
  });
  return text + "}";
}

std::string OperandAliasesText(const Message& instruction) {
  std::string text;
  instruction.ForEachMessage(kOperandAliases, [&](const Message& alias) {
    text += text.empty() ? "" : ", ";
    text += Format("{}: ({}, {})", {Braced(alias.Ints(1)), alias.Int(2), Braced(alias.Ints(3))});
  });
  return text.empty() ? "" : "{" + text + "}";
}

std::string FrontendAttributesText(const Message& message) {
  TextMap map;
  message.ForEachMessage(1, [&](const Message& entry) {
    const std::string_view key = entry.Bytes(1);
    const bool is_word =
        !key.empty() && IsWordStart(key[0]) && std::all_of(key.begin(), key.end(), IsWordPart);
    if (is_word) {
      map.entries.emplace_back(key, entry.Bytes(2));
    } else {
      message.source().Warn(
          "W03", Format("frontend attribute '{}' is left out: HLO text has words as names", {key}));
    }
  });
  std::string text;
  if (!map.entries.empty()) AppendTextMap(map, text);
  return text;
}

// Of the forms of newer and older files, the first one that is there.
ReplicaGroups ReadReplicaGroups(const Message& instruction) {
  if (instruction.Has(kMeshAxes)) return MeshGroups(instruction.Sub(kMeshAxes));
  if (instruction.Has(kIotaDeviceList)) return IotaGroups(instruction.Sub(kIotaDeviceList));
  const Message list = instruction.Sub(kDeviceList);
  if (list.Has(2)) return IotaGroups(list.Sub(2));
  ReplicaGroups groups;
  const auto add = [&](const Message& group) { groups.lists.push_back(group.Ints(1)); };
  list.ForEachMessage(1, add);
  if (groups.lists.empty()) instruction.ForEachMessage(kReplicaGroups, add);
  return groups;
}

}  // namespace hlo::proto
