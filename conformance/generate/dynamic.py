#!/usr/bin/python3
"""Vectors of dynamic-reshape, and of array ops with dynamic sizes: the results for static arrays of the live sizes
(operation reference, 1.5), computed by numpy."""
import math

import numpy

from arrays import TYPES, array
from formats import literal, nested
from write import reject_case, run_case, write

NAME = "conformance/generate/dynamic.py"
NUMPY = "numpy on the live part"
ADD = ["add_f32 {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", "  ROOT s = f32[] add(p, q)", "}"]
MAX = [line.replace("add", "maximum") for line in ADD]
LESS = ["less {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", "  ROOT c = pred[] compare(p, q), direction=LT", "}"]


def live(name, sizes, values):
    """`sizes` as in the text, "<=5,3", and the live elements."""
    values = numpy.asarray(values, dtype=object)
    layout = "{" + ",".join(str(d) for d in reversed(range(values.ndim))) + "}" if values.ndim else ""
    return {"shape": f"{name}[{sizes}]{layout}", "dynamic_sizes": list(values.shape), "data": nested(list(values.ravel()), values.shape)}


def plain(name, values):
    values = numpy.asarray(values, dtype=object)
    return literal(name, list(values.ravel()), values.shape)


def floats(*dims, start=1.0):
    return numpy.arange(start, start + math.prod(dims)).reshape(dims)


def case(op, identity, why, lines, args, expect, name="f32", helpers=(), requires=(), **options):
    whole = ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"]
    return op, run_case(f"{op}.{name}.dynamic-{identity}", why, "SetDimensionSize", None, args, expect, whole=whole, requires=["dynamic", name, *requires],
                        tags=["dynamic"], oracle=options.pop("oracle", NUMPY), **options)


def one(op, identity, why, sizes, x, out, expect, text, name="f32", helpers=(), more=(), args=(), **options):
    """An op on one dynamic operand x; `text` is the call, `more` the lines before it."""
    value = live(name, out, expect) if "<" in out else plain(name, expect)
    return case(op, identity, why, [f"x = {name}[{sizes}] parameter(0)", *more, f"ROOT r = {name}[{out}] {text}"], [live(name, sizes, x), *args], value,
                name=name, helpers=helpers, **options)


def fails(op, identity, why, lines, at=None, helpers=(), name="f32"):
    """A run that breaks a rule by its sizes. The operands are constants, because reject cases have no arguments."""
    whole = ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"]
    return op, reject_case(f"{op}.{name}.rejects-dynamic-{identity}", why, "SetDimensionSize", None, "R08", at=at or f"{op}(", whole=whole,
                           requires=["dynamic", name])


def cut(name, values, sizes, size, dimension=0, result="x"):
    """Lines that make a dynamic array from a constant."""
    dims = sizes.replace("<=", "")
    return [f"{result}_all = {name}[{dims}] constant({values})", f"{result}_size = s32[] constant({size})",
            f"{result} = {name}[{sizes}] set-dimension-size({result}_all, {result}_size), dimensions={{{dimension}}}"]


# ---- elementwise, and ops that move elements ----
def elementwise_cases():
    x = floats(3)
    yield one("negate", "size-3", "the live elements", "<=5", x, "<=5", -x, "negate(x)")
    yield one("negate", "size-0", "no live element", "<=5", [], "<=5", [], "negate(x)")
    yield one("add", "both", "equal sizes on both sides", "<=4", x, "<=4", x + x, "add(x, x)")
    yield one("add", "inner", "rows are cut, too", "2,<=4", floats(2, 3), "2,<=4", 2 * floats(2, 3), "add(x, x)")
    three = "{1, 2, 3}"
    yield fails("add", "mismatch", "live sizes are equal", [*cut("f32", three, "<=3", 2, result="a"), *cut("f32", three, "<=3", 1, result="b"),
                "ROOT r = f32[<=3] add(a, b)"])
    yield fails("add", "static-side", "a static side is full", [*cut("f32", three, "<=3", 2, result="a"), f"b = f32[3] constant({three})",
                "ROOT r = f32[<=3] add(a, b)"])
    yield one("clamp", "scalars", "scalar limits have no sizes", "<=5", x, "<=5", [2.0, 2.0, 2.5], "clamp(a, x, b)",
              more=["a = f32[] constant(2)", "b = f32[] constant(2.5)"])
    yield case("compare", "size-2", "the result is dynamic, too", ["x = f32[<=4] parameter(0)", "ROOT r = pred[<=4] compare(x, x), direction=EQ"],
               [live("f32", "<=4", [1.0, 2.0])], live("pred", "<=4", [True, True]), requires=["pred"])
    yield case("select", "size-2", "all three operands", ["p = pred[<=4] parameter(0)", "x = f32[<=4] parameter(1)", "y = f32[<=4] negate(x)",
               "ROOT r = f32[<=4] select(p, x, y)"], [live("pred", "<=4", [True, False]), live("f32", "<=4", [1.0, 2.0])],
               live("f32", "<=4", [1.0, -2.0]), requires=["pred"])
    yield case("convert", "size-2", "another type, the same sizes", ["x = f32[<=4] parameter(0)", "ROOT r = s32[<=4] convert(x)"],
               [live("f32", "<=4", [1.5, -2.5])], live("s32", "<=4", [1, -2]), requires=["s32"])
    yield case("stochastic-convert", "size-2", "operand and random bits", ["x = f32[<=3] parameter(0)", "u = u32[<=3] parameter(1)",
               "ROOT r = s32[<=3] stochastic-convert(x, u)"], [live("f32", "<=3", [1.0, -2.0]), live("u32", "<=3", [0, 7])],
               live("s32", "<=3", [1, -2]), requires=["s32", "u32"])
    helpers = ["f {", "  p = f32[] parameter(0)", "  ROOT m = f32[] multiply(p, p)", "}"]
    yield one("map", "size-3", "the function is called on live elements only", "<=5", x, "<=5", x * x, "map(x), dimensions={0}, to_apply=f", helpers=helpers)
    yield case("bitcast-convert", "splits", "the new last dimension is static", ["x = u16[<=3] parameter(0)", "ROOT r = u8[<=3,2] bitcast-convert(x)"],
               [live("u16", "<=3", [0x0102, 0x0304])], live("u8", "<=3,2", [[2, 1], [4, 3]]), name="u16", requires=["u8"], oracle=None)
    yield case("bitcast-convert", "joins", "the last dimension disappears", ["x = u8[<=3,2] parameter(0)", "ROOT r = u16[<=3] bitcast-convert(x)"],
               [live("u8", "<=3,2", [[2, 1]])], live("u16", "<=3", [0x0102]), name="u8", requires=["u16"], oracle=None)


def movement_cases():
    m = floats(2, 3)
    yield one("transpose", "first", "the size moves with its dimension", "<=4,3", m, "3,<=4", m.T, "transpose(x), dimensions={1,0}")
    yield one("broadcast", "mapped", "the size moves with its dimension", "<=4", floats(2), "3,<=4", [floats(2)] * 3, "broadcast(x), dimensions={1}")
    yield one("reverse", "live", "the live part is reversed", "<=5", floats(3), "<=5", floats(3)[::-1], "reverse(x), dimensions={0}")
    yield one("reverse", "other", "another dimension", "<=4,3", m, "<=4,3", m[:, ::-1], "reverse(x), dimensions={1}")
    yield one("reverse", "inner", "each row by its live part", "2,<=4", m, "2,<=4", m[:, ::-1], "reverse(x), dimensions={1}")
    a, b = [live("f32", "<=3", [1.0, 2.0]), live("f32", "<=4", [3.0])]
    for identity, order, values in (("two", "a, b", [1.0, 2.0, 3.0]), ("swapped", "b, a", [3.0, 1.0, 2.0])):
        yield case("concatenate", identity, "live parts are adjacent", ["a = f32[<=3] parameter(0)", "b = f32[<=4] parameter(1)",
                   f"ROOT r = f32[<=7] concatenate({order}), dimensions={{0}}"], [a, b], live("f32", "<=7", values))
    yield case("concatenate", "with-static", "a static operand counts in full", ["a = f32[<=3] parameter(0)", "b = f32[2] parameter(1)",
               "ROOT r = f32[<=5] concatenate(a, b), dimensions={0}"], [a, plain("f32", [8.0, 9.0])], live("f32", "<=5", [1.0, 2.0, 8.0, 9.0]))
    yield one("concatenate", "other", "the other dimension is dynamic", "<=4,3", m, "<=4,6", numpy.hstack([m, m]), "concatenate(x, x), dimensions={1}")
    row = "{{1, 2, 3}}"
    yield fails("concatenate", "mismatch", "sizes of other dimensions are equal", [*cut("f32", row, "1,<=3", 2, 1, "a"), *cut("f32", row, "1,<=3", 1, 1, "b"),
                "ROOT r = f32[2,<=3] concatenate(a, b), dimensions={0}"])
    zero = ["z = f32[] constant(0)"]
    yield one("pad", "edges", "padding is at the edges of the live part", "<=4", floats(2), "<=7", [0.0, 1.0, 2.0, 0.0, 0.0], "pad(x, z), padding=1_2", more=zero)
    yield one("pad", "interior", "between live elements", "<=4", floats(3), "<=7", [1.0, 0.0, 2.0, 0.0, 3.0], "pad(x, z), padding=0_0_1", more=zero)
    yield one("pad", "crops", "negative edges crop the live part", "<=5", floats(4), "<=3", [2.0, 3.0], "pad(x, z), padding=-1_-1", more=zero)
    yield one("slice", "whole", "what is taken whole stays dynamic", "<=4,3", m, "<=4,2", m[:, 1:], "slice(x), slice={[0:4], [1:3]}")
    yield one("slice", "part", "a part is static, with zeros beyond the live elements", "<=6", floats(3), "3", [2.0, 3.0, 0.0], "slice(x), slice={[1:4]}",
              oracle=None)
    yield one("slice", "strided", "so is one with a stride", "<=6", floats(4), "3", [1.0, 3.0, 0.0], "slice(x), slice={[0:6:2]}", oracle=None)
    yield one("shuffle", "rotates", "modulo the live size", "<=5", floats(3), "<=5", numpy.roll(floats(3), -1),
              "shuffle(x), dimensions={0}, mode=rotate, shifts={1}")
    yield one("reshape", "merges", "rows of a dynamic number", "<=4,3", m, "<=12", m.ravel(), "reshape(x)")
    yield one("reshape", "splits", "the inferred dimension takes up the size", "<=12", floats(6), "<=4,3", m, "reshape(x), inferred_dimension=0")
    yield one("reshape", "written", "so does the only one that is written as dynamic", "<=12", floats(6), "<=4,3", m, "reshape(x)")
    yield one("reshape", "inner", "live elements are packed", "2,<=3", floats(2, 2), "<=6", floats(4), "reshape(x)")
    yield one("reshape", "beside", "another group of dimensions is static", "<=3,2,2", floats(2, 2, 2), "<=3,4", floats(2, 4), "reshape(x)")
    yield one("reshape", "ones", "dimensions of size 1 are added and removed", "<=3", floats(2), "1,<=3,1", floats(1, 2, 1), "reshape(x)")
    six = "{1, 2, 3, 4, 5, 6}"
    yield fails("reshape", "fraction", "live elements fill whole rows", [*cut("f32", six, "<=6", 4), "ROOT r = f32[<=2,3] reshape(x), inferred_dimension=0"])


def dynamic_reshape_cases():
    op = "dynamic-reshape"

    def reshape(identity, why, name, sizes, x, out, asked, expect, **options):
        names = [f"size{i}" for i in range(len(asked))]
        lines = [f"x = {name}[{sizes}] parameter(0)", *(f"{n} = s32[] parameter({i + 1})" for i, n in enumerate(names)),
                 f"ROOT r = {name}[{out}] {op}(x, {', '.join(names)})"]
        value = live(name, sizes, x) if "<" in sizes else plain(name, x)
        result = live(name, out, expect) if "<" in out else plain(name, expect)
        return op, run_case(f"{op}.{name}.{identity}", why, op, lines, [value, *(literal("s32", [s], ()) for s in asked)], result,
                            requires=["dynamic", name, "s32"], oracle=options.pop("oracle", "numpy reshape of the live part"))

    for name in TYPES:
        values = array(name, (6,))
        yield reshape("splits", "live elements under the sizes that operands give", name, "<=12", values, "<=4,3", (2, 3), values.reshape(2, 3))
    m = floats(2, 3)
    yield reshape("merges", "rows become one", "f32", "<=4,3", m, "<=12", (6,), m.ravel())
    yield reshape("swaps", "both dimensions are dynamic", "f32", "<=4,<=4", floats(2, 3), "<=8,<=2", (6, 1), floats(6, 1))
    yield reshape("inner", "live elements are packed", "f32", "2,<=6", floats(2, 2), "<=12", (4,), floats(4))
    yield reshape("full", "a full array", "f32", "2,3", m, "<=6", (6,), m.ravel())
    yield reshape("static", "a static result", "f32", "2,3", m, "3,2", (3, 2), m.reshape(3, 2))
    yield reshape("empty", "no live element", "f32", "<=6", [], "<=2,3", (0, 3), numpy.zeros((0, 3)))
    yield op, run_case(f"{op}.f32.scalar", "rank 0 has no sizes", op, ["x = f32[1] parameter(0)", f"ROOT r = f32[] {op}(x)"], [plain("f32", [7.0])],
                       plain("f32", 7.0), requires=["f32"])
    lines = ["x = f32[<=6] parameter(0)", "s = s32[] get-dimension-size(x), dimensions={0}", "t = s32[] constant(1)",
             f"d = f32[<=6,1] {op}(x, s, t)", "ROOT n = s32[] get-dimension-size(d), dimensions={0}"]
    yield op, run_case(f"{op}.f32.asked-back", "get-dimension-size gives the size that was set", op, lines, [live("f32", "<=6", floats(4))],
                       literal("s32", [4], ()), requires=["dynamic", "f32", "s32"])

    def reject(identity, why, lines, code, at):
        return op, reject_case(f"{op}.f32.rejects-{identity}", why, op, lines, code, at=at, requires=["dynamic", "f32"])

    x, s = "x = f32[<=6] parameter(0)", "s = s32[] constant(2)"
    yield reject("count", "one size for each dimension", [x, s, f"ROOT r = f32[<=2,3] {op}(x, s)"], f"{op}.C1", f"{op}(")
    yield reject("size-type", "sizes are s32[]", [x, "s = s64[] constant(6)", f"ROOT r = f32[<=6] {op}(x, s)"], f"{op}.C2", f"{op}(")
    yield reject("size-rank", "sizes are scalars", [x, "s = s32[1] constant({6})", f"ROOT r = f32[<=6] {op}(x, s)"], f"{op}.C2", f"{op}(")
    yield reject("type", "the element type stays", [x, s, f"ROOT r = s32[<=6] {op}(x, s)"], f"{op}.C3", "s32[<=6]")
    yield reject("bounds", "bounds hold as many elements", [x, s, f"ROOT r = f32[<=5] {op}(x, s)"], f"{op}.C3", "f32[<=5]")
    full, six = "x = f32[6] constant({1, 2, 3, 4, 5, 6})", "t = s32[] constant({})"
    for identity, why, sizes, out in (("few", "the sizes hold all live elements", (2, 2), "<=2,<=3"), ("above", "a size is within its bound", (3, 2), "<=2,<=3"),
                                      ("negative", "a size is not negative", (-2, -3), "<=2,<=3"), ("static-size", "a static size is its bound", (2, 2), "<=2,3")):
        lines = [full, f"s = s32[] constant({sizes[0]})", six.format(sizes[1]), f"ROOT r = f32[{out}] {op}(x, s, t)"]
        yield reject(identity, why, lines, "R08", f"{op}(")


# ---- indexing ----
def indexing_cases():
    i = ["i = s32[] parameter(1)"]
    index = [literal("s32", [9], ())]
    yield one("dynamic-slice", "clamps", "the slice fits the live part", "<=6", floats(4), "2", [3.0, 4.0], "dynamic-slice(x, i), dynamic_slice_sizes={2}", more=i,
              args=index, requires=["s32"], oracle=None)
    yield one("dynamic-slice", "larger", "a slice larger than the live part has zeros behind it", "<=6", floats(2), "3", [1.0, 2.0, 0.0],
              "dynamic-slice(x, i), dynamic_slice_sizes={3}", more=i, args=index, requires=["s32"], oracle=None)
    u = ["u = f32[2] constant({8, 9})", *i]
    yield one("dynamic-update-slice", "clamps", "the update fits the live part", "<=6", floats(4), "<=6", [1.0, 2.0, 8.0, 9.0],
              "dynamic-update-slice(x, u, i)", more=u, args=index, requires=["s32"], oracle=None)
    yield case("dynamic-update-slice", "update", "the live part of the update", ["x = f32[4] parameter(0)", "u = f32[<=3] parameter(1)", "i = s32[] parameter(2)",
               "ROOT r = f32[4] dynamic-update-slice(x, u, i)"], [plain("f32", floats(4)), live("f32", "<=3", [8.0, 9.0]), literal("s32", [3], ())],
               plain("f32", [1.0, 2.0, 8.0, 9.0]), requires=["s32"], oracle=None)
    yield fails("dynamic-update-slice", "larger", "the update is no larger than the live part", [*cut("f32", "{1, 2, 3}", "<=3", 1),
                "u = f32[2] constant({8, 9})", "i = s32[] constant(0)", "ROOT r = f32[<=3] dynamic-update-slice(x, u, i)"])
    m = floats(2, 3)
    rows = "gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes="
    two = [plain("s32", [1, 7])]
    yield one("gather", "rows", "indices are clamped to the live rows", "<=4,3", m, "2,3", m[[1, 1]], rows + "{1,3}", more=["i = s32[2] parameter(1)"], args=two,
              requires=["s32"])
    yield one("gather", "slice", "a slice of a whole dimension stays dynamic", "2,<=4", m, "2,<=4", m[[1, 1]], rows + "{1,4}", more=["i = s32[2] parameter(1)"],
              args=two, requires=["s32"])
    yield case("gather", "indices", "one row for each live index", ["x = f32[2,3] parameter(0)", "i = s32[<=5] parameter(1)", "ROOT r = f32[<=5,3] " + rows + "{1,3}"],
               [plain("f32", m), live("s32", "<=5", [1, 0, 1])], live("f32", "<=5,3", m[[1, 0, 1]]), requires=["s32"])
    scatter = "scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add_f32"
    yield case("scatter", "operand", "updates outside of the live part are dropped", ["x = f32[<=5] parameter(0)", "i = s32[2] parameter(1)", "u = f32[2] parameter(2)",
               "ROOT r = f32[<=5] " + scatter], [live("f32", "<=5", floats(3)), plain("s32", [1, 4]), plain("f32", [10.0, 20.0])],
               live("f32", "<=5", [1.0, 12.0, 3.0]), helpers=ADD, requires=["s32"])
    yield case("scatter", "updates", "only live updates count", ["x = f32[4] parameter(0)", "i = s32[<=3] parameter(1)", "u = f32[<=3] parameter(2)",
               "ROOT r = f32[4] " + scatter], [plain("f32", floats(4)), live("s32", "<=3", [1, 1]), live("f32", "<=3", [10.0, 20.0])],
               plain("f32", [1.0, 32.0, 3.0, 4.0]), helpers=ADD, requires=["s32"])


# ---- sums of products ----
def product_cases():
    a, b = floats(2, 3), floats(3, 2)
    dot = "dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}"

    def two(op, identity, why, sizes, x, other, y, out, expect, text, **options):
        values = [live("f32", s, v) if "<" in s else plain("f32", v) for s, v in ((sizes, x), (other, y))]
        return case(op, identity, why, [f"x = f32[{sizes}] parameter(0)", f"y = f32[{other}] parameter(1)", f"ROOT r = f32[{out}] {text}"], values,
                    live("f32", out, expect) if "<" in out else plain("f32", expect), **options)

    yield two("dot", "rows", "a free dimension stays dynamic", "<=4,3", a, "3,2", b, "<=4,2", a @ b, dot)
    yield two("dot", "contracting", "live elements of both sides", "2,<=5", a, "<=5,2", b, "2,2", a @ b, dot)
    wide = numpy.vstack([b, [[math.inf, math.nan], [7.0, 8.0]]])
    yield two("dot", "contracting-left", "where one side has padding, the other takes no part", "2,<=5", a, "5,2", wide, "2,2", a @ b, dot)
    yield two("dot", "contracting-none", "no live element: 0", "2,<=3", numpy.zeros((2, 0)), "3,2", b, "2,2", numpy.zeros((2, 2)), dot)
    x, y = floats(2, 2, 3), floats(2, 3, 2)
    yield two("dot", "batch", "a dynamic batch", "<=3,2,3", x, "<=3,3,2", y, "<=3,2,2", x @ y,
              "dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}")
    pair = "{{1, 2}, {3, 4}}"
    yield fails("dot", "batch", "batch sizes are equal", [*cut("f32", pair, "<=2,2", 1), f"y = f32[2,2] constant({pair})",
                "ROOT r = f32[<=2] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_contracting_dims={1}"])
    convolution = "convolution(x, y), window={size=2}, dim_labels=b0f_0io->b0f"
    signal, kernel = floats(1, 4, 1), numpy.array([1.0, 10.0]).reshape(2, 1, 1)
    made = numpy.array([21.0, 32.0, 43.0]).reshape(1, 3, 1)
    yield two("convolution", "spatial", "the window stays within the live part", "1,<=6,1", signal, "2,1,1", kernel, "1,<=5,1", made, convolution, oracle=None)
    yield two("convolution", "batch", "live batch entries", "<=3,4,1", numpy.concatenate([signal, 2 * signal]), "2,1,1", kernel, "<=3,3,1",
              numpy.concatenate([made, 2 * made]), convolution, oracle=None)
    padded = numpy.array([10.0, 21.0, 32.0, 43.0, 4.0]).reshape(1, 5, 1)
    yield two("convolution", "padding", "padding is at the live part", "1,<=6,1", signal, "2,1,1", kernel, "1,<=7,1", padded,
              "convolution(x, y), window={size=2 pad=1_1}, dim_labels=b0f_0io->b0f", oracle=None)
    y = numpy.array([1.0, 10.0, math.inf]).reshape(1, 3, 1)
    yield two("convolution", "features", "input features that are live", "1,2,<=3", numpy.array([[[1.0, 2.0], [3.0, 4.0]]]), "1,3,1", y, "1,2,1",
              numpy.array([[[21.0], [43.0]]]), "convolution(x, y), window={size=1}, dim_labels=b0f_0io->b0f", oracle=None)
    yield case("ragged-dot", "rows", "the ragged dimension is dynamic", ["x = f32[<=5,1] parameter(0)", "y = f32[2,1,1] parameter(1)", "g = s32[2] parameter(2)",
               "ROOT r = f32[<=5,1] ragged-dot(x, y, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}"],
               [live("f32", "<=5,1", floats(3, 1)), plain("f32", [[[10.0]], [[100.0]]]), plain("s32", [1, 9])],
               live("f32", "<=5,1", [[10.0], [200.0], [300.0]]), requires=["s32"], oracle=None)
    yield case("scaled-dot", "rows", "scales for each live row", ["x = f32[<=3,2] parameter(0)", "y = f32[2,1] parameter(1)", "s = f32[<=3,1] parameter(2)",
               "t = f32[] constant(1)", "ROOT r = f32[<=3,1] scaled-dot(x, y, s, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}"],
               [live("f32", "<=3,2", floats(2, 2)), plain("f32", [[1.0], [1.0]]), live("f32", "<=3,1", [[2.0], [4.0]])],
               live("f32", "<=3,1", [[6.0], [28.0]]), oracle=None)


# ---- reductions, windows, sorting ----
def reduction_cases():
    zero = ["z = f32[] constant(0)"]
    tall = floats(2, 3)
    reduce = "reduce(x, z), dimensions={%s}, to_apply=add_f32"
    ten = "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"
    product = [line.replace("add", "multiply") for line in ADD]
    for size, total, op in ((5, 15.0, "add"), (5, 120.0, "multiply"), (6, 21.0, "add")):
        start = 1 if op == "multiply" else 0
        for written in ("f32[<=10]", "f32[10]"):
            lines = [f"v = f32[10] constant({ten})", f"n = s32[] constant({size})", f"p = {written} set-dimension-size(v, n), dimensions={{0}}",
                     f"z = f32[] constant({start})", f"ROOT r = f32[] reduce(p, z), dimensions={{0}}, to_apply={op}_f32"]
            style = "dynamic" if "<" in written else "static"
            yield case("reduce", f"seed-{op}-{size}-{style}", "the example of XLA's documentation; the shape may be written without its <=", lines, [], plain("f32", total),
                       helpers=product if op == "multiply" else ADD, requires=["s32"], oracle=None)
    yield one("reduce", "dynamic-dimension", "only live elements are combined", "<=4,3", tall, "3", tall.sum(0), reduce % 0, more=zero, helpers=ADD)
    yield one("reduce", "other-dimension", "the other dimension stays dynamic", "<=4,3", tall, "<=4", tall.sum(1), reduce % 1, more=zero, helpers=ADD)
    yield one("reduce", "all", "all of a cut matrix", "3,<=5", floats(3, 2), "", 21.0, reduce % "0,1", more=zero, helpers=ADD)
    yield one("reduce", "none", "no live element: the initial value", "<=4", [], "", 0.0, reduce % 0, more=zero, helpers=ADD)
    yield one("reduce", "maximum", "elements beyond the live size do not count, even if they are larger", "<=4,2", -floats(2, 2), "2", [-1.0, -2.0],
              "reduce(x, z), dimensions={0}, to_apply=maximum_f32", more=["z = f32[] constant(-inf)"], helpers=MAX)
    window = "reduce-window(x, z), window={size=2 %s}, to_apply=add_f32"
    x = floats(4)
    yield one("reduce-window", "steps", "windows within the live part", "<=6", x, "<=5", x[1:] + x[:-1], window % "stride=1", more=zero, helpers=ADD)
    yield one("reduce-window", "strides", "as many windows as fit", "<=7", floats(5), "<=3", [3.0, 7.0], window % "stride=2", more=zero, helpers=ADD)
    yield one("reduce-window", "padding", "padding is at the live part", "<=6", x, "<=7", [1.0, 3.0, 5.0, 7.0, 4.0], window % "stride=1 pad=1_1", more=zero,
              helpers=ADD)
    greater = ["ge {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", "  ROOT c = pred[] compare(p, q), direction=GE", "}"]
    yield case("select-and-scatter", "live", "windows and sources of the live part",
               ["x = f32[<=6] parameter(0)", "s = f32[<=3] parameter(1)", "z = f32[] constant(0)",
                "ROOT r = f32[<=6] select-and-scatter(x, s, z), window={size=2 stride=2}, select=ge, scatter=add_f32"],
               [live("f32", "<=6", [1.0, 5.0, 4.0, 2.0]), live("f32", "<=3", [10.0, 20.0])], live("f32", "<=6", [0.0, 10.0, 20.0, 0.0]),
               helpers=[*ADD, *greater], oracle=None)
    y = numpy.array([3.0, 1.0, 2.0])
    yield one("sort", "live", "elements beyond the live size stay behind the others", "<=5", y, "<=5", numpy.sort(y), "sort(x), dimensions={0}, to_apply=less", helpers=LESS)
    yield one("sort", "other", "along another dimension", "<=3,3", [y, -y], "<=3,3", [numpy.sort(y), numpy.sort(-y)],
              "sort(x), dimensions={1}, to_apply=less", helpers=LESS)
    pairs = ["less2 {", *(f"  {n} = {t}[] parameter({k})" for k, (n, t) in enumerate(zip("abcd", ("f32", "f32", "s32", "s32")))),
             "  ROOT o = pred[] compare(a, b), direction=LT", "}"]
    yield case("sort", "pairs", "two arrays of one size", ["x = f32[<=4] parameter(0)", "i = s32[<=4] parameter(1)",
               "ROOT r = (f32[<=4], s32[<=4]) sort(x, i), dimensions={0}, to_apply=less2"], [live("f32", "<=4", y), live("s32", "<=4", [0, 1, 2])],
               {"tuple": [live("f32", "<=4", numpy.sort(y)), live("s32", "<=4", numpy.argsort(y).tolist())]}, helpers=pairs, requires=["s32"])
    yield case("topk", "batch", "live rows", ["x = f32[<=3,3] parameter(0)", "ROOT r = (f32[<=3,2], s32[<=3,2]) topk(x), k=2"],
               [live("f32", "<=3,3", [y, -y])], {"tuple": [live("f32", "<=3,2", [[3.0, 2.0], [-1.0, -2.0]]), live("s32", "<=3,2", [[0, 2], [1, 2]])]},
               requires=["s32"], oracle=None)
    yield fails("topk", "k", "k is at most the live size", [*cut("f32", "{1, 2, 3}", "<=3", 1), "ROOT r = (f32[2], s32[2]) topk(x), k=2"])


# ---- linear algebra, statistics ----
def linear_cases():
    eye = numpy.array([[4.0, 0.0], [0.0, 9.0]])
    yield one("cholesky", "batch", "live matrices", "<=3,2,2", [eye, eye], "<=3,2,2", [numpy.sqrt(eye)] * 2, "cholesky(x), lower=true", oracle=None)
    yield case("triangular-solve", "batch", "live systems", ["a = f32[<=2,1,1] parameter(0)", "b = f32[<=2,1,1] parameter(1)",
               "ROOT r = f32[<=2,1,1] triangular-solve(a, b), left_side=true, lower=true, unit_diagonal=false, transpose_a=NO_TRANSPOSE"],
               [live("f32", "<=2,1,1", [[[2.0]]]), live("f32", "<=2,1,1", [[[6.0]]])], live("f32", "<=2,1,1", [[[3.0]]]), oracle=None)
    yield case("fft", "batch", "live rows", ["x = c64[<=3,2] parameter(0)", "ROOT r = c64[<=3,2] fft(x), fft_type=FFT, fft_length={2}"],
               [live("c64", "<=3,2", [[1 + 0j, 2 + 0j]])], live("c64", "<=3,2", [[3 + 0j, -1 + 0j]]), name="c64", oracle=None)
    x = numpy.array([[1.0, 2.0], [3.0, 6.0]])
    unit = ["o = f32[2] constant({1, 1})", "z = f32[2] constant({0, 0})"]
    yield case("batch-norm-training", "batch", "the statistics of the live batch", ["x = f32[<=4,2] parameter(0)", *unit,
               "ROOT r = (f32[<=4,2], f32[2], f32[2]) batch-norm-training(x, o, z), epsilon=0, feature_index=1"], [live("f32", "<=4,2", x)],
               {"tuple": [live("f32", "<=4,2", [[-1.0, -1.0], [1.0, 1.0]]), plain("f32", [2.0, 4.0]), plain("f32", [1.0, 4.0])]}, oracle=None)
    yield case("batch-norm-inference", "batch", "live rows", ["x = f32[<=4,2] parameter(0)", *unit,
               "ROOT r = f32[<=4,2] batch-norm-inference(x, o, z, z, o), epsilon=0, feature_index=1"], [live("f32", "<=4,2", x)], live("f32", "<=4,2", x), oracle=None)
    yield case("batch-norm-grad", "batch", "sums over the live batch", ["x = f32[<=4,1] parameter(0)", "g = f32[<=4,1] parameter(1)", "o = f32[1] constant({1})",
               "m = f32[1] constant({2})", "ROOT r = (f32[<=4,1], f32[1], f32[1]) batch-norm-grad(x, o, m, o, g), epsilon=0, feature_index=1"],
               [live("f32", "<=4,1", [[1.0], [3.0]]), live("f32", "<=4,1", [[5.0], [5.0]])],
               {"tuple": [live("f32", "<=4,1", [[0.0], [0.0]]), plain("f32", [0.0]), plain("f32", [10.0])]}, oracle=None)
    scan = ["step {", "  x = f32[] parameter(0)", "  c = f32[] parameter(1)", "  s = f32[] add(x, c)", "  ROOT t = (f32[], f32[]) tuple(s, s)", "}"]
    yield case("scan", "steps", "as many steps as live elements", ["x = f32[<=5] parameter(0)", "z = f32[] constant(0)",
               "ROOT r = (f32[<=5], f32[]) scan(x, z), dimensions={0}, num_carries=1, to_apply=step"], [live("f32", "<=5", floats(3))],
               {"tuple": [live("f32", "<=5", numpy.cumsum(floats(3))), plain("f32", 6.0)]}, helpers=scan)


# ---- control flow ----
def control_cases():
    x = floats(3)
    arg = live("f32", "<=5", x)
    yield case("tuple", "element", "sizes travel in tuples", ["x = f32[<=5] parameter(0)", "t = (f32[<=5], f32[<=5]) tuple(x, x)",
               "y = f32[<=5] get-tuple-element(t), index=1", "ROOT r = s32[] get-dimension-size(y), dimensions={0}"], [arg], literal("s32", [3], ()),
               requires=["s32"], oracle=None)
    negate = ["f {", "  p = f32[<=5] parameter(0)", "  ROOT n = f32[<=5] negate(p)", "}"]
    yield one("call", "size", "into a call and out of it", "<=5", x, "<=5", -x, "call(x), to_apply=f", helpers=negate)
    yield one("fusion", "size", "into a fusion and out of it", "<=5", x, "<=5", -x, "fusion(x), kind=kLoop, calls=f", helpers=negate)
    static = ["f {", "  p = f32[3] parameter(0)", "  ROOT n = f32[3] negate(p)", "}"]
    for op, text in (("call", "call(x), to_apply=f"), ("fusion", "fusion(x), kind=kLoop, calls=f"), ("conditional", "conditional(c, x, x), branch_computations={f, f}")):
        lines = [*cut("f32", "{1, 2, 3}", "<=3", 2), "c = s32[] constant(0)", f"ROOT r = f32[3] {text}"]
        yield fails(op, "static-parameter", "a parameter of static sizes takes no partly filled array", lines, helpers=static)
    double = ["g {", "  p = f32[<=5] parameter(0)", "  ROOT n = f32[<=5] add(p, p)", "}"]
    for word, expect in (("true", -x), ("false", x + x)):
        yield one("conditional", f"size-{word}", "into a branch and out of it", "<=5", x, "<=5", expect,
                  "conditional(c, x, x), true_computation=f, false_computation=g", helpers=[*negate, *double], more=[f"c = pred[] constant({word})"],
                  requires=["pred"])
    loop = ["cond {", "  s = (s32[], f32[<=5]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(3)",
            "  ROOT c = pred[] compare(i, n), direction=LT", "}", "body {", "  s = (s32[], f32[<=5]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0",
            "  v = f32[<=5] get-tuple-element(s), index=1", "  w = f32[<=5] add(v, v)", "  k = s32[] constant(1)", "  j = s32[] add(i, k)",
            "  m = f32[<=5] set-dimension-size(w, j), dimensions={0}", "  ROOT t = (s32[], f32[<=5]) tuple(j, m)", "}"]
    yield one("while", "grows", "the size changes from round to round; stored elements reappear", "<=5", x, "<=5", [8.0, 16.0, 24.0],
              "get-tuple-element(l), index=1", helpers=loop, requires=["s32", "pred"], oracle=None,
              more=["i = s32[] constant(0)", "s = (s32[], f32[<=5]) tuple(i, x)", "l = (s32[], f32[<=5]) while(s), condition=cond, body=body"])


def main():
    found = {}
    for cases in (elementwise_cases, movement_cases, dynamic_reshape_cases, indexing_cases, product_cases, reduction_cases, linear_cases, control_cases):
        for op, made in cases():
            found.setdefault(op, []).append(made)
    for op, made in found.items():
        write(op, made, NAME)


if __name__ == "__main__":
    main()
