#!/usr/bin/python3
"""Vectors of custom-call. The function is that of the example of XLA's documentation, z[0][0] = x[1] + y[1][0] on row-major arrays.
With layout constraints the buffers have numpy's memory orders."""
import math

import numpy

from formats import FLOATS, INTEGERS, literal
from write import reject_case, run_case, write

NAME = "conformance/generate/host_calls.py"
X, Y = [1.0, 2.0], [[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]
TYPES = ["pred", *INTEGERS, *FLOATS, "c64", "c128"]


def call(x="f32[2]", y="f32[2,3]", z="f32[3,3]", extra="", target="myfunc", args="x, y"):
    return [f"x = {x} parameter(0)", f"y = {y} parameter(1)", f'ROOT z = {z} custom-call({args}), custom_call_target="{target}"{extra}']


def result(value, row=0, column=0):
    z = numpy.zeros((3, 3))
    z[row, column] = value
    return literal("f32", list(z.ravel()), (3, 3))


def case(identity, why, expect, x=X, y=Y, extra=""):
    return run_case(f"custom-call.f32.{identity}", why, "CustomCall", call(extra=extra), [literal("f32", x), literal("f32", sum(y, []), (2, 3))], expect,
                    requires=["f32"])


def cases():
    yield case("seed", "the example of XLA's documentation: z[0][0] = x[1] + y[1][0]; what it leaves out is 0", result(42.0))
    yield case("nan", "special values pass", result(math.nan), x=[0.0, math.inf], y=[[0.0] * 3, [-math.inf, 0.0, 0.0]])
    yield case("rounds", "one rounding to f32", result(2.0**24), x=[0.0, 2.0**24], y=[[0.0] * 3, [1.0, 0.0, 0.0]])
    yield run_case("custom-call.f32.layout-alone", "without constraints, buffers are row-major for all layouts", "CustomCall",
                   call(y="f32[2,3]{0,1}", z="f32[3,3]{0,1}"), [literal("f32", X), literal("f32", sum(Y, []), (2, 3))], result(42.0), requires=["f32"])
    for identity, extra in (("side-effect", ", custom_call_has_side_effect=true"), ("version", ", api_version=API_VERSION_STATUS_RETURNING"),
                            ("schedule", ", schedule=SCHEDULE_LATEST"), ("config", ', backend_config="abc"')):
        yield case(identity, "has no effect on the value", result(42.0), extra=extra)
    *parameters, z = call()
    yield run_case("custom-call.f32.twice", "the same value each time", "CustomCall",
                   [*parameters, z.replace("ROOT z", "u"), z.replace("ROOT z", "v"), "ROOT r = f32[3,3] add(u, v)"],
                   [literal("f32", X), literal("f32", sum(Y, []), (2, 3))], result(84.0), requires=["f32"])


def physical_cases():
    y = numpy.array(Y)
    orders = "numpy's memory orders"
    for identity, y_layout, z_layout, memory in (("row-major", "{1,0}", "{1,0}", y.ravel("C")), ("column-major", "{0,1}", "{1,0}", y.ravel("F")),
                                                 ("column-major-result", "{1,0}", "{0,1}", y.ravel("C"))):
        value = X[1] + memory[3]  # y[1][0] of a row-major array; z[0][0] is the first element in every order
        extra = f", operand_layout_constraints={{f32[2]{{0}}, f32[2,3]{y_layout}}}"
        yield run_case(f"custom-call.f32.constraint-{identity}", "the function gets the bytes in the constrained layout", "CustomCall",
                       call(z=f"f32[3,3]{z_layout}", extra=extra), [literal("f32", X), literal("f32", sum(Y, []), (2, 3))], result(value),
                       requires=["f32"], oracle=orders)
    # Tiles of 2 x 2: the second tile begins with the fifth element; element 3 is the last one of the first tile.
    extra = ", operand_layout_constraints={f32[2]{0}, f32[2,3]{1,0:T(2,2)}}"
    yield run_case("custom-call.f32.constraint-tiled", "tiles lie one after the other", "CustomCall", call(extra=extra),
                   [literal("f32", X), literal("f32", sum(Y, []), (2, 3))], result(X[1] + Y[1][1]), requires=["f32"])


def rejects():
    def reject(identity, why, code, at, name="f32", **options):
        return reject_case(f"custom-call.{name}.rejects-{identity}", why, "CustomCall", call(**options), code, at=at, requires=[name])

    yield reject("empty-target", "a name is needed", "custom-call.C1", "custom_call_target", target="")
    yield reject_case("custom-call.f32.rejects-no-target", "a name is needed", "CustomCall",
                      ["x = f32[2] parameter(0)", "ROOT z = f32[2] custom-call(x)"], "P06", at="custom-call(", requires=["f32"])
    yield reject("constraint-count", "one constraint for each operand", "custom-call.C2", "operand_layout_constraints",
                 extra=", operand_layout_constraints={f32[2]{0}}")
    yield reject("constraint-shape", "of the shape of the operand", "custom-call.C2", "operand_layout_constraints",
                 extra=", operand_layout_constraints={f32[2]{0}, f32[3,2]{1,0}}")
    helpers = ["f {", "  ROOT p = f32[] parameter(0)", "}"]
    both = ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in call(extra=", to_apply=f, called_computations={f}")), "}"]
    yield reject_case("custom-call.f32.rejects-both-computations", "to_apply or called_computations", "CustomCall", None, "custom-call.C3",
                      at="called_computations", whole=both, requires=["f32"])
    constants = ["x = f32[2] constant({1, 2})", "y = f32[2,3] constant({{10, 20, 30}, {40, 50, 60}})"]
    yield reject_case("custom-call.f32.rejects-unknown", "no handler of that name", "CustomCall",
                      [*constants, 'ROOT z = f32[3,3] custom-call(x, y), custom_call_target="yourfunc"'], "R07", at="custom-call(", requires=["f32"])
    yield reject_case("custom-call.f32.rejects-operands", "the function takes two operands", "CustomCall",
                      [*constants, 'ROOT z = f32[3,3] custom-call(y), custom_call_target="myfunc"'], "R08", at="custom-call(", requires=["f32"])
    yield reject_case("custom-call.f32.rejects-result", "the function gives f32[3,3]", "CustomCall",
                      [*constants, 'ROOT z = f32[9] custom-call(x, y), custom_call_target="myfunc"'], "R08", at="custom-call(", requires=["f32"])
    for name in TYPES:
        if name != "f32":
            value = {"pred": "true", "c64": "(1, 0)", "c128": "(1, 0)"}.get(name, "-1" if name == "s1" else "1")
            yield reject_case(f"custom-call.{name}.rejects-type", "no function supports the type, although the rules allow it", "CustomCall",
                              [f"x = {name}[] constant({value})", f'ROOT z = {name}[] custom-call(x), custom_call_target="myfunc"'], "R08",
                              at="custom-call(", requires=[name])


def main():
    write("custom-call", [*cases(), *physical_cases(), *rejects()], NAME)


main()
