"""The groups, source-target pairs, and combiners of random collectives."""
import functools
import math

import numpy

from device_blocks import FUNCTIONS, to_type
from devices import MODE_TEXT, members
from formats import INTEGERS
from sizes import text

WITH_GLOBAL_IDS = ("all-gather", "all-reduce", "reduce-scatter")
WITH_UNEVEN_GROUPS = ("all-reduce", "collective-broadcast")


def divisors(n):
    return [k for k in range(1, n + 1) if n % k == 0]


def chunks(items, size):
    return [items[k:k + size] for k in range(0, len(items), size)]


def braces(lists):
    return "{" + ",".join(f"{{{text(ids)}}}" for ids in lists) + "}"


# ---- groups ----
def factors(rng, n):
    """Sizes whose product is n."""
    sizes = []
    while n > 1 and len(sizes) < 3 and (not sizes or rng.random() < 0.7):
        sizes.append(rng.choice(divisors(n)))
        n //= sizes[-1]
    return [*sizes, n] if n > 1 or not sizes else sizes


def iota_text(rng, n):
    size, dims = rng.choice(divisors(n)), factors(rng, n)
    transpose = "" if len(dims) == 1 else f"T({text(rng.sample(range(len(dims)), len(dims)))})"
    return f"[{n // size},{size}]<=[{text(dims)}]{transpose}"


def list_text(rng, op, n):
    ids = rng.sample(range(n), n if op != "collective-broadcast" or rng.random() < 0.6 else rng.randint(1, n))
    if op not in WITH_UNEVEN_GROUPS or rng.random() < 0.5:
        return braces(chunks(ids, rng.choice(divisors(len(ids)))))
    ends = sorted(rng.sample(range(1, len(ids)), rng.randint(0, min(3, len(ids) - 1))))
    return braces(ids[a:b] for a, b in zip([0, *ends], [*ends, len(ids)]))


def mesh_text(rng, n):
    """(groups as a mesh with axes, the same groups as lists)"""
    sizes, ids = factors(rng, n), rng.sample(range(n), n) if rng.random() < 0.3 else list(range(n))
    subaxes, texts = [], []  # sizes and texts of the subaxes; an axis that is not split is one subaxis
    for axis, size in zip("xyzw", sizes):
        split = [k for k in factors(rng, size) if k > 1] if size > 1 and rng.random() < 0.4 else [size]
        for k, part in enumerate(split):
            before = math.prod(split[:k])
            subaxes.append(part)
            texts.append(f"'{axis}'" if len(split) == 1 else f"'{axis}':({before}){part}")
    grouped = rng.sample(range(len(subaxes)), rng.randint(1, len(subaxes)))
    grid = numpy.array(ids).reshape(subaxes).transpose([d for d in range(len(subaxes)) if d not in grouped] + grouped)
    devices = "" if ids == list(range(n)) else f", device_ids=({text(ids)})"
    mesh = ",".join(f"'{axis}'={size}" for axis, size in zip("xyzw", sizes))
    lists = grid.reshape(-1, math.prod(subaxes[d] for d in grouped)).tolist()
    return f"mesh[{mesh}]{devices} {{{','.join(texts[d] for d in grouped)}}}", braces(lists)


def class_groups_text(block):
    """Groups of flattened ids, each within a class, for all devices."""
    others = set(range(block.module.device_count)).difference(*block.classes)
    sets = [block.rng.sample(sorted(devices), len(devices)) for devices in [*block.classes, others] if devices]
    size = block.rng.choice(divisors(math.gcd(*map(len, sets))))
    return braces(group for ids in sets for group in chunks(ids, size))


def draw_groups(block, op):
    """(attributes, the groups of devices)"""
    rng, topology = block.rng, block.module.topology
    counts = {"replica": topology[0], "partition": topology[1]}
    if op in WITH_GLOBAL_IDS:
        counts = {"replica": topology[0], "both": topology[0], "flat": block.module.device_count}
    for _ in range(12):
        mode = rng.choice([m for m in counts if counts[m] > 1] or list(counts))
        form = rng.choice(("list", "list", "iota", "mesh", "all" if mode != "flat" else "list"))
        groups = "{}" if form == "all" else iota_text(rng, counts[mode]) if form == "iota" else list_text(rng, op, counts[mode])
        written, lists = mesh_text(rng, counts[mode]) if form == "mesh" else (groups, groups)
        if block.allows(members(lists, mode, *topology)):
            break
    else:
        mode, written = ("flat", class_groups_text(block)) if op in WITH_GLOBAL_IDS else ("replica", braces([r] for r in range(topology[0])))
        lists = written
    attributes = "" if written == "{}" and block.chance(0.3) else f", replica_groups={written}"
    attributes += MODE_TEXT[mode].replace("_id=1", f"_id={rng.randint(1, 4)}")
    attributes += ", use_global_device_ids=false" if mode != "flat" and op in WITH_GLOBAL_IDS and block.chance(0.1) else ""
    return attributes, members(lists, mode, *topology)


# ---- source-target pairs ----
def draw_pairs(block):
    """(pairs, whether their ids are partitions, the pairs of devices)"""
    replicas, partitions = block.module.topology
    for attempt in range(12):
        of_partitions = block.chance(0.5)
        n = partitions if of_partitions else replicas
        count = block.rng.randint(0, n) if attempt < 11 else 0
        pairs = list(zip(block.rng.sample(range(n), count), block.rng.sample(range(n), count)))
        if of_partitions:
            devices = [(r * partitions + s, r * partitions + t) for r in range(replicas) for s, t in pairs]
        else:
            devices = [(s * partitions + p, t * partitions + p) for p in range(partitions) for s, t in pairs]
        if block.allows(connected(devices)):
            return pairs, of_partitions, devices
    raise AssertionError("an empty list of pairs is always allowed")


def connected(pairs):
    """The sets of devices that pairs connect, directly or indirectly."""
    sets = []
    for pair in pairs:
        touched = [s for s in sets if s & set(pair)]
        sets = [s for s in sets if s not in touched] + [set(pair).union(*touched)]
    return [sorted(s) for s in sets]


# ---- combiners ----
def combiner_forms(op, name):
    """By form: (the instructions after the parameters, the function that they compute, whether the order of the values matters)."""
    shape, f = f"{name}[]", FUNCTIONS[op]
    forms = {
        "plain": ([f"c = {shape} {op}(a, b)"], f, False),
        "swapped": ([f"c = {shape} {op}(b, a)"], f, False),
        "called": ([f"c = {shape} call(b, a), to_apply=inner"], f, False),
        "first": ([f"c = {shape} copy(a)"], lambda a, b: a, True),
        "last": ([f"c = {shape} copy(b)"], lambda a, b: b, True)}
    if op == "add" and name not in ("pred", "c64"):
        forms["subtracts"] = ([f"n = {shape} subtract(z, b)", f"c = {shape} subtract(a, n)"], f, False)
        forms["clamps"] = ([f"n = {shape} add(a, b)", f"c = {shape} clamp(z, n, y)"], lambda a, b: numpy.clip(to_type(name, a + b), 0, 7), True)
        forms["doubles"] = ([f"n = {shape} add(a, a)", f"c = {shape} add(n, b)"], lambda a, b: to_type(name, a + a) + b, True)
    if op == "maximum" and name != "pred":
        forms["selects"] = (["n = pred[] compare(a, b), direction=GE", f"c = {shape} select(n, a, b)"], f, False)
    return forms


def draw_combiner(block, name):
    """(name of the computation, the function that reduces a list of arrays, op)"""
    rng, module = block.rng, block.module
    ops = ("and", "or", "xor") if name == "pred" else ("add", "add", "multiply")
    ops += () if name == "c64" else ("maximum", "minimum")
    op = rng.choice((*ops, "and", "or", "xor") if name in INTEGERS else ops)
    forms = combiner_forms(op, name)
    form = "plain" if block.chance(0.6) else rng.choice(list(forms))
    lines, f, depends_on_order = forms[form]
    module.depends_on_order |= depends_on_order
    label = module.new_name("combiner")
    parameters = [f"a = {name}[] parameter(0)", f"b = {name}[] parameter(1)"]
    constants = [f"z = {name}[] constant(0)", f"y = {name}[] constant(7)"] if form in ("subtracts", "clamps") else []
    if form == "called":
        module.helper(f"{label}.inner", [*parameters, f"ROOT c = {name}[] {op}(a, b)"])
    lines = [line.replace("=inner", f"={label}.inner") for line in lines]
    module.helper(label, [*parameters, *constants, *lines[:-1], "ROOT " + lines[-1]])
    return label, lambda arrays: functools.reduce(lambda a, b: to_type(name, f(a, b)), arrays), op
