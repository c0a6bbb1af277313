"""Computations of random modules for several devices: each instruction is written as text, with a function that evaluates it with numpy
on all devices at once."""
import math
from collections import namedtuple

import numpy

from arrays import shape as array
from formats import INTEGERS

TOPOLOGIES = ((2, 1), (1, 2), (2, 1), (3, 1), (1, 3), (2, 2), (2, 2), (4, 1), (1, 4), (3, 2), (2, 3), (6, 1), (1, 6), (4, 2), (2, 4), (8, 1), (1, 8), (1, 1))
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 127, 128, 129, 257, 512, 1024, 1025, 2048, 4095, 4096, 4097, 8193)
TYPES = ("s32", "s32", "f32", "f32", "s64", "s8", "u8", "s16", "u16", "u32", "bf16", "f16", "f64", "pred", "c64", "s4", "u4")
LARGEST = {"bf16": 1 << 8, "f16": 1 << 11, "f32": 1 << 24, "c64": 1 << 24, "f64": 1 << 53}  # all integers up to these are exact
FUNCTIONS = {"add": lambda a, b: a + b, "multiply": lambda a, b: a * b, "maximum": numpy.maximum, "minimum": numpy.minimum,
             "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}

# What the instructions of a computation see: values by label and device, the devices that run it, its arguments, the iteration of its loop.
Frame = namedtuple("Frame", "values active arguments iteration")


class Value(namedtuple("Value", "label name dims")):
    """An array: the label of its instruction, its element type, and its dimensions."""
    @property
    def shape(self):
        return self.name, self.dims


class Inexact(Exception):
    """The element type cannot represent a value exactly."""


def to_type(name, a):
    """Converts to an element type: integers wrap around."""
    if name == "pred":
        return numpy.asarray(a, dtype=bool)
    if name in INTEGERS:
        signed, bits = INTEGERS[name]
        a, mask, half = numpy.asarray(a, dtype=numpy.int64), (1 << bits) - 1, 1 << (bits - 1) if signed else 0
        return a if bits == 64 else ((a + half) & mask) - half
    if numpy.size(a) and numpy.abs(a).max() > LARGEST[name]:
        raise Inexact(name)
    return numpy.asarray(a, dtype=complex if name == "c64" else float)


def zeros(name, dims):
    return to_type(name, numpy.zeros(dims, dtype=int))


def result_shape(shapes, is_tuple):
    """The text of a result with these arrays."""
    texts = [array(*shape) for shape in shapes]
    return f"({', '.join(texts)})" if is_tuple else texts[0]


class Module:
    """A random module. `actions`: returns the actions that may extend a block next, each repeated by its weight."""

    def __init__(self, draw, has_transfers, actions):
        self.draw, self.rng, self.chance, self.has_transfers, self.actions = draw, draw.rng, draw.chance, has_transfers, actions
        self.topology = self.rng.choice(TOPOLOGIES[2:] if has_transfers else TOPOLOGIES)
        self.device_count = math.prod(self.topology)
        self.is_plain = not has_transfers and self.chance(0.35)  # without start ops and variadic collectives, as in StableHLO
        self.depends_on_order = False  # whether the order in which a combiner is applied matters
        self.callees, self.computation_count = [], 0
        self.has_feeds = has_transfers and self.chance(0.3)  # then without async computations: the order of their feeds is not defined
        self.infeed, self.outfeed = ([[] for _ in range(self.device_count)] for _ in range(2))  # the literals of each device
        self.constrain_layout = ", constrain_layout=true" if self.chance(0.1) else ""
        self.most = 1 << (17 if self.chance(0.1) else 13)  # elements of an array

    def dims(self, rank=None):
        rank = self.rng.choice((0, 1, 1, 1, 2, 2, 3)) if rank is None else rank
        sizes = [n for n in SIZES if n < 140] if self.chance(0.7) else SIZES
        dims = self.draw.dims(rank, self.most // self.rng.choice((2, 16, 64)), sizes)
        if dims and self.chance(0.02):
            dims[self.rng.randrange(rank)] = 0
        return tuple(dims)

    def new_name(self, kind):
        self.computation_count += 1
        return f"{kind}{self.computation_count}"

    def helper(self, name, lines):
        """Adds a computation."""
        self.draw.helpers += [f"{name} {{", *("  " + line for line in lines), "}"]


class Block:
    """A computation. `classes`: disjoint sets of devices that run it. The devices of a set run exactly the same instructions, so only they
    can communicate with each other."""

    def __init__(self, module, classes, depth, is_body=False):
        self.module, self.classes, self.depth, self.is_body = module, classes, depth, is_body
        self.rng, self.chance = module.rng, module.chance
        self.lines, self.steps, self.scalars = [], [], {}
        self.pool = []  # the values that instructions draw as operands
        self.pending = []  # functions that write the done op of a start op
        self.last_ordered, self.token, self.root = None, None, None

    # Instructions.
    def line(self, shape, call, evaluate=None):
        """Adds an instruction. `evaluate`: from a frame to the values by device; None if no evaluation reads them."""
        self.module.draw.count += 1
        label = f"v{self.module.draw.count}"
        self.lines.append(f"{label} = {shape} {call}")
        if evaluate:
            self.steps.append((label, evaluate))
        return label

    def on_each(self, shape, call, operands, compute):
        """Adds an instruction that each device evaluates from its own operands."""
        return self.line(shape, call, lambda frame: {d: compute(*(frame.values[o][d] for o in operands)) for d in frame.active})

    def add(self, name, dims, op, operands, compute, attributes="", layout=""):
        """Like on_each, with an array as the result."""
        label = self.on_each(array(name, dims) + layout, f"{op}({', '.join(operands)}){attributes}", operands, lambda *a: to_type(name, compute(*a)))
        return Value(label, name, tuple(dims))

    def scalar(self, name, value):
        """A constant, once in the block."""
        if (name, value) not in self.scalars:
            call = f"constant({f'({value}, 0)' if name == 'c64' else value})"
            self.scalars[name, value] = self.line(f"{name}[]", call, lambda frame: dict.fromkeys(frame.active, to_type(name, value)))
        return self.scalars[name, value]

    def filled(self, name, dims, value):
        return self.add(name, dims, "broadcast", [self.scalar(name, value)], lambda a: numpy.full(dims, a), ", dimensions={}").label

    def device_id(self):
        """The flattened id of the device, an s32."""
        flat = self.line("u32[]", f"multiply({self.line('u32[]', 'replica-id()')}, {self.scalar('u32', self.module.topology[1])})")
        flat = self.line("u32[]", f"add({flat}, {self.line('u32[]', 'partition-id()')})")
        return self.line("s32[]", f"convert({flat})", lambda frame: {d: numpy.array(d) for d in frame.active})

    def ordered(self, shape, call, evaluate):
        """Adds an instruction that may transfer values, itself or in a computation that it calls, after the earlier ones: their order
        determines which send matches which recv."""
        earlier = f", control-predecessors={{{self.last_ordered}}}" if self.last_ordered and self.module.has_transfers else ""
        self.last_ordered = self.line(shape, call + earlier, evaluate)
        return self.last_ordered

    def parameter(self, number, shape):
        return self.line(shape, f"parameter({number})", lambda frame: frame.arguments[number])

    def parts(self, label, shapes, is_tuple):
        """The arrays of a result."""
        if not is_tuple:
            return [Value(label, *shapes[0])]
        elements = (self.on_each(array(*shape), f"get-tuple-element({label}), index={k}", [label], lambda t, k=k: t[k]) for k, shape in enumerate(shapes))
        return [Value(element, *shape) for element, shape in zip(elements, shapes)]

    def tuple(self, labels, texts):
        """`texts`: the shapes of the elements."""
        return self.on_each(f"({', '.join(texts)})", f"tuple({', '.join(labels)})", labels, lambda *a: a)

    def pack(self, values, is_tuple):
        """The label of a tuple of the values, or of the only value."""
        return self.tuple([v.label for v in values], [array(*v.shape) for v in values]) if is_tuple else values[0].label

    def clamped(self, value, most=9):
        """The value with small numbers and without negative zeros; complex numbers are not clamped."""
        name, dims = value.shape
        if name == "pred":
            return value
        if name not in INTEGERS:
            value = self.add(name, dims, "add", [value.label, self.filled(name, dims, 0)], lambda a, b: a + b)
        if name == "c64":
            return value
        high = min(most, 7) if name == "s4" else most
        low, high = self.filled(name, dims, 0 if name[0] == "u" else -high), self.filled(name, dims, high)
        return self.add(name, dims, "clamp", [low, value.label, high], lambda a, x, b: numpy.minimum(numpy.maximum(a, x), b))

    # The pool.
    def keep(self, value):
        self.pool.append(value)
        return value

    def keep_parts(self, label, shapes, is_tuple):
        for value in self.parts(label, shapes, is_tuple):
            self.keep(value)

    def pick(self, test=lambda value: True):
        """A value that passes the test, usually a recent one, or None."""
        found = [value for value in self.pool if test(value)]
        return self.rng.choice(found[-5:] if self.chance(0.7) else found) if found else None

    def pick_like(self, name, dims):
        return self.pick(lambda value: value.shape == (name, tuple(dims)))

    # The whole computation.
    def fill(self, count):
        """Performs `count` random actions."""
        for _ in range(count):
            self.rng.choice(self.module.actions(self))(self)
            self.finish_starts()

    def finish_starts(self, finish_all=False):
        """Writes the done ops of some pending start ops, in any order."""
        self.rng.shuffle(self.pending)
        while self.pending and (finish_all or self.chance(0.4)):
            self.pending.pop()()

    def allows(self, groups):
        """Whether the devices of each group are of one class, or of none."""
        class_of = {d: k for k, devices in enumerate(self.classes) for d in devices}
        return all(len({class_of.get(d) for d in group}) <= 1 for group in groups)

    def write(self, kind, root):
        """Writes the computation into the module and returns its name."""
        self.root = root
        name = self.module.new_name(kind)
        self.module.helper(name, ["ROOT " + line if line.startswith(root + " = ") else line for line in self.lines])
        return name

    def run(self, active, arguments, iteration=None):
        """The values of the root by device."""
        frame = Frame({}, frozenset(active), arguments, iteration)
        for label, evaluate in self.steps:
            frame.values[label] = evaluate(frame)
        return {d: frame.values[self.root][d] for d in active}


# ---- random operands ----
def numbers(block, name, dims):
    """Small integers that differ between devices."""
    n, modulus = math.prod(dims), block.rng.choice((2, 5, 7))
    stride, start, shift = block.rng.choice((1, 1, 3, 5)), block.rng.randrange(modulus), 0 if name[0] in "up" else modulus // 2
    flat = f"s32[{n}]"

    def spread(scalar):
        return block.line(flat, f"broadcast({scalar}), dimensions={{}}")
    offset = block.line("s32[]", f"multiply({block.device_id()}, {block.scalar('s32', stride)})")
    i = block.line(flat, f"add({block.line(flat, 'iota(), iota_dimension=0')}, {spread(offset)})")
    for op, value in (("add", start), ("remainder", modulus), ("subtract", shift)):
        i = block.line(flat, f"{op}({i}, {spread(block.scalar('s32', value))})")
    i = i if len(dims) == 1 else block.line(array("s32", dims), f"reshape({i})")
    call = f"convert({i})"
    if name == "c64":
        part = block.line(array("f32", dims), call)
        call = f"complex({part}, {block.line(array('f32', dims), f'abs({part})')})"

    def values(d):
        made = ((numpy.arange(n) + d * stride + start) % modulus - shift).reshape(dims)
        return to_type(name, made + 1j * numpy.abs(made) if name == "c64" else made)
    return block.keep(Value(block.line(array(name, dims), call, lambda frame: {d: values(d) for d in frame.active}), name, tuple(dims)))


def draw_operands(block, most, same_type=False, rank=0):
    """One to three values with at most `most` elements and at least `rank` dimensions."""
    def fits(value):
        return math.prod(value.dims) <= most and len(value.dims) >= rank
    first = block.pick(fits) or numbers(block, block.rng.choice(TYPES), block.module.dims(1)[:1] if most > block.module.most // 8 else (2,))
    if not fits(first):
        first = numbers(block, first.name, (3,) * max(rank, 1))
    count = 1 if block.module.is_plain or block.chance(0.75) else block.rng.randint(2, 3)
    others = [block.pick(lambda value: fits(value) and (not same_type or value.name == first.name)) or first for _ in range(count - 1)]
    return [first, *others]


def draw_id_op(block):
    """(replica-id or partition-id, the function from a device to its value)"""
    partitions = block.module.topology[1]
    return block.rng.choice((("replica-id", lambda d: d // partitions), ("partition-id", lambda d: d % partitions)))
