// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_VALUE_READERS_H_
#define HLO_CORE_TEXT_READER_VALUE_READERS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ir/attribute.h"
#include "core/text/reader/reader.h"

// Attribute values that describe dimensions, devices or names (hlo-text reference 6.4, 6.5, 6.7,
// 6.8). Each function starts at the first token of the value and stops after the last.
namespace hlo {

bool ReadWindow(Reader& reader, Window& window);
bool ReadPadding(Reader& reader, PaddingConfig& padding);
bool ReadSlice(Reader& reader, SliceConfig& slice);
// `unknown_roles`: whether '?' may stand for a dimension of unknown role.
bool ReadDimLabels(Reader& reader, bool unknown_roles, DimLabels& labels);

// `name` is the position of the attribute's name, where rules of collectives (V04) are reported.
bool ReadReplicaGroups(Reader& reader, SourceSpan name, ReplicaGroups& groups);
bool ReadPairs(Reader& reader, SourceSpan name, IdPairs& pairs);
bool ReadIntLists(Reader& reader, IntLists& lists);

// Reads "{...}" of an attribute that is kept as text, and validates it.
bool ReadBracesOf(Reader& reader, Attr attr, RawText& value);
bool ReadSharding(Reader& reader);
// Why a result of that shape cannot have this (valid) sharding, or "".
std::string ShardingFault(std::string_view sharding, const Shape& shape);

// Why an instruction cannot reuse its operands this way, or "".
std::string OperandAliasFault(std::string_view aliasing, const Instruction& instruction);

bool ReadTextMap(Reader& reader, TextMap& map);
bool ReadMetadata(Reader& reader, Metadata& metadata);
bool ReadConfig(Reader& reader, Config& config);

// {0,1}: an index into a tuple shape.
bool ReadShapeIndex(Reader& reader, ShapeIndex& index);

// The '{' of a value.
bool ReadOpenBrace(Reader& reader);
// The '=' after the name at `name`; no blank may be between them.
bool ReadTouchingEqual(Reader& reader, SourceSpan name);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_VALUE_READERS_H_
