#!/usr/bin/python3
"""Vectors of functions of complex numbers whose parts have very different magnitudes, and of powers of real numbers. Oracle:
mpmath with 3000 bits, rounded once."""
import itertools

import mpmath

from binary import COMPLEX_FUNCTIONS as BINARY
from extreme_values import MPMATH, rounded_complex
from formats import literal, round_to
from unary import COMPLEX_FUNCTIONS
from write import run_case, write_groups

NAME = "conformance/generate/complex_scales.py"
MAGNITUDES = {"c64": (1e-30, 1e-14, 1e-5, 0.3, 1.25, 7.0, 50.0, 1e6), "c128": (1e-290, 1e-100, 1e-14, 1e-5, 0.3, 1.25, 7.0, 50.0, 1e6)}
LIMITS = {"c64": (2.0**-120, 2.0**120), "c128": (2.0**-1000, 2.0**1000)}  # results beyond are left out
TYPES = (("c64", "f32", 8), ("c128", "f64", 16))


def within(name, value):
    low, high = LIMITS[name]
    return all(low <= abs(part) <= high for part in (value.real, value.imag))


def number(part, z):
    return complex(round_to(part, z.real), round_to(part, z.imag))


def unary_cases():
    for op, function in COMPLEX_FUNCTIONS.items():
        for name, part, ulp in TYPES:
            points = [number(part, complex(x * (-1) ** (i + k), y * (-1) ** (i // 2 + k // 2)))
                      for (i, x), (k, y) in itertools.product(enumerate(MAGNITUDES[name]), enumerate(MAGNITUDES[name]))]
            made = [(z, function(mpmath.mpc(z))) for z in points]
            made = [(z, w) for z, w in made if within(name, w)]
            count = len(made)
            yield op, run_case(f"{op}.{name}.scales", "tiny, ordinary, and large parts in all combinations", op, [f"x = {name}[{count}] parameter(0)", f"ROOT r = {name}[{count}] {op}(x)"],
                               [literal(name, [z for z, _ in made])], literal(name, [rounded_complex(part, w) for _, w in made]), tol={"class": "close", "ulp": ulp},
                               requires=[name], tags=["complex"], oracle=MPMATH)


def power_cases():
    bases = [2 + 0j, 0.5 + 0j, 1.5 + 0j, 3 + 0j, 10 + 0j, 1 + 1j, -0.75 + 0.5j, 0.25 - 2j, 1e-3 + 1j]
    exponents = [1 + 1j, 2 - 0.5j, -1 + 3j, 0.25 - 0.125j, -2.5 - 1j, 1e-4 + 2j]
    for name, part, ulp in TYPES:
        pairs = [(number(part, z), number(part, w)) for z, w in itertools.product(bases, exponents)]
        results = [BINARY["power"](mpmath.mpc(z), mpmath.mpc(w)) for z, w in pairs]
        count = len(pairs)
        yield "power", run_case(f"power.{name}.real-bases", "real and complex bases with complex exponents", "Pow",
                                [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"ROOT r = {name}[{count}] power(x, y)"],
                                [literal(name, [z for z, _ in pairs]), literal(name, [w for _, w in pairs])], literal(name, [rounded_complex(part, w) for w in results]),
                                tol={"class": "close", "ulp": ulp}, requires=[name], tags=["complex"], oracle=MPMATH)


if __name__ == "__main__":
    write_groups((unary_cases, power_cases), NAME)
