#!/usr/bin/python3
"""Vectors of the elementwise unary ops. Oracles: the table of special values (numerics reference,
section 10, by hand), exact fractions, and mpmath with 80 digits, rounded once to the type."""
import math
from fractions import Fraction

import mpmath

from formats import FLOATS, INTEGERS, holds, int_range, literal, round_to, wrap
from write import reject_case, run_case, write

mpmath.mp.prec = 400
NAME = "conformance/generate/unary.py"
INF, NAN, PI = math.inf, math.nan, math.pi
ORACLE = "mpmath with 400 bits, rounded once"

# op: values at -inf, -0, +0, +inf, then more (argument, value); None: outside the domain of the type.
SPECIAL = {
    "abs": (INF, 0.0, 0.0, INF, []),
    "negate": (INF, 0.0, -0.0, -INF, []),
    "sign": (-1.0, -0.0, 0.0, 1.0, [(-2.5, -1.0), (7.0, 1.0)]),
    "floor": (-INF, -0.0, 0.0, INF, [(-0.5, -1.0), (0.5, 0.0), (2.5, 2.0), (-2.5, -3.0)]),
    "ceil": (-INF, -0.0, 0.0, INF, [(-0.5, -0.0), (0.5, 1.0), (2.5, 3.0), (-2.5, -2.0)]),
    "round-nearest-afz": (-INF, -0.0, 0.0, INF,
                          [(0.5, 1.0), (-0.5, -1.0), (2.5, 3.0), (-2.5, -3.0), (-0.375, -0.0), (1.5, 2.0)]),
    "round-nearest-even": (-INF, -0.0, 0.0, INF,
                           [(0.5, 0.0), (-0.5, -0.0), (2.5, 2.0), (-2.5, -2.0), (1.5, 2.0), (-0.375, -0.0)]),
    "sqrt": (NAN, -0.0, 0.0, INF, [(-1.0, NAN), (4.0, 2.0), (2.25, 1.5)]),
    "rsqrt": (NAN, -INF, INF, 0.0, [(-1.0, NAN), (4.0, 0.5), (0.25, 2.0)]),
    "cbrt": (-INF, -0.0, 0.0, INF, [(-8.0, -2.0), (1.0, 1.0)]),
    "exponential": (0.0, 1.0, 1.0, INF, []),
    "exponential-minus-one": (-1.0, -0.0, 0.0, INF, []),
    "log": (NAN, -INF, -INF, INF, [(-1.0, NAN), (1.0, 0.0)]),
    "log-plus-one": (NAN, -0.0, 0.0, INF, [(-1.0, -INF), (-1.5, NAN)]),
    "logistic": (0.0, 0.5, 0.5, 1.0, []),
    "sine": (NAN, -0.0, 0.0, NAN, []),
    "tan": (NAN, -0.0, 0.0, NAN, []),
    "cosine": (NAN, 1.0, 1.0, NAN, []),
    "asin": (NAN, -0.0, 0.0, NAN, [(1.5, NAN), (-1.5, NAN)]),
    "acos": (NAN, PI / 2, PI / 2, NAN, [(1.0, 0.0), (1.5, NAN)]),
    "atan": (-PI / 2, -0.0, 0.0, PI / 2, []),
    "sinh": (-INF, -0.0, 0.0, INF, []),
    "cosh": (INF, 1.0, 1.0, INF, []),
    "tanh": (-1.0, -0.0, 0.0, 1.0, []),
    "asinh": (-INF, -0.0, 0.0, INF, []),
    "acosh": (NAN, NAN, NAN, INF, [(1.0, 0.0), (0.5, NAN)]),
    "atanh": (NAN, -0.0, 0.0, NAN, [(1.0, INF), (-1.0, -INF), (1.5, NAN)]),
    "erf": (-1.0, -0.0, 0.0, 1.0, []),
}
M = mpmath
FUNCTIONS = {
    "cbrt": lambda x: M.sign(x) * M.cbrt(abs(x)), "exponential": M.exp,
    "exponential-minus-one": M.expm1, "log": M.log, "log-plus-one": M.log1p,
    "logistic": lambda x: 1 / (1 + M.exp(-x)), "sine": M.sin, "tan": M.tan, "cosine": M.cos,
    "asin": M.asin, "acos": M.acos, "atan": M.atan, "sinh": M.sinh, "cosh": M.cosh, "tanh": M.tanh,
    "asinh": M.asinh, "acosh": M.acosh, "atanh": M.atanh, "erf": M.erf, "sqrt": M.sqrt,
    "rsqrt": lambda x: 1 / M.sqrt(x),
}
EXACT_FUNCTIONS = {
    "abs": abs, "negate": lambda x: -x, "sign": lambda x: (x > 0) - (x < 0), "floor": math.floor, "ceil": math.ceil,
    "round-nearest-afz": lambda x: math.floor(x + 0.5), "round-nearest-even": round,
}
EXACT = {"abs", "negate", "sign", "floor", "ceil", "round-nearest-afz", "round-nearest-even", "sqrt"}
# ULP for f32, f64, and narrower types (numerics reference, section 9).
WIDE = {"tan", "tanh", "sinh", "cosh", "asinh", "acosh", "atanh", "erf", "logistic"}
ORDINARY = {
    "log": [0.125, 0.75, 1.5, 3.0, 10.0], "sqrt": [0.125, 2.0, 3.0, 10.0, 48.0],
    "rsqrt": [0.125, 2.0, 3.0, 10.0, 48.0], "acosh": [1.125, 1.5, 2.0, 3.0, 10.0],
    "asin": [-0.75, -0.25, 0.125, 0.5, 0.875], "acos": [-0.75, -0.25, 0.125, 0.5, 0.875],
    "atanh": [-0.75, -0.25, 0.125, 0.5, 0.875], "log-plus-one": [-0.75, -0.125, 0.25, 1.5, 10.0],
}
# Arguments where naive formulas fail, as exact f32 values.
HARD_F32 = {
    "exponential": [88.5, -87.5, -100.0, 89.0, -104.0], "exponential-minus-one": [2.0**-33, -(2.0**-20), 88.0],
    "log": [2.0**-149, 2.0**-126, 2.0**127, 1 + 2.0**-23, 1 - 2.0**-24],
    "log-plus-one": [2.0**-33, -(2.0**-24), 2.0**100], "sine": [1e20, 1e6, 3.140625, 2.0**127],
    "cosine": [1e20, 1e6, 1.5703125, 2.0**127], "tan": [1e20, 1.5703125, 3.140625],
    "sinh": [2.0**-33, 89.0, -89.25, 0.001], "cosh": [89.0, -89.25, 2.0**-13],
    "tanh": [2.0**-33, 9.0, 10.0, -20.5, 0.001], "asinh": [2.0**-100, 3e38, -3e38, 0.001],
    "acosh": [3e38, 1 + 2.0**-23], "atanh": [2.0**-100, 1 - 2.0**-24], "erf": [2.0**-33, 3.5, 4.0, -0.5],
    "cbrt": [2.0**-149, -27.0, 3e38], "atan": [2.0**-100, 3e38, -1.0], "logistic": [-80.0, 80.0, 17.0],
    "sqrt": [2.0**-149, 3e38, 1 + 2.0**-23], "rsqrt": [2.0**-149, 3e38], "asin": [2.0**-100, 1 - 2.0**-24],
    "acos": [1 - 2.0**-24, -1 + 2.0**-24, 2.0**-100],
}


def value_of(op, name, x):
    """The correctly rounded result of an ordinary argument."""
    if op == "abs":
        return abs(x)
    if op == "negate":
        return -x
    return rounded(name, FUNCTIONS[op](M.mpf(x)))


def rounded(name, result):
    if result == 0:
        return 0.0
    if M.isinf(result):
        return float(result)
    man, exp = M.frexp(result)
    scaled = int(M.floor(M.ldexp(man, 300)))
    return round_to(name, Fraction(scaled) * Fraction(2) ** (int(exp) - 300))


def tolerance(op, name):
    if op in EXACT:
        return None
    if name == "f32":
        return {"class": "close", "ulp": 4 if op in WIDE else 2}
    if name == "f64":
        return {"class": "close", "ulp": 8 if op in WIDE else (2 if op == "rsqrt" else 4)}
    return {"class": "close", "ulp": 1}


def case(op, name, topic, why, inputs, outputs, tol, oracle):
    lines = [f"x = {name}[{len(inputs)}] parameter(0)", f"ROOT r = {name}[{len(inputs)}] {op}(x)"]
    return run_case(f"{op}.{name}.{topic}", why, op, lines, [literal(name, inputs)],
                    literal(name, outputs), tol=tol, requires=[name], tags=[topic], oracle=oracle)


def special_case(op, name):
    at_minus_inf, at_minus_zero, at_zero, at_inf, further = SPECIAL[op]
    points = [(-0.0, at_minus_zero), (0.0, at_zero), *further, (INF, at_inf), (-INF, at_minus_inf), (NAN, NAN)]
    points = [(x, y) for x, y in points if holds(name, x)]
    if not holds(name, NAN):  # the result would depend on the sign of a NaN, which is unspecified
        points = [(x, y) for x, y in points if not math.isnan(y)]
    outputs = [round_to(name, y) for _, y in points]
    return case(op, name, "special", "zeros, infinities, NaN, ties and borders of the domain",
                [x for x, _ in points], outputs, tolerance(op, name), None)


def ordinary_case(op, name):
    inputs = [x for x in ORDINARY.get(op, [-2.0, -0.75, 0.25, 1.5, 3.0]) if holds(name, x)]
    return case(op, name, "ordinary", "values in the middle of the range",
                inputs, [value_of(op, name, x) for x in inputs], tolerance(op, name), ORACLE)


def float_cases(op):
    types = list(FLOATS)
    for name in types:
        yield special_case(op, name)
        if op in FUNCTIONS:
            yield ordinary_case(op, name)
        elif not holds(name, 0.0):
            yield case(op, name, "powers", "numbers that are not positive become NaN; a significand of 1.5 or more rounds up",
                       [0.125, 0.5, 1.0, 2.0, 2.0**100], [round_to(name, EXACT_FUNCTIONS[op](x)) for x in (0.125, 0.5, 1.0, 2.0, 2.0**100)],
                       None, "Python's exact numbers")
    if op in HARD_F32:
        inputs = [round_to("f32", x) for x in HARD_F32[op]]
        yield case(op, "f32", "hard", "subnormal, huge and cancelling arguments", inputs,
                   [value_of(op, "f32", x) for x in inputs], tolerance(op, "f32"), ORACLE)
        yield case(op, "f64", "hard", "the same arguments in f64", inputs,
                   [value_of(op, "f64", x) for x in inputs], tolerance(op, "f64"), ORACLE)


INT_FUNCTIONS = {
    "abs": lambda name, x: wrap(name, abs(x)), "negate": lambda name, x: wrap(name, -x),
    "sign": lambda name, x: (x > 0) - (x < 0), "not": lambda name, x: wrap(name, ~x),
    "popcnt": lambda name, x: wrap(name, bin(x & ((1 << INTEGERS[name][1]) - 1)).count("1")),
    "count-leading-zeros": lambda name, x: wrap(
        name, INTEGERS[name][1] - (x & ((1 << INTEGERS[name][1]) - 1)).bit_length()),
}


def integer_cases(op):
    for name in INTEGERS:
        if op in ("abs", "sign") and name.startswith("u"):
            continue
        low, high = int_range(name)
        inputs = sorted({low, low + 1, -1, 0, 1, 2, 5, high - 1, high} & set(range(low, high + 1))
                        if high < 2**16 else
                        {v for v in (low, low + 1, -1, 0, 1, 2, 5, high - 1, high) if low <= v <= high})
        yield case(op, name, "range", "ends of the range, which wrap, and small numbers", inputs,
                   [INT_FUNCTIONS[op](name, x) for x in inputs], None,
                   "Python's integers of any size, wrapped")


ALLOWED = {"abs": "s f c", "negate": "i f c", "sign": "s f c", "not": "p i", "popcnt": "i",
           "count-leading-zeros": "i"}


def reject_cases(op):
    allowed = ALLOWED.get(op, "f c")
    bad = "pred" if "p" not in allowed else "f32"
    if op in ("not", "popcnt", "count-leading-zeros"):
        bad = "f32"
    lines = [f"x = {bad}[2] parameter(0)", f"ROOT r = {bad}[2] {op}(x)"]
    yield reject_case(f"{op}.{bad}.rejects-type", f"{op} does not take {bad}", op, lines, f"{op}.C2",
                      at=f"{op}(", requires=[bad], tags=["type"])
    good = "s32" if "i" in allowed and "f" not in allowed else "f32"
    lines = [f"x = {good}[2] parameter(0)", f"t = ({good}[2]) tuple(x)", f"ROOT r = {good}[2] {op}(t)"]
    yield reject_case(f"{op}.tuple.rejects", "a tuple is not an array", op, lines, f"{op}.C1",
                      at=f"{op}(", requires=[good], tags=["tuple"], line=5)
    lines = [f"x = {good}[2] parameter(0)", f"ROOT r = {good}[3] {op}(x)"]
    yield reject_case(f"{op}.{good}.rejects-result-size", "the result has the sizes of the operand", op,
                      lines, "S05", at=f"{good}[3]", requires=[good], tags=["result-shape"])


def complex_cases(op, points):
    for name, part in (("c64", "f32"), ("c128", "f64")):
        inputs = [complex(*z) for z, _ in points]
        outputs = [w if isinstance(w, float) else complex(*w) for _, w in points]
        real = op in ("abs", "real", "imag")
        out_type = part if real else name
        rounded = [round_to(part, w) if isinstance(w, float)
                   else complex(round_to(part, w.real), round_to(part, w.imag)) for w in outputs]
        lines = [f"x = {name}[{len(inputs)}] parameter(0)", f"ROOT r = {out_type}[{len(inputs)}] {op}(x)"]
        yield run_case(f"{op}.{name}.exact", "complex values with exact results", op, lines,
                       [literal(name, inputs)], literal(out_type, rounded),
                       tol=None if op in ("negate", "real", "imag", "abs") else {"class": "close", "ulp": 2},
                       requires=[name], tags=["complex"])


COMPLEX = {
    "abs": [((3, 4), 5.0), ((-5, 12), 13.0), ((0, 0), 0.0), ((INF, NAN), INF), ((0, -INF), INF)],
    "negate": [((1, -2), (-1.0, 2.0)), ((0.0, -0.0), (-0.0, 0.0))],
    "real": [((1.5, -2), 1.5), ((-0.0, 3), -0.0)],
    "imag": [((1.5, -2), -2.0), ((1, -0.0), -0.0)],
    "sqrt": [((-4.0, 0.0), (0.0, 2.0)), ((-4.0, -0.0), (0.0, -2.0)), ((0.0, 2.0), (1.0, 1.0)), ((3.0, 4.0), (2.0, 1.0))],
    "exponential": [((0.0, 0.0), (1.0, 0.0)), ((-INF, 1.0), (0.0, 0.0))],
    "log": [((1.0, 0.0), (0.0, 0.0)), ((-1.0, 0.0), (0.0, PI)), ((-1.0, -0.0), (0.0, -PI))],
    "sign": [((0.0, 0.0), (0.0, 0.0)), ((3.0, 4.0), (0.6, 0.8)), ((-2.0, 0.0), (-1.0, 0.0))],
}
# Away from branch cuts and from zeros of a part of the result, because tolerances apply to both parts.
PLANE = [(1.5, 0.75), (-0.5, 2.0), (0.25, -1.25), (-2.0, -0.5)]
COMPLEX_FUNCTIONS = {op: f for op, f in FUNCTIONS.items() if op not in ("cbrt", "erf")}


def complex_ordinary_cases(op):
    for name, part, ulp in (("c64", "f32", 8), ("c128", "f64", 16)):
        inputs = [complex(*z) for z in PLANE]
        results = [COMPLEX_FUNCTIONS[op](M.mpc(z)) for z in inputs]
        outputs = [complex(rounded(part, w.real), rounded(part, w.imag)) for w in results]
        lines = [f"x = {name}[{len(inputs)}] parameter(0)", f"ROOT r = {name}[{len(inputs)}] {op}(x)"]
        yield run_case(f"{op}.{name}.ordinary", "the principal value in all quadrants", op, lines, [literal(name, inputs)],
                       literal(name, outputs), tol={"class": "close", "ulp": ulp}, requires=[name], tags=["complex"], oracle=ORACLE)


def is_finite_cases():
    for name in FLOATS:
        points = [(0.0, True), (1.0, True), (-2.0, True), (INF, False), (-INF, False), (NAN, False)]
        points = [(x, y) for x, y in points if holds(name, x)]
        lines = [f"x = {name}[{len(points)}] parameter(0)", f"ROOT r = pred[{len(points)}] is-finite(x)"]
        yield run_case(f"is-finite.{name}.special", "only NaN and the infinities are not finite", "is-finite",
                       lines, [literal(name, [x for x, _ in points])],
                       literal("pred", [y for _, y in points]), requires=[name, "pred"])


def real_imag_float_cases(op):
    for name in FLOATS:
        inputs = [x for x in (1.5, -0.0, -3.0, INF, NAN, 2.0) if holds(name, x)]
        inputs = inputs[:5] if len(inputs) == 6 else inputs
        outputs = inputs if op == "real" else [round_to(name, 0.0)] * len(inputs)
        yield case(op, name, "of-real", "a real number is its own real part; its imaginary part is +0",
                   inputs, outputs, None, None)


def main():
    for op in SPECIAL:
        cases = list(float_cases(op))
        if op in INT_FUNCTIONS:
            cases += integer_cases(op)
        if op in COMPLEX:
            cases += complex_cases(op, COMPLEX[op])
        if op in COMPLEX_FUNCTIONS:
            cases += complex_ordinary_cases(op)
        write(op, cases + list(reject_cases(op)), NAME)
    for op in ("not", "popcnt", "count-leading-zeros"):
        cases = list(integer_cases(op))
        if op == "not":
            cases.append(case(op, "pred", "all", "logical negation", [True, False], [False, True], None, None))
        write(op, cases + list(reject_cases(op)), NAME)
    for op in ("real", "imag"):
        write(op, [*complex_cases(op, COMPLEX[op]), *real_imag_float_cases(op), *list(reject_cases(op))[:2]], NAME)
    write("is-finite", [*is_finite_cases(), *list(reject_cases("is-finite"))[:2]], NAME)


if __name__ == "__main__":
    main()
