// SPDX-License-Identifier: Apache-2.0
// Replica groups, pairs of devices and other lists of lists: hlo-text reference 6.5.
#include <string>
#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/ir/mesh.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

// Groups are expanded to lists of ids eventually; no machine is larger.
constexpr int64_t kMaxDevices = int64_t{1} << 24;

bool IsPermutation(const Dims& numbers) {
  uint64_t seen = 0;
  for (const int64_t number : numbers) {
    if (number < 0 || number >= static_cast<int64_t>(numbers.size())) return false;
    if ((seen >> number) & 1) return false;
    seen |= uint64_t{1} << number;
  }
  return true;
}

// What is wrong with the sizes and the transposition of an iota list, or "" (collectives reference
// 9.1).
std::string ReshapeFault(const ReplicaGroups& groups) {
  const size_t rank = groups.reshape.size();
  if (rank == 0 || rank > static_cast<size_t>(kMaxRank)) {
    return Format("an iota list must have 1 to {} sizes, got {}", {kMaxRank, rank});
  }
  for (const int64_t size : groups.reshape) {
    if (size < 1) return Format("sizes of an iota list must be at least 1, got {}", {size});
  }
  const auto devices = CheckedProduct({groups.reshape.data(), rank});
  if (!devices || *devices > kMaxDevices) {
    return Format("an iota list must have at most {} devices", {kMaxDevices});
  }
  const bool transposed = !groups.transpose.empty();
  if (transposed != (rank > 1)) {
    return transposed ? "T(...) requires more than one size" : "more than one size requires T(...)";
  }
  if (transposed && (groups.transpose.size() != rank || !IsPermutation(groups.transpose))) {
    return Format("T({}) must be a permutation of {} dimensions",
                  {Joined({groups.transpose.data(), groups.transpose.size()}), rank});
  }
  return "";
}

int64_t DeviceCount(const ReplicaGroups& groups) {
  return CheckedProduct({groups.reshape.data(), groups.reshape.size()}).value_or(0);
}

// The same of [groups,size]<=[2,2]T(1,0).
std::string IotaFault(const std::vector<int64_t>& left, const ReplicaGroups& groups) {
  if (left.size() != 2) {
    return Format("the left side must have 2 sizes, got {}", {left.size()});
  }
  if (left[0] < 1 || left[1] < 1) {
    return Format("sizes on the left side must be at least 1, got [{},{}]", {left[0], left[1]});
  }
  std::string fault = ReshapeFault(groups);
  if (!fault.empty()) return fault;
  const auto grouped = CheckedMultiply(left[0], left[1]);
  if (!grouped || DeviceCount(groups) != *grouped) {
    return Format("{} groups of {} devices do not match the {} devices of the right side",
                  {left[0], left[1], DeviceCount(groups)});
  }
  return "";
}

// "[2,2,2]T(2,0,1)"
bool ReadReshape(Reader& reader, ReplicaGroups& groups) {
  std::vector<int64_t> sizes, transpose;
  if (!reader.ReadInts(sizes, TokenKind::kOpenBracket, TokenKind::kCloseBracket)) return false;
  if (reader.AtWord("T")) {
    reader.Next();
    if (!reader.ReadInts(transpose, TokenKind::kOpenParen, TokenKind::kCloseParen)) return false;
  }
  groups.iota = true;
  groups.reshape.assign(sizes.begin(), sizes.end());
  groups.transpose.assign(transpose.begin(), transpose.end());
  return true;
}

bool ReadIota(Reader& reader, SourceSpan name, ReplicaGroups& groups) {
  std::vector<int64_t> left;
  if (!reader.ReadInts(left, TokenKind::kOpenBracket, TokenKind::kCloseBracket) ||
      !reader.Expect(TokenKind::kLessEqual, "'<='") || !ReadReshape(reader, groups)) {
    return false;
  }
  const std::string fault = IotaFault(left, groups);
  if (!fault.empty()) return reader.Fail("V04", name, "`replica_groups`: " + fault);
  groups.group_count = left[0];
  groups.group_size = left[1];
  return true;
}

bool ReadLists(Reader& reader, std::vector<std::vector<int64_t>>& lists) {
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  if (!reader.At(TokenKind::kOpenBrace)) {
    if (reader.AtNoValue()) return reader.Unexpected("'{'");
    return reader.Fail("P12", reader.token().span(),
                       Format("expected lists such as {{0,1},{2,3}}, got '{}'", {reader.text()}));
  }
  reader.Next();
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    lists.emplace_back();
    if (!reader.ReadInts(lists.back())) return false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

// 'x', or x in older texts.
bool ReadAxisName(Reader& reader, std::string& name) {
  if (reader.At(TokenKind::kString)) return reader.ReadString(name);
  if (!reader.AtName()) return reader.Unexpected("the name of an axis");
  name = reader.TakeName();
  return true;
}

// (3,1,2,0), or ([2,2]T(1,0)) for 0 to 3 in two rows, read by columns.
bool ReadDeviceIds(Reader& reader, SourceSpan name, Mesh& mesh) {
  if (!reader.At(TokenKind::kOpenParen) || reader.PeekByte() != '[') {
    return reader.ReadInts(mesh.device_ids, TokenKind::kOpenParen, TokenKind::kCloseParen);
  }
  reader.Next();
  ReplicaGroups order;
  if (!ReadReshape(reader, order) || !reader.Expect(TokenKind::kCloseParen, "')'")) return false;
  std::string fault = ReshapeFault(order);
  if (fault.empty() && DeviceCount(order) != mesh.DeviceCount()) {
    fault = Format("`device_ids` must list the {} devices of the mesh, got {}",
                   {mesh.DeviceCount(), DeviceCount(order)});
  }
  if (!fault.empty()) return reader.Fail("V04", name, "`replica_groups`: " + fault);
  mesh.device_ids =
      Mesh::IotaDevices(order.reshape, order.transpose).value_or(std::vector<int64_t>());
  return true;
}

// mesh['x'=2,'y'=4], followed by , device_ids=(...) unless the devices are in order.
bool ReadMesh(Reader& reader, SourceSpan name, Mesh& mesh) {
  reader.Next();
  if (!reader.Expect(TokenKind::kOpenBracket, "'['")) return false;
  do {
    Mesh::Axis& axis = mesh.axes.emplace_back();
    if (!ReadAxisName(reader, axis.name) || !reader.Expect(TokenKind::kEqual, "'='") ||
        !reader.ReadInt(axis.size)) {
      return false;
    }
  } while (reader.Take(TokenKind::kComma));
  if (!reader.Expect(TokenKind::kCloseBracket, "',' or ']'")) return false;
  if (!reader.Take(TokenKind::kComma)) return true;
  if (!reader.AtWord("device_ids")) return reader.Unexpected("'device_ids'");
  reader.Next();
  return reader.Expect(TokenKind::kEqual, "'='") && ReadDeviceIds(reader, name, mesh);
}

// 'y', or 'y':(1)2 for a part of the axis.
bool ReadAxis(Reader& reader, AxisRef& axis) {
  if (!ReadAxisName(reader, axis.name)) return false;
  if (!reader.Take(TokenKind::kColon)) return true;
  return reader.Expect(TokenKind::kOpenParen, "'('") && reader.ReadInt(axis.pre) &&
         reader.Expect(TokenKind::kCloseParen, "')'") && reader.ReadInt(axis.size);
}

// mesh['x'=2,'y'=4] {'y'}: the groups of devices that differ in y alone, kept as lists.
bool ReadMeshGroups(Reader& reader, SourceSpan name, ReplicaGroups& groups) {
  Mesh mesh;
  std::vector<AxisRef> axes;
  if (!ReadMesh(reader, name, mesh) || !ReadOpenBrace(reader)) return false;
  if (!reader.At(TokenKind::kCloseBrace)) {
    do {
      if (!ReadAxis(reader, axes.emplace_back())) return false;
    } while (reader.Take(TokenKind::kComma));
  }
  if (!reader.Expect(TokenKind::kCloseBrace, "',' or '}'")) return false;
  auto lists = mesh.Groups(axes);
  if (!lists) {
    return reader.Fail(
        "V04", name,
        "`replica_groups`: the axes must be axes of the mesh that divide it, and the "
        "mesh must have at most 64 axes and 2^20 devices");
  }
  groups.lists = std::move(*lists);
  return true;
}

}  // namespace

bool ReadReplicaGroups(Reader& reader, SourceSpan name, ReplicaGroups& groups) {
  if (reader.AtWord("mesh")) return ReadMeshGroups(reader, name, groups);
  return reader.At(TokenKind::kOpenBracket) ? ReadIota(reader, name, groups)
                                            : ReadLists(reader, groups.lists);
}

bool ReadPairs(Reader& reader, SourceSpan name, IdPairs& pairs) {
  std::vector<std::vector<int64_t>> lists;
  if (!ReadLists(reader, lists)) return false;
  for (const std::vector<int64_t>& list : lists) {
    if (list.size() != 2) {
      return reader.Fail(
          "V04", name, Format("a source-target pair must have 2 elements, got {}", {Braced(list)}));
    }
    pairs.pairs.emplace_back(list[0], list[1]);
  }
  return true;
}

bool ReadIntLists(Reader& reader, IntLists& lists) { return ReadLists(reader, lists.lists); }

bool ReadShapeIndex(Reader& reader, ShapeIndex& index) {
  std::vector<int64_t> values;
  if (!reader.ReadInts(values)) return false;
  index.assign(values.begin(), values.end());
  return true;
}

}  // namespace hlo
