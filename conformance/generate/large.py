#!/usr/bin/python3
"""Vectors with arrays beyond one vector register, with a tail: elementwise ops and conversions on lines of 67 or 131
elements, and reductions, sorts, products, windows, and moves of hundreds of elements. Oracle: the numpy adapter."""
import math
import random

from formats import FLOATS, INTEGERS, holds, int_range, literal
from through_numpy import combiner, numpy_case
from unary import EXACT, ORDINARY, tolerance
from write import write_groups

NAME = "conformance/generate/large.py"
WIDE_FLOATS = ["f16", "bf16", "f32", "f64"]
INTS = ["s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64"]
UNARY_FLOAT = ["abs", "negate", "ceil", "floor", "round-nearest-even", "round-nearest-afz", "sign", "sqrt", "rsqrt", "cbrt", "exponential",
               "exponential-minus-one", "log", "log-plus-one", "logistic", "sine", "cosine", "tan", "tanh", "sinh", "cosh", "asin", "acos",
               "atan", "asinh", "acosh", "atanh", "erf"]
TAIL = "a line longer than the vector registers, with a tail"


def length(name):
    return 131 if name in ("pred", "s8", "u8", "s4", "u4") or name.startswith(("f8", "f6", "f4")) else 67


def chosen(name, count, seed, values=None):
    """Values of the type, drawn from `values` or from a grid with the extremes among them."""
    pick = random.Random(f"{name} {seed}")
    if name == "pred":
        return [pick.random() < 0.5 for _ in range(count)]
    if name in INTEGERS:
        low, high = int_range(name)
        pool = values or [low, high, 0, 1, *range(max(low, -9), min(high, 9) + 1), *(pick.randint(low, high) for _ in range(20))]
        return [pick.choice(pool) for _ in range(count)]
    if name in ("c64", "c128"):
        return [complex(pick.randint(-8, 8) / 2, pick.randint(-8, 8) / 2) for _ in range(count)]
    pool = values or [math.inf, -math.inf, math.nan, -0.0, 0.0, *(k / 4 for k in range(-24, 25)), 100.0, -1000.0, 2.0**-14, 3 * 2.0**-20]
    pool = [v for v in pool if holds(name, v)]
    return [pick.choice(pool) for _ in range(count)]


def line_case(op, name, topic, why, inputs, call, result=None, tol=None, level="core"):
    """`inputs`: lists of one element each per place, or (type, list)."""
    inputs = [part if isinstance(part, tuple) else (name, part) for part in inputs]
    n = len(inputs[0][1])
    body = [f"{p} = {t}[{n}] parameter({k})" for k, (p, (t, _)) in enumerate(zip("abc", inputs))]
    return op, numpy_case(f"{op}.{name}.{topic}", why, op, [*body, f"ROOT r = {result or name}[{n}] {call}"],
                          [literal(t, values) for t, values in inputs], tol=tol, tags=["large"], level=level)


# ---- elementwise ----
def unary_cases():
    for op in UNARY_FLOAT:
        for name in WIDE_FLOATS:
            pool = [v for v in [*ORDINARY.get(op, ()), *(k / 8 for k in range(-32, 33)), 0.0, -0.0, math.inf, math.nan]]
            if op in ("sine", "cosine", "tan", "sinh", "cosh") and name != "f64":
                pool = [v for v in pool if abs(v) < 6 or v != v]
            tol = None if op in EXACT else tolerance(op, name)
            yield line_case(op, name, "long", TAIL, [chosen(name, length(name), op, pool)], f"{op}(a)", tol=tol)
    for op in ("abs", "negate", "sign", "not", "popcnt", "count-leading-zeros"):
        for name in INTS:
            if op == "abs" and name[0] == "u" or op == "sign" and name[0] == "u":
                continue
            yield line_case(op, name, "long", TAIL, [chosen(name, length(name), op)], f"{op}(a)")
    for name in WIDE_FLOATS:
        yield line_case("is-finite", name, "long", TAIL, [chosen(name, 67, "finite")], "is-finite(a)", "pred")
    yield line_case("not", "pred", "long", TAIL, [chosen("pred", 131, "not")], "not(a)")
    for name, part in (("c64", "f32"), ("c128", "f64")):
        for op in ("real", "imag"):
            yield line_case(op, name, "long", TAIL, [chosen(name, 35, op)], f"{op}(a)", part)
        yield line_case("negate", name, "long", TAIL, [chosen(name, 35, "negate")], "negate(a)")
        yield line_case("complex", part, "long", TAIL, [chosen(part, 35, "re"), chosen(part, 35, "im")], "complex(a, b)", name)


def binary_cases():
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2"):
        for name in WIDE_FLOATS:
            left, right = chosen(name, 67, op), chosen(name, 67, op + " right")
            if op == "power":
                left, right = chosen(name, 67, op, [k / 4 for k in range(1, 30)]), chosen(name, 67, op + " right", [k / 2 for k in range(-6, 7)])
            tol = {"class": "close", "ulp": {"f64": 8, "f32": 4}.get(name, 1)} if op in ("power", "atan2") else None
            yield line_case(op, name, "long", TAIL, [left, right], f"{op}(a, b)", tol=tol)
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "and", "or", "xor", "shift-left",
               "shift-right-arithmetic", "shift-right-logical", "mulhi"):
        for name in INTS:
            right = None
            if op.startswith("shift"):
                bits = INTEGERS[name][1]
                right = [k for k in (0, 1, 2, 3, 5, bits - 2, bits - 1, bits, bits + 1) if k <= int_range(name)[1]] + ([-1] if name[0] == "s" else [])
            yield line_case(op, name, "long", TAIL, [chosen(name, length(name), op), chosen(name, length(name), op + " right", right)], f"{op}(a, b)")
    for op in ("and", "or", "xor", "add", "multiply", "maximum", "minimum"):
        yield line_case(op, "pred", "long", TAIL, [chosen("pred", 131, op), chosen("pred", 131, op + " right")], f"{op}(a, b)")
    for name in ("c64", "c128"):
        for op in ("add", "subtract", "multiply"):
            yield line_case(op, name, "long", TAIL, [chosen(name, 35, op), chosen(name, 35, op + " right")], f"{op}(a, b)")


def scalar_operand_cases():
    """One side is a broadcast scalar, which engines hold in a register."""
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum"):
        for name in ("f32", "f64", "bf16", "s32", "u8", "s16"):
            for side in ("left", "right"):
                operands = "c, a" if side == "left" else "a, c"
                yield op, numpy_case(f"{op}.{name}.scalar-{side}", f"a broadcast scalar on the {side}", op,
                                     [f"a = {name}[67] parameter(0)", f"s = {name}[] parameter(1)", f"c = {name}[67] broadcast(s), dimensions={{}}",
                                      f"ROOT r = {name}[67] {op}({operands})"],
                                     [literal(name, chosen(name, 67, op + side)), literal(name, [3.0 if name in FLOATS else 7], ())], tags=["large"])


def compare_cases():
    for name in [*WIDE_FLOATS, *INTS, "pred"]:
        for way in ("EQ", "NE", "LT", "LE", "GT", "GE"):
            pool = None if name not in INTS else [int_range(name)[0], int_range(name)[1], 0, 1, 2, 3]
            inputs = [chosen(name, length(name), way, pool), chosen(name, length(name), way + " right", pool)]
            yield line_case("compare", name, f"long-{way.lower()}", TAIL, inputs, f"compare(a, b), direction={way}", "pred")
    for name in WIDE_FLOATS:
        for way in ("EQ", "LT", "GE"):
            inputs = [chosen(name, 67, "total"), chosen(name, 67, "total right")]
            yield line_case("compare", name, f"long-total-{way.lower()}", "the total order on a line with a tail", inputs,
                            f"compare(a, b), direction={way}, type=TOTALORDER", "pred")
    for name in ("c64", "c128"):
        for way in ("EQ", "NE"):
            yield line_case("compare", name, f"long-{way.lower()}", TAIL, [chosen(name, 35, "c"), chosen(name, 35, "c")[:30] + chosen(name, 5, "d")],
                            f"compare(a, b), direction={way}", "pred")


def choice_cases():
    for name in ["pred", *INTS, *WIDE_FLOATS, "c64", "c128", "f8e4m3fn", "s4"]:
        n = length(name)
        yield line_case("select", name, "long", TAIL, [("pred", chosen("pred", n, "which")), chosen(name, n, "x"), chosen(name, n, "y")], "select(a, b, c)")
    for name in [*INTS, *WIDE_FLOATS]:
        n = length(name)
        low = chosen(name, n, "low", [-2.0, -1.0, 0.5, math.nan] if name in FLOATS else [0, 1, 2])
        high = chosen(name, n, "high", [1.0, 3.0, math.inf] if name in FLOATS else [1, 5, 100])
        yield line_case("clamp", name, "long", TAIL, [low, chosen(name, n, "x"), high], "clamp(a, b, c)")
        yield "clamp", numpy_case(f"clamp.{name}.long-scalars", "scalar limits on a line with a tail", "clamp",
                                  [f"a = {name}[] parameter(0)", f"x = {name}[{n}] parameter(1)", f"b = {name}[] parameter(2)",
                                   f"ROOT r = {name}[{n}] clamp(a, x, b)"],
                                  [literal(name, [2], ()), literal(name, chosen(name, n, "x")), literal(name, [5], ())], tags=["large"])


def convert_cases():
    types = ["pred", *INTS, *WIDE_FLOATS, "c64", "s4", "u4", "f8e4m3fn", "f8e5m2", "f8e4m3fnuz", "f8e8m0fnu"]
    for source in types:
        for target in types:
            if source != target and (source, target) != ("c64", "pred"):  # engines differ, see convert.c64.to-pred
                extra = [300.5, -70000.25, 2.0**31, -2.0**31, 2.0**63, 1e30, 449.0, 0.1, 65519.0, 65520.0]
                pool = None if source not in FLOATS else [*extra, *(k / 4 for k in range(-20, 21)), math.inf, -math.inf, math.nan, -0.0]
                yield line_case("convert", source, f"long-to-{target}", TAIL, [chosen(source, 131 if length(source) + length(target) > 134 else 67, target, pool)],
                                "convert(a)", target)


# ---- whole arrays ----
def counted(name, dims, modulus=7, shift=3, label="x", seed=1):
    """Lines that make small integers of the type: (iota * 37 + seed) mod modulus - shift."""
    n, shape = math.prod(dims), ",".join(map(str, dims))
    lines = [f"{label}_i = s32[{n}] iota(), iota_dimension=0"]
    for what, op, value in (("k", "multiply", 37), ("o", "add", seed), ("m", "remainder", modulus), ("s", "subtract", shift)):
        previous = {"k": "i", "o": "k_", "m": "o_", "s": "m_"}[what]
        lines += [f"{label}_{what} = s32[] constant({value})", f"{label}_{what}b = s32[{n}] broadcast({label}_{what}), dimensions={{}}",
                  f"{label}_{what}_ = s32[{n}] {op}({label}_{previous}, {label}_{what}b)"]
    return [*lines, f"{label}_r = s32[{shape}] reshape({label}_s_)", f"{label} = {name}[{shape}] convert({label}_r)"]


def held(name, dims, values, seed):
    n = math.prod(dims)
    return literal(name, chosen(name, n, seed, values), dims)


REDUCERS = {"add": 0, "multiply": 1, "maximum": None, "minimum": None, "and": None, "or": None, "xor": 0}


def reduce_cases():
    for name in ["f32", "f64", "f16", "bf16", "s32", "s64", "u8", "s8", "u32", "s16"]:
        for op in REDUCERS:
            if op in ("and", "or", "xor") and name in FLOATS:
                continue
            pool = [1, 2, 3] if name[0] == "u" else [-1.0, 1.0, 2.0, 0.5] if op == "multiply" and name in FLOATS else [-3, -1, 1, 2, 5]
            pool = [float(v) for v in pool] if name in FLOATS else pool
            for topic, dims, axes, why in (("rows-of-67", (3, 67), "1", "long rows with a tail"), ("columns-of-33", (33, 5), "0", "more than 16 rows, few columns"),
                                           ("wide-columns", (5, 35), "0", "few rows, columns that fill vectors"), ("middle", (3, 19, 3), "1", "the middle dimension")):
                values = pool
                if op == "multiply" and name in FLOATS:
                    values = [-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0]
                out = ",".join(str(n) for d, n in enumerate(dims) if str(d) not in axes)
                start = {"add": 1, "multiply": 1, "maximum": -2, "minimum": 2, "and": -1, "or": 0, "xor": 0}[op]
                start = max(start, int_range(name)[0]) if name in INTEGERS else start
                if op == "and" and name[0] == "u":
                    start = int_range(name)[1]
                if op == "maximum" and name[0] == "u":
                    start = 0
                yield "reduce", numpy_case(f"reduce.{name}.{op}-{topic}", why, "Reduce",
                                           [f"x = {name}[{','.join(map(str, dims))}] parameter(0)", f"i = {name}[] constant({start})",
                                            f"ROOT r = {name}[{out}] reduce(x, i), dimensions={{{axes}}}, to_apply=f"],
                                           [held(name, dims, values, op + topic)], helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["large"])
    for name in ("f32", "s32", "u8", "f64"):
        for op in ("add", "maximum", "minimum"):
            for n in (1025, 4099, 16389):
                body = [*counted(name, (n,), 5, 0), f"i = {name}[] constant(0)", f"ROOT r = {name}[] reduce(x, i), dimensions={{0}}, to_apply=f"]
                yield "reduce", numpy_case(f"reduce.{name}.{op}-{n}", "a line longer than a block of threads", "Reduce", body,
                                           helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["large"])


ARGMAX = ["f {", "  m = T[] parameter(0)", "  i = s32[] parameter(1)", "  v = T[] parameter(2)", "  j = s32[] parameter(3)",
          "  c = pred[] compare(m, v), direction=DIR", "  best = T[] select(c, m, v)", "  at = s32[] select(c, i, j)",
          "  ROOT t = (T[], s32[]) tuple(best, at)", "}"]


def variadic_reduce_cases():
    for name in ("f32", "s32", "bf16", "s64"):
        for way, why in (("GE", "the first of equal elements"), ("GT", "the last of equal elements"), ("LT", "the smallest, the last of equal ones"),
                         ("LE", "the smallest, the first of equal ones")):
            for n in (67, 1100):
                start = {"G": "-100", "L": "100"}[way[0]]
                body = [*counted(name, (n,), 23, 11), f"j = s32[{n}] iota(), iota_dimension=0", f"i = {name}[] constant({start})", "k = s32[] constant(-1)",
                        f"ROOT r = ({name}[], s32[]) reduce(x, j, i, k), dimensions={{0}}, to_apply=f"]
                yield "reduce", numpy_case(f"reduce.{name}.position-{way.lower()}-{n}", why + ", in a long line", "Reduce", body,
                                           helpers=[line.replace("T[", name + "[").replace("DIR", way) for line in ARGMAX], tags=["large"])


def sort_cases():
    for name in [*INTS, *WIDE_FLOATS, "f8e4m3fn", "s4", "pred"]:
        for way in ("LT", "GT"):
            n = 67
            pool = None if name not in FLOATS else [k / 4 for k in range(-40, 41)]
            yield "sort", numpy_case(f"sort.{name}.long-{way.lower()}", "more elements than small sorts have, with equal ones", "Sort",
                                     [f"x = {name}[{n}] parameter(0)", f"ROOT r = {name}[{n}] sort(x), dimensions={{0}}, to_apply=f"],
                                     [literal(name, chosen(name, n, "sort" + way, pool))],
                                     helpers=combiner(f"c = pred[] compare(a, b), direction={way}", [name, name]), tags=["large"])
    for name in WIDE_FLOATS:
        n = 67
        yield "sort", numpy_case(f"sort.{name}.long-total", "NaN, infinities, and zeros in the total order", "Sort",
                                 [f"x = {name}[{n}] parameter(0)", f"ROOT r = {name}[{n}] sort(x), dimensions={{0}}, to_apply=f"],
                                 [literal(name, chosen(name, n, "sort total"))],
                                 helpers=combiner("c = pred[] compare(a, b), direction=LT, type=TOTALORDER", [name, name]), tags=["large"])
    for name in ("f32", "s32", "u8", "s64", "f64", "bf16", "u16", "u32"):
        n = 83
        helpers = ["f {", f"  a = {name}[] parameter(0)", f"  b = {name}[] parameter(1)", "  p = s32[] parameter(2)", "  q = s32[] parameter(3)",
                   "  ROOT c = pred[] compare(a, b), direction=LT", "}"]
        body = [*counted(name, (n,), 11, 0), f"j = s32[{n}] iota(), iota_dimension=0",
                f"ROOT r = ({name}[{n}], s32[{n}]) sort(x, j), dimensions={{0}}, is_stable=true, to_apply=f"]
        yield "sort", numpy_case(f"sort.{name}.long-pairs", "equal keys keep the order of their positions", "Sort", body, helpers=helpers, tags=["large"])
    for name in ("u16", "s32", "u32", "s64", "u64"):
        for byte in range(1, INTEGERS[name][1] // 8):
            for place in (0, 30, 66):
                values = [(11 * i) % 64 for i in range(67)]
                values[place] += 1 << (8 * byte)
                yield "sort", numpy_case(f"sort.{name}.outlier-byte-{byte}-at-{place}", f"a single key differs in byte {byte}", "Sort",
                                         [f"x = {name}[67] parameter(0)", f"ROOT r = {name}[67] sort(x), dimensions={{0}}, to_apply=f"], [literal(name, values)],
                                         helpers=combiner("c = pred[] compare(a, b), direction=LT", [name, name]), tags=["large"])
    for dims, d in (((50, 3), 0), ((3, 50), 1), ((2, 51, 2), 1)):
        shape = ",".join(map(str, dims))
        body = [*counted("s32", dims, 29, 9), f"ROOT r = s32[{shape}] sort(x), dimensions={{{d}}}, to_apply=f"]
        yield "sort", numpy_case(f"sort.s32.long-lines-{len(dims)}d-{d}", "every line is sorted separately", "Sort", body,
                                 helpers=combiner("c = pred[] compare(a, b), direction=LT", ["s32", "s32"]), tags=["large"])


def dot_cases():
    shapes = {"deep": ((3, 300), (300, 2), "1", "0", "more terms than one panel has"), "square": ((17, 33), (33, 15), "1", "0", "sizes that are no multiple of a tile"),
              "vector-matrix": ((70,), (70, 9), "0", "0", "a vector times a matrix"), "matrix-vector": ((9, 70), (70,), "1", "0", "a matrix times a vector"),
              "vectors": ((515,), (515,), "0", "0", "two long vectors"), "transposed-left": ((33, 7), (33, 9), "0", "0", "the first dimension of both"),
              "transposed-right": ((7, 33), (9, 33), "1", "1", "the last dimension of both"), "two-sums": ((5, 4, 17), (4, 17, 3), "1,2", "0,1", "two contracting dimensions"),
              "split-sums": ((17, 5, 4), (4, 17, 3), "0,2", "1,0", "contracting dimensions that are not adjacent")}
    for name in ("f32", "f64", "f16", "bf16", "s32", "s8", "u8", "s64", "c64"):
        for topic, (left, right, a, b, why) in shapes.items():
            if topic == "deep" and name in ("f16", "bf16"):
                why += "; the sum is exact"
            out = [n for d, n in enumerate(left) if str(d) not in a.split(",")] + [n for d, n in enumerate(right) if str(d) not in b.split(",")]
            small = (3, 1) if name in ("f16", "bf16") else (5, 2)
            body = [*counted(name, left, *small, label="x"), *counted(name, right, 3, 1, label="y", seed=2)]
            body.append(f"ROOT r = {name}[{','.join(map(str, out))}] dot(x, y), lhs_contracting_dims={{{a}}}, rhs_contracting_dims={{{b}}}")
            yield "dot", numpy_case(f"dot.{name}.large-{topic}", why, "Dot", body, tags=["large"])
        body = [*counted(name, (3, 5, 19), 3, 1, label="x"), *counted(name, (3, 19, 4), 3, 1, label="y", seed=2)]
        body.append(f"ROOT r = {name}[3,5,4] dot(x, y), lhs_batch_dims={{0}}, rhs_batch_dims={{0}}, lhs_contracting_dims={{2}}, rhs_contracting_dims={{1}}")
        yield "dot", numpy_case(f"dot.{name}.large-batch", "a product for each batch index", "Dot", body, tags=["large"])


def convolution_cases():
    forms = {"line": ((1, 2, 40), (3, 2, 5), "window={size=5 pad=2_2}", (1, 3, 40), "bf0_oi0->bf0", "", "padding on both ends of a line"),
             "stride": ((2, 3, 21), (4, 3, 3), "window={size=3 stride=2 pad=1_0}", (2, 4, 10), "bf0_oi0->bf0", "", "every second position"),
             "image": ((1, 9, 10, 3), (3, 3, 3, 4), "window={size=3x3 pad=1_1x1_1}", (1, 9, 10, 4), "b01f_01io->b01f", "", "features last, as in most models"),
             "dilated": ((1, 2, 20), (3, 2, 3), "window={size=3 rhs_dilate=4}", (1, 3, 12), "bf0_oi0->bf0", "", "a kernel with holes"),
             "base-dilated": ((1, 2, 9), (3, 2, 3), "window={size=3 pad=2_2 lhs_dilate=3}", (1, 3, 27), "bf0_oi0->bf0", "", "an input with holes"),
             "depthwise": ((1, 8, 11), (16, 1, 3), "window={size=3 pad=1_1}", (1, 16, 11), "bf0_oi0->bf0", ", feature_group_count=8", "every feature separately"),
             "groups": ((2, 6, 7), (9, 2, 2), "window={size=2}", (2, 9, 6), "bf0_oi0->bf0", ", feature_group_count=3", "three groups of features"),
             "batch-groups": ((6, 2, 7), (6, 2, 2), "window={size=2}", (2, 6, 6), "bf0_oi0->bf0", ", batch_group_count=3", "three groups of the batch"),
             "reversed": ((1, 2, 17), (3, 2, 4), "window={size=4 rhs_reversal=1}", (1, 3, 14), "bf0_oi0->bf0", "", "a flipped kernel"),
             "cropped": ((1, 2, 20), (3, 2, 3), "window={size=3 pad=-2_-3}", (1, 3, 13), "bf0_oi0->bf0", "", "negative padding crops"),
             "volume": ((1, 2, 4, 5, 4), (2, 2, 2, 3, 2), "window={size=2x3x2}", (1, 2, 3, 3, 3), "bf012_oi012->bf012", "", "three spatial dimensions")}
    for name in ("f32", "f64", "bf16", "s32", "s8", "u8"):
        for topic, (x, k, window, out, labels, more, why) in forms.items():
            body = [*counted(name, x, 5, 0 if name == "u8" else 2), *counted(name, k, 3, 0 if name == "u8" else 1, label="k", seed=2)]
            body.append(f"ROOT r = {name}[{','.join(map(str, out))}] convolution(x, k), {window}, dim_labels={labels}{more}")
            yield "convolution", numpy_case(f"convolution.{name}.large-{topic}", why, "Conv", body, tags=["large"])


def window_cases():
    forms = {"long-window": ((80,), "size=33", (48,), "a window longer than two vectors"), "running": ((40,), "size=40 pad=39_0", (40,), "a running total"),
             "pool": ((2, 9, 10), "size=1x3x3 stride=1x2x2", (2, 4, 4), "pooling with stride 2"), "same": ((1, 9, 9), "size=1x3x3 pad=0_0x1_1x1_1", (1, 9, 9), "padding keeps the size"),
             "dilated": ((30,), "size=4 rhs_dilate=5", (15,), "a window with holes"), "base": ((9,), "size=3 pad=1_1 lhs_dilate=3", (25,), "a base with holes"),
             "columns": ((35, 3), "size=33x1", (3, 3), "windows along the rows of few columns"), "stride": ((70,), "size=5 stride=5", (14,), "windows that do not overlap"),
             "reversed-running": ((40,), "size=40 pad=0_39", (40,), "a running total from the end")}
    for name in ("f32", "s32", "bf16", "u8", "f64"):
        for op, start in (("add", "0"), ("maximum", "0"), ("minimum", "1")):
            for topic, (dims, window, out, why) in forms.items():
                body = [*counted(name, dims, 5, 0), f"i = {name}[] constant({start})",
                        f"ROOT r = {name}[{','.join(map(str, out))}] reduce-window(x, i), window={{{window}}}, to_apply=f"]
                yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-{topic}", why, "ReduceWindow", body,
                                                  helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["large"])


def movement_cases():
    widths = ["pred", "s16", "f32", "f64", "c128", "u4", "f8e5m2"]
    for name in widths:
        def made(dims, label="x", seed=1):
            lines = counted("s32" if name == "pred" else name, dims, 2 if name in ("pred", "u4") else 13, 0, label, seed)
            if name == "pred":
                shape = ",".join(map(str, dims))
                lines = [line.replace(f"{label} = s32", f"{label}_t = s32") for line in lines] + [f"{label} = pred[{shape}] convert({label}_t)"]
            return lines

        def moved(op, topic, why, dims, call, out, anchor, extra=()):
            return op, numpy_case(f"{op}.{name}.large-{topic}", why, anchor, [*made(dims), *extra, f"ROOT r = {name}[{','.join(map(str, out))}] {call}"], tags=["large"])
        for dims, order in (((17, 9), "1,0"), ((4, 33), "1,0"), ((5, 6, 7), "2,1,0"), ((5, 6, 7), "0,2,1"), ((5, 6, 7), "1,0,2"), ((5, 6, 7), "1,2,0"), ((5, 6, 7), "2,0,1")):
            out = [dims[int(d)] for d in order.split(",")]
            yield moved("transpose", f"{len(dims)}d-{order.replace(',', '')}-{dims[0]}", "sizes that are no multiple of a tile", dims,
                        f"transpose(x), dimensions={{{order}}}", out, "Transpose")
        for dims, axes in (((37,), "0"), ((3, 35), "1"), ((7, 5), "0"), ((4, 5, 6), "0,2")):
            yield moved("reverse", f"{len(dims)}d-{axes.replace(',', '')}-{dims[0]}", "lines longer than a vector, and their tails", dims,
                        f"reverse(x), dimensions={{{axes}}}", dims, "Rev")
        yield moved("slice", "strided", "a stride along a long line", (133,), "slice(x), slice={[2:131:3]}", (43,), "Slice")
        yield moved("slice", "inner", "columns of a matrix", (9, 35), "slice(x), slice={[1:9:2], [3:33]}", (4, 30), "Slice")
        yield moved("concatenate", "columns", "columns side by side", (9, 7), "concatenate(x, x, y), dimensions={1}", (9, 19), "Concatenate", made((9, 5), "y", 3))
        yield moved("concatenate", "rows", "rows one after the other", (9, 7), "concatenate(y, x), dimensions={0}", (12, 7), "Concatenate", made((3, 7), "y", 3))
        zero = "true" if name == "pred" else "(1, 0)" if name == "c128" else "1"
        yield moved("pad", "inner", "padding around rows and between elements", (5, 11), "pad(x, v), padding=1_2x3_2_1", (8, 26), "Pad", [f"v = {name}[] constant({zero})"])
        yield moved("pad", "negative", "negative padding cuts", (9, 17), "pad(x, v), padding=-1_0x2_-3", (8, 16), "Pad", [f"v = {name}[] constant({zero})"])
        yield moved("broadcast", "rows", "a row for each of many", (35,), "broadcast(x), dimensions={1}", (5, 35), "BroadcastInDim")
        yield moved("broadcast", "columns", "each element along a row", (5,), "broadcast(x), dimensions={0}", (5, 35), "BroadcastInDim")
        yield moved("dynamic-slice", "inner", "a window of rows and columns, clamped", (9, 35), "dynamic-slice(x, p, q), dynamic_slice_sizes={4,30}", (4, 30), "DynamicSlice",
                    ["p = s32[] constant(3)", "q = s32[] constant(99)"])
        yield moved("dynamic-update-slice", "inner", "a window of rows and columns, clamped", (9, 17), "dynamic-update-slice(x, y, p, q)", (9, 17), "DynamicUpdateSlice",
                    [*made((4, 12), "y", 3), "p = s32[] constant(-3)", "q = s32[] constant(4)"])
        yield moved("gather", "rows", "rows, clamped", (9, 13), "gather(x, p), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,13}",
                    (5, 13), "Gather", ["p = s32[5] constant({8, 0, -4, 3, 100})"])
        yield moved("gather", "elements", "single elements", (67,), "gather(x, p), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}",
                    (39,), "Gather", ["p = s32[39] iota(), iota_dimension=0"])


def scatter_cases():
    for name in ("f32", "s32", "u8", "s64", "bf16"):
        for op in ("add", "maximum", "multiply"):
            body = [*counted(name, (9, 33), 5, 0), *counted(name, (6, 33), 4, 0, "u", 3), "p = s32[6] constant({8, 0, 0, 3, 100, -1})",
                    f"ROOT r = {name}[9,33] scatter(x, p, u), update_window_dims={{1}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, to_apply=f"]
            yield "scatter", numpy_case(f"scatter.{name}.large-rows-{op}", "whole rows, one twice, two outside", "Scatter", body,
                                        helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["large"])
            body = [*counted(name, (40,), 5, 0), *counted(name, (70,), 3, 0, "u", 3), *counted("s32", (70,), 41, 0, "p", 5),
                    f"ROOT r = {name}[40] scatter(x, p, u), update_window_dims={{}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, to_apply=f"]
            yield "scatter", numpy_case(f"scatter.{name}.large-elements-{op}", "more updates than elements, some outside", "Scatter", body,
                                        helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["large"])


def many_index_cases():
    """More index vectors than one block, weighted and summed inside the program."""
    for name in ("s32", "f32", "u8"):
        for topic, window, slices in (("elements", (), "1"), ("rows", (3,), "3")):
            count = 601
            dims = (50, *window)
            shape = ",".join(map(str, dims))
            out = ",".join(map(str, (count, *window)))
            offset = "1" if window else ""
            body = [*counted(name, dims, 11, 0), *counted("s32", (count,), 53, 1, "p", 5),
                    f"g = {name}[{out}] gather(x, p), offset_dims={{{offset}}}, collapsed_slice_dims={{0}}, start_index_map={{0}}, index_vector_dim=1, "
                    f"slice_sizes={{1{',' + slices if window else ''}}}",
                    f"w = s32[{out}] convert(g)", f"k = s32[{out}] iota(), iota_dimension=0", f"y = s32[{out}] multiply(w, k)", "i = s32[] constant(0)",
                    f"ROOT r = s32[] reduce(y, i), dimensions={{{'0,1' if window else '0'}}}, to_apply=f"]
            yield "gather", numpy_case(f"gather.{name}.many-{topic}", "601 index vectors, some outside, weighted by their positions and summed", "Gather", body,
                                       helpers=combiner("c = s32[] add(a, b)", ["s32", "s32"]), tags=["large"])
        body = [*counted(name, (5, 300), 4, 0), *counted(name, (3, 300), 3, 0, "u", 3), "p = s32[3] constant({4, 0, 4})",
                "s = " + f"{name}[5,300] scatter(x, p, u), update_window_dims={{1}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, to_apply=g",
                "w = s32[5,300] convert(s)", "k = s32[5,300] iota(), iota_dimension=1", "y = s32[5,300] multiply(w, k)", "i = s32[] constant(0)",
                "ROOT r = s32[5] reduce(y, i), dimensions={1}, to_apply=f"]
        add = combiner(f"c = {name}[] add(a, b)", [name, name], "g")
        yield "scatter", numpy_case(f"scatter.{name}.rows-of-300", "rows longer than one block, weighted and summed", "Scatter", body,
                                    helpers=[*combiner("c = s32[] add(a, b)", ["s32", "s32"]), *add], tags=["large"])
        columns = [*counted(name, (300, 5), 4, 0), *counted(name, (300, 3), 3, 0, "u", 3), "p = s32[3] constant({4, 0, 4})",
                   "s = " + f"{name}[300,5] scatter(x, p, u), update_window_dims={{0}}, inserted_window_dims={{1}}, scatter_dims_to_operand_dims={{1}}, index_vector_dim=1, to_apply=g",
                   "w = s32[300,5] convert(s)", "k = s32[300,5] iota(), iota_dimension=0", "y = s32[300,5] multiply(w, k)", "i = s32[] constant(0)",
                   "ROOT r = s32[5] reduce(y, i), dimensions={0}, to_apply=f"]
        yield "scatter", numpy_case(f"scatter.{name}.columns-of-300", "columns longer than one block, weighted and summed", "Scatter", columns,
                                    helpers=[*combiner("c = s32[] add(a, b)", ["s32", "s32"]), *add], tags=["large"])


def other_cases():
    for name in ("s8", "u8", "s16", "u4", "f16", "bf16", "f8e4m3fn", "c64", "s64", "f64"):
        yield "iota", numpy_case(f"iota.{name}.long", "numbers beyond the range wrap or round", "Iota", [f"ROOT r = {name}[270] iota(), iota_dimension=0"], tags=["large"])
    for name in ("f32", "s32", "u8", "f16", "bf16", "s64"):
        for largest in ("true", "false"):
            body = [*counted(name, (3, 67), 41, 0), f"ROOT r = ({name}[3,9], s32[3,9]) topk(x), k=9, largest={largest}"]
            yield "topk", numpy_case(f"topk.{name}.long-{'largest' if largest == 'true' else 'smallest'}", "long lines with equal elements", "TopK", body, tags=["large"])
    body = [*counted("s32", (16500,), 1009, 0), "y = s32[16500] map(x), dimensions={0}, to_apply=square", "i = s32[] constant(0)",
            "ROOT r = s32[] reduce(y, i), dimensions={0}, to_apply=f"]
    square = combiner("m = s32[] multiply(a, a); n = s32[] subtract(m, a)", ["s32"], "square")
    yield "map", numpy_case("map.s32.long", "more elements than one block, summed", "Map", body, helpers=[*square, *combiner("c = s32[] add(a, b)", ["s32", "s32"])], tags=["large"])
    for length_, why in ((49, "7 x 7"), (60, "2, 3, and 5"), (64, "a power of two"), (67, "a prime"), (81, "powers of 3"), (96, "2 and 3"), (127, "a prime"), (128, "a power of two"), (143, "11 x 13")):
        half = length_ // 2 + 1
        for kind, source, target, n_in, n_out in (("FFT", "c128", "c128", length_, length_), ("IFFT", "c128", "c128", length_, length_),
                                                  ("RFFT", "f64", "c128", length_, half), ("IRFFT", "c128", "f64", half, length_)):
            body = [*counted(source, (n_in,), 9, 4), f"ROOT r = {target}[{n_out}] fft(x), fft_type={kind}, fft_length={{{length_}}}"]
            yield "fft", numpy_case(f"fft.{source}.{kind.lower()}-of-{length_}", f"a length of {why}", "Fft", body, tags=["large"],
                                    tol={"class": "accumulate", "terms": 64, "scale": 4.0 * length_ if "I" not in kind else 4.0})


def main():
    write_groups((unary_cases, binary_cases, scalar_operand_cases, compare_cases, choice_cases, convert_cases, reduce_cases, variadic_reduce_cases, sort_cases,
                 dot_cases, convolution_cases, window_cases, movement_cases, scatter_cases, many_index_cases, other_cases), NAME)


if __name__ == "__main__":
    main()
