#!/usr/bin/python3
"""Vectors of values and shapes that decide rarely: flags of dynamic dimensions that come from called computations, limits,
and whole slices; grids of special complex numbers; comparators that are no keys; empty reductions of several arrays."""
import fractions
import itertools
import math
import random

from dynamic_flags import print_case
from formats import literal, round_to
from through_numpy import combiner, numpy_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/rarer_values.py"
INF, NAN = math.inf, math.nan


# ---- flags of dynamic dimensions ----
def flag_cases():
    gather = (", offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,", "}")
    for bound, out, why in ((2, "<=2", "a dimension that is taken whole stays dynamic"), (1, "1", "a slice of one element is static"), (3, "2", "a part of a dimension is static")):
        size = out.strip("<=")
        yield print_case("gather", f"f32.flag-of-slice-{size}-of-{bound}", why, [f"f32[4,<={bound}]", "s32[3,1]"], f"f32[3,{out}]", None, size.join(gather))
    for k, shapes in enumerate((["f32[<=4]", "f32[4]", "f32[4]"], ["f32[4]", "f32[<=4]", "f32[4]"], ["f32[4]", "f32[4]", "f32[<=4]"])):
        yield print_case("clamp", f"f32.flag-of-operand-{k}", "the result is dynamic where any operand is", shapes, "f32[<=4]", None)
    body = ("body", [("p", "f32[4]{0}")], "f32[<=4]", ["  %n = s32[] constant(2)", "  ROOT %d = f32[<=4]{0} set-dimension-size(%p, %n), dimensions={0}"])
    test = ("test", [("q", "f32[4]{0}")], "pred[]", ["  ROOT %c = pred[] constant(false)"])
    op, case = print_case("while", "f32.flag-of-body", "the result is dynamic where the body returns a dynamic dimension", ["f32[4]"], "f32[<=4]", None,
                          ", condition=%test, body=%body", helpers=[test, body])
    case["expect"]["text"] = [line.replace("{0}", "") if line.startswith("%") else line for line in case["expect"]["text"]]  # heads have no layouts
    yield op, case
    more = ", num_carries=1, to_apply=%g"
    for what, dimension, given, slices, out in (("of-scanned", 0, "<=4,3,2", "3,2", "<=4,3,2"), ("of-slices-first", 0, "4,<=3,2", "<=3,2", "4,<=3,2"), ("of-slices-last", 0, "4,3,<=2", "3,<=2", "4,3,<=2"),
                                               ("of-scanned-middle", 1, "4,<=3,2", "4,2", "4,<=3,2"), ("of-slices-around", 1, "<=4,3,<=2", "<=4,<=2", "<=4,3,<=2"), ("of-scanned-last", 2, "4,3,<=2", "4,3", "4,3,<=2")):
        step = ("g", [("p", f"f32[{slices}]{{1,0}}"), ("q", "f32[]")], f"(f32[{slices}], f32[])", [f"  ROOT %t = (f32[{slices}]{{1,0}}, f32[]) tuple(%p, %q)"])
        op, case = print_case("scan", f"f32.flag-{what}", "the outputs are dynamic where the scanned dimension or the slices are", [f"f32[{given}]", "f32[]"], f"(f32[{out}], f32[])", None,
                              f", dimensions={{{dimension}}}{more}", helpers=[step])
        case["expect"]["text"] = [line.replace("{1,0}", "") if line.startswith("%") else line for line in case["expect"]["text"]]
        yield op, case


# ---- limits of layouts ----
def layout_cases():
    shape = lambda count: "f32[8]{0:T" + "(1)" * count + "}"
    yield "print", {"id": "print.layouts.most-tile-sizes", "kind": "print", "level": "impl-defined", "why": "the largest number of tile sizes of a layout, 256", "spec": [{"doc": "hlo-text", "anchor": "4"}],
                    "requires": [], "tags": ["limit"], "hlo": ["HloModule m", "ENTRY e {", f"  ROOT x = {shape(256)} parameter(0)", "}"],
                    "expect": {"text": [f"HloModule m, entry_computation_layout={{({shape(256)})->{shape(256)}}}", "", "ENTRY %e (x: f32[8]) -> f32[8] {", f"  ROOT %x = {shape(256)} parameter(0)", "}", ""]},
                    "provenance": {"kind": "hand"}}
    yield "hlo-text", {**reject_case("hlo-text.faults.too-many-tile-sizes", "one more tile size than a layout can have", "4", [f"ROOT x = {shape(257)} parameter(0)"], "S09", doc="hlo-text"),
                       "level": "impl-defined"}


# ---- constants whose value is elided ----
def constant_cases():
    yield "constant", reject_case("constant.elided.rejects-token", "a token is no constant", "constant", ["ROOT c = token[] constant({...})"], "constant.C3")


# ---- complex numbers ----
PARTS = (0.0, -0.0, 1.0, -2.0, INF, -INF, NAN)


def product(z, w):
    """C11 G.5.1, example 1."""
    a, b, c, d = z.real, z.imag, w.real, w.imag
    x, y = a * c - b * d, a * d + b * c
    if math.isnan(x) and math.isnan(y):
        box = lambda v: math.copysign(1.0 if math.isinf(v) else 0.0, v)
        free = lambda v: math.copysign(0.0, v) if math.isnan(v) else v
        again = False
        if math.isinf(a) or math.isinf(b):
            a, b, c, d, again = box(a), box(b), free(c), free(d), True
        if math.isinf(c) or math.isinf(d):
            c, d, a, b, again = box(c), box(d), free(a), free(b), True
        if again:
            x, y = INF * (a * c - b * d), INF * (a * d + b * c)
    return complex(x, y)


def quotient(z, w):
    """C11 G.5.1, example 2; without its scaling, which these numbers do not need."""
    a, b, c, d = z.real, z.imag, w.real, w.imag
    square = c * c + d * d
    over = lambda v: v / square if square else (NAN if v == 0 or math.isnan(v) else math.copysign(INF, v))
    x, y = over(a * c + b * d), over(b * c - a * d)
    if math.isnan(x) and math.isnan(y):
        box = lambda v: math.copysign(1.0 if math.isinf(v) else 0.0, v)
        finite = lambda *v: all(map(math.isfinite, v))
        if square == 0 and not (math.isnan(a) and math.isnan(b)):
            x, y = math.copysign(INF, c) * a, math.copysign(INF, c) * b
        elif (math.isinf(a) or math.isinf(b)) and finite(c, d):
            a, b = box(a), box(b)
            x, y = INF * (a * c + b * d), INF * (b * c - a * d)
        elif (math.isinf(c) or math.isinf(d)) and finite(a, b):
            c, d = box(c), box(d)
            x, y = 0.0 * (a * c + b * d), 0.0 * (b * c - a * d)
    return complex(x, y)


def complex_cases():
    numbers = [complex(a, b) for a, b in itertools.product(PARTS, PARTS)]
    for op, model in (("multiply", product), ("divide", quotient)):
        for name in ("c64", "c128"):
            for sign, divisors in (("plus", numbers[::2]), ("other", numbers[1::2])):
                pairs = [(z, w) for z in numbers for w in divisors]
                if op == "divide":  # real divisors divide each part; only the signs of zeros and NaN differ
                    pairs = [(z, w) for z, w in pairs if w.imag != 0 or w.real == 0]
                count = len(pairs)
                yield op, run_case(f"{op}.{name}.special-numbers-{sign}", "zeros, numbers, infinities, and NaN in all parts", op,
                                   [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"ROOT r = {name}[{count}] {op}(x, y)"],
                                   [literal(name, [z for z, _ in pairs]), literal(name, [w for _, w in pairs])], literal(name, [model(z, w) for z, w in pairs]),
                                   requires=[name], tags=["extreme"], oracle="Python, the examples of C11 G.5.1")


# ---- sorts ----
def sort_cases():
    less = ["less {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  k = f32[] reduce-precision(a), exponent_bits=5, mantissa_bits=1",
            "  l = f32[] reduce-precision(b), exponent_bits=8, mantissa_bits=10", "  ROOT c = pred[] compare(k, l), direction=LT", "}"]
    # The first is 1 when rounded coarsely, and so is the second; coarse(0.9375) < fine(1.1875), but not coarse(1.1875) < fine(0.9375).
    yield "sort", run_case("sort.f32.key-rounded-differently", "both sides are rounded, each in its own way: the pair decides, not a key", "Sort", None,
                           [literal("f32", [1.1875, 0.9375])], literal("f32", [0.9375, 1.1875]), requires=["f32", "pred"],
                           whole=["HloModule m", *less, "ENTRY e {", "  x = f32[2] parameter(0)", "  ROOT r = f32[2] sort(x), dimensions={0}, is_stable=true, to_apply=less", "}"])
    for count in (2, 5, 19, 40, 130, 300, 1100):
        draw = random.Random(count)
        tops, bottoms = [draw.randrange(-9, 10) for _ in range(count)], [draw.randrange(1, 8) for _ in range(count)]
        order = sorted(range(count), key=lambda k: fractions.Fraction(tops[k], bottoms[k]))
        tagged = list(range(count))
        parameters = [f"  {n}{side} = s32[] parameter({2 * k + (side == 'b')})" for k, n in enumerate("tbi") for side in "ab"]
        helper = ["less {", *parameters, "  l = s32[] multiply(ta, bb)", "  r = s32[] multiply(tb, ba)", "  ROOT c = pred[] compare(l, r), direction=LT", "}"]
        s = f"s32[{count}]"
        lines = [f"  t = {s} parameter(0)", f"  b = {s} parameter(1)", f"  i = {s} parameter(2)",
                 f"  ROOT r = ({s}, {s}, {s}) sort(t, b, i), dimensions={{0}}, is_stable=true, to_apply=less"]
        yield "sort", run_case(f"sort.s32.fractions-{count}", "fractions, compared by cross-multiplication: the comparator takes parameters of several operands", "Sort", None,
                               [literal("s32", values) for values in (tops, bottoms, tagged)],
                               {"tuple": [literal("s32", [values[k] for k in order]) for values in (tops, bottoms, tagged)]}, requires=["s32", "pred"],
                               whole=["HloModule m", *helper, "ENTRY e {", *lines, "}"], oracle="Python's sorted and fractions")


def mixed_sort_cases():
    for count in (5, 40, 300, 1100):
        draw = random.Random(count)
        tops, bottoms = [draw.randrange(-9, 10) for _ in range(count)], [draw.randrange(1, 8) for _ in range(count)]
        order = sorted(range(count), key=lambda k: fractions.Fraction(tops[k], bottoms[k]))
        helper = ["less {", "  ta = s8[] parameter(0)", "  tb = s8[] parameter(1)", "  ba = s64[] parameter(2)", "  bb = s64[] parameter(3)", "  ua = s64[] convert(ta)",
                  "  ub = s64[] convert(tb)", "  l = s64[] multiply(ua, bb)", "  r = s64[] multiply(ub, ba)", "  ROOT c = pred[] compare(l, r), direction=LT", "}"]
        lines = [f"  t = s8[{count}] parameter(0)", f"  b = s64[{count}] parameter(1)", f"  ROOT r = (s8[{count}], s64[{count}]) sort(t, b), dimensions={{0}}, is_stable=true, to_apply=less"]
        yield "sort", run_case(f"sort.mixed.fractions-{count}", "fractions of numbers of two widths: the comparator takes parameters of several operands", "Sort", None,
                               [literal("s8", tops), literal("s64", bottoms)], {"tuple": [literal("s8", [tops[k] for k in order]), literal("s64", [bottoms[k] for k in order])]},
                               requires=["s8", "s64", "pred"], whole=["HloModule m", *helper, "ENTRY e {", *lines, "}"], oracle="Python's sorted and fractions")


# ---- scans with several carries ----
def scan_cases():
    step = ["g {", "  a = f32[] parameter(0)", "  p = s32[] parameter(1)", "  q = u8[] parameter(2)", "  one = s32[] constant(1)", "  n = s32[] add(p, one)", "  two = u8[] constant(2)",
            "  m = u8[] multiply(q, two)", "  h = f32[] convert(p)", "  y = f32[] add(a, h)", "  ROOT t = (f32[], s32[], u8[]) tuple(y, n, m)", "}"]
    for what, more, values in (("forward", "", [15.0, 26.0, 37.0]), ("reverse", ", is_reverse=true", [17.0, 26.0, 35.0])):
        yield "scan", run_case(f"scan.mixed.two-carries-{what}", "two carries of their own types", "Reduce", None,
                               [literal("f32", [10.0, 20.0, 30.0]), literal("s32", [5], ()), literal("u8", [3], ())],
                               {"tuple": [literal("f32", values), literal("s32", [8], ()), literal("u8", [24], ())]}, requires=["f32", "s32", "u8"],
                               whole=["HloModule m", *step, "ENTRY e {", "  x = f32[3] parameter(0)", "  y = s32[] parameter(1)", "  z = u8[] parameter(2)",
                                      f"  ROOT r = (f32[3], s32[], u8[]) scan(x, y, z), dimensions={{0}}, num_carries=2{more}, to_apply=g", "}"])


# ---- reductions of several arrays without elements ----
def empty_cases():
    two = ["f {", "  a = f32[] parameter(0)", "  b = s32[] parameter(1)", "  c = f32[] parameter(2)", "  d = s32[] parameter(3)", "  p = f32[] add(a, c)",
           "  q = s32[] add(b, d)", "  ROOT t = (f32[], s32[]) tuple(p, q)", "}"]
    for topic, sizes, kept in (("columns", "0,3", "3"), ("all", "0", "")):
        shape = lambda t: f"{t}[{kept}]"
        parts = [literal("f32", [1.5] * 3), literal("s32", [-7] * 3)] if kept else [literal("f32", [1.5], ()), literal("s32", [-7], ())]
        yield "reduce", run_case(f"reduce.mixed.two-empty-{topic}", "each result has its own initial value", "Reduce", None, [], {"tuple": parts}, requires=["f32", "s32"],
                                 whole=["HloModule m", *two, "ENTRY e {", "  i = f32[] constant(1.5)", "  j = s32[] constant(-7)",
                                        f"  x = f32[{sizes}] broadcast(i), dimensions={{}}", f"  y = s32[{sizes}] broadcast(j), dimensions={{}}",
                                        f"  ROOT r = ({shape('f32')}, {shape('s32')}) reduce(x, y, i, j), dimensions={{0}}, to_apply=f", "}"])
    yield "reduce", reject_case("reduce.mixed.rejects-second-initial-type", "the initial values have the types of their arrays", "Reduce", None, "reduce.C3",
                                whole=["HloModule m", *two, "ENTRY e {", "  x = f32[2] constant({1, 2})", "  y = s32[2] constant({1, 2})", "  i = f32[] constant(0)", "  k = u32[] constant(0)",
                                       "  ROOT r = (f32[], s32[]) reduce(x, y, i, k), dimensions={0}, to_apply=f", "}"])


# ---- windows over long rows of lanes ----
def lane_cases():
    for topic, size, lanes, window, places in (("long-window", 9, 9001, "size=5x1 pad=2_2x0_0", 9), ("stride", 9, 9001, "size=3x1 stride=2x1", 4), ("dilated", 9, 9001, "size=3x1 rhs_dilate=2x1", 5),
                                               ("longest-window", 70, 3001, "size=40x1 pad=20_3x0_0", 54), ("longest-stride", 70, 3001, "size=40x1 stride=3x1", 11)):
        for name, op in (("f32", "maximum"), ("s32", "add"), ("f32", "add"), ("u8", "maximum"), ("s32", "minimum")):
            wide, grid = "f64" if name == "f32" else "s64", f"[{size},{lanes}]"
            body = [f"n = s32[{size * lanes}] iota(), iota_dimension=0", f"m = s32{grid} reshape(n)", "q = s32[] constant(7919)", f"qs = s32{grid} broadcast(q), dimensions={{}}",
                    f"h = s32{grid} multiply(m, qs)", "k = s32[] constant(101)", f"ks = s32{grid} broadcast(k), dimensions={{}}", f"v = s32{grid} remainder(h, ks)",
                    f"p = s32{grid} abs(v)", f"x = {name}{grid} convert(p)", f"z = {name}[] constant({1000 if op == 'minimum' else 0})",
                    f"w = {name}[{places},{lanes}] reduce-window(x, z), window={{{window}}}, to_apply=f", f"l = {wide}[{places},{lanes}] convert(w)",
                    f"i = {wide}[{places},{lanes}] iota(), iota_dimension=1", f"t = {wide}[{places},{lanes}] multiply(l, i)", f"o = {wide}[] constant(0)",
                    f"ROOT r = {wide}[{places}] reduce(t, o), dimensions={{1}}, to_apply=g"]
            yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-lanes-{topic}", "windows over rows of more elements than a block has; the sum has weights", "ReduceWindow", body,
                                              helpers=[*combiner(f"c = {name}[] {op}(a, b)", [name, name]), *combiner(f"c = {wide}[] add(a, b)", [wide, wide], label="g")],
                                              requires=[name, wide, "s32"], tags=["large"])


# ---- sums of squares of many rows ----
def squares_cases():
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"])
    for rows, columns in ((700, 129), (257, 1000), (3001, 50), (5000, 3), (2, 70001)):
        body = [f"n = s32[{rows * columns}] iota(), iota_dimension=0", f"m = s32[{rows},{columns}] reshape(n)", "k = s32[] constant(7)", f"ks = s32[{rows},{columns}] broadcast(k), dimensions={{}}",
                f"v = s32[{rows},{columns}] remainder(m, ks)", f"x = f32[{rows},{columns}] convert(v)", f"q = f32[{rows},{columns}] multiply(x, x)", "z = f32[] constant(0)",
                f"s = f32[{rows}] reduce(q, z), dimensions={{1}}, to_apply=f", f"w = f64[{rows}] convert(s)", f"i = f64[{rows}] iota(), iota_dimension=0", f"t = f64[{rows}] multiply(w, i)",
                "o = f64[] constant(0)", "a = f64[] reduce(t, o), dimensions={0}, to_apply=g", "b = f64[] reduce(w, o), dimensions={0}, to_apply=g", "ROOT r = (f64[], f64[]) tuple(a, b)"]
        yield "reduce", numpy_case(f"reduce.f32.squares-of-rows-{rows}x{columns}", "sums of squares of many rows; the sums of these have weights", "Reduce", body,
                                   helpers=[*add, *combiner("c = f64[] add(a, b)", ["f64", "f64"], label="g")], requires=["f32", "f64", "s32"], tags=["large"])


# ---- numbers whose shortest digits are hard to find ----
def digit_cases():
    draw = random.Random(11)
    wide = [2.0**k for k in range(-1074, 1024, 23)] + [float(f"1e{k}") for k in range(-323, 309, 9)] + [float(2**53 + 2 * k) for k in range(40)] + [float(2**55 + 8 * k) for k in range(40)]
    wide += [float(draw.randrange(2**52, 2**53)) * 2.0**k for k in range(0, 60)] + [5e-324 * k for k in range(1, 30)] + [9.5, 1e23, 8.41e21, 9.5367431640625e-07, 4.35, 2.2250738585072014e-308]
    narrow = [2.0**k for k in range(-149, 128, 3)] + [round_to("f32", float(f"1e{k}")) for k in range(-44, 39)] + [float(2**24 + 2 * k) for k in range(40)] + [2.0**-149 * k for k in range(1, 30)]
    narrow += [float(draw.randrange(2**23, 2**24)) * 2.0**k for k in range(0, 60)] + [8388608.0, 33554432.0 + 4, 16777216.0 * 3]
    for name, numbers in (("f64", wide), ("f32", narrow)):
        yield "copy", run_case(f"copy.{name}.digits", "numbers whose shortest decimal digits lie at the ends of their rounding intervals", "copy",
                               [f"x = {name}[{len(numbers)}] parameter(0)", f"ROOT r = {name}[{len(numbers)}] copy(x)"], [literal(name, numbers)], literal(name, numbers), requires=[name])


# ---- zeros of formats without -0 ----
def zero_cases():
    # The least positive number u, and what multiples of it become without mantissa bits: a result below half a step is 0, never NaN.
    for name, least, kept in (("f8e4m3fnuz", 2.0**-10, {1: 0, 3: 0, 4: 0, 5: 8, 7: 8}), ("f8e4m3b11fnuz", 2.0**-13, {1: 0, 3: 0, 4: 0, 5: 8, 7: 8}), ("f8e5m2fnuz", 2.0**-17, {1: 0, 2: 0, 3: 4})):
        given = [sign * k * least for sign in (1, -1) for k in kept]
        result = [sign * kept[k] * least if kept[k] else 0.0 for sign in (1, -1) for k in kept]
        for bits in (8, 11):
            yield "reduce-precision", run_case(f"reduce-precision.{name}.to-zero-e{bits}m0", "negative numbers that are rounded to zero become the only zero", "ReducePrecision",
                                               [f"x = {name}[{len(given)}] parameter(0)", f"ROOT r = {name}[{len(given)}] reduce-precision(x), exponent_bits={bits}, mantissa_bits=0"],
                                               [literal(name, given)], literal(name, result), requires=[name])


    powers = [2.0**-127, 2.0**-126, 1.0, 2.0**127]
    yield "reduce-precision", run_case("reduce-precision.f8e8m0fnu.least-e11m0", "the least number, whose bits are all 0, is not zero", "ReducePrecision",
                                       ["x = f8e8m0fnu[4] parameter(0)", "ROOT r = f8e8m0fnu[4] reduce-precision(x), exponent_bits=11, mantissa_bits=0"],
                                       [literal("f8e8m0fnu", powers)], literal("f8e8m0fnu", powers), requires=["f8e8m0fnu"])


# ---- offsets of the in-place form of collective-permute ----
def offset_cases():
    for place, operands in (("input", "u, t"), ("output", "t, u")):
        for what, shape, value in (("unsigned", "u32[]", "0"), ("wide", "s64[]", "0"), ("array", "s32[1]", "{0}"), ("number", "f32[]", "0")):
            yield "collective-permute", reject_case(f"collective-permute.f32.rejects-in-place-{place}-offset-{what}", "offsets are s32 scalars", "4.5",
                                                    ["x = f32[4] parameter(0)", "o = f32[4] parameter(1)", "i = s32[] constant(0)", f"j = {shape} constant({value})", "t = (s32[]) tuple(i)",
                                                     f"u = ({shape}) tuple(j)", f"ROOT r = f32[4] collective-permute(x, o, {operands}), source_target_pairs={{{{0,1}}}}, slice_sizes={{{{2}}}}"],
                                                    "collective-permute.C1", doc="collectives")


if __name__ == "__main__":
    write_groups((flag_cases, layout_cases, constant_cases, complex_cases, sort_cases, mixed_sort_cases, scan_cases, empty_cases, lane_cases, squares_cases, digit_cases, zero_cases, offset_cases), NAME)
