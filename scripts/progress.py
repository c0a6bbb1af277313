"""A line on standard error that shows how far a script is. It appears after one second, and only on a terminal."""
import sys
import time


class Progress:
    def __init__(self, what, total, stream=sys.stderr, clock=time.monotonic):
        self.what, self.total, self.stream, self.clock = what, total, stream, clock
        self.start, self.number, self.drawn = clock(), 0, False

    def text(self):
        seconds = self.clock() - self.start
        line = f"{self.what} {self.number}/{self.total} {100 * self.number / max(self.total, 1):.0f} %"
        return line + (f", {seconds / self.number * (self.total - self.number):.0f} s left" if self.number else "")

    def clear(self):
        """Before other output."""
        if self.drawn:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
        self.drawn = False

    def done(self, count=1):
        self.number += count
        if self.stream.isatty() and self.clock() - self.start >= 1:
            self.stream.write("\r\x1b[K" + self.text())
            self.stream.flush()
            self.drawn = True
