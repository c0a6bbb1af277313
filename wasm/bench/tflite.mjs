// SPDX-License-Identifier: Apache-2.0
// Writes .tflite models (FlatBuffers, one subgraph, builtin operations) for litert.mjs.
// The field numbers are from TensorFlow's schema.fbs.
import { Builder } from 'flatbuffers';

const ELEMENT_TYPES = { f32: 0, s32: 2 };
// Opcode: [number, number of its options table or 0, fields of that table as [field, kind, value]].
const OPERATIONS = {
  ADD: [0, 11, []],
  AVERAGE_POOL_2D: [1, 5, [[1, 'int', 1], [2, 'int', 1], [3, 'int', 3], [4, 'int', 3]]],
  CONV_2D: [3, 1, [[1, 'int', 1], [2, 'int', 1]]],
  DEPTHWISE_CONV_2D: [4, 2, [[1, 'int', 1], [2, 'int', 1], [3, 'int', 1]]],
  MAX_POOL_2D: [17, 5, [[1, 'int', 1], [2, 'int', 1], [3, 'int', 3], [4, 'int', 3]]],
  MUL: [18, 21, []],
  SOFTMAX: [25, 9, [[0, 'float', 1]]],
  TANH: [28, 0, []],
  GATHER: [36, 23, []],
  TRANSPOSE: [39, 26, []],
  MEAN: [40, 27, [[0, 'byte', 1]]],
  SUB: [41, 28, []],
  EXP: [47, 33, []],
  TOPK_V2: [48, 34, []],
  ARG_MAX: [56, 40, [[0, 'byte', 2]]],
  SUM: [74, 27, [[0, 'byte', 0]]],
  RSQRT: [76, 0, []],
  SCATTER_ND: [122, 97, []],
  BATCH_MATMUL: [126, 101, []],
  CUMSUM: [128, 102, []],
  GELU: [150, 0, []],
};

function vector(builder, items, add) {
  builder.startVector(4, items.length, 4);
  for (let i = items.length - 1; i >= 0; i--) builder[add](items[i]);
  return builder.endVector();
}

const integers = (builder, items) => vector(builder, items, 'addInt32');
const offsets = (builder, items) => vector(builder, items, 'addOffset');

function table(builder, fields) {
  builder.startObject(12);
  for (const [field, kind, value] of fields) {
    if (kind === 'int') builder.addFieldInt32(field, value, 0);
    if (kind === 'byte') builder.addFieldInt8(field, value, 0);
    if (kind === 'float') builder.addFieldFloat32(field, value, 0);
    if (kind === 'offset') builder.addFieldOffset(field, value, 0);
  }
  return builder.endObject();
}

function buffer(builder, data) {
  if (!data) return table(builder, []);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  builder.startVector(1, bytes.length, 16);
  builder.bb.setPosition(builder.space -= bytes.length);
  builder.bb.bytes().set(bytes, builder.space);
  return table(builder, [[0, 'offset', builder.endVector()]]);
}

/** tensors: [{shape, type?, data?}] (with data: constants); operations: [{op, in, out}] by tensor number. */
export function tflite({ tensors, operations, inputs, outputs }) {
  const builder = new Builder(1 << 20);
  const buffers = [buffer(builder, null)];
  const bufferOf = tensors.map(({ data }) => (data ? buffers.push(buffer(builder, data)) - 1 : 0));
  const opcodes = [...new Set(operations.map(({ op }) => op))];
  const codes = opcodes.map((op) => {
    const number = OPERATIONS[op][0];
    return table(builder, [[0, 'byte', Math.min(number, 127)], [2, 'int', 1], [3, 'int', number]]);
  });
  const tensorTables = tensors.map(({ shape, type = 'f32' }, i) => {
    const sizes = integers(builder, shape), name = builder.createString(`t${i}`);
    return table(builder, [[0, 'offset', sizes], [1, 'byte', ELEMENT_TYPES[type]],
      [2, 'int', bufferOf[i]], [3, 'offset', name]]);
  });
  const operationTables = operations.map((operation) => {
    const ins = integers(builder, operation.in), outs = integers(builder, operation.out);
    const [, optionsType, fields] = OPERATIONS[operation.op];
    const options = optionsType ? table(builder, fields) : 0;
    return table(builder, [[0, 'int', opcodes.indexOf(operation.op)], [1, 'offset', ins],
      [2, 'offset', outs], ...(options ? [[3, 'byte', optionsType], [4, 'offset', options]] : [])]);
  });
  const subgraph = [offsets(builder, tensorTables), integers(builder, inputs),
    integers(builder, outputs), offsets(builder, operationTables), builder.createString('main')];
  const graph = table(builder, subgraph.map((offset, i) => [i, 'offset', offset]));
  const parts = [offsets(builder, codes), offsets(builder, [graph]), builder.createString('bench'),
    offsets(builder, buffers)];
  const model = table(builder, [[0, 'int', 3], ...parts.map((offset, i) => [i + 1, 'offset', offset])]);
  builder.finish(model, 'TFL3');
  return builder.asUint8Array().slice();
}
