#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/bench: reports and plots of hand-written samples, and the HLO programs of all rows:
bench_test.py [HLO]."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import bench_document
import bench_engines
import bench_machine
import bench_models
import bench_plot
import bench_report
import bench_work

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = {"native": {"target": "X", "flops": 1e11, "read_16": 1e10, "copy_16": 2e10, "triad_16": 1e10,
                     "read_256": 1e9, "copy_256": 1e9, "triad_256": 1e9}}


def measured(key, n, side="native", **milliseconds):
    """A row whose engines (with _ for a space) have the given medians."""
    engines = {name.replace("_", " "): {"ms": ms} for name, ms in milliseconds.items()}
    for name in engines:
        engines[name].update({"ours": name.startswith("hlo"), "relaxed": "relaxed" in name})
    return {"side": side, "key": key, "n": n, "busy": 1.0, "engines": engines}


def measured_run(*rows, **more):
    return {"date": "2026-01-02", "threads": 2, "rounds": 3, "limits": LIMITS, "rows": list(rows), "growth": [],
            "machine": {"model": "AMD Zen 5, AVX-512", "cpu": "x", "memory": "1 GiB", "versions": ["v 1"]},
            **more}


def verdict(row, limits=None):
    return bench_report.summarize(row, limits or {})["verdict"]


class Report(unittest.TestCase):
    def test_compares_medians_with_the_best_peer(self):
        short = bench_report.summarize(measured("matmul", 100, hlo=2, slow=5, quick=3), LIMITS)
        self.assertEqual((short["ms"], short["peer"], short["peer_ms"]), (2, "quick", 3))
        self.assertAlmostEqual(short["ratio"], 1.5)

    def test_computes_the_share_of_the_slower_limit(self):
        # 2 * 100^3 FLOPs at 1e11 FLOP/s: 0.02 ms; 12 * 100^2 bytes at 2e10 byte/s: 0.006 ms.
        self.assertAlmostEqual(bench_report.summarize(measured("matmul", 100, hlo=2), LIMITS)["share"],
                               0.01)
        # 12e6 bytes at 2e10 byte/s: 0.6 ms.
        self.assertAlmostEqual(bench_report.summarize(measured("add", 10**6, hlo=1), LIMITS)["share"],
                               0.6)

    def test_takes_the_bandwidth_of_arrays_that_are_at_least_as_large(self):
        # 16 MiB: any of the first three; 40 MiB: only triad passes over so much; 1 GiB: nothing does.
        limits = LIMITS["native"]
        self.assertEqual([bench_report.bandwidth(limits, mebibytes * 2**20) for mebibytes in (16, 40, 1024)],
                         [2e10, 1e10, 1e9])

    def test_excludes_relaxed_simd_and_wrong_results_from_the_best_peer(self):
        row = measured("add", 10, hlo=2, wrong=1, right=4, quick_relaxed=1)
        row["engines"]["wrong"]["wrong"] = "other numbers"
        short = bench_report.summarize(row, LIMITS)
        self.assertEqual((short["peer"], short["ratio"]), ("right", 2))
        self.assertEqual(short["relaxed_ratio"], 0.5)

    def test_shows_a_dash_for_unsupported_work(self):
        row = measured("sort", 10, numpy=1)
        row["engines"]["hlo"] = {"why": "not evaluated yet", "ours": True}
        self.assertEqual(bench_report.table(measured_run(row), "native")[1][2:6], ["-", "", "numpy", "1"])

    def test_shows_modes_as_multiples_of_fast_mode(self):
        row = measured("add", 10, hlo=2, hlo_portable=3)
        self.assertEqual(bench_report.summarize(row, LIMITS)["portable"], 1.5)

    def test_prints_three_significant_digits(self):
        self.assertEqual([bench_report.number(x) for x in (None, 0.012345, 1234.5, 2)],
                         ["-", "0.0123", "1234", "2"])

    def test_lists_only_rows_that_have_the_number(self):
        model, other = measured("resnet", 8, hlo=1, numpy=1), measured("add", 10, hlo=1)
        model["engines"]["hlo"]["memory_mb"] = 12.34
        cells = bench_report.peers_table(measured_run(model, other), "native", "memory_mb", mark="")
        self.assertEqual(cells, [["work", "size", "hlo"], ["ResNet block", "1x8x8x64", "12.3"]])


class Verdicts(unittest.TestCase):
    def test_meets_the_goal_of_its_kind_of_work(self):
        # The goal of elementwise work is 0.95, that of sorting 1.
        self.assertEqual([verdict(measured(key, 10, hlo=1, peer=0.96)) for key in ("add", "sort")],
                         ["met", "missed"])

    def test_expects_less_of_small_products(self):
        self.assertEqual([verdict(measured("matmul", n, hlo=1, peer=0.92)) for n in (64, 128)],
                         ["met", "missed"])

    def test_meets_any_goal_near_the_limit_of_the_machine(self):
        # 12e6 bytes at 2e10 byte/s take at least 0.6 ms.
        self.assertEqual([verdict(measured("add", 10**6, hlo=ms, peer=0.1), LIMITS) for ms in (0.66, 0.7)],
                         ["met", "missed"])

    def test_needs_both_goals_as_webassembly(self):
        # 1 of peers without relaxed SIMD, 0.95 of those with it.
        self.assertEqual([verdict(measured("add", 10, "wasm", hlo=1, strict=strict, relaxed=relaxed))
                          for strict, relaxed in ((1, 0.95), (0.99, 1), (1, 0.94))],
                         ["met", "missed", "missed"])

    def test_expects_more_of_models_as_webassembly(self):
        self.assertEqual([verdict(measured("resnet", 8, "chromium", hlo=1, peer=peer)) for peer in (1.1, 1.2)],
                         ["missed", "met"])

    def test_compares_the_parser_with_a_rate_as_webassembly(self):
        million_bytes = 1e-6 * len(bench_work.KINDS["parse"].hlo(200))
        self.assertEqual([verdict(measured("parse", 200, "wasm", hlo=1e3 * million_bytes / rate))
                          for rate in (61, 59)], ["met", "missed"])

    def test_shows_the_goal_that_counts(self):
        rows = [measured("parse", 200, "wasm", hlo=1), measured("sort", 10, hlo=1, peer=1),
                measured("sort", 10, hlo=1)]
        self.assertEqual([bench_report.summarize(row, {})["goal"] for row in rows], ["60 MB/s", "1", "-"])

    def test_has_no_verdict_without_a_peer(self):
        self.assertEqual(verdict(measured("while", 10, hlo=1)), "-")

    def test_misses_where_there_is_no_result_or_a_wrong_one(self):
        wrong, none = measured("add", 10, hlo=1, peer=9), measured("add", 10, peer=9)
        wrong["engines"]["hlo"]["wrong"] = "other numbers"
        self.assertEqual([verdict(wrong), verdict(none)], ["missed", "missed"])


class Document(unittest.TestCase):
    def test_is_made_of_the_files_of_all_machines(self):
        runs = bench_document.read_all(ROOT / "docs/performance")
        self.assertEqual((ROOT / "docs/performance.md").read_text(), bench_document.page(runs))

    def test_reads_back_what_it_writes(self):
        growth = [{"side": "native", "key": "add", "n": 10, "ms": 1}]
        for run in (measured_run(measured("add", 10, hlo=1)), measured_run(growth=growth)):
            self.assertEqual(json.loads(bench_document.as_json(run)), run)

    def test_keeps_medians_and_drops_samples(self):
        row = measured("add", 10, hlo=1.23456)
        row["engines"]["hlo"].update({"ns": [1, 2], "note": "", "values": [1.0], "memory_mb": None})
        row["engines"]["numpy"] = {"why": "unsupported operation", "ours": False}
        kept = bench_document.digest(measured_run(row))["rows"][0]["engines"]
        self.assertEqual(kept, {"hlo": {"ms": 1.235, "ours": True}})

    def test_replaces_the_file_of_the_same_processor_model(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            for ms in (1, 2):
                bench_document.write(root, measured_run(measured("add", 10, hlo=ms)))
            bench_document.write(root, measured_run(measured("add", 10, hlo=3),
                                                    machine={**measured_run()["machine"], "model": "Other"}))
            runs = bench_document.read_all(root / "docs/performance")
            page = (root / "docs/performance.md").read_text()
        self.assertEqual({slug: run["rows"][0]["engines"]["hlo"]["ms"] for slug, run in runs.items()},
                         {"amd-zen-5-avx-512": 2, "other": 3})
        self.assertIn("## AMD Zen 5, AVX-512", page)


class Machine(unittest.TestCase):
    def test_names_a_processor_by_vendor_family_and_vectors(self):
        for vendor, family, flags, name in (
                ("AuthenticAMD", "26", "avx2 avx512f", "AMD Zen 5, AVX-512"),
                ("AuthenticAMD", "25", "avx2", "AMD Zen 3, AVX2"),
                ("AuthenticAMD", "99", "avx2", "AMD family 99, AVX2"),
                ("GenuineIntel", "6", "avx2 avx512f", "Intel family 6, AVX-512")):
            fields = {"Vendor ID": vendor, "CPU family": family, "Flags": flags}
            self.assertEqual(bench_machine.model_name(fields), name)

    def test_makes_a_file_name_of_a_processor(self):
        self.assertEqual(bench_machine.slug("AMD Zen 5, AVX-512"), "amd-zen-5-avx-512")


class Engines(unittest.TestCase):
    def test_marks_the_engine_that_differs(self):
        results = {"a": {"values": [1.0]}, "b": {"values": [1.0001]}, "c": {"values": [1.5]}}
        bench_engines.check(results, 2e-3)
        self.assertEqual([name for name in results if "wrong" in results[name]], ["c"])

    def test_counts_known_elements_as_those_of_one_more_engine(self):
        results = {"a": {"values": [1.0]}, "b": {"values": [1.5]}}
        bench_engines.check(results, 2e-3, known=[1.0])
        self.assertEqual([name for name in results if "wrong" in results[name]], ["b"])

    def test_marks_engines_that_agree_on_wrong_integers(self):
        results = {"a": {"values": [2.0]}, "b": {"values": [1.0]}, "c": {"values": [1.0]}}
        bench_engines.check(results, 0, exact=[2.0])
        self.assertEqual([name for name in results if "wrong" in results[name]], ["b", "c"])

    def test_measures_slow_work_less_often(self):
        self.assertEqual([bench_engines.is_enough({"warm_ns": warm, "ns": [warm] * 2 * turn}, turn)
                          for warm, turn in ((2e9, 0), (5e8, 2), (5e8, 3), (1e6, 11))],
                         [True, False, True, False])

    def test_reads_the_peak_of_the_memory_of_a_process(self):
        code = "x = bytearray(50_000_000); del x; print(1, flush=True); input()"
        with subprocess.Popen([sys.executable, "-c", code], text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            peak, resident = bench_engines.peak_memory(process), bench_engines.reset_peak(process)
            process.communicate("\n")
        if not resident:
            self.skipTest("the system does not give the memory of processes")
        self.assertGreater(peak, resident + 45)

    def test_samples_existing_elements(self):
        self.assertEqual(bench_engines.sample_indices(1), [0])
        self.assertEqual(bench_engines.sample_indices(0), [])
        self.assertEqual(bench_engines.sample_indices(1000), [0, 500, 777, 999])


class Plot(unittest.TestCase):
    def test_draws_every_key_as_a_line(self):
        growth = [{"side": "native", "key": key, "n": n, "ms": n * 2e-6}
                  for key in ("add", "sort") for n in (10**3, 10**4)]
        root = ElementTree.fromstring(bench_plot.draw(growth))
        lines = root.findall("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual([len(line.get("points").split()) for line in lines], [2, 2])
        self.assertEqual(bench_plot.points(growth, "native")["add"], [(1000, 2.0), (10000, 2.0)])


class Work(unittest.TestCase):
    hlo = None

    def test_gives_models_of_other_engines_the_sizes_of_the_hlo_programs(self):
        transformer = ("TOKENS", "WIDTH", "HEADS", "HIDDEN")
        for file, names in (("litert_models.mjs", transformer),
                            ("onnx_models.mjs", (*transformer, "MLP", "RATE", "LSTM_STEPS", "LSTM_UNITS", "CACHE",
                                                 "DECODER_WIDTH", "DECODER_HEADS", "DECODER_HIDDEN"))):
            text = (ROOT / "wasm/bench" / file).read_text()
            for name in names:
                value = json.loads(re.search(rf"\b{name} = ([^;,\[]+|\[.*?\])", text).group(1))
                expected = getattr(bench_models, name)
                self.assertEqual(value, list(expected) if isinstance(expected, tuple) else expected, name)

    def test_names_every_row_once(self):
        names = [row.name for row in bench_work.ROWS]
        self.assertEqual(len(set(names)), len(names))

    def test_writes_programs_that_verify(self):
        if self.hlo is None:
            self.skipTest("no hlo given")
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for row in bench_work.ROWS:
                paths.append(pathlib.Path(folder) / f"{row.name}.hlo")
                paths[-1].write_text(row.kind.hlo(row.n))
            found = subprocess.run([self.hlo, "check", *paths], text=True, capture_output=True,
                                   check=False)
        self.assertEqual((found.returncode, found.stderr), (0, ""))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Work.hlo = sys.argv.pop()
    result = unittest.main(exit=False, verbosity=0).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed, "
          f"{len(result.skipped)} skipped")
    sys.exit(bool(bad))
