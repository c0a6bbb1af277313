#!/usr/bin/python3
"""The programs of near_misses.py that resemble softmax, normalization, and variances, with more than 4096 elements: engines may fuse whole
rows only if there are many. They compute their inputs and return some elements. Oracle: the numpy adapter."""
import near_misses
from squares import stored
from through_numpy import numpy_case
from write import write_groups

NAME = "conformance/generate/large_near_misses.py"
SIZES = {"[3,8]": (40, 110), "[17,17]": (66, 66)}


def enlarged(lines, small, rows, columns):
    """The entry computation with other sizes, and some elements of its result."""
    old = small.strip("[]").split(",")
    begin = lines.index("ENTRY e {")
    body = []
    for line in (line.strip() for line in lines[begin + 1:-1]):
        line = line.replace(small, f"[{rows},{columns}]").replace(f"[{old[0]}]", f"[{rows}]").replace(f"[{old[1]}]", f"[{columns}]")
        body += stored("f32", "x", (rows, columns), 3) if " parameter(0)" in line else [line]
    body[-1] = body[-1].replace("ROOT r =", "all =")
    body.append(f"ROOT r = f32[{len(range(0, rows, 13))},{len(range(0, columns, 3))}] slice(all), slice={{[0:{rows}:13], [0:{columns}:3]}}")
    return lines[1:begin], body


def cases():
    for op, case in (*near_misses.pattern_cases(), *near_misses.square_cases()):
        small = next((small for small in SIZES if any(f"x = f32{small} parameter(0)" in line for line in case["hlo"])), None)
        if small is None or "tuple(" in case["hlo"][-2]:
            continue
        helpers, body = enlarged(case["hlo"], small, *SIZES[small])
        yield op, numpy_case(f"{case['id']}-large", f"{case['why']}; more than 4096 elements", case["spec"][0]["anchor"], body, helpers=helpers, tags=["near-miss", "large"],
                             tol=case.get("tol"))


if __name__ == "__main__":
    write_groups((cases,), NAME)
