#!/usr/bin/python3
"""Texts and JSON modules with one fault each: attributes, literals, shapes, shardings, the header, and async pairs (HLO text
reference, sections 2 to 9). Codes and places by hand."""
from write import reject_case, write_groups

NAME = "conformance/generate/text_faults.py"


def fault(topic, why, anchor, code, lines, at, *, whole=None, line=None, doc="hlo-text"):
    return "hlo-text", reject_case(f"hlo-text.faults.{topic}", why, anchor, lines, code, at=at, whole=whole, line=line, doc=doc, tags=["fault"])


# ---- attributes ----
X, Y, XX = "x = f32[4] parameter(0)", "y = f32[4] parameter(1)", "x = f32[4,4] parameter(0)"
SUM = ["add {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT c = f32[] add(a, b)", "}"]


def attribute_cases():
    conv = "ROOT r = f32[1,3,3,1] convolution(a, k), window={size=2x2}, dim_labels=%s_01io->b01f"
    image, kernel = "a = f32[1,4,4,1] parameter(0)", "k = f32[2,2,1,1] parameter(1)"
    rows = [  # topic, why, anchor, code, lines, text at the place
        ("enumeration-number", "a number is not a value of an enumeration", "6.3", "P12", [X, "ROOT r = pred[4] compare(x, x), direction=5"], "5"),
        ("float-word", "a word is not a number", "6.2", "P12", ["x = f32[4,1] parameter(0)", "s = f32[1] parameter(1)", "ROOT r = (f32[4,1], f32[1], f32[1]) batch-norm-training(x, s, s), epsilon=tiny, feature_index=1"], "tiny"),
        ("computation-number", "a number is not the name of a computation", "6.2", "P12", [X, "ROOT r = f32[4] map(x), dimensions={0}, to_apply=5"], "5"),
        ("pairs-number", "a number is not a list of pairs", "6.5", "P12", [X, "ROOT r = f32[4] collective-permute(x), source_target_pairs=5"], "5"),
        ("metadata-number", "metadata is in braces", "6.7", "P12", [X, "ROOT r = f32[4] negate(x), metadata=5"], "5"),
        ("metadata-twice", "a field of the metadata is given once", "6.7", "P05", [X, 'ROOT r = f32[4] negate(x), metadata={op_type="a" op_type="b"}'], 'op_type="b"'),
        ("accuracy-unknown", "result_accuracy has a mode or a tolerance", "6.2", "P04", [X, "ROOT r = f32[4] exponential(x), result_accuracy={modes=highest}"], "modes"),
        ("accuracy-twice", "a bound of the tolerance is given once", "6.2", "P05", [X, "ROOT r = f32[4] exponential(x), result_accuracy={tolerance={atol=0.5,rtol=0.5,atol=1}}"], "atol=1"),
        ("domain-kind", "the only kind of a domain is sharding", "6.6", "P11", [X, 'ROOT r = f32[4] domain(x), domain={kind="color", entry={replicated}, exit={replicated}}'], '"color"'),
        ("domain-incomplete", "a domain has an entry and an exit", "6.6", "P12", [X, 'ROOT r = f32[4] domain(x), domain={kind="sharding", entry={replicated}}'], '{kind'),
        ("domain-entry-number", "the sharding of a domain is in braces", "6.6", "P12", [X, 'ROOT r = f32[4] domain(x), domain={kind="sharding", entry=7, exit={replicated}}'], "7"),
        ("window-unknown", "a window has known fields only", "6.4", "P04", [X, "z = f32[] constant(0)", "ROOT r = f32[2] reduce-window(x, z), window={size=3 steps=1}, to_apply=add"], "steps"),
        ("window-twice", "a field of a window is given once", "6.4", "P05", [X, "z = f32[] constant(0)", "ROOT r = f32[2] reduce-window(x, z), window={size=3 stride=1 size=2}, to_apply=add"], "size=2"),
        ("window-reversal", "rhs_reversal contains 0 and 1 only", "6.4", "P12", [image, kernel, "ROOT r = f32[1,3,3,1] convolution(a, k), window={size=2x2 rhs_reversal=0x2}, dim_labels=b01f_01io->b01f"], "0x2"),
        ("window-lengths", "all fields of a window have one entry per dimension", "6.4", "P12", [image, kernel, "ROOT r = f32[1,3,3,1] convolution(a, k), window={size=2x2 stride=1}, dim_labels=b01f_01io->b01f"], "1}"),
        ("labels-repeat", "a spatial dimension has one label", "6.4", "P12", [image, kernel, conv % "b00f"], "b00f"),
        ("labels-letter", "the letters of the image are b and f", "6.4", "P12", [image, kernel, conv % "b0xf"], "b0xf"),
        ("labels-batch-twice", "the batch dimension has one label", "6.4", "P12", [image, kernel, conv % "bb0f"], "bb0f"),
        ("labels-unknown", "the letters of the image are b and f alone", "6.4", "P12", [image, kernel, conv % "b0cf"], "b0cf"),
        ("labels-question", "only a custom call has dimensions of unknown role", "6.4", "P12", [image, kernel, conv % "b?1f"], "b?1f"),
        ("labels-of-kernel", "the letters of the kernel are no labels of the image", "6.4", "P12", [image, kernel, conv % "b0if"], "b0if"),
        ("labels-spatial", "image, kernel, and result have as many spatial dimensions", "6.4", "P12", [image, kernel, conv % "b0f"], "b0f"),
        ("padding-number", "a padding has a low and a high part", "6.4", "P12", [X, "z = f32[] constant(0)", "ROOT r = f32[4] pad(x, z), padding=7"], "7"),
        ("padding-huge", "the parts of a padding fit in 64 bits", "6.4", "P12", [X, "z = f32[] constant(0)", "ROOT r = f32[4] pad(x, z), padding=99999999999999999999_0"], "9999"),
        ("window-padding-of-three", "a padding of a window has no interior", "6.4", "P12", [X, "z = f32[] constant(0)", "ROOT r = f32[2] reduce-window(x, z), window={size=3 pad=0_0_0}, to_apply=add"], "0_0_0"),
        ("window-number", "a window is in braces", "6.4", "P12", [X, "z = f32[] constant(0)", "ROOT r = f32[2] reduce-window(x, z), window=7, to_apply=add"], "7"),
        ("slice-number", "a slice is in braces", "6.4", "P12", [X, "ROOT r = f32[2] slice(x), slice=7"], "7"),
        ("list-number", "a list is in braces", "6.2", "P12", [X, "ROOT r = f32[4,4] broadcast(x), dimensions=7"], "7"),
        ("epsilon-word", "an epsilon is a number that f32 can hold", "6.2", "P12", ["x = f32[4,1] parameter(0)", "s = f32[1] parameter(1)", "ROOT r = (f32[4,1], f32[1], f32[1]) batch-norm-training(x, s, s), epsilon=1e999, feature_index=1"], "1e999"),
        ("index-word", "an index is a number", "6.2", "P12", [X, "t = (f32[4]) tuple(x)", "ROOT r = f32[4] get-tuple-element(t), index=last"], "last"),
        ("index-unsigned", "an index fits in 63 bits", "6.2", "P12", [X, "t = (f32[4]) tuple(x)", "ROOT r = f32[4] get-tuple-element(t), index=9223372036854775808"], "9223372036854775808"),
        ("frontend-number", "frontend attributes are in braces", "6.2", "P12", [X, "ROOT r = f32[4] negate(x), frontend_attributes=7"], "7"),
        ("configuration-deep", "braces are nested at most 200 deep", "9.2", "P10", [X, "ROOT r = f32[4] negate(x), backend_config=" + "{" * 210 + "}" * 210], None),
        ("typed-literal-dynamic", "a literal has static sizes", "3.5", "S05", [X, 'ROOT r = f32[4] custom-call(x), custom_call_target="f", literal=f32[<=2]{0} {1, 2}'], "f32[<=2]"),
        ("typed-literal-token", "a token has no text", "3.5", "C05", [X, 'ROOT r = f32[4] custom-call(x), custom_call_target="f", literal=token[] 1'], "1"),
    ]
    for topic, why, anchor, code, lines, at in rows:
        helpers = SUM if "to_apply=add" in lines[-1] else []
        whole = ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in lines), "}"]
        yield fault(topic, why, anchor, code, None, at, whole=whole, line=len(whole) - 1)


# ---- sharding ----
def sharding_cases():
    rows = [
        ("twice", "a word is given once", "P05", "{replicated replicated}", " replicated"),
        ("device-with-replicated", "only maximal has a device", "P12", "{replicated device=0}", "device"),
        ("no-sizes", "devices= has sizes", "P12", "{devices=[]0}", "[]"),
        ("tiles-of-zero", "there is at least one tile in each dimension", "P12", "{devices=[0]0}", "[0]"),
        ("iota-empty", "the iota form has a size", "P12", "{devices=[2]<=[]}", "[]}"),
        ("iota-of-zero", "a size of the iota form is at least 1", "P12", "{devices=[1]<=[0]}", "[0]"),
        ("replicate-and-dims", "last_tile_dims and last_tile_dim_replicate exclude each other", "P12", "{devices=[2,2]<=[4] last_tile_dim_replicate last_tile_dims={manual}}", "last_tile_dims="),
        ("replicate-without-devices", "last_tile_dim_replicate requires devices", "P12", "{replicated last_tile_dim_replicate}", "last_tile_dim_replicate"),
        ("too-many-subgroups", "each kind in last_tile_dims takes a dimension of the tiles", "P12", "{devices=[1]0 last_tile_dims={manual, replicated}}", "last_tile_dims"),
    ]
    for topic, why, code, text, at in rows:
        op, case = fault(f"sharding-{topic}", why, "6.6", code, [X, f"ROOT r = f32[4] negate(x), sharding={text}"], at)
        if at.startswith(" "):
            case["reject"]["col"] += 1
        yield op, case


# ---- literals, shapes, names ----
def text_cases():
    rows = [
        ("complex-not-a-pair", "a complex number is in parentheses", "7", "C05", ["ROOT c = c64[2] constant({1, 2})"], "1,"),
        ("tuple-literal-braces", "the literal of a tuple is in parentheses", "3.5", "C02", ["ROOT c = (f32[], f32[]) constant({1, 2})"], "{1"),
        ("tuple-literal-more", "a tuple has as many values as elements", "3.5", "C03", ["ROOT c = (f32[], f32[]) constant((1, 2, 3))"], "3)"),
        ("tuple-literal-fewer", "a tuple has as many values as elements", "3.5", "C04", ["ROOT c = (f32[], f32[]) constant((1))"], "))"),
        ("literal-closed-first", "a list is opened before it is closed", "7", "C02", ["ROOT c = f32[1] constant(})"], "})"),
        ("constant-without-shape", "the shape of a constant is written", "5.1", "P08", ["ROOT c = constant(1)"], "constant"),
        ("reserved-name", "a type is not a name without %", "2.3", "P01", ["f32 = f32[4] parameter(0)", "ROOT r = f32[4] negate(%f32)"], "f32"),
        ("reserved-operand", "a reserved word is not an operand without %", "2.3", "P01", ["%true = f32[4] parameter(0)", "ROOT r = f32[4] negate(true)"], "true)"),
        ("rank-65", "an array has at most 64 dimensions", "3.4", "S09", [f"ROOT c = f32[{','.join('1' * 65)}] parameter(0)"], None),
        ("lone-less", "< alone is not a token", "2", "L01", ["ROOT c = f32[< =4] parameter(0)"], "< ="),
        ("token-with-size", "a token has no sizes", "3.4", "P12", ["ROOT c = token[2] parameter(0)"], "token"),
        ("buffer-of-token", "a buffer holds an array", "3.4", "P12", ["ROOT c = b(token[]) parameter(0)"], "token"),
        ("buffer-of-buffer", "a buffer does not hold a buffer", "3.4", "P12", ["ROOT c = b(b(f32[2])) parameter(0)"], "b(f32"),
        ("split-twice", "a physical dimension is split once", "3.4", "S08", ["ROOT c = f32[4,4]{1,0:SC(0:2)(0:1)} parameter(0)"], "0:1"),
        ("start-state", "the state of a started op has the operands and the result", "5.3", "S05", [X, Y, "s = (f32[4], f32[4]) add-start(x, y)", "ROOT r = f32[4] add-done(s)"], "(f32[4], f32[4]) add"),
        ("done-not-started", "only a started op is finished", "5.3", "async-done.C1", [X, "ROOT r = f32[4] negate-done(x)"], "negate-done"),
        ("done-of-another-op", "an op is finished under its own name", "5.3", "V02", [X, "s = ((f32[4]), f32[4]) negate-start(x)", "ROOT r = f32[4] abs-done(s)"], "abs-done"),
    ]
    for topic, why, anchor, code, lines, at in rows:
        yield fault(topic, why, anchor, code, lines, at, line=None if topic != "reserved-name" else 3)
    doubled = ["t0 = tuple(x, x)", *(f"t{k} = tuple(t{k - 1}, t{k - 1})" for k in range(1, 22))]
    yield fault("tuples-doubled", "the inferred shapes of a text have at most 2^20 tuple elements", "9.2", "S09", [X, *doubled, "ROOT r = f32[4] negate(x)"], None)
    nested = ["t0 = tuple(x)", *(f"t{k} = tuple(t{k - 1})" for k in range(1, 210))]
    yield fault("tuples-nested", "inferred tuples are nested at most as deep as written ones", "9.2", "P10", [X, *nested, "ROOT r = f32[4] negate(x)"], None)


def module_cases():
    entry = ["ENTRY e {", "  ROOT p = f32[] parameter(0)", "}"]
    rows = [
        ("header-word", "a misspelled HloModule", "3.1", "P01", ["HloModul m", *entry], "HloModul", 1),
        ("shape-cut", "a text ends inside a shape", "9.2", "P13", ["HloModule m", "ENTRY e {", "  x = f32[2"], None, None),
        ("text-behind", "nothing follows the last computation", "3.1", "P09", ["HloModule m", *entry, "the end"], "the", 5),
        ("string-behind", "an unterminated string after the last computation is reported as one", "2.4", "L03", ["HloModule m", *entry, '"open'], '"open', 5),
        ("text-between", "nothing but computations stands between computations", "3.1", "P01", ["HloModule m", "f {", "  ROOT a = f32[] parameter(0)", "}", "more text here", *entry], "more", 5),
        ("header-attribute", "a module has known attributes only", "3.1", "P04", ["HloModule m, is_schedule=true", *entry], "is_schedule", 1),
        ("alias-kind", "an alias may or must be one", "3.1", "P11", ["HloModule m, input_output_alias={ {}: (0, {}, can-alias) }", *entry], "can-alias", 1),
        ("program-shape-fewer", "the program shape lists every parameter", "3.2", "S06", ["HloModule m", "ENTRY e (a: f32[]) -> f32[] {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)", "  ROOT r = f32[] add(a, b)", "}"], "(a", 2),
        ("program-shape-more", "the program shape lists only parameters", "3.2", "S06", ["HloModule m", "ENTRY e (a: f32[], b: s32[]) -> f32[] {", "  ROOT a = f32[] parameter(0)", "}"], "s32", 2),
        ("frame-line-twice", "a line of a frame table is given once", "3.1", "P05", ["HloModule m", "", "FileNames", '1 "a.py"', '1 "b.py"', "", *entry], "1", 5),
        ("frame-number", "a frame is in braces", "3.1", "P12", ["HloModule m", "", "FileNames", '1 "a.py"', "", "StackFrames", "1 7", "", *entry], "7", 7),
        ("no-replica", "a module has at least one replica", "3.1", "P12", ["HloModule m, replica_count=0", *entry], "0", 1),
        ("frame-field-twice", "a field of a frame is given once", "3.1", "P05", ["HloModule m", "", "FileNames", '1 "a.py"', "", "StackFrames", "1 {file_location_id=1 file_location_id=2}", "", *entry], "file_location_id=2", 7),
    ]
    for topic, why, anchor, code, whole, at, line in rows:
        yield fault(topic, why, anchor, code, None, at, whole=whole, line=line)


# ---- JSON modules ----
def json_module(instruction):
    return ['{"format": 1, "name": "m", "entry": "e", "computations": [{"name": "e", "root": "c", "instructions": [', instruction, "]}]}"]


def constant(shape, literal):
    return json_module(f'{{"name": "c", "opcode": "constant", "shape": "{shape}", "literal": {literal}}}')


def json_cases():
    parameter = '{"name": "c", "opcode": "parameter", "shape": "f32[]", "parameter_number": 0}'
    rows = [  # topic, why, code, lines, text at the place, its line
        ("cut", "a text ends inside an object", "P13", ['{"format": 1,'], None, None),
        ("control-character", "a control character is not JSON", "P01", ['{"format": \u0001}'], "\u0001", 1),
        ("escape", "JSON has eight escapes of one letter", "P01", ['{"format": 1, "name": "a\\qb"}'], "\\q", 1),
        ("surrogate-pair", "a high surrogate is followed by a low one", "P01", ['{"format": 1, "name": "\\ud800\\u0041"}'], None, None),
        ("surrogate", "a low surrogate follows a high one", "P01", ['{"format": 1, "name": "\\udc00"}'], None, None),
        ("format", "the format is 1", "P01", ['{"format": 2, "name": "m", "entry": "e", "computations": [{"name": "e", "root": "c", "instructions": [', parameter, "]}]}"], None, None),
        ("no-computations", "a module has computations", "P01", ['{"format": 1, "name": "m"}'], None, None),
        ("entry", "the entry is a computation of the module", "N02", ['{"format": 1, "name": "m", "entry": "f", "computations": [{"name": "e", "root": "c", "instructions": [', parameter, "]}]}"], '"f"', 1),
        ("root", "the root is an instruction of the computation", "N01", ['{"format": 1, "name": "m", "entry": "e", "computations": [{"name": "e", "root": "d", "instructions": [', parameter, "]}]}"], '"d"', 1),
    ]
    literals = [  # topic, why, code, shape of the constant, literal
        ("more", "a list has one element too many", "C03", "f32[2]", '{"shape": "f32[2]", "data": [1, 2, 3]}'),
        ("more-rows", "a list has one row too many", "C03", "f32[1,2]", '{"shape": "f32[1,2]", "data": [[1, 2], [3, 4]]}'),
        ("not-empty", "an array of size 0 has no element", "C03", "f32[0]", '{"shape": "f32[0]", "data": [1]}'),
        ("fewer", "a list has an element too few", "C04", "f32[3]", '{"shape": "f32[3]", "data": [1, 2]}'),
        ("far-too-few", "a short list for a large array", "C04", "f32[1000000]", '{"shape": "f32[1000000]", "data": [1]}'),
        ("complex", "a complex number is a pair", "C05", "c64[1]", '{"shape": "c64[1]", "data": [1]}'),
        ("deep", "a list is nested too deeply", "C02", "f32[2]", '{"shape": "f32[2]", "data": [[1], 2]}'),
        ("flat", "a list is not nested deeply enough", "C02", "f32[2,2]", '{"shape": "f32[2,2]", "data": [1, 2]}'),
        ("fraction", "an integer has no fraction", "C05", "s32[1]", '{"shape": "s32[1]", "data": [1.5]}'),
        ("nan-of-no-nan", "bits of a NaN are those of a NaN of the type", "C06", "f32[1]", '{"shape": "f32[1]", "data": ["nan:0x1"]}'),
        ("shape-number", "a shape is a string", "P01", "f32[]", '{"shape": 5, "data": 1}'),
        ("range", "a number fits its type", "C01", "s8[1]", '{"shape": "s8[1]", "data": [200]}'),
        ("member", "a literal has known members only", "P04", "f32[]", '{"shape": "f32[]", "value": 1}'),
        ("twice", "a member is given once", "P05", "f32[]", '{"shape": "f32[]", "data": 1, "data": 2}'),
        ("type", "a shape has a known type", "P03", "f32[]", '{"shape": "f33[]", "data": 1}'),
        ("comment", "a comment in a shape is closed", "L02", "f32[]", '{"shape": "f32[/*2]", "data": 1}'),
        ("bound", "the signs of a bound touch each other", "P01", "f32[2]", '{"shape": "f32[< =2]", "dynamic_sizes": [1], "data": [1]}'),
        ("live-word", "live sizes are integers", "P12", "f32[2]", '{"shape": "f32[<=2]", "dynamic_sizes": ["a"], "data": [1]}'),
        ("live-missing", "an array with dynamic dimensions has live sizes", "P06", "f32[2]", '{"shape": "f32[<=2]", "data": [1]}'),
        ("live-count", "a live size for each dynamic dimension", "P12", "f32[2]", '{"shape": "f32[<=2]", "dynamic_sizes": [1, 1, 1], "data": [1]}'),
        ("live-range", "a live size is at most the bound", "P12", "f32[2]", '{"shape": "f32[<=2]", "dynamic_sizes": [3], "data": [1, 2, 3]}'),
        ("live-huge", "the bounds fit into 63 bits", "S09", "f32[2]", '{"shape": "f32[<=4611686018427387904,<=4611686018427387904]", "dynamic_sizes": [1, 1], "data": [[1]]}'),
        ("tuple-shape", "a tuple has no shape of its own", "P04", "(f32[])", '{"tuple": [{"shape": "f32[]", "data": 1}], "shape": "(f32[])"}'),
        ("tuple-data", "a tuple is written as a list of literals", "P12", "(f32[])", '{"shape": "(f32[])", "data": [1]}'),
        ("empty", "a literal has a shape", "P06", "f32[]", "{}"),
        ("no-data", "an array has data", "P06", "f32[]", '{"shape": "f32[]"}'),
        ("token-data", "a token has no data", "P04", "token[]", '{"shape": "token[]", "data": 1}'),
    ]
    rows += [(f"literal-{topic}", why, code, constant(shape, text), text, 2) for topic, why, code, shape, text in literals]
    for topic, why, code, whole, at, line in rows:
        yield fault(f"json-{topic}", why, "9.2", code, None, at, whole=whole, line=line)


def main():
    write_groups((attribute_cases, sharding_cases, text_cases, module_cases, json_cases), NAME)


if __name__ == "__main__":
    main()
