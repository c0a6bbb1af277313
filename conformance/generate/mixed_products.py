#!/usr/bin/python3
"""Vectors of dots whose result has another type than the operands: both operands are converted to the result type first
(operation reference, `dot`). The low bits of the operands are lost in that conversion, so sums without it differ; all sums are
exact. Oracle: the numpy adapter."""
from formats import FLOATS
from through_numpy import combiner, numpy_case
from write import write_groups

NAME = "conformance/generate/mixed_products.py"
# operands -> result
TYPES = [("bf16", "f32"), ("f16", "f32"), ("f8e4m3fn", "f32"), ("f8e4m3fn", "bf16"), ("f8e5m2", "f16"), ("f32", "bf16"), ("f32", "f16"), ("f32", "f64"),
         ("f64", "f32"), ("f64", "bf16"), ("bf16", "f16"), ("f16", "bf16"), ("s8", "s32"), ("u8", "u32"), ("u8", "u16"), ("s4", "s32"), ("s4", "s8"), ("u4", "u8"),
         ("s16", "s32"), ("u16", "u32"), ("s32", "s64"), ("u8", "s8"), ("s8", "u8")]
SIZES = {"few": (3, 5, 2), "some": (17, 40, 9), "one-row": (1, 300, 40), "one-column": (40, 300, 1), "many": (80, 130, 70)}
HALF_STEPS = {"bf16": 2.0**-9, "f16": 2.0**-12, "f32": 2.0**-25}  # a quarter of the distance from 1 to the next number


def operand(label, name, rows, columns, result, factor):
    """The lines of an operand: 1 to 2.4 with extra low bits, or integers, with mixed signs where the type has them."""
    at = f"[{rows},{columns}]"
    made = [f"{label}0 = s32[{rows * columns}] iota(), iota_dimension=0", f"{label}1 = s32{at} reshape({label}0)"]

    def number(key, value, kind="s32"):
        made.append(f"{label}{key}k = {kind}[] constant({value})")
        made.append(f"{label}{key} = {kind}{at} broadcast({label}{key}k), dimensions={{}}")
        return f"{label}{key}"
    many, few = number("m", factor), number("n", 23)
    made += [f"{label}2 = s32{at} multiply({label}1, {many})", f"{label}3 = s32{at} remainder({label}2, {few})"]
    if name not in FLOATS:
        if name[0] == "u" or name == "s4":
            made.append(f"{label}4 = s32{at} remainder({label}3, {number('r', 7)})")
        else:
            made.append(f"{label}4 = s32{at} subtract({label}3, {number('s', 11)})")
        return [*made, f"{label} = {name}{at} convert({label}4)"]
    three = number("t", 3)
    made += [f"{label}4 = f64{at} convert({label}3)", f"{label}5 = f64{at} multiply({label}4, {number('u', 0.0625, 'f64')})",
             f"{label}6 = f64{at} add({label}5, {number('o', 1, 'f64')})", f"{label}7 = s32{at} remainder({label}1, {three})", f"{label}8 = f64{at} convert({label}7)",
             f"{label}9 = f64{at} multiply({label}8, {number('q', HALF_STEPS.get(result, 0.0), 'f64')})", f"{label}10 = f64{at} add({label}6, {label}9)",
             f"{label}11 = pred{at} compare({label}7, {number('z', 1)}), direction=EQ", f"{label}12 = f64{at} negate({label}10)",
             f"{label}13 = f64{at} select({label}11, {label}12, {label}10)"]
    return [*made, f"{label} = {name}{at} convert({label}13)"]


def product_cases():
    for stored, result in TYPES:
        wide = "f64" if result in FLOATS else "s64"
        for place, (topic, (m, k, n)) in enumerate(SIZES.items()):
            for form in range(4):
                if topic in ("few", "some") and form != place % 4:
                    continue
                if topic.startswith("one") and form != 0:
                    continue
                a, b = 1 - form // 2, form % 2  # the contracting dimensions
                x = operand("x", stored, *((m, k) if a == 1 else (k, m)), result, 5)
                y = operand("y", stored, *((k, n) if b == 0 else (n, k)), result, 7)
                body = [*x, *y, f"d = {result}[{m},{n}] dot(x, y), lhs_contracting_dims={{{a}}}, rhs_contracting_dims={{{b}}}",
                        f"w = {wide}[{m},{n}] convert(d)", f"p = {wide}[{m},{n}] iota(), iota_dimension=0", f"one = {wide}[] constant(1)",
                        f"ones = {wide}[{m},{n}] broadcast(one), dimensions={{}}", f"q = {wide}[{m},{n}] add(p, ones)", f"v = {wide}[{m},{n}] multiply(w, q)",
                        f"zero = {wide}[] constant(0)", f"ROOT r = {wide}[{n}] reduce(v, zero), dimensions={{0}}, to_apply=f"]
                if topic == "few":
                    body = [*x, *y, f"ROOT d = {result}[{m},{n}] dot(x, y), lhs_contracting_dims={{{a}}}, rhs_contracting_dims={{{b}}}"]
                helpers = [] if topic == "few" else combiner(f"c = {wide}[] add(a, b)", [wide, wide])
                yield "dot", numpy_case(f"dot.{result}.of-{stored}-{topic}-{'nt'[a == 0]}{'nt'[b == 1]}", "the operands are converted to the result type, then multiplied",
                                        "Dot", body, helpers=helpers, requires=[stored, result, "s32", wide, "pred"], tags=["large"] if topic == "many" else [])


if __name__ == "__main__":
    write_groups((product_cases,), NAME)
