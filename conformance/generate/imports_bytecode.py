#!/usr/bin/python3
"""Imports of portable artifacts. The files are made by bytecode.py, the values are by hand."""
import math
import struct

from bytecode import BUILTIN, SDY, Writer, signed, varint
from import_cases import Value, case, f32, program, s32
from write import write

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


# ---- Shardy ----

def mesh(w, axes, name="mesh", devices=()):
    return w.operation("mesh", attributes={"mesh": w.mesh(axes, devices), "sym_name": w.text(name, 0)}, dialect=SDY)


def cast(w, made, operand):
    return w.operation("unrealized_conversion_cast", results=[made], operands=[operand], dialect=0)


def shard_map(w):
    """The sum of the shards of all devices of an axis."""
    whole, part, scalar = (w.tensor("f32", 4), w.tensor("f32", 2), w.tensor("f32"))
    f32_ = [varint(5)]
    whole_, part_ = w.builtin_tensor(f32_, 4), w.builtin_tensor(f32_, 2)
    sharded = w.sharding("mesh", [[w.axis("x")]])
    groups = w.attribute(varint(23), w.text("mesh"), w.array(w.attribute(varint(22), w.text("x"), varint(0))))
    attributes = {"channel_id": w.integer(1), "replica_groups": groups, "use_global_device_ids": w.boolean(True)}
    # 0: argument; 1: cast, 2: results of the computation, 3: constrained, 4: cast. Those of an isolated region are its own.
    add = w.region(3, [scalar, scalar], [w.operation("add_v1", results=[scalar], operands=[4, 5]), returns(w, 6)])
    body = w.region(4, [part_], [cast(w, part, 0), w.operation("all_reduce_v2", attributes=attributes, results=[part], operands=[1], regions=[add]),
                                 cast(w, part_, 2), w.operation("return", operands=[3], dialect=SDY)])
    shardings = w.sdy(7, *w.list([sharded]))
    manual = {"in_shardings": shardings, "manual_axes": w.sdy(0, *w.list([w.text("x", 0)])), "out_shardings": shardings}
    operations = [cast(w, whole_, 0),
                  w.operation("manual_computation", attributes=manual, results=[whole_], operands=[1], regions=[body], isolated=True, dialect=SDY),
                  w.operation("sharding_constraint", attributes={"sharding": sharded}, results=[whole_], operands=[2], dialect=SDY),
                  cast(w, whole, 3), returns(w, 4)]
    return [mesh(w, [("x", 2)]), w.func("main", [whole], [whole], 5, operations, given=[w.attribute(varint(6), varint(1), w.text("sdy.sharding"), sharded)])]


def given_sharding(w, meshes, sharding):
    """A function that returns its argument, which has a sharding."""
    square = w.tensor("f32", 8, 8)
    given = w.attribute(varint(6), varint(1), w.text("sdy.sharding"), sharding)
    return [*meshes, w.func("main", [square], [square], 1, [returns(w, 0)], given=[given])]


SHARDINGS = (  # name, why, sharding, what HLO writes, by hand
    ("axis", "one axis", lambda w: w.sharding("mesh", [[w.axis("y")], []]), "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"),
    ("both", "an axis for each dimension", lambda w: w.sharding("mesh", [[w.axis("x")], [w.axis("y")]]), "{devices=[2,4]<=[8]}"),
    ("open", "open dimensions with priorities", lambda w: w.sharding("mesh", [[w.axis("x")], []], is_closed=False, priority=1),
     "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
    ("part", "a part of an axis", lambda w: w.sharding("mesh", [[w.axis("y", (1, 2))], []]),
     "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"),
    ("replicated", "axes that stay unused", lambda w: w.sharding("mesh", [[w.axis("x")], []], [w.axis("y")]),
     "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
    ("unreduced", "axes of partial sums", lambda w: w.sharding("mesh", [[w.axis("x")], []], unreduced=[w.axis("y")]),
     "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"),
    ("inlined", "a mesh without a name", lambda w: w.sharding(w.mesh([("a", 2)]), [[w.axis("a")], []]), "{devices=[2,1]<=[2]}"),
    ("device", "a mesh of one device", lambda w: w.sharding("one", [[], []]), "{maximal device=3}"),
)


def use_lists(w):
    """Orders of the uses of an argument, of a result, and of one of two results, in both forms."""
    pair = w.tensor("f32", 2)
    order = [varint(3 << 1), varint(2), varint(0), varint(1)]
    twice = w.operation("add_v1", results=[pair], operands=[0, 0])
    twice[1] = bytes([twice[1][0] | 32])
    twice += order
    both = w.operation("optimization_barrier_v1", results=[pair, pair], operands=[0, 1])
    both[1] = bytes([both[1][0] | 32])
    both += [varint(1), varint(1), varint(2 << 1 | 1), varint(0), varint(1)]
    function = w.func("main", [pair], [pair], 5, [twice, both, w.operation("add_v1", results=[pair], operands=[2, 3]), returns(w, 4)])
    inside = next(part[1] for part in function if part[0] == "section")
    at = inside.index(b"\0")  # behind the arguments
    inside[at:at + 1] = [bytes([32]), *order]
    return [function]


def computation(w, element, builtin):
    """A named computation of a type: its region returns its argument."""
    inside, outside = w.builtin_tensor(builtin, 2), w.tensor(element, 2)
    body = w.region(1, [inside], [w.operation("return", operands=[0], dialect=SDY)])
    named = w.operation("named_computation", attributes={"in_shardings": varint(0), "name": w.text("f", 0), "out_shardings": varint(0)},
                        results=[inside], operands=[1], regions=[body], isolated=True, dialect=SDY)
    return [w.func("main", [outside], [outside], 4, [cast(w, inside, 0), named, cast(w, outside, 2), returns(w, 3)])]


COMPUTATIONS = (  # name, type of VHLO, data of the builtin type, what HLO calls it
    ("s32", "i32", [varint(0), varint(32 << 2)], "s32"), ("u32", "ui32", [varint(0), varint(32 << 2 | 2)], "u32"),
    ("bf16", "bf16", [varint(3)], "bf16"), ("f16", "f16", [varint(4)], "f16"), ("f64", "f64", [varint(6)], "f64"),
    ("complex", "complex", lambda w: w.type(varint(9), w.type(varint(5), dialect=BUILTIN), dialect=BUILTIN), "c64"),
    ("f8", "f8E4M3FN", lambda w: w.type_text("f8E4M3FN"), "f8e4m3fn"),
)


def listed(w, *items):
    """A shard_map whose list of shardings has these elements."""
    whole = w.builtin_tensor([varint(5)], 2)
    body = w.region(1, [whole], [w.operation("return", operands=[0], dialect=SDY)])
    shardings = w.sdy(7, *w.list(list(items)))
    manual = {"in_shardings": shardings, "manual_axes": w.sdy(0, *w.list([])), "out_shardings": shardings}
    pair = w.tensor("f32", 2)
    return [w.func("main", [pair], [pair], 4, [
        cast(w, whole, 0), w.operation("manual_computation", attributes=manual, results=[whole], operands=[1], regions=[body], isolated=True, dialect=SDY),
        cast(w, pair, 2), returns(w, 3)])]


def constrained(w, **properties):
    """A constraint with these properties."""
    pair, whole = w.tensor("f32", 2), w.builtin_tensor([varint(5)], 2)
    return [mesh(w, [("x", 2)]), w.func("main", [pair], [pair], 4, [
        cast(w, whole, 0), w.operation("sharding_constraint", attributes=properties, results=[whole], operands=[1], dialect=SDY),
        cast(w, pair, 2), returns(w, 3)])]


def part_of_axis(w):
    pair, scalar = w.tensor("f32", 2), w.tensor("f32")
    groups = w.attribute(varint(23), w.text("mesh"), w.array(w.attribute(varint(22), w.text("x"), varint(1))))
    attributes = {"channel_id": w.integer(1), "replica_groups": groups, "use_global_device_ids": w.boolean(True)}
    add = w.region(3, [scalar, scalar], [w.operation("add_v1", results=[scalar], operands=[2, 3]), returns(w, 4)])
    return [mesh(w, [("x", 2)]), w.func("main", [pair], [pair], 2, [
        w.operation("all_reduce_v2", attributes=attributes, results=[pair], operands=[0], regions=[add]), returns(w, 1)])]


def shardy():
    x, sums = f32([1.0, 2.0]), f32([4.0, 6.0])
    writer = Writer()
    yield case("import-bytecode.shard-map", "a computation in the sizes of one device, with a reduction over an axis of the mesh", "bytecode-shardy",
               writer.file(shard_map(writer)), args={"0,0": [x.literal], "0,1": [f32([3.0, 4.0]).literal]}, expect={"0,0": sums.literal, "0,1": sums.literal},
               topology={"replicas": 1, "partitions": 2}, warning=("W03",))
    for name, why, build, wanted in SHARDINGS:
        writer = Writer()
        meshes = [mesh(writer, [("x", 2), ("y", 4)]), mesh(writer, [], "one", [3])]
        yield case(f"import-bytecode.sharding-{name}", why, "bytecode-shardy", writer.file(given_sharding(writer, meshes, build(writer))),
                   hlo=["HloModule main", "ENTRY main {", f"  ROOT Arg_0 = f32[8,8]{{1,0}} parameter(0), sharding={wanted}", "}"])
    for name, element, builtin, wanted in COMPUTATIONS:
        writer = Writer()
        builtin = builtin(writer) if callable(builtin) else builtin
        shape, name_ = f"{wanted}[2]{{0}}", "main.named_computation_0"
        yield case(f"import-bytecode.named-computation-{name}", "types of MLIR inside, types of VHLO outside", "bytecode-shardy",
                   writer.file(computation(writer, element, builtin)),
                   hlo=["HloModule main", f"{name_} {{", f"  ROOT Arg_0 = {shape} parameter(0)", "}", "ENTRY main {",
                        f"  Arg_0 = {shape} parameter(0)", f"  ROOT v2 = {shape} call(Arg_0), to_apply={name_}", "}"])
    ordered = Writer()
    yield case("import-bytecode.use-lists", "orders of uses mean nothing", "bytecode-files", ordered.file(use_lists(ordered)),
               args=[x], expect=f32([3.0, 6.0]))


# ---- faults: what the reader of an artifact must reject ----

def function(w, **changed):
    """`changed`: attributes of the function, None to leave one out. Files of version 4 have them by name."""
    pair = w.tensor("f32", 2)
    attributes = {"arg_attrs": w.array(), "function_type": w.of_type(w.function([pair], [pair])), "res_attrs": w.array(),
                  "sym_name": w.text("main"), "sym_visibility": w.text("public")}
    attributes = {key: value for key, value in {**attributes, **changed}.items() if value is not None}
    return [w.operation("func_v1", attributes=attributes, isolated=True, regions=[w.region(1, [pair], [returns(w, 0)])])]


def argument(w, made, name="main"):
    """A function with an argument of some type."""
    return [w.func(name, [made], [made], 1, [returns(w, 0)])]


def unary(w, *, dialect=1, name="negate_v1", result=None, masks=0, **more):
    """An operation beside the return; `masks`: more bits of what it says it has."""
    pair = w.tensor("f32", 2)
    made = w.operation(name, results=[result or pair], operands=[0], dialect=dialect, **more)
    made[1] = bytes([made[1][0] | masks])
    return [w.func("main", [pair], [pair], 2, [made, returns(w, 0)])]


def value(w, made, result=None):
    """A constant."""
    result = result or w.tensor("f32", 2)
    return [w.func("main", [], [result], 1, [w.operation("constant_v1", attributes={"value": made}, results=[result]), returns(w, 0)])]


def doubled(w):
    """Arrays of the same two items, 40 levels deep: their text would have 2^40 parts."""
    made = w.boolean(True)
    for _ in range(40):
        made = w.array(made, made)
    return function(w, arg_attrs=w.array(made))


def nested_array(w):
    made = w.array()
    for _ in range(70):
        made = w.array(made)
    return function(w, arg_attrs=w.array(made))


def tolerance(w, absolute, relative, units):
    """Tolerances are the bits of an f64."""
    pair = w.tensor("f32", 2)
    bits = [signed(struct.unpack("<q", struct.pack("<d", value))[0]) for value in (absolute, relative)]
    made = w.attribute(varint(20), *bits, signed(units), w.enum("mode", "TOLERANCE"))
    return [w.func("main", [pair], [pair], 2, [
        w.operation("exponential_v2", attributes={"result_accuracy": made}, results=[pair], operands=[0]), returns(w, 1)])]


def encoded(w):
    return argument(w, w.type(varint(21), w.text("sparse"), varint(1), signed(2), w.scalar("f32")))


def unmade(w):
    """The result has a type behind the end of their table."""
    pair = w.tensor("f32", 2)
    made = w.operation("negate_v1", results=[pair], operands=[0])
    return [w.func("main", [pair], [pair], 2, [[varint(99) if part == pair else part for part in made], returns(w, 0)])]


def called(w, name="custom_call_v1", **more):
    """A custom call of a function."""
    pair = w.tensor("f32", 2)
    attributes = {"api_version": w.enum("version", "1"), "backend_config": w.text(""), "call_target_name": w.text("f"),
                  "called_computations": w.array(w.text("g")), "has_side_effect": w.boolean(False), "operand_layouts": w.array(),
                  "output_operand_aliases": w.array(), "result_layouts": w.array(), **more}
    return [w.func("main", [pair], [pair], 2, [
        w.operation(name, attributes=attributes, results=[pair], operands=[0]), returns(w, 1)]), *argument(w, pair, "g")]


def fused_locations(w):
    """Each of them names the one before twice."""
    place = w.attribute(varint(15), dialect=BUILTIN)
    for _ in range(40):
        place = w.attribute(varint(12), varint(2), place, place, dialect=BUILTIN)
    pair = w.tensor("f32", 2)
    operation = w.operation("negate_v1", results=[pair], operands=[0])
    operation[2] = place
    return [w.func("main", [pair], [pair], 2, [operation, returns(w, 1)])]


def long_types(w):
    """Many operands of one type with a long name."""
    long, pair = w.type_text("x" * 3000), w.tensor("f32", 2)
    return [w.func("main", [long], [pair], 2, [w.operation("negate_v1", results=[pair], operands=[0] * 1000), returns(w, 1)])]


def many_values(w):
    """Regions in regions, each with as many values as bytes are left."""
    inner = returns(w, 0)
    for _ in range(4):
        inner = w.operation("case_v1", regions=[[varint(1), varint(500), varint(1 << 1), *inner]])
    pair = w.tensor("f32", 2)
    attributes = {"arg_attrs": w.array(), "function_type": w.of_type(w.function([pair], [pair])), "res_attrs": w.array(), "sym_name": w.text("main"),
                  "sym_visibility": w.text("public")}
    return [w.operation("func_v1", attributes=attributes, isolated=True, regions=[w.region(2, [pair], [inner]) + [bytes(700)]])]


def numbers(w):
    """Attributes of a custom call: -1 as MLIR writes it, by its bits, and a byte above 127."""
    config = w.attribute(varint(6), varint(2), w.text("a"), w.attribute(varint(9), w.scalar("i32"), signed(2**32 - 1)), w.text("b"),
                         w.attribute(varint(9), w.scalar("ui8"), bytes([200])))
    return called(w, api_version=w.attribute(varint(5), varint(4)), backend_config=config)


FAULTS = [
    # name, why, the functions, version of the file
    ("successors", "operations have no successors", lambda w: unary(w, masks=8), 6),
    ("long-use-list", "the order of uses is inside the file", lambda w: unary(w, masks=32), 6),
    ("list-of-strings", "a list of shardings has shardings", lambda w: listed(w, w.text("x", 0)), 6),
    ("more-properties", "an op of Shardy has the properties that it needs", lambda w: constrained(w, sharding=w.sharding("mesh", [[]]), more=w.boolean(True)), 6),
    ("part-of-axis", "how VHLO writes a part of an axis is not known", part_of_axis, 6),
    ("region-of-group", "an op of Shardy that is not read has no regions", lambda w: unary(
        w, dialect=SDY, name="data_flow_edge", regions=[w.region(0, [], [])]), 6),
    ("other-dialect", "operations are those of VHLO", lambda w: [
        w.func("main", [w.tensor("f32", 2)], [w.tensor("f32", 2)], 2, [
            w.operation("constant", dialect=0, results=[w.tensor("f32", 2)]), returns(w, 0)])], 6),
    ("nameless-function", "a function has a name", lambda w: function(w, sym_name=None), 4),
    ("typeless-function", "a function has a type", lambda w: function(w, function_type=None), 4),
    ("number-for-name", "a name is a string", lambda w: function(w, sym_name=w.boolean(True)), 6),
    ("string-for-type", "the type of a function is a type", lambda w: function(w, function_type=w.text("f")), 6),
    ("tensor-for-type", "the type of a function is a function type", lambda w: function(w, function_type=w.of_type(w.tensor("f32"))), 6),
    ("boolean-for-array", "the attributes of arguments are an array", lambda w: function(w, arg_attrs=w.boolean(True)), 6),
    ("unknown-type", "types have the codes of section 15.2", lambda w: argument(w, w.type(varint(24))), 6),
    ("newer-type", "codes of types that are not known yet are rejected", lambda w: argument(w, w.type(varint(200))), 6),
    ("unknown-attribute", "attributes have the codes of section 15.2", lambda w: function(w, arg_attrs=w.array(w.attribute(varint(21)))), 6),
    ("sparse-tensor", "the encoding of a tensor is its bounds", encoded, 6),
    ("scalar-constant", "the value of a constant is a tensor", lambda w: value(w, w.dense(w.scalar("f32"), bytes(4))), 6),
    ("type-out-of-range", "numbers of types are below their count", unmade, 6),
    ("doubled-arrays", "arrays that share their items do not grow without a limit", doubled, 6),
    ("nested-arrays", "arrays are at most 64 levels deep", nested_array, 6),
    ("fused-locations", "locations that share their parts are not read without end", fused_locations, 6),
    ("long-types", "operands that share a type with a long name do not grow without a limit", long_types, 6),
    ("many-values", "each value of a region has a byte", many_values, 6),
    ("infinite-tolerance", "a tolerance is finite", lambda w: tolerance(w, math.inf, 0, 1), 6),
    ("negative-tolerance", "a tolerance is not negative", lambda w: tolerance(w, 0, -0.5, 1), 6),
]


def aligned(writer, alignment, padding):
    """The section of the dialects, which is the first one, with an alignment of its data."""
    whole = writer.file(binary(writer))
    head = b"ML\xefR" + varint(writer.version) + b"StableHLO_v1.13.0\0"
    length = whole[len(head) + 1] >> 1  # of one byte
    data = whole[len(head) + 2:]
    start = head + bytes([whole[len(head)] | 128]) + varint(length) + varint(alignment)
    return start + padding * (-len(start) % max(alignment, 1)) + data


def faults():
    for name, why, build, version in FAULTS:
        writer = Writer(version)
        yield case(f"import-bytecode.{name}", why, "bytecode-files" if name in FILES else "vhlo", writer.file(build(writer)), reject=("I13",))
    for name, why, alignment, padding in (
            ("no-alignment", "an alignment is at least 1", 0, b""), ("large-alignment", "an alignment is at most 4096", 8192, b"\xcb"),
            ("padding", "data of a section is aligned with bytes CB", 16, b"\0")):
        yield case(f"import-bytecode.{name}", why, "bytecode-files", aligned(Writer(), alignment, padding), reject=("I13",))


FILES = ("successors", "long-use-list", "type-out-of-range")


def cases():
    x, y = f32([1.0, 2.0]), f32([10.0, 20.0])
    yield artifact("add", "an elementwise op", binary, [x, y], f32([11.0, 22.0]))
    yield artifact("dictionary", "attributes of older files are dictionaries", compare, [x, y], Value("pred", [True, True]), version=4)
    yield artifact("first-version", "files of version 1 have no sections in operations", binary, [x, y], f32([11.0, 22.0]), version=1)
    yield artifact("version-0", "dialects without versions", binary, [x, y], f32([11.0, 22.0]), version=0)
    yield artifact("version-3", "arguments of blocks have locations, and values have use-list orders", binary, [x, y], f32([11.0, 22.0]), version=3)
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
    newer, braces, tolerances, names = Writer(), Writer(), Writer(), Writer()
    rows = [wrapped, cut, case("import-bytecode.unknown-op", "the attributes of an op must be known", "import-diagnostics",
                               newer.file(unknown(newer), "StableHLO_v9.0.0"), reject=("I13",))]
    rows += faults()
    rows.append(case("import-bytecode.aligned", "the data of a section may be aligned", "bytecode-files",
                     aligned(Writer(), 16, b"\xcb"), args=[x, y], expect=f32([11.0, 22.0])))
    rows.append(case("import-bytecode.braces", "a name of a function may have braces", "bytecode",
                     braces.file(argument(braces, braces.tensor("f32", 2), "f{}{}")), args=[x], expect=x))
    rows.append(case("import-bytecode.tolerance", "the tolerances of a result are kept", "vhlo",
                     tolerances.file(tolerance(tolerances, 2.0**100, 0.25, 3)),
                     hlo=program(["v1 = f32[2]{0} exponential(Arg_0), result_accuracy={tolerance={atol=1.2676506002282294e+30,"
                                  "rtol=0.25,ulps=3}}"], {"x": x}, x)))
    rows.append(case("import-bytecode.called-computation", "a custom call names functions of the file", "vhlo", names.file(called(names)),
                     hlo=["HloModule main", "g {", "  ROOT Arg_0 = f32[2]{0} parameter(0)", "}", "ENTRY main {", "  Arg_0 = f32[2]{0} parameter(0)",
                          '  ROOT v1 = f32[2]{0} custom-call(Arg_0), custom_call_target="f", called_computations={g}', "}"], warning=("I16",)))
    integers = Writer()
    rows.append(case("import-bytecode.integers", "an integer has the bits of its type", "vhlo", integers.file(numbers(integers)),
                     hlo=[*rows[-1]["hlo"][:6], '  ROOT v1 = f32[2]{0} custom-call(Arg_0), custom_call_target="f", called_computations={g}, '
                          'api_version=API_VERSION_TYPED_FFI, backend_config={a = -1 : i32, b = 200 : ui8}', "}"], warning=("I16",)))
    second, unknown_list = Writer(), Writer()
    rows.append(case("import-bytecode.second-custom-call", "a ninth attribute, an empty list, as JAX 0.11 writes it", "vhlo",
                     second.file(called(second, "custom_call_v2", sub_regions=second.array())), hlo=rows[-2]["hlo"], warning=("I16",)))
    rows.append(case("import-bytecode.second-custom-call-list", "what the ninth attribute means is not known", "vhlo",
                     unknown_list.file(called(unknown_list, "custom_call_v2", sub_regions=unknown_list.array(unknown_list.boolean(True)))), reject=("I13",)))
    rows += shardy()
    for row in rows:
        row["requires"] = ["portable-artifact"] + ["partitions"] * ("topology" in row)
    yield from rows


if __name__ == "__main__":
    write("import-bytecode", list(cases()), NAME)
