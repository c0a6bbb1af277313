#!/usr/bin/python3
"""Vectors of conditions that decide rarely: results that are too large although each dimension and the written shape are
not, ids just beyond a permutation, sizes at a limit, the last operand of `and` and `or`. Codes, texts, and small values by hand."""
from devices import combiner, device_case, device_reject
from dynamic import cut, fails, live
from formats import literal
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/rare_conditions.py"
LONG = 3_000_000_000_000_000_000  # twice this many bytes have 63 bits
WIDE, TALL = 3_000_000_000, 4_000_000_000  # the product has 64 bits
SUM_U1 = combiner("or", "u1", "f")


def text_case(identity, why, anchor, lines, text, requires=()):
    return {"id": identity, "kind": "print", "level": "core", "why": why, "spec": [{"doc": "hlo-text", "anchor": anchor}], "requires": sorted(requires),
            "tags": ["canonical"], "hlo": ["HloModule m", "ENTRY e {", *("  " + line for line in lines), "}"],
            "expect": {"text": text}, "provenance": {"kind": "hand"}}


# ---- results that exceed 63 bits of bytes, where the written shape is small ----
# op: (anchor, lines before, the result)
TOO_LARGE = {
    "all-gather": ("all-gather", [f"x = u1[2,{LONG}] parameter(0)"], "u1[4,1] all-gather(x), replica_groups={{0,1}}, dimensions={0}"),
    "concatenate": ("Concatenate", [f"x = u1[2,{LONG}] parameter(0)"], "u1[4,1] concatenate(x, x), dimensions={0}"),
    "pad": ("Pad", [f"x = u1[2,{LONG}] parameter(0)", "z = u1[] parameter(1)"], "u1[4,1] pad(x, z), padding=2_0x0_0"),
    "fft": ("Fft", ["x = c64[1500000000000000000,5] parameter(0)"], "f32[1,8] fft(x), fft_type=IRFFT, fft_length={8}"),
    "reduce-window": ("ReduceWindow", [f"x = u1[2,{LONG}] parameter(0)", "z = u1[] parameter(1)"],
                      "u1[4,1] reduce-window(x, z), window={size=1x1 pad=2_0x0_0}, to_apply=f"),
    "dot": ("Dot", [f"x = u8[{WIDE},1] parameter(0)", f"y = u8[1,{TALL}] parameter(1)"], "u8[1,1] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}"),
    "convolution": ("Conv", [f"x = u8[{WIDE},1,1] parameter(0)", f"k = u8[{TALL},1,1] parameter(1)"],
                    "u8[1,1,1] convolution(x, k), window={size=1}, dim_labels=bf0_oi0->bf0"),
    "gather": ("Gather", [f"x = u1[{TALL}] parameter(0)", f"i = s32[{WIDE},1] parameter(1)"],
               "u1[1,1] gather(x, i), offset_dims={1}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={" + f"{TALL}" + "}"),
}


def too_large_cases():
    for op, (anchor, before, result) in TOO_LARGE.items():
        helpers = SUM_U1 if "to_apply" in result else []
        name = before[0].split()[2].split("[")[0]
        yield op, reject_case(f"{op}.{name}.rejects-product-of-sizes", "each size fits 63 bits, but their product does not; the written shape is small", anchor,
                              None, "S09", at=f"{op}(", whole=["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in before), f"  ROOT r = {result}", "}"])


# ---- permutations of iota groups ----
def group_cases():
    for what, transpose in (("of-the-rank", "(0,2)"), ("beyond-the-rank", "(5,1)"), ("at-64", "(64,0)"), ("at-65", "(0,65)")):
        yield "all-gather", device_reject(f"all-gather.f32.rejects-transpose-{what}", "the permutation of iota groups has the numbers of the dimensions", "2",
                                          ["x = f32[2] parameter(0)", f"ROOT r = f32[8] all-gather(x), replica_groups=[2,4]<=[4,2]T{transpose}, dimensions={{0}}"],
                                          (8, 1), "V04")
        yield "hlo-text", reject_case(f"hlo-text.faults.sharding-transpose-{what}", "the permutation of devices has the numbers of the dimensions", "6.3",
                                      [f"ROOT x = f32[8] parameter(0), sharding={{devices=[8]<=[4,2]T{transpose}}}"], "P12", doc="hlo-text")


# ---- collectives ----
RAGGED = ["x = s32[4] parameter(0)", "y = s32[4] parameter(1)", "a = s32[2] constant({0, 1})", "b = s32[2] constant({1, 1})", "c = s32[2] constant({0, 0})",
          "d = s32[2] constant({1, 1})"]


def s32s(*values):
    return literal("s32", list(values))


def collective_cases():
    exchange = "ragged-all-to-all(x, y, a, b, c, d), replica_groups="
    yield "ragged-all-to-all", device_reject("ragged-all-to-all.s32.rejects-peers-when-run", "offsets and sizes are for all devices, which only the run knows", "4.7",
                                             [*RAGGED, f"ROOT r = s32[4] {exchange}{{}}"], (4, 1), "ragged-all-to-all.C1", header=False,
                                             args=[s32s(1, 2, 3, 4), s32s(0, 0, 0, 0)])
    # Device i sends its row j to row i of device j.
    rows = [*RAGGED[:4], "i = u32[] replica-id()", "n = s32[] convert(i)", "c = s32[2] broadcast(n), dimensions={}", RAGGED[5]]
    args = [[s32s(10, 11, 12, 13), s32s(1, 2, 3, 4)], [s32s(20, 21, 22, 23), s32s(5, 6, 7, 8)]]
    yield "ragged-all-to-all", device_case("ragged-all-to-all.s32.keeps-output-operand", "the operand with the first values of the result stays as it is", "4.7",
                                           [*rows, f"r = s32[4] {exchange}{{{{0,1}}}}", "ROOT t = (s32[4], s32[4]) tuple(r, y)"], (2, 1), args,
                                           [{"tuple": [s32s(10, 20, 3, 4), s32s(1, 2, 3, 4)]}, {"tuple": [s32s(11, 21, 7, 8), s32s(5, 6, 7, 8)]}],
                                           requires=["s32", "u32"])
    for what, text in (("word", "x"), ("open", "{{0,1}"), ("one-number", "{{0}}"), ("empty", "")):
        for ends in ("pairs", "no-pairs"):
            pairs = ',_xla_send_recv_source_target_pairs="{{0,1}}"' if ends == "pairs" else ""
            for op, line in (("send", "s = (f32[], u32[], token[]) send(x, t), channel_id=3"), ("recv", "s = (f32[], u32[], token[]) recv(t), channel_id=3")):
                yield op, device_reject(f"{op}.f32.rejects-iterations-{what}-{ends}", "the iterations of a transfer are pairs of numbers", "9.1",
                                        ["x = f32[] parameter(0)", "t = token[] after-all()", f'{line}, frontend_attributes={{_xla_send_recv_validation="{text}"{pairs}}}',
                                         "ROOT r = f32[] negate(x)"], (1, 2), "V04", at="frontend_attributes")


# ---- dynamic sizes ----
def dynamic_cases():
    for bound, size in ((2, 1), (3, 2), (2, 2)):
        yield "gather", run_case(f"gather.f32.whole-dynamic-{bound}-{size}", "a dimension that is taken whole stays dynamic, also where its <= is not written", "Gather",
                                 [f"x = f32[4,<={bound}] parameter(0)", "i = s32[3,1] constant({{2},{0},{1}})",
                                  f"g = f32[3,{bound}] gather(x, i), offset_dims={{1}}, collapsed_slice_dims={{0}}, start_index_map={{0}}, index_vector_dim=1, slice_sizes={{1,{bound}}}",
                                  "ROOT r = s32[] get-dimension-size(g), dimensions={1}"], [live("f32", f"4,<={bound}", [[1.0] * size] * 4)], literal("s32", [size], ()), requires=["f32", "s32", "dynamic"])
    lines = ["x = u1[2147483647]{0} parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={0}"]
    yield "get-dimension-size", text_case("get-dimension-size.u1.largest", "the largest size that s32 holds", "8.1", lines,
                                          ["HloModule m, entry_computation_layout={(u1[2147483647]{0})->s32[]}", "", "ENTRY %e (x: u1[2147483647]) -> s32[] {",
                                           "  %x = u1[2147483647]{0} parameter(0)", "  ROOT %r = s32[] get-dimension-size(%x), dimensions={0}", "}", ""])
    yield "get-dimension-size", reject_case("get-dimension-size.u1.rejects-one-more", "one more than s32 holds", "GetDimensionSize",
                                            ["x = u1[2147483648] parameter(0)", "ROOT r = s32[] get-dimension-size(x), dimensions={0}"], "get-dimension-size.C2",
                                            at="dimensions")


# ---- random numbers: an empty interval ----
def random_cases():
    for name in ("s8", "s32", "s64", "u8", "u32", "u64"):
        yield "rng", run_case(f"rng.{name}.uniform-empty", "b = a: all a", "RngUniform",
                              [f"a = {name}[] parameter(0)", f"b = {name}[] parameter(1)", f"ROOT r = {name}[3] rng(a, b), distribution=rng_uniform"],
                              [literal(name, [5], ()), literal(name, [5], ())], literal(name, [5, 5, 5]), level="impl-defined", requires=[name])


# ---- texts ----
def text_cases():
    for what, written, printed in (("tab", "{\\011}", "{\t}"), ("bell", "{\\007}", '"{\\007}"'), ("first", "{\\001}", '"{\\001}"'),
                                   ("unit-separator", "{\\037}", '"{\\037}"')):
        yield "print", text_case(f"print.attributes.config-with-{what}", "a configuration in braces is printed without quotes, unless it has control characters", "6.8",
                                 [f'ROOT x = f32[] parameter(0), backend_config="{written}"'],
                                 ["HloModule m, entry_computation_layout={(f32[])->f32[]}", "", "ENTRY %e (x: f32[]) -> f32[] {",
                                  f"  ROOT %x = f32[] parameter(0), backend_config={printed}", "}", ""])



# ---- conditions that one operand, or one end of a range, decides alone ----
def single_cases():
    gather = "f32[2,2] gather(x, i), offset_dims={%s}, collapsed_slice_dims={%s}, start_index_map={%s}, index_vector_dim=1, slice_sizes={1,2}"
    for attribute, code, numbers in (("offset_dims", "C3", (-1, 0, 0)), ("collapsed_slice_dims", "C6", (1, -1, 0)), ("start_index_map", "C5", (1, 0, -1))):
        yield "gather", reject_case(f"gather.f32.rejects-negative-{attribute.replace('_', '-')}", "dimension numbers begin at 0", "Gather",
                                    ["x = f32[3,2] parameter(0)", "i = s32[2] parameter(1)", "ROOT r = " + gather % numbers], f"gather.{code}", at=attribute + "=", requires=["f32", "s32"])
    for side, operands in (("low", "k, x, z"), ("high", "z, x, k")):
        yield "clamp", reject_case(f"clamp.f32.rejects-type-of-{side}", "all operands have one type, also if two of them do", "Clamp",
                                   ["x = f32[2] parameter(0)", "z = f32[] constant(0)", "k = s32[] constant(1)", f"ROOT r = f32[2] clamp({operands})"], "clamp.C1", at="clamp(",
                                   requires=["f32", "s32"])
    three = "{1, 2, 3}"
    yield fails("select", "scalar-predicate", "both sides have equal live sizes, also the one that is not taken",
                [*cut("f32", three, "<=3", 2, result="a"), *cut("f32", three, "<=3", 1, result="b"), "p = pred[] constant(true)", "ROOT r = f32[<=3] select(p, a, b)"])
    sizes = [line.replace("b = s32[2] constant({1, 1})", "b = s32[2] constant({-1, 1})") for line in RAGGED]
    yield "ragged-all-to-all", device_reject("ragged-all-to-all.s32.rejects-negative-size", "a slice has no negative number of rows", "4.7",
                                             [*sizes, "ROOT r = s32[4] ragged-all-to-all(x, y, a, b, c, d), replica_groups={{0,1}}"], (2, 1), "R08", header=False,
                                             args=[s32s(1, 2, 3, 4), s32s(0, 0, 0, 0)])


def mixed_order_case():
    """-0 equals 0 for the test of equality, so the second keys decide; NaN equals nothing, and the total order decides."""
    nan = float("nan")
    first, second = [0.0, -0.0, nan, 0.0, -1.0, -0.0], [5, 3, 1, 2, 9, 4]
    order = sorted(range(6), key=lambda i: (first[i] != first[i], first[i] if first[i] == first[i] else 0, second[i]))
    body = ["a0 = f32[] parameter(0)", "b0 = f32[] parameter(1)", "a1 = s32[] parameter(2)", "b1 = s32[] parameter(3)", "same = pred[] compare(a0, b0), direction=EQ",
            "less = pred[] compare(a0, b0), direction=LT, type=TOTALORDER", "next = pred[] compare(a1, b1), direction=LT", "ROOT r = pred[] select(same, next, less)"]
    lines = ["x = f32[6] parameter(0)", "y = s32[6] parameter(1)", "ROOT r = (f32[6], s32[6]) sort(x, y), dimensions={0}, is_stable=true, to_apply=before"]
    yield "sort", run_case("sort.f32.two-keys-mixed-orders", "keys that are equal as numbers, in an order that tells their signs apart", "Sort", None,
                           [literal("f32", first), s32s(*second)], {"tuple": [literal("f32", [first[i] for i in order]), s32s(*(second[i] for i in order))]},
                           whole=["HloModule m", "before {", *("  " + line for line in body), "}", "ENTRY e {", *("  " + line for line in lines), "}"], requires=["f32", "s32"],
                           tol={"class": "bits"}, oracle="Python's sort by number, then by the second key")


if __name__ == "__main__":
    write_groups((too_large_cases, group_cases, collective_cases, dynamic_cases, random_cases, text_cases, single_cases, mixed_order_case), NAME)
