#!/usr/bin/env python3
"""A template of an adapter for an engine that reads StableHLO alone: replace `run` by your engine. This one knows a single op on
two f64 parameters.

hlo conform --engine 'python3 conformance/adapters/templates/stablehlo_adapter.py' --through stablehlo"""
import json
import operator
import re
import sys

HELLO = {
    "version": 1, "name": "my-engine", "engine_version": "0.1", "issues": "https://example.com/issues",
    "types": ["f64"],            # in the words of HLO: pred, s32, u8, f32, bf16, c64, ...
    "features": ["stablehlo"],   # programs come as StableHLO; also "replicas", "partitions", "dynamic", "infeed"
    "kinds": ["run", "import"],  # "import": cases that are StableHLO files; add "reject" if the engine verifies programs
}
OPS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}
PROGRAM = re.compile(r'func\.func public @main\((%\w+): tensor<(\S*)xf64>, (%\w+): tensor<\S*xf64>\) -> \(\S+\) {\n'
                     r'    (%\w+) = "stablehlo\.(\w+)"\((%\w+), (%\w+)\) : \(.*\) -> \S+\n    "func\.return"\(\4\)')


class Skip(Exception):
    """The engine does not support the program."""


def elementwise(function, a, b):
    """`data` is nested lists in row-major order; JSON spells "nan", "inf", and "-inf" as strings."""
    if isinstance(a, list):
        return [elementwise(function, x, y) for x, y in zip(a, b)]
    result = function(float(a), float(b))
    return result if result - result == 0 else str(result)


def run(source, args, topology):
    """One LITERAL per device: {"shape": "f64[2]", "data": [1, 2]}; several results of @main are {"tuple": [...]}."""
    found = PROGRAM.search(source)
    if not found or found[5] not in OPS:
        raise Skip("a program of more than one op")
    values = {found[1]: args[0]["data"], found[3]: args[1]["data"]}
    return [{"shape": f"f64[{found[2].replace('x', ',')}]", "data": elementwise(OPS[found[5]], values[found[6]], values[found[7]])}]


for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    reply = {"seq": message.get("seq")}
    try:
        if message["cmd"] == "start":
            reply = HELLO
        elif message.get("options"):
            raise Skip("options of the import")
        else:
            reply["results"] = run("\n".join(message["source"]), message["args"], message["topology"])
    except Skip as why:
        reply["skipped"] = str(why)
    except Exception as error:  # an invalid program: {"rejected": {"phase": "shape", "message": "..."}}
        reply["error"] = {"message": str(error)}
    print(json.dumps(reply), flush=True)
