// SPDX-License-Identifier: Apache-2.0
// Answers the commands of native/bench/worker.h, under Node (worker.mjs) and in a page (page.html). An
// engine module exports
//   load(host): Promise<{version: string, open(request): Promise<Work | null>}>
// where host is {url(path), read(url), module(name), threads, page}, and Work is {run(), peek(index),
// per?, note?, peakBytes?, dispose?}: `run` does the work `per` times, `peek` returns element `index`
// of the result, row-major in the shape of the HLO program.
const ENGINES = {
  hlo: () => import('./hlo.mjs'),
  'hlo-small': async () => ({ load: (await import('./hlo.mjs')).loadSmall }),
  litert: async () => ({ load: (await import('./litert.mjs')).loadStrict }),
  'litert-relaxed': async () => ({ load: (await import('./litert.mjs')).loadRelaxed }),
  ort: () => import('./ort.mjs'),
  'ort-node': async () => ({ load: (await import('./ort.mjs')).loadNative }),
  pffft: () => import('./pffft.mjs'),
  tfjs: () => import('./tfjs.mjs'),
};
const SHORTEST_SAMPLE_MS = 0.5;
const SLOW_MS = 1000;
const LONGEST_COMMAND_MS = 30_000;

/** Milliseconds of one call, synchronous or asynchronous. */
async function timed(work, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const pending = work.run();
    if (pending?.then) await pending;
  }
  return performance.now() - start;
}

/** Nanoseconds per execution of the work, one number per sample; the first run is not measured,
 *  unless it is slow. */
async function measure(work, count, milliseconds) {
  const first = await timed(work, 1);
  if (first > SLOW_MS) return [(first * 1e6) / (work.per ?? 1)];
  const calls = Math.max(1, Math.floor(SHORTEST_SAMPLE_MS / Math.max(first, 1e-4)));
  const samples = [];
  const start = performance.now();
  for (let spent = 0; samples.length === 0 || ((samples.length < count || spent < milliseconds) &&
       spent < LONGEST_COMMAND_MS); spent = performance.now() - start) {
    samples.push(((await timed(work, calls)) * 1e6) / calls / (work.per ?? 1));
  }
  return samples;
}

async function openRequest(host, [key, n, program, ...inputs]) {
  const bytes = inputs.map((word) => {
    const colon = word.lastIndexOf(':');
    return host.prefix(word.slice(0, colon), Number(word.slice(colon + 1)));
  });
  return { key, n: Number(n), program: await host.text(program), inputs: await Promise.all(bytes) };
}

/** An engine that answers words: answer(words) -> reply. */
export async function start(name, host) {
  const engine = await (await ENGINES[name]()).load(host);
  let work = null;
  const commands = {
    open: async (words) => {
      work = await engine.open(await openRequest(host, words));
      if (work === null) return { ok: false, why: 'unsupported operation' };
      return { ok: true, note: work.note ?? '', peak_bytes: work.peakBytes ?? 0 };
    },
    time: async ([count, milliseconds]) => ({ ns: await measure(work, Number(count), Number(milliseconds)) }),
    peek: async (words) => {
      const values = [];
      for (const word of words) values.push(await work.peek(Number(word)));
      return { values };
    },
    close: async () => {
      await work?.dispose?.();
      work = null;
      return {};
    },
  };
  const answer = async ([command, ...words]) => {
    try {
      return (await commands[command]?.(words)) ?? {};
    } catch (error) {
      return { ok: false, why: String(error?.message ?? error).slice(0, 200) };
    }
  };
  return { version: engine.version, answer };
}

/** Answers the lines of standard input with `answer`, one JSON line each. */
export async function serve(lines, answer, write) {
  for await (const line of lines) {
    write(`${JSON.stringify(await answer(line.split(' ').filter(Boolean)))}\n`);
  }
}
