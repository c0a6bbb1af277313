"""The engine side of the adapter protocol (formats, section 5) for adapters in Python."""
import json
import os
import sys


class Skip(Exception):
    """The engine cannot run this case."""


class Reject(Exception):
    """The program is invalid."""


def own_output():
    """The standard output for answers alone: what libraries write there goes to the standard error."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return output


def answer(run, run_source, message):
    try:
        if "source" not in message:
            return {"results": run(message["hlo"], message["args"], message["topology"])}
        if message.get("options"):
            raise Skip("options of the import")
        return {"results": run_source(message["source"], message["args"], message["topology"])}
    except Skip as why:
        return {"skipped": str(why)}
    except Reject as why:
        return {"rejected": {"phase": "shape", "message": str(why)}}
    except Exception as error:  # a bug of the adapter: this case is lost, the next one runs
        return {"error": {"message": f"{type(error).__name__}: {error}"}}


def serve(hello, run, output=None, run_source=None):
    """`run(hlo, args, topology)` returns one LITERAL per device; `run_source`, for engines with the feature `stablehlo`, takes the
    lines of a StableHLO program instead."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        reply = {"version": 1, **hello} if message["cmd"] == "start" else {"seq": message["seq"], **answer(run, run_source, message)}
        print(json.dumps(reply), file=output, flush=True)
