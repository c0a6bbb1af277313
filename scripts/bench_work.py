# SPDX-License-Identifier: Apache-2.0
"""The work of scripts/bench: rows, their HLO programs, inputs, FLOPs, bytes, and goals.

A row is a key and a size n. Engines identify the work by the key (native/bench/peers, wasm/bench); the
HLO text derives the shapes from n, so that each engine gives the same elements in the same order.
"""
import dataclasses
import math
import pathlib
from typing import Callable, Optional

import bench_models as models
import bench_programs as programs
from bench_programs import COLUMNS, INDICES, SUM, TABLE_COLUMNS, TABLE_ROWS, constant, entry

F32, BF16, F16, S8, S32 = "f32", "bf16", "f16", "s8", "s32"
WIDTH = {F32: 4, BF16: 2, F16: 2, S8: 1, S32: 4}
LARGEST = 10_000_000  # elements of the longest f32 input, that of the growth plots


@dataclasses.dataclass(frozen=True)
class Kind:
    """One kind of work at any size."""
    title: str
    size: Callable[[int], str]                 # readable form
    hlo: Callable[[int], str]
    inputs: Callable[[int], list]              # (element type, stream, number of elements)
    outputs: Callable[[int], int]              # elements of the result
    flops: Callable[[int], float] = lambda n: 0
    bytes: Callable[[int], float] = lambda n: 0
    # The throughput as (amount per run, unit per second), if it is not FLOPs or bytes.
    amount: Optional[Callable[[int], tuple]] = None
    exact: Optional[Callable] = None           # (n, operands, indices) -> these elements of the result
    tolerance: float = 2e-3                    # between engines, relative to the largest element
    native_aim: Optional[float] = None         # the minimum ratio to the best native peer
    web_rate: Optional[float] = None           # the minimum amount per second as WebAssembly
    model: bool = False                        # a whole model


@dataclasses.dataclass(frozen=True)
class Row:
    key: str
    n: int
    threads: bool = False  # also measured on two threads

    @property
    def kind(self):
        return KINDS[self.key]

    @property
    def name(self):
        return f"{self.key}-{self.n}"

    @property
    def native_aim(self):
        """The minimum ratio to the best native peer."""
        aim = self.kind.native_aim
        return SMALL_PRODUCT if aim == PRODUCT and self.n < 128 else aim

    def web_aim(self, relaxed):
        """The minimum ratio to the best peer as WebAssembly, with or without relaxed SIMD."""
        return MODEL_WEB if self.kind.model else RELAXED if relaxed else STRICT


# Minimum ratios to the best peer: time of the peer / time of hlo.
ELEMENTWISE, NORM, PRODUCT, SMALL_PRODUCT, SPATIAL, MOVES, WHOLE = 0.95, 0.9, 0.95, 0.9, 0.85, 1.0, 1.0
STRICT, RELAXED, MODEL_WEB = 1.0, 0.95, 1.2


def elementwise(title, body, operands=1):
    """body: lines that use x (and y) of f32[$n] and scalar constants c = $(value)."""
    def hlo(n):
        lines = [f"{name} = f32[{n}] parameter({i})" for i, name in enumerate("xy"[:operands])]
        lines += body.strip().splitlines()
        return entry("\n".join(lines).replace("$n", str(n)))

    return Kind(title, lambda n: elements(n), hlo,
                lambda n: [(F32, i + 1, n) for i in range(operands)], lambda n: n,
                bytes=lambda n: 4.0 * n * (operands + 1), native_aim=ELEMENTWISE)


def elements(n):
    for factor, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if n % factor == 0:
            return f"{n // factor}{unit}"
    return str(n)


def reduction(title, axes, result):
    def hlo(n):
        return entry(f"""x = f32[{n},{n}] parameter(0)
            z = f32[] constant(0)
            r = f32[{result(n)}] reduce(x, z), dimensions={{{axes}}}, to_apply=sum""", SUM)

    return Kind(title, lambda n: f"{n}x{n}", hlo, lambda n: [(F32, 1, n * n)],
                lambda n: n, bytes=lambda n: 4.0 * n * n, native_aim=ELEMENTWISE)


def unary(title, opcode):
    return elementwise(title, f"r = f32[$n] {opcode}(x)")


def product(batch, kind, result, **more):
    """n x n matrices; `batch`: None or the number of them."""
    count = batch or 1
    return Kind(f"{'batched ' if batch else ''}matmul" + (f" {kind}*{kind}->{result}" if kind != F32 else ""),
                lambda n: (f"{batch}x" if batch else "") + f"{n}x{n}x{n}",
                lambda n: programs.dot(n, kind, result, batch),
                lambda n: [(kind, 1, count * n * n), (kind, 2, count * n * n)], lambda n: count * n * n,
                native_aim=PRODUCT, **more)


def exact_product(n, operands, indices):
    """Elements of a product of s8 matrices. Engines that saturate sums of 16 bits agree on others."""
    a, b = (operand.reshape(n, n).astype("int64") for operand in operands)
    return [float(a[i // n] @ b[:, i % n]) for i in indices]


def products(batch=None):
    count = batch or 1
    return product(batch, F32, F32, flops=lambda n: 2.0 * count * n**3,
                   bytes=lambda n: 12.0 * count * n * n)


def pooling(title, start, function):
    return Kind(title, lambda n: f"1x{n}x{n}x64", lambda n: programs.pool(n, start, function),
                lambda n: [(F32, 1, n * n * 64)], lambda n: n * n * 64,
                bytes=lambda n: 8.0 * n * n * 64, native_aim=SPATIAL)


def convolution(title, size, features, filters, groups):
    weights = 9 * filters * features
    return Kind(title, size, lambda n: programs.convolution(n, features, filters, groups),
                lambda n: [(F32, 1, n * n * features), (F32, 2, weights)], lambda n: n * n * features,
                flops=lambda n: 2.0 * n * n * weights, bytes=lambda n: 8.0 * n * n * features,
                native_aim=SPATIAL)


def whole(title, size, program, flops, outputs, tolerance=5e-3):
    """A model; `outputs`: elements of its result, or of the first one of several."""
    return Kind(title, size, lambda n: program(n).text(),
                lambda n: [(F32, stream, count) for stream, count in program(n).inputs], outputs,
                flops=flops, tolerance=tolerance, native_aim=WHOLE, model=True)


KINDS = {
    "add": elementwise("add", "r = f32[$n] add(x, y)", 2),
    "exp": unary("exp", "exponential"),
    "tanh": unary("tanh", "tanh"),
    "erf": unary("erf", "erf"),
    "gelu": elementwise("gelu", constant("h", 0.5) + constant("s", 0.70710678) + constant("one", 1) +
                        "a = f32[$n] multiply(x, s)\nb = f32[$n] erf(a)\nc = f32[$n] add(b, one)\n"
                        "d = f32[$n] multiply(x, h)\nr = f32[$n] multiply(c, d)"),
    "chain": elementwise("tanh(2x+1)+y", constant("two", 2) + constant("one", 1) +
                         "a = f32[$n] multiply(x, two)\nb = f32[$n] add(a, one)\n"
                         "t = f32[$n] tanh(b)\nr = f32[$n] add(t, y)", 2),
    "chain20": elementwise("chain of 20", programs.chain_of_20()),
    "sum_all": Kind("sum", elements, programs.sum_all, lambda n: [(F32, 1, n)], lambda n: 1,
                    bytes=lambda n: 4.0 * n, native_aim=ELEMENTWISE),
    "sum_axis0": reduction("sum of columns", "0", lambda n: n),
    "sum_axis1": reduction("sum of rows", "1", lambda n: n),
    "arg_max": Kind("argmax of rows", lambda n: f"{n}x{n}", programs.arg_max, lambda n: [(F32, 1, n * n)],
                    lambda n: n, bytes=lambda n: 4.0 * n * n, tolerance=0, native_aim=ELEMENTWISE),
    "cumsum": Kind("cumulative sum", elements, programs.window_sums, lambda n: [(F32, 1, n)], lambda n: n,
                   bytes=lambda n: 8.0 * n, native_aim=MOVES),
    "softmax": Kind("softmax", lambda n: f"{n}x{COLUMNS}", programs.softmax,
                    lambda n: [(F32, 1, n * COLUMNS)], lambda n: n * COLUMNS,
                    bytes=lambda n: 8.0 * n * COLUMNS, native_aim=ELEMENTWISE),
    "layer_norm": Kind("layer norm", lambda n: f"{n}x{COLUMNS}", programs.layer_norm,
                       lambda n: [(F32, 1, n * COLUMNS), (F32, 2, COLUMNS), (F32, 1, COLUMNS)],
                       lambda n: n * COLUMNS, bytes=lambda n: 8.0 * n * COLUMNS, native_aim=NORM),
    "matmul": products(),
    "bmm": products(16),
    "bmm1024": products(1024),
    "bf16matmul": product(None, BF16, F32, amount=lambda n: (2e-9 * n**3, "GFLOP/s")),
    "f16matmul": product(None, F16, F32, amount=lambda n: (2e-9 * n**3, "GFLOP/s")),
    "i8matmul": product(None, S8, S32, amount=lambda n: (2e-9 * n**3, "GOP/s"), tolerance=0,
                        exact=exact_product),
    "transpose": Kind("transpose", lambda n: f"{n}x{n}",
                      lambda n: entry(f"x = f32[{n},{n}] parameter(0)\n"
                                      f"r = f32[{n},{n}] transpose(x), dimensions={{1,0}}"),
                      lambda n: [(F32, 1, n * n)], lambda n: n * n,
                      bytes=lambda n: 8.0 * n * n, tolerance=0, native_aim=MOVES),
    "while": Kind("scalar while", lambda n: f"{n} iterations", programs.loop, lambda n: [], lambda n: 1,
                  amount=lambda n: (2e-6 * n, "M instr/s")),
    "update_loop": Kind("while with updates", lambda n: f"{n} rows of {COLUMNS}", programs.updating_loop,
                        lambda n: [(F32, 1, n * COLUMNS)], lambda n: n * COLUMNS,
                        bytes=lambda n: 8.0 * n * COLUMNS, tolerance=0, native_aim=MOVES),
    "parse": Kind("parse and verify", lambda n: f"{n} lines", programs.long_module, lambda n: [],
                  lambda n: 0, amount=lambda n: (1e-6 * programs.long_module_bytes(n), "MB/s"),
                  native_aim=WHOLE, web_rate=60),
    "compile": Kind("text to first value", lambda n: f"{n} instructions",
                    lambda n: programs.long_module(n, "8"), lambda n: [(F32, 1, 8)], lambda n: 8,
                    amount=lambda n: (1e-3 * n, "k instr/s"), native_aim=WHOLE),
    "sort": Kind("sort", elements, programs.sort, lambda n: [(F32, 1, n)], lambda n: n,
                 amount=lambda n: (1e-6 * n, "M elem/s"), tolerance=0, native_aim=MOVES),
    "conv": convolution("convolution 3x3", lambda n: f"1x{n}x{n}x64, 64 filters", 64, 64, 1),
    "dwconv": convolution("depthwise convolution 3x3", lambda n: f"1x{n}x{n}x32", 32, 1, 32),
    "max_pool": dataclasses.replace(pooling("max pool 3x3", "-inf", "max"), tolerance=0),
    "sum_pool": pooling("sum pool 3x3", "0", "sum"),
    "fft": Kind("fft", lambda n: f"{n} complex", lambda n: programs.fourier("c64", n, n, "FFT", n),
                lambda n: [(F32, 1, 2 * n)], lambda n: n,
                flops=lambda n: 5.0 * n * math.log2(n), bytes=lambda n: 16.0 * n, native_aim=SPATIAL),
    "rfft": Kind("rfft", lambda n: f"{n} real",
                 lambda n: programs.fourier("f32", n, n // 2 + 1, "RFFT", n),
                 lambda n: [(F32, 1, n)], lambda n: n // 2 + 1,
                 flops=lambda n: 2.5 * n * math.log2(n), bytes=lambda n: 8.0 * n, native_aim=SPATIAL),
    "fft2d": Kind("fft", lambda n: f"{n}x{n} complex",
                  lambda n: programs.fourier("c64", f"{n},{n}", f"{n},{n}", "FFT", f"{n},{n}"),
                  lambda n: [(F32, 1, 2 * n * n)], lambda n: n * n,
                  flops=lambda n: 10.0 * n * n * math.log2(n), bytes=lambda n: 16.0 * n * n,
                  native_aim=SPATIAL),
    "gather": Kind("gather rows of 64", lambda n: f"{n} of {TABLE_ROWS}", programs.gather,
                   lambda n: [(F32, 1, TABLE_ROWS * TABLE_COLUMNS), (S32, 1, n)],
                   lambda n: n * TABLE_COLUMNS,
                   bytes=lambda n: 8.0 * n * TABLE_COLUMNS, tolerance=0, native_aim=MOVES),
    "scatter_add": Kind("scatter-add rows of 64", lambda n: f"{n} to {TABLE_ROWS}", programs.scatter_add,
                        lambda n: [(S32, 1, n), (F32, 1, n * TABLE_COLUMNS)],
                        lambda n: TABLE_ROWS * TABLE_COLUMNS,
                        bytes=lambda n: 4.0 * TABLE_COLUMNS * (3 * n + TABLE_ROWS), native_aim=MOVES),
    "mlp": whole("MLP training step", lambda n: f"batch {n}, {'-'.join(map(str, models.MLP))}",
                 models.training_step, models.training_flops, lambda n: models.MLP[0] * models.MLP[1]),
    "transformer": whole("transformer block",
                         lambda n: f"{n}x{models.TOKENS}x{models.WIDTH}, {models.HEADS} heads",
                         models.transformer, models.transformer_flops,
                         lambda n: n * models.TOKENS * models.WIDTH),
    "resnet": whole("ResNet block", lambda n: f"1x{n}x{n}x64", models.resnet,
                    lambda n: 4.0 * n * n * 9 * 64 * 64, lambda n: n * n * 64),
    "lstm": whole("LSTM", lambda n: f"{models.LSTM_STEPS} steps, {n}x{models.LSTM_UNITS}", models.lstm,
                  models.lstm_flops, lambda n: models.LSTM_STEPS * n * models.LSTM_UNITS),
    "decoder": whole("decoder with a KV cache", lambda n: f"{n} tokens, width {models.DECODER_WIDTH}",
                     models.decoder, models.decoder_flops, lambda n: n * models.DECODER_WIDTH, 2e-2),
}

ROWS = [
    Row("add", 1 << 22, threads=True),
    Row("exp", 1 << 22, threads=True),
    Row("tanh", 1 << 22),
    Row("erf", 1 << 22),
    Row("chain", 1 << 22),
    Row("gelu", 1 << 22, threads=True),
    Row("chain20", 1 << 22),
    Row("sum_all", 1 << 22, threads=True),
    Row("sum_axis0", 2048),
    Row("sum_axis1", 2048, threads=True),
    Row("arg_max", 1024),
    Row("cumsum", 1 << 22),
    Row("softmax", 512, threads=True),
    Row("layer_norm", 512, threads=True),
    Row("matmul", 64),
    Row("matmul", 256),
    Row("matmul", 512, threads=True),
    Row("matmul", 1024, threads=True),
    Row("bmm", 128, threads=True),
    Row("bmm1024", 32),
    Row("bf16matmul", 512),
    Row("f16matmul", 512),
    Row("i8matmul", 512),
    Row("i8matmul", 1024, threads=True),
    Row("transpose", 2048, threads=True),
    Row("while", 1_000_000),
    Row("update_loop", 1024),
    Row("parse", 200),
    Row("parse", 400_000),
    Row("compile", 10_000),
    Row("sort", 1 << 20),
    Row("conv", 56, threads=True),
    Row("dwconv", 112, threads=True),
    Row("max_pool", 112),
    Row("sum_pool", 112),
    Row("fft", 1 << 16),
    Row("fft", 44_100),
    Row("rfft", 1 << 16),
    Row("fft2d", 512, threads=True),
    Row("gather", INDICES, threads=True),
    Row("scatter_add", INDICES),
    Row("mlp", 256, threads=True),
    Row("transformer", 1, threads=True),
    Row("transformer", 8, threads=True),
    Row("resnet", 56, threads=True),
    Row("lstm", 8),
    Row("decoder", 64),
]

# Powers of ten, in elements; matrices have the side with the nearest number of elements.
GROWTH = {
    "add": [10**k for k in range(3, 8)],
    "exp": [10**k for k in range(3, 8)],
    "sum_all": [10**k for k in range(3, 8)],
    "sort": [10**k for k in range(3, 8)],
    "transpose": [32, 100, 316, 1000, 3162],
    "matmul": [10, 32, 100, 316, 1000],
}


def write_inputs(folder):
    """Files of numbers, of which all engines read a prefix: {(element type, stream): path}."""
    import numpy as np  # imported here, so that the tests of this file do not need numpy
    folder.mkdir(parents=True, exist_ok=True)
    uniform = lambda stream, scale=1.0: (
        np.random.default_rng(stream).uniform(-1, 1, LARGEST) * scale).astype(np.float32)
    integers = lambda stream, low, high, count, kind: (
        np.random.default_rng(stream).integers(low, high, count).astype(kind))
    made = {}
    for kind, stream, make in (
            (F32, 1, lambda: uniform(1)), (F32, 2, lambda: uniform(2)),
            (F32, models.WEIGHTS, lambda: uniform(3, 0.05)),
            (BF16, 1, lambda: as_bf16(uniform(1))), (BF16, 2, lambda: as_bf16(uniform(2))),
            (F16, 1, lambda: uniform(1).astype(np.float16)),
            (F16, 2, lambda: uniform(2).astype(np.float16)),
            (S8, 1, lambda: integers(1, -127, 128, 1 << 20, np.int8)),
            (S8, 2, lambda: integers(2, -127, 128, 1 << 20, np.int8)),
            (S32, 1, lambda: integers(1, 0, TABLE_ROWS, INDICES, np.int32))):
        path = folder / f"{kind}-{stream}.bin"
        if not path.exists():
            part = path.with_suffix(".part")
            make().tofile(part)
            part.rename(path)
        made[kind, stream] = path
    return made


def exact_values(row, inputs, indices):
    """The exact elements of a row of integers, or None."""
    if row.kind.exact is None:
        return None
    import numpy as np
    operands = [np.fromfile(inputs[kind, stream], np.int8, count)
                for kind, stream, count in row.kind.inputs(row.n)]
    return row.kind.exact(row.n, operands, indices)


def as_bf16(numbers):
    """The upper halves of f32 numbers."""
    return (numbers.view("uint32") >> 16).astype("uint16")


def open_words(row, folder, inputs, root):
    """The words of an `open` command. Writes the program; inputs are paths with byte counts."""
    program = pathlib.Path(folder) / f"{row.name}.hlo"
    program.write_text(row.kind.hlo(row.n))
    words = ["open", row.key, str(row.n), str(program.relative_to(root))]
    for kind, stream, count in row.kind.inputs(row.n):
        words.append(f"{inputs[kind, stream].relative_to(root)}:{count * WIDTH[kind]}")
    return words
