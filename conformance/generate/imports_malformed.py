#!/usr/bin/python3
"""StableHLO programs of which one op is malformed: too few or too many operands, results, regions, or numbers. Codes and places
by imports reference 11 (by hand)."""
from import_cases import case
from imports_faults import T, keeps, main, place
from write import write

NAME = "conformance/generate/imports_malformed.py"
S, M, P = "tensor<f32>", "tensor<2x3xf32>", "tensor<i1>"


def op(name, operands, attributes, types, result, *regions):
    """An op in generic form."""
    count = result.count(",") + 1 if result.startswith("(t") else 0 if result == "()" else 1
    bound = {0: "", 1: "%0 = "}.get(count, f"%0:{count} = ")
    inside = f" ({', '.join(regions)})" if regions else ""
    return f'{bound}"{name}"({operands}){inside} {{{attributes}}} : ({types}) -> {result}'


def sums(arguments=f"%a: {S}, %b: {S}", returned="%c", types=S):
    return f"{{ ^bb0({arguments}): %c = stablehlo.add %a, %a : {S} stablehlo.return {returned} : {types} }}"


RETURNS = f'{{ stablehlo.return %x : {T} }}'
ROWS = [
    # name, code, text at the place, source
    ("add-of-one", "P07", "stablehlo.add", keeps(op("stablehlo.add", "%x", "", T, T))),
    ("select-of-four", "P07", "stablehlo.select", keeps(op("stablehlo.select", "%x, %x, %x, %x", "", f"{T}, {T}, {T}, {T}", T))),
    ("operand-types", "P07", "stablehlo.add", keeps(op("stablehlo.add", "%x, %x", "", T, T))),
    ("result-types", "P07", "stablehlo.add", keeps(f'%0:2 = "stablehlo.add"(%x, %x) : ({T}, {T}) -> {T}')),
    ("two-results", "P07", "stablehlo.negate", keeps(op("stablehlo.negate", "%x", "", T, f"({T}, {T})"))),
    ("iota-attribute", "P06", "stablehlo.iota", keeps(op("stablehlo.iota", "", "", "", T))),
    ("transpose-attribute", "P06", "stablehlo.transpose", keeps(op("stablehlo.transpose", "%x", "", T, T))),
    ("dimension-two-numbers", "P12", "array<i64: 0, 1>", keeps(op("stablehlo.concatenate", "%x, %x", "dimension = array<i64: 0, 1>", f"{T}, {T}", "tensor<8xf32>"))),
    ("attribute-twice", "P05", "dimension = 1", keeps(op("stablehlo.concatenate", "%x, %x", "dimension = 0, dimension = 1", f"{T}, {T}", "tensor<8xf32>"))),
    ("call-operands", "P07", "func.call", [*main(f"%0 = func.call @f(%x, %x) : ({T}, {T}) -> {T}", f"return %x : {T}"), f"func.func private @f(%a: {T}) -> {T} {{", f"  return %a : {T}", "}"]),
    ("call-results", "P07", "func.call", [*main(f"%0:2 = func.call @f(%x) : ({T}) -> ({T}, {T})", f"return %x : {T}"), f"func.func private @f(%a: {T}) -> {T} {{", f"  return %a : {T}", "}"]),
    ("top-k-results", "P07", "chlo.top_k", keeps(op("chlo.top_k", "%x", "k = 2 : i64", T, "tensor<2xf32>"))),
    ("reduce-two-regions", "P07", "stablehlo.reduce",
     main(op("stablehlo.reduce", "%x, %z", "dimensions = array<i64: 0>", f"{T}, {S}", S, sums(), sums()), f"return %x : {T}", argument=f"%x: {T}, %z: {S}")),
    ("if-one-region", "P07", "stablehlo.if", main(op("stablehlo.if", "%p", "", P, T, RETURNS), f"return %x : {T}", argument=f"%x: {T}, %p: {P}")),
    ("if-results", "P07", "stablehlo.if", main(op("stablehlo.if", "%p", "", P, f"({T}, {T})", RETURNS, RETURNS), f"return %x : {T}", argument=f"%x: {T}, %p: {P}")),
    ("case-no-region", "P07", "stablehlo.case", main(op("stablehlo.case", "%i", "", "tensor<i32>", T), f"return %x : {T}", argument=f"%x: {T}, %i: tensor<i32>")),
    ("while-arguments", "P07", "stablehlo.while",
     keeps(op("stablehlo.while", "%x", "", T, T, f"{{ ^bb0(%a: {T}, %b: {T}): %p = stablehlo.constant dense<true> : {P} stablehlo.return %p : {P} }}",
              f"{{ ^bb0(%a: {T}): stablehlo.return %a : {T} }}"))),
    ("broadcast-dimensions", "P12", "array<i64: 0, 1>", keeps(op("stablehlo.broadcast_in_dim", "%x", "broadcast_dimensions = array<i64: 0, 1>", T, "tensor<4x4xf32>"))),
    ("slice-lists", "P12", "array<i64: 2, 2>",
     keeps(op("stablehlo.slice", "%x", "start_indices = array<i64: 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1>", T, "tensor<2xf32>"))),
    ("slice-strides", "P12", "array<i64: 1, 1>",
     keeps(op("stablehlo.slice", "%x", "start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>", T, "tensor<2xf32>"))),
    ("pad-lists", "P12", "array<i64: 1, 1>",
     main(op("stablehlo.pad", "%x, %z", "edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0>", f"{T}, {S}", "tensor<5xf32>"),
          f"return %x : {T}", argument=f"%x: {T}, %z: {S}")),
    ("barrier-results", "P07", "stablehlo.optimization_barrier", keeps(op("stablehlo.optimization_barrier", "%x, %x", "", f"{T}, {T}", T))),
    ("real-dynamic-slice", "I03", "stablehlo.real_dynamic_slice",
     main("%0 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>", f"return %x : {T}",
          argument=f"%x: {T}, %n: tensor<1xi32>")),
    ("dynamic-gather", "I03", "stablehlo.dynamic_gather",
     main(op("stablehlo.dynamic_gather", "%x, %i, %n", "dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>",
             f"{T}, tensor<2xi32>, tensor<1xi32>", "tensor<2xf32>"), f"return %x : {T}", argument=f"%x: {T}, %i: tensor<2xi32>, %n: tensor<1xi32>")),
    ("torch-index-select", "P12", "1 : i64",
     main(op("stablehlo.torch_index_select", "%x, %i", "dim = 1 : i64, batch_dims = 0 : i64", f"{T}, tensor<2xi32>", "tensor<2xf32>"), f"return %x : {T}", argument=f"%x: {T}, %i: tensor<2xi32>")),
    ("window-lists", "P12", "array<i64: 1, 1>",
     main(op("stablehlo.reduce_window", "%x, %z", "window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>", f"{T}, {S}", "tensor<3xf32>", sums()),
          f"return %x : {T}", argument=f"%x: {T}, %z: {S}")),
    ("broadcast-chlo", "V02", "chlo.broadcast_add", main("%0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>", f"return %x : {T}", argument=f"%x: {T}, %y: tensor<3xf32>")),
    ("chlo-dimensions", "P12", "array<i64: 1, 0>",
     main(op("chlo.broadcast_add", "%x, %y", "broadcast_dimensions = array<i64: 1, 0>", f"{M}, tensor<2x3x4xf32>", "tensor<2x3x4xf32>"), f"return %x : {M}",
          argument=f"%x: {M}, %y: tensor<2x3x4xf32>", result=M)),
    ("next-after-f8", "I01", "chlo.broadcast_next_after",
     main("%0 = chlo.broadcast_next_after %y, %y : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>", f"return %x : {T}",
          argument=f"%x: {T}, %y: tensor<4xf8E5M2>")),
    ("custom-call-target", "P12", '""', keeps(op("stablehlo.custom_call", "%x", 'call_target_name = ""', T, T))),
    ("custom-call-layouts", "P06", "stablehlo.custom_call",
     keeps(op("stablehlo.custom_call", "%x", 'call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]', T, T))),
    ("precision-format", "P12", "e5x10", keeps(f"%0 = stablehlo.reduce_precision %x, format = e5x10 : {T}")),
    ("constant-type", "I17", "tensor<5xf32>", keeps("%0 = stablehlo.constant() {value = dense<1.0> : tensor<3xf32>} : () -> tensor<5xf32>")),
    ("dense-comma", "P01", "2.0", keeps("%0 = stablehlo.constant dense<[1.0 2.0]> : tensor<2xf32>")),
    ("dense-empty-list", "C04", "]>", keeps("%0 = stablehlo.constant dense<[]> : tensor<2xf32>")),
    ("dense-complex", "C05", "1.0", keeps("%0 = stablehlo.constant dense<1.0> : tensor<complex<f32>>")),
    ("huge-integer", "L05", "99999999999999999999", keeps(op("stablehlo.concatenate", "%x, %x", "dimension = 99999999999999999999", f"{T}, {T}", "tensor<8xf32>"))),
    ("rank-65", "S09", "1x1x", main(f"return %x : {T}", argument=f"%y: tensor<{'1x' * 65}f32>, %x: {T}")),
    ("einsum-letters", "P12", "\"ab,ab", main(op("stablehlo.einsum", "%x, %x", 'einsum_config = "ab,ab->ac"', f"{M}, {M}", "tensor<2x3x4xf32>"), f"return %x : {M}", argument=f"%x: {M}", result=M)),
]


def cases():
    for name, code, at, source in ROWS:
        yield case(f"import-faults.malformed-{name}", f"{code} at `{at}`", "import-diagnostics", source, reject=(code, *place(source, at, 0)))


if __name__ == "__main__":
    write("import-faults", list(cases()), NAME)
