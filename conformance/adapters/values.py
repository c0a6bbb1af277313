"""Values of the numpy adapters. An element is held in a wide type (int64, uint64, float64, complex128, bool) that
represents the narrow one exactly; `stored` brings a result into the element type again."""
import pathlib
import sys

import numpy as np

from hlo_text import Unsupported, read_shape

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "generate"))
from formats import FLOATS, LARGEST, nested  # noqa: E402

INTEGERS = {f"{sign}{bits}": (sign == "s", bits) for sign in "su" for bits in (1, 2, 4, 8, 16, 32, 64)}
COMPLEX = {"c64": np.complex64, "c128": np.complex128}
TYPES = ["pred", *INTEGERS, *FLOATS, *COMPLEX]


def wide(type):
    """The numpy type that holds elements of `type`."""
    if type == "pred":
        return np.bool_
    if type in INTEGERS:
        return np.int64 if INTEGERS[type][0] else np.uint64
    if type in COMPLEX:
        return np.complex128
    if type in FLOATS:
        return np.float64
    raise Unsupported("element type " + type)


def wrapped(type, x):
    signed, bits = INTEGERS[type]
    own = wide(type)
    if bits >= 8:  # numpy has the type itself
        return x.astype(own, copy=False).astype(f"{'i' if signed else 'u'}{bits // 8}", copy=False).astype(own, copy=False)
    shift = np.array(64 - bits, own)
    return x.astype(own) << shift >> shift


def rounded(format, largest, x):
    """Rounds to nearest, ties to even; the format is (exponent bits, mantissa bits, bias, inf, NaN, -0)."""
    _, mantissa, bias, has_inf, has_nan, has_negative_zero = format
    exponent = np.maximum(np.frexp(x)[1] - 1, 1 - bias)
    step = np.ldexp(1.0, exponent - mantissa)
    result = np.where(np.isfinite(x), np.rint(x / step) * step, x)
    over = np.inf if has_inf else np.nan if has_nan else largest
    result = np.where(np.abs(result) > largest, np.copysign(over, x), result)
    result = np.where(np.isnan(x), np.nan if has_nan else np.copysign(0.0, -np.copysign(1.0, x)), result)
    return result if has_negative_zero else np.where(result == 0, 0.0, result)


def power_of_two(x):
    """f8e8m0fnu: positive powers of two; a significand of 1.5 or more rounds up."""
    significand, exponent = np.frexp(x)
    exponent = np.maximum(exponent - (significand < 0.75), -127)
    return np.where((x > 0) & np.isfinite(x) & (exponent <= 127), np.ldexp(1.0, exponent), np.nan)


def stored(type, x):
    x = np.asarray(x)
    if type in INTEGERS:
        return wrapped(type, x)
    if type in ("f32", *COMPLEX):
        narrow = np.float32 if type == "f32" else COMPLEX[type]
        return x.astype(narrow).astype(wide(type))
    if type == "f8e8m0fnu":
        return power_of_two(x.astype(np.float64))
    if type in FLOATS and type != "f64":
        return rounded(FLOATS[type], float(LARGEST[type]), x.astype(np.float64))
    return x.astype(wide(type))


def from_literal(literal):
    if "tuple" in literal:
        return tuple(map(from_literal, literal["tuple"]))
    shape, _ = read_shape(literal["shape"])
    if shape.type == "token":
        return ()
    flat = np.empty(int(np.prod(shape.dims)), wide(shape.type))
    items = [literal["data"]]
    for _ in shape.dims:
        items = [item for row in items for item in row]
    for i, item in enumerate(items):
        flat[i] = number(shape.type, item)
    return stored(shape.type, flat.reshape(shape.dims))


def number(type, item):
    if isinstance(item, str) and item.startswith("nan:"):
        raise Unsupported("a NaN with a payload")
    if type in COMPLEX:
        return complex(*(float(part) for part in item))
    return item if type == "pred" else int(item) if type in INTEGERS else float(item)


def to_literal(shape, value):
    if shape.type == "token":
        return {"shape": "token[]"}
    if shape.parts or isinstance(value, tuple):
        return {"tuple": [to_literal(part, item) for part, item in zip(shape.parts, value)]}
    text = f"{shape.type}[{','.join(map(str, shape.dims))}]"
    return {"shape": text, "data": nested(value.ravel().tolist(), shape.dims)}
