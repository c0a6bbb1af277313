#!/usr/bin/python3
"""Vectors of modules in their JSON form: every member of the header, computations that are called, roots and entries that are named or
left out, literals of many types and ranks, attributes with strings in their texts, keys in any order, escapes, numbers, blanks, and the
errors of all of these. Expected texts and values by hand: those of the same module as HLO text, whose sections the cases cite."""
import json

from formats import literal
from rare_texts import print_case
from text_faults import fault
from write import run_case, write_groups

NAME = "conformance/generate/json_modules.py"


# ---- the JSON form ----
def op(name, opcode, shape, operands=(), attributes=(), **members):
    """An instruction; its attributes are pairs of a name and a text."""
    found = {"name": name, "opcode": opcode, "shape": shape, **members}
    if opcode not in ("parameter", "constant"):
        found["operands"] = list(operands)
    if attributes:
        found["attributes"] = [{"name": key, "text": text} for key, text in attributes]
    return found


def parameter(name, number, shape):
    return op(name, "parameter", shape, parameter_number=number)


def constant(name, shape, data, **members):
    return op(name, "constant", shape, literal={"shape": shape, **members, "data": data})


def computation(name, root, *instructions, **members):
    return {"name": name, **members, "root": root, "instructions": list(instructions)}


def lines_of(document):
    """One line for each member of the module, and for each instruction."""
    lines = []
    for key, value in document.items():
        if key != "computations":
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
            continue
        parts = []
        for one in value:
            head = "".join(f"{json.dumps(k)}: {json.dumps(v)}, " for k, v in one.items() if k != "instructions")
            parts.append("  {" + head + '"instructions": [\n' + ",\n".join("   " + json.dumps(item) for item in one["instructions"]) + "\n  ]}")
        lines.append(' "computations": [\n' + ",\n".join(parts) + "\n ]")
    return ("{\n" + ",\n".join(lines) + "\n}").split("\n")


def document(*computations, entry="e", header=None):
    found = {"format": 1, "name": "m"}
    if header is not None:
        found["header"] = header
    return {**found, "entry": entry, "computations": list(computations)}


def module(*computations, **others):
    return lines_of(document(*computations, **others))


# ---- a small module, as JSON and as text ----
X, R = parameter("x", 0, "f32[2]{0}"), op("r", "negate", "f32[2]{0}", ["x"])
SMALL = computation("e", "r", X, R)


def small_text(header=(), before=(), body=("  %x = f32[2]{0} parameter(0)", "  ROOT %r = f32[2]{0} negate(%x)"), tables=(), name="m"):
    """`header`: the attributes before and behind the entry layout."""
    first, last = header or ("", "")
    return [f"HloModule {name}{first}, entry_computation_layout={{(f32[2]{{0}})->f32[2]{{0}}}}{last}", "", *tables, *before,
            "ENTRY %e (x: f32[2]) -> f32[2] {", *body, "}", ""]


SMALL_LINES = ['{"format": 1, "name": "m", "entry": "e", "computations": [{"name": "e", "root": "r", "instructions": [',
               ' {"name": "x", "opcode": "parameter", "shape": "f32[2]", "parameter_number": 0},',
               ' {"name": "r", "opcode": "negate", "shape": "f32[2]", "operands": ["x"]}]}]}']


def with_header(identity, why, header, first, last, anchor="8.1", tables=()):
    return print_case(f"json.{identity}", why, module(SMALL, header=header), small_text((first, last), tables=tables), anchor)


# ---- the header ----
def header_cases():
    defaults = {"is_scheduled": False, "input_output_alias": [], "buffer_donor": [], "alias_passthrough_params": False,
                "entry_computation_layout": {"parameters": ["f32[2]{0}"], "result": "f32[2]{0}"}, "allow_spmd_sharding_propagation_to_parameters": [False],
                "allow_spmd_sharding_propagation_to_output": [False], "replica_count": 1, "num_partitions": 1, "frontend_attributes": {},
                "origin_recovery_table": "", "frame_tables": []}
    yield with_header("header-of-defaults", "members with their default values are those of a header without attributes", defaults, "", "")
    yield with_header("header-counts", "a module in JSON has its numbers of replicas and partitions", {"replica_count": 2, "num_partitions": 3}, "",
                      ", replica_count=2, num_partitions=3")
    yield with_header("header-passes-parameters-on", "alias_passthrough_params is true if the JSON says so",
                      {"alias_passthrough_params": True, "is_scheduled": False},
                      ", alias_passthrough_params=true", "")
    yield with_header("header-frontend-attributes", "values are quoted unless they are dictionaries, keys are sorted",
                      {"frontend_attributes": {"c": "a \"b\" 'c'", "b": '{"x": "}"}', "a": ""}}, "",
                      r''', frontend_attributes={a="",b={"x": "}"},c="a \"b\" \'c\'"}''')
    yield with_header("header-recovery-table", "the table is kept as it is written", {"origin_recovery_table": '{ {"a" {0}} : {"b"}, "x" }'}, "",
                      ', origin_recovery_table={ {"a" {0}} : {"b"}, "x" }', "3.7")
    location, frame = ("{file_name_id=2 function_name_id=1 line=2 end_line=2 column=3 end_column=4}", "{file_location_id=1 parent_frame_id=1}")
    tables = [("FileNames", [(1, '"a.py"'), (2, '"b.py"')]), ("FunctionNames", [(1, '"f"')]), ("FileLocations", [(1, location)]), ("StackFrames", [(1, frame)])]
    yield with_header("header-frame-tables", "the tables of frames have a title and numbered lines",
                      {"frame_tables": [{"title": title, "lines": [{"number": number, "text": text} for number, text in rows]} for title, rows in tables]},
                      "", "", tables=[line for title, rows in tables for line in (title, *(f"{number} {text}" for number, text in rows), "")])
    both = [parameter("y", 1, "f32[2]{0}"), X, op("r", "subtract", "f32[2]{0}", ["x", "y"])]
    layout = ", entry_computation_layout={(f32[2]{0}, f32[2]{0})->f32[2]{0}}"
    printed = ["  %y = f32[2]{0} parameter(1)", "  %x = f32[2]{0} parameter(0)", "  ROOT %r = f32[2]{0} subtract(%x, %y)", "}", ""]
    first = "ENTRY %e (x: f32[2], y: f32[2]) -> f32[2] {"
    yield print_case("json.header-scheduled", "the instructions of a scheduled module keep the order that they are listed in",
                     module(computation("e", "r", *both), header={"is_scheduled": True}),
                     ["HloModule m, is_scheduled=true" + layout, "", first, *printed], "8.4")
    yield print_case("json.header-propagation", "each parameter has a flag of its own, and so has the output",
                     module(computation("e", "r", *both), header={"allow_spmd_sharding_propagation_to_output": [True],
                                                                  "allow_spmd_sharding_propagation_to_parameters": [True, False]}),
                     ["HloModule m" + layout + ", allow_spmd_sharding_propagation_to_parameters={true,false}, allow_spmd_sharding_propagation_to_output={true}",
                      "", first, printed[1], printed[0], *printed[2:]], "8.1")


def layout_cases():
    body = [parameter("y", 1, "s32[]"), parameter("x", 0, "f32[2,3]{1,0}"), op("r", "negate", "f32[2,3]{1,0}", ["x"])]
    header = {"entry_computation_layout": {"parameters": ["f32[2,3]{0,1}", "s32[]"], "result": "f32[2,3]{0,1:T(2,2)}"}}
    yield print_case("json.header-entry-layout", "the caller may see other layouts than the instructions have",
                     module(computation("e", "r", *body), header=header),
                     ["HloModule m, entry_computation_layout={(f32[2,3]{0,1}, s32[])->f32[2,3]{0,1:T(2,2)}}", "",
                      "ENTRY %e (x: f32[2,3], y: s32[]) -> f32[2,3] {",
                      "  %y = s32[] parameter(1)", "  %x = f32[2,3]{1,0} parameter(0)", "  ROOT %r = f32[2,3]{1,0} negate(%x)", "}", ""], "8.1")
    header = {"entry_computation_layout": {"parameters": [], "result": "s32[2,2]{0,1}"}}
    yield print_case("json.header-entry-layout-without-parameters", "the result of a program without parameters may have a layout, too",
                     module(computation("e", "c", constant("c", "s32[2,2]{1,0}", [[1, 2], [3, 4]])), header=header),
                     ["HloModule m, entry_computation_layout={()->s32[2,2]{0,1}}", "", "ENTRY %e () -> s32[2,2] {",
                      "  ROOT %c = s32[2,2]{1,0} constant({ { 1, 2 }, { 3, 4 } })", "}", ""], "8.1")


def alias_case():
    pair = "(f32[3]{0}, f32[4]{0})"
    whole, result = f"(f32[2]{{0}}, {pair})", "(f32[5]{0}, (f32[3]{0}), s32[])"
    bare = {shape: shape.replace("{0}", "") for shape in (whole, result)}
    body = [parameter("q", 1, "f32[5]{0}"), parameter("p", 0, whole), op("a", "get-tuple-element", pair, ["p"], [("index", "1")]),
            op("b", "get-tuple-element", "f32[3]{0}", ["a"], [("index", "0")]), op("t", "tuple", "(f32[3]{0})", ["b"]), parameter("s", 2, "s32[]"),
            op("r", "tuple", result, ["q", "t", "s"])]
    header = {"input_output_alias": [{"output": [0], "parameter": 1, "parameter_index": [], "kind": "must-alias"},
                                     {"output": [1, 0], "parameter": 0, "parameter_index": [1, 0], "kind": "may-alias"}],
              "buffer_donor": [{"parameter": 0, "parameter_index": [0]}, {"parameter": 2, "parameter_index": []}]}
    yield print_case("json.header-aliases", "aliases and donors have the indices of elements of tuples", module(computation("e", "r", *body), header=header),
                     ["HloModule m, input_output_alias={ {0}: (1, {}, must-alias), {1,0}: (0, {1,0}, may-alias) }, buffer_donor={ (0, {0}), (2, {}) }, "
                      f"entry_computation_layout={{({whole}, f32[5]{{0}}, s32[])->{result}}}", "",
                      f"ENTRY %e (p: {bare[whole]}, q: f32[5], s: s32[]) -> {bare[result]} {{", "  %q = f32[5]{0} parameter(1)", f"  %p = {whole} parameter(0)",
                      f"  %a = {pair} get-tuple-element(%p), index=1", "  %b = f32[3]{0} get-tuple-element(%a), index=0", "  %t = (f32[3]{0}) tuple(%b)",
                      "  %s = s32[] parameter(2)", f"  ROOT %r = {result} tuple(%q, %t, %s)", "}", ""], "3.1")


def left_out_case():
    header = {"input_output_alias": [{"kind": "must-alias"}], "buffer_donor": [{"parameter": 1}]}
    body = [X, parameter("y", 1, "f32[2]{0}"), op("r", "add", "f32[2]{0}", ["x", "y"])]
    name, case = print_case("json.header-alias-of-nothing-else", "without indices, an alias is the whole result and the whole first parameter",
                            module(computation("e", "r", *body), header=header),
                            ["HloModule m, input_output_alias={ {}: (0, {}, must-alias) }, buffer_donor={ (1, {}) }, "
                             "entry_computation_layout={(f32[2]{0}, f32[2]{0})->f32[2]{0}}", "",
                             "ENTRY %e (x: f32[2], y: f32[2]) -> f32[2] {", "  %x = f32[2]{0} parameter(0)", "  %y = f32[2]{0} parameter(1)",
                             "  ROOT %r = f32[2]{0} add(%x, %y)", "}", ""], "3.1")
    yield name, {**case, "level": "impl-defined"}
    given = [SMALL_LINES[0].replace('"entry"', '"name": "z", "name": "m", "header": {"num_partitions": 2, "replica_count": 3, "num_partitions": 4}, "entry"'),
             *SMALL_LINES[1:]]
    name, case = print_case("json.key-twice", "of two members with one key the last one counts, as in most readers of JSON", given,
                            small_text(("", ", replica_count=3, num_partitions=4")), "3.1")
    yield name, {**case, "level": "impl-defined"}


def device_case():
    body = [op("d", "replica-id", "u32[]"), op("p", "partition-id", "u32[]"), op("r", "subtract", "u32[]", ["d", "p"])]
    results = {f"{r},{p}": literal("u32", [(r - p) % 2**32], ()) for r in range(2) for p in range(3)}
    case = run_case("replica-id.u32.json-module", "a module in JSON runs on as many devices as its header says", "3.1", None, [], results,
                    whole=module(computation("e", "r", *body), header={"replica_count": 2, "num_partitions": 3}), doc="hlo-text",
                    requires=["u32", "replicas", "partitions"])
    case["topology"] = {"replicas": 2, "partitions": 3}
    yield "replica-id", case


# ---- computations ----
def computation_cases():
    f = computation("f", "n", parameter("a", 0, "f32[2]{0}"), op("n", "abs", "f32[2]{0}", ["a"]))
    e = computation("e", "r", X, op("r", "call", "f32[2]{0}", ["x"], [("to_apply", "%f")]))
    u = computation("u", "z", constant("z", "s32[]", 7))
    text_f = ["%f (a: f32[2]) -> f32[2] {", "  %a = f32[2]{0} parameter(0)", "  ROOT %n = f32[2]{0} abs(%a)", "}", ""]
    text_u = ["%u () -> s32[] {", "  ROOT %z = s32[] constant(7)", "}", ""]
    text_e = ["  %x = f32[2]{0} parameter(0)", "  ROOT %r = f32[2]{0} call(%x), to_apply=%f"]
    yield print_case("json.entry-before-another", "the entry is the computation that is named, wherever it is listed", module(f, e, u),
                     small_text(before=(*text_u, *text_f), body=text_e), "8.2")
    yield print_case("json.entry-is-called-like-its-instruction", "a computation and an instruction may share a name",
                     module(computation("e", "e", X, op("e", "negate", "f32[2]{0}", ["x"]))),
                     small_text(body=("  %x = f32[2]{0} parameter(0)", "  ROOT %e = f32[2]{0} negate(%x)")), "4")
    first = computation("f", "k", parameter("p", 0, "f32[2]{0}"), op("k", "negate", "f32[2]{0}", ["p"]), op("r", "abs", "f32[2]{0}", ["p"]))
    last = {"name": "e", "instructions": [X, op("k", "call", "f32[2]{0}", ["x"], [("to_apply", "f")]), op("r", "negate", "f32[2]{0}", ["k"])]}
    given = document(first, last)
    del given["entry"]
    yield print_case("json.root-and-entry-left-out",
                     "without a root the last instruction is one, whatever the root of another computation; without an entry the last computation",
                     lines_of(given),
                     small_text(before=("%f (p: f32[2]) -> f32[2] {", "  %p = f32[2]{0} parameter(0)", "  ROOT %k = f32[2]{0} negate(%p)",
                                        "  %r = f32[2]{0} abs(%p)", "}", ""),
                                body=("  %x = f32[2]{0} parameter(0)", "  %k = f32[2]{0} call(%x), to_apply=%f", "  ROOT %r = f32[2]{0} negate(%k)")), "4")
    threads = [computation("f", "n", *f["instructions"], execution_thread="main"), computation("u", "z", *u["instructions"], execution_thread="a \"b'\\")]
    yield print_case("json.threads", "the thread main is not written, another one is", module(threads[0], threads[1], e),
                     small_text(before=(*text_u[:2], r'''}, execution_thread="a \"b\'\\"''', "", *text_f), body=text_e), "8.3")
    thread = ("async_execution_thread", '"t"')
    bundle = "((f32[2]{0}), f32[2]{0})"
    started = computation("e", "r", X, op("s", "async-start", bundle, ["x"], [thread, ("calls", "%f")]), op("w", "async-update", bundle, ["s"]),
                          op("r", "async-done", "f32[2]{0}", ["w"]))
    yield print_case("json.async", "a computation that a text abbreviates is listed, and abbreviated again",
                     module(computation("f", "n", *f["instructions"], execution_thread="t"), started),
                     small_text(body=("  %x = f32[2]{0} parameter(0)", f'  %s = {bundle} abs-start(%x), async_execution_thread="t"',
                                      f"  %w = {bundle} abs-update(%s)", "  ROOT %r = f32[2]{0} abs-done(%w)")), "5.3")
    added = [{"value": [1, {"a": [{}, [], "]", None]}], **item} for item in (X, R)]
    mixed = {"more": {"computations": [], "entry": "z"},
             "computations": [{"instructions": [dict(reversed(item.items())) for item in added], "parameters": ["r", "q"], "root": "r", "name": "e"}],
             "entry": "e", "version": -1.5e+3, "header": {"id": None, "num_partitions": 2, "empty": {}, "replica_count": 1}, "name": "m", "format": 1}
    yield print_case("json.keys-in-any-order", "keys may come in any order, and unknown ones are ignored, and so are the names of the parameters",
                     lines_of(mixed), small_text(("", ", num_partitions=2")), "3.6")


def run_cases():
    state = "(s32[], s32[])"
    def element(name, number):
        return op(name, "get-tuple-element", "s32[]", ["t"], [("index", str(number))])
    t = parameter("t", 0, state)
    condition = computation("c", "l", t, element("i", 0), constant("n", "s32[]", 5), op("l", "compare", "pred[]", ["i", "n"], [("direction", "LT")]))
    body = computation("b", "u", t, element("i", 0), element("p", 1), constant("k", "s32[]", 1), op("j", "add", "s32[]", ["i", "k"]),
                       op("q", "multiply", "s32[]", ["p", "j"]), op("u", "tuple", state, ["j", "q"]))
    entry = computation("e", "w", constant("z", "s32[]", 0), parameter("x", 0, "s32[]"), op("a", "tuple", state, ["z", "x"]),
                        op("w", "while", state, ["a"], [("body", "%b"), ("condition", "%c")]))
    yield "while", run_case("while.s32.json-module", "the computations of a loop are named by its attributes", "3.1", None, [literal("s32", [2], ())],
                            {"tuple": [literal("s32", [5], ()), literal("s32", [2 * 120], ())]}, whole=module(condition, body, entry), doc="hlo-text",
                            requires=["s32", "pred"])
    branches = [computation(name, "r", parameter("a", 0, "s32[2]"), op("r", opcode, "s32[2]", ["a"]))
                for name, opcode in (("zero", "negate"), ("one", "abs"), ("two", "not"))]
    entry = computation("e", "r", parameter("y", 2, "s32[2]"), parameter("x", 1, "s32[2]"), parameter("i", 0, "s32[]"),
                        op("d", "subtract", "s32[2]", ["x", "y"]),
                        op("r", "conditional", "s32[2]", ["i", "d", "x", "y"], [("branch_computations", "{%zero, %one, %two}")]))
    args = [literal("s32", [0], ()), literal("s32", [5, -3]), literal("s32", [7, 1])]
    yield "conditional", run_case("conditional.s32.json-module", "operands, branches, and parameters are in the order of their lists and numbers", "3.1", None,
                                  args, literal("s32", [2, 4]), whole=module(*branches, entry), doc="hlo-text", requires=["s32"])
    least = {"computations": [{"name": "f", "instructions": [op("a", "parameter", "s32[2]"), {"name": "n", "opcode": "negate", "operands": ["a"]}]}]}
    yield "negate", run_case("negate.s32.json-least-module",
                             "the format, the name, the header, the number of a single parameter, and inferred shapes can be left out", "3.1", None,
                             [literal("s32", [3, -4])], literal("s32", [-3, 4]), whole=lines_of(least), doc="hlo-text", requires=["s32"], level="impl-defined")


# ---- instructions ----
def tuple_of_constants(rows):
    """JSON and text of a tuple of (shape with layout, data, text); names are c0, c1, ..."""
    names = [f"c{k}" for k in range(len(rows))]
    def listed(items):
        return ", ".join(("/*index=%d*/" % k if k and k % 5 == 0 else "") + item for k, item in enumerate(items))
    shapes = [shape for shape, *_ in rows]
    whole = "(" + listed(shapes) + ")"
    given = module(computation("e", "r", *(constant(name, shape, data) for name, (shape, data, _) in zip(names, rows)),
                               op("r", "tuple", whole.replace("/*index=5*/", ""), names)))
    text = [f"HloModule m, entry_computation_layout={{()->{whole}}}", "", "ENTRY %e () -> (" + listed(shape.split("{")[0] for shape in shapes) + ") {",
            *(f"  %{name} = {shape} constant({text})" for name, (shape, _, text) in zip(names, rows)),
            f"  ROOT %r = {whole} tuple({listed('%' + name for name in names)})", "}", ""]
    return given, text


def literal_cases():
    rows = [("pred[]", True, "true"), ("pred[3]{0}", [True, False, True], "{1, 0, 1}"),
            ("s64[3]{0}", ["-9223372036854775808", 9007199254740993, "7"], "{-9223372036854775808, 9007199254740993, 7}"),
            ("u64[2]{0}", ["18446744073709551615", 0], "{18446744073709551615, 0}"), ("s4[2]{0}", [-8, 7], "{-8, 7}"), ("u8[]", 255, "255")]
    yield print_case("json.literals-integers", "an integer is a number or a string of digits", *tuple_of_constants(rows), "8.6")
    rows = [("f32[6]{0}", ["nan", "inf", "-inf", -0.0, "nan:0x7fc00001", "nan:0xffc00000"], "{nan, inf, -inf, -0, nan(0x400001), -nan}"),
            ("f64[2]{0}", [0.1, 1e300], "{0.1, 1e+300}"),
            ("c64[2]{0}", [[1, -2.5], ["nan", "-inf"]], "{(1, -2.5), (nan, -inf)}"), ("bf16[]", 1.5, "1.5"), ("f8e5m2[1]{0}", [-57344], "{-5.7e+04}")]
    yield print_case("json.literals-floats", "a special number is a string", *tuple_of_constants(rows), "8.6")
    rows = [("s32[2,3]{0,1}", [[1, 2, 3], [4, 5, 6]], "{ { 1, 2, 3 }, { 4, 5, 6 } }"), ("s32[0]{0}", [], "{}"), ("s32[2,0]{1,0}", [[], []], "{ {}, {} }"),
            ("s32[1,2,1,2]{3,2,1,0}", [[[[1, 2]], [[3, 4]]]], "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } }, { /*i1=1*/ { 3, 4 } } } }")]
    yield print_case("json.literals-ranks", "lists are nested in the order of the dimensions, whatever the layout", *tuple_of_constants(rows), "8.6")
    shape = "(f32[2]{0}, (s32[]))"
    value = {"tuple": [{"data": [1, 2], "shape": "f32[2]"}, {"tuple": [{"shape": "s32[]", "data": 3}]}]}
    yield print_case("json.literals-tuples", "the literal of a tuple is a list of literals",
                     module(computation("e", "c", op("c", "constant", shape, literal=value))),
                     [f"HloModule m, entry_computation_layout={{()->{shape}}}", "", "ENTRY %e () -> (f32[2], (s32[])) {",
                      f"  ROOT %c = {shape} constant(( {{1, 2}}, ( 3 ) ))", "}", ""], "8.6")
    rows = [("s32[2,0]{1,0}", [], "{ {}, {} }"), ("f32[0,3]{1,0}", [], "{  }"), ("c64[1,0,2]{2,1,0}", [], "{ {  } }")]
    name, case = print_case("json.literals-empty", "an array without elements may be one empty list, whatever its other sizes", *tuple_of_constants(rows),
                            "8.6")
    yield name, {**case, "level": "impl-defined"}
    elided = module(computation("e", "r", op("c", "constant", "f32[2]{0}", literal=None), X, op("r", "add", "f32[2]{0}", ["x", "c"])))
    yield print_case("json.literals-elided", "null is a literal that the text leaves out", elided,
                     small_text(body=("  %x = f32[2]{0} parameter(0)", "  %c = f32[2]{0} constant({...})", "  ROOT %r = f32[2]{0} add(%x, %c)")), "7")
    numbers = "[0, -0, -0.0, 1e2, 1E+2, 12.5e-1, 0.0625, -3E0, \"2.5\", 0e5]"
    whole = ['{"format": 1, "name": "m", "entry": "e", "computations": [{"name": "e", "root": "r", "instructions": [',
             f' {{"name": "c", "opcode": "constant", "shape": "f32[10]", "literal": {{"data": {numbers}, "shape": "f32[10]"}}}},',
             ' {"name": "r", "opcode": "bitcast-convert", "shape": "u32[10]", "operands": ["c"]}]}]}']
    yield "constant", run_case("constant.f32.json-numbers", "all forms of a number in JSON, in a literal that gives its shape last", "7", None, [],
                               literal("u32", [0, 0x80000000, 0x80000000, 0x42C80000, 0x42C80000, 0x3FA00000, 0x3D800000, 0xC0400000, 0x40200000, 0]),
                               whole=whole, doc="hlo-text", requires=["f32", "u32"])


def attribute_cases():
    given = [("backend_config", '{"a": "}"}'), ("metadata", '{op_name="a\\"b" source_line=3}'), ("custom_call_has_side_effect", "true"),
             ("control-predecessors", "{%n}"), ("custom_call_target", '"f\\"g"')]
    body = [X, op("n", "negate", "f32[2]{0}", ["x"], [("frontend_attributes", '{b="2",a="1"}')]), op("r", "custom-call", "f32[2]{0}", ["x", "x"], given)]
    yield print_case("json.attributes", "the texts of attributes are those of HLO text, with their own quotes, in any order",
                     module(computation("e", "r", *body)),
                     small_text(body=("  %x = f32[2]{0} parameter(0)", '  %n = f32[2]{0} negate(%x), frontend_attributes={a="1",b="2"}',
                                      r'  ROOT %r = f32[2]{0} custom-call(%x, %x), custom_call_target="f\"g", custom_call_has_side_effect=true, '
                                      r'control-predecessors={%n}, metadata={op_name="a\"b" source_line=3}, backend_config={"a": "}"}')), "8.5")
    typed = [{"name": "slice", "value": [{"start": 7, "limit": 9, "stride": 1}], "text": "{[1:2]}"},
             {"text": "{source_line=4}", "unknown": False, "name": "metadata"}]
    yield print_case("json.attributes-typed-value", "the text of an attribute counts, and its typed value does not",
                     module(computation("e", "r", X, {**op("r", "slice", "f32[1]{0}", ["x"]), "attributes": typed})),
                     ["HloModule m, entry_computation_layout={(f32[2]{0})->f32[1]{0}}", "", "ENTRY %e (x: f32[2]) -> f32[1] {", "  %x = f32[2]{0} parameter(0)",
                      "  ROOT %r = f32[1]{0} slice(%x), slice={[1:2]}, metadata={source_line=4}", "}", ""], "8.5")
    yield print_case("json.attributes-empty-lists", "a list of operands or attributes may be empty",
                     module(computation("e", "r", {**op("r", "after-all", "token[]"), "attributes": []})),
                     ["HloModule m, entry_computation_layout={()->token[]}", "", "ENTRY %e () -> token[] {", "  ROOT %r = token[] after-all()", "}", ""], "8.5")


# ---- strings ----
def frontend(written, printed):
    """A module with this JSON string as the value of an attribute, and its text."""
    given = [SMALL_LINES[0].replace('"entry"', f'"header": {{"frontend_attributes": {{"k": "{written}"}}}}, "entry"'), *SMALL_LINES[1:]]
    return given, small_text(("", f', frontend_attributes={{k="{printed}"}}'))


def octal(text):
    return "".join(f"\\{byte:03o}" for byte in text.encode("utf-8", "surrogatepass"))


def string_cases():
    yield print_case("json.escapes-of-one-letter", "the escapes of one letter", *frontend(r'\"\\\/\b\f\n\r\t.', r'\"\\/\010\014\n\r\t.'), "2.4")
    codes = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF]
    yield print_case("json.escapes-of-codes", "a character is written in as many bytes as UTF-8 needs",
                     *frontend("".join(f"\\u{code:04x}" for code in codes), "".join(octal(chr(code)) for code in codes)), "2.4")
    yield print_case("json.escapes-of-digits", "four digits in either case follow, and then other characters",
                     *frontend(r"\u004A\u006f\u00aB\u00Ef0\u00010", "Jo" + octal("\u00ab\u00ef") + "0\\0010"), "2.4")
    yield print_case("json.escapes-of-pairs", "two surrogates are one character",
                     *frontend(r"\ud800\udc00\uDBFF\uDFFF\ud83d\ude00\ud801\udc37", octal("\U00010000\U0010FFFF\U0001F600\U00010437")), "2.4")
    yield print_case("json.bytes-above-127", "characters that are not ASCII may stand in a string, and so may DEL",
                     *frontend("\u00e9\u20ac\U0001f600\x7f", octal("\u00e9\u20ac\U0001f600") + "\\177"), "2.4")
    given = [SMALL_LINES[0].replace('"name"', r'"\u006eame"').replace('"e"', r'"\u0065"'), SMALL_LINES[1].replace("[2]", r"\u005b2\u005D"),
             SMALL_LINES[2].replace('"x"', r'"\u0078"')]
    yield print_case("json.escapes-in-keys-and-names", "keys, names, and shapes may have escapes, too", given, small_text(), "2.4")
    tokens, inside = [], False
    for c in "\n".join(SMALL_LINES):  # blanks around each token, none in a string
        inside ^= c == '"'
        tokens.append(f"{c}\t \r" if not inside and c in '{}[]:,"' else c)
    yield print_case("json.blanks", "blanks, tabs, and the ends of lines of any kind may stand between tokens",
                     ["", "\t \r", *"".join(tokens).split("\n"), "\t", ""], small_text(), "1.2")
    yield print_case("json.no-blanks", "no blanks are needed", [json.dumps(json.loads("\n".join(SMALL_LINES)), separators=(",", ":"))], small_text(), "1.2")
    yield print_case("json.byte-order-mark", "a byte order mark at the beginning is a blank", ["\ufeff" + SMALL_LINES[0], *SMALL_LINES[1:]], small_text(),
                     "1.2")
    nested = "[" * 200 + "]" * 200
    yield print_case("json.nested-to-the-limit", "an unknown value may be nested as deep as the limit",
                     [SMALL_LINES[0].replace('"entry"', f'"more": {nested}, "entry"'), *SMALL_LINES[1:]], small_text(), "9.2")


# ---- errors ----
def broken(topic, why, code, line, at, number=1):
    """An error at the first occurrence of `at` in this line, which replaces one of the small module."""
    lines = list(SMALL_LINES)
    lines[number - 1] = line
    return fault(f"json-{topic}", why, "9.2", code, None, at, whole=lines, line=number if at else None)


def syntax_cases():
    head = SMALL_LINES[0]
    rows = [  # topic, why, code, line 1, text at the place
        ("number-zeros", "a number does not begin with a zero", "P01", head.replace("1", "01", 1), "01"),
        ("number-plus", "a number has no plus sign", "P01", head.replace("1", "+1", 1), "+1"),
        ("number-point-first", "a number has a digit before its point", "P01", head.replace("1", ".5", 1), ".5"),
        ("number-point-last", "a number has a digit behind its point", "P01", head.replace(" 1,", ' {"a": 2.},', 1), "},"),
        ("number-exponent", "an exponent has digits", "P01", head.replace('"name"', '"a": 1e+, "name"', 1), ', "name"'),
        ("number-sign-alone", "a sign is followed by a digit", "P01", head.replace(" 1,", " - 1,", 1), "1,"),
        ("word", "the words are true, false, and null", "P01", head.replace('"m"', "nul"), "nul"),
        ("word-case", "words have small letters", "P01", head.replace('"name"', '"flag": True, "name"', 1), "True"),
        ("quotes", "a string has double quotes", "P01", head.replace('"m"', "'m'"), "'m'"),
        ("key", "a key is a string", "P01", head.replace('"name"', "name", 1), "name"),
        ("colon", "a colon follows a key", "P01", head.replace('"name":', '"name"', 1), '"m"'),
        ("comma", "a comma stands between members", "P01", head.replace('"m",', '"m"', 1), '"entry"'),
        ("comma-twice", "one comma stands between members", "P01", head.replace('"m",', '"m",,', 1), ', "entry"'),
        ("comma-first", "no comma stands before the first member", "P01", head.replace('"entry"', '"header": {, "a": 1}, "entry"'), ', "a"'),
        ("comment", "JSON has no comments", "P01", head.replace('"name"', '/* */ "name"', 1), "/*"),
        ("brackets", "a bracket is closed by one of its kind", "P01", head.replace('"name"', '"a": [{"b": 1], "name"', 1), "], "),
        ("digits-of-escape", "four hexadecimal digits follow u", "P01", head.replace('"m"', r'"\u12g4"'), "g4"),
        ("surrogate-alone", "a high surrogate stands before a low one", "P01", head.replace('"m"', r'"\ud83dx"'), None),
        ("surrogate-high-twice", "a high surrogate does not stand before another one", "P01", head.replace('"m"', r'"\ud83d\udbff"'), None),
        ("surrogate-before-other", "the codes above those of low surrogates are characters of their own", "P01", head.replace('"m"', r'"\ud83d\ue000"'), None),
        ("line-in-string", "an end of a line in a string is an escape", "P01", head.replace('"m"', '"m\t"'), "\t"),
        ("nested-too-deep", "an unknown value is not nested deeper than the limit", "P10",
         head.replace('"entry"', '"a": [' + "[" * 199 + "{" + "}" + "]" * 200 + ', "entry"'), "{}"),
    ]
    for row in rows:
        yield broken(*row)
    yield fault("json-text-behind", "nothing follows the module", "9.2", "P09", None, "{", whole=[*SMALL_LINES, "{}"], line=4)
    yield fault("json-list-comma", "no comma follows the last member of a list", "9.2", "P01", None, "]}]}]}",
                whole=[*SMALL_LINES[:2], SMALL_LINES[2].replace('["x"]', '["x", ]')], line=3)
    yield fault("json-object-comma", "no comma follows the last member of an object", "9.2", "P01", None, "}]}]}",
                whole=[*SMALL_LINES[:2], SMALL_LINES[2].replace('["x"]', '["x"], ')], line=3)
    yield fault("json-lines", "a line of a list ends with a comma", "9.2", "P01", None, "{", whole=[SMALL_LINES[0], SMALL_LINES[1].rstrip(","), SMALL_LINES[2]],
                line=3)
    root = '{"name": "f", "root": "x", "instructions": [{"name": "z", "opcode": "parameter", "shape": "f32[2]"}]}]}'
    yield fault("json-root-of-another", "the root of a computation is one of its own instructions", "9.2", "N01", None, '"x"',
                whole=[*SMALL_LINES[:2], SMALL_LINES[2].replace("]}]}]}", "]}]},"), root], line=4)
    yield fault("json-cut-in-list", "a text ends inside a list", "9.2", "P13", None, None, whole=SMALL_LINES[:2])


def kind_cases():
    head, first, second = SMALL_LINES
    def header(member):
        return head.replace('"entry"', f'"header": {{{member}}}, "entry"')
    rows = [  # topic, why, line, text at the place, number of the line
        ("format-string", "the format is a number", head.replace("1", '"1"', 1), '"1"', 1),
        ("name-number", "a name is a string", head.replace('"m"', "5"), "5", 1),
        ("entry-null", "the name of the entry is a string", head.replace('"entry": "e"', '"entry": null'), "null", 1),
        ("computations-object", "the computations are a list", head.replace("[{", '{"a": 1}, "b": [{'), '{"a"', 1),
        ("computation-string", "a computation is an object", head.replace("[{", '["f", {'), '"f"', 1),
        ("instruction-list", "an instruction is an object", first.replace("{", "[], {", 1), "[]", 2),
        ("shape-number", "a shape is a string", first.replace('"f32[2]"', "2"), "2", 2),
        ("parameter-number-word", "the number of a parameter is a number", first.replace("0}", "false}"), "false", 2),
        ("parameter-number-text", "the number of a parameter has digits", first.replace("0}", '"zero"}'), '"zero"', 2),
        ("parameter-number-point", "the number of a parameter is an integer", first.replace("0}", "0.0}"), "0.0", 2),
        ("operands-string", "the operands are a list", second.replace('["x"]', '"x"'), '"x"', 3),
        ("operand-number", "an operand is a string", second.replace('"x"', "7"), "7", 3),
        ("attributes-object", "the attributes are a list", second.replace('["x"]', '["x"], "attributes": {}'), "{}", 3),
        ("attribute-string", "an attribute is an object", second.replace('["x"]', '["x"], "attributes": ["metadata={}"]'), '"metadata', 3),
        ("attribute-text-number", "the text of an attribute is a string", second.replace('["x"]', '["x"], "attributes": [{"name": "metadata", "text": 4}]'),
         "4", 3),
        ("header-list", "the header is an object", head.replace('"entry"', '"header": [], "entry"'), "[]", 1),
        ("flag-string", "a flag is true or false", header('"is_scheduled": "true"'), '"true"', 1),
        ("flag-number", "a flag is true or false, and not a number", header('"is_scheduled": 1'), "1}", 1),
        ("flag-null", "a flag is true or false, and not null", header('"alias_passthrough_params": null'), "null", 1),
        ("count-exponent", "a number of replicas is an integer", header('"replica_count": 2e0'), "2e0", 1),
        ("count-blank", "a number of partitions in a string has digits only", header('"num_partitions": "2 "'), '"2 "', 1),
        ("aliases-object", "the aliases are a list", header('"input_output_alias": {}'), "{}", 1),
        ("alias-index", "an index is a list", header('"input_output_alias": [{"output": [], "parameter": 0, "parameter_index": 5}]'), "5", 1),
        ("flags-word", "the flags of parameters are a list", header('"allow_spmd_sharding_propagation_to_parameters": true'), "true", 1),
        ("frontend-value", "a value of an attribute is a string", header('"frontend_attributes": {"a": "b", "c": 3}'), "3", 1),
        ("layout-list", "the layout of the entry is an object", header('"entry_computation_layout": ["f32[2]"]'), '["f32', 1),
        ("table-text", "a line of a table is a string", header('"frame_tables": [{"title": "FileNames", "lines": [{"number": 4, "text": 7}]}]'), "7", 1),
        ("literal-list", "a literal is an object", first.replace('"parameter_number": 0', '"literal": [1, 2]').replace('"parameter"', '"constant"'), "[1, 2]",
         2),
    ]
    for topic, why, line, at, number in rows:
        yield broken(topic, why, "P01", line, at, number=number)


def part_cases():
    """A string stands for one name, shape, or value, and cannot begin another part of the module."""
    head, first, second = SMALL_LINES
    def header(member):
        return head.replace('"entry"', f'"header": {{{member}}}, "entry"')
    def attribute(name, text):
        return second.replace('["x"]', f'["x"], "attributes": [{{"name": "{name}", "text": "{text}"}}]')
    layout = '"entry_computation_layout": {"parameters": ["f32[2]"], "result": "f32[2]"}'
    rows = [  # topic, why, line, text at the place, number of the line
        ("module-name", "the name of a module has no blanks", head.replace('"m"', '"m, is_scheduled=true"'), '"m, ', 1),
        ("computation-name", "the name of a computation is a name", head.replace('[{"name": "e"', '[{"name": "e (x: f32[2])"'), '"e (', 1),
        ("entry-name", "the name of the entry is a name", head.replace('"entry": "e"', '"entry": "%e"'), '"%e"', 1),
        ("root-name", "the name of the root is a name", head.replace('"root": "r"', '"root": "r,x"'), '"r,x"', 1),
        ("instruction-name", "the name of an instruction is a name", first.replace('"x"', '"x = f32[2] iota(), a"'), '"x = ', 2),
        ("operand-name", "an operand is one name", second.replace('["x"]', '["x, x"]'), '"x, x"', 3),
        ("operand-empty", "an operand has a name", second.replace('["x"]', '[""]'), '""', 3),
        ("opcode-name", "an opcode is one word", second.replace('"negate"', '"negate(x), a="'), '"negate(', 3),
        ("shape-and-opcode", "a shape has nothing behind it", first.replace('"f32[2]"', '"f32[2] abs"'), '"f32[2] abs"', 2),
        ("shapes", "a shape is one shape", first.replace('"f32[2]"', '"f32[2], f32[2]"'), '"f32[2], ', 2),
        ("shape-comment", "a comment in a string ends in it", first.replace('"f32[2]"', '"f32[2] // "'), '"f32[2] //', 2),
        ("shape-bracket", "a bracket in a string is closed in it", first.replace('"f32[2]"', '"(f32[2]"'), '"(f32', 2),
        ("attribute-name", "the name of an attribute is a name", attribute("metadata={}, x", "1"), '"metadata={}', 3),
        ("attribute-values", "an attribute has one value", attribute("backend_config", "{}, metadata={}"), '"{}, ', 3),
        ("attribute-names", "an attribute has one name as its value", attribute("to_apply", "%f %g"), '"%f %g"', 3),
        ("attribute-closed", "a bracket is not closed that was not opened", attribute("backend_config", "{}}, {"), '"{}}, {"', 3),
        ("attribute-comment", "the text of an attribute ends with its value", attribute("backend_config", "{} // "), '"{} // "', 3),
        ("alias-kind-name", "the kind of an alias is one word", header('"input_output_alias": [{"kind": "may-alias)"}]'), '"may-alias)"', 1),
        ("layout-shapes", "a parameter of the layout is one shape", header(layout.replace('["f32[2]"]', '["f32[2], f32[2]"]')), '"f32[2], ', 1),
        ("layout-result", "the result of the layout is one shape", header(layout.replace('"f32[2]"}', '"f32[2]}, x={"}')), '"f32[2]}', 1),
        ("table-title", "the title of a table is one word", header('"frame_tables": [{"title": "FileNames 1"}]'), '"FileNames 1"', 1),
        ("table-lines", "the text of a line is one value", header('"frame_tables": [{"title": "FileNames", "lines": [{"number": 1, "text": "7, 7"}]}]'), '"7, 7"', 1),
        ("recovery-table", "the table of origins is one value", header('"origin_recovery_table": "{}, is_scheduled=true"'), '"{}, ', 1),
    ]
    for topic, why, line, at, number in rows:
        yield broken(topic, why, "P01", line, at, number=number)
    digits = head.replace('"entry"', '"header": {"replica_count": "2", "num_partitions": 1}, "entry"')
    name, case = print_case("json.digits-in-strings", "an integer may be a string of digits", [digits, first.replace("0}", '"0"}'), second],
                            small_text(("", ", replica_count=2")), "3.1")
    yield name, {**case, "level": "impl-defined"}


def place_cases():
    """Errors of the rules of HLO are at the value that they are about."""
    head, first, second = SMALL_LINES
    def header(member):
        return head.replace('"entry"', f'"header": {{{member}}}, "entry"')
    def attribute(name, text, opcode="negate"):
        return second.replace("negate", opcode).replace('["x"]', f'["x"], "attributes": [{{"name": "{name}", "text": "{text}"}}]')
    def constant(shape, value):
        return first.replace("parameter", "constant", 1).replace('"f32[2]"', f'"{shape}"').replace('"parameter_number": 0', f'"literal": {value}')
    rows = [  # topic, why, anchor, code, line, text at the place, number of the line
        ("opcode", "an unknown opcode", "9.2", "P02", second.replace("negate", "negative"), '"negative"', 3),
        ("operand", "an operand that is not defined", "9.2", "N01", second.replace('["x"]', '["z"]'), '"z"', 3),
        ("name-twice", "the name of an instruction that is given twice", "9.2", "N03", second.replace('"r"', '"x"'), '"x"', 3),
        ("attribute-name", "an attribute that the op does not have", "9.2", "P04", attribute("dimensions", "{0}"), '"dimensions"', 3),
        ("attribute-value", "the value of an attribute", "9.2", "P12", attribute("is_host_transfer", "5", "send-done"), '"5"', 3),
        ("parameter-number", "the number of a parameter", "9.2", "N07", first.replace("0}", "-1}"), "-1", 2),
        ("count", "a number of replicas that is not positive", "9.2", "P12", header('"replica_count": 0'), "0}", 1),
        ("literal-type", "the literal of a constant has its element type", "7", "constant.C2", constant("f32[2]", '{"shape": "s32[2]", "data": [1, 2]}'),
         '{"shape": "s32', 2),
        ("literal-size", "the literal of a constant has its sizes", "7", "constant.C1", constant("f32[2]", '{"shape": "f32[1]", "data": [1]}'),
         '{"shape": "f32[1]', 2),
        ("literal-tuple", "the literal of a constant is a tuple where the constant is one", "7", "constant.C1",
         constant("f32[2]", '{"tuple": [{"shape": "f32[2]", "data": [1, 2]}]}'), '{"tuple"', 2),
    ]
    for topic, why, anchor, code, line, at, number in rows:
        lines = [head, first, second]
        lines[number - 1] = line
        if topic == "name-twice":
            lines[0] = head.replace('"root": "r"', '"root": "x"')
        yield fault(f"json-place-{topic}", f"the position of an error in a module as JSON: {why}", anchor, code, None, at, whole=lines, line=number)


def rule_cases():
    head, first, second = SMALL_LINES
    def header(member):
        return [head.replace('"entry"', f'"header": {{{member}}}, "entry"'), first, second]
    def attributes(text):
        return [head, first, second.replace('["x"]', f'["x"], "attributes": [{text}]')]
    other = '{"name": "%s", "instructions": [{"name": "z", "opcode": "parameter", "shape": "f32[2]", "parameter_number": 0}]}'
    call = second.replace("negate", "call").replace('["x"]', '["x"], "attributes": [{"name": "to_apply", "text": "%f"}]')
    rows = [  # topic, why, anchor, code, lines
        ("unknown-opcode", "an opcode is one of HLO", "9.2", "P02", [head, first, second.replace("negate", "negative")]),
        ("unknown-attribute", "an attribute is one of its op, also if the JSON says that it is unknown", "3.6", "P04",
         attributes('{"name": "dimensions", "unknown": true, "value": "{0}", "text": "{0}"}')),
        ("alias-kind", "an alias may or must be one", "3.1", "P11",
         header('"input_output_alias": [{"output": [], "parameter": 0, "parameter_index": [], "kind": "can-alias"}]')),
        ("later-operand", "an operand is defined before", "4", "N01", [head, second.replace("]}]}]}", "]},"), first.replace("0},", "0}]}]}")]),
        ("later-computation", "a called computation is listed before", "4", "N02", [head, first, call.replace("]}]}", "]}, " + other % "f" + "]}")]),
        ("computation-twice", "a computation has a name of its own", "4", "N04",
         [head.replace("[{", "[" + other % "f" + ", " + other % "f" + ", {"), first, second]),
        ("parameter-negative", "no parameter has a negative number", "4", "N07", [head, first.replace("0}", "-1}"), second]),
        ("no-instructions", "a computation has an instruction", "3.2", "N09", [head.replace("[{", '[{"name": "f", "instructions": []}, {'), first, second]),
        ("other-shape", "a shape is the inferred one", "5.1", "S05", [head, first, second.replace("f32[2]", "f32[3]")]),
        ("alias-of-no-parameter", "an alias is one of a parameter", "3.1", "V05",
         header('"input_output_alias": [{"output": [], "parameter": 1, "parameter_index": [], "kind": "may-alias"}]')),
        ("donor-index", "a donor is a buffer of its parameter", "3.1", "V05", header('"buffer_donor": [{"parameter": 0, "parameter_index": [0]}]')),
    ]
    for topic, why, anchor, code, whole in rows:
        yield fault(f"json-rule-{topic}", why, anchor, code, None, None, whole=whole)
    elided = [head, first.replace("parameter", "constant", 1).replace('"parameter_number": 0', '"literal": null'), second]
    yield fault("json-rule-elided", "a run needs the values of its constants", "7", "R05", None, None, whole=elided)


GROUPS = (header_cases, layout_cases, alias_case, left_out_case, device_case, computation_cases, run_cases, literal_cases, attribute_cases, string_cases,
          syntax_cases, kind_cases, part_cases, place_cases, rule_cases)
if __name__ == "__main__":
    write_groups(GROUPS, NAME)
