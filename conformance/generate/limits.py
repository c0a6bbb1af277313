#!/usr/bin/python3
"""Vectors at exact limits: conversions at the ends of each range and at ties, every width of reduce-precision, zero pivots,
and epsilons that round. Oracles: exact fractions, the numpy adapter, and hand calculation."""
import math
from fractions import Fraction

from formats import FLOATS, INTEGERS, LARGEST, convert_to, holds, int_range, literal, round_to
from through_numpy import numpy_case
from write import run_case, write_groups

NAME = "conformance/generate/limits.py"
EXACT = "exact fractions, rounded once"
NARROW = [name for name in FLOATS if name not in ("f32", "f64")]


def edges(name):
    """Fractions at which rounding to the type changes: around the largest number, the smallest ones, and ties near one."""
    exponent_bits, mantissa_bits, bias, *_ = FLOATS[name]
    if name == "f8e8m0fnu":
        return [Fraction(m) * Fraction(2) ** e for e in (-127, -126, -1, 0, 126, 127) for m in (Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(7, 4))] + \
            [Fraction(0), Fraction(-1), Fraction(1, 2**128), Fraction(3, 2**129)]
    smallest, normal, top = Fraction(2) ** (1 - bias - mantissa_bits), Fraction(2) ** (1 - bias), LARGEST[name]
    step = Fraction(2) ** (math.floor(math.log2(top)) - mantissa_bits)
    small = step / 64
    points = [top, top + step / 2, top + step / 2 - small, top + step / 2 + small, top + step, top + 2 * step, top - step / 2,
              smallest, smallest / 2, smallest * 3 / 4, smallest * 5 / 8, smallest / 4, smallest * 3 / 2, smallest * 5 / 2, normal, normal - smallest, normal - smallest / 2]
    ulp = Fraction(2) ** -mantissa_bits
    points += [1 + ulp / 2, 1 + ulp * 3 / 2, 1 + ulp / 4, 1 + ulp * 3 / 4, 2 - ulp / 2]
    return points + [-p for p in points]


def convert_cases():
    for name in NARROW:
        for source in ("f32", "f64", "f16", "bf16"):
            if source == name:
                continue
            values = [float(p) for p in edges(name) if round_to(source, p) == p and math.isfinite(float(p)) and holds(source, float(p))]
            if len(values) < 3:
                continue
            yield "convert", run_case(f"convert.{source}.edges-of-{name}", "the largest and smallest numbers, halfway points, and their neighbors", "ConvertElementType",
                                      [f"x = {source}[{len(values)}] parameter(0)", f"ROOT r = {name}[{len(values)}] convert(x)"], [literal(source, values)],
                                      literal(name, [round_to(name, v) for v in values]), requires=[source, name], tags=["limits"], oracle=EXACT)
    for name in INTEGERS:
        low, high = int_range(name)
        for source in ("f32", "f64", "f16", "bf16"):
            _, mantissa_bits, _, *_ = FLOATS[source]
            points = {Fraction(v) + d for v in (low, high + 1, 0) for d in (0, Fraction(1, 2), Fraction(-1, 2), 1, -1, Fraction(3, 2), Fraction(-3, 2))}
            for v in (low, high + 1):  # the neighbors of the ends in the source type
                scale = Fraction(2) ** (max(abs(v), 1).bit_length() - 1 - mantissa_bits)
                points |= {v + scale, v - scale, v + scale / 2, v - scale / 2}
            values = sorted(float(p) for p in points if abs(p) <= LARGEST[source] and round_to(source, p) == p)
            if len(values) < 3:
                continue
            yield "convert", run_case(f"convert.{source}.edges-of-{name}", "the ends of the range, fractions next to them, and the neighboring numbers", "ConvertElementType",
                                      [f"x = {source}[{len(values)}] parameter(0)", f"ROOT r = {name}[{len(values)}] convert(x)"], [literal(source, values)],
                                      literal(name, [convert_to(name, v) for v in values]), requires=[source, name], tags=["limits"], oracle=EXACT)
    for name in ("s32", "u32", "s64", "u64", "s16", "u16"):
        low, high = int_range(name)
        for target in ("f32", "f64", "f16", "bf16", "f8e4m3fn", "f8e5m2"):
            mantissa_bits = FLOATS[target][1]
            if high.bit_length() <= mantissa_bits + 1:
                continue
            base = 1 << (mantissa_bits + 1)
            values = [v for v in (base, base + 1, base + 2, base + 3, 2 * base + 1, 2 * base + 2, 2 * base + 3, 2 * base + 6, high, high - 1, high // 2, high // 2 + 1, low, low + 1) if low <= v <= high]
            yield "convert", run_case(f"convert.{name}.ties-to-{target}", "the first integers that round, ties among them, and the ends of the range", "ConvertElementType",
                                      [f"x = {name}[{len(values)}] parameter(0)", f"ROOT r = {target}[{len(values)}] convert(x)"], [literal(name, values)],
                                      literal(target, [round_to(target, v) for v in values]), requires=[name, target], tags=["limits"], oracle=EXACT)


def reduce_precision_cases():
    widths = {"f32": [(8, 23), (8, 10), (8, 7), (8, 3), (8, 1), (8, 0), (5, 10), (5, 2), (4, 3), (4, 0), (3, 4), (2, 1), (1, 3), (2, 0), (6, 9), (7, 22), (8, 22), (5, 23)],
              "f64": [(11, 52), (8, 23), (5, 10), (8, 7), (11, 0), (11, 51), (4, 3), (10, 30), (2, 1), (8, 0)], "f16": [(5, 10), (4, 3), (5, 2), (5, 0), (3, 4), (2, 1), (4, 10), (5, 9)],
              "bf16": [(8, 7), (5, 7), (4, 3), (8, 0), (8, 3), (2, 1), (7, 6)]}
    for name, pairs in widths.items():
        for exponent, mantissa in pairs:
            bias = (1 << max(exponent, 1) - 1) - 1
            ulp = 2.0**-mantissa
            top, normal = (2 - ulp) * 2.0 ** min(bias, 1023), 2.0 ** (1 - bias)
            points = [1.0, 1 + ulp / 2, 1 + 3 * ulp / 2, 1 + ulp / 4, 1 + 3 * ulp / 4, 2 - ulp / 4, top, top * (1 + ulp / 8), normal, normal * 0.75, normal * 0.5, normal * (1 - ulp / 8),
                      2.0 ** (bias + 1) if bias < 1023 else 1.0, 0.0, math.inf, math.nan, 3.0, 0.1, 100.0]
            values = [v for v in (round_to(name, p) for p in points) if v == v or FLOATS[name][4]]
            values += [-v for v in values if v == v]
            if mantissa == 0:  # engines differ in ties and NaN, see zero_mantissa_cases
                values = [v for v in values if v == v and (math.isinf(v) or math.frexp(v)[0] not in (0.75, -0.75))]
            yield "reduce-precision", numpy_case(f"reduce-precision.{name}.e{exponent}m{mantissa}", f"{exponent} exponent and {mantissa} mantissa bits: ties, the largest and the smallest numbers",
                                                 "ReducePrecision", [f"x = {name}[{len(values)}] parameter(0)",
                                                                     f"ROOT r = {name}[{len(values)}] reduce-precision(x), exponent_bits={exponent}, mantissa_bits={mantissa}"],
                                                 [literal(name, values)], tags=["limits"])


def zero_mantissa_cases():
    for name in ("f32", "f64", "f16", "bf16"):
        for what, x, results, why in (
                ("nan", math.nan, [math.nan, math.inf], "NaN without mantissa bits: NaN, or infinity as in XLA, whose format has no other code"),
                ("tie-up", 1.5, [2.0, 1.0], "1.5 without mantissa bits is a tie between 1 and 2"),
                ("tie", 3.0, [2.0, 4.0], "3 without mantissa bits is a tie: 2 with the even exponent field, or 4 with the larger magnitude as in IEEE 754")):
            for exponent in (FLOATS[name][0], 4):
                yield "reduce-precision", run_case(f"reduce-precision.{name}.e{exponent}m0-{what}", why, "ReducePrecision",
                                                   [f"x = {name}[] parameter(0)", f"ROOT r = {name}[] reduce-precision(x), exponent_bits={exponent}, mantissa_bits=0"],
                                                   [literal(name, [x], ())], {"oneOf": [literal(name, [r], ()) for r in results]}, requires=[name], tags=["limits"],
                                                   level="impl-defined")


def linear_cases():
    for name in ("f32", "f64", "c64"):
        zero = complex(0) if name == "c64" else 0.0
        yield "cholesky", run_case(f"cholesky.{name}.zero-pivot-alone", "a pivot of zero is allowed: the matrix is semidefinite", "Cholesky",
                                   [f"a = {name}[1,1] parameter(0)", f"ROOT r = {name}[1,1] cholesky(a), lower=true"], [literal(name, [zero], (1, 1))],
                                   literal(name, [zero], (1, 1)), requires=[name], tags=["limits"])
        last = [complex(v) if name == "c64" else v for v in (4.0, 2.0, 2.0, 1.0)]
        result = [complex(v) if name == "c64" else v for v in (2.0, 0.0, 1.0, 0.0)]
        yield "cholesky", run_case(f"cholesky.{name}.zero-pivot-last", "the last pivot is exactly zero", "Cholesky",
                                   [f"a = {name}[2,2] parameter(0)", f"ROOT r = {name}[2,2] cholesky(a), lower=true"], [literal(name, last, (2, 2))],
                                   literal(name, result, (2, 2)), requires=[name], tags=["limits"])
    for name in ("f32", "f64"):
        yield "cholesky", run_case(f"cholesky.{name}.smallest-negative-pivot", "a pivot just below zero makes the matrix NaN", "Cholesky",
                                   [f"a = {name}[1,1] parameter(0)", f"ROOT r = {name}[1,1] cholesky(a), lower=true"], [literal(name, [-(2.0**-126)], (1, 1))],
                                   literal(name, [math.nan], (1, 1)), requires=[name], tags=["limits"])
    for name, epsilon, rounded in (("f64", "0.1", round_to("f32", 0.1)), ("f32", "0.1", round_to("f32", 0.1))):
        # x = {-3, 3}: mean 0, variance 9; y = x / sqrt(9 + epsilon)
        value = 3.0 / math.sqrt(9.0 + rounded)
        yield "batch-norm-training", run_case(f"batch-norm-training.{name}.epsilon-is-f32", "epsilon is the f32 nearest to 0.1, in every element type", "BatchNormTraining",
                                              [f"x = {name}[2,1] parameter(0)", f"s = {name}[1] constant({{1}})", f"o = {name}[1] constant({{0}})",
                                               f"ROOT r = ({name}[2,1], {name}[1], {name}[1]) batch-norm-training(x, s, o), epsilon={epsilon}, feature_index=1"],
                                              [literal(name, [-3.0, 3.0], (2, 1))],
                                              {"tuple": [literal(name, [round_to(name, -value), round_to(name, value)], (2, 1)), literal(name, [0.0]), literal(name, [9.0])]},
                                              requires=[name], tags=["limits"], oracle="Python's float64", tol={"class": "close", "ulp": 4})


def saturation_cases():
    for name in ("f4e2m1fn", "f6e2m3fn", "f6e3m2fn"):
        top = float(LARGEST[name])
        for op, left, right, result in (("add", top, top, top), ("multiply", top, top, top), ("subtract", -top, top, -top), ("multiply", -top, top, -top), ("add", top, 0.5, top),
                                        ("divide", top, 0.5, top), ("divide", 1.0, 0.0, top), ("divide", -1.0, 0.0, -top)):
            label = f"{'minus-' if left < 0 else ''}{'top' if abs(left) == top else 'one'}-{'top' if abs(right) == top else 'zero' if right == 0 else 'half'}"
            yield op, run_case(f"{op}.{name}.saturates-{label}", "a type without infinity gives its largest number", op,
                               [f"x = {name}[] parameter(0)", f"y = {name}[] parameter(1)", f"ROOT r = {name}[] {op}(x, y)"],
                               [literal(name, [left], ()), literal(name, [right], ())], literal(name, [result], ()), requires=[name], tags=["limits"])


def main():
    write_groups((convert_cases, reduce_precision_cases, zero_mantissa_cases, linear_cases, saturation_cases), NAME)


main()
