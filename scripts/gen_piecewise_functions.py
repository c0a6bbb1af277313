#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes core/kernels/functions_f32_piecewise.h: erf as 16 polynomials, tanh around 32 centers.

With y = x + offset, rounded to f32, the bits of y from `shift` upwards are the number of the piece.
The width of a piece is 2^shift ULP of y: narrow near 0, and wide where the function is flat.

erf: a row has a center c and a polynomial g in t = x - c, with f(x) = min(x, kink) + g(t). Only the
rounding of the sum matters, because the first term is exact and g is small (0 near 0). The polynomials
are interpolated at Chebyshev nodes by mpmath. Their error, including the rounding of the coefficients
to f32, is printed in ULP of the result and checked.

tanh: a row has a center c and tanh(c). An odd polynomial computes tanh near 0, and the addition theorem
combines the two: tanh(c) is the large term, which is almost exact, and the quotient is small. The
centers are points at which tanh and 1 - tanh^2 are closest to an f32, selected by their errors in f32
arithmetic, which are printed and checked. The first pieces have the center 0, because the rounding of
the quotient would be visible in small results.

Usage: python3 scripts/gen_piecewise_functions.py
"""
import pathlib

import numpy as np
from mpmath import chebyfit, diff, erf, floor, log, mp, mpf

mp.dps = 40
PIECES = 16
COLUMNS = 8
LARGEST_ERROR = 0.3  # ULP, without the roundings of the evaluation
HEADER = pathlib.Path(__file__).resolve().parent.parent / "core/kernels/functions_f32_piecewise.h"
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


class PiecewisePolynomials:
    def __init__(self, name, function, offset, shift, limit, kink, degree):
        self.name, self.function, self.offset, self.shift = name, function, offset, shift
        self.limit, self.degree = limit, degree
        first = bits(offset) >> shift
        last = bits(F32(limit) + F32(offset)) >> shift
        assert last - first < PIECES
        edges = ([mpf(0)] + [mpf(float(from_bits(i << shift))) - offset
                             for i in range(first + 1, last + 1)] + [mpf(limit)])
        assert kink in edges
        # The first number whose rounded y is in the piece that begins at `kink`, so that
        # min(x, kink) changes at the boundary of the piece.
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
        """The center is the point near the middle at which g is closest to an f32."""
        middle = bits((low + high) / 2)
        center = mpf(float(min(
            (from_bits(i) for i in range(middle - 400, middle + 401)),
            key=lambda c: abs(self.rounding(self.remainder(mpf(float(c)), high))))))
        g = chebyfit(lambda t: self.remainder(center + t, high), [low - center, high - center],
                     self.degree + 1)
        return [nearest(center)] + [nearest(c) for c in reversed(g)]

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
        return (f"inline constexpr PiecewisePolynomials kPiecewise{self.name} = {{\n"
                f"    {self.limit}f, "
                f"{self.offset}f, {literal(self.kink)}, {self.shift}, {self.degree},\n"
                f"    {{\n{table}    }}}};\n")


class Centers:
    OFFSET, SHIFT, LIMIT, PIECES = 0.625, 20, 9.02, 32
    WITHOUT = 0.125  # the first piece with a center other than 0
    # (end, largest distance of a center from the middle of its piece, in widths): where tanh is flat,
    # it has few different f32 values.
    FREEDOM = ((3.3, 0.01), (5, 0.02), (6, 0.05), (10, 0.15))
    SHORTLIST = 200
    LARGEST_ERROR = 0.85  # ULP of the portable results

    def __init__(self):
        first = bits(self.OFFSET) >> self.SHIFT
        last = bits(F32(self.LIMIT) + F32(self.OFFSET)) >> self.SHIFT
        assert last - first + 1 == self.PIECES
        edges = ([0.0] + [float(from_bits(i << self.SHIFT)) - self.OFFSET
                          for i in range(first + 1, last + 1)] + [self.LIMIT])
        pieces = list(zip(edges, edges[1:]))
        self.rows = [(F32(0), F32(0))] * self.PIECES
        self.cubic, self.quintic = self.fit(pieces)
        worst = 0
        for i, (low, high) in enumerate(pieces):
            center, error = self.center(low, high)
            self.rows[(first + i) % self.PIECES] = center
            worst = max(worst, error)
        print(f"Tanh: {worst:.3f} ULP with all roundings")
        assert worst < self.LARGEST_ERROR

    @staticmethod
    def unit(values):
        return np.exp2(np.floor(np.log2(np.abs(values))) - 23)

    def fit(self, pieces):
        """The minimax polynomial in ULP of the result, by Lawson's method of weighted least
        squares."""
        matrix, goal = [], []
        for low, high in pieces:
            center = 0 if high <= self.WITHOUT else (low + high) / 2
            x = np.linspace(low, high, 201)[1:]
            t, value = x - center, np.tanh(center)
            weight = (1 - value ** 2) / (1 + value * np.tanh(t)) ** 2 / self.unit(np.tanh(x))
            matrix.append(np.stack([weight * t ** 3, weight * t ** 5], axis=1))
            goal.append(weight * (np.tanh(t) - t))
        matrix, goal = np.concatenate(matrix), np.concatenate(goal)
        weights, best, least = np.ones(len(goal)), None, np.inf
        for _ in range(3000):
            root = np.sqrt(weights)
            fitted = np.linalg.lstsq(matrix * root[:, None], goal * root, rcond=None)[0]
            errors = np.abs(matrix @ fitted - goal)
            if errors.max() < least:
                best, least = fitted, errors.max()
            weights *= errors / errors.max()
            weights /= weights.sum()
        return nearest(best[0]), nearest(best[1])

    def center(self, low, high):
        """The best row of a piece and its worst error."""
        # Many numbers near the ends, where the quotient is largest.
        ends = bits(max(low, 1e-3)), bits(high)
        x = np.concatenate([np.arange(ends[0], ends[0] + 20000), np.linspace(*ends, 20000)[:-1],
                            np.arange(ends[1] - 20000, ends[1])]).astype(np.int32).view(F32)
        if high <= self.WITHOUT:
            return (F32(0), F32(0)), self.error(x, F32(0), F32(0))
        middle, width = (low + high) / 2, high - low
        distance = width * next(freedom for end, freedom in self.FREEDOM if high < end)
        centers = np.unique(np.linspace(bits(middle - distance), bits(middle + distance), 40001)
                            .astype(np.int32)).view(F32)
        exact = np.tanh(centers.astype(np.float64))
        values = exact.astype(F32)
        slopes = (F32(1) - values * values).astype(np.float64)
        cost = np.abs(values - exact) + np.abs(slopes - (1 - exact ** 2)) * width / 2
        shortlist = np.argsort(cost, kind="stable")[:self.SHORTLIST]
        error, i = min((self.error(x, centers[i], values[i]), i) for i in shortlist)
        return (centers[i], values[i]), error

    def error(self, x, center, value):
        """The worst error with the operations of TanhLanes in portable mode."""
        t = x - center
        square = t * t
        tanh_t = (t * square) * (self.quintic * square + self.cubic) + t
        got = value + (F32(1) - value * value) * tanh_t / (value * tanh_t + F32(1))
        assert got.dtype == F32
        exact = np.tanh(x.astype(np.float64))
        return (np.abs(got - exact) / self.unit(exact)).max()

    def text(self):
        table = ""
        for pair in zip(self.rows[::2], self.rows[1::2]):
            table += "        " + " ".join(
                f"{{{literal(center)}, {literal(value)}}}," for center, value in pair) + "\n"
        return (f"inline constexpr PiecewiseTanh kPiecewiseTanh = {{\n"
                f"    {self.LIMIT}f, {self.OFFSET}f, "
                f"{self.SHIFT}, {literal(self.cubic)}, {literal(self.quintic)},\n"
                f"    {{\n{table}    }}}};\n")


def main():
    piecewise_erf = PiecewisePolynomials("Erf", erf, 1.375, 20, 3.96, 0.875, 5)
    piecewise_tanh = Centers()
    HEADER.write_text(f"""// SPDX-License-Identifier: Apache-2.0
// Written by scripts/gen_piecewise_functions.py: change that script, not this file.
// clang-format off
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_

namespace hlo {{

// f(x) = min(x, kink) + g(x - center) for 0 <= x <= limit, with a row for each value of the lowest
// four bits of (bits of (x + offset)) >> shift: center, coefficients of g from the lowest power.
struct PiecewisePolynomials {{
  float limit, offset, kink;
  int shift, degree;
  alignas(32) float rows[{PIECES}][{COLUMNS}];
}};

{piecewise_erf.text()}
// tanh(x) from tanh(c) and tanh(x - c) for 0 <= x <= limit, with a row for each value of the lowest
// five bits of (bits of (x + offset)) >> shift: center c and tanh(c). Within half a piece of 0
// tanh(t) is t + cubic t^3 + quintic t^5.
struct PiecewiseTanh {{
  float limit, offset;
  int shift;
  float cubic, quintic;
  alignas(64) float rows[{Centers.PIECES}][2];
}};

{piecewise_tanh.text()}
}}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_PIECEWISE_H_
""")


if __name__ == "__main__":
    main()
