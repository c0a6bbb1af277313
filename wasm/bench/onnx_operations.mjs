// SPDX-License-Identifier: Apache-2.0
// The rows of scripts/bench that are one operation or a few, as ONNX graphs.
import { node } from './onnx.mjs';

/** [positions, channels] -> [channels, positions] */
export function channelsFirst(data, channels) {
  const positions = data.length / channels;
  const out = new Float32Array(data.length);
  for (let p = 0; p < positions; p++) {
    for (let c = 0; c < channels; c++) out[c * positions + p] = data[p * channels + c];
  }
  return out;
}

/** Filters [3, 3, inputs, outputs] -> [outputs, inputs, 3, 3] */
export function outputsFirst(data, inputs, outputs) {
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
export function operation(key, n) {
  const flat = [n], square = [n, n], matrix = [n, 1024], table = [50000, 64];
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
  const pool = (opcode, attributes) => ({
    inputs: [[[1, 64, n, n], 'f32', { convert: (x) => channelsFirst(x, 64) }]],
    shape: [1, 64, n, n], imageLast: true, per: 4,
    nodes: one(opcode, { kernel_shape: [3, 3], pads: [1, 1, 1, 1], ...attributes }),
  });
  const fourier = (from, to, attributes) => ({
    inputs: [[from]], scalarAxis: 1, shape: to, pairs: true, per: 1,
    nodes: ([x, axis], output) => [node('DFT', [x, '', axis], [output], attributes)],
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
    case 'arg_max':
      return { inputs: [[square]], shape: flat, type: 's64', per: 1, nodes: one('ArgMax', { axis: 1, keepdims: 0 }) };
    case 'cumsum': return { inputs: [[flat]], scalarAxis: 0, shape: flat, per: 1, nodes: one('CumSum') };
    case 'softmax': return { inputs: [[matrix]], shape: matrix, per: 8, nodes: one('Softmax', { axis: 1 }) };
    case 'layer_norm':
      return {
        inputs: [[matrix], [[1024]], [[1024]]], shape: matrix, per: 8,
        nodes: one('LayerNormalization', { axis: 1, epsilon: { float: 1e-5 } }),
      };
    case 'matmul': return product(square, n <= 64 ? 64 : n <= 256 ? 16 : n <= 512 ? 4 : 2);
    case 'bmm': return product([16, n, n], 8);
    case 'bmm1024': return product([1024, n, n], 4);
    case 'f16matmul':
      return {
        inputs: [[square, 'f16', { dynamic: true }], [square, 'f16', { dynamic: true }]],
        shape: square, type: 'f16', per: 1, nodes: one('MatMul'),
      };
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
    case 'max_pool': return pool('MaxPool', {});
    case 'sum_pool': return { ...pool('AveragePool', { count_include_pad: 1 }), scale: 9 };
    case 'fft': return fourier([1, n, 2], [1, n, 2], {});
    case 'rfft': return fourier([1, n, 1], [1, n / 2 + 1, 2], { onesided: 1 });
    case 'fft2d':
      return {
        inputs: [[[1, n, n, 2]]], axesOf: [1, 2], shape: [1, n, n, 2], pairs: true, per: 1,
        nodes: ([x, rows, columns], output, k) => [node('DFT', [x, '', columns], [`rows${k}`]),
          node('DFT', [`rows${k}`, '', rows], [output])],
      };
    case 'gather':
      return { inputs: [[table], [flat, 's32']], shape: [n, 64], per: 4, nodes: one('Gather', { axis: 0 }) };
    case 'scatter_add':
      return {
        inputs: [[[n, 1], 's64'], [[n, 64]]], zeros: table, shape: table, per: 1,
        nodes: ([rows, x, zeros], output) =>
          [node('ScatterND', [zeros, rows, x], [output], { reduction: 'add' })],
      };
  }
  return null;
}
