"""Models of the collectives with numpy, on the groups of devices.members, and sweeps over modes, groups, and element
types."""
import numpy

from arrays import TYPES, fill, lit, shape, zero_bits
from devices import MODE_TEXT, combiner, device_case, members
from formats import INTEGERS, literal, round_to, wrap

X4 = [[literal("f32", [10.0 * r, 10.0 * r + 1])] for r in range(4)]  # the running example of section 4
DIGITS = (1, 10, 100, 1000)
ADD = combiner("add", "f32")
ALL_MODES = [("4x1", (4, 1), "{}", "replica"), ("4x1-interleaved", (4, 1), "{{0,2},{1,3}}", "replica"),
             ("4x1-backwards", (4, 1), "{{2,0},{3,1}}", "replica"), ("2x2-by-partition", (2, 2), "{{1,0}}", "replica"),
             ("8x1-iota", (8, 1), "[2,4]<=[4,2]T(1,0)", "replica")]
GLOBAL_MODES = [*ALL_MODES, ("2x2-both", (2, 2), "{{1,0}}", "both"), ("2x2-pairs", (2, 2), "{{0},{1}}", "both"), ("3x2-both", (3, 2), "{}", "both"),
                ("2x2-flat", (2, 2), "{{0,3},{1,2}}", "flat"), ("4x2-flat-iota", (4, 2), "[4,2]<=[2,2,2]T(2,0,1)", "flat"),
                ("1x4-flat", (1, 4), "{{3,1},{0,2}}", "flat")]
PARTITION_MODES = [*ALL_MODES, ("2x2-partition", (2, 2), "{{1,0}}", "partition"), ("1x4-partition", (1, 4), "{{0,2},{3,1}}", "partition")]


def f32s(*rows):
    return [literal("f32", [float(v) for v in row]) for row in rows]


def f32(value):
    return literal("f32", [float(value)], ())


def tuple_of(*parts):
    return {"tuple": list(parts)}


def total(name, arrays):
    """The sum in group order, with each step rounded to the element type."""
    def add(a, b):
        if name == "pred":
            return bool(a or b)
        if name in INTEGERS:
            return wrap(name, a + b)
        return a + b if name[0] == "c" else round_to(name, a + b)
    out = list(arrays[0].ravel())
    for other in arrays[1:]:
        out = [add(a, b) for a, b in zip(out, other.ravel())]
    made = numpy.empty(len(out), dtype=object)
    made[:] = out
    return made.reshape(arrays[0].shape)


# ---- models: operands of the members in group order -> their results ----
def gather(name, arrays):
    return [numpy.concatenate(arrays, axis=0)] * len(arrays)


def reduce_all(name, arrays):
    return [total(name, arrays)] * len(arrays)


def scatter(name, arrays):
    return numpy.split(total(name, arrays), len(arrays), axis=0)


def exchange(name, arrays):
    blocks = [numpy.split(a, len(arrays), axis=0) for a in arrays]
    return [numpy.concatenate([b[j] for b in blocks], axis=0) for j in range(len(arrays))]


def broadcast(name, arrays):
    return [arrays[0]] * len(arrays)


def reduce_first(name, arrays):
    zero = zero_bits(name)
    return [total(name, arrays)] + [numpy.full(arrays[0].shape, zero, dtype=object)] * (len(arrays) - 1)


OPS = {  # op: model, further attributes, modes, oracle, whether it calls a combiner
    "all-gather": (gather, ", dimensions={0}", GLOBAL_MODES, "numpy.concatenate", False),
    "all-reduce": (reduce_all, ", to_apply=f", GLOBAL_MODES, "sums in Python, one rounding a step", True),
    "reduce-scatter": (scatter, ", dimensions={0}, to_apply=f", GLOBAL_MODES, "sums in Python and numpy.split", True),
    "all-to-all": (exchange, ", dimensions={0}", PARTITION_MODES, "numpy.split and numpy.concatenate", False),
    "collective-broadcast": (broadcast, "", PARTITION_MODES, "the first of each group", False),
    "collective-reduce": (reduce_first, ", to_apply=f", PARTITION_MODES, "sums in Python", True),
}


def call_lines(op, name, given, got, attributes, form, layout):
    """The op, or its start and done."""
    x, r = shape(name, given) + layout, shape(name, got)
    if form == "plain":
        return [f"x = {x} parameter(0)", f"ROOT r = {r} {op}(x){attributes}"]
    started = r if op == "all-reduce" else f"({x}, {r})"
    return [f"x = {x} parameter(0)", f"s = {started} {op}-start(x){attributes}", f"ROOT r = {r} {op}-done(s)"]


def modeled(identity, why, op, name, arrays, topology, groups, mode, form="plain", header=True, layout=""):
    compute, attributes, _, oracle, combines = OPS[op]
    results = [None] * len(arrays)
    for group in members(groups, mode, *topology):
        for device, value in zip(group, compute(name, [arrays[d] for d in group])):
            results[device] = value
    lines = call_lines(op, name, arrays[0].shape, results[0].shape, f", replica_groups={groups}{MODE_TEXT[mode]}{attributes}", form, layout)
    return device_case(identity, why, "4", lines, topology, [[lit(name, a)] for a in arrays], [lit(name, r) for r in results], oracle=oracle,
                       requires=[name], helpers=combiner("add", name) if combines else (), header=header)


def sweep(op, form="plain", suffix=""):
    file = op + suffix
    for label, topology, groups, mode in OPS[op][2]:
        rows = 2 * max(len(g) for g in members(groups, mode, *topology))
        arrays = [(100 * d + numpy.arange(rows * 2).reshape(rows, 2)).astype(object) for d in range(topology[0] * topology[1])]
        yield modeled(f"{file}.s32.modes-{label}", "the members of each group and their order", op, "s32", arrays, topology, groups, mode, form)
    for name in TYPES:
        arrays = []
        for d in range(2):
            made = numpy.empty(4, dtype=object)
            made[:] = fill(name, 4) if d == 0 else fill(name, 4)[::-1]
            arrays.append(made)
        yield modeled(f"{file}.{name}.two-devices", "every element type", op, name, arrays, (2, 1), "{{1,0}}", "replica", form, header=False)


def hand(file, identity, why, section, lines, args, expect, topology=(4, 1), **more):
    return device_case(f"{file}.{identity}", why, section, lines, topology, args, expect, **more)


def s32(value):
    return literal("s32", [value], ())


def pred(value):
    return literal("pred", [value], ())
