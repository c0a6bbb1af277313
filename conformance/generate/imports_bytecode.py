#!/usr/bin/python3
"""Imports of portable artifacts. The files are made by bytecode.py, the values are by hand."""
import struct

from bytecode import Writer
from import_cases import Value, case, f32, s32
from write import format_all, write

NAME = "conformance/generate/imports_bytecode.py"


def artifact(identity, why, build, args, expect, *, version=6, **more):
    """`build(writer)` gives the functions."""
    writer = Writer(version)
    made = case(f"import-bytecode.{identity}", why, "bytecode", writer.file(build(writer)), args=args, expect=expect, **more)
    made["requires"] = ["portable-artifact"]
    return made


def returns(w, *values):
    return w.operation("return_v1", operands=values)


def binary(w, name="add_v1"):
    pair = w.tensor("f32", 2)
    return [w.func("main", [pair, pair], [pair], 3, [w.operation(name, results=[pair], operands=[0, 1]), returns(w, 2)])]


def constants(w):
    scalar, pair, bits, long = w.tensor("f32"), w.tensor("f32", 2), w.tensor("i1", 9), w.tensor("i64", 2)
    values = [w.dense(scalar, struct.pack("<f", 0.5)), w.dense(pair, struct.pack("<f", -2)),
              w.dense(bits, bytes([0b101, 1])), w.dense(w.tensor("i1", 3), b"\xff"), w.ints([7, -1])]
    kinds = [scalar, pair, bits, w.tensor("i1", 3), long]
    return [w.func("main", [], kinds, 5, [*(w.operation("constant_v1", attributes={"value": v}, results=[t])
                                            for v, t in zip(values, kinds)), returns(w, *range(5))])]


def compare(w):
    pair, bits = w.tensor("f32", 2), w.tensor("i1", 2)
    attributes = {"comparison_direction": w.enum("direction", "LT"), "compare_type": w.enum("comparison", "FLOAT")}
    return [w.func("main", [pair, pair], [bits], 3, [
        w.operation("compare_v1", attributes=attributes, results=[bits], operands=[0, 1]), returns(w, 2)])]


def dot(w):
    a, b, r = w.tensor("f32", 2, 3), w.tensor("f32", 3, 2), w.tensor("f32", 2, 2)
    none = w.of_type(w.type(bytes([33 << 1 | 1])))
    precision = w.array(w.enum("precision", "DEFAULT"), w.enum("precision", "DEFAULT"))
    attributes = {"lhs_batching_dimensions": w.ints([]), "rhs_batching_dimensions": w.ints([]),
                  "lhs_contracting_dimensions": w.ints([1]), "rhs_contracting_dimensions": w.ints([0]),
                  "precision_config": precision, "lhs_precision_type": none, "rhs_precision_type": none,
                  "accumulation_type": none, "lhs_component_count": w.integer(1), "rhs_component_count": w.integer(1),
                  "num_primitive_operations": w.integer(1), "allow_imprecise_accumulation": w.boolean(False)}
    return [w.func("main", [a, b], [r], 3, [
        w.operation("dot_general_v2", attributes=attributes, results=[r], operands=[0, 1]), returns(w, 2)])]


def gather(w):
    table, indices, rows = w.tensor("f32", 4, 2), w.tensor("i32", 2, 1), w.tensor("f32", 2, 2)
    attributes = {"offset_dims": w.ints([1]), "collapsed_slice_dims": w.ints([0]), "operand_batching_dims": w.ints([]),
                  "start_indices_batching_dims": w.ints([]), "start_index_map": w.ints([0]),
                  "index_vector_dim": w.integer(1), "slice_sizes": w.ints([1, 2]), "indices_are_sorted": w.boolean(False)}
    return [w.func("main", [table, indices], [rows], 3, [
        w.operation("gather_v2", attributes=attributes, results=[rows], operands=[0, 1]), returns(w, 2)])]


def reduce(w):
    table, scalar, sums = w.tensor("f32", 2, 3), w.tensor("f32"), w.tensor("f32", 2)
    # Values of a region are numbered behind all those of the function.
    body = w.region(3, [scalar, scalar], [w.operation("add_v1", results=[scalar], operands=[3, 4]), returns(w, 5)])
    return [w.func("main", [table, scalar], [sums], 3, [
        w.operation("reduce_v1", attributes={"dimensions": w.ints([1])}, results=[sums], operands=[0, 1], regions=[body]),
        returns(w, 2)])]


def loop(w):
    number, bit = w.tensor("i32"), w.tensor("i1")
    less = {"comparison_direction": w.enum("direction", "LT"), "compare_type": w.enum("comparison", "SIGNED")}
    # 0, 1: arguments; 2: the result; both regions begin at 3.
    condition = w.region(2, [number], [w.operation("compare_v1", attributes=less, results=[bit], operands=[3, 1]), returns(w, 4)])
    body = w.region(2, [number], [w.operation("add_v1", results=[number], operands=[3, 3]), returns(w, 4)])
    return [w.func("main", [number, number], [number], 3, [
        w.operation("while_v1", results=[number], operands=[0], regions=[condition, body]), returns(w, 2)])]


def nested(w):
    """Values of the function behind an operation with a region are numbered before those of the region."""
    pair, scalar = w.tensor("f32", 2), w.tensor("f32")
    body = w.region(3, [scalar, scalar], [w.operation("add_v1", results=[scalar], operands=[4, 5]), returns(w, 6)])
    return [w.func("main", [pair, scalar], [scalar], 4, [
        w.operation("reduce_v1", attributes={"dimensions": w.ints([0])}, results=[scalar], operands=[0, 1], regions=[body]),
        w.operation("negate_v1", results=[scalar], operands=[2]), returns(w, 3)])]


def branches(w):
    bit, number = w.tensor("i1"), w.tensor("i32")
    first = w.region(1, [], [w.operation("negate_v1", results=[number], operands=[1]), returns(w, 3)])
    second = w.region(0, [], [returns(w, 1)])
    return [w.func("main", [bit, number], [number], 3, [
        w.operation("if_v1", results=[number], operands=[0], regions=[first, second]), returns(w, 2)])]


def call(w):
    number = w.tensor("i32")
    helper = w.func("helper", [number], [number, number], 2, [
        w.operation("negate_v1", results=[number], operands=[0]), returns(w, 0, 1)], "private")
    return [w.func("main", [number], [number], 3, [
        w.operation("call_v1", attributes={"callee": w.text("helper")}, results=[number, number], operands=[0]),
        returns(w, 2)]), helper]


def accuracy(w):
    pair = w.tensor("f32", 2)
    default = w.attribute(b"\x29", b"\x01", b"\x01", b"\x01", w.enum("mode", "DEFAULT"))
    return [w.func("main", [pair], [pair], 2, [
        w.operation("exponential_v2", attributes={"result_accuracy": default}, results=[pair], operands=[0]), returns(w, 1)])]


def unknown(w):
    pair = w.tensor("f32", 2)
    attributes = {"a": w.boolean(True), "b": w.boolean(True)}
    return [w.func("main", [pair], [pair], 2, [
        w.operation("iota_v9", attributes=attributes, results=[pair]), returns(w, 1)])]


def cases():
    x, y = f32([1.0, 2.0]), f32([10.0, 20.0])
    yield artifact("add", "an elementwise op", binary, [x, y], f32([11.0, 22.0]))
    yield artifact("dictionary", "attributes of older files are dictionaries", compare, [x, y], Value("pred", [True, True]), version=4)
    yield artifact("first-version", "files of version 1 have no sections in operations", binary, [x, y], f32([11.0, 22.0]), version=1)
    yield artifact("constants", "bytes, splats, and bits", constants, [],
                   [f32(0.5), f32([-2.0, -2.0]), Value("pred", [True, False, True, False, False, False, False, False, True]),
                    Value("pred", [True] * 3), Value("s64", [7, -1])])
    yield artifact("compare", "enumerations", compare, [x, f32([1.0, 3.0])], Value("pred", [False, True]))
    yield artifact("dot", "dimension numbers are attributes of their own", dot,
                   [f32([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), f32([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])], f32([[4.0, 5.0], [10.0, 11.0]]))
    yield artifact("gather", "the second version has batching dimensions", gather,
                   [f32([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]), s32([[2], [0]])], f32([[5.0, 6.0], [1.0, 2.0]]))
    yield artifact("reduce", "a region numbers its values after those around it", reduce,
                   [f32([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), f32(0.0)], f32([6.0, 15.0]))
    yield artifact("nested", "all values of a function are numbered before those of its regions", nested, [x, f32(0.0)], f32(-3.0))
    yield artifact("while", "regions one after the other use the same numbers", loop, [s32(3), s32(20)], s32(24))
    for chosen in (True, False):
        yield artifact(f"if-{str(chosen).lower()}", "a region uses values around it", branches, [Value("pred", chosen), s32(5)],
                       s32(-5 if chosen else 5))
    yield artifact("call", "functions have values of their own", call, [s32(5)], s32(-5))
    yield artifact("accuracy", "a default result accuracy is left out", accuracy, [f32([0.0, 0.0])], f32([1.0, 1.0]))
    writer = Writer()
    whole = writer.file(binary(writer))
    wrapped = case("import-bytecode.container", "an artifact inside of another file", "sniffing",
                   b"\x14\0\0\0\0\0\0\0jax" + whole + b"\0\0\x07more", args=[x, y], expect=f32([11.0, 22.0]))
    cut = case("import-bytecode.truncated", "every section must be inside the file", "import-diagnostics", whole[:-20], reject=("I13",))
    newer = Writer()
    rows = [wrapped, cut, case("import-bytecode.unknown-op", "the attributes of an op must be known", "import-diagnostics",
                               newer.file(unknown(newer), "StableHLO_v9.0.0"), reject=("I13",))]
    for row in rows:
        row["requires"] = ["portable-artifact"]
    yield from rows


if __name__ == "__main__":
    write("import-bytecode", list(cases()), NAME)
    format_all()
