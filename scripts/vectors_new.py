"""New vectors: from answers to questions, or from the text of an issue (.github/ISSUE_TEMPLATE/vector.yml)."""
import difflib
import json
import re
import sys

from vectors_requires import TYPE, needs

REJECT = re.compile(r"([A-Z][0-9]{2}|[a-z0-9-]+\.C[0-9]+)(?:\s+(?:at\s+)?(\d+):(\d+))?$")
# The headings of the issue form, in order, with the field that each fills.
HEADINGS = {"Op": "op", "Id": "id", "Why": "why", "Program": "hlo", "Arguments": "args",
            "Expected result, or the diagnostic code and position of a reject case": "expect", "Expected": "expect",
            "Section": "section", "Oracle": "oracle"}
QUESTIONS = [
    ("op", "Op or topic (pad):", False), ("id", "Id, or nothing to make one (pad.f32.negative-edge):", False),
    ("why", "Why, in one line: what does the case test?", False), ("hlo", "Program (end with a line with a single dot):", True),
    ("args", "Arguments, a JSON list of LITERALs, or nothing (end with a dot):", True),
    ("expect", "Expected LITERAL, or the code and position of a reject case such as pad.C3 at 5:12 (end with a dot):", True),
    ("section", "Section of docs/reference that defines it, or nothing (operation-semantics Pad):", False),
    ("oracle", "Where is the expected value from? (hand, or numpy, exact arithmetic, XLA, ...)", False),
]


class Fault(Exception):
    """The answers do not make a vector."""


def issue_answers(text):
    """The answers in the body of an issue: a heading, then the answer, in a fence where the form has one."""
    answers = {}
    parts = re.split(r"^###\s+(.*?)\s*$", text.replace("\r\n", "\n"), flags=re.M)
    for heading, body in zip(parts[1::2], parts[2::2]):
        if heading not in HEADINGS:
            continue
        body = body.strip()
        fence = re.fullmatch(r"(`{3,})[a-z]*\n(.*?)\n?\1", body, re.S)
        body = fence[2] if fence else body
        answers[HEADINGS[heading]] = "" if body == "_No response_" else body.strip("\n")
    if not answers:
        raise Fault('the text has none of the headings of the form, such as "### Op"')
    return answers


def ask(read=input, say=print):
    answers = {}
    try:
        for field, question, lines in QUESTIONS:
            say(question)
            if not lines:
                answers[field] = read().strip()
                continue
            text = []
            while (line := read()) != ".":
                text.append(line)
            answers[field] = "\n".join(text)
    except EOFError:
        raise Fault("the input ended before the last answer") from None
    return answers


def parsed(name, text):
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Fault(f"{name} must be JSON: {error}") from None


def slug(why):
    words = re.findall(r"[a-z0-9]+", why.lower())
    return "-".join(word for word in words if word not in ("a", "an", "the", "of", "is", "are"))[:50].strip("-")


def new_id(op, types, why, known):
    stem = ".".join(part for part in (op, types[0] if types else "", slug(why)) if part)
    names = [stem, *(f"{stem}-{n}" for n in range(2, 1000))]
    return next(name for name in names if name not in known)


def devices(lines):
    """The topology in the header of the program."""
    found = {key: int(number) for key, number in re.findall(r"\b(replica|num_partition)s?(?:_count)?=(\d+)", lines[0])}
    topology = {"replicas": found.get("replica", 1), "partitions": found.get("num_partition", 1)}
    return topology if max(topology.values()) > 1 else None


def expectation(text):
    """The fields of the expected result."""
    reject = REJECT.match(text.strip())
    if reject:
        place = {"line": int(reject[2]), "col": int(reject[3])} if reject[2] else {}
        phase = {"L": "lex", "P": "parse", "N": "resolve", "R": "run"}.get(reject[1][0], "shape")
        return {"kind": "reject", "reject": {"phase": phase, "code": reject[1], **place}}
    value = parsed("the expected result", text)
    if isinstance(value, dict) and "code" in value:
        return {"kind": "reject", "reject": value}
    return {"kind": "run", "expect": value}


def section(text, op, siblings):
    """Where the result is defined: as given, or as in the other cases of the op."""
    if text:
        doc, _, anchor = text.partition(" ")
        return [{"doc": doc, "anchor": anchor.strip()}]
    return siblings[0]["spec"][:1] if siblings else [{"doc": "operation-semantics", "anchor": op.title().replace("-", "")}]


def case_of(answers, documents):
    """(op, case) of the answers; `documents` are the vector files."""
    missing = [field for field in ("op", "why", "hlo", "expect", "oracle") if not answers.get(field)]
    if missing:
        raise Fault("an answer is missing: " + ", ".join(missing))
    op, why = answers["op"].strip(), answers["why"].strip()
    lines = answers["hlo"].split("\n")
    types = list(dict.fromkeys(TYPE.findall(answers["hlo"])))
    topology = devices(lines)
    siblings = [case for document in documents if document["op"] == op for case in document["cases"]]
    known = {case["id"] for document in documents for case in document["cases"]}
    if answers.get("id") in known:
        raise Fault(f"there is a case {answers['id']} already")
    is_import = re.match(r"\s*(module\b|func\.func\b)", answers["hlo"])
    if is_import and not op.startswith("import-"):
        raise Fault("a StableHLO program is a case of a topic such as import-regions, got " + op)
    expected = expectation(answers["expect"])
    oracle = answers["oracle"].strip()
    by_hand = oracle.lower() in ("hand", "by hand")
    case = {"id": answers.get("id") or new_id(op, types, why, known), "kind": expected.pop("kind"), "level": "core", "why": why,
            "spec": section(answers.get("section", ""), op, siblings), "requires": [], "tags": [], "hlo": lines,
            **({"topology": topology} if topology else {}),
            **({"args": parsed("the arguments", answers["args"])} if answers.get("args") else {}), **expected,
            "provenance": {"kind": "hand"} if by_hand else {"kind": "derived", "oracle": oracle}}
    if is_import:
        case.update(kind="import", source=case.pop("hlo"), requires=["stablehlo"])
    else:
        case["requires"] = sorted(needs(case))
    return op, case


def unknown_op(op, documents):
    """A remark on an op or topic that has no file yet, or ""."""
    names = [document["op"] for document in documents]
    nearest = difflib.get_close_matches(op, names, 1)
    return "" if op in names else f"there is no file {op}.json yet" + (f"; did you mean {nearest[0]}?" if nearest else "")


def add(op, case, canonical, folder):
    """Puts the case at the end of the file of its op; returns the path."""
    path = folder / f"{op}.json"
    document = json.loads(path.read_text()) if path.exists() else {"format": 1, "op": op, "cases": []}
    document["cases"].append(case)
    path.write_text(canonical(document), encoding="utf-8")
    return path


def report(fault):
    print(f"scripts/vectors: {fault}", file=sys.stderr)
    return 1
