#!/usr/bin/python3
"""Vectors of edges of texts and of memory: lists without blanks, spellings of shapes, texts with two faults; arrays that are
packed, tiled by sizes that do not divide each other, or without elements; and numbers at single places of lines and tables.
Expected values and places by hand; positions by numpy; chains of f8e4m3 by the numpy adapter."""
import math

import numpy

from formats import literal
from import_cases import case as import_case
from imports_programs import field
from imports_protos import array, parameter
from through_numpy import numpy_case
from write import program, reject_case, run_case, write_groups

NAME = "conformance/generate/text_edges.py"


def other_case(kind, identity, why, doc, anchor, hlo, **more):
    return {"id": identity, "kind": kind, "level": "core", "why": why, "spec": [{"doc": doc, "anchor": anchor}], "requires": [], "tags": [], "hlo": hlo, **more,
            "provenance": {"kind": "hand"}}


# ---- texts ----
def text_cases():
    yield "constant", run_case("constant.f32.without-blanks", "blanks between the elements of a literal are optional", "7",
                               ["ROOT c = f32[5] constant({1,2,30,4,-5})"], [], literal("f32", [1, 2, 30, 4, -5]), doc="hlo-text", requires=["f32"])
    yield "layout", other_case("layout", "layout.level-types.all", "all four level types are read and dropped", "layout", "2.2",
                               ["f32[2,3,4,5]{3,2,1,0:D(D,C,S,H)}"], expect={"shape": "f32[2,3,4,5]{3,2,1,0}"})
    yield "copy", run_case("copy.f32.shape-of-argument-with-tabs", "blanks are permitted in the shape of a LITERAL", "3.4",
                           ["x = f32[2,2] parameter(0)", "ROOT r = f32[2,2] copy(x)"], [{"shape": "f32[2,\t2]{1,\t0}", "data": [[1, 2], [3, 4]]}],
                           literal("f32", [1, 2, 3, 4], (2, 2)), doc="hlo-text", requires=["f32"])


def fault(topic, why, anchor, code, hlo, at, *, line=None, level="core"):
    case = reject_case(f"hlo-text.faults.{topic}", why, anchor, None, code, at=at, whole=hlo, line=line, doc="hlo-text", tags=["fault"])
    return "hlo-text", {**case, "level": level}


def fault_cases():
    yield fault("buffer-without-parenthesis", "b begins a buffer only before a parenthesis; here it is an unknown type", "9.2", "P03",
                program(["ROOT x = b[3] parameter(0)"]), "b[3]")
    alias = "output_to_operand_aliasing={{}: (0, {}, frontend_attributes={a=\"b\"}}"
    for topic, code, last, at in (("constant", "C02", "constant()", ")"),
                                  ("attribute", "V01", "copy(x), parameter_replication={true,false}", "parameter_replication"),
                                  ("alias", "P01", f'custom-call(x), custom_call_target="f", {alias}', ", frontend")):
        yield fault(f"result-of-faulty-{topic}", "the root has a fault, so its shape is not compared with the program shape, which comes first", "9.3", code,
                    ["HloModule m", "ENTRY e (x: f32[2]) -> f32[3] {", "  x = f32[2] parameter(0)", f"  ROOT y = f32[2] {last}", "}"], at, line=4)
    yield fault("single-operand-without-shape", "an operand without a shape is the only error: the one before it has the name of the instruction", "9.3",
                "N01", ["a = f32[2,2] dot(f32[2,2] a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"], "b)", level="impl-defined")
    yield fault("header-beside-lost-brace", "an inline computation lacks its '{', but the last computation is the entry, and is compared with the header",
                "9.2", "V05", ["HloModule m, entry_computation_layout={(f32[3])->f32[3]}", "g {", "  p = f32[2] parameter(0)",
                               "  c = f32[2] call(p), to_apply=", "    q = f32[2] parameter(0)", "    ROOT n = f32[2] negate(q)", "  }",
                               "  ROOT r = f32[2] add(c, c)", "}", "e {", "  ROOT x = f32[2] parameter(0)", "}"],
                "entry_computation_layout", line=1, level="impl-defined")
    yield "async-start", reject_case("async-start.f32.rejects-id-of-wrapped", "the op that a start wraps has replicas of the module", "1", None, "V04",
                                     at="replica_groups", doc="collectives", whole=[
                                         "HloModule m, replica_count=2", "f {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)",
                                         "  ROOT c = f32[] add(a, b)", "}", "ENTRY e {", "  x = f32[4] parameter(0)",
                                         "  s = ((f32[4]), f32[2]) reduce-scatter-start(x), replica_groups={{0,5}}, dimensions={0}, to_apply=f",
                                         "  ROOT y = f32[2] reduce-scatter-done(s)", "}"])
    padded = parameter(array(2) + field(5, field(1, 0) + field(2, 1)))
    yield "import-protos", import_case("import-protos.padded-below-size", "the padded size of a dimension is at least its size", "import-diagnostics", padded,
                                       reject=("S08",))


# ---- arrays in memory ----
def bitcast(topic, why, lines, args, expect, types, oracle=None):
    return "bitcast", run_case(f"bitcast.{types[0]}.{topic}", why, "bitcast", lines, args, expect, requires=types, oracle=oracle)


def memory_cases():
    values = [1, 2, 3, 4, 5, -6]
    packed = [(values[k] & 15) << 4 | values[k + 1] & 15 for k in range(0, 6, 2)]
    yield bitcast("packed-pairs", "two elements fill a byte, the first one its high bits", ["x = s4[6]{0:E(4)} parameter(0)", "ROOT r = u8[3] bitcast(x)"],
                  [literal("s4", values)], literal("u8", packed), ["s4", "u8"])
    for dims, tiles in (((7,), (6, 5, 4)), ((16,), (5, 2)), ((3, 12), (4, 3))):
        count = math.prod(dims)
        cells = numpy.arange(count).reshape(dims)
        for tile in tiles:  # cuts the last dimension, padded with -1, in two
            filled = numpy.pad(cells, [(0, 0)] * (cells.ndim - 1) + [(0, -cells.shape[-1] % tile)], constant_values=-1)
            cells = filled.reshape(*cells.shape[:-1], -1, tile)
        sequence = cells.ravel().tolist()
        sizes, order = ",".join(map(str, dims)), ",".join(map(str, reversed(range(len(dims)))))
        yield bitcast(f"tiles-that-do-not-divide-{'-'.join(map(str, (*dims, 'by', *tiles)))}", "each element has the position that repeated tiles give it",
                      [f"i = s32[{len(sequence)}] iota(), iota_dimension=0",
                       f"x = s32[{sizes}]{{{order}:T{''.join(f'({tile})' for tile in tiles)}}} bitcast(i)", f"ROOT r = s32[{sizes}] copy(x)"], [],
                      literal("s32", [sequence.index(element) for element in range(count)], dims), ["s32"], "numpy pad and reshape of the element numbers")
    yield bitcast("much-tail-padding", "behind the only element is padding, whose contents are unspecified",
                  ["x = u8[1]{0:L(4000000)} parameter(0)", "y = s8[4000000]{0:L(2)} bitcast(x)", "ROOT r = s8[1] slice(y), slice={[0:1]}"],
                  [literal("u8", [255])], literal("s8", [-1]), ["u8", "s8"])
    yield bitcast("prefix-without-elements", "an array without elements may have bytes: those of its prefix, here unspecified",
                  ["c = f32[] constant(1)", "x = f32[0,100000]{1,0:M(8)} broadcast(c), dimensions={}", "y = u8[8] bitcast(x)", "z = u8[] constant(0)",
                   "zs = u8[8] broadcast(z), dimensions={}", "ROOT r = u8[8] and(y, zs)"], [], literal("u8", [0] * 8), ["f32", "u8"])
    live = {"shape": "f32[<=2,<=3]{1,0}", "dynamic_sizes": [2, 2]}
    yield "judge", other_case("judge", "judge.dynamic.last-row", "the last live element, behind cells that hold none", "numerics", "1", ["f32[<=2,<=3]"],
                              args=[{**live, "data": [[1, 2], [3, 4]]}], expect={**live, "data": [[1, 2], [3, 5]]}, agrees=False)


# ---- values ----
def value_cases():
    parts = [1e-200, -1e-160, 3e-320, -2.0**-1074]
    yield "log-plus-one", run_case("log-plus-one.c128.tiny-distance-from-minus-one",
                                   "of -1 + iy: log(abs(y)) and a right angle, also where the square of y is 0", "log-plus-one",
                                   ["x = c128[4] parameter(0)", "ROOT r = c128[4] log-plus-one(x)"],
                                   [literal("c128", [complex(-1, y) for y in parts])],
                                   literal("c128", [complex(math.log(abs(y)), math.copysign(math.pi / 2, y)) for y in parts]),
                                   tol={"class": "close", "ulp": 16}, requires=["c128"], oracle="Python's log")
    chain = ["i = s32[9] iota(), iota_dimension=0", "x = f8e4m3[9] convert(i)", "y = f32[9] parameter(0)", "p = f8e4m3[9] multiply(x, x)",
             "q = f8e4m3[9] add(p, x)", "a = f32[9] convert(p)", "b = f32[9] convert(q)", "c = f32[9] multiply(a, y)",
             "d = f32[9] add(c, y)", "ROOT r = f32[9] add(d, b)"]
    yield "convert", numpy_case("convert.f8e4m3.beside-f32", "results of f8e4m3 are rounded to 4 bits, those of f32 beside them are not", "convert",
                                chain, [literal("f32", [1.0 + k / 1024 for k in range(9)])], requires=["f8e4m3", "f32", "s32"], tol={"class": "bits"})


def extreme_cases():
    """Line i has its extreme at place i."""
    for name, better, count in (("f32", "GT", 83), ("f32", "LT", 67), ("s32", "GT", 71), ("f64", "GT", 45)):
        topic, equal, best, start = ("largest", "EQ", 1, -9) if better == "GT" else ("smallest", "NE", 0, 9)
        combine = [f"m = {name}[] parameter(0)", "p = s32[] parameter(1)", f"v = {name}[] parameter(2)", "i = s32[] parameter(3)",
                   f"wins = pred[] compare(m, v), direction={better}", "odd = pred[] compare(m, m), direction=NE", "keep = pred[] or(wins, odd)",
                   "eq = pred[] compare(m, v), direction=EQ", "lt = pred[] compare(p, i), direction=LT", "tie = pred[] and(eq, lt)",
                   "first = pred[] or(keep, tie)", f"n = {name}[] select(keep, m, v)", "at = s32[] select(first, p, i)",
                   f"ROOT t = ({name}[], s32[]) tuple(n, at)"]
        square = f"[{count},{count}]"
        lines = [f"i = s32{square} iota(), iota_dimension=0", f"j = s32{square} iota(), iota_dimension=1", f"c = pred{square} compare(i, j), direction={equal}",
                 f"x = {name}{square} convert(c)", f"w = {name}[] constant({start})", "o = s32[] constant(0)",
                 f"ROOT r = ({name}[{count}], s32[{count}]) reduce(x, j, w, o), dimensions={{1}}, to_apply=f"]
        head, *entry = program(lines)
        yield "reduce", run_case(f"reduce.{name}.place-of-{topic}-{count}", "the extreme of a line and where it is, for all places", "Reduce", None, [],
                                 {"tuple": [literal(name, [best] * count), literal("s32", list(range(count)))]}, requires=[name, "pred", "s32"],
                                 whole=[head, "f {", *("  " + line for line in combine), "}", *entry])


def product_cases():
    """The only nonzero element of the left operand is 2^-120."""
    for topic, padding, row in (("first", "0_459x0_8", 0), ("last", "459_0x8_0", 459)):
        lines = [f"t = bf16[1,1] constant({{{{{2.0**-120}}}}})", "z = bf16[] constant(0)", f"x = bf16[460,9] pad(t, z), padding={padding}",
                 f"s = bf16[] constant({2.0**-20})", "y = bf16[9,456] broadcast(s), dimensions={}",
                 "d = f32[460,456] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                 f"ROOT r = f32[1,2] slice(d), slice={{[{row}:{row + 1}],[0:2]}}"]
        yield "dot", run_case(f"dot.bf16.tiny-{topic}-element", "a product below the normal range of f32 is not rounded to zero: 2^-120 * 2^-20", "Dot",
                              lines, [], literal("f32", [2.0**-140] * 2, (1, 2)), requires=["bf16", "f32"], tags=["large"])


if __name__ == "__main__":
    write_groups((text_cases, fault_cases, memory_cases, value_cases, extreme_cases, product_cases), NAME)
