#!/usr/bin/python3
"""Vectors of dynamic dimensions in inferred shapes: each operand in turn is dynamic, the result is written without its
flags, and the printed shape has them (operation reference, section 1.5). Expected shapes by hand."""
import re

from formats import literal
from write import run_case, write_groups

NAME = "conformance/generate/dynamic_flags.py"
FLAGS = "the result is dynamic where operand {} is"


def canonical(shape):
    """Default layouts: f32[<=4,3] -> f32[<=4,3]{1,0}."""
    def with_layout(found):
        rank = len([d for d in found[2].split(",") if d])
        return found[0] + ("{" + ",".join(str(d) for d in reversed(range(rank))) + "}" if rank else "")
    return re.sub(r"([a-z]+\d*\w*)\[([^\]]*)\]", with_layout, shape)


def static(shape):
    return shape.replace("<=", "")


def print_case(op, what, why, params, result, call, more="", helpers=()):
    """`params`: shapes; the operands are a, b, c, ... `helpers`: (name, [(parameter, type)], result, lines)."""
    names = "abcdefg"[:len(params)]
    root = f"{op}({', '.join('%' + n for n in names)}){more}"
    text = [f"HloModule m, entry_computation_layout={{({', '.join(map(canonical, params))})->{canonical(result)}}}", ""]
    given = ["HloModule m"]
    for name, parameters, returned, lines in helpers:
        head = [f"  %{p} = {t} parameter({k})" for k, (p, t) in enumerate(parameters)]
        text += [f"%{name} ({', '.join(f'{p}: {t}' for p, t in parameters)}) -> {returned} {{", *head, *lines, "}", ""]
        given += [f"{name} {{", *head, *lines, "}"]
    text += [f"ENTRY %e ({', '.join(f'{n}: {s}' for n, s in zip(names, params))}) -> {result} {{"]
    given += ["ENTRY e {"]
    for k, (n, s) in enumerate(zip(names, params)):
        text.append(f"  %{n} = {canonical(s)} parameter({k})")
        given.append(f"  {n} = {s} parameter({k})")
    text += [f"  ROOT %r = {canonical(result)} {call or root}", "}", ""]
    given += [f"  ROOT r = {static(result)} {call or root}", "}"]
    return op, {"id": f"{op}.{what}", "kind": "print", "level": "core", "why": why, "spec": [{"doc": "operation-semantics", "anchor": "1.5"}], "requires": [],
                "tags": ["dynamic"], "hlo": given, "expect": {"text": text}, "provenance": {"kind": "hand"}}


SHAPES = (("first", "{t}[<=4,3]"), ("last", "{t}[4,<=3]"), ("both", "{t}[<=4,<=3]"), ("one", "{t}[<=1,3]"))


def unary_cases():
    floats = ["abs", "negate", "ceil", "floor", "round-nearest-even", "round-nearest-afz", "sign", "sqrt", "rsqrt", "cbrt", "exponential", "exponential-minus-one",
              "log", "log-plus-one", "logistic", "sine", "cosine", "tan", "tanh", "sinh", "cosh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "erf", "copy",
              "opt-barrier"]
    for k, op in enumerate(floats):
        what, shape = SHAPES[k % 4]
        shape = shape.format(t="f32")
        yield print_case(op, f"f32.flag-of-{what}", "the flags of the operand", [shape], shape, None)
    for op, source, target in (("is-finite", "f32", "pred"), ("real", "c64", "f32"), ("imag", "c64", "f32"), ("convert", "f32", "s32"), ("convert", "s8", "bf16"),
                               ("not", "s32", "s32"), ("popcnt", "u8", "u8"), ("count-leading-zeros", "s16", "s16"), ("not", "pred", "pred"), ("bitcast-convert", "f32", "u32")):
        for what, shape in SHAPES:
            yield print_case(op, f"{source}.flag-to-{target}-{what}", "the flags of the operand", [shape.format(t=source)], shape.format(t=target), None)
    yield print_case("reduce-precision", "f32.flag-of-first", "the flags of the operand", ["f32[<=4,3]"], "f32[<=4,3]", None, ", exponent_bits=5, mantissa_bits=10")


def two_operand_cases():
    groups = [("f32", "f32", ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2"]),
              ("s32", "s32", ["and", "or", "xor", "shift-left", "shift-right-arithmetic", "shift-right-logical", "mulhi"]), ("f32", "c64", ["complex"])]
    for source, target, ops in groups:
        for op in ops:
            for left, right, which in (("<=4,3", "4,3", 0), ("4,3", "<=4,3", 1), ("<=4,3", "4,<=3", 2), ("<=1,3", "1,3", 3), ("1,3", "<=1,3", 4)):
                out = {0: "<=4,3", 1: "<=4,3", 2: "<=4,<=3", 3: "<=1,3", 4: "<=1,3"}[which]
                what = ("left", "right", "each", "left-of-one", "right-of-one")[which]
                why = "each operand has one of the flags of the result" if which == 2 else FLAGS.format(which % 3 if which < 3 else which - 3)
                yield print_case(op, f"{source}.flag-{what}", why, [f"{source}[{left}]", f"{source}[{right}]"], f"{target}[{out}]", None)
    for which, (left, right) in enumerate((("<=4", "4"), ("4", "<=4"))):
        yield print_case("compare", f"f32.flag-{('left', 'right')[which]}", FLAGS.format(which), [f"f32[{left}]", f"f32[{right}]"], "pred[<=4]", None, ", direction=LT")
        yield print_case("stochastic-convert", f"f32.flag-{('left', 'right')[which]}", FLAGS.format(which), [f"f32[{left}]", f"u32[{right}]"], "s32[<=4]", None)


def three_operand_cases():
    for k in range(3):
        sizes = ["<=4,3" if j == k else "4,3" for j in range(3)]
        out, why = ("f32[<=4,3]", FLAGS.format(k)) if k else ("f32[4,3]", "the flags of the predicate do not count")
        yield print_case("select", f"f32.flag-{k}", why, [f"pred[{sizes[0]}]", f"f32[{sizes[1]}]", f"f32[{sizes[2]}]"], out, None)
    yield print_case("clamp", "f32.flag-of-operand", FLAGS.format(1), ["f32[4,3]", "f32[<=4,3]", "f32[4,3]"], "f32[<=4,3]", None)
    yield print_case("clamp", "f32.flag-scalar-limits", FLAGS.format(1), ["f32[]", "f32[<=4,3]", "f32[]"], "f32[<=4,3]", None)
    yield print_case("select", "f32.flag-scalar-predicate", FLAGS.format(1), ["pred[]", "f32[<=4,3]", "f32[4,3]"], "f32[<=4,3]", None)
    yield print_case("select", "f32.flag-scalar-predicate-2", FLAGS.format(2), ["pred[]", "f32[4,3]", "f32[<=4,3]"], "f32[<=4,3]", None)


def movement_cases():
    def one(op, what, why, x, out, more="", others=()):
        return print_case(op, f"f32.flag-{what}", why, [x, *others], out, None, more)
    for what, x, order, out in (("10-first", "f32[<=4,3]", "1,0", "f32[3,<=4]"), ("10-last", "f32[4,<=3]", "1,0", "f32[<=3,4]"), ("201", "f32[<=2,3,<=4]", "2,0,1", "f32[<=4,<=2,3]"),
                                ("120", "f32[<=2,3,4]", "1,2,0", "f32[3,4,<=2]"), ("one", "f32[<=1,3]", "1,0", "f32[3,<=1]")):
        yield one("transpose", what, "flags move with the dimensions", x, out, f", dimensions={{{order}}}")
    for what, x, out, dims in (("rows", "f32[<=4]", "f32[3,<=4]", "1"), ("columns", "f32[<=4]", "f32[<=4,3]", "0"), ("crossed", "f32[<=4,3]", "f32[3,2,<=4]", "2,0"),
                               ("both", "f32[<=4,<=3]", "f32[<=4,2,<=3]", "0,2")):
        yield one("broadcast", what, "flags move with the dimensions", x, out, f", dimensions={{{dims}}}")
    for what, x, axes in (("first", "f32[<=4,3]", "0"), ("other", "f32[<=4,3]", "1"), ("both", "f32[<=4,<=3]", "0,1")):
        yield one("reverse", what, "the sizes and flags of the operand", x, x, f", dimensions={{{axes}}}")
    for what, x, spec, out, why in (("whole", "f32[<=4,3]", "[0:4], [0:2]", "f32[<=4,2]", "a slice of the whole dimension keeps the flag"),
                                    ("part", "f32[<=4,3]", "[0:3], [0:3]", "f32[3,3]", "a slice of a part is static"),
                                    ("from-one", "f32[<=4,3]", "[1:4], [0:3]", "f32[3,3]", "a slice of a part is static"),
                                    ("stride", "f32[<=4,3]", "[0:4:2], [0:3:1]", "f32[2,3]", "a stride makes it static"),
                                    ("other", "f32[4,<=3]", "[0:2], [0:3]", "f32[2,<=3]", "the other dimension is whole")):
        yield one("slice", what, why, x, out, f", slice={{{spec}}}")
    for k, (left, right) in enumerate((("<=4,3", "4,2"), ("4,3", "<=4,2"))):
        yield print_case("concatenate", f"f32.flag-beside-{k}", FLAGS.format(k), [f"f32[{left}]", f"f32[{right}]"], "f32[<=4,5]", None, ", dimensions={1}")
    for k, (left, right) in enumerate((("<=4,3", "2,3"), ("4,3", "<=2,3"))):
        yield print_case("concatenate", f"f32.flag-joined-{k}", FLAGS.format(k) + "; the bounds add up", [f"f32[{left}]", f"f32[{right}]"], "f32[<=6,3]", None, ", dimensions={0}")
    yield one("pad", "same", "padding keeps the flag", "f32[<=4,3]", "f32[<=5,5]", ", padding=0_1x1_1", ["f32[]"])
    yield one("pad", "unpadded", "the dynamic dimension is not padded", "f32[<=4,3]", "f32[<=4,5]", ", padding=0_0x1_1", ["f32[]"])


ADD = ("f", [("p", "f32[]"), ("q", "f32[]")], "f32[]", ["  ROOT %s = f32[] add(%p, %q)"])
LESS = ("less", [("p", "f32[]"), ("q", "f32[]")], "pred[]", ["  ROOT %s = pred[] compare(%p, %q), direction=LT"])
PAIR_LESS = ("less", [("p", "f32[]"), ("q", "f32[]"), ("u", "s32[]"), ("v", "s32[]")], "pred[]", ["  ROOT %s = pred[] compare(%u, %v), direction=LT"])
SQUARE = ("square", [("p", "f32[]")], "f32[]", ["  ROOT %s = f32[] multiply(%p, %p)"])


def array_cases():
    for what, x, axes, out, why in (("kept", "f32[<=4,3]", "1", "f32[<=4]", "a dimension that is kept keeps its flag"), ("gone", "f32[<=4,3]", "0", "f32[3]", "a reduced dimension disappears with its flag"),
                                    ("behind", "f32[3,<=4]", "0", "f32[<=4]", "the flag moves to the front"), ("middle", "f32[2,<=3,4]", "0,2", "f32[<=3]", "the middle dimension stays")):
        yield print_case("reduce", f"f32.flag-{what}", why, [x, "f32[]"], out, None, f", dimensions={{{axes}}}, to_apply=%f", [ADD])
    yield print_case("reduce-window", "f32.flag-beside-window", "a dimension with a window of 1 keeps its flag", ["f32[<=4,3]", "f32[]"], "f32[<=4,2]", None,
                     ", window={size=1x2}, to_apply=%f", [ADD])
    yield print_case("reduce-window", "f32.flag-behind-window", "a dimension with a window of 1 keeps its flag", ["f32[4,<=3]", "f32[]"], "f32[3,<=3]", None,
                     ", window={size=2x1}, to_apply=%f", [ADD])
    for k, (x, y) in enumerate((("f32[<=4]", "s32[4]"), ("f32[4]", "s32[<=4]"))):
        yield print_case("sort", f"f32.flag-of-{k}", "the results have the flags of their operands", [x, y], f"({x}, {y})", None, ", dimensions={0}, to_apply=%less", [PAIR_LESS])
    yield print_case("sort", "f32.flag-other", "lines along another dimension", ["f32[<=4,3]"], "f32[<=4,3]", None, ", dimensions={1}, to_apply=%less", [LESS])
    yield print_case("map", "f32.flag-of-first", "the flags of the operand", ["f32[<=4]"], "f32[<=4]", None, ", dimensions={0}, to_apply=%square", [SQUARE])
    dot = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    yield print_case("dot", "f32.flag-left", "rows of the left operand", ["f32[<=3,4]", "f32[4,2]"], "f32[<=3,2]", None, dot)
    yield print_case("dot", "f32.flag-right", "columns of the right operand", ["f32[3,4]", "f32[4,<=2]"], "f32[3,<=2]", None, dot)
    yield print_case("dot", "f32.flag-contracted", "contracted dimensions disappear", ["f32[3,<=4]", "f32[<=4,2]"], "f32[3,2]", None, dot)
    batch = ", lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}"
    yield print_case("dot", "f32.flag-batch-left", "the batch of the left operand", ["f32[<=2,3,4]", "f32[2,4,5]"], "f32[<=2,3,5]", None, batch)
    yield print_case("dot", "f32.flag-batch-right", "the batch of the right operand", ["f32[2,3,4]", "f32[<=2,4,5]"], "f32[<=2,3,5]", None, batch)
    yield print_case("convolution", "f32.flag-batch", "the batch of the input", ["f32[<=2,3,5]", "f32[4,3,2]"], "f32[<=2,4,4]", None, ", window={size=2}, dim_labels=bf0_oi0->bf0")
    yield print_case("tuple", "f32.flag-of-elements", "each element as it is", ["f32[<=4]", "f32[3]"], "(f32[<=4], f32[3])", None)
    for what, x, out, sizes in (("whole", "f32[<=4,3]", "f32[<=4,2]", "4,2"),):
        yield print_case("dynamic-update-slice", f"f32.flag-{what}", "the flags of the array that is updated", [x, f"f32[{sizes}]", "s32[]", "s32[]"], x, None)
    yield print_case("cholesky", "f32.flag-batch", "the flags of the operand", ["f32[<=2,3,3]"], "f32[<=2,3,3]", None, ", lower=true")


def size_cases():
    """The run-time size of a result that is written as static."""
    for op, name in (("negate", "f32"), ("exponential", "f64"), ("not", "s32"), ("convert", "bf16"), ("abs", "s8"), ("sqrt", "f16")):
        target = "s64" if op == "convert" else name
        for n in (0, 1, 3, 4):
            lines = [f"x = {name}[<=4] parameter(0)", f"r = {target}[4] {op}(x)", "ROOT n = s32[] get-dimension-size(r), dimensions={0}"]
            values = [1.0] * n if name[0] in "fb" else [1] * n
            arg = {"shape": f"{name}[<=4]{{0}}", "dynamic_sizes": [n], "data": [int(v) for v in values]}
            yield op, run_case(f"{op}.{name}.size-of-static-result-{n}", "the result is dynamic although it is written as static", "1.5", lines, [arg],
                               literal("s32", [n], ()), requires=["dynamic", name, target, "s32"], tags=["dynamic"])
    moves = [("transpose", "f32[<=4,3]", "f32[3,4] transpose(x), dimensions={1,0}", (3, "n")), ("reverse", "f32[<=4,3]", "f32[4,3] reverse(x), dimensions={0}", ("n", 3)),
             ("broadcast", "f32[<=4,3]", "f32[2,4,3] broadcast(x), dimensions={1,2}", (2, "n", 3)), ("slice", "f32[<=4,3]", "f32[4,2] slice(x), slice={[0:4], [1:3]}", ("n", 2)),
             ("concatenate", "f32[<=4,3]", "f32[4,6] concatenate(x, x), dimensions={1}", ("n", 6)), ("concatenate", "f32[<=4,3]", "f32[8,3] concatenate(x, x), dimensions={0}", ("2n", 3)),
             ("select", "f32[<=4,3]", "f32[4,3] select(p, x, x)", ("n", 3)), ("add", "f32[<=4,3]", "f32[4,3] add(x, x)", ("n", 3)), ("compare", "f32[<=4,3]", "pred[4,3] compare(x, x), direction=LE", ("n", 3))]
    for op, x, call, sizes in moves:
        out = call.split(" ")[0]
        for n in (0, 2, 4):
            lines = [f"x = {x} parameter(0)", *(["p = pred[] constant(true)"] if op == "select" else []), f"r = {call}",
                     *(f"n{d} = s32[] get-dimension-size(r), dimensions={{{d}}}" for d in range(len(sizes)))]
            lines.append(f"ROOT t = ({', '.join(['s32[]'] * len(sizes))}) tuple({', '.join(f'n{d}' for d in range(len(sizes)))})")
            arg = {"shape": x + "{1,0}", "dynamic_sizes": [n, 3], "data": [[1, 2, 3]] * n}
            expect = {"tuple": [literal("s32", [n if size == "n" else 2 * n if size == "2n" else size], ()) for size in sizes]}
            label = "joined-" if "2n" in sizes else ""
            yield op, run_case(f"{op}.f32.sizes-of-static-result-{label}{n}", "every size of a result that is written as static", "1.5", lines, [arg], expect,
                               requires=["dynamic", "f32", "s32", *(["pred"] if out.startswith("pred") or op == "select" else [])], tags=["dynamic"])


def main():
    write_groups((unary_cases, two_operand_cases, three_operand_cases, movement_cases, array_cases, size_cases), NAME)


main()
