"""The files of the released packages that scripts/release packs: release_files.py npm|vectors OUT

npm      a folder with the package hlo-playground, from build/wasm/bin
vectors  a folder with the package hlo-conformance-vectors, and the same as a zip beside it

All files get the time SOURCE_DATE_EPOCH, so that the same commit always gives the same bytes."""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import sys
import time
import zipfile

import vectors_changes

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ("hlo", "hlo-import", "hlo-export")


def npm(out, modules):
    package = out / "hlo-playground"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "wasm/npm", package)
    shutil.copy(ROOT / "LICENSE", package)
    for name in MODULES:
        for end in ("mjs", "wasm"):
            shutil.copyfile(modules / f"{name}.{end}", package / f"{name}.{end}")
        shutil.copyfile(ROOT / f"wasm/{name.replace('-', '_')}.d.mts", package / f"{name}.d.mts")


def index_of(folder, version):
    """What a runner needs to choose cases without reading all files."""
    files = []
    for path in sorted(folder.rglob("*.json")):
        text = path.read_bytes()
        document = json.loads(text)
        cases = [{"id": case["id"], "kind": case["kind"], "level": case.get("level", "core"), "requires": case.get("requires", [])}
                 for case in document["cases"]]
        files.append({"file": f"vectors/{path.relative_to(folder).as_posix()}", "op": document["op"],
                      "sha256": hashlib.sha256(text).hexdigest(), "cases": cases})
    return {"format": 1, "version": version, "cases": sum(len(file["cases"]) for file in files), "files": files}


def index_text(index):
    """One case per line."""
    blocks = []
    for file in index["files"]:
        cases = ",\n".join("   " + json.dumps(case) for case in file["cases"])
        head = json.dumps({key: value for key, value in file.items() if key != "cases"})
        blocks.append(f'  {head[:-1]}, "cases": [\n{cases}\n  ]}}')
    head = json.dumps({key: value for key, value in index.items() if key != "files"})
    return f'{head[:-1]}, "files": [\n' + ",\n".join(blocks) + "\n]}\n"


def write_zip(folder, path, epoch):
    stamp = time.gmtime(max(epoch, 315532800))[:6]  # the format begins in 1980
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_dir():
                continue
            entry = zipfile.ZipInfo(f"{folder.name}/{file.relative_to(folder).as_posix()}", stamp)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, file.read_bytes())


def vectors(out, epoch):
    version = json.loads((ROOT / "conformance/npm/package.json").read_text())["version"]
    package = out / "hlo-conformance-vectors"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "conformance/npm", package)
    shutil.copy(ROOT / "LICENSE", package)
    for folder in ("vectors", "schema"):
        shutil.copytree(ROOT / "conformance" / folder, package / folder)
    (package / "index.json").write_text(index_text(index_of(package / "vectors", version)))
    (package / "changes.json").write_text(vectors_changes.as_json(vectors_changes.changes(ROOT)))
    write_zip(package, out / f"hlo-conformance-vectors-{version}.zip", epoch)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("npm", "vectors"))
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--modules", type=pathlib.Path, default=ROOT / "build/wasm/bin")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.what == "npm":
        npm(given.out, given.modules)
        return 0
    try:
        vectors(given.out, int(os.environ["SOURCE_DATE_EPOCH"]))
    except vectors_changes.Fault as fault:
        print(f"release_files.py: {fault}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
