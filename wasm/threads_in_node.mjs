// SPDX-License-Identifier: Apache-2.0
// Loads the module with threads in Node, whose workers have a different API from those of pages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker as NodeWorker } from 'node:worker_threads';

const MODULE = new URL('../build/wasm-threads/bin/hlo-threads.mjs', import.meta.url);

// Queues messages that arrive before the script of the thread is loaded.
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

/** The source of a thread: a separate script, or the glue module, which detects a thread by its
 *  name. */
function startingWith(path, options) {
  if (options?.type !== 'module') return readFileSync(path, 'utf8');
  return `
    self.name = ${JSON.stringify(options.name)};
    self.location = { href: ${JSON.stringify(String(path))} };
    self.importScripts = () => undefined; // detected by the glue
    import(${JSON.stringify(String(path))});
  `;
}

/** The part of a page's Worker that Emscripten uses. */
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

/** Loads the module with this number of threads for runs. */
export async function loadThreaded(threads) {
  globalThis.Worker ??= Worker;
  const { default: createHlo } = await import(MODULE.href);
  return createHlo({
    threads,
    wasmBinary: readFileSync(new URL('hlo-threads.wasm', MODULE)),
    mainScriptUrlOrBlob: MODULE.href,
    locateFile: (name) => fileURLToPath(new URL(name, MODULE)),
    // The main thread of a page must not block; that of Node can.
    printErr: (text) => /^Blocking on the main thread/.test(text) || console.error(text),
  });
}
