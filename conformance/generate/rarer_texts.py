#!/usr/bin/python3
"""Vectors of rarer texts: strings in single quotes that end with an escape, a comma before the first field of metadata, a tuple with
a layout in its first array only, a scalar that is replicated over devices, the empty padding of a scalar in front of another attribute,
a single sort whose comparator is not defined, a header with no flags, an async start whose computation has a parameter with a sharding,
integers with many zeros in front. By hand."""
from details_of_texts import entry, own_choice
from formats import int_range, literal
from less_usual_texts import module, one_op
from rare_texts import print_case
from text_faults import X, fault
from write import run_case, write_groups

NAME = "conformance/generate/rarer_texts.py"


# ---- attributes ----
def metadata_cases():
    yield one_op("attributes.last-escape-in-single-quotes", "an escape at the end of a string in single quotes means the same in double quotes", "2.4",
                 r"metadata={op_type='\n' op_name='a\"'}", r'metadata={op_type="\n" op_name="a\""}')
    yield fault("metadata-comma-first", "a comma stands between two fields of the metadata, not before the first one", "6.7", "P01",
                [X, 'ROOT r = f32[4] negate(x), metadata={, op_name="a"}'], ', op_name')


def shape_cases():
    constraint = "(f32[2]{0}, f32[3])"
    yield fault("constraint-without-second-layout", "each array of a tuple has a layout in a constraint, not only the first one", "6.2", "P12",
                ["x = (f32[2], f32[3]) parameter(0)",
                 f'ROOT r = f32[4] custom-call(x), custom_call_target="f", operand_layout_constraints={{{constraint}}}'], constraint)
    sharding = "sharding={devices=[2]<=[2] last_tile_dim_replicate}"
    yield one_op("sharding.scalar-replicated", "all dimensions of the tiles of a scalar may be for replication", "6.6", sharding, sharding,
                 op="negate(x)", shape="f32[]")
    yield "pad", run_case("pad.f32.scalar-in-front-of-metadata", "the padding of a scalar is empty, also in front of another attribute", "6.4",
                          ["x = f32[] parameter(0)", "z = f32[] constant(7)", 'ROOT r = f32[] pad(x, z), padding=, metadata={op_name="a"}'],
                          [literal("f32", [5], ())], literal("f32", [5], ()), doc="hlo-text", requires=["f32"])


# ---- modules and computations ----
def module_cases():
    flags = ", allow_spmd_sharding_propagation_to_output={}"
    _, *given = entry("x = f32[4] parameter(0)", "ROOT r = f32[4] negate(x)")
    head, *rest = module(["  ROOT %r = f32[4]{0} negate(%x)"], "f32[4]{0}", "f32[4]{0}")
    yield print_case("header.no-flags", "a list without flags is not the default, which has one flag",
                     ["HloModule m" + flags, *given], [head + flags, *rest], "8.1")
    body = ["  a = f32[2]{0} parameter(0), sharding={replicated}", "  ROOT n = f32[2]{0} negate(a)"]
    callee = [line.replace("a = ", "%a = ").replace("n = ", "%n = ").replace("(a)", "(%a)") for line in body]
    start = "s = ((f32[2]{0}), f32[2]{0}) async-start(x), calls=f"
    head, *rest = module(["  %s = ((f32[2]{0}), f32[2]{0}) async-start(%x), calls=%f", "  ROOT %d = f32[2]{0} async-done(%s)"], "f32[2]{0}", "f32[2]{0}")
    yield print_case("async.parameter-with-sharding", "a sharding of the parameter of an asynchronous computation is only seen in the long form",
                     entry("x = f32[2] parameter(0)", start, "ROOT d = f32[2] async-done(s)", helpers=["f {", *body, "}"]),
                     [head, "", "%f (a: f32[2]) -> f32[2] {", *callee, "}", *rest], "5.3")


def single_case():
    """Names of what is left out are a choice."""
    types = ["f32", "s32", "u8"]
    shapes = [f"{name}[4]" for name in types]
    stored = [shape + "{0}" for shape in shapes]
    bare, result = ", ".join(shapes), ", ".join(stored)
    operands = ", ".join(f"{shape} {name}" for shape, name in zip(shapes, "abc"))
    taken = [f"param_{k}: {types[k // 2]}[]" for k in range(6)]  # two for each operand
    yield own_choice(print_case(
        "single-instruction.comparator-of-three-types", "a comparator that is left out has two parameters of each operand in turn",
        [f"({bare}) sort({operands}), dimensions={{0}}, to_apply=less"],
        [f"HloModule module_main, entry_computation_layout={{({result})->({result})}}", "", f"%less ({', '.join(taken)}) -> pred[] {{",
         *(f"  %param_{k} = {types[k // 2]}[] parameter({k})" for k in range(6)), "  ROOT %result = pred[] constant({...})", "}", "",
         f"ENTRY %main ({', '.join(f'{name}: {shape}' for shape, name in zip(shapes, 'abc'))}) -> ({bare}) {{",
         *(f"  %{name} = {shape} parameter({k})" for k, (shape, name) in enumerate(zip(stored, "abc"))),
         f"  ROOT %sort = ({result}) sort(%a, %b, %c), dimensions={{0}}, to_apply=%less", "}", ""], "1.1"))


# ---- integers ----
def zero_cases():
    zeros = "0" * 30
    for name in ("s32", "s64", "u64"):
        values = [*(value for value in int_range(name) if value != 0), 7, 0]
        texts = [("-" if value < 0 else "") + zeros + str(abs(value)) for value in values]
        yield "constant", run_case(f"constant.{name}.many-zeros-in-front", "zeros in front of an integer do not count", "9.2",
                                   [f"ROOT c = {name}[{len(values)}] constant({{{', '.join(texts)}}})"], [], literal(name, values),
                                   requires=[name], doc="hlo-text")


if __name__ == "__main__":
    write_groups((metadata_cases, shape_cases, module_cases, single_case, zero_cases), NAME)
