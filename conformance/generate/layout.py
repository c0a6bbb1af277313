#!/usr/bin/python3
"""Vectors of shapes and layouts. Oracle: numpy transposes, pads, reshapes, and transposes an array of
element numbers, as in the definition of tiles, without index formulas."""
import math
import random
import re

import numpy

from write import phase_of, write

NAME = "conformance/generate/layout.py"
ORACLE = "numpy pad, reshape and transpose of the element numbers"
PADDING = -1
BITS = {"pred": 8, "s1": 8, "s2": 8, "s4": 8, "u1": 8, "u2": 8, "u4": 8, "f4e2m1fn": 8, "s8": 8, "u8": 8,
        "f8e5m2": 8, "f8e8m0fnu": 8, "s16": 16, "u16": 16, "f16": 16, "bf16": 16, "s32": 32, "u32": 32,
        "f32": 32, "s64": 64, "u64": 64, "f64": 64, "c64": 64, "c128": 128}
SHOWN = 160  # number of cells up to which the case has all positions


def apply_tile(cells, tile):
    """One tile: combine, pad, split every dimension in two, and move the inner halves to the end."""
    while cells.ndim < len(tile):
        cells = cells[None]
    head = cells.ndim - len(tile)
    combined, sizes, run = list(cells.shape[:head]), [], 1
    for size, entry in zip(cells.shape[head:], tile):
        run *= size
        if entry != "*":
            combined.append(run)
            sizes.append(entry)
            run = 1
    cells = cells.reshape(combined)
    to_fill = [(0, -size % entry) for size, entry in zip(combined[head:], sizes)]
    cells = numpy.pad(cells, [(0, 0)] * head + to_fill, constant_values=PADDING)
    split = list(cells.shape[:head])
    for size, entry in zip(cells.shape[head:], sizes):
        split += [size // entry, entry]
    outer = [head + 2 * i for i in range(len(sizes))]
    return cells.reshape(split).transpose(list(range(head)) + outer + [i + 1 for i in outer])


def store(dims, minor_to_major, tiles, tail):
    """(sizes after the last tile, the stored sequence of element numbers with -1 for padding)."""
    cells = numpy.arange(math.prod(dims)).reshape(dims).transpose(minor_to_major[::-1])
    for tile in tiles:
        cells = apply_tile(cells, tile)
    sequence = cells.ravel()
    return list(cells.shape), numpy.pad(sequence, (0, -len(sequence) % tail), constant_values=PADDING)


def text_of(name, dims, minor_to_major, tiles=(), tail=1, bits=0, space=0, splits=""):
    parts = ""
    if tiles:
        parts += "T" + "".join("(" + ",".join(map(str, tile)) + ")" for tile in tiles)
    parts += f"L({tail})" if tail != 1 else ""
    parts += f"E({bits})" if bits else ""
    parts += f"S({space})" if space else ""
    parts += splits
    order = ",".join(map(str, minor_to_major))
    layout = "{" + order + (":" + parts if parts else "") + "}" if order or parts else ""
    return f"{name}[{','.join(map(str, dims))}]{layout}"


def slug(text):
    return re.sub(r"-+", "-", re.sub(r"[^a-z0-9]", "-", text.lower().replace("*", "-all-"))).strip("-")


def spread(count, wanted):
    return sorted({round(i * (count - 1) / (wanted - 1)) for i in range(wanted)}) if count else []


def expectation(name, dims, minor_to_major, tiles, tail, bits):
    sizes, sequence = store(dims, minor_to_major, tiles, tail)
    elements, stored = math.prod(dims), len(sequence)
    width = bits or BITS[name]
    needed, total = -(-elements * width // 8), -(-stored * width // 8)
    expect = {"elements": elements, "storedElements": stored, "elementBits": width, "bytes": total,
              "unpaddedBytes": needed, "wastedBytes": total - needed, "finalSizes": sizes}
    if all(len(tile) <= len(dims) for tile in tiles):
        expect["physicalSizes"] = [dims[d] for d in reversed(minor_to_major)]
    places = numpy.full(elements, PADDING)
    for position, element in enumerate(sequence):
        if element != PADDING:
            places[element] = position
    assert (places >= 0).all()
    picked = spread(elements, 5)
    expect["index"] = {",".join(str(int(i)) for i in numpy.unravel_index(e, dims)) if dims else "": int(places[e])
                       for e in picked}
    if 0 < stored <= SHOWN:
        expect["positions"] = [int(p) for p in places]
    holes = [position for position, element in enumerate(sequence) if element == PADDING]
    if holes:
        expect["padding"] = holes if len(holes) <= 64 else [holes[i] for i in spread(len(holes), 12)]
    if not expect["index"]:
        del expect["index"]
    return expect


def case(topic, why, shape, anchor, expect, oracle=ORACLE, doc=None, op="layout"):
    made = {"id": f"{op}.{topic}.{slug(shape)}"[:100].rstrip("-"), "kind": "layout", "level": "core", "why": why,
            "spec": [{"doc": doc or op, "anchor": anchor}],
            "requires": [re.match(r"[a-z0-9]+", shape).group()], "tags": [topic], "hlo": [shape], "expect": expect,
            "provenance": {"kind": "derived", "oracle": oracle} if oracle else {"kind": "hand"}}
    return made


def computed(topic, why, anchor, name, dims, minor_to_major, tiles=(), tail=1, bits=0, space=0, splits=""):
    shape = text_of(name, dims, minor_to_major, tiles, tail, bits, space, splits)
    return case(topic, why, shape, anchor, expectation(name, dims, minor_to_major, tiles, tail, bits),
                op="tiled-layout" if tiles else "layout")


# ---- examples of the layout reference, by hand ----
def reference_cases():
    hand = [
        ("layout", "row-major", "f32[2,3,4]{2,1,0}", "3.2", {"index": {"1,2,3": 23}}, "the worked index, row major"),
        ("layout", "permuted", "f32[2,3,4]{1,2,0}", "3.2", {"index": {"1,2,3": 23, "1,2,1": 17}, "physicalSizes": [2, 4, 3]},
         "the worked index, permuted"),
        ("layout", "permuted", "f32[3,4,5]{0,2,1}", "3.1", {"physicalSizes": [4, 5, 3]}, "physical sizes, most major first"),
        ("layout", "sequence", "f32[2,3]{1,0}", "2.3", {"positions": [0, 1, 2, 3, 4, 5]}, "a b c d e f"),
        ("layout", "sequence", "f32[2,3]{0,1}", "2.3", {"positions": [0, 2, 4, 1, 3, 5]}, "a d b e c f"),
        # The reference gives the stored sequences 0 3 1 4 2 5 6 9 7 10 8 11 and so on; inverted here.
        ("layout", "sequence", "f32[2,2,3]{1,2,0}", "3.2", {"positions": [0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11]}, "the stored sequence"),
        ("layout", "sequence", "f32[2,2,3]{0,1,2}", "3.2", {"positions": [0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11]}, "the stored sequence"),
        ("layout", "sequence", "f32[2,2,3]{2,0,1}", "3.2", {"positions": [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]}, "the stored sequence"),
        ("tiled-layout", "worked", "f32[3,5]{1,0:T(2,2)}", "3.4",
         {"index": {"2,3": 17}, "positions": [0, 1, 4, 5, 8, 2, 3, 6, 7, 10, 12, 13, 16, 17, 20], "storedElements": 24, "bytes": 96,
          "wastedBytes": 36, "elements": 15, "finalSizes": [2, 3, 2, 2], "padding": [9, 11, 14, 15, 18, 19, 21, 22, 23]},
         "the first worked tile: all positions"),
        ("tiled-layout", "worked", "f32[3,5]{0,1:T(2,2)}", "3.4",
         {"positions": [0, 2, 8, 10, 16, 1, 3, 9, 11, 17, 4, 6, 12, 14, 20]}, "the same tile on a column-major array"),
        ("tiled-layout", "worked", "f32[2,6]{1,0:T(4)}", "3.6",
         {"positions": [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13], "storedElements": 16, "bytes": 64, "wastedBytes": 16}, "rows stay, columns are cut"),
        ("tiled-layout", "worked", "f32[3,4,5]{2,1,0:T(4)}", "3.6", {"index": {"2,1,3": 75}, "storedElements": 96, "finalSizes": [3, 4, 2, 4]},
         "a tile of the most minor dimension"),
        ("tiled-layout", "worked", "f32[2,3,5]{2,1,0:T(2,4)}", "3.6", {"index": {"1,2,3": 51}, "storedElements": 64, "finalSizes": [2, 2, 2, 2, 4]},
         "a tile of the two most minor dimensions"),
        ("tiled-layout", "worked", "f32[5]{0:T(2,4)}", "3.7", {"index": {"4": 8}, "storedElements": 16, "finalSizes": [1, 2, 2, 4],
                                                             "padding": [4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]}, "a tile longer than the array"),
        ("tiled-layout", "worked", "f32[200]{0:T(8,128)}", "3.7",
         {"index": {"130": 1026}, "storedElements": 2048, "bytes": 8192, "wastedBytes": 7392, "elements": 200, "finalSizes": [1, 2, 8, 128]},
         "a vector in a two-dimensional tile"),
        ("tiled-layout", "worked", "u32[]{:T(128)}", "3.7", {"index": {"": 0}, "storedElements": 128, "bytes": 512, "wastedBytes": 508, "elements": 1},
         "a scalar in a tile"),
        ("tiled-layout", "worked", "bf16[4,8]{1,0:T(2,4)(2,1)}", "3.8",
         {"index": {"3,5": 27}, "finalSizes": [2, 2, 1, 4, 2, 1],
          "positions": [*range(0, 16, 2), *range(1, 16, 2), *range(16, 32, 2), *range(17, 32, 2)]}, "the second tile zips two rows together"),
        ("tiled-layout", "worked", "bf16[10,200]{1,0:T(8,128)(2,1)}", "3.8",
         {"index": {"0,0": 0, "1,0": 1, "0,1": 2, "2,0": 256, "9,130": 3077}, "finalSizes": [2, 2, 4, 128, 2, 1], "storedElements": 4096,
          "wastedBytes": 4192}, "16-bit values of neighboring rows share a word"),
        ("tiled-layout", "worked", "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", "3.8",
         {"index": {"3,0,77,300": 64096857}, "bytes": 335544320, "wastedBytes": 0, "physicalSizes": [1, 8, 1280, 16384],
          "finalSizes": [1, 8, 160, 128, 4, 128, 2, 1]}, "a large array without padding"),
        ("tiled-layout", "worked", "f32[8,8]{1,0:T(2,4)(2,1,1,1)}", "3.8",
         {"index": {"6,5": 51, "0,4": 16, "1,0": 8, "2,0": 1, "3,7": 31, "2,3": 7}, "finalSizes": [2, 2, 2, 4, 2, 1, 1, 1]},
         "a later tile reaches over the tile counts"),
        ("tiled-layout", "worked", "f32[32,256]{1,0:T(8,128)(2,1,1,1)}", "3.8", {"finalSizes": [2, 2, 8, 128, 2, 1, 1, 1]},
         "the sizes after two tiles"),
        ("tiled-layout", "worked", "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", "3.9",
         {"index": {"1,3,5,4,9": 9424}, "elements": 12320, "storedElements": 12432, "bytes": 49728, "wastedBytes": 448,
          "finalSizes": [56, 37, 2, 3]}, "combined dimensions before the tile"),
        ("tiled-layout", "worked", "f32[3,4]{1,0:T(*,5)}", "3.9", {"positions": list(range(12)), "storedElements": 15}, "twelve cut in fives"),
        ("tiled-layout", "worked", "f32[4,3]{0,1:T(*,4)}", "3.9", {"positions": [4 * j + i for i in range(4) for j in range(3)]},
         "columns are consecutive"),
        ("tiled-layout", "worked", "f32[2,3,4]{2,1,0:T(*,2,2)}", "3.9", {"index": {"1,2,3": 23}, "finalSizes": [3, 2, 2, 2]}, "combine two of three"),
        ("tiled-layout", "hardware", "s8[40,300]{1,0:T(8,128)(4,1)}", "3.11", {"index": {"13,200": 4897}, "storedElements": 15360, "wastedBytes": 3360},
         "four 8-bit rows in a word"),
        ("tiled-layout", "hardware", "pred[40,300]{1,0:T(32,128)(32,1)}", "3.11",
         {"index": {"33,5": 12449}, "storedElements": 24576, "wastedBytes": 12576}, "32 rows of predicates in a word"),
        ("tiled-layout", "hardware", "f32[5,1000]{1,0:T(4,128)}", "3.11", {"index": {"4,700": 6716}, "storedElements": 8192, "wastedBytes": 12768},
         "a smaller tile for few rows"),
        ("tiled-layout", "hardware", "f32[300]{0:T(256)}", "3.11", {"index": {"299": 299}, "storedElements": 512, "wastedBytes": 848},
         "a one-dimensional tile"),
        ("layout", "packed", "s4[3,5]{1,0:E(4)}", "4.2", {"bytes": 8, "elementBits": 4, "storedElements": 15}, "two 4-bit elements in a byte"),
        ("layout", "packed", "s4[3,5]{1,0}", "4.2", {"bytes": 15, "elementBits": 8}, "without E a 4-bit element takes a byte"),
        ("layout", "packed", "u2[7]{0:E(2)}", "4.2", {"bytes": 2, "elementBits": 2}, "fourteen bits in two bytes"),
        ("layout", "packed", "pred[10]{0:E(1)}", "4.2", {"bytes": 2, "elementBits": 1}, "ten bits in two bytes"),
        ("layout", "packed", "pred[10]", "4.2", {"bytes": 10, "elementBits": 8}, "a predicate takes a byte"),
        ("tiled-layout", "packed", "s4[3,5]{1,0:T(2,4)E(4)}", "4.2", {"storedElements": 32, "bytes": 16, "index": {"2,4": 24}}, "packed and tiled"),
        ("layout", "tail", "f32[10]{0:L(8)}", "4.3", {"storedElements": 16, "bytes": 64, "positions": list(range(10)),
                                                    "padding": list(range(10, 16))}, "tail padding does not move elements"),
        ("tiled-layout", "tail", "f32[3,5]{1,0:T(2,2)L(10)}", "4.3", {"storedElements": 30, "bytes": 120, "padding": [24, 25, 26, 27, 28, 29]},
         "tail padding after the tiles"),
        ("tiled-layout", "shortcut", "f32[3,5]{1,0:T(2,2)(4)}", "4.4", {"storedElements": 48}, "a later tile adds padding, too"),
    ]
    for op, topic, shape, anchor, expect, why in hand:
        yield case(topic, why, shape, anchor, expect, oracle=None, op=op)
    for identity, written, shape, why in [
            ("default", "f32[3,5]", "f32[3,5]{1,0}", "the default layout is written"),
            ("kept", "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", "tiles are kept"),
            ("space", "u32[]{:S(2)}", "u32[]{:S(2)}", "a scalar with a memory space"),
            ("blanks", "f32[2,7,8,11,10]{4,3,2,1,0:T(*, *,2,*,3)}", "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", "blanks go"),
            ("packed", "s4[123,456]{1,0:T(2,128)E(4)}", "s4[123,456]{1,0:T(2,128)E(4)}", "packed and tiled"),
            ("defaults", "f32[10]{0:T(128)L(1)S(0)}", "f32[10]{0:T(128)}", "default parts are dropped"),
            ("levels", "f32[10,10]{1,0:D(D,D)}", "f32[10,10]{1,0}", "level types are read and dropped"),
            ("scalar", "f32[]", "f32[]", "a scalar has no braces"),
            ("old-scalar", "f32[]{}", "f32[]", "empty braces of an old dump"),
            ("free-blanks", "f32[ 1, 2,3 ]{ 2, 1,0 }", "f32[1,2,3]{2,1,0}", "blanks are free"),
            ("comment", "f32[2 /* rows */,3]{1,0}", "f32[2,3]{1,0}", "comments are blanks"),
            ("bounded", "f32[<=8,3]", "f32[<=8,3]{1,0}", "the bound of a dynamic dimension is printed"),
            ("splits", "pred[123,456]{1,0:SC(1:50,200)}", "pred[123,456]{1,0:SC(1:50,200)}", "split configurations"),
            ("parts", "s4[3,5]{1,0:T(2,2)L(10)E(4)S(1)M(8)}", "s4[3,5]{1,0:T(2,2)L(10)E(4)S(1)M(8)}", "all parts in order"),
            ("prefix", "f32[<=8]{0:M(4)}", "f32[<=8]{0:M(4)}", "a metadata prefix")]:
        made = case("text", why, written, "3.4", {"shape": shape}, oracle=None, doc="hlo-text")
        made["id"] = f"layout.text.{identity}"
        yield made
    for shape, expect, why in [
            ("f32[<=8,3]", {"elements": 24, "storedElements": 24, "bytes": 96, "index": {"7,2": 23}}, "a bound counts as the size"),
            ("f32[3,0,5]", {"elements": 0, "storedElements": 0, "bytes": 0, "wastedBytes": 0}, "no elements, no bytes"),
            ("f32[0]{0:L(8)}", {"elements": 0, "storedElements": 0, "bytes": 0}, "an empty array has no tail"),
            ("f32[0,3]{1,0:T(8,128)}", {"elements": 0, "storedElements": 0, "bytes": 0, "wastedBytes": 0}, "no elements for all tiles"),
            ("f32[3,0]{1,0:T(2,2)(2,1)L(7)}", {"elements": 0, "storedElements": 0, "bytes": 0}, "no elements for all parts"),
            ("f32[2,3]{1,0:S(5)}", {"positions": [0, 1, 2, 3, 4, 5], "bytes": 24}, "a memory space does not move elements"),
            ("pred[123,456]{1,0:SC(1:50,200)}", {"index": {"122,455": 56087, "0,50": 50}, "storedElements": 56088}, "splits do not move elements"),
            ("f32[5]{0:E(32)}", {"bytes": 20, "elementBits": 32}, "the natural width spelled out"),
            ("s4[3,5]{1,0:E(8)}", {"bytes": 15, "elementBits": 8}, "wider than the type: unused high bits"),
            ("c128[3]{0}", {"bytes": 48, "elementBits": 128}, "two 64-bit parts"),
            ("f32[10]{0:L(0)}", {"storedElements": 10}, "an alignment of 0 means 1")]:
        made = case("sizes", why, shape, "4.1", expect, oracle=None)
        yield made


# ---- generated ----
def generated_cases():
    for order in ([2, 1, 0], [2, 0, 1], [1, 2, 0], [1, 0, 2], [0, 2, 1], [0, 1, 2]):
        yield computed("orders", "each order of three dimensions", "3.2", "f32", [2, 3, 4], order)
    for name in BITS:
        yield computed("types", "sizes in bytes of each element type", "4.1", name, [3, 5], [0, 1])
    for name, bits in (("s1", 1), ("u1", 1), ("s2", 2), ("u2", 2), ("s4", 4), ("u4", 4), ("f4e2m1fn", 4), ("pred", 1), ("s4", 16)):
        yield computed("packed", "packed elements round up to whole bytes once", "4.2", name, [3, 3], [1, 0], bits=bits)
        yield computed("packed", "packed cells of a tile", "4.2", name, [3, 3], [1, 0], tiles=[[2, 4]], bits=bits)
    for tail in (2, 7, 16, 100):
        yield computed("tail", "the stored count is a multiple of L", "4.3", "f32", [3, 5], [1, 0], tail=tail)
        yield computed("tail", "the stored count is a multiple of L, after the tiles", "4.3", "f32", [3, 5], [1, 0], tiles=[[2, 2]], tail=tail)
    tiled = [
        ([4, 6], [1, 0], [[1, 1]], "a tile of ones has no effect"), ([4, 6], [1, 0], [[4, 6]], "a tile of the sizes of the array has no effect"),
        ([4, 6], [1, 0], [[8, 12]], "a multiple of the sizes only pads"), ([4, 6], [0, 1], [[2, 3]], "column major"),
        ([3, 4, 5], [1, 2, 0], [[2, 2, 2]], "a tile on permuted dimensions"), ([3, 4, 5], [0, 2, 1], [[2]], "a short tile on permuted dimensions"),
        ([3, 4, 5], [2, 0, 1], [[2, 3]], "a two-dimensional tile on permuted dimensions"), ([7], [0], [[4]], "a vector"),
        ([7], [0], [[2, 2, 2]], "two dimensions in front"), ([], [], [[3, 2]], "a scalar in two dimensions"),
        ([], [], [[2], [2]], "a scalar in two tiles"), ([1, 1], [1, 0], [[2, 2]], "one element in a tile"),
        ([5, 7], [1, 0], [[4, 4], [2, 2]], "a tile within a tile"), ([5, 7], [1, 0], [[4, 4], [3]], "a second tile that does not divide the first"),
        ([5, 7], [1, 0], [[4, 4], [2, 1], [2, 1]], "three tiles"), ([5, 7], [0, 1], [[2, 4], [2, 1, 1]], "a second tile over a tile count"),
        ([5, 7], [1, 0], [[2], [2, 2, 2, 2]], "a second tile longer than the list by then"), ([3, 5], [1, 0], [[2, 2], [4]], "more padding"),
        ([4, 6], [1, 0], [["*", 4]], "one row of four"), ([2, 3, 4], [2, 1, 0], [["*", "*", 5]], "all three combined"),
        ([2, 3, 4], [0, 1, 2], [["*", 2, 3]], "combine from the major end, column major"), ([2, 3, 4], [2, 1, 0], [[2, "*", 5]], "combine the minor two"),
        ([2, 3, 4], [2, 1, 0], [["*", 5]], "a short tile combines its own suffix only"), ([2, 3, 4], [1, 0, 2], [["*", 5]], "the same, permuted"),
        ([4, 6], [1, 0], [[2, 2], ["*", 3]], "a later tile combines"), ([4, 6], [1, 0], [[2, 4], ["*", "*", "*", 7]], "a later tile combines everything"),
        ([5], [0], [["*", 3]], "a combined dimension in front"), ([5], [0], [[2, "*", 3]], "dimensions in front, combined"),
        ([2, 3, 2, 2], [3, 2, 1, 0], [["*", 2, "*", 3]], "two runs of combined dimensions"), ([1, 5, 1, 3], [3, 1, 2, 0], [[2, 2]], "dimensions of size 1"),
        ([3, 200], [1, 0], [[8, 128]], "a hardware tile"), ([20, 130], [1, 0], [[8, 128], [2, 1]], "a hardware tile of 16-bit types"),
        ([33, 200], [1, 0], [[8, 128], [4, 1]], "a hardware tile of 8-bit types"), ([2, 3, 130], [2, 0, 1], [[2, 128]], "a hardware tile of few rows"),
        ([0, 5], [1, 0], [[2, 2]], "an array without rows"), ([5, 0], [0, 1], [["*", 2]], "no columns, combined"), ([2, 0, 3], [2, 1, 0], [[2], [2, 2]], "an empty array with two tiles")]
    for dims, order, tiles, why in tiled:
        yield computed("tiles", why, "3.8", "bf16" if len(tiles) > 1 else "f32", dims, order, tiles=tiles)
    dice = random.Random(20)
    for _ in range(60):
        rank = dice.randint(0, 4)
        dims = [dice.choice([1, 2, 3, 4, 5, 6]) for _ in range(rank)]
        if math.prod(dims) > 150:
            continue
        order = dice.sample(range(rank), rank)
        tiles, length = [], rank
        for _ in range(dice.randint(1, 3)):
            tile = [dice.choice([1, 2, 3, 4, "*"]) for _ in range(dice.randint(1, 4))]
            tile[-1] = dice.choice([1, 2, 3, 4])
            tiles.append(tile)
            length = max(length, len(tile)) + sum(entry != "*" for entry in tile)
        if length > 10 or len(store(dims, order, tiles, 1)[1]) > 2000:
            continue
        yield computed("mixed", "tiles, orders and ranks thrown with dice", "3.10", dice.choice(["f32", "s8", "f64"]), dims, order, tiles=tiles,
                       tail=dice.choice([1, 1, 1, 5]), space=dice.choice([0, 0, 1]))


# ---- rejected ----
def reject_cases():
    for identity, shape, code, why in [
            ("short", "f32[2,3]{1}", "S01", "one number for each dimension"), ("long", "f32[2]{1,0}", "S01", "one number for each dimension"),
            ("scalar", "f32[]{0}", "S01", "a scalar has no dimensions"), ("none", "f32[2,3]{:T(2,2)}", "S01", "parts do not replace the numbers"),
            ("three-for-one", "f32[1,2,3]{0}", "S01", "one number for each dimension"),
            ("twice", "f32[2,3]{0,0}", "S02", "each number once"), ("range", "f32[2,3]{2,1}", "S02", "numbers are below the rank"),
            ("gap", "f32[2,3,4]{3,1,0}", "S02", "numbers are 0 to n-1"), ("only-one", "f32[2]{1}", "S02", "numbers are below the rank"),
            ("space-before-tile", "f32[4]{0:S(1)T(128)}", "S03", "tiles precede the memory space"),
            ("width-before-tail", "s4[4]{0:E(4)L(2)}", "S03", "L precedes E"), ("tail-twice", "f32[4]{0:L(2)L(2)}", "S03", "each part at most once"),
            ("space-twice", "f32[4]{0:S(1)S(1)}", "S03", "each part at most once"), ("tiles-twice", "f32[4]{0:T(2)T(2)}", "S03", "each part at most once"),
            ("unknown-part", "f32[4]{0:Q(1)}", "S03", "no such part"), ("index-type", "f32[4]{0:#(u32)}", "S03", "index types are for sparse arrays"),
            ("pointer-type", "f32[4]{0:*(u32)}", "S03", "pointer types are for sparse arrays"),
            ("physical-shape", "f32[4]{0:P(f32[4])}", "S03", "a physical shape is for sparse arrays"),
            ("tuple", "(f32[2], s32[]){0}", "S07", "a tuple has no layout"), ("token", "token[]{:S(1)}", "S07", "a token has no layout"),
            ("opaque", "opaque[]{:S(1)}", "S07", "an opaque value has no layout"),
            ("tile-zero", "f32[4]{0:T(0)}", "S08", "a tile has no zero"), ("tile-zero-inside", "f32[4,4]{1,0:T(2,0)}", "S08", "a tile has no zero"),
            ("tile-negative", "f32[4]{0:T(-1)}", "S08", "a tile has no negative number"), ("ends-combining", "f32[4,4]{1,0:T(8,*)}", "S08", "a tile ends in a number"),
            ("only-combining", "f32[4]{0:T(*)}", "S08", "a tile ends in a number"), ("second-tile", "f32[4,4]{1,0:T(2,2)(0,1)}", "S08", "a later tile is checked, too"),
            ("tail-negative", "f32[4]{0:L(-2)}", "S08", "an alignment is not negative"), ("width-negative", "s4[4]{0:E(-4)}", "S08", "a width is not negative"),
            ("width-narrow", "s4[4]{0:E(2)}", "S08", "a width holds the element type"), ("space-negative", "f32[4]{0:S(-1)}", "S08", "a memory space is not negative"),
            ("prefix-negative", "f32[4]{0:M(-1)}", "S08", "a prefix is not negative"), ("split-order", "f32[4,9]{1,0:SC(1:5,3)}", "S08", "split indices increase"),
            ("split-dimension", "f32[4,9]{1,0:SC(2:1)}", "S08", "a split dimension exists"), ("split-outside", "f32[4,9]{1,0:SC(1:10)}", "S08", "a split lies inside"),
            ("split-scalar", "f32[]{:SC(0:1)}", "S08", "a scalar has no dimension to split"), ("split-of-one", "f32[1]{0:SC(0:1)}", "S08", "a split lies inside"),
            ("capital-type", "F32[3,5]", "P03", "types are written small"), ("no-type", "bf316[3]", "P03", "no such type"), ("no-such-width", "f33[2]", "P03", "no such type"),
            ("open", "f32[3,5", "P13", "the brackets are closed"), ("open-layout", "f32[3,5]{1,0", "P13", "the braces are closed"),
            ("two-shapes", "f32[3] f32[3]", "P09", "one shape"), ("buffer-empty", "b()", "P01", "a buffer holds one array"),
            ("buffer-of-two", "b(s32[], f32[])", "P01", "a buffer holds one array"),
            ("too-many-elements", "f32[4294967296,4294967296]", "S09", "2^64 elements"), ("just-too-many", "s8[3037000500,3037000500]", "S09", "just above 2^63 elements"),
            ("too-many-cells", "f32[1]{0:T(4611686018427387904,4)}", "S09", "2^64 cells of padding")]:
        doc, anchor = ("hlo-text", "9.2") if code[0] == "P" or code in ("S03", "S07") else ("layout", "2.2")
        yield {"id": f"layout.rejects.{identity}", "kind": "layout", "level": "core", "why": why,
               "spec": [{"doc": doc, "anchor": anchor}], "requires": [], "tags": ["rejects"], "hlo": [shape],
               "reject": {"phase": phase_of(code), "code": code}, "provenance": {"kind": "hand"}}


def main():
    by_op, seen = {"layout": [], "tiled-layout": []}, set()
    for made in [*reference_cases(), *generated_cases(), *reject_cases()]:
        if made["id"] not in seen:
            seen.add(made["id"])
            by_op["tiled-layout" if made["id"].startswith("tiled") else "layout"].append(made)
    for op, cases in by_op.items():
        write(op, cases, NAME)


main()
