"""Reads the HLO text of the conformance vectors: one instruction per line, no checks. A construct that it does not
know raises Unsupported, so that the adapter skips the case."""
import re

HEADER = re.compile(r"(ENTRY\s+)?%?([\w.-]+)\s*(\(.*\)\s*->.*)?\{$")
INSTRUCTION = re.compile(r"(ROOT\s+)?%?([\w.-]+)\s*=\s*(.*)$")
ARRAY = re.compile(r"([a-z][a-z0-9]*)\[([\d,\s<=]*)\](\{[^}]*\})?\s*")


class Unsupported(Exception):
    """The program uses something that the adapter does not implement."""


class Shape:
    """An array (type, dims, layout) or a tuple (parts)."""

    def __init__(self, type="tuple", dims=(), layout="", parts=()):
        self.type, self.dims, self.layout, self.parts = type, tuple(dims), layout, tuple(parts)


class Instruction:
    def __init__(self, name, shape, opcode, operands, attributes):
        self.name, self.shape, self.opcode = name, shape, opcode
        self.operands, self.attributes = operands, attributes

    def numbers(self, key, fallback=None):
        """The integers of an attribute: dimensions={1,0}, index=2."""
        if key not in self.attributes and fallback is not None:
            return fallback
        return [int(word) for word in re.findall(r"-?\d+", self.attributes[key])]

    def called(self, key="to_apply"):
        if "{" in self.attributes[key]:
            raise Unsupported("an inline computation")
        return self.attributes[key].lstrip("%")


class Computation:
    def __init__(self):
        self.instructions, self.root, self.shapes = [], None, {}

    def add(self, instruction):
        for name in instruction.operands if instruction.opcode != "constant" else ():
            self.define_element(name)
        self.instructions.append(instruction)
        self.shapes[instruction.name] = instruction.shape

    def define_element(self, name):
        """x#1 is get-tuple-element(x), index=1."""
        of, _, index = name.rpartition("#")
        if of and name not in self.shapes:
            self.define_element(of)
            self.add(Instruction(name, self.shapes[of].parts[int(index)], "get-tuple-element", [of], {"index": index}))


def read_shape(text):
    """(shape, rest of the text)"""
    if text.startswith("("):
        parts, rest = [], text[1:].lstrip()
        while not rest.startswith(")"):
            part, rest = read_shape(rest)
            parts.append(part)
            rest = rest.lstrip(", ")
        return Shape(parts=parts), rest[1:].lstrip()
    found = ARRAY.match(text)
    if not found or "<" in found[2]:
        raise Unsupported("shape " + text.split()[0])
    return Shape(found[1], map(int, re.findall(r"\d+", found[2])), found[3] or ""), text[found.end():]


def split(text):
    """Splits at commas outside of brackets and quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "({[") - (letter in ")}]")
        if letter == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def closing(text):
    """The position of the parenthesis that closes the one before `text`."""
    depth = 1
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return position
    raise Unsupported("an instruction of several lines")


def read_instruction(name, text):
    shape, rest = read_shape(text)
    opcode, _, rest = rest.partition("(")
    end = closing(rest)
    operands = [rest[:end]] if opcode == "constant" else [part.split()[-1].lstrip("%") for part in split(rest[:end])]
    if opcode != "constant" and any("(" in name or ")" in name for name in operands):
        raise Unsupported("operands of this form")
    attributes = dict(part.partition("=")[::2] for part in split(rest[end + 1:]))
    return Instruction(name, shape, opcode, operands, attributes)


def read_module(text):
    """(computations by name, name of the entry)"""
    computations, entry, current = {}, None, None
    for line in re.sub(r"/\*.*?\*/", "", text).splitlines():
        line = line.partition("//")[0].strip()
        header, found = HEADER.match(line), INSTRUCTION.match(line)
        if header and not line.startswith("HloModule"):
            current = computations.setdefault(header[2], Computation())
            entry = header[2] if header[1] else entry
        elif found and current:
            instruction = read_instruction(found[2], found[3])
            current.add(instruction)
            if found[1] or not current.root or not current.root[1]:
                current.root = instruction.name, bool(found[1])
        elif line not in ("", "}") and not line.startswith("HloModule"):
            raise Unsupported("the line " + line[:60])
    if entry is None:
        raise Unsupported("a module without ENTRY")
    return computations, entry
