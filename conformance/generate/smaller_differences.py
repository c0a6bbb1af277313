#!/usr/bin/python3
"""Vectors of small differences: two dynamic operands, branches with different dynamic dimensions, a result of 64 dimensions, the last
element of a tuple, largest and first elements by reducers that differ in one comparison, lines that are not contiguous, windows that are
shorter than their line or see nothing, transforms of two types, numbers from 2^15 on as u16, complex numbers out of range. By hand."""
from fractions import Fraction

from formats import FLOATS, literal, round_to
from through_numpy import combiner, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/smaller_differences.py"
CHOICE = {"level": "impl-defined"}


# ---- dynamic dimensions of results ----
def flag_case(op, identity, why, params, result, written, call, helpers=(), printed=()):
    """`params` are the shapes of a, b, c, and `result` is that of the call, all with layouts, as they are printed; `written` is the
    shape of the result in the given text; `helpers` is the given text of called computations, and `printed` the printed one."""
    def bare(shape):
        return "".join(part.split("}")[-1] for part in shape.split("{"))
    names = "abc"[:len(params)]
    given = [f"  {n} = {bare(shape)} parameter({k})" for k, (n, shape) in enumerate(zip(names, params))]
    made = [f"  %{n} = {shape} parameter({k})" for k, (n, shape) in enumerate(zip(names, params))]
    heads = ", ".join(f"{n}: {bare(shape)}" for n, shape in zip(names, params))
    hlo = ["HloModule m", *helpers, "ENTRY e {", *given, f"  ROOT r = {written} {call.replace('%', '')}", "}"]
    text = [f"HloModule m, entry_computation_layout={{({', '.join(params)})->{result}}}", "", *printed,
            f"ENTRY %e ({heads}) -> {bare(result)} {{", *made, f"  ROOT %r = {result} {call}", "}", ""]
    return op, {"id": f"{op}.{identity}", "kind": "print", "level": "core", "why": why, "spec": [{"doc": "operation-semantics", "anchor": "1.5"}],
                "requires": [], "tags": ["dynamic"], "hlo": hlo, "expect": {"text": text}, "provenance": {"kind": "hand"}}


def flag_cases():
    branches = ["f {", "  ROOT p = f32[<=4,3] parameter(0)", "}", "g {", "  ROOT q = f32[4,<=3] parameter(0)", "}"]
    printed = ["%f (p: f32[<=4,3]) -> f32[<=4,3] {", "  ROOT %p = f32[<=4,3]{1,0} parameter(0)", "}", "",
               "%g (q: f32[4,<=3]) -> f32[4,<=3] {", "  ROOT %q = f32[4,<=3]{1,0} parameter(0)", "}", ""]
    yield flag_case("conditional", "f32.flags-of-both-branches", "the result has the dynamic dimensions of all branches",
                    ["pred[]", "f32[<=4,3]{1,0}", "f32[4,<=3]{1,0}"], "f32[<=4,<=3]{1,0}", "f32[4,3]",
                    "conditional(%a, %b, %c), true_computation=%f, false_computation=%g", branches, printed)
    sums = ["f {", "  p = f32[] parameter(0)", "  q = f32[] parameter(1)", "  ROOT s = f32[] add(p, q)", "}"]
    printed = ["%f (p: f32[], q: f32[]) -> f32[] {", "  %p = f32[] parameter(0)", "  %q = f32[] parameter(1)",
               "  ROOT %s = f32[] add(%p, %q)", "}", ""]
    for which, a, b in (("first", "<=4", "4"), ("second", "4", "<=4")):
        yield flag_case("map", f"f32.flag-of-{which}-of-two", "the result is dynamic where either operand is", [f"f32[{a}]{{0}}", f"f32[{b}]{{0}}"],
                        "f32[<=4]{0}", "f32[4]", "map(%a, %b), dimensions={0}, to_apply=%f", sums, printed)
    for which, x, vector in (("batch", "<=4,3", "3"), ("features", "4,<=3", "<=3")):
        yield flag_case("batch-norm-training", f"f32.flag-of-{which}", "mean and variance are dynamic where the features are",
                        [f"f32[{x}]{{1,0}}", "f32[3]{0}", "f32[3]{0}"], f"(f32[{x}]{{1,0}}, f32[{vector}]{{0}}, f32[{vector}]{{0}})",
                        "(f32[4,3], f32[3], f32[3])", "batch-norm-training(%a, %b, %c), epsilon=1, feature_index=1")
    yield flag_case("dot", "f32.flag-of-inner-batch", "the batch of the right operand need not come first",
                    ["f32[2,3,4]{2,1,0}", "f32[4,<=2,5]{2,1,0}"], "f32[<=2,3,5]{2,1,0}", "f32[2,3,5]",
                    "dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={1}, rhs_contracting_dims={0}")
    yield flag_case("convolution", "f32.flag-of-moved-place", "a spatial dimension is dynamic, wherever the labels of the output put it",
                    ["f32[1,<=5,6,2]{3,2,1,0}", "f32[2,3,2,3]{3,2,1,0}"], "f32[1,3,<=4,4]{3,2,1,0}", "f32[1,3,4,4]",
                    "convolution(%a, %b), window={size=2x3}, dim_labels=b01f_01io->bf01")
    yield flag_case("topk", "f32.flag-of-last", "a line of k elements is static", ["f32[<=2,<=8]{1,0}"],
                    "(f32[<=2,3]{1,0}, s32[<=2,3]{1,0})", "(f32[2,3], s32[2,3])", "topk(%a), k=3, largest=true")


def dynamic_cases():
    step = ["step {", "  x = f32[] parameter(0)", "  c = f32[] parameter(1)", "  s = f32[] add(x, c)", "  ROOT t = (f32[], f32[]) tuple(s, s)", "}"]
    live = {"shape": "f32[<=5]{0}", "dynamic_sizes": [3]}
    body = ["x = f32[<=5] parameter(0)", "z = f32[] constant(0)",
            "ROOT r = (f32[<=5], f32[]) scan(x, z), dimensions={0}, num_carries=1, is_reverse=true, to_apply=step"]
    yield "scan", run_case("scan.f32.dynamic-steps-in-reverse", "in reverse, the first step is that of the last live element", "SetDimensionSize", None,
                           [{**live, "data": [1, 2, 4]}], {"tuple": [{**live, "data": [7, 6, 4]}, literal("f32", [7], ())]},
                           requires=["dynamic", "f32"], tags=["dynamic"], whole=whole(body, step))
    first = ["f {", "  p = (f32[3], f32[3]) parameter(0)", "  ROOT g = f32[3] get-tuple-element(p), index=0", "}"]
    body = ["x = f32[3] constant({1, 2, 3})", "n = s32[] constant(2)", "d = f32[<=3] set-dimension-size(x, n), dimensions={0}",
            "t = (f32[3], f32[<=3]) tuple(x, d)", "ROOT r = f32[3] call(t), to_apply=f"]
    yield "call", reject_case("call.f32.rejects-dynamic-last-of-tuple", "each element of a tuple fills the static array that the computation takes",
                              "SetDimensionSize", None, "R08", at="call(", requires=["dynamic", "f32", "s32"], whole=whole(body, first))


# ---- types and sizes ----
def product_cases():
    ones, all_ones = (f"f32[{','.join(['1'] * rank)}]" for rank in (32, 64))
    yield "dot", run_case("dot.f32.result-of-64-dimensions", "a result may have 64 dimensions", "Dot",
                          ["x = f32[] parameter(0)", "y = f32[] parameter(1)", f"a = {ones} reshape(x)", f"b = {ones} reshape(y)",
                           f"d = {all_ones} dot(a, b)", "ROOT r = f32[] reshape(d)"],
                          [literal("f32", [3], ()), literal("f32", [-7], ())], literal("f32", [-21], ()), requires=["f32"], tags=["limit"])
    # 1 + 2^-10 is a number of f32, but not of bf16.
    numbers = {"f32": [1 + 2.0**-10, 2.0], "bf16": [3.0, 4.0]}
    for left, right in (("bf16", "f32"), ("f32", "bf16")):
        yield "dot", run_case(f"dot.mixed.wider-type-of-{left}-and-{right}", "without a written shape, the result has the wider type", "Dot",
                              [f"a = {left}[2] parameter(0)", f"b = {right}[2] parameter(1)",
                               "ROOT d = dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}"],
                              [literal(left, numbers[left]), literal(right, numbers[right])], literal("f32", [11 + 3 * 2.0**-10], ()),
                              requires=["f32", "bf16"])
    rows, depth, columns = 4, 6, 5
    a = [(9973 * k + 32768) % 65536 for k in range(rows * depth)]
    b = [65535 - 8191 * k % 65536 for k in range(depth * columns)]
    sums = [sum(a[r * depth + k] * b[k * columns + c] for k in range(depth)) % 2**32 for r in range(rows) for c in range(columns)]
    yield "dot", run_case("dot.u16.from-32768-on-to-u32", "numbers from 32768 on are not negative", "Dot",
                          [f"a = u16[{rows},{depth}] parameter(0)", f"b = u16[{depth},{columns}] parameter(1)",
                           f"ROOT d = u32[{rows},{columns}] dot(a, b), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}"],
                          [literal("u16", a, (rows, depth)), literal("u16", b, (depth, columns))], literal("u32", sums, (rows, columns)),
                          requires=["u16", "u32"])


def convert_cases():
    """Toward 0, then into the range of the type; the imaginary part counts for nothing."""
    numbers = [complex(300, 0), complex(-300, 5), complex(127.9, -1e9), complex(-128.9, 1), complex(128, 0), complex(-1, 7), complex(3e9, 0),
               complex(15.5, 300)]
    for source in ("c64", "c128"):
        for name in ("s8", "u8", "s4", "u4", "s16", "u16"):
            bits = int(name[1:])
            low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if name[0] == "s" else (0, (1 << bits) - 1)
            yield "convert", run_case(f"convert.{source}.out-of-range-to-{name}", "the real part of a complex number saturates", "ConvertElementType",
                                      [f"x = {source}[{len(numbers)}] parameter(0)", f"ROOT r = {name}[{len(numbers)}] convert(x)"],
                                      [literal(source, numbers)], literal(name, [min(max(int(z.real), low), high) for z in numbers]),
                                      requires=[source, name])


def rounded(name, value, mantissa_bits):
    """A number of at least 1, in units of the last of the mantissa bits, then in the type."""
    exact, exponent = abs(Fraction(value)), 0
    while exact >= 2 * Fraction(2) ** exponent:
        exponent += 1
    unit = Fraction(2) ** (exponent - mantissa_bits)
    return round_to(name, round(exact / unit) * unit * (1 if value > 0 else -1))


def precision_cases():
    for name, values in (("f8e4m3fn", [448, -448, 416, 320, -384]), ("f6e3m2fn", [28, -28, 24, 20]), ("f6e2m3fn", [7.5, -7.5, 7, -5])):
        array = f"{name}[{len(values)}]"
        yield "reduce-precision", run_case(f"reduce-precision.{name}.carry-above-largest",
                                           "a carry above the largest number overflows, although the exponent keeps its bits", "ReducePrecision",
                                           [f"x = {array} parameter(0)",
                                            f"ROOT r = {array} reduce-precision(x), exponent_bits={FLOATS[name][0]}, mantissa_bits=1"],
                                           [literal(name, values)], literal(name, [rounded(name, v, 1) for v in values]), requires=[name], **CHOICE)


# ---- reductions ----
def stepwise_cases():
    """(1 + a u) (1 + b u) is 1 + (a + b) u in any order, as a b u is less than half; only all roundings at once would give more."""
    for name, bits, count in (("bf16", 7, 12), ("f16", 10, 40)):
        factor, product = 1 + Fraction(1, 2**bits), 1 + Fraction(count, 2**bits)
        if 2 * (count // 2) ** 2 >= 2**bits or round_to(name, factor**count) == float(product):
            raise ValueError(name)
        body = [f"x = {name}[{count}] parameter(0)", f"z = {name}[] constant(1)", f"ROOT r = {name}[] reduce(x, z), dimensions={{0}}, to_apply=f"]
        yield "reduce", run_case(f"reduce.{name}.product-in-steps", "each product is rounded to the type", "Reduce", None,
                                 [literal(name, [float(factor)] * count)], literal(name, [float(product)], ()), requires=[name],
                                 tol={"class": "bits"}, **CHOICE, whole=whole(body, combiner(f"c = {name}[] multiply(a, b)", [name, name])))


def most(name, wins, order="", nan_test=True):
    """A reducer to the extreme and its first index; `order` is that of its comparisons of values."""
    keeps = [f"  k = pred[] compare(a, b), direction={wins}{order}"]
    if nan_test:
        keeps = [f"  g = pred[] compare(a, b), direction={wins}{order}", f"  u = pred[] compare(a, a), direction=NE{order}", "  k = pred[] or(g, u)"]
    return ["most {", f"  a = {name}[] parameter(0)", "  i = s32[] parameter(1)", f"  b = {name}[] parameter(2)", "  j = s32[] parameter(3)", *keeps,
            f"  q = pred[] compare(a, b), direction=EQ{order}", "  l = pred[] compare(i, j), direction=LT", "  t = pred[] and(q, l)",
            "  n = pred[] or(k, t)", f"  v = {name}[] select(k, a, b)", "  w = s32[] select(n, i, j)", f"  ROOT r = ({name}[], s32[]) tuple(v, w)", "}"]


def most_case(identity, why, reducer, name, values, init, expected, columns=0):
    """Of a line, or of each of several columns; `init` and `expected` are values and indices."""
    dims, kept = ((len(values) // columns, columns), (columns,)) if columns else ((len(values),), ())
    shape, out = (f"[{','.join(map(str, sizes))}]" for sizes in (dims, kept))
    body = [f"x = {name}{shape} parameter(0)", f"y = s32{shape} iota(), iota_dimension=0", f"z = {name}[] parameter(1)", "s = s32[] parameter(2)",
            f"ROOT r = ({name}{out}, s32{out}) reduce(x, y, z, s), dimensions={{0}}, to_apply=most"]
    value, index = expected if columns else ([part] for part in expected)
    return "reduce", run_case(f"reduce.{name}.{identity}", why, "Reduce", None,
                              [literal(name, values, dims), literal(name, [init[0]], ()), literal("s32", [init[1]], ())],
                              {"tuple": [literal(name, value, kept), literal("s32", index, kept)]}, requires=[name, "s32", "pred"],
                              whole=whole(body, reducer))


def extreme_cases():
    for name in ("f32", "s32"):
        line = [5 if k in (3, 7) else k % 5 for k in range(20)]
        for which, wins, sign in (("largest", "GT", 1), ("smallest", "LT", -1)):
            yield most_case(f"first-{which}-beside-init", f"the index of an initial value that is equal to the {which} number counts like the others",
                            most(name, wins, nan_test=name == "f32"), name, [sign * v for v in line], (5 * sign, 100), (5 * sign, 3))
    zeros = [-0.0 if k == 2 else 0.0 if k == 5 else -1.0 for k in range(20)]
    yield most_case("first-largest-by-total-order", "by total order, 0 is greater than -0, and not equal to it", most("f32", "GT", ", type=TOTALORDER"),
                    "f32", zeros, (-2, 100), (0, 5))
    # No number compares with a NaN, so it takes the place of the one before, and the next one takes its place.
    line = [9 if k == 1 else float("nan") if k == 6 else 5 if k in (10, 14) else k % 5 for k in range(20)]
    yield most_case("first-largest-after-nan", "a reducer without a test for NaN forgets what came before one", most("f32", "GT", nan_test=False),
                    "f32", line, (0, 0), (5, 10))
    rows, columns = 20, 8
    grid = [(7 * r + 5 * c) % rows for r in range(rows) for c in range(columns)]
    places = [max(range(rows), key=lambda r: grid[r * columns + c]) for c in range(columns)]
    yield most_case("first-largest-of-columns", "the largest element of each column of a row-major array", most("f32", "GT"), "f32", grid, (-1, 0),
                    ([rows - 1] * columns, places), columns)


def square_cases():
    """Row r of y has the elements r - 1 and r + 1, so the sum of the squares of their differences from r is its length."""
    rows, columns = 700, 256
    row, matrix, integers = f"f32[{rows}]", f"f32[{rows},{columns}]", f"s32[{rows},{columns}]"
    body = [f"i = {matrix} iota(), iota_dimension=0", f"j = {integers} iota(), iota_dimension=1", "t = s32[] constant(1)",
            f"T = {integers} broadcast(t), dimensions={{}}", f"l = {integers} and(j, T)", f"k = {matrix} convert(l)", f"d = {matrix} add(k, k)",
            f"o = {matrix} convert(T)", f"h = {matrix} subtract(d, o)", f"y = {matrix} add(i, h)", f"x = {matrix} reverse(y), dimensions={{0}}",
            f"n = {row} iota(), iota_dimension=0", f"m = {row} reverse(n), dimensions={{0}}", f"M = {matrix} broadcast(m), dimensions={{0}}",
            f"e = {matrix} subtract(x, M)", f"p = {matrix} multiply(e, e)", "z = f32[] constant(0)",
            f"v = {row} reduce(p, z), dimensions={{1}}, to_apply=f", "g = f32[] reduce(v, z), dimensions={0}, to_apply=most",
            "w = f32[] constant(inf)", "s = f32[] reduce(v, w), dimensions={0}, to_apply=least", "ROOT r = (f32[], f32[]) tuple(g, s)"]
    helpers = [line for op, label in (("add", "f"), ("maximum", "most"), ("minimum", "least"))
               for line in combiner(f"c = f32[] {op}(a, b)", ["f32", "f32"], label)]
    yield "reduce", run_case("reduce.f32.deviations-of-many-rows", "each of many rows has a number of its own that is subtracted from its elements",
                             "Reduce", None, [], {"tuple": [literal("f32", [columns], ())] * 2}, requires=["f32", "s32"], tags=["large"],
                             whole=whole(body, helpers))


# ---- windows and transforms ----
def window_case(identity, why, op, init, values, window, expected):
    body = [f"x = s32[{len(values)}] parameter(0)", f"z = s32[] constant({init})",
            f"ROOT r = s32[{len(expected)}] reduce-window(x, z), window={{{window}}}, to_apply=f"]
    return "reduce-window", run_case(f"reduce-window.s32.{identity}", why, "ReduceWindow", None, [literal("s32", values)], literal("s32", expected),
                                     requires=["s32"], whole=whole(body, combiner(f"c = s32[] {op}(a, b)", ["s32", "s32"])))


def window_cases():
    values = [k * k for k in range(100)]
    yield window_case("sums-of-40-up-to-each", "windows that end at each element, and are shorter than the line", "add", 0, values,
                      "size=40 pad=39_0", [sum(values[max(0, o - 39):o + 1]) for o in range(100)])
    # The positions of a window are 4 apart, so one may be before the line, and the other one behind it.
    yield window_case("largest-around-the-line", "where all positions of a window miss the line, the result is the initial value", "maximum", -5,
                      [-9, -2, -7], "size=2 rhs_dilate=4 pad=1_4", [-5, -5, -2, -5])


def transform_cases():
    """The transform of a, b, c, d is a+b+c+d, (a-c) - (b-d)i, a-b+c-d."""
    a, b, c, d = 7, 2, -3, 5
    spectrum = [complex(a + b + c + d, 0), complex(a - c, d - b), complex(a - b + c - d, 0)]
    for types in (("f32", "f64"), ("f64", "f32")):
        results = ["c64" if name == "f32" else "c128" for name in types]
        body = [f"x = {types[0]}[4] parameter(0)", f"y = {types[1]}[4] parameter(1)", f"p = {results[0]}[3] fft(x), fft_type=RFFT, fft_length={{4}}",
                f"q = {results[1]}[3] fft(y), fft_type=RFFT, fft_length={{4}}", f"ROOT r = ({results[0]}[3], {results[1]}[3]) tuple(p, q)"]
        yield "fft", run_case(f"fft.{types[0]}.rfft-beside-{types[1]}", "a program may transform numbers of two types", "Fft", body,
                              [literal(name, [a, b, c, d]) for name in types], {"tuple": [literal(name, spectrum) for name in results]},
                              requires=[*types, *results])


if __name__ == "__main__":
    write_groups((flag_cases, dynamic_cases, product_cases, convert_cases, precision_cases, stepwise_cases, extreme_cases, square_cases, window_cases,
                  transform_cases), NAME)
