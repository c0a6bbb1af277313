#!/usr/bin/python3
"""Programs with `shard_map` before the partitioner: custom calls between whole arrays, which every device has, and the parts of the devices.
The results are those of numpy, from the definition of the shardings. The forms are those of JAX 0.4 (SPMD...) and 0.11 (xla.sdy...)."""
import numpy

from arrays import lit
from import_cases import case as import_case
from write import reject_case, run_case, write_groups

NAME = "conformance/generate/shard_maps.py"
MESH = {"x": 2, "y": 4}
IN, OUT = "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"


def coordinates(device, mesh=MESH):
    """Axis -> the place of the device on it."""
    places = numpy.unravel_index(device, tuple(mesh.values()))
    return dict(zip(mesh, map(int, places)))


def number_of_part(axes, device, mesh=MESH):
    number = 0
    for axis in axes:
        number = number * mesh[axis] + coordinates(device, mesh)[axis]
    return number


def place_of_part(whole, sharding, device, mesh=MESH):
    """The slices of the part of a device."""
    places = []
    for size, axes in zip(whole, sharding):
        part = size // int(numpy.prod([mesh[axis] for axis in axes], dtype=int))
        begin = number_of_part(axes, device, mesh) * part
        places.append(slice(begin, begin + part))
    return tuple(places)


def shardy(*shardings, mesh="@mesh", kind="in"):
    """Frontend attributes as Shardy writes them: of each array the axes of each dimension."""
    dims = lambda one: "[" + ", ".join("{" + ", ".join(f'\\"{axis}\\"' for axis in axes) + "}" for axes in one) + "]"
    texts = ", ".join(f"<{mesh}, {dims(one)}>" for one in shardings)
    return f'xla.sdy.{kind}_shardings="#sdy.sharding_per_value<[{texts}]>"'


def manual(*axes):
    return 'xla.sdy.manual_axes="#sdy<manual_axes{' + ", ".join(f'\\"{axis}\\"' for axis in axes) + '}>"'


def call(target, further):
    return f'custom_call_target="{target}", custom_call_has_side_effect=true, {further}'


HEADER = 'HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=2, "y"=4]>}}'
ADD_ID = ["body {", "  p = s32[2,2] parameter(0)", "  n = u32[] partition-id()", "  c = s32[] convert(n)", "  k = s32[] constant(100)", "  m = s32[] multiply(c, k)",
          "  b = s32[2,2] broadcast(m), dimensions={}", "  ROOT r = s32[2,2] add(p, b)", "}"]


def everywhere(value, partitions, replicas=1):
    return {f"{r},{p}": value for r in range(replicas) for p in range(partitions)}


def run(topic, why, text, args, expect, *, partitions=8, replicas=1, requires=("s32",)):
    given = args if isinstance(args, dict) else everywhere([lit("s32", a) for a in args], partitions, replicas)
    wanted = expect if isinstance(expect, dict) else everywhere(lit("s32", expect), partitions, replicas)
    made = run_case(f"custom-call.s32.{topic}", why, "before-partitioning", None, given, wanted, doc="collectives", oracle="numpy",
                    requires=[*requires, "partitions", *(["replicas"] if replicas > 1 else [])], whole=text)
    return "custom-call", {**made, "topology": {"replicas": replicas, "partitions": partitions}}


def plus_ids(whole, sharding, mesh=MESH, scale=100):
    """`whole` plus a multiple of the id of the device that has the part; of several devices the first."""
    made = whole.copy()
    for device in reversed(range(int(numpy.prod(list(mesh.values()))))):
        place = place_of_part(whole.shape, sharding, device, mesh)
        made[place] = whole[place] + scale * device
    return made


def around(into, out, *, header=HEADER, body=ADD_ID, whole="s32[4,8]", part="s32[2,2]", before=(), operand="x"):
    """A program that goes into a body with the call attributes `into`, and comes out with `out`."""
    return [header, *body, "ENTRY e {", f"  x = {whole} parameter(0)", *("  " + line for line in before), f"  i = {part} custom-call({operand}), {into}",
            f"  c = {part} call(i), to_apply=body", f"  ROOT o = {whole} custom-call(c), {out}", "}"]


def form_cases():
    """One computation in each form."""
    whole = numpy.arange(32).reshape(4, 8)
    rows = (
        ("x-y", "each axis divides a dimension", (("x",), ("y",)), "devices=[2,4]<=[8]", "[{'x'}, {'y'}]"),
        ("y-x", "parts in another order than the devices", (("y",), ("x",)), "devices=[4,2]<=[2,4]T(1,0)", "[{'y'}, {'x'}]"),
        ("both-axes", "two axes divide one dimension", ((), ("x", "y")), "devices=[1,8]<=[8]", "[{}, {'x', 'y'}]"),
        ("both-axes-swapped", "the first axis listed is the outermost", ((), ("y", "x")), "devices=[1,8]<=[2,4]T(1,0)", "[{}, {'y', 'x'}]"),
        ("one-axis", "of devices with the same part, the first counts on all devices that differ in the unused axis", ((), ("y",)),
         "devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate", "[{}, {'y'}]"),
    )
    for topic, why, sharding, tiles, named in rows:
        dims = [s.stop - s.start for s in place_of_part(whole.shape, sharding, 0)]
        part = f"s32[{dims[0]},{dims[1]}]"
        body = [line.replace("s32[2,2]", part) for line in ADD_ID]
        unused = [axis for axis in MESH if not any(axis in axes for axes in sharding)]
        expect = {}
        for device in range(8):  # devices that differ in unused axes alone have arrays of their own
            same = [d for d in range(8) if all(coordinates(d)[axis] == coordinates(device)[axis] for axis in unused)]
            made = whole.copy()
            for other in same:
                place = place_of_part(whole.shape, sharding, other)
                made[place] = whole[place] + 100 * other
            expect[f"0,{device}"] = lit("s32", made)
        options = {"body": body, "part": part}
        axes = manual("x", "y")
        yield run(f"shardy-{topic}", f"{why}; frontend attributes", around(
            call(IN, f"frontend_attributes={{{shardy(sharding)},{axes}}}"), call(OUT, f"frontend_attributes={{{axes},{shardy(sharding, kind='out')}}}"), **options),
            [whole], expect)
        yield run(f"named-axes-{topic}", f"{why}; shardings with named axes", around(
            call(IN, "sharding={mesh['x'=2,'y'=4], manual}"), call(OUT, f"sharding={{mesh['x'=2,'y'=4], {named}}}"), header="HloModule m, num_partitions=8",
            before=[f"s = s32[4,8] custom-call(x), custom_call_target=\"Sharding\", sharding={{mesh['x'=2,'y'=4], {named}}}"], operand="s", **options), [whole], expect)
        yield run(f"spmd-{topic}", f"{why}; the calls of older versions", around(
            'custom_call_target="SPMDFullToShardShape", sharding={manual}', f'custom_call_target="SPMDShardToFullShape", sharding={{{tiles}}}',
            header="HloModule m, num_partitions=8", before=[f"s = s32[4,8] copy(x), sharding={{{tiles}}}"], operand="s", **options), [whole], expect)


def structure_cases():
    a, b = numpy.arange(8).reshape(2, 4), numpy.arange(100, 108)
    lines = ["body {", "  a = s32[1,4] parameter(0)", "  b = s32[2] parameter(1)", "  n = s32[1,4] negate(a)", "  t = s32[2] add(b, b)",
             "  ROOT r = (s32[1,4], s32[2]) tuple(n, t)", "}", "ENTRY e {", "  a = s32[2,4] parameter(0)", "  b = s32[8] parameter(1)",
             "  i = (s32[1,4], s32[2]) custom-call(a, b), " + call(IN, f"frontend_attributes={{{shardy((('x',), ()), (('y',),))},{manual('x', 'y')}}}"),
             "  p = s32[1,4] get-tuple-element(i), index=0", "  q = s32[2] get-tuple-element(i), index=1",
             "  c = (s32[1,4], s32[2]) call(p, q), to_apply=body", "  u = s32[1,4] get-tuple-element(c), index=0", "  v = s32[2] get-tuple-element(c), index=1",
             "  ROOT o = (s32[2,4], s32[8]) custom-call(u, v), " + call(OUT, f"frontend_attributes={{{shardy((('x',), ()), (('y',),), kind='out')},{manual('x', 'y')}}}"), "}"]
    yield run("shardy-several-arrays", "each array has a sharding of its own", [HEADER, *lines], [a, b],
              everywhere({"tuple": [lit("s32", -a), lit("s32", 2 * b)]}, 8))
    named = [line for line in lines]
    named[10] = "  i = (s32[1,4], s32[2]) custom-call(a, b), " + call(IN, "sharding={{mesh['x'=2,'y'=4], manual}, {mesh['x'=2,'y'=4], manual}}")
    named[8] = "  a = s32[2,4] parameter(0), sharding={mesh['x'=2,'y'=4], [{'x'}, {}]}"
    named[9] = "  b = s32[8] parameter(1), sharding={mesh['x'=2,'y'=4], [{'y'}]}"
    named[16] = "  ROOT o = (s32[2,4], s32[8]) custom-call(u, v), " + call(OUT, "sharding={{mesh['x'=2,'y'=4], [{'x'}, {}]}, {mesh['x'=2,'y'=4], [{'y'}]}}")
    yield run("named-axes-several-arrays", "the parameters have the shardings", ["HloModule m, num_partitions=8", *named], [a, b],
              everywhere({"tuple": [lit("s32", -a), lit("s32", 2 * b)]}, 8))

    whole = numpy.arange(16).reshape(4, 4)
    grid = {"x": 2, "y": 2}
    inner = ["inner {", *ADD_ID[1:]]
    outer = ["body {", "  p = s32[2,4] parameter(0)", "  i = s32[2,2] custom-call(p), " + call(IN, f"frontend_attributes={{{shardy(((), ('y',)))},{manual('y')}}}"),
             "  c = s32[2,2] call(i), to_apply=inner",
             "  ROOT o = s32[2,4] custom-call(c), " + call(OUT, f"frontend_attributes={{{shardy(((), ('y',)), kind='out')},{manual('y')}}}"), "}"]
    header = 'HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=2, "y"=2]>}}'
    text = around(call(IN, f"frontend_attributes={{{shardy((('x',), ()))},{manual('x')}}}"), call(OUT, f"frontend_attributes={{{shardy((('x',), ()), kind='out')},{manual('x')}}}"),
                  header=header, body=inner + outer, whole="s32[4,4]", part="s32[2,4]")
    yield run("shardy-nested", "inside a body that divides the rows, another one divides the columns", text, [whole], plus_ids(whole, (("x",), ("y",)), grid), partitions=4)
    text = around(call(IN, f"frontend_attributes={{{shardy((('x',), ('y',)))},{manual('x')}}}"),
                  call(OUT, f"frontend_attributes={{{shardy((('x',), ('y',)), kind='out')},{manual('x')}}}"), header=header,
                  body=[line.replace("s32[2,2]", "s32[2,4]") for line in ADD_ID], whole="s32[4,4]", part="s32[2,4]")
    expect = {f"0,{d}": lit("s32", whole + numpy.array([[100 * (d % 2)]] * 2 + [[100 * (2 + d % 2)]] * 2)) for d in range(4)}
    yield run("shardy-axes-left", "an axis that is not manual does not divide the body", text, [whole], expect, partitions=4)
    text = around(call(IN, "sharding={mesh['x'=2,'y'=2], [{}, {'y'}], manual={'x'}}"), call(OUT, "sharding={mesh['x'=2,'y'=2], [{'x'}, {'y'}]}"),
                  header="HloModule m, num_partitions=4", body=[line.replace("s32[2,2]", "s32[2,4]") for line in ADD_ID], whole="s32[4,4]", part="s32[2,4]",
                  before=["s = s32[4,4] copy(x), sharding={mesh['x'=2,'y'=2], [{'x'}, {'y'}]}"], operand="s")
    text = [line.replace("call(i), to_apply=body", "call(i), to_apply=body, sharding={mesh['x'=2,'y'=2], [{}, {'y'}], manual={'x'}}") for line in text]
    yield run("named-axes-left", "an axis that is not manual does not divide the body", text, [whole], expect, partitions=4)
    text = around(call(IN, f"frontend_attributes={{{shardy((('x',), ()), mesh=MESH_OF_IDS)},{manual('x')}}}"),
                  call(OUT, f"frontend_attributes={{{shardy((('x',), ()), mesh=MESH_OF_IDS, kind='out')},{manual('x')}}}"), header="HloModule m, num_partitions=2",
                  body=[line.replace("s32[2,2]", "s32[2,4]") for line in ADD_ID], whole="s32[4,4]", part="s32[2,4]")
    yield run("shardy-device-ids", "the first part is on device 1", text, [whole], whole + numpy.array([[100]] * 2 + [[0]] * 2), partitions=2)
    text = around('custom_call_target="SPMDFullToShardShape", sharding={manual}', 'custom_call_target="SPMDShardToFullShape", sharding={devices=[2,1]<=[2]}',
                  header="HloModule m, replica_count=2, num_partitions=2", body=[line.replace("s32[2,2]", "s32[2,4]") for line in ADD_ID], whole="s32[4,4]",
                  part="s32[2,4]", before=["s = s32[4,4] copy(x), sharding={devices=[2,1]<=[2]}"], operand="s")
    args = {f"{r},{p}": [lit("s32", whole * (r + 1))] for r in range(2) for p in range(2)}
    expect = {f"{r},{p}": lit("s32", plus_ids(whole * (r + 1), (("x",), ()), {"x": 2})) for r in range(2) for p in range(2)}
    yield run("spmd-replicas", "the partitions of each replica share its arrays", text, args, expect, partitions=2, replicas=2)
    same = ["HloModule m, num_partitions=2", "ENTRY e {", "  x = s32[2] parameter(0)", '  ROOT o = s32[2] custom-call(x), custom_call_target="SPMDShardToFullShape"', "}"]
    given = {f"0,{p}": [lit("s32", [p, 7])] for p in range(2)}
    yield run("spmd-equal-shapes", "of equal shapes, each device keeps its value", same, given, {f"0,{p}": lit("s32", [p, 7]) for p in range(2)}, partitions=2)
    empty = around('custom_call_target="SPMDFullToShardShape", sharding={manual}', 'custom_call_target="SPMDShardToFullShape", sharding={devices=[2,1]<=[2]}',
                   header="HloModule m, num_partitions=2", body=[line.replace("s32[2,2]", "s32[2,0]") for line in ADD_ID], whole="s32[4,0]", part="s32[2,0]",
                   before=["s = s32[4,0] copy(x), sharding={devices=[2,1]<=[2]}"], operand="s")
    yield run("spmd-no-elements", "arrays without elements", empty, [numpy.zeros((4, 0), dtype=int)], numpy.zeros((4, 0), dtype=int), partitions=2)


MESH_OF_IDS = 'mesh<[\\"x\\"=2], device_ids=[1, 0]>'


def refused_cases():
    def refused(topic, why, before, into, code, *, part="s32[2]", at="custom-call(s)", further=()):
        text = ["HloModule m, num_partitions=2", "ENTRY e {", "  x = s32[4] constant({1, 2, 3, 4})", f"  s = s32[4] copy(x){before}",
                f"  ROOT i = {part} custom-call(s), {into}", *further, "}"]
        made = reject_case(f"custom-call.s32.rejects-{topic}", why, "before-partitioning", None, code, at=at, doc="collectives", requires=["partitions", "s32"], whole=text)
        made["args"] = everywhere([], 2)
        made["reject"]["phase"] = "run"
        return "custom-call", {**made, "topology": {"replicas": 1, "partitions": 2}}

    inside = 'custom_call_target="SPMDFullToShardShape", sharding={manual}'
    yield refused("shard-without-sharding", "nothing says how the operand is divided", "", inside, "R07")
    yield refused("shard-of-other-devices", "the sharding is of four devices", ", sharding={devices=[4]<=[4]}", inside, "V04", part="s32[1]")
    yield refused("shard-unreadable", "a sharding on one device does not divide", ", sharding={maximal device=0}", inside, "V04")
    yield refused("shard-of-other-sizes", "two parts of three do not make four", ", sharding={devices=[2]<=[2]}", inside, "R08", part="s32[3]")
    yield refused("shard-of-other-rank", "a part has the rank of the whole", ", sharding={devices=[2]<=[2]}", inside, "R08", part="s32[2,1]")
    yield refused("shard-of-other-type", "a part has the type of the whole", ", sharding={devices=[2]<=[2]}", inside, "R08", part="f32[2]")
    yield refused("shards-of-one-array", "one result for each operand", ", sharding={devices=[2]<=[2]}", inside, "R08", part="(s32[2], s32[2])")
    yield refused("shard-of-repeated-axis", "a mesh has each axis once", ", sharding={mesh['x'=2,'x'=2], [{'x'}]}", inside, "V04")
    out = 'custom_call_target="SPMDShardToFullShape"'
    yield refused("whole-without-sharding", "nothing says how the parts make the result", "", out, "R07", part="s32[8]")
    yield refused("whole-of-other-sizes", "two parts of four do not make six", "", out + ", sharding={devices=[2]<=[2]}", "R08", part="s32[6]")
    yield refused("wholes-of-one-array", "one result for each operand", "", out + ", sharding={{devices=[2]<=[2]}, {devices=[2]<=[2]}}", "R08", part="(s32[8], s32[8])")


def tuple_cases():
    text = ["HloModule m, num_partitions=2", "ENTRY e {", "  p = (s32[4], s32[1]) parameter(0), sharding={replicated}",
            '  ROOT q = ((s32[2])) custom-call(p), custom_call_target="SPMDShardToFullShape", sharding={replicated}', "}"]
    made = reject_case("custom-call.s32.rejects-shards-in-tuples", "arrays are divided, not tuples", "before-partitioning", None, "R08", at="custom-call(p", doc="collectives",
                       requires=["partitions", "s32"], whole=text)
    made["reject"]["phase"] = "run"
    made["args"] = everywhere([{"tuple": [lit("s32", [1, 2, 3, 4]), lit("s32", [5])]}], 2)
    yield "custom-call", {**made, "topology": {"replicas": 1, "partitions": 2}}


def import_cases():
    whole = numpy.arange(8).reshape(4, 2)
    text = ["module @m {", '  sdy.mesh @mesh = <["x"=2]>', "  func.func public @main(%arg0: tensor<4x2xi32>) -> tensor<4x2xi32> {",
            "    %0 = stablehlo.add %arg0, %arg0 : tensor<4x2xi32>",
            '    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%arg1: tensor<2x2xi32>) {',
            '      %3 = "stablehlo.all_to_all"(%arg1) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, '
            "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x2xi32>) -> tensor<4x1xi32>",
            "      %4 = stablehlo.negate %3 : tensor<4x1xi32>", "      sdy.return %4 : tensor<4x1xi32>", "    } : (tensor<4x2xi32>) -> tensor<4x2xi32>",
            "    %2 = stablehlo.add %1, %arg0 : tensor<4x2xi32>", "    return %2 : tensor<4x2xi32>", "  }", "}"]
    yield "import-annotations", import_case("import-annotations.shard-map-among-ops", "a shard_map with ops around it runs on whole arrays outside of its body", "shardy", text,
                                          args=everywhere([lit("s32", whole)], 2), expect=everywhere(lit("s32", -whole), 2),
                                          topology={"replicas": 1, "partitions": 2}, requires=["partitions"])
    blank = ["module @m {", '  sdy.mesh @mesh = <["a b"=2]>', "  func.func public @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {",
             "    %0 = stablehlo.add %arg0, %arg0 : tensor<4xi32>", '    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a b"}]> // a comment',
             '      ] out_shardings=[<@mesh, [{"a b"}]>] manual_axes={"a b"} (%arg1: tensor<2xi32>) {', "      %4 = stablehlo.negate %arg1 : tensor<2xi32>",
             "      sdy.return %4 : tensor<2xi32>", "    } : (tensor<4xi32>) -> tensor<4xi32>", "    return %1 : tensor<4xi32>", "  }", "}"]
    four = numpy.arange(4)
    yield "import-annotations", import_case("import-annotations.shard-map-axis-with-blank", "an axis whose name has a blank, and a comment among shardings", "shardy", blank,
                                          args=everywhere([lit("s32", four)], 2), expect=everywhere(lit("s32", -2 * four), 2),
                                          topology={"replicas": 1, "partitions": 2}, requires=["partitions"])
    old = ["module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {",
           '  func.func public @main(%arg0: tensor<4x2xi32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<4x2xi32> {',
           "    %0 = stablehlo.add %arg0, %arg0 : tensor<4x2xi32>",
           '    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<4x2xi32>) -> tensor<4x2xi32>',
           '    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {mhlo.sharding = "{manual}"} : (tensor<4x2xi32>) -> tensor<2x2xi32>',
           '    %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> '
           ": (tensor<2x2xi32>) -> tensor<2x2xi32>",
           '    %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{manual}"} : (tensor<2x2xi32>) -> tensor<2x2xi32>',
           '    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<2x2xi32>) -> tensor<4x2xi32>',
           "    return %5 : tensor<4x2xi32>", "  }", "}"]
    yield "import-annotations", import_case("import-annotations.shard-map-of-older-versions", "the custom calls between whole arrays and parts", "shardy", old,
                                          args=everywhere([lit("s32", whole)], 2), expect=everywhere(lit("s32", numpy.roll(2 * whole, 2, axis=0)), 2),
                                          topology={"replicas": 1, "partitions": 2}, requires=["partitions"])


if __name__ == "__main__":
    write_groups((form_cases, structure_cases, refused_cases, tuple_cases, import_cases), NAME)
