#!/usr/bin/python3
"""Vectors of sums of squares, and of squares of differences from a number per row (variances), and programs that differ from them in one
place. All sums are exact. Engines may treat large arrays specially, so a program computes those. Oracle: the numpy adapter."""
import math

from large import chosen, counted
from formats import literal
from through_numpy import combiner, numpy_case
from write import write_groups

NAME = "conformance/generate/squares.py"
VALUES = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]
# topic: (lines that make the product p of x and y, both [R,C], m and n [R], k [C], s [], why); M is m in all columns.
BROADCAST = ["M = T[R,C] broadcast(m), dimensions={0}"]
PRODUCTS = {
    "square": (["p = T[R,C] multiply(x, x)"], "squares of the elements"),
    "square-of-negated": (["a = T[R,C] negate(x)", "p = T[R,C] multiply(a, a)"], "squares of computed values"),
    "square-of-doubled-by-row": ([*BROADCAST, "a = T[R,C] multiply(x, M)", "p = T[R,C] multiply(a, a)"], "squares of products with a number per row"),
    "square-of-sum-by-row": ([*BROADCAST, "a = T[R,C] add(x, M)", "p = T[R,C] multiply(a, a)"], "adds a number per row instead of subtracting it"),
    "doubled": (["p = T[R,C] add(x, x)"], "sums of two equal terms instead of squares"),
    "maximum-of-itself": (["p = T[R,C] maximum(x, x)"], "maxima of equal elements instead of squares"),
    "product": (["p = T[R,C] multiply(x, y)"], "a product of two arrays"),
    "product-with-negated": (["a = T[R,C] negate(x)", "p = T[R,C] multiply(x, a)"], "the factors differ in their signs"),
    "deviation": ([*BROADCAST, "d = T[R,C] subtract(x, M)", "p = T[R,C] multiply(d, d)"], "differences from a number per row"),
    "deviation-reversed": ([*BROADCAST, "d = T[R,C] subtract(M, x)", "p = T[R,C] multiply(d, d)"], "the number per row minus the elements"),
    "deviation-both-ways": ([*BROADCAST, "d = T[R,C] subtract(x, M)", "e = T[R,C] subtract(M, x)", "p = T[R,C] multiply(d, e)"], "the factors differ in their signs"),
    "two-deviations": ([*BROADCAST, "N = T[R,C] broadcast(n), dimensions={0}", "d = T[R,C] subtract(x, M)", "e = T[R,C] subtract(x, N)", "p = T[R,C] multiply(d, e)"],
                       "differences from two numbers per row"),
    "deviation-of-computed": ([*BROADCAST, "a = T[R,C] add(x, y)", "d = T[R,C] subtract(a, M)", "p = T[R,C] multiply(d, d)"], "differences of computed values"),
    "deviation-of-others": ([*BROADCAST, "d = T[R,C] subtract(x, M)", "e = T[R,C] subtract(y, M)", "p = T[R,C] multiply(d, e)"], "differences of two arrays (a covariance)"),
    "deviation-from-array": (["d = T[R,C] subtract(x, y)", "p = T[R,C] multiply(d, d)"], "differences of two arrays"),
    "deviation-from-columns": (["K = T[R,C] broadcast(k), dimensions={1}", "d = T[R,C] subtract(x, K)", "p = T[R,C] multiply(d, d)"], "differences from a number per column"),
    "deviation-from-scalar": (["S = T[R,C] broadcast(s), dimensions={}", "d = T[R,C] subtract(x, S)", "p = T[R,C] multiply(d, d)"], "differences from a scalar"),
    "deviation-from-constant": (["c = T[] constant(2)", "S = T[R,C] broadcast(c), dimensions={}", "d = T[R,C] subtract(x, S)", "p = T[R,C] multiply(d, d)"],
                                "differences from a constant"),
    "deviation-from-computed": (["a = T[R] add(m, n)", "A = T[R,C] broadcast(a), dimensions={0}", "d = T[R,C] subtract(x, A)", "p = T[R,C] multiply(d, d)"],
                                "differences from computed numbers per row"),
    "deviation-reversed-rows": (["a = T[R] reverse(m), dimensions={0}", "A = T[R,C] broadcast(a), dimensions={0}", "d = T[R,C] subtract(x, A)", "p = T[R,C] multiply(d, d)"],
                                "the numbers per row in reverse"),
    "deviation-cubed": ([*BROADCAST, "d = T[R,C] subtract(x, M)", "e = T[R,C] multiply(d, d)", "p = T[R,C] multiply(e, d)"], "cubes of differences"),
}
SIZES = ((1, 5), (3, 1), (4, 4), (3, 130), (17, 9), (64, 65), (66, 66), (9, 500))


def stored(name, label, dims, seed):
    """Lines that compute an array, which reverse() keeps apart from what reads it."""
    lines = counted(name, dims or (1,), 8, 3, f"{label}_0", seed)
    if not dims:
        return [*lines, f"{label} = {name}[] reshape({label}_0)"]
    return [*lines, f"{label} = {name}[{','.join(map(str, dims))}] reverse({label}_0), dimensions={{0}}"]


def case(name, topic, why, rows, columns, product, last, helpers):
    made = {"x": (rows, columns), "y": (rows, columns), "m": (rows,), "n": (rows,), "k": (columns,), "s": ()}
    lines = [line.replace("T[", name + "[").replace("[R,C]", f"[{rows},{columns}]").replace("[R]", f"[{rows}]").replace("[C]", f"[{columns}]") for line in (*product, *last)]
    used = {word for line in lines for word in line.replace("(", " ").replace(",", " ").replace(")", " ").split()}
    given = [label for label in made if label in used]
    if rows * columns > 4000:
        start = [line for label in given for line in stored(name, label, made[label], "xymnks".index(label) + 1)]
        return "reduce", numpy_case(f"reduce.{name}.sum-of-{topic}-{rows}x{columns}", why, "Reduce", [*start, *lines], helpers=helpers, tags=["near-miss", "large"])
    shape = lambda label: f"{name}[{','.join(map(str, made[label]))}]"  # noqa: E731
    args = []
    for label in given:
        args.append(literal(name, chosen(name, math.prod(made[label]), f"{label} {topic}", VALUES), made[label]))
    parameters = [f"{label} = {shape(label)} parameter({k})" for k, label in enumerate(given)]
    return "reduce", numpy_case(f"reduce.{name}.sum-of-{topic}-{rows}x{columns}", why, "Reduce", [*parameters, *lines], args, helpers=helpers, tags=["near-miss"])


ROWS = ["i = T[] constant(3)", "ROOT r = T[R] reduce(p, i), dimensions={1}, to_apply=f"]


def product_cases():
    for name in ("f32", "f64", "bf16"):
        add = combiner(f"c = {name}[] add(a, b)", [name, name])
        for topic, (product, why) in PRODUCTS.items():
            for rows, columns in SIZES:
                large = rows * columns > 4000
                if name != "f32" and (rows in (4, 17) or large and (name, rows, topic) not in (("f64", 64, "square"), ("f64", 64, "deviation"))):
                    continue
                if name == "bf16" and columns > 9:
                    continue
                yield case(name, topic, why, rows, columns, product, ROWS, add)


def surrounding_cases():
    """The same products, with something else about the reduction."""
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"])
    for topic in ("square", "deviation"):
        product = PRODUCTS[topic][0]
        inner = "x" if topic == "square" else "d"
        for rows, columns in ((4, 4), (3, 130), (66, 66), (20, 257)):
            for label, why, last, helpers in (
                    ("also-returned", "the product is a result, too", ["i = T[] constant(3)", "r = T[R] reduce(p, i), dimensions={1}, to_apply=f",
                                                                      "ROOT t = (T[R], T[R,C]) tuple(r, p)"], add),
                    ("factor-returned", "the factor is a result, too", ["i = T[] constant(3)", "r = T[R] reduce(p, i), dimensions={1}, to_apply=f",
                                                                        f"ROOT t = (T[R], T[R,C]) tuple(r, {inner})"], add),
                    ("read-twice", "the product has two readers", ["i = T[] constant(3)", "r = T[R] reduce(p, i), dimensions={1}, to_apply=f", "u = T[C] reduce(p, i), dimensions={0}, to_apply=f",
                                                                   "ROOT t = (T[R], T[C]) tuple(r, u)"], add),
                    ("columns", "sums of columns", ["i = T[] constant(3)", "ROOT r = T[C] reduce(p, i), dimensions={0}, to_apply=f"], add),
                    ("all", "a single sum", ["i = T[] constant(3)", "ROOT r = T[] reduce(p, i), dimensions={0,1}, to_apply=f"], add),
                    ("reducer-reversed", "the reducer has its operands reversed", ROWS, combiner("c = f32[] add(b, a)", ["f32", "f32"])),
                    ("maximum", "the largest square", ROWS, combiner("c = f32[] maximum(a, b)", ["f32", "f32"])),
                    ("then-root", "the sums go on", ["i = T[] constant(0)", "r = T[R] reduce(p, i), dimensions={1}, to_apply=f", "ROOT z = T[R] negate(r)"], add),
                    ("start", "the initial value is an argument", ["ROOT r = T[R] reduce(p, s), dimensions={1}, to_apply=f"], add),
                    ("turned", "the product is transposed", ["i = T[] constant(3)", "q = T[C,R] transpose(p), dimensions={1,0}",
                                                             "ROOT r = T[R] reduce(q, i), dimensions={0}, to_apply=f"], add)):
                lines = [line.replace("[C,R]", f"[{columns},{rows}]") for line in last]
                yield case("f32", f"{topic}-{label}", why, rows, columns, product, lines, helpers)


def given_arrays(arrays):
    """(lines, arguments) of arrays (label, dims): parameters, or computed if they are large."""
    if max(math.prod(dims) for _, dims in arrays) > 4000:
        return [line for k, (label, dims) in enumerate(arrays) for line in stored("f32", label, dims, k + 1)], []
    lines = [f"{label} = f32[{','.join(map(str, dims))}] parameter({k})" for k, (label, dims) in enumerate(arrays)]
    return lines, [literal("f32", chosen("f32", math.prod(dims), f"{label} {dims}", VALUES), dims) for label, dims in arrays]


def batch_cases():
    """Numbers per row of [2,R,C] of fewer or other dimensions."""
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"])
    for rows, columns in ((3, 5), (2, 2), (5, 129), (46, 46), (8, 300)):
        dims = (2, rows, columns)
        array, tags = f"f32[2,{rows},{columns}]", ["near-miss"] + (["large"] if math.prod(dims) > 4000 else [])
        for topic, per, axes, why in (("row", (2, rows), "0,1", "a number for each row"), ("batch", (2,), "0", "a number for each matrix"),
                                      ("row-of-all", (rows,), "1", "the same numbers for both matrices"), ("column", (columns,), "2", "a number per column"),
                                      ("batch-column", (2, columns), "0,2", "a number per matrix and column")):
            for reduced, out in (("2", f"2,{rows}"), ("1,2", "2")):
                lines, args = given_arrays((("x", dims), ("m", per)))
                body = [*lines, f"M = {array} broadcast(m), dimensions={{{axes}}}", f"d = {array} subtract(x, M)",
                        f"p = {array} multiply(d, d)", "i = f32[] constant(0)", f"ROOT r = f32[{out}] reduce(p, i), dimensions={{{reduced}}}, to_apply=f"]
                yield "reduce", numpy_case(f"reduce.f32.deviation-by-{topic}-{len(reduced)}-{rows}x{columns}", why, "Reduce", body, args, helpers=add, tags=tags)
        for topic, why, axis in (("variance", "the mean is computed from the same rows", 2), ("variance-of-columns", "the mean is that of columns", 1)):
            sizes, axes = ("2," + str(rows if axis == 2 else columns)), ("0,1" if axis == 2 else "0,2")
            lines, args = given_arrays((("x", dims),))
            body = [*lines, "z = f32[] constant(0)", f"t = f32[{sizes}] reduce(x, z), dimensions={{{axis}}}, to_apply=f",
                    "h = f32[] constant(0.5)", f"H = f32[{sizes}] broadcast(h), dimensions={{}}", f"m = f32[{sizes}] multiply(t, H)",
                    f"M = {array} broadcast(m), dimensions={{{axes}}}", f"d = {array} subtract(x, M)", f"p = {array} multiply(d, d)",
                    f"ROOT r = f32[2,{rows}] reduce(p, z), dimensions={{2}}, to_apply=f"]
            yield "reduce", numpy_case(f"reduce.f32.{topic}-{rows}x{columns}", why, "Reduce", body, args, helpers=add, tags=tags)


if __name__ == "__main__":
    write_groups((product_cases, surrounding_cases, batch_cases), NAME)
