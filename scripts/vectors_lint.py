"""The faults of the vectors, in words that say what is missing and how to mend it."""
import difflib
import json

from vectors_requires import needs

# What each field is for; said where it is missing.
FIELDS = {
    "format": "the number 1",
    "op": "the opcode that the cases test, or a topic such as layout",
    "cases": "the list of cases",
    "id": "a stable name, op.type-or-topic.what, such as pad.f32.negative-edge",
    "kind": "run, reject, layout, print, import, or judge",
    "why": "one line: what the case tests",
    "spec": 'the section that defines the result: [{"doc": "operation-semantics", "anchor": "Pad"}]',
    "hlo": "the lines of the program",
    "source": "the lines of a file in another format, or its bytes in base64",
    "args": "the arguments: a list of LITERALs",
    "expect": "the expected result: a LITERAL (docs/formats.md, section 3)",
    "reject": 'where the program must fail: {"phase": "shape", "code": "pad.C3", "line": 5, "col": 12}',
    "agrees": "whether the comparison must accept args[0] as the expected value",
    "provenance": 'where the expected value is from: {"kind": "hand"}, or {"kind": "derived", "oracle": "numpy 1.24"}',
    "oracle": "the program or person that the expected value is from",
    "doc": "the page of docs/reference", "anchor": "the section of the page",
    "phase": "lex, parse, resolve, shape, layout, run, or import", "code": "the code of the diagnostic, such as pad.C3",
    "class": "bits, correct, close, or accumulate",
    "shape": "the shape of the LITERAL, such as f32[2,3]", "data": "the elements: nested lists in row-major order",
}
PATTERNS = {"id": "must be op.type-or-topic.what in lower case, digits, and -", "op": "must be in lower case, digits, and -",
            "code": "must be a diagnostic code such as pad.C3 or P02 (docs/diagnostics.md)",
            "data": "must have numbers, booleans, or strings such as nan, -inf, nan:0x7fc00000, or 12"}


def lists(words):
    return ", ".join(map(str, words))


def in_words(error):
    """One fault that jsonschema found, as a sentence."""
    field = next((str(part) for part in reversed(error.absolute_path) if isinstance(part, str)), "")
    got = json.dumps(error.instance, ensure_ascii=False)
    got = got if len(got) < 60 else got[:57] + "..."
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return "; ".join(f'"{name}" is missing: {FIELDS.get(name, "see docs/vectors.md")}' for name in missing)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(error.schema.get("properties", ()))
        unknown = [name for name in error.instance if name not in known]
        hints = {name: difflib.get_close_matches(name, known, 1) for name in unknown}
        return "; ".join(f'unknown field "{name}"' + (f', did you mean "{hints[name][0]}"?' if hints[name] else f"; known fields: {lists(known)}")
                         for name in unknown)
    if error.validator == "enum":
        return f'"{field}" must be one of {lists(error.validator_value)}, got {got}'
    if error.validator == "minLength":
        return f'"{field}" must have at least {error.validator_value} characters, got {got}: {FIELDS.get(field, "")}'.rstrip(": ")
    if error.validator == "maxLength":
        return f'"{field}" must have at most {error.validator_value} characters, got {len(error.instance)}'
    if error.validator == "minItems":
        return f'"{field}" must not be empty: {FIELDS.get(field, "")}'.rstrip(": ")
    if error.validator == "pattern":
        return f'"{field}" {PATTERNS.get(field, "must match " + error.validator_value)}, got {got}'
    if error.validator == "type" and isinstance(error.validator_value, list):
        return f'"{field}" must be {FIELDS.get(field, lists(error.validator_value))}, got {got}'
    if error.validator == "type":
        return f'"{field}" must be {"an" if error.validator_value[0] in "aio" else "a"} {error.validator_value}, got {got}'
    if error.validator in ("anyOf", "oneOf") and field in FIELDS:
        return f'"{field}" must be {FIELDS[field]}, got {got}'
    if error.validator == "not":
        return f"a field does not belong to a case of this kind (docs/vectors.md): {got}"
    return error.message[:300]


def schema_faults(validator, document):
    """(number of the case or None, sentence)"""
    for error in validator.iter_errors(document):
        path = list(error.absolute_path)
        in_case = len(path) > 1 and path[0] == "cases"
        inside = "/".join(map(str, path[2:] if in_case else path))
        # The last part is in the sentence.
        place = inside.rpartition("/")[0]
        yield path[1] if in_case else None, (f"{place}: " if place else "") + in_words(error)


def case_faults(case, op):
    """What the schema cannot say."""
    identity, why = case.get("id", ""), case.get("why", "")
    if isinstance(identity, str) and op and not identity.startswith(op + "."):
        yield f'"id" must begin with the op of the file, {op}.'
    if isinstance(why, str) and "should" in why.split():
        yield '"why" must be a statement without "should"'
    if case.get("kind") == "run" and isinstance(case.get("hlo"), list):
        missing = sorted(needs(case) - set(case.get("requires", ())))
        if missing:
            yield f'"requires" must have {lists(missing)}, which the program uses'


def document_faults(validator, document):
    cases = document.get("cases", []) if isinstance(document, dict) else []
    for number, fault in schema_faults(validator, document):
        case = cases[number] if number is not None and number < len(cases) else None
        name = case.get("id") or f"case {number + 1}" if isinstance(case, dict) else ""
        yield f"{name}: {fault}" if name else fault
    for number, case in enumerate(cases):
        if isinstance(case, dict):
            for fault in case_faults(case, document.get("op", "")):
                yield f"{case.get('id') or f'case {number + 1}'}: {fault}"
