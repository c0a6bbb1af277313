#!/usr/bin/python3
"""Vectors of loops that pass an array on unchanged while an op that could reuse its memory reads it, and of short elements that
are converted and repeated in long arrays. Oracle: the numpy adapter."""
from formats import FLOATS, literal
from through_numpy import combiner, numpy_case
from write import write_groups

NAME = "conformance/generate/kept_state.py"
X = [4.0, -1.0, 3.0, 0.5, 2.0, -6.0]
# op: (lines that make y from x, i, and k; further computations)
READERS = {
    "dynamic-update-slice": (["y = f32[6] dynamic-update-slice(x, k, i)"], ()),
    "scatter": (["j = s32[1] reshape(i)", "y = f32[6] scatter(x, j, k), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=last"],
                combiner("c = f32[] copy(b)", ["f32", "f32"], label="last")),
    "sort": (["y = f32[6] sort(x), dimensions={0}, to_apply=less"], combiner("c = pred[] compare(a, b), direction=LT", ["f32", "f32"], label="less")),
    "negate": (["y = f32[6] negate(x)"], ()),
    "reverse": (["y = f32[6] reverse(x), dimensions={0}"], ()),
    "select": (["o = s32[6] iota(), iota_dimension=0", "l = s32[6] broadcast(i), dimensions={}", "q = pred[6] compare(o, l), direction=LT", "z = f32[6] broadcast(f), dimensions={}",
                "y = f32[6] select(q, z, x)"], ()),
    "reshape": (["w = f32[2,3] reshape(x)", "v = f32[3,2] transpose(w), dimensions={1,0}", "y = f32[6] reshape(v)"], ()),
    "map": (["y = f32[6] map(x), dimensions={0}, to_apply=twice"], ["twice {", "  a = f32[] parameter(0)", "  ROOT c = f32[] add(a, a)", "}"]),
}


def loop_cases():
    state = "(s32[], f32[6], f32[6])"
    for op, (lines, helpers) in READERS.items():
        for place, other in (("and-another", "t"), ("and-itself", "x")):
            lines_of = [*lines, f"s = f32[6] add(y, {other})"]
            body = ["body {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  x = f32[6] get-tuple-element(p), index=1",
                    "  t = f32[6] get-tuple-element(p), index=2", "  one = s32[] constant(1)", "  n = s32[] add(i, one)", "  f = f32[] convert(n)", "  k = f32[1] reshape(f)",
                    *("  " + line for line in lines_of), f"  ROOT r = {state} tuple(n, x, s)", "}"]
            test = ["test {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  m = s32[] constant(4)", "  ROOT c = pred[] compare(i, m), direction=LT", "}"]
            entry = ["x = f32[6] parameter(0)", "z = s32[] constant(0)", "o = f32[] constant(0)", "t = f32[6] broadcast(o), dimensions={}", f"s = {state} tuple(z, x, t)",
                     f"w = {state} while(s), condition=test, body=body", "a = f32[6] get-tuple-element(w), index=1", "b = f32[6] get-tuple-element(w), index=2",
                     "ROOT r = (f32[6], f32[6], f32[6]) tuple(a, b, x)"]
            yield "while", numpy_case(f"while.f32.keeps-state-{op}-{place}", "an array of the state that an op reads is the same in the next iteration", "While", entry,
                                      [literal("f32", X)], helpers=[*helpers, *test, *body], requires=["f32", "s32"])


def constant_cases():
    state = "(s32[], f32[4])"
    test = ["test {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  k = f32[4] constant({1, 2, 3, 4})", "  z = f32[4] slice(k), slice={[0:4]}",
            "  t = f32[1] dynamic-slice(z, i), dynamic_slice_sizes={1}", "  q = f32[] reshape(t)", "  n = f32[] constant(3)", "  ROOT l = pred[] compare(q, n), direction=LT", "}"]
    body = ["body {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  x = f32[4] get-tuple-element(p), index=1", "  one = s32[] constant(1)",
            "  n = s32[] add(i, one)", "  y = f32[4] add(x, x)", f"  ROOT r = {state} tuple(n, y)", "}"]
    entry = ["x = f32[4] parameter(0)", "z = s32[] constant(0)", f"s = {state} tuple(z, x)", f"ROOT w = {state} while(s), condition=test, body=body"]
    yield "while", numpy_case("while.f32.keeps-a-constant-of-its-condition", "a constant that an op reads is the same in the next iteration", "While", entry, [literal("f32", X[:4])],
                              helpers=[*test, *body], requires=["f32", "pred", "s32"])


def spread_cases():
    for name, wide in (("bf16", "f32"), ("f16", "f32"), ("s8", "s32"), ("u8", "u32"), ("f8e4m3fn", "f32")):
        for repeat in (2, 3, 5, 7, 33):
            count, total = 3001, "f64" if wide in FLOATS else "s64"
            shape = f"[{count},{repeat}]"
            body = [f"n = s32[{count}] iota(), iota_dimension=0", "k = s32[] constant(13)", f"ks = s32[{count}] broadcast(k), dimensions={{}}", f"m = s32[{count}] remainder(n, ks)",
                    f"x = {name}[{count}] convert(m)", f"b = {name}{shape} broadcast(x), dimensions={{0}}", f"c = {wide}{shape} convert(b)", f"i = {wide}{shape} iota(), iota_dimension=1",
                    f"y = {wide}{shape} multiply(c, i)", f"z = {wide}{shape} add(y, c)", f"w = {total}{shape} convert(z)", f"j = {total}{shape} iota(), iota_dimension=0",
                    f"v = {total}{shape} multiply(w, j)", f"o = {total}[] constant(0)", f"ROOT r = {total}[{repeat}] reduce(v, o), dimensions={{0}}, to_apply=f"]
            yield "broadcast", numpy_case(f"broadcast.{name}.converted-and-repeated-{repeat}", "elements that are converted and repeated, in more than one block", "Broadcast", body,
                                          helpers=combiner(f"c = {total}[] add(a, b)", [total, total]), requires=[name, wide, total, "s32"], tags=["large"])


if __name__ == "__main__":
    write_groups((loop_cases, constant_cases, spread_cases), NAME)
