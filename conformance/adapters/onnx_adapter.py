#!/usr/bin/python3
"""ONNX Runtime as an engine for the conformance vectors: the part of HLO that ONNX operators can say.

npm install onnxruntime-node    # anywhere; NODE_PATH names its node_modules
hlo conform --engine 'python3 conformance/adapters/onnx_adapter.py' --report onnx.json

Every instruction becomes ONNX nodes with the same meaning where the operator is specified; what ONNX leaves open
(division by zero, NaN in Max) is left to the runtime, so the report shows what it does."""
import base64
import json
import pathlib
import subprocess

import numpy as np

import protocol
from hlo_text import Unsupported, read_module
from numpy_arrays import window_of
from numpy_ops import constant
from onnx_model import TYPES, Graph
from values import from_literal, to_literal, wide

HERE = pathlib.Path(__file__).resolve().parent
NUMPY = {"pred": "?", "f16": "<f2", "f32": "<f4", "f64": "<f8", **{f"{k}{8 * n}": f"<{'i' if k == 's' else k}{n}" for k in "su" for n in (1, 2, 4, 8)}}
JS = {"pred": "bool", "f16": "float16", "f32": "float32", "f64": "float64",
      **{f"{k}{n}": ("int" if k == "s" else "uint") + str(n) for k in "su" for n in (8, 16, 32, 64)}}
FLOATS = ("f16", "f32", "f64")
UNARY = {"abs": "Abs", "negate": "Neg", "ceil": "Ceil", "floor": "Floor", "sign": "Sign", "exponential": "Exp", "log": "Log",
         "sqrt": "Sqrt", "sine": "Sin", "cosine": "Cos", "tan": "Tan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "asin": "Asin",
         "acos": "Acos", "atan": "Atan", "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh", "erf": "Erf", "logistic": "Sigmoid",
         "round-nearest-even": "Round", "copy": "Identity", "opt-barrier": "Identity"}
BINARY = {"add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "power": "Pow", "maximum": "Max", "minimum": "Min"}
BITS = {"and": "And", "or": "Or", "xor": "Xor"}
COMPARE = {"EQ": "Equal", "LT": "Less", "LE": "LessOrEqual", "GT": "Greater", "GE": "GreaterOrEqual"}
REDUCE = {"add": "ReduceSum", "multiply": "ReduceProd", "maximum": "ReduceMax", "minimum": "ReduceMin"}


class Translator:
    def __init__(self, hlo):
        self.computations, entry = read_module(hlo)
        self.graph, self.names, self.shapes, self.parameters = Graph(), {}, {}, {}
        for i in self.computations[entry].instructions:
            if i.shape.type not in TYPES:
                raise Unsupported("the type " + i.shape.type)
            self.shapes[i.name] = i.shape
            self.names[i.name] = self.translate(i, [self.names.get(name) for name in i.operands])
        self.root = self.computations[entry].root[0]

    def node(self, op, *inputs, **attributes):
        return self.graph.node(op, inputs, **attributes)

    def scalar(self, shape, value):
        return self.graph.constant(shape.type, [], np.array(value, NUMPY[shape.type]).tobytes())

    def translate(self, i, x):
        kind = self.shapes[i.operands[0]].type if i.operands and i.operands[0] in self.shapes else i.shape.type
        if i.opcode == "parameter":
            number = int(i.operands[0])
            self.parameters[number] = self.graph.input(i.shape.type, i.shape.dims), i.shape
            return self.parameters[number][0]
        if i.opcode in UNARY:
            return self.node(UNARY[i.opcode], *x)
        if i.opcode in BINARY and kind != "pred":
            return self.node(BINARY[i.opcode], *x)
        if i.opcode in BITS:
            return self.node(("" if kind == "pred" else "Bitwise") + BITS[i.opcode], *x)
        function = getattr(self, "op_" + i.opcode.replace("-", "_"), None)
        if function is None:
            raise Unsupported(f"{i.opcode} of {kind}")
        return function(i, kind, *x)

    def op_not(self, i, kind, x):
        return self.node("Not" if kind == "pred" else "BitwiseNot", x)

    def op_remainder(self, i, kind, a, b):
        return self.node("Mod", a, b, fmod=1)  # the sign of the dividend, for integers too

    def op_compare(self, i, kind, a, b):
        way = i.attributes["direction"]
        if "TOTAL" in i.attributes.get("order", i.attributes.get("type", "")):
            raise Unsupported("the total order")
        return self.node("Not", self.node("Equal", a, b)) if way == "NE" else self.node(COMPARE[way], a, b)

    def op_select(self, i, kind, *x):
        return self.node("Where", *x)

    def op_clamp(self, i, kind, low, x, high):
        return self.node("Min", self.node("Max", low, x), high)

    def op_convert(self, i, kind, x):
        return self.node("Cast", x, to=TYPES[i.shape.type])

    def op_is_finite(self, i, kind, x):
        return self.node("Not", self.node("Or", self.node("IsNaN", x), self.node("IsInf", x)))

    def op_rsqrt(self, i, kind, x):
        return self.node("Reciprocal", self.node("Sqrt", x))

    def op_reshape(self, i, kind, x):
        return self.node("Reshape", x, self.graph.ints(i.shape.dims), allowzero=1)

    def op_broadcast(self, i, kind, x):
        places, dims = i.numbers("dimensions", []), i.shape.dims
        if sorted(places) != places:
            x = self.node("Transpose", x, perm=list(np.argsort(places)))
        x = self.node("Reshape", x, self.graph.ints([n if d in places else 1 for d, n in enumerate(dims)]), allowzero=1)
        return self.node("Expand", x, self.graph.ints(dims))

    def op_transpose(self, i, kind, x):
        return self.node("Transpose", x, perm=i.numbers("dimensions"))

    def op_concatenate(self, i, kind, *x):
        return self.node("Concat", *x, axis=i.numbers("dimensions")[0])

    def op_slice(self, i, kind, x):
        parts = [list(map(int, part.strip("[] ").split(":"))) for part in i.attributes["slice"].strip("{}").split(",") if part.strip()]
        columns = [[part[0] for part in parts], [part[1] for part in parts], list(range(len(parts))), [(part + [1])[2] for part in parts]]
        return self.node("Slice", x, *map(self.graph.ints, columns)) if parts else self.node("Identity", x)

    def op_reverse(self, i, kind, x):
        axes = i.numbers("dimensions")
        columns = [[-1] * len(axes), [-(1 << 62)] * len(axes), axes, [-1] * len(axes)]
        return self.node("Slice", x, *map(self.graph.ints, columns)) if axes else self.node("Identity", x)

    def op_pad(self, i, kind, x, value):
        entries = [list(map(int, part.split("_"))) + [0] for part in i.attributes["padding"].split("x")]
        if any(entry[2] for entry in entries):
            raise Unsupported("interior padding")
        return self.node("Pad", x, self.graph.ints([entry[0] for entry in entries] + [entry[1] for entry in entries]), value)

    def op_constant(self, i, kind, *x):
        return self.graph.constant(i.shape.type, i.shape.dims, constant(None, i, None).astype(NUMPY[i.shape.type]).tobytes())

    def op_iota(self, i, kind):
        d, dims = i.numbers("iota_dimension")[0], i.shape.dims
        line = np.arange(dims[d]).reshape([-1 if k == d else 1 for k in range(len(dims))])
        return self.graph.constant(i.shape.type, dims, np.broadcast_to(line, dims).astype(NUMPY[i.shape.type]).tobytes())

    def op_reduce(self, i, kind, *x):
        body = self.computations[i.called()].instructions
        if len(x) != 2 or len(body) != 3 or body[2].opcode not in REDUCE or kind == "pred" or {*body[2].operands} != {body[0].name, body[1].name}:
            raise Unsupported("this reducer")
        result = self.node(REDUCE[body[2].opcode], x[0], self.graph.ints(i.numbers("dimensions")), keepdims=0, noop_with_empty_axes=1)
        return self.node(BINARY[body[2].opcode], result, x[1])

    def op_dot(self, i, kind, a, b):
        names = ("lhs_batch_dims", "rhs_batch_dims", "lhs_contracting_dims", "rhs_contracting_dims")
        a_batch, b_batch, a_sum, b_sum = (i.numbers(name, []) for name in names)
        left, right = (len(self.shapes[name].dims) for name in i.operands)
        a_names, b_names = list("abcdefgh"[:left]), list("stuvwxyz"[:right])
        for p, q in zip(a_batch + a_sum, b_batch + b_sum):
            b_names[q] = a_names[p]
        out = [a_names[d] for d in a_batch] + [a_names[d] for d in range(left) if d not in a_batch + a_sum]
        out += [b_names[d] for d in range(right) if d not in b_batch + b_sum]
        if {self.shapes[name].type for name in i.operands} != {i.shape.type}:
            raise Unsupported("a dot of mixed types")
        return self.node("Einsum", a, b, equation=f"{''.join(a_names)},{''.join(b_names)}->{''.join(out)}")

    def op_convolution(self, i, kind, x, kernel):
        left, rest = i.attributes["dim_labels"].split("_")
        right, out = rest.split("->")
        spatial = sorted(c for c in left if c.isdigit())
        window = window_of(i, len(spatial))
        pads = [part.split("_") for part in dict(p.split("=") for p in i.attributes.get("window", "{}").strip("{}").split()).get("pad", "").split("x") if part]
        pads = [int(p[k]) for k in (0, 1) for p in pads] or [0] * 2 * len(spatial)
        if kind not in FLOATS or any(entry[3] > 1 or entry[5] for entry in window) or min(pads, default=0) < 0 or not spatial or "batch_group_count" in i.attributes:
            raise Unsupported("this convolution")
        x = self.node("Transpose", x, perm=[left.index(c) for c in ["b", "f", *spatial]])
        kernel = self.node("Transpose", kernel, perm=[right.index(c) for c in ["o", "i", *spatial]])
        result = self.node("Conv", x, kernel, strides=[e[1] for e in window], dilations=[e[4] for e in window], pads=pads,
                           group=i.numbers("feature_group_count", [1])[0])
        return self.node("Transpose", result, perm=[["b", "f", *spatial].index(c) for c in out])


class Runtime:
    """The child that runs models; started again after a crash."""

    child = None

    def run(self, request):
        if self.child is None or self.child.poll() is not None:
            self.child = subprocess.Popen(["node", str(HERE / "onnx_runner.cjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                          stderr=subprocess.DEVNULL, text=True)
        try:
            self.child.stdin.write(json.dumps(request) + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.child.stdout.readline()
        if not line:
            raise RuntimeError(f"ONNX Runtime died with signal {-self.child.wait()}")
        reply = json.loads(line)
        if "error" in reply:
            if "Could not find an implementation" in reply["error"] or "Type Error" in reply["error"]:
                raise Unsupported(reply["error"][:100])
            raise RuntimeError(reply["error"][:300])
        return reply["results"]


RUNTIME = Runtime()


def run(hlo, args, topology):
    try:
        if topology["replicas"] * topology["partitions"] > 1:
            raise Unsupported("several devices")
        t = Translator(hlo)
        args = args if isinstance(args, list) else args.get("all", args.get("0,0"))
        inputs = {}
        for number, (name, shape) in t.parameters.items():
            raw = np.ascontiguousarray(from_literal(args[number]).astype(NUMPY[shape.type])).tobytes()
            inputs[name] = {"type": JS[shape.type], "dims": shape.dims, "data": base64.b64encode(raw).decode()}
        output = t.node("Identity", t.names[t.root])
        shape = t.shapes[t.root]
        model = base64.b64encode(t.graph.model([(output, shape.type, shape.dims)])).decode()
        got = RUNTIME.run({"model": model, "inputs": inputs, "outputs": [output]})[0]
        value = np.frombuffer(base64.b64decode(got["data"]), NUMPY[shape.type]).reshape(got["dims"])
        return [to_literal(shape, value.astype(wide(shape.type)))]
    except Unsupported as why:
        raise protocol.Skip(str(why)) from None


if __name__ == "__main__":
    version = json.loads(subprocess.run(["node", "-p", "JSON.stringify(require('onnxruntime-node/package.json').version)"],
                                        capture_output=True, text=True, check=True).stdout)
    protocol.serve({"name": "ONNX Runtime", "engine_version": version, "types": list(TYPES), "features": [], "kinds": ["run"], "issues": ""}, run)
