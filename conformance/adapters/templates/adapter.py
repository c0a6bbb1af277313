#!/usr/bin/env python3
"""A template of an adapter: replace `run` by your engine. This one knows a single op on two f64 parameters.

hlo conform --engine 'python3 conformance/adapters/templates/adapter.py'"""
import json
import operator
import re
import sys

HELLO = {
    "version": 1, "name": "my-engine", "engine_version": "0.1", "issues": "https://example.com/issues",
    "types": ["f64"],  # a case that requires another type is skipped
    "features": [],    # of "replicas", "partitions", "dynamic", "infeed"
    "kinds": ["run"],  # add "reject" if the engine verifies programs
}
OPS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}
PROGRAM = re.compile(r"^HloModule m\nENTRY e {\n  (\w+) = \S+ parameter\(0\)\n  (\w+) = \S+ parameter\(1\)\n"
                     r"  ROOT \w+ = (\S+) (\w+)\((\w+), (\w+)\)\n}\n$")


class Skip(Exception):
    """The engine does not support the program."""


def elementwise(function, a, b):
    """`data` is nested lists in row-major order; JSON spells "nan", "inf", and "-inf" as strings."""
    if isinstance(a, list):
        return [elementwise(function, x, y) for x, y in zip(a, b)]
    result = function(float(a), float(b))
    return result if result - result == 0 else str(result)


def run(hlo, args, topology):
    """One LITERAL per device: {"shape": "f64[2]", "data": [1, 2]} or {"tuple": [...]}."""
    found = PROGRAM.match(hlo)
    if not found or found[4] not in OPS:
        raise Skip("a program of more than one op")
    values = {found[1]: args[0]["data"], found[2]: args[1]["data"]}
    return [{"shape": found[3], "data": elementwise(OPS[found[4]], values[found[5]], values[found[6]])}]


for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    reply = {"seq": message.get("seq")}
    try:
        if message["cmd"] == "start":
            reply = HELLO
        else:
            reply["results"] = run(message["hlo"], message["args"], message["topology"])
    except Skip as why:
        reply["skipped"] = str(why)
    except Exception as error:  # an invalid program: {"rejected": {"phase": "shape", "message": "..."}}
        reply["error"] = {"message": str(error)}
    print(json.dumps(reply), flush=True)
