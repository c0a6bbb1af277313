#!/usr/bin/python3
"""What JAX and XLA write since 2026: replica groups as axes of a mesh, `order` of comparisons, dots of two floating-point types, and calls of
library functions. Values by hand; the forms are those of JAX 0.11.2."""
import math
import re

from formats import literal
from import_cases import case as import_case
from import_cases import f32
from imports_programs import PARAMETER, field, instruction, module
from through_numpy import numpy_case
from printing import case as print_case
from printing import entry
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/current_dumps.py"
NAN = math.nan
LESS = ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] add(a, b)", "}"]


def compare_cases():
    a, b = [-0.0, 0.0, 1.0, NAN, 2.0], [0.0, -0.0, NAN, NAN, 1.0]
    rows = [  # topic, why, type, attributes, result
        ("order-total-lt", "-0 is below 0, and a NaN above all numbers", "f32", "direction=LT, order=TOTAL", [1, 0, 1, 0, 0]),
        ("order-total-eq", "a NaN equals itself, -0 does not equal 0", "f32", "direction=EQ, order=TOTAL", [0, 0, 0, 1, 0]),
        ("order-total-ge", "the opposite of LT", "f32", "direction=GE, order=TOTAL", [0, 1, 0, 1, 1]),
        ("order-partial-lt", "comparisons with NaN are false", "f32", "direction=LT, order=PARTIAL", [0, 0, 0, 0, 0]),
        ("order-partial-ne", "NaN is unequal to all", "f32", "direction=NE, order=PARTIAL", [0, 0, 1, 1, 1]),
        ("order-total-lt", "half precision", "bf16", "direction=LT, order=TOTAL", [1, 0, 1, 0, 0]),
        ("order-total-lt", "half precision", "f16", "direction=LT, order=TOTAL", [1, 0, 1, 0, 0]),
        ("order-total-lt", "double precision", "f64", "direction=LT, order=TOTAL", [1, 0, 1, 0, 0]),
    ]
    for topic, why, name, attributes, result in rows:
        yield "compare", run_case(f"compare.{name}.{topic}", why, "Compare",
                                  [f"a = {name}[5] parameter(0)", f"b = {name}[5] parameter(1)", f"ROOT r = pred[5] compare(a, b), {attributes}"],
                                  [literal(name, a), literal(name, b)], literal("pred", list(map(bool, result))), requires=[name, "pred"])
    for name, low, high in (("s32", -1, 1), ("u32", 1, 2**31 + 1), ("pred", False, True)):
        yield "compare", run_case(f"compare.{name}.order-total", "the order of integers is total", "Compare",
                                  [f"a = {name}[3] parameter(0)", f"b = {name}[3] parameter(1)", "ROOT r = pred[3] compare(a, b), direction=LT, order=TOTAL"],
                                  [literal(name, [low, high, low]), literal(name, [high, low, low])], literal("pred", [True, False, False]), requires=sorted({name, "pred"}))
    yield "compare", reject_case("compare.f32.rejects-order", "an order is partial or total", "Compare",
                                 ["a = f32[2] parameter(0)", "ROOT r = pred[2] compare(a, a), direction=LT, order=LEXICAL"], "P11", at="LEXICAL", requires=["f32", "pred"])
    yield "compare", reject_case("compare.f32.rejects-type-and-order", "`order` has replaced `type`, which is not written beside it", "Compare",
                                 ["a = f32[2] parameter(0)", "ROOT r = pred[2] compare(a, a), direction=LT, type=FLOAT, order=TOTAL"], "compare.C7", at="order=",
                                 requires=["f32", "pred"])


def devices(values, parts):
    """One literal for each device."""
    return {f"{d},0": parts(value) for d, value in enumerate(values)}


def reduced(identity, why, groups, sums, count=8):
    made = run_case(f"all-reduce.f32.{identity}", why, "4.3", None, devices([2.0**d for d in range(count)], lambda value: [literal("f32", [value])]),
                    devices(sums, lambda value: literal("f32", [float(value)])), doc="collectives", requires=["f32", "replicas"],
                    whole=[f"HloModule m, replica_count={count}", *LESS, "ENTRY e {", "  x = f32[1] parameter(0)",
                           f"  ROOT r = f32[1] all-reduce(x), replica_groups={groups}, to_apply=f", "}"])
    return "all-reduce", {**made, "topology": {"replicas": count, "partitions": 1}}


def mesh_cases():
    yield reduced("mesh-last-axis", "devices that differ in y alone", "mesh['x'=2,'y'=4] {'y'}", [15] * 4 + [240] * 4)
    yield reduced("mesh-first-axis", "devices that differ in x alone", "mesh['x'=2,'y'=4] {'x'}", [17, 34, 68, 136] * 2)
    yield reduced("mesh-all-axes", "one group", "mesh['x'=2,'y'=4] {'x','y'}", [255] * 8)
    yield reduced("mesh-no-axis", "each device alone", "mesh['x'=2,'y'=4] {}", [2**d for d in range(8)])
    yield reduced("mesh-major-part", "the outer half of an axis", "mesh['x'=2,'y'=4] {'y':(1)2}", [5, 10, 5, 10, 80, 160, 80, 160])
    yield reduced("mesh-minor-part", "the inner half of an axis", "mesh['x'=2,'y'=4] {'y':(2)2}", [3, 3, 12, 12, 48, 48, 192, 192])
    yield reduced("mesh-plain-names", "names without quotes, as in older texts", "mesh[x=2,y=4] {y}", [15] * 4 + [240] * 4)
    yield reduced("mesh-device-ids", "the devices of the mesh in another order", "mesh['x'=2,'y'=2], device_ids=(3,1,2,0) {'y'}", [5, 10, 5, 10], 4)
    yield reduced("mesh-device-iota", "the devices of the mesh as a transposed iota: 0, 2, 1, 3", "mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}", [5, 10, 5, 10], 4)
    yield reduced("mesh-device-iota-rows", "0, 4, 1, 5, ... in rows of two", "mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) {'y'}", [17, 34, 68, 136] * 2)
    yield reduced("mesh-device-iota-plain", "an iota of one dimension", "mesh['x'=2,'y'=2], device_ids=([4]) {'x'}", [5, 10, 5, 10], 4)
    gathered = [[float(d) for d in (0, 4, 1, 5, 2, 6, 3, 7)]] * 8
    made = run_case("all-gather.f32.mesh-order", "the last axis listed is the innermost", "4.1", None, devices(range(8), lambda value: [literal("f32", [float(value)])]),
                    devices(gathered, lambda value: literal("f32", value)), doc="collectives", requires=["f32", "replicas"],
                    whole=["HloModule m, replica_count=8", "ENTRY e {", "  x = f32[1] parameter(0)",
                           "  ROOT r = f32[8] all-gather(x), replica_groups=mesh['x'=2,'y'=4] {'y','x'}, dimensions={0}", "}"])
    yield "all-gather", {**made, "topology": {"replicas": 8, "partitions": 1}}
    for identity, why, groups, code, at in (
            ("unknown", "the mesh has no such axis", "mesh['x'=2,'y'=4] {'z'}", "V04", "replica_groups"),
            ("twice", "an axis is listed once", "mesh['x'=2,'y'=4] {'x','x'}", "V04", "replica_groups"),
            ("part", "a part divides its axis", "mesh['x'=2,'y'=4] {'y':(1)3}", "V04", "replica_groups"),
            ("devices", "there is a device for each place", "mesh['x'=2,'y'=2], device_ids=(0,1,2) {'x'}", "V04", "replica_groups"),
            ("iota-size", "there is a device for each place", "mesh['x'=2,'y'=2], device_ids=([2,3]T(1,0)) {'x'}", "V04", "replica_groups"),
            ("iota-untransposed", "an iota of two dimensions is transposed", "mesh['x'=2,'y'=2], device_ids=([2,2]) {'x'}", "V04", "replica_groups"),
            ("iota-dimension", "the transpose lists each dimension once", "mesh['x'=2,'y'=2], device_ids=([2,2]T(1,1)) {'x'}", "V04", "replica_groups"),
            ("iota-open", "a parenthesis ends the devices", "mesh['x'=2,'y'=2], device_ids=([4] {'x'}", "P01", "{'x'}"),
            ("size", "an axis has a size", "mesh['x'=0] {'x'}", "V04", "replica_groups"),
            ("huge", "a mesh has at most 2^20 devices", "mesh['x'=1048577] {'x'}", "V04", "replica_groups"),
            ("axes-65", "a mesh has at most 64 axes", "mesh[" + ",".join(f"'a{i}'=1" for i in range(65)) + "] {'a0'}", "V04", "replica_groups"),
            ("negative-part", "a part has a positive size", "mesh['x'=2,'y'=4] {'y':(1)-2}", "V04", "replica_groups"),
            ("empty-part", "a part has a size", "mesh['x'=2,'y'=4] {'y':(1)0}", "V04", "replica_groups"),
            ("nameless", "an axis has a name", "mesh[=2] {}", "P01", "=2]"),
            ("sizeless", "an axis has a size", "mesh['x'] {}", "P01", "] {}"),
            ("axes", "the axes are in braces", "mesh['x'=2] 'x'", "P12", "'x'\x00")):
        line = f"ROOT r = f32[2] all-gather(x), dimensions={{0}}, replica_groups={groups}"
        yield "all-gather", reject_case(f"all-gather.f32.rejects-mesh-{identity}", why, "9.1", ["x = f32[1] parameter(0)", line], code,
                                        at=None if "\x00" in at else at, requires=["f32"], doc="collectives")


def dot_cases():
    rows = [  # topic, types, values, result
        ("of-f8e4m3fn-and-f8e5m2", "f8e4m3fn", "f8e5m2", "f32", [1.5, 2.0, 0.25, -3.0], [4.0, 0.5, 1.0, -2.0], [8.0, -3.25, -2.0, 6.125]),
        ("of-bf16-and-f32", "bf16", "f32", "f32", [1.5, 2.0, 0.25, -3.0], [4.0, 0.5, 1.0, -2.0], [8.0, -3.25, -2.0, 6.125]),
        ("of-f32-and-f16", "f32", "f16", "f32", [1.5, 2.0, 0.25, -3.0], [4.0, 0.5, 1.0, -2.0], [8.0, -3.25, -2.0, 6.125]),
        ("of-f16-and-f64", "f16", "f64", "f64", [1.5, 2.0, 0.25, -3.0], [4.0, 0.5, 1.0, -2.0], [8.0, -3.25, -2.0, 6.125]),
    ]
    for topic, left, right, result, a, b, c in rows:
        yield "dot", run_case(f"dot.{result}.{topic}", "each operand is converted to the type of the result", "Dot",
                              [f"a = {left}[2,2] parameter(0)", f"b = {right}[2,2] parameter(1)",
                               f"ROOT r = {result}[2,2] dot(a, b), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}"],
                              [literal(left, a, (2, 2)), literal(right, b, (2, 2))], literal(result, c, (2, 2)), requires=sorted({left, right, result}))
    for left, right in (("f8e4m3fn", "f8e5m2"), ("bf16", "f32")):
        a = literal(left, [(i * 7 % 13 - 6) / 2 for i in range(17 * 33)], (17, 33))
        b = literal(right, [(i * 5 % 11 - 5) / 2 for i in range(33 * 19)], (33, 19))
        yield "dot", numpy_case(f"dot.f32.many-of-{left}-and-{right}", "enough for the fast way; all sums are exact", "Dot",
                                [f"a = {left}[17,33] parameter(0)", f"b = {right}[33,19] parameter(1)",
                                 "ROOT r = f32[17,19] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"], [a, b], requires=sorted({left, right, "f32"}))


def by_columns(shapes):
    """Matrices of LAPACK and cuSOLVER are column-major: JAX writes such layouts."""
    def layout(match):
        rank = match[2].count(",") + 1
        order = [rank - 2, rank - 1, *range(rank - 3, -1, -1)] if rank > 1 else [0]
        return match[0] + "{" + ",".join(map(str, order)) + "}"
    return re.sub(r"\b(f32|f64|c64|c128)\[(\d+(?:,\d+)*)\]", layout, shapes)


def call(identity, why, target, parameters, result, args, expect, config="", name="f32", further="", **more):
    if target.startswith(("lapack_", "cusolver_")):
        parameters, result = [by_columns(shape) for shape in parameters], by_columns(result)
        config = config or "{}"
        config += f", operand_layout_constraints={{{', '.join(parameters)}}}"
    lines = [f"p{i} = {shape} parameter({i})" for i, shape in enumerate(parameters)]
    operands = ", ".join(f"p{i}" for i in range(len(parameters)))
    config = f", backend_config={config}" if config else ""
    lines.append(f'ROOT r = {result} custom-call({operands}), custom_call_target="{target}", api_version=API_VERSION_TYPED_FFI{config}{further}')
    return "custom-call", run_case(f"custom-call.{name}.{identity}", why, "custom-calls", lines, args, expect, level="extended", requires=[name, *more.pop("also", ())],
                                   doc="imports", **more)


def parts(*literals):
    return {"tuple": list(literals)}


def library_cases():
    x = literal("f32", [1.0, -0.0, NAN, 4.0])
    for target in ("Sharding", "LayoutConstraint", "annotate_device_placement", "MoveToHost", "MoveToDevice", "SPMDFullToShardShape", "SPMDShardToFullShape",
                   "xla.sdy.FuncResultSharding"):
        sharding = ', frontend_attributes={xla.sdy.sharding="#sdy.sharding_per_value<[<@mesh, [{}]>]>"}' if "FuncResult" in target else ""
        yield call(f"annotation-{target.lower().replace('.', '-').replace('_', '-')}", "an annotation gives its operand", target, ["f32[4]"], "f32[4]", [x], x,
                   further=sharding)
    yield call("top-k", "the largest of each line; of equal ones the first", "TopK", ["f32[2,4]"], "(f32[2,2], s32[2,2])",
               [literal("f32", [3.0, 1.0, 2.0, 3.0, -1.0, -4.0, -2.0, -3.0], (2, 4))],
               parts(literal("f32", [3.0, 3.0, -1.0, -2.0], (2, 2)), literal("s32", [0, 3, 0, 2], (2, 2))), also=["s32"])
    square = [literal("f32", [4.0, 2.0, 2.0, 5.0], (2, 2))]
    info, matrix = literal("s32", [0], ()), "(f32[2,2], s32[])"
    yield call("cholesky-lower", "the upper triangle stays", "lapack_spotrf_ffi", ["f32[2,2]"], matrix, square,
               parts(literal("f32", [2.0, 2.0, 1.0, 2.0], (2, 2)), info), "{uplo = 76 : ui8}", also=["s32"])
    yield call("cholesky-upper", "the lower triangle stays", "lapack_spotrf_ffi", ["f32[2,2]"], matrix, square,
               parts(literal("f32", [2.0, 1.0, 2.0, 2.0], (2, 2)), info), "{uplo = 85 : ui8}", also=["s32"])
    yield call("cholesky-other-keys", "a key that contains another one is not that one", "lapack_spotrf_ffi", ["f32[2,2]"], matrix, square,
               parts(literal("f32", [2.0, 2.0, 1.0, 2.0], (2, 2)), info), "{no_uplo = 85 : ui8, uplo = 76 : ui8}", also=["s32"])
    yield call("cholesky-empty", "matrices without elements have the code 0", "lapack_spotrf_ffi", ["f32[3,0,0]"], "(f32[3,0,0], s32[3])",
               [literal("f32", [], (3, 0, 0))], parts(literal("f32", [], (3, 0, 0)), literal("s32", [0, 0, 0])), "{uplo = 76 : ui8}", also=["s32"])
    yield call("cholesky-cusolver", "the same of cuSOLVER", "cusolver_potrf_ffi", ["f32[2,2]"], matrix, square,
               parts(literal("f32", [2.0, 2.0, 1.0, 2.0], (2, 2)), info), "{lower = true}", also=["s32"])
    c64 = literal("c64", [4 + 0j, 2 - 2j, 2 + 2j, 6 + 0j], (2, 2))
    yield call("cholesky", "complex: U is the conjugate transpose of L", "lapack_cpotrf_ffi", ["c64[2,2]"], "(c64[2,2], s32[])", [c64],
               parts(literal("c64", [2 + 0j, 2 - 2j, 1 + 1j, 2 + 0j], (2, 2)), info), "{uplo = 76 : ui8}", name="c64", also=["s32"])
    lines = ["p0 = f32[2,2,2] parameter(0)", 'c = (f32[2,2,2], s32[2]) custom-call(p0), custom_call_target="lapack_spotrf_ffi", backend_config={uplo = 76 : ui8}',
             "ROOT r = s32[2] get-tuple-element(c), index=1"]
    yield "custom-call", run_case("custom-call.f32.cholesky-fails", "the number of the first minor that is not positive", "custom-calls", lines,
                                  [literal("f32", [1.0, 2.0, 2.0, 1.0, -1.0, 0.0, 0.0, 1.0], (2, 2, 2))], literal("s32", [2, 1]), level="extended", requires=["f32", "s32"],
                                  doc="imports")
    for target in ("lapack_dgetrf_ffi", "cusolver_getrf_ffi"):
        yield call(f"lu-{target[:target.index('_')]}", "the rows are exchanged; pivots count from 1", target, ["f64[2,2]"], "(f64[2,2], s32[2], s32[])",
                   [literal("f64", [1.0, 2.0, 4.0, 8.5], (2, 2))],
                   parts(literal("f64", [4.0, 8.5, 0.25, -0.125], (2, 2)), literal("s32", [2, 2]), info), "{}", name="f64", also=["s32"])
    yield call("lu-singular", "the first pivot that is 0", "lapack_sgetrf_ffi", ["f32[2,2]"], "(f32[2,2], s32[2], s32[])", [literal("f32", [0.0] * 4, (2, 2))],
               parts(literal("f32", [0.0] * 4, (2, 2)), literal("s32", [1, 2]), literal("s32", [1], ())), "{}", also=["s32"])
    yield call("lu-singular-column", "the second pivot is 0, the third is not", "lapack_dgetrf_ffi", ["f64[3,3]"], "(f64[3,3], s32[3], s32[])",
               [literal("f64", [4.0, 2.0, 6.0, 2.0, 1.0, 5.0, 4.0, 2.0, 8.0], (3, 3))],
               parts(literal("f64", [4.0, 2.0, 6.0, 0.5, 0.0, 2.0, 1.0, 0.0, 2.0], (3, 3)), literal("s32", [1, 2, 3]), literal("s32", [2], ())), "{}", name="f64", also=["s32"])
    yield call("lu-wide", "more columns than rows, in a batch", "lapack_sgetrf_ffi", ["f32[2,1,2]"], "(f32[2,1,2], s32[2,1], s32[2])",
               [literal("f32", [2.0, 3.0, 4.0, 5.0], (2, 1, 2))],
               parts(literal("f32", [2.0, 3.0, 4.0, 5.0], (2, 1, 2)), literal("s32", [1, 1], (2, 1)), literal("s32", [0, 0])), "{}", also=["s32"])
    yield call("lu-tall", "more rows than columns", "lapack_sgetrf_ffi", ["f32[3,1]"], "(f32[3,1], s32[1], s32[])", [literal("f32", [1.0, -4.0, 2.0], (3, 1))],
               parts(literal("f32", [-4.0, -0.25, -0.5], (3, 1)), literal("s32", [2]), info), "{}", also=["s32"])
    yield call("lu", "the pivot has the largest sum of both parts", "lapack_zgetrf_ffi", ["c128[2,1]"], "(c128[2,1], s32[1], s32[])",
               [literal("c128", [3 + 0j, 2 + 2j], (2, 1))], parts(literal("c128", [2 + 2j, 0.75 - 0.75j], (2, 1)), literal("s32", [2]), info), "{}", name="c128", also=["s32"])
    yield call("permutation-of-pivots", "pivots count from 0", "cu_lu_pivots_to_permutation", ["s32[3]"], "s32[4]", [literal("s32", [2, 2, 2])], literal("s32", [2, 0, 1, 3]),
               "{}", name="s32")
    b = literal("f32", [2.0, 4.0, 9.0, 10.0], (2, 2))
    letters = "{{diag = {} : ui8, side = {} : ui8, trans_x = {} : ui8, uplo = {} : ui8}}"
    for identity, why, a, config, result in (
            ("lower", "forward substitution", [2.0, 7.0, 1.0, 4.0], (78, 76, 78, 76), [1.0, 2.0, 2.0, 2.0]),
            ("upper", "backward substitution", [2.0, 1.0, 7.0, 5.0], (78, 76, 78, 85), [0.1, 1.0, 1.8, 2.0]),
            ("transposed", "the transposed matrix is upper", [2.0, 7.0, 4.0, 5.0], (78, 76, 84, 76), [-2.6, -2.0, 1.8, 2.0]),
            ("unit", "a diagonal of ones is not read", [7.0, 7.0, 2.0, 7.0], (85, 76, 78, 76), [2.0, 4.0, 5.0, 2.0]),
            ("right", "solves x a = b", [2.0, 7.0, 1.0, 4.0], (78, 82, 78, 76), [0.5, 1.0, 3.25, 2.5])):
        yield call(f"triangular-solve-{identity}", why, "lapack_strsm_ffi", ["f32[2,2]", "f32[2,2]"], "f32[2,2]", [literal("f32", a, (2, 2)), b],
                   literal("f32", result, (2, 2)), letters.format(*config), tol={"class": "close", "ulp": 8})
    config = '{"left_side":true,"lower":true,"transpose_a":"NO_TRANSPOSE","unit_diagonal":false}'
    lines = ["a = f32[2,2] parameter(0)", "b = f32[2,2] parameter(1)",
             f'c = (f32[2,2], s8[64]) custom-call(a, b), custom_call_target="__cublas$triangularSolve", backend_config={config}',
             "ROOT r = f32[2,2] get-tuple-element(c), index=0"]
    yield "custom-call", run_case("custom-call.f32.triangular-solve-cublas", "the second result is scratch memory", "custom-calls", lines,
                                  [literal("f32", [2.0, 7.0, 1.0, 4.0], (2, 2)), b], literal("f32", [1.0, 2.0, 2.0, 2.0], (2, 2)), level="extended", requires=["f32", "s8"],
                                  doc="imports")
    gemm = ('{"gemm_backend_config":{"alpha_real":1,"alpha_imag":0,"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["2"],'
            '"rhs_contracting_dimensions":["2"],"lhs_batch_dimensions":["0"],"rhs_batch_dimensions":["0"]},"epilogue":"DEFAULT"}}')
    product = ["a = f32[1,2,2] parameter(0)", "b = f32[1,2,2] parameter(1)",
               'c = (f32[1,2,2], s8[8]) custom-call(a, b), custom_call_target="TARGET", backend_config=' + gemm, "ROOT r = f32[1,2,2] get-tuple-element(c), index=0"]
    sides = [literal("f32", [1.0, 2.0, 3.0, 4.0], (1, 2, 2)), literal("f32", [1.0, 0.5, 2.0, -1.0], (1, 2, 2))]
    for topic, target in (("gemm", "__cublas$gemm"), ("lt-matmul", "__cublas$lt$matmul")):
        yield "custom-call", run_case(f"custom-call.f32.cublas-{topic}", "a dot of the dimensions in the configuration", "custom-calls",
                                      [line.replace("TARGET", target) for line in product], sides, literal("f32", [2.0, 0.0, 5.0, 2.0], (1, 2, 2)), level="extended",
                                      requires=["f32", "s8"], doc="imports")
    ones, batch = "1," * 10, ",".join(f'"{d}"' for d in range(10))
    config = ('{"gemm_backend_config":{"alpha_real":1,"alpha_imag":0,"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["11"],'
              f'"rhs_contracting_dimensions":["10"],"lhs_batch_dimensions":[{batch}],"rhs_batch_dimensions":[{batch}]}}}}}}')
    yield "custom-call", run_case("custom-call.f32.cublas-gemm-of-rank-12", "dimension numbers of two digits", "custom-calls",
                                  [f"a = f32[{ones}1,2] parameter(0)", f"b = f32[{ones}2,1] parameter(1)",
                                   f'c = (f32[{ones}1,1], s8[8]) custom-call(a, b), custom_call_target="__cublas$gemm", backend_config={config}',
                                   f"ROOT r = f32[{ones}1,1] get-tuple-element(c), index=0"],
                                  [literal("f32", [2.0, 3.0], (1,) * 11 + (2,)), literal("f32", [5.0, 7.0], (1,) * 10 + (2, 1))], literal("f32", [31.0], (1,) * 12),
                                  level="extended", requires=["f32", "s8"], doc="imports")
    yield "custom-call", run_case("custom-call.f32.cudnn-forward", "a convolution with the window of the call", "custom-calls",
                                  ["x = f32[1,1,4] parameter(0)", "k = f32[1,1,2] parameter(1)",
                                   'c = (f32[1,1,3], u8[0]) custom-call(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, custom_call_target="__cudnn$convForward", '
                                   'backend_config={"cudnn_conv_backend_config":{"activation_mode":"kNone","conv_result_scale":1,"side_input_scale":0}}',
                                   "ROOT r = f32[1,1,3] get-tuple-element(c), index=0"],
                                  [literal("f32", [1.0, 2.0, 3.0, 5.0], (1, 1, 4)), literal("f32", [1.0, -1.0], (1, 1, 2))], literal("f32", [-1.0, -1.0, -2.0], (1, 1, 3)),
                                  level="extended", requires=["f32", "u8"], doc="imports")
    column = [literal("f32", [3.0, 4.0], (2, 1))]
    for target in ("lapack_sgeqrf_ffi", "cusolver_geqrf_ffi"):
        yield call(f"qr-{target[:target.index('_')]}", "R is -5, the reflector (1, 0.5), tau 1.6", target, ["f32[2,1]"], "(f32[2,1], f32[1])", column,
                   parts(literal("f32", [-5.0, 0.5], (2, 1)), literal("f32", [1.6])), "{}")
    yield call("qr-zero", "below the diagonal all is 0: no reflection", "lapack_sgeqrf_ffi", ["f32[2,1]"], "(f32[2,1], f32[1])", [literal("f32", [3.0, 0.0], (2, 1))],
               parts(literal("f32", [3.0, 0.0], (2, 1)), literal("f32", [0.0])), "{}")
    yield call("qr", "complex: the diagonal of R is real", "lapack_zgeqrf_ffi", ["c128[1,1]"], "(c128[1,1], c128[1])", [literal("c128", [3 + 4j], (1, 1))],
               parts(literal("c128", [-5 + 0j], (1, 1)), literal("c128", [1.6 + 0.8j])), "{}", name="c128")
    for target in ("lapack_sorgqr_ffi", "cusolver_orgqr_ffi"):
        yield call(f"reflectors-{target[:target.index('_')]}", "the first column of I - tau v v^T", target, ["f32[2,1]", "f32[1]"], "f32[2,1]",
                   [literal("f32", [-5.0, 0.5], (2, 1)), literal("f32", [1.6])], literal("f32", [-0.6, -0.8], (2, 1)), "{}")
    yield call("reflectors-none", "without reflectors, columns of the identity", "lapack_sorgqr_ffi", ["f32[2,2]", "f32[0]"], "f32[2,2]",
               [literal("f32", [9.0] * 4, (2, 2)), literal("f32", [], (0,))], literal("f32", [1.0, 0.0, 0.0, 1.0], (2, 2)), "{}")


def refused_cases():
    def refused(identity, why, target, operand, result, more="", before=()):
        kind, dims = operand.split("[")
        count = math.prod(map(int, dims[:-1].split(",")))
        lines = [f"k = {kind}[] constant(1)", f"x = {operand} broadcast(k), dimensions={{}}", *before]
        return "custom-call", reject_case(f"custom-call.{kind}.rejects-{identity}", why, "custom-calls",
                                          [*lines, f'ROOT r = {result} custom-call(x{more}), custom_call_target="{target}"'], "R08", at="custom-call(", requires=[kind],
                                          doc="imports") if count else None
    yield refused("annotation-shape", "an annotation gives its operand", "Sharding", "f32[4]", "f32[2]")
    yield refused("top-k-array", "the result is a pair", "TopK", "f32[4]", "f32[2]")
    yield refused("cholesky-shape", "a matrix is square", "lapack_spotrf_ffi", "f32[2,3]", "(f32[2,3], s32[])")
    yield refused("cholesky-result", "the result has a code for each matrix", "lapack_spotrf_ffi", "f32[2,2]", "(f32[2,2], s32[1])")
    yield refused("lu-type", "matrices of floating-point or complex numbers", "lapack_sgetrf_ffi", "s32[2,2]", "(s32[2,2], s32[2], s32[])")
    yield refused("lu-result", "as many pivots as the smaller size", "lapack_sgetrf_ffi", "f32[2,3]", "(f32[2,3], s32[3], s32[])")
    yield refused("qr-result", "as many factors as the smaller size", "lapack_sgeqrf_ffi", "f32[2,3]", "(f32[2,3], f32[3])")
    yield refused("reflectors-wide", "not more columns than rows", "lapack_sorgqr_ffi", "f32[2,3]", "f32[2,3]", ", k")
    for topic, why, count in (("columns", "not more columns than rows, also with few reflectors", 1), ("many", "not more reflectors than columns", 3)):
        matrix = "f32[2,3]" if topic == "columns" else "f32[3,2]"
        yield refused(f"reflectors-{topic}", why, "lapack_sorgqr_ffi", matrix, matrix, ", t", [f"t = f32[{count}] broadcast(k), dimensions={{}}"])
    yield refused("reflectors-batch", "factors for each matrix", "lapack_sorgqr_ffi", "f32[2,3,2]", "f32[2,3,2]", ", t", ["t = f32[2] broadcast(k), dimensions={}"])
    yield refused("cholesky-integers", "matrices of floating-point or complex numbers", "cusolver_potrf_ffi", "s32[2,2]", "(s32[2,2], s32[])")
    yield "custom-call", reject_case("custom-call.f32.rejects-cholesky-without-operands", "a matrix is missing", "custom-calls",
                                     ['ROOT r = (f32[2,2], s32[]) custom-call(), custom_call_target="lapack_spotrf_ffi"'], "R08", at="custom-call(", requires=["f32"], doc="imports")
    yield refused("permutation-batch", "a permutation for each line of pivots", "cu_lu_pivots_to_permutation", "s32[2,3]", "s32[1,4]")
    yield refused("trsm-operands", "a matrix and right sides", "lapack_strsm_ffi", "f32[2,2]", "f32[2,2]")
    yield refused("permutation-range", "a pivot is a position", "cu_lu_pivots_to_permutation", "s32[1]", "s32[1]")
    yield refused("permutation-short", "the permutation has a place for each pivot", "cu_lu_pivots_to_permutation", "s32[3]", "s32[2]")


def element_cases():
    """x#1 in dumps since 2026."""
    pair = ["p = (f32[2], (s32[], f32[2])) parameter(0)"]
    args = [{"tuple": [literal("f32", [1.0, 2.0]), {"tuple": [literal("s32", [7], ()), literal("f32", [3.0, 5.0])]}]}]

    def case(topic, why, lines, expect):
        return "get-tuple-element", run_case(f"get-tuple-element.f32.{topic}", why, "elements", [*pair, *lines], args, expect, doc="hlo-text", requires=["f32", "s32"])
    yield case("hash", "x#1 is the element with that index", ["ROOT r = f32[2] add(p#0, %p#0)"], literal("f32", [2.0, 4.0]))
    yield case("hash-twice", "of an element of an element", ["ROOT r = f32[2] add(p#0, p#1#1)"], literal("f32", [4.0, 7.0]))
    yield case("hash-shape", "with the shape of the element", ["ROOT r = f32[2] subtract(f32[2] p#1#1, f32[2]{0} %p#0)"], literal("f32", [2.0, 3.0]))
    yield case("hash-nested", "in a nested operand", ["ROOT r = f32[2] add(f32[2] negate(p#0), p#0)"], literal("f32", [0.0, 0.0]))
    for topic, why, operand, code, at in (
            ("index", "the tuple has two elements", "p#2", "get-tuple-element.C2", "2)"), ("array", "only a tuple has elements", "x#0", "get-tuple-element.C1", "x#0"),
            ("unknown", "no instruction has that name", "z#0", "N01", "z#0"), ("number", "an element has a number", "p#a", "P12", "a)"),
            ("missing", "an element has a number", "p#", "P01", ")")):
        lines = [*pair, "x = f32[2] parameter(1)", f"ROOT r = f32[2] negate({operand})"]
        place = lines[-1].index(operand) + {"index": 2, "number": 2, "missing": 2}.get(topic, 0) + 3
        made = reject_case(f"get-tuple-element.f32.rejects-hash-{topic}", why, "elements", lines, code, doc="hlo-text", requires=["f32", "s32"])
        made["reject"] |= {"line": 5, "col": place}
        yield "get-tuple-element", made
    yield "get-tuple-element", reject_case("get-tuple-element.f32.rejects-hash-deep", "elements of elements are nested at most 200 deep", "elements",
                                           [*pair, f"ROOT r = f32[2] negate(p{'#0' * 300})"], "P10", doc="hlo-text", requires=["f32", "s32"])


def print_cases():
    x = ("x", "f32[2]")
    tail = ["%x = f32[2]{0} parameter(0)"]
    program = ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)", "  ROOT r = f32[2] abs(f32[2] negate(f32[2] negate(x)))", "}"]
    yield "print", print_case("nested-in-nested", "the inner one of two nested operands is first, also in the order of names", "grammar", program,
                              entry([x], ("f32[2]", "f32[2]{0}"), [*tail, "%negate.anon = f32[2]{0} negate(%x)", "%negate.anon.1 = f32[2]{0} negate(%negate.anon)",
                                                                   "ROOT %r = f32[2]{0} abs(%negate.anon.1)"]))
    program = ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)", "  t = (f32[2], f32[2]) tuple(x, x)", "  ROOT r = f32[2] add(t#1, t#1)", "}"]
    yield "print", print_case("element", "t#1 is one instruction for all of its uses", "elements", program,
                              entry([x], ("f32[2]", "f32[2]{0}"), [*tail, "%t = (f32[2]{0}, f32[2]{0}) tuple(%x, %x)",
                                                                   "%get-tuple-element.anon = f32[2]{0} get-tuple-element(%t), index=1",
                                                                   "ROOT %r = f32[2]{0} add(%get-tuple-element.anon, %get-tuple-element.anon)"]))


def import_cases():
    local = ["module @m {", '  sdy.mesh @mesh = <["x"=2]>',
             '  func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {',
             '    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {',
             '      %2 = "stablehlo.all_reduce"(%arg1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
             'use_global_device_ids}> ({', "      ^bb0(%a: tensor<f32>, %b: tensor<f32>):", "        %3 = stablehlo.add %a, %b : tensor<f32>",
             "        stablehlo.return %3 : tensor<f32>", "      }) : (tensor<2xf32>) -> tensor<2xf32>", "      sdy.return %2 : tensor<2xf32>",
             "    } : (tensor<4xf32>) -> tensor<4xf32>", '    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xf32>', "    return %1 : tensor<4xf32>", "  }", "}"]
    sums = literal("f32", [4.0, 6.0])
    yield "import-annotations", import_case("import-annotations.constraint-after-shard-map", "a constraint on the result of a shard_map keeps it a program of all devices",
                                          "shardy", local, args={"0,0": [literal("f32", [1.0, 2.0])], "0,1": [literal("f32", [3.0, 4.0])]},
                                          expect={"0,0": sums, "0,1": sums}, warning=("W03", 4, 10), topology={"replicas": 1, "partitions": 2}, requires=["partitions"])
    region = ['func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {', '  %0 = "stablehlo.composite"(%x) <{name = "a.b", decomposition = @f, version = 1 : i32}> ({',
              "  ^bb0(%a: tensor<2xf32>):", "    stablehlo.return %a : tensor<2xf32>", "  }) : (tensor<2xf32>) -> tensor<2xf32>", "  return %0 : tensor<2xf32>", "}",
              "func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {", "  %0 = stablehlo.negate %x : tensor<2xf32>", "  return %0 : tensor<2xf32>", "}"]
    yield "import-functions", import_case("import-functions.composite-with-region", "its regions are arguments; the decomposition is what it computes", "imported-regions",
                                          region, args=[f32([1.0, 2.0])], expect=f32([-1.0, -2.0]))


def proto_cases():
    """Shardings with named axes, whose fields moved by one in 2026."""
    mesh = field(1, field(1, "a") + field(2, 2)) + field(1, field(1, "b") + field(2, 4))
    dimension = field(1, field(1, 1)) + field(2, 1)
    for topic, first, why in (("named-sharding", 1, "a sharding with named axes"), ("named-sharding-later", 2, "a sharding with named axes, as files have it since 2026")):
        sharding = field(40, field(14, field(first, mesh) + field(first + 1, dimension) + field(first + 2, b"")))
        yield "import-protos", import_case(f"import-protos.{topic}", why, "proto-modules", module(PARAMETER, instruction("y", "negate", 2, field(36, 1), sharding), root=2),
                                           hlo=["HloModule m", "ENTRY main {", "  x = f32[2]{0} parameter(0)",
                                                "  ROOT y = f32[2]{0} negate(x), sharding={mesh[a=2,b=4], [{b}], replicated={a}}", "}"])


if __name__ == "__main__":
    write_groups((compare_cases, mesh_cases, dot_cases, library_cases, refused_cases, element_cases, print_cases, import_cases, proto_cases), NAME)
