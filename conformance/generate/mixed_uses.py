#!/usr/bin/python3
"""Vectors of values with more than one use: rows that are read again after what was computed from them, a column that is compared and
multiplied, an element of the state of a loop that is read twice, a group of devices that is written in two ways, one that is given to the host.
And of numbers that are far apart: infinite sums in the middle of an array, quotients of tiny and huge numbers. By hand, or by the numpy adapter."""
from fractions import Fraction

from devices import combiner as reducer, device_case
from formats import literal
from seldom_steps import FIRST_LARGEST, computation, loop
from through_numpy import combiner, numpy_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/mixed_uses.py"
NAN, INFINITY = float("nan"), float("inf")


# ---- devices ----
def device_cases():
    values = [[literal("f32", [1, 2])], [literal("f32", [3, 4])]]
    yield "send", device_case("send.f32.to-host-from-each", "each device sends to the host, which takes everything at once", "6.3",
                              ["x = f32[2] parameter(0)", "t = token[] after-all()", "s = (f32[2], u32[], token[]) send(x, t), channel_id=3, is_host_transfer=true",
                               "d = token[] send-done(s), channel_id=3, is_host_transfer=true", "ROOT r = f32[2] add-dependency(x, d)"], (2, 1), values,
                              [given for given, in values], requires=["f32", "u32"])
    meet = "ROOT y = f32[] all-reduce(x), channel_id=1, replica_groups={{0,1}}, to_apply=sum"
    lines = ["x = f32[] parameter(0)", "i = u32[] replica-id()", "j = s32[] convert(i)", "ROOT r = f32[] conditional(j, x, x), branch_computations={f, g}"]
    helpers = [*reducer("add", "f32", "sum"), *computation("f", "x = f32[] parameter(0)", meet), *computation("g", "x = f32[] parameter(0)", meet + ", use_global_device_ids=true")]
    yield "all-reduce", device_case("all-reduce.f32.ids-of-replicas-and-devices", "with one partition, ids of replicas and of devices name the same group", "3", lines, (2, 1),
                                    [[literal("f32", [1], ())], [literal("f32", [10], ())]], literal("f32", [11], ()), helpers=helpers, requires=["f32", "s32", "u32"],
                                    level="impl-defined")
    case = reject_case("replica-id.u32.rejects-65-by-64-devices", "replicas and partitions together are at most 4096 devices", "ReplicaId", ["ROOT r = u32[] replica-id()"], "R09",
                       requires=["u32"])
    yield "replica-id", {**case, "topology": {"replicas": 65, "partitions": 64}}


# ---- loops ----
def loop_cases():
    state = "(f32[2,3], f32[2,3], s32[])"
    body = ["x = f32[2,3] get-tuple-element(p), index=0", "y = f32[2,3] get-tuple-element(p), index=0", "i = s32[] get-tuple-element(p), index=2", "o = s32[] constant(1)",
            "j = s32[] add(i, o)", "z = f32[2,3] reverse(x), dimensions={0,1}", f"ROOT r = {state} tuple(z, y, j)"]
    condition = ["i = s32[] get-tuple-element(p), index=2", "n = s32[] constant(3)", "ROOT c = pred[] compare(i, n), direction=LT"]
    lines = loop(state, body, condition, ["x = f32[2,3] parameter(0)", "y = f32[2,3] negate(x)", "z = s32[] constant(0)", f"s = {state} tuple(x, y, z)"])
    forward, backward = literal("f32", [1, 2, 3, 4, 5, 6], (2, 3)), literal("f32", [6, 5, 4, 3, 2, 1], (2, 3))
    yield "while", run_case("while.f32.element-read-twice", "the body reads an array of the state twice: one is reversed, the other is the next second element", "While", None, [forward],
                            {"tuple": [backward, forward, literal("s32", [3], ())]}, requires=["f32", "pred", "s32"], whole=lines)

    # From 3, in iterations -1 to 3: 3 * 3, 9 + 10, -19, 19 * 19, 361 * 361. The last branch is also for numbers out of range.
    state = "(s32[], s32[])"
    helpers = [*computation("more", "x = s32[] parameter(0)", "o = s32[] constant(10)", "ROOT y = s32[] add(x, o)"),
               *computation("less", "x = s32[] parameter(0)", "ROOT y = s32[] negate(x)"), *computation("square", "x = s32[] parameter(0)", "ROOT y = s32[] multiply(x, x)")]
    body = ["i = s32[] get-tuple-element(p), index=0", "x = s32[] get-tuple-element(p), index=1", "y = s32[] conditional(i, x, x, x), branch_computations={more, less, square}",
            "o = s32[] constant(1)", "j = s32[] add(i, o)", f"ROOT r = {state} tuple(j, y)"]
    condition = ["i = s32[] get-tuple-element(p), index=0", "n = s32[] constant(4)", "ROOT c = pred[] compare(i, n), direction=LT"]
    lines = loop(state, body, condition, ["z = s32[] constant(-1)", "x = s32[] parameter(0)", f"s = {state} tuple(z, x)"], helpers)
    yield "conditional", run_case("conditional.s32.by-iteration", "the number of the iteration chooses one of three branches, the last one if it is out of range", "Conditional", None,
                                  [literal("s32", [3], ())], {"tuple": [literal("s32", [4], ()), literal("s32", [130321], ())]}, requires=["pred", "s32"], whole=lines)


# ---- rows and columns ----
def row_cases():
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"], "sum")
    most = combiner("c = f32[] maximum(a, b)", ["f32", "f32"], "most")
    yield "reduce", numpy_case("reduce.f32.rows-read-again", "the rows are read once more after the differences that are computed from them", "Reduce",
                               ["i = f32[40,128] iota(), iota_dimension=1", "n = f32[40,128] iota(), iota_dimension=0", "x = f32[40,128] reverse(i), dimensions={1}",
                                "y = f32[40,128] subtract(x, n)", "l = f32[] constant(-inf)", "z = f32[] constant(0)", "m = f32[40] reduce(y, l), dimensions={1}, to_apply=most",
                                "ms = f32[40,128] broadcast(m), dimensions={0}", "d = f32[40,128] subtract(y, ms)", "s = f32[40] reduce(d, z), dimensions={1}, to_apply=sum",
                                "ss = f32[40,128] broadcast(s), dimensions={0}", "e = f32[40,128] add(y, ss)", "a = f32[3,2] slice(d), slice={[1:40:15], [1:128:100]}",
                                "b = f32[3,2] slice(e), slice={[1:40:15], [1:128:100]}", "ROOT r = (f32[3,2], f32[3,2]) tuple(a, b)"], helpers=[*add, *most], requires=["f32"])
    yield "multiply", numpy_case("multiply.f32.compared-column", "a number for each row is compared with the elements of the row, and multiplied by others", "multiply",
                                 ["c = f32[4] parameter(0)", "i = f32[4,1000] iota(), iota_dimension=1", "n = f32[4,1000] iota(), iota_dimension=0", "x = f32[4,1000] reverse(i), dimensions={1}",
                                  "y = f32[4,1000] reverse(n), dimensions={0}", "cs = f32[4,1000] broadcast(c), dimensions={0}", "k = pred[4,1000] compare(x, cs), direction=LT",
                                  "p = f32[4,1000] multiply(y, cs)", "d = f32[4,1000] subtract(x, y)", "q = f32[4,1000] add(d, p)", "s = f32[4,1000] select(k, q, x)",
                                  "ROOT r = f32[4,7] slice(s), slice={[0:4], [0:1000:150]}"], [literal("f32", [400, 500, 600, 700])], requires=["f32", "pred"])
    yield "multiply", numpy_case("multiply.f32.factor-of-shorter-rows", "a factor is for 128 elements each, and what is added counts every 256 elements", "multiply",
                                 ["c = f32[4,2] parameter(0)", "i = f32[4,2,128] iota(), iota_dimension=2", "x = f32[4,2,128] reverse(i), dimensions={2}",
                                  "cs = f32[4,2,128] broadcast(c), dimensions={0,1}", "n = f32[4,2,128] iota(), iota_dimension=0", "m = f32[4,2,128] multiply(x, cs)",
                                  "s = f32[4,2,128] add(m, n)", "ROOT r = f32[4,2,3] slice(s), slice={[0:4], [0:2], [0:128:50]}"],
                                 [literal("f32", [1, 2, 3, 4, 5, 6, 7, 8], (4, 2))], requires=["f32"])
    yield "reduce", numpy_case("reduce.f32.largest-with-number-of-row", "beside the largest element of each row is the number of the row, not of the column", "Reduce",
                               ["x = f32[3,20] iota(), iota_dimension=1", "i = s32[3,20] iota(), iota_dimension=0", "m = f32[] constant(-inf)", "z = s32[] constant(0)",
                                "ROOT r = (f32[3], s32[3]) reduce(x, i, m, z), dimensions={1}, to_apply=f"], helpers=FIRST_LARGEST, requires=["f32", "pred", "s32"])
    yield "slice", run_case("slice.f32.partly-filled-in-four-dimensions", "a part of the elements that are there has static sizes", "Slice",
                            ["x = f32[4,2,2,2] iota(), iota_dimension=0", "n = s32[] constant(3)", "d = f32[<=4,2,2,2] set-dimension-size(x, n), dimensions={0}",
                             "ROOT r = f32[2,2,2,1] slice(d), slice={[1:3], [0:2], [0:2], [1:2]}"], [], literal("f32", [1] * 4 + [2] * 4, (2, 2, 2, 1)), requires=["f32", "s32", "dynamic"])


# ---- rules ----
def rule_cases():
    yield "transpose", reject_case("transpose.f32.rejects-negative", "dimension numbers are not negative", "Transpose",
                                   ["x = f32[2,3] parameter(0)", "ROOT r = f32[3,2] transpose(x), dimensions={-1,0}"], "transpose.C1", at="dimensions=", requires=["f32"])
    entry = ["p = pred[] parameter(0)", "x = f32[] parameter(1)", "ROOT r = f32[] conditional(p, x, x), true_computation=g, false_computation=f"]
    for what, why, lines in (("without-parameter", "a branch takes its operand, even if it does not need it", ["ROOT a = f32[] constant(1)"]),
                             ("of-two-parameters", "a branch has one operand, so it takes only one parameter",
                              ["a = f32[] parameter(0)", "b = f32[] parameter(1)", "ROOT c = f32[] add(a, b)"])):
        whole = ["HloModule m", *computation("f", *lines), *computation("g", "a = f32[] parameter(0)", "ROOT c = f32[] negate(a)"), *computation("ENTRY e", *entry)]
        yield "conditional", reject_case(f"conditional.f32.rejects-branch-{what}", why, "Conditional", None, "conditional.C3", at="false_computation=", requires=["f32", "pred"], whole=whole)


# ---- numbers ----
def number_cases():
    lines = ["HloModule m", *combiner("c = f32[] add(a, b)", ["f32", "f32"], "sum"),
             *computation("ENTRY e", "i = s32[3000] iota(), iota_dimension=0", "k = s32[] constant(1500)", "ks = s32[3000] broadcast(k), dimensions={}",
                          "c = pred[3000] compare(i, ks), direction=EQ", "m = f32[] constant(inf)", "ms = f32[3000] broadcast(m), dimensions={}", "o = f32[] constant(1)",
                          "os = f32[3000] broadcast(o), dimensions={}", "x = f32[3000] select(c, ms, os)", "z = f32[] constant(0)",
                          "v = f32[3000] reduce-window(x, z), window={size=3000 pad=2999_0}, to_apply=sum", "w = f32[3000] reduce-window(x, z), window={size=3000 pad=0_2999}, to_apply=sum",
                          "a = f32[6] slice(v), slice={[2:2503:500]}", "b = f32[6] slice(w), slice={[2:2503:500]}", "ROOT r = (f32[6], f32[6]) tuple(a, b)")]
    yield "reduce-window", run_case("reduce-window.f32.running-sums-to-infinity", "behind an infinite element all running sums are infinite, in either direction", "ReduceWindow", None, [],
                                    {"tuple": [literal("f32", [3, 503, 1003, INFINITY, INFINITY, INFINITY]), literal("f32", [INFINITY, INFINITY, INFINITY, 1498, 998, 498])]},
                                    requires=["f32", "pred", "s32"], whole=lines)
    ys, xs = [1.25 * 2.0**-500, 2.0**-430, -1.5 * 2.0**-450, 1.125 * 2.0**-600], [2.0**401, 1.5 * 2.0**430, 2.0**500, 1.75 * 2.0**450]
    yield "atan2", run_case("atan2.f64.tiny-by-huge", "the angle of a huge x and a tiny y is their quotient", "atan2", ["y = f64[4] parameter(0)", "x = f64[4] parameter(1)", "ROOT r = f64[4] atan2(y, x)"],
                            [literal("f64", ys), literal("f64", xs)], literal("f64", [float(Fraction(y) / Fraction(x)) for y, x in zip(ys, xs)]), tol={"class": "close", "ulp": 4}, requires=["f64"],
                            oracle="Python's fractions")
    points = [complex(0.0, 1), complex(0.0, -1), complex(-0.0, 1), complex(-0.0, -1)]
    for name, part in (("c64", "f32"), ("c128", "f64")):
        yield "cosine", run_case(f"cosine.{name}.zero-of-imaginary-axis", "for a number without a real part, the zero -sin(re) sinh(im) has a sign", "cosine",
                                 [f"x = {name}[4] parameter(0)", f"y = {name}[4] cosine(x)", f"ROOT r = {part}[4] imag(y)"], [literal(name, points)], literal(part, [-0.0, 0.0, 0.0, -0.0]),
                                 requires=[name, part], level="impl-defined")
    points = [complex(-INFINITY, INFINITY), complex(-INFINITY, -INFINITY), complex(-INFINITY, NAN)]
    yield "exponential-minus-one", run_case("exponential-minus-one.c64.minus-infinity", "if the real part is -inf, the power is 0, whatever the imaginary part is", "exponential-minus-one",
                                            ["x = c64[3] parameter(0)", "ROOT r = c64[3] exponential-minus-one(x)"], [literal("c64", points)], literal("c64", [complex(-1, 0)] * 3),
                                            requires=["c64"], level="impl-defined")
    for name, exponents, ulp in (("c128", [2.0**32, 2.0**40, 2.0**50, 2.0**60, 1e15], 16), ("c64", [2.0**40, 2.0**50, 2.0**60], 8)):
        count = len(exponents)
        yield "power", run_case(f"power.{name}.turns-of-imaginary-unit", "i to a large multiple of four is 1", "Pow",
                                [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"ROOT r = {name}[{count}] power(x, y)"],
                                [literal(name, [1j] * count), literal(name, [complex(e, 0) for e in exponents])], literal(name, [complex(1, 0)] * count),
                                requires=[name], tags=["extreme"], tol={"class": "close", "ulp": ulp})


if __name__ == "__main__":
    write_groups((device_cases, loop_cases, row_cases, rule_cases, number_cases), NAME)
