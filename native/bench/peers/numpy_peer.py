#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""numpy as a worker of scripts/bench, with the commands of native/bench/worker.h."""
import json
import sys
import time

import numpy as np

SHORTEST_SAMPLE = 5e-4  # seconds


def read(word, kind=np.float32):
    path, size = word.rsplit(":", 1)
    return np.fromfile(path, kind, int(size) // np.dtype(kind).itemsize)


def in_place(*passes):
    """Passes over one array. Each pass is (function, arguments), where an argument can be "out"."""
    def run(out):
        for function, arguments in passes:
            function(*[out if word is OUT else word for word in arguments], out=out)
    return run


OUT = object()
PRODUCTS = {"matmul": (), "bmm": (16,), "bmm1024": (1024,)}  # the number of matrices


def elementwise(key, words):
    arrays = [read(word) for word in words]
    x, y, out = arrays[0], arrays[-1], np.empty_like(arrays[0])
    f = np.float32
    passes = {
        "add": [(np.add, (x, y))],
        "exp": [(np.exp, (x,))],
        "tanh": [(np.tanh, (x,))],
        "chain": [(np.multiply, (x, f(2))), (np.add, (OUT, f(1))), (np.tanh, (OUT,)),
                  (np.add, (OUT, y))],
        "chain20": [(np.multiply, (x, f(0.999))), (np.add, (OUT, x))] +
                   [(np.multiply, (OUT, f(0.999))), (np.add, (OUT, x))] * 9,
    }.get(key)
    if passes is None:
        return None
    run = in_place(*passes)
    run(out)
    return lambda: (run(out), out)[1]


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    e /= e.sum(1, keepdims=True)
    return e


def layer_norm(x, gamma, beta):
    d = x - x.mean(1, keepdims=True)
    d *= 1 / np.sqrt((d * d).mean(1, keepdims=True) + np.float32(1e-5))
    d *= gamma
    d += beta
    return d


def prepare(key, n, words):
    """A function that does the work once and returns the result, or None."""
    if key in ("add", "exp", "tanh", "chain", "chain20"):
        return elementwise(key, words)
    if key == "sum_all":
        x = read(words[0])
        return x.sum
    if key in ("sum_axis0", "sum_axis1"):
        x = read(words[0]).reshape(n, n)
        return lambda: x.sum(int(key[-1]))
    if key == "arg_max":
        x = read(words[0]).reshape(n, n)
        return lambda: x.argmax(1)
    if key == "cumsum":
        x = read(words[0])
        out = np.empty_like(x)
        return lambda: np.cumsum(x, out=out)
    if key == "softmax":
        x = read(words[0]).reshape(n, -1)
        return lambda: softmax(x)
    if key == "layer_norm":
        x, gamma, beta = read(words[0]).reshape(n, -1), read(words[1]), read(words[2])
        return lambda: layer_norm(x, gamma, beta)
    if key in PRODUCTS:
        a, b = (read(word).reshape((*PRODUCTS[key], n, n)) for word in words)
        out = np.empty_like(a)
        return lambda: np.matmul(a, b, out=out)
    if key == "transpose":
        x = read(words[0]).reshape(n, n)
        out = np.empty_like(x)
        return lambda: (np.copyto(out, x.T), out)[1]
    if key == "sort":
        x = read(words[0])
        return lambda: np.sort(x)
    if key in ("fft", "fft2d", "rfft"):
        x = read(words[0], np.float32 if key == "rfft" else np.complex64)
        return {"fft": lambda: np.fft.fft(x), "rfft": lambda: np.fft.rfft(x),
                "fft2d": lambda: np.fft.fft2(x.reshape(n, n))}[key]
    if key == "gather":
        table, rows = read(words[0]).reshape(-1, 64), read(words[1], np.int32)
        out = np.empty((n, 64), np.float32)
        return lambda: np.take(table, rows, axis=0, out=out, mode="clip")
    return None


def measure(run, count, milliseconds):
    clock = time.perf_counter
    start = clock()
    run()
    repeats = max(1, int(SHORTEST_SAMPLE / max(clock() - start, 1e-7)))
    samples, start = [], clock()
    while len(samples) < count or clock() - start < milliseconds / 1e3:
        begin = clock()
        for _ in range(repeats):
            run()
        samples.append((clock() - begin) * 1e9 / repeats)
    return samples


def main():
    run = None
    for line in sys.stdin:
        command, *words = line.split()
        reply = {}
        if command == "open":
            run = prepare(words[0], int(words[1]), words[3:])
            reply = {"ok": run is not None, "why": "unsupported operation", "note": "", "peak_bytes": 0}
        elif command == "time":
            reply = {"ns": measure(run, int(words[0]), float(words[1]))}
        elif command == "peek":
            result = np.ravel(run())
            reply = {"values": [float(np.real(result[int(word)])) for word in words]}
        elif command == "close":
            run = None
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print("numpy", np.__version__)
    else:
        main()
