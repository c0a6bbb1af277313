#!/usr/bin/python3
"""Products of bf16 near the end of the normal range of f32, which instructions for pairs of bf16 would round to zero; and
loops over c128, whose values take 16 bytes. All results are exact. Oracle: the numpy adapter."""
from arrays import lit
from scalar_loops import loop
from through_numpy import numpy_case
from write import write_groups

NAME = "conformance/generate/tiny_products.py"
WHY = "a product of bf16 is not rounded to zero below the normal range of f32"


ROWS, INNER, COLUMNS = 460, 9, 456  # operands of more than 16 KiB as f32; the last row of the left one is in its last 12 elements


def filled(name, dims, value):
    at = f"[{','.join(map(str, dims))}]"
    return [f"{name}k = f32[] constant({value})", f"{name}b = bf16[] convert({name}k)", f"{name} = bf16{at} broadcast({name}b), dimensions={{}}"]


def where(name, dims, dimension, index, value, others):
    """One line of an array has another value."""
    at = f"[{','.join(map(str, dims))}]"
    return [f"{name}i = s32{at} iota(), iota_dimension={dimension}", f"{name}n = s32[] constant({index})", f"{name}m = s32{at} broadcast({name}n), dimensions={{}}",
            f"{name}p = pred{at} compare({name}i, {name}m), direction=EQ", *filled(name + "v", dims, value), *filled(name + "o", dims, others),
            f"{name} = bf16{at} select({name}p, {name}v, {name}o)"]


def product(topic, lhs, rhs, row, column=0, result="f32"):
    """Shows two elements of the product."""
    body = [*lhs, *rhs, f"d = {result}[{ROWS},{COLUMNS}] dot(x, y), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}",
            f"ROOT r = {result}[1,2] slice(d), slice={{[{row}:{row + 1}],[{column}:{column + 2}]}}"]
    return "dot", numpy_case(f"dot.bf16.tiny-{topic}", WHY, "Dot", body, [], tol={"class": "bits"}, tags=["large"])


def products():
    left, right = (ROWS, INNER), (INNER, COLUMNS)
    for topic, row in (("first-row", 0), ("middle-row", 200), ("last-row", ROWS - 1)):
        yield product(topic, where("x", left, 0, row, 2.0**-120, 1), filled("y", right, 2.0**-20), row)
    for topic, column in (("first-columns", 0), ("last-column", COLUMNS - 1)):
        yield product(topic, filled("x", left, 2.0**-20), where("y", right, 1, column, 2.0**-120, 1), 3, max(column - 1, 0))
    yield product("all", filled("x", left, 2.0**-100), filled("y", right, 2.0**-40), 0)
    yield product("all-to-bf16", filled("x", left, 2.0**-100), filled("y", right, 2.0**-35), 0, result="bf16")
    # (1 + 2^-7)^2 - (1 + 2^-6) = 2^-14: the sum of two products is the last place of one.
    for topic, scale in (("sum-of-last-places", 2.0**-56), ("sum-below-normal", 2.0**-57), ("sum-far-below-normal", 2.0**-60)):
        lhs = where("x", left, 1, 4, -scale, 0) + [line.replace("x", "u") for line in where("x", left, 1, 5, (1 + 2.0**-7) * scale, 0)]
        both = [line.replace(" x =", " t =").replace("x =", "t =", 1) if line.startswith("x =") else line for line in lhs]
        rhs = where("y", right, 0, 4, (1 + 2.0**-6) * 2.0**-56, (1 + 2.0**-7) * 2.0**-56)
        yield product(topic, [*both, f"x = bf16[{ROWS},{INNER}] add(t, u)"], rhs, 7)


def loops():
    values = [complex(1, 2), complex(3, -4)]
    steps = {
        "moves": ["n0 = c128[] copy(v1)", "n1 = c128[] add(v0, v1)"],
        "selects": ["two = s32[] constant(2)", "odd = s32[] remainder(i, two)", "q = pred[] compare(odd, one), direction=EQ", "n0 = c128[] select(q, v0, v1)",
                    "n1 = c128[] subtract(v0, v1)"],
    }
    for topic, step in steps.items():
        helpers, entry, _ = loop(["c128", "c128"], step, ["x0", "x1"], 5)
        body = ["x0 = c128[] parameter(0)", "x1 = c128[] parameter(1)", *entry[:-1], "ROOT " + entry[-1]]
        yield "while", numpy_case(f"while.c128.{topic}", "both parts of a complex value are kept", "While", body, [lit("c128", v) for v in values], helpers=helpers,
                                  tol={"class": "bits"}, tags=["loop"])


if __name__ == "__main__":
    write_groups((products, loops), NAME)
