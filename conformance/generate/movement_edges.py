#!/usr/bin/python3
"""Vectors at the edges of movement, sums, and sorts: bytes of narrow elements, sizes of 1 beside dynamic ones, nine dimensions,
comparators that almost compare keys, reducers of pairs, and windows with many places, many elements, or large dilations."""
import math

from arrays import lit
from big_arrays import integers
from dynamic import case, floats, live, one
from formats import literal
from large import counted
from sizes import Program
from sizes_of_lines import SUM, weigh
from through_numpy import combiner, numpy_case, whole
from write import run_case, write_groups

NAME = "conformance/generate/movement_edges.py"
CHOICE = {"level": "impl-defined"}
ADD = combiner("c = s32[] add(a, b)", ["s32", "s32"])


def program_case(op, topic, why, anchor, body, args, expect, *, helpers=(), **options):
    return op, run_case(f"{op}.{topic}", why, anchor, None, args, expect, whole=whole(body, helpers), **options)


# ---- bytes of narrow elements ----
def byte_cases():
    given = [literal("u8", [247, 18])]
    yield program_case("bitcast-convert", "u4.bytes-of-halves", "an unsigned number of 4 bits is a byte below 16", "bitcast-convert",
                       ["x = u8[2] parameter(0)", "n = u4[2,2] bitcast-convert(x)", "ROOT r = u8[2,2] bitcast(n)"], given, lit("u8", [[7, 15], [2, 1]]))
    yield program_case("bitcast-convert", "pred.bytes-of-bits", "true is a byte of 1", "bitcast-convert",
                       ["x = u8[2] parameter(0)", "n = pred[2,8] bitcast-convert(x)", "ROOT r = u8[2,8] bitcast(n)"], given,
                       lit("u8", [[1, 1, 1, 0, 1, 1, 1, 1], [0, 1, 0, 0, 1, 0, 0, 0]]))
    yield program_case("bitcast", "pred.bytes-other-than-one", "bytes that are not zero become true, which is a byte of 1", "bitcast",
                       ["x = u8[4] parameter(0)", "p = pred[4] bitcast(x)", "ROOT r = u8[4] bitcast(p)"], [literal("u8", [0, 1, 2, 255])],
                       literal("u8", [0, 1, 1, 1]), **CHOICE)


# ---- shapes ----
def shape_cases():
    yield case("reshape", "written-one", "a size of 1 that is written as dynamic takes the size, also if the operand has a static 1 in its place",
               ["x = f32[<=4,1] parameter(0)", "ROOT r = f32[4,<=1] reshape(x)"], [live("f32", "<=4,1", floats(0, 1))],
               live("f32", "4,<=1", floats(4, 0)), oracle=None, **CHOICE)
    sizes, values = "<=4,2" + ",1" * 7, floats(2, 2, *[1] * 7)
    yield one("slice", "nine-dimensions", "the live part of an array of nine dimensions", sizes, values, sizes, values,
              f"slice(x), slice={{[0:4], [0:2]{', [0:1]' * 7}}}", oracle=None)
    yield program_case("shuffle", "s32.mode-omitted", "without a mode it rotates", "shuffle",
                       ["x = s32[4] parameter(0)", "ROOT r = s32[4] shuffle(x), dimensions={0}, shifts={1}"], [literal("s32", [1, 2, 3, 4])],
                       literal("s32", [2, 3, 4, 1]), **CHOICE)


# ---- convolutions ----
def convolution_cases():
    program, results = Program(), []
    program.lines += [*counted("s32", (1, 11, 257), 9, 4), *counted("s32", (3, 1, 257), 7, 3, label="y")]
    y = program.add("s32[1,9,257]", "convolution(x, y), window={size=3}, dim_labels=b0f_0io->b0f, feature_group_count=257")
    weigh(program, results, "s32", (1, 9, 257), y)
    yield "convolution", numpy_case("convolution.s32.depthwise-257", "each of 257 channels is summed on its own", "Conv", program.results(results),
                                    helpers=SUM, tags=["large"])
    places, taps = 1025, 1024  # more than 2^20 pairs
    body = [f"i = s32[{places}] iota(), iota_dimension=0", f"v = f32[{places}] convert(i)", f"x = f32[1,1,{places}] reshape(v)", "o = f32[] constant(1)",
            f"k = f32[1,1,{taps}] broadcast(o), dimensions={{}}",
            f"c = f32[1,1,{places}] convolution(x, k), window={{size={taps} pad=512_511}}, dim_labels=bf0_oi0->bf0",
            f"ROOT r = f32[1,1,5] slice(c), slice={{[0:1], [0:1], [0:{places}:256]}}"]
    sums = [float(sum(range(max(at - 512, 0), min(at + 512, places)))) for at in range(0, places, 256)]
    yield program_case("convolution", "f32.many-places-and-elements", "more than a million pairs of a place and an element of the window", "Conv", body, [],
                       lit("f32", [[sums]]), oracle="sums of Python's ranges", tags=["large"])


# ---- sums and products ----
def reduce_cases():
    body = ["n = s32[256] iota(), iota_dimension=0", "m = f32[256] convert(n)", "x = f32[8,16,2] reshape(m)", "z = f32[] constant(0)",
            "ROOT r = f32[16] reduce(x, z), dimensions={0,2}, to_apply=f"]
    yield "reduce", numpy_case("reduce.f32.outer-and-inner-dimension", "sums along the inner dimension are summed along the outer one", "Reduce", body,
                               helpers=combiner("c = f32[] add(a, b)", ["f32", "f32"]))
    factors = [2.0**100] * 2 + [1.0] * 14 + [2.0**-100] * 2 + [1.0] * 14
    yield program_case("reduce", "f32.lanes-of-product", "elements 16 apart are multiplied first (choice C8); in order, the product would overflow", "Reduce",
                       ["x = f32[32] parameter(0)", "o = f32[] constant(3)", "ROOT r = f32[] reduce(x, o), dimensions={0}, to_apply=f"],
                       [literal("f32", factors)], literal("f32", [3.0], ()), helpers=combiner("c = f32[] multiply(a, b)", ["f32", "f32"]), **CHOICE)


# ---- reducers of pairs of a value and an index ----
LOSER = ["loser {", "  p = pred[] parameter(0)", "  a = s32[] parameter(1)", "  b = s32[] parameter(2)", "  ROOT r = s32[] select(p, b, a)", "}"]


def pair_reducer(value):
    lines = ["v = s32[] parameter(0)", "i = s32[] parameter(1)", "w = s32[] parameter(2)", "j = s32[] parameter(3)",
             "wins = pred[] compare(v, w), direction=GT", "same = pred[] compare(v, w), direction=EQ", "before = pred[] compare(i, j), direction=LT",
             "tie = pred[] and(same, before)", "first = pred[] or(wins, tie)", f"m = s32[] {value}", "k = s32[] select(first, i, j)",
             "ROOT t = (s32[], s32[]) tuple(m, k)"]
    return ["f {", *("  " + line for line in lines), "}"]


def pair_cases():
    values, start = [5, 9, -3, 9, 0, 9, 2, 9, 1, 4, 9, 8, 7, 9, 6, -1, 9, 3, 2, 1], (-10, 99)
    indices = [40 - 2 * k for k in range(20)]
    body = ["x = s32[20] parameter(0)", "n = s32[20] parameter(1)", f"a = s32[] constant({start[0]})", f"b = s32[] constant({start[1]})",
            "ROOT r = (s32[], s32[]) reduce(x, n, a, b), dimensions={0}, to_apply=f"]
    for topic, call, keeps_loser, why in (
            ("falling-indices", "select(wins, v, w)", False, "of equal elements the one with the least index counts, which is the last"),
            ("loser-by-call", "call(wins, v, w), to_apply=loser", True, "a function of the comparison and both elements need not choose the greater one")):
        value, index = start
        for v, i in zip(values, indices):
            wins = value > v
            index = index if wins or value == v and index < i else i
            value = value if wins != keeps_loser else v
        yield program_case("reduce", f"s32.{topic}", why, "Reduce", body, [literal("s32", values), literal("s32", indices)],
                           {"tuple": [literal("s32", [value], ()), literal("s32", [index], ())]},
                           helpers=[*(LOSER if keeps_loser else ()), *pair_reducer(call)], oracle="the reducer in Python")


# ---- sorts of a few elements, whose order each pair decides ----
def sort_case(topic, why, types, lines, arrays, order, **options):
    parameters = [f"{side}{k} = {t}[] parameter({2 * k + (side == 'b')})" for k, t in enumerate(types) for side in "ab"]
    shapes = [f"{t}[{len(order)}]" for t in types]
    names = [f"x{k}" for k in range(len(types))]
    result = shapes[0] if len(types) == 1 else f"({', '.join(shapes)})"
    body = [*(f"{n} = {s} parameter({k})" for k, (n, s) in enumerate(zip(names, shapes))),
            f"ROOT r = {result} sort({', '.join(names)}), dimensions={{0}}, to_apply=less"]
    results = [literal(t, [values[k] for k in order]) for t, values in zip(types, arrays)]
    less = ["less {", *("  " + line for line in [*parameters, *lines]), "}"]
    return program_case("sort", topic, why, "Sort", body, [literal(t, values) for t, values in zip(types, arrays)],
                        results[0] if len(types) == 1 else {"tuple": results}, helpers=less, **options)


def two_keys(tie):
    return ["less = pred[] compare(a0, b0), direction=LT", f"same = pred[] compare({tie}", "next = pred[] compare(a1, b1), direction=LT",
            "both = pred[] and(same, next)", "ROOT r = pred[] or(less, both)"]


def sort_cases():
    why = "elements of which neither is less keep their order"
    for topic, tie in (("left", "a0, a1"), ("right", "b0, a1")):
        yield sort_case(f"s32.tie-of-two-operands-{topic}", f"{why}: a first key is compared with a second one", ["s32", "s32"],
                        two_keys(tie + "), direction=EQ"), [[1, 1], [5, 3]], [0, 1])
    yield sort_case("f32.tie-in-total-order", f"{why}: zeros of both signs are equal, but not in the total order", ["f32", "s32"],
                    two_keys("a0, b0), direction=EQ, type=TOTALORDER"), [[0.0, -0.0], [5, 3]], [0, 1])
    yield sort_case("f32.nan-in-each-of-two-keys", f"{why}: NaN is neither less than a number nor equal to it", ["f32", "f32"],
                    two_keys("a0, b0), direction=EQ"), [[math.nan, 1.0], [1.0, math.nan]], [0, 1], **CHOICE)
    yield sort_case("f32.equal-before-nan-descending", f"{why}: equal numbers before a NaN", ["f32", "s32"], ["ROOT r = pred[] compare(a0, b0), direction=GT"],
                    [[1.0, 1.0, math.nan], [5, 3, 4]], [0, 1, 2], **CHOICE)
    factors = ["c = s32[] constant(-1)", "d = u32[] constant(4294967295)", "e = s64[] convert(c)", "f = s64[] convert(d)", "g = s64[] multiply(a0, e)",
               "h = s64[] multiply(b0, f)", "ROOT r = pred[] compare(g, h), direction=LT"]  # -a < 4294967295 b
    yield sort_case("s64.constants-of-equal-bits", "constants of equal bits and unequal types are unequal factors", ["s64"], factors, [[3, -5]], [1, 0])


# ---- windows ----
def window_cases():
    places = 3000
    program, results = Program(), []
    program.lines += [*counted("s32", (2 * places,), 11, 5), *counted("s32", (places,), 7, 3, label="s"), "z = s32[] constant(0)"]
    y = program.add(f"s32[{2 * places}]", "select-and-scatter(x, s, z), window={size=2 stride=2}, select=ge, scatter=f")
    weigh(program, results, "s32", (2 * places,), y)
    x, source = integers((places, 2), 11, 5), integers((places,), 7, 3)
    chosen = [2 * k + int(x[k, 1] > x[k, 0]) for k in range(places)]
    yield program_case("select-and-scatter", "s32.many-places", "each of 3000 windows selects an element of its own", "SelectAndScatter",
                       program.results(results), [], literal("s64", [sum((at % 251 + 1) * int(v) for at, v in zip(chosen, source))], ()),
                       helpers=[*combiner("c = pred[] compare(a, b), direction=GE", ["s32", "s32"], "ge"), *ADD, *SUM], oracle="numpy", tags=["large"])
    # The first window has row 1, and the second one rows 0 and 2.
    body = ["x = s32[3,16] parameter(0)", "z = s32[] constant(0)",
            "ROOT r = s32[2,8] reduce-window(x, z), window={size=2x2 stride=1x2 pad=1_0x0_0 rhs_dilate=2x1}, to_apply=f"]
    rows = [[100 * row + column**2 for column in range(16)] for row in range(3)]
    yield "reduce-window", numpy_case("reduce-window.s32.dilated-from-padding", "in padding, a dilated window may begin at a later element than the next one",
                                      "ReduceWindow", body, [lit("s32", rows)], helpers=ADD)
    far, count = 2**63 - 504, 300  # the middle one of three elements is over the base; the dilated window has a size of almost 2^64
    body = [f"x = s32[1,{count}] iota(), iota_dimension=1", "z = s32[] constant(0)",
            f"w = s32[1,{count - 1}] reduce-window(x, z), window={{size=3x2 pad={far}_{far}x0_0 rhs_dilate={far}x1}}, to_apply=f",
            "ROOT r = s32[] reduce(w, z), dimensions={0,1}, to_apply=f"]
    yield program_case("reduce-window", "s32.dilated-beyond-63-bits", "a window whose dilated size exceeds 63 bits, after windows along the other dimension",
                       "ReduceWindow", body, [], literal("s32", [(count - 1) ** 2], ()), helpers=ADD, tags=["limit"])


if __name__ == "__main__":
    write_groups((byte_cases, shape_cases, convolution_cases, reduce_cases, pair_cases, sort_cases, window_cases), NAME)
