// SPDX-License-Identifier: Apache-2.0
// Brings the WebAssembly modules from the build tree to where the page's bundler finds them: the small
// one in two parts, the full-speed one, with HLO_THREADS=yes in the environment also the one with threads,
// the importers, and the exporters. Writes the rule book there as JSON.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** Newer Emscriptens start a thread with the glue itself, by its name in the build tree; here it is to
 *  be the address that it has on the page. */
const OWN_NAME = /new URL\("hlo-threads\.mjs", ?import\.meta\.url\)/;
const startingWithItself = (glue) => glue.replace(OWN_NAME, 'new URL(import.meta.url)');

/** The glue of both modules is the same except for the name of the file, which the page passes, unless
 *  they import different functions. The same code is bundled once. */
function fullGlue() {
  const [small, full] = ['hlo', 'hlo-full'].map((name) =>
    readFileSync(built(`${name}.mjs`), 'utf8').replaceAll(`${name}.wasm`, 'hlo.wasm'),
  );
  return small === full ? "export { default } from './hlo.mjs';\n" : full;
}

const threads = process.env['HLO_THREADS'] === 'yes';
const GLUE = 'hlo-threads.mjs';
const WORKER = 'hlo-threads.worker.js'; // of Emscriptens before 3.1.58: what a thread starts with
const TRANSLATORS = ['hlo-import.mjs', 'hlo-import.wasm', 'hlo-export.mjs', 'hlo-export.wasm'];
demand('wasm', ['hlo.mjs', 'hlo.wasm', 'hlo-full.mjs', 'hlo-full.wasm', ...TRANSLATORS]);
if (threads) demand('wasm-threads', [GLUE, 'hlo-threads.wasm']);
mkdirSync(target, { recursive: true });
for (const name of ['hlo.d.mts', 'hlo-full.d.mts']) {
  copyFileSync(new URL('wasm/hlo.d.mts', root), generated(name));
}
copyFileSync(built('hlo.mjs'), generated('hlo.mjs'));
writeFileSync(generated('hlo-full.mjs'), fullGlue());
copyFileSync(built('hlo-full.wasm'), generated('hlo-full.wasm'));
for (const name of ['import', 'export']) {
  copyFileSync(new URL(`wasm/hlo_${name}.d.mts`, root), generated(`hlo-${name}.d.mts`));
}
for (const name of TRANSLATORS) copyFileSync(built(name), generated(name));
await splitEngine(
  built('hlo.mjs'),
  built('hlo.wasm'),
  generated('hlo.wasm'),
  generated('hlo-rest.wasm'),
);
execFileSync(
  process.env['PYTHON'] ?? 'python3',
  [fileURLToPath(new URL('scripts/gen_rule_book.py', root)), generated('rule_book.json')],
  { stdio: 'inherit' },
);
for (const name of readdirSync(target)) {
  if (name.startsWith('hlo-threads')) rmSync(generated(name));
}
if (threads) {
  const glue = readFileSync(built(GLUE, 'wasm-threads'), 'utf8');
  const hasWorker = existsSync(built(WORKER, 'wasm-threads'));
  if (!hasWorker && !OWN_NAME.test(glue))
    throw new Error(`${GLUE} starts threads in an unknown way`);
  writeFileSync(generated(GLUE), startingWithItself(glue));
  copyFileSync(built('hlo-threads.wasm', 'wasm-threads'), generated('hlo-threads.wasm'));
  if (hasWorker) copyFileSync(built(WORKER, 'wasm-threads'), generated(WORKER));
}
