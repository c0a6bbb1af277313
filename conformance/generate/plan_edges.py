#!/usr/bin/python3
"""Vectors of programs whose instructions run together, or apart, for reasons that are easy to get wrong: side effects between
elementwise ops, results that others read later, rows that are read as columns, loops over scalars of rare types, and programs
at the limits of devices, of nested calls, and of steps. By hand, or by the numpy adapter."""
import numpy

from arrays import lit
from devices import combiner as of_two, device_case, device_reject
from formats import literal
from large import counted
from scalar_loops import loop
from through_numpy import combiner, numpy_case, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/plan_edges.py"
BITS = {"class": "bits"}


def one(name, value):
    return literal(name, [value], ())


def f32s(*values):
    return literal("f32", list(values))


def function(name, *lines):
    return [f"{name} {{", *("  " + line for line in lines), "}"]


# ---- devices ----
def outfeed_case():
    outfeed = ["t = token[] after-all()", "o = token[] outfeed(a, t), outfeed_shape=f32[2]"]
    helpers = function("give", "a = f32[2] parameter(0)", *outfeed, "ROOT r = f32[2] copy(a)")
    body = ["x = f32[2] parameter(0)", "a = f32[2] add(x, x)", *outfeed, "y = f32[2] parameter(1)",
            "v = f32[2] call(y), to_apply=give", "ROOT b = f32[2] add(a, v)"]
    why = "an outfeed comes before that of a later call, even if one sum takes both its operand and the result of the call"
    yield "outfeed", device_case("outfeed.f32.before-call-with-outfeed", why, "6.5", body, (1, 1), [f32s(1, 2), f32s(10, 20)], f32s(12, 24), helpers=helpers,
                                 outfeed=[f32s(2, 4), f32s(10, 20)], requires=["f32"])


def mismatch_cases():
    pairs = "channel_id=1, replica_groups={{0,1},{2,3}}"
    calls = {"quiet": "copy(p)", "summed": f"all-reduce(p), {pairs}, use_global_device_ids=true, to_apply=f",
             "exchanged": f"all-to-all(p), {pairs}, dimensions={{0}}"}
    helpers = of_two("add", "f32")
    for name, call in calls.items():
        helpers += function(name, "p = f32[2] parameter(0)", f"ROOT r = f32[2] {call}")
    body = ["x = f32[2] parameter(0)", "c = s32[] parameter(1)", f"ROOT r = f32[2] conditional(c, x, x, x), branch_computations={{{', '.join(calls)}}}"]
    why = "the last two devices meet in different ops on one channel, and the first two have finished"
    yield "all-to-all", device_reject("all-to-all.f32.mismatched-op-of-last-devices", why, "9.2", body, (1, 4), "R11", helpers=helpers,
                                      args=[[f32s(1, 2), one("s32", branch)] for branch in (0, 0, 1, 2)])

    helpers = [*of_two("add", "f32", "add"), *of_two("multiply", "f32", "multiply")]
    for name, op in (("some", "add"), ("other", "multiply")):
        helpers += function(f"of-{op}", "a = f32[] parameter(0)", "b = f32[] parameter(1)", f"ROOT c = f32[] call(a, b), to_apply={op}")
        helpers += function(name, "p = f32[] parameter(0)", f"ROOT r = f32[] all-reduce(p), channel_id=1, replica_groups={{{{0,1}}}}, to_apply=of-{op}")
    body = ["c = pred[] parameter(0)", "x = f32[] parameter(1)", "ROOT r = f32[] conditional(c, x, x), true_computation=some, false_computation=other"]
    yield "all-reduce", device_reject("all-reduce.f32.unequal-reducers-of-calls", "the computations that the reducers call differ", "4.2", body, (2, 1), "R11",
                                      helpers=helpers, args=[[one("pred", first), one("f32", 1.0)] for first in (True, False)])


# ---- limits ----
def limit_cases():
    body = ["i = u32[] replica-id()", "j = u32[] partition-id()", "m = u32[] maximum(i, j)", "n = u32[] constant(64)",
            "ROOT r = pred[] compare(m, n), direction=LT"]
    yield "replica-id", device_case("replica-id.u32.4096-devices", "the largest number of devices of a run", "ReplicaId", body, (64, 64), [], one("pred", True),
                                    doc="operation-semantics", requires=["pred", "u32"])

    x = "x = f32[3] parameter(0)"
    helpers = [*combiner("m = f32[] multiply(a, a); c = f32[] add(m, a)", ["f32"]), *function("f0", x, "ROOT r = f32[3] map(x), dimensions={0}, to_apply=f")]
    for k in range(1, 127):
        helpers += function(f"f{k}", x, f"ROOT r = f32[3] call(x), to_apply=f{k - 1}")
    why = "calls are nested at most 128 deep, and the function of a map is one more level"
    yield "map", reject_case("map.f32.rejects-level-129", why, "Map", None, "R03", at="map(",
                             whole=whole(["x = f32[3] constant({1, 2, 3})", "ROOT r = f32[3] call(x), to_apply=f126"], helpers), requires=["f32"])

    rounds = 100_000
    helpers, entry = looped(["s64"], ["k = s64[] convert(i)", "n0 = s64[] add(v0, k)"], ["y"], rounds)
    yield "while", run_case("while.s64.100000-rounds", "more than a million steps: no round of a loop counts twice", "While", None, [],
                            {"tuple": [one("s32", rounds), one("s64", rounds * (rounds - 1) // 2)]}, whole=whole(["y = s64[] constant(0)", *entry], helpers),
                            requires=["s32", "s64"], tags=["large", "loop"])


# ---- arrays ----
def array_cases():
    body = ["x = f32[80] iota(), iota_dimension=0", "y = f32[80] parameter(0)", "a = f32[80] multiply(x, y)", "b = f32[80] add(x, y)",
            "t = f32[80] reverse(b), dimensions={0}", "d = f32[80] subtract(a, t)", "u = f32[80] reverse(d), dimensions={0}", "ROOT r = f32[80] add(a, b)"]
    why = "the result takes a product and a sum; so does, after a reversal, an instruction without users"
    yield "add", numpy_case("add.f32.beside-later-reader", why, "add", body, [lit("f32", numpy.arange(80.0) % 7)], tol=BITS)

    body = ["x = f32[300,300] iota(), iota_dimension=0", "y = f32[300,300] add(x, x)", "z = f32[] constant(0)",
            "s = f32[300] reduce(y, z), dimensions={1}, to_apply=f", "b = f32[300,300] broadcast(s), dimensions={1}", "d = f32[300,300] subtract(y, b)",
            "ROOT r = f32[2,3] slice(d), slice={[0:300:299], [0:300:149]}"]
    why = "every row takes the sums of all rows, including those of later ones"
    yield "broadcast", numpy_case("broadcast.f32.row-sums-across-columns", why, "Broadcast", body, helpers=of_two("add", "f32"), tol=BITS, tags=["large"])

    body = ["x = f32[64,64] iota(), iota_dimension=1", "y = f32[64,64] multiply(x, x)", "c = f32[64,128] concatenate(y, x), dimensions={1}",
            "ROOT r = f32[1,4] slice(c), slice={[3:4], [62:66]}"]
    why = "rows of squares are joined with others, not summed"
    yield "concatenate", numpy_case("concatenate.f32.squares-beside-numbers", why, "Concatenate", body, tol=BITS)

    body = ["x = s64[8] parameter(0)", "y = s64[8] parameter(1)", "u = s64[8] multiply(x, y)", "v = s64[8] add(u, y)", "w = s64[8] multiply(u, v)",
            "i = s64[8] iota(), iota_dimension=0", "z = s64[8] add(v, i)", "ROOT t = (s64[8], s64[8]) tuple(w, z)"]
    yield "iota", numpy_case("iota.s64.eight-beside-values", "counting to eight changes no value of other instructions", "Iota", body,
                             [lit("s64", numpy.arange(3, 11)), lit("s64", 5 - 2 * numpy.arange(8))])


def column_cases():
    """A column is read by lanes, by an instruction of its own, and then as one element for each row."""
    for length in (128, 200, 300, 1000):
        shape = f"f32[6,{length}]"
        lines = ["c = f32[6] parameter(0)", f"v = {shape} broadcast(c), dimensions={{0}}", f"i = {shape} iota(), iota_dimension=1", f"m = {shape} abs(v)"]
        ends = {"difference": ["r = subtract(v, m)"], "quotient": ["r = divide(m, v)"], "sum-of-lanes": ["s = add(i, m)", "r = subtract(s, v)"],
                "scaled": ["s = multiply(i, v)", "r = add(m, s)"], "maximum": ["n = negate(m)", "p = subtract(n, i)", "r = maximum(p, v)"]}
        for topic, steps in ends.items():
            body = [*lines, *(f"{name} = {shape} {call}" for name, call in (step.split(" = ") for step in steps)),
                    f"w = f64[6,{length}] convert(r)", f"ROOT k = f64[6,5] slice(w), slice={{[0:6], [3:{length}:{length // 5}]}}"]
            yield "broadcast", numpy_case(f"broadcast.f32.column-{topic}-{length}", "an element of a column, for all of its row", "Broadcast", body,
                                          [lit("f32", numpy.array([1.0, -2, 4, -8, 3, 0.5]))], tol=BITS)


def reused_cases():
    """A line is read by every row, and then used up by a value with a number for each row, which takes its memory."""
    largest = of_two("maximum", "f32", "largest")
    for topic, dims, axes in (("square", (256, 256), "1"), ("many-columns", (256, 2, 256), "1,2"), ("small-square", (128, 128), "1")):
        shape, n = f"f32[{','.join(map(str, dims))}]", dims[0]
        lines = [f"vb = {shape} broadcast(v), dimensions={{{len(dims) - 1}}}", f"a = {shape} add(x, vb)", f"m = f32[{n}] reduce(a, z), dimensions={{{axes}}}, to_apply=largest"]
        body = [*counted("f32", dims, 101, 50), *counted("f32", (n,), 37, 18, "y"), "z = f32[] constant(-1000)", f"v = f32[{n}] reverse(y), dimensions={{0}}", *lines]
        taken = ", ".join("[0:%d:%d]" % (size, max(size // 5, 1)) for size in dims)
        few = [len(range(0, size, max(size // 5, 1))) for size in dims]
        of_few = f"f32[{','.join(map(str, few))}]"
        yield "reduce", numpy_case(f"reduce.f32.line-for-all-rows-of-{topic}", "rows read all of a line, of which then one number is added to the result of each row", "Reduce",
                                   [*body, f"o = f32[{n}] add(m, v)", f"s = {of_few} slice(a), slice={{{taken}}}", f"ROOT t = ({of_few}, f32[{n}]) tuple(s, o)"],
                                   helpers=largest, tol=BITS, tags=["large"])
        state = f"(s32[], {shape}, f32[{n}])"
        helpers = [*largest, *function("more", f"s = {state} parameter(0)", "i = s32[] get-tuple-element(s), index=0", "n = s32[] constant(3)", "ROOT c = pred[] compare(i, n), direction=LT"),
                   *function("step", f"s = {state} parameter(0)", "i = s32[] get-tuple-element(s), index=0", f"x = {shape} get-tuple-element(s), index=1",
                             f"v = f32[{n}] get-tuple-element(s), index=2", "z = f32[] constant(-1000)", *lines, f"o = f32[{n}] add(m, v)", "one = s32[] constant(1)",
                             "j = s32[] add(i, one)", f"ROOT t = {state} tuple(j, x, o)")]
        yield "while", numpy_case(f"while.f32.line-for-all-rows-of-{topic}", "the next line takes all of the last one, row by row", "While",
                                  [*body[:-len(lines)], "k = s32[] constant(0)", f"b = {state} tuple(k, x, v)", f"e = {state} while(b), condition=more, body=step",
                                   f"ROOT r = f32[{n}] get-tuple-element(e), index=2"], helpers=helpers, tol=BITS, tags=["large"])


def extreme_case():
    wins = ["more = pred[] compare(a, b), direction=GT", "unordered = pred[] compare(a, a), direction=NE", "keeps = pred[] or(more, unordered)",
            "same = pred[] compare(a, b), direction=EQ", "before = pred[] compare(i, j), direction=LT", "tie = pred[] and(same, before)",
            "first = pred[] or(keeps, tie)", "v = f32[] select(keeps, a, b)", "k = s32[] select(first, i, j)", "t = (f32[], s32[]) tuple(v, k)"]
    values = (numpy.arange(60) * 7 % 11).reshape(3, 20)
    body = ["x = f32[3,20] parameter(0)", "i = s32[3,20] iota(), iota_dimension=0", "low = f32[] constant(-inf)", "none = s32[] constant(0)",
            "ROOT r = (f32[20], s32[20]) reduce(x, i, low, none), dimensions={0}, to_apply=f"]
    yield "reduce", run_case("reduce.mixed.largest-of-columns", "the largest number of each column, and its row", "Reduce", None,
                             [lit("f32", values.astype(float))], {"tuple": [lit("f32", values.max(0).astype(float)), lit("s32", values.argmax(0))]},
                             requires=["f32", "s32"], oracle="numpy's max and argmax",
                             whole=whole(body, combiner("; ".join(wins), ["f32", "s32", "f32", "s32"], parameters="aibj")))


# ---- loops over scalars ----
def looped(*form):
    """Helpers, and the body of the program, whose root is the loop."""
    helpers, entry, _ = loop(*form)
    return helpers, [*entry[:-1], "ROOT " + entry[-1]]


def loop_cases():
    step = ["less = pred[] compare(v0, v1), direction=LT, type=TOTALORDER", "k = s32[] convert(less)", "d = s32[] add(v2, v2)", "n2 = s32[] add(d, k)",
            "n0 = bf16[] copy(v1)", "n1 = bf16[] negate(v0)"]
    helpers, entry = looped(["bf16", "bf16", "s32"], step, ["x", "y", "z"], 8)
    # (3, 2), (2, -3), (-3, -2), (-2, 3), and again: less in the last two.
    yield "compare", run_case("compare.bf16.total-order-in-scalar-loop", "both sides are compared in the total order", "compare", None,
                              [one("bf16", 3.0), one("bf16", 2.0)], {"tuple": [one("s32", 8), one("bf16", 3.0), one("bf16", 2.0), one("s32", 0b00110011)]},
                              requires=["bf16", "pred", "s32"], tags=["loop"],
                              whole=whole(["x = bf16[] parameter(0)", "y = bf16[] parameter(1)", *entry], helpers))

    step = ["bit = pred[] bitcast-convert(v0)", "yes = pred[] constant(true)", "q = pred[] compare(bit, yes), direction=EQ", "k = s32[] convert(q)",
            "d = s32[] add(v1, v1)", "n1 = s32[] add(d, k)", "n0 = s1[] not(v0)"]
    helpers, entry = looped(["s1", "s32"], step, ["x", "z"], 4)
    yield "bitcast-convert", run_case("bitcast-convert.s1.to-pred-in-scalar-loop", "the bit of -1 equals true", "BitcastConvertType", None, [one("s1", -1)],
                                      {"tuple": [one("s32", 4), one("s1", -1), one("s32", 0b1010)]}, requires=["pred", "s1", "s32"], tags=["loop"],
                                      whole=whole(["x = s1[] parameter(0)", *entry], helpers))

    helpers, entry = looped(["s32"], ["w = s32[1] dynamic-slice(c, i), dynamic_slice_sizes={1}", "u = s32[] reshape(w)", "n0 = s32[] add(v0, u)"], ["x"], 3)
    helpers.insert(helpers.index("body {") + 1, "  c = s32[3] constant({5, 6, 7})")
    yield "while", run_case("while.s32.body-begins-with-array", "a loop over scalars whose body begins with an array", "While", None, [one("s32", 1)],
                            {"tuple": [one("s32", 3), one("s32", 1 + 5 + 6 + 7)]}, requires=["s32"], tags=["loop"],
                            whole=whole(["x = s32[] parameter(0)", *entry], helpers))


if __name__ == "__main__":
    write_groups((outfeed_case, mismatch_cases, limit_cases, array_cases, column_cases, reused_cases, extreme_case, loop_cases), NAME)
