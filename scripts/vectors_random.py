"""Writes random vectors: one op or a few, at sizes where engines change their algorithm, with the results of numpy."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "conformance/generate"))


def main(folder, families, count, first):
    import random_cases
    from vectors_form import canonical
    from vectors_requires import needs

    unknown = set(families) - set(random_cases.FAMILIES)
    if unknown:
        print(f"--family must be one of {', '.join(random_cases.FAMILIES)}, got {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    for family in families or random_cases.FAMILIES:
        cases = [random_cases.random_case(family, seed) for seed in range(first, first + count)]
        for case in cases:
            case["requires"] = sorted({*case["requires"], *needs(case)})
        path = folder / f"{family}.json"
        path.write_text(canonical({"format": 1, "op": family, "cases": cases}), encoding="utf-8")
        print(f"{path}: {len(cases)} cases")
    return 0
