#!/usr/bin/env python3
"""Writes docs/diagnostics.md from the table of codes (core/base/diagnostic_codes.def), the op table
and the reject vectors, whose programs serve as examples: diagnostics_doc.py [--check]

--check only tells whether the page is up to date."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "build/native/bin/hlo"
PAGE = ROOT / "docs/diagnostics.md"
LONGEST = 14  # lines of an example


def codes():
    text = (ROOT / "core/base/diagnostic_codes.def").read_text()
    return re.findall(r'^HLO_DIAGNOSTIC\((\w+), (\w+), "([^"]*)"\)', text, re.M)


def reject_cases():
    """code -> the shortest program that shows it"""
    best = {}
    for path in sorted((ROOT / "conformance/vectors").rglob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            if "reject" not in case:
                continue
            code, lines = case["reject"]["code"], case["hlo"]
            size = (len(lines), sum(map(len, lines)))
            if len(lines) <= LONGEST and size < best.get(code, ((1 << 30,), None, None))[0]:
                best[code] = (size, lines, case["kind"])
    return best


def message(lines, kind):
    if kind == "layout":
        done = subprocess.run([TOOL, "layout", "\n".join(lines)], capture_output=True, text=True)
    else:
        done = subprocess.run([TOOL, "run", "-", "--max-steps", "1000"], capture_output=True,
                              text=True, input="\n".join(lines) + "\n")
    return done.stderr.replace("<stdin>", "a.hlo").rstrip("\n")


def page():
    examples = reject_cases()
    out = ["# Diagnostics", "",
           "Every code of `hlo check` and `hlo run`, with an example. Made by "
           "`scripts/diagnostics_doc.py` from the table that the messages come from; the examples are "
           "reject cases of the conformance vectors.", "",
           "The position is the first byte of the token at fault; lines and columns count from 1, "
           "columns count bytes. `hlo check --json` gives the same with machine-readable fields.", ""]
    for code, phase, title in codes():
        out += [f"## {code}: {title}", "", f"Phase: {phase}.", ""]
        if code in examples:
            _, lines, kind = examples[code]
            out += ["```", *lines, "```", "", "```", message(lines, kind), "```", ""]
    table = json.loads(subprocess.run([TOOL, "ops", "--json"], capture_output=True, text=True,
                                      check=True).stdout)
    out += ["# Rules of the ops", "",
            "`<op>.C<n>` is rule n of the op in the ops reference. One example each.", ""]
    for op in table:
        shown = [(rule, message(*examples[rule][1:]).splitlines()) for rule in op["rules"] if rule in examples]
        if not shown:
            continue
        out += [f"## {op['name']}", "", "| code | example of a message |", "| --- | --- |"]
        for rule, lines in shown:
            found = re.search(r"error: (.*) \[[^\]]*\]$", lines[0]) if lines else None
            text = (found.group(1) if found else lines[0]).replace("|", "\\|")
            out.append(f"| {rule} | {text} |")
        out.append("")
    return "\n".join(out)


def main():
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.exists() and PAGE.read_text() == text:
            return 0
        print("docs/diagnostics.md is out of date; run scripts/diagnostics_doc.py", file=sys.stderr)
        return 1
    PAGE.write_text(text)
    return 0


sys.exit(main())
