#!/usr/bin/env python3
"""Checks that C++ sources other than tests refer to ops as Opcode::kPad (hlo/opcode.h), not as
the string "pad". check_opcode_literals.py [ROOT]

Only literals that equal an opcode count, so messages ("`pad`: ...") and rule codes ("pad.C3") are
allowed. ALLOWED lists words that also have another meaning, with the reason."""
import pathlib
import re
import sys

LIST = "core/api/include/hlo/opcode_list.def"
FOLDERS = ["core", "native", "wasm", "conformance/runner"]
SUFFIXES = {".cc", ".h", ".def", ".inc"}
TEST = re.compile(r"_test\.cc$|(^|/|_)testing[^/]*\.(h|cc)$")

# Path (or folder, with "/"): the words, and their meaning there.
ALLOWED = {
    "conformance/runner/": ("infeed outfeed", "keys of vectors and of the protocol"),
    "core/api/fill.cc": ("iota", "a way to fill arguments"),
    "core/api/outline.cc": ("parameter", "a key of the JSON form"),
    "core/api/program.cc": ("dot", "an output format, that of Graphviz"),
    "core/api/tables.cc": ("map slice", "kinds of attribute values"),
    "core/builder/collectives.cc": ("add", "the name of a computation"),
    "core/api/import_text.cc": ("map", "a map of source positions"),
    "core/api/include/hlo/attribute_list.def": ("domain scatter select slice", "names of attributes"),
    "core/import/bytecode/": ("*", "ops and attributes of VHLO"),
    "core/import/export/op_attributes.cc": ("rng transpose", "kinds of attributes"),
    "core/import/mlir/parse_pretty.cc": ("call pad reverse", "words of MLIR text"),
    "core/import/mlir/parse_types.cc": ("complex tuple", "types of MLIR text"),
    "core/import/mlir/recovery.cc": ("call", "an op of MLIR text"),
    "core/import/report/memory_report.cc": ("constant parameter", "kinds of allocations"),
    "core/import/stablehlo/attributes.cc": ("rng", "a kind of attribute"),
    "core/import/stablehlo/calls.cc": ("scan", "the name of a computation"),
    "core/import/stablehlo/op_rows.cc": ("call", "an op of MLIR text"),
    "core/import/stablehlo/regions.cc": ("sort", "the name of a computation"),
    "core/import/stablehlo/shapes.cc": ("scatter", "the name of a computation"),
    "core/import/stablehlo/windows.cc": ("scatter select", "names of computations"),
    "core/ir/op_def.cc": ("select", "a family of ops"),
    "core/literal/literal_json_read.cc": ("tuple", "a key of the JSON form"),
    "core/ops/basic/library_calls.cc": ("transpose", "a key of a configuration"),
    "core/ops/called_computation.cc": ("parameter", "a noun of messages"),
    "core/ops/movement/slice.cc": ("slice", "the name of the attribute"),
    "core/text/printer/printer_json.cc": ("parameter reshape transpose", "keys of the JSON form"),
    "core/text/reader/module_json_reader.cc": ("parameter", "a key of the JSON form"),
    "core/text/reader/read_dimensions.cc": ("pad", "a part of a window"),
    "core/types/element_type.cc": ("complex", "a class of element types"),
    "native/bench/": ("add copy fft gather multiply sort tanh transpose erf", "names of benchmarks, and HLO text"),
    "native/command_line.cc": ("iota", "a way to fill arguments"),
    "native/commands.cc": ("dot", "an output format, that of Graphviz"),
    "native/fuzz/": ("*", "the generator writes HLO text"),
    "native/run_output.cc": ("infeed outfeed recv send", "core/api gives opcodes as text"),
    "wasm/requests.cc": ("iota", "a way to fill arguments"),
}

# Comments first, so that quotes inside them are ignored.
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(?<!\w)'(?:[^'\\\n]|\\.)+'"
                   r'|R"([^(\s]*)\(.*?\)\1"|"((?:[^"\\\n]|\\.)*)"', re.S)


def opcodes(root):
    """{text: identifier}"""
    rows = re.findall(r'^HLO_OPCODE\((\w+), "([^"]+)"\)', (root / LIST).read_text(), re.M)
    return {text: identifier for identifier, text in rows}


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in SUFFIXES and name != LIST and not TEST.search(name):
                yield name, path.read_text()


def literals(text, names):
    """(line, word) of each string literal that is an opcode"""
    for token in TOKEN.finditer(text):
        if token.group(2) in names:
            yield text.count("\n", 0, token.start()) + 1, token.group(2)


def entry_of(name):
    return next((path for path in ALLOWED
                 if path == name or path.endswith("/") and name.startswith(path)), None)


def faults(root):
    names = opcodes(root)
    unused = {(entry, word) for entry, (words, _) in ALLOWED.items() for word in words.split()}
    for name, text in sources(root):
        entry = entry_of(name)
        words = ALLOWED[entry][0].split() if entry else []
        for line, word in literals(text, names):
            if word in words or "*" in words:
                unused -= {(entry, word), (entry, "*")}
            else:
                yield f'{name}:{line}: "{word}" must be written Opcode::{names[word]}'
    for entry, word in sorted(unused):
        yield f'{entry}: "{word}" is unused; remove it from ALLOWED'


def main():
    found = list(faults(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
