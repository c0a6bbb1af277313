"""Writes ONNX models in the protobuf wire format, as far as the adapter needs it (onnx.proto, IR version 8)."""
import struct

TYPES = {"f32": 1, "u8": 2, "s8": 3, "u16": 4, "s16": 5, "s32": 6, "s64": 7, "pred": 9, "f16": 10, "f64": 11, "u32": 12, "u64": 13}
OPSET = 18


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def attribute(name, value):
    if isinstance(value, (list, tuple)):
        return field(1, name) + b"".join(field(8, int(item)) for item in value) + field(20, 7)
    number, kind = {int: (3, 2), float: (2, 1), str: (4, 3)}[type(value)]
    return field(1, name) + field(number, value) + field(20, kind)


def tensor(name, type, dims, raw):
    return b"".join(field(1, int(n)) for n in dims) + field(2, TYPES[type]) + field(8, name) + field(9, raw)


def value_info(name, type, dims):
    shape = b"".join(field(1, field(1, int(n))) for n in dims)
    return field(1, name) + field(2, field(1, field(1, TYPES[type]) + field(2, shape)))


class Graph:
    """A graph under construction; every value has a name."""

    def __init__(self):
        self.nodes, self.constants, self.inputs, self.count = [], [], [], 0

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def input(self, type, dims):
        self.inputs.append((self.name(), type, dims))
        return self.inputs[-1][0]

    def constant(self, type, dims, raw):
        name = self.name()
        self.constants.append(tensor(name, type, dims, raw))
        return name

    def ints(self, values):
        return self.constant("s64", [len(values)], struct.pack(f"<{len(values)}q", *values))

    def node(self, op, inputs, outputs=1, **attributes):
        names = [self.name() for _ in range(outputs)]
        body = b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in names) + field(4, op)
        self.nodes.append(body + b"".join(field(5, attribute(key, value)) for key, value in attributes.items()))
        return names[0] if outputs == 1 else names

    def model(self, outputs):
        graph = b"".join(field(1, node) for node in self.nodes) + field(2, "hlo") + b"".join(field(5, c) for c in self.constants)
        graph += b"".join(field(11, value_info(*value)) for value in self.inputs) + b"".join(field(12, value_info(*value)) for value in outputs)
        return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, OPSET))
