// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_EFFECT_OPS_H_
#define HLO_CORE_OPS_TABLE_EFFECT_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferAfterAll, InferAddDependency, InferInfeed, InferOutfeed, InferSend,
    InferSendDone, InferRecv, InferRecvDone, InferCustomCall;
EvaluateFunction EvaluateAfterAll, EvaluateSend, EvaluateCustomCall, EvaluateGlobalToLocal;
ParticipantsFunction ParticipantsOfTransfer, ParticipantsOfLocalToGlobal;
ExchangeFunction ExchangeLocalToGlobal;

namespace op_table {

inline constexpr std::string_view kPaddingTypes[] = {"PADDING_VALID", "PADDING_SAME"};
inline constexpr std::string_view kSchedules[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST",
                                                  "SCHEDULE_EARLIEST"};
inline constexpr std::string_view kApiVersions[] = {
    "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI"};

inline constexpr OpDef kEffectOps[] = {
    {
        .opcode = Opcode::kAfterAll,
        .section = "15.1",
        .summary = "A token that is ready when all operands are.",
        .operands = AtLeast(0),
        .types = ElementType::kToken,
        .rules = 1,
        .vector_form = VectorForm::kNothing,
        .memory_cost = MemoryCost::kNone,
        .infer = InferAfterAll,
        .evaluate = EvaluateAfterAll,
    },
    {
        .opcode = Opcode::kAddDependency,
        .section = "15.2",
        .summary = "The value, ordered after a token.",
        .operands = Exactly(2),
        .rules = 1,
        .vector_form = VectorForm::kIdentity,
        .infer = InferAddDependency,
        .evaluate = EvaluateIdentity,
    },
    {
        .opcode = Opcode::kInfeed,
        .section = "15.3",
        .summary = "Removes the next value from the infeed queue.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::infeed_config)>,
        .types = ElementType::kToken,
        .rules = 2,
        .shape_required = true,
        .side_effect = true,
        .infer = InferInfeed,
        .communication = Communication::kInfeed,
    },
    {
        .opcode = Opcode::kOutfeed,
        .section = "15.4",
        .summary = "Appends a value to the outfeed queue.",
        .operands = Exactly(2),
        .attributes = kAttributes<Optional(Attr::outfeed_shape), Optional(Attr::outfeed_config)>,
        .rules = 2,
        .shape_required = true,
        .side_effect = true,
        .infer = InferOutfeed,
        .communication = Communication::kOutfeed,
    },
    {
        .opcode = Opcode::kSend,
        .section = "15.5",
        .summary = "Starts sending a value over a channel.",
        .operands = Exactly(2),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::is_host_transfer)>,
        .rules = 3,
        .shape_required = true,
        .side_effect = true,
        .infer = InferSend,
        .evaluate = EvaluateSend,
        .communication = Communication::kSend,
        .participants = ParticipantsOfTransfer,
    },
    {
        .opcode = Opcode::kSendDone,
        .section = "15.6",
        .summary = "Ends a send.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::is_host_transfer)>,
        .rules = 1,
        .shape_required = true,
        .side_effect = true,
        .infer = InferSendDone,
        .communication = Communication::kDone,
    },
    {
        .opcode = Opcode::kRecv,
        .section = "15.7",
        .summary = "Starts receiving a value over a channel.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::is_host_transfer)>,
        .types = ElementType::kToken,
        .rules = 2,
        .shape_required = true,
        .side_effect = true,
        .infer = InferRecv,
        .communication = Communication::kReceive,
        .participants = ParticipantsOfTransfer,
    },
    {
        .opcode = Opcode::kRecvDone,
        .section = "15.8",
        .summary = "Ends a receive.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::is_host_transfer)>,
        .rules = 1,
        .shape_required = true,
        .side_effect = true,
        .infer = InferRecvDone,
        .communication = Communication::kDone,
    },
    {
        .opcode = Opcode::kCustomCall,
        .section = "15.9",
        .summary = "Calls a function by name.",
        .operands = AtLeast(0),
        .attributes = kAttributes<
            Optional(Attr::window), Optional(Attr::dim_labels), Optional(Attr::feature_group_count),
            Optional(Attr::batch_group_count),
            AnyCase(Optional(Attr::operand_precision, kOneOf<kPrecisions>)),
            Optional(Attr::padding_type, kOneOf<kPaddingTypes>), Required(Attr::custom_call_target),
            Optional(Attr::operand_layout_constraints), Optional(Attr::custom_call_has_side_effect),
            Optional(Attr::literal), OfOperands(Optional(Attr::output_to_operand_aliasing)),
            AnyCase(Optional(Attr::schedule, kOneOf<kSchedules>)),
            AnyCase(Optional(Attr::api_version, kOneOf<kApiVersions>)), Optional(Attr::to_apply),
            Optional(Attr::called_computations)>,
        .rules = 3,
        .shape_required = true,
        .side_effect = true,
        .arithmetic_cost = ArithmeticCost::kLibraryCall,
        .infer = InferCustomCall,
        .evaluate = EvaluateCustomCall,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_EFFECT_OPS_H_
