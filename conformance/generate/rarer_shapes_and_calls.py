#!/usr/bin/python3
"""Vectors of rarer shapes and calls: layouts with a width of 0, with splits of a permuted dimension, and with much padding at the end,
comments that begin with a slash, live sizes under different bounds, sizes that follow their dimension, ties and zeros as pivots, biases
with a layout, groups that leave devices out, slices that overlap, windows that only shift. By hand; systems of equations by fractions."""
from fractions import Fraction

from current_dumps import parts
from details_of_texts import own_choice
from devices import device_case, device_reject
from formats import literal
from judge import case as judge_case
from lapack_calls import call, eliminate, flat
from less_usual_texts import module
from library_products import called, element, f8
from live_edges import live, several, step, whole
from rare_texts import print_case
from text_faults import SUM, fault
from write import run_case, write_groups

NAME = "conformance/generate/rarer_shapes_and_calls.py"


# ---- shapes in texts ----
def layout_cases():
    split = "f32[2,100]{0,1:SC(0:50)}"
    rows = (
        ("element-bits-0", "a width of 0 bits stands for that of the type", "f32[2]{0:E(0)}", "f32[2]{0}"),
        ("split-of-permuted-dimension", "splits count the dimensions of the memory, the most major one first", split, split),
        ("comment-from-slash", "the asterisk that opens a comment does not also close it", "f32[2/*/ rows */,3]", "f32[2,3]{1,0}"),
    )
    for topic, why, shape, printed in rows:
        yield print_case(f"layouts.{topic}", why, ["HloModule m", "ENTRY e {", f"  ROOT x = {shape} parameter(0)", "}"],
                         [*module([], printed, printed)[:3], f"  ROOT %x = {printed} parameter(0)", "}", ""], "3.4")
    yield fault("split-beyond-permuted-dimension", "a split lies inside the dimension of the memory, whose number is not that of the array", "3.4", "S08",
                ["x = f32[100,2]{0,1:SC(0:50)} parameter(0)", "ROOT r = f32[100,2] negate(x)"], "50)}")
    yield fault("comment-opened-and-closed-by-one-asterisk", "a comment is closed by another asterisk than the one that opens it", "9.2", "L02",
                ["x = f32[2/*/,3] parameter(0)", "ROOT r = f32[2,3] negate(x)"], "/*/")
    # 2^63-1 elements of 32 bits.
    yield own_choice(fault("tail-of-many-bits", "padding at the end counts in the bits of an array, which are at most 2^63-1", "9.2", "S09",
                           ["x = f32[3]{0:L(9223372036854775807)} parameter(0)", "ROOT r = f32[3] negate(x)"], "{0:L"))


# ---- comparisons ----
def judge_cases():
    narrow, wide, rows = "f32[2,<=4]{1,0}", "f32[2,<=8]{1,0}", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    for topic, last, agrees, why in (("equal", 6.0, True, "live elements are equal where the bounds differ"),
                                     ("differs", 7.0, False, "the last live element differs")):
        expected = live(wide, [2, 3], [rows[0], [4.0, 5.0, last]])
        yield "judge", judge_case(f"f32.live-under-other-bounds-{topic}", why, live(narrow, [2, 3], rows), expected, agrees)


# ---- dynamic sizes ----
def scan_case():
    doubled = ["x = f32[<=4] parameter(0)", "c = f32[] parameter(1)", "d = f32[<=4] add(x, x)", "ROOT t = (f32[<=4], f32[]) tuple(d, c)"]
    shape, carry = "f32[<=4,3]{1,0}", literal("f32", [7.0], ())
    lines = ["x = f32[<=4,3] parameter(0)", "y = f32[] parameter(1)",
             "ROOT r = (f32[<=4,3], f32[]) scan(x, y), dimensions={1}, num_carries=1, to_apply=f"]
    yield "scan", run_case("scan.f32.columns-of-2", "slices along dimension 1 have the live size of dimension 0", "scan", None,
                           [live(shape, [2, 3], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), carry],
                           several(live(shape, [2, 3], [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]), carry),
                           whole=whole(lines, step(doubled)), requires=["dynamic", "f32"])


def convolution_case():
    """The shape of the result is not written."""
    call, head = "convolution({0}x, {0}k), window={{size=1}}, dim_labels=b0f_0io->0bf", "entry_computation_layout={(f32[<=3,2,1]{2,1,0}, f32[1,1,1]{2,1,0})"
    yield print_case("inferred.dynamic-batch-at-another-place", "the batch of a convolution is dynamic at its place in the result",
                     ["HloModule m", "ENTRY e {", "  x = f32[<=3,2,1] parameter(0)", "  k = f32[1,1,1] parameter(1)", "  ROOT r = " + call.format(""), "}"],
                     [f"HloModule m, {head}->f32[2,<=3,1]{{2,1,0}}}}", "", "ENTRY %e (x: f32[<=3,2,1], k: f32[1,1,1]) -> f32[2,<=3,1] {",
                      "  %x = f32[<=3,2,1]{2,1,0} parameter(0)", "  %k = f32[1,1,1]{2,1,0} parameter(1)",
                      "  ROOT %r = f32[2,<=3,1]{2,1,0} " + call.format("%"), "}", ""], "5.1")


# ---- custom calls ----
def factorization_cases():
    """In the systems, rows stay where they are: 2 is not larger than 2, also after the first step, which leaves 3 - 1."""
    lower, diagonal, upper, sides = [0, 2, -2], [-2, 3, 2], [1, 1, 0], [[3], [5], [4]]
    *exact, solutions, code = eliminate(*[[Fraction(x) for x in part] for part in (lower, diagonal, upper)], [[Fraction(x) for x in row] for row in sides])
    for name, letter in (("f32", "s"), ("f64", "d")):
        line = f"{name}[3]"
        expected = [flat(name, [float(x) for x in part]) for part in exact]
        yield call("tridiagonal-ties", "rows are not exchanged where the element below is equally large", f"lapack_{letter}gtsv_ffi",
                   [line, line, line, f"{name}[3,1]"], f"({line}, {line}, {line}, {name}[3,1], s32[])",
                   [flat(name, part) for part in (lower, diagonal, upper, sides)],
                   parts(*expected, flat(name, [[float(x) for x in row] for row in solutions]), literal("s32", [code], ())), name=name)
    potrf = '(f32[2,2], s32[]) custom-call(a), custom_call_target="lapack_spotrf_ffi", backend_config={uplo = 76 : ui8}'
    for topic, why, matrix, code in (("singular", "a minor of 0 is not positive", [1.0, 1.0, 1.0, 1.0], 2),
                                     ("zero", "the first minor is 0", [0.0, 0.0, 0.0, 1.0], 1)):
        yield called(f"cholesky-code-{topic}", why, ["a = f32[2,2] parameter(0)", *element(potrf, "s32[]", 1)], [literal("f32", matrix, (2, 2))],
                     literal("s32", [code], ()))


def product_cases():
    """The first product is that with the identity."""
    values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    config = ('{"gemm_backend_config":{"alpha_real":1,"alpha_imag":0,"beta":0,"epilogue":"BIAS",'
              '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}}')
    yield called("cublas-bias-by-columns", "a bias by columns has the sizes of a result by columns",
                 ["a = f32[2,2]{0,1} parameter(0)", "b = f32[2,3]{0,1} parameter(1)", "c = f32[2,3]{0,1} parameter(2)",
                  f'ROOT r = f32[2,3]{{0,1}} custom-call(a, b, c), custom_call_target="__cublas$lt$matmul", backend_config={config}'],
                 [literal("f32", [1.0, 0.0, 0.0, 1.0], (2, 2)), literal("f32", values, (2, 3)), literal("f32", [10 * x for x in values], (2, 3))],
                 literal("f32", [11 * x for x in values], (2, 3)))
    # 448 * 448 = 200704 is more than 65520.
    infinity = float("inf")
    yield f8("f8-to-infinite-f16", "only results of 8 bits saturate", ["f8e4m3fn"] * 2 + ["f32"] * 2, [(1, 1), (1, 3), (), ()],
             [[[448.0]], [[448.0, -448.0, 2.0]], 1.0, 1.0], ["f16[1,3]", "s8[8]"], literal("f16", [infinity, -infinity, 896.0], (1, 3)),
             requires=("f8e4m3fn", "f16"))


# ---- devices ----
def group_cases():
    yield "all-gather", device_reject("all-gather.f32.rejects-something-of-nothing", "no number of participants makes 5 elements of none", "4.1",
                                      ["x = f32[0] parameter(0)", "ROOT r = f32[5] all-gather(x), dimensions={0}"], (1, 1), "all-gather.C1", at="f32[5]")
    given = [[literal("f32", [float(d), float(d + 10)])] for d in range(1, 5)]
    sent, nothing = literal("f32", [1.0, 11.0]), literal("f32", [0.0, 0.0])
    body = ["x = f32[2] parameter(0)", "ROOT r = f32[2] collective-broadcast(x), replica_groups=[1,2]<=[2]"]
    yield "collective-broadcast", device_case("collective-broadcast.f32.iota-of-some-devices", "consecutive numbers may leave devices out, which get zeros",
                                              "4.6", body, (4, 1), given, [sent, sent, nothing, nothing], requires=["f32"])


def permute_case():
    types = "f32[4]{0}, f32[4]{0}, s32[]"
    offsets, pairs = "((s32[]), (s32[]))", "source_target_pairs={{0,2},{1,2}}, slice_sizes={{1},{2}}"
    given = ["HloModule m", "ENTRY e {", "  x = f32[4] parameter(0)", "  y = f32[4] parameter(1)", "  o = s32[] parameter(2)", "  i = (s32[]) tuple(o)",
             f"  u = {offsets} tuple(i, i)", f"  ROOT r = f32[4] collective-permute(x, y, u, u), {pairs}", "}"]
    yield print_case("in-place.two-slices-for-one-target", "with two slices, two pairs may have the same target", given,
                     [f"HloModule m, entry_computation_layout={{({types})->f32[4]{{0}}}}", "", "ENTRY %e (x: f32[4], y: f32[4], o: s32[]) -> f32[4] {",
                      "  %x = f32[4]{0} parameter(0)", "  %y = f32[4]{0} parameter(1)", "  %o = s32[] parameter(2)", "  %i = (s32[]) tuple(%o)",
                      f"  %u = {offsets} tuple(%i, %i)",
                      f"  ROOT %r = f32[4]{{0}} collective-permute(%x, %y, %u, %u), {pairs}", "}", ""], "6.5")


def ragged_case():
    """Device 0 gets its own rows 0 and 1, and those of device 1 at 1 and 2."""
    numbers = ("i", "s", "o", "r")
    body = ["x = f32[2] parameter(0)", "y = f32[4] parameter(1)", *(f"{name} = s32[2] parameter({2 + k})" for k, name in enumerate(numbers)),
            "ROOT q = f32[4] ragged-all-to-all(x, y, i, s, o, r), replica_groups={{0,1}}"]
    rows = [literal("f32", [1.0, 2.0]), literal("f32", [0.0] * 4)]
    args = [[*rows, *(literal("s32", list(pair)) for pair in ((0, 0), (2, 0), (offset, 0), received))] for offset, received in ((0, (2, 2)), (1, (0, 0)))]
    yield "ragged-all-to-all", device_reject("ragged-all-to-all.f32.rejects-partial-overlap", "slices from different rows on must not share one", "4.7", body,
                                             (2, 1), "R08", args=args)


# ---- windows ----
def window_case():
    """The last place sees padding alone."""
    lines = ["x = f32[2,3] parameter(0)", "z = f32[] constant(10)", "ROOT r = f32[2,3] reduce-window(x, z), window={size=1x1 pad=0_0x-1_1}, to_apply=f"]
    yield "reduce-window", run_case("reduce-window.f32.shift-of-one-dimension", "padding on one side and as much cut off on the other shift the elements",
                                    "ReduceWindow", None, [literal("f32", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (2, 3))],
                                    literal("f32", [12.0, 13.0, 10.0, 15.0, 16.0, 10.0], (2, 3)), whole=whole(lines, ["f {", *SUM[1:]]), requires=["f32"])


if __name__ == "__main__":
    write_groups((layout_cases, judge_cases, scan_case, convolution_case, factorization_cases, product_cases, group_cases, permute_case, ragged_case,
                  window_case), NAME)
