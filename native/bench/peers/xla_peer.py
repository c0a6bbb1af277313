#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""XLA itself, through jaxlib, as a worker of scripts/bench, with the commands of native/bench/worker.h.
It compiles the same HLO text; `time` includes the call from Python, about 15 us."""
import json
import os
import pathlib
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "conformance/adapters"))
import numpy as np

from numpy_peer import measure


class Work:
    """One compiled program and its arguments."""

    def __init__(self, engine, text, words):
        self.executable, _ = engine.compiled(text, 1, 1, True)
        proto = engine.hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()
        shapes = engine.hlo.XlaComputation(proto).program_shape().parameter_shapes()
        self.arguments = []
        for word, shape in zip(words, shapes):
            path, size = word.rsplit(":", 1)
            kind = shape.numpy_dtype()
            array = np.fromfile(path, kind, int(size) // kind.itemsize).reshape(shape.dimensions())
            self.arguments.append(engine.jax.device_put(array))

    def run(self):
        outputs = self.executable.execute_sharded(self.arguments).disassemble_into_single_device_arrays()
        for output in outputs:
            output[0].block_until_ready()
        return outputs


def opened(engine, words):
    """(work, reply)."""
    key, _, program, *inputs = words
    try:
        if key in ("parse", "compile"):
            raise ValueError("unsupported operation")
        work = Work(engine, pathlib.Path(program).read_text(encoding="utf-8"), inputs)
        work.run()
        return work, {"ok": True, "note": "", "peak_bytes": 0}
    except Exception as error:  # pylint: disable=broad-exception-caught
        return None, {"ok": False, "why": f"{type(error).__name__}: {error}"[:200]}


def main():
    import jax
    if sys.argv[1:] == ["--version"]:
        print("XLA of jaxlib", jax.__version__)
        return
    jax.config.update("jax_cpu_enable_async_dispatch", False)
    from jax_adapter import Engine
    engine, work = Engine(), None
    for line in sys.stdin:
        command, *words = line.split()
        reply = {}
        if command == "open":
            work, reply = opened(engine, words)
        elif command == "time":
            reply = {"ns": measure(work.run, int(words[0]), float(words[1]))}
        elif command == "peek":
            result = np.ravel(np.asarray(work.run()[0][0]))
            reply = {"values": [float(np.real(result[int(word)])) for word in words]}
        elif command == "close":
            work = None
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
