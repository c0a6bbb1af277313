#!/usr/bin/python3
"""Vectors of many sizes at once: reductions whose special element visits every place, products, and Fourier transforms, of all sizes
around the widths of lanes, groups, tiles, and panels. A program computes its inputs and returns small or weighted results, so that each
element of each size counts. Sums of integers are exact in any order. Oracle: the numpy adapter."""
import math
from fractions import Fraction

import numpy

from formats import literal
from large import counted
from through_numpy import combiner, numpy_case, whole
from write import run_case, write_groups

NAME = "conformance/generate/sizes.py"
TAGS = ["large"]


def text(dims):
    return ",".join(map(str, dims))


class Program:
    """Lines with numbered names."""

    def __init__(self):
        self.lines, self.count, self.kept = [], 0, {}

    def add(self, shape, call):
        self.count += 1
        self.lines.append(f"v{self.count} = {shape} {call}")
        return f"v{self.count}"

    def once(self, shape, call):
        """The same line is written once."""
        if (shape, call) not in self.kept:
            self.kept[shape, call] = self.add(shape, call)
        return self.kept[shape, call]

    def filled(self, shape, value):
        scalar = self.once(shape[:shape.index("[")] + "[]", f"constant({value})")
        return self.once(shape, f"broadcast({scalar}), dimensions={{}}")

    def prefix(self, name, base, length, dims):
        """The first elements of the line `base`."""
        line = self.add(f"{name}[{math.prod(dims)}]", f"slice({base}), slice={{[0:{math.prod(dims)}]}}")
        assert math.prod(dims) <= length
        return line if len(dims) == 1 else self.add(f"{name}[{text(dims)}]", f"reshape({line})")

    def results(self, results):
        """`results`: (shape, name) of each."""
        if len(results) == 1:
            self.lines[-1] = "ROOT " + self.lines[-1]
        else:
            self.lines.append(f"ROOT r = ({', '.join(shape for shape, _ in results)}) tuple({', '.join(name for _, name in results)})")
        return self.lines


# ---- reduce ----
# The special element, the others, and the initial value.
MARKS = {"add": (5, 1, 2), "multiply": (3, 1, 2), "maximum": (9, 1, 0), "minimum": (1, 9, 11), "and": (6, 7, 7), "or": (2, 1, 0), "xor": (6, 1, 0)}
PLACES = {"rows": lambda n: ((n, n), 1), "columns": lambda n: ((n, n), 0), "middle": lambda n: ((2, n, 3), 1), "wide": lambda n: ((n, n + 21), 0)}
WHY = {"rows": "each element of a row counts", "columns": "each element of a column counts", "middle": "each row of a few columns counts",
       "wide": "each row of many columns counts"}


def marked(program, name, dims, axis, value, other):
    """`value` at one place along the axis, another one for each result, and `other` elsewhere."""
    n, shape = dims[axis], f"s32[{text(dims)}]"
    total = program.once(shape, f"iota(), iota_dimension={axis}")
    for d in range(len(dims)):
        if d != axis:
            total = program.add(shape, f"add({total}, {program.once(shape, f'iota(), iota_dimension={d}')})")
    rest = program.add(shape, f"remainder({total}, {program.filled(shape, n)})")
    which = program.add(f"pred[{text(dims)}]", f"compare({rest}, {program.filled(shape, 0)}), direction=EQ")
    array = f"{name}[{text(dims)}]"
    return program.add(array, f"select({which}, {program.filled(array, value)}, {program.filled(array, other)})")


def reduce_case(name, op, place, sizes):
    program, results = Program(), []
    value, other, start = MARKS[op]
    first = program.once(f"{name}[]", f"constant({start})")
    for n in sizes:
        dims, axis = PLACES[place](n)
        x = marked(program, name, dims, axis, value, other)
        shape = f"{name}[{text(dims[:axis] + dims[axis + 1:])}]"
        results.append((shape, program.add(shape, f"reduce({x}, {first}), dimensions={{{axis}}}, to_apply=f")))
    return "reduce", numpy_case(f"reduce.{name}.{op}-each-of-{place}-{sizes[0]}", WHY[place], "Reduce", program.results(results),
                                helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=TAGS)


def reduce_cases():
    for name in ("f32", "f64", "f16", "bf16", "s32", "s64", "u32", "u64", "s8", "u8", "s16"):
        for op in MARKS:
            if op in ("and", "or", "xor") and name[0] in "fb":
                continue
            for place in PLACES:
                yield reduce_case(name, op, place, (2, 7, 15, 16, 17, 33) if name in ("f32", "f64", "s32", "s8", "bf16", "u8") else (16, 35))
    for name in ("f32", "bf16", "f16", "f64", "s32"):
        for op in ("add", "maximum"):
            for place in ("rows", "columns", "middle", "wide"):
                yield reduce_case(name, op, place, (127, 128, 129, 137, 145, 257))
                yield reduce_case(name, op, place, (1, 8, 9, 23, 24, 25, 31, 32))


# Values that a comparison or a partial sum may lose: (reducer, topic, special element, others, initial value, why).
SPECIAL = (("maximum", "nan", "nan", "1", "0", "NaN wins at every place"), ("minimum", "nan", "nan", "1", "0", "NaN wins at every place"),
           ("maximum", "zero", "0", "-0", "-0", "0 is greater than -0"), ("minimum", "zero", "-0", "0", "0", "-0 is less than 0"),
           ("maximum", "infinity", "-1", "-inf", "-inf", "the only finite element"), ("minimum", "infinity", "1", "inf", "inf", "the only finite element"),
           ("add", "zero", "0", "-0", "-0", "a single 0 makes the sum 0"), ("add", "nan", "nan", "-0", "-0", "NaN at every place"),
           ("add", "infinity", "inf", "1", "1", "an infinity at every place"), ("multiply", "zero", "-0", "1", "-1", "-0 times -1 is 0"))


def special_cases():
    for name in ("f32", "f64", "bf16"):
        for op, topic, value, other, start, why in SPECIAL:
            for place in PLACES:
                program, results = Program(), []
                first = program.once(f"{name}[]", f"constant({start})")
                for n in (3, 17, 40, 145):
                    dims, axis = PLACES[place](n)
                    shape = f"{name}[{text(dims[:axis] + dims[axis + 1:])}]"
                    x = marked(program, name, dims, axis, value, other)
                    results.append((shape, program.add(shape, f"reduce({x}, {first}), dimensions={{{axis}}}, to_apply=f")))
                yield "reduce", numpy_case(f"reduce.{name}.{op}-{topic}-at-each-of-{place}", why, "Reduce", program.results(results),
                                           helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=TAGS)
    for op, (value, other, start) in {"and": ("false", "true", "true"), "or": ("true", "false", "false"), "xor": ("false", "true", "false"), "add": ("true", "false", "false"),
                                      "multiply": ("false", "true", "true"), "maximum": ("true", "false", "false"), "minimum": ("false", "true", "true"),
                                      "add-of-true": ("true", "true", "false"), "xor-of-true": ("true", "true", "false")}.items():
        for place in PLACES:
            program, results = Program(), []
            first = program.once("pred[]", f"constant({start})")
            for n in (2, 15, 16, 17, 33, 131):
                dims, axis = PLACES[place](n)
                shape = f"pred[{text(dims[:axis] + dims[axis + 1:])}]"
                x = marked(program, "pred", dims, axis, value, other)
                results.append((shape, program.add(shape, f"reduce({x}, {first}), dimensions={{{axis}}}, to_apply=f")))
            yield "reduce", numpy_case(f"reduce.pred.{op}-each-of-{place}", WHY[place], "Reduce", program.results(results),
                                       helpers=combiner(f"c = pred[] {op[:3] if '-of-' in op else op}(a, b)", ["pred", "pred"]), tags=TAGS)


def overflow_cases():
    """Four elements of 2^127, two of them negative, and many of 2^106: no partial sum rounds, and none overflows in f64."""
    big = (1 << 127, 1 << 127, -(1 << 127), -(1 << 127))
    for topic, dims, axis, lanes in (("row", (144,), 0, 16), ("rows", (3, 301), 1, 16), ("columns", (25, 43), 0, 1), ("narrow-columns", (140, 3), 0, 16)):
        for apart in (False, True):
            lines, rows = math.prod(dims) // dims[axis], []
            for line in range(lines):
                row = [1 << 106] * dims[axis]
                places = range((5 * line + 3) % lanes, dims[axis], lanes)
                if line % 3 == (0 if lines == 1 else 1):
                    for k, value in zip([*places[:2], *places[-2:]] if apart else places, big):
                        row[k] = value
                rows.append(row)
            sums = [sum(map(Fraction, row)) for row in rows]
            values = rows if axis or lines == 1 else list(zip(*rows))
            out = () if lines == 1 else (lines,)
            yield "reduce", run_case(f"reduce.f32.add-no-early-overflow-{topic}{'-apart' if apart else ''}", "a partial sum of f32 would overflow, the sum does not", "Reduce",
                                     None, [literal("f32", [float(v) for row in values for v in row], dims)], literal("f32", [float(v) for v in sums], out),
                                     requires=["f32"], tags=TAGS, oracle="exact fractions", level="impl-defined",
                                     whole=whole([f"x = f32[{text(dims)}] parameter(0)", "i = f32[] constant(0)",
                                                  f"ROOT r = f32[{text(out)}] reduce(x, i), dimensions={{{axis}}}, to_apply=f"],
                                                 combiner("c = f32[] add(a, b)", ["f32", "f32"])))


# Sums of squares of rows, or of differences from a number for each row.
def squares_cases():
    for name in ("f32", "f64", "bf16"):
        for topic in ("squares", "differences", "products", "columns-of-squares"):
            for sizes in ((1, 2, 15, 16, 17, 33), (127, 128, 129, 143, 145, 261)):
                program, results = Program(), []
                first = program.once(f"{name}[]", "constant(3)")
                for n in sizes:
                    dims = (n, 3) if topic.startswith("columns") else (3, n)
                    x = marked(program, name, dims, 0 if topic.startswith("columns") else 1, 3, -1)
                    y = x
                    if topic == "differences":
                        row = program.once(f"{name}[3]", "constant({1, -2, 2})")
                        x = y = program.add(f"{name}[3,{n}]", f"subtract({x}, {program.once(f'{name}[3,{n}]', f'broadcast({row}), dimensions={{0}}')})")
                    elif topic == "products":
                        y = program.add(f"{name}[3,{n}]", f"negate({x})")
                    product = program.add(f"{name}[{text(dims)}]", f"multiply({x}, {y})")
                    axis = 0 if topic.startswith("columns") else 1
                    results.append((f"{name}[3]", program.add(f"{name}[3]", f"reduce({product}, {first}), dimensions={{{axis}}}, to_apply=f")))
                yield "reduce", numpy_case(f"reduce.{name}.sum-of-{topic}-{sizes[0]}", f"sums of {topic.replace('-', ' ')} of many lengths", "Reduce", program.results(results),
                                           helpers=combiner(f"c = {name}[] add(a, b)", [name, name]), tags=TAGS)


# ---- dot ----
PRODUCTS = ((1, 1, 1), (1, 300, 17), (2, 3, 31), (3, 257, 8), (4, 16, 33), (5, 17, 1), (6, 255, 15), (7, 4, 64), (8, 256, 9), (9, 5, 49),
            (12, 33, 16), (13, 2, 65), (15, 513, 7), (16, 31, 24), (17, 8, 23), (24, 15, 32), (25, 1, 48), (33, 64, 3), (49, 3, 2), (64, 7, 5), (65, 32, 4))


# More rows, columns, terms, and bytes than the blocks of any cache, and long lists of vectors: (batch, products).
BLOCKS = {"rows": (1, ((241, 9, 17), (490, 260, 10))), "columns": (1, ((9, 17, 513), (12, 270, 1100))), "few-rows": (1, ((1, 300, 530), (7, 20, 1100))),
          "few-columns": (1, ((530, 300, 1), (1100, 20, 8))), "packed": (1, ((9, 513, 4200),)), "packed-batch": (3, ((9, 513, 2200),)),
          "vectors": (300, ((1, 600, 1),)), "short-vectors": (70, ((1, 5, 1), (1, 256, 1), (1, 257, 1)))}


def dot_case(name, left, right, batch, part):
    """Sums of the products over their rows, weighted, and over their columns."""
    program, results = Program(), []
    wide = "s64" if name[0] in "su" else "c128" if name[0] == "c" else "f64"
    batch, products = BLOCKS[part] if part in BLOCKS else (batch, PRODUCTS[part::3])
    most = max(batch * max(m * k, k * n) for m, k, n in products)
    small = name in ("f16", "bf16", "s8", "u8")
    low = 0 if name[0] == "u" else 1
    program.lines += [*counted(name, (most,), 3, low, "x"), *counted(name, (most,), 3 if small else 5, low, "y", 2)]
    zero = program.once(f"{wide}[]", "constant((0, 0))" if wide == "c128" else "constant(0)")
    head, names = ((batch,), ", lhs_batch_dims={0}, rhs_batch_dims={0}") if batch > 1 else ((), "")
    for m, k, n in products:
        a = program.prefix(name, "x", most, head + ((m, k) if left else (k, m)))
        b = program.prefix(name, "y", most, head + ((n, k) if right else (k, n)))
        out = head + (m, n)
        y = program.add(f"{name}[{text(out)}]", f"dot({a}, {b}){names}, lhs_contracting_dims={{{len(head) + left}}}, rhs_contracting_dims={{{len(head) + right}}}")
        y = y if name == wide else program.add(f"{wide}[{text(out)}]", f"convert({y})")
        place = program.once(f"s64[{text(out)}]", f"iota(), iota_dimension={len(head)}")
        place = program.add(f"s64[{text(out)}]", f"add({place}, {program.filled(f's64[{text(out)}]', 1)})")
        weights = place if wide == "s64" else program.add(f"{wide}[{text(out)}]", f"convert({place})")
        weighted = program.add(f"{wide}[{text(out)}]", f"multiply({y}, {weights})")
        rows = f"{wide}[{n}]"
        results.append((rows, program.add(rows, f"reduce({weighted}, {zero}), dimensions={{{text(range(len(head) + 1))}}}, to_apply=f")))
        columns = f"{wide}[{text(head + (m,))}]"
        results.append((columns, program.add(columns, f"reduce({y}, {zero}), dimensions={{{len(head) + 1}}}, to_apply=f")))
    topic = f"sizes-{'n' if left else 't'}{'t' if right else 'n'}-{batch}-{part}"
    why = f"products of many sizes, a batch of {batch}" if batch > 1 else "products of many sizes"
    return "dot", numpy_case(f"dot.{name}.{topic}", why, "Dot", program.results(results), helpers=combiner(f"c = {wide}[] add(a, b)", [wide, wide]), tags=TAGS)


def dot_cases():
    for name in ("f32", "f64", "bf16", "f16", "s32", "s8", "u8", "s16", "s64", "c64"):
        for form, (left, right) in enumerate(((1, 0), (0, 0), (1, 1), (0, 1))):
            for part in range(3):
                if name in ("f32", "s8", "bf16") or (form + part) % 3 == 0:
                    yield dot_case(name, left, right, 1, part)
            if name in ("f32", "s8", "f64", "s32"):
                yield dot_case(name, left, right, 3, form % 3)
            if name in ("f32", "s8", "f64", "bf16"):
                for part in BLOCKS:
                    if not part.startswith("packed") or name == "f32" and form < 2:
                        yield dot_case(name, left, right, 1, part)


# ---- fft ----
def fft_case(name, topic, why, kind, shapes, axes):
    """The sum of all results of each shape, weighted by 1, 2, ..."""
    program, results = Program(), []
    real = {"c64": "f32", "c128": "f64"}[name]
    half = lambda dims: (*dims[:-1], dims[-1] // 2 + 1)  # noqa: E731
    most = max(map(math.prod, shapes))
    source, target = (real if kind == "RFFT" else name), (real if kind == "IRFFT" else name)
    program.lines += counted(real, (most,), 9, 4, "x")
    if source == name:
        program.lines += [*counted(real, (most,), 7, 3, "i", 5), f"z = {name}[{most}] complex(x, i)"]
    zero = program.once(f"{target}[]", "constant(0)" if target == real else "constant((0, 0))")
    scale = 0
    for dims in shapes:
        given, out = half(dims) if kind == "IRFFT" else dims, half(dims) if kind == "RFFT" else dims
        x = program.prefix(source, "x" if source == real else "z", most, given)
        y = program.add(f"{target}[{text(out)}]", f"fft({x}), fft_type={kind}, fft_length={{{text(dims[len(dims) - axes:])}}}")
        count = math.prod(out)
        weights = program.once(f"s32[{count}]", "iota(), iota_dimension=0")
        weights = program.add(f"s32[{count}]", f"remainder({weights}, {program.filled(f's32[{count}]', 29)})")
        weights = program.add(f"s32[{count}]", f"add({weights}, {program.filled(f's32[{count}]', 1)})")
        weights = program.add(f"{target}[{count}]", f"convert({weights})")
        line = y if len(out) == 1 else program.add(f"{target}[{count}]", f"reshape({y})")
        weighted = program.add(f"{target}[{count}]", f"multiply({line}, {weights})")
        results.append((f"{target}[]", program.add(f"{target}[]", f"reduce({weighted}, {zero}), dimensions={{0}}, to_apply=f")))
        scale = max(scale, count * 29 * (1 if kind[0] == "I" else math.sqrt(math.prod(dims[len(dims) - axes:]))))
    return "fft", numpy_case(f"fft.{source}.{kind.lower()}-sizes-{topic}", why, "Fft", program.results(results), tags=TAGS, requires=[name, real],
                             helpers=combiner(f"c = {target}[] add(a, b)", [target, target]), tol={"class": "accumulate", "terms": 16, "scale": float(round(4 * scale))})


def batches(lengths):
    """Counts of lines around the number of lanes."""
    return [((1, 2, 3, 7, 8, 9, 15, 16, 17, 19)[k % 10], n) for k, n in enumerate(lengths)]


FFT_FORMS = {
    "up-to-20": ("every short length", [(n,) for n in range(1, 21)], 1),
    "up-to-36": ("products of two radices, and primes", [(n,) for n in range(21, 37)], 1),
    "up-to-63": ("lengths below those that are split", [(n,) for n in (38, 39, 40, 42, 44, 45, 46, 48, 49, 50, 51, 52, 54, 56, 57, 58, 60, 62, 63)], 1),
    "split": ("lengths of two parts", [(n,) for n in (64, 65, 66, 70, 72, 80, 81, 87, 90, 91, 96, 100, 112, 125, 144, 169, 243, 250, 256, 289)], 1),
    "long": ("long lengths", [(n,) for n in (384, 500, 625, 729, 1000, 1001, 1024, 1331, 2048, 2187, 3125, 4096, 5040)], 1),
    "primes": ("lengths with a large prime factor", [(n,) for n in (37, 74, 111, 41, 59, 127, 128 + 3, 257, 509, 1009)], 1),
    "lines": ("many lines of each length", batches([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 18, 23, 30, 32, 64, 72, 2, 3]), 1),
    "more-lines": ("many lines of each length", batches([4, 5, 9, 16, 25, 37, 60, 7, 8, 4, 3, 2, 13, 6, 100, 11, 1, 41, 15, 96]), 1),
    "columns": ("columns of each length", [(n, c) for c, n in batches([5, 64, 81, 2, 37, 128, 3, 300, 9, 16, 1, 100, 74, 7, 8, 10, 256, 31, 17, 4])], 2),
    "three-axes": ("blocks of columns", [(2, 3, 4, 5), (1, 7, 8, 9), (2, 10, 2, 17), (1, 64, 2, 3), (3, 1, 16, 33)], 3),
    "long-columns": ("columns longer than 2048, also with a large prime factor", [(2100, 3), (2187, 2), (2062, 3), (4096, 1)], 2),
}


def fft_cases():
    for name in ("c64", "c128"):
        for topic, (why, shapes, axes) in FFT_FORMS.items():
            for kind in ("FFT", "IFFT", "RFFT", "IRFFT"):
                if topic != "long-columns" or kind in ("FFT", "IFFT"):
                    yield fft_case(name, topic, why, kind, shapes, axes)
    for name, part in (("c64", "f32"), ("c128", "f64")):
        for n in (1, 2, 3, 4, 5, 9, 16, 31, 37, 64, 74, 81, 111, 130):
            for word, bad in (("infinite", math.inf), ("nan", math.nan)):
                x = numpy.array([complex((37 * k + 1) % 9 - 4, 0 if k == 0 or 2 * k == n else (11 * k) % 7 - 3) for k in range(n // 2 + 1)])
                given = [complex(z.real, bad) if k == 0 or 2 * k == n else complex(z) for k, z in enumerate(x)]
                yield "fft", run_case(f"fft.{name}.irfft-ignores-{word}-{n}", f"imaginary parts of the first and the middle value are ignored, even if {word}", "Fft",
                                      [f"x = {name}[{len(x)}] parameter(0)", f"ROOT r = {part}[{n}] fft(x), fft_type=IRFFT, fft_length={{{n}}}"],
                                      [literal(name, given)], literal(part, [float(v) for v in numpy.fft.irfft(x, n)]), requires=[name, part], tags=TAGS, oracle="numpy.fft",
                                      tol={"class": "accumulate", "terms": 16, "scale": 8.0})
    for name in ("c64", "c128"):
        for kind in ("RFFT", "IRFFT"):
            yield fft_case(name, "halves", "halves of many lengths", kind, [(n,) for n in (34, 36, 62, 64, 66, 68, 74, 82, 126, 130, 256, 258, 1022, 2050)], 1)


if __name__ == "__main__":
    write_groups((reduce_cases, special_cases, overflow_cases, squares_cases, dot_cases, fft_cases), NAME)
