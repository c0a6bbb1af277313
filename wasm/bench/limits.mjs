// SPDX-License-Identifier: Apache-2.0
// node limits.mjs LIMITS.WASM: prints the measurements of limits.c in the format of
// native/bench/limits.h.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, multiplyAdd, read, copy, triad } = instance.exports;

/** The median of several runs, in seconds. */
function seconds(run) {
  const times = [];
  for (let i = 0; i < 14; i++) {
    const start = performance.now();
    run();
    if (i >= 3) times.push((performance.now() - start) / 1e3);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

const ROUNDS = 2_000_000;
const result = { target: 'SIMD128', flops: (ROUNDS * 12 * 4 * 2) / seconds(() => multiplyAdd(ROUNDS)) };
const begin = memory.buffer.byteLength;  // after the data of the compiler
memory.grow(3 * 256 * 16);
for (const mebibytes of [1, 4, 16, 256]) {
  const bytes = mebibytes << 20, count = bytes / 4;
  const [x, y, z] = [begin, begin + bytes, begin + 2 * bytes];
  new Float32Array(memory.buffer, begin, 3 * count).fill(1);
  result[`read_${mebibytes}`] = bytes / seconds(() => read(x, count));
  result[`copy_${mebibytes}`] = (2 * bytes) / seconds(() => copy(z, x, count));
  result[`triad_${mebibytes}`] = (3 * bytes) / seconds(() => triad(z, x, y, count));
}
console.log(JSON.stringify(result));
