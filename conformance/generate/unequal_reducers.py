#!/usr/bin/python3
"""Vectors of two devices that meet in all-reduce with computations that are written apart: equal ones give the sum, and those that differ in one place are
error R11. By hand."""
from devices import device_case, device_reject
from formats import literal
from write import write_groups

NAME = "conformance/generate/unequal_reducers.py"
F = ("a = f32[] parameter(0)", "b = f32[] parameter(1)")
SUM = (*F, "ROOT c = f32[] add(a, b)")
SCALED = (*F, "k = f32[] constant(1)", "m = f32[] multiply(b, k)", "ROOT c = f32[] add(a, m)")
CHOSEN = (*F, "k = pred[] constant(true)", "s = f32[] select(k, a, b)", "d = f32[] add(a, b)", "ROOT c = f32[] maximum(s, d)")
COMPARED = (*F, "k = pred[] compare(a, b), direction=LT", "s = f32[] select(k, b, a)", "ROOT c = f32[] copy(s)")
ROUNDED = (*F, "d = f32[] add(a, b)", "ROOT c = f32[] reduce-precision(d), exponent_bits=8, mantissa_bits=10")

WIDENED = (*F, "w = f64[] convert(b)", "v = f32[] convert(w)", "ROOT c = f32[] add(a, v)")


def changed(lines, old, new):
    assert any(old in line for line in lines)
    return tuple(line.replace(old, new) for line in lines)


EQUAL = {"names": (SUM, ("p = f32[] parameter(0)", "q = f32[] parameter(1)", "ROOT r = f32[] add(p, q)"), "names do not matter", 3.0),
         "constants": (SCALED, SCALED, "the same constant", 3.0), "attributes": (COMPARED, COMPARED, "the same attributes", 2.0)}
UNEQUAL = {"operand-order": (SUM, changed(SUM, "add(a, b)", "add(b, a)"), "the operands are exchanged"), "operand": (SUM, changed(SUM, "add(a, b)", "add(a, a)"), "another operand"),
           "constant": (SCALED, changed(SCALED, "constant(1)", "constant(2)"), "another constant"), "zero-sign": (changed(SCALED, "constant(1)", "constant(0)"), changed(SCALED, "constant(1)", "constant(-0)"), "zeros of unequal sign"),
           "predicate": (CHOSEN, changed(CHOSEN, "true", "false"), "another truth value"), "direction": (COMPARED, changed(COMPARED, "LT", "GT"), "another direction of compare"),
           "extra": (SUM, (*F, "n = f32[] negate(a)", "ROOT c = f32[] add(a, b)"), "an instruction without users"), "mantissa": (ROUNDED, changed(ROUNDED, "mantissa_bits=10", "mantissa_bits=11"), "another precision"),
           "root": (changed(CHOSEN, "ROOT c = f32[] maximum(s, d)", "c = f32[] maximum(s, d)")[:4] + ("ROOT d = f32[] add(a, b)", "c = f32[] maximum(s, a)"),
                    (*F, "k = pred[] constant(true)", "ROOT s = f32[] select(k, a, b)", "d = f32[] add(a, b)", "c = f32[] maximum(s, a)"), "another root"),
           "parameters": (SUM, changed(changed(changed(SUM, "parameter(0)", "parameter(9)"), "parameter(1)", "parameter(0)"), "parameter(9)", "parameter(1)"), "the parameters are exchanged"),
           "attribute-left-out": (changed(COMPARED, "direction=LT", "direction=LT, type=TOTALORDER"), COMPARED, "one compares in total order"), "length": (SCALED, SUM, "more instructions"),
           "type-on-the-way": (WIDENED, changed(WIDENED, "f64", "bf16"), "another type on the way")}


def program(first, second):
    helpers = []
    for name, lines in (("f", first), ("g", second)):
        helpers += [f"{name} {{", *("  " + line for line in lines), "}"]
    for name, reducer in (("some", "f"), ("other", "g")):
        helpers += [f"{name} {{", "  p = f32[] parameter(0)", f"  ROOT r = f32[] all-reduce(p), channel_id=1, replica_groups={{{{0,1}}}}, to_apply={reducer}", "}"]
    body = ["c = pred[] parameter(0)", "x = f32[] parameter(1)", "ROOT r = f32[] conditional(c, x, x), true_computation=some, false_computation=other"]
    args = [[literal("pred", [True], ()), literal("f32", [1.0], ())], [literal("pred", [False], ()), literal("f32", [2.0], ())]]
    return helpers, body, args


def cases():
    for what, (first, second, why, value) in EQUAL.items():
        helpers, body, args = program(first, second)
        yield "all-reduce", device_case(f"all-reduce.f32.equal-reducers-{what}", why, "4.2", body, (2, 1), args, [literal("f32", [value], ())] * 2, helpers=helpers, requires=["f32", "pred"])
    for what, (first, second, why) in UNEQUAL.items():
        for order, pair in (("", (first, second)), ("-exchanged", (second, first))):
            helpers, body, args = program(*pair)
            yield "all-reduce", device_reject(f"all-reduce.f32.unequal-reducers-{what}{order}", why, "4.2", body, (2, 1), "R11", helpers=helpers, args=args)


if __name__ == "__main__":
    write_groups((cases,), NAME)
