#!/usr/bin/python3
"""Vectors that hang on one check or one operand of a condition: result shapes of transfers that are nearly right, partly filled arrays
where an op needs full ones, elided constants, function signatures. By hand, from the rules of the reference."""
from devices import combiner as reducer
from devices import device_reject
from dynamic import cut
from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/each_check.py"
FIVE = "{1, 2, 3, 4, 5}"


SECTIONS = {"infeed": "6.5", "recv": "6.2", "constant": "Constant", "get-dimension-size": "GetDimensionSize", "bitcast": "bitcast", "rng-bit-generator": "RngBitGenerator"}


def reject(op, what, why, lines, code, *, whole=None, doc=None):
    return op, reject_case(f"{op}.f32.rejects-{what}", why, SECTIONS[op], lines, code, whole=whole, requires=["f32"], doc=doc)


# ---- result shapes ----
def result_cases():
    token = "t = token[] after-all()"
    for what, shape in (("data-alone", "(s32[])"), ("data-and-two-tokens", "(s32[], token[], token[])"), ("token-first", "(token[], s32[])"), ("two-tokens", "(token[], token[])"),
                        ("no-tuple", "token[]"), ("nothing", "()")):
        yield reject("infeed", "result-" + what, "the result is data and a token", [token, f"x = {shape} infeed(t)", "ROOT r = s32[] constant(0)"], "infeed.C2", doc="collectives")
    pair = 'channel_id=3, frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}'
    for what, shape in (("context-type", "(f32[], s32[], token[])"), ("context-rank", "(f32[], u32[1], token[])"), ("no-token", "(f32[], u32[], u32[])"),
                        ("four-parts", "(f32[], u32[], token[], token[])"), ("no-tuple", "f32[]")):
        yield reject("recv", "result-" + what, "the result is data, u32[], and a token", [token, f"v = {shape} recv(t), {pair}", "ROOT r = s32[] constant(0)"],
                     "S05", doc="collectives")


# ---- arrays that are not full ----
def partial_cases():
    part = cut("f32", FIVE, "<=5", 2)
    x = part[-1].split(" = ")[0].strip()
    add = reducer("add", "f32")
    group = "replica_groups={{0,1}}"
    for op, line, helpers in (
            ("all-gather", f"ROOT r = f32[<=10] all-gather({x}), {group}, dimensions={{0}}", ()),
            ("all-reduce", f"ROOT r = f32[<=5] all-reduce({x}), {group}, to_apply=f", add),
            ("collective-reduce", f"ROOT r = f32[<=5] collective-reduce({x}), {group}, to_apply=f", add),
            ("all-to-all", f"ROOT r = (f32[<=5], f32[<=5]) all-to-all({x}, {x}), {group}", ())):
        yield op, device_reject(f"{op}.f32.rejects-partly-filled", "every device contributes a full array", "4", [*part, line], (2, 1), "R07", helpers=helpers)
    wide = cut("f32", "{{1, 2}, {3, 4}, {5, 6}}", "<=3,2", 2)
    yield "reduce-scatter", device_reject("reduce-scatter.f32.rejects-partly-filled", "every device contributes a full array", "4",
                                          [*wide, f"ROOT r = f32[<=3,1] reduce-scatter(x), {group}, dimensions={{1}}, to_apply=f"], (2, 1), "R07", helpers=add)
    yield reject("bitcast", "partly-filled", "the bits of a full array", [*part, "ROOT r = s32[<=5] bitcast(x)"], "R07")
    yield reject("rng-bit-generator", "partly-filled-state", "the state is a full array",
                 [*cut("u64", "{1, 2, 3}", "<=3", 2), "ROOT r = (u64[<=3], u32[2]) rng-bit-generator(x), algorithm=rng_default"], "R07")


# ---- constants ----
def constant_cases():
    for what, shape, code, why in (("elided-dynamic", "f32[<=3]", "S05", "sizes are static, whatever the values"), ("elided-token", "token[]", "constant.C3", "a constant must not be a token"),
                                   ("elided-dynamic-in-tuple", "(f32[2], f32[<=3])", "S05", "sizes are static in every element"),
                                   ("elided-token-in-tuple", "(f32[2], (token[], f32[]))", "constant.C3", "no element is a token")):
        yield reject("constant", what, why, [f"ROOT c = {shape} constant({{...}})"], code)


# ---- custom calls ----
def call_cases():
    x, y = "x = f32[2] constant({1, 2})", "y = f32[2,3] constant({{10, 20, 30}, {40, 50, 60}})"
    for what, operands in (("one-operand-too-many", "x, y, x"), ("operands-exchanged", "y, x"), ("first-operand-twice", "x, x"), ("second-operand-twice", "y, y")):
        yield "custom-call", reject_case(f"custom-call.f32.rejects-{what}", "the function takes f32[2] and f32[2,3]", "CustomCall",
                                         [x, y, f'ROOT z = f32[3,3] custom-call({operands}), custom_call_target="myfunc"'], "R08", requires=["f32"])
    helpers = ["f {", "  ROOT p = f32[] parameter(0)", "}"]
    for attribute in ("to_apply=f", "called_computations={f}"):
        lines = ["x = f32[2] parameter(0)", "y = f32[2,3] parameter(1)", f'ROOT z = f32[3,3] custom-call(x, y), custom_call_target="myfunc", {attribute}']
        yield "custom-call", run_case(f"custom-call.f32.with-{attribute.split('=')[0].replace('_', '-')}", "a computation has no effect on this function", "CustomCall", None,
                                      [literal("f32", [1.0, 2.0]), literal("f32", [10.0, 20.0, 30.0, 40.0, 50.0, 60.0], (2, 3))],
                                      literal("f32", [42.0] + [0.0] * 8, (3, 3)), whole=["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"], requires=["f32"])


# ---- sizes that s32 can hold ----
def size_cases():
    big = 2**31
    yield reject("get-dimension-size", "beyond-s32", "the size must fit s32", [f"x = f32[0,{big}] parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={1}"], "get-dimension-size.C2")
    yield "get-dimension-size", run_case("get-dimension-size.f32.largest", "2^31 - 1 fits s32", "GetDimensionSize",
                                         ["x = f32[0] constant({})", f"b = f32[0,{big - 1}] broadcast(x), dimensions={{0}}", "ROOT r = s32[] get-dimension-size(b), dimensions={1}"],
                                         [], literal("s32", [big - 1], ()), requires=["f32", "s32"])


GROUPS = (result_cases, partial_cases, constant_cases, call_cases, size_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
