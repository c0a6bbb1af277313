#!/usr/bin/python3
"""Vectors of programs whose steps are seldom seen together: broadcasts of broadcasts, a branch at the start of the body of a loop, loops of
many steps, a done whose operand is an argument, a position for elements that are not there. Results by hand, or by the numpy adapter."""
from formats import literal
from through_numpy import combiner, numpy_case, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/seldom_steps.py"


def computation(name, *lines):
    return [f"{name} {{", *("  " + line for line in lines), "}"]


# ---- broadcasts ----
def broadcast_cases():
    rows = [  # topic, why, type and dimensions of the broadcast between
        ("of-repeated-elements", "a broadcast repeats an array in which a broadcast has repeated each element", "f32[3,2]", "0", "1,2"),
        ("of-repeated-rows", "a broadcast repeats each element of an array in which a broadcast has repeated the row", "f32[4,3]", "1", "0,1"),
    ]
    for topic, why, between, first, second in rows:
        yield "broadcast", numpy_case(f"broadcast.f32.{topic}", why, "Broadcast", ["x = f32[3] parameter(0)", "n = f32[3] negate(x)",
                                      f"y = {between} broadcast(n), dimensions={{{first}}}", f"z = f32[4,3,2] broadcast(y), dimensions={{{second}}}",
                                      "k = f32[] constant(10)", "ks = f32[4,3,2] broadcast(k), dimensions={}", "a = f32[4,3,2] add(z, ks)",
                                      "ROOT r = f32[4,3,2] multiply(a, z)"], [literal("f32", [1, 2, 3])])


# ---- functions ----
def erf_cases():
    """1 - erf(6) is 2.2e-17, less than half of the distance from 1 to the number before it."""
    yield "erf", run_case("erf.f64.six", "at 6 the result rounds to 1", "erf", ["x = f64[4] parameter(0)", "ROOT r = f64[4] erf(x)"],
                          [literal("f64", [6.0, -6.0, 6.25, -6.25])], literal("f64", [1.0, -1.0, 1.0, -1.0]), tol={"class": "correct"}, requires=["f64"])


# ---- loops ----
def loop(state, body, condition, entry, helpers=()):
    return ["HloModule m", *helpers, *computation("body", f"p = {state} parameter(0)", *body), *computation("condition", f"p = {state} parameter(0)", *condition),
            *computation("ENTRY e", *entry, f"ROOT w = {state} while(s), condition=condition, body=body")]


def branch_case():
    state = "(pred[], f32[], s32[])"
    helpers = [*computation("double", "x = f32[] parameter(0)", "ROOT y = f32[] add(x, x)"), *computation("less", "x = f32[] parameter(0)", "ROOT y = f32[] negate(x)")]
    body = ["q = pred[] get-tuple-element(p), index=0", "x = f32[] get-tuple-element(p), index=1", "i = s32[] get-tuple-element(p), index=2",
            "y = f32[] conditional(q, x, x), true_computation=double, false_computation=less", "o = s32[] constant(1)", "j = s32[] add(i, o)",
            f"ROOT r = {state} tuple(q, y, j)"]
    condition = ["i = s32[] get-tuple-element(p), index=2", "n = s32[] constant(3)", "ROOT c = pred[] compare(i, n), direction=LT"]
    lines = loop(state, body, condition, ["q = pred[] parameter(0)", "x = f32[] constant(5)", "z = s32[] constant(0)", f"s = {state} tuple(q, x, z)"], helpers)
    for taken, result in ((True, 40.0), (False, -5.0)):
        yield "conditional", run_case(f"conditional.f32.first-in-loop-{str(taken).lower()}", "the first operation of the body of a loop is a branch, whose result is part of the state",
                                      "Conditional", None, [literal("pred", [taken], ())],
                                      {"tuple": [literal("pred", [taken], ()), literal("f32", [result], ()), literal("s32", [3], ())]},
                                      requires=["f32", "pred", "s32"], whole=lines)


def steps_cases():
    """Calls of 4372 instructions: two additions, and six times three calls of what came before."""
    helpers = computation("f0", "x = u32[] parameter(0)", "o = u32[] constant(1)", "y = u32[] add(x, o)", "ROOT z = u32[] add(y, o)")
    for k in range(1, 7):
        helpers += computation(f"f{k}", "x = u32[] parameter(0)", *(f"{'ROOT ' if n == 2 else ''}{b} = u32[] call({a}), to_apply=f{k - 1}" for n, (a, b) in enumerate(("xa", "ab", "bc"))))
    state, count = "(u32[], s32[])", 280
    body = ["x = u32[] get-tuple-element(p), index=0", "i = s32[] get-tuple-element(p), index=1", "y = u32[] call(x), to_apply=f6", "o = s32[] constant(1)",
            "j = s32[] add(i, o)", f"ROOT r = {state} tuple(y, j)"]
    condition = ["i = s32[] get-tuple-element(p), index=1", f"n = s32[] constant({count})", "ROOT c = pred[] compare(i, n), direction=LT"]
    start = ["x = u32[] constant(0)", "z = s32[] constant(0)", f"s = {state} tuple(x, z)"]
    yield "while", run_case("while.u32.long-iterations", "280 iterations of 4384 instructions each stay below a limit of two million", "While", None, [],
                            {"tuple": [literal("u32", [2 * 3 ** 6 * count], ()), literal("s32", [count], ())]}, requires=["u32", "s32", "pred"],
                            whole=loop(state, body, condition, start, helpers))

    state = "(f32[32], s32[])"
    names = [f"k{n}" for n in range(16)]
    body = ["x = f32[32] get-tuple-element(p), index=0", "i = s32[] get-tuple-element(p), index=1", *(f"{name} = f32[2] constant({{{n}, {n + 1}}})" for n, name in enumerate(names)),
            f"k = f32[32] concatenate({', '.join(names)}), dimensions={{0}}", "y = f32[32] add(x, k)", "o = s32[] constant(1)", "j = s32[] add(i, o)",
            f"ROOT r = {state} tuple(y, j)"]
    condition = ["i = s32[] get-tuple-element(p), index=1", "n = s32[] constant(100000)", "ROOT c = pred[] compare(i, n), direction=LT"]
    start = ["v = f32[] constant(0)", "x = f32[32] broadcast(v), dimensions={}", "z = s32[] constant(0)", f"s = {state} tuple(x, z)"]
    yield "while", {**reject_case("while.f32.rejects-steps-of-constants", "the constants of the body count as steps of each iteration", "While", None, "R01",
                                  whole=loop(state, body, condition, start), requires=["f32", "s32"], tags=["limits"]), "level": "impl-defined"}


# ---- elements and their positions ----
FIRST_LARGEST = computation(
    "f", "a = f32[] parameter(0)", "i = s32[] parameter(1)", "b = f32[] parameter(2)", "j = s32[] parameter(3)", "above = pred[] compare(a, b), direction=GT",
    "odd = pred[] compare(a, a), direction=NE", "keep = pred[] or(above, odd)", "equal = pred[] compare(a, b), direction=EQ",
    "before = pred[] compare(i, j), direction=LT", "tie = pred[] and(equal, before)", "either = pred[] or(keep, tie)", "v = f32[] select(keep, a, b)",
    "w = s32[] select(either, i, j)", "ROOT r = (f32[], s32[]) tuple(v, w)")


def position_cases():
    start = ["m = f32[] constant(-inf)", "z = s32[] constant(0)"]
    yield "reduce", numpy_case("reduce.f32.given-positions-of-largest", "the largest elements of rows are the last ones, and the numbers beside them are no positions", "Reduce",
                               ["x = f32[2,37] iota(), iota_dimension=1", "n = f32[2,37] iota(), iota_dimension=0", "c = f32[] constant(1.2345678)",
                                "cs = f32[2,37] broadcast(c), dimensions={}", "y = f32[2,37] multiply(x, cs)", "v = f32[2,37] add(y, n)",
                                "i = s32[2,37] iota(), iota_dimension=1", "d = s32[2,37] add(i, i)", *start,
                                "ROOT r = (f32[2], s32[2]) reduce(v, d, m, z), dimensions={1}, to_apply=f"], helpers=FIRST_LARGEST)
    lines = whole(["n = s32[] constant(20)", "x = f32[40] iota(), iota_dimension=0", "d = f32[<=40] set-dimension-size(x, n), dimensions={0}",
                   "i = s32[40] iota(), iota_dimension=0", *start, "ROOT r = (f32[], s32[]) reduce(d, i, m, z), dimensions={0}, to_apply=f"], FIRST_LARGEST)
    yield "reduce", reject_case("reduce.f32.rejects-positions-of-more-elements", "20 elements of 40 are there, but positions of all 40", "Reduce", None, "R08", whole=lines,
                                at="reduce(", requires=["f32", "s32", "pred", "dynamic"])


# ---- dones of arguments ----
def done_cases():
    """In a type that a protobuf cannot have: there, as in a whole module, the operand would have to be a start."""
    name = "f6e2m3fn"
    array = literal(name, [1, 2])
    yield "copy-done", run_case(f"copy-done.{name}.single-instruction", "in a single instruction the operand is a parameter, and its first part is the result", "1.1", None,
                                [{"tuple": [array, literal(name, [3, 4]), literal("u32", [0], ())]}], array, requires=[name, "u32"], doc="hlo-text", level="extended",
                                whole=[f"%r = {name}[2] copy-done(({name}[2], {name}[2], u32[]) %s)"])
    yield "all-reduce-done", {**reject_case(f"all-reduce-done.{name}.rejects-single-instruction", "no all-reduce was started that the instruction could complete", "all-reduce-done",
                                            None, "R08", requires=[name], whole=[f"%r = ({name}[2]) all-reduce-done(({name}[2]) %s)"], at="all-reduce-done("),
                              "args": [{"tuple": [array]}]}


# ---- devices ----
def wait_cases():
    """The computation: 1, 2, and 2 on the three devices, then 5 on all; the entry: 3 on all."""
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"], "sum")
    lines = ["HloModule m", *add, *computation("f", "x = f32[] parameter(0)", "y = f32[] all-reduce(x), replica_groups={{0},{1,2}}, to_apply=sum",
                                               "ROOT z = f32[] all-reduce(y), replica_groups={{0,1,2}}, to_apply=sum"),
             *computation("ENTRY e", "x = f32[] constant(1)", "s = ((f32[]), f32[]) async-start(x), calls=f",
                          "y = f32[] all-reduce(x), replica_groups={{0,1,2}}, to_apply=sum", "d = f32[] async-done(s)", "z = f32[] add(d, y)", "ROOT r = f32[] negate(z)")]
    yield "async-start", {**run_case("async-start.f32.waits-beside-entry", "a device waits in its entry and in a started computation, which must go on first", "async-start", None, [],
                                     {"all": literal("f32", [-8], ())}, requires=["f32"], whole=lines), "topology": {"replicas": 3, "partitions": 1}}


# ---- annotations ----
def annotation_cases():
    lines = whole(["n = s32[] constant(2)", "x = f32[4,3] iota(), iota_dimension=0", "d = f32[<=4,3] set-dimension-size(x, n), dimensions={0}",
                   "q = f32[<=4,3] reverse(d), dimensions={0}", 'ROOT r = f32[<=4,3] custom-call(q), custom_call_target="Sharding"'])
    yield "custom-call", run_case("custom-call.f32.annotation-partly-filled", "a value of which one dimension is partly filled passes through", "custom-calls", None, [],
                                  {"shape": "f32[<=4,3]{1,0}", "dynamic_sizes": [2, 3], "data": [[1, 1, 1], [0, 0, 0]]}, requires=["f32", "s32"], doc="imports", level="extended",
                                  whole=lines)


if __name__ == "__main__":
    write_groups((broadcast_cases, erf_cases, branch_case, steps_cases, position_cases, done_cases, wait_cases, annotation_cases), NAME)
