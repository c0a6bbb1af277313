#!/usr/bin/python3
"""Vectors of the ops that pass values unchanged, of asynchronous copies and calls, of shuffle, and of the ops that return
a size or a device id. Expected values by hand, rotations by numpy.roll."""
import numpy

from formats import FLOATS, INTEGERS, holds, int_range, literal, round_to
from write import reject_case, run_case, write

NAME = "conformance/generate/passing.py"
TYPES = ["pred", *INTEGERS, *FLOATS, "c64", "c128"]


def fill(name, count):
    """Values that the type represents exactly, including its extremes."""
    if name == "pred":
        return [i % 3 == 0 for i in range(count)]
    if name in INTEGERS:
        low, high = int_range(name)
        return [(low, high, 0)[i % 3] for i in range(count)]
    if name in FLOATS:
        steps = [0.5, -1.0, 1.5, -0.0, 3.0, 2.0] if holds(name, -1.0) else [0.5, 1.0, 2.0, 2.0**-127]
        return [round_to(name, v) for v in (steps * count)[:count]]
    return [complex(i, -0.5) for i in range(count)]


def scalar(name, value):
    return literal(name, [value], ())


def tuple_of(*parts):
    return {"tuple": list(parts)}


def whole(body, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in body), "}"]


# ---- opt-barrier, domain, add-dependency, after-all ----
def identity_cases(op, call, extra=()):
    """`call` is the text after the shape; its operand is x."""
    for name in TYPES:
        x = literal(name, fill(name, 4), (2, 2))
        yield run_case(f"{op}.{name}.identity", "the value as it is", op, [f"x = {name}[2,2] parameter(0)", *extra, f"ROOT r = {name}[2,2] {call}"],
                       [x], x, requires=[name])
    empty = literal("f32", [], (0, 3))
    yield run_case(f"{op}.f32.empty", "an array without elements", op, ["x = f32[0,3] parameter(0)", *extra, f"ROOT r = f32[0,3] {call}"],
                   [empty], empty, requires=["f32"])
    pair = tuple_of(literal("s32", [1, -2]), tuple_of(scalar("f32", -0.0)))
    yield run_case(f"{op}.tuple.nested", "a tuple as it is", op, ["x = (s32[2], (f32[])) parameter(0)", *extra, f"ROOT r = (s32[2], (f32[])) {call}"],
                   [pair], pair, requires=["f32", "s32"])


def opt_barrier_cases():
    yield from identity_cases("opt-barrier", "opt-barrier(x)")
    yield run_case("opt-barrier.f32.used-again", "the operand can be used again", "opt-barrier",
                   ["x = f32[2] parameter(0)", "b = f32[2] opt-barrier(x)", "ROOT r = f32[2] add(b, x)"], [literal("f32", [1.0, 2.0])],
                   literal("f32", [2.0, 4.0]), requires=["f32"])
    yield reject_case("opt-barrier.f32.rejects-shape", "the result has the shape of the operand", "opt-barrier",
                      ["x = f32[2] parameter(0)", "ROOT r = f32[3] opt-barrier(x)"], "opt-barrier.C1", at="f32[3]", requires=["f32"])
    yield reject_case("opt-barrier.f32.rejects-count", "one operand", "opt-barrier",
                      ["x = f32[2] parameter(0)", "ROOT r = f32[2] opt-barrier(x, x)"], "P07", at="opt-barrier(", requires=["f32"])


def domain_cases():
    attribute = ', domain={kind="sharding", entry={maximal device=0}, exit={maximal device=1}}'
    yield from identity_cases("domain", "domain(x)" + attribute)
    yield reject_case("domain.f32.rejects-shape", "the result has the shape of the operand", "domain",
                      ["x = f32[2] parameter(0)", "ROOT r = s32[2] domain(x)" + attribute], "domain.C1", at="s32[2]", requires=["f32"])
    yield reject_case("domain.f32.rejects-missing", "domain is required", "domain",
                      ["x = f32[2] parameter(0)", "ROOT r = f32[2] domain(x)"], "P06", at="domain(", requires=["f32"])


def add_dependency_cases():
    yield from identity_cases("add-dependency", "add-dependency(x, t)", ["t = token[] after-all()"])
    yield reject_case("add-dependency.f32.rejects-value", "operand 1 is a token", "add-dependency",
                      ["x = f32[2] parameter(0)", "ROOT r = f32[2] add-dependency(x, x)"], "add-dependency.C1", at="add-dependency(", requires=["f32"])
    yield reject_case("add-dependency.f32.rejects-shape", "the result has the shape of operand 0", "add-dependency",
                      ["x = f32[2] parameter(0)", "t = token[] after-all()", "ROOT r = f32[3] add-dependency(x, t)"], "S05", at="f32[3]",
                      requires=["f32"])


def after_all_cases():
    for count in (0, 1, 2, 3, 5, 9, 17):
        tokens = [f"t{i} = token[] after-all()" for i in range(count)]
        names = ", ".join(f"t{i}" for i in range(count))
        yield run_case(f"after-all.token.joins-{count}", "any number of tokens", "AfterAll",
                       ["x = s32[] parameter(0)", *tokens, f"t = token[] after-all({names})", "ROOT r = s32[] add-dependency(x, t)"],
                       [scalar("s32", 7)], scalar("s32", 7), requires=["s32"])
    yield run_case("after-all.token.same-twice", "a token may be waited for twice", "AfterAll",
                   ["x = s32[] parameter(0)", "a = token[] after-all()", "t = token[] after-all(a, a)", "ROOT r = s32[] add-dependency(x, t)"],
                   [scalar("s32", 7)], scalar("s32", 7), requires=["s32"])
    for shape in ("f32[]", "(token[])"):
        yield reject_case(f"after-all.token.rejects-{'tuple' if shape[0] == '(' else 'value'}", "every operand is a token", "AfterAll",
                          [f"x = {shape} parameter(0)", "ROOT r = token[] after-all(x)"], "after-all.C1", at="after-all(")
    yield reject_case("after-all.token.rejects-result", "the result is a token", "AfterAll",
                      ["a = token[] after-all()", "ROOT r = f32[] after-all(a)"], "S05", at="f32[]")


# ---- copy-start, copy-done ----
def copy_lines(name, done="copy-done(s)", shape="[2,2]", root=""):
    t = f"{name}{shape}"
    return [f"x = {t} parameter(0)", f"s = ({t}, {t}, u32[]) copy-start(x)", f"ROOT r = {root or t} {done}"]


def copy_start_cases():
    for name in TYPES:
        x = literal(name, fill(name, 4), (2, 2))
        yield run_case(f"copy-start.{name}.copies", "copy-done gives the copied value", "copy-start", copy_lines(name), [x], x, requires=[name])
    x = literal("f32", [1.0, 2.0])
    yield run_case("copy-start.f32.prefetch", "a prefetch index has no effect", "copy-start",
                   ["x = f32[2] parameter(0)", "s = (f32[2], f32[2], u32[]) copy-start(x), cross_program_prefetch_index=3", "ROOT r = f32[2] copy-done(s)"],
                   [x], x, requires=["f32"])
    lines = ["x = f32[2] parameter(0)", "s = (f32[2], f32[2], u32[]) copy-start(x)"]
    yield reject_case("copy-start.f32.rejects-tuple", "the operand is an array", "copy-start",
                      ["x = (f32[2]) parameter(0)", "s = ((f32[2]), (f32[2]), u32[]) copy-start(x)", "ROOT r = (f32[2]) copy-done(s)"],
                      "copy-start.C1", at="copy-start(", requires=["f32"])
    yield reject_case("copy-start.f32.rejects-result", "the result is copy, source and context", "copy-start",
                      ["x = f32[2] parameter(0)", "s = (f32[2], f32[3], u32[]) copy-start(x)", "ROOT r = f32[2] copy-done(s)"],
                      "S05", at="(f32[2], f32[3]", requires=["f32"])
    yield reject_case("copy-start.f32.rejects-two-dones", "one copy-done ends it", "copy-start",
                      [*lines, "a = f32[2] copy-done(s)", "b = f32[2] copy-done(s)", "ROOT r = f32[2] add(a, b)"],
                      "copy-start.C2", at="copy-start(", requires=["f32"])
    yield reject_case("copy-start.f32.rejects-no-done", "a copy-done ends it", "copy-start", [*lines, "ROOT r = f32[2] negate(x)"],
                      "copy-start.C2", at="copy-start(", requires=["f32"])
    yield reject_case("copy-start.f32.rejects-other-user", "only copy-done uses the result", "copy-start",
                      [*lines, "a = f32[2] copy-done(s)", "ROOT r = f32[2] get-tuple-element(s), index=0"],
                      "copy-start.C2", at="copy-start(", requires=["f32"])


def copy_done_cases():
    for name in TYPES:
        x = literal(name, fill(name, 3))
        yield run_case(f"copy-done.{name}.used-with-source", "the copy equals its source", "copy-done",
                       [*copy_lines(name, shape="[3]")[:2], f"c = {name}[3] copy-done(s)", f"ROOT r = ({name}[3], {name}[3]) tuple(c, x)"],
                       [x], tuple_of(x, x), requires=[name])
    yield reject_case("copy-done.f32.rejects-other-op", "the operand is a copy-start", "copy-done",
                      ["x = f32[2] parameter(0)", "t = (f32[2], f32[2]) tuple(x, x)", "ROOT r = f32[2] copy-done(t)"],
                      "copy-done.C1", at="copy-done(", requires=["f32"])
    yield reject_case("copy-done.f32.rejects-result", "the result has the shape of element 0", "copy-done",
                      copy_lines("f32", root="f32[4]"), "S05", at="f32[4]", requires=["f32"])


# ---- async ----
F = ["f {", "  p = f32[3] parameter(0)", "  ROOT n = f32[3] negate(p)", "}"]
START = "s = ((f32[3]), f32[3], u32[]) async-start(x), calls=f"
X, NEGATED = literal("f32", [1.0, -0.0, 2.5]), literal("f32", [-1.0, 0.0, -2.5])


def async_case(op, identity, why, lines, args=(X,), expect=NEGATED, helpers=F):
    return run_case(f"{op}.f32.{identity}", why, op, None, list(args), expect, requires=["f32"], whole=whole(lines, helpers))


def async_reject(op, identity, why, lines, code, at, helpers=F):
    body = whole(lines, helpers)
    line = next(i for i, text in enumerate(body, 1) if at in text)
    return reject_case(f"{op}.f32.rejects-{identity}", why, op, None, code, at=at, requires=["f32"], whole=body, line=line)


def async_start_cases():
    x = "x = f32[3] parameter(0)"
    done = "ROOT r = f32[3] async-done(s)"
    yield async_case("async-start", "runs", "the computation runs", [x, START, done])
    yield async_case("async-start", "thread", "the thread has no effect on the value", [x, START.replace("calls", 'async_execution_thread="side", calls'), done],
                     helpers=[*F[:-1], '}, execution_thread="side"'])
    yield async_case("async-start", "shorthand", "X-start is short for a computation of one X",
                     [x, "s = ((f32[3]), f32[3], u32[]) negate-start(x)", "ROOT r = f32[3] negate-done(s)"], helpers=())
    yield async_case("async-start", "no-context", "context elements may be absent", [x, START.replace(", u32[])", ")"), done])
    yield async_case("async-start", "two-at-once", "started ops may overlap",
                     [x, START, "y = f32[3] add(x, x)", START.replace("s =", "u =").replace("(x)", "(y)").replace("=f", "=f2"),
                      "a = f32[3] async-done(s)", "b = f32[3] async-done(u)", "ROOT r = f32[3] add(a, b)"],
                     expect=literal("f32", [-3.0, 0.0, -7.5]), helpers=[*F, "f2 {", *F[1:]])
    for identity, why, lines, code, at in (
            ("second-caller", "an asynchronous computation must have one caller",
             [START, "d = f32[3] async-done(s)", "ROOT r = f32[3] call(d), to_apply=f"], "V03", "to_apply="),
            ("other-calls", "calls of a done is the computation that was started", [START, "ROOT r = f32[3] async-done(s), calls=g"], "V03", "calls="),
            ("other-thread", "a thread that is written again is the same",
             [START.replace("calls", 'async_execution_thread="side", calls'), 'ROOT r = f32[3] async-done(s), async_execution_thread="main"'],
             "V01", "async_execution_thread=")):
        text = whole([x, *lines], [*F, "g {", *F[1:]])
        yield reject_case(f"async-start.f32.rejects-{identity}", why, "async-start", None, code, at=at, requires=["f32"], whole=text,
                          line=len(text) - 1)
    g = ["g {", "  a = f32[] parameter(0)", "  b = s32[2] parameter(1)", "  ROOT t = (s32[2], f32[]) tuple(b, a)", "}"]
    yield async_case("async-start", "two-arguments", "any arguments and any result",
                     ["a = f32[] parameter(0)", "b = s32[2] parameter(1)", "s = ((f32[], s32[2]), (s32[2], f32[]), u32[], s32[]) async-start(a, b), calls=g",
                      "ROOT r = (s32[2], f32[]) async-done(s)"], [scalar("f32", 1.5), literal("s32", [1, 2])],
                     tuple_of(literal("s32", [1, 2]), scalar("f32", 1.5)), g)
    h = ["h {", "  ROOT c = f32[3] constant({-1, 0, -2.5})", "}"]
    yield async_case("async-start", "no-arguments", "a computation without parameters",
                     ["s = ((), f32[3], u32[]) async-start(), calls=h", done], (), NEGATED, h)
    yield async_reject("async-start", "argument", "arguments have the shapes of the parameters",
                       ["x = s32[3] parameter(0)", START.replace("(f32[3])", "(s32[3])"), done], "async-start.C1", "async-start(")
    yield async_reject("async-start", "count", "as many arguments as parameters",
                       [x, START.replace("(f32[3])", "(f32[3], f32[3])").replace("(x)", "(x, x)"), done], "async-start.C1", "calls=")
    yield async_reject("async-start", "result", "element 1 is what the computation returns",
                       [x, START.replace("), f32[3]", "), f32[2]"), done], "async-start.C2", "((f32[3]), f32[2]")
    yield async_reject("async-start", "arguments-element", "element 0 holds the arguments",
                       [x, START.replace("((f32[3])", "((f32[2])"), done], "async-start.C2", "((f32[2])")
    yield async_reject("async-start", "two-dones", "one instruction uses the result",
                       [x, START, "a = f32[3] async-done(s)", done], "async-start.C3", "async-start(")
    yield async_reject("async-start", "no-done", "an instruction uses the result", [x, START, "ROOT r = f32[3] negate(x)"], "async-start.C3", "async-start(")


def async_update_cases():
    x, bundle = "x = f32[3] parameter(0)", "((f32[3]), f32[3], u32[])"
    for count in (1, 2, 3, 4, 5, 6):
        chain = [f"up{i} = {bundle} async-update({f'up{i - 1}' if i else 's'})" for i in range(count)]
        yield async_case("async-update", f"chain-{count}", "passes the started op on", [x, START, *chain, f"ROOT r = f32[3] async-done(up{count - 1})"])
    yield async_case("async-update", "shorthand", "X-update",
                     [x, f"s = {bundle} negate-start(x)", f"u = {bundle} negate-update(s)", "ROOT r = f32[3] negate-done(u)"], helpers=())
    yield async_reject("async-update", "other-op", "the operand was started",
                       [x, "a = f32[3] add(x, x)", "ROOT r = f32[3] async-update(a)"], "async-update.C1", "async-update(")
    yield async_reject("async-update", "shape", "the result has the shape of the operand",
                       [x, START, "u = ((f32[3]), f32[2], u32[]) async-update(s)", "ROOT r = f32[2] async-done(u)"], "async-update.C1", "((f32[3]), f32[2]")


def async_done_cases():
    x = "x = f32[3] parameter(0)"
    yield async_case("async-done", "result", "the value of the computation", [x, START, "ROOT r = f32[3] async-done(s)"])
    for op, expect in (("abs", [1.0, 0.0, 2.5]), ("negate", [-1.0, 0.0, -2.5]), ("floor", [1.0, -0.0, 2.0]), ("ceil", [1.0, -0.0, 3.0]),
                       ("sign", [1.0, -0.0, 1.0]), ("copy-none", None)):
        if expect:
            yield async_case("async-done", f"of-{op}", "the value of the op that was started",
                             [x, f"s = ((f32[3]), f32[3], u32[]) {op}-start(x)", f"ROOT r = f32[3] {op}-done(s)"], expect=literal("f32", expect), helpers=())
    yield async_case("async-done", "used-twice", "the value may be used more than once",
                     [x, START, "d = f32[3] async-done(s)", "ROOT r = f32[3] add(d, d)"], expect=literal("f32", [-2.0, 0.0, -5.0]))
    yield async_reject("async-done", "other-op", "the operand was started", [x, "a = f32[3] add(x, x)", "ROOT r = f32[3] async-done(a)"],
                       "async-done.C1", "async-done(")
    yield async_reject("async-done", "result", "the result has the shape of element 1", [x, START, "ROOT r = f32[4] async-done(s)"], "S05", "f32[4]")


# ---- shuffle ----
def shuffle_case(name, dims, dimensions, shifts, identity, why, oracle="numpy.roll"):
    count = int(numpy.prod(dims))
    values = list(range(1, count + 1)) if name == "s32" else fill(name, count)
    numbers = numpy.arange(count).reshape(dims)
    moved = numpy.roll(numbers, [-s for s in shifts], dimensions) if dimensions else numbers
    t = f"{name}[{','.join(map(str, dims))}]"

    def brace(n):
        return "{" + ",".join(map(str, n)) + "}"
    return run_case(f"shuffle.{name}.{identity}", why, "shuffle",
                    [f"x = {t} parameter(0)", f"ROOT r = {t} shuffle(x), dimensions={brace(dimensions)}, mode=rotate, shifts={brace(shifts)}"],
                    [literal(name, values, dims)], literal(name, [values[i] for i in moved.ravel()], dims), requires=[name], oracle=oracle)


def shuffle_cases():
    yield shuffle_case("s32", (4,), (0,), (1,), "left", "a positive shift rotates to the left", None)
    yield shuffle_case("s32", (4,), (0,), (-1,), "right", "a negative shift rotates to the right", None)
    yield shuffle_case("s32", (0,), (0,), (3,), "empty", "no elements", None)
    for shift in (0, 4, 7, -9):
        yield shuffle_case("s32", (4,), (0,), (shift,), f"by-{str(shift).replace('-', 'minus-')}", "shifts count modulo the size")
    yield shuffle_case("s32", (2, 3, 4), (1,), (2,), "middle", "one dimension among others")
    yield shuffle_case("s32", (2, 3, 4), (2, 0), (3, 1), "two", "each listed dimension by its own shift")
    yield shuffle_case("s32", (), (), (), "scalar", "an empty dimension cannot rotate")
    yield shuffle_case("s32", (2, 3), (), (), "none", "no dimension listed")
    for name in TYPES:
        yield shuffle_case(name, (2, 3), (1,), (1,), "rows", "elements move as they are")
    for identity, why, attributes, code in (
            ("shifts", "one shift for each dimension", "dimensions={0,1}, mode=rotate, shifts={1}", "shuffle.C1"),
            ("range", "dimension numbers are below the rank", "dimensions={2}, mode=rotate, shifts={1}", "shuffle.C2"),
            ("repeat", "a dimension is listed once", "dimensions={0,0}, mode=rotate, shifts={1,1}", "shuffle.C2")):
        yield reject_case(f"shuffle.f32.rejects-{identity}", why, "shuffle", ["x = f32[2,2] parameter(0)", f"ROOT r = f32[2,2] shuffle(x), {attributes}"],
                          code, at="shifts=" if code == "shuffle.C1" else "dimensions=", requires=["f32"])


# ---- sizes ----
def dynamic(shape, sizes, data):
    return {"shape": shape, "dynamic_sizes": sizes, "data": data}


def get_size_cases():
    for name in TYPES:
        yield run_case(f"get-dimension-size.{name}.static", "a static dimension has its bound", "GetDimensionSize",
                       [f"x = {name}[2,3] parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={1}"], [literal(name, fill(name, 6), (2, 3))],
                       scalar("s32", 3), requires=[name, "s32"])
    yield run_case("get-dimension-size.f32.live", "the live size of a dynamic argument", "GetDimensionSize",
                   ["x = f32[<=10] parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={0}"],
                   [dynamic("f32[<=10]{0}", [3], [1, 2, 3])], scalar("s32", 3), requires=["dynamic", "f32", "s32"])
    yield run_case("get-dimension-size.f32.zero", "a dimension of size 0", "GetDimensionSize",
                   ["x = f32[0,2] parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={0}"], [literal("f32", [], (0, 2))],
                   scalar("s32", 0), requires=["f32", "s32"])
    for identity, why, x, dims, code, at in (
            ("range", "the dimension is below the rank", "f32[3]", "{1}", "get-dimension-size.C1", "dimensions="),
            ("two", "one dimension", "f32[3,3]", "{0,1}", "get-dimension-size.C1", "dimensions="),
            ("tuple", "the operand is an array", "(f32[3])", "{0}", "get-dimension-size.C1", "get-dimension-size("),
            ("large", "the size fits s32", "f32[2147483648]", "{0}", "get-dimension-size.C2", "dimensions=")):
        yield reject_case(f"get-dimension-size.f32.rejects-{identity}", why, "GetDimensionSize",
                          [f"x = {x} parameter(0)", f"ROOT r = s32[] get-dimension-size(x), dimensions={dims}"], code, at=at, requires=["f32"])


def set_size_cases():
    x = "x = f32[10] parameter(0)"
    ten = literal("f32", [float(i) for i in range(1, 11)])
    set_it = "d = f32[<=10] set-dimension-size(x, n), dimensions={0}"
    for size in (0, 1, 5, 6, 9, 10):
        yield run_case(f"set-dimension-size.f32.to-{size}", "the elements beyond the size do not count", "SetDimensionSize",
                       [x, "n = s32[] parameter(1)", "ROOT r = f32[<=10] set-dimension-size(x, n), dimensions={0}"], [ten, scalar("s32", size)],
                       dynamic("f32[<=10]{0}", [size], list(range(1, size + 1))), requires=["dynamic", "f32", "s32"])
    yield run_case("set-dimension-size.f32.asked-back", "get-dimension-size gives the size that was set", "SetDimensionSize",
                   [x, "n = s32[] parameter(1)", set_it, "ROOT r = s32[] get-dimension-size(d), dimensions={0}"], [ten, scalar("s32", 4)],
                   scalar("s32", 4), requires=["dynamic", "f32", "s32"])
    yield run_case("set-dimension-size.f32.back-to-bound", "the bound makes all stored elements live again", "SetDimensionSize",
                   [x, "n = s32[] parameter(1)", set_it, "m = s32[] constant(10)", "ROOT r = f32[<=10] set-dimension-size(d, m), dimensions={0}"],
                   [ten, scalar("s32", 4)], dynamic("f32[<=10]{0}", [10], list(range(1, 11))), requires=["dynamic", "f32", "s32"])
    for name in TYPES:
        values = fill(name, 6)
        part = literal(name, [v for i, v in enumerate(values) if i % 3 < 2], (2, 2))["data"]
        yield run_case(f"set-dimension-size.{name}.inner", "the last dimension is cut in every row", "SetDimensionSize",
                       [f"x = {name}[2,3] parameter(0)", "n = s32[] constant(2)", f"ROOT r = {name}[2,<=3] set-dimension-size(x, n), dimensions={{1}}"],
                       [literal(name, values, (2, 3))], dynamic(f"{name}[2,<=3]{{1,0}}", [2, 2], part), requires=["dynamic", name, "s32"])
    for size, word in ((12, "above"), (-1, "negative")):
        yield reject_case(f"set-dimension-size.f32.rejects-{word}", "the size is within the bound", "SetDimensionSize",
                          ["x = f32[3] constant({1, 2, 3})", f"n = s32[] constant({size})",
                           "ROOT r = f32[<=3] set-dimension-size(x, n), dimensions={0}"],
                          "R08", at="set-dimension-size(", requires=["dynamic", "f32", "s32"])
    for identity, why, s, dims, code, at in (
            ("range", "the dimension is below the rank", "s32[]", "{1}", "set-dimension-size.C1", "dimensions="),
            ("size-type", "the size is s32[]", "s64[]", "{0}", "set-dimension-size.C2", "set-dimension-size("),
            ("size-rank", "the size is a scalar", "s32[1]", "{0}", "set-dimension-size.C2", "set-dimension-size(")):
        yield reject_case(f"set-dimension-size.f32.rejects-{identity}", why, "SetDimensionSize",
                          [x, f"n = {s} parameter(1)", f"ROOT r = f32[<=10] set-dimension-size(x, n), dimensions={dims}"], code, at=at, requires=["f32"])


# ---- replica-id, partition-id ----
def device_cases(op, anchor, which):
    def case(identity, why, lines, expect, replicas=1, partitions=1, args=()):
        made = run_case(f"{op}.u32.{identity}", why, anchor, lines, list(args), expect, requires=["u32"] + (["replicas"] if replicas * partitions > 1 else []))
        if replicas * partitions > 1:
            made["topology"] = {"replicas": replicas, "partitions": partitions}
        return made
    root = [f"ROOT r = u32[] {op}()"]
    yield case("one-device", "a lone device is number 0", root, scalar("u32", 0))
    for replicas, partitions in ((2, 1), (1, 2), (2, 2), (3, 2), (1, 5)):
        expect = {f"{r},{p}": scalar("u32", (r, p)[which]) for r in range(replicas) for p in range(partitions)}
        yield case(f"of-{replicas}x{partitions}", "every device has its number", root, expect, replicas, partitions)
    yield case("computes", "the parameter number has no other meaning", [f"i = u32[] {op}()", "c = u32[] constant(10)", "ROOT r = u32[] add(i, c)"],
               {f"{r},{p}": scalar("u32", 10 + (r, p)[which]) for r in range(2) for p in range(2)}, 2, 2)
    yield case("twice", "asking again gives the same", [f"i = u32[] {op}()", f"j = u32[] {op}()", "ROOT r = u32[] subtract(i, j)"],
               {"all": scalar("u32", 0)}, 2, 2)
    yield reject_case(f"{op}.u32.rejects-result", "the result is u32[]", anchor, [f"ROOT r = s32[] {op}()"], f"{op}.C1", at="s32[]")
    yield reject_case(f"{op}.u32.rejects-operand", "no operands", anchor, ["x = u32[] parameter(0)", f"ROOT r = u32[] {op}(x)"], "P07", at=f"{op}(")


def main():
    write("opt-barrier", list(opt_barrier_cases()), NAME)
    write("domain", list(domain_cases()), NAME)
    write("add-dependency", list(add_dependency_cases()), NAME)
    write("after-all", list(after_all_cases()), NAME)
    write("copy-start", list(copy_start_cases()), NAME)
    write("copy-done", list(copy_done_cases()), NAME)
    write("async-start", list(async_start_cases()), NAME)
    write("async-update", list(async_update_cases()), NAME)
    write("async-done", list(async_done_cases()), NAME)
    write("shuffle", list(shuffle_cases()), NAME)
    write("get-dimension-size", list(get_size_cases()), NAME)
    write("set-dimension-size", list(set_size_cases()), NAME)
    write("replica-id", list(device_cases("replica-id", "ReplicaId", 0)), NAME)
    write("partition-id", list(device_cases("partition-id", "PartitionId", 1)), NAME)


main()
