#!/usr/bin/python3
"""Vectors of whole programs: conformance/programs/NAME.hlo with NAME.args.json. A function of the same
name computes the expected results with numpy.

Basic f32 operations in numpy follow IEEE 754, so the functions perform them as in the program.
Transcendental functions, sums, and matrix products are computed in float64 and rounded once. A comment
derives the tolerance of each program; u = 2^-24 is the unit roundoff of f32. One ULP is between u and 2u
relative to the number, and the eps of the class `accumulate` is 2u."""
import json
import math
import zlib

import numpy

from devices import by_device
from formats import literal, round_to
from write import ROOT, run_case, write

NAME = "conformance/generate/programs.py"
PROGRAMS = ROOT / "conformance" / "programs"
F32 = numpy.float32
DTYPES = {"f32": numpy.float32, "f64": numpy.float64, "bf16": numpy.float32, "s32": numpy.int32, "s64": numpy.int64, "u32": numpy.uint32,
          "u8": numpy.uint8, "pred": numpy.bool_}


def numbers(data, convert):
    return [numbers(entry, convert) for entry in data] if isinstance(data, list) else convert(data)


def argument(given):
    name = given["shape"].split("[")[0]
    if name == "c128":
        pairs = numpy.array(given["data"], dtype=numpy.float64)
        return pairs[..., 0] + 1j * pairs[..., 1]
    if name in ("f32", "f64", "bf16"):
        return numpy.array(numbers(given["data"], lambda v: round_to(name, float(v))), dtype=DTYPES[name])
    return numpy.array(given["data"], dtype=DTYPES[name])


def result(name, values):
    values = numpy.asarray(values)
    plain = [complex(v) if name == "c128" else v.item() for v in values.ravel()]
    return literal(name, plain, values.shape)


def rounded(function, *operands):
    """Computes a function of f32 values in float64 and rounds once."""
    return function(*[numpy.asarray(x, dtype=numpy.float64) for x in operands]).astype(F32)


def product(spec, a, b):
    """einsum with the exact products of f32 values summed in float64, rounded once to f32."""
    return numpy.einsum(spec, a.astype(numpy.float64), b.astype(numpy.float64)).astype(F32)


def magnitude(spec, a, b):
    """The largest sum of absolute terms of the same product."""
    return float(numpy.einsum(spec, abs(a.astype(numpy.float64)), abs(b.astype(numpy.float64))).max())


def total(values, axis=None):
    return numpy.sum(numpy.asarray(values, dtype=numpy.float64), axis=axis).astype(F32)


# ---- programs in the form of compiler dumps ----
def softmax(x):
    # exp within 2 ULP, a sum of ten positive terms in any order within 9 u, one division: 2 + 2 + 9 + 1.
    e = rounded(numpy.exp, x - x.max(axis=1, keepdims=True))
    return [("f32", e / total(e, axis=1)[:, None])], {"class": "close", "ulp": 14}


def layer_norm_bf16(x, gamma, beta):
    # Much more accurate than bf16 before the last conversion: only values near a boundary can differ.
    mean = total(x, axis=1) * F32(0.03125)
    centered = x - mean[:, None]
    variance = total(centered * centered, axis=1) * F32(0.03125)
    scale = rounded(lambda v: 1 / numpy.sqrt(v), variance + F32(1e-05))
    out = (centered * scale[:, None]) * gamma + beta
    return [("bf16", numpy.vectorize(lambda v: round_to("bf16", float(v)), otypes=[float])(out))], {"class": "close", "ulp": 1}


def power_iteration(a, v):
    # The iteration contracts errors, so only those of one step matter: three sums of eight products, a
    # square root, and a division; the terms of the eigenvalue sum to `scale`. With an eigenvalue gap of
    # about one third, the error of a vector can grow by a factor of three.
    # A step whose gap is within four spacings of the limit can be the last one or not: both are allowed.
    exact, w, before, allowed = a.astype(numpy.float64), v.astype(numpy.float64), 0.0, []
    for count in range(1, 201):
        w = exact @ w
        w = w / math.sqrt(w @ w)
        value = w @ exact @ w
        gap, noise, before = abs(value - before), 4 * float(numpy.spacing(F32(value))), value
        if gap <= 1e-05 + noise:
            allowed.append([("f32", F32(value)), ("f32", w.astype(F32)), ("s32", numpy.int32(count))])
        if gap <= 1e-05 - noise:
            break
    scale = magnitude("ij,j->i", a, w) * 3
    return allowed, {"class": "accumulate", "terms": 24, "scale": scale}


def attention_2heads(x, qkv_weights, out_weights):
    # Four consecutive products with 8, 4, 6, and 8 terms. The errors of the scores are in exponents, so
    # they are amplified by the size of the scores. All sums of absolute terms are below `scale`.
    qkv = product("ij,jk->ik", x, qkv_weights)
    q, k, v = (part.reshape(6, 2, 4).transpose(1, 0, 2) for part in numpy.split(qkv, 3, axis=1))
    scores = product("hqd,hkd->hqk", q, k) * F32(0.5)
    masked = numpy.where(numpy.tril(numpy.ones((6, 6), dtype=bool)), scores, F32(-1e9))
    e = rounded(numpy.exp, masked - masked.max(axis=2, keepdims=True))
    p = e / total(e, axis=2)[..., None]
    heads = product("hqk,hkd->hqd", p, v).transpose(1, 0, 2).reshape(6, 8)
    out = product("ij,jk->ik", heads, out_weights)
    scale = max(magnitude("ij,jk->ik", x, qkv_weights), magnitude("hqd,hkd->hqk", q, k), magnitude("ij,jk->ik", heads, out_weights))
    return [("f32", out), ("f32", p)], {"class": "accumulate", "terms": 26, "scale": scale}


def train_step(w1, b1, w2, b2, x, labels):
    # Forward 4 and 16 terms, softmax of 3, backward 8, 3, and 8 terms: 42 in total. Every sum of
    # absolute terms is below that of the first layers.
    hidden = rounded(numpy.tanh, product("ij,jk->ik", x, w1) + b1)
    logits = product("ij,jk->ik", hidden, w2) + b2
    top = logits.max(axis=1)
    e = rounded(numpy.exp, logits - top[:, None])
    sums = total(e, axis=1)
    hot = numpy.arange(3)[None] == labels[:, None]
    d_logits = (e / sums[:, None] - hot.astype(F32)) * F32(0.125)
    d_w2, d_b2 = product("ij,ik->jk", hidden, d_logits), total(d_logits, axis=0)
    d_hidden = product("ij,kj->ik", d_logits, w2) * (F32(1) - hidden * hidden)
    d_w1, d_b1 = product("ij,ik->jk", x, d_hidden), total(d_hidden, axis=0)
    each = (top + rounded(numpy.log, sums)) - total(numpy.where(hot, logits, F32(0)), axis=1)
    loss = total(each) * F32(0.125)
    norm = rounded(numpy.sqrt, total(d_w1 * d_w1) + total(d_w2 * d_w2))
    rate = F32(0.1)
    scale = max(magnitude("ij,jk->ik", x, w1), magnitude("ij,jk->ik", hidden, w2), 1.0)
    return [("f32", w1 - d_w1 * rate), ("f32", b1 - d_b1 * rate), ("f32", w2 - d_w2 * rate), ("f32", b2 - d_b2 * rate), ("f32", loss),
            ("f32", norm)], {"class": "accumulate", "terms": 42, "scale": scale}


def grad_all_reduce_4(*devices):
    # Errors are sums of 7 terms, squared and summed over 12 of each of 4 devices, scaled: 2 * 7 + 12 + 4 + 1.
    # Gradients are shorter sums. `scale`: the mean of the absolute terms, which exceeds every parameter and its step.
    errors = [(product("ij,jk->ik", x, w) + b) - y for w, b, x, y in devices]
    loss = sum((total(e * e) for e in errors[1:]), total(errors[0] * errors[0])) * F32(0.0208333333)
    d_w = [product("ij,ik->jk", x, e) for (_, _, x, _), e in zip(devices, errors)]
    d_b = [total(e, axis=0) for e in errors]
    steps = [sum(parts[1:], parts[0]) * F32(0.0125) for parts in (d_w, d_b)]
    absolute = [abs(x) @ abs(w) + abs(b) + abs(y) for w, b, x, y in devices]
    scale = float(numpy.mean([numpy.square(a) for a in absolute]))
    assert scale > max(abs(w).max() + 0.0125 * sum((abs(x).T @ a).max() for (_, _, x, _), a in zip(devices, absolute)) for w, *_ in devices)
    return [[("f32", w - steps[0]), ("f32", b - steps[1]), ("f32", loss)] for w, b, _, _ in devices], {"class": "accumulate", "terms": 31, "scale": scale}


def taps(image):
    """The 3x3 neighborhoods of [height, width, features], zeros outside: [height, width, 3, 3, features]."""
    padded = numpy.pad(image, ((1, 1), (1, 1), (0, 0)))
    return numpy.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1)).transpose(0, 1, 3, 4, 2)


def pooled(image):
    """The maximum of each 2x2 window; the last window can be partly outside."""
    high = [n % 2 for n in image.shape[:2]]
    full = numpy.pad(image, ((0, high[0]), (0, high[1]), (0, 0)), constant_values=-numpy.inf)
    return full.reshape(full.shape[0] // 2, 2, full.shape[1] // 2, 2, -1).max(axis=(1, 3))


def conv_net(image):
    # Three layers with sums of 9, 72, and 256 products. Each has weights within 2 ULP of a function and
    # one rounding (5 u), and the rounding of a bias or the result. The absolute weights of the next layer
    # propagate the error of its input; maxima do not increase errors. `scale` makes the bound of the
    # class the largest of these errors.
    first = rounded(numpy.sin, numpy.arange(72, dtype=F32) * F32(1.3)).reshape(3, 3, 1, 8) * F32(0.4)
    bias = F32([0.1, -0.1, 0.05, 0, -0.05, 0.2, -0.2, 0.01])
    a, b, c, d = numpy.indices((3, 3, 8, 16)).astype(F32)
    second = rounded(numpy.cos, (a * F32(2.1) + b * F32(0.9)) + c * d) * F32(0.15)
    row, column = numpy.indices((256, 10)).astype(F32)
    last = rounded(numpy.sin, row * F32(0.77) + column) * F32(0.0625)
    spec = "hwijk,ijkf->hwf"
    hidden = pooled(numpy.maximum(product(spec, taps(image[0]), first) + bias, F32(0)))
    features = pooled(numpy.maximum(product(spec, taps(hidden), second), F32(0)))
    wrong = 15 * pooled(product(spec, abs(taps(image[0])), abs(first)) + abs(bias))  # in units of u
    wrong = pooled(78 * product(spec, taps(hidden), abs(second)) + product(spec, taps(wrong), abs(second)))
    largest = max(float(wrong.max()), magnitude("i,ij->j", 262 * features.reshape(-1) + wrong.reshape(-1), last))
    return [("f32", product("i,ij->j", features.reshape(-1), last)[None]), ("f32", features[None])], {
        "class": "accumulate", "terms": 343, "scale": largest / (2 * 343)}


def mlp_784_256_10():
    # The arguments of sine and cosine are basic f32 operations; the functions are within 2 ULP. Then sums
    # of 784 and 256 terms; `scale` is the larger sum of absolute terms, propagated through the second layer.
    i, j = numpy.arange(784, dtype=F32), numpy.arange(256, dtype=F32)
    pixels = rounded(numpy.sin, i[None] * F32(0.37) + numpy.arange(4, dtype=F32)[:, None] * F32(1.7)) * F32(0.5) + F32(0.5)
    column = j[None] * F32(1.93)
    w1 = rounded(numpy.sin, i[:, None] * F32(0.71) + column) * rounded(numpy.cos, column - i[:, None] * F32(0.0821)) * F32(0.0625)
    w2 = rounded(numpy.sin, j[:, None] * F32(0.59) + numpy.arange(10, dtype=F32)[None] * F32(2.31)) * F32(0.125)
    hidden = numpy.maximum(product("ij,jk->ik", pixels, w1) + rounded(numpy.cos, j) * F32(0.1), F32(0))
    bias = numpy.array([0.05, -0.05, 0.1, -0.1, 0, 0.02, -0.02, 0.04, -0.04, 0.01], dtype=F32)
    logits = product("ij,jk->ik", hidden, w2) + bias
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_softmax = shifted - rounded(numpy.log, total(rounded(numpy.exp, shifted), axis=1))[:, None]
    ordered = numpy.sort(logits, axis=1)
    scale = max(magnitude("ij,jk->ik", pixels, w1), magnitude("ij,jk->ik", hidden, w2))
    # The error of a sum grows with the square root of the number of terms unless all errors have the same
    # sign: the roots of 784 and 256, twice for both layers, and a margin of 8.
    terms = 2 * (28 + 16) + 8
    assert (ordered[:, -1] - ordered[:, -2]).min() > 4 * terms * scale * 2.0**-23  # rounding cannot change the order
    return [("f32", logits), ("f32", log_softmax), ("s32", logits.argmax(axis=1).astype(numpy.int32))], {
        "class": "accumulate", "terms": terms, "scale": scale}


# ---- small programs ----
def gelu_tanh(x):
    # tanh within 2 ULP of a number of at most 1; the sum 1 + tanh loses accuracy where tanh is near -1.
    inner = (x + x * x * x * F32(0.044715)) * F32(0.797884583)
    return [("f32", (x * F32(0.5)) * (rounded(numpy.tanh, inner) + F32(1)))], {"class": "accumulate", "terms": 2, "scale": 6.0}


def gelu_erf(x):
    # As above: erf within 2 ULP of 1, times half of an argument of at most 5.
    erf = numpy.array([math.erf(v) for v in x * 0.70710678118654757])
    return [("f64", (x * 0.5) * (erf + 1))], {"class": "accumulate", "terms": 2, "scale": 5.0}


def rms_norm(x, gain):
    # Sixteen positive terms within 15 u, halved by the square root; rsqrt within 2 ULP: below 12 ULP.
    mean = total(x * x, axis=1) * F32(0.0625)
    scale = rounded(lambda v: 1 / numpy.sqrt(v), mean + F32(1e-06))
    return [("f32", (x * scale[:, None]) * gain)], {"class": "close", "ulp": 12}


def attention_scores(q, k):
    # Multiples of 1/64 below 2^24 / 64: every sum is exact; only the multiplication rounds.
    exact = numpy.einsum("bqd,bkd->bqk", q.astype(numpy.float64), k.astype(numpy.float64))
    return [("f32", exact.astype(F32) * F32(0.353553385))], {"class": "correct"}


def newton_sqrt(x):
    # Only basic f64 operations, which Python also has.
    before, y, count = math.inf, float(x), 0
    while y < before and count < 100:
        before, y, count = y, (y + float(x) / y) * 0.5, count + 1
    assert abs(y - math.sqrt(x)) <= math.ulp(y)
    return [("f64", numpy.float64(y))], None


def fibonacci(n):
    a, b = 0, 1
    for _ in range(int(n)):
        a, b = b, a + b
    return [("u64", numpy.uint64(a))], None


def prefix_sum(x):
    return [("s32", numpy.cumsum(x).astype(numpy.int32))], None


def crc32(words):
    return [("u32", numpy.array([zlib.crc32(int(w).to_bytes(4, "little")) for w in words], dtype=numpy.uint32))], None


def argmax_rows(x):
    return [("f32", x.max(axis=1)), ("s32", x.argmax(axis=1).astype(numpy.int32))], None


def one_hot_lookup(table, tokens):
    # One term of each sum is nonzero; a token out of range selects nothing.
    found = (tokens >= 0) & (tokens < 5)
    return [("f32", numpy.where(found[:, None], table[numpy.clip(tokens, 0, 4)], F32(0)))], {"class": "correct"}


def huber_loss(prediction, target):
    # Twelve terms of the same sign in any order, one division; `scale` is their mean.
    error = prediction - target
    each = numpy.where(abs(error) <= F32(1.25), (error * error) * F32(0.5), (abs(error) - F32(0.625)) * F32(1.25))
    mean = total(each) / F32(12)
    return [("f32", mean), ("f32", numpy.clip(error, F32(-1.25), F32(1.25)))], {"class": "accumulate", "terms": 13, "scale": float(mean)}


def collatz(numbers_in):
    counts = []
    for n in map(int, numbers_in):
        steps = 0
        while n > 1:
            n, steps = (3 * n + 1 if n % 2 else n // 2), steps + 1
        counts.append(steps)
    return [("s32", numpy.array(counts, dtype=numpy.int32))], None


def life(board):
    alive = {(int(y), int(x)) for y, x in zip(*numpy.nonzero(board))}
    for _ in range(4):
        around = lambda y, x: sum((y + dy, x + dx) in alive for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)
        alive = {(y, x) for y in range(8) for x in range(8) if around(y, x) == 3 or (around(y, x) == 2 and (y, x) in alive)}
    return [("u8", numpy.array([[(y, x) in alive for x in range(8)] for y in range(8)], dtype=numpy.uint8))], None


def dft8(x):
    # Angles of up to 49 * pi / 4 with an error of u each, which the roots of unity inherit, 2 ULP of the
    # functions, sums of sixteen products: 39 + 2 + 16 times the sum of the absolute inputs.
    return [("c128", numpy.fft.fft(x, axis=1))], {"class": "accumulate", "terms": 57, "scale": float(abs(x).sum(axis=1).max())}


def matrix_power(base, n):
    whole, power = numpy.array(base, dtype=object), numpy.array(numpy.eye(3, dtype=int), dtype=object)
    for _ in range(int(n)):
        power = power.dot(whole)
    return [("u32", (power % 2**32).astype(numpy.uint32))], None


WHY = {
    softmax: "fusions, a scheduled module, rows with -inf and with large numbers",
    layer_norm_bf16: "bf16 in and out, f32 within, a reduction shared by fusions",
    power_iteration: "a while loop with a tuple of five and a condition of two parts",
    attention_2heads: "batched products, column-major intermediates, a called computation, frame tables",
    grad_all_reduce_4: "four replicas add up their gradients: all-reduce started and ended, and of a tuple",
    conv_net: "two convolutions with pooling, one window of which sticks out, and a product, as a dump",
    train_step: "a step of gradient descent as an old dump with operand shapes and aliases",
    mlp_784_256_10: "inputs made of sines, two layers, log-softmax and a variadic reduction",
    gelu_tanh: "the tanh form of gelu, also where it cancels", gelu_erf: "the erf form of gelu in f64",
    rms_norm: "root mean square and gain, also of a row of zeros", attention_scores: "bf16 operands, exact f32 products, one rounding",
    newton_sqrt: "a while loop that stops by comparing two states", fibonacci: "an inline loop in u64, near the end of its range",
    prefix_sum: "slice and pad shift an array within a loop", crc32: "thirty-two rounds of shifts and exclusive ors",
    argmax_rows: "a variadic reduction with ties and infinities", one_hot_lookup: "a comparison with an iota as a table lookup",
    huber_loss: "select between two branches, clamp for the slope", collatz: "a loop until every element has arrived",
    life: "neighbors by pad and slice, nested operands", dft8: "complex numbers from sine and cosine, and their product",
    matrix_power: "a conditional in a loop, integer products that wrap"}


def types_of(text):
    names = ("bf16", "c128", "f32", "f64", "s32", "s64", "u8", "u32", "u64", "pred")
    return [name for name in names if f"{name}[" in text]


def cases():
    for function, why in WHY.items():
        name = function.__name__
        text = (PROGRAMS / f"{name}.hlo").read_text()
        path = PROGRAMS / f"{name}.args.json"
        args = json.loads(path.read_text()) if path.exists() else []
        replicas = args["replicas"] if isinstance(args, dict) else None
        with numpy.errstate(invalid="ignore", over="ignore"):
            results, tol = function(*([[argument(a) for a in own] for own in replicas] if replicas else [argument(a) for a in args]))
        choices = results if isinstance(results[0], list) else [results]
        literals = [[result(kind, values) for kind, values in choice] for choice in choices]
        wrapped = [{"tuple": parts} if len(parts) > 1 else parts[0] for parts in literals]
        if replicas:
            args, expect = by_device(replicas, 1), by_device(wrapped, 1)
        else:
            expect = {"oneOf": wrapped} if len(wrapped) > 1 else wrapped[0]
        tol = tol if tol is None or "scale" not in tol else {**tol, "scale": round(tol["scale"] * 1.01, 3)}
        case = run_case(f"programs.{name.replace('_', '-')}.whole", why, "conventions", None, args, expect, tol=tol,
                        requires=types_of(text) + ["replicas"] * (replicas is not None), tags=["program"],
                        oracle="numpy, written out for this program", whole=text.rstrip("\n").split("\n"))
        if replicas:
            case["topology"] = {"replicas": len(replicas), "partitions": 1}
        yield case


def main():
    write("programs", list(cases()), NAME)


main()
