#!/usr/bin/env python3
"""XLA itself as an engine, through the HLO text entry of jaxlib (xla_client) and a PJRT client.

pip install jax    # brings jaxlib, numpy, and ml_dtypes; JAX_PLATFORMS=cpu|cuda|tpu selects the device
hlo conform --engine 'python3 conformance/adapters/jax_adapter.py' --report xla.json

Written to the interface of jaxlib 0.4 and 0.5 as published; it has NOT been run by this project, whose machines
cannot install jaxlib. XLA verifies programs, so reject cases run, too. Several replicas need as many devices:
XLA_FLAGS=--xla_force_host_platform_device_count=8 for the CPU."""
import jax
import ml_dtypes
import numpy as np
from jax.extend.backend import get_backend
from jaxlib import xla_client

import protocol
from hlo_text import read_shape
from values import FLOATS, TYPES, from_literal, to_literal, wide

NUMPY = {"pred": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128,
         "bf16": ml_dtypes.bfloat16, **{f"{sign}{bits}": np.dtype(f"{name}{bits}") for sign, name in (("s", "int"), ("u", "uint")) for bits in (8, 16, 32, 64)}}
NUMPY.update({name: getattr(ml_dtypes, "float" + name[1:]) for name in FLOATS if hasattr(ml_dtypes, "float" + name[1:])})
NUMPY.update({name: getattr(ml_dtypes, long) for name, long in (("s2", "int2"), ("u2", "uint2"), ("s4", "int4"), ("u4", "uint4")) if hasattr(ml_dtypes, long)})
BACKEND = get_backend()


def compiled(hlo, replicas, partitions):
    """Parses, verifies, and compiles; a program that XLA refuses is rejected."""
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = replicas, partitions
    options.executable_build_options.num_replicas = replicas
    options.executable_build_options.num_partitions = partitions
    try:
        module = xla_client._xla.hlo_module_from_text(hlo)
        computation = xla_client.XlaComputation(module.as_serialized_hlo_module_proto())
        text = xla_client._xla.mlir.xla_computation_to_mlir_module(computation)
        return BACKEND.compile(text, compile_options=options), computation.program_shape().result_shape()
    except Exception as error:
        raise protocol.Reject(str(error)[:500]) from None


def buffers(literal, device):
    """The arrays of a LITERAL on a device; jaxlib takes tuples as separate parameters."""
    if "tuple" in literal:
        raise protocol.Skip("a tuple parameter")
    shape, _ = read_shape(literal["shape"])
    array = from_literal(literal).astype(NUMPY[shape.type])
    return BACKEND.buffer_from_pyval(array, device)



def result(shape, arrays):
    if shape.is_tuple():
        return {"tuple": [result(part, arrays) for part in shape.tuple_shapes()]}
    own, _ = read_shape(str(shape))
    return to_literal(own, np.asarray(next(arrays)).astype(wide(own.type)))


def run(hlo, args, topology):
    replicas, partitions = topology["replicas"], topology["partitions"]
    devices = BACKEND.local_devices()[:replicas * partitions]
    if len(devices) < replicas * partitions:
        raise protocol.Skip(f"{replicas * partitions} devices")
    executable, shape = compiled(hlo, replicas, partitions)
    lists = [args if isinstance(args, list) else args.get("all") or args.get(f"{d // partitions},{d % partitions}", []) for d in range(len(devices))]
    inputs = [[buffers(literal, device) for literal, device in zip(column, devices)] for column in zip(*lists)]
    outputs = executable.execute_sharded(inputs).disassemble_into_single_device_arrays()
    return [result(shape, iter([output[d] for output in outputs])) for d in range(len(devices))]


if __name__ == "__main__":
    types = [name for name in TYPES if name in NUMPY]
    protocol.serve({"name": "XLA " + BACKEND.platform, "engine_version": jax.__version__, "types": types,
                    "features": ["replicas", "partitions"], "kinds": ["run", "reject"], "issues": "https://github.com/openxla/xla/issues"}, run)
