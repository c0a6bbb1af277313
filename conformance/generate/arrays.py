"""Arrays of every element type for ops that only move elements, with their text and JSON forms."""
import math

import numpy

from formats import FLOATS, INTEGERS, holds, int_range, literal

TYPES = ["pred", *INTEGERS, *FLOATS, "c64", "c128"]


def fill(name, count):
    """Values that the type represents exactly."""
    if name == "pred":
        return [i % 3 == 0 for i in range(count)]
    if name in INTEGERS:
        low, high = int_range(name)
        return [low + i % (high - low + 1) for i in range(count)]
    if name in FLOATS:
        steps = [v for v in (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0) if holds(name, v)]
        return [steps[i % len(steps)] * (-1 if i // 7 % 2 and holds(name, -1.0) else 1) for i in range(count)]
    return [complex(i, -i) if i else 0j for i in range(count)]


def zero_bits(name):
    """The value with all bits zero, the result of a device that receives nothing; f8e8m0fnu has no zero."""
    if name == "pred":
        return False
    if name == "f8e8m0fnu":
        return 2.0**-127
    return 0 if name in INTEGERS else 0j if name[0] == "c" else 0.0


def array(name, dims, values=None):
    made = numpy.empty(math.prod(dims), dtype=object)
    made[:] = fill(name, math.prod(dims)) if values is None else values
    return made.reshape(dims)


def lit(name, values):
    values = numpy.asarray(values, dtype=object)
    return literal(name, list(values.ravel()), values.shape)


def shape(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"
