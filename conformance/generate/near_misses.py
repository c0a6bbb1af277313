#!/usr/bin/python3
"""Vectors of programs that resemble those for which engines have a fast path, but differ in one place: reducers that are
nearly sums or maxima, comparators that are nearly less-than, and nearly softmax, layer normalization, and the like.
Oracle: the numpy adapter. Cases whose result depends on the order of a reduction have the level impl-defined."""
from formats import FLOATS, literal
from through_numpy import combiner, numpy_case
from write import write_groups

NAME = "conformance/generate/near_misses.py"

# name: (lines of the reducer, whether any order gives the same result, why)
REDUCERS = {
    "add-reversed": ("c = T[] add(b, a)", True, "a sum with the operands reversed"),
    "add-left-twice": ("c = T[] add(a, a)", False, "adds the accumulator to itself and ignores the element"),
    "add-right-twice": ("c = T[] add(b, b)", False, "adds the element to itself and ignores the accumulator"),
    "subtract": ("c = T[] subtract(a, b)", False, "a difference; it is not associative"),
    "subtract-reversed": ("c = T[] subtract(b, a)", False, "the element minus the accumulator"),
    "add-negated": ("n = T[] negate(b); c = T[] add(a, n)", False, "adds the negated element"),
    "add-square": ("n = T[] multiply(b, b); c = T[] add(a, n)", False, "adds the square of the element"),
    "add-then-negate": ("n = T[] add(a, b); c = T[] negate(n)", False, "negates every partial sum"),
    "add-one": ("k = T[] constant(1); n = T[] add(a, b); c = T[] add(n, k)", False, "adds one more in each step"),
    "add-zero": ("k = T[] constant(0); n = T[] add(a, b); c = T[] add(n, k)", True, "adds zero in each step"),
    "count": ("k = T[] constant(1); c = T[] add(a, k)", False, "counts the elements"),
    "multiply-reversed": ("c = T[] multiply(b, a)", True, "a product with the operands reversed"),
    "multiply-left-twice": ("c = T[] multiply(a, a)", False, "squares the accumulator and ignores the element"),
    "maximum-reversed": ("c = T[] maximum(b, a)", True, "a maximum with the operands reversed"),
    "maximum-left-twice": ("c = T[] maximum(a, a)", False, "keeps the initial value"),
    "maximum-right-twice": ("c = T[] maximum(b, b)", False, "keeps the last element"),
    "maximum-magnitude": ("n = T[] abs(b); c = T[] maximum(a, n)", False, "the maximum of the magnitudes"),
    "maximum-negated": ("n = T[] negate(b); c = T[] maximum(a, n)", False, "the maximum of the negated elements"),
    "maximum-minimum": ("n = T[] maximum(a, b); c = T[] minimum(a, n)", False, "gives the accumulator back"),
    "minimum-reversed": ("c = T[] minimum(b, a)", True, "a minimum with the operands reversed"),
    "select-greater": ("p = pred[] compare(a, b), direction=GT; c = T[] select(p, a, b)", True, "a maximum made of compare and select"),
    "select-less": ("p = pred[] compare(a, b), direction=LT; c = T[] select(p, a, b)", True, "a minimum made of compare and select"),
    "select-swapped": ("p = pred[] compare(a, b), direction=GT; c = T[] select(p, b, a)", True, "compares for the maximum but selects the minimum"),
    "select-equal": ("p = pred[] compare(a, b), direction=EQ; c = T[] select(p, a, b)", False, "the last element: selects on equality"),
    "first": ("c = T[] copy(a)", False, "returns the accumulator"),
    "last": ("c = T[] copy(b)", False, "returns the element"),
    "average": ("k = T[] constant(2); n = T[] add(a, b); c = T[] divide(n, k)", False, "the mean of accumulator and element"),
    "clamped-add": ("k = T[] constant(9); n = T[] add(a, b); c = T[] minimum(n, k)", False, "a sum that saturates at 9"),
}
VALUES = {"f32": [1.5, -2.0, 4.0, 0.5, 3.0, -1.0, 2.5], "s32": [3, -2, 4, 1, 5, -1, 2], "bf16": [1.5, -2.0, 4.0, 0.5, 3.0, -1.0, 2.5],
          "u8": [3, 200, 4, 1, 5, 90, 2], "f64": [1.5, -2.0, 4.0, 0.5, 3.0, -1.0, 2.5], "s64": [3, -2, 4, 1, 5, -1, 2]}


def grid(name, dims):
    count = 1
    for n in dims:
        count *= n
    return literal(name, [VALUES[name][(5 * i + i // 7) % 7] for i in range(count)], dims)


def reducer(key, name):
    return combiner(REDUCERS[key][0].replace("T[", name + "["), [name, name])


def level(key):
    return "core" if REDUCERS[key][1] else "impl-defined"


def start(key, name):
    return "0" if "add" in key or "count" in key else "1"


def reduce_cases():
    for key, (text, _, why) in REDUCERS.items():
        for name in ("f32", "s32", "bf16", "u8"):
            if name == "u8" and ("abs" in text or "negate" in text):
                continue
            for topic, dims, axes, out in (("rows", (2, 9), "1", "2"), ("columns", (9, 2), "0", "2"), ("all", (3, 6), "0,1", "")):
                if topic == "all" and name in ("bf16", "u8"):
                    continue
                body = [f"x = {name}[{','.join(map(str, dims))}] parameter(0)", f"i = {name}[] constant({start(key, name)})",
                        f"ROOT r = {name}[{out}] reduce(x, i), dimensions={{{axes}}}, to_apply=f"]
                yield "reduce", numpy_case(f"reduce.{name}.{key}-{topic}", why, "Reduce", body, [grid(name, dims)], helpers=reducer(key, name),
                                           level=level(key), tags=["near-miss"])


def window_cases():
    for key, (text, _, why) in REDUCERS.items():
        for name in ("f32", "s32"):
            for topic, dims, window, out in (("windows", (9,), "size=3 pad=1_1", "9"), ("tiles", (4, 6), "size=2x3 stride=2x3", "2,2")):
                body = [f"x = {name}[{','.join(map(str, dims))}] parameter(0)", f"i = {name}[] constant({start(key, name)})",
                        f"ROOT r = {name}[{out}] reduce-window(x, i), window={{{window}}}, to_apply=f"]
                yield "reduce-window", numpy_case(f"reduce-window.{name}.{key}-{topic}", why, "ReduceWindow", body, [grid(name, dims)], helpers=reducer(key, name),
                                                  level=level(key), tags=["near-miss"])


def window_edge_cases():
    """Windows that are nearly trivial: a size of 1 with padding, stride, or dilation, and bases without elements."""
    forms = {"one-with-padding-behind": ((4, 3), "size=1x2 pad=0_2x0_0", (6, 2), "a window of 1 with padding behind"), "one-with-padding-before": ((4, 3), "size=1x2 pad=2_0x0_0", (6, 2), "a window of 1 with padding before"),
             "one-with-stride": ((5, 3), "size=1x2 stride=2x1", (3, 2), "a window of 1 with a stride"), "one-with-base-dilation": ((3, 3), "size=1x2 lhs_dilate=2x1", (5, 2), "a window of 1 over holes"),
             "one-with-dilation": ((4, 3), "size=1x2 rhs_dilate=3x1", (4, 2), "the dilation of a window of 1 has no effect"), "one-cropped": ((5, 3), "size=1x2 pad=-1_-2x0_0", (2, 2), "a window of 1 over a cropped base"),
             "last-with-padding": ((3, 4), "size=2x1 pad=0_0x0_2", (2, 6), "the last dimension with padding behind"), "all-ones-with-padding": ((2, 2), "size=1x1 pad=0_1x1_0", (3, 3), "only padding"),
             "empty-base": ((0,), "size=1 pad=2_2", (4,), "an empty base between padding"), "empty-base-dilated": ((0,), "size=1 pad=2_2 lhs_dilate=3", (4,), "an empty base has no holes"),
             "empty-base-wide": ((0, 2), "size=2x1 pad=1_2x0_0 lhs_dilate=4x1", (2, 2), "an empty base has no holes")}
    for what, (dims, window, out, why) in forms.items():
        for name in ("f32", "s32"):
            for op, start in (("add", "5"), ("maximum", "-1")):
                body = [f"x = {name}[{','.join(map(str, dims))}] parameter(0)", f"i = {name}[] constant({start})",
                        f"ROOT r = {name}[{','.join(map(str, out))}] reduce-window(x, i), window={{{window}}}, to_apply=f"]
                yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-{what}", why, "ReduceWindow", body, [grid(name, dims)],
                                                  helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=["near-miss"])
    for what, dims, kernel, window, out, why in (("one-with-padding-behind", (1, 1, 4), (1, 1, 1), "size=1 pad=0_2", (1, 1, 6), "a kernel of 1 with padding behind"),
                                                 ("one-with-padding-before", (1, 1, 4), (1, 1, 1), "size=1 pad=2_0", (1, 1, 6), "a kernel of 1 with padding before"),
                                                 ("one-with-base-dilation", (1, 1, 3), (1, 1, 1), "size=1 lhs_dilate=2", (1, 1, 5), "a kernel of 1 over holes"),
                                                 ("empty-base-dilated", (1, 1, 0), (1, 1, 1), "size=1 pad=2_2 lhs_dilate=3", (1, 1, 4), "an empty input has no holes")):
        for name in ("f32", "s32"):
            body = [f"x = {name}[{','.join(map(str, dims))}] parameter(0)", f"k = {name}[{','.join(map(str, kernel))}] constant({{{{{{3}}}}}})",
                    f"ROOT r = {name}[{','.join(map(str, out))}] convolution(x, k), window={{{window}}}, dim_labels=bf0_oi0->bf0"]
            yield "convolution", numpy_case(f"convolution.{name}.{what}", why, "Conv", body, [grid(name, dims)], tags=["near-miss"])


def scatter_cases():
    for key, (text, _, why) in REDUCERS.items():
        for name in ("f32", "s32"):
            body = [f"x = {name}[4] parameter(0)", f"u = {name}[6] parameter(1)", "p = s32[6] constant({2, 0, 2, 3, 0, 2})",
                    f"ROOT r = {name}[4] scatter(x, p, u), update_window_dims={{}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, "
                    "index_vector_dim=1, to_apply=f"]
            yield "scatter", numpy_case(f"scatter.{name}.{key}", why + "; repeated indices", "Scatter", body, [grid(name, (4,)), grid(name, (6,))],
                                        helpers=reducer(key, name), level=level(key), tags=["near-miss"])


# ---- comparators ----
COMPARATORS = {
    "reversed": ("c = pred[] compare(b, a), direction=LT", "less-than with the operands reversed: descending"),
    "greater-reversed": ("c = pred[] compare(b, a), direction=GT", "greater-than with the operands reversed: ascending"),
    "magnitude": ("m = T[] abs(a); n = T[] abs(b); c = pred[] compare(m, n), direction=LT", "by magnitude; equal magnitudes keep their order"),
    "negated": ("m = T[] negate(a); n = T[] negate(b); c = pred[] compare(m, n), direction=LT", "by the negated key"),
    "not-greater": ("p = pred[] compare(a, b), direction=GE; c = pred[] not(p)", "not greater-or-equal"),
    "and-constant": ("k = pred[] constant(true); p = pred[] compare(a, b), direction=LT; c = pred[] and(p, k)", "less-than and true"),
    "offset": ("k = T[] constant(1); m = T[] add(a, k); n = T[] add(b, k); c = pred[] compare(m, n), direction=LT", "by the key plus one"),
    "halved": ("k = T[] constant(2); m = T[] divide(a, k); n = T[] divide(b, k); c = pred[] compare(m, n), direction=GT", "by half of the key, descending"),
    "arrays": ("d = T[2] broadcast(a), dimensions={}; e = T[2] broadcast(b), dimensions={}; i = T[1] slice(d), slice={[1:2]}; j = T[1] slice(e), slice={[1:2]}; "
               "m = T[] reshape(i); n = T[] reshape(j); c = pred[] compare(m, n), direction=LT", "by an element of an array that the comparator makes"),
    "reversed-array": ("d = T[1] reshape(a); e = T[1] reshape(b); i = T[1] reverse(d), dimensions={0}; j = T[1] reverse(e), dimensions={0}; "
                       "m = T[] reshape(i); n = T[] reshape(j); c = pred[] compare(m, n), direction=LT", "by a reversed array of one element, which is no reversal of the keys"),
    "never": ("c = pred[] constant(false)", "never less: the order does not change"),
}


def sort_cases():
    for key, (text, why) in COMPARATORS.items():
        for name in ("f32", "s32", "bf16", "s64"):
            for n in (7, 60):
                body = [f"x = {name}[{n}] parameter(0)", f"ROOT r = {name}[{n}] sort(x), dimensions={{0}}, to_apply=f"]
                yield "sort", numpy_case(f"sort.{name}.{key}-{n}", why, "Sort", body, [grid(name, (n,))], helpers=combiner(text.replace("T[", name + "["), [name, name]),
                                         tags=["near-miss"])
    pairs = {"second-key": ("c = pred[] compare(p, q), direction=LT", "by the second operand"), "second-key-descending": ("c = pred[] compare(p, q), direction=GT", "by the second operand, descending"),
             "both-keys": ("e = pred[] compare(a, b), direction=EQ; l = pred[] compare(a, b), direction=LT; m = pred[] compare(p, q), direction=GT; c = pred[] select(e, m, l)",
                           "by the first operand, then by the second descending"),
             "both-keys-not-equal": ("e = pred[] compare(a, b), direction=NE; l = pred[] compare(a, b), direction=LT; m = pred[] compare(p, q), direction=LT; c = pred[] select(e, l, m)",
                                     "by the first operand, then by the second"),
             "wrong-branch": ("e = pred[] compare(a, b), direction=EQ; l = pred[] compare(a, b), direction=LT; m = pred[] compare(p, q), direction=GT; c = pred[] select(e, l, m)",
                              "the second operand decides unless the first ones are equal"),
             "or-of-tie": ("l = pred[] compare(a, b), direction=LT; e = pred[] compare(a, b), direction=EQ; m = pred[] compare(p, q), direction=LT; t = pred[] and(e, m); c = pred[] or(l, t)",
                           "less, or equal and less in the second operand"),
             "or-of-tie-reversed": ("l = pred[] compare(a, b), direction=GT; e = pred[] compare(b, a), direction=EQ; m = pred[] compare(p, q), direction=GT; t = pred[] and(m, e); c = pred[] or(t, l)",
                                    "greater, or equal and greater in the second operand; the operands of and and or are swapped"),
             "or-of-tie-mixed": ("l = pred[] compare(a, b), direction=LT; e = pred[] compare(a, b), direction=EQ; m = pred[] compare(p, q), direction=GT; t = pred[] and(e, m); c = pred[] or(l, t)",
                                 "less, or equal and greater in the second operand"),
             "tie-of-second": ("l = pred[] compare(a, b), direction=LT; e = pred[] compare(p, q), direction=EQ; m = pred[] compare(p, q), direction=LT; t = pred[] and(e, l); c = pred[] or(m, t)",
                               "the second operand first, then the first"),
             "or-of-tie-negated": ("l = pred[] compare(a, b), direction=LT; g = pred[] compare(a, b), direction=NE; e = pred[] not(g); m = pred[] compare(p, q), direction=LT; t = pred[] and(e, m); c = pred[] or(l, t)",
                                   "equality written as a negation"),
             "sum": ("m = s32[] add(a, p); n = s32[] add(b, q); c = pred[] compare(m, n), direction=LT", "by the sum of both operands"),
             "crossed": ("c = pred[] compare(a, q), direction=LT", "the first key of one with the second key of the other")}
    for key, (text, why) in pairs.items():
        for n in (6, 60):
            body = [f"x = s32[{n}] parameter(0)", f"y = s32[{n}] iota(), iota_dimension=0", f"k = s32[{n}] parameter(1)", f"z = s32[{n}] subtract(k, y)",
                    f"ROOT r = (s32[{n}], s32[{n}]) sort(x, z), dimensions={{0}}, to_apply=f"]
            yield "sort", numpy_case(f"sort.s32.{key}-{n}", why, "Sort", body, [grid("s32", (n,)), literal("s32", [(i * 7) % 5 + i for i in range(n)])],
                                     helpers=combiner(text, ["s32"] * 4, parameters="abpq"), tags=["near-miss"],
                                     level="impl-defined" if key == "crossed" else "core")


# ---- whole patterns ----
SUM = combiner("c = f32[] add(a, b)", ["f32", "f32"], "sum")
MAX = combiner("c = f32[] maximum(a, b)", ["f32", "f32"], "max")
MIN = combiner("c = f32[] minimum(a, b)", ["f32", "f32"], "min")


def pattern_cases():
    tol = {"class": "close", "ulp": 64}
    x = "x = f32[3,8] parameter(0)"
    zero, low = "z = f32[] constant(0)", "l = f32[] constant(-inf)"

    def rows(value, name):
        return f"{name} = f32[3,8] broadcast({value}), dimensions={{0}}"
    top = ["m = f32[3] reduce(x, l), dimensions={1}, to_apply=max", rows("m", "mb")]
    forms = {
        "softmax": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum",
                     rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "softmax along the rows"),
        "softmax-over-columns": ([x, zero, low, "m = f32[8] reduce(x, l), dimensions={0}, to_apply=max", "mb = f32[3,8] broadcast(m), dimensions={1}",
                                  "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[8] reduce(e, z), dimensions={0}, to_apply=sum",
                                  "sb = f32[3,8] broadcast(s), dimensions={1}", "ROOT r = f32[3,8] divide(e, sb)"], "softmax along the columns"),
        "softmax-mixed-axes": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[8] reduce(e, z), dimensions={0}, to_apply=sum",
                                "sb = f32[3,8] broadcast(s), dimensions={1}", "ROOT r = f32[3,8] divide(e, sb)"], "the maximum along the rows, the sum along the columns"),
        "softmax-of-minimum": ([x, zero, "l = f32[] constant(inf)", "m = f32[3] reduce(x, l), dimensions={1}, to_apply=min", rows("m", "mb"), "d = f32[3,8] subtract(x, mb)",
                                "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum", rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"],
                               "the minimum is subtracted"),
        "softmax-reversed-difference": ([x, zero, low, *top, "d = f32[3,8] subtract(mb, x)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum",
                                         rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "the element is subtracted from the maximum"),
        "softmax-sum-of-differences": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(d, z), dimensions={1}, to_apply=sum",
                                        rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "the sum is of the differences, not of the exponentials"),
        "softmax-divisor-first": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum",
                                   rows("s", "sb"), "ROOT r = f32[3,8] divide(sb, e)"], "the quotient is inverted"),
        "softmax-start-one": ([x, "z = f32[] constant(1)", low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)",
                               "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum", rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "the sum starts at one"),
        "softmax-limited-maximum": ([x, zero, "l = f32[] constant(0.25)", *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)",
                                     "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum", rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "the maximum starts at 0.25"),
        "softmax-of-other-rows": ([x, zero, low, *top, "y = f32[3,8] negate(x)", "d = f32[3,8] subtract(y, mb)", "e = f32[3,8] exponential(d)",
                                   "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum", rows("s", "sb"), "ROOT r = f32[3,8] divide(e, sb)"], "the maximum is of another array"),
        "log-softmax": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum",
                         "g = f32[3] log(s)", rows("g", "sb"), "ROOT r = f32[3,8] subtract(d, sb)"], "log-softmax along the rows"),
        "softmax-used-twice": ([x, zero, low, *top, "d = f32[3,8] subtract(x, mb)", "e = f32[3,8] exponential(d)", "s = f32[3] reduce(e, z), dimensions={1}, to_apply=sum",
                                rows("s", "sb"), "q = f32[3,8] divide(e, sb)", "ROOT r = (f32[3,8], f32[3,8], f32[3]) tuple(q, d, m)"], "inner values are results, too"),
    }
    for key, (body, why) in forms.items():
        helpers = [*SUM, *MAX, *MIN]
        yield "programs", numpy_case(f"programs.nearly.{key}", why, "Reduce", body, [grid("f32", (3, 8))], helpers=helpers, tags=["near-miss"], tol=tol)
    # normalization: mean, centered, variance, scaled
    eighth = "k = f32[] constant(0.125)"
    mean = ["s = f32[3] reduce(x, z), dimensions={1}, to_apply=sum", "kb = f32[3] broadcast(k), dimensions={}", "m = f32[3] multiply(s, kb)", rows("m", "mb"),
            "d = f32[3,8] subtract(x, mb)"]
    square = "q = f32[3,8] multiply(d, d)"
    variance = ["v = f32[3] reduce(q, z), dimensions={1}, to_apply=sum", "w = f32[3] multiply(v, kb)"]
    epsilon = ["o = f32[] constant(0.5)", "ob = f32[3] broadcast(o), dimensions={}", "t = f32[3] add(w, ob)", "u = f32[3] rsqrt(t)", rows("u", "ub")]
    norms = {
        "layer-norm": ([x, zero, eighth, *mean, square, *variance, *epsilon, "ROOT r = f32[3,8] multiply(d, ub)"], "layer normalization of the rows"),
        "layer-norm-of-input": ([x, zero, eighth, *mean, square, *variance, *epsilon, "ROOT r = f32[3,8] multiply(x, ub)"], "the input is scaled, not the centered value"),
        "layer-norm-raw-square": ([x, zero, eighth, *mean, "q = f32[3,8] multiply(x, x)", *variance, *epsilon, "ROOT r = f32[3,8] multiply(d, ub)"], "the mean of the squares, not of the deviations"),
        "layer-norm-mixed-square": ([x, zero, eighth, *mean, "q = f32[3,8] multiply(d, x)", *variance, *epsilon, "ROOT r = f32[3,8] multiply(d, ub)"], "deviation times input"),
        "layer-norm-magnitude": ([x, zero, eighth, *mean, "q = f32[3,8] abs(d)", *variance, *epsilon, "ROOT r = f32[3,8] multiply(d, ub)"], "the mean deviation instead of the variance"),
        "layer-norm-other-count": ([x, zero, eighth, *mean, square, "v = f32[3] reduce(q, z), dimensions={1}, to_apply=sum", "h = f32[] constant(0.142857149)",
                                    "hb = f32[3] broadcast(h), dimensions={}", "w = f32[3] multiply(v, hb)", *epsilon, "ROOT r = f32[3,8] multiply(d, ub)"], "the variance divides by n - 1"),
        "layer-norm-square-root": ([x, zero, eighth, *mean, square, *variance, *[line.replace("rsqrt", "sqrt") for line in epsilon], "ROOT r = f32[3,8] divide(d, ub)"],
                                   "a quotient by the square root"),
        "layer-norm-times-square-root": ([x, zero, eighth, *mean, square, *variance, *[line.replace("rsqrt", "sqrt") for line in epsilon], "ROOT r = f32[3,8] multiply(d, ub)"],
                                         "multiplied by the square root instead of divided"),
        "rms-norm": ([x, zero, eighth, "kb = f32[3] broadcast(k), dimensions={}", "q = f32[3,8] multiply(x, x)", *variance, *epsilon, "ROOT r = f32[3,8] multiply(x, ub)"],
                     "normalization by the root mean square"),
        "rms-norm-of-cube": ([x, zero, eighth, "kb = f32[3] broadcast(k), dimensions={}", "y = f32[3,8] multiply(x, x)", "q = f32[3,8] multiply(y, x)", *variance,
                              *[line.replace("constant(0.5)", "constant(200)") for line in epsilon], "ROOT r = f32[3,8] multiply(x, ub)"], "cubes instead of squares"),
    }
    for key, (body, why) in norms.items():
        yield "programs", numpy_case(f"programs.nearly.{key}", why, "Reduce", body, [grid("f32", (3, 8))], helpers=SUM, tags=["near-miss"], tol={"class": "accumulate", "terms": 64})
    line = "x = f32[21] parameter(0)"

    def everywhere(value, label):
        return [f"{label}_ = f32[] constant({value})", f"{label} = f32[21] broadcast({label}_), dimensions={{}}"]
    points = {
        "relu": ([line, *everywhere("0", "k"), "ROOT r = f32[21] maximum(x, k)"], "maximum with zero"),
        "relu-reversed": ([line, *everywhere("0", "k"), "ROOT r = f32[21] maximum(k, x)"], "zero on the left"),
        "relu-of-one": ([line, *everywhere("1", "k"), "ROOT r = f32[21] maximum(x, k)"], "maximum with one"),
        "relu-minimum": ([line, *everywhere("0", "k"), "ROOT r = f32[21] minimum(x, k)"], "minimum with zero"),
        "leaky-relu": ([line, *everywhere("0", "k"), *everywhere("0.25", "h"), "c = pred[21] compare(x, k), direction=GT", "y = f32[21] multiply(x, h)",
                        "ROOT r = f32[21] select(c, x, y)"], "a quarter of negative elements"),
        "leaky-relu-swapped": ([line, *everywhere("0", "k"), *everywhere("0.25", "h"), "c = pred[21] compare(x, k), direction=GT", "y = f32[21] multiply(x, h)",
                                "ROOT r = f32[21] select(c, y, x)"], "a quarter of positive elements"),
        "multiply-add": ([line, *everywhere("3", "k"), *everywhere("0.0999999", "h"), "y = f32[21] multiply(x, h)", "ROOT r = f32[21] add(y, k)"],
                         "a product and a sum, each rounded; not fused"),
        "add-multiply": ([line, *everywhere("3", "k"), *everywhere("0.0999999", "h"), "y = f32[21] add(x, h)", "ROOT r = f32[21] multiply(y, k)"], "a sum and a product, each rounded"),
        "divide-by-constant": ([line, *everywhere("3", "k"), "ROOT r = f32[21] divide(x, k)"], "a quotient, not the product with the rounded reciprocal"),
        "divide-by-power-of-two": ([line, *everywhere("8", "k"), "ROOT r = f32[21] divide(x, k)"], "exact either way"),
        "square-root-of-square": ([line, "y = f32[21] multiply(x, x)", "ROOT r = f32[21] sqrt(y)"], "the magnitude"),
        "reciprocal-square-root": ([line, "y = f32[21] abs(x)", "z = f32[21] sqrt(y)", *everywhere("1", "k"), "ROOT r = f32[21] divide(k, z)"], "two roundings, unlike rsqrt"),
        "double-negation": ([line, "y = f32[21] negate(x)", "ROOT r = f32[21] negate(y)"], "two negations restore every bit"),
        "subtract-itself": ([line, "ROOT r = f32[21] subtract(x, x)"], "zero for finite elements"),
        "zero-times": ([line, *everywhere("0", "k"), "ROOT r = f32[21] multiply(x, k)"], "zeros with the sign of the element"),
        "plus-zero": ([line, *everywhere("0", "k"), "ROOT r = f32[21] add(x, k)"], "-0 becomes +0"),
        "minus-zero": ([line, *everywhere("0", "k"), "ROOT r = f32[21] subtract(x, k)"], "-0 stays"),
        "times-minus-one": ([line, *everywhere("-1", "k"), "ROOT r = f32[21] multiply(x, k)"], "a negation"),
        "narrowed": ([line, "y = bf16[21] convert(x)", "ROOT r = f32[21] convert(y)"], "rounds to bf16 and back"),
        "through-integers": ([line, "y = s32[21] convert(x)", "ROOT r = f32[21] convert(y)"], "truncates"),
        "clamp-crossed": ([line, "a = f32[] constant(2)", "b = f32[] constant(-1)", "ROOT r = f32[21] clamp(a, x, b)"], "limits in the wrong order give the upper one"),
        "maximum-then-minimum": ([line, *everywhere("2", "a"), *everywhere("-1", "b"), "y = f32[21] maximum(x, a)", "ROOT r = f32[21] minimum(y, b)"], "crossed limits give the upper one"),
        "minimum-then-maximum": ([line, *everywhere("2", "a"), *everywhere("-1", "b"), "y = f32[21] minimum(x, b)", "ROOT r = f32[21] maximum(y, a)"], "crossed limits give the lower one"),
    }
    values = [0.0, -0.0, 1.0, -1.0, 0.1, -0.1, 3.3, -3.3, 1e30, -1e30, 1e-40, -1e-40, 2.5, 7.0, -7.0, 0.3333333432674408, 1e-30, 5.0, -12.75, 255.0, 1e10]
    special = [*values[:16], float("inf"), float("-inf"), float("nan"), 5.0, 1e10]
    for key, (body, why) in points.items():
        given = values if key in ("through-integers", "square-root-of-square", "reciprocal-square-root") else special
        yield "programs", numpy_case(f"programs.nearly.{key}", why, "Neg", body, [literal("f32", given)], tags=["near-miss"])


def square_cases():
    """Row statistics of a square matrix, spread along the rows or, by mistake, along the columns."""
    for n in (4, 8, 17):
        shape = f"f32[{n},{n}]"
        for what, first, second, why in (("rows", 0, 0, "row statistics along the rows"), ("columns-first", 1, 0, "the row maximum is spread along the columns"),
                                         ("columns-second", 0, 1, "the row sum is spread along the columns"), ("columns", 1, 1, "both are spread along the columns")):
            body = [f"x = {shape} parameter(0)", "z = f32[] constant(0)", "l = f32[] constant(-inf)", f"m = f32[{n}] reduce(x, l), dimensions={{1}}, to_apply=max",
                    f"mb = {shape} broadcast(m), dimensions={{{first}}}", f"d = {shape} subtract(x, mb)", f"e = {shape} exponential(d)",
                    f"s = f32[{n}] reduce(e, z), dimensions={{1}}, to_apply=sum", f"sb = {shape} broadcast(s), dimensions={{{second}}}", f"ROOT r = {shape} divide(e, sb)"]
            yield "programs", numpy_case(f"programs.nearly.softmax-square-{n}-{what}", why, "Reduce", body, [grid("f32", (n, n))], helpers=[*SUM, *MAX], tags=["near-miss"],
                                         tol={"class": "close", "ulp": 64})
            body = [f"x = {shape} parameter(0)", "z = f32[] constant(0)", f"s = f32[{n}] reduce(x, z), dimensions={{1}}, to_apply=sum", f"mb = {shape} broadcast(s), dimensions={{{first}}}",
                    f"d = {shape} subtract(x, mb)", f"q = {shape} multiply(d, d)", f"v = f32[{n}] reduce(q, z), dimensions={{1}}, to_apply=sum",
                    f"vb = {shape} broadcast(v), dimensions={{{second}}}", f"ROOT r = {shape} add(d, vb)"]
            yield "programs", numpy_case(f"programs.nearly.variance-square-{n}-{what}", why, "Reduce", body, [grid("f32", (n, n))], helpers=SUM, tags=["near-miss"])


# ---- dots ----
def dot_cases():
    forms = {"inner": ((3, 4), (4, 2), "1", "0", "", "", "rows times columns"), "both-first": ((4, 3), (4, 2), "0", "0", "", "", "the first dimension of both"),
             "both-last": ((3, 4), (2, 4), "1", "1", "", "", "the last dimension of both"), "crossed": ((4, 3), (2, 4), "0", "1", "", "", "the first with the last"),
             "outer": ((3,), (4,), "", "", "", "", "no contracting dimension: an outer product"), "full": ((3, 4), (3, 4), "0,1", "0,1", "", "", "all dimensions"),
             "full-crossed": ((3, 4), (4, 3), "0,1", "1,0", "", "", "all dimensions, crossed"), "outer-split": ((2, 3, 4), (2, 4, 3), "0,2", "0,1", "", "", "contracting dimensions {0,2}"),
             "middle": ((2, 3, 4), (3, 5), "1", "0", "", "", "the middle dimension"), "batch": ((2, 3, 4), (2, 4, 5), "2", "1", "0", "0", "a batch in front"),
             "batch-last": ((3, 4, 2), (4, 5, 2), "1", "0", "2", "2", "a batch behind"), "batch-crossed": ((2, 3, 4), (4, 5, 2), "2", "0", "0", "2", "a batch in front and behind"),
             "two-batches": ((2, 3, 4), (2, 3, 4), "2", "2", "0,1", "0,1", "two batch dimensions"), "two-batches-crossed": ((2, 3, 4), (3, 2, 4), "2", "2", "0,1", "1,0", "batch dimensions in another order"),
             "batch-of-outer": ((2, 3), (2, 4), "", "", "0", "0", "an outer product for each batch index"), "one-row": ((1, 5), (5, 3), "1", "0", "", "", "a single row"),
             "one-column": ((3, 5), (5, 1), "1", "0", "", "", "a single column"), "one-term": ((3, 1), (1, 4), "1", "0", "", "", "a single term"), "no-term": ((3, 0), (0, 4), "1", "0", "", "", "no term: zeros")}
    for key, (a, b, ca, cb, ba, bb, why) in forms.items():
        out = [a[int(d)] for d in ba.split(",") if d]
        out += [n for d, n in enumerate(a) if str(d) not in (ca + "," + ba).split(",")] + [n for d, n in enumerate(b) if str(d) not in (cb + "," + bb).split(",")]
        for name in ("f32", "s32", "bf16", "f64", "u8"):
            more = f", lhs_batch_dims={{{ba}}}, rhs_batch_dims={{{bb}}}" if ba else ""
            body = [f"x = {name}[{','.join(map(str, a))}] parameter(0)", f"y = {name}[{','.join(map(str, b))}] parameter(1)",
                    f"ROOT r = {name}[{','.join(map(str, out))}] dot(x, y){more}, lhs_contracting_dims={{{ca}}}, rhs_contracting_dims={{{cb}}}"]
            yield "dot", numpy_case(f"dot.{name}.form-{key}", why, "Dot", body, [grid(name, a), grid(name, b)], tags=["near-miss"])


def main():
    write_groups((reduce_cases, window_cases, window_edge_cases, scatter_cases, sort_cases, pattern_cases, square_cases, dot_cases), NAME)


if __name__ == "__main__":
    main()
