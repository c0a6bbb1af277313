#!/usr/bin/python3
"""Vectors of batch normalization, triangular systems, and Fourier transforms. Oracles: the formulas of
the operation semantics in numpy's float64 (the inputs are small numbers that every type represents), mpmath for
matrices, and the worked examples by hand."""
import math

import mpmath
import numpy

from formats import FLOATS, literal, round_to
from write import reject_case, run_case, write

NAME = "conformance/generate/linear.py"
FLOAT_TYPES = ["f16", "bf16", "f32", "f64"]
NARROW_TYPES = [name for name in FLOATS if name not in FLOAT_TYPES and name != "f8e8m0fnu"]
NAN = math.nan
mpmath.mp.prec = 200
EXACT = "mpmath with 200 bits, rounded once"


def text(name, dims):
    return f"{name}[{','.join(map(str, dims))}]"


def stored(name, values):
    values = numpy.asarray(values)
    flat = values.ravel().tolist()
    if name == "c64":
        flat = [complex(round_to("f32", v.real), round_to("f32", v.imag)) for v in map(complex, flat)]
    elif name == "c128":
        flat = [complex(v) for v in flat]
    else:
        flat = [round_to(name, v.real if isinstance(v, complex) else float(v)) for v in flat]
    return literal(name, flat, values.shape)


def tolerance(name, scale, terms=16):
    return {"class": "accumulate", "terms": terms, "scale": float(scale)}


def parameters(name, arrays):
    return [f"p{i} = {text(name, a.shape)} parameter({i})" for i, a in enumerate(arrays)]


# ---- batch normalization ----
def norm_case(op, anchor, identity, why, name, arrays, results, epsilon, feature, oracle="numpy float64", tol=True):
    arrays = [numpy.asarray(a, dtype=float) for a in arrays]
    results = [numpy.asarray(r, dtype=float) for r in results]
    shapes = [text(name, r.shape) for r in results]
    shape = shapes[0] if len(shapes) == 1 else f"({', '.join(shapes)})"
    names = ", ".join(f"p{i}" for i in range(len(arrays)))
    lines = [*parameters(name, arrays), f"ROOT r = {shape} {op}({names}), epsilon={epsilon}, feature_index={feature}"]
    values = [stored(name, r) for r in results]
    expect = values[0] if len(values) == 1 else {"tuple": values}
    finite = [abs(v) for r in results for v in r.ravel() if math.isfinite(v)]
    return run_case(f"{op}.{name}.{identity}", why, anchor, lines, [stored(name, a) for a in arrays], expect,
                    requires=[name], oracle=oracle, tol=tolerance(name, max([1.0, *finite])) if tol else None)


def spread(vector, rank, feature):
    return numpy.asarray(vector, dtype=float).reshape([-1 if d == feature else 1 for d in range(rank)])


def training(x, scale, offset, epsilon, feature):
    axes = tuple(d for d in range(x.ndim) if d != feature)
    mean, variance = x.mean(axis=axes), x.var(axis=axes)
    wide = [spread(v, x.ndim, feature) for v in (scale, offset, mean, variance)]
    return [wide[0] * (x - wide[2]) / numpy.sqrt(wide[3] + epsilon) + wide[1], mean, variance]


def gradient(x, scale, mean, variance, dy, epsilon, feature):
    axes = tuple(d for d in range(x.ndim) if d != feature)
    count = x.size / x.shape[feature]
    s, m, v = (spread(a, x.ndim, feature) + e for a, e in ((scale, 0), (mean, 0), (variance, epsilon)))
    slope = spread((dy * (x - m) / v).sum(axis=axes) / count, x.ndim, feature)
    shift = spread(dy.sum(axis=axes) / count, x.ndim, feature)
    return [s / numpy.sqrt(v) * (dy - shift - slope * (x - m)), (dy * (x - m) / numpy.sqrt(v)).sum(axis=axes), dy.sum(axis=axes)]


X = numpy.array([[[1, 2], [3, 4]], [[3, 4], [1, 2]]], dtype=float)
Z = numpy.array([((7 * i) % 11) - 4 for i in range(24)], dtype=float).reshape(2, 3, 4)
DY = numpy.array([((5 * i) % 13 - 6) / 4 for i in range(24)], dtype=float).reshape(2, 3, 4)
FACTORS = {0: ([2, -1], [0.5, 3]), 1: ([1, -2, 0.5], [0, 1, -1]), 2: ([1, 2, 3, -1], [0.25, 0, 1, 2])}


def training_cases():
    op, anchor = "batch-norm-training", "BatchNormTraining"
    for name in FLOAT_TYPES:
        yield norm_case(op, anchor, "worked", "the worked example: mean {2,3}, variance {1,1}", name, [X, [1, 1], [1, 1]],
                        [[[[0, 0], [2, 2]], [[2, 2], [0, 0]]], [2, 3], [1, 1]], 0, 2, None, False)
    for name in NARROW_TYPES:
        yield norm_case(op, anchor, "worked", "the worked example: mean {2,3}, variance {1,1}", name, [X, [1, 1], [1, 1]],
                        [[[[0, 0], [2, 2]], [[2, 2], [0, 0]]], [2, 3], [1, 1]], 0, 2, None, False)
    x = numpy.array([[1.0], [4.0]])
    yield norm_case(op, anchor, "powers", "each result is rounded once, to a power of two", "f8e8m0fnu", [x, [1], [4]], training(x, [1], [4], 1, 1), 1, 1,
                    tol=False)
    for name in FLOAT_TYPES:
        for feature, (scale, offset) in FACTORS.items():
            yield norm_case(op, anchor, f"feature-{feature}", "statistics over all dimensions but one", name, [Z, scale, offset],
                            training(Z, scale, offset, 0.5, feature), 0.5, feature)
    yield norm_case(op, anchor, "constant", "variance 0 and epsilon 0: 0/0", "f32", [[[2, 1], [2, 3]], [1, 1], [0, 0]],
                    [[[NAN, -1], [NAN, 1]], [2, 2], [0, 1]], 0, 1, None, False)
    yield norm_case(op, anchor, "no-elements", "statistics of no elements are NaN", "f32", [numpy.zeros((0, 2)), [1, 1], [0, 0]],
                    [numpy.zeros((0, 2)), [NAN, NAN], [NAN, NAN]], 0.5, 1, None, False)
    yield norm_case(op, anchor, "two-pass", "the variance is that of the deviations, not E[x^2]-E[x]^2", "f32",
                    [[[16777214.0], [16777216.0]], [1], [0]], [[[-1], [1]], [16777215], [1]], 0, 1, None, False)


def inference_cases():
    op, anchor = "batch-norm-inference", "BatchNormInference"
    for name in FLOAT_TYPES:
        yield norm_case(op, anchor, "worked", "the worked example", name, [[[1, 2], [3, 4]], [2, 1], [0, 10], [1, 2], [4, 1]],
                        [[[0, 10], [2, 12]]], 0, 1, None, False)
    for name in NARROW_TYPES:
        yield norm_case(op, anchor, "small", "the worked example with a smaller offset", name, [[[1, 2], [3, 4]], [2, 1], [0, 1], [1, 2], [4, 1]],
                        [[[0, 1], [2, 3]]], 0, 1, None, False)
    yield norm_case(op, anchor, "powers", "1 stays, 12/sqrt(2)+1 becomes 8", "f8e8m0fnu", [[[2], [8]], [2], [1], [2], [1]], [[[1], [8]]], 1, 1, None, False)
    for name in FLOAT_TYPES:
        for feature, (scale, offset) in FACTORS.items():
            n = Z.shape[feature]
            mean, variance = [0.5 * i for i in range(n)], [1.5 + i for i in range(n)]
            y = spread(scale, 3, feature) * (Z - spread(mean, 3, feature)) / numpy.sqrt(spread(variance, 3, feature) + 0.5) + spread(offset, 3, feature)
            yield norm_case(op, anchor, f"feature-{feature}", "every feature has its own statistics", name, [Z, scale, offset, mean, variance], [y], 0.5, feature)
    yield norm_case(op, anchor, "zero-variance", "0/0 is NaN, 1/0 infinite", "f32", [[[1], [2]], [1], [0], [1], [0]], [[[NAN], [math.inf]]], 0, 1, None, False)


def grad_cases():
    op, anchor = "batch-norm-grad", "BatchNormGrad"
    tenth = numpy.full(X.shape, 0.1)
    for name in FLOAT_TYPES:
        yield norm_case(op, anchor, "worked", "the worked example: a constant gradient moves the offset only", name,
                        [X, [1, 1], [2, 3], [1, 1], tenth], [numpy.zeros(X.shape), [0, 0], [0.4, 0.4]], 0, 2)
    for name in NARROW_TYPES:
        yield norm_case(op, anchor, "half", "a constant gradient of 0.5", name, [X, [1, 1], [2, 3], [1, 1], numpy.full(X.shape, 0.5)],
                        [numpy.zeros(X.shape), [0, 0], [2, 2]], 0, 2, None)
    x, dy = numpy.array([[1.0], [4.0]]), numpy.array([[1.0], [1.0]])
    yield norm_case(op, anchor, "powers", "the type cannot represent a negative gradient", "f8e8m0fnu", [x, [1], [2], [1], dy],
                    gradient(x, [1], [2], [1], dy, 1, 1), 1, 1, tol=False)
    for name in FLOAT_TYPES:
        for feature, (scale, _) in FACTORS.items():
            n = Z.shape[feature]
            mean, variance = [0.5 * i for i in range(n)], [1.5 + i for i in range(n)]
            yield norm_case(op, anchor, f"feature-{feature}", "c divides by v + epsilon, dscale by its root", name, [Z, scale, mean, variance, DY],
                            gradient(Z, scale, mean, variance, DY, 0.5, feature), 0.5, feature)


def norm_rejects(op, anchor, vectors, shape_of, first, other):
    """`vectors`: names of the vector operands; rules: C1 and `first` on the operand, `other` on the vectors."""
    tail = ["dy = f32[2,3] parameter(9)"] if op.endswith("grad") else []

    def lines(x="f32[2,3]", bad=None, shape="f32[3]", feature=1, dy="f32[2,3]", dense="f32[3]"):
        decl = [f"x = {x} parameter(0)"]
        decl += [f"{v} = {shape if v == bad else dense} parameter({i + 1})" for i, v in enumerate(vectors)]
        names = ["x", *vectors]
        if tail:
            decl.append(f"dy = {dy} parameter({len(vectors) + 1})")
            names.append("dy")
        return [*decl, f"ROOT r = {shape_of(x, dense)} {op}({', '.join(names)}), epsilon=0.5, feature_index={feature}"]
    yield reject_case(f"{op}.s32.rejects-type", "the elements are floating", anchor, lines("s32[2,3]", dense="s32[3]", dy="s32[2,3]"), f"{op}.C1", requires=["s32"])
    for feature in (2, -1):
        yield reject_case(f"{op}.f32.rejects-feature-{'high' if feature > 0 else 'low'}", "feature_index is a dimension of the operand", anchor,
                          lines(feature=feature), f"{op}.{first}", at="feature_index=", requires=["f32"])
    for vector in vectors:
        for tag, shape in (("length", "f32[2]"), ("rank", "f32[3,1]"), ("type", "f64[3]")):
            yield reject_case(f"{op}.f32.rejects-{vector}-{tag}", "one number of the operand's type for each feature", anchor,
                              lines(bad=vector, shape=shape), f"{op}.{other}", requires=["f32"])
    if tail:
        yield reject_case(f"{op}.f32.rejects-dy", "the gradient has the sizes of the operand", anchor, lines(dy="f32[2,4]"), f"{op}.{other}", requires=["f32"])
        yield reject_case(f"{op}.f32.rejects-dy-type", "the gradient has the type of the operand", anchor, lines(dy="f64[2,3]"), f"{op}.{other}", requires=["f32", "f64"])


# ---- cholesky, triangular-solve ----
def numbers(matrix):
    return [[complex(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)]


def solved(a, b):
    """A batch of a x = b."""
    columns = [[mpmath.lu_solve(mpmath.matrix(m.tolist()), mpmath.matrix(column.tolist())) for column in n.T] for m, n in zip(a, b)]
    return numpy.array([[[complex(v) for v in column] for column in batch] for batch in columns]).transpose(0, 2, 1)


def cholesky_case(identity, why, name, a, lower, result, oracle=EXACT, tol=True):
    a, result = numpy.asarray(a), numpy.asarray(result)
    lines = [f"a = {text(name, a.shape)} parameter(0)", f"ROOT r = {text(name, a.shape)} cholesky(a), lower={str(lower).lower()}"]
    return run_case(f"cholesky.{name}.{identity}", why, "Cholesky", lines, [stored(name, a)], stored(name, result),
                    requires=[name], oracle=oracle, tol=tolerance(name, 16, 64) if tol else None)


def cholesky_cases():
    a = [[1, 2, 3], [2, 20, 26], [3, 26, 70]]
    low, high = [[1, 0, 0], [2, 4, 0], [3, 5, 6]], [[1, 2, 3], [0, 4, 5], [0, 0, 6]]
    for name in [*FLOAT_TYPES, "c64", "c128"]:
        yield cholesky_case("lower", "the worked example", name, a, True, low, None, False)
        yield cholesky_case("upper", "the worked example", name, a, False, high, None, False)
    for name in [*NARROW_TYPES, "f8e8m0fnu"]:
        yield cholesky_case("small", "a matrix of small numbers", name, [[4, 2], [2, 2]], True, [[2, 0], [1, 1]], None, False)
    yield cholesky_case("lower-ignores-upper", "only the lower triangle is read", "f32", [[1, NAN, NAN], [2, 20, NAN], [3, 26, 70]], True, low, None, False)
    yield cholesky_case("upper-ignores-lower", "only the upper triangle is read", "f32", [[1, 2, 3], [NAN, 20, 26], [NAN, NAN, 70]], False, high, None, False)
    yield cholesky_case("not-positive", "that matrix is NaN, its neighbors are not", "f32", [[[4.0, 0], [0, 9]], [[1, 2], [2, 1]], [[1, 0], [0, 16]]], True,
                        [[[2, 0], [0, 3]], [[NAN, NAN], [NAN, NAN]], [[1, 0], [0, 4]]], None, False)
    yield cholesky_case("zero", "a zero pivot is not negative: 0/0 below it", "f32", [[0.0, 0], [0, 4]], True, [[NAN, NAN], [NAN, NAN]], None, False)
    yield cholesky_case("one", "the square root", "f64", [[9.0]], False, [[3]], None, False)
    yield cholesky_case("empty-matrix", "no elements", "f32", numpy.zeros((2, 0, 0)), True, numpy.zeros((2, 0, 0)), None, False)
    random = numpy.random.default_rng(11)
    for name in ("f32", "f64", "c64", "c128"):
        b = random.integers(-3, 4, (2, 5, 5)) + (1j * random.integers(-3, 4, (2, 5, 5)) if name[0] == "c" else 0)
        s = b @ b.conj().transpose(0, 2, 1) + 10 * numpy.eye(5)
        factor = numpy.array([numbers(mpmath.cholesky(mpmath.matrix(m.tolist()))) for m in s])
        yield cholesky_case("batch-lower", "a batch of dense matrices", name, s, True, factor)
        yield cholesky_case("batch-upper", "U is the conjugate transpose of L", name, s, False, factor.conj().transpose(0, 2, 1))
    for tag, shape, code in (("rank", "f32[3]", "C2"), ("square", "f32[3,4]", "C3"), ("type", "s32[3,3]", "C1")):
        yield reject_case(f"cholesky.{shape[:3]}.rejects-{tag}", "square matrices of floating or complex numbers", "Cholesky",
                          [f"a = {shape} parameter(0)", f"ROOT r = {shape} cholesky(a), lower=true"], f"cholesky.{code}", requires=[shape[:3]])


def solve_case(identity, why, name, a, b, left, lower, unit, transpose, x, oracle=EXACT, tol=True):
    a, b, x = map(numpy.asarray, (a, b, x))
    flags = ", ".join(f"{k}={str(v).lower()}" for k, v in (("left_side", left), ("lower", lower), ("unit_diagonal", unit)))
    lines = [f"a = {text(name, a.shape)} parameter(0)", f"b = {text(name, b.shape)} parameter(1)",
             f"ROOT r = {text(name, b.shape)} triangular-solve(a, b), {flags}, transpose_a={transpose}"]
    return run_case(f"triangular-solve.{name}.{identity}", why, "TriangularSolve", lines, [stored(name, a), stored(name, b)], stored(name, x),
                    requires=[name], oracle=oracle, tol=tolerance(name, max(1.0, float(numpy.abs(x).max(initial=0))), 128) if tol else None)


def solve_cases():
    a = [[2, 0], [1, 4]]
    for name in [*FLOAT_TYPES, "c64", "c128"]:
        yield solve_case("left", "the worked example", name, a, [[2], [9]], True, True, False, "NO_TRANSPOSE", [[1], [2]], None, False)
        yield solve_case("right", "the worked example", name, a, [[4, 8]], False, True, False, "NO_TRANSPOSE", [[1, 2]], None, False)
        yield solve_case("left-transposed", "the worked example", name, a, [[4], [8]], True, True, False, "TRANSPOSE", [[1], [2]], None, False)
    for name in NARROW_TYPES:
        yield solve_case("small", "small numbers", name, a, [[4], [6]], True, True, False, "NO_TRANSPOSE", [[2], [1]], None, False)
    yield solve_case("small", "powers of two", "f8e8m0fnu", [[2, NAN], [1, 4]], [[2], [2]], True, True, False, "NO_TRANSPOSE", [[1], [0.25]], None, False)
    yield solve_case("singular", "each step divides as IEEE 754 does", "f32", [[0.0]], [[1.0, 0.0]], True, True, False, "NO_TRANSPOSE", [[math.inf, NAN]], None, False)
    yield solve_case("other-triangle", "the other triangle is not read", "f32", [[2, NAN], [1, 4]], [[2], [9]], True, True, False, "NO_TRANSPOSE", [[1], [2]], None, False)
    yield solve_case("unit-diagonal", "a diagonal of ones is not read", "f32", [[NAN, 0], [3, 0]], [[1], [5]], True, True, True, "NO_TRANSPOSE", [[1], [2]], None, False)
    yield solve_case("no-columns", "no right-hand side", "f32", numpy.eye(2), numpy.zeros((2, 0)), True, True, False, "NO_TRANSPOSE", numpy.zeros((2, 0)), None, False)
    random = numpy.random.default_rng(12)
    for name in ("f32", "f64", "c64", "c128"):
        for left in (True, False):
            for lower in (True, False):
                for unit in (True, False):
                    for transpose in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
                        part = lambda dims: random.integers(-4, 5, dims) / 4  # noqa: E731
                        number = (lambda dims: part(dims) + 1j * part(dims)) if name[0] == "c" else part
                        m = number((2, 3, 3)) + 2 * numpy.eye(3)
                        used = numpy.tril(m, -1) if lower else numpy.triu(m, 1)
                        used = used + (numpy.eye(3) if unit else numpy.eye(3) * m)
                        used = {"NO_TRANSPOSE": used, "TRANSPOSE": used.transpose(0, 2, 1), "ADJOINT": used.conj().transpose(0, 2, 1)}[transpose]
                        b = number((2, 3, 4) if left else (2, 4, 3))
                        x = solved(used, b) if left else solved(used.transpose(0, 2, 1), b.transpose(0, 2, 1)).transpose(0, 2, 1)
                        tag = "-".join(["left" if left else "right", "lower" if lower else "upper", "unit" if unit else "diagonal", transpose.lower().replace("_", "-")])
                        yield solve_case("batch-" + tag, "all flags, a batch of two", name, m, b, left, lower, unit, transpose, x)
    flags = "left_side=true, lower=true, transpose_a=NO_TRANSPOSE"
    for tag, left, right, code, attributes in (
            ("types", "f32[3,3]", "f64[3,2]", "C1", flags), ("integers", "s32[3,3]", "s32[3,2]", "C1", flags),
            ("ranks", "f32[3,3]", "f32[1,3,2]", "C2", flags), ("vectors", "f32[3]", "f32[3]", "C2", flags),
            ("not-square", "f32[2,3]", "f32[2,2]", "C3", flags), ("rows", "f32[3,3]", "f32[2,3]", "C4", flags),
            ("columns", "f32[3,3]", "f32[3,2]", "C4", "lower=true, transpose_a=TRANSPOSE"),
            ("batch", "f32[4,3,3]", "f32[5,3,1]", "C5", flags), ("no-transpose", "f32[3,3]", "f32[3,2]", "C6", "left_side=true")):
        yield reject_case(f"triangular-solve.{left[:3]}.rejects-{tag}", "matching matrices of one floating or complex type", "TriangularSolve",
                          [f"a = {left} parameter(0)", f"b = {right} parameter(1)", f"ROOT r = {right} triangular-solve(a, b), {attributes}"],
                          f"triangular-solve.{code}", requires=sorted({left[:3], right[:3]}))


# ---- fft ----
def fft_case(identity, why, name, kind, x, lengths, result, out, oracle="numpy.fft", tol=True):
    x, result = numpy.asarray(x), numpy.asarray(result)
    lines = [f"x = {text(name, x.shape)} parameter(0)",
             f"ROOT r = {text(out, result.shape)} fft(x), fft_type={kind}, fft_length={{{','.join(map(str, lengths))}}}"]
    scale = max(1.0, float(numpy.abs(result).max(initial=0)))
    return run_case(f"fft.{name}.{identity}", why, "Fft", lines, [stored(name, x)], stored(out, result), requires=[name, out], oracle=oracle,
                    tol=tolerance(out, scale, 64 if out in ("f64", "c128") else 4) if tol else None)


def fft_cases():
    worked = [10, -2 + 2j, -2, -2 - 2j]
    for real, name in (("f32", "c64"), ("f64", "c128")):
        yield fft_case("worked", "the worked example", name, "FFT", [1, 2, 3, 4], [4], worked, name, None)
        yield fft_case("worked-inverse", "the worked example", name, "IFFT", worked, [4], [1, 2, 3, 4], name, None)
        yield fft_case("worked-real", "the worked example", real, "RFFT", [1, 2, 3, 4], [4], worked[:3], name, None)
        yield fft_case("worked-real-inverse", "the worked example", name, "IRFFT", worked[:3], [4], [1, 2, 3, 4], real, None)
        yield fft_case("worked-three", "the worked example", real, "RFFT", [1, 2, 3], [3], [6, complex(-1.5, math.sqrt(3) / 2)], name, None)
        yield fft_case("ignored-parts", "imaginary parts of the first and the middle number do not count", name, "IRFFT",
                       [10 + 7j, -2 + 2j, -2 - 9j], [4], [1, 2, 3, 4], real, None)
        yield fft_case("one", "a length of 1 copies", name, "FFT", [3 - 2j], [1], [3 - 2j], name, None)
        yield fft_case("one-real-inverse", "one real number", name, "IRFFT", [[5 + 1j], [2]], [1], [[5], [2]], real, None)
        yield fft_case("empty", "no numbers", name, "FFT", numpy.zeros((2, 0)), [0], numpy.zeros((2, 0)), name, None)
        yield fft_case("empty-real", "no real numbers, no spectrum", real, "RFFT", numpy.zeros((0,)), [0], numpy.zeros((0,)), name, None)
        yield fft_case("empty-real-inverse", "no spectrum, no numbers", name, "IRFFT", numpy.zeros((0,)), [0], numpy.zeros((0,)), real, None)
        random = numpy.random.default_rng(13)
        for n in (2, 3, 5, 6, 7, 8, 11, 12, 16, 17, 31, 37, 41, 60, 64):
            z = (random.integers(-8, 9, n) + 1j * random.integers(-8, 9, n)) / 4
            yield fft_case(f"length-{n}", "any length", name, "FFT", z, [n], numpy.fft.fft(z), name)
            yield fft_case(f"inverse-{n}", "any length, divided by it", name, "IFFT", z, [n], numpy.fft.ifft(z), name)
            yield fft_case(f"real-{n}", "half a spectrum: n/2+1 numbers", real, "RFFT", z.real, [n], numpy.fft.rfft(z.real), name)
            h = z[:n // 2 + 1]
            yield fft_case(f"real-inverse-{n}", "fft_length distinguishes odd and even lengths", name, "IRFFT", h, [n], numpy.fft.irfft(h, n), real)
        for axes in (1, 2, 3):
            z = (random.integers(-8, 9, (2, 3, 4, 5)) + 1j * random.integers(-8, 9, (2, 3, 4, 5))) / 4
            last, lengths = tuple(range(4 - axes, 4)), [3, 4, 5][3 - axes:]
            yield fft_case(f"axes-{axes}", "the last axes of a batch", name, "FFT", z, lengths, numpy.fft.fftn(z, axes=last), name)
            yield fft_case(f"inverse-axes-{axes}", "divided by every length", name, "IFFT", z, lengths, numpy.fft.ifftn(z, axes=last), name)
            yield fft_case(f"real-axes-{axes}", "the innermost axis first", real, "RFFT", z.real, lengths, numpy.fft.rfftn(z.real, axes=last), name)
            h = numpy.fft.ifftn(z[..., :3], axes=last[:-1]) if axes > 1 else z[..., :3]
            yield fft_case(f"real-inverse-axes-{axes}", "the innermost axis last", name, "IRFFT", z[..., :3], lengths, numpy.fft.irfft(h, 5), real)
    for tag, shape, kind, lengths, out, code in (
            ("four-axes", "c64[2,2,2,2]", "FFT", "2,2,2,2", "c64[2,2,2,2]", "C1"), ("no-axes", "c64[2]", "FFT", "", "c64[2]", "C1"),
            ("rank", "c64[4]", "FFT", "4,4", "c64[4]", "C1"), ("real", "f32[4]", "FFT", "4", "f32[4]", "C2"),
            ("complex", "c64[4]", "RFFT", "4", "c64[3]", "C2"), ("half", "f16[4]", "RFFT", "4", "c64[3]", "C2"),
            ("length", "c64[2,8]", "FFT", "16", "c64[2,8]", "C3"), ("half-length", "c64[4]", "IRFFT", "4", "f32[4]", "C3"),
            ("negative", "c64[1]", "IRFFT", "-1", "f32[1]", "C3")):
        name = shape[:3]
        yield reject_case(f"fft.{name}.rejects-{tag}", "1 to 3 last axes of the type and length that the transform takes", "Fft",
                          [f"x = {shape} parameter(0)", f"ROOT r = {out} fft(x), fft_type={kind}, fft_length={{{lengths}}}"], f"fft.{code}",
                          at=None if code == "C2" else "fft_length=", requires=[name])
    yield reject_case("fft.c64.rejects-kind", "one of four transforms (rule C4)", "Fft",
                      ["x = c64[4] parameter(0)", "ROOT r = c64[4] fft(x), fft_type=DCT, fft_length={4}"], "P11", at="DCT", requires=["c64"])


def pair(x, dense):
    return f"({x}, {dense}, {dense})"


if __name__ == "__main__":
    write("batch-norm-training", [*training_cases(), *norm_rejects("batch-norm-training", "BatchNormTraining", ["scale", "offset"], pair, "C2", "C3")], NAME)
    write("batch-norm-inference", [*inference_cases(), *norm_rejects("batch-norm-inference", "BatchNormInference", ["scale", "offset", "mean", "variance"], lambda x, dense: x, "C1", "C2")], NAME)
    write("batch-norm-grad", [*grad_cases(), *norm_rejects("batch-norm-grad", "BatchNormGrad", ["scale", "mean", "variance"], pair, "C1", "C2")], NAME)
    write("cholesky", list(cholesky_cases()), NAME)
    write("triangular-solve", list(solve_cases()), NAME)
    write("fft", list(fft_cases()), NAME)
