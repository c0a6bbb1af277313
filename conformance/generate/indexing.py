#!/usr/bin/python3
"""Vectors of the ops with run-time indices. Oracle: numpy indexing, starts clamped as the operation
semantics say; the worked examples of the operation semantics by hand."""
from arrays import TYPES, array, lit, shape
from formats import INTEGERS, int_range, literal
from write import reject_case, run_case, write

NAME = "conformance/generate/indexing.py"
NUMPY = "numpy indexing, starts clamped with Python integers"


def box(dims, sizes, starts):
    clamped = [min(max(s, 0), n - k) for s, n, k in zip(starts, dims, sizes)]
    return tuple(slice(s, s + k) for s, k in zip(clamped, sizes))


def index_lines(first, count, index_type):
    return [f"i{k} = {index_type}[] parameter({first + k})" for k in range(count)]


def dynamic_slice(identity, why, name, x, starts, sizes, oracle=NUMPY, index_type="s32"):
    names = "".join(f", i{k}" for k in range(len(starts)))
    text = "{" + ",".join(map(str, sizes)) + "}"
    lines = [f"x = {shape(name, x.shape)} parameter(0)", *index_lines(1, len(starts), index_type),
             f"ROOT r = {shape(name, sizes)} dynamic-slice(x{names}), dynamic_slice_sizes={text}"]
    return run_case(f"dynamic-slice.{name}.{identity}", why, "DynamicSlice", lines,
                    [lit(name, x), *(literal(index_type, [s], []) for s in starts)],
                    lit(name, x[box(x.shape, sizes, starts)]), requires=[name, index_type], oracle=oracle)


def dynamic_slice_cases():
    for name in TYPES:
        yield dynamic_slice("box", "R[o] = x[s + o]", name, array(name, (3, 4)), (1, 2), (2, 2))
    five = array("s32", (5,), range(5))
    matrix = array("s32", (4, 3), range(12))
    yield dynamic_slice("seed-vector", "the first example of the operation semantics", "s32", five, (2,), (2,), None)
    yield dynamic_slice("seed-matrix", "the second example of the operation semantics", "s32", matrix, (2, 1), (2, 2), None)
    yield dynamic_slice("clamp-high", "a start too large is moved back", "s32", five, (4,), (2,), None)
    yield dynamic_slice("clamp-low", "a negative start is moved to 0", "s32", five, (-5,), (2,), None)
    yield dynamic_slice("clamp-both", "each dimension is clamped separately", "s32", array("s32", (4, 4), range(16)), (-1, 3), (2, 2), None)
    for index_type in INTEGERS:
        low, high = int_range(index_type)
        for word, start in (("least", low), ("greatest", high)):
            yield dynamic_slice(f"index-{index_type}-{word}", "the extreme index of each type, as a number", "s32", five,
                                (start,), (2,), index_type=index_type)
    yield dynamic_slice("size-0", "a slice of size 0 is empty", "s32", five, (9,), (0,))
    yield dynamic_slice("empty-operand", "an operand without elements", "s32", array("s32", (0, 3)), (1, 1), (0, 2))
    yield dynamic_slice("scalar", "a scalar has no indices", "s32", array("s32", (), [7]), (), ())
    lines = ["x = f32[5,5] parameter(0)", "i = s32[] parameter(1)", "j = f32[] parameter(2)", "k = s64[] parameter(3)"]
    for identity, why, args, sizes, out, code, at in (
            ("index-count", "one index for each dimension", "x, i", "{1,1}", "1,1", "C1", None),
            ("index-type", "indices are integers", "x, j, j", "{1,1}", "1,1", "C2", None),
            ("index-types", "indices have one type", "x, i, k", "{1,1}", "1,1", "C2", None),
            ("sizes", "one size for each dimension", "x, i, i", "{1}", "1", "C3", "dynamic_slice_sizes="),
            ("size", "a size is at most that of the dimension", "x, i, i", "{6,1}", "6,1", "C3", "dynamic_slice_sizes=")):
        yield reject_case(f"dynamic-slice.f32.rejects-{identity}", why, "DynamicSlice",
                          [*lines, f"ROOT r = f32[{out}] dynamic-slice({args}), dynamic_slice_sizes={sizes}"],
                          f"dynamic-slice.{code}", at=at, requires=["f32"])


def dynamic_update(identity, why, name, x, u, starts, oracle=NUMPY, index_type="s32"):
    names = "".join(f", i{k}" for k in range(len(starts)))
    result = x.copy()
    result[box(x.shape, u.shape, starts)] = u
    lines = [f"x = {shape(name, x.shape)} parameter(0)", f"u = {shape(name, u.shape)} parameter(1)",
             *index_lines(2, len(starts), index_type), f"ROOT r = {shape(name, x.shape)} dynamic-update-slice(x, u{names})"]
    return run_case(f"dynamic-update-slice.{name}.{identity}", why, "DynamicUpdateSlice", lines,
                    [lit(name, x), lit(name, u), *(literal(index_type, [s], []) for s in starts)], lit(name, result),
                    requires=[name, index_type], oracle=oracle)


def dynamic_update_slice_cases():
    for name in TYPES:
        yield dynamic_update("box", "R[s + o] = u[o]", name, array(name, (3, 4)), array(name, (2, 2)), (1, 1))
    five = array("s32", (5,), range(5))
    matrix = array("s32", (4, 3), range(12))
    block = array("s32", (3, 2), range(12, 18))
    pair = array("s32", (2,), [5, 6])
    yield dynamic_update("seed-vector", "the first example of the operation semantics", "s32", five, pair, (2,), None)
    yield dynamic_update("seed-matrix", "the second example of the operation semantics", "s32", matrix, block, (1, 1), None)
    yield dynamic_update("clamped", "the whole update is always written", "s32", matrix, block, (3, 2), None)
    for index_type in INTEGERS:
        low, high = int_range(index_type)
        for word, start in (("least", low), ("greatest", high)):
            yield dynamic_update(f"index-{index_type}-{word}", "the extreme index of each type, as a number", "s32", five, pair,
                                 (start,), index_type=index_type)
    yield dynamic_update("empty-update", "an update without elements has no effect", "s32", five, array("s32", (0,)), (1,))
    yield dynamic_update("scalar", "a scalar is replaced", "s32", array("s32", (), [7]), array("s32", (), [8]), ())
    lines = ["x = f32[5] parameter(0)", "m = f32[5,5] parameter(1)", "s = s32[2] parameter(2)", "b = f32[6] parameter(3)",
             "i = s32[] parameter(4)", "j = f32[] parameter(5)"]
    for identity, why, args, out, code in (
            ("type", "the update has the operand's type", "x, s, i", "5", "C1"),
            ("rank", "the update has the operand's rank", "m, x, i, i", "5,5", "C1"),
            ("size", "the update is not larger than the operand", "x, b, i", "5", "C2"),
            ("index-count", "one index for each dimension", "m, m, i", "5,5", "C3"),
            ("index-type", "indices are integers", "x, x, j", "5", "C3")):
        yield reject_case(f"dynamic-update-slice.f32.rejects-{identity}", why, "DynamicUpdateSlice",
                          [*lines, f"ROOT r = f32[{out}] dynamic-update-slice({args})"], f"dynamic-update-slice.{code}",
                          requires=["f32", "s32"])


def main():
    write("dynamic-slice", list(dynamic_slice_cases()), NAME)
    write("dynamic-update-slice", list(dynamic_update_slice_cases()), NAME)


main()
