#!/usr/bin/python3
"""Vectors of ops that select, sort, combine, or multiply whole arrays, with each element type in all shape classes: empty, one
element, a tail, a batch with a permuted layout (topic `shapes`), and partly filled arrays (topic `partly-filled`). Oracle: the
numpy adapter. Sums have exact partial sums in every order, so the results do not depend on it."""
import math

from shape_classes import COMPLEX, FILLED, INTS, REALS, SHAPES, TYPES, case, dims_of, values
from through_numpy import combiner
from write import write_groups

NAME = "conformance/generate/shape_classes_structure.py"
ORDERED = ["pred", *INTS, *REALS]
ROWS = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes="
ELEMENTS = "offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}"
SCATTER = "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f"
DOT = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
BATCH_DOT = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}"


def index(*numbers, sizes=None):
    """An operand of indices."""
    return "s32", str(len(numbers)) if sizes is None else sizes, list(numbers)


def form(out, call, *operands, result=None):
    """`call` has {0}, {1}, ... for the names of the operands; an operand is its sizes, or (type, sizes, elements)."""
    return out, call, operands, result


def forms_case(op, name, topic, forms, pools=(), **options):
    arguments, calls = [], []
    for out, call, operands, result in forms:
        names = [f"p{len(arguments) + k}" for k in range(len(operands))]
        for k, operand in enumerate(operands):
            pool = pools[k] if k < len(pools) else None
            arguments.append(operand if isinstance(operand, tuple) else (name, operand, values(name, math.prod(dims_of(operand)), f"{op} {k} {operand}", pool)))
        for part, element in enumerate([result or name] if isinstance(out, str) else result):
            calls.append((element, out if isinstance(out, str) else out[part], call.replace("%", ", ".join(names))))
    return case(op, name, topic, SHAPES if topic == "shapes" else FILLED, arguments, calls, op, **options)


def both(op, name, static, live, **options):
    yield forms_case(op, name, "shapes", static, **options)
    if live:
        yield forms_case(op, name, "partly-filled", live, **options)


def indexing_cases():
    for name in TYPES:
        yield from both("dynamic-slice", name, [
            form("0,2", "dynamic-slice(%), dynamic_slice_sizes={0,2}", "0,3", index(0, sizes=""), index(7, sizes="")), form("1", "dynamic-slice(%), dynamic_slice_sizes={1}", "1", index(-4, sizes="")),
            form("5", "dynamic-slice(%), dynamic_slice_sizes={5}", "37", index(35, sizes="")),
            form("1,2,5", "dynamic-slice(%), dynamic_slice_sizes={1,2,5}", "2,3,5@", index(1, sizes=""), index(1, sizes=""), index(3, sizes=""))], [
            form("2,5", "dynamic-slice(%), dynamic_slice_sizes={2,5}", "<=7|4,5", index(9, sizes=""), index(0, sizes="")),
            form("1,2", "dynamic-slice(%), dynamic_slice_sizes={1,2}", "2,<=9|3", index(1, sizes=""), index(8, sizes=""))])
        yield from both("dynamic-update-slice", name, [
            form("0,3", "dynamic-update-slice(%)", "0,3", "0,2", index(0, sizes=""), index(7, sizes="")), form("1", "dynamic-update-slice(%)", "1", "1", index(-4, sizes="")),
            form("37", "dynamic-update-slice(%)", "37", "5", index(35, sizes="")),
            form("2,3,5", "dynamic-update-slice(%)", "2,3,5@", "1,2,5@", index(1, sizes=""), index(1, sizes=""), index(3, sizes=""))], [
            form("<=7|4,5", "dynamic-update-slice(%)", "<=7|4,5", "2,5", index(9, sizes=""), index(0, sizes="")),
            form("2,<=9|3", "dynamic-update-slice(%)", "2,<=9|3", "1,2", index(1, sizes=""), index(8, sizes=""))])
        yield from both("gather", name, [
            form("0,3", f"gather(%), {ROWS}{{1,3}}", "4,3", index()), form("1", f"gather(%), {ELEMENTS}", "1", index(5)),
            form("19", f"gather(%), {ELEMENTS}", "37", index(*(k * 29 % 41 - 2 for k in range(19)))),
            form("2,2,5", "gather(%), offset_dims={0,2}, collapsed_slice_dims={1}, start_index_map={1}, index_vector_dim=1, slice_sizes={2,1,5}", "2,3,5@", index(2, 0))], [
            form("3,5", f"gather(%), {ROWS}{{1,5}}", "<=7|4,5", index(9, 0, 2)), form("<=7|4,3", f"gather(%), {ROWS}{{1,3}}", "5,3", index(9, 0, 2, -1, sizes="<=7|4"))])
        overwrite = combiner(f"c = {name}[] copy(b)", [name, name])
        yield from both("scatter", name, [
            form("4,3", f"scatter(%), update_window_dims={{1}}, {SCATTER}", "4,3", index(), "0,3"), form("1", f"scatter(%), update_window_dims={{}}, {SCATTER}", "1", index(0), "1"),
            form("37", f"scatter(%), update_window_dims={{}}, {SCATTER}", "37", index(*(k * 29 % 41 - 2 for k in range(19))), "19"),
            form("2,3,5", "scatter(%), update_window_dims={0,2}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, index_vector_dim=1, to_apply=f", "2,3,5@",
                 index(2, 0), "2,2,5")], [
            form("<=7|4,5", f"scatter(%), update_window_dims={{1}}, {SCATTER}", "<=7|4,5", index(9, 0, 2), "3,5"),
            form("6", f"scatter(%), update_window_dims={{}}, {SCATTER}", "6", index(5, 0, 2, sizes="<=5|3"), "<=5|3")], helpers=overwrite)


def order_cases():
    for name in ORDERED:
        less = combiner("c = pred[] compare(a, b), direction=LT" + (", type=TOTALORDER" if name in REALS else ""), [name, name], "less")
        # The NaN of an FNUZ type has the sign bit, so its place in the total order is another than in numpy.
        pools = [[k / 4 for k in range(-12, 13)]] if name.endswith("fnuz") else ()
        sort = "sort(%), dimensions={{{}}}, to_apply=less"
        yield from both("sort", name, [form("0,3", sort.format(1), "0,3"), form("1", sort.format(0), "1"), form("37", sort.format(0), "37"), form("2,3,5", sort.format(2), "2,3,5@")],
                        [form("<=7|4,5", sort.format(0), "<=7|4,5"), form("2,<=9|3", sort.format(1), "2,<=9|3"), form("<=3|0", sort.format(0), "<=3|0")], helpers=less, pools=pools)


def folds(name):
    """Reducers whose result does not depend on the order: (op, initial value)."""
    if name == "pred":
        return "or", False
    return ("add", 0j) if name in COMPLEX else ("maximum", values(name, 1, "initial", [2.0**-9, 0.5] if name in REALS else [0])[0])


def fold_cases():
    for name in TYPES:
        op, initial = folds(name)
        helpers = combiner(f"c = {name}[] {op}(a, b)", [name, name])
        start = (name, "", [initial])
        reduce = "reduce(%), dimensions={{{}}}, to_apply=f"
        yield from both("reduce", name, [form("3", reduce.format(0), "0,3", start), form("", reduce.format(0), "1", start), form("", reduce.format(0), "37", start),
                                         form("2,5", reduce.format(1), "2,3,5@", start), form("3", reduce.format("0,2"), "2,3,5@", start)],
                        [form("5", reduce.format(0), "<=7|4,5", start), form("<=7|4", reduce.format(1), "<=7|4,5", start), form("2", reduce.format(1), "2,<=9|3", start),
                         form("", reduce.format(0), "<=3|0", start)], helpers=helpers)
        window = "reduce-window(%), window={{{}}}, to_apply=f"
        yield from both("reduce-window", name, [form("0,2", window.format("size=1x2"), "0,3", start), form("1", window.format("size=2 pad=1_0"), "1", start),
                                                form("12", window.format("size=3 stride=3"), "37", start), form("2,2,3", window.format("size=1x2x3 stride=1x1x2 pad=0_0x0_0x1_1"), "2,3,5@", start)],
                        [form("<=6|3,5", window.format("size=2x1"), "<=7|4,5", start), form("2,<=10|4", window.format("size=1x2 pad=0_0x1_1"), "2,<=9|3", start)], helpers=helpers)


def product_cases():
    """Operands of which few are not zero, so that sums are exact in every element type."""
    for name in TYPES:
        if name == "f8e8m0fnu":  # it has no zero
            continue
        pool = [False, True] if name == "pred" else [0, 0, 0, 1, 1, -1] if name in INTS else [0j, 0j, 0j, 1 + 1j, -1j] if name in COMPLEX else [0.0, 0.0, 0.0, 0.0, 1.0, -1.0]
        pools = [pool, pool]
        yield from both("dot", name, [form("0,2", f"dot(%), {DOT}", "0,3", "3,2"), form("2,2", f"dot(%), {DOT}", "2,0", "0,2"), form("1,1", f"dot(%), {DOT}", "1,1", "1,1"),
                                      form("19,17", f"dot(%), {DOT}", "19,5", "5,17"), form("2,3,4", f"dot(%), {BATCH_DOT}", "2,3,5@", "2,5,4@")],
                        [form("<=7|4,2", f"dot(%), {DOT}", "<=7|4,5", "5,2"), form("2,3", f"dot(%), {DOT}", "2,<=9|3", "<=9|3,3"),
                         form("<=3|2,2,2", f"dot(%), {BATCH_DOT}", "<=3|2,2,4", "<=3|2,4,2")], pools=pools)
        line = "convolution(%), window={{{}}}, dim_labels=b0f_0io->b0f"
        yield from both("convolution", name, [form("0,4,1", line.format("size=2"), "0,5,1", "2,1,1"), form("1,1,1", line.format("size=1"), "1,1,1", "1,1,1"),
                                              form("1,19,1", line.format("size=3 stride=2 pad=1_1"), "1,37,1", "3,1,1"), form("2,3,4", line.format("size=2 pad=1_0"), "2,3,5@", "2,5,4@")],
                        [form("<=3|2,4,1", line.format("size=2"), "<=3|2,5,1", "2,1,1"), form("1,<=8|3,2", line.format("size=2"), "1,<=9|4,1", "2,1,2")], pools=pools)


def main():
    write_groups((indexing_cases, order_cases, fold_cases, product_cases), NAME)


if __name__ == "__main__":
    main()
