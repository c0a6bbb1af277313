#!/usr/bin/python3
"""Vectors of while loops over scalars: every elementwise op and conversion inside a loop, every form of the condition, and
states of several values. Oracle: the numpy adapter."""
from formats import FLOATS, INTEGERS, holds, int_range, literal
from through_numpy import numpy_case
from unary import EXACT, tolerance
from write import write_groups

NAME = "conformance/generate/scalar_loops.py"
WIDE_FLOATS = ["f16", "bf16", "f32", "f64"]
INTS = ["s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64"]


def loop(state, step, start, rounds, counter="s32", direction="LT", by=1, first=0):
    """Helpers and body of a program that runs `step` on a state (counter, *values). `state`: types after the counter;
    `step`: lines that make n0, n1, ... from v0, v1, ...; `start`: constants or parameters by name."""
    types = [counter, *state]
    shape = "(" + ", ".join(f"{t}[]" for t in types) + ")"
    parts = [f"  v{k} = {t}[] get-tuple-element(p), index={k + 1}" for k, t in enumerate(state)]
    condition = ["condition {", f"  p = {shape} parameter(0)", f"  i = {counter}[] get-tuple-element(p), index=0",
                 f"  n = {counter}[] constant({rounds})", f"  ROOT c = pred[] compare(i, n), direction={direction}", "}"]
    news = ", ".join(f"n{k}" for k in range(len(state)))
    body = ["body {", f"  p = {shape} parameter(0)", f"  i = {counter}[] get-tuple-element(p), index=0", *parts, f"  one = {counter}[] constant({by})",
            f"  j = {counter}[] add(i, one)", *("  " + line for line in step), f"  ROOT t = {shape} tuple(j, {news})", "}"]
    entry = [f"z = {counter}[] constant({first})", f"s = {shape} tuple(z, {', '.join(start)})", f"w = {shape} while(s), condition=condition, body=body"]
    return [*condition, *body], entry, shape


def constant(name, value):
    if name == "pred":
        return "true" if value else "false"
    return str(value)


def case(op, name, topic, why, state, step, values, rounds=5, tol=None, level="core", **form):
    """One loop; the result is its whole state. `values`: the state at the start, as parameters."""
    helpers, entry, _ = loop(state, step, [f"x{k}" for k in range(len(state))], rounds, **form)
    lines = [*(f"x{k} = {t}[] parameter({k})" for k, t in enumerate(state)), *entry[:-1], "ROOT " + entry[-1]]
    args = [literal(t, [v], ()) for t, v in zip(state, values)]
    return op, numpy_case(f"{op}.{name}.{topic}", why, "While", lines, args, helpers=helpers, tol=tol, tags=["loop"], level=level)


# ---- one op, again and again ----
def unary_cases():
    starts = {"exponential": -0.5, "log": 20.0, "sqrt": 65.0, "rsqrt": 3.0, "cbrt": 30.0, "negate": 1.5, "abs": -2.5, "ceil": 1.25, "floor": -1.25,
              "sign": -2.0, "round-nearest-even": 2.5, "round-nearest-afz": 2.5, "tanh": 0.75, "logistic": 0.5, "sine": 1.0, "cosine": 0.5, "atan": 2.0,
              "asinh": 3.0, "erf": 0.5, "log-plus-one": 2.0, "exponential-minus-one": 0.25, "tan": 0.25, "sinh": 0.25, "cosh": 0.25, "acos": 0.5, "asin": 0.5,
              "atanh": 0.25, "acosh": 30.0}
    for op, x in starts.items():
        rounds = 1 if op in ("acos", "log", "acosh") else 3
        for name in WIDE_FLOATS:
            tol = None if op in EXACT else {"class": "close", "ulp": rounds * tolerance(op, name)["ulp"] * 2}
            yield case(op, name, "in-scalar-loop", f"{rounds} rounds of the op on a scalar" if rounds > 1 else "one round of the op on a scalar",
                       [name], [f"n0 = {name}[] {op}(v0)"], [x], rounds, tol)
    for op in ("abs", "negate", "sign", "not", "popcnt", "count-leading-zeros"):
        for name in INTS:
            if name[0] == "u" and op in ("abs", "sign"):
                continue
            for start, label in ((int_range(name)[0] + 3, ""), (int_range(name)[1], "-from-the-top")):
                yield case(op, name, "in-scalar-loop" + label, "three rounds of the op on a scalar", [name], [f"n0 = {name}[] {op}(v0)"], [start], 3)


def binary_cases():
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2"):
        for name in WIDE_FLOATS:
            tol = {"class": "close", "ulp": 16} if op in ("power", "atan2") else None
            yield case(op, name, "in-scalar-loop", "the op with a constant, five rounds", [name], [f"k = {name}[] constant(1.5)", f"n0 = {name}[] {op}(v0, k)"], [2.5], 5, tol)
            yield case(op, name, "in-scalar-loop-reversed", "the constant on the left, three rounds", [name], [f"k = {name}[] constant(1.5)", f"n0 = {name}[] {op}(k, v0)"],
                       [2.5], 3, tol)
    for op in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "and", "or", "xor", "shift-left", "shift-right-arithmetic",
               "shift-right-logical", "mulhi"):
        for name in INTS:
            low, high = int_range(name)
            start = low + 37 if name[0] == "s" else high - 37
            k = {"shift-left": 3, "shift-right-arithmetic": 1, "shift-right-logical": 1, "power": 3, "divide": 3, "remainder": 100, "mulhi": high // 2}.get(op, 53)
            yield case(op, name, "in-scalar-loop", "the op with a constant, five rounds; results wrap", [name],
                       [f"k = {name}[] constant({k})", f"n0 = {name}[] {op}(v0, k)"], [start], 5)
            yield case(op, name, "in-scalar-loop-two-values", "two scalars, each the operand of the other", [name, name],
                       [f"n0 = {name}[] {op}(v0, v1)", f"n1 = {name}[] {op}(v1, v0)"], [start, 7], 4)
    for op in ("and", "or", "xor"):
        for a, b in ((0, 1), (1, 1)):
            yield case(op, "pred", f"in-scalar-loop-{a}{b}", "truth values in a loop", ["pred", "pred"], [f"n0 = pred[] {op}(v0, v1)", "n1 = pred[] not(v0)"], [bool(a), bool(b)], 3)


def choice_cases():
    for name in [*INTS, *WIDE_FLOATS]:
        for way in ("EQ", "NE", "LT", "LE", "GT", "GE"):
            k, x = (3, 1) if name in INTEGERS else (2.5, 0.5)
            step = [f"k = {name}[] constant({k})", f"c = pred[] compare(v0, k), direction={way}", f"u = {name}[] add(v0, v1)",
                    f"n0 = {name}[] select(c, u, v1)", f"n1 = {name}[] select(c, v1, k)"]
            yield case("compare", name, f"in-scalar-loop-{way.lower()}", "the comparison chooses the next state", [name, name], step, [x, x], 6)
        step = [f"lo = {name}[] constant(2)", f"hi = {name}[] constant(9)", f"u = {name}[] add(v0, v0)", f"n0 = {name}[] clamp(lo, u, hi)"]
        yield case("clamp", name, "in-scalar-loop", "doubled and clamped, four rounds", [name], step, [0], 4)
    for name in WIDE_FLOATS:
        for x in (float("nan"), float("inf"), -0.0):
            step = ["c = pred[] compare(v0, v0), direction=EQ", f"k = {name}[] constant(1)", f"n0 = {name}[] select(c, v0, k)", "n1 = pred[] or(v1, c)"]
            label = "nan" if x != x else "infinity" if x > 1 else "minus-zero"
            yield case("compare", name, f"in-scalar-loop-with-{label}", "a special value compared with itself", [name, "pred"],
                       step, [x, False], 2)
        step = [f"n0 = {name}[] maximum(v0, v1)", f"n1 = {name}[] minimum(v0, v1)"]
        yield case("maximum", name, "in-scalar-loop-nan", "NaN propagates from both sides", [name, name], step, [1.0, float("nan")], 2)
        yield case("maximum", name, "in-scalar-loop-zeros", "-0 is less than +0", [name, name], step, [-0.0, 0.0], 2)
        yield case("is-finite", name, "in-scalar-loop", "squared until it overflows", [name, "pred"],
                   [f"n0 = {name}[] multiply(v0, v0)", "n1 = pred[] is-finite(n0)"], [3.0, True], 11)


def convert_cases():
    types = ["pred", *INTS, *WIDE_FLOATS]
    starts = {"pred": True, **{name: int_range(name)[0] + 5 if name[0] == "s" else int_range(name)[1] - 5 for name in INTS},
              "f16": -300.75, "bf16": -70144.0, "f32": -3e9, "f64": 1e19}
    for source in types:
        for target in types:
            if source == target:
                continue
            step = [f"n1 = {target}[] convert(v0)", f"n0 = {source}[] convert(n1)"]
            yield case("convert", source, f"in-scalar-loop-to-{target}", "there and back, twice; out of range saturates or wraps as outside of a loop",
                       [source, target], step, [starts[source], False if target == "pred" else 0], 2)
    for source, target in (("f32", "s32"), ("f64", "s64"), ("f16", "u16"), ("u32", "f32"), ("u64", "f64")):
        yield case("bitcast-convert", source, f"in-scalar-loop-to-{target}", "bits as another type, plus one", [source],
                   [f"b = {target}[] bitcast-convert(v0)", f"k = {target}[] constant(1)", f"c = {target}[] add(b, k)", f"n0 = {source}[] bitcast-convert(c)"],
                   [1.5 if source in FLOATS else 1065353216], 3)


# ---- the loop itself ----
def condition_cases():
    for counter in ("s32", "s64", "u32", "u8", "s8", "u64", "s16"):
        forms = [("LT", 0, 4, 1, "up to a limit that is not reached"), ("LE", 0, 4, 1, "up to and with the limit"), ("NE", 0, 4, 1, "until equal"),
                 ("GT", 9, 4, -1, "down to a limit"), ("GE", 9, 4, -1, "down to and with the limit"), ("LT", 7, 4, 1, "no round"), ("EQ", 4, 4, 1, "while equal: one round"),
                 ("LT", 0, 10, 3, "steps of three beyond the limit"), ("NE", 0, 12, 3, "steps of three onto the limit")]
        for way, first, limit, by, why in forms:
            if by < 0 and counter[0] == "u":
                by = int_range(counter)[1]  # adds -1 by wrapping
                why += "; the counter wraps"
            yield case("while", counter, f"counts-{way.lower()}-{first}-{limit}-{by if by < 100 else 'wrap'}".replace("--", "-minus-"), why, [counter],
                       [f"n0 = {counter}[] add(v0, i)"], [0], limit, counter=counter, direction=way, by=by, first=first)
    low, high = int_range("s8")
    yield case("while", "s8", "counter-overflows", "the counter wraps from 127 to -128 and the loop goes on until 0", ["s32"],
               ["k = s32[] constant(1)", "n0 = s32[] add(v0, k)"], [0], 0, counter="s8", direction="NE", by=1, first=high - 2)
    yield case("while", "u8", "counter-wraps-to-limit", "255 + 1 is 0, the limit", ["s32"], ["k = s32[] constant(1)", "n0 = s32[] add(v0, k)"], [0], 0, counter="u8",
               direction="NE", by=5, first=251)
    for way, helper in (("left", "compare(n, i), direction=GT"), ("not", "compare(i, n), direction=GE")):
        helpers, entry, shape = loop(["s32"], ["n0 = s32[] add(v0, i)"], ["x"], 5)
        changed = [line.replace("ROOT c = pred[] compare(i, n), direction=LT", f"{'ROOT c' if way == 'left' else 'd'} = pred[] {helper}") for line in helpers]
        if way == "not":
            at = next(k for k, line in enumerate(changed) if line.startswith("  d = "))
            changed.insert(at + 1, "  ROOT c = pred[] not(d)")
        yield "while", numpy_case(f"while.s32.limit-on-the-{way}" if way == "left" else "while.s32.negated-condition",
                                  "the limit on the left of the comparison" if way == "left" else "the condition is a negation", "While",
                                  ["x = s32[] constant(0)", *entry[:-1], "ROOT " + entry[-1]], helpers=changed, tags=["loop"])


def state_cases():
    for name in ("s32", "f32", "f64", "s64", "u8", "bf16"):
        k = "0.5" if name in FLOATS else "3"
        yield case("while", name, "swaps", "two values change places in each of seven rounds", [name, name], [f"n0 = {name}[] copy(v1)", f"n1 = {name}[] copy(v0)"], [1, 2], 7)
        yield case("while", name, "fibonacci", "each value from both of the round before", [name, name], [f"n0 = {name}[] copy(v1)", f"n1 = {name}[] add(v0, v1)"], [0, 1], 9)
        yield case("while", name, "rotates-three", "three values go round", [name] * 3, [f"n0 = {name}[] copy(v1)", f"n1 = {name}[] copy(v2)", f"n2 = {name}[] copy(v0)"], [1, 2, 3], 4)
        yield case("while", name, "old-value-used-twice", "the body uses the value of the round before, not the new one", [name, name],
                   [f"k = {name}[] constant({k})", f"n0 = {name}[] add(v0, k)", f"n1 = {name}[] multiply(v0, v0)"], [1, 0], 3)
        yield case("while", name, "unused-value", "a value that the body does not change", [name, name], [f"n0 = {name}[] add(v0, v1)", f"n1 = {name}[] copy(v1)"], [1, 2], 3)
        yield case("while", name, "counter-as-operand", "the counter is converted and added", [name], [f"c = {name}[] convert(i)", f"n0 = {name}[] add(v0, c)"], [1], 6)
        yield case("while", name, "new-counter-as-operand", "the counter after the step is converted and added", [name], [f"c = {name}[] convert(j)", f"n0 = {name}[] add(v0, c)"], [1], 6)
        yield case("while", name, "constant-new-value", "the new value does not depend on the old one", [name], [f"n0 = {name}[] constant({k})"], [2], 3)
    inner_helpers, inner_entry, shape = loop(["s32"], ["n0 = s32[] add(v0, i)"], ["v"], 4)
    inner = [line.replace("condition", "inner_condition").replace("body {", "inner_body {") for line in inner_helpers]
    step = ["z = s32[] constant(0)", f"s = {shape} tuple(z, v0)", f"w = {shape} while(s), condition=inner_condition, body=inner_body", "n0 = s32[] get-tuple-element(w), index=1"]
    helpers, entry, _ = loop(["s32"], step, ["x"], 3)
    yield "while", numpy_case("while.s32.nested-scalars", "a loop of four rounds in a loop of three: 3 * (0 + 1 + 2 + 3)", "While",
                              ["x = s32[] constant(0)", *entry[:-1], "ROOT " + entry[-1]], helpers=[*inner, *helpers], tags=["loop"])
    for name in ("f32", "s32", "u8", "bf16"):
        square = ["square {", f"  a = {name}[] parameter(0)", f"  ROOT m = {name}[] multiply(a, a)", "}"]
        helpers, entry, _ = loop([name], [f"n0 = {name}[] call(v0), to_apply=square"], ["x"], 3)
        yield "while", numpy_case(f"while.{name}.calls", "the body calls a computation", "While", [f"x = {name}[] constant(3)", *entry[:-1], "ROOT " + entry[-1]],
                                  helpers=[*square, *helpers], tags=["loop"])
        helpers, entry, _ = loop([name], [f"n0 = {name}[] fusion(v0), kind=kLoop, calls=square"], ["x"], 2)
        yield "while", numpy_case(f"while.{name}.fusion", "the body is a fusion", "While", [f"x = {name}[] constant(3)", *entry[:-1], "ROOT " + entry[-1]],
                                  helpers=[*square, *helpers], tags=["loop"])
        arms = ["up {", f"  a = {name}[] parameter(0)", f"  ROOT m = {name}[] add(a, a)", "}", "down {", f"  a = {name}[] parameter(0)",
                f"  k = {name}[] constant(1)", f"  ROOT m = {name}[] subtract(a, k)", "}"]
        helpers, entry, _ = loop([name], ["two = s32[] constant(2)", "c = pred[] compare(i, two), direction=LT",
                                          f"n0 = {name}[] conditional(c, v0, v0), true_computation=up, false_computation=down"], ["x"], 5)
        yield "while", numpy_case(f"while.{name}.conditional", "the body branches on the counter", "While", [f"x = {name}[] constant(3)", *entry[:-1], "ROOT " + entry[-1]],
                                  helpers=[*arms, *helpers], tags=["loop"])


def array_state_cases():
    """Arrays in the state, which engines move from round to round instead of copying them."""
    for name in ("f32", "s32", "u8", "bf16"):
        a = f"{name}[3]"
        forms = {"duplicates": (["n0 = {a} add(v0, v1)"], "n0, n0", "one new value for both places"), "swaps": ([], "v1, v0", "two arrays change places"),
                 "copies-first": ([], "v0, v0", "the first array for both places"), "keeps-and-adds": (["n0 = {a} add(v0, v1)"], "v1, n0", "each value from both of the round before"),
                 "uses-after-move": (["n0 = {a} multiply(v0, v1)", "n1 = {a} add(n0, v0)"], "n0, n1", "an old array is used after the new one is made"),
                 "duplicates-and-uses": (["n0 = {a} add(v0, v1)", "n1 = {a} subtract(n0, v1)"], "n1, n0", "the sum and what remains of it"),
                 "reverses": (["n0 = {a} reverse(v0), dimensions={{0}}"], "n0, v0", "an array and its reverse")}
        for what, (lines, root, why) in forms.items():
            state = f"(s32[], {a}, {a})"
            helpers = ["condition {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", "  n = s32[] constant(4)", "  ROOT c = pred[] compare(i, n), direction=LT", "}",
                       "body {", f"  p = {state} parameter(0)", "  i = s32[] get-tuple-element(p), index=0", f"  v0 = {a} get-tuple-element(p), index=1",
                       f"  v1 = {a} get-tuple-element(p), index=2", "  one = s32[] constant(1)", "  j = s32[] add(i, one)", *("  " + line.format(a=a) for line in lines),
                       f"  ROOT t = {state} tuple(j, {root})", "}"]
            body = [f"x = {a} parameter(0)", f"y = {a} parameter(1)", "z = s32[] constant(0)", f"s = {state} tuple(z, x, y)", f"ROOT w = {state} while(s), condition=condition, body=body"]
            yield "while", numpy_case(f"while.{name}.arrays-{what}", why, "While", body, [literal(name, [1, 2, 3]), literal(name, [2, 1, 2])], helpers=helpers, tags=["loop"])


def main():
    write_groups((unary_cases, binary_cases, choice_cases, convert_cases, condition_cases, state_cases, array_state_cases), NAME)


main()
