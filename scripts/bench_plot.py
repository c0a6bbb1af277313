# SPDX-License-Identifier: Apache-2.0
"""Plots time per element over size as an SVG for light and dark pages."""
import math

import bench_report
import bench_work

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 340, 56, 96, 36, 44
COLORS = ["#2f7de1", "#d9480f", "#2b9348", "#b5179e", "#b58900", "#0f9ba8"]
STYLE = """<style>
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-weight: 600; font-size: 13px }
  .grid { stroke: #8884; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } }
</style>"""


def points(growth, side):
    """{key: [(elements, ns per element)]}; per multiply-add for matmul."""
    lines = {}
    for item in growth:
        if item["side"] == side and item["ms"]:
            n, ns = item["n"], item["ms"] * 1e6
            per = n**3 if item["key"] == "matmul" else elements(item["key"], n)
            lines.setdefault(item["key"], []).append((elements(item["key"], n), ns / per))
    return lines


def elements(key, n):
    return n * n if key in ("matmul", "transpose") else n


def decades(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


class Panel:
    """One pair of logarithmic axes."""

    def __init__(self, left, xs, ys):
        self.left = left
        self.xs, self.ys = decades(min(xs), max(xs)), decades(min(ys), max(ys))

    def x(self, value):
        span = max(1, self.xs[-1] - self.xs[0])
        return self.left + LEFT + (math.log10(value) - self.xs[0]) / span * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        span = max(1, self.ys[-1] - self.ys[0])
        return HEIGHT - BOTTOM - (math.log10(value) - self.ys[0]) / span * (HEIGHT - TOP - BOTTOM)

    def grid(self, title):
        left, right = self.left + LEFT, self.left + WIDTH - RIGHT
        out = [f'<text class="title" x="{left}" y="18">{title}</text>']
        for k in self.ys:
            y = self.y(10.0**k)
            out.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
                       f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**k:g} ns</text>')
        for k in self.xs:
            x = self.x(10.0**k)
            out.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
                       f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">1e{k}</text>')
        out.append(f'<text x="{(left + right) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">elements</text>')
        return out

    def lines(self, lines, colors):
        out, labels = [], []
        for key, line in lines.items():
            path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in line)
            out.append(f'<polyline class="line" stroke="{colors[key]}" points="{path}"/>')
            out += [f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3" fill="{colors[key]}"/>'
                    for x, y in line]
            labels.append((self.y(line[-1][1]), self.x(line[-1][0]), key))
        return out + self.labels(labels, colors)

    def labels(self, labels, colors):
        """Names at the ends of the lines, moved apart where they overlap."""
        out, last = [], -math.inf
        for y, x, key in sorted(labels):
            last = max(y, last + 14)
            out.append(f'<text x="{x + 8:.1f}" y="{last + 4:.1f}" style="fill:{colors[key]}">'
                       f'{bench_work.KINDS[key].title}</text>')
        return out


def draw(growth):
    colors = dict(zip(bench_work.GROWTH, COLORS))
    sides = [side for side in bench_report.SIDES if points(growth, side)]
    body = []
    everything = [point for side in sides for line in points(growth, side).values() for point in line]
    for i, side in enumerate(sides):
        panel = Panel(i * WIDTH, [x for x, _ in everything], [y for _, y in everything])
        body += panel.grid(bench_report.SIDES[side]) + panel.lines(points(growth, side), colors)
    width = WIDTH * len(sides)
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
                      f'width="{width}" height="{HEIGHT}" role="img" '
                      'aria-label="Time per element over the number of elements">',
                      STYLE, *body, "</svg>", ""])
