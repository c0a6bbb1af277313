#!/usr/bin/python3
"""Tests of action.yml and the container file: action_test.py PATH_OF_HLO. Last line: "N passed, N failed, N skipped"."""
import functools
import hashlib
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HLO = str(pathlib.Path(sys.argv[1]).resolve())
RUN = ROOT / "conformance/action/run.sh"
ACTION = (ROOT / "action.yml").read_text()
VERSION = json.loads((ROOT / "conformance/npm/package.json").read_text())["version"]


def case(identity, data):
    return {"id": identity, "kind": "run", "why": "the result is the argument", "requires": ["f32"], "spec": [{"doc": "operation-semantics", "anchor": "Copy"}],
            "provenance": {"kind": "hand"}, "hlo": ["ENTRY e {", "  ROOT a = f32[] parameter(0)", "}"], "args": [{"shape": "f32[]", "data": 1}],
            "expect": {"shape": "f32[]", "data": data}}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Action(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "vectors.json").write_text(json.dumps({"format": 1, "op": "copy", "cases": [case("copy.good", 1), case("copy.bad", 2)]}))

    def run_action(self, **inputs):
        """As a runner does: every input of action.yml is a variable, with its default."""
        defaults = dict(re.findall(r"^  (\w+):\n    description: .*\n    default: '?([^'\n]*)'?$", ACTION, re.M))
        names = dict(re.findall(r"^        (HLO_\w+): \$\{\{ inputs\.(\w+) \}\}$", ACTION, re.M))
        self.assertEqual(set(names.values()), set(defaults))
        self.assertEqual(set(inputs) - set(defaults) - {"releases"}, set())
        values = {name: str({**defaults, "hlo": HLO, "vectors": "vectors.json", **inputs}[key]) for name, key in names.items()}
        if "releases" in inputs:
            values["HLO_RELEASES"] = inputs["releases"]
        ran = subprocess.run([RUN], cwd=self.folder, capture_output=True, text=True, env={
            "PATH": os.environ["PATH"], "RUNNER_TEMP": str(self.folder / "temp"), "HLO_REPOSITORY": "a/b",
            "GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary"), **values})
        output = self.folder / "output"
        return ran, dict(line.split("=") for line in output.read_text().split()) if output.exists() else {}

    def test_failed_cases_fail_the_step_and_are_counted(self):
        ran, outputs = self.run_action()
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertEqual(outputs, {"passed": "1", "failed": "1", "skipped": "0"})
        self.assertIn("FAILED copy.bad", ran.stdout)
        self.assertIn("| `copy.bad` |", (self.folder / "summary").read_text())

    def test_every_output_of_the_action_is_written(self):
        _, outputs = self.run_action()
        self.assertEqual(set(re.findall(r"steps\.run\.outputs\.(\w+)", ACTION)), set(outputs))

    def test_the_step_can_only_report(self):
        ran, outputs = self.run_action(fail="false")
        self.assertEqual((ran.returncode, outputs["failed"]), (0, "1"))

    def test_writes_every_report(self):
        self.run_action(reports="out/reports")
        self.assertEqual(sorted(path.name for path in (self.folder / "out/reports").iterdir()),
                         sorted("report." + end for end in ("json", "xml", "sarif", "tap", "md", "html", "badge.json")))

    def test_inputs_select_cases_and_the_engine(self):
        (self.folder / "known.json").write_text(json.dumps({"failures": [{"cases": ["copy.bad"], "why": "known"}]}))
        ran, outputs = self.run_action(engine=f"{HLO} conform --serve", expect="known.json", jobs=2, order=3, timeout=20)
        self.assertEqual((ran.returncode, outputs), (0, {"passed": "1", "failed": "0", "skipped": "0", "known": "1"}), ran.stderr)
        self.assertEqual(self.run_action(filter="*.good")[0].returncode, 0)
        self.assertEqual(self.run_action(shard="1/2")[0].returncode, 0)
        ran, outputs = self.run_action(engine=f"{HLO} conform --serve", through="stablehlo", filter="*.good")
        self.assertEqual((ran.returncode, outputs["passed"]), (0, "1"), ran.stderr)

    def test_a_harness_error_fails_the_step_in_any_case(self):
        ran, _ = self.run_action(engine="exit 3", fail="false")
        self.assertEqual(ran.returncode, 2)

    def test_inputs_are_not_evaluated(self):
        self.run_action(filter="$(touch evil)", reports="`touch evil`", shard="1/1")
        self.assertFalse((self.folder / "evil").exists())

    def served(self, tarball_is_good):
        """A release on a server, as the URL of its folder."""
        name = f"hlo-playground-{VERSION}-linux-{os.uname().machine}"
        release = self.folder / f"releases/v{VERSION}"
        release.mkdir(parents=True)
        with tarfile.open(release / f"{name}.tar.gz", "w:gz") as tar:
            tar.add(HLO, f"{name}/bin/hlo")
        digest = hashlib.sha256((release / f"{name}.tar.gz").read_bytes()).hexdigest()
        (release / "SHA256SUMS").write_text(f"{digest if tarball_is_good else '0' * 64}  {name}.tar.gz\n")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(self.folder / "releases")))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_fetches_the_release_of_its_version(self):
        ran, outputs = self.run_action(hlo="", releases=self.served(True))
        self.assertEqual((ran.returncode, outputs.get("passed")), (1, "1"), ran.stderr)
        self.assertTrue(next((self.folder / "temp").glob("hlo-playground-*/bin/hlo")).exists())

    def test_refuses_a_release_with_another_checksum(self):
        ran, outputs = self.run_action(hlo="", releases=self.served(False))
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual(outputs, {})
        self.assertFalse(list((self.folder / "temp").glob("*/bin/hlo")))


class Container(unittest.TestCase):
    def test_copies_the_package_that_release_makes_and_runs_conform(self):
        text = (ROOT / "conformance/action/Containerfile").read_text()
        self.assertRegex(text, r"(?m)^COPY hlo-playground_\*\.deb /tmp/$")
        self.assertRegex(text, r'(?m)^ENTRYPOINT \["hlo", "conform"\]$')
        self.assertIn("CPACK_DEBIAN_FILE_NAME DEB-DEFAULT", (ROOT / "scripts/cmake/packages.cmake").read_text())


result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
failed = len(result.failures) + len(result.errors)
print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
sys.exit(1 if failed else 0)
