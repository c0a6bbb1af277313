#!/usr/bin/env python3
"""Checks the order of includes. A folder of core/ may include only folders listed before it, and a
subfolder only subfolders listed before it. A public header (core/api/include/hlo) belongs to a folder and
may include only public headers. The front ends (native, wasm, conformance) may include only public
headers, except for the tool that measures the kernels.

Tests and testing headers may include every subfolder of their folder."""
import pathlib
import re
import sys

LAYERS = ["base", "types", "shape", "literal", "ir", "kernels", "ops", "text", "import", "engine",
          "builder", "api"]
# Folders that may include less than all folders before them.
USES = {
    "kernels": ["base", "types", "kernels"],
    "builder": ["base", "types", "shape", "literal", "ir", "ops", "text", "builder"],
}
# The tests of the builder print, parse, and run modules.
TESTS_USE_ALL_BEFORE = ["builder"]
# "" is the folder itself.
SUBFOLDERS = {
    "ops": ["", "elementwise", "basic", "movement", "reduction", "indexing", "window", "linalg",
            "fourier", "sort", "control", "collective", "random", "table"],
    "text": ["", "printer", "reader"],
    "import": ["support", "mlir", "stablehlo", "bytecode", "proto", "export", "report", "", "numpy"],
    "engine": ["vector", "scalar", "plan", "device", ""],
}
# The public headers, by the folder that implements them; the headers of hlo/builder/ are the builder's.
PUBLIC = "core/api/include/hlo"
PUBLIC_HEADERS = {
    "base": ["arena.h", "diagnostic.h", "opcode.h", "opcode_list.def", "result.h", "small_vector.h",
             "source_span.h", "suggest.h", "text_parts.h", "transport.h", "workers.h"],
    "types": ["element_type.h", "element_type.def"],
    "shape": ["bitcast.h", "index.h", "layout.h", "physical_layout.h", "shape.h", "shape_util.h"],
    "literal": ["json_cursor.h", "literal.h"],
    "ir": ["attribute.h", "attribute_list.def", "module.h"],
    "kernels": ["kernel_mode.h"],
    "engine": ["run_options.h"],
    "builder": ["builder.h"],
    "api": ["hlo.h", "version.h"],
}
LAYER_OF = {header: layer for layer, headers in PUBLIC_HEADERS.items() for header in headers}
FRONT_ENDS = ["native", "wasm", "conformance"]
MEASURES_KERNELS = "native/accuracy/"
INCLUDE = re.compile(r'^\s*#\s*include\s+"core/(\w+)/(?:(\w+)/)?', re.M)
PUBLIC_INCLUDE = re.compile(r'^\s*#\s*include\s+"hlo/([^"]+)"', re.M)


def sources(folder: pathlib.Path, suffixes):
    return (path for path in sorted(folder.rglob("*")) if path.suffix in suffixes)


def is_for_tests(path: pathlib.Path):
    return path.stem.endswith("_test") or "testing" in path.stem


def layer_of(header: str):
    return "builder" if header.startswith("builder/") else LAYER_OF.get(header)


def public_include_faults(name, text, layer, layers):
    for header in PUBLIC_INCLUDE.findall(text):
        used = layer_of(header)
        if used is None:
            yield f"{name}: hlo/{header} is not listed in PUBLIC_HEADERS of check_layers.py"
        elif used not in layers:
            yield f"{name}: core/{layer} may not include hlo/{header} of core/{used}"


def public_faults(root: pathlib.Path):
    for path in sources(root / PUBLIC, {".h", ".def"}):
        name = path.relative_to(root)
        header = path.relative_to(root / PUBLIC).as_posix()
        layer = layer_of(header)
        if layer is None:
            yield f"{name}: hlo/{header} is not listed in PUBLIC_HEADERS of check_layers.py"
            continue
        text = path.read_text()
        layers = USES.get(layer, LAYERS[: LAYERS.index(layer) + 1])
        yield from public_include_faults(name, text, layer, layers)
        for used, _ in INCLUDE.findall(text):
            yield f"{name}: a public header may not include core/{used}"


def core_faults(root: pathlib.Path, layer: str):
    subfolders = SUBFOLDERS.get(layer, [""])
    for path in sources(root / "core" / layer, {".h", ".cc", ".def"}):
        name = path.relative_to(root)
        if name.as_posix().startswith(PUBLIC):
            continue
        own = "/".join(name.parts[2:-1])
        if own not in subfolders:
            yield f"{name}: core/{layer}/{own} must be listed in SUBFOLDERS of check_layers.py"
            continue
        all_before = LAYERS[: LAYERS.index(layer) + 1]
        layers = USES.get(layer, all_before)
        below = subfolders[: subfolders.index(own) + 1]
        if is_for_tests(path):
            layers = all_before if layer in TESTS_USE_ALL_BEFORE else layers
            below = subfolders
        text = path.read_text()
        yield from public_include_faults(name, text, layer, layers)
        for used, subfolder in INCLUDE.findall(text):
            if used not in layers:
                yield f"{name}: core/{layer} may not include core/{used}"
            elif used == layer and subfolder not in below:
                yield f"{name}: {folder(layer, own)} may not include {folder(layer, subfolder)}"


def folder(layer: str, subfolder: str):
    return f"core/{layer}/{subfolder}" if subfolder else f"core/{layer}"


def front_end_faults(root: pathlib.Path, front_end: str):
    for path in sources(root / front_end, {".h", ".cc"}):
        name = path.relative_to(root)
        allowed = ["base", "kernels"] if str(name).startswith(MEASURES_KERNELS) else []
        for used, _ in INCLUDE.findall(path.read_text()):
            if used not in allowed:
                yield f"{name}: {front_end} may include only public headers, got core/{used}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = [fault for layer in LAYERS for fault in core_faults(root, layer)]
    found += public_faults(root)
    found += [fault for front_end in FRONT_ENDS for fault in front_end_faults(root, front_end)]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
