#!/usr/bin/python3
"""Vectors of corner cases: complex powers and inverse functions (operation reference 4.8; odd functions keep the sign of zero),
comparators whose keys have parts that are constant, and optional attributes. Worked by hand."""
from formats import literal
from write import run_case, write_groups

NAME = "conformance/generate/corner_cases.py"
INF, NAN = float("inf"), float("nan")


def module(lines, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"]


# ---- complex functions ----
POWERS = (  # base, exponent, result, why
    ((1, 0), (NAN, 0), (1, 0), "base 1 gives 1, also for a NaN"),
    ((1, 0), (INF, 0), (1, 0), "base 1 gives 1, also for an infinity"),
    ((1, 0), (2, 3), (1, 0), "base 1 gives 1"),
    ((NAN, 1), (0, 0), (1, 0), "exponent 0 gives 1, also for a NaN"),
    ((INF, 0), (2, 0), (INF, 0), "an infinity to a positive real power"),
    ((INF, 0), (-2, 0), (0, 0), "an infinity to a negative real power"),
    ((0, 0), (3, 0), (0, 0), "zero to a positive real power"),
)


def power_cases():
    for name in ("c64", "c128"):
        bases, exponents, results = ([complex(*row[k]) for row in POWERS] for k in range(3))
        lines = [f"a = {name}[{len(POWERS)}] parameter(0)", f"b = {name}[{len(POWERS)}] parameter(1)", f"ROOT r = {name}[{len(POWERS)}] power(a, b)"]
        args = [literal(name, values, (len(POWERS),)) for values in (bases, exponents)]
        yield "power", run_case(f"power.{name}.special", "base 1, exponent 0, infinite and zero bases", "Pow", lines, args,
                                literal(name, results, (len(POWERS),)), requires=[name])


def sign_cases():
    zero = ["z = c128[1] parameter(0)", "f = c128[1] %s(z)"]
    for op, value, part, negative in (("atanh", (-1e-200, 1e200), "real", True), ("atanh", (1e-200, 1e200), "real", False),
                                      ("atan", (1e200, 1e-200), "imag", False), ("atan", (1e200, -1e-200), "imag", True)):
        lines = [zero[0], zero[1] % op, f"p = f64[1] {part}(f)", "o = f64[1] constant({1})", "ROOT q = f64[1] divide(o, p)"]
        side = "negative" if negative else "positive"
        yield op, run_case(f"{op}.c128.underflow-{side}", f"the {part} part underflows to a {side} zero: odd functions keep the sign", op.capitalize(), lines,
                           [literal("c128", [complex(*value)], (1,))], literal("f64", [-INF if negative else INF], (1,)), requires=["c128", "f64"])


# ---- sort ----
def sort_cases():
    for word, expect in (("false", [4.0, 3.0, 2.0, 1.0]), ("true", [1.0, 2.0, 3.0, 4.0])):
        helper = ["cmp {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", f"  c = pred[] constant({word})", "  t = pred[] not(c)",
                  "  k = f32[] constant(5)", "  a = f32[] select(t, k, p)", "  b = f32[] select(t, k, q)", "  ROOT lt = pred[] compare(a, b), direction=LT", "}"]
        yield "sort", run_case(f"sort.f32.selected-key-{word}", "a predicate of constants chooses the key: equal keys keep their order", "Sort", None,
                               [literal("f32", [4.0, 3.0, 2.0, 1.0], (4,))], literal("f32", expect, (4,)), requires=["f32", "pred"],
                               whole=module(["x = f32[4] parameter(0)", "ROOT s = f32[4] sort(x), dimensions={0}, to_apply=cmp"], helper))
    helper = ["cmp {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", "  z = f32[] constant(0)", "  m = pred[] compare(p, z), direction=LT",
              "  n = pred[] compare(q, z), direction=LT", "  a = f32[] select(m, z, p)", "  b = f32[] select(n, z, q)", "  ROOT lt = pred[] compare(a, b), direction=LT", "}"]
    yield "sort", run_case("sort.f32.clamped-key", "negative elements have the key 0, and keep their order", "Sort", None,
                           [literal("f32", [3.0, -1.0, 2.0, -5.0, 1.0], (5,))], literal("f32", [-1.0, -5.0, 1.0, 2.0, 3.0], (5,)), requires=["f32", "pred"],
                           whole=module(["x = f32[5] parameter(0)", "ROOT s = f32[5] sort(x), dimensions={0}, to_apply=cmp"], helper))
    helper = ["cmp {", "  p = c128[] parameter(0)", "  q = c128[] parameter(1)", "  k = c128[] constant((1, 0))", "  a = c128[] multiply(k, p)",
              "  b = c128[] multiply(k, q)", "  u = f64[] real(a)", "  v = f64[] real(b)", "  ROOT gt = pred[] compare(u, v), direction=GT", "}"]
    count = 1100
    lines = [f"n = f64[{count}] iota(), iota_dimension=0", "z = f64[] constant(0)", f"zs = f64[{count}] broadcast(z), dimensions={{}}",
             f"x = c128[{count}] complex(n, zs)", f"s = c128[{count}] sort(x), dimensions={{0}}, to_apply=cmp", f"ROOT r = f64[{count}] real(s)"]
    yield "sort", run_case("sort.c128.multiplied-key", "more than one block of 16-byte keys with a constant factor, in descending order", "Sort", None, [],
                           literal("f64", [float(count - 1 - k) for k in range(count)], (count,)), requires=["c128", "f64", "pred"], tags=["large"],
                           whole=module(lines, helper))


# ---- map ----
def map_cases():
    helper = ["f {", "  p = f32[] parameter(0)", "  ROOT n = f32[] negate(p)", "}"]
    for shape, data, dims in (("f32[2,2]", [1.0, 2.0, 3.0, 4.0], (2, 2)), ("f32[]", [7.0], ())):
        rank = len(dims)
        yield "map", run_case(f"map.f32.without-dimensions-{rank}d", "without `dimensions`, all of them in order", "Map", None, [literal("f32", data, dims)],
                              literal("f32", [-v for v in data], dims), requires=["f32"],
                              whole=module([f"x = {shape} parameter(0)", f"ROOT r = {shape} map(x), to_apply=f"], helper))


if __name__ == "__main__":
    write_groups((power_cases, sign_cases, sort_cases, map_cases), NAME)
