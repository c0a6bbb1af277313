#!/usr/bin/python3
"""Vectors of details: library calls that nothing uses, that have text in their configuration, or that start from a matrix before; arrays with
dynamic sizes where a static size differs or one device has fewer elements; windows of which one column is in bounds; tuples of one element,
numbers of two kinds, and what is written behind a list of pairs. By hand."""
from devices import combiner, device_case, device_reject
from formats import literal
from library_products import called, element, f8
from live_edges import live
from shard_maps import IN, OUT, call, everywhere, manual, shardy
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/details_of_calls.py"


# ---- library calls ----
def unused_case():
    made = reject_case("custom-call.f32.rejects-unused-cholesky", "a library function whose result nothing uses runs, too", "custom-calls",
                       ["a = f32[2,3] parameter(0)", "b = f32[] parameter(1)",
                        'c = (f32[2,3], s32[]) custom-call(a), custom_call_target="lapack_spotrf_ffi", backend_config={uplo = 76 : ui8}',
                        "ROOT r = f32[] negate(b)"],
                       "R08", at="custom-call(", requires=["f32", "s32"], doc="imports")
    yield "custom-call", {**made, "args": [literal("f32", [4, 0, 0, 0, 4, 0], (2, 3)), literal("f32", [1], ())]}


def factor_cases():
    """After the first step, 2 is left of the second column and 1 of the third one, whose length is more than 5."""
    qr = '(f32[3,3], s32[3], f32[3]) custom-call(a, z), custom_call_target="lapack_sgeqp3_ffi", backend_config={}'
    yield called("pivoted-qr-long-but-short-rest", "what the steps before have taken from a column does not count",
                 ["a = f32[3,3] parameter(0)", "z = s32[3] parameter(1)", *element(qr, "s32[3]", 1)],
                 [literal("f32", [10, 0, 5, 0, 2, 0, 0, 0, 1], (3, 3)), literal("s32", [0, 0, 0])], literal("s32", [1, 2, 3]))
    # The lower triangle gives [[2, 0], [3, 1]], the upper one would give [[2, 0], [1, 3]].
    for topic, note, why in (("quote", r'a\"b', "a quote in a string of the configuration, behind a backslash, does not end it"),
                             ("key", r'\"lower\":false', "text in a string of the configuration is not read as a key")):
        cholesky = f'(f32[2,2], s32[]) custom-call(a), custom_call_target="cusolver_potrf_ffi", backend_config={{"note":"{note}","lower":true}}'
        yield called(f"cholesky-{topic}-in-string", why, ["a = f32[2,2] parameter(0)", *element(cholesky, "f32[2,2]", 0)],
                     [literal("f32", [4, 2, 6, 10], (2, 2))], literal("f32", [2, 2, 3, 1], (2, 2)))


def spectrum_case():
    """The first matrix has the eigenvectors (1, -1) and (1, 1), divided by the root of 2; the second one is diagonal."""
    spectrum = '(f32[2,2,2], f32[2,2], s32[2]) custom-call(a), custom_call_target="lapack_ssyevd_ffi", backend_config={mode = 86 : ui8, uplo = 76 : ui8}'
    yield called("eigenvectors-diagonal-after-full", "the eigenvectors of a diagonal matrix are unit vectors, whatever matrix is before it",
                 ["a = f32[2,2,2] parameter(0)", f"c = {spectrum}", "v = f32[2,2,2] get-tuple-element(c), index=0", "w = f32[2,2,2] abs(v)",
                  "s = f32[1,2,2] slice(w), slice={[1:2], [0:2], [0:2]}", "ROOT r = f32[2,2] reshape(s)"],
                 [literal("f32", [2, 1, 1, 2, 1, 0, 0, 2], (2, 2, 2))], literal("f32", [1, 0, 0, 1], (2, 2)))


def product_case():
    """(2 * 3 - 1 * 4) / 2 = 1."""
    yield f8("f8-scaled-bf16", "of four scales, the last one also counts for a result of 16 bits", ["f8e4m3fn"] * 2 + ["f32"] * 4, [(1, 2), (2, 1)] + [()] * 4,
             [[[2.0, -1.0]], [[3.0], [4.0]], 1.0, 1.0, 1.0, 0.5], ["bf16[1,1]", "s8[8]"], literal("bf16", [1.0], (1, 1)), requires=("f8e4m3fn", "bf16"))


def sort_cases():
    for name, least in (("s32", -(2**31)), ("s16", -(2**15)), ("s64", -(2**63))):
        call_of = f'({name}[1,4], u8[16]) custom-call(a), custom_call_target="__cub$DeviceRadixSort", backend_config={{"descending":false}}'
        yield called("radix-sort-least-number", "the least integer comes first, although its bits are those of -0",
                     [f"a = {name}[1,4] parameter(0)", *element(call_of, f"{name}[1,4]", 0)],
                     [literal(name, [3, -5, least, 0], (1, 4))], literal(name, [least, -5, 0, 3], (1, 4)), name=name, also=["u8"])


# ---- layouts and dynamic sizes ----
def bitcast_case():
    yield "bitcast", run_case("bitcast.f32.parameter-of-other-layout", "the layout is that of the parameter, not of the argument that a call passes",
                              "bitcast", None,
                              [literal("f32", [1, 2, 3, 4, 5, 6], (2, 3))], literal("f32", [1, 4, 2, 5, 3, 6]), requires=["f32"],
                              whole=["HloModule m", "f {", "  p = f32[2,3]{0,1} parameter(0)", "  ROOT b = f32[6]{0} bitcast(p)", "}", "ENTRY e {",
                                     "  x = f32[2,3]{1,0} parameter(0)", "  ROOT r = f32[6]{0} call(x), to_apply=f", "}"])


def reshape_cases():
    made = reject_case("dynamic-reshape.f32.rejects-smaller-static-size",
                       "a static dimension has its size, also if the elements would fit", "dynamic-reshape",
                       ["x = f32[<=12] parameter(0)", "m = s32[] parameter(1)", "n = s32[] parameter(2)", "ROOT r = f32[<=6,2] dynamic-reshape(x, m, n)"],
                       "R08", at="dynamic-reshape(", requires=["dynamic", "f32", "s32"])
    yield "dynamic-reshape", {**made, "args": [
        live("f32[<=12]{0}", [3], [1.0, 2.0, 3.0]), literal("s32", [3], ()), literal("s32", [1], ())]}
    lines = ["x = f32[<=4] parameter(0)", "ROOT r = f32[4,1] reshape(x), inferred_dimension=1"]
    full = live("f32[<=4]{0}", [4], [1.0, 2.0, 3.0, 4.0])
    yield "reshape", run_case("reshape.f32.inferred-size-of-one",
                              "the inferred dimension takes the dynamic size, also if its bound is 1", "reshape", lines, [full],
                              live("f32[4,<=1]{1,0}", [4, 1], [[1.0], [2.0], [3.0], [4.0]]), requires=["dynamic", "f32"])
    rejected = reject_case("reshape.f32.rejects-part-of-inferred-size-of-one", "three elements do not fill rows of four", "reshape", lines,
                           "R08", at="reshape(", requires=["dynamic", "f32"])
    yield "reshape", {**rejected, "args": [live("f32[<=4]{0}", [3], [1.0, 2.0, 3.0])]}


# ---- indices ----
def index_cases():
    rows = (("size-of-collapsed", "f32[3,2]", literal("f32", [1, 2, 3, 4, 5, 6], (3, 2)), "the slice size of a collapsed dimension may be 0"),
            ("batch-of-collapsed", "f32[0,2]", literal("f32", [], (0, 2)), "a collapsed dimension may have no elements if the slice size is 0"))
    for topic, shape, data, why in rows:
        numbers = "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={0,0}"
        yield "gather", run_case(f"gather.f32.zero-{topic}", why, "gather",
                                 [f"x = {shape} parameter(0)", "i = s32[2,1] parameter(1)", f"ROOT r = f32[2,0] gather(x, i), {numbers}"],
                                 [data, literal("s32", [0, 2], (2, 1))], literal("f32", [], (2, 0)), requires=["f32", "s32"])
    for left, right in (("s32", "u32"), ("u64", "s64")):
        yield "dynamic-slice", reject_case(f"dynamic-slice.f32.rejects-{left}-and-{right}", "all start indices have one type, not only one width",
                                           "dynamic-slice",
                                           ["x = f32[2,2] parameter(0)", f"i = {left}[] parameter(1)", f"j = {right}[] parameter(2)",
                                            "ROOT r = f32[1,1] dynamic-slice(x, i, j), dynamic_slice_sizes={1,1}"],
                                           "dynamic-slice.C2", at="dynamic-slice(", requires=["f32", left, right])


def column_cases():
    """The window starts in the last column, or one column before the first one: its first or last column, 10 and 30 or 20 and 40, is in bounds."""
    for topic, start, column, sums in (("last", 2, 2, (10, 30)), ("first", -1, 0, (20, 40))):
        expect = [1] * 9
        for row, number in enumerate(sums):
            expect[3 * row + column] += number
        yield "scatter", run_case(f"scatter.s32.window-over-{topic}-column", "of a window, one column is in bounds, and its elements are not neighbors",
                                  "scatter", None,
                                  [literal("s32", [1] * 9, (3, 3)), literal("s32", [0, start], (1, 2)), literal("s32", [10, 20, 30, 40], (1, 2, 2))],
                                  literal("s32", expect, (3, 3)), requires=["s32"],
                                  whole=["HloModule m", *combiner("add", "s32"), "ENTRY e {",
                                         "  x = s32[3,3] parameter(0)", "  i = s32[1,2] parameter(1)", "  u = s32[1,2,2] parameter(2)",
                                         "  ROOT r = s32[3,3] scatter(x, i, u), update_window_dims={1,2}, inserted_window_dims={}, "
                                         "scatter_dims_to_operand_dims={0,1}, index_vector_dim=1, to_apply=f",
                                         "}"])


# ---- devices ----
def collective_cases():
    pair = [[literal("f32", [1, 2])], [literal("f32", [3, 4])]]
    yield "all-to-all", device_case("all-to-all.f32.tuple-of-one", "without `dimensions` the result is a tuple, also of one element", "4.4",
                                    ["x = f32[2] parameter(0)", "ROOT r = (f32[2]) all-to-all(x), replica_groups={{0},{1}}"], (2, 1), pair,
                                    [{"tuple": [literal("f32", [1, 2])]}, {"tuple": [literal("f32", [3, 4])]}])
    yield "all-to-all", device_reject("all-to-all.f32.rejects-array-for-tuple-of-one", "without `dimensions` the result is no array", "4.4",
                                      ["x = f32[2] parameter(0)", "ROOT r = f32[2] all-to-all(x), replica_groups={{0},{1}}"], (2, 1), "S05",
                                      at="f32[2] all-to-all")
    data = [1.0, 2.0, 3.0]
    for topic, sizes, why in (("first", (2, 3), "the first device, too, must have all elements"),
                              ("second", (3, 2), "the other devices must have all elements, too")):
        yield "all-reduce", {**device_reject(f"all-reduce.f32.rejects-partly-filled-on-{topic}", why, "4.3",
                                             ["x = f32[<=3] parameter(0)", "ROOT r = f32[<=3] all-reduce(x), to_apply=f"], (2, 1), "R07",
                                             helpers=combiner("add", "f32"), at="all-reduce(x)",
                                             args=[[live("f32[<=3]{0}", [size], data[:size])] for size in sizes])}


def transfer_cases():
    bundle = "(f32[], u32[], token[])"
    for topic, flag in (("missing", ""), ("false", ", is_host_transfer=false")):
        at = "is_host_transfer=false" if flag else "send-done("
        yield "send-done", reject_case(f"send-done.f32.rejects-{topic}-host-flag", "the end of a transfer to the host is one, too", "send-done",
                                       ["x = f32[] parameter(0)", "t = token[] after-all()", f"s = {bundle} send(x, t), channel_id=1, is_host_transfer=true",
                                        f"d = token[] send-done(s), channel_id=1{flag}", "ROOT r = f32[] negate(x)"],
                                       "send-done.C1", at=at, requires=["f32", "u32"])
    listed = "_xla_send_recv_source_target_pairs"
    rows = (("negative-last-iteration", f'{listed}="{{{{0,1}}}}",_xla_send_recv_validation="{{{{3,-1}}}}"', "iterations are not negative"),
            ("second-list-of-pairs", f'{listed}="{{{{0,1}}}},{{{{1,0}}}}"', "no other list follows the pairs"),
            ("text-after-pairs", f'{listed}="{{{{0,1}}}} x"', "no text follows the list of pairs"),
            ("second-list-of-iterations", f'{listed}="{{{{0,1}}}}",_xla_send_recv_validation="{{{{0,1}}}},{{{{1,2}}}}"',
             "no other list follows the iterations"))
    for topic, texts, why in rows:
        yield "recv", device_reject(f"recv.f32.rejects-{topic}", why, "6.2",
                                    ["x = f32[] parameter(0)", "t = token[] after-all()",
                                     f"v = {bundle} recv(t), channel_id=3, frontend_attributes={{{texts}}}",
                                     "d = (f32[], token[]) recv-done(v), channel_id=3", "ROOT r = f32[] get-tuple-element(d), index=0"], (2, 1), "V04",
                                    at="frontend_attributes")


def shard_map_case():
    """Of each part, two devices would have sums that are to be added."""
    axes, into = manual("x", "y"), shardy([["x"]])
    out = shardy([["x"]], kind="out").replace("]>]>", '], unreduced={\\"y\\"}>]>')
    made = reject_case("custom-call.s32.rejects-unreduced-parts", "sums that are not complete are not parts of the whole array", "before-partitioning", None,
                       "V04", at="custom-call(i)", doc="collectives", requires=["partitions", "s32"],
                       whole=['HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=2, "y"=2]>}}, num_partitions=4',
                              "ENTRY e {", "  x = s32[4] parameter(0)",
                              f"  i = s32[2] custom-call(x), {call(IN, f'frontend_attributes={{{axes},{into}}}')}",
                              f"  ROOT o = s32[4] custom-call(i), {call(OUT, f'frontend_attributes={{{axes},{out}}}')}", "}"])
    made["reject"]["phase"] = "run"
    made["args"] = everywhere([literal("s32", [1, 2, 3, 4])], 4)
    yield "custom-call", {**made, "topology": {"replicas": 1, "partitions": 4}}


if __name__ == "__main__":
    write_groups((unused_case, factor_cases, spectrum_case, product_case, sort_cases, bitcast_case, reshape_cases, index_cases, column_cases, collective_cases,
                  transfer_cases, shard_map_case), NAME)
