// SPDX-License-Identifier: Apache-2.0
// What the page costs, compressed. Fails when a budget is broken.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
// The page waits for what its HTML names, and for what that imports. Everything else comes afterwards:
// the rest of the engine, the other panes and the lesser parts of the editor. The full-speed engine is
// fetched when the page is idle, where a page has it the one with threads. The importers are loaded with
// the first file that is not HLO, the exporters when a program is first saved as such a file, the script
// of comparisons with the first one, that of shapes with the first op that an importer cannot give one;
// the rule book is fetched last.
const BUDGETS = {
  page: 165 * KIB,
  'first load': 450 * KIB,
  late: 108 * KIB,
  rest: 424 * KIB,
  full: 900 * KIB,
  threads: 900 * KIB,
  import: 284 * KIB,
  export: 320 * KIB,
  comparison: 12 * KIB,
  shapes: 9 * KIB,
  rules: 70 * KIB,
};

const dist = new URL('../dist/', import.meta.url);
const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/^\.|\.map$/.test(entry.name))
  .map((entry) => relative(fileURLToPath(dist), join(entry.parentPath, entry.name)));
const read = (name) => readFileSync(new URL(name, dist));

/** Files that `text` names, of those that there are. */
const namedIn = (text) => names.filter((name) => text.includes(name.replace(/^assets\//, '')));

/** The names of all that the page waits for. */
function firstLoad() {
  const found = new Set(['index.html']);
  for (const name of found) {
    const text = read(name).toString('latin1');
    // A script waits for its static imports alone.
    const imports = text.match(/^import[^;]*;|;import[^;]*;|from"[^"]*"/g)?.join() ?? '';
    if (name.endsWith('.html')) for (const other of namedIn(text)) found.add(other);
    else if (name.endsWith('.js')) for (const other of namedIn(imports)) found.add(other);
  }
  return found;
}

const first = firstLoad();
const sums = Object.fromEntries(Object.keys(BUDGETS).map((part) => [part, 0]));
for (const name of names) {
  const bytes = read(name);
  const packed = gzipSync(bytes, { level: 9 }).length;
  const part =
    /hlo-(rest|full|threads|import|export)\b/.exec(name)?.[1] ??
    /\b(comparison|export)_worker\b/.exec(name)?.[1] ??
    (name.includes('import_engine') ? 'shapes' : undefined) ??
    (name.includes('rule_book') ? 'rules' : first.has(name) ? 'first load' : 'late');
  sums[part] += packed;
  if (part === 'first load' && !name.endsWith('.wasm')) sums.page += packed;
  console.log(
    `${name.padEnd(36)} ${String(bytes.length).padStart(9)} B ${String(packed).padStart(8)} gz  ${part}`,
  );
}
let broken = false;
for (const [part, budget] of Object.entries(BUDGETS)) {
  const over = sums[part] > budget;
  broken ||= over;
  const size = `${(sums[part] / KIB).toFixed(1)} of ${budget / KIB} KiB gzip`;
  console.log(`${part.padEnd(10)} ${size}${over ? '  OVER BUDGET' : ''}`);
}
process.exit(broken ? 1 : 0);
