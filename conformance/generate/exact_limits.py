#!/usr/bin/python3
"""Vectors at exact limits and of forms next to the usual one: the ends of the 64-bit range in stochastic-convert, NaN in one part of complex
arguments, the in-place form of collective-permute, layouts of all-reduce-start. Oracles: exact fractions, and by hand."""
import math

from bits import stochastic_case
from devices import combiner as reducer
from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/exact_limits.py"
NAN = math.nan


def stochastic_cases():
    below, above = 2.0**63 - 1024, 2.0**63
    for identity, draws in (("no-draw", [0] * 6), ("full-draw", [2**64 - 1] * 6)):
        yield "stochastic-convert", stochastic_case(f"ends-of-s64-{identity}", "the ends of s64 and their neighbors are exact or saturate", "f64", "s64",
                                                    [below, -below, above, -above, 2.0**63 + 2048, -(2.0**63) - 2048], draws)
        yield "stochastic-convert", stochastic_case(f"ends-of-s32-{identity}", "the ends of s32 and what lies between them and their neighbors", "f64", "s32",
                                                    [2.0**31 - 1, 2.0**31 - 0.5, 2.0**31, -(2.0**31) + 0.5, -(2.0**31), -(2.0**31) - 0.5], draws)
        yield "stochastic-convert", stochastic_case(f"ends-of-s8-{identity}", "the ends of s8 and what lies between them and their neighbors", "f32", "s8",
                                                    [127.0, 127.5, 128.0, -127.5, -128.0, -128.5], [d >> 32 for d in draws])


def complex_cases():
    """atan2(y, x) = -i log((x + iy) / sqrt(x^2 + y^2)): NaN in any part is in the quotient, so both parts are NaN."""
    ys = [complex(NAN, 1), complex(1, NAN), 1 + 1j, 1 + 1j, complex(NAN, NAN), complex(NAN, 2)]
    xs = [1 + 1j, 2 + 1j, complex(NAN, 1), complex(1, NAN), 1 + 2j, complex(1, NAN)]
    for name in ("c64", "c128"):
        lines = [f"y = {name}[6] parameter(0)", f"x = {name}[6] parameter(1)", f"ROOT r = {name}[6] atan2(y, x)"]
        yield "atan2", run_case(f"atan2.{name}.nan-in-one-part", "NaN in one part of one argument", "atan2", lines, [literal(name, ys), literal(name, xs)],
                                literal(name, [complex(NAN, NAN)] * 6), requires=[name])


# ---- collectives ----
def in_place(offsets, slices, output):
    """A collective-permute in place; `offsets`: the shape of both offsets."""
    if offsets.startswith("(("):
        count = offsets.count("((") + offsets.count(", (")
        inner = offsets[1:-1].split("), (")[0].strip("()").count("s32")
        part = f"({', '.join(['s32[]'] * inner)})"
        made = [f"p = {part} tuple({', '.join(['i'] * inner)})", f"t = {offsets} tuple({', '.join(['p'] * count)})"]
    else:
        made = [f"t = {offsets} tuple({', '.join(['i'] * offsets.count('s32'))})"]
    return ["HloModule m, replica_count=2", "ENTRY e {", "  x = f32[4] constant({1, 2, 3, 4})", f"  y = f32[{output}] constant({{{', '.join(['0'] * output)}}})", "  i = s32[] constant(0)",
            *("  " + line for line in made), f"  ROOT r = f32[{output}] collective-permute(x, y, t, t), source_target_pairs={{{{0,1}}}}, slice_sizes={slices}", "}"]


def permute_cases():
    """The valid forms pass all rules and end with R07, because this form is not evaluated (collectives reference, 4.5)."""
    for what, why, code, offsets, slices, output in (
            ("one-slice", "a valid form that is not evaluated", "R07", "(s32[])", "{{2}}", 4), ("whole", "a slice of the whole array", "R07", "(s32[])", "{{4}}", 4),
            ("empty-slice", "a slice of no element", "R07", "(s32[])", "{{0}}", 4), ("longer-output", "the output may be longer", "R07", "(s32[])", "{{4}}", 6),
            ("two-slices", "offsets of two slices are tuples of tuples", "R07", "((s32[]), (s32[]))", "{{2},{1}}", 4),
            ("two-slices-one-offset", "two slices have two offsets", "collective-permute.C1", "((s32[]))", "{{2},{1}}", 4),
            ("two-slices-three-offsets", "two slices have two offsets", "collective-permute.C1", "((s32[]), (s32[]), (s32[]))", "{{2},{1}}", 4),
            ("two-slices-flat-offset", "two slices have tuples of offsets", "collective-permute.C1", "(s32[])", "{{2},{1}}", 4),
            ("two-slices-flat-offsets", "scalars are offsets of one slice", "collective-permute.C1", "(s32[], s32[])", "{{2},{1}}", 4),
            ("second-slice-rank", "the offset of a slice has an entry for each dimension", "collective-permute.C1", "((s32[], s32[]), (s32[], s32[]))", "{{2},{1}}", 4),
            ("second-slice-size", "each slice fits", "collective-permute.C1", "((s32[]), (s32[]))", "{{2},{5}}", 4),
            ("negative-size", "sizes are not negative", "collective-permute.C1", "(s32[])", "{{-1}}", 4), ("size-beyond-output", "the slice fits the output", "collective-permute.C1", "(s32[])", "{{4}}", 3)):
        case = reject_case(f"collective-permute.f32.in-place-{what}", why, "4.5", None, code, whole=in_place(offsets, slices, output), requires=["f32", "s32", "replicas"], doc="collectives")
        case["topology"] = {"replicas": 2, "partitions": 1}
        yield "collective-permute", case


def layout_cases():
    both = {"sync": "{n} = f32[2] all-reduce({x}), replica_groups={{}}{c}, to_apply=f", "async": "{n} = f32[2] all-reduce-start({x}), replica_groups={{}}{c}, to_apply=f"}
    for first in both:
        for second in both:
            for order in ((", constrain_layout=true", ""), ("", ", constrain_layout=true")):
                lines = ["x = f32[2] parameter(0)"]
                name = "x"
                for k, (form, constraint) in enumerate(zip((first, second), order)):
                    lines.append(both[form].format(n=f"a{k}", x=name, c=constraint))
                    name = f"a{k}"
                    if form == "async":
                        lines.append(f"d{k} = f32[2] all-reduce-done({name})")
                        name = f"d{k}"
                lines[-1] = "ROOT " + lines[-1]
                whole = ["HloModule m", *reducer("add", "f32"), "ENTRY e {", *("  " + line for line in lines), "}"]
                yield "all-reduce", reject_case(f"all-reduce.f32.rejects-mixed-layout-{first}-{second}-{'first' if order[0] else 'second'}",
                                                "all all-reduce ops of a module, synchronous or not, constrain layouts, or none does", "4.2", None, "V04", whole=whole,
                                                requires=["f32"], doc="collectives")


GROUPS = (stochastic_cases, complex_cases, permute_cases, layout_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
