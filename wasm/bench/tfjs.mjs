// SPDX-License-Identifier: Apache-2.0
// TensorFlow.js on its WebAssembly backend. Tensors stay in its heap; results are disposed without
// reading.
import '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

const f32 = (bytes) => new Float32Array(bytes.buffer);

/** key -> [shapes of the inputs, function of tensors] */
function graph(key, n) {
  const flat = [n], square = [n, n];
  switch (key) {
    case 'add': return [[flat, flat], (x, y) => tf.add(x, y)];
    case 'exp': return [[flat], (x) => tf.exp(x)];
    case 'tanh': return [[flat], (x) => tf.tanh(x)];
    case 'erf': return [[flat], (x) => tf.erf(x)];
    case 'gelu':
      return [[flat], (x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1))];
    case 'chain':
      return [[flat, flat], (x, y) => tf.add(tf.tanh(tf.add(tf.mul(x, 2), 1)), y)];
    case 'chain20':
      return [[flat], (x) => {
        let v = x;
        for (let i = 0; i < 10; i++) v = tf.add(tf.mul(v, 0.999), x);
        return v;
      }];
    case 'sum_all': return [[flat], (x) => tf.sum(x)];
    case 'sum_axis0': return [[square], (x) => tf.sum(x, 0)];
    case 'sum_axis1': return [[square], (x) => tf.sum(x, 1)];
    case 'softmax': return [[[n, 1024]], (x) => tf.softmax(x)];
    case 'layer_norm':
      return [[[n, 1024], [1024], [1024]], (x, gamma, beta) => {
        const d = tf.sub(x, tf.mean(x, 1, true));
        const variance = tf.mean(tf.mul(d, d), 1, true);
        return tf.add(tf.mul(tf.mul(d, tf.rsqrt(tf.add(variance, 1e-5))), gamma), beta);
      }];
    case 'matmul': return [[square, square], (a, b) => tf.matMul(a, b)];
    case 'bmm': return [[[16, n, n], [16, n, n]], (a, b) => tf.matMul(a, b)];
    case 'transpose': return [[square], (x) => tf.transpose(x)];
    case 'sort': return [[flat], (x) => tf.topk(x, n, true).values, 'topk, descending'];
    case 'conv':
      return [[[1, n, n, 64], [3, 3, 64, 64]], (x, w) => tf.conv2d(x, w, 1, 'same')];
    case 'dwconv':
      return [[[1, n, n, 32], [3, 3, 32, 1]], (x, w) => tf.depthwiseConv2d(x, w, 1, 'same')];
    case 'max_pool': return [[[1, n, n, 64]], (x) => tf.maxPool(x, 3, 1, 'same')];
    case 'gather': return [[[50000, 64], [n]], (table, rows) => tf.gather(table, rows)];
  }
  return null;
}

export async function load() {
  await tf.setBackend('wasm');
  await tf.ready();
  if (tf.getBackend() !== 'wasm') throw new Error(`not the wasm backend: ${tf.getBackend()}`);
  return { version: `TensorFlow.js ${tf.version_core}`, open };
}

async function open({ key, n, inputs }) {
  const made = graph(key, n);
  if (made === null) return null;
  const [shapes, compute, note] = made;
  const tensors = shapes.map((shape, i) => (key === 'gather' && i === 1
    ? tf.tensor(new Int32Array(inputs[i].buffer), shape, 'int32')
    : tf.tensor(f32(inputs[i]), shape)));
  return {
    note,
    run: () => tf.tidy(() => compute(...tensors)).dispose(),
    peek: async (index) => {
      const result = tf.tidy(() => compute(...tensors));
      const data = await result.data();
      result.dispose();
      return data[key === 'sort' ? n - 1 - index : index];
    },
    dispose: () => tensors.forEach((tensor) => tensor.dispose()),
  };
}
