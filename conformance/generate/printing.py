#!/usr/bin/python3
"""Print vectors by hand, from the rules of canonical text (HLO text reference, section 8): order of instructions, execution
threads, escapes, attributes that are written only if they differ from the default, index comments."""
from write import write

NAME = "conformance/generate/printing.py"


def entry(parameters, result, lines, header=""):
    """Canonical text of a module with one computation."""
    layout = f"entry_computation_layout={{({', '.join(s + (f'{{0}}' if '[' in s and not s.endswith('[]') else '') for _, s in parameters)})->{result[1]}}}"
    return [f"HloModule m, {layout}{header}", "", f"ENTRY %e ({', '.join(f'{n}: {s}' for n, s in parameters)}) -> {result[0]} {{", *("  " + line for line in lines), "}", ""]


def case(what, why, section, given, text):
    return {"id": f"print.{what}", "kind": "print", "level": "core", "why": why, "spec": [{"doc": "hlo-text", "anchor": section}], "requires": [], "tags": ["canonical"],
            "hlo": given, "expect": {"text": text}, "provenance": {"kind": "hand"}}


A, B = ("a", "s32[]"), ("b", "s32[]")
PA, PB = "%a = s32[] parameter(0)", "%b = s32[] parameter(1)"
S32 = ("s32[]", "s32[]")


def plain(lines):
    return ["HloModule m", "ENTRY e {", *("  " + line for line in lines), "}"]


def cases():
    one = plain(["a = s32[] parameter(0)", "b = s32[] parameter(1)", "ROOT r = s32[] subtract(a, b), control-predecessors={b}"])
    yield case("order.control-predecessor", "a control predecessor is printed before the operands", "8.4", one,
               entry([A, B], S32, [PB, PA, "ROOT %r = s32[] subtract(%a, %b), control-predecessors={%b}"]))
    two = plain(["a = s32[] parameter(0)", "b = s32[] parameter(1)", "c = s32[] negate(b)", "d = s32[] negate(a)", "ROOT r = s32[] subtract(c, d), control-predecessors={c, d}"])
    yield case("order.last-control-predecessor-first", "of two control predecessors the last one is printed first", "8.4", two,
               entry([A, B], S32, [PA, "%d = s32[] negate(%a)", PB, "%c = s32[] negate(%b)", "ROOT %r = s32[] subtract(%c, %d), control-predecessors={%c, %d}"]))
    yield case("order.operands-left-to-right", "operands are printed from left to right", "8.4",
               plain(["a = s32[] parameter(0)", "b = s32[] parameter(1)", "m = s32[] negate(a)", "n = s32[] abs(b)", "ROOT r = s32[] subtract(n, m)"]),
               entry([A, B], S32, [PB, "%n = s32[] abs(%b)", PA, "%m = s32[] negate(%a)", "ROOT %r = s32[] subtract(%n, %m)"]))
    yield case("order.unused-first", "an instruction without users stays before the root", "8.4",
               plain(["a = s32[] parameter(0)", "b = s32[] parameter(1)", "u = s32[] negate(b)", "ROOT r = s32[] abs(a)"]),
               entry([A, B], S32, [PB, "%u = s32[] negate(%b)", PA, "ROOT %r = s32[] abs(%a)"]))
    yield case("order.root-before-unused", "the root need not be last", "8.4",
               plain(["a = s32[] parameter(0)", "ROOT r = s32[] abs(a)", "u = s32[] negate(a)"]),
               entry([A], S32, [PA, "ROOT %r = s32[] abs(%a)", "%u = s32[] negate(%a)"]))
    yield case("escape.every-kind", "quotes, backslashes, control bytes, and bytes above 0x7f are escaped", "2.4",
               plain(["a = s32[] parameter(0)", "ROOT r = s32[] negate(a), metadata={op_name=\"q\\\" a\\' b\\\\ t\\t n\\n \\303\\251 \\x41\"}"]),
               entry([A], S32, [PA, "ROOT %r = s32[] negate(%a), metadata={op_name=\"q\\\" a\\' b\\\\ t\\t n\\n \\303\\251 A\"}"]))
    yield case("escape.bytes-above-7f", "a raw character of two bytes is written in octal", "2.4",
               plain(["a = s32[] parameter(0)", "ROOT r = s32[] negate(a), metadata={op_name=\"caf\u00e9\"}"]),
               entry([A], S32, [PA, "ROOT %r = s32[] negate(%a), metadata={op_name=\"caf\\303\\251\"}"]))
    yield case("attributes.frontend-keys-sorted", "keys of frontend_attributes are sorted", "8.5",
               plain(["a = s32[] parameter(0)", "ROOT r = s32[] negate(a), frontend_attributes={z=\"1\",b=\"2\",a=\"3\"}"]),
               entry([A], S32, [PA, "ROOT %r = s32[] negate(%a), frontend_attributes={a=\"3\",b=\"2\",z=\"1\"}"]))
    keys = ["_c", "a-b", "a.b", "a1", "b0-.9_"]
    given = ",".join(f'{key}="{k}"' for k, key in enumerate(reversed(keys)))
    shown = ",".join(f'{key}="{len(keys) - 1 - k}"' for k, key in enumerate(keys))
    yield case("attributes.frontend-keys-words", "digits, dots, and hyphens are parts of a word, which has no quotes", "6.8",
               plain(["a = s32[] parameter(0)", f"ROOT r = s32[] negate(a), frontend_attributes={{{given}}}"]),
               entry([A], S32, [PA, f"ROOT %r = s32[] negate(%a), frontend_attributes={{{shown}}}"]))
    yield case("attributes.raw-dictionaries", "apostrophes and comments in a raw dictionary are characters", "6.8",
               plain(["a = s32[] parameter(0)",
                      "ROOT r = s32[] negate(a), backend_config={it's}, frontend_attributes={k={\"a\": {b/*c}}}"]),
               entry([A], S32, [PA, "ROOT %r = s32[] negate(%a), frontend_attributes={k={\"a\": {b/*c}}}, backend_config={it's}"]))
    yield case("attributes.packed-nibble", "every precision is a word", "6.3",
               plain(["x = s4[4] parameter(0)", "ROOT r = s32[] dot(x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}, operand_precision={PACKED_NIBBLE,packed_nibble}"]),
               entry([("x", "s4[4]")], S32, ["%x = s4[4]{0} parameter(0)",
                     "ROOT %r = s32[] dot(%x, %x), lhs_contracting_dims={0}, rhs_contracting_dims={0}, operand_precision={packed_nibble,packed_nibble}"]))
    yield case("attributes.order", "sharding, frontend_attributes, control-predecessors, and metadata in this order", "8.5",
               plain(["a = s32[] parameter(0)", "b = s32[] parameter(1)",
                      "ROOT r = s32[] negate(a), metadata={op_name=\"n\"}, control-predecessors={b}, frontend_attributes={k=\"v\"}, sharding={replicated}"]),
               entry([A, B], S32, [PB, PA, "ROOT %r = s32[] negate(%a), sharding={replicated}, frontend_attributes={k=\"v\"}, control-predecessors={%b}, metadata={op_name=\"n\"}"]))
    x = ("x", "f32[4]")
    px = "%x = f32[4]{0} parameter(0)"
    for what, given, shown, out, why in (("slice-strides", "slice={[0:4:1]}", "slice={[0:4]}", 4, "a stride of 1 is not written"),
                                         ("slice-stride-two", "slice={[0:4:2]}", "slice={[0:4:2]}", 2, "a stride of 2 is written")):
        yield case("attributes." + what, why, "8.5", plain(["x = f32[4] parameter(0)", f"ROOT r = f32[{out}] slice(x), {given}"]),
                   entry([x], (f"f32[{out}]", f"f32[{out}]{{0}}"), [px, f"ROOT %r = f32[{out}]{{0}} slice(%x), {shown}"]))
    yield case("attributes.pad-interior", "interior padding of 0 is not written", "8.5", plain(["x = f32[4] parameter(0)", "z = f32[] parameter(1)", "ROOT r = f32[7] pad(x, z), padding=1_2_0"]),
               entry([x, ("z", "f32[]")], ("f32[7]", "f32[7]{0}"), [px, "%z = f32[] parameter(1)", "ROOT %r = f32[7]{0} pad(%x, %z), padding=1_2"]))
    yield case("attributes.compare-default-type", "the comparison type of the element type is not written", "8.5",
               plain(["x = f32[4] parameter(0)", "ROOT r = pred[4] compare(x, x), direction=LT, type=FLOAT"]),
               entry([x], ("pred[4]", "pred[4]{0}"), [px, "ROOT %r = pred[4]{0} compare(%x, %x), direction=LT"]))
    yield case("attributes.compare-total-order", "another comparison type is written", "8.5",
               plain(["x = f32[4] parameter(0)", "ROOT r = pred[4] compare(x, x), type=TOTALORDER, direction=LT"]),
               entry([x], ("pred[4]", "pred[4]{0}"), [px, "ROOT %r = pred[4]{0} compare(%x, %x), direction=LT, type=TOTALORDER"]))
    yield case("attributes.topk", "k is written before largest", "8.5", plain(["x = f32[4] parameter(0)", "ROOT r = (f32[2], s32[2]) topk(x), largest=false, k=2"]),
               entry([x], ("(f32[2], s32[2])", "(f32[2]{0}, s32[2]{0})"), [px, "ROOT %r = (f32[2]{0}, s32[2]{0}) topk(%x), k=2, largest=false"]))
    names = ["a0", "a1", "a2", "a3", "a4", "a5"]
    shape = "(s32[], s32[], s32[], s32[], s32[], /*index=5*/s32[])"
    yield case("index-comment.tuple", "a comment with the index before the sixth element", "8.5",
               plain([*(f"{n} = s32[] parameter({k})" for k, n in enumerate(names)), f"ROOT r = ({', '.join(['s32[]'] * 6)}) tuple({', '.join(names)})"]),
               entry([(n, "s32[]") for n in names], (shape, shape), [*(f"%{n} = s32[] parameter({k})" for k, n in enumerate(names)),
                                                                     f"ROOT %r = {shape} tuple({', '.join('%' + n for n in names[:5])}, /*index=5*/%a5)"]))
    thread = ["HloModule m", "side {", "  p = s32[] parameter(0)", "  n = s32[] negate(p)", "  ROOT q = s32[] multiply(n, p)", "}, execution_thread=\"side\"",
              "ENTRY e {", "  a = s32[] parameter(0)", "  s = ((s32[]), s32[]) async-start(a), calls=side, async_execution_thread=\"side\"", "  ROOT d = s32[] async-done(s)", "}"]
    text = entry([A], S32, [PA, "%s = ((s32[]), s32[]) async-start(%a), async_execution_thread=\"side\", calls=%side", "ROOT %d = s32[] async-done(%s)"])
    yield case("execution-thread.called", "the thread of a computation is written behind its brace", "8.3", thread,
               [*text[:2], "%side (p: s32[]) -> s32[] {", "  %p = s32[] parameter(0)", "  %n = s32[] negate(%p)", "  ROOT %q = s32[] multiply(%n, %p)", "}, execution_thread=\"side\"", "",
                *text[2:]])


def async_cases():
    """The short form of asynchronous ops (HLO text reference, 5.3): what the start says also belongs to the wrapped instruction."""
    for attribute, other in (('metadata={op_name="x"}', 'metadata={op_name="y"}'), ('backend_config="x"', 'backend_config="y"'), ('frontend_attributes={k="x"}', 'frontend_attributes={k="y"}')):
        name = attribute.split("=")[0].replace("_", "-")
        for what, inside, outside, short in (("both", attribute, attribute, True), ("neither", "", "", True), ("wrapped-alone", attribute, "", False), ("different", attribute, other, False)):
            if what == "neither" and name != "metadata":
                continue
            given = ["HloModule m", "w {", "  p = s32[] parameter(0)", "  ROOT n = s32[] negate(p)" + (", " + inside) * bool(inside), "}", "ENTRY e {", "  a = s32[] parameter(0)",
                     "  s = ((s32[]), s32[]) async-start(a), calls=w" + (", " + outside) * bool(outside), "  ROOT d = s32[] async-done(s)", "}"]
            tail = (", " + outside) * bool(outside)
            start, done = ("negate-start(%a)" + tail, "negate-done(%s)") if short else ("async-start(%a), calls=%w" + tail, "async-done(%s)")
            text = entry([A], S32, [PA, f"%s = ((s32[]), s32[]) {start}", f"ROOT %d = s32[] {done}"])
            wrapped = [] if short else ["%w (p: s32[]) -> s32[] {", "  %p = s32[] parameter(0)", "  ROOT %n = s32[] negate(%p)" + (", " + inside) * bool(inside), "}", ""]
            yield case(f"async.{name}-{what}", "the short form stands for equal attributes only" if inside or outside else "the short form", "5.3", given, [*text[:2], *wrapped, *text[2:]])


def main():
    write("print", [*cases(), *async_cases()], NAME)


if __name__ == "__main__":
    main()
