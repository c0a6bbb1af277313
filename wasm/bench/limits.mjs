// SPDX-License-Identifier: Apache-2.0
// node limits.mjs LIMITS.WASM: prints the measurements of limits.c in the format of
// native/bench/limits.h.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, multiplyAdd, read, copy, triad } = instance.exports;

/** The shortest of several runs, in seconds: other processes and the compiler's first
 *  tier only make runs longer. */
function seconds(run) {
  const first = performance.now();
  let shortest = Infinity;
  for (let i = 0; i < 14 || performance.now() - first < 200; i++) {
    const start = performance.now();
    run();
    shortest = Math.min(shortest, (performance.now() - start) / 1e3);
  }
  return shortest;
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
