#!/usr/bin/python3
"""Reject vectors for the computations that ops call: each parameter in turn has the wrong type or is an array, one is missing
or too many, the result is wrong. Also ops whose computation is not defined, which only a single instruction allows. Codes by
hand, from the rules of the operation reference."""
from devices import combiner as sum_of
from write import reject_case, write_groups

NAME = "conformance/generate/called_computations.py"
# fault: (types of the parameters, result, the root from the parameters a, b, c, why)
FAULTS = {
    "first-type": (("s32", "f32"), "f32", "copy(b)", "the first parameter has the type of the elements"),
    "second-type": (("f32", "s32"), "f32", "copy(a)", "the second parameter has the type of the elements"),
    "first-array": (("f32[2]", "f32"), "f32", "copy(b)", "the first parameter is a scalar"),
    "second-array": (("f32", "f32[2]"), "f32", "copy(a)", "the second parameter is a scalar"),
    "one-parameter": (("f32",), "f32", "copy(a)", "there are two parameters"),
    "three-parameters": (("f32", "f32", "f32"), "f32", "add(a, b)", "there are two parameters"),
    "result-type": (("f32", "f32"), "s32", "convert(a)", "the result has the type of the elements"),
    "result-array": (("f32", "f32"), "f32[1]", "reshape(a)", "the result is a scalar"),
    "result-tuple": (("f32", "f32"), "(f32[])", "tuple(a)", "the result is a scalar"),
}
LESS = ["g {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = pred[] compare(a, b), direction=GT", "}"]
X, Z = "x = f32[4] parameter(0)", "z = f32[] constant(0)"
# call: (op, anchor, code, lines, other computations, attribute)
CALLS = {
    "reduce": ("reduce", "Reduce", "reduce.C5", [X, Z, "ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f"], [], "to_apply"),
    "reduce-window": ("reduce-window", "ReduceWindow", "reduce-window.C1", [X, Z, "ROOT r = f32[3] reduce-window(x, z), window={size=2}, to_apply=f"], [], "to_apply"),
    "scatter": ("scatter", "Scatter", "scatter.C12", [X, "i = s32[1] constant({1})", "u = f32[1] constant({2})",
                "ROOT r = f32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f"], [], "to_apply"),
    "select": ("select-and-scatter", "SelectAndScatter", "select-and-scatter.C4", [X, "s = f32[2] constant({1, 2})", Z,
               "ROOT r = f32[4] select-and-scatter(x, s, z), window={size=2 stride=2}, select=f, scatter=g"], sum_of("add", "f32", "g"), "select"),
    "scatter-of-windows": ("select-and-scatter", "SelectAndScatter", "select-and-scatter.C5", [X, "s = f32[2] constant({1, 2})", Z,
                           "ROOT r = f32[4] select-and-scatter(x, s, z), window={size=2 stride=2}, select=g, scatter=f"], LESS, "scatter"),
    "map": ("map", "Map", "map.C3", [X, "ROOT r = f32[4] map(x, x), dimensions={0}, to_apply=f"], [], "to_apply"),
    "sort": ("sort", "Sort", "sort.C3", [X, "ROOT r = f32[4] sort(x), dimensions={0}, to_apply=f"], [], "to_apply"),
    "all-reduce": ("all-reduce", "AllReduce", "all-reduce.C1", [X, "ROOT r = f32[4] all-reduce(x), replica_groups={}, to_apply=f"], [], "to_apply"),
    "all-reduce-start": ("all-reduce-start", "AllReduce", "all-reduce.C1", [X, "s = f32[4] all-reduce-start(x), replica_groups={}, to_apply=f",
                         "ROOT r = f32[4] all-reduce-done(s)"], [], "to_apply"),
    "reduce-scatter": ("reduce-scatter", "ReduceScatter", "reduce-scatter.C1", [X, "ROOT r = f32[4] reduce-scatter(x), replica_groups={}, dimensions={0}, to_apply=f"], [], "to_apply"),
    "collective-reduce": ("collective-reduce", "collective-reduce", "collective-reduce.C1", [X, "ROOT r = f32[4] collective-reduce(x), replica_groups={{0}}, to_apply=f"], [], "to_apply"),
}


def with_rank(name):
    return name if name.endswith((")", "]")) else name + "[]"


def fault_cases():
    for call, (op, anchor, code, lines, others, attribute) in CALLS.items():
        for fault, (types, result, root, why) in FAULTS.items():
            if call in ("select", "sort"):  # the result is pred
                if fault == "result-type":
                    result, root = "f32", "copy(a)"
                elif not fault.startswith("result"):
                    result, root = "pred", "constant(true)"
                elif fault == "result-array":
                    result, root = "pred[1]", "constant({true})"
                else:
                    result, root = "(pred[])", "tuple(k)"
            if call == "map" and fault == "result-type":
                continue  # the result of map has this type, whatever its operands have
            parameters = [f"  {name} = {with_rank(kind)} parameter({k})" for k, (name, kind) in enumerate(zip("abc", types))]
            before = ["  k = pred[] constant(true)"] if root == "tuple(k)" else []
            helper = ["f {", *parameters, *before, f"  ROOT y = {with_rank(result)} {root}", "}"]
            yield op, reject_case(f"{op}.f32.rejects-{attribute.replace('_', '-')}-{fault}", why, anchor, None, "sort.C4" if call == "sort" and fault.startswith("result") else code, at=f"{attribute}=",
                                  whole=["HloModule m", *helper, *others, "ENTRY e {", *("  " + line for line in lines), "}"])


# ---- single instructions whose computation is not defined ----
ALONE = {
    "reduce": "f32[] reduce(f32[4], f32[]), dimensions={0}, to_apply=f",
    "reduce-window": "f32[3] reduce-window(f32[4], f32[]), window={size=2}, to_apply=f",
    "select-and-scatter": "f32[4] select-and-scatter(f32[4], f32[2], f32[]), window={size=2 stride=2}, select=f, scatter=g",
    "map": "f32[4] map(f32[4]), dimensions={0}, to_apply=f",
    "sort": "f32[4] sort(f32[4]), dimensions={0}, to_apply=f",
    "call": "f32[4] call(f32[4]), to_apply=f",
    "while": "f32[] while(f32[]), condition=f, body=g",
    "conditional": "f32[] conditional(pred[], f32[], f32[]), true_computation=f, false_computation=g",
    "scatter": "f32[4] scatter(f32[4], s32[1], f32[1]), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f",
}


def alone_cases():
    for op, text in ALONE.items():
        shapes = text.split("(", 1)[1].split("),")[0].split(", ")
        zeros = {"f32[]": 1.0, "pred[]": True, "f32[4]": [3.0, 1.0, 2.0, 4.0], "f32[2]": [1.0, 2.0], "s32[1]": [1], "f32[1]": [5.0]}
        case = reject_case(f"{op}.f32.rejects-undefined-computation", "the computation of a single instruction is not defined", "1.1", None, "R07", doc="hlo-text",
                           whole=[text], requires=["f32"])
        case["args"] = [{"shape": shape, "data": zeros[shape]} for shape in shapes]
        yield op, case


if __name__ == "__main__":
    write_groups((fault_cases, alone_cases), NAME)
