#!/usr/bin/python3
"""Protobufs in the text format (imports reference 12.5): programs and values by hand."""
from arrays import lit
from import_cases import case, f32
from write import write

NAME = "conformance/generate/imports_text_protos.py"
ANCHOR = "proto-text"


def lines(text):
    return text.strip("\n").split("\n")


def shape(kind, *dims):
    return f"shape {{ element_type: {kind}{''.join(f' dimensions: {d}' for d in dims)} }}"


def instruction(name, opcode, number, kind, dims, rest=""):
    """The text of an instruction, on one line."""
    return f'  instructions {{ name: "{name}" opcode: "{opcode}" {shape(kind, *dims)} id: {number} {rest}}}'


def module(*instructions, root):
    return ['name: "m"', 'entry_computation_name: "main"', "computations {", '  name: "main"', *instructions,
            f"  id: 7 root_id: {root}", "}", "entry_computation_id: 7"]


def inside(name, text):
    return [f"{name} {{", *("  " + line for line in text), "}"]


PARAMETER = instruction("x", "parameter", 1, "F32", [2])
NEGATE = instruction("y", "negate", 2, "F32", [2], "operand_ids: 1 ")
NEGATION = module(PARAMETER, NEGATE, root=2)
NEGATION_HLO = ["HloModule m", "ENTRY main {", "  x = f32[2]{0} parameter(0)", "  ROOT y = f32[2]{0} negate(x)", "}"]
PAIR = f32([1, -2.5])
OPPOSITE = f32([-1, 2.5])
LITERAL = "{ shape { element_type: F32 dimensions: 2 } f32s: 1 f32s: -2.5 }"
PRINTED = lines("""
# proto-file: xla/service/hlo.proto
# proto-message: HloModuleProto
name: "m"
entry_computation_name: "main"
computations {
  name: "main"
  instructions {
    name: "x"
    opcode: "parameter"
    shape {
      element_type: F32
      dimensions: 2
      layout {
        minor_to_major: 0
        tail_padding_alignment_in_elements: 1
      }
      is_dynamic_dimension: false
    }
    metadata {
    }
    id: 1
  }
  instructions {
    name: "y"
    opcode: "negate"
    shape {
      element_type: F32
      dimensions: 2
      layout {
        minor_to_major: 0
        tail_padding_alignment_in_elements: 1
      }
      is_dynamic_dimension: false
    }
    metadata {
    }
    id: 2
    operand_ids: 1
  }
  program_shape {
    parameters {
      element_type: F32
      dimensions: 2
      layout {
        minor_to_major: 0
        tail_padding_alignment_in_elements: 1
      }
      is_dynamic_dimension: false
    }
    result {
      element_type: F32
      dimensions: 2
      layout {
        minor_to_major: 0
        tail_padding_alignment_in_elements: 1
      }
      is_dynamic_dimension: false
    }
    parameter_names: "x"
  }
  id: 7
  root_id: 2
}
entry_computation_id: 7
""")


def constants():
    """(name of the type, shape, literal fields, HLO literal as a JSON value)."""
    return [
        ("PRED", [3], "preds: true preds: false preds: true", lit("pred", [True, False, True])),
        ("S8", [2], r'''s8s: "\377\001"''', lit("s8", [-1, 1])),
        ("U16", [2], r'''u16s: "\001\002\377\377"''', lit("u16", [513, 65535])),
        ("S32", [2], "s32s: [-7, 0x10]", lit("s32", [-7, 16])),
        ("U64", [1], "u64s: 18446744073709551615", lit("u64", [(1 << 64) - 1])),
        ("F64", [2], "f64s: 1e-3 f64s: -inf", lit("f64", [0.001, float("-inf")])),
        ("F32", [3], "f32s: 1e50 f32s: 2. f32s: .5e1f", lit("f32", [float("inf"), 2, 5])),
        ("BF16", [1], r'''bf16s: "\300\077"''', lit("bf16", [1.5])),
        ("C64", [1], "c64s: 1.5 c64s: -2", lit("c64", [complex(1.5, -2)])),
        ("S4", [2], r'''s4s: "\001\377"''', lit("s4", [1, -1])),
        ("F8E5M2", [1], '''f8e5m2s: "<"''', lit("f8e5m2", [1.0])),
    ]


ATTRIBUTES = [
    # name, why, instructions, root, the HLO text of the last one
    ("enumerators", "enumerators of messages have the names of xla_data.proto",
     [instruction("x", "parameter", 1, "C64", [4]),
      instruction("y", "fft", 2, "C64", [4], "operand_ids: 1 fft_type: IFFT fft_length: 4 ")], 2,
     ["x = c64[4]{0} parameter(0)", "ROOT y = c64[4]{0} fft(x), fft_type=IFFT, fft_length={4}"]),
    ("numbers-for-enumerators", "an enumerator can be its number",
     [instruction("x", "parameter", 1, "C64", [4]),
      instruction("y", "fft", 2, "C64", [4], "operand_ids: 1 fft_type: 1 fft_length: 4 ")], 2,
     ["x = c64[4]{0} parameter(0)", "ROOT y = c64[4]{0} fft(x), fft_type=IFFT, fft_length={4}"]),
    ("dot-algorithm", "precisions and algorithms are enumerators in a nested message",
     [instruction("x", "parameter", 1, "F32", [2, 2]),
      instruction("y", "dot", 2, "F32", [2, 2],
                  "operand_ids: [1, 1] dot_dimension_numbers { lhs_contracting_dimensions: 1 rhs_contracting_dimensions: 0 } "
                  "precision_config { operand_precision: HIGHEST operand_precision: DEFAULT algorithm: ALG_DOT_BF16_BF16_F32_X3 } ")],
     2,
     ["x = f32[2,2]{1,0} parameter(0)",
      "ROOT y = f32[2,2]{1,0} dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32_x3"]),
    ("nested-lists", "lists of messages can stand in brackets, messages in angle brackets",
     [instruction("x", "parameter", 1, "F32", [4]), instruction("z", "constant", 3, "F32", [], "literal { shape { element_type: F32 } f32s: .5 } "),
      instruction("y", "pad", 2, "F32", [7],
                  "operand_ids: 1 operand_ids: 3 padding_config < dimensions: [{ edge_padding_low: 1, edge_padding_high: 2 }] > ")], 2,
     ["x = f32[4]{0} parameter(0)", "z = f32[] constant(0.5)", "ROOT y = f32[7]{0} pad(x, z), padding=1_2"]),
    ("maps", "a map is a list of keys and values",
     [instruction("x", "parameter", 1, "F32", [2]),
      instruction("y", "negate", 2, "F32", [2],
                  r'''operand_ids: 1 frontend_attributes { map { key: "k" value: 'it' "'s" } } metadata { op_name: "a\tb" source_line: 012 } ''')],
     2,
     ["x = f32[2]{0} parameter(0)",
      '''ROOT y = f32[2]{0} negate(x), metadata={op_name="a\\tb" source_line=10}, frontend_attributes={k="it's"}''']),
    ("unknown-fields", "fields of later versions are skipped, whatever they hold",
     [instruction("x", "parameter", 1, "F32", [2], "later { a: [1, B], c <d: '}'> } [xla.extension] { x: -1.5e3 } "),
      instruction("y", "negate", 2, "F32", [2], "operand_ids: 1; later: SOME_NAME, later: 'text' ")], 2,
     ["x = f32[2]{0} parameter(0)", "ROOT y = f32[2]{0} negate(x)"]),
    ("shardings", "shardings are nested messages of enumerators and lists",
     [instruction("x", "parameter", 1, "F32", [2], "sharding { type: OTHER tile_assignment_dimensions: 2 iota_reshape_dims: 2 iota_transpose_perm: 0 } "),
      instruction("y", "negate", 2, "F32", [2], "operand_ids: 1 sharding { type: MAXIMAL tile_assignment_devices: 1 } ")], 2,
     ["x = f32[2]{0} parameter(0), sharding={devices=[2]<=[2]}", "ROOT y = f32[2]{0} negate(x), sharding={maximal device=1}"]),
]

FAULTS = [
    # name, code, line, column, why, text
    ("number", 3, 7, "a number must be one", ["computations {", '  name: "e"', "  id: seven", "}"]),
    ("large-number", 2, 7, "an integer has at most 64 bits", ["computations {", "  id: 99999999999999999999", "}"]),
    ("enumerator", 2, 58, "an enumerator must be one of its type",
     ["computations {", "  instructions { opcode: 'fft' shape { } id: 1 fft_type: DFT }", "}"]),
    ("string", 2, 9, "text stands in quotes", ["computations {", "  name: e", "}"]),
    ("open-string", 2, 9, "a string ends in its line", ["computations {", '  name: "e', "}"]),
    ("narrow-number", 2, 19, "numbers of a literal must be of its type", ["hlo { }", "arguments { s32s: 2147483648 }"]),
    ("negative-number", 2, 19, "an unsigned number must not be negative", ["hlo { }", "arguments { u64s: -1 }"]),
    ("hexadecimal-float", 2, 19, "floats are decimal", ["hlo { }", "arguments { f32s: 0x10 }"]),
    ("escape", 2, 10, "an escape sequence must be known", ["computations {", r'  name: "\q"', "}"]),
    ("message", 2, 17, "a message stands in braces", ["computations {", "  instructions: 1", "}"]),
    ("value", 2, 6, "a number is not a message", ["computations {", "  id { }", "}"]),
    ("colon", 3, 6, "a colon stands before a number", ["computations {", "  root_id: 2", "  id 1", "}"]),
    ("open-message", 1, 14, "every message ends", ["computations {", '  name: "e"']),
    ("closed-twice", 3, 3, "a brace closes a message", ["computations {", "  id: 1", "} }"]),
]


def of_text(name, why, text, **rest):
    made = case(f"import-text-protos.{name}", why, ANCHOR, text, **rest)
    made["requires"] = ["hlo-proto"]
    return made


def cases():
    yield of_text("printed", "the form that protobuf prints", PRINTED, hlo=NEGATION_HLO, args=[PAIR], expect=OPPOSITE)
    yield of_text("module", "messages can stand on one line", NEGATION, hlo=NEGATION_HLO, args=[PAIR], expect=OPPOSITE)
    file = inside("hlo_module", NEGATION)
    yield of_text("hlo-proto", "a file with `hlo_module` is an HloProto", [*file, "buffer_assignment { logical_buffers { id: 1 size: 8 } }"],
                  hlo=NEGATION_HLO, args=[PAIR], expect=OPPOSITE)
    yield of_text("snapshot", "a file with `hlo` is an HloSnapshot", [*inside("hlo", file), f"arguments {LITERAL}"],
                  hlo=NEGATION_HLO, args=[PAIR], expect=OPPOSITE)
    yield of_text("unoptimized-snapshot", "a file with `partitions` is an HloUnoptimizedSnapshot",
                  [*file, f"partitions {{ arguments {LITERAL} }}"], hlo=NEGATION_HLO, args=[PAIR], expect=OPPOSITE)
    for kind, dims, fields, value in constants():
        literal = f"literal {{ {shape(kind, *dims)} {fields} }} "
        yield of_text(f"constant-{kind.lower()}", "the elements of a literal stand in the field of its type",
                      module(instruction("c", "constant", 1, kind, dims, literal), root=1), expect=value)
    for name, why, instructions, root, hlo in ATTRIBUTES:
        text = module(*instructions, root=root)
        unknown = next(((number, line.index("later") + 1) for number, line in enumerate(text, 1) if "later" in line), None)
        yield of_text(name, why, text, hlo=["HloModule m", "ENTRY main {", *("  " + line for line in hlo), "}"],
                      warning=("W03", *unknown) if unknown else None)
    for name, line, column, why, text in FAULTS:
        yield of_text(f"fault-{name}", why, text, reject=("I14", line, column))
    missing = [line.replace("root_id: 2", "root_id: 5") for line in NEGATION]
    yield of_text("missing-root", "ids must name instructions; the place is that of the computation", missing, reject=("I14", 3, 1))
    misspelled = [line.replace("opcode", "opcde") if "negate" in line else line for line in NEGATION]
    column = misspelled[5].index("opcde") + 1
    yield of_text("misspelled-field", "an unknown field is reported", misspelled, reject=("I15", 6, 3), warning=("W03", 6, column))
    yield of_text("other-message", "messages that are none of XLA's are refused", ['name: "x"', "version: 2"], reject=("I18",))


if __name__ == "__main__":
    write("import-text-protos", list(cases()), NAME)
