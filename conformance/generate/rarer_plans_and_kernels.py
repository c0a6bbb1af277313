#!/usr/bin/python3
"""Vectors of arrays that are read in two ways in one fused step, of sums over outer and inner dimensions, of sums that overflow early in the last
column alone, of products with long rows, of effects before a step that is fused with others, of loops within loops, and of functions at zeros
and infinities of rarer signs. By hand, in exact numbers."""
import numpy

from devices import combiner, device_case
from formats import literal
from kernel_corners import constant, rows_case
from live_edges import whole
from rare_texts import print_case
from shard_maps import run
from write import run_case, write_groups

NAME = "conformance/generate/rarer_plans_and_kernels.py"
INF, NAN = float("inf"), float("nan")
BITS = {"class": "bits"}


# ---- functions ----
def function(op, name, topic, why, operands, results, **more):
    size = f"{name}[{len(results)}]"
    lines = [f"x{k} = {size} parameter({k})" for k in range(len(operands))]
    names = ", ".join(f"x{k}" for k in range(len(operands)))
    return op, run_case(f"{op}.{name}.{topic}", why, op, [*lines, f"ROOT r = {size} {op}({names})"],
                        [literal(name, values) for values in operands], literal(name, results), requires=[name], **more)


def function_cases():
    """The cosine of 2, 3, and 4 is negative, the sine of 4 and of -1 as well."""
    far = [complex(-2000, 2), complex(-2000, 4), complex(-800, 3), complex(-2000, 1), complex(-2000, -1)]
    signed = [complex(-0.0, 0.0), complex(-0.0, -0.0), complex(-0.0, 0.0), complex(0.0, 0.0), complex(0.0, -0.0)]
    zeros, roots = [complex(-0.0, 0.0), complex(-0.0, -0.0)], [complex(0.0, 0.0), complex(0.0, -0.0)]
    for name in ("c64", "c128"):
        yield function("exponential", name, "signs-of-zeros", "parts that are rounded to zero have the signs of cosine and sine", [far], signed, tol=BITS,
                       level="impl-defined")
        yield function("power", name, "zero-to-imaginary", "a power of zero is a number only if the real part of the exponent is positive",
                       [[complex(0, 0)] * 3, [complex(0, 1), complex(0, -2), complex(-0.0, 3)]], [complex(NAN, NAN)] * 3, level="impl-defined")
        yield function("sqrt", name, "of-minus-zero", "the real part of a root is +0, also of -0", [zeros], roots, tol=BITS, level="impl-defined")
    yield function("power", "f32", "minus-infinity-to-fractions", "powers of -inf are numbers, unlike those of finite negative numbers",
                   [[-INF] * 6, [2.5, 0.25, -2.5, -0.25, 3.0, 2.0]], [INF, INF, 0.0, 0.0, -INF, INF], tol=BITS)


def maximum_cases():
    for op in ("maximum", "minimum"):
        yield rows_case("with-nan-after-sum", "the result is NaN also if only the second operand is, between steps on many elements", op, "f32",
                        [[1.0, -7.0, 2.5, 8.0], [NAN, 3.0, NAN, NAN]], [*constant(2), "t = WIDE add(a, K)", f"r = WIDE {op}(t, b)"],
                        [NAN, {"maximum": 3.0, "minimum": -5.0}[op], NAN, NAN])


# ---- fused steps ----
def line_case():
    """A is 383, 382, ..., and B is 127, 126, ...: reversed, they are computed before the other steps."""
    wide = "f32[4,3,128]"
    lines = ["j = f32[384] iota(), iota_dimension=0", "k = f32[384] reverse(j), dimensions={0}", "a = f32[3,128] reshape(k)",
             "i = f32[128] iota(), iota_dimension=0", "b = f32[128] reverse(i), dimensions={0}", f"x = {wide} iota(), iota_dimension=0",
             f"A = {wide} broadcast(a), dimensions={{1,2}}", f"B = {wide} broadcast(b), dimensions={{2}}", f"s = {wide} add(x, A)",
             f"m = {wide} multiply(s, B)", "ROOT r = f32[2,3,2] slice(m), slice={[0:4:3], [0:3], [0:128:64]}"]
    results = [float((n + 383 - 128 * row - c) * (127 - c)) for n in (0, 3) for row in range(3) for c in (0, 64)]
    yield "broadcast", run_case("broadcast.f32.matrix-and-line-in-one-step", "one step reads an array of three lines and another one of a single line",
                                "broadcast", lines, [], literal("f32", results, (2, 3, 2)), requires=["f32"])


def recast_cases():
    """The first of two elements is in the low bits."""
    pairs, bytes_ = [[1, 2], [3, -4], [5, -6], [7, -8]], [10, -20, 30, -40]
    def byte(low, high):
        code = low % 16 + 16 * (high % 16)
        return code - 256 if code > 127 else code
    def nibbles(number):
        return [(number // shift + 8) % 16 - 8 for shift in (1, 16)]
    args = [literal("s4", [v for pair in pairs for v in pair], (4, 2)), literal("s8", bytes_)]
    given = ["x = s4[4,2] parameter(0)", "y = s8[4] parameter(1)"]
    for topic, lines, result, why in (
            ("s4.to-s8-between-steps", ["n = s4[4,2] not(x)", "b = s8[4] bitcast-convert(n)", "ROOT r = s8[4] xor(b, y)"],
             literal("s8", [byte(~low, ~high) ^ y for (low, high), y in zip(pairs, bytes_)]), "two elements become one between other steps"),
            ("s8.to-s4-between-steps", ["n = s8[4] not(y)", "b = s4[4,2] bitcast-convert(n)", "ROOT r = s4[4,2] xor(b, x)"],
             literal("s4", [v ^ w for y, pair in zip(bytes_, pairs) for v, w in zip(nibbles(~y), pair)], (4, 2)),
             "one element becomes two between other steps")):
        yield "bitcast-convert", run_case(f"bitcast-convert.{topic}", why, "bitcast-convert", [*given, *lines], args, result, requires=["s4", "s8"])


def infeed_case():
    """The step that multiplies is fused with the sum before the infeeds, for which the other step waits."""
    shape = "f32[4]"
    lines = [f"p = {shape} parameter(0)", f"s = {shape} add(p, p)", f"v = {shape} reverse(s), dimensions={{0}}",
             "t = token[] after-all()", "u = token[] after-all()", f"a = ({shape}, token[]) infeed(t)", f"b = ({shape}, token[]) infeed(u)",
             f"x = {shape} get-tuple-element(a), index=0", f"y = {shape} get-tuple-element(b), index=0",
             f"z = {shape} multiply(s, y)", f"ROOT r = ({shape}, {shape}, {shape}) tuple(v, x, z)"]
    given, first, second = [1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0], [100.0, 200.0, 300.0, 400.0]
    results = [[2 * v for v in reversed(given)], first, [2 * v * w for v, w in zip(given, second)]]
    yield "infeed", device_case("infeed.f32.second-beside-earlier-sum", "infeeds without a common token are in the order in which they are printed", "6.6",
                                lines, (1, 1), [literal("f32", given)], {"tuple": [literal("f32", values) for values in results]},
                                infeed=[literal("f32", first), literal("f32", second)], requires=["f32"], level="impl-defined")


# ---- sums and products ----
def sum_cases():
    """Sums over i and k of i j + k; and column c is b[c] times 1, 1, -1, 0, 0, ..., where only the last one exceeds all numbers early."""
    cube = "s32[16,32,16]"
    lines = [*(f"{name} = {cube} iota(), iota_dimension={d}" for d, name in enumerate("ijk")), f"p = {cube} multiply(i, j)", f"q = {cube} add(p, k)",
             "x = f32[16,32,16] convert(q)", "z = f32[] constant(0)", "ROOT r = f32[32] reduce(x, z), dimensions={0,2}, to_apply=f"]
    sums = [float(sum(i * j + k for i in range(16) for k in range(16))) for j in range(32)]
    yield "reduce", run_case("reduce.f32.add-outer-and-inner-of-computed", "a sum over the first and the last dimension of an array that was just computed",
                             "Reduce", None, [], literal("f32", sums), requires=["f32", "s32"],
                             whole=whole(lines, combiner("add", "f32")))
    columns = [2.0**127 if c == 63 else float(c + 1) for c in range(64)]
    lines = ["m = f32[24] parameter(0)", "b = f32[64] parameter(1)", "M = f32[24,64] broadcast(m), dimensions={0}",
             "B = f32[24,64] broadcast(b), dimensions={1}", "x = f32[24,64] multiply(M, B)", "z = f32[] constant(0)",
             "ROOT r = f32[64] reduce(x, z), dimensions={0}, to_apply=f"]
    yield "reduce", run_case("reduce.f32.add-no-early-overflow-in-last-column", "only the sum of the last column would overflow early", "Reduce", None,
                             [literal("f32", [1.0, 1.0, -1.0] + [0.0] * 21), literal("f32", columns)], literal("f32", columns), requires=["f32"],
                             level="impl-defined", whole=whole(lines, combiner("add", "f32")))
    lines = ["x = f32[40] parameter(0)", "z = f32[] parameter(1)", "ROOT r = f32[40] reduce-window(x, z), window={size=40 pad=39_0}, to_apply=f"]
    yield "reduce-window", run_case("reduce-window.f32.running-sums-of-minus-zeros", "sums of -0 alone are -0", "ReduceWindow", None,
                                    [literal("f32", [-0.0] * 40), literal("f32", [-0.0], ())], literal("f32", [-0.0] * 40), requires=["f32"], tol=BITS,
                                    level="impl-defined", whole=whole(lines, combiner("add", "f32")))


def product_case():
    """Rows of more than 1024 numbers from -3 to 3, columns of numbers from -2 to 2."""
    def small(label, dims, modulus, least):
        rows, columns = dims
        wide = f"s32[{rows * columns}]"
        lines = [f"{label}0 = {wide} iota(), iota_dimension=0", f"{label}1 = s32[] constant({modulus})",
                 f"{label}2 = {wide} broadcast({label}1), dimensions={{}}", f"{label}3 = {wide} remainder({label}0, {label}2)",
                 f"{label}4 = s32[] constant({-least})", f"{label}5 = {wide} broadcast({label}4), dimensions={{}}",
                 f"{label}6 = {wide} subtract({label}3, {label}5)", f"{label}7 = s8[{rows * columns}] convert({label}6)",
                 f"{label} = s8[{rows},{columns}] reshape({label}7)"]
        return lines, (numpy.arange(rows * columns) % modulus + least).reshape(rows, columns)
    first, a = small("x", (64, 1101), 7, -3)
    second, b = small("y", (1101, 64), 5, -2)
    lines = [*first, *second, "d = s32[64,64] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
             "ROOT r = s32[3,3] slice(d), slice={[0:64:31], [0:64:31]}"]
    yield "dot", run_case("dot.s8.more-than-1024-places", "the sums of long rows go on after 1024 places", "dot", lines, [],
                          literal("s32", [int(v) for v in (a @ b)[::31, ::31].flatten()], (3, 3)), requires=["s8", "s32"])


# ---- devices ----
def loop_case():
    """Device 0 sends 10, 11, 12 in the first iteration of the outer loop, 13, 14, 15 in the second one; of both, the middle one arrives."""
    state = "(s32[], s32[], s32[])"
    frontend = ', frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}",_xla_send_recv_validation="{{1,1}}"}'

    def loop(label, count, lines):
        parts = [f"  s = {state} parameter(0)", "  i = s32[] get-tuple-element(s), index=0"]
        return [f"{label}_condition {{", *parts, f"  n = s32[] constant({count})", "  ROOT c = pred[] compare(i, n), direction=LT", "}",
                f"{label}_body {{", *parts, "  x = s32[] get-tuple-element(s), index=1", "  sum = s32[] get-tuple-element(s), index=2",
                "  one = s32[] constant(1)", "  j = s32[] add(i, one)", *("  " + line for line in lines), f"  ROOT r = {state} tuple(j, y, next)", "}"]
    inner = ["t = token[] after-all()", f"v = (s32[], u32[], token[]) recv(t){frontend}",
             f"q = (s32[], u32[], token[]) send(x, t){frontend}, control-predecessors={{v}}", "d = (s32[], token[]) recv-done(v)", "e = token[] send-done(q)",
             "g = s32[] get-tuple-element(d), index=0", "next = s32[] add(sum, g)", "y = s32[] add(x, one)"]
    outer = ["z = s32[] constant(0)", f"k = {state} tuple(z, x, sum)", f"w = {state} while(k), condition=inner_condition, body=inner_body",
             "y = s32[] get-tuple-element(w), index=1", "next = s32[] get-tuple-element(w), index=2"]
    yield "send", device_case("send.s32.iterations-of-inner-loop", "iterations are those of the loop that the transfer is in, not of a loop around it", "6.2",
                              ["x = s32[] parameter(0)", "z = s32[] constant(0)", f"i = {state} tuple(z, x, z)",
                               f"w = {state} while(i), condition=outer_condition, body=outer_body", "ROOT r = s32[] get-tuple-element(w), index=2"], (2, 1),
                              [[literal("s32", [10], ())], [literal("s32", [1000], ())]], [literal("s32", [0], ()), literal("s32", [11 + 14], ())],
                              helpers=[*loop("inner", 3, inner), *loop("outer", 2, outer)], requires=["s32", "u32", "pred"])


def tiles_cases():
    """Devices 0 and 1 have the first part, 2 and 3 the second one."""
    for kind in ("manual", "replicated"):
        text = ["HloModule m, num_partitions=4", "ENTRY e {", "  x = s32[4] parameter(0)",
                f"  s = s32[4] copy(x), sharding={{devices=[2,2]<=[4] last_tile_dims={{{kind}}}}}",
                '  i = s32[2] custom-call(s), custom_call_target="SPMDFullToShardShape", sharding={manual}', "  ROOT r = s32[2] negate(i)", "}"]
        parts = {f"0,{d}": literal("s32", [[-1, -2], [-3, -4]][d // 2]) for d in range(4)}
        yield run(f"spmd-{kind}-subgroups", f"devices of a {kind} subgroup have the same part", text, [numpy.arange(1, 5)], parts, partitions=4)


# ---- texts ----
def layout_case():
    yield print_case("inferred.width-of-other-type", "a result of another type has the order of the operand's elements, but not their width",
                     ["HloModule m", "ENTRY e {", "  x = s4[2,3]{0,1:E(4)} parameter(0)", "  ROOT r = compare(x, x), direction=LT", "}"],
                     ["HloModule m, entry_computation_layout={(s4[2,3]{0,1:E(4)})->pred[2,3]{0,1}}", "", "ENTRY %e (x: s4[2,3]) -> pred[2,3] {",
                      "  %x = s4[2,3]{0,1:E(4)} parameter(0)", "  ROOT %r = pred[2,3]{0,1} compare(%x, %x), direction=LT", "}", ""], anchor="5.1")


if __name__ == "__main__":
    write_groups((function_cases, maximum_cases, line_case, recast_cases, infeed_case, sum_cases, product_case, loop_case, tiles_cases, layout_case), NAME)
