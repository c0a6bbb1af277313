// SPDX-License-Identifier: Apache-2.0
// Brings the WebAssembly module from the build tree to where the page's bundler finds it.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const target = new URL('../src/generated/', import.meta.url);
const sources = {
  'hlo.mjs': new URL('build/wasm/bin/hlo.mjs', root),
  'hlo.wasm': new URL('build/wasm/bin/hlo.wasm', root),
  'hlo.d.mts': new URL('wasm/hlo.d.mts', root),
};

const missing = Object.values(sources).filter((source) => !existsSync(source));
if (missing.length > 0) {
  console.error('The engine is not built: no ' + missing.map((url) => fileURLToPath(url)).join(', '));
  console.error('Build it first: cmake --preset wasm && cmake --build --preset wasm');
  process.exit(1);
}
mkdirSync(target, { recursive: true });
for (const [name, source] of Object.entries(sources)) {
  copyFileSync(source, new URL(name, target));
}
