#!/usr/bin/python3
"""Vectors of closer details: computations that have the title of a frame table as their name, an epsilon that is minus infinity, parts of
elements in a dynamic dimension, decimals in lists that are close to half way between two numbers, sums of narrow integers that other ops use
at once, variances of many rows. By hand; decimals by exact fractions."""
import struct
from fractions import Fraction

from details_of_texts import entry, own_choice
from formats import literal, round_to, wrap
from import_cases import case as import_case, f32, function
from rare_texts import PRINTED_SUM, SUM, print_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/closer_details.py"


# ---- texts ----
def name_cases():
    """A title begins a table unless a parameter list or a brace follows."""
    for title, head in (("FileNames", "FileNames {"), ("StackFrames", "StackFrames (a: f32[], b: f32[]) -> f32[] {")):
        given = ["HloModule m", head, *SUM[1:], *entry("x = f32[3] parameter(0)", "z = f32[] constant(0)",
                                                       f"ROOT r = f32[] reduce(x, z), dimensions={{0}}, to_apply={title}")[1:]]
        text = ["HloModule m, entry_computation_layout={(f32[3]{0})->f32[]}", "", PRINTED_SUM[0].replace("%f", f"%{title}"), *PRINTED_SUM[1:],
                "ENTRY %e (x: f32[3]) -> f32[] {", "  %x = f32[3]{0} parameter(0)", "  %z = f32[] constant(0)",
                f"  ROOT %r = f32[] reduce(%x, %z), dimensions={{0}}, to_apply=%{title}", "}", ""]
        yield own_choice(print_case(f"names.first-computation-{title.lower()}", "the first computation may be called like a frame table", given, text, "3.1"))


def epsilon_case():
    op = "batch-norm-inference({0}x, {0}s, {0}s, {0}s, {0}s), epsilon=-inf, feature_index=1"
    yield print_case("attributes.epsilon-minus-inf", "an attribute that is a number may be minus infinity",
                     entry("x = f32[2,3] parameter(0)", "s = f32[3] parameter(1)", f"ROOT r = {op.format('')}"),
                     ["HloModule m, entry_computation_layout={(f32[2,3]{1,0}, f32[3]{0})->f32[2,3]{1,0}}", "",
                      "ENTRY %e (x: f32[2,3], s: f32[3]) -> f32[2,3] {",
                      "  %x = f32[2,3]{1,0} parameter(0)", "  %s = f32[3]{0} parameter(1)", f"  ROOT %r = f32[2,3]{{1,0}} {op.format('%')}", "}", ""], "6.2")


# ---- shapes ----
def part_case():
    shape = "s8[2,<=4]"
    yield "bitcast-convert", reject_case("bitcast-convert.f32.rejects-dynamic-parts", "the dimension of the parts of an element is static",
                                         "BitcastConvertType", ["x = f32[2] parameter(0)", f"ROOT r = {shape} bitcast-convert(x)"], "bitcast-convert.C6",
                                         at=shape, requires=["f32", "s8"])


# ---- numbers ----
def decimal_cases():
    """The double nearest to each is half way between two numbers of f32, but the decimal is not."""
    texts = ["0.5000000298023224", "-0.5000000298023224", "0.5000002086162567"]
    numbers = []
    for text in texts:
        numbers.append(round_to("f32", Fraction(text)))
        if struct.unpack("<f", struct.pack("<f", float(text)))[0] == numbers[-1]:
            raise ValueError(text)
    value = f32(numbers)
    yield "import-dense", import_case("import-dense.list-rounded-once",
                                      "a short decimal whose nearest double is half way between two numbers is rounded once, too",
                                      "dense", function([f"%r = stablehlo.constant dense<[{', '.join(texts)}]> : {value.mlir}"], {}, value), expect=value)


def narrow_cases():
    """x + y wraps before it is divided, converted, and compared."""
    rows = {"u8": ([200, 255, 127, 128, 1, 240], [1, 1, 1, 3, 2, 40]), "u16": ([40000, 65535, 32767, 32768, 1, 60000], [1, 1, 1, 3, 2, 50000]),
            "s8": ([100, 127, -128, 3, 90, -7], [50, 1, 1, 4, 90, 2]), "s16": ([30000, 32767, -32768, 3, 20000, -7], [3000, 1, 1, 4, 20000, 2])}
    for name, (left, right) in rows.items():
        count, wide = len(left), name[0] + "32"
        sums = [wrap(name, x + y) for x, y in zip(left, right)]
        quotients = [abs(a) // y * (-1 if a < 0 else 1) for a, y in zip(sums, right)]  # toward 0; y > 0
        lines = [f"x = {name}[{count}] parameter(0)", f"y = {name}[{count}] parameter(1)", f"a = {name}[{count}] add(x, y)",
                 f"q = {name}[{count}] divide(a, y)", f"w = {wide}[{count}] convert(a)", f"f = f32[{count}] convert(a)",
                 f"g = pred[{count}] compare(a, x), direction=LT",
                 f"ROOT r = ({name}[{count}], {wide}[{count}], f32[{count}], pred[{count}]) tuple(q, w, f, g)"]
        expect = {"tuple": [literal(name, quotients), literal(wide, sums), literal("f32", [float(a) for a in sums]),
                            literal("pred", [a < x for a, x in zip(sums, left)])]}
        yield "add", run_case(f"add.{name}.wraps-before-other-ops", "a sum wraps before the ops that use it, also if all of them run as one", "add", lines,
                              [literal(name, left), literal(name, right)], expect, requires=[name, wide, "f32", "pred"])


def variance_case():
    """Row r has the numbers 0, k, 2k and 3k 128 times each, k = r mod 64: the mean is 3k/2, and the squares of the deviations add up to
    128 * (9/4 + 1/4 + 1/4 + 9/4) k^2. In any order, the sums are exact."""
    rows, columns, step = 300, 512, 13
    size = f"[{rows},{columns}]"
    lines = [f"i = s32{size} iota(), iota_dimension=0", f"j = s32{size} iota(), iota_dimension=1", "u = s32[] constant(63)", "v = s32[] constant(3)",
             f"U = s32{size} broadcast(u), dimensions={{}}", f"V = s32{size} broadcast(v), dimensions={{}}", f"k = s32{size} and(i, U)",
             f"l = s32{size} and(j, V)", f"n = s32{size} multiply(k, l)", f"y = f32{size} convert(n)",
             f"x = f32{size} reverse(y), dimensions={{1}}", "z = f32[] constant(0)", f"s = f32[{rows}] reduce(x, z), dimensions={{1}}, to_apply=f",
             f"h = f32[] constant({1 / columns})", f"H = f32[{rows}] broadcast(h), dimensions={{}}", f"m = f32[{rows}] multiply(s, H)",
             f"M = f32{size} broadcast(m), dimensions={{0}}", f"d = f32{size} subtract(x, M)",
             f"p = f32{size} multiply(d, d)", f"q = f32[{rows}] reduce(p, z), dimensions={{1}}, to_apply=f",
             f"ROOT r = f32[{len(range(0, rows, step))}] slice(q), slice={{[0:{rows}:{step}]}}"]
    yield "reduce", run_case("reduce.f32.variance-of-many-rows", "each of many rows has a mean of its own", "Reduce", None, [],
                             literal("f32", [640.0 * (r % 64) ** 2 for r in range(0, rows, step)]), requires=["f32", "s32"],
                             whole=["HloModule m", *SUM, "ENTRY e {", *("  " + line for line in lines), "}"])


if __name__ == "__main__":
    write_groups((name_cases, epsilon_case, part_case, decimal_cases, narrow_cases, variance_case), NAME)
