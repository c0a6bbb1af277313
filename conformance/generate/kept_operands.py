#!/usr/bin/python3
"""Vectors that no op changes its operands: the first and the largest run case of each op, with the operands used again behind it. The
expected result is that of the case, with its arguments."""
import json
import re

from operand_kinds import LINE, shapes_before
from write import ROOT, run_case, write_groups

NAME = "conformance/generate/kept_operands.py"


def is_literal(value):
    return isinstance(value, dict) and "shape" in value


def plain(shape):
    return re.sub(r"\{[^}]*\}", "", shape)


def fits(case, op):
    """The match of the root of a program whose operands are all parameters, or None."""
    if case["kind"] != "run" or case.get("level", "core") != "core" or case["provenance"].get("author") == NAME or "infeed" in case or "topology" in case:
        return None
    roots = [(n, m) for n, line in enumerate(case["hlo"]) if (m := LINE.match(line)) and m[3] == op and "ROOT " in m[1]]
    if not roots or not is_literal(case["expect"]) or not isinstance(case.get("args"), list) or "<=" in "".join(case["hlo"]):
        return None
    number, match = roots[-1]
    shapes = shapes_before(case["hlo"], number)
    operands = [name.strip().lstrip("%") for name in match[4].split(",")]
    parameters = {m[1]: int(m[2]) for line in case["hlo"][:number] if (m := re.match(r"^\s*%?([\w.-]+) = .* parameter\((\d+)\)", line))}
    used = [name for name in dict.fromkeys(operands) if name in parameters and name in shapes]
    if not used or len(case["hlo"]) - number != 2 or case["hlo"][-1] != "}":
        return None
    return number, match, [(name, plain(shapes[name]), case["args"][parameters[name]]) for name in used if parameters[name] < len(case["args"])]


def kept(op, case, number, match, used, which):
    shape = plain(match[2])
    named = match[1].replace("ROOT ", "")
    name = named.split("=")[0].strip()
    tuple_shape = f"({', '.join([shape, *(s for _, s, _ in used)])})"
    lines = [*case["hlo"][:number], f"{named}{match[2]} {match[3]}({match[4]}){match[5]}", f"  ROOT kept.tuple = {tuple_shape} tuple({', '.join([name, *(n for n, _, _ in used)])})", "}"]
    made = run_case(f"{op}.{case['id'].split('.')[1]}.keeps-operands{which}", "the operands have their values behind the op", case["spec"][0]["anchor"], None, case["args"],
                    {"tuple": [case["expect"], *(value for _, _, value in used)]}, whole=lines, requires=case["requires"], tol=case.get("tol"), doc=case["spec"][0]["doc"],
                    oracle=case["provenance"].get("oracle"))
    return op, made


def cases():
    for path in sorted((ROOT / "conformance/vectors").glob("*.json")):
        op = path.stem
        found = [(case, fitting) for case in json.loads(path.read_text())["cases"] if (fitting := fits(case, op))]
        if not found:
            continue
        largest = max(found, key=lambda pair: len(json.dumps(pair[0]["args"])))
        chosen = [(found[0], "")] + [(largest, "-large")] * (largest is not found[0])
        for (case, (number, match, used)), which in chosen:
            if len(json.dumps(case["args"])) < 60_000:
                yield kept(op, case, number, match, used, which)


if __name__ == "__main__":
    write_groups((cases,), NAME)
