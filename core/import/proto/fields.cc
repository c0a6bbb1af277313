// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/fields.h"

namespace hlo::proto {
namespace {

using enum Form;
using namespace instruction_field;

// The numbers of the words of attributes, in the order of the op table.
constexpr int64_t kFromZero[] = {0, 1, 2, 3};
constexpr int64_t kFromOne[] = {1, 2, 3, 4};
constexpr int64_t kConvKinds[] = {0, 1, 3, 2};  // unset, fprop, wgrad, dgrad
constexpr int64_t kDotAlgorithms[] = {1, 2, 3, 4, 5, 6, 7, 8, 13, 9, 10, 11, 12};

constexpr AttributeField kFields[] = {
    {Attr::fft_length, 0, 32, kInts},
    {Attr::dimensions, 0, kDimensions, kInts},
    {Attr::iota_dimension, 0, kDimensions, kFirst},
    {Attr::inferred_dimension, 0, kDimensions, kFirst},
    {Attr::dynamic_slice_sizes, 0, kDynamicSliceSizes, kInts},
    {Attr::slice_sizes, 0, 34, kInts},
    {Attr::index, 0, 13, kInt},
    {Attr::exponent_bits, 0, 18, kInt},
    {Attr::mantissa_bits, 0, 19, kInt},
    {Attr::epsilon, 0, 24, kFloat},
    {Attr::feature_index, 0, 25, kInt},
    {Attr::channel_id, 0, kChannelId, kPositive},
    {Attr::feature_group_count, 0, 50, kPositive},
    {Attr::batch_group_count, 0, 58, kPositive},
    {Attr::delta, 0, 66, kInt},
    {Attr::cross_program_prefetch_index, 0, 80, kInt},
    {Attr::k, 0, 81, kInt},
    {Attr::num_carries, 0, 95, kInt},
    {Attr::is_host_transfer, 0, 47, kFlag},
    {Attr::constrain_layout, 0, kConstrainLayout, kFlag},
    {Attr::is_stable, 0, 60, kFlag},
    {Attr::custom_call_has_side_effect, 0, 65, kFlag},
    {Attr::indices_are_sorted, 0, 67, kFlag},
    {Attr::unique_indices, 0, 69, kFlag},
    {Attr::use_global_device_ids, 0, 71, kFlag},
    {Attr::is_composite, 0, 89, kFlag},
    {Attr::is_reverse, 0, 94, kFlag},
    {Attr::outfeed_config, 0, 22, kString},
    {Attr::infeed_config, 0, 27, kString},
    {Attr::custom_call_target, 0, 28, kString},
    {Attr::async_execution_thread, 0, 79, kString},
    {Attr::kind, 0, 11, kWord},
    {Attr::direction, 0, 63, kWord},
    {Attr::type, 0, kComparisonType, kWord},
    {Attr::order, 0, kComparisonOrder, kWord},
    {Attr::distribution, 0, 23, kNumber, kFromOne},
    {Attr::fft_type, 0, 31, kNumber, kFromZero},
    {Attr::algorithm, 0, 70, kNumber, kFromZero, Opcode::kRngBitGenerator},
    {Attr::algorithm, kPrecision, 2, kNumber, kDotAlgorithms},
    {Attr::padding_type, 0, 75, kNumber, kFromOne},
    {Attr::schedule, 0, 76, kNumber, kFromZero},
    {Attr::api_version, 0, 77, kNumber, kFromOne},
    {Attr::conv_kind, 0, 97, kNumber, kConvKinds},
    {Attr::lower, kCholesky, 1, kFlag, {}, Opcode::kCholesky},
    {Attr::left_side, kTriangularSolve, 1, kFlag},
    {Attr::lower, kTriangularSolve, 2, kFlag},
    {Attr::unit_diagonal, kTriangularSolve, 3, kFlag},
    {Attr::transpose_a, kTriangularSolve, 4, kNumber, kFromOne},
    {Attr::lhs_contracting_dims, kDotDimensions, 1, kInts},
    {Attr::rhs_contracting_dims, kDotDimensions, 2, kInts},
    {Attr::lhs_batch_dims, kDotDimensions, 3, kInts},
    {Attr::rhs_batch_dims, kDotDimensions, 4, kInts},
    {Attr::lhs_ragged_dims, kRaggedDot, 2, kInts},
    {Attr::rhs_group_dims, kRaggedDot, 3, kInts},
    {Attr::offset_dims, kGatherDimensions, 1, kInts},
    {Attr::collapsed_slice_dims, kGatherDimensions, 2, kInts},
    {Attr::start_index_map, kGatherDimensions, 3, kInts},
    {Attr::index_vector_dim, kGatherDimensions, 4, kInt, {}, Opcode::kGather},
    {Attr::operand_batching_dims, kGatherDimensions, 5, kInts},
    {Attr::start_indices_batching_dims, kGatherDimensions, 6, kInts},
    {Attr::update_window_dims, kScatterDimensions, 1, kInts},
    {Attr::inserted_window_dims, kScatterDimensions, 2, kInts},
    {Attr::scatter_dims_to_operand_dims, kScatterDimensions, 3, kInts},
    {Attr::index_vector_dim, kScatterDimensions, 4, kInt},
    {Attr::input_batching_dims, kScatterDimensions, 5, kInts},
    {Attr::scatter_indices_batching_dims, kScatterDimensions, 6, kInts},
};

}  // namespace

// Rows of one op stand before those of all.
const AttributeField* FindField(Attr attr, Opcode opcode) {
  for (const AttributeField& field : kFields) {
    if (field.attr == attr && field.opcode.value_or(opcode) == opcode) return &field;
  }
  return nullptr;
}

}  // namespace hlo::proto
