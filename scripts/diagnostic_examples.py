"""Examples for the codes that no vector can show."""

LONGEST = 14  # maximum number of lines of an example

LOOP = ["body {", "  ROOT i = s32[] parameter(0)", "}", "always {", "  i = s32[] parameter(0)",
        "  ROOT t = pred[] constant(true)", "}", "ENTRY e {", "  zero = s32[] constant(0)",
        "  ROOT w = s32[] while(zero), condition=always, body=body", "}"]


def nested(depth):
    """A chain of calls of this depth."""
    lines = ["f0 {", "  ROOT x = f32[] parameter(0)", "}"]
    for i in range(1, depth):
        lines += [f"f{i} {{", "  x = f32[] parameter(0)",
                  f"  ROOT y = f32[] call(x), to_apply=f{i - 1}", "}"]
    return lines + ["ENTRY e {", "  x = f32[] constant(0)",
                    f"  ROOT y = f32[] call(x), to_apply=f{depth - 1}", "}"]


# Lines around the examples of imports.
MAIN = ["func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {"]
END = ["  return %x : tensor<4xf32>", "}"]


def in_main(*lines):
    return [*MAIN, *lines, *END]


# code -> lines (as Latin-1 bytes), arguments of `hlo`.
OWN = {
    "I01": (in_main("  %0 = stablehlo.addd %x, %x : tensor<4xf32>"), ["check", "a.mlir"]),
    "I02": (in_main("  %0 = linalg.matmul %x, %x : tensor<4xf32>"), ["check", "a.mlir"]),
    "I03": (["func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {",
             "  return %x : tensor<?x4xf32>", "}"], ["check", "a.mlir"]),
    "I04": (["func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.5:10>>) {", "  return", "}"],
            ["check", "a.mlir"]),
    "I05": (["#CSR = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>",
             "func.func @main(%x: tensor<8xf32, #CSR>) {", "  return", "}"], ["check", "a.mlir"]),
    "I06": (["func.func @main() {", "  return", "^bb1:", "  return", "}"], ["check", "a.mlir"]),
    "I07": (["func.func @main(%x: tensor<4xf6E2M3FN>) {", "  return", "}"], ["check", "a.mlir"]),
    "I08": (["func.func @main(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {",
             '  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({', "  ^bb0(%a: tensor<f32>):",
             "    %1 = stablehlo.add %a, %c : tensor<f32>", "    stablehlo.return %1 : tensor<f32>",
             "  }) : (tensor<4xf32>) -> tensor<4xf32>", "  return %0 : tensor<4xf32>", "}"],
            ["check", "a.mlir"]),
    "I09": (in_main("  %0 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>"),
            ["check", "a.mlir"]),
    "I10": (["func.func @f() {", "  return", "}", "func.func @g() {", "  return", "}"],
            ["check", "a.mlir"]),
    "I11": (in_main("  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>"), ["check", "a.mlir"]),
    "I12": (["vhlo.func_v1 @main() {", '  "vhlo.return_v1"() : () -> ()', "}"], ["check", "a.mlir"]),
    "I13": (["ML\xefR"], ["check", "a.bc"]),
    "I16": (["func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
             "  %0 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>",
             "  return %0 : tensor<4xf32>", "}"], ["check", "a.mlir"]),
    "I17": (in_main("  %0 = stablehlo.negate %x : tensor<5xf32>"), ["check", "a.mlir"]),
    "I18": (["{ lambda ; a:f32[3]. let b:f32[3] = sin a in (b,) }"], ["check", "a.txt"]),
    "W03": (["func.func @main() {", "  return", "}", "// -----", "func.func @main() {", "  return", "}"],
            ["check", "a.mlir"]),
    "R02": (["ENTRY e {", "  ROOT i = s32[1000000] iota(), iota_dimension=0", "}"],
            ["run", "a.hlo", "--max-memory", "1000"]),
    "R03": (nested(1000), ["run", "a.hlo"]),
    "R09": (["HloModule m, replica_count=1000000", "ENTRY e {", "  ROOT r = u32[] replica-id()", "}"],
            ["run", "a.hlo"]),
    "W01": (["ENTRY e {", "  ROOT i = s32[2] iota(), iota_dimension=0, colour=red", "}"],
            ["check", "a.hlo", "--lenient"]),
    "W02": (["y = f32[2] negate(x)"], ["check", "a.hlo"]),
}
