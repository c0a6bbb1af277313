// SPDX-License-Identifier: Apache-2.0
// Ops of imports reference 3: the pretty form and its generic twin become the same HLO.
#include <gtest/gtest.h>

#include "core/import/testing.h"

namespace hlo {
namespace {

using import_testing::EntryLines;
using import_testing::Hlo;

struct Twin {
  const char* pretty;
  const char* generic;
  const char* lines;  // of the entry, but for parameters
};

void CheckTwins(std::initializer_list<Twin> twins) {
  for (const Twin& twin : twins) {
    const std::string pretty = Hlo(twin.pretty);
    EXPECT_EQ(EntryLines(pretty), twin.lines) << twin.pretty;
    if (*twin.generic != '\0') {
      EXPECT_EQ(Hlo(twin.generic), pretty) << twin.generic;
    }
  }
}

TEST(ImportedOps, ElementwiseOpsKeepTheirNames) {
  CheckTwins({
      {"%1 = stablehlo.floor %x : tensor<4xf32>",
       "%1 = \"stablehlo.floor\"(%x) : (tensor<4xf32>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} floor(x)"},
      {"%1 = stablehlo.abs %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>",
       "%1 = \"stablehlo.abs\"(%z) : (tensor<3xcomplex<f32>>) -> tensor<3xf32>",
       "ROOT v1 = f32[3]{0} abs(z)"},
      {"%1 = stablehlo.add %x, %y : tensor<4xf32>",
       "%1 = \"mhlo.add\"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} add(x, y)"},
      {"%1 = stablehlo.exponential_minus_one %x : tensor<4xf32>",
       "%1 = mhlo.exponential_minus_one(%x) : (tensor<4xf32>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} exponential-minus-one(x)"},
      {"%1 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>",
       "%1 = \"stablehlo.tanh\"(%x) <{result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4xf32>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} tanh(x), result_accuracy={mode=highest}"},
      {"%1 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>",
       "%1 = \"stablehlo.reduce_precision\"(%x) {exponent_bits = 5 : i32, mantissa_bits = 10 : "
       "i32} "
       ": (tensor<4xf32>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} reduce-precision(x), exponent_bits=5, mantissa_bits=10"},
      {"%1 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x4xui8>",
       "%1 = \"stablehlo.bitcast_convert\"(%x) : (tensor<4xf32>) -> tensor<4x4xui8>",
       "ROOT v1 = u8[4,4]{1,0} bitcast-convert(x)"},
      {"%1 = stablehlo.complex %re, %im : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xcomplex<f64>>",
       "%1 = \"stablehlo.complex\"(%re, %im) : (tensor<4xf64>, tensor<4xf64>) -> "
       "tensor<4xcomplex<f64>>",
       "ROOT v1 = c128[4]{0} complex(re, im)"},
  });
}

TEST(ImportedOps, ACompareWritesItsTypeOnlyWhereItIsNotTheUsualOne) {
  CheckTwins({
      {"%1 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> "
       "tensor<4xi1>",
       "%1 = \"stablehlo.compare\"(%x, %y) <{comparison_direction = "
       "#stablehlo<comparison_direction "
       "LT>, compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<4xf32>, "
       "tensor<4xf32>) -> tensor<4xi1>",
       "ROOT v1 = pred[4]{0} compare(x, y), direction=LT, type=TOTALORDER"},
      {"%1 = stablehlo.compare  GE, %x, %y,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
       "%1 = \"mhlo.compare\"(%x, %y) {comparison_direction = \"GE\"} : (tensor<i32>, tensor<i32>) "
       "-> "
       "tensor<i1>",
       "ROOT v1 = pred[] compare(x, y), direction=GE"},
  });
}

TEST(ImportedOps, ScalarPredicatesAndBoundsAreBroadcast) {
  CheckTwins({
      {"%1 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>",
       "%1 = \"stablehlo.select\"(%p, %x, %y) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> "
       "tensor<4xf32>",
       "ROOT v1 = f32[4]{0} select(p, x, y)"},
      {"%1 = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> "
       "tensor<4xf32>",
       "", "v1.p = pred[4]{0} broadcast(p), dimensions={}\nROOT v1 = f32[4]{0} select(v1.p, x, y)"},
      {"%1 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> "
       "tensor<4xf32>",
       "%1 = \"stablehlo.clamp\"(%lo, %x, %hi) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> "
       "tensor<4xf32>",
       "v1.lo = f32[4]{0} broadcast(lo), dimensions={}\n"
       "v1.hi = f32[4]{0} broadcast(hi), dimensions={}\n"
       "ROOT v1 = f32[4]{0} clamp(v1.lo, x, v1.hi)"},
  });
}

TEST(ImportedOps, ConstantsAreWrittenInFullAndSplatsAreBroadcast) {
  CheckTwins({
      {"%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>",
       "%c = \"stablehlo.constant\"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> "
       "tensor<2xi32>",
       "ROOT c = s32[2]{0} constant({1, 2})"},
      {"%c = stablehlo.constant dense<true> : tensor<i1>",
       "%c = stablehlo.constant() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>",
       "ROOT c = pred[] constant(true)"},
      {"%cst_0 = stablehlo.constant dense<2.5> : tensor<4x5xbf16>",
       "%cst_0 = \"mhlo.constant\"() {value = dense<2.5> : tensor<4x5xbf16>} : () -> "
       "tensor<4x5xbf16>",
       "cst_0.s = bf16[] constant(2.5)\nROOT cst_0 = bf16[4,5]{1,0} broadcast(cst_0.s), "
       "dimensions={}"},
      {"%c = stablehlo.constant dense<> : tensor<0x4xf32>", "",
       "c.s = f32[] constant(0)\nROOT c = f32[0,4]{1,0} broadcast(c.s), dimensions={}"},
      {"%c = stablehlo.constant dense<> : tensor<1000000000x0xi1>", "",
       "c.s = pred[] constant(false)\nROOT c = pred[1000000000,0]{1,0} broadcast(c.s), "
       "dimensions={}"},
  });
}

TEST(ImportedOps, LikeXlaSplatsOfFewElementsAreWrittenOut) {
  ImportOptions options;
  options.like_xla = true;
  EXPECT_EQ(EntryLines(Hlo("%c = stablehlo.constant dense<1> : tensor<3xi8>", options)),
            "ROOT c = s8[3]{0} constant({1, 1, 1})");
  EXPECT_EQ(EntryLines(Hlo("%c = stablehlo.constant dense<1> : tensor<32xi8>", options)),
            "c.s = s8[] constant(1)\nROOT c = s8[32]{0} broadcast(c.s), dimensions={}");
}

TEST(ImportedOps, BroadcastsAreSortedAndDoNotStretch) {
  CheckTwins({
      {"%1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
       "%1 = \"stablehlo.broadcast_in_dim\"(%x) {broadcast_dimensions = dense<1> : tensor<1xi64>} "
       ": "
       "(tensor<3xf32>) -> tensor<2x3xf32>",
       "ROOT v1 = f32[2,3]{1,0} broadcast(x), dimensions={1}"},
      {"%1 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>",
       "",
       "v1.t = f32[2,3]{1,0} transpose(x), dimensions={1,0}\n"
       "ROOT v1 = f32[2,3]{1,0} broadcast(v1.t), dimensions={0,1}"},
      {"%1 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>",
       "", "v1.r = f32[3]{0} reshape(x)\nROOT v1 = f32[3,5]{1,0} broadcast(v1.r), dimensions={0}"},
      {"%1 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>",
       "%1 = \"stablehlo.broadcast\"(%x) {broadcast_sizes = dense<[2]> : tensor<1xi64>} : "
       "(tensor<3xf32>) -> tensor<2x3xf32>",
       "ROOT v1 = f32[2,3]{1,0} broadcast(x), dimensions={1}"},
  });
}

TEST(ImportedOps, MovementTakesItsNumbersFromAttributes) {
  CheckTwins({
      {"%1 = stablehlo.iota dim = 1 : tensor<2x3xi32>",
       "%1 = \"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>",
       "ROOT v1 = s32[2,3]{1,0} iota(), iota_dimension=1"},
      {"%1 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>",
       "%1 = \"stablehlo.reshape\"(%x) : (tensor<6xf32>) -> tensor<2x3xf32>",
       "ROOT v1 = f32[2,3]{1,0} reshape(x)"},
      {"%1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
       "%1 = \"stablehlo.transpose\"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : "
       "(tensor<2x3xf32>) -> tensor<3x2xf32>",
       "ROOT v1 = f32[3,2]{1,0} transpose(x), dimensions={1,0}"},
      {"%1 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>",
       "%1 = \"stablehlo.reverse\"(%x) <{dimensions = array<i64: 0>}> : (tensor<4xf32>) -> "
       "tensor<4xf32>",
       "ROOT v1 = f32[4]{0} reverse(x), dimensions={0}"},
      {"%1 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> "
       "tensor<5xf32>",
       "%1 = \"stablehlo.concatenate\"(%x, %y) <{dimension = 0 : i64}> : (tensor<2xf32>, "
       "tensor<3xf32>) -> tensor<5xf32>",
       "ROOT v1 = f32[5]{0} concatenate(x, y), dimensions={0}"},
      {"%1 = stablehlo.slice %x [0:8:2, 1:3] : (tensor<9x4xf32>) -> tensor<4x2xf32>",
       "%1 = \"stablehlo.slice\"(%x) {start_indices = dense<[0, 1]> : tensor<2xi64>, limit_indices "
       "= "
       "dense<[8, 3]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} : "
       "(tensor<9x4xf32>) "
       "-> tensor<4x2xf32>",
       "ROOT v1 = f32[4,2]{1,0} slice(x), slice={[0:8:2], [1:3]}"},
      {"%1 = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, "
       "tensor<i32>) -> tensor<1x4xf32>",
       "%1 = \"stablehlo.dynamic_slice\"(%x, %i, %j) <{slice_sizes = array<i64: 1, 4>}> : "
       "(tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>",
       "ROOT v1 = f32[1,4]{1,0} dynamic-slice(x, i, j), dynamic_slice_sizes={1,4}"},
      {"%1 = stablehlo.pad %x, %p, low = [1], high = [0], interior = [2] : (tensor<4xf32>, "
       "tensor<f32>) -> tensor<11xf32>",
       "%1 = \"stablehlo.pad\"(%x, %p) <{edge_padding_low = array<i64: 1>, edge_padding_high = "
       "array<i64: 0>, interior_padding = array<i64: 2>}> : (tensor<4xf32>, tensor<f32>) -> "
       "tensor<11xf32>",
       "ROOT v1 = f32[11]{0} pad(x, p), padding=1_0_2"},
      {"%1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>",
       "%1 = \"stablehlo.get_dimension_size\"(%x) {dimension = 1 : i64} : (tensor<2x3xf32>) -> "
       "tensor<i32>",
       "ROOT v1 = s32[] constant(3)"},
      {"%1 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<8xf32>, tensor<i32>) -> "
       "tensor<?xf32, #stablehlo.bounds<8>>",
       "%1 = \"stablehlo.set_dimension_size\"(%x, %n) <{dimension = 0 : i64}> : (tensor<8xf32>, "
       "tensor<i32>) -> tensor<?xf32, #stablehlo.type_extensions<bounds = [8]>>",
       "ROOT v1 = f32[<=8]{0} set-dimension-size(x, n), dimensions={0}"},
      {"%1:2 = stablehlo.optimization_barrier %x, %y : tensor<f32>, tensor<i32>",
       "%1:2 = \"stablehlo.optimization_barrier\"(%x, %y) : (tensor<f32>, tensor<i32>) -> "
       "(tensor<f32>, tensor<i32>)",
       "v1.0.in = (f32[], s32[]) tuple(x, y)\nv1 = (f32[], s32[]) opt-barrier(v1.0.in)\n"
       "v1.0 = f32[] get-tuple-element(v1), index=0\nv1.1 = s32[] get-tuple-element(v1), index=1\n"
       "ROOT results = (f32[], s32[]) tuple(v1.0, v1.1)"},
  });
}

TEST(ImportedOps, TuplesAreTuples) {
  CheckTwins(
      {{"%1 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>\n"
        "%2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<f32>, tensor<i32>>) -> "
        "tensor<i32>",
        "%1 = \"stablehlo.tuple\"(%x, %y) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, "
        "tensor<i32>>\n%2 = \"stablehlo.get_tuple_element\"(%1) {index = 1 : i32} : "
        "(tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>",
        "v1 = (f32[], s32[]) tuple(x, y)\nROOT v2 = s32[] get-tuple-element(v1), index=1"}});
}

TEST(ImportedOps, DotsHaveDimensionNumbersPrecisionAndAlgorithm) {
  CheckTwins({
      {"%1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x "
       "[1], "
       "precision = [HIGHEST, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type "
       "= "
       "tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
       "num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, "
       "tensor<2x4x5xf32>) -> tensor<2x3x5xf32>",
       "%1 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = "
       "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
       "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = "
       "[#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>], algorithm = "
       "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, "
       "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
       "num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : "
       "(tensor<2x3x4xf32>, "
       "tensor<2x4x5xf32>) -> tensor<2x3x5xf32>",
       "ROOT v1 = f32[2,3,5]{2,1,0} dot(a, b), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
       "rhs_batch_dims={0}, rhs_contracting_dims={1}, operand_precision={highest,default}, "
       "algorithm=dot_tf32_tf32_f32_x3"},
      {"%1 = stablehlo.dot %a, %b, precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, "
       "tensor<3xf32>) "
       "-> tensor<2xf32>",
       "%1 = \"mhlo.dot\"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
       "ROOT v1 = f32[2]{0} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
      {"%1 = stablehlo.einsum %a, %b, config = \"ij,jk->ki\" : (tensor<2x3xf32>, tensor<3x4xf32>) "
       "-> "
       "tensor<4x2xf32>",
       "%1 = \"stablehlo.einsum\"(%a, %b) {einsum_config = \"ij,jk->ki\"} : (tensor<2x3xf32>, "
       "tensor<3x4xf32>) -> tensor<4x2xf32>",
       "v1.dot = f32[2,4]{1,0} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
       "ROOT v1 = f32[4,2]{1,0} transpose(v1.dot), dimensions={1,0}"},
      {"%1 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>",
       "%1 = \"stablehlo.cholesky\"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>",
       "ROOT v1 = f32[3,3]{1,0} cholesky(a), lower=true"},
      {"%1 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> "
       "tensor<5xcomplex<f32>>",
       "%1 = \"stablehlo.fft\"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = dense<8> : "
       "tensor<1xi64>} : (tensor<8xf32>) -> tensor<5xcomplex<f32>>",
       "ROOT v1 = c64[5]{0} fft(x), fft_type=RFFT, fft_length={8}"},
      {"%1 = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
       "unit_diagonal = "
       "false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, "
       "tensor<3x2xf32>) -> tensor<3x2xf32>",
       "",
       "ROOT v1 = f32[3,2]{1,0} triangular-solve(a, b), left_side=true, lower=true, "
       "transpose_a=NO_TRANSPOSE"},
  });
}

TEST(ImportedOps, ConvolutionsHaveWindowsAndLabels) {
  CheckTwins({
      {"%1 = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
       "window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, "
       "1], "
       "reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
       "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : "
       "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>",
       "%1 = \"stablehlo.convolution\"(%l, %r) <{window_strides = array<i64: 2, 2>, padding = "
       "dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, dimension_numbers = #stablehlo.conv<raw "
       "input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], "
       "kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, "
       "kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = "
       "3, "
       "output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 "
       ": "
       "i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>",
       "ROOT v1 = f32[1,4,4,4]{3,2,1,0} convolution(l, r), window={size=3x3 stride=2x2 "
       "pad=0_1x0_1}, "
       "dim_labels=b01f_01io->b01f, feature_group_count=1, batch_group_count=1"},
      {"%1 = \"stablehlo.convolution\"(%l, %r) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, "
       "i, "
       "0]->[b, f, 0]>, window_reversal = array<i1: true>, rhs_dilation = array<i64: 2>, "
       "feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x9xf32>, "
       "tensor<6x2x3xf32>) -> tensor<1x6x5xf32>",
       "",
       "ROOT v1 = f32[1,6,5]{2,1,0} convolution(l, r), window={size=3 rhs_dilate=2 "
       "rhs_reversal=1}, "
       "dim_labels=bf0_oi0->bf0, feature_group_count=2, batch_group_count=1"},
  });
}

TEST(ImportedOps, GathersAndScattersKeepTheirNumbers) {
  CheckTwins({
      {"%1 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "
       "[1], "
       "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
       "indices_are_sorted "
       "= false, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<5x1xi32>) -> "
       "tensor<5x4xf32>",
       "%1 = \"mhlo.gather\"(%x, %i) {dimension_numbers = #mhlo.gather<start_index_map = [0], "
       "offset_dims = [1], collapsed_slice_dims = [0], index_vector_dim = 1,>, slice_sizes = "
       "dense<[1, 4]> : tensor<2xi64>} : (tensor<9x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>",
       "ROOT v1 = f32[5,4]{1,0} gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, "
       "start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}"},
      {"%1 = \"stablehlo.torch_index_select\"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : "
       "(tensor<2x5xf32>, tensor<3xi32>) -> tensor<2x3xf32>",
       "",
       "ROOT v1 = f32[2,3]{1,0} gather(x, i), offset_dims={0}, collapsed_slice_dims={1}, "
       "start_index_map={1}, index_vector_dim=1, slice_sizes={2,1}"},
  });
}

TEST(ImportedOps, RandomNumbersDropTheShapeOperand) {
  CheckTwins({
      {"%1 = stablehlo.rng %lo, %hi, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
       "tensor<1xi64>) -> tensor<4xf32>",
       "%1 = \"stablehlo.rng\"(%lo, %hi, %shape) {rng_distribution = #stablehlo<rng_distribution "
       "UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>",
       "ROOT v1 = f32[4]{0} rng(lo, hi), distribution=rng_uniform"},
      {"%s, %o = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> "
       "(tensor<2xui64>, tensor<8xui32>)",
       "%s, %o = \"stablehlo.rng_bit_generator\"(%x) {rng_algorithm = #stablehlo<rng_algorithm "
       "THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)",
       "s.tuple = (u64[2]{0}, u32[8]{0}) rng-bit-generator(x), algorithm=rng_three_fry\n"
       "s = u64[2]{0} get-tuple-element(s.tuple), index=0\n"
       "o = u32[8]{0} get-tuple-element(s.tuple), index=1\n"
       "ROOT results = (u64[2]{0}, u32[8]{0}) tuple(s, o)"},
  });
}

TEST(ImportedOps, NamesThatHloReadsAsWordsGetAPercentSign) {
  CheckTwins(
      {{"%true = stablehlo.constant dense<true> : tensor<i1>\n%f32 = stablehlo.not %true : "
        "tensor<i1>",
        "", "%true = pred[] constant(true)\nROOT %f32 = pred[] not(%true)"}});
}

}  // namespace
}  // namespace hlo
