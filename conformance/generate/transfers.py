#!/usr/bin/python3
"""Vectors of transfers between devices and to the host: collective-permute, ragged-all-to-all, send and recv, infeed and
outfeed. Worked examples by hand (collectives reference 3, 4.5, 4.7 and 6)."""
import numpy

from arrays import TYPES, fill, lit, zero_bits
from devices import combiner, device_case, device_reject
from formats import literal
from write import write

NAME = "conformance/generate/transfers.py"
X4 = [[literal("f32", [10.0 * r, 10.0 * r + 1])] for r in range(4)]
DIGITS = (1, 10, 100, 1000)


def f32s(*rows):
    return [literal("f32", [float(v) for v in row]) for row in rows]


def scalar(name, value):
    return literal(name, [value], ())


def f32(value):
    return scalar("f32", float(value))


def s32(value):
    return scalar("s32", value)


def tuple_of(*parts):
    return {"tuple": list(parts)}


# ---- collective-permute ----
def permuted(name, op, identity, why, pairs, expect, *, topology=(4, 1), args=X4, x="f32[2]", more="", section="4.5", form="plain", **kind):
    lines = [f"x = {x} parameter(0)", f"ROOT r = {x} collective-permute(x), source_target_pairs={pairs}{more}"]
    if form == "async":
        lines = [lines[0], f"s = ({x}, {x}) collective-permute-start(x), source_target_pairs={pairs}{more}", f"ROOT r = {x} collective-permute-done(s)"]
    return device_case(f"{op}.{name}.{identity}", why, section, lines, topology, args, expect, requires=[name], **kind)


def permute_forms(op, form):
    yield permuted("f32", op, "chain", "devices that are not targets get zeros", "{{0,1},{1,2},{2,3}}", f32s([0, 0], [0, 1], [10, 11], [20, 21]), form=form)
    yield permuted("f32", op, "ring", "every device sends and receives", "{{0,1},{1,2},{2,3},{3,0}}", f32s([30, 31], [0, 1], [10, 11], [20, 21]), form=form)
    yield permuted("f32", op, "itself", "a device may send to itself", "{{1,1}}", f32s([0, 0], [10, 11], [0, 0], [0, 0]), form=form)
    yield permuted("f32", op, "swaps", "two pairs that share no device", "{{0,3},{3,0},{1,2}}", f32s([30, 31], [0, 0], [10, 11], [0, 1]), form=form)
    yield permuted("f32", op, "partitions", "with a channel, partitions inside each replica", "{{0,1},{1,0}}", [f32(v) for v in (10, 1, 1000, 100)],
                   topology=(2, 2), args=[[f32(d)] for d in DIGITS], x="f32[]", more=", channel_id=1", section="3", form=form)
    yield permuted("f32", op, "replicas-by-partition", "without, replicas, in each partition", "{{0,1}}", [f32(v) for v in (0, 0, 1, 10)],
                   topology=(2, 2), args=[[f32(d)] for d in DIGITS], x="f32[]", section="3", form=form)
    yield permuted("f32", op, "nobody", "without pairs every device gets zeros", "{}", literal("f32", [0.0, 0.0]), form=form)
    yield permuted("f32", op, "alone", "a lone device gets zeros", "{}", literal("f32", [0.0, 0.0]), topology=(1, 1), args=[literal("f32", [1.0, 2.0])],
                   form=form)
    yield permuted("f32", op, "alone-to-itself", "unless a device sends to itself", "{{0,0}}", literal("f32", [1.0, 2.0]), topology=(1, 1),
                   args=[literal("f32", [1.0, 2.0])], form=form)
    for name in TYPES:
        values, zeros = lit(name, numpy.array(fill(name, 3), dtype=object)), lit(name, numpy.array([zero_bits(name)] * 3, dtype=object))
        yield permuted(name, op, "moves", "every element type, and its zeros", "{{0,1}}", [zeros, values], topology=(2, 1), args=[[values], [values]],
                       x=f"{name}[3]", form=form)


def permute_cases():
    yield from permute_forms("collective-permute", "plain")

    def reject(identity, why, pairs, code="collective-permute.C1", topology=(4, 1), more="", **kind):
        return device_reject(f"collective-permute.f32.{identity}", why, "9.1",
                             ["x = f32[2] parameter(0)", f"ROOT r = f32[2] collective-permute(x), source_target_pairs={pairs}{more}"], topology, code,
                             at="source_target_pairs", **kind)
    yield device_case("collective-permute.mixed.tuple", "several operands by the same pairs", "4.5",
                      ["x = f32[2] parameter(0)", "i = u32[] replica-id()",
                       "ROOT r = (f32[2], u32[]) collective-permute(x, i), source_target_pairs={{0,1},{1,2},{2,3},{3,0}}"], (4, 1), X4,
                      [tuple_of(literal("f32", [10.0 * s, 10.0 * s + 1]), scalar("u32", s)) for s in (3, 0, 1, 2)], requires=["f32", "u32"])
    ring = ["c {", "  s = (s32[], f32[], f32[]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(3)",
            "  ROOT c = pred[] compare(i, n), direction=LT", "}", "b {", "  s = (s32[], f32[], f32[]) parameter(0)",
            "  i = s32[] get-tuple-element(s), index=0", "  one = s32[] constant(1)", "  j = s32[] add(i, one)", "  v = f32[] get-tuple-element(s), index=1",
            "  sum = f32[] get-tuple-element(s), index=2", "  p = f32[] collective-permute(v), source_target_pairs={{0,1},{1,2},{2,3},{3,0}}",
            "  t = f32[] add(sum, p)", "  ROOT r = (s32[], f32[], f32[]) tuple(j, p, t)", "}"]
    yield device_case("collective-permute.f32.ring-sum", "three rounds around a ring of four give the sum to all", "1",
                      ["x = f32[] parameter(0)", "z = s32[] constant(0)", "s = (s32[], f32[], f32[]) tuple(z, x, x)",
                       "w = (s32[], f32[], f32[]) while(s), condition=c, body=b", "ROOT r = f32[] get-tuple-element(w), index=2"], (4, 1),
                      [[f32(d)] for d in DIGITS], f32(1111), helpers=ring, requires=["f32"])
    yield device_case("collective-permute.s32.shift-of-rows", "each replica takes the last row of the one before", "4.5",
                      ["x = s32[2,2] parameter(0)", "e = s32[1,2] slice(x), slice={[1:2], [0:2]}",
                       "h = s32[1,2] collective-permute(e), source_target_pairs={{0,1},{1,2}}", "ROOT r = s32[3,2] concatenate(h, x), dimensions={0}"], (3, 1),
                      [[literal("s32", [10 * r + k for k in range(4)], (2, 2))] for r in range(3)],
                      [literal("s32", [*halo, *(10 * r + k for k in range(4))], (3, 2)) for r, halo in enumerate(([0, 0], [2, 3], [12, 13]))], requires=["s32"])
    yield reject("rejects-source-twice", "a source gives once", "{{0,1},{0,2}}")
    yield reject("rejects-target-twice", "a target gets once", "{{0,1},{2,1}}")
    yield reject("rejects-large-id", "ids end at the number of replicas", "{{0,4}}")
    yield reject("rejects-negative-id", "ids count from 0", "{{-1,0}}")
    yield reject("rejects-single", "a pair has two ids", "{{0}}", "V04")
    yield reject("rejects-triple", "a pair has two ids", "{{0,1,2}}", "V04")
    yield reject("rejects-partition", "with a channel, ids are partitions", "{{0,2}}", topology=(4, 2), more=", channel_id=1")
    yield device_reject("collective-permute.f32.rejects-shape", "the result has the shape of the operand", "4.5",
                        ["x = f32[2] parameter(0)", "ROOT r = f32[3] collective-permute(x), source_target_pairs={{0,1}}"], (2, 1), "S05", at="f32[3]")
    in_place = ["x = f32[4] parameter(0)", "y = f32[8] parameter(1)", "o = s32[] parameter(2)", "i = (s32[]) tuple(o)"]
    yield device_reject("collective-permute.f32.rejects-in-place-operands", "in place, four operands are needed", "4.5",
                        [*in_place, "ROOT r = f32[8] collective-permute(x, y, i), source_target_pairs={{0,1}}, slice_sizes={{2}}"], (2, 1),
                        "collective-permute.C1", at="collective-permute(")
    yield device_reject("collective-permute.f32.rejects-in-place-slice", "in place, the slice fits into both", "4.5",
                        [*in_place, "ROOT r = f32[8] collective-permute(x, y, i, i), source_target_pairs={{0,1}}, slice_sizes={{5}}"], (2, 1),
                        "collective-permute.C1", at="slice_sizes")


def permute_start_cases(half):
    op = f"collective-permute-{half}"
    yield from permute_forms(op, "async")
    start = "s = (f32[2], f32[2]) collective-permute-start(x), source_target_pairs={{0,1}}"
    args, expect = [[v] for v in f32s([1, 2], [3, 4])], f32s([0, 0], [1, 2])
    yield device_case(f"{op}.f32.contexts", "the bundle may hold two contexts", "7",
                      ["x = f32[2] parameter(0)", "s = (f32[2], f32[2], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1}}",
                       "ROOT r = f32[2] collective-permute-done(s)"], (2, 1), args, expect, requires=["f32"])
    yield device_case(f"{op}.f32.tuple", "several operands: bundles of tuples", "7",
                      ["x = f32[2] parameter(0)", "n = f32[2] negate(x)",
                       "s = ((f32[2], f32[2]), (f32[2], f32[2])) collective-permute-start(x, n), source_target_pairs={{0,1}}",
                       "ROOT r = (f32[2], f32[2]) collective-permute-done(s)"], (2, 1), args,
                       [tuple_of(*f32s([0, 0], [0, 0])), tuple_of(*f32s([1, 2], [-1, -2]))],
                      requires=["f32"])
    yield device_case(f"{op}.f32.both-ways", "two under way at once, ended in the other order", "7",
                      ["x = f32[2] parameter(0)", start, start.replace("s =", "t =").replace("{{0,1}}", "{{1,0}}"), "b = f32[2] collective-permute-done(t)",
                       "a = f32[2] collective-permute-done(s)", "ROOT r = f32[2] subtract(a, b)"], (2, 1), args, f32s([-3, -4], [1, 2]), requires=["f32"])
    code = f"{op}.C1"
    if half == "start":
        yield device_reject(f"{op}.f32.rejects-no-done", "a start has a done", "9.1", ["x = f32[2] parameter(0)", start, "ROOT r = f32[2] negate(x)"], (2, 1),
                            code,
                            at="collective-permute-start(")
        yield device_reject(f"{op}.f32.rejects-two-dones", "a start has one done", "9.1",
                            ["x = f32[2] parameter(0)", start, "a = f32[2] collective-permute-done(s)", "b = f32[2] collective-permute-done(s)",
                             "ROOT r = f32[2] add(a, b)"], (2, 1), code, at="collective-permute-start(")
        yield device_reject(f"{op}.f32.rejects-bundle", "operand and result", "7",
                            ["x = f32[2] parameter(0)", "s = f32[2] collective-permute-start(x), source_target_pairs={{0,1}}",
                             "ROOT r = f32[2] collective-permute-done(s)"], (2, 1), code, at="f32[2] collective-permute-start")
    else:
        yield device_reject(f"{op}.f32.rejects-other-op", "a done ends a start of its kind", "9.1",
                            ["x = f32[2] parameter(0)", "n = f32[2] negate(x)", "ROOT r = f32[2] collective-permute-done(n)"], (2, 1), code,
                            at="collective-permute-done(")


# ---- ragged-all-to-all ----
# input, output, and per peer: input offsets, send sizes, output offsets, recv sizes
FIRST = [([1, 2, 2], [0] * 4, [0, 1], [1, 2], [0, 0], [1, 1]), ([3, 4, 0], [0] * 4, [0, 1], [1, 1], [1, 2], [2, 1])]
SECOND = [([10, 11, 12, 13], [-1] * 5, [0, 3], [3, 1], [0, 0], [3, 1]), ([20, 21, 22, 0], [-1] * 5, [0, 1], [1, 2], [3, 1], [1, 2])]


def ragged_lines(x, y, n, more=", replica_groups={{0,1}}"):
    return [f"x = {x} parameter(0)", f"y = {y} parameter(1)", f"a = {n} parameter(2)", f"b = {n} parameter(3)", f"c = {n} parameter(4)",
            f"d = {n} parameter(5)",
            f"ROOT r = {y} ragged-all-to-all(x, y, a, b, c, d){more}"]


def ragged(identity, why, rows, expect, name="s32", index="s32", topology=(2, 1), more=", replica_groups={{0,1}}", **kind):
    args = [[lit(name, numpy.array(v, dtype=object)) if k < 2 else lit(index, numpy.array(v, dtype=object)) for k, v in enumerate(row)] for row in rows]
    x, y, n = (args[0][k]["shape"].split("{")[0] for k in (0, 1, 2))
    return device_case(f"ragged-all-to-all.{name}.{identity}", why, "4.7", ragged_lines(x, y, n, more), topology, args,
                       [lit(name, numpy.array(v, dtype=object)) for v in expect], requires=[name, index], **kind)


def ragged_cases():
    yield ragged("first-table", "output offsets of the sender say where rows land", FIRST, [[1, 3, 0, 0], [2, 2, 4, 0]])
    yield ragged("second-table", "rows that are not written keep the output", SECOND, [[10, 11, 12, 20, -1], [13, 21, 22, -1, -1]])
    for index in ("s8", "u8", "s16", "u16", "u32", "s64", "u64"):
        yield ragged(f"index-{index}", "offsets and sizes of every integer type", FIRST, [[1, 3, 0, 0], [2, 2, 4, 0]], index=index)
    yield ragged("nothing", "sizes may all be zero", [([1, 2], [7, 8], [0, 0], [0, 0], [0, 0], [0, 0])] * 2, [[7, 8], [7, 8]])
    yield ragged("group-order", "peers are numbered in group order", [(*FIRST[1],), (*FIRST[0],)], [[2, 2, 4, 0], [1, 3, 0, 0]],
                 more=", replica_groups={{1,0}}")
    yield ragged("partitions", "with a channel, partitions of a replica", FIRST, [[1, 3, 0, 0], [2, 2, 4, 0]], topology=(1, 2), more=", channel_id=1")
    yield ragged("alone", "a single device moves rows to itself", [([1, 2, 3], [0, 0, 0, 9], [1], [2], [1], [2])], [[0, 2, 3, 9]], topology=(1, 1), more="")
    rows = [([[1, 2], [3, 4]], [[0, 0], [0, 0]], [[0, 1], [0, 0]], [[1, 1], [0, 0]], [[1, 0], [0, 0]], [[1, 1], [0, 0]]),
            ([[5, 6], [7, 8]], [[9, 9], [9, 9]], [[0, 0], [0, 1]], [[0, 0], [0, 1]], [[0, 0], [0, 0]], [[0, 0], [0, 1]])]
    yield ragged("pieces", "several pieces for a peer, of rows of two", rows, [[[3, 4], [1, 2]], [[7, 8], [9, 9]]])
    for name in TYPES:
        values = fill(name, 3)
        one, two = values, values[::-1]
        none = [zero_bits(name)] * 4
        yield ragged("moves", "every element type", [(one, none, *FIRST[0][2:]), (two, none, *FIRST[1][2:])],
                     [[one[0], two[0], *none[:2]], [one[1], one[2], two[1], none[0]]], name=name)

    def wrong(identity, why, member, field, value):
        rows = [list(row) for row in FIRST]
        rows[member][field] = value
        args = [[literal("s32", v) for v in row] for row in rows]
        return device_reject(f"ragged-all-to-all.s32.{identity}", why, "4.7", ragged_lines("s32[3]", "s32[4]", "s32[2]"), (2, 1), "R08", args=args)
    yield wrong("disagreement", "a receiver expects what the sender sends", 0, 5, [1, 2])
    yield wrong("input-range", "rows are read inside of the input", 0, 2, [0, 2])
    yield wrong("output-range", "rows are written inside of the output", 1, 4, [4, 2])
    yield wrong("negative-offset", "offsets count from 0", 1, 4, [-1, 2])
    yield wrong("negative-size", "sizes are not negative", 0, 3, [-1, 2])
    yield wrong("twice", "no row is written twice", 1, 4, [0, 2])

    def reject(identity, why, lines, code="ragged-all-to-all.C1", at="ragged-all-to-all("):
        return device_reject(f"ragged-all-to-all.f32.{identity}", why, "4.7", lines, (2, 1), code, at=at)
    yield reject("rejects-rows", "rows of input and output agree", ragged_lines("f32[3,2]", "f32[4,3]", "s32[2]"))
    yield reject("rejects-offset-type", "offsets are integers", ragged_lines("f32[3]", "f32[4]", "f32[2]"))
    yield reject("rejects-offset-rank", "offsets are vectors or matrices", ragged_lines("f32[3]", "f32[4]", "s32[]"))
    yield reject("rejects-peers", "a number for each member", ragged_lines("f32[3]", "f32[4]", "s32[3]"))
    yield reject("rejects-count", "six operands", [*ragged_lines("f32[3]", "f32[4]", "s32[2]")[:-1],
                                                   "ROOT r = f32[4] ragged-all-to-all(x, y, a, b, c), replica_groups={{0,1}}"], "P07")


# ---- send and recv ----
def attribute(pairs):
    return "" if pairs is None else f', frontend_attributes={{_xla_send_recv_source_target_pairs="{pairs}"}}'


def exchange_lines(x, pairs, channel="", n="", root=True):
    """Transfers one value from the sources to the targets of the pairs."""
    chain = f"{channel}{attribute(pairs)}"
    return [f"t{n} = token[] after-all()", f"v{n} = ({x}, u32[], token[]) recv(t{n}){chain}", f"s{n} = ({x}, u32[], token[]) send(x, t{n}){chain}",
            f"d{n} = ({x}, token[]) recv-done(v{n}){channel}", f"e{n} = token[] send-done(s{n}){channel}",
            f"{'ROOT ' if root else ''}r{n} = {x} get-tuple-element(d{n}), index=0"]


def transfer_forms(op):
    """Cases with all four halves."""
    def case(identity, why, pairs, given, expect, channel="", topology=(2, 1), section="6.2", name="s32"):
        x = f"{name}[]"
        return device_case(f"{op}.{name}.{identity}", why, section, [f"x = {x} parameter(0)", *exchange_lines(x, pairs, channel)], topology,
                           [[scalar(name, v)] for v in given], [scalar(name, v) for v in expect], requires=[name])
    yield case("one-way", "replica 1 sends, replica 0 gets it, replica 1 gets zeros", "{{1,0}}", (10, 11), (11, 0))
    yield case("both-ways", "two replicas change places", "{{0,1},{1,0}}", (10, 11), (11, 10))
    yield case("ring", "around a ring", "{{0,1},{1,2},{2,3},{3,0}}", (1, 2, 3, 4), (4, 1, 2, 3), topology=(4, 1))
    yield case("chain", "the first of a chain gets zeros", "{{0,1},{1,2}}", (7, 8, 9), (0, 7, 8), topology=(3, 1))
    yield case("partitions", "with a channel the ids are partitions", "{{0,1}}", DIGITS, (0, 1, 0, 100), ", channel_id=5", (2, 2))
    yield case("channel-zero", "channel 0 means no channel: ids are replicas", "{{0,1}}", DIGITS, (0, 0, 1, 10), ", channel_id=0", (2, 2))
    yield case("itself", "a device may send to itself", "{{0,0}}", (5, 6), (5, 0))
    yield case("alone", "a single device does not require pairs", None, (5,), (5,), ", channel_id=1", (1, 1), "6.1")
    yield case("nobody", "no pairs: no device sends", "{}", (5, 6), (0, 0))
    for name in TYPES:
        values, zeros = lit(name, numpy.array(fill(name, 3), dtype=object)), lit(name, numpy.array([zero_bits(name)] * 3, dtype=object))
        x = f"{name}[3]"
        yield device_case(f"{op}.{name}.moves", "every element type", "6.2", [f"x = {x} parameter(0)", *exchange_lines(x, "{{1,0}}")], (2, 1),
                          [[zeros], [values]], [values, zeros], requires=[name])


def send_recv_cases(op):
    yield from transfer_forms(op)
    pairs = attribute("{{0,1}}")
    t = "t = token[] after-all()"
    send = f"s = (f32[], u32[], token[]) send(x, t), channel_id=3{pairs}"
    recv = f"v = (f32[], u32[], token[]) recv(t), channel_id=3{pairs}"
    sent, got = "e = token[] send-done(s), channel_id=3", "d = (f32[], token[]) recv-done(v), channel_id=3"
    root = "ROOT r = f32[] get-tuple-element(d), index=0"
    x = "x = f32[] parameter(0)"
    good = [x, t, recv, send, got, sent, root]

    def reject(identity, why, code, at, lines=(), args=None, topology=(1, 2), **changes):
        made = [changes.get(line.split(" = ")[0], line) for line in good] if not lines else lines
        return device_reject(f"{op}.f32.{identity}", why, "9.2" if code == "R10" else "9.1", made, topology, code, at=at, args=args)
    if op == "send":
        yield device_case("send.f32.two-values", "two chains, matched by their order", "6.2",
                          ["x = f32[] parameter(0)", *exchange_lines("f32[]", "{{0,1}}", ", channel_id=1", "a", False), "y = f32[] negate(x)",
                           *[line.replace("send(x", "send(y") for line in exchange_lines("f32[]", "{{0,1}}", ", channel_id=1", "b", False)],
                           "ROOT r = (f32[], f32[]) tuple(ra, rb)"], (1, 2), [[f32(1)], [f32(2)]], [tuple_of(f32(0), f32(0)), tuple_of(f32(1), f32(-1))],
                           requires=["f32"])
        yield device_case("send.f32.two-channels", "channels do not mix", "6.2",
                          ["x = f32[] parameter(0)", *exchange_lines("f32[]", "{{0,1}}", ", channel_id=1", "a", False),
                           *exchange_lines("f32[]", "{{1,0}}", ", channel_id=2", "b", False), "ROOT r = (f32[], f32[]) tuple(ra, rb)"], (1, 2),
                           [[f32(1)], [f32(2)]],
                          [tuple_of(f32(0), f32(2)), tuple_of(f32(1), f32(0))], requires=["f32"])
        off = [line.replace("{_xla", '{_xla_send_recv_validation="invalid",_xla') for line in exchange_lines("f32[]", "{{0,1}}")]
        yield device_case("send.f32.switched-off", "iterations that are marked invalid send no value and receive zeros", "6.2", ["x = f32[] parameter(0)", *off], (2, 1),
                          [[f32(1)], [f32(2)]], f32(0), requires=["f32"])
        yield from iteration_cases()
        for tag, text, why in (("count", "{{0,1},{2,3}}", "one range for each pair"), ("text", "1-2", "ranges are lists of two")):
            yield reject(f"rejects-iterations-{tag}", why, "V04", "frontend", s=send.replace("{_xla", '{_xla_send_recv_validation="%s",_xla' % text))
        yield reject("rejects-token", "operand 1 is a token", "send.C1", "send(", s=send.replace("send(x, t)", "send(x, x)"))
        yield reject("rejects-no-done", "a send has a send-done", "send.C2", "send(", lines=[x, t, recv, send, got, root])
        yield reject("rejects-two-dones", "a send has one send-done", "send.C2", "send(", lines=[x, t, recv, send, got, sent, sent.replace("e =", "g ="), root])
        yield reject("rejects-two-senders", "without pairs a channel has one sender", "send.C3", "send(y",
                     lines=[line.replace(pairs, "") for line in (x, "y = f32[] negate(x)", t, recv, send,
                                                                 send.replace("s =", "q =").replace("send(x", "send(y"), got, sent,
                                                                  "g = token[] send-done(q), channel_id=3", root)], topology=(1, 1))
        yield reject("rejects-no-receiver", "a channel has a receiver", "send.C3", "send(", lines=[x, t, send, sent, "ROOT r = f32[] negate(x)"])
        yield reject("rejects-shapes", "both ends have one shape", "send.C3", "recv(",
                     lines=[x, t, recv.replace("f32[]", "f32[2]"), send, got.replace("f32[]", "f32[2]"), sent, root.replace("f32[]", "f32[2]")])
        mixed = "m = f32[] collective-permute(x), channel_id=3, source_target_pairs={{0,1}}"
        yield reject("rejects-mixed-channel", "a channel of transfers is not for collectives", "V04", "channel_id=3, source",
                     lines=[*good[:-1], mixed, "ROOT r = f32[] add(m, x)"])
        yield reject("rejects-host-on-channel", "a channel between devices does not go to the host, too", "V04", "channel_id=3, is_host",
                     lines=[*good[:-1], "h = (f32[], u32[], token[]) send(x, t), channel_id=3, is_host_transfer=true",
                            "i = token[] send-done(h), is_host_transfer=true, channel_id=3", root])
        yield reject("rejects-no-pairs", "several devices require pairs", "V04", "send(", s=send.replace(pairs, ""))
        yield reject("rejects-pairs-text", "pairs are lists of two", "V04", "frontend", s=send.replace("{{0,1}}", "{{0},{1}}"))
        yield reject("rejects-target-twice", "a target gets once", "V04", "frontend", s=send.replace("{{0,1}}", "{{0,1},{1,1}}"))
        yield reject("rejects-large-id", "ids end at the number of partitions", "V04", "frontend", s=send.replace("{{0,1}}", "{{0,2}}"))
        cyclic = [x, t, send, sent, f"v = (f32[], u32[], token[]) recv(e), channel_id=3{pairs}", got, root]
        yield reject("seed-cyclic-schedule", "send-done before recv: both wait", "R10", None,
                     lines=[line.replace("{{0,1}}", "{{0,1},{1,0}}") for line in cyclic],
                     args=[[f32(1)], [f32(2)]])
    if op == "recv":
        yield reject("rejects-token", "the operand is a token", "recv.C1", "recv(", v=recv.replace("recv(t)", "recv(x)"))
        yield reject("rejects-no-done", "a recv has a recv-done", "recv.C2", "recv(", lines=[x, t, recv, send, sent, "ROOT r = f32[] negate(x)"])
        yield reject("rejects-result", "the result is (data, u32[], token[])", "S05", "(f32[], token[]) recv(t)", v=recv.replace("u32[], ", ""))
        yield reject("rejects-no-sender", "a channel has a sender", "send.C3", "recv(", lines=[x, t, recv, got, root])
        yield reject("rejects-two-receivers", "without pairs a channel has one receiver", "send.C3", "recv(u",
                     lines=[line.replace(pairs, "") for line in (x, t, "u = token[] after-all()", recv,
                                                                 recv.replace("v =", "w =").replace("recv(t)", "recv(u)"), send, got,
                                                                  "h = (f32[], token[]) recv-done(w), channel_id=3", sent, root)], topology=(1, 1))
    if op == "send-done":
        yield reject("rejects-channel", "the channel of the send", "send-done.C1", "channel_id=4", e=sent.replace("=3", "=4"))
        yield reject("rejects-host", "to the device or to the host, as the send", "send-done.C1", "is_host", e=sent + ", is_host_transfer=true")
        yield reject("rejects-other-op", "it ends a send", "send-done.C1", "send-done(", e=sent.replace("(s)", "(v)"))
    if op == "recv-done":
        yield reject("rejects-channel", "the channel of the recv", "recv-done.C1", "channel_id=4", d=got.replace("=3", "=4"))
        yield reject("rejects-other-op", "it ends a recv", "recv-done.C1", "recv-done(", d=got.replace("(v)", "(t)"))
        yield never_sent()


def iteration_cases():
    """The sum of the values 1, 2, ... that each device has received after four rounds."""
    state = "(s32[], s32[], s32[])"
    for tag, why, pairs, rounds, expect in (
            ("iterations", "a transfer is on from its first to its last iteration", "{{0,1}}", "{{1,2}}", (0, 5)),
            ("iterations-of-pairs", "each pair has iterations of its own", "{{0,1},{1,0}}", "{{0,0},{2,9}}", (70, 1)),
            ("no-iteration", "a range without iterations switches the transfer off", "{{0,1}}", "{{2,1}}", (0, 0)),
            ("no-pair", "no pairs, no ranges", "{}", "{}", (0, 0))):
        frontend = f', frontend_attributes={{_xla_send_recv_source_target_pairs="{pairs}",_xla_send_recv_validation="{rounds}"}}'
        helpers = ["c {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(4)",
                   "  ROOT c = pred[] compare(i, n), direction=LT", "}", "b {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0",
                   "  x = s32[] get-tuple-element(s), index=1", "  sum = s32[] get-tuple-element(s), index=2", "  one = s32[] constant(1)",
                   "  j = s32[] add(i, one)", "  y = s32[] multiply(x, j)", "  t = token[] after-all()", f"  v = (s32[], u32[], token[]) recv(t){frontend}",
                   f"  q = (s32[], u32[], token[]) send(y, t){frontend}, control-predecessors={{v}}", "  d = (s32[], token[]) recv-done(v)",
                   "  e = token[] send-done(q)", "  g = s32[] get-tuple-element(d), index=0", "  next = s32[] add(sum, g)",
                   f"  ROOT r = {state} tuple(j, x, next)", "}"]
        lines = ["x = s32[] parameter(0)", "z = s32[] constant(0)", f"i = {state} tuple(z, x, z)", f"w = {state} while(i), condition=c, body=b",
                 "ROOT r = s32[] get-tuple-element(w), index=2"]
        yield device_case(f"send.s32.{tag}", why, "6.2", lines, (2, 1), [[s32(1)], [s32(10)]], [s32(v) for v in expect], helpers=helpers, requires=["s32"])


def never_sent():
    helpers = ["talk {", "  x = f32[] parameter(0)", *("  " + line for line in exchange_lines("f32[]", "{{0,1}}", ", channel_id=3")), "}",
               "quiet {", "  x = f32[] parameter(0)", "  ROOT r = f32[] negate(x)", "}"]
    return device_reject("recv-done.f32.waits-for-ever", "the source takes a branch that does not send", "9.2",
                         ["c = pred[] parameter(0)", "x = f32[] parameter(1)",
                          "ROOT r = f32[] conditional(c, x, x), true_computation=talk, false_computation=quiet"],
                         (1, 2), "R10", helpers=helpers, args=[[scalar("pred", False), f32(1)], [scalar("pred", True), f32(2)]])


# ---- infeed and outfeed ----
TOKEN = "t = token[] after-all()"


def taken(shape, n="", token="t"):
    """One value from the queue."""
    return [f"f{n} = ({shape}, token[]) infeed({token})", f"d{n} = {shape} get-tuple-element(f{n}), index=0",
            f"k{n} = token[] get-tuple-element(f{n}), index=1"]


def rooted(lines):
    return [*lines[:-1], "ROOT " + lines[-1]]


def infeed_cases():
    def case(identity, why, lines, args, expect, infeed=None, topology=(1, 1), name="s32", **kind):
        return device_case(f"infeed.{name}.{identity}", why, "6.5", lines, topology, args, expect, infeed=infeed, requires=[name], **kind)
    for name in TYPES:
        x = lit(name, numpy.array(fill(name, 3), dtype=object))
        yield case("takes", "the value of the queue", [TOKEN, *rooted(taken(f"{name}[3]")[:2])], [], x, [x], name=name)
    two = [TOKEN, *taken("s32[]", "a"), *taken("s32[]", "b", "ka"), "ROOT r = s32[] subtract(da, db)"]
    yield case("in-order", "one after the other, by their tokens", two, [], s32(6), [s32(10), s32(4)])
    yield case("queue-of-each-device", "each device has its queue", two, [], [s32(1), s32(-1), s32(20), s32(0)],
               [[s32(2), s32(1)], [s32(1), s32(2)], [s32(30), s32(10)], [s32(5), s32(5)]], (2, 2))
    yield case("then-reduced", "what devices were fed differs; their sum does not",
               [TOKEN, *taken("s32[]"), "ROOT r = s32[] all-reduce(d), replica_groups={}, to_apply=f"], [], s32(1111),
               [[s32(d)] for d in DIGITS], (4, 1), helpers=combiner("add", "s32"))
    yield case("tuple", "data may be a tuple",
               [TOKEN, "f = ((u32[3], pred[]), token[]) infeed(t)", "ROOT d = (u32[3], pred[]) get-tuple-element(f), index=0"], [],
               tuple_of(literal("u32", [1, 2, 3]), scalar("pred", True)), [tuple_of(literal("u32", [1, 2, 3]), scalar("pred", True))])
    rounds = ["c {", "  s = (s32[], s32[]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(3)",
              "  ROOT c = pred[] compare(i, n), direction=LT", "}", "b {", "  s = (s32[], s32[]) parameter(0)", "  i = s32[] get-tuple-element(s), index=0",
              "  x = s32[] get-tuple-element(s), index=1", "  one = s32[] constant(1)", "  j = s32[] add(i, one)", "  " + TOKEN,
              *("  " + line for line in taken("s32[]")[:2]), "  y = s32[] add(x, d)", "  ROOT r = (s32[], s32[]) tuple(j, y)", "}"]
    loop = ["x = s32[] parameter(0)", "z = s32[] constant(0)", "s = (s32[], s32[]) tuple(z, x)", "w = (s32[], s32[]) while(s), condition=c, body=b",
            "ROOT r = s32[] get-tuple-element(w), index=1"]
    yield case("in-while", "one value a round", loop, [s32(7)], s32(1007 + 110), [s32(10), s32(100), s32(1000)], helpers=rounds)
    head, tail = ["x = s32[] parameter(0)", TOKEN], ["ROOT r = s32[] add-dependency(x, k)"]
    yield case("of-nothing", "an empty tuple takes no value from the queue", [*head, *taken("()"), *tail], [s32(7)], s32(7))
    yield case("then-outfeed", "the received values are sent", [*head, *taken("f32[2]"), "o = token[] outfeed(d, k), outfeed_shape=f32[2]",
                                                         "ROOT r = s32[] add-dependency(x, o)"],
               [s32(7)], s32(7), [literal("f32", [1.0, -0.0])], outfeed=[literal("f32", [1.0, -0.0])])

    def reject(identity, why, lines, code, at=None, **kind):
        return device_reject(f"infeed.s32.{identity}", why, "6.5", lines, (1, 1), code, at=at, **kind)
    yield reject("rejects-value", "the operand is a token", [head[0], "ROOT r = ((), token[]) infeed(x)"], "infeed.C1", "infeed(")
    yield reject("rejects-result", "the result is data and token", [*head, "ROOT r = s32[] infeed(t)"], "infeed.C2", "s32[] infeed")
    yield reject("rejects-no-token", "the result is data and token", [*head, "ROOT r = (s32[], s32[]) infeed(t)"], "infeed.C2", "(s32[], s32[])")
    one = [TOKEN, *rooted(taken("s32[]")[:2])]
    yield reject("empty-queue", "the queue is empty: the device would wait forever", one, "R10", args=[])
    yield reject("queue-runs-out", "two are taken, one is there", two, "R10", args=[], infeed=[s32(1)])
    yield reject("loop-outruns-queue", "the queue is empty in the third round", loop, "R10", args=[s32(7)], infeed=[s32(1), s32(2)], helpers=rounds)
    yield reject("wrong-shape", "what the queue holds has the shape of the data", one, "R08", args=[], infeed=[literal("s32", [1])])
    yield reject("wrong-type", "and its element type", one, "R08", args=[], infeed=[f32(1)])


def outfeed_cases():
    def lines(x, more=None):
        return [f"x = {x} parameter(0)", TOKEN, f"o = token[] outfeed(x, t){f', outfeed_shape={x}' if more is None else more}",
                f"ROOT r = {x} add-dependency(x, o)"]
    for name in TYPES:
        x = lit(name, numpy.array(fill(name, 3), dtype=object))
        yield device_case(f"outfeed.{name}.gives", "the value is sent unchanged", "6.5", lines(f"{name}[3]"), (2, 1), [x], x, requires=[name], outfeed=[x])
    pair = tuple_of(literal("f32", [1.0, 2.0]), s32(3))
    yield device_case("outfeed.tuple.gives", "tuples, too", "6.5", lines("(f32[2], s32[])"), (1, 1), [pair], pair, requires=["f32", "s32"], outfeed=[pair])
    x = literal("f32", [1.0, 2.0])
    yield device_case("outfeed.f32.config", "a configuration has no effect", "6.5", lines("f32[2]", ', outfeed_shape=f32[2]{0}, outfeed_config="q"'), (1, 1),
                      [x], x,
                      requires=["f32"], outfeed=[x])
    yield device_case("outfeed.s32.in-order", "one after the other, each device separately", "6.5",
                      ["x = s32[] parameter(0)", TOKEN, "o = token[] outfeed(x, t), outfeed_shape=s32[]", "n = s32[] negate(x)",
                       "p = token[] outfeed(n, o), outfeed_shape=s32[]", "ROOT r = s32[] add-dependency(n, p)"], (1, 2), [[s32(1)], [s32(2)]],
                       [s32(-1), s32(-2)],
                      requires=["s32"], outfeed=[[s32(1), s32(-1)], [s32(2), s32(-2)]])
    yield device_reject("outfeed.f32.rejects-value", "operand 1 is a token", "6.5",
                        ["x = f32[] parameter(0)", "ROOT r = token[] outfeed(x, x), outfeed_shape=f32[]"], (1, 1),
                        "outfeed.C1", at="outfeed(")
    yield device_reject("outfeed.f32.rejects-shape", "outfeed_shape is that of the data", "6.5", lines("f32[2]", ", outfeed_shape=f32[3]"), (1, 1),
                        "outfeed.C2", at="outfeed_shape")


def main():
    write("collective-permute", list(permute_cases()), NAME)
    for half in ("start", "done"):
        write(f"collective-permute-{half}", list(permute_start_cases(half)), NAME)
    write("ragged-all-to-all", list(ragged_cases()), NAME)
    for op in ("send", "send-done", "recv", "recv-done"):
        write(op, list(send_recv_cases(op)), NAME)
    write("infeed", list(infeed_cases()), NAME)
    write("outfeed", list(outfeed_cases()), NAME)


if __name__ == "__main__":
    main()
