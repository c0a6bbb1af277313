#!/usr/bin/env python3
"""End-to-end tests of what hlo shows on a terminal, and of its manual: terminal_test.py PATH_OF_HLO

Last line: "N passed, N failed, N skipped"."""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command_line_testing import HLO, ROOT, hlo, main

BROKEN = "ENTRY e { ROOT a = f32[2] multipy(b, b) }"
RED = "\x1b[1;31m"
ESCAPE = "\x1b["
# Runs for some seconds at --max-steps.
ENDLESS = """c { i = s32[4] parameter(0)
  ROOT t = pred[] constant(true) }
l { x = s32[] parameter(0)
  y = s32[] parameter(1)
  ROOT t = pred[] compare(x, y), direction=LT }
b { i = s32[4] parameter(0)
  ROOT j = s32[4] sort(i), dimensions={0}, to_apply=l }
ENTRY e { z = s32[4] constant({4,3,2,1})
  ROOT w = s32[4] while(z), condition=c, body=b }
"""
COMMANDS = re.findall(r"^  ([a-z]+) ?", hlo("help").stdout, re.M)


def on_terminal(*words, environment=None, text=""):
    """(status, standard output, what a terminal at standard error shows)"""
    reader, writer = pty.openpty()
    child = subprocess.Popen([HLO, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=writer, cwd=ROOT,
                             env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **(environment or {})})
    os.close(writer)
    child.stdin.write(text.encode())
    child.stdin.close()
    shown = b""
    while True:
        try:
            chunk = os.read(reader, 65536)
        except OSError:  # the end, on Linux
            break
        if not chunk:
            break
        shown += chunk
    os.close(reader)
    out = child.stdout.read().decode()
    child.stdout.close()
    return child.wait(), out, shown.decode()


class Help(unittest.TestCase):
    def test_every_command_has_help(self):
        self.assertIn("conform", COMMANDS)
        for name in COMMANDS:
            for words in ((name, "--help"), ("help", name)):
                got = hlo(*words)
                self.assertEqual((got.returncode, got.stderr), (0, ""), words)
                self.assertTrue(got.stdout.startswith(f"usage: hlo {name}"), words)
                self.assertIn("Exit status: 0 success; 1 the run or a comparison failed; 2 bad input", " ".join(got.stdout.split()))

    def test_every_documented_option_is_accepted(self):
        """A command that accepts the option reports the missing file instead."""
        for name in COMMANDS:
            for option, value in re.findall(r"^  (?:-\w, )?(--[\w-]+)( \S.*)?$", hlo("help", name).stdout, re.M):
                if option in ("--help", "--serve", "--mpi"):
                    continue
                got = hlo(name, option, *(["?"] if value and " " not in value.strip() else []), "/no/such/file", text="")
                self.assertNotIn("unknown flag", got.stderr, (name, option))
                self.assertNotIn("needs a value", got.stderr, (name, option))

    def test_no_line_is_wider_than_a_terminal(self):
        for name in COMMANDS:
            wide = [line for line in hlo("help", name).stdout.splitlines() if len(line) > 80]
            self.assertEqual(wide, [], name)


class Manual(unittest.TestCase):
    def test_the_man_page_has_every_command_and_option_and_the_exit_statuses(self):
        page = hlo("man").stdout
        for name in COMMANDS:
            self.assertRegex(page, rf'(?m)^\.SS "hlo {name}\b')
            for option in re.findall(r"(?<![\w-])--[\w-]+", hlo("help", name).stdout):
                self.assertIn(option.replace("-", "\\-"), page)
        self.assertRegex(page, r"(?s)\.SH EXIT STATUS\n\.TP\n\.B 0\nsuccess\n\.TP\n\.B 1\n.*\.TP\n\.B 2\n")

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_formats_the_man_page_without_warnings(self):
        got = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=hlo("man").stdout, capture_output=True, text=True)
        self.assertEqual((got.returncode, got.stderr), (0, ""))


class Completions(unittest.TestCase):
    """hlo WORDS and the tab key."""

    def test_an_unknown_shell_is_bad_input(self):
        self.assertEqual(hlo("completions", "tcsh").returncode, 2)
        self.assertEqual(hlo("completions").returncode, 2)

    def bash(self, *words):
        script = hlo("completions", "bash").stdout + '\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n_hlo\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
        return subprocess.run(["bash", "-uc", script, "test", "hlo", *words], capture_output=True, text=True, check=True).stdout.split()

    @unittest.skipUnless(shutil.which("bash"), "bash is not installed")
    def test_in_bash(self):
        self.assertEqual(self.bash("con"), ["conform"])
        self.assertEqual(set(COMMANDS) - set(self.bash("")), set())
        self.assertEqual(self.bash("help", "pri"), ["print"])
        self.assertEqual(self.bash("run", "--numerics", ""), ["fast", "portable"])
        self.assertEqual(self.bash("run", "--numerics", "=", "p"), ["portable"])
        self.assertEqual(self.bash("conform", "--sha"), ["--shard"])
        self.assertEqual(self.bash("completions", "z"), ["zsh"])
        self.assertEqual(self.bash("run", "--args", "x"), [])  # names of files

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_in_fish(self):
        def fish(line):
            script = hlo("completions", "fish").stdout + f"\ncomplete -C '{line}'"
            shown = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True,
                                   env={**os.environ, "PATH": f"{pathlib.Path(HLO).parent}:{os.environ['PATH']}"})
            return [found.split("\t")[0] for found in shown.stdout.splitlines()]

        self.assertEqual(fish("hlo con"), ["conform"])
        self.assertEqual(fish("hlo run --numerics "), ["fast", "portable"])
        self.assertEqual(fish("hlo conform --sha"), ["--shard"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_in_zsh(self):
        """The completion system runs only in an interactive shell: its functions are replaced."""
        def zsh(*words):
            script = ("_describe() { print -l ${(k)commands} ${commands%%:*} }\n_arguments() { print -l -- \"$@\" }\ncompdef() { }\n"
                      + hlo("completions", "zsh").stdout + '\nwords=("$@") CURRENT=$#\n_hlo\n')
            return subprocess.run(["zsh", "-fc", script, "test", "hlo", *words], capture_output=True, text=True, check=True).stdout

        self.assertIn("conform\n", zsh(""))
        self.assertIn("--numerics=[portable numerics give the same bits on every machine]:fast|portable:(fast portable)", zsh("run", ""))
        self.assertIn("1:choice:(bash zsh fish)", zsh("completions", ""))


class Color(unittest.TestCase):
    def test_is_used_on_a_terminal_alone(self):
        _, _, shown = on_terminal("check", "-", text=BROKEN)
        self.assertIn(RED + "error:", shown)
        self.assertNotIn(ESCAPE, hlo("check", "-", text=BROKEN).stderr)

    def test_no_color_and_dumb_terminals_turn_it_off(self):
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn(ESCAPE, on_terminal("check", "-", environment=environment, text=BROKEN)[2])

    def test_the_flag_overrides_both(self):
        self.assertIn(RED, hlo("check", "-", "--color", "always", text=BROKEN).stderr)
        self.assertIn(RED, on_terminal("check", "-", "--color=always", environment={"NO_COLOR": "1"}, text=BROKEN)[2])
        self.assertNotIn(ESCAPE, on_terminal("check", "-", "--color", "never", text=BROKEN)[2])
        self.assertEqual(hlo("check", "-", "--color", "maybe", text=BROKEN).returncode, 2)

    def test_only_adds_escape_sequences(self):
        plain = hlo("check", "-", text=BROKEN).stderr
        colored = hlo("check", "-", "--color", "always", text=BROKEN).stderr
        self.assertEqual(re.sub(r"\x1b\[[0-9;]*m", "", colored), plain)


class Progress(unittest.TestCase):
    SLOW = "import json, sys, time\nfor l in sys.stdin:\n m = json.loads(l)\n if m['cmd'] == 'stop': break\n" \
           " if m['cmd'] == 'start': print(json.dumps(dict(version=1, name='x', types=['f32', 's32'], features=[])), flush=True)\n" \
           " else: time.sleep(0.1); print(json.dumps(dict(seq=m['seq'], rejected={})), flush=True)\n"

    def test_appears_on_a_terminal_after_a_second_and_is_erased(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as engine:
            engine.write(self.SLOW)
            engine.flush()
            words = ["conform", "conformance/vectors/pad.json", "--filter", "pad.*32*", "--engine", f"{sys.executable} {engine.name}"]
            status, out, shown = on_terminal(*words)
            self.assertEqual(status, 1)
            self.assertRegex(shown, r"vectors \d+/\d+ \d+ %, \d+ failed, \d+ s left")
            self.assertTrue(shown.endswith("\r" + ESCAPE + "K"), repr(shown[-40:]))
            self.assertNotIn("vectors ", out)
            self.assertEqual(hlo(*words).stderr, "")

    def test_a_long_run_shows_its_time(self):
        _, _, shown = on_terminal("run", "-", "--max-steps", "30000000", "--kernels", "off", text=ENDLESS)
        self.assertRegex(shown, r"running \d+\.\d s")

    def test_a_short_run_shows_nothing(self):
        self.assertEqual(on_terminal("run", "-", text="ENTRY e { ROOT a = f32[] constant(1) }")[2], "")


sys.exit(main())
