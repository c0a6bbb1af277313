#!/usr/bin/python3
"""Custom calls for convolutions of cuDNN, products of cuBLAS, eigenvalues, and singular values. The oracle of convolutions
is a loop over all products in numpy; what is exact there is exact in f32. Eigenvalues and singular values are by hand, and
vectors are judged by what they must satisfy, because their signs are a choice."""
import itertools

import numpy

from formats import convert_to, literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/library_products.py"
SUM = "the products, summed one by one in numpy's f64"


def values(*dims, step=7, period=11):
    """Small integers and halves: their products and sums are exact."""
    return ((numpy.arange(int(numpy.prod(dims))) * step % period - period // 2) / 2).reshape(dims)


def lit(array, kind="f32"):
    return literal(kind, [float(x) for x in numpy.asarray(array).ravel()], tuple(numpy.shape(array)))


def rounded(array, kind):
    return lit(numpy.vectorize(lambda x: convert_to(kind, float(x)))(array), kind)


class Forward:
    """A convolution of [n, h, w, c] with [o, h, w, i] to [n, h, w, o]: the labels of GPUs."""

    def __init__(self, image, kernel, *, stride=(1, 1), pad=((0, 0), (0, 0)), dilate=(1, 1), groups=1, reversal=False):
        self.image, self.kernel, self.stride, self.pad, self.dilate, self.groups, self.reversal = image, kernel, stride, pad, dilate, groups, reversal
        places = [(image[1 + d] + sum(pad[d]) - (kernel[1 + d] - 1) * dilate[d] - 1) // stride[d] + 1 for d in range(2)]
        self.out = (image[0], *places, kernel[0])

    def terms(self):
        """(element of the image, of the kernel, of the output) of each product."""
        per_group, out_per_group = self.kernel[3], self.kernel[0] // self.groups
        for n, y, x, o in itertools.product(*map(range, self.out)):
            for ky, kx, i in itertools.product(*map(range, self.kernel[1:])):
                at = [p * s - pad[0] + k * d for p, s, pad, k, d in zip((y, x), self.stride, self.pad, (ky, kx), self.dilate)]
                if all(0 <= a < size for a, size in zip(at, self.image[1:3])):
                    tap = (self.kernel[1] - 1 - ky, self.kernel[2] - 1 - kx) if self.reversal else (ky, kx)
                    yield (n, *at, o // out_per_group * per_group + i), (o, *tap, i), (n, y, x, o)

    def of(self, wanted, **given):
        """Sums into one of image, kernel, out from the two others."""
        shapes = {"image": self.image, "kernel": self.kernel, "out": self.out}
        result = numpy.zeros(shapes[wanted])
        for places in self.terms():
            at = dict(zip(shapes, places))
            a, b = (given[name][at[name]] for name in shapes if name != wanted)
            result[at[wanted]] += a * b
        return result

    def window(self):
        parts = ["size=" + "x".join(map(str, self.kernel[1:3]))]
        if self.stride != (1, 1):
            parts.append("stride=" + "x".join(map(str, self.stride)))
        if self.pad != ((0, 0), (0, 0)):
            parts.append("pad=" + "x".join(f"{low}_{high}" for low, high in self.pad))
        if self.dilate != (1, 1):
            parts.append("rhs_dilate=" + "x".join(map(str, self.dilate)))
        if self.reversal:
            parts.append("rhs_reversal=1x1")
        return " ".join(parts)


def text(dims, kind="f32"):
    return f"{kind}[{','.join(map(str, dims))}]"


def cudnn(identity, why, target, forward, operands, result, *, config="", kind="f32", more=(), oracle=SUM, tol=None):
    """`operands`: arrays; the first element of the result."""
    arrays = [*operands, *more]
    lines = [f"p{k} = {text(a.shape, kind)} parameter({k})" for k, a in enumerate(arrays)]
    groups = f", feature_group_count={forward.groups}" if forward.groups > 1 else ""
    names = ", ".join(f"p{k}" for k in range(len(arrays)))
    config = config or '"activation_mode":"kNone","conv_result_scale":1,"side_input_scale":0'
    shape = text(result.shape, kind)
    lines += [f'c = ({shape}, u8[0]) custom-call({names}), window={{{forward.window()}}}, dim_labels=b01f_o01i->b01f{groups}, '
              f'custom_call_target="__cudnn${target}", backend_config={{"cudnn_conv_backend_config":{{{config}}}}}',
              f"ROOT r = {shape} get-tuple-element(c), index=0"]
    return "custom-call", run_case(f"custom-call.{kind}.{identity}", why, "custom-calls", lines, [lit(a, kind) for a in arrays], lit(result, kind),
                                   level="extended", requires=[kind, "u8"], doc="imports", oracle=oracle, tol=tol)


GEOMETRIES = (  # topic, why, forward
    ("plain", "each tap once", Forward((2, 5, 4, 3), (2, 3, 2, 3))),
    ("strided", "a stride leaves positions out", Forward((1, 7, 8, 2), (3, 3, 2, 2), stride=(2, 3))),
    ("padded", "padding at both ends, also uneven", Forward((1, 4, 5, 2), (2, 3, 3, 2), pad=((1, 1), (2, 0)))),
    ("dilated", "taps with gaps, strided", Forward((1, 9, 6, 2), (2, 3, 2, 2), dilate=(2, 3), stride=(2, 1), pad=((1, 0), (1, 2)))),
    ("grouped", "groups of features", Forward((2, 4, 4, 6), (4, 2, 2, 3), groups=2)),
    ("depthwise", "a group for each feature", Forward((1, 4, 4, 3), (6, 3, 3, 1), groups=3, pad=((1, 1), (1, 1)))),
    ("negative-padding", "negative padding drops elements", Forward((1, 6, 5, 2), (2, 2, 2, 2), pad=((-1, 1), (0, -1)))),
)


def convolutions():
    for topic, why, forward in GEOMETRIES:
        image, kernel, out = values(*forward.image), values(*forward.kernel, step=5, period=7), values(*forward.out, step=3, period=13)
        yield cudnn(f"cudnn-backward-input-{topic}", f"the gradient of the input: {why}", "convBackwardInput", forward, [out, kernel],
                    forward.of("image", kernel=kernel, out=out))
        yield cudnn(f"cudnn-backward-filter-{topic}", f"the gradient of the filter: {why}", "convBackwardFilter", forward, [image, out],
                    forward.of("kernel", image=image, out=out))
    turned = Forward((1, 5, 4, 2), (2, 3, 2, 2), reversal=True)
    kernel, out = values(*turned.kernel), values(*turned.out)
    yield cudnn("cudnn-backward-input-reversed", "the gradient of the input: the filter is reversed", "convBackwardInput", turned, [out, kernel],
                turned.of("image", kernel=kernel, out=out))
    forward = Forward((2, 4, 3, 2), (3, 2, 2, 2))
    image, kernel, bias = values(*forward.image), values(*forward.kernel, step=5, period=7), numpy.array([0.5, -4.0, 2.25])
    plain = forward.of("out", image=image, kernel=kernel)
    side = values(*forward.out, step=3, period=5)
    for mode, function in (("kNone", lambda x: x), ("kRelu", lambda x: numpy.maximum(x, 0)), ("kRelu6", lambda x: numpy.clip(x, 0, 6)),
                           ("kLeakyRelu", lambda x: numpy.where(x < 0, 0.25 * x, x))):
        config = f'"activation_mode":"{mode}","conv_result_scale":2,"leakyrelu_alpha":0.25,"side_input_scale":0'
        yield cudnn(f"cudnn-bias-{mode[1:].lower()}", "a scale, a bias for each feature, and an activation", "convBiasActivationForward", forward, [image, kernel],
                    function(2 * plain + bias), config=config, more=[bias])
    config = '"activation_mode":"kElu","conv_result_scale":1,"leakyrelu_alpha":0,"side_input_scale":0.5'
    sums = plain + bias + 0.5 * side
    yield cudnn("cudnn-bias-side-elu", "a side input with a scale; exp(x) - 1 below 0", "convBiasActivationForward", forward, [image, kernel],
                numpy.where(sums < 0, numpy.expm1(sums), sums), config=config, more=[bias, side], tol={"class": "close", "ulp": 2})
    yield cudnn("cudnn-bias-relu", "half precision: one rounding after the bias", "convBiasActivationForward", forward, [image, kernel], numpy.maximum(plain + bias, 0),
                config='"activation_mode":"kRelu","conv_result_scale":1,"side_input_scale":0', more=[bias], kind="f16")


def gemm(identity, why, a, b, result, *, alpha=1, beta=0, epilogue="DEFAULT", more=(), kind="f32", tol=None):
    arrays = [a, b, *more]
    lines = [f"p{k} = {text(x.shape, kind)} parameter({k})" for k, x in enumerate(arrays)]
    names, shape = ", ".join(f"p{k}" for k in range(len(arrays))), text(result.shape, kind)
    config = (f'{{"gemm_backend_config":{{"alpha_real":{alpha},"alpha_imag":0,"beta":{beta},"dot_dimension_numbers":{{"lhs_contracting_dimensions":["1"],'
              f'"rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}},"epilogue":"{epilogue}"}}}}')
    lines += [f'c = ({shape}, s8[8]) custom-call({names}), custom_call_target="__cublas$lt$matmul", backend_config={config}',
              f"ROOT r = {shape} get-tuple-element(c), index=0"]
    return "custom-call", run_case(f"custom-call.{kind}.cublas-{identity}", why, "custom-calls", lines, [lit(x, kind) for x in arrays], lit(result, kind),
                                   level="extended", requires=[kind, "s8"], doc="imports", oracle="numpy in f64", tol=tol)


def products():
    a, b = values(3, 4), values(4, 2, step=5, period=7)
    c, bias = values(3, 2, step=3, period=5), numpy.array([0.5, -3.0])
    yield gemm("scaled", "a product that is scaled", a, b, 0.5 * (a @ b), alpha=0.5)
    yield gemm("added", "a matrix with a scale is added", a, b, a @ b - 2 * c, beta=-2, more=[c])
    square = numpy.array([[1.0, 2.0], [3.0, 4.0]])
    lines = ["a = f32[2,2] parameter(0)", 'c = (f32[2,2], s8[8]) custom-call(a, a, a), custom_call_target="__cublas$gemm", backend_config='
             '{"gemm_backend_config":{"alpha_real":1,"alpha_imag":0,"beta":1,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}}',
             "ROOT r = f32[2,2] get-tuple-element(c), index=0"]
    yield called("cublas-same-operands", "one array is both factors and what is added", lines, [lit(square)], lit(square @ square + square), also=["s8"])
    call = '(f32[1,1,1,1], u8[0]) custom-call(a, a), window={size=1x1}, dim_labels=b01f_o01i->b01f, custom_call_target="__cudnn$convBackwardInput"'
    lines = ["a = f32[1,1,1,1] parameter(0)", *element(call, "f32[1,1,1,1]", 0)]
    yield called("cudnn-backward-input-same-operands", "the gradient is also the filter", lines, [lit(numpy.full((1, 1, 1, 1), 3.0))], lit(numpy.full((1, 1, 1, 1), 9.0)), also=["u8"])
    yield gemm("bias", "a bias for each column", a, b, a @ b + bias, epilogue="BIAS", more=[bias])
    yield gemm("relu", "negative values become 0", a, b, numpy.maximum(a @ b, 0), epilogue="RELU")
    yield gemm("bias-relu", "the bias comes before the activation", a, b, numpy.maximum(a @ b + bias, 0), epilogue="BIAS_RELU", more=[bias])
    yield gemm("added-bias-relu", "the matrix is the third operand, the bias the fourth", a, b, numpy.maximum(2 * (a @ b) + c + bias, 0), alpha=2, beta=1,
               epilogue="BIAS_RELU", more=[c, bias])
    x = a @ b + bias
    yield gemm("bias-gelu", "the approximation by tanh", a, b, x / 2 * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (x + 0.044715 * x**3))), epilogue="BIAS_GELU",
               more=[bias], tol={"class": "close", "ulp": 4})
    yield gemm("bias-relu", "half precision: one rounding after the bias", a, b, numpy.maximum(a @ b + bias, 0), epilogue="BIAS_RELU", more=[bias], kind="bf16")


def more_products():
    a, b = values(3, 4), values(4, 2, step=5, period=7)
    c, bias = values(3, 2, step=3, period=5), numpy.array([0.5, -3.0])
    x = a @ b + bias
    yield gemm("silu", "x / (1 + exp(-x))", a, b, (a @ b) / (1 + numpy.exp(-(a @ b))), epilogue="SILU", tol={"class": "close", "ulp": 2})
    yield gemm("bias-silu", "the bias comes before the activation", a, b, x / (1 + numpy.exp(-x)), epilogue="BIAS_SILU", more=[bias], tol={"class": "close", "ulp": 2})
    numbers = '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}'

    def of(identity, why, kind, shapes, operands, result, expect, config, *, index=None, wanted="", tol=None):
        names = ", ".join(f"p{k}" for k in range(len(shapes)))
        call = (f'{result} custom-call({names}), custom_call_target="__cublas$lt$matmul", backend_config={{"note":"\\"beta\\":3, beta: 4","gemm_backend_config":{{{config},{numbers}}}}}')
        lines = [f"p{k} = {shape} parameter({k})" for k, shape in enumerate(shapes)]
        lines += [f"ROOT c = {call}"] if index is None else [f"c = {call}", f"ROOT r = {wanted} get-tuple-element(c), index={index}"]
        return "custom-call", run_case(f"custom-call.{kind}.cublas-{identity}", why, "custom-calls", lines, operands, expect, level="extended", requires=[kind, *(["s8"] if "s8" in result else [])],
                                       doc="imports", oracle="numpy in f64", tol=tol)
    plain, both = '"beta":0', ["f32[3,4]", "f32[4,2]"]
    yield of("value-alone", "a result without scratch memory; strings of the configuration have no keys", "f32", both, [lit(a), lit(b)], "f32[3,2]", lit(a @ b), plain)
    yield of("no-largest", "only products of 8-bit floats give the largest magnitude", "f32", both, [lit(a), lit(b)], "(f32[3,2], s8[8])", lit(a @ b), plain + ',"damax_output":true',
             index=0, wanted="f32[3,2]")
    numbers_s8 = [literal("s8", [100, -100, 127, 1], (2, 2)), literal("s8", [127, 2, -128, 3], (2, 2))]
    lines = ["a = s8[2,2] parameter(0)", "b = s8[2,2] parameter(1)", *element(
        f'(s32[2,2], s8[8]) custom-call(a, b), custom_call_target="__cublas$gemm", backend_config={{"gemm_backend_config":{{"alpha_real":1,"beta":0,{numbers}}}}}', "s32[2,2]", 0)]
    yield called("cublas-integers", "integers are neither scaled nor rounded", lines, numbers_s8, literal("s32", [25500, -100, 16001, 257], (2, 2)), name="s32", also=["s8"])
    aux = "(f32[3,2], f32[3,2], s8[8])"
    for index, expect, tol in ((0, x / 2 * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (x + 0.044715 * x**3))), {"class": "close", "ulp": 4}), (1, x, None)):
        yield of(f"bias-gelu-aux-{index}", "GELU, and what it was applied to", "f32", [*both, "f32[2]"], [lit(a), lit(b), lit(bias)], aux, lit(expect), plain + ',"epilogue":"BIAS_GELU_AUX"',
                 index=index, wanted="f32[3,2]", tol=tol)
    tall = numpy.array([0.5, -3.0, 8.0])
    yield of("bias-column-major", "the bias has the most minor dimension of the layout", "f32", [*both, "f32[3]"], [lit(a), lit(b), lit(tall)], "f32[3,2]{0,1}",
             {**lit(a @ b + tall[:, None]), "shape": "f32[3,2]{0,1}"}, plain + ',"epilogue":"BIAS"')
    left, right, added = numpy.array([[1 + 2j, -1j], [3.0, 0.5 - 1j]]), numpy.array([[2.0, 1j], [1 - 1j, -4.0]]), numpy.array([[1j, 2.0], [0.0, 1 + 1j]])
    pair = lambda kind, x: literal(kind, [complex(e) for e in x.ravel()], x.shape)
    for kind in ("c64", "c128"):
        yield of("complex", "a complex scale, and a matrix that is added", kind, [f"{kind}[2,2]"] * 3, [pair(kind, x) for x in (left, right, added)], f"({kind}[2,2], s8[8])",
                 pair(kind, (2 - 1j) * (left @ right) + 3 * added), '"alpha_real":2,"alpha_imag":-1,"beta":3', index=0, wanted=f"{kind}[2,2]")
    lower = numpy.array([[2.0, 0.0], [1.0, 4.0]])
    lines = ["a = f32[2,2] parameter(0)", "b = f32[2,1] parameter(1)", "s = f32[] parameter(2)",
             'ROOT x = f32[2,1] custom-call(a, b, s), custom_call_target="lapack_strsm_ffi", backend_config={diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}']
    yield called("triangular-solve-scaled", "older calls scale the right sides", lines, [lit(lower), lit(numpy.array([[4.0], [10.0]])), lit(numpy.array(0.5))], lit(numpy.array([[1.0], [1.0]])))
    for target, size, operands, result in (("Input", 1, ("f32[1,0,1,1]", "f32[1,1,1,1]"), "f32[1,0,1,1]"), ("Input", 2, ("f32[1,0,1,1]", "f32[1,2,1,1]"), "f32[1,1,1,1]"),
                                           ("Filter", 2, ("f32[1,1,1,1]", "f32[1,0,1,1]"), "f32[1,2,1,1]")):
        lines = [f"p{k} = {shape} parameter({k})" for k, shape in enumerate(operands)]
        lines += element(f'({result}, u8[0]) custom-call(p0, p1), window={{size={size}x1 stride=2x1}}, dim_labels=b01f_o01i->b01f, custom_call_target="__cudnn$convBackward{target}"', result, 0)
        dims = lambda shape: [int(n) for n in shape[4:-1].split(",")]
        yield called(f"cudnn-backward-{target.lower()}-without-output-{size}", "an output without elements has no gradient", lines,
                     [lit(numpy.zeros(dims(shape))) for shape in operands], lit(numpy.zeros(dims(result))), also=["u8"])


def f8(identity, why, kinds, shapes, operands, result, expect, *, index=0, config="", requires=("f8e4m3fn",)):
    """A product of 8-bit floats: `kinds`, `shapes`, and `operands` of a, b, then what else there is; `result` is the tuple."""
    lines = [f"p{k} = {text(shape, kind)} parameter({k})" for k, (kind, shape) in enumerate(zip(kinds, shapes))]
    names = ", ".join(f"p{k}" for k in range(len(kinds)))
    numbers = '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}'
    lines += [f'c = ({", ".join(result)}) custom-call({names}), custom_call_target="__cublas$lt$matmul$f8", backend_config={{"gemm_backend_config":'
              f'{{"alpha_real":1,"alpha_imag":0,{numbers}{config}}}}}', f"ROOT r = {result[index]} get-tuple-element(c), index={index}"]
    args = [lit(x, kind) for kind, x in zip(kinds, operands)]
    return "custom-call", run_case(f"custom-call.f8e4m3fn.cublas-{identity}", why, "custom-calls", lines, args, expect, level="extended",
                                   requires=sorted({*requires, "f32", "s8"}), doc="imports", oracle="exact in numpy's f64")


def f8_products():
    a, b = numpy.array([[1.0, -2.0, 0.5], [4.0, 1.5, 8.0]]), numpy.array([[2.0, 1.0], [0.25, -4.0], [16.0, 3.0]])
    product, one = a @ b, [(), ()]
    kinds, shapes = ["f8e4m3fn"] * 2 + ["f32"] * 2, [a.shape, b.shape, *one]
    yield f8("f8-to-f32", "the scales of both factors, and no scratch memory", kinds, shapes, [a, b, 0.5, 0.25], ["f32[2,2]"], lit(product / 8))
    yield f8("f8-to-bf16", "half precision: one rounding after the scales", kinds, shapes, [a, b, 3.0, 0.01171875], ["bf16[2,2]", "s8[8]"], rounded(product * 3 * 0.01171875, "bf16"),
             requires=("f8e4m3fn", "bf16"))
    scaled = ["f8e4m3fn[2,2]", "f32[]", "s8[8]"]
    largest = dict(config=',"damax_output":true')
    yield f8("f8-scaled-result", "the result of 8 bits has a scale", [*kinds, "f32"], [*shapes, ()], [a, b, 1.0, 1.0, 2.0], scaled[::2], rounded(product * 2, "f8e4m3fn"))
    yield f8("f8-saturated", "larger than 448, the largest finite number", [*kinds, "f32"], [*shapes, ()], [a, b, 1.0, 1.0, -16.0], scaled,
             rounded(numpy.clip(product * -16, -448, 448), "f8e4m3fn"), **largest)
    yield f8("f8-largest", "the largest magnitude is that before the scale of the result", [*kinds, "f32"], [*shapes, ()], [a, b, 1.0, 1.0, 2.0], scaled,
             lit(numpy.abs(product).max()), index=1, **largest)
    yield f8("f8-largest-alone", "with scales of 1 and without an activation", [*kinds, "f32"], [*shapes, ()], [a, b, 1.0, 1.0, 1.0], scaled[:2],
             lit(numpy.abs(product).max()), index=1, **largest)
    yield f8("f8-largest-unscratched", "no other memory than the result and its largest magnitude", [*kinds, "f32"], [*shapes, ()], [a, -b, 0.5, 0.5, 2.0], scaled[:2],
             lit(numpy.abs(product).max() / 4), index=1, **largest)
    c, bias = numpy.array([[1.0, 2.0], [3.0, -4.0]]), numpy.array([0.5, -0.25])
    yield f8("f8-added", "the matrix of `beta` is the third operand, its scale the third", ["f8e4m3fn"] * 2 + ["bf16"] + ["f32"] * 4, [a.shape, b.shape, c.shape, *one, *one],
             [a, b, c, 0.5, 0.25, 4.0, 1.0], ["bf16[2,2]", "s8[8]"], rounded(product / 8 + 8 * c, "bf16"), config=',"beta":2', requires=("f8e4m3fn", "bf16"))
    yield f8("f8-bias", "the bias follows the scales of the factors", ["f8e4m3fn"] * 2 + ["f32"] * 2 + ["f16", "f32"], [*shapes, bias.shape, ()], [a, b, 0.5, 0.25, bias, 4.0],
             ["f8e4m3fn[2,2]", "s8[8]"], rounded(numpy.maximum(product / 8 + bias, 0) * 4, "f8e4m3fn"), config=',"epilogue":"BIAS_RELU"', requires=("f8e4m3fn", "f16"))


def sorts():
    def of(identity, why, kinds, operands, order, *, descending=False, target="__cub$DeviceRadixSort", index=0, tol=None):
        shapes = [text(numpy.shape(x), kind) for kind, x in zip(kinds, operands)]
        names = ", ".join(f"p{k}" for k in range(len(kinds)))
        config = '{"descending":%s}' % str(descending).lower()
        lines = [f"p{k} = {shape} parameter({k})" for k, shape in enumerate(shapes)]
        lines += [f'c = ({", ".join(shapes)}, u8[16]) custom-call({names}), custom_call_target="{target}", backend_config={config}',
                  f"ROOT r = {shapes[index]} get-tuple-element(c), index={index}"]
        expect = numpy.take_along_axis(numpy.array(operands[index]), numpy.array(order), axis=-1)
        return "custom-call", run_case(f"custom-call.{kinds[0]}.{identity}", why, "custom-calls", lines, [lit(x, kind) for kind, x in zip(kinds, operands)], lit(expect, kinds[index]),
                                       level="extended", requires=sorted({*kinds, "u8"}), doc="imports", oracle="by hand", tol=tol)
    nan, inf = float("nan"), float("inf")
    keys, order = [[3, 250, 0, 7], [9, 1, 9, 5]], [[2, 0, 3, 1], [1, 3, 0, 2]]
    yield of("radix-sort", "each line", ["u8"], [keys], order)
    yield of("radix-sort", "signed numbers, largest first", ["s32"], [[[-1, 5, -128, 0]]], [[1, 3, 0, 2]], descending=True)
    rows = [[0, 1, 2, 3], [4, 5, 6, 7]]
    yield of("radix-sort-values", "the values follow their keys; equal keys keep their order", ["u16", "s32"], [keys, rows], order, index=1)
    yield of("radix-sort-values", "largest first, equal keys still keep their order", ["u32", "s32"], [keys, rows], [[1, 3, 0, 2], [0, 2, 3, 1]], descending=True, index=1)
    for kind in ("f16", "bf16", "f32", "f64"):
        yield of("radix-sort-values", "-0 equals 0, NaN is last", [kind, "s32"], [[[0.0, nan, -0.0, -inf, 2.5, inf, 0.0]], [range(7)]], [[3, 0, 2, 6, 4, 5, 1]], index=1)
    yield of("radix-sort-zeros", "the keys keep the signs of their zeros", ["f32"], [[[0.0, 1.0, -0.0, -1.0]]], [[3, 0, 2, 1]], tol={"class": "bits"})
    yield of("radix-sort-unassigned", "the name before the scratch memory has a size", ["u64"], [keys], order, target="__cub$DeviceRadixSortUnassignedScratchSize")
    yield of("radix-sort-empty", "lines without elements", ["u32"], [numpy.zeros((2, 0))], numpy.zeros((2, 0), int))
    lines = ["a = f32[2,4] parameter(0)", *element('(f32[2,2], s32[2,2]) custom-call(a), custom_call_target="__gpu$TopK"', "s32[2,2]", 1)]
    yield called("gpu-top-k", "the largest elements, of equal ones the first", lines, [lit([[1.0, 5.0, 5.0, 2.0], [-1.0, -2.0, 0.0, nan]])],
                 literal("s32", [1, 2, 3, 2], (2, 2)))


def called(identity, why, lines, args, expect, *, name="f32", also=(), tol=None):
    return "custom-call", run_case(f"custom-call.{name}.{identity}", why, "custom-calls", lines, args, expect, level="extended", requires=[name, "s32", *also], doc="imports",
                                   tol=tol)


def element(call, shape, index):
    return [f"c = {call}", f"ROOT r = {shape} get-tuple-element(c), index={index}"]


def spectra():
    lower = "{mode = 86 : ui8, uplo = 76 : ui8}"

    def eigenvalues(identity, why, matrix, expect, target="lapack_ssyevd_ffi", config=lower, index=1, shape=None, **more):
        n = len(matrix)
        kinds = {"c": "c64", "z": "c128", "d": "f64"}.get(target[7] if target.startswith("lapack") else "", "f32")
        real = {"c64": "f32", "c128": "f64"}.get(kinds, kinds)
        call = (f'({kinds}[{n},{n}], {real}[{n}], s32[]) custom-call(a), custom_call_target="{target}", backend_config={config}')
        shape = shape or (f"{kinds}[{n},{n}]", f"{real}[{n}]", "s32[]")[index]
        made = literal(kinds, [x for row in matrix for x in row], (n, n))
        return called(identity, why, [f"a = {kinds}[{n},{n}] parameter(0)", *element(call, shape, index)], [made], expect, name=kinds, also=[real] * (real != kinds), **more)
    pair = [[2.0, 1.0], [1.0, 2.0]]
    close = {"class": "close", "ulp": 2}
    yield eigenvalues("eigenvalues", "ascending: 1 and 3", pair, literal("f32", [1.0, 3.0]), tol=close)
    yield eigenvalues("eigenvalues-lower", "the upper triangle is not read", [[2.0, 9.0], [1.0, 2.0]], literal("f32", [1.0, 3.0]), tol=close)
    yield eigenvalues("eigenvalues-upper", "the lower triangle is not read", [[2.0, 1.0], [9.0, 2.0]], literal("f32", [1.0, 3.0]), config="{mode = 86 : ui8, uplo = 85 : ui8}",
                      tol=close)
    yield eigenvalues("eigenvalues-cusolver", "the same of cuSOLVER", [[2.0, 9.0], [1.0, 2.0]], literal("f32", [1.0, 3.0]), target="cusolver_syevd_ffi",
                      config="{algorithm = 0 : ui8, lower = true}", tol=close)
    yield eigenvalues("eigenvalues-diagonal", "nothing to turn; zeros and negative values are ordered", [[3.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0]],
                      literal("f32", [-1.0, 0.0, 3.0]))
    yield eigenvalues("eigenvectors-diagonal", "columns in the order of the eigenvalues", [[3.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0]],
                      literal("f32", [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], (3, 3)), index=0)
    yield eigenvalues("eigenvalues-zero-diagonal", "equal diagonal elements", [[0.0, -2.0], [-2.0, 0.0]], literal("f32", [-2.0, 2.0]), tol=close)
    yield eigenvalues("eigenvalues-singular", "a matrix of rank 1: 0, 0, 14", [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]], literal("f32", [0.0, 0.0, 14.0]),
                      tol={"class": "accumulate", "terms": 8})
    yield eigenvalues("eigenvalues-large", "no overflow", [[2e300, 1e300], [1e300, 2e300]], literal("f64", [1e300, 3e300]), target="lapack_dsyevd_ffi", tol={"class": "close", "ulp": 8})
    yield eigenvalues("eigenvalues", "Hermitian: the eigenvalues are real", [[2 + 0j, 0 + 9j], [0 + 1j, 2 + 0j]], literal("f32", [1.0, 3.0]), target="lapack_cheevd_ffi", tol=close)
    yield eigenvalues("eigenvalues", "imaginary parts of the diagonal are not read", [[2 + 5j, 0 - 1j], [0 + 1j, 2 - 5j]], literal("f64", [1.0, 3.0]), target="lapack_zheevd_ffi",
                      tol={"class": "close", "ulp": 8})
    nan = float("nan")
    yield eigenvalues("eigenvalues-nan", "a NaN makes all of them NaN", [[nan, 0.0], [0.0, 1.0]], literal("f32", [nan, nan]))
    yield eigenvalues("eigenvalues-nan-code", "a NaN has the code 1", [[nan, 0.0], [0.0, 1.0]], literal("s32", [1], ()), index=2)
    yield eigenvalues("eigenvalues-code", "else the code is 0", pair, literal("s32", [0], ()), index=2)
    # V diag(w) V^H is the matrix.
    a = [[4.0, 1.0, -2.0], [1.0, 3.0, 0.5], [-2.0, 0.5, 5.0]]
    whole = literal("f32", [x for row in a for x in row], (3, 3))
    lines = ["a = f32[3,3] parameter(0)", f'c = (f32[3,3], f32[3], s32[]) custom-call(a), custom_call_target="lapack_ssyevd_ffi", backend_config={lower}',
             "v = f32[3,3] get-tuple-element(c), index=0", "w = f32[3] get-tuple-element(c), index=1", "d = f32[3,3] broadcast(w), dimensions={1}", "vd = f32[3,3] multiply(v, d)",
             "ROOT r = f32[3,3] dot(vd, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}"]
    yield called("eigenvectors", "V diag(w) V^T is the matrix", lines, [whole], whole, tol={"class": "accumulate", "terms": 8})
    h = [[2 + 0j, 1 - 2j], [1 + 2j, -1 + 0j]]
    made = literal("c64", [x for row in h for x in row], (2, 2))
    lines = ["a = c64[2,2] parameter(0)", f'c = (c64[2,2], f32[2], s32[]) custom-call(a), custom_call_target="lapack_cheevd_ffi", backend_config={lower}',
             "v = c64[2,2] get-tuple-element(c), index=0", "w = f32[2] get-tuple-element(c), index=1", "z = f32[2] subtract(w, w)", "wc = c64[2] complex(w, z)",
             "d = c64[2,2] broadcast(wc), dimensions={1}", "vd = c64[2,2] multiply(v, d)", "re = f32[2,2] real(v)", "im = f32[2,2] imag(v)", "mi = f32[2,2] negate(im)",
             "vc = c64[2,2] complex(re, mi)", "ROOT r = c64[2,2] dot(vd, vc), lhs_contracting_dims={1}, rhs_contracting_dims={1}"]
    yield called("eigenvectors", "V diag(w) V^H is the Hermitian matrix", lines, [made], made, name="c64", also=["f32"], tol={"class": "accumulate", "terms": 8})
    batch = literal("f32", [*[2.0, 1.0, 1.0, 2.0], *[5.0, 0.0, 0.0, -1.0]], (2, 2, 2))
    call = f'(f32[2,2,2], f32[2,2], s32[2]) custom-call(a), custom_call_target="lapack_ssyevd_ffi", backend_config={lower}'
    yield called("eigenvalues-batch", "each matrix by itself", ["a = f32[2,2,2] parameter(0)", *element(call, "f32[2,2]", 1)], [batch],
                 literal("f32", [1.0, 3.0, -1.0, 5.0], (2, 2)), tol=close)
    empty = '(f32[0,0], f32[0], s32[]) custom-call(a), custom_call_target="lapack_ssyevd_ffi", backend_config=' + lower
    yield called("eigenvalues-empty", "a matrix without elements has no eigenvalues", ["a = f32[0,0] parameter(0)", *element(empty, "f32[0]", 1)], [literal("f32", [], (0, 0))],
                 literal("f32", [], (0,)))


def svd(m, n, kind="f32", *, mode="{mode = 65 : ui8}", target="lapack_sgesdd_ffi", of_u=None, of_v=None):
    least = min(m, n)
    of_u, of_v = m if of_u is None else of_u, n if of_v is None else of_v
    v = f"{of_v},{n}" if target.startswith("lapack") else f"{n},{of_v}"
    real = {"c64": "f32", "c128": "f64"}.get(kind, kind)
    return (f'({kind}[{m},{n}], {real}[{least}], {kind}[{m},{of_u}], {kind}[{v}], s32[]) custom-call(a), custom_call_target="{target}", backend_config={mode}')


def singular():
    close = {"class": "accumulate", "terms": 8}
    cusolver = {"target": "cusolver_gesvdj_ffi", "mode": "{compute_uv = true, full_matrices = true}"}
    wide, tall = [[3.0, 0.0, 4.0], [0.0, 2.0, 0.0]], [[3.0, 0.0], [0.0, 2.0], [4.0, 0.0]]

    def flat(matrix, kind="f32"):
        return literal(kind, [x for row in matrix for x in row], (len(matrix), len(matrix[0])))

    for topic, matrix in (("wide", wide), ("tall", tall)):
        m, n = len(matrix), len(matrix[0])
        yield called(f"singular-values-{topic}", "descending: 5 and 2", [f"a = f32[{m},{n}] parameter(0)", *element(svd(m, n), "f32[2]", 1)], [flat(matrix)],
                     literal("f32", [5.0, 2.0]), tol=close)
        for form, options in (("full", {}), ("thin", {"of_u": min(m, n), "of_v": min(m, n), "mode": "{mode = 83 : ui8}"})):
            call = svd(m, n, **options)
            u, v = options.get("of_u", m), options.get("of_v", n)
            lines = [f"a = f32[{m},{n}] parameter(0)", f"c = {call}", f"u = f32[{m},{u}] get-tuple-element(c), index=2", f"vt = f32[{v},{n}] get-tuple-element(c), index=3",
                     "s = f32[2] get-tuple-element(c), index=1", f"first = f32[{m},2] slice(u), slice={{[0:{m}], [0:2]}}", f"top = f32[2,{n}] slice(vt), slice={{[0:2], [0:{n}]}}",
                     f"d = f32[{m},2] broadcast(s), dimensions={{1}}", f"us = f32[{m},2] multiply(first, d)",
                     f"ROOT r = f32[{m},{n}] dot(us, top), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}"]
            yield called(f"singular-vectors-{topic}-{form}", "U diag(s) V^T is the matrix", lines, [flat(matrix)], flat(matrix), tol=close)
        for part, size, index in (("u", m, 2), ("v", n, 3)):
            lines = [f"a = f32[{m},{n}] parameter(0)", f"c = {svd(m, n)}", f"q = f32[{size},{size}] get-tuple-element(c), index={index}",
                     f"ROOT r = f32[{size},{size}] dot(q, q), lhs_contracting_dims={{0}}, rhs_contracting_dims={{0}}"]
            yield called(f"singular-vectors-{topic}-{part}", "all columns are orthogonal, those beyond the singular values, too", lines, [flat(matrix)],
                         flat(numpy.eye(size).tolist()), tol=close)
    lines = ["a = f32[3,2] parameter(0)", f"c = {svd(3, 2, **cusolver)}", "u = f32[3,3] get-tuple-element(c), index=2", "v = f32[2,2] get-tuple-element(c), index=3",
             "s = f32[2] get-tuple-element(c), index=1", "first = f32[3,2] slice(u), slice={[0:3], [0:2]}", "d = f32[3,2] broadcast(s), dimensions={1}",
             "us = f32[3,2] multiply(first, d)", "ROOT r = f32[3,2] dot(us, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}"]
    skew = [[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]]
    yield called("singular-vectors-cusolver", "cuSOLVER gives V, not its transpose", lines, [flat(skew)], flat(skew), tol=close)
    for topic, options in (("lapack", {"mode": "{mode = 78 : ui8}"}), ("cusolver", {**cusolver, "mode": "{compute_uv = false, full_matrices = true}"})):
        for part, index in (("u", 2), ("v", 3)):
            yield called(f"singular-values-alone-{topic}-{part}", "without vectors there are zeros", ["a = f32[2,2] parameter(0)", *element(svd(2, 2, **options), "f32[2,2]", index)],
                         [flat([[3.0, 0.0], [4.0, 5.0]])], flat([[0.0, 0.0], [0.0, 0.0]]))
        yield called(f"singular-values-alone-{topic}", "the square roots of 45 and 5", ["a = f32[2,2] parameter(0)", *element(svd(2, 2, **options), "f32[2]", 1)],
                     [flat([[3.0, 0.0], [4.0, 5.0]])], literal("f32", [45**0.5, 5**0.5]), tol=close)
    ranks = [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 2.0, 3.0]]
    yield called("singular-values-rank-1", "one is not 0: the square root of 84", ["a = f32[3,3] parameter(0)", *element(svd(3, 3), "f32[3]", 1)], [flat(ranks)],
                 literal("f32", [84**0.5, 0.0, 0.0]), tol=close)
    lines = ["a = f32[3,3] parameter(0)", f"c = {svd(3, 3)}", "q = f32[3,3] get-tuple-element(c), index=2",
             "ROOT r = f32[3,3] dot(q, q), lhs_contracting_dims={0}, rhs_contracting_dims={0}"]
    for topic, matrix in (("rank-1", ranks), ("rank-2", [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 2.0, 1.0]]), ("tiny", [[1.0, 0.0, 0.0], [0.0, 1e-30, 1e-30], [0.0, 0.0, 1e-30]]),
                          ("zero", [[0.0] * 3] * 3)):
        yield called(f"singular-vectors-{topic}", "columns for singular values that are 0 are orthogonal, too", lines, [flat(matrix)], flat(numpy.eye(3).tolist()), tol=close)
    z = [[1 + 2j, 0 + 0j], [0 + 1j, 3 - 1j]]
    yield called("singular-values", "complex: those of A^H A are 8 ± the square root of 34",
                 ["a = c64[2,2] parameter(0)", *element(svd(2, 2, "c64", target="lapack_cgesdd_ffi"), "f32[2]", 1)], [flat(z, "c64")],
                 literal("f32", [float(x) for x in numpy.linalg.svd(numpy.array(z), compute_uv=False)]), name="c64", also=["f32"], tol=close)
    lines = ["a = c64[2,2] parameter(0)", f'c = {svd(2, 2, "c64", target="lapack_cgesdd_ffi")}', "u = c64[2,2] get-tuple-element(c), index=2",
             "vt = c64[2,2] get-tuple-element(c), index=3", "s = f32[2] get-tuple-element(c), index=1", "zero = f32[2] subtract(s, s)", "sc = c64[2] complex(s, zero)",
             "d = c64[2,2] broadcast(sc), dimensions={1}", "us = c64[2,2] multiply(u, d)", "ROOT r = c64[2,2] dot(us, vt), lhs_contracting_dims={1}, rhs_contracting_dims={0}"]
    yield called("singular-vectors", "U diag(s) V^H is the complex matrix", lines, [flat(z, "c64")], flat(z, "c64"), name="c64", also=["f32"],
                 tol={"class": "accumulate", "terms": 8})
    for topic, m, n, part in (("columns", 3, 0, 2), ("rows", 0, 3, 3)):
        empty = literal("f32", [], (m, n))
        yield called(f"singular-vectors-no-{topic}", "without singular values, all vectors complete the basis",
                     [f"a = f32[{m},{n}] parameter(0)", *element(svd(m, n), "f32[3,3]", part)], [empty], flat(numpy.eye(3).tolist()))
    call = ('(f32[2,1,0], f32[2,0], f32[2,1,1], f32[2,0,0], s32[2]) custom-call(a), custom_call_target="lapack_sgesdd_ffi", backend_config={mode = 65 : ui8}')
    yield called("singular-vectors-empty-batch", "each matrix without elements has vectors", ["a = f32[2,1,0] parameter(0)", *element(call, "f32[2,1,1]", 2)],
                 [literal("f32", [], (2, 1, 0))], literal("f32", [1.0, 1.0], (2, 1, 1)))
    nan = float("nan")
    yield called("singular-values-nan", "a NaN makes all of them NaN", ["a = f32[2,2] parameter(0)", *element(svd(2, 2), "f32[2]", 1)], [flat([[nan, 0.0], [0.0, 1.0]])],
                 literal("f32", [nan, nan]))
    yield called("singular-values-infinite-code", "an infinity has the code 1", ["a = f32[2,2] parameter(0)", *element(svd(2, 2), "s32[]", 4)],
                 [flat([[float("inf"), 0.0], [0.0, 1.0]])], literal("s32", [1], ()))
    yield called("singular-values-large", "no overflow", ["a = f64[2,2] parameter(0)", *element(svd(2, 2, "f64", target="lapack_dgesdd_ffi"), "f64[2]", 1)],
                 [flat([[3e300, 0.0], [4e300, 5e300]], "f64")], literal("f64", [45**0.5 * 1e300, 5**0.5 * 1e300]), name="f64", tol={"class": "close", "ulp": 16})
    yield called("singular-values-operand", "the first result is the operand", ["a = f32[2,2] parameter(0)", *element(svd(2, 2), "f32[2,2]", 0)], [flat([[3.0, 0.0], [4.0, 5.0]])],
                 flat([[3.0, 0.0], [4.0, 5.0]]))


def refused():
    def of(identity, why, code, call, requires=("f32", "u8"), before=("a = f32[1,4,4,2] parameter(0)", "b = f32[2,2,2,2] parameter(1)", "x = f32[2] parameter(2)")):
        constants = [line.replace(line[line.index(" parameter"):], "") for line in before]
        made = []
        for line in constants:
            name, shape = line.split(" = ")
            dims = shape[shape.index("["):]
            one = "(1,0)" if shape[0] == "c" else "1"
            made += [f"k{name} = {shape[:shape.index('[')]}[] constant({one})", f"{name} = {shape} broadcast(k{name}), dimensions={{}}"] if dims != "[]" else [f"{line} constant(1)"]
        return "custom-call", reject_case(f"custom-call.f32.rejects-{identity}", why, "custom-calls", [*made, "ROOT r = " + call], code, at="custom-call(",
                                          requires=list(requires), doc="imports")

    def conv(operands, target, result="f32[1,3,3,2]", config='"activation_mode":"kNone","conv_result_scale":1,"side_input_scale":0', window="size=2x2"):
        return (f'({result}, u8[0]) custom-call({operands}), window={{{window}}}, dim_labels=b01f_o01i->b01f, custom_call_target="__cudnn${target}", '
                f'backend_config={{"cudnn_conv_backend_config":{{{config}}}}}')
    yield of("cudnn-activation", "an activation that is not known", "R07", conv("a, b, x", "convBiasActivationForward", config='"activation_mode":"kBandPass"'))
    yield of("cudnn-bias-size", "the bias has an element for each feature", "R08", conv("a, b, y", "convBiasActivationForward"),
             before=("a = f32[1,4,4,2] parameter(0)", "b = f32[2,2,2,2] parameter(1)", "y = f32[3] parameter(2)"))
    yield of("cudnn-side", "a scale of the side input needs one", "R08",
             conv("a, b, x", "convBiasActivationForward", config='"activation_mode":"kNone","conv_result_scale":1,"side_input_scale":1'))
    yield of("cudnn-scale", "a scale is a number", "R08", conv("a, b, x", "convBiasActivationForward", config='"activation_mode":"kNone","conv_result_scale":half'))
    yield of("cudnn-backward-shape", "the result is not the input of this convolution", "R08", conv("a, b", "convBackwardInput", "f32[1,6,5,2]"))
    yield of("cudnn-backward-operands", "a gradient has two operands", "R08", conv("a, b, x", "convBackwardInput", "f32[1,5,5,2]"))
    yield of("cudnn-backward-results", "a gradient and scratch memory", "R08", conv("a, b", "convBackwardInput", "f32[1,5,5,2], u8[0]"))
    yield of("cudnn-operands", "at most two further operands", "R08", conv("a, b, x, s, s", "convBiasActivationForward", config='"activation_mode":"kNone","side_input_scale":1'),
             before=("a = f32[1,4,4,2] parameter(0)", "b = f32[2,2,2,2] parameter(1)", "x = f32[2] parameter(2)", "s = f32[1,3,3,2] parameter(3)"))
    yield of("cudnn-backward-padding", "the numbers of cuDNN have 32 bits", "R08",
             conv("c, b", "convBackwardInput", "f32[1,4,4,2]", window="size=2x2 pad=4294967296_-4294967296x0_0"),
             before=("c = f32[1,3,3,2] parameter(0)", "b = f32[2,2,2,2] parameter(1)"))
    yield of("cudnn-backward-dilated-input", "an input with holes", "R07", conv("a, b", "convBackwardInput", "f32[1,3,3,2]", window="size=2x2 lhs_dilate=2x2"))
    yield of("cudnn-backward-filter-reversed", "a gradient of a reversed filter", "R07", conv("a, c", "convBackwardFilter", "f32[2,2,2,2]", window="size=2x2 rhs_reversal=1x1"),
             before=("a = f32[1,4,4,2] parameter(0)", "c = f32[1,3,3,2] parameter(1)"))
    config = '{"gemm_backend_config":{"alpha_real":1,"alpha_imag":%s,"beta":%s,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"epilogue":"%s"}}'
    pair = ("a = f32[2,2] parameter(0)", "b = f32[2,2] parameter(1)", "x = f32[3] parameter(2)")
    for identity, why, code, operands, numbers in (
            ("cublas-epilogue", "an epilogue that is not known", "R07", "a, b", (0, 0, "kElu")), ("cublas-imaginary", "an imaginary scale", "R07", "a, b", (1, 0, "DEFAULT")),
            ("cublas-added", "`beta` needs a third operand", "R08", "a, b", (0, 1, "DEFAULT")), ("cublas-bias", "`BIAS` needs one", "R08", "a, b", (0, 0, "BIAS")),
            ("cublas-bias-size", "the bias has an element for each column", "R08", "a, b, x", (0, 0, "BIAS")),
            ("cublas-operands", "no operand is left", "R08", "a, b, x", (0, 0, "DEFAULT"))):
        yield of(identity, why, code, f'(f32[2,2], s8[8]) custom-call({operands}), custom_call_target="__cublas$gemm", backend_config={config % numbers}', ("f32", "s8"), pair)
    config_of = '{"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"epilogue":"%s"}}'
    for identity, why, operands, epilogue, result in (
            ("bias-rank", "the bias has no more dimensions than the result", "a, b, z", "BIAS", "(f32[2,2], s8[8])"),
            ("aux-alone", "GELU_AUX gives what it was applied to", "a, b", "GELU_AUX", "(f32[2,2])"),
            ("aux-size", "what GELU was applied to has the size of the result", "a, b", "GELU_AUX", "(f32[2,2], f32[2,3], s8[8])")):
        yield of("cublas-" + identity, why, "R08", f'{result} custom-call({operands}), custom_call_target="__cublas$lt$matmul", backend_config={config_of % epilogue}', ("f32", "s8"),
                 (*pair[:2], "z = f32[1,2,2] parameter(2)"))
    factors = ("a = f32[2,2] parameter(0)", "b = f32[2,2] parameter(1)", "s = f32[] parameter(2)", "c = f32[2,3] parameter(3)")
    numbers = '{"gemm_backend_config":{"beta":%s,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}%s}}'
    for identity, why, operands, config, result in (
            ("scales", "each factor has a scale", "a, b, s", (0, ""), "f32[2,2]"), ("many-scales", "at most four scales", "a, b, s, s, s, s, s", (0, ""), "f32[2,2]"),
            ("added", "the matrix of `beta` has the size of the result", "a, b, c, s, s", (1, ""), "f32[2,2]"), ("missing", "no matrix for `beta`", "a, b", (1, ""), "f32[2,2]"),
            ("bias", "the epilogue adds no bias", "a, b, s, s, b", (0, ""), "f32[2,2]"), ("largest", "a result for the largest magnitude", "a, b, s, s", (0, ',"damax_output":true'), "f32[2,2]")):
        yield of("cublas-f8-" + identity, why, "R08", f'({result}) custom-call({operands}), custom_call_target="__cublas$lt$matmul$f8", backend_config={numbers % config}', ("f32",), factors)
    for identity, why, operands, result in (
            ("values", "the values have the size of the keys", "a, c", "(f32[2,2], f32[2,3], u8[8])"), ("result", "the result has scratch memory", "a", "(f32[2,2])"),
            ("tuple", "the result is a tuple", "a", "f32[2,2]"), ("scalars", "keys have lines", "s", "(f32[], u8[8])"), ("types", "the values keep their type", "a, b", "(f32[2,2], u32[2,2], u8[8])"),
            ("operands", "at most one array of values", "a, b, b", "(f32[2,2], f32[2,2], f32[2,2], u8[8])")):
        yield of("radix-sort-" + identity, why, "R08", f'{result} custom-call({operands}), custom_call_target="__cub$DeviceRadixSort"', ("f32", "u8"), factors)
    yield of("lapack-type", "the letter of a function is the type of its arrays", "R08", '(f32[2,2], s32[]) custom-call(a), custom_call_target="lapack_dpotrf_ffi"', ("f32", "s32"),
             ("a = f32[2,2] parameter(0)",))
    square = ("a = f32[2,3] parameter(0)",)
    yield of("eigenvalues-shape", "a matrix with eigenvalues is square", "R08", '(f32[2,3], f32[2], s32[]) custom-call(a), custom_call_target="lapack_ssyevd_ffi"', ("f32", "s32"), square)
    yield of("singular-values-result", "as many singular values as the smaller size", "R08",
             '(f32[2,3], f32[3], f32[2,2], f32[3,3], s32[]) custom-call(a), custom_call_target="lapack_sgesdd_ffi"', ("f32", "s32"), square)

    both = ("a = f32[2,2] parameter(0)", "c = c64[2,2] parameter(1)", "d = c64[2] parameter(2)", "i = s32[2] parameter(3)", "x = f32[2] parameter(4)")
    for identity, why, operands, config, result in (
            ("real-added-to-complex", "a complex product adds a complex matrix", "c, c, a", (1, ""), "c64[2,2]"), ("complex-added-to-real", "a real product adds a real matrix", "a, a, c", (1, ""), "f32[2,2]"),
            ("real-bias-of-complex", "a complex product has a complex bias", "c, c, x", (0, ',"epilogue":"BIAS"'), "c64[2,2]"), ("complex-bias", "a real product has a real bias", "a, a, d", (0, ',"epilogue":"BIAS"'), "f32[2,2]"),
            ("integer-bias", "the bias of floats is not of integers", "a, a, i", (0, ',"epilogue":"BIAS"'), "f32[2,2]")):
        yield of("cublas-" + identity, why, "R08", f'({result}, s8[8]) custom-call({operands}), custom_call_target="__cublas$gemm", backend_config={numbers % config}', ("c64", "f32", "s32", "s8"), both)
    yield of("cudnn-complex-bias", "the bias of a real convolution is real", "R08", conv("a, b, x", "convBiasActivationForward"), ("c64", "f32", "u8"),
             ("a = f32[1,4,4,2] parameter(0)", "b = f32[2,2,2,2] parameter(1)", "x = c64[2] parameter(2)"))
    largest = numbers % (0, ',"damax_output":true')
    for identity, result in (("sizes", "f32[5]"), ("type", "s32[]"), ("token", "token[]")):
        yield of(f"cublas-f8-largest-{identity}", "the largest magnitude is one float", "R08",
                 f'(f32[2,2], {result}) custom-call(a, b, s, s), custom_call_target="__cublas$lt$matmul$f8", backend_config={largest}', ("f32",), factors)


def partly_filled():
    """Custom calls take full arrays only (ops reference 1.5); an annotation gives its operand with its dynamic sizes."""
    config = '{"gemm_backend_config":{"beta":1,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}}'
    for identity, result, operands, target, more in (
            ("gemm", "(f32[2,2], s8[8])", "c, c, x", "__cublas$gemm", f", backend_config={config}"), ("check-eq", "pred[]", "x, x", "check.eq", ""),
            ("check-almost-eq", "pred[]", "x, c", "check.almost_eq", ""), ("annotation", "f32[2,2]", "x", "Sharding", ""),
            ("radix-sort", "(f32[2,2], u8[8])", "x", "__cub$DeviceRadixSort", "")):
        yield "custom-call", reject_case(f"custom-call.f32.partly-filled-{identity}", "a custom call takes full arrays only", "dynamic-dimensions",
                                         ["c = f32[2,2] constant({{4,2},{2,5}})", "n = s32[] constant(1)", "x = f32[2,<=2] set-dimension-size(c, n), dimensions={1}",
                                          f'ROOT r = {result} custom-call({operands}), custom_call_target="{target}"{more}'], "R07", at="custom-call(", requires=["dynamic", "f32"])
    yield "custom-call", run_case("custom-call.f32.annotation-of-partly-filled", "an annotation keeps the dynamic sizes of its operand", "custom-calls",
                                  None, [lit(numpy.array([1.0, 2, 4]))], lit(numpy.array(3.0)), requires=["dynamic", "f32", "s32"], doc="imports",
                                  whole=["HloModule m", "f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT s = f32[] add(a, b)", "}", "ENTRY e {",
                                         "  c = f32[3] parameter(0)", "  n = s32[] constant(2)", "  x = f32[<=3] set-dimension-size(c, n), dimensions={0}",
                                         '  y = f32[<=3] custom-call(x), custom_call_target="Sharding"', "  z = f32[] constant(0)", "  ROOT r = f32[] reduce(y, z), dimensions={0}, to_apply=f", "}"])


if __name__ == "__main__":
    write_groups((convolutions, products, more_products, f8_products, sorts, spectra, singular, refused, partly_filled), NAME)
