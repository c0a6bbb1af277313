"""The ops of the numpy adapter that work on single elements or move them.
An op is f(engine, instruction, operand shapes, *values)."""
import math
import re

import numpy as np

from hlo_text import Unsupported
from values import COMPLEX, FLOATS, INTEGERS, rounded, wide

OPS = {}


def op(*names):
    def register(function):
        OPS.update({name: function for name in names})
        return function
    return register


def bits_of(type):
    return 1 if type == "pred" else INTEGERS[type][1]


def elementary(function):
    """Computes in long double, whose error is far below the rounding of the element type."""
    return lambda x, type: function(x.astype(np.clongdouble if type in COMPLEX else np.longdouble))


def integer_counts(function):
    def count(x, type):
        mask = (1 << bits_of(type)) - 1
        return np.array([function(int(v) & mask, bits_of(type)) for v in x.ravel()], np.int64).reshape(x.shape)
    return count


def away_from_zero(x, type):
    low = np.floor(np.abs(x))
    return np.copysign(low + (np.abs(x) - low >= 0.5), x)


def sign(x, type):
    if type in COMPLEX:
        return np.where(x == 0, 0, x / np.abs(x))
    return np.sign(x) if type in INTEGERS else np.where(x == 0, x, np.sign(x))


def erf(x, type):
    import mpmath  # the only function that numpy lacks
    exact = [np.longdouble(mpmath.nstr(mpmath.erf(v), 22)) if v else v for v in x.ravel().tolist()]
    return np.array(exact, np.longdouble).reshape(x.shape)


def log_plus_one(x):
    """numpy's log1p of complex numbers loses parts that are small."""
    if not np.iscomplexobj(x):
        return np.log1p(x)
    re, im = x.real, x.imag
    size = np.hypot(1 + re, im)
    near = np.log1p(re * (2 + re) + im * im) / 2
    return np.where((0.5 < size) & (size < 2), near, np.log(size)) + 1j * np.arctan2(im, 1 + re)


UNARY = {
    "abs": lambda x, t: np.hypot(x.real, x.imag) if t in COMPLEX else np.abs(x), "negate": lambda x, t: -x,
    "ceil": lambda x, t: np.ceil(x), "floor": lambda x, t: np.floor(x), "round-nearest-even": lambda x, t: np.rint(x),
    "round-nearest-afz": away_from_zero, "sign": sign, "not": lambda x, t: ~x, "erf": erf,
    "is-finite": lambda x, t: np.isfinite(x), "real": lambda x, t: x.real, "imag": lambda x, t: x.imag,
    "popcnt": integer_counts(lambda v, n: bin(v).count("1")), "count-leading-zeros": integer_counts(lambda v, n: n - v.bit_length()),
    "sqrt": lambda x, t: np.sqrt(x if t not in COMPLEX else x.astype(np.clongdouble)),
    "rsqrt": elementary(lambda x: 1 / np.sqrt(x)), "cbrt": elementary(np.cbrt), "logistic": elementary(lambda x: 1 / (1 + np.exp(-x))),
    **{name: elementary(function) for name, function in {
        "exponential": np.exp, "exponential-minus-one": np.expm1, "log": np.log, "log-plus-one": log_plus_one, "sine": np.sin,
        "cosine": np.cos, "tan": np.tan, "tanh": np.tanh, "sinh": np.sinh, "cosh": np.cosh, "asin": np.arcsin, "acos": np.arccos,
        "atan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh}.items()},
}


def on_integers(function):
    """Exact Python integers, element by element; `stored` wraps the result."""
    def apply(x, y, type):
        x, y = np.broadcast_arrays(x, y)
        exact = [function(int(a), int(b), bits_of(type)) for a, b in zip(x.ravel().tolist(), y.ravel().tolist())]
        low = [v & (1 << 64) - 1 for v in exact]
        return np.array(low, np.uint64).astype(wide(type)).reshape(x.shape)
    return apply


def quotient(x, y, type):
    """Toward zero; all bits one by zero."""
    by = np.where(y == 0, y.dtype.type(1), y)
    return np.where(y == 0, ~y, (x - np.fmod(x, by)) // by)


def remainder(x, y, type):
    """The sign is that of x; x by zero."""
    return np.where(y == 0, x, np.fmod(x, np.where(y == 0, y.dtype.type(1), y)))


def integer_power(a, b, bits):
    return pow(a, b, 1 << 64) if b >= 0 else 1 if a == 1 else (1 if b % 2 == 0 else -1) if a == -1 else 0


def either(on_int, on_float):
    return lambda x, y, type: on_int(x, y, type) if type in INTEGERS else on_float(x, y, type)


def extreme(numpy_function, zero_sign):
    """-0 is less than +0, and NaN wins."""
    def apply(x, y, type):
        result = numpy_function(x, y)
        if type not in FLOATS:
            return result
        return np.where((x == 0) & (y == 0), zero_sign * (zero_sign * x + zero_sign * y), result)
    return apply


def shift(function):
    """Amounts at or above the width shift everything out."""
    return on_integers(lambda a, b, bits: function(a, min(b & (1 << bits) - 1, bits), bits))


def lowest(a, bits):
    return a & (1 << bits) - 1


def arc_tangent(x, y, type):
    if type in COMPLEX:
        raise Unsupported("atan2 of complex numbers")
    return np.arctan2(x.astype(np.longdouble), y.astype(np.longdouble))


def real_or_complex_power(x, y, t):
    if t not in COMPLEX:
        return np.power(x.astype(np.longdouble), y.astype(np.longdouble))
    if np.any(x == 1) or not np.all(np.isfinite(x) & np.isfinite(y)):
        raise Unsupported("complex powers of 1 and of numbers that are not finite: numpy gives NaN")
    return np.power(x.astype(np.clongdouble), y.astype(np.clongdouble))


def finite_if_complex(function):
    def apply(x, y, type):
        result = function(x, y)
        if type in COMPLEX and not np.all(np.isfinite(result)):
            raise Unsupported("complex products and quotients that are not finite: numpy does not follow Annex G")
        return result
    return apply


BINARY = {
    "add": lambda x, y, t: x + y, "subtract": lambda x, y, t: x - y, "multiply": finite_if_complex(np.multiply),
    "divide": either(quotient, finite_if_complex(np.divide)),
    "remainder": either(remainder, lambda x, y, t: np.fmod(x, y)),
    "power": either(on_integers(integer_power), real_or_complex_power),
    "maximum": extreme(np.maximum, 1), "minimum": extreme(np.minimum, -1),
    "atan2": arc_tangent,
    "and": lambda x, y, t: x & y, "or": lambda x, y, t: x | y, "xor": lambda x, y, t: x ^ y,
    "shift-left": shift(lambda a, b, n: a << b), "shift-right-arithmetic": shift(lambda a, b, n: (lowest(a, n) ^ 1 << n - 1) - (1 << n - 1) >> b),
    "shift-right-logical": shift(lambda a, b, n: lowest(a, n) >> b), "mulhi": on_integers(lambda a, b, n: a * b >> n),
}
for _name, _function in UNARY.items():
    OPS[_name] = lambda e, i, s, x, f=_function: f(x, s[0].type)
for _name, _function in BINARY.items():
    OPS[_name] = lambda e, i, s, x, y, f=_function: f(x, y, s[0].type)


@op("complex")
def make_complex(e, i, s, re, im):
    result = np.empty(np.broadcast(re, im).shape, np.complex128)
    result.real, result.imag = re, im
    return result


@op("compare")
def compare(e, i, s, a, b):
    if "TOTAL" in i.attributes.get("order", i.attributes.get("type", "")) and s[0].type in FLOATS:
        a, b = map(total_order, (a, b))
    names = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal}
    return names[i.attributes["direction"]](a, b)


def total_order(x):
    """Integers in the total order of IEEE 754."""
    bits = np.ascontiguousarray(x, np.float64).view(np.int64).reshape(np.shape(x))
    return bits ^ (bits >> 63 & np.int64(2**63 - 1))


@op("select")
def select(e, i, s, chosen, a, b):
    return np.where(chosen, a, b)


@op("clamp")
def clamp(e, i, s, low, x, high):
    return BINARY["minimum"](BINARY["maximum"](x, low, s[1].type), high, s[1].type)


@op("convert")
def convert(e, i, s, x):
    type = i.shape.type
    if type not in (*COMPLEX, "pred") and x.dtype.kind == "c":
        x = x.real
    if type in INTEGERS and x.dtype.kind == "f":
        signed, bits = INTEGERS[type]
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        exact = [0 if math.isnan(v) else low if v <= low else high if v >= high else int(v) for v in x.ravel().tolist()]
        return np.array(exact, wide(type)).reshape(x.shape)
    return x.astype(np.longdouble) if type in FLOATS and x.dtype.kind in "iu" else x


@op("reduce-precision")
def reduce_precision(e, i, s, x):
    exponent, mantissa = (i.numbers(key)[0] for key in ("exponent_bits", "mantissa_bits"))
    own_exponent, own_mantissa, own_bias, *_ = FLOATS[s[0].type]
    if s[0].type not in ("f16", "bf16", "f32", "f64"):
        raise Unsupported("reduce-precision of " + s[0].type)
    mantissa, bias = min(mantissa, own_mantissa), (1 << exponent - 1) - 1
    if exponent >= own_exponent:  # the exponent stays as it is
        return rounded((exponent, mantissa, own_bias, True, True, True), (2 - 2.0**-mantissa) * 2.0**own_bias, x)
    result = rounded((exponent, mantissa, 1 << 20, True, True, True), (2 - 2.0**-mantissa) * 2.0**bias, x)
    return np.where(np.abs(result) < 2.0 ** (1 - bias), np.copysign(0.0, x), result)


@op("bitcast-convert")
def bit_cast(e, i, s, x):
    names = {"f16": "f2", "f32": "f4", "f64": "f8", "c64": "c8", "c128": "c16", **{f"{k}{8 * n}": f"{'i' if k == 's' else k}{n}" for k in "su" for n in (1, 2, 4, 8)}}
    if not {s[0].type, i.shape.type} <= set(names):
        raise Unsupported("bitcast-convert of " + s[0].type)
    raw = np.ascontiguousarray(x.astype(names[s[0].type])).tobytes()
    return np.frombuffer(raw, names[i.shape.type]).reshape(i.shape.dims)


@op("constant")
def constant(e, i, s, *_):
    text = i.operands[0].strip()
    if i.shape.parts or "..." in text or "nan(" in text:
        raise Unsupported("a constant of this form")
    if i.shape.type in COMPLEX:
        items = [complex(float(a), float(b)) for a, b in re.findall(r"\(([^,()]+),([^()]+)\)", text)]
    else:
        items = [element_of(i.shape.type, item) for item in text.replace("{", " ").replace("}", " ").replace(",", " ").split()]
    return np.array(items, wide(i.shape.type)).reshape(i.shape.dims)


def element_of(type, text):
    if text in ("true", "false"):
        return text == "true"
    if type == "u64":
        return int(text) % 2**64  # -1 is the largest one
    return int(text) if type in INTEGERS else float(text)
