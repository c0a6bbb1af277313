#!/usr/bin/env python3
"""Checks that C++ sources are formatted by clang-format 14: check_format.py [ROOT]

Versions of clang-format differ, so use
  clang-format-14 -i FILE

The exit status is 77 if clang-format 14 is not installed."""
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = 14
FOLDERS = ["core", "native", "wasm", "conformance/runner", "docs/examples"]
SUFFIXES = {".cc", ".h", ".def", ".inc"}
SKIPPED = 77


def formatter():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path is None:
            continue
        version = subprocess.run([path, "--version"], stdout=subprocess.PIPE, text=True).stdout
        if re.search(rf"version {VERSION}\.", version):
            return path
    return None


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    tool = formatter()
    if tool is None:
        print(f"clang-format {VERSION} is not installed; the format is not checked", file=sys.stderr)
        return SKIPPED
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
             if path.suffix in SUFFIXES]
    return subprocess.run([tool, "--dry-run", "-Werror", *map(str, paths)]).returncode


sys.exit(main())
