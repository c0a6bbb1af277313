#!/usr/bin/python3
"""Texts that are rejected, each with the code and the place of imports reference 11 (by hand)."""
from import_cases import case
from write import write

NAME = "conformance/generate/imports_faults.py"
T = "tensor<4xf32>"


def main(*lines, argument=f"%x: {T}", result=T):
    return [f"func.func @main({argument}) -> {result} {{", *("  " + line for line in lines), "}"]


def keeps(*lines):
    """A faulty op beside a good result."""
    return main(*lines, f"return %x : {T}")


ROWS = [
    # name, code, text at the place, which of its occurrences, source
    ("unknown-op", "I01", "stablehlo.addd", 0, keeps(f"%0 = stablehlo.addd %x, %x : {T}")),
    ("unknown-op-generic", "I01", "stablehlo.foo", 0, keeps(f'%0 = "stablehlo.foo"(%x) : ({T}) -> {T}')),
    ("unknown-chlo", "I01", "chlo.gamma", 0, keeps(f"%0 = chlo.gamma %x : {T} -> {T}")),
    ("fusion", "I01", "mhlo.fusion", 0, keeps(f'%0 = "mhlo.fusion"(%x) ({{', f"  mhlo.return %x : {T}", f"}}) : ({T}) -> {T}")),
    ("asin-kernel", "I01", "chlo._asin_acos_kernel", 0, keeps(f'%0 = "chlo._asin_acos_kernel"(%x) : ({T}) -> {T}')),
    ("linalg", "I02", "linalg.matmul", 0, keeps(f"%0 = linalg.matmul %x, %x : {T}")),
    ("tosa", "I02", "tosa.add", 0, keeps(f'%0 = "tosa.add"(%x, %x) : ({T}, {T}) -> {T}')),
    ("vector-type", "I02", "vector<4xf32>", 0, main(f"return %x : {T}", argument=f"%x: {T}, %v: vector<4xf32>")),
    ("unranked", "I03", "tensor<*xf32>", 0, keeps(f"%0 = stablehlo.convert %x : ({T}) -> tensor<*xf32>")),
    ("unknown-size", "I03", "tensor<?xf32>", 0, main("return %x : tensor<?xf32>", argument="%x: tensor<?xf32>", result="tensor<?xf32>")),
    ("unknown-shape-operand", "I03", "stablehlo.dynamic_iota", 0,
     main("%0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>", "return %0 : tensor<?xi32>",
          argument="%n: tensor<1xi32>", result="tensor<?xi32>")),
    ("quantized", "I04", "tensor<4x!quant", 0,
     keeps(f"%0 = stablehlo.uniform_quantize %x : ({T}) -> tensor<4x!quant.uniform<i8:f32, 0.5:10>>")),
    ("quantized-argument", "I04", "tensor<4x!quant", 0,
     main(f"return %x : {T}", argument=f"%x: {T}, %q: tensor<4x!quant.uniform<i8:f32, 0.5:10>>")),
    ("sparse", "I05", "tensor<8xf32, #CSR>", 0,
     [*main(f"return %x : {T}", argument=f"%x: {T}, %s: tensor<8xf32, #CSR>"), "#CSR = #sparse.x<1>"]),
    ("two-blocks", "I06", "^bb1", 0, main(f"return %x : {T}", "^bb1:", f"return %x : {T}")),
    ("f6", "I07", "tensor<4xf6E2M3FN>", 0, main(f"return %x : {T}", argument=f"%x: {T}, %y: tensor<4xf6E2M3FN>")),
    ("tf32", "I07", "tensor<tf32>", 0, main(f"return %x : {T}", argument=f"%x: {T}, %y: tensor<tf32>")),
    ("i7", "I07", "tensor<i7>", 0, main(f"return %x : {T}", argument=f"%x: {T}, %y: tensor<i7>")),
    ("complex-f16", "I07", "tensor<complex<f16>>", 0, main(f"return %x : {T}", argument=f"%x: {T}, %y: tensor<complex<f16>>")),
    ("captured", "I08", "%c : tensor<f32>", 0,
     main(f"%0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : ({T}, tensor<f32>) -> tensor<f32>",
          " reducer(%a: tensor<f32>, %b: tensor<f32>) {", "  %1 = stablehlo.add %a, %c : tensor<f32>",
          "  stablehlo.return %1 : tensor<f32>", "}", f"return %x : {T}", argument=f"%x: {T}, %c: tensor<f32>")),
    ("dot-algorithm", "I08", "stablehlo.dot_general", 0,
     keeps("%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, "
           "rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
           f"num_primitive_operations = 2, allow_imprecise_accumulation = false> : ({T}, {T}) -> tensor<f32>")),
    ("elided", "I09", "dense<...>", 0, keeps(f"%0 = stablehlo.constant dense<...> : {T}")),
    ("elided-word", "I09", "dense<__elided__>", 0, keeps(f"%0 = stablehlo.constant dense<__elided__> : {T}")),
    ("elided-resource", "I09", "dense_resource<__elided__>", 0, keeps(f"%0 = stablehlo.constant dense_resource<__elided__> : {T}")),
    ("no-entry", "I10", "@a", 0, ["func.func @a() {", "  return", "}", "func.func @b() {", "  return", "}"]),
    ("no-body", "I11", "@g", 0, [*main(f"%0 = call @g(%x) : ({T}) -> {T}", f"return %0 : {T}"),
                                f"func.func private @g({T}) -> {T}"]),
    ("undefined-function", "I11", "@g", 0, main(f"%0 = call @g(%x) : ({T}) -> {T}", f"return %0 : {T}")),
    ("recursion", "I11", "@main(%x)", 0, main(f"%0 = call @main(%x) : ({T}) -> {T}", f"return %0 : {T}")),
    ("vhlo-op", "I12", "vhlo.add_v1", 0, keeps(f"%0 = vhlo.add_v1 %x, %x : {T}")),
    ("vhlo-text", "I12", None, 0, ["vhlo.func_v1 @main() {", "}"]),
    ("wrong-type", "I17", "tensor<5xf32>", 0, keeps("%0 = stablehlo.negate %x : tensor<5xf32>")),
    ("wrong-return-type", "I17", "tensor<5xf32>", 0, main("return %x : tensor<5xf32>")),
    ("jaxpr", "I18", None, 0, ["{ lambda ; a:f32[3]. let b:f32[3] = neg a in (b,) }"]),
    ("llvm", "I18", None, 0, ["; ModuleID = 'm'", "define void @f() {", "}"]),
    ("ptx", "I18", None, 0, [".version 7.0", ".target sm_80"]),
    ("text-proto", "I18", None, 0, ["xla_dump_to: \"d\"", "xla_dump_hlo_as_text: true"]),
    ("stdout-dump", "I18", None, 0, ["*** Begin module_0001.txt ***", "HloModule m", "*** End module_0001.txt ***"]),
    ("memory-usage", "I18", None, 0, ["Total bytes used: 100"]),
    ("missing-colon", "P01", "tensor<4xf32>", 2, keeps("%0 = stablehlo.add %x, %x tensor<4xf32>")),
    ("undefined-value", "N01", "%y", 0, keeps(f"%0 = stablehlo.add %y, %x : {T}")),
    ("defined-twice", "N03", "%0", 1, keeps(f"%0 = stablehlo.negate %x : {T}", f"%0 = stablehlo.negate %x : {T}")),
    ("function-twice", "N04", "@f", 1, ["func.func @f() {", "  return", "}", "func.func @f() {", "  return", "}",
                                        "func.func @main() {", "  return", "}"]),
    ("escape", "L04", "\\q", 0, keeps(f'%0 = stablehlo.custom_call @f(%x) {{a = "\\q"}} : ({T}) -> {T}')),
    ("two-configs", "P12", "{n = 1}", 0,
     keeps(f'%0 = stablehlo.custom_call @f(%x) {{backend_config = "c", mhlo.backend_config = {{n = 1}}}} : ({T}) -> {T}')),
    ("doubled-types", "P10", "tuple<!t13, !t13>", 0,
     ["!t0 = tuple<f32, f32>", *(f"!t{i + 1} = tuple<!t{i}, !t{i}>" for i in range(30)),
      *main(f"return %x : {T}", argument=f"%x: {T}, %y: !t30")]),
    ("nested-types", "P10", "tuple<!t198>", 0,
     ["!t0 = tuple<f32>", *(f"!t{i + 1} = tuple<!t{i}>" for i in range(300)),
      *main(f"return %x : {T}", argument=f"%x: {T}, %y: !t300")]),
    ("nested-location", "P10", "[", 199, keeps(f"%0 = stablehlo.negate %x : {T} loc({'fused[' * 300}{']' * 300})")),
    ("doubled-lists", "P10", "#a0, #a0", 0,
     ["#a0 = 1", *(f"#a{i + 1} = [#a{i}, #a{i}]" for i in range(40)),
      *keeps(f'%0 = "stablehlo.transpose"(%x) {{permutation = #a40}} : ({T}) -> {T}')]),
    ("huge-size", "S09", "99999999999999999999", 0, ["func.func @main(%x: tensor<99999999999999999999xf32>) {", "  return", "}"]),
]
BINARY = [
    ("bytecode", "I13", "MLIR bytecode", b"ML\xefR\x0dStableHLO_v1.0.0\x00"),
    ("gzip", "I18", "a gzip file that is damaged", b"\x1f\x8b\x08\x00"),
    ("zip", "I18", "a zip archive", b"PK\x03\x04\x14\x00\x00\x00"),
]


def place(source, text, occurrence):
    found = [(number, at + 1) for number, line in enumerate(source, 1) for at in range(len(line)) if line.startswith(text, at)]
    return found[occurrence]


def cases():
    for name, code, at, occurrence, source in ROWS:
        where = place(source, at, occurrence) if at else ()
        yield case(f"import-faults.{name}", f"{code} at `{at}`" if at else f"{code} for the file as a whole",
                   "import-diagnostics", source, reject=(code, *where))
    doubled = [*keeps(f"%0 = stablehlo.custom_call @f(%x) {{backend_config = {{x = #a40}}}} : ({T}) -> {T}"),
               "#a0 = 1", *(f"#a{i + 1} = [#a{i}, #a{i}]" for i in range(40))]
    yield case("import-faults.doubled-attributes", "P10 for lists that aliases make longer than 1 MiB", "custom-calls", doubled,
               warning=("I16", 2, 8), reject=("P10", *place(doubled, "{x = #a40}", 0)))
    for name, code, what, data in BINARY:
        made = case(f"import-faults.{name}", f"{code} for {what}", "import-diagnostics", data, reject=(code,))
        yield made


if __name__ == "__main__":
    write("import-faults", list(cases()), NAME)
