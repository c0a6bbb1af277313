#!/usr/bin/python3
"""Vectors of ragged-dot and scaled-dot. Oracle: the sums of the definition with exact fractions, element by
element; a numpy mask selects the products of a run."""
import itertools
import math
from fractions import Fraction

import numpy

from arrays import TYPES
from formats import FLOATS, INTEGERS, literal, round_to, wrap
from write import reject_case, run_case, write

NAME = "conformance/generate/ragged.py"
SUMS = "the sums of the definition over exact fractions"


def text(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"


def stored(name, value):
    if name == "pred":
        return bool(value)
    if name in INTEGERS:
        return wrap(name, int(value))
    if name in FLOATS:
        return round_to(name, value)
    return complex(value)


def lit(name, values):
    values = numpy.asarray(values, dtype=object)
    return literal(name, [stored(name, v) for v in values.ravel()], values.shape)


def small(dims, seed=0, values=(1, 0, 2, 1, 3, 0, 1)):
    made = numpy.empty(math.prod(dims), dtype=object)
    made[:] = [values[(i * 3 + seed) % len(values)] for i in range(math.prod(dims))]
    return made.reshape(dims)


def braces(numbers):
    return "{" + ",".join(map(str, numbers)) + "}"


def dot(a, b, lhs_batch, lhs_summed, rhs_batch, rhs_summed):
    """The dot of two object arrays, with one matrix product per batch entry."""
    lhs_free = [d for d in range(a.ndim) if d not in (*lhs_batch, *lhs_summed)]
    rhs_free = [d for d in range(b.ndim) if d not in (*rhs_batch, *rhs_summed)]
    batch, rows = [a.shape[d] for d in lhs_batch], [a.shape[d] for d in lhs_free]
    columns, depth = [b.shape[d] for d in rhs_free], math.prod(a.shape[d] for d in lhs_summed)
    left = a.transpose([*lhs_batch, *lhs_free, *lhs_summed]).reshape(math.prod(batch), math.prod(rows), depth)
    right = b.transpose([*rhs_batch, *rhs_summed, *rhs_free]).reshape(math.prod(batch), depth, math.prod(columns))
    return numpy.matmul(left, right).reshape(batch + rows + columns)


def runs(sizes, limit):
    at, found = 0, []
    for size in sizes:
        length = min(max(size, 0), limit - at)
        found.append((at, at + length))
        at += length
    return found


def ragged(a, b, sizes, ragged_dim, lhs_batch=(), lhs_summed=(), rhs_batch=(), rhs_summed=(), group=None):
    """The definition with masks: elements outside a run count as 0. `sizes` is one list for all."""
    lists = lhs_batch, lhs_summed, rhs_batch, rhs_summed

    def masked(begin, end):
        mask = numpy.zeros([a.shape[d] if d == ragged_dim else 1 for d in range(a.ndim)], dtype=object)
        index = [0] * a.ndim
        for k in range(begin, end):
            index[ragged_dim] = k
            mask[tuple(index)] = 1
        return a * mask

    spans = runs(sizes, a.shape[ragged_dim])
    if ragged_dim in lhs_batch:
        return dot(masked(0, spans[-1][1] if spans else 0), b, *lists)
    if ragged_dim in lhs_summed:
        return numpy.stack([dot(masked(*span), b, *lists) for span in spans])
    right = [[d - (d > group) for d in dims] for dims in lists[2:]]  # without the group dimension
    parts = [dot(masked(*span), numpy.take(b, q, axis=group), *lists[:2], *right) for q, span in enumerate(spans)]
    return sum(parts[1:], parts[0])


def ragged_lines(name, shapes, out, attributes, result=None, size_type="s32"):
    return [f"a = {text(name, shapes[0])} parameter(0)", f"b = {text(name, shapes[1])} parameter(1)", f"g = {text(size_type, shapes[2])} parameter(2)",
            f"ROOT r = {text(result or name, out)} ragged-dot(a, b, g), {attributes}"]


def attribute_text(ragged_dim, lhs_batch=(), lhs_summed=(), rhs_batch=(), rhs_summed=(), group=None):
    parts = []
    if lhs_batch:
        parts += [f"lhs_batch_dims={braces(lhs_batch)}", f"rhs_batch_dims={braces(rhs_batch)}"]
    parts += [f"lhs_contracting_dims={braces(lhs_summed)}", f"rhs_contracting_dims={braces(rhs_summed)}", f"lhs_ragged_dims={braces([ragged_dim])}"]
    if group is not None:
        parts.append(f"rhs_group_dims={braces([group])}")
    return ", ".join(parts)


def ragged_case(identity, why, name, a, b, sizes, expect=None, result=None, size_type="s32", oracle=SUMS, **roles):
    expect = ragged(a, b, sizes, **roles) if expect is None else numpy.asarray(expect, dtype=object)
    sizes = numpy.asarray(sizes, dtype=object)
    lines = ragged_lines(name, (a.shape, b.shape, sizes.shape), expect.shape, attribute_text(**roles), result, size_type)
    return run_case(f"ragged-dot.{name}.{identity}", why, "ragged-dot", lines, [lit(name, a), lit(name, b), lit(size_type, sizes)],
                    lit(result or name, expect), requires={name, size_type, result or name}, oracle=oracle)


FREE = {"ragged_dim": 0, "lhs_summed": (1,), "rhs_summed": (1,), "group": 0}
CONTRACTING = {"ragged_dim": 1, "lhs_summed": (1,), "rhs_summed": (0,)}
BATCH = {"ragged_dim": 0, "lhs_batch": (0,), "rhs_batch": (0,), "lhs_summed": (2,), "rhs_summed": (1,)}


def ragged_cases():
    worked = numpy.array([[1], [2], [3]], dtype=object), numpy.array([[[10]], [[100]]], dtype=object)
    yield ragged_case("worked", "the worked example: rows after the last run give 0", "f32", *worked, [1, 1], [[10], [200], [0]], oracle=None, **FREE)
    ones = (1, 0, 1, 1, 0)
    for name in TYPES:
        values = ones if name in ("pred", "s1", "u1", "s2", "u2", "f4e2m1fn", "f8e8m0fnu") else (1, 0, 2, 1, 1)
        if name == "f8e8m0fnu":  # it has no zero: rows outside the runs are NaN
            a, b = numpy.full((3, 2), 2, dtype=object), numpy.full((2, 2, 1), 4, dtype=object)
            yield ragged_case("free", "each run of rows has its own matrix", name, a, b, [2, 1], [[16.0]] * 3, **FREE)
            yield ragged_case("free-rest", "0 is not among the numbers of the type", name, a, b, [1, 0], [[16.0], [math.nan], [math.nan]], oracle=None,
                              **FREE)
            continue
        a, b = small((5, 2), 0, values), small((2, 2, 3), 1, values)
        yield ragged_case("free", "each run of rows has its own matrix", name, a, b, [2, 2], **FREE)
        yield ragged_case("contracting", "each group sums its own run", name, small((2, 5), 2, values), small((5, 2), 1, values), [2, 2], **CONTRACTING)
        yield ragged_case("batch", "batch entries after the last run give 0", name, small((3, 2, 2), 0, values), small((3, 2, 1), 2, values), [1, 1],
                          **BATCH)
    a, b = small((6, 2)), small((3, 2, 2), 1)
    for identity, sizes in (("empty-runs", [0, 4, 0]), ("cut", [5, 4, 3]), ("none", [0, 0, 0]), ("negative", [-2, 3, 1])):
        why = {"cut": "runs are cut at the end of the dimension", "negative": "a negative length is an empty run"}.get(identity, "runs may be empty")
        yield ragged_case(f"free-{identity}", why, "f32", a, b, sizes, **FREE)
    yield ragged_case("contracting-cut", "runs are cut at the end of the dimension", "s32", small((2, 4)), small((4, 3), 1), [3, 9], **CONTRACTING)
    yield ragged_case("batch-cut", "runs are cut at the end of the dimension", "s32", small((2, 2, 2)), small((2, 2, 2), 1), [1, 5], **BATCH)
    for size_type in ("s8", "u8", "s64", "u64"):
        yield ragged_case(f"sizes-{size_type}", "any integer type of the sizes", "f32", a, b, [1, 2, 2], size_type=size_type, **FREE)
    yield ragged_case("sizes-huge", "a size above 2^63 is large, not negative", "f32", a, b, [1, 2**64 - 1, 2], size_type="u64", **FREE)
    yield ragged_case("with-batch", "a batch in front of all modes: free", "f32", small((2, 4, 2)), small((3, 2, 2, 2), 1), [1, 0, 2], ragged_dim=1,
                      lhs_batch=(0,), rhs_batch=(1,), lhs_summed=(2,), rhs_summed=(2,), group=0)
    yield ragged_case("contracting-with-batch", "groups precede the batch", "f32", small((2, 2, 4)), small((2, 4, 2), 1), [3, 1], ragged_dim=2,
                      lhs_batch=(0,), rhs_batch=(0,), lhs_summed=(2,), rhs_summed=(1,))
    yield ragged_case("group-last", "the group dimension may be any", "s32", small((4, 3)), small((3, 2, 2), 1), [1, 3], ragged_dim=0, lhs_summed=(1,),
                      rhs_summed=(0,), group=2)
    a, b = small((2, 3, 2)), small((2, 2, 2, 1), 1)  # [batch, m, k], [group, batch, k, n]
    both = [ragged(a[i:i + 1], b[:, i:i + 1], sizes, ragged_dim=1, lhs_batch=(0,), rhs_batch=(1,), lhs_summed=(2,), rhs_summed=(2,), group=0)
            for i, sizes in enumerate(([1, 2], [2, 0]))]
    yield ragged_case("sizes-by-batch", "each batch entry with sizes of its own", "f32", a, b, [[1, 2], [2, 0]], numpy.concatenate(both), ragged_dim=1,
                      lhs_batch=(0,), rhs_batch=(1,), lhs_summed=(2,), rhs_summed=(2,), group=0)
    a, b = small((2, 3, 2)), small((2, 2, 2), 1)  # [x, m, k], [group, k, n]
    both = [ragged(a[i], b, sizes, ragged_dim=0, lhs_summed=(1,), rhs_summed=(1,), group=0) for i, sizes in enumerate(([1, 2], [2, 0]))]
    yield ragged_case("sizes-by-row", "a free dimension before the ragged one with sizes of its own", "f32", a, b, [[1, 2], [2, 0]], numpy.stack(both),
                      ragged_dim=1, lhs_summed=(2,), rhs_summed=(1,), group=0)
    a, b = numpy.array([[100, 100]], dtype=object), numpy.array([[[100], [100]]], dtype=object)
    yield ragged_case("s32-result", "operands are converted first", "s8", a, b, [1], [[20000]], result="s32", **FREE)
    yield ragged_case("wraps", "sums wrap at the end", "s8", a, b, [1], [[20000]], **FREE)
    a, b = numpy.array([[256, 1]], dtype=object), numpy.array([[[256], [1]]], dtype=object)
    yield ragged_case("f32-result", "products are exact in the result type", "bf16", a, b, [1], [[65537]], result="f32", **FREE)
    yield ragged_case("empty", "an operand without rows", "f32", numpy.zeros((0, 2), dtype=object), small((2, 2, 3)), [0, 0], numpy.zeros((0, 3), dtype=object), **FREE)
    a, b = numpy.array([[1, math.inf]], dtype=object), numpy.array([[1], [2]], dtype=object)
    yield ragged_case("outside-is-not-read", "what is outside of the run takes no part, so no 0 * inf", "f32", a, b, [1], [[[1]]], oracle=None, **CONTRACTING)


def ragged_rejects():
    free = attribute_text(**FREE)
    good = ((5, 2), (2, 2, 3), (2,))

    def case(identity, why, attributes, code, at, shapes=good, out=(5, 3), size_type="s32", name="f32"):
        return reject_case(f"ragged-dot.{name}.rejects-{identity}", why, "ragged-dot", ragged_lines(name, shapes, out, attributes, size_type=size_type),
                           code, at=at, requires=[name])

    yield case("two-ragged", "one ragged dimension", free.replace("ragged_dims={0}", "ragged_dims={0,1}"), "ragged-dot.C1", "lhs_ragged_dims")
    yield case("no-ragged", "one ragged dimension", free.replace("ragged_dims={0}", "ragged_dims={}"), "ragged-dot.C1", "lhs_ragged_dims")
    yield case("ragged-range", "it is below the rank", free.replace("ragged_dims={0}", "ragged_dims={2}"), "ragged-dot.C1", "lhs_ragged_dims")
    yield case("float-sizes", "the sizes are integers", free, "ragged-dot.C2", "ragged-dot(", size_type="f32")
    yield case("scalar-sizes", "the sizes are an array", free, "ragged-dot.C2", "ragged-dot(", shapes=(*good[:2], ()))
    yield case("sizes-rank", "no more dimensions than there are before the ragged one", free, "ragged-dot.C2", "ragged-dot(", shapes=(*good[:2], (5, 2)))
    yield case("no-group", "a free ragged dimension requires groups on the right", free.replace(", rhs_group_dims={0}", ""), "ragged-dot.C3",
               "lhs_ragged_dims", out=(5, 2, 3))
    yield case("group-range", "it is below the rank", free.replace("group_dims={0}", "group_dims={3}"), "ragged-dot.C3", "rhs_group_dims")
    yield case("group-contracted", "the groups are not contracted", free.replace("group_dims={0}", "group_dims={1}"), "ragged-dot.C3", "rhs_group_dims")
    yield case("group-count", "as many groups as sizes", free, "ragged-dot.C3", "rhs_group_dims", shapes=(*good[:2], (3,)))
    yield case("group-not-allowed", "no groups on the right for a contracting one", attribute_text(group=1, **CONTRACTING), "ragged-dot.C3",
               "rhs_group_dims", shapes=((2, 5), (5, 3), (2,)), out=(2, 2, 3))
    yield case("batch-group-not-allowed", "nor a batch without group sizes", attribute_text(group=2, **BATCH), "ragged-dot.C3", "rhs_group_dims",
               shapes=((3, 2, 2), (3, 2, 1), (2,)), out=(3, 2, 1))
    yield case("contracting-sizes", "contracted sizes agree", free, "ragged-dot.C4", "lhs_contracting_dims", shapes=((5, 3), *good[1:]))
    yield case("contracting-count", "as many contracted dimensions on both sides", free.replace("rhs_contracting_dims={1}", "rhs_contracting_dims={1,2}"),
               "ragged-dot.C4", "lhs_contracting_dims")
    yield reject_case("ragged-dot.f32.rejects-types", "both sides have one type", "ragged-dot",
                      ["a = f32[5,2] parameter(0)", "b = s32[2,2,3] parameter(1)", "g = s32[2] parameter(2)",
                       f"ROOT r = f32[5,3] ragged-dot(a, b, g), {free}"], "ragged-dot.C4", at="ragged-dot(", requires=["f32", "s32"])
    yield case("result", "the shape of the mode", free, "S05", "f32[2,3]", out=(2, 3))


# ---- scaled-dot ----
def scaled(array, scales):
    """Each element times its scale, rounded to F32."""
    array, scales = numpy.asarray(array, dtype=object), numpy.asarray(scales, dtype=object)
    if scales.ndim == 0:
        return array
    made = array.copy()
    for index in itertools.product(*map(range, array.shape)):
        block = tuple(i // (n // s) for i, n, s in zip(index, array.shape, scales.shape))
        made[index] = Fraction(round_to("f32", Fraction(array[index]) * Fraction(scales[block])))
    return made


def scaled_case(identity, why, types, a, b, sa, sb, result="f32", expect=None, oracle=SUMS, lists=((), (1,), (), (0,))):
    arrays = [numpy.asarray(x, dtype=object) for x in (a, b, sa, sb)]
    if expect is None:
        expect = dot(scaled(arrays[0], arrays[2]), scaled(arrays[1], arrays[3]), *lists)
    expect = numpy.asarray(expect, dtype=object)
    names = "abxy"
    lines = [f"{n} = {text(t, v.shape)} parameter({i})" for i, (n, t, v) in enumerate(zip(names, types, arrays))]
    roles = ["lhs_batch_dims", "lhs_contracting_dims", "rhs_batch_dims", "rhs_contracting_dims"]
    attributes = ", ".join(f"{role}={braces(dims)}" for role, dims in zip(roles, lists) if dims)
    lines.append(f"ROOT r = {text(result, expect.shape)} scaled-dot(a, b, x, y), {attributes}")
    return run_case(f"scaled-dot.{types[0]}.{identity}", why, "scaled-dot", lines, [lit(t, v) for t, v in zip(types, arrays)], lit(result, expect),
                    requires={*types, result}, oracle=oracle)


def scaled_cases():
    for name in FLOATS:
        values = (1, 2, 1, 0.5) if name == "f8e8m0fnu" else (1, -1, 0, 2, 1)
        a, b = small((2, 4), 0, values), small((4, 3), 1, values)
        sa, sb = small((2, 2), 0, (2, 1, 4)), small((2, 1), 1, (1, 2))
        yield scaled_case("blocks", "one scale for each block of both operands", (name, name, "f8e8m0fnu", "f8e8m0fnu"), a, b, sa, sb)
        result = name if name not in ("f4e2m1fn", "f6e2m3fn", "f6e3m2fn") else "bf16"
        yield scaled_case("own-result", "rounded once to the result type", (name, name, "f32", "f32"), a, b, small((2, 1), 0, (1, 2)), small((1, 3), 1, (1, 2)),
                          result=result)
    f8 = ("f8e4m3fn", "f8e5m2", "f8e8m0fnu", "f8e8m0fnu")
    a, b = small((2, 4)), small((4, 2), 1)
    yield scaled_case("mixed", "the sides may differ in type", f8, a, b, [[2, 4]] * 2, [[0.5, 8], [1, 2]])
    yield scaled_case("no-left-scale", "a scalar means that there is no scale", f8, a, b, 4, [[2, 1], [1, 2]])
    yield scaled_case("no-scales", "both without", f8, a, b, 2, 8)
    yield scaled_case("scale-per-element", "blocks of one element", ("f32",) * 4, a, b, small((2, 4), 2), small((4, 2), 3))
    yield scaled_case("one-scale", "one block for the whole operand", ("bf16", "bf16", "f32", "f32"), a, b, [[3]], [[0.25]])
    yield scaled_case("batch", "batch dimensions have scales, too", ("f16", "f16", "f32", "f32"), small((2, 2, 4)), small((2, 4, 1), 1), small((2, 1, 2), 0, (1, 2, 4)),
                      small((1, 2, 1), 1, (2, 1)), lists=((0,), (2,), (0,), (1,)))
    yield scaled_case("one-rounding", "bf16(256 + 1) would be 256 after a first rounding", ("bf16", "bf16", "f32", "f32"), [[256, 1, -256]], [[1], [1], [1]],
                      1, 1, result="bf16", expect=[[1.0]])
    yield scaled_case("empty", "no elements to sum", ("f32",) * 4, numpy.zeros((2, 0), dtype=object), numpy.zeros((0, 2), dtype=object),
                      numpy.zeros((1, 0), dtype=object), numpy.zeros((0, 1), dtype=object), expect=[[0.0] * 2] * 2, oracle=None)
    yield scaled_case("nan-scale", "a NaN scale spoils its block", ("f32", "f32", "f8e8m0fnu", "f8e8m0fnu"), [[1, 1]], [[1, 2], [3, 4]], 1,
                      [[1, math.nan]], expect=[[4.0, math.nan]], oracle=None)


def scaled_rejects():
    def case(identity, why, shapes, code, at, types=("f32",) * 4, attributes="lhs_contracting_dims={1}, rhs_contracting_dims={0}"):
        lines = [f"{n} = {text(t, dims)} parameter({i})" for i, (n, t, dims) in enumerate(zip("abxy", types, shapes))]
        return reject_case(f"scaled-dot.f32.rejects-{identity}", why, "scaled-dot", [*lines, f"ROOT r = f32[2,2] scaled-dot(a, b, x, y), {attributes}"],
                           code, at=at, requires=["f32"])

    good = ((2, 4), (4, 2))
    yield case("contracting-sizes", "contracted sizes agree", ((2, 3), (4, 2), (), ()), "scaled-dot.C1", "lhs_contracting_dims")
    yield case("contracting-count", "as many on both sides", (*good, (), ()), "scaled-dot.C1", "lhs_contracting_dims",
               attributes="lhs_contracting_dims={1}, rhs_contracting_dims={}")
    yield case("batch-sizes", "batch sizes agree", ((2, 4), (4, 3), (), ()), "scaled-dot.C1", "lhs_batch_dims",
               attributes="lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={1}, rhs_contracting_dims={0}")
    yield case("scale-divides", "scale dimensions divide", (*good, (2, 3), ()), "scaled-dot.C2", "scaled-dot(")
    yield case("scale-zero", "no scale for elements that are there", (*good, (), (0, 2)), "scaled-dot.C2", "scaled-dot(")
    yield case("scale-rank", "scales have the rank of their operand", (*good, (), (2,)), "scaled-dot.C2", "scaled-dot(")
    yield case("integers", "floating types", (*good, (), ()), "V02", "scaled-dot(", types=("s32", "f32", "f32", "f32"))


def main():
    write("ragged-dot", [*ragged_cases(), *ragged_rejects()], NAME)
    write("scaled-dot", [*scaled_cases(), *scaled_rejects()], NAME)


main()
