#!/usr/bin/python3
"""Vectors of each op with each element type in all shape classes: empty, one element, a line with a tail, a batch with a
permuted layout (topic `shapes`), and partly filled arrays (topic `partly-filled`). Oracle: the numpy adapter; of a partly
filled array it computes the live part."""
import math
import random
import re

import numpy

from formats import FLOATS, INTEGERS, holds, int_range, literal
from large import UNARY_FLOAT
from through_numpy import ORACLE, combiner, expected, whole
from unary import COMPLEX_FUNCTIONS, ORDINARY, PLANE, tolerance
from write import run_case, write_groups
from numpy_ops import UNARY  # the path is set by through_numpy

NAME = "conformance/generate/shape_classes.py"
INTS, REALS, COMPLEX = list(INTEGERS), list(FLOATS), ["c64", "c128"]
TYPES = ["pred", *INTS, *REALS, *COMPLEX]
# Sizes in a program; "<=7|4" is a dynamic dimension with the bound 7 and the size 4, "@" permutes the layout.
STATIC, LIVE = ("0,3", "", "37", "2,3,5@"), ("<=7|4,5", "<=3|0", "2,<=9|3")
SHAPES = "no element, one, a line with a tail, and a batch with a permuted layout"
FILLED = "partly filled rows, no live element, and partly filled columns"
DYNAMIC = re.compile(r"<=(\d+)\|(\d+)")
# Where the result is NaN, these types have a zero whose sign is that of the NaN, which processors choose.
WITHOUT_NAN = [name for name in REALS if not holds(name, math.nan)]
LOOSE = {"f64": 8, "f32": 4}


def dims_of(sizes):
    return [int(n) for n in DYNAMIC.sub(r"\2", sizes).strip("@").split(",") if n]


def shape(name, sizes):
    """A shape of a program, such as f32[2,3,5]{0,2,1} for 2,3,5@."""
    rank = len(dims_of(sizes))
    layout = "{" + ",".join(map(str, [0, *range(rank - 1, 0, -1)])) + "}" if sizes.endswith("@") else ""
    return f"{name}[{sizes.strip('@')}]{layout}"


def values(name, count, seed, pool=None):
    """Values of the type, from `pool` or from a grid with the extremes among them."""
    pick = random.Random(f"{name} {seed}")
    if name == "pred":
        pool = [False, True]
    elif name in INTEGERS:
        low, high = int_range(name)
        pool = [v for v in pool or [low, high, *range(-6, 8), low // 3, high // 5 * 2] if low <= v <= high]
    elif name in FLOATS:
        pool = [v for v in pool or [math.inf, -math.inf, math.nan, -0.0, 0.0, *(k / 4 for k in range(-12, 13)), 96.0, 2.0**-9] if holds(name, v)]
    else:
        pool = pool or [complex(a, b) for a in (-3.5, -1.0, 0.5, 2.0) for b in (-2.0, 0.25, 1.0, 4.0)]
    return [pick.choice(pool) for _ in range(count)]


def with_sizes(value, text):
    """The expected LITERAL of a static array as one of the shape `text`."""
    if "tuple" in value:
        return {"tuple": [with_sizes(part, one) for part, one in zip(value["tuple"], text)]}
    if "<=" not in text:
        return value
    sizes = text[text.index("["):text.index("]") + 1]
    layout = value["shape"][value["shape"].index("]") + 1:]
    return {"shape": text[:text.index("[")] + DYNAMIC.sub(r"<=\1", sizes) + layout, "dynamic_sizes": dims_of(sizes.strip("[]")), "data": value["data"]}


def case(op, name, topic, why, arguments, calls, anchor, *, tol=None, helpers=()):
    """`arguments`: (type, sizes, elements) of p0, p1, ...; `calls`: (type, sizes, call) of the results."""
    body = [f"p{k} = {shape(t, sizes)} parameter({k})" for k, (t, sizes, _) in enumerate(arguments)]
    body += [f"r{k} = {shape(t, sizes)} {call}" for k, (t, sizes, call) in enumerate(calls)]
    results = [shape(t, sizes.strip("@")) for t, sizes, _ in calls]
    body.append(f"ROOT r = ({', '.join(results)}) tuple({', '.join(f'r{k}' for k in range(len(calls)))})")
    args = [literal(t, elements, dims_of(sizes)) for t, sizes, elements in arguments]
    expect = expected([DYNAMIC.sub(r"\2", line) for line in whole(body, helpers)], args)
    args = [with_sizes(value, shape(t, sizes.strip("@"))) for value, (t, sizes, _) in zip(args, arguments)]
    return op, run_case(f"{op}.{name}.{topic}", why, anchor, None, args, with_sizes(expect, results), whole=[DYNAMIC.sub(r"<=\1", line) for line in whole(body, helpers)],
                        tol=tol, tags=["shapes"], oracle=ORACLE)


# ---- elementwise ----
def elementwise(op, name, types, result, *, pools=(), attributes="", tol=None, helpers=(), anchor=None):
    """An op on operands of equal sizes: two cases with the sizes of each class."""
    for topic, why, classes in (("shapes", SHAPES, STATIC), ("partly-filled", FILLED, LIVE)):
        arguments, calls = [], []
        for sizes in classes:
            first, count = len(arguments), math.prod(dims_of(sizes))
            arguments += [(t, sizes, values(t, count, f"{op} {k} {sizes}", pools[k] if pools else None)) for k, t in enumerate(types)]
            dimensions = f", dimensions={{{','.join(map(str, range(len(dims_of(sizes)))))}}}" if op == "map" else ""
            calls.append((result, sizes, f"{op}({', '.join(f'p{first + k}' for k in range(len(types)))}){dimensions}{attributes}"))
        yield case(op, name, topic, why, arguments, calls, anchor or op, tol=tol, helpers=helpers)


def unary_pool(op, name):
    grid = [k / 8 for k in range(-24, 25)]
    bounded = op in ORDINARY or op in ("sine", "cosine", "tan", "sinh", "cosh")
    pool = [*ORDINARY.get(op, grid), 1.0, 0.0, math.nan] if bounded else [*grid, -0.0, math.inf, -math.inf, math.nan]
    if name in WITHOUT_NAN:
        pool = [v for v in pool if not numpy.isnan(UNARY[op](numpy.array([v]), name)).any()]
    return pool


def unary_cases():
    for op in UNARY_FLOAT:
        for name in REALS:
            yield from elementwise(op, name, [name], name, pools=[unary_pool(op, name)], tol=tolerance(op, name))
    for op, types in (("abs", [t for t in INTS if t[0] == "s"]), ("sign", [t for t in INTS if t[0] == "s"]), ("negate", INTS), ("not", ["pred", *INTS]),
                      ("popcnt", INTS), ("count-leading-zeros", INTS), ("copy", TYPES)):
        for name in types:
            yield from elementwise(op, name, [name], name)
    for name in REALS:
        yield from elementwise("is-finite", name, [name], "pred")
    for name, part in (("c64", "f32"), ("c128", "f64")):
        for op in ("real", "imag"):
            yield from elementwise(op, name, [name], part)
        yield from elementwise("negate", name, [name], name)
        plane, tol = [complex(*z) for z in PLANE], {"class": "close", "ulp": 8 if name == "c64" else 16}
        for op in (*COMPLEX_FUNCTIONS, "sign"):
            yield from elementwise(op, name, [name], name, pools=[plane], tol=tol)
        yield from elementwise("abs", name, [name], part, pools=[plane], tol={"class": "close", "ulp": 2})
        yield from elementwise("power", name, [name, name], name, pools=[plane, plane], tol=tol)
        yield from elementwise("complex", part, [part, part], name)


def binary_cases():
    positive, halves = [k / 4 for k in range(1, 24)], [k / 2 for k in range(-4, 5)]
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2"):
        for name in REALS:
            loose = op in ("power", "atan2")
            pools = [positive, halves] if op == "power" else [None, [v for v in halves if v]] if name in WITHOUT_NAN else ()
            yield from elementwise(op, name, [name, name], name, pools=pools, tol={"class": "close", "ulp": LOOSE.get(name, 1)} if loose else None)
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "and", "or", "xor", "shift-left",
               "shift-right-arithmetic", "shift-right-logical", "mulhi"):
        for name in INTS:
            yield from elementwise(op, name, [name, name], name)
    for op in ("add", "multiply", "maximum", "minimum", "and", "or", "xor"):
        yield from elementwise(op, "pred", ["pred", "pred"], "pred")
    for op in ("add", "subtract", "multiply", "divide"):
        for name in COMPLEX:
            yield from elementwise(op, name, [name, name], name, pools=[None, [2 + 0j, -4 + 0j, 2j, 0.5j, 1 + 1j, 1 - 1j]])


def choice_cases():
    for number, name in enumerate(TYPES):
        ways = ["EQ", "NE"] if name in COMPLEX else ["LT", "GE", "EQ", "GT", "NE", "LE"]
        yield from elementwise("compare", name, [name, name], "pred", attributes=f", direction={ways[number % len(ways)]}")
        yield from elementwise("select", name, ["pred", name, name], name)
        target = TYPES[(number * 11 + 5) % len(TYPES)]
        if name not in COMPLEX:
            yield from elementwise("convert", name, [name], target)
        negation = "not" if name == "pred" else "copy" if name == "f8e8m0fnu" else "negate"
        yield from elementwise("map", name, [name], name, attributes=", to_apply=f", helpers=combiner(f"c = {name}[] {negation}(a)", [name]))
    for name in [*INTS, *REALS]:
        yield from elementwise("clamp", name, [name] * 3, name, pools=[[-1.0, 0.5, 2.0] if name in FLOATS else [0, 1, -1], None, [2.0, 4.0] if name in FLOATS else [0, 1, 3, 5]])


# ---- ops that move elements: (sizes of the operands, sizes of the result, attributes) ----
MOVES = {
    "reverse": [("0,3", "0,3", "dimensions={0}"), ("1", "1", "dimensions={0}"), ("37", "37", "dimensions={0}"), ("2,3,5@", "2,3,5", "dimensions={0,2}"),
                ("<=7|4,5", "<=7|4,5", "dimensions={0}"), ("2,<=9|3", "2,<=9|3", "dimensions={0,1}"), ("<=3|0", "<=3|0", "dimensions={0}")],
    "transpose": [("0,3", "3,0", "dimensions={1,0}"), ("1,1", "1,1", "dimensions={1,0}"), ("37,3", "3,37", "dimensions={1,0}"), ("2,3,5@", "5,2,3", "dimensions={2,0,1}"),
                  ("<=7|4,5", "5,<=7|4", "dimensions={1,0}"), ("2,<=9|3", "<=9|3,2", "dimensions={1,0}"), ("<=3|0,2", "2,<=3|0", "dimensions={1,0}")],
    "broadcast": [("3", "0,3", "dimensions={1}"), ("", "1", "dimensions={}"), ("37", "2,37", "dimensions={1}"), ("2,5@", "2,3,5", "dimensions={0,2}"),
                  ("<=7|4", "<=7|4,5", "dimensions={0}"), ("<=9|3", "2,<=9|3", "dimensions={1}"), ("<=3|0", "<=3|0", "dimensions={0}")],
    "reshape": [("0,3", "3,0,2", ""), ("", "1,1", ""), ("37", "37,1", ""), ("2,3,5@", "6,5", ""),
                ("<=7|4,5", "<=35|20", ""), ("2,<=9|3", "<=18|6", ""), ("<=3|0", "1,<=3|0", "")],
    "slice": [("0,3", "0,2", "slice={[0:0], [1:3]}"), ("1", "1", "slice={[0:1]}"), ("37", "12", "slice={[1:37:3]}"), ("2,3,5@", "1,2,3", "slice={[1:2], [1:3], [0:5:2]}"),
              ("<=7|4,5", "<=7|4,2", "slice={[0:7], [1:5:2]}"), ("2,<=9|3", "1,<=9|3", "slice={[1:2], [0:9]}"), ("<=3|0", "<=3|0", "slice={[0:3]}")],
    "concatenate": [("0,3 2,3", "2,3", "dimensions={0}"), ("1 1", "2", "dimensions={0}"), ("37 5", "42", "dimensions={0}"), ("2,3,5@ 2,1,5", "2,4,5", "dimensions={1}"),
                    ("<=7|4,5 <=2|1,5", "<=9|5,5", "dimensions={0}"), ("2,<=9|3 2,4", "2,<=13|7", "dimensions={1}"), ("<=3|0 2", "<=5|2", "dimensions={0}")],
    "pad": [("0,3 ", "2,5", "padding=1_1x0_0_1"), ("1 ", "3", "padding=2_0"), ("37 ", "38", "padding=-2_3"), ("2,3,5@ ", "3,4,9", "padding=0_1x1_0x0_0_1"),
            ("<=7|4,5 ", "<=9|6,5", "padding=1_1x0_0"), ("2,<=9|3 ", "2,<=18|6", "padding=0_0x1_0_1"), ("<=3|0 ", "<=5|2", "padding=1_1")],
}


def move_cases():
    for op, forms in MOVES.items():
        for name in TYPES:
            for topic, why, chosen in (("shapes", SHAPES, forms[:4]), ("partly-filled", FILLED, forms[4:])):
                arguments, calls = [], []
                for operands, out, attributes in chosen:
                    parts = operands.split(" ")
                    names = [f"p{len(arguments) + k}" for k in range(len(parts))]
                    arguments += [(name, sizes, values(name, math.prod(dims_of(sizes)), f"{op} {k} {sizes}")) for k, sizes in enumerate(parts)]
                    calls.append((name, out, f"{op}({', '.join(names)})" + (", " + attributes if attributes else "")))
                yield case(op, name, topic, why, arguments, calls, op)


# ---- ops that pass a value on: X is the operand, F a computation that returns it ----
PASSED = {
    "opt-barrier": "opt-barrier(X)", "domain": 'domain(X), domain={kind="sharding", entry={maximal device=0}, exit={maximal device=1}}', "call": "call(X), to_apply=F",
    "fusion": "fusion(X), kind=kLoop, calls=F", "conditional": "conditional(which, X, X), branch_computations={F, F}",
}


def passing_cases():
    for op, text in PASSED.items():
        for name in TYPES:
            for topic, why, classes in (("shapes", SHAPES, STATIC), ("partly-filled", FILLED, LIVE)):
                arguments = [(name, sizes, values(name, math.prod(dims_of(sizes)), f"{op} {sizes}")) for sizes in classes]
                helpers = [line for k, sizes in enumerate(classes) for line in (f"f{k} {{", f"  ROOT a = {shape(name, sizes)} parameter(0)", "}")] if "F" in text else []
                if "which" in text:
                    arguments.append(("s32", "", [1]))
                calls = [(name, sizes, text.replace("X", f"p{k}").replace("F", f"f{k}").replace("which", f"p{len(classes)}")) for k, sizes in enumerate(classes)]
                yield case(op, name, topic, why, arguments, calls, op, helpers=helpers)


def main():
    write_groups((unary_cases, binary_cases, choice_cases, move_cases, passing_cases), NAME)


if __name__ == "__main__":
    main()
