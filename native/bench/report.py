#!/usr/bin/env python3
"""Runs the benchmark program, with --peers also the other engines in the same run, and prints one
table: report.py HLO_BENCH [--peers] [--json FILE]. Ratio = the peer's time / ours, so more is better."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def measure(program):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([program, f"--benchmark_out={out.name}", "--benchmark_out_format=json",
                        "--benchmark_min_time=0.3"], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(out.name))["benchmarks"]


def peers():
    single = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    found = subprocess.run([HERE / "numpy_peer.py"], check=True, capture_output=True, text=True, env=single)
    return {"numpy": json.loads(found.stdout)}


def rate(row):
    if "flop/s" in row:
        return f"{row['flop/s'] / 1e9:.1f} GFLOP/s"
    if "bytes_per_second" in row:
        return f"{row['bytes_per_second'] / 1e6:.0f} MB/s"
    if "byte/s" in row:
        return f"{row['byte/s'] / 1e9:.1f} GB/s"
    return f"{1e9 / row['instr/s']:.0f} ns/instruction" if row.get("instr/s") else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = measure(given.program)
    others = peers() if given.peers else {}
    result = []
    for row in rows:
        entry = {"name": row["name"], "microseconds": round(row["real_time"], 2), "rate": rate(row)}
        for peer, times in others.items():
            if row["name"] in times:
                entry[peer] = round(times[row["name"]], 2)
                entry[f"ratio to {peer}"] = round(times[row["name"]] / row["real_time"], 3)
        result.append(entry)
    columns = list(dict.fromkeys(key for entry in result for key in entry))
    table = [columns] + [[str(entry.get(key, "")) for key in columns] for entry in result]
    widths = [max(len(line[i]) for line in table) for i in range(len(columns))]
    for line in table:
        print("  ".join(text.ljust(width) if i == 0 else text.rjust(width)
                        for i, (text, width) in enumerate(zip(line, widths))))
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(result, indent=1) + "\n")
    return 0


sys.exit(main())
