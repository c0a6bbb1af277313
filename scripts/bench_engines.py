# SPDX-License-Identifier: Apache-2.0
"""Runs engines as processes that measure on request, in alternation.

Each engine is a program that answers the commands of native/bench/worker.h, one JSON line each. Only
one of them works at a time. A row is measured in rounds A, B, C, A, B, C, so that a change of the
machine's speed affects all engines equally. Single-threaded engines all run on the same core, because
the same work can take 1.5 times as long on a core with busy neighbors.
"""
import json
import os
import select
import signal
import statistics
import subprocess

ROUNDS = 12
MODE_ROUNDS = 3  # of engines that only show what a mode costs
SAMPLES_PER_ROUND = 2
WARM_UP_MS = {"native": 150, "wasm": 350}  # a JIT compiler needs more
ROUND_MS = 25
ENOUGH_S = 2  # of one engine in one row, after MODE_ROUNDS rounds
FETCH_MS = 5  # at the start of a round, not measured: refills the caches
SLOW_NS = 1e9  # work above this is measured once, by the warm-up
TIMEOUT_S = 90


def stay_on_one_core():
    """Pins the process to its last allowed core, if the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


class Engine:
    """One engine; its process starts at the first row and again after a crash."""

    def __init__(self, name, command, side, ours=False, relaxed=False, environment=None,
                 one_core=True, rounds=ROUNDS, has_memory=True):
        self.name, self.command, self.side = name, command, side
        self.ours, self.relaxed, self.environment = ours, relaxed, environment
        self.one_core, self.rounds = one_core, rounds
        self.has_memory = has_memory  # its process has the memory of the engine
        self.process = None

    def start(self, root):
        self.process = subprocess.Popen(self.command, cwd=root, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=self.environment,
                                        preexec_fn=stay_on_one_core if self.one_core else None)

    def ask(self, root, *words):
        """The reply to a command, or {"ok": False, "why": ...} on failure."""
        if self.process is None:
            self.start(root)
        self.signal(signal.SIGCONT)
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return self.lost("the engine exited")
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], TIMEOUT_S)
            line = self.process.stdout.readline() if ready else ""
            if not line:
                return self.lost("the engine exited" if ready else f"no answer within {TIMEOUT_S} s")
            if line.startswith("{"):  # engines may print other things
                self.signal(signal.SIGSTOP)
                return json.loads(line)

    def signal(self, number):
        """Stops or resumes the process: idle threads of some engines spin for up to 0.3 s, on cores that others need."""
        if not self.one_core:
            self.process.send_signal(number)

    def lost(self, why):
        self.process.kill()
        why = f"{why} (status {self.process.wait()})"
        self.process = None
        return {"ok": False, "why": why}

    def stop(self):
        if self.process is not None:
            self.signal(signal.SIGCONT)
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def busy_ticks():
    """(ticks of all cores, idle ticks) since the machine started; zeros if unknown."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            ticks = [int(word) for word in file.readline().split()[1:9]]
        return sum(ticks), ticks[3] + ticks[4]
    except OSError:
        return 0, 0


def measure(row, engines, open_words, root, rounds=ROUNDS, known=None, exact=None):
    """Measures one row in all engines that support it, and the number of busy cores:
    {engine name: {"ms", "ns": samples, "note", "peak_bytes", "memory_mb", "values"} or {"why": ...}}.
    `known`: values of the same elements from other engines; `exact`: these elements, if they are known."""
    before = busy_ticks()
    results = {engine.name: make_ready(row, engine, open_words, root) for engine in engines}
    for turn in range(rounds):
        for engine in engines:
            result = results[engine.name]
            if "why" not in result and turn < engine.rounds and not is_enough(result, turn):
                time_once(engine, result, root)
    for engine in engines:
        result = results[engine.name]
        if "why" not in result:
            engine.ask(root, "close")
            result["ms"] = statistics.median(result["ns"] or [result["warm_ns"]]) / 1e6
    check(results, row.kind.tolerance, known, exact)
    return results, busy_cores(before, busy_ticks())


def is_enough(result, turn):
    """Whether slow work has been measured long enough."""
    if result["warm_ns"] > SLOW_NS:
        return True
    return turn >= MODE_ROUNDS and sum(result["ns"]) / 1e9 > ENOUGH_S


def time_once(engine, result, root):
    if result["warm_ns"] < FETCH_MS * 1e6:
        engine.ask(root, "time", 1, FETCH_MS)
    reply = engine.ask(root, "time", SAMPLES_PER_ROUND, ROUND_MS)
    if "ns" in reply:
        result["ns"] += reply["ns"]
    else:
        result["why"] = reply.get("why", "the engine failed")


def make_ready(row, engine, open_words, root):
    """Opens a row, reads some elements of its result, and warms up. Models run in a new process, whose
    memory does not have the pages of other rows."""
    with_memory = row.kind.model and engine.has_memory
    if with_memory:
        engine.stop()
        engine.ask(root, "close")
    resident = reset_peak(engine.process) if with_memory else 0
    opened = engine.ask(root, *open_words)
    if not opened["ok"]:
        return {"why": opened["why"]}
    peeked = engine.ask(root, "peek", *sample_indices(row.kind.outputs(row.n)))
    grown = peak_memory(engine.process) - resident if resident else None
    warmed = engine.ask(root, "time", 1, WARM_UP_MS[engine.side]) if "values" in peeked else peeked
    if "ns" not in warmed:
        return {"why": warmed.get("why", "the engine failed")}
    return {"ns": [], "note": opened["note"], "peak_bytes": opened["peak_bytes"], "memory_mb": grown,
            "values": peeked["values"], "warm_ns": warmed["ns"][-1]}


def reset_peak(process):
    """Resets the peak of the resident memory, and returns the resident memory in MB; 0 if unknown."""
    try:
        with open(f"/proc/{process.pid}/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
        return status_mb(process, "VmRSS")
    except (OSError, AttributeError):
        return 0


def peak_memory(process):
    return status_mb(process, "VmHWM")


def status_mb(process, field):
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        return int(lines[field].split()[0]) * 1024 / 1e6
    except (OSError, AttributeError, KeyError):
        return 0


def busy_cores(before, after):
    """The average number of busy cores, including that of the engine."""
    total, idle = after[0] - before[0], after[1] - before[1]
    if total <= 0:
        return 0.0
    with open("/proc/stat", encoding="ascii") as file:
        cores = sum(line.startswith("cpu") for line in file) - 1
    return round(cores * (1 - idle / total), 2)


def sample_indices(count):
    return sorted({i for i in (0, 777, count // 2, count - 1) if 0 <= i < count})


def check(results, tolerance, known=None, exact=None):
    """Marks the engines whose elements differ from the `exact` ones, or else from the median, in which
    `known` elements count as those of one more engine."""
    found = {name: result["values"] for name, result in results.items() if result.get("values")}
    votes = [*found.values(), *([known] if known else [])]
    if len(votes) < 2 and not exact:
        return
    expected = exact or [statistics.median(column) for column in zip(*votes)]
    scale = max(abs(value) for value in expected)
    for name, values in found.items():
        if any(not abs(a - b) <= tolerance * scale for a, b in zip(values, expected)):
            results[name]["wrong"] = f"{values} instead of {expected}"
