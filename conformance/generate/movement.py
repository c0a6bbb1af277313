#!/usr/bin/python3
"""Vectors of the ops that move elements, of dot, and of reduce. Oracles: numpy (indexing and integer sums),
exact fractions, and the worked examples of the operation semantics by hand."""
import math
from fractions import Fraction

import numpy

from formats import FLOATS, INTEGERS, convert_to, holds, int_range, literal, round_to, wrap
from write import reject_case, run_case, write

NAME = "conformance/generate/movement.py"
NUMPY = "numpy indexing"
INF, NAN = math.inf, math.nan
TYPES = ["pred", *INTEGERS, *FLOATS, "c64", "c128"]


def fill(name, count):
    """Different values that the type represents exactly."""
    if name == "pred":
        return [i % 3 == 0 for i in range(count)]
    if name in INTEGERS:
        low, high = int_range(name)
        return [low + i % (high - low + 1) for i in range(count)] if high < 100 else list(range(count))
    if name in FLOATS:
        steps = [v for v in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0) if holds(name, v)]
        return [float(steps[i % len(steps)]) * (-1 if (i // 8) % 2 and steps[i % len(steps)] and holds(name, -1.0) else 1) for i in range(count)]
    return [complex(i, -i) if i else 0j for i in range(count)]


def array(name, dims):
    values = numpy.empty(math.prod(dims), dtype=object)
    values[:] = fill(name, math.prod(dims))
    return values.reshape(dims)


def lit(name, values):
    values = numpy.asarray(values, dtype=object)
    return literal(name, list(values.ravel()), values.shape)


def shape(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"


def moved(op, anchor, identity, why, name, x, result, attributes, oracle=NUMPY, extra_lines=(), extra_args=(), operands="x"):
    lines = [f"x = {shape(name, x.shape)} parameter(0)", *extra_lines,
             f"ROOT r = {shape(name, result.shape)} {op}({operands}){attributes}"]
    return run_case(f"{op}.{name}.{identity}", why, anchor, lines, [lit(name, x), *extra_args], lit(name, result),
                    requires=[name], oracle=oracle)


def brace(numbers):
    return "{" + ",".join(map(str, numbers)) + "}"


# ---- transpose, reverse, broadcast, reshape ----
def transpose_cases():
    for name in TYPES:
        x = array(name, (2, 3, 2))
        yield moved("transpose", "Transpose", "rank-3", "dims(R)[i] = dims(x)[p[i]]; the inverse differs from rank 3 on", name, x,
                    x.transpose(1, 2, 0), ", dimensions={1,2,0}")
    for dims, perm in (((3, 4), (1, 0)), ((2, 3, 4), (2, 0, 1)), ((2, 1, 3, 2), (3, 1, 0, 2)), ((0, 3), (1, 0)), ((), ()),
                       ((17, 33), (1, 0)), ((2, 3, 2, 2, 2), (4, 2, 0, 3, 1))):
        x = array("s32", dims)
        tag = "x".join(map(str, dims)) or "scalar"
        yield moved("transpose", "Transpose", f"perm-{tag}", "permutations of several ranks and sizes", "s32", x, x.transpose(perm),
                    f", dimensions={brace(perm)}")
    bad = "x = f32[2,3] parameter(0)"
    yield reject_case("transpose.f32.rejects-repeat", "dimensions is a permutation", "Transpose",
                      [bad, "ROOT r = f32[2,2] transpose(x), dimensions={0,0}"], "transpose.C1", at="dimensions=", requires=["f32"])
    yield reject_case("transpose.f32.rejects-short", "dimensions lists every dimension", "Transpose",
                      [bad, "ROOT r = f32[2,3] transpose(x), dimensions={0}"], "transpose.C1", at="dimensions=", requires=["f32"])
    yield reject_case("transpose.f32.rejects-range", "dimension numbers are below the rank", "Transpose",
                      [bad, "ROOT r = f32[3,2] transpose(x), dimensions={1,2}"], "transpose.C1", at="dimensions=", requires=["f32"])
    yield reject_case("transpose.f32.rejects-result", "the result has the permuted sizes", "Transpose",
                      [bad, "ROOT r = f32[2,3] transpose(x), dimensions={1,0}"], "S05", at="f32[2,3] transpose", requires=["f32"])
    yield reject_case("transpose.f32.rejects-missing", "dimensions is required", "Transpose",
                      [bad, "ROOT r = f32[3,2] transpose(x)"], "P06", at="transpose(", requires=["f32"])


def reverse_cases():
    for name in TYPES:
        x = array(name, (2, 3))
        yield moved("reverse", "Rev", "both", "index i of a listed dimension becomes N-1-i", name, x, x[::-1, ::-1], ", dimensions={0,1}")
    x = array("s32", (2, 3, 2))
    for dims, index in (((0,), (slice(None, None, -1),)), ((2,), (slice(None), slice(None), slice(None, None, -1))),
                        ((2, 0), (slice(None, None, -1), slice(None), slice(None, None, -1))), ((), ())):
        yield moved("reverse", "Rev", "dims-" + ("-".join(map(str, dims)) or "none"), "only the listed dimensions are reversed", "s32", x,
                    x[index], f", dimensions={brace(dims)}")
    yield reject_case("reverse.f32.rejects-range", "dimension numbers are below the rank", "Rev",
                      ["x = f32[2,3] parameter(0)", "ROOT r = f32[2,3] reverse(x), dimensions={2}"], "reverse.C1", at="dimensions=", requires=["f32"])
    yield reject_case("reverse.f32.rejects-repeat", "a dimension is listed once", "Rev",
                      ["x = f32[2,3] parameter(0)", "ROOT r = f32[2,3] reverse(x), dimensions={1,1}"], "reverse.C1", at="dimensions=", requires=["f32"])


def broadcast_cases():
    for name in TYPES:
        x = array(name, (3,))
        yield moved("broadcast", "Broadcast", "rows", "new dimensions repeat the operand", name, x, numpy.broadcast_to(x, (2, 3)), ", dimensions={1}")
    s = array("f32", ())
    s[()] = 2.0
    yield moved("broadcast", "Broadcast", "seed-scalar", "a scalar fills the result", "f32", s, numpy.full((2, 3), 2.0, dtype=object), ", dimensions={}", None)
    yield moved("broadcast", "Broadcast", "scalar-without-dimensions", "dimensions may be left out for a scalar", "f32", s,
                numpy.full((2,), 2.0, dtype=object), "", None)
    x = array("s32", (2, 3))
    yield moved("broadcast", "Broadcast", "transposing", "entries that are not increasing transpose", "s32", x, x.transpose(), ", dimensions={1,0}")
    yield moved("broadcast", "Broadcast", "middle", "a new dimension in the middle", "s32", x,
                numpy.broadcast_to(x[:, None, :], (2, 4, 3)), ", dimensions={0,2}")
    yield moved("broadcast", "Broadcast", "into-empty", "a new dimension of size 0 gives no elements", "s32", x,
                numpy.broadcast_to(x[None], (0, 2, 3)), ", dimensions={1,2}")
    line = "x = f32[1,3] parameter(0)"
    for identity, why, result, dims, code, at in (
            ("entries", "one entry for each dimension of the operand", "f32[1,3]", "{0}", "broadcast.C1", "dimensions="),
            ("range", "entries are below the rank of the result", "f32[1,3]", "{0,2}", "broadcast.C2", "dimensions="),
            ("repeat", "entries are different", "f32[3,3]", "{1,1}", "broadcast.C2", "dimensions="),
            ("stretch", "a dimension of size 1 is not stretched", "f32[4,3]", "{0,1}", "broadcast.C3", "dimensions=")):
        yield reject_case(f"broadcast.f32.rejects-{identity}", why, "Broadcast",
                          [line, f"ROOT r = {result} broadcast(x), dimensions={dims}"], code, at=at, requires=["f32"])
    yield reject_case("broadcast.f32.rejects-type", "the element type stays", "Broadcast",
                      [line, "ROOT r = s32[1,3] broadcast(x), dimensions={0,1}"], "broadcast.C4", at="s32[1,3]", requires=["f32"])


def reshape_cases():
    for name in TYPES:
        x = array(name, (2, 3))
        yield moved("reshape", "Reshape", "merge", "elements keep their row-major order", name, x, x.reshape(6), "")
    for source, target in (((4, 2, 3), (8, 3)), ((4, 2, 3), (24,)), ((24,), (2, 6, 2)), ((1, 1), ()), ((), (1, 1, 1)), ((2, 0, 3), (0, 7)), ((6,), (1, 6, 1))):
        x = array("s32", source)
        tag = ("x".join(map(str, source)) or "scalar") + "-to-" + ("x".join(map(str, target)) or "scalar")
        yield moved("reshape", "Reshape", tag, "any sizes with as many elements", "s32", x, x.reshape(target), "")
    yield reject_case("reshape.f32.rejects-count", "the element counts are equal", "Reshape",
                      ["x = f32[4,6] parameter(0)", "ROOT r = f32[4,5] reshape(x)"], "reshape.C2", at="f32[4,5]", requires=["f32"])
    yield reject_case("reshape.f32.rejects-type", "the element type stays", "Reshape",
                      ["x = f32[4,6] parameter(0)", "ROOT r = s32[4,6] reshape(x)"], "reshape.C1", at="s32[4,6]", requires=["f32"])
    yield reject_case("reshape.f32.rejects-dynamic", "a dynamic size maps to one dimension of the result", "Reshape",
                      ["x = f32[<=4,6] parameter(0)", "ROOT r = f32[3,<=8] reshape(x)"], "reshape.C3", at="reshape(",
                      requires=["dynamic", "f32"])


# ---- slice, pad, concatenate, iota ----
def slice_cases():
    for name in TYPES:
        x = array(name, (3, 5))
        yield moved("slice", "Slice", "strided", "start, limit and stride of each dimension", name, x, x[1:3, 0:5:2], ", slice={[1:3], [0:5:2]}")
    x = array("f32", (5,))
    x[:] = [0.0, 1.0, 2.0, 3.0, 4.0]
    yield moved("slice", "Slice", "seed-vector", "the first example of the operation semantics", "f32", x, x[2:4], ", slice={[2:4]}", None)
    m = numpy.array([float(i) for i in range(12)], dtype=object).reshape(4, 3)
    yield moved("slice", "Slice", "seed-matrix", "the second example of the operation semantics", "f32", m, m[2:4, 1:3], ", slice={[2:4], [1:3]}", None)
    yield moved("slice", "Slice", "empty", "start = limit gives no elements", "f32", x, x[3:3], ", slice={[3:3]}")
    yield moved("slice", "Slice", "stride-over-end", "the last stride may reach over the limit", "f32", x, x[1:5:3], ", slice={[1:5:3]}")
    s = array("f32", ())
    yield moved("slice", "Slice", "scalar", "a scalar has no ranges", "f32", s, s, ", slice={}")
    line = "x = f32[5] parameter(0)"
    for identity, why, text, out, code in (("ranges", "one range for each dimension", "{[0:5], [0:1]}", "f32[5]", "slice.C1"),
                                           ("limit", "the limit stays inside", "{[0:6]}", "f32[6]", "slice.C2"),
                                           ("order", "the start is not behind the limit", "{[3:2]}", "f32[1]", "slice.C2"),
                                           ("stride", "the stride is at least 1", "{[0:5:0]}", "f32[5]", "slice.C3")):
        yield reject_case(f"slice.f32.rejects-{identity}", why, "Slice", [line, f"ROOT r = {out} slice(x), slice={text}"], code,
                          at="slice={", requires=["f32"])


def padded(x, value, config):
    dims = [n + lo + hi + max(n - 1, 0) * inner for n, (lo, hi, inner) in zip(x.shape, config)]
    out = numpy.empty(dims, dtype=object)
    out.fill(value)
    for index in numpy.ndindex(*x.shape):
        at = tuple(lo + i * (inner + 1) for i, (lo, hi, inner) in zip(index, config))
        if all(0 <= a < n for a, n in zip(at, dims)):
            out[at] = x[index]
    return out


def pad_cases():
    def case(identity, why, name, x, value, config, oracle="numpy, element by element from the definition"):
        text = "x".join("_".join(map(str, c)) for c in config)
        return moved("pad", "Pad", identity, why, name, x, padded(x, value, config), f", padding={text}" if config else ", padding=", oracle,
                     [f"v = {name}[] parameter(1)"], [literal(name, [value], [])], "x, v")
    for name in TYPES:
        x = array(name, (2, 3))
        yield case("low-high-interior", "space before, after and between the elements", name, x, fill(name, 3)[2], ((1, 0, 0), (0, 1, 1)))
    x = array("s32", (2, 3))
    x[:] = [[1, 2, 3], [4, 5, 6]]
    yield case("worked", "the worked example of the references", "s32", x, 0, ((0, 2, 1), (1, 1, 2)), None)
    yield case("crop", "negative edges crop", "s32", x, 9, ((-1, 0, 0), (0, -2, 0)))
    yield case("crop-interior", "negative edges crop interior padding, too", "s32", x, 9, ((0, 0, 0), (-1, -2, 2)))
    yield case("nothing", "no padding is the identity", "s32", x, 9, ((0, 0, 0), (0, 0, 0)))
    yield case("empty-operand", "an empty dimension gets low + high only", "s32", array("s32", (0, 2)), 7, ((1, 1, 3), (0, 0, 0)))
    yield case("to-empty", "cropping may leave no elements", "s32", x, 9, ((-1, -1, 0), (0, 0, 0)))
    yield case("nan-value", "the padding value keeps its bits", "f32", array("f32", (2,)), NAN, ((1, 1, 0),))
    lines = ["x = f32[2,3] parameter(0)", "v = f32[] parameter(1)"]
    for identity, why, text, out, code in (("entries", "one entry for each dimension", "1_1", "f32[4,3]", "pad.C1"),
                                           ("interior", "interior padding is not negative", "0_0_-1x0_0_0", "f32[1,3]", "pad.C3"),
                                           ("size", "no dimension gets a negative size", "-2_-1x0_0", "f32[0,3]", "pad.C4")):
        yield reject_case(f"pad.f32.rejects-{identity}", why, "Pad", [*lines, f"ROOT r = {out} pad(x, v), padding={text}"], code,
                          at="padding=", requires=["f32"])
    yield reject_case("pad.f32.rejects-value-type", "the padding value has the operand's type", "Pad",
                      [lines[0], "v = s32[] parameter(1)", "ROOT r = f32[2,3] pad(x, v), padding=0_0x0_0"], "pad.C2", requires=["f32", "s32"])
    yield reject_case("pad.f32.rejects-value-rank", "the padding value is a scalar", "Pad",
                      [lines[0], "v = f32[1] parameter(1)", "ROOT r = f32[2,3] pad(x, v), padding=0_0x0_0"], "pad.C2", requires=["f32"])


def concatenate_cases():
    for name in TYPES:
        parts = [array(name, (2, n)) for n in (1, 3, 2)]
        lines = [f"p{i} = {shape(name, p.shape)} parameter({i})" for i, p in enumerate(parts)]
        lines.append(f"ROOT r = {name}[2,6] concatenate(p0, p1, p2), dimensions={{1}}")
        yield run_case(f"concatenate.{name}.three", "operands one after the other", "Concatenate", lines, [lit(name, p) for p in parts],
                       lit(name, numpy.concatenate(parts, axis=1)), requires=[name], oracle=NUMPY)
    seed = [[2, 3], [4, 5], [6, 7]]
    lines = [f"p{i} = s32[2] parameter({i})" for i in range(3)] + ["ROOT r = s32[6] concatenate(p0, p1, p2), dimensions={0}"]
    yield run_case("concatenate.s32.seed-vectors", "the first example of the operation semantics", "Concatenate", lines,
                   [literal("s32", v) for v in seed], literal("s32", [2, 3, 4, 5, 6, 7]), requires=["s32"])
    lines = ["a = s32[3,2] parameter(0)", "b = s32[1,2] parameter(1)", "ROOT r = s32[4,2] concatenate(a, b), dimensions={0}"]
    yield run_case("concatenate.s32.seed-matrix", "the second example of the operation semantics", "Concatenate", lines,
                   [literal("s32", [1, 2, 3, 4, 5, 6], (3, 2)), literal("s32", [7, 8], (1, 2))],
                   literal("s32", [1, 2, 3, 4, 5, 6, 7, 8], (4, 2)), requires=["s32"])
    lines = ["a = s32[2] parameter(0)", "b = s32[0] parameter(1)", "ROOT r = s32[2] concatenate(b, a, b), dimensions={0}"]
    yield run_case("concatenate.s32.empty-part", "an empty operand adds no elements", "Concatenate", lines,
                   [literal("s32", [1, 2]), literal("s32", [])], literal("s32", [1, 2]), requires=["s32"])
    lines = ["a = s32[2] parameter(0)", "ROOT r = s32[2] concatenate(a), dimensions={0}"]
    yield run_case("concatenate.s32.one", "one operand is the identity", "Concatenate", lines, [literal("s32", [1, 2])],
                   literal("s32", [1, 2]), requires=["s32"])

    def reject(identity, why, a, b, out, dims, code, at="dimensions="):
        return reject_case(f"concatenate.f32.rejects-{identity}", why, "Concatenate",
                           [f"a = {a} parameter(0)", f"b = {b} parameter(1)", f"ROOT r = {out} concatenate(a, b), dimensions={dims}"], code,
                           at=at, requires=["f32"])
    yield reject("scalars", "scalars have no dimension to join", "f32[]", "f32[]", "f32[2]", "{0}", "concatenate.C2", "concatenate(")
    yield reject("types", "the element types are equal", "f32[1]", "s32[1]", "f32[2]", "{0}", "concatenate.C2", "concatenate(")
    yield reject("ranks", "the ranks are equal", "f32[1]", "f32[1,1]", "f32[2]", "{0}", "concatenate.C2", "concatenate(")
    yield reject("range", "the dimension is below the rank", "f32[1]", "f32[1]", "f32[2]", "{1}", "concatenate.C3")
    yield reject("two-dimensions", "exactly one dimension is listed", "f32[1,1]", "f32[1,1]", "f32[2,1]", "{0,1}", "concatenate.C3")
    yield reject("sizes", "the other sizes are equal", "f32[1,2]", "f32[1,3]", "f32[2,2]", "{0}", "concatenate.C4", None)
    yield reject_case("concatenate.none.rejects", "at least one operand", "Concatenate",
                      ["ROOT r = f32[0] concatenate(), dimensions={0}"], "P07", at="concatenate(")


def iota_cases():
    for name in [*INTEGERS, *FLOATS, "c64", "c128"]:
        values = [complex(i, 0) if name in ("c64", "c128") else convert_to(name, i) for i in range(6)]
        yield run_case(f"iota.{name}.six", "0, 1, 2, ... converted from a 64-bit integer", "Iota",
                       [f"ROOT r = {name}[6] iota(), iota_dimension=0"], [], literal(name, values), requires=[name],
                       oracle="exact fractions, rounded once")
    for name, count in (("s8", 300), ("u8", 300), ("bf16", 300), ("f8e4m3fn", 500), ("f8e5m2", 300), ("f16", 2100)):
        values = [convert_to(name, i) for i in range(count)]
        yield run_case(f"iota.{name}.long", "past the largest exact integer of the type", "Iota",
                       [f"x = {name}[{count}] iota(), iota_dimension=0", f"ROOT r = {name}[20] slice(x), slice={{[{count - 20}:{count}]}}"],
                       [], literal(name, values[-20:]), requires=[name], oracle="exact fractions, rounded once")
    for d in (0, 1):
        grid = numpy.array([[i if d == 0 else j for j in range(8)] for i in range(4)], dtype=object)
        yield run_case(f"iota.s32.seed-{d}", "the example of the operation semantics", "Iota",
                       [f"ROOT r = s32[4,8] iota(), iota_dimension={d}"], [], lit("s32", grid), requires=["s32"])
    yield run_case("iota.s32.empty", "a size of 0 gives no elements", "Iota", ["ROOT r = s32[0,3] iota(), iota_dimension=1"], [],
                   lit("s32", numpy.empty((0, 3), dtype=object)), requires=["s32"])
    for identity, why, text, code, at in (
            ("pred", "pred has no numbers", "pred[2] iota(), iota_dimension=0", "iota.C2", None),
            ("scalar", "a scalar has no dimension to count along", "s32[] iota(), iota_dimension=0", "iota.C3", None),
            ("range", "the dimension is below the rank", "s32[2,2] iota(), iota_dimension=2", "iota.C4", "iota_dimension=")):
        yield reject_case(f"iota.s32.rejects-{identity}", why, "Iota", [f"ROOT r = {text}"], code, at=at, requires=["s32"])
    yield reject_case("iota.s32.rejects-operand", "iota takes no operands", "Iota",
                      ["x = s32[2] parameter(0)", "ROOT r = s32[2] iota(x), iota_dimension=0"], "P07", at="iota(", requires=["s32"])


# ---- dot ----
def dot_case(identity, why, name, a, b, result, attributes, out=None, oracle="numpy einsum over exact integers", tol=None):
    out = out or name
    lines = [f"a = {shape(name, a.shape)} parameter(0)", f"b = {shape(name, b.shape)} parameter(1)",
             f"ROOT r = {shape(out, numpy.shape(result))} dot(a, b){attributes}"]
    return run_case(f"dot.{name}.{identity}", why, "DotGeneral", lines, [lit(name, a), lit(name, b)], lit(out, result),
                    requires=[name, out], oracle=oracle, tol=tol)


def small(name, dims, start):
    """Small integers, so that every sum is exact in every type that can represent it."""
    if name == "pred":
        values = [(i + start) % 3 != 0 for i in range(math.prod(dims))]
    elif name in ("c64", "c128"):
        values = [complex((i + start) % 3 - 1, (i * start) % 2) for i in range(math.prod(dims))]
    elif name in INTEGERS:
        low, high = int_range(name)
        values = [low + (i + start) % min(high - low + 1, 4) if high < 3 else (i + start) % 4 for i in range(math.prod(dims))]
    else:
        steps = [0.0, 1.0, 0.5, 1.0] if holds(name, 0.0) else [2.0, 1.0, 0.5, 1.0]
        values = [steps[(i + start) % 4] for i in range(math.prod(dims))]
    out = numpy.empty(math.prod(dims), dtype=object)
    out[:] = values
    return out.reshape(dims)


def finish(name, value):
    if name == "pred":
        return bool(value)
    if name in INTEGERS:
        return wrap(name, int(value))
    if name in FLOATS:
        return round_to(name, Fraction(value))
    return complex(value)


def summed(name, spec, a, b):
    """einsum with Python numbers, then one conversion."""
    left, right = spec.split("->")[0].split(",")
    out = spec.split("->")[1]
    sizes = dict(zip(left, a.shape)) | dict(zip(right, b.shape))
    inner = sorted(set(left + right) - set(out))
    result = numpy.empty([sizes[c] for c in out], dtype=object)
    exact = (lambda v: v) if name in ("c64", "c128") else Fraction
    for at in numpy.ndindex(*result.shape):
        place = dict(zip(out, at))
        total = 0
        for k in numpy.ndindex(*[sizes[c] for c in inner]):
            full = place | dict(zip(inner, k))
            total += exact(a[tuple(full[c] for c in left)]) * exact(b[tuple(full[c] for c in right)])
        result[at] = finish(name, total)
    return result


def dot_cases():
    matrix = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    for name in TYPES:
        a, b = small(name, (2, 3), 1), small(name, (3, 2), 2)
        yield dot_case("matrix", "a small matrix product, exact in every type", name, a, b, summed(name, "ik,kj->ij", a, b), matrix)
    i = lambda *rows: numpy.array(rows, dtype=object)
    f = lambda *rows: numpy.array([[float(v) for v in row] for row in rows], dtype=object)
    yield dot_case("seed-general", "the first example of DotGeneral", "f32", f((1, 2, 3), (4, 5, 6)), f((1, 1, 1), (2, 2, 2)),
                   f((6, 12), (15, 30)), ", lhs_contracting_dims={1}, rhs_contracting_dims={1}", oracle=None)
    a = numpy.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], dtype=object)
    eye = numpy.array([[[1.0, 0.0], [0.0, 1.0]]] * 2, dtype=object)
    yield dot_case("seed-batch", "the second example of DotGeneral, with a batch", "f32", a, eye, a,
                   ", lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}", oracle=None)
    yield dot_case("vector-vector", "two vectors give a scalar", "s32", i(1, 2, 3), i(4, 5, 6), numpy.array(32, dtype=object),
                   ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", oracle=None)
    yield dot_case("matrix-vector", "a matrix and a vector", "s32", i((1, 2), (3, 4)), i(5, 6), i(17, 39), matrix, oracle=None)
    yield dot_case("outer", "without lists it is the outer product", "s32", i(1, 2), i(3, 4, 5), i((3, 4, 5), (6, 8, 10)), "", oracle=None)
    a, b = small("s32", (2, 3, 4), 0), small("s32", (4, 2, 5), 3)
    yield dot_case("batch-not-leading", "batch dimensions lead in the result only", "s32", a, b, summed("s32", "bik,kbj->bij", a, b),
                   ", lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={1}, rhs_contracting_dims={0}")
    a, b = small("s32", (2, 3, 4), 0), small("s32", (4, 5, 3), 3)
    yield dot_case("two-contracting", "pairs in the order of the lists", "s32", a, b, summed("s32", "ijk,klj->il", a, b),
                   ", lhs_contracting_dims={1,2}, rhs_contracting_dims={2,0}")
    yield dot_case("s8-wraps", "100 * 100 wraps in s8", "s8", i(100), i(100), numpy.array(16, dtype=object),
                   ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", oracle=None)
    yield dot_case("s8-to-s32", "the operands are converted to the result type first", "s8", i(100), i(100), numpy.array(10000, dtype=object),
                   ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", out="s32", oracle=None)
    yield dot_case("bf16-to-f32", "products of bf16 are exact in f32", "bf16", numpy.array([1.0078125, 1.0], dtype=object),
                   numpy.array([1.0078125, 0.0], dtype=object), numpy.array(1.01568603515625, dtype=object),
                   ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", out="f32", oracle=None)
    yield dot_case("empty-contraction", "a contraction of size 0 gives 0", "f32", numpy.empty((2, 0), dtype=object), numpy.empty((0, 2), dtype=object),
                   f((0, 0), (0, 0)), matrix, oracle=None)
    yield dot_case("zero-times-inf", "0 * inf takes part in the sum", "f32", numpy.array([0.0, 1.0], dtype=object), numpy.array([INF, 1.0], dtype=object),
                   numpy.array(NAN, dtype=object), ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", oracle=None)
    yield dot_case("rounding", "a long sum of tenths against the exact sum", "f32", numpy.array([round_to("f32", Fraction(1, 10))] * 50, dtype=object),
                   numpy.array([1.0] * 50, dtype=object), numpy.array(round_to("f32", Fraction(round_to("f32", Fraction(1, 10))) * 50), dtype=object),
                   ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", oracle="exact fractions, rounded once", tol={"class": "accumulate", "terms": 50})

    def reject(identity, why, a, b, out, attributes, code, at):
        return reject_case(f"dot.f32.rejects-{identity}", why, "DotGeneral",
                           [f"a = {a} parameter(0)", f"b = {b} parameter(1)", f"ROOT r = {out} dot(a, b){attributes}"], code, at=at, requires=["f32"])
    yield reject("types", "the element types are equal", "f32[2]", "s32[2]", "f32[]", ", lhs_contracting_dims={0}, rhs_contracting_dims={0}", "dot.C1", "dot(")
    yield reject("list-lengths", "contracting lists are equally long", "f32[2,2]", "f32[2,2]", "f32[2]", ", lhs_contracting_dims={0,1}, rhs_contracting_dims={0}", "dot.C2", None)
    yield reject("range", "dimension numbers are below the rank", "f32[2]", "f32[2]", "f32[]", ", lhs_contracting_dims={1}, rhs_contracting_dims={0}", "dot.C3", "lhs_contracting_dims=")
    yield reject("batch-and-contracting", "a dimension has one role", "f32[2]", "f32[2]", "f32[2]",
                 ", lhs_batch_dims={0}, lhs_contracting_dims={0}, rhs_batch_dims={0}, rhs_contracting_dims={0}", "dot.C3", None)
    yield reject("contracting-sizes", "contracting sizes are equal", "f32[2,3]", "f32[4,2]", "f32[2,2]", matrix, "dot.C4", None)
    yield reject("batch-sizes", "batch sizes are equal", "f32[2,3]", "f32[3,3]", "f32[2]",
                 ", lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}", "dot.C5", None)
    yield reject_case("dot.s32.rejects-narrow-result", "integers do not become narrower", "DotGeneral",
                      ["a = s32[2] parameter(0)", "b = s32[2] parameter(1)",
                       "ROOT r = s8[] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}"], "dot.C6", at="s8[]", requires=["s32", "s8"])


# ---- reduce ----
def reducer(op, name, swap=False):
    operands = "b, a" if swap else "a, b"
    return [f"f {{", f"  a = {name}[] parameter(0)", f"  b = {name}[] parameter(1)", f"  ROOT c = {name}[] {op}({operands})", "}"]


def reduce_case(identity, why, name, op, x, init, result, dims, oracle=NUMPY, tol=None, swap=False):
    whole = ["HloModule m", *reducer(op, name, swap), "ENTRY e {", f"  x = {shape(name, x.shape)} parameter(0)", f"  i = {name}[] parameter(1)",
             f"  ROOT r = {shape(name, numpy.shape(result))} reduce(x, i), dimensions={brace(dims)}, to_apply=f", "}"]
    return run_case(f"reduce.{name}.{identity}", why, "Reduce", None, [lit(name, x), literal(name, [init], [])], lit(name, result),
                    requires=[name], oracle=oracle, tol=tol, whole=whole)


def wide_sum_cases():
    """Sums of f32 that need the wide accumulator of choice C9, each worked out by hand."""
    def case(identity, why, lines, axes, out, expect, **more):
        whole = ["HloModule m", *reducer("add", "f32"), "ENTRY e {", *(f"  {line}" for line in lines), "  i = f32[] constant(7)",
                 f"  ROOT r = f32[{out}] reduce(x, i), dimensions={{{axes}}}, to_apply=f", "}"]
        return run_case(f"reduce.f32.{identity}", why, "Reduce", None, [], expect, requires=["f32", "s32"], whole=whole, level="impl-defined", **more)

    def pairs(dims, period):
        """3e38 and -3e38, each `2 * period` times in turn along dimension 0."""
        def spread(name, value):
            return [f"{name}_k = s32[] constant({value})", f"{name} = s32[{dims}] broadcast({name}_k), dimensions={{}}"]
        return [f"n = s32[{dims}] iota(), iota_dimension=0", *spread("p", period), "q = s32[%s] divide(n, p)" % dims, *spread("four", 4),
                f"m = s32[{dims}] remainder(q, four)", *spread("two", 2), f"first = pred[{dims}] compare(m, two), direction=LT",
                "large = f32[] constant(3e38)", f"b = f32[{dims}] broadcast(large), dimensions={{}}", f"c = f32[{dims}] negate(b)",
                f"x = f32[{dims}] select(first, b, c)"]

    for identity, dims, period, axes, out in (("large-pairs", "1024", 16, "0", ""), ("large-pairs-of-columns", "64,20", 1, "0", "20"),
                                              ("large-pairs-of-rows", "256,3", 16, "0", "3")):
        count = int(out or 1)
        yield case(identity, "each 3e38 cancels a -3e38: no partial sum may overflow", pairs(dims, period), axes, out,
                   literal("f32", [7.0] * count, [count] if out else []))
    yield case("large-and-ones", "2^24 and 4095 ones: a running f32 sum stays at 2^24",
               ["n = s32[4096] iota(), iota_dimension=0", "z = s32[] constant(0)", "zb = s32[4096] broadcast(z), dimensions={}",
                "first = pred[4096] compare(n, zb), direction=EQ", "large = f32[] constant(16777216)", "b = f32[4096] broadcast(large), dimensions={}",
                "one = f32[] constant(1)", "c = f32[4096] broadcast(one), dimensions={}", "x = f32[4096] select(first, b, c)"],
               "0", "", literal("f32", [16781318.0], []), tol={"class": "accumulate", "terms": 2})


def reduce_cases():
    for name in [*INTEGERS, *FLOATS]:
        x = small(name, (2, 3), 1)
        start = 0 if name in INTEGERS else 0.0 if holds(name, 0.0) else 1.0
        exact = numpy.array([finish(name, start + sum(Fraction(v) for v in row)) for row in x], dtype=object)
        yield reduce_case("add-rows", "sums along the last dimension, rounded once", name, "add", x, start, exact, (1,),
                          "exact fractions, rounded once")
        for op, pick in (("maximum", max), ("minimum", min)):
            whole = numpy.array(pick([*x.ravel(), x[0][0]]), dtype=object)
            yield reduce_case(f"{op}-all", f"the {op} of all elements", name, op, x, x[0][0], whole, (0, 1), "Python's min and max")
    for name in ("c64", "c128"):
        x = small(name, (2, 3), 1)
        yield reduce_case("add-rows", "both parts are summed", name, "add", x, 1 - 1j, x.sum(axis=1) + (1 - 1j), (1,))
    for op, start in (("and", True), ("or", False), ("xor", False)):
        x = numpy.array([[True, False], [True, True]], dtype=object)
        fold = {"and": numpy.array([False, True], dtype=object), "or": numpy.array([True, True], dtype=object),
                "xor": numpy.array([True, False], dtype=object)}[op]
        yield reduce_case(f"{op}-rows", "logical reducers on pred", "pred", op, x, start, fold, (1,), None)
    seed = numpy.array([[[1, 2, 3], [4, 5, 6]]] * 4, dtype=object)
    for dims in ((0,), (2,), (0, 1), (0, 1, 2), (1,), (0, 2), ()):
        tag = "-".join(map(str, dims)) or "none"
        yield reduce_case(f"seed-dims-{tag}", "the 4x2x3 array of the operation semantics", "s32", "add", seed, 0,
                          seed.sum(axis=dims) if dims else seed, dims)
    x = numpy.array([10, 11, 12, 13], dtype=object)
    yield reduce_case("seed-subtract", "in row-major order, the accumulator first", "s32", "subtract", x, 0, numpy.array(-46, dtype=object), (0,), None)
    yield reduce_case("init-once", "the initial value enters once for each result", "s32", "add", seed, 100, seed.sum(axis=2) + 100, (2,))
    yield reduce_case("empty-reduced", "no elements give the initial value", "s32", "add", numpy.empty((2, 0), dtype=object), 7,
                      numpy.array([7, 7], dtype=object), (1,), None)
    yield reduce_case("empty-result", "no results, no work", "s32", "add", numpy.empty((0, 2), dtype=object), 7, numpy.empty((0,), dtype=object), (1,), None)
    yield reduce_case("max-nan", "NaN propagates", "f32", "maximum", numpy.array([1.0, NAN, 2.0], dtype=object), -INF, numpy.array(NAN, dtype=object), (0,), None)
    yield reduce_case("max-empty", "no elements give the initial value", "f32", "maximum", numpy.empty((0,), dtype=object), -INF, numpy.array(-INF, dtype=object), (0,), None)
    yield reduce_case("swapped-add", "add(b, a) is an addition, too", "f32", "add", numpy.array([1.0, 2.0, 4.0], dtype=object), 0.0,
                      numpy.array(7.0, dtype=object), (0,), None, swap=True)
    tenths = [round_to("f32", Fraction(1, 10))] * 3
    yield reduce_case("tenths", "partial sums may round in any order", "f32", "add", numpy.array(tenths, dtype=object), 0.0,
                      numpy.array(round_to("f32", Fraction(tenths[0]) * 3), dtype=object), (0,), "exact fractions, rounded once",
                      tol={"class": "accumulate", "terms": 3})
    yield reduce_case("s8-wraps", "integers wrap", "s8", "add", numpy.array([100, 100, 100], dtype=object), 0, numpy.array(44, dtype=object), (0,), None)
    # f16 sum of 4096 ones: wide accumulator, rounded once (C9)
    whole = ["HloModule m", *reducer("add", "f16"), "ENTRY e {", "  one = f16[] constant(1)", "  x = f16[4096] broadcast(one), dimensions={}",
             "  i = f16[] constant(0)", "  ROOT r = f16[] reduce(x, i), dimensions={0}, to_apply=f", "}"]
    yield run_case("reduce.f16.sum-of-ones", "a plain sum is accumulated wider and rounded once: not 2048", "Reduce", None, [],
                   literal("f16", [4096.0], []), requires=["f16"], whole=whole, level="impl-defined")
    yield from wide_sum_cases()
    argmax = ["HloModule m", "f {", "  m = f32[] parameter(0)", "  am = s32[] parameter(1)", "  v = f32[] parameter(2)", "  i = s32[] parameter(3)",
              "  ge = pred[] compare(v, m), direction=GE", "  nm = f32[] select(ge, v, m)", "  ni = s32[] select(ge, i, am)",
              "  ROOT t = (f32[], s32[]) tuple(nm, ni)", "}", "ENTRY e {", "  v = f32[4] parameter(0)", "  k = s32[4] iota(), iota_dimension=0",
              "  mi = f32[] constant(-inf)", "  z = s32[] constant(0)",
              "  ROOT r = (f32[], s32[]) reduce(v, k, mi, z), dimensions={0}, to_apply=f", "}"]
    yield run_case("reduce.f32.seed-argmax", "the variadic example: with >= the later index is selected", "Reduce", None, [literal("f32", [1.0, 9.0, 3.0, 9.0])],
                   {"tuple": [literal("f32", [9.0], []), literal("s32", [3], [])]}, requires=["f32", "s32"], whole=argmax)

    def reject(identity, why, body, root, code, at=None, line=None):
        head = ["HloModule m", *body, "ENTRY e {", "  x = f32[2,3] parameter(0)", "  i = f32[] parameter(1)", f"  ROOT r = {root}", "}"]
        return reject_case(f"reduce.f32.rejects-{identity}", why, "Reduce", None, code, at=at, requires=["f32"], whole=head, line=len(head) - 1)
    add = reducer("add", "f32")
    yield reject("range", "dimension numbers are below the rank", add, "f32[2] reduce(x, i), dimensions={2}, to_apply=f", "reduce.C4", "dimensions=")
    yield reject("repeat", "a dimension is listed once", add, "f32[2] reduce(x, i), dimensions={1,1}, to_apply=f", "reduce.C4", "dimensions=")
    yield reject("init-rank", "an initial value is a scalar", add, "f32[2] reduce(x, x), dimensions={1}, to_apply=f", "reduce.C3")
    yield reject_case("reduce.f32.rejects-sizes", "the inputs have equal sizes", "Reduce", None, "reduce.C2", at="reduce(", requires=["f32"],
                      whole=["HloModule m", "f {", *(f"  {n} = f32[] parameter({i})" for i, n in enumerate("abcd")),
                             "  ROOT t = (f32[], f32[]) tuple(a, b)", "}", "ENTRY e {", "  x = f32[2,3] parameter(0)",
                             "  y = f32[2,4] parameter(1)", "  i = f32[] parameter(2)",
                             "  ROOT r = (f32[2], f32[2]) reduce(x, y, i, i), dimensions={1}, to_apply=f", "}"])
    yield reject("odd-operands", "inputs and initial values come in pairs", add, "f32[2] reduce(x, i, i), dimensions={1}, to_apply=f", "reduce.C1")
    yield reject("parameters", "the computation takes accumulators and elements", ["f {", "  a = f32[] parameter(0)", "  ROOT b = f32[] negate(a)", "}"],
                 "f32[2] reduce(x, i), dimensions={1}, to_apply=f", "reduce.C5", "to_apply=")
    yield reject("computation-type", "the computation returns the element type",
                 ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = pred[] compare(a, b), direction=LT", "}"],
                 "f32[2] reduce(x, i), dimensions={1}, to_apply=f", "reduce.C5", "to_apply=")
    yield reject("missing-dimensions", "dimensions is required", add, "f32[2] reduce(x, i), to_apply=f", "P06", "reduce(")


def main():
    write("transpose", list(transpose_cases()), NAME)
    write("reverse", list(reverse_cases()), NAME)
    write("broadcast", list(broadcast_cases()), NAME)
    write("reshape", list(reshape_cases()), NAME)
    write("slice", list(slice_cases()), NAME)
    write("pad", list(pad_cases()), NAME)
    write("concatenate", list(concatenate_cases()), NAME)
    write("iota", list(iota_cases()), NAME)
    write("dot", list(dot_cases()), NAME)
    write("reduce", list(reduce_cases()), NAME)


main()
