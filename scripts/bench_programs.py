# SPDX-License-Identifier: Apache-2.0
"""The HLO text of the rows of scripts/bench that are one operation or a few."""
COLUMNS = 1024        # of softmax and layer norm
TABLE_ROWS, TABLE_COLUMNS, INDICES = 50_000, 64, 100_000  # gather and scatter

MAX = "max {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT m = f32[] maximum(a, b)\n}\n"
SUM = "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"


def entry(lines, before=""):
    """An entry computation; the last line is its root."""
    lines = [line.strip() for line in lines.strip().splitlines()]
    lines[-1] = "ROOT " + lines[-1]
    return before + "ENTRY e {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def constant(name, value):
    return f"{name}0 = f32[] constant({value})\n{name} = f32[$n] broadcast({name}0), dimensions={{}}\n"


def chain_of_20():
    """x -> x * 0.999 + x0, ten times."""
    lines = constant("k", 0.999)
    last = "x"
    for i in range(20):
        lines += f"v{i} = f32[$n] " + (f"multiply({last}, k)\n" if i % 2 == 0 else f"add({last}, x)\n")
        last = f"v{i}"
    return lines


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


def pool(n, start, function):
    """Windows of 3x3 with padding 1; `function`: max or sum."""
    return entry(f"""x = f32[1,{n},{n},64] parameter(0)
        start = f32[] constant({start})
        r = f32[1,{n},{n},64] reduce-window(x, start), """
                 f"window={{size=1x3x3x1 pad=0_0x1_1x1_1x0_0}}, to_apply={function}", MAX + SUM)


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


def long_module(lines, shape="64,128"):
    layout = ",".join(str(i) for i in reversed(range(shape.count(",") + 1)))
    array = f"f32[{shape}]{{{layout}}}"
    text = ["HloModule long", "ENTRY main {", f"  v0 = {array} parameter(0)"]
    for i in range(1, lines):
        root = "ROOT " if i + 1 == lines else ""
        opcode = "multiply" if i % 2 else "add"
        text.append(f"  {root}v{i} = {array} {opcode}(v{i - 1}, v{i // 2}), metadata="
                    f'{{op_name="jit(f)/main/op{i}" source_file="model.py" source_line={i}}}')
    return "\n".join(text) + "\n}\n"


def window_sums(n):
    """A cumulative sum as a reduce-window: element i is the sum of the window that ends there."""
    return entry(f"""x = f32[{n}] parameter(0)
        z = f32[] constant(0)
        r = f32[{n}] reduce-window(x, z), window={{size={n} pad={n - 1}_0}}, to_apply=sum""", SUM)


def arg_max(n):
    """The position of the largest element of each row; the first of equal ones."""
    return entry(f"""x = f32[{n},{n}] parameter(0)
        i = s32[{n},{n}] iota(), iota_dimension=1
        low = f32[] constant(-inf)
        zero = s32[] constant(0)
        both = (f32[{n}], s32[{n}]) reduce(x, i, low, zero), dimensions={{1}}, to_apply=larger
        r = s32[{n}] get-tuple-element(both), index=1""", """larger {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  gt = pred[] compare(a, b), direction=GT
  unordered = pred[] compare(a, a), direction=NE
  above = pred[] or(gt, unordered)
  eq = pred[] compare(a, b), direction=EQ
  lt = pred[] compare(i, j), direction=LT
  first = pred[] and(eq, lt)
  left = pred[] or(above, first)
  m = f32[] select(above, a, b)
  k = s32[] select(left, i, j)
  ROOT r = (f32[], s32[]) tuple(m, k)
}
""")


def scatter_add(n):
    """The gradient of `gather`: adds n rows to rows of a table of zeros."""
    table = f"f32[{TABLE_ROWS},{TABLE_COLUMNS}]"
    return entry(f"""rows = s32[{n}] parameter(0)
        x = f32[{n},{TABLE_COLUMNS}] parameter(1)
        z = f32[] constant(0)
        zeros = {table} broadcast(z), dimensions={{}}
        r = {table} scatter(zeros, rows, x), update_window_dims={{1}}, inserted_window_dims={{0}}, """
                 "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum", SUM)


def updating_loop(n):
    """Doubles a matrix row by row: each iteration writes one row of the loop's state."""
    state, row = f"(s32[], f32[{n},{COLUMNS}], f32[{n},{COLUMNS}])", f"f32[1,{COLUMNS}]"
    return entry(f"""x = f32[{n},{COLUMNS}] parameter(0)
        zero = s32[] constant(0)
        z = f32[] constant(0)
        empty = f32[{n},{COLUMNS}] broadcast(z), dimensions={{}}
        init = {state} tuple(zero, x, empty)
        w = {state} while(init), condition=condition, body=body
        r = f32[{n},{COLUMNS}] get-tuple-element(w), index=2""", f"""condition {{
  s = {state} parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant({n})
  ROOT less = pred[] compare(i, n), direction=LT
}}
body {{
  s = {state} parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[{n},{COLUMNS}] get-tuple-element(s), index=1
  y = f32[{n},{COLUMNS}] get-tuple-element(s), index=2
  zero = s32[] constant(0)
  one = s32[] constant(1)
  row = {row} dynamic-slice(x, i, zero), dynamic_slice_sizes={{1,{COLUMNS}}}
  twice = {row} add(row, row)
  to = f32[{n},{COLUMNS}] dynamic-update-slice(y, twice, i, zero)
  next = s32[] add(i, one)
  ROOT t = {state} tuple(next, x, to)
}}
""")


def fourier(source, sizes, result, kind, lengths):
    return entry(f"x = {source}[{sizes}] parameter(0)\n"
                 f"r = c64[{result}] fft(x), fft_type={kind}, fft_length={{{lengths}}}")
