#!/usr/bin/python3
"""Vectors of rng and rng-get-and-update-state. A separate implementation of the recipe of the operation reference
(13.1, choice C19): Philox-4x32-10 with integers, rounding with exact fractions, logarithm and cosine with mpmath."""
import math
from fractions import Fraction

import mpmath

from formats import FLOATS, INTEGERS, int_range, literal, round_to, wrap
from write import reject_case, run_case, write

NAME = "conformance/generate/random_numbers.py"
MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1
RECIPE = "the recipe in exact fractions"
INF, NAN = math.inf, math.nan
mpmath.mp.prec = 200


def philox(low, high, key):
    x = [low & MASK32, low >> 32, high & MASK32, high >> 32]
    k0, k1 = key & MASK32, key >> 32
    for _ in range(10):
        p, q = x[0] * 0xD2511F53, x[2] * 0xCD9E8D57
        x = [q >> 32 ^ x[1] ^ k0, q & MASK32, p >> 32 ^ x[3] ^ k1, p & MASK32]
        k0, k1 = (k0 + 0x9E3779B9) & MASK32, (k1 + 0xBB67AE85) & MASK32
    return x


def words(count, number, draw=0):
    """64-bit words of the instruction with this number in its execution `draw`, counted from 0."""
    key = 2654435761 * number & MASK64
    found = []
    for block in range((count + 1) // 2):
        w = philox(block, draw, key)
        found += [w[0] | w[1] << 32, w[2] | w[3] << 32]
    return found[:count]


def below(name, value):
    """The next smaller number of the type."""
    if name == "f64":
        return math.nextafter(value, -INF)
    exponent_bits, mantissa_bits, bias, *_ = FLOATS[name]
    least = Fraction(2) ** (1 - bias - mantissa_bits)
    if name == "f8e8m0fnu":
        return value / 2
    if value == 0:
        return -float(least)
    # Steps of half the distance to the neighbor, until the rounded number changes.
    step = max(abs(Fraction(value)) / 2 ** (mantissa_bits + 1), least)
    return next(r for k in range(1, 5) if (r := round_to(name, Fraction(value) - k * step / 2)) < value)


def uniform_float(name, a, b, count, number, draw=0):
    compute = "f64" if name == "f64" else "f32"
    precision = FLOATS[name][1] + 1
    if not a < b:
        return [a] * count
    span = round_to(compute, Fraction(b) - Fraction(a))
    found = []
    for w in words(count, number, draw):
        u = Fraction(w >> (64 - precision), 1 << precision)
        step = 0.0 if u == 0 else INF if math.isinf(span) else round_to(compute, u * Fraction(span))
        value = INF if math.isinf(step) else round_to(name, round_to(compute, Fraction(a) + Fraction(step)))
        found.append(value if value < b else below(name, b))
    return found


def uniform_integer(name, a, b, count, number, draw=0):
    if not a < b:
        return [a] * count
    drawn = [a + w % (b - a) for w in words(count, number, draw)]
    return [bool(v) for v in drawn] if name == "pred" else [wrap(name, v) for v in drawn]


def nearest(number):
    return float(mpmath.nstr(number, 40))


def normal(name, mean, deviation, count, number, draw=0):
    found = []
    w = words(2 * count, number, draw)
    for i in range(count):
        u1, u2 = (Fraction(x >> 11, 1 << 53) for x in w[2 * i:2 * i + 2])
        log = nearest(mpmath.log(1 - mpmath.mpf(u1.numerator) / u1.denominator))
        radius = math.sqrt(-2 * log)
        angle = 2 * math.pi * float(u2)
        cosine = nearest(mpmath.cos(mpmath.mpf(angle)))
        found.append(round_to(name, mean + deviation * radius * cosine))
    return found


def text(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"


def rng_case(identity, why, name, a, b, dims, values, distribution="rng_uniform", oracle=RECIPE, tol=None, **options):
    lines = [f"a = {name}[] parameter(0)", f"b = {name}[] parameter(1)", f"ROOT r = {text(name, dims)} rng(a, b), distribution={distribution}"]
    anchor = "RngUniform" if distribution == "rng_uniform" else "RngNormal"
    return run_case(f"rng.{name}.{identity}", why, anchor, lines, [literal(name, [a], ()), literal(name, [b], ())], literal(name, values, dims),
                    requires=[name], oracle=oracle, tol=tol, level="impl-defined", **options)


def uniform_cases():
    for name in FLOATS:
        a, b = (0.5, 4.0) if name == "f8e8m0fnu" else (-1.0, 2.0)
        yield rng_case("uniform", "a + u(b - a), u with as many bits as the type", name, a, b, (9,), uniform_float(name, a, b, 9, 2))
        if name not in ("f8e8m0fnu", "f64"):
            yield rng_case("uniform-up-to-0", "what rounding puts at b becomes the next value below", name, -1.0, 0.0, (40,),
                           uniform_float(name, -1.0, 0.0, 40, 2))
    for name in INTEGERS:
        a, b = int_range(name)
        yield rng_case("uniform", "a + w mod (b - a): the largest value is never drawn", name, a, b, (12,), uniform_integer(name, a, b, 12, 2))
    for a in (False, True):
        for b in (False, True):
            yield rng_case(f"uniform-{a}-{b}".lower(), "as the numbers 0 and 1", "pred", a, b, (4,), uniform_integer("pred", a, b, 4, 2))
    yield rng_case("uniform-small-range", "few values", "s32", -3, 4, (4, 5), uniform_integer("s32", -3, 4, 20, 2))
    yield rng_case("uniform-rank-3", "words go to elements in row-major order", "f32", 0.0, 1.0, (2, 3, 2), uniform_float("f32", 0.0, 1.0, 12, 2))
    yield rng_case("uniform-scalar", "one element", "f64", 0.0, 1.0, (), uniform_float("f64", 0.0, 1.0, 1, 2))
    yield rng_case("uniform-empty", "no element", "f32", 0.0, 1.0, (0, 3), [], oracle=None)
    yield rng_case("uniform-equal", "b = a: all a", "f32", 2.5, 2.5, (3,), [2.5] * 3, oracle=None)
    yield rng_case("uniform-backwards", "b < a: all a", "s8", 5, -5, (3,), [5] * 3, oracle=None)
    yield rng_case("uniform-nan-limit", "b is NaN: every element is a", "f32", 1.0, NAN, (2,), [1.0, 1.0], oracle=None)
    top = (2 - 2.0**-23) * 2.0**127
    yield rng_case("uniform-infinite-width", "b - a overflows: the largest value below b", "f32", -top, top, (3,), uniform_float("f32", -top, top, 3, 2))


def normal_cases():
    close = {"class": "close", "ulp": 1}
    for name in FLOATS:
        if name == "f8e8m0fnu":
            continue
        tol = {"class": "close", "ulp": 4} if name == "f64" else close if name == "f32" else None
        yield rng_case("normal", "Box and Muller in F64", name, 0.0, 1.0, (11,), normal(name, 0.0, 1.0, 11, 2), "rng_normal", tol=tol)
    yield rng_case("normal", "a type without negative numbers: NaN", "f8e8m0fnu", 4.0, 2.0, (6,), normal("f8e8m0fnu", 4.0, 2.0, 6, 2), "rng_normal")
    yield rng_case("normal-moved", "mean and deviation", "f32", 10.0, 0.5, (2, 5), normal("f32", 10.0, 0.5, 10, 2), "rng_normal", tol=close)
    yield rng_case("normal-flat", "deviation 0: the mean", "f64", -3.5, 0.0, (3,), [-3.5] * 3, "rng_normal", oracle=None)
    yield rng_case("normal-empty", "no element", "f64", 0.0, 1.0, (0,), [], "rng_normal", oracle=None)


def program_case(identity, why, whole, args, expect, requires, **options):
    return run_case(f"rng.{identity}", why, "RngUniform", None, args, expect, whole=whole, requires=requires, oracle=RECIPE, level="impl-defined",
                    **options)


def program_cases():
    zero, one = literal("f32", [0.0], ()), literal("f32", [1.0], ())
    entry = ["HloModule m", "ENTRY e {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  x = f32[3] rng(a, b), distribution=rng_uniform",
             "  y = f32[3] rng(a, b), distribution=rng_uniform", "  ROOT r = (f32[3], f32[3]) tuple(x, y)", "}"]
    yield program_case("f32.two-instructions", "each instruction has its own stream", entry, [zero, one],
                       {"tuple": [literal("f32", uniform_float("f32", 0.0, 1.0, 3, n)) for n in (2, 3)]}, ["f32"])
    called = ["HloModule m", "f {", "  p = f32[] parameter(0)", "  ROOT d = f32[2] rng(p, p), distribution=rng_normal", "}", "ENTRY e {",
              "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  x = f32[2] call(b), to_apply=f", "  y = f32[2] call(b), to_apply=f",
              "  z = f32[2] rng(a, b), distribution=rng_uniform", "  ROOT r = (f32[2], f32[2], f32[2]) tuple(x, y, z)", "}"]
    drawn = [normal("f32", 1.0, 1.0, 2, 1, draw) for draw in (0, 1)] + [uniform_float("f32", 0.0, 1.0, 2, 6)]
    yield program_case("f32.called-twice", "a second run of an instruction continues its stream; streams are numbered through the module", called, [zero, one],
                       {"tuple": [literal("f32", v) for v in drawn]}, ["f32"], tol={"class": "close", "ulp": 1})
    loop = ["HloModule m", "cond {", "  s = (s32[], s32[4]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(4)",
            "  ROOT c = pred[] compare(i, n), direction=LT", "}", "body {", "  s = (s32[], s32[4]) parameter(0)",
            "  i = s32[] get-tuple-element(s), index=0", "  v = s32[4] get-tuple-element(s), index=1", "  low = s32[] constant(0)",
            "  high = s32[] constant(100)", "  d = s32[1] rng(low, high), distribution=rng_uniform", "  w = s32[4] dynamic-update-slice(v, d, i)",
            "  k = s32[] constant(1)", "  j = s32[] add(i, k)", "  ROOT t = (s32[], s32[4]) tuple(j, w)", "}", "ENTRY e {",
            "  i = s32[] constant(0)", "  v = s32[4] constant({0, 0, 0, 0})", "  s = (s32[], s32[4]) tuple(i, v)",
            "  l = (s32[], s32[4]) while(s), condition=cond, body=body", "  ROOT r = s32[4] get-tuple-element(l), index=1", "}"]
    rounds = [uniform_integer("s32", 0, 100, 1, 9, draw)[0] for draw in range(4)]
    yield program_case("s32.loop", "every round draws other numbers", loop, [], literal("s32", rounds), ["s32", "pred"])
    unused = ["HloModule m", "ENTRY e {", "  a = s32[] constant(0)", "  b = s32[] constant(9)", "  x = s32[2] rng(a, b), distribution=rng_uniform",
              "  ROOT y = s32[2] rng(a, b), distribution=rng_uniform", "}"]
    yield program_case("s32.beside-unused", "an unused value has no effect", unused, [], literal("s32", uniform_integer("s32", 0, 9, 2, 3)), ["s32"])


def reject_cases():
    def case(identity, why, lines, code, at, requires):
        return reject_case(f"rng.{identity}", why, "RngUniform", lines, code, at=at, requires=requires)

    yield case("f32.rejects-vector", "operands are scalars", ["a = f32[] parameter(0)", "b = f32[2] parameter(1)",
               "ROOT r = f32[4] rng(a, b), distribution=rng_uniform"], "rng.C1", "rng(", ["f32"])
    yield case("f32.rejects-type", "operands have the type of the result", ["a = f32[] parameter(0)", "b = f32[] parameter(1)",
               "ROOT r = f64[4] rng(a, b), distribution=rng_uniform"], "rng.C1", "rng(", ["f32", "f64"])
    yield case("f32.rejects-count", "two operands", ["a = f32[] parameter(0)", "ROOT r = f32[4] rng(a), distribution=rng_uniform"], "rng.C1", "rng(", ["f32"])
    yield case("c64.rejects-uniform", "complex numbers have no order", ["a = c64[] parameter(0)", "b = c64[] parameter(1)",
               "ROOT r = c64[4] rng(a, b), distribution=rng_uniform"], "rng.C2", "distribution", ["c64"])
    for name in ("s32", "pred"):
        yield case(f"{name}.rejects-normal", "a normal distribution requires a floating-point type", [f"a = {name}[] parameter(0)", f"b = {name}[] parameter(1)",
                   f"ROOT r = {name}[4] rng(a, b), distribution=rng_normal"], "rng.C2", "distribution", [name])


# ---- rng-get-and-update-state ----
START = 0x7012395


def state_values(deltas):
    """The results of consecutive calls with these deltas."""
    state, found = START, []
    for delta in deltas:
        found.append([state >> 64 & MASK64, state & MASK64])
        state = (state + delta) % (1 << 128)
    return found


def state_case(identity, why, deltas, **options):
    names = [f"state{i}" for i in range(len(deltas))]
    lines = [f"{n} = u64[2] rng-get-and-update-state(), delta={d}" for n, d in zip(names, deltas)]
    lines.append(f"ROOT r = ({', '.join(['u64[2]'] * len(deltas))}) tuple({', '.join(names)})")
    return run_case(f"rng-get-and-update-state.u64.{identity}", why, "rng-get-and-update-state", lines, [],
                    {"tuple": [literal("u64", v) for v in state_values(deltas)]}, requires=["u64"], oracle="Python's integers", level="impl-defined",
                    **options)


def state_cases():
    op, most = "rng-get-and-update-state", (1 << 63) - 1
    yield state_case("start", "the start value", [1])
    yield state_case("twice", "the old value; element 0 is the high half", [1, 1])
    yield state_case("deltas", "each call adds its own delta", [3, 1000, 7, 1])
    yield state_case("zero", "delta 0 reads", [0, 0])
    yield state_case("carry", "a carry is added to the high half", [most, most, most, 1])
    yield state_case("negative", "a negative delta borrows", [-0x7012396, 1, 1])
    yield state_case("back", "there and back", [5, -5, 0])
    lines = ["unused = u64[2] rng-get-and-update-state(), delta=5", "ROOT r = u64[2] rng-get-and-update-state(), delta=1"]
    yield run_case(f"{op}.u64.unused", "a call whose value is unused advances the state", op, lines, [], literal("u64", [0, START + 5]),
                   requires=["u64"], level="impl-defined")
    loop = ["HloModule m", "cond {", "  s = (s32[], u64[2]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(5)",
            "  ROOT c = pred[] compare(i, n), direction=LT", "}", "body {", "  s = (s32[], u64[2]) parameter(0)",
            "  i = s32[] get-tuple-element(s), index=0", "  k = s32[] constant(1)", "  j = s32[] add(i, k)",
            "  x = u64[2] rng-get-and-update-state(), delta=10", "  ROOT t = (s32[], u64[2]) tuple(j, x)", "}", "ENTRY e {", "  i = s32[] constant(0)",
            "  v = u64[2] constant({0, 0})", "  s = (s32[], u64[2]) tuple(i, v)", "  l = (s32[], u64[2]) while(s), condition=cond, body=body",
            "  last = u64[2] get-tuple-element(l), index=1", "  after = u64[2] rng-get-and-update-state(), delta=1, control-predecessors={l}",
            "  ROOT r = (u64[2], u64[2]) tuple(last, after)", "}"]
    yield run_case(f"{op}.u64.loop", "one state for all computations of a run", op, None, [],
                   {"tuple": [literal("u64", [0, START + 40]), literal("u64", [0, START + 50])]}, whole=loop, requires=["u64", "s32", "pred"],
                   level="impl-defined")
    for identity, shape in (("size", "u64[3]"), ("type", "s64[2]"), ("tuple", "(u64[2])")):
        yield reject_case(f"{op}.u64.rejects-{identity}", "the result is u64[2]", op, [f"ROOT r = {shape} {op}(), delta=1"], f"{op}.C1", at=shape,
                          requires=["u64"])
    yield reject_case(f"{op}.u64.rejects-no-delta", "delta is required", op, [f"ROOT r = u64[2] {op}()"], "P06", at=f"{op}(", requires=["u64"])


def main():
    write("rng", [*uniform_cases(), *normal_cases(), *program_cases(), *reject_cases()], NAME)
    write("rng-get-and-update-state", list(state_cases()), NAME)


main()
