#!/usr/bin/python3
"""Vectors of elementary functions far out: infinite and NaN parts of complex numbers (C11 Annex G), huge, tiny, and subnormal
arguments. Oracles: numpy for infinite and NaN parts, mpmath with 3000 bits, exact fractions, and hand calculation."""
import math
from fractions import Fraction

import mpmath
import numpy

from formats import literal, round_to
from unary import rounded
from write import run_case, write_groups

mpmath.mp.prec = 3000
numpy.seterr(all="ignore")
NAME = "conformance/generate/extreme_values.py"
INF, NAN = math.inf, math.nan
MPMATH = "mpmath with 3000 bits, rounded once"
EXACT = "exact fractions, rounded once"
M = mpmath
COMPLEX = (("c64", "f32", 8), ("c128", "f64", 16))


def rounded_complex(part, z):
    return complex(rounded(part, z.real), rounded(part, z.imag))


def case(op, name, topic, why, arguments, results, *, out=None, attributes="", **options):
    """`arguments`: a list of values for each operand."""
    count = len(results)
    lines = [f"{operand} = {name}[{count}] parameter({k})" for k, operand in enumerate("xy"[:len(arguments)])]
    lines.append(f"ROOT r = {out or name}[{count}] {op}({', '.join('xy'[:len(arguments)])}){attributes}")
    return op, run_case(f"{op}.{name}.{topic}", why, op, lines, [literal(name, values) for values in arguments], literal(out or name, results),
                        requires={name, out or name}, tags=["extreme"], **options)


def case_of_magnitudes(op, name, part, topic, why, arguments, results, **options):
    """The magnitudes of both parts of the result, for results whose signs are open."""
    count = len(results)
    lines = [f"{operand} = {name}[{count}] parameter({k})" for k, operand in enumerate("xy"[:len(arguments)])]
    lines += [f"z = {name}[{count}] {op}({', '.join('xy'[:len(arguments)])})", f"re = {part}[{count}] real(z)", f"im = {part}[{count}] imag(z)",
              f"a = {part}[{count}] abs(re)", f"b = {part}[{count}] abs(im)", f"ROOT r = ({part}[{count}], {part}[{count}]) tuple(a, b)"]
    return op, run_case(f"{op}.{name}.{topic}", why, op, lines, [literal(name, values) for values in arguments],
                        {"tuple": [literal(part, [abs(z.real) for z in results]), literal(part, [abs(z.imag) for z in results])]},
                        requires=[name, part], tags=["extreme"], **options)


# ---- infinite and NaN parts ----
PARTS = (-INF, -1.5, -0.0, 0.0, 1.5, INF, NAN)
POINTS = [complex(re, im) for re in PARTS for im in PARTS if not (math.isfinite(re) and math.isfinite(im))]
SPECIAL = {"sqrt": numpy.sqrt, "exponential": numpy.exp, "log": numpy.log, "sinh": numpy.sinh, "cosh": numpy.cosh, "tanh": numpy.tanh, "sine": numpy.sin, "cosine": numpy.cos,
           "tan": numpy.tan, "asin": numpy.arcsin, "acos": numpy.arccos, "atan": numpy.arctan, "asinh": numpy.arcsinh, "acosh": numpy.arccosh, "atanh": numpy.arctanh}


def sign_is_open(op, z):
    """Whether Annex G leaves the sign of a part of the result open. The circular functions are the hyperbolic ones of iz."""
    through_iz = {"sine": "sinh", "cosine": "cosh", "tan": "tanh", "asin": "asinh", "atan": "atanh"}
    if op in through_iz:
        return sign_is_open(through_iz[op], complex(-z.imag, z.real))
    re, im = z.real, z.imag
    if op == "sqrt":
        return re == -INF and math.isnan(im)
    if op in ("exponential", "sinh", "cosh", "tanh"):
        return not math.isfinite(im) and (math.isinf(re) or re == 0) or op == "cosh" and math.isnan(re) and im == 0
    if op == "asinh":
        return math.isnan(re) and math.isinf(im)
    if op == "atanh":
        return math.isnan(re) and math.isinf(im)
    if op == "acos":
        return math.isinf(re) and math.isnan(im)
    if op == "acosh":
        return re == 0 and math.isnan(im)
    return False


def special_cases():
    for op, function in SPECIAL.items():
        results = {str(z): complex(function(numpy.complex128(z))) for z in POINTS}
        for name, part, _ in COMPLEX:
            for open_sign in (False, True):
                points = [z for z in POINTS if sign_is_open(op, z) == open_sign]
                values = [complex(round_to(part, w.real), round_to(part, w.imag)) for w in (results[str(z)] for z in points)]
                if not points:
                    continue
                options = {"tol": {"class": "close", "ulp": 2}, "oracle": "numpy, whose complex functions follow C11 Annex G"}
                if open_sign:
                    yield case_of_magnitudes(op, name, part, "infinite-open-signs", "infinite and NaN parts where the sign of a part of the result is open", [points], values, **options)
                else:
                    yield case(op, name, "infinite", "infinite and NaN parts", [points], values, **options)


def product_cases():
    infinite = [(INF, NAN), (NAN, INF), (-INF, NAN), (INF, INF), (-INF, INF), (INF, 0.0), (NAN, -INF)]
    finite = [(1.0, 1.0), (2.0, -3.0), (-1.0, 0.5), (-1.0, 1.0), (1.5, 1.5), (3.0, 4.0), (0.0, -2.0)]
    for name, part, _ in COMPLEX:
        big, count = {"c64": 3e38, "c128": 1e308}[name], len(infinite)
        pairs = [("finite", finite), ("infinite", infinite[1:] + infinite[:1])]
        for what, others in pairs:
            lines = [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"z = {name}[{count}] multiply(x, y)", f"w = {name}[{count}] multiply(y, x)",
                     f"a = {part}[{count}] abs(z)", f"b = {part}[{count}] abs(w)", f"ROOT r = ({part}[{count}], {part}[{count}]) tuple(a, b)"]
            yield "multiply", run_case(f"multiply.{name}.infinite-times-{what}", f"an infinity times {'an infinity' if what == 'infinite' else 'a finite number other than 0'} is infinite, even with a NaN part",
                                       "multiply", lines, [literal(name, [complex(*z) for z in side]) for side in (infinite, others)],
                                       {"tuple": [literal(part, [INF] * count)] * 2}, requires=[name, part], tags=["extreme"])
        rows = [((NAN, 1.0), (2.0, 3.0), (NAN, NAN)), ((NAN, NAN), (1.0, 1.0), (NAN, NAN)), ((INF, 0.0), (0.0, 0.0), (NAN, NAN)), ((1.0, NAN), (NAN, 1.0), (NAN, NAN))]
        yield case("multiply", name, "nan", "a NaN part without an infinity, and infinity times zero", [[complex(*row[k]) for row in rows] for k in range(2)], [complex(*row[2]) for row in rows])
        if name == "c128":
            rows = [((big, NAN), (big, 1.0)), ((1.0, big), (NAN, big))]
            yield case("multiply", name, "partly-infinite", "a partial product that overflows makes the result infinite, a NaN part notwithstanding", [[complex(*row[k]) for row in rows] for k in range(2)],
                       [complex(INF, INF), complex(-INF, INF)])
        # b = 0, then an infinity divided by a finite number, then a finite number divided by an infinity.
        rows = [((1.0, 2.0), (0.0, 0.0), (INF, INF)), ((1.0, -2.0), (0.0, 0.0), (INF, -INF)), ((1.0, -2.0), (-0.0, 0.0), (-INF, INF)), ((-3.0, 0.0), (0.0, 0.0), (-INF, NAN)), ((0.0, 0.0), (0.0, 0.0), (NAN, NAN)),
                ((NAN, NAN), (0.0, 0.0), (NAN, NAN)), ((1.0, 2.0), (NAN, 1.0), (NAN, NAN)), ((1.0, 2.0), (INF, -INF), (-0.0, 0.0)), ((3.0, 1.0), (INF, INF), (0.0, -0.0)), ((INF, INF), (INF, INF), (NAN, NAN))]
        yield case("divide", name, "infinite", "zero and infinite divisors", [[complex(*row[k]) for row in rows] for k in range(2)], [complex(*row[2]) for row in rows])
        rows = [((INF, NAN), (1.0, 1.0)), ((NAN, -INF), (2.0, -3.0)), ((-INF, NAN), (0.5, 4.0)), ((INF, INF), (1.0, 2.0)), ((INF, 1.0), (0.0, 3.0))]
        count = len(rows)
        lines = [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"z = {name}[{count}] divide(x, y)", f"ROOT a = {part}[{count}] abs(z)"]
        yield "divide", run_case(f"divide.{name}.infinite-by-finite", "an infinity divided by a finite number is infinite, even with a NaN part", "divide", lines,
                                 [literal(name, [complex(*row[k]) for row in rows]) for k in range(2)], literal(part, [INF] * count), requires=[name, part], tags=["extreme"])


def power_cases():
    rows = [((2.0, 1.0), (1e200, 0.0), INF), ((0.5, 0.25), (1e200, 0.0), 0.0), ((2.0, 1.0), (INF, 0.0), INF), ((0.5, 0.25), (INF, 0.0), 0.0), ((2.0, 1.0), (-INF, 0.0), 0.0)]
    for name, part, _ in COMPLEX:
        kept = [row for row in rows if name == "c128" or abs(row[1][0]) != 1e200]
        count = len(kept)
        lines = [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"z = {name}[{count}] power(x, y)", f"ROOT a = {part}[{count}] abs(z)"]
        yield "power", run_case(f"power.{name}.huge-exponents", "huge and infinite exponents: the power vanishes or is infinite", "Pow", lines,
                                [literal(name, [complex(*row[k]) for row in kept]) for k in range(2)], literal(part, [row[2] for row in kept]), requires=[name, part], tags=["extreme"])
        points = [(complex(NAN, 1), complex(2, 0)), (complex(2, 1), complex(NAN, 0)), (complex(2, 1), complex(1, NAN))]
        yield case("power", name, "nan", "a NaN part of either operand", [[p[0] for p in points], [p[1] for p in points]], [complex(NAN, NAN)] * 3)
    rows = [(2.0, 1e30, INF), (0.5, 1e30, 0.0), (1.5, -1e30, 0.0), (0.75, -1e30, INF), (-2.0, 1e30, INF), (-0.5, 1e300, 0.0)]
    yield case("power", "f64", "huge-exponents", "exponents above 2^66: only the side of 1 matters", [[row[0] for row in rows], [row[1] for row in rows]], [row[2] for row in rows])


# ---- huge, tiny, and subnormal arguments ----
FAR_COMPLEX = {  # op: function, points of c128
    "exponential": (M.exp, [(-700.0, 2.0), (709.0, -1.0), (30.0, 1e15)]),
    "exponential-minus-one": (M.expm1, [(50.0, 1.0), (45.0, -2.0), (709.0, 2.5), (-60.0, 1.0)]),
    "log": (M.log, [(1e-310, 2e-310), (-1e200, 3e200), (2e-200, -1e-200), (1e-320, 1e300), (5e307, 5e307)]),
    "sinh": (M.sinh, [(50.0, 1.0), (-50.0, 2.0), (710.25, -0.5), (-709.0, 2.5)]),
    "cosh": (M.cosh, [(50.0, 1.0), (-50.0, 2.0), (710.25, -0.5), (-709.0, 2.5)]),
    "sine": (M.sin, [(1.0, 50.0), (2.0, -50.0), (-0.5, 710.25)]),
    "cosine": (M.cos, [(1.0, 50.0), (2.0, -50.0), (-0.5, 710.25)]),
    "tanh": (M.tanh, [(25.0, 1.0), (-30.0, 2.0), (200.0, -0.5)]),
    "tan": (M.tan, [(1.0, 25.0), (2.0, -30.0), (-0.5, 200.0)]),
    "asin": (M.asin, [(1e40, 1e41), (-1e35, 1e200), (3e150, -2e100), (1e300, 1e300)]),
    "acos": (M.acos, [(1e40, 1e41), (-1e35, 1e200), (3e150, -2e100), (1e300, 1e300)]),
    "asinh": (M.asinh, [(1e40, 1e41), (-1e35, 1e200), (3e150, -2e100), (1e300, 1e300)]),
    "acosh": (M.acosh, [(1e40, 1e41), (-1e35, 1e200), (3e150, -2e100), (1e300, 1e300)]),
    "atanh": (M.atanh, [(1.0, 1e-200), (-1.0, 1e-250), (1.0, -3e-160), (1e40, 1e41)]),
    "sqrt": (M.sqrt, [(1e-310, 2e-310), (1e308, -1e308), (-3e-300, 1e-305)]),
    "rsqrt": (lambda z: 1 / M.sqrt(z), [(1e-300, 2e-300), (1e307, -1e307)]),
}


def far_complex_cases():
    for op, (function, points) in FAR_COMPLEX.items():
        points = [complex(*z) for z in points]
        yield case(op, "c128", "far", "huge and tiny arguments do not overflow or lose digits on the way", [points], [rounded_complex("f64", function(M.mpc(z))) for z in points],
                   tol={"class": "close", "ulp": 16}, oracle=MPMATH)
    pairs = [((0.25, 0.5), (3.0, 1.0)), ((0.1, -0.2), (-2.0, 0.5)), ((-0.125, 0.25), (-1.0, -2.0)), ((0.5, 0.25), (4.0, -8.0)), ((-1.0, 0.5), (-16.0, 8.0))]
    for name, part, ulp in COMPLEX:
        ys, xs = ([complex(round_to(part, pair[k][0]), round_to(part, pair[k][1])) for pair in pairs] for k in range(2))
        results = [-1j * M.log((M.mpc(x) + 1j * M.mpc(y)) / M.sqrt(M.mpc(x) ** 2 + M.mpc(y) ** 2)) for y, x in zip(ys, xs)]
        yield case("atan2", name, "small-quotients", "quotients of small magnitude, on both sides", [ys, xs], [rounded_complex(part, w) for w in results], tol={"class": "close", "ulp": ulp}, oracle=MPMATH)
    points = [(3e200, 4e200), (5e-200, -12e-200), (1e-310, 1e-310), (1e-320, 1e-300), (-1e308, 1e308)]
    yield case("abs", "c128", "far", "huge and tiny parts, whose squares are not representable", [[complex(*z) for z in points]], [rounded("f64", M.hypot(*map(M.mpf, z))) for z in points],
               out="f64", tol={"class": "close", "ulp": 4}, oracle=MPMATH)
    pairs = [((2.0**-1050, 2.0**10), (1.0, 1.0)), ((2.0**-1050, 2.0**-1040), (2.0**-1045, 2.0**-1060)), ((2.0**1020, 2.0**1010), (2.0**1022, 2.0**1015)), ((2.0**-1060, 2.0**-1055), (3.0, 4.0))]
    yield case("divide", "c128", "far", "subnormal and huge parts", [[complex(*pair[k]) for pair in pairs] for k in range(2)], [quotient(*pair) for pair in pairs], tol={"class": "close", "ulp": 16}, oracle=EXACT)


def quotient(a, b):
    a, b = [Fraction(v) for v in a], [Fraction(v) for v in b]
    square = b[0] ** 2 + b[1] ** 2
    return complex(round_to("f64", (a[0] * b[0] + a[1] * b[1]) / square), round_to("f64", (a[1] * b[0] - a[0] * b[1]) / square))


FAR_REAL = {  # op: function, ulp, points of f64
    "cbrt": (lambda x: M.sign(x) * M.cbrt(abs(x)), 4, [1e-300, -1e305, 5e-324, -3e-310, 1e308]),
    "exponential": (M.exp, 4, [709.75, -740.0, -745.0, 709.5, -708.5]),
    "logistic": (lambda x: 1 / (1 + M.exp(-x)), 8, [-720.0, -740.0, -745.0]),
    "sinh": (M.sinh, 8, [710.25, -710.0]),
    "cosh": (M.cosh, 8, [710.25, -710.0]),
    "log": (M.log, 4, [5e-324, 1e-310, 2.0**-1023, 1e308]),
    "sine": (M.sin, 4, [1e22, -1e22, 1e300, -1e300, -1e10, 3e7, -2.0**1023]),
    "cosine": (M.cos, 4, [1e22, -1e22, 1e300, -1e300, -1e10, 3e7, -2.0**1023]),
    "tan": (M.tan, 8, [1e22, -1e22, 1e300, -1e300, -1e10, 3e7, -2.0**1023]),
}


def far_real_cases():
    for op, (function, ulp, points) in FAR_REAL.items():
        yield case(op, "f64", "far", "huge and tiny arguments, and subnormal numbers", [points], [rounded("f64", function(M.mpf(x))) for x in points], tol={"class": "close", "ulp": ulp}, oracle=MPMATH)
    pairs = [(1e-120, 1e-122), (1e-122, 1e-120), (-1e-120, -1e-123), (5e-324, 1e-310), (1e300, -2e299), (1e-200, -3e-201)]
    yield case("atan2", "f64", "far", "tiny and huge operands of similar size", [[p[k] for p in pairs] for k in range(2)], [rounded("f64", M.atan2(*map(M.mpf, p))) for p in pairs],
               tol={"class": "close", "ulp": 4}, oracle=MPMATH)
    pairs = [(35e-324, 15e-324), (-1e-310, 3e-320), (1.5, 5e-324 * 7), (1e300, 1e-310), (-3e-308, 7e-311), (2.0**1023, 3 * 2.0**-1074)]
    yield case("remainder", "f64", "subnormal", "subnormal operands and results", [[p[k] for p in pairs] for k in range(2)],
               [math.copysign(float(abs(Fraction(a)) % abs(Fraction(b))), a) for a, b in pairs], oracle="exact fractions")


def main():
    write_groups((special_cases, product_cases, power_cases, far_complex_cases, far_real_cases), NAME)


if __name__ == "__main__":
    main()
