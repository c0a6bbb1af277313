// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_ATTRIBUTES_H_
#define HLO_CORE_IMPORT_PROTO_ATTRIBUTES_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/import/proto/message.h"
#include "core/ir/op_def.h"
#include "hlo/shape.h"

namespace hlo::proto {

// What the ids of an instruction stand for.
struct References {
  std::vector<std::string> called;        // names of computations, with "%"
  std::vector<std::string> predecessors;  // names of instructions, with "%"
  std::function<std::optional<Shape>()> first_operand;
};

// Every attribute of an instruction as HLO text, ", name=value" each.
std::string AttributesText(const Message& instruction, const OpDef& op,
                           const References& references);

// The values of some of them.
std::string DimLabelsText(const Message& numbers);
std::string AccuracyText(const Message& message);
std::string StatisticsText(const Message& message);
std::string OperandAliasesText(const Message& instruction);
std::string FrontendAttributesText(const Message& message);
ReplicaGroups ReadReplicaGroups(const Message& instruction);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_ATTRIBUTES_H_
