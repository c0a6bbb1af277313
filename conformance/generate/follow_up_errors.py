#!/usr/bin/python3
"""Vectors of what follows an error, and of texts that are easily read as another one: errors in users of what is faulty, the body
of a lost brace, an attribute without '=', the second of two donors; a minus before a word, a short run of labels, splits of
layouts, attributes that are kept as text. Expected texts, codes and values by hand."""
from formats import literal
from rare_texts import print_case
from text_corners import reject, reject_at
from write import run_case, write_groups

NAME = "conformance/generate/follow_up_errors.py"
LAYOUT = "HloModule m, entry_computation_layout={(f32[3])->f32[2]}"
ENTRY = ["ENTRY e {", "  ROOT x = f32[2] parameter(0)", "}"]
PARAMETER = "  p = f32[2] parameter(0)"


def limit_cases():
    # Errors are reported by position. The header does not fit the entry, which only counts if fewer than twenty errors are found before.
    wrong = [f"  n{k} = f32[9] negate(p)" for k in range(20)]
    yield reject_at("first.lost-body-of-reduce", "the lines behind a lost brace are those of the computation that is called, and are skipped", "9.1",
                    [LAYOUT, "f {", PARAMETER, "  z = f32[] constant(0)", "  r = f32[] reduce(p, z), dimensions={0}, to_apply=", *wrong, "  }", "  ROOT q = f32[2] negate(p)", "}", *ENTRY],
                    "V05", 1, 14)
    yield reject_at("first.no-body-of-slice", "an op that calls no computation has no lost body, so the lines below it are read", "9.1",
                    [LAYOUT, "f {", PARAMETER, "  r = f32[1] slice(p), slice=", *wrong, "  }", "  ROOT q = f32[2] negate(p)", "}", *ENTRY], "P12", 5, 3)
    calls = [f"  {name} = f32[2] call(p), to_apply=f" for name in "ab"]
    yield reject_at("first.users-of-second-call", "a second call of an undefined computation is no error, and its users are checked with its shape", "9.1",
                    [LAYOUT, "g {", PARAMETER, *calls, *[f"  d{k} = f32[3] negate(b)" for k in range(20)], "  ROOT q = f32[2] negate(p)", "}", *ENTRY], "N02", 4, 32)
    chains = [line for k in range(20) for line in (f"  c{k} = f32[2] negate(b)", f"  d{k} = f32[2] negate(c{k})")]
    yield reject_at("first.users-of-users", "what uses a faulty instruction is defined, so its own users are no errors", "9.1",
                    [LAYOUT, "g {", PARAMETER, *calls, *chains, "  ROOT q = f32[2] negate(p)", "}", *ENTRY], "V05", 1, 14)


def first_cases():
    yield reject("first.text-map-before-shape", "the syntax of an instruction comes before its shape, which is wrong, too", "9.3",
                 ["HloModule m", "ENTRY e {", PARAMETER, "  ROOT r = f32[3] negate(p), frontend_attributes={key word}", "}"], "P01", at="word")
    yield reject("second-buffer-donor", "each donor must be a parameter, not only the first one", "3.1", ["HloModule m, buffer_donor={(0, {}), (5, {})}", *ENTRY], "V05", at="buffer_donor")
    yield reject("labels-of-one-dimension", "labels have at least two dimensions on the left; the name ends before the arrow", "2",
                 ["HloModule m", "ENTRY e {", PARAMETER, "  b_0->0 = f32[2] negate(p)", "  ROOT r = f32[2] negate(p)", "}"], "P01", at="->")


def print_cases():
    def module(body, given="f32[2]{0}", result="f32[2]{0}", header=""):
        bare = given.split("{")[0], result.split("{")[0]
        return [f"HloModule m, entry_computation_layout={{({given})->{result}}}{header}", "", f"ENTRY %e (p: {bare[0]}) -> {bare[1]} {{", f"  %p = {given} parameter(0)", *body, "}", ""]
    negate = "  ROOT %r = f32[2]{0} negate(%p)"
    yield print_case("attributes.outfeed-shape", "the shape of an outfeed is printed with its layout", ["HloModule m", "ENTRY e {", PARAMETER, "  t = token[] after-all()",
                     "  ROOT r = token[] outfeed(p, t), outfeed_shape=f32[2]", "}"],
                     module(["  %t = token[] after-all()", "  ROOT %r = token[] outfeed(%p, %t), outfeed_shape=f32[2]{0}"], result="token[]"), anchor="8.5")
    table = ', origin_recovery_table={ {"a" {0}} : {"b"}, "x" }'
    yield print_case("header.origin-recovery-table", "the table is kept as written", ["HloModule m" + table, "ENTRY e {", PARAMETER, "  ROOT r = f32[2] negate(p)", "}"],
                     module([negate], header=table), anchor="3.7")
    yield print_case("attributes.origin-colon", "only in aliases a blank follows a colon", ["HloModule m", "ENTRY e {", PARAMETER, '  ROOT r = f32[2] negate(p), origin={"x":1}', "}"],
                     module([negate + ', origin={"x":1}']), anchor="8.5")
    yield print_case("literals.minus-infinity-first", "a brace before a minus and a word starts a literal, not a layout",
                     ["HloModule m", "ENTRY e {", '  ROOT r = f32[2] custom-call(), custom_call_target="x", literal=f32[2] {-inf, 1}', "}"],
                     ["HloModule m, entry_computation_layout={()->f32[2]{0}}", "", "ENTRY %e () -> f32[2] {",
                      '  ROOT %r = f32[2]{0} custom-call(), custom_call_target="x", literal=f32[2]{0} {-inf, 1}', "}", ""], anchor="3.4")
    shape = "f32[?]{0:L(1152921504606846976)SC(0:2)}"
    yield print_case("layouts.unbounded-split", "an unbounded dimension can be split anywhere, also if the padding is so long that sizes are checked",
                     ["HloModule m", "ENTRY e {", f"  p = {shape} parameter(0)", f"  ROOT r = {shape} negate(p)", "}"],
                     module([f"  ROOT %r = {shape} negate(%p)"], shape, shape), anchor="3.4")
    bundle, copied = "((f32[2]{0}), f32[2]{0})", "(f32[2]{0}, f32[2]{0}, u32[])"
    body = [f"  %s = {bundle} negate-start(%p)", "  %d = f32[2]{0} negate-done(%s)", f"  %c = {copied} copy-start(%d)", "  ROOT %r = f32[2]{0} copy-done(%c)"]
    yield print_case("async.copy-of-done", "a copy-start of the result of an asynchronous op keeps its own opcode",
                     ["HloModule m", "ENTRY e {", PARAMETER, *(line.replace("%", "") for line in body), "}"], module(body), anchor="5.3")


def layout_cases():
    yield "layout", {"id": "layout.splits.f32-4-4-major", "kind": "layout", "level": "core", "why": "a split of the most major dimension does not move elements",
                     "spec": [{"doc": "layout", "anchor": "2"}], "requires": ["f32"], "tags": ["splits"], "hlo": ["f32[4,4]{1,0:SC(0:2)}"],
                     "expect": {"bytes": 64, "physicalSizes": [4, 4], "index": {"1,2": 6, "3,0": 12}}, "provenance": {"kind": "hand"}}


def value_cases():
    # 8 bytes and 4 elements become 16 bytes and 2 elements: the last two.
    yield "bitcast", run_case("bitcast.f32.longer-prefix", "bytes in front of the data count: a longer prefix covers the first elements", "2",
                              ["x = f32[4]{0:M(8)} parameter(0)", "b = f32[2]{0:M(16)} bitcast(x)", "ROOT r = f32[2] copy(b)"], [literal("f32", [1, 2, 3, 4])],
                              literal("f32", [3, 4]), doc="layout", requires=["f32"])
    # 1.1875 is halfway between 1.125 and 1.25, whose last bit is 0.
    yield "reduce-precision", run_case("reduce-precision.f32.single-instruction", "the operand of a single instruction has the shape of the result if the op, with its attributes, keeps it", "1.1",
                                       None, [literal("f32", [1.1875, 5])], literal("f32", [1.25, 5]), doc="hlo-text", requires=["f32"],
                                       whole=["ROOT r = f32[2] reduce-precision(x), exponent_bits=5, mantissa_bits=3"])


if __name__ == "__main__":
    write_groups((limit_cases, first_cases, print_cases, layout_cases, value_cases), NAME)
