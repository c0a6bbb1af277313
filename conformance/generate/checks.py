#!/usr/bin/python3
"""Vectors of custom calls that compare two values, `check.*` (imports reference, section 8): what is equal, close, or almost equal, and the
message where the values differ. Worked by hand."""
import math

from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/checks.py"
NAN, INF = math.nan, math.inf
ULP = 2.0**-23  # of 1 in f32


def call(target, name, left, right, result, config=None):
    tail = f', backend_config="{config}"' if config else ""
    return [f"a = {name}[{len(left)}] parameter(0)", f"b = {name}[{len(right)}] parameter(1)",
            f'ROOT r = {result} custom-call(a, b), custom_call_target="{target}"{tail}']


def told(identity, why, target, name, left, right, agree, config=None):
    """A check that tells whether the values agree, instead of failing the run."""
    return "custom-call", run_case(f"custom-call.{name}.check-{identity}", why, "custom-calls", call(target, name, left, right, "pred[]", config),
                                   [literal(name, left), literal(name, right)], literal("pred", [agree], ()), requires=[name, "pred"], doc="imports")


def told_cases():
    for name, one, near, far in (("f32", [1.0], [1.0009765625 - 2.0**-12], [1.001953125]), ("f64", [1.0], [1.0009], [1.0011]), ("c64", [1 + 1j], [1 + 1.0004j], [1 + 1.002j])):
        yield told("almost-equal", "at most 0.001 apart", "check.expect_almost_eq", name, one, near, True)
        yield told("not-almost-equal", "more than 0.001 apart", "check.expect_almost_eq", name, one, far, False)
    for identity, why, left, right, agree in (
            ("tolerance", "the tolerance is a difference, whatever the size of the numbers", [100.0, 0.0], [100.5, -0.5], True),
            ("beyond-tolerance", "one element is farther apart", [100.0, 0.0], [100.5, -0.625], False),
            ("nan-is-nan", "NaN is almost equal to NaN alone", [NAN, -NAN], [NAN, NAN], True), ("nan-is-no-number", "not to a number", [NAN], [0.0], False),
            ("number-is-no-nan", "nor is a number to NaN", [0.0], [NAN], False), ("infinities", "an infinity is equal to itself", [INF, -INF], [INF, -INF], True),
            ("other-infinity", "but not near another", [INF], [-INF], False), ("infinity-is-far", "and no number is near one", [3e38], [INF], False)):
        yield told(identity, why, "check.almost_eq", "f32", left, right, agree, "tolerance=0.5")
    yield told("config-without-tolerance", "a configuration without a tolerance leaves 0.001", "check.almost_eq", "f32", [1.0], [1.25], False, "rtol=0.5")
    yield told("config-is-no-number", "a tolerance that is not a number leaves 0.001", "check.almost_eq", "f32", [1.0], [1.25], False, "tolerance=half")
    yield told("close", "at most 3 ULP apart", "check.expect_close", "f32", [1.0, 2.0], [1.0 + 3 * ULP, 2.0 - 3 * ULP], True)
    yield told("not-close", "4 ULP apart", "check.expect_close", "f32", [1.0], [1.0 + 4 * ULP], False)
    yield told("close-ulp", "the configuration says how close", "check.close", "f32", [1.0], [1.0 + 5 * ULP], True, "max_ulp=5")
    yield told("not-close-ulp", "one more is too many", "check.close", "f32", [1.0], [1.0 + 6 * ULP], False, "max_ulp=5")
    yield told("equal", "equality takes no tolerance", "check.eq", "f32", [1.0], [1.0 + ULP], False, "tolerance=0.5")
    yield told("almost-equal-sizes", "arrays of other sizes are not compared by element", "check.almost_eq", "f32", [1.0, 2.0], [1.0], False)
    yield "custom-call", run_case("custom-call.s32.check-almost-equal", "integers are compared with a tolerance", "custom-calls", call("check.almost_eq", "s32", [7], [9], "pred[]", "tolerance=2"),
                                  [literal("s32", [7]), literal("s32", [9])], literal("pred", [True], ()), requires=["s32", "pred"], doc="imports")


def failed_cases():
    def reject(identity, why, lines, name="f32", code="R08"):
        return "custom-call", reject_case(f"custom-call.{name}.check-{identity}", why, "custom-calls", lines, code, at="custom-call(", requires=[name], doc="imports")

    def constants(target, name, left, right, result="()", config=None):
        lines = call(target, name, ["x"] * (left.count(",") + 1), ["x"] * (right.count(",") + 1), result, config)
        return [lines[0].replace("parameter(0)", f"constant({{{left}}})"), lines[1].replace("parameter(1)", f"constant({{{right}}})"), lines[2]]
    yield reject("almost-equal-fails", "without a result, values that differ fail the run", constants("check.expect_almost_eq", "f32", "1, 2", "1, 2.5"))
    yield reject("almost-equal-fails-in-part", "the parts of a complex number are compared separately",
                 ["a = c64[1] constant({(1, 2)})", "b = c64[1] constant({(1, 2.5)})",
                  'ROOT r = () custom-call(a, b), custom_call_target="check.expect_almost_eq", backend_config="tolerance=0.25"'], "c64")
    yield reject("rejects-result", "a check gives () or pred[]", constants("check.eq", "f32", "1", "1", "f32[]"))
    yield reject("rejects-operands", "a check takes two operands", ["a = f32[1] constant({1})", 'ROOT r = pred[] custom-call(a), custom_call_target="check.eq"'])
    for target in ("check.eq", "check.close", "check.almost_eq"):
        yield "custom-call", run_case(f"custom-call.f32.{target.replace('.', '-').replace('_', '-')}-holds", "a check that holds gives an empty tuple", "custom-calls",
                                      call(target, "f32", [1.0, NAN], [1.0, NAN], "()"), [literal("f32", [1.0, NAN])] * 2, {"tuple": []}, requires=["f32"], doc="imports")


if __name__ == "__main__":
    write_groups((told_cases, failed_cases), NAME)
