"""Random collectives, synchronous or with start and done ops, and their models with numpy."""
import math
from collections import namedtuple

import numpy

from arrays import shape as array
from device_blocks import draw_operands, numbers, result_shape, zeros
from device_groups import braces, connected, draw_combiner, draw_groups, draw_pairs
from formats import INTEGERS

WITH_START = ("all-gather", "all-reduce", "collective-permute")  # the start ops of the others are short forms of async-start
UNKNOWN_TO_STABLEHLO = ("collective-reduce", "ragged-all-to-all")

# A collective: the labels of its operands, (type, dims) of its results, its attributes, its groups of devices, and a function from a group
# and the list of each member's operands to the list of each member's results.
Exchange = namedtuple("Exchange", "operands results is_tuple attributes groups compute")


def exchange_of(values, results, attributes, groups, compute):
    """The exchange with one result for each value."""
    return Exchange([v.label for v in values], results, len(values) > 1, attributes, groups, compute)


def make_divisible(block, value, axis, size):
    """Slices or extends a value so that `size` divides its dimension `axis`."""
    name, dims, n = value.name, value.dims, value.dims[axis]
    if n % size == 0:
        return value
    if n > size:
        out = (*dims[:axis], n - n % size, *dims[axis + 1:])
        ranges = ", ".join(f"[0:{k}]" for k in out)
        return block.add(name, out, "slice", [value.label], lambda a: numpy.take(a, range(out[axis]), axis), f", slice={{{ranges}}}")
    other = block.add(name, dims, "reverse", [value.label], lambda a: numpy.flip(a, axis), f", dimensions={{{axis}}}")
    out = (*dims[:axis], n * size, *dims[axis + 1:])
    labels = [(value, other)[k % 2].label for k in range(size)]
    return block.add(name, out, "concatenate", labels, lambda *a: numpy.concatenate(a, axis), f", dimensions={{{axis}}}")


def limit_factors(block, values, op):
    """Operands whose product over the devices is exact."""
    return [block.clamped(v, 2) if op == "multiply" and v.name not in INTEGERS and v.name != "c64" else v for v in values]


# ---- the exchange of each op ----
def all_gather(block, op):
    attributes, groups = draw_groups(block, op)
    size = len(groups[0])
    values = draw_operands(block, block.module.most // size, rank=1)
    axis = block.rng.randrange(min(len(value.dims) for value in values))
    results = [(v.name, (*v.dims[:axis], v.dims[axis] * size, *v.dims[axis + 1:])) for v in values]

    def compute(_, rows):
        return [[numpy.concatenate([row[k] for row in rows], axis) for k in range(len(values))]] * len(rows)
    return exchange_of(values, results, f"{attributes}, dimensions={{{axis}}}", groups, compute)


def reduce(block, op):
    """all-reduce or collective-reduce"""
    attributes, groups = draw_groups(block, op)
    values = draw_operands(block, block.module.most, same_type=True)
    values = values[:1] if op == "collective-reduce" else values
    combiner, fold, function = draw_combiner(block, values[0].name)
    values = limit_factors(block, values, function)
    results = [v.shape for v in values]

    def compute(_, rows):
        total = [fold([row[k] for row in rows]) for k in range(len(values))]
        return [total] * len(rows) if op == "all-reduce" else [total] + [[zeros(*shape) for shape in results]] * (len(rows) - 1)
    constrain_layout = block.module.constrain_layout if op == "all-reduce" else ""
    return exchange_of(values, results, f"{attributes}{constrain_layout}, to_apply={combiner}", groups, compute)


def reduce_scatter(block, op):
    attributes, groups = draw_groups(block, op)
    size = len(groups[0])
    values = draw_operands(block, block.module.most, same_type=True, rank=1)
    combiner, fold, function = draw_combiner(block, values[0].name)
    axis = block.rng.randrange(min(len(value.dims) for value in values))
    values = limit_factors(block, [make_divisible(block, value, axis, size) for value in values], function)
    results = [(v.name, (*v.dims[:axis], v.dims[axis] // size, *v.dims[axis + 1:])) for v in values]

    def compute(_, rows):
        blocks = [numpy.split(fold([row[k] for row in rows]), size, axis) for k in range(len(values))]
        return [[parts[j] for parts in blocks] for j in range(size)]
    return exchange_of(values, results, f"{attributes}, dimensions={{{axis}}}, to_apply={combiner}", groups, compute)


def all_to_all(block, op):
    attributes, groups = draw_groups(block, op)
    size = len(groups[0])
    if block.module.is_plain or block.chance(0.5):
        value = draw_operands(block, block.module.most, rank=1)[0]
        axis = block.rng.randrange(len(value.dims))
        value = make_divisible(block, value, axis, size)

        def compute(_, rows):
            blocks = [numpy.split(row[0], size, axis) for row in rows]
            return [[numpy.concatenate([b[j] for b in blocks], axis)] for j in range(size)]
        return exchange_of([value], [value.shape], f"{attributes}, dimensions={{{axis}}}", groups, compute)
    first = draw_operands(block, block.module.most)[0]
    labels = [block.pick_like(*first.shape).label for _ in range(size)]
    return Exchange(labels, [first.shape] * size, True, attributes, groups, lambda _, rows: [[row[j] for row in rows] for j in range(size)])


def collective_broadcast(block, op):
    attributes, groups = draw_groups(block, op)
    values = draw_operands(block, block.module.most)
    return exchange_of(values, [v.shape for v in values], attributes, groups, lambda _, rows: [rows[0]] * len(rows))


def collective_permute(block, _):
    pairs, of_partitions, devices = draw_pairs(block)
    values = draw_operands(block, block.module.most)
    results = [v.shape for v in values]
    source = {t: s for s, t in devices}

    def compute(group, rows):
        return [rows[group.index(source[d])] if d in source else [zeros(*shape) for shape in results] for d in group]
    channel = f", channel_id={block.rng.randint(1, 4)}" if of_partitions else ""
    return exchange_of(values, results, f", source_target_pairs={braces(pairs)}{channel}", connected(devices), compute)


def ragged_offsets(rng, size, pieces, rows_in, rows_out):
    """Input offsets, send sizes, output offsets, and receive sizes, each by member of the group, peer, and piece."""
    made = numpy.zeros((4, size, size, pieces), dtype=int)
    for receiver in range(size):
        left = rows_out
        order = [(sender, q) for sender in range(size) for q in range(pieces)]
        rng.shuffle(order)
        offset = 0
        for sender, q in order:
            rows = min(rng.choice((0, 1, 1, 2, 3, rows_out)), rows_in, left)
            gap = rng.randint(0, min(2, left - rows))
            offset, left = offset + gap, left - gap - rows
            made[:3, sender, receiver, q] = rng.randint(0, rows_in - rows), rows, offset
            made[3, receiver, sender, q] = rows
            offset += rows
    return made


def ragged_all_to_all(block, op):
    attributes, groups = draw_groups(block, op)
    size, rng = len(groups[0]), block.rng
    source = draw_operands(block, block.module.most, rank=1)[0]
    target, most = source, block.module.most // max(1, math.prod(source.dims[1:]))
    if block.chance(0.5):
        target = numbers(block, source.name, (rng.randint(1, min(12, most)), *source.dims[1:]))
    pieces, index = rng.choice((0, 0, 1, 2)), rng.choice(("s32", "s32", "s64", "u8", "u32"))
    shape = (size, pieces) if pieces else (size,)
    table = numpy.zeros((block.module.device_count, 4, *shape), dtype=int)
    for group in groups:
        made = ragged_offsets(rng, size, max(pieces, 1), min(source.dims[0], 255), min(target.dims[0], 255))  # 255: the largest u8
        for k, device in enumerate(group):
            table[device] = made[:, k].reshape((4, *shape))
    # A constant has one row per device, from which each device takes its own.
    n = math.prod(shape)
    rows = str(table.reshape(-1, 4 * n).tolist()).replace("[", "{").replace("]", "}")
    rows = block.line(f"{index}[{block.module.device_count},{4 * n}]", f"constant({rows})")
    row = block.line(f"{index}[1,{4 * n}]", f"dynamic-slice({rows}, {block.device_id()}, {block.scalar('s32', 0)}), dynamic_slice_sizes={{1,{4 * n}}}")
    labels = []
    for k in range(4):
        part = block.line(f"{index}[1,{n}]", f"slice({row}), slice={{[0:1], [{k * n}:{k * n + n}]}}")
        labels.append(block.line(array(index, shape), f"reshape({part})", lambda frame, k=k: {d: table[d][k] for d in frame.active}))

    def compute(_, members):
        out = [operands[1].copy() for operands in members]
        for values, _, starts, sizes, places, _ in members:
            for j in range(size):
                for start, count, place in zip(numpy.ravel(starts[j]), numpy.ravel(sizes[j]), numpy.ravel(places[j])):
                    out[j][place:place + count] = values[start:start + count]
        return [[a] for a in out]
    return Exchange([source.label, target.label, *labels], [target.shape], False, attributes, groups, compute)


EXCHANGES = {"all-gather": all_gather, "all-reduce": reduce, "reduce-scatter": reduce_scatter, "all-to-all": all_to_all,
             "collective-permute": collective_permute, "collective-broadcast": collective_broadcast, "collective-reduce": reduce,
             "ragged-all-to-all": ragged_all_to_all}
WEIGHTED = (*EXCHANGES, "all-gather", "all-reduce", "all-reduce", "reduce-scatter", "all-to-all", "collective-permute")


# ---- instructions ----
def communicate(exchange, frame):
    """The results by device; devices that are in no group get zeros."""
    results = {}
    for group in exchange.groups:
        if not frame.active.intersection(group):
            continue
        assert frame.active.issuperset(group), "the devices of a group run the same instructions"
        of_members = exchange.compute(group, [[frame.values[label][d] for label in exchange.operands] for d in group])
        results.update(zip(group, of_members))
    for d in frame.active:
        parts = results.get(d) or [zeros(*shape) for shape in exchange.results]
        results[d] = tuple(parts) if exchange.is_tuple else parts[0]
    return results


def shape_of(block, label):
    """The shape in the text of an instruction, without a layout."""
    line = next(line for line in block.lines if line.startswith(label + " = "))
    return line[len(label) + 3:].split(" ")[0].split("{")[0]


def keep_results(block, exchange, label):
    """Keeps the arrays of a result; clamps those of a reduction, so that later ones are exact, too."""
    for value in block.parts(label, exchange.results, exchange.is_tuple):
        block.keep(block.clamped(value) if value.name not in INTEGERS and "to_apply" in exchange.attributes else value)


def collective(block):
    op = block.rng.choice([op for op in WEIGHTED if op not in UNKNOWN_TO_STABLEHLO] if block.module.is_plain else WEIGHTED)
    exchange = EXCHANGES[op](block, op)
    result = result_shape(exchange.results, exchange.is_tuple)
    operands, attributes = ", ".join(exchange.operands), exchange.attributes
    if block.module.is_plain or block.chance(0.5):
        keep_results(block, exchange, block.line(result, f"{op}({operands}){attributes}", lambda frame: communicate(exchange, frame)))
        return
    given, contexts = ", ".join(shape_of(block, label) for label in exchange.operands), block.rng.choice(("", "", ", u32[]", ", u32[], u32[]"))
    if op == "all-reduce":
        start_shape = result
    elif op in WITH_START:
        given = f"({given})" if len(exchange.operands) > 1 else given
        start_shape = f"({given}, {result}{contexts if op == 'collective-permute' else ''})"
    else:
        start_shape = f"(({given}), {result}{contexts})"
    start = block.line(start_shape, f"{op}-start({operands}){attributes}", lambda frame: communicate(exchange, frame))
    if op not in WITH_START and block.chance(0.3):
        start = block.on_each(start_shape, f"{op}-update({start})", [start], lambda a: a)
    block.pending.append(lambda: keep_results(block, exchange, block.on_each(result, f"{op}-done({start})", [start], lambda a: a)))
