#!/usr/bin/python3
"""Vectors of dynamic sizes in `scan`, `reshape`, and `convolution`, of bits that no element of a bitcast uses, of calls that nothing
uses, of layouts that are too large, and of collectives on channel 0. By hand."""
from devices import device_case
from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/live_edges.py"


def live(shape, sizes, data):
    return {"shape": shape, "dynamic_sizes": sizes, "data": data}


def several(*values):
    return {"tuple": list(values)}


def whole(entry, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in entry), "}"]


# ---- scan ----
def step(lines):
    return ["f {", *("  " + line for line in lines), "}"]


def scan(lines, results=1):
    return [*lines, f"ROOT r = scan({', '.join('xyzw'[:results])}), dimensions={{0}}, num_carries=1, to_apply=f"]


def scan_cases():
    rows = literal("f32", [float(v) for v in range(1, 13)], (3, 4))
    cut = ["x = f32[4] parameter(0)", "c = s32[] parameter(1)", "s = f32[<=4] set-dimension-size(x, %s), dimensions={0}", "ROOT t = (f32[<=4], s32[]) tuple(s, %s)"]
    takes = ["x = f32[3,4] parameter(0)", "y = s32[] parameter(1)"]
    fixed = [*cut[:2], "two = s32[] constant(2)", cut[2] % "two", cut[3] % "c"]
    yield run_case("scan.f32.outputs-partly-filled", "the outputs of the steps are stacked with the sizes that they have", "scan", None, [rows, literal("s32", [0], ())],
                   several(live("f32[3,<=4]{1,0}", [3, 2], [[1.0, 2.0], [5.0, 6.0], [9.0, 10.0]]), literal("s32", [0], ())), whole=whole(scan(takes, 2), step(fixed)),
                   requires=["dynamic", "f32", "s32"])
    growing = [*cut[:2], "one = s32[] constant(1)", "d = s32[] add(c, one)", cut[2] % "d", cut[3] % "d"]
    yield reject_case("scan.f32.rejects-outputs-of-other-sizes", "all steps give an output the same sizes", "scan", None, "R08", whole=whole(
        ["x = f32[3,4] constant({{1,2,3,4},{5,6,7,8},{9,10,11,12}})", "y = s32[] constant(0)", scan([], 2)[0]], step(growing)), at="scan(", requires=["dynamic", "f32", "s32"])
    kept = ["x = f32[] parameter(0)", "c = f32[<=4] parameter(1)", "ROOT t = (f32[], f32[<=4]) tuple(x, c)"]
    carry = live("f32[<=4]{0}", [2], [1.0, 2.0])
    yield run_case("scan.f32.carry-partly-filled", "a carry keeps its sizes", "scan", None, [literal("f32", [1.0, 2.0, 3.0]), carry],
                   several(literal("f32", [1.0, 2.0, 3.0]), carry), whole=whole(scan(["x = f32[3] parameter(0)", "y = f32[<=4] parameter(1)"], 2), step(kept)), requires=["dynamic", "f32"])
    doubled = ["x = f32[<=3] parameter(0)", "c = f32[] parameter(1)", "d = f32[<=3] add(x, x)", "ROOT t = (f32[<=3], f32[]) tuple(d, c)"]
    of_rows = scan(["x = f32[2,<=3] parameter(0)", "y = f32[] parameter(1)"], 2)
    for sizes, data, twice in (([2, 2], [[1.0, 2.0], [3.0, 4.0]], [[2.0, 4.0], [6.0, 8.0]]), ([2, 0], [[], []], [[], []])):
        yield run_case(f"scan.f32.rows-of-{sizes[1]}", "slices have the sizes of the input", "scan", None, [live("f32[2,<=3]{1,0}", sizes, data), literal("f32", [7.0], ())],
                       several(live("f32[2,<=3]{1,0}", sizes, twice), literal("f32", [7.0], ())), whole=whole(of_rows, step(doubled)), requires=["dynamic", "f32"])
    both = ["x = f32[] parameter(0)", "y = f32[] parameter(1)", "c = f32[] parameter(2)", "d = f32[] add(x, y)", "e = f32[] add(c, d)", "ROOT t = (f32[], f32[]) tuple(e, e)"]
    pair = scan(["x = f32[<=3] parameter(0)", "y = f32[<=3] parameter(1)", "z = f32[] parameter(2)"], 3)
    for left, right, steps in ((2, 2, 2), (0, 0, 0), (2, 3, None)):
        args = [live("f32[<=3]{0}", [left], [1.0, 2.0][:left]), live("f32[<=3]{0}", [right], [10.0, 20.0, 30.0][:right]), literal("f32", [0.0], ())]
        name, text = f"scan.f32.inputs-of-{left}-and-{right}", whole(pair, step(both))
        if steps is None:
            yield {**reject_case(name, "all inputs have the same size in the scanned dimension", "scan", None, "R08", whole=text, at="scan(", requires=["dynamic", "f32"]), "args": args}
        else:
            sums = [11.0, 33.0][:steps]
            yield run_case(name, "there are as many steps as live elements", "scan", None, args, several(live("f32[<=3]{0}", [steps], sums), literal("f32", [sums[-1] if sums else 0.0], ())),
                           whole=text, requires=["dynamic", "f32"])


# ---- reshape, convolution, bitcast ----
def reshape_cases():
    for name, source, sizes, data, result, after, expect in (
            ("static-one-before-dynamic", "f32[3,1,<=1]{2,1,0}", [3, 1, 0], [[[]], [[]], [[]]], "f32[3,<=1]{1,0}", [3, 0], [[], [], []]),
            ("static-one-in-the-middle", "f32[<=1,1,<=1]{2,1,0}", [1, 1, 0], [[[]]], "f32[<=1,<=1]{1,0}", [1, 0], [[]]),
            ("new-static-one-in-front", "f32[<=1,<=1]{1,0}", [1, 0], [[]], "f32[1,<=1,<=1]{2,1,0}", [1, 1, 0], [[[]]]),
            ("one-of-two-static-ones", "f32[1,1,<=1,<=1]{3,2,1,0}", [1, 1, 0, 1], [[[]]], "f32[1,<=1,<=1]{2,1,0}", [1, 0, 1], [[]])):
        bare = [shape[:shape.index("{")] for shape in (source, result)]
        yield run_case(f"reshape.f32.{name}", "a dynamic size of 1 keeps its size beside static ones that are dropped or added", "reshape",
                       [f"x = {bare[0]} parameter(0)", f"ROOT r = {bare[1]} reshape(x)"], [live(source, sizes, data)], live(result, after, expect), requires=["dynamic", "f32"])
    callee = ["f {", "  p = f32[<=2,<=1] parameter(0)", "  ROOT q = f32[<=2,<=1] reshape(p)", "}"]
    value = live("f32[<=2,<=1]{1,0}", [1, 1], [[5.0]])
    yield run_case("reshape.f32.of-argument-with-fewer-dynamic-sizes", "the shape of the parameter counts, not that of the argument", "reshape", None,
                   [live("f32[<=2,1]{1,0}", [1, 1], [[5.0]])], value, whole=whole(["x = f32[<=2,1] parameter(0)", "ROOT c = f32[<=2,<=1] call(x), to_apply=f"], callee), requires=["dynamic", "f32"])


def convolution_case():
    """Each result is the product with (1, 10, 0)."""
    yield run_case("convolution.f32.window-partly-filled", "the elements of the kernel that are not live are zeros", "convolution",
                   ["x = f32[1,1,5] parameter(0)", "k = f32[1,1,<=3] parameter(1)", "ROOT r = f32[1,1,3] convolution(x, k), window={size=3}, dim_labels=bf0_oi0->bf0"],
                   [literal("f32", [1.0, 2.0, 3.0, 4.0, 5.0], (1, 1, 5)), live("f32[1,1,<=3]{2,1,0}", [1, 1, 2], [[[1.0, 10.0]]])],
                   literal("f32", [21.0, 32.0, 43.0], (1, 1, 3)), requires=["dynamic", "f32"])


def bitcast_cases():
    for name, back, values, expect in (("u2", "u8", [7, 200, 255], [3, 0, 3]), ("s4", "s8", [7, 200 - 256, 254 - 256], [7, -8, -2]), ("u4", "u8", [0x17, 0xF0, 0xFF], [7, 0, 15])):
        yield run_case(f"bitcast.{name}.unused-bits", f"a byte holds one element of {name}; its high bits are ignored", "bitcast",
                       [f"x = {back}[3] parameter(0)", f"a = {name}[3] bitcast(x)", f"ROOT b = {back}[3] bitcast(a)"], [literal(back, values)], literal(back, expect),
                       requires=[name, back])


def call_case():
    yield run_case("custom-call.f32.unknown-and-unused", "a function that is not here is missed only where its value is needed", "custom-call",
                   ["x = f32[2] parameter(0)", 'c = f32[2] custom-call(x), custom_call_target="unknown"', "n = f32[2] negate(c)", "ROOT y = f32[2] abs(x)"],
                   [literal("f32", [-1.0, 2.0])], literal("f32", [1.0, 2.0]), requires=["f32"])


# ---- layouts, channels ----
def layout_cases():
    for name, shape in (("metadata-bits", "s4[]{:E(4)M(4611686018427387904)}"), ("tiles-of-an-unbounded-array", "f32[?]{0:T" + "(1)" * 257 + "}")):
        yield {"id": f"layout.rejects-{name}", "kind": "layout", "level": "core", "why": "sizes in bits and the numbers of tiles are limited", "spec": [{"doc": "layout", "anchor": "2.1"}],
               "requires": [], "tags": ["rejects"], "hlo": [shape], "reject": {"phase": "layout", "code": "S09"}, "provenance": {"kind": "hand"}}
    yield reject_case("hlo-text.rejects.layout-part-beyond-ascii", "names of layout parts are ASCII", "9.2", ["ROOT p = f32[2]{0:é(2)} parameter(0)"], "L01", doc="hlo-text", at="é", requires=["f32"])


def channel_case():
    """Both branches meet on the channel, like those of channel 1."""
    branch = ["{name} {{", "  p = f32[1] parameter(0)", "  ROOT g = f32[2] all-gather(p), dimensions={{0}}, channel_id=0", "}}"]
    helpers = [line.format(name=name) for name in ("a", "b") for line in branch]
    body = ["i = u32[] replica-id()", "z = u32[] constant(0)", "q = pred[] compare(i, z), direction=EQ", "c = f32[] convert(i)", "x = f32[1] reshape(c)",
            "ROOT r = f32[2] conditional(q, x, x), true_computation=a, false_computation=b"]
    yield device_case("all-gather.f32.channel-0", "a channel_id of 0 is a channel", "3", body, (2, 1), [], literal("f32", [0.0, 1.0]), helpers=helpers, requires=["f32", "u32"])


def cases():
    for op, group in (("scan", scan_cases), ("reshape", reshape_cases), ("convolution", convolution_case), ("bitcast", bitcast_cases), ("custom-call", call_case), ("all-gather", channel_case)):
        yield from ((op, case) for case in group())
    yield from (("hlo-text" if case["kind"] == "reject" else "layout", case) for case in layout_cases())


if __name__ == "__main__":
    write_groups((cases,), NAME)
