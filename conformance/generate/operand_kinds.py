#!/usr/bin/python3
"""Reject vectors of operands of the wrong kind and number, made from a run case of each op: a tuple or a token in place of each operand,
one operand too few, one too many. Codes by the rules: P07 for the number; for the kind the rule of the op that asks for arrays, else V02 (G6)."""
import json
import re

from write import ROOT, reject_case, write_groups

NAME = "conformance/generate/operand_kinds.py"
LINE = re.compile(r"^(\s*(?:ROOT )?%?[\w.-]+ = )((?:\([^=]*\)|\S+)) ([a-z][a-z-]*)\(([^()]*)\)(.*)$")
SHAPE = re.compile(r"^\s*(?:ROOT )?%?([\w.-]+) = ((?:\([^=]*?\)|\S+)) [a-z-]+\(")


# Ops whose operands may be tuples, and ops whose number of operands depends on others.
TAKES_TUPLES = {"add-dependency", "async-start", "call", "conditional", "custom-call", "domain", "fusion", "get-tuple-element", "opt-barrier", "outfeed", "send",
                "tuple", "while", "after-all", "async-done", "async-update", "copy-done", "async", "copy", "all-reduce-done"}
VARIADIC = {"async-start", "async-update", "call", "concatenate", "conditional", "custom-call", "dynamic-reshape", "dynamic-slice", "dynamic-update-slice", "fusion", "map",
            "reduce", "reduce-window", "scan", "scatter", "sort", "tuple", "after-all", "async", "all-reduce", "all-gather", "all-to-all", "all-gather-start", "all-reduce-start",
            "collective-broadcast", "collective-permute", "collective-permute-start", "collective-reduce", "reduce-scatter"}
OPS = (ROOT / "docs/reference/ops.md").read_text()
# Rules that ask for arrays in some operands alone, and rules that forbid tuples but not tokens.
OF_OPERANDS = {"gather": {1}, "ragged-all-to-all": {2, 3, 4, 5}}
OF_TUPLES = {"select"}


def code_of_kind(op, operand, wrong):
    """The rule of the op that this operand is an array, or V02."""
    entry = re.search(rf"<a id=\"{op}\"></a>.*?(?=^#+ )", OPS, re.M | re.S)
    rule = entry and re.search(r"\*\*(C\d+)\*\* [^\n]*(?:must be (?:an|an integer|integer) arrays?\b|two array operands|and the result must be arrays|may be a tuple)", entry[0])
    asks = rule and operand in OF_OPERANDS.get(op, {operand}) and (wrong == "tuple" or op not in OF_TUPLES)
    return f"{op}.{rule[1]}" if asks else "V02"


def base_of(op):
    """(lines, number of the line, match) of the first small run case in which the op has named operands of array shapes."""
    path = ROOT / f"conformance/vectors/{op}.json"
    if not path.exists():
        return None
    for case in json.loads(path.read_text())["cases"]:
        if case["kind"] != "run" or case.get("level", "core") != "core" or case["provenance"].get("author") == NAME:
            continue
        found = [(n, LINE.match(line)) for n, line in enumerate(case["hlo"]) if (m := LINE.match(line)) and m[3] == op]
        if len(found) == 1 and found[0][1][4].strip() and len(case["hlo"]) < 30:
            return case, *found[0]
    return None


def shapes_before(lines, number):
    """Name -> shape of the instructions of the same computation before the line."""
    begin = max((n for n in range(number) if lines[n].rstrip().endswith("{")), default=0)
    return {m[1]: m[2] for line in lines[begin:number] if (m := SHAPE.match(line))}


def with_line(lines, number, match, operands, added=()):
    return [*lines[:number], *added, f"{match[1]}{match[2]} {match[3]}({', '.join(operands)}){match[5]}", *lines[number + 1:]]


def cases_of(op):
    base = base_of(op)
    if base is None:
        return
    case, number, match = base
    lines, operands = case["hlo"], [name.strip().lstrip("%").split(" ")[-1].lstrip("%") for name in match[4].split(",")]
    shapes = shapes_before(lines, number)
    if any(name not in shapes for name in operands):
        return

    def reject(what, why, code, hlo):
        made = reject_case(f"{op}.operands.rejects-{what}", why, case["spec"][0]["anchor"], None, code, whole=hlo, requires=case["requires"], doc=case["spec"][0]["doc"])
        return op, {**made, **({"topology": case["topology"]} if "topology" in case else {})}
    for k, name in enumerate(operands):
        if not shapes[name].startswith(("(", "token")) and op not in TAKES_TUPLES:
            changed = [*operands[:k], "wrong", *operands[k + 1:]]
            for wrong, line in (("tuple", f"  wrong = ({shapes[name]}) tuple({name})"), ("token", "  wrong = token[] after-all()")):
                yield reject(f"{wrong}-{k}", f"operand {k} is not a {wrong}", code_of_kind(op, k, wrong), with_line(lines, number, match, changed, [line]))
    if op not in VARIADIC:
        yield reject("too-many", "one operand too many", "P07", with_line(lines, number, match, [*operands, operands[-1]]))
        yield reject("too-few", "one operand too few", "P07", with_line(lines, number, match, operands[:-1]))


def cases():
    for path in sorted((ROOT / "conformance/vectors").glob("*.json")):
        yield from cases_of(path.stem)


if __name__ == "__main__":
    write_groups((cases,), NAME)
