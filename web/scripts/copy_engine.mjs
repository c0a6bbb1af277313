// SPDX-License-Identifier: Apache-2.0
// Brings the WebAssembly module from the build tree, in two parts, to where the page's bundler finds
// it.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { splitEngine } from './split_engine.mjs';

const root = new URL('../../', import.meta.url);
const target = new URL('../src/generated/', import.meta.url);
const built = (name) => fileURLToPath(new URL(`build/wasm/bin/${name}`, root));
const generated = (name) => fileURLToPath(new URL(name, target));

const missing = ['hlo.mjs', 'hlo.wasm'].map(built).filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error('The engine is not built: no ' + missing.join(', '));
  console.error('Build it first: cmake --preset wasm && cmake --build --preset wasm');
  process.exit(1);
}
mkdirSync(target, { recursive: true });
copyFileSync(new URL('wasm/hlo.d.mts', root), generated('hlo.d.mts'));
copyFileSync(built('hlo.mjs'), generated('hlo.mjs'));
await splitEngine(built('hlo.mjs'), built('hlo.wasm'), generated('hlo.wasm'), generated('hlo-rest.wasm'));
