#!/usr/bin/env python3
"""Tests of the source checks: each violation is detected.

Last line: "N passed, N failed, N skipped"."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["core", "native", "wasm", "conformance/runner"]


class Check(unittest.TestCase):
    """Runs a check on a modified copy of the source."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, self.root / name)

    def run_check(self):
        return subprocess.run([sys.executable, str(ROOT / "scripts" / self.script), str(self.root)],
                              capture_output=True, text=True)

    def passes(self):
        got = self.run_check()
        self.assertEqual((got.returncode, got.stderr), (0, ""))

    def fails(self, *messages):
        got = self.run_check()
        self.assertEqual((got.returncode, got.stderr.splitlines()), (1, list(messages)))

    def write(self, path, text):
        (self.root / path).write_text(text)

    def replace(self, path, old, new):
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new))


class GeneratedFiles(Check):
    """Of one generator."""
    script = "check_generated.py"
    NAME = "bits.py"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("conformance", "core/kernels", "core/base", "scripts", "docs/reference"):
            shutil.copytree(ROOT / name, self.root / name)

    def run_check(self):
        got = subprocess.run([sys.executable, str(ROOT / "scripts" / self.script), str(self.root), self.NAME],
                             capture_output=True, text=True)
        if got.returncode == 77:
            self.skipTest(got.stderr)
        return got

    def test_the_source_passes(self):
        self.passes()

    def test_a_generated_vector_that_was_changed_fails(self):
        self.replace("conformance/generate/bits.py", "oracle=\"exact fractions\"", "oracle=\"exact integers\"")
        got = self.run_check()
        self.assertEqual(got.returncode, 1)
        self.assertIn("is not what its generator writes", got.stderr)

    def test_only_the_last_digits_of_long_numbers_may_differ(self):
        sys.path.insert(0, str(ROOT / "scripts"))
        from check_generated import same_numbers
        self.assertTrue(same_numbers("[-0.6825840533340726, 1.5]", "[-0.6825840533340723, 1.5]"))
        self.assertFalse(same_numbers("[-0.6825840533340726, 1.5]", "[-0.6825840533940726, 1.5]"))
        self.assertFalse(same_numbers("[-0.68258, 1.5]", "[-0.68259, 1.5]"))
        self.assertFalse(same_numbers("[1.1754943508222875e-38]", "[2.1754943508222875e-38]"))
        self.assertFalse(same_numbers("[3.700743525707937e-17]", "[0]"))
        self.assertTrue(same_numbers("[3.700743525707937e-17]", "[0]", rounding_errors=1e-14))
        self.assertFalse(same_numbers("[1.5, 2]", "[1.5, 3]"))


class Tidy(unittest.TestCase):
    def test_a_planted_fault_fails(self):
        if not (ROOT / "build/native/compile_commands.json").exists():
            self.skipTest("build/native is not configured")
        got = subprocess.run([str(ROOT / "scripts/lint"), "--text",
                              "#include <string>\nusing std::string;\n"
                              "bool Planted(const string& text) { return text.size() == 0; }\n"],
                             capture_output=True, text=True)
        if got.returncode == 77:
            self.skipTest(got.stderr)
        self.assertEqual(got.returncode, 1)
        self.assertIn("readability-container-size-empty", got.stdout)


class Layers(Check):
    script = "check_layers.py"

    def test_the_source_passes(self):
        self.passes()

    def test_an_include_of_a_later_folder_fails(self):
        self.write("core/types/planted.h", '#include "core/ops/rules.h"\n')
        self.fails("core/types/planted.h: core/types may not include core/ops")

    def test_an_include_of_a_later_subfolder_fails(self):
        self.write("core/ops/movement/planted.h", '#include "core/ops/window/window.h"\n')
        self.write("core/ops/planted.h", '#include "core/ops/sort/sort_keys.h"\n')
        self.write("core/engine/plan/planted.h", '#include "core/engine/engine.h"\n')
        self.fails("core/ops/movement/planted.h: core/ops/movement may not include core/ops/window",
                   "core/ops/planted.h: core/ops may not include core/ops/sort",
                   "core/engine/plan/planted.h: core/engine/plan may not include core/engine")

    def test_an_include_of_an_earlier_subfolder_passes(self):
        self.write("core/ops/window/planted.h", '#include "core/ops/reduction/reducer.h"\n')
        self.write("core/engine/planted.h", '#include "core/engine/plan/plan.h"\n')
        self.passes()

    def test_a_test_may_include_every_subfolder_of_its_folder(self):
        for name in ("planted_test.cc", "planted_testing.h"):
            self.write(f"core/ops/movement/{name}", '#include "core/ops/window/window.h"\n')
        self.passes()

    def test_the_builder_may_include_the_verifier_and_its_tests_the_engine(self):
        self.write("core/builder/planted_test.cc", '#include "core/engine/engine.h"\n')
        self.passes()
        self.write("core/builder/planted.h", '#include "core/engine/engine.h"\n')
        self.fails("core/builder/planted.h: core/builder may not include core/engine")

    def test_an_unlisted_subfolder_fails(self):
        (self.root / "core/engine/planted").mkdir()
        self.write("core/engine/planted/planted.h", "")
        self.fails("core/engine/planted/planted.h: core/engine/planted must be listed in SUBFOLDERS "
                   "of check_layers.py")

    def test_a_front_end_that_includes_more_than_public_headers_fails(self):
        self.write("native/planted.cc", '#include "core/base/checked.h"\n#include "hlo/hlo.h"\n')
        self.fails("native/planted.cc: native may include only public headers, got core/base")

    def test_a_public_header_stands_where_its_folder_does(self):
        self.write("core/shape/planted.h", '#include "hlo/literal.h"\n#include "hlo/layout.h"\n')
        self.fails("core/shape/planted.h: core/shape may not include hlo/literal.h of core/literal")

    def test_a_public_header_includes_public_headers_alone(self):
        self.replace("core/api/include/hlo/layout.h", '#include "hlo/result.h"',
                     '#include "core/base/result.h"\n#include "hlo/shape.h"\n#include "hlo/literal.h"')
        self.fails("core/api/include/hlo/layout.h: core/shape may not include hlo/literal.h of "
                   "core/literal",
                   "core/api/include/hlo/layout.h: a public header may not include core/base")

    def test_a_public_header_without_a_folder_fails(self):
        self.write("core/api/include/hlo/planted.h", "")
        self.fails("core/api/include/hlo/planted.h: hlo/planted.h is not listed in PUBLIC_HEADERS of "
                   "check_layers.py")


class OpcodeLiterals(Check):
    script = "check_opcode_literals.py"

    def test_the_source_passes(self):
        self.passes()

    def test_an_opcode_as_a_string_fails(self):
        self.write("core/engine/planted.cc", '\nbool b = name == "all-reduce";\n')
        self.fails('core/engine/planted.cc:2: "all-reduce" must be written Opcode::kAllReduce')

    def test_the_tools_are_also_checked(self):
        self.write("native/planted.h", 'constexpr auto kPad = "pad";\n')
        self.write("wasm/planted.cc", 'Row<unary::Abs>("abs"),  // "tanh"\n')
        self.fails('native/planted.h:1: "pad" must be written Opcode::kPad',
                   'wasm/planted.cc:1: "abs" must be written Opcode::kAbs')

    def test_quotes_and_slashes_in_other_tokens_do_not_hide_literals(self):
        self.write("core/engine/planted.cc",
                   "char c = '\"', d = '\\''; int n = 100'000;\n"
                   'auto url = "http://x"; auto raw = R"(")"; auto op = "pad";\n')
        self.fails('core/engine/planted.cc:2: "pad" must be written Opcode::kPad')

    def test_messages_codes_comments_and_tests_may_contain_opcodes(self):
        self.write("core/ops/planted.cc",
                   '// The "pad" of an array.\n'
                   '/* "pad" */ auto e = Fail("pad.C3", "`pad`: is negative");\n')
        for name in ("planted_test.cc", "testing_planted.h", "planted_testing.h"):
            self.write(f"core/ops/{name}", 'auto call = OpCall("pad");\n')
        self.passes()

    def test_a_word_that_is_allowed_in_one_file_fails_in_another(self):
        self.write("core/ops/planted.cc", 'auto error = Fault().AtAttribute("slice");\n')
        self.fails('core/ops/planted.cc:1: "slice" must be written Opcode::kSlice')

    def test_an_unused_exception_fails(self):
        self.replace("core/api/fill.cc", '"iota"', '"count"')
        self.fails('core/api/fill.cc: "iota" is unused; remove it from ALLOWED')

    def test_a_new_opcode_is_checked(self):
        with (self.root / "core/api/include/hlo/opcode_list.def").open("a") as opcodes:
            opcodes.write('HLO_OPCODE(kFrobnicate, "frobnicate")\n')
        self.write("core/ops/planted.cc", 'auto op = FindOp("frobnicate");\n')
        self.fails('core/ops/planted.cc:1: "frobnicate" must be written Opcode::kFrobnicate')


class TestNames(Check):
    script = "check_test_names.py"

    def test_the_source_passes(self):
        self.passes()

    def test_a_test_that_is_not_next_to_a_source_fails(self):
        self.write("core/ops/planted_test.cc", "")
        self.fails("core/ops/planted_test.cc: must be next to planted.cc or planted.h")

    def test_a_source_in_another_folder_does_not_count(self):
        self.write("core/ops/pad_test.cc", "")
        self.fails("core/ops/pad_test.cc: must be next to pad.cc or pad.h")

    def test_a_header_is_a_source(self):
        self.write("core/ops/planted.h", "")
        self.write("core/ops/planted_test.cc", "")
        self.passes()

    def test_a_public_header_is_a_source(self):
        self.write("core/api/include/hlo/planted.h", "")
        self.write("core/ops/planted_test.cc", "")
        self.passes()

    def test_an_unused_exception_fails(self):
        self.write("core/builder/random_calls.h", "")
        (self.root / "core/kernels/same_bits_test.cc").unlink()
        self.fails("core/builder/random_calls_test.cc: remove it from ALLOWED; it was deleted or is next "
                   "to its source",
                   "core/kernels/same_bits_test.cc: remove it from ALLOWED; it was deleted or is next "
                   "to its source")


class Versions(Check):
    script = "check_version.py"
    FILES = ("CMakeLists.txt", "CHANGELOG.md", "README.md", "docs/vectors.md", "docs/embedding.md", "docs/examples/embed/CMakeLists.txt",
             "web/package.json", "web/package-lock.json", "wasm/npm/package.json", "wasm/hlo.d.mts",
             "conformance/npm/package.json")

    def setUp(self):
        super().setUp()
        for name in self.FILES:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def test_the_source_passes(self):
        self.passes()

    def test_a_version_of_its_own_fails(self):
        project = json.loads((ROOT / "wasm/npm/package.json").read_text())["version"]
        for name, old, new in (("web/package-lock.json", f'"{project}"', '"7.8.9"'), ("wasm/hlo.d.mts", f'"{project}', '"7.8.9'),
                               ("CHANGELOG.md", f"## {project}", "## 7.8.9"), ("README.md", "(hlo " + project[:3], "(hlo 7.8")):
            text = (ROOT / name).read_text()
            self.write(name, text.replace(old, new, 1))
            shown = "7.8" + project[3:] if name == "README.md" else "7.8.9"
            self.fails(f"{name}: version {shown}, but CMakeLists.txt says {project}")
            self.write(name, text)


class Format(unittest.TestCase):
    """Runs on a single file; the step "format" checks all sources."""

    def check(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copy(ROOT / ".clang-format", root)
            (root / "core/ops").mkdir(parents=True)
            (root / "core/ops" / name).write_text(text)
            got = subprocess.run([sys.executable, str(ROOT / "scripts/check_format.py"), folder],
                                 capture_output=True, text=True)
        if got.returncode == 77:
            self.skipTest("no clang-format 14")
        return got

    def test_a_formatted_source_passes(self):
        self.assertEqual(self.check("planted.cc", "int x;\n").returncode, 0)

    def test_an_unformatted_source_fails(self):
        for name in ("planted.cc", "planted.h", "planted.def", "planted.inc"):
            got = self.check(name, "int  x;\n")
            self.assertEqual(got.returncode, 1)
            self.assertIn(f"core/ops/{name}:1:4: error: code should be clang-formatted", got.stderr)

    def test_tables_under_clang_format_off_pass(self):
        text = "// clang-format off\nint  x;\n// clang-format on\n"
        self.assertEqual(self.check("planted.cc", text).returncode, 0)


def main():
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                               for case in (GeneratedFiles, Tidy, Layers, OpcodeLiterals, TestNames,
                                            Versions, Format))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed else 0


sys.exit(main())
