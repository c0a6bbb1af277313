"""What changed in the vectors from version to version, from the history of git: the states of two versions are
compared, and the reason of a change is the subject of the last commit that made one."""
import json
import re
import subprocess

FOLDER = "conformance/vectors"
WORDING = {"why", "spec", "tags", "provenance"}  # fields that no engine sees
VERSION = re.compile(r"^project\(.*VERSION (\d+\.\d+\.\d+)", re.M)


class Fault(Exception):
    """The history cannot be read."""


class History:
    def __init__(self, root):
        self.root = root
        self.parsed = {}
        if self.git("rev-parse", "--is-shallow-repository").strip() == "true":
            raise Fault("the history is incomplete; run git fetch --unshallow")

    def git(self, *words):
        ran = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True)
        if ran.returncode:
            raise Fault(f"git {words[0]}: {ran.stderr.strip()}")
        return ran.stdout

    def blob(self, name):
        """The cases of a file by id."""
        if name not in self.parsed:
            cases = {}
            try:
                cases = {case["id"]: case for case in json.loads(self.git("cat-file", "blob", name))["cases"]}
            except (json.JSONDecodeError, KeyError, TypeError):
                pass  # an invalid file has no cases
            self.parsed[name] = cases
        return self.parsed[name]

    def cases(self, commit):
        """All cases of a commit by id."""
        found = {}
        for line in self.git("ls-tree", "-r", commit, FOLDER + "/").splitlines():
            mode, kind, name = line.split("\t")[0].split()
            if kind == "blob" and line.endswith(".json"):
                found.update(self.blob(name))
        return found

    def versions(self, head):
        """(version, its last commit) from the oldest; the last commit of the newest is `head`."""
        log = self.git("log", "--reverse", "--topo-order", "-G", r"VERSION [0-9]+\.[0-9]+\.[0-9]+", "--format=%H", head, "--", "CMakeLists.txt")
        found = []
        for commit in log.split():
            version = VERSION.search(self.git("show", f"{commit}:CMakeLists.txt"))
            if version and (not found or found[-1][0] != version[1]):
                if found:
                    found[-1][1] = commit + "^"
                found.append([version[1], head])
        return found

    def reasons(self, first, last):
        """id: subject of the last commit between the two that changed the case."""
        span = f"{first}..{last}" if first else last
        reasons, subject = {}, ""
        for line in self.git("log", "--no-merges", "--raw", "--no-abbrev", "--no-renames", "--format=>%s", span, "--", FOLDER).splitlines():
            if line.startswith(">"):
                subject = line[1:]
            elif line.startswith(":") and line.endswith(".json"):
                _, _, before, after = line.split("\t")[0].split()[:4]
                old = self.blob(before) if before.strip("0") else {}
                new = self.blob(after) if after.strip("0") else {}
                for identity in old.keys() | new.keys():
                    if old.get(identity) != new.get(identity):
                        reasons.setdefault(identity, subject)
        return reasons


def difference(old, new, reasons):
    changed = []
    for identity in sorted(old.keys() & new.keys()):
        fields = sorted(key for key in old[identity].keys() | new[identity].keys() if old[identity].get(key) != new[identity].get(key))
        if fields:
            changed.append({"id": identity, "fields": fields, "why": reasons.get(identity, "")})
    removed = [{"id": identity, "why": reasons.get(identity, "")} for identity in sorted(old.keys() - new.keys())]
    return {"added": sorted(new.keys() - old.keys()), "changed": changed, "removed": removed}


def changes(root, head="HEAD"):
    """{"format": 1, "versions": [{"version", "added", "changed", "removed"}]}, the newest first."""
    history = History(root)
    listed, before, old = [], None, {}
    for version, commit in history.versions(head):
        new = history.cases(commit)
        listed.append({"version": version, **difference(old, new, history.reasons(before, commit))})
        before, old = commit, new
    return {"format": 1, "versions": listed[::-1]}


def as_json(found):
    """One case per line."""
    lines = ['{"format": 1, "versions": [']
    for number, version in enumerate(found["versions"]):
        lists = []
        for key in ("added", "changed", "removed"):
            items = ",\n".join("   " + json.dumps(item, ensure_ascii=False) for item in version[key])
            lists.append(f'  "{key}": [' + (f"\n{items}\n  ]" if items else "]"))
        end = "," if number + 1 < len(found["versions"]) else ""
        lines.append(f' {{"version": {json.dumps(version["version"])},\n' + ",\n".join(lists) + "}" + end)
    return "\n".join(lines) + "\n]}\n"


def as_text(found):
    lines = []
    for version in found["versions"]:
        tested = [item for item in version["changed"] if not WORDING.issuperset(item["fields"])]
        lines.append(f"{version['version']}: {len(version['added'])} added, {len(tested)} changed, {len(version['removed'])} removed; "
                     f"{len(version['changed']) - len(tested)} worded differently")
        lines += [f"  changed {item['id']} ({', '.join(item['fields'])}): {item['why']}" for item in tested]
        lines += [f"  removed {item['id']}: {item['why']}" for item in version["removed"]]
    return "\n".join(lines)
