// SPDX-License-Identifier: Apache-2.0
// Whole models of scripts/bench_models.py as TFLite graphs, with the choices of its converter: weights
// are constants, batch norms are folded into filters, and activations into the operations before them.
const TOKENS = 128, WIDTH = 512, HEADS = 8, HIDDEN = 2048;
const RELU = 1;

const f32 = (bytes) => new Float32Array(bytes.buffer);
const list = (...values) => ({ shape: [values.length], type: 's32', data: Int32Array.from(values) });
const scalar = (value) => ({ shape: [1], data: Float32Array.of(value) });

/** Filters [3, 3, 64, 64] -> [64, 3, 3, 64], scaled by output. */
function foldedFilter(filter, scale) {
  const data = new Float32Array(filter.length);
  filter.forEach((value, i) => {
    const o = i % 64, inner = Math.floor(i / 64);
    data[o * (9 * 64) + inner] = value * scale[o];
  });
  return { shape: [64, 3, 3, 64], data };
}

function resnet(n) {
  const image = [1, n, n, 64];
  return {
    inputs: [{ shape: image }], shape: image, per: 1, note: 'constant weights, folded',
    derived: (data) => {
      const [, w1, scale1, shift1, w2, scale2, shift2] = data.map(f32);
      return [foldedFilter(w1, scale1), { shape: [64], data: shift1 }, foldedFilter(w2, scale2),
        { shape: [64], data: shift2 }];
    },
    expand: ([x, w1, b1, w2, b2], output, fresh) => {
      const [h, second] = [fresh(image), fresh(image)];
      return [{ op: 'CONV_2D', in: [x, w1, b1], out: [h], fields: [[3, 'byte', RELU]] },
        { op: 'CONV_2D', in: [h, w2, b2], out: [second] },
        { op: 'ADD', in: [second, x], out: [output], fields: [[0, 'byte', RELU]] }];
    },
  };
}

/** [inputs, outputs] -> [outputs, inputs], as FULLY_CONNECTED has its weights. */
function weights(data, inputs, outputs) {
  const turned = new Float32Array(data.length);
  data.forEach((value, i) => {
    turned[(i % outputs) * inputs + Math.floor(i / outputs)] = value;
  });
  return { shape: [outputs, inputs], data: turned };
}

function transformerConstants(n, data) {
  const [, wq, wk, wv, wo, w1, b1, w2, b2, ...norms] = data.map(f32);
  const vector = (values) => ({ shape: [values.length], data: values });
  return [
    ...[wq, wk, wv, wo].map((w) => weights(w, WIDTH, WIDTH)), vector(new Float32Array(WIDTH)),
    weights(w1, WIDTH, HIDDEN), vector(b1), weights(w2, HIDDEN, WIDTH), vector(b2),
    ...norms.map(vector), scalar(1e-5), scalar(Math.sqrt(HEADS / WIDTH)), list(2),
    list(n, TOKENS, HEADS, WIDTH / HEADS), list(n, TOKENS, WIDTH), list(0, 2, 1, 3),
  ];
}

function transformer(n) {
  const sizes = [n, TOKENS, WIDTH], part = WIDTH / HEADS;
  const split = [n, TOKENS, HEADS, part], heads = [n, HEADS, TOKENS, part];
  const scores = [n, HEADS, TOKENS, TOKENS], hidden = [n, TOKENS, HIDDEN];
  const expand = ([x, wq, wk, wv, wo, none, w1, b1, w2, b2, gamma1, beta1, gamma2, beta2, epsilon, scale,
    last, splitSizes, joinedSizes, perm], output, fresh) => {
    const operations = [];
    const add = (op, inputs, shape, fields) => {
      const out = shape === null ? output : fresh(shape);
      operations.push({ op, in: inputs, out: [out], fields });
      return out;
    };
    const connected = (from, w, bias, shape) =>
      add('FULLY_CONNECTED', [from, w, bias], shape, [[2, 'byte', 1]]);
    const norm = (from, gamma, beta) => {
      const row = [n, TOKENS, 1];
      const d = add('SUB', [from, add('MEAN', [from, last], row)], sizes);
      const variance = add('MEAN', [add('MUL', [d, d], sizes), last], row);
      const inverse = add('RSQRT', [add('ADD', [variance, epsilon], row)], row);
      return add('ADD', [add('MUL', [add('MUL', [d, inverse], sizes), gamma], sizes), beta], sizes);
    };
    const normed = norm(x, gamma1, beta1);
    const [q, k, v] = [wq, wk, wv].map((w) => add('TRANSPOSE',
      [add('RESHAPE', [connected(normed, w, none, sizes), splitSizes], split), perm], heads));
    const products = add('BATCH_MATMUL', [q, k], scores, [[1, 'byte', 1]]);
    const attention = add('SOFTMAX', [add('MUL', [products, scale], scores)], scores);
    const mixed = add('BATCH_MATMUL', [attention, v], heads);
    const flat = add('RESHAPE', [add('TRANSPOSE', [mixed, perm], split), joinedSizes], sizes);
    const y = add('ADD', [x, connected(flat, wo, none, sizes)], sizes);
    const h = add('GELU', [connected(norm(y, gamma2, beta2), w1, b1, hidden)], hidden);
    add('ADD', [y, connected(h, w2, b2, sizes)], null);
    return operations;
  };
  return {
    inputs: [{ shape: sizes }], shape: sizes, per: 1, note: 'constant weights',
    derived: (data) => transformerConstants(n, data), expand,
  };
}

export function wholeModel(key, n) {
  if (key === 'resnet') return resnet(n);
  return key === 'transformer' ? transformer(n) : null;
}
