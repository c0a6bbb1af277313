#!/usr/bin/python3
"""Functions of CHLO, as JAX writes them, at their special arguments and in every type; windows whose lists are operands. Values of special
functions by mpmath with 40 digits, of complex ones by numpy, others by hand."""
import math

import mpmath
import numpy

from formats import literal
from import_cases import case as import_case
from write import write_groups

NAME = "conformance/generate/jax_functions.py"
INF, NAN = math.inf, math.nan
MLIR = {"f16": "f16", "bf16": "bf16", "f32": "f32", "f64": "f64", "c64": "complex<f32>", "c128": "complex<f64>"}
mpmath.mp.dps = 40


class Given:
    """A literal with its type."""

    def __init__(self, name, values):
        self.name, self.count, self.literal = name, len(values), literal(name, values)

    @property
    def mlir(self):
        return f"tensor<{self.count}x{MLIR[self.name]}>"


def applied(identity, why, op, args, name, results, *, result=None, tol=None, oracle=None):
    result = result or name
    given = [Given(name, values) for values in args]
    wanted = Given(result, results)
    names = ", ".join(f"%a{i}" for i in range(len(given)))
    kinds = ", ".join(value.mlir for value in given)
    heads = ", ".join(f"%a{i}: {value.mlir}" for i, value in enumerate(given))
    text = [f"func.func @main({heads}) -> {wanted.mlir} {{", f"  %0 = {op} {names} : {kinds} -> {wanted.mlir}", f"  return %0 : {wanted.mlir}", "}"]
    return "import-chlo", import_case(f"import-chlo.{identity}", why, "chlo", text, args=given, expect=wanted, tol=tol, oracle=oracle, requires=[name])


def rounded(name, value):
    """The number of the type next to an mpmath number."""
    double = float(value)  # mpmath rounds to nearest
    return float(numpy.float32(double)) if name == "f32" else double


def accuracy_cases():
    grid = {"lgamma": (0.999, 1.0, 1.0001, 1.5, 2.0, 2.0001, 2.5, 3.25, 0.1, 1e-5, 30.5, -0.5, -1.5), "digamma": (1.461632, 1.4616, 1.5, 0.25, 7.0, 1e-4, 100.0, -0.5),
            "erfc": (0.5, 1.25, 2.5, 4.0, 9.0, -1.0, -3.0), "erf_inv": (0.1, 0.5, 0.9, 0.999, -0.25, -0.99999), "bessel_i1e": (0.1, 1.0, 7.5, 8.5, 20.0, -2.0)}
    truth = {"lgamma": lambda x: mpmath.log(abs(mpmath.gamma(x))), "digamma": mpmath.digamma, "erfc": mpmath.erfc, "erf_inv": mpmath.erfinv,
             "bessel_i1e": lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x))}
    for function, numbers in grid.items():
        args = [float(numpy.float32(x)) for x in numbers]
        yield applied(f"{function.replace(chr(95), chr(45))}-f32-digits", "f32 is computed in f64 and rounded once", f"chlo.{function}", [args], "f32",
                      [rounded("f32", truth[function](mpmath.mpf(x))) for x in args], tol={"class": "close", "ulp": 1}, oracle="mpmath")
    pairs = [(2.0, 1.0), (3.5, 0.25), (1.25, 7.0), (12.0, 2.5)]
    yield applied("zeta-f32-digits", "f32 is computed in f64 and rounded once", "chlo.zeta", list(map(list, zip(*pairs))), "f32",
                  [rounded("f32", mpmath.zeta(*map(mpmath.mpf, pair))) for pair in pairs], tol={"class": "close", "ulp": 1}, oracle="mpmath")
    pairs = [(1.0, 0.5), (2.0, 3.25), (4.0, 1.5), (0.0, 2.5)]
    yield applied("polygamma-f32-digits", "f32 is computed in f64 and rounded once", "chlo.polygamma", list(map(list, zip(*pairs))), "f32",
                  [rounded("f32", mpmath.polygamma(int(n), mpmath.mpf(x))) for n, x in pairs], tol={"class": "close", "ulp": 1}, oracle="mpmath")


def special_cases():
    for name in ("f32", "f64"):
        yield applied(f"digamma-{name}-poles", "zeros give -infinity, negative integers NaN", "chlo.digamma", [[0.0, -0.0, -1.0, INF]], name, [-INF, -INF, NAN, INF])
        yield applied(f"zeta-{name}-poles", "at poles, even exponents give infinity, others NaN; an infinity is not even", "chlo.zeta",
                      [[2.0, 3.0, 4.0, 1.0, INF], [-1.0, -1.0, 0.0, 2.0, -1.0]], name, [INF, NAN, INF, INF, NAN])
    for name, dtype in (("c64", numpy.complex64), ("c128", numpy.complex128)):
        numbers = [complex(0, 1), complex(0, -1), complex(0, -2.5), complex(0, 2.5), complex(-0.0, 2.5), complex(INF, 0), complex(-INF, -3), complex(0, INF), complex(0.5, -0.25),
                   complex(0.0, 0.5), complex(-0.0, -0.0)]
        with numpy.errstate(all="ignore"):
            results = [complex(dtype(numpy.arctan(numpy.complex128(dtype(x))))) for x in numbers]
        yield applied(f"atan-{name}-special", "cuts, poles, and infinities of the arc tangent", "chlo.atan", [numbers], name, results, tol={"class": "close", "ulp": 4}, oracle="numpy")
    # The neighbors by the codes of the numbers.
    for name, one, smallest, largest in (("f16", 2.0**-10, 2.0**-24, 65504.0), ("bf16", 2.0**-7, 2.0**-133, 3.3895313892515355e38)):
        yield applied(f"next-after-{name}", "the neighbor in the direction of the second number", "chlo.next_after",
                      [[1.0, 1.0, 0.0, 0.0, largest, 2.0, -1.0, NAN, smallest], [2.0, 0.0, 1.0, -1.0, INF, 2.0, 0.0, 1.0, 0.0]], name,
                      [1 + one, 1 - one / 2, smallest, -smallest, INF, 2.0, -(1 - one / 2), NAN, 0.0])


def window(result, header, lists, known=()):
    """A running sum along the first dimension."""
    return ["func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {", "  %0 = stablehlo.add %a, %b : tensor<f32>", "  return %0 : tensor<f32>", "}",
            f"func.func @main(%x: {header}) -> {result} {{", "  %z = stablehlo.constant dense<0.0> : tensor<f32>", *("  " + line for line in lists),
            "  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %w, %o, %o, %o, %p) {called_computations = [@add]} : "
            f"({header}, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> {result}", f"  return %r : {result}", "}"]


def window_cases():
    x = numpy.arange(6, dtype=float).reshape(3, 2)
    sums = literal("f32", [float(v) for v in numpy.cumsum(x, axis=0).ravel()], (3, 2))
    given = {"0,0": [literal("f32", [float(v) for v in x.ravel()], (3, 2))]}
    ones = "%o = stablehlo.constant dense<1> : tensor<2xi32>"
    lists = ["%w = stablehlo.constant dense<[3, 1]> : tensor<2xi32>", ones, "%p = stablehlo.constant dense<[[2, 0], [0, 0]]> : tensor<2x2xi32>"]
    yield "import-dynamic", import_case("import-dynamic.reduce-window", "the lists of the window are operands", "dynamic-shapes", window("tensor<3x2xf32>", "tensor<3x2xf32>", lists),
                                      args=given, expect={"0,0": sums})
    lists = ["%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>", "%m = stablehlo.constant dense<-1> : tensor<i32>",
             "%k = stablehlo.add %n, %m : tensor<i32>", "%c = stablehlo.constant dense<1> : tensor<1xi32>", "%e = stablehlo.constant dense<0> : tensor<1xi32>",
             "%n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>", "%k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>",
             "%w = stablehlo.concatenate %n1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>", ones,
             "%p0 = stablehlo.concatenate %k1, %e, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>",
             "%p1 = stablehlo.reshape %p0 : (tensor<2xi32>) -> tensor<1x2xi32>", "%p2 = stablehlo.constant dense<0> : tensor<1x2xi32>",
             "%p = stablehlo.concatenate %p1, %p2, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>"]
    yield "import-dynamic", import_case("import-dynamic.reduce-window-of-open-size", "a running sum along a dimension whose size is open, with padding that depends on it",
                                      "dynamic-shapes", window("tensor<?x2xf32>", "tensor<?x2xf32>", lists), args=given, expect={"0,0": sums}, options={"dims": {"arg0.0": 3}})
    lists = ["%w = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3x2xf32>) -> tensor<i32>"]
    unknown = window("tensor<3x2xf32>", "tensor<3x2xf32>", [ones])
    unknown[4] = "func.func @main(%x: tensor<3x2xf32>, %w: tensor<2xi32>, %p: tensor<2x2xi32>) -> tensor<3x2xf32> {"
    yield "import-dynamic", import_case("import-dynamic.rejects-reduce-window", "a window that is an argument", "dynamic-shapes", unknown, reject=("I03", 8, 8))
    columns = ["func.func @main(%x: tensor<?x2xf32>) -> tensor<2x2xi32> {", "  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>",
               "  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1x1xi32>", "  %b = stablehlo.constant dense<[[7]]> : tensor<1x1xi32>",
               "  %r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>",
               "  %s = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<1x2xi32>",
               "  %t = stablehlo.concatenate %r, %s, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>", "  return %t : tensor<2x2xi32>", "}"]
    yield "import-dynamic", import_case("import-dynamic.sizes-in-rows", "sizes in an array of two dimensions", "dynamic-shapes", columns, args=given,
                                      expect={"0,0": literal("s32", [3, 7, 3, 3], (2, 2))}, options={"dims": {"arg0.0": 3}})


def empty_cases():
    given = {"0,0": [literal("f32", [1.0, 2.0, 3.0])]}
    for rows, columns in ((0, 2), (2, 0)):
        kind = f"tensor<{rows}x{columns}xi64>"
        text = [f"func.func @main(%x: tensor<?xf32>) -> {kind} {{", f"  %c = stablehlo.constant dense<> : {kind}", f"  %d = stablehlo.reshape %c : ({kind}) -> {kind}",
                f"  %e = stablehlo.negate %d : {kind}", f"  return %e : {kind}", "}"]
        yield "import-dynamic", import_case(f"import-dynamic.known-empty-{rows}x{columns}", "a constant without elements beside open sizes", "dynamic-shapes", text, args=given,
                                          expect={"0,0": literal("s64", [], (rows, columns))}, options={"dims": {"arg0.0": 3}})
    text = ["func.func @main(%x: tensor<?x2xf32>) -> tensor<2xf32> {", "  %p = stablehlo.constant dense<[[3], [2]]> : tensor<2x1xi64>",
            "  %s = stablehlo.reshape %p : (tensor<2x1xi64>) -> tensor<1x2xi64>", "  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x2xf32>, tensor<1x2xi64>) -> tensor<?x?xf32>",
            "  %z = stablehlo.constant dense<0.0> : tensor<f32>", "  %t = stablehlo.reduce(%r init: %z) applies stablehlo.add across dimensions = [0] : "
            "(tensor<?x?xf32>, tensor<f32>) -> tensor<2xf32>", "  return %t : tensor<2xf32>", "}"]
    yield "import-dynamic", import_case("import-dynamic.rejects-sizes-in-rows", "the sizes of a reshape are a list", "dynamic-shapes", text, options={"dims": {"arg0.0": 3}},
                                      reject=("I03", 4, 8))


if __name__ == "__main__":
    write_groups((accuracy_cases, special_cases, window_cases, empty_cases), NAME)
