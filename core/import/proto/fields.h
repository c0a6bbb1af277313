// SPDX-License-Identifier: Apache-2.0
// Fields of HloInstructionProto and the messages in it (imports reference 12.2), for reader and
// writer.
#ifndef HLO_CORE_IMPORT_PROTO_FIELDS_H_
#define HLO_CORE_IMPORT_PROTO_FIELDS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "core/ir/attribute.h"
#include "hlo/opcode.h"

namespace hlo::proto {

// What this project adds to messages: HLO text for what they have no field for. Other readers skip
// unknown fields.
inline constexpr uint32_t kTextField = 50000;  // ", name=value..." of an instruction, a header
inline constexpr uint32_t kFrameTablesField = 50001;  // of a module

namespace module_field {
enum : uint32_t {
  kName = 1,
  kEntryName = 2,
  kComputations = 3,
  kProgramShape = 4,
  kEntryId = 6,
  kSchedule = 7,
  kAliases = 8,
  kDeviceAssignment = 15,
  kFrames = 17,
  kDonors = 18,
  kFrontendAttributes = 19,
};
}
namespace computation_field {
enum : uint32_t {
  kName = 1,
  kInstructions = 2,
  kProgramShape = 4,
  kId = 5,
  kRootId = 6,
  kIsFusion = 7,
  kExecutionThread = 8,
};
}
namespace instruction_field {
enum : uint32_t {
  kName = 1,
  kOpcode = 2,
  kShape = 3,
  kMetadata = 7,
  kLiteral = 8,
  kParameterNumber = 9,
  kDimensions = 14,
  kWindow = 15,
  kConvolutionDimensions = 16,
  kSlice = 17,
  kDynamicSliceSizes = 20,
  kPadding = 21,
  kChannelId = 26,
  kOutfeedShape = 29,
  kDotDimensions = 30,
  kGatherDimensions = 33,
  kId = 35,
  kOperandIds = 36,
  kControlPredecessors = 37,
  kCalledComputations = 38,
  kSharding = 40,
  kBackendConfig = 43,
  kAllReduceId = 45,
  kReplicaGroups = 49,
  kScatterDimensions = 48,
  kPrecision = 51,
  kSourceTargetPairs = 52,
  kDomainEntry = 54,
  kDomainExit = 55,
  kConstrainLayout = 56,
  kOperandShapes = 57,
  kTriangularSolve = 59,
  kParameterReplication = 61,
  kCholesky = 62,
  kFrontendAttributes = 68,
  kComparisonType = 72,
  kOperandAliases = 74,
  kStatistics = 82,
  kLargest = 85,
  kDeviceList = 87,
  kRaggedDot = 90,
  kAccuracy = 91,
  kIotaDeviceList = 92,
  kMeshAxes = 93,
  kIsAssociative = 96,
  kComparisonOrder = 102,
};
}

enum class Form : uint8_t {
  kInt,       // as it is; written wherever it is given or must be
  kPositive,  // 0: not given
  kFlag,
  kFirst,   // the first number of a list
  kInts,    // an empty list: not given, unless it must be
  kFloat,   // fixed32
  kString,  // in quotes
  kNumber,  // of a word
  kWord,    // as text
};

// Where the value of an attribute stands.
struct AttributeField {
  Attr attr;
  uint32_t message;  // the field that holds the message of the next one; 0: the instruction
  uint32_t number;
  Form form;
  std::span<const int64_t> numbers = {};  // kNumber: those of the words, in the order of the row
  std::optional<Opcode> opcode = {};      // of this op alone
};
// nullptr for attributes that have no such simple field.
const AttributeField* FindField(Attr attr, Opcode opcode);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_FIELDS_H_
