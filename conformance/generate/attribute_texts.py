#!/usr/bin/python3
"""Vectors of the text of attributes in braces, whatever its blanks and comments; of numbers with more digits than a double has;
and of operands and results that only a few programs have. Expected texts by hand from the text reference, sections 2, 6.1, and
8; numbers by exact fractions."""
import random
from fractions import Fraction

from dynamic import live
from formats import literal, round_to
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/attribute_texts.py"


def text_case(identity, why, given, text, header="", printed_header="", shape="f32[2]{0}", result=None):
    """`given` and `text`: lines of the entry computation."""
    result = result or shape
    flat = lambda s: s.replace("{0}", "")
    return "print", {"id": f"print.attributes.{identity}", "kind": "print", "level": "core", "why": why, "spec": [{"doc": "hlo-text", "anchor": "6.1"}], "requires": [],
                     "tags": ["canonical"], "hlo": [f"HloModule m{header}", "ENTRY e {", *("  " + line for line in given), "}"],
                     "expect": {"text": [f"HloModule m{printed_header}, entry_computation_layout={{({shape})->{result}}}", "",
                                         f"ENTRY %e (x: {flat(shape)}) -> {flat(result)} {{", *("  " + line for line in text), "}", ""]},
                     "provenance": {"kind": "hand"}}


# ---- attributes in braces ----
ORIGINS = {
    "one": ('{{"v"}}', ('{{"v"}}', '{ {"v"} }', '{\n  {"v"}\n}', '{/* a */{"v"}// b\n}')),
    "quoted-blanks": ('{{"a , b  c"}}', ('{{"a , b  c"}}', '{ { "a , b  c" } }')),
    "quoted-brackets": ('{{"a}(b){[c"}}', ('{{"a}(b){[c"}}', '{{ "a}(b){[c" }}')),
    "quoted-comment": ('{{"a/*b*/c//d"}}', ('{{"a/*b*/c//d"}}', '{/* e */{"a/*b*/c//d"}}')),
    "quoted-quote": ('{{"a\\" , b"}}', ('{{"a\\" , b"}}', '{ {"a\\" , b"} }')),
    "index": ('{{"v" {0}}}', ('{{"v" {0}}}', '{{"v"{0}}}', '{ { "v"\n{ 0 } } }')),
    "nested-index": ('{{"v" {1,0}}}', ('{{"v"{1,0}}}', '{{"v" { 1 , 0 }}}')),
    "pair": ('{({"a"}, {"b" {0}})}', ('{({"a"},{"b"{0}})}', '{ ( {"a"} , {"b" {0}} ) }', '{({"a"}, {"b" {0}})}')),
    "nested-pair": ('{({"a"}, ({"b"}, {"c"}))}', ('{({"a"},({"b"},{"c"}))}', '{( {"a"} ,\n( {"b"} , {"c"} ) )}')),
}


def origin_cases():
    for what, (printed, forms) in ORIGINS.items():
        shape = "f32[2]{0}" if "pair" not in what else "(f32[2]{0}, f32[2]{0})" if what == "pair" else "(f32[2]{0}, (f32[2]{0}, f32[2]{0}))"
        for k, form in enumerate(forms):
            lines = f"ROOT x = {shape} parameter(0), origin={form}".split("\n")
            yield text_case(f"origin-{what}-{k}", "an origin keeps its texts; blanks and comments between them do not matter", lines,
                            [f"ROOT %x = {shape} parameter(0), origin={printed}"], shape=shape)


def alias_cases():
    call = 'custom-call(x), custom_call_target="t", output_to_operand_aliasing='
    forms = {"whole": ("{{}: (0, {})}", ("{{}:(0,{})}", "{ { } : ( 0 , { } ) }", "{{}: (0, {})}"), "f32[2]{0}"),
             "two": ("{{0}: (0, {}), {1}: (0, {})}", ("{{0}:(0,{}),{1}:(0,{})}", "{ {0} :\n(0, {}) ,\n{1} : (0,{}) }"), "(f32[2]{0}, f32[2]{0})")}
    for what, (printed, texts, result) in forms.items():
        for k, form in enumerate(texts):
            lines = ["x = f32[2]{0} parameter(0)", *f"ROOT r = {result} {call}{form}".split("\n")]
            yield text_case(f"aliasing-{what}-{k}", "aliases of results and operands; blanks do not matter", lines,
                            ["%x = f32[2]{0} parameter(0)", f"ROOT %r = {result} {call.replace('(x)', '(%x)')}{printed}"], result=result)
    call = 'custom-call(x), custom_call_target="t", literal='
    for what, given, printed in (("array", "s32[2]{0} {1,2}", "s32[2]{0} {1, 2}"), ("tuple", "(s32[2]{0} {1, 2},pred[] true)", "( s32[2]{0} {1, 2}, pred[] true )"), ("scalar", "f32[] 2.5", "f32[] 2.5")):
        yield text_case(f"literal-{what}", "a literal with its shape as an attribute", ["x = f32[2]{0} parameter(0)", f"ROOT r = f32[2]{{0}} {call}{given}"],
                        ["%x = f32[2]{0} parameter(0)", f"ROOT %r = f32[2]{{0}} {call.replace('(x)', '(%x)')}{printed}"])
    for kind in ("may-alias", "must-alias"):
        yield text_case(f"header-{kind}", "the kind of an alias in the header", ["ROOT x = f32[2]{0} parameter(0)"], ["ROOT %x = f32[2]{0} parameter(0)"],
                        header=f", input_output_alias={{{{}}:(0,{{}},{kind})}}", printed_header=f", input_output_alias={{ {{}}: (0, {{}}, {kind}) }}")
    yield text_case("inferred-dimension", "the first dimension, not left out as a default", ["x = f32[2]{0} parameter(0)", "ROOT r = f32[2]{0} reshape(x), inferred_dimension=0"],
                    ["%x = f32[2]{0} parameter(0)", "ROOT %r = f32[2]{0} reshape(%x), inferred_dimension=0"])


# ---- numbers with many digits ----
def digits_cases():
    draw = random.Random(7)
    texts = ["9007199254740993." + "0" * 40 + "1", "9007199254740992." + "9" * 40, "9007199254740993." + "0" * 40, "9007199254740995." + "0" * 60, "0.1" + "0" * 50 + "1",
             "1" + "0" * 22 + "." + "0" * 20 + "1", "179769313486231580793" + "0" * 288 + ".0", "2.2250738585072011" + "3605740979670913" * 4 + "e-308"]
    for _ in range(40):
        exponent = draw.randrange(-1060, 960)
        odd = 2 * draw.randrange(2**52, 2**53) + 1  # halfway between two doubles
        exact = Fraction(odd) * Fraction(2) ** exponent
        for shift in (-1, 0, 1):
            texts.append(decimal(exact, draw.choice((20, 30, 100, 400, 800)), shift))
    values = [round_to("f64", Fraction(*parts(text))) for text in texts]
    keep = [k for k, value in enumerate(values) if abs(value) < float("inf")]
    for first in range(0, len(keep), 32):
        chosen = keep[first:first + 32]
        yield "constant", run_case(f"constant.f64.many-digits-{first // 32}", "decimal numbers at and next to the middle of two doubles, with up to 800 digits", "constant",
                                   [f"ROOT c = f64[{len(chosen)}] constant({{{', '.join(texts[k] for k in chosen)}}})"], [], literal("f64", [values[k] for k in chosen]),
                                   requires=["f64"], oracle="exact fractions, rounded once")


def parts(text):
    """Numerator and denominator."""
    digits, _, power = text.partition("e")
    whole, _, rest = digits.partition(".")
    scale = int(power or 0) - len(rest)
    number = int(whole + rest)
    return (number * 10**scale, 1) if scale >= 0 else (number, 10**-scale)


def decimal(value, count, shift):
    """`count` digits of a positive fraction, with `shift` added to the last one."""
    power = 0
    while value >= 10**power:
        power += 1
    while value < Fraction(10) ** (power - 1):
        power -= 1
    scaled = int(value * Fraction(10) ** (count - power)) + shift
    return f"{scaled}e{power - count}"


def integer_cases():
    for name in ("u8", "u16", "u32", "u64", "u4"):
        yield "constant", run_case(f"constant.{name}.minus-zero", "minus zero is zero, also without a sign bit", "constant", [f"ROOT c = {name}[2] constant({{-0, 3}})"], [],
                                   literal(name, [0, 3]), requires=[name])
        if name != "u64":
            yield "constant", reject_case(f"constant.{name}.rejects-minus-one", "an unsigned number is not negative", "constant", [f"ROOT c = {name}[2] constant({{-1, 3}})"], "C01")


# ---- operands that few programs have ----
def ragged_cases():
    for name in ("u8", "u16", "u32", "u64", "s8", "s16", "s64"):
        yield "ragged-dot", run_case(f"ragged-dot.f32.group-sizes-{name}", "an empty group, between others and at the end", "ragged-dot",
                                     ["a = f32[3,1] parameter(0)", "b = f32[4,1,1] parameter(1)", f"g = {name}[4] parameter(2)",
                                      "ROOT r = f32[3,1] ragged-dot(a, b, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}"],
                                     [literal("f32", [1.0, 2.0, 3.0], (3, 1)), literal("f32", [10.0, 7.0, 100.0, 5.0], (4, 1, 1)), literal(name, [1, 0, 2, 0])],
                                     literal("f32", [10.0, 200.0, 300.0], (3, 1)), requires=["f32", name])


def scan_cases():
    helper = ["g {", "  a = f32[] parameter(0)", "  p = s32[] parameter(1)", "  q = u8[] parameter(2)", "  u = f32[] add(a, a)"]
    roots = {"first": "  ROOT t = (f32[], u8[], u8[]) tuple(u, q, q)", "second": "  ROOT t = (f32[], s32[], s32[]) tuple(u, p, p)"}
    lines = ["  x = f32[3] parameter(0)", "  y = s32[] parameter(1)", "  z = u8[] parameter(2)", "  ROOT r = (f32[3], s32[], u8[]) scan(x, y, z), dimensions={0}, num_carries=2, to_apply=g"]
    for which, root in roots.items():
        yield "scan", reject_case(f"scan.mixed.rejects-{which}-carry", "each carry keeps its type", "Reduce", None, "scan.C3", at="to_apply=",
                                  whole=["HloModule m", *helper, root, "}", "ENTRY e {", *lines, "}"])


def unbounded_cases():
    for what, first, second in (("first", "f32[?]", "f32[3]"), ("second", "f32[3]", "f32[?]"), ("both", "f32[?]", "f32[?]")):
        layout = lambda s: s + "{0}"
        yield "concatenate", {"id": f"concatenate.f32.unbounded-{what}", "kind": "print", "level": "core", "why": "with an unbounded operand the result is unbounded",
                              "spec": [{"doc": "hlo-text", "anchor": "3.1"}], "requires": [], "tags": ["dynamic"],
                              "hlo": ["HloModule m", "ENTRY e {", f"  a = {first} parameter(0)", f"  b = {second} parameter(1)", "  ROOT r = f32[?] concatenate(a, b), dimensions={0}", "}"],
                              "expect": {"text": [f"HloModule m, entry_computation_layout={{({layout(first)}, {layout(second)})->f32[?]{{0}}}}", "",
                                                  f"ENTRY %e (a: {first}, b: {second}) -> f32[?] {{", f"  %a = {layout(first)} parameter(0)", f"  %b = {layout(second)} parameter(1)",
                                                  "  ROOT %r = f32[?]{0} concatenate(%a, %b), dimensions={0}", "}", ""]}, "provenance": {"kind": "hand"}}


def run_time_cases():
    case = reject_case("reduce.f32.rejects-undefined-computation-partly-filled", "the error of the op, not of the sizes", "1.1", None, "R07", doc="hlo-text",
                       whole=["f32[] reduce(f32[<=4], f32[]), dimensions={0}, to_apply=f"], requires=["f32", "dynamic"])
    case["args"] = [live("f32", "<=4", [1.0, 2.0]), literal("f32", [0.0], ())]
    yield "reduce", case


if __name__ == "__main__":
    write_groups((origin_cases, alias_cases, digits_cases, integer_cases, ragged_cases, scan_cases, unbounded_cases, run_time_cases), NAME)
