# SPDX-License-Identifier: Apache-2.0
"""The work of scripts/bench: rows, their HLO programs, inputs, FLOPs, bytes, and goals.

A row is a key and a size n. Engines identify the work by the key (native/bench/peers, wasm/bench); the
HLO text derives the shapes from n, so that each engine gives the same elements in the same order.
"""
import dataclasses
import math
import pathlib
from typing import Callable, Optional

F32, S8, S32 = "f32", "s8", "s32"
WIDTH = {F32: 4, S8: 1, S32: 4}
LARGEST = 10_000_000  # elements of the longest f32 input, that of the growth plots
COLUMNS = 1024        # of softmax and layer norm
TABLE_ROWS, TABLE_COLUMNS, INDICES = 50_000, 64, 100_000  # gather

MAX = "max {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT m = f32[] maximum(a, b)\n}\n"
SUM = "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"


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
    tolerance: float = 2e-3                    # between engines, relative to the largest element


@dataclasses.dataclass(frozen=True)
class Row:
    key: str
    n: int
    native_aim: Optional[float] = None  # minimum ratio
    web_aim: Optional[float] = None

    @property
    def kind(self):
        return KINDS[self.key]

    @property
    def name(self):
        return f"{self.key}-{self.n}"


def entry(lines, before=""):
    """An entry computation; the last line is its root."""
    lines = [line.strip() for line in lines.strip().splitlines()]
    lines[-1] = "ROOT " + lines[-1]
    return before + "ENTRY e {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def elementwise(title, body, operands=1):
    """body: lines that use x (and y) of f32[$n] and scalar constants c = $(value)."""
    def hlo(n):
        lines = [f"{name} = f32[{n}] parameter({i})" for i, name in enumerate("xy"[:operands])]
        lines += body.strip().splitlines()
        return entry("\n".join(lines).replace("$n", str(n)))

    return Kind(title, lambda n: elements(n), hlo,
                lambda n: [(F32, i + 1, n) for i in range(operands)], lambda n: n,
                bytes=lambda n: 4.0 * n * (operands + 1))


def constant(name, value):
    return f"{name}0 = f32[] constant({value})\n{name} = f32[$n] broadcast({name}0), dimensions={{}}\n"


def elements(n):
    for factor, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if n % factor == 0:
            return f"{n // factor}{unit}"
    return str(n)


def chain_of_20():
    """x -> x * 0.999 + x0, ten times."""
    lines = constant("k", 0.999)
    last = "x"
    for i in range(20):
        lines += f"v{i} = f32[$n] " + (f"multiply({last}, k)\n" if i % 2 == 0 else f"add({last}, x)\n")
        last = f"v{i}"
    return lines


def reduction(title, axes, result):
    def hlo(n):
        return entry(f"""x = f32[{n},{n}] parameter(0)
            z = f32[] constant(0)
            r = f32[{result(n)}] reduce(x, z), dimensions={{{axes}}}, to_apply=sum""", SUM)

    return Kind(title, lambda n: f"{n}x{n}", hlo, lambda n: [(F32, 1, n * n)],
                lambda n: n, bytes=lambda n: 4.0 * n * n)


def sum_all(n):
    return entry(f"""x = f32[{n}] parameter(0)
        z = f32[] constant(0)
        r = f32[] reduce(x, z), dimensions={{0}}, to_apply=sum""", SUM)


def softmax(n):
    row, matrix = f"f32[{n}]", f"f32[{n},{COLUMNS}]"
    return entry(f"""x = {matrix} parameter(0)
        low = f32[] constant(-inf)
        m = {row} reduce(x, low), dimensions={{1}}, to_apply=max
        mb = {matrix} broadcast(m), dimensions={{0}}
        d = {matrix} subtract(x, mb)
        p = {matrix} exponential(d)
        z = f32[] constant(0)
        s = {row} reduce(p, z), dimensions={{1}}, to_apply=sum
        sb = {matrix} broadcast(s), dimensions={{0}}
        r = {matrix} divide(p, sb)""", MAX + SUM)


def layer_norm(n):
    row, matrix, column = f"f32[{n}]", f"f32[{n},{COLUMNS}]", f"f32[{COLUMNS}]"
    return entry(f"""x = {matrix} parameter(0)
        gamma = {column} parameter(1)
        beta = {column} parameter(2)
        z = f32[] constant(0)
        k = f32[] constant({1 / COLUMNS})
        kb = {row} broadcast(k), dimensions={{}}
        s = {row} reduce(x, z), dimensions={{1}}, to_apply=sum
        mean = {row} multiply(s, kb)
        meanb = {matrix} broadcast(mean), dimensions={{0}}
        d = {matrix} subtract(x, meanb)
        dd = {matrix} multiply(d, d)
        q = {row} reduce(dd, z), dimensions={{1}}, to_apply=sum
        variance = {row} multiply(q, kb)
        e = f32[] constant(1e-5)
        eb = {row} broadcast(e), dimensions={{}}
        ve = {row} add(variance, eb)
        inverse = {row} rsqrt(ve)
        inverseb = {matrix} broadcast(inverse), dimensions={{0}}
        scaled = {matrix} multiply(d, inverseb)
        gammab = {matrix} broadcast(gamma), dimensions={{1}}
        betab = {matrix} broadcast(beta), dimensions={{1}}
        product = {matrix} multiply(scaled, gammab)
        r = {matrix} add(product, betab)""", SUM)


def dot(n, source, result, batch=None):
    shape = f"{n},{n}" if batch is None else f"{batch},{n},{n}"
    left, right = ("1", "0") if batch is None else ("2", "1")
    batches = "" if batch is None else ", lhs_batch_dims={0}, rhs_batch_dims={0}"
    return entry(f"""a = {source}[{shape}] parameter(0)
        b = {source}[{shape}] parameter(1)
        r = {result}[{shape}] dot(a, b){batches}, """
                 f"lhs_contracting_dims={{{left}}}, rhs_contracting_dims={{{right}}}")


def convolution(n, features, filters, groups):
    image = f"f32[1,{n},{n},{features}]"
    return entry(f"""x = {image} parameter(0)
        w = f32[3,3,{filters},{features}] parameter(1)
        r = {image} convolution(x, w), window={{size=3x3 pad=1_1x1_1}}, """
                 f"dim_labels=b01f_01io->b01f, feature_group_count={groups}")


def max_pool(n):
    return entry(f"""x = f32[1,{n},{n},64] parameter(0)
        low = f32[] constant(-inf)
        r = f32[1,{n},{n},64] reduce-window(x, low), """
                 "window={size=1x3x3x1 pad=0_0x1_1x1_1x0_0}, to_apply=max", MAX)


def sort(n):
    return entry(f"""x = f32[{n}] parameter(0)
        r = f32[{n}] sort(x), dimensions={{0}}, to_apply=less""",
                 "less {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                 "  ROOT l = pred[] compare(a, b), direction=LT\n}\n")


def gather(n):
    return entry(f"""table = f32[{TABLE_ROWS},{TABLE_COLUMNS}] parameter(0)
        rows = s32[{n}] parameter(1)
        r = f32[{n},{TABLE_COLUMNS}] gather(table, rows), offset_dims={{1}}, """
                 "collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, "
                 f"slice_sizes={{1,{TABLE_COLUMNS}}}")


def loop(n):
    return entry("zero = s32[] constant(0)\nw = s32[] while(zero), condition=condition, body=body",
                 f"""condition {{
  i = s32[] parameter(0)
  n = s32[] constant({n})
  ROOT less = pred[] compare(i, n), direction=LT
}}
body {{
  i = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT next = s32[] add(i, one)
}}
""")


def long_module(lines):
    text = ["HloModule long", "ENTRY main {", "  v0 = f32[64,128]{1,0} parameter(0)"]
    for i in range(1, lines):
        root = "ROOT " if i + 1 == lines else ""
        opcode = "multiply" if i % 2 else "add"
        text.append(f"  {root}v{i} = f32[64,128]{{1,0}} {opcode}(v{i - 1}, v{i // 2}), metadata="
                    f'{{op_name="jit(f)/main/op{i}" source_file="model.py" source_line={i}}}')
    return "\n".join(text) + "\n}\n"


def unary(title, opcode):
    return elementwise(title, f"r = f32[$n] {opcode}(x)")


def matrix_inputs(kind, count):
    return [(kind, 1, count), (kind, 2, count)]


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
    "chain20": elementwise("chain of 20", chain_of_20()),
    "sum_all": Kind("sum", elements, sum_all, lambda n: [(F32, 1, n)], lambda n: 1,
                    bytes=lambda n: 4.0 * n),
    "sum_axis0": reduction("sum of columns", "0", lambda n: n),
    "sum_axis1": reduction("sum of rows", "1", lambda n: n),
    "softmax": Kind("softmax", lambda n: f"{n}x{COLUMNS}", softmax,
                    lambda n: [(F32, 1, n * COLUMNS)], lambda n: n * COLUMNS,
                    bytes=lambda n: 8.0 * n * COLUMNS),
    "layer_norm": Kind("layer norm", lambda n: f"{n}x{COLUMNS}", layer_norm,
                       lambda n: [(F32, 1, n * COLUMNS), (F32, 2, COLUMNS), (F32, 1, COLUMNS)],
                       lambda n: n * COLUMNS, bytes=lambda n: 8.0 * n * COLUMNS),
    "matmul": Kind("matmul", lambda n: f"{n}x{n}x{n}", lambda n: dot(n, "f32", "f32"),
                   lambda n: matrix_inputs(F32, n * n), lambda n: n * n,
                   flops=lambda n: 2.0 * n**3, bytes=lambda n: 12.0 * n * n),
    "bmm": Kind("batched matmul", lambda n: f"16x{n}x{n}x{n}", lambda n: dot(n, "f32", "f32", 16),
                lambda n: matrix_inputs(F32, 16 * n * n), lambda n: 16 * n * n,
                flops=lambda n: 32.0 * n**3, bytes=lambda n: 16 * 12.0 * n * n),
    "i8matmul": Kind("matmul s8*s8->s32", lambda n: f"{n}x{n}x{n}", lambda n: dot(n, "s8", "s32"),
                     lambda n: matrix_inputs(S8, n * n), lambda n: n * n, amount=lambda n: (2e-9 * n**3, "GOP/s"), tolerance=0),
    "transpose": Kind("transpose", lambda n: f"{n}x{n}",
                      lambda n: entry(f"x = f32[{n},{n}] parameter(0)\n"
                                      f"r = f32[{n},{n}] transpose(x), dimensions={{1,0}}"),
                      lambda n: [(F32, 1, n * n)], lambda n: n * n,
                      bytes=lambda n: 8.0 * n * n, tolerance=0),
    "while": Kind("scalar while", lambda n: f"{n} iterations", loop, lambda n: [], lambda n: 1,
                  amount=lambda n: (2e-6 * n, "M instr/s")),
    "parse": Kind("parse and verify", lambda n: f"{n} lines", long_module, lambda n: [], lambda n: 0,
                  amount=lambda n: (1e-6 * len(long_module(n)), "MB/s")),
    "sort": Kind("sort", elements, sort, lambda n: [(F32, 1, n)], lambda n: n,
                 amount=lambda n: (1e-6 * n, "M elem/s"), tolerance=0),
    "conv": Kind("convolution 3x3", lambda n: f"1x{n}x{n}x64, 64 filters",
                 lambda n: convolution(n, 64, 64, 1),
                 lambda n: [(F32, 1, n * n * 64), (F32, 2, 9 * 64 * 64)], lambda n: n * n * 64,
                 flops=lambda n: 2.0 * n * n * 64 * 64 * 9, bytes=lambda n: 8.0 * n * n * 64),
    "dwconv": Kind("depthwise convolution 3x3", lambda n: f"1x{n}x{n}x32",
                   lambda n: convolution(n, 32, 1, 32),
                   lambda n: [(F32, 1, n * n * 32), (F32, 2, 9 * 32)], lambda n: n * n * 32,
                   flops=lambda n: 2.0 * n * n * 32 * 9, bytes=lambda n: 8.0 * n * n * 32),
    "max_pool": Kind("max pool 3x3", lambda n: f"1x{n}x{n}x64", max_pool,
                     lambda n: [(F32, 1, n * n * 64)], lambda n: n * n * 64,
                     bytes=lambda n: 8.0 * n * n * 64, tolerance=0),
    "fft": Kind("fft", lambda n: f"{n} complex",
                lambda n: entry(f"x = c64[{n}] parameter(0)\n"
                                f"r = c64[{n}] fft(x), fft_type=FFT, fft_length={{{n}}}"),
                lambda n: [(F32, 1, 2 * n)], lambda n: n,
                flops=lambda n: 5.0 * n * math.log2(n), bytes=lambda n: 16.0 * n),
    "gather": Kind("gather rows of 64", lambda n: f"{n} of {TABLE_ROWS}", gather,
                   lambda n: [(F32, 1, TABLE_ROWS * TABLE_COLUMNS), (S32, 1, n)],
                   lambda n: n * TABLE_COLUMNS,
                   bytes=lambda n: 8.0 * n * TABLE_COLUMNS, tolerance=0),
}

ROWS = [
    Row("add", 1 << 22, 0.95),
    Row("exp", 1 << 22, 0.9, 1.2),
    Row("tanh", 1 << 22, 0.9, 1.2),
    Row("erf", 1 << 22, 0.9, 1.2),
    Row("chain", 1 << 22, 1.5, 2),
    Row("gelu", 1 << 22),
    Row("chain20", 1 << 22, 1.5),
    Row("sum_all", 1 << 22, 0.95, 0.95),
    Row("sum_axis0", 2048, 0.95, 0.95),
    Row("sum_axis1", 2048, 0.95, 0.95),
    Row("softmax", 512, 1, 1),
    Row("layer_norm", 512),
    Row("matmul", 64, None, 1),
    Row("matmul", 256, 0.9, 1),
    Row("matmul", 512, 0.9, 1),
    Row("matmul", 1024, 0.9, 1),
    Row("bmm", 128),
    Row("i8matmul", 512),
    Row("i8matmul", 1024),
    Row("transpose", 2048, 1, 2),
    Row("while", 1_000_000),
    Row("parse", 200),
    Row("parse", 400_000),
    Row("sort", 1 << 20, 0.25, 0.5),
    Row("conv", 56, 0.25, 0.5),
    Row("dwconv", 112, 0.25, 0.5),
    Row("max_pool", 112, 0.25, 0.5),
    Row("fft", 1 << 16, 0.25, 0.5),
    Row("gather", INDICES, 0.25, 0.5),
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
    made = {}
    for kind, stream, make in (
            (F32, 1, lambda g: g.uniform(-1, 1, LARGEST).astype(np.float32)),
            (F32, 2, lambda g: g.uniform(-1, 1, LARGEST).astype(np.float32)),
            (S8, 1, lambda g: g.integers(-127, 128, 1 << 20).astype(np.int8)),
            (S8, 2, lambda g: g.integers(-127, 128, 1 << 20).astype(np.int8)),
            (S32, 1, lambda g: g.integers(0, TABLE_ROWS, INDICES).astype(np.int32))):
        path = folder / f"{kind}-{stream}.bin"
        if not path.exists():
            part = path.with_suffix(".part")
            make(np.random.default_rng(stream)).tofile(part)
            part.rename(path)
        made[kind, stream] = path
    return made


def open_words(row, folder, inputs, root):
    """The words of an `open` command. Writes the program; inputs are paths with byte counts."""
    program = pathlib.Path(folder) / f"{row.name}.hlo"
    program.write_text(row.kind.hlo(row.n))
    words = ["open", row.key, str(row.n), str(program.relative_to(root))]
    for kind, stream, count in row.kind.inputs(row.n):
        words.append(f"{inputs[kind, stream].relative_to(root)}:{count * WIDTH[kind]}")
    return words
