#!/usr/bin/python3
"""Vectors of the elementwise binary ops. Oracles: the rules of the numerics reference (sections 6 to
8, 10) by hand, exact fractions and integers, mpmath for power and atan2."""
import math
from fractions import Fraction

import mpmath

from formats import FLOATS, INTEGERS, holds, int_range, literal, round_to, wrap
from write import reject_case, run_case, write

mpmath.mp.prec = 400
NAME = "conformance/generate/binary.py"
INF, NAN, PI = math.inf, math.nan, math.pi
EXACT = "exact fractions, rounded once"
WHOLE = "Python's integers of any size, wrapped"


def case(op, name, topic, why, pairs, outputs, oracle, tol=None, out=None):
    count = len(pairs)
    out = out or name
    lines = [f"a = {name}[{count}] parameter(0)", f"b = {name}[{count}] parameter(1)",
             f"ROOT r = {out}[{count}] {op}(a, b)"]
    return run_case(f"{op}.{name}.{topic}", why, op, lines,
                    [literal(name, [a for a, _ in pairs]), literal(name, [b for _, b in pairs])],
                    literal(out, outputs), tol=tol, requires=[name, out], tags=[topic], oracle=oracle)


# ---- floats: special values by hand, (a, b, result) ----
SPECIAL = {
    "add": [(INF, -INF, NAN), (INF, 1.0, INF), (-0.0, -0.0, -0.0), (0.0, -0.0, 0.0), (NAN, 1.0, NAN)],
    "subtract": [(INF, INF, NAN), (-0.0, 0.0, -0.0), (0.0, 0.0, 0.0), (1.0, 1.0, 0.0), (1.0, NAN, NAN)],
    "multiply": [(0.0, INF, NAN), (-0.0, 2.0, -0.0), (-2.0, INF, -INF), (NAN, 0.0, NAN), (-1.0, -0.0, 0.0)],
    "divide": [(1.0, 0.0, INF), (1.0, -0.0, -INF), (0.0, 0.0, NAN), (1.0, INF, 0.0), (INF, INF, NAN),
               (-1.0, INF, -0.0), (NAN, 1.0, NAN)],
    "remainder": [(5.5, 2.0, 1.5), (-5.5, 2.0, -1.5), (5.5, -2.0, 1.5), (1.0, 0.0, NAN), (INF, 2.0, NAN),
                  (1.5, INF, 1.5), (-6.0, 3.0, -0.0), (NAN, 1.0, NAN)],
    "maximum": [(NAN, 1.0, NAN), (1.0, NAN, NAN), (0.0, -0.0, 0.0), (-0.0, 0.0, 0.0), (-INF, -1.0, -1.0),
                (INF, 1.0, INF), (-0.0, -0.0, -0.0)],
    "minimum": [(NAN, 1.0, NAN), (1.0, NAN, NAN), (0.0, -0.0, -0.0), (-0.0, 0.0, -0.0), (INF, -1.0, -1.0),
                (-INF, 1.0, -INF)],
    "power": [(NAN, 0.0, 1.0), (1.0, NAN, 1.0), (0.0, -1.0, INF), (-0.0, -1.0, -INF), (-0.0, -2.0, INF),
              (-1.0, INF, 1.0), (-1.0, -INF, 1.0), (2.0, -INF, 0.0), (0.5, -INF, INF), (0.5, INF, 0.0),
              (-2.0, 3.0, -8.0), (-2.0, 0.5, NAN), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (INF, -1.0, 0.0),
              (-INF, 3.0, -INF), (-INF, 2.0, INF), (-INF, -1.0, -0.0), (NAN, 1.0, NAN), (-0.0, 0.5, 0.0)],
    "atan2": [(0.0, 1.0, 0.0), (-0.0, 1.0, -0.0), (0.0, -0.0, PI), (-0.0, -0.0, -PI), (0.0, 0.0, 0.0),
              (1.0, 0.0, PI / 2), (-1.0, -0.0, -PI / 2), (INF, INF, PI / 4), (INF, -INF, 3 * PI / 4),
              (-INF, INF, -PI / 4), (INF, 1.0, PI / 2), (1.0, INF, 0.0), (-1.0, -INF, -PI), (NAN, 1.0, NAN)],
}
ORDINARY = [(1.5, 0.75), (-3.0, 2.0), (0.25, -6.0), (4.0, 1.5), (-0.5, -1.5)]
POSITIVE = [(1.5, 0.75), (3.0, 2.0), (0.25, -2.0), (4.0, 1.5), (0.5, -1.5)]
POWERS = [(2.0, 4.0), (4.0, 0.5), (1.0, 1.0), (0.25, 2.0)]  # for f8e8m0fnu, which represents only powers of two


def exactly(op, a, b):
    a, b = Fraction(a), Fraction(b)
    if op == "remainder":
        quotient = abs(a) // abs(b)
        rest = abs(a) - quotient * abs(b)
        return -rest if a < 0 else rest
    return {"add": lambda: a + b, "subtract": lambda: a - b, "multiply": lambda: a * b,
            "divide": lambda: a / b, "maximum": lambda: max(a, b), "minimum": lambda: min(a, b)}[op]()


def rounded_mp(name, value):
    if value == 0:
        return 0.0
    man, exp = mpmath.frexp(value)
    return round_to(name, Fraction(int(mpmath.floor(mpmath.ldexp(man, 300)))) * Fraction(2) ** (int(exp) - 300))


def result(op, name, a, b):
    if op == "power":
        return rounded_mp(name, mpmath.power(mpmath.mpf(a), mpmath.mpf(b)))
    if op == "atan2":
        return rounded_mp(name, mpmath.atan2(mpmath.mpf(a), mpmath.mpf(b)))
    exact = exactly(op, a, b)
    return round_to(name, math.copysign(0.0, a) if op == "remainder" and exact == 0 else exact)


def tolerance(op, name):
    if op not in ("power", "atan2"):
        return None
    ulp = {"f32": 4 if op == "power" else 2, "f64": 16 if op == "power" else 4}.get(name, 1)
    return {"class": "close", "ulp": ulp}


def float_cases(op):
    for name in FLOATS:
        points = [p for p in SPECIAL[op] if holds(name, p[0]) and holds(name, p[1])]
        if not FLOATS[name][4]:  # the result would depend on the sign of a NaN, which is unspecified
            points = [p for p in points if not math.isnan(p[2])]
        if points:
            yield case(op, name, "special", "zeros, infinities and NaN",
                       [(a, b) for a, b, _ in points], [round_to(name, r) for _, _, r in points], None,
                       tolerance(op, name))
        usual = POWERS if not holds(name, 0.0) else POSITIVE if op == "power" else ORDINARY
        pairs = [p for p in usual if holds(name, p[0]) and holds(name, p[1])]
        oracle = "mpmath with 400 bits, rounded once" if op in ("power", "atan2") else EXACT
        yield case(op, name, "ordinary", "values in the middle of the range", pairs,
                   [result(op, name, a, b) for a, b in pairs], oracle, tolerance(op, name))


ROUNDING = {
    "add": {"f16": [(2048.0, 1.0), (2048.0, 3.0), (60000.0, 60000.0), (2.0**-24, 2.0**-24)],
            "bf16": [(256.0, 1.0), (256.0, 3.0), (2.0**127, 2.0**127)],
            "f32": [(2.0**24, 1.0), (2.0**24, 3.0), (3e38, 3e38), (1.0, 2.0**-24), (2.0**-149, 2.0**-149)],
            "f64": [(2.0**53, 1.0), (2.0**53, 3.0), (1.0, 2.0**-53), (0.1, 0.2)],
            "f8e4m3fn": [(448.0, 16.0), (448.0, 32.0), (1.0, 0.0625)], "f8e5m2": [(57344.0, 8192.0), (1.0, 0.125)]},
    "multiply": {"f16": [(256.0, 256.0), (2.0**-14, 0.5), (2.0**-24, 0.5)],
                 "f32": [(2.0**-126, 0.5), (2.0**-149, 0.5), (3e38, 2.0), (1 + 2.0**-23, 1 + 2.0**-23)],
                 "f64": [(2.0**-1022, 0.5), (1 + 2.0**-52, 1 + 2.0**-52)], "bf16": [(1.5, 1.0078125)]},
    "divide": {"f32": [(1.0, 3.0), (2.0, 3.0), (1.0, 2.0**-149), (2.0**-149, 2.0)], "f64": [(1.0, 3.0), (2.0, 7.0)],
               "f16": [(1.0, 3.0), (1.0, 2.0**-24)], "bf16": [(1.0, 3.0), (10.0, 7.0)]},
    "subtract": {"f32": [(2.0**24, -1.0), (1.0, 2.0**-25), (2.0**-126, 2.0**-149)], "f16": [(2048.0, -1.0), (2049.0 - 1, 1.0)]},
    "remainder": {"f32": [(1e20, 3.0), (2.0**127, 7.0), (1.0, 2.0**-149), (5.0, 1e-20)], "f64": [(1e300, 7.0), (0.1, 0.01)]},
}


def rounding_cases(op):
    for name, pairs in ROUNDING.get(op, {}).items():
        pairs = [(round_to(name, a), round_to(name, b)) for a, b in pairs]
        yield case(op, name, "rounding", "one rounding to nearest, ties to even; overflow; subnormals", pairs,
                   [result(op, name, a, b) for a, b in pairs], EXACT)


# ---- integers ----
def bits(name, x):
    return x & ((1 << INTEGERS[name][1]) - 1)


def truncated(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def int_power(name, a, b):
    if b >= 0:
        return pow(a, b, 1 << 64)
    return 1 if a == 1 else (1 if b % 2 == 0 else -1) if a == -1 else 0


def shift(op, name, a, b):
    width, amount = INTEGERS[name][1], bits(name, b)
    if op == "shift-left":
        return bits(name, a) << amount if amount < width else 0
    if op == "shift-right-logical":
        return bits(name, a) >> amount if amount < width else 0
    top = bits(name, a) >> (width - 1)
    signed = bits(name, a) - (top << width)
    return signed >> min(amount, width)


INT_FUNCTIONS = {
    "add": lambda n, a, b: a + b, "subtract": lambda n, a, b: a - b, "multiply": lambda n, a, b: a * b,
    "divide": lambda n, a, b: -1 if b == 0 else truncated(a, b),
    "remainder": lambda n, a, b: a if b == 0 else a - truncated(a, b) * b,
    "maximum": lambda n, a, b: max(a, b), "minimum": lambda n, a, b: min(a, b), "power": int_power,
    "and": lambda n, a, b: a & b, "or": lambda n, a, b: a | b, "xor": lambda n, a, b: a ^ b,
    "shift-left": lambda n, a, b: shift("shift-left", n, a, b),
    "shift-right-logical": lambda n, a, b: shift("shift-right-logical", n, a, b),
    "shift-right-arithmetic": lambda n, a, b: shift("shift-right-arithmetic", n, a, b),
    "mulhi": lambda n, a, b: (a * b) >> INTEGERS[n][1],
}
# Worked examples of the references, by hand: (type, a, b, result).
BY_HAND = {
    "add": [("u8", 250, 10, 4), ("s8", 100, 100, -56), ("s32", 2147483647, 1, -2147483648), ("s4", 7, 1, -8)],
    "subtract": [("u32", 0, 1, 4294967295), ("s8", -128, 1, 127)],
    "multiply": [("s32", 65536, 65536, 0), ("s8", -128, -1, -128)],
    "divide": [("s32", 7, 0, -1), ("u8", 7, 0, 255), ("u32", 0, 0, 4294967295), ("s32", -2147483648, -1, -2147483648),
               ("s8", -128, -1, -128), ("s32", -7, 2, -3), ("s32", 7, -2, -3)],
    "remainder": [("s32", 17, 3, 2), ("s32", -17, 3, -2), ("s32", 17, -3, 2), ("s32", -17, -3, -2), ("s32", 5, 0, 5),
                  ("s32", -2147483648, -1, 0)],
    "maximum": [("u8", 200, 100, 200), ("s8", -56, 100, 100)], "minimum": [("u8", 200, 100, 100), ("s8", -56, 100, -56)],
    "power": [("s32", 3, 21, 1870418611), ("s32", 2, 31, -2147483648), ("s32", 2, -1, 0), ("s32", -1, -3, -1),
              ("s32", 0, -1, 0), ("s32", 0, 0, 1), ("s32", 1, -5, 1)],
    "and": [("u8", 12, 10, 8)], "or": [("u8", 12, 10, 14)], "xor": [("u8", 12, 10, 6), ("s32", -1, 5, -6)],
    "shift-left": [("s32", 1, 32, 0), ("s32", 1, -1, 0), ("s8", 1, 7, -128), ("u4", 9, 1, 2)],
    "shift-right-arithmetic": [("s32", -8, 1, -4), ("s32", -1, 40, -1), ("s32", 8, 32, 0), ("s32", -8, -1, -1), ("u8", 128, 1, 192)],
    "shift-right-logical": [("s8", -1, 1, 127), ("s32", -1, 31, 1), ("s32", -1, 32, 0)],
    "mulhi": [("u8", 200, 200, 156), ("s8", -128, -128, 64), ("s32", -1, 1, -1), ("u32", 4294967295, 4294967295, 4294967294)],
}


def integer_cases(op):
    for name in INTEGERS:
        low, high = int_range(name)
        points = sorted({v for v in (low, low + 1, -7, -1, 0, 1, 2, 3, 7, high - 1, high) if low <= v <= high})
        if len(points) > 6:
            points = [low, -1 if low < 0 else 1, 0, 3, 7 if high >= 7 else 2, high]
        pairs = [(a, b) for a in points for b in points]
        if op == "power" and INTEGERS[name][1] > 8:
            pairs = [(a, b) for a, b in pairs if abs(b) < 64]
        outputs = [wrap(name, INT_FUNCTIONS[op](name, a, b)) for a, b in pairs]
        yield case(op, name, "grid", "every pair of ends of the range and small numbers", pairs, outputs, WHOLE)
    for number, (name, a, b, r) in enumerate(BY_HAND[op], 1):
        yield case(op, name, f"worked-{number}", "a worked number of the operation semantics", [(a, b)], [r], None)


PRED = {"add": "or", "multiply": "and", "maximum": "or", "minimum": "and", "and": "and", "or": "or", "xor": "xor"}
PRED_FUNCTIONS = {"or": lambda a, b: a or b, "and": lambda a, b: a and b, "xor": lambda a, b: a != b}
COMPLEX = {
    "add": [((1, 2), (3, -5), (4, -3)), ((-0.0, 1), (-0.0, 1), (-0.0, 2))],
    "subtract": [((1, 2), (3, -5), (-2, 7))],
    "multiply": [((1, 2), (3, 4), (-5, 10)), ((0, 1), (0, 1), (-1, 0))],
    "divide": [((-5, 10), (1, 2), (3, 4)), ((4, 2), (2, 0), (2, 1))],
}
PLANE = [((1.5, 0.75), (0.5, -1.25)), ((-0.5, 2.0), (1.5, 0.5)), ((0.25, -1.25), (-2.0, 0.75))]
COMPLEX_FUNCTIONS = {
    "power": mpmath.power,
    "atan2": lambda y, x: -1j * mpmath.log((x + 1j * y) / mpmath.sqrt(x * x + y * y)),
}
TYPES = {"add": "pifc", "subtract": "ifc", "multiply": "pifc", "divide": "ifc", "remainder": "if", "maximum": "pif",
         "minimum": "pif", "power": "ifc", "atan2": "fc", "and": "pi", "or": "pi", "xor": "pi", "shift-left": "i",
         "shift-right-arithmetic": "i", "shift-right-logical": "i", "mulhi": "i", "complex": "f"}


def other_cases(op):
    if op in PRED:
        pairs = [(a, b) for a in (False, True) for b in (False, True)]
        yield case(op, "pred", "all", f"on pred {op} is {PRED[op]}", pairs,
                   [PRED_FUNCTIONS[PRED[op]](a, b) for a, b in pairs], None)
    for name in ("c64", "c128") if op in COMPLEX else ():
        points = COMPLEX[op]
        yield case(op, name, "exact", "complex values with exact results",
                   [(complex(*a), complex(*b)) for a, b, _ in points], [complex(*r) for _, _, r in points], None)
    for name, part, ulp in (("c64", "f32", 8), ("c128", "f64", 16)) if op in COMPLEX_FUNCTIONS else ():
        pairs = [(complex(*a), complex(*b)) for a, b in PLANE]
        results = [COMPLEX_FUNCTIONS[op](mpmath.mpc(a), mpmath.mpc(b)) for a, b in pairs]
        yield case(op, name, "ordinary", "complex values away from the branch cuts", pairs,
                   [complex(rounded_mp(part, r.real), rounded_mp(part, r.imag)) for r in results],
                   "mpmath with 400 bits, rounded once", {"class": "close", "ulp": ulp})


def reject_cases(op):
    kinds = TYPES[op]
    good = "f32" if "f" in kinds else "s32"
    out = "c64" if op == "complex" else good

    def lines(a, b, result):
        return [f"a = {a} parameter(0)", f"b = {b} parameter(1)", f"ROOT r = {result} {op}(a, b)"]
    yield reject_case(f"{op}.{good}.rejects-unequal-sizes", "HLO does not broadcast: the sizes are equal", op,
                      lines(f"{good}[4]", f"{good}[1,4]", f"{out}[4]"), f"{op}.C1", at=f"{op}(", requires=[good])
    other = "f64" if good == "f32" else "u32"
    yield reject_case(f"{op}.{good}.rejects-mixed-types", "both operands have one element type", op,
                      lines(f"{good}[2]", f"{other}[2]", f"{out}[2]"), f"{op}.C2", at=f"{op}(", requires=[good, other])
    bad = "pred" if "p" not in kinds else ("c64" if "c" not in kinds else None)
    if op in ("and", "or", "xor"):
        bad = "f32"
    if bad:
        yield reject_case(f"{op}.{bad}.rejects-type", f"{op} does not take {bad}", op,
                          lines(f"{bad}[2]", f"{bad}[2]", f"{bad}[2]"), f"{op}.C3", at=f"{op}(", requires=[bad])
    else:
        yield reject_case(f"{op}.token.rejects", f"{op} takes arrays of any type, but no tuples and tokens", op,
                          lines("token[]", "token[]", "token[]"), f"{op}.C1", at=f"{op}(")
    yield reject_case(f"{op}.{good}.rejects-result-size", "the result has the sizes of the operands", op,
                      lines(f"{good}[2]", f"{good}[2]", f"{out}[3]"), "S05", at=f"{out}[3]", requires=[good])


def complex_op_cases():
    for part, name in (("f32", "c64"), ("f64", "c128")):
        pairs = [(1.0, 2.0), (-0.0, -0.0), (INF, NAN), (2.0**-149, -INF)]
        lines = [f"a = {part}[4] parameter(0)", f"b = {part}[4] parameter(1)", f"ROOT r = {name}[4] complex(a, b)"]
        yield run_case(f"complex.{part}.pairs", "parts are kept bit for bit", "complex", lines,
                       [literal(part, [a for a, _ in pairs]), literal(part, [b for _, b in pairs])],
                       literal(name, [complex(a, b) for a, b in pairs]), requires=[part, name])
        for identity, why, dims in (("scalar", "two scalars", []), ("rows", "any rank", [2, 1, 3]), ("empty", "no elements", [0, 2])):
            a = [float(i) for i in range(math.prod(dims))]
            text = ",".join(map(str, dims))
            lines = [f"a = {part}[{text}] parameter(0)", f"b = {part}[{text}] parameter(1)", f"ROOT r = {name}[{text}] complex(a, b)"]
            yield run_case(f"complex.{part}.{identity}", why, "complex", lines, [literal(part, a, dims), literal(part, [0.5 - v for v in a], dims)],
                           literal(name, [complex(v, 0.5 - v) for v in a], dims), requires=[part, name])
    lines = ["a = f16[2] parameter(0)", "b = f16[2] parameter(1)", "ROOT r = c64[2] complex(a, b)"]
    yield reject_case("complex.f16.rejects", "f16 has no complex type", "complex", lines, "complex.C4", at="complex(",
                      requires=["f16"])


def main():
    for op in TYPES:
        cases = []
        if op in SPECIAL:
            cases += [*float_cases(op), *rounding_cases(op)]
        if op in INT_FUNCTIONS:
            cases += integer_cases(op)
        if op == "complex":
            cases += complex_op_cases()
        write(op, [*cases, *other_cases(op), *reject_cases(op)], NAME)


main()
