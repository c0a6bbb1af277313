#!/usr/bin/python3
"""Vectors of small edges: comparators and reducers that almost have a usual form, an iota that waits for another instruction,
registers behind a block that is not full, asynchronous ops that fail, and texts with an unusual token, sharding, or operand.
By hand, or by the numpy adapter."""
import numpy

from arrays import lit
from formats import literal
from movement_edges import sort_case, two_keys
from plan_edges import looped, one
from through_numpy import combiner, numpy_case, whole
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/small_edges.py"
BITS = {"class": "bits"}


# ---- comparators and reducers ----
def sort_cases():
    yield sort_case("s32.tie-of-unequal-keys", "second keys count only where first ones differ, so neither of two elements with equal first keys is less",
                    ["s32", "s32"], two_keys("a0, b0), direction=NE"), [[1, 1], [5, 3]], [0, 1])
    less = ["c = f32[] constant(3)", "p = pred[] compare(a0, c), direction=LT, order=TOTAL", "q = pred[] compare(b0, c), direction=GT",
            "ROOT r = pred[] compare(p, q), direction=LT"]
    yield sort_case("f32.sides-compared-otherwise", "a < 3 on the left, b > 3 on the right: neither element is less, so both keep their order", ["f32"], less,
                    [[2.0, 5.0]], [0, 1])


def reduce_case():
    steps = ["more = pred[] compare(a, b), direction=GT", "odd = pred[] compare(a, a), direction=NE", "keeps = pred[] or(more, odd)",
             "same = pred[] compare(a, b), direction=EQ", "after = pred[] compare(j, i), direction=LT", "tie = pred[] and(same, after)",
             "first = pred[] or(keeps, tie)", "v = f32[] select(keeps, a, b)", "k = s32[] select(first, i, j)", "t = (f32[], s32[]) tuple(v, k)"]
    body = ["x = f32[2,24] parameter(0)", "i = s32[2,24] iota(), iota_dimension=1", "low = f32[] constant(-inf)", "none = s32[] constant(0)",
            "ROOT r = (f32[2], s32[2]) reduce(x, i, low, none), dimensions={1}, to_apply=f"]
    values = numpy.arange(48).reshape(2, 24) * 7 % 5
    places = [23 - line[::-1].argmax() for line in values]
    yield "reduce", run_case("reduce.mixed.last-of-largest", "of equal numbers the last one wins", "Reduce", None, [lit("f32", values.astype(float))],
                             {"tuple": [literal("f32", [4.0, 4.0]), literal("s32", places)]}, requires=["f32", "s32"],
                             oracle="numpy's argmax of the reversed line",
                             whole=whole(body, combiner("; ".join(steps), ["f32", "s32", "f32", "s32"], parameters="aibj")))


# ---- elementwise ops ----
def array_cases():
    body = ["x = f32[3,4] parameter(0)", "n = f32[3,4] negate(x)", "i = f32[3,4] iota(), iota_dimension=0, control-predecessors={n}",
            "s = f32[3,4] add(x, i)", "ROOT r = f32[3,4] multiply(s, i)"]
    yield "iota", numpy_case("iota.f32.rows-after-predecessor", "an iota that waits for another instruction counts the rows all the same", "Iota", body,
                             [lit("f32", numpy.arange(12.0).reshape(3, 4))], tol=BITS)
    body = ["x = bf16[300] parameter(0)", "y = bf16[300] parameter(1)", "a = bf16[300] exponential(x)", "b = bf16[300] exponential(y)",
            "c = bf16[300] exponential(b)", "d = bf16[300] add(a, b)", "ROOT r = bf16[300] add(d, c)"]
    steps = numpy.arange(300)
    yield "exponential", numpy_case("exponential.bf16.300-beside-others", "a function of 300 elements changes no value beside them", "exponential", body,
                                    [lit("bf16", (steps % 17 - 8) / 8), lit("bf16", (steps % 13 - 6) / 8)])


def loop_cases():
    step = ["less = pred[] compare(v0, v1), direction=LT, type=TOTALORDER", "k = s32[] convert(less)", "d = s32[] add(v2, v2)", "n2 = s32[] add(d, k)"]
    for name in ("bf16", "f16", "f8e5m2"):
        lines = [*step, f"n0 = {name}[] copy(v1)", f"n1 = {name}[] negate(v0)"]
        helpers, entry = looped([name, name, "s32"], lines, ["x", "y", "z"], 8)
        # (2, 3), (3, -2), (-2, -3), (-3, 2), and again: less in the first and the last one.
        yield "compare", run_case(f"compare.{name}.total-order-of-rising-pair-in-loop", "both sides are compared in the total order", "compare", None,
                                  [one(name, 2.0), one(name, 3.0)], {"tuple": [one("s32", 8), one(name, 2.0), one(name, 3.0), one("s32", 0b10011001)]},
                                  requires=[name, "pred", "s32"], tags=["loop"],
                                  whole=whole([f"x = {name}[] parameter(0)", f"y = {name}[] parameter(1)", *entry], helpers))


# ---- asynchronous ops ----
def async_cases():
    lines = ["x = f32[2] constant({1, 2})", "n = s32[] constant(3)", "s = ((f32[2], s32[]), f32[<=2]) set-dimension-size-start(x, n), dimensions={0}",
             "ROOT r = f32[<=2] set-dimension-size-done(s)"]
    yield "async-start", reject_case("async-start.f32.rejects-size-above-bound", "a wrapped op that fails is reported where it is started", "5.3", lines, "R08",
                                     at="set-dimension-size-start(", doc="hlo-text", requires=["f32", "s32", "dynamic"], tags=["dynamic"])


# ---- texts ----
def fault(topic, why, anchor, code, hlo, at):
    return "hlo-text", reject_case(f"hlo-text.faults.{topic}", why, anchor, None, code, at=at, whole=hlo, doc="hlo-text", tags=["fault"])


def text_cases():
    negation = ["  x = f32[2] parameter(0)", "  ROOT r = f32[2] negate(x)", "}"]
    yield fault("question-for-arrow", "an arrow begins with '-'", "2", "P01", ["HloModule m", "ENTRY e (x: f32[2]) ?> f32[2] {", *negation], "?>")
    yield fault("header-of-faulty-entry", "the entry has a fault, so its result is not compared with the layout in the header, which comes first", "9.3", "P02",
                ["HloModule m, entry_computation_layout={(f32[2])->f32[3]}", "ENTRY e {", "  y = f32[2] unknown()", *negation], "unknown")
    yield "tuple", run_case("tuple.f32.sharding-of-empty-tuple", "an empty tuple has no leaf, and so no sharding", "6.6",
                            ["x = f32[2] parameter(0)", "u = () tuple()", "t = ((), f32[2]) tuple(u, x), sharding={{replicated}}",
                             "ROOT r = f32[2] get-tuple-element(t), index=1"],
                            [literal("f32", [1.0, 2.0])], literal("f32", [1.0, 2.0]), doc="hlo-text", requires=["f32"])


if __name__ == "__main__":
    write_groups((sort_cases, reduce_case, array_cases, loop_cases, async_cases, text_cases), NAME)
