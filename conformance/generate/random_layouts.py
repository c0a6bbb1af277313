"""Random layouts: where each element lies in memory, and bitcasts from one layout to another one. Oracle: numpy pads, reshapes, and
transposes the numbers of the elements, as in the definition of tiles; the index formula of the layout reference, in integers without a
limit, for arrays that are too large for that."""
import itertools
import math

import numpy

from arrays import lit
from sizes import text
from write import phase_of, run_case

DEFINITION = "numpy pad, reshape and transpose of the element numbers"
FORMULA = "the index formula of the layout reference, in Python's integers"
WIDTHS = {"pred": 1, "s2": 2, "u2": 2, "s4": 4, "u4": 4, "f4e2m1fn": 4, "s8": 8, "u8": 8, "f8e5m2": 8, "s16": 16, "bf16": 16, "f32": 32, "f64": 64, "c128": 128}
LARGE = (1 << 20, (1 << 31) - 1, 1 << 31, 1 << 32, 3037000500, 1000003, 1 << 40, 1 << 62, (1 << 63) - 1)
LIMIT = (1 << 63) - 1
BYTES = {"s8": "i1", "u8": "u1", "s16": "<i2", "u16": "<u2", "s32": "<i4", "u32": "<u4", "s64": "<i8"}


def shape_text(name, dims, order, tiles, tail=1, bits=0, space=0):
    parts = "".join(["T" * bool(tiles), *(f"({text(tile)})" for tile in tiles), f"L({tail})" * (tail > 1), f"E({bits})" * (bits > 0), f"S({space})" * (space > 0)])
    return f"{name}[{text(dims)}]" + (f"{{{text(order)}{':' if parts else ''}{parts}}}" if order or parts else "")


def divisors(size):
    return [k for k in range(1, size + 1) if size % k == 0]


def draw_tiles(rng, sizes):
    """Up to three tiles of a list of sizes, narrower and wider than it, some of which combine dimensions."""
    entries = (1, 2, 2, 3, 4, 5, 8, "*", *(size for size in sizes if size))
    return [[*rng.choices(entries, k=rng.randint(0, 3)), rng.choice((1, 2, 3, 4, 8, 16))] for _ in range(rng.choice((0, 1, 1, 2, 3)))]


def combined(sizes, tile):
    """The sizes in front of a tile, and those that it covers after `*` has combined them."""
    sizes = [1] * (len(tile) - len(sizes)) + sizes
    head, body, run = sizes[:len(sizes) - len(tile)], [], 1
    for size, entry in zip(sizes[len(head):], tile):
        run *= size
        if entry != "*":
            body, run = [*body, run], 1
    return head, body, [entry for entry in tile if entry != "*"]


def stored(dims, order, tiles, tail):
    """By definition: (sizes after the last tile, the number of the element in each cell, -1 in padding)."""
    cells = numpy.arange(math.prod(dims)).reshape(dims).transpose(order[::-1])
    for tile in tiles:
        head, body, tile = combined(list(cells.shape), tile)
        cells = numpy.pad(cells.reshape(head + body), [(0, 0)] * len(head) + [(0, -size % entry) for size, entry in zip(body, tile)], constant_values=-1)
        halves = [part for size, entry in zip(cells.shape[len(head):], tile) for part in (size // entry, entry)]
        first = range(len(head), len(head) + len(halves), 2)
        cells = cells.reshape(head + halves).transpose([*range(len(head)), *first, *(axis + 1 for axis in first)])
    return list(cells.shape), numpy.pad(cells.ravel(), (0, -cells.size % tail), constant_values=-1)


def by_formula(dims, order, tiles, index):
    """(sizes after the last tile, position of an index, the largest of the combined sizes)"""
    sizes, at, largest = [dims[d] for d in order[::-1]], [index[d] for d in order[::-1]], 0
    for tile in tiles:
        (head, body, entries), more, places = combined(sizes, tile), len(tile) - len(sizes), [0]
        sizes, at = [1] * more + sizes, [0] * more + at
        for size, place, entry in zip(sizes[len(head):], at[len(head):], tile):
            places[-1] = places[-1] * size + place
            places += [0] * (entry != "*")
        largest = max(largest, *body)
        at = at[:len(head)] + [c // t for c, t in zip(places, entries)] + [c % t for c, t in zip(places, entries)]
        sizes = head + [-(-size // entry) for size, entry in zip(body, entries)] + entries
    return sizes, sum(place * math.prod(sizes[k + 1:]) for k, place in enumerate(at)), largest


def draw_parts(rng, is_large=False):
    """(dims, order, tiles, tail), without empty arrays if large."""
    small = (1, 1, 2, 2, 3, 4, 5, 7, 9) if is_large or rng.random() < 0.9 else (0, 1, 2, 3)
    while True:
        rank = rng.randint(1, 6) if is_large else rng.randint(0, 6)
        dims = [rng.choice(LARGE) if is_large and rng.random() < 0.35 else rng.choice(small) for _ in range(rank)]
        order, tiles, tail = rng.sample(range(rank), rank), draw_tiles(rng, dims[:2]), rng.choice((1, 1, 1, 3, 5, 1 << 31 if is_large else 8))
        if is_large or math.prod(by_formula(dims, order, tiles, [0] * rank)[0]) < 3000:
            return dims, order, tiles, tail


def layout(attempt, identity, why):
    """Sizes, positions, and padding of a shape, or its rejection if it is too large."""
    rng = attempt(0).rng
    name, is_large, space = rng.choice(list(WIDTHS)), rng.random() < 0.3, rng.choice((0, 0, 1, 5))
    bits = rng.choice((0, 0, 0, WIDTHS[name], WIDTHS[name] + 3, 256))
    dims, order, tiles, tail = draw_parts(rng, is_large)
    sizes, _, largest = by_formula(dims, order, tiles, [0] * len(dims))
    elements, width = math.prod(dims), bits or max(8, WIDTHS[name])
    cells = -(-math.prod(sizes) // tail) * tail if elements else 0
    case = {"id": identity, "kind": "layout", "level": "core", "why": why, "spec": [{"doc": "layout", "anchor": "3.10"}], "requires": [], "tags": [],
            "hlo": [shape_text(name, dims, order, tiles, tail, bits, space)], "provenance": {"kind": "derived", "oracle": FORMULA if is_large else DEFINITION}}
    if max(elements, largest, cells * width) > LIMIT:
        return {**case, "reject": {"phase": phase_of("S09"), "code": "S09"}}
    needed, total = -(-elements * width // 8), -(-cells * width // 8)
    expect = {"elements": elements, "storedElements": cells, "elementBits": width, "bytes": total, "unpaddedBytes": needed, "wastedBytes": total - needed, "finalSizes": sizes}
    if is_large:
        picked = [[rng.choice((0, size - 1, rng.randrange(size))) for size in dims] for _ in range(4)]
        return {**case, "expect": {**expect, "index": {text(index): by_formula(dims, order, tiles, index)[1] for index in picked}}}
    final, sequence = stored(dims, order, tiles, tail)
    assert final == sizes
    places = {int(element): position for position, element in enumerate(sequence) if element >= 0}
    padding = [position for position, element in enumerate(sequence) if element < 0] if elements else []
    index = {text(index): places[k] for k, index in enumerate(itertools.product(*map(range, dims))) if k % 7 == 0}
    more = {"positions": [places[k] for k in range(elements)], "padding": sorted(rng.sample(padding, min(12, len(padding)))), "index": index}
    return {**case, "expect": {**expect, **{key: value for key, value in more.items() if value}}}


def bitcast_layout(attempt, identity, why):
    """The bytes of an array in one layout, padding included, read in another one that has none."""
    rng = attempt(0).rng
    (name, kind), (other, target) = rng.choices(list(BYTES.items()), k=2)
    dims, order, tiles, tail = next(parts for parts in iter(lambda: draw_parts(rng), None) if 0 not in parts[0])
    tail *= numpy.dtype(target).itemsize
    values = numpy.array([rng.randrange(numpy.iinfo(kind).min, numpy.iinfo(kind).max) for _ in range(math.prod(dims))], kind)
    _, sequence = stored(dims, order, tiles, tail)
    image = numpy.where(sequence < 0, 0, values[sequence]).astype(kind).view(target)
    factor = rng.choice(divisors(image.size))
    out, read = [factor, image.size // factor], rng.sample(range(2), 2)
    tile = [rng.choice(divisors(out[d])) for d in read[::-1][-rng.randint(1, 2):]]
    result = numpy.empty(image.size, target)
    result[stored(out, read, [tile], 1)[1]] = image
    lines = [f"x = {shape_text(name, dims, order, tiles, tail)} parameter(0)", f"ROOT r = {shape_text(other, out, read, [tile])} bitcast(x)"]
    return run_case(identity, why, "bitcast", lines, [lit(name, values.reshape(dims).tolist())], lit(other, result.reshape(out).tolist()), oracle=DEFINITION)


FAMILIES = {"layout": layout, "bitcast-layout": bitcast_layout}
