"""Cases of imports: a StableHLO program in two spellings, its arguments and results (imports reference)."""
import base64

import numpy

from arrays import lit
from write import phase_of

MLIR = {"pred": "i1", "c64": "complex<f32>", "c128": "complex<f64>"}


def element(name):
    if name in MLIR:
        return MLIR[name]
    if name[0] == "s":
        return "i" + name[1:]
    return "ui" + name[1:] if name[0] == "u" else name


class Value:
    """An array of an HLO type."""

    def __init__(self, name, values, dims=None):
        made = numpy.array(values, dtype=object)
        self.name, self.values = name, made if dims is None else made.reshape(dims)

    @property
    def mlir(self):
        return tensor(self.name, *self.values.shape)

    @property
    def hlo(self):
        dims = self.values.shape
        layout = "{" + ",".join(map(str, reversed(range(len(dims))))) + "}" if dims else ""
        return f"{self.name}[{','.join(map(str, dims))}]{layout}"

    @property
    def literal(self):
        return lit(self.name, self.values)


def tensor(name, *dims):
    return f"tensor<{''.join(f'{d}x' for d in dims)}{element(name)}>"


def f32(values, dims=None):
    return Value("f32", values, dims)


def s32(values, dims=None):
    return Value("s32", values, dims)


def counting(name, *dims):
    return Value(name, numpy.arange(int(numpy.prod(dims))) + 1, dims)


def case(identity, why, anchor, source, *, args=(), expect=None, hlo=None, reject=None, warning=None,
         options=None, tol=None, requires=(), topology=None, oracle=None):
    """`expect`: a Value, or a list for a tuple. `reject`, `warning`: (code, line, column)."""
    made = {"id": identity, "kind": "import", "level": "core", "why": why,
            "spec": [{"doc": "imports", "anchor": anchor}],
            "requires": sorted({"hlo-proto" if isinstance(source, bytes) else "stablehlo", *requires}),
            "tags": [],
            "source": base64.b64encode(source).decode() if isinstance(source, bytes) else source}
    if options:
        made["options"] = options
    if hlo:
        made["hlo"] = hlo
    if topology:
        made["topology"] = topology
    if expect is not None or reject:
        made["args"] = args if isinstance(args, dict) else [value.literal for value in args]
    if expect is not None:
        made["expect"] = {"tuple": [v.literal for v in expect]} if isinstance(expect, list) else \
            expect if isinstance(expect, dict) else expect.literal
    for key, finding in (("reject", reject), ("warning", warning)):
        if finding:
            code, *place = finding
            made[key] = {"phase": "import" if code[0] in "IW" else phase_of(code), "code": code}
            made[key].update(zip(("line", "col"), place))
    if tol:
        made["tol"] = tol
    made["provenance"] = {"kind": "derived", "oracle": oracle} if oracle else {"kind": "hand"}
    return made


def types(values):
    return ", ".join(v.mlir for v in values)


def function(lines, args, results):
    """`args`: name -> Value. The results are named %r, or %r#0, %r#1, ..., or as in `lines`."""
    several = isinstance(results, list)
    given = results if several else [results]
    names = [f"%r#{i}" for i in range(len(given))] if several else ["%r"]
    made = types(given)
    head = ", ".join(f"%{name}: {value.mlir}" for name, value in args.items())
    return [f"func.func @main({head}) -> {f'({made})' if several else made} {{",
            *("  " + line for line in lines), f"  return {', '.join(names)} : {made}", "}"]


def generic_function(lines, args, results):
    """The same as it prints with --mlir-print-op-generic."""
    several = isinstance(results, list)
    given = results if several else [results]
    names = [f"%r#{i}" for i in range(len(given))] if several else ["%r"]
    made = types(given)
    block = ", ".join(f"%{name}: {value.mlir}" for name, value in args.items())
    kind = f"({types(args.values())}) -> {f'({made})' if several else made}"
    return ['"builtin.module"() ({', f'  "func.func"() <{{function_type = {kind}, sym_name = "main"}}> ({{',
            f"  ^bb0({block}):", *("    " + line for line in lines),
            f'    "func.return"({", ".join(names)}) : ({made}) -> ()', "  }) : () -> ()", "}) : () -> ()"]


def program(lines, args, results):
    """The HLO text of one computation whose last line is the root; parameters have the names of 4.7."""
    head = [f"  Arg_{i} = {value.hlo} parameter({i})" for i, value in enumerate(args.values())]
    *body, root = lines
    return ["HloModule main", "ENTRY main {", *head, *("  " + line for line in body), "  ROOT " + root, "}"]


def twins(identity, why, anchor, args, results, pretty, generic, *, hlo=None, **more):
    """The same program in the pretty and in the generic form. `hlo`: the lines of the entry computation."""
    text = program(hlo, args, results) if hlo else None
    for form, lines, around in (("pretty", pretty, function), ("generic", generic, generic_function)):
        if lines:
            lines = lines if isinstance(lines, list) else [lines]
            yield case(f"{identity}.{form}", f"{why}, in the {form} form", anchor,
                       around(lines, args, results), args=list(args.values()), expect=results, hlo=text, **more)
