# SPDX-License-Identifier: Apache-2.0
"""Tables from the measurements of one run of scripts/bench, for the terminal and docs/performance.md."""
import fnmatch

import bench_work

SIDES = {"native": "Native", "threads": "Native, several threads", "wasm": "WebAssembly under Node",
         "chromium": "WebAssembly in Chromium"}
LIMITS_OF = {"native": "native", "wasm": "wasm", "chromium": "wasm"}  # the threads have no limit
NEAR_LIMIT = 0.9  # of the machine's limit: as good as any goal
ARRAYS = {"read": 1, "copy": 2, "triad": 3}  # that a measurement of the bandwidth passes over
SIZES = (1, 4, 16, 256)  # MiB of each of them


def bandwidth(limits, amount):
    """The best measured bytes per second over at least as many bytes (other work might not fit in the
    same cache); over the most bytes measured, if there are more."""
    known = [(count * size * 2**20, limits[f"{how}_{size}"]) for how, count in ARRAYS.items()
             for size in SIZES if f"{how}_{size}" in limits]
    fitting = [rate for total, rate in known if total >= amount]
    return max(fitting) if fitting else max(known)[1]


def floor_ms(kind, n, limits):
    """The minimum time of the machine: all FLOPs at the peak rate, or all bytes at the bandwidth of
    arrays of that size, whichever takes longer. None if neither limits the work."""
    amount = kind.bytes(n)
    seconds = max(kind.flops(n) / limits["flops"], amount / bandwidth(limits, amount))
    return seconds * 1e3 or None


def best_peer(engines, relaxed):
    """(name, ms) of the fastest peer with or without relaxed SIMD. Engines with different results are
    excluded."""
    times = {name: result["ms"] for name, result in engines.items()
             if result.get("ms") and not result.get("ours")
             and bool(result.get("relaxed")) == relaxed and "wrong" not in result}
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
    row, side = bench_work.Row(measured["key"], measured["n"]), measured["side"]
    engines = measured["engines"]
    ours = engines.get("hlo", {}).get("ms")
    peer, peer_ms = best_peer(engines, False)
    relaxed, relaxed_ms = best_peer(engines, True)
    found = limits.get(LIMITS_OF.get(side))
    floor = floor_ms(row.kind, row.n, found) if found else None
    short = {
        "title": row.kind.title, "size": row.kind.size(row.n), "ms": ours,
        "rate": rate(row.kind, row.n, ours) if ours else "",
        "share": floor / ours if floor and ours else None,
        "peer": peer, "peer_ms": peer_ms, "ratio": peer_ms / ours if peer_ms and ours else None,
        "relaxed_ratio": relaxed_ms / ours if relaxed_ms and ours else None,
        "portable": slowdown(engines.get("hlo portable"), ours),
        "plain": slowdown(engines.get("hlo kernels off"), ours),
        "small": slowdown(engines.get("hlo small"), ours),
        "aim": row.native_aim if side in ("native", "threads") else row.web_aim(False),
        "wrong": engines.get("hlo", {}).get("wrong"),
    }
    short["goal"] = goal(row, side, short)
    short["verdict"] = verdict(row, side, short)
    return short


def goal(row, side, short):
    """The goal as text: a rate, or the ratio to the peers without relaxed SIMD."""
    if side in ("wasm", "chromium") and row.kind.web_rate:
        return f"{row.kind.web_rate} {row.kind.amount(row.n)[1]}"
    return "-" if short["ratio"] is None else number(short["aim"])


def verdict(row, side, short):
    """"met" or "missed", or "-" without a goal or something to compare with. A row is met at its goals,
    or at NEAR_LIMIT of the machine's limit."""
    if short["wrong"] or short["ms"] is None:
        return "missed"
    pairs = [(short["ratio"], short["aim"])]
    if side in ("wasm", "chromium"):
        pairs.append((short["relaxed_ratio"], row.web_aim(True)))
        if row.kind.web_rate:
            pairs.append((row.kind.amount(row.n)[0] / short["ms"] * 1e3, row.kind.web_rate))
    goals = [(reached, aim) for reached, aim in pairs if reached is not None and aim is not None]
    if not goals:
        return "-"
    near = side != "threads" and (short["share"] or 0) >= NEAR_LIMIT
    return "met" if near or all(reached >= aim for reached, aim in goals) else "missed"


def slowdown(result, ours):
    ms = (result or {}).get("ms")
    return ms / ours if ms and ours else None


def number(value, digits=3):
    """Three significant digits, "-" for None."""
    if value is None:
        return "-"
    text = f"{value:.{digits}g}"
    return f"{value:.0f}" if "e" in text else text


def rows_of(run, side):
    return [row for row in run["rows"] if row["side"] == side]


def table(run, side):
    """Rows of cells, header first."""
    rows = [summarize(row, run["limits"]) for row in rows_of(run, side)]
    columns = [("work", lambda r: r["title"]), ("size", lambda r: r["size"]),
               ("ms", lambda r: number(r["ms"])), ("rate", lambda r: r["rate"])]
    if any(row["share"] for row in rows):
        columns.append(("of limit", lambda r: "-" if r["share"] is None else f"{100 * r['share']:.0f} %"))
    if any(row["peer"] for row in rows):
        columns += [("best peer", lambda r: r["peer"] or "-"), ("its ms", lambda r: number(r["peer_ms"])),
                    ("ratio", lambda r: number(r["ratio"])), ("goal", lambda r: r["goal"])]
    for key, title in (("relaxed_ratio", "ratio to relaxed SIMD"), ("portable", "portable"),
                       ("plain", "kernels off"), ("small", "small module")):
        if any(row[key] for row in rows):
            suffix = "" if key == "relaxed_ratio" else "x"
            columns.append((title, lambda r, key=key, suffix=suffix:
                            number(r[key], 3 if key == "relaxed_ratio" else 2) + (suffix if r[key] else "")))
    if any(row["verdict"] != "-" for row in rows):
        columns.append(("verdict", lambda r: r["verdict"]))
    return [[title for title, _ in columns]] + [[cell(row) for _, cell in columns] for row in rows]


def peers_table(run, side, field="ms", mark="!"):
    """A number of every engine, milliseconds unless given; "!" marks an engine whose results differ from
    the others."""
    measured = [row for row in rows_of(run, side)
                if any(result.get(field) for result in row["engines"].values())]
    names = list(dict.fromkeys(name for row in measured for name, result in row["engines"].items()
                               if result.get(field)))
    cells = [["work", "size", *names]]
    for row in measured:
        kind = bench_work.KINDS[row["key"]]
        results = [row["engines"].get(name, {}) for name in names]
        cells.append([kind.title, kind.size(row["n"]),
                      *(number(result.get(field)) + (mark if "wrong" in result else "")
                        for result in results)])
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
                        for size in SIZES if f"read_{size}" in limits))


def conditions(run, side):
    """One sentence above a table; "" if nothing is known."""
    if side == "threads":
        return f"{run['threads']} threads."
    found = run["limits"].get(LIMITS_OF[side])
    return f"Limits of one core: {limits_text(found)}." if found else ""


def remarks(run, side):
    """Remarks on numbers that the table does not show."""
    rows = {(row["key"], row["n"]): row for row in rows_of(run, side)}
    said = []
    verdicts = [summarize(row, run["limits"])["verdict"] for row in rows.values()]
    if "met" in verdicts or "missed" in verdicts:
        said.append(f"Goals: {verdicts.count('met')} met, {verdicts.count('missed')} missed.")
    times = {key: row["engines"].get("hlo", {}).get("ms") for key, row in rows.items()}
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
    engine_cores = run.get("threads") or 1 if side == "threads" else 1
    busy = [row for row in rows.values() if row.get("busy", 0) > engine_cores + 0.3]
    if busy:
        said.append(f"Other processes were running during {len(busy)} of {len(rows)} rows. They interrupt work "
                    "of more than a few milliseconds, so its times and ratios are rough.")
    for row in rows.values():
        for name, result in row["engines"].items():
            if "wrong" in result:
                said.append(f"{name} gives different results for {row['key']} {row['n']}: {result['wrong']}.")
    return said


def chosen(rows, pattern):
    """The rows whose key, title or name matches a pattern such as `matmul*` or `add-4194304`."""
    return [row for row in rows if not pattern or any(
        fnmatch.fnmatch(text, pattern) for text in (row.key, row.kind.title, row.name))]
