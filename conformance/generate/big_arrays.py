#!/usr/bin/python3
"""Vectors with arrays that engines compute in parts: reductions of more than 65536 elements or of many short rows, copies of more than
1 MiB and of 12 MiB, Fourier transforms whose lines are split, deep convolutions, elementwise ops of 2^18 elements, and windows over padding alone.
Programs compute their inputs and return a few elements. Oracle: numpy (the numpy adapter, or numpy.fft)."""
import math

import numpy

from large import counted
from formats import literal
from through_numpy import combiner, numpy_case, whole
from write import run_case, write_groups

NAME = "conformance/generate/big_arrays.py"
TAGS = ["large"]


def text(dims):
    return ",".join(map(str, dims))


def integers(dims, modulus, shift, seed=1, name="s32"):
    """The values of large.counted(); those of floating types are float64, which has a negative zero."""
    i = numpy.arange(math.prod(dims), dtype=numpy.int64)
    return ((i * 37 + seed) % modulus - shift).reshape(dims).astype(numpy.int64 if name[0] in "su" else numpy.float64)


def picked(name, dims, starts, strides):
    """The lines that take a few elements of y, and how numpy takes them."""
    ranges = ", ".join(f"[{b}:{n}:{s}]" for b, n, s in zip(starts, dims, strides))
    out = [len(range(b, n, s)) for b, n, s in zip(starts, dims, strides)]
    return f"ROOT r = {name}[{text(out)}] slice(y), slice={{{ranges}}}", tuple(slice(b, n, s) for b, n, s in zip(starts, dims, strides))


def element(name, value):
    return complex(value) if name[0] == "c" else float(value) if name[0] in "fb" else bool(value) if name == "pred" else int(value)


def case(op, identity, why, anchor, name, body, expect, tol=None, helpers=(), requires=()):
    values = numpy.asarray(expect)
    return op, run_case(f"{op}.{name}.{identity}", why, anchor, None, [], literal(name, [element(name, v) for v in values.ravel()], values.shape),
                        whole=whole(body, helpers), requires=[name, "s32", *requires], tags=TAGS, oracle="numpy", tol=tol)


# ---- reduce ----
def reduce_case(identity, why, name, dims, axes, op, modulus, shift, starts=None, strides=None):
    x = integers(dims, modulus, shift, name=name)
    total = {"add": numpy.add, "maximum": numpy.maximum, "minimum": numpy.minimum, "multiply": numpy.multiply}[op].reduce
    start = {"add": 1, "maximum": -9, "minimum": 9, "multiply": 2}[op]
    for axis in sorted(axes, reverse=True):
        x = total(x, axis=axis)
    x = {"add": numpy.add, "maximum": numpy.maximum, "minimum": numpy.minimum, "multiply": numpy.multiply}[op](x, start)
    out = [n for d, n in enumerate(dims) if d not in axes]
    body = [*counted(name, dims, modulus, shift), f"i = {name}[] constant({start})", f"y = {name}[{text(out)}] reduce(x, i), dimensions={{{text(axes)}}}, to_apply=f"]
    if starts is None:
        body[-1] = "ROOT " + body[-1]
    else:
        line, place = picked(name, out, starts, strides)
        body.append(line)
        x = x[place]
    return case("reduce", f"{op}-{identity}", why, "Reduce", name, body, x, helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]))


def reduce_cases():
    for name, op in (("s32", "add"), ("f32", "maximum"), ("f64", "add"), ("bf16", "minimum")):
        yield reduce_case("chunks", "a line of more than 65536 elements", name, (70001,), (0,), op, 7, 3)
        yield reduce_case("chunks-of-columns", "more than 65536 rows of a few columns", name, (66001, 3), (0,), op, 5, 2)
    for name, op in (("f32", "add"), ("s32", "add"), ("bf16", "maximum"), ("f16", "minimum"), ("s8", "add"), ("f64", "multiply")):
        yield reduce_case("many-short-rows", "many rows of five elements", name, (70, 5), (1,), op, 5, 2, (1,), (9,))
        yield reduce_case("many-short-blocks", "many blocks of three rows and two columns", name, (70, 3, 2), (1,), op, 5, 2, (0, 0), (11, 1))
        yield reduce_case("short-rows-of-sums", "two dimensions that are apart, both short", name, (20, 3, 2, 5), (1, 3), op, 5, 2, (0, 0), (3, 1))
    for name, op in (("bf16", "add"), ("f16", "maximum"), ("s8", "minimum")):
        yield reduce_case("wide-rows", "rows wider than a block, of a narrow type", name, (3, 5003), (0,), op, 5, 2, (7,), (555,))
    for op, values in (("multiply", (True, True, False)), ("minimum", (True, False, False)), ("multiply", (True, True, True)), ("add", (False, True, True)), ("maximum", (False, False, False))):
        word = {"multiply": all, "minimum": all, "add": any, "maximum": any}[op](values)
        kind = {"multiply": "product", "minimum": "minimum", "add": "sum", "maximum": "maximum"}[op]
        yield "reduce", run_case(f"reduce.pred.{op}-gives-{str(word).lower()}-{sum(values)}", f"the {kind} of pred as 0 and 1", "Reduce", None, [literal("pred", list(values))],
                                 literal("pred", [word], ()), requires=["pred"],
                                 whole=whole(["x = pred[3] parameter(0)", f"i = pred[] constant({str(op in ('multiply', 'minimum')).lower()})",
                                              "ROOT r = pred[] reduce(x, i), dimensions={0}, to_apply=f"], combiner(f"c = pred[] {op}(a, b)", ["pred", "pred"])))


# ---- fft ----
def fft_cases():
    for name, real, terms in (("c64", "f32", 4), ("c128", "f64", 64)):
        tol = lambda scale: {"class": "accumulate", "terms": terms, "scale": float(scale)}  # noqa: E731
        for dims, lengths, why in (((300,), (300,), "15 x 20 numbers"), ((3, 576), (576,), "lines of 24 x 24 numbers"), ((512,), (512,), "16 x 32 numbers"),
                                   ((262,), (262,), "twice a prime: a convolution of 1024 numbers"), ((2, 300, 19), (300, 19), "split columns"),
                                   ((260, 3), (260, 3), "split columns of a narrow array")):
            for kind in ("FFT", "IFFT"):
                z = integers(dims, 9, 4) + 1j * integers(dims, 7, 3, 5)
                axes = tuple(range(len(dims) - len(lengths), len(dims)))
                result = (numpy.fft.fftn if kind == "FFT" else numpy.fft.ifftn)(z, axes=axes)
                line, place = picked(name, dims, [1] * len(dims), [1 if n < 4 else 2 if n < 20 and len(dims) > 1 else 47 for n in dims])
                body = [*counted(real, dims, 9, 4, "re"), *counted(real, dims, 7, 3, "im", 5), f"x = {name}[{text(dims)}] complex(re, im)",
                        f"y = {name}[{text(dims)}] fft(x), fft_type={kind}, fft_length={{{text(lengths)}}}", line]
                yield case("fft", f"split-{kind.lower()}-{'x'.join(map(str, dims))}", why, "Fft", name, body, result[place], tol(numpy.abs(result).max()), requires=[real])


# ---- copies ----
def copy_cases():
    for dims, order, strides, why in (((520, 600), (1, 0), (97, 101), "a matrix of more than 1 MiB"), ((64, 100, 64), (2, 1, 0), (21, 33, 17), "no dimension is long"),
                                      ((3, 70001, 2), (1, 0, 2), (9973, 1, 1), "one long dimension"), ((600, 40, 20), (0, 2, 1), (199, 7, 13), "a small matrix for each of many"),
                                      ((50, 80, 2, 40), (3, 1, 2, 0), (11, 19, 1, 13), "four dimensions")):
        out = [dims[d] for d in order]
        line, place = picked("s32", out, [1] * len(out), strides)
        body = [*counted("s32", dims, 100003, 0), f"y = s32[{text(out)}] transpose(x), dimensions={{{text(order)}}}", line]
        yield case("transpose", f"big-{len(dims)}d-{dims[0]}", why, "Transpose", "s32", body, integers(dims, 100003, 0).transpose(order)[place])


def pad_cases():
    for topic, dims, edges, why in (("edges", (50, 31, 12), ((1, 2, 0), (3, 0, 0), (0, 5, 0)), "padding around more than 64 KiB"),
                                    ("cropped-edges", (60, 41, 12), ((-3, 2, 0), (2, -5, 0), (0, 1, 0)), "some sides are cropped"),
                                    ("cropped", (70, 40, 8), ((-1, -2, 0), (0, -3, 0), (0, 0, 0)), "all elements of the result are of the operand"),
                                    ("gaps", (40, 21, 12), ((1, 1, 1), (0, 2, 0), (2, 0, 0)), "also between the elements of a dimension")):
        x = integers(dims, 100003, 0)
        for axis, (low, high, inner) in enumerate(edges):
            n = x.shape[axis]
            spread = numpy.full([*x.shape[:axis], n + (n - 1) * inner, *x.shape[axis + 1:]], -7)
            spread[tuple([slice(None)] * axis + [slice(None, None, inner + 1)])] = x
            wide = numpy.pad(spread, [(max(low, 0), max(high, 0)) if k == axis else (0, 0) for k in range(x.ndim)], constant_values=-7)
            x = wide.take(range(max(-low, 0), wide.shape[axis] - max(-high, 0)), axis)
        padding = "x".join(f"{low}_{high}_{inner}" for low, high, inner in edges)
        last = tuple(n - 1 for n in x.shape)
        for place, starts in (("first", (0, 0, 0)), ("last", tuple(n % s for n, s in zip(last, (7, 6, 3))))):
            line, taken = picked("s32", x.shape, starts, (7, 6, 3))
            body = [*counted("s32", dims, 100003, 0), "v = s32[] constant(-7)", f"y = s32[{text(x.shape)}] pad(x, v), padding={padding}", line]
            yield case("pad", f"big-{topic}-{place}", why, "Pad", "s32", body, x[taken])


def run_cases():
    x = integers((50000, 70), 100003, 0)
    line, place = picked("s32", (50000, 65), (1, 0), (7919, 8))
    yield case("slice", "long-rows", "rows of 65 elements, 12 MiB in all", "Slice", "s32",
               [*counted("s32", x.shape, 100003, 0), "y = s32[50000,65] slice(x), slice={[0:50000],[3:68]}", line], x[:, 3:68][place])
    table, rows = integers((300, 64), 100003, 0), integers((50000,), 300, 0, 5)
    line, place = picked("s32", (50000, 64), (1, 0), (7919, 9))
    yield case("gather", "long-rows", "rows of 64 elements, 12 MiB in all", "Gather", "s32",
               [*counted("s32", table.shape, 100003, 0), *counted("s32", rows.shape, 300, 0, "k", 5),
                "y = s32[50000,64] gather(x, k), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,64}", line],
               table[rows][place])


# ---- elementwise ----
def elementwise_cases():
    count = (1 << 18) + 19
    for name, op in (("s32", "add"), ("f32", "multiply"), ("bf16", "maximum")):
        left, right = integers((count,), 11, 5, name=name), integers((count,), 13, 6, 3, name)
        line, place = picked(name, (count,), (5,), (20011,))
        body = [*counted(name, (count,), 11, 5), *counted(name, (count,), 13, 6, "z", 3), f"y = {name}[{count}] {op}(x, z)", line]
        yield case(op, "quarter-million", "2^18 elements and a tail", op, name, body, {"add": left + right, "multiply": left * right, "maximum": numpy.maximum(left, right)}[op][place])


# ---- convolution ----
def convolution_cases():
    far = 1 << 40
    for topic, spatial, window, labels in (("no-features-of-far", f"{far}", f"size={far}", "bf0_oi0->bf0"), ("no-features-of-far-rows", f"{far},1", f"size={far}x1", "bf01_oi01->bf01")):
        ones = ",1" * spatial.count(",") + ",1"
        yield "convolution", run_case(f"convolution.f32.{topic}", "without input features every sum is empty, however large the window is", "Conv", None,
                                      [], literal("f32", [0.0], (1, 1, *[1] * (spatial.count(",") + 1))), requires=["f32"], tags=["limit"],
                                      whole=whole(["z = f32[] constant(1)", f"x = f32[1,0,{spatial}] broadcast(z), dimensions={{}}",
                                                   f"ROOT r = f32[1,1{ones}] convolution(x, x), window={{{window}}}, dim_labels={labels}"]))
    forms = {"deep": ((1, 300, 4), (3, 300, 2), "window={size=2}", (1, 3, 3), "bf0_oi0->bf0", "", "more than 256 terms"),
             "deep-padded": ((1, 280, 5), (2, 280, 3), "window={size=3 pad=1_1}", (1, 2, 5), "bf0_oi0->bf0", "", "more than 256 terms, fewer at the border"),
             "depthwise-image": ((2, 6, 7, 16), (3, 2, 1, 16), "window={size=3x2 pad=1_1x1_0}", (2, 6, 7, 16), "b01f_01io->b01f", ", feature_group_count=16", "every feature separately, in two dimensions"),
             "depthwise-volume": ((1, 3, 4, 9, 4), (2, 2, 3, 1, 4), "window={size=2x2x3 pad=0_0x1_0x1_1 stride=1x2x1}", (1, 2, 2, 9, 4), "b012f_012io->b012f", ", feature_group_count=4",
                                  "every feature separately, in three dimensions")}
    for name in ("f32", "f64", "bf16", "s32"):
        for topic, (x, k, window, out, labels, more, why) in forms.items():
            body = [*counted(name, x, 3, 1), *counted(name, k, 3, 1, label="k", seed=2), f"ROOT r = {name}[{text(out)}] convolution(x, k), {window}, dim_labels={labels}{more}"]
            yield "convolution", numpy_case(f"convolution.{name}.big-{topic}", why, "Conv", body, tags=TAGS)


# ---- reduce-window ----
def window_cases():
    for name in ("f32", "s32", "f64"):
        for op, start in (("add", 2), ("maximum", -7)):
            for topic, dims, window, out, why in (("beyond-the-end", (70,), "size=33 pad=0_20", (58,), "long windows that end after the base"),
                                                  ("in-the-padding", (40,), "size=33 pad=40_40", (88,), "long windows over padding alone have the initial value"),
                                                  ("strided-padding", (40, 2), "size=35x1 pad=37_36x0_0 stride=3x1", (27, 2), "also with a stride")):
                body = [*counted(name, dims, 5, 2), f"i = {name}[] constant({start})", f"ROOT r = {name}[{text(out)}] reduce-window(x, i), window={{{window}}}, to_apply=f"]
                yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-{topic}", why, "ReduceWindow", body, helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=TAGS)

    # Windows that share sums of blocks, of which the last one begins with a block and is cut off by the end.
    for topic, dims, window, out in (("cut-at-the-end", (65,), "size=33 stride=33 pad=0_1", (2,)), ("cut-far-at-the-end", (40,), "size=33 stride=33 pad=0_26", (2,)),
                                     ("cut-alone", (40,), "size=33 pad=-33_26", (1,)), ("cut-in-the-last-dimension", (3, 4, 257), "size=1x1x256 stride=1x1x256 pad=0_0x0_0x0_257", (3, 4, 2)),
                                     ("cut-in-the-first-dimension", (100, 5), "size=40x1 stride=40x1 pad=0_20x0_0", (3, 5))):
        for name, op, start in (("s32", "add", 2), ("f64", "maximum", -7)):
            body = [*counted(name, dims, 11, 5), f"i = {name}[] constant({start})", f"ROOT r = {name}[{text(out)}] reduce-window(x, i), window={{{window}}}, to_apply=f"]
            yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-{topic}", "long windows side by side, the last one beyond the end", "ReduceWindow", body,
                                              helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=TAGS)
    # The first row of a window may be above that of the window before it.
    for topic, dims, window, out in (("dilated-after-padding", (9, 512), "size=3x2 stride=1x2 pad=1_2x0_0 rhs_dilate=2x1", (8, 256)),
                                     ("dilated-far-after-padding", (20, 3, 260), "size=4x1x2 stride=2x1x1 pad=7_3x0_0x0_1 rhs_dilate=3x1x1", (11, 3, 260)),
                                     ("both-dilated", (4, 257), "size=2x2 lhs_dilate=2x1 rhs_dilate=3x1", (4, 256)),
                                     ("dilated-base", (7, 512), "size=3x2 stride=1x2 pad=-1_3x0_0 lhs_dilate=2x1 rhs_dilate=3x1", (9, 256)),
                                     ("dilated-base-and-padding", (70, 300), "size=5x3 stride=1x1 pad=4_4x1_1 lhs_dilate=3x1 rhs_dilate=2x1", (208, 300))):
        for name, op, start in (("s32", "add", 2), ("f32", "maximum", -7), ("bf16", "add", 0)):
            picks = ",".join(f"[0:{n}:{1 if n < 20 else 3 if n < 250 else 51}]" for n in out)
            shown = text([len(range(0, n, 1 if n < 20 else 3 if n < 250 else 51)) for n in out])
            body = [*counted(name, dims, 5, 2), f"i = {name}[] constant({start})", f"y = {name}[{text(out)}] reduce-window(x, i), window={{{window}}}, to_apply=f",
                    f"ROOT r = {name}[{shown}] slice(y), slice={{{picks}}}"]
            yield "reduce-window", numpy_case(f"reduce-window.{name}.{op}-{topic}", "a window may begin before the one at the place before it", "ReduceWindow", body,
                                              helpers=combiner(f"c = {name}[] {op}(a, b)", [name, name]), tags=TAGS)


if __name__ == "__main__":
    write_groups((reduce_cases, fft_cases, copy_cases, pad_cases, run_cases, elementwise_cases, convolution_cases, window_cases), NAME)
