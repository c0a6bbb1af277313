#!/usr/bin/python3
"""Vectors of texts that few programs have: collectives of one channel out of order, attributes of wrapped ops, threads of
asynchronous ops, shardings of the wrong rank, labels of convolutions. Expected texts and codes by hand."""
from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/rare_texts.py"


def print_case(identity, why, given, text, anchor="8"):
    return "print", {"id": f"print.{identity}", "kind": "print", "level": "core", "why": why, "spec": [{"doc": "hlo-text", "anchor": anchor}], "requires": [], "tags": ["canonical"],
                     "hlo": given, "expect": {"text": text}, "provenance": {"kind": "hand"}}


SUM = ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] add(a, b)", "}"]
PRINTED_SUM = ["%f (a: f32[], b: f32[]) -> f32[] {", "  %a = f32[] parameter(0)", "  %b = f32[] parameter(1)", "  ROOT %c = f32[] add(%a, %b)", "}", ""]


def order_cases():
    layout = "HloModule m, entry_computation_layout={(f32[2]{0}, f32[2]{0})->(f32[2]{0}, f32[2]{0})}"
    head = "ENTRY %e (x: f32[2], y: f32[2]) -> (f32[2], f32[2]) {"
    op = "all-reduce({0}), channel_id={1}, replica_groups={{}}, to_apply={2}f"
    x, y = "  %x = f32[2]{0} parameter(0)", "  %y = f32[2]{0} parameter(1)"
    def one(name, operand, channel):
        return f"  %{name} = f32[2]{{0}} " + op.format("%" + operand, channel, "%")
    for what, channels, body, why in (("same-channel", (1, 1), [y, x, one("p", "x", 1), one("q", "y", 1)], "collectives of one channel keep their order"),
                                      ("two-channels", (1, 2), [y, one("q", "y", 2), x, one("p", "x", 1)], "collectives of two channels are in the order of their uses")):
        given = ["HloModule m", *SUM, "ENTRY e {", "  x = f32[2] parameter(0)", "  y = f32[2] parameter(1)", "  p = f32[2] " + op.format("x", channels[0], ""),
                 "  q = f32[2] " + op.format("y", channels[1], ""), "  ROOT t = (f32[2], f32[2]) tuple(q, p)", "}"]
        yield print_case(f"order.{what}", why, given, [layout, "", *PRINTED_SUM, head, *body, "  ROOT %t = (f32[2]{0}, f32[2]{0}) tuple(%q, %p)", "}", ""])


def wrapped_cases():
    for what, op, attributes, operand, result in (("transpose", "transpose", "dimensions={1,0}", "f32[2,3]{1,0}", "f32[3,2]{1,0}"), ("reverse", "reverse", "dimensions={0}", "f32[2,3]{1,0}", "f32[2,3]{1,0}"),
                                                  ("slice", "slice", "slice={[0:2], [1:3]}", "f32[2,3]{1,0}", "f32[2,2]{1,0}")):
        bundle, bare = f"(({operand}), {result})", lambda s: s.replace("{1,0}", "")
        given = ["HloModule m", "ENTRY e {", f"  x = {operand} parameter(0)", f"  s = {bundle} {op}-start(x), {attributes}", f"  u = {bundle} {op}-update(s)", f"  ROOT d = {result} {op}-done(u)", "}"]
        text = [f"HloModule m, entry_computation_layout={{({operand})->{result}}}", "", f"ENTRY %e (x: {bare(operand)}) -> {bare(result)} {{", f"  %x = {operand} parameter(0)",
                f"  %s = {bundle} {op}-start(%x), {attributes}", f"  %u = {bundle} {op}-update(%s)", f"  ROOT %d = {result} {op}-done(%u)", "}", ""]
        yield print_case(f"async.wrapped-{what}", "the start has the attributes of the op that it wraps", given, text, anchor="5.3")


def thread_cases():
    for what, written, own, good in (("callee-main", 't', None, True), ("same", 't', 't', True), ("empty", '', 't', True), ("other", 'u', 't', False)):
        thread = f', execution_thread="{own}"' if own else ""
        lines = ["HloModule m", "f {", "  a = f32[2] parameter(0)", "  ROOT n = f32[2] negate(a)", "}" + thread, "ENTRY e {", "  x = f32[2] parameter(0)",
                 f'  s = ((f32[2]), f32[2]) async-start(x), async_execution_thread="{written}", calls=f', "  ROOT d = f32[2] async-done(s)", "}"]
        if good:
            yield "async-start", run_case(f"async-start.f32.thread-{what}", "the thread of a start is that of its computation, unless either has none", "5.3", None, [literal("f32", [1.0, -2.0])],
                                          literal("f32", [-1.0, 2.0]), whole=lines, doc="hlo-text", requires=["f32"])
        else:
            yield "async-start", reject_case(f"async-start.f32.rejects-thread-{what}", "the thread of a start is that of its computation", "5.3", None, "V01", whole=lines, doc="hlo-text")


def again_cases():
    for what, update, done in (("update", ", calls=f", ""), ("done", "", ", calls=f"), ("both", ", calls=f", ", calls=f")):
        lines = ["HloModule m", "f {", "  a = f32[2] parameter(0)", "  ROOT n = f32[2] negate(a)", "}", "ENTRY e {", "  x = f32[2] parameter(0)", "  s = ((f32[2]), f32[2]) async-start(x), calls=f",
                 f"  u = ((f32[2]), f32[2]) async-update(s){update}", f"  ROOT d = f32[2] async-done(u){done}", "}"]
        yield "async-update", run_case(f"async-update.f32.names-the-computation-{what}", "an update and a done may name the computation of their start again", "5.3", None,
                                       [literal("f32", [1.0, -2.0])], literal("f32", [-1.0, 2.0]), whole=lines, doc="hlo-text", requires=["f32"])


def blank_cases():
    lines = ["y = f32[2,2] slice(x), slice={ [0:2], [1:3] }", "t = f32[2,2] transpose(y), dimensions={ 1, 0 }", "z = f32[] constant(0)", "ROOT p = f32[4,2] pad(t, z), padding=1_1x0_0"]
    yield "slice", run_case("slice.f32.blanks-in-attributes", "blanks inside the braces of an attribute have no meaning", "3.6", ["x = f32[2,3] parameter(0)", *lines],
                            [literal("f32", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (2, 3))], literal("f32", [0.0, 0.0, 2.0, 5.0, 3.0, 6.0, 0.0, 0.0], (4, 2)), doc="hlo-text", requires=["f32"])
    lines = ["HloModule m", "f", "{", "  p = s32[] parameter(0)", "  ROOT n = s32[] negate(p)", "}", "ENTRY e {", "  p = s32[] parameter(0)", "  ROOT c = s32[] call(p), to_apply=f", "}"]
    yield "call", run_case("call.s32.brace-below-the-name", "the brace of a computation may stand on the line below its name", "3.2", None, [literal("s32", [3], ())], literal("s32", [-3], ()),
                           whole=lines, doc="hlo-text", requires=["s32"])


def header_cases():
    for what, flags in (("aliases", "input_output_alias={}"), ("donors", "buffer_donor={}"), ("frontend", "frontend_attributes={}")):
        yield print_case(f"header.no-{what}", "an empty list is not printed, and what follows it is read", [f"HloModule m, {flags}, is_scheduled=true", "ENTRY e {", "  ROOT x = f32[] parameter(0)", "}"],
                         ["HloModule m, is_scheduled=true, entry_computation_layout={(f32[])->f32[]}", "", "ENTRY %e (x: f32[]) -> f32[] {", "  ROOT %x = f32[] parameter(0)", "}", ""], anchor="2")


def label_cases():
    for place, labels in (("input-twice", "bb0_oi0->bf0"), ("input-other-letter", "bo0_oi0->bf0"), ("kernel-twice", "bf0_oo0->bf0"), ("kernel-other-letter", "bf0_bi0->bf0"), ("kernel-number", "bf0_oi1->bf0"),
                          ("output-twice", "bf0_oi0->ff0"), ("output-other-letter", "bf0_oi0->bi0"), ("output-number", "bf0_oi0->bf1")):
        yield "convolution", reject_case(f"convolution.f32.rejects-labels-{place}", "each label and each spatial number is once in each part", "Conv",
                                         ["x = f32[1,1,4] parameter(0)", "k = f32[1,1,2] parameter(1)", f"ROOT r = f32[1,1,3] convolution(x, k), window={{size=2}}, dim_labels={labels}"],
                                         "P12")


def sharding_cases():
    for what, shape, sharding in (("rank", "f32[8]", "{devices=[2,2]<=[4]}"), ("rank-of-scalar", "f32[]", "{devices=[2]<=[2]}"), ("rank-of-element", "(f32[8], f32[8])", "{{devices=[4]<=[4]}, {devices=[2,2]<=[4]}}"),
                                  ("tuple-of-array", "f32[8]", "{{replicated}, {replicated}}"), ("elements", "(f32[8], f32[8])", "{{replicated}, {replicated}, {replicated}}")):
        yield "hlo-text", reject_case(f"hlo-text.rejects.sharding-{what}", "a sharding has the rank and the elements of its shape", "6.3", [f"ROOT x = {shape} parameter(0), sharding={sharding}"],
                                      "V01", doc="hlo-text")
    yield print_case("attributes.sharding-of-all-elements", "one sharding for all elements of a tuple", ["HloModule m", "ENTRY e {", "  ROOT x = (f32[8], f32[]) parameter(0), sharding={replicated}", "}"],
                     ["HloModule m, entry_computation_layout={((f32[8]{0}, f32[]))->(f32[8]{0}, f32[])}", "", "ENTRY %e (x: (f32[8], f32[])) -> (f32[8], f32[]) {",
                      "  ROOT %x = (f32[8]{0}, f32[]) parameter(0), sharding={replicated}", "}", ""], anchor="6.3")


if __name__ == "__main__":
    write_groups((order_cases, wrapped_cases, thread_cases, label_cases, sharding_cases, header_cases, again_cases, blank_cases), NAME)
