"""Writes portable artifacts: MLIR bytecode of the dialects VHLO and Shardy (imports reference 15), so that no code is
shared with the reader under test."""
import struct

NAMES = {  # attributes of an op in alphabetical order, which is the order of their properties
    "func_v1": ["arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"],
}
DIALECTS = ("builtin", "vhlo", "sdy")
BUILTIN, VHLO, SDY = range(len(DIALECTS))
FLOATS = {"f32": 4, "f64": 5, "bf16": 2, "f16": 3, "f8E4M3FN": 6}
INTEGERS = {"i1": 0, "i32": 13, "i64": 14, "ui8": 16, "ui32": 18, "index": 9}
ENUMERATIONS = {  # code, words
    "direction": (3, "EQ NE GE GT LE LT".split()), "comparison": (4, "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED".split()),
    "version": (5, [str(i) for i in range(5)]), "fft": (7, "FFT IFFT RFFT IRFFT".split()),
    "precision": (11, "DEFAULT HIGH HIGHEST".split()), "algorithm": (12, "DEFAULT THREE_FRY PHILOX".split()),
    "transpose": (16, "INVALID NO_TRANSPOSE TRANSPOSE ADJOINT".split()), "mode": (19, "DEFAULT HIGHEST TOLERANCE".split()),
}


def varint(value):
    """The number of other bytes as zero bits below a one."""
    for others in range(8):
        if value < 1 << (7 * (others + 1)):
            return ((value << 1 | 1) << others).to_bytes(others + 1, "little")
    return b"\0" + value.to_bytes(8, "little")


def signed(value):
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def section(number, data):
    return bytes([number]) + varint(len(data)) + data


class Writer:
    """Tables that grow while operations are written."""

    def __init__(self, version=6):
        self.version = version
        self.strings, self.ops = ["builtin", "vhlo"], []
        self.tables = {"attributes": ([], [], []), "types": ([], [], [])}  # by dialect
        self.as_text = set()  # entries that are not encoded
        self.properties = []

    def string(self, text):
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def entry(self, table, dialect, data):
        """A reference, which resolve() replaces when the sizes of the groups are known."""
        entries = self.tables[table][dialect]
        if data not in entries:
            entries.append(data)
        return (table, dialect, entries.index(data))

    # Data is a list of bytes and references.
    def attribute(self, *data, dialect=1):
        return self.entry("attributes", dialect, list(data))

    def type(self, *data, dialect=VHLO):
        return self.entry("types", dialect, list(data))

    def type_text(self, text):
        """A type of MLIR itself that has no code."""
        made = self.type(text.encode() + b"\0", dialect=BUILTIN)
        self.as_text.add(made)
        return made

    def scalar(self, name):
        if name == "complex":
            return self.type(varint(1), self.scalar("f32"))
        return self.type(varint({**FLOATS, **INTEGERS}[name]))

    def tensor(self, element, *dims):
        return self.type(varint(20), varint(len(dims)), *(signed(d) for d in dims), self.scalar(element))

    def builtin_tensor(self, element, *dims):
        """`element`: the data of a type of MLIR itself, or a type."""
        made = self.type(*element, dialect=BUILTIN) if isinstance(element, list) else element
        return self.type(varint(13), varint(len(dims)), *(signed(d) for d in dims), made, dialect=BUILTIN)

    def function(self, inputs, results):
        return self.type(varint(8), varint(len(inputs)), *inputs, varint(len(results)), *results)

    def text(self, value, dialect=1):
        return self.attribute(varint(14 if dialect else 2), varint(self.string(value)), dialect=dialect)

    def array(self, *items):
        return self.attribute(varint(1), varint(len(items)), *items)

    def boolean(self, value):
        return self.attribute(varint(2), varint(int(value)))

    def enum(self, kind, word):
        code, words = ENUMERATIONS[kind]
        return self.attribute(varint(code), varint(words.index(word)))

    def integer(self, value, name="i64"):
        return self.attribute(varint(9), self.scalar(name), signed(value))

    def float(self, value):
        return self.attribute(varint(8), self.scalar("f32"), signed(struct.unpack("<i", struct.pack("<f", value))[0]))

    def of_type(self, made):
        return self.attribute(varint(17), made)

    def dense(self, made, data):
        return self.attribute(varint(15), made, varint(len(data)), data)

    def ints(self, values, *dims):
        """A tensor of i64."""
        return self.dense(self.tensor("i64", *(dims or (len(values),))), struct.pack(f"<{len(values)}q", *values))

    def sdy(self, code, *data):
        return self.attribute(varint(code), *data, dialect=SDY)

    def list(self, items):
        return [varint(len(items)), *items]

    def mesh(self, axes, devices=()):
        made = [self.sdy(1, varint(self.string(name)), signed(size)) for name, size in axes]
        return self.sdy(2, *self.list(made), *self.list([signed(d) for d in devices]))

    def axis(self, name, part=None):
        """`part`: the sizes before it and of it."""
        made = [("optional", self.sdy(3, *map(signed, part)))] if part else [varint(0)]
        return self.sdy(4, varint(self.string(name)), *made)

    def sharding(self, mesh, dimensions, replicated=(), unreduced=None, is_closed=True, priority=None):
        """`mesh`: a name, or a mesh; `dimensions`: axes of each."""
        place = self.attribute(varint(4), self.text(mesh, BUILTIN), dialect=BUILTIN) if isinstance(mesh, str) else mesh
        made = [self.sdy(5, *self.list(axes), bytes([is_closed]), varint(0 if priority is None else priority << 1 | 1))
                for axes in dimensions]
        more = [] if unreduced is None else self.list(unreduced)
        return self.sdy(6 if unreduced is None else 15, place, *self.list(made), *self.list(list(replicated)), *more)

    def location(self):
        return self.attribute(varint(15), dialect=0)  # unknown

    def operation(self, name, *, attributes=None, results=(), operands=(), regions=None, isolated=False, dialect=1):
        """`attributes` by name, or the list of properties."""
        if (dialect, name) not in self.ops:
            self.ops.append((dialect, name))
        head = [("op", dialect, name)]
        mask = (2 if results else 0) | (4 if operands else 0) | (16 if regions else 0)
        tail = []
        if attributes:
            values = [attributes[key] for key in sorted(attributes)]
            if self.version >= 5:
                mask |= 64
                self.properties.append(values)
                tail.append(varint(len(self.properties) - 1))
            else:
                mask |= 1
                pairs = [part for key in sorted(attributes) for part in (self.text(key, 0), attributes[key])]
                tail.append(self.attribute(varint(1), varint(len(attributes)), *pairs, dialect=0))
        if results:
            tail += [varint(len(results)), *results]
        if operands:
            tail += [varint(len(operands)), *(varint(o) for o in operands)]
        if regions:
            tail.append(varint(len(regions) << 1 | isolated))
            inside = [part for region in regions for part in region]
            tail += [("section", inside)] if isolated and self.version >= 2 else inside
        return [*head, bytes([mask]), self.location(), *tail]

    def region(self, values, arguments, operations):
        """`values`: how many are defined in it."""
        made = [varint(1), varint(values), varint(len(operations) << 1 | bool(arguments))]
        if arguments:
            made.append(varint(len(arguments)))
            for argument in arguments:  # without a location since version 4
                made += [("shifted", argument)] if self.version >= 4 else [argument, self.location()]
            made += [b"\0"] if self.version >= 3 else []
        return made + [part for operation in operations for part in operation]

    def func(self, name, arguments, results, values, operations, visibility="public", given=()):
        """`given`: attributes of the arguments."""
        attributes = {"arg_attrs": self.array(*given), "function_type": self.of_type(self.function(arguments, results)),
                      "res_attrs": self.array(), "sym_name": self.text(name), "sym_visibility": self.text(visibility)}
        return self.operation("func_v1", attributes=attributes, isolated=True,
                              regions=[self.region(values, arguments, operations)])

    def resolve(self, parts):
        out = b""
        for part in parts:
            if isinstance(part, bytes):
                out += part
            elif part[0] == "op":
                order = sorted(self.ops, key=lambda op: op[0])
                out += varint(order.index(part[1:]))
            elif part[0] == "section":
                out += section(4, self.resolve(part[1]))
            elif part[0] == "shifted":
                out += varint(self.index(part[1]) << 1)
            elif part[0] == "optional":
                out += varint(self.index(part[1]) << 1 | 1)
            else:
                out += varint(self.index(part))
        return out

    def index(self, reference):
        table, dialect, number = reference
        return number + sum(map(len, self.tables[table][:dialect]))

    def file(self, functions, producer="StableHLO_v1.13.0"):
        module = self.operation("module", dialect=0, regions=[self.region(0, [], functions)], isolated=True)
        ir = self.resolve([varint(1 << 1), *module])
        data, offsets = b"", b"".join(varint(sum(map(len, groups))) for groups in self.tables.values())
        for table, groups in self.tables.items():
            for dialect, entries in enumerate(groups):
                if entries:
                    offsets += varint(dialect) + varint(len(entries))
                for number, entry in enumerate(entries):
                    made = self.resolve(entry)
                    offsets += varint(len(made) << 1 | ((table, dialect, number) not in self.as_text))
                    data += made
        order = sorted(self.ops, key=lambda op: op[0])
        used = [BUILTIN, VHLO] + [SDY] * any(dialect == SDY for dialect, _ in order)
        dialects = varint(len(used)) + b"".join(varint(self.string(DIALECTS[dialect]) << (self.version >= 1)) for dialect in used)
        dialects += varint(len(order)) if self.version >= 4 else b""
        for dialect in used:
            names = [name for at, name in order if at == dialect]
            ids = [self.string(name) for name in names]
            dialects += varint(dialect) + varint(len(names))
            dialects += b"".join(varint(i << 1 | 1 if self.version >= 5 else i) for i in ids)
        properties = varint(len(self.properties))
        for values in self.properties:
            made = self.resolve(values)
            properties += varint(len(made)) + made
        encoded = [text.encode() + b"\0" for text in self.strings]
        strings = varint(len(encoded)) + b"".join(varint(len(t)) for t in reversed(encoded)) + b"".join(encoded)
        out = b"ML\xefR" + varint(self.version) + producer.encode() + b"\0"
        out += section(1, dialects) + section(3, offsets) + section(2, data) + section(4, ir)
        out += section(6, varint(0)) + section(5, b"") + section(0, strings)
        return out + (section(8, properties) if self.version >= 5 else b"")
