// SPDX-License-Identifier: Apache-2.0
// Runs ONNX models for onnx_adapter.py: one JSON object per line, tensors as base64 in memory order.
'use strict';
const ort = require('onnxruntime-node');
const readline = require('node:readline');

const arrays = {
  float32: Float32Array, float64: Float64Array, float16: Uint16Array, bool: Uint8Array, int8: Int8Array, uint8: Uint8Array,
  int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array,
};

function tensorOf({ type, dims, data }) {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  return new ort.Tensor(type, new arrays[type](bytes.buffer), dims);
}

async function run({ model, inputs, outputs }) {
  // Without optimizations: fused kernels may round differently from the ops of the program.
  const options = { graphOptimizationLevel: 'disabled', logSeverityLevel: 4, intraOpNumThreads: 1 };
  const session = await ort.InferenceSession.create(Buffer.from(model, 'base64'), options);
  const feeds = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, tensorOf(value)]));
  const results = await session.run(feeds);
  await session.release();
  return outputs.map((name) => {
    const { type, dims, data } = results[name];
    return { type, dims, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64') };
  });
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  let reply;
  try {
    reply = { results: await run(JSON.parse(line)) };
  } catch (error) {
    reply = { error: String(error.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
});
