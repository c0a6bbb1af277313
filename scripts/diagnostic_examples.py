"""Examples of the codes that no vector can show."""

LONGEST = 14  # lines of an example

LOOP = ["body {", "  ROOT i = s32[] parameter(0)", "}", "always {", "  i = s32[] parameter(0)",
        "  ROOT t = pred[] constant(true)", "}", "ENTRY e {", "  zero = s32[] constant(0)",
        "  ROOT w = s32[] while(zero), condition=always, body=body", "}"]


def nested(depth):
    """Computations that call each other, the first one last."""
    lines = ["f0 {", "  ROOT x = f32[] parameter(0)", "}"]
    for i in range(1, depth):
        lines += [f"f{i} {{", "  x = f32[] parameter(0)",
                  f"  ROOT y = f32[] call(x), to_apply=f{i - 1}", "}"]
    return lines + ["ENTRY e {", "  x = f32[] constant(0)",
                    f"  ROOT y = f32[] call(x), to_apply=f{depth - 1}", "}"]


# Codes that no vector can show: lines, the words after `hlo`.
OWN = {
    "R02": (["ENTRY e {", "  ROOT i = s32[1000000] iota(), iota_dimension=0", "}"],
            ["run", "a.hlo", "--max-memory", "1000"]),
    "R03": (nested(1000), ["run", "a.hlo"]),
    "R09": (["HloModule m, replica_count=1000000", "ENTRY e {", "  ROOT r = u32[] replica-id()", "}"],
            ["run", "a.hlo"]),
    "W01": (["ENTRY e {", "  ROOT i = s32[2] iota(), iota_dimension=0, colour=red", "}"],
            ["check", "a.hlo", "--lenient"]),
    "W02": (["y = f32[2] negate(x)"], ["check", "a.hlo"]),
}
