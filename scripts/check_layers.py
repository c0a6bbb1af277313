#!/usr/bin/env python3
"""Fails when an include points upwards: core/ folders may use only those listed before them, and
the faces (native, wasm, conformance) only core/api; the tool that measures the kernels
sees them."""
import pathlib
import re
import sys

LAYERS = ["base", "types", "shape", "literal", "ir", "kernels", "ops", "text", "import", "engine", "api"]
FACES = ["native", "wasm", "conformance"]
MEASURES_KERNELS = "native/accuracy/"
INCLUDE = re.compile(r'^\s*#\s*include\s+"core/(\w+)/', re.M)


def faults(root: pathlib.Path):
    for layer in LAYERS:
        allowed = LAYERS[: LAYERS.index(layer) + 1]
        if layer == "kernels":
            allowed = ["base", "types", "kernels"]
        for path in sorted((root / "core" / layer).rglob("*")):
            if path.suffix not in {".h", ".cc", ".def"}:
                continue
            for used in INCLUDE.findall(path.read_text()):
                if used not in allowed:
                    yield f"{path.relative_to(root)}: core/{layer} may not include core/{used}"
    for face in FACES:
        for path in sorted((root / face).rglob("*")):
            allowed = ["api"]
            if str(path.relative_to(root)).startswith(MEASURES_KERNELS):
                allowed = ["base", "kernels"]
            if path.suffix in {".h", ".cc"}:
                for used in INCLUDE.findall(path.read_text()):
                    if used not in allowed:
                        yield f"{path.relative_to(root)}: {face} may include core/api only, not core/{used}"


def main():
    found = list(faults(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
