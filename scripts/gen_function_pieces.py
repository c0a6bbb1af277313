#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes core/kernels/functions_f32_pieces.h: erf and tanh as 16 polynomials each.

With y = x + offset, rounded to f32, the bits of y from `shift` on upwards are the number of the
piece: pieces are as wide as 2^shift units of y, narrow near 0 and wide where the function is flat.
A row holds a centre c and a polynomial g in t = x - c, so that f(x) = min(x, kink) + g(t): the sum
has the one rounding that counts, as the first term is exact and g is small (0 near 0). Polynomials
come from mpmath at Chebyshev nodes; what they and the rounding of their coefficients to f32 cost,
in ULP of the result, is printed and checked.

Usage: python3 scripts/gen_function_pieces.py
"""
import pathlib

import numpy as np
from mpmath import chebyfit, diff, erf, floor, log, mp, mpf, tanh

mp.dps = 40
PIECES = 16
COLUMNS = 8
LARGEST_ERROR = 0.3  # ULP, before the roundings of the evaluation
HEADER = pathlib.Path(__file__).resolve().parent.parent / "core/kernels/functions_f32_pieces.h"
F32 = np.float32


def nearest(value):
    return F32(float(value))


def bits(value):
    return int(F32(value).view(np.int32))


def from_bits(value):
    return F32(np.int32(value).view(F32))


def literal(value):
    """`value`, a float32, as a C++ hexadecimal literal."""
    if value == 0:
        return "0"
    mantissa, exponent = float(value).hex().split("p")
    return f"{mantissa.rstrip('0').rstrip('.')}p{int(exponent)}f"


class Pieces:
    def __init__(self, name, function, offset, shift, limit, kink, degree):
        self.name, self.function, self.offset, self.shift = name, function, offset, shift
        self.limit, self.degree = limit, degree
        first = bits(offset) >> shift
        last = bits(F32(limit) + F32(offset)) >> shift
        assert last - first < PIECES
        edges = ([mpf(0)] + [mpf(float(from_bits(i << shift))) - offset
                             for i in range(first + 1, last + 1)] + [mpf(limit)])
        assert kink in edges
        # The first number whose y, which is rounded, lies in the piece that begins at `kink`: so
        # min(x, kink) changes where the piece does.
        self.kink = F32(kink)
        while F32(np.nextafter(self.kink, F32(0)) + F32(offset)) >= F32(kink + offset):
            self.kink = np.nextafter(self.kink, F32(0))
        self.rows = [[F32(0)] * COLUMNS for _ in range(PIECES)]
        self.worst = 0
        for i, (low, high) in enumerate(zip(edges, edges[1:])):
            row = self.first_row(high) if i == 0 else self.row(low, high)
            self.rows[(first + i) % PIECES][:len(row)] = row
            self.worst = max(self.worst, self.error(row, low, high))

    def remainder(self, x, high):
        """f(x) - min(x, kink), in the piece that ends at `high`."""
        kink = mpf(float(self.kink))
        return self.function(x) - (x if high <= kink + mpf(2) ** -20 else kink)

    def first_row(self, high):
        def ratio(x):
            return self.remainder(x, high) / x if x else diff(self.function, 0) - 1
        return [F32(0), F32(0)] + [nearest(c) for c in reversed(
            chebyfit(ratio, [0, high], self.degree))]

    def row(self, low, high):
        """The centre is the one near the middle at which g is the nearest to an f32."""
        middle = bits((low + high) / 2)
        centre = mpf(float(min(
            (from_bits(i) for i in range(middle - 400, middle + 401)),
            key=lambda c: abs(self.rounding(self.remainder(mpf(float(c)), high))))))
        g = chebyfit(lambda t: self.remainder(centre + t, high), [low - centre, high - centre],
                     self.degree + 1)
        return [nearest(centre)] + [nearest(c) for c in reversed(g)]

    @staticmethod
    def rounding(value):
        return mpf(float(nearest(value))) - value

    def error(self, row, low, high):
        worst = mpf(0)
        for i in range(1, 201):
            x = low + (high - low) * i / 200
            t, g = x - mpf(float(row[0])), mpf(0)
            for c in reversed(row[1:]):
                g = g * t + mpf(float(c))
            unit = mpf(2) ** (floor(log(self.function(x), 2)) - 23)
            worst = max(worst, abs(g - self.remainder(x, high)) / unit)
        return float(worst)

    def text(self):
        print(f"{self.name}: {self.worst:.3f} ULP")
        assert self.worst < LARGEST_ERROR
        table = ""
        for row in self.rows:
            cells = [literal(value) for value in row]
            table += ("        {" + ", ".join(cells[:4]) + ",\n         " + ", ".join(cells[4:])
                      + "},\n")
        return (f"inline constexpr FunctionPieces k{self.name}Pieces = {{\n    {self.limit}f, "
                f"{self.offset}f, {literal(self.kink)}, {self.shift}, {self.degree},\n"
                f"    {{\n{table}    }}}};\n")


def main():
    functions = [Pieces("Erf", erf, 1.375, 20, 3.96, 0.875, 5),
                 Pieces("Tanh", tanh, 0.625, 21, 9.02, 0.875, 6)]
    HEADER.write_text(f"""// SPDX-License-Identifier: Apache-2.0
// Written by scripts/gen_function_pieces.py: change that script, not this file.
// clang-format off
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_

namespace hlo {{

// f(x) = min(x, kink) + g(x - centre) for 0 <= x <= limit, with a row for each value of the lowest
// four bits of (bits of (x + offset)) >> shift: centre, coefficients of g from the lowest power.
struct FunctionPieces {{
  float limit, offset, kink;
  int shift, degree;
  alignas(32) float rows[{PIECES}][{COLUMNS}];
}};

{chr(10).join(function.text() for function in functions)}
}}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_PIECES_H_
""")


if __name__ == "__main__":
    main()
