#!/usr/bin/python3
"""Vectors of gather and scatter. Oracle: the definitions of the operation semantics, element by element
with Python integers on numpy arrays; the worked examples by hand."""
import itertools

import numpy

from arrays import TYPES, array, lit, shape
from formats import INTEGERS, int_range, literal
from write import reject_case, run_case, write

NAME = "conformance/generate/scattered.py"
ORACLE = "the definition, element by element with Python integers over numpy arrays"


def indices(values):
    return numpy.asarray(values, dtype=object)


def index_vectors(idx, v):
    """The indices with the index vectors in the last dimension."""
    return idx[..., None] if v == idx.ndim else numpy.moveaxis(idx, v, -1)


def starts(idx, v, index_map, batching, idx_batching, rank, coordinates):
    """The start of the slice of one index vector, before clamping."""
    start = [0] * rank
    for k, d in enumerate(index_map):
        start[d] = int(index_vectors(idx, v)[coordinates][k])
    for d, along in zip(batching, idx_batching):
        start[d] = coordinates[along - (1 if along > v else 0)]
    return start


def braces(numbers):
    return "{" + ",".join(map(str, numbers)) + "}"


def gather_of(x, idx, *, offset, collapsed, index_map, v, sizes, batching=(), idx_batching=()):
    vectors = index_vectors(idx, v).shape[:-1]
    shown = [d for d in range(x.ndim) if d not in collapsed and d not in batching]
    rank = len(vectors) + len(offset)
    batch = [d for d in range(rank) if d not in offset]
    dims = [0] * rank
    for d, size in zip(batch, vectors):
        dims[d] = size
    for d, source in zip(offset, shown):
        dims[d] = sizes[source]
    out = numpy.empty(dims, dtype=object)
    for at in itertools.product(*map(range, dims)):
        start = starts(idx, v, index_map, batching, idx_batching, x.ndim, tuple(at[d] for d in batch))
        place = [min(max(s, 0), n - k) for s, n, k in zip(start, x.shape, sizes)]
        for d, source in zip(offset, shown):
            place[source] += at[d]
        out[at] = x[tuple(place)]
    return out


def gather_text(offset, collapsed, index_map, v, sizes, batching=(), idx_batching=(), hint=""):
    text = f"offset_dims={braces(offset)}, collapsed_slice_dims={braces(collapsed)}, start_index_map={braces(index_map)}"
    if batching or idx_batching:
        text += f", operand_batching_dims={braces(batching)}, start_indices_batching_dims={braces(idx_batching)}"
    return text + f", index_vector_dim={v}, slice_sizes={braces(sizes)}{hint}"


def gather(identity, why, name, x, idx, *, index_type="s32", oracle=ORACLE, hint="", **how):
    out = gather_of(x, idx, **how)
    lines = [f"x = {shape(name, x.shape)} parameter(0)", f"i = {shape(index_type, idx.shape)} parameter(1)",
             f"ROOT r = {shape(name, out.shape)} gather(x, i), {gather_text(**how, hint=hint)}"]
    return run_case(f"gather.{name}.{identity}", why, "Gather", lines, [lit(name, x), lit(index_type, idx)], lit(name, out),
                    requires=[name, index_type], oracle=oracle)


ROWS = dict(offset=[1], collapsed=[0], index_map=[0], v=1, sizes=[1, 3])


def gather_cases():
    nine = array("s32", (3, 3), range(9))
    for name in TYPES:
        yield gather("rows", "a row for each index", name, array(name, (4, 3)), indices([2, 0, 3]), **ROWS)
    yield gather("rows-example", "the first worked example", "s32", nine, indices([0, 2]), oracle=None, **ROWS)
    yield gather("rows-clamped", "a slice is moved so that it is inside, the whole of it", "s32", nine, indices([5, -1]),
                 oracle=None, **ROWS)
    yield gather("columns", "slices run along the first dimension of the result", "s32", nine, indices([0, 2]), oracle=None,
                 **{**ROWS, "offset": [0]})
    yield gather("hint", "a wrong hint about the indices has no effect", "s32", nine, indices([2, 0]),
                 hint=", indices_are_sorted=true", **ROWS)
    five = array("s32", (5,), range(5))
    for index_type in INTEGERS:
        low, high = int_range(index_type)
        yield gather(f"index-{index_type}", "the extreme indices of each type, as numbers", "s32", five,
                     indices([low, high, 0]), index_type=index_type, offset=[1], collapsed=[], index_map=[0], v=1, sizes=[2])
    seed = array("s32", (16, 11), range(176))
    yield gather("seed-slices", "the first example of the operation semantics", "s32", seed,
                 indices([[2, 1], [0, 0], [8, 5], [15, 10], [3, 4]]), offset=[1, 2], collapsed=[], index_map=[0, 1], v=1,
                 sizes=[8, 6])
    yield gather("seed-batches", "the second example: two batch dimensions", "s32", seed,
                 indices([[[(a * b) % 9, (a + b) % 6] for b in range(2)] for a in range(3)]), offset=[2, 3], collapsed=[],
                 index_map=[0, 1], v=2, sizes=[8, 6])
    yield gather("seed-rows", "the third example: gather_nd of whole rows", "s32", seed, indices([[4], [15], [0]]), offset=[1],
                 collapsed=[0], index_map=[0], v=1, sizes=[1, 11])
    cube = array("s32", (3, 4, 5), range(60))
    yield gather("vectors-first", "index vectors along dimension 0 of the indices", "s32", cube,
                 indices([[0, 2, 1, 1], [3, 0, 1, 2]]), offset=[1], collapsed=[0, 1], index_map=[0, 1], v=0, sizes=[1, 1, 5])
    yield gather("vectors-middle", "index vectors along a middle dimension", "s32", cube,
                 indices([[[0, 1, 2], [3, 2, 1]], [[1, 1, 0], [0, 3, 2]]]), offset=[2], collapsed=[0, 1], index_map=[0, 1], v=1,
                 sizes=[1, 1, 5])
    yield gather("map-swapped", "components go where start_index_map says", "s32", cube, indices([[3, 0], [1, 2]]), offset=[1],
                 collapsed=[0, 1], index_map=[1, 0], v=1, sizes=[1, 1, 5])
    yield gather("map-last", "a dimension that is not first", "s32", cube, indices([4, 0, 2]), offset=[0, 1], collapsed=[2],
                 index_map=[2], v=1, sizes=[3, 4, 1])
    yield gather("offset-apart", "offset dimensions on both sides of a batch dimension", "s32", cube, indices([2, 0]),
                 offset=[0, 2], collapsed=[0], index_map=[0], v=1, sizes=[1, 4, 5])
    yield gather("part-of-rows", "a slice is narrower than the operand", "s32", cube, indices([[0, 1], [2, 3]]), offset=[1, 2],
                 collapsed=[0], index_map=[0, 2], v=1, sizes=[1, 2, 3])
    yield gather("scalars", "one element for each index", "s32", five, indices([[4, 1], [0, 9]]), offset=[], collapsed=[0],
                 index_map=[0], v=2, sizes=[1])
    yield gather("one-index", "a scalar index and no batch dimension", "s32", nine, indices(1), offset=[0], collapsed=[0],
                 index_map=[0], v=0, sizes=[1, 3])
    yield gather("no-components", "index vectors without components: every slice starts at 0", "s32", nine,
                 numpy.empty((2, 0), dtype=object), offset=[1, 2], collapsed=[], index_map=[], v=1, sizes=[2, 2])
    yield gather("no-vectors", "no index, no slice", "s32", nine, numpy.empty((0,), dtype=object), **ROWS)
    yield gather("size-0", "slices of size 0 are empty", "s32", nine, indices([1, 7]), **{**ROWS, "sizes": [1, 0]})
    yield gather("empty-operand", "an operand without elements", "s32", array("s32", (0, 3)), indices([1]),
                 offset=[1, 2], collapsed=[], index_map=[0], v=1, sizes=[0, 3])
    yield gather("many", "more rows than fit one block of them", "s8", array("s8", (50, 2)),
                 indices([(i * 37) % 61 - 5 for i in range(300)]), **{**ROWS, "sizes": [1, 2]})
    batch = array("s32", (2, 3, 4), range(24))
    yield gather("batching", "one batching dimension: each batch has its own indices", "s32", batch,
                 indices([[2, 0], [1, 1]]), offset=[2], collapsed=[1], index_map=[1], v=2, sizes=[1, 1, 4], batching=[0],
                 idx_batching=[0])
    yield gather("batching-swapped", "batching dimensions in different places of operand and indices", "s32",
                 array("s32", (2, 5, 3), range(30)), indices([[[4], [0]], [[1], [1]], [[9], [-9]]]), offset=[2], collapsed=[],
                 index_map=[1], v=2, sizes=[1, 2, 1], batching=[0, 2], idx_batching=[1, 0])
    yield gather("batching-behind", "a batching dimension of the indices behind the index vectors", "s32", batch,
                 indices([[2, 0], [3, 1]]), offset=[1], collapsed=[1], index_map=[1, 2], v=0, sizes=[1, 1, 2], batching=[0],
                 idx_batching=[1])
    yield gather("batching-alone", "batching without components", "s32", batch, numpy.empty((2, 0), dtype=object),
                 offset=[1, 2], collapsed=[], index_map=[], v=1, sizes=[1, 3, 4], batching=[0], idx_batching=[0])
    yield from gather_rejects()


def gather_rejects():
    lines = ["x = f32[3,4] parameter(0)", "i = s32[2] parameter(1)", "j = f32[2] parameter(2)", "p = s32[2,2] parameter(3)"]
    good = dict(offset=[1], collapsed=[0], index_map=[0], v=1, sizes=[1, 4])
    for identity, why, operand, change, code, at in (
            ("index-type", "indices are integers", "j", {}, "C1", None),
            ("vector-dim", "index_vector_dim is at most the rank of the indices", "i", {"v": 3}, "C2", "index_vector_dim="),
            ("vector-dim-negative", "index_vector_dim is not negative", "i", {"v": -1}, "C2", "index_vector_dim="),
            ("offset-order", "offset_dims ascend", "p", {"offset": [2, 1], "v": 2}, "C3", "offset_dims="),
            ("offset-range", "offset_dims are dimensions of the result", "i", {"offset": [2]}, "C3", "offset_dims="),
            ("map-size", "a map entry for each component", "i", {"index_map": [0, 1]}, "C4", "start_index_map="),
            ("map-range", "map entries are dimensions of the operand", "i", {"index_map": [2]}, "C5", "start_index_map="),
            ("map-twice", "map entries differ", "p", {"index_map": [0, 0]}, "C5", "start_index_map="),
            ("collapsed-order", "collapsed_slice_dims ascend", "i", {"collapsed": [1, 0], "offset": []}, "C6",
             "collapsed_slice_dims="),
            ("collapsed-range", "collapsed_slice_dims are dimensions of the operand", "i", {"collapsed": [2]}, "C6",
             "collapsed_slice_dims="),
            ("sizes-count", "a slice size for each dimension", "i", {"sizes": [1]}, "C7", "slice_sizes="),
            ("size-large", "a slice is not larger than the operand", "i", {"sizes": [1, 5]}, "C8", "slice_sizes="),
            ("size-negative", "slice sizes are not negative", "i", {"sizes": [1, -1]}, "C8", "slice_sizes="),
            ("collapsed-size", "collapsed dimensions have size 1", "i", {"sizes": [2, 4]}, "C9", "slice_sizes="),
            ("rank", "every dimension of the operand is offset, collapsed or batching", "i", {"collapsed": []}, "C10",
             "offset_dims="),
            ("batching-overlap", "a dimension is batching or collapsed, not both", "i",
             {"batching": [0], "idx_batching": [0]}, "C11", "operand_batching_dims="),
            ("batching-mapped", "a dimension is batching or indexed, not both", "i",
             {"collapsed": [], "batching": [0], "idx_batching": [0]}, "C11", "operand_batching_dims="),
            ("batching-size", "batching dimensions have one size", "i",
             {"collapsed": [], "index_map": [1], "batching": [0], "idx_batching": [0]}, "C12", "start_indices_batching_dims="),
            ("batching-count", "as many batching dimensions on both sides", "i",
             {"collapsed": [], "index_map": [1], "batching": [0], "idx_batching": []}, "C12", None),
            ("batching-vector-dim", "the dimension of index vectors is not a batching dimension", "p",
             {"collapsed": [], "index_map": [1, 0], "batching": [], "idx_batching": [1]}, "C12",
             "start_indices_batching_dims=")):
        how = {**good, **change}
        yield reject_case(f"gather.f32.rejects-{identity}", why, "Gather",
                          [*lines, f"ROOT r = f32[2,4] gather(x, {operand}), {gather_text(**how)}"], f"gather.{code}", at=at,
                          requires=["f32"])


# ---- scatter ----

def scatter_of(xs, idx, us, f, *, window, inserted, index_map, v, batching=(), idx_batching=()):
    outs = [x.copy() for x in xs]
    dims, rank = us[0].shape, xs[0].ndim
    shown = [d for d in range(rank) if d not in inserted and d not in batching]
    scatter_dims = [d for d in range(len(dims)) if d not in window]
    for group in itertools.product(*(range(dims[d]) for d in scatter_dims)):
        start = starts(idx, v, index_map, batching, idx_batching, rank, group)
        for inside in itertools.product(*(range(dims[d]) for d in window)):
            at, place = [0] * len(dims), list(start)
            for d, c in zip(scatter_dims, group):
                at[d] = c
            for d, source, c in zip(window, shown, inside):
                at[d] = c
                place[source] += c
            if all(0 <= p < n for p, n in zip(place, xs[0].shape)):
                values = f(*(o[tuple(place)] for o in outs), *(u[tuple(at)] for u in us))
                for o, value in zip(outs, values):
                    o[tuple(place)] = value
    return outs


def scatter_text(window, inserted, index_map, v, batching=(), idx_batching=(), hint=""):
    text = f"update_window_dims={braces(window)}, inserted_window_dims={braces(inserted)}"
    text += f", scatter_dims_to_operand_dims={braces(index_map)}"
    if batching or idx_batching:
        text += f", input_batching_dims={braces(batching)}, scatter_indices_batching_dims={braces(idx_batching)}"
    return text + f", index_vector_dim={v}{hint}, to_apply=f"


def function(names, lines):
    """A computation of 2N scalars a0, a1, ..., b0, b1, ...; `lines` end with its root."""
    count = len(names)
    return ["f {", *(f"  {'ab'[k // count]}{k % count} = {names[k % count]}[] parameter({k})" for k in range(2 * count)),
            *("  " + line for line in lines), "}"]


def op_function(op):
    return lambda name: function([name], [f"ROOT r = {name}[] {op}(a0, b0)"])


def second(name):
    return ["f {", f"  a0 = {name}[] parameter(0)", f"  ROOT b0 = {name}[] parameter(1)", "}"]


REPLACE = (second, lambda a, b: (b,))
ADD = (op_function("add"), lambda a, b: (a + b,))


def scatter(identity, why, names, xs, idx, us, f, *, index_type="s32", oracle=ORACLE, hint="", **how):
    names, xs, us = ([names], [xs], [us]) if isinstance(names, str) else (names, xs, us)
    text, meaning = f
    outs = scatter_of(xs, idx, us, meaning, **how)
    shapes = [shape(n, x.shape) for n, x in zip(names, xs)]
    result = shapes[0] if len(names) == 1 else f"({', '.join(shapes)})"
    operands = ", ".join([*(f"x{k}" for k in range(len(names))), "i", *(f"v{k}" for k in range(len(names)))])
    lines = [*(f"x{k} = {s} parameter({k})" for k, s in enumerate(shapes)),
             f"i = {shape(index_type, idx.shape)} parameter({len(names)})",
             *(f"v{k} = {shape(n, u.shape)} parameter({len(names) + 1 + k})" for k, (n, u) in enumerate(zip(names, us))),
             f"ROOT r = {result} scatter({operands}), {scatter_text(**how, hint=hint)}"]
    whole = ["HloModule m", *(text(names[0]) if len(names) == 1 else text), "ENTRY e {", *("  " + line for line in lines), "}"]
    expected = [lit(n, o) for n, o in zip(names, outs)]
    expect = expected[0] if len(names) == 1 else {"tuple": expected}
    args = [*(lit(n, x) for n, x in zip(names, xs)), lit(index_type, idx), *(lit(n, u) for n, u in zip(names, us))]
    return run_case(f"scatter.{names[0]}.{identity}", why, "Scatter", None, args, expect, whole=whole,
                    requires=[*names, index_type], oracle=oracle)


ELEMENTS = dict(window=[], inserted=[0], index_map=[0], v=1)
WHOLE_ROWS = dict(window=[1], inserted=[0], index_map=[0], v=1)


def zeros(count):
    return array("s32", (count,), [0] * count)


def numbers(values):
    return array("s32", (len(values),), values)


def scatter_cases():
    for name in TYPES:
        yield scatter("rows", "the last update of an element remains", name, array(name, (4, 3)), indices([2, 0, 2]),
                      array(name, (5, 3))[2:], REPLACE, **WHOLE_ROWS)
    yield scatter("add-example", "the first worked example: an index outside is skipped, equal ones add up", "s32", zeros(4),
                  indices([[1], [5], [1]]), numbers([10, 20, 30]), ADD, oracle=None, **ELEMENTS)
    yield scatter("part-outside", "the second worked example: elements outside are skipped one by one", "s32", zeros(5),
                  indices([3]), numbers([1, 2, 3]), REPLACE, oracle=None, window=[0], inserted=[], index_map=[0], v=0)
    yield scatter("last-wins", "updates count in the order of their indices", "s32", zeros(2), indices([[0], [0]]),
                  numbers([7, 9]), REPLACE, oracle=None, **ELEMENTS)
    yield scatter("negative", "negative indices are outside, not counted from the end", "s32", zeros(4), indices([-1, 2, -4]),
                  numbers([1, 2, 3]), ADD, **ELEMENTS)
    yield scatter("hints", "wrong hints about the indices have no effect", "s32", zeros(4), indices([3, 0, 3]),
                  numbers([1, 2, 4]), ADD, hint=", indices_are_sorted=true, unique_indices=true", **ELEMENTS)
    for index_type in INTEGERS:
        low, high = int_range(index_type)
        yield scatter(f"index-{index_type}", "the extreme indices of each type, as numbers", "s32", zeros(4),
                      indices([low, high, 0]), numbers([1, 2, 4]), ADD, index_type=index_type, **ELEMENTS)
    for identity, op, meaning in (("multiply", "multiply", lambda a, b: (a * b,)), ("maximum", "maximum", lambda a, b: (max(a, b),)),
                                  ("minimum", "minimum", lambda a, b: (min(a, b),)), ("subtract", "subtract", lambda a, b: (a - b,))):
        yield scatter(identity, "current value first, update second", "s32", numbers([5, -3, 7, 2]), indices([1, 3, 1]),
                      numbers([4, -6, -2]), (op_function(op), meaning), **ELEMENTS)
    yield scatter("add-bytes", "sums wrap in the element type after each update", "u8", array("u8", (2,), [200, 1]),
                  indices([0, 0, 1]), array("u8", (3,), [100, 3, 4]), (op_function("add"), lambda a, b: ((a + b) % 256,)),
                  **ELEMENTS)
    yield scatter("add-stored", "sums are rounded to the element type after each update", "bf16", array("bf16", (1,), [256.0]),
                  indices([0, 0, 0]), array("bf16", (3,), [1.0, 1.0, 1.0]), (op_function("add"), lambda a, b: (a,)),
                  oracle=None, **ELEMENTS)
    yield scatter("or", "pred adds by or", "pred", array("pred", (3,), [False, True, False]), indices([0, 1]),
                  array("pred", (2,), [True, False]), (op_function("add"), lambda a, b: (a or b,)), **ELEMENTS)
    body = ["d = s32[] multiply(a0, b0)", "ROOT s = s32[] subtract(d, b0)"]
    yield scatter("any-function", "a computation of several instructions", "s32", numbers([5, -3, 7, 2]), indices([1, 3, 1]),
                  numbers([4, -6, 2]), (lambda name: function([name], body), lambda a, b: (a * b - b,)), **ELEMENTS)
    first = (lambda name: ["f {", f"  ROOT a0 = {name}[] parameter(0)", f"  b0 = {name}[] parameter(1)", "}"],
             lambda a, b: (a,))
    yield scatter("keep", "a computation that keeps what is there", "s32", numbers([5, 6]), indices([0, 1]), numbers([1, 2]),
                  first, **ELEMENTS)
    table = array("s32", (4, 5), range(20))
    yield scatter("columns", "windows along a dimension that is not last", "s32", table, indices([4, 1]),
                  array("s32", (2, 4), range(100, 108)), ADD, window=[1], inserted=[1], index_map=[1], v=1)
    yield scatter("windows-first", "window dimensions lie before scatter dimensions in the updates", "s32", table,
                  indices([3, 0, 3]), array("s32", (5, 3), range(100, 115)), ADD, window=[0], inserted=[0], index_map=[0], v=1)
    for identity, f in (("boxes-add", ADD), ("boxes-replace", REPLACE)):
        yield scatter(identity, "boxes that overlap one another and every border", "s32", table,
                      indices([[1, 1], [-1, 3], [3, -2], [2, 2], [4, 0], [-2, 0], [0, 5]]),
                      array("s32", (7, 2, 3), range(100, 142)), f, window=[1, 2], inserted=[], index_map=[0, 1], v=1)
    yield scatter("vectors-first", "index vectors along dimension 0", "s32", table, indices([[1, 9, 0], [4, 0, 2]]),
                  numbers([100, 200, 300]), ADD, window=[], inserted=[0, 1], index_map=[0, 1], v=0)
    yield scatter("map-swapped", "components go where the map says", "s32", table, indices([[4, 1], [0, 2]]),
                  numbers([100, 200]), ADD, window=[], inserted=[0, 1], index_map=[1, 0], v=1)
    batch = array("s32", (2, 3, 4), range(24))
    yield scatter("batching", "each batch has its own indices", "s32", batch, indices([[2, 0], [5, 1]]),
                  array("s32", (2, 2, 4), range(100, 116)), ADD, window=[2], inserted=[1], index_map=[1], v=2, batching=[0],
                  idx_batching=[0])
    yield scatter("batching-swapped", "batching dimensions in different places", "s32", array("s32", (2, 5, 3), range(30)),
                  indices([[[4], [0]], [[1], [1]], [[9], [-1]]]), array("s32", (3, 2, 2), range(100, 112)), ADD, window=[2],
                  inserted=[], index_map=[1], v=2, batching=[0, 2], idx_batching=[1, 0])
    yield scatter("scalar-operand", "an operand without dimensions takes all updates", "s32", array("s32", (), [1]),
                  numpy.empty((3, 0), dtype=object), numbers([2, 3, 4]), ADD, window=[], inserted=[], index_map=[], v=1)
    yield scatter("one-index", "a scalar index", "s32", zeros(3), indices(2), array("s32", (), [8]), ADD, window=[],
                  inserted=[0], index_map=[0], v=0)
    yield scatter("no-updates", "no update, no change", "s32", numbers([1, 2]), numpy.empty((0,), dtype=object),
                  array("s32", (0,)), ADD, **ELEMENTS)
    yield scatter("empty-windows", "windows without elements have no effect", "s32", table, indices([0, 1]),
                  array("s32", (2, 0)), REPLACE, **WHOLE_ROWS)
    yield scatter("empty-operand", "an operand without elements", "s32", array("s32", (0,)), indices([0]), numbers([1]), ADD,
                  **ELEMENTS)
    pair = function(["s32", "f32"], ["c = pred[] compare(b0, a0), direction=GT", "v = s32[] select(c, b0, a0)",
                                     "w = f32[] select(c, b1, a1)", "ROOT t = (s32[], f32[]) tuple(v, w)"])
    yield scatter("pair", "two arrays at once: the payload follows the larger key", ["s32", "f32"],
                  [numbers([5, 5, 5]), array("f32", (3,), [0.5, 1.5, 2.5])], indices([1, 7, 1, 0]),
                  [numbers([9, 9, 6, 2]), array("f32", (4,), [10.0, 20.0, 30.0, 40.0])],
                  (pair, lambda a0, a1, b0, b1: (b0, b1) if b0 > a0 else (a0, a1)), **ELEMENTS)
    swap = function(["s32", "s32"], ["ROOT t = (s32[], s32[]) tuple(b1, a0)"])
    yield scatter("pair-crossed", "each result may use every value", ["s32", "s32"],
                  [array("s32", (2, 3), range(6)), array("s32", (2, 3), range(10, 16))], indices([1, 1]),
                  [array("s32", (2, 3), range(20, 26)), array("s32", (2, 3), range(30, 36))],
                  (swap, lambda a0, a1, b0, b1: (b1, a0)), **WHOLE_ROWS)
    yield from scatter_rejects()


def scatter_rejects():
    shapes = dict(x="f32[3,4]", z="f32[4,4]", i="s32[2]", j="f32[2]", p="s32[2,2]", u="f32[2,4]", w="s32[2,4]", b="f32[2,5]",
                  n="f32[3,4]", t="f32[2,3,4]")
    good = dict(window=[1], inserted=[0], index_map=[0], v=1)
    f = function(["f32"], ["ROOT r = f32[] add(a0, b0)"])
    one = ["f {", "  ROOT a = f32[] parameter(0)", "}"]
    wide = function(["f32"], ["s = f32[] add(a0, b0)", "ROOT r = f32[1] reshape(s)"])
    for identity, why, operands, change, code, at, text in (
            ("operand-count", "N operands, indices, N updates", "x, x, i, u", {}, "C1", None, f),
            ("operand-dims", "all operands have equal dimensions", "x, z, i, u, u", {}, "C2", None, f),
            ("update-dims", "all updates have equal dimensions", "x, x, i, u, b", {}, "C2", None, f),
            ("update-type", "updates have the types of their operands", "x, i, w", {}, "C2", None, f),
            ("index-type", "indices are integers", "x, j, u", {}, "C3", None, f),
            ("vector-dim", "index_vector_dim is at most the rank of the indices", "x, i, u", {"v": 2}, "C3", "index_vector_dim=", f),
            ("window-order", "update_window_dims ascend", "x, i, t", {"window": [2, 1], "inserted": []}, "C4",
             "update_window_dims=", f),
            ("window-range", "update_window_dims are dimensions of the updates", "x, i, u", {"window": [2]}, "C4",
             "update_window_dims=", f),
            ("inserted-order", "inserted_window_dims ascend", "x, i, u", {"inserted": [1, 0]}, "C5", "inserted_window_dims=", f),
            ("inserted-range", "inserted_window_dims are dimensions of the operand", "x, i, u", {"inserted": [2]}, "C5",
             "inserted_window_dims=", f),
            ("rank", "every dimension of the operand is window, inserted or batching", "x, i, u", {"inserted": []}, "C6",
             "update_window_dims=", f),
            ("map-size", "a map entry for each component", "x, i, u", {"index_map": [0, 1]}, "C7",
             "scatter_dims_to_operand_dims=", f),
            ("map-range", "map entries are dimensions of the operand", "x, i, u", {"index_map": [2]}, "C7",
             "scatter_dims_to_operand_dims=", f),
            ("map-twice", "map entries differ", "x, p, u", {"index_map": [1, 1]}, "C7", "scatter_dims_to_operand_dims=", f),
            ("update-rank", "updates have window and scatter dimensions", "x, i, t", {}, "C8", None, f),
            ("window-size", "a window is not larger than the operand", "x, i, b", {}, "C9", None, f),
            ("scatter-size", "an update for each index vector", "x, i, n", {}, "C10", None, f),
            ("batching-overlap", "a dimension is batching or inserted, not both", "x, i, u",
             {"batching": [0], "idx_batching": [0]}, "C11", "input_batching_dims=", f),
            ("batching-size", "batching dimensions have one size", "x, i, u",
             {"inserted": [], "index_map": [1], "batching": [0], "idx_batching": [0]}, "C11", "scatter_indices_batching_dims=", f),
            ("reducer-parameters", "to_apply takes 2N scalars", "x, i, u", {}, "C12", "to_apply=", one),
            ("reducer-result", "to_apply returns N scalars", "x, i, u", {}, "C12", "to_apply=", wide)):
        how = {**good, **change}
        names = list(dict.fromkeys(operands.split(", ")))
        whole = ["HloModule m", *text, "ENTRY e {",
                 *(f"  {name} = {shapes[name]} parameter({k})" for k, name in enumerate(names)),
                 f"  ROOT r = f32[3,4] scatter({operands}), {scatter_text(**how)}", "}"]
        yield reject_case(f"scatter.f32.rejects-{identity}", why, "Scatter", None, f"scatter.{code}", at=at, requires=["f32"],
                          whole=whole)


def main():
    write("gather", list(gather_cases()), NAME)
    write("scatter", list(scatter_cases()), NAME)


main()
