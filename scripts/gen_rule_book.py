#!/usr/bin/env python3
"""Writes the rule book as a C++ source for `hlo explain` and `hlo ops NAME`, or as JSON for the page:
gen_rule_book.py OUTPUT.cc|OUTPUT.json

Rules and entries of ops come from docs/reference. The example that breaks a rule is the shortest
reject vector with its code. The example that follows the rule is the most similar accepted vector."""
import difflib
import json
import pathlib
import sys

import diagnostic_examples
import reference

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {"run": "kProgram", "print": "kProgram", "layout": "kShape", "reject": "kProgram", "judge": "kShape"}
EXTRAS = ("args", "topology", "infeed")  # not representable in an example


class Example:
    def __init__(self, op, case):
        self.op, self.id, self.lines, self.kind = op, case["id"], case["hlo"], KINDS[case["kind"]]

    def text(self):
        return "\n".join(self.lines) + ("\n" if self.kind == "kProgram" else "")


def read_examples():
    """(rejects by code, shortest first; accepted cases by op)"""
    rejects, accepted = {}, {}
    for path in sorted((ROOT / "conformance/vectors").rglob("*.json")):
        document = json.loads(path.read_text())
        for case in document["cases"]:
            if case["kind"] == "import":
                continue
            example = Example(document["op"], case)
            if "reject" not in case:
                accepted.setdefault(example.op, []).append(example)
            elif not any(extra in case for extra in EXTRAS):
                rejects.setdefault(case["reject"]["code"], []).append(example)
    for examples in rejects.values():
        examples.sort(key=lambda example: (len(example.lines), len(example.text())))
    return rejects, accepted


def most_like(example, candidates):
    """The candidate with the most similar text, among those that share the most lines."""
    candidates = [c for c in candidates if c.kind == example.kind]
    lines = set(example.lines)
    shared = lambda candidate: len(lines.symmetric_difference(candidate.lines))
    near = sorted(candidates, key=shared)[:8]
    alike = lambda candidate: difflib.SequenceMatcher(None, example.text(), candidate.text()).ratio()
    return max(near, key=alike, default=None)


class OwnExample(Example):
    """The example of a code that no vector can show, with its command."""
    def __init__(self, code):
        lines, words = diagnostic_examples.OWN[code]
        super().__init__("", {"id": "hlo " + " ".join(words),
                              "hlo": diagnostic_examples.shown(lines), "kind": "reject"})
        self.kind = "kOfCommand"


def rules(book):
    """Of each rule: code, text, link, an example that breaks it, and one that follows it."""
    rejects, accepted = read_examples()
    for code, rule in sorted(book.rules.items()):
        breaks = next(iter(rejects.get(code, [])), None)
        fits = most_like(breaks, accepted.get(breaks.op, [])) if breaks else None
        if breaks is None and code in diagnostic_examples.OWN:
            breaks = OwnExample(code)
        yield code, "\n".join([rule.sentence, *rule.details]), rule.section.link, breaks, fits


def op_entries(book):
    """Of each op: opcode, text, link."""
    for section in book.sections:
        for opcode in section.opcodes:
            text = "- " + "\n".join(section.lines).strip("\n- ") + "\n"
            yield opcode, text, f"docs/reference/ops.md#{opcode}"


def quote(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c >= " " else f"\\{ord(c):03o}" for c in escaped) + '"'


def literal(text):
    """A C++ string literal with one source line per line of text."""
    return "\n     ".join(quote(line) for line in text.splitlines(keepends=True)) or '""'


def example_fields(example):
    if example is None:
        return "{}"
    return f"{{Example::{example.kind}, {quote(example.id)},\n     {literal(example.text())}}}"


def cpp_source(book):
    rule_rows = [
        f"    {{{quote(code)}, {literal(text)},\n     {quote(link)},\n     "
        f"{example_fields(breaks)},\n     {example_fields(fits)}}},"
        for code, text, link, breaks, fits in rules(book)]
    entry_rows = [f"    {{{quote(opcode)}, {literal(text)},\n     {quote(link)}}},"
                  for opcode, text, link in op_entries(book)]
    lines = ["// Written by scripts/gen_rule_book.py.",
             '#include "native/rule_book.h"', "", "namespace hlo::cli {", "namespace {", "",
             "constexpr Rule kRules[] = {", *rule_rows, "};", "",
             "constexpr OpEntry kOpEntries[] = {", *entry_rows, "};", "", "}  // namespace", "",
             "std::span<const Rule> Rules() { return kRules; }",
             "std::span<const OpEntry> OpEntries() { return kOpEntries; }", "",
             "}  // namespace hlo::cli", ""]
    return "\n".join(lines)


def example_object(example):
    kinds = {"kProgram": "program", "kShape": "shape", "kOfCommand": "command"}
    return example and {"kind": kinds[example.kind], "name": example.id, "text": example.text()}


def page_data(book):
    """What the page fetches: RuleBook of web/src/program/rule_book.ts."""
    by_code = {code: {"text": text, "link": link, "breaks": example_object(breaks),
                      "fits": example_object(fits)}
               for code, text, link, breaks, fits in rules(book)}
    by_opcode = {opcode: {"text": text, "link": link} for opcode, text, link in op_entries(book)}
    return json.dumps({"rules": by_code, "ops": by_opcode}, ensure_ascii=False,
                      separators=(",", ":"))


def main():
    output = pathlib.Path(sys.argv[1])
    write = page_data if output.suffix == ".json" else cpp_source
    output.write_text(write(reference.load()))


if __name__ == "__main__":
    main()
