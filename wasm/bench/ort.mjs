// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime, as WebAssembly and native. The graph of an operation has several copies of it. Its
// inputs are stored in the engine, and one element of each result is returned. Inputs of matrix
// products and convolutions pass through Identity once per run, so that they cannot be packed
// beforehand. The weights of models are constants, which the engine packs.
import { model, node, tensor } from './onnx.mjs';
import { longModel, wholeModel } from './onnx_models.mjs';
import { operation } from './onnx_operations.mjs';

const f32 = (bytes) => new Float32Array(bytes.buffer);
const integers = (numbers) => BigInt64Array.from(numbers, BigInt);
const TYPES = {
  f32: f32,
  f16: (bytes) => new Uint16Array(bytes.buffer),
  u8: (bytes) => bytes,
  s8: (bytes) => new Int8Array(bytes.buffer),
  s32: (bytes) => new Int32Array(bytes.buffer),
  s64: (bytes) => integers(new Int32Array(bytes.buffer)),
};

/** The number of an element. Engines without Float16Array give the bits of f16. */
function numberOf(data) {
  const [element] = data;
  if (!(data instanceof Uint16Array)) return Number(element);
  const exponent = (element >> 10) & 31, fraction = element & 1023;
  const size = exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
  return element >> 15 ? -size : size;
}

/** The inputs of a graph: constants, or arguments of each run (`fed`). */
function inputsOf(spec, data, content, ort) {
  const feeds = {};
  const names = spec.inputs.map(([shape, type = 'f32', options = {}], i) => {
    const values = TYPES[type](data[i]);
    const converted = options.convert ? options.convert(values) : values;
    if (options.fed) {
      content.inputs.push([`in${i}`, type, shape]);
      feeds[`in${i}`] = new ort.Tensor('float32', converted, shape);
      return `in${i}`;
    }
    content.constants.push(tensor(`in${i}`, shape, type, converted));
    if (!options.dynamic) return `in${i}`;
    content.nodes.push(node('Identity', [`in${i}`], [`dynamic${i}`]));
    return `dynamic${i}`;
  });
  return { names, feeds };
}

/** The graph as a model with `per` copies. It returns the element at `from` of each result. */
function build(spec, data, ort) {
  const content = { constants: [], nodes: [], inputs: [], outputs: [] };
  const { names, feeds } = inputsOf(spec, data, content, ort);
  const more = (name, shape, type, values) => {
    content.constants.push(tensor(name, shape, type, values));
    names.push(name);
  };
  spec.scalars?.forEach((value, i) => more(`scalar${i}`, [], 'f32', Float32Array.of(value)));
  if (spec.zeroPoint) more('zero', [], 'u8', Uint8Array.of(spec.zeroPoint));
  if (spec.axes) more('axes', [spec.axes.length], 's64', integers(spec.axes));
  if (spec.scalarAxis !== undefined) more('axis', [], 's64', integers([spec.scalarAxis]));
  spec.axesOf?.forEach((axis, i) => more(`axis${i}`, [], 's64', integers([axis])));
  if (spec.zeros) more('zeros', spec.zeros, 'f32', new Float32Array(spec.zeros[0] * spec.zeros[1]));
  spec.constants?.forEach(({ name, shape, type, values }) => more(name, shape, type, values));
  const rank = spec.shape.length;
  for (let k = 0; k < spec.per; k++) {
    content.nodes.push(...spec.nodes(names, `y${k}`, k));
    if (rank) content.nodes.push(node('Slice', [`y${k}`, 'from', 'to'], [`element${k}`]));
    content.outputs.push([rank ? `element${k}` : `y${k}`, spec.type ?? 'f32', spec.shape.map(() => 1)]);
  }
  spec.results?.forEach(([name, shape]) => {
    content.nodes.push(node('ReduceMax', [name], [`${name}.max`], { keepdims: 0 }));
    content.outputs.push([`${name}.max`, 'f32', shape]);
  });
  if (rank) content.inputs.push(['from', 's64', [rank]], ['to', 's64', [rank]]);
  const last = rank ? `element${spec.per - 1}` : `y${spec.per - 1}`;
  return { bytes: model(content), last, feeds };
}

/** Maps a row-major element of the HLO program's result to a position in the engine's shape. */
function position(spec, index) {
  const shape = spec.imageLast ? [1, ...spec.shape.slice(2), spec.shape[1]] : spec.shape;
  let rest = spec.pairs ? 2 * index : index;
  const at = shape.map(() => 0);
  for (let d = shape.length - 1; d >= 0; d--) {
    at[d] = rest % shape[d];
    rest = Math.floor(rest / shape[d]);
  }
  return spec.imageLast ? [at[0], at[3], at[1], at[2]] : at;
}

const options = (provider, threads, level) => ({
  executionProviders: [provider], graphOptimizationLevel: level, intraOpNumThreads: threads,
});

export async function load(host) {
  const ort = await host.module('onnxruntime-web');
  ort.env.wasm.numThreads = host.threads;
  if (host.page) ort.env.wasm.wasmPaths = host.url('node_modules/onnxruntime-web/dist/').href;
  return start(ort, 'wasm', `ONNX Runtime Web ${ort.env.versions.web}`, host.threads);
}

export async function loadNative(host) {
  const { default: ort } = await import('onnxruntime-node');
  return start(ort, 'cpu', `ONNX Runtime ${ort.env.versions.node}`, host.threads);
}

function start(ort, provider, version, threads) {
  ort.env.logLevel = 'error';
  const engine = { ort, provider, threads };
  return {
    version,
    open: ({ key, n, inputs }) =>
      (key === 'compile' ? openLong(engine, n, inputs) : open(engine, key, n, inputs)),
  };
}

/** Creates a session and runs it once, each time. */
function openLong({ ort, provider, threads }, n, inputs) {
  const bytes = longModel(n);
  const x = new ort.Tensor('float32', f32(inputs[0]), [8]);
  let result;
  const run = async () => {
    const session = await ort.InferenceSession.create(bytes, options(provider, threads, 'disabled'));
    result = (await session.run({ v0: x }))[`v${n - 1}`].data;
    await session.release();
  };
  const peek = async (index) => {
    await run();
    return result[index];
  };
  return { note: 'session creation and one run', run, peek };
}

async function open({ ort, provider, threads }, key, n, inputs) {
  const spec = operation(key, n) ?? wholeModel(key, n);
  if (spec === null) return null;
  const { bytes, last, feeds } = build(spec, inputs, ort);
  const session = await ort.InferenceSession.create(bytes,
    options(provider, threads, spec.optimized ? 'all' : 'disabled'));
  const list = (numbers) => new ort.Tensor('int64', integers(numbers), [numbers.length]);
  const at = (index) => {
    const from = position(spec, index);
    return from.length ? { ...feeds, from: list(from), to: list(from.map((i) => i + 1)) } : feeds;
  };
  const first = at(0);
  return {
    per: spec.per,
    note: spec.note,
    run: () => session.run(first),
    peek: async (index) =>
      numberOf((await session.run(at(index)))[last].data) * (spec.scale ?? 1),
    dispose: () => session.release(),
  };
}
