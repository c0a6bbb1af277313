#!/usr/bin/python3
"""Vectors of a few more details: batching dimensions of a scatter that are empty lists, two inline computations of the same op, commas
between the fields of a frame, a computation that is called before it is started, a buffer where an array is meant, a comparator that
rounds its two sides to different widths. By hand."""
from details_of_texts import entry, own_choice
from formats import literal
from less_usual_texts import module
from misleading_forms import sort_case
from rare_texts import print_case
from text_faults import fault
from write import write_groups

NAME = "conformance/generate/last_details.py"


# ---- printed texts ----
def attribute_case():
    """The update window is one row, so the operand has one inserted dimension."""
    head = "scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
    helper = ["f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] add(a, b)", "}"]
    operands = [("x", "f32[4,3]"), ("i", "s32[2]"), ("u", "f32[2,3]")]
    stored = {"x": "f32[4,3]{1,0}", "i": "s32[2]{0}", "u": "f32[2,3]{1,0}"}
    lines = [f"{name} = {shape} parameter({k})" for k, (name, shape) in enumerate(operands)]
    yield print_case(
        "attributes.no-batching-dimensions", "batching dimensions of a scatter that are empty lists are the default and not printed",
        entry(*lines, f"ROOT r = f32[4,3] {head}input_batching_dims={{}}, scatter_indices_batching_dims={{}}, index_vector_dim=1, to_apply=f", helpers=helper),
        [f"HloModule m, entry_computation_layout={{({', '.join(stored.values())})->f32[4,3]{{1,0}}}}", "",
         "%f (a: f32[], b: f32[]) -> f32[] {", "  %a = f32[] parameter(0)", "  %b = f32[] parameter(1)", "  ROOT %c = f32[] add(%a, %b)", "}", "",
         f"ENTRY %e ({', '.join(f'{name}: {shape}' for name, shape in operands)}) -> f32[4,3] {{",
         *(f"  %{name} = {shape} parameter({k})" for k, (name, shape) in enumerate(stored.items())),
         f"  ROOT %r = f32[4,3]{{1,0}} {head.replace('(x, i, u)', '(%x, %i, %u)')}index_vector_dim=1, to_apply=%f", "}", ""], "8.5")


def name_case():
    """Three maps, the last one of the second one."""
    bodies = [("negate", "n"), ("abs", "o"), ("sign", "q")]
    names = ["map_computation", "map_computation.1", "map_computation.2"]
    maps = [f"{result} = f32[4] map({operand}), dimensions={{0}}, to_apply={{ a = f32[] parameter(0) ROOT {inner} = f32[] {op}(a) }}"
            for result, operand, (op, inner) in zip("stu", "xst", bodies)]
    callees = [line for name, (op, inner) in zip(names, bodies)
               for line in (f"%{name} (a: f32[]) -> f32[] {{", "  %a = f32[] parameter(0)", f"  ROOT %{inner} = f32[] {op}(%a)", "}", "")]
    head, _, *rest = module([f"  {'ROOT ' if result == 'u' else ''}%{result} = f32[4]{{0}} map(%{operand}), dimensions={{0}}, to_apply=%{name}"
                             for result, operand, name in zip("stu", "xst", names)], "f32[4]{0}", "f32[4]{0}")
    yield own_choice(print_case("names.three-inline-computations",
                                "of several inline computations of one op, the second one is numbered 1, and the third one 2",
                                entry("x = f32[4] parameter(0)", *maps[:2], "ROOT " + maps[2]), [head, "", *callees, *rest], "10.6"))


def header_case():
    tables = ["FileNames", '1 "a.py"', "", "FunctionNames", '1 "f"', "", "FileLocations",
              "1 {{file_name_id=1{0} function_name_id=1{0} line=2 end_line=2{0} column=3 end_column=4}}",
              "", "StackFrames", "1 {{file_location_id=1{0} parent_frame_id=1}}", ""]
    given = [line.format(",") if line.startswith("1 {") else line for line in tables]
    head, _, *rest = module(["  ROOT %r = f32[4]{0} negate(%x), metadata={stack_frame_id=1}"], "f32[4]{0}", "f32[4]{0}")
    _, *body = entry("x = f32[4] parameter(0)", "ROOT r = f32[4] negate(x), metadata={stack_frame_id=1}")
    yield own_choice(print_case("header.frames-with-commas", "the fields of a place or a frame may be separated by commas, which are kept",
                                ["HloModule m", "", *given, *body], [head, "", *given, *rest], "8.1"))


def buffer_case():
    yield own_choice(print_case("shapes.buffer-of-result", "a shape may be written as a buffer of the array that it is",
                                entry("x = f32[4] parameter(0)", "ROOT r = b(f32[4]) negate(x)"),
                                ["HloModule m, entry_computation_layout={(f32[4]{0})->b(f32[4]{0})}", "", "ENTRY %e (x: f32[4]) -> b(f32[4]) {",
                                 "  %x = f32[4]{0} parameter(0)", "  ROOT %r = b(f32[4]{0}) negate(%x)", "}", ""], "3.4"))


# ---- calls ----
def caller_case():
    helper = ["f {", "  a = f32[4] parameter(0)", "  ROOT n = f32[4] negate(a)", "}"]
    yield fault("called-before-start", "a computation that is started has no other caller, also no call in front of the start", "4", "V03", None, "calls=",
                whole=entry("x = f32[4] parameter(0)", "c = f32[4] call(x), to_apply=f", "s = ((f32[4]), f32[4]) async-start(c), calls=f",
                            "ROOT d = f32[4] async-done(s)", helpers=helper))


# ---- comparators ----
def bits_case():
    """With one bit of mantissa, all elements are 1, and none of them is below 1, so that they stay in place."""
    fine, coarse = "exponent_bits=8, mantissa_bits=23", "exponent_bits=8, mantissa_bits=1"
    yield "sort", sort_case("f32.comparator-of-fewer-bits-on-the-right",
                            "a comparator that rounds its second side more than its first one is not a key", ["f32"],
                            [f"a = f32[] reduce-precision(p0), {fine}", f"b = f32[] reduce-precision(p1), {coarse}", "c = pred[] compare(a, b), direction=LT"],
                            [[1.25, 1.125, 1.1875]], [[1.25, 1.125, 1.1875]])


if __name__ == "__main__":
    write_groups((attribute_case, name_case, header_case, buffer_case, caller_case, bits_case), NAME)
