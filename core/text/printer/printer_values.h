// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_PRINTER_PRINTER_VALUES_H_
#define HLO_CORE_TEXT_PRINTER_PRINTER_VALUES_H_

#include <span>
#include <string>
#include <string_view>

#include "core/ir/attribute.h"

namespace hlo {

// Attribute values as HLO text (hlo-text reference, sections 6.4 to 6.7).
void AppendInts(std::span<const int64_t> values, std::string& out);  // {0,1}
void AppendIntLists(const std::vector<std::vector<int64_t>>& lists, std::string& out);
void AppendWindow(const Window& window, std::string& out);
void AppendPadding(const PaddingConfig& padding, std::string& out);
void AppendSlice(const SliceConfig& slice, std::string& out);
void AppendReplicaGroups(const ReplicaGroups& groups, std::string& out);
void AppendPairs(const IdPairs& pairs, std::string& out);
void AppendMetadata(const Metadata& metadata, std::string& out);
// "s32[2]{0} {1, 2}", "( s32[2]{0} {1, 2}, pred[] true )"
void AppendTypedLiteral(const Literal& literal, std::string& out);

// The fields of metadata in canonical order, without unset ones.
std::vector<Metadata::Field> CanonicalFields(const Metadata& metadata);
// The value of one field; strings get canonical escapes.
void AppendField(std::string_view value, std::string& out);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_PRINTER_PRINTER_VALUES_H_
