# SPDX-License-Identifier: Apache-2.0
"""Describes the machine that scripts/bench runs on, and names its processor model."""
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENDORS = {"AuthenticAMD": "AMD", "GenuineIntel": "Intel", "ARM": "Arm"}
# In the order of preference: (flag of the kernel, name).
FEATURES = (("avx2", "AVX2"), ("avx512f", "AVX-512"), ("avx512_vnni", "VNNI"), ("avx512_bf16", "BF16"),
            ("amx_int8", "AMX"), ("asimd", "NEON"))
WIDEST = (("amx_int8", "AMX"), ("avx512f", "AVX-512"), ("avx2", "AVX2"), ("sse4_1", "SSE4"), ("asimd", "NEON"))


def output(*command):
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu_fields():
    """What lscpu says: {"Vendor ID": ...}."""
    described = output("lscpu", "-J")
    return {item["field"].rstrip(":"): item["data"] for item in json.loads(described)["lscpu"]} \
        if described else {}


def flags(fields):
    return set(fields.get("Flags", "").split())


def generation(fields):
    """The processor's family, by the name of its cores where the number is known to mean one."""
    family, found = fields.get("CPU family", "unknown"), flags(fields)
    if fields.get("Vendor ID") == "AuthenticAMD":
        zen = {"23": "Zen", "25": "Zen 4" if "avx512f" in found else "Zen 3", "26": "Zen 5"}
        return zen.get(family, f"family {family}")
    return f"family {family}"


def model_name(fields):
    """Vendor, family, and widest instructions: "AMD Zen 5, AVX-512". Virtual machines rarely say more."""
    vendor = fields.get("Vendor ID", fields.get("Architecture", "unknown"))
    widest = next((name for flag, name in WIDEST if flag in flags(fields)), "no SIMD")
    return f"{VENDORS.get(vendor, vendor)} {generation(fields)}, {widest}"


def slug(name):
    """The name of the file of a processor model: "amd-zen-5-avx-512"."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def first_line(*command):
    text = output(*command).splitlines()[:1]
    number = re.search(r"\d+\.\d+(\.\d+)?", text[0]) if text else None
    name = {"emcc": "Emscripten"}.get(command[0], command[0])
    return f"{name} {number.group()}" if number else ""


def machine():
    """{"model", "cpu", "memory", "versions" of the tools}."""
    fields = cpu_fields()
    features = [name for flag, name in FEATURES if flag in flags(fields)]
    cpu = f"{fields.get('Architecture', 'unknown CPU')} with {', '.join(features) or 'SIMD'}, " \
          f"{os.cpu_count()} cores"
    for level in ("L1d", "L2", "L3"):
        if f"{level} cache" in fields:
            cpu += f", {level} {re.sub(r' [(].*', '', fields[f'{level} cache'])}"
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    versions = [first_line("g++", "--version"), first_line("emcc", "--version"),
                "Node " + output("node", "--version").strip().lstrip("v")]
    return {"model": model_name(fields), "cpu": cpu, "memory": f"{pages / 2**30:.0f} GiB of memory",
            "versions": [text for text in versions if text]}
