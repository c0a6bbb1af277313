#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/bench: reports and plots of hand-written samples, and the HLO programs of all rows:
bench_test.py [HLO]."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import bench_engines
import bench_plot
import bench_report
import bench_work

LIMITS = {"target": "X", "flops": 1e11, "read_16": 1e10, "copy_16": 2e10, "triad_16": 1e10,
          "read_256": 1e9, "copy_256": 1e9, "triad_256": 1e9}


def measured(key, n, **milliseconds):
    """A row whose engines (with _ for a space) have three samples with the given medians."""
    engines = {name.replace("_", " "): {"ns": [ms * 1e6, ms * 9e5, ms * 2e6]}
               for name, ms in milliseconds.items()}
    for name in engines:
        engines[name].update({"ours": name.startswith("hlo"), "relaxed": "relaxed" in name})
    return {"side": "native", "key": key, "n": n, "busy": 1.0, "aim": 0.9, "engines": engines}


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

    def test_excludes_relaxed_simd_and_wrong_results_from_the_best_peer(self):
        row = measured("add", 10, hlo=2, wrong=1, right=4, quick_relaxed=1)
        row["engines"]["wrong"]["wrong"] = "other numbers"
        short = bench_report.summarize(row, LIMITS)
        self.assertEqual((short["peer"], short["ratio"]), ("right", 2))
        self.assertEqual(short["relaxed_ratio"], 0.5)

    def test_shows_a_dash_for_unsupported_work(self):
        row = measured("sort", 10, numpy=1)
        row["engines"]["hlo"] = {"why": "not evaluated yet", "ours": True}
        run = {"rows": [row], "limits": {"native": LIMITS}, "growth": [], "threads": 1}
        self.assertEqual(bench_report.table(run, "native")[1][2:6], ["-", "", "-", "numpy"])

    def test_shows_modes_as_multiples_of_fast_mode(self):
        row = measured("add", 10, hlo=2, hlo_portable=3)
        self.assertEqual(bench_report.summarize(row, LIMITS)["portable"], 1.5)

    def test_prints_three_significant_digits(self):
        self.assertEqual([bench_report.number(x) for x in (None, 0.012345, 1234.5, 2)],
                         ["-", "0.0123", "1234", "2"])


class Engines(unittest.TestCase):
    def test_marks_the_engine_that_differs(self):
        results = {"a": {"values": [1.0]}, "b": {"values": [1.0001]}, "c": {"values": [1.5]}}
        bench_engines.check(results, 2e-3)
        self.assertEqual([name for name in results if "wrong" in results[name]], ["c"])

    def test_samples_existing_elements(self):
        self.assertEqual(bench_engines.sample_indices(1), [0])
        self.assertEqual(bench_engines.sample_indices(0), [])
        self.assertEqual(bench_engines.sample_indices(1000), [0, 500, 777, 999])


class Plot(unittest.TestCase):
    def test_draws_every_key_as_a_line(self):
        growth = [{"side": "native", "key": key, "n": n, "ns": [n * 2.0]}
                  for key in ("add", "sort") for n in (10**3, 10**4)]
        root = ElementTree.fromstring(bench_plot.draw(growth))
        lines = root.findall("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual([len(line.get("points").split()) for line in lines], [2, 2])
        self.assertEqual(bench_plot.points(growth, "native")["add"], [(1000, 2.0), (10000, 2.0)])


class Work(unittest.TestCase):
    hlo = None

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
