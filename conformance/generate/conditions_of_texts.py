#!/usr/bin/python3
"""Vectors of conditions of texts: shardings, iota lists, labels, windows, and aliases that break one condition of several, fields that
are given again further on, texts that are permitted although a stricter rule would refuse them, such as flags for each leaf of a nested
result or the aliases of an op that is started, inferred layouts, and limits of nesting. By hand."""
from details_of_texts import entry, own_choice
from less_usual_texts import module, one_op
from rare_texts import print_case
from text_faults import X, fault
from write import write_groups

NAME = "conformance/generate/conditions_of_texts.py"


# ---- attributes ----
def rejected_attribute_cases():
    yield fault("sharding-order-too-short", "the order of the devices names each of their dimensions", "6.6", "P12",
                [X, "ROOT r = f32[4] negate(x), sharding={devices=[4]<=[2,2]T(0)}"], "(0)")
    yield fault("sharding-device-below-0", "the device of a maximal sharding is at least 0", "6.6", "P12",
                [X, "ROOT r = f32[4] negate(x), sharding={maximal device=-1}"], "-1")
    yield fault("groups-order-too-short", "the transposition of an iota list names each of its dimensions", "6.5", "V04", None, "replica_groups", line=4,
                whole=["HloModule m, replica_count=8",
                       *entry(X, "ROOT r = f32[4] all-to-all(x), replica_groups=[2,4]<=[2,2,2]T(1,0), dimensions={0}")[1:]])
    image, kernel = "a = f32[1,4,1] parameter(0)", "k = f32[2,1,1] parameter(1)"
    yield fault("window-reversal-below-0", "rhs_reversal contains 0 and 1 only, and so no negative number", "6.4", "P12",
                [image, kernel, "ROOT r = f32[1,3,1] convolution(a, k), window={size=2 rhs_reversal=-1}, dim_labels=b0f_0io->b0f"], "-1")
    yield fault("labels-fourth-unknown", "a convolution has no dimension of unknown role, also beside all that it needs", "6.4", "P12",
                ["a = f32[1,4,1,1] parameter(0)", kernel, "ROOT r = f32[1,3,1] convolution(a, k), window={size=2}, dim_labels=b0f?_0io->b0f"], "b0f?")
    yield fault("metadata-twice-apart", "a field of the metadata is given once, also if another one is in between", "6.7", "P05",
                [X, 'ROOT r = f32[4] negate(x), metadata={op_type="a" op_name="b" op_type="c"}'], 'op_type="c"')


def printed_attribute_cases():
    yield one_op("attributes.accuracy-capitals", "a mode of result_accuracy may be in capitals, and is written in small letters", "6.3",
                 "result_accuracy={mode=HIGHEST}", "result_accuracy={mode=highest}")
    labels = "dim_labels=b?f_?io->b?f"
    yield one_op("attributes.labels-of-unknown-role", "a custom call may have dimensions of unknown role in its operands and its result", "6.4",
                 f'custom_call_target="f", {labels}', f'{labels}, custom_call_target="f"', op="custom-call(x)")
    yield one_op("attributes.form-feed-and-vertical-tab", "a form feed is the byte 14 and a vertical tab the byte 13, in octal digits", "2.4",
                 r'metadata={op_name="a\fb\vc"}', r'metadata={op_name="a\014b\013c"}')
    deep = "backend_config=" + '{"a":' * 99 + "{}" + "}" * 99
    yield own_choice(one_op("attributes.config-of-100-levels", "a dictionary of 100 levels is written as it is", "6.8", deep, deep))
    kinds = "domain={kind=\"sharding\", entry={devices=[1,2,2]<=[4] last_tile_dims={manual,replicated}}, exit={replicated}}"
    yield one_op("attributes.domain-of-subgroups", "the kinds of several subgroups are written with a blank between them, also in a domain", "6.6",
                 kinds, kinds.replace("manual,", "manual, "), op="domain(x)")
    pair = "(f32[2]{0}, f32[2]{0})"
    yield print_case("attributes.origin-named-like-mesh", "the name of an origin is any text, and does not change where blanks are written",
                     entry(f'ROOT x = {pair} parameter(0), origin={{({{"mesh["}},{{"b"}})}}'),
                     [f"HloModule m, entry_computation_layout={{({pair})->{pair}}}", "", "ENTRY %e (x: (f32[2], f32[2])) -> (f32[2], f32[2]) {",
                      f'  ROOT %x = {pair} parameter(0), origin={{({{"mesh["}}, {{"b"}})}}', "}", ""], "8.5")
    shape, count = "f32[1]{0}", 1 << 24
    rest = f"), replica_groups=[{count},1]<=[{count}], dimensions={{0}}"
    head, *body = module([f"  ROOT %r = {shape} all-to-all(%x{rest}"], shape, shape)
    yield own_choice(print_case("attributes.most-devices-of-iota", "an iota list may have 2^24 devices",
                                [f"HloModule m, replica_count={count}", *entry("x = f32[1] parameter(0)", f"ROOT r = f32[1] all-to-all(x{rest}")[1:]],
                                [f"{head}, replica_count={count}", *body], "6.5"))


# ---- the header ----
def header_cases():
    tables = ["FileNames", '1 "a.cc"', "", "FunctionNames", '1 "f"', "", "FileLocations",
              "1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 end_column=2}", "", "StackFrames",
              "1 {file_location_id=1 parent_frame_id=0}", "1 {file_location_id=1 parent_frame_id=1}", ""]
    body = entry(X, "ROOT r = f32[4] negate(x)")[1:]
    yield fault("frame-number-twice", "a table of the header has one line of each number, also if the lines differ", "9.2", "P05", None, "1 {",
                line=2 + tables.index("StackFrames") + 3, whole=["HloModule m", "", *tables, *body])
    yield fault("entry-layout-result-type", "the result of the entry layout has the element type of the root", "9.2", "V05", None,
                "entry_computation_layout", line=1, whole=["HloModule m, entry_computation_layout={(f32[4]{0})->s32[4]{0}}", *body])
    yield fault("alias-of-two-elements", "a result does not share its buffer with two elements of a parameter", "3.1", "V05", None,
                "input_output_alias", line=1,
                whole=["HloModule m, input_output_alias={ {}: (0, {0}), {}: (0, {1}) }",
                       *entry("x = (f32[4], f32[4]) parameter(0)", "a = f32[4] get-tuple-element(x), index=0", "ROOT r = f32[4] negate(a)")[1:]])
    flags, result = "allow_spmd_sharding_propagation_to_output={true,false,true}", "(f32[], (f32[], f32[]))"
    yield print_case("header.flags-of-nested-result", "the flags of the result are one for each leaf, also if it has fewer elements", [
        f"HloModule m, {flags}", *entry("x = f32[] parameter(0)", "t = (f32[], f32[]) tuple(x, x)", f"ROOT r = {result} tuple(x, t)")[1:]],
        [f"HloModule m, entry_computation_layout={{(f32[])->{result}}}, {flags}", "", f"ENTRY %e (x: f32[]) -> {result} {{",
         "  %x = f32[] parameter(0)", "  %t = (f32[], f32[]) tuple(%x, %x)", f"  ROOT %r = {result} tuple(%x, %t)", "}", ""], "3.1")


# ---- literals and shapes ----
def value_cases():
    yield fault("pred-decimal", "a number of pred is an integer", "7", "C05", ["ROOT c = pred[2] constant({1, 0.5})"], "0.5")
    yield fault("pred-decimal-scalar", "a number of pred is an integer", "7", "C05", ["ROOT c = pred[] constant(0.5)"], "0.5")
    column = "f32[2,3]{0,1}"
    yield print_case("layouts.inferred-default", "the inferred shape of an op that is not elementwise has the default layout",
                     entry(f"x = {column} parameter(0)", "ROOT r = reverse(x), dimensions={0}"),
                     module(["  ROOT %r = f32[2,3]{1,0} reverse(%x), dimensions={0}"], column, "f32[2,3]{1,0}"), "5.1")
    # Written as the shape of an operand, a tuple is in a parenthesis, in the braces of its computation: 198 levels are left.
    count = 199
    lines = [X, "t0 = tuple(x)", *(f"t{k} = tuple(t{k - 1})" for k in range(1, count)), "ROOT r = f32[4] negate(x)"]
    yield own_choice(fault("inferred-tuple-of-199-levels", "an inferred tuple is not too deep to be the written shape of an operand", "9.2", "P10",
                           lines, "tuple", line=3 + count))


# ---- computations ----
def computation_cases():
    body = ["  a = f32[] parameter(0)", "  ROOT n = f32[] negate(a)"]
    head, *printed = module(["  ROOT %r = f32[] call(%x), to_apply=%f"], "f32[]", "f32[]")
    yield own_choice(print_case("execution-thread.empty", "a computation with an empty thread is one of the main thread",
                                entry("x = f32[] parameter(0)", "ROOT r = f32[] call(x), to_apply=f", helpers=["f {", *body, '}, execution_thread=""']),
                                [head, "", "%f (a: f32[]) -> f32[] {", "  %a = f32[] parameter(0)", "  ROOT %n = f32[] negate(%a)", "}", *printed], "3.2"))


def async_cases():
    shape, bundle = "f32[2]{0}", "((f32[2]{0}), f32[2]{0})"
    x, done = "x = f32[2]{0} parameter(0)", "ROOT d = f32[2]{0} %s-done(s)"
    alias = "output_to_operand_aliasing={{}: (0, {})}"
    yield print_case("async.aliases-of-started-op", "the aliases of a start are those of the op that is started, whose result is a part of the bundle",
                     entry(x, f's = {bundle} custom-call-start(x), custom_call_target="f", {alias}', done % "custom-call"),
                     module([f'  %s = {bundle} custom-call-start(%x), {alias}, custom_call_target="f"', "  ROOT %d = f32[2]{0} custom-call-done(%s)"],
                            shape, shape), "5.2")
    head, *body = module([f'  %s = {bundle} async-start(%x), async_execution_thread="t", calls=%wrapped_negate', "  ROOT %d = f32[2]{0} async-done(%s)"],
                         shape, shape)
    yield own_choice(print_case("async.thread-of-wrapped-op", "an op with a sharding is written in a computation of its own, which has the thread of the start",
                                entry(x, f's = {bundle} negate-start(x), async_execution_thread="t", sharding={{replicated}}', done % "negate"),
                                [head, "", "%wrapped_negate (param_0: f32[2]) -> f32[2] {", "  %param_0 = f32[2]{0} parameter(0)",
                                 "  ROOT %negate.wrapped = f32[2]{0} negate(%param_0), sharding={replicated}", '}, execution_thread="t"', *body], "5.3"))
    given = entry(x, f"s = {bundle} async-start(x), calls=f, metadata={{op_name='a\"b'}}", done % "async",
                  helpers=["f {", "  a = f32[2]{0} parameter(0)", '  ROOT n = f32[2]{0} negate(a), metadata={op_name="a\\"b"}', "}"])
    yield print_case("async.same-metadata-in-other-quotes", "the short form stands for a start and an op with the same metadata, however that is quoted", given,
                     module([f'  %s = {bundle} negate-start(%x), metadata={{op_name="a\\"b"}}', "  ROOT %d = f32[2]{0} negate-done(%s)"], shape, shape), "5.3")
    bundle = "((f32[4]{0}, f32[]), f32[])"
    attributes, lines = "dimensions={0}, to_apply=", ("a = f32[] parameter(0)", "b = f32[] parameter(1)", "ROOT c = f32[] add(a, b)")
    yield own_choice(print_case("async.name-of-inline-computation", "an inline computation of a started op is called after the op itself",
                                entry("x = f32[4] parameter(0)", "z = f32[] constant(0)",
                                      f"s = {bundle} reduce-start(x, z), {attributes}{{ {' '.join(lines)} }}",
                                      "ROOT d = f32[] reduce-done(s)"),
                                ["HloModule m, entry_computation_layout={(f32[4]{0})->f32[]}", "", "%reduce_computation (a: f32[], b: f32[]) -> f32[] {",
                                 "  %a = f32[] parameter(0)", "  %b = f32[] parameter(1)", "  ROOT %c = f32[] add(%a, %b)", "}", "",
                                 "ENTRY %e (x: f32[4]) -> f32[] {", "  %x = f32[4]{0} parameter(0)", "  %z = f32[] constant(0)",
                                 f"  %s = {bundle} reduce-start(%x, %z), {attributes}%reduce_computation", "  ROOT %d = f32[] reduce-done(%s)",
                                 "}", ""], "10.6"))
    bundle = "((f32[4]), f32[4])"
    helpers = [line for name in "fg" for line in (f"{name} {{", "  a = f32[4] parameter(0)", "  ROOT n = f32[4] negate(a)", "}")]
    chain = entry(X, f"s = {bundle} async-start(x), calls=f", f"u = {bundle} async-update(s)", "ROOT d = f32[4] async-done(u), calls=g", helpers=helpers)
    yield fault("done-after-update-of-another-computation", "a done names the computation of its start, also behind an update that names none", "5.3", "V03",
                None, "calls=g", whole=chain, line=len(chain) - 1)
    chain = entry(X, f"s = {bundle} negate-start(x), calls=f", "ROOT d = f32[4] negate-done(s)", helpers=helpers[:4])
    yield fault("short-start-with-calls", "a start in short form has the attributes of its op, and so names no computation", "5.3", "P04",
                None, "calls=f", whole=chain, line=len(chain) - 2)
    alone = ["r = f32[2] call(f32[2] x), to_apply={", "  y = f32[2] parameter(0)", "  t = token[] after-all()",
             "  s = (f32[2], u32[], token[]) send(y, t), channel_id=1", "  d = token[] send-done(s), channel_id=1", "  ROOT n = f32[2] negate(y)", "}"]
    yield fault("single-instruction-sends", "both ends of a channel are in the text, also if it is a single instruction with a computation", "1.1", "send.C3",
                None, "send(", whole=alone, line=4)


GROUPS = (rejected_attribute_cases, printed_attribute_cases, header_cases, value_cases, computation_cases, async_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
