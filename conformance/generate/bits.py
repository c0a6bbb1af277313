#!/usr/bin/python3
"""Vectors of bitcast-convert, bitcast, reduce-precision, stochastic-convert, and rng-bit-generator. Oracles: bit patterns
as Python integers, numpy's memory orders, exact fractions, and separate implementations of the two generators."""
import math
import random
from fractions import Fraction

import numpy

from formats import FLOATS, INTEGERS, holds, int_range, literal, round_to
from write import reject_case, run_case, write

NAME = "conformance/generate/bits.py"
PATTERNS = "bit patterns as Python integers"
MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1


# ---- element types as bit patterns ----
def width(name):
    if name == "pred":
        return 1
    if name in INTEGERS:
        return INTEGERS[name][1]
    if name in ("c64", "c128"):
        return int(name[1:])
    exponent_bits, mantissa_bits, *_ = FLOATS[name]
    return (name != "f8e8m0fnu") + exponent_bits + mantissa_bits  # only that type has no sign


def decode(name, code):
    """The value of a code; None for NaN, whose payload a number cannot represent."""
    if name == "pred":
        return bool(code)
    if name in INTEGERS:
        signed, bits = INTEGERS[name]
        return code - (1 << bits) if signed and code >> (bits - 1) else code
    if name in ("c64", "c128"):
        half = width(name) // 2
        part = {"c64": "f32", "c128": "f64"}[name]
        re, im = decode(part, code & ((1 << half) - 1)), decode(part, code >> half)
        return None if re is None or im is None else complex(re, im)
    if name == "f8e8m0fnu":
        return None if code == 255 else 2.0 ** (code - 127)
    exponent_bits, mantissa_bits, bias, has_inf, has_nan, has_negative_zero = FLOATS[name]
    minus = code >> (exponent_bits + mantissa_bits)
    exponent = code >> mantissa_bits & ((1 << exponent_bits) - 1)
    fraction = code & ((1 << mantissa_bits) - 1)
    top = exponent == (1 << exponent_bits) - 1
    if has_inf and top:
        return None if fraction else (-math.inf if minus else math.inf)
    if has_nan and has_negative_zero and not has_inf and top and fraction == (1 << mantissa_bits) - 1:
        return None
    if has_nan and not has_negative_zero and minus and not exponent and not fraction:
        return None
    hidden = 1 if exponent else 0
    exact = Fraction((hidden << mantissa_bits) + fraction) * Fraction(2) ** (max(exponent, 1) - bias - mantissa_bits)
    return -float(exact) if minus else float(exact)


def patterns(names, count, bits):
    """Codes of `bits` bits that are not NaN in any of the types, as a whole and in parts."""
    chosen = random.Random("|".join(names))
    codes = [1] if bits > 1 else [1, 0]
    while len(codes) < count:
        code = chosen.getrandbits(bits)
        if all(decode(name, part) is not None for name in names for part in parts_of(code, bits, width(name))):
            codes.append(code)
    return codes[:count]


def parts_of(code, wide, narrow):
    return [code >> (k * narrow) & ((1 << narrow) - 1) for k in range(wide // narrow)] if narrow else [code]


def values(name, codes):
    return [decode(name, code) for code in codes]


# ---- bitcast-convert ----
def reread(identity, why, source, source_values, source_dims, target, target_values, target_dims, oracle=PATTERNS):
    x, r = literal(source, source_values, source_dims), literal(target, target_values, target_dims)
    lines = [f"x = {source}[{','.join(map(str, source_dims))}] parameter(0)",
             f"ROOT r = {target}[{','.join(map(str, target_dims))}] bitcast-convert(x)"]
    return run_case(f"bitcast-convert.{source}.{identity}", why, "BitcastConvertType", lines, [x], r,
                    requires=[source, target], oracle=oracle)


def both_ways(wide, narrow):
    bits, small = width(wide), width(narrow)
    codes = patterns([wide, narrow], 2, bits)
    parts = [part for code in codes for part in parts_of(code, bits, small)]
    if bits == small:
        yield reread(f"as-{narrow}", "equal widths keep the bits", wide, values(wide, codes), (2,), narrow, values(narrow, codes), (2,))
        yield reread(f"as-{wide}", "equal widths keep the bits", narrow, values(narrow, codes), (2,), wide, values(wide, codes), (2,))
        return
    dims = (2, bits // small)
    yield reread(f"to-{narrow}", "a new last dimension, low bits first", wide, values(wide, codes), (2,), narrow, values(narrow, parts), dims)
    yield reread(f"to-{wide}", "the last dimension joins, low bits first", narrow, values(narrow, parts), dims, wide, values(wide, codes), (2,))


def bitcast_convert_cases():
    yield reread("worked-f16", "f64 with bits 0x0123456789ABCDEF", "f64", values("f64", [0x0123456789ABCDEF]), (1,), "f16",
                 values("f16", [0xCDEF, 0x89AB, 0x4567, 0x0123]), (1, 4), None)
    yield reread("worked-u32", "1.0 is 0x3F800000", "f32", [1.0], (), "u32", [1065353216], (), None)
    yield reread("worked-u8", "the lowest byte comes first", "u32", [1065353216], (), "u8", [0, 0, 128, 63], (4,), None)
    yield reread("worked-u4", "element 0 of a byte is its low half", "u8", [33], (1,), "u4", [1, 2], (1, 2), None)
    yield reread("worked-pred", "pred is one bit wide, lowest first", "u8", [5], (), "pred", [True, False, True] + [False] * 5, (8,), None)
    yield reread("worked-shape", "f32[10] becomes f16[10,2]", "f32", [0.0] * 10, (10,), "f16", [0.0] * 20, (10, 2), None)
    yield reread("scalar-shape", "f32[] becomes f16[2]", "f32", [-0.0], (), "f16", [0.0, -0.0], (2,), None)
    yield reread("minus-two", "sub-byte elements extend their own sign", "s32", [-2], (), "s4", [-2] + [-1] * 7, (8,), None)
    yield reread("empty", "no elements, no bits", "f32", [], (0, 3), "u4", [], (0, 3, 8), None)
    unsigned = {bits: f"u{bits}" for bits in (1, 2, 4, 8, 16, 32, 64)}
    for name in ["pred", *INTEGERS, *FLOATS]:
        if name != unsigned.get(width(name), name):
            yield from both_ways(unsigned[width(name)], name)
    yield from both_ways("f6e2m3fn", "f6e3m2fn")
    yield from both_ways("f6e3m2fn", "u2")
    for wide, narrow in (("u8", "u1"), ("u8", "s2"), ("s8", "s4"), ("u16", "u2"), ("s16", "f4e2m1fn"), ("f16", "u8"), ("f32", "bf16"),
                         ("f32", "f8e5m2"), ("s32", "u4"), ("s64", "s16"), ("f64", "f32"), ("u64", "pred"), ("s64", "s1"), ("u4", "pred")):
        yield from both_ways(wide, narrow)
    wide = [0x3FF0000040000000, 0xC00000003F800000]
    words = [part for code in wide for part in parts_of(code, 64, 32)]
    yield reread("to-c64", "the words of re, then those of im", "c128", [complex(*values("f64", wide))], (1,), "c64",
                 [complex(*values("f32", words[:2])), complex(*values("f32", words[2:]))], (1, 2))
    yield reread("to-c128", "the words of re, then those of im", "c64",
                 [complex(*values("f32", words[:2])), complex(*values("f32", words[2:]))], (2,), "c128", [complex(*values("f64", wide))], ())
    yield reread("same", "complex numbers as they are", "c64", [complex(1, -0.0)], (1,), "c64", [complex(1, -0.0)], (1,))
    for identity, why, x, r, code, at in (
            ("tuple", "the operand is an array", "(f32[2])", "f32[2]", "bitcast-convert.C1", "bitcast-convert("),
            ("complex", "complex and real do not mix", "c64[2]", "f32[2,2]", "bitcast-convert.C2", "f32[2,2]"),
            ("sizes", "equal widths keep the sizes", "f32[4]", "s32[2,2]", "bitcast-convert.C3", "s32[2,2]"),
            ("missing-dimension", "a narrower type requires one more dimension", "f32[10]", "f16[20]", "bitcast-convert.C4", "f16[20]"),
            ("group", "the last dimension holds as many parts as fit", "f16[10,3]", "f32[10]", "bitcast-convert.C5", "bitcast-convert("),
            ("scalar", "a scalar has no last dimension", "f16[]", "f32[]", "bitcast-convert.C5", "bitcast-convert("),
            ("dynamic", "the group is static", "u8[3,<=4]", "f32[3]", "bitcast-convert.C6", "bitcast-convert(")):
        yield reject_case(f"bitcast-convert.{x.strip('(').split('[')[0]}.rejects-{identity}", why, "BitcastConvertType",
                          [f"x = {x} parameter(0)", f"ROOT r = {r} bitcast-convert(x)"], code, at=at)


# ---- bitcast ----
def recast(identity, why, x, x_literal, r, r_literal, requires, oracle=None, anchor="bitcast"):
    lines = [f"x = {x} parameter(0)", f"ROOT r = {r} bitcast(x)"]
    return run_case(f"bitcast.{identity}", why, anchor, lines, [x_literal], r_literal, requires=requires, oracle=oracle)


def under(text, lit):
    return {"shape": text, "data": lit["data"]}


def bitcast_cases():
    memory = "numpy ravel in memory order"
    for name in ["pred", *INTEGERS, *FLOATS, "c64", "c128"]:
        codes = patterns([name], 6, width(name))
        order = numpy.arange(6).reshape(2, 3).ravel(order="F")  # row-major indices in column-major memory
        r = f"{name}[6]{{0}}"
        yield recast(f"{name}.column-major", "memory order of a column-major array", f"{name}[2,3]{{0,1}}",
                     under(f"{name}[2,3]{{0,1}}", literal(name, values(name, codes), (2, 3))), r,
                     literal(name, [decode(name, codes[i]) for i in order]), [name], memory)
    x = list(range(6))
    yield recast("s32.reshape", "default layouts: a reshape", "s32[2,3]", literal("s32", x, (2, 3)), "s32[3,2]{1,0}", literal("s32", x, (3, 2)), ["s32"])
    yield recast("s32.transpose", "opposite layouts: a transpose", "s32[2,3]", literal("s32", x, (2, 3)), "s32[3,2]{0,1}",
                 under("s32[3,2]{0,1}", literal("s32", [0, 3, 1, 4, 2, 5], (3, 2))), ["s32"])
    yield run_case("bitcast.s32.element-layout", "the layout written for the operand counts, not that of the tuple", "bitcast",
                   ["x = s32[2,3] parameter(0)", "t = (s32[2,3]{1,0}) tuple(x)", "g = s32[2,3]{0,1} get-tuple-element(t), index=0",
                    "ROOT r = s32[6]{0} bitcast(g)"], [literal("s32", x, (2, 3))], literal("s32", [0, 3, 1, 4, 2, 5]), requires=["s32"])
    yield recast("s32.tiled", "padding of tiles is zero", "s32[1,3]{1,0:T(2,2)}", under("s32[1,3]{1,0:T(2,2)}", literal("s32", [1, 2, 3], (1, 3))),
                 "s32[8]{0}", literal("s32", [1, 2, 0, 0, 3, 0, 0, 0]), ["s32"])
    yield recast("f32.halves", "another width: bytes from low to high", "f32[2]", literal("f32", [1.0, -2.0]), "u16[4]{0}",
                 literal("u16", [0, 0x3F80, 0, 0xC000]), ["f32", "u16"])
    yield recast("u8.packed", "packed memory fills a byte from its high bits", "u8[1]", literal("u8", [0x21]), "u4[2]{0:E(4)}",
                 under("u4[2]{0:E(4)}", literal("u4", [2, 1])), ["u4", "u8"])
    yield recast("f32.empty", "no bytes", "f32[0,2]", literal("f32", [], (0, 2)), "s8[0]{0}", literal("s8", [], (0,)), ["f32", "s8"])
    for identity, why, x, r, code, at in (
            ("bytes", "equal storage sizes", "f32[4]", "f32[3]", "bitcast.C1", "f32[3]"),
            ("padding", "padding of tiles counts", "f32[3]{0:T(2)}", "f32[3]", "bitcast.C1", "f32[3] bitcast"),
            ("tuple", "a tuple has no layout", "(f32[4])", "f32[4]", "bitcast.C2", "bitcast(")):
        yield reject_case(f"bitcast.f32.rejects-{identity}", why, "bitcast", [f"x = {x} parameter(0)", f"ROOT r = {r} bitcast(x)"], code, at=at,
                          requires=["f32"])


# ---- reduce-precision ----
def reduce_precision_cases():
    for name, (exponent_bits, mantissa_bits, *_) in FLOATS.items():
        if name == "f8e8m0fnu":  # no fraction: only the exponent, from -6 to 7
            kept, xs = (4, 0), [1.0, 2.0**7, 2.0**8, 2.0**-6, 2.0**-7]
            results = [1.0, 2.0**7, math.nan, 2.0**-6, math.nan]
        else:
            kept, step = (exponent_bits, mantissa_bits - 1), Fraction(2, 2**mantissa_bits)
            xs = [1 + k * step / 2 for k in range(min(2**mantissa_bits, 8))]
            xs = [float(v) for v in (*xs, 2 - step / 2, 2)]
            results = [float(round(Fraction(x) / step) * step) for x in xs]
        lines = [f"x = {name}[{len(xs)}] parameter(0)",
                 f"ROOT r = {name}[{len(xs)}] reduce-precision(x), exponent_bits={kept[0]}, mantissa_bits={kept[1]}"]
        yield run_case(f"reduce-precision.{name}.one-bit-less", "one bit less, ties to even", "ReducePrecision", lines, [literal(name, xs)],
                       literal(name, results), requires=[name], oracle="exact fractions")


# ---- stochastic-convert ----
def stochastic(bits, to, x, draw):
    low, high = int_range(to)
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return high if x > 0 else low
    exact = abs(Fraction(x))
    whole = math.floor(exact)
    magnitude = whole + (draw < math.floor((exact - whole) * 2**bits))
    return min(max(-magnitude if x < 0 else magnitude, low), high)


def stochastic_case(identity, why, name, to, xs, draws, oracle="exact fractions"):
    bits, n = width(name), len(xs)
    lines = [f"x = {name}[{n}] parameter(0)", f"b = u{bits}[{n}] parameter(1)", f"ROOT r = {to}[{n}] stochastic-convert(x, b)"]
    return run_case(f"stochastic-convert.{name}.{identity}", why, "StochasticConvertType", lines, [literal(name, xs), literal(f"u{bits}", draws)],
                    literal(to, [stochastic(bits, to, x, d) for x, d in zip(xs, draws)]), requires=[name, f"u{bits}", to], oracle=oracle)


def stochastic_cases():
    quarter = 1 << 30
    yield stochastic_case("worked", "away from zero when the draw is below the fraction", "f32", "s32", [2.25, 2.25, -2.25, -2.25],
                          [0, quarter, 0, quarter])
    yield stochastic_case("special", "NaN is 0, infinities saturate", "f32", "s32", [math.nan, math.inf, -math.inf, -0.0, 3e38], [0] * 5)
    yield stochastic_case("exact", "a whole number does not depend on the random bits", "f32", "s32", [5.0, -7.0, 16777216.0], [0, MASK32, 0])
    yield stochastic_case("wide-draw", "all 64 bits of the draw count", "f64", "s64", [0.5, 0.5, 2.0**-53, 2.0**62 + 1024, 1e19],
                          [2**63 - 1, 2**63, 2047, 0, 0])
    for name in FLOATS:
        bits = width(name)
        if bits == 6:
            continue  # no unsigned type of this width
        half = 1 << (bits - 1)
        xs = [0.5, 0.5, -1.5, -1.5, 0.0, 3.0] if holds(name, 0.0) else [0.5, 0.5, 0.25, 1.0, 2.0, 16.0]
        yield stochastic_case("half", "a half is a draw against the top bit", name, "s8", xs, [half - 1, half, 0, half, 0, 0])
    for to in [n for n in INTEGERS if n[0] == "s"]:
        low, high = int_range(to)
        edge = [v for v in (low - 1, low - 0.5, low, high, high + 0.5, high + 1)] if abs(low) < 2**20 else [-3e38, 3e38, 0.25, -0.25, 1e9, -1e9]
        yield stochastic_case(f"edge-{to}", "what lies outside saturates, rounding up included", "f32", to, [float(v) for v in edge], [0] * 6)
    for identity, why, x, b, r, code, at in (
            ("integer", "the operand is floating", "s32[4]", "u32[4]", "s8[4]", "stochastic-convert.C1", "stochastic-convert("),
            ("draw-width", "as many random bits as the operand has", "f32[4]", "u16[4]", "s8[4]", "stochastic-convert.C2", "stochastic-convert("),
            ("signed-draw", "random bits are unsigned", "f32[4]", "s32[4]", "s8[4]", "stochastic-convert.C2", "stochastic-convert("),
            ("sizes", "equal sizes", "f32[4]", "u32[2]", "s8[4]", "stochastic-convert.C3", "stochastic-convert("),
            ("float-result", "the result is a signed integer", "f32[4]", "u32[4]", "f16[4]", "stochastic-convert.C4", "f16[4]")):
        yield reject_case(f"stochastic-convert.{x.split('[')[0]}.rejects-{identity}", why, "StochasticConvertType",
                          [f"x = {x} parameter(0)", f"b = {b} parameter(1)", f"ROOT r = {r} stochastic-convert(x, b)"], code, at=at)


# ---- rng-bit-generator ----
def threefry(counter, key):
    ks = [key & MASK32, key >> 32]
    ks.append(0x1BD11BDA ^ ks[0] ^ ks[1])
    x0, x1 = (counter + ks[0]) & MASK32, ((counter >> 32) + ks[1]) & MASK32
    for group in range(5):
        for r in ((13, 15, 26, 6), (17, 29, 16, 24))[group % 2]:
            x0 = (x0 + x1) & MASK32
            x1 = ((x1 << r | x1 >> (32 - r)) & MASK32) ^ x0
        x0 = (x0 + ks[(group + 1) % 3]) & MASK32
        x1 = (x1 + ks[(group + 2) % 3] + group + 1) & MASK32
    return [x0, x1]


def philox(counter, key):
    x = [counter >> (32 * i) & MASK32 for i in range(4)]
    k0, k1 = key & MASK32, key >> 32
    for _ in range(10):
        p, q = x[0] * 0xD2511F53, x[2] * 0xCD9E8D57
        x = [q >> 32 ^ x[1] ^ k0, q & MASK32, p >> 32 ^ x[3] ^ k1, p & MASK32]
        k0, k1 = (k0 + 0x9E3779B9) & MASK32, (k1 + 0xBB67AE85) & MASK32
    return x


def draw_threefry(state, bits, dims):
    key, counter = state
    count = math.prod(dims)
    if count == 0:
        return state, []
    if bits == 64:
        out = [x0 | x1 << 32 for x0, x1 in (threefry(counter + e & MASK64, key) for e in range(count))]
        return [key, counter + count & MASK64], out
    if not dims:
        return [key, counter + 1 & MASK64], threefry(counter, key)[:1]
    even = [d for d, n in enumerate(dims) if n % 2 == 0]
    d = even[0] if even else dims.index(max(dims))
    half = list(dims)
    half[d] = (dims[d] + 1) // 2
    out = numpy.zeros(dims, dtype=object)
    for linear, index in enumerate(numpy.ndindex(*half)):
        for word, value in enumerate(threefry(counter + linear & MASK64, key)):
            place = list(index)
            place[d] = 2 * index[d] + word
            if place[d] < dims[d]:
                out[tuple(place)] = value
    return [key, counter + math.prod(half) & MASK64], list(out.ravel())


def draw_philox(state, bits, dims):
    key, low = state[:2]
    high = state[2] if len(state) == 3 else key
    count = math.prod(dims)
    blocks = -(-count // (2 if bits == 64 else 4))
    words = []
    for b in range(blocks):
        carry, now = divmod(low + b, 1 << 64)
        words += philox(now | (high + carry & MASK64) << 64, key)
    out = [words[2 * i] | words[2 * i + 1] << 32 for i in range(count)] if bits == 64 else words[:count]
    carry, low = divmod(low + blocks, 1 << 64)
    return ([key, low, high + carry & MASK64] if len(state) == 3 else [key, low]), out


def rng_case(identity, why, algorithm, state, name, dims, expect=None, oracle="the generators written out in Python"):
    bits = width(name)
    draw = draw_threefry if algorithm == "rng_three_fry" else draw_philox
    after, words = draw(state, bits, list(dims))
    if expect is not None:
        assert (after, words) == expect, (identity, after, words)
    r = f"(u64[{len(state)}], {name}[{','.join(map(str, dims))}])"
    lines = [f"s = u64[{len(state)}] parameter(0)", f"ROOT r = {r} rng-bit-generator(s), algorithm={algorithm}"]
    result = {"tuple": [literal("u64", after), literal(name, values(name, [w & ((1 << bits) - 1) for w in words]), dims)]}
    return run_case(f"rng-bit-generator.{name}.{identity}", why, "RngBitGenerator", lines, [literal("u64", state)], result,
                    requires=[name, "u64"], oracle=oracle)


def rng_cases():
    three, phil = "rng_three_fry", "rng_philox"
    worked = "the worked numbers of upstream's tests"
    yield rng_case("three-fry-2x2", "two words an element, counter and counter + e", three, [1, 2], "u64", (2, 2),
                   ([1, 6], [9236835810183407956, 16087790271692313299, 18212823393184779219, 2658481902456610144]), worked)
    yield rng_case("three-fry-4", "pairs go to neighbors along one dimension", three, [1, 2], "u32", (4,), ([1, 4], [43444564, 2150618427, 3979645651, 3745730563]))
    yield rng_case("three-fry-3", "a word that is left over is dropped", three, [1, 2], "u32", (3,), ([1, 4], [43444564, 2150618427, 3979645651]))
    yield rng_case("three-fry-scalar", "a scalar takes the first word of a pair", three, [1, 2], "u32", (), ([1, 3], [43444564]))
    yield rng_case("three-fry-2x3", "the first even dimension is halved", three, [1, 2], "u32", (2, 3),
                   ([1, 5], [43444564, 3979645651, 1672743891, 2150618427, 3745730563, 4240503393]))
    yield rng_case("philox-4", "four words a block", phil, [1, 2], "u32", (4,), ([1, 3], [2100602697, 2847456232, 2074354647, 800269529]))
    yield rng_case("default-state-of-3", "the counter has 128 bits of its own", "rng_default", [1, 2, 3], "u32", (5,),
                   ([1, 4, 3], [4031113034, 1366700262, 495645701, 3051723414, 89414891]))
    yield rng_case("philox-2", "two 64-bit elements a block", phil, [1, 2], "u64", (2,), ([1, 3], [12229731395331991369, 3437131457114678231]))
    for name in INTEGERS:
        for algorithm in (three, phil):
            yield rng_case(f"{algorithm[4:].replace('_', '-')}-5x3", "narrow types keep the low bits of a word", algorithm, [MASK64 // 7, 2**40 + 5],
                           name, (5, 3))
    yield rng_case("three-fry-largest", "all sizes odd: the largest is halved, the first of equals", three, [3, 9], "u32", (3, 5, 5))
    yield rng_case("three-fry-wrap", "the counter wraps", three, [3, MASK64], "u32", (2, 2))
    yield rng_case("philox-carry", "a carry reaches the third word of the state", phil, [1, MASK64, 3], "u32", (9,))
    yield rng_case("philox-carry-out", "the whole counter wraps", phil, [1, MASK64, MASK64], "u64", (3,))
    yield rng_case("philox-no-carry", "the counter carries into its high half, which a state of two does not keep", phil, [1, MASK64], "u32", (9,))
    for algorithm in (three, phil):
        yield rng_case(f"{algorithm[4:].replace('_', '-')}-empty", "no elements leave the state", algorithm, [1, 2], "u32", (2, 0))
    for identity, why, state, r, code, at in (
            ("state-type", "the state is of u64", "u32[4]", "(u32[4], u32[2])", "rng-bit-generator.C1", "rng-bit-generator("),
            ("state-size", "three_fry has a state of two", "u64[3]", "(u64[3], u32[2])", "rng-bit-generator.C1", "rng-bit-generator("),
            ("float", "the bits are integers", "u64[2]", "(u64[2], f32[2])", "rng-bit-generator.C2", "(u64[2], f32"),
            ("new-state", "the new state has the shape of the old one", "u64[2]", "(u64[3], u32[2])", "rng-bit-generator.C3", "(u64[3]"),
            ("no-tuple", "the result is a pair", "u64[2]", "u32[2]", "rng-bit-generator.C3", "u32[2] rng")):
        yield reject_case(f"rng-bit-generator.u64.rejects-{identity}", why, "RngBitGenerator",
                          [f"s = {state} parameter(0)", f"ROOT r = {r} rng-bit-generator(s), algorithm={three}"], code, at=at)


def main():
    write("bitcast-convert", list(bitcast_convert_cases()), NAME)
    write("bitcast", list(bitcast_cases()), NAME)
    write("reduce-precision", list(reduce_precision_cases()), NAME)
    write("stochastic-convert", list(stochastic_cases()), NAME)
    write("rng-bit-generator", list(rng_cases()), NAME)


main()
