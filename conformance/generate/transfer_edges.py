#!/usr/bin/python3
"""Vectors of transfers whose context passes through tuples, and of imported programs with names, groups, and results that are easy
to get wrong. By hand."""
from devices import device_case, device_reject
from formats import literal
from import_cases import Value, case as import_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/transfer_edges.py"


def swapped_cases():
    """Dones that take the context of another transfer."""
    bundle = "(f32[2], u32[], token[])"
    start = ["x = f32[2] constant({1,2})", "t = token[] after-all()", f"rv = {bundle} recv(t), channel_id=1", f"sd = {bundle} send(x, t), channel_id=1"]
    swapped = [*start, f"tp = ({bundle}, {bundle}) tuple(sd, rv)", f"g = {bundle} get-tuple-element(tp), index=0", f"h = {bundle} get-tuple-element(tp), index=1"]
    yield "recv-done", reject_case("recv-done.f32.of-send", "a receive cannot be completed with the context of a send", "RecvDone",
                                   [*swapped, "rd = (f32[2], token[]) recv-done(g), channel_id=1", "ROOT r = f32[2] get-tuple-element(rd), index=0"], "R08", at="recv-done(",
                                   requires=["f32"])
    yield "send-done", reject_case("send-done.f32.of-recv", "a send cannot be completed with the context of a receive", "SendDone",
                                   [*swapped, "ROOT r = token[] send-done(h), channel_id=1"], "R08", at="send-done(", requires=["f32"])
    wide = "(f32[100000], u32[], token[])"
    yield "recv-done", reject_case("recv-done.f32.of-another-shape", "a receive gives data of its own shape", "RecvDone",
                                   [*start, "z = f32[] constant(0)", "big = f32[100000] broadcast(z), dimensions={}", "one = u32[] constant(1)",
                                    f"b = {wide} tuple(big, one, t)", f"tp = ({wide}) tuple(b)", f"g = {wide} get-tuple-element(tp), index=0",
                                    "rd = (f32[100000], token[]) recv-done(g), channel_id=1",
                                    f"keep = ({bundle}) tuple(rv)", "tk = token[] send-done(sd), channel_id=1", "ROOT r = f32[100000] get-tuple-element(rd), index=0"], "R08", at="recv-done(", requires=["f32"])


def async_case():
    """The first transfer of the wrapped computation is late, so a transfer around it is ready before."""
    pairs = 'channel_id=0, frontend_attributes={_xla_send_recv_source_target_pairs="{{1,0}}"}'
    transfer = ["t = token[] after-all()", f"rv = (f32[2], u32[], token[]) recv(t), {pairs}", f"sd = (f32[2], u32[], token[]) send(%s, t), {pairs}",
                "rd = (f32[2], token[]) recv-done(rv), channel_id=0", "dd = token[] send-done(sd), channel_id=0", "o = f32[2] get-tuple-element(rd), index=0"]
    helpers = ["w {", *("  " + line.replace("%s", "q2") for line in (
        "a = f32[2] parameter(0)", "q = f32[2] collective-permute(a), source_target_pairs={{0,0},{1,1}}",
        "q2 = f32[2] collective-permute(q), source_target_pairs={{0,1},{1,0}}", *transfer[:-1], "ROOT " + transfer[-1])), "}"]
    body = ["x = f32[2] constant({1,2})", "y = f32[2] constant({10,20})", "s = ((f32[2]), f32[2]) async-start(x), calls=w",
            *(line.replace("%s", "y") for line in transfer), "d = f32[2] async-done(s)", "ROOT u = (f32[2], f32[2]) tuple(d, o)"]
    both = lambda inside, around: {"tuple": [literal("f32", inside), literal("f32", around)]}  # noqa: E731
    yield "send", device_case("send.f32.inside-and-around-async", "transfers of an async computation meet only each other, in every schedule", "6.2", body, (2, 1), [],
                              [both([1.0, 2.0], [10.0, 20.0]), both([0.0, 0.0], [0.0, 0.0])], helpers=helpers, requires=["f32", "u32"])


def infeed_case():
    """Both computations read the input queue; the wrapped one has no data to wait for."""
    read = "(f32[], token[]) infeed(t)"
    helpers = ["w {", "  p = f32[] parameter(0)", "  t = token[] after-all()", f"  i = {read}", f"  j = {read}", "  a = f32[] get-tuple-element(i), index=0",
               "  b = f32[] get-tuple-element(j), index=0", "  ROOT s = (f32[], f32[]) tuple(a, b)", "}"]
    body = ["x = f32[] constant(1)", "st = ((f32[]), (f32[], f32[])) async-start(x), calls=w", "t = token[] after-all()", f"i = {read}",
            "c = f32[] get-tuple-element(i), index=0", "d = (f32[], f32[]) async-done(st)", "a = f32[] get-tuple-element(d), index=0",
            "b = f32[] get-tuple-element(d), index=1", "ROOT r = (f32[], f32[], f32[]) tuple(a, b, c)"]
    one = {"tuple": [literal("f32", [value], ()) for value in (1.0, 2.0, 3.0)]}
    yield "infeed", device_case("infeed.f32.inside-and-after-async-start", "an async computation takes its infeeds at its start, in every schedule", "6.5", body, (1, 1), [],
                                one, helpers=helpers, infeed=[literal("f32", [value], ()) for value in (1.0, 2.0, 3.0)], requires=["f32"])


def order_cases():
    """Each device waits in the text before it sends. Without a schedule, the order of a text that its operands leave open means nothing."""
    pairs = '{_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}'
    def body(sends, *extra):
        return ["x = s32[] parameter(0)", "t = token[] after-all()", f"v = (s32[], u32[], token[]) recv(t), frontend_attributes={pairs}",
                "d = (s32[], token[]) recv-done(v)", *extra, f"s = (s32[], u32[], token[]) send({sends}), frontend_attributes={pairs}", "e = token[] send-done(s)",
                "ROOT r = s32[] get-tuple-element(d), index=0"]
    args = [[literal("s32", [10], ())], [literal("s32", [11], ())]]
    swapped = [literal("s32", [11], ()), literal("s32", [10], ())]
    free = body("x, t")
    yield "recv-done", device_case("recv-done.s32.in-front-of-send", "a wait comes after the sends that do not need it", "6.4", free, (2, 1), args, swapped,
                                   requires=["s32", "u32"])
    late = body("n, t", "n = s32[] negate(x)")
    yield "recv-done", device_case("recv-done.s32.in-front-of-operand", "a wait comes after the operands of the sends, too", "6.4", late, (2, 1), args,
                                   [literal("s32", [-11], ()), literal("s32", [-10], ())], requires=["s32", "u32"])
    def rejected(identity, why, lines, *, scheduled=False):
        case = device_reject(f"recv-done.s32.rejects-{identity}", why, "6.4", lines, (2, 1), "R10", args=args)
        if scheduled:
            case["hlo"][0] += ", is_scheduled=true"
        return "recv-done", case
    yield rejected("in-front-of-scheduled-send", "a schedule is kept, also one in which the devices wait for each other", free, scheduled=True)
    yield rejected("operand-of-send", "a send waits for its operand", body("o, t", "o = s32[] get-tuple-element(d), index=0"))
    yield rejected("token-of-send", "a send waits for its token", body("x, o", "o = token[] get-tuple-element(d), index=1"))
    held = [line + ", control-predecessors={d}" if " send(" in line else line for line in free]
    yield rejected("predecessor-of-send", "a send waits for its control predecessors", held)
    chained = ["x = s32[] parameter(0)", "s = s32[] all-reduce-start(x), to_apply=add", "d = s32[] all-reduce-done(s)", "y = s32[] negate(x)",
               "u = s32[] all-reduce-start(y), to_apply=add", "e = s32[] all-reduce-done(u)", "ROOT r = s32[] multiply(d, e)"]
    sums = ["add {", "  a = s32[] parameter(0)", "  b = s32[] parameter(1)", "  ROOT s = s32[] add(a, b)", "}"]
    yield "all-reduce-start", device_case("all-reduce-start.s32.one-after-the-other", "collectives that are started keep their order", "7", chained, (2, 1), args,
                                          literal("s32", [-441], ()), helpers=sums, requires=["s32"])


def combiner_cases():
    """The devices would combine to different results."""
    for op, identity in (("replica-id", "replica-id"), ("partition-id", "partition-id"), ("rng", "rng")):
        last = {"rng": ["z = u32[] constant(0)", "o = u32[] constant(9)", "d = u32[] rng(z, o), distribution=rng_uniform"]}.get(op, [f"d = u32[] {op}()"])
        helpers = ["w {", *("  " + line for line in ("p = u32[] parameter(0)", "q = u32[] parameter(1)", "s = u32[] add(p, q)", *last, "ROOT r = u32[] add(s, d)")), "}"]
        yield "all-reduce", device_reject(f"all-reduce.u32.rejects-{identity}-in-combiner", "a combiner must not depend on the device that runs it", "9.1",
                                          ["x = u32[] constant(1)", "ROOT r = u32[] all-reduce(x), replica_groups={}, to_apply=w"], (2, 1), "V04", helpers=helpers, at="to_apply")


def name_case():
    """In StableHLO, whose names have no hyphens and whose entry is @main, the names need others."""
    functions = [line for name, op in (("a-b", "add"), ("a_b", "multiply"), ("main", "subtract"))
                 for line in (f"{name} {{", "  x = f32[] parameter(0)", "  y = f32[] constant(7)", f"  ROOT r = f32[] {op}(x, y)", "}")]
    calls = [f"r{k} = f32[] call(x), to_apply={name}" for k, name in enumerate(("a-b", "a_b", "main"))]
    yield "call", run_case("call.f32.names-alike", "computations are told apart by names that are almost the same", "Call", None, [literal("f32", [5.0], ())],
                           {"tuple": [literal("f32", [value], ()) for value in (12.0, 35.0, -2.0)]}, requires=["f32"],
                           whole=["HloModule m", *functions, "ENTRY e {", "  x = f32[] parameter(0)", *("  " + call for call in calls),
                                  "  ROOT t = (f32[], f32[], f32[]) tuple(r0, r1, r2)", "}"])


def import_cases():
    yield "import-collectives", import_case("import-collectives.uneven-lists-of-groups", "each list is a group, whatever its length", "imported-collectives",
                                            ["module attributes {mhlo.num_replicas = 3 : i32} {", "func.func @main() -> tensor<ui32> {", "  %x = stablehlo.replica_id : tensor<ui32>",
                                             '  %r = "stablehlo.all_reduce"(%x) <{replica_groups = [[0], [1, 2]]}> ({', "  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):",
                                             "    %c = stablehlo.add %a, %b : tensor<ui32>", "    stablehlo.return %c : tensor<ui32>", "  }) : (tensor<ui32>) -> tensor<ui32>",
                                             "  return %r : tensor<ui32>", "}", "}"],
                                            expect={f"{replica},0": literal("u32", [value], ()) for replica, value in ((0, 0), (1, 3), (2, 3))},
                                            topology={"replicas": 3, "partitions": 1}, requires=["replicas"])
    yield "import-chlo", import_case("import-chlo.function-named-like-erfc", "a function of the program is not one of CHLO, whatever its name is", "chlo",
                                     ['func.func private @"chlo.erfc.f32"(%a: tensor<f32>) -> tensor<f32> {', "  %c = stablehlo.add %a, %a : tensor<f32>", "  return %c : tensor<f32>",
                                      "}", "func.func @main() -> (tensor<f32>, tensor<f32>) {", "  %x = stablehlo.constant dense<0.0> : tensor<f32>",
                                      "  %y = stablehlo.constant dense<5.0> : tensor<f32>", '  %p = func.call @"chlo.erfc.f32"(%y) : (tensor<f32>) -> tensor<f32>',
                                      "  %s = chlo.erfc %x : tensor<f32> -> tensor<f32>", "  return %s, %p : tensor<f32>, tensor<f32>", "}"],
                                     expect=[Value("f32", [1.0], ()), Value("f32", [10.0], ())])
    for topic, op in (("reshape", "reshape"), ("bitcast-convert", "bitcast_convert")):
        yield "import-faults", import_case(f"import-faults.{topic}-without-result", "the op has one result", "import-diagnostics",
                                           ["func.func @main(%x: tensor<4xf32>) {", f'  "stablehlo.{op}"(%x) : (tensor<4xf32>) -> ()', "  return", "}"], reject=("P07",))
    yield "import-faults", import_case("import-faults.composite-of-undefined-alias", "a decomposition is the name of a function", "import-diagnostics",
                                       ["func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
                                        '  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = #u} : (tensor<4xf32>) -> tensor<4xf32>',
                                        "  return %r : tensor<4xf32>", "}"], reject=("P12",))
    yield "import-calls", import_case("import-calls.function-named-like-a-sum", "a function of the program is not the reducer of an op, whatever its name is", "import-functions",
                                      ["func.func private @add_f32(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {", "  %c = stablehlo.multiply %a, %b : tensor<f32>",
                                       "  return %c : tensor<f32>", "}", "func.func @main() -> (tensor<f32>, tensor<f32>) {",
                                       "  %x = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>", "  %y = stablehlo.constant dense<5.0> : tensor<f32>",
                                       "  %p = func.call @add_f32(%y, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>",
                                       '  %s = "stablehlo.unary_einsum"(%x) {einsum_config = "a->"} : (tensor<3xf32>) -> tensor<f32>',
                                       "  return %s, %p : tensor<f32>, tensor<f32>", "}"], expect=[Value("f32", [9.0], ()), Value("f32", [25.0], ())])
    unknown = ["func.func private @u(%a: tensor<?xf32>) -> tensor<?xf32> {", "  return %a : tensor<?xf32>", "}"]
    yield "import-dynamic", import_case("import-dynamic.sum-of-truths", "true + true is true, also where sizes are computed while importing", "dynamic-shapes",
                                        [*unknown, "func.func @main() -> tensor<i1> {", "  %t = stablehlo.constant dense<true> : tensor<i1>",
                                         "  %a = stablehlo.add %t, %t : tensor<i1>", "  return %a : tensor<i1>", "}"], expect=Value("pred", [True], ()))
    yield "import-dynamic", import_case("import-dynamic.large-unsigned", "numbers of 64 bits without a sign", "dynamic-shapes",
                                        [*unknown, "func.func @main() -> tensor<ui64> {", "  %n = stablehlo.constant dense<18446744073709551615> : tensor<ui64>",
                                         "  %two = stablehlo.constant dense<2> : tensor<ui64>", "  %a = stablehlo.divide %n, %two : tensor<ui64>",
                                         "  return %a : tensor<ui64>", "}"], expect=Value("u64", [2**63 - 1], ()))
    yield "import-faults", import_case("import-faults.groups-in-one-line", "replica groups have a row each", "import-diagnostics",
                                       ["func.func @main(%x: tensor<ui32>) -> tensor<ui32> {",
                                        '  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1, 2]> : tensor<3xi64>}> ({',
                                        "  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):", "    %c = stablehlo.add %a, %b : tensor<ui32>",
                                        "    stablehlo.return %c : tensor<ui32>", "  }) : (tensor<ui32>) -> tensor<ui32>", "  return %r : tensor<ui32>", "}"], reject=("P12",))
    yield from scalar_cases()
    yield from size_cases()


def scalar_cases():
    """Numbers of attributes that are not arrays."""
    like = lambda name, value: f'"chlo.constant_like"(%{name}) {{value = {value}}}'  # noqa: E731
    yield "import-chlo", import_case("import-chlo.constant-like-bits", "a hexadecimal number is the bits of a float", "chlo",
                                     ["func.func @main(%a: tensor<2xf32>, %b: tensor<1xf64>) -> (tensor<2xf32>, tensor<1xf64>) {",
                                      f"  %0 = {like('a', '0x7F800000 : f32')} : (tensor<2xf32>) -> tensor<2xf32>",
                                      f"  %1 = {like('b', '0xFFF0000000000000 : f64')} : (tensor<1xf64>) -> tensor<1xf64>",
                                      "  return %0, %1 : tensor<2xf32>, tensor<1xf64>", "}"],
                                     args=[Value("f32", [0.0, 0.0], (2,)), Value("f64", [0.0], (1,))], expect=[Value("f32", [float("inf")] * 2, (2,)), Value("f64", [float("-inf")], (1,))])
    for topic, op, attribute in (("number", "chlo.constant_like", "value"), ("word", "stablehlo.compare", "comparison_direction")):
        operands, types = ("%x", "tensor<f32>") if topic == "number" else ("%x, %x", "tensor<f32>, tensor<f32>")
        result = "tensor<f32>" if topic == "number" else "tensor<i1>"
        yield "import-faults", import_case(f"import-faults.{topic}-of-undefined-alias", "an alias must be defined", "import-diagnostics",
                                           [f"func.func @main(%x: tensor<f32>) -> {result} {{", f'  %r = "{op}"({operands}) {{{attribute} = #u}} : ({types}) -> {result}',
                                            f"  return %r : {result}", "}"], reject=("P12",))
    digits = "1.00390625" + "0" * 1000
    yield "import-dense", import_case("import-dense.long-decimal-above-a-tie", "all digits of a number count", "dense",
                                      ["func.func @main() -> tensor<2xbf16> {", f"  %0 = stablehlo.constant dense<[{digits}1, {digits}]> : tensor<2xbf16>",
                                       "  return %0 : tensor<2xbf16>", "}"], expect=Value("bf16", [1.0078125, 1.0], (2,)))


def size_cases():
    """Sizes that types leave open follow from operands and attributes."""
    yield "import-dynamic", import_case("import-dynamic.cast-to-open-size", "a cast is written with 'to'", "dynamic-shapes",
                                        ["func.func @main(%x: tensor<2xf32>) -> tensor<?xf32> {", "  %r = tensor.cast %x : tensor<2xf32> to tensor<?xf32>",
                                         "  return %r : tensor<?xf32>", "}"], args=[Value("f32", [1.0, 2.0], (2,))], expect=Value("f32", [1.0, 2.0], (2,)))
    yield "import-dynamic", import_case("import-dynamic.sizes-of-a-custom-call", "operands give the sizes of the results of a custom call", "dynamic-shapes",
                                        ["func.func @main(%x: tensor<2xf32>) -> tensor<?x?xf32> {", "  %s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>",
                                         "  %r = stablehlo.custom_call @f(%x, %s) {indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : "
                                         "(tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>", "  return %r : tensor<?x?xf32>", "}"],
                                        hlo=["HloModule main", "", "ENTRY %main {", "  %Arg_0 = f32[2]{0} parameter(0)", "  %s = s64[2]{0} constant({3, 4})",
                                             '  ROOT %r = f32[3,4]{1,0} custom-call(%Arg_0, %s), custom_call_target="f"', "}"], warning=("I16", 3, 8))
    x = list(range(8))
    rows = [x[:4], x[4:]]
    flat = lambda lists: [float(value) for row in lists for value in row]  # noqa: E731
    columns = [[row[k] for row in rows] for k in range(4)]
    gram = [[sum(a * b for a, b in zip(left, right)) for right in rows] for left in rows]
    for topic, result, lines, dims, expect in (
            ("dynamic-slice", "?x2", ["%r = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 2] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>"],
             (1, 2), rows[1][1:3]),
            ("index-select", "?x1", ["%j = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>",
                                     '%r = "stablehlo.torch_index_select"(%x, %j) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x1xf32>'],
             (2, 1), [row[1] for row in rows]),
            ("reduce-window", "?x3", ["%z = stablehlo.constant dense<0.0> : tensor<f32>", '%r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2>}> ({',
                                      "^bb0(%a: tensor<f32>, %b: tensor<f32>):", "  %c = stablehlo.add %a, %b : tensor<f32>", "  stablehlo.return %c : tensor<f32>",
                                      "}) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x3xf32>"], (2, 3), flat([[a + b for a, b in zip(row, row[1:])] for row in rows])),
            ("einsum-of-one", "4x?", ['%r = "stablehlo.unary_einsum"(%x) {einsum_config = "ij->ji"} : (tensor<?x4xf32>) -> tensor<4x?xf32>'], (4, 2), flat(columns)),
            ("einsum", "?x?", ['%r = "stablehlo.einsum"(%x, %x) {einsum_config = "ij,kj->ki"} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>'], (2, 2), flat(gram))):
        yield "import-dynamic", import_case(f"import-dynamic.size-of-{topic}", "a size that the type leaves open follows from the op", "dynamic-shapes",
                                            [f"func.func @main(%x: tensor<?x4xf32>, %i: tensor<i32>) -> tensor<{result}xf32> {{", *("  " + line for line in lines),
                                             f"  return %r : tensor<{result}xf32>", "}"], options={"dims": {"arg0.0": 2}},
                                            args=[Value("f32", [float(value) for value in x], (2, 4)), Value("s32", [1], ())],
                                            expect=Value("f32", [float(value) for value in expect], dims))


if __name__ == "__main__":
    write_groups((swapped_cases, async_case, infeed_case, order_cases, combiner_cases, name_case, import_cases), NAME)
