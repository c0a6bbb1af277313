// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime Web, WebAssembly, one thread. The graph has several copies of the operation. Its
// inputs are stored in the engine, and one element of each result is returned. Inputs of matrix
// products and convolutions pass through Identity once per run, so that they cannot be packed
// beforehand.
import * as ort from 'onnxruntime-web';
import { model, node, tensor } from './onnx.mjs';

const f32 = (bytes) => new Float32Array(bytes.buffer);
const integers = (numbers) => BigInt64Array.from(numbers.map(BigInt));
const TYPES = {
  f32: f32,
  u8: (bytes) => bytes,
  s8: (bytes) => new Int8Array(bytes.buffer),
  s32: (bytes) => new Int32Array(bytes.buffer),
};

/** [positions, channels] -> [channels, positions] */
function channelsFirst(data, channels) {
  const positions = data.length / channels;
  const out = new Float32Array(data.length);
  for (let p = 0; p < positions; p++) {
    for (let c = 0; c < channels; c++) out[c * positions + p] = data[p * channels + c];
  }
  return out;
}

/** Filters [3, 3, inputs, outputs] -> [outputs, inputs, 3, 3] */
function outputsFirst(data, inputs, outputs) {
  const out = new Float32Array(data.length);
  for (let s = 0; s < 9; s++) {
    for (let i = 0; i < inputs; i++) {
      for (let o = 0; o < outputs; o++) {
        out[(o * inputs + i) * 9 + s] = data[(s * inputs + i) * outputs + o];
      }
    }
  }
  return out;
}

/**
 * The graph of a key: `inputs` [shape, type, options], `shape` of the result, and `per` copies, of
 * which `nodes(inputs, output, k)` returns the k-th one.
 */
function graph(key, n) {
  const flat = [n], square = [n, n], matrix = [n, 1024], batch = [16, n, n], table = [50000, 64];
  const one = (opcode, attributes) => (inputs, output) => [node(opcode, inputs, [output], attributes)];
  const unary = (opcode) => ({ inputs: [[flat]], shape: flat, nodes: one(opcode), per: 4 });
  const sum = (shape, axis, result) => ({
    inputs: [[shape]], axes: [axis], shape: result, per: 4, nodes: one('ReduceSum', { keepdims: 0 }),
  });
  const product = (shape, per) => ({
    inputs: [[shape, 'f32', { dynamic: true }], [shape, 'f32', { dynamic: true }]], shape, per,
    nodes: one('MatMul'),
  });
  const convolution = (features, filterInputs, group) => ({
    inputs: [[[1, features, n, n], 'f32', { dynamic: true, convert: (x) => channelsFirst(x, features) }],
      [[features, filterInputs, 3, 3], 'f32',
        { dynamic: true, convert: (w) => outputsFirst(w, filterInputs, features) }]],
    shape: [1, features, n, n], imageLast: true, per: 4,
    nodes: one('Conv', { pads: [1, 1, 1, 1], kernel_shape: [3, 3], group }),
  });
  switch (key) {
    case 'add': return { inputs: [[flat], [flat]], shape: flat, nodes: one('Add'), per: 4 };
    case 'exp': return unary('Exp');
    case 'tanh': return unary('Tanh');
    case 'erf': return unary('Erf');
    case 'gelu': return unary('Gelu');
    case 'chain':
      return {
        inputs: [[flat], [flat]], scalars: [2, 1], shape: flat, per: 2,
        nodes: ([x, y, two, one1], output, k) => [node('Mul', [x, two], [`a${k}`]),
          node('Add', [`a${k}`, one1], [`b${k}`]), node('Tanh', [`b${k}`], [`c${k}`]),
          node('Add', [`c${k}`, y], [output])],
      };
    case 'chain20':
      return {
        inputs: [[flat]], scalars: [0.999], shape: flat, per: 1,
        nodes: ([x, scale], output) => Array.from({ length: 10 }, (_, i) => [
          node('Mul', [i ? `s${i - 1}` : x, scale], [`m${i}`]),
          node('Add', [`m${i}`, x], [i === 9 ? output : `s${i}`])]).flat(),
      };
    case 'sum_all': return sum(flat, 0, []);
    case 'sum_axis0': return sum(square, 0, flat);
    case 'sum_axis1': return sum(square, 1, flat);
    case 'softmax': return { inputs: [[matrix]], shape: matrix, per: 8, nodes: one('Softmax', { axis: 1 }) };
    case 'layer_norm':
      return {
        inputs: [[matrix], [[1024]], [[1024]]], shape: matrix, per: 8,
        nodes: one('LayerNormalization', { axis: 1, epsilon: { float: 1e-5 } }),
      };
    case 'matmul': return product(square, n <= 64 ? 64 : n <= 256 ? 16 : n <= 512 ? 4 : 2);
    case 'bmm': return product(batch, 8);
    case 'i8matmul':
      return {
        // The fast kernel requires u8 on the left: s8 + 128, with the zero point 128.
        inputs: [[square, 'u8', { dynamic: true, convert: (x) => x.map((v) => v ^ 128) }],
          [square, 's8', { dynamic: true }]],
        zeroPoint: 128, shape: square, type: 's32', per: n > 512 ? 2 : 4, note: 'as u8*s8',
        nodes: one('MatMulInteger'),
      };
    case 'transpose':
      return { inputs: [[square]], shape: square, per: 4, nodes: one('Transpose', { perm: [1, 0] }) };
    case 'sort':
      return {
        inputs: [[flat]], axes: [n], shape: flat, per: 1, note: 'TopK',
        nodes: (inputs, output, k) =>
          [node('TopK', inputs, [output, `indices${k}`], { axis: 0, largest: 0, sorted: 1 })],
      };
    case 'conv': return convolution(64, 64, 1);
    case 'dwconv': return convolution(32, 1, 32);
    case 'max_pool':
      return {
        inputs: [[[1, 64, n, n], 'f32', { convert: (x) => channelsFirst(x, 64) }]],
        shape: [1, 64, n, n], imageLast: true, per: 4,
        nodes: one('MaxPool', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
      };
    case 'fft':
      return {
        inputs: [[[1, n, 2]]], scalarAxis: 1, shape: [1, n, 2], pairs: true, per: 1,
        nodes: ([x, axis], output) => [node('DFT', [x, '', axis], [output])],
      };
    case 'gather':
      return { inputs: [[table], [flat, 's32']], shape: [n, 64], per: 4, nodes: one('Gather', { axis: 0 }) };
  }
  return null;
}

/** The graph as a model with `per` copies. It returns the element at `from` of each result. */
function build(spec, data) {
  const constants = [], nodes = [], outputs = [];
  const inputs = spec.inputs.map(([shape, type = 'f32', options = {}], i) => {
    const values = TYPES[type](data[i]);
    constants.push(tensor(`in${i}`, shape, type, options.convert ? options.convert(values) : values));
    if (!options.dynamic) return `in${i}`;
    nodes.push(node('Identity', [`in${i}`], [`dynamic${i}`]));
    return `dynamic${i}`;
  });
  const more = (name, shape, type, values) => {
    constants.push(tensor(name, shape, type, values));
    inputs.push(name);
  };
  spec.scalars?.forEach((value, i) => more(`scalar${i}`, [], 'f32', Float32Array.of(value)));
  if (spec.zeroPoint) more('zero', [], 'u8', Uint8Array.of(spec.zeroPoint));
  if (spec.axes) more('axes', [spec.axes.length], 's64', integers(spec.axes));
  if (spec.scalarAxis !== undefined) more('axis', [], 's64', integers([spec.scalarAxis]));
  const rank = spec.shape.length;
  for (let k = 0; k < spec.per; k++) {
    nodes.push(...spec.nodes(inputs, `y${k}`, k));
    if (rank) nodes.push(node('Slice', [`y${k}`, 'from', 'to'], [`element${k}`]));
    outputs.push([rank ? `element${k}` : `y${k}`, spec.type ?? 'f32', spec.shape.map(() => 1)]);
  }
  const positions = rank ? [['from', 's64', [rank]], ['to', 's64', [rank]]] : [];
  return { bytes: model({ nodes, constants, inputs: positions, outputs }), last: outputs.at(-1)[0] };
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

export async function load() {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  return { version: `ONNX Runtime Web ${ort.env.versions.web}`, open };
}

async function open({ key, n, inputs }) {
  const spec = graph(key, n);
  if (spec === null) return null;
  const { bytes, last } = build(spec, inputs);
  const session = await ort.InferenceSession.create(bytes, {
    executionProviders: ['wasm'], graphOptimizationLevel: 'disabled', intraOpNumThreads: 1,
  });
  const feeds = (index) => {
    const from = position(spec, index);
    if (from.length === 0) return {};
    const list = (numbers) => new ort.Tensor('int64', integers(numbers), [numbers.length]);
    return { from: list(from), to: list(from.map((i) => i + 1)) };
  };
  const first = feeds(0);
  return {
    per: spec.per,
    note: spec.note,
    run: () => session.run(first),
    peek: async (index) => Number((await session.run(feeds(index)))[last].data[0]),
    dispose: () => session.release(),
  };
}
