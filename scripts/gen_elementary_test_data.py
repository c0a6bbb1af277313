#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the points at which tests compare the elementary functions with mpmath:
core/kernels/elementary_test_data.inc and core/kernels/complex_test_data.inc.

A point of a double function is {x, y, nearest, rest}: the double nearest to the exact result, and the
difference of the exact result from it in ULP. A point of a float function is {x, y, nearest}. A point of
a complex function is {x, y, nearest}, with each part of the result rounded.

Usage: python3 scripts/gen_elementary_test_data.py
"""
import math
import pathlib
import random
import struct

import mpmath
from mpmath import mp, mpc, mpf

mp.prec = 2400  # enough to reduce the largest double modulo pi
KERNELS = pathlib.Path(__file__).resolve().parent.parent / "core" / "kernels"
RANDOM = random.Random(20240607)
POINTS, FLOAT_POINTS, COMPLEX_POINTS = 100, 40, 60


def literal(value):
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else "0.0"
    if math.isinf(value):
        return "kInf" if value > 0 else "-kInf"
    mantissa, exponent = float(value).hex().split("p")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}p{int(exponent)}"


def nearest(value, precision=53, smallest=-1074, largest=1024):
    """The nearest number of a binary format, ties to even, and the rest in ULP."""
    if value == 0:
        return 0.0, 0.0
    exponent = max(int(mpmath.floor(mpmath.log(abs(value), 2))) - precision + 1, smallest)
    if abs(value) >= mpf(2) ** (exponent + precision):  # the logarithm was rounded
        exponent += 1
    scaled = value / mpf(2) ** exponent
    rounded = int(mpmath.nint(scaled))
    if abs(rounded) * mpf(2) ** exponent >= mpf(2) ** largest:
        return math.copysign(math.inf, float(rounded)), 0.0
    result = math.copysign(math.ldexp(rounded, exponent), float(mpmath.sign(value)))
    return result, float(scaled - rounded)


def to_float(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def uniform(low, high):
    return lambda: RANDOM.uniform(low, high)


def spread(low, high, signed=True):
    """A random number; the binades from 2^low to 2^high are equally likely."""
    def draw():
        value = math.ldexp(1 + RANDOM.random(), RANDOM.randint(low, high - 1))
        return -value if signed and RANDOM.random() < 0.5 else value
    return draw


def near(center, low, high):
    offset = spread(low, high)
    return lambda: center + offset()


def logistic(x):
    return 1 / (1 + mpmath.exp(-x))


def fmod(x, y):
    return x - y * mpmath.floor(abs(x / y)) * mpmath.sign(x / y)


def power(x, y):
    return mpmath.power(x, y)


def with_representable_power(x):
    return x, RANDOM.uniform(-745, 709) / math.log(x)


# Name, function, sources of random arguments, and more arguments: hard cases and boundaries. The angles
# are among those nearest to multiples of pi/2; 0x1.7ac...p842 is the nearest one.
ANGLES = [uniform(-7, 7), uniform(-0.8, 0.8), uniform(-3e6, 3e6), spread(-30, 1023)]
HARD_ANGLES = ["0x1.921fb54442d18p0", "0x1.921fb54442d18p1", "0x1.2d97c7f3321d2p2",
               "0x1.921fb54442d18p20", "0x1.6ac5b262ca1ffp849", "0x1.fffffffffffffp1023", "0x1p20",
               "0x1.fffffffffffffp19", "0x1p1023", "0x1.921fb54442d19p-1", "0x1.921fb54442d18p-1",
               "0x1.0p22", "0x1.b951f1572eba5p23"]
UNARY = [
    ("Exp", mpmath.exp, [uniform(-745, 709), uniform(-1, 1), spread(-60, 3), uniform(-745, -708)],
     ["0x1.62e42fefa39efp9", "-0x1.74910d52d3051p9", "-0x1.6232bdd7abcd2p9", "0x1p-54"]),
    ("Expm1", mpmath.expm1, [uniform(-40, 709), uniform(-1, 1), spread(-60, 3)],
     ["0x1.62e42fefa39efp9", "0x1p-1074", "-0x1p-1022", "0x1p-4", "-0x1p-4", "0x1p-53"]),
    ("Logistic", logistic, [uniform(-745, 40), uniform(-40, 40), spread(-60, 3)],
     ["-0x1.74910d52d3051p9", "-0x1.6232bdd7abcd2p9", "0x1p-1074", "-0x1.4p5"]),
    ("Sinh", mpmath.sinh, [uniform(-710, 710), uniform(-2, 2), spread(-60, 3)],
     ["0x1.633ce8fb9f87dp9", "0x1.3333333333333p-2", "0x1p-1074", "0x1.62e42fefa39efp9"]),
    ("Cosh", mpmath.cosh, [uniform(-710, 710), uniform(-2, 2), spread(-30, 3)],
     ["0x1.633ce8fb9f87dp9", "0x1p-1074", "-0x1.62e42fefa39efp9"]),
    ("Tanh", mpmath.tanh, [uniform(-20, 20), uniform(-1, 1), spread(-60, 3)],
     ["0x1.3333333333333p-2", "0x1p-1074", "0x1.3p4"]),
    ("Log", mpmath.log, [spread(-1022, 1023, False), uniform(0.5, 2), near(1, -52, -3)],
     ["0x1p-1074", "0x1.fffffffffffffp1023", "0x1.0000000000001p0", "0x1.fffffffffffffp-1",
      "0x0.8p-1022", "0x1.6ap-1", "0x1.69fffffffffffp-1"]),
    ("Log1p", mpmath.log1p, [uniform(-1, 3), spread(-60, 1000, False), spread(-60, -1)],
     ["0x1p-1074", "0x1.fffffffffffffp1023", "-0x1.fffffffffffffp-1", "0x1p-53", "-0x1p-54"]),
    ("Asinh", mpmath.asinh, [uniform(-4, 4), spread(-60, 60), spread(60, 1023)],
     ["0x1.fffffffffffffp1023", "0x1p-1074", "0x1.3333333333333p-2"]),
    ("Acosh", mpmath.acosh, [uniform(1, 4), spread(1, 1023, False),
                             lambda: 1 + abs(spread(-52, -2)())],
     ["0x1.fffffffffffffp1023", "0x1.0000000000001p0"]),
    ("Atanh", mpmath.atanh, [uniform(-1, 1), spread(-60, -1), lambda: 1 - abs(spread(-53, -2)())],
     ["0x1.fffffffffffffp-1", "0x1p-1074", "0x1p-2"]),
    ("Sin", mpmath.sin, ANGLES, HARD_ANGLES),
    ("Cos", mpmath.cos, ANGLES, HARD_ANGLES),
    ("Tan", mpmath.tan, ANGLES, HARD_ANGLES),
    ("Asin", mpmath.asin, [uniform(-1, 1), spread(-60, -1), lambda: 1 - abs(spread(-53, -2)())],
     ["0x1.fffffffffffffp-1", "0x1p-1", "0x1p-1074"]),
    ("Acos", mpmath.acos, [uniform(-1, 1), spread(-60, -1), lambda: 1 - abs(spread(-53, -2)()),
                           lambda: abs(spread(-53, -2)()) - 1],
     ["0x1.fffffffffffffp-1", "-0x1.fffffffffffffp-1", "0x1p-1", "-0x1p-1", "0x1p-1074"]),
    ("Atan", mpmath.atan, [uniform(-3, 3), spread(-60, 62)],
     ["0x1p0", "0x1.fffffffffffffp1023", "0x1p-1074", "0x1p-3", "0x1.1p-3"]),
    ("Erf", mpmath.erf, [uniform(-6, 6), uniform(-1, 1), spread(-1070, 1)],
     ["0x1p-1074", "0x1p-1", "0x1.7ffffffffffffp2"]),
    ("Cbrt", lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), [spread(-1074, 1023), uniform(1, 8)],
     ["0x1p-1074", "0x1.fffffffffffffp1023", "0x1p-1022", "0x1.bp4"]),
]
BINARY = [
    ("Pow", power, [
        lambda: with_representable_power(spread(-1022, 1023, False)()),
        lambda: with_representable_power(near(1, -40, -2)()),
        lambda: (RANDOM.uniform(0, 10), RANDOM.uniform(-10, 10)),
        lambda: (RANDOM.uniform(-10, 10), float(RANDOM.randint(-300, 300)))],
     [("0x1p-1074", "0x1p-1"), ("0x1.fffffffffffffp1023", "-0x1p0"),
      ("0x1.0000000000001p0", "0x1.62e42fefa39efp61"), ("-0x1.8p1", "0x1.fp4"),
      ("0x1.fffffffffffffp-1", "0x1.74910d52d3051p62"), ("0x1p1", "-0x1.0c8p10")]),
    ("Atan2", mpmath.atan2, [
        lambda: (RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1)),
        lambda: (spread(-70, 70)(), spread(-70, 70)()),
        lambda: (spread(-1074, 1023)(), spread(-1074, 1023)()),
        lambda: (spread(-1074, -1020)(), spread(-1074, -1020)()),
        lambda: (spread(1000, 1023)(), spread(1000, 1023)())],
     [("0x1p0", "-0x1p0"), ("0x1p-1074", "0x1p-1074"), ("0x1p-1074", "-0x1p1023")]),
    ("Hypot", mpmath.hypot, [
        lambda: (RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1)),
        lambda: (spread(-1074, 1023)(), spread(-1074, 1023)()),
        lambda: (spread(-1074, -1020)(), spread(-1074, -1020)()),
        lambda: (spread(1000, 1023)(), spread(1000, 1023)())],
     [("0x1p-1074", "0x1p-1074"), ("0x1.8p1", "0x1p2")]),
    ("Fmod", fmod, [
        lambda: (spread(-1070, 1023)(), spread(-1070, 1023)()),
        lambda: (spread(-10, 70)(), spread(-10, 10)()),
        lambda: (spread(-1074, -1000)(), spread(-1074, -1010)())],
     [("0x1.fffffffffffffp1023", "0x1.8p-1073"), ("0x1.4p2", "-0x1.8p1"), ("-0x1.8p1", "0x1p0")]),
]


def representable(value, single):
    return to_float(value) if single else value


def arguments(sources, extra, count, single, dimension):
    points = [] if single else [tuple(float.fromhex(x) for x in ((e,) if dimension == 1 else e))
                                for e in extra]
    for attempt in range(10 * count):
        if len(points) == count:
            break
        try:
            drawn = sources[attempt % len(sources)]()
            drawn = drawn if dimension == 2 else (drawn,)
            point = tuple(representable(x, single) for x in drawn)
            if 0 not in point:
                points.append(point)
        except OverflowError:  # exceeds float
            continue
    return points


def exact(name, function, point):
    """The exact result, or None outside the domain or where it over- or underflows."""
    if 0 in point or any(math.isinf(x) for x in point):
        return None
    if name == "Acosh" and point[0] < 1 or name in ("Asin", "Acos", "Atanh") and abs(point[0]) >= 1:
        return None
    if name == "Log1p" and point[0] <= -1 or name == "Log" and point[0] <= 0:
        return None
    if name in ("Exp", "Expm1", "Sinh", "Cosh", "Logistic") and abs(point[0]) > 2000:
        return None
    if name == "Pow":
        logarithm = point[1] * mpmath.log(abs(mpf(point[0])))
        if abs(logarithm) > 2000:
            return None
    return function(*(mpf(x) for x in point))


def table(kind, name, function, sources, extra, dimension, single):
    lines = []
    for point in arguments(sources, extra, FLOAT_POINTS if single else POINTS, single, dimension):
        value = exact(name, function, point)
        if value is None:
            continue
        if name == "Tanh" and value == 1 or isinstance(value, mpc):
            continue
        rounded, rest = nearest(value, 24, -149, 128) if single else nearest(value)
        if value == 0:
            rounded = math.copysign(0.0, point[0])
        cells = [literal(x) for x in point] + ["0.0"] * (2 - dimension) + [literal(rounded)]
        cells += [] if single else [f"{rest:.4f}"]
        suffix = "f" if single else ""
        cells = [c + suffix if single and "k" not in c else c for c in cells]
        lines.append("    {" + ", ".join(cells) + "},")
    suffix = "Float" if single else ""
    return f"constexpr {kind} k{name}{suffix}Points[] = {{\n" + "\n".join(lines) + "\n};\n"


def plane(low, high):
    """A random modulus between 2^low and 2^high, a random angle."""
    def draw():
        modulus, angle = spread(low, high, False)(), RANDOM.uniform(-math.pi, math.pi)
        return complex(modulus * math.cos(angle), modulus * math.sin(angle))
    return draw


def square(bound):
    return lambda: complex(RANDOM.uniform(-bound, bound), RANDOM.uniform(-bound, bound))


def beside(*centers):
    """A point close to one of the given points, or in line with it."""
    def draw():
        return RANDOM.choice(centers) + plane(-30, 0)()
    return draw


def mp_logistic(z):
    return 1 / (1 + mpmath.exp(-z))


def mp_atan2(y, x):
    return -1j * mpmath.log((x + 1j * y) / mpmath.sqrt(x * x + y * y))


ALL = plane(-30, 30)
COMPLEX_UNARY = [
    ("Sign", lambda z: z / abs(z), [square(2), plane(-1000, 1000)]),
    ("Exp", mpmath.exp, [square(4), square(600), plane(-40, 3)]),
    ("Expm1", mpmath.expm1, [square(4), square(600), plane(-40, 3)]),
    ("Log", mpmath.log, [square(2), plane(-1000, 1000), beside(1, -1, 1j, -1j)]),
    ("Log1p", mpmath.log1p, [square(2), plane(-60, 1000), beside(-1, 0, -2), plane(-60, 0)]),
    ("Logistic", mp_logistic, [square(4), square(600), plane(-40, 3)]),
    ("Sqrt", mpmath.sqrt, [square(2), plane(-1070, 1020)]),
    ("Rsqrt", lambda z: 1 / mpmath.sqrt(z), [square(2), plane(-1000, 1000)]),
    ("Sin", mpmath.sin, [square(4), square(600), plane(-40, 3)]),
    ("Cos", mpmath.cos, [square(4), square(600), plane(-40, 3)]),
    ("Tan", mpmath.tan, [square(4), square(300), plane(-40, 3)]),
    ("Sinh", mpmath.sinh, [square(4), square(600), plane(-40, 3)]),
    ("Cosh", mpmath.cosh, [square(4), square(600), plane(-40, 3)]),
    ("Tanh", mpmath.tanh, [square(4), square(300), plane(-40, 3)]),
    ("Asin", mpmath.asin, [square(2), ALL, plane(30, 1000), beside(1, -1)]),
    ("Acos", mpmath.acos, [square(2), ALL, plane(30, 1000), beside(-1)]),
    ("Atan", mpmath.atan, [square(2), ALL, plane(30, 1000), beside(1j, -1j)]),
    ("Asinh", mpmath.asinh, [square(2), ALL, plane(30, 1000), beside(1j, -1j)]),
    ("Acosh", mpmath.acosh, [square(2), ALL, plane(30, 1000), beside(-1)]),
    ("Atanh", mpmath.atanh, [square(2), ALL, plane(30, 1000), beside(1, -1)]),
]
COMPLEX_BINARY = [
    ("Multiply", lambda a, b: a * b, [(square(2), square(2)),
                                      (plane(-400, 400), plane(-400, 400))]),
    ("Divide", lambda a, b: a / b, [(square(2), square(2)), (plane(-400, 400), plane(-400, 400)),
                                    (plane(900, 1022), plane(900, 1022)),
                                    (plane(-1060, -900), plane(-1060, -900))]),
    ("Pow", mpmath.power, [(square(2), square(3)), (plane(-3, 3), square(20))]),
    ("Atan2", mp_atan2, [(square(2), square(2)), (plane(-30, 0), square(2))]),
]


def complex_table(name, function, sources, binary):
    lines = []
    mp.prec = 400 if name not in ("Sin", "Cos", "Tan", "Sinh", "Cosh", "Tanh", "Exp") else 1200
    for i in range(COMPLEX_POINTS):
        source = sources[i % len(sources)]
        point = [s() for s in source] if binary else [source()]
        value = mpmath.mpc(function(*(mpc(z) for z in point)))
        re, im = nearest(value.real)[0], nearest(value.imag)[0]
        if math.isinf(re) or math.isinf(im):
            continue
        point += [] if binary else [complex(0, 0)]
        cells = [literal(p) for z in point for p in (z.real, z.imag)] + [literal(re), literal(im)]
        cells = [f"{{{cells[k]}, {cells[k + 1]}}}" for k in range(0, 6, 2)]
        lines.append("    {" + ", ".join(cells) + "},")
    return f"constexpr ComplexPoint k{name}Points[] = {{\n" + "\n".join(lines) + "\n};\n"


def write(name, body):
    (KERNELS / name).write_text(
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Written by scripts/gen_elementary_test_data.py from mpmath: change that script, not "
        "this file.\n// clang-format off\n\n" + "\n".join(body))


def main():
    real = []
    for rows, dimension in ((UNARY, 1), (BINARY, 2)):
        for name, function, sources, extra in rows:
            for single in (False, True):
                kind = "FloatPoint" if single else "Point"
                real.append(table(kind, name, function, sources, extra, dimension, single))
    write("elementary_test_data.inc", real)
    write("complex_test_data.inc",
          [complex_table(*row, binary=False) for row in COMPLEX_UNARY] +
          [complex_table(*row, binary=True) for row in COMPLEX_BINARY])


if __name__ == "__main__":
    main()
