"""One program with every mutant that can be switched on while it runs: HLO_MUTANT=NUMBER. With HLO_MUTANT_REACHED=FILE it
writes which mutants a run reached, negated if their types have no other operator. Objects are kept in build/mutants and made again when their source changes."""
import array
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import threading
import time

import mutant_sites

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/separate"  # where each source is an object
WORK = ROOT / "build/mutants"
JOBS = os.cpu_count() or 1
BLOCK = 512  # numbers of a file
HEADER_LOCK = threading.Lock()
DROPPED = re.compile(r" -include \S+cmake_pch\.hxx| -Winvalid-pch| -fpch-preprocess| -Werror| -W[a-z-]+")
SWITCH = """#include <cstdio>
#include <cstdlib>
namespace hlo_mutant {
int active = -1;
unsigned char reached[COUNT];
namespace {
struct Switch {
  Switch() { if (const char* number = std::getenv("HLO_MUTANT")) active = std::atoi(number); }
  ~Switch() {
    const char* path = std::getenv("HLO_MUTANT_REACHED");
    std::FILE* file = path ? std::fopen(path, "wb") : nullptr;
    for (int at = 0; file && at < COUNT; ++at) {
      const int number = reached[at] == 2 ? -at : at;
      if (reached[at]) std::fwrite(&number, sizeof number, 1, file);
    }
    if (file) std::fclose(file);
  }
} the_switch;
}  // namespace
}  // namespace hlo_mutant
"""


def build_tree():
    """The programs without mutants."""
    subprocess.run(["cmake", "--preset", "separate"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "separate"], cwd=ROOT, check=True)


def commands():
    """Source file -> its compiler command in build/separate."""
    return {str(pathlib.Path(entry["file"]).relative_to(ROOT)): entry["command"] for entry in json.loads((BUILD / "compile_commands.json").read_text())
            if pathlib.Path(entry["file"]).is_relative_to(ROOT)}


def words_of(command):
    """The compiler and its options, without those that only cost time here."""
    words = shlex.split(DROPPED.sub("", command).split(" -o ")[0].split(" -MD ")[0])
    return [word for word in words if not word.startswith("-O") and word not in ("ccache", "env") and "SLOPPINESS" not in word] + ["-O1", "-w"]


def header(words):
    """The options for a precompiled header of the standard library, the modules, and the switches."""
    with HEADER_LOCK:
        place = WORK / ("headers" + words[-2]) / "headers.hxx"
        made = pathlib.Path(str(place) + ".gch")
        place.parent.mkdir(parents=True, exist_ok=True)
        text = (BUILD / "CMakeFiles/hlo_ir_headers.dir/cmake_pch.hxx").read_text() + mutant_sites.MUTANT_HEADER
        newest = max(path.stat().st_mtime for path in (ROOT / "core").rglob("*.h"))
        if not made.exists() or place.read_text() != text or made.stat().st_mtime < newest:
            place.write_text(text)
            subprocess.run([*words, "-x", "c++-header", str(place), "-o", str(made)], check=True)
    return ["-include", str(place)]


def compile_source(file, source, command, made):
    """Compiles `source` in place of `file`. Returns what the compiler says if it fails."""
    overlay = WORK / "overlay" / made.stem
    place = overlay / file
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(source)
    words = words_of(command)
    try:
        ran = subprocess.run([words[0], "-I" + str(overlay), *header(words), *words[1:], "-o", str(made), "-c", str(place)],
                             capture_output=True, text=True, timeout=600)
        return ran.stderr if ran.returncode else ""
    finally:
        place.unlink()


def link(objects, program, target="bin/hlo"):
    """Links a program of build/separate with these objects before its archives."""
    shown = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", target], capture_output=True, text=True, check=True).stdout
    command = shown.splitlines()[-1].removeprefix(": && ").removesuffix(" && :").replace(f" -o {target} ", f" {' '.join(map(str, objects))} -o {program} ")
    command = command.split(" && ")[0]
    return subprocess.run(command, shell=True, cwd=BUILD, capture_output=True).returncode == 0


class Program:
    """`files` with all their mutants. `sites`: number -> (file, Site)."""

    def __init__(self, files):
        self.files, self.sites, self.objects, self.keys = sorted(files), {}, [], {}
        self.path = WORK / "hlo-switched"

    def build(self):
        self.commands, blocks = commands(), self.blocks()
        self.headers = mutant_sites.MUTANT_HEADER + "".join(path.read_text() for path in sorted((ROOT / "core").rglob("*.h")))
        header(words_of(self.commands[self.files[0]]))
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda file: self.compile_file(file, blocks[file] * BLOCK), self.files))
        state = f"{sorted(self.keys.items())} {len(blocks)}"
        note = self.path.with_suffix(".json")
        if not (self.path.exists() and note.exists() and note.read_text() == state):
            self.link(len(blocks))
            note.write_text(state)

    def link(self, blocks):
        switch = WORK / "switch.cc"
        switch.write_text(SWITCH.replace("COUNT", str(BLOCK * blocks)))
        subprocess.run(["c++", "-O1", "-c", str(switch), "-o", str(WORK / "switch.o")], check=True)
        if not link([*self.objects, WORK / "switch.o"], self.path):
            sys.exit("the program with mutants cannot be linked")

    def blocks(self):
        """File -> its block of numbers, which stays when other files come and go."""
        note = WORK / "blocks.json"
        known = json.loads(note.read_text()) if note.exists() else {}
        for file in self.files:
            known.setdefault(file, len(known))
        note.write_text(json.dumps(known))
        return known

    def compile_file(self, file, first):
        text = (ROOT / file).read_text()
        chosen = dict(enumerate(mutant_sites.sites(text)[:BLOCK], first))
        made = WORK / "objects" / (file.replace("/", "__") + ".o")
        made.parent.mkdir(parents=True, exist_ok=True)
        note = made.with_suffix(".json")
        key = hashlib.sha256((mutant_sites.instrumented(text, chosen) + self.headers).encode()).hexdigest()
        known = json.loads(note.read_text()) if note.exists() and made.exists() else {}
        if known.get("key") == key:
            chosen = {number: chosen[number] for number in known["numbers"]}
        else:
            chosen = self.compile_without_faults(file, text, chosen, made)
            note.write_text(json.dumps({"key": key, "numbers": list(chosen)}))
        if chosen:
            self.keys[file] = key
            self.objects.append(made)
            self.sites.update({number: (file, site) for number, site in chosen.items()})

    def compile_without_faults(self, file, text, chosen, made):
        """Leaves out the places in whose lines the compiler finds faults. Returns the others."""
        line_at = lambda position: text.count("\n", 0, position) + 1
        lines_of = {number: {line_at(site.start), *(line_at(position) for position, _ in site.insertions)} for number, site in chosen.items()}
        for _ in range(4):
            said = compile_source(file, mutant_sites.instrumented(text, chosen), self.commands[file], made)
            if not said:
                print(f"{file}: {len(chosen)} of {len(lines_of)}", flush=True)
                return chosen
            lines = {int(line) for line in re.findall(re.escape(file) + r":(\d+):", said)}
            kept = {number: site for number, site in chosen.items() if not lines_of[number] & lines}
            if len(kept) == len(chosen):
                break
            chosen = kept
        print(f"{file}: no mutants: {said[:300]}", flush=True)
        return {}

    def run(self, arguments, number=None, reached=None, timeout=60):
        """(status, output); the status is -1 after `timeout` seconds of the processor."""
        environment = dict(os.environ, **({"HLO_MUTANT": str(number)} if number is not None else {}), **({"HLO_MUTANT_REACHED": str(reached)} if reached else {}))
        if "--serve" in arguments:  # the program of the tree judges the answers of the one with mutants
            command = [str(BUILD / "bin/hlo"), *(word for word in arguments if word != "--serve"), "--engine", f"{self.path} conform --serve"]
        else:
            command = [str(self.path), *arguments]
        return self.call(command, environment, timeout)

    def call(self, command, environment, timeout):
        limited = f"ulimit -c 0; ulimit -t {timeout}; ulimit -v 6000000; exec \"$@\""
        try:
            ran = subprocess.run(["bash", "-c", limited, "bash", *command], cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", timeout=10 * timeout)
        except subprocess.TimeoutExpired:  # it waits
            return -9, ""
        return ran.returncode, ran.stdout

    def unit_tests(self):
        """The unit tests of the core, linked with the mutants. Folder -> program."""
        archive, made = WORK / "mutants.a", {}
        archive.unlink(missing_ok=True)
        subprocess.run(["ar", "qcs", str(archive), *map(str, self.objects)], check=True)
        for name in ("types", "shape", "literal", "kernels", "ops", "text", "engine", "builder", "api"):
            made[name] = WORK / f"{name}_test"
            if not link([WORK / "switch.o", archive], made[name], f"bin/core_{name}_test"):
                sys.exit(f"the unit tests of {name} cannot be linked")
        return made


def divide(source, target):
    """Copies vector files in parts of at most 24 cases and about 100 kB, so that few cases run for a mutant."""
    for path in sorted(source.rglob("*.json")):
        head, *cases = re.split(r"(?<=\n)  (?=\{\n)", path.read_text().removesuffix("\n ]\n}\n"))
        part = []
        for at, case in enumerate(cases):
            part.append(case.removesuffix("\n").removesuffix(","))
            if len(part) == 24 or sum(map(len, part)) > 100_000 or at + 1 == len(cases):
                place = target / f"{path.stem}.{at:05}.json"
                place.write_text(f"{head}  " + ",\n  ".join(part) + "\n ]\n}\n")
                part = []


def is_about(vectors, file):
    """Whether the names of vectors and of a source tell that they are about the same op."""
    name, stem = vectors.name.split(".")[0], pathlib.Path(file).stem.replace("_", "-")
    return name in stem or stem in name


class Judge:
    """Runs the vectors against the mutants of a program, beginning with those that name its op."""

    def __init__(self, program, vectors, most_batches=None):
        self.program, self.vectors, self.most_batches, self.reach, self.tests = program, vectors, most_batches, {}, {}
        self.refused = set()  # numbers of operators whose types have no other one
        self.state = hashlib.sha256(str(sorted(program.keys.items())).encode()).hexdigest()
        self.lock = threading.Lock()

    def reached_by(self, mode):
        """Vector file -> the numbers that its run reaches."""
        with self.lock:
            if mode not in self.reach:
                paths = sorted(self.vectors.rglob("*.json"))
                with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
                    self.reach[mode] = dict(zip(paths, pool.map(lambda path: self.reached_by_file(path, mode), paths)))
            return self.reach[mode]

    def reached_by_file(self, path, mode):
        key = hashlib.sha256(path.read_bytes() + f"{mode} {self.state}".encode()).hexdigest()[:24]
        note = WORK / "reach" / key
        if not note.exists():
            note.parent.mkdir(exist_ok=True)
            status, output = self.program.run(["conform", str(path), *mode], reached=note, timeout=300)
            if status:
                note.unlink(missing_ok=True)
                sys.exit(f"{path.name} {' '.join(mode)}: the program without a mutant must pass, got status {status}: {output[:300]}")
        numbers = array.array("i", note.read_bytes())
        self.refused.update(-number for number in numbers if number < 0)
        return frozenset(numbers)

    def batches(self, number, mode):
        """Lists of vector files: first those of the op, then a mixture."""
        file = self.program.sites[number][0]
        paths = [path for path, numbers in self.reached_by(mode).items() if number in numbers]
        paths.sort(key=lambda path: (not is_about(path, file), hashlib.sha256(path.name.encode()).digest()))
        batch, size, most = [], 0, 150_000
        for path in paths:
            batch.append(str(path))
            size += path.stat().st_size
            if size > most:
                yield batch
                batch, size, most = [], 0, 3 * most
        if batch:
            yield batch

    def judge(self, number, modes):
        """(outcome, what killed it)"""
        is_reached = False
        for mode in modes:
            for batch in itertools.islice(self.batches(number, mode), self.most_batches):
                is_reached = True
                seconds = 5 + sum(pathlib.Path(path).stat().st_size for path in batch) // 300_000  # many times what they need
                status, output = self.program.run(["conform", *batch, *mode], number, timeout=seconds)
                if status:
                    failed = re.findall(r"^FAILED (\S+)", output, re.M)
                    what = failed[0] if failed else "a run without an end" if status in (137, 152, -24, -9) else f"a crash (status {status}) in {pathlib.Path(batch[0]).stem} or later"
                    return "killed", what + (f", with {' '.join(mode)}" if mode else "")
        return ("no mutant", "") if number in self.refused else ("survived", "" if is_reached else "no vector reaches it")

    def judge_by_tests(self, number):
        """The first unit test that fails, or None."""
        suites = [suite for suite, (_, numbers) in self.suites().items() if number in numbers]
        for name in sorted({name for name, _ in suites}, key=lambda name: name != pathlib.Path(self.program.sites[number][0]).parts[1]):
            mine = sorted((suite for suite in suites if suite[0] == name), key=lambda suite: self.suites()[suite][0])
            command = [str(WORK / f"{name}_test"), "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + ":".join(f"{suite}.*" for _, suite in mine)]
            status, output = self.program.call(command, dict(os.environ, HLO_MUTANT=str(number)), 120)
            if status:
                failed = re.findall(r"^\[  FAILED  \] (\w+\.\w+)", output, re.M)
                return failed[0] if failed else f"a crash (status {status}) of the unit tests of {name}"
        return None

    def suites(self):
        """(folder, suite of unit tests) -> (its seconds, the numbers that it reaches)."""
        with self.lock:
            if not self.tests:
                found = [(name, suite.rstrip(".")) for name, path in self.program.unit_tests().items()
                         for suite in re.findall(r"^\S+\.(?=\s)", self.program.call([str(path), "--gtest_list_tests"], None, 60)[1], re.M)]
                with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
                    self.tests = dict(zip(found, pool.map(self.reached_by_suite, found)))
            return self.tests

    def reached_by_suite(self, place):
        name, suite = place
        note = WORK / "reach" / f"{hashlib.sha256(self.state.encode()).hexdigest()[:8]}-{name}-{suite.replace('/', '-')}"
        begin = time.monotonic()
        if not note.exists():
            self.program.call([str(WORK / f"{name}_test"), f"--gtest_filter={suite}.*"], dict(os.environ, HLO_MUTANT_REACHED=str(note)), 300)
        return time.monotonic() - begin, frozenset(array.array("i", note.read_bytes()))
