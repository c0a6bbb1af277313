#!/usr/bin/python3
"""Custom calls of LAPACK that JAX writes for pivoted QR, products with reflectors, and tridiagonal systems. Results by exact arithmetic
(fractions), or from the definition of a reflector, I - tau v v^H, by numpy."""
from fractions import Fraction

import numpy

from current_dumps import call as library_call
from current_dumps import parts
from formats import literal
from write import reject_case, write_groups

NAME = "conformance/generate/lapack_calls.py"
CLOSE = {"class": "close", "ulp": 8}


def flat(name, array):
    array = numpy.asarray(array)
    kind = complex if name in ("c64", "c128") else int if name == "s32" else float
    return literal(name, [kind(v) for v in array.ravel()], array.shape)


def call(identity, why, target, operands, result, args, expect, config="{}", *, name="f32"):
    return library_call(identity, why, target, operands, result, args, expect, config, name, tol=CLOSE, oracle="numpy", also=["s32"] if "s32" in result else [])


def qr_cases():
    a = [[3.0, 5.0], [4.0, 12.0]]
    r = [[-13, Fraction(-63, 13)], [Fraction(2, 3), Fraction(-16, 13)]]
    zeros = literal("s32", [0, 0])
    for name, letter in (("f32", "s"), ("f64", "d")):
        yield call("pivoted-qr", "the longer column comes first", f"lapack_{letter}geqp3_ffi", [f"{name}[2,2]", "s32[2]{0}"], f"({name}[2,2], s32[2], {name}[2])",
                   [flat(name, a), zeros], parts(flat(name, numpy.array(r, dtype=float)), literal("s32", [2, 1]), literal(name, [18 / 13, 0.0])), name=name)
    equal = [[1.0, 0.0], [0.0, 1.0]]
    yield call("pivoted-qr-equal-norms", "of equal columns the first comes first; nothing is below the diagonal", "lapack_sgeqp3_ffi", ["f32[2,2]", "s32[2]{0}"],
               "(f32[2,2], s32[2], f32[2])", [flat("f32", equal), zeros], parts(flat("f32", equal), literal("s32", [1, 2]), literal("f32", [0.0, 0.0])))
    # The remaining norms count: after the first reflection, column 2 is (.., 0) and column 0 is not.
    wide = [[0.0, 3.0, 4.0], [2.0, 0.0, 0.0]]
    yield call("pivoted-qr-wide", "the second column is chosen by what is left of the norms", "lapack_sgeqp3_ffi", ["f32[2,3]", "s32[3]{0}"],
               "(f32[2,3], s32[3], f32[2])", [flat("f32", wide), literal("s32", [0, 0, 0])],
               parts(flat("f32", [[4.0, 0.0, 3.0], [0.0, 2.0, 0.0]]), literal("s32", [3, 1, 2]), literal("f32", [0.0, 0.0])))
    made = reject_case("custom-call.f32.rejects-fixed-columns", "columns that are not free", "custom-calls",
                       ["a = f32[2,2] constant({{1, 2}, {3, 4}})", "c = s32[2] constant({0, 1})",
                        "ROOT r = (f32[2,2], s32[2], f32[2]) custom-call(a, c), custom_call_target=\"lapack_sgeqp3_ffi\", api_version=API_VERSION_TYPED_FFI"],
                       "R08", at="custom-call(a", doc="imports", requires=["f32", "s32"])
    made["reject"]["phase"] = "run"
    yield "custom-call", made


def reflector_cases():
    for name, letter, verb, dtype in (("f32", "s", "ormqr", float), ("f64", "d", "ormqr", float), ("c64", "c", "unmqr", complex), ("c128", "z", "unmqr", complex)):
        is_complex = dtype is complex
        v0 = numpy.array([1, 0.5, -0.25 + (0.5j if is_complex else 0)], dtype=dtype)
        v1 = numpy.array([0, 1, 0.75 - (0.25j if is_complex else 0)], dtype=dtype)
        taus = numpy.array([1.25, 0.5 + (0.25j if is_complex else 0)], dtype=dtype)
        reflectors = numpy.array([[9, 8], [v0[1], 7], [v0[2], v1[2]]], dtype=dtype)  # what is on and above the diagonal does not count
        product = numpy.eye(3, dtype=dtype)
        for v, tau in ((v0, taus[0]), (v1, taus[1])):
            product = product @ (numpy.eye(3) - tau * numpy.outer(v, v.conj()))
        c = numpy.array([[1, 2], [3, -1], [0.5, 4]], dtype=dtype) * (1 + (0.5j if is_complex else 0))
        for left in (True, False):
            for adjoint in (False, True):
                q = product.conj().T if adjoint else product
                given = c if left else c.T.copy()
                result = q @ given if left else given @ q
                shape = f"{name}[{given.shape[0]},{given.shape[1]}]"
                yield call(f"product-{'left' if left else 'right'}-{'adjoint' if adjoint else 'plain'}", f"{'Q^H' if adjoint else 'Q'} from the {'left' if left else 'right'}",
                           f"lapack_{letter}{verb}_ffi", [f"{name}[3,2]", f"{name}[2]", shape], shape, [flat(name, reflectors), flat(name, taus), flat(name, given)],
                           flat(name, result), f"{{left = {str(left).lower()}, transpose = {str(adjoint).lower()}}}", name=name)
    made = reject_case("custom-call.f32.rejects-product-sizes", "reflectors of three rows, matrices of two", "custom-calls",
                       ["a = f32[3,2] constant({{1, 2}, {3, 4}, {5, 6}})", "t = f32[2] constant({1, 1})", "c = f32[2,3] constant({{1, 2, 3}, {4, 5, 6}})",
                        "ROOT r = f32[2,3] custom-call(a, t, c), custom_call_target=\"lapack_sormqr_ffi\", api_version=API_VERSION_TYPED_FFI, "
                        "backend_config={left = true, transpose = false}"], "R08", at="custom-call(a", doc="imports", requires=["f32"])
    made["reject"]["phase"] = "run"
    yield "custom-call", made


def eliminate(lower, diagonal, upper, sides):
    """gtsv of the LAPACK Users' Guide on fractions: rows are exchanged where the element below is larger."""
    dl, d, du, b = list(lower), list(diagonal), list(upper), [list(row) for row in sides]
    n = len(d)
    for i in range(n - 1):
        last = i == n - 2
        if abs(d[i]) >= abs(dl[i + 1]):
            if d[i] == 0:
                return dl, d, du, b, i + 1
            factor = dl[i + 1] / d[i]
            d[i + 1] -= factor * du[i]
            b[i + 1] = [x - factor * y for x, y in zip(b[i + 1], b[i])]
            if not last:
                dl[i + 1] = Fraction(0)
        else:
            factor = d[i] / dl[i + 1]
            d[i], below = dl[i + 1], d[i + 1]
            d[i + 1] = du[i] - factor * below
            if not last:
                dl[i + 1] = du[i + 1]
                du[i + 1] = -factor * dl[i + 1]
            du[i] = below
            b[i], b[i + 1] = b[i + 1], [x - factor * y for x, y in zip(b[i], b[i + 1])]
    if d[-1] == 0:
        return dl, d, du, b, n
    for i in reversed(range(n)):
        row = b[i]
        if i + 1 < n:
            row = [x - du[i] * y for x, y in zip(row, b[i + 1])]
        if i + 2 < n:
            row = [x - dl[i + 1] * y for x, y in zip(row, b[i + 2])]
        b[i] = [x / d[i] for x in row]
    return dl, d, du, b, 0


def tridiagonal_cases():
    rows = (
        ("tridiagonal-plain", "no rows are exchanged", [0, 1, 1], [2, 2, 2], [1, 1, 0], [[4, 1], [8, 0], [8, -1]]),
        ("tridiagonal-exchanges", "rows are exchanged where the element below is larger", [0, 4, 7, -3], [1, 5, 2, 6], [2, 6, 1, 0], [[1], [2], [3], [4]]),
        ("tridiagonal-last-exchange", "the last two rows are exchanged", [0, 1, 5], [3, 2, 1], [1, 4, 0], [[1], [2], [3]]),
        ("tridiagonal-singular", "info is the number of the pivot that is 0; nothing is solved", [0, 0, 1], [1, 0, 2], [1, 0, 0], [[1], [2], [3]]),
        ("tridiagonal-singular-end", "the last pivot is 0", [0, 2], [1, 2], [1, 0], [[1], [2]]),
        ("tridiagonal-one-row", "a single row", [7], [4], [9], [[2, 6]]),
    )
    for topic, why, dl, d, du, b in rows:
        exact = eliminate(*[[Fraction(x) for x in part] for part in (dl, d, du)], [[Fraction(x) for x in row] for row in b])
        n, width = len(d), len(b[0])
        for name, letter in (("f32", "s"), ("f64", "d"), ("c64", "c"), ("c128", "z")):
            if name[0] == "c" and topic != "tridiagonal-exchanges":
                continue
            line = f"{name}[{n}]"
            yield call(topic, why, f"lapack_{letter}gtsv_ffi", [line, line, line, f"{name}[{n},{width}]"], f"({line}, {line}, {line}, {name}[{n},{width}], s32[])",
                       [flat(name, dl), flat(name, d), flat(name, du), flat(name, b)],
                       parts(*(flat(name, [float(x) for x in part]) for part in exact[:3]), flat(name, [[float(x) for x in row] for row in exact[3]]), literal("s32", [exact[4]], ())),
                       name=name)
    made = reject_case("custom-call.f32.rejects-tridiagonal-sizes", "diagonals of different lengths", "custom-calls",
                       ["a = f32[2] constant({1, 2})", "b = f32[3] constant({1, 2, 3})", "c = f32[3,1] constant({{1}, {2}, {3}})",
                        "ROOT r = (f32[3], f32[3], f32[3], f32[3,1], s32[]) custom-call(a, b, b, c), custom_call_target=\"lapack_sgtsv_ffi\", "
                        "api_version=API_VERSION_TYPED_FFI"], "R08", at="custom-call(a", doc="imports", requires=["f32", "s32"])
    made["reject"]["phase"] = "run"
    yield "custom-call", made


if __name__ == "__main__":
    write_groups((qr_cases, reflector_cases, tridiagonal_cases), NAME)
