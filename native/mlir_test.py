#!/usr/bin/env python3
"""MLIR as a second reader and writer of StableHLO text: mlir_test.py HLO

mlir-opt reads the text that `hlo print --format stablehlo` writes, and `hlo` reads what mlir-opt prints. Its MLIR does not know the
dialect, so it checks the syntax and the uses of values, but not the ops. Skipped without mlir-opt 19 (Debian: mlir-19-tools).
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command_line_testing import HLO, ROOT, main

EVERY = 80  # vectors; a test of all takes minutes
OLDEST = 19
# Element types of later versions than OLDEST.
LATER = re.compile(r"f4E2M1FN|f6E[23]M[23]FN|f8E3M4|f8E8M0FNU")
# An op that MLIR does not know may define symbols, so that it does not look further for functions.
UNKNOWN_SYMBOLS = "does not reference a valid function"


def find_mlir_opt():
    """The newest mlir-opt, and its version."""
    names = [path for folder in pathlib.Path("/usr/lib").glob("llvm-*/bin") for path in folder.glob("mlir-opt")]
    names += [path for name in ("mlir-opt", "mlir-opt-19") if (path := shutil.which(name))]
    found = {}
    for name in names:
        said = subprocess.run([str(name), "--version"], capture_output=True, text=True).stdout
        if version := re.search(r"LLVM version (\d+)", said):
            found[int(version[1])] = str(name)
    return max(found.items(), default=(0, None))


VERSION, MLIR_OPT = find_mlir_opt()


def programs():
    """Name -> HLO text."""
    for path in sorted((ROOT / "conformance/programs").glob("*.hlo")):
        yield path.stem, path.read_text()
    cases = [case for path in sorted((ROOT / "conformance/vectors").glob("*.json")) for case in json.loads(path.read_text())["cases"] if case["kind"] == "run"]
    for case in cases[::EVERY]:
        yield case["id"], case["hlo"] if isinstance(case["hlo"], str) else "\n".join(case["hlo"])


def with_splats(text):
    """MLIR writes equal elements as one."""
    def shorter(match):
        elements = set(re.findall(r"[^\[\],\s]+", match[1]))
        return f"dense<{elements.pop()}>" if len(elements) == 1 else match[0]
    return re.sub(r"dense<(\[[^>\"]*\])>", shorter, text)


@unittest.skipUnless(VERSION >= OLDEST, f"mlir-opt {OLDEST} is not installed")
class Mlir(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """The programs that StableHLO can express, as StableHLO."""
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.written = {}
        for name, text in programs():
            file = pathlib.Path(cls.folder.name) / "program.hlo"
            file.write_text(text)
            ran = subprocess.run([HLO, "print", str(file), "--format", "stablehlo"], capture_output=True, text=True)
            if ran.returncode == 0 and not (VERSION == OLDEST and LATER.search(ran.stdout)):
                cls.written[name] = ran.stdout

    def printed(self, text, *options):
        """What mlir-opt prints for a text; None if only unknown symbols keep it from that."""
        ran = subprocess.run([MLIR_OPT, "--allow-unregistered-dialect", *options, "-"], input=text, capture_output=True, text=True)
        errors = re.findall(r"error: (.*)", ran.stderr)
        if errors and all(UNKNOWN_SYMBOLS in error for error in errors):
            return None
        self.assertEqual((ran.returncode, errors), (0, []))
        return ran.stdout

    def check(self, *options):
        compared = 0
        for name, text in self.written.items():
            with self.subTest(name):
                again = self.printed(text, *options)
                if again is None:
                    continue
                before, after = (pathlib.Path(self.folder.name) / f"{word}.mlir" for word in ("before", "after"))
                before.write_text(with_splats(text))
                after.write_text(again)
                ran = subprocess.run([HLO, "diff", str(before), str(after)], capture_output=True, text=True)
                self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
                compared += 1
        self.assertGreater(compared, 100)

    def test_reads_what_is_written_and_prints_the_same_program(self):
        self.check()

    def test_prints_the_same_program_in_generic_form(self):
        self.check("--mlir-print-op-generic", "--mlir-print-debuginfo")


sys.exit(main())
