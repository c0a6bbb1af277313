#!/usr/bin/python3
"""Vectors of all-gather, all-to-all, and collective-broadcast, and of the starts and dones of all-gather and all-reduce.
Worked examples by hand (collectives reference 3 and 4)."""
import numpy

from arrays import lit
from collective_models import ADD, DIGITS, OPS, X4, f32, f32s, hand, sweep, tuple_of
from devices import device_reject
from formats import literal
from write import write

NAME = "conformance/generate/collectives.py"


# ---- all-gather ----
def all_gather_cases():
    def call(groups, more="", result="f32[4]", x="f32[2]"):
        return [f"x = {x} parameter(0)", f"ROOT r = {result} all-gather(x), replica_groups={groups}, dimensions={{0}}{more}"]
    yield hand("all-gather", "f32.seed-two-replicas", "both devices get all values in group order", "4.1", call("{{0,1}}"),
               [[v] for v in f32s([1, 2.5], [3, 5.25])], literal("f32", [1.0, 2.5, 3.0, 5.25]), (2, 1))
    yield hand("all-gather", "f32.two-groups", "each group gathers separately", "4.1", call("{{0,2},{1,3}}"), X4,
               f32s([0, 1, 20, 21], [10, 11, 30, 31], [0, 1, 20, 21], [10, 11, 30, 31]))
    yield hand("all-gather", "f32.group-order", "the order in the group counts, not the id", "4.1", call("{{2,0},{1,3}}"), X4,
               f32s([20, 21, 0, 1], [10, 11, 30, 31], [20, 21, 0, 1], [10, 11, 30, 31]))
    yield hand("all-gather", "f32.partitions-inside-replicas", "with a channel: replicas in group order, all partitions inside", "3",
               call("{{1,0}}", ", channel_id=1", x="f32[1]"), [[v] for v in f32s(*[[d] for d in DIGITS])], literal("f32", [100.0, 1000.0, 1.0, 10.0]), (2, 2))
    yield hand("all-gather", "f32.inner-dimension", "columns are joined", "4.1",
               ["x = f32[2,1] parameter(0)", "ROOT r = f32[2,2] all-gather(x), replica_groups={}, dimensions={1}"],
               [[literal("f32", [1.0, 2.0], (2, 1))], [literal("f32", [3.0, 4.0], (2, 1))]], literal("f32", [1.0, 3.0, 2.0, 4.0], (2, 2)), (2, 1))
    yield hand("all-gather", "mixed.tuple", "several operands, each gathered separately", "4.1",
               ["x = f32[1] parameter(0)", "y = s32[2,1] parameter(1)",
                "ROOT r = (f32[2], s32[4,1]) all-gather(x, y), replica_groups={{0,1}}, dimensions={0}"],
               [[literal("f32", [1.5]), literal("s32", [1, 2], (2, 1))], [literal("f32", [2.5]), literal("s32", [3, 4], (2, 1))]],
               tuple_of(literal("f32", [1.5, 2.5]), literal("s32", [1, 2, 3, 4], (4, 1))), (2, 1))
    yield hand("all-gather", "f32.empty", "empty operands on every device give an empty result", "4.1",
               ["x = f32[0,3] parameter(0)", "ROOT r = f32[0,3] all-gather(x), replica_groups={}, dimensions={0}"], [literal("f32", [], (0, 3))],
               literal("f32", [], (0, 3)), (2, 1))
    yield hand("all-gather", "f32.alone", "a single device keeps its value", "1.8", call("{}", result="f32[2]"), [literal("f32", [1.0, 2.0])],
               literal("f32", [1.0, 2.0]), (1, 1), doc="operation-semantics")
    yield hand("all-gather", "f32.groups-for-other-devices", "the counts of the run, not of the header, decide", "2.3", call("{{0,1},{2,3}}"), X4,
               f32s([0, 1, 10, 11], [0, 1, 10, 11], [20, 21, 30, 31], [20, 21, 30, 31]), header=False)
    yield hand("all-gather", "u32.of-replica-ids", "data that depends on the device", "5",
               ["i = u32[] replica-id()", "x = u32[1] reshape(i)", "ROOT r = u32[4] all-gather(x), replica_groups={{3,1,0,2}}, dimensions={0}"], [],
               literal("u32", [3, 1, 0, 2]))
    yield from sweep("all-gather")

    def reject(identity, why, result, groups, code, at, dimensions="{0}", more="", topology=(4, 1), x="f32[2]", **kind):
        return device_reject(f"all-gather.f32.{identity}", why, "9.1",
                             [f"x = {x} parameter(0)", f"ROOT r = {result} all-gather(x), replica_groups={groups}, dimensions={dimensions}{more}"],
                             topology, code, at=at, **kind)
    yield reject("rejects-size", "the result is as many times as large as the group has members", "f32[6]", "{{0,1,2,3}}", "all-gather.C1", "f32[6]")
    yield reject("rejects-size-of-all", "the number of devices is in the header", "f32[6]", "{}", "all-gather.C1", "f32[6]")
    yield reject("rejects-no-multiple", "for every number of devices, the size is a multiple", "f32[5]", "{}", "all-gather.C1", "f32[5]", topology=(1, 1))
    yield reject("rejects-dimension", "the dimension exists", "f32[8]", "{}", "all-gather.C1", "dimensions", "{1}")
    yield reject("rejects-two-dimensions", "one dimension", "f32[8,2]", "{}", "all-gather.C1", "dimensions", "{0,1}", x="f32[2,2]")
    yield reject("rejects-other-size", "other sizes stay", "f32[8,3]", "{}", "S05", "f32[8,3]", x="f32[2,2]")
    yield reject("rejects-uneven-groups", "groups are equally long", "f32[8]", "{{0},{1,2,3}}", "V04", "replica_groups")
    yield reject("rejects-repeated-id", "no id twice", "f32[4]", "{{0,1},{1,2}}", "V04", "replica_groups")
    yield reject("rejects-id-in-one-group", "an id must not repeat within a group", "f32[4]", "{{0,0},{1,2}}", "V04", "replica_groups")
    yield reject("rejects-negative-id", "ids count from 0", "f32[4]", "{{0,-1}}", "V04", "replica_groups", topology=(1, 1))
    yield reject("rejects-large-id", "ids end at the number of replicas", "f32[4]", "{{0,1},{2,4}}", "V04", "replica_groups")
    yield reject("rejects-missing-id", "every id is in a group", "f32[4]", "{{0,1}}", "V04", "replica_groups")
    yield reject("rejects-empty-group", "no group is empty", "f32[2]", "{{},{0,1}}", "V04", "replica_groups")
    yield reject("rejects-iota-for-more", "the iota form, too, has every id", "f32[8]", "[2,4]<=[8]", "V04", "replica_groups")
    yield reject("rejects-global-ids", "use_global_device_ids requires a channel", "f32[4]", "{{0,1},{2,3}}", "V04", "use_global",
                 more=", use_global_device_ids=true")
    yield reject("rejects-global-ids-of-all", "flattened ids are always written out", "f32[8]", "{}", "V04", "replica_groups",
                 more=", channel_id=1, use_global_device_ids=true")
    yield reject("rejects-when-run", "groups for other devices are refused when it runs", "f32[4]", "{{0,1},{2,3}}", "V04", None, topology=(2, 1),
                 header=False, args=[literal("f32", [1.0, 2.0])])
    yield reject("rejects-alone", "on a single device, too", "f32[4]", "{{0,1}}", "V04", None, topology=(1, 1), args=[literal("f32", [1.0, 2.0])])
    yield reject("rejects-size-when-run", "so is a result for another group", "f32[8]", "{}", "all-gather.C1", None, topology=(2, 1),
                 header=False, args=[literal("f32", [1.0, 2.0])])
    for identity, groups, why in (("product", "[2,3]<=[8]", "as many on both sides"), ("no-transpose", "[2,4]<=[4,2]", "several sizes require T"),
                                  ("one-number", "[8]<=[8]", "number and size on the left"), ("bad-transpose", "[2,4]<=[4,2]T(0,0)", "T is a permutation"),
                                  ("needless-transpose", "[2,4]<=[8]T(0)", "one size takes no T")):
        yield reject(f"rejects-iota-{identity}", why, "f32[8]", groups, "V04", "replica_groups", topology=(1, 1))


# ---- start and done ----
def started_cases(op, half):
    """For all-gather and all-reduce; the start and the done have a file each."""
    file = f"{op}-{half}"
    yield from sweep(op, "async", f"-{half}")
    combines = OPS[op][4]
    more = OPS[op][1]
    x, r = ("f32[2]", "f32[2]" if combines else "f32[4]")
    bundle = r if combines else f"({x}, {r})"
    helpers = ADD if combines else ()
    start = f"s = {bundle} {op}-start(x), replica_groups={{{{0,1}}}}{more}"
    first, second = f32s([1, 2], [10, 20])
    joined = literal("f32", [11.0, 22.0] if combines else [1.0, 2.0, 10.0, 20.0])
    yield hand(file, "f32.work-between", "other instructions run between start and done", "7",
               [f"x = {x} parameter(0)", start, f"n = {x} negate(x)", f"d = {r} {op}-done(s)", f"ROOT r = ({r}, {x}) tuple(d, n)"], [[first], [second]],
               [tuple_of(joined, v) for v in f32s([-1, -2], [-10, -20])], (2, 1), helpers=helpers)
    parts = "(f32[2], f32[])" if combines else "((f32[2], f32[1]), (f32[4], f32[2]))"
    second_operand = "f32[]" if combines else "f32[1]"
    done = "(f32[2], f32[])" if combines else "(f32[4], f32[2])"
    dims = () if combines else (1,)
    yield hand(file, "f32.tuple", "several operands", "7",
               [f"x = {x} parameter(0)", f"y = {second_operand} parameter(1)", f"s = {parts} {op}-start(x, y), replica_groups={{{{0,1}}}}{more}",
                f"ROOT r = {done} {op}-done(s)"], [[first, literal("f32", [3.0], dims)], [second, literal("f32", [4.0], dims)]],
               tuple_of(joined, f32(7) if combines else literal("f32", [3.0, 4.0])), (2, 1), helpers=helpers)
    yield hand(file, "f32.two-under-way", "two starts, ended in the other order", "7",
               [f"x = {x} parameter(0)", start, start.replace("s =", "t =").replace("{{0,1}}", "{{1,0}}"), f"u = {r} {op}-done(t)", f"v = {r} {op}-done(s)",
                f"ROOT r = {r} subtract(u, v)"], [[first], [second]], literal("f32", [0.0, 0.0] if combines else [9.0, 18.0, -9.0, -18.0]), (2, 1),
                helpers=helpers)
    code = f"{op}-{half}.C1"

    def reject(identity, why, lines, code, at):
        return device_reject(f"{file}.f32.{identity}", why, "9.1", lines, (2, 1), code, at=at, helpers=helpers)
    if half == "start":
        yield reject("rejects-no-done", "a start has a done", [f"x = {x} parameter(0)", start, f"ROOT r = {x} negate(x)"], code, f"{op}-start(")
        yield reject("rejects-two-dones", "a start has one done",
                     [f"x = {x} parameter(0)", start, f"a = {r} {op}-done(s)", f"b = {r} {op}-done(s)", f"ROOT r = {r} add(a, b)"], code, f"{op}-start(")
        yield reject("rejects-bundle", "the result is that of the op" if combines else "operand and result",
                     [f"x = {x} parameter(0)", start.replace(bundle, "f32[5]"), f"ROOT r = {r} {op}-done(s)"], "S05" if combines else code, "f32[5]")
    else:
        yield reject("rejects-other-op", "a done ends a start of its kind", [f"x = {x} parameter(0)", f"n = {x} negate(x)", f"ROOT r = {x} {op}-done(n)"],
                     code, f"{op}-done(")
        yield reject("rejects-shape", "it gives the result", [f"x = {x} parameter(0)", start, f"ROOT r = f32[7] {op}-done(s)"], "S05", "f32[7]")


# ---- all-to-all ----
def all_to_all_cases():
    def array(groups, x="f32[4]", d=0, more=""):
        return [f"x = {x} parameter(0)", f"ROOT r = {x} all-to-all(x), replica_groups={groups}, dimensions={{{d}}}{more}"]

    def tuples(groups, count, more=""):
        names = "abcdefgh"[:count]
        return [*(f"{n} = f32[] parameter({i})" for i, n in enumerate(names)),
                f"ROOT r = ({', '.join(['f32[]'] * count)}) all-to-all({', '.join(names)}), replica_groups={groups}{more}"]
    yield hand("all-to-all", "f32.blocks", "block j of replica i is block i of replica j", "4.4", array("{}"),
               [[v] for v in f32s(*[[10 * r + k for k in range(4)] for r in range(4)])], f32s(*[[j, 10 + j, 20 + j, 30 + j] for j in range(4)]))
    yield hand("all-to-all", "f32.swap", "[1,2] and [3,4] give [1,3] and [2,4]", "16.6", array("{}", "f32[2]"), [[v] for v in f32s([1, 2], [3, 4])],
               f32s([1, 3], [2, 4]), (2, 1), doc="operation-semantics")
    yield hand("all-to-all", "f32.rows", "row i of replica j is row j of replica i", "4.4", array("{}", "f32[4,2]"),
               [[literal("f32", [100.0 * r + 10 * i + c for i in range(4) for c in range(2)], (4, 2))] for r in range(4)],
               [literal("f32", [100.0 * i + 10 * j + c for i in range(4) for c in range(2)], (4, 2)) for j in range(4)])
    yield hand("all-to-all", "f32.columns", "blocks of columns", "4.4", array("{{0,1}}", "f32[2,4]", 1),
               [[literal("f32", [float(v) for v in range(8)], (2, 4))], [literal("f32", [10.0 + v for v in range(8)], (2, 4))]],
               [literal("f32", [0.0, 1.0, 10.0, 11.0, 4.0, 5.0, 14.0, 15.0], (2, 4)), literal("f32", [2.0, 3.0, 12.0, 13.0, 6.0, 7.0, 16.0, 17.0], (2, 4))],
               (2, 1))
    abc = [[f32(10 * k + r) for k in range(3)] for r in range(3)]  # a_r, b_r, c_r
    yield hand("all-to-all", "f32.tuple", "element i on replica j is operand j of replica i", "4.4", tuples("{}", 3), abc,
               [tuple_of(*(f32(10 * j + i) for i in range(3))) for j in range(3)], (3, 1))
    yield hand("all-to-all", "f32.tuple-groups", "in group order", "4.4", tuples("{{1,2},{3,0}}", 2), [[f32(r), f32(10 + r)] for r in range(4)],
               [tuple_of(f32(13), f32(10)), tuple_of(f32(1), f32(2)), tuple_of(f32(11), f32(12)), tuple_of(f32(3), f32(0))])
    yield hand("all-to-all", "f32.tuple-partitions", "with a channel, partitions of a replica", "3", tuples("{}", 2, ", channel_id=1"),
               [[f32(d), f32(10 + d)] for d in range(4)], [tuple_of(f32(a), f32(b)) for a, b in ((0, 1), (10, 11), (2, 3), (12, 13))], (2, 2))
    parts = ", ".join(["f32[4,4]"] * 4)
    seed = ["x = f32[4,16] parameter(0)", *(f"p{i} = f32[4,4] slice(x), slice={{[0:4], [{4 * i}:{4 * i + 4}]}}" for i in range(4)),
            f"t = ({parts}) all-to-all(p0, p1, p2, p3), replica_groups={{{{0,1,2,3}}}}",
            *(f"g{i} = f32[4,4] get-tuple-element(t), index={i}" for i in range(4)), "ROOT r = f32[16,4] concatenate(g0, g1, g2, g3), dimensions={0}"]
    inputs = [numpy.arange(64.0).reshape(4, 16) + 100 * r for r in range(4)]
    yield hand("all-to-all", "f32.seed-split-1-concat-0", "split along 1, concatenated along 0: f32[4,16] to f32[16,4]", "4.4", seed,
               [[lit("f32", a)] for a in inputs], [lit("f32", numpy.concatenate([a[:, 4 * j:4 * j + 4] for a in inputs])) for j in range(4)],
               oracle="numpy slices and numpy.concatenate")
    yield hand("all-to-all", "f32.started", "as an async op", "7",
               ["x = f32[2] parameter(0)", "s = ((f32[2]), f32[2]) all-to-all-start(x), replica_groups={}, dimensions={0}",
                "ROOT r = f32[2] all-to-all-done(s)"],
               [[v] for v in f32s([1, 2], [3, 4])], f32s([1, 3], [2, 4]), (2, 1))
    yield hand("all-to-all", "f32.back-again", "twice gives the first values", "4.4",
               ["x = f32[4] parameter(0)", "y = f32[4] all-to-all(x), replica_groups={{2,0,3,1}}, dimensions={0}",
                "ROOT r = f32[4] all-to-all(y), replica_groups={{2,0,3,1}}, dimensions={0}"],
                [[v] for v in f32s(*[[10 * r + k for k in range(4)] for r in range(4)])],
               f32s(*[[10 * r + k for k in range(4)] for r in range(4)]))
    yield from sweep("all-to-all")

    def reject(identity, why, lines, code, at, topology=(4, 1)):
        return device_reject(f"all-to-all.f32.{identity}", why, "9.1", lines, topology, code, at=at)
    yield reject("rejects-size", "the size is divisible by that of the group", array("{}", "f32[6]"), "all-to-all.C1", "dimensions")
    yield reject("rejects-known-size", "the size is divisible by that of the group", array("{{0,1,2,3}}", "f32[6]"), "all-to-all.C1", "dimensions")
    yield reject("rejects-dimension", "the dimension exists", array("{}", "f32[4,4]", 2), "all-to-all.C1", "dimensions")
    yield reject("rejects-count", "an operand for each member", tuples("{{0,1,2,3}}", 3), "all-to-all.C1", "all-to-all(")
    yield reject("rejects-count-of-all", "the number of devices is in the header", tuples("{}", 3), "all-to-all.C1", "all-to-all(")
    yield reject("rejects-shapes", "operands of one shape",
                 ["a = f32[2] parameter(0)", "b = f32[3] parameter(1)", "ROOT r = (f32[2], f32[3]) all-to-all(a, b), replica_groups={{0,1},{2,3}}"],
                 "all-to-all.C1", "all-to-all(")
    yield reject("rejects-two-arrays", "with dimensions there is one operand",
                 ["a = f32[2] parameter(0)", "ROOT r = (f32[2], f32[2]) all-to-all(a, a), replica_groups={{0,1},{2,3}}, dimensions={0}"], "all-to-all.C1",
                 "all-to-all(")
    yield reject("rejects-uneven-groups", "groups are equally long", array("{{0},{1,2,3}}"), "V04", "replica_groups")
    yield reject("rejects-partition", "with a channel, ids are partitions", array("{{0,2},{1,3}}", more=", channel_id=1"), "V04", "replica_groups", (4, 2))
    yield device_reject("all-to-all.u32.mismatched-op", "one exchanges what the other broadcasts, on one channel", "9.2",
                        ["x = u32[2] iota(), iota_dimension=0", "i = s32[] bitcast-convert(u32[] partition-id())",
                         "ROOT r = u32[2] conditional(i, x, x), branch_computations={a, b}"], (1, 2), "R11", args=[],
                        helpers=["a {", "  p = u32[2] parameter(0)", "  ROOT r = u32[2] all-to-all(p), channel_id=1, dimensions={0}", "}",
                                 "b {", "  p = u32[2] parameter(0)", "  ROOT r = u32[2] collective-broadcast(p), channel_id=1", "}"])


# ---- collective-broadcast ----
def broadcast_cases():
    def call(groups, more="", x="f32[2]"):
        return [f"x = {x} parameter(0)", f"ROOT r = {x} collective-broadcast(x), replica_groups={groups}{more}"]
    yield hand("collective-broadcast", "f32.two-groups", "the first of a group gives", "4.6", call("{{1,0},{2,3}}"), X4,
               f32s([10, 11], [10, 11], [20, 21], [20, 21]))
    yield hand("collective-broadcast", "f32.outside", "devices in no group get zeros", "4.6", call("{{3,0}}"), X4, f32s([30, 31], [0, 0], [0, 0], [30, 31]))
    yield hand("collective-broadcast", "f32.uneven-groups", "groups of any length", "2.3", call("{{1},{2,3,0}}"), X4,
               f32s([20, 21], [10, 11], [20, 21], [20, 21]))
    yield hand("collective-broadcast", "f32.all", "without groups, replica 0 is the source", "2.1", call("{}"), X4, literal("f32", [0.0, 1.0]))
    yield hand("collective-broadcast", "f32.tuple", "several operands", "4.6",
               ["x = f32[2] parameter(0)", "y = u32[] replica-id()", "ROOT r = (f32[2], u32[]) collective-broadcast(x, y), replica_groups={{2,1}}"], X4,
               [tuple_of(literal("f32", v), literal("u32", [n], ())) for v, n in (([0.0, 0.0], 0), ([20.0, 21.0], 2), ([20.0, 21.0], 2), ([0.0, 0.0], 0))])
    yield hand("collective-broadcast", "f32.partial-partitions", "with a channel: partitions, some of them", "3", call("{{1,2}}", ", channel_id=4", "f32[]"),
               [[f32(10 * (d + 1))] for d in range(6)], [f32(v) for v in (0, 20, 20, 0, 50, 50)], (2, 3))
    yield hand("collective-broadcast", "f32.started", "as an async op", "7",
               ["x = f32[2] parameter(0)", "s = ((f32[2]), f32[2]) collective-broadcast-start(x), replica_groups={{3,2,1,0}}",
                "ROOT r = f32[2] collective-broadcast-done(s)"],
               X4, literal("f32", [30.0, 31.0]))
    yield from sweep("collective-broadcast")

    def reject(identity, why, groups, code):
        return device_reject(f"collective-broadcast.f32.{identity}", why, "9.1", call(groups), (4, 1), code, at="replica_groups")
    yield reject("rejects-empty-group", "a group has a first member", "{{0,1},{}}", "collective-broadcast.C1")
    yield reject("rejects-repeated-id", "no id twice", "{{0,1},{1,2}}", "collective-broadcast.C1")
    yield reject("rejects-large-id", "ids end at the number of replicas", "{{0,4}}", "V04")


def main():
    write("all-gather", list(all_gather_cases()), NAME)
    for op in ("all-gather", "all-reduce"):
        for half in ("start", "done"):
            write(f"{op}-{half}", list(started_cases(op, half)), NAME)
    write("all-to-all", list(all_to_all_cases()), NAME)
    write("collective-broadcast", list(broadcast_cases()), NAME)


if __name__ == "__main__":
    main()
