// SPDX-License-Identifier: Apache-2.0
// pffft (C, SIMD128): transforms with the factors 2, 3, and 5. It has no transform of two dimensions:
// rows, then columns, which are copied.
const PACKAGE = 'node_modules/@echogarden/pffft-wasm/package.json';

export async function load(host) {
  const { default: create } = await host.module('@echogarden/pffft-wasm/simd');
  const engine = await create();
  const about = JSON.parse(new TextDecoder().decode(await host.read(host.url(PACKAGE))));
  return { version: `pffft-wasm ${about.version}`, open: async (request) => open(engine, request) };
}

const REAL = 0, COMPLEX = 1, FORWARD = 0;

/** Its constructor stops the module at other lengths. */
function isSupported(n, real) {
  let rest = n;
  for (const factor of [2, 3, 5]) while (rest % factor === 0) rest /= factor;
  return rest === 1 && n % (real ? 32 : 16) === 0;
}

function open(engine, { key, n, inputs }) {
  if (!['fft', 'rfft', 'fft2d'].includes(key) || !isSupported(n, key === 'rfft')) return null;
  const setup = engine._pffft_new_setup(n, key === 'rfft' ? REAL : COMPLEX);
  const data = new Float32Array(inputs[0].buffer);
  const [from, to, column, scratch] = [data.length, data.length, 2 * n, 2 * n].map(
    (count) => engine._pffft_aligned_malloc(4 * count));
  engine.HEAPF32.set(data, from / 4);
  const run = () => (key === 'fft2d' ? square(engine.HEAPF32, n, { from, to, column }, transform)
    : transform(from, to));
  const transform = (a, b) => engine._pffft_transform_ordered(setup, a, b, scratch, FORWARD);
  return {
    note: key === 'fft2d' ? 'rows and columns' : '',
    run,
    peek: (index) => {
      run();
      return realPart(engine.HEAPF32.subarray(to / 4), key, n, index);
    },
    dispose: () => {
      for (const pointer of [from, to, column, scratch]) engine._pffft_aligned_free(pointer);
      engine._pffft_destroy_setup(setup);
    },
  };
}

/** The real transform stores the last real number beside the first one. */
function realPart(result, key, n, index) {
  return key === 'rfft' && index === n / 2 ? result[1] : result[2 * index];
}

function square(heap, n, { from, to, column }, transform) {
  for (let row = 0; row < n; row++) transform(from + 8 * n * row, to + 8 * n * row);
  const line = column / 4;
  for (let j = 0; j < n; j++) {
    const first = to / 4 + 2 * j;
    for (let i = 0; i < n; i++) {
      heap[line + 2 * i] = heap[first + 2 * n * i];
      heap[line + 2 * i + 1] = heap[first + 2 * n * i + 1];
    }
    transform(column, column);
    for (let i = 0; i < n; i++) {
      heap[first + 2 * n * i] = heap[line + 2 * i];
      heap[first + 2 * n * i + 1] = heap[line + 2 * i + 1];
    }
  }
}
