"""Engines for conform_test.py that misbehave: python3 engines_for_tests.py HOW FILE

They reject every program. HOW names what they do at run 3; FILE remembers
it."""
import json
import os
import pathlib
import sys
import time

HELLO = {"version": 1, "name": "x", "engine_version": "1.0", "types": ["f32", "s32"], "features": []}


def put(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def reject(seq):
    put(json.dumps({"seq": seq, "rejected": {"phase": "shape", "message": "no"}}) + "\n")


def hang():
    time.sleep(600)


def half_a_line(end):
    put('{"seq": 3, "rej')
    end()


def flood(stream):
    for _ in range(2000):
        stream.write("noise " * 200 + "\n")
    stream.flush()


def endless_line():
    while True:
        put("x" * 1_000_000)


def many_old_answers():
    while True:
        put('{"seq": 1, "skipped": "again"}\n' * 1000)


BEFORE = {  # instead of the answer to run 3
    "exits": lambda: os._exit(3),
    "is-killed": lambda: os.kill(os.getpid(), 11),
    "hangs": hang,
    "garbage": lambda: put("warning: using the CPU\n"),
    "binary": lambda: (sys.stdout.buffer.write(b"\xff\xfe\x00\x1b[31m\n"), sys.stdout.buffer.flush()),
    "half-a-line-and-exits": lambda: half_a_line(lambda: os._exit(0)),
    "half-a-line-and-hangs": lambda: half_a_line(hang),
    "wrong-seq": lambda: put('{"seq": 99, "skipped": "?"}\n'),
    "no-outcome": lambda: put('{"seq": 3}\n'),
    "results-are-no-list": lambda: put('{"seq": 3, "results": 7}\n'),
    "deep": lambda: put('{"seq": 3, "results": ' + "[" * 200_000 + "]" * 200_000 + "}\n"),
    "endless-line": endless_line,
    "old-answers": many_old_answers,
    "complains-and-exits": lambda: (flood(sys.stderr), sys.stderr.write("the last words\n"), os._exit(1)),
    "closes-its-output": lambda: (os.close(1), hang()),
    "old-version": lambda: os._exit(1),
    "other-name": lambda: os._exit(1),
}
BESIDES = {  # with the answer to run 3
    "floods-stderr": lambda: flood(sys.stderr),
    "answers-twice": lambda: reject(3),
}


def hello(how, mark):
    """After the first restart, some are not the engine that they were."""
    if not mark.exists() or mark.read_text() != "exited":
        return HELLO
    mark.write_text("restarted")
    return {**HELLO, **{"old-version": {"version": 2}, "other-name": {"engine_version": "2.0"}}.get(how, {})}


def main():
    how, mark = sys.argv[1], pathlib.Path(sys.argv[2])
    if how == "never-reads":
        put(json.dumps(HELLO) + "\n")
        hang()
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start":
            put(json.dumps(hello(how, mark)) + "\n")
        elif message["cmd"] == "run":
            seq = message["seq"]
            if seq == 3 and how in BEFORE:
                mark.write_text("exited")
                BEFORE[how]()
                continue
            reject(seq)
            if seq == 3 and how in BESIDES:
                BESIDES[how]()


main()
