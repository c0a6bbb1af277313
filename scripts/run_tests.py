#!/usr/bin/python3
"""Runs every test of the built trees and prints one line of totals.

Steps whose inputs have not changed since they last passed are counted from the notes in
build/test-notes (so a second run is quick); their inputs are the programs and files they use.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTES = ROOT / "build" / "test-notes"
WEB_IGNORED = {"node_modules", "dist", "generated"}


class Totals:
    """Passed, failed and skipped tests of one step."""

    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        return self

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def fingerprint(paths):
    digest = hashlib.sha256()
    for path in sorted(set(paths)):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def files_below(folder, ignored=frozenset()):
    for path in (ROOT / folder).rglob("*"):
        if path.is_file() and not ignored.intersection(path.relative_to(ROOT / folder).parts):
            yield path


def run(command, **options):
    return subprocess.run(command, cwd=options.pop("cwd", ROOT), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def show(result):
    """Prints the end of the output of a failed command."""
    lines = [line[:400] for line in result.stdout.splitlines()]
    print("\n".join(lines[-80:]), file=sys.stderr)


def gtest(command, program):
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        result = run([*command, str(program), f"--gtest_output=xml:{report.name}", "--gtest_brief=1"])
        try:
            suite = ElementTree.parse(report.name).getroot()
        except ElementTree.ParseError:
            show(result)
            return Totals(failed=1)  # crashed before the totals
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = sum(case.find("skipped") is not None for case in suite.iter("testcase"))
        if failed or result.returncode:
            show(result)
        return Totals(int(suite.get("tests", 0)) - failed - skipped,
                      max(failed, 1 if result.returncode else 0), skipped)


def counted(command, pattern=r"(\d+) passed, (\d+) failed, (\d+) skipped", **options):
    """A command that prints its own totals."""
    result = run(command, **options)
    found = re.findall(pattern, result.stdout)
    totals = Totals(*map(int, found[-1])) if found else Totals(failed=1)
    if result.returncode and not totals.failed:
        totals.failed = 1
    if totals.failed:
        show(result)
    return totals


# The most vectors that each form may skip: a protobuf holds only programs, and StableHLO lacks some ops. More skipped vectors, without
# new ones of these kinds, mean that an export has lost an op.
MOST_SKIPPED = {"pb": 2050, "stablehlo": 3300, "json": 1300, "long": 1300}
PRINTED_FORMS = ["json", "long"]


def vectors_through(hlo, form):
    known = ["--expect", "conformance/printed_forms.json"] if form in PRINTED_FORMS else []
    totals = counted([str(hlo), "conform", "--through", form, *known])
    if totals.skipped > MOST_SKIPPED[form]:
        print(f"--through {form}: {totals.skipped} vectors were skipped, at most {MOST_SKIPPED[form]} are expected", file=sys.stderr)
        totals += Totals(failed=1)
    return totals


def same_hashes(native, other, name, runs=500):
    """Random modules give the same bits on every target of this machine and in the other command."""
    def hashes(*command):
        return run([*command, "--hashes", "--runs", str(runs)]).stdout.splitlines()

    totals = Totals()
    expected = hashes(*other)
    for target in run([str(native), "--targets"]).stdout.split():
        got = hashes(str(native), "--target", target)
        wrong = [f"{target}: {a}, {name}: {b}" for a, b in zip(got, expected) if a != b]
        if len(got) != runs or len(expected) != runs:
            wrong.append(f"{target}: {len(got)} modules, {name}: {len(expected)}, not {runs}")
        print("\n".join(wrong[:5]), end="\n" if wrong else "", file=sys.stderr)
        totals += Totals(passed=int(not wrong), failed=int(bool(wrong)))
    return totals if totals.passed or totals.failed else Totals(failed=1)  # no target was listed


def single(command, **options):
    """A command that counts as one test."""
    result = run(command, **options)
    if result.returncode:
        show(result)
    return Totals(failed=1) if result.returncode else Totals(passed=1)


def by_tool(command):
    """A check that is one test; 77 says that its tool is not installed."""
    result = run(command)
    if result.returncode == 77:
        show(result)
        return Totals(skipped=1)
    if result.returncode:
        show(result)
    return Totals(failed=1) if result.returncode else Totals(passed=1)


def over_mpi(hlo):
    """Multi-device vectors give the same bits with one process per device as in one process."""
    launcher = ["mpirun", "-n", "8", "--oversubscribe"]
    if os.geteuid() == 0:
        launcher.append("--allow-run-as-root")
    if shutil.which("mpirun") is None or not (hlo.parent / "hlo_mpi.so").exists():
        return Totals(skipped=1)
    return counted([*launcher, str(hlo), "conform", "--mpi"])


# Programs of docs/examples/embed and what they print.
EMBEDDED = {"from_text": '{"shape":"f32[3]{0}","data":[2,5,-8]}\n', "from_builder": "6\n60\n",
            "positions": "0 1 4 5 8\n2 3 6 7 10\n12 13 16 17 20\n96 bytes\n"}


def embedded():
    """The examples, built against the installed library and with its sources as a part of theirs, by a
    compiler that has exceptions and run-time type information and lets no warning pass."""
    folder = ROOT / "build/embed"
    installed = folder / "prefix"
    # The second way compiles the library again: without optimization, for one instruction set.
    flags = "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"
    ways = {"installed": [flags, "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={installed}"],
            "sources": [f"{flags} -DHWY_COMPILE_ONLY_STATIC", "-DCMAKE_BUILD_TYPE=Plain", f"-DHLO_SOURCE_DIR={ROOT}"]}
    launcher = []
    if shutil.which("ccache"):
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache"]
    shutil.rmtree(installed, ignore_errors=True)
    commands = [["cmake", "--install", "build/native", "--prefix", str(installed)]]
    for way, options in ways.items():
        commands.append(["cmake", "-S", "docs/examples/embed", "-B", str(folder / way), "-G", "Ninja",
                         *options, *launcher])
        commands.append(["cmake", "--build", str(folder / way)])
    for command in commands:
        result = run(command)
        if result.returncode:
            show(result)
            return Totals(failed=1)
    totals = Totals()
    for way in ways:
        for program, printed in EMBEDDED.items():
            right = run([str(folder / way / program)]).stdout == printed
            totals += Totals(passed=int(right), failed=int(not right))
    return totals


def numpy_agrees(hlo):
    """Every run case that the numpy adapter knows gives the expected result there, too."""
    if run([sys.executable, "-c", "import numpy, mpmath"]).returncode:
        return Totals(skipped=1)
    return counted([str(hlo), "conform", "--engine", f"{sys.executable} conformance/adapters/numpy_adapter.py",
                    "--expect", "conformance/adapters/reports/numpy.json"])


def random_vectors(hlo):
    """Random programs have the results of numpy, with and without kernels."""
    if run([sys.executable, "-c", "import numpy, mpmath"]).returncode:
        return Totals(skipped=1)
    with tempfile.TemporaryDirectory() as folder:
        result = run([sys.executable, "scripts/vectors", "random", folder, "--count", "20"])
        if result.returncode:
            show(result)
            return Totals(failed=1)
        totals = counted([str(hlo), "conform", folder])
        totals += counted([str(hlo), "conform", folder, "--kernels", "off"])
        return totals


def templates(hlo):
    """The templates of adapters pass the f64 cases of the ops that they know."""
    folder = ROOT / "conformance/adapters/templates"
    engines = [f"{sys.executable} {folder / 'adapter.py'}", f"node {folder / 'adapter.mjs'}"]
    totals = Totals()
    with tempfile.TemporaryDirectory() as build:
        program = f"{build}/adapter"
        result = run(["c++", "-std=c++17", "-o", program, str(folder / "adapter.cc")])
        if result.returncode:
            show(result)
            totals += Totals(failed=1)
        else:
            engines.append(program)
        stablehlo = [f"{sys.executable} {folder / 'stablehlo_adapter.py'}", "--through", "stablehlo"]
        for engine, *through in [[engine] for engine in engines] + [stablehlo]:
            got = counted([str(hlo), "conform", "conformance/vectors/add.json", "--filter", "add.f64.*", "--engine", engine, *through])
            totals += got if got.passed else Totals(failed=1)
    return totals


def vitest(arguments):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        result = run(["node_modules/.bin/vitest", "run", *arguments, "--reporter=default",
                      "--reporter=json", f"--outputFile.json={report.name}"], cwd=ROOT / "web")
        try:
            summary = json.loads(pathlib.Path(report.name).read_text())
        except json.JSONDecodeError:
            show(result)
            return Totals(failed=1)
        failed = summary["numFailedTests"]
        if result.returncode and not failed:
            failed = 1
        if failed:
            show(result)
        return Totals(summary["numPassedTests"], failed,
                      summary["numPendingTests"] + summary.get("numTodoTests", 0))


def has_browser():
    names = ("chromium", "chromium-browser", "google-chrome")
    if "CHROMIUM" in os.environ or any(map(shutil.which, names)):
        return True
    print("Chromium is not installed; set CHROMIUM to its path", file=sys.stderr)
    return False


def in_browser():
    """The tests of the page in Chromium, if it is installed; some also in Firefox and WebKit."""
    for program in ("firefox-esr", "WebKitWebDriver", "Xvfb"):
        if not shutil.which(program):
            print(f"{program} is not installed; tests that need it are skipped", file=sys.stderr)
    return vitest(["--config", "vitest.e2e.config.ts"]) if has_browser() else Totals(skipped=1)


def page_budgets():
    """Times of the page in Chromium. Test machines are shared, so a time may be eight times its budget."""
    command = ["node", "scripts/budgets.mjs", "--slack", "8"]
    return single(command, cwd=ROOT / "web") if has_browser() else Totals(skipped=1)


class Build:
    """What the steps run and depend on."""

    def __init__(self):
        self.native, self.wasm = ROOT / "build/native/bin", ROOT / "build/wasm/bin"
        self.hlo, self.random_modules = self.native / "hlo", self.native / "hlo_random_modules"
        self.hlo_wasm = [self.wasm / "hlo-cli.js", self.wasm / "hlo-cli.wasm"]
        self.small = [self.wasm / "hlo.mjs", self.wasm / "hlo.wasm"]
        self.modules = [*self.small, self.wasm / "hlo-full.mjs", self.wasm / "hlo-full.wasm"]
        self.translators = [self.wasm / f"hlo-{what}.{ending}" for what in ("import", "export") for ending in ("mjs", "wasm")]
        self.vectors = list(files_below("conformance"))
        self.data = [p for p in files_below("core") if p.suffix not in {".cc", ".h", ".def"}]
        self.cpp = [path for folder in ("core", "native", "wasm", "conformance/runner") for path in files_below(folder)]
        self.scripts = [*ROOT.glob("scripts/*.py"), *ROOT.glob("scripts/vectors*")]


def source_steps(build):
    """The steps that need no build."""
    cpp, vectors = build.cpp, build.vectors
    yield "layers", [*cpp, ROOT / "scripts/check_layers.py"], \
        lambda: single([sys.executable, "scripts/check_layers.py"])
    yield "opcode literals", [*cpp, ROOT / "scripts/check_opcode_literals.py"], \
        lambda: single([sys.executable, "scripts/check_opcode_literals.py"])
    yield "test names", [*cpp, ROOT / "scripts/check_test_names.py"], \
        lambda: single([sys.executable, "scripts/check_test_names.py"])
    yield "versions", [ROOT / name for name in (
        "CMakeLists.txt", "CHANGELOG.md", "web/package.json", "web/package-lock.json", "wasm/npm/package.json",
        "conformance/npm/package.json", "wasm/hlo.d.mts", "README.md", "docs/embedding.md", "docs/vectors.md",
        "docs/examples/embed/CMakeLists.txt", "scripts/check_version.py")], \
        lambda: single([sys.executable, "scripts/check_version.py"])
    yield "format", [*cpp, ROOT / ".clang-format", ROOT / "scripts/check_format.py"], \
        lambda: by_tool([sys.executable, "scripts/check_format.py"])
    yield "tidy", [*cpp, ROOT / ".clang-tidy", ROOT / "scripts/lint"], \
        lambda: by_tool([sys.executable, "scripts/lint", "--changed"])
    yield "checks of the source", [*cpp, *ROOT.glob("scripts/check*.py")], \
        lambda: counted([sys.executable, "scripts/checks_test.py"])
    yield "progress of scripts", build.scripts, lambda: counted([sys.executable, "scripts/progress_test.py"])
    sources = [path for folder in ("core", "native", "wasm", "conformance", "docs", "scripts")
               for path in files_below(folder)]
    yield "citations", [*sources, *files_below("web", WEB_IGNORED)], \
        lambda: single([sys.executable, "scripts/check_citations.py"])
    yield "generated files", [*vectors, *build.scripts, *files_below("core/kernels")], \
        lambda: by_tool([sys.executable, "scripts/check_generated.py"])
    yield "vectors lint", [*vectors, *ROOT.glob("scripts/vectors*")], \
        lambda: single([sys.executable, "scripts/vectors", "lint"])
    yield "mutants apply", [*cpp, *files_below("conformance/mutants"), *ROOT.glob("scripts/mutant*")], \
        lambda: single([sys.executable, "scripts/mutants", "check"])
    yield "places of mutants", [*ROOT.glob("scripts/mutant*")], lambda: counted([sys.executable, "scripts/mutants_test.py"])


def unit_test_steps(build, quick):
    """GoogleTests, native and under Node."""
    native, wasm, data = build.native, build.wasm, build.data
    for program in sorted(native.glob("*_test")):
        yield f"native {program.name}", [program, *data], lambda p=program: gtest([], p)
    if not quick:
        for program in sorted(wasm.glob("*_test.js")):
            yield f"wasm {program.stem}", [program, program.with_suffix(".wasm"), *data], \
                lambda p=program: gtest(["node"], p)


def vector_steps(build):
    """The vectors in every mode, on other engines, and the tools around them."""
    hlo, hlo_wasm, vectors = build.hlo, build.hlo_wasm, build.vectors
    yield "diagnostics page", [*vectors, *build.scripts, hlo, ROOT / "docs/diagnostics.md"], \
        lambda: single([sys.executable, "scripts/diagnostics_doc.py", "--check"])
    yield "tools of the vectors", [*ROOT.glob("scripts/vectors*"), ROOT / ".github/ISSUE_TEMPLATE/vector.yml", hlo], \
        lambda: counted([sys.executable, "scripts/vectors_test.py"])
    yield "vectors coverage", [*vectors, *ROOT.glob("scripts/vectors*"), *files_below("core"), hlo], \
        lambda: single([sys.executable, "scripts/vectors", "coverage"])
    yield "native vectors", [hlo, *vectors], lambda: counted([str(hlo), "conform"])
    yield "native vectors --kernels off", [hlo, *vectors], lambda: counted([str(hlo), "conform", "--kernels", "off"])
    yield "wasm vectors", [*hlo_wasm, *vectors], \
        lambda: counted(["node", str(hlo_wasm[0]), "conform"])
    for schedule in ("reversed", "7"):
        yield f"native vectors {schedule}", [hlo, *vectors], \
            lambda s=schedule: counted([str(hlo), "conform", "--schedule", s])
    for through in MOST_SKIPPED:
        yield f"vectors through {through}", [hlo, *vectors], lambda t=through: vectors_through(hlo, t)
    yield "vectors over MPI", [hlo, build.native / "hlo_mpi.so", *vectors], lambda: over_mpi(hlo)
    serve = f"node {hlo_wasm[0].relative_to(ROOT)} conform --serve"
    yield "native and wasm agree", [hlo, *hlo_wasm, *vectors], \
        lambda: counted([str(hlo), "conform", "--against", serve])
    yield "numpy adapter", [hlo, *vectors], lambda: numpy_agrees(hlo)
    yield "random vectors", [hlo, *vectors, ROOT / "scripts/vectors_random.py"], lambda: random_vectors(hlo)
    yield "adapter templates", [hlo, *vectors], lambda: templates(hlo)


def tool_steps(build, quick):
    """The command line, the benchmarks, the action for other CI, and programs that embed the library."""
    hlo, vectors, data = build.hlo, build.vectors, build.data
    yield "bench", [*ROOT.glob("scripts/bench_*.py"), hlo], \
        lambda: counted([sys.executable, "scripts/bench_test.py", str(hlo)])
    of_hlo = list(ROOT.glob("native/*.py"))
    for name, test in (("command line", "command_line_test"), ("command line on a terminal", "terminal_test"),
                       ("conformance runner", "conform_test")):
        yield name, [hlo, *of_hlo, *data], \
            lambda t=test: counted([sys.executable, f"native/{t}.py", str(hlo)])
    yield "MLIR as another reader", [hlo, *of_hlo, *vectors], \
        lambda: counted([sys.executable, "native/mlir_test.py", str(hlo)])
    action = ROOT / "conformance/action/action_test.py"
    yield "action for other CI", [hlo, ROOT / "action.yml", *files_below("conformance/action")], \
        lambda: counted([sys.executable, str(action), str(hlo)])
    if not quick:
        yield "embedding", [*files_below("core"), *files_below("docs/examples"), ROOT / "CMakeLists.txt",
                            *files_below("scripts/cmake")], embedded


def random_steps(build):
    """Fuzz targets, and random programs on all targets."""
    native, wasm, random_modules = build.native, build.wasm, build.random_modules
    for topic in ("text", "layout", "mlir", "proto", "bytecode", "numpy"):
        fuzz = native / f"hlo_fuzz_{topic}"
        corpus = ["conformance/vectors", "conformance/programs"]
        if topic == "mlir":
            corpus = ["core/import/testdata"]
        elif topic in ("proto", "bytecode", "numpy"):  # seeds of their own
            corpus = []
        yield f"fuzz {topic}", [fuzz, *build.vectors, *build.data], \
            lambda p=fuzz, c=corpus: single([str(p), "--runs", "5000", *c])
    yield "random modules", [random_modules], lambda: counted([str(random_modules), "--runs", "2000"])
    for name, step in (("hlo_random_modules", "random modules on all targets"),
                       ("hlo_full_random_modules", "random modules at full speed")):
        random_wasm = [wasm / f"{name}.js", wasm / f"{name}.wasm"]
        yield step, [random_modules, *random_wasm], \
            lambda p=random_wasm[0]: same_hashes(random_modules, ["node", str(p)], "WebAssembly")


def scalar_steps(build):
    """The steps of the WebAssembly build without SIMD."""
    data, vectors, random_modules = build.data, build.vectors, build.random_modules
    scalar = ROOT / "build/wasm-scalar/bin"
    for program in sorted(scalar.glob("*_test.js")):
        yield f"wasm-scalar {program.stem}", [program, program.with_suffix(".wasm"), *data], \
            lambda p=program: gtest(["node"], p)
    hlo = [scalar / "hlo-cli.js", scalar / "hlo-cli.wasm"]
    for mode in ("--numerics fast", "--numerics portable", "--kernels off"):
        yield f"wasm-scalar vectors {mode}", [*hlo, *vectors], \
            lambda m=mode: counted(["node", str(hlo[0]), "conform", *m.split()])
    random_scalar = [scalar / "hlo_random_modules.js", scalar / "hlo_random_modules.wasm"]
    yield "random modules without SIMD", [random_modules, *random_scalar], \
        lambda: same_hashes(random_modules, ["node", str(random_scalar[0])], "WebAssembly")


QEMU = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]


def arm_steps(build):
    """The steps of the aarch64 build, under qemu-user."""
    data, vectors, random_modules = build.data, build.vectors, build.random_modules
    arm = ROOT / "build/aarch64/bin"
    for program in sorted(arm.glob("*_test")):
        yield f"arm {program.name}", [program, *data], lambda p=program: gtest(QEMU, p)
    hlo = arm / "hlo"
    for mode in ("--numerics fast", "--numerics portable", "--kernels off"):
        yield f"arm vectors {mode}", [hlo, *vectors], \
            lambda m=mode: counted([*QEMU, str(hlo), "conform", *m.split()])
    serve = " ".join([*QEMU, str(hlo), "conform", "--serve"])
    yield "native and arm agree", [build.hlo, hlo, *vectors], \
        lambda: counted([str(build.hlo), "conform", "--against", serve])
    random_arm = arm / "hlo_random_modules"
    yield "random modules on arm", [random_modules, random_arm], \
        lambda: same_hashes(random_modules, [*QEMU, str(random_arm)], "Arm", 2000)


def release_steps(build, quick, release):
    """The packages of scripts/release, packed from what is built."""
    vectors, modules = build.vectors, [*build.small, *build.translators]
    packing = [*ROOT.glob("scripts/release*"), *files_below("scripts/cmake"), *files_below("scripts/packages"), *ROOT.glob("scripts/vectors_changes.py")]
    test = [sys.executable, "scripts/release_test.py"]
    if not quick:
        yield "packages of npm", [*packing, *modules, *vectors, *files_below("wasm/npm"), *ROOT.glob("wasm/*.mts")], \
            lambda: counted([*test, "npm", "vectors"])
    if release:
        yield "packages of the command line tool", [*packing, build.hlo, *vectors, ROOT / "build/release/bin/hlo"], \
            lambda: counted([*test, "native"])


def page_steps(build, quick, threads):
    """The modules of the page, and the page."""
    modules, vectors = build.modules, build.vectors
    yield "small and full-speed module agree", [*modules, *ROOT.glob("wasm/*.mjs"), *vectors], \
        lambda: counted(["node", "wasm/modules_test.mjs"])
    if threads:
        modules = [*modules, *ROOT.glob("build/wasm-threads/bin/hlo-threads.*")]
        yield "threads and no threads agree", [*modules, *ROOT.glob("wasm/*.mjs"), *vectors], \
            lambda: counted(["node", "wasm/modules_test.mjs", "--threads"])
    web = [*files_below("web", WEB_IGNORED), *files_below("docs/reference"), *modules]
    yield "web lint", files_below("web", WEB_IGNORED), \
        lambda: single(["npm", "run", "--silent", "lint"], cwd=ROOT / "web")
    yield "web unit tests", web, lambda: vitest([])
    if not quick:
        yield "page in the browser", web, in_browser
        yield "page budgets", web, page_budgets
        yield "page size", web, lambda: single(["node", "scripts/size.mjs"], cwd=ROOT / "web")


def steps(quick, threads, scalar, arm, release):
    """(name, files it depends on, function that gives Totals)"""
    build = Build()
    yield from source_steps(build)
    yield from unit_test_steps(build, quick)
    yield from vector_steps(build)
    yield from tool_steps(build, quick)
    yield from random_steps(build)
    if scalar:
        yield from scalar_steps(build)
    if arm:
        yield from arm_steps(build)
    yield from release_steps(build, quick, release)
    yield from page_steps(build, quick, threads)


def label(name, of_source):
    """What CTest groups steps by."""
    if name in of_source:
        return "source"
    if name in {"native and wasm agree", "random modules on all targets",
                "random modules at full speed", "small and full-speed module agree"}:
        return "wasm"
    if name.startswith("packages"):
        return "release"
    for prefix, group in (("wasm", "wasm"), ("web", "web"), ("page", "web"), ("arm", "arm")):
        if name.startswith(prefix):
            return group
    return "native"


def run_step(name, inputs, function):
    """Totals of a step, from its note when none of its inputs has changed since."""
    note = NOTES / re.sub(r"\W+", "-", name)
    mark = fingerprint([path for path in inputs if path.exists()])
    known = note.read_text().split() if note.exists() else []
    if len(known) == 3 and known[0] == mark:
        totals = Totals(passed=int(known[1]), skipped=int(known[2]))
        print(f"{name}: {totals} (unchanged)", flush=True)
        return totals
    start = time.monotonic()
    totals = function()
    print(f"{name}: {totals} ({time.monotonic() - start:.0f} s)", flush=True)
    if totals.failed or not totals.passed:  # what was skipped for want of a tool may run next time
        note.unlink(missing_ok=True)
    else:
        note.write_text(f"{mark} {totals.passed} {totals.skipped}")
    return totals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--scalar", action="store_true")
    parser.add_argument("--arm", action="store_true")
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--list", action="store_true", help="the steps, each after its label")
    parser.add_argument("--step", help="this one alone; 77: it was skipped")
    arguments = parser.parse_args()
    planned = steps(arguments.quick, arguments.threads, arguments.scalar, arguments.arm, arguments.release)
    if arguments.list:
        of_source = {name for name, _, _ in source_steps(Build())}
        for name, _, _ in planned:
            print(f"{label(name, of_source)}:{name}")
        return 0
    NOTES.mkdir(parents=True, exist_ok=True)
    chosen = [step for step in planned if arguments.step in (None, step[0])]
    together = [step for step in chosen if not step[0].startswith("page ")]
    total = Totals()
    # Most steps use one core, and none depends on another one.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for totals in pool.map(lambda step: run_step(*step), together):
            total += totals
    for step in chosen:
        if step[0].startswith("page "):  # the page in a browser has limits of time
            total += run_step(*step)
    print(total)
    if arguments.step and total.skipped and not (total.passed or total.failed):
        return 77
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    os.environ.setdefault("NODE_PATH", "/usr/share/nodejs")
    sys.exit(main())
