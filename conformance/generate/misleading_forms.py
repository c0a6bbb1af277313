#!/usr/bin/python3
"""Vectors of forms that are easily taken for another one: comparators that resemble a sort by keys, words of a configuration that
resemble its keys, an array of indices in place of a scalar, a result with one dimension too many, a dynamic size of 1 that the
result lacks. And of edges of sizes and numbers: element counts of random bits, decimals halfway between two numbers. By hand."""
from bits import rng_case
from formats import literal
from import_cases import case as import_case, program as imported, s32, f32
from judge import case as judge_case
from through_numpy import combiner, numpy_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/misleading_forms.py"


def sort_case(identity, why, types, comparator, arrays, sorted_arrays):
    """`comparator`: lines on parameters p0, p1, ..., the last one its root."""
    names = [f"  p{k} = {types[k // 2]}[] parameter({k})" for k in range(2 * len(types))]
    *before, last = comparator
    shapes = [f"{t}[{len(values)}]" for t, values in zip(types, arrays)]
    given = [f"  x{k} = {shape} parameter({k})" for k, shape in enumerate(shapes)]
    operands = ", ".join(f"x{k}" for k in range(len(types)))
    result = shapes[0] if len(types) == 1 else f"({', '.join(shapes)})"
    whole = ["HloModule m", "less {", *names, *("  " + line for line in before), "  ROOT " + last, "}", "ENTRY e {", *given,
             f"  ROOT s = {result} sort({operands}), dimensions={{0}}, is_stable=true, to_apply=less", "}"]
    made = [literal(t, values) for t, values in zip(types, sorted_arrays)]
    return run_case(f"sort.{identity}", why, "Sort", None, [literal(t, values) for t, values in zip(types, arrays)],
                    made[0] if len(made) == 1 else {"tuple": made}, requires=[*types, "pred"], whole=whole)


def sort_cases():
    # No |x| is less than a negative number, no number below 0 comes before one above 0 here, and no number of the first array
    # is in the second one: the elements stay in place, or only the first array decides.
    yield "sort", sort_case("f32.comparator-of-two-functions", "a comparator that applies another function to each side is not a key", ["f32"],
                            ["a = f32[] abs(p0)", "b = f32[] negate(p1)", "c = pred[] compare(a, b), direction=LT"], [[3, 1, 2, 5]], [[3, 1, 2, 5]])
    yield "sort", sort_case("f32.comparator-of-two-comparisons", "a comparator that compares each side with 0 in another way is not a key", ["f32"],
                            ["z = f32[] constant(0)", "a = pred[] compare(p0, z), direction=GE, type=FLOAT", "b = pred[] compare(p1, z), direction=GT, order=TOTAL",
                             "c = pred[] compare(a, b), direction=LT"], [[0, -1, 0, -2]], [[0, -1, 0, -2]])
    yield "sort", sort_case("f32.comparator-with-mixed-tie", "a second key counts only where the comparator says so, here if an element of both arrays is equal", ["f32", "f32"],
                            ["l = pred[] compare(p0, p1), direction=LT", "t = pred[] compare(p2, p1), direction=EQ", "n = pred[] compare(p2, p3), direction=LT",
                             "b = pred[] and(t, n)", "c = pred[] or(l, b)"], [[1, 1, 0], [20, 10, 30]], [[0, 1, 1], [30, 20, 10]])


def reduce_cases():
    lines = ["HloModule m", "most {", "  a = f32[] parameter(0)", "  i = s32[] parameter(1)", "  b = f32[] parameter(2)", "  j = s32[] parameter(3)",
             "  k = pred[] compare(a, b), direction=GT", "  q = pred[] compare(a, b), direction=EQ", "  l = pred[] compare(i, j), direction=LT",
             "  t = pred[] and(q, l)", "  n = pred[] or(k, t)", "  v = f32[] select(k, a, b)", "  w = s32[] select(n, i, j)", "  ROOT r = (f32[], s32[]) tuple(v, w)", "}",
             "ENTRY e {", "  x = f32[5] parameter(0)", "  i = s32[5] iota(), iota_dimension=0", "  z = f32[] constant(0)", "  y = s32[] constant(0)",
             "  ROOT r = (f32[], s32[]) reduce(x, i, z, y), dimensions={0}, to_apply=most", "}"]
    yield "reduce", run_case("reduce.f32.first-largest-without-nan", "the first largest element and its index, by a reducer without a rule for NaN", "Reduce", None,
                             [literal("f32", [3, 1, 5, 5, 2])], {"tuple": [literal("f32", [5], ()), literal("s32", [2], ())]}, requires=["f32", "s32", "pred"], whole=lines)


def window_cases():
    add = combiner("c = s32[] add(a, b)", ["s32", "s32"])
    yield "reduce-window", numpy_case("reduce-window.s32.running-sums-both-ways", "running sums along rows and columns", "ReduceWindow",
                                      ["x = s32[40,50] iota(), iota_dimension=0", "z = s32[] constant(0)",
                                       "w = s32[40,50] reduce-window(x, z), window={size=40x50 pad=39_0x49_0}, to_apply=f",
                                       "ROOT r = s32[50] reduce(w, z), dimensions={0}, to_apply=f"], helpers=add)


def shape_cases():
    yield "dynamic-slice", reject_case("dynamic-slice.s32.rejects-array-among-scalars", "with an index for each dimension, each index is a scalar", "DynamicSlice",
                                       ["x = f32[4,4] parameter(0)", "i = s32[2] parameter(1)", "j = s32[] parameter(2)",
                                        "ROOT r = f32[2,2] dynamic-slice(x, i, j), dynamic_slice_sizes={2,2}"], "dynamic-slice.C2", at="dynamic-slice(", requires=["f32", "s32"])
    yield "dynamic-slice", reject_case("dynamic-slice.s32.rejects-matrix-of-indices", "an array of all indices has one dimension", "DynamicSlice",
                                       ["x = f32[4] parameter(0)", "i = s32[1,1] parameter(1)", "ROOT r = f32[2] dynamic-slice(x, i), dynamic_slice_sizes={2}"],
                                       "dynamic-slice.C2", at="dynamic-slice(", requires=["f32", "s32"])
    for what, why, result in (("kept", "the merged dimension is gone", "u32[3,4]"), ("scalar", "the other dimensions stay", "u32[]")):
        yield "bitcast-convert", reject_case(f"bitcast-convert.u8.rejects-wider-{what}", why, "BitcastConvertType",
                                             ["x = u8[3,4] parameter(0)", f"ROOT r = {result} bitcast-convert(x)"], "bitcast-convert.C5", at=f"{result} bitcast", requires=["u8", "u32"])
    vanished = run_case("reshape.f32.dynamic-one-dropped", "the size of a dropped dimension of bound 1 goes to the dimension before it", "Reshape",
                        ["x = f32[2,1,3] parameter(0)", "n = s32[] parameter(1)", "d = f32[2,<=1,3] set-dimension-size(x, n), dimensions={1}", "ROOT r = f32[<=2,3] reshape(d)"],
                        [literal("f32", [1, 2, 3, 4, 5, 6], (2, 1, 3)), literal("s32", [0], ())], {"shape": "f32[<=2,3]{1,0}", "dynamic_sizes": [0, 3], "data": []},
                        requires=["f32", "s32", "dynamic"], level="impl-defined")
    yield "reshape", vanished


def number_cases():
    yield "reduce-precision", run_case("reduce-precision.f8e4m3fn.sign-of-overflow", "numbers that overflow in a type without infinity become NaN of their sign", "ReducePrecision",
                                       ["x = f8e4m3fn[4] parameter(0)", "r = f8e4m3fn[4] reduce-precision(x), exponent_bits=2, mantissa_bits=3", "ROOT b = u8[4] bitcast-convert(r)"],
                                       [literal("f8e4m3fn", [448, -448, 1.5, -8])], literal("u8", [0x7F, 0xFF, 0x3C, 0xFF]), requires=["f8e4m3fn", "u8"], level="impl-defined")
    for count in (6, 10, 14, 22, 38):
        yield "rng-bit-generator", rng_case(f"philox-{count}", "of the last block only two words are taken", "rng_philox", [5, 11], "u32", (count,))
    yield "rng-bit-generator", rng_case("philox-28", "the last block is whole", "rng_philox", [5, 11], "u16", (28,))


def judge_cases():
    shape, sizes = "f32[2,<=3,2]{2,1,0}", [2, 2, 2]
    one, other = ({"shape": shape, "dynamic_sizes": sizes, "data": [[[1, 2], [3, 4]], [[5, 6], [7, last]]]} for last in (8, 9))
    yield "judge", judge_case("dynamic.middle-equal", "the same live elements around gaps", one, one, True)
    yield "judge", judge_case("dynamic.middle-last-differs", "the last live element behind gaps differs", one, other, False)


def text_cases():
    for what, why, config in (("quoted", "a quoted word is a key only before a colon", '{"note":"lower","lower":true}'),
                              ("bare", "a word is a key only before an equals sign", "{note = lower, lower = true}")):
        lines = ["x = f32[2,2] parameter(0)", f'c = (f32[2,2], s32[]) custom-call(x), custom_call_target="lapack_spotrf_ffi", backend_config={config}',
                 "ROOT g = f32[2,2] get-tuple-element(c), index=0"]
        # The factor is {{2,0},{1,2}}; the other triangle is that of the operand.
        yield "custom-call", run_case(f"custom-call.f32.cholesky-key-as-{what}-value", why, "custom-calls", lines, [literal("f32", [4, 2, 2, 5], (2, 2))],
                                      literal("f32", [2, 2, 1, 2], (2, 2)), requires=["f32", "s32"], doc="imports", level="extended")


def imported_cases():
    # The next f64 below is 262144 less. The number halfway between them, which ends in six zeros, is read as this one, whose
    # significand is even; so 16 digits are enough.
    lines = ["%r = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<atol = 1180591620724736131072.0, rtol = 0.5, ulps = 0, "
             "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>"]
    yield "import-elementwise", import_case("import-elementwise.exponential.accuracy-halfway", "a number is written with the fewest digits that are read as it",
                                            "imported-elementwise", ["func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {", *("  " + line for line in lines), "  return %r : tensor<2xf32>", "}"],
                                            hlo=imported(["r = f32[2]{0} exponential(Arg_0), result_accuracy={tolerance={atol=1.180591620724736e+21,rtol=0.5,ulps=0}}"], {"x": f32([1, 2])}, None))
    reduce = "stablehlo.reduce(%h init: %i) applies stablehlo.{} across dimensions = [0] : (tensor<500xi32>, tensor<i32>) -> tensor<i32>"
    filled = import_case("import-dense.fill-random", "random integers are from -16 to 15, and 500 of them have all values", "import-large-constants",
                         ["func.func @main() -> (tensor<i32>, tensor<i32>) {", "  %c = stablehlo.constant dense_resource<__elided__> : tensor<1100xi32>",
                          "  %h = stablehlo.slice %c [600:1100] : (tensor<1100xi32>) -> tensor<500xi32>", "  %i = stablehlo.constant dense<0> : tensor<i32>",
                          "  %a = " + reduce.format("minimum"), "  %b = " + reduce.format("maximum"), "  return %a, %b : tensor<i32>, tensor<i32>", "}"],
                         options={"fill": "random"}, expect=[s32(-16), s32(15)])
    yield "import-dense", {**filled, "level": "impl-defined"}


if __name__ == "__main__":
    write_groups((sort_cases, reduce_cases, window_cases, shape_cases, number_cases, judge_cases, text_cases, imported_cases), NAME)
