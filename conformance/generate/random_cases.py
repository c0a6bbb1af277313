"""Random cases of one op or a few, at sizes around those where engines change their algorithm: scripts/vectors random. Programs
compute small integers, whose sums and products are exact in any order, and return weighted sums of their results, in which each
element counts. Oracle: the numpy adapter."""
import math
import random

import random_devices
import random_layouts
from large import counted
from sizes import Program
from sizes_of_lines import SUM, weigh
from through_numpy import combiner, numpy_case

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129, 200, 255, 256, 257, 300, 511, 512, 513, 1000, 1024, 1025, 2049, 4097]
MOST = 1 << 17  # elements of an array
SUMMED = ("s32", "s64", "f32", "f64", "s8", "u8", "s16", "u32")
ORDERED = (*SUMMED, "bf16", "f16", "u16")


def text(numbers, separator=","):
    return separator.join(map(str, numbers))


def array(name, dims):
    return f"{name}[{text(dims)}]"


class Draw(Program):
    """A program whose parts are drawn by one generator of random numbers."""

    def __init__(self, rng):
        super().__init__()
        self.rng, self.results_made, self.helpers, self.inputs = rng, [], [], 0

    def chance(self, probability):
        return self.rng.random() < probability

    def dims(self, rank, most=MOST, sizes=SIZES):
        """Sizes whose product is at most `most`."""
        dims, left = [], most
        for _ in range(rank):
            dims.append(self.rng.choice([n for n in sizes if n <= max(left, 1)]))
            left //= dims[-1]
        self.rng.shuffle(dims)
        return dims

    def input(self, name, dims, modulus=5, shift=2):
        """Small integers, in any layout; from 0 for unsigned types."""
        self.inputs += 1
        label = f"x{self.inputs}"
        self.lines += counted(name, dims, modulus, 0 if name[0] == "u" else shift, label, self.rng.randrange(modulus))
        if len(dims) < 2 or self.chance(0.7):
            return label
        layout = self.rng.sample(range(len(dims)), len(dims))
        return self.add(f"{array(name, dims)}{{{text(layout)}}}", f"copy({label})")

    def scalar(self, name, value):
        return self.once(f"{name}[]", f"constant({value})")

    def combiner(self, name, op):
        """A helper that combines two scalars."""
        label = f"{op}-{name}"
        if not any(line.startswith(label + " ") for line in self.helpers):
            self.helpers += combiner(f"c = {name}[] {op}(a, b)", [name, name], label)
        return label

    def give(self, name, dims, y):
        weigh(self, self.results_made, name, dims, y)


# ---- windows ----
def windowed(size, window):
    """The number of places (ops reference 1.7)."""
    dilated = lambda n, k: (n - 1) * k + 1 if n else 0  # noqa: E731
    padded, span = window["low"] + dilated(size, window["base"]) + window["high"], dilated(window["size"], window["window"])
    return 0 if padded <= 0 or span > padded else (padded - span) // window["stride"] + 1


def draw_window(draw, size, longest=5, dilations=(1, 1, 2, 3), pads=(0, 0, 1, 2, 3, 5, -1, -2)):
    """A window along a dimension and its number of places, which is not 0."""
    choose = draw.rng.choice
    while True:
        length = draw.rng.randint(1, longest)
        window = {"size": length, "stride": choose((1, 1, 1, 2, 3, length)), "low": choose(pads), "high": choose(pads), "base": choose(dilations), "window": choose(dilations)}
        places = windowed(size, window)
        if 0 < places <= 2 * size + 8:
            return window, places


def window_text(windows, **more):
    fields = {"size": "size", "stride": "stride", "base": "lhs_dilate", "window": "rhs_dilate"}
    parts = [f"{word}={text((w[key] for w in windows), 'x')}" for key, word in fields.items()]
    parts.append("pad=" + "x".join(f"{w['low']}_{w['high']}" for w in windows))
    parts += [f"{word}={text(values, 'x')}" for word, values in more.items()]
    return f"window={{{' '.join(parts)}}}"


IDENTITY = {"size": 1, "stride": 1, "low": 0, "high": 0, "base": 1, "window": 1}


def reduce_window(draw):
    op = draw.rng.choice(("add", "maximum", "minimum"))
    name = draw.rng.choice(SUMMED if op == "add" else ORDERED)
    is_pooling = draw.chance(0.5)  # of an image with long rows
    dims = [*draw.dims(draw.rng.randint(1, 2), 33), draw.rng.choice((257, 300, 512, 1025))] if is_pooling else draw.dims(draw.rng.randint(1, 4), MOST // 4)
    windows, places, terms = [], [], 1
    for size in dims:
        if draw.chance(0.1 if is_pooling else 0.4) or terms > 60:
            window, out = IDENTITY, size
        elif draw.chance(0.1) and size <= 300:  # a running sum
            window, out = {**IDENTITY, "size": size, "low": size - 1}, size
        else:
            window, out = draw_window(draw, size, draw.rng.choice((2, 3, 5, 40, 70)))
        windows.append(window)
        places.append(out)
        terms *= window["size"]
    x = draw.input(name, dims)
    start = draw.scalar(name, draw.rng.choice((0, 1, 2)))
    y = draw.add(array(name, places), f"reduce-window({x}, {start}), {window_text(windows)}, to_apply={draw.combiner(name, op)}")
    draw.give(name, places, y)


def select_and_scatter(draw):
    name = draw.rng.choice(("s32", "f32", "f64", "s64"))
    dims = draw.dims(draw.rng.randint(1, 3), MOST // 16)
    windows, places = zip(*(draw_window(draw, size, 3, (1,), (0, 0, 1)) if draw.chance(0.7) else (IDENTITY, size) for size in dims))
    draw.helpers += combiner(f"c = pred[] compare(a, b), direction={draw.rng.choice(('GE', 'LE', 'GT', 'LT'))}", [name, name], "chooses")
    x, source, start = draw.input(name, dims, 11, 5), draw.input(name, places), draw.scalar(name, 1)
    y = draw.add(array(name, dims), f"select-and-scatter({x}, {source}, {start}), {window_text(windows)}, select=chooses, scatter={draw.combiner(name, 'add')}")
    draw.give(name, dims, y)


def labels_of(draw, letters):
    return "".join(draw.rng.sample(letters, len(letters)))


def convolution(draw):
    name = draw.rng.choice(("f32", "f32", "s32", "f64"))
    rank = draw.rng.randint(1, 3)
    spatial = draw.dims(rank, 2000, [n for n in SIZES if n < 200])
    windows, places = zip(*(draw_window(draw, size, 4) for size in spatial))
    groups = draw.rng.choice((1, 1, 1, 2, 3, 8, 17))
    by_batch = groups > 1 and draw.chance(0.3)
    per_group, out_per_group = draw.rng.choice((1, 1, 2, 3, 8, 16, 17)), draw.rng.choice((1, 1, 2, 5, 16, 33))
    batch = draw.rng.choice((1, 2, 3)) * (groups if by_batch else 1)
    inputs, outputs = per_group * (1 if by_batch else groups), out_per_group * groups
    numbers = [str(d) for d in range(rank)]
    sizes = {"lhs": {"b": batch, "f": inputs, **dict(zip(numbers, spatial))}, "rhs": {"i": per_group, "o": outputs, **dict(zip(numbers, (w["size"] for w in windows)))},
             "out": {"b": batch // groups if by_batch else batch, "f": outputs, **dict(zip(numbers, places))}}
    labels = {side: labels_of(draw, list(of)) for side, of in sizes.items()}
    shapes = {side: [sizes[side][letter] for letter in labels[side]] for side in sizes}
    if max(math.prod(shape) for shape in shapes.values()) > MOST:
        return convolution(draw)
    x, k = draw.input(name, shapes["lhs"], 3, 1), draw.input(name, shapes["rhs"], 3, 1)
    count = "" if groups == 1 else f", {'batch' if by_batch else 'feature'}_group_count={groups}"
    reversal = {"rhs_reversal": [draw.rng.randint(0, 1) for _ in windows]} if draw.chance(0.3) else {}
    y = draw.add(array(name, shapes["out"]), f"convolution({x}, {k}), {window_text(windows, **reversal)}, dim_labels={labels['lhs']}_{labels['rhs']}->{labels['out']}{count}")
    draw.give(name, shapes["out"], y)


# ---- sums and products ----
def reduce(draw):
    op = draw.rng.choice(("add", "maximum", "minimum"))
    name = draw.rng.choice(SUMMED if op == "add" else ORDERED)
    dims = draw.dims(draw.rng.randint(1, 5))
    axes = draw.rng.sample(range(len(dims)), draw.rng.randint(1, len(dims)))
    out = [n for d, n in enumerate(dims) if d not in axes]
    x, start = draw.input(name, dims), draw.scalar(name, draw.rng.choice((0, 1)))
    if draw.chance(0.3):
        x = draw.add(array(name, dims), f"multiply({x}, {x})")
    y = draw.add(array(name, out), f"reduce({x}, {start}), dimensions={{{text(axes)}}}, to_apply={draw.combiner(name, op)}")
    draw.give(name, out, y)


def dot(draw):
    name, result = draw.rng.choice((("f32", "f32"), ("f32", "f32"), ("f64", "f64"), ("s32", "s32"), ("bf16", "f32"), ("s8", "s32"), ("u8", "s32"), ("f16", "f32")))
    small = [n for n in SIZES if n <= 300]
    batch, contracted = draw.dims(draw.rng.choice((0, 0, 1, 2)), 40, small), draw.dims(draw.rng.choice((0, 1, 1, 1, 2)), 600, small)
    free = [draw.dims(draw.rng.choice((0, 1, 1, 2)), 300, small) for _ in range(2)]
    if math.prod(batch) * math.prod(free[0]) * math.prod(free[1]) > MOST:
        return dot(draw)
    operands, places = [], []
    for side in range(2):
        dims = [*(("batch", k, n) for k, n in enumerate(batch)), *(("sum", k, n) for k, n in enumerate(contracted)), *(("free", k, n) for k, n in enumerate(free[side]))]
        draw.rng.shuffle(dims)
        free_order = [n for what, _, n in dims if what == "free"]
        places.append({what: [next(d for d, (w, k, _) in enumerate(dims) if (w, k) == (what, j)) for j in range(len(of))] for what, of in (("batch", batch), ("sum", contracted))})
        operands.append((draw.input(name, [n for *_, n in dims], 3, 1), free_order))
    out = [*batch, *operands[0][1], *operands[1][1]]
    numbers = [f"{side}_{word}_dims={{{text(places[s][what])}}}" for what, word in (("batch", "batch"), ("sum", "contracting")) for s, side in enumerate(("lhs", "rhs")) if places[s][what]]
    y = draw.add(array(result, out), ", ".join([f"dot({operands[0][0]}, {operands[1][0]})", *numbers]))
    draw.give(result, out, y)


def sort(draw):
    key = draw.rng.choice(("s32", "f32", "u8", "bf16", "s64", "f64", "u16"))
    dims = draw.dims(draw.rng.randint(1, 3), MOST // 4)
    along, names = draw.rng.randrange(len(dims)), [key, *draw.rng.choices(("s32", "f32", "s8", "f64"), k=draw.rng.randint(0, 2))]
    x = [draw.input(name, dims, draw.rng.choice((5, 101)), 2) for name in names]
    parameters = [f"  {side}{k} = {name}[] parameter({2 * k + (side == 'b')})" for k, name in enumerate(names) for side in "ab"]
    draw.helpers += ["less {", *parameters, f"  ROOT c = pred[] compare(a0, b0), direction={draw.rng.choice(('LT', 'GT'))}", "}"]
    shapes = [array(name, dims) for name in names]
    y = draw.add(shapes[0] if len(x) == 1 else f"({', '.join(shapes)})", f"sort({', '.join(x)}), dimensions={{{along}}}, is_stable=true, to_apply=less")
    for k, name in enumerate(names):
        draw.give(name, dims, y if len(x) == 1 else draw.add(shapes[k], f"get-tuple-element({y}), index={k}"))


# ---- movement ----
def moved(draw, name, dims, x):
    """One op that moves elements. Returns (dims, name)."""
    rank, choose = len(dims), draw.rng.choice
    op = choose(("pad", "slice", "concatenate", "transpose", "reverse", "reshape", "broadcast"))
    if op == "pad":
        pads = [(choose((0, 0, 1, 3, -1)), choose((0, 0, 1, 2, -1)), choose((0, 0, 0, 1, 2))) for _ in dims]
        out = [low + high + n + (n - 1) * gap for n, (low, high, gap) in zip(dims, pads)]
        call = f"pad({x}, {draw.scalar(name, 1)}), padding={'x'.join(f'{low}_{high}_{gap}' for low, high, gap in pads)}"
    elif op == "slice":
        ranges = []
        for n in dims:
            first = draw.rng.randrange(n)
            ranges.append((first, draw.rng.randint(first + 1, n), choose((1, 1, 1, 2, 3))))
        out = [-(-(last - first) // step) for first, last, step in ranges]
        call = f"slice({x}), slice={{{', '.join(f'[{first}:{last}:{step}]' for first, last, step in ranges)}}}"
    elif op == "concatenate":
        d = draw.rng.randrange(rank)
        extra = choose((1, 2, 7, 64))
        other = draw.input(name, [extra if k == d else n for k, n in enumerate(dims)])
        parts, copies = choose((([x, other], 1), ([other, x], 1), ([x, other, x], 2)))
        out = [copies * n + extra if k == d else n for k, n in enumerate(dims)]
        call = f"concatenate({', '.join(parts)}), dimensions={{{d}}}"
    elif op == "transpose":
        order = draw.rng.sample(range(rank), rank)
        out, call = [dims[d] for d in order], f"transpose({x}), dimensions={{{text(order)}}}"
    elif op == "reverse":
        out, call = dims, f"reverse({x}), dimensions={{{text(draw.rng.sample(range(rank), draw.rng.randint(1, rank)))}}}"
    elif op == "reshape":
        out = []
        for n in dims:
            factors = [k for k in (2, 3, 4, 5, 8, 16) if n % k == 0 and n > k]
            out += [n // (k := choose(factors)), k] if factors and draw.chance(0.4) and len(dims) < 5 else [n]
        if len(out) > 1 and draw.chance(0.5):
            at = draw.rng.randrange(len(out) - 1)
            out[at:at + 2] = [out[at] * out[at + 1]]
        call = f"reshape({x})"
    else:
        at, n = draw.rng.randint(0, rank), choose((2, 3, 5))
        out, call = [*dims[:at], n, *dims[at:]], f"broadcast({x}), dimensions={{{text(d + (d >= at) for d in range(rank))}}}"
    if min(out) < 1 or math.prod(out) > MOST or len(out) > 6:
        return dims, x
    return out, draw.add(array(name, out), call)


def movement(draw):
    name = draw.rng.choice(("s32", "f32", "s8", "bf16", "f64", "s16", "u8"))
    dims = draw.dims(draw.rng.randint(1, 4), MOST // 4)
    x = draw.input(name, dims, 101, 50)
    for _ in range(draw.rng.randint(2, 6)):
        dims, x = moved(draw, name, dims, x)
    draw.give(name, dims, draw.add(array(name, dims), f"negate({x})") if name[0] != "u" else x)


def indexed_dims(draw, operand):
    """(dims of the index vectors, slice sizes, the dimensions left out of slices) for an operand."""
    along = draw.rng.sample(range(len(operand)), draw.rng.randint(1, len(operand)))
    sizes = [draw.rng.choice((1, 1, n, draw.rng.randint(1, n))) if d in along else n for d, n in enumerate(operand)]
    hidden = sorted(d for d in along if sizes[d] == 1 and draw.chance(0.7))
    return along, sizes, hidden


def window_places(draw, batch, window):
    """The dimensions of the result, and which of them are of the slices."""
    rank = len(batch) + len(window)
    offsets = sorted(draw.rng.sample(range(rank), len(window)))
    rest, parts = list(batch), list(window)
    return [parts.pop(0) if d in offsets else rest.pop(0) for d in range(rank)], offsets


def gather(draw):
    name = draw.rng.choice(("s32", "f32", "s8", "f64"))
    operand = draw.dims(draw.rng.randint(1, 3), MOST // 8)
    along, sizes, hidden = indexed_dims(draw, operand)
    batch = draw.dims(draw.rng.randint(0, 2), max(1, MOST // max(1, math.prod(sizes))) // 2 + 1, [1, 2, 3, 7, 16, 33, 64, 100, 257])
    out, offsets = window_places(draw, batch, [n for d, n in enumerate(sizes) if d not in hidden])
    indices = draw.input("s32", [*batch, len(along)], max(operand) + 3, 1)
    y = draw.add(array(name, out), f"gather({draw.input(name, operand, 101, 50)}, {indices}), offset_dims={{{text(offsets)}}}, collapsed_slice_dims={{{text(hidden)}}}, "
                 f"start_index_map={{{text(along)}}}, index_vector_dim={len(batch)}, slice_sizes={{{text(sizes)}}}")
    draw.give(name, out, y)


def scatter(draw):
    op = draw.rng.choice(("add", "add", "maximum", "minimum"))
    name = draw.rng.choice(("s32", "f32", "s64", "f64", "s8"))
    operand = draw.dims(draw.rng.randint(1, 3), MOST // 16)
    along, sizes, hidden = indexed_dims(draw, operand)
    batch = draw.dims(draw.rng.randint(0, 2), max(1, 20000 // max(1, math.prod(sizes))), [1, 2, 3, 7, 16, 33, 64, 100, 257])
    updates, offsets = window_places(draw, batch, [n for d, n in enumerate(sizes) if d not in hidden])
    if math.prod(batch) > 3000:
        return scatter(draw)
    indices = draw.input("s32", [*batch, len(along)], max(operand) + 3, 1)
    y = draw.add(array(name, operand), f"scatter({draw.input(name, operand)}, {indices}, {draw.input(name, updates)}), update_window_dims={{{text(offsets)}}}, "
                 f"inserted_window_dims={{{text(hidden)}}}, scatter_dims_to_operand_dims={{{text(along)}}}, index_vector_dim={len(batch)}, to_apply={draw.combiner(name, op)}")
    draw.give(name, operand, y)


def update_loop(draw):
    """A loop that moves slices of one array to another one."""
    name, rounds = draw.rng.choice(("s32", "f32", "s8")), draw.rng.choice((1, 3, 9))
    dims = draw.dims(draw.rng.randint(1, 3), MOST // 16)
    sizes = [draw.rng.randint(1, n) for n in dims]
    along = draw.rng.randrange(len(dims))
    x, y = draw.input(name, dims), draw.input(name, dims)
    state = f"(s32[], {array(name, dims)}, {array(name, dims)})"
    at = ", ".join("i" if d == along else "z" for d in range(len(dims)))
    draw.helpers += ["more {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0", f"  n = s32[] constant({rounds})",
                     "  ROOT c = pred[] compare(i, n), direction=LT", "}", "step {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0",
                     *(f"  {label} = {array(name, dims)} get-tuple-element(s), index={k}" for k, label in ((1, "x"), (2, "y"))),
                     "  z = s32[] constant(0)", "  one = s32[] constant(1)", f"  a = {array(name, sizes)} dynamic-slice(x, {at}), dynamic_slice_sizes={{{text(sizes)}}}",
                     f"  b = {array(name, sizes)} dynamic-slice(y, {at}), dynamic_slice_sizes={{{text(sizes)}}}", f"  c = {array(name, sizes)} add(a, b)",
                     "  j = s32[] add(i, one)", f"  u = {array(name, dims)} dynamic-update-slice(y, c, {', '.join('j' if d == along else 'z' for d in range(len(dims)))})",
                     f"  ROOT t = {state} tuple(j, x, u)", "}"]
    start = draw.add(state, f"tuple({draw.scalar('s32', 0)}, {x}, {y})")
    end = draw.add(state, f"while({start}), condition=more, body=step")
    draw.give(name, dims, draw.add(array(name, dims), f"get-tuple-element({end}), index=2"))


# ---- elementwise ----
def elementwise(draw):
    """Instructions that engines fuse: with scalars, rows, and columns, and sums in between."""
    name = draw.rng.choice(("f32", "f32", "s32", "bf16", "s8", "f64"))
    dims = [draw.rng.choice((64, 128, 256, 300))] * 2 if draw.chance(0.3) else draw.dims(draw.rng.randint(1, 3), MOST // 2)
    shape, pred = array(name, dims), array("pred", dims)
    values, lines = [draw.input(name, dims) for _ in range(draw.rng.randint(1, 2))], {}
    spread = lambda x, kept: draw.add(shape, f"broadcast({x}), dimensions={{{text(kept)}}}")  # noqa: E731
    for d, n in enumerate(dims):
        if draw.chance(0.5):
            line = draw.add(array(name, [n]), f"reverse({draw.input(name, [n])}), dimensions={{0}}")
            lines[n] = line
            values.append(spread(line, [d]))
    low, high = spread(draw.scalar(name, -9), []), spread(draw.scalar(name, 9), [])
    pick = lambda: draw.rng.choice(values[-6:])  # noqa: E731
    for _ in range(draw.rng.randint(4, 24)):
        op = draw.rng.choice(("add", "subtract", "multiply", "maximum", "minimum", "negate", "abs", "select", "row"))
        if op == "select":
            test = draw.add(pred, f"compare({pick()}, {pick()}), direction={draw.rng.choice(('LT', 'GE', 'EQ', 'NE'))}")
            made = draw.add(shape, f"select({test}, {pick()}, {pick()})")
        elif op == "row":
            axes = sorted(draw.rng.sample(range(len(dims)), draw.rng.randint(1, len(dims))))
            kept = [d for d in range(len(dims)) if d not in axes]
            of_total = array(name, [dims[d] for d in kept])
            made = draw.add(of_total, f"reduce({pick()}, {draw.scalar(name, 0)}), dimensions={{{text(axes)}}}, to_apply={draw.combiner(name, 'maximum')}")
            if len(kept) == 1 and dims[kept[0]] in lines and draw.chance(0.6):
                made = draw.add(of_total, f"minimum({made}, {lines[dims[kept[0]]]})")
            made = spread(made, kept)
        else:
            made = draw.add(shape, f"{op}({pick()})" if op in ("negate", "abs") else f"{op}({pick()}, {pick()})")
        if op in ("add", "subtract", "multiply"):
            made = draw.add(shape, f"clamp({low}, {made}, {high})")
        values.append(made)
    for value in values[-2:]:
        draw.give(name, dims, value)


# ---- programs ----
class Pool:
    """The values of a program, all of one element type, by their sizes."""

    def __init__(self, draw, name, sizes):
        self.draw, self.name, self.sizes, self.values = draw, name, sizes, []

    def pick(self, rank=None, dims=None):
        """(dims, value) of the rank or the sizes, most often a recent one, or None."""
        found = [v for v in self.values if (rank is None or len(v[0]) == rank) and (dims is None or v[0] == dims)]
        return self.draw.rng.choice(found[-5:] if self.draw.chance(0.7) else found) if found else None

    def keep(self, dims, call):
        self.values.append((dims, self.draw.add(array(self.name, dims), call)))

    def clamped(self, dims, call):
        shape = array(self.name, dims)
        x = self.draw.add(shape, call)
        low, high = (self.draw.once(shape, f"broadcast({self.draw.scalar(self.name, v)}), dimensions={{}}") for v in (-9, 9))
        self.keep(dims, f"clamp({low}, {x}, {high})")

    def rows(self, dims, x):
        """Combines rows with a line, reduces them, and combines the results with another line, as norms do."""
        axis = self.draw.rng.randint(0, 1)
        line, other = (self.pick(dims=(n,)) for n in (dims[axis], dims[1 - axis]))
        if line is None or other is None:
            return
        wide = self.draw.add(array(self.name, dims), f"broadcast({line[1]}), dimensions={{{axis}}}")
        self.keep(dims, f"{self.draw.rng.choice(('minimum', 'maximum'))}({x}, {wide})")
        reduced = self.draw.add(array(self.name, other[0]), f"reduce({self.values[-1][1]}, {self.draw.scalar(self.name, -9)}), dimensions={{{axis}}}, "
                                f"to_apply={self.draw.combiner(self.name, 'maximum')}")
        self.clamped(other[0], f"subtract({reduced}, {self.draw.rng.choice((line, other))[1] if line[0] == other[0] else other[1]})")

    def step(self):
        draw, choose = self.draw, self.draw.rng.choice
        dims, x = self.pick()
        _, y = self.pick(dims=dims)
        op = choose(("add", "subtract", "multiply", "maximum", "negate", "abs", "select", "broadcast", "reduce", "sum", "rows", "rows", "move", "turn", "dot", "update", "gather", "convert"))
        if op in ("add", "subtract", "multiply"):
            self.clamped(dims, f"{op}({x}, {y})")
        elif op == "maximum":
            self.keep(dims, f"maximum({x}, {y})")
        elif op in ("negate", "abs"):
            self.keep(dims, f"{op}({x})")
        elif op == "select":
            test = draw.add(array("pred", dims), f"compare({x}, {y}), direction={choose(('LT', 'GE', 'EQ'))}")
            self.keep(dims, f"select({test}, {self.pick(dims=dims)[1]}, {self.pick(dims=dims)[1]})")
        elif op == "broadcast" and len(dims) == 1:
            other, at = choose(self.sizes), draw.rng.randint(0, 1)
            self.keep((dims[0], other) if at == 0 else (other, dims[0]), f"broadcast({x}), dimensions={{{at}}}")
        elif op in ("reduce", "sum") and len(dims) == 2:
            axis, zero = draw.rng.randint(0, 1), draw.scalar(self.name, 0)
            call = f"reduce({x}, {zero}), dimensions={{{axis}}}, to_apply={draw.combiner(self.name, 'add' if op == 'sum' else 'maximum')}"
            (self.clamped if op == "sum" else self.keep)((dims[1 - axis],), call)
        elif op == "rows" and len(dims) == 2:
            self.rows(dims, x)
        elif op == "move":
            at = draw.rng.randrange(dims[-1])
            parts = [draw.add(array(self.name, (*dims[:-1], last - first)), f"slice({x}), slice={{{', '.join([f'[0:{n}]' for n in dims[:-1]] + [f'[{first}:{last}]'])}}}")
                     for first, last in ((at, dims[-1]), (0, at)) if first < last]
            self.keep(dims, f"concatenate({', '.join(parts)}), dimensions={{{len(dims) - 1}}}")
        elif op == "turn":
            if len(dims) == 2 and draw.chance(0.5):
                self.keep(dims[::-1], f"transpose({x}), dimensions={{1,0}}")
            else:
                self.keep(dims, f"reverse({x}), dimensions={{{draw.rng.randrange(len(dims))}}}")
        elif op == "dot" and len(dims) == 2:
            other = self.pick(rank=1 if draw.chance(0.5) else 2)
            if other and other[0][0] == dims[1]:
                self.clamped((dims[0], *other[0][1:]), f"dot({x}, {other[1]}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}")
        elif op == "update":
            size = draw.rng.randint(1, dims[0])
            part = draw.add(array(self.name, (size, *dims[1:])), f"slice({y}), slice={{{', '.join([f'[0:{size}]'] + [f'[0:{n}]' for n in dims[1:]])}}}")
            starts = [draw.scalar("s32", draw.rng.randint(0, dims[0])), *([draw.scalar("s32", 0)] * (len(dims) - 1))]
            self.keep(dims, f"dynamic-update-slice({x}, {part}, {', '.join(starts)})")
        elif op == "gather" and len(dims) == 2:
            count = choose(self.sizes)
            rows = draw.input("s32", [count, 1], dims[0], 0)
            self.keep((count, dims[1]), f"gather({x}, {rows}), offset_dims={{1}}, collapsed_slice_dims={{0}}, start_index_map={{0}}, index_vector_dim=1, slice_sizes={{1,{dims[1]}}}")
        elif op == "convert":
            other = choose(("s32", "f32", "bf16", "s8", "f64"))
            self.keep(dims, f"convert({draw.add(array(other, dims), f'convert({x})')})")


def program(draw):
    """Instructions of many kinds on a few sizes, whose memory is reused again and again; some are the body of a loop."""
    name = draw.rng.choice(("f32", "f32", "s32"))
    sizes = draw.rng.sample((3, 17, 64, 128, 200, 256, 300, 384), 2)
    shapes = [(sizes[0], sizes[1]), (sizes[1],), (sizes[0],), (sizes[0], sizes[0])]
    inputs = [draw.input(name, shape) for shape in shapes]
    body, draw.lines, draw.kept = draw.lines, [], {}
    pool = Pool(draw, name, sizes)
    rounds = draw.rng.choice((0, 0, 3))
    state = f"({', '.join(['s32[]'] + [array(name, shape) for shape in shapes])})"
    if rounds:
        draw.lines = [f"s = {state} parameter(0)", "i = s32[] get-tuple-element(s), index=0", "one = s32[] constant(1)", "j = s32[] add(i, one)"]
        pool.values = [(shape, draw.add(array(name, shape), f"get-tuple-element(s), index={k + 1}")) for k, shape in enumerate(shapes)]
    else:
        draw.lines = body
        pool.values = list(zip(shapes, inputs))
    for _ in range(draw.rng.randint(6, 30)):
        pool.step()
    if not rounds:
        for dims, value in {pool.pick() for _ in range(3)} | {pool.values[-1]}:
            draw.give(name, dims, value)
        return
    draw.lines.append(f"ROOT t = {state} tuple(j, {', '.join(pool.pick(dims=shape)[1] for shape in shapes)})")
    draw.helpers += ["step {", *("  " + line for line in draw.lines), "}", "more {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0",
                     f"  n = s32[] constant({rounds})", "  ROOT c = pred[] compare(i, n), direction=LT", "}"]
    draw.lines, draw.kept = body, {}
    start = draw.add(state, f"tuple({', '.join([draw.scalar('s32', 0), *inputs])})")
    end = draw.add(state, f"while({start}), condition=more, body=step")
    for k, shape in enumerate(shapes):
        draw.give(name, shape, draw.add(array(name, shape), f"get-tuple-element({end}), index={k + 1}"))


# These make whole cases, from several draws if need be; the others are programs whose results the numpy adapter computes.
OF_CASES = {**random_devices.FAMILIES, **random_layouts.FAMILIES}
FAMILIES = {"reduce-window": reduce_window, "select-and-scatter": select_and_scatter, "convolution": convolution, "reduce": reduce, "dot": dot, "sort": sort,
            "movement": movement, "gather": gather, "scatter": scatter, "update-loop": update_loop, "elementwise": elementwise, "program": program, **OF_CASES}


def random_case(family, seed):
    """The case of a family and a seed: always the same one."""
    identity, why = f"{family}.random.{seed}", f"random, seed {seed}"
    if family in OF_CASES:
        return FAMILIES[family](lambda attempt: Draw(random.Random(f"{family} {seed} {attempt}")), identity, why)
    draw = Draw(random.Random(f"{family} {seed}"))
    FAMILIES[family](draw)
    return numpy_case(identity, why, family, draw.results(draw.results_made), helpers=[*draw.helpers, *SUM], tags=["large"])
