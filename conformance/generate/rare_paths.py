#!/usr/bin/python3
"""Vectors of what programs rarely have: unbounded and token operands, sorts by keys of every kind, and a transposition beyond
the caches. Rejections by hand; results by the numpy adapter."""
from through_numpy import combiner, numpy_case
from write import reject_case, write_groups

NAME = "conformance/generate/rare_paths.py"


def reject_cases():
    rows = [  # op, topic, why, section, code, lines, text at the place
        ("bitcast", "unbounded", "the bytes of the operand are known", "bitcast", "bitcast.C2", ["x = f32[?,3] parameter(0)", "ROOT r = f32[4] bitcast(x)"], "bitcast("),
        ("reshape", "unbounded", "the sizes of the operand are known", "Reshape", "reshape.C3", ["x = f32[?,3] parameter(0)", "ROOT r = f32[12] reshape(x)"], "reshape("),
        ("slice", "unbounded", "a limit needs a bound", "Slice", "slice.C2", ["x = f32[?,3] parameter(0)", "ROOT r = f32[2,3] slice(x), slice={[0:2], [0:3]}"], "slice={"),
        ("add", "unbounded-rank", "an unbounded vector is no matrix", "add", "add.C1", ["x = f32[?] parameter(0)", "y = f32[2,2] parameter(1)", "ROOT r = f32[2,2] add(x, y)"], "add("),
        ("concatenate", "unbounded-type", "an unbounded result has the type of the operands", "Concatenate", "S05",
         ["x = f32[?] parameter(0)", "y = f32[2] parameter(1)", "ROOT r = s32[?] concatenate(x, y), dimensions={0}"], "s32[?]"),
        ("all-gather", "result-rank", "the result has the rank of the operand", "AllGather", "all-gather.C1",
         ["x = f32[4] parameter(0)", "ROOT r = f32[2,2] all-gather(x), replica_groups={}, dimensions={0}"], "f32[2,2]"),
        ("convert", "token", "a token is not converted", "ConvertElementType", "convert.C1", ["t = token[] after-all()", "ROOT r = f32[] convert(t)"], "convert("),
        ("select", "tokens", "a token is not selected", "Select", "V02", ["p = pred[] parameter(0)", "t = token[] after-all()", "ROOT r = token[] select(p, t, t)"], "select("),
        ("send-done", "pair", "the operand is a bundle of three", "Send", "send-done.C1",
         ["x = ((f32[2], u32[]), token[]) parameter(0)", "g = (f32[2], u32[]) get-tuple-element(x), index=0", "ROOT r = token[] send-done(g), channel_id=1"], "send-done("),
        ("rng", "no-shape", "the shape of random numbers is written", "RngUniform", "P08", ["x = f32[] parameter(0)", "ROOT r = rng(x, x), distribution=rng_uniform"], "rng("),
    ]
    for op, topic, why, anchor, code, lines, at in rows:
        yield op, reject_case(f"{op}.f32.rejects-{topic}", why, anchor, lines, code, at=at, requires=["f32"])


def sort_cases():
    """The comparator compares keys that it computes from both sides in the same way."""
    square = combiner("m = f32[] multiply(a, a)", ["f32"], "square")
    keys = [  # topic, why, operations of the sides, type of the keys, further computations
        ("bits", "keys are the bits", ("bitcast-convert({})", "bitcast-convert({})"), "s32", ()),
        ("rounded", "keys are rounded", ("reduce-precision({}), exponent_bits=8, mantissa_bits=1",) * 2, "f32", ()),
        ("copied", "keys are copies", ("copy({})", "copy({})"), "f32", ()),
        ("mapped", "a function of its own computes the keys", ("map({}), dimensions={{}}, to_apply=square",) * 2, "f32", square),
        ("converted", "integer keys: many of them are equal", ("convert({})", "convert({})"), "s32", ()),
    ]
    values = [3.0, -1.5, 0.25, 7.5, -0.5, 2.75, 1.0, -6.0, 5.5, 0.75, -2.25, 4.0, 6.25, -3.0, 1.25, 8.0, -4.5, 0.5, 2.0]
    for topic, why, (left, right), kind, more in keys:
        less = combiner(f"k = {kind}[] {left.format('a')}; l = {kind}[] {right.format('b')}; c = pred[] compare(k, l), direction=LT", ["f32", "f32"], "less")
        yield "sort", numpy_case(f"sort.f32.key-{topic}", why, "Sort", ["x = f32[19] parameter(0)", "ROOT r = f32[19] sort(x), dimensions={0}, is_stable=true, to_apply=less"],
                                 [{"shape": "f32[19]{0}", "data": values}], helpers=[*more, *less], tags=["rare"])


def transpose_cases():
    body = ["i = s32[1600,1600] iota(), iota_dimension=0", "j = s32[1600,1600] iota(), iota_dimension=1", "c = s32[] constant(7)", "cb = s32[1600,1600] broadcast(c), dimensions={}",
            "k = s32[1600,1600] multiply(i, cb)", "s = s32[1600,1600] add(k, j)", "x = u8[1600,1600] convert(s)", "t = u8[1600,1600] transpose(x), dimensions={1,0}",
            "w = s32[1600,1600] convert(t)", "y = s32[1600,1600] multiply(w, i)", "z = s32[] constant(0)", "v = s32[1600] reduce(y, z), dimensions={0}, to_apply=f",
            "l = s32[1600] iota(), iota_dimension=0", "u = s32[1600] multiply(v, l)", "ROOT r = s32[] reduce(u, z), dimensions={0}, to_apply=f"]
    yield "transpose", numpy_case("transpose.u8.beyond-caches-by-places", "2.5 MB are transposed, then weighted by their places and summed", "Transpose", body,
                                  helpers=combiner("c = s32[] add(a, b)", ["s32", "s32"]), tags=["large"])


def main():
    write_groups((reject_cases, sort_cases, transpose_cases), NAME)


if __name__ == "__main__":
    main()
