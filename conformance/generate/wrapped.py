#!/usr/bin/python3
"""Vectors of every op in a fusion, in a conditional, and in a loop: a run case of the op, moved into a computation. In the loop the operands
are parts of the state, and each of two rounds computes the same value. The expected result is that of the case."""
import json
import re

from kept_operands import fits, plain
from write import ROOT, run_case, write_groups

NAME = "conformance/generate/wrapped.py"
PARAMETER = re.compile(r"^\s*%?([\w.-]+) = (.*?) parameter\((\d+)\)")


def parts_of(case, number):
    """(helpers, parameters by number as (name, shape), the lines between them and the root)."""
    lines = case["hlo"]
    begin = max(n for n in range(number) if lines[n].startswith("ENTRY"))
    parameters, between = {}, []
    for line in lines[begin + 1:number]:
        if found := PARAMETER.match(line):
            parameters[int(found[3])] = (found[1], plain(found[2]))
        else:
            between.append(line)
    return lines[:begin], [parameters[k] for k in sorted(parameters)], between


def function(name, parameters, between, root):
    return [f"{name} {{", *(f"  {n} = {s} parameter({k})" for k, (n, s) in enumerate(parameters)), *between, root, "}"]


def entry(parameters, lines):
    return ["ENTRY wrapped.entry {", *(f"  {n} = {s} parameter({k})" for k, (n, s) in enumerate(parameters)), *("  " + line for line in lines), "}"]


def in_fusion(case, number, match):
    helpers, parameters, between = parts_of(case, number)
    names = ", ".join(n for n, _ in parameters)
    return [*helpers, *function("wrapped.body", parameters, between, case["hlo"][number]),
            *entry(parameters, [f"ROOT wrapped.result = {plain(match[2])} fusion({names}), kind=kLoop, calls=wrapped.body"])]


def in_branch(case, number, match):
    """The second branch takes the operands as a tuple."""
    helpers, parameters, between = parts_of(case, number)
    state, shape = f"({', '.join(s for _, s in parameters)})", plain(match[2])
    taken = [f"  {n} = {s} get-tuple-element(wrapped.state), index={k}" for k, (n, s) in enumerate(parameters)]
    branch = ["wrapped.taken {", f"  wrapped.state = {state} parameter(0)", *taken, *between, case["hlo"][number], "}"]
    other = ["wrapped.other {", f"  wrapped.state = {state} parameter(0)", *zero(shape), "}"]
    return [*helpers, *other, *branch,
            *entry(parameters, ["wrapped.which = s32[] constant(1)", f"wrapped.arguments = {state} tuple({', '.join(n for n, _ in parameters)})",
                                f"ROOT wrapped.result = {shape} conditional(wrapped.which, wrapped.arguments, wrapped.arguments), branch_computations={{wrapped.other, wrapped.taken}}"])]


def zero(shape, root="ROOT "):
    """Lines that make an array of one value, `wrapped.zeros`."""
    name, dims = shape.split("[")[0], shape.split("[")[1].rstrip("]")
    value = {"pred": "false", "c64": "(0, 0)", "c128": "(0, 0)", "f8e8m0fnu": "1"}.get(name, "0")
    if not dims:
        return [f"  {root}wrapped.zeros = {shape} constant({value})"]
    return [f"  wrapped.zero = {name}[] constant({value})", f"  {root}wrapped.zeros = {shape} broadcast(wrapped.zero), dimensions={{}}"]


def in_loop(case, number, match):
    helpers, parameters, between = parts_of(case, number)
    shape = plain(match[2])
    state = f"(s32[], {', '.join(s for _, s in parameters)}, {shape})"
    taken = [f"  {n} = {s} get-tuple-element(wrapped.state), index={k + 1}" for k, (n, s) in enumerate(parameters)]
    root = match[1].replace("ROOT ", "")
    names = ", ".join(n for n, _ in parameters)
    body = ["wrapped.body {", f"  wrapped.state = {state} parameter(0)", "  wrapped.round = s32[] get-tuple-element(wrapped.state), index=0", *taken, *between,
            f"{root}{match[2]} {match[3]}({match[4]}){match[5]}", "  wrapped.one = s32[] constant(1)", "  wrapped.next = s32[] add(wrapped.round, wrapped.one)",
            f"  ROOT wrapped.new = {state} tuple(wrapped.next, {names}, {root.split('=')[0].strip()})", "}"]
    condition = ["wrapped.condition {", f"  wrapped.state = {state} parameter(0)", "  wrapped.round = s32[] get-tuple-element(wrapped.state), index=0",
                 "  wrapped.rounds = s32[] constant(2)", "  ROOT wrapped.goes = pred[] compare(wrapped.round, wrapped.rounds), direction=LT", "}"]
    return [*helpers, *condition, *body,
            *entry(parameters, ["wrapped.start = s32[] constant(0)", *(line.strip() for line in zero(shape, "")), f"wrapped.first = {state} tuple(wrapped.start, {names}, wrapped.zeros)",
                                f"wrapped.last = {state} while(wrapped.first), condition=wrapped.condition, body=wrapped.body",
                                f"ROOT wrapped.result = {shape} get-tuple-element(wrapped.last), index={len(parameters) + 1}"])]


FORMS = {"in-fusion": (in_fusion, "the op in a fusion"), "in-branch": (in_branch, "the op in a branch of a conditional"), "in-loop": (in_loop, "the op on the state of a loop, twice")}


def cases():
    for path in sorted((ROOT / "conformance/vectors").glob("*.json")):
        op = path.stem
        found = [(case, fitting) for case in json.loads(path.read_text())["cases"]
                 if case["provenance"].get("author") != NAME and (fitting := fits(case, op)) and len(case["hlo"]) < 40 and len(json.dumps(case["args"])) < 4000
                 and len(fitting[2]) == len(case["args"])]
        if not found or op == "bitcast":  # its result depends on layouts, which the new shapes lack
            continue
        largest = max(found, key=lambda pair: len(json.dumps(pair[0]["args"])))
        for which, (form, why) in FORMS.items():
            case, (number, match, _) = found[0] if which == "in-fusion" else largest
            if which != "in-fusion" and not re.fullmatch(r"\w+\[[\d,]*\]", plain(match[2])):
                continue
            yield op, run_case(f"{op}.{case['id'].split('.')[1]}.{which}", why, case["spec"][0]["anchor"], None, case["args"], case["expect"], whole=form(case, number, match),
                               requires=[*case["requires"], *(["s32", "pred"] if which != "in-fusion" else [])], tol=case.get("tol"), doc=case["spec"][0]["doc"],
                               oracle=case["provenance"].get("oracle"))


if __name__ == "__main__":
    write_groups((cases,), NAME)
