#!/usr/bin/python3
"""Tests of scripts/vectors: vectors_test.py. Last line: "N passed, N failed, N skipped"."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import vectors_changes
import vectors_lines
import vectors_lint
import vectors_new
import vectors_try

try:
    import jsonschema
except ImportError:
    jsonschema = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
HLO = ROOT / "build/native/bin/hlo"
GOOD = {"id": "pad.f32.nothing", "kind": "run", "why": "no padding is the identity", "spec": [{"doc": "operation-semantics", "anchor": "Pad"}],
        "requires": ["f32"], "hlo": ["ENTRY e {", "}"], "args": [], "expect": {"shape": "f32[]", "data": 0}, "provenance": {"kind": "hand"}}


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


@unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
class Lint(unittest.TestCase):
    """Each fault is a sentence that says what is missing."""

    def faults(self, op="pad", **changes):
        case = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
        schema = json.loads((ROOT / "conformance/schema/vectors.schema.json").read_text())
        return list(vectors_lint.document_faults(jsonschema.Draft202012Validator(schema), {"format": 1, "op": op, "cases": [case]}))

    def test_a_good_case_has_none(self):
        self.assertEqual(self.faults(), [])

    def test_faults_say_what_is_missing(self):
        self.assertEqual(self.faults(why=None), ['pad.f32.nothing: "why" is missing: one line: what the case tests'])
        self.assertEqual(self.faults(expect=None), ['pad.f32.nothing: "expect" is missing: the expected result: a LITERAL (docs/formats.md, section 3)'])
        self.assertEqual(self.faults(id=None)[0], "case 1: \"id\" is missing: a stable name, op.type-or-topic.what, such as pad.f32.negative-edge")
        self.assertEqual(self.faults(provenance={"kind": "derived"}), ['pad.f32.nothing: "oracle" is missing: the program or person that the expected value is from'])
        self.assertEqual(self.faults(why="short"), ['pad.f32.nothing: "why" must have at least 8 characters, got "short": one line: what the case tests'])
        self.assertEqual(self.faults(hlo=[])[0], 'pad.f32.nothing: "hlo" must not be empty: the lines of the program')

    def test_faults_say_what_is_known(self):
        self.assertEqual(self.faults(kind="runs")[0], 'pad.f32.nothing: "kind" must be one of run, reject, layout, print, import, judge, got "runs"')
        self.assertEqual(self.faults(argz=[]), ['pad.f32.nothing: unknown field "argz", did you mean "args"?'])
        self.assertEqual(self.faults(id="Pad F32"), ['Pad F32: "id" must be op.type-or-topic.what in lower case, digits, and -, got "Pad F32"',
                                                     'Pad F32: "id" must begin with the op of the file, pad.'])

    def test_a_run_case_requires_what_its_program_uses(self):
        program = ["ENTRY e {", '  ROOT c = (f32[2], pred[<=3]) custom-call(), custom_call_target="s8[2]" // u8[2]', "}"]
        self.assertEqual(self.faults(hlo=program, requires=["f32"]), ['pad.f32.nothing: "requires" must have dynamic, pred, which the program uses'])
        self.assertEqual(self.faults(hlo=program, requires=["dynamic", "f32", "pred"]), [])
        self.assertEqual(self.faults(topology={"replicas": 2, "partitions": 3}),
                         ['pad.f32.nothing: "requires" must have partitions, replicas, which the program uses'])

    def test_what_the_schema_cannot_say(self):
        self.assertEqual(self.faults(why="the result should be equal"), ['pad.f32.nothing: "why" must be a statement without "should"'])
        self.assertEqual(self.faults(op="slice"), ['pad.f32.nothing: "id" must begin with the op of the file, slice.'])


ISSUE = """### Op

pad

### Why

A negative edge crops the last element

### Program

```text
ENTRY e {
  a = f32[3] parameter(0)
  z = f32[] parameter(1)
  ROOT r = f32[2] pad(a, z), padding=0_-1
}
```

### Arguments

```json
[{"shape": "f32[3]", "data": [1, 2, 3]}, {"shape": "f32[]", "data": 0}]
```

### Expected

```json
{"shape": "f32[2]", "data": [1, 2]}
```

### Section

_No response_

### Oracle

numpy 1.24
"""


class FromIssue(unittest.TestCase):
    OTHERS = [{"op": "pad", "cases": [GOOD]}]

    def case(self, text=ISSUE, others=OTHERS):
        return vectors_new.case_of(vectors_new.issue_answers(text), others)

    def test_the_form_has_the_headings_that_are_read(self):
        labels = re.findall(r"^      label: (.*)$", (ROOT / ".github/ISSUE_TEMPLATE/vector.yml").read_text(), re.M)
        self.assertEqual(set(labels) - set(vectors_new.HEADINGS), set())
        self.assertEqual({vectors_new.HEADINGS[label] for label in labels} | {"id"}, {field for field, _, _ in vectors_new.QUESTIONS})

    def test_makes_a_run_case(self):
        self.assertEqual(self.case(), ("pad", {
            "id": "pad.f32.negative-edge-crops-last-element", "kind": "run", "level": "core", "why": "A negative edge crops the last element",
            "spec": [{"doc": "operation-semantics", "anchor": "Pad"}], "requires": ["f32"], "tags": [],
            "hlo": ["ENTRY e {", "  a = f32[3] parameter(0)", "  z = f32[] parameter(1)", "  ROOT r = f32[2] pad(a, z), padding=0_-1", "}"],
            "args": [{"shape": "f32[3]", "data": [1, 2, 3]}, {"shape": "f32[]", "data": 0}], "expect": {"shape": "f32[2]", "data": [1, 2]},
            "provenance": {"kind": "derived", "oracle": "numpy 1.24"}}))

    def test_makes_a_reject_case(self):
        start, end = ISSUE.index("```json\n{"), ISSUE.index("### Section")
        _, case = self.case(ISSUE[:start] + "```json\npad.C3 at 5:12\n```\n\n" + ISSUE[end:].replace("numpy 1.24", "by hand"))
        self.assertEqual((case["kind"], case["reject"]), ("reject", {"phase": "shape", "code": "pad.C3", "line": 5, "col": 12}))
        self.assertEqual(case["provenance"], {"kind": "hand"})
        self.assertNotIn("expect", case)

    def test_an_id_is_never_used_twice(self):
        taken = [{"op": "pad", "cases": [{**GOOD, "id": "pad.f32.negative-edge-crops-last-element"}]}]
        self.assertEqual(self.case(others=taken)[1]["id"], "pad.f32.negative-edge-crops-last-element-2")

    def test_a_stablehlo_program_is_an_import_case(self):
        start, end = ISSUE.index("ENTRY e {"), ISSUE.index("```\n\n### Arguments")
        text = ISSUE[:start] + "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n" + ISSUE[end:]
        with self.assertRaisesRegex(vectors_new.Fault, "a topic such as import-regions, got pad"):
            self.case(text)
        op, case = self.case(text.replace("pad\n", "import-functions\n", 1))
        self.assertEqual((op, case["kind"], case["requires"], len(case["source"])), ("import-functions", "import", ["stablehlo"], 3))
        self.assertNotIn("hlo", case)

    def test_an_op_without_a_file_is_remarked(self):
        self.assertEqual(vectors_new.unknown_op("pad", self.OTHERS), "")
        self.assertEqual(vectors_new.unknown_op("padd", self.OTHERS), "there is no file padd.json yet; did you mean pad?")
        self.assertEqual(vectors_new.unknown_op("x", self.OTHERS), "there is no file x.json yet")

    def test_devices_are_a_topology(self):
        _, case = self.case(ISSUE.replace("ENTRY e {", "HloModule m, replica_count=4\nENTRY e {"))
        self.assertEqual((case["topology"], case["requires"]), ({"replicas": 4, "partitions": 1}, ["f32", "replicas"]))

    def test_says_what_is_wrong(self):
        for text, says in (("hello", "none of the headings"), (ISSUE.replace("numpy 1.24", "_No response_"), "an answer is missing: oracle"),
                           (ISSUE.replace('[{"shape"', '{"shape"'), "the arguments must be JSON")):
            with self.assertRaisesRegex(vectors_new.Fault, says):
                self.case(text)

    def test_windows_line_ends_make_no_difference(self):
        self.assertEqual(self.case(ISSUE.replace("\n", "\r\n")), self.case())

    def test_the_questions_of_new_give_the_same_case(self):
        answers = vectors_new.issue_answers(ISSUE)
        typed = []
        for field, _, lines in vectors_new.QUESTIONS:
            typed += [*answers.get(field, "").split("\n"), "."] if lines else [answers.get(field, "")]
        lines = iter(typed)
        self.assertEqual(vectors_new.case_of(vectors_new.ask(lambda: next(lines), lambda _: None), self.OTHERS), self.case())


class Command(unittest.TestCase):
    def command(self, *words, text=""):
        return subprocess.run([sys.executable, ROOT / "scripts/vectors", *words], input=text, capture_output=True, text=True)

    @unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
    def test_from_issue_prints_a_file_that_lint_accepts(self):
        got = self.command("from-issue", text=ISSUE)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertEqual(json.loads(got.stdout)["cases"][0]["id"], "pad.f32.negative-edge-crops-last-element")

    @unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
    def test_faults_are_said_in_one_line(self):
        for words, text, says in ((["new"], "pad\n", "the input ended before the last answer"), (["from-issue"], "x", "none of the headings"),
                                  (["new", "pad"], "", "new takes OP and ID, or neither")):
            got = self.command(*words, text=text)
            self.assertNotEqual(got.returncode, 0)
            self.assertIn(says, got.stderr.splitlines()[-1])

    def test_new_prints_an_empty_case(self):
        got = self.command("new", "pad", "pad.f32.x")
        self.assertEqual(json.loads(got.stdout)["cases"][0]["id"], "pad.f32.x")


class Repository(InFolder):
    """A repository with versions 1.0.0 and 1.1.0."""

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def commit(self, subject, version, **files):
        (self.folder / "conformance/vectors").mkdir(parents=True, exist_ok=True)
        (self.folder / "CMakeLists.txt").write_text(f"project(x VERSION {version} LANGUAGES CXX)\n")
        for name, cases in files.items():
            path = self.folder / f"conformance/vectors/{name}.json"
            if cases is None:
                path.unlink()
            else:
                path.write_text(json.dumps({"format": 1, "op": name, "cases": cases}))
        self.git("add", "-A")
        self.git("commit", "-qm", subject)

    def setUp(self):
        super().setUp()
        self.git("init", "-q")
        one, two = {"id": "a.1", "expect": 1}, {"id": "a.2", "expect": 2}
        self.commit("first", "1.0.0", a=[one, two])
        self.commit("more", "1.0.0", b=[{"id": "b.1", "expect": 1}])
        self.commit("next version", "1.1.0")
        self.commit("a typo", "1.1.0", a=[{**one, "expect": 7}, two])
        self.commit("the exact value", "1.1.0", a=[{**one, "expect": 8, "why": "exact"}, two, {"id": "a.3", "expect": 3}])
        self.commit("b is undefined", "1.1.0", b=None)


class Lines(InFolder):
    def test_exceptions_name_lines_of_the_sources_and_have_reasons(self):
        (self.folder / "a.cc").write_text("  if (odd) {\n    return Fail();\n  }\n")
        exceptions = {"a.cc: return Fail();": "only other input", "a.cc: return Fail(1);": "changed", "b.cc: return Fail();": "moved",
                      "a.cc: if (odd) {": " "}
        self.assertEqual(list(vectors_lines.invalid(exceptions, self.folder)),
                         ["uncovered.json: gone, so remove the exception: a.cc: return Fail(1);",
                          "uncovered.json: gone, so remove the exception: b.cc: return Fail();",
                          "uncovered.json: must have a reason: a.cc: if (odd) {"])


class Changes(Repository):
    def test_lists_what_each_version_changed_and_why(self):
        self.assertEqual(vectors_changes.changes(self.folder), {"format": 1, "versions": [
            {"version": "1.1.0", "added": ["a.3"], "changed": [{"id": "a.1", "fields": ["expect", "why"], "why": "the exact value"}],
             "removed": [{"id": "b.1", "why": "b is undefined"}]},
            {"version": "1.0.0", "added": ["a.1", "a.2", "b.1"], "changed": [], "removed": []}]})

    def test_the_json_text_says_the_same(self):
        found = vectors_changes.changes(self.folder)
        self.assertEqual(json.loads(vectors_changes.as_json(found)), found)

    def test_a_change_of_words_is_only_counted(self):
        self.commit("words", "1.1.0", a=[{"id": "a.1", "expect": 8, "why": "exact"}, {"id": "a.2", "expect": 2, "why": "words"}, {"id": "a.3", "expect": 3}])
        text = vectors_changes.as_text(vectors_changes.changes(self.folder))
        self.assertIn("1.1.0: 1 added, 1 changed, 1 removed; 1 worded differently", text)
        self.assertIn("  changed a.1 (expect, why): the exact value", text)
        self.assertNotIn("a.2", text)

    def test_an_incomplete_history_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{self.folder}", name], check=True)
            with self.assertRaisesRegex(vectors_changes.Fault, "unshallow"):
                vectors_changes.changes(pathlib.Path(name))


class Try(Repository):
    def documents(self):
        return [(path, json.loads(path.read_text())) for path in sorted((self.folder / "conformance/vectors").glob("*.json"))]

    def test_takes_the_cases_that_are_new_or_changed(self):
        picked = vectors_try.new_cases(self.folder, "HEAD~3", [], self.documents())
        self.assertEqual([[case["id"] for case in document["cases"]] for document in picked], [["a.1", "a.3"]])
        self.assertEqual(vectors_try.new_cases(self.folder, "HEAD", [], self.documents()), [])

    def test_takes_the_cases_that_match(self):
        picked = vectors_try.new_cases(self.folder, "HEAD", ["*.2"], self.documents())
        self.assertEqual([[case["id"] for case in document["cases"]] for document in picked], [["a.2"]])

    @unittest.skipUnless(HLO.exists(), "build/native is not built")
    def test_runs_cases_on_every_engine_that_is_here(self):
        ran = subprocess.run([sys.executable, ROOT / "scripts/vectors", "try", "pad.f32.interior-then-negative-edge"], capture_output=True, text=True,
                             env={**os.environ, "NODE_PATH": ""})
        self.assertEqual(ran.returncode, 0, ran.stderr)
        for engine in ("this engine", "without SIMD kernels"):
            self.assertRegex(ran.stdout, rf"(?m)^{engine} +1 passed, 0 failed, 0 skipped$")
        self.assertRegex(ran.stdout, r"(?m)^ONNX Runtime +- \(onnxruntime-node is not installed")

    @unittest.skipUnless(HLO.exists(), "build/native is not built")
    def test_a_wrong_expected_value_fails(self):
        wrong = {**GOOD, "hlo": ["ENTRY e {", "  ROOT a = f32[] constant(1)", "}"]}
        status = vectors_try.try_all(ROOT, HLO, "HEAD", ["pad.*"], [(ROOT / "pad.json", {"format": 1, "op": "pad", "cases": [wrong]})])
        self.assertEqual(status, 1)


result = unittest.TextTestRunner(stream=sys.stdout, buffer=True).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
failed = len(result.failures) + len(result.errors)
print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
sys.exit(1 if failed else 0)
