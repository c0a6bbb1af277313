// SPDX-License-Identifier: Apache-2.0
// The whole models of scripts/bench_models.py as ONNX graphs, in the operations that an exporter would
// choose. The first input is an argument of each run, and weights are constants.
import { graph, model, node } from './onnx.mjs';
import { channelsFirst, outputsFirst } from './onnx_operations.mjs';

const MLP = [784, 512, 256, 10];
const RATE = 8;
const TOKENS = 128, WIDTH = 512, HEADS = 8, HIDDEN = 2048;
const LSTM_STEPS = 128, LSTM_UNITS = 128;
const CACHE = 128, DECODER_WIDTH = 256, DECODER_HEADS = 4, DECODER_HIDDEN = 1024;

const EPSILON = { epsilon: { float: 1e-5 } };
const s64 = (name, ...values) =>
  ({ name, shape: [values.length], type: 's64', values: BigInt64Array.from(values, BigInt) });
const number = (name, value) => ({ name, shape: [], type: 'f32', values: Float32Array.of(value) });
const filled = (name, value, ...shape) => ({
  name, shape, type: 'f32', values: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(value),
});

/** 10,000 instructions of programs.long_module. */
export function longModel(n) {
  const nodes = Array.from({ length: n - 1 }, (_, k) => node((k + 1) % 2 ? 'Mul' : 'Add',
    [`v${k}`, `v${(k + 1) >> 1}`], [`v${k + 1}`]));
  return model({ nodes, inputs: [['v0', 'f32', [8]]], outputs: [[`v${n - 1}`, 'f32', [8]]] });
}

function trainingStep(n) {
  const dynamic = { dynamic: true };
  const inputs = [[[n, MLP[0]], 'f32', dynamic], [[n, MLP[3]], 'f32', dynamic]];
  for (let k = 1; k < 4; k++) inputs.push([[MLP[k - 1], MLP[k]], 'f32', dynamic], [[MLP[k]], 'f32', dynamic]);
  const nodes = ([x, target, w1, b1, w2, b2, w3, b3], output) => {
    const list = [
      node('Gemm', [x, w1, b1], ['z1']), node('Relu', ['z1'], ['h1']),
      node('Gemm', ['h1', w2, b2], ['z2']), node('Relu', ['z2'], ['h2']),
      node('Gemm', ['h2', w3, b3], ['z3']), node('Softmax', ['z3'], ['p'], { axis: 1 }),
      node('Sub', ['p', target], ['error']), node('Mul', ['error', 'rate'], ['d3']),
    ];
    const layers = [[1, x, w1, b1], [2, 'h1', w2, b2], [3, 'h2', w3, b3]];
    for (const [k, before, w, b] of layers.reverse()) {
      list.push(node('Gemm', [before, `d${k}`], [`gw${k}`], { transA: 1 }),
        node('Sub', [w, `gw${k}`], [k === 1 ? output : `nw${k}`]),
        node('ReduceSum', [`d${k}`, 'rows'], [`gb${k}`], { keepdims: 0 }),
        node('Sub', [b, `gb${k}`], [`nb${k}`]));
      if (k > 1) {
        list.push(node('Gemm', [`d${k}`, w], [`back${k}`], { transB: 1 }),
          node('Greater', [`z${k - 1}`, 'none'], [`active${k}`]),
          node('Where', [`active${k}`, `back${k}`, 'none'], [`d${k - 1}`]));
      }
    }
    return list;
  };
  return {
    inputs, nodes, shape: [MLP[0], MLP[1]], per: 1, note: 'weights copied',
    constants: [number('rate', RATE / n), number('none', 0), s64('rows', 0)],
    results: ['nb1', 'nw2', 'nb2', 'nw3', 'nb3'].map((name) => [name, []]),
  };
}

function transformer(n) {
  const part = WIDTH / HEADS, sizes = [n, TOKENS, WIDTH], vector = [[WIDTH]], square = [[WIDTH, WIDTH]];
  const nodes = ([x, wq, wk, wv, wo, w1, b1, w2, b2, gamma1, beta1, gamma2, beta2], output) => [
    node('LayerNormalization', [x, gamma1, beta1], ['n1'], EPSILON),
    ...[['q', wq, [0, 2, 1, 3]], ['k', wk, [0, 2, 3, 1]], ['v', wv, [0, 2, 1, 3]]].flatMap(
      ([name, w, perm]) => [node('MatMul', ['n1', w], [`${name}.flat`]),
        node('Reshape', [`${name}.flat`, 'split'], [`${name}.split`]),
        node('Transpose', [`${name}.split`], [name], { perm })]),
    node('MatMul', ['q', 'k'], ['scores']), node('Mul', ['scores', 'scale'], ['scaled']),
    node('Softmax', ['scaled'], ['weights'], { axis: 3 }), node('MatMul', ['weights', 'v'], ['mixed']),
    node('Transpose', ['mixed'], ['joined'], { perm: [0, 2, 1, 3] }),
    node('Reshape', ['joined', 'sizes'], ['flat']), node('MatMul', ['flat', wo], ['attended']),
    node('Add', [x, 'attended'], ['y']),
    node('LayerNormalization', ['y', gamma2, beta2], ['n2'], EPSILON),
    node('MatMul', ['n2', w1], ['up']), node('Add', ['up', b1], ['z']), node('Gelu', ['z'], ['h']),
    node('MatMul', ['h', w2], ['down']), node('Add', ['down', b2], ['ffn']),
    node('Add', ['y', 'ffn'], [output]),
  ];
  return {
    inputs: [[sizes, 'f32', { fed: true }], square, square, square, square, [[WIDTH, HIDDEN]],
      [[HIDDEN]], [[HIDDEN, WIDTH]], vector, vector, vector, vector, vector],
    nodes, shape: sizes, per: 1, optimized: true, note: 'constant weights',
    constants: [number('scale', 1 / Math.sqrt(part)), s64('split', n, TOKENS, HEADS, part),
      s64('sizes', ...sizes)],
  };
}

function resnet(n) {
  const image = [1, 64, n, n], vector = [[1, 64, 1, 1]];
  const filter = [[64, 64, 3, 3], 'f32', { convert: (w) => outputsFirst(w, 64, 64) }];
  const conv = { pads: [1, 1, 1, 1], kernel_shape: [3, 3] };
  const nodes = ([x, w1, scale1, shift1, w2, scale2, shift2], output) => [
    node('Conv', [x, w1], ['conv1'], conv), node('Mul', ['conv1', scale1], ['scaled1']),
    node('Add', ['scaled1', shift1], ['norm1']), node('Relu', ['norm1'], ['h']),
    node('Conv', ['h', w2], ['conv2'], conv), node('Mul', ['conv2', scale2], ['scaled2']),
    node('Add', ['scaled2', shift2], ['norm2']), node('Add', ['norm2', x], ['sum']),
    node('Relu', ['sum'], [output]),
  ];
  return {
    inputs: [[image, 'f32', { fed: true, convert: (x) => channelsFirst(x, 64) }], filter, vector,
      vector, filter, vector, vector],
    nodes, shape: image, imageLast: true, per: 1, optimized: true, note: 'constant weights',
  };
}

/** [rows, columns] -> [columns, rows] */
function transposed(data, rows, columns) {
  return Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]);
}

function lstm(n) {
  const gates = 4 * LSTM_UNITS;
  const weights = [[1, gates, LSTM_UNITS], 'f32', { convert: (w) => transposed(w, LSTM_UNITS, gates) }];
  const bias = [[1, 2 * gates], 'f32', {
    convert: (b) => Float32Array.from({ length: 2 * gates }, (_, i) => (i < gates ? b[i] : 0)),
  }];
  return {
    inputs: [[[LSTM_STEPS, n, LSTM_UNITS], 'f32', { fed: true }], weights, weights, bias],
    nodes: ([x, w, u, b], output) => [node('LSTM', [x, w, u, b], [output], { hidden_size: LSTM_UNITS })],
    shape: [LSTM_STEPS, 1, n, LSTM_UNITS], per: 1, optimized: true, note: 'LSTM, constant weights',
  };
}

/** The body of the decoder's loop: weights and constants are those of the graph around it. */
function decoderBody([wq, wk, wv, wo, w1, w2]) {
  const row = [1, DECODER_WIDTH], cache = [CACHE, DECODER_WIDTH];
  const norm = (from, to) => node('LayerNormalization', [from, 'ones'], [to], EPSILON);
  const nodes = [
    norm('x', 'a'), node('Reshape', ['i', 'one.one'], ['at']),
    node('MatMul', ['a', wq], ['q.row']), node('Reshape', ['q.row', 'heads'], ['q']),
    ...[['k', wk, [1, 2, 0]], ['v', wv, [1, 0, 2]]].flatMap(([name, w, perm]) => [
      node('MatMul', ['a', w], [`${name}.row`]),
      node('ScatterND', [`${name}s`, 'at', `${name}.row`], [`${name}.cache`]),
      node('Reshape', [`${name}.cache`, 'split'], [`${name}.split`]),
      node('Transpose', [`${name}.split`], [name], { perm })]),
    node('MatMul', ['q', 'k'], ['scores']), node('Mul', ['scores', 'scale'], ['scaled']),
    node('LessOrEqual', ['positions', 'i'], ['past']),
    node('Where', ['past', 'scaled', 'never'], ['masked']),
    node('Softmax', ['masked'], ['weights'], { axis: 2 }), node('MatMul', ['weights', 'v'], ['mixed']),
    node('Reshape', ['mixed', 'row'], ['flat']), node('MatMul', ['flat', wo], ['attended']),
    node('Add', ['x', 'attended'], ['y']), norm('y', 'b'),
    node('MatMul', ['b', w1], ['up']), node('Gelu', ['up'], ['h']), node('MatMul', ['h', w2], ['down']),
    node('Add', ['y', 'down'], ['z']), norm('z', 'x.next'),
    node('Identity', ['going'], ['go on']), node('Identity', ['x.next'], ['token']),
  ];
  return graph({
    nodes,
    inputs: [['i', 's64', []], ['going', 'pred', []], ['x', 'f32', row], ['ks', 'f32', cache],
      ['vs', 'f32', cache]],
    outputs: [['go on', 'pred', []], ['x.next', 'f32', row], ['k.cache', 'f32', cache],
      ['v.cache', 'f32', cache], ['token', 'f32', row]],
  });
}

function decoder(n) {
  const part = DECODER_WIDTH / DECODER_HEADS, square = [[DECODER_WIDTH, DECODER_WIDTH]];
  return {
    inputs: [[[1, DECODER_WIDTH], 'f32', { fed: true }], square, square, square, square,
      [[DECODER_WIDTH, DECODER_HIDDEN]], [[DECODER_HIDDEN, DECODER_WIDTH]]],
    nodes: ([x, ...weights], output) => [node('Loop', ['steps', 'always', x, 'empty', 'empty'],
      ['last', 'keys', 'values', output], { body: decoderBody(weights.slice(0, 6)) })],
    shape: [n, 1, DECODER_WIDTH], per: 1, optimized: true, note: 'Loop, constant weights',
    constants: [
      { name: 'steps', shape: [], type: 's64', values: BigInt64Array.of(BigInt(n)) },
      { name: 'always', shape: [], type: 'pred', values: Uint8Array.of(1) },
      filled('empty', 0, CACHE, DECODER_WIDTH), filled('ones', 1, DECODER_WIDTH),
      number('scale', 1 / Math.sqrt(part)), number('never', -1e9), s64('one.one', 1, 1),
      s64('heads', DECODER_HEADS, 1, part), s64('split', CACHE, DECODER_HEADS, part),
      s64('row', 1, DECODER_WIDTH), s64('positions', ...Array(CACHE).keys()),
    ],
  };
}

export function wholeModel(key, n) {
  switch (key) {
    case 'mlp': return trainingStep(n);
    case 'transformer': return transformer(n);
    case 'resnet': return resnet(n);
    case 'lstm': return lstm(n);
    case 'decoder': return decoder(n);
  }
  return null;
}
