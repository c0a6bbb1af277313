#!/usr/bin/python3
"""Vectors of the ops with windows, of map, and of scan. Oracles: the definitions with exact fractions,
index by index, and the worked examples of the operation semantics by hand."""
import itertools
import math
from fractions import Fraction

from formats import FLOATS, INTEGERS, holds, int_range, literal, round_to, wrap
from write import reject_case, run_case, write

NAME = "conformance/generate/windows.py"
EXACT = "the definition in exact fractions"
INF = math.inf
KEYS = (("size", "x"), ("stride", "x"), ("pad", "x"), ("lhs_dilate", "x"), ("rhs_dilate", "x"), ("rhs_reversal", "x"))


def shape(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"


def entry(size, stride=1, pad=(0, 0), lhs_dilate=1, rhs_dilate=1, rhs_reversal=0):
    return {"size": size, "stride": stride, "pad": pad, "lhs_dilate": lhs_dilate, "rhs_dilate": rhs_dilate,
            "rhs_reversal": rhs_reversal}


def window_text(window):
    parts = []
    for key, joint in KEYS:
        values = [f"{w[key][0]}_{w[key][1]}" if key == "pad" else str(w[key]) for w in window]
        if key == "size" or any(v != d for v, d in zip(values, ["0_0" if key == "pad" else "0" if key == "rhs_reversal" else "1"] * len(values))):
            parts.append(f"{key}={joint.join(values)}")
    return "{" + " ".join(parts) + "}"


def places(w, base):
    padded = w["pad"][0] + (0 if base == 0 else (base - 1) * w["lhs_dilate"] + 1) + w["pad"][1]
    span = (w["size"] - 1) * w["rhs_dilate"] + 1
    return 0 if padded <= 0 or span > padded else (padded - span) // w["stride"] + 1


def indices(sizes):
    return itertools.product(*map(range, sizes))


def seen(window, dims, place):
    """(kernel index, base index) of the window elements that are neither padding nor holes."""
    for k in indices([w["size"] for w in window]):
        base = []
        for w, n, o, j in zip(window, dims, place, k):
            q = o * w["stride"] - w["pad"][0] + j * w["rhs_dilate"]
            if q < 0 or q % w["lhs_dilate"] or q // w["lhs_dilate"] >= n:
                break
            base.append(q // w["lhs_dilate"])
        else:
            yield tuple(w["size"] - 1 - j if w["rhs_reversal"] else j for w, j in zip(window, k)), tuple(base)


def table(dims, values):
    return dict(zip(indices(dims), values))


def small(name, count):
    if name == "pred":
        return [i % 3 == 0 for i in range(count)]
    if name in INTEGERS:
        low, high = int_range(name)
        return [max(low, min(high, v)) for v in ([0, 1, -1, 2, 3, -2, 1, 5] * count)[:count]]
    values = ([0.5, 1.0, 1.5, -1.0, 2.0, 0.0, 3.0, -0.5] * count)[:count]
    return [complex(v, 1) for v in values] if name[0] == "c" else [v if holds(name, v) else 1.0 for v in values]


def start(name):
    """Zero, or one if the type has no zero."""
    if name == "pred":
        return False
    if name in INTEGERS:
        return 0
    return 0j if name[0] == "c" else 0.0 if holds(name, 0.0) else 1.0


def store(name, value):
    if name == "pred" or name[0] == "c":
        return value
    return wrap(name, value) if name in INTEGERS else round_to(name, value)


def combine(op, name, a, b):
    if op == "maximum":
        return max(a, b)
    if op == "minimum":
        return min(a, b)
    if name == "pred":
        return a or b
    if name in INTEGERS or name[0] == "c":
        return store(name, a + b if op == "add" else a - b)
    return store(name, Fraction(a) + Fraction(b) if op == "add" else Fraction(a) - Fraction(b))


def function(op, name, label="f"):
    return [f"{label} {{", f"  a = {name}[] parameter(0)", f"  b = {name}[] parameter(1)",
            f"  ROOT c = {name}[] {op}(a, b)", "}"]


def chooser(name, direction="GE"):
    return ["s {", f"  a = {name}[] parameter(0)", f"  b = {name}[] parameter(1)",
            f"  ROOT c = pred[] compare(a, b), direction={direction}", "}"]


def whole(functions, lines):
    return ["HloModule m", *functions, "ENTRY e {", *("  " + line for line in lines), "}"]


# ---- reduce-window ----
def reduce_window(identity, why, name, dims, values, init, window, op, oracle=EXACT, expect=None):
    x = table(dims, values)
    out = [places(w, n) for w, n in zip(window, dims)]
    if expect is None:
        expect = []
        for place in indices(out):
            sum_ = init
            for _, base in seen(window, dims, place):
                sum_ = combine(op, name, sum_, x[base])
            expect.append(sum_)
    lines = [f"x = {shape(name, dims)} parameter(0)", f"i = {name}[] parameter(1)",
             f"ROOT r = {shape(name, out)} reduce-window(x, i), window={window_text(window)}, to_apply=f"]
    return run_case(f"reduce-window.{name}.{identity}", why, "ReduceWindow", None,
                    [literal(name, values, dims), literal(name, [init], [])], literal(name, expect, out),
                    requires=[name], oracle=oracle, whole=whole(function(op, name), lines))


def reduce_window_cases():
    powers = [10000.0, 1000.0, 100.0, 10.0, 1.0]
    yield reduce_window("seed-valid", "minimum over windows of 3 with stride 2", "f32", [5], powers, INF, [entry(3, 2)],
                        "minimum", None, [100.0, 1.0])
    yield reduce_window("seed-same", "padding is skipped", "f32", [5], powers, INF, [entry(3, 2, (1, 1))], "minimum", None,
                        [1000.0, 10.0, 1.0])
    yield reduce_window("dilated-both", "base and window dilation with padding", "f32", [3, 2], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 0.0,
                        [entry(2, 4, (2, 1), 2, 3), entry(1)], "add", None, [0.0, 0.0, 3.0, 4.0])
    yield reduce_window("init-once", "padding is skipped: the initial value counts once", "s32", [2], [1, 2], 10,
                        [entry(3, 1, (3, 3))], "add", None, [10, 11, 13, 13, 12, 10])
    yield reduce_window("subtract", "the accumulator is the first argument", "s32", [3], [1, 2, 4], 0, [entry(2)], "subtract", None, [-3, -6])
    yield reduce_window("stored-steps", "sums are stored after each step", "f16", [2], [1.0, 1.0], 2048.0, [entry(2)], "add", None, [2048.0])
    yield reduce_window("empty", "windows over an empty base contain only padding", "s32", [0], [], 7, [entry(2, 1, (1, 2))], "add", None, [7, 7])
    yield reduce_window("no-place", "a window wider than the base has no position", "s32", [2], [1, 2], 7, [entry(5)], "add", None, [])
    yield reduce_window("crop", "negative padding crops", "s32", [5], [1, 2, 4, 8, 16], 0, [entry(2, 1, (-1, -1))], "add", None, [6, 12])
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        yield reduce_window("add-2d", "every type; rows of several lengths", name, [3, 6], small(name, 18), start(name),
                            [entry(2, 1, (1, 0)), entry(2, 1, (0, 1))], "add")
    mixes = ([entry(1), entry(2, 2), entry(2, 2)], [entry(2, 1, (1, 1)), entry(1), entry(1)], [entry(3, 1, (2, 0), 2), entry(1), entry(2, 1, (0, 0), 3, 2)],
             [entry(1, 2), entry(3, 2, (1, 1), 1, 2), entry(4)], [entry(2), entry(2, 3, (-1, 2)), entry(2, 1, (4, 4), 2)])
    for number, window in enumerate(mixes):
        yield reduce_window(f"mix-{number}", "windows of rank 3", "s32", [3, 4, 5], [(i * 37) % 101 - 50 for i in range(60)], -7,
                            window, "subtract" if number % 2 else "add")
        yield reduce_window(f"maximum-{number}", "windows of rank 3, a recognized reducer", "f32", [3, 4, 5],
                            [float((i * 37) % 101 - 50) for i in range(60)], -INF, window, "maximum")
    given = ["x = f32[2,2] parameter(0)", "i = f32[] parameter(1)"]
    for identity, why, text in (("rank", "one entry for each dimension", "size=2"), ("size", "sizes are at least 1", "size=0x1"),
                                ("stride", "strides are at least 1", "size=1x1 stride=1x0"),
                                ("base-dilation", "base dilations are at least 1", "size=1x1 lhs_dilate=0x1"),
                                ("window-dilation", "window dilations are at least 1", "size=1x1 rhs_dilate=1x0")):
        yield reject_case(f"reduce-window.f32.rejects-{identity}", why, "ReduceWindow", None, "reduce-window.C2", requires=["f32"],
                          whole=whole(function("add", "f32"), [*given, f"ROOT r = f32[2,2] reduce-window(x, i), window={{{text}}}, to_apply=f"]))
    yield reject_case("reduce-window.f32.rejects-init", "initial values are scalars", "ReduceWindow", None, "reduce-window.C1", requires=["f32"],
                      whole=whole(function("add", "f32"), [*given, "ROOT r = f32[2,2] reduce-window(x, x), window={size=1x1}, to_apply=f"]))


# ---- select-and-scatter ----
def scatter_case(identity, why, name, dims, values, source, window, direction, op, expect, oracle=None):
    out = [places(w, n) for w, n in zip(window, dims)]
    init = start(name)
    lines = [f"x = {shape(name, dims)} parameter(0)", f"u = {shape(name, out)} parameter(1)", f"i = {name}[] parameter(2)",
             f"ROOT r = {shape(name, dims)} select-and-scatter(x, u, i), window={window_text(window)}, select=s, scatter=f"]
    return run_case(f"select-and-scatter.{name}.{identity}", why, "SelectAndScatter", None,
                    [literal(name, values, dims), literal(name, source, out), literal(name, [init], [])],
                    literal(name, expect, dims), requires=[name], oracle=oracle,
                    whole=whole([*chooser(name, direction), *function(op, name)], lines))


def scattered(name, dims, values, source, window, op):
    """With GE as the choice; with EQ for complex numbers, which have no order."""
    x, result = table(dims, values), {i: start(name) for i in indices(dims)}
    out = [places(w, n) for w, n in zip(window, dims)]
    for place, update in zip(indices(out), source):
        inside = [base for _, base in seen(window, dims, place)]
        if inside:
            best = inside[0]
            for other in inside[1:]:
                keep = x[best] == x[other] if name[0] == "c" else x[best] >= x[other]
                best = best if keep else other
            result[best] = combine(op, name, result[best], update)
    return list(result.values())


def select_and_scatter_cases():
    yield scatter_case("example", "the example of the reference", "f32", [4, 2], [1.0, 5.0, 2.0, 5.0, 3.0, 6.0, 4.0, 4.0],
                       [5.0, 6.0, 7.0, 8.0], [entry(3, 2, (0, 1)), entry(1)], "GE", "add", [0.0, 0.0, 0.0, 0.0, 5.0, 14.0, 7.0, 0.0])
    line = [entry(2)]
    yield scatter_case("seed-overlap", "two windows choose the same element", "f32", [3], [1.0, 9.0, 2.0], [2.0, 6.0], line, "GE", "add", [0.0, 8.0, 0.0])
    yield scatter_case("subtract", "the current value is the first argument", "f32", [3], [1.0, 9.0, 2.0], [2.0, 6.0], line, "GE", "subtract", [0.0, -8.0, 0.0])
    yield scatter_case("tie-ge", "GE keeps the earlier of equal elements", "f32", [2], [3.0, 3.0], [7.0], line, "GE", "add", [7.0, 0.0])
    yield scatter_case("tie-gt", "GT takes the later of equal elements", "f32", [2], [3.0, 3.0], [7.0], line, "GT", "add", [0.0, 7.0])
    yield scatter_case("padding-only", "a window over padding has no effect", "f32", [2], [3.0, 4.0], [7.0, 8.0, 9.0], [entry(1, 1, (1, 0))], "GE", "add", [8.0, 9.0])
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        window = [entry(2, 1, (1, 0)), entry(2, 2, (0, 1))]
        values, source = small(name, 12), small(name, 6)
        if name in (*INTEGERS, *FLOATS) and name != "s1":
            source = [v if v == 0 else (1 if name in INTEGERS else 1.0) for v in source]
        yield scatter_case("pool-2d", "every type; overlapping windows with padding", name, [3, 4], values, source, window,
                           "EQ" if name[0] == "c" else "GE", "add", scattered(name, [3, 4], values, source, window, "add"), EXACT)
    given = ["x = f32[4] parameter(0)", "u = f32[2] parameter(1)", "i = f32[] parameter(2)", "t = s32[2] parameter(3)"]
    good = "window={size=2 stride=2}, select=s, scatter=f"
    both = [*chooser("f32"), *function("add", "f32")]
    for identity, why, operands, rest, code in (
            ("source-dims", "the source has one element for each window", "x, u, i", "window={size=2}, select=s, scatter=f", "C1"),
            ("base-dilation", "no base dilation", "x, u, i", "window={size=2 stride=2 lhs_dilate=2}, select=s, scatter=f", "C2"),
            ("window-dilation", "no window dilation", "x, u, i", "window={size=2 stride=2 rhs_dilate=2}, select=s, scatter=f", "C2"),
            ("source-type", "one element type", "x, t, i", good, "C3"), ("init", "the initial value is a scalar", "x, u, u", good, "C3"),
            ("select", "select returns pred", "x, u, i", "window={size=2 stride=2}, select=f, scatter=f", "C4"),
            ("scatter", "scatter returns the element type", "x, u, i", "window={size=2 stride=2}, select=s, scatter=s", "C5")):
        yield reject_case(f"select-and-scatter.f32.rejects-{identity}", why, "SelectAndScatter", None, f"select-and-scatter.{code}",
                          requires=["f32"], whole=whole(both, [*given, f"ROOT r = f32[4] select-and-scatter({operands}), {rest}"]))


# ---- map ----
def map_cases():
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        a, b = small(name, 6), small(name, 8)[2:]
        lines = [f"x = {name}[2,3] parameter(0)", f"y = {name}[2,3] parameter(1)",
                 f"ROOT r = {name}[2,3] map(x, y), dimensions={{0,1}}, to_apply=f"]
        yield run_case(f"map.{name}.add", "the computation on each element", "Map", None, [literal(name, a, [2, 3]), literal(name, b, [2, 3])],
                       literal(name, [combine("add", name, p, q) for p, q in zip(a, b)], [2, 3]), requires=[name], oracle=EXACT,
                       whole=whole(function("add", name), lines))
    lines = ["x = f32[2] parameter(0)", "y = f32[2] parameter(1)", "ROOT r = pred[2] map(x, y), dimensions={0}, to_apply=s"]
    yield run_case("map.f32.compare", "the type of the root", "Map", None, [literal("f32", [1.0, 4.0], [2]), literal("f32", [2.0, 3.0], [2])],
                   literal("pred", [False, True], [2]), requires=["f32", "pred"], whole=whole(chooser("f32"), lines))
    lines = ["x = s32[0] parameter(0)", "ROOT r = s32[0] map(x, x), dimensions={0}, to_apply=f"]
    yield run_case("map.s32.empty", "the window has no effect", "Map", None, [literal("s32", [], [0])], literal("s32", [], [0]), requires=["s32"],
                   whole=whole(function("add", "s32"), lines))
    given = ["x = f32[3,2] parameter(0)", "y = f32[4,2] parameter(1)", "z = s32[3,2] parameter(2)"]
    for identity, why, operands, dims, code in (("dims", "equal sizes", "x, y", "0,1", "C1"), ("order", "dimensions in order", "x, x", "1,0", "C2"),
                                                ("short", "every dimension is listed", "x, x", "0", "C2"), ("count", "a parameter for each operand", "x", "0,1", "C3"),
                                                ("type", "parameters have the operands' types", "x, z", "0,1", "C3")):
        yield reject_case(f"map.f32.rejects-{identity}", why, "Map", None, f"map.{code}", requires=["f32"],
                          whole=whole(function("add", "f32"), [*given, f"ROOT r = f32[3,2] map({operands}), dimensions={{{dims}}}, to_apply=f"]))


# ---- scan ----
def step(text, op="add"):
    return ["f {", f"  x = {text} parameter(0)", f"  c = {text} parameter(1)", f"  y = {text} {op}(x, c)", f"  ROOT t = ({text}, {text}) tuple(y, y)", "}"]


def scan_case(identity, why, name, dims, values, carry_dims, carry, d, y, last, op="add", extra="", oracle=None):
    result = f"({shape(name, dims)}, {shape(name, carry_dims)})"
    lines = [f"x = {shape(name, dims)} parameter(0)", f"c = {shape(name, carry_dims)} parameter(1)",
             f"ROOT r = {result} scan(x, c), dimensions={{{d}}}, num_carries=1{extra}, to_apply=f"]
    return run_case(f"scan.{name}.{identity}", why, "Scan", None, [literal(name, values, dims), literal(name, carry, carry_dims)],
                    {"tuple": [literal(name, y, dims), literal(name, last, carry_dims)]}, requires=[name], oracle=oracle,
                    whole=whole(step(shape(name, carry_dims), op), lines))


def scan_cases():
    yield scan_case("example", "running sums", "s32", [3], [1, 2, 3], [], [0], 0, [1, 3, 6], [6])
    yield scan_case("example-reverse", "from the last element to the first; values stay at their index", "s32", [3], [1, 2, 3], [], [0], 0,
                    [6, 5, 3], [6], extra=", is_reverse=true")
    yield scan_case("empty", "the carry passes through", "s32", [0], [], [], [5], 0, [], [5])
    yield scan_case("rows", "slices of rank 1", "s32", [2, 3], [1, 2, 3, 4, 5, 6], [3], [0, 0, 10], 0, [1, 2, 13, 5, 7, 19], [5, 7, 19])
    yield scan_case("columns", "along the last dimension", "s32", [2, 3], [1, 2, 3, 4, 5, 6], [2], [0, 0], 1, [1, 3, 6, 4, 9, 15], [6, 15])
    yield scan_case("associative", "the hint has no effect", "s32", [3], [1, 2, 3], [], [1], 0, [2, 4, 7], [7], extra=", is_associative=true")
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        values, total, y = small(name, 6), start(name), []
        for v in values:
            total = combine("add", name, v, total)
            y.append(total)
        yield scan_case("sums", "every type", name, [6], values, [], [start(name)], 0, y, [total], oracle=EXACT)
    given = ["x = f32[3] parameter(0)", "y = f32[4] parameter(1)", "c = f32[] parameter(2)", "p = f32[2] parameter(3)"]
    for identity, why, operands, rest, code in (
            ("sizes", "inputs have one scanned size", "x, y", "dimensions={0}, num_carries=0", "C1"),
            ("range", "the dimension is below the rank", "x, c", "dimensions={1}, num_carries=1", "C1"),
            ("carries", "not more carries than operands", "x, c", "dimensions={0}, num_carries=3", "C2"),
            ("carry-shape", "the carry keeps its shape", "x, p", "dimensions={0}, num_carries=1", "C3")):
        yield reject_case(f"scan.f32.rejects-{identity}", why, "Scan", None, f"scan.{code}", requires=["f32"],
                          whole=whole(step("f32[]"), [*given, f"ROOT r = (f32[3], f32[]) scan({operands}), {rest}, to_apply=f"]))


# ---- convolution ----
def conv_values(lhs_dims, lhs, rhs_dims, rhs, window, labels, g, bg, name):
    left, right, out = labels
    x, k = table(lhs_dims, lhs), table(rhs_dims, rhs)
    ls, rs = dict(zip(left, lhs_dims)), dict(zip(right, rhs_dims))
    digits = [c for c in sorted(out) if c.isdigit()]
    sizes = {"b": ls["b"] // bg, "f": rs["o"], **{c: places(w, ls[c]) for c, w in zip(digits, window)}}
    result = []
    for index in indices([sizes[c] for c in out]):
        at = dict(zip(out, index))
        n = at["b"] + at["f"] // (rs["o"] // bg) * sizes["b"]
        total = 0
        for kernel, base in seen(window, [ls[c] for c in digits], [at[c] for c in digits]):
            for iz in range(rs["i"]):
                li = {"b": n, "f": at["f"] // (rs["o"] // g) * rs["i"] + iz, **dict(zip(digits, base))}
                ri = {"i": iz, "o": at["f"], **dict(zip(digits, kernel))}
                a, b = x[tuple(li[c] for c in left)], k[tuple(ri[c] for c in right)]
                total += a * b if isinstance(a, complex) or name in INTEGERS else int(a and b) if name == "pred" else Fraction(a) * Fraction(b)
        if name == "pred":
            total = total > 0
        elif name in INTEGERS:
            low, high = int_range(name)
            total = max(low, min(high, total))
        elif name[0] == "c":
            total = complex(total)
        else:
            total = round_to(name, total)
        result.append(total)
    return [sizes[c] for c in out], result


def conv_case(identity, why, name, lhs_dims, lhs, rhs_dims, rhs, window, labels, g=1, bg=1, expect=None):
    parts = (labels.split("_")[0], *labels.split("_")[1].split("->"))
    out, values = conv_values(lhs_dims, lhs, rhs_dims, rhs, window, parts, g, bg, name)
    if expect is not None:
        assert expect == values, identity
    text = (f", window={window_text(window)}" if window else "") + f", dim_labels={labels}"
    text += (f", feature_group_count={g}" if g > 1 else "") + (f", batch_group_count={bg}" if bg > 1 else "")
    lines = [f"x = {shape(name, lhs_dims)} parameter(0)", f"k = {shape(name, rhs_dims)} parameter(1)",
             f"ROOT r = {shape(name, out)} convolution(x, k){text}"]
    return run_case(f"convolution.{name}.{identity}", why, "Conv", lines, [literal(name, lhs, lhs_dims), literal(name, rhs, rhs_dims)],
                    literal(name, values, out), requires=[name], oracle=None if expect is not None else EXACT)


def ints(count, seed=37):
    return [(i * seed) % 19 - 9 for i in range(count)]


def convolution_cases():
    x, k = [1.0, 2.0, 3.0, 4.0], [1.0, 10.0]
    for identity, why, w, expect in (("line", "no padding; the kernel is not flipped", entry(2), [21.0, 32.0, 43.0]), ("stride", "every second place", entry(2, 2), [21.0, 43.0]),
                                     ("reversal", "the kernel is flipped", entry(2, rhs_reversal=1), [12.0, 23.0, 34.0]),
                                     ("base-dilation", "holes between the elements", entry(2, lhs_dilate=2), [1.0, 20.0, 2.0, 30.0, 3.0, 40.0])):
        yield conv_case(identity, why, "f32", [1, 1, 4], x, [1, 1, 2], k, [w], "bf0_oi0->bf0", expect=expect)
    plane = [float(v) for v in (1, 2, 5, 6, 3, 4, 7, 8, 10, 11, 14, 15, 12, 13, 16, 17)]
    yield conv_case("plane", "stride 4 over a dilated base", "f32", [1, 1, 4, 4], plane, [1, 1, 3, 3], [1.0] * 9, [entry(3, 4, lhs_dilate=2)] * 2,
                    "bf01_oi01->bf01", expect=[10.0, 26.0, 46.0, 62.0])
    yield conv_case("saturates", "300 becomes 127, -300 becomes -128", "s8", [1, 3], [100] * 3, [3, 2], [1, -1] * 3, [], "bf_io->bf", expect=[127, -128])
    yield conv_case("no-spatial", "a matrix product", "s32", [2, 3], [1, 2, 3, 4, 5, 6], [2, 3], [1, 0, 1, 0, 1, 0], [], "bf_oi->bf", expect=[4, 2, 10, 5])
    yield conv_case("no-features", "an empty sum is 0", "f32", [1, 0, 2], [], [1, 0, 1], [], [entry(1)], "bf0_oi0->bf0", expect=[0.0, 0.0])
    yield conv_case("empty-base", "only padding", "f32", [1, 1, 0], [], [1, 1, 1], [5.0], [entry(1, 1, (1, 1))], "bf0_oi0->bf0", expect=[0.0, 0.0])
    yield conv_case("no-place", "a kernel wider than the base", "f32", [1, 1, 2], [1.0, 2.0], [1, 1, 3], [1.0] * 3, [entry(3)], "bf0_oi0->bf0", expect=[])
    yield run_case("convolution.f32.padding-infinity", "an infinite kernel value over padding has no effect", "Conv",
                   ["x = f32[1,1,2] parameter(0)", "k = f32[1,1,2] parameter(1)",
                    "ROOT r = f32[1,1,2] convolution(x, k), window={size=2 pad=1_0}, dim_labels=bf0_oi0->bf0"],
                   [literal("f32", [1.0, 2.0], [1, 1, 2]), literal("f32", [INF, 1.0], [1, 1, 2])], literal("f32", [1.0, INF], [1, 1, 2]), requires=["f32"])
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        yield conv_case("2d", "every type; sums are exact before they are stored", name, [1, 3, 5, 2], small(name, 30), [2, 2, 2, 3], small(name, 24),
                        [entry(2, 1, (1, 0)), entry(2, 1, (0, 1))], "b01f_01io->b01f")
    mixed = [entry(2, 2, (1, 2), 2, 1, 1), entry(3, 1, (-1, 2), 1, 2)]
    for labels, ld, rd in (("b01f_01io->b01f", (2, 4, 6, 3), (2, 3, 3, 2)), ("bf01_oi01->bf01", (2, 3, 4, 6), (2, 3, 2, 3)), ("f01b_i01o->01bf", (3, 4, 6, 2), (3, 2, 3, 2)),
                           ("0b1f_o1i0->f1b0", (4, 2, 6, 3), (2, 3, 3, 2)), ("b10f_10io->b10f", (2, 6, 4, 3), (3, 2, 3, 2))):
        yield conv_case("labels-" + labels.replace("_", "-").replace("->", "-"), "every order of dimensions, mixed windows", "s32", ld, ints(math.prod(ld)), rd,
                        ints(math.prod(rd), 23), mixed, labels)
    yield conv_case("feature-groups", "each group of input features has its own kernels", "s32", [2, 5, 6], ints(60), [2, 3, 4], ints(24, 23), [entry(2)], "b0f_0io->b0f", 2)
    yield conv_case("depthwise", "one kernel a channel", "s32", [1, 5, 3], ints(15), [2, 1, 3], ints(6, 23), [entry(2)], "b0f_0io->b0f", 3)
    yield conv_case("depthwise-multiplier", "output feature z reads input feature z/2", "s32", [1, 5, 3], ints(15), [2, 1, 6], ints(12, 23), [entry(2)], "b0f_0io->b0f", 3)
    yield conv_case("batch-groups", "output features of block q read block q of the batch", "s32", [4, 5, 2], ints(40), [2, 2, 4], ints(16, 23), [entry(2)], "b0f_0io->b0f", 1, 2)
    yield conv_case("3d", "three spatial dimensions", "s32", [1, 3, 4, 3, 2], ints(72), [2, 2, 2, 2, 3], ints(48, 23), [entry(2), entry(2, 2, (1, 1)), entry(2, 1, (0, 0), 1, 2)],
                    "b012f_012io->b012f")
    yield conv_case("many-features", "more output features than a block", "s32", [1, 4, 1], ints(4), [2, 1, 300], ints(600, 23), [entry(2)], "b0f_0io->b0f")
    good = "window={size=2}, dim_labels=bf0_oi0->bf0"
    given = ["x = f32[3,6,5] parameter(0)", "k = f32[4,6,2] parameter(1)", "h = f32[4,2,2] parameter(2)", "o = f32[5,3,2] parameter(3)", "n = bf16[4,6,2] parameter(4)",
             "w = f32[3,6,5,5] parameter(5)"]
    for identity, why, operands, rest, code in (
            ("both-groups", "one kind of groups", "x, k", good + ", feature_group_count=2, batch_group_count=2", "C1"),
            ("rank", "one label for each dimension", "w, k", good, "C3"), ("window-size", "the window has the kernel's size", "x, k", "window={size=3}, dim_labels=bf0_oi0->bf0", "C4"),
            ("window-rank", "one entry for each spatial dimension", "x, k", "window={size=2x2}, dim_labels=bf0_oi0->bf0", "C4"),
            ("stride", "strides are at least 1", "x, k", "window={size=2 stride=0}, dim_labels=bf0_oi0->bf0", "C4"),
            ("features", "the kernel has the features of a group", "x, h", good + ", feature_group_count=2", "C5"),
            ("out-features", "groups have equally many output features", "x, o", good + ", feature_group_count=2", "C6"),
            ("batch", "batch groups are equally large", "x, k", good + ", batch_group_count=2", "C7"), ("types", "one element type", "x, n", good, "C8")):
        yield reject_case(f"convolution.f32.rejects-{identity}", why, "Conv", [*given, f"ROOT r = f32[3,4,4] convolution({operands}), {rest}"], f"convolution.{code}", requires=["f32"])
    yield reject_case("convolution.f32.rejects-labels", "the three parts name the same spatial dimensions", "Conv",
                      ["x = f32[1,1,4] parameter(0)", "k = f32[1,1,2] parameter(1)",
                       "ROOT r = f32[1,1,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf1"], "P12", at="bf0_oi0->bf1", requires=["f32"])


def main():
    for op, cases in (("reduce-window", reduce_window_cases()), ("select-and-scatter", select_and_scatter_cases()), ("map", map_cases()),
                      ("scan", scan_cases()), ("convolution", convolution_cases())):
        write(op, list(cases), NAME)


if __name__ == "__main__":
    main()
