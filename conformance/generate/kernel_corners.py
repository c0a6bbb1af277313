#!/usr/bin/python3
"""Vectors of values in fused and compiled code that depend on one detail: zeros of both signs, quotients that overflow, powers of -1 above 2^52,
imaginary parts of real numbers, one array that is read in two ways, short rows of a narrow type, loops that keep the state of the iteration
before, an array without elements, or a constant. And of functions that are not here but have an effect, of transfers that end on another
channel, of devices that do not meet, and of sums, products, and sorts whose kernels must see more than the first columns, places, or operands.
By hand, in exact numbers."""
from fractions import Fraction

import numpy

from devices import combiner, device_reject
from formats import literal, round_to
from live_edges import live, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/kernel_corners.py"


# ---- arithmetic ----
def rows_case(identity, why, op, name, columns, steps, expected, **more):
    """`columns` are the rows that are repeated as a, b, ...; `steps` make r from them, of which two rows are the result."""
    width, count = len(columns[0]), 40
    wide, row = f"{name}[{count},{width}]", f"{name}[{width}]"
    lines = []
    for k, label in enumerate("abc"[:len(columns)]):
        lines += [f"{label}0 = {row} parameter({k})", f"{label} = {wide} broadcast({label}0), dimensions={{1}}"]
    lines += [step.replace("WIDE", wide) for step in steps]
    lines.append(f"ROOT s = {name}[2,{width}] slice(r), slice={{[0:{count}:{count - 1}], [0:{width}]}}")
    return op, run_case(f"{op}.{name}.{identity}", why, op, lines, [literal(name, values) for values in columns],
                        literal(name, expected * 2, (2, width)), requires=[name], **more)


def constant(value, name="f32"):
    return [f"k = {name}[] constant({value})", "K = WIDE broadcast(k), dimensions={}"]


def zero_cases():
    zeros = [[0.0, -0.0, 0.0, -0.0], [-0.0, 0.0, 0.0, -0.0]]
    for op, expected in (("maximum", [0.0, 0.0, 0.0, -0.0]), ("minimum", [-0.0, -0.0, 0.0, -0.0])):
        yield rows_case("zeros-times-two", "-0 is less than +0, also between other steps on many elements", op, "f32", zeros,
                        [f"m = WIDE {op}(a, b)", *constant(2), "r = WIDE multiply(m, K)"], expected, tol={"class": "bits"}, level="impl-defined")


def quotient_case():
    numbers, divisor = [2.0**63, -(2.0**62), 2.0**50, 3 * 2.0**-60], 2.0**-70
    expected = [round_to("f32", Fraction(number) / Fraction(divisor)) for number in numbers]
    yield rows_case("by-small-number-of-all", "a quotient by a small number overflows to infinity, not to NaN", "divide", "f32", [numbers],
                    [*constant(repr(divisor)), "r = WIDE divide(a, K)"], expected, tol={"class": "bits"})


def power_case():
    """Above 2^53, all numbers of f64 are even."""
    exponents = [2**52 + 1, 2**52 + 2, 2**53 - 1, 2**53 - 2, 2**53, -(2**52) - 1, 2**52, 2**52 - 1]
    size = f"f64[{len(exponents)}]"
    yield "power", run_case("power.f64.minus-one-to-large-odd", "numbers from 2^52 to 2^53 may be odd", "power",
                            [f"x = {size} parameter(0)", f"y = {size} parameter(1)", f"ROOT r = {size} power(x, y)"],
                            [literal("f64", [-1.0] * len(exponents)), literal("f64", [float(n) for n in exponents])],
                            literal("f64", [-1.0 if n % 2 else 1.0 for n in exponents]), requires=["f64"])


def imaginary_case():
    for name in ("f32", "f64"):
        yield rows_case("of-real-plus-two", "the imaginary part of a real number is 0, also between other steps", "imag", name, [[1.0, -7.0, 3.5]],
                        ["i = WIDE imag(a)", *constant(2, name), "r = WIDE add(i, K)"], [2.0] * 3)


# ---- broadcasts ----
def broadcast_cases():
    rows, row = [[8 * k + j for j in range(3)] for k in range(7)], [1.0, 2.0, 3.0]
    yield "broadcast", run_case("broadcast.bf16.short-rows-in-sum", "a row of three is added to each row", "broadcast",
                                ["x = bf16[7,3] parameter(0)", "y = bf16[3] parameter(1)", "b = bf16[7,3] broadcast(y), dimensions={1}",
                                 "s = bf16[7,3] add(x, b)", "ROOT r = bf16[7,3] negate(s)"],
                                [literal("bf16", [float(v) for line in rows for v in line], (7, 3)), literal("bf16", row)],
                                literal("bf16", [-float(v + y) for line in rows for v, y in zip(line, row)], (7, 3)), requires=["bf16"])
    values = [1, 10, 100, 1000]
    yield "broadcast", run_case("broadcast.f32.along-both-of-two-dimensions", "one array may be broadcast along two dimensions of equal size", "broadcast",
                                ["v = f32[4] parameter(0)", "a = f32[2,4,4] broadcast(v), dimensions={1}", "b = f32[2,4,4] broadcast(v), dimensions={2}",
                                 "ROOT r = f32[2,4,4] subtract(a, b)"], [literal("f32", values)],
                                literal("f32", [a - b for _ in range(2) for a in values for b in values], (2, 4, 4)), requires=["f32"])
    table = [[1, 2, 3], [4, 5, 6]]
    yield "broadcast", run_case("broadcast.f32.transposes-before-other-steps", "dimensions={1,0} exchanges rows and columns, also between other steps",
                                "broadcast", ["x = f32[2,3] parameter(0)", "y = f32[3,2] parameter(1)", "b = f32[3,2] broadcast(x), dimensions={1,0}",
                                              "n = f32[3,2] negate(b)", "ROOT r = f32[3,2] subtract(n, y)"],
                                [literal("f32", [v for line in table for v in line], (2, 3)), literal("f32", [10, 20, 30, 40, 50, 60], (3, 2))],
                                literal("f32", [-table[j][k] - 10 * (2 * k + j + 1) for k in range(3) for j in range(2)], (3, 2)), requires=["f32"])


# ---- loops ----
def loop(state, step, start, result):
    """Four iterations of `step` on a counter i and the other elements v, w of the state."""
    shape = f"({', '.join(['s32[]', *state])})"
    parts = [f"p = {shape} parameter(0)", "i = s32[] get-tuple-element(p), index=0"]
    values = [f"{label} = {part} get-tuple-element(p), index={k + 1}" for k, (label, part) in enumerate(zip("vw", state))]
    helpers = ["c {", *("  " + line for line in [*parts, "n = s32[] constant(4)", "ROOT c = pred[] compare(i, n), direction=LT"]), "}",
               "b {", *("  " + line for line in [*parts, *values, "one = s32[] constant(1)", "j = s32[] add(i, one)", *step]),
               f"  ROOT t = {shape} tuple(j, {', '.join(result)})", "}"]
    lines = [f"{label} = {part} parameter({k})" for k, (label, part) in enumerate(zip("vw", state))]
    return whole([*lines, "z = s32[] constant(0)", f"s = {shape} tuple(z, {', '.join(start)})", f"ROOT r = {shape} while(s), condition=c, body=b"], helpers)


def state_of(*parts):
    return {"tuple": [literal("s32", [4], ()), *parts]}


def loop_cases():
    steps = {"select": (["g = pred[] compare(w, v), direction=GT", "u = s32[] add(v, one)", "x = s32[] select(g, w, v)"], lambda i, v, w: w if w > v else v),
             "clamp": (["u = s32[] add(v, one)", "x = s32[] clamp(w, i, v)"], lambda i, v, w: min(max(i, w), v))}
    for op, (step, choose) in steps.items():
        v, w = first = (-3, -10)
        for i in range(4):
            v, w = v + 1, choose(i, v, w)
        yield op, run_case(f"{op}.s32.third-operand-before-its-step", "the third operand is the state before the iteration, although its next value is known",
                           "While", None, [literal("s32", [n], ()) for n in first], state_of(literal("s32", [v], ()), literal("s32", [w], ())),
                           requires=["s32", "pred"], tags=["loop"], whole=loop(["s32[]", "s32[]"], step, ["v", "w"], ["u", "x"]))
    for size, data in ((0, []), (1, [7.0])):
        part = live("f32[<=1]{0}", [size], data)
        yield "while", run_case(f"while.f32.keeps-{size}-of-at-most-one", "a loop keeps the number of elements, also of an array of at most one", "While",
                                None, [part], state_of(part), requires=["dynamic", "f32", "s32", "pred"], tags=["loop"],
                                whole=loop(["f32[<=1]"], [], ["v"], ["v"]))
    v, w = first = ([1.0, 2.0], [100.0, 200.0])
    for _ in range(4):
        v, w = [10.0, 20.0], [a + b for a, b in zip(v, w)]
    yield "while", run_case("while.f32.next-state-is-constant", "each iteration gives the same constant array to the next one", "While", None,
                            [literal("f32", part) for part in first], state_of(literal("f32", v), literal("f32", w)), requires=["f32", "s32", "pred"],
                            tags=["loop"], whole=loop(["f32[2]", "f32[2]"], ["k = f32[2] constant({10, 20})", "u = f32[2] add(v, w)"], ["v", "w"], ["k", "u"]))


# ---- sums, products, and sorts ----
def sum_case():
    """Column c is b[c] times 1, 1, -1, 0, 0, ..."""
    factors, columns = [1.0, 1.0, -1.0] + [0.0] * 21, [2.0**127 if c in (40, 63) else float(c + 1) for c in range(64)]
    lines = ["m = f32[24] parameter(0)", "b = f32[64] parameter(1)", "M = f32[24,64] broadcast(m), dimensions={0}",
             "B = f32[24,64] broadcast(b), dimensions={1}", "x = f32[24,64] multiply(M, B)", "z = f32[] constant(0)",
             "ROOT r = f32[64] reduce(x, z), dimensions={0}, to_apply=f"]
    yield "reduce", run_case("reduce.f32.add-no-early-overflow-in-some-columns", "the sum of a few columns would overflow early, those of most not",
                             "Reduce", None, [literal("f32", factors), literal("f32", columns)], literal("f32", columns), requires=["f32"],
                             level="impl-defined", whole=whole(lines, combiner("add", "f32")))


def product_case():
    low, high = -(2**15), 2**15 - 1
    a, b = [[high] * 4, [low] * 4, [low, high, low, 1]], [[high, low]] * 4
    sums = [sum(x * y[c] for x, y in zip(row, b)) for row in a for c in range(2)]
    yield "dot", run_case("dot.s16.wide-sums-of-largest", "sums of s64 do not wrap at 32 bits", "dot",
                          ["a = s16[3,4] parameter(0)", "b = s16[4,2] parameter(1)",
                           "ROOT r = s64[3,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"],
                          [literal("s16", [v for row in a for v in row], (3, 4)), literal("s16", [v for row in b for v in row], (4, 2))],
                          literal("s64", sums, (3, 2)), requires=["s16", "s64"])


def counted(label, dims, modulus):
    """0, 1, 2, ... modulo a number, as an array of f32."""
    count = int(numpy.prod(dims))
    lines = [f"{label}0 = s32[{count}] iota(), iota_dimension=0", f"{label}1 = s32[] constant({modulus})",
             f"{label}2 = s32[{count}] broadcast({label}1), dimensions={{}}", f"{label}3 = s32[{count}] remainder({label}0, {label}2)",
             f"{label}4 = f32[{count}] convert({label}3)", f"{label} = f32[{','.join(map(str, dims))}] reshape({label}4)"]
    return lines, (numpy.arange(count) % modulus).reshape(dims)


def convolution_case():
    """17 has no divisor in common with the number of places that a kernel takes together, so these are everywhere in a line."""
    height, width, features = 16, 17, 16
    first, x = counted("x", (1, height + 2, width + 2, features), 7)
    second, k = counted("k", (3, 3, features, features), 5)
    result = sum(numpy.einsum("hwf,fo->hwo", x[0, a:a + height, b:b + width], k[a, b]) for a in range(3) for b in range(3))
    lines = [*first, *second, f"c = f32[1,{height},{width},{features}] convolution(x, k), window={{size=3x3}}, dim_labels=b01f_01io->b01f",
             "z = f32[] constant(0)", f"ROOT r = f32[{width}] reduce(c, z), dimensions={{0,1,3}}, to_apply=f"]
    yield "convolution", run_case("convolution.f32.lines-of-17-places", "at the end of a line, the next place is not one feature vector farther on",
                                  "Conv", None, [], literal("f32", [float(v) for v in result.sum(axis=(0, 2))]), requires=["f32", "s32"],
                                  whole=whole(lines, combiner("add", "f32")))


def sort_case():
    """0 < q - p is p < q."""
    less = ["less {", "  p = s32[] parameter(0)", "  q = s32[] parameter(1)", "  a = s32[] subtract(p, p)", "  b = s32[] subtract(q, p)",
            "  ROOT c = pred[] compare(a, b), direction=LT", "}"]
    values = [5, -3, 6, 1, 2, 4]
    yield "sort", run_case("sort.s32.by-difference-from-first", "a comparator that subtracts the first element from both", "Sort", None,
                           [literal("s32", values)], literal("s32", sorted(values)), requires=["s32", "pred"],
                           whole=whole(["x = s32[6] parameter(0)", "ROOT r = s32[6] sort(x), dimensions={0}, to_apply=less"], less))


# ---- calls and devices ----
def call_case():
    yield "custom-call", reject_case("custom-call.f32.rejects-unknown-with-effect", "a function with an effect is missed although nothing needs its value",
                                     "CustomCall", ["x = f32[2] constant({1, 2})",
                                                    'c = f32[2] custom-call(x), custom_call_target="unknown", custom_call_has_side_effect=true',
                                                    "ROOT y = f32[2] negate(x)"], "R07", at="custom-call(", requires=["f32"])


def transfer_cases():
    bundle = "(f32[], u32[], token[])"
    lines = {"t": "token[] after-all()", "v": f"{bundle} recv(t), channel_id=1", "s": f"{bundle} send(x, t), channel_id=1"}
    ends = {"d": "(f32[], token[]) recv-done(v), channel_id=1", "e": "token[] send-done(s), channel_id=1"}
    for op, start, done in (("recv-done", "v", "d"), ("send-done", "s", "e")):
        changed = {**ends, done: ends[done].replace(f"({start})", "(c)").replace("=1", "=2")}
        body = ["x = f32[] parameter(0)", *(f"{name} = {text}" for name, text in lines.items()), f"b = ({bundle}) tuple({start})",
                f"c = {bundle} get-tuple-element(b), index=0", *(f"{name} = {text}" for name, text in changed.items()),
                "ROOT r = f32[] get-tuple-element(d), index=0"]
        yield op, {**reject_case(f"{op}.f32.rejects-channel-through-tuple", "the channel is that of the start, also if a tuple is between them", "6.1",
                                 body, "R08", at=f"{op}(", requires=["f32"], doc="collectives"), "args": [literal("f32", [3], ())]}


def meeting_cases():
    def branch(label, attributes):
        return [f"{label} {{", "  p = u32[] parameter(0)", f"  ROOT r = u32[] all-reduce(p), {attributes}, to_apply=f", "}"]

    def reject(identity, why, anchor, code, branches, count):
        names = [lines[0].split()[0] for lines in branches]
        body = ["x = u32[] replica-id()", "i = s32[] bitcast-convert(x)",
                f"ROOT r = u32[] conditional(i, {', '.join(['x'] * count)}), branch_computations={{{', '.join(names)}}}"]
        return "all-reduce", device_reject(f"all-reduce.u32.{identity}", why, anchor, body, (count, 1), code, args=[],
                                           helpers=[*combiner("add", "u32"), *(line for lines in branches for line in lines)])
    flat = "channel_id=1, replica_groups={}, use_global_device_ids=true"
    yield reject("mismatched-groups-of-channel", "a device waits for another one, which uses the channel for another group", "9.2", "R11",
                 [branch("one", flat.replace("{}", "{{0,1},{2}}")), branch("two", flat.replace("{}", "{{0},{1,2}}")),
                  ["none {", "  ROOT p = u32[] parameter(0)", "}"]], 3)
    yield reject("deadlock-of-two-without-channel", "without a channel, two instructions do not meet, even if they are equal", "1", "R10",
                 [branch("one", "replica_groups={}"), branch("two", "replica_groups={}")], 2)


if __name__ == "__main__":
    write_groups((zero_cases, quotient_case, power_case, imaginary_case, broadcast_cases, loop_cases, sum_case, product_case,
                  convolution_case, sort_case, call_case, transfer_cases, meeting_cases), NAME)
