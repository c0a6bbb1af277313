// SPDX-License-Identifier: Apache-2.0
// The module with threads in Node, which has threads like those of pages under other names.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker as NodeWorker } from 'node:worker_threads';

const MODULE = new URL('../build/wasm-threads/bin/hlo-threads.mjs', import.meta.url);

// Messages that come while a thread's script still loads wait for it.
const PREFACE = `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  let listener, waiting = [];
  Object.defineProperty(globalThis, 'onmessage', {
    get: () => listener,
    set(value) {
      listener = value;
      for (const data of waiting.splice(0)) setImmediate(() => listener({ data }));
    },
  });
  parentPort.on('message', (data) => (listener ? listener({ data }) : waiting.push(data)));
`;

/** What a thread runs: a script of its own, or the glue (a module), which tells by the name. */
function startingWith(path, options) {
  if (options?.type !== 'module') return readFileSync(path, 'utf8');
  return `
    self.name = ${JSON.stringify(options.name)};
    self.location = { href: ${JSON.stringify(String(path))} };
    self.importScripts = () => undefined; // by which it knows a worker
    import(${JSON.stringify(String(path))});
  `;
}

/** As much of a page's Worker as Emscripten uses. */
class Worker {
  constructor(path, options) {
    this.worker = new NodeWorker(PREFACE + startingWith(path, options), { eval: true });
    this.worker.on('message', (data) => this.onmessage({ data }));
    this.worker.on('error', (error) => this.onerror(error));
  }
  postMessage(message) {
    this.worker.postMessage(message);
  }
  terminate() {
    this.worker.terminate();
  }
}

/** The module, whose runs use this many threads. */
export async function loadThreaded(threads) {
  globalThis.Worker ??= Worker;
  const { default: createHlo } = await import(MODULE.href);
  return createHlo({
    threads,
    wasmBinary: readFileSync(new URL('hlo-threads.wasm', MODULE)),
    mainScriptUrlOrBlob: MODULE.href,
    locateFile: (name) => fileURLToPath(new URL(name, MODULE)),
    // A page's own thread must not wait; Node's may.
    printErr: (text) => /^Blocking on the main thread/.test(text) || console.error(text),
  });
}
