#!/usr/bin/python3
"""Imports of elementwise ops of StableHLO and CHLO. Values are by hand, by numpy in f64, or by mpmath."""
import math

import mpmath
import numpy

from import_cases import Value, element, f32, s32, tensor, twins, types
from write import write

NAME = "conformance/generate/imports_elementwise.py"
INF, NAN = math.inf, math.nan
CLOSE = {"class": "close", "ulp": 3}


def single(value):
    return float(numpy.float32(value))


def simple(dialect, op, why, args, result, *, anchor=None, hlo=None, attributes="", properties="", **more):
    """An op with operands %x, %y, ... `attributes` of the pretty form, `properties` of the generic one."""
    named = dict(zip("xyzw", args))
    operands = ", ".join(f"%{name}" for name in named)
    same = len({v.mlir for v in [*args, result]}) == 1
    tail = result.mlir if same else f"({types(args)}) -> {result.mlir}"
    pretty = f"%r = {dialect}.{op} {operands}{attributes} : {tail}"
    if dialect == "chlo" and not op.startswith("broadcast_"):
        pretty = f"%r = chlo.{op} {operands}{attributes} : {types(args)} -> {result.mlir}"
    generic = f'%r = "{dialect}.{op}"({operands}){properties} : ({types(args)}) -> {result.mlir}'
    anchor = anchor or ("imported-elementwise" if dialect == "stablehlo" else "chlo")
    prefix = "import-elementwise" if dialect == "stablehlo" else "import-chlo"
    return twins(f"{prefix}.{op.replace('_', '-')}", why, anchor, named, result, pretty, generic, hlo=hlo, **more)


def named_hlo(op, count, result):
    operands = ", ".join(f"Arg_{i}" for i in range(count))
    return [f"r = {result.hlo} {op.replace('_', '-')}({operands})"]


# op: values, results
EXACT = {
    "abs": ([-1.5, 0.0, 2.0], [1.5, 0.0, 2.0]),
    "ceil": ([-1.5, 0.25, 2.0], [-1.0, 1.0, 2.0]),
    "floor": ([-1.5, 0.25, 2.0], [-2.0, 0.0, 2.0]),
    "sign": ([-1.5, 0.0, INF], [-1.0, 0.0, 1.0]),
    "negate": ([-1.5, 0.0, INF], [1.5, -0.0, -INF]),
    "round_nearest_afz": ([-2.5, 0.5, 1.25], [-3.0, 1.0, 1.0]),
    "round_nearest_even": ([-2.5, 0.5, 1.5], [-2.0, 0.0, 2.0]),
    "sqrt": ([0.0, 4.0, -1.0], [0.0, 2.0, NAN]),
}
INTEGER = {
    "not": ([0, -1, 5], [-1, 0, -6]),
    "popcnt": ([0, -1, 5], [0, 32, 2]),
    "count_leading_zeros": ([0, -1, 5], [32, 0, 29]),
}
FUNCTIONS = {
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), "cosine": mpmath.cos, "exponential": mpmath.exp,
    "exponential_minus_one": mpmath.expm1, "log": mpmath.log, "log_plus_one": mpmath.log1p,
    "logistic": lambda x: 1 / (1 + mpmath.exp(-x)), "rsqrt": lambda x: 1 / mpmath.sqrt(x),
    "sine": mpmath.sin, "tan": mpmath.tan, "tanh": mpmath.tanh,
}
CHLO_FUNCTIONS = {
    "acos": (mpmath.acos, [0.25, -0.5, 1.0]), "acosh": (mpmath.acosh, [1.25, 2.0, 9.0]),
    "asin": (mpmath.asin, [0.25, -0.5, 1.0]), "asinh": (mpmath.asinh, [0.25, -2.0, 9.0]),
    "atan": (mpmath.atan, [0.25, -2.0, 9.0]), "atanh": (mpmath.atanh, [0.25, -0.5, 0.0]),
    "cosh": (mpmath.cosh, [0.25, -2.0, 0.0]), "sinh": (mpmath.sinh, [0.25, -2.0, 0.0]),
    "tan": (mpmath.tan, [0.25, -0.5, 1.0]), "erf": (mpmath.erf, [0.25, -2.0, 0.0]),
    "erfc": (mpmath.erfc, [0.25, -2.0, 1.5]), "erf_inv": (mpmath.erfinv, [0.25, -0.5, 0.875]),
    "lgamma": (mpmath.loggamma, [0.5, 3.5, 10.5]), "digamma": (mpmath.digamma, [0.5, 3.5, 10.5]),
    "bessel_i1e": (lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(1, x), [0.0, 1.0, -10.0]),
}
BINARY = {
    "add": ([1.5, -2.0, INF], [0.25, -0.5, -INF], [1.75, -2.5, NAN]),
    "subtract": ([1.5, -2.0, 1.0], [0.25, -0.5, 1.0], [1.25, -1.5, 0.0]),
    "multiply": ([1.5, -2.0, INF], [0.25, -0.5, 0.0], [0.375, 1.0, NAN]),
    "divide": ([1.5, -2.0, 1.0], [0.25, -0.5, 0.0], [6.0, 4.0, INF]),
    "remainder": ([5.5, -5.5, 5.5], [2.0, 2.0, -2.0], [1.5, -1.5, 1.5]),
    "maximum": ([1.5, -2.0, NAN], [0.25, -0.5, 1.0], [1.5, -0.5, NAN]),
    "minimum": ([1.5, -2.0, NAN], [0.25, -0.5, 1.0], [0.25, -2.0, NAN]),
    "power": ([1.5, -2.0, 4.0], [2.0, 3.0, 0.0], [2.25, -8.0, 1.0]),
}
INTEGER_BINARY = {
    "and": ([12, -1], [10, 7], [8, 7]), "or": ([12, 1], [10, 6], [14, 7]), "xor": ([12, -1], [10, 7], [6, -8]),
    "shift_left": ([12, -1], [2, 31], [48, -2147483648]),
    "shift_right_arithmetic": ([12, -8], [2, 1], [3, -4]),
    "shift_right_logical": ([12, -1], [2, 31], [3, 1]),
}
COMPARE = {"EQ": [False, True, False], "NE": [True, False, True], "LT": [True, False, False],
           "LE": [True, True, False], "GT": [False, False, False], "GE": [False, True, False]}


def unary_cases():
    for op, (values, results) in EXACT.items():
        yield from simple("stablehlo", op, f"`{op}` is the opcode of the same name", [f32(values)], f32(results),
                          hlo=named_hlo(op, 1, f32(results)))
    for op, (values, results) in INTEGER.items():
        yield from simple("stablehlo", op, f"`{op}` is the opcode of the same name", [s32(values)], s32(results),
                          hlo=named_hlo(op, 1, s32(results)))
    for op, function in FUNCTIONS.items():
        values = [0.25, 1.0, 2.5]
        result = f32([single(function(mpmath.mpf(v))) for v in values])
        yield from simple("stablehlo", op, f"`{op}` is the opcode of the same name", [f32(values)], result,
                          hlo=named_hlo(op, 1, result), tol=CLOSE, oracle="mpmath")
    yield from simple("stablehlo", "is_finite", "`is_finite` has a boolean result", [f32([1.0, INF, NAN])],
                      Value("pred", [True, False, False]))
    z = Value("c64", [1 + 2j, -3j])
    yield from simple("stablehlo", "real", "`real` of a complex array", [z], f32([1.0, -0.0]))
    yield from simple("stablehlo", "imag", "`imag` of a complex array", [z], f32([2.0, -3.0]))
    yield from simple("stablehlo", "convert", "`convert` changes the element type", [s32([0, -3, 7])],
                      Value("bf16", [0.0, -3.0, 7.0]))
    yield from simple("stablehlo", "bitcast_convert", "`bitcast_convert` to narrower elements adds a dimension",
                      [f32([1.0, -2.0])], Value("u8", [[0, 0, 128, 63], [0, 0, 0, 192]]))
    yield from simple("stablehlo", "reduce_precision", "`format = e5m2` gives both bit counts",
                      [f32([1.3, 300000.0])], f32([1.25, INF]), attributes=", format = e5m2",
                      properties=" <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}>",
                      hlo=["r = f32[2]{0} reduce-precision(Arg_0), exponent_bits=5, mantissa_bits=2"])


def other_cases():
    for op, (x, y, r) in BINARY.items():
        yield from simple("stablehlo", op, f"`{op}` is the opcode of the same name", [f32(x), f32(y)], f32(r),
                          hlo=named_hlo(op, 2, f32(r)))
    for op, (x, y, r) in INTEGER_BINARY.items():
        yield from simple("stablehlo", op, f"`{op}` is the opcode of the same name", [s32(x), s32(y)], s32(r),
                          hlo=named_hlo(op, 2, s32(r)))
    turn = f32([single(math.atan2(1.0, -2.0)), single(math.atan2(-3.0, 0.5))])
    yield from simple("stablehlo", "atan2", "`atan2` is the opcode of the same name",
                      [f32([1.0, -3.0]), f32([-2.0, 0.5])], turn, tol=CLOSE, oracle="Python's math.atan2")
    yield from simple("stablehlo", "complex", "`complex` of two real arrays", [f32([1.0, 0.0]), f32([2.0, -3.0])],
                      Value("c64", [1 + 2j, complex(0, -3)]), hlo=["r = c64[2]{0} complex(Arg_0, Arg_1)"])
    x, y = f32([1.0, 2.0, NAN]), f32([2.0, 2.0, 2.0])
    for direction, results in COMPARE.items():
        result = Value("pred", results)
        args = {"x": x, "y": y}
        tail = f"({x.mlir}, {y.mlir}) -> {result.mlir}"
        yield from twins(
            f"import-elementwise.compare-{direction.lower()}", f"`compare {direction}` of floats", "imported-elementwise",
            args, result, f"%r = stablehlo.compare  {direction}, %x, %y,  FLOAT : {tail}",
            f'%r = "stablehlo.compare"(%x, %y) <{{comparison_direction = #stablehlo<comparison_direction {direction}>}}> : {tail}',
            hlo=[f"r = pred[3]{{0}} compare(Arg_0, Arg_1), direction={direction}"])
    p = Value("pred", [True, False, True])
    for name, chooser, why in (("select", p, "`select` with an array"),
                               ("select-scalar", Value("pred", True), "a scalar predicate is broadcast")):
        result = f32([1.0, 2.0 if name == "select" else 5.0, 3.0])
        args = {"p": chooser, "x": f32([1.0, 5.0, 3.0]), "y": f32([7.0, 2.0, 9.0])}
        tail = f"({types(args.values())}) -> {result.mlir}"
        yield from twins(f"import-elementwise.{name}", why, "imported-elementwise", args, result,
                         f"%r = stablehlo.select %p, %x, %y : {chooser.mlir}, {result.mlir}" if name == "select" else
                         f"%r = stablehlo.select %p, %x, %y : {tail}",
                         f'%r = "stablehlo.select"(%p, %x, %y) : {tail}')
    yield from simple("stablehlo", "clamp", "scalar bounds of `clamp` are broadcast",
                      [f32(0.0), f32([-1.0, 0.5, 3.0]), f32(1.0)], f32([0.0, 0.5, 1.0]))


def chlo_cases():
    for op, (function, values) in CHLO_FUNCTIONS.items():
        result = f32([single(mpmath.re(function(mpmath.mpf(v)))) for v in values])
        yield from simple("chlo", op, f"`chlo.{op}` has the values of the function", [f32(values)], result,
                          tol={"class": "close", "ulp": 64 if op == "digamma" else 12}, oracle="mpmath")
    yield from simple("chlo", "square", "`square` is a product", [f32([-1.5, 3.0])], f32([2.25, 9.0]),
                      hlo=["r = f32[2]{0} multiply(Arg_0, Arg_0)"])
    yield from simple("chlo", "conj", "`conj` negates the imaginary part", [Value("c64", [1 + 2j, 3 - 4j])],
                      Value("c64", [1 - 2j, 3 + 4j]))
    for op, results in (("is_inf", [True, True, False]), ("is_pos_inf", [True, False, False]),
                        ("is_neg_inf", [False, True, False])):
        yield from simple("chlo", op, f"`{op}` compares with an infinity", [f32([INF, -INF, 3.0])],
                          Value("pred", results))
    yield from simple("chlo", "mulhi", "`mulhi` is the high half of a product", [Value("u32", [2**31, 5])] * 2,
                      Value("u32", [2**30, 0]))
    yield from simple("chlo", "next_after", "`next_after` steps to the next number",
                      [f32([1.0, 0.0, 2.0]), f32([2.0, -1.0, 2.0])],
                      f32([1 + 2.0**-23, -(2.0**-149), 2.0]))
    yield from simple("chlo", "zeta", "`zeta` is the function of Hurwitz",
                      [Value("f64", [2.0, 3.0]), Value("f64", [1.0, 2.0])],
                      Value("f64", [float(mpmath.zeta(2, 1)), float(mpmath.zeta(3, 2))]),
                      tol={"class": "close", "ulp": 8}, oracle="mpmath")
    yield from simple("chlo", "polygamma", "`polygamma` is a derivative of digamma",
                      [Value("f64", [1.0, 2.0]), Value("f64", [1.0, 1.0])],
                      Value("f64", [float(mpmath.polygamma(1, 1)), float(mpmath.polygamma(2, 1))]),
                      tol={"class": "close", "ulp": 64}, oracle="mpmath")
    column, row = Value("f32", [[6.0], [12.0]]), f32([1.0, 2.0, 4.0])
    a, b = (v.values.astype(float) for v in (column, row))
    for op, result in (("add", a + b), ("subtract", a - b), ("multiply", a * b), ("divide", a / b),
                       ("maximum", numpy.maximum(a, b)), ("minimum", numpy.minimum(a, b)), ("power", a**b),
                       ("remainder", numpy.fmod(a, b))):
        yield from simple("chlo", f"broadcast_{op}", "shapes are broadcast as in numpy", [column, row],
                          f32(result.tolist()), oracle="numpy")
    column, row = s32([[12], [-7]]), s32([1, 2, 5])
    a, b = (v.values.astype(numpy.int32) for v in (column, row))
    for op, result in (("and", a & b), ("or", a | b), ("xor", a ^ b), ("shift_left", a << b),
                       ("shift_right_arithmetic", a >> b),
                       ("shift_right_logical", a.view(numpy.uint32) >> b.view(numpy.uint32))):
        yield from simple("chlo", f"broadcast_{op}", "shapes are broadcast as in numpy", [column, row],
                          s32(result.tolist()), oracle="numpy")
    yield from simple("chlo", "broadcast_complex", "shapes are broadcast as in numpy", [f32([[1.0]]), f32([2.0, 3.0])],
                      Value("c64", [[1 + 2j, 1 + 3j]]))
    yield from simple("chlo", "broadcast_atan2", "shapes are broadcast as in numpy", [f32(1.0), f32([1.0, -2.0])],
                      f32([single(math.atan2(1.0, 1.0)), single(math.atan2(1.0, -2.0))]), tol=CLOSE,
                      oracle="Python's math.atan2")
    yield from simple("chlo", "broadcast_next_after", "shapes are broadcast as in numpy", [f32([1.0, 0.5]), f32(2.0)],
                      f32([1 + 2.0**-23, 0.5 + 2.0**-24]))
    less = "comparison_direction = #chlo<comparison_direction LT>"
    yield from simple("chlo", "broadcast_compare", "`broadcast_dimensions` place the smaller operand",
                      [s32([2, 5]), s32([[1, 2, 3], [4, 5, 6]])],
                      Value("pred", [[False, False, True], [False, False, True]]),
                      attributes=f" {{broadcast_dimensions = array<i64: 0>, {less}}}",
                      properties=f" <{{broadcast_dimensions = array<i64: 0>, {less}}}>")
    yield from simple("chlo", "broadcast_select", "`broadcast_select` takes a scalar predicate",
                      [Value("pred", False), f32([1.0, 2.0]), f32([3.0, 4.0])], f32([3.0, 4.0]))
    x = f32([1.0, 2.0])
    yield from twins("import-chlo.constant-like", "`constant_like` has the shape of its operand", "chlo", {"x": x},
                     f32([0.5, 0.5]), None, f'%r = "chlo.constant_like"(%x) <{{value = 5.0e-01 : f32}}> : ({x.mlir}) -> {x.mlir}')
    yield from twins("import-chlo.constant", "`chlo.constant` is a constant", "chlo", {}, f32([1.0, 2.0]), None,
                     f'%r = "chlo.constant"() <{{value = dense<[1.0, 2.0]> : {x.mlir}}}> : () -> {x.mlir}')
    table = f32([[1.0, 7.0, 3.0], [5.0, 5.0, 2.0]])
    top = [f32([[7.0, 3.0], [5.0, 5.0]]), s32([[1, 2], [0, 1]])]
    yield from twins("import-chlo.top-k", "`top_k` gives values and indices, the first of equal values first", "chlo",
                     {"x": table}, top,
                     f"%r:2 = chlo.top_k(%x, k = 2) : {table.mlir} -> ({types(top)})",
                     f'%r:2 = "chlo.top_k"(%x) <{{k = 2 : i64}}> : ({table.mlir}) -> ({types(top)})')


if __name__ == "__main__":
    write("import-elementwise", [*unary_cases(), *other_cases()], NAME)
    write("import-chlo", list(chlo_cases()), NAME)
