"""Runs some vectors on every engine that is here: what a new vector must pass before it is merged."""
import fnmatch
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ADAPTERS = "conformance/adapters"


class Fault(Exception):
    """There is nothing to run."""


def has_modules(*names):
    return all(importlib.util.find_spec(name) for name in names)


def engines(root, hlo):
    """(name, options of hlo conform, why it is not here or "")"""
    python = sys.executable
    yield "this engine", [], ""
    yield "without SIMD kernels", ["--kernels", "off"], ""
    yield "devices in reverse order", ["--schedule", "reversed"], ""
    yield "through a protobuf", ["--through", "pb"], ""
    wasm = root / "build/wasm/bin/hlo-cli.js"
    yield "WebAssembly", ["--engine", f"node {wasm} conform --serve"], "" if wasm.exists() and shutil.which("node") else "build/wasm is not built"
    known = root / ADAPTERS / "reports"
    for name, adapter, report, here, missing in (
            ("numpy", "numpy_adapter.py", "numpy.json", has_modules("numpy", "mpmath"), "python3-numpy and python3-mpmath are not installed"),
            ("ONNX Runtime", "onnx_adapter.py", "onnxruntime.json", has_modules("numpy") and onnx_is_here(), "onnxruntime-node is not installed (NODE_PATH)"),
            ("XLA", "jax_adapter.py", "", has_modules("jax", "jaxlib"), "jax is not installed")):
        options = ["--engine", f"{python} {root / ADAPTERS / adapter}"]
        yield name, options + (["--expect", str(known / report)] if report else []), "" if here else missing


def onnx_is_here():
    node = shutil.which("node")
    return bool(node) and subprocess.run([node, "-e", "require('onnxruntime-node')"], capture_output=True).returncode == 0


def new_cases(root, since, globs, documents):
    """The documents with those cases only that match, or that are not the same in the commit `since`."""
    picked = []
    for path, document in documents:
        old = {}
        if not globs:
            shown = subprocess.run(["git", "show", f"{since}:{path.relative_to(root)}"], cwd=root, capture_output=True, text=True)
            old = {case["id"]: case for case in json.loads(shown.stdout)["cases"]} if shown.returncode == 0 else {}
        cases = [case for case in document["cases"]
                 if (any(fnmatch.fnmatchcase(case["id"], glob) for glob in globs) if globs else case != old.get(case["id"]))]
        if cases:
            picked.append({**document, "cases": cases})
    return picked


def run(hlo, folder, options):
    """(outcomes by id, what the runner says if there are none)"""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    ran = subprocess.run([str(hlo), "conform", str(folder / "vectors"), *options, "--report", str(report)], capture_output=True, text=True)
    if not report.exists():
        return {}, ran.stderr.strip()
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    return {line["id"]: line for line in lines if "id" in line}, ""


def try_all(root, hlo, since, globs, documents):
    picked = new_cases(root, since, globs, documents)
    if not picked:
        raise Fault("no case matches" if globs else f"no case differs from {since}")
    failed, passed_elsewhere = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "vectors").mkdir()
        for document in picked:
            (folder / "vectors" / f"{document['op']}.json").write_text(json.dumps(document))
        print(f"{sum(len(document['cases']) for document in picked)} cases")
        for engine, options, missing in engines(root, hlo):
            if missing:
                print(f"{engine:26} - ({missing})")
                continue
            outcomes, fault = run(hlo, folder, options)
            counts = {word: sum(line["outcome"] == word for line in outcomes.values()) for word in ("passed", "failed", "skipped", "known")}
            print(f"{engine:26} {fault}" if fault else f"{engine:26} {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped"
                  + (f", {counts['known']} known failures" if counts["known"] else ""))
            failed += [f"{line['id']} on {engine}: {line.get('detail', '')}" for line in outcomes.values() if line["outcome"] == "failed"]
            failed += [f"{engine}: {fault}"] if fault else []
            if engine in ("numpy", "ONNX Runtime", "XLA"):
                passed_elsewhere |= {line["id"] for line in outcomes.values() if line["outcome"] == "passed"}
    total = sum(len(document["cases"]) for document in picked)
    print(f"{len(passed_elsewhere)} of {total} cases also pass on an engine that shares no code with this one")
    for line in failed[:50]:
        print(line, file=sys.stderr)
    return 1 if failed else 0
