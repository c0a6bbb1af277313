#!/usr/bin/python3
"""numpy as an engine for the conformance vectors: a second opinion on single-device run cases.

hlo conform --engine 'python3 conformance/adapters/numpy_adapter.py' --report numpy.json

Arithmetic is in float64 and elementary functions are in long double; every instruction stores its result in the
element type once. Programs are not verified, so reject cases are left out ("kinds")."""
import numpy as np

import numpy_arrays  # noqa: F401, registers ops
import protocol
from hlo_text import Unsupported, read_module
from numpy_ops import OPS, op
from values import FLOATS, INTEGERS, TYPES, from_literal, stored, to_literal

MAX_STEPS = 100_000


class Engine:
    def __init__(self, hlo):
        self.computations, self.entry = read_module(hlo)
        self.steps = 0

    def call(self, name, *values):
        """Runs a computation. Parameters of a scalar computation may be arrays: one element per call."""
        known, shapes = {}, self.computations[name].shapes
        for i in self.computations[name].instructions:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise Unsupported(f"more than {MAX_STEPS} instructions")
            if i.opcode == "parameter":
                known[i.name] = values[int(i.operands[0])]
            elif i.opcode in OPS:
                operands = [known.get(name) for name in i.operands]
                result = OPS[i.opcode](self, i, [shapes.get(name) for name in i.operands], *operands)
                known[i.name] = store(i.shape, result)
            else:
                raise Unsupported("the op " + i.opcode)
        return known[self.computations[name].root[0]]

    def is_elementwise(self, name):
        """Whether one call with arrays is a call for each element."""
        return all(not any(part.dims for part in i.shape.parts or [i.shape]) and i.opcode not in ("conditional", "while")
                   and (i.opcode not in ("call", "fusion") or self.is_elementwise(i.called("calls" if i.opcode == "fusion" else "to_apply")))
                   for i in self.computations[name].instructions)

    def call_each(self, name, *values):
        """Runs a computation of scalars for each element of arrays."""
        if self.is_elementwise(name):
            return self.call(name, *values)
        values = np.broadcast_arrays(*values)
        results = [self.call(name, *elements) for elements in zip(*(v.ravel() for v in values))]
        if isinstance(results[0], tuple):
            return tuple(np.array(part).reshape(values[0].shape) for part in zip(*results))
        return np.array(results).reshape(values[0].shape)

    def is_sum(self, name, shape):
        """Whether a reducer adds numbers: floats in a wider type, rounded once, and integers modulo 2^64."""
        body = self.computations[name].instructions
        return len(body) == 3 and body[2].opcode == "add" and shape.type in (*FLOATS, *INTEGERS) \
            and body[2].shape.type == shape.type and set(body[2].operands) == {body[0].name, body[1].name}

    def fold(self, name, state, columns):
        for column in columns:
            result = self.call(name, *state, *column)
            state = result if isinstance(result, tuple) else (result,)
        return tuple(state) if len(state) > 1 else state[0]


def store(shape, value):
    if isinstance(value, tuple):
        return tuple(store(part, item) for part, item in zip(shape.parts, value))
    return value if shape.type == "token" else stored(shape.type, value)


@op("tuple", "after-all")
def tuple_of(e, i, s, *x):
    return x if i.opcode == "tuple" else ()


@op("get-tuple-element")
def get_tuple_element(e, i, s, x):
    return x[i.numbers("index")[0]]


@op("call", "fusion")
def call(e, i, s, *x):
    return e.call(i.called("calls" if i.opcode == "fusion" else "to_apply"), *x)


@op("map")
def map_elements(e, i, s, *x):
    return np.broadcast_to(e.call_each(i.called(), *x) if x[0].size else x[0], i.shape.dims)


@op("while")
def loop(e, i, s, state):
    while e.call(i.called("condition"), state):
        state = e.call(i.called("body"), state)
    return state


@op("conditional")
def conditional(e, i, s, which, *x):
    if s[0].type == "pred":
        pair = ",".join(i.attributes.get(key, "") for key in ("true_computation", "false_computation"))
        names = i.attributes.get("branch_computations", pair)
        which = 0 if which else 1
    else:
        names = i.attributes["branch_computations"]
    if "{" in names.strip("{}"):
        raise Unsupported("an inline computation")
    branches = [name.strip().lstrip("%") for name in names.strip("{}").split(",")]
    which = int(which) if 0 <= which < len(branches) else len(branches) - 1
    return e.call(branches[which], x[which])


def run(hlo, args, topology):
    try:
        if topology.get("replicas", 1) * topology.get("partitions", 1) > 1:
            raise Unsupported("several devices")
        args = args if isinstance(args, list) else args.get("all", args.get("0,0"))
        engine = Engine(hlo)
        entry = engine.computations[engine.entry]
        shape = next(i.shape for i in entry.instructions if i.name == entry.root[0])
        return [to_literal(shape, engine.call(engine.entry, *map(from_literal, args)))]
    except (Unsupported, OverflowError, MemoryError) as why:  # sizes beyond 63 bits, giant arrays
        raise protocol.Skip(str(why)) from None
    except ValueError as why:
        raise (protocol.Skip(str(why)) if "too big" in str(why) else why) from None


if __name__ == "__main__":
    np.seterr(all="ignore")
    protocol.serve({"name": "numpy", "engine_version": np.__version__, "types": TYPES, "features": [], "kinds": ["run"], "issues": ""}, run)
