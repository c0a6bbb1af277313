#!/usr/bin/python3
"""Vectors of operands that are seldom seen: exponents without a real part, angles next to a multiple of pi/2, results of two narrow operands
nearly halfway between two numbers, products of numbers below the normal range, partly filled arrays that are read whole, unused constants
without a value. Results by hand, from exact arithmetic, or from mpmath."""
import mpmath
import numpy

from formats import literal
from narrow_rounding import all_numbers, halfway
from unary import rounded
from write import run_case, write_groups

mpmath.mp.prec = 3000
NAME = "conformance/generate/unusual_operands.py"
ORACLE = "mpmath with 3000 bits, rounded once"
numpy.seterr(all="ignore")


# ---- functions ----
def power_cases():
    pairs = [(1j, 1j), (2 + 0j, 1j), (1 + 1j, complex(0, -2)), (-0.5 + 2j, 0.75j)]
    results = [complex(mpmath.exp(mpmath.mpc(b) * mpmath.log(mpmath.mpc(a)))) for a, b in pairs]
    for name, ulp in (("c64", 8), ("c128", 16)):
        part = {"c64": numpy.float32, "c128": numpy.float64}[name]
        operands = [literal(name, list(values)) for values in zip(*pairs)]
        expect = literal(name, [complex(part(z.real), part(z.imag)) for z in results])
        yield "power", run_case(f"power.{name}.imaginary-exponents", "an exponent without a real part is not 0, and i to the power of i is e to the power of -pi/2",
                                "power", [f"x = {name}[4] parameter(0)", f"y = {name}[4] parameter(1)", f"ROOT r = {name}[4] power(x, y)"], operands, expect,
                                tol={"class": "close", "ulp": ulp}, requires=[name], oracle=ORACLE)


def angle_cases():
    """6381956970095103 x 2^797 is the number of the type that is nearest to a multiple of pi/2."""
    worst = 6381956970095103 * 2.0**797
    numbers = [worst, -worst, 2 * worst, 1048576.0, -1048576.0]
    for op, function, ulp in (("sine", mpmath.sin, 4), ("cosine", mpmath.cos, 4), ("tan", mpmath.tan, 8)):
        yield op, run_case(f"{op}.f64.nearest-to-quarter-turn", "of all numbers this angle is nearest to a multiple of pi/2, by 61 bits", op,
                           ["x = f64[5] parameter(0)", f"ROOT r = f64[5] {op}(x)"], [literal("f64", numbers)],
                           literal("f64", [rounded("f64", function(mpmath.mpf(x))) for x in numbers]), tol={"class": "close", "ulp": ulp}, requires=["f64"], oracle=ORACLE)


def halfway_cases():
    """Pairs of positive operands; numpy only finds them."""
    for op, rough, exact in (("atan2", numpy.arctan2, mpmath.atan2), ("power", numpy.power, mpmath.power)):
        for name, least, most in (("f16", 0.5, 4.0), ("bf16", 2.0**-5, 32.0)):
            numbers = all_numbers(name)
            seconds = numbers[(numbers >= least) & (numbers < most)]
            firsts = seconds if name == "bf16" else seconds[::5]
            first, second = (grid.ravel() for grid in numpy.meshgrid(firsts, seconds, indexing="ij"))
            places = numpy.nonzero(halfway(name, rough(first, second)))[0]
            places = places[::max(1, len(places) // 40)][:40]
            a, b = [float(x) for x in first[places]], [float(x) for x in second[places]]
            yield op, run_case(f"{op}.{name}.nearly-halfway", "results that are nearly halfway between two numbers are rounded once", op,
                               [f"x = {name}[{len(a)}] parameter(0)", f"y = {name}[{len(a)}] parameter(1)", f"ROOT r = {name}[{len(a)}] {op}(x, y)"],
                               [literal(name, a), literal(name, b)], literal(name, [rounded(name, exact(mpmath.mpf(x), mpmath.mpf(y))) for x, y in zip(a, b)]),
                               tol={"class": "correct"}, requires=[name], tags=["rounding"], oracle=ORACLE)


# ---- sums ----
def product_cases():
    for side in ("left", "right"):
        tiny, huge = (2.0**-130, 2.0**100)
        left, right = (tiny, huge) if side == "left" else (huge, tiny)
        yield "dot", run_case(f"dot.bf16.tiny-{side}-huge-other", "all numbers of one side are below the normal range, but no product is", "dot",
                              [f"a = bf16[] constant({left!r})", "x = bf16[16,32] broadcast(a), dimensions={}", f"b = bf16[] constant({right!r})",
                               "y = bf16[32,16] broadcast(b), dimensions={}", "ROOT r = f32[16,16] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}"],
                              [], literal("f32", [2.0**-25] * 256, (16, 16)), requires=["bf16", "f32"])


def running_case():
    """By choice C8, elements are added one by one where the sum of some of the four is not finite."""
    groups = [[-3e38, 0, 0, 0], [3e38, 3e38, -3e38, 0], *[[0] * 4] * 8, [-3e38, 0, 0, 0], [3e38, 3e38, 0, 0], [-3e38, -3e38, 0, 0], *[[0] * 4] * 3]
    sums = [[-3e38] * 4, [0, 3e38, 0, 0], *[[0] * 4] * 8, [-3e38] * 4, [0, 3e38, 3e38, 3e38], [0, -3e38, -3e38, -3e38], *[[-3e38] * 4] * 3]
    f32 = lambda rows: literal("f32", [float(numpy.float32(x)) for row in rows for x in row])  # noqa: E731
    lines = ["HloModule m", "f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] add(a, b)", "}", "ENTRY e {", "  x = f32[64] parameter(0)",
             "  z = f32[] constant(0)", "  ROOT r = f32[64] reduce-window(x, z), window={size=64 pad=63_0}, to_apply=f", "}"]
    yield "reduce-window", run_case("reduce-window.f32.running-overflow-of-four", "neighbors whose sum is not finite are added one by one to the sum before them", "reduce-window",
                                    None, [f32(groups)], f32(sums), requires=["f32"], whole=lines, level="impl-defined")


# ---- partly filled arrays ----
def filled_cases():
    start = ["n = s32[] constant(3)", "x = f32[6] constant({1, 2, 3, 4, 5, 6})", "d = f32[<=6] set-dimension-size(x, n), dimensions={0}"]
    rows = [  # op, topic, lines, result
        ("dynamic-slice", "slice", ["i = s32[] constant(1)", "ROOT r = f32[6] dynamic-slice(d, i), dynamic_slice_sizes={6}"], literal("f32", [1, 2, 3, 0, 0, 0])),
        ("slice", "slice", ["ROOT r = f32[4] slice(d), slice={[1:5]}"], literal("f32", [2, 3, 0, 0])),
    ]
    for op, topic, lines, result in rows:
        yield op, run_case(f"{op}.f32.whole-{topic}-partly-filled", "elements that are not there count as zeros, whatever the array held before", op, start + lines, [], result,
                           requires=["f32", "s32", "dynamic"])


# ---- values that nothing needs ----
def unused_case():
    yield "constant", run_case("constant.f32.elided-unused", "nothing that the result needs uses the constant without a value", "7",
                               ["x = f32[2] parameter(0)", "c = f32[2] constant({...})", "d = f32[2] negate(c)", "ROOT r = f32[2] add(x, x)"], [literal("f32", [1, 2])],
                               literal("f32", [2, 4]), requires=["f32"], doc="hlo-text")


if __name__ == "__main__":
    write_groups((power_cases, angle_cases, halfway_cases, product_cases, running_case, filled_cases, unused_case), NAME)
