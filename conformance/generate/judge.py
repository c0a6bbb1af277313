#!/usr/bin/python3
"""Self-tests of the runner: a result, an expected value, and whether the comparison accepts the one as the other. By hand,
from the tolerance classes (formats, section 4)."""
from formats import FLOATS, literal
from write import write

NAME = "conformance/generate/judge.py"
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}


def case(what, why, got, expect, agrees, tol=None):
    shape = got.get("shape") or "tuple"
    made = {"id": f"judge.{what}", "kind": "judge", "level": "core", "why": why, "spec": [{"doc": "numerics", "anchor": "1"}], "requires": [],
            "tags": ["self-test"], "hlo": [shape.split("{")[0] if shape != "tuple" else "()"], "args": [got], "expect": expect, "agrees": agrees}
    if tol:
        made["tol"] = tol
    made["provenance"] = {"kind": "hand"}
    return made


def both(what, why, got, expect, agrees, tol=None):
    """The same in both directions."""
    yield case(what, why, got, expect, agrees, tol)
    yield case(what + "-reversed", why, expect, got, agrees, tol)


def lit(name, *values):
    return literal(name, list(values))


def raw(name, data, dims="1"):
    return {"shape": f"{name}[{dims}]{{0}}", "data": data}


CLOSE = {"class": "close", "ulp": 2}


def bits_cases():
    nan = float("nan")
    for name in ("pred", "s1", "s4", "s8", "s16", "s32", "s64", "u2", "u8", "u16", "u32", "u64"):
        a, b = (True, False) if name == "pred" else (0, -1 if name[0] == "s" else 1)
        yield case(f"{name}.equal", "the same integers", lit(name, a, b), lit(name, a, b), True)
        yield from both(f"{name}.last-differs", "the last element differs", lit(name, a, a), lit(name, a, b), False)
        yield case(f"{name}.first-differs", "the first element differs", lit(name, b, a), lit(name, a, a), False)
        yield case(f"{name}.differs-in-class-close", "integers must be equal for every tolerance", lit(name, a, a), lit(name, a, b), False, CLOSE)
    for name in FLOATS:
        holds_zero, signed = name != "f8e8m0fnu", FLOATS[name][5] and name != "f8e8m0fnu"
        yield case(f"{name}.equal", "the same numbers", lit(name, 1.0, 2.0), lit(name, 1.0, 2.0), True)
        yield case(f"{name}.differs", "another number", lit(name, 1.0, 4.0), lit(name, 1.0, 2.0), False)
        if signed:
            yield from both(f"{name}.sign-of-zero", "the sign of zero counts", lit(name, -0.0), lit(name, 0.0), False)
        if holds_zero:
            yield from both(f"{name}.zero-and-one", "zero is not one", lit(name, 0.0), lit(name, 1.0), False)
        if FLOATS[name][4]:
            yield case(f"{name}.nan", "NaN equals NaN", lit(name, nan), lit(name, nan), True)
            yield from both(f"{name}.nan-and-number", "NaN equals no number", lit(name, nan), lit(name, 1.0), False)
            yield from both(f"{name}.nan-and-number-close", "NaN is not close to a number", lit(name, nan), lit(name, 1.0), False, CLOSE)
        if FLOATS[name][3]:
            yield from both(f"{name}.infinities", "infinities have a sign", lit(name, float("inf")), lit(name, float("-inf")), False)
            largest = {"f64": 1.7976931348623157e308, "f32": 3.4028234663852886e38, "f16": 65504.0}.get(name)
            if largest:
                yield from both(f"{name}.infinity-and-largest", "infinity is not close to the largest number", lit(name, float("inf")), lit(name, largest), False, CLOSE)
                yield from both(f"{name}.infinity-and-largest-sum", "infinity is not a sum near the largest number", lit(name, float("inf")), lit(name, largest), False,
                                {"class": "accumulate", "terms": 8})


def payload_cases():
    for name, a, b in (("f32", "nan:0x7fc12345", "nan:0x7fc12346"), ("f32", "nan:0xffc12345", "nan:0x7fc12345"), ("f64", "nan:0x7ff8000000000001", "nan:0x7ff8000000000002"),
                       ("f16", "nan:0x7e01", "nan:0x7e00"), ("bf16", "nan:0xffc1", "nan:0x7fc1")):
        slug = f"{name}.payload-{a[6:]}"
        yield case(slug + "-equal", "the payload that the case specifies", raw(name, [a]), raw(name, [a]), True)
        yield from both(slug + "-differs", "the payload is another", raw(name, [b]), raw(name, [a]), False)
        yield case(slug + "-for-any-nan", "the case specifies no payload", raw(name, [a]), raw(name, ["nan"]), True)
    yield case("f32.payload-of-second-part", "a payload deep in a tuple", {"tuple": [lit("s32", 1), {"tuple": [raw("f32", ["nan:0x7fc00001"])]}]},
               {"tuple": [lit("s32", 1), {"tuple": [raw("f32", ["nan:0x7fc00002"])]}]}, False)
    yield case("f32.payload-of-default", "the default NaN, spelled with its bits", raw("f32", ["nan"]), raw("f32", ["nan:0x7fc00000"]), True)


def close_cases():
    for name, eps in EPSILON.items():
        for steps, agrees in ((1, True), (2, True), (3, False)):
            why = "within two units in the last place" if agrees else "beyond two units in the last place"
            yield from both(f"{name}.close-{steps}-above-one", why, lit(name, 1.0 + steps * eps), lit(name, 1.0), agrees, CLOSE)
            yield from both(f"{name}.close-{steps}-below-two", why, lit(name, 2.0 - steps * eps), lit(name, 2.0), agrees, CLOSE)
        tiny = {"f64": 5e-324, "f32": 2.0**-149, "f16": 2.0**-24, "bf16": 2.0**-133}[name]
        yield from both(f"{name}.close-across-zero", "one step on either side of zero: two units", lit(name, tiny), lit(name, -tiny), True, CLOSE)
        yield from both(f"{name}.close-across-zero-wide", "two steps on either side of zero: four units", lit(name, 2 * tiny), lit(name, -2 * tiny), False, CLOSE)
        yield case(f"{name}.close-zeros", "zeros of either sign are close", lit(name, -0.0), lit(name, 0.0), True, CLOSE)
        yield case(f"{name}.opposite-signs", "a number and its negative are not close", lit(name, -1.0), lit(name, 1.0), False, CLOSE)
        yield case(f"{name}.one-step-is-not-equal", "the class bits has no tolerance", lit(name, 1.0 + eps), lit(name, 1.0), False)
        yield case(f"{name}.one-step-is-not-correct", "the class correct has no tolerance", lit(name, 1.0 + eps), lit(name, 1.0), False, {"class": "correct"})
        half = {"class": "close", "ulp": 0.5}
        yield case(f"{name}.half-a-unit", "one step is more than half a unit", lit(name, 1.0 + eps), lit(name, 1.0), False, half)
        for terms, steps, agrees in ((4, 4, True), (4, 5, False), (1, 1, True), (1, 2, False)):
            why = "an error of at most terms x eps x the largest magnitude" if agrees else "an error beyond terms x eps x the largest magnitude"
            yield case(f"{name}.sum-of-{terms}-off-by-{steps}", why, lit(name, 1.0 + steps * eps, 0.5), lit(name, 1.0, 0.5), agrees, {"class": "accumulate", "terms": terms})
        yield case(f"{name}.sum-scale", "the scale of the case, not the largest magnitude", lit(name, 8 * eps), lit(name, 0.0), True, {"class": "accumulate", "terms": 4, "scale": 2.0})
        yield case(f"{name}.sum-beyond-scale", "the scale of the case, not the largest magnitude", lit(name, 9 * eps), lit(name, 0.0), False,
                   {"class": "accumulate", "terms": 4, "scale": 2.0})
        yield case(f"{name}.sum-nan", "NaN where a number is expected", lit(name, float("nan")), lit(name, 1.0), False, {"class": "accumulate", "terms": 1000})
        yield case(f"{name}.sum-nan-expected", "NaN where NaN is expected", lit(name, float("nan")), lit(name, float("nan")), True, {"class": "accumulate", "terms": 2})


def complex_cases():
    for name, part in (("c64", "f32"), ("c128", "f64")):
        eps = EPSILON[part]
        yield case(f"{name}.equal", "the same parts", lit(name, complex(1, -2)), lit(name, complex(1, -2)), True)
        yield from both(f"{name}.swapped-parts", "real and imaginary part are swapped", lit(name, complex(1, 2)), lit(name, complex(2, 1)), False)
        yield case(f"{name}.conjugate", "the imaginary part has another sign", lit(name, complex(1, -2)), lit(name, complex(1, 2)), False)
        yield case(f"{name}.imaginary-zero", "the sign of an imaginary zero counts", lit(name, complex(1, -0.0)), lit(name, complex(1, 0.0)), False)
        yield case(f"{name}.nan-part", "NaN in another part", lit(name, complex(float("nan"), 1)), lit(name, complex(1, float("nan"))), False)
        yield case(f"{name}.nan-in-place", "NaN in the same part", lit(name, complex(float("nan"), 1)), lit(name, complex(float("nan"), 1)), True)
        for steps, agrees in ((2, True), (3, False)):
            why = ("within" if agrees else "beyond") + " two units of the larger part"
            yield case(f"{name}.close-real-{steps}", why, lit(name, complex(1 + steps * eps, 0.25)), lit(name, complex(1, 0.25)), agrees, CLOSE)
            yield case(f"{name}.close-imaginary-{steps}", why, lit(name, complex(1, steps * eps)), lit(name, complex(1, 0)), agrees, CLOSE)


def shape_cases():
    yield case("shape.type", "the same numbers of another type", lit("s32", 1, 2), lit("s64", 1, 2), False)
    yield case("shape.sign", "the same numbers of an unsigned type", lit("s32", 1, 2), lit("u32", 1, 2), False)
    yield case("shape.float-for-integer", "the same numbers of a floating-point type", lit("f32", 1.0, 2.0), lit("s32", 1, 2), False)
    yield from both("shape.longer", "one element more", lit("s32", 1, 2, 3), lit("s32", 1, 2), False)
    yield from both("shape.rank", "a vector and a matrix", literal("s32", [1, 2], (2,)), literal("s32", [1, 2], (1, 2)), False)
    yield from both("shape.scalar", "a scalar and a vector of one", literal("s32", [1], ()), literal("s32", [1], (1,)), False)
    yield from both("shape.transposed-sizes", "the same elements in other sizes", literal("s32", list(range(6)), (2, 3)), literal("s32", list(range(6)), (3, 2)), False)
    yield from both("shape.empty", "two empty arrays of other sizes", literal("s32", [], (0, 3)), literal("s32", [], (0, 2)), False)
    yield case("shape.empty-equal", "two empty arrays", literal("s32", [], (0, 3)), literal("s32", [], (0, 3)), True)
    column = {"shape": "s32[2,3]{0,1}", "data": [[0, 1, 2], [3, 4, 5]]}
    yield from both("shape.layout", "layouts do not count", column, literal("s32", list(range(6)), (2, 3)), True)
    yield case("shape.layout-differs", "an element differs under another layout", column, literal("s32", [0, 1, 2, 3, 4, 6], (2, 3)), False)
    cut = {"shape": "f32[<=4]{0}", "dynamic_sizes": [2], "data": [1, 2]}
    yield case("dynamic.equal", "the same live elements", cut, cut, True)
    yield from both("dynamic.sizes", "other live sizes", {"shape": "f32[<=4]{0}", "dynamic_sizes": [3], "data": [1, 2, 0]}, cut, False)
    yield from both("dynamic.elements", "another live element", {"shape": "f32[<=4]{0}", "dynamic_sizes": [2], "data": [1, 3]}, cut, False)
    yield from both("tuple.shorter", "a part is missing", {"tuple": [lit("s32", 1)]}, {"tuple": [lit("s32", 1), lit("s32", 2)]}, False)
    yield case("tuple.equal", "the same parts", {"tuple": [lit("s32", 1), lit("f32", 2.0)]}, {"tuple": [lit("s32", 1), lit("f32", 2.0)]}, True)
    yield case("tuple.second-part", "the second part differs", {"tuple": [lit("s32", 1), lit("f32", 3.0)]}, {"tuple": [lit("s32", 1), lit("f32", 2.0)]}, False)
    yield case("tuple.order", "the parts are swapped", {"tuple": [lit("s32", 1), lit("s32", 2)]}, {"tuple": [lit("s32", 2), lit("s32", 1)]}, False)
    yield case("tuple.for-array", "a tuple of one for an array", {"tuple": [lit("s32", 1)]}, lit("s32", 1), False)
    yield case("tuple.nesting", "another nesting", {"tuple": [{"tuple": [lit("s32", 1)]}]}, {"tuple": [lit("s32", 1)]}, False)
    yield case("tuple.close-part", "the tolerance holds in parts", {"tuple": [lit("f32", 1.0 + 2.0**-23)]}, {"tuple": [lit("f32", 1.0)]}, True, CLOSE)
    for n in (67, 1030):
        values = [i % 7 for i in range(n)]
        for at in (0, n // 2, n - 1):
            other = list(values)
            other[at] += 1
            if n == 67 or at:
                yield case(f"long.{n}-differs-at-{at}", "one element of a long line differs", lit("s32", *other), lit("s32", *values), False)
    one_of = {"oneOf": [lit("f32", 1.0), lit("f32", 2.0)]}
    yield case("one-of.first", "the first of two allowed values", lit("f32", 1.0), one_of, True)
    yield case("one-of.second", "the second of two allowed values", lit("f32", 2.0), one_of, True)
    yield case("one-of.neither", "neither of two allowed values", lit("f32", 3.0), one_of, False)


def main():
    cases = [made for part in (bits_cases, payload_cases, close_cases, complex_cases, shape_cases) for made in part()]
    write("judge", cases, NAME)


main()
