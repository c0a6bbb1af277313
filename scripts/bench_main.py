#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures, compares, and reports. scripts/bench builds what this needs and starts it."""
import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys

import bench_document
import bench_engines
import bench_machine
import bench_plot
import bench_report
import bench_work
from bench_engines import Engine
from progress import Progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/bench"
HLO_BENCH = "build/native/bin/hlo_bench"
NATIVE_PEERS = "build/bench-peers-native/bench_peers"
NUMPY_PEER = ["/usr/bin/python3", "native/bench/peers/numpy_peer.py"]
XLA_PEER = ["python3", "native/bench/peers/xla_peer.py"]  # if that python3 has jaxlib
WEB = "build/bench-peers"  # wasm/bench next to the packages that it imports
RELAXED = "--experimental-wasm-relaxed-simd"


def options():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--peers", action="store_true", help="also measure other engines")
    parser.add_argument("--json", metavar="FILE", help="write all samples")
    parser.add_argument("--filter", metavar="GLOB", help="select rows by key or name, such as 'matmul*'")
    parser.add_argument("--native", action="store_true", help="measure only the native build")
    parser.add_argument("--wasm", action="store_true", help="measure only the page's modules under Node")
    parser.add_argument("--chromium", action="store_true",
                        help="measure only the page's module in headless Chromium")
    parser.add_argument("--modes", action="store_true",
                        help="also measure portable numerics, kernels off, and the small module")
    parser.add_argument("--threads", type=int, metavar="N",
                        help="also measure the native engines on N threads (--write-docs: 2)")
    parser.add_argument("--rounds", type=int, default=bench_engines.ROUNDS, metavar="N",
                        help="rounds of each row (default: %(default)s)")
    parser.add_argument("--growth", action="store_true", help="also measure sizes in powers of ten")
    parser.add_argument("--write-docs", action="store_true",
                        help="write docs/performance/MODEL.json, MODEL.svg, and docs/performance.md "
                             "(implies --growth)")
    given = parser.parse_args()
    if not (given.native or given.wasm or given.chromium):
        given.native = given.wasm = given.chromium = True
    if given.threads is None and given.write_docs:
        given.threads = min(2, os.cpu_count() or 1)
    return given


def native_engines(given, threads=1):
    count, one_core = str(threads), threads == 1

    def engine(name, command, **more):
        return Engine(name, command, "native", one_core=one_core, **more)

    engines = [engine("hlo", [HLO_BENCH, "--threads", count], ours=True)]
    if given.modes and one_core:
        engines += [engine(f"hlo {name}", [HLO_BENCH, "--kernels", mode], ours=True,
                           rounds=bench_engines.MODE_ROUNDS)
                    for name, mode in (("portable", "portable"), ("kernels off", "off"))]
    if given.peers:
        limited = peer_environment(count)
        engines += [engine(name, [NATIVE_PEERS, name.lower(), count], environment=limited)
                    for name in ("Eigen", "oneDNN", "OpenBLAS", "XNNPACK", "FFTW", "Highway", "loops",
                                 "nlohmann")]
        engines.append(engine("ONNX Runtime", ["node", f"{WEB}/worker.mjs", "ort-node", count]))
        engines.append(engine("numpy", NUMPY_PEER, environment=limited))
        if one_core:
            engines.append(engine("XLA", XLA_PEER, environment=limited))
    return engines


def peer_environment(threads):
    """OpenBLAS does not know newer processors, and then uses the kernels of an old one."""
    environment = {**os.environ, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
    if "avx512f" in bench_machine.flags(bench_machine.cpu_fields()):
        environment["OPENBLAS_CORETYPE"] = "SkylakeX"
    return environment


def web_engines(given):
    worker = f"{WEB}/worker.mjs"
    engines = [Engine("hlo", ["node", worker, "hlo"], "wasm", ours=True)]
    if given.modes:
        engines.append(Engine("hlo small", ["node", worker, "hlo-small"], "wasm", ours=True,
                              rounds=bench_engines.MODE_ROUNDS))
    if given.peers:
        engines += [Engine(name, ["node", worker, key], "wasm") for name, key in (
            ("LiteRT.js", "litert"), ("ONNX Runtime Web", "ort"), ("TensorFlow.js", "tfjs"),
            ("pffft", "pffft"))]
        engines.append(Engine("LiteRT.js relaxed", ["node", RELAXED, worker, "litert-relaxed"], "wasm",
                              relaxed=True))
    return engines


def chromium_engines(given):
    def engine(name, key, **more):
        return Engine(name, ["node", f"{WEB}/chromium.mjs", key], "wasm", has_memory=False, **more)

    engines = [engine("hlo", "hlo", ours=True)]
    if given.peers:
        engines += [engine(name, key, relaxed="relaxed" in key)
                    for name, key in (("ONNX Runtime Web", "ort"), ("TensorFlow.js", "tfjs"),
                                      ("pffft", "pffft"), ("LiteRT.js relaxed", "litert-relaxed"))]
    return engines


def version(engine):
    """The version of an engine; None, after reporting the reason, if it cannot run."""
    command = [word for word in engine.command if not word.isdigit()] + ["--version"]
    try:
        found = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=60,
                               env=engine.environment, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"{engine.name} is skipped: {error}")
        return None
    lines = [line for line in found.stdout.splitlines() if line.strip()]
    if found.returncode or not lines:
        errors = [line for line in found.stderr.splitlines() if "Error" in line] or ["no version"]
        say(f"{engine.name} is skipped: {errors[0][:200]}")
        return None
    return lines[-1]


def those_that_run(engines, versions):
    """The engines that start; adds their versions to the list."""
    running = []
    for engine in engines:
        known = engine.ours and "chromium.mjs" not in engine.command[1]
        found = "" if known else version(engine)
        if found is not None:
            running.append(engine)
            if found and found not in versions:
                versions.append(found)
    return running


def measure_rows(side, rows, engines, inputs, run):
    """Appends measured rows to the run and reports each immediately."""
    progress = Progress("rows", len(rows))
    for row in rows:
        words = bench_work.open_words(row, FOLDER, inputs, ROOT)
        indices = bench_engines.sample_indices(row.kind.outputs(row.n))
        results, busy = bench_engines.measure(row, engines, words, ROOT, run["rounds"],
                                              known_values(run, row),
                                              bench_work.exact_values(row, inputs, indices))
        for engine in engines:
            results[engine.name].update({"ours": engine.ours, "relaxed": engine.relaxed})
        measured = {"side": side, "key": row.key, "n": row.n, "busy": busy, "engines": results}
        run["rows"].append(measured)
        progress.clear()
        say(line(measured, run["limits"]))
        progress.done()
    progress.clear()


def known_values(run, row):
    """The elements of a row that the engines of an earlier side agreed on."""
    for measured in run["rows"]:
        lists = [result["values"] for result in measured["engines"].values()
                 if result.get("values") and "wrong" not in result]
        if (measured["key"], measured["n"]) == (row.key, row.n) and lists:
            return [statistics.median(column) for column in zip(*lists)]
    return None


def line(measured, limits):
    short = bench_report.summarize(measured, limits)
    text = f"{measured['side']:8}  {short['title']} {short['size']}: "
    if short["ms"] is None:
        return text + f"- ({measured['engines']['hlo']['why'][:80]})"
    text += f"{bench_report.number(short['ms'])} ms"
    if short["peer"]:
        text += (f", {short['peer']} {bench_report.number(short['peer_ms'])} ms, "
                 f"ratio {bench_report.number(short['ratio'])}")
        if short["verdict"] == "missed":
            text += f" (goal {short['goal']})"
    return text + (f"  WRONG: {short['wrong']}" if short["wrong"] else "")


def measure_growth(side, engine, given, inputs, run):
    for key, sizes in bench_work.GROWTH.items():
        for n in sizes:
            row = bench_work.Row(key, n)
            if not bench_report.chosen([row], given.filter):
                continue
            words = bench_work.open_words(row, FOLDER, inputs, ROOT)
            results, _ = bench_engines.measure(row, [engine], words, ROOT, rounds=2)
            run["growth"].append({"side": side, "key": key, "n": n, "ms": results[engine.name].get("ms")})


def limits(side):
    command = {"native": [HLO_BENCH, "--limits"],
               "wasm": ["node", f"{WEB}/limits.mjs", f"{WEB}/limits.wasm"]}.get(side)
    return command and json.loads(subprocess.run(command, cwd=ROOT, text=True, check=True,
                                                 stdout=subprocess.PIPE).stdout)


def say(text):
    print(text, file=sys.stderr, flush=True)


def sides(given):
    """(side, engines, rows) of all that is wanted."""
    rows = bench_report.chosen(bench_work.ROWS, given.filter)
    if given.native:
        yield "native", native_engines(given), rows
        if (given.threads or 1) > 1:
            yield "threads", native_engines(given, given.threads), [row for row in rows if row.threads]
    if given.wasm:
        yield "wasm", web_engines(given), rows
    if given.chromium:
        yield "chromium", chromium_engines(given), rows


def measure_all(given):
    """Measures one side after the other, and writes the documents after each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    inputs = bench_work.write_inputs(FOLDER / "inputs")
    run = {"date": datetime.date.today().isoformat(), "threads": given.threads, "rounds": given.rounds,
           "limits": {}, "machine": bench_machine.machine(), "rows": [], "growth": []}
    for side, engines, rows in sides(given):
        running = those_that_run(engines, run["machine"]["versions"])
        found = limits(side)
        if found:
            run["limits"][side] = found
        if running and running[0].ours:
            measure_rows(side, rows, running, inputs, run)
            if (given.growth or given.write_docs) and found:
                measure_growth(side, running[0], given, inputs, run)
        for engine in running:
            engine.stop()
        if given.write_docs:
            bench_document.write(ROOT, run)
    return run


def main():
    given = options()
    run = measure_all(given)
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(run) + "\n")
    for side in bench_report.SIDES:
        if any(row["side"] == side for row in run["rows"]):
            print(f"\n{bench_report.SIDES[side]}. {bench_report.conditions(run, side)}\n")
            print(bench_report.as_text(bench_report.table(run, side)))
            for sentence in bench_report.remarks(run, side):
                print(sentence)
    if run["growth"] and not given.write_docs:
        (FOLDER / "growth.svg").write_text(bench_plot.draw(run["growth"]))
        print("\nThe growth plot is in build/bench/growth.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
