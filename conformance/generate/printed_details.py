#!/usr/bin/python3
"""Vectors of details of printed texts and of the numbers, shapes, and JSON values in them: attributes that have their default value,
collectives on one channel, callers in another order than in the text, names in metadata, an async start whose computation takes a static
array, splits that do not increase, nesting and sizes at the limit, minus zero as a size, members of JSON literals in rare orders,
bits of a NaN, decimals of many digits or as near as another one, conversions that must round once. By hand; numbers by exact arithmetic."""
from fractions import Fraction

from details_of_texts import entry, layout_reject, own_choice
from formats import literal, round_to
from import_cases import case as import_case, f32, program as imported
from less_usual_texts import module, one_op
from rare_texts import PRINTED_SUM, SUM, print_case
from text_faults import constant, fault
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/printed_details.py"


# ---- printed attributes ----
def default_cases():
    yield print_case("attributes.compare-complex-type", "the default comparison of complex numbers is that of floats",
                     entry("x = c64[4] parameter(0)", "ROOT r = pred[4] compare(x, x), direction=EQ, type=FLOAT"),
                     module(["  ROOT %r = pred[4]{0} compare(%x, %x), direction=EQ"], "c64[4]{0}", "pred[4]{0}"), "8.5")
    shape = "f32[1,4,4,1]"
    conv = "window={size=1x1}, dim_labels=b01f_01io->b01f"
    yield print_case("attributes.batch-group-count-of-one", "a count of 1 batch group is the default, and so is not written",
                     entry(f"x = {shape} parameter(0)", "k = f32[1,1,1,1] parameter(1)",
                           f"ROOT r = {shape} convolution(x, k), {conv}, batch_group_count=1"),
                     [f"HloModule m, entry_computation_layout={{({shape}{{3,2,1,0}}, f32[1,1,1,1]{{3,2,1,0}})->{shape}{{3,2,1,0}}}}", "",
                      f"ENTRY %e (x: {shape}, k: f32[1,1,1,1]) -> {shape} {{", f"  %x = {shape}{{3,2,1,0}} parameter(0)",
                      "  %k = f32[1,1,1,1]{3,2,1,0} parameter(1)", f"  ROOT %r = {shape}{{3,2,1,0}} convolution(%x, %k), {conv}", "}", ""], "8.5")
    yield one_op("attributes.metadata-both-names", "a deduplicated name is written before a scheduling name", "6.7",
                 'metadata={scheduling_name="s" deduplicated_name="d"}', 'metadata={deduplicated_name="d" scheduling_name="s"}')


def async_cases():
    body = ["  a = f32[2]{0} parameter(0)", "  ROOT n = f32[2]{0} negate(a)"]
    bundle = "((f32[<=2]{0}), f32[2]{0})"
    lines = ["x = f32[<=2]{0} parameter(0)", f"s = {bundle} async-start(x), calls=f", "ROOT d = f32[2]{0} async-done(s)"]
    yield print_case("async.static-parameter-of-dynamic-operand", "a parameter that is static where the operand is dynamic is only seen in the long form",
                     entry(*lines, helpers=["f {", *body, "}"]),
                     ["HloModule m, entry_computation_layout={(f32[<=2]{0})->f32[2]{0}}", "", "%f (a: f32[2]) -> f32[2] {",
                      "  %a = f32[2]{0} parameter(0)", "  ROOT %n = f32[2]{0} negate(%a)", "}", "",
                      "ENTRY %e (x: f32[<=2]) -> f32[2] {", "  %x = f32[<=2]{0} parameter(0)", f"  %s = {bundle} async-start(%x), calls=%f",
                      "  ROOT %d = f32[2]{0} async-done(%s)", "}", ""], "5.3")


# ---- order ----
def order_cases():
    shape = "f32[2]{0}"
    op = "all-reduce({0}), channel_id=1, replica_groups={{}}, to_apply={1}f"
    result = f"({shape}, {shape}, {shape})"
    yield print_case("order.three-on-one-channel", "each collective of a channel is printed behind the one before it",
                     ["HloModule m", *SUM, "ENTRY e {", f"  x = {shape} parameter(0)",
                      *(f"  {name} = {shape} " + op.format("x", "") for name in "pqr"), f"  ROOT t = {result} tuple(r, q, p)", "}"],
                     [f"HloModule m, entry_computation_layout={{({shape})->{result}}}", "", *PRINTED_SUM,
                      "ENTRY %e (x: f32[2]) -> (f32[2], f32[2], f32[2]) {", f"  %x = {shape} parameter(0)",
                      *(f"  %{name} = {shape} " + op.format("%x", "%") for name in "pqr"), f"  ROOT %t = {result} tuple(%r, %q, %p)", "}", ""], "8.4")

    def callee(name, opcode, sign):
        shown = f" (a{name}: f32[2]) -> f32[2]" if sign else ""
        return [f"{sign}{name}{shown} {{", f"  {sign}a{name} = {shape} parameter(0)", f"  ROOT {sign}n{name} = {shape} {opcode}({sign}a{name})", "}"]
    f, g = (("f", "negate"), ("g", "abs"))
    yield print_case("order.callees-of-moved-callers", "called computations are in the order in which their callers are printed",
                     ["HloModule m", *callee(*f, ""), *callee(*g, ""), "ENTRY e {", f"  x = {shape} parameter(0)", f"  p = {shape} call(x), to_apply=f",
                      f"  q = {shape} call(x), to_apply=g", f"  ROOT s = {shape} subtract(q, p)", "}"],
                     [f"HloModule m, entry_computation_layout={{({shape})->{shape}}}", "", *callee(*g, "%"), "", *callee(*f, "%"), "",
                      "ENTRY %e (x: f32[2]) -> f32[2] {", f"  %x = {shape} parameter(0)", f"  %q = {shape} call(%x), to_apply=%g",
                      f"  %p = {shape} call(%x), to_apply=%f", f"  ROOT %s = {shape} subtract(%q, %p)", "}", ""], "8.2")


# ---- shapes and layouts ----
def shape_cases():
    for topic, why, split, at in (("split-at-0", "the first index of a split is behind the first element", "(0:0)", "0)"),
                                  ("split-twice-at-one-index", "the indices of a split increase", "(1:2,2)", "2)")):
        yield fault(topic, why, "2.2", "S08", [f"x = f32[4,6]{{1,0:SC{split}}} parameter(0)", "ROOT r = f32[4,6] negate(x)"], at, doc="layout")
    deep = "(" * 200 + "f32[]" + ")" * 200
    # The braces of the computation are a level, too.
    yield own_choice(fault("tuple-of-200-levels", "nesting is at most 200 levels deep, also in shapes", "9.2", "P10",
                           [f"x = {deep} parameter(0)", f"ROOT r = {deep} copy(x)"], None))
    yield own_choice(layout_reject("elements-and-prefix-beyond-63-bits", "the bits of the elements and of the bytes in front of them are counted together",
                                   {"doc": "layout", "anchor": "1.2"}, "f32[144115188075855872]{0:M(576460752303423488)}", "S09"))
    yield fault("opaque-with-sizes", "an opaque value has no sizes", "3.4", "P12", ['ROOT r = opaque[3] custom-call(), custom_call_target="f"'], "opaque[")
    yield fault("dynamic-constant-in-nested-tuple", "a constant has no dynamic sizes, at any depth", "7", "S05",
                ["ROOT r = ((f32[<=2])) constant((({1, 2})))"], "((f32")
    yield "negate", run_case("negate.f32.minus-zero-sizes", "minus zero is an integer, and not negative", "3.4",
                             ["x = f32[-0]{-0:S(-0)} parameter(0)", "ROOT r = f32[0] negate(x)"], [literal("f32", [])], literal("f32", []),
                             doc="hlo-text", requires=["f32"])
    yield own_choice(("negate", run_case("negate.f32.comment-to-carriage-return-in-shape", "a carriage return alone ends a line, and so a comment",
                                         "2", ["x = f32[2,// rows\r2] parameter(0)", "ROOT r = f32[2,2] negate(x)"],
                                         [literal("f32", [1, 2, 3, 4], (2, 2))], literal("f32", [-1, -2, -3, -4], (2, 2)), doc="hlo-text",
                                         requires=["f32"])))


# ---- JSON values ----
def json_cases():
    rows = [  # topic, why, code, shape of the constant, literal
        ("live-twice", "live sizes are given once", "P05", "f32[2]", '{"shape": "f32[<=2]", "dynamic_sizes": [1], "dynamic_sizes": [2], "data": [1, 2]}'),
        ("live-behind-data", "live sizes of a static array are its sizes, also behind its data", "P12", "f32[2]",
         '{"shape": "f32[2]", "data": [1, 2], "dynamic_sizes": [1]}'),
        ("nan-bits-beyond-64", "the bits of a NaN are at most 64", "C06", "f64[1]", '{"shape": "f64[1]", "data": ["nan:0x17ff8000000000001"]}'),
        ("minus-nan-bits", "the bits of a NaN include its sign", "C05", "f32[1]", '{"shape": "f32[1]", "data": ["-nan:0x7fc00000"]}'),
    ]
    for topic, why, code, shape, text in rows:
        yield fault(f"json-literal-{topic}", why, "9.2", code, None, None, whole=constant(shape, text))
    given = {"shape": "f32[<=3]", "data": [1, 2], "dynamic_sizes": [2]}
    yield "negate", run_case("negate.f32.data-before-live-sizes", "the members of a literal may have any order", "1.5",
                             ["x = f32[<=3] parameter(0)", "ROOT r = f32[<=3] negate(x)"], [given],
                             {"shape": "f32[<=3]", "dynamic_sizes": [2], "data": [-1, -2]}, requires=["f32"])


# ---- numbers ----
def number_cases():
    yield fault("pred-fraction", "an element of pred must not be a fraction", "7", "C05", ["ROOT c = pred[1] constant({0.5})"], "0.5")
    yield fault("nan-payload-of-65-bits", "a payload of more than 64 bits does not fit", "7", "C06",
                ["ROOT c = f64[1] constant({nan(0x10000000000000001)})"], "nan(")
    tie = 1 + Fraction(1, 2**53)
    digits = str(tie.numerator * 10**53 // tie.denominator)
    texts = [f"{digits[0]}.{digits[1:]}" + "0" * count + "1" for count in (10, 900)]
    if any(float(text) != 1 + 2.0**-52 for text in texts):
        raise ValueError(texts)
    yield "constant", run_case("constant.f64.just-above-tie", "a digit far behind those of a tie makes it more than a tie", "7",
                               [f"ROOT c = f64[2] constant({{{', '.join(texts)}}})"], [], literal("f64", [1 + 2.0**-52] * 2), doc="hlo-text", requires=["f64"])


def imported_cases():
    """Neighbors of 2^39 + 2^-5 are 2^-13 = 0.000122... away, so the decimals that end in .0312 and .0313 are both read as it, and are as near."""
    value = 2.0**39 + 2.0**-5
    if [float(f"549755813888.03{last}") == value for last in (11, 12, 13, 14)] != [False, True, True, False]:
        raise ValueError(value)
    accuracy = "#stablehlo.result_accuracy<atol = 549755813888.03125, rtol = 0.5, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>"
    yield own_choice(("import-elementwise", import_case(
        "import-elementwise.exponential.accuracy-between-two", "of two shortest decimals that are as near, the even one is written", "imported-elementwise",
        ["func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {", f"  %r = stablehlo.exponential %x {{result_accuracy = {accuracy}}} : tensor<2xf32>",
         "  return %r : tensor<2xf32>", "}"],
        hlo=imported(["r = f32[2]{0} exponential(Arg_0), result_accuracy={tolerance={atol=549755813888.0312,rtol=0.5,ulps=0}}"], {"x": f32([1, 2])}, None))))


def convert_cases():
    """As f32, these would be rounded to a tie first."""
    values = [2**40 + 2**32 + 1, -(2**40 + 3 * 2**32 - 1), 2**62 + 2**54 + 2**30, 2**40 + 2**32]
    yield "convert", run_case("convert.s64.to-bf16-once", "a large integer is rounded once", "Convert",
                              ["x = s64[4] parameter(0)", "ROOT r = bf16[4] convert(x)"], [literal("s64", values)],
                              literal("bf16", [round_to("bf16", value) for value in values]), requires=["s64", "bf16"])


GROUPS = (default_cases, async_cases, order_cases, shape_cases, json_cases, number_cases, imported_cases, convert_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
