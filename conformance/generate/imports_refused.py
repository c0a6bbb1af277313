#!/usr/bin/python3
"""Ops, attributes, and functions of StableHLO text that are rejected, each with the code and the place of imports
reference 11 (by hand)."""
from import_cases import case, f32
from imports_faults import T, keeps, main, place
from write import write

NAME = "conformance/generate/imports_refused.py"
TOKEN = "!stablehlo.token"
PAIR = "tensor<2xf32>"


def calls(name, *attributes):
    """A custom call of f32[4]."""
    return keeps(f"%0 = stablehlo.custom_call @{name}(%x) {{{', '.join(attributes)}}} : ({T}) -> {T}")


def transposed(permutation):
    return keeps(f'%0 = "stablehlo.transpose"(%x) <{{permutation = {permutation}}}> : ({T}) -> {T}')


def constant(text, made=T):
    return keeps(f"%0 = stablehlo.constant {text} : {made}")


def token_op(line):
    return main(line, "return %t : " + TOKEN, argument=f"%t: {TOKEN}", result=TOKEN)


def reduced(mesh, axes='["a"]'):
    return keeps(f'%0 = "stablehlo.all_reduce"(%x) <{{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = {mesh}, axes = {axes}>}}> ({{',
                 "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %s = stablehlo.add %a, %b : tensor<f32>",
                 "  stablehlo.return %s : tensor<f32>", f"}}) : ({T}) -> {T}")


UNKNOWN = "tensor<?xf32>"
TWO_CALLS = main(*(f"%{i} = call @g(%x) : ({T}) -> {T}" for i in range(2)), f"return %x : {T}")
# An attribute of 700 KB at each of 30 ops.
LONG = ['#a0 = "' + "0123456789" * 4 + '"', *(f"#a{i + 1} = [#a{i}, #a{i}]" for i in range(14)),
        *main(*(f"%{i} = stablehlo.negate %x {{mhlo.frontend_attributes = {{x = #a14}}}} : {T}" for i in range(30)), f"return %x : {T}")]
GENERIC = ["  ^bb0(%x: tensor<f32>):", '    "func.return"(%x) : (tensor<f32>) -> ()']
ROWS = [
    # name, code, text at the place, which of its occurrences, why, source
    ("few-elements", "C04", "]", 0, "a list has as many elements as the dimension", constant("dense<[1.0, 2.0]>")),
    ("many-elements", "C03", "5.0", 0, "a list has no more elements than the dimension", constant("dense<[1.0, 2.0, 3.0, 4.0, 5.0]>")),
    ("deep-list", "C02", "[1.0]", 0, "lists are nested as deep as the rank", constant("dense<[[1.0], [2.0]]>")),
    ("flat-list", "C02", "1.0", 0, "lists are nested no less deep than the rank", constant("dense<[1.0, 2.0]>", "tensor<1x2xf32>")),
    ("no-digit", "C05", "g", 0, "bytes are hexadecimal digits", constant('dense<"0x0000g000">', "tensor<f32>")),
    ("odd-digits", "C05", "00000", 0, "bytes have two digits each", constant('dense<"0x00000">', "tensor<f32>")),
    ("few-bytes", "C04", "0000803F0000803F", 0, "there are as many bytes as the elements take", constant('dense<"0x0000803F0000803F">')),
    ("many-bytes", "C03", "0000803F" * 5, 0, "there are no more bytes than the elements take", constant(f'dense<"0x{"0000803F" * 5}">')),
    ("bare-digits", "C05", "0000803F", 0, "a string of bytes begins with 0x", constant('dense<"0000803F">', "tensor<f32>")),
    ("sparse-constant", "I05", "sparse<", 0, "constants are dense", constant("sparse<[[0]], [1.0]>")),
    ("number-of-no-result", "N01", "%0#2", 0, "the results of an op are numbered from 0",
     main(f"%0:2 = stablehlo.optimization_barrier %x, %x : {T}, {T}", f"%1 = stablehlo.negate %0#2 : {T}", f"return %x : {T}")),
    ("floats-for-integers", "P12", "dense<[0.0]>", 0, "a permutation is a list of integers", transposed("dense<[0.0]> : tensor<1xf32>")),
    ("elided-list", "P12", "dense<...>", 0, "the numbers of an attribute are not left out", transposed("dense<...> : tensor<1xi64>")),
    ("long-list", "P12", "dense<0>", 0, "a list of an attribute has at most 2^20 integers", transposed("dense<0> : tensor<1048577xi64>")),
    ("negative-tolerance", "P12", "-1.0", 0, "the tolerances of a result accuracy are not negative",
     keeps('%0 = "stablehlo.exponential"(%x) <{result_accuracy = #stablehlo.result_accuracy<atol = -1.0, rtol = 0.5, ulps = 1, '
           f"mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}}> : ({T}) -> {T}")),
    ("string-for-list", "P12", '"0"', 0, "a permutation is a list of integers, not a string", transposed('"0"')),
    ("open-module", "P13", (5, 1), 0, "a module ends with a brace", ["module {", *main(f"return %x : {T}")]),
    ("nameless-function", "P06", "func.func", 0, "a function in the generic form has a name",
     ['"builtin.module"() ({', '  "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>}> ({', *GENERIC, "  }) : () -> ()", "}) : () -> ()"]),
    ("block-without-argument", "P07", "func.func", 0, "the block of a function has the arguments of its type",
     ['"builtin.module"() ({', '  "func.func"() <{function_type = (tensor<f32>, tensor<f32>) -> tensor<f32>, sym_name = "main"}> ({', *GENERIC,
      "  }) : () -> ()", "}) : () -> ()"]),
    ("reducer-of-one", "P07", "%a: tensor<f32>) {", 0, "a reducer has a pair of arguments for each input",
     keeps(f"%c = stablehlo.constant dense<0.0> : tensor<f32>",
           f"%0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : ({T}, tensor<f32>) -> tensor<f32>",
           " reducer(%a: tensor<f32>) {", "  stablehlo.return %a : tensor<f32>", " }")),
    ("open-dense", "L06", "<1.0", 0, "a bracket is closed", keeps(f"%0 = stablehlo.constant dense<1.0 : tensor<4xf32")[:2]),
    ("scan-inputs", "P07", "chlo.scan", 0, "a scan has operands for all of its inputs",
     keeps(f'%0:2 = "chlo.scan"(%x, %x) <{{dimension = 0 : i64, operandSegmentSizes = array<i32: 5, 1>, resultSegmentSizes = array<i32: 1, 1>}}> ({{',
           "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  stablehlo.return %a, %b : tensor<f32>, tensor<f32>",
           f"}}) : ({T}, {T}) -> ({T}, {T})")),
    ("layout-of-one-dimension-twice", "S02", "dense<[0, 0]>", 0, "a layout names each dimension once",
     keeps('%0 = "stablehlo.custom_call"(%x) <{call_target_name = "f", operand_layouts = [dense<[0, 0]> : tensor<2xindex>], '
           f"result_layouts = [dense<0> : tensor<1xindex>]}}> : ({T}) -> {T}")),
    ("undefined-computation", "I11", "@g", 0, "the computations of a custom call are functions of the text", calls("f", "called_computations = [@g]")),
    ("infeed-without-token", "P07", "stablehlo.infeed", 0, "an infeed has a token", token_op(f'"stablehlo.infeed"(%t) : ({TOKEN}) -> ()')),
    ("recv-without-token", "P07", "stablehlo.recv", 0, "a recv has a token",
     token_op(f'"stablehlo.recv"(%t) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}}> : ({TOKEN}) -> ()')),
    ("empty-future", "I07", "!stablehlo.future<>", 0, "a future holds a value",
     keeps('%0 = "stablehlo.async_start"(%x) ({', f"^bb0(%a: {T}):", f"  stablehlo.return %a : {T}", f"}}) : ({T}) -> !stablehlo.future<>")),
    ("async-done-without-result", "P07", "stablehlo.async_done", 0, "the end of an async op has its results",
     keeps('%0 = "stablehlo.async_start"(%x) ({', f"^bb0(%a: {T}):", f"  stablehlo.return %a : {T}", f"}}) : ({T}) -> !stablehlo.future<{T}>",
           f'"stablehlo.async_done"(%0) : (!stablehlo.future<{T}>) -> ()')),
    ("type-in-tuple", "I07", "tensor<i7>", 0, "the types inside a tuple are types of HLO", main(f"return %x : {T}", argument=f"%x: {T}, %y: tuple<tensor<i7>>")),
    ("function-type", "I02", f"({T})", 0, "an argument must not be a function",
     main(f"return %x : {T}", argument=f"%x: {T}, %f: ({T}) -> {T}")),
    ("open-list", "L06", "[b, f", 0, "a list of dimension numbers is closed",
     main("%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f, 0", f"return %x : {T}")),
    ("entry-without-body", "I11", "@main", 0, "the entry has a body", [f"func.func private @main({T}) -> {T}"]),
    ("no-function", "I10", None, 0, "a text has a function", ["module {", "}"]),
    ("mesh-text", "P12", "#sdy.mesh<[1]>", 0, "a mesh lists its axes with names and sizes", reduced("#sdy.mesh<[1]>")),
    ("mesh-missing", "P12", "#stablehlo.replica_group_mesh_axes", 0, "replica groups of a mesh name it",
     keeps('%0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<axes = ["a"]>}> : '
           f"({T}) -> {T}")),
    ("axis-text", "P12", "#sdy<axis_ref 1>", 0, "an axis is a name", reduced('#sdy.mesh<["a"=2]>', "[#sdy<axis_ref 1>]")),
    ("top-k-of-one", "P07", "stablehlo.custom_call", 0, "a top-k has values and indices", calls("mhlo.topk", "mhlo.attributes = {k = 2 : i64, largest = true}")),
    ("top-k-unknown", "I03", "stablehlo.custom_call", 0, "k follows from the text",
     main(f"%0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : ({T}, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)", f"return %x : {T}",
          argument=f"%x: {T}, %k: tensor<i32>")),
    ("number-for-tensor", "P12", "3 : i32", 0, "the value of a constant tensor is dense",
     keeps(f'%0 = "stablehlo.constant"() <{{value = 3 : i32}}> : () -> tensor<2xi32>')),
    ("no-result", "P07", "stablehlo.add", 0, "an op has its result", keeps(f'"stablehlo.add"(%x, %x) : ({T}, {T}) -> ()')),
    ("unknown-padding", "I03", "stablehlo.dynamic_conv", 0, "the padding of a convolution follows from the text",
     main('%0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, '
          'dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>}> : '
          "(tensor<1x1x4xf32>, tensor<1x1x2xf32>, tensor<1x2xi64>) -> tensor<1x1x4xf32>", f"return %x : {T}",
          argument=f"%x: {T}, %a: tensor<1x1x4xf32>, %b: tensor<1x1x2xf32>, %p: tensor<1x2xi64>")),
    ("unknown-future", "I07", "stablehlo.async_start", 0, "the result of an async_start is a future",
     keeps('%0 = "stablehlo.async_start"(%x) ({', f"^bb0(%a: {PAIR}):", f"  stablehlo.return %a : {PAIR}", f"}}) : ({T}) -> {T}")),
    ("loose-value", "N01", "%q", 0, "a value that is an argument of loose ops has a type", [f"%0 = stablehlo.negate %x : {T}", "%1 = stablehlo.add %0, %q"]),
    ("faulty-op-in-callee", "P01", "?", 0, "calls of a function that could not be read add no errors of their own",
     [*TWO_CALLS, f"func.func private @g(%x: {T}) -> {T} {{", "  %0 = stablehlo.add %x, ?", f"  return %0 : {T}", "}"]),
    ("fault-in-callee", "I01", "stablehlo.foo", 0, "calls of a function that could not be converted add no errors of their own",
     [*(line.replace(f"-> {T}", f"-> {UNKNOWN}") if "call" in line else line for line in TWO_CALLS),
      f"func.func private @g(%x: {T}) -> {UNKNOWN} {{", f"  %0 = stablehlo.foo %x : ({T}) -> {UNKNOWN}", f"  return %0 : {UNKNOWN}", "}"]),
    ("computation-without-body", "I11", "@g", 0, "the computations of a custom call have bodies",
     [*calls("f", "called_computations = [@g]"), f"func.func private @g({T}) -> {T}"]),
    ("recursive-computation", "I11", "@main]", 0, "a custom call does not call the function around it", calls("f", "called_computations = [@main]")),
    ("fault-in-computation", "I01", "stablehlo.foo", 0, "a computation that could not be converted adds no error of its own",
     [*calls("f", "called_computations = [@g]"), f"func.func private @g(%x: {T}) -> {UNKNOWN} {{", f"  %0 = stablehlo.foo %x : ({T}) -> {UNKNOWN}",
      f"  return %0 : {UNKNOWN}", "}"]),
    ("returned-type", "I17", "%x :", 0, "a function returns the types that it declares",
     [f"func.func @main(%x: {PAIR}) -> {T} {{", f"  return %x : {PAIR}", "}"]),
    ("returned-number", "P07", "return", 0, "a function returns as many values as it declares",
     [f"func.func @main(%x: {T}) -> ({T}, {T}) {{", f"  return %x : {T}", "}"]),
    ("no-return", "P07", "@main", 0, "a function with results ends with a return", [f"func.func @main(%x: {T}) -> {T} {{", f"  %0 = stablehlo.negate %x : {T}", "}"]),
    ("called-result", "I17", "call", 0, "a call has the results that its function declares",
     [*main(f"%0 = call @g(%x) : ({T}) -> {PAIR}", f"return %x : {T}"), f"func.func private @g(%y: {T}) -> {T} {{", f"  return %y : {T}", "}"]),
    ("called-operand", "I17", "%x)", 0, "the operands of a call are of the types that its function declares",
     [*main(f"%0 = call @g(%x) : ({T}) -> {T}", f"return %x : {T}"), f"func.func private @g(%y: {PAIR}) -> {T} {{",
      f"  %0 = stablehlo.constant dense<1.0> : {T}", f"  return %0 : {T}", "}"]),
    ("nameless-arguments", "P07", "@main", 0, "the arguments of a function with a body have names",
     [f"func.func @main({T}) -> {T} {{", f"  %0 = stablehlo.constant dense<1.0> : {T}", f"  return %0 : {T}", "}"]),
    ("type-in-block", "I17", "%x", 0, "the arguments of the block are of the types of the function",
     [f"func.func @main({PAIR}) -> {T} {{", f"^bb0(%x: {T}):", f"  return %x : {T}", "}"]),
    ("resource-bytes", "C05", "0x04", 0, "a resource has an alignment of 4 bytes before its elements",
     [*main("%0 = stablehlo.constant dense_resource<r> : tensor<1xf32>", f"return %x : {T}"), '{-# dialect_resources: { builtin: { r: "0x04" } } #-}']),
    ("far-too-few-elements", "C04", "]", 0, "a short list for a large array", constant("dense<[1.0]>", "tensor<1000000xf32>")),
    ("no-element", "C04", (2, 33), 0, "an array that is not empty has elements", constant("dense<>", "tensor<2xf32>")),
    ("wide-digits", "C01", "0x1FF", 0, "hexadecimal digits fit the bits of the type", constant("dense<0x1FF>", "tensor<i8>")),
    ("beyond-f8", "C01", "1.0e6", 0, "a type without infinity has a largest number", constant("dense<1.0e6>", "tensor<f8E4M3FN>")),
    ("exponent-without-point", "P01", "1e-5", 0, "a number with an exponent has a point", calls("f", "mhlo.x = 1e-5 : f32")),
    ("open-string", "L03", '"0x00', 0, "a string of bytes is closed", constant('dense<"0x00>', "tensor<i8>")),
    ("branch", "I06", "stablehlo.negate", 0, "an op has no successors: computations have one block", keeps(f'%0 = "stablehlo.negate"(%x)[^bb1] : ({T}) -> {T}')),
    ("loop-types", "P07", "stablehlo.while", 0, "each value of a loop has a type",
     keeps(f"%0:2 = stablehlo.while(%a = %x, %b = %x) : {T}", "cond {", "  stablehlo.return %a : " + T, "} do {", "  stablehlo.return %a : " + T, "}")),
    ("bounds", "P12", "#stablehlo.bounds", 0, "there are as many bounds as dimensions",
     main("return %x : tensor<?xf32, #stablehlo.bounds<4, 5>>", argument="%x: tensor<?xf32, #stablehlo.bounds<4, 5>>", result="tensor<?xf32, #stablehlo.bounds<4, 5>>")),
    ("deep-attribute", "P10", None, 0, "attributes are nested at most 200 deep", calls("f", "mhlo.x = " + "[" * 250 + "1" + "]" * 250)),
    ("no-token", "L01", "\\", 0, "every character begins a token", keeps(f"%0 = stablehlo.negate \\ : {T}")),
    ("many-results", "P12", "99999999", 0, "an op has at most so many results", keeps(f"%0:99999999 = stablehlo.optimization_barrier %x : {T}")),
    ("dot-numbers", "P12", "1 : i64", 0, "dimension numbers are a list of names and values",
     keeps(f'%0 = "stablehlo.dot_general"(%x, %x) <{{dot_dimension_numbers = 1 : i64}}> : ({T}, {T}) -> tensor<f32>')),
    ("word-for-float", "P12", '"tiny"', 0, "an epsilon is a number",
     main(f'%0 = "stablehlo.batch_norm_inference"(%y, %x, %x, %x, %x) <{{epsilon = "tiny", feature_index = 1 : i64}}> : (tensor<2x4xf32>, {T}, {T}, {T}, {T}) -> tensor<2x4xf32>',
          f"return %x : {T}", argument=f"%x: {T}, %y: tensor<2x4xf32>")),
    ("named-arguments", "P07", "sdy.named_computation", 0, "a computation has as many arguments as the op has operands",
     keeps('%0 = "sdy.named_computation"(%x) <{name = "f"}> ({', f"^bb0(%a: {T}, %b: {T}):", f'  "sdy.return"(%a) : ({T}) -> ()', f"}}) : ({T}) -> {T}")),
    ("named-results", "P07", "sdy.named_computation", 0, "a computation returns as many values as the op has results",
     keeps('%0 = "sdy.named_computation"(%x) <{name = "f"}> ({', f"^bb0(%a: {T}):", f'  "sdy.return"(%a, %a) : ({T}, {T}) -> ()', f"}}) : ({T}) -> {T}")),
    ("local-arguments", "P07", "sdy.manual_computation", 0, "a computation has as many arguments as the op has operands",
     keeps('%0 = "sdy.manual_computation"(%x) ({', f"^bb0(%a: {T}, %b: {T}):", f'  "sdy.return"(%a) : ({T}) -> ()', f"}}) : ({T}) -> {T}")),
    ("local-results", "P07", "sdy.manual_computation", 0, "a computation returns as many values as the op has results",
     keeps('%0 = "sdy.manual_computation"(%x) ({', f"^bb0(%a: {T}):", f'  "sdy.return"(%a, %a) : ({T}, {T}) -> ()', f"}}) : ({T}) -> {T}")),
    ("digamma-of-integers", "I01", "chlo.digamma", 0, "a function of CHLO is defined for floats",
     main("%0 = chlo.digamma %n : tensor<4xi32> -> tensor<4xi32>", f"return %x : {T}", argument=f"%x: {T}, %n: tensor<4xi32>")),
    ("dynamic-root", "I01", "stablehlo.collective_broadcast", 0, "HLO has no dynamic root",
     keeps(f'%0 = "stablehlo.collective_broadcast"(%x) <{{replica_groups = dense<0> : tensor<1x1xi64>, has_dynamic_root = true}}> : ({T}) -> {T}')),
    ("all-to-all-results", "P07", "stablehlo.all_to_all", 0, "there are as many results as operands",
     keeps(f'%0 = "stablehlo.all_to_all"(%x, %x) <{{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}}> : ({T}, {T}) -> {T}')),
    ("split-count", "P12", "3 : i64", 0, "the count divides the dimension that is split",
     main('%0 = "stablehlo.all_to_all"(%y) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : '
          "(tensor<2x4xf32>) -> tensor<2x4xf32>", f"return %x : {T}", argument=f"%x: {T}, %y: tensor<2x4xf32>")),
    ("async-without-region", "P07", "stablehlo.async_start", 0, "an async op has a region", keeps(f'%0 = "stablehlo.async_start"(%x) : ({T}) -> !stablehlo.future<{T}>')),
    ("async-arguments", "P07", "stablehlo.async_start", 0, "the region has as many arguments as the op has operands",
     keeps('%0 = "stablehlo.async_start"(%x) ({', f"^bb0(%a: {T}, %b: {T}):", f"  stablehlo.return %a : {T}", f"}}) : ({T}) -> !stablehlo.future<{T}>")),
    ("early-return", "I06", "stablehlo.return", 0, "a return is the last op of its region", keeps(f"stablehlo.return %x : {T}", f"%0 = stablehlo.negate %x : {T}")),
    ("broadcast-without-result", "P07", "stablehlo.broadcast_in_dim", 0, "an op has its result",
     keeps(f'"stablehlo.broadcast_in_dim"(%x) <{{broadcast_dimensions = array<i64: 0>}}> : ({T}) -> ()')),
    ("identity-with-results", "P07", "sdy.all_to_all", 0, "an op has its result", keeps(f'%0:2 = "sdy.all_to_all"(%x) : ({T}) -> ({T}, {T})')),
    ("approx-top-k-unknown", "I03", "stablehlo.custom_call", 0, "k follows from the text",
     main("%0 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %z, %k) {mhlo.backend_config = {reduction_dim = 0 : i64}} : "
          f"({T}, tensor<f32>, tensor<i32>) -> tensor<?xf32>", f"return %x : {T}", argument=f"%x: {T}, %z: tensor<f32>, %k: tensor<i32>")),
    ("axis-of-no-mesh", "P12", "#stablehlo.replica_group_mesh_axes", 0, "the axes are those of the mesh", reduced('#sdy.mesh<["a"=2]>', '["b"]')),
    ("mesh-undefined", "P12", "@m,", 0, "the mesh of replica groups is in the text", reduced("@m")),
    ("axis-without-name", "P12", "#stablehlo.axis_ref", 0, "an axis has a name", reduced('#sdy.mesh<["a"=2]>', "[#stablehlo.axis_ref<sub_axis_info = (1)2>]")),
    ("constant-like-word", "P12", '"x"', 0, "a constant is a number", keeps(f'%0 = "chlo.constant_like"(%x) <{{value = "x"}}> : ({T}) -> {T}')),
    ("constant-without-result", "P07", "stablehlo.constant", 0, "a constant has a result", keeps('"stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> ()')),
    ("gather-without-result", "P07", "stablehlo.all_gather", 0, "a collective has a result",
     keeps(f'"stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}}> : ({T}) -> ()')),
    ("reduce-without-result", "P07", "stablehlo.reduce", 0, "a reduction has a result",
     main('"stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({', "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  stablehlo.return %a : tensor<f32>",
          "}) : (" + T + ", tensor<f32>) -> ()", f"return %x : {T}", argument=f"%x: {T}, %z: tensor<f32>")),
    ("resources-open", "P13", None, 0, "the resources end before the text", [*main(f"return %x : {T}"), "{-# dialect_resources: {"]),
    ("behind-element", "P01", "2> :", 0, "one element is a splat", constant("dense<1.0 2>", "tensor<2xf32>")),
    ("bits-digit", "C05", "g", 0, "packed bits are hexadecimal digits", constant('dense<"0x0g">', "tensor<1xi1>")),
    ("expected-number", "P12", "1 : i32", 0, "what is expected is dense<...>", keeps(f'"check.expect_eq_const"(%x) <{{value = 1 : i32}}> : ({T}) -> ()')),
    ("bounds-of-slice", "P12", "stablehlo.real_dynamic_slice", 0, "starts and limits that are operands have the same length",
     keeps("%s = stablehlo.constant dense<0> : tensor<1xi32>", "%l = stablehlo.constant dense<[2, 2]> : tensor<2xi32>", "%t = stablehlo.constant dense<1> : tensor<1xi32>",
           f"%0 = stablehlo.real_dynamic_slice %x, %s, %l, %t : ({T}, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<2xf32>")),
    ("unknown-arithmetic", "I02", "arith.addi", 0, "arithmetic on sizes follows from the text",
     main("%0 = arith.addi %n, %n : tensor<4xi32>", f"return %x : {T}", argument=f"%x: {T}, %n: tensor<4xi32>")),
    ("applied-op", "I01", "stablehlo.foo", 0, "a reduction applies an op that combines two values",
     main(f"%0 = stablehlo.reduce(%x init: %z) applies stablehlo.foo across dimensions = [0] : ({T}, tensor<f32>) -> tensor<f32>", f"return %x : {T}", argument=f"%x: {T}, %z: tensor<f32>")),
    ("axis-without-size", "P12", "#stablehlo.mesh_axis", 0, "an axis has a name and a size", reduced('#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a">]>')),
    ("sub-axis-number", "P12", "1>]", 0, "a part of an axis is written as (before)size", reduced('#sdy.mesh<["a"=2]>', '[#stablehlo.axis_ref<name = "a", sub_axis_info = 1>]')),
    ("kernel-rank", "P12", "#stablehlo.conv<", 0, "the labels of a kernel are as many as its dimensions",
     main('%0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, '
          'dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>}> : (tensor<1x1x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x3xf32>', f"return %x : {T}",
          argument=f"%x: {T}, %a: tensor<1x1x4xf32>, %b: tensor<1x1x2x2xf32>")),
    ("label-of-no-dimension", "P12", "#stablehlo.conv<", 0, "every dimension of a convolution has a label",
     main('%0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, '
          'dimension_numbers = #stablehlo.conv<[b, f, ?]x[o, i, 0]->[b, f, 0]>}> : (tensor<1x1x4xf32>, tensor<1x1x2xf32>) -> tensor<1x1x3xf32>', f"return %x : {T}",
          argument=f"%x: {T}, %a: tensor<1x1x4xf32>, %b: tensor<1x1x2xf32>")),
    ("raw-numbers", "P12", "#stablehlo.conv<", 0, "dimension numbers name each dimension once",
     main('%0 = "stablehlo.convolution"(%a, %b) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, '
          "dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [2], kernel_output_feature_dimension = 0, "
          "kernel_input_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>}> : "
          "(tensor<1x1x4xf32>, tensor<1x1x2xf32>) -> tensor<1x1x3xf32>", f"return %x : {T}", argument=f"%x: {T}, %a: tensor<1x1x4xf32>, %b: tensor<1x1x2xf32>")),
    ("plain-dequantize", "I04", None, 0, "only a quantized value is dequantized", keeps(f'%0 = "stablehlo.uniform_dequantize"(%x) : ({T}) -> {T}')),
    ("dot-of-scalar", "V02", "stablehlo.dot", 0, "a dot takes vectors or matrices",
     main('%0 = "stablehlo.dot"(%a, %x) : (tensor<f32>, ' + f"{T}) -> tensor<f32>", f"return %x : {T}", argument=f"%x: {T}, %a: tensor<f32>")),
    ("layouts-count", "P12", "[dense<0>", 0, "each operand and result has a layout",
     calls("f", "operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]", "result_layouts = [dense<0> : tensor<1xindex>]")),
    ("dynamic-padding", "I03", "stablehlo.dynamic_pad", 0, "a padding follows from the text",
     main('%0 = "stablehlo.dynamic_pad"(%x, %z, %n, %n, %n) : (' + f"{T}, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> {UNKNOWN}", f"return %x : {T}",
          argument=f"%x: {T}, %z: tensor<f32>, %n: tensor<1xi32>")),
    ("long-text", "P10", None, 0, "attributes that aliases make long do not let the HLO text grow without a limit", LONG),
]


def cases():
    for name, code, at, occurrence, why, source in ROWS:
        where = at if isinstance(at, tuple) else place(source, at, occurrence) if at else ()
        yield case(f"import-faults.{name}", why, "import-diagnostics", source, reject=(code, *where))
    levels = [*main(f"%0 = call @f0(%x) : ({T}) -> {T}", f"return %0 : {T}"),
              *(line for k in range(190) for line in (f"func.func private @f{k}(%x: {T}) -> {T} {{", f"  %0 = call @f{k + 1}(%x) : ({T}) -> {T}", f"  return %0 : {T}", "}")),
              f"func.func private @f190(%x: {T}) -> {T} {{", "  %p = stablehlo.constant dense<true> : tensor<i1>",
              *[f'  %r = "stablehlo.if"(%p) ({{'] * 20, f"  stablehlo.return %x : {T}", *[f"  stablehlo.return %r : {T}", f"}}, {{ stablehlo.return %x : {T} }}) : (tensor<i1>) -> {T}"] * 20,
              f"  return %r : {T}", "}"]
    del levels[-42]  # the innermost region returns once
    yield case("import-faults.deep-regions", "calls and regions together are nested at most 200 deep", "import-limits", levels, reject=("P10",))
    asserted = main("%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>", "%m = stablehlo.constant dense<4> : tensor<i32>",
                    "%c = stablehlo.compare EQ, %n, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                    'stablehlo.custom_call @shape_assertion(%c) {error_message = "there are four", has_side_effect = true} : (tensor<i1>) -> ()',
                    "return %x : tensor<?xf32>", argument="%x: tensor<?xf32>", result="tensor<?xf32>")
    yield case("import-faults.false-condition", "a condition on dimensions holds", "import-diagnostics", asserted, options={"dims": {"arg0": 3}},
               reject=("I03", *place(asserted, "stablehlo.custom_call", 0)))
    deep = ["func.func private @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {",
            "  %c = stablehlo.constant dense<1> : tensor<i32>", "  %m = stablehlo.add %n, %c : tensor<i32>",
            "  %r = call @f(%m, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>", "  return %r : tensor<?xf32>", "}",
            *main("%n = stablehlo.constant dense<0> : tensor<i32>", "%r = call @f(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>",
                  "return %r : tensor<?xf32>", argument="%x: tensor<?xf32>", result="tensor<?xf32>")]
    yield case("import-faults.deep-calls", "calls are nested at most 200 deep, also those of a function that numbers its calls",
               "import-diagnostics", deep, options={"dims": {"arg0": 2}}, reject=("P10", *place(deep, "@f(%n:", 0)))


def passing():
    """What must not be rejected."""
    quoted = [*calls("f", 'called_computations = [@"g"]'), f"func.func private @g(%x: {T}) -> {T} {{", f"  return %x : {T}", "}"]
    yield case("import-calls.quoted-computation", "a name in quotes is the same name", "custom-calls", quoted,
               hlo=["HloModule main", "g {", "  ROOT Arg_0 = f32[4]{0} parameter(0)", "}", "ENTRY main {", "  ROOT Arg_0 = f32[4]{0} parameter(0)",
                    '  v0 = f32[4]{0} custom-call(Arg_0), custom_call_target="f", called_computations={g}', "}"],
               warning=("I16", *place(quoted, "stablehlo.custom_call", 0)))


if __name__ == "__main__":
    write("import-faults", list(cases()), NAME)
    write("import-calls", list(passing()), NAME)
