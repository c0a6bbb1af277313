"""The canonical form of the files of vectors, in which a change of a case is a change of few lines."""
import json

CASE_KEYS = ["id", "kind", "level", "why", "spec", "requires", "tags", "source", "options", "hlo",
             "topology", "args", "infeed", "expect", "agrees", "outfeed", "reject", "warning", "tol",
             "since", "retired", "provenance"]


def one_line(value):
    return json.dumps(value, ensure_ascii=False)


def canonical(document):
    """One line per field and per line of HLO; literals stay on one line unless they are very long."""
    lines = ["{", f' "format": {document["format"]},', f' "op": {one_line(document["op"])},', ' "cases": [']
    for number, case in enumerate(document["cases"]):
        fields = []
        for key in [k for k in CASE_KEYS if k in case] + [k for k in case if k not in CASE_KEYS]:
            value = case[key]
            if key == "hlo" or (key == "source" and isinstance(value, list)) or (
                    key == "expect" and case.get("kind") == "print"):
                texts = value["text"] if key == "expect" else value
                body = ",\n".join("    " + one_line(text) for text in texts)
                shown = f"[\n{body}\n   ]"
                if key == "expect":
                    shown = '{"text": ' + shown + "}"
            else:
                shown = one_line(value)
            fields.append(f"   {one_line(key)}: {shown}")
        end = "," if number + 1 < len(document["cases"]) else ""
        lines.append("  {\n" + ",\n".join(fields) + "\n  }" + end)
    return "\n".join(lines) + "\n ]\n}\n"
