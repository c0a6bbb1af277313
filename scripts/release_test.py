#!/usr/bin/python3
"""Tests of the released packages: release_test.py native|npm|vectors...

Packs what is built (scripts/release --no-build) and uses the packages as their users do. Last line: "N passed, N failed,
N skipped"."""
import functools
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = sys.argv[1:] or ["native", "npm", "vectors"]
WORK = tempfile.TemporaryDirectory()
VERSION = json.loads((ROOT / "wasm/npm/package.json").read_text())["version"]


def run(*command, cwd=ROOT, **options):
    ran = subprocess.run(list(map(str, command)), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if ran.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {ran.stdout[-3000:]}")
    return ran.stdout


def has_history():
    ran = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True)
    return ran.stdout.strip() == "false"


@functools.cache
def packed(part, time="first"):
    """The folder with the packages of a part."""
    out = pathlib.Path(WORK.name) / time / part
    run("scripts/release", "--no-build", "--out", out, part, env={"SOURCE_DATE_EPOCH": "1700000000", **os.environ})
    return out


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.name != "SHA256SUMS"}


def part(name):
    return unittest.skipUnless(name in PARTS, f"{name} is not tested now")


class Package(unittest.TestCase):
    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def same_bytes_twice(self, part):
        first = hashes(packed(part))
        listed = dict(line.split("  ")[::-1] for line in (packed(part) / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(listed, first)
        self.assertEqual(hashes(packed(part, "second")), first)

    def installed(self, package):
        """A new project that has only the package, installed without a network."""
        project = self.folder()
        (project / "package.json").write_text('{"type": "module", "private": true}')
        run("npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", package, cwd=project)
        return project


@part("vectors")
@unittest.skipUnless(has_history(), "the changes of the vectors need the whole history (git fetch --unshallow)")
class Vectors(Package):
    def package(self):
        return packed("vectors") / f"hlo-conformance-vectors-{VERSION}.tgz"

    def test_have_the_same_bytes_each_time(self):
        self.same_bytes_twice("vectors")

    def test_the_index_lists_every_case_of_the_files(self):
        folder = self.installed(self.package()) / "node_modules/hlo-conformance-vectors"
        index = json.loads((folder / "index.json").read_text())
        self.assertEqual({file["file"] for file in index["files"]},
                         {f"vectors/{path.name}" for path in (ROOT / "conformance/vectors").glob("*.json")})
        for file in index["files"]:
            text = (folder / file["file"]).read_bytes()
            self.assertEqual(file["sha256"], hashlib.sha256(text).hexdigest())
            self.assertEqual([case["id"] for case in file["cases"]], [case["id"] for case in json.loads(text)["cases"]])
        self.assertEqual(index["cases"], sum(len(file["cases"]) for file in index["files"]))

    def test_the_history_leads_to_the_cases_of_the_last_commit(self):
        versions = json.loads(tarfile.open(self.package()).extractfile("package/changes.json").read())["versions"]
        known = set()
        for version in versions[::-1]:
            self.assertEqual(known & set(version["added"]), set())
            known -= {item["id"] for item in version["removed"]}
            known |= set(version["added"])
        committed = set()
        for name in run("git", "ls-tree", "-r", "--name-only", "HEAD", "conformance/vectors/").split():
            committed |= {case["id"] for case in json.loads(run("git", "show", f"HEAD:{name}"))["cases"]}
        self.assertEqual(known, committed)

    def test_the_zip_has_the_files_of_the_npm_package(self):
        with zipfile.ZipFile(packed("vectors") / f"hlo-conformance-vectors-{VERSION}.zip") as archive, tarfile.open(self.package()) as tar:
            zipped = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
            self.assertEqual(list(zipped), sorted(zipped))
            tarred = {member.name.split("/", 1)[1]: tar.extractfile(member).read() for member in tar.getmembers()}
        self.assertEqual(zipped, tarred)

    def test_node_can_require_the_index(self):
        project = self.installed(self.package())
        script = "import { createRequire } from 'node:module'; const r = createRequire(import.meta.url);" \
                 "console.log(r('hlo-conformance-vectors').format, r('hlo-conformance-vectors/vectors/pad.json').op)"
        self.assertEqual(run("node", "--input-type=module", "-e", script, cwd=project), "1 pad\n")


USE = """import { loadExporter, loadHlo, loadImporter, HloError, type Literal } from 'hlo-playground';
const hlo = await loadHlo();
const values: Literal[] = hlo.run('ENTRY e { a = f32[2] parameter(0) ROOT r = f32[2] add(a, a) }', [{ shape: 'f32[2]', data: new Float32Array([1.5, NaN]) }]);
const bytes: number = hlo.layout('f32[3,5]{1,0:T(2,2)}')[0]!.bytes;
const two: Literal[] = hlo.run('HloModule m, replica_count=2 ENTRY e { r = u32[] replica-id() ROOT a = u32[2000] broadcast(r), dimensions={} }');
let message = '';
try {
  hlo.run('ENTRY e { ROOT a = f32[2] multipy(b, b) }');
} catch (error) {
  if (error instanceof HloError) message = error.diagnostics[0]!.code;
}
const importer = await loadImporter();
const imported = importer.translate('func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> { return %a : tensor<3xf32> }', 'a.mlir');
const exporter = await loadExporter();
const again = importer.translate(exporter.toStablehlo(imported.text));
const protobuf: string = importer.translate(exporter.toProtobuf(imported.text)).format;
try {
  exporter.toStablehlo('ENTRY e { ROOT a = f32[2] multipy(b, b) }');
} catch (error) {
  if (error instanceof HloError) message += ' ' + error.diagnostics[0]!.code;
}
"""
SHOW = """
const sizes = two.map((value) => ('data' in value ? (value.data as number[]).length : 0));
const shown = JSON.stringify({ values, bytes, sizes, message, ok: imported.ok && again.ok, protobuf, version: hlo.about().version });
"""
SHOWN = {"values": [{"shape": "f32[2]{0}", "data": [3, "nan"]}], "bytes": 96, "sizes": [2000, 2000], "message": "P02 P02", "ok": True, "protobuf": "an HloModuleProto"}
PAGE = """<!doctype html><meta charset="utf-8"><title>waiting</title><script type="module">
%s
document.title = shown;
</script>
"""
CONFIG = {"compilerOptions": {"strict": True, "noUncheckedIndexedAccess": True, "module": "nodenext", "target": "es2022",
                              "lib": ["es2022", "dom"], "skipLibCheck": False, "types": []},
          "files": ["use.mts"]}


@part("npm")
class Playground(Package):
    def project(self):
        project = self.installed(packed("npm") / f"hlo-playground-{VERSION}.tgz")
        (project / "use.mts").write_text(USE + SHOW + "console.log(shown);\n")
        (project / "tsconfig.json").write_text(json.dumps(CONFIG))
        return project

    def compiled(self, project):
        run("node", ROOT / "web/node_modules/typescript/bin/tsc", "-p", project, cwd=project)
        return (project / "use.mjs").read_text()

    def check(self, shown):
        shown = json.loads(shown)
        self.assertEqual({key: shown[key] for key in SHOWN}, SHOWN)

    def test_has_the_same_bytes_each_time(self):
        self.same_bytes_twice("npm")

    def test_has_only_the_files_that_it_needs(self):
        with tarfile.open(packed("npm") / f"hlo-playground-{VERSION}.tgz") as tar:
            names = sorted(name.removeprefix("package/") for name in tar.getnames())
        self.assertEqual(names, ["LICENSE", "README.md", "browser.mjs", "hlo-export.d.mts", "hlo-export.mjs", "hlo-export.wasm", "hlo-import.d.mts", "hlo-import.mjs", "hlo-import.wasm", "hlo.d.mts",
                                 "hlo.mjs", "hlo.wasm", "index.d.mts", "node.mjs", "package.json", "playground.mjs"])

    def test_type_checks_and_runs_in_node(self):
        project = self.project()
        self.compiled(project)
        self.check(run("node", "use.mjs", cwd=project))

    def test_the_example_of_the_readme_runs(self):
        project = self.project()
        code = (ROOT / "wasm/npm/README.md").read_text().split("```js\n")[1].split("```")[0]
        (project / "readme.mjs").write_text(code.replace("hlo.run(text, [", "console.log(JSON.stringify(hlo.run(text, [", 1).replace("]);\n", "])));\n", 1)
                                            .replace("hlo.layout('f32[3,5]{1,0:T(2,2)}')[0].bytes;", "console.log(hlo.layout('f32[3,5]{1,0:T(2,2)}')[0].bytes);"))
        self.assertEqual(run("node", "readme.mjs", cwd=project).splitlines(),
                         ['[{"shape":"f32[3]{0}","data":[2,5,"nan"]}]', "96", "6:19: unknown opcode 'multipy'; did you mean 'multiply'?"])

    @unittest.skipUnless("CHROMIUM" in os.environ or any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "Chromium is not installed")
    def test_runs_in_a_page_without_a_bundler_and_in_its_worker(self):
        project = self.project()
        code = self.compiled(project).replace("'hlo-playground'", "'./node_modules/hlo-playground/browser.mjs'").replace("console.log(shown);", "")
        (project / "index.html").write_text(PAGE % code)
        (project / "worker.mjs").write_text(code + "postMessage(shown);\n")
        (project / "worker.html").write_text('<!doctype html><title>waiting</title><script>new Worker("worker.mjs", {type: "module"}).onmessage = '
                                             "(event) => { document.title = event.data; };</script>")
        for page in ("index.html", "worker.html"):
            self.check(run("node", ROOT / "web/scripts/page_title.mjs", project, page))


@part("native")
class Native(Package):
    def test_have_the_same_bytes_each_time(self):
        self.same_bytes_twice("native")

    def unpacked(self):
        folder = self.folder()
        with tarfile.open(next(packed("native").glob("*.tar.gz"))) as tar:
            tar.extractall(folder)
        return next(folder.iterdir())

    def test_the_tarball_runs_the_suite_with_one_command(self):
        tool = self.unpacked()
        self.assertRegex(tool.name, rf"^hlo-playground-{VERSION}-linux-\w+$")
        got = run(tool / "bin/hlo", "conform", "--filter", "*.f32.*", cwd="/", env={})
        self.assertRegex(got, r"(?m)^\d+ passed, 0 failed, 0 skipped$")

    def test_the_program_needs_no_shared_library(self):
        ran = subprocess.run(["ldd", str(self.unpacked() / "bin/hlo")], capture_output=True, text=True)
        self.assertIn("not a dynamic executable", ran.stdout + ran.stderr)

    def test_the_packages_have_the_same_files(self):
        tool = self.unpacked()
        names = {str(path.relative_to(tool)) for path in tool.rglob("*") if path.is_file()}
        deb = self.folder()
        run("dpkg-deb", "-x", next(packed("native").glob("*.deb")), deb)
        self.assertEqual({str(path.relative_to(deb / "usr")) for path in deb.rglob("*") if path.is_file()}, names)
        for name in ("bin/hlo", "share/man/man1/hlo.1.gz", "share/bash-completion/completions/hlo", "share/zsh/vendor-completions/_hlo",
                     "share/fish/vendor_completions.d/hlo.fish", "share/hlo-playground/vectors/pad.json",
                     "share/hlo-playground/schema/vectors.schema.json", "share/doc/hlo-playground/copyright"):
            self.assertIn(name, names)


result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
failed = len(result.failures) + len(result.errors)
# The parts that are not asked for do not count.
skipped = [why for _, why in result.skipped if not why.endswith("is not tested now")]
print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(skipped)} skipped")
sys.exit(1 if failed else 0)
