#!/usr/bin/python3
"""Vectors of the collectives on 2, 3, 4, and 8 devices with uneven groups, on arrays without elements, lines with a tail, and
batches with a permuted layout, with an element type after the other. Oracle: the models of the collectives with numpy."""
import math

import numpy

from arrays import TYPES, fill, lit, zero_bits
from collective_models import OPS, call_lines, modeled
from devices import device_case, members
from write import write_groups

NAME = "conformance/generate/device_shapes.py"
EVEN = {2: ["{{1,0}}", "{{0},{1}}"], 3: ["{{2,0,1}}", "{{1},{2},{0}}"], 4: ["{{3,0},{1,2}}", "[2,2]<=[2,2]T(1,0)"], 8: ["{{7,0,3,4},{6,1,2,5}}", "[4,2]<=[2,4]T(1,0)"]}
UNEVEN = {3: ["{{2,0},{1}}"], 4: ["{{3,0,1},{2}}", "{{2},{0,1},{3}}"], 8: ["{{5},{7,0},{1,6,2,4,3}}", "{{0,2,4,6,1,3,5},{7}}"]}
# What is reduced, gathered, or split needs as many rows as the largest group has members, or a multiple of them.
CLASSES = {"empty": ((0, 3), ""), "tail": ((1, 37), ""), "batch": ((2, 3, 5), "{0,2,1}")}
UNEQUAL = ("all-reduce", "collective-broadcast")  # the groups of the other ops have equal sizes


def block(name, dims, device):
    """Different values on each device."""
    count = math.prod(dims)
    made = numpy.empty(count, dtype=object)
    made[:] = (fill(name, count + device))[device:]
    return made.reshape(dims)


def cases_of(op, form="plain", suffix=""):
    number = sorted(OPS).index(op)
    for count in EVEN:
        for k, groups in enumerate([*EVEN[count], *(UNEVEN.get(count, ()) if op in UNEQUAL else ())]):
            size = max(map(len, members(groups, "replica", count, 1)))
            for label, (dims, layout) in CLASSES.items():
                number += 1
                name = TYPES[number * 7 % len(TYPES)]
                arrays = [block(name, (dims[0] * size, *dims[1:]), device) for device in range(count)]
                yield op + suffix, modeled(f"{op + suffix}.{name}.{label}-on-{count}-devices-{k}", f"{label} arrays on {count} devices in the groups {groups}", op, name,
                                           arrays, (count, 1), groups, "replica", form, layout=layout)


def plain_cases():
    for op in OPS:
        yield from cases_of(op)


def asynchronous_cases():
    for op in ("all-gather", "all-reduce"):
        yield from cases_of(op, "async", "-start")


def permute_cases(suffix=""):
    """Chains, cycles, and devices that receive nothing."""
    moves = {2: [(1, 0)], 3: [(0, 2), (2, 1)], 4: [(0, 3), (3, 1), (1, 0)], 8: [(7, 0), (0, 5), (5, 7), (2, 2), (1, 6)]}
    number = 3
    op = "collective-permute"
    for count, pairs in moves.items():
        attribute = f", source_target_pairs={{{','.join(f'{{{a},{b}}}' for a, b in pairs)}}}"
        for label, (dims, layout) in CLASSES.items():
            number += 1
            name = TYPES[number * 5 % len(TYPES)]
            arrays = [block(name, dims, device) for device in range(count)]
            nothing = numpy.full(dims, zero_bits(name), dtype=object)
            received = [next((arrays[a] for a, b in pairs if b == device), nothing) for device in range(count)]
            body = call_lines(op, name, dims, dims, attribute, "async" if suffix else "plain", layout)
            yield op + suffix, device_case(f"{op + suffix}.{name}.{label}-on-{count}-devices", f"{label} arrays; devices that are no target get zeros", "4.5", body, (count, 1),
                                           [[lit(name, a)] for a in arrays], [lit(name, a) for a in received], oracle="the pairs, by hand")


def permute_start_cases():
    yield from permute_cases("-start")


if __name__ == "__main__":
    write_groups((plain_cases, asynchronous_cases, permute_cases, permute_start_cases), NAME)
