#!/usr/bin/python3
"""Vectors of calls that programs seldom have: library functions of NaN, of complex matrices that are wide or conjugated, and of 8-bit floats
that saturate without any other scale; moves of arrays with dynamic sizes where one size is 1, so that no element moves; long columns of
windows; branches, reshapes, and combiners that differ in a detail. By hand, in exact numbers."""
import math

from current_dumps import call as library_call
from devices import device_reject
from formats import literal
from library_products import called, element, f8, svd
from live_edges import live, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/less_usual_calls.py"
NAN, INF = math.nan, math.inf


# ---- factorizations ----
def cholesky_case():
    """The second pivot is NaN - 1."""
    call = '(f32[2,2], s32[]) custom-call(a), custom_call_target="lapack_spotrf_ffi", backend_config={uplo = 76 : ui8}'
    yield called("cholesky-nan-code", "a minor that is NaN is not positive", ["a = f32[2,2] parameter(0)", *element(call, "s32[]", 1)],
                 [literal("f32", [4.0, 2.0, 2.0, NAN], (2, 2))], literal("s32", [2], ()))


def triangular_case():
    """A^H is [[-2i, 1-i], [0, 1]], and its product with (1+i, 2) is (4-4i, 2)."""
    yield library_call("triangular-solve-adjoint", "the conjugate transpose of a lower matrix is upper", "lapack_ctrsm_ffi",
                       ["c64[2,2]", "c64[2,1]"], "c64[2,1]", [literal("c64", [2j, 0j, 1 + 1j, 1 + 0j], (2, 2)), literal("c64", [4 - 4j, 2 + 0j], (2, 1))],
                       literal("c64", [1 + 1j, 2 + 0j], (2, 1)),
                       "{diag = 78 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}", name="c64", tol={"class": "close", "ulp": 8})


def eigenvalue_cases():
    """[[2, -i], [i, 2]] has the eigenvalues 1 and 3."""
    call = '(c64[2,2], f32[2], s32[]) custom-call(a), custom_call_target="lapack_cheevd_ffi", backend_config={mode = 86 : ui8, uplo = 76 : ui8}'
    for topic, parts, why in (("large", (2.0**100, -(2.0**100)), "imaginary parts of the diagonal, even large ones, do not count"),
                              ("special", (NAN, INF), "nor do NaN and infinity there")):
        matrix = literal("c64", [complex(2, parts[0]), 0j, 1j, complex(2, parts[1])], (2, 2))
        yield called(f"eigenvalues-{topic}-imaginary-diagonal", why, ["a = c64[2,2] parameter(0)", *element(call, "f32[2]", 1)], [matrix],
                     literal("f32", [1.0, 3.0]), name="c64", also=["f32"], tol={"class": "close", "ulp": 2})


def singular_case():
    """The rows are orthogonal, and 5 and 2 long."""
    matrix = literal("c64", [3j, 0j, 4 + 0j, 0j, 2j, 0j], (2, 3))
    call = svd(2, 3, "c64", mode="{mode = 83 : ui8}", target="lapack_cgesdd_ffi", of_v=2)
    lines = ["a = c64[2,3] parameter(0)", f"c = {call}", "u = c64[2,2] get-tuple-element(c), index=2", "vt = c64[2,3] get-tuple-element(c), index=3",
             "s = f32[2] get-tuple-element(c), index=1", "zero = f32[2] subtract(s, s)", "sc = c64[2] complex(s, zero)",
             "d = c64[2,2] broadcast(sc), dimensions={1}", "us = c64[2,2] multiply(u, d)",
             "ROOT r = c64[2,3] dot(us, vt), lhs_contracting_dims={1}, rhs_contracting_dims={0}"]
    yield called("singular-vectors-wide", "U diag(s) V^H is the complex matrix, not its conjugate", lines, [matrix], matrix, name="c64", also=["f32"],
                 tol={"class": "accumulate", "terms": 8})


# ---- products ----
def product_cases():
    config = ('{"gemm_backend_config":{"alpha_real":1,"alpha_imag":0,"beta":0,"epilogue":"RELU",'
              '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}}')
    yield called("cublas-relu-nan", "RELU stands for `maximum` with 0, which keeps NaN",
                 ["a = f32[3,1] parameter(0)", "b = f32[1,1] parameter(1)",
                  f'ROOT r = f32[3,1] custom-call(a, b), custom_call_target="__cublas$lt$matmul", backend_config={config}'],
                 [literal("f32", [NAN, -2.0, 3.0], (3, 1)), literal("f32", [1.0], (1, 1))], literal("f32", [NAN, 0.0, 3.0], (3, 1)))
    # 16 * 16 + 32 * 16 = 768, 16 - 32 * 16 = -496, 16 * 4 + 32 * 8 = 320.
    kinds, shapes = ["f8e4m3fn"] * 2 + ["f32"] * 3, [(1, 2), (2, 3), (), (), ()]
    yield f8("f8-saturated-by-unit-scales", "results saturate also if all scales are 1 and nothing is added", kinds, shapes,
             [[[16.0, 32.0]], [[16.0, 1.0, 4.0], [16.0, -16.0, 8.0]], 1.0, 1.0, 1.0], ["f8e4m3fn[1,3]", "s8[8]"],
             literal("f8e4m3fn", [448.0, -448.0, 320.0], (1, 3)))
    # (2 * 3 + 2 * 1.5) * 4 = 36.
    yield f8("f8-added-with-three-scales", "of three scales, the last one is that of the result alone",
             ["f8e4m3fn"] * 2 + ["bf16"] + ["f32"] * 3, [(1, 1)] * 3 + [()] * 3,
             [[[2.0]], [[3.0]], [[1.5]], 1.0, 1.0, 4.0], ["f8e4m3fn[1,1]", "s8[8]"], literal("f8e4m3fn", [36.0], (1, 1)), config=',"beta":2',
             requires=("f8e4m3fn", "bf16"))


# ---- dynamic sizes ----
def dynamic(op, identity, why, anchor, lines, args, expect, more=()):
    return op, run_case(f"{op}.f32.{identity}", why, anchor, lines, args, expect, requires=["dynamic", "f32", *more])


def size_cases():
    numbers = literal("f32", [float(v) for v in range(12)], (3, 4))
    yield dynamic("set-dimension-size", "two-dimensions", "the size of another dimension stays", "SetDimensionSize",
                  ["x = f32[3,4] parameter(0)", "m = s32[] constant(2)", "n = s32[] constant(3)", "y = f32[<=3,4] set-dimension-size(x, m), dimensions={0}",
                   "ROOT r = f32[<=3,<=4] set-dimension-size(y, n), dimensions={1}"], [numbers],
                  live("f32[<=3,<=4]{1,0}", [2, 3], [[0.0, 1.0, 2.0], [4.0, 5.0, 6.0]]), ["s32"])
    nothing = live("f32[<=1]{0}", [0], [])
    yield dynamic("broadcast", "nothing-of-at-most-one", "an array without its only element has none after it gets another dimension of size 1", "Broadcast",
                  ["x = f32[<=1] parameter(0)", "ROOT r = f32[1,<=1] broadcast(x), dimensions={1}"], [nothing], live("f32[1,<=1]{1,0}", [1, 0], [[]]))
    yield dynamic("transpose", "partly-filled-column", "a column becomes a row with as many live elements", "Transpose",
                  ["x = f32[<=4,1] parameter(0)", "ROOT r = f32[1,<=4] transpose(x), dimensions={1,0}"],
                  [live("f32[<=4,1]{1,0}", [2, 1], [[5.0], [7.0]])],
                  live("f32[1,<=4]{1,0}", [1, 2], [[5.0, 7.0]]))
    yield dynamic("slice", "one-of-at-most-one", "a slice of size 1 is static; an element that is not live counts as 0", "Slice",
                  ["x = f32[<=1] parameter(0)", "ROOT r = f32[1] slice(x), slice={[0:1]}"], [nothing], literal("f32", [0.0]))
    yield dynamic("gather", "one-of-at-most-one", "slices of size 1 are static; an element that is not live counts as 0", "Gather",
                  ["x = f32[<=1] parameter(0)", "i = s32[2] parameter(1)",
                   "ROOT r = f32[2,1] gather(x, i), offset_dims={1}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}"],
                  [nothing, literal("s32", [0, 0])], literal("f32", [0.0, 0.0], (2, 1)), ["s32"])
    yield "reshape", reject_case("reshape.f32.rejects-two-written-dimensions", "either of two written dimensions could take the size", "Reshape",
                                 ["x = f32[<=6] parameter(0)", "ROOT r = f32[<=2,<=3] reshape(x)"], "reshape.C3", at="reshape(", requires=["dynamic", "f32"])


def branch_case():
    branches = ["f {", "  ROOT p = f32[<=4] parameter(0)", "}", "g {", "  ROOT p = f32[4] parameter(0)", "}"]
    lines = ["c = pred[] parameter(0)", "x = f32[<=4] parameter(1)", "y = f32[4] parameter(2)",
             "z = f32[4] conditional(c, x, y), true_computation=f, false_computation=g", "ROOT r = f32[4] negate(z)"]
    args = [literal("pred", [True], ()), live("f32[<=4]{0}", [2], [1.0, 2.0]), literal("f32", [1.0, 2.0, 3.0, 4.0])]
    yield "conditional", run_case("conditional.f32.dynamic-in-the-first-branch", "a dimension is dynamic if the first branch alone makes it so, written or not",
                                  "Conditional", None, args, live("f32[<=4]{0}", [2], [-1.0, -2.0]), requires=["dynamic", "f32", "pred"],
                                  whole=whole(lines, branches))


# ---- gather, scatter, collectives ----
def index_cases():
    lists = ("offset_dims={}, collapsed_slice_dims={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, start_index_map={1}, "
             "index_vector_dim=1, slice_sizes={2,1}")
    yield "gather", reject_case("gather.f32.rejects-slices-of-batches", "a slice has one entry of a batch", "Gather",
                                ["x = f32[2,3] parameter(0)", "i = s32[2] parameter(1)", f"ROOT r = f32[2] gather(x, i), {lists}"], "gather.C9",
                                at="slice_sizes", requires=["f32", "s32"])
    adds = ["f {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  ROOT s = s32[] add(a, b)", "}"]
    lists = "update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={1}, index_vector_dim=1, to_apply=f"
    lines = ["one = s32[] constant(1)", "x = s32[300,2] broadcast(one), dimensions={}", "u = s32[1,300,1] iota(), iota_dimension=1", "i = s32[1] constant({1})",
             f"s = s32[300,2] scatter(x, i, u), {lists}", "h = s32[4,2] slice(s), slice={[0:300:85], [0:2]}",
             "t = s32[1,2] slice(s), slice={[299:300], [0:2]}", "ROOT r = s32[5,2] concatenate(h, t), dimensions={0}"]
    yield "scatter", run_case("scatter.s32.add-column-of-300", "row k of the second column grows by k, also where the column is long", "Scatter", None, [],
                              literal("s32", [n for row in (0, 85, 170, 255, 299) for n in (1, 1 + row)], (5, 2)), requires=["s32"], whole=whole(lines, adds))


def combiner_case():
    helpers = ["h {", "  a = f32[] parameter(0)", "  i = u32[] replica-id()", "  c = f32[] convert(i)", "  ROOT r = f32[] add(a, c)", "}",
               "f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  s = f32[] add(a, b)", "  ROOT r = f32[] call(s), to_apply=h", "}"]
    yield "all-reduce", device_reject("all-reduce.f32.rejects-device-in-call", "what a combiner calls does not depend on the device either", "9.1",
                                      ["x = f32[1] parameter(0)", "ROOT r = f32[1] all-reduce(x), to_apply=f"], (2, 1), "V04", helpers=helpers, at="to_apply")


if __name__ == "__main__":
    write_groups((cholesky_case, triangular_case, eigenvalue_cases, singular_case, product_cases, size_cases, branch_case, index_cases, combiner_case), NAME)
