#!/usr/bin/python3
"""Vectors of ops that call functions of scalars with control flow, arrays, or tuples inside, which engines cannot turn into a
loop over elements as they do for arithmetic. Oracle: the numpy adapter, with a plain addition in their place; by hand for several
devices and for headers."""
from devices import combiner, device_case
from formats import literal
from through_numpy import ORACLE, expected, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/uncompiled_functions.py"
# form: (other computations, lines of f(a, b) that make c = a + b, why)
SUMS = {
    "call": (["g {", "  p = T[] parameter(0)", "  q = T[] parameter(1)", "  ROOT s = T[] add(p, q)", "}"], ["c = T[] call(a, b), to_apply=g"], "calls another computation"),
    "conditional": (["g {", "  p = (T[], T[]) parameter(0)", "  u = T[] get-tuple-element(p), index=0", "  v = T[] get-tuple-element(p), index=1", "  ROOT s = T[] add(u, v)", "}",
                     "h {", "  p = (T[], T[]) parameter(0)", "  u = T[] get-tuple-element(p), index=0", "  v = T[] get-tuple-element(p), index=1", "  ROOT s = T[] add(v, u)", "}"],
                    ["l = pred[] compare(a, b), direction=LT", "t = (T[], T[]) tuple(a, b)", "c = T[] conditional(l, t, t), true_computation=g, false_computation=h"], "has branches"),
    "loop": (["g {", "  p = (s32[], T[], T[]) parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  k = s32[] constant(1)", "  ROOT l = pred[] compare(i, k), direction=LT", "}",
              "h {", "  p = (s32[], T[], T[]) parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  u = T[] get-tuple-element(p), index=1",
              "  v = T[] get-tuple-element(p), index=2", "  k = s32[] constant(1)", "  j = s32[] add(i, k)", "  s = T[] add(u, v)", "  ROOT t = (s32[], T[], T[]) tuple(j, s, v)", "}"],
             ["z = s32[] constant(0)", "t = (s32[], T[], T[]) tuple(z, a, b)", "w = (s32[], T[], T[]) while(t), condition=g, body=h", "c = T[] get-tuple-element(w), index=1"], "has a loop"),
    "array": (["g {", "  p = T[] parameter(0)", "  q = T[] parameter(1)", "  ROOT s = T[] add(p, q)", "}"],
              ["d = T[1] reshape(a)", "e = T[1] reshape(b)", "j = T[2] concatenate(d, e), dimensions={0}", "z = T[] constant(0)", "c = T[] reduce(j, z), dimensions={0}, to_apply=g"],
              "computes with arrays"),
    "tuple": ([], ["t = (T[], T[]) tuple(a, b)", "d = T[] get-tuple-element(t), index=0", "e = T[] get-tuple-element(t), index=1", "c = T[] add(d, e)"], "has tuples"),
    "sorted": (["g {", "  p = T[] parameter(0)", "  q = T[] parameter(1)", "  ROOT s = pred[] compare(p, q), direction=LT", "}"],
               ["d = T[1] reshape(a)", "e = T[1] reshape(b)", "j = T[2] concatenate(d, e), dimensions={0}", "k = T[2] sort(j), dimensions={0}, to_apply=g", "m = T[1] slice(k), slice={[0:1]}",
                "n = T[1] slice(k), slice={[1:2]}", "y = T[1] add(m, n)", "c = T[] reshape(y)"], "sorts"),
}
ENTRIES = {  # op: (anchor, lines)
    "map": ("Map", ["y = T[6] reverse(x), dimensions={0}", "ROOT r = T[6] map(x, y), dimensions={0}, to_apply=f"]),
    "reduce": ("Reduce", ["ROOT r = T[] reduce(x, z), dimensions={0}, to_apply=f"]),
    "reduce-window": ("ReduceWindow", ["ROOT r = T[4] reduce-window(x, z), window={size=4 pad=1_0}, to_apply=f"]),
    "scatter": ("Scatter", ["i = s32[4] constant({1, 5, 1, 0})", "u = T[4] slice(x), slice={[1:5]}",
                "ROOT r = T[6] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f"]),
    "select-and-scatter": ("SelectAndScatter", ["u = T[3] slice(x), slice={[2:5]}", "ROOT r = T[6] select-and-scatter(x, u, z), window={size=2 stride=2}, select=more, scatter=f"]),
}
VALUES = {"f32": [1.5, -2.0, 4.0, 0.5, 3.0, -1.0], "s32": [3, -2, 4, 1, 5, -1], "bf16": [1.5, -2.0, 4.0, 0.5, 3.0, -1.0]}


def typed(lines, name):
    return [line.replace("T[", name + "[") for line in lines]


def function(form, name, label="f"):
    others, lines, why = SUMS[form]
    body = [f"{label} {{", "  a = T[] parameter(0)", "  b = T[] parameter(1)", *("  " + line for line in lines[:-1]), "  ROOT " + lines[-1], "}"]
    return typed([*others, *body], name), why


def op_cases():
    more = ["more {", "  a = T[] parameter(0)", "  b = T[] parameter(1)", "  ROOT c = pred[] compare(a, b), direction=GE", "}"]
    for op, (anchor, lines) in ENTRIES.items():
        for form in SUMS:
            for name in ("f32", "s32", "bf16"):
                helpers, why = function(form, name)
                if op == "select-and-scatter":
                    helpers = [*helpers, *typed(more, name)]
                body = typed(["x = T[6] parameter(0)", "z = T[] constant(0)", *lines], name)
                args, by_hand = [literal(name, VALUES[name])], op == "select-and-scatter"
                if by_hand:  # the first element of each window is its largest
                    result = literal(name, [part for value in VALUES[name][2:5] for part in (value, 0)])
                else:
                    result = expected(whole(body, combiner("add", name)), args)
                yield op, run_case(f"{op}.{name}.function-with-{form}", f"the function {why}", anchor, None, args, result, whole=whole(body, helpers),
                                   requires=[name], oracle=None if by_hand else ORACLE)


def device_cases():
    for form in SUMS:
        helpers, why = function(form, "f32")
        values = [[1.5, -2.0, 4.0], [0.5, 3.0, -1.0], [8.0, 16.0, 32.0]]
        yield "all-reduce", device_case(f"all-reduce.f32.function-with-{form}", f"the function {why}", "4.2",
                                        ["x = f32[3] parameter(0)", "ROOT r = f32[3] all-reduce(x), replica_groups={}, to_apply=f"], (3, 1), [[literal("f32", v)] for v in values],
                                        literal("f32", [sum(column) for column in zip(*values)]), helpers=helpers, requires=["f32", "s32"] if form == "loop" else ["f32"])


# ---- sorts whose comparator has control flow ----
def sort_cases():
    for form in ("call", "conditional"):
        others = ["g {", "  p = s32[] parameter(0)", "  q = s32[] parameter(1)", "  ROOT s = pred[] compare(p, q), direction=GT", "}"]
        lines = ["ROOT c = pred[] call(a, b), to_apply=g"]
        if form == "conditional":
            others = ["g {", "  p = (s32[], s32[]) parameter(0)", "  u = s32[] get-tuple-element(p), index=0", "  v = s32[] get-tuple-element(p), index=1",
                      "  ROOT s = pred[] compare(u, v), direction=GT", "}"]
            lines = ["l = pred[] constant(true)", "t = (s32[], s32[]) tuple(a, b)", "ROOT c = pred[] conditional(l, t, t), true_computation=g, false_computation=g"]
        for count in (2, 7, 70):
            values = [(17 * k + k * k) % 101 for k in range(count)]
            yield "sort", run_case(f"sort.s32.comparator-with-{form}-{count}", "the comparator calls other computations", "Sort", None, [literal("s32", values)],
                                   literal("s32", sorted(values, reverse=True)), requires=["s32", "pred"],
                                   whole=["HloModule m", *others, "f {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", *("  " + line for line in lines), "}",
                                          "ENTRY e {", f"  x = s32[{count}] parameter(0)", f"  ROOT r = s32[{count}] sort(x), dimensions={{0}}, to_apply=f", "}"])


# ---- headers, and operands that are all tuples ----
def header_cases():
    lines = ["  x = (f32[], (f32[], f32[])) parameter(0)", "  y = f32[] parameter(1)", "  ROOT r = (f32[], f32[]) tuple(y, y)"]
    def with_header(flags):
        return [f"HloModule m, {flags}", "ENTRY e {", *lines, "}"]
    args = [{"tuple": [literal("f32", [1.0], ()), {"tuple": [literal("f32", [2.0], ()), literal("f32", [3.0], ())]}]}, literal("f32", [4.0], ())]
    both = {"tuple": [literal("f32", [4.0], ())] * 2}
    for what, flags in (("parameters-each", "allow_spmd_sharding_propagation_to_parameters={true,false}"),
                        ("parameters-leaves", "allow_spmd_sharding_propagation_to_parameters={true,false,true,false}"), ("parameters-one", "allow_spmd_sharding_propagation_to_parameters={true}"),
                        ("output-leaves", "allow_spmd_sharding_propagation_to_output={true,false}"), ("output-one", "allow_spmd_sharding_propagation_to_output={true}"),
                        ("no-aliases", "input_output_alias={}")):
        yield "hlo-text", run_case(f"hlo-text.accepts.header-{what}", "one flag for all, or one for each parameter or leaf", "2", None, args, both, whole=with_header(flags), doc="hlo-text",
                                   requires=["f32"], tags=["syntax"])
    for what, flags in (("parameters-three", "allow_spmd_sharding_propagation_to_parameters={true,false,true}"),
                        ("parameters-five", "allow_spmd_sharding_propagation_to_parameters={true,false,true,false,true}"),
                        ("output-three", "allow_spmd_sharding_propagation_to_output={true,false,true}")):
        yield "hlo-text", reject_case(f"hlo-text.rejects.header-{what}", "one flag for all, or one for each parameter or leaf", "2", None, "V05", whole=with_header(flags), doc="hlo-text")
    case = reject_case("hlo-text.faults.header-attribute-without-value", "an '=' follows the name of a header attribute", "2", None, "P01", doc="hlo-text",
                       whole=["HloModule m, is_scheduled", "ENTRY e {", "  ROOT x = f32[] parameter(0)", "}"])
    case["reject"].update(line=2, col=1)  # what stands there instead
    yield "hlo-text", case


def tuple_cases():
    for op, more in (("compare", ", direction=EQ"), ("select", "")):
        for kind, shape, make in (("tuples", "(f32[2])", "tuple(x)"), ("tokens", "token[]", "after-all()")):
            result = "pred[]" if op == "compare" else shape
            count = "a, a, a" if op == "select" else "a, a"
            yield op, reject_case(f"{op}.operands.rejects-{kind}-all", "the operands are arrays", op, ["x = f32[2] parameter(0)", f"a = {shape} {make}", f"ROOT r = {result} {op}({count}){more}"],
                                  {("select", "tuples"): "select.C4", ("select", "tokens"): "V02"}.get((op, kind), f"{op}.C1"))


if __name__ == "__main__":
    write_groups((op_cases, device_cases, sort_cases, header_cases, tuple_cases), NAME)
