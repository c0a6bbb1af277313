#!/usr/bin/python3
"""Vectors of details of texts: layouts of several splits, of padding at the end, and of elements wider than their type, sizes beyond 63
bits, attributes that are nearly as they should be, calls of computations with a thread or without a body, rare blanks, a capital E,
reserved words, numbers of many digits or below the least one, and JSON values in their shorter forms. By hand; positions in memory by
the rules of the layout reference, decimals by Python."""
from formats import literal, round_to
from less_usual_texts import module, one_op
from rare_texts import print_case
from text_faults import SUM, X, fault
from write import phase_of, reject_case, run_case, write_groups

NAME = "conformance/generate/details_of_texts.py"


def own_choice(made):
    """A case of a limit or of unused bits, which is a choice of this project."""
    op, case = made
    return op, {**case, "level": "impl-defined"}


def entry(*lines, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"]


# ---- layouts ----
def layout_reject(topic, why, spec, shape, code):
    return "layout", {"id": f"layout.rejects.{topic}", "kind": "layout", "level": "core", "why": why, "spec": [spec], "requires": [], "tags": ["rejects"],
                      "hlo": [shape], "reject": {"phase": phase_of(code), "code": code}, "provenance": {"kind": "hand"}}


def layout_cases():
    yield layout_reject("fewer-level-types", "each dimension has a level type if any has one", {"doc": "hlo-text", "anchor": "9.2"},
                        "f32[2,3]{1,0:D(D)}", "S03")
    # In tiles, 2^62 elements of a row are 2^55 * 8 * 128 = 2^65.
    yield own_choice(layout_reject("empty-of-large-tiles", "without elements, the sizes other than 0 still have a product of 63 bits",
                                   {"doc": "layout", "anchor": "1.2"}, "f32[0,4611686018427387904]{1,0:T(8,128)}", "S09"))
    yield own_choice(fault("prefix-of-many-bits", "bytes in front of the data count in the bits of an array, which are at most 2^63-1", "9.2", "S09",
                           ["x = f32[2]{0:M(2305843009213693952)} parameter(0)", "ROOT r = f32[2] negate(x)"], "{0:M"))
    split = "f32[4,6]{1,0:SC(0:1)(1:2,4)}"
    yield print_case("layouts.two-splits", "the splits of an array are in one part of its layout",
                     entry(f"x = {split} parameter(0)", "ROOT r = f32[4,6] negate(x)"),
                     module(["  ROOT %r = f32[4,6]{1,0} negate(%x)"], split, "f32[4,6]{1,0}"), "3.4")


def bitcast_cases():
    yield own_choice(("bitcast", run_case(
        "bitcast.u16.of-wide-elements", "an element with unused high bits is as far from its neighbor as a wider type", "4.2",
        ["x = u8[4]{0:E(16)} parameter(0)", "ROOT r = u16[4] bitcast(x)"], [literal("u8", [1, 2, 250, 4])], literal("u16", [1, 2, 250, 4]),
        doc="layout", requires=["u8", "u16"])))
    yield own_choice(("bitcast", run_case(
        "bitcast.f32.padded-at-end", "what is in the padding at the end is no part of the array", "4.3",
        ["x = f32[8] parameter(0)", "b = f32[5]{0:L(8)} bitcast(x)", "ROOT r = f32[8] bitcast(b)"],
        [literal("f32", [1, 2, 3, 4, 5, 6, 7, 8])], literal("f32", [1, 2, 3, 4, 5, 0, 0, 0]), doc="layout", requires=["f32"])))


# ---- modules ----
def module_cases():
    yield fault("alias-of-unequal-tuples", "tuples that share a buffer have as many bytes, of all elements together", "9.2", "V05", None,
                "input_output_alias", line=1,
                whole=["HloModule m, input_output_alias={ {}: (0, {}) }",
                       *entry("x = (f32[2], f32[3]) parameter(0)", "a = f32[3] get-tuple-element(x), index=1",
                              "s = f32[1] slice(a), slice={[0:1]}", "ROOT r = (f32[1], f32[3]) tuple(s, a)")[1:]])
    yield fault("no-partitions", "a module is for at least one partition", "9.2", "P12", None, "0", line=1,
                whole=["HloModule m, num_partitions=0", *entry(f"ROOT {X}")[1:]])
    shardings = "sharding={{replicated}, {maximal device=0}}"
    yield print_case("attributes.sharding-of-token", "a token in a tuple has a sharding of its own",
                     entry("x = f32[2] parameter(0)", "t = token[] after-all()", f"ROOT r = (f32[2], token[]) tuple(x, t), {shardings}"),
                     ["HloModule m, entry_computation_layout={(f32[2]{0})->(f32[2]{0}, token[])}", "", "ENTRY %e (x: f32[2]) -> (f32[2], token[]) {",
                      "  %x = f32[2]{0} parameter(0)", "  %t = token[] after-all()",
                      f"  ROOT %r = (f32[2]{{0}}, token[]) tuple(%x, %t), {shardings}", "}", ""], "6.6")


# ---- attributes ----
def printed_attribute_cases():
    devices = "sharding={devices=[2,2,2]<=[8] last_tile_dims={manual,replicated}}"
    yield one_op("attributes.subgroups-without-blank", "the kinds of several subgroups are written with a blank between them", "6.6",
                 devices, devices.replace("manual,", "manual, "))
    for topic, text in (("word", "{} x"), ("number", r'{\"a\":1}2')):
        config = f'backend_config="{text}"'
        yield one_op(f"attributes.config-{topic}-behind-braces", "a configuration that only begins with a dictionary is written as a string", "6.8",
                     config, config)
    given, printed = (f"batch-norm-training({operands}), epsilon={epsilon}, feature_index=1"
                      for operands, epsilon in (("x, s, s", "0.333333333"), ("%x, %s, %s", "0.333333343")))
    result = "(f32[4,1]{1,0}, f32[1]{0}, f32[1]{0})"
    yield print_case("attributes.epsilon-rounded", "an epsilon is a number of f32",
                     entry("x = f32[4,1] parameter(0)", "s = f32[1] parameter(1)", f"ROOT r = {result} {given}"),
                     [f"HloModule m, entry_computation_layout={{(f32[4,1]{{1,0}}, f32[1]{{0}})->{result}}}", "",
                      "ENTRY %e (x: f32[4,1], s: f32[1]) -> (f32[4,1], f32[1], f32[1]) {", "  %x = f32[4,1]{1,0} parameter(0)",
                      "  %s = f32[1]{0} parameter(1)", f"  ROOT %r = {result} {printed}", "}", ""], "8.6")


def attribute_cases():
    yield fault("inferred-shape-of-sharding", "a sharding fits the shape of its instruction, also where that is not written", "9.2", "V01",
                [X, "n = negate(x), sharding={devices=[2,2]0,1,2,3}", "ROOT r = f32[4] abs(n)"], "sharding")
    yield fault("alias-of-another-type", "an operand that shares its buffer with the result has the same element type", "9.2", "V01",
                [X, 'ROOT r = s32[4] custom-call(x), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})}'], "output_to_operand_aliasing")
    yield fault("groups-of-three-sizes", "an iota list has a number of groups and a size, and no third number", "6.5", "V04",
                [X, "ROOT r = f32[4] all-to-all(x), replica_groups=[2,2,1]<=[4], dimensions={0}"], "replica_groups")
    lines = [X, "z = f32[] constant(10)", "ROOT r = f32[2] reduce-window(x, z), window={stride=2}, to_apply=add"]
    yield "reduce-window", run_case("reduce-window.f32.window-without-size", "a window has a size of 1 where it is not written", "6.4", None,
                                    [literal("f32", [1, 2, 3, 4])], literal("f32", [11, 13]), doc="hlo-text", requires=["f32"],
                                    whole=entry(*lines, helpers=SUM))


# ---- operands and calls ----
def operand_cases():
    def nested(count):
        return [X, "ROOT r = f32[4] " + "negate(" * count + "x" + ")" * count]
    # The braces of the computation are a level, too.
    yield own_choice(("negate", run_case("negate.f32.nested-199-times", "nesting may be 200 levels deep", "9.2", nested(199),
                                         [literal("f32", [1, -2, 3, -4])], literal("f32", [-1, 2, -3, 4]), doc="hlo-text", requires=["f32"])))
    yield own_choice(fault("nesting-201-deep", "nesting is at most 200 levels deep", "9.2", "P10", nested(200), None))
    lone = reject_case("conditional.f32.rejects-undefined-computations-of-unlike-operands",
                       "branches that are not defined may have different parameters", "1.1", None, "R07", doc="hlo-text", requires=["f32"],
                       whole=["f32[2] conditional(pred[], f32[2], f32[3]), true_computation=f, false_computation=g"])
    lone["args"] = [literal("pred", [True], ()), literal("f32", [1, 2]), literal("f32", [1, 2, 3])]
    yield "conditional", lone


def async_cases():
    bundle = "((f32[2]{0}), f32[2]{0})"
    body = ["  a = f32[2]{0} parameter(0)", "  d = f32[2]{0} abs(a)", "  ROOT n = f32[2]{0} negate(a)"]
    lines = ["x = f32[2]{0} parameter(0)", f"s = {bundle} async-start(x), calls=f", "ROOT d = f32[2]{0} async-done(s)"]
    yield print_case("async.unused-instruction", "a computation with a second instruction is written in full, also if its value is not used",
                     entry(*lines, helpers=["f {", *body, "}"]),
                     ["HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}", "", "%f (a: f32[2]) -> f32[2] {",
                      "  %a = f32[2]{0} parameter(0)", "  %d = f32[2]{0} abs(%a)", "  ROOT %n = f32[2]{0} negate(%a)", "}", "",
                      "ENTRY %e (x: f32[2]) -> f32[2] {", "  %x = f32[2]{0} parameter(0)", f"  %s = {bundle} async-start(%x), calls=%f",
                      "  ROOT %d = f32[2]{0} async-done(%s)", "}", ""], "5.3")
    helpers = ["f {", body[0], body[2], '}, execution_thread="t"']
    yield "async-start", run_case("async-start.f32.thread-of-callee-named-by-done", "a done may name the thread that its start has from the computation",
                                  "5.3", None, [literal("f32", [1, -2])], literal("f32", [-1, 2]), doc="hlo-text", requires=["f32"],
                                  whole=entry(*lines[:2], lines[2] + ', async_execution_thread="t"', helpers=helpers))
    pair = "((f32[4], f32[4]), f32[4])"
    yield fault("update-of-another-op", "an update names the op that was started", "5.3", "V02",
                [X, f"s = {pair} add-start(x, x)", f"u = {pair} multiply-update(s)", "ROOT r = f32[4] add-done(u)"], "multiply-update")


# ---- tokens ----
def token_cases():
    yield "negate", run_case("negate.f32.rare-blanks-in-shape", "vertical tabs and form feeds are blanks, also inside a shape", "2",
                             ["x = f32[2,\v2]\f{1,\f0} parameter(0)", "ROOT r = f32[\f2,2] negate(x)"],
                             [literal("f32", [1, 2, 3, 4], (2, 2))], literal("f32", [-1, -2, -3, -4], (2, 2)), doc="hlo-text", requires=["f32"])
    numbers = [round_to("bf16", number) for number in (1e4, 0.25, 300)]
    yield "constant", run_case("constant.bf16.capital-exponent", "the exponent of a number may begin with a capital E", "2.1",
                               ["ROOT c = bf16[3] constant({1E4, 2.5E-1, 3E+2})"], [], literal("bf16", numbers), doc="hlo-text", requires=["bf16"])
    yield fault("reserved-nan", "nan is a reserved word, and so no name without a percent sign", "2.3", "P01",
                [X, "nan = f32[4] negate(x)", "ROOT r = f32[4] abs(nan)"], "nan", line=4)


# ---- values ----
def number_cases():
    texts = ["36893488147419103232e0", "1.8446744073709551617", "-18446744073709551621."]
    yield "constant", run_case("constant.f64.digits-beyond-64-bits", "a decimal may have more digits than 64 bits hold", "7",
                               [f"ROOT c = f64[{len(texts)}] constant({{{', '.join(texts)}}})"], [], literal("f64", [float(text) for text in texts]),
                               doc="hlo-text", requires=["f64"])
    numbers = (1e-40, 5e-39, 7e-39, 1)
    codes = [round(round_to("f8e8m0fnu", number) * 2.0**127).bit_length() - 1 for number in numbers]
    yield "constant", run_case("constant.f8e8m0fnu.below-least", "a positive number below the least one rounds to it, as there is no zero", "4",
                               [f"c = f8e8m0fnu[4] constant({{{', '.join(map(str, numbers))}}})", "ROOT r = u8[4] bitcast-convert(c)"], [],
                               literal("u8", codes), doc="numerics", requires=["f8e8m0fnu", "u8"])


def json_cases():
    shape = "f32[2,<=4,<=3]"
    given = {"shape": shape, "dynamic_sizes": [3, 1], "data": [[[1], [2], [3]], [[4], [5], [6]]]}
    yield "reshape", run_case("reshape.f32.sizes-of-dynamic-dimensions", "an argument may list the live sizes of its dynamic dimensions alone", "1.5",
                              [f"x = {shape} parameter(0)", "a = s32[] get-dimension-size(x), dimensions={1}",
                               "b = s32[] get-dimension-size(x), dimensions={2}", "r = s32[1] reshape(a)", "s = s32[1] reshape(b)",
                               "ROOT c = s32[2] concatenate(r, s), dimensions={0}"], [given], literal("s32", [3, 1]), requires=["f32", "s32"])
    yield "transpose", run_case("transpose.f32.empty-list", "the data of an array without elements may be one empty list", "transpose",
                                ["x = f32[2,0] parameter(0)", "ROOT r = f32[0,2] transpose(x), dimensions={1,0}"],
                                [{"shape": "f32[2,0]", "data": []}], {"shape": "f32[0,2]", "data": []}, requires=["f32"])


GROUPS = (layout_cases, bitcast_cases, module_cases, printed_attribute_cases, attribute_cases, operand_cases, async_cases, token_cases,
          number_cases, json_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
