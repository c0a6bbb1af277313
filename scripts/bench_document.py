#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""docs/performance.md from docs/performance/*.json, one file per processor model.

scripts/bench --write-docs replaces the file of the machine that it runs on, and makes the page of all
files. Goals and verdicts are computed when the page is made, from bench_work: after changes of them,
scripts/bench_document.py makes the page anew."""
import json
import pathlib

import bench_machine
import bench_plot
import bench_report
import bench_work

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ("ms", "ours", "relaxed", "wrong", "peak_bytes", "memory_mb")  # of each engine in each row


def digest(run):
    """The medians of a run, as its file has them."""
    def engine(result):
        kept = {key: result[key] for key in KEPT if result.get(key)}
        for key in ("ms", "memory_mb"):
            if key in kept:
                kept[key] = float(f"{kept[key]:.4g}")
        return kept

    rows = [{"side": row["side"], "key": row["key"], "n": row["n"], "busy": row["busy"],
             "engines": {name: engine(result) for name, result in row["engines"].items()
                         if result.get("ms") or result.get("ours")}} for row in run["rows"]]
    return {**run, "rows": rows}


def as_json(run):
    """One line per row, so that changes can be read."""
    lists = {key: run[key] for key in ("rows", "growth")}
    head = json.dumps({key: value for key, value in run.items() if key not in lists}, indent=1)
    for key, items in lists.items():
        lines = ",\n".join("  " + json.dumps(item) for item in items)
        head = head[:-2] + f',\n "{key}": [\n{lines}\n ]\n}}' if items else head[:-2] + f',\n "{key}": []\n}}'
    return head + "\n"


def read_all(folder):
    """{slug: run} of all files, the newest first."""
    runs = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    return dict(sorted(runs.items(), key=lambda item: item[1]["date"], reverse=True))


def write(root, run):
    """Replaces the file of this machine, its plot, and the page."""
    folder = root / "docs/performance"
    folder.mkdir(exist_ok=True)
    name = bench_machine.slug(run["machine"]["model"])
    (folder / f"{name}.json").write_text(as_json(digest(run)))
    if run["growth"]:
        (folder / f"{name}.svg").write_text(bench_plot.draw(run["growth"]))
    write_page(root)


def write_page(root):
    (root / "docs/performance.md").write_text(page(read_all(root / "docs/performance")))


def page(runs):
    """docs/performance.md of {slug: run}."""
    parts = ["# Performance", "",
             "Made from the files in `docs/performance/` by `scripts/bench --peers --modes --write-docs`, "
             "which measures the machine that it runs on and replaces the file of its processor model; do "
             "not edit. All numbers of a machine are from one run, in which the engines alternate for a "
             "number of short rounds each; the tables show medians. hlo runs HLO programs "
             "through its public interface (the C++ API, or the page's module). The times exclude passing "
             "arguments to the engine and reading results. Elements of the results of all engines are "
             "compared. The weights of whole models are arguments of hlo and constants of the other engines, "
             "which prepare them beforehand; the training step has no such constants. XLA, where it is "
             "installed, compiles the same HLO text on one thread, with weights as arguments; its times "
             "include a call from Python, about 15 us.", "",
             "ratio: time of the best peer / time of hlo, so higher is better; goal: the minimum ratio "
             f"(to relaxed SIMD: {bench_work.RELAXED}, models {bench_work.MODEL_WEB}); "
             "of limit: minimum time of the machine for the FLOPs or bytes / time of hlo; verdict: met at "
             f"all goals, or at {100 * bench_report.NEAR_LIMIT:.0f} % of the limit; "
             "portable, kernels off: time in that mode / time in fast mode; small module: time in the page's "
             "first module / time in the full-speed module; loops: plain C++ loops, vectorized by the "
             "compiler; relaxed SIMD: instructions whose results depend on the machine; -: not available.",
             ""]
    for slug, run in runs.items():
        parts += [f"- [{run['machine']['model']}](#{anchor(run['machine']['model'])}), {run['date']}"]
    for slug, run in runs.items():
        parts += ["", *section(slug, run)]
    return "\n".join(parts) + "\n"


def anchor(heading):
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")


def section(slug, run):
    machine = run["machine"]
    parts = [f"## {machine['model']}", "",
             f"- Date: {run['date']}; {run['rounds']} rounds", f"- Machine: {machine['cpu']}; {machine['memory']}",
             f"- Compilers and engines: {', '.join(machine['versions'])}"]
    for side, title in bench_report.SIDES.items():
        if bench_report.rows_of(run, side):
            parts += side_section(run, side, title)
    if run["growth"]:
        parts += ["", "### Growth", "", f"![Time per element over size](performance/{slug}.svg)", "",
                  "Time per element (matmul: per multiply-add) for sizes in powers of ten; a flat line is "
                  "linear growth."]
    return parts


def side_section(run, side, title):
    parts = ["", f"### {title}", "", bench_report.conditions(run, side), "",
             bench_report.as_markdown(bench_report.table(run, side)), ""]
    parts += [f"- {sentence}" for sentence in bench_report.remarks(run, side)]
    parts += ["", f"#### {title}: milliseconds of all engines", "",
              bench_report.as_markdown(bench_report.peers_table(run, side))]
    memory = bench_report.peers_table(run, side, "memory_mb", mark="")
    if len(memory) > 1:
        parts += ["", f"#### {title}: MB of memory", "",
                  "Growth of the resident memory of a new process from before the model is opened to the "
                  "end of its first run, at its peak: weights, values, and compiled code.", "",
                  bench_report.as_markdown(memory)]
    return parts


if __name__ == "__main__":
    write_page(ROOT)
