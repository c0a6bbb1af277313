#!/usr/bin/python3
"""Vectors of the edges of rules: keys of configurations that end like others, epilogues with nothing to scale, unknown sizes,
transfers without a channel, limits of a run, and sizes of tuples and of reshaped dimensions. Results and codes by hand."""
from devices import device_reject
from dynamic import cut, fails, live
from dynamic_flags import print_case
from formats import literal
from through_numpy import combiner
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/rule_edges.py"


def impl_defined(case):
    return {**case, "level": "impl-defined"}


# ---- custom calls ----
DOT = '''"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"],
 "lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}'''.replace("\n ", "")


def library(identity, why, lines, args, expect):
    names = sorted({part["shape"].split("[")[0] for part in [*args, *expect["tuple"]]})
    return "custom-call", run_case(f"custom-call.{identity}", why, "custom-calls", lines, args, expect, level="extended", doc="imports", requires=names)


def key_cases():
    """The lower factor would be {{2, 2}, {1, 2}}: the other triangle stays that of the operand."""
    for what, key in (("letter", "sizeZuplo"), ("digit", "size9uplo")):
        yield library(f"f32.cholesky-key-after-{what}", "a key is a whole word, not the end of another one",
                      ["x = f32[2,2] parameter(0)", 'ROOT r = (f32[2,2], s32[]) custom-call(x), custom_call_target="lapack_spotrf_ffi", '
                       f'backend_config="{{{key} = 76 : ui8, uplo = 85 : ui8}}"'], [literal("f32", [4.0, 2.0, 2.0, 5.0], (2, 2))],
                      {"tuple": [literal("f32", [2.0, 1.0, 2.0, 2.0], (2, 2)), literal("s32", [0], ())]})


def library_cases():
    yield library("f8e4m3fn.cublas-f8-largest-unscaled", "the largest magnitude is given also if the sums need no epilogue",
                  ["x = f8e4m3fn[1,2] parameter(0)", "y = f8e4m3fn[2,2] parameter(1)", "s = f32[] constant(1)",
                   'ROOT r = (f32[1,2], f32[], s8[4]) custom-call(x, y, s, s), custom_call_target="__cublas$lt$matmul$f8", '
                   f'backend_config={{"beta":0,{DOT},"damax_output":true}}'],
                  [literal("f8e4m3fn", [1.0, 2.0], (1, 2)), literal("f8e4m3fn", [3.0, -2.0, 4.0, -8.0], (2, 2))],
                  {"tuple": [literal("f32", [11.0, -18.0], (1, 2)), literal("f32", [18.0], ()), literal("s8", [0] * 4)]})
    yield library("f32.radix-sort-with-scratch", "the scratch memory is a part of the result",
                  ["x = f32[3] parameter(0)", 'ROOT r = (f32[3], u8[5]) custom-call(x), custom_call_target="__cub$DeviceRadixSort"'],
                  [literal("f32", [3.0, 1.0, 2.0])], {"tuple": [literal("f32", [1.0, 2.0, 3.0]), literal("u8", [0] * 5)]})
    op, case = library("f32.cudnn-leaky-zero", "only numbers below 0 are multiplied by the slope, so 0 keeps its sign",
                       ["x = f32[1,1,1,3] parameter(0)", "y = f32[1,1,1,1] parameter(1)",
                        'ROOT r = (f32[1,1,1,3], u8[0]) custom-call(x, y), custom_call_target="__cudnn$convForward", window={size=1x1}, '
                        'dim_labels=bf01_oi01->bf01, backend_config={"activation_mode":"kLeakyRelu","leakyrelu_alpha":-0.5}'],
                       [literal("f32", [-2.0, 0.0, 3.0], (1, 1, 1, 3)), literal("f32", [1.0], (1, 1, 1, 1))],
                       {"tuple": [literal("f32", [1.0, 0.0, 3.0], (1, 1, 1, 3)), literal("u8", [])]})
    yield op, impl_defined(case)
    case = reject_case("custom-call.f32.rejects-cublas-second-bias", "a product has one bias, and the first one has too many dimensions", "custom-calls",
                       ["x = f32[1,2] constant({{1, 2}})", "y = f32[2,1] constant({{3}, {4}})", "b = f32[1,1,1] constant({{{5}}})", "c = f32[1] constant({7})",
                        'ROOT r = f32[1,1] custom-call(x, y, b, c), custom_call_target="__cublas$lt$matmul", '
                        f'backend_config={{{DOT},"epilogue":"BIAS"}}'], "R08", at="custom-call(", requires=["f32"], doc="imports")
    yield "custom-call", {**case, "level": "extended"}


def layout_cases():
    yield "custom-call", run_case("custom-call.f32.layout-without-constraints", "without layout constraints results are row-major; the tiles would take 17 GB",
                                  "CustomCall", ["x = f32[2] parameter(0)", "y = f32[2,3] parameter(1)",
                                                 'ROOT r = f32[3,3]{1,0:T(65536,65536)} custom-call(x, y), custom_call_target="myfunc"'],
                                  [literal("f32", [1.0, 2.0]), literal("f32", [10.0, 20.0, 30.0, 40.0, 50.0, 60.0], (2, 3))],
                                  literal("f32", [42.0] + [0.0] * 8, (3, 3)), requires=["f32"])
    yield "bitcast", run_case("bitcast.u8.pred-between-layouts", "a byte that is not 0 is true, which is stored as 1, also where a layout moves the bytes",
                              "bitcast", ["x = u8[2,2]{0,1} parameter(0)", "p = pred[2,2]{1,0} bitcast(x)", "ROOT r = u8[2,2]{0,1} bitcast(p)"],
                              [literal("u8", [0, 1, 2, 255], (2, 2))], literal("u8", [0, 1, 1, 1], (2, 2)), requires=["u8", "pred"])
    tiled = "[2]{0:T(600000000)}"
    yield "bitcast", impl_defined(reject_case("bitcast.u8.rejects-large-image", "the tiles of a small array exceed the memory of a run", "bitcast",
                                              [f"x = u8{tiled} constant({{1, 2}})", f"ROOT r = s8{tiled} bitcast(x)"], "R02", at="bitcast(",
                                              requires=["u8", "s8"]))


# ---- unbounded dimensions ----
def unbounded_cases():
    yield print_case("all-gather", "f32.unbounded-to-bounded", "the size of the gathered dimension is unknown, so any bound may be written", ["f32[?]"],
                     "f32[<=8]", None, ", replica_groups={{0,1}}, dimensions={0}")
    yield print_case("dynamic-update-slice", "f32.unbounded-operand", "an update fits a dimension of unknown size", ["f32[?,3]", "f32[1,3]", "s32[]"],
                     "f32[?,3]", "dynamic-update-slice(%a, %b, %c, %c)")


# ---- devices ----
BUNDLE = "(f32[], u32[], token[])"


def transfer_cases():
    lines = ["x = f32[] parameter(0)", "t = token[] after-all()", f"s = {BUNDLE} send(x, t)", f"r = {BUNDLE} recv(t)", "sd = token[] send-done(s)",
             "rd = (f32[], token[]) recv-done(r)", "g = f32[] get-tuple-element(rd), index=0", "ROOT a = f32[] all-reduce(g), replica_groups={}, to_apply=f"]
    yield "send", run_case("send.f32.without-channel-beside-all-reduce", "transfers and collectives without a channel share none", "6.2", None,
                           [literal("f32", [3.0], ())], literal("f32", [3.0], ()), doc="collectives", requires=["f32"],
                           whole=["HloModule m", *combiner("c = f32[] add(a, b)", ["f32", "f32"]), "ENTRY e {", *("  " + line for line in lines), "}"])
    for op, operands, result in (("send", "x, t", "token[]"), ("recv", "t", "((), token[])")):
        yield op, reject_case(f"{op}.f32.rejects-pairs-of-host-transfer", "pairs are well-formed also where the other side is the host", "6.2",
                              ["x = f32[] parameter(0)", "t = token[] after-all()", f"s = {BUNDLE} {op}({operands}), channel_id=1, is_host_transfer=true, "
                               'frontend_attributes={_xla_send_recv_source_target_pairs="{{0}}"}', "ROOT r = f32[] negate(x)"],
                              "V04", at="frontend_attributes", doc="collectives", requires=["f32"])
        yield f"{op}-done", reject_case(f"{op}-done.f32.rejects-empty-bundle", "the operand is a bundle of three, not an empty tuple", "6.1",
                                        ["x = ((), f32[]) parameter(0)", "g = () get-tuple-element(x), index=0",
                                         f"ROOT r = {result} {op}-done(g), channel_id=1"],
                                        f"{op}-done.C1", at=f"{op}-done(", doc="collectives", requires=["f32"])


def ragged_cases():
    lines = ["x = s32[4] parameter(0)", "y = s32[4] parameter(1)", "a = s32[2] constant({0, 1})", "b = s32[2] constant({-1, -1})",
             "c = s32[2] constant({0, 0})", "ROOT r = s32[4] ragged-all-to-all(x, y, a, b, c, b), replica_groups={{0,1}}"]
    yield "ragged-all-to-all", device_reject("ragged-all-to-all.s32.rejects-negative-sizes-of-both", "no size is negative, also where both sides agree",
                                             "4.7", lines, (2, 1), "R08", header=False, args=[literal("s32", [1, 2, 3, 4]), literal("s32", [0] * 4)])


# ---- dynamic sizes ----
def dynamic_cases():
    helper = ["f {", "  p = (f32[3], f32[]) parameter(0)", "  g = f32[3] get-tuple-element(p), index=0", "  ROOT n = f32[3] negate(g)", "}"]
    yield fails("call", "part-of-tuple", "a parameter with static parts takes only full sizes",
                [*cut("f32", "{1, 2, 3}", "<=3", 2), "z = f32[] constant(0)", "t = (f32[<=3], f32[]) tuple(x, z)", "ROOT r = f32[3] call(t), to_apply=f"],
                helpers=helper)
    helper = ["f {", "  a = f32[] parameter(0)", "  ROOT n = f32[] negate(a)", "}"]
    lines = ["x = f32[4,<=3] parameter(0)", "y = f32[4,<=3] map(x), dimensions={0,1}, to_apply=f", "ROOT r = f32[2,2,<=3] reshape(y)"]
    yield "reshape", run_case("reshape.f32.dynamic-after-map", "a static dimension beside a partially filled one stays static, so it can be split",
                              "SetDimensionSize", None, [live("f32", "4,<=3", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])],
                              live("f32", "2,2,<=3", [[[-1.0, -2.0], [-3.0, -4.0]], [[-5.0, -6.0], [-7.0, -8.0]]]), requires=["f32", "dynamic"],
                              tags=["dynamic"], whole=["HloModule m", *helper, "ENTRY e {", *("  " + line for line in lines), "}"])


# ---- runs with many steps and large slices ----
def large_cases():
    helper = ["f {", "  a = s8[] parameter(0)", "  b = s8[] negate(a)", "  c = s8[] not(b)", "  d = s8[] negate(c)", "  ROOT g = s8[] not(d)", "}"]
    lines = ["o = s8[] constant(1)", "x = s8[600000] broadcast(o), dimensions={}", "y = s8[600000] map(x), dimensions={0}, to_apply=f",
             "ROOT r = s8[2] slice(y), slice={[0:2]}"]
    yield "map", impl_defined(reject_case("map.s8.rejects-steps", "the steps of all calls count, also in blocks of elements", "Map", None, "R01",
                                          requires=["s8"], tags=["limits"], whole=["HloModule m", *helper, "ENTRY e {", *("  " + line for line in lines), "}"]))
    count = 140000
    row, rows = f"s64[{count}]", f"s64[2,{count}]"
    total = count * (count - 1) // 2
    helpers = ["g {", f"  p = {row} parameter(0)", f"  q = {row} parameter(1)", f"  y = {row} add(p, q)", f"  ROOT t = ({row}, {row}) tuple(y, y)", "}",
               *combiner("c = s64[] add(a, b)", ["s64", "s64"])]
    lines = [f"x = {rows} iota(), iota_dimension=1", "z = s64[] constant(0)", f"i = {row} broadcast(z), dimensions={{}}",
             f"s = ({rows}, {row}) scan(x, i), dimensions={{0}}, num_carries=1, to_apply=g", f"y = {rows} get-tuple-element(s), index=0",
             "ROOT r = s64[2] reduce(y, z), dimensions={1}, to_apply=f"]
    yield "scan", run_case("scan.s64.large-slices", "slices of more than 1 MB", "Reduce", None, [], literal("s64", [total, 2 * total]), requires=["s64"],
                           tags=["large"], whole=["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"])


if __name__ == "__main__":
    write_groups((key_cases, library_cases, layout_cases, unbounded_cases, transfer_cases, ragged_cases, dynamic_cases, large_cases), NAME)
