#!/usr/bin/python3
"""Vectors of ties: equal keys beside a NaN, zeros of either sign in a search for an extreme, decimals that are equally short. Of
settings that are at their limits: no list of iterations, an infinite tolerance, a scale of integers. And of runs at the edge of
an array: elements between two paddings, windows in several blocks, a second initial value. By hand."""
from devices import device_case
from formats import literal
from import_cases import case as import_case, f32, program as imported
from misleading_forms import sort_case
from rare_texts import print_case
from text_faults import constant, json_module
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/ties_and_settings.py"
NAN = float("nan")


def sort_cases():
    # NaN is not less than 1, nor 1 than NaN, so all elements are equal.
    yield "sort", sort_case("f32.ties-beside-nan", "equal elements beside an unordered NaN keep their order", ["f32", "s32"],
                            ["k = pred[] compare(p0, p1), direction=LT"], [[1, NAN, 1, 1], [0, 1, 2, 3]], [[1, NAN, 1, 1], [0, 1, 2, 3]])
    # No element of the first array is less than one of the second one.
    yield "sort", sort_case("f32.comparator-across-arrays", "a comparator of two arrays, the right element of one and the left one of the other, is not a key", ["f32", "f32"],
                            ["k = pred[] compare(p1, p2), direction=LT"], [[5, 6, 4], [1, 2, 0]], [[5, 6, 4], [1, 2, 0]])


def reduce_cases():
    most = ["most {", "  a = f32[] parameter(0)", "  i = s32[] parameter(1)", "  b = f32[] parameter(2)", "  j = s32[] parameter(3)",
            "  k = pred[] compare(a, b), direction=GT", "  u = pred[] compare(a, a), direction=NE", "  o = pred[] or(k, u)", "  q = pred[] compare(a, b), direction=EQ",
            "  l = pred[] compare(i, j), direction=LT", "  t = pred[] and(q, l)", "  n = pred[] or(o, t)", "  v = f32[] select(o, a, b)", "  w = s32[] select(n, i, j)",
            "  ROOT r = (f32[], s32[]) tuple(v, w)", "}"]
    first, second = [-1.0] * 20, [-1.0] * 20
    first[3], first[7], first[11] = 0.0, 0.0, -0.0
    second[2], second[9], second[18] = -0.0, -0.0, 0.0
    for what, why, lines, index in (("places", "the last of equal zeros, and the place of the first one", "i = s32[2,20] iota(), iota_dimension=1", [3, 2]),
                                    ("indices", "the last of equal zeros, and the least of their indices", "i = s32[2,20] parameter(1)", [13 - 11, 20 - 18])):
        given = [literal("f32", first + second, (2, 20))]
        if what == "indices":
            given.append(literal("s32", [13 - k for k in range(20)] + [20 - k for k in range(20)], (2, 20)))
        whole = ["HloModule m", *most, "ENTRY e {", "  x = f32[2,20] parameter(0)", "  " + lines, "  z = f32[] constant(-inf)", "  y = s32[] constant(100)",
                 "  ROOT r = (f32[2], s32[2]) reduce(x, i, z, y), dimensions={1}, to_apply=most", "}"]
        yield "reduce", run_case(f"reduce.f32.zeros-and-{what}", why, "Reduce", None, given, {"tuple": [literal("f32", [-0.0, 0.0]), literal("s32", index)]},
                                 requires=["f32", "s32", "pred"], whole=whole)
    state = "(s32[], s32[])"
    loop = ["more {", f"  p = {state} parameter(0)", "  a = s32[] get-tuple-element(p), index=0", "  z = s32[] constant(0)", "  ROOT g = pred[] compare(a, z), direction=GT", "}",
            "once {", f"  p = {state} parameter(0)", "  a = s32[] get-tuple-element(p), index=0", "  b = s32[] get-tuple-element(p), index=1", "  o = s32[] constant(1)",
            "  c = s32[] subtract(a, o)", "  d = s32[] add(b, o)", f"  ROOT t = {state} tuple(c, d)", "}",
            "f {", "  a = s32[] parameter(0)", "  i = s32[] parameter(1)", "  b = s32[] parameter(2)", "  j = s32[] parameter(3)", f"  t = {state} tuple(b, a)",
            f"  w = {state} while(t), condition=more, body=once", "  v = s32[] get-tuple-element(w), index=1", "  x = s32[] add(i, j)", f"  ROOT r = {state} tuple(v, x)", "}"]
    whole = ["HloModule m", *loop, "ENTRY e {", "  x = s32[3] parameter(0)", "  y = s32[3] parameter(1)", "  z = s32[] constant(0)", "  q = s32[] constant(1000)",
             f"  ROOT r = {state} reduce(x, y, z, q), dimensions={{0}}, to_apply=f", "}"]
    yield "reduce", run_case("reduce.s32.two-initial-values-of-loop", "a reducer with a loop starts at the initial value of each array", "Reduce", None,
                             [literal("s32", [1, 2, 3]), literal("s32", [10, 20, 30])], {"tuple": [literal("s32", [6], ()), literal("s32", [1060], ())]},
                             requires=["s32", "pred"], whole=whole)


def edge_cases():
    # The rows {1, 2} and {4, 8} each get one element of padding on the left and two on the right: 10 * 1 + 100 * 2, 10 * 4 + 100 * 8.
    yield "convolution", run_case("convolution.f32.row-between-paddings", "a window over a whole row sees no element of the next row", "Conv",
                                  ["x = f32[1,2,2,1] parameter(0)", "k = f32[1,5,1,1] parameter(1)",
                                   "ROOT r = f32[1,2,1,1] convolution(x, k), window={size=1x5 pad=0_0x1_2}, dim_labels=b01f_01io->b01f"],
                                  [literal("f32", [1, 2, 4, 8], (1, 2, 2, 1)), literal("f32", [1, 10, 100, 1000, 10000], (1, 5, 1, 1))],
                                  literal("f32", [210, 840], (1, 2, 1, 1)), requires=["f32"])
    # f(f(3, k), k + 1) = (3 k + k) (k + 1) + k + 1 = 4 k^2 + 5 k + 1; the last window has one element, 3 k + k.
    sums = [sum(4 * k * k + 5 * k + 1 for k in range(3 * row, 3 * row + 2499)) + 4 * (3 * row + 2499) for row in range(3)]
    wrapped = [(s + 2**31) % 2**32 - 2**31 for s in sums]
    whole = ["HloModule m", "f {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  c = s32[] multiply(a, b)", "  ROOT d = s32[] add(c, b)", "}",
             "g {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  ROOT c = s32[] add(a, b)", "}",
             "ENTRY e {", "  i = s32[3,2500] iota(), iota_dimension=1", "  j = s32[3,2500] iota(), iota_dimension=0", "  t = s32[] constant(3)",
             "  u = s32[3,2500] broadcast(t), dimensions={}", "  v = s32[3,2500] multiply(j, u)", "  x = s32[3,2500] add(i, v)",
             "  w = s32[3,2500] reduce-window(x, t), window={size=1x2 pad=0_0x0_1}, to_apply=f", "  z = s32[] constant(0)",
             "  ROOT r = s32[3] reduce(w, z), dimensions={1}, to_apply=g", "}"]
    yield "reduce-window", run_case("reduce-window.s32.rows-of-many-windows", "a row of many windows of a reducer that is not associative", "ReduceWindow", None, [],
                                    literal("s32", wrapped), requires=["s32"], whole=whole)
    roles = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}, lhs_ragged_dims={1}, rhs_group_dims={0}"
    yield "ragged-dot", reject_case("ragged-dot.f32.rejects-first-batch-as-group", "the group dimension is no batch dimension, the first one included", "ragged-dot",
                                    ["x = f32[2,4,2] parameter(0)", "w = f32[2,2,3] parameter(1)", "g = s32[2] parameter(2)", f"ROOT r = f32[2,3] ragged-dot(x, w, g), {roles}"],
                                    "ragged-dot.C3", at="rhs_group_dims", requires=["f32", "s32"])


def gemm_reject(identity, why, kind, result, target, config):
    dims = '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}'
    lines = [f"a = {kind}[2,2] parameter(0)",
             f'c = ({result}[2,2], s8[8]) custom-call(a, a), custom_call_target="{target}", backend_config={{"gemm_backend_config":{{{config},"beta":0,{dims}}}}}',
             f"ROOT g = {result}[2,2] get-tuple-element(c), index=0"]
    return "custom-call", {**reject_case(f"custom-call.{kind}.cublas-{identity}", why, "custom-calls", lines, "R07", at="custom-call(", requires=sorted({kind, result, "s8"}), doc="imports"),
                           "args": [literal(kind, [complex(k) if kind == "c64" else k for k in (1, 2, 3, 4)], (2, 2))]}


def setting_cases():
    yield "custom-call", run_case("custom-call.f32.check-infinite-tolerance", "all finite numbers are within an infinite tolerance", "custom-calls",
                                  ["a = f32[2] parameter(0)", "b = f32[2] parameter(1)",
                                   'ROOT r = pred[] custom-call(a, b), custom_call_target="check.almost_eq", backend_config="tolerance=inf"'],
                                  [literal("f32", [1, -3e38]), literal("f32", [100, 3e38])], literal("pred", [True], ()), requires=["f32", "pred"], doc="imports")
    yield gemm_reject("scale-of-integers", "a product of integers has no scale", "s8", "s32", "__cublas$gemm", '"alpha_real":2')
    yield gemm_reject("activation-of-complex", "a complex product has no activation", "c64", "c64", "__cublas$lt$matmul", '"alpha_real":1,"epilogue":"RELU"')
    state, frontend = "(s32[], s32[], s32[])", ', frontend_attributes={_xla_send_recv_validation="{}"}'
    helpers = ["c {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  n = s32[] constant(4)", "  ROOT c = pred[] compare(i, n), direction=LT", "}",
               "b {", f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0", "  x = s32[] get-tuple-element(s), index=1",
               "  sum = s32[] get-tuple-element(s), index=2", "  one = s32[] constant(1)", "  j = s32[] add(i, one)", "  y = s32[] multiply(x, j)", "  t = token[] after-all()",
               f"  v = (s32[], u32[], token[]) recv(t){frontend}", f"  q = (s32[], u32[], token[]) send(y, t){frontend}, control-predecessors={{v}}",
               "  d = (s32[], token[]) recv-done(v)", "  e = token[] send-done(q)", "  g = s32[] get-tuple-element(d), index=0", "  next = s32[] add(sum, g)",
               f"  ROOT r = {state} tuple(j, x, next)", "}"]
    yield "send", device_case("send.s32.no-ranges-without-pairs", "a lone device sends to itself in all iterations if neither pairs nor ranges say otherwise", "6.2",
                              ["x = s32[] parameter(0)", "z = s32[] constant(0)", f"i = {state} tuple(z, x, z)", f"w = {state} while(i), condition=c, body=b",
                               "ROOT r = s32[] get-tuple-element(w), index=2"], (1, 1), [[literal("s32", [3], ())]], literal("s32", [30], ()), helpers=helpers, requires=["s32", "u32", "pred"])


def text_cases():
    yield print_case("json.negative-number", "a number of a JSON module may be negative", constant("s32[]", '{"shape": "s32[]", "data": -5}'),
                     ["HloModule m, entry_computation_layout={()->s32[]}", "", "ENTRY %e () -> s32[] {", "  ROOT %c = s32[] constant(-5)", "}", ""], anchor="9.2")
    yield "hlo-text", reject_case("hlo-text.faults.json-literal-tuple-sizes", "a tuple has no dynamic sizes of its own", "9.2", None, "P04", at='{"tuple"', line=2,
                                  whole=constant("()", '{"tuple": [], "dynamic_sizes": []}'), doc="hlo-text", tags=["fault"])
    yield "hlo-text", reject_case("hlo-text.faults.json-literal-as-operand", "only a constant has a literal in place of operands", "9.2", None, "P01",
                                  whole=json_module('{"name": "c", "opcode": "after-all", "shape": "token[]", "literal": {"shape": "token[]"}}'), doc="hlo-text", tags=["fault"])
    # 1/17 has 17 digits as f64; 0.058823529411764706 is read as the same number, but is farther from it.
    text = repr(1 / 17)
    lines = [f"%r = stablehlo.exponential %x {{result_accuracy = #stablehlo.result_accuracy<atol = {text}, rtol = 0.5, ulps = 0, "
             "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>"]
    yield "import-elementwise", import_case("import-elementwise.exponential.accuracy-nearest", "of the shortest decimals, the nearest one is written", "imported-elementwise",
                                            ["func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {", *("  " + line for line in lines), "  return %r : tensor<2xf32>", "}"],
                                            hlo=imported([f"r = f32[2]{{0}} exponential(Arg_0), result_accuracy={{tolerance={{atol={text},rtol=0.5,ulps=0}}}}"], {"x": f32([1, 2])}, None))


if __name__ == "__main__":
    write_groups((sort_cases, reduce_cases, edge_cases, setting_cases, text_cases), NAME)
