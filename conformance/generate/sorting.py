#!/usr/bin/python3
"""Vectors of sort and topk. Oracle: the top-down merge sort of the operation semantics, in Python. For
comparators that are strict weak orders, Python's stable sort must agree. Worked examples by hand."""
import functools
import math
import struct

import numpy

from arrays import TYPES, array, lit, shape
from formats import FLOATS, INTEGERS
from write import reject_case, run_case, write

NAME = "conformance/generate/sorting.py"
ORACLE = "the merge sort of the definition, in Python; Python's stable sort where the order is strict"
ORDERED = [t for t in TYPES if t not in ("c64", "c128")]


def merge_sort(positions, less):
    """Halves at floor(n / 2); the right element only if less(right, left)."""
    if len(positions) < 2:
        return positions
    half = len(positions) // 2
    left, right = merge_sort(positions[:half], less), merge_sort(positions[half:], less)
    out = []
    while left and right:
        out.append(right.pop(0) if less(right[0], left[0]) else left.pop(0))
    return out + left + right


def sorted_arrays(arrays, dimension, less, strict=True):
    outs = [a.copy() for a in arrays]
    moved = [numpy.moveaxis(a, dimension, -1) for a in arrays]
    targets = [numpy.moveaxis(o, dimension, -1) for o in outs]
    for line in numpy.ndindex(*moved[0].shape[:-1]):
        values = list(zip(*(m[line] for m in moved)))

        def before(i, j):
            return less(*(v for pair in zip(values[i], values[j]) for v in pair))

        order = merge_sort(list(range(len(values))), before)
        if strict:
            by = functools.cmp_to_key(lambda i, j: -1 if before(i, j) else (1 if before(j, i) else 0))
            assert order == sorted(range(len(values)), key=by)
        for target, m in zip(targets, moved):
            target[line] = m[line][order]
    return outs


def comparator(names, lines):
    return ["less {", *(f"  {'ab'[i % 2]}{i // 2} = {names[i // 2]}[] parameter({i})" for i in range(2 * len(names))),
            *("  " + line for line in lines), "}"]


def compared(direction, k=0, extra="", swapped=False):
    a, b = (f"b{k}", f"a{k}") if swapped else (f"a{k}", f"b{k}")
    return [f"ROOT c = pred[] compare({a}, {b}), direction={direction}{extra}"]


def sort(identity, why, names, arrays, dimension, lines, less, *, oracle=ORACLE, strict=True, hint=""):
    outs = sorted_arrays(arrays, dimension, less, strict)
    shapes = [shape(n, a.shape) for n, a in zip(names, arrays)]
    result = shapes[0] if len(names) == 1 else f"({', '.join(shapes)})"
    entry = [*(f"x{k} = {s} parameter({k})" for k, s in enumerate(shapes)),
             f"ROOT r = {result} sort({', '.join(f'x{k}' for k in range(len(names)))}), dimensions={{{dimension}}}{hint}, "
             "to_apply=less"]
    expected = [lit(n, o) for n, o in zip(names, outs)]
    return run_case(f"sort.{names[0]}.{identity}", why, "Sort", None, [lit(n, a) for n, a in zip(names, arrays)],
                    expected[0] if len(names) == 1 else {"tuple": expected}, requires=names, oracle=oracle,
                    whole=["HloModule m", *comparator(names, lines), "ENTRY e {", *("  " + line for line in entry), "}"])


def lt(a, b):
    return a < b


def gt(a, b):
    return a > b


def shuffled(name, count):
    """Unsorted values with repetitions."""
    values = list(array(name, (count,)))
    return array(name, (count,), [values[i * 7 % count] for i in range(count)])


def code(name, value):
    """The sort key of an f32 or f64 in the total order."""
    bits, = struct.unpack({"f32": "<i", "f64": "<q"}[name], struct.pack({"f32": "<f", "f64": "<d"}[name], value))
    return bits if bits >= 0 else bits ^ (2**31 - 1 if name == "f32" else 2**63 - 1)


def total_less(name):
    return lambda a, b: code(name, a) < code(name, b)


NAN, INF = math.nan, math.inf


def sort_cases():
    for name in ORDERED:
        yield sort("ascending", "each type in its order", [name], [shuffled(name, 11)], 0, compared("LT"), lt)
        yield sort("payload-descending", "a payload follows its key; equal keys keep their order, also downwards", [name, "s32"],
                   [shuffled(name, 9), array("s32", (9,), range(9))], 0, compared("GT"), lambda a, b, c, d: a > b)
    for name in ("c64", "c128"):
        yield sort("follows", "values that cannot be compared follow a key", [name, "s32"],
                   [array(name, (5,)), array("s32", (5,), [3, 1, 2, 1, 3])], 0, compared("LT", 1), lambda a, b, c, d: c < d)
    yield sort("seed-example", "the example of the operation semantics: two payloads follow the first operand", ["s32", "s32", "f32"],
               [array("s32", (2,), [3, 1]), array("s32", (2,), [42, 50]), array("f32", (2,), [-3.0, 1.0999999046325684])], 0,
               compared("LT"), lambda a, b, *rest: a < b, oracle=None)
    square = array("s32", (2, 2), [3, 1, 2, 4])
    yield sort("dimension-0", "lines along dimension 0", ["s32"], [square], 0, compared("LT"), lt, oracle=None)
    yield sort("dimension-1", "lines along dimension 1", ["s32"], [square], 1, compared("LT"), lt, oracle=None)
    cube = array("s32", (3, 4, 2), [i * 13 % 24 for i in range(24)])
    yield sort("dimension-middle", "lines along a middle dimension", ["s32"], [cube], 1, compared("GT"), gt)
    yield sort("stable-hint", "is_stable has no effect: sort is always stable", ["s32", "s32"],
               [array("s32", (6,), [1, 0, 1, 0, 1, 0]), array("s32", (6,), range(6))], 0, compared("LT"), lambda a, b, c, d: a < b,
               hint=", is_stable=true")
    yield sort("swapped", "the comparator may name its parameters in the other order", ["s32", "s32"],
               [array("s32", (6,), [4, 2, 4, 9, 2, 1]), array("s32", (6,), range(6))], 0, compared("GT", 0, swapped=True),
               lambda a, b, c, d: b > a)
    yield sort("second-key", "the order comes from the second operand", ["s32", "f32"],
               [array("s32", (4,), range(4)), array("f32", (4,), [2.5, -1.0, INF, -INF])], 0, compared("GT", 1),
               lambda a, b, c, d: c > d)
    both = ["f = pred[] compare(a0, b0), direction=LT", "e = pred[] compare(a0, b0), direction=EQ",
            "s = pred[] compare(a1, b1), direction=GT", "t = pred[] and(e, s)", "ROOT r = pred[] or(f, t)"]
    yield sort("two-keys", "by the first operand upwards, then by the second downwards", ["s32", "f32"],
               [array("s32", (8,), [2, 1, 2, 1, 3, 2, 1, 3]), array("f32", (8,), [0.5, 4.0, 1.5, 4.0, -1.0, 1.5, 8.0, 2.0])], 0, both,
               lambda a, b, c, d: a < b or (a == b and c > d))
    absolute = ["p = s32[] abs(a0)", "q = s32[] abs(b0)", "ROOT c = pred[] compare(p, q), direction=LT"]
    yield sort("by-magnitude", "a comparator that computes", ["s32"], [array("s32", (9,), [3, -1, -3, 2, 0, 1, -2, -7, 5])], 0, absolute,
               lambda a, b: abs(a) < abs(b))
    yield sort("by-magnitude-lines", "the same along many lines", ["s32"],
               [array("s32", (40, 7), [(i * 37 + i // 7) % 41 - 20 for i in range(280)])], 1, absolute, lambda a, b: abs(a) < abs(b))
    for name in ("bf16", "f32", "f64"):
        lines = [f"z = {name}[] constant(0)", f"n = {name}[] constant(nan)"]
        for side in "ab":
            lines += [f"{side}z = pred[] compare({side}0, z), direction=EQ", f"{side}y = {name}[] select({side}z, z, {side}0)",
                      f"{side}n = pred[] compare({side}0, {side}0), direction=NE", f"{side}x = {name}[] select({side}n, n, {side}y)"]
        lines.append("ROOT c = pred[] compare(ax, bx), direction=LT, type=TOTALORDER")
        yield sort("alike", "zeros are equal, and NaN are equal and last: the order of JAX", [name, "s32"],
                   [array(name, (9,), [NAN, 0.0, 2.0, -0.0, INF, NAN, -1.0, 0.0, -INF]), array("s32", (9,), range(9))], 0, lines,
                   lambda a, b, c, d: not math.isnan(a) and (math.isnan(b) or a < b))
    for name in ("f32", "f64"):
        yield sort("total", "positive NaN is the greatest in the total order", [name], [array(name, (5,), [NAN, 1.0, -1.0, -INF, INF])],
                   0, compared("LT", 0, ", type=TOTALORDER"), total_less(name))
        yield sort("total-zeros", "-0 is before 0 in the total order", [name, "s32"],
                   [array(name, (5,), [0.0, -0.0, 1.0, -0.0, 0.0]), array("s32", (5,), range(5))], 0,
                   compared("LT", 0, ", type=TOTALORDER"), lambda a, b, c, d, n=name: total_less(n)(a, b))
        yield sort("total-descending", "NaN first, then downwards", [name], [array(name, (5,), [1.0, NAN, -INF, INF, -0.0])], 0,
                   compared("GT", 0, ", type=TOTALORDER"), lambda a, b, n=name: total_less(n)(b, a))
        yield sort("zeros", "zeros of both signs are equal and keep their order", [name],
                   [array(name, (7,), [1.0, 0.0, -0.0, -1.0, -0.0, 0.0, -2.0])], 0, compared("LT"), lt)
        yield sort("nan", "with NaN, LT is not a strict order: the result is that of the merge sort", [name, "s32"],
                   [array(name, (9,), [3.0, NAN, 1.0, 2.0, NAN, -1.0, 5.0, 0.0, NAN]), array("s32", (9,), range(9))], 0,
                   compared("LT"), lambda a, b, c, d: a < b, strict=False)
        yield sort("nan-descending", "the same downwards", [name, "s32"],
                   [array(name, (7,), [NAN, 2.0, 8.0, NAN, 4.0, -INF, 16.0]), array("s32", (7,), range(7))], 0, compared("GT"),
                   lambda a, b, c, d: a > b, strict=False)
    nans = [{"shape": "f32[4]{0}", "data": data} for data in
            (["nan:0x7fc00000", 1, "nan:0xffc00000", "-inf"], ["nan:0xffc00000", "-inf", 1, "nan:0x7fc00000"])]
    yield run_case("sort.f32.total-example", "the worked example: NaN of either sign has a place in the total order", "Sort", None,
                   nans[:1], nans[1], requires=["f32"],
                   whole=["HloModule m", *comparator(["f32"], compared("LT", 0, ", type=TOTALORDER")), "ENTRY e {",
                          "  x = f32[4] parameter(0)", "  ROOT r = f32[4] sort(x), dimensions={0}, to_apply=less", "}"])
    yield sort("not-strict", "LE takes equal elements in reversed order: no strict order, but a defined result", ["s32", "s32"],
               [array("s32", (7,), [1, 2, 1, 2, 1, 2, 1]), array("s32", (7,), range(7))], 0, compared("LE"),
               lambda a, b, c, d: a <= b, strict=False)
    yield sort("always", "a comparator that is always true", ["s32"], [array("s32", (6,), range(6))], 0, ["ROOT t = pred[] constant(true)"],
               lambda a, b: True, strict=False)
    yield sort("never", "a comparator that is never true leaves everything in place", ["s32"], [array("s32", (6,), [3, 1, 2, 5, 4, 0])], 0,
               ["ROOT t = pred[] constant(false)"], lambda a, b: False)
    many = [(i * 7919) % 1009 * (-1 if i % 3 else 1) for i in range(300)]
    yield sort("many", "a long line of small numbers", ["s32"], [array("s32", (300,), many)], 0, compared("LT"), lt)
    yield sort("many-wide", "a long line of numbers of all magnitudes", ["s64", "s16"],
               [array("s64", (200,), [(i * 0x9e3779b97f4a7c15) % 2**64 - 2**63 for i in range(200)]),
                array("s16", (200,), range(200))], 0, compared("GT"), lambda a, b, c, d: a > b)
    yield sort("one", "a line of one element", ["s32"], [array("s32", (3, 1), [2, 1, 0])], 1, compared("LT"), lt)
    yield sort("empty-lines", "lines without elements", ["s32"], [array("s32", (3, 0))], 1, compared("LT"), lt)
    yield sort("no-lines", "no lines", ["s32", "f32"], [array("s32", (0, 3)), array("f32", (0, 3))], 1, compared("LT"),
               lambda a, b, c, d: a < b)
    yield from sort_rejects()


def sort_rejects():
    shapes = dict(x="f32[3]", y="s32[4]", m="f32[2,3]", s="f32[]", z="s32[3]")
    good = comparator(["f32"], compared("LT"))
    pair = comparator(["f32", "f32"], compared("LT"))
    returns = comparator(["f32"], ["ROOT r = f32[] subtract(a0, b0)"])
    for identity, why, operands, dimensions, rule, at, text, result in (
            ("dims", "operands have equal dimensions", "x, y", "{0}", "C1", None, pair, "(f32[3], s32[4])"),
            ("dimension", "the dimension is one of the operand", "m", "{2}", "C2", "dimensions=", good, "f32[2,3]"),
            ("dimensions", "one dimension is sorted", "m", "{0,1}", "C2", "dimensions=", good, "f32[2,3]"),
            ("scalar", "a scalar has no dimension to sort", "s", "{0}", "C2", "dimensions=", good, "f32[]"),
            ("parameter-count", "the comparator takes two scalars for each operand", "x, z", "{0}", "C3", "to_apply=", good,
             "(f32[3], s32[3])"),
            ("parameter-type", "each pair of parameters has the type of its operand", "x, z", "{0}", "C3", "to_apply=", pair,
             "(f32[3], s32[3])"),
            ("result", "the comparator returns a pred", "x", "{0}", "C4", "to_apply=", returns, "f32[3]")):
        entry = [f"{name} = {shapes[name]} parameter({k})" for k, name in enumerate(operands.split(", "))]
        yield reject_case(f"sort.f32.rejects-{identity}", why, "Sort", None, f"sort.{rule}", at=at, requires=["f32"],
                          whole=["HloModule m", *text, "ENTRY e {", *("  " + line for line in entry),
                                 f"  ROOT r = {result} sort({operands}), dimensions={dimensions}, to_apply=less", "}"])


# ---- topk ----

def total_key(value):
    if isinstance(value, float) and math.isnan(value):
        return (2, 0)
    zero = 0 if not isinstance(value, float) or value != 0 else (0 if math.copysign(1.0, value) > 0 else -1)
    return (1, value, zero)


def topk(identity, why, name, x, k, *, largest=None, oracle="Python's sort of each line by total order, then position", hint=""):
    values = numpy.empty((*x.shape[:-1], k), dtype=object)
    places = numpy.empty((*x.shape[:-1], k), dtype=object)
    for line in numpy.ndindex(*x.shape[:-1]):
        order = sorted(range(x.shape[-1]), key=lambda i: total_key(x[line][i]), reverse=largest is not False)
        if largest is not False:  # reversing reverses ties
            order = sorted(order, key=functools.cmp_to_key(
                lambda i, j: (total_key(x[line][i]) < total_key(x[line][j])) - (total_key(x[line][i]) > total_key(x[line][j]))
                or i - j))
        for at, i in enumerate(order[:k]):
            values[(*line, at)], places[(*line, at)] = x[line][i], i
    words = "" if largest is None else f", largest={'true' if largest else 'false'}"
    parts = f"({shape(name, values.shape)}, {shape('s32', places.shape)})"
    return run_case(f"topk.{name}.{identity}", why, "TopK", [f"x = {shape(name, x.shape)} parameter(0)",
                                                           f"ROOT r = {parts} topk(x), k={k}{words}{hint}"],
                    [lit(name, x)], {"tuple": [lit(name, values), lit("s32", places)]}, requires=[name, "s32"], oracle=oracle)


def topk_cases():
    for name in [*INTEGERS, *FLOATS]:
        yield topk("largest", "the largest first, of equal ones the first", name, shuffled(name, 12), 5)
        yield topk("smallest", "the smallest first, of equal ones the first", name, shuffled(name, 12), 5, largest=False)
    yield topk("example", "the worked example", "s32", array("s32", (4,), [3, 1, 3, 2]), 2, oracle=None)
    yield topk("all", "as many as there are: a sort downwards", "s32", array("s32", (6,), [2, 5, 2, 0, 9, 5]), 6)
    yield topk("none", "k = 0 gives an empty result", "s32", array("s32", (4,), range(4)), 0)
    yield topk("stable", "is_stable has no effect: ties are in the order of their positions", "s32", array("s32", (5,), [1, 1, 1, 1, 1]), 3,
               hint=", is_stable=true")
    yield topk("lines", "each line of the last dimension", "f32", array("f32", (2, 2, 4), [float(i * 5 % 16) for i in range(16)]), 2)
    yield topk("specials", "NaN is the largest, 0 is above -0", "f32",
               array("f32", (8,), [1.0, -0.0, NAN, -INF, 0.0, INF, NAN, -2.0]), 6, largest=True)
    yield topk("specials-smallest", "-0 is below 0, NaN comes last", "f64",
               array("f64", (6,), [0.0, NAN, -0.0, -INF, 0.0, 3.0]), 6, largest=False)
    yield topk("extremes", "the ends of the range", "s64", array("s64", (5,), [2**63 - 1, -(2**63), 0, -1, 1]), 4)
    yield topk("unsigned", "large unsigned numbers are large", "u64", array("u64", (4,), [2**63, 1, 2**64 - 1, 0]), 3)
    yield topk("many", "a few of many", "s32", array("s32", (500,), [i * 7919 % 499 for i in range(500)]), 7)
    yield topk("no-lines", "no lines", "f32", array("f32", (0, 3)), 2)
    yield topk("empty-lines", "lines without elements", "f32", array("f32", (3, 0)), 0)
    lines = ["x = f32[4] parameter(0)", "s = f32[] parameter(1)", "c = c64[4] parameter(2)", "p = pred[4] parameter(3)"]
    for identity, why, operand, k, rule, at in (
            ("scalar", "a scalar has no last dimension", "s", "1", "C1", None), ("large", "k is at most the size", "x", "5", "C2", "k=5"),
            ("negative", "k is not negative", "x", "-1", "C2", "k=-1"), ("complex", "complex values have no order", "c", "1", "C3", None),
            ("pred", "pred is neither int nor float", "p", "1", "C3", None)):
        yield reject_case(f"topk.f32.rejects-{identity}", why, "TopK",
                          [*lines, f"ROOT r = (f32[{k.strip('-')}], s32[{k.strip('-')}]) topk({operand}), k={k}"], f"topk.{rule}", at=at,
                          requires=["f32"])


def main():
    write("sort", list(sort_cases()), NAME)
    write("topk", list(topk_cases()), NAME)


main()
