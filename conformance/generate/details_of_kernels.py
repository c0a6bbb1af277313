#!/usr/bin/python3
"""Vectors of values that depend on one detail of a kernel: functions near the ends of the range of f64, of zeros, of infinities, and of
very small imaginary parts; arrays that are computed in blocks of thousands of elements; negative indices and NaN in a search of the extreme
element; sums of exactly 16 rows and running sums whose groups overflow; products of the columns of a matrix. By hand, in exact numbers, and by
mpmath with 3000 bits."""
from fractions import Fraction

import mpmath

from devices import combiner
from extreme_values import MPMATH, case, case_of_magnitudes, rounded_complex
from formats import literal, round_to
from live_edges import whole
from rare_texts import print_case
from unary import rounded
from write import run_case, write_groups

NAME = "conformance/generate/details_of_kernels.py"
INF = float("inf")
NAN = float("nan")
LARGEST = float.fromhex("0x1.fffffffffffffp1023")


# ---- functions ----
def zero_case():
    yield case("sine", "f64", "zeros-keep-signs", "the sine of -0 is -0", [[-0.0, 0.0]], [-0.0, 0.0])


def least_case():
    """e^x is more than half of the least number down to x = -745.13."""
    exponents = [-744.0, -745.0, -745.125, -745.25]
    results = [rounded("f64", mpmath.exp(mpmath.mpf(x))) for x in exponents]
    if results != [1e-323, 5e-324, 5e-324, 0.0]:
        raise ValueError(results)
    yield case("exponential", "f64", "near-half-of-least", "above half of the least number, the result is the least number", [exponents], results,
               tol={"class": "correct"}, oracle=MPMATH, level="impl-defined")


def modulus_case():
    """The squares of the parts are finite, their sum is not."""
    points = [complex(1.3e154, 1.3e154), complex(-1.3e154, 1e154), complex(1e154, -1.32e154)]
    results = [rounded("f64", abs(mpmath.mpc(z))) for z in points]
    yield case("abs", "c128", "sum-of-squares-overflows", "the sum of the squares may overflow although no square does", [points], results, out="f64",
               tol={"class": "close", "ulp": 16}, oracle=MPMATH)


def sign_case():
    points = [complex(1.7e308, 1.7e308), complex(-1.5e308, 1.2e308), complex(LARGEST, -LARGEST)]
    results = [rounded_complex("f64", mpmath.mpc(z) / abs(mpmath.mpc(z))) for z in points]
    yield case("sign", "c128", "modulus-overflows", "a number has a sign although its modulus is above all numbers of f64", [points], results,
               tol={"class": "close", "ulp": 16}, oracle=MPMATH, level="impl-defined")


def infinite_power_case():
    """(1 + i) * log(inf) is inf + inf i, and its exponential is of infinite modulus, with an imaginary part that is not a number."""
    bases, exponents = [complex(INF, 0.0)] * 3, [complex(1, 1), complex(2, 0), complex(-2, 0)]
    yield case_of_magnitudes("power", "c128", "f64", "infinity-to-complex", "of infinity, only powers with real exponents are real", [bases, exponents],
                             [complex(INF, NAN), complex(INF, 0), complex(0, 0)], level="impl-defined")


def small_part_case():
    """4 sin(im) cos(im) e^(-2 |re|), to a relative error of e^(-2 |re|)."""
    points = [complex(20.5, 0.75), complex(-30, 1), complex(25, 2), complex(-21, -0.5)]
    results = [rounded("f64", mpmath.tanh(mpmath.mpc(z)).imag) for z in points]
    yield "tanh", run_case("tanh.c128.small-imaginary-part", "far out, the imaginary part has as many digits as the real part", "tanh",
                           [f"x = c128[{len(points)}] parameter(0)", f"t = c128[{len(points)}] tanh(x)", f"ROOT r = f64[{len(points)}] imag(t)"],
                           [literal("c128", points)], literal("f64", results), tol={"class": "close", "ulp": 16}, requires=["c128", "f64"], tags=["complex"],
                           oracle=MPMATH, level="impl-defined")


# ---- blocks ----
def map_case():
    """The elements from 16384 on are in a block of their own."""
    count, step = 20001, 4000
    lines = [f"x = s32[{count}] iota(), iota_dimension=0", f"m = s16[{count}] map(x), dimensions={{0}}, to_apply=f",
             f"ROOT r = s16[{(count - 1) // step + 1}] slice(m), slice={{[0:{count}:{step}]}}"]
    function = ["f {", "  a = s32[] parameter(0)", "  b = s16[] convert(a)", "  ROOT c = s16[] negate(b)", "}"]
    yield "map", run_case("map.s32.to-narrower-of-many", "results are narrower than operands, also behind the first thousands", "Map", None, [],
                          literal("s16", [-i for i in range(0, count, step)]), requires=["s32", "s16"], whole=whole(lines, function))


def window_case():
    """The greater one of a pair is the second one."""
    count, step = 1300, 400
    function = ["f {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  c = pred[] compare(a, b), direction=GT",
                "  ROOT d = s32[] select(c, a, b)", "}"]
    lines = [f"x = s32[{2 * count}] iota(), iota_dimension=0", "z = s32[] constant(-1)",
             f"w = s32[{count}] reduce-window(x, z), window={{size=2 stride=2}}, to_apply=f",
             f"ROOT r = s32[{(count - 1) // step + 1}] slice(w), slice={{[0:{count}:{step}]}}"]
    yield "reduce-window", run_case("reduce-window.s32.pairs-of-many-places", "a stride of two holds for all of more than a thousand places", "ReduceWindow",
                                    None, [], literal("s32", [2 * place + 1 for place in range(0, count, step)]), requires=["s32", "pred"],
                                    whole=whole(lines, function))


# ---- the extreme element and its index ----
def extreme_cases():
    """Of 20 values 0, 1, 2, 3, 4, 0, 1, ... the fours have the indices 6, 1, -4, and -9."""
    function = ["f {", "  v = f32[] parameter(0)", "  i = s32[] parameter(1)", "  w = f32[] parameter(2)", "  j = s32[] parameter(3)",
                "  more = pred[] compare(v, w), direction=GT", "  unordered = pred[] compare(v, v), direction=NE", "  keep = pred[] or(more, unordered)",
                "  same = pred[] compare(v, w), direction=EQ", "  less = pred[] compare(i, j), direction=LT", "  first = pred[] and(same, less)",
                "  keep_index = pred[] or(keep, first)", "  value = f32[] select(keep, v, w)", "  index = s32[] select(keep_index, i, j)",
                "  ROOT t = (f32[], s32[]) tuple(value, index)", "}"]
    lines = ["x = f32[20] parameter(0)", "y = s32[20] parameter(1)", "v = f32[] parameter(2)", "i = s32[] parameter(3)",
             "ROOT r = (f32[], s32[]) reduce(x, y, v, i), dimensions={0}, to_apply=f"]
    arrays = [literal("f32", [float(k % 5) for k in range(20)]), literal("s32", [10 - k for k in range(20)])]
    rows = [("negative-indices", "of equal elements, the one with the smallest index wins, which may be negative", -INF, 4.0, -9, "core"),
            ("nan-at-start", "an initial value that is a NaN is the result, with its index", NAN, NAN, 100, "impl-defined")]
    for topic, why, start, value, index, level in rows:
        yield "reduce", run_case(f"reduce.f32.argmax-{topic}", why, "Reduce", None, [*arrays, literal("f32", [start], ()), literal("s32", [100], ())],
                                 {"tuple": [literal("f32", [value], ()), literal("s32", [index], ())]}, requires=["f32", "s32", "pred"], level=level,
                                 whole=whole(lines, function))


# ---- sums ----
def rows_case():
    """In f32, 2^24 + 1 is 2^24, and the sum would be 1."""
    factors = [2.0**24, 1.0, -(2.0**24), 1.0] + [0.0] * 12
    lines = ["m = f32[16] parameter(0)", "x = f32[16,64] broadcast(m), dimensions={0}", "z = f32[] constant(0)",
             "s = f32[64] reduce(x, z), dimensions={0}, to_apply=f", "ROOT r = f32[2] slice(s), slice={[0:64:63]}"]
    yield "reduce", run_case("reduce.f32.add-16-wide-rows", "sums of 16 elements have no additions in f32, also of wide rows", "Reduce", None,
                             [literal("f32", factors)], literal("f32", [float(sum(map(Fraction, factors)))] * 2), requires=["f32"], level="impl-defined",
                             whole=whole(lines, combiner("add", "f32")))


def running_case():
    """Of the second four elements, the first, two, and three have finite sums, all four do not."""
    elements = [-(2.0**127), 0.0, 0.0, 0.0] + [2.0**126] * 4 + [0.0] * 32
    sums = [round_to("f32", sum(map(Fraction, elements[:k + 1]))) for k in range(40)]
    lines = ["x = f32[40] parameter(0)", "z = f32[] constant(0)", "ROOT r = f32[40] reduce-window(x, z), window={size=40 pad=39_0}, to_apply=f"]
    yield "reduce-window", run_case("reduce-window.f32.running-sum-of-last-of-four",
                                    "no finite running sum overflows, also if only four elements together would", "ReduceWindow", None,
                                    [literal("f32", elements)], literal("f32", sums), requires=["f32"], level="impl-defined",
                                    whole=whole(lines, combiner("add", "f32")))


# ---- products ----
def product_case():
    a, b = [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4], [5, 6]]
    sums = [sum(a[k][i] * b[i][k] for i in range(3)) for k in range(2)]
    yield "dot", run_case("dot.f32.rows-times-columns-in-batch", "the vectors of the right operand may be columns", "dot",
                          ["a = f32[2,3] parameter(0)", "b = f32[3,2] parameter(1)",
                           "ROOT r = f32[2] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_contracting_dims={1}, rhs_contracting_dims={0}"],
                          [literal("f32", [v for row in a for v in row], (2, 3)), literal("f32", [v for row in b for v in row], (3, 2))], literal("f32", sums),
                          requires=["f32"])


# ---- shapes ----
def scatter_case():
    functions = [("s", "pred", "compare(%a, %b), direction=GE"), ("f", "f32", "add(%a, %b)")]
    parameters = ["a = f32[] parameter(0)", "b = f32[] parameter(1)"]
    call = "window={size=2 stride=2}, select=SELECT, scatter=SCATTER"
    given, printed = [], ["HloModule m, entry_computation_layout={(f32[<=4]{0}, f32[<=2]{0})->f32[<=4]{0}}"]
    for name, result, root in functions:
        given += [f"{name} {{", *("  " + line for line in parameters), f"  ROOT c = {result}[] {root.replace('%', '')}", "}"]
        printed += ["", f"%{name} (a: f32[], b: f32[]) -> {result}[] {{", *("  %" + line for line in parameters), f"  ROOT %c = {result}[] {root}", "}"]
    given = whole(["x = f32[<=4] parameter(0)", "u = f32[<=2] parameter(1)", "z = f32[] constant(0)",
                   f"ROOT r = select-and-scatter(x, u, z), {call.replace('SELECT', 's').replace('SCATTER', 'f')}"], given)
    printed += ["", "ENTRY %e (x: f32[<=4], u: f32[<=2]) -> f32[<=4] {", "  %x = f32[<=4]{0} parameter(0)", "  %u = f32[<=2]{0} parameter(1)",
                "  %z = f32[] constant(0)",
                f"  ROOT %r = f32[<=4]{{0}} select-and-scatter(%x, %u, %z), {call.replace('SELECT', '%s').replace('SCATTER', '%f')}", "}", ""]
    yield print_case("select-and-scatter.dynamic-operand", "without a shape in the text, the result has the shape of the operand, with its dynamic dimensions",
                     given, printed, anchor="8.6")


if __name__ == "__main__":
    write_groups((zero_case, least_case, modulus_case, sign_case, infinite_power_case, small_part_case, map_case, window_case, extreme_cases, rows_case,
                  running_case, product_case, scatter_case), NAME)
