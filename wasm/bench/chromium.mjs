// SPDX-License-Identifier: Apache-2.0
// A worker of scripts/bench for an engine in headless Chromium: node chromium.mjs ENGINE [THREADS]
// [--version]. The engine runs in page.html, which is isolated, so that it can share memory with
// threads; its clock has a resolution of 5 microseconds.
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../../web/scripts/browser.mjs';
import { serve } from './measure.mjs';

const [name, ...words] = process.argv.slice(2);
const threads = words.find((word) => /^\d+$/.test(word)) ?? '1';
const built = fileURLToPath(new URL('../', import.meta.url)); // of page.html, the engines, and the inputs
const { browser, url, stop } = await openBrowser({ folder: built });
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(`Error: ${error.message}`));
await page.goto(`${url}bench-peers/page.html?engine=${name}&threads=${threads}`);
try {
  const version = await page.evaluate('globalThis.version');
  const answer = (line) => page.evaluate((command) => globalThis.answer(command), line);
  if (words.includes('--version')) console.log(`${version} in Chromium ${browser.version()}`);
  else await serve(createInterface({ input: process.stdin }), answer, (text) => process.stdout.write(text));
} finally {
  await stop();
}
process.exit(0);
