"""Element types and exact rounding for the vectors, with fractions instead of bits, so that no code is
shared with the implementation under test (rules: numerics reference, sections 2 to 4)."""
import math
from fractions import Fraction

# name: (exponent bits, mantissa bits, bias, has infinity, has NaN, has -0). f8e8m0fnu has neither a sign
# nor a zero: it represents powers of two.
FLOATS = {
    "f4e2m1fn": (2, 1, 1, False, False, True),
    "f6e2m3fn": (2, 3, 1, False, False, True),
    "f6e3m2fn": (3, 2, 3, False, False, True),
    "f8e3m4": (3, 4, 3, True, True, True),
    "f8e4m3": (4, 3, 7, True, True, True),
    "f8e4m3fn": (4, 3, 7, False, True, True),
    "f8e4m3b11fnuz": (4, 3, 11, False, True, False),
    "f8e4m3fnuz": (4, 3, 8, False, True, False),
    "f8e5m2": (5, 2, 15, True, True, True),
    "f8e5m2fnuz": (5, 2, 16, False, True, False),
    "f8e8m0fnu": (8, 0, 127, False, True, False),
    "f16": (5, 10, 15, True, True, True),
    "bf16": (8, 7, 127, True, True, True),
    "f32": (8, 23, 127, True, True, True),
    "f64": (11, 52, 1023, True, True, True),
}
LARGEST = {
    "f4e2m1fn": Fraction(6), "f6e2m3fn": Fraction(15, 2), "f6e3m2fn": Fraction(28), "f8e3m4": Fraction(31, 2), "f8e4m3": Fraction(240),
    "f8e4m3fn": Fraction(448), "f8e4m3b11fnuz": Fraction(30), "f8e4m3fnuz": Fraction(240),
    "f8e5m2": Fraction(57344), "f8e5m2fnuz": Fraction(57344), "f8e8m0fnu": Fraction(2)**127,
    "f16": Fraction(65504),
    "bf16": (2 - Fraction(1, 2**7)) * 2**127, "f32": (2 - Fraction(1, 2**23)) * 2**127,
    "f64": (2 - Fraction(1, 2**52)) * 2**1023,
}
INTEGERS = {f"{sign}{bits}": (sign == "s", bits) for sign in "su" for bits in (1, 2, 4, 8, 16, 32, 64)}


def int_range(name):
    signed, bits = INTEGERS[name]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def wrap(name, value):
    low, high = int_range(name)
    return (value - low) % (high - low + 1) + low


def negative(value):
    return math.copysign(1.0, value) < 0 if isinstance(value, float) else value < 0


def power_of_two(value):
    """Rounding to f8e8m0fnu: significands of at least 1.5 round up; numbers that are not positive give NaN."""
    if not 0 < value < math.inf:
        return math.nan
    exponent = round_down_log2(Fraction(value))
    exponent += Fraction(value) >= Fraction(3, 2) * Fraction(2) ** exponent
    return math.nan if exponent > 127 else 2.0 ** max(exponent, -127)


def round_down_log2(exact):
    exponent = 0
    while exact >= Fraction(2) ** (exponent + 1):
        exponent += 1
    while exact < Fraction(2) ** exponent:
        exponent -= 1
    return exponent


def round_to(name, value):
    """Rounds a float, an int, or a Fraction to the type as a Python float: nearest, ties to even."""
    if name == "f8e8m0fnu":
        return power_of_two(value)
    exponent_bits, mantissa_bits, bias, has_inf, has_nan, has_negative_zero = FLOATS[name]
    if isinstance(value, float) and math.isnan(value):
        return math.nan if has_nan else (0.0 if negative(value) else -0.0)
    overflow = math.inf if has_inf else (math.nan if has_nan else float(LARGEST[name]))
    if isinstance(value, float) and math.isinf(value):
        return math.copysign(overflow, value) if not math.isnan(overflow) else math.nan
    minus = negative(value)
    exact = abs(Fraction(value))
    if exact == 0:
        return -0.0 if minus and has_negative_zero else 0.0
    step = Fraction(2) ** (max(round_down_log2(exact), 1 - bias) - mantissa_bits)
    rounded = round(exact / step) * step  # Python rounds fractions half to even
    if rounded > LARGEST[name]:
        return math.copysign(overflow, -1.0 if minus else 1.0) if not math.isnan(overflow) else overflow
    if rounded == 0:
        return -0.0 if minus and has_negative_zero else 0.0
    return float(-rounded if minus else rounded)


def holds(name, value):
    """Whether the type represents this number exactly, including NaN, infinity, and the sign of zero."""
    if math.isnan(value):
        return FLOATS[name][4]
    rounded = round_to(name, value)
    return rounded == value and negative(rounded) == negative(value)


def convert_to(name, value):
    """The `convert` op to an int or float type, from a float or an int."""
    if name == "pred":
        return bool(value != 0)
    if name in FLOATS:
        return round_to(name, value)
    if isinstance(value, (int, bool)):
        return wrap(name, int(value))
    if math.isnan(value):
        return 0
    low, high = int_range(name)
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(int(value), low), high)


def element(value):
    """One element in the form of a LITERAL (formats, section 3)."""
    if isinstance(value, bool):
        return value
    if isinstance(value, complex):
        return [element(value.real), element(value.imag)]
    if isinstance(value, int):
        return value if -(2**53) <= value <= 2**53 else str(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == int(value) and abs(value) < 2**53 and not (value == 0 and negative(value)):
        return int(value)
    return value


def nested(values, dims):
    if not dims:
        return element(values[0])
    if len(dims) == 1:
        return [element(v) for v in values]
    size = math.prod(dims[1:])
    return [nested(values[i * size:(i + 1) * size], dims[1:]) for i in range(dims[0])]


def shape_text(name, dims):
    layout = "{" + ",".join(str(d) for d in reversed(range(len(dims)))) + "}" if dims else ""
    return f"{name}[{','.join(map(str, dims))}]{layout}"


def literal(name, values, dims=None):
    dims = [len(values)] if dims is None else list(dims)
    return {"shape": shape_text(name, dims), "data": nested(list(values), dims)}
