#!/usr/bin/env python3
"""Checks that every unit test X_test.cc is next to its source X: check_test_names.py [ROOT]

Public headers of the core (core/api/include/hlo) are next to the tests of all its folders.

ALLOWED lists tests of several sources, with the reason."""
import pathlib
import sys

FOLDERS = ["core", "native", "wasm", "conformance/runner"]
PUBLIC = "core/api/include/hlo"
SUFFIXES = (".cc", ".h", "-inl.h", ".def")

MPMATH = "all functions of a header with several sources, compared with mpmath"
SAME_BITS = "hashes of all functions, the same on every target"
EXAMPLES = "the examples of the operation semantics, in the order of its sections"
ALLOWED = {
    "core/builder/documentation_test.cc": "the programs of docs/builder.md",
    "core/builder/operation_semantics_collectives_test.cc": EXAMPLES,
    "core/builder/operation_semantics_compute_test.cc": EXAMPLES,
    "core/builder/operation_semantics_movement_test.cc": EXAMPLES,
    "core/builder/random_calls_test.cc": "random calls of all functions",
    "core/kernels/complex_accuracy_test.cc": MPMATH,
    "core/kernels/elementary_accuracy_test.cc": MPMATH,
    "core/kernels/functions_f32_same_bits_test.cc": SAME_BITS,
    "core/kernels/same_bits_test.cc": SAME_BITS,
    "core/ops/elementwise/narrow_integers_test.cc": "all pairs of values, through unary and binary ops",
    "core/shape/physical_property_test.cc": "random layouts: positions, separability, and images",
    "core/text/print_parse_test.cc": "the printer and the reader together",
    "core/text/reader/diagnostics_test.cc": "every class of diagnostics, from all parts of the reader",
}


def faults(root: pathlib.Path):
    unused = set(ALLOWED)
    for folder in FOLDERS:
        for test in sorted((root / folder).rglob("*_test.cc")):
            name = str(test.relative_to(root))
            stem = str(test).removesuffix("_test.cc")
            source = pathlib.Path(stem).name
            if any(pathlib.Path(stem + suffix).exists() for suffix in SUFFIXES):
                continue
            if folder == "core" and (root / PUBLIC / f"{source}.h").exists():
                continue
            if name not in ALLOWED:
                yield f"{name}: must be next to {source}.cc or {source}.h"
            unused.discard(name)
    for name in sorted(unused):
        yield f"{name}: remove it from ALLOWED; it was deleted or is next to its source"


def main():
    found = list(faults(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
