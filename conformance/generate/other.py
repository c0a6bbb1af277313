#!/usr/bin/python3
"""Vectors of compare, select, clamp, and convert. Oracles: the examples of XLA's documentation and the references by
hand, exact fractions, and integers."""
import itertools
import math

from formats import FLOATS, INTEGERS, convert_to, holds, int_range, literal, round_to
from write import reject_case, run_case, write

NAME = "conformance/generate/other.py"
INF, NAN = math.inf, math.nan
DIRECTIONS = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "GE": lambda a, b: a >= b,
              "GT": lambda a, b: a > b, "LE": lambda a, b: a <= b, "LT": lambda a, b: a < b}


def compare_case(name, topic, why, direction, pairs, key, extra="", oracle=None):
    count = len(pairs)
    lines = [f"a = {name}[{count}] parameter(0)", f"b = {name}[{count}] parameter(1)",
             f"ROOT r = pred[{count}] compare(a, b), direction={direction}{extra}"]
    outputs = [bool(DIRECTIONS[direction](key(a), key(b))) for a, b in pairs]
    return run_case(f"compare.{name}.{topic}-{direction.lower()}", why, "Compare", lines,
                    [literal(name, [a for a, _ in pairs]), literal(name, [b for _, b in pairs])],
                    literal("pred", outputs), requires=[name, "pred"], tags=[topic], oracle=oracle)


def total_order_key(value):
    """-NaN < -inf < negative < -0 < +0 < positive < inf < NaN (operation semantics)."""
    sign = math.copysign(1.0, value)
    if math.isnan(value):
        return (sign * 3, 0.0)
    if math.isinf(value):
        return (sign * 2, 0.0)
    return (sign * (0 if value == 0 else 1) if value else sign * 0.5, value)


def compare_cases():
    floats = [(-0.0, 0.0), (1.0, NAN), (NAN, NAN), (NAN, 1.0), (-INF, INF), (1.0, 2.0), (2.0, 1.0), (1.0, 1.0)]
    for name, (_, _, _, has_inf, has_nan, has_negative_zero) in FLOATS.items():
        pairs = [p for p in floats if (has_nan or not any(map(math.isnan, p)))
                 and (has_inf or not any(map(math.isinf, p)))
                 and (has_negative_zero or not any(v == 0 and math.copysign(1, v) < 0 for v in p))]
        for direction in DIRECTIONS if name in ("f32", "f64", "bf16") else ("LT", "NE"):
            yield compare_case(name, "ieee", "NaN compares unequal to all, -0 equals +0", direction, pairs, lambda v: v,
                               oracle="IEEE 754 comparison by Python's floats")
    total = [(-0.0, 0.0), (1.0, NAN), (NAN, NAN), (-INF, -1.0), (INF, NAN), (0.0, -0.0), (2.0, 1.0)]
    for name in ("f16", "bf16", "f32", "f64"):
        for direction in DIRECTIONS:
            yield compare_case(name, "total", "the total order: -0 before +0, NaN after infinity", direction, total,
                               total_order_key, ", type=TOTALORDER", oracle="the order spelled out in Python")
    for name in INTEGERS:
        low, high = int_range(name)
        points = sorted({low, 0, high} | ({1} if high >= 1 else set()))
        pairs = list(itertools.product(points, repeat=2))
        for direction in ("LT", "GE", "EQ"):
            yield compare_case(name, "grid", "integers by value in their own signedness", direction, pairs, lambda v: v,
                               oracle="Python's integers")
    booleans = list(itertools.product((False, True), repeat=2))
    for direction in DIRECTIONS:
        yield compare_case("pred", "all", "false comes before true", direction, booleans, lambda v: v)
    for name in ("c64", "c128"):
        points = [(1 + 2j, 1 + 2j), (1 + 2j, 1 - 2j), (0j, complex(-0.0, 0.0)), (complex(NAN, 0), complex(NAN, 0))]
        for direction in ("EQ", "NE"):
            yield compare_case(name, "equal", "complex numbers are equal when both parts are", direction, points, lambda v: v)


def compare_rejects():
    def lines(a, b, out, extra):
        return [f"a = {a} parameter(0)", f"b = {b} parameter(1)", f"ROOT r = {out} compare(a, b){extra}"]
    lt = ", direction=LT"
    yield reject_case("compare.f32.rejects-unequal-sizes", "the sizes are equal", "Compare",
                      lines("f32[4]", "f32[2,2]", "pred[4]", lt), "compare.C1", at="compare(", requires=["f32"])
    yield reject_case("compare.f32.rejects-mixed-types", "the types are equal", "Compare",
                      lines("f32[4]", "f64[4]", "pred[4]", lt), "compare.C2", at="compare(", requires=["f32", "f64"])
    yield reject_case("compare.f32.rejects-no-direction", "the direction is required", "Compare",
                      lines("f32[4]", "f32[4]", "pred[4]", ""), "P06", at="compare(", requires=["f32"])
    yield reject_case("compare.f32.rejects-signed", "type=SIGNED does not fit floats", "Compare",
                      lines("f32[4]", "f32[4]", "pred[4]", lt + ", type=SIGNED"), "compare.C4", at="type=", requires=["f32"])
    yield reject_case("compare.c64.rejects-less", "complex numbers have no order", "Compare",
                      lines("c64[4]", "c64[4]", "pred[4]", lt), "compare.C5", at="direction=", requires=["c64"])
    yield reject_case("compare.f32.rejects-unknown-direction", "an unknown direction", "Compare",
                      lines("f32[4]", "f32[4]", "pred[4]", ", direction=LESS"), "P11", at="LESS", requires=["f32"])
    yield reject_case("compare.f32.rejects-result-type", "the result is pred", "Compare",
                      lines("f32[4]", "f32[4]", "f32[4]", lt), "compare.C6", at="f32[4] compare", requires=["f32"])


# ---- select, clamp ----
def select_cases():
    values = {"f32": ([1.0, NAN, -0.0, INF], [100.0, 200.0, 300.0, 400.0]), "pred": ([True, False, True, False], [False] * 4),
              "c64": ([1j, 2 + 0j, 3j, 4j], [0j] * 4)}
    for name in [*FLOATS, *INTEGERS, "c128", "pred", "c64"]:
        if name in values:
            yes, no = values[name]
        elif name in INTEGERS:
            low, high = int_range(name)
            yes, no = [low, 0, high, 0], [high, high, low, low]
        elif name == "c128":
            yes, no = [1j, 2 + 0j, 3j, 4j], [0j] * 4
        else:
            yes, no = [1.0, 1.5, 2.0, 3.0], [0.0, 0.5, 1.0, 2.0]
            if not holds(name, 0.0):
                yes, no = [1.0, 4.0, 2.0, 8.0], [0.25, 0.5, 1.0, 2.0]
        chosen = [True, False, False, True]
        lines = ["p = pred[4] parameter(0)", f"t = {name}[4] parameter(1)", f"f = {name}[4] parameter(2)",
                 f"ROOT r = {name}[4] select(p, t, f)"]
        yield run_case(f"select.{name}.array", "takes each element from one side, bit for bit", "Select", lines,
                       [literal("pred", chosen), literal(name, yes), literal(name, no)],
                       literal(name, [a if p else b for p, a, b in zip(chosen, yes, no)]), requires=["pred", name])
    for flag in (True, False):
        lines = ["p = pred[] parameter(0)", "t = s32[4] parameter(1)", "f = s32[4] parameter(2)", "ROOT r = s32[4] select(p, t, f)"]
        yield run_case(f"select.s32.scalar-{str(flag).lower()}", "a scalar predicate chooses the whole array", "Select", lines,
                       [literal("pred", [flag], []), literal("s32", [1, 2, 3, 4]), literal("s32", [100, 200, 300, 400])],
                       literal("s32", [1, 2, 3, 4] if flag else [100, 200, 300, 400]), requires=["pred", "s32"])
    lines = ["p = pred[4] parameter(0)", "t = s32[4] parameter(1)", "f = s32[4] parameter(2)", "ROOT r = s32[4] select(p, t, f)"]
    yield run_case("select.s32.seed-example", "the example of the operation semantics", "Select", lines,
                   [literal("pred", [True, False, False, True]), literal("s32", [1, 2, 3, 4]), literal("s32", [100, 200, 300, 400])],
                   literal("s32", [1, 200, 300, 4]), requires=["pred", "s32"])

    def reject(identity, why, p, t, f, out, code, at="select("):
        lines = [f"p = {p} parameter(0)", f"t = {t} parameter(1)", f"f = {f} parameter(2)", f"ROOT r = {out} select(p, t, f)"]
        return reject_case(f"select.{identity}", why, "Select", lines, code, at=at, requires=["pred", "f32"], line=6)
    yield reject("f32.rejects-predicate-type", "the predicate is pred", "s32[2]", "f32[2]", "f32[2]", "f32[2]", "select.C1")
    yield reject("f32.rejects-mixed-branches", "both branches have one type", "pred[2]", "f32[2]", "s32[2]", "f32[2]", "select.C2")
    yield reject("f32.rejects-branch-sizes", "both branches have the same sizes", "pred[2]", "f32[2]", "f32[3]", "f32[2]", "select.C2")
    yield reject("f32.rejects-predicate-size", "the predicate is a scalar or has the sizes of the branches", "pred[3]", "f32[4]", "f32[4]", "f32[4]", "select.C3")
    yield reject("f32.rejects-tuples", "tuples cannot be selected", "pred[]", "(f32[2])", "(f32[2])", "(f32[2])", "select.C4")


def clamp_cases():
    floats = [(0.0, -1.0, 6.0, 0.0), (0.0, 5.0, 6.0, 5.0), (0.0, 9.0, 6.0, 6.0), (5.0, 1.0, 3.0, 3.0), (5.0, 7.0, 3.0, 3.0),
              (0.0, NAN, 1.0, NAN), (NAN, 0.0, 1.0, NAN), (0.0, 1.0, NAN, NAN), (-0.0, 0.0, 1.0, 0.0), (0.0, -0.0, 1.0, 0.0),
              (-INF, 3.0, INF, 3.0)]
    positive = [(1.0, 8.0, 4.0, 4.0), (2.0, 1.0, 4.0, 2.0), (2.0, NAN, 4.0, NAN)]
    for name in FLOATS:
        points = [p for p in (floats if holds(name, 0.0) else positive) if all(holds(name, v) for v in p)]
        lo, x, hi, out = zip(*points)
        count = len(points)
        lines = [f"lo = {name}[{count}] parameter(0)", f"x = {name}[{count}] parameter(1)", f"hi = {name}[{count}] parameter(2)",
                 f"ROOT r = {name}[{count}] clamp(lo, x, hi)"]
        yield run_case(f"clamp.{name}.special", "min(max(x, lo), hi): NaN propagates, and hi takes precedence over lo", "Clamp", lines,
                       [literal(name, lo), literal(name, x), literal(name, hi)], literal(name, out), requires=[name])
    for name in INTEGERS:
        low, high = int_range(name)
        points = [(low, high, 0 if high >= 0 else low), (0, low, high), (low, 0, high), (high, low, low)]
        lo, x, hi = zip(*points)
        out = [min(max(v, a), b) for a, v, b in points]
        lines = [f"lo = {name}[4] parameter(0)", f"x = {name}[4] parameter(1)", f"hi = {name}[4] parameter(2)", f"ROOT r = {name}[4] clamp(lo, x, hi)"]
        yield run_case(f"clamp.{name}.range", "integers by their own signedness", "Clamp", lines,
                       [literal(name, lo), literal(name, x), literal(name, hi)], literal(name, out), requires=[name],
                       oracle="Python's integers")
    lines = ["lo = s32[] parameter(0)", "x = s32[3] parameter(1)", "hi = s32[] parameter(2)", "ROOT r = s32[3] clamp(lo, x, hi)"]
    yield run_case("clamp.s32.seed-example", "the example of the operation semantics, with scalar bounds", "Clamp", lines,
                   [literal("s32", [0], []), literal("s32", [-1, 5, 9]), literal("s32", [6], [])], literal("s32", [0, 5, 6]), requires=["s32"])

    def reject(identity, why, lo, x, hi, code):
        lines = [f"lo = {lo} parameter(0)", f"x = {x} parameter(1)", f"hi = {hi} parameter(2)", f"ROOT r = {x} clamp(lo, x, hi)"]
        return reject_case(f"clamp.{identity}", why, "Clamp", lines, code, at="clamp(", requires=[x.split("[")[0]])
    yield reject("f32.rejects-mixed-types", "all three have one type", "f32[]", "f32[4]", "s32[]", "clamp.C1")
    yield reject("c64.rejects-complex", "complex numbers have no order", "c64[]", "c64[4]", "c64[]", "clamp.C2")
    yield reject("pred.rejects-pred", "pred cannot be clamped", "pred[]", "pred[4]", "pred[]", "clamp.C2")
    yield reject("f32.rejects-bound-size", "a bound is a scalar or has the sizes of the operand", "f32[3]", "f32[4]", "f32[]", "clamp.C3")


# ---- convert ----
def samples(name):
    if name == "pred":
        return [False, True]
    if name in INTEGERS:
        low, high = int_range(name)
        return [v for v in dict.fromkeys((low, -1, 0, 1, 3, 9, 44, 127, 200, 300, 465, 1000, 16777217, 2**40 + 1, 2**63 + 2**39 + 1, high))
                if low <= v <= high]
    _, _, _, has_inf, has_nan, has_negative_zero = FLOATS[name]
    values = [0.0, 1.0, -1.0, 0.25, -0.9, -1.5, 2.5, 6.0, 7.0, 9.7, 300.0, 449.0, 464.0, 465.0, 65519.0, 65520.0, 61440.0, 3e9, -2147483904.0,
              1e20, 2.0**-24, 2.0**-25, 1e-40, 3e38, 1 + 2.0**-11 + 2.0**-40]
    values += ([-0.0] if has_negative_zero else []) + ([INF, -INF] if has_inf else []) + ([NAN] if has_nan else [])
    return [v for v in values if math.isnan(v) or math.isinf(v) or round_to(name, v) == v]


def convert_cases():
    names = ["pred", *INTEGERS, *FLOATS]
    for source in names:
        for target in names:
            inputs = samples(source)
            if target in FLOATS and not FLOATS[target][4]:
                inputs = [v for v in inputs if not (isinstance(v, float) and math.isnan(v))]
            if source == target and source not in ("f32", "s4", "pred"):
                continue
            outputs = [convert_to(target, float(v) if source in FLOATS else v) for v in inputs]
            lines = [f"x = {source}[{len(inputs)}] parameter(0)", f"ROOT r = {target}[{len(inputs)}] convert(x)"]
            yield run_case(f"convert.{source}.to-{target}", "one rounding to nearest even; integers wrap; floats saturate", "ConvertElementType",
                           lines, [literal(source, inputs)], literal(target, outputs), requires=[source, target],
                           oracle="exact fractions, rounded once")
    for source, target in (("f32", "c64"), ("f64", "c128"), ("s32", "c64")):
        inputs = [1, -3, 0] if source == "s32" else [1.5, -0.0, INF]
        outputs = [complex(v, 0.0) for v in inputs]
        lines = [f"x = {source}[3] parameter(0)", f"ROOT r = {target}[3] convert(x)"]
        yield run_case(f"convert.{source}.to-{target}", "the imaginary part is +0", "ConvertElementType", lines,
                       [literal(source, inputs)], literal(target, outputs), requires=[source, target])
    for source, target in (("c64", "f32"), ("c64", "s32"), ("c128", "f64"), ("c64", "pred")):
        inputs = [complex(1.5, 2), complex(-3, -1), complex(0, 1)]
        outputs = {"pred": [True, True, True], "s32": [1, -3, 0]}.get(target, [1.5, -3.0, 0.0])
        lines = [f"x = {source}[3] parameter(0)", f"ROOT r = {target}[3] convert(x)"]
        expect, why = literal(target, outputs), "the imaginary part is dropped"
        if target == "pred":  # StableHLO's own test converts the real part
            expect, why = {"oneOf": [expect, literal("pred", [True, True, False])]}, "whether a part is not 0; an engine may test the real part alone"
        yield run_case(f"convert.{source}.to-{target}", why, "ConvertElementType", lines, [literal(source, inputs)], expect, requires=[source, target],
                       level="impl-defined")
    lines = ["x = f32[4] parameter(0)", "ROOT r = s32[2,2] convert(x)"]
    yield reject_case("convert.f32.rejects-sizes", "the sizes stay", "ConvertElementType", lines, "convert.C2", at="s32[2,2]", requires=["f32", "s32"])
    lines = ["x = f32[4] parameter(0)", "t = (f32[4]) tuple(x)", "ROOT r = f32[4] convert(t)"]
    yield reject_case("convert.f32.rejects-tuple", "a tuple is not an array", "ConvertElementType", lines, "convert.C1", at="convert(", requires=["f32"])


def main():
    write("compare", [*compare_cases(), *compare_rejects()], NAME)
    write("select", list(select_cases()), NAME)
    write("clamp", list(clamp_cases()), NAME)
    write("convert", list(convert_cases()), NAME)


main()
