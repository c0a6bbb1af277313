"""Random sends and receives, infeeds and outfeeds."""
import numpy

from arrays import shape as array
from device_blocks import TYPES, Block, Value, draw_operands, numbers, result_shape, to_type, zeros
from device_groups import braces, draw_pairs
from formats import literal


# ---- sends and receives ----
def received(labels, shapes, pairs, ranges, frame):
    """The values that each device receives; `ranges`: None, or the first and last iteration in which each pair transfers data."""
    source, results = {t: (s, k) for k, (s, t) in enumerate(pairs)}, {}
    for d in frame.active:
        s, k = source.get(d, (None, None))
        transfers = s is not None and (ranges is None or ranges[k][0] <= frame.iteration <= ranges[k][1])
        results[d] = tuple(frame.values[label][s] if transfers else zeros(*shape) for label, shape in zip(labels, shapes))
    return results


def draw_channel(rng, of_partitions):
    return f", channel_id={rng.randint(11, 12)}" if of_partitions else rng.choice(("", ", channel_id=0"))


def transfer(block):
    """A send and a recv that start together; their done ops follow at any later time."""
    rng, topology = block.rng, block.module.topology
    pairs, of_partitions, devices = draw_pairs(block)
    values = draw_operands(block, block.module.most)
    labels, shapes, is_tuple = [v.label for v in values], [v.shape for v in values], len(values) > 1
    channel = draw_channel(rng, of_partitions)
    ranges = [(rng.randint(0, 2), rng.randint(0, 3)) for _ in pairs] if block.is_body and block.chance(0.4) else None
    device_ranges = None if ranges is None else ranges * topology[0 if of_partitions else 1]
    validation = "" if ranges is None else f',_xla_send_recv_validation="{braces(ranges)}"'
    attributes = f'{channel}, frontend_attributes={{_xla_send_recv_source_target_pairs="{braces(pairs)}"{validation}}}'
    data, x = result_shape(shapes, is_tuple), block.pack(values, is_tuple)
    token = block.token if block.token and block.chance(0.5) else block.line("token[]", "after-all()")
    start_shape = f"({data}, u32[], token[])"
    recv = block.ordered(start_shape, f"recv({token}){attributes}", lambda frame: received(labels, shapes, devices, device_ranges, frame))
    send = block.ordered(start_shape, f"send({x}, {token}){attributes}", None)

    def finish():
        def send_done():
            return block.line("token[]", f"send-done({send}){channel}")
        first = send_done() if block.chance(0.5) else None
        done = block.on_each(f"({data}, token[])", f"recv-done({recv}){channel}, control-predecessors={{{send}}}", [recv], lambda a: a if is_tuple else a[0])
        block.token = rng.choice((first or send_done(), block.line("token[]", f"get-tuple-element({done}), index=1")))
        result = block.on_each(data, f"get-tuple-element({done}), index=0", [done], lambda a: a)
        block.keep_parts(result, shapes, is_tuple)
    block.pending.append(finish)


def pipelined_transfer(block):
    """A loop in which each iteration finishes the transfer that the previous one started, and starts the next one."""
    rng = block.rng
    pairs, of_partitions, devices = draw_pairs(block)
    value = block.pick(lambda value: value.name != "pred") or numbers(block, "s32", (3,))
    shape, data, count = value.shape, array(*value.shape), rng.randint(0, 3)
    channel = draw_channel(rng, of_partitions)
    attributes = f'{channel}, frontend_attributes={{_xla_send_recv_source_target_pairs="{braces(pairs)}"}}'
    start_shape = f"({data}, u32[], token[])"
    state = ["s32[]", data, start_shape, start_shape]
    state_shape = f"({', '.join(state)})"

    def start(of, label):
        """The recv and the send of a value."""
        token = of.line("token[]", "after-all()")
        recv = of.ordered(start_shape, f"recv({token}){attributes}", lambda frame: received([label], [shape], devices, None, frame))
        return recv, of.ordered(start_shape, f"send({label}, {token}){attributes}", lambda frame: dict.fromkeys(frame.active, ()))

    def finish(of, recv, send):
        """The received value."""
        done = of.on_each(f"({data}, token[])", f"recv-done({recv}){channel}", [recv], lambda a: a[0])
        of.line("token[]", f"send-done({send}){channel}")
        return of.on_each(data, f"get-tuple-element({done}), index=0", [done], lambda a: a)

    def elements(of, label):
        return [of.on_each(part, f"get-tuple-element({label}), index={k}", [label], lambda t, k=k: t[k]) for k, part in enumerate(state)]
    condition = Block(block.module, block.classes, block.depth + 1)
    i = elements(condition, condition.parameter(0, state_shape))[0]
    test = condition.add("pred", (), "compare", [i, condition.scalar("s32", count)], lambda a, b: a < b, ", direction=LT")
    condition_name = condition.write("condition", test.label)
    body = Block(block.module, block.classes, block.depth + 1, is_body=True)
    i, kept, recv, send = elements(body, body.parameter(0, state_shape))
    result = body.keep(Value(finish(body, recv, send), *shape))
    body.keep(body.clamped(body.add(*shape, "add", [kept, result.label], lambda a, b: a + b)))
    body.fill(rng.randint(0, 2))
    body.finish_starts(finish_all=True)
    new = body.pick_like(*shape).label
    next_i = body.add("s32", (), "add", [i, body.scalar("s32", 1)], lambda a, b: a + b).label
    body_name = body.write("body", body.tuple([next_i, new, *start(body, result.label)], state))
    first = block.tuple([block.scalar("s32", 0), value.label, *start(block, value.label)], state)

    def evaluate(frame):
        now = dict(frame.values[first])
        for iteration in range(count):
            now = body.run(frame.active, [now], iteration)
        return now
    loop = block.ordered(state_shape, f"while({first}), condition={condition_name}, body={body_name}", evaluate)
    _, kept, recv, send = elements(block, loop)
    block.keep(Value(kept, *shape))
    block.keep(Value(finish(block, recv, send), *shape))


# ---- infeeds and outfeeds ----
def literal_of(shapes, is_tuple, value):
    parts = [literal(name, a.ravel().tolist(), dims) for (name, dims), a in zip(shapes, value if is_tuple else [value])]
    return {"tuple": parts} if is_tuple else parts[0]


def feed(block):
    """An infeed or an outfeed of an array or a tuple. Its evaluation appends to the queues of the case."""
    module, rng = block.module, block.rng
    token = block.line("token[]", "after-all()")
    if block.chance(0.5):
        values = draw_operands(block, 100)
        shapes, is_tuple = [v.shape for v in values], len(values) > 1
        x = block.pack(values, is_tuple)

        def outfeed(frame):
            for d in frame.active:
                module.outfeed[d].append(literal_of(shapes, is_tuple, frame.values[x][d]))
        block.ordered("token[]", f"outfeed({x}, {token}), outfeed_shape={result_shape(shapes, is_tuple)}", outfeed)
        return
    shapes = [(rng.choice(TYPES), (rng.choice((1, 2, 5, 17)),)) for _ in range(rng.choice((1, 1, 2)))]
    is_tuple = len(shapes) > 1
    data = result_shape(shapes, is_tuple)

    def infeed(frame):
        results = {}
        for d in frame.active:
            first = len(module.infeed[d]) * 2 + d
            parts = tuple(to_type(name, (numpy.arange(*dims) + first) % 5) for name, dims in shapes)
            results[d] = parts if is_tuple else parts[0]
            module.infeed[d].append(literal_of(shapes, is_tuple, results[d]))
        return results
    result = block.ordered(f"({data}, token[])", f"infeed({token})", infeed)
    block.keep_parts(block.on_each(data, f"get-tuple-element({result}), index=0", [result], lambda a: a), shapes, is_tuple)
