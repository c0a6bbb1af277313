#!/usr/bin/python3
"""The examples of the operation semantics and the worked examples of the ops and numerics references that no other
generator has, all by hand. Also lists the vectors of the other examples; the generator fails if one of them does not
exist. The vectors of the collectives have the multi-device examples."""
import json
import math
import struct

from arrays import array, lit, shape
from formats import literal
from write import ROOT, run_case, write

NAME = "conformance/generate/examples.py"
INF, NAN, PI = math.inf, math.nan, math.pi

# Example -> its vectors in other files.
COVERED = {
    "AfterAll": ["after-all.token.joins-2"],
    "BatchNormTraining, ops 12.1": ["batch-norm-training.f32.worked"],
    "BatchNormInference, ops 12.2": ["batch-norm-inference.f32.worked"],
    "BatchNormGrad, ops 12.3": ["batch-norm-grad.f32.worked"],
    "BitcastConvertType: f32[10], f32[], f16[10,2]": ["bitcast-convert.f32.worked-shape", "bitcast-convert.f32.scalar-shape"],
    "BitcastConvertType, ops 6.2": [f"bitcast-convert.{n}" for n in ("f64.worked-f16", "f32.worked-u32", "u32.worked-u8",
                                                                      "u8.worked-u4", "u8.worked-pred")],
    "Broadcast of 2.0f to {2,3}": ["broadcast.f32.seed-scalar"],
    "broadcast that transposes, ops 7.4": ["broadcast.s32.transposing"],
    "Cholesky, ops 11.1": ["cholesky.f32.lower", "cholesky.f32.upper"],
    "Clamp(0, {-1,5,9}, 6)": ["clamp.s32.seed-example"],
    "Concat, 1-d and 2-d": ["concatenate.s32.seed-vectors", "concatenate.s32.seed-matrix"],
    "Conditional, ops 14.6": ["conditional.s32.branch-minus-1", "conditional.s32.branch-7"],
    "convolution of a line, ops 9.4": ["convolution.f32.line", "convolution.f32.stride", "convolution.f32.reversal",
                                       "convolution.f32.base-dilation"],
    "convolution 4x4, ops 9.4": ["convolution.f32.plane"],
    "CustomCall of myfunc": ["custom-call.f32.seed"],
    "DotGeneral, contracting and batch": ["dot.f32.seed-general", "dot.f32.seed-batch"],
    "dot of s8, ops 9.1": ["dot.s8.s8-wraps", "dot.s8.s8-to-s32"],
    "dot in order, ops 9.1": ["dot.f32.rounding"],
    "DynamicSlice, 1-d and 2-d": ["dynamic-slice.s32.seed-vector", "dynamic-slice.s32.seed-matrix"],
    "dynamic-slice clamps, ops 8.1": ["dynamic-slice.s32.clamp-high", "dynamic-slice.s32.clamp-low", "dynamic-slice.s32.clamp-both"],
    "DynamicUpdateSlice, 1-d and 2-d": ["dynamic-update-slice.s32.seed-vector", "dynamic-update-slice.s32.seed-matrix"],
    "dynamic-update-slice at (3,2), ops 8.2": ["dynamic-update-slice.s32.clamped"],
    "Fft, ops 11.3": ["fft.c64.worked", "fft.c64.worked-inverse", "fft.f32.worked-real", "fft.c64.worked-real-inverse",
                      "fft.f32.worked-three"],
    "Gather of five [8,6] and of [4,5]": ["gather.s32.seed-slices", "gather.s32.seed-batches"],
    "Gather as tf.gather_nd": ["gather.s32.seed-rows"],
    "gather of rows, ops 8.3": ["gather.s32.rows-example", "gather.s32.rows-clamped", "gather.s32.columns"],
    "GetTupleElement, Tuple": ["tuple.mixed.seed-example", "get-tuple-element.mixed.each"],
    "Iota(s32[4,8])": ["iota.s32.seed-0", "iota.s32.seed-1"],
    "iota that wraps and rounds, ops 7.3": ["iota.s8.long", "iota.bf16.long", "iota.f8e4m3fn.long"],
    "pad with negative edges, ops 7.11": ["pad.f32.interior-then-negative-edge"],
    "pad, ops 7.11": ["pad.s32.worked"],
    "Reduce of [10,11,12,13] in the order chosen": ["reduce.s32.seed-subtract"],
    "Reduce of 4x2x3": [f"reduce.s32.seed-dims-{d}" for d in ("0", "2", "0-1", "0-1-2")],
    "Reduce: max and argmax": ["reduce.f32.seed-argmax"],
    "ReducePrecision, ops 6.4": ["reduce-precision.f64.upstream-example", "reduce-precision.f32.to-bf16"],
    "ReduceWindow of [10000,1000,100,10,1]": ["reduce-window.f32.seed-valid", "reduce-window.f32.seed-same"],
    "reduce-window with dilations, ops 10.2": ["reduce-window.f32.dilated-both"],
    "f16 sums that round every step, numerics 12": ["reduce-window.f16.stored-steps"],
    "Reshape(f32[1x1]) and back": ["reshape.s32.1x1-to-scalar"],
    "RngBitGenerator, ops 13.3": [f"rng-bit-generator.{n}" for n in ("u64.three-fry-2x2", "u32.three-fry-4", "u32.three-fry-3",
                                                                      "u32.three-fry-scalar", "u32.three-fry-2x3", "u32.philox-4",
                                                                      "u32.default-state-of-3", "u64.philox-2")],
    "scan, ops 10.7": ["scan.s32.example", "scan.s32.example-reverse", "scan.s32.empty"],
    "scatter, ops 8.4": ["scatter.s32.add-example", "scatter.s32.part-outside", "scatter.s32.last-wins"],
    "Select, array and scalar": ["select.s32.seed-example", "select.s32.scalar-true"],
    "SelectAndScatter that adds 2 and 6": ["select-and-scatter.f32.seed-overlap"],
    "select-and-scatter, ops 10.3": ["select-and-scatter.f32.example"],
    "shuffle, ops 7.14": ["shuffle.s32.left", "shuffle.s32.right", "shuffle.s32.empty"],
    "Slice, 1-d and 2-d": ["slice.f32.seed-vector", "slice.f32.seed-matrix"],
    "Sort of three operands": ["sort.s32.seed-example"],
    "sort by the total order, ops 10.5": ["sort.f32.total-example"],
    "stochastic-convert, ops 6.5": ["stochastic-convert.f32.worked"],
    "topk, ops 10.6": ["topk.s32.example"],
    "TriangularSolve, ops 11.2": ["triangular-solve.f32.left", "triangular-solve.f32.right", "triangular-solve.f32.left-transposed"],
    "While that runs 1000 times": ["while.f32.seed-example"],
    "remainder, ops 4.5": [f"remainder.s32.worked-{i}" for i in range(1, 5)],
    "integer power, ops 4.8": [f"power.s32.worked-{i}" for i in range(1, 8)],
}


def check_covered():
    known = set()
    for path in (ROOT / "conformance" / "vectors").rglob("*.json"):
        known.update(case["id"] for case in json.loads(path.read_text())["cases"])
    missing = sorted(i for ids in COVERED.values() for i in ids if i not in known)
    assert not missing, missing


def case(identity, why, anchor, lines, args, expect, doc=None, tol=None, whole=None):
    types = {a["shape"].split("[")[0] for a in [*args, expect] if "shape" in a}
    return run_case(f"examples.{identity}", why, anchor, lines, args, expect, requires=types, doc=doc, tol=tol, whole=whole)


def parameters(args):
    return [f"p{i} = {a['shape']} parameter({i})" for i, a in enumerate(args)]


def row(name, values):
    """Elements as numbers, or as text where the bits matter: "nan:0xffc00000"."""
    made = literal(name, [0 if isinstance(v, str) else v for v in values])
    made["data"] = [v if isinstance(v, str) else e for v, e in zip(values, made["data"])]
    return made


# ---- the operation semantics ----
def seed_array():
    """v[i,j,k] = 10 (i + 1) + 5 j + k."""
    return array("f32", (4, 2, 3), [10.0 * (i + 1) + 5 * j + k for i in range(4) for j in range(2) for k in range(3)])


OUT_OF_ORDER = [10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42, 15, 25, 35, 45, 16, 26, 36, 46, 17, 27, 37, 47]


def reshape_cases():
    v = seed_array()
    flat = [float(x) for x in v.ravel()]
    for dims, name in (((24,), "012"), ((8, 3), "01"), ((4, 6), "12")):
        yield case(f"collapse.{name}", "consecutive dimensions as one; the two rank-2 results of the text have each other's labels",
                   "Collapse", [*parameters([lit("f32", v)]), f"ROOT r = {shape('f32', dims)} reshape(p0)"],
                   [lit("f32", v)], literal("f32", flat, dims))
    yield case("reshape.in-order", "the order of the elements stays", "Reshape",
               [*parameters([lit("f32", v)]), "ROOT r = f32[8,3] reshape(p0)"], [lit("f32", v)], literal("f32", flat, (8, 3)))
    for dims in ((24,), (8, 3), (2, 6, 2)):
        yield case(f"reshape.order-120-{'x'.join(map(str, dims))}", "dimension 1 varies slowest, dimension 0 fastest", "Reshape",
                   [*parameters([lit("f32", v)]), "t = f32[2,3,4] transpose(p0), dimensions={1,2,0}", f"ROOT r = {shape('f32', dims)} reshape(t)"],
                   [lit("f32", v)], literal("f32", [float(x) for x in OUT_OF_ORDER], dims))
    yield case("reshape.scalar-to-1x1", "a scalar as an array of one element", "Reshape",
               [*parameters([literal("f32", [5.0], ())]), "ROOT r = f32[1,1] reshape(p0)"], [literal("f32", [5.0], ())], literal("f32", [5.0], (1, 1)))


def movement_cases():
    x = literal("s32", [1, 2, 3, 4, 5, 6], (2, 3))
    yield case("transpose.matrix", "rows become columns", "Transpose", [*parameters([x]), "ROOT r = s32[3,2] transpose(p0), dimensions={1,0}"],
               [x], literal("s32", [1, 4, 2, 5, 3, 6], (3, 2)))
    x = literal("s32", [1, 2, 3, 4], (2, 2))
    yield case("rev.both", "index i becomes N - 1 - i", "Rev", [*parameters([x]), "ROOT r = s32[2,2] reverse(p0), dimensions={0,1}"],
               [x], literal("s32", [4, 3, 2, 1], (2, 2)))
    x = row("f32", [7.0, 8.0])
    yield case("broadcast.new-dimension-in-front", "Broadcast({7,8}, {3})", "Broadcast", [*parameters([x]), "ROOT r = f32[3,2] broadcast(p0), dimensions={1}"],
               [x], literal("f32", [7.0, 8.0] * 3, (3, 2)))
    x = row("s32", [0, 1, 2])
    yield case("convert.integers-to-floats", "{0,1,2} as floats", "ConvertElementType", [*parameters([x]), "ROOT r = f32[3] convert(p0)"],
               [x], row("f32", [0.0, 1.0, 2.0]))


def broadcasting_cases():
    """Implicit broadcasting of the builder (ops reference 2.1)."""
    x, y = row("s32", [1, 2, 3, 4]), literal("s32", [5, 6], (1, 2))
    yield case("broadcasting.both-grow", "s32[4] by {0} and s32[1,2] give s32[4,2]", "elementwise-binary",
               [*parameters([x, y]), "a = s32[4,2] broadcast(p0), dimensions={0}", "b = s32[2] reshape(p1)", "c = s32[4,2] broadcast(b), dimensions={1}",
                "ROOT r = s32[4,2] add(a, c)"], [x, y], literal("s32", [6, 7, 7, 8, 8, 9, 9, 10], (4, 2)))
    m = literal("s32", [1, 2, 3, 4, 5, 6], (2, 3))
    for name, vector, dimension, expect in (("rows", [7, 8, 9], 1, [8, 10, 12, 11, 13, 15]), ("columns", [10, 20], 0, [11, 12, 13, 24, 25, 26])):
        v = row("s32", vector)
        yield case(f"broadcasting.vector-to-{name}", f"a vector added to a matrix by {{{dimension}}}", "elementwise-binary",
                   [*parameters([m, v]), f"b = s32[2,3] broadcast(p1), dimensions={{{dimension}}}", "ROOT r = s32[2,3] add(p0, b)"],
                   [m, v], literal("s32", expect, (2, 3)))


def convolution_cases():
    x, k = literal("f32", [1.0, 2.0], (1, 1, 1, 2)), literal("f32", [1.0, 10.0], (1, 1, 1, 2))
    yield case("convolution.padding-2-3", "two zeros on the left and three on the right of the second dimension", "ConvWithGeneralPadding",
               [*parameters([x, k]), "ROOT r = f32[1,1,1,6] convolution(p0, p1), window={size=1x2 pad=0_0x2_3}, dim_labels=bf01_oi01->bf01"],
               [x, k], literal("f32", [0.0, 10.0, 21.0, 2.0, 0.0, 0.0], (1, 1, 1, 6)))
    x, k = literal("f32", [1.0, 2.0, 3.0, 4.0], (1, 1, 4)), literal("f32", [1.0, 10.0], (1, 1, 2))
    yield case("convolution.same", "SAME: an odd amount of padding has its larger half at the high edge", "Conv",
               [*parameters([x, k]), "ROOT r = f32[1,1,4] convolution(p0, p1), window={size=2 pad=0_1}, dim_labels=bf0_oi0->bf0"],
               [x, k], literal("f32", [21.0, 32.0, 43.0, 4.0], (1, 1, 4)))
    x, k = literal("f32", [float(i) for i in range(1, 10)], (1, 1, 3, 3)), literal("f32", [1.0, 10.0, 100.0, 1000.0], (1, 1, 2, 2))
    yield case("convolution.loop", "the loop of the text: iy = oy * 2 + ky - 1, counted inside the base only", "ConvWithGeneralPadding",
               [*parameters([x, k]), "ROOT r = f32[1,1,2,2] convolution(p0, p1), window={size=2x2 stride=2x2 pad=1_0x1_0}, dim_labels=bf01_oi01->bf01"],
               [x, k], literal("f32", [1000.0, 3200.0, 7040.0, 9865.0], (1, 1, 2, 2)))


def reduction_cases():
    v = row("f32", [float(i) for i in range(1, 11)])
    for op, size, start, expect in (("add", 5, 0, 15), ("multiply", 5, 1, 120), ("add", 6, 0, 21)):
        yield case(f"set-dimension-size.{op}-{size}", "what lies beyond the size takes no part in a reduction", "SetDimensionSize", None, [v],
                   literal("f32", [float(expect)], ()),
                   whole=["HloModule m", "f {", "  x = f32[] parameter(0)", "  y = f32[] parameter(1)", f"  ROOT r = f32[] {op}(x, y)", "}", "ENTRY e {",
                          "  v = f32[10] parameter(0)", f"  n = s32[] constant({size})", "  d = f32[<=10] set-dimension-size(v, n), dimensions={0}",
                          f"  i = f32[] constant({start})", "  ROOT r = f32[] reduce(d, i), dimensions={0}, to_apply=f", "}"])
    x = literal("f32", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 24.0, 23.0, 22.0, 21.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0], (4, 6))
    yield case("reduce-window.maximum-2x3", "the program of the text: maxima of tiles", "ReduceWindow", None, [x], literal("f32", [9.0, 12.0, 24.0, 21.0], (2, 2)),
               whole=["HloModule reduce_window_2x3", "max {", "  y = f32[] parameter(0)", "  x = f32[] parameter(1)", "  ROOT m = f32[] maximum(y, x)", "}",
                      "ENTRY e {", "  input = f32[4,6] parameter(0)", "  init = f32[] constant(-inf)",
                      "  ROOT r = f32[2,2] reduce-window(input, init), window={size=2x3 stride=2x3}, to_apply=max", "}"])
    x = literal("s32", [3, 1, 2, 4], (2, 2))
    for dimension, expect in ((0, [2, 1, 3, 4]), (1, [1, 3, 2, 4])):
        yield case(f"sort.dimension-{dimension}", "each column, or each row, separately", "Sort", None, [x], literal("s32", expect, (2, 2)),
                   whole=["HloModule m", "less {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  ROOT r = pred[] compare(a, b), direction=LT", "}",
                          "ENTRY e {", "  x = s32[2,2] parameter(0)", f"  ROOT r = s32[2,2] sort(x), dimensions={{{dimension}}}, to_apply=less", "}"])


# ---- the ops reference, sections 3 to 5 and 7 ----
WORKED = [  # op, type, columns of operands, type of the result, result, tolerance in ULP
    ("abs", "s8", [[-128]], "s8", [-128], 0), ("abs", "s32", [[-2147483648]], "s32", [-2147483648], 0),
    ("acos", "f32", [[1.0, -1.0, 0.0, 1.5]], "f32", [0.0, PI, PI / 2, NAN], 1),
    ("acosh", "f32", [[1.0, INF, 0.5]], "f32", [0.0, INF, NAN], 0), ("asin", "f32", [[-0.0, 1.5]], "f32", [-0.0, NAN], 0),
    ("asinh", "f32", [[-0.0, -INF, 1e-30]], "f32", [-0.0, -INF, 1e-30], 0), ("atan", "f32", [[-0.0, INF, -INF]], "f32", [-0.0, PI / 2, -PI / 2], 1),
    ("atanh", "f32", [[1.0, -1.0, 1.5, -0.0]], "f32", [INF, -INF, NAN, -0.0], 0), ("cbrt", "f32", [[-0.0, -INF, -8.0]], "f32", [-0.0, -INF, -2.0], 0),
    ("ceil", "f32", [[-0.5, 8388609.0]], "f32", [-0.0, 8388609.0], 0), ("cosine", "f32", [[INF, 0.0, 1e20]], "f32", [NAN, 1.0, 0.7542593], 2),
    ("count-leading-zeros", "s8", [[-1, 1]], "s8", [0, 7], 0), ("count-leading-zeros", "u4", [[1, 0]], "u4", [3, 4], 0),
    ("count-leading-zeros", "u16", [[0]], "u16", [16], 0), ("count-leading-zeros", "s64", [[1]], "s64", [63], 0),
    ("count-leading-zeros", "s2", [[0]], "s2", [-2], 0), ("count-leading-zeros", "s1", [[0]], "s1", [-1], 0), ("count-leading-zeros", "s4", [[0]], "s4", [4], 0),
    ("count-leading-zeros", "u2", [[0]], "u2", [2], 0), ("count-leading-zeros", "u1", [[0]], "u1", [1], 0),
    ("erf", "f32", [[INF, -0.0, 1e-10]], "f32", [1.0, -0.0, 1.1283792e-10], 2), ("exponential", "f32", [[-INF, 200.0, -100.0]], "f32", [0.0, INF, 3.783506e-44], 0),
    ("exponential-minus-one", "f32", [[-INF, -0.0, 1e-10]], "f32", [-1.0, -0.0, 1e-10], 0), ("floor", "f32", [[-0.5, -0.0, 0.5, NAN]], "f32", [-1.0, -0.0, 0.0, NAN], 0),
    ("imag", "f32", [[NAN, 2.0]], "f32", [0.0, 0.0], 0), ("log", "f32", [[-0.0, -1.0, 1.0, INF]], "f32", [-INF, NAN, 0.0, INF], 0),
    ("log-plus-one", "f32", [[-1.0, -2.0, -0.0, 1e-10]], "f32", [-INF, NAN, -0.0, 1e-10], 0), ("negate", "u8", [[1]], "u8", [255], 0),
    ("negate", "f8e4m3fnuz", [[0.0, NAN]], "f8e4m3fnuz", [0.0, NAN], 0), ("not", "s32", [[5]], "s32", [-6], 0), ("not", "u8", [[5]], "u8", [250], 0),
    ("not", "u4", [[5]], "u4", [10], 0), ("not", "pred", [[True, False]], "pred", [False, True], 0), ("popcnt", "s8", [[-1]], "s8", [8], 0),
    ("popcnt", "u4", [[15]], "u4", [4], 0), ("popcnt", "s64", [[-1]], "s64", [64], 0), ("popcnt", "s32", [[-1]], "s32", [32], 0),
    ("popcnt", "s2", [[-1]], "s2", [-2], 0), ("popcnt", "s4", [[-1]], "s4", [4], 0),
    ("round-nearest-afz", "f32", [[-2.5, 0.4, 0.5, 0.6, 2.5, -0.5, -0.4, 0.49999997, 8388609.0]], "f32", [-3.0, 0.0, 1.0, 1.0, 3.0, -1.0, -0.0, 0.0, 8388609.0], 0),
    ("round-nearest-even", "f32", [[-2.5, 0.4, 0.5, 0.6, 2.5, 1.5, -0.5]], "f32", [-2.0, 0.0, 0.0, 1.0, 2.0, 2.0, -0.0], 0),
    ("rsqrt", "f32", [[0.0, -0.0, INF, -1.0, 4.0]], "f32", [INF, -INF, 0.0, NAN, 0.5], 0), ("sign", "f32", [[-2.0, -0.0, NAN, 0.0, 3.0]], "f32", [-1.0, -0.0, NAN, 0.0, 1.0], 0),
    ("sine", "f32", [[INF, -0.0, 1e20]], "f32", [NAN, -0.0, 0.6565767], 2), ("sinh", "f32", [[-0.0, 1e-10]], "f32", [-0.0, 1e-10], 0),
    ("sqrt", "f32", [[-0.0, -1.0, INF, 2.25]], "f32", [-0.0, NAN, INF, 1.5], 0), ("sqrt", "c64", [[complex(-4, 0.0), complex(-4, -0.0)]], "c64", [2j, complex(0.0, -2.0)], 0),
    ("tanh", "f32", [[INF, -0.0, 21.0]], "f32", [1.0, -0.0, 1.0], 0), ("add", "f16", [[2048.0, 60000.0, INF, -0.0, 0.0], [1.0, 60000.0, -INF, -0.0, -0.0]], "f16",
     [2048.0, INF, NAN, -0.0, 0.0], 0), ("add", "bf16", [[256.0], [1.0]], "bf16", [256.0], 0), ("multiply", "f32", [[0.0], [INF]], "f32", [NAN], 0),
    ("divide", "f32", [[1.0, 1.0, 0.0, 1.0], [0.0, -0.0, 0.0, INF]], "f32", [INF, -INF, NAN, 0.0], 0),
    ("remainder", "f32", [[5.5, -5.5, 5.5, -6.0], [2.0, 2.0, -2.0, 3.0]], "f32", [1.5, -1.5, 1.5, -0.0], 0),
    ("maximum", "f32", [[NAN, 1.0], [1.0, NAN]], "f32", [NAN, NAN], 0), ("power", "f32", [[-8.0, -2.0], [0.33333334, 3.0]], "f32", [NAN, -8.0], 0),
    ("clamp", "f32", [[5.0, 5.0, 0.0, NAN, -0.0], [1.0, 7.0, NAN, 0.0, 0.0], [3.0, 3.0, 1.0, 1.0, 1.0]], "f32", [3.0, 3.0, NAN, NAN, 0.0], 0),
]


def worked_cases():
    for op, name, operands, result, expect, ulp in WORKED:
        tol = {"class": "close", "ulp": ulp} if ulp else None
        values = [v if isinstance(v, (bool, int, complex)) or result != "f32" else single(v) for v in expect]
        operands = [[v if isinstance(v, (bool, int, complex)) or name != "f32" else single(v) for v in column] for column in operands]
        yield elementwise(op, name, operands, result, values, op, "worked numbers", f"worked.{op}-{name}", tol=tol, doc="operation-semantics")
    pred, x = literal("pred", [True], ()), [literal("f32", [1.0], ()), literal("f32", [NAN], ())]
    yield case("worked.select-nan", "the branch that is not taken has no effect", "Select", [*parameters([pred, *x]), "ROOT r = f32[] select(p0, p1, p2)"], [pred, *x], x[0])
    x = row("s32", [0, 1, 2, 3, 4])
    for start, expect in ((0, [0, 2, 4]), (1, [1, 4])):
        step = 2 if start == 0 else 3
        yield case(f"worked.slice-{start}-5-{step}", "every step-th element, the last one where it falls", "Slice",
                   [*parameters([x]), f"ROOT r = s32[{len(expect)}] slice(p0), slice={{[{start}:5:{step}]}}"], [x], row("s32", expect))


# ---- the numerics reference ----
CONVERSIONS = [  # section 4 and ops 6.1: from, to, [(value, result)]
    ("s32", "u8", [(300, 44), (-1, 255)]), ("s32", "u32", [(-1, 4294967295)]), ("u8", "s8", [(200, -56)]), ("s32", "s4", [(9, -7)]),
    ("s4", "u32", [(-1, 4294967295)]), ("f32", "u8", [(300.0, 255), (-1.5, 0)]),
    ("f32", "s32", [(NAN, 0), (3e9, 2147483647), (float.fromhex("-0x1.ccccccp-1"), 0), (2147483648.0, 2147483647), (-2147483904.0, -2147483648),
                    (INF, 2147483647), (-INF, -2147483648)]),
    ("f32", "u64", [(float.fromhex("0x1.5af1d8p+66"), 2**64 - 1)]), ("f32", "u32", [(-1.0, 0)]),
    ("f32", "s4", [(9.75, 7)]), ("f32", "u2", [(-0.75, 0)]), ("f32", "pred", [(NAN, True), (-0.0, False), (0.25, True)]),
    ("s32", "f32", [(16777217, 16777216.0)]), ("s64", "f32", [(16777217, 16777216.0)]), ("u64", "f32", [(2**64 - 1, 18446744073709551616.0)]),
    ("f32", "f16", [(65520.0, INF), (65519.0, 65504.0)]), ("f32", "f8e4m3fn", [(449.0, 448.0), (464.0, 448.0), (465.0, NAN), (NAN, NAN)]),
    ("f32", "f4e2m1fn", [(7.0, 6.0), (-100.0, -6.0)]), ("s32", "f8e4m3fn", [(1000, NAN)]), ("s32", "f4e2m1fn", [(1000, 6.0)]),
    ("s32", "f8e5m2", [(1000, 1024.0)]), ("f32", "f8e5m2", [(61440.0, INF), (57344.0, 57344.0)]), ("f32", "f8e4m3", [(248.0, INF), (240.0, 240.0)]),
    ("f32", "f8e3m4", [(15.75, INF), (15.5, 15.5)]), ("f32", "f8e4m3b11fnuz", [(31.0, NAN), (30.0, 30.0)]), ("f32", "f8e4m3fnuz", [(248.0, NAN)]),
    ("f32", "f8e5m2fnuz", [(61440.0, NAN)]), ("f64", "bf16", [(float.fromhex("0x1.FFp+127"), INF)]),
    ("f32", "f8e8m0fnu", [(1.5, 2.0), (1.4375, 1.0), (-1.0, NAN), (0.0, NAN), (INF, NAN)]),
    ("f64", "f16", [(1 + 2.0**-11 + 2.0**-40, 1.0009765625)]),
]
CORNERS = [  # section 7: op, type, [(a, b, result)]
    ("add", "s8", [(127, 1, -128), (-128, -1, 127)]), ("subtract", "u8", [(0, 1, 255)]), ("multiply", "s8", [(-128, -1, -128), (16, 17, 16)]),
    ("divide", "s8", [(5, 0, -1), (-128, -1, -128), (-7, 2, -3)]), ("divide", "u8", [(5, 0, 255)]),
    ("remainder", "s8", [(5, 0, 5), (-128, -1, 0), (-7, 2, -1)]), ("power", "s8", [(7, 0, 1), (1, -5, 1), (-1, -3, -1), (-1, -2, 1), (0, -1, 0), (3, -1, 0)]),
    ("shift-left", "u8", [(1, 8, 0), (1, 255, 0)]), ("shift-right-arithmetic", "s8", [(-2, 8, -1), (2, -1, 0)]),
    ("shift-right-logical", "s8", [(-2, 8, 0), (-2, 1, 127)]), ("mulhi", "u8", [(255, 255, 254)]),
]
TOTAL_ORDER = [(-0.0, 0.0, True, False), (1.0, NAN, True, False), (NAN, NAN, False, True), ("nan:0xffc00000", -INF, True, False), (INF, NAN, True, False)]
ZEROS = [(0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0), (0.0, 0.0)]
SPECIAL = {  # section 10: -inf, -0, +0, +inf
    "abs": (INF, 0.0, 0.0, INF), "negate": (INF, 0.0, -0.0, -INF), "sign": (-1.0, -0.0, 0.0, 1.0), "floor": (-INF, -0.0, 0.0, INF),
    "ceil": (-INF, -0.0, 0.0, INF), "round-nearest-afz": (-INF, -0.0, 0.0, INF), "round-nearest-even": (-INF, -0.0, 0.0, INF),
    "sqrt": (NAN, -0.0, 0.0, INF), "rsqrt": (NAN, -INF, INF, 0.0), "cbrt": (-INF, -0.0, 0.0, INF), "exponential": (0.0, 1.0, 1.0, INF),
    "exponential-minus-one": (-1.0, -0.0, 0.0, INF), "log": (NAN, -INF, -INF, INF), "log-plus-one": (NAN, -0.0, 0.0, INF),
    "logistic": (0.0, 0.5, 0.5, 1.0), "sine": (NAN, -0.0, 0.0, NAN), "tan": (NAN, -0.0, 0.0, NAN), "cosine": (NAN, 1.0, 1.0, NAN),
    "asin": (NAN, -0.0, 0.0, NAN), "acos": (NAN, PI / 2, PI / 2, NAN), "atan": (-PI / 2, -0.0, 0.0, PI / 2), "sinh": (-INF, -0.0, 0.0, INF),
    "cosh": (INF, 1.0, 1.0, INF), "tanh": (-1.0, -0.0, 0.0, 1.0), "asinh": (-INF, -0.0, 0.0, INF), "acosh": (NAN, NAN, NAN, INF),
    "atanh": (NAN, -0.0, 0.0, NAN), "erf": (-1.0, -0.0, 0.0, 1.0),
}
ATAN2 = [(0.0, 1.0, 0.0), (-0.0, 1.0, -0.0), (0.0, -0.0, PI), (0.0, -1.0, PI), (-0.0, -0.0, -PI), (0.0, 0.0, 0.0), (1.0, 0.0, PI / 2), (-1.0, -0.0, -PI / 2),
         (INF, INF, PI / 4), (-INF, INF, -PI / 4), (INF, -INF, 3 * PI / 4), (-INF, 1.0, -PI / 2), (1.0, INF, 0.0), (-1.0, INF, -0.0), (1.0, -INF, PI)]
POWER = [(1.0, NAN, 1.0), (NAN, 0.0, 1.0), (NAN, -0.0, 1.0), (NAN, 1.0, NAN), (2.0, NAN, NAN), (0.0, 3.0, 0.0), (0.0, -3.0, INF), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0),
         (-0.0, -3.0, -INF), (-0.0, -2.0, INF), (-1.0, INF, 1.0), (-1.0, -INF, 1.0), (2.0, INF, INF), (2.0, -INF, 0.0), (0.5, INF, 0.0), (0.5, -INF, INF),
         (INF, 2.0, INF), (INF, -2.0, 0.0), (-INF, 3.0, -INF)]
REMAINDER = [(INF, 2.0, NAN), (1.0, 0.0, NAN), (5.0, INF, 5.0), (-4.0, 2.0, -0.0), (4.0, -2.0, 0.0)]


def elementwise(op, name, operands, result, expect, anchor, why, identity, attributes="", tol=None, doc="numerics"):
    """`operands`: one column per operand; all are arguments."""
    args = [row(name, column) for column in operands]
    count = len(expect)
    names = ", ".join(f"p{i}" for i in range(len(args)))
    return case(identity, why, anchor, [*parameters(args), f"ROOT r = {result}[{count}] {op}({names}){attributes}"], args, row(result, expect), doc=doc, tol=tol)


def columns(rows):
    return [list(column) for column in zip(*rows)]


def numerics_cases():
    for source, target, pairs in CONVERSIONS:
        values, expect = columns(pairs)
        yield elementwise("convert", source, [values], target, expect, "4", "worked conversions", f"convert.{source}-to-{target}")
    for op, name, rows in CORNERS:
        a, b, expect = columns(rows)
        yield elementwise(op, name, [a, b], name, expect, "7", "corners of integer arithmetic", f"{op}.{name}-corners")
    yield elementwise("count-leading-zeros", "u8", [[0, 1, 255]], "u8", [8, 7, 0], "7", "zero has as many as the type has bits", "count-leading-zeros.u8-corners")
    yield elementwise("abs", "s8", [[-128]], "s8", [-128], "7", "the negative of the smallest integer wraps", "abs.s8-corner")
    yield elementwise("negate", "s8", [[-128]], "s8", [-128], "7", "the negative of the smallest integer wraps", "negate.s8-corner")
    a, b, less, equal = columns(TOTAL_ORDER)
    for direction, expect in (("LT", less), ("EQ", equal)):
        yield elementwise("compare", "f32", [a, b], "pred", expect, "8", "the table of the total order", f"compare.total-{direction.lower()}",
                          f", direction={direction}, type=TOTALORDER")
    for op, expect in (("maximum", [0.0, 0.0, -0.0, 0.0]), ("minimum", [-0.0, -0.0, -0.0, 0.0])):
        yield elementwise(op, "f32", columns(ZEROS), "f32", expect, "8", "-0 is less than +0", f"{op}.zeros")
    for op, expect in SPECIAL.items():
        rounded = any(abs(v) == PI / 2 for v in expect)
        yield elementwise(op, "f32", [[-INF, -0.0, 0.0, INF]], "f32", [single(v) for v in expect], "10", "infinities and zeros", f"special.{op}",
                          tol={"class": "close", "ulp": 1} if rounded else None)
    for op, rows in (("atan2", ATAN2), ("power", POWER), ("remainder", REMAINDER)):
        a, b, expect = columns(rows)
        yield elementwise(op, "f32", [a, b], "f32", [single(v) for v in expect], "10", "infinities, zeros and NaN", f"special.{op}",
                          tol={"class": "close", "ulp": 1} if op == "atan2" else None)
    ones = row("f16", [1.0] * 4096)
    yield case("reduce.f16-sum-of-4096", "a plain sum accumulates in f64 and rounds once", "12", None, [ones], literal("f16", [4096.0], ()), doc="numerics",
               whole=["HloModule m", "add {", "  x = f16[] parameter(0)", "  y = f16[] parameter(1)", "  ROOT r = f16[] add(x, y)", "}", "ENTRY e {",
                      "  v = f16[4096] parameter(0)", "  z = f16[] constant(0)", "  ROOT r = f16[] reduce(v, z), dimensions={0}, to_apply=add", "}"])


def single(value):
    """The nearest f32; infinities, NaN, and zeros are unchanged."""
    return value if value == 0 or math.isnan(value) or math.isinf(value) else struct.unpack("f", struct.pack("f", value))[0]


def main():
    check_covered()
    cases = [*reshape_cases(), *movement_cases(), *broadcasting_cases(), *convolution_cases(), *reduction_cases(), *worked_cases(), *numerics_cases()]
    write("examples", cases, NAME)


main()
