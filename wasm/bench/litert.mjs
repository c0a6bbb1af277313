// SPDX-License-Identifier: Apache-2.0
// LiteRT.js (TFLite with XNNPACK): the strict build and the build with relaxed SIMD. The graph has
// several copies of the operation, each with the previous result as its first input, so that
// arguments are passed once per run. Filters are constants, as its convolutions require.
import { tflite } from './tflite.mjs';

const TYPES = { f32: Float32Array, s32: Int32Array };
const numbers = (type, bytes) => new TYPES[type](bytes.buffer);

/** Filters [3, 3, inputs, outputs] -> [outputs, 3, 3, inputs] */
function outputsFirst(data, inputs, outputs) {
  const out = new Float32Array(data.length);
  for (let s = 0; s < 9; s++) {
    for (let i = 0; i < inputs; i++) {
      for (let o = 0; o < outputs; o++) {
        out[(o * 9 + s) * inputs + i] = data[(s * inputs + i) * outputs + o];
      }
    }
  }
  return out;
}

/** Elements of a 3x3 window inside an image of n x n x 64: averages leave out the padding. */
export function windowSize(index, n) {
  const inside = (at) => (at === 0 || at === n - 1 ? 2 : 3);
  return inside(Math.floor(index / (64 * n))) * inside(Math.floor(index / 64) % n);
}

/**
 * The graph of a key: shapes of the `inputs`, more constants, `shape` of the result, and `per` copies
 * of the operation `op` or of the list returned by `expand(inputs, output, fresh)`.
 */
function graph(key, n) {
  const flat = [n], square = [n, n], matrix = [n, 1024], row = [n, 1];
  const image = (channels) => [1, n, n, channels];
  const unary = (op) => ({ inputs: [{ shape: flat }], op, shape: flat, per: 4 });
  const scalar = (value) => ({ shape: [1], data: Float32Array.of(value) });
  const axis = (...axes) => ({ shape: [axes.length], type: 's32', data: Int32Array.from(axes) });
  const zeros = (count) => ({ shape: [count], data: new Float32Array(count) });
  const sum = (from, to, along) =>
    ({ inputs: [{ shape: from }], constants: [axis(along)], op: 'SUM', shape: to, per: 1 });
  const products = (shape) =>
    ({ inputs: [{ shape }, { shape }], op: 'BATCH_MATMUL', shape, per: 4 });
  switch (key) {
    case 'add':
      return { inputs: [{ shape: flat }, { shape: flat }], op: 'ADD', shape: flat, per: 4 };
    case 'exp': return unary('EXP');
    case 'tanh': return unary('TANH');
    case 'gelu': return unary('GELU');
    case 'chain':
      return {
        inputs: [{ shape: flat }, { shape: flat }], constants: [scalar(2), scalar(1)], shape: flat,
        per: 1, expand: ([x, y, two, one], output, fresh) => {
          const [a, b, c] = [fresh(flat), fresh(flat), fresh(flat)];
          return [{ op: 'MUL', in: [x, two], out: [a] }, { op: 'ADD', in: [a, one], out: [b] },
            { op: 'TANH', in: [b], out: [c] }, { op: 'ADD', in: [c, y], out: [output] }];
        },
      };
    case 'chain20':
      return {
        inputs: [{ shape: flat }], constants: [scalar(0.999)], shape: flat, per: 1,
        expand: ([x, scale], output, fresh) => {
          const operations = [];
          for (let i = 0, v = x; i < 10; i++) {
            const product = fresh(flat), next = i === 9 ? output : fresh(flat);
            operations.push({ op: 'MUL', in: [v, scale], out: [product] },
              { op: 'ADD', in: [product, x], out: [next] });
            v = next;
          }
          return operations;
        },
      };
    case 'sum_all': return sum(flat, [], 0);
    case 'sum_axis0': return sum(square, flat, 0);
    case 'sum_axis1': return sum(square, flat, 1);
    case 'arg_max': return { ...sum(square, flat, 1), op: 'ARG_MAX', type: 's32' };
    case 'cumsum': return { ...sum(flat, flat, 0), op: 'CUMSUM' };
    case 'softmax': return { inputs: [{ shape: matrix }], op: 'SOFTMAX', shape: matrix, per: 8 };
    case 'layer_norm':
      return {
        inputs: [{ shape: matrix }, { shape: [1024] }, { shape: [1024] }],
        constants: [axis(1), scalar(1e-5)], shape: matrix, per: 4,
        expand: ([x, gamma, beta, along, epsilon], output, fresh) => {
          const [mean, variance, shifted, inverse] = [0, 1, 2, 3].map(() => fresh(row));
          const [d, square2, scaled, product] = [0, 1, 2, 3].map(() => fresh(matrix));
          return [{ op: 'MEAN', in: [x, along], out: [mean] }, { op: 'SUB', in: [x, mean], out: [d] },
            { op: 'MUL', in: [d, d], out: [square2] },
            { op: 'MEAN', in: [square2, along], out: [variance] },
            { op: 'ADD', in: [variance, epsilon], out: [shifted] },
            { op: 'RSQRT', in: [shifted], out: [inverse] },
            { op: 'MUL', in: [d, inverse], out: [scaled] },
            { op: 'MUL', in: [scaled, gamma], out: [product] },
            { op: 'ADD', in: [product, beta], out: [output] }];
        },
      };
    case 'matmul':
      return {
        inputs: [{ shape: square }, { shape: square }], op: 'BATCH_MATMUL', shape: square,
        per: n <= 64 ? 16 : n <= 256 ? 8 : n <= 512 ? 4 : 2,
      };
    case 'bmm': return products([16, n, n]);
    case 'bmm1024': return products([1024, n, n]);
    case 'transpose':
      return { inputs: [{ shape: square }], constants: [axis(1, 0)], op: 'TRANSPOSE', shape: square, per: 4 };
    case 'sort':
      return {
        inputs: [{ shape: flat }], shape: flat, per: 1, note: 'TOPK_V2, descending', reversed: true,
        constants: [{ shape: [], type: 's32', data: Int32Array.of(n) }],
        expand: (inputs, output, fresh) =>
          [{ op: 'TOPK_V2', in: inputs, out: [output, fresh(flat, 's32')] }],
      };
    case 'conv':
      return {
        inputs: [{ shape: image(64) },
          { shape: [64, 3, 3, 64], constant: true, convert: (w) => outputsFirst(w, 64, 64) }],
        constants: [zeros(64)], op: 'CONV_2D', shape: image(64), per: 4, note: 'constant filter',
      };
    case 'dwconv':
      return {
        inputs: [{ shape: image(32) }, { shape: [1, 3, 3, 32], constant: true }],
        constants: [zeros(32)], op: 'DEPTHWISE_CONV_2D', shape: image(32), per: 8,
        note: 'constant filter',
      };
    case 'max_pool':
      return { inputs: [{ shape: image(64) }], op: 'MAX_POOL_2D', shape: image(64), per: 4 };
    case 'sum_pool':
      return {
        inputs: [{ shape: image(64) }], op: 'AVERAGE_POOL_2D', shape: image(64), per: 1,
        scale: (index) => windowSize(index, n),
      };
    case 'scatter_add':
      return {
        inputs: [{ shape: [n, 1], type: 's32', constant: true }, { shape: [n, 64] }],
        constants: [axis(50000, 64)], op: 'SCATTER_ND', shape: [50000, 64], per: 1,
      };
    case 'gather':
      return {
        inputs: [{ shape: [50000, 64] }, { shape: flat, type: 's32', constant: true }],
        op: 'GATHER', shape: [n, 64], per: 1,
      };
  }
  return null;
}

/** The model with `per` copies, and its input tensors. */
async function compile(lib, spec, data, per) {
  const tensors = [], operations = [], inputs = [], feeds = [];
  const fresh = (shape, type) => tensors.push({ shape, type }) - 1;
  const ids = spec.inputs.map(({ shape, type = 'f32', constant, convert }, i) => {
    const values = numbers(type, data[i]);
    const converted = convert ? convert(values) : values;
    const id = tensors.push({ shape, type, data: constant ? converted : undefined }) - 1;
    if (!constant) {
      inputs.push(id);
      feeds.push(lib.Tensor.fromTypedArray(converted, shape));
    }
    return id;
  });
  for (const constant of spec.constants ?? []) ids.push(tensors.push(constant) - 1);
  let output;
  for (let k = 0, first = ids[0]; k < per; k++, first = output) {
    output = fresh(spec.shape, spec.type);
    const from = [first, ...ids.slice(1)];
    operations.push(...(spec.expand ? spec.expand(from, output, fresh)
      : [{ op: spec.op, in: from, out: [output] }]));
  }
  const model = await lib.loadAndCompile(tflite({ tensors, operations, inputs, outputs: [output] }),
    { accelerator: 'wasm', cpuOptions: { numThreads: 1 } });
  const run = async () => {
    const results = await model.run(feeds);
    return Array.isArray(results) ? results : [results];
  };
  return {
    run,
    dispose: () => {
      model.delete();
      for (const feed of feeds) feed.delete();
    },
  };
}

const ROOT = 'node_modules/@litertjs/core/';

async function load(host, build) {
  if (!host.page) (await import('./stand_in.mjs')).standInForPage(host, `${ROOT}wasm/`, build);
  const lib = await host.module('@litertjs/core');
  const loader = host.url(`${ROOT}wasm/${build}.js`);
  await lib.loadLiteRt(host.page ? loader.href : loader.pathname);
  const about = new TextDecoder().decode(await host.read(host.url(`${ROOT}package.json`)));
  return {
    version: `LiteRT.js ${JSON.parse(about).version}`,
    open: (request) => open(lib, request),
  };
}

export const loadStrict = (host) => load(host, 'litert_wasm_compat_internal');
export const loadRelaxed = (host) => load(host, 'litert_wasm_internal');

async function open(lib, { key, n, inputs }) {
  const spec = graph(key, n);
  if (spec === null) return null;
  const work = await compile(lib, spec, inputs, spec.per);
  return {
    per: spec.per,
    note: spec.note,
    run: async () => {
      for (const result of await work.run()) result.delete();
    },
    peek: async (index) => {
      const single = await compile(lib, spec, inputs, 1);
      const [result] = await single.run();
      const value = result.toTypedArray()[spec.reversed ? n - 1 - index : index];
      result.delete();
      single.dispose();
      return value * (spec.scale?.(index) ?? 1);
    },
    dispose: work.dispose,
  };
}
