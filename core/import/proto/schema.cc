// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/schema.h"

#include <algorithm>
#include <cctype>

#include "hlo/element_type.h"

namespace hlo::proto {
namespace {

// A message with its fields, or an enum with its enumerators. "int" is a 64-bit integer, "-" is
// skipped.
struct Definition {
  std::string_view name;
  std::string_view members;  // "name number type;" or "name number;"
};

constexpr Definition kMessages[] = {
    // Stands for HloProto and HloUnoptimizedSnapshot, which share the name of the first field.
    {"HloFile",
     "hlo_module 1 HloModuleProto;partitions 2 HloInputs;"
     "buffer_assignment 3 BufferAssignmentProto;"},
    {"HloSnapshot",
     "execution_platform 4 bytes;hlo 1 HloFile;arguments 2 LiteralProto;result 3 LiteralProto;"},
    {"HloInputs", "arguments 1 LiteralProto;arguments_descriptors 2 -;"},
    {"HloModuleProto",
     "id 5 int;cross_program_prefetches 10 -;is_dynamic 11 bool;spmd_output_sharding 12 -;"
     "profile_info 13 -;spmd_parameters_shardings 14 -;use_auto_spmd_partitioning 16 bool;"
     "name 1 bytes;entry_computation_name 2 bytes;computations 3 HloComputationProto;"
     "host_program_shape 4 ProgramShapeProto;entry_computation_id 6 int;"
     "schedule 7 HloScheduleProto;input_output_alias 8 HloInputOutputAliasProto;"
     "device_assignment 15 DeviceAssignmentProto;stack_frame_index 17 StackFrameIndexProto;"
     "buffer_donor 18 HloBufferDonorProto;frontend_attributes 19 FrontendAttributes;"},
    {"HloComputationProto",
     "name 1 bytes;instructions 2 HloInstructionProto;program_shape 4 ProgramShapeProto;id 5 int;"
     "root_id 6 int;is_fusion_computation 7 bool;execution_thread 8 bytes;"},
    {"HloInstructionProto",
     "is_cross_program_prefetch 73 bool;dot_sparsity 86 -;original_value 88 -;"
     "name 1 bytes;opcode 2 bytes;shape 3 ShapeProto;metadata 7 OpMetadata;literal 8 LiteralProto;"
     "parameter_number 9 int;fusion_kind 11 bytes;tuple_index 13 int;dimensions 14 int;"
     "window 15 Window;convolution_dimension_numbers 16 ConvolutionDimensionNumbers;"
     "slice_dimensions 17 SliceDimensions;exponent_bits 18 int;mantissa_bits 19 int;"
     "dynamic_slice_sizes 20 int;padding_config 21 PaddingConfig;outfeed_config 22 bytes;"
     "distribution 23 RandomDistribution;epsilon 24 float;feature_index 25 int;channel_id 26 int;"
     "infeed_config 27 bytes;custom_call_target 28 bytes;outfeed_shape 29 ShapeProto;"
     "dot_dimension_numbers 30 DotDimensionNumbers;fft_type 31 FftType;fft_length 32 int;"
     "gather_dimension_numbers 33 GatherDimensionNumbers;gather_slice_sizes 34 int;id 35 int;"
     "operand_ids 36 int;control_predecessor_ids 37 int;called_computation_ids 38 int;"
     "sharding 40 OpSharding;backend_config 43 bytes;all_reduce_id 45 int;is_host_transfer 47 bool;"
     "scatter_dimension_numbers 48 ScatterDimensionNumbers;replica_groups 49 ReplicaGroup;"
     "feature_group_count 50 int;precision_config 51 PrecisionConfig;"
     "source_target_pairs 52 SourceTarget;domain_entry_sharding 54 OpSharding;"
     "domain_exit_sharding 55 OpSharding;constrain_layout 56 bool;"
     "operand_shapes_with_layout 57 ShapeProto;batch_group_count 58 int;"
     "triangular_solve_options 59 TriangularSolveOptions;is_stable 60 bool;"
     "parameter_replication 61 ParameterReplication;cholesky_options 62 CholeskyOptions;"
     "comparison_direction 63 bytes;custom_call_has_side_effect 65 bool;delta 66 int;"
     "indices_are_sorted 67 bool;frontend_attributes 68 FrontendAttributes;unique_indices 69 bool;"
     "rng_algorithm 70 RandomAlgorithm;use_global_device_ids 71 bool;comparison_type 72 bytes;"
     "output_operand_aliasing 74 OutputOperandAliasing;padding_type 75 PaddingType;"
     "custom_call_schedule 76 CustomCallSchedule;custom_call_api_version 77 CustomCallApiVersion;"
     "async_execution_thread 79 bytes;cross_program_prefetch_index 80 int;k 81 int;"
     "statistics_viz 82 StatisticsViz;largest 85 bool;"
     "collective_device_list 87 CollectiveDeviceListProto;is_composite 89 bool;"
     "ragged_dot_dimension_numbers 90 RaggedDotDimensionNumbers;result_accuracy 91 ResultAccuracy;"
     "iota_collective_device_list 92 IotaReplicaGroupListProto;"
     "mesh_axes_replica_group_list 93 MeshAxesReplicaGroupListProto;is_reverse 94 bool;"
     "num_carries 95 int;is_associative 96 int;conv_kind 97 int;comparison_order 102 bytes;"},
    {"ShapeProto",
     "element_type 2 PrimitiveType;dimensions 3 int;tuple_shapes 4 ShapeProto;"
     "layout 5 LayoutProto;is_dynamic_dimension 6 bool;"},
    {"LayoutProto",
     "dim_level_types 9 -;physical_shape 10 -;index_primitive_type 11 -;"
     "pointer_primitive_type 12 -;dim_unique 13 -;dim_ordered 14 -;minor_to_major 1 "
     "int;padded_dimensions 2 int;padding_value 3 PaddingValue;"
     "tiles 6 TileProto;element_size_in_bits 7 int;memory_space 8 int;"
     "dynamic_shape_metadata_prefix_bytes 15 int;"
     "tail_padding_alignment_in_elements 16 int;split_configs 17 SplitConfigProto;"},
    {"TileProto", "dimensions 1 int;"},
    {"SplitConfigProto", "dimension 1 int;split_indices 2 int;"},
    {"ProgramShapeProto", "parameters 1 ShapeProto;result 2 ShapeProto;parameter_names 3 bytes;"},
    {"LiteralProto",
     "shape 1 ShapeProto;sparse_indices 14 -;preds 2 bool;u8s 3 bytes;s32s 4 int32;s64s 5 int;u32s "
     "6 uint32;"
     "u64s 7 uint64;f32s 8 float;f64s 9 double;tuple_literals 10 LiteralProto;"
     "f16s 11 bytes;c64s 12 float;bf16s 13 bytes;s8s 15 bytes;u16s 16 bytes;"
     "s16s 17 bytes;c128s 18 double;f8e5m2s 19 bytes;f8e4m3fns 20 bytes;"
     "s4s 21 bytes;u4s 22 bytes;f8e4m3b11fnuzs 23 bytes;f8e5m2fnuzs 24 bytes;"
     "f8e4m3fnuzs 25 bytes;s2s 26 bytes;u2s 27 bytes;f8e4m3s 28 bytes;"
     "f8e3m4s 29 bytes;s1s 30 bytes;u1s 31 bytes;f4e2m1fns 32 bytes;"
     "f8e8m0fnus 33 bytes;"},
    {"OpMetadata",
     "profile_type 5 -;profile_info 10 -;op_type 1 bytes;op_name 2 bytes;source_file 3 "
     "bytes;source_line 4 int;"
     "size_of_generated_code_in_bytes 8 int;size_of_memory_working_set_in_bytes 9 int;"
     "deduplicated_name 12 bytes;stack_frame_id 15 int;scheduling_name 16 bytes;"
     "source_end_line 17 int;source_column 18 int;source_end_column 19 int;"},
    {"Window", "dimensions 1 WindowDimension;"},
    {"WindowDimension",
     "size 1 int;stride 2 int;padding_low 3 int;padding_high 4 int;"
     "window_dilation 5 int;base_dilation 6 int;window_reversal 7 bool;"},
    {"ConvolutionDimensionNumbers",
     "kernel_input_feature_dimension 3 int;kernel_output_feature_dimension 4 int;"
     "kernel_spatial_dimensions 6 int;input_batch_dimension 7 int;input_feature_dimension 8 int;"
     "output_batch_dimension 9 int;output_feature_dimension 10 int;input_spatial_dimensions 11 int;"
     "output_spatial_dimensions 12 int;"},
    {"SliceDimensions", "start 1 int;limit 2 int;stride 3 int;"},
    {"PaddingConfig", "dimensions 1 PaddingConfigDimension;"},
    {"PaddingConfigDimension",
     "edge_padding_low 1 int;edge_padding_high 2 int;interior_padding 3 int;"},
    {"DotDimensionNumbers",
     "lhs_contracting_dimensions 1 int;rhs_contracting_dimensions 2 int;"
     "lhs_batch_dimensions 3 int;rhs_batch_dimensions 4 int;"},
    {"RaggedDotDimensionNumbers",
     "dot_dimension_numbers 1 DotDimensionNumbers;"
     "lhs_ragged_dimensions 2 int;rhs_group_dimensions 3 int;"},
    {"GatherDimensionNumbers",
     "offset_dims 1 int;collapsed_slice_dims 2 int;start_index_map 3 int;index_vector_dim 4 int;"
     "operand_batching_dims 5 int;start_indices_batching_dims 6 int;"},
    {"ScatterDimensionNumbers",
     "update_window_dims 1 int;inserted_window_dims 2 int;scatter_dims_to_operand_dims 3 int;"
     "index_vector_dim 4 int;input_batching_dims 5 int;scatter_indices_batching_dims 6 int;"},
    {"PrecisionConfig", "operand_precision 1 Precision;algorithm 2 Algorithm;"},
    {"TriangularSolveOptions",
     "left_side 1 bool;lower 2 bool;unit_diagonal 3 bool;transpose_a 4 Transpose;"},
    {"CholeskyOptions", "lower 1 bool;"},
    {"ParameterReplication", "replicated_at_leaf_buffers 1 bool;"},
    {"OutputOperandAliasing",
     "output_shape_index 1 int;operand_index 2 int;operand_shape_index 3 int;"},
    {"FrontendAttributes", "map 1 TextEntry;"},
    {"TextEntry", "key 1 bytes;value 2 bytes;"},
    {"ResultAccuracy", "mode 1 AccuracyMode;tolerance 2 Tolerance;"},
    {"Tolerance", "atol 1 double;rtol 2 double;ulps 3 int;"},
    {"StatisticsViz", "stat_index_to_visualize 1 int;statistics 2 Statistic;"},
    {"Statistic", "stat_name 1 bytes;stat_val 2 double;"},
    {"SourceTarget", "source 1 int;target 2 int;"},
    {"ReplicaGroup", "replica_ids 1 int;"},
    {"IotaReplicaGroupListProto",
     "num_replica_groups 1 int;num_devices_per_group 2 int;"
     "iota_reshape_dims 3 int;iota_transpose_perm 4 int;"},
    {"CollectiveDeviceListProto",
     "replica_groups 1 ReplicaGroup;"
     "iota_replica_group_list 2 IotaReplicaGroupListProto;"},
    {"MeshAxesReplicaGroupListProto", "mesh 1 MeshProto;axes 2 AxisRefProto;"},
    {"MeshProto", "axes 1 MeshAxis;device_ids 2 int;"},
    {"MeshAxis", "name 1 bytes;size 2 int;"},
    {"AxisRefProto", "mesh_axis_index 1 int;sub_axis_info 2 SubAxis;"},
    {"SubAxis", "pre_size 1 int;size 2 int;"},
    {"OpSharding",
     "tile_shape 2 -;type 1 ShardingType;tile_assignment_dimensions 3 int;tile_assignment_devices "
     "4 int;"
     "tuple_shardings 5 OpSharding;replicate_on_last_tile_dim 6 bool;metadata 7 OpMetadata;"
     "last_tile_dims 8 ShardingType;iota_reshape_dims 9 int;iota_transpose_perm 10 int;"
     "is_shard_group 11 bool;shard_group_id 12 int;shard_group_type 13 ShardGroupType;"
     "named_sharding 14 NamedShardingProto;"},
    {"NamedShardingProto",
     "tuple_shardings 1 -;mesh 2 MeshProto;dim_shardings 3 DimensionSharding;"
     "replicated_axes 4 AxisRefProto;unreduced_axes 5 AxisRefProto;metadata 6 OpMetadata;"},
    {"DimensionSharding", "axes 1 AxisRefProto;is_closed 2 bool;"},
    {"HloScheduleProto", "sequences 1 SequenceEntry;"},
    {"SequenceEntry", "key 1 int;value 2 InstructionSequence;"},
    {"InstructionSequence", "instruction_ids 1 int;"},
    {"HloInputOutputAliasProto", "entries 1 AliasEntryProto;"},
    {"AliasEntryProto",
     "output_shape_index 1 int;parameter_number 2 int;"
     "parameter_shape_index 3 int;kind 4 AliasKind;"},
    {"HloBufferDonorProto", "entries 1 BufferDonorEntryProto;"},
    {"BufferDonorEntryProto", "parameter_number 1 int;parameter_shape_index 2 int;"},
    {"DeviceAssignmentProto",
     "replica_count 1 int;computation_count 2 int;"
     "computation_devices 3 ComputationDevice;"},
    {"ComputationDevice", "replica_device_ids 1 int;"},
    {"StackFrameIndexProto",
     "file_names 1 bytes;function_names 2 bytes;"
     "file_locations 3 FileLocation;stack_frames 4 StackFrame;"},
    {"FileLocation", "file_name_id 1 int;function_name_id 2 int;line 3 int;column 4 int;"},
    {"StackFrame", "file_location_id 1 int;parent_frame_id 2 int;"},
    {"BufferAssignmentProto",
     "buffer_aliases 2 -;heap_simulator_traces 4 -;logical_buffers 1 LogicalBufferProto;"
     "buffer_allocations 3 BufferAllocationProto;"},
    {"LogicalBufferProto", "id 1 int;size 2 int;defined_at 3 BufferLocation;color 4 int;"},
    {"BufferLocation", "instruction_name 2 bytes;shape_index 3 int;instruction_id 4 int;"},
    {"BufferAllocationProto",
     "index 1 int;size 2 int;is_thread_local 3 bool;is_entry_computation_parameter 5 bool;"
     "parameter_number 6 int;maybe_live_out 7 bool;color 8 int;assigned 9 Assigned;"
     "parameter_shape_index 10 int;is_tuple 11 bool;is_constant 12 bool;"},
    {"Assigned", "logical_buffer_id 1 int;offset 2 int;size 3 int;"},
};

// PrimitiveType is not here: its names are those of HLO text.
constexpr Definition kEnums[] = {
    {"RandomDistribution", "RNG_INVALID 0;RNG_UNIFORM 1;RNG_NORMAL 2;"},
    {"RandomAlgorithm", "RNG_DEFAULT 0;RNG_THREE_FRY 1;RNG_PHILOX 2;"},
    {"FftType", "FFT 0;IFFT 1;RFFT 2;IRFFT 3;"},
    {"PaddingType", "PADDING_INVALID 0;PADDING_VALID 1;PADDING_SAME 2;"},
    {"PaddingValue",
     "INVALID_PAD 0;ZERO_PAD 1;ONE_PAD 2;LOWEST_PAD 3;HIGHEST_PAD 4;UNKNOWN_PAD 5;"},
    {"Transpose", "TRANSPOSE_INVALID 0;NO_TRANSPOSE 1;TRANSPOSE 2;ADJOINT 3;"},
    {"Precision", "DEFAULT 0;HIGH 1;HIGHEST 2;PACKED_NIBBLE 3;"},
    {"Algorithm",
     "ALG_UNSET 0;ALG_DOT_ANY_F8_ANY_F8_F32 1;ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM 2;"
     "ALG_DOT_F16_F16_F16 3;ALG_DOT_F16_F16_F32 4;ALG_DOT_BF16_BF16_BF16 5;"
     "ALG_DOT_BF16_BF16_F32 6;ALG_DOT_BF16_BF16_F32_X3 7;ALG_DOT_BF16_BF16_F32_X6 8;"
     "ALG_DOT_TF32_TF32_F32 9;ALG_DOT_TF32_TF32_F32_X3 10;ALG_DOT_F32_F32_F32 11;"
     "ALG_DOT_F64_F64_F64 12;ALG_DOT_BF16_BF16_F32_X9 13;"},
    {"AccuracyMode", "DEFAULT 0;HIGHEST 1;"},
    {"AliasKind", "UNDEFINED_ALIAS 0;MAY_ALIAS 1;MUST_ALIAS 2;"},
    {"ShardingType", "REPLICATED 0;MAXIMAL 1;TUPLE 2;OTHER 3;MANUAL 4;UNKNOWN 5;UNREDUCED 6;"},
    {"ShardGroupType", "AS 0;LIKE 1;"},
    {"CustomCallSchedule", "SCHEDULE_NONE 0;SCHEDULE_LATEST 1;SCHEDULE_EARLIEST 2;"},
    {"CustomCallApiVersion",
     "API_VERSION_UNSPECIFIED 0;API_VERSION_ORIGINAL 1;API_VERSION_STATUS_RETURNING 2;"
     "API_VERSION_STATUS_RETURNING_UNIFIED 3;API_VERSION_TYPED_FFI 4;"},
};

// A member of a definition, behind its name: "35 int", "2".
std::string_view FindMember(std::string_view members, std::string_view name) {
  for (size_t at = 0; at < members.size();) {
    const size_t end = members.find(';', at);
    const std::string_view member = members.substr(at, end - at);
    if (member.size() > name.size() && member[name.size()] == ' ' && member.starts_with(name)) {
      return member.substr(name.size() + 1);
    }
    at = end + 1;
  }
  return {};
}

// Of a member: the digits at its beginning.
uint32_t NumberOf(std::string_view member) {
  uint32_t number = 0;
  for (size_t i = 0; i < member.size() && member[i] != ' '; ++i) {
    number = 10 * number + static_cast<uint32_t>(member[i] - '0');
  }
  return number;
}

template <size_t n>
std::string_view FindMember(const Definition (&definitions)[n], std::string_view type,
                            std::string_view name) {
  const Definition* found =
      std::find_if(std::begin(definitions), std::end(definitions),
                   [&](const Definition& definition) { return definition.name == type; });
  return found == std::end(definitions) ? std::string_view() : FindMember(found->members, name);
}

FieldKind KindOf(std::string_view type) {
  if (type == "-") return FieldKind::kSkipped;
  if (type == "int") return FieldKind::kInt64;
  if (type == "int32") return FieldKind::kInt32;
  if (type == "uint32") return FieldKind::kUint32;
  if (type == "uint64") return FieldKind::kUint64;
  if (type == "bool") return FieldKind::kFlag;
  if (type == "float") return FieldKind::kFloat;
  if (type == "double") return FieldKind::kDouble;
  if (type == "bytes") return FieldKind::kBytes;
  const bool is_enum = type == "PrimitiveType" || std::any_of(std::begin(kEnums), std::end(kEnums),
                                                              [&](const Definition& definition) {
                                                                return definition.name == type;
                                                              });
  return is_enum ? FieldKind::kEnum : FieldKind::kMessage;
}

// "F32", "OPAQUE_TYPE".
std::optional<int64_t> FindPrimitiveType(std::string_view name) {
  if (name == "PRIMITIVE_TYPE_INVALID") return 0;
  if (name == "BUFFER") return 34;
  if (name == "OPAQUE_TYPE") name = "OPAQUE";
  for (const ElementTypeInfo& info : AllElementTypes()) {
    const bool same = std::equal(
        name.begin(), name.end(), info.name.begin(), info.name.end(), [](char upper, char lower) {
          return upper == static_cast<char>(std::toupper(static_cast<unsigned char>(lower)));
        });
    if (same && info.wire != 0) return info.wire;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SchemaField> FindSchemaField(std::string_view message, std::string_view name) {
  const std::string_view member = FindMember(kMessages, message, name);
  if (member.empty()) return std::nullopt;
  SchemaField field;
  field.number = NumberOf(member);
  field.type = member.substr(member.find(' ') + 1);
  field.kind = KindOf(field.type);
  return field;
}

void ForEachField(std::string_view message, const std::function<void(std::string_view)>& fn) {
  for (const Definition& definition : kMessages) {
    if (definition.name != message) continue;
    std::string_view members = definition.members;
    while (!members.empty()) {
      fn(members.substr(0, members.find(' ')));
      members.remove_prefix(members.find(';') + 1);
    }
  }
}

std::optional<int64_t> FindEnumerator(std::string_view type, std::string_view name) {
  if (type == "PrimitiveType") return FindPrimitiveType(name);
  const std::string_view member = FindMember(kEnums, type, name);
  if (member.empty()) return std::nullopt;
  return NumberOf(member);
}

}  // namespace hlo::proto
