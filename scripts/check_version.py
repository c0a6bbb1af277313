#!/usr/bin/env python3
"""Fails when a version differs from that of CMakeLists.txt: check_version.py [ROOT]

The packages must have it, the documentation must ask for it, and the changelog must begin with it."""
import json
import pathlib
import re
import sys


def project_version(root):
    return re.search(r"^project\(.*VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]


def versions(root):
    """(file, version it names)"""
    for name in ("package.json", "package-lock.json"):
        yield f"web/{name}", json.loads((root / "web" / name).read_text())["version"]
    for package in ("wasm/npm", "conformance/npm"):
        yield f"{package}/package.json", json.loads((root / package / "package.json").read_text())["version"]
    about = (root / "wasm/hlo.d.mts").read_text()
    yield "wasm/hlo.d.mts", re.search(r'"version":"([^"]+)"', about)[1]
    for page in ("README.md", "docs/embedding.md", "docs/examples/embed/CMakeLists.txt"):
        minor = re.search(r"find_package\(hlo ([0-9.]+)", (root / page).read_text())[1]
        yield page, minor + "." + project_version(root).rpartition(".")[2]
    for page in ("README.md", "docs/vectors.md"):
        for version in re.findall(r"(?:hlo-playground_|hlo-playground@v)(\d+\.\d+\.\d+)", (root / page).read_text()):
            yield page, version
    changelog = (root / "CHANGELOG.md").read_text()
    yield "CHANGELOG.md", re.search(r"^## (\S+)", changelog, re.M)[1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    project = project_version(root)
    wrong = [f"{name}: version {version}, but CMakeLists.txt says {project}"
             for name, version in versions(root) if version != project]
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
