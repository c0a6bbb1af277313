"""Coverage of the op table by the vectors: run cases by op and element type, reject cases by rule.
conformance/coverage.json lists the exceptions, each with the case that shows the reason."""
import html
import json
import re

MIN_RUNS = 8
TYPE = re.compile(r"\b([a-z]+[0-9][a-z0-9]*|pred|token)\[")
INSTRUCTION = re.compile(r"(?:ROOT )?%?([\w.-]+) = (.*)")
CALL = re.compile(r"(?:^|\s)([a-z][a-z0-9-]*)\(([^)]*)")


def instructions(lines):
    """(opcode, element types of operands and result) of a program with one instruction per line."""
    types = {}
    for line in map(str.strip, lines):
        if line.endswith("{"):  # a new computation has its own names
            types = {}
        named = INSTRUCTION.match(line)
        call = CALL.search(named[2]) if named else None
        if call:
            types[named[1]] = set(TYPE.findall(named[2][:call.start()]))
            operands = [types.get(word, set()) for word in re.findall(r"[\w.-]+", call[2])]
            yield call[1], types[named[1]].union(*operands)


class OpCoverage:
    """The coverage of one op."""

    def __init__(self, row):
        self.name, self.allowed, self.rules = row["name"], row["types"], row["rules"]
        self.runs = 0
        self.types = {}  # element type: run cases
        self.rejects = {}  # rule: reject cases

    def count(self, case):
        if case["kind"] == "run":
            self.runs += 1
            seen = set().union(*(types for op, types in instructions(case["hlo"]) if op == self.name))
            for name in seen:
                self.types[name] = self.types.get(name, 0) + 1
        elif case["kind"] == "reject":
            code = case["reject"]["code"]
            self.rejects[code] = self.rejects.get(code, 0) + 1

    def missing_types(self, excused=()):
        return [t for t in self.allowed if t not in self.types and t not in excused]

    def missing_rules(self, excused=()):
        return [r for r in self.rules if r not in self.rejects and r not in excused]


def read(table, documents):
    covered = {row["name"]: OpCoverage(row) for row in table if row["evaluated"]}
    for document in documents:
        if document["op"] in covered:
            for case in document["cases"]:
                covered[document["op"]].count(case)
    return covered


def holes(covered, excuses, identities):
    """One line for each missing case, and for each exception that is unneeded or invalid."""
    for op in covered.values():
        if op.runs < MIN_RUNS:
            yield f"{op.name}: must have at least {MIN_RUNS} run cases, got {op.runs}"
        types = op.missing_types(excuses["types"].get(op.name, {"types": ()})["types"])
        if types:
            yield f"{op.name}: no run case with {', '.join(types)}"
        rules = op.missing_rules(excuses["rules"])
        if rules:
            yield f"{op.name}: no reject case for {', '.join(rules)}"
    for name, excuse in [*excuses["rules"].items(), *excuses["types"].items()]:
        op = covered.get(name.split(".C")[0])
        if excuse["case"] not in identities:
            yield f"coverage.json: {name}: unknown case {excuse['case']}"
        if op and name in op.rejects or op and any(t in op.types for t in excuse.get("types", ())):
            yield f"coverage.json: {name}: has cases, so remove the exception"


def table_text(covered, excuses):
    lines = [f"{'op':26}{'run cases':>10}{'types':>9}{'rules':>9}"]
    for op in covered.values():
        excused_types = len(excuses["types"].get(op.name, {"types": ()})["types"])
        types = f"{len(op.allowed) - len(op.missing_types())}/{len(op.allowed) - excused_types}"
        excused_rules = sum(rule in excuses["rules"] for rule in op.rules)
        rules = f"{len(op.rules) - len(op.missing_rules())}/{len(op.rules) - excused_rules}"
        lines.append(f"{op.name:26}{op.runs:>10}{types:>9}{rules:>9}")
    return "\n".join(lines)


def as_json(covered, found):
    ops = {op.name: {"run": op.runs, "types": {t: op.types.get(t, 0) for t in op.allowed},
                     "rules": {r: op.rejects.get(r, 0) for r in op.rules}} for op in covered.values()}
    return json.dumps({"ops": ops, "holes": found}, indent=1)


def as_html(covered, excuses, found):
    """A table of ops by element types and rules, with missing cases and exceptions marked."""
    columns = list(dict.fromkeys(t for op in covered.values() for t in op.allowed))
    most = max(len(op.rules) for op in covered.values())
    head = "".join(f"<th><span>{t}</span></th>" for t in [*columns, *(f"C{n + 1}" for n in range(most))])

    def cell(count, excuse):
        if count:
            return f"<td>{count}</td>"
        return f'<td class="excused" title="{html.escape(excuse)}">-</td>' if excuse else '<td class="hole">0</td>'

    rows = []
    for op in covered.values():
        why = excuses["types"].get(op.name, {"types": (), "why": ""})
        cells = [cell(op.types.get(t, 0), why["why"] if t in why["types"] else "") if t in op.allowed else "<td></td>" for t in columns]
        cells += [cell(op.rejects.get(r, 0), excuses["rules"].get(r, {}).get("why", "")) for r in op.rules]
        rows.append(f"<tr><th>{op.name}</th>{''.join(cells)}</tr>")
    faults = "".join(f"<li>{html.escape(hole)}</li>" for hole in found)
    style = ("body{font:13px system-ui}table{border-collapse:collapse}td{border:1px solid #ddd;padding:1px 4px;text-align:right}"
             "th{text-align:left}th span{writing-mode:vertical-rl}.hole{background:#f99}.excused{background:#eee}")
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Coverage of the HLO ops</title><style>{style}</style>'
            f"<h1>Cases by op, element type, and rule</h1><ul>{faults}</ul><table><tr><th>op</th>{head}</tr>{''.join(rows)}</table></html>\n")
