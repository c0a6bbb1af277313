#!/usr/bin/python3
"""Vectors of texts: which of several errors comes first, texts that end too early, empty lists, words that almost are something
else; and what follows from a text: dynamic sizes of a result without a shape, a tile of whole tiles. Expected texts, codes and values by hand."""
from formats import literal
from import_cases import case as import_case
from rare_texts import print_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/text_corners.py"


def reject(identity, why, anchor, lines, code, at=None, line=None):
    return "hlo-text", reject_case(f"hlo-text.rejects.{identity}", why, anchor, None, code, at=at, line=line, whole=lines, doc="hlo-text")


def reject_at(identity, why, anchor, lines, code, line, column):
    op, case = reject(identity, why, anchor, lines, code)
    case["reject"].update(line=line, col=column)
    return op, case


def print_cases():
    head, entry = "HloModule m, entry_computation_layout={(%s)->%s}", "ENTRY %%e (x: %s) -> %s {"
    vector = "f32[2]{0}"
    yield print_case("attributes.sharding-of-no-element", "an empty tuple has an empty list of shardings", ["HloModule m", "ENTRY e {", "  ROOT x = () parameter(0), sharding={}", "}"],
                     [head % ("()", "()"), "", entry % ("()", "()"), "  ROOT %x = () parameter(0), sharding={}", "}", ""], anchor="6.6")
    yield print_case("attributes.metadata-hex-digits", "an escape may have small and capital hexadecimal digits; an empty field is not set",
                     ["HloModule m", "ENTRY e {", '  ROOT x = f32[2] parameter(0), metadata={op_name="\\x4a\\xaf\\xAF" profile_type={}}', "}"],
                     [head % (vector, vector), "", entry % ("f32[2]", "f32[2]"), '  ROOT %x = f32[2]{0} parameter(0), metadata={op_name="J\\257\\257"}', "}", ""], anchor="2.4")
    bundle = "((f32[2]{0}), f32[2]{0})"
    yield print_case("async.thread-of-start", "a start keeps its thread if its computation names none",
                     ["HloModule m", "f {", "  a = f32[2] parameter(0)", "  ROOT n = f32[2] negate(a)", "}", "ENTRY e {", "  x = f32[2] parameter(0)",
                      '  s = ((f32[2]), f32[2]) async-start(x), async_execution_thread="t", calls=f', "  ROOT d = f32[2] async-done(s)", "}"],
                     [head % (vector, vector), "", entry % ("f32[2]", "f32[2]"), "  %x = f32[2]{0} parameter(0)", f'  %s = {bundle} negate-start(%x), async_execution_thread="t"',
                      "  ROOT %d = f32[2]{0} negate-done(%s)", "}", ""], anchor="5.3")
    dims = "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}"
    yield print_case("shapes.ragged-dot-dynamic", "a result without a shape has the dynamic rows of the operand",
                     ["HloModule m", "ENTRY e {", "  x = f32[<=4,2] parameter(0)", "  w = f32[2,2,3] parameter(1)", "  g = s32[2] parameter(2)", f"  ROOT r = ragged-dot(x, w, g), {dims}", "}"],
                     [head % ("f32[<=4,2]{1,0}, f32[2,2,3]{2,1,0}, s32[2]{0}", "f32[<=4,3]{1,0}"), "", "ENTRY %e (x: f32[<=4,2], w: f32[2,2,3], g: s32[2]) -> f32[<=4,3] {",
                      "  %x = f32[<=4,2]{1,0} parameter(0)", "  %w = f32[2,2,3]{2,1,0} parameter(1)", "  %g = s32[2]{0} parameter(2)",
                      f"  ROOT %r = f32[<=4,3]{{1,0}} ragged-dot(%x, %w, %g), {dims}", "}", ""], anchor="5.1")


def word_cases():
    window = "window={size=2x2x stride=1x1}"
    yield reject("size-list-with-more", "a list of sizes ends before an x that no number follows", "2",
                 ["HloModule m", "ENTRY e {", "  x = f32[1,1,4,4] parameter(0)", "  k = f32[1,1,2,2] parameter(1)", f"  ROOT r = f32[1,1,3,3] convolution(x, k), {window}, dim_labels=bf01_oi01->bf01", "}"],
                 "P04", at="x stride")
    yield reject("start-of-unknown-op", "the start of an op that does not exist is an unknown opcode", "5.3", ["HloModule m", "ENTRY e {", "  ROOT x = f32[2] foo-start()", "}"], "P02", at="foo-start")
    yield reject("constant-without-value", "a scalar constant needs a value", "3.5", ["HloModule m", "ENTRY e {", "  ROOT x = f32[] constant()", "}"], "P01", at=")")
    yield reject("entry-without-name", "a computation needs a name", "3.2", ["HloModule m", "ENTRY = {", "  ROOT x = f32[2] parameter(0)", "}"], "P01", at="=", line=2)


def end_cases():
    yield reject_at("end-after-shape", "a single instruction without an opcode ends too early", "1.1", ["f32[2]"], "P13", 2, 1)
    yield reject_at("end-after-literal-type", "a text that ends before the value of a literal ends too early, whatever its type is", "3.5",
                    ['ROOT r = f32[2] custom-call(), custom_call_target="x", literal=token[]'], "P13", 2, 1)
    call = 'ROOT r = f32[2] custom-call(), custom_call_target="x", literal=f32[] 5'
    yield "import-protos", import_case("import-protos.text-without-line-break", "the last byte of a file of HLO text may be the whole value of a literal", "sniffing", call.encode(), hlo=[call])


def first_cases():
    # Errors are reported in the order of the text; an instruction has only its first one, and syntax comes before shapes.
    body = ["  ROOT x = f32[2] parameter(0)", "}"]
    layout = "HloModule m, entry_computation_layout={(f32[3])->f32[2]}"
    negate = ["HloModule m", "ENTRY e {", "  p = f32[2] parameter(0)"]
    for what, attribute, at in (("metadata", "metadata={foo=1}", "foo"), ("accuracy", "result_accuracy={foo=1}", "foo")):
        yield reject(f"first.{what}-before-shape", "the syntax of an instruction comes before its shape, which is wrong, too", "9.3", [*negate, f"  ROOT r = f32[3] exponential(p), {attribute}", "}"],
                     "P04", at=at)
    yield reject("first.done-of-single-instruction", "the operand of a single instruction may be the state of a start that is not in the text; the result is an array of the state", "1.1",
                 ["ROOT r = f32[3] copy-done((f32[2], f32[2], u32[]) s)"], "S05", at="f32[3]")
    yield reject("first.header-word", "a word in the header does not hide the error before it, and the last computation is the entry", "9.1", [layout + ", foo=1", "main {", *body], "V05",
                 at="entry_computation_layout")
    yield reject("first.header-comma", "the computation below a comma that ends the header is read, and compared with the header", "9.1", [layout + ",", "ENTRY e {", *body], "V05",
                 at="entry_computation_layout")
    yield reject_at("first.lost-brace", "a computation without its brace hides the name below it, so no entry can be compared with the header", "9.1",
                    [layout, "f (x: f32[]) -> f32[]", "ENTRY e", "{", *body], "P01", 3, 1)
    yield reject("first.ten-names", "ten reserved words as names are ten errors; reading stops at twenty, so the entry is still compared with the header", "9.1",
                 [layout, "f {", *["  inf=f32[] constant(1)"] * 10, "}", "ENTRY e {", *body], "V05", at="entry_computation_layout")


def tile_cases():
    yield "bitcast", run_case("bitcast.f32.tile-of-tiles", "a second tile that covers whole tiles keeps the order of the elements", "repeated-tiles",
                              ["x = f32[16]{0:T(4)(4,4)L(64)} parameter(0)", "ROOT r = f32[16]{0:L(64)} bitcast(x)"], [literal("f32", list(range(16)))],
                              literal("f32", list(range(16))), doc="layout", requires=["f32"])


def size_cases():
    source = ["func.func @main(%a: tensor<2x3xf32>) -> tensor<?x?xf32> {", "  %0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<?x?xf32>",
              "  return %0 : tensor<?x?xf32>", "}"]
    yield "import-dynamic", import_case("import-dynamic.sizes-of-faulty-op", "unknown sizes do not follow from an op that is not valid", "dynamic-shapes", source, reject=("I03", 2, 8))


if __name__ == "__main__":
    write_groups((print_cases, word_cases, end_cases, first_cases, tile_cases, size_cases), NAME)
