#!/usr/bin/python3
"""Vectors of code that only certain sizes and values reach: a division of a fused group by one number, sums of whole rows by
scatter, results of too many dimensions, calls that are nested too deeply. Rejections by hand; results by the numpy adapter."""
from formats import literal
from through_numpy import combiner, numpy_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/rare_lines.py"


def iota(count, *more):
    return [f"i = f32[{count}] iota(), iota_dimension=0", *more]


def filled(name, value, shape="f32[1000]"):
    return [f"{name}s = f32[] constant({value})", f"{name} = {shape} broadcast({name}s), dimensions={{}}"]


def division_cases():
    rows = [  # topic, why, first value, divisor
        ("one-divisor", "a fused division by one number, no element 0 or beyond the range of the short way", "1", "3"),
        ("one-divisor-with-zero", "a fused division by one number, one element 0", "0", "3"),
        ("tiny-divisor", "a fused division by one number of 2^-100", "1", "7.888609052210118e-31"),
        ("huge-quotients", "a fused division by one number, quotients beyond the largest number", "1", "1e-38"),
    ]
    for topic, why, first, divisor in rows:
        yield "divide", numpy_case(f"divide.f32.{topic}", why, "divide", [*iota(1000), *filled("o", first), *filled("k", divisor), "a = f32[1000] add(i, o)",
                                                                          "d = f32[1000] divide(a, k)", "ROOT r = f32[1000] negate(d)"])


def erf_cases():
    yield "erf", numpy_case("erf.f32.in-group", "erf between other operations", "erf",
                            ["i = f32[200] iota(), iota_dimension=0", *filled("k", "0.03125", "f32[200]"), *filled("o", "3", "f32[200]"), "a = f32[200] multiply(i, k)",
                             "b = f32[200] subtract(a, o)", "e = f32[200] erf(b)", "ROOT r = f32[200] multiply(e, k)"], tol={"class": "close", "ulp": 4})


def scan_cases():
    square = ["f {", "  a = f32[2] parameter(0)", "  ROOT c = f32[2] multiply(a, a)", "}"]
    yield "scan", run_case("scan.f32.no-carry", "a function of one value returns no tuple", "Scan", None, [literal("f32", [1, 2, 3, 4, 5, 6], (3, 2))],
                           literal("f32", [1, 4, 9, 16, 25, 36], (3, 2)), requires=["f32"],
                           whole=["HloModule m", *square, "ENTRY e {", "  x = f32[3,2] parameter(0)", "  ROOT r = f32[3,2] scan(x), dimensions={0}, num_carries=0, to_apply=f", "}"])


def full_cases():
    yield "all-reduce", run_case("all-reduce.f32.dynamic-but-full", "an array with a dynamic dimension that is full", "AllReduce", None, [literal("f32", [1, 2, 3, 4]), literal("s32", [4], ())],
                                 {"shape": "f32[<=4]{0}", "dynamic_sizes": [4], "data": [1, 2, 3, 4]}, requires=["f32", "s32"],
                                 whole=["HloModule m", *combiner("c = f32[] add(a, b)", ["f32", "f32"]), "ENTRY e {", "  x = f32[4] parameter(0)", "  n = s32[] parameter(1)",
                                        "  d = f32[<=4] set-dimension-size(x, n), dimensions={0}", "  ROOT r = f32[<=4] all-reduce(d), replica_groups={}, to_apply=f", "}"])


def scatter_cases():
    add = combiner("c = f32[] add(a, b)", ["f32", "f32"])
    body = ["z = f32[] constant(0)", "x = f32[24,6] broadcast(z), dimensions={}", "n = s32[40,1] iota(), iota_dimension=0", "m = s32[] constant(7)",
            "mb = s32[40,1] broadcast(m), dimensions={}", "p = s32[40,1] multiply(n, mb)", "q = s32[] constant(25)", "qb = s32[40,1] broadcast(q), dimensions={}",
            "at = s32[40,1] remainder(p, qb)", "e = f32[240] iota(), iota_dimension=0", "u = f32[40,6] reshape(e)",
            "ROOT r = f32[24,6] scatter(x, at, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f"]
    yield "scatter", numpy_case("scatter.f32.sums-of-rows", "40 rows are added to 24, some of them to none", "Scatter", body, helpers=add)


def reject_cases():
    ones = ",".join("1" * 33)
    yield "dot", reject_case("dot.f32.rejects-rank-66", "a result has at most 64 dimensions", "Dot",
                             [f"a = f32[{ones}] parameter(0)", "ROOT r = dot(a, a), lhs_contracting_dims={}, rhs_contracting_dims={}"], "S09", at="dot(", requires=["f32"])
    yield "bitcast-convert", reject_case("bitcast-convert.f32.rejects-other-dimensions", "the other dimensions stay", "BitcastConvertType",
                                         ["x = f32[3,2] parameter(0)", "ROOT r = f64[4] bitcast-convert(x)"], "bitcast-convert.C5", requires=["f32", "f64"])
    levels = ["HloModule m", "f0 {", "  ROOT x = f32[] parameter(0)", "}"]
    for k in range(1, 140):
        levels += [f"f{k} {{", "  x = f32[] parameter(0)", f"  ROOT r = f32[] call(x), to_apply=f{k - 1}", "}"]
    levels += ["ENTRY e {", "  x = f32[] constant(1)", "  ROOT r = f32[] call(x), to_apply=f139", "}"]
    yield "call", reject_case("call.f32.rejects-140-levels", "calls are nested at most 128 deep", "Call", None, "R03", whole=levels, requires=["f32"])
    summed = [*combiner("c = f32[] add(a, b)", ["f32", "f32"], "sum"), *levels[1:]]
    summed[summed.index("f0 {") + 1:summed.index("f0 {") + 2] = ["  x = f32[] parameter(0)", "  ROOT r = f32[] all-reduce(x), replica_groups={}, to_apply=sum"]
    yield "call", {**reject_case("call.f32.rejects-140-levels-of-devices", "calls that communicate are nested at most 128 deep", "Call", None, "R03", whole=["HloModule m", *summed],
                                 requires=["f32"]), "topology": {"replicas": 2, "partitions": 1}}
    yield "call", reject_case("call.f32.rejects-not-given", "a computation that runs is in the text", "Call", None, "R07",
                              whole=["ROOT r = f32[2] call(f32[2] %x), to_apply=f"], at="call(", requires=["f32"])


def single_cases():
    for op in ("async-done", "copy-done"):
        yield op, reject_case(f"{op}.f32.rejects-array", "the operand is a bundle of operands and results", op, None, f"{op}.C1", requires=["f32"],
                              whole=[f"ROOT r = f32[2] {op}(f32[2] %s)"], at=f"{op}(")
    yield "all-gather", reject_case("all-gather.f32.rejects-unbounded-type", "an unbounded result has the type of the operand", "AllGather",
                                    ["x = f32[?] parameter(0)", "ROOT r = s32[?] all-gather(x), replica_groups={}, dimensions={0}"], "S05", at="s32[?]", requires=["f32", "s32"])


def device_cases():
    devices = reject_case("replica-id.u32.rejects-4097-devices", "a run has at most 4096 devices", "ReplicaId", ["ROOT r = u32[] replica-id()"], "R09", requires=["u32"])
    yield "replica-id", {**devices, "topology": {"replicas": 4097, "partitions": 1}}
    smaller = reject_case("infeed.s32.rejects-smaller", "an entry of the queue fills the static shape", "6.5",
                          ["t = token[] after-all()", "x = (s32[3], token[]) infeed(t)", "ROOT r = s32[3] get-tuple-element(x), index=0"], "R08", at="infeed(",
                          requires=["s32"], doc="collectives")
    yield "infeed", {**smaller, "infeed": {"0,0": [{"shape": "s32[<=3]{0}", "dynamic_sizes": [2], "data": [1, 2]}]}}


if __name__ == "__main__":
    write_groups((division_cases, erf_cases, scan_cases, full_cases, scatter_cases, single_cases, reject_cases, device_cases), NAME)
