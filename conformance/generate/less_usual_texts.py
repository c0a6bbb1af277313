#!/usr/bin/python3
"""Vectors of less usual texts: attributes that are printed in another order than they are given in, shapes with a comment, an empty
layout, or the natural width of their type, commas and numbers just beyond what is permitted, transfers that are listed in another
order than they are used in, a JSON module that leaves out the kind of an alias. And of layouts with unused bits in each element, and
with tiles that end in the middle of a row. By hand; positions in memory by the rules of the layout reference."""
from formats import literal
from rare_texts import print_case
from text_faults import X, constant, fault
from write import run_case, write_groups

NAME = "conformance/generate/less_usual_texts.py"


def module(body, given, result):
    """The canonical text of a module with one parameter, x."""
    bare_given, bare_result = (shape.split("{")[0] for shape in (given, result))
    return [f"HloModule m, entry_computation_layout={{({given})->{result}}}", "", f"ENTRY %e (x: {bare_given}) -> {bare_result} {{",
            f"  %x = {given} parameter(0)", *body, "}", ""]


def one_op(identity, why, anchor, attribute, printed, op="exponential(x)", shape="f32[4]"):
    """A case of one instruction whose attribute is printed in another form."""
    layout = "" if shape.endswith("[]") else "{0}"
    given = ["HloModule m", "ENTRY e {", f"  x = {shape} parameter(0)", f"  ROOT r = {shape} {op}, {attribute}", "}"]
    body = f"  ROOT %r = {shape}{layout} {op.replace('(x', '(%x')}, {printed}"
    return print_case(identity, why, given, module([body], shape + layout, shape + layout), anchor)


# ---- printed texts ----
def attribute_cases():
    yield one_op("attributes.tolerance-sorted", "the bounds of a tolerance are written in alphabetical order", "6.3",
                 "result_accuracy={tolerance={ulps=1,rtol=0.5,atol=0}}", "result_accuracy={tolerance={atol=0,rtol=0.5,ulps=1}}")
    yield one_op("attributes.metadata-lines-and-columns", "the lines of a place in a source are written before its columns", "6.7",
                 'metadata={source_end_column=4 source_column=3 source_end_line=2 source_line=1 source_file="c"}',
                 'metadata={source_file="c" source_line=1 source_end_line=2 source_column=3 source_end_column=4}')
    yield one_op("attributes.delete-character", "of the ASCII characters, the last one is a control character, and those before it are not", "2.4",
                 r'metadata={op_name="a\177b~\x7f1"}', r'metadata={op_name="a\177b~\1771"}')
    call = 'custom-call(x), custom_call_target="f"'
    yield one_op("attributes.constraint-of-scalar", "a scalar has no layout to write, so it is a constraint without one", "6.2",
                 "operand_layout_constraints={f32[ ]}", "operand_layout_constraints={f32[]}", op=call, shape="f32[]")
    helper = ["f {", "  a = f32[4] parameter(0)", "  ROOT n = f32[4] negate(a)", "}"]
    first, *rest = module(["  ROOT %r = f32[4]{0} call(%x), to_apply=%f, is_composite=true"], "f32[4]{0}", "f32[4]{0}")
    yield print_case("attributes.composite-call", "is_composite follows the computation that is called",
                     ["HloModule m", *helper, "ENTRY e {", "  x = f32[4] parameter(0)", "  ROOT r = f32[4] call(x), is_composite=true, to_apply=f", "}"],
                     [first, "", "%f (a: f32[4]) -> f32[4] {", "  %a = f32[4]{0} parameter(0)", "  ROOT %n = f32[4]{0} negate(%a)", "}", *rest], "8.5")


def shape_cases():
    yield print_case("layouts.natural-width", "a width of elements that is the natural one is not written, a wider one is",
                     ["HloModule m", "ENTRY e {", "  x = f32[4]{0:E(32)} parameter(0)", "  n = f32[4]{0:E(64)} negate(x)", "  p = pred[4]{0:E(8)} is-finite(n)",
                      "  ROOT c = s4[4]{0:E(8)S(1)} convert(p)", "}"],
                     module(["  %n = f32[4]{0:E(64)} negate(%x)", "  %p = pred[4]{0} is-finite(%n)",
                             "  ROOT %c = s4[4]{0:S(1)} convert(%p)"], "f32[4]{0}", "s4[4]{0:S(1)}"), "3.4")
    yield print_case("layouts.behind-comment", "a comment may stand between a shape and its layout, also where the shape alone occurs before",
                     ["HloModule m", "ENTRY e {", "  x = f32[2,2] parameter(0)", "  y = f32[2,2] negate(x)",
                      "  ROOT r = f32[2,2]/*column-major*/{0,1} negate(y)", "}"],
                     module(["  %y = f32[2,2]{1,0} negate(%x)", "  ROOT %r = f32[2,2]{0,1} negate(%y)"], "f32[2,2]{1,0}", "f32[2,2]{0,1}"), "3.4")


def order_case():
    bundle = "(f32[2]{0}, u32[], token[])"
    lines = {"t": "  %t = token[] after-all()", "s": f"  %s = {bundle} send(%x, %t), channel_id=1", "r": f"  %r = {bundle} recv(%t), channel_id=1",
             "d": "  %d = (f32[2]{0}, token[]) recv-done(%r), channel_id=1", "f": "  %f = token[] send-done(%s), channel_id=1",
             "u": "  ROOT %u = ((f32[2]{0}, token[]), token[]) tuple(%d, %f)"}
    x = "  %x = f32[2]{0} parameter(0)"
    yield print_case("order.transfers-of-one-channel", "a receive does not wait for a send of its channel, so only its uses tell where it is printed",
                     ["HloModule m", "ENTRY e {", *(line.replace("%", "").replace("{0}", "") for line in (x, *lines.values())), "}"],
                     ["HloModule m, entry_computation_layout={(f32[2]{0})->((f32[2]{0}, token[]), token[])}", "",
                      "ENTRY %e (x: f32[2]) -> ((f32[2], token[]), token[]) {",
                      lines["t"], lines["r"], lines["d"], x, lines["s"], lines["f"], lines["u"], "}", ""], "8.4")


def alias_case():
    module_text = ['{"format": 1, "name": "m", "entry": "e", "header": {"input_output_alias": [{"output": [], "parameter": 0, "parameter_index": []}]},',
                   ' "computations": [{"name": "e", "root": "r", "instructions": [',
                   ' {"name": "x", "opcode": "parameter", "shape": "f32[2]", "parameter_number": 0},',
                   ' {"name": "r", "opcode": "negate", "shape": "f32[2]", "operands": ["x"]}]}]}']
    text = module(["  ROOT %r = f32[2]{0} negate(%x)"], "f32[2]{0}", "f32[2]{0}")
    text[0] = text[0].replace(", entry", ", input_output_alias={ {}: (0, {}, may-alias) }, entry")
    yield print_case("header.json-alias-without-kind", "an alias without a kind may be one, also in the JSON form", module_text, text, "3.1")


# ---- rejected texts ----
def rejected_cases():
    rows = [  # topic, why, anchor, code, line, text at the place
        ("empty-layout", "only a scalar may have an empty layout", "3.4", "P01", "ROOT r = f32[4]{} negate(x)", "{}"),
        ("literal-comma-at-end", "no comma follows the last element", "3.5", "P01", "ROOT r = f32[2] constant({1, 2,})", "})"),
        ("literal-comma-after-row", "no comma follows the last row", "3.5", "P01", "ROOT r = f32[1,2] constant({{1, 2},})", "})"),
        ("accuracy-mode-and-tolerance", "result_accuracy has a mode or a tolerance, not both", "6.3", "P12",
         "ROOT r = f32[4] exponential(x), result_accuracy={mode=highest,tolerance={atol=1}}", "{mode"),
        ("accuracy-tolerance-and-mode", "result_accuracy has a tolerance or a mode, not both", "6.3", "P12",
         "ROOT r = f32[4] exponential(x), result_accuracy={tolerance={atol=1},mode=default}", "{tolerance"),
        ("sharding-device-twice", "no device has two tiles, also if another device is listed in between", "6.6", "P12",
         "ROOT r = f32[4] negate(x), sharding={devices=[3]0,1,0}", "0,1,0"),
    ]
    for topic, why, anchor, code, line, at in rows:
        yield fault(topic, why, anchor, code, [X, line], at)
    data = [  # topic, why, code, shape of the constant, literal
        ("range-by-one", "the largest number of a signed type is one less than the power of two", "C01", "s8[2]", '{"shape": "s8[2]", "data": [127, 128]}'),
        ("live-static", "a live size of a static dimension is the size of the dimension", "P12", "f32[4,3]",
         '{"shape": "f32[<=4,3]", "dynamic_sizes": [2, 1], "data": [[1], [2]]}'),
    ]
    for topic, why, code, shape, text in data:
        yield fault(f"json-literal-{topic}", why, "9.2", code, None, text, whole=constant(shape, text), line=2)


# ---- layouts ----
def bitcast_cases():
    # -1 is 11 and -2 is 10 in the low two bits of four; the first element has the high half of its byte.
    yield "bitcast", run_case("bitcast.u8.from-two-bits-of-four", "the unused bits of a wide element are its high ones, and 0", "4.2",
                              ["x = s2[4]{0:E(4)} parameter(0)", "ROOT r = u8[2] bitcast(x)"],
                              [literal("s2", [-1, 1, 0, -2])], literal("u8", [0x31, 0x02]), doc="layout", requires=["s2", "u8"], level="impl-defined")
    yield "bitcast", run_case("bitcast.s2.to-two-bits-of-four", "the value of a wide element is in its low bits", "4.2",
                              ["x = u8[2] parameter(0)", "b = s2[4]{0:E(4)} bitcast(x)", "ROOT r = s2[4] copy(b)"],
                              [literal("u8", [0x31, 0x02])], literal("s2", [-1, 1, 0, -2]), doc="layout", requires=["s2", "u8"], level="impl-defined")
    # The last two dimensions are one of 6, in tiles of 4: coordinate 3a + b is place (3a + b) % 4 of tile (3a + b) / 4. All tiles have two rows.
    places = [(3 * a + b) // 4 * 8 + row * 4 + (3 * a + b) % 4 for row in range(2) for a in range(2) for b in range(3)]
    yield "bitcast", run_case("bitcast.s32.tiles-across-combined-rows", "a tile over two dimensions together ends in the middle of a row", "3.9",
                              ["x = s32[16] parameter(0)", "b = s32[2,2,3]{2,1,0:T(2,*,4)} bitcast(x)", "ROOT r = s32[2,2,3] copy(b)"],
                              [literal("s32", list(range(16)))], literal("s32", places, (2, 2, 3)), doc="tiled-layout", requires=["s32"])


GROUPS = (attribute_cases, shape_cases, order_case, alias_case, rejected_cases, bitcast_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
