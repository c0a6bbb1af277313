#!/usr/bin/python3
"""Runs every generator on a copy of the tree and fails when a file differs from the one in the tree:
check_generated.py [ROOT [NAME...]]; NAME: these generators alone

The generators write vectors (conformance/generate) and tables of the kernels (scripts/gen_*.py); the
diagnostics page has a check of its own (diagnostics_doc.py --check). Numbers of vectors with at least
15 digits may differ in the last ones: versions of numpy do. Ends with 77 where numpy or mpmath is
missing."""
import concurrent.futures
import filecmp
import importlib.util
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COPIED = ("conformance", "core/kernels", "core/base", "core/import/testdata", "scripts", "docs/reference")
SKIPPED = 77


def generators(root, names):
    """All scripts but gen_rule_book.py, which writes into the build tree."""
    for folder, pattern in (("conformance/generate", "*.py"), ("scripts", "gen_*.py")):
        for path in sorted((root / folder).glob(pattern)):
            if path.name in names or not names and path.name != "gen_rule_book.py":
                yield path


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def digits(number):
    return len(re.sub(r"e.*|\D", "", number).lstrip("0"))


def same_numbers(made, found, rounding_errors=0):
    """Whether two texts are equal but for the last digits of numbers, one of which is long. Where terms
    cancel, `rounding_errors` may be all that is left of them."""
    if NUMBER.sub("#", made) != NUMBER.sub("#", found):
        return False
    return all(a == b or max(digits(a), digits(b)) >= 15
               and math.isclose(float(a), float(b), rel_tol=1e-12, abs_tol=rounding_errors)
               for a, b in zip(NUMBER.findall(made), NUMBER.findall(found)))


def same(made, found):
    if filecmp.cmp(made, found, shallow=False):
        return True
    rounding_errors = 1e-12 if made.name == "fft.json" else 0
    return made.suffix == ".json" and same_numbers(made.read_text(), found.read_text(), rounding_errors)


def differing(copy, root):
    for path in sorted(copy.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(copy)
            original = root / name
            if not original.exists() or not same(path, original):
                yield name


def faults_of_share(root, names, share, count):
    """Runs every `count`-th generator, one after another, in a copy of the tree of its own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in COPIED:
            if (root / name).exists():
                shutil.copytree(root / name, copy / name)
        faults = []
        for path in list(generators(copy, names))[share::count]:
            result = subprocess.run([sys.executable, str(path)], cwd=path.parent, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if result.returncode:
                faults.append(f"{path.relative_to(copy)} failed:\n{result.stdout[-2000:]}")
        return faults + [f"{name} is not what its generator writes" for name in differing(copy, root)]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    missing = [name for name in ("numpy", "mpmath") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"there is no {' and no '.join(missing)} here: generated files are not checked",
              file=sys.stderr)
        return SKIPPED
    count = os.cpu_count() or 1
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        shares = pool.map(lambda k: faults_of_share(root, sys.argv[2:], k, count), range(count))
        faults = [fault for share in shares for fault in share]
    if faults:
        print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
