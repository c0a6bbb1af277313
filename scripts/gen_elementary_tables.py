#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes core/kernels/elementary_tables.h and core/kernels/elementary_polynomials.h.

Everything is computed from the definitions with 120 digits (mpmath): function values at grid points,
split into a double and the rest, and polynomials by interpolation at Chebyshev nodes. The errors of the
polynomials are printed and checked against the accuracy that the code requires.

Usage: python3 scripts/gen_elementary_tables.py
"""
import pathlib
import struct

from mpmath import (asin, asinh, atan, atanh, chebyfit, cos, erf, expm1, floor, log, mp, mpf, nint,
                    pi, polyval, sin, sinh, sqrt, tanh)

mp.dps = 120
KERNELS = pathlib.Path(__file__).resolve().parent.parent / "core" / "kernels"


def literal(value):
    """The double nearest to `value`, as a C++ hexadecimal literal."""
    value = float(value)
    if value == 0:
        return "0.0"
    mantissa, exponent = value.hex().split("p")
    mantissa = mantissa.rstrip("0") if "." in mantissa else mantissa
    return f"{mantissa.rstrip('.')}p{int(exponent)}"


def pair(value):
    """`value` as the unevaluated sum of two doubles."""
    high = mpf(float(value))
    return [literal(high), literal(value - high)]


def rows(items, indent="    "):
    """The items, in lines of at most 100 columns."""
    lines, line = [], indent
    for item in items:
        if len(line) + len(item) + 1 > 100:
            lines.append(line.rstrip())
            line = indent
        line += item + ", "
    lines.append(line.rstrip())
    return "\n".join(lines)


def array(comment, name, items, kind="double", size=""):
    return f"// {comment}\ninline constexpr {kind} {name}[{size}] = {{\n{rows(items)}\n}};\n"


def header(name, includes, body, what):
    guard = f"HLO_CORE_KERNELS_{name.upper()}_H_"
    text = (f"// SPDX-License-Identifier: Apache-2.0\n"
            f"// Written by scripts/gen_elementary_tables.py: change that script, not this file.\n"
            f"// clang-format off\n"
            f"#ifndef {guard}\n#define {guard}\n\n{includes}"
            f"// {what}\nnamespace hlo::elementary {{\n\n" + "\n".join(body) +
            f"\n}}  // namespace hlo::elementary\n\n#endif  // {guard}\n")
    (KERNELS / f"{name}.h").write_text(text)


def braced(values):
    return "{" + ", ".join(values) + "}"


def exponential_table():
    entries = [braced(pair(mpf(2) ** (mpf(i) / 128))) for i in range(128)]
    return array("2^(i/128).", "kExpTable", entries, "DoubleDouble", "128")


# The reduction step of exp. Its high part is a multiple of 2^-42, so integer multiples of the high part
# are exact below 2^11.
def exponential_constants():
    step = log(mpf(2)) / 128
    high = floor(step * mpf(2) ** 42) / mpf(2) ** 42
    return (f"// ln(2)/128 in two parts; the high one has 35 bits at most.\n"
            f"inline constexpr double kLn2Over128High = {literal(high)};\n"
            f"inline constexpr double kLn2Over128Low = {literal(step - high)};\n"
            f"inline constexpr double k128OverLn2 = {literal(1 / step)};\n")


LOG_OFFSET = 0x3FE6A00000000000  # 0.70703125: log reduces its argument to the range from this to twice this


def log_table():
    entries = []
    for i in range(128):
        low, high = (mpf(struct.unpack("<d", struct.pack("<Q", LOG_OFFSET + ((i + d) << 45)))[0])
                     for d in (0, 1))
        inverse = mpf(1) if low == 1 or high == 1 else nint(512 * 2 / (low + high)) / 512
        assert all(abs(z * inverse - 1) <= mpf(2) ** -7 for z in (low, high))
        value = -log(inverse)
        value_high = nint(value * mpf(2) ** 42) / mpf(2) ** 42
        entries.append(braced([literal(inverse), literal(value_high), literal(value - value_high)]))
    ln2 = log(mpf(2))
    ln2_high = nint(ln2 * mpf(2) ** 42) / mpf(2) ** 42
    return (f"// Bits of the least significand that log uses; entry i starts i * 2^45 above it.\n"
            f"inline constexpr uint64_t kLogOffset = 0x{LOG_OFFSET:x}u;\n\n"
            f"// ln(2) in two parts; the high one is a multiple of 2^-42.\n"
            f"inline constexpr double kLn2High = {literal(ln2_high)};\n"
            f"inline constexpr double kLn2Low = {literal(ln2 - ln2_high)};\n\n"
            + array("A multiple of 2^-9 near the inverse of the middle of interval i; minus its "
                    "log,\n// the high part a multiple of 2^-42.", "kLogTable", entries,
                    "LogEntry", "128"))


def atan_table():
    entries = [braced(pair(atan(mpf(i) / 64))) for i in range(65)]
    return array("atan(i/64).", "kAtanTable", entries, "DoubleDouble", "65")


def pi_constants():
    half = pi / 2
    parts, rest = [], half
    for _ in range(3):  # 33 bits each, so that the product with a 20-bit count is exact
        scale = mpf(2) ** (32 - int(floor(log(rest, 2))))
        part = floor(rest * scale) / scale
        parts.append(literal(part))
        rest -= part
    parts.append(literal(rest))
    mp.dps = 400  # 1280 bits
    words = ["0x0u"] + [f"0x{int(floor(2 / pi * mpf(2) ** (64 * i))) % 2**64:016x}u"
                        for i in range(1, 21)]
    mp.dps = 120
    return (array("pi/2 as a sum: three parts of 33 bits and the rest.", "kPiOver2Parts", parts)
            + "\n" + array("A word of zeros, then the bits of 2/pi.", "kTwoOverPiBits", words,
                           "uint64_t"))


def polynomial(comment, name, function, low, high, terms, error_bits, scale=lambda z: mpf(1)):
    """Coefficients, lowest first. Checks that scale(z) times the error is below 2^-error_bits, without
    the rounding of the coefficients to double."""
    coefficients = chebyfit(function, [low, high], terms)
    worst = max(abs(scale(z) * (polyval(coefficients, z) - function(z)))
                for z in (low + (high - low) * mpf(i) / 400 for i in range(401)))
    print(f"{name}: {terms} terms, error 2^{float(log(worst, 2)):.1f}")
    assert worst < mpf(2) ** -error_bits, name
    return array(comment, name, [literal(c) for c in reversed(coefficients)])


def odd_remainder(f):
    """(f(x)/x - 1)/x^2 as a function of z = x^2."""
    def remainder(z):
        z = max(z, mpf(10) ** -40)
        x = sqrt(z)
        return (f(x) / x - 1) / z
    return remainder


def cos_remainder(z):
    z = max(z, mpf(10) ** -30)
    return (cos(sqrt(z)) - 1 + z / 2) / z ** 2


def expm1_remainder(x):
    x = x if abs(x) > mpf(10) ** -30 else mpf(10) ** -30
    return (expm1(x) - x - x * x / 2) / x ** 3


def polynomials():
    tiny = mpf(0)
    quarter_turn = (pi / 4 * mpf("1.0001")) ** 2
    odd = "x + x*z*P(z) with z = x^2"
    ratio = lambda z: z
    return [
        polynomial(f"sin(x) = {odd}, |x| <= pi/4.", "kSinPolynomial", odd_remainder(sin), tiny,
                   quarter_turn, 7, 63, ratio),
        polynomial("cos(x) = 1 - z/2 + z^2*P(z) with z = x^2, |x| <= pi/4.", "kCosPolynomial",
                   cos_remainder, tiny, quarter_turn, 6, 60, lambda z: z * z),
        polynomial(f"asin(x) = {odd}, |x| <= 1/2.", "kAsinPolynomial", odd_remainder(asin), tiny,
                   mpf("0.2501"), 14, 60, ratio),
        polynomial(f"atan(x) = {odd}, |x| <= 9/64.", "kAtanPolynomial", odd_remainder(atan), tiny,
                   (mpf(9) / 64) ** 2, 7, 62, ratio),
        polynomial("exp(x) - 1 = x + x^2/2 + x^3*P(x), |x| <= 1/16.", "kExpm1Polynomial",
                   expm1_remainder, mpf(-1) / 16, mpf(1) / 16, 7, 62, lambda x: x * x),
        polynomial(f"sinh(x) = {odd}, |x| <= 0.3.", "kSinhPolynomial", odd_remainder(sinh), tiny,
                   mpf("0.0901"), 5, 62, ratio),
        polynomial(f"tanh(x) = {odd}, |x| <= 0.3.", "kTanhPolynomial", odd_remainder(tanh), tiny,
                   mpf("0.0901"), 9, 62, ratio),
        polynomial(f"asinh(x) = {odd}, |x| <= 0.3.", "kAsinhPolynomial", odd_remainder(asinh), tiny,
                   mpf("0.0901"), 10, 62, ratio),
        polynomial(f"atanh(x) = {odd}, |x| <= 1/4.", "kAtanhPolynomial", odd_remainder(atanh), tiny,
                   mpf("0.0626"), 10, 62, ratio),
        erf_polynomials(),
    ]


ERF_TERMS = 12


def erf_polynomials():
    def excess(z):
        x = sqrt(max(z, mpf(10) ** -40))
        return erf(x) / x - 1

    small = polynomial("erf(x) = x + x*P(x^2), |x| <= 1/2.", "kErfSmallPolynomial", excess, mpf(0),
                       mpf("0.2501"), 10, 62)
    pieces, values, worst = [], [], mpf(0)
    for i in range(22):
        low = mpf(1) / 2 + mpf(i) / 4
        middle = low + mpf(1) / 8

        def remainder(h):
            h = h if abs(h) > mpf(10) ** -30 else mpf(10) ** -30
            return (erf(middle + h) - erf(middle)) / h
        coefficients = chebyfit(remainder, [-mpf(1) / 8, mpf(1) / 8], ERF_TERMS)
        worst = max([worst] + [abs(h * (polyval(coefficients, h) - remainder(h)))
                               for h in (mpf(j) / 400 for j in range(-50, 51))])
        values.append(braced(pair(erf(middle))))
        row = rows([literal(c) for c in reversed(coefficients)], "     ")
        pieces.append("{" + row.strip().rstrip(",") + "}")
    print(f"kErfPolynomials: {ERF_TERMS} terms, error 2^{float(log(worst, 2)):.1f}")
    assert worst < mpf(2) ** -62
    return (small + "\n" + array("erf in the middle m of the interval of width 1/4 from 1/2 + i/4.",
                                 "kErfTable", values, "DoubleDouble")
            + "\n// erf(m + h) = erf(m) + h*P(h).\n"
            + f"inline constexpr double kErfPolynomials[22][{ERF_TERMS}] = {{\n    "
            + ",\n    ".join(pieces) + "\n};\n")


def main():
    header("elementary_tables", '#include <cstdint>\n\n#include "core/kernels/double_double.h"\n\n',
           ["struct LogEntry {\n  double inverse, log_high, log_low;\n};\n",
            exponential_constants(), exponential_table(), log_table(), atan_table(),
            pi_constants()], "Values of elementary functions at grid points, high and low parts.")
    header("elementary_polynomials", '#include "core/kernels/double_double.h"\n\n', polynomials(),
           "Polynomials, the coefficient of the lowest power first.")


if __name__ == "__main__":
    main()
