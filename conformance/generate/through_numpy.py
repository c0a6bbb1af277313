"""Cases whose expected result the numpy adapter computes (conformance/adapters): numpy in float64 and long double, and
Python's integers, with one rounding to the element type per instruction. It shares no code with the engine."""
import pathlib
import sys
import warnings

import numpy

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "adapters"))
import numpy_adapter  # noqa: E402
from values import from_literal, to_literal  # noqa: E402

from formats import shape_text  # noqa: E402
from write import run_case  # noqa: E402

ORACLE = "the numpy adapter: numpy in float64 and long double, Python's integers"
numpy.seterr(all="ignore")
numpy_adapter.MAX_STEPS = 1 << 40


def whole(body, helpers=()):
    return ["HloModule m", *helpers, "ENTRY e {", *("  " + line for line in body), "}"]


def spelled(shape, value):
    """A LITERAL with default layouts, as in the other vectors."""
    if shape.type == "tuple":
        return {"tuple": [spelled(part, item) for part, item in zip(shape.parts, value)]}
    return {**to_literal(shape, value), "shape": shape_text(shape.type, shape.dims)}


def expected(lines, args):
    engine = numpy_adapter.Engine("\n".join(lines) + "\n")
    entry = engine.computations[engine.entry]
    shape = next(i.shape for i in entry.instructions if i.name == entry.root[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = engine.call(engine.entry, *map(from_literal, args))
    check_shape(shape, result)
    return spelled(shape, result)


def check_shape(shape, value):
    if shape.type == "tuple":
        for part, item in zip(shape.parts, value):
            check_shape(part, item)
    elif tuple(value.shape) != shape.dims:
        raise ValueError(f"numpy gives {value.shape} for {shape.type}{shape.dims}")


def numpy_case(identity, why, anchor, body, args=(), *, helpers=(), **options):
    lines = whole(body, helpers)
    return run_case(identity, why, anchor, None, list(args), expected(lines, list(args)), whole=lines, oracle=ORACLE, **options)


def combiner(text, types, label="f", parameters="ab"):
    """A computation of scalars: `text` is its last instruction, or several separated by "; "."""
    names = [f"  {p} = {t}[] parameter({k})" for k, (p, t) in enumerate(zip(parameters, types))]
    *before, last = text.split("; ")
    return [f"{label} {{", *names, *("  " + line for line in before), "  ROOT " + last, "}"]
