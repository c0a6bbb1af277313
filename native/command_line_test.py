#!/usr/bin/env python3
"""End-to-end tests of the command line tool: command_line_test.py PATH_OF_HLO

Last line: "N passed, N failed, N skipped"."""
import fnmatch
import gzip
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

from command_line_testing import HLO, ROOT, hlo, main

PROGRAM = """HloModule m
ENTRY e {
  x = f32[3] parameter(0)
  k = f32[] constant(2)
  kb = f32[3] broadcast(k), dimensions={}
  ROOT y = f32[3] multiply(x, kb)
}
"""
FIVE_MISTAKES = """HloModule m
ENTRY e {
  a = f32[2,3] parameter(0)
  b = f32[4] parameter(1)
  c = f32[2,3] multipy(a, a)
  d = f32[2,3] add(a, b)
  e = f32[3,2] transpose(a), dimensions={0,0}
  f = s8[2] constant({1, 300})
  g = f32[6] reshape(a), dimenions={0}
  ROOT h = f32[2,3] negate(a)
}
"""
LOOP = """HloModule m
c {
  i = s32[] parameter(0)
  ROOT t = pred[] constant(true)
}
b {
  ROOT i = s32[] parameter(0)
}
ENTRY e {
  z = s32[] constant(0)
  ROOT w = s32[] while(z), condition=c, body=b
}
"""


class Run(unittest.TestCase):
    def arguments(self, value):
        file = tempfile.NamedTemporaryFile("w", suffix=".json")
        json.dump(value, file)
        file.flush()
        self.addCleanup(file.close)
        return file.name

    def test_prints_results_as_json(self):
        args = self.arguments([{"shape": "f32[3]", "data": [1, -0.0, "nan"]}])
        got = hlo("run", "-", "--json", "--args", args, text=PROGRAM)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertEqual(got.stderr, "")
        self.assertEqual(json.loads(got.stdout),
                         {"results": [{"shape": "f32[3]{0}", "data": [2, -0.0, "nan"]}]})
        self.assertIn("-0", got.stdout)

    def test_prints_one_result_per_device(self):
        args = self.arguments({"replicas": [[{"shape": "f32[3]", "data": [i, i, i]}] for i in (1, 2)]})
        got = hlo("run", "-", "--json", "--replicas", "2", "--args", args, text=PROGRAM)
        self.assertEqual([r["data"] for r in json.loads(got.stdout)["results"]], [[2, 2, 2], [4, 4, 4]])

    def test_prints_readable_text_without_json(self):
        args = self.arguments([{"shape": "f32[3]", "data": [1, 2, 3]}])
        got = hlo("run", "-", "--args", args, text=PROGRAM)
        self.assertIn("f32[3]", got.stdout)
        self.assertIn("6", got.stdout)

    def test_traces_every_instruction_on_standard_error(self):
        args = self.arguments([{"shape": "f32[3]", "data": [1, 2, 3]}])
        got = hlo("run", "-", "--json", "--trace", "--args", args, text=PROGRAM)
        for name in ("%x", "%k", "%kb", "%y"):
            self.assertIn(name + " = ", got.stderr)
        json.loads(got.stdout)

    def test_explains_the_plan_instead_of_running(self):
        got = hlo("run", "-", "--explain-plan", text=PROGRAM)
        self.assertEqual(got.returncode, 0)
        self.assertIn("fused 3 instructions: 3 lanes", got.stdout)
        self.assertIn("%y f32[3] = r", got.stdout)
        plain = hlo("run", "-", "--explain-plan", "--kernels", "off", text=PROGRAM)
        self.assertIn("%y = f32[3] multiply(%x, %kb)", plain.stdout)

    def test_arguments_and_results_are_files_of_numpy(self):
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
        array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<2f", 1.5, -2)
        with tempfile.TemporaryDirectory() as folder:
            given, saved = pathlib.Path(folder, "x.npy"), pathlib.Path(folder, "y.npz")
            given.write_bytes(array)
            program = "ENTRY e { x = f32[2] parameter(0)\n ROOT y = f32[2] negate(x) }"
            got = hlo("run", "-", "--args", str(given), "--save", str(saved), "--json", text=program)
            self.assertEqual(json.loads(got.stdout)["results"][0]["data"], [-1.5, 2])
            with zipfile.ZipFile(saved) as archive:
                self.assertEqual(archive.namelist(), ["arr_0.npy"])
                self.assertEqual(archive.read("arr_0.npy")[-8:], struct.pack("<2f", -1.5, 2))
            again = hlo("run", "-", "--args", str(saved), "--json", text=program)
            self.assertEqual(json.loads(again.stdout)["results"][0]["data"], [1.5, -2])
            other = hlo("run", "-", "--args", str(given), "--save", "y.txt", text=program)
            self.assertEqual(other.returncode, 2)
            self.assertIn("must be a .npy or a .npz file", other.stderr)

    def test_an_array_of_all_devices_is_split_and_the_results_are_joined(self):
        text = ("HloModule m, num_partitions=2\nENTRY e {\n  x = s8[1,2] parameter(0), sharding={devices=[2,1]<=[2]}\n"
                "  ROOT r = s8[1,2] negate(x), sharding={devices=[2,1]<=[2]}\n}\n")
        header = "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            given, saved = pathlib.Path(folder, "x.npy"), pathlib.Path(folder, "y.npz")
            given.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + bytes([1, 2, 3, 4]))
            got = hlo("run", "-", "--args", str(given), "--save", str(saved), text=text)
            self.assertIn("all partitions joined:\ns8[2,2]", got.stdout)
            with zipfile.ZipFile(saved) as archive:
                self.assertEqual(archive.namelist(), ["arr_0.npy"])
                self.assertEqual(archive.read("arr_0.npy")[-4:], bytes([255, 254, 253, 252]))

    def test_equal_results_of_all_devices_are_shown_once(self):
        text = "HloModule m, num_partitions=2\nENTRY e { x = s8[] constant(1)\n p = u32[] partition-id()\n ROOT r = s8[] negate(x) }"
        self.assertEqual(hlo("run", "-", text=text).stdout, "each of 2 devices:\ns8[] -1\n")
        other = hlo("run", "-", text=text.replace(" ROOT r", " r").replace("p = u32", "ROOT p = u32")).stdout
        self.assertEqual(other, "replica 0, partition 0:\nu32[] 0\nreplica 0, partition 1:\nu32[] 1\n")

    def test_arguments_are_made_on_request(self):
        program = "ENTRY e { x = f32[3] parameter(0)\n ROOT y = f32[3] negate(x) }"
        got = hlo("run", "-", "--fill", "iota", "--json", text=program)
        self.assertEqual(json.loads(got.stdout)["results"][0]["data"], [-0.0, -1, -2])
        first, second = (hlo("run", "-", "--fill", f"random:{seed}", text=program).stdout for seed in (3, 4))
        self.assertNotEqual(first, second)
        self.assertEqual(first, hlo("run", "-", "--fill", "random:3", text=program).stdout)
        got = hlo("run", "-", "--fill", "twos", text=program)
        self.assertEqual(got.returncode, 2)
        self.assertIn("--fill must be zeros, ones, iota, random, or random:SEED, got 'twos'", got.stderr)

    def test_missing_arguments_are_bad_input(self):
        got = hlo("run", "-", text=PROGRAM)
        self.assertEqual(got.returncode, 2)
        self.assertIn("takes 1 argument, got 0", got.stderr)

    def test_an_endless_loop_ends_at_the_step_limit(self):
        got = hlo("run", "-", "--max-steps", "100000", text=LOOP)
        self.assertEqual(got.returncode, 1)
        self.assertIn("step limit of 100000", got.stderr)
        self.assertIn("'w'", got.stderr)

    def test_exceeding_the_memory_limit_is_an_error(self):
        text = "ENTRY e {\n  k = f32[] constant(1)\n  ROOT b = f32[1000000,400] broadcast(k), dimensions={}\n}\n"
        got = hlo("run", "-", "--max-memory", "1000000", text=text)
        self.assertEqual(got.returncode, 1)
        self.assertIn("R02", got.stderr)

    def test_a_giant_shape_is_an_error(self):
        text = "ENTRY e {\n  k = f32[] constant(1)\n  ROOT b = f32[1000000000,1000000000] broadcast(k), dimensions={}\n}\n"
        got = hlo("run", "-", text=text)
        self.assertIn(got.returncode, (1, 2))
        self.assertRegex(got.stderr, r"error: .*")


ALL_REDUCE = """
sum { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }
ENTRY e {
  r = u32[] replica-id()
  x = s32[] convert(r)
  ROOT ar = s32[] all-reduce(x), replica_groups={}, to_apply=sum
}
"""
FEEDS = """
ENTRY e {
  t = token[] after-all()
  a = (s32[], token[]) infeed(t)
  x = s32[] get-tuple-element(a), index=0
  u = token[] get-tuple-element(a), index=1
  n = s32[] negate(x)
  v = token[] outfeed(n, u), outfeed_shape=s32[]
  recv = (s32[], u32[], token[]) recv(v), channel_id=3, is_host_transfer=true
  got = (s32[], token[]) recv-done(recv), channel_id=3, is_host_transfer=true
  y = s32[] get-tuple-element(got), index=0
  send = (s32[], u32[], token[]) send(y, v), channel_id=4, is_host_transfer=true
  sent = token[] send-done(send), channel_id=4, is_host_transfer=true
  ROOT s = s32[] add(x, y)
}
"""


STABLEHLO = """module @jit_f {
  func.func public @main(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.0> : tensor<3xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
"""


class Import(unittest.TestCase):
    arguments = Run.arguments

    def test_writes_stablehlo_as_hlo(self):
        got = hlo("import", "-", text=STABLEHLO)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertEqual(got.stdout, "HloModule jit_f\n\nENTRY main {\n"
                         "  Arg_0 = f32[3]{0} parameter(0)\n  cst.s = f32[] constant(2)\n"
                         "  cst = f32[3]{0} broadcast(cst.s), dimensions={}\n"
                         "  ROOT v0 = f32[3]{0} multiply(Arg_0, cst)\n}\n")

    def test_every_command_reads_stablehlo(self):
        args = self.arguments([{"shape": "f32[3]", "data": [1, 2, 3]}])
        run = hlo("run", "-", "--json", "--args", args, text=STABLEHLO)
        self.assertEqual(json.loads(run.stdout)["results"][0]["data"], [2, 4, 6])
        self.assertEqual(hlo("check", "-", text=STABLEHLO).returncode, 0)
        self.assertIn("ROOT %v0 = f32[3]{0} multiply(%Arg_0, %cst)",
                      hlo("print", "-", text=STABLEHLO).stdout)
        self.assertIn("3", hlo("cost", "-", text=STABLEHLO).stdout)

    def test_writes_a_file_and_maps_instructions(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.hlo"
            self.assertEqual(hlo("import", "-", "-o", str(out), text=STABLEHLO).stdout, "")
            self.assertEqual(hlo("check", str(out)).returncode, 0)
        got = json.loads(hlo("import", "-", "--json", text=STABLEHLO).stdout)
        self.assertEqual((got["format"], got["ok"], got["findings"]), ("MLIR text", True, []))
        place = got["map"][-1]
        begin, end = place["span"]
        self.assertEqual(got["text"][begin:end], "ROOT v0 = f32[3]{0} multiply(Arg_0, cst)")
        self.assertEqual((place["line"], place["column"]), (4, 10))

    def test_writes_a_protobuf_that_every_command_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            module = pathlib.Path(folder) / "m.pb"
            self.assertEqual(hlo("print", "-", "--format", "pb", "-o", str(module),
                                 text=PROGRAM).returncode, 0)
            canonical = hlo("print", "-", text=PROGRAM).stdout
            self.assertEqual(hlo("print", str(module)).stdout, canonical)
            zipped = pathlib.Path(folder) / "m.pb.gz"
            zipped.write_bytes(gzip.compress(module.read_bytes()))
            got = hlo("print", str(zipped))
            if "a gzip file" not in got.stderr:  # a build without zlib says so
                self.assertEqual(got.stdout, canonical)
            self.assertEqual(hlo("check", str(module)).returncode, 0)

    def test_runs_a_snapshot_and_compares_the_result(self):
        def field(number, inside):
            return bytes([number << 3 | 2, *varint(len(inside))]) + inside

        def varint(size):
            return [size] if size < 128 else [size & 127 | 128, *varint(size >> 7)]

        def literal(*values):  # f32[3]
            return field(1, b"\x10\x0b\x1a\x01\x03") + field(8, struct.pack("<3f", *values))

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "s.pb"
            hlo("print", "-", "--format", "pb", "-o", str(path), text=PROGRAM)
            module = field(1, field(1, path.read_bytes())) + field(2, literal(1, 2, 3))
            path.write_bytes(module + field(3, literal(2, 4, 6)))
            good = hlo("run", str(path))
            self.assertEqual((good.returncode, good.stderr),
                             (0, "hlo run: the result is that of the snapshot\n"))
            path.write_bytes(module + field(3, literal(2, 4, 6.0000005)))
            bad = hlo("run", str(path))
            self.assertEqual(bad.returncode, 1)
            self.assertIn("element (2): got 6, expected 6.0000005 (1 ULP)", bad.stderr)
            self.assertEqual(hlo("run", str(path), "--ulp", "1").returncode, 0)

    def test_requires_unknown_sizes_and_accepts_them(self):
        text = "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n"
        got = hlo("import", "-", text=text)
        self.assertEqual(got.returncode, 2)
        self.assertIn("<stdin>:1:18: error: argument 0: dimension 0 is not known; give it with "
                      "--dim arg0.0=8 [I03]", got.stderr)
        self.assertIn("f32[5]", hlo("import", "-", "--dim", "arg0.0=5", text=text).stdout)
        self.assertEqual(hlo("import", "-", "--dim", "b=x", text=text).returncode, 2)

    def test_fills_missing_constants(self):
        text = "%0 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>\n"
        self.assertIn("[I09]", hlo("import", "-", text=text).stderr)
        self.assertEqual(hlo("import", "-", "--fill", "zero", text=text).returncode, 0)
        once = hlo("import", "-", "--fill", "random:7", text=text).stdout
        self.assertEqual(once, hlo("import", "-", "--fill", "random:7", text=text).stdout)
        self.assertNotEqual(once, hlo("import", "-", "--fill", "random:8", text=text).stdout)
        self.assertEqual(hlo("import", "-", "--fill", "one", text=text).returncode, 2)

    def test_a_failed_run_reports_a_position_in_the_stablehlo(self):
        text = "%0 = stablehlo.custom_call @f() : () -> tensor<4xf32>\n"
        got = hlo("run", "-", text=text)
        self.assertEqual(got.returncode, 1)
        self.assertIn("<stdin>:1:6: error: `custom-call`: no handler registered for `f` [R07]", got.stderr)

    def test_large_constants_are_written_in_full(self):
        digits = "0000803F" * 2000
        text = f'%0 = stablehlo.constant dense<"0x{digits}"> : tensor<2000xf32>\n'
        got = hlo("import", "-", text=text)
        self.assertEqual(got.stdout.count("1, "), 1999)
        self.assertEqual(hlo("run", "-", "--json", text=got.stdout).stdout,
                         hlo("run", "-", "--json", text=text).stdout)

    def test_other_formats_are_rejected_with_a_suggestion(self):
        got = hlo("run", "-", text="{ lambda ; a:f32[3]. let b = sin a in (b,) }\n")
        self.assertEqual(got.returncode, 2)
        self.assertIn("<stdin>: error: this is a jaxpr, which is not imported [I18]", got.stderr)
        self.assertIn("note: call `.lower(*args).as_text()`", got.stderr)


class Devices(unittest.TestCase):
    arguments = Run.arguments

    def test_the_trace_shows_exchanges(self):
        got = hlo("run", "-", "--replicas", "3", "--trace", text=ALL_REDUCE)
        self.assertIn("~ %ar = all-reduce: devices 0, 1, 2 send 4 bytes each\n", got.stderr)
        many = hlo("run", "-", "--replicas", "100", "--trace", text=ALL_REDUCE)
        self.assertIn("devices 0, 1, 2, ..., 99 (100 in total) send 4 bytes each\n", many.stderr)

    def test_every_schedule_gives_the_same_results(self):
        wanted = hlo("run", "-", "--replicas", "3", "--json", text=ALL_REDUCE).stdout
        self.assertEqual([r["data"] for r in json.loads(wanted)["results"]], [3, 3, 3])
        for schedule in ("reversed", "12"):
            got = hlo("run", "-", "--replicas", "3", "--json", "--schedule", schedule, text=ALL_REDUCE)
            self.assertEqual(got.stdout, wanted)

    def test_feeds_and_host_transfers(self):
        def scalars(*values):
            return [{"shape": "s32[]", "data": value} for value in values]

        infeed = self.arguments({"replicas": [scalars(1), scalars(2)]})
        receive = self.arguments(scalars(10))
        got = hlo("run", "-", "--json", "--replicas", "2", "--infeed", infeed, "--recv",
                  f"3={receive}", text=FEEDS)
        self.assertEqual(json.loads(got.stdout), {
            "results": scalars(11, 12), "outfeed": [scalars(-1), scalars(-2)],
            "sent": {"4": [scalars(10), scalars(10)]}})
        text = hlo("run", "-", "--replicas", "2", "--infeed", infeed, "--recv", f"3={receive}",
                   text=FEEDS).stdout
        self.assertIn("outfeed of replica 1, partition 0:\ns32[] -2\n", text)

    def test_an_empty_queue_is_reported_by_name(self):
        got = hlo("run", "-", text=FEEDS)
        self.assertEqual(got.returncode, 1)
        self.assertIn("deadlock: device 0 waits in %a: infeed queue of device 0 is empty [R10]",
                      got.stderr)

    def test_a_bad_queue_is_bad_input(self):
        self.assertEqual(hlo("run", "-", "--recv", "file.json", text=FEEDS).returncode, 2)
        values = self.arguments({"replicas": [[], []]})
        got = hlo("run", "-", "--replicas", "3", "--infeed", values, text=FEEDS)
        self.assertEqual(got.returncode, 2)
        self.assertIn("must have one list of infeed values per device (3), got 2", got.stderr)


class Check(unittest.TestCase):
    def test_a_valid_program_prints_nothing(self):
        got = hlo("check", "-", text=PROGRAM)
        self.assertEqual((got.returncode, got.stdout, got.stderr), (0, "", ""))

    def test_five_errors_give_five_diagnostics(self):
        got = hlo("check", "-", "--json", text=FIVE_MISTAKES)
        self.assertEqual(got.returncode, 2)
        found = [(d["code"], d["line"]) for d in json.loads(got.stdout)]
        self.assertEqual(found, [("P02", 5), ("add.C1", 6), ("transpose.C1", 7), ("C01", 8), ("P04", 9)])

    def test_diagnostics_show_place_line_and_caret(self):
        got = hlo("check", "-", text=FIVE_MISTAKES)
        self.assertRegex(got.stderr, r"<stdin>:5:16: error: unknown opcode 'multipy'.*multiply")
        self.assertIn("  c = f32[2,3] multipy(a, a)\n               ^~~~~~~\n", got.stderr)

    def test_accepts_single_instructions_of_real_dumps(self):
        for line in ("add.936 = bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)} add(exponential.183, broadcast.3115)",
                     "%fusion.3 = bf16[32,32,4096]{2,1,0:T(8,128)(2,1)S(1)} fusion(bf16[32,32,8192]"
                     "{2,1,0:T(8,128)(2,1)S(1)} %fusion.32), kind=kCustom, calls=%all-reduce-scatter.3"):
            got = hlo("check", "-", text=line)
            self.assertEqual(got.returncode, 0, got.stderr)
            self.assertNotIn("error", got.stderr)

    def test_an_unknown_attribute_is_an_error_unless_lenient(self):
        text = PROGRAM.replace("multiply(x, kb)", "multiply(x, kb), color=red")
        self.assertEqual(hlo("check", "-", text=text).returncode, 2)
        lenient = hlo("check", "-", "--lenient", text=text)
        self.assertEqual(lenient.returncode, 0, lenient.stderr)
        self.assertIn("warning", lenient.stderr)

    def test_unreadable_files_are_bad_input(self):
        self.assertEqual(hlo("check", "no/such/file.hlo").returncode, 2)


class Print(unittest.TestCase):
    def test_printing_is_a_fixed_point(self):
        for path in sorted((ROOT / "conformance/programs").glob("*.hlo")):
            once = hlo("print", str(path))
            self.assertEqual(once.returncode, 0, f"{path}: {once.stderr}")
            again = hlo("print", "-", text=once.stdout)
            self.assertEqual(again.stdout, once.stdout, path)

    def test_json_and_dot_are_well_formed(self):
        module = json.loads(hlo("print", "-", "--format", "json", text=PROGRAM).stdout)
        self.assertEqual(module["name"], "m")
        dot = hlo("print", "-", "--format", "dot", text=PROGRAM).stdout
        self.assertTrue(dot.startswith("digraph"))

    def test_parts_of_the_text_can_be_omitted(self):
        text = PROGRAM.replace("multiply(x, kb)", 'multiply(x, kb), metadata={op_name="a"}')
        got = hlo("print", "-", "--no-percent", "--no-metadata", "--no-layouts", text=text)
        self.assertEqual(got.stdout.splitlines()[2:], [
            "ENTRY e (x: f32[3]) -> f32[3] {", "  x = f32[3] parameter(0)",
            "  k = f32[] constant(2)", "  kb = f32[3] broadcast(k), dimensions={}",
            "  ROOT y = f32[3] multiply(x, kb)", "}", ""])
        got = hlo("print", "-", "--format", "json", "--no-layouts", text=text)
        self.assertEqual((got.returncode, got.stdout), (2, ""))

    def test_large_constants_can_be_elided(self):
        text = "ENTRY e {\n  ROOT c = s8[11] constant({1,2,3,4,5,6,7,8,9,10,11})\n}\n"
        self.assertIn("constant({...})", hlo("print", "-", "--elide-constants", text=text).stdout)

    def test_an_unknown_format_is_bad_input(self):
        self.assertEqual(hlo("print", "-", "--format", "pdf", text=PROGRAM).returncode, 2)


DUMPED = """HloModule jit_f
ENTRY main {
  x = f32[5,100]{1,0} parameter(0)
  b = f32[5,100]{1,0} negate(x)
  ROOT m = f32[5,100]{1,0} multiply(b, x), metadata={op_name="jit(f)/mul"}
}
"""


class Dump(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        files = {"before_optimizations": DUMPED,
                 "0001.simplify.after_a.before_b": DUMPED.replace("negate", "abs"),
                 "cpu_after_optimizations": DUMPED.replace("negate(x)", "abs(x)")
                 .replace("b = ", "c = ").replace("(b,", "(c,")}
        for stage, text in files.items():
            (pathlib.Path(self.folder.name) / f"module_0001.jit_f.{stage}.txt").write_text(text)

    def test_lists_what_each_stage_has_changed(self):
        lines = hlo("dump", self.folder.name).stdout.splitlines()
        self.assertEqual(lines[0], "jit_f (module 1)")
        self.assertEqual(lines[1::2], ["  0  before_optimizations",
                                       "  1  0001.simplify.after_a.before_b  ~1",
                                       "  2  cpu_after_optimizations  no change"])

    def test_shows_what_changed_between_two_stages(self):
        got = hlo("dump", self.folder.name, "--diff", "0", "2")
        self.assertEqual(got.stdout, "- main: %b = f32[5,100]{1,0} negate(%x)\n"
                         "+ main: %c = f32[5,100]{1,0} abs(%x)\n  changed: opcode\n")
        self.assertEqual(hlo("dump", self.folder.name, "--diff", "0", "9").returncode, 2)

    def test_runs_all_stages_and_tells_which_changed_the_result(self):
        got = hlo("dump", self.folder.name, "--run")
        self.assertEqual(got.returncode, 1)
        results = [line.strip() for line in got.stdout.splitlines() if "run" in line or "result" in line]
        self.assertEqual(results[0], "has run")
        self.assertRegex(results[1], r"^result differs from that of 0: ")
        self.assertEqual(results[2], "same result as 1")
        shape = {"shape": "f32[5,100]", "data": [[-0.0] * 100] * 5}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as args:
            json.dump([shape], args)
            args.flush()
            # -(-0) is 0, and so is |-0|.
            got = hlo("dump", self.folder.name, "--run", "--args", args.name)
        self.assertEqual((got.returncode, got.stdout.count("same result")), (0, 2))

    def test_diff_compares_two_files(self):
        before = pathlib.Path(self.folder.name) / "before.hlo"
        after = pathlib.Path(self.folder.name) / "after.hlo"
        before.write_text(PROGRAM)
        after.write_text(PROGRAM.replace("multiply(x, kb)", "multiply(kb, x)").replace("kb", "k2"))
        got = hlo("diff", str(before), str(after))
        self.assertEqual(got.returncode, 1)
        self.assertRegex(got.stdout.splitlines()[0], r"^- e: ROOT %y = ")
        self.assertEqual(got.stdout.splitlines()[2], "  changed: operands")
        found = json.loads(hlo("diff", str(before), str(after), "--json").stdout)
        self.assertEqual([change["what"] for change in found["changes"]], [["operands"]])
        self.assertEqual(hlo("diff", str(before), str(before)).returncode, 0)
        self.assertEqual(hlo("diff", str(before)).returncode, 2)
        self.assertEqual(hlo("diff", str(before), str(after), "--values").stdout, "all values are the same\n")
        after.write_text(PROGRAM.replace("multiply", "add"))
        got = hlo("diff", str(before), str(after), "--values")
        self.assertEqual(got.returncode, 1)
        self.assertRegex(got.stdout, r"^1 instructions? ha(s|ve) .*\n  e: %y: element ")

    def test_every_command_takes_a_folder_of_one_module(self):
        self.assertIn("negate", hlo("print", self.folder.name).stdout)
        (pathlib.Path(self.folder.name) / "module_0002.g.before_optimizations.txt").write_text(DUMPED)
        self.assertIn("has several modules", hlo("print", self.folder.name).stderr)

    def test_memory_tells_how_much_is_padding(self):
        report = ("BufferAssignment:\nallocation 0: size 4096, preallocated-temp:\n"
                  " value: <1 m @0> (size=4096,offset=0): f32[5,100]{1,0:T(8,128)}\n")
        got = hlo("memory", "-", text=report)
        self.assertIn("padding: 2096 of 4096 bytes of values (51%)", got.stdout)
        self.assertEqual(hlo("memory", "-", text=PROGRAM).returncode, 2)

    def test_memory_tells_of_each_module_of_a_folder(self):
        usage = "Total bytes: 4\n cumulative_size; size; offset; used_by_n_values; shapes_list\n 4B(100%); 4B; 0; 1; f32[]\n"
        with tempfile.TemporaryDirectory() as folder:
            for number, report in ((1, "BufferAssignment:\nallocation 0: size 64, preallocated-temp:\n"),
                                   (2, "BufferAssignment:\nallocation 0: size 32, preallocated-temp:\n")):
                name = pathlib.Path(folder) / f"module_000{number}.f.cpu_after_optimizations"
                name.with_name(name.name + "-buffer-assignment.txt").write_text(report)
                name.with_name(name.name + "-memory-usage-report.txt").write_text("Memory Space: x\n" + usage)
            got = hlo("memory", folder)
            self.assertEqual(got.stdout.count("bytes in all"), 2)
            self.assertIn("module_0001.f\nallocation 0: 64 bytes, temp\n", got.stdout)
            self.assertIn("\n\nmodule_0002.f\n", got.stdout)


class Layout(unittest.TestCase):
    def test_index_prints_only_the_position(self):
        got = hlo("layout", "f32[3,5]{1,0:T(2,2)}", "--index", "2,3")
        self.assertEqual((got.returncode, got.stdout), (0, "17\n"))

    def test_offset_prints_the_index_or_padding(self):
        self.assertEqual(hlo("layout", "f32[3,5]{1,0:T(2,2)}", "--offset", "17").stdout, "2,3\n")
        self.assertEqual(hlo("layout", "f32[3,5]{1,0:T(2,2)}", "--offset", "9").stdout, "padding\n")

    def test_a_large_tiled_shape_is_explained_quickly(self):
        shape = "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)S(1)}"
        start = time.monotonic()
        got = hlo("layout", shape)
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(got.returncode, 0, got.stderr)
        for word in ("bf16", "T(8,128)", "(2,1)", "S(1)", "335"):
            self.assertIn(word, got.stdout)

    def test_json_has_the_documented_numbers(self):
        drawn = hlo("layout", "f32[3,5]{1,0:T(2,2)}", "--table").stdout
        self.assertIn("  2   12  13  16  17  20\n", drawn)
        ranked = hlo("layout", "f32[1000,4]{1,0:T(8,128)}", "--what-if").stdout
        self.assertIn("<- this one", ranked)
        self.assertIn("{0,1:T(8,128)}", ranked)
        choices = json.loads(hlo("layout", "f32[8,128]", "--what-if", "--json").stdout)["choices"]
        self.assertEqual(sum(choice["current"] for choice in choices), 1)
        leaf = json.loads(hlo("layout", "f32[3,5]{1,0:T(2,2)}", "--json").stdout)["leaves"][0]
        self.assertEqual((leaf["elements"], leaf["storedElements"], leaf["bytes"], leaf["wastedBytes"]),
                         (15, 24, 96, 36))

    def test_invalid_shapes_and_indices_are_errors(self):
        got = hlo("layout", "f32[3,5]{1,1}")
        self.assertEqual(got.returncode, 2)
        self.assertIn("S02", got.stderr)
        self.assertEqual(hlo("layout", "f32[3,5]", "--index", "3,0").returncode, 2)
        self.assertEqual(hlo("layout", "f32[3,5]", "--index", "x").returncode, 2)


class Explain(unittest.TestCase):
    def test_prints_a_rule_with_a_program_that_breaks_it_and_one_that_does_not(self):
        text = hlo("explain", "pad.C3").stdout
        self.assertIn("pad.C3: The interior padding must not be negative.", text)
        self.assertIn("docs/reference/ops.md#pad", text)
        breaks, fits = text.split("Breaks the rule")[1].split("Follows the rule")
        self.assertIn("[pad.C3]", breaks)
        program = "\n".join(line[2:] for line in fits.splitlines() if line.startswith("  "))
        self.assertEqual(hlo("check", "-", text=program).returncode, 0, program)

    def test_explains_every_diagnostic_code(self):
        ops = json.loads(hlo("ops", "--json").stdout)
        table = (ROOT / "core/base/diagnostic_codes.def").read_text()
        codes = re.findall(r"^HLO_DIAGNOSTIC\((\w+),", table, re.M)
        for code in codes + [rule for op in ops for rule in op["rules"]]:
            result = hlo("explain", code)
            self.assertEqual(result.returncode, 0, code)
            self.assertTrue(result.stdout.startswith(code + ": "), result.stdout[:80])

    def test_explains_choices_and_ignores_case(self):
        self.assertIn("-0 < +0", hlo("explain", "choice", "C5").stdout)
        self.assertEqual(hlo("explain", "c5").stdout, hlo("explain", "choice C5").stdout)
        self.assertEqual(hlo("explain", "PAD.c3").stdout, hlo("explain", "pad.C3").stdout)

    def test_rejects_an_unknown_code(self):
        result = hlo("explain", "pda.C3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("unknown code 'pda.C3'; did you mean 'pad.C3'?", result.stderr)

    def test_prints_the_entry_of_an_op(self):
        text = hlo("ops", "gather").stdout
        for part in ("**Rules**", "**C12**", "**Evaluation**", "docs/reference/ops.md#gather"):
            self.assertIn(part, text)
        self.assertIn("did you mean 'gather'?", hlo("ops", "gathr").stderr)


class Ops(unittest.TestCase):
    def test_json_lists_every_op_with_its_rules(self):
        ops = {op["name"]: op for op in json.loads(hlo("ops", "--json").stdout)}
        self.assertEqual(len(ops), 136)
        self.assertEqual(ops["pad"]["rules"], ["pad.C1", "pad.C2", "pad.C3", "pad.C4"])
        self.assertEqual(ops["compare"]["attributes"][0]["values"], ["EQ", "NE", "GE", "GT", "LE", "LT"])


COSTS = """HloModule m
sum {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT r = f32[] add(p, q)
}
ENTRY e {
  a = f32[4,8] parameter(0)
  b = f32[8,2] parameter(1)
  zero = f32[] constant(0)
  d = f32[4,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  t = f32[4,2] tanh(d)
  s = f32[4] reduce(t, zero), dimensions={1}, to_apply=sum
  ROOT x = f32[4] slice(s), slice={[0:4]}
}
"""


class CostOf(unittest.TestCase):
    def test_counts_operations_and_bytes(self):
        got = hlo("cost", "-", "--json", text=COSTS)
        self.assertEqual(got.returncode, 0, got.stderr)
        report = json.loads(got.stdout)
        entry = report["computations"][1]
        self.assertTrue(entry["entry"])
        rows = {row.pop("name"): row for row in entry["instructions"]}
        # 4 x 2 results of 8 products; operands of 4 x 8 and 8 x 2 numbers of 4 bytes.
        self.assertEqual(rows["d"], {"opcode": "dot", "flops": 2 * 8 * 8, "transcendentals": 0,
                                     "bytes_read": 4 * (32 + 16), "bytes_written": 4 * 8})
        self.assertEqual(rows["t"], {"opcode": "tanh", "flops": 0, "transcendentals": 8,
                                     "bytes_read": 32, "bytes_written": 32})
        self.assertEqual(rows["s"], {"opcode": "reduce", "flops": 8 - 4, "transcendentals": 0,
                                     "bytes_read": 32 + 4, "bytes_written": 16})
        self.assertEqual(rows["a"]["bytes_read"], 0)
        self.assertEqual(report["total"], {"flops": 128 + 4, "transcendentals": 8,
                                           "bytes_read": 192 + 32 + 36 + 16,
                                           "bytes_written": 32 + 32 + 16 + 16})
        self.assertEqual(report["argument_bytes"], 4 * (32 + 16))
        # tanh reuses the buffer of the dot; the sums need another one.
        self.assertEqual(report["peak_bytes"], 32 + 16)

    def test_prints_readable_text_without_json(self):
        got = hlo("cost", "-", text=COSTS)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("FLOPs", got.stdout)
        self.assertRegex(got.stdout, r"total of the entry +132 +8 +276 +96")
        self.assertIn("peak memory: 48 bytes of values, beside 192 bytes of arguments", got.stdout)

    def test_an_invalid_program_is_bad_input(self):
        got = hlo("cost", "-", text=FIVE_MISTAKES)
        self.assertEqual(got.returncode, 2)
        self.assertEqual(got.stdout, "")


class Conform(unittest.TestCase):
    VECTORS = "conformance/vectors/pad.json"

    def test_rejects_an_unknown_format_to_write_programs_in(self):
        done = hlo("conform", self.VECTORS, "--through", "foo")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--through must be pb, stablehlo, json, or long, got 'foo'", done.stderr)

    def test_runs_against_itself_through_the_protocol(self):
        got = hlo("conform", self.VECTORS, "--engine", f"{HLO} conform --serve")
        self.assertEqual(got.returncode, 0, got.stdout)

    def test_an_engine_gets_programs_in_the_format_of_through(self):
        engine = f"{HLO} conform --serve"
        for form in ("stablehlo", "pb"):
            there = hlo("conform", self.VECTORS, "--through", form, "--engine", engine)
            here = hlo("conform", self.VECTORS, "--through", form)
            self.assertEqual(there.stdout, here.stdout)
            self.assertRegex(there.stdout, r"^[1-9]\d* passed, 0 failed")

    def test_programs_in_stablehlo_are_skipped_by_an_engine_without_that_feature(self):
        only_hlo = "import sys,json\nfor l in sys.stdin:\n" \
                   " print(json.dumps(dict(version=1,name='x',types=['f32','s32'],features=[])),flush=True)\n"
        with tempfile.NamedTemporaryFile("w", suffix=".py") as engine:
            engine.write(only_hlo)
            engine.flush()
            got = hlo("conform", self.VECTORS, "--filter", "pad.f32.*", "--through", "stablehlo", "--engine", f"python3 {engine.name}")
        self.assertRegex(got.stdout, r"0 passed, 0 failed, [1-9]\d* skipped")

    def test_runs_the_cases_of_every_filter(self):
        ids = [case["id"] for case in json.loads(pathlib.Path(self.VECTORS).read_text())["cases"]]
        for filters in (["pad.f32.*"], ["pad.f32.*", "pad.s32.*", "pad.f32.a*"], ["pad.f32.na?-value"]):
            count = sum(any(fnmatch.fnmatchcase(name, glob) for glob in filters) for name in ids)
            words = [word for glob in filters for word in ("--filter", glob)]
            self.assertIn(f"{count} passed, 0 failed", hlo("conform", self.VECTORS, *words).stdout)

    def test_an_engine_gets_the_kinds_of_cases_that_it_lists(self):
        only_rejects = "import sys,json\nfor l in sys.stdin:\n m=json.loads(l)\n" \
                    " if m['cmd']=='start': print(json.dumps(dict(version=1,name='x',types=['f32','s32'],features=[],kinds=['reject'])),flush=True)\n" \
                    " else: print(json.dumps(dict(seq=m['seq'],rejected=dict(phase='shape',message='no'))),flush=True)\n"
        with tempfile.NamedTemporaryFile("w", suffix=".py") as engine:
            engine.write(only_rejects)
            engine.flush()
            got = hlo("conform", self.VECTORS, "--filter", "pad.f32.*", "--engine", f"python3 {engine.name}")
        self.assertEqual(got.returncode, 0, got.stdout)
        rejects = [case for case in json.loads(pathlib.Path(self.VECTORS).read_text())["cases"]
                   if case["kind"] == "reject" and case["id"].startswith("pad.f32.")]
        self.assertIn(f"{len(rejects)} passed, 0 failed", got.stdout)

    def test_writes_every_report_format(self):
        for end, start in ((".json", "{"), (".xml", "<?xml"), (".html", "<!doctype"), (".badge.json", "{")):
            with tempfile.NamedTemporaryFile(suffix=end) as report:
                self.assertEqual(hlo("conform", self.VECTORS, "--report", report.name).returncode, 0)
                self.assertTrue(pathlib.Path(report.name).read_text().startswith(start))

    def test_missing_vectors_are_a_harness_error(self):
        self.assertEqual(hlo("conform", "no/such/folder").returncode, 2)


class Hostile(unittest.TestCase):
    """No input crashes the tool, hangs it, or uses unbounded memory."""

    def survives(self, text, command="check"):
        got = hlo(command, "-", *(["--max-steps", "1000000"] if command == "run" else []), text=text)
        self.assertIn(got.returncode, (0, 1, 2), got.stderr[-500:])

    def test_deep_nesting(self):
        for piece, end in (("(", ")"), ("{", "}"), ("((", "))"), ("/*", "*/")):
            self.survives("ENTRY e { ROOT a = " + piece * 100000 + " f32[]" + end * 100000)
            self.survives("a = s32[2] constant(" + piece * 100000 + end * 100000 + ")")

    def test_giant_numbers(self):
        for text in ("f32[" + "9" * 5000 + "]", "f32[1000000000000000000]", "f32[" + "1000000000," * 40 + "1]",
                     "s32[4] parameter(99999999999999999999)", "f32[2]{1,0:T(999999999999999999)}"):
            self.survives(f"ENTRY e {{ ROOT a = {text} parameter(0) }}")
        self.survives("ENTRY e { ROOT a = s32[1000000000000] constant({1}) }")
        self.survives("HloModule m, replica_count=1000000000\nENTRY e { ROOT a = s32[] constant(1) }", "run")

    def test_truncation_at_every_token(self):
        for text in (PROGRAM, FIVE_MISTAKES, LOOP):
            ends = [match.end() for match in re.finditer(r"[\w.%-]+|[^\s\w]", text)]
            for end in ends[:-1]:
                got = hlo("check", "-", text=text[:end])
                self.assertIn(got.returncode, (0, 2), text[:end])

    def test_binary_input(self):
        for blob in (b"\0" * 1000, bytes(range(256)) * 20, b"HloModule \xff\xfe", b""):
            got = subprocess.run([HLO, "check", "-"], input=blob, capture_output=True, timeout=60)
            self.assertEqual(got.returncode, 2)


class Output(unittest.TestCase):
    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_fails_if_standard_output_cannot_be_written(self):
        for words in (["print", "-"], ["check", "-", "--json"], ["ops"], ["explain", "P02"], ["layout", "f32[3]"], ["--help"]):
            with self.subTest(words), open("/dev/full", "w") as full:
                done = subprocess.run([HLO, *words], input=PROGRAM, text=True, stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, "cannot write to standard output")

    def test_a_reader_that_stops_early_is_no_error(self):
        done = subprocess.run(f"{HLO} ops --json | head -c 1", shell=True, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Usage(unittest.TestCase):
    def test_no_command_shows_the_usage(self):
        got = hlo()
        self.assertEqual(got.returncode, 2)
        self.assertIn("usage: hlo COMMAND", got.stderr)

    def test_an_unknown_flag_is_reported_with_the_known_flags(self):
        got = hlo("run", "-", "--fast", text=PROGRAM)
        self.assertEqual(got.returncode, 2)
        self.assertIn("--fast", got.stderr)
        self.assertIn("--trace", got.stderr)  # a known flag

    def test_a_misspelled_flag_or_command_gets_a_suggestion(self):
        got = hlo("run", "-", "--jsn", text=PROGRAM)
        self.assertEqual((got.returncode, got.stderr),
                         (2, "hlo run: unknown flag --jsn; did you mean '--json'?\n"))
        got = hlo("chekc", "-", text=PROGRAM)
        self.assertEqual((got.returncode, got.stderr),
                         (2, "hlo: unknown command 'chekc'; did you mean 'check'?\n"))

    def test_a_switch_takes_no_value(self):
        got = hlo("run", "-", "--json=yes", text=PROGRAM)
        self.assertEqual((got.returncode, got.stderr), (2, "hlo run: --json takes no value\n"))


sys.exit(main())
