// SPDX-License-Identifier: Apache-2.0
// What the first load costs, compressed. Fails when a budget is broken.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
// What the page waits for. The rest of the engine comes afterwards (src/engine/worker.ts). The engine
// with threads is loaded instead of both where a page has it.
const BUDGETS = { page: 170 * KIB, 'first load': 450 * KIB, rest: 300 * KIB, threads: 550 * KIB };

const dist = new URL('../dist/', import.meta.url);
const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
  .map((entry) => new URL(`file://${entry.parentPath ?? entry.path}/${entry.name}`));
const sums = { page: 0, 'first load': 0, rest: 0, threads: 0 };
for (const url of names) {
  const bytes = readFileSync(url);
  const packed = gzipSync(bytes, { level: 9 }).length;
  const name = url.pathname.slice(dist.pathname.length);
  const part = /hlo-(rest|threads)\b/.exec(name)?.[1] ?? 'first load';
  sums[part] += packed;
  if (part === 'first load' && !name.endsWith('.wasm')) sums.page += packed;
  console.log(
    `${name.padEnd(36)} ${String(bytes.length).padStart(9)} B ${String(packed).padStart(8)} gz`,
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
