"""Random programs on several devices: collectives in all modes and groups and transfers, synchronous and asynchronous, in loops, branches,
and calls. Oracle: numpy on all devices at once. Values are small integers, which every order of reduction combines exactly."""
import functools
import math

import numpy

from arrays import shape as array
from device_blocks import TYPES, Block, Inexact, Module, Value, numbers, to_type
from device_calls import async_call, call, conditional, loop, shared_channel
from device_collectives import collective
from device_ops import add_device_id, async_copy, conversion, elementwise, id_in_computation, movement, scalar_loop, shard
from device_transfers import feed, pipelined_transfer, transfer
from devices import device_case
from formats import literal
from sizes_of_lines import SUM, weigh

ORACLE = "numpy on all devices at once, from the collectives reference"


def actions(block):
    """The actions that may extend a block, each repeated by its weight."""
    module, is_deep = block.module, block.depth > 2
    kinds = [collective] * 6 + [elementwise, add_device_id, movement, movement, conversion, shard, block.rng.choice((id_in_computation, scalar_loop))]
    kinds += [] if is_deep else [loop, conditional, call]
    kinds += [shared_channel] if block.chance(0.5) else []
    kinds += [] if module.is_plain or module.has_feeds or is_deep else [async_call]
    kinds += [] if module.is_plain else [async_copy]
    kinds += [feed] * 3 if module.has_feeds else []
    kinds += [transfer] * 6 + [pipelined_transfer] * (block.depth < 2) if module.has_transfers else []
    return kinds


def draw_arguments(block):
    """Arguments, which differ between devices: (values by parameter and device, literals by device)."""
    values, literals = [], [[] for _ in range(block.module.device_count)]
    for number in range(block.rng.choice((0, 0, 1, 2))):
        name, n = block.rng.choice(TYPES), block.rng.choice((1, 2, 3, 4, 8, 17))
        value = Value(block.parameter(number, array(name, (n,))), name, (n,))
        rows = [to_type(name, numpy.array([block.rng.randint(0, 5) for _ in range(n)])) for _ in literals]
        for of_device, row in zip(literals, rows):
            of_device.append(literal(name, row.tolist()))
        values.append(dict(enumerate(rows)))
        block.keep(value)
    return values, literals if values else []


def weighted_sum(name, a):
    """What the lines of `weigh` compute."""
    a = numpy.asarray(a).ravel()
    return int(numpy.sum(a.real.astype(numpy.int64) * (numpy.arange(a.size) % 251 + 1)))


def draw_results(block):
    """Adds results, small arrays or weighted sums, to the program: [(label of a value, the function from the value to the literal)]."""
    draw, made = block.module.draw, []
    for value in dict.fromkeys([*block.pool[-4:], block.pick(), block.pick()]):
        label, name, dims = value
        if math.prod(dims) <= 40 and block.chance(0.5):
            draw.results_made.append((array(name, dims), label))
            made.append((label, lambda a, name=name: literal(name, a.ravel().tolist(), a.shape)))
        elif name == "c64":
            for part in ("real", "imag"):
                weigh(draw, draw.results_made, "f32", dims, draw.add(array("f32", dims), f"{part}({label})"))
                made.append((label, lambda a, part=part: literal("s64", [weighted_sum("f32", getattr(a, part))], ())))
        else:
            weigh(draw, draw.results_made, name, dims, label)
            made.append((label, lambda a, name=name: literal("s64", [weighted_sum(name, a)], ())))
    return made


def draw_case(draw, identity, why, has_transfers):
    module = Module(draw, has_transfers, actions)
    devices = range(module.device_count)
    block = Block(module, [frozenset(devices)], 0)
    arguments, literals = draw_arguments(block)
    for _ in range(draw.rng.randint(1, 3)):
        numbers(block, draw.rng.choice(TYPES), module.dims())
    block.fill(draw.rng.randint(2, 8))
    block.finish_starts(finish_all=True)
    draw.lines = block.lines
    results = draw_results(block)
    block.root = block.tuple([label for label, _ in results], [])
    draw.lines.pop()
    values = block.run(devices, arguments)
    expected = [{"tuple": [f(a) for (_, f), a in zip(results, values[d])]} for d in devices]
    draw.lines.append(f"ROOT r = ({', '.join(s for s, _ in draw.results_made)}) tuple({', '.join(label for _, label in draw.results_made)})")
    queues = {key: queue if any(queue) else None for key, queue in (("infeed", module.infeed), ("outfeed", module.outfeed))}
    level = "impl-defined" if module.depends_on_order else "core"
    case = device_case(identity, why, "4", draw.lines, module.topology, literals, expected, helpers=[*draw.helpers, *SUM], header=draw.chance(0.7),
                       oracle=ORACLE, tags=["large"], level=level, **queues)
    case["hlo"][0] += ", is_scheduled=true" if draw.chance(0.1) else ""
    return case


def exact_case(has_transfers, draws, identity, why):
    """The first case without rounding; `draws(k)` makes the generator of the k-th attempt."""
    for attempt in range(100):
        try:
            return draw_case(draws(attempt), identity, why, has_transfers)
        except Inexact:
            continue
    raise AssertionError("every attempt rounds")


FAMILIES = {"collective": functools.partial(exact_case, False), "transfer": functools.partial(exact_case, True)}
