#!/usr/bin/python3
"""Vectors of many sizes at once, as in sizes.py: elementwise ops and conversions, transposes, sorts, windows, and convolutions. Each result
is summed with weights, so that every element and its place count. Oracle: the numpy adapter."""
import math

from large import counted
from sizes import TAGS, Program, marked, text
from through_numpy import combiner, numpy_case
from write import write_groups

NAME = "conformance/generate/sizes_of_lines.py"
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 255, 257, 511, 1000, 1023, 1025, 4097)
SUM = combiner("c = s64[] add(a, b)", ["s64", "s64"], "total")


def weigh(program, results, name, dims, y):
    """The sum of the elements of y, times 1, 2, ..., 251, 1, ... in row-major order."""
    shape = f"s64[{math.prod(dims)}]"
    line = y if len(dims) == 1 else program.add(f"{name}[{math.prod(dims)}]", f"reshape({y})")
    weights = program.once(shape, "iota(), iota_dimension=0")
    weights = program.once(shape, f"remainder({weights}, {program.filled(shape, 251)})")
    weights = program.once(shape, f"add({weights}, {program.filled(shape, 1)})")
    line = line if name == "s64" else program.add(shape, f"convert({line})")
    weighted = program.add(shape, f"multiply({line}, {weights})")
    results.append(("s64[]", program.add("s64[]", f"reduce({weighted}, {program.once('s64[]', 'constant(0)')}), dimensions={{0}}, to_apply=total")))


def case(op, identity, why, anchor, program, results, helpers=()):
    return op, numpy_case(f"{op}.{identity}", why, anchor, program.results(results), helpers=[*helpers, *SUM], tags=TAGS)


# ---- elementwise ----
LINES = {"add": 2, "subtract": 2, "multiply": 2, "maximum": 2, "minimum": 2, "and": 2, "xor": 2, "compare": 2, "select": 3, "negate": 1, "abs": 1, "sign": 1, "clamp": 3,
         "shift-left": 2, "divide": 2, "remainder": 2}


def elementwise_cases():
    for op, arity in LINES.items():
        for name in ("f32", "bf16", "f16", "f64", "s8", "s16", "s32", "s64", "u8"):
            if op in ("and", "xor", "shift-left") and name[0] in "fb" or op in ("negate", "abs", "sign") and name[0] == "u":
                continue
            program, results = Program(), []
            low = 0 if name[0] == "u" else 4
            for k, label in enumerate("xyz"[:2]):
                program.lines += counted(name, (LENGTHS[-1],), 9 - k, 0 if op in ("shift-left",) else -1 if op in ("divide", "remainder") and k else low, label, 1 + k)
            for n in LENGTHS:
                operands = [program.prefix(name, label, LENGTHS[-1], (n,)) for label in "xyx"[:arity]]
                if op == "select":
                    operands[0] = program.add(f"pred[{n}]", f"compare({operands[0]}, {operands[1]}), direction=LT")
                target, more = ("pred", ", direction=LE") if op == "compare" else (name, "")
                y = program.add(f"{target}[{n}]", f"{op}({', '.join(operands)}){more}")
                weigh(program, results, target, (n,), y)
            yield case(op, f"{name}.sizes", "lines of many lengths", op, program, results)


def convert_cases():
    types = ("pred", "s8", "u8", "s16", "s32", "u32", "s64", "f16", "bf16", "f32", "f64", "f8e4m3fn", "f8e5m2", "s4", "u4")
    for source in types:
        program, results = Program(), []
        count = 1025
        program.lines += counted("s32" if source == "pred" else source, (count,), 2 if source == "pred" else 7, 0, "x" if source != "pred" else "x0")
        if source == "pred":
            program.lines.append(f"x = pred[{count}] convert(x0)")
        for k, n in enumerate(n for n in LENGTHS if n <= count):
            for step in range(3):
                target = types[(types.index(source) + 1 + (k + step * 5) % (len(types) - 1)) % len(types)]
                y = program.add(f"{target}[{n}]", f"convert({program.prefix(source, 'x', count, (n,))})")
                weigh(program, results, target, (n,), y)
        yield case("convert", f"{source}.sizes", "lines of many lengths, to many types", "Convert", program, results)


# ---- moves ----
def transpose_cases():
    sizes = ((1, 9), (2, 33), (3, 5), (4, 4), (5, 64), (7, 16), (8, 8), (9, 31), (15, 17), (16, 16), (17, 3), (32, 32), (33, 65), (64, 2), (65, 8), (100, 63))
    for name in ("pred", "s4", "u8", "f8e5m2", "s16", "bf16", "f32", "s64", "f64"):
        program, results = Program(), []
        program.lines += counted("s32" if name == "pred" else name, (13000,), 2 if name == "pred" else 7, 0, "x" if name != "pred" else "x0")
        if name == "pred":
            program.lines.append("x = pred[13000] convert(x0)")
        for m, n in sizes:
            y = program.add(f"{name}[{n},{m}]", f"transpose({program.prefix(name, 'x', 13000, (m, n))}), dimensions={{1,0}}")
            weigh(program, results, name, (n, m), y)
            y = program.add(f"{name}[2,{n},{m}]", f"transpose({program.prefix(name, 'x', 13000, (2, m, n))}), dimensions={{0,2,1}}")
            weigh(program, results, name, (2, n, m), y)
            y = program.add(f"{name}[{n},{m},2]", f"transpose({program.prefix(name, 'x', 13000, (m, n, 2))}), dimensions={{1,0,2}}")
            weigh(program, results, name, (n, m, 2), y)
        yield case("transpose", f"{name}.sizes", "matrices of many sizes", "Transpose", program, results)
    for name, m, n in (("f32", 1100, 700), ("u8", 2500, 1300), ("s64", 300, 1025), ("bf16", 1500, 1111)):
        program, results = Program(), []
        program.lines += counted(name, (m, n), 7, 0)
        weigh(program, results, name, (n, m), program.add(f"{name}[{n},{m}]", "transpose(x), dimensions={1,0}"))
        yield case("transpose", f"{name}.beyond-caches", "a matrix of more than 2 MiB", "Transpose", program, results)


def topk_cases():
    for name in ("f32", "bf16", "f64", "s8", "u8", "s16", "s32", "u32", "s64"):
        for largest in ("true", "false"):
            program, results = Program(), []
            program.lines += counted(name, (2000,), 97 if name != "s8" else 61, 0 if name[0] == "u" else 30)
            for n, k in ((1, 1), (2, 1), (3, 3), (16, 5), (33, 33), (49, 1), (64, 63), (65, 20), (100, 7), (300, 299), (1000, 17), (1025, 400)):
                head = () if n > 900 else (2,)
                shapes = f"({name}[{text((*head, k))}], s32[{text((*head, k))}])"
                y = program.add(shapes, f"topk({program.prefix(name, 'x', 2000, (*head, n))}), k={k}, largest={largest}")
                for part, kind in enumerate((name, "s32")):
                    weigh(program, results, kind, (*head, k), program.add(f"{kind}[{text((*head, k))}]", f"get-tuple-element({y}), index={part}"))
            yield case("topk", f"{name}.sizes-{'largest' if largest == 'true' else 'smallest'}", "lines of many lengths", "TopK", program, results)


def sort_cases():
    for name in ("f32", "bf16", "f64", "s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"):
        for way in ("LT", "GT"):
            program, results = Program(), []
            program.lines += counted(name, (1025,), 97 if name != "s8" else 61, 0 if name[0] == "u" else 30)
            for n in (1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 255, 257, 1025):
                y = program.add(f"{name}[{n}]", f"sort({program.prefix(name, 'x', 1025, (n,))}), dimensions={{0}}, to_apply=f")
                weigh(program, results, name, (n,), y)
            yield case("sort", f"{name}.sizes-{way.lower()}", "lines of many lengths", "Sort", program, results,
                       combiner(f"c = pred[] compare(a, b), direction={way}", [name, name]))


# ---- windows ----
def running_cases():
    for name in ("f32", "f64", "s32", "bf16", "s64"):
        for op, (value, other, start) in {"add": (3, 1, 0), "maximum": (9, 1, 0), "minimum": (1, 9, 10)}.items():
            program, results = Program(), []
            first = program.once(f"{name}[]", f"constant({start})")
            for n, width in ((2, 1), (3, 17), (8, 3), (15, 1), (16, 16), (17, 5), (33, 1), (33, 20), (64, 2), (65, 33), (129, 1)):
                x = marked(program, name, (n, width), 0, value, other)
                for pad in (f"{n - 1}_0", f"0_{n - 1}", f"{n // 2}_{n - 1 - n // 2}"):
                    y = program.add(f"{name}[{n},{width}]", f"reduce-window({x}, {first}), window={{size={n}x1 pad={pad}x0_0}}, to_apply=f")
                    weigh(program, results, name, (n, width), y)
            yield case("reduce-window", f"{name}.{op}-sizes", "running totals from both ends, and centered ones, of many lengths", "ReduceWindow", program, results,
                       combiner(f"c = {name}[] {op}(a, b)", [name, name]))


# Windows over two dimensions, with at least 256 results per row of the first pass, where an engine may fuse the passes. The dimensions of
# the base, and for each dimension with a window: (size, stride, padding, base dilation, window dilation).
IMAGES = {"image": ((1, 70, 90, 3), {1: (3, 1, (1, 1), 1, 1), 2: (3, 1, (1, 1), 1, 1)}, "windows in an image"),
          "steps": ((2, 30, 41, 7), {1: (3, 2, (0, 1), 1, 1), 2: (2, 2, (1, 0), 1, 1)}, "every second window"),
          "apart": ((1, 40, 300), {1: (2, 5, (0, 0), 1, 1), 2: (3, 1, (0, 0), 1, 1)}, "rows between the windows"),
          "holes": ((1, 23, 260, 1), {1: (3, 1, (4, 4), 1, 4), 2: (2, 1, (0, 2), 1, 2)}, "windows with holes"),
          "base-holes": ((9, 1, 270), {0: (3, 1, (2, 2), 3, 1), 2: (2, 1, (1, 0), 1, 1)}, "a base with holes"),
          "cropped": ((17, 280, 1), {0: (4, 1, (-2, -1), 1, 1), 1: (3, 1, (-3, 1), 1, 1)}, "negative padding"),
          "features": ((7, 4, 1030), {0: (2, 1, (1, 1), 1, 1), 1: (3, 1, (1, 1), 1, 1)}, "more features than a block of columns"),
          "between": ((6, 3, 150, 2), {0: (2, 1, (0, 1), 1, 1), 2: (3, 1, (1, 1), 1, 1)}, "a dimension without a window between the others")}


def places(base, size, stride, pads, base_dilation, dilation):
    return ((base - 1) * base_dilation + 1 + sum(pads) - (size - 1) * dilation - 1) // stride + 1


def window_text(windows, rank):
    all_of = [windows.get(d, (1, 1, (0, 0), 1, 1)) for d in range(rank)]
    texts = (("size", lambda w: w[0]), ("stride", lambda w: w[1]), ("pad", lambda w: f"{w[2][0]}_{w[2][1]}"), ("lhs_dilate", lambda w: w[3]), ("rhs_dilate", lambda w: w[4]))
    return " ".join(f"{key}={'x'.join(str(of(w)) for w in all_of)}" for key, of in texts)


def image_cases():
    for name in ("f32", "f64", "s32", "u8", "bf16"):
        for topic, (dims, windows, why) in IMAGES.items():
            for op, start in (("add", 0), ("maximum", 0 if name == "u8" else -9)):
                if (op, name) == ("add", "bf16"):
                    continue  # each sum is rounded
                program, results = Program(), []
                program.lines += counted(name, dims, 23 if name != "u8" else 7, 3 if name[0] != "u" else 0)
                first = program.once(f"{name}[]", f"constant({start})")
                out = tuple(places(n, *windows[d]) if d in windows else n for d, n in enumerate(dims))
                y = program.add(f"{name}[{text(out)}]", f"reduce-window(x, {first}), window={{{window_text(windows, len(dims))}}}, to_apply=f")
                weigh(program, results, name, out, y)
                yield case("reduce-window", f"{name}.{op}-rows-of-{topic}", why, "ReduceWindow", program, results,
                           combiner(f"c = {name}[] {op}(a, b)", [name, name]))


def long_line_cases():
    """Running sums of lines of all lengths around four elements and the sizes of blocks."""
    lengths = (33, 34, 35, 36, 37, 66, 130, 513, 1025, 2051)
    for name in ("f32", "s32"):
        for topic, why in (("from-the-start", "sums from the first element on"), ("from-the-end", "sums from the last element on"), ("moving", "sums of parts of a line")):
            program, results = Program(), []
            program.lines += counted(name, (2051,), 9, 3)
            first = program.once(f"{name}[]", "constant(0)")
            for n in lengths:
                size = n if topic != "moving" else max(33, n // 3)
                pad = {"from-the-start": f"{n - 1}_0", "from-the-end": f"0_{n - 1}", "moving": f"{size // 2}_{size - 1 - size // 2}"}[topic]
                y = program.add(f"{name}[{n}]", f"reduce-window({program.prefix(name, 'x', 2051, (n,))}, {first}), window={{size={size} pad={pad}}}, to_apply=f")
                weigh(program, results, name, (n,), y)
            yield case("reduce-window", f"{name}.running-{topic}", why, "ReduceWindow", program, results, combiner(f"c = {name}[] add(a, b)", [name, name]))


def column_cases():
    """Reductions over the middle dimension, with more columns than one block of a kernel has."""
    sizes = ((2, 3, 513), (3, 7, 600), (2, 9, 1025), (5, 2, 777), (2, 4, 4100))
    for name in ("f32", "bf16", "f16", "f8e5m2", "f64", "s8", "u16", "s4", "s32", "pred"):
        for op, start in {"pred": {"and": "true", "or": "false"}, "f8e5m2": {"maximum": -4, "minimum": 4}}.get(name, {"add": 0, "maximum": -4 if name[0] != "u" else 0, "minimum": 4}).items():
            program, results = Program(), []
            source = "s32" if name == "pred" else name
            count = max(math.prod(dims) for dims in sizes)
            program.lines += counted(source, (count,), 2 if name == "pred" else 5, 0 if name in ("pred", "u16") else 2, "x0")
            program.lines.append(f"x = {name}[{count}] convert(x0)")
            first = program.once(f"{name}[]", f"constant({start})")
            for dims in sizes:
                out = (dims[0], dims[2])
                y = program.add(f"{name}[{text(out)}]", f"reduce({program.prefix(name, 'x', count, dims)}, {first}), dimensions={{1}}, to_apply=f")
                weigh(program, results, name, out, y)
            yield case("reduce", f"{name}.{op}-columns-of-batches", "columns of several batches, in several blocks", "Reduce", program, results,
                       combiner(f"c = {name}[] {op}(a, b)", [name, name]))


def convolution_cases():
    for name in ("f32", "f64", "bf16", "s8", "s32"):
        for topic, why in (("image", "many numbers of features"), ("line", "features before the places"), ("depthwise", "each feature separately"), ("groups", "groups of features")):
            program, results = Program(), []
            program.lines += [*counted(name, (20000,), 3, 1, "x"), *counted(name, (20000,), 3, 1, "k", 2)]
            for a, b, size in ((1, 1, 3), (2, 9, 2), (3, 16, 3), (4, 17, 1), (8, 8, 3), (15, 4, 2), (16, 33, 1), (17, 5, 3), (33, 3, 2), (64, 7, 1)):
                if topic == "image":
                    x, k, out = (2, 5, 6, a), (size, size, a, b), (2, 6 - size, 7 - size, b)
                    window, labels, groups = f"size={size}x{size}", "b01f_01io->b01f", 1
                elif topic == "line":
                    x, k, out = (2, a, 19), (b, a, size), (2, b, 20 - size + 2)
                    window, labels, groups = f"size={size} pad=1_1", "bf0_oi0->bf0", 1
                elif topic == "depthwise":
                    x, k, out = (1, 13, a), (size, 1, a), (1, 14 - size, a)
                    window, labels, groups = f"size={size}", "b0f_0io->b0f", a
                else:
                    x, k, out = (1, 7, 2 * a), (size, a, 2 * b), (1, 8 - size, 2 * b)
                    window, labels, groups = f"size={size}", "b0f_0io->b0f", 2
                more = f", feature_group_count={groups}" if groups > 1 else ""
                y = program.add(f"{name}[{text(out)}]", f"convolution({program.prefix(name, 'x', 20000, x)}, {program.prefix(name, 'k', 20000, k)}), window={{{window}}}, dim_labels={labels}{more}")
                weigh(program, results, name, out, y)
            yield case("convolution", f"{name}.sizes-{topic}", why, "Conv", program, results)


if __name__ == "__main__":
    write_groups((elementwise_cases, convert_cases, transpose_cases, topk_cases, sort_cases, running_cases, image_cases, long_line_cases, column_cases, convolution_cases), NAME)
