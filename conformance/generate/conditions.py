#!/usr/bin/python3
"""Reject vectors for each condition of a rule that has several, and for each diagnostic that no other case causes. Codes
and positions by hand, from the rules of the operation reference."""
from through_numpy import combiner
from write import reject_case, write

NAME = "conformance/generate/conditions.py"
SUM = combiner("c = f32[] add(a, b)", ["f32", "f32"])
IDENTITY = ["id {", "  a = f32[] parameter(0)", "  ROOT c = f32[] negate(a)", "}"]
X = "x = f32[4] parameter(0)"
HUGE = "u1[4611686018427387904]"


def whole(body, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in body), "}"]


# op: (type, what, why, anchor, body, code, position, helpers)
CASES = {
    "convolution": [
        ("f32", "feature-groups-zero", "feature_group_count is at least 1", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, feature_group_count=0"], "convolution.C1", "feature_group_count"),
        ("f32", "batch-groups-negative", "batch_group_count is at least 1", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, batch_group_count=-1"], "convolution.C1", "batch_group_count"),
        ("f32", "indivisible-features", "the input features are a multiple of feature_group_count", "Conv", ["x = f32[1,5,4] parameter(0)", "k = f32[4,2,2] parameter(1)",
         "ROOT r = f32[1,4,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, feature_group_count=2"], "convolution.C5", None),
        ("f32", "kernel-features-per-group", "the kernel has the features of one group, not of all", "Conv", ["x = f32[1,4,4] parameter(0)", "k = f32[4,4,2] parameter(1)",
         "ROOT r = f32[1,4,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, feature_group_count=2"], "convolution.C5", None),
        ("f32", "outputs-not-divisible-by-features", "the output features are a multiple of feature_group_count", "Conv", ["x = f32[1,4,4] parameter(0)",
         "k = f32[3,2,2] parameter(1)", "ROOT r = f32[1,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, feature_group_count=2"], "convolution.C6", None),
        ("f32", "outputs-not-divisible-by-batches", "the output features are a multiple of batch_group_count", "Conv", ["x = f32[4,2,4] parameter(0)",
         "k = f32[3,2,2] parameter(1)", "ROOT r = f32[2,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0, batch_group_count=2"], "convolution.C6", None),
        ("f32", "tuple-result", "the result is an array", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = (f32[1,3,3]) convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0"], "convolution.C8", "(f32[1,3,3])"),
        ("s32", "narrow-result", "an integer result is at least as wide as the operands", "Conv", ["x = s32[1,2,4] parameter(0)", "k = s32[3,2,2] parameter(1)",
         "ROOT r = s16[1,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0"], "convolution.C8", "s16"),
        ("f32", "dynamic-outputs", "the number of output features is static", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[<=3,2,2] parameter(1)",
         "ROOT r = f32[1,<=3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0"], "convolution.C8", None),
        ("f32", "kernel-rank", "the kernel has the rank of the labels", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2,1] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2}, dim_labels=bf0_oi0->bf0"], "convolution.C3", None),
        ("f32", "window-other-size", "the window has the sizes of the kernel", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,2] convolution(x, k), window={size=3}, dim_labels=bf0_oi0->bf0"], "convolution.C4", None),
        ("f32", "window-two-entries", "one window entry per spatial dimension", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2x1}, dim_labels=bf0_oi0->bf0"], "convolution.C4", None),
        ("f32", "window-stride-zero", "strides are at least 1", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2 stride=0}, dim_labels=bf0_oi0->bf0"], "convolution.C4", None),
        ("f32", "window-dilation-zero", "the kernel dilation is at least 1", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2 rhs_dilate=0}, dim_labels=bf0_oi0->bf0"], "convolution.C4", None),
        ("f32", "base-dilation-zero", "the base dilation is at least 1", "Conv", ["x = f32[1,2,4] parameter(0)", "k = f32[3,2,2] parameter(1)",
         "ROOT r = f32[1,3,3] convolution(x, k), window={size=2 lhs_dilate=0}, dim_labels=bf0_oi0->bf0"], "convolution.C4", None),
    ],
    "dot": [
        ("f32", "right-range", "contracting dimensions of the right operand are below its rank", "Dot", ["x = f32[3,4] parameter(0)", "y = f32[4,2] parameter(1)",
         "ROOT r = f32[3,2] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={2}"], "dot.C3", "rhs_contracting_dims"),
        ("f32", "right-repeat", "contracting dimensions of the right operand are listed once", "Dot", ["x = f32[4,4] parameter(0)", "y = f32[4,4] parameter(1)",
         "ROOT r = f32[] dot(x, y), lhs_contracting_dims={0,1}, rhs_contracting_dims={0,0}"], "dot.C3", "rhs_contracting_dims"),
        ("f32", "left-repeat", "contracting dimensions of the left operand are listed once", "Dot", ["x = f32[4,4] parameter(0)", "y = f32[4,4] parameter(1)",
         "ROOT r = f32[] dot(x, y), lhs_contracting_dims={0,0}, rhs_contracting_dims={0,1}"], "dot.C3", "lhs_contracting_dims"),
        ("f32", "right-batch-and-contracting", "a dimension of the right operand has one role", "Dot", ["x = f32[2,4] parameter(0)", "y = f32[2,4] parameter(1)",
         "ROOT r = f32[2] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_contracting_dims={0}"], "dot.C3", None),
        ("f32", "batch-list-lengths", "batch lists are equally long", "Dot", ["x = f32[2,3,4] parameter(0)", "y = f32[2,3,4] parameter(1)",
         "ROOT r = f32[2,3,3] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0,1}, lhs_contracting_dims={2}, rhs_contracting_dims={2}"], "dot.C2", None),
        ("f32", "right-batch-range", "batch dimensions of the right operand are below its rank", "Dot", ["x = f32[2,4] parameter(0)", "y = f32[2,4] parameter(1)",
         "ROOT r = f32[2] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={5}, lhs_contracting_dims={1}, rhs_contracting_dims={1}"], "dot.C3", "rhs_batch_dims"),
        ("f32", "tuple-result", "the result is an array", "Dot", ["x = f32[3,4] parameter(0)", "y = f32[4,2] parameter(1)",
         "ROOT r = (f32[3,2]) dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}"], "dot.C6", "(f32[3,2])"),
    ],
    "conditional": [
        ("f32", "pred-with-branch-list", "a pred selector has true_computation and false_computation", "Conditional", ["p = pred[] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x, x), branch_computations={id, id}"], "conditional.C2", "branch_computations", IDENTITY),
        ("f32", "index-with-two-branches-by-name", "an s32 selector has branch_computations", "Conditional", ["p = s32[] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x, x), true_computation=id, false_computation=id"], "conditional.C2", "true_computation", IDENTITY),
        ("f32", "missing-operand", "one operand for each branch", "Conditional", ["p = s32[] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x), branch_computations={id, id}"], "conditional.C2", None, IDENTITY),
        ("f32", "additional-operand", "no operand without a branch", "Conditional", ["p = s32[] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x, x, x), branch_computations={id, id}"], "conditional.C2", None, IDENTITY),
        ("s64", "wide-selector", "the selector is pred or s32", "Conditional", ["p = s64[] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x, x), branch_computations={id, id}"], "conditional.C1", None, IDENTITY),
        ("s32", "selector-array", "the selector is a scalar", "Conditional", ["p = s32[1] parameter(0)", "x = f32[] parameter(1)",
         "ROOT r = f32[] conditional(p, x, x), branch_computations={id, id}"], "conditional.C1", None, IDENTITY),
        ("f32", "second-branch-parameter", "the second branch takes its operand, too", "Conditional", ["p = s32[] parameter(0)", "x = f32[] parameter(1)", "y = s32[] parameter(2)",
         "ROOT r = f32[] conditional(p, x, y), branch_computations={id, id}"], "conditional.C3", None, IDENTITY),
    ],
    "while": [
        ("s32", "condition-state", "the condition takes the state", "While", ["x = s32[] parameter(0)", "ROOT r = s32[] while(x), condition=c, body=b"], "while.C1", "condition=",
         ["c {", "  p = f32[] parameter(0)", "  ROOT t = pred[] constant(false)", "}", "b {", "  p = s32[] parameter(0)", "  ROOT n = s32[] negate(p)", "}"]),
        ("s32", "body-state", "the body takes the state", "While", ["x = s32[] parameter(0)", "ROOT r = s32[] while(x), condition=c, body=b"], "while.C2", "body=",
         ["c {", "  p = s32[] parameter(0)", "  ROOT t = pred[] constant(false)", "}", "b {", "  p = f32[] parameter(0)", "  ROOT n = s32[] convert(p)", "}"]),
        ("s32", "condition-parameters", "the condition has one parameter", "While", ["x = s32[] parameter(0)", "ROOT r = s32[] while(x), condition=c, body=b"], "while.C1", "condition=",
         ["c {", "  p = s32[] parameter(0)", "  q = s32[] parameter(1)", "  ROOT t = pred[] constant(false)", "}", "b {", "  p = s32[] parameter(0)", "  ROOT n = s32[] negate(p)", "}"]),
        ("s32", "condition-array", "the condition returns a scalar", "While", ["x = s32[] parameter(0)", "ROOT r = s32[] while(x), condition=c, body=b"], "while.C1", "condition=",
         ["c {", "  p = s32[] parameter(0)", "  ROOT t = pred[1] constant({false})", "}", "b {", "  p = s32[] parameter(0)", "  ROOT n = s32[] negate(p)", "}"]),
    ],
    "scan": [
        ("f32", "two-dimensions", "one scanned dimension", "Reduce", ["x = f32[3,2] parameter(0)", "z = f32[2] parameter(1)",
         "ROOT r = (f32[3,2], f32[2]) scan(x, z), dimensions={0,1}, num_carries=1, to_apply=f"], "scan.C1", "dimensions"),
        ("f32", "no-input", "at least one input", "Reduce", ["z = f32[] parameter(0)", "y = f32[] parameter(1)",
         "ROOT r = (f32[], f32[]) scan(z, y), dimensions={0}, num_carries=2, to_apply=f"], "scan.C1", "num_carries"),
        ("f32", "carries-beyond-operands", "not more carries than operands", "Reduce", ["x = f32[3] parameter(0)", "z = f32[] parameter(1)",
         "ROOT r = (f32[3], f32[]) scan(x, z), dimensions={0}, num_carries=3, to_apply=f"], "scan.C2", "num_carries"),
        ("f32", "negative-carries", "the number of carries is not negative", "Reduce", ["x = f32[3] parameter(0)", "z = f32[] parameter(1)",
         "ROOT r = (f32[3], f32[]) scan(x, z), dimensions={0}, num_carries=-1, to_apply=f"], "scan.C2", "num_carries"),
        ("f32", "carry-type", "the carry keeps its type", "Reduce", ["x = f32[3] parameter(0)", "z = f32[] parameter(1)",
         "ROOT r = (f32[3], f32[]) scan(x, z), dimensions={0}, num_carries=1, to_apply=g"], "scan.C3", "to_apply",
         ["g {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  c = s32[] convert(b)", "  ROOT t = (f32[], s32[]) tuple(a, c)", "}"]),
        ("f32", "no-carry-returned", "to_apply returns the carries", "Reduce", ["x = f32[3] parameter(0)", "z = f32[] parameter(1)",
         "ROOT r = f32[] scan(x, z), dimensions={0}, num_carries=1, to_apply=g"], "scan.C3", "to_apply",
         ["g {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT t = () tuple()", "}"]),
        ("f32", "output-rank", "an output has a place for the scanned dimension", "Reduce", ["x = f32[2,3] parameter(0)", "z = f32[] parameter(1)",
         "ROOT r = (f32[3], f32[]) scan(x, z), dimensions={1}, num_carries=1, to_apply=g"], "scan.C3", "to_apply",
         ["g {", "  a = f32[2] parameter(0)", "  b = f32[] parameter(1)", "  ROOT t = (f32[], f32[]) tuple(b, b)", "}"]),
    ],
    "slice": [
        ("f32", "negative-start", "a start is not negative", "Slice", [X, "ROOT r = f32[4] slice(x), slice={[-1:3]}"], "slice.C2", None),
        ("f32", "limit-before-start", "a limit is not below its start", "Slice", [X, "ROOT r = f32[0] slice(x), slice={[3:2]}"], "slice.C2", None),
        ("f32", "negative-stride", "a stride is at least 1", "Slice", [X, "ROOT r = f32[2] slice(x), slice={[0:4:-2]}"], "slice.C3", None),
    ],
    "dynamic-slice": [
        ("f32", "negative-size", "a size is not negative", "DynamicSlice", [X, "p = s32[] parameter(1)", "ROOT r = f32[1] dynamic-slice(x, p), dynamic_slice_sizes={-1}"],
         "dynamic-slice.C3", "dynamic_slice_sizes"),
        ("f32", "start-float", "a start is an integer", "DynamicSlice", [X, "p = f32[] parameter(1)", "ROOT r = f32[2] dynamic-slice(x, p), dynamic_slice_sizes={2}"], "dynamic-slice.C2", None),
    ],
    "bitcast-convert": [
        ("f6e2m3fn", "narrow-no-divisor", "the narrow width divides the wide one", "BitcastConvertType", ["x = u8[4] parameter(0)", "ROOT r = f6e2m3fn[4,1] bitcast-convert(x)"],
         "bitcast-convert.C4", None),
        ("f6e3m2fn", "wide-no-multiple", "the wide width is a multiple of the narrow one", "BitcastConvertType", ["x = f6e3m2fn[4,1] parameter(0)", "ROOT r = u8[4] bitcast-convert(x)"],
         "bitcast-convert.C5", None),
        ("u8", "dynamic-last-of-two", "the joined dimension is static", "BitcastConvertType", ["x = u8[2,<=2] parameter(0)", "ROOT r = u16[2] bitcast-convert(x)"], "bitcast-convert.C6", None),
    ],
    "compare": [
        ("f32", "unsigned-type", "floating-point operands have no unsigned comparison", "compare", ["x = f32[2] parameter(0)",
         "ROOT r = pred[2] compare(x, x), direction=LT, type=UNSIGNED"], "compare.C4", "type="),
        ("s32", "float-type", "integers have no floating-point comparison", "compare", ["x = s32[2] parameter(0)", "ROOT r = pred[2] compare(x, x), direction=LT, type=FLOAT"],
         "compare.C4", "type="),
        ("u32", "signed-type", "unsigned integers have no signed comparison", "compare", ["x = u32[2] parameter(0)", "ROOT r = pred[2] compare(x, x), direction=LT, type=SIGNED"],
         "compare.C4", "type="),
        ("s32", "unsigned-type", "signed integers have no unsigned comparison", "compare", ["x = s32[2] parameter(0)", "ROOT r = pred[2] compare(x, x), direction=LT, type=UNSIGNED"],
         "compare.C4", "type="),
        ("s32", "total-order", "integers have no total order of floating-point numbers", "compare", ["x = s32[2] parameter(0)",
         "ROOT r = pred[2] compare(x, x), direction=LT, type=TOTALORDER"], "compare.C4", "type="),
        *(("c64", f"complex-{way.lower()}", "complex numbers are equal or not, but not ordered", "compare", ["x = c64[2] parameter(0)", f"ROOT r = pred[2] compare(x, x), direction={way}"],
           "compare.C5", "direction=") for way in ("LE", "GT", "GE")),
    ],
    "reduce": [
        ("f32", "first-parameter-type", "the accumulator has the element type", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = s32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] negate(b)", "}"]),
        ("f32", "second-parameter-type", "the element parameter has the element type", "Reduce", [X, "z = f32[] parameter(1)",
         "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"], "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = s32[] parameter(1)", "  ROOT c = f32[] negate(a)", "}"]),
        ("f32", "second-parameter-array", "parameters are scalars", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = f32[1] parameter(1)", "  ROOT c = f32[] negate(a)", "}"]),
        ("f32", "third-parameter", "two parameters for one input", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  d = f32[] parameter(2)", "  ROOT c = f32[] negate(a)", "}"]),
        ("f32", "result-type", "the reducer returns the element type", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = s32[] convert(a)", "}"]),
        ("f32", "result-array", "the reducer returns a scalar", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[1] reshape(a)", "}"]),
        ("f32", "result-tuple-for-one", "one input gives no tuple", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"],
         "reduce.C5", None, ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = (f32[], f32[]) tuple(a, b)", "}"]),
        ("f32", "crossed-parameters", "accumulators come first, then elements", "Reduce", [X, "y = s32[4] parameter(1)", "z = f32[] parameter(2)", "w = s32[] parameter(3)",
         "ROOT r = (f32[], s32[]) reduce(x, y, z, w), dimensions={0}, to_apply=f"], "reduce.C5", None,
         ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  c = s32[] parameter(2)", "  d = s32[] parameter(3)", "  ROOT t = (f32[], s32[]) tuple(a, c)", "}"]),
        ("f32", "not-a-computation", "to_apply names a computation", "Reduce", [X, "z = f32[] parameter(1)", "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=z"], "N02", None, SUM),
    ],
    "collective-permute": [
        ("f32", "in-place-three-operands", "the in-place form has four operands", "4.5", ["x = f32[4] parameter(0)", "o = f32[4] parameter(1)", "i = s32[] constant(0)", "t = (s32[]) tuple(i)",
         "ROOT r = f32[4] collective-permute(x, o, t), source_target_pairs={{0,1}}, slice_sizes={{2}}"], "collective-permute.C1", None),
        ("f32", "in-place-types", "input and output have one type", "4.5", ["x = f32[4] parameter(0)", "o = s32[4] parameter(1)", "i = s32[] constant(0)", "t = (s32[]) tuple(i)",
         "ROOT r = s32[4] collective-permute(x, o, t, t), source_target_pairs={{0,1}}, slice_sizes={{2}}"], "collective-permute.C1", None),
        ("f32", "in-place-ranks", "input and output have one rank", "4.5", ["x = f32[4] parameter(0)", "o = f32[2,2] parameter(1)", "i = s32[] constant(0)", "t = (s32[]) tuple(i)",
         "ROOT r = f32[2,2] collective-permute(x, o, t, t), source_target_pairs={{0,1}}, slice_sizes={{2}}"], "collective-permute.C1", None),
        ("f32", "in-place-input-offsets", "an offset per dimension", "4.5", ["x = f32[4] parameter(0)", "o = f32[4] parameter(1)", "i = s32[] constant(0)", "t = (s32[]) tuple(i)",
         "u = (s32[], s32[]) tuple(i, i)", "ROOT r = f32[4] collective-permute(x, o, u, t), source_target_pairs={{0,1}}, slice_sizes={{2}}"], "collective-permute.C1", None),
        ("f32", "in-place-output-offsets", "an offset per dimension of the output, too", "4.5", ["x = f32[4] parameter(0)", "o = f32[4] parameter(1)", "i = s32[] constant(0)",
         "t = (s32[]) tuple(i)", "u = (s32[], s32[]) tuple(i, i)", "ROOT r = f32[4] collective-permute(x, o, t, u), source_target_pairs={{0,1}}, slice_sizes={{2}}"], "collective-permute.C1", None),
        ("f32", "in-place-size", "a slice fits into the output", "4.5", ["x = f32[4] parameter(0)", "o = f32[3] parameter(1)", "i = s32[] constant(0)", "t = (s32[]) tuple(i)",
         "ROOT r = f32[3] collective-permute(x, o, t, t), source_target_pairs={{0,1}}, slice_sizes={{4}}"], "collective-permute.C1", "slice_sizes"),
    ],
    "reshape": [
        ("f32", "inferred-dimension-range", "inferred_dimension is below the rank", "Reshape", [X, "ROOT r = f32[2,2] reshape(x), inferred_dimension=2"], "reshape.C3", None),
        ("f32", "inferred-dimension-negative", "inferred_dimension is not negative", "Reshape", [X, "ROOT r = f32[2,2] reshape(x), inferred_dimension=-2"], "reshape.C3", None),
    ],
    "concatenate": [("u1", "size-beyond-63-bits", "sizes stay below 2^63", "Concatenate", [f"x = {HUGE} parameter(0)", f"ROOT r = {HUGE} concatenate(x, x), dimensions={{0}}"], "S09", None)],
    "pad": [("u1", "size-beyond-63-bits", "sizes stay below 2^63", "Pad", [f"x = {HUGE} parameter(0)", "z = u1[] parameter(1)", f"ROOT r = {HUGE} pad(x, z), padding=4611686018427387904_0"], "S09", None)],
    "reduce-window": [("u1", "size-beyond-63-bits", "sizes stay below 2^63", "ReduceWindow", [f"x = {HUGE} parameter(0)", "z = u1[] parameter(1)",
                       f"ROOT r = {HUGE} reduce-window(x, z), window={{size=1 pad=4611686018427387904_0}}, to_apply=f"], "S09", None, combiner("c = u1[] or(a, b)", ["u1", "u1"]))],
    "all-gather": [("u1", "size-beyond-63-bits", "sizes stay below 2^63", "4.1", [f"x = {HUGE} parameter(0)",
                    f"ROOT r = {HUGE} all-gather(x), replica_groups={{{{0,1}}}}, dimensions={{0}}"], "S09", None)],
    "sort": [("f32", "no-operand", "at least one operand", "Sort", [X, "ROOT r = () sort(), dimensions={0}, to_apply=f"], "P07", None, combiner("c = pred[] compare(a, b), direction=LT", ["f32", "f32"])),
             ("f32", "key-types", "parameters 2 and 3 have the type of the second operand", "Sort", [X, "y = s32[4] parameter(1)",
              "ROOT r = (f32[4], s32[4]) sort(x, y), dimensions={0}, to_apply=f"], "sort.C3", None,
              combiner("c = pred[] compare(a, b), direction=LT", ["f32", "f32", "f32", "f32"], parameters="abpq")),
             ("f32", "crossed-types", "parameters are in pairs for each operand", "Sort", [X, "y = s32[4] parameter(1)",
              "ROOT r = (f32[4], s32[4]) sort(x, y), dimensions={0}, to_apply=f"], "sort.C3", None,
              combiner("c = pred[] compare(a, p), direction=LT", ["f32", "s32", "f32", "s32"], parameters="abpq"))],
    "map": [("f32", "no-operand", "at least one operand", "Map", ["ROOT r = f32[4] map(), dimensions={0}, to_apply=f"], "P07", None, SUM),
            ("f32", "returns-array", "the function returns a scalar", "Map", [X, "ROOT r = f32[4] map(x), dimensions={0}, to_apply=f"], "map.C3", None,
             ["f {", "  a = f32[] parameter(0)", "  ROOT c = f32[1] reshape(a)", "}"])],
    "clamp": [("f32", "lower-limit-size", "the lower limit has the sizes of the operand", "Clamp", ["a = f32[3] parameter(0)", "x = f32[4] parameter(1)", "b = f32[4] parameter(2)",
               "ROOT r = f32[4] clamp(a, x, b)"], "clamp.C3", None),
              ("f32", "upper-limit-size", "the upper limit has the sizes of the operand", "Clamp", ["a = f32[4] parameter(0)", "x = f32[4] parameter(1)", "b = f32[3] parameter(2)",
               "ROOT r = f32[4] clamp(a, x, b)"], "clamp.C3", None),
              ("f32", "upper-limit-rank", "the upper limit is a scalar or has the rank of the operand", "Clamp", ["a = f32[] parameter(0)", "x = f32[4] parameter(1)", "b = f32[4,1] parameter(2)",
               "ROOT r = f32[4] clamp(a, x, b)"], "clamp.C3", None),
              ("f32", "upper-limit-type", "the upper limit has the element type of the operand", "Clamp", ["a = f32[] parameter(0)", "x = f32[4] parameter(1)", "b = s32[] parameter(2)",
               "ROOT r = f32[4] clamp(a, x, b)"], "clamp.C1", None)],
    "select": [("f32", "tuple-branch", "the branches are arrays", "Select", ["p = pred[] parameter(0)", "x = (f32[2]) parameter(1)", "ROOT r = (f32[2]) select(p, x, x)"], "select.C4", None)],
    "tuple": [("f32", "array-result", "the result is a tuple", "Tuple", [X, "ROOT r = f32[4] tuple(x)"], "tuple.C1", "f32[4] tuple")],
    "constant": [("f32", "nan-payload-zero", "a payload of zero would be an infinity", "constant", ["ROOT r = f32[] constant(nan(0x0))"], "C06", "nan(0x0)"),
                 ("bf16", "nan-payload-zero", "a payload of zero would be an infinity", "constant", ["ROOT r = bf16[] constant(-nan(0x0))"], "C06", "-nan(0x0)"),
                 ("f8e4m3fn", "nan-payload", "this type has a single NaN", "constant", ["ROOT r = f8e4m3fn[] constant(nan(0x3))"], "C06", "nan(0x3)"),
                 ("f32", "nan-payload-wide", "a payload has at most 23 bits", "constant", ["ROOT r = f32[] constant(nan(0x1000000))"], "C06", "nan(")],
    "parameter": [("f32", "negative-number", "numbers start at 0", "parameter", ["ROOT r = f32[] parameter(-1)"], "N07", None)],
    "iota": [("s32", "dynamic", "the sizes are static", "Iota", ["ROOT r = s32[<=4] iota(), iota_dimension=0"], "S05", None),
             ("s32", "negative-dimension", "iota_dimension is not negative", "Iota", ["ROOT r = s32[4] iota(), iota_dimension=-1"], "iota.C4", None)],
    "shuffle": [("f32", "permute", "only the mode rotate can be evaluated", "shuffle", [X, "ROOT r = f32[4] shuffle(x), dimensions={0}, mode=permute, shifts={1}"], "R07", None)],
    "broadcast": [("f32", "token-result", "the result is an array", "BroadcastInDim", [X, "ROOT r = token[] broadcast(x), dimensions={0}"], "S05", None),
                  ("f32", "negative-entry", "entries are not negative", "BroadcastInDim", [X, "ROOT r = f32[4,2] broadcast(x), dimensions={-1}"], "broadcast.C2", "dimensions")],
}


def main():
    for op, entries in CASES.items():
        cases = []
        for name, what, why, anchor, body, code, at, *helpers in entries:
            own = helpers[0] if helpers else SUM if any("to_apply=f" in line for line in body) else ()
            lines = whole(body, own)
            cases.append(reject_case(f"{op}.{name}.rejects-{what}", why, anchor, None, code, at=at, line=len(lines) - 1 if at else None, whole=lines,
                                     requires=[name], doc="collectives" if op in ("all-gather", "collective-permute") else None))
        write(op, cases, NAME)


if __name__ == "__main__":
    main()
