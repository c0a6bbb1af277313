#!/usr/bin/python3
"""Vectors of all-reduce, reduce-scatter, and collective-reduce, including collectives inside control flow and deadlocks.
Worked examples by hand (collectives reference 1, 3, 4 and 9)."""
from collective_models import ADD, DIGITS, X4, f32, f32s, hand, pred, s32, sweep, tuple_of
from devices import combiner, device_reject
from formats import literal
from write import write

NAME = "conformance/generate/reductions.py"


# ---- all-reduce ----
def all_reduce_cases():
    def call(more, x="f32[2]"):
        return [f"x = {x} parameter(0)", f"ROOT r = {x} all-reduce(x){more}, to_apply=f"]
    yield hand("all-reduce", "f32.seed-two-replicas", "the sum on both", "4.2", call(", replica_groups={{0,1}}"),
               [[v] for v in f32s([1, 2.5], [3, 5.25])], literal("f32", [4.0, 7.75]), (2, 1), helpers=ADD)
    yield hand("all-reduce", "f32.all", "no groups: all replicas", "4.2", call(""), X4, literal("f32", [60.0, 64.0]), helpers=ADD)
    yield hand("all-reduce", "f32.two-groups", "each group separately", "4.2", call(", replica_groups={{0,2},{1,3}}"), X4,
               f32s([20, 22], [40, 42], [20, 22], [40, 42]), helpers=ADD)
    yield hand("all-reduce", "f32.uneven-groups", "groups may be of different length", "4.2", call(", replica_groups={{0},{1,2,3}}"), X4,
               f32s([0, 1], [60, 63], [60, 63], [60, 63]), helpers=ADD)
    digits = [[f32(d)] for d in DIGITS]
    for label, more, expect in (
            ("replicas", ", replica_groups={{0,1}}", (101, 1010, 101, 1010)), ("singles", ", replica_groups={{0},{1}}", DIGITS),
            ("channel-singles", ", channel_id=1, replica_groups={{0},{1}}", (11, 11, 1100, 1100)),
            ("channel-all", ", channel_id=1, replica_groups={{0,1}}", (1111,) * 4), ("channel-empty", ", channel_id=1, replica_groups={}", (1111,) * 4),
            ("flattened", ", channel_id=1, replica_groups={{0,3},{1,2}}, use_global_device_ids=true", (1001, 110, 110, 1001))):
        yield hand("all-reduce", f"f32.digits-{label}", "the digits show which devices take part", "3", call(more, "f32[]"), digits, [f32(v) for v in expect],
                   (2, 2), helpers=ADD)
    six = [[f32(10**d)] for d in range(6)]
    yield hand("all-reduce", "f32.uneven-replicas", "uneven groups of replicas, by partition", "3", call(", replica_groups={{0},{1,2}}", "f32[]"), six,
               [f32(v) for v in (1, 10, 10100, 101000, 10100, 101000)], (3, 2), helpers=ADD)
    yield hand("all-reduce", "f32.uneven-devices", "uneven groups of devices", "3",
               call(", channel_id=1, replica_groups={{0},{1,2},{3,4,5}}, use_global_device_ids=true", "f32[]"), six,
               [f32(v) for v in (1, 110, 110, 111000, 111000, 111000)], (3, 2), helpers=ADD)
    for op, name, given, expect in (("maximum", "f32", (1.0, -2.0, 7.0), 7.0), ("minimum", "s8", (5, -128, 3), -128), ("multiply", "s32", (3, -5, 7), -105),
                                    ("maximum", "pred", (False, True, False), True), ("minimum", "pred", (True, True, False), False),
                                    ("and", "u8", (0xF7, 0x3F, 0xFE), 0x36), ("or", "u8", (1, 4, 0x80), 0x85), ("xor", "s16", (1, 3, -1), -3),
                                    ("subtract", "s32", (100, 1, 20), 79), ("multiply", "c64", (1j, 1j, 2 + 1j), -2 - 1j),
                                    ("multiply", "pred", (True, False, True), False)):
        yield hand("all-reduce", f"{name}.{op}", f"f is {op}, applied from the first member to the last", "4.2",
                   [f"x = {name}[] parameter(0)", f"ROOT r = {name}[] all-reduce(x), replica_groups={{}}, to_apply=f"],
                   [[literal(name, [v], ())] for v in given], literal(name, [expect], ()), (3, 1), helpers=combiner(op, name))
    yield hand("all-reduce", "bf16.left-fold", "each step rounds to the element type: 256 + 1 is 256, twice", "4.2",
               ["x = bf16[] parameter(0)", "ROOT r = bf16[] all-reduce(x), replica_groups={{0,1,2}}, to_apply=f"],
               [[literal("bf16", [v], ())] for v in (256.0, 1.0, 1.0)], literal("bf16", [256.0], ()), (3, 1), helpers=combiner("add", "bf16"),
               level="impl-defined")
    yield hand("all-reduce", "bf16.fold-in-group-order", "in the order of the group: 1 + 1 + 256", "4.2",
               ["x = bf16[] parameter(0)", "ROOT r = bf16[] all-reduce(x), replica_groups={{1,2,0}}, to_apply=f"],
               [[literal("bf16", [v], ())] for v in (256.0, 1.0, 1.0)], literal("bf16", [258.0], ()), (3, 1), helpers=combiner("add", "bf16"),
               level="impl-defined")
    yield hand("all-reduce", "f32.any-computation", "f(a, b) = 2a + b, from the left: ((1*2 + 10)*2 + 100)", "4.2",
               ["x = f32[] parameter(0)", "ROOT r = f32[] all-reduce(x), replica_groups={}, to_apply=f"], [[f32(v)] for v in (1, 10, 100)], f32(124), (3, 1),
               helpers=["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  t = f32[] add(a, a)", "  ROOT c = f32[] add(t, b)", "}"],
               level="impl-defined")
    yield hand("all-reduce", "f32.tuple", "several operands, each reduced separately", "4.2",
               ["x = f32[2] parameter(0)", "y = f32[] parameter(1)", "ROOT r = (f32[2], f32[]) all-reduce(x, y), replica_groups={{0,1}}, to_apply=f"],
               [[literal("f32", [1.0, 2.0]), f32(5)], [literal("f32", [10.0, 20.0]), f32(6)]], tuple_of(literal("f32", [11.0, 22.0]), f32(11)), (2, 1),
               helpers=ADD)
    yield hand("all-reduce", "f32.infinities", "inf + -inf is NaN on all", "4.2", call(""),
               [[v] for v in f32s([float("inf"), 1], [float("-inf"), float("nan")])],
               literal("f32", [float("nan")] * 2), (2, 1), helpers=ADD)
    yield hand("all-reduce", "f32.alone", "on a single device f does not run", "16.3", call(""), [literal("f32", [1.0, 2.0])], literal("f32", [1.0, 2.0]),
               (1, 1),
               helpers=combiner("subtract", "f32"), doc="operation-semantics")
    yield hand("all-reduce", "f32.empty", "no elements", "4.2", call("", "f32[0]"), [literal("f32", [])], literal("f32", []), (2, 1), helpers=ADD)
    yield from sweep("all-reduce")
    yield from control_flow_cases()

    def reject(identity, why, more, code, at, x="f32[2]", helpers=ADD, topology=(4, 1), to_apply=", to_apply=f", **kind):
        return device_reject(f"all-reduce.f32.{identity}", why, "9.1", [f"x = {x} parameter(0)", f"ROOT r = {x} all-reduce(x){more}{to_apply}"], topology,
                             code, at=at, helpers=helpers, **kind)
    yield reject("rejects-one-parameter", "f takes two values", "", "all-reduce.C1", "to_apply",
                 helpers=["f {", "  a = f32[] parameter(0)", "  ROOT c = f32[] negate(a)", "}"])
    yield reject("rejects-type", "f takes values of the element type", "", "all-reduce.C1", "to_apply", helpers=combiner("add", "s32"))
    yield reject("rejects-array", "f takes scalars", "", "all-reduce.C1", "to_apply",
                 helpers=["f {", "  a = f32[2] parameter(0)", "  b = f32[2] parameter(1)", "  ROOT c = f32[2] add(a, b)", "}"])
    yield reject("rejects-result", "f gives a value of the element type", "", "all-reduce.C1", "to_apply",
                 helpers=["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = pred[] compare(a, b), direction=LT", "}"])
    for channel in (0, -1):
        yield reject(f"rejects-channel-{channel}" if channel == 0 else "rejects-negative-channel", "a channel is greater than 0", f", channel_id={channel}",
                     "V04", "channel_id")
    yield reject("rejects-repeated-id", "no id twice", ", replica_groups={{0,1},{1,2}}", "V04", "replica_groups")
    yield reject("rejects-missing-id", "every id is in a group", ", replica_groups={{0,1},{2}}", "V04", "replica_groups")
    yield reject("rejects-large-id", "ids end at the number of replicas", ", replica_groups={{0,1},{2,4}}", "V04", "replica_groups")
    yield reject("rejects-empty-group", "no group is empty", ", replica_groups={{0,1},{}}", "V04", "replica_groups")
    yield reject("rejects-global-ids", "use_global_device_ids requires a channel", ", replica_groups={{0,1,2,3}}, use_global_device_ids=true", "V04", "use_global")
    yield reject("rejects-flattened-ids", "flattened ids go to R * P - 1", ", channel_id=1, replica_groups={{0,1},{2,4}}, use_global_device_ids=true",
                 "V04", "replica_groups", topology=(2, 2))
    yield device_reject("all-reduce.f32.rejects-mixed-layout", "with and without constrain_layout in one module", "4.2",
                        ["x = f32[2] parameter(0)", "y = f32[2] all-reduce(x), replica_groups={}, constrain_layout=true, to_apply=f",
                         "ROOT r = f32[2] all-reduce(y), replica_groups={}, to_apply=f"], (2, 1), "V04", helpers=ADD, at="all-reduce(y)")
    yield from run_time_rejects()


LOOP = ["lt {", "  s = (s32[], s32[], f32[]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] get-tuple-element(s), index=1",
        "  ROOT c = pred[] compare(i, n), direction=LT", "}"]
BODY = ["body {", "  s = (s32[], s32[], f32[]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] get-tuple-element(s), index=1",
        "  v = f32[] get-tuple-element(s), index=2", "  one = s32[] constant(1)", "  j = s32[] add(i, one)",
        "  ar = f32[] all-reduce(v), replica_groups={{0,1}}, to_apply=f", "  ROOT t = (s32[], s32[], f32[]) tuple(j, n, ar)", "}"]
RUN_LOOP = ["n = s32[] parameter(0)", "v = f32[] parameter(1)", "z = s32[] constant(0)", "s = (s32[], s32[], f32[]) tuple(z, n, v)",
            "w = (s32[], s32[], f32[]) while(s), condition=lt, body=body", "ROOT r = f32[] get-tuple-element(w), index=2"]
BRANCHES = ["some {", "  p = f32[] parameter(0)", "  ROOT r = f32[] all-reduce(p), replica_groups={{0,1}}, to_apply=f", "}",
            "none {", "  p = f32[] parameter(0)", "  ROOT r = f32[] negate(p)", "}"]
CHOOSE = ["c = pred[] parameter(0)", "x = f32[] parameter(1)", "ROOT r = f32[] conditional(c, x, x), true_computation=some, false_computation=none"]


def control_flow_cases():
    args = [[s32(3), f32(1)], [s32(3), f32(2)]]
    yield hand("all-reduce", "f32.in-while", "the sum doubles in each further round: 3, 6, 12", "1", RUN_LOOP, args, f32(12), (2, 1),
               helpers=[*ADD, *LOOP, *BODY])
    yield hand("all-reduce", "f32.in-while-of-no-rounds", "no device reaches the collective", "1", RUN_LOOP, [[s32(0), f32(1)], [s32(0), f32(2)]], [f32(1), f32(2)], (2, 1),
               helpers=[*ADD, *LOOP, *BODY])
    yield hand("all-reduce", "f32.in-conditional", "both devices take the same branch", "1", CHOOSE, [[pred(True), f32(1)], [pred(True), f32(2)]], f32(3), (2, 1),
               helpers=[*ADD, *BRANCHES])
    yield hand("all-reduce", "f32.beside-conditional", "no device takes the branch with the collective", "1", CHOOSE, [[pred(False), f32(1)], [pred(False), f32(2)]],
               [f32(-1), f32(-2)], (2, 1), helpers=[*ADD, *BRANCHES])
    yield hand("all-reduce", "f32.in-call", "a called computation with a collective, called twice", "1",
               ["x = f32[] parameter(0)", "y = f32[] call(x), to_apply=some", "ROOT r = f32[] call(y), to_apply=some"], [[f32(1)], [f32(2)]], f32(6), (2, 1),
               helpers=[*ADD, *BRANCHES])
    yield hand("all-reduce", "f32.some-groups-loop-longer", "groups without a common device may loop differently", "1",
               RUN_LOOP, [[s32(1), f32(1)], [s32(1), f32(2)], [s32(2), f32(4)], [s32(2), f32(8)]], [f32(v) for v in (3, 3, 24, 24)], (4, 1),
               helpers=[*ADD, *LOOP, *[line.replace("{{0,1}}", "{{0,1},{2,3}}") for line in BODY]])
    yield hand("all-reduce", "f32.twice", "the second collective takes the result of the first", "1",
               ["x = f32[] parameter(0)", "y = f32[] all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=f",
                "ROOT r = f32[] all-reduce(y), replica_groups={{0,2},{1,3}}, to_apply=f"], [[f32(d)] for d in DIGITS], f32(1111), helpers=ADD)
    yield hand("all-reduce", "u32.of-device-ids", "replica-id and partition-id differ by device", "5",
               ["i = u32[] replica-id()", "p = u32[] partition-id()", "c = u32[] constant(10)", "m = u32[] multiply(i, c)", "x = u32[] add(m, p)",
                "ROOT r = u32[] all-reduce(x), replica_groups={{0,1}}, to_apply=f"], [], [literal("u32", [v], ()) for v in (10, 12, 10, 12)], (2, 2),
               helpers=combiner("add", "u32"))
    yield hand("all-reduce", "f32.in-async-call", "an asynchronous call of a computation with a collective", "7",
               ["x = f32[] parameter(0)", "s = ((f32[]), f32[]) async-start(x), calls=some", "y = f32[] negate(x)", "d = f32[] async-done(s)",
                "ROOT r = f32[] add(d, y)"], [[f32(1)], [f32(2)]], [f32(2), f32(1)], (2, 1), helpers=[*ADD, *BRANCHES])


def run_time_rejects():
    loop = [*ADD, *LOOP, *BODY]
    yield device_reject("all-reduce.f32.deadlock-by-trip-count", "one replica leaves the loop a round earlier", "9.2", RUN_LOOP, (2, 1), "R10", helpers=loop,
                        args=[[s32(1), f32(1)], [s32(2), f32(2)]])
    yield device_reject("all-reduce.f32.deadlock-by-branch", "one replica takes the branch without the collective", "9.2", CHOOSE, (2, 1), "R10",
                        helpers=[*ADD, *BRANCHES], args=[[pred(True), f32(1)], [pred(False), f32(2)]])
    orders = ["ab {", "  p = f32[] parameter(0)", "  a = f32[] all-reduce(p), channel_id=1, replica_groups={{0,1}}, to_apply=f",
              "  ROOT r = f32[] all-reduce(a), channel_id=2, replica_groups={{0,1}}, to_apply=f", "}",
              "ba {", "  p = f32[] parameter(0)", "  b = f32[] all-reduce(p), channel_id=2, replica_groups={{0,1}}, to_apply=f",
              "  ROOT r = f32[] all-reduce(b), channel_id=1, replica_groups={{0,1}}, to_apply=f", "}"]
    crossed = [line.replace("some", "ab").replace("none", "ba") for line in CHOOSE]
    yield device_reject("all-reduce.f32.deadlock-by-order", "one device uses channel 1 first, the other channel 2", "9.2", crossed, (2, 1), "R10",
                        helpers=[*ADD, *orders], args=[[pred(True), f32(1)], [pred(False), f32(2)]])
    products = [*BRANCHES[:2], "  ROOT r = f32[] all-reduce(p), channel_id=1, replica_groups={{0,1}}, to_apply=f", "}", *BRANCHES[4:6],
                "  ROOT r = f32[] all-reduce(p), channel_id=1, replica_groups={{0,1}}, to_apply=g", "}"]
    yield device_reject("all-reduce.f32.mismatched-combiner", "a sum and a product on one channel", "9.2", CHOOSE, (2, 1), "R11",
                        helpers=[*ADD, *combiner("multiply", "f32", "g"), *products], args=[[pred(True), f32(1)], [pred(False), f32(2)]])


# ---- reduce-scatter ----
def reduce_scatter_cases():
    def call(groups, result="f32[1]", x="f32[2]"):
        return [f"x = {x} parameter(0)", f"ROOT r = {result} reduce-scatter(x), replica_groups={groups}, dimensions={{0}}, to_apply=f"]
    yield hand("reduce-scatter", "f32.seed-two-replicas", "each gets its half of the sum", "4.3", call("{{0,1}}"),
               [[v] for v in f32s([1, 2.25], [3, 5.25])], f32s([4], [7.5]), (2, 1), helpers=ADD)
    yield hand("reduce-scatter", "f32.place-in-group", "the place in the group, not the number, chooses the block", "4.3", call("{{0,2},{3,1}}"), X4,
               f32s([20], [42], [22], [40]), helpers=ADD)
    yield hand("reduce-scatter", "s32.inner-dimension", "columns are scattered", "4.3",
               ["x = s32[2,2] parameter(0)", "ROOT r = s32[2,1] reduce-scatter(x), replica_groups={}, dimensions={1}, to_apply=f"],
               [[literal("s32", [1, 2, 3, 4], (2, 2))], [literal("s32", [10, 20, 30, 40], (2, 2))]],
               [literal("s32", [11, 33], (2, 1)), literal("s32", [22, 44], (2, 1))], (2, 1), helpers=combiner("add", "s32"))
    yield hand("reduce-scatter", "f32.tuple", "several operands", "4.3",
               ["x = f32[2] parameter(0)", "y = f32[4] parameter(1)",
                "ROOT r = (f32[1], f32[2]) reduce-scatter(x, y), replica_groups={}, dimensions={0}, to_apply=f"],
               [[*f32s([1, 2], [1, 2, 3, 4])], [*f32s([5, 6], [10, 20, 30, 40])]],
               [tuple_of(*f32s([6], [11, 22])), tuple_of(*f32s([8], [33, 44]))], (2, 1), helpers=ADD)
    yield hand("reduce-scatter", "s32.started", "as an async op", "7",
               ["x = s32[2] parameter(0)", "s = ((s32[2]), s32[1]) reduce-scatter-start(x), replica_groups={}, dimensions={0}, to_apply=f",
                "ROOT r = s32[1] reduce-scatter-done(s)"], [[literal("s32", [1, 2])], [literal("s32", [10, 20])]], [literal("s32", [11]), literal("s32", [22])],
               (2, 1), helpers=combiner("add", "s32"))
    yield from sweep("reduce-scatter")

    def reject(identity, why, lines, code, at, helpers=ADD):
        return device_reject(f"reduce-scatter.f32.{identity}", why, "9.1", lines, (4, 1), code, at=at, helpers=helpers)
    yield reject("rejects-size", "the size is divisible by that of the group", call("{}", "f32[1]", "f32[6]"), "reduce-scatter.C1", "dimensions")
    yield reject("rejects-known-size", "the size is divisible by that of the group", call("{{0,1,2,3}}", "f32[1]", "f32[6]"), "reduce-scatter.C1", "dimensions")
    yield reject("rejects-result", "the result is a block", call("{{0,1,2,3}}", "f32[4]", "f32[8]"), "reduce-scatter.C1", "f32[4]")
    yield reject("rejects-combiner", "f takes the element type", call("{}", "f32[1]", "f32[4]"), "reduce-scatter.C1", "to_apply", combiner("add", "f64"))
    yield reject("rejects-uneven-groups", "groups are equally long", call("{{0},{1,2,3}}", "f32[1]", "f32[4]"), "V04", "replica_groups")


# ---- collective-reduce ----
def collective_reduce_cases():
    def call(groups, more=""):
        return ["x = f32[2] parameter(0)", f"ROOT r = f32[2] collective-reduce(x), replica_groups={groups}{more}, to_apply=f"]
    yield hand("collective-reduce", "f32.two-groups", "the first of a group gets the sum, the others zeros", "16.11", call("{{1,0},{2,3}}"), X4,
               f32s([0, 0], [10, 12], [50, 52], [0, 0]), helpers=ADD, doc="operation-semantics")
    yield from sweep("collective-reduce")
    yield device_reject("collective-reduce.f32.rejects-combiner", "f takes two values", "9.1", call("{}"), (4, 1), "collective-reduce.C1", at="to_apply",
                        helpers=["f {", "  a = f32[] parameter(0)", "  ROOT c = f32[] negate(a)", "}"])
    yield device_reject("collective-reduce.f32.rejects-missing-id", "every id is in a group", "9.1", call("{{0,1}}"), (4, 1), "V04", at="replica_groups",
                        helpers=ADD)


def main():
    write("all-reduce", list(all_reduce_cases()), NAME)
    write("reduce-scatter", list(reduce_scatter_cases()), NAME)
    write("collective-reduce", list(collective_reduce_cases()), NAME)


if __name__ == "__main__":
    main()
