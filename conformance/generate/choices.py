"""Where this project decides something that other engines decide differently (the choices of the ops reference, section 1.5), its
cases have the level impl-defined. The globs were found by a run of all cases with XLA (adapters/reports/xla.md). Where XLA always
gives one other value, that value is accepted, too (xla_values.json)."""
import fnmatch
import json
import pathlib

CHOICES = {
    "C5": ["reduce.*.minimum-zero-at-each-of-*", "reduce.*.maximum-zero-at-each-of-*"],
    # An init value that is not the identity of the function: XLA applies it once per part of the reduction, or not at all.
    "C8": ["reduce.*.add-each-of-*", "reduce.*.multiply-each-of-*", "reduce.*.multiply-zero-at-each-of-*", "reduce.*.add-rows-of-*", "reduce.*.add-columns-of-*",
           "reduce.*.add-chunks*", "reduce.*.sum-of-*", "reduce.*.large-pairs*", "reduce.*.shapes"],
    "C11": ["convolution.s8.saturates", "convolution.s[24].2d", "convolution.u[24].2d", "convolution.s2.shapes"],
    "C12": ["sort.*.nan", "sort.*.nan-descending", "sort.s32.not-strict", "sort.*.magnitude-60", "sort.*.halved-60", "sort.*.never-60", "sort.*.second-key*-60",
            "sort.*.wrong-branch-60", "sort.*.sum-60", "sort.*.crossed-6"],
    "C13": ["scatter.s32.part-outside", "scatter.s32.boxes-*", "scatter.s32.batching-swapped"],
    "C16": ["cholesky.*.zero-pivot-last"],
    "C19": ["rng.*.uniform*", "rng.*.normal*", "rng-get-and-update-state.*"],
    # Complex products, quotients, and functions at infinities: XLA does not follow Annex G.
    "C27": ["*.c64.infinite*", "*.c128.infinite*", "multiply.c*.partly-infinite", "*.c*.special-numbers-*", "power.c*.huge-exponents", "sqrt.c*.exact"],
    "C32": ["dot.bf16.of-f32-*", "dot.bf16.of-f64-*", "dot.f16.of-f32-*", "dot.f16.of-f64-*", "dot.f16.of-bf16-*", "dot.bf16.of-f16-*", "dot.f32.of-f64-*"],
    "C24": ["batch-norm-training.f32.two-pass"],
}
GLOBS = [glob for globs in CHOICES.values() for glob in globs]
XLA_VALUES = json.loads((pathlib.Path(__file__).parent / "xla_values.json").read_text())


def mark(case):
    """Gives a case of a choice its level, and the value of XLA where it is known."""
    if case["kind"] != "run" or not any(fnmatch.fnmatchcase(case["id"], glob) for glob in GLOBS):
        return
    case["level"] = "impl-defined"
    other = XLA_VALUES.get(case["id"])
    if other is not None and "oneOf" not in case["expect"]:
        case["expect"] = {"oneOf": [case["expect"], other]}
