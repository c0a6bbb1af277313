#!/usr/bin/env python3
"""XLA itself as an engine, through the HLO text entry of jaxlib: text -> HloModule -> StableHLO -> compiled program; import cases,
and all others with --through stablehlo, are compiled as they are (this was not tried yet).

pip install jax    # brings jaxlib, numpy, and ml_dtypes; JAX_PLATFORMS=cpu|cuda|tpu selects the device
XLA_FLAGS=--xla_force_host_platform_device_count=8 hlo conform --engine 'python3 conformance/adapters/jax_adapter.py' --timeout 30 --jobs 16

Run with JAX 0.11.2 (report: reports/xla.md). jaxlib compiles StableHLO alone, so layouts and header attributes of the program
are lost, and an op that StableHLO lacks is skipped. XLA verifies programs, so reject cases run, too; what XLA finds only in the
lost parts counts as accepted."""
import os
import re
import sys

import protocol
from hlo_text import Unsupported, read_shape
from values import FLOATS, TYPES, from_literal, to_literal, wide

# Passes that would partition a program that is already written for one device of several.
PARTITIONERS = "spmd-partitioning,stateful-rng-spmd-partitioning,sharding-propagation,shardy-xla"
ROUTE = ("unregistered operation", "unsupported op in async_start", "can't be translated to XLA HLO", "not supported in StableHLO", "Unsupported type: TUPLE",
         "should have a split dimension", "must be ranked tensor", "must be variadic", "requires a single operand", "cannot be zero", "must be positive, but was given -1",
         "are incompatible with return type", "Is called on unsupported shape")
# The plugins of GPUs take StableHLO alone, without the ops of MHLO that the conversion leaves in it.
LACKS = "UNIMPLEMENTED|nimplemented|No registered implementation|No FFI handler registered|failed to legalize operation 'mhlo\\."


def outcome(stage, text, has_args):
    """What a failure of parsing, conversion, or compilation means. A program with arguments is valid: the engine lacks something."""
    if re.search(LACKS, text):
        return protocol.Skip(f"{stage}: {text[:200]}")
    if has_args and re.search("Unknown opcode|Unexpected calling opcode", text):
        return protocol.Skip(f"{stage}: {text[:200]}")
    if has_args and any(word in text for word in ROUTE):
        return protocol.Skip(f"StableHLO cannot express it: {text[:200]}")
    return protocol.Reject(f"{stage}: {text[:500]}")


class Engine:
    def __init__(self):
        import jax
        jax.config.update("jax_enable_x64", True)
        import ml_dtypes
        import numpy as np
        from jax.extend.backend import get_backend
        from jaxlib import _hlo, _jax, xla_client
        try:  # registers LAPACK, which the programs of JAX call
            from jaxlib import lapack
            lapack._lapack.initialize()
        except (ImportError, AttributeError):
            pass
        self.jax, self.np, self.hlo, self.mlir, self.client = jax, np, _hlo, _jax.mlir, xla_client
        self.backend = get_backend()
        self.numpy = {"pred": np.bool_, "f16": np.float16, "f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128,
                      "bf16": ml_dtypes.bfloat16, **{f"{sign}{bits}": np.dtype(f"{name}{bits}") for sign, name in (("s", "int"), ("u", "uint")) for bits in (8, 16, 32, 64)}}
        longer = {name: f"float{name[1]}_{name[2:]}" for name in FLOATS if name not in self.numpy and not name.startswith("f6")}  # no backend computes f6
        longer |= {f"{sign}{bits}": f"{name}{bits}" for sign, name in (("s", "int"), ("u", "uint")) for bits in (2, 4)}  # StableHLO has no s1 and u1
        self.numpy |= {name: getattr(ml_dtypes, long) for name, long in longer.items() if hasattr(ml_dtypes, long)}

    def compiled(self, program, is_hlo, replicas, partitions, has_args):
        """(executable, result shape, or None for StableHLO); tuples of parameters and results are flat in the executable."""
        options = self.client.CompileOptions()
        build = options.executable_build_options
        options.num_replicas = build.num_replicas = replicas
        options.num_partitions = build.num_partitions = partitions
        options.device_assignment = self.client.DeviceAssignment.create(self.np.arange(replicas * partitions, dtype=self.np.int32).reshape(replicas, partitions))
        if partitions > 1:
            build.use_spmd_partitioning = True
            build.debug_options.xla_disable_hlo_passes = PARTITIONERS
        devices = self.client.DeviceList(tuple(self.backend.local_devices()[:replicas * partitions]))
        stage, shape = "parse", None
        try:
            if is_hlo:
                proto = self.hlo.hlo_module_from_text(program).as_serialized_hlo_module_proto()
                shape = self.hlo.XlaComputation(proto).program_shape().result_shape()
                stage = "convert"
                program = self.mlir.hlo_to_stablehlo(proto)
            stage = "compile"
            return self.backend.compile_and_load(program, devices, options), shape
        except Exception as error:
            raise outcome(stage, f"{type(error).__name__}: {error}", has_args) from None

    def leaves(self, literal, value=None):
        value = from_literal(literal) if value is None else value
        if "tuple" in literal:
            return [leaf for part, item in zip(literal["tuple"], value) for leaf in self.leaves(part, item)]
        shape, _ = read_shape(literal["shape"])
        return [] if shape.type == "token" else [value.astype(self.numpy[shape.type])]

    def parameter(self, arrays, devices):
        """One parameter of all devices. Its sharding says replicated, although each device has a value of its own."""
        parts = [self.jax.device_put(array, device) for array, device in zip(arrays, devices)]
        if len(devices) == 1:
            return parts[0]
        mesh = self.jax.sharding.Mesh(self.np.array(devices), ("d",))
        sharding = self.jax.sharding.NamedSharding(mesh, self.jax.sharding.PartitionSpec())
        return self.jax.make_array_from_single_device_arrays(arrays[0].shape, sharding, parts)

    def result(self, shape, arrays):
        if shape.is_tuple():
            return {"tuple": [self.result(part, arrays) for part in shape.tuple_shapes()]}
        if shape.is_token():
            return {"shape": "token[]"}
        own, _ = read_shape(str(shape))
        array = self.np.asarray(next(arrays))
        if own.type in self.numpy and array.dtype.kind == "u" and own.type[0] == "s":  # random bits come back without their sign
            array = array.view(self.numpy[own.type]) if array.dtype.itemsize > 1 or own.type == "s8" else array.astype(self.numpy[own.type])
        return to_literal(own, array.astype(wide(own.type)))

    def flat(self, arrays):
        """The result of StableHLO: several are a tuple."""
        names = {np_type: name for name, np_type in self.numpy.items()}
        literals = []
        for array in map(self.np.asarray, arrays):
            own, _ = read_shape(f"{names[array.dtype.type if array.dtype.type in names else array.dtype]}[{','.join(map(str, array.shape))}]")
            literals.append(to_literal(own, array.astype(wide(own.type))))
        return literals[0] if len(literals) == 1 else {"tuple": literals}

    def run(self, hlo, args, topology):
        return self.run_program(hlo, True, args, topology)

    def run_source(self, lines, args, topology):
        if not isinstance(lines, list):
            raise protocol.Skip("a file of bytes")
        return self.run_program("\n".join(lines), False, args, topology)

    def run_program(self, program, is_hlo, args, topology):
        try:
            return self.results(program, is_hlo, args, topology)
        except Unsupported as why:  # a value or shape of the vector that this adapter does not convert
            raise protocol.Skip(str(why)) from None

    def results(self, program, is_hlo, args, topology):
        replicas, partitions = topology["replicas"], topology["partitions"]
        devices = self.backend.local_devices()[:replicas * partitions]
        if len(devices) < replicas * partitions:
            raise protocol.Skip(f"{replicas * partitions} devices")
        executable, shape = self.compiled(program, is_hlo, replicas, partitions, bool(args))
        has_parameters = re.search(r"\bparameter\(", program[program.rfind("ENTRY"):]) if is_hlo else re.search(r"@main\(%", program)
        if not args and has_parameters:  # a reject case that XLA accepts
            return [{"shape": "token[]"}] * len(devices)
        lists = [args if isinstance(args, list) else args.get("all") or args.get(f"{d // partitions},{d % partitions}", []) for d in range(len(devices))]
        columns = zip(*[[leaf for literal in literals for leaf in self.leaves(literal)] for literals in lists])
        outputs = executable.execute_sharded([self.parameter(column, devices) for column in columns]).disassemble_into_single_device_arrays()
        columns = [[output[d] for output in outputs] for d in range(len(devices))]
        return [self.flat(column) if shape is None else self.result(shape, iter(column)) for column in columns]


def main():
    output = protocol.own_output()  # before libraries are loaded
    engine = Engine()
    types = [name for name in TYPES if name in engine.numpy]
    protocol.serve({"name": "XLA " + engine.backend.platform, "engine_version": engine.jax.__version__, "types": types,
                    "features": ["replicas", "partitions", "stablehlo"], "kinds": ["run", "reject", "import"], "issues": "https://github.com/openxla/xla/issues"}, engine.run, output, engine.run_source)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    sys.exit(main())
