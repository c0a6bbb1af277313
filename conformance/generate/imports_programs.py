#!/usr/bin/python3
"""Imports of regions, calls, collectives, custom calls, annotations, whole programs, and protobufs. Values are by
hand or by numpy."""
import math
import struct

import numpy

from import_cases import Value, case, counting, f32, function, generic_function, s32, tensor, twins, types
from write import ROOT, write

NAME = "conformance/generate/imports_programs.py"
NAN = math.nan
LESS = "%s = stablehlo.compare LT, %a, %b : (tensor<{0}>, tensor<{0}>) -> tensor<i1>"


def adder(element="f32", op="add"):
    """The region of a reducer."""
    return [f"^bb0(%a: tensor<{element}>, %b: tensor<{element}>):", f"  %s = stablehlo.{op} %a, %b : tensor<{element}>",
            f"  stablehlo.return %s : tensor<{element}>"]


def regions():
    anchor = "imported-regions"
    x, zero = counting("f32", 2, 3), f32(0.0)
    tail = "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>"
    args, sums = {"x": x, "c": zero}, f32([6.0, 15.0])
    yield from twins("import-regions.reduce", "a reduction of rows", anchor, args, sums,
                     f"%r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : {tail}",
                     ['%r = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 1>}> ({', *adder(), f"}}) : {tail}"])
    yield case("import-regions.reduce.long", "the pretty form with a reducer", anchor, function(
        [f"%r = stablehlo.reduce(%x init: %c) across dimensions = [1] : {tail}", " reducer(%a: tensor<f32>, %b: tensor<f32>) {",
         "  %s = stablehlo.maximum %a, %b : tensor<f32>", "  stablehlo.return %s : tensor<f32>", "}"], args, sums),
        args=[x, zero], expect=f32([3.0, 6.0]))
    for op, result in (("maximum", 3.0), ("minimum", -2.0), ("multiply", -6.0)):
        start = f32({"maximum": -9.0, "minimum": 9.0, "multiply": 1.0}[op])
        values = {"x": f32([1.0, 3.0, -2.0]), "c": start}
        yield case(f"import-regions.reduce.{op}", f"`applies stablehlo.{op}`", anchor, function(
            [f"%r = stablehlo.reduce(%x init: %c) applies stablehlo.{op} across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>"],
            values, zero), args=list(values.values()), expect=f32(result))
    yield from twins("import-regions.map", "a constant around the body is written in it again", anchor, {"x": f32([1.0, 2.0])},
                     f32([3.0, 6.0]), None,
                     ["%k = stablehlo.constant dense<3.0> : tensor<f32>", '%r = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({',
                      "^bb0(%a: tensor<f32>):", "  %s = stablehlo.multiply %a, %k : tensor<f32>",
                      "  stablehlo.return %s : tensor<f32>", "}) : (tensor<2xf32>) -> tensor<2xf32>"])
    yield from twins("import-regions.sort", "dimension -1 is the last one", anchor, {"x": s32([[3, 1, 2], [0, 9, -1]])},
                     s32([[1, 2, 3], [-1, 0, 9]]), None,
                     ['%r = "stablehlo.sort"(%x) <{dimension = -1 : i64, is_stable = true}> ({',
                      "^bb0(%a: tensor<i32>, %b: tensor<i32>):", "  " + LESS.format("i32"), "  stablehlo.return %s : tensor<i1>",
                      "}) : (tensor<2x3xi32>) -> tensor<2x3xi32>"])
    yield from twins("import-regions.reduce-window", "windows of three with padding", anchor, {"x": f32([1.0, 2.0, 3.0, 4.0]), "c": zero},
                     f32([3.0, 6.0, 9.0, 7.0]), None,
                     ['%r = "stablehlo.reduce_window"(%x, %c) <{padding = dense<1> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({',
                      *adder(), "}) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"])
    yield from twins("import-regions.select-and-scatter", "the greatest element of each window gets its source", anchor,
                     {"x": f32([1.0, 5.0, 4.0, 2.0]), "s": f32([10.0, 20.0]), "c": zero}, f32([0.0, 10.0, 20.0, 0.0]), None,
                     ['%r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({',
                      "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                      "  stablehlo.return %g : tensor<i1>", "}, {",
                      "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %g = stablehlo.add %a, %b : tensor<f32>", "  stablehlo.return %g : tensor<f32>",
                      "}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>"])
    for chosen in (True, False):
        yield from twins(f"import-regions.if-{str(chosen).lower()}", "branches use values around them", "captured-values",
                         {"p": Value("pred", chosen), "x": f32(2.0), "y": f32(5.0)}, f32(7.0 if chosen else 1.0), None,
                         ['%r = "stablehlo.if"(%p) ({', "  %s = stablehlo.add %x, %y : tensor<f32>", "  stablehlo.return %s : tensor<f32>",
                          "}, {", "  %k = stablehlo.constant dense<1.0> : tensor<f32>", "  stablehlo.return %k : tensor<f32>",
                          "}) : (tensor<i1>) -> tensor<f32>"])
    for index, result in ((0, -2.0), (1, 4.0), (9, 4.0), (-1, 4.0)):
        name = str(index).replace("-", "minus-")
        yield from twins(f"import-regions.case-{name}", "an index out of range takes the last branch", anchor,
                         {"i": s32(index), "x": f32(2.0)}, f32(result), None,
                         ['%r = "stablehlo.case"(%i) ({', "  %s = stablehlo.negate %x : tensor<f32>", "  stablehlo.return %s : tensor<f32>",
                          "}, {", "  %s = stablehlo.add %x, %x : tensor<f32>", "  stablehlo.return %s : tensor<f32>",
                          "}) : (tensor<i32>) -> tensor<f32>"])
    loop = {"n": s32(0), "x": f32(1.0), "w": f32(3.0)}
    condition = ["%k = stablehlo.constant dense<4> : tensor<i32>", "%s = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                 "stablehlo.return %s : tensor<i1>"]
    body = ["%k = stablehlo.constant dense<1> : tensor<i32>", "%s = stablehlo.add %i, %k : tensor<i32>",
            "%t = stablehlo.multiply %y, %w : tensor<f32>", "stablehlo.return %s, %t : tensor<i32>, tensor<f32>"]
    block = "^bb0(%i: tensor<i32>, %y: tensor<f32>):"
    yield from twins("import-regions.while", "a loop carries the values around it that its body uses", "captured-values", loop,
                     [s32(4), f32(81.0)],
                     ["%r:2 = stablehlo.while(%i = %n, %y = %x) : tensor<i32>, tensor<f32>", "cond {", *condition, "} do {", *body, "}"],
                     ['%r:2 = "stablehlo.while"(%n, %x) ({', block, *condition, "}, {", block, *body,
                      "}) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)"])
    yield from scans()


def functions():
    double = ["func.func private @double(%x: tensor<f32>) -> tensor<f32> {", "  %0 = stablehlo.add %x, %x : tensor<f32>",
              "  return %0 : tensor<f32>", "}"]
    x = {"x": f32(3.0)}
    for form, call in (("dialect", "func.call"), ("bare", "call")):
        yield case(f"import-functions.call-{form}", "a call of another function", "imported-regions",
                   [*function([f"%r = {call} @double(%x) : (tensor<f32>) -> tensor<f32>"], x, f32(0.0)), *double],
                   args=[f32(3.0)], expect=f32(6.0))
    yield case("import-functions.composite", "a composite is a call of its decomposition", "imported-regions",
               [*function(['%r = stablehlo.composite "my.double" %x {decomposition = @double, version = 1 : i32} : (tensor<f32>) -> tensor<f32>'],
                          x, f32(0.0)), *double], args=[f32(3.0)], expect=f32(6.0))
    yield case("import-functions.entry", "`--entry` names the function", "import-functions",
               [*function(["%r = stablehlo.negate %x : tensor<f32>"], x, f32(0.0)), *double], options={"entry": "double"},
               args=[f32(3.0)], expect=f32(6.0))
    yield case("import-functions.only-one", "a single function is the entry whatever its name", "import-functions", double,
               args=[f32(3.0)], expect=f32(6.0))
    yield case("import-functions.loose-ops", "ops outside of a function are its body, undefined names its arguments", "import-functions",
               ["%0 = stablehlo.negate %x : tensor<f32>", "%1 = stablehlo.add %0, %y : tensor<f32>"],
               args=[f32(3.0), f32(10.0)], expect=f32(7.0))
    yield case("import-functions.block-arguments", "a signature without names leaves the arguments to the block", "import-functions",
               ["func.func @main(tensor<f32>) -> tensor<f32> {", "^bb0(%x: tensor<f32>):", "  %0 = stablehlo.negate %x : tensor<f32>",
                "  return %0 : tensor<f32>", "}"], args=[f32(3.0)], expect=f32(-3.0))
    yield case("import-functions.two-modules", "the first of several modules is imported with a warning", "import-functions",
               [*double, "// -----", *function(["%r = stablehlo.negate %x : tensor<f32>"], x, f32(0.0))],
               args=[f32(3.0)], expect=f32(6.0), warning=("W03", 1))
    yield case("import-functions.generic", "the generic print of a module", "op-forms",
               generic_function(['%r = "stablehlo.negate"(%x) : (tensor<f32>) -> tensor<f32>'], x, f32(0.0)),
               args=[f32(3.0)], expect=f32(-3.0))
    yield case("import-functions.byte-order-mark", "a byte order mark is a blank", "sniffing",
               ["\ufeff" + line if number == 0 else line for number, line in enumerate(
                   function(["%r = stablehlo.negate %x : tensor<f32>"], {"x": f32(0.0)}, f32(0.0)))],
               args=[f32(2.0)], expect=f32(-2.0))
    yield case("import-functions.names", "names that are words of HLO text, and parameters with locations", "import-names",
               ["module @jit_f {", "  func.func @main(%arg0: tensor<f32> loc(\"x\"), %arg1: tensor<f32>) -> tensor<f32> {",
                "    %f32 = stablehlo.add %arg0, %arg1 : tensor<f32>", "    %0 = stablehlo.negate %f32 : tensor<f32>",
                "    return %0 : tensor<f32>", "  }", "}"],
               hlo=["HloModule jit_f", "ENTRY main {", "  x = f32[] parameter(0)", "  Arg_1 = f32[] parameter(1)",
                    "  %f32 = f32[] add(x, Arg_1)", "  ROOT v0 = f32[] negate(%f32)", "}"],
               args=[f32(1.0), f32(2.0)], expect=f32(-3.0))
    yield case("import-functions.several-results", "several results are a tuple", "import-results",
               function(["%r:2 = stablehlo.optimization_barrier %x, %x : tensor<f32>, tensor<f32>"], x, [f32(0.0)] * 2),
               args=[f32(3.0)], expect=[f32(3.0), f32(3.0)])
    yield case("import-functions.no-results", "a function without results returns the empty tuple", "import-results",
               ["func.func @main(%x: tensor<f32>) {", "  return", "}"], args=[f32(3.0)], expect=[])
    yield case("import-functions.comments", "comments and blank lines", "mlir-tokens",
               ["// a comment", "", "func.func @main(%x: tensor<f32>) -> tensor<f32> {  // another", "  return %x : tensor<f32>", "}"],
               args=[f32(3.0)], expect=f32(3.0))
    yield case("import-functions.mhlo", "`mhlo.` stands for `stablehlo.`", "op-forms",
               function(["%r = mhlo.negate %x : tensor<f32>"], x, f32(0.0)), args=[f32(3.0)], expect=f32(-3.0))


def scans():
    """`chlo.scan`: running sums of [1, 2, 4]; a single result is an array in HLO, not a tuple."""
    anchor = "chlo"
    x, zero = f32([1.0, 2.0, 4.0]), f32(0.0)

    def scan(identity, why, args, segments, results, body, flags=""):
        names = "%r" if not isinstance(results, list) else f"%r:{len(results)}"
        made = types(results if isinstance(results, list) else [results])
        made_segments = "operandSegmentSizes = array<i32: {}, {}>, resultSegmentSizes = array<i32: {}, {}>".format(*segments)
        lines = [f'{names} = "chlo.scan"({", ".join("%" + a for a in args)}) <{{dimension = 0 : i64, {flags}{made_segments}}}> ({{', *body,
                 f"}}) : ({types(args.values())}) -> ({made})"]
        return case(f"import-regions.scan-{identity}", why, anchor, function(lines, args, results), args=list(args.values()), expect=results)

    both = ["^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %s = stablehlo.add %a, %b : tensor<f32>",
            "  stablehlo.return %s, %s : tensor<f32>, tensor<f32>"]
    yield scan("sums", "the outputs come before the carries", {"x": x, "c": zero}, (1, 1, 1, 1), [f32([1.0, 3.0, 7.0]), f32(7.0)], both)
    yield scan("reverse", "`is_reverse` starts at the end", {"x": x, "c": zero}, (1, 1, 1, 1), [f32([7.0, 6.0, 4.0]), f32(7.0)], both,
               "is_reverse = true, ")
    yield scan("no-carry", "one output and no carry", {"x": x}, (1, 0, 1, 0), f32([1.0, 4.0, 16.0]),
               ["^bb0(%a: tensor<f32>):", "  %s = stablehlo.multiply %a, %a : tensor<f32>", "  stablehlo.return %s : tensor<f32>"])
    yield scan("carry-alone", "one carry and no output", {"x": x, "c": zero}, (1, 1, 0, 1), f32(7.0), adder())


def tensor_types():
    """Every element type passes through."""
    for name, values in (("pred", [True, False]), ("s2", [-2, 1]), ("s4", [-8, 7]), ("s8", [-128, 127]), ("s16", [-5, 5]),
                         ("s32", [-5, 5]), ("s64", [-5, 5]), ("u2", [0, 3]), ("u4", [0, 15]), ("u8", [0, 255]), ("u16", [1, 2]),
                         ("u32", [1, 2]), ("u64", [1, 2]), ("f16", [0.5, -2.0]), ("bf16", [0.5, -2.0]), ("f32", [0.5, -2.0]),
                         ("f64", [0.5, -2.0]), ("c64", [1 + 2j, 0j]), ("c128", [1 + 2j, 0j])):
        value = Value(name, values)
        yield case(f"import-types.{name}", f"`{value.mlir}` is {name}[2]", "types",
                   function(["%r = stablehlo.reverse %x, dims = [0] : " + value.mlir], {"x": value}, value), args=[value],
                   expect=Value(name, values[::-1]))
    for mlir in ("f8E5M2", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ", "f8E3M4", "f8E8M0FNU", "f4E2M1FN"):
        value = Value(mlir.lower(), [1.0, 2.0])
        text = [line.replace(value.name, mlir) for line in
                function(["%r = stablehlo.reverse %x, dims = [0] : " + value.mlir], {"x": value}, value)]
        yield case(f"import-types.{value.name}", f"`{mlir}` is {value.name}", "types", text, args=[value],
                   expect=Value(value.name, [2.0, 1.0]))


def collectives():
    anchor, groups = "imported-collectives", "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
    two = {"replicas": 2, "partitions": 1}
    a, b = f32([1.0, 2.0]), f32([10.0, 20.0])

    def across(identity, why, lines, result, values, source_args=None):
        text = ["module attributes {mhlo.num_replicas = 2 : i32} {",
                *("  " + line for line in function(lines, {"x": a}, result)), "}"]
        return case(f"import-collectives.{identity}", why, anchor, text, topology=two, requires=["replicas"],
                    args={"0,0": [a.literal], "1,0": [b.literal]},
                    expect={"0,0": values[0].literal, "1,0": values[1].literal})

    yield across("all-reduce", "values of the group are added", [f'%r = "stablehlo.all_reduce"(%x) <{{{groups}}}> ({{', *adder(),
                 "}) : (tensor<2xf32>) -> tensor<2xf32>"], a, [f32([11.0, 22.0])] * 2)
    yield across("all-gather", "values of the group stand one after the other",
                 [f'%r = "stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, {groups}}}> : (tensor<2xf32>) -> tensor<4xf32>'],
                 f32([0.0] * 4), [f32([1.0, 2.0, 10.0, 20.0])] * 2)
    yield across("reduce-scatter", "each device keeps its part of the sum",
                 [f'%r = "stablehlo.reduce_scatter"(%x) <{{scatter_dimension = 0 : i64, {groups}}}> ({{', *adder(),
                  "}) : (tensor<2xf32>) -> tensor<1xf32>"], f32([0.0]), [f32([11.0]), f32([22.0])])
    yield across("all-to-all", "parts are exchanged",
                 [f'%r = "stablehlo.all_to_all"(%x) <{{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {groups}}}> : (tensor<2xf32>) -> tensor<2xf32>'],
                 a, [f32([1.0, 10.0]), f32([2.0, 20.0])])
    yield across("collective-permute", "a device without a source gets zeros",
                 ['%r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>'],
                 a, [f32([0.0, 0.0]), a])
    yield across("collective-broadcast", "the first device of the group gives its value",
                 [f'%r = "stablehlo.collective_broadcast"(%x) <{{{groups}}}> : (tensor<2xf32>) -> tensor<2xf32>'], a, [a, a])
    yield across("mesh-axes", "replica groups as axes of a mesh",
                 ['%r = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = '
                  '[#stablehlo.mesh_axis<name = "d", size = 2>]>, axes = [#stablehlo.axis_ref<name = "d">]>}> ({', *adder(),
                  "}) : (tensor<2xf32>) -> tensor<2xf32>"], a, [f32([11.0, 22.0])] * 2)
    number = Value("u32", 0)
    yield across("replica-id", "the number of the replica", ["%r = stablehlo.replica_id : tensor<ui32>"], number,
                 [number, Value("u32", 1)])
    yield across("partition-id", "the number of the partition", ["%r = stablehlo.partition_id : tensor<ui32>"], number,
                 [number, number])


def calls():
    anchor, x = "custom-calls", {"x": f32([1.0, -2.0])}
    for target in ("Sharding", "annotate_device_placement", "LayoutConstraint", "MoveToHost", "MoveToDevice"):
        yield case(f"import-calls.{target.lower().replace('_', '-')}", f"`{target}` keeps the value", anchor,
                   function([f"%r = stablehlo.custom_call @{target}(%x) : (tensor<2xf32>) -> tensor<2xf32>"], x, x["x"]),
                   args=[x["x"]], expect=x["x"])
    yield case("import-calls.allocate-buffer", "`AllocateBuffer` is zeros", anchor,
               function(["%r = stablehlo.custom_call @AllocateBuffer() : () -> tensor<2xf32>"], {}, x["x"]), expect=f32([0.0, 0.0]))
    yield case("import-calls.erf", "`mhlo.erf` is the opcode", anchor,
               function(["%r = stablehlo.custom_call @mhlo.erf(%x) : (tensor<2xf32>) -> tensor<2xf32>"], x, x["x"]),
               hlo=["HloModule main", "ENTRY main {", "  Arg_0 = f32[2]{0} parameter(0)", "  ROOT r = f32[2]{0} erf(Arg_0)", "}"])
    for limit, holds in (("tolerance=0.5", True), ("tolerance=0.25", False)):
        near = f32([1.5, -2.0])
        yield case(f"import-calls.{limit.replace('=', '-')}", "the limit of a comparison is in `backend_config`", anchor,
                   function([f'%r = stablehlo.custom_call @check.expect_almost_eq(%x, %y) {{backend_config = "{limit}"}} : '
                             f"({types([near] * 2)}) -> tensor<i1>"], {**x, "y": near}, Value("pred", True)),
                   args=[x["x"], near], expect=Value("pred", holds))
    # Known answers of Random123 for Threefry 2x32 with 20 rounds.
    words = [("zeros", [0, 0, 0, 0], [0x6B200159, 0x99BA4EFE]),
             ("pi", [0x13198A2E, 0x03707344, 0x243F6A88, 0x85A308D3], [0xC4923A9C, 0x483DF7A0])]
    for name, values, results in words:
        args = {f"k{i}": Value("u32", [v]) for i, v in enumerate(values)}
        made = [Value("u32", [v]) for v in results]
        yield case(f"import-calls.threefry-{name}", "a known answer of Random123", anchor,
                   function([f"%r:2 = stablehlo.custom_call @cu_threefry2x32(%k0, %k1, %k2, %k3) : ({types(args.values())}) -> ({types(made)})"],
                            args, made), args=list(args.values()), expect=made)
    yield case("import-calls.check-holds", "a check that holds gives no error", anchor,
               ["func.func @main(%x: tensor<2xf32>) {", "  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>", "  return", "}"],
               args=[f32([1.0, 2.0])], expect=[])
    yield case("import-calls.check-fails", "a check that does not hold fails the run", anchor,
               ["func.func @main(%x: tensor<2xf32>) {", "  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>", "  return", "}"],
               args=[f32([1.0, 3.0])], reject=("R08", 2, 3))
    yield case("import-calls.opaque", "a custom call without an implementation is kept", anchor,
               function(["%r = stablehlo.custom_call @f(%x) {backend_config = \"c\", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>"],
                        x, x["x"]), warning=("I16", 2, 8),
               hlo=["HloModule main", "ENTRY main {", "  Arg_0 = f32[2]{0} parameter(0)",
                    '  ROOT r = f32[2]{0} custom-call(Arg_0), custom_call_target="f", custom_call_has_side_effect=true, backend_config="c"', "}"])
    for name, why, attributes, wanted, aliases in (
            ("old-typed-config", "`mhlo.backend_config` is the configuration of a typed call",
             "{mhlo.backend_config = {uplo = 76 : ui8}}", "api_version=API_VERSION_TYPED_FFI, backend_config={uplo = 76 : ui8}", []),
            ("config-aliases", "aliases in a configuration are what they stand for, and keys are sorted",
             "{api_version = 4 : i32, backend_config = {n = [#b, 1 : i32, {k}], m = #a}}",
             "api_version=API_VERSION_TYPED_FFI, backend_config={m = 7 : i64, n = [[7 : i64, 7 : i64], 1 : i32, {k}]}",
             ["#a = 7 : i64", "#b = [#a, #a]"]),
            ("config-apostrophe", "apostrophes and comments in a dictionary are characters",
             "{api_version = 4 : i32, backend_config = {s = \"it's /* {\"}}",
             "api_version=API_VERSION_TYPED_FFI, backend_config={s = \"it's /* {\"}", [])):
        yield case(f"import-calls.{name}", why, anchor,
                   [*function([f"%r = stablehlo.custom_call @f(%x) {attributes} : (tensor<2xf32>) -> tensor<2xf32>"], x, x["x"]), *aliases],
                   warning=("I16", 2, 8),
                   hlo=["HloModule main", "ENTRY main {", "  Arg_0 = f32[2]{0} parameter(0)",
                        f'  ROOT r = f32[2]{{0}} custom-call(Arg_0), custom_call_target="f", {wanted}', "}"])
    yield from top_k_calls(anchor)


def top_k_call(x, size, dimension, direction, k, *, target="ApproxTopK", more="", extra="", extra_type="", body=None):
    """`ApproxTopK` as JAX lowers approx_min_k and approx_max_k: (values, iota, initial values)."""
    kept = [size if d == dimension else dims for d, dims in enumerate(x.values.shape)]
    values, places = tensor("f32", *kept), tensor("s32", *kept)
    whole, iota = x.mlir, tensor("s32", *x.values.shape)
    top = f", top_k = {k} : i64" if k is not None else ""
    config = f"{{aggregate_to_topk = {'false' if more else 'true'}, recall_target = 0.95 : f32, reduction_dim = {dimension} : i64{top}}}"
    compare = body or [f"%0 = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"]
    return ["module @jit_f {", f"  func.func public @main(%x: {whole}) -> ({values}, {places}) {{",
            *([f"    {extra}"] if extra else []),
            f"    %i = stablehlo.iota dim = {dimension} : {iota}",
            f"    %v = stablehlo.constant dense<{'0x7F800000' if direction == 'LT' else '0xFF800000'}> : tensor<f32>",
            "    %p = stablehlo.constant dense<-1> : tensor<i32>",
            f"    %r:2 = stablehlo.custom_call @{target}(%x, %i, %v, %p{', %k' if extra else ''}) "
            f"{{called_computations = [@compare], mhlo.backend_config = {config}}} : "
            f"({whole}, {iota}, tensor<f32>, tensor<i32>{extra_type}) -> ({values}, {places})",
            f"    return %r#0, %r#1 : {values}, {places}", "  }",
            "  func.func private @compare(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {",
            *("    " + line for line in compare), "    return %0 : tensor<i1>", "  }", "}"]


def top_k_calls(anchor):
    rows = f32([[5.0, 1.0, 4.0, 2.0, 8.0, 3.0, 7.0, 6.0], [1.0, 0.0, 1.0, 0.0, 2.0, 2.0, 0.0, 1.0]])
    square = f32([[1.0, 12.0, 3.0, 8.0], [5.0, 2.0, 11.0, 4.0], [9.0, 6.0, 7.0, 16.0], [13.0, 10.0, 15.0, 0.0]])

    def first(x, dimension, direction, k):
        sign = 1 if direction == "LT" else -1
        order = numpy.argsort(sign * x.values.astype(float), axis=dimension, kind="stable").take(range(k), axis=dimension)
        return [f32(numpy.take_along_axis(x.values, order, dimension).tolist()), s32(order.tolist())]

    for name, why, x, dimension, direction, k, line, more in (
            ("approx-min-k", "`ApproxTopK` with the comparator LT begins with the least element", rows, 1, "LT", 3, 6, {}),
            ("approx-max-k", "`ApproxTopK` with the comparator GT begins with the greatest element", rows, 1, "GT", 3, 6, {}),
            ("approx-max-k-columns", "`reduction_dim` is any dimension", square, 0, "GT", 4, 6, {}),
            ("approx-min-k-columns", "`reduction_dim` is any dimension", square, 0, "LT", 2, 6, {}),
            ("dynamic-approx-top-k", "k is the last operand", rows, 1, "LT", 2, 7,
             {"target": "stablehlo.dynamic_approx_top_k", "extra": "%k = stablehlo.constant dense<2> : tensor<ui64>",
              "extra_type": ", tensor<ui64>"})):
        yield case(f"import-calls.{name}", why, anchor,
                   top_k_call(x, k, dimension, direction, None if more else k, **more), args=[x],
                   expect=first(x, dimension, direction, k), warning=("I16", line, 12), oracle="numpy.argsort")
    # Another order than that of numbers: by absolute values.
    yield case("import-calls.approx-top-k-comparator", "`ApproxTopK` sorts by any comparator", anchor,
               top_k_call(rows, 2, 1, "GT", 2, body=[
                   "%c3 = stablehlo.constant dense<3.0> : tensor<f32>", "%1 = stablehlo.subtract %a, %c3 : tensor<f32>",
                   "%2 = stablehlo.abs %1 : tensor<f32>", "%3 = stablehlo.subtract %b, %c3 : tensor<f32>",
                   "%4 = stablehlo.abs %3 : tensor<f32>",
                   "%0 = stablehlo.compare LT, %2, %4 : (tensor<f32>, tensor<f32>) -> tensor<i1>"]),
               args=[rows], expect=[f32([[3.0, 4.0], [2.0, 2.0]]), s32([[5, 2], [4, 5]])], warning=("I16", 6, 12))
    yield case("import-calls.top-k-comparator", "`TopK` with a comparator sorts by it", anchor,
               ["module @jit_f {", "  func.func public @main(%x: tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {",
                "    %r:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@compare]} : "
                "(tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)",
                "    return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi32>", "  }",
                "  func.func private @compare(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {",
                "    %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                "    return %0 : tensor<i1>", "  }", "}"],
               args=[rows], expect=first(rows, 1, "LT", 3), oracle="numpy.argsort")
    yield case("import-calls.approx-top-k-candidates", "more results than k stay an opaque call", anchor,
               top_k_call(rows, 5, 1, "GT", 3, more="candidates"), warning=("I16", 6, 12),
               hlo=["HloModule jit_f", "", "compare {", "  Arg_0 = f32[] parameter(0)", "  Arg_1 = f32[] parameter(1)",
                    "  Arg_2 = s32[] parameter(2)", "  Arg_3 = s32[] parameter(3)",
                    "  ROOT v0 = pred[] compare(Arg_0, Arg_1), direction=GT", "}", "", "ENTRY main {",
                    "  Arg_0 = f32[2,8]{1,0} parameter(0)", "  i = s32[2,8]{1,0} iota(), iota_dimension=1",
                    "  v = f32[] constant(-inf)", "  p = s32[] constant(-1)",
                    "  r = (f32[2,5]{1,0}, s32[2,5]{1,0}) custom-call(Arg_0, i, v, p), custom_call_target=\"ApproxTopK\", "
                    "called_computations={compare}, api_version=API_VERSION_TYPED_FFI, backend_config={aggregate_to_topk = false, "
                    "recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 3 : i64}",
                    "  r.0 = f32[2,5]{1,0} get-tuple-element(r), index=0", "  r.1 = s32[2,5]{1,0} get-tuple-element(r), index=1",
                    "  ROOT results = (f32[2,5]{1,0}, s32[2,5]{1,0}) tuple(r.0, r.1)", "}"])


def annotations():
    def module(attributes, argument, result="tensor<2x3xf32>"):
        head = f"module @m attributes {{{attributes}}} {{" if attributes else "module @m {"
        return [head, f"  func.func @main(%x: tensor<2x3xf32>{argument}) -> {result} {{", "    return %x : tensor<2x3xf32>", "  }", "}"]

    def text(attributes, suffix=""):
        return [f"HloModule m{attributes}", "ENTRY main {", f"  ROOT Arg_0 = f32[2,3]{{1,0}} parameter(0){suffix}", "}"]

    rows = {
        "partitions": ("mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 3 : i32", "", ", replica_count=3, num_partitions=2", ""),
        "sharding": ("", ' {mhlo.sharding = "{devices=[2,1]<=[2]}"}', "", ", sharding={devices=[2,1]<=[2]}"),
        "donor": ("", " {jax.buffer_donor = true}", ", buffer_donor={ (0, {}) }", ""),
        "alias": ("", " {tf.aliasing_output = 0 : i32}", ", input_output_alias={ {}: (0, {}, may-alias) }", ""),
        "layout": ("", ' {mhlo.layout_mode = "{0,1}"}', ", entry_computation_layout={(f32[2,3]{0,1})->f32[2,3]{1,0}}", ""),
        "frontend": ('mhlo.frontend_attributes = {k = "v"}', "", ', frontend_attributes={k="v"}', ""),
    }
    for name, (attributes, argument, wanted, suffix) in rows.items():
        yield case(f"import-annotations.{name}", "an attribute of the table", "import-attributes", module(attributes, argument),
                   hlo=text(wanted, suffix))
    mesh = ["module @m {", '  sdy.mesh @mesh = <["x"=2, "y"=4]>']
    for name, dims, wanted in (("one-axis", '[{"y"}, {}]', "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"),
                               ("both", '[{"x"}, {"y"}]', "{devices=[2,4]<=[8]}"), ("none", "[{}, {}]", "{replicated}")):
        yield case(f"import-annotations.shardy-{name}", "a sharding of Shardy", "shardy",
                   [*mesh, f"  func.func @main(%x: tensor<8x8xf32> {{sdy.sharding = #sdy.sharding<@mesh, {dims}>}}) -> tensor<8x8xf32> {{",
                    "    return %x : tensor<8x8xf32>", "  }", "}"],
                   hlo=["HloModule m", "ENTRY main {", f"  ROOT Arg_0 = f32[8,8]{{1,0}} parameter(0), sharding={wanted}", "}"])
    aliases = ['#a = loc("a")', '#b = loc("b")', "#c = loc(fused[#a, #b])"]
    for name, location, wanted in (
            ("file", 'loc("f.py":3:9)', 'source_file="f.py" source_line=3'), ("name", 'loc("jit(f)/sin")', 'op_name="jit(f)/sin"'),
            ("type", 'loc("Conv2D:")', 'op_type="Conv2D"'), ("callsite", 'loc(callsite("a" at "b"))', 'op_name="a"'),
            ("fused", 'loc(fused["a", "b"])', 'op_name="a;b"'),
            ("callsite-file", 'loc(callsite("f.py":3:9 to 4:2 at "g.py":5:1))',
             'source_file="f.py" source_line=3 source_end_line=4 source_column=9 source_end_column=2'),
            ("callsite-alias", "loc(callsite(#a at #b))", 'op_name="a"'),
            ("fused-callsite", 'loc(fused[callsite("a" at "b"), "c"])', 'op_name="a;c"'),
            ("fused-repeated", 'loc(fused[#a, fused["b", #a], #c, "b"])', 'op_name="a;b"')):
        yield case(f"import-annotations.location-{name}", "a location is metadata", "import-attributes",
                   [*function([f"%r = stablehlo.negate %x : tensor<f32> {location}"], {"x": f32(0.0)}, f32(0.0)), *aliases],
                   hlo=["HloModule main", "ENTRY main {", "  Arg_0 = f32[] parameter(0)",
                        f"  ROOT r = f32[] negate(Arg_0), metadata={{{wanted}}}", "}"])


def pattern(*dims):
    return f32((((numpy.arange(math.prod(dims)) % 7) - 3) / 4).tolist(), dims)


def examples():
    """Programs as JAX prints them (core/import/testdata)."""
    def source(name):
        return (ROOT / "core/import/testdata" / f"{name}.mlir").read_text().splitlines()

    def example(name, why, args, expect, **more):
        return case(f"import-examples.{name.replace('_', '-')}", why, "imported-ops", source(name), args=args, expect=expect, **more)

    x = pattern(3, 5)
    powers = numpy.exp(x.values.astype(float) - x.values.astype(float).max(1, keepdims=True))
    yield example("e02_softmax", "a softmax", [x], f32((powers / powers.sum(1, keepdims=True)).tolist()),
                  tol={"class": "close", "ulp": 4}, oracle="numpy in f64")
    yield example("e04_scan", "a scan that carries and stacks", [f32([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])],
                  [f32(21.0), f32([1.0, 9.0, 36.0, 100.0, 225.0, 441.0])])
    yield example("e05_cumsum", "a window that looks back", [counting("f32", 8)], f32([1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0]))
    yield example("e06_argmax", "the first NaN is the greatest", [f32([1.0, 3.0, NAN, 7.0, 2.0, NAN, 0.0])], s32(2))
    yield example("e08_take", "negative indices wrap", [counting("f32", 10, 4), s32([0, -1, 3, 9, -10])],
                  f32([[4.0 * row + column + 1 for column in range(4)] for row in (0, 9, 3, 9, 0)]))
    yield example("e09_scatter_add", "updates of one element are added",
                  [f32([0.0] * 9 + [1.0]), s32([[1], [3], [1]]), f32([1.0, 2.0, 4.0])],
                  f32([0.0, 5.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]))
    yield example("e10_argsort", "a stable sort of two operands", [s32([3, 1, 2, 1, 0, 5])], s32([4, 1, 3, 2, 0, 5]))
    shards = [f32([[float(device), 0.5]] * 2) for device in (1, 2, 3, 4)]
    yield example("e11_shard_map", "a sum over a mesh", {f"0,{i}": [s.literal] for i, s in enumerate(shards)},
                  {"all": f32([[10.0, 2.0]] * 2).literal}, topology={"replicas": 1, "partitions": 4}, requires=["partitions"],
                  warning=("W03",))


def varint(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


PAIR = field(2, 11) + field(3, 2)  # ShapeProto of f32[2]


def instruction(name, opcode, number, *rest):
    return field(2, field(1, name) + field(2, opcode) + field(3, PAIR) + field(35, number) + b"".join(rest))


def module(*instructions, root):
    computation = field(1, "main") + b"".join(instructions) + field(5, 7) + field(6, root)
    return field(1, "m") + field(2, "main") + field(3, computation) + field(6, 7)


PARAMETER = instruction("x", "parameter", 1, field(9, 0))
NEGATION = module(PARAMETER, instruction("y", "negate", 2, field(36, 1)), root=2)


def protos():
    text = ["HloModule m", "ENTRY main {", "  x = f32[2]{0} parameter(0)", "  ROOT y = f32[2]{0} negate(x)", "}"]
    snapshot = field(1, field(1, NEGATION)) + field(2, field(1, PAIR) + field(8, struct.pack("<2f", 1, 2)))
    for name, file in (("module", NEGATION), ("hlo-proto", field(1, NEGATION)), ("snapshot", snapshot)):
        yield case(f"import-protos.{name}", "the message is recognized by its fields", "protobufs", file, hlo=text,
                   args=[f32([1.0, -2.0])], expect=f32([-1.0, 2.0]))
    raw = len(PAIR).to_bytes(8, "little") + PAIR + struct.pack("<2f", 1, 2)
    message = field(1, NEGATION) + field(2, field(2, field(2, len(raw))))
    yield case("import-protos.raw-arguments", "arguments behind the message are not needed to read it", "proto-modules",
               varint(len(message)) + message + raw, hlo=text, args=[f32([1.0, -2.0])], expect=f32([-1.0, 2.0]))
    literal = field(1, PAIR) + field(8, struct.pack("<2f", 0.5, -3))
    yield case("import-protos.literal", "the elements of a literal", "proto-values",
               module(instruction("c", "constant", 1, field(8, literal)), root=1), expect=f32([0.5, -3.0]))
    yield case("import-protos.order", "operands stand before their users", "proto-modules",
               module(instruction("y", "negate", 2, field(36, 1)), PARAMETER, root=2), hlo=text)
    yield case("import-protos.truncated", "a field must be inside its message", "import-diagnostics", NEGATION[:-9], reject=("I14",))
    yield case("import-protos.no-computation", "a module must have computations", "import-diagnostics",
               field(1, field(1, "m") + field(3, b"\x0a")), reject=("I14",))
    yield case("import-protos.unknown-operand", "ids must name instructions of the file", "import-diagnostics",
               module(PARAMETER, instruction("y", "negate", 2, field(36, 5)), root=2), reject=("I14",))
    yield case("import-protos.unknown-opcode", "an opcode must be one of HLO text", "import-diagnostics",
               module(PARAMETER, instruction("y", "new-op", 2, field(36, 1)), root=2), reject=("I15",))


if __name__ == "__main__":
    for topic, cases in (("regions", regions), ("functions", functions), ("types", tensor_types), ("collectives", collectives),
                         ("calls", calls), ("annotations", annotations), ("examples", examples), ("protos", protos)):
        write(f"import-{topic}", list(cases()), NAME)
