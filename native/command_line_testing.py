"""Shared by the end-to-end tests of the command line tool."""
import pathlib
import resource
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEMORY = 2 << 30  # address space limit of a run in bytes
HLO = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "hlo"


def hlo(*arguments, text=None, timeout=60, cwd=ROOT, **options):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run([HLO, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=timeout,
                          preexec_fn=limit, cwd=cwd, **options)


class Result(unittest.TextTestResult):
    """Counts the tests that passed: whether testsRun counts skipped ones depends on the version of Python."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main(module="__main__"):
    """Runs the tests of a module; the last line is "N passed, N failed, N skipped"."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1, resultclass=Result).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed else 0
