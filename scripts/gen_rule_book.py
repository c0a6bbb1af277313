#!/usr/bin/env python3
"""Writes the rule book as a C++ source for `hlo explain` and `hlo ops NAME`: gen_rule_book.py OUTPUT

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


class OwnExample(Example):
    """The example of a code that no vector can show, with its command."""
    def __init__(self, code):
        lines, words = diagnostic_examples.OWN[code]
        super().__init__("", {"id": "hlo " + " ".join(words),
                              "hlo": diagnostic_examples.shown(lines), "kind": "reject"})
        self.kind = "kOfCommand"


def rule_rows(book):
    rejects, accepted = read_examples()
    for code, rule in sorted(book.rules.items()):
        breaks = next(iter(rejects.get(code, [])), None)
        fits = most_like(breaks, accepted.get(breaks.op, [])) if breaks else None
        if breaks is None and code in diagnostic_examples.OWN:
            breaks = OwnExample(code)
        text = "\n".join([rule.sentence, *rule.details])
        yield (f"    {{{quote(code)}, {literal(text)},\n     {quote(rule.section.link)},\n     "
               f"{example_fields(breaks)},\n     {example_fields(fits)}}},")


def entry_rows(book):
    for section in book.sections:
        for opcode in section.opcodes:
            text = "\n".join(section.lines).strip("\n- ") + "\n"
            link = f"docs/reference/ops.md#{opcode}"
            yield f"    {{{quote(opcode)}, {literal('- ' + text)},\n     {quote(link)}}},"


def main():
    book = reference.load()
    lines = ["// Written by scripts/gen_rule_book.py.",
             '#include "native/rule_book.h"', "", "namespace hlo::cli {", "namespace {", "",
             "constexpr Rule kRules[] = {", *rule_rows(book), "};", "",
             "constexpr OpEntry kOpEntries[] = {", *entry_rows(book), "};", "", "}  // namespace", "",
             "std::span<const Rule> Rules() { return kRules; }",
             "std::span<const OpEntry> OpEntries() { return kOpEntries; }", "",
             "}  // namespace hlo::cli", ""]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines))


if __name__ == "__main__":
    main()
