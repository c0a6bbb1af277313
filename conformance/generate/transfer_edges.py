#!/usr/bin/python3
"""Vectors of transfers whose context passes through tuples, and of imported programs with names, groups, and results that are easy
to get wrong. By hand."""
from import_cases import Value, case as import_case
from write import reject_case, write_groups

NAME = "conformance/generate/transfer_edges.py"


def swapped_cases():
    """Dones that take the context of another transfer."""
    bundle = "(f32[2], u32[], token[])"
    start = ["x = f32[2] constant({1,2})", "t = token[] after-all()", f"rv = {bundle} recv(t), channel_id=1", f"sd = {bundle} send(x, t), channel_id=1"]
    swapped = [*start, f"tp = ({bundle}, {bundle}) tuple(sd, rv)", f"g = {bundle} get-tuple-element(tp), index=0", f"h = {bundle} get-tuple-element(tp), index=1"]
    yield "recv-done", reject_case("recv-done.f32.of-send", "a receive cannot be completed with the context of a send", "RecvDone",
                                   [*swapped, "rd = (f32[2], token[]) recv-done(g), channel_id=1", "ROOT r = f32[2] get-tuple-element(rd), index=0"], "R08", at="recv-done(",
                                   requires=["f32"])
    yield "send-done", reject_case("send-done.f32.of-recv", "a send cannot be completed with the context of a receive", "SendDone",
                                   [*swapped, "ROOT r = token[] send-done(h), channel_id=1"], "R08", at="send-done(", requires=["f32"])
    wide = "(f32[100000], u32[], token[])"
    yield "recv-done", reject_case("recv-done.f32.of-another-shape", "a receive gives data of its own shape", "RecvDone",
                                   [*start, "z = f32[] constant(0)", "big = f32[100000] broadcast(z), dimensions={}", "one = u32[] constant(1)",
                                    f"b = {wide} tuple(big, one, t)", f"tp = ({wide}) tuple(b)", f"g = {wide} get-tuple-element(tp), index=0",
                                    "rd = (f32[100000], token[]) recv-done(g), channel_id=1",
                                    f"keep = ({bundle}) tuple(rv)", "tk = token[] send-done(sd), channel_id=1", "ROOT r = f32[100000] get-tuple-element(rd), index=0"], "R08", at="recv-done(", requires=["f32"])


def import_cases():
    for topic, op in (("reshape", "reshape"), ("bitcast-convert", "bitcast_convert")):
        yield "import-faults", import_case(f"import-faults.{topic}-without-result", "the op has one result", "import-diagnostics",
                                           ["func.func @main(%x: tensor<4xf32>) {", f'  "stablehlo.{op}"(%x) : (tensor<4xf32>) -> ()', "  return", "}"], reject=("P07",))
    yield "import-faults", import_case("import-faults.composite-of-undefined-alias", "a decomposition is the name of a function", "import-diagnostics",
                                       ["func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
                                        '  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = #u} : (tensor<4xf32>) -> tensor<4xf32>',
                                        "  return %r : tensor<4xf32>", "}"], reject=("P12",))
    yield "import-calls", import_case("import-calls.function-named-like-a-sum", "a function of the program is not the reducer of an op, whatever its name is", "import-functions",
                                      ["func.func private @add_f32(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {", "  %c = stablehlo.multiply %a, %b : tensor<f32>",
                                       "  return %c : tensor<f32>", "}", "func.func @main() -> (tensor<f32>, tensor<f32>) {",
                                       "  %x = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>", "  %y = stablehlo.constant dense<5.0> : tensor<f32>",
                                       "  %p = func.call @add_f32(%y, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>",
                                       '  %s = "stablehlo.unary_einsum"(%x) {einsum_config = "a->"} : (tensor<3xf32>) -> tensor<f32>',
                                       "  return %s, %p : tensor<f32>, tensor<f32>", "}"], expect=[Value("f32", [9.0], ()), Value("f32", [25.0], ())])
    unknown = ["func.func private @u(%a: tensor<?xf32>) -> tensor<?xf32> {", "  return %a : tensor<?xf32>", "}"]
    yield "import-dynamic", import_case("import-dynamic.sum-of-truths", "true + true is true, also where sizes are computed while importing", "dynamic-shapes",
                                        [*unknown, "func.func @main() -> tensor<i1> {", "  %t = stablehlo.constant dense<true> : tensor<i1>",
                                         "  %a = stablehlo.add %t, %t : tensor<i1>", "  return %a : tensor<i1>", "}"], expect=Value("pred", [True], ()))
    yield "import-dynamic", import_case("import-dynamic.large-unsigned", "numbers of 64 bits without a sign", "dynamic-shapes",
                                        [*unknown, "func.func @main() -> tensor<ui64> {", "  %n = stablehlo.constant dense<18446744073709551615> : tensor<ui64>",
                                         "  %two = stablehlo.constant dense<2> : tensor<ui64>", "  %a = stablehlo.divide %n, %two : tensor<ui64>",
                                         "  return %a : tensor<ui64>", "}"], expect=Value("u64", [2**63 - 1], ()))
    yield "import-faults", import_case("import-faults.groups-in-one-line", "replica groups have a row each", "import-diagnostics",
                                       ["func.func @main(%x: tensor<ui32>) -> tensor<ui32> {",
                                        '  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1, 2]> : tensor<3xi64>}> ({',
                                        "  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):", "    %c = stablehlo.add %a, %b : tensor<ui32>",
                                        "    stablehlo.return %c : tensor<ui32>", "  }) : (tensor<ui32>) -> tensor<ui32>", "  return %r : tensor<ui32>", "}"], reject=("P12",))


if __name__ == "__main__":
    write_groups((swapped_cases, import_cases), NAME)
