# SPDX-License-Identifier: Apache-2.0
"""Lines of the engine that no vector executes, counted by gcov: scripts/vectors lines.

Two kinds of lines must be executed: all lines of core/ops and core/kernels, and every place in core that
reports an error (a call of Fail, Report, ...). conformance/uncovered.json lists the exceptions, by file
and text of the line, each with its reason."""
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build/coverage"
EXCEPTIONS = ROOT / "conformance/uncovered.json"
ALL_LINES = ("core/ops/", "core/kernels/")
ERROR = re.compile(r"\b(?:Fail\w*|Report\w*|Reject\w*|AddFault|Fault(?:At)?|Error)\(")
# A declaration or definition of such a function: `bool Fail(`, `Error Name::Fail(`.
DECLARED = re.compile(r"^\s*(?!return\b)(?:static |virtual |inline )*[\w:<>&*]+[ &*]+(?:\w+::)*(?:Fail\w*|Report\w*|Reject\w*|AddFault|Fault(?:At)?|Error)\(")
# An error behind its condition, on one line: executed only if all of the line is.
GUARDED = re.compile(r"\s*(?:if|for) ?\(.*" + ERROR.pattern)
RUNS = ([], ["--numerics", "fast"], ["--kernels", "off"], ["--target", "SSE4"], ["--target", "AVX2"], ["--target", "SCALAR"],
        ["--through", "pb"], ["--through", "stablehlo"])


def count_runs():
    """Builds the tree, and runs all vectors in every mode."""
    subprocess.run(["cmake", "--preset", "coverage"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "coverage"], cwd=ROOT, check=True)
    for data in TREE.rglob("*.gcda"):
        data.unlink()
    for options in RUNS:
        print("hlo conform", *options, flush=True)
        done = subprocess.run([TREE / "bin/hlo", "conform", *options], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout.strip().splitlines()[-1], flush=True)


def read_counts(data):
    """{file of the tree: {line: times executed}} of one object."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["gcov", "--json-format", "--preserve-paths", data], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        counts = {}
        for path in pathlib.Path(folder).glob("*.gcov.json.gz"):
            with gzip.open(path, "rt") as file:
                document = json.load(file)
            for source in document["files"]:
                name = os.path.relpath(os.path.join(document["current_working_directory"], source["file"]), ROOT)
                if name.startswith("core/"):
                    texts = (ROOT / name).read_text().splitlines()
                    lines = counts.setdefault(name, {})
                    for line in source["lines"]:
                        number = line["line_number"]
                        skipped = line["unexecuted_block"] and number <= len(texts) and GUARDED.match(texts[number - 1])
                        lines[number] = lines.get(number, 0) + (0 if skipped else line["count"])
        return counts


def executed():
    """{file: {line: times}} of all objects. Code of headers and of several targets adds up."""
    total = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for counts in pool.map(read_counts, sorted(TREE.rglob("*.gcda"))):
            for name, lines in counts.items():
                into = total.setdefault(name, {})
                for number, times in lines.items():
                    into[number] = into.get(number, 0) + times
    return total


def uncovered(total):
    """(file, line number, text) of the lines that must be executed, but were not."""
    for name, lines in sorted(total.items()):
        texts = (ROOT / name).read_text().splitlines()
        for number, times in sorted(lines.items()):
            text = texts[number - 1].strip() if number <= len(texts) else ""
            if times == 0 and text.strip("{}();") and (
                    name.startswith(ALL_LINES) or ERROR.search(text) and not DECLARED.search(text)):
                yield name, number, text


def invalid(exceptions, root=ROOT):
    """One line for each exception that names no line of the sources or has no reason."""
    for key, why in exceptions.items():
        name, _, text = key.partition(": ")
        path = root / name
        if not path.is_file() or text not in map(str.strip, path.read_text().splitlines()):
            yield f"uncovered.json: gone, so remove the exception: {key}"
        if not why.strip():
            yield f"uncovered.json: must have a reason: {key}"


def main(as_json, counted):
    if not counted:
        count_runs()
    return report(as_json)


def report(as_json):
    total = executed()
    exceptions = json.loads(EXCEPTIONS.read_text())
    missing, used = [], set()
    for name, number, text in uncovered(total):
        key = f"{name}: {text}"
        if key in exceptions:
            used.add(key)
        else:
            missing.append({"file": name, "line": number, "text": text})
    unused = sorted(set(exceptions) - used)
    sites = sum(bool(ERROR.search(line)) and not DECLARED.search(line) for name in total
                for line in (ROOT / name).read_text().splitlines())
    lines = sum(len(lines) for name, lines in total.items() if name.startswith(ALL_LINES))
    if as_json:
        print(json.dumps({"sites": sites, "lines": lines, "missing": missing, "unused": unused}, indent=1))
    else:
        for line in missing:
            print(f"{line['file']}:{line['line']}: {line['text']}")
        for key in unused:
            print(f"uncovered.json: executed or gone, so remove the exception: {key}")
        print(f"{sites} places that report errors, {lines} lines of ops and kernels; "
              f"{len(missing)} not executed, {len(used)} exceptions")
    return 1 if missing or unused or not total else 0
