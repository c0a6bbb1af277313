#!/usr/bin/python3
"""Imports of constants, movement, linear algebra, and windows. Values are by hand or by numpy."""
import math

import numpy

from import_cases import Value, case, counting, f32, function, s32, tensor, twins, types
from write import write

NAME = "conformance/generate/imports_structure.py"
INF, NAN = math.inf, math.nan


def ones(name, args, results):
    """The tail of an op: its function type."""
    made = types(results) if isinstance(results, list) else results.mlir
    return f": ({types(args)}) -> {f'({made})' if isinstance(results, list) else made}"


def op(name, why, args, result, pretty, properties, *, label=None, anchor="imported-movement", hlo=None, operands=None,
       **more):
    """`pretty` is what stands after the name of the op, `properties` those of the generic form."""
    operands = operands or ", ".join(f"%{a}" for a in args)
    tail = ones(name, args.values(), result)
    count = f":{len(result)}" if isinstance(result, list) else ""
    label = (label or name).replace("_", "-")
    return twins(f"import-{'movement' if anchor == 'imported-movement' else 'linear'}.{label}", why, anchor, args, result,
                 None if pretty is None else f"%r{count} = stablehlo.{name} {pretty} {tail}",
                 f'%r{count} = "stablehlo.{name}"({operands}){properties} {tail}', hlo=hlo, **more)


def props(text):
    return f" <{{{text}}}>"


def constants():
    """Forms of `dense` (imports reference 10.3)."""
    forms = {
        "list": ("dense<[1, -2]>", s32([1, -2])),
        "nested": ("dense<[[1, 2], [3, 4]]>", s32([[1, 2], [3, 4]])),
        "splat": ("dense<7>", s32([7, 7, 7])),
        "hex-float": ("dense<[0x7F800000, 0xFFC00000]>", f32([INF, NAN])),
        "hex-float-one": ("dense<0xFF800000>", f32(-INF)),
        "bytes": ('dense<"0x01000000FEFFFFFF">', s32([1, -2])),
        "bytes-splat": ('dense<"0x0000003F">', f32([0.5, 0.5])),
        "bytes-pred": ('dense<"0x010001">', Value("pred", [True, False, True])),
        "bytes-pred-bits": ('dense<"0x05">', Value("pred", [True, False, True, False, False, False, False, False])),
        "bytes-u16": ('dense<"0x0100FFFF">', Value("u16", [1, 65535])),
        "pred": ("dense<[true, false]>", Value("pred", [True, False])),
        "pred-digits": ("dense<[1, 0]>", Value("pred", [True, False])),
        "complex": ("dense<[(1.0, -2.0), (0.5, 0.0)]>", Value("c64", [1 - 2j, 0.5 + 0j])),
        "bf16": ("dense<[1.0e+00, 3.140630e+00]>", Value("bf16", [1.0, 3.140625])),
        "f64": ("dense<1.0e-310>", Value("f64", 1e-310)),
        "s4": ("dense<[-8, 7]>", Value("s4", [-8, 7])),
        "u64": ("dense<18446744073709551615>", Value("u64", 2**64 - 1)),
        "s64-hex": ("dense<0x7FFFFFFFFFFFFFFF>", Value("s64", 2**63 - 1)),
        "f8": ("dense<[0x3C, 0x7F]>", Value("f8e4m3fn", [1.5, NAN])),
        # 0.1 + 2**-30 rounds differently where it is rounded to f64 first and then to f32.
        "rounded-once": ("dense<1.00000005960464477539062500000001>", f32(1 + 2.0**-23)),
        "empty": ("dense<>", Value("f32", [], (0, 2))),
        "empty-rows": ("dense<>", Value("c64", [], (3, 0))),
    }
    for name, (text, value) in forms.items():
        yield from twins(f"import-dense.{name}", f"`{text}` as a constant", "dense", {}, value,
                         f"%r = stablehlo.constant {text} : {value.mlir}",
                         f'%r = "stablehlo.constant"() <{{value = {text} : {value.mlir}}}> : () -> {value.mlir}')
    x = f32([0.5, -2.0])
    yield case("import-dense.resource", "`dense_resource` names bytes at the end of the text", "dense",
               [*function([f"%r = stablehlo.constant dense_resource<w> : {x.mlir}"], {}, x), "{-#",
                "  dialect_resources: {", '    builtin: {', '      w: "0x040000000000003F000000C0"', "    }", "  }", "#-}"],
               expect=x)
    yield case("import-dense.fill", "`--fill zero` gives values to elided constants", "import-large-constants",
               function([f"%r = stablehlo.constant dense_resource<__elided__> : {x.mlir}"], {}, x),
               expect=f32([0.0, 0.0]), options={"fill": "zero"})
    yield case("import-dense.integer-in-floats", "an integer in an array of floats is accepted with a warning", "dense",
               function([f"%r = stablehlo.constant dense<[1, 2.5]> : {x.mlir}"], {}, x), expect=f32([1.0, 2.5]),
               warning=("C05", 2, 34))


def movement():
    yield from op("iota", "`iota` counts along its dimension", {}, s32([[0, 1, 2], [0, 1, 2]]), "dim = 1",
                  props("iota_dimension = 1 : i64"), hlo=["r = s32[2,3]{1,0} iota(), iota_dimension=1"])
    x = f32([1.0, 2.0, 3.0])
    yield from op("broadcast_in_dim", "`dims` place the dimensions of the operand", {"x": x}, f32([[1.0, 2.0, 3.0]] * 2),
                  "%x, dims = [1]", props("broadcast_dimensions = array<i64: 1>"),
                  hlo=["r = f32[2,3]{1,0} broadcast(Arg_0), dimensions={1}"])
    column = f32([[1.0], [2.0]])
    yield from op("broadcast_in_dim", "a dimension of size 1 is stretched", {"x": column}, f32([[1.0] * 3, [2.0] * 3]),
                  "%x, dims = [0, 1]", " {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}", label="stretch",
                  hlo=["r.r = f32[2]{0} reshape(Arg_0)", "r = f32[2,3]{1,0} broadcast(r.r), dimensions={0}"])
    y = f32([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    yield from op("broadcast_in_dim", "unsorted dimensions are transposed first", {"x": y},
                  f32([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]), "%x, dims = [1, 0]",
                  props("broadcast_dimensions = array<i64: 1, 0>"), label="unsorted",
                  hlo=["r.t = f32[2,3]{1,0} transpose(Arg_0), dimensions={1,0}",
                       "r = f32[2,3]{1,0} broadcast(r.t), dimensions={0,1}"])
    yield from op("broadcast", "`sizes` are new dimensions in front", {"x": x}, f32([[1.0, 2.0, 3.0]] * 2),
                  "%x, sizes = [2]", props("broadcast_sizes = array<i64: 2>"))
    yield from op("reshape", "`reshape` keeps the order", {"x": y}, f32([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), "%x", "")
    yield from op("transpose", "`dims` is the permutation", {"x": y}, f32([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]),
                  "%x, dims = [1, 0]", props("permutation = array<i64: 1, 0>"))
    yield from op("reverse", "`reverse` turns one dimension around", {"x": y}, f32([[5.0, 6.0], [3.0, 4.0], [1.0, 2.0]]),
                  "%x, dims = [0]", " {dimensions = dense<0> : tensor<1xi64>}")
    yield from op("concatenate", "operands stand one after the other", {"x": x, "y": f32([7.0])},
                  f32([1.0, 2.0, 3.0, 7.0]), "%x, %y, dim = 0", props("dimension = 0 : i64"))
    wide = counting("s32", 5, 3)
    yield from op("slice", "limits and strides of each dimension", {"x": wide}, s32([[2, 3], [8, 9]]), "%x [0:4:2, 1:3]",
                  props("start_indices = array<i64: 0, 1>, limit_indices = array<i64: 4, 3>, strides = array<i64: 2, 1>"),
                  hlo=["r = s32[2,2]{1,0} slice(Arg_0), slice={[0:4:2], [1:3]}"])
    at = {"x": wide, "i": s32(3), "j": s32(1)}
    yield from op("dynamic_slice", "start indices are operands", at, s32([[11, 12], [14, 15]]), "%x, %i, %j, sizes = [2, 2]",
                  props("slice_sizes = array<i64: 2, 2>"))
    yield from op("dynamic_update_slice", "the update replaces a part", {"x": x, "u": f32([9.0]), "i": s32(1)},
                  f32([1.0, 9.0, 3.0]), "%x, %u, %i", "")
    yield from op("pad", "low, high, and interior padding", {"x": x, "p": f32(0.0)}, f32([0.0, 1.0, 0.0, 2.0, 0.0]),
                  "%x, %p, low = [1], high = [-1], interior = [1]",
                  props("edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: -1>, interior_padding = array<i64: 1>"),
                  hlo=["r = f32[5]{0} pad(Arg_0, Arg_1), padding=1_-1_1"])
    yield from op("get_dimension_size", "a static size is a constant", {"x": wide}, s32(3), "%x, dim = 1",
                  props("dimension = 1 : i64"), hlo=["r = s32[] constant(3)"])
    yield from op("optimization_barrier", "several operands pass as one tuple", {"x": x, "y": s32(4)}, [x, s32(4)],
                  "%x, %y", "")
    pair = "tuple<tensor<3xf32>, tensor<i32>>"
    yield from twins("import-movement.tuple", "a tuple and one of its elements", "imported-movement", {"x": x, "y": s32(4)},
                     s32(4), [f"%t = stablehlo.tuple %x, %y : {pair}", f"%r = stablehlo.get_tuple_element %t[1] : ({pair}) -> tensor<i32>"],
                     [f'%t = "stablehlo.tuple"(%x, %y) : (tensor<3xf32>, tensor<i32>) -> {pair}',
                      f'%r = "stablehlo.get_tuple_element"(%t) <{{index = 1 : i32}}> : ({pair}) -> tensor<i32>'])
    table = counting("f32", 4, 2)
    numbers = "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
    yield from op("gather", "rows are gathered", {"x": table, "i": s32([[2], [0]])}, f32([[5.0, 6.0], [1.0, 2.0]]), None,
                  props(f"dimension_numbers = {numbers}, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>"))
    yield from op("torch_index_select", "indices along one dimension", {"x": table, "i": s32([1, 1, 0])},
                  f32([[2.0, 2.0, 1.0], [4.0, 4.0, 3.0], [6.0, 6.0, 5.0], [8.0, 8.0, 7.0]]), None,
                  props("dim = 1 : i64, batch_dims = 0 : i64"))
    body = ["^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %s = stablehlo.add %a, %b : tensor<f32>",
            "  stablehlo.return %s : tensor<f32>"]
    scatter = ("scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
               "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>")
    args = {"x": f32([1.0, 1.0, 1.0]), "i": s32([[2], [0], [2]]), "u": f32([1.0, 2.0, 4.0])}
    yield from twins("import-movement.scatter", "updates of one element are added", "imported-movement", args,
                     f32([3.0, 1.0, 6.0]), None,
                     [f'%r = "stablehlo.scatter"(%x, %i, %u) <{{{scatter}}}> ({{', *body,
                      "}) " + ones("scatter", args.values(), f32([0.0] * 3))])


def dynamic():
    """Shape operands that follow from the text (imports reference 5)."""
    x = f32([1.0, 2.0, 3.0, 4.0])
    shape = "%n = stablehlo.constant dense<[2, 2]> : tensor<2xi64>"
    rows = {
        "dynamic-reshape": (f32([[1.0, 2.0], [3.0, 4.0]]), [shape,
            "%d = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>"]),
        "dynamic-broadcast": (f32([[1.0, 2.0, 3.0, 4.0]] * 2), ["%n = stablehlo.constant dense<[2, 4]> : tensor<2xi64>",
            "%d = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>"]),
        "dynamic-iota": (f32([[0.0, 0.0], [1.0, 1.0]]), [shape,
            "%d = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>"]),
        "real-dynamic-slice": (f32([2.0, 3.0]), ["%a = stablehlo.constant dense<1> : tensor<1xi64>",
            "%b = stablehlo.constant dense<3> : tensor<1xi64>",
            "%d = stablehlo.real_dynamic_slice %x, %a, %b, %a : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>"]),
        "dynamic-pad": (f32([0.0, 1.0, 2.0, 3.0, 4.0]), ["%a = stablehlo.constant dense<1> : tensor<1xi64>",
            "%b = stablehlo.constant dense<0> : tensor<1xi64>", "%z = stablehlo.constant dense<0.0> : tensor<f32>",
            "%d = stablehlo.dynamic_pad %x, %z, %a, %b, %b : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>"]),
    }
    for name, (result, lines) in rows.items():
        unknown = "tensor<" + "?x" * result.values.ndim + "f32>"
        source = function([*lines, f"%r = stablehlo.negate %d : {unknown}"], {"x": x}, result)
        source = [line.replace(result.mlir, unknown) if line.startswith(("func", "  return")) else line for line in source]
        expect = Value("f32", [-v for v in result.values.ravel()], result.values.shape)
        yield case(f"import-dynamic.{name}", "a shape operand that is known makes the op static", "dynamic-shapes", source,
                   args=[x], expect=expect)
    unknown = ["func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {", "  %r = stablehlo.negate %x : tensor<?xf32>",
               "  return %r : tensor<?xf32>", "}"]
    yield case("import-dynamic.given-size", "`--dim` gives the size of an argument", "dynamic-shapes", unknown,
               options={"dims": {"arg0": 2}}, args=[f32([1.0, 2.0])], expect=f32([-1.0, -2.0]))
    yield case("import-dynamic.given-dimension", "`--dim` names a dimension of an argument", "dynamic-shapes", unknown,
               options={"dims": {"arg0.0": 3}}, args=[x.__class__("f32", [1.0, 2.0, 3.0])], expect=f32([-1.0, -2.0, -3.0]))
    yield case("import-dynamic.unknown", "an unknown size is an error at its argument", "dynamic-shapes", unknown,
               reject=("I03", 1))


def linear():
    a, b = counting("f32", 2, 3), counting("f32", 3, 2)
    product = f32((a.values @ b.values).tolist())
    anchor = "imported-linear-algebra"
    yield from op("dot_general", "contracted dimensions", {"a": a, "b": b}, product,
                  "%a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]",
                  props("dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, "
                        "precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]"),
                  anchor=anchor, hlo=["r = f32[2,2]{1,0} dot(Arg_0, Arg_1), lhs_contracting_dims={1}, "
                                      "rhs_contracting_dims={0}, operand_precision={highest,default}"], oracle="numpy")
    c, d = counting("f32", 2, 2, 3), counting("f32", 2, 3)
    yield from op("dot_general", "batch dimensions", {"a": c, "b": d},
                  f32(numpy.einsum("bij,bj->bi", c.values.astype(float), d.values.astype(float)).tolist()),
                  "%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]",
                  props("dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
                        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>"),
                  anchor=anchor, label="dot-batch", oracle="numpy")
    yield from op("dot", "the last and the first dimension are contracted", {"a": a, "b": b}, product,
                  "%a, %b, precision = [DEFAULT, DEFAULT]", "", anchor=anchor, oracle="numpy")
    yield from op("einsum", "letters of both operands are contracted", {"a": a, "b": b}, f32(product.values.T.tolist()),
                  '%a, %b, config = "ij,jk->ki"', props('einsum_config = "ij,jk->ki"'), anchor=anchor, oracle="numpy")
    yield from op("unary_einsum", "letters without a result are summed", {"a": a}, f32([6.0, 15.0]),
                  '%a, config = "ij->i"', props('einsum_config = "ij->i"'), anchor=anchor)
    line, kernel = f32([[[1.0, 2.0, 3.0, 4.0]]]), f32([[[1.0, 10.0]]])
    yield from twins(
        "import-linear.convolution", "window and dimension numbers", anchor, {"l": line, "k": kernel}, f32([[[21.0, 43.0]]]),
        "%r = stablehlo.convolution(%l, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2]} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} " + ones("", [line, kernel], f32([[[0.0, 0.0]]])),
        '%r = "stablehlo.convolution"(%l, %k) <{window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, '
        "batch_group_count = 1 : i64, feature_group_count = 1 : i64}> " + ones("", [line, kernel], f32([[[0.0, 0.0]]])))
    yield from op("fft", "a transform of length 2", {"x": Value("c64", [1 + 0j, 2 + 0j])}, Value("c64", [3 + 0j, -1 + 0j]),
                  "%x, type = FFT, length = [2]", props("fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2>"),
                  anchor=anchor)
    square = f32([[4.0, 2.0], [2.0, 10.0]])
    yield from op("cholesky", "the lower factor", {"a": square}, f32([[2.0, 0.0], [1.0, 3.0]]), "%a, lower = true",
                  props("lower = true"), anchor=anchor)
    lower = f32([[2.0, 0.0], [1.0, 4.0]])
    yield from op("triangular_solve", "forward substitution", {"a": lower, "b": f32([[2.0], [9.0]])}, f32([[1.0], [2.0]]), None,
                  props("left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"),
                  anchor=anchor)
    flat = {"x": f32([[1.0], [3.0]]), "s": f32([2.0]), "o": f32([1.0])}
    yield from op("batch_norm_inference", "scale, offset, mean, variance", {**flat, "m": f32([1.0]), "v": f32([4.0])},
                  f32([[1.0], [3.0]]), None, props("epsilon = 0.0 : f32, feature_index = 1 : i64"), anchor=anchor)
    yield from op("batch_norm_training", "three results", flat, [f32([[-1.0], [3.0]]), f32([2.0]), f32([1.0])], None,
                  props("epsilon = 0.0 : f32, feature_index = 1 : i64"), anchor=anchor,
                  tol={"class": "close", "ulp": 2})


if __name__ == "__main__":
    write("import-dense", list(constants()), NAME)
    write("import-movement", list(movement()), NAME)
    write("import-dynamic", list(dynamic()), NAME)
    write("import-linear", list(linear()), NAME)
