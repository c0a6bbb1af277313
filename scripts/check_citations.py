#!/usr/bin/env python3
"""Checks that every citation of the rule book has a target, and that every rule code in the sources is
described.

Citations: "ops reference 8.3", "numerics reference, sections 3 and 4.1", "formats, section 3",
"choice C5", "choices C5, C6" in sources, docs, generators of vectors, and the page; codes of rules
("pad.C3", "V01") in the sources; `spec` of the vectors. Lists citations without a target and exits
with 1 if there are any."""
import json
import os
import pathlib
import re
import sys

import reference

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".cc", ".h", ".def", ".inc", ".py", ".ts", ".tsx", ".mjs", ".mts", ".md", ".cmake", ".txt", ".css", ""}
GENERATED = {".git", "build", "node_modules", "dist", "generated", "third_party", "__pycache__"}
PAGES = "|".join(reference.PAGES)
NUMBERS = r"\d+(?:\.\d+)*(?:(?:,? (?:and|to|or)|,) \d+(?:\.\d+)*)*"
# A citation can be broken across lines, and the next line can begin with a comment sign.
GAP = r"(?:\s+(?:(?://+|\*|#)\s*)?)"
SECTION = re.compile(rf"\b({PAGES})(?:{GAP}|-)reference,?{GAP}(?:sections?{GAP})?({NUMBERS})", re.I)
FORMATS = re.compile(rf"\bformats(?:\.md)?,{GAP}sections?{GAP}({NUMBERS})", re.I)
CHOICE = re.compile(rf"\bchoices?{GAP}(C\d+(?:(?:,? (?:and|or|to)|,){GAP}C\d+)*)", re.I)
LINK = re.compile(rf"\breference/({PAGES})\.md#([\w-]+)")
OP_RULE = re.compile(r'"([a-z][a-z0-9-]*\.C\d+)[":]')
CODE = re.compile(r'"([LPNSCVRIW]\d\d)"')


def files():
    """Without the folders that are not in the repository; git may be missing."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - GENERATED)
        for path in (pathlib.Path(folder, name) for name in sorted(names)):
            if path.suffix in SUFFIXES and path != pathlib.Path(__file__).resolve():
                yield path


def cited(text, rules):
    """(position, citation, whether it has a target)"""
    for found in SECTION.finditer(text):
        page = found.group(1).lower()
        for number in re.findall(r"[\d.]*\d", found.group(2)):
            yield found.start(), f"{page} reference {number}", rules.section(page, number) is not None
    formats = set(re.findall(r"^## (\d+)\.", (ROOT / "docs/formats.md").read_text(), re.M))
    for found in FORMATS.finditer(text):
        for number in re.findall(r"[\d.]*\d", found.group(1)):
            yield found.start(), f"formats, section {number}", number in formats
    for found in CHOICE.finditer(text):
        for number in re.findall(r"C\d+", found.group(1)):
            yield found.start(), f"choice {number}", f"choice {number}" in rules.rules
    for found in LINK.finditer(text):
        there = any(s.page == found.group(1) and found.group(2) in s.anchors for s in rules.sections)
        yield found.start(), found.group(0), there


def raised(text, rules):
    for found in OP_RULE.finditer(text):
        yield found.start(), found.group(1), found.group(1) in rules.rules
    for found in CODE.finditer(text):
        yield found.start(), found.group(1), found.group(1) in rules.rules


def problems_in(path, rules):
    text = path.read_text(errors="replace")
    found = list(cited(text, rules))
    if path.suffix in {".cc", ".h", ".def"} and not path.name.endswith(("_test.cc", "testing.cc")):
        found += raised(text, rules)
    for position, what, is_there in found:
        if not is_there:
            yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, position) + 1}: {what} does not exist"


def hyphenated(name):
    """The opcode for a heading of XLA's documentation: PartitionId -> partition-id."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def vector_problems(rules):
    names = set(rules.builder_names())
    pages = {"operation-semantics": "ops", "tiled-layout": "layout"}
    for path in sorted((ROOT / "conformance/vectors").rglob("*.json")):
        for case in json.loads(path.read_text())["cases"]:
            for spec in case.get("spec", []):
                page, anchor = pages.get(spec["doc"], spec["doc"]), spec["anchor"]
                known = rules.section(page, anchor) or any(
                    s.page == page and anchor in s.anchors for s in rules.sections)
                if not known and not (page == "ops" and (anchor in names or rules.op(hyphenated(anchor)))):
                    yield f"{path.relative_to(ROOT)}: {case['id']}: {spec['doc']} {anchor} does not exist"


def table_problems(rules):
    """Codes of diagnostics without a rule."""
    table = (ROOT / "core/base/diagnostic_codes.def").read_text()
    for code in re.findall(r"^HLO_DIAGNOSTIC\((\w+),", table, re.M):
        if code not in rules.rules:
            yield f"core/base/diagnostic_codes.def: {code} must be described in docs/reference"


def main():
    rules = reference.load()
    problems = [problem for path in files() for problem in problems_in(path, rules)]
    problems += vector_problems(rules)
    problems += table_problems(rules)
    print("\n".join(problems) or "every citation has a target")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
