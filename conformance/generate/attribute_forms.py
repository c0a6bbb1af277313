#!/usr/bin/python3
"""Vectors of attributes, shapes and literals in forms that few texts have: empty and long lists of shardings, a NaN as an attribute, a
carriage return in a configuration, a tile across rows, a literal with a layout of its own; and errors in nested parts. By hand."""
import math

from formats import literal
from import_cases import case as import_case
from imports_programs import field, module
from imports_protos import TUPLE, array, layout, of_shape
from rare_texts import print_case
from text_corners import reject, reject_at
from write import run_case, write_groups

NAME = "conformance/generate/attribute_forms.py"
HEAD, ENTRY, VECTOR = "HloModule m, entry_computation_layout={(%s)->%s}", "ENTRY %%e (x: %s) -> %s {", "f32[2]{0}"


# ---- canonical texts ----
def sharding_cases():
    yield print_case("attributes.sharding-of-no-subgroups", "a list of subgroups may be empty; the sharding of an op is compared with the shape that follows from its operands",
                     ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)", "  ROOT n = negate(x), sharding={devices=[2]0,1 last_tile_dims={}}", "}"],
                     [HEAD % (VECTOR, VECTOR), "", ENTRY % ("f32[2]", "f32[2]"), "  %x = f32[2]{0} parameter(0)",
                      "  ROOT %n = f32[2]{0} negate(%x), sharding={devices=[2]0,1 last_tile_dims={}}", "}", ""], anchor="6.6")
    yield print_case("attributes.sharding-of-empty-tuple", "an empty tuple may have one sharding in its list",
                     ["HloModule m", "ENTRY e {", "  ROOT x = () parameter(0), sharding={{replicated}}", "}"],
                     [HEAD % ("()", "()"), "", ENTRY % ("()", "()"), "  ROOT %x = () parameter(0), sharding={{replicated}}", "}", ""], anchor="6.6")
    seven = "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[])"
    kinds = ["{replicated}", "{manual}", "{replicated}", "{replicated}", "{maximal device=0}", "{manual}", "{replicated}"]
    yield print_case("attributes.sharding-of-seven-elements", "a list of more than five shardings has their numbers in comments",
                     ["HloModule m", "ENTRY e {", f"  ROOT x = ({', '.join(['f32[]'] * 7)}) parameter(0), sharding={{{', '.join(kinds)}}}", "}"],
                     [HEAD % (seven, seven), "", ENTRY % (seven, seven), f"  ROOT %x = {seven} parameter(0), sharding={{{', '.join(kinds[:5])}, /*index=5*/{', '.join(kinds[5:])}}}", "}", ""],
                     anchor="6.6")


def form_cases():
    call = 'custom-call({0}x), custom_call_target="f", backend_config={{"a":\r1}}'
    yield print_case("attributes.config-carriage-return", "a configuration in braces may hold a carriage return, which is kept",
                     ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)", "  ROOT c = f32[2] " + call.format(""), "}"],
                     [HEAD % (VECTOR, VECTOR), "", ENTRY % ("f32[2]", "f32[2]"), "  %x = f32[2]{0} parameter(0)", "  ROOT %c = f32[2]{0} " + call.format("%"), "}", ""], anchor="6.8")
    yield print_case("attributes.compare-order", "an order that is not that of the operand type is printed, the other one is not",
                     ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)", "  c = pred[2] compare(x, x), direction=LT, order=TOTAL",
                      "  ROOT d = pred[2] compare(c, c), direction=LT, order=TOTAL", "}"],
                     [HEAD % (VECTOR, "pred[2]{0}"), "", ENTRY % ("f32[2]", "pred[2]"), "  %x = f32[2]{0} parameter(0)",
                      "  %c = pred[2]{0} compare(%x, %x), direction=LT, order=TOTAL", "  ROOT %d = pred[2]{0} compare(%c, %c), direction=LT", "}", ""], anchor="6.3")
    norm = "batch-norm-inference({0}x, {0}s, {0}s, {0}s, {0}s), epsilon=nan, feature_index=1"
    matrix = "f32[2,3]{1,0}"
    yield print_case("attributes.epsilon-nan", "an attribute that is a number may be NaN",
                     ["HloModule m", "ENTRY e {", "  x = f32[2,3] parameter(0)", "  s = f32[3] parameter(1)", "  ROOT r = f32[2,3] " + norm.format(""), "}"],
                     [HEAD % (f"{matrix}, f32[3]{{0}}", matrix), "", "ENTRY %e (x: f32[2,3], s: f32[3]) -> f32[2,3] {", f"  %x = {matrix} parameter(0)", "  %s = f32[3]{0} parameter(1)",
                      f"  ROOT %r = {matrix} " + norm.format("%"), "}", ""], anchor="6.2")
    bundle, done = "((f32[2]{0}), f32[2]{0})", "f32[2]{0}"
    yield print_case("async.thread-of-computation", "a start gets the thread of its computation; an update and a done have a thread only where it is written",
                     ["HloModule m", "f {", "  a = f32[2] parameter(0)", "  b = f32[2] negate(a)", "  ROOT n = f32[2] negate(b)", '}, execution_thread="t"', "ENTRY e {", "  x = f32[2] parameter(0)",
                      "  s = ((f32[2]), f32[2]) async-start(x), calls=f", "  u = ((f32[2]), f32[2]) async-update(s), calls=f", "  ROOT d = f32[2] async-done(u), calls=f", "}"],
                     [HEAD % (VECTOR, VECTOR), "", "%f (a: f32[2]) -> f32[2] {", "  %a = f32[2]{0} parameter(0)", "  %b = f32[2]{0} negate(%a)", "  ROOT %n = f32[2]{0} negate(%b)",
                      '}, execution_thread="t"', "", ENTRY % ("f32[2]", "f32[2]"), "  %x = f32[2]{0} parameter(0)", f'  %s = {bundle} async-start(%x), async_execution_thread="t", calls=%f',
                      f"  %u = {bundle} async-update(%s), calls=%f", f"  ROOT %d = {done} async-done(%u), calls=%f", "}", ""], anchor="5.3")
    dims = "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}"
    yield print_case("shapes.ragged-dot-dynamic-columns", "a result without a shape has the dynamic columns of the groups",
                     ["HloModule m", "ENTRY e {", "  x = f32[4,2] parameter(0)", "  w = f32[2,2,<=3] parameter(1)", "  g = s32[2] parameter(2)", f"  ROOT r = ragged-dot(x, w, g), {dims}", "}"],
                     [HEAD % ("f32[4,2]{1,0}, f32[2,2,<=3]{2,1,0}, s32[2]{0}", "f32[4,<=3]{1,0}"), "", "ENTRY %e (x: f32[4,2], w: f32[2,2,<=3], g: s32[2]) -> f32[4,<=3] {",
                      "  %x = f32[4,2]{1,0} parameter(0)", "  %w = f32[2,2,<=3]{2,1,0} parameter(1)", "  %g = s32[2]{0} parameter(2)",
                      f"  ROOT %r = f32[4,<=3]{{1,0}} ragged-dot(%x, %w, %g), {dims}", "}", ""], anchor="5.1")


# ---- errors ----
def word_cases():
    operand = ["HloModule m", "ENTRY e {", "  x = f32[2] parameter(0)"]
    accuracy = "  ROOT r = f32[3] exponential(x), result_accuracy="
    yield reject("tolerance-without-value", "a part without a value is the error, not the shape before it, which is wrong, too", "9.3",
                 [*operand, accuracy + "{tolerance=}", "}"], "P12", at="}", line=4)
    yield reject("tolerance-of-no-character", "a character that no text has is an error of its own where a number belongs", "9.2", [*operand, accuracy + "{tolerance={atol=;}}", "}"], "L01", at=";")
    yield reject("nested-operand-missing", "the missing operand of a nested instruction is the error, not the unknown name before it", "9.3", [*operand, "  ROOT r = f32[2] add(y, negate(x,)", "}"],
                 "P01", at=")", line=4)
    yield reject_at("single-instruction-escape", "an octal escape above 255 is not valid; the error is at its backslash, also in a single instruction", "2.4",
                    ['%r = f32[2] custom-call(), custom_call_target="a\\777"'], "L04", 1, 49)
    deep = "(" * 198 + "f32[]" + ")" * 198
    yield reject("operand-of-198-levels", "a tuple of 198 levels may be an operand, but not of an op that takes arrays", "9.2",
                 ["HloModule m", "ENTRY e {", f"  x = {deep} parameter(0)", "  ROOT r = f32[] negate(x)", "}"], "negate.C1", at="negate")
    yield reject("first.header-type", "a faulty entry layout and eighteen reserved words are nineteen errors; reading stops at twenty, so the aliases are still checked",
                 "9.1",
                 ["HloModule m, input_output_alias={ {}: (5, {}) }, entry_computation_layout={(f33[2])->f32[2]}", "f {", *["  inf=f32[] constant(1)"] * 18, "}",
                  "ENTRY e {", "  ROOT x = f32[2] parameter(0)", "}"], "V05", at="input_output_alias")
    yield reject_at("second-module", "a text holds one module; the entry of the second one is no error of its own", "1",
                    [line for name in "ab" for line in (f"HloModule {name}", "ENTRY e {", "  ROOT x = f32[] parameter(0)", "}", "// -----")], "P09", 6, 1)
    yield reject("split-behind-end", "a split before the index behind the last one would leave an empty piece", "9.2",
                 ["HloModule m", "ENTRY e {", "  ROOT x = f32[4,9]{1,0:SC(1:9)} parameter(0)", "}"], "S08", at="9)}")


# ---- values ----
def tile_case():
    values = list(range(70))
    yield "bitcast", run_case("bitcast.f32.tile-across-rows", "a tile of 7 across combined rows of 10 keeps the order of the elements", "combined-dimensions",
                              ["x = f32[7,10]{1,0:T(*,7)} parameter(0)", "ROOT r = f32[70]{0} bitcast(x)"], [literal("f32", values, (7, 10))], literal("f32", values),
                              doc="layout", requires=["f32"])


def epsilon_case():
    vectors = [literal("f32", [1, 2, 4])] * 4
    yield "batch-norm-inference", run_case(
        "batch-norm-inference.f32.epsilon-nan", "an epsilon of NaN makes all results NaN", "BatchNormInference",
        ["x = f32[2,3]{1,0} parameter(0)", *(f"{name} = f32[3]{{0}} parameter({i})" for i, name in enumerate("somv", 1)),
         "ROOT r = f32[2,3]{1,0} batch-norm-inference(x, s, o, m, v), epsilon=nan, feature_index=1"],
        [literal("f32", range(6), (2, 3)), *vectors], literal("f32", [math.nan] * 6, (2, 3)), requires=["f32"])


def two_from(begin):
    return field(17, field(1, begin) + field(2, begin + 2) + field(3, 1))


def literal_case():
    """Element (i, j) is i + 7 j, and the literal stores columns: more elements than are written into a text."""
    shape, columns = array(33, 32, code=6), bytes((i + 7 * j) % 256 for j in range(32) for i in range(33))
    stored = field(1, TUPLE + field(4, shape + layout(0, 1))) + field(10, field(1, shape + layout(0, 1)) + field(3, columns))
    program = module(of_shape(TUPLE + field(4, shape + layout(1, 0)), "c", "constant", 1, field(8, stored)),
                     of_shape(shape + layout(1, 0), "e", "get-tuple-element", 2, field(13, 0), field(36, 1)),
                     of_shape(array(2, 2, code=6) + layout(1, 0), "r", "slice", 3, two_from(31), two_from(3), field(36, 2)), root=3)
    yield "import-protos", import_case("import-protos.long-literal-of-columns", "a part of the literal of a tuple may have another layout than the part of the constant", "proto-values", program,
                                       expect=literal("u8", [52, 59, 53, 60], (2, 2)), requires=["u8"])


if __name__ == "__main__":
    write_groups((sharding_cases, form_cases, word_cases, tile_case, epsilon_case, literal_case), NAME)
