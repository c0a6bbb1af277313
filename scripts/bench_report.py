# SPDX-License-Identifier: Apache-2.0
"""Tables from the samples of one run of scripts/bench, for the terminal and docs/performance.md."""
import fnmatch
import statistics

import bench_engines
import bench_work

SIDES = {"native": "Native", "wasm": "WebAssembly under Node"}


def median_ms(result):
    samples = (result or {}).get("ns")
    return statistics.median(samples) / 1e6 if samples else None


def floor_ms(kind, n, limits):
    """The minimum time of the machine: all FLOPs at the peak rate, or all bytes at the bandwidth of
    16 MiB arrays, whichever takes longer. None if neither limits the work."""
    bandwidth = max(limits[f"{how}_16"] for how in ("read", "copy", "triad"))
    seconds = max(kind.flops(n) / limits["flops"], kind.bytes(n) / bandwidth)
    return seconds * 1e3 or None


def best_peer(engines, relaxed):
    """(name, ms) of the fastest peer with or without relaxed SIMD. Engines with different results are
    excluded."""
    times = {name: median_ms(result) for name, result in engines.items()
             if not result.get("ours") and bool(result.get("relaxed")) == relaxed
             and "wrong" not in result}
    times = {name: ms for name, ms in times.items() if ms}
    return min(times.items(), key=lambda item: item[1]) if times else (None, None)


def rate(kind, n, ms):
    """Throughput in the unit that fits the work."""
    if kind.amount:
        amount, unit = kind.amount(n)
        return f"{number(amount / ms * 1e3)} {unit}"
    if kind.flops(n):
        return f"{kind.flops(n) / ms / 1e6:.1f} GFLOP/s"
    if kind.bytes(n):
        return f"{kind.bytes(n) / ms / 1e6:.1f} GB/s"
    return ""


def summarize(measured, limits):
    """The numbers of one measured row: {"ms", "peer", "peer_ms", "ratio", ...}; None if unknown."""
    row = bench_work.Row(measured["key"], measured["n"])
    engines = measured["engines"]
    ours = median_ms(engines.get("hlo"))
    peer, peer_ms = best_peer(engines, False)
    relaxed, relaxed_ms = best_peer(engines, True)
    floor = floor_ms(row.kind, row.n, limits) if limits else None
    return {
        "title": row.kind.title, "size": row.kind.size(row.n), "ms": ours,
        "rate": rate(row.kind, row.n, ours) if ours else "",
        "share": floor / ours if floor and ours else None,
        "peer": peer, "peer_ms": peer_ms, "ratio": peer_ms / ours if peer_ms and ours else None,
        "relaxed_ratio": relaxed_ms / ours if relaxed_ms and ours else None,
        "portable": slowdown(engines.get("hlo portable"), ours),
        "plain": slowdown(engines.get("hlo kernels off"), ours),
        "small": slowdown(engines.get("hlo small"), ours),
        "aim": measured.get("aim"), "wrong": engines.get("hlo", {}).get("wrong"),
    }


def slowdown(result, ours):
    ms = median_ms(result)
    return ms / ours if ms and ours else None


def number(value, digits=3):
    """Three significant digits, "-" for None."""
    if value is None:
        return "-"
    text = f"{value:.{digits}g}"
    return f"{value:.0f}" if "e" in text else text


def table(run, side):
    """Rows of cells, header first."""
    measured = [row for row in run["rows"] if row["side"] == side]
    rows = [summarize(row, run["limits"].get(side)) for row in measured]
    columns = [("work", lambda r: r["title"]), ("size", lambda r: r["size"]),
               ("ms", lambda r: number(r["ms"])), ("rate", lambda r: r["rate"]),
               ("of limit", lambda r: "-" if r["share"] is None else f"{100 * r['share']:.0f} %")]
    if any(row["peer"] for row in rows):
        columns += [("best peer", lambda r: r["peer"] or "-"), ("its ms", lambda r: number(r["peer_ms"])),
                    ("ratio", lambda r: number(r["ratio"], 2)), ("goal", lambda r: number(r["aim"]))]
    for key, title in (("relaxed_ratio", "ratio to relaxed SIMD"), ("portable", "portable"),
                       ("plain", "kernels off"), ("small", "small module")):
        if any(row[key] for row in rows):
            suffix = "" if key == "relaxed_ratio" else "x"
            columns.append((title, lambda r, key=key, suffix=suffix:
                            number(r[key], 2) + (suffix if r[key] else "")))
    return [[title for title, _ in columns]] + [[cell(row) for _, cell in columns] for row in rows]


def peers_table(run, side):
    """Milliseconds of every engine; "!" marks an engine whose results differ from the others."""
    measured = [row for row in run["rows"] if row["side"] == side]
    names = list(dict.fromkeys(name for row in measured for name, result in row["engines"].items()
                               if result.get("ns")))
    cells = [["work", "size", *names]]
    for row in measured:
        kind = bench_work.KINDS[row["key"]]
        times = []
        for name in names:
            result = row["engines"].get(name, {})
            times.append(number(median_ms(result)) + ("!" if "wrong" in result else ""))
        cells.append([kind.title, kind.size(row["n"]), *times])
    return cells


def as_text(cells):
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    return "\n".join("  ".join(text.ljust(width) if i < 2 else text.rjust(width)
                               for i, (text, width) in enumerate(zip(line, widths))).rstrip()
                     for line in cells)


def as_markdown(cells):
    header, *rows = cells
    marks = ["---" if i < 2 else "---:" for i in range(len(header))]
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, marks, *rows])


def limits_text(limits):
    return (f"{limits['flops'] / 1e9:.0f} GFLOP/s (f32 multiply-adds in registers, {limits['target']}); "
            + "; ".join(f"{size} MiB arrays: read {limits[f'read_{size}'] / 1e9:.1f}, copy "
                        f"{limits[f'copy_{size}'] / 1e9:.1f}, triad {limits[f'triad_{size}'] / 1e9:.1f} GB/s"
                        for size in (16, 256)))


def remarks(run, side):
    """Remarks on numbers that the table does not show."""
    rows = {(row["key"], row["n"]): row for row in run["rows"] if row["side"] == side}
    said = []
    times = {key: median_ms(row["engines"].get("hlo")) for key, row in rows.items()}
    chain, add = ("chain20", 1 << 22), ("add", 1 << 22)
    if times.get(chain) and times.get(add):
        said.append(f"A chain of 20 operations takes {times[chain] / times[add]:.2f} times one add.")
        peak = rows[chain]["engines"]["hlo"].get("peak_bytes", 0)
        if peak:
            said.append(f"The peak memory of the chain is {(peak - 4 * chain[1]) / 1e6:.1f} MB above its "
                        "input and output.")
    loop = ("while", 1_000_000)
    if times.get(loop):
        said.append(f"An instruction of the scalar loop takes {times[loop] * 1e6 / 2 / loop[1]:.1f} ns.")
    busy = [row for row in rows.values() if row.get("busy", 0) > run.get("threads", 1) + 0.3]
    if busy:
        said.append(f"Other processes were running during {len(busy)} of {len(rows)} rows; the ratios are "
                    "more reliable than the times.")
    for row in rows.values():
        for name, result in row["engines"].items():
            if "wrong" in result:
                said.append(f"{name} gives different results for {row['key']} {row['n']}: {result['wrong']}.")
    return said


def document(run):
    """docs/performance.md."""
    machine = run["machine"]
    parts = ["# Performance", "",
             "Generated by `scripts/bench --peers --modes --write-docs`; do not edit. All numbers are "
             f"from one run, in which the engines alternate for {bench_engines.ROUNDS} short rounds each; "
             "the tables show medians. hlo runs HLO programs through its public interface (the C++ API, "
             "or the page's module under Node). The times exclude passing arguments to the engine and "
             "reading results.", "",
             f"- Date: {run['date']}", f"- Machine: {machine['cpu']}; {machine['memory']}",
             f"- Threads: {run['threads']}",
             f"- Compilers and engines: {', '.join(machine['versions'])}", "",
             "ratio: time of the best peer / time of hlo, so higher is better; goal: the minimum ratio; "
             "of limit: minimum time of the machine for the FLOPs or bytes / time of hlo; "
             "portable, kernels off: time in that mode / time in fast mode; small module: time in the page's "
             "first module / time in the full-speed module; -: not available.", ""]
    for side, title in SIDES.items():
        if not any(row["side"] == side for row in run["rows"]):
            continue
        parts += [f"## {title}", "", f"Limits of one core: {limits_text(run['limits'][side])}.", "",
                  as_markdown(table(run, side)), ""]
        parts += [f"- {sentence}" for sentence in remarks(run, side)]
        parts += ["", f"### {title}: milliseconds of all engines", "",
                  as_markdown(peers_table(run, side)), ""]
    if run["growth"]:
        parts += ["## Growth", "", "![Time per element over size](performance-growth.svg)", "",
                  "Time per element (matmul: per multiply-add) for sizes in powers of ten; a flat line is "
                  "linear growth.", ""]
    return "\n".join(parts).replace("\n\n\n", "\n\n")


def chosen(rows, pattern):
    """The rows whose key, title or name matches a pattern such as `matmul*` or `add-4194304`."""
    return [row for row in rows if not pattern or any(
        fnmatch.fnmatch(text, pattern) for text in (row.key, row.kind.title, row.name))]
