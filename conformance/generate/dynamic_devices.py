#!/usr/bin/python3
"""Vectors of dynamic sizes in transfers, asynchronous ops, and reshapes: a value with dynamic sizes keeps them on its way, and
must fit the shape at the other end (operation reference, 1.5). Worked by hand."""
from devices import device_case, device_reject
from dynamic import case, cut, fails, floats, live, plain
from formats import literal
from write import write_groups

NAME = "conformance/generate/dynamic_devices.py"
FIVE = "{1, 2, 3, 4, 5}"
X = floats(3)


def s32(value):
    return literal("s32", [value], ())


# ---- asynchronous ops ----
def async_cases():
    shrink = ["f {", "  x = f32[5] parameter(0)", "  n = s32[] parameter(1)", "  ROOT d = f32[<=5] set-dimension-size(x, n), dimensions={0}", "}"]
    inputs = [f"x = f32[5] constant({FIVE})", "n = s32[] constant(2)"]
    for written in ("f32[<=5]", "f32[5]"):
        style = "dynamic" if "<" in written else "static"
        start = [*inputs, f"s = ((f32[5], s32[]), {written}) async-start(x, n), calls=f"]
        yield case("async-start", f"{style}-value", "the size that the computation returns; the shape may be written without its <=",
                   [*start, f"ROOT d = {written} async-done(s)"], [], live("f32", "<=5", X[:2]), helpers=shrink, requires=["s32"], oracle=None)
        yield case("async-start", f"{style}-size", "the size that the computation returns can be asked for",
                   [*start, f"d = {written} async-done(s)", "ROOT r = s32[] get-dimension-size(d), dimensions={0}"], [], s32(2),
                   helpers=shrink, requires=["s32"], oracle=None)
    negate = ["f {", "  p = f32[<=5] parameter(0)", "  ROOT n = f32[<=5] negate(p)", "}"]
    yield case("async-start", "argument", "the size of an argument reaches the computation",
               ["x = f32[<=5] parameter(0)", "s = ((f32[<=5]), f32[<=5]) async-start(x), calls=f", "ROOT d = f32[<=5] async-done(s)"],
               [live("f32", "<=5", X)], live("f32", "<=5", -X), helpers=negate, oracle=None)
    yield case("async-update", "size", "the size passes through an update",
               ["x = f32[<=5] parameter(0)", "s = ((f32[<=5]), f32[<=5]) async-start(x), calls=f", "u = ((f32[<=5]), f32[<=5]) async-update(s)",
                "ROOT d = f32[<=5] async-done(u)"], [live("f32", "<=5", X)], live("f32", "<=5", -X), helpers=negate, oracle=None)
    yield case("copy-start", "size", "a copy keeps the size",
               ["x = f32[<=5] parameter(0)", "s = (f32[<=5], f32[<=5], u32[]) copy-start(x)", "ROOT d = f32[<=5] copy-done(s)"],
               [live("f32", "<=5", X)], live("f32", "<=5", X), oracle=None)
    static = ["f {", "  p = f32[5] parameter(0)", "  ROOT n = f32[5] negate(p)", "}"]
    yield fails("async-start", "static-parameter", "a parameter of static sizes takes no partly filled array",
                [*cut("f32", FIVE, "<=5", 2), "s = ((f32[<=5]), f32[5]) async-start(x), calls=f", "ROOT d = f32[5] async-done(s)"], helpers=static)


# ---- transfers ----
PAIR = 'frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}'


def transfer(shape, received):
    return ["t = token[] after-all()", f"v = ({received}, u32[], token[]) recv(t), {PAIR}", f"s = ({shape}, u32[], token[]) send(x, t), {PAIR}",
            f"d = ({received}, token[]) recv-done(v)", "e = token[] send-done(s)", f"ROOT r = {received} get-tuple-element(d), index=0"]


def transfer_cases():
    args = [[live("f32", "<=5", X)], [live("f32", "<=5", X[:1])]]
    yield "recv", device_case("recv.f32.dynamic-size", "the receiver gets the size of the sender; device 0 gets zeros of the bound", "6.2",
                      ["x = f32[<=5] parameter(0)", *transfer("f32[<=5]", "f32[<=5]")], (2, 1), args,
                      [live("f32", "<=5", [0.0] * 5), live("f32", "<=5", X)], requires=["f32", "dynamic"])
    yield "recv", device_reject("recv.f32.rejects-dynamic-static-side", "a receiver of static sizes takes no partly filled array", "6.2",
                                [*cut("f32", FIVE, "<=5", 2), *transfer("f32[<=5]", "f32[5]")], (2, 1), "R08", at="recv(t)")
    yield "collective-permute", device_case("collective-permute.f32.dynamic-size", "the value arrives with its size", "4.5",
                      ["x = f32[<=5] parameter(0)", "ROOT r = f32[<=5] collective-permute(x), source_target_pairs={{0,1},{1,0}}"], (2, 1), args,
                      [live("f32", "<=5", X[:1]), live("f32", "<=5", X)], requires=["f32", "dynamic"])


# ---- reshape, dynamic-slice ----
def movement_cases():
    for identity, why, sizes, values, out in (
            ("one-last", "a dynamic dimension of bound 1 stays one", "4,<=1", [[], [], [], []], "4,<=1"),
            ("one-middle", "between others, too", "2,<=1,2", [[[1.0, 2.0]], [[3.0, 4.0]]], "2,<=1,2"),
            ("one-first-merged", "of bound 1, merged into the next", "<=1,4", [[1.0, 2.0, 3.0, 4.0]], None)):
        text = f"f32[{out}]" if out else "f32[<=4]"
        expect = live("f32", out, values) if out else live("f32", "<=4", values[0])
        yield case("reshape", identity, why, [f"x = f32[{sizes}] parameter(0)", f"ROOT r = {text} reshape(x)"], [live("f32", sizes, values)], expect, oracle=None)
    yield case("reshape", "one-undeclared", "the size of a dimension of bound 1 that is written as static",
               ["x = f32[4,<=1] parameter(0)", "r = f32[4,1] reshape(x)", "ROOT s = s32[] get-dimension-size(r), dimensions={1}"],
               [live("f32", "4,<=1", [[], [], [], []])], s32(0), requires=["s32"], oracle=None)
    yield fails("dynamic-slice", "indices", "a vector of start indices has one for each dimension",
                ["x = f32[2] constant({1, 2})", "z = s32[] constant(0)", "i = s32[1] constant({0})",
                 "j = s32[<=1] set-dimension-size(i, z), dimensions={0}", "ROOT r = f32[1] dynamic-slice(x, j), dynamic_slice_sizes={1}"])
    yield case("dynamic-slice", "vector", "a full vector of start indices with a dynamic size",
               ["x = f32[5] parameter(0)", "j = s32[<=1] parameter(1)", "ROOT r = f32[2] dynamic-slice(x, j), dynamic_slice_sizes={2}"],
               [plain("f32", floats(5)), live("s32", "<=1", [2])], plain("f32", [3.0, 4.0]), requires=["s32"], oracle=None)


if __name__ == "__main__":
    write_groups((async_cases, transfer_cases, movement_cases), NAME)
