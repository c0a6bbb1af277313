#!/usr/bin/env python3
"""Fails when an include points upwards: core/ folders may use only those listed before them, and a
subfolder of one only its subfolders listed before it; the front ends (native, wasm, conformance)
include core/api and nothing else of the core, except the tool that measures the kernels.

Tests, and headers for tests, may use every subfolder of their own folder: nothing depends on them."""
import pathlib
import re
import sys

LAYERS = ["base", "types", "shape", "literal", "ir", "kernels", "ops", "text", "import", "engine",
          "builder", "api"]
# What a folder uses where that is less than all folders before it.
USES = {
    "kernels": ["base", "types", "kernels"],
    "builder": ["base", "types", "shape", "literal", "ir", "builder"],
}
# The tests of the builder print, read and run what it has built.
TESTS_USE_ALL_BEFORE = ["builder"]
# "" stands for the files of the folder itself.
SUBFOLDERS = {
    "ops": ["", "elementwise", "basic", "movement", "reduction", "indexing", "window", "linalg",
            "fourier", "sort", "control", "collective", "random", "table"],
    "text": ["", "printer", "reader"],
    "import": ["support", "mlir", "stablehlo", "proto", "export", "report", ""],
    "engine": ["vector", "scalar", "plan", "device", ""],
}
FRONT_ENDS = ["native", "wasm", "conformance"]
MEASURES_KERNELS = "native/accuracy/"
INCLUDE = re.compile(r'^\s*#\s*include\s+"core/(\w+)/(?:(\w+)/)?', re.M)


def sources(folder: pathlib.Path, suffixes):
    return (path for path in sorted(folder.rglob("*")) if path.suffix in suffixes)


def is_for_tests(path: pathlib.Path):
    return path.stem.endswith("_test") or "testing" in path.stem


def core_faults(root: pathlib.Path, layer: str):
    subfolders = SUBFOLDERS.get(layer, [""])
    for path in sources(root / "core" / layer, {".h", ".cc", ".def"}):
        name = path.relative_to(root)
        own = "/".join(name.parts[2:-1])
        if own not in subfolders:
            yield f"{name}: core/{layer}/{own} is not listed in SUBFOLDERS of check_layers.py"
            continue
        all_before = LAYERS[: LAYERS.index(layer) + 1]
        layers = USES.get(layer, all_before)
        below = subfolders[: subfolders.index(own) + 1]
        if is_for_tests(path):
            layers = all_before if layer in TESTS_USE_ALL_BEFORE else layers
            below = subfolders
        for used, subfolder in INCLUDE.findall(path.read_text()):
            if used not in layers:
                yield f"{name}: core/{layer} may not include core/{used}"
            elif used == layer and subfolder not in below:
                yield f"{name}: {folder(layer, own)} may not include {folder(layer, subfolder)}"


def folder(layer: str, subfolder: str):
    return f"core/{layer}/{subfolder}" if subfolder else f"core/{layer}"


def front_end_faults(root: pathlib.Path, front_end: str):
    for path in sources(root / front_end, {".h", ".cc"}):
        name = path.relative_to(root)
        allowed = ["base", "kernels"] if str(name).startswith(MEASURES_KERNELS) else ["api"]
        for used, _ in INCLUDE.findall(path.read_text()):
            if used not in allowed:
                yield f"{name}: {front_end} may include core/api only, not core/{used}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = [fault for layer in LAYERS for fault in core_faults(root, layer)]
    found += [fault for front_end in FRONT_ENDS for fault in front_end_faults(root, front_end)]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
