// SPDX-License-Identifier: Apache-2.0
// OpSharding (imports reference 12.3, hlo-text reference 6.6).
#include "core/import/proto/sharding.h"

#include <span>
#include <vector>

#include "core/base/scanner.h"
#include "core/text/quote.h"

namespace hlo::proto {
namespace {

enum : uint32_t {
  kType = 1,
  kTileDimensions = 3,
  kDevices = 4,
  kTuple = 5,
  kReplicateLast = 6,
  kMetadata = 7,
  kLastTileDims = 8,
  kIotaReshape = 9,
  kIotaTranspose = 10,
  kIsGroup = 11,
  kGroupId = 12,
  kGroupType = 13,
  kNamed = 14,
};
// Values of kType, and of the subgroups in kLastTileDims.
enum Type : int64_t { kReplicated, kMaximal, kTupleType, kOther, kManual, kUnknown, kUnreduced };
constexpr std::string_view kTypeNames[] = {"replicated", "maximal", "",         "",
                                           "manual",     "unknown", "unreduced"};
constexpr int kMaxNesting = 100;

// In the order of the text.
constexpr std::pair<uint32_t, std::string_view> kMetadataFields[] = {{1, "op_type"},
                                                                     {2, "op_name"},
                                                                     {3, "source_file"},
                                                                     {4, "source_line"},
                                                                     {17, "source_end_line"},
                                                                     {18, "source_column"},
                                                                     {19, "source_end_column"},
                                                                     {12, "deduplicated_name"},
                                                                     {16, "scheduling_name"},
                                                                     {15, "stack_frame_id"}};

std::string_view NameOf(int64_t type) {
  const bool known = type >= 0 && type < std::ssize(kTypeNames);
  return known ? kTypeNames[static_cast<size_t>(type)] : std::string_view();
}

bool IsIdentity(std::span<const int64_t> permutation) {
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// ---- reading ----

std::string TilesText(const Message& message) {
  std::string text = "devices=[" + Joined(message.Ints(kTileDimensions)) + "]";
  const std::vector<int64_t> reshape = message.Ints(kIotaReshape);
  if (reshape.empty()) {
    text += Joined(message.Ints(kDevices));
  } else {
    text += "<=[" + Joined(reshape) + "]";
    const std::vector<int64_t> transpose = message.Ints(kIotaTranspose);
    if (!IsIdentity(transpose)) text += "T(" + Joined(transpose) + ")";
  }
  if (message.Flag(kReplicateLast)) text += " last_tile_dim_replicate";
  std::string last;
  for (int64_t type : message.Ints(kLastTileDims)) {
    last += (last.empty() ? "" : ", ") + std::string(NameOf(type));
  }
  if (!last.empty()) text += " last_tile_dims={" + last + "}";
  return text;
}

std::string MetadataListText(const Message& message) {
  std::vector<std::string> all;
  message.ForEachMessage(kMetadata, [&](const Message& one) { all.push_back(MetadataText(one)); });
  if (all.empty()) return "";
  if (all.size() == 1) return " metadata=" + all[0];
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
  return " metadata={" + text + "}";
}

// "a", or "a:(1)2" for a part of an axis.
std::string AxisText(const Message& axis, const std::vector<std::string>& names) {
  const int64_t index = axis.Int(1);
  std::string text =
      index >= 0 && index < std::ssize(names) ? names[static_cast<size_t>(index)] : "?";
  if (axis.Has(2)) {
    const Message part = axis.Sub(2);
    text += Format(":({}){}", {part.Int(1), part.Int(2)});
  }
  return text;
}

std::string AxesText(const Message& message, uint32_t number,
                     const std::vector<std::string>& names) {
  std::string text;
  message.ForEachMessage(number, [&](const Message& axis) {
    text += (text.empty() ? "" : ", ") + AxisText(axis, names);
  });
  return text;
}

std::string NamedText(const Message& named) {
  // Files since 2026 have the fields of a sharding with named axes one number later.
  const uint32_t later = named.Has(1) ? 0 : 1;
  const Message mesh = named.Sub(1 + later);
  std::vector<std::string> names;
  std::string axes;
  mesh.ForEachMessage(1, [&](const Message& axis) {
    names.emplace_back(axis.Bytes(1));
    axes += (axes.empty() ? "" : ",") + names.back() + "=" + std::to_string(axis.Int(2));
  });
  const std::vector<int64_t> devices = mesh.Ints(2);
  if (axes.empty() && devices.size() == 1) {
    return Format("{maximal_mesh[device_id={}]}", {devices[0]});
  }
  std::string text = "{mesh[" + axes + "]";
  if (!devices.empty()) text += ", device_ids=(" + Joined(devices) + ")";
  std::string dimensions;
  named.ForEachMessage(2 + later, [&](const Message& dimension) {
    std::string inside = AxesText(dimension, 1, names);
    if (!dimension.Flag(2)) inside += inside.empty() ? "?" : ", ?";
    dimensions += (dimensions.empty() ? "{" : ", {") + inside + "}";
  });
  text += ", [" + dimensions + "]";
  const std::pair<uint32_t, std::string_view> lists[] = {
      {3, "replicated"}, {4, "unreduced"}, {7, "manual"}};
  for (const auto& [number, name] : lists) {
    const std::string list = AxesText(named, number + later, names);
    if (!list.empty()) text += Format(", {}={", {name}) + list + "}";
  }
  return text + "}";
}

std::string Text(const Message& message, int depth) {
  if (depth > kMaxNesting) {
    message.source().Fail("P10", Format("a sharding has more than {} levels", {kMaxNesting}));
    return "{}";
  }
  if (message.Has(kNamed)) return NamedText(message.Sub(kNamed));
  const int64_t type = message.Int(kType);
  if (type == kTupleType) {
    std::string text;
    message.ForEachMessage(kTuple, [&](const Message& element) {
      text += (text.empty() ? "" : ", ") + Text(element, depth + 1);
    });
    return "{" + text + "}";
  }
  std::string text = "{";
  text += type == kOther ? TilesText(message) : NameOf(type);
  if (type == kMaximal) {
    const std::vector<int64_t> devices = message.Ints(kDevices);
    text += Format(" device={}", {devices.empty() ? 0 : devices[0]});
  }
  if (message.Flag(kIsGroup)) {
    text += message.Int(kGroupType) == 0 ? " shard_as " : " shard_like ";
    text += std::to_string(message.Int(kGroupId));
  }
  return text + MetadataListText(message) + "}";
}

// ---- writing: the forms of the first grammar, without metadata ----

bool WriteTiles(Scanner& text, std::string& message) {
  std::vector<int64_t> numbers, transpose;
  if (!text.Ints('[', ']', numbers)) return false;
  WriteVarint(kType, kOther, message);
  WritePacked(kTileDimensions, numbers, message);
  if (text.Take("<=")) {
    if (!text.Ints('[', ']', numbers)) return false;
    WritePacked(kIotaReshape, numbers, message);
    for (size_t i = 0; i < numbers.size(); ++i) transpose.push_back(static_cast<int64_t>(i));
    if (text.Take("T") && !text.Ints('(', ')', transpose)) return false;
    WritePacked(kIotaTranspose, transpose, message);
  } else {
    numbers.clear();
    do {
      int64_t device = 0;
      if (!text.Int(device)) return false;
      numbers.push_back(device);
    } while (text.Take(","));
    WritePacked(kDevices, numbers, message);
  }
  if (text.Take("last_tile_dim_replicate")) WriteVarint(kReplicateLast, 1, message);
  if (!text.Take("last_tile_dims={")) return true;
  std::vector<int64_t> types;
  do {
    const std::string_view word = text.Word();
    const auto* found = std::find(std::begin(kTypeNames), std::end(kTypeNames), word);
    if (word.empty() || found == std::end(kTypeNames)) return false;
    types.push_back(found - std::begin(kTypeNames));
  } while (text.Take(","));
  WritePacked(kLastTileDims, types, message);
  return text.Take("}");
}

bool WriteLeaf(Scanner& text, std::string& message) {
  int64_t number = 0;
  if (text.Take("maximal device=")) {
    if (!text.Int(number)) return false;
    WriteVarint(kType, kMaximal, message);
    WritePacked(kDevices, {&number, 1}, message);
  } else if (text.Take("devices=")) {
    if (!WriteTiles(text, message)) return false;
  } else {
    const std::string_view word = text.Word();
    const auto* found = std::find(std::begin(kTypeNames), std::end(kTypeNames), word);
    if (word.empty() || found == std::end(kTypeNames)) return false;
    WriteVarint(kType, found - std::begin(kTypeNames), message);
  }
  const bool as = text.Take("shard_as ");
  if (!as && !text.Take("shard_like ")) return true;
  if (!text.Int(number)) return false;
  WriteVarint(kIsGroup, 1, message);
  WriteVarint(kGroupId, number, message);
  WriteVarint(kGroupType, as ? 0 : 1, message);
  return true;
}

bool WriteAny(Scanner& text, int depth, std::string& message) {
  if (depth > kMaxNesting || !text.Take("{")) return false;
  if (!text.At('{') && !text.At('}')) return WriteLeaf(text, message) && text.Take("}");
  WriteVarint(kType, kTupleType, message);
  if (text.Take("}")) return true;
  do {
    std::string element;
    if (!WriteAny(text, depth + 1, element)) return false;
    WriteBytes(kTuple, element, message);
  } while (text.Take(","));
  return text.Take("}");
}

}  // namespace

std::string ShardingText(const Message& message) { return Text(message, 0); }

std::string MetadataText(const Message& message) {
  std::string text;
  for (const auto& [number, name] : kMetadataFields) {
    const WireField* field = message.Find(number);
    if (field == nullptr) continue;
    text += text.empty() ? "" : " ";
    text += name;
    text += '=';
    if (field->type == WireType::kBytes) {
      AppendQuoted(field->bytes, text);
    } else {
      text += std::to_string(static_cast<int64_t>(field->value));
    }
  }
  return "{" + text + "}";
}

uint32_t MetadataField(std::string_view name) {
  for (const auto& [number, known] : kMetadataFields) {
    if (known == name) return number;
  }
  return 0;
}

bool WriteSharding(std::string_view text, std::string& message) {
  Scanner scanner(text);
  return WriteAny(scanner, 0, message) && scanner.AtEnd();
}

}  // namespace hlo::proto
