// SPDX-License-Identifier: Apache-2.0
// A worker of scripts/bench for an engine under Node: node worker.mjs ENGINE [THREADS] [--version].
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { serve, start } from './measure.mjs';

const [name, ...words] = process.argv.slice(2);
const host = {
  page: false,
  threads: Number(words.find((word) => /^\d+$/.test(word)) ?? 1),
  url: (path) => new URL(path, import.meta.url),
  read: async (url) => readFileSync(url),
  module: (specifier) => import(specifier),
  text: async (path) => readFileSync(path, 'utf8'),
  /** The first `length` bytes of a file. */
  prefix: async (path, length) => {
    const bytes = new Uint8Array(length);
    const file = openSync(path);
    readSync(file, bytes, 0, length, 0);
    closeSync(file);
    return bytes;
  },
};

const engine = await start(name, host);
if (words.includes('--version')) console.log(engine.version);
else await serve(createInterface({ input: process.stdin }), engine.answer, (text) => process.stdout.write(text));
process.exit(0);
