#!/usr/bin/python3
"""Vectors of further details: metadata lists in shardings, flags for each element of a nested result, an asynchronous op without a required
attribute, shorthand that an op does not have, an accuracy without parts, decimals whose ninth digit is far off, elements of twelve bits, a
product of two types of the same width, one gap between two rows, infinite numbers divided by infinite real ones, hyperbolic tangents close to
one. By hand; decimals by Python, the tangents by mpmath."""
import struct

import mpmath

from details_of_texts import entry, own_choice
from extreme_values import MPMATH, rounded_complex
from formats import literal
from less_usual_texts import one_op
from nearly_right import printed
from rare_texts import print_case
from text_faults import X, fault
from write import run_case, write_groups

NAME = "conformance/generate/further_details.py"
INF, NAN = float("inf"), float("nan")


# ---- texts ----
def attribute_cases():
    names = ", ".join(f'{{op_name="{letter}"}}' for letter in "abcdefg")
    sharding = f"sharding={{replicated metadata={{{names}}}}}"
    yield one_op("attributes.sharding-with-seven-places", "only the elements of a tuple are numbered in a sharding, the entries of its metadata are not",
                 "6.6", sharding, sharding, op="negate(x)")
    yield fault("accuracy-of-nothing", "an accuracy is either a mode or a tolerance, and not nothing", "6.2", "P12",
                [X, "ROOT r = f32[4] exponential(x), result_accuracy={}"], "{}")
    yield fault("start-with-calls", "the shorthand of an asynchronous start has no computation of its own", "5.3", "P04",
                [X, "s = ((f32[4]), f32[4]) negate-start(x), calls=f", "ROOT d = f32[4] negate-done(s)"], "calls")
    for opcode in ("recv-start", "send-update", "copy-update", "all-reduce-update", "collective-permute-update"):
        yield fault(f"no-shorthand-{opcode}", "an op that has a start or a done of its own has no shorthand", "3.3", "P02",
                    ["x = token[] after-all()", f"ROOT s = ((token[]), token[]) {opcode}(x)"], opcode)
    yield fault("start-without-attribute", "the start of an asynchronous op has the attributes that the op requires", "5.3", "P06",
                [X, "s = ((f32[4]), f32[4]) reverse-start(x)", "ROOT d = f32[4] reverse-done(s)"], "reverse-start")


def header_case():
    flags, result = "allow_spmd_sharding_propagation_to_output={true,false}", "((f32[], f32[]), f32[])"
    yield own_choice(print_case(
        "header.flags-of-elements", "the flags of the result may be one for each of its elements, also if it has more leaves",
        [f"HloModule m, {flags}", *entry("x = f32[] parameter(0)", "t = (f32[], f32[]) tuple(x, x)", f"ROOT r = {result} tuple(t, x)")[1:]],
        [f"HloModule m, entry_computation_layout={{(f32[])->{result}}}, {flags}", "", f"ENTRY %e (x: f32[]) -> {result} {{",
         "  %x = f32[] parameter(0)", "  %t = (f32[], f32[]) tuple(%x, %x)", f"  ROOT %r = {result} tuple(%t, %x)", "}", ""], "3.1"))


def type_cases():
    """As in XLA, the type with the greater range, and of equal ranges the one with more digits."""
    lists = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    rows = [("bf16", "f16", "bf16", "range"), ("f16", "bf16", "bf16", "range"), ("f8e4m3fn", "f8e5m2", "f8e5m2", "range"), ("f8e5m2", "f16", "f16", "digits"),
            ("f8e4m3", "f8e4m3fn", "f8e4m3fn", "range"), ("f32", "bf16", "f32", "digits"), ("f64", "f32", "f64", "range")]
    for left, right, taken, what in rows:
        yield own_choice(print_case(
            f"inferred.product-of-{left}-and-{right}", f"the inferred type of a product of two types is the one with {'the greater range' if what == 'range' else 'more digits'}",
            entry(f"x = {left}[2,3] parameter(0)", f"y = {right}[3,2] parameter(1)", f"ROOT r = dot(x, y), {lists}"),
            [f"HloModule m, entry_computation_layout={{({left}[2,3]{{1,0}}, {right}[3,2]{{1,0}})->{taken}[2,2]{{1,0}}}}", "",
             f"ENTRY %e (x: {left}[2,3], y: {right}[3,2]) -> {taken}[2,2] {{", f"  %x = {left}[2,3]{{1,0}} parameter(0)", f"  %y = {right}[3,2]{{1,0}} parameter(1)",
             f"  ROOT %r = {taken}[2,2]{{1,0}} dot(%x, %y), {lists}", "}", ""], "5.1"))


def decimal_case():
    """Neighbors of f32 just above a power of two are far apart where that has a large first digit: up to 118 units of the ninth digit."""
    texts = ["0.000976577", "0.000976582", "0.000976565", "9.90358e+27", "9.9036e+27", "8.67423e-19"]
    codes = [int.from_bytes(struct.pack("<f", float(text)), "little") for text in texts]
    for code, text in zip(codes, texts):
        if printed("f", code, 6, 9) != text:
            raise ValueError(text)
    codes += [codes[1] + 1, codes[3] + 1]  # these need nine digits
    numbers = [struct.unpack("<f", code.to_bytes(4, "little"))[0] for code in codes]
    given, written = ("{" + ", ".join(parts) + "}" for parts in ([f"{number:.17g}" for number in numbers], [printed("f", code, 6, 9) for code in codes]))
    shape = f"f32[{len(codes)}]"
    yield print_case("number.f32-six-digits-far-from-nine", "six digits are written if they read back, also if they are far from the ninth digit",
                     ["HloModule m", "ENTRY e {", f"  ROOT c = {shape} constant({given})", "}"],
                     [f"HloModule m, entry_computation_layout={{()->{shape}{{0}}}}", "", f"ENTRY %e () -> {shape} {{",
                      f"  ROOT %c = {shape}{{0}} constant({written})", "}", ""], anchor="8.6")


# ---- arrays ----
def wide_cases():
    """The first element is in the most significant bits: 0x0AB and 0x0CD are 0x0AB0CD."""
    pair, together = [0xAB, 0xCD], [0x0A, 0xB0, 0xCD]
    for topic, given, result, values, expect in (("from", "u8[2]{0:E(12)}", "u8[3]", pair, together), ("to", "u8[3]", "u8[2]{0:E(12)}", together, pair)):
        lines = [f"x = {given} parameter(0)", f"ROOT r = {result} bitcast(x)"]
        if topic == "to":
            lines = [lines[0], f"b = {result} bitcast(x)", "ROOT r = u8[2] copy(b)"]
        yield own_choice(("bitcast", run_case(f"bitcast.u8.{topic}-twelve-bits", "elements with unused high bits need not begin at whole bytes", "4.2", lines,
                                              [literal("u8", values)], literal("u8", expect), doc="layout", requires=["u8"])))


def gap_case():
    lines = ["i = f32[18000] iota(), iota_dimension=0", "x = f32[2,9000] reshape(i)", "z = f32[] constant(7)",
             "p = f32[3,9000] pad(x, z), padding=0_0_1x0_0", "ROOT r = f32[3,3] slice(p), slice={[0:3], [0:9000:4499]}"]
    rows = [[0, 4499, 8998], [7, 7, 7], [9000, 13499, 17998]]
    yield "pad", run_case("pad.f32.one-gap-between-two-long-rows", "the gap between the rows of a large array has the padding value", "Pad", lines, [],
                          literal("f32", [float(value) for row in rows for value in row], (3, 3)), requires=["f32"])


# ---- complex numbers ----
def quotient_cases():
    """In C, too, the quotient of two infinite numbers is NaN in both parts (Annex G)."""
    first = [complex(INF, 1), complex(INF, -1), complex(-INF, 0), complex(1, INF), complex(-2, -INF)]
    second = [complex(INF, 0), complex(-INF, 0), complex(INF, -0.0), complex(-INF, 0), complex(INF, 0)]
    for name in ("c64", "c128"):
        size = f"{name}[{len(first)}]"
        yield "divide", run_case(f"divide.{name}.infinite-by-infinite-real", "an infinite number divided by an infinite real one has two parts of NaN",
                                 "divide", [f"x = {size} parameter(0)", f"y = {size} parameter(1)", f"ROOT r = {size} divide(x, y)"],
                                 [literal(name, first), literal(name, second)], literal(name, [complex(NAN, NAN)] * len(first)), requires=[name],
                                 tags=["extreme"], level="impl-defined")


def tangent_case():
    points = [complex(12.5, 0.5), complex(-13, 2), complex(14, -1), complex(15, 1), complex(-16, 0.25), complex(17.5, 3)]
    results = [rounded_complex("f64", mpmath.tanh(mpmath.mpc(z))) for z in points]
    size = f"c128[{len(points)}]"
    yield "tanh", run_case("tanh.c128.close-to-one", "from real parts of 12 to 18, the tangent is close to one, but not equal", "tanh",
                           [f"x = {size} parameter(0)", f"ROOT r = {size} tanh(x)"], [literal("c128", points)], literal("c128", results),
                           tol={"class": "close", "ulp": 16}, requires=["c128"], tags=["complex"], oracle=MPMATH)


if __name__ == "__main__":
    write_groups((attribute_cases, header_case, type_cases, decimal_case, wide_cases, gap_case, quotient_cases, tangent_case), NAME)
