#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures, compares, and reports. scripts/bench builds what this needs and starts it."""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import bench_engines
import bench_plot
import bench_report
import bench_work
from progress import Progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/bench"
HLO_BENCH = "build/native/bin/hlo_bench"
NATIVE_PEERS = "build/bench-peers-native/bench_peers"
NUMPY_PEER = ["/usr/bin/python3", "native/bench/peers/numpy_peer.py"]
WEB = "build/bench-peers"  # wasm/bench next to the packages that it imports
RELAXED = "--experimental-wasm-relaxed-simd"


def options():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--peers", action="store_true", help="also measure other engines")
    parser.add_argument("--json", metavar="FILE", help="write all samples")
    parser.add_argument("--filter", metavar="GLOB", help="select rows by key or name, such as 'matmul*'")
    parser.add_argument("--native", action="store_true", help="measure only the native build")
    parser.add_argument("--wasm", action="store_true", help="measure only the page's modules under Node")
    parser.add_argument("--modes", action="store_true",
                        help="also measure portable numerics, kernels off, and the small module")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of the native engines")
    parser.add_argument("--growth", action="store_true", help="also measure sizes in powers of ten")
    parser.add_argument("--write-docs", action="store_true",
                        help="write docs/performance.md (implies --growth)")
    given = parser.parse_args()
    if not (given.native or given.wasm):
        given.native = given.wasm = True
    return given


def native_engines(given):
    threads = ["--threads", str(given.threads)]
    one_core = given.threads == 1
    engines = [bench_engines.Engine("hlo", [HLO_BENCH, *threads], "native", ours=True,
                                    one_core=one_core)]
    if given.modes:
        engines += [bench_engines.Engine(f"hlo {name}", [HLO_BENCH, "--kernels", mode, *threads],
                                         "native", ours=True, one_core=one_core)
                    for name, mode in (("portable", "portable"), ("kernels off", "off"))]
    if given.peers:
        count = str(given.threads)
        limited = {**os.environ, "OMP_NUM_THREADS": count, "OPENBLAS_NUM_THREADS": count}
        engines += [bench_engines.Engine(name, [NATIVE_PEERS, name.lower(), count], "native",
                                         environment=limited, one_core=one_core)
                    for name in ("Eigen", "oneDNN", "OpenBLAS", "FFTW", "nlohmann")]
        engines.append(bench_engines.Engine("numpy", NUMPY_PEER, "native", environment=limited,
                                            one_core=one_core))
    return engines


def web_engines(given):
    worker = f"{WEB}/worker.mjs"
    engines = [bench_engines.Engine("hlo", ["node", worker, "hlo"], "wasm", ours=True)]
    if given.modes:
        engines.append(bench_engines.Engine("hlo small", ["node", worker, "hlo-small"], "wasm",
                                            ours=True))
    if given.peers:
        engines += [
            bench_engines.Engine("LiteRT.js", ["node", worker, "litert"], "wasm"),
            bench_engines.Engine("ONNX Runtime Web", ["node", worker, "ort"], "wasm"),
            bench_engines.Engine("TensorFlow.js", ["node", worker, "tfjs"], "wasm"),
            bench_engines.Engine("LiteRT.js relaxed", ["node", RELAXED, worker, "litert-relaxed"],
                                 "wasm", relaxed=True)]
    return engines


def version(engine):
    """The version of a peer; None, after reporting the reason, if it cannot run."""
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
        found = "" if engine.ours else version(engine)
        if found is not None:
            running.append(engine)
            if found and found not in versions:
                versions.append(found)
    return running


def output(*command):
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine():
    """A description of the machine, and the versions of the tools."""
    described = output("lscpu", "-J")
    fields = {item["field"].rstrip(":"): item["data"] for item in
              json.loads(described)["lscpu"]} if described else {}
    flags = set(fields.get("Flags", "").split())
    features = [name for name, flag in (
        ("AVX2", "avx2"), ("AVX-512", "avx512f"), ("VNNI", "avx512_vnni"), ("AMX", "amx_int8"),
        ("NEON", "asimd")) if flag in flags]
    cpu = f"{fields.get('Architecture', 'unknown CPU')} with {', '.join(features) or 'SIMD'}, " \
          f"{os.cpu_count()} cores"
    for level in ("L1d", "L2", "L3"):
        if f"{level} cache" in fields:
            cpu += f", {level} {re.sub(r' [(].*', '', fields[f'{level} cache'])}"
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    versions = [first_line("g++", "--version"), first_line("emcc", "--version"),
                "Node " + output("node", "--version").strip().lstrip("v")]
    return {"cpu": cpu, "memory": f"{pages / 2**30:.0f} GiB of memory",
            "versions": [text for text in versions if text]}


def first_line(*command):
    text = output(*command).splitlines()[:1]
    number = re.search(r"\d+\.\d+(\.\d+)?", text[0]) if text else None
    name = {"emcc": "Emscripten"}.get(command[0], command[0])
    return f"{name} {number.group()}" if number else ""


def measure_rows(rows, engines, inputs, run):
    """Appends measured rows to the run and reports each immediately."""
    progress = Progress("rows", len(rows))
    for row in rows:
        words = bench_work.open_words(row, FOLDER, inputs, ROOT)
        results, busy = bench_engines.measure(row, engines, words, ROOT)
        side = engines[0].side
        for engine in engines:
            results[engine.name].update({"ours": engine.ours, "relaxed": engine.relaxed})
        measured = {"side": side, "key": row.key, "n": row.n, "busy": busy, "engines": results,
                    "aim": row.native_aim if side == "native" else row.web_aim}
        run["rows"].append(measured)
        progress.clear()
        say(line(measured, run["limits"][side]))
        progress.done()
    progress.clear()


def line(measured, limits):
    short = bench_report.summarize(measured, limits)
    text = f"{measured['side']:6}  {short['title']} {short['size']}: "
    if short["ms"] is None:
        return text + f"- ({measured['engines']['hlo']['why'][:80]})"
    text += f"{bench_report.number(short['ms'])} ms"
    if short["peer"]:
        text += (f", {short['peer']} {bench_report.number(short['peer_ms'])} ms, "
                 f"ratio {bench_report.number(short['ratio'], 2)}")
        if short["aim"] and short["ratio"] < short["aim"]:
            text += f" (aim {short['aim']})"
    return text + (f"  WRONG: {short['wrong']}" if short["wrong"] else "")


def measure_growth(engine, given, inputs, run):
    for key, sizes in bench_work.GROWTH.items():
        for n in sizes:
            row = bench_work.Row(key, n)
            if not bench_report.chosen([row], given.filter):
                continue
            words = bench_work.open_words(row, FOLDER, inputs, ROOT)
            results, _ = bench_engines.measure(row, [engine], words, ROOT, rounds=2)
            run["growth"].append({"side": engine.side, "key": key, "n": n,
                                  "ns": results[engine.name].get("ns", [])})


def limits(side):
    command = [HLO_BENCH, "--limits"] if side == "native" else \
        ["node", f"{WEB}/limits.mjs", f"{WEB}/limits.wasm"]
    return json.loads(subprocess.run(command, cwd=ROOT, text=True, check=True,
                                     stdout=subprocess.PIPE).stdout)


def say(text):
    print(text, file=sys.stderr, flush=True)


def measure_all(given):
    rows = bench_report.chosen(bench_work.ROWS, given.filter)
    FOLDER.mkdir(parents=True, exist_ok=True)
    inputs = bench_work.write_inputs(FOLDER / "inputs")
    run = {"date": datetime.date.today().isoformat(), "threads": given.threads, "limits": {},
           "machine": machine(), "rows": [], "growth": []}
    for side, wanted, engines in (("native", given.native, native_engines),
                                  ("wasm", given.wasm, web_engines)):
        if not wanted:
            continue
        running = those_that_run(engines(given), run["machine"]["versions"])
        run["limits"][side] = limits(side)
        measure_rows(rows, running, inputs, run)
        if given.growth or given.write_docs:
            measure_growth(running[0], given, inputs, run)
        for engine in running:
            engine.stop()
    return run


def main():
    given = options()
    run = measure_all(given)
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(run) + "\n")
    for side, found in run["limits"].items():
        print(f"\n{bench_report.SIDES[side]}. Limits of one core: {bench_report.limits_text(found)}\n")
        print(bench_report.as_text(bench_report.table(run, side)))
        for sentence in bench_report.remarks(run, side):
            print(sentence)
    if given.write_docs:
        (ROOT / "docs/performance.md").write_text(bench_report.document(run))
        (ROOT / "docs/performance-growth.svg").write_text(bench_plot.draw(run["growth"]))
    elif run["growth"]:
        (FOLDER / "growth.svg").write_text(bench_plot.draw(run["growth"]))
        print("\nThe growth plot is in build/bench/growth.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
