// SPDX-License-Identifier: Apache-2.0
// TensorFlow.js on its WebAssembly backend. Tensors stay in its heap; results are disposed without
// reading.
import { windowSize } from './litert.mjs';

const f32 = (bytes) => new Float32Array(bytes.buffer);

/** key -> [shapes of the inputs, function of tensors, note] */
function graph(tf, key, n) {
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
    case 'arg_max': return [[square], (x) => tf.argMax(x, 1)];
    case 'cumsum': return [[flat], (x) => tf.cumsum(x)];
    case 'softmax': return [[[n, 1024]], (x) => tf.softmax(x)];
    case 'layer_norm':
      return [[[n, 1024], [1024], [1024]], (x, gamma, beta) => {
        const d = tf.sub(x, tf.mean(x, 1, true));
        const variance = tf.mean(tf.mul(d, d), 1, true);
        return tf.add(tf.mul(tf.mul(d, tf.rsqrt(tf.add(variance, 1e-5))), gamma), beta);
      }];
    case 'matmul': return [[square, square], (a, b) => tf.matMul(a, b)];
    case 'bmm': return [[[16, n, n], [16, n, n]], (a, b) => tf.matMul(a, b)];
    case 'bmm1024': return [[[1024, n, n], [1024, n, n]], (a, b) => tf.matMul(a, b)];
    case 'transpose': return [[square], (x) => tf.transpose(x)];
    case 'sort': return [[flat], (x) => tf.topk(x, n, true).values, 'topk, descending'];
    case 'conv':
      return [[[1, n, n, 64], [3, 3, 64, 64]], (x, w) => tf.conv2d(x, w, 1, 'same')];
    case 'dwconv':
      return [[[1, n, n, 32], [3, 3, 32, 1]], (x, w) => tf.depthwiseConv2d(x, w, 1, 'same')];
    case 'max_pool': return [[[1, n, n, 64]], (x) => tf.maxPool(x, 3, 1, 'same')];
    case 'sum_pool': return [[[1, n, n, 64]], (x) => tf.avgPool(x, 3, 1, 'same')];
    case 'scatter_add':
      return [[[n, 1], [n, 64]], (rows, x) => tf.scatterND(rows, x, [50000, 64])];
    case 'gather': return [[[50000, 64], [n]], (table, rows) => tf.gather(table, rows)];
  }
  return null;
}

/** The position of the input that is s32. */
const INTEGERS = { gather: 1, scatter_add: 0 };

/** Its packages are modules for bundlers, or scripts that share a global name. */
async function loadTensorFlow(host) {
  const package_ = (path) => host.url(`node_modules/@tensorflow/${path}`).href;
  if (!host.page) {
    await host.module('@tensorflow/tfjs-backend-wasm');
    return host.module('@tensorflow/tfjs-core');
  }
  for (const file of ['tfjs-core/dist/tf-core.min.js', 'tfjs-backend-wasm/dist/tf-backend-wasm.min.js']) {
    const script = document.createElement('script');
    script.src = package_(file);
    document.head.append(script);
    await new Promise((loaded, failed) => Object.assign(script, { onload: loaded, onerror: failed }));
  }
  globalThis.tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  globalThis.tf.wasm.setWasmPaths(package_('tfjs-backend-wasm/dist/'));
  return globalThis.tf;
}

export async function load(host) {
  const tf = await loadTensorFlow(host);
  await tf.setBackend('wasm');
  await tf.ready();
  if (tf.getBackend() !== 'wasm') throw new Error(`not the wasm backend: ${tf.getBackend()}`);
  return { version: `TensorFlow.js ${tf.version_core}`, open: async (request) => open(tf, request) };
}

function open(tf, { key, n, inputs }) {
  const made = graph(tf, key, n);
  if (made === null) return null;
  const [shapes, compute, note] = made;
  const tensors = shapes.map((shape, i) => (INTEGERS[key] === i
    ? tf.tensor(new Int32Array(inputs[i].buffer), shape, 'int32')
    : tf.tensor(f32(inputs[i]), shape)));
  return {
    note,
    run: () => tf.tidy(() => compute(...tensors)).dispose(),
    peek: async (index) => {
      const result = tf.tidy(() => compute(...tensors));
      const data = await result.data();
      result.dispose();
      const value = data[key === 'sort' ? n - 1 - index : index];
      return key === 'sum_pool' ? value * windowSize(index, n) : value;
    },
    dispose: () => tensors.forEach((tensor) => tensor.dispose()),
  };
}
