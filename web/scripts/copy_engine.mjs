// SPDX-License-Identifier: Apache-2.0
// Brings the WebAssembly module from the build tree, in two parts, to where the page's bundler finds
// it; with HLO_THREADS=yes in the environment the module with threads, too, in one piece.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { splitEngine } from './split_engine.mjs';

const root = new URL('../../', import.meta.url);
const target = new URL('../src/generated/', import.meta.url);
const built = (name, tree = 'wasm') => fileURLToPath(new URL(`build/${tree}/bin/${name}`, root));
const generated = (name) => fileURLToPath(new URL(name, target));

function demand(tree, names) {
  const missing = names.map((name) => built(name, tree)).filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  console.error('The engine is not built: no ' + missing.join(', '));
  console.error(`Build it first: cmake --preset ${tree} && cmake --build --preset ${tree}`);
  process.exit(1);
}

const threads = process.env['HLO_THREADS'] === 'yes';
const THREADED = ['hlo-threads.mjs', 'hlo-threads.wasm', 'hlo-threads.worker.js'];
demand('wasm', ['hlo.mjs', 'hlo.wasm']);
if (threads) demand('wasm-threads', THREADED);
mkdirSync(target, { recursive: true });
copyFileSync(new URL('wasm/hlo.d.mts', root), generated('hlo.d.mts'));
copyFileSync(built('hlo.mjs'), generated('hlo.mjs'));
await splitEngine(built('hlo.mjs'), built('hlo.wasm'), generated('hlo.wasm'), generated('hlo-rest.wasm'));
for (const name of THREADED) {
  if (threads) copyFileSync(built(name, 'wasm-threads'), generated(name));
  else rmSync(generated(name), { force: true });
}
