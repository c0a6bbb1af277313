#!/usr/bin/env python3
"""Tests of progress.py. Last line: "N passed, N failed, N skipped"."""
import io
import sys
import unittest

from progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


class OfProgress(unittest.TestCase):
    def progress(self, stream):
        times = iter(range(100))  # each look at the clock is a second after the last one
        return Progress("rows", 4, stream, lambda: next(times))

    def test_shows_the_share_and_the_time_left(self):
        stream = Terminal()
        progress = self.progress(stream)
        progress.done()  # one second for one of four, seen after two
        self.assertEqual(stream.getvalue(), "\r\x1b[Krows 1/4 25 %, 6 s left")

    def test_erases_the_line_before_other_output(self):
        stream = Terminal()
        progress = self.progress(stream)
        progress.clear()
        self.assertEqual(stream.getvalue(), "")
        progress.done()
        progress.clear()
        self.assertTrue(stream.getvalue().endswith("left\r\x1b[K"))

    def test_is_quiet_elsewhere(self):
        stream = io.StringIO()
        progress = self.progress(stream)
        progress.done()
        progress.clear()
        self.assertEqual(stream.getvalue(), "")


result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
failed = len(result.failures) + len(result.errors)
print(f"{result.testsRun - failed} passed, {failed} failed, 0 skipped")
sys.exit(1 if failed else 0)
