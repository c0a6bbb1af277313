"""What an engine must have to run a case: the element types of its program, and features."""
import re

TYPE = re.compile(r"\b([a-z]+[0-9][a-z0-9]*|pred)\[")
# Strings and comments, which may have anything in them.
OPAQUE = re.compile(r'"[^"]*"|/\*.*?\*/|//.*')


def needs(case):
    """The element types and features of a run case."""
    text = OPAQUE.sub("", "\n".join(case["hlo"]))
    topology = case.get("topology", {})
    features = {"replicas": topology.get("replicas", 1) > 1, "partitions": topology.get("partitions", 1) > 1,
                "dynamic": "<=" in text, "infeed": "infeed" in case}
    return set(TYPE.findall(text)) | {name for name, needed in features.items() if needed}
