#!/usr/bin/python3
"""Vectors that pass every element type through constants, parameters, tuples, calls, loops, and
branches. Expected values by hand: the elements do not change."""
import re

from arrays import TYPES, array, fill, lit
from write import reject_case, run_case, write

NAME = "conformance/generate/control.py"


def number(value):
    """One element in HLO text."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"({value.real!r}, {value.imag!r})" if isinstance(value, complex) else repr(value)


def carried(op, anchor, why, name, body, helpers, expect):
    """`body` computes r from x, or from x and y if `expect` chooses between them."""
    x, y = array(name, (2, 3)), array(name, (2, 3), fill(name, 8)[2:])
    shape = f"{name}[2,3]"
    args = [lit(name, x), lit(name, y)] if expect else [lit(name, x)]
    given = ["x = T parameter(0)", "y = T parameter(1)"][:len(args)]
    lines, functions = ([re.sub(r"\bT\b", shape, line) for line in part] for part in ([*given, *body], helpers))
    return run_case(f"{op}.{name}.carries", why, anchor, None, args, expect(*args) if expect else args[0], requires=[name],
                    whole=["HloModule m", *functions, "ENTRY e {", *("  " + line for line in lines), "}"])


def parameter_case(name):
    x = lit(name, array(name, (2, 3)))
    return run_case(f"parameter.{name}.as-given", "the argument as it is", "Parameter", [f"ROOT x = {name}[2,3] parameter(0)"], [x], x,
                    requires=[name])


def constant_case(name):
    values = fill(name, 4)
    rows = [", ".join(map(number, values[k:k + 2])) for k in (0, 2)]
    return run_case(f"constant.{name}.rows", "numbers of every type, dimension 0 outermost", "Constant",
                    [f"ROOT r = {name}[2,2] constant({{{{{rows[0]}}}, {{{rows[1]}}}}})"], [], lit(name, array(name, (2, 2), values)),
                    requires=[name])


SAME = ["f {", "  ROOT a = T parameter(0)", "}"]
SECOND = ["f {", "  a = T parameter(0)", "  ROOT b = T parameter(1)", "}"]
EXCHANGE = ["f {", "  a = T parameter(0)", "  b = T parameter(1)", "  ROOT t = (T, T) tuple(b, a)", "}"]  # every parameter of a fusion has a user
SWAP = ["c {", "  s = (s32[], T, T) parameter(0)", "  n = s32[] get-tuple-element(s), index=0", "  three = s32[] constant(3)",
        "  ROOT l = pred[] compare(n, three), direction=LT", "}",
        "b {", "  s = (s32[], T, T) parameter(0)", "  n = s32[] get-tuple-element(s), index=0", "  x = T get-tuple-element(s), index=1",
        "  y = T get-tuple-element(s), index=2", "  one = s32[] constant(1)", "  m = s32[] add(n, one)",
        "  ROOT t = (s32[], T, T) tuple(m, y, x)", "}"]
BRANCHES = ["f {", "  ROOT a = T parameter(0)", "}", "g {", "  ROOT b = T parameter(0)", "}"]
START = "s = ((T), T, u32[]) async-start(x), calls=f"
DONE = "ROOT r = T async-done(s)"


def second(x, y):
    return y


def pair(x, y):
    return {"tuple": [y, x]}


# op: section of XLA's documentation, why, body, helper computations, expected value
BODIES = {
    "copy": ("copy", "bit for bit", ["ROOT r = T copy(x)"], (), None),
    "tuple": ("Tuple", "elements in order", ["ROOT r = (T, T) tuple(y, x)"], (), pair),
    "get-tuple-element": ("GetTupleElement", "the element of that index", ["n = s32[] constant(0)", "t = (T, s32[], T) tuple(x, n, y)",
                                                                               "ROOT r = T get-tuple-element(t), index=2"], (), second),
    "call": ("Call", "arguments in, root out", ["ROOT r = T call(x, y), to_apply=f"], SECOND, second),
    "fusion": ("fusion", "arguments in, root out", ["ROOT r = (T, T) fusion(x, y), kind=kLoop, calls=f"], EXCHANGE, pair),
    "while": ("While", "three rounds of exchange", ["n = s32[] constant(0)", "t = (s32[], T, T) tuple(n, x, y)",
                                                    "w = (s32[], T, T) while(t), condition=c, body=b", "ROOT r = T get-tuple-element(w), index=1"], SWAP, second),
    "conditional": ("Conditional", "the value of the branch that ran",
                    ["p = pred[] constant(false)", "ROOT r = T conditional(p, x, y), true_computation=f, false_computation=g"], BRANCHES, second),
    "async-start": ("async-start", "the computation runs", [START, DONE], SAME, None),
    "async-update": ("async-update", "passes the started op on", [START, "u = ((T), T, u32[]) async-update(s)", DONE.replace("(s)", "(u)")], SAME, None),
    "async-done": ("async-done", "the value of the computation", [START, DONE], SAME, None),
}


REJECTS = {
    "copy": [reject_case("copy.f32.rejects-no-operand", "one operand", "copy", ["ROOT r = f32[2] copy()"], "P07", at="copy(", requires=["f32"])],
    "call": [reject_case("call.f32.rejects-result", "the result is what the computation returns", "Call", None, "call.C2", at="f32[3] call",
                         requires=["f32"], whole=["HloModule m", "f {", "  ROOT a = f32[2] parameter(0)", "}", "ENTRY e {",
                                                  "  x = f32[2] parameter(0)", "  ROOT r = f32[3] call(x), to_apply=f", "}"])],
    "while": [reject_case("while.s32.rejects-result", "the result is the state", "While", None, "while.C3", at="s64[] while", requires=["s32", "s64"],
                          whole=["HloModule m", "c {", "  s = s32[] parameter(0)", "  ROOT p = pred[] constant(false)", "}", "b {",
                                 "  ROOT s = s32[] parameter(0)", "}", "ENTRY e {", "  x = s32[] parameter(0)",
                                 "  ROOT r = s64[] while(x), condition=c, body=b", "}"])],
}
CONSTANT_REJECTS = [
    reject_case(f"constant.token.rejects-{word}", "a token has no value", "Constant", [f"ROOT r = {shape} constant({text})"], "constant.C3",
                at=shape) for word, shape, text in (("value", "token[]", "0"), ("elided", "token[]", "{...}"), ("tuple", "(s32[], token[])", "(1, 2)"))
] + [reject_case("constant.f32.rejects-dynamic", "a constant has static sizes", "Constant", ["ROOT r = f32[<=2] constant({1, 2})"], "S05",
                 at="f32[<=2]", requires=["f32"])]


def main():
    for op, (anchor, why, body, helpers, expect) in BODIES.items():
        write(op, [carried(op, anchor, why, name, body, helpers, expect) for name in TYPES] + REJECTS.get(op, []), NAME)
    write("parameter", [parameter_case(name) for name in TYPES], NAME)
    write("constant", [constant_case(name) for name in TYPES] + CONSTANT_REJECTS, NAME)


main()
