#!/usr/bin/env python3
"""Writes docs/diagnostics.md from the table of codes (core/base/diagnostic_codes.def), the op table
and the reject vectors, whose programs serve as examples; the few codes that no vector can show have
programs here. diagnostics_doc.py [--check]

--check only tells whether the page is up to date."""
import json
import pathlib
import re
import subprocess
import sys

from diagnostic_examples import LONGEST, LOOP, OWN, shown

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "build/native/bin/hlo"
PAGE = ROOT / "docs/diagnostics.md"

# A run is cancelled by whoever started it, in the page by "Stop"; how far it came is never the same,
# so this message alone is written by hand, after core/engine/device/interpreter.cc.
CANCELLED = "a.hlo: error: the run was cancelled after 3000000 instructions [R04]"


def codes():
    text = (ROOT / "core/base/diagnostic_codes.def").read_text()
    return re.findall(r'^HLO_DIAGNOSTIC\((\w+), (\w+), "([^"]*)"\)', text, re.M)


def reject_cases():
    """code -> programs that are refused with it, the shortest first"""
    found = {}
    for path in sorted((ROOT / "conformance/vectors").rglob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            if "reject" in case and len(case["hlo"]) <= LONGEST:
                found.setdefault(case["reject"]["code"], []).append((case["hlo"], case["kind"]))
    for programs in found.values():
        programs.sort(key=lambda program: (len(program[0]), sum(map(len, program[0]))))
    return found


def message(lines, kind):
    if kind == "layout":
        done = subprocess.run([TOOL, "layout", "\n".join(lines)], capture_output=True, text=True)
    else:
        done = subprocess.run([TOOL, "run", "-", "--max-steps", "1000"], capture_output=True,
                              text=True, input="\n".join(lines) + "\n")
    return done.stderr.replace("<stdin>", "a.hlo").rstrip("\n")


def own_example(code):
    """The lines of the example, long ones shortened, and what is said of it."""
    lines, words = OWN[code]
    file = next(word for word in words if word.startswith("a."))
    words = ["-" if word == file else word for word in words]
    text = ("\n".join(lines) + "\n").encode("latin-1")
    done = subprocess.run([TOOL, *words], capture_output=True, input=text)
    said = done.stderr.decode("latin-1").replace("<stdin>", file).rstrip("\n")
    if f"[{code}]" not in said.partition("\n")[0]:
        raise SystemExit(f"the example of {code} does not show it: {said}")
    return shown(lines), said


def example(code, programs):
    """The first program that shows the code by itself, without arguments, and what is said of it."""
    for lines, kind in programs:
        said = message(lines, kind)
        if said.partition("\n")[0].endswith(f"[{code}]"):
            return lines, said
    return None


def page():
    rejects = reject_cases()
    examples = {code: example(code, programs) for code, programs in rejects.items()}
    out = ["# Diagnostics", "",
           "Every code of `hlo check` and `hlo run`, with an example. Made by "
           "`scripts/diagnostics_doc.py` from the table that the messages come from; the examples are "
           "reject cases of the conformance vectors, or have the command that shows them.", "",
           "The position is the first byte of the token at fault; lines and columns count from 1, "
           "columns count bytes. `hlo check --json` gives the same with machine-readable fields.", ""]
    for code, phase, title in codes():
        out += [f"## {code}: {title}", "", f"Phase: {phase}.", ""]
        if code == "R04":
            out += ["```", *LOOP, "```", "", "```", CANCELLED, "```", ""]
        elif code in OWN:
            lines, said = own_example(code)
            words = " ".join(OWN[code][1])
            out += ["```", *lines, "```", "", f"`hlo {words}`", "", "```", said, "```", ""]
        elif examples.get(code):
            lines, said = examples[code]
            out += ["```", *lines, "```", "", "```", said, "```", ""]
        else:
            raise SystemExit(f"no vector shows {code}")
    table = json.loads(subprocess.run([TOOL, "ops", "--json"], capture_output=True, text=True,
                                      check=True).stdout)
    out += ["# Rules of the ops", "",
            "`<op>.C<n>` is rule n of the op in the ops reference. One example each.", ""]
    for op in table:
        shown = [(rule, examples[rule][1].splitlines()) for rule in op["rules"] if examples.get(rule)]
        if not shown:
            continue
        out += [f"## {op['name']}", "", "| code | example of a message |", "| --- | --- |"]
        for rule, lines in shown:
            text = re.search(r"error: (.*) \[[^\]]*\]$", lines[0]).group(1).replace("|", "\\|")
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
