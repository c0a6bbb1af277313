// SPDX-License-Identifier: Apache-2.0
// A worker of scripts/bench for an engine under Node: node worker.mjs ENGINE [--version]. It has
// the commands of native/bench/worker.h. An engine module exports
//   load(): Promise<{version: string, open(request): Promise<Work | null>}>
// where Work is {run(), peek(index), per?, note?, peakBytes?, dispose?}: `run` does the work `per`
// times, `peek` returns element `index` of the result, row-major in the shape of the HLO program.
import { openSync, readSync, closeSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const ENGINES = {
  hlo: () => import('./hlo.mjs'),
  'hlo-small': async () => ({ load: (await import('./hlo.mjs')).loadSmall }),
  litert: async () => ({ load: (await import('./litert.mjs')).loadStrict }),
  'litert-relaxed': async () => ({ load: (await import('./litert.mjs')).loadRelaxed }),
  ort: () => import('./ort.mjs'),
  tfjs: () => import('./tfjs.mjs'),
};
const SHORTEST_SAMPLE_MS = 0.5;
const LONGEST_COMMAND_MS = 30_000;

function readBytes(word) {
  const colon = word.lastIndexOf(':');
  const bytes = new Uint8Array(Number(word.slice(colon + 1)));
  const file = openSync(word.slice(0, colon));
  readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes;
}

function readRequest([key, n, program, ...inputs]) {
  return { key, n: Number(n), program: readFileSync(program, 'utf8'), inputs: inputs.map(readBytes) };
}

/** Milliseconds of one call, synchronous or asynchronous. */
async function timed(work, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const pending = work.run();
    if (pending?.then) await pending;
  }
  return performance.now() - start;
}

/** Nanoseconds per execution of the work, one number per sample; the first run is not measured. */
async function measure(work, count, milliseconds) {
  const first = await timed(work, 1);
  const calls = Math.max(1, Math.floor(SHORTEST_SAMPLE_MS / Math.max(first, 1e-4)));
  const samples = [];
  const start = performance.now();
  for (let spent = 0; samples.length === 0 || ((samples.length < count || spent < milliseconds) &&
       spent < LONGEST_COMMAND_MS); spent = performance.now() - start) {
    samples.push(((await timed(work, calls)) * 1e6) / calls / (work.per ?? 1));
  }
  return samples;
}

async function answer(state, command, words) {
  switch (command) {
    case 'open': {
      state.work = await state.engine.open(readRequest(words));
      if (state.work === null) return { ok: false, why: 'unsupported operation' };
      return { ok: true, note: state.work.note ?? '', peak_bytes: state.work.peakBytes ?? 0 };
    }
    case 'time':
      return { ns: await measure(state.work, Number(words[0]), Number(words[1])) };
    case 'peek': {
      const values = [];
      for (const word of words) values.push(await state.work.peek(Number(word)));
      return { values };
    }
    case 'close':
      await state.work?.dispose?.();
      state.work = null;
      return {};
  }
  return {};
}

async function main() {
  const module = await ENGINES[process.argv[2]]();
  const state = { engine: await module.load(), work: null };
  if (process.argv[3] === '--version') {
    console.log(state.engine.version);
    process.exit(0);
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(' ').filter(Boolean);
    let reply;
    try {
      reply = await answer(state, command, words);
    } catch (error) {
      reply = { ok: false, why: String(error?.message ?? error).slice(0, 200) };
    }
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
  process.exit(0);
}

await main();
