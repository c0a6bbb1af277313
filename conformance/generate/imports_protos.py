#!/usr/bin/python3
"""Damaged protobufs, each with one fault, and the code of imports reference 11 (by hand)."""
import struct

from import_cases import case
from imports_programs import NEGATION, PAIR, PARAMETER, field, instruction, module
from write import write

NAME = "conformance/generate/imports_protos.py"
TUPLE, OPAQUE, BUFFER = field(2, 13), field(2, 14), field(2, 34)
TWO = struct.pack("<2f", 1, 2)


def array(*dims, code=11):
    """A ShapeProto, of f32 unless told."""
    return field(2, code) + b"".join(field(3, d) for d in dims)


def layout(*minor_to_major):
    return field(5, b"".join(field(1, d) for d in minor_to_major))


def of_shape(shape, name="x", opcode="parameter", number=1, *rest):
    """An instruction of another shape than f32[2]."""
    return field(2, field(1, name) + field(2, opcode) + field(3, shape) + field(35, number) + b"".join(rest))


def parameter(shape):
    return module(of_shape(shape), root=1)


def constant(literal, shape=PAIR):
    return module(of_shape(shape, "c", "constant", 1, field(8, literal)), root=1)


def computation(name, number, *instructions):
    return field(3, field(1, name) + b"".join(instructions) + field(5, number) + field(6, 2))


def modules(*computations):
    return field(1, "m") + field(2, "main") + b"".join(computations) + field(6, 7)


def negation(*rest):
    return module(PARAMETER, instruction("y", "negate", 2, field(36, 1), *rest), root=2)


def nested(levels, wrap, inside=b""):
    for _ in range(levels):
        inside = wrap(inside)
    return inside


def all_reduce(axes, *parts):
    """`axes`: of the mesh, names and sizes. `parts`: (axis,) or (axis, size before it, size)."""
    mesh = b"".join(field(1, field(1, name) + field(2, size)) for name, size in axes)
    refs = b"".join(field(2, field(1, part[0]) + (field(2, field(1, part[1]) + field(2, part[2])) if part[1:] else b""))
                    for part in parts)
    scalar = array()
    inputs = [of_shape(scalar, name, "parameter", i + 1, field(9, i)) for i, name in enumerate("ab")]
    adder = computation("adder", 3, *inputs, of_shape(scalar, "s", "add", 3, field(36, 1), field(36, 2))).replace(field(6, 2), field(6, 3))
    reduced = instruction("y", "all-reduce", 2, field(36, 1), field(38, 3), field(93, field(1, mesh) + refs))
    return modules(adder, computation("main", 7, PARAMETER, reduced))


def with_raw(raw, size=None):
    """A snapshot with one argument behind the message, whose descriptor tells its size."""
    message = field(1, NEGATION) + field(2, field(2, field(2, len(raw) if size is None else size)))
    return field(0, message)[1:] + raw


def raw_argument(shape, data=b""):
    return with_raw(len(shape).to_bytes(8, "little") + shape + data)


OTHER = [PARAMETER, instruction("y", "negate", 2, field(36, 1))]
MAIN = computation("main", 7, *OTHER)
ROWS = [
    # name, code, why, file
    ("text-for-number", "I14", "a field of a number must not hold bytes", module(PARAMETER + field(2, field(35, b"a")), root=1)),
    ("number-for-text", "I14", "a field of text must not hold a number", module(PARAMETER, field(2, field(1, 5) + field(35, 2)), root=1)),
    ("cut-number", "I14", "the last number of a packed list must end in it", module(PARAMETER, instruction("y", "negate", 2, field(36, b"\x81")), root=2)),
    ("computations-of-one-id", "I14", "ids of computations are unique", modules(MAIN, computation("other", 7, *OTHER))),
    ("instructions-of-one-id", "I14", "ids of the instructions of a computation are unique", module(PARAMETER, instruction("y", "negate", 1, field(36, 1)), root=1)),
    ("no-instruction", "I14", "a computation has instructions", modules(computation("main", 7))),
    ("unknown-computation", "I14", "ids must name computations of the file", modules(computation("main", 7, PARAMETER, instruction("y", "call", 2, field(36, 1), field(38, 9))))),
    ("instruction-circle", "I14", "no instruction is its own operand, directly or through others",
     module(PARAMETER, instruction("y", "negate", 2, field(36, 3)), instruction("z", "negate", 3, field(36, 2)), root=3)),
    ("computation-circle", "I14", "computations do not call each other in a circle",
     modules(computation("f", 1, PARAMETER, instruction("y", "call", 2, field(36, 1), field(38, 7))),
             computation("main", 7, PARAMETER, instruction("y", "call", 2, field(36, 1), field(38, 1))))),
    ("no-values", "I09", "a constant has values", module(instruction("c", "constant", 1), root=1)),
    ("literal-of-other-shape", "I14", "the literal of a constant has its shape", constant(field(1, array(3)) + field(8, TWO + TWO[:4]))),
    ("few-bytes", "I14", "a literal has as many bytes as its shape takes", constant(field(1, PAIR) + field(8, TWO[:4]))),
    ("few-numbers", "I14", "a literal has as many numbers as its shape has elements", constant(field(1, array(2, code=4)) + field(4, 1), array(2, code=4))),
    ("huge-literal", "S09", "the elements of an array are fewer than 2^63", constant(field(1, array(1 << 40, 1 << 40)), array(1 << 40, 1 << 40))),
    ("tuple-of-other-literals", "I14", "the literals of a tuple have the shapes of its parts",
     constant(field(1, TUPLE + field(4, PAIR)) + field(10, field(1, array(1)) + field(8, TWO[:4])), TUPLE + field(4, PAIR))),
    ("opaque-literal", "I14", "an opaque value has no literal", constant(field(1, OPAQUE), OPAQUE)),
    ("nested-literal", "P10", "a literal has at most 200 levels", constant(nested(202, lambda inside: field(1, TUPLE) + (field(10, inside) if inside else b"")))),
    ("empty-rows", "P10", "an array of more than 1024 empty rows cannot stand in a tuple",
     constant(field(1, TUPLE + field(4, array(2000, 0))) + field(10, field(1, array(2000, 0))), TUPLE + field(4, array(2000, 0)))),
    ("nested-shape", "P10", "a shape has at most 200 levels", parameter(nested(202, lambda inside: TUPLE + (field(4, inside) if inside else b"")))),
    ("unknown-type", "I14", "element types have the numbers of xla_data.proto", parameter(array(2, code=99))),
    ("buffer-of-tuple", "I14", "a buffer is one of an array", parameter(BUFFER + field(4, TUPLE + field(4, PAIR)))),
    ("high-rank", "S09", "a rank has a limit", parameter(array(*[1] * 100))),
    ("negative-size", "I14", "a size must not be negative", parameter(array((1 << 64) - 5))),
    ("layout-of-one-dimension-twice", "S02", "a layout names each dimension once", parameter(array(2, 3) + layout(0, 0))),
    ("nested-sharding", "P10", "a sharding has at most 100 levels",
     negation(field(40, nested(102, lambda inside: field(1, 2) + field(5, inside), field(1, 0))))),
    ("axis-of-no-mesh", "I14", "replica groups name axes of their mesh", all_reduce([("a", 2), ("b", 2)], (2,))),
    ("cut-axis", "I14", "the part of an axis divides it", all_reduce([("a", 4)], (0, 1, 3))),
    ("large-mesh", "I14", "a mesh has at most 2^20 devices", all_reduce([("a", 1 << 30), ("b", 2)], (1,))),
    ("argument-without-shape", "I14", "an argument behind the message begins with the size of its shape", with_raw(b"\1\2\3")),
    ("cut-shape", "I14", "the shape of an argument behind the message must be inside it", with_raw((1000).to_bytes(8, "little") + PAIR + TWO)),
    ("missing-argument", "I14", "every descriptor has an argument behind the message", with_raw(b"", 16)),
    ("cut-argument", "I14", "an argument has as many bytes as its shape takes", raw_argument(PAIR, TWO[:4])),
    ("opaque-argument", "I14", "an argument is an array, a tuple, or a token", raw_argument(OPAQUE)),
    ("dynamic-argument", "I14", "arguments behind the message have static sizes", raw_argument(array(2) + field(6, 1), TWO)),
    ("huge-argument", "S09", "the elements of an argument are fewer than 2^63", raw_argument(array(1 << 40, 1 << 40))),
]


def cases():
    for name, code, why, file in ROWS:
        yield case(f"import-protos.{name}", why, "import-diagnostics", file, reject=(code,))


if __name__ == "__main__":
    write("import-protos", list(cases()), NAME)
