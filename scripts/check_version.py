#!/usr/bin/env python3
"""Fails when a version differs from that of CMakeLists.txt: check_version.py [ROOT]

The page's package must have it, and the changelog must begin with it."""
import json
import pathlib
import re
import sys


def versions(root):
    """(file, version it names)"""
    for name in ("package.json", "package-lock.json"):
        yield f"web/{name}", json.loads((root / "web" / name).read_text())["version"]
    changelog = (root / "CHANGELOG.md").read_text()
    yield "CHANGELOG.md", re.search(r"^## (\S+)", changelog, re.M)[1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    project = re.search(r"^project\(.*VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
    wrong = [f"{name}: version {version}, but CMakeLists.txt says {project}"
             for name, version in versions(root) if version != project]
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
