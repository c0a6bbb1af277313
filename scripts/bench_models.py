# SPDX-License-Identifier: Apache-2.0
"""The HLO text of the rows of scripts/bench that are whole models, as their frameworks would emit it.

Each function takes the size of its row and returns a Module. wasm/bench/models.mjs has the same graphs
as ONNX models."""
import math

from bench_programs import MAX, SUM

ACTIVATIONS, TARGETS, WEIGHTS = 1, 2, 3  # streams of numbers (bench_work.write_inputs)

MLP = (784, 512, 256, 10)
TOKENS, WIDTH, HEADS, HIDDEN = 128, 512, 8, 2048  # transformer
LSTM_STEPS, LSTM_UNITS = 128, 128
CACHE, DECODER_WIDTH, DECODER_HEADS, DECODER_HIDDEN = 128, 256, 4, 1024
RATE = 8  # of the training step; large, so that wrong gradients change the weights visibly


def f32(*sizes):
    return f"f32[{','.join(map(str, sizes))}]"


class Module:
    """Instructions of an entry computation, and the (stream, number of elements) of its parameters."""

    def __init__(self, computations=MAX + SUM):
        self.computations, self.lines, self.inputs = computations, [], []

    def parameter(self, name, *sizes, stream=WEIGHTS):
        self.add(name, sizes, f"parameter({len(self.inputs)})")
        self.inputs.append((stream, math.prod(sizes)))

    def add(self, name, sizes, text):
        """sizes of an f32 array, or a shape."""
        self.lines.append(f"{name} = {sizes if isinstance(sizes, str) else f32(*sizes)} {text}")

    def broadcast(self, name, operand, sizes, dimensions):
        self.add(name, sizes, f"broadcast({operand}), dimensions={{{dimensions}}}")

    def filled(self, name, value, sizes):
        self.add(f"{name}.scalar", (), f"constant({value})")
        self.broadcast(name, f"{name}.scalar", sizes, "")

    def reduced(self, name, operand, sizes, axis, function="sum"):
        self.add(f"{name}.start", (), f"constant({'-inf' if function == 'max' else 0})")
        self.add(name, sizes, f"reduce({operand}, {name}.start), dimensions={{{axis}}}, to_apply={function}")

    def dot(self, name, left, right, sizes, axes, batch=("", "")):
        batches = f"lhs_batch_dims={{{batch[0]}}}, rhs_batch_dims={{{batch[1]}}}, " if batch[0] else ""
        self.add(name, sizes, f"dot({left}, {right}), {batches}lhs_contracting_dims={{{axes[0]}}}, "
                 f"rhs_contracting_dims={{{axes[1]}}}")

    def softmax(self, name, operand, sizes):
        """Along the last axis."""
        rows, kept, last = sizes[:-1], ",".join(map(str, range(len(sizes) - 1))), len(sizes) - 1
        self.reduced(f"{name}.max", operand, rows, last, "max")
        self.broadcast(f"{name}.maxb", f"{name}.max", sizes, kept)
        self.add(f"{name}.shifted", sizes, f"subtract({operand}, {name}.maxb)")
        self.add(f"{name}.exp", sizes, f"exponential({name}.shifted)")
        self.reduced(f"{name}.sum", f"{name}.exp", rows, last)
        self.broadcast(f"{name}.sumb", f"{name}.sum", sizes, kept)
        self.add(name, sizes, f"divide({name}.exp, {name}.sumb)")

    def layer_norm(self, name, operand, sizes):
        """Along the last axis, without scale and shift."""
        rows, kept, last = sizes[:-1], ",".join(map(str, range(len(sizes) - 1))), len(sizes) - 1
        self.filled(f"{name}.count", 1 / sizes[-1], rows)
        self.filled(f"{name}.epsilon", 1e-5, rows)
        self.reduced(f"{name}.sum", operand, rows, last)
        self.add(f"{name}.mean", rows, f"multiply({name}.sum, {name}.count)")
        self.broadcast(f"{name}.meanb", f"{name}.mean", sizes, kept)
        self.add(f"{name}.d", sizes, f"subtract({operand}, {name}.meanb)")
        self.add(f"{name}.dd", sizes, f"multiply({name}.d, {name}.d)")
        self.reduced(f"{name}.squares", f"{name}.dd", rows, last)
        self.add(f"{name}.variance", rows, f"multiply({name}.squares, {name}.count)")
        self.add(f"{name}.shifted", rows, f"add({name}.variance, {name}.epsilon)")
        self.add(f"{name}.inverse", rows, f"rsqrt({name}.shifted)")
        self.broadcast(f"{name}.inverseb", f"{name}.inverse", sizes, kept)
        self.add(name, sizes, f"multiply({name}.d, {name}.inverseb)")

    def affine(self, name, operand, scale, shift, sizes):
        """operand * scale + shift along the last axis."""
        last = len(sizes) - 1
        for part in (scale, shift):
            self.broadcast(f"{name}.{part}", part, sizes, last)
        self.add(f"{name}.scaled", sizes, f"multiply({operand}, {name}.{scale})")
        self.add(name, sizes, f"add({name}.scaled, {name}.{shift})")

    def relu(self, name, operand, sizes):
        self.filled(f"{name}.zero", 0, sizes)
        self.add(name, sizes, f"maximum({operand}, {name}.zero)")

    def gelu(self, name, operand, sizes):
        for part, value in (("half", 0.5), ("root", math.sqrt(0.5)), ("one", 1)):
            self.filled(f"{name}.{part}", value, sizes)
        self.add(f"{name}.scaled", sizes, f"multiply({operand}, {name}.root)")
        self.add(f"{name}.erf", sizes, f"erf({name}.scaled)")
        self.add(f"{name}.sum", sizes, f"add({name}.erf, {name}.one)")
        self.add(f"{name}.halved", sizes, f"multiply({operand}, {name}.half)")
        self.add(name, sizes, f"multiply({name}.halved, {name}.sum)")

    def body(self):
        *lines, last = self.lines
        return "".join(f"  {line}\n" for line in [*lines, "ROOT " + last])

    def text(self):
        return f"{self.computations}ENTRY e {{\n{self.body()}}}\n"


def training_step(n):
    """One step of gradient descent on a batch of n, three dense layers and cross entropy."""
    m = Module()
    m.parameter("h0", n, MLP[0], stream=ACTIVATIONS)
    m.parameter("target", n, MLP[-1], stream=TARGETS)
    for k, (rows, columns) in enumerate(zip(MLP, MLP[1:]), 1):
        m.parameter(f"w{k}", rows, columns)
        m.parameter(f"b{k}", columns)
    for k in (1, 2, 3):
        sizes = (n, MLP[k])
        m.dot(f"xw{k}", f"h{k - 1}", f"w{k}", sizes, (1, 0))
        m.broadcast(f"bb{k}", f"b{k}", sizes, 1)
        m.add(f"z{k}", sizes, f"add(xw{k}, bb{k})")
        if k < 3:
            m.relu(f"h{k}", f"z{k}", sizes)
    sizes = (n, MLP[3])
    m.softmax("p", "z3", sizes)
    m.add("error", sizes, "subtract(p, target)")
    m.filled("rate", RATE / n, sizes)
    m.add("d3", sizes, "multiply(error, rate)")
    for k in (3, 2, 1):
        m.dot(f"gw{k}", f"h{k - 1}", f"d{k}", MLP[k - 1:k + 1], (0, 0))
        m.reduced(f"gb{k}", f"d{k}", (MLP[k],), 0)
        m.add(f"nw{k}", MLP[k - 1:k + 1], f"subtract(w{k}, gw{k})")
        m.add(f"nb{k}", (MLP[k],), f"subtract(b{k}, gb{k})")
        if k > 1:
            sizes = (n, MLP[k - 1])
            m.dot(f"back{k}", f"d{k}", f"w{k}", sizes, (1, 1))
            m.add(f"active{k}", f"pred[{n},{MLP[k - 1]}]", f"compare(z{k - 1}, h{k - 1}.zero), direction=GT")
            m.add(f"d{k - 1}", sizes, f"select(active{k}, back{k}, h{k - 1}.zero)")
    names = [f"{part}{k}" for k in (1, 2, 3) for part in ("nw", "nb")]
    shapes = ", ".join(f32(*sizes) for k in (1, 2, 3) for sizes in (MLP[k - 1:k + 1], (MLP[k],)))
    m.add("r", f"({shapes})", f"tuple({', '.join(names)})")
    return m


def training_flops(n):
    products = sum(a * b for a, b in zip(MLP, MLP[1:]))
    return 2.0 * n * (3 * products - MLP[0] * MLP[1])  # no gradient of the input


def attention(m, n, x):
    """Heads of WIDTH / HEADS on [n, TOKENS, WIDTH]; the result is `attended`."""
    sizes, part = (n, TOKENS, WIDTH), WIDTH // HEADS
    split = (n, TOKENS, HEADS, part)
    for name in "qkv":
        m.dot(f"{name}.flat", x, f"w{name}", sizes, (2, 0))
        m.add(name, split, f"reshape({name}.flat)")
    scores = (n, HEADS, TOKENS, TOKENS)
    m.dot("scores", "q", "k", scores, (3, 3), ("0,2", "0,2"))
    m.filled("scale", 1 / math.sqrt(part), scores)
    m.add("scaled", scores, "multiply(scores, scale)")
    m.softmax("weights", "scaled", scores)
    m.dot("mixed", "weights", "v", (n, HEADS, TOKENS, part), (3, 1), ("0,1", "0,2"))
    m.add("joined", split, "transpose(mixed), dimensions={0,2,1,3}")
    m.add("flat", sizes, "reshape(joined)")
    m.dot("attended", "flat", "wo", sizes, (2, 0))


def transformer(n):
    """A pre-norm encoder block on a batch of n."""
    sizes, hidden = (n, TOKENS, WIDTH), (n, TOKENS, HIDDEN)
    m = Module()
    m.parameter("x", *sizes, stream=ACTIVATIONS)
    for name in ("wq", "wk", "wv", "wo"):
        m.parameter(name, WIDTH, WIDTH)
    m.parameter("w1", WIDTH, HIDDEN)
    m.parameter("b1", HIDDEN)
    m.parameter("w2", HIDDEN, WIDTH)
    m.parameter("b2", WIDTH)
    for name in ("gamma1", "beta1", "gamma2", "beta2"):
        m.parameter(name, WIDTH, stream=TARGETS if name.startswith("gamma") else WEIGHTS)
    m.layer_norm("norm1", "x", sizes)
    m.affine("n1", "norm1", "gamma1", "beta1", sizes)
    attention(m, n, "n1")
    m.add("y", sizes, "add(x, attended)")
    m.layer_norm("norm2", "y", sizes)
    m.affine("n2", "norm2", "gamma2", "beta2", sizes)
    m.dot("up", "n2", "w1", hidden, (2, 0))
    m.broadcast("b1b", "b1", hidden, 2)
    m.add("z", hidden, "add(up, b1b)")
    m.gelu("h", "z", hidden)
    m.dot("down", "h", "w2", sizes, (2, 0))
    m.broadcast("b2b", "b2", sizes, 2)
    m.add("ffn", sizes, "add(down, b2b)")
    m.add("r", sizes, "add(y, ffn)")
    return m


def transformer_flops(n):
    return 2.0 * n * TOKENS * (4 * WIDTH**2 + 2 * WIDTH * HIDDEN + 2 * TOKENS * WIDTH)


def resnet(n):
    """Two 3x3 convolutions of 64 features with folded batch norms, and the identity beside them."""
    sizes = (1, n, n, 64)
    m = Module()
    m.parameter("x", *sizes, stream=ACTIVATIONS)
    for k in (1, 2):
        m.parameter(f"w{k}", 3, 3, 64, 64)
        m.parameter(f"scale{k}", 64, stream=TARGETS)
        m.parameter(f"shift{k}", 64)
    for k, x in ((1, "x"), (2, "h")):
        m.add(f"conv{k}", sizes, f"convolution({x}, w{k}), window={{size=3x3 pad=1_1x1_1}}, "
              "dim_labels=b01f_01io->b01f")
        m.affine(f"norm{k}", f"conv{k}", f"scale{k}", f"shift{k}", sizes)
        if k == 1:
            m.relu("h", "norm1", sizes)
    m.add("sum", sizes, "add(norm2, x)")
    m.relu("r", "sum", sizes)
    return m


def scan(m, state, steps, body, result):
    """A while loop that counts `state`'s first element to `steps`; the root is element `result`."""
    shape = f"(s32[], {', '.join(f32(*sizes) for _, sizes in state)})"
    names = [name for name, _ in state]
    inner = Module()
    inner.add("s", shape, "parameter(0)")
    inner.add("i", "s32[]", "get-tuple-element(s), index=0")
    for index, (name, sizes) in enumerate(state, 1):
        inner.add(name, sizes, f"get-tuple-element(s), index={index}")
    inner.add("zero", "s32[]", "constant(0)")
    inner.add("one", "s32[]", "constant(1)")
    changed = body(inner)
    inner.add("next", "s32[]", "add(i, one)")
    inner.add("t", shape, f"tuple(next, {', '.join(changed.get(name, name) for name in names)})")
    m.computations += (f"condition {{\n  s = {shape} parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
                       f"  n = s32[] constant({steps})\n  ROOT less = pred[] compare(i, n), direction=LT\n}}\n"
                       f"body {{\n{inner.body()}}}\n")
    m.add("zero", "s32[]", "constant(0)")
    m.add("start", shape, f"tuple(zero, {', '.join(names)})")
    m.add("loop", shape, "while(start), condition=condition, body=body")
    m.add("r", state[result][1], f"get-tuple-element(loop), index={result + 1}")


def lstm(n):
    """LSTM_STEPS steps of a layer on a batch of n; the result is all hidden states."""
    units, gates, all_steps = (n, LSTM_UNITS), (n, 4 * LSTM_UNITS), (LSTM_STEPS, n, LSTM_UNITS)

    def body(m):
        m.add("x.row", (1, *units), f"dynamic-slice(xs, i, zero, zero), "
              f"dynamic_slice_sizes={{1,{n},{LSTM_UNITS}}}")
        m.add("x", units, "reshape(x.row)")
        m.dot("xw", "x", "w", gates, (1, 0))
        m.dot("hu", "h", "u", gates, (1, 0))
        m.broadcast("bb", "b", gates, 1)
        m.add("sum", gates, "add(xw, hu)")
        m.add("z", gates, "add(sum, bb)")
        for k, name in enumerate(("in", "out", "forget", "cell")):
            part = f"{k * LSTM_UNITS}:{(k + 1) * LSTM_UNITS}"
            m.add(f"z.{name}", units, f"slice(z), slice={{[0:{n}],[{part}]}}")
            m.add(name, units, f"{'tanh' if name == 'cell' else 'logistic'}(z.{name})")
        m.add("kept", units, "multiply(forget, c)")
        m.add("added", units, "multiply(in, cell)")
        m.add("c.next", units, "add(kept, added)")
        m.add("c.tanh", units, "tanh(c.next)")
        m.add("h.next", units, "multiply(out, c.tanh)")
        m.add("h.row", (1, *units), "reshape(h.next)")
        m.add("hs.next", all_steps, "dynamic-update-slice(hs, h.row, i, zero, zero)")
        return {"h": "h.next", "c": "c.next", "hs": "hs.next"}

    m = Module(SUM)
    m.parameter("xs", *all_steps, stream=ACTIVATIONS)
    m.parameter("w", LSTM_UNITS, 4 * LSTM_UNITS)
    m.parameter("u", LSTM_UNITS, 4 * LSTM_UNITS)
    m.parameter("b", 4 * LSTM_UNITS)
    for name, sizes in (("h", units), ("c", units), ("hs", all_steps)):
        m.filled(name, 0, sizes)
    state = [("xs", all_steps), ("w", (LSTM_UNITS, 4 * LSTM_UNITS)), ("u", (LSTM_UNITS, 4 * LSTM_UNITS)),
             ("b", (4 * LSTM_UNITS,)), ("h", units), ("c", units), ("hs", all_steps)]
    scan(m, state, LSTM_STEPS, body, len(state) - 1)
    return m


def lstm_flops(n):
    return 2.0 * LSTM_STEPS * n * LSTM_UNITS * 4 * LSTM_UNITS * 2


def decoder(n):
    """n tokens of a decoder layer, one after the other. Each attends to a cache of keys and values,
    and its result is the next input."""
    width, hidden, part = DECODER_WIDTH, DECODER_HIDDEN, DECODER_WIDTH // DECODER_HEADS
    row, cache, heads = (1, width), (CACHE, width), (DECODER_HEADS, part)
    split, scores = (CACHE, DECODER_HEADS, part), (DECODER_HEADS, CACHE)

    def body(m):
        m.layer_norm("a", "x", row)
        for name in "qkv":
            m.dot(f"{name}.row", "a", f"w{name}", row, (1, 0))
        for name in "kv":
            m.add(f"{name}.cache", cache, f"dynamic-update-slice({name}s, {name}.row, i, zero)")
            m.add(name, split, f"reshape({name}.cache)")
        m.add("q", heads, "reshape(q.row)")
        m.dot("scores", "q", "k", scores, (1, 2), ("0", "1"))
        m.filled("scale", 1 / math.sqrt(part), scores)
        m.add("scaled", scores, "multiply(scores, scale)")
        m.add("at", f"s32[{DECODER_HEADS},{CACHE}]", "iota(), iota_dimension=1")
        m.broadcast("now", "i", f"s32[{DECODER_HEADS},{CACHE}]", "")
        m.add("past", f"pred[{DECODER_HEADS},{CACHE}]", "compare(at, now), direction=LE")
        m.filled("never", -1e9, scores)
        m.add("masked", scores, "select(past, scaled, never)")
        m.softmax("weights", "masked", scores)
        m.dot("mixed", "weights", "v", heads, (1, 0), ("0", "1"))
        m.add("flat", row, "reshape(mixed)")
        m.dot("attended", "flat", "wo", row, (1, 0))
        m.add("y", row, "add(x, attended)")
        m.layer_norm("b", "y", row)
        m.dot("up", "b", "w1", (1, hidden), (1, 0))
        m.gelu("h", "up", (1, hidden))
        m.dot("down", "h", "w2", row, (1, 0))
        m.add("z", row, "add(y, down)")
        m.layer_norm("x.next", "z", row)
        m.add("xs.next", (n, width), "dynamic-update-slice(xs, x.next, i, zero)")
        return {"x": "x.next", "ks": "k.cache", "vs": "v.cache", "xs": "xs.next"}

    m = Module()
    m.parameter("x", *row, stream=ACTIVATIONS)
    weights = [(name, (width, width)) for name in ("wq", "wk", "wv", "wo")]
    weights += [("w1", (width, hidden)), ("w2", (hidden, width))]
    for name, sizes in weights:
        m.parameter(name, *sizes)
    m.filled("ks", 0, cache)
    m.filled("vs", 0, cache)
    m.filled("xs", 0, (n, width))
    state = [*weights, ("x", row), ("ks", cache), ("vs", cache), ("xs", (n, width))]
    scan(m, state, n, body, len(state) - 1)
    return m


def decoder_flops(n):
    width = DECODER_WIDTH
    return 2.0 * n * (4 * width**2 + 2 * width * DECODER_HIDDEN + 2 * CACHE * width)
