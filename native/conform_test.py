#!/usr/bin/env python3
"""End-to-end tests of hlo conform: conform_test.py PATH_OF_HLO

Last line: "N passed, N failed, N skipped"."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from command_line_testing import HLO, ROOT, hlo, main

PAD = "conformance/vectors/pad.json"
ENGINES = ROOT / "native/engines_for_tests.py"
OWN = f"{HLO} conform --serve"


def case(identity, data, **fields):
    """A program that returns its argument; `data` is what is expected of [1, 2]."""
    return {"id": identity, "kind": "run", "why": "the result is the argument", "requires": ["f32"],
            "spec": [{"doc": "operation-semantics", "anchor": "Copy"}], "provenance": {"kind": "hand"},
            "hlo": ["ENTRY e {", "  a = f32[2] parameter(0)", "  ROOT r = f32[2] copy(a)", "}"],
            "args": [{"shape": "f32[2]", "data": [1, 2]}], "expect": {"shape": "f32[2]", "data": data}, **fields}


class InFolder(unittest.TestCase):
    """With a folder that is removed afterwards."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def vectors(self, *cases):
        return self.write("vectors.json", {"format": 1, "op": "copy", "cases": list(cases)})

    def mixed(self):
        """Cases of which c fails."""
        return self.vectors(case("copy.a", [1, 2]), case("copy.b", [1, 2]), case("copy.c", [1, 3]), case("copy.d", [1, 2], requires=["f32"]))

    def report(self, end, *words):
        path = self.folder / ("report" + end)
        got = hlo("conform", *words, "--report", path)
        return got, path.read_text() if path.exists() else ""

    def outcomes(self, *words):
        got, text = self.report(".json", *words)
        lines = [json.loads(line) for line in text.splitlines()]
        return got, {line["id"]: line for line in lines if "id" in line}


class Misbehaving(InFolder):
    """An engine that misbehaves at one case loses that case only."""

    SAYS = {
        "exits": "exited with status 3", "is-killed": "killed by signal 11", "hangs": "longer than 1 s",
        "garbage": "must be a JSON object, got: warning: using the CPU", "binary": "must be a JSON object",
        "half-a-line-and-exits": "exited with status 0", "half-a-line-and-hangs": "longer than 1 s",
        "wrong-seq": "answered run 99 instead of 3", "no-outcome": "must have results, rejected, skipped, or error",
        "results-are-no-list": '"results" must be a list', "deep": "must be a JSON object",
        "endless-line": "", "old-answers": "longer than 1 s", "complains-and-exits": "the last words",
        "closes-its-output": "closed its standard output",
    }

    def run_engine(self, how, *words):
        shell = "exec " if how == "closes-its-output" else ""  # otherwise the shell keeps it open
        engine = f"{shell}{sys.executable} {ENGINES} {how} {self.folder / 'mark'}"
        return self.outcomes(PAD, "--engine", engine, "--timeout", "1", *words)

    def lost(self, how, *words):
        """The details of the cases that are not as with an engine that behaves."""
        _, good = self.run_engine("behaves")
        got, bad = self.run_engine(how, *words)
        self.assertEqual(got.returncode, 1, got.stderr)
        self.assertEqual(good.keys(), bad.keys())
        return [bad[i].get("detail", "") for i in good if (good[i]["outcome"], good[i].get("detail")) != (bad[i]["outcome"], bad[i].get("detail"))]

    def test_loses_one_case(self):
        for how, says in self.SAYS.items():
            with self.subTest(how):
                lost = self.lost(how)
                self.assertEqual(len(lost), 1, lost)
                self.assertIn(says, lost[0])

    def test_loses_nothing_if_the_answer_is_there(self):
        for how in ("floods-stderr", "answers-twice"):
            with self.subTest(how):
                self.assertEqual(self.lost(how), [])

    def test_another_version_after_a_restart_loses_that_case(self):
        for how, says in (("old-version", "must support version 1"), ("other-name", "was x 1.0 before, and is x 2.0 now")):
            with self.subTest(how):
                (self.folder / "mark").unlink(missing_ok=True)
                first, second = self.lost(how)
                self.assertIn("exited with status 1", first)
                self.assertIn(says, second)

    def test_an_engine_that_reads_nothing_does_not_block_the_runner(self):
        shape = f"f32[{1 << 18}]"  # more than a pipe holds
        vectors = self.vectors(case("copy.large", [0], args=[{"shape": shape, "data": [0] * (1 << 18)}],
                                    hlo=["ENTRY e {", f"  ROOT a = {shape} parameter(0)", "}"], expect={"shape": shape, "data": [0] * (1 << 18)}))
        start = time.monotonic()
        got = hlo("conform", vectors, "--engine", f"{sys.executable} {ENGINES} never-reads {self.folder / 'mark'}", "--timeout", "1")
        self.assertEqual(got.returncode, 1, got.stderr)
        self.assertIn("longer than 1 s", got.stdout)
        self.assertLess(time.monotonic() - start, 30)

    def test_an_engine_that_does_not_start_is_a_harness_error(self):
        for engine, says in (("exit 4", "exited with status 4"), ("echo hello", "must support version 1 of the protocol, got: hello"),
                             ("echo '{\"version\": 2}'", "must support version 1"), ("echo trouble >&2; false", "trouble")):
            got = hlo("conform", PAD, "--engine", engine)
            self.assertEqual((got.returncode, got.stdout), (2, ""), engine)
            self.assertIn(says, got.stderr)

    def test_standard_error_is_shown_on_request(self):
        engine = f"{sys.executable} {ENGINES} floods-stderr {self.folder / 'mark'}"
        self.assertEqual(hlo("conform", PAD, "--engine", engine).stderr, "")
        self.assertIn("noise noise", hlo("conform", PAD, "--engine", engine, "--show-stderr").stderr)

    def test_parallel_engines_give_the_same_verdicts(self):
        _, one = self.outcomes(PAD, "--engine", OWN)
        got, four = self.outcomes(PAD, "--engine", OWN, "--jobs", "4")
        self.assertEqual(got.returncode, 0, got.stdout)
        self.assertEqual([line["outcome"] for line in one.values()], [line["outcome"] for line in four.values()])
        self.assertEqual(list(one), list(four))


class Selection(InFolder):
    def test_every_case_is_in_exactly_one_shard(self):
        _, everything = self.outcomes(PAD)
        shards = [set(self.outcomes(PAD, "--shard", f"{n}/8")[1]) for n in range(1, 9)]
        self.assertEqual(sorted(identity for shard in shards for identity in shard), sorted(everything))
        self.assertLessEqual(max(map(len, shards)) - min(map(len, shards)), 1)

    def test_a_seed_changes_only_the_order_of_the_runs(self):
        def journal(seed):
            path = self.folder / f"journal{seed}"
            self.assertEqual(hlo("conform", PAD, "--order", seed, "--resume", path).returncode, 0)
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            return [line["started"] for line in lines if "started" in line]

        self.assertEqual(journal("7"), journal("07"))
        self.assertNotEqual(journal("7"), journal("8"))
        self.assertEqual(sorted(journal("7")), sorted(journal("8")))
        _, plain = self.outcomes(PAD)
        _, shuffled = self.outcomes(PAD, "--order", "7")
        self.assertEqual(list(plain), list(shuffled))

    def test_bad_options_are_harness_errors(self):
        for words in (["--shard", "0/3"], ["--shard", "4/3"], ["--shard", "1"], ["--shard", "1/3x"], ["--order", "x"],
                      ["--timeout", "0", "--engine", OWN], ["--expect", "/no/such/file"], ["--resume", "/no/such/folder/file"]):
            got = hlo("conform", PAD, *words)
            self.assertEqual((got.returncode, got.stdout), (2, ""), words)
            self.assertTrue(got.stderr.startswith("hlo conform: "), words)


class KnownFailures(InFolder):
    def expect(self, *entries):
        return self.write("known.json", {"engine": "x", "notes": "", "failures": list(entries)})

    def test_a_known_failure_does_not_fail_the_run(self):
        known = self.expect({"cases": ["copy.c"], "why": "the engine copies badly", "issue": "https://example.com/7"})
        got, cases = self.outcomes(self.mixed(), "--expect", known)
        self.assertEqual(got.returncode, 0, got.stdout)
        self.assertIn("3 passed, 0 failed, 0 skipped, 1 known failures", got.stdout)
        self.assertEqual(cases["copy.c"]["outcome"], "known")
        self.assertTrue(cases["copy.c"]["detail"].startswith("the engine copies badly (https://example.com/7): "))

    def test_an_unexpected_pass_fails_the_run(self):
        known = self.expect({"cases": ["copy.?"], "why": "the engine copies badly"})
        got, cases = self.outcomes(self.mixed(), "--expect", known)
        self.assertEqual(got.returncode, 1)
        self.assertEqual([case["outcome"] for case in cases.values()], ["failed", "failed", "known", "failed"])
        self.assertIn("unexpected pass", cases["copy.a"]["detail"])

    def test_a_skipped_case_is_neither(self):
        known = self.expect({"cases": ["copy.skipped"], "why": "no f99"})
        vectors = self.vectors(case("copy.skipped", [1, 2], requires=["f99"]))
        got, cases = self.outcomes(vectors, "--expect", known, "--engine", OWN)
        self.assertEqual((got.returncode, cases["copy.skipped"]["outcome"]), (0, "skipped"))

    def test_a_failure_that_is_not_listed_fails_the_run(self):
        got = hlo("conform", self.mixed(), "--expect", self.expect({"cases": ["pad.*"], "why": "no pad"}))
        self.assertEqual(got.returncode, 1)
        self.assertIn("FAILED copy.c", got.stdout)

    def test_an_entry_without_a_reason_is_a_harness_error(self):
        for entry in ({"cases": ["copy.c"]}, {"why": "x"}, {"cases": [], "why": "x"}, 7):
            got = hlo("conform", self.mixed(), "--expect", self.expect(entry))
            self.assertEqual((got.returncode, got.stdout), (2, ""), entry)


class Resume(InFolder):
    def test_a_run_that_was_killed_continues_where_it_ended(self):
        slow = self.write("slow.py", "import json, sys, time\n"
                          "for line in sys.stdin:\n"
                          " m = json.loads(line)\n"
                          " if m['cmd'] == 'stop': break\n"
                          " if m['cmd'] == 'run': time.sleep(0.3); open(sys.argv[1], 'a').write('x')\n"
                          " print(json.dumps(dict(version=1, name='x', types=['f32'], features=[]) if m['cmd'] == 'start' else"
                          " dict(seq=m['seq'], results=m['args'])), flush=True)\n")
        runs, journal = self.folder / "runs", self.folder / "journal"
        words = ["conform", self.mixed(), "--engine", f"{sys.executable} {slow} {runs}", "--resume", journal]
        first = subprocess.Popen([HLO, *map(str, words)], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.read_text().count('"outcome"') >= 2) and time.monotonic() < deadline:
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.wait()
        time.sleep(2)  # the engine ends the case that it is at
        done = journal.read_text().count('"outcome"')
        before = len(runs.read_text())
        with journal.open("a") as file:
            file.write('{"id":"copy.d","outc')  # a line that was cut off
        got = hlo(*words)
        self.assertIn("3 passed, 1 failed, 0 skipped", got.stdout)
        self.assertLessEqual(len(runs.read_text()) - before, 4 - done)
        again = len(runs.read_text())
        self.assertEqual(hlo(*words).stdout, got.stdout)
        self.assertEqual(len(runs.read_text()), again)

    def test_a_case_during_which_two_runs_ended_has_failed(self):
        vectors, journal = self.mixed(), self.folder / "journal"
        self.assertEqual(hlo("conform", vectors, "--resume", journal).returncode, 1)
        header = journal.read_text().splitlines()[0]
        journal.write_text(header + '\n{"started":"copy.a"}\n{"started":"copy.a"}\n{"started":"copy.b"}\n')
        _, cases = self.outcomes(vectors, "--resume", journal)
        self.assertEqual([case["outcome"] for case in cases.values()], ["failed", "passed", "failed", "passed"])
        self.assertEqual(cases["copy.a"]["detail"], "2 runs ended during this case")

    def test_a_case_that_has_changed_runs_again(self):
        journal = self.folder / "journal"
        hlo("conform", self.mixed(), "--resume", journal)
        corrected = self.vectors(case("copy.a", [1, 2]), case("copy.c", [1, 2]))
        self.assertIn("2 passed, 0 failed", hlo("conform", corrected, "--resume", journal).stdout)

    def test_the_journal_of_another_engine_is_refused(self):
        journal = self.folder / "journal"
        hlo("conform", self.mixed(), "--resume", journal)
        got = hlo("conform", self.mixed(), "--kernels", "off", "--resume", journal)
        self.assertEqual((got.returncode, got.stdout), (2, ""))
        self.assertIn("must be the journal of this engine in this mode", got.stderr)


class Reports(InFolder):
    """Of a run with a failed, a skipped, a known, and two passed cases, with messages that need quoting."""

    def reports(self, end):
        bad = case("copy.skipped", [1, 2], requires=["f99"])
        vectors = self.vectors(case("copy.a", [1, 2]), case("copy.b", [1, 2]), case("copy.failed", [1, 3], why="a < b & c # \"d\""), case("copy.known", [0, 2]), bad)
        known = self.write("known.json", {"failures": [{"cases": ["copy.known"], "why": "known <reason> # 1"}]})
        got, text = self.report(end, vectors, "--engine", OWN, "--expect", known)
        self.assertEqual(got.returncode, 1, got.stderr)
        return text

    def test_json_lines(self):
        header, *cases, footer = map(json.loads, self.reports(".json").splitlines())
        self.assertEqual((header["format"], header["engine"], header["cases"]), (1, "hlo-playground", 5))
        self.assertIn("engine_version", header)
        self.assertEqual([c["outcome"] for c in cases], ["passed", "passed", "failed", "known", "skipped"])
        self.assertEqual(footer, {"passed": 2, "failed": 1, "skipped": 1, "known": 1})

    def test_junit(self):
        suite = ElementTree.fromstring(self.reports(".xml"))
        self.assertEqual({key: suite.get(key) for key in ("tests", "failures", "skipped")}, {"tests": "5", "failures": "1", "skipped": "2"})
        found = {c.get("name"): [child.tag for child in c] for c in suite}
        self.assertEqual(found, {"copy.a": [], "copy.b": [], "copy.failed": ["failure"], "copy.known": ["skipped"], "copy.skipped": ["skipped"]})
        self.assertIn('a < b & c # "d"', suite[2][0].text)

    def test_tap(self):
        lines = self.reports(".tap").splitlines()
        self.assertEqual(lines[:2], ["TAP version 14", "1..5"])
        tests = [line for line in lines if line.startswith(("ok", "not ok"))]
        self.assertEqual([line.split(" # ")[0] for line in tests],
                         ["ok 1 - copy.a", "ok 2 - copy.b", "not ok 3 - copy.failed", "not ok 4 - copy.known", "ok 5 - copy.skipped"])
        self.assertTrue(tests[3].split(" # ")[1].startswith("TODO known <reason> \\# 1: "), tests[3])
        self.assertIn(" # SKIP the engine does not support f99", tests[4])
        self.assertEqual(json.loads(next(line for line in lines if line.startswith("  why: "))[7:]), 'a < b & c # "d"')

    def test_sarif(self):
        log = json.loads(self.reports(".sarif"))
        self.assertEqual(log["version"], "2.1.0")
        run = log["runs"][0]
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        failed, known = run["results"]
        self.assertEqual((failed["ruleId"], failed["level"]), ("copy", "error"))
        self.assertIn("copy", rules)
        self.assertTrue(failed["message"]["text"].startswith("copy.failed: "))
        self.assertNotIn("suppressions", failed)
        self.assertEqual(known["suppressions"][0]["kind"], "external")
        place = failed["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], f"file://{self.folder}/vectors.json")

    def test_sarif_points_at_the_line_of_the_case(self):
        lines = (ROOT / PAD).read_text().splitlines()
        _, text = self.report(".sarif", PAD, "--engine", f"{sys.executable} {ENGINES} behaves {self.folder / 'mark'}")
        results = json.loads(text)["runs"][0]["results"]
        self.assertTrue(results)
        for result in results:
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(place["artifactLocation"]["uri"], PAD)
            self.assertIn(f'"id": "{result["message"]["text"].split(": ")[0]}"', lines[place["region"]["startLine"] - 1])

    def test_sarif_quotes_paths(self):
        (self.folder / "a b%").mkdir()
        vectors = self.folder / "a b%/v.json"
        vectors.write_text(self.mixed().read_text())
        _, text = self.report(".sarif", vectors)
        place = json.loads(text)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], f"file://{self.folder}/a%20b%25/v.json")

    def test_html_and_markdown_escape_messages(self):
        html = self.reports(".html")
        self.assertIn("a &lt; b &amp; c", html)
        self.assertIn("known &lt;reason&gt;", html)
        markdown = self.reports(".md")
        self.assertIn("2 passed, 1 failed, 1 skipped, 1 known failures", markdown)
        self.assertIn("| `copy.failed` | ", markdown)

    def test_badge(self):
        badge = json.loads(self.reports(".badge.json"))
        self.assertEqual((badge["message"], badge["color"], badge["schemaVersion"]), ("2/4", "red", 1))

    def test_several_reports_of_one_run(self):
        paths = [self.folder / name for name in ("a.xml", "b.tap")]
        hlo("conform", self.mixed(), "--report", paths[0], "--report", paths[1])
        self.assertTrue(all(path.exists() for path in paths))

    def test_bytes_that_are_no_text_do_not_break_a_report(self):
        engine = f"{sys.executable} {ENGINES} binary {self.folder / 'mark'}"
        for end in (".json", ".xml", ".sarif", ".tap", ".md", ".html"):
            got, text = self.report(end, PAD, "--engine", engine)
            self.assertEqual(got.returncode, 1)
            self.assertNotIn("\x1b", text)
        ElementTree.fromstring(self.report(".xml", PAD, "--engine", engine)[1])


class InstalledVectors(InFolder):
    def test_are_the_default_outside_of_the_repository(self):
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/hlo"
        program.write_bytes(pathlib.Path(HLO).read_bytes())
        program.chmod(0o755)
        share = self.folder / "share/hlo-playground/vectors"
        share.mkdir(parents=True)
        (share / "copy.json").write_text(self.mixed().read_text())
        got = subprocess.run([program, "conform"], cwd=self.folder, capture_output=True, text=True)
        self.assertIn("3 passed, 1 failed, 0 skipped", got.stdout)
        self.assertEqual(os.listdir(share), ["copy.json"])


sys.exit(main())
