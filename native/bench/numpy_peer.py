#!/usr/bin/python3
"""The same work in numpy: prints {"name": microseconds} as JSON, the best of several runs."""
import json
import time

import numpy as np


def best(function, seconds=0.3):
    function()
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1e6


def main():
    rng = np.random.default_rng(7)
    x, y = (rng.uniform(-1, 1, 1 << 20).astype(np.float32) for _ in range(2))
    m = x.reshape(1024, 1024)

    def chain():
        v = x
        for i in range(20):
            v = v * np.float32(0.999) if i % 2 == 0 else v + x
        return v

    def softmax():
        p = np.exp(m - m.max(axis=1, keepdims=True))
        return p / p.sum(axis=1, keepdims=True)

    work = {
        "add": lambda: x + y,
        "exp": lambda: np.exp(x),
        "tanh": lambda: np.tanh(x),
        "tanh(2x+1)+y": lambda: np.tanh(x * 2 + 1) + y,
        "chain of 20": chain,
        "sum all": lambda: m.sum(),
        "sum rows": lambda: m.sum(axis=1),
        "sum columns": lambda: m.sum(axis=0),
        "softmax": softmax,
        "transpose": lambda: np.ascontiguousarray(m.T),
    }
    for n in (64, 256, 512):
        a, b = (rng.uniform(-1, 1, (n, n)).astype(np.float32) for _ in range(2))
        work[f"matmul {n}"] = lambda a=a, b=b: a @ b
    print(json.dumps({name: best(function) for name, function in work.items()}))


main()
