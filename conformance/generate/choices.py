"""Where this project decides something that other engines decide differently (the choices of the ops reference, section 1.9), its
cases have the level impl-defined. The globs were found by runs of all cases with XLA (adapters/reports/xla.md, xla-gpu.md). Where
XLA always gives one other value, that value is accepted, too (xla_values.json)."""
import fnmatch
import json
import pathlib

CHOICES = {
    "C5": ["reduce.*.minimum-zero-at-each-of-*", "reduce.*.maximum-zero-at-each-of-*"],
    # An init value that is not the identity of the function: XLA applies it once per part of the reduction, or not at all.
    "C8": ["reduce.*.add-each-of-*", "reduce.*.multiply-each-of-*", "reduce.*.multiply-zero-at-each-of-*", "reduce.*.add-rows-of-*", "reduce.*.add-columns-of-*",
           "reduce.*.add-chunks*", "reduce.*.sum-of-*", "reduce.*.large-pairs*", "reduce.*.shapes", "reduce.*.init-once", "reduce.*.add-wide-columns", "reduce.bf16.add-wide-rows",
           "reduce.*.add-many-short-*", "reduce.*.multiply-many-short-*", "reduce.*.multiply-short-rows-of-sums",
           "reduce.*.add-middle", "reduce.*.add-short-rows-of-sums", "reduce-window.f16.stored-steps", "programs.nearly.softmax-start-one*",
           # The order of the elements, and with it that of the roundings.
           "reduce.*.position-*", "reduce.*.seed-subtract", "reduce-window.f4e2m1fn.add-2d", "reduce-window.f8*.add-2d"],
    "C11": ["convolution.s8.saturates", "convolution.s[24].2d", "convolution.u[24].2d", "convolution.s2.shapes"],
    "C12": ["sort.*.nan", "sort.*.nan-descending", "sort.s32.not-strict", "sort.*.magnitude-60", "sort.*.halved-60", "sort.*.never-60", "sort.*.second-key*-60",
            "sort.*.wrong-branch-60", "sort.*.sum-60", "sort.*.crossed-6", "sort.*.zeros", "sort.*.alike", "sort.*.always", "sort.*.halved-7",
            "sort.*.by-magnitude-lines", "sort.*.payload-descending"],
    "C13": ["scatter.s32.part-outside", "scatter.s32.boxes-*", "scatter.s32.batching-swapped"],
    "C14": ["scatter.*.rows", "scatter.*.last-wins", "scatter.s64.keeps-operands-large", "scatter.s64.in-branch", "scatter.s64.in-loop"],
    "C16": ["cholesky.*.zero-pivot-last"],
    "C19": ["rng.*.uniform*", "rng.*.normal*", "rng-get-and-update-state.*"],
    "C24": ["batch-norm-training.f32.two-pass", "batch-norm-training.f4e2m1fn.worked", "batch-norm-training.f8*.worked", "batch-norm-*.f8e8m0fnu.powers"],
    # Complex products, quotients, and functions at infinities: XLA does not follow Annex G.
    "C27": ["*.c64.infinite*", "*.c128.infinite*", "multiply.c*.partly-infinite", "*.c*.special-numbers-*", "power.c*.huge-exponents", "sqrt.c*.exact"],
    "C31": ["bitcast-convert.pred.*", "bitcast-convert.*.to-pred", "bitcast-convert.*.worked-pred"],
    "C32": ["dot.bf16.of-f32-*", "dot.bf16.of-f64-*", "dot.f16.of-f32-*", "dot.f16.of-f64-*", "dot.f16.of-bf16-*", "dot.bf16.of-f16-*", "dot.f32.of-f64-*"],
    "C33": ["fft.*.irfft-ignores-*", "fft.*.irfft-sizes-columns"],
    "C34": ["dot.*.sizes-*-3-0", "dot.bf16.shapes", "dot.f32.shapes", "convolution.f8e3m4.shapes", "convolution.f8e5m2.shapes", "convolution.c64.shapes"],
    "C35": ["bitcast.*.unused-bits", "bitcast.u8.pred-between-layouts"],
    "C36": ["convert.*.in-scalar-loop-to-f16", "convert.*.in-scalar-loop-to-bf16", "convert.f64.in-scalar-loop-to-f32", "convert.f8e4m3.beside-f32",
            "dot.*.of-f8e4m3fn-*", "dot.*.of-f8e5m2-*", "programs.nearly.narrowed"],
    "C37": ["convolution.f32.padding-infinity"],
    "C38": ["*.nearly-halfway"],
    "C39": ["scatter.s32.hints"],
    "C40": ["all-reduce.f32.mismatched-combiner", "all-reduce.f32.unequal-reducers*"],
    "C41": ["all-gather.f32.rejects-mesh-axes-65", "hlo-text.rejects.p10-operands", "hlo-text.faults.configuration-deep"],
    # XLA rejects keys that it does not know.
    "C28": ["custom-call.f32.cholesky-other-keys"],
    "C43": ["custom-call.s32.*-one-axis", "custom-call.s32.*-axes-left"],
    "C42": ["programs.attention-2heads.whole", "import-jax.mlp-step-dump-cpu-before"],
}
GLOBS = [glob for globs in CHOICES.values() for glob in globs]
XLA_VALUES = json.loads((pathlib.Path(__file__).parent / "xla_values.json").read_text())


def mark(case):
    """Gives a case of a choice its level, and the value of XLA where it is known."""
    if not any(fnmatch.fnmatchcase(case["id"], glob) for glob in GLOBS):
        return
    case["level"] = "impl-defined"
    other = XLA_VALUES.get(case["id"])
    if other is not None and case["kind"] == "run" and "oneOf" not in case["expect"]:
        case["expect"] = {"oneOf": [case["expect"], other]}
