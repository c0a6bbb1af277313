"""Programs on several devices: the groups (collectives reference, sections 2 and 3, with numpy), and their cases."""
import re

import numpy

from write import reject_case, run_case

# The attributes of each mode; `both` and `flat` are for ops with use_global_device_ids, `partition` for others.
MODE_TEXT = {"replica": "", "partition": ", channel_id=1", "both": ", channel_id=1",
             "flat": ", channel_id=1, use_global_device_ids=true"}


def expand(groups, count):
    """The id lists of replica_groups; {} is one group of all ids."""
    iota = re.fullmatch(r"\[(\d+),(\d+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?", groups)
    if iota:
        ids = numpy.arange(int(iota[1]) * int(iota[2])).reshape([int(n) for n in iota[3].split(",")])
        if iota[4]:
            ids = ids.transpose([int(n) for n in iota[4].split(",")])
        return ids.reshape(int(iota[1]), int(iota[2])).tolist()
    lists = [[int(n) for n in group.split(",")] for group in re.findall(r"\{([\d,]+)\}", groups)]
    return lists or [list(range(count))]


def members(groups, mode, replicas, partitions):
    """The groups of devices, as flattened ids in group order."""
    count = {"replica": replicas, "both": replicas, "partition": partitions, "flat": replicas * partitions}[mode]
    lists = expand(groups, count)
    if mode == "flat":
        return lists
    if mode == "both":
        return [[r * partitions + p for r in group for p in range(partitions)] for group in lists]
    if mode == "partition":
        return [[r * partitions + p for p in group] for r in range(replicas) for group in lists]
    return [[r * partitions + p for r in group] for p in range(partitions) for group in lists]


def by_device(values, partitions):
    return {f"{d // partitions},{d % partitions}": value for d, value in enumerate(values)}


def module(body, topology, helpers=(), header=True):
    replicas, partitions = topology
    counts = [f", replica_count={replicas}"] * (replicas > 1) + [f", num_partitions={partitions}"] * (partitions > 1)
    return ["HloModule m" + ("".join(counts) if header else ""), *helpers, "ENTRY e {", *("  " + line for line in body), "}"]


def lists(given, partitions):
    """Literals for all devices, or a list with one such list per device."""
    return by_device(given, partitions) if given and isinstance(given[0], list) else given


def device_case(identity, why, anchor, body, topology, args, expect, *, helpers=(), header=True, doc="collectives", infeed=None, outfeed=None, **more):
    """`args`, `infeed`, `outfeed`: as in `lists`; `expect`: a literal for all devices, or a list with one per device."""
    partitions = topology[1]
    args = lists(args, partitions)
    expect = by_device(expect, partitions) if isinstance(expect, list) else {"all": expect}
    requires = [*more.pop("requires", ()), *["replicas"] * (topology != (1, 1)), *["infeed"] * (infeed is not None or outfeed is not None)]
    case = run_case(identity, why, anchor, None, args, expect, whole=module(body, topology, helpers, header), doc=doc, requires=requires, **more)
    case["topology"] = {"replicas": topology[0], "partitions": partitions}
    for key, given in (("infeed", infeed), ("outfeed", outfeed)):
        if given is not None:
            case[key] = lists(given, partitions)
    return case


def device_reject(identity, why, anchor, body, topology, code, *, helpers=(), header=True, args=None, infeed=None, at=None, line=None, doc="collectives"):
    case = reject_case(identity, why, anchor, None, code, at=at, line=line, requires=["replicas"] * (topology != (1, 1)), doc=doc,
                       whole=module(body, topology, helpers, header))
    case["topology"] = {"replicas": topology[0], "partitions": topology[1]}
    if at is None and args is not None:
        case["reject"]["phase"] = "run"
    if args is not None:
        case["args"] = lists(args, topology[1])
    if infeed is not None:
        case["infeed"] = lists(infeed, topology[1])
    return case


def combiner(op, name, label="f"):
    return [f"{label} {{", f"  a = {name}[] parameter(0)", f"  b = {name}[] parameter(1)", f"  ROOT c = {name}[] {op}(a, b)", "}"]
