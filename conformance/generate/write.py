"""Replaces the cases of a generator in a vector file. Cases with another provenance.author, or without
one, do not change."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "scripts"))
from vectors_form import canonical  # noqa: E402
from choices import mark  # noqa: E402
from vectors_requires import needs  # noqa: E402


def program(lines):
    return ["HloModule m", "ENTRY e {", *("  " + line for line in lines), "}"]


def run_case(identity, why, anchor, lines, args, expect, *, tol=None, requires=(), tags=(), doc=None,
             oracle=None, level="core", whole=None):
    case = {"id": identity, "kind": "run", "level": level, "why": why,
            "spec": [{"doc": doc or "operation-semantics", "anchor": anchor}],
            "requires": sorted(set(requires)), "tags": list(tags),
            "hlo": whole or program(lines), "args": args, "expect": expect}
    if tol:
        case["tol"] = tol
    case["provenance"] = {"kind": "derived" if oracle else "hand"}
    if oracle:
        case["provenance"]["oracle"] = oracle
    return case


def phase_of(code):
    """The phase of a diagnostic code, as in core/base/diagnostic_codes.def."""
    if "." in code:
        return "shape"
    if code in ("S01", "S02", "S03", "S07", "S08"):
        return "layout"
    return {"L": "lex", "P": "parse", "N": "resolve", "S": "shape", "C": "parse", "V": "shape", "R": "run"}[code[0]]


def reject_case(identity, why, anchor, lines, code, *, at=None, requires=(), tags=(),
                doc=None, whole=None, line=None):
    """`at`: text whose first occurrence in the last matching line is the position."""
    hlo = whole or program(lines)
    reject = {"phase": phase_of(code), "code": code}
    if at is not None:
        for number, text in enumerate(hlo, 1):
            if (line is None and at in text) or number == line:
                reject["line"], reject["col"] = number, text.index(at) + 1
    return {"id": identity, "kind": "reject", "level": "core", "why": why,
            "spec": [{"doc": doc or "operation-semantics", "anchor": anchor}],
            "requires": sorted(set(requires)), "tags": list(tags), "hlo": hlo, "reject": reject,
            "provenance": {"kind": "hand"}}


def write(op, cases, generator):
    path = ROOT / "conformance" / "vectors" / f"{op}.json"
    present = json.loads(path.read_text())["cases"] if path.exists() else []
    mine = [c["provenance"].get("author") == generator for c in present]
    place = mine.index(True) if True in mine else len(present)
    before, after = ([c for c, own in zip(part, flags) if not own]
                     for part, flags in ((present[:place], mine[:place]), (present[place:], mine[place:])))
    taken = {c["id"] for c in before + after}
    for case in cases:
        case["provenance"]["author"] = generator
        mark(case)
        if case["kind"] == "run":
            case["requires"] = sorted({*case["requires"], *needs(case)})
    made = [c for c in cases if c["id"] not in taken]
    document = {"format": 1, "op": op, "cases": before + made + after}
    path.write_text(canonical(document), encoding="utf-8")


def write_groups(groups, generator):
    """Writes the cases of functions that yield (op, case)."""
    by_op = {}
    for cases in groups:
        for op, case in cases():
            by_op.setdefault(op, []).append(case)
    for op, cases in by_op.items():
        write(op, cases, generator)
