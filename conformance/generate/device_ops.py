"""Random ops that each device executes on its own, some with results that depend on the device."""
import math

import numpy

from arrays import shape as array
from device_blocks import FUNCTIONS, TYPES, Value, draw_id_op, numbers, to_type
from formats import INTEGERS
from sizes import text


# ---- arithmetic and conversions ----
def elementwise(block):
    value = block.pick()
    name, dims = value.shape
    other = block.pick_like(name, dims)
    ops = ("xor", "and", "or") if name == "pred" else ("add", "subtract")
    op = block.rng.choice((*ops, "maximum", "minimum") if name not in ("pred", "c64") else ops)
    f = {**FUNCTIONS, "subtract": lambda a, b: a - b}[op]
    made = block.add(name, dims, op, [value.label, other.label], f)
    block.keep(block.clamped(made) if op in ("add", "subtract") and name not in INTEGERS else made)


def add_device_id(block):
    value = block.pick(lambda value: value.name in INTEGERS or value.name in ("f32", "f64", "bf16", "f16"))
    if value:
        name, dims = value.shape
        number = block.line(f"{name}[]", f"convert({block.device_id()})", lambda frame: {d: to_type(name, d) for d in frame.active})
        wide = block.add(name, dims, "broadcast", [number], lambda a: numpy.full(dims, a), ", dimensions={}")
        made = block.add(name, dims, "add", [value.label, wide.label], lambda a, b: a + b)
        block.keep(made if name in INTEGERS else block.clamped(made))


def conversion(block):
    value, name = block.pick(), block.rng.choice(TYPES)
    if "c64" in (name, value.name):
        return
    value = block.clamped(value, 7)
    if name[0] == "u" and value.name not in ("pred", "u4", "u8", "u16", "u32"):
        value = block.add(value.name, value.dims, "maximum", [value.label, block.filled(value.name, value.dims, 0)], numpy.maximum)
    block.keep(block.add(name, value.dims, "convert", [value.label], lambda a: a))


# ---- ids inside computations ----
def id_in_computation(block):
    """A fusion, a map, or a reduction whose computation reads an id of the device."""
    value = block.pick(lambda value: value.name in INTEGERS and math.prod(value.dims))
    if not value:
        return
    name, dims = value.shape
    form, shape = block.rng.choice(("fusion", "map", "reduce")), array(name, dims)
    op, id_of = draw_id_op(block)
    inner_shape = shape if form == "fusion" else f"{name}[]"
    lines = [f"a = {inner_shape} parameter(0)", f"i = u32[] {op}()", f"n = {name}[] convert(i)"]
    label = block.module.new_name("inner")
    called = f"dimensions={{{text(range(len(dims)))}}}, to_apply={label}"
    if form == "reduce":
        lines += [f"b = {inner_shape} parameter(1)", f"c = {inner_shape} maximum(a, b)", f"ROOT r = {inner_shape} maximum(c, n)"]
        call, out = f"reduce({value.label}, {block.scalar(name, 1)}), {called}", ()
    elif form == "map":
        lines += [f"ROOT r = {inner_shape} subtract(a, n)"]
        call, out = f"map({value.label}), {called}", dims
    else:
        lines += [f"w = {inner_shape} broadcast(n), dimensions={{}}", f"ROOT r = {inner_shape} add(a, w)"]
        call, out = f"fusion({value.label}), kind=kLoop, calls={label}", dims
    block.module.helper(label, lines)

    def compute(a, n):
        return numpy.maximum(numpy.maximum(a.max(), 1), n) if form == "reduce" else a - n if form == "map" else a + n
    result = block.line(array(name, out), call,
                        lambda frame: {d: to_type(name, compute(frame.values[value.label][d], to_type(name, id_of(d)))) for d in frame.active})
    block.keep(Value(result, name, out))


def scalar_loop(block):
    """A loop over scalars, with a trip count that depends on the replica."""
    module, count = block.module, block.rng.randint(0, 40)
    factor, partitions = block.rng.choice((1, 3, -5)), module.topology[1]
    condition, body = module.new_name("condition"), module.new_name("body")
    state = "(s32[], s32[])"
    parts = [f"s = {state} parameter(0)", "i = s32[] get-tuple-element(s), index=0", "x = s32[] get-tuple-element(s), index=1"]
    module.helper(condition, [*parts, "r = u32[] replica-id()", "q = s32[] convert(r)", f"n = s32[] constant({count})", "m = s32[] add(n, q)",
                              "ROOT c = pred[] compare(i, m), direction=LT"])
    module.helper(body, [*parts, "p = u32[] partition-id()", "q = s32[] convert(p)", "one = s32[] constant(1)", "j = s32[] add(i, one)",
                         f"f = s32[] constant({factor})", "y = s32[] multiply(x, f)", "z = s32[] add(y, q)", "w = s32[] add(z, i)",
                         f"ROOT t = {state} tuple(j, w)"])
    first = block.device_id()
    start = block.line(state, f"tuple({block.scalar('s32', 0)}, {first})")
    end = block.line(state, f"while({start}), condition={condition}, body={body}")

    def last(d):
        x = d
        for i in range(count + d // partitions):
            x = x * factor + d % partitions + i
        return to_type("s32", numpy.array((x + (1 << 31)) % (1 << 32) - (1 << 31)))  # x may exceed 64 bits
    result = block.line("s32[]", f"get-tuple-element({end}), index=1", lambda frame: {d: last(d) for d in frame.active})
    block.keep(Value(result, "s32", ()))


# ---- movement ----
def async_copy(block):
    """A copy-start, with its copy-done at any later time."""
    value = block.pick()
    shape = array(*value.shape)
    start = block.on_each(f"({shape}, {shape}, u32[])", f"copy-start({value.label})", [value.label], lambda a: a)
    block.pending.append(lambda: block.keep(Value(block.on_each(shape, f"copy-done({start})", [start], lambda a: a), *value.shape)))


def shard(block):
    """The part of a value that belongs to the device."""
    value = block.pick(lambda value: value.dims and value.dims[0] >= 2)
    if value:
        name, dims = value.shape
        size = block.rng.randint(1, dims[0])
        number, zero = block.device_id(), block.scalar("s32", 0)
        start = block.line("s32[]", f"multiply({number}, {block.scalar('s32', size)})", lambda frame: {d: numpy.array(d * size) for d in frame.active})

        def compute(a, first):
            first = min(int(first), dims[0] - size)  # dynamic-slice clamps the start
            return a[first:first + size]
        out = (size, *dims[1:])
        starts = ", ".join([start] + [zero] * (len(dims) - 1))
        label = block.on_each(array(name, out), f"dynamic-slice({value.label}, {starts}), dynamic_slice_sizes={{{text(out)}}}", [value.label, start], compute)
        block.keep(Value(label, name, out))


def movement(block):
    value = block.pick(lambda value: value.dims)
    if not value:
        return
    (label, name, dims), rank, rng = value, len(value.dims), block.rng
    axis = rng.randrange(rank)
    op = rng.choice(("reverse", "transpose", "reshape", "slice", "update", "update", "copy", "broadcast"))
    if op == "reverse":
        made = block.add(name, dims, op, [label], lambda a: numpy.flip(a, axis), f", dimensions={{{axis}}}")
    elif op == "transpose":
        order = rng.sample(range(rank), rank)
        made = block.add(name, [dims[d] for d in order], op, [label], lambda a: a.transpose(order), f", dimensions={{{text(order)}}}")
    elif op == "reshape":
        out = (math.prod(dims),) if rank > 1 else (*dims, 1) if dims[0] % 2 else (2, dims[0] // 2)
        made = block.add(name, out, op, [label], lambda a: a.reshape(out))
    elif op == "slice" and dims[axis] > 1:
        start = rng.randrange(dims[axis] - 1)
        out = (*dims[:axis], dims[axis] - start, *dims[axis + 1:])
        ranges = ", ".join(f"[{start if d == axis else 0}:{n}]" for d, n in enumerate(dims))
        made = block.add(name, out, op, [label], lambda a: numpy.take(a, range(start, dims[axis]), axis), f", slice={{{ranges}}}")
    elif op == "update" and dims[axis]:
        out = (*dims[:axis], 1, *dims[axis + 1:])
        part = numbers(block, name, out)
        start = rng.randrange(dims[axis])
        starts = [block.scalar("s32", start if d == axis else 0) for d in range(rank)]

        def compute(a, b, *_):
            a = a.copy()
            a[(slice(None),) * axis + (slice(start, start + 1),)] = b
            return a
        made = block.add(name, dims, "dynamic-update-slice", [label, part.label, *starts], compute)
    elif op == "copy":
        layout = f"{{{text(rng.sample(range(rank), rank))}}}"
        made = block.add(name, dims, op, [label], lambda a: a, layout=layout)
    elif op == "broadcast" and math.prod(dims) * 3 <= block.module.most:
        made = block.add(name, (3, *dims), op, [label], lambda a: numpy.broadcast_to(a, (3, *dims)), f", dimensions={{{text(range(1, rank + 1))}}}")
    else:
        return
    block.keep(made)
