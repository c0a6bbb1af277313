#!/usr/bin/python3
"""Vectors of elementary functions of f16 and bf16 for all arguments whose result, rounded to f32 first, lies halfway between
two numbers of the type, so that rounding twice may give the wrong one. Oracle: mpmath with 3000 bits, rounded once; numpy
only finds the arguments."""
import math

import mpmath
import numpy

from formats import literal
from unary import FUNCTIONS, rounded
from write import run_case, write_groups

mpmath.mp.prec = 3000
NAME = "conformance/generate/narrow_rounding.py"
ROUGH = {"exponential": numpy.exp, "exponential-minus-one": numpy.expm1, "log": numpy.log, "log-plus-one": numpy.log1p, "tanh": numpy.tanh, "sine": numpy.sin,
         "cosine": numpy.cos, "tan": numpy.tan, "sinh": numpy.sinh, "cosh": numpy.cosh, "asin": numpy.arcsin, "acos": numpy.arccos, "atan": numpy.arctan,
         "asinh": numpy.arcsinh, "acosh": numpy.arccosh, "atanh": numpy.arctanh, "sqrt": numpy.sqrt, "rsqrt": lambda x: 1 / numpy.sqrt(x), "cbrt": numpy.cbrt,
         "logistic": lambda x: 1 / (1 + numpy.exp(-x)), "erf": numpy.vectorize(math.erf)}
MOST = 60
numpy.seterr(all="ignore")


def all_numbers(name):
    codes = numpy.arange(1 << 16, dtype=numpy.uint32)
    numbers = codes.astype(numpy.uint16).view(numpy.float16).astype(numpy.float64) if name == "f16" else (codes << 16).view(numpy.float32).astype(numpy.float64)
    return numbers[numpy.isfinite(numbers)]


def halfway(name, results):
    """Whether the results, rounded to f32, are normal numbers halfway between two of the type."""
    dropped = 13 if name == "f16" else 16
    narrow = results.astype(numpy.float32)
    normal = (numpy.abs(results) >= (2.0**-14 if name == "f16" else 2.0**-126)) & (numpy.abs(results) < (65504 if name == "f16" else 3e38))
    return normal & (narrow.view(numpy.uint32) & ((1 << dropped) - 1) == 1 << (dropped - 1)) & (narrow.astype(numpy.float64) != results)


def cases():
    for op, rough in ROUGH.items():
        for name in ("f16", "bf16"):
            numbers = all_numbers(name)
            found = [float(x) for x in numbers[halfway(name, rough(numbers))]]
            found = found[::max(1, len(found) // MOST)]
            if not found:
                continue
            yield op, run_case(f"{op}.{name}.nearly-halfway", "results that are nearly halfway between two numbers are rounded once", op,
                               [f"x = {name}[{len(found)}] parameter(0)", f"ROOT r = {name}[{len(found)}] {op}(x)"], [literal(name, found)],
                               literal(name, [rounded(name, FUNCTIONS[op](mpmath.mpf(x))) for x in found]), tol={"class": "correct"}, requires=[name],
                               tags=["rounding"], oracle="mpmath with 3000 bits, rounded once")


if __name__ == "__main__":
    write_groups((cases,), NAME)
