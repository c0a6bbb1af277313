#!/usr/bin/python3
"""Compares a report of `hlo conform --report FILE.json` with the explained failures of an engine:
check.py REPORT.json EXPLAINED.json [--page PAGE.md]

EXPLAINED.json: {"engine": "...", "notes": "...", "failures": [{"cases": [id or glob], "why": "..."}]}.
Fails if a case fails without an explanation, or if an explanation matches no failing case."""
import argparse
import fnmatch
import json
import pathlib
import sys


def read_report(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return lines[0], [line for line in lines if "id" in line]


def explain(failed, failures):
    """Yields (entry, its failing cases)."""
    for entry in failures:
        yield entry, [case for case in failed if any(fnmatch.fnmatchcase(case["id"], glob) for glob in entry["cases"])]


def table(cases):
    """Totals by op, for the ops of which a case ran."""
    counts = {}
    for case in cases:
        counts.setdefault(case["op"], {}).setdefault(case["outcome"], []).append(case)
    rows = ["| op | agree | differ | skipped |", "| --- | --- | --- | --- |"]
    for op, by in counts.items():
        agree, differ, skipped = (len(by.get(key, ())) for key in ("passed", "failed", "skipped"))
        if agree or differ:
            rows.append(f"| `{op}` | {agree} | {differ} | {skipped} |")
    return rows


def page(explained, cases, groups):
    agree, differ, skipped = (sum(case["outcome"] == key for case in cases) for key in ("passed", "failed", "skipped"))
    lines = [f"# {explained['engine']}", "", explained["notes"], "",
             f"{agree:,} cases agree, {differ:,} differ, {skipped:,} were skipped.", ""]
    if groups:
        lines += ["## Differences", ""]
    for entry, found in groups:
        lines += [f"- {entry['why']}", f"  ({len(found)}: {', '.join('`' + case['id'] + '`' for case in found)})"]
    lines += [""] if groups else []
    return "\n".join([*lines, "## By op", "", *table(cases)]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("explained", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    given = parser.parse_args()
    _, cases = read_report(given.report)
    explained = json.loads(given.explained.read_text())
    failed = [case for case in cases if case["outcome"] == "failed"]
    groups = list(explain(failed, explained["failures"]))
    known = {case["id"] for _, found in groups for case in found}
    faults = [f"{case['id']}: fails without an explanation: {case.get('detail', '')[:200]}" for case in failed if case["id"] not in known]
    faults += [f"no failing case for the explanation: {entry['why']}" for entry, found in groups if not found]
    if given.page:
        given.page.write_text(page(explained, cases, groups))
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
