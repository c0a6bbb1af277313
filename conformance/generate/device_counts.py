#!/usr/bin/python3
"""Vectors of collectives on 2, 3, 4, and 8 devices: uneven groups, long arrays, reducers that are nearly sums, and permutations
of every kind. Oracles: the models of the collectives with numpy, and the numpy adapter for reducers."""
import numpy

from collective_models import total
from devices import combiner, device_case, members
from formats import INTEGERS, literal
from near_misses import REDUCERS, VALUES
from through_numpy import combiner as reducer_text
from through_numpy import numpy_adapter, whole
from values import from_literal, to_literal
from write import write_groups

NAME = "conformance/generate/device_counts.py"
MODELS = "models of the collectives with numpy"
ADAPTER = "the numpy adapter, in the order of the group"


def values_of(name, device, count):
    made = [(device * 3 + k * 5 + 1) % 7 - (0 if name[0] == "u" else 3) for k in range(count)]
    return numpy.array([v if name in INTEGERS else float(v) for v in made], dtype=object)


def lit(name, values):
    return literal(name, list(values))


# ---- every count of devices ----
GROUPS = {2: ["{}", "{{0,1}}", "{{1,0}}", "{{0},{1}}"], 3: ["{}", "{{2,0,1}}", "{{0},{1,2}}", "{{2},{0,1}}"], 4: ["{{0,3},{1,2}}", "{{0,1,2},{3}}", "{{3},{2},{1},{0}}", "[2,2]<=[2,2]T(1,0)"],
          8: ["{{0,7},{1,6},{2,5},{3,4}}", "{{0},{1,2},{3,4,5,6,7}}", "[4,2]<=[2,4]T(1,0)", "[2,4]<=[8]"]}


def reduced(op, name, arrays):
    if op == "add":
        return total(name, arrays)
    choose = {"maximum": max, "minimum": min}[op]
    return numpy.array([choose(column) for column in zip(*arrays)], dtype=object)


def all_reduce_cases():
    for count, lists in GROUPS.items():
        for k, groups in enumerate(lists):
            for op, name in (("add", "f32"), ("maximum", "s32"), ("minimum", "bf16"), ("add", "u8")):
                arrays = [values_of(name, d, 5) for d in range(count)]
                expect = [None] * count
                for group in members(groups, "replica", count, 1):
                    result = reduced(op, name, [arrays[d] for d in group])
                    for d in group:
                        expect[d] = lit(name, result)
                body = [f"x = {name}[5] parameter(0)", f"ROOT r = {name}[5] all-reduce(x), replica_groups={groups}, to_apply=f"]
                yield "all-reduce", device_case(f"all-reduce.{name}.{count}-devices-{op}-{k}", f"{count} devices in the groups {groups}", "4.2", body, (count, 1),
                                                [[lit(name, a)] for a in arrays], expect, helpers=combiner(op, name), requires=[name], oracle=MODELS, tags=["devices"])


def long_cases():
    """Arrays beyond every block size, made and summed inside the program."""
    for name in ("f32", "s32", "bf16", "f64"):
        for op in ("add", "maximum", "minimum"):
            for count in (2, 3, 8):
                n = 4099
                body = ["d = u32[] replica-id()", "i = s32[] convert(d)", f"ib = s32[{n}] broadcast(i), dimensions={{}}", f"k = s32[{n}] iota(), iota_dimension=0",
                        "t = s32[] constant(3)", f"tb = s32[{n}] broadcast(t), dimensions={{}}", f"p = s32[{n}] multiply(k, tb)", f"q = s32[{n}] add(p, ib)",
                        "m = s32[] constant(5)", f"mb = s32[{n}] broadcast(m), dimensions={{}}", f"s = s32[{n}] remainder(q, mb)", f"x = {name}[{n}] convert(s)",
                        f"y = {name}[{n}] all-reduce(x), replica_groups={{}}, to_apply=f", f"z = s32[{n}] convert(y)", f"w = s32[{n}] multiply(z, s)", "o = s32[] constant(0)",
                        "ROOT r = s32[] reduce(w, o), dimensions={0}, to_apply=g"]
                own = [(numpy.arange(n) * 3 + d) % 5 for d in range(count)]
                joined = {"add": sum(own), "maximum": numpy.maximum.reduce(own), "minimum": numpy.minimum.reduce(own)}[op]
                expect = [literal("s32", [int((joined * part).sum())], ()) for part in own]
                yield "all-reduce", device_case(f"all-reduce.{name}.{count}-devices-long-{op}", "more elements than one block; the sum is weighted by the own values", "4.2", body, (count, 1),
                                                [], expect, helpers=[*combiner(op, name), *combiner("add", "s32", "g")], requires=[name, "s32", "u32"], oracle=MODELS, tags=["devices", "large"])


def reducer_cases():
    for key, (text, _, why) in REDUCERS.items():
        for name in ("f32", "s32"):
            helpers = reducer_text(text.replace("T[", name + "["), [name, name])
            engine = numpy_adapter.Engine("\n".join(whole([f"x = {name}[] parameter(0)", f"ROOT r = {name}[] copy(x)"], helpers)) + "\n")
            for count in (2, 3):
                arrays = [literal(name, [VALUES[name][(d * 2 + k) % 7] for k in range(3)]) for d in range(count)]
                parts = [from_literal(a) for a in arrays]
                state = parts[0]
                for part in parts[1:]:
                    state = engine.call("f", state, part)
                shape = numpy_adapter.Engine("\n".join(whole([f"ROOT x = {name}[3] parameter(0)"])) + "\n").computations["e"].instructions[0].shape
                expect = {**to_literal(shape, numpy.broadcast_to(state, (3,))), "shape": f"{name}[3]{{0}}"}
                body = [f"x = {name}[3] parameter(0)", f"ROOT r = {name}[3] all-reduce(x), replica_groups={{}}, to_apply=f"]
                yield "all-reduce", device_case(f"all-reduce.{name}.{count}-devices-{key}", why, "4.2", body, (count, 1), [[a] for a in arrays], expect, helpers=helpers, requires=[name],
                                                oracle=ADAPTER, tags=["devices", "near-miss"], level="core" if REDUCERS[key][1] else "impl-defined")


def permute_cases():
    forms = {2: ["{{0,1}}", "{{1,0}}", "{{0,1},{1,0}}", "{{0,0}}"], 3: ["{{0,1},{1,2},{2,0}}", "{{0,2}}", "{{2,1},{1,0}}", "{{0,0},{1,2}}"],
             4: ["{{0,1},{1,2},{2,3}}", "{{3,0},{0,3}}", "{{0,3},{3,1},{1,2},{2,0}}", "{{1,1},{2,2}}"], 8: ["{{0,7},{7,0}}", "{{0,1},{1,2},{2,3},{3,4},{4,5},{5,6},{6,7},{7,0}}", "{{5,2}}"]}
    for count, lists in forms.items():
        for k, pairs in enumerate(lists):
            moves = dict(tuple(map(int, pair.split(","))) for pair in pairs[2:-2].split("},{"))
            for name in ("f32", "s8", "f64"):
                arrays = [values_of(name, d, 4) for d in range(count)]
                zero = 0 if name in INTEGERS else 0.0
                expect = [lit(name, [zero] * 4)] * count
                for source, target in moves.items():
                    expect[target] = lit(name, arrays[source])
                body = [f"x = {name}[4] parameter(0)", f"ROOT r = {name}[4] collective-permute(x), source_target_pairs={pairs}"]
                yield "collective-permute", device_case(f"collective-permute.{name}.{count}-devices-{k}", f"the pairs {pairs}; the other devices get zeros", "4.5", body, (count, 1),
                                                        [[lit(name, a)] for a in arrays], expect, requires=[name], oracle=MODELS, tags=["devices"])


def gather_cases():
    for count in (2, 3, 4, 8):
        for name in ("f32", "s16", "pred", "c64"):
            for d, dims in ((0, (2, 3)), (1, (2, 3))):
                blocks = [numpy.array([(k + device) % 2 == 0 if name == "pred" else complex(k, device) if name == "c64" else k * 10 + device if name == "s16" else k + device / 8
                                       for k in range(6)], dtype=object).reshape(dims) for device in range(count)]
                joined = numpy.concatenate(blocks, axis=d)
                out = ",".join(map(str, joined.shape))
                body = [f"x = {name}[2,3] parameter(0)", f"ROOT r = {name}[{out}] all-gather(x), replica_groups={{}}, dimensions={{{d}}}"]
                yield "all-gather", device_case(f"all-gather.{name}.{count}-devices-dimension-{d}", f"all blocks of {count} devices along dimension {d}", "4.1", body, (count, 1),
                                                [[literal(name, list(b.ravel()), b.shape)] for b in blocks], literal(name, list(joined.ravel()), joined.shape), requires=[name],
                                                oracle="numpy.concatenate", tags=["devices"])
        for name in ("f32", "s32"):
            n = 2 * count
            arrays = [values_of(name, d, n) for d in range(count)]
            pieces = numpy.split(total(name, arrays), count)
            body = [f"x = {name}[{n}] parameter(0)", f"ROOT r = {name}[2] reduce-scatter(x), replica_groups={{}}, dimensions={{0}}, to_apply=f"]
            yield "reduce-scatter", device_case(f"reduce-scatter.{name}.{count}-devices", f"each of {count} devices keeps a part of the sum", "4.3", body, (count, 1),
                                                [[lit(name, a)] for a in arrays], [lit(name, p) for p in pieces], helpers=combiner("add", name), requires=[name], oracle=MODELS, tags=["devices"])
            traded = [numpy.concatenate([numpy.split(a, count)[d] for a in arrays]) for d in range(count)]
            body = [f"x = {name}[{n}] parameter(0)", f"ROOT r = {name}[{n}] all-to-all(x), replica_groups={{}}, dimensions={{0}}"]
            yield "all-to-all", device_case(f"all-to-all.{name}.{count}-devices", f"each of {count} devices gets a block of every other", "4.4", body, (count, 1),
                                            [[lit(name, a)] for a in arrays], [lit(name, t) for t in traded], requires=[name], oracle=MODELS, tags=["devices"])


def main():
    write_groups((all_reduce_cases, long_cases, reducer_cases, permute_cases, gather_cases), NAME)


main()
