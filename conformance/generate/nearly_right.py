#!/usr/bin/python3
"""Vectors of forms that are nearly right: a comparator that adds another number to each side, a third operand that is not a scalar, sizes
that only have a product in common, a combiner that draws random numbers, iterations of 19 digits. And of numbers and sizes at the edge:
decimals that are 0 as f64, subnormal numbers in few digits, exponents with zeros in front, neighboring places that each see another
element of a kernel, no systems of very many equations. By hand; the digits of decimals are those of Python."""
import struct

from devices import device_case, device_reject
from formats import literal
from misleading_forms import sort_case
from rare_texts import print_case
from text_faults import constant
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/nearly_right.py"


# ---- decimals ----
def rounded_cases():
    """Half of the least f64 is 2.5e-324."""
    texts = ["1e-340", "-5e-330", "3e-343", "15000000000000000000000001e-365", "3e-324"]
    yield "constant", run_case("constant.f64.far-below-half-of-least", "a decimal far below half of the least number is 0, one just above that half the least number", "7",
                               [f"ROOT c = f64[{len(texts)}] constant({{{', '.join(texts)}}})"], [], literal("f64", [0.0, -0.0, 0.0, 0.0, 5e-324]), requires=["f64"], doc="hlo-text")
    shape, data = "f32[3]", "[1e00005, 25E-0000001, 4e+00000]"
    yield "constant", run_case("constant.f32.json-long-exponents", "an exponent may begin with zeros", "9.2", None, [], literal("f32", [100000, 2.5, 4]), requires=["f32"], doc="hlo-text",
                               whole=constant(shape, f'{{"shape": "{shape}", "data": {data}}}'))


def printed(form, code, fewer, sufficient):
    """The number with this code, in `fewer` digits if they read back."""
    number = struct.unpack(f"<{form}", code.to_bytes(struct.calcsize(form), "little"))[0]
    text = f"{number:.{fewer}g}"
    return text if struct.pack(f"<{form}", float(text)) == struct.pack(f"<{form}", number) else f"{number:.{sufficient}g}"


def subnormal_cases():
    rows = [("f32", "f", 6, 9, (1, 7, 214074, 0x7FFFFF)), ("f64", "d", 15, 17, (1, 3, 6072, 0xFFFFFFFFFFFFF))]
    for name, form, fewer, sufficient, codes in rows:
        texts = [printed(form, code, fewer, sufficient) for code in codes]
        if {len(text.split("e")[0].replace(".", "")) for text in texts[:2]} & {sufficient}:
            raise ValueError(texts)
        unsigned = name.replace("f", "u")
        listed = "{" + ", ".join(f"{number:.17g}" for number in (struct.unpack(f"<{form}", code.to_bytes(struct.calcsize(form), "little"))[0] for code in codes)) + "}"
        yield print_case(f"number.{name}-subnormal", f"of a subnormal number, {fewer} digits are written if they read back",
                         ["HloModule m", "ENTRY e {", f"  ROOT c = {name}[4] constant({listed})", "}"],
                         [f"HloModule m, entry_computation_layout={{()->{name}[4]{{0}}}}", "", f"ENTRY %e () -> {name}[4] {{",
                          f"  ROOT %c = {name}[4]{{0}} constant({{{', '.join(texts)}}})", "}", ""], anchor="8.6")
        yield "constant", run_case(f"constant.{name}.subnormal-in-few-digits", "the digits that are written for subnormal numbers read back", "7",
                                   [f"c = {name}[4] constant({{{', '.join(texts)}}})", f"ROOT r = {unsigned}[4] bitcast-convert(c)"], [], literal(unsigned, list(codes)),
                                   requires=[name, unsigned], doc="hlo-text")


# ---- comparators ----
def sort_cases():
    """a + 255 is never below b - 1 here."""
    yield "sort", sort_case("s32.comparator-of-two-sums", "a comparator that adds another number to each side is not a key", ["s32"],
                            ["c = s32[] constant(255)", "d = s32[] constant(-1)", "m = s32[] add(p0, c)", "n = s32[] add(p1, d)", "k = pred[] compare(m, n), direction=LT"],
                            [[3, 1, 2, 0]], [[3, 1, 2, 0]])


# ---- windows and systems ----
def hole_case():
    """With four holes between elements and two on the left, place o sees the element at 5 * e = o - 2 + k of kernel position k alone."""
    x, k = [1, 10, 100], [1, 2, 3, 4, 5]
    places = [sum(x[(o - 2 + p) // 5] * k[p] for p in range(5) if o - 2 + p in (0, 5, 10)) for o in range(11)]
    yield "convolution", run_case("convolution.s32.one-element-through-holes", "neighboring places see one element each, through another position of the kernel", "Conv",
                                  ["x = s32[1,3,1] parameter(0)", "k = s32[5,1,1] parameter(1)",
                                   "ROOT r = s32[1,11,1] convolution(x, k), window={size=5 pad=2_2 lhs_dilate=5}, dim_labels=b0f_0io->b0f"],
                                  [literal("s32", x, (1, 3, 1)), literal("s32", k, (5, 1, 1))], literal("s32", places, (1, 11, 1)), requires=["s32"])


def system_cases():
    for topic, size, why in (("large", 1 << 20, "without systems nothing is solved, however many equations one would have"),
                             ("far", 1 << 40, "also if the matrix of one system would have too many elements")):
        yield "triangular-solve", run_case(f"triangular-solve.f32.no-{topic}-systems", why, "TriangularSolve",
                                           ["z = f32[] constant(1)", f"a = f32[0,{size},{size}] broadcast(z), dimensions={{}}", f"b = f32[0,{size},2] broadcast(z), dimensions={{}}",
                                            f"x = f32[0,{size},2] triangular-solve(a, b), left_side=true, lower=true, unit_diagonal=false, transpose_a=NO_TRANSPOSE",
                                            "ROOT r = f32[0] reshape(x)"], [], literal("f32", []), requires=["f32"], tags=["limit"])


# ---- custom calls ----
def call_cases():
    config = "backend_config={diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}"
    for topic, scale in (("vector", "f32[1]"), ("matrix", "f32[2,2]")):
        yield "custom-call", {**reject_case(f"custom-call.f32.rejects-trsm-{topic}-of-scales", "the third operand of older versions is a scalar", "custom-calls",
                                            ["a = f32[2,2] parameter(0)", "b = f32[2,2] parameter(1)", f"s = {scale} parameter(2)",
                                             f'ROOT r = f32[2,2] custom-call(a, b, s), custom_call_target="lapack_strsm_ffi", {config}'],
                                            "R08", at="custom-call(", requires=["f32"], doc="imports"),
                              "args": [literal("f32", [1, 0, 0, 1], (2, 2)), literal("f32", [1, 2, 3, 4], (2, 2)), literal("f32", [2]) if topic == "vector" else literal("f32", [2] * 4, (2, 2))]}
    for topic, left, right, why in (("transposed", (2, 3), (3, 2), "arrays with as many elements, but other sizes, are not equal"), ("longer", (2,), (3,), "the elements of a longer array are not compared"),
                                    ("rank", (1,), (), "an array of one element is not a scalar"), ("empty", (0, 3), (3, 0), "arrays without elements are not equal if their sizes are not")):
        def array(dims):
            count = 1
            for size in dims:
                count *= size
            return literal("f32", [1.0] * count, dims)
        shapes = [f"f32[{','.join(map(str, dims))}]" for dims in (left, right)]
        yield "custom-call", run_case(f"custom-call.f32.check-almost-equal-{topic}", why, "custom-calls",
                                      [f"a = {shapes[0]} parameter(0)", f"b = {shapes[1]} parameter(1)", 'ROOT r = pred[] custom-call(a, b), custom_call_target="check.almost_eq"'],
                                      [array(left), array(right)], literal("pred", [False], ()), requires=["f32", "pred"], doc="imports")


# ---- devices ----
def device_cases():
    draws = ["f {", "  a = u64[] parameter(0)", "  b = u64[] parameter(1)", "  s = u64[2] rng-get-and-update-state(), delta=1", "  h = u64[1] slice(s), slice={[0:1]}",
             "  t = u64[] reshape(h)", "  u = u64[] add(a, b)", "  ROOT c = u64[] add(u, t)", "}"]
    yield "all-reduce", device_reject("all-reduce.u64.rejects-state-of-random-numbers", "each device has a state of its own, so a combiner must not use it", "9.1",
                                      ["x = u64[2] parameter(0)", "ROOT r = u64[2] all-reduce(x), to_apply=f"], (2, 1), "V04", helpers=draws, at="to_apply")
    frontend = 'frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}",_xla_send_recv_validation="{{0,9223372036854775807}}"}'
    bundle = "(f32[], u32[], token[])"
    yield "recv", device_case("recv.f32.iterations-of-19-digits", "the last iteration may be the greatest number of 63 bits", "9.1",
                              ["x = f32[] parameter(0)", "t = token[] after-all()", f"v = {bundle} recv(t), {frontend}", f"s = {bundle} send(x, t), {frontend}",
                               "d = (f32[], token[]) recv-done(v)", "e = token[] send-done(s)", "ROOT r = f32[] get-tuple-element(d), index=0"], (2, 1),
                              [[literal("f32", [5], ())], [literal("f32", [7], ())]], [literal("f32", [0], ()), literal("f32", [5], ())])


if __name__ == "__main__":
    write_groups((rounded_cases, subnormal_cases, sort_cases, hole_case, system_cases, call_cases, device_cases), NAME)
