// SPDX-License-Identifier: Apache-2.0
/* global document, window, PerformanceObserver, requestAnimationFrame */
// How long a first visit takes on a phone (a processor four times slower, a slow 4G network): until
// values are on show, and until the engine has computed them anew. Fails over its budget.
import { openBrowser } from './browser.mjs';

const BUDGET_MS = { 'first values': 2500, engine: 4500 };
const ROUNDS = 3;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1e6) / 8,
  uploadThroughput: 0.75e6 / 8,
};

/** Runs in the page before all else: notes when its parts are there. */
function watch() {
  const noted = { paint: 0, largest: 0, shift: 0, blocked: 0, engine: 0 };
  window.noted = noted;
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') noted.paint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => (noted.largest = entry.startTime));
  observe('layout-shift', (entry) => (noted.shift += entry.value));
  observe('longtask', (entry) => (noted.blocked += Math.max(0, entry.duration - 50)));
  const look = () => {
    const done = document.querySelector('.page')?.dataset.phase === 'idle';
    if (done) noted.engine = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const { browser, url, stop } = await openBrowser();
const visits = [];
for (let k = 0; k < ROUNDS; k++) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.noted?.engine > 0, null, { timeout: 30_000 });
  await page.waitForTimeout(500);
  visits.push(await page.evaluate(() => window.noted));
  await context.close();
}
await stop();

const median = (key) => visits.map((visit) => visit[key]).sort((a, b) => a - b)[ROUNDS >> 1];
// The first paint has the values of the first example in it (scripts/prerender.mjs).
const figures = {
  'first values': median('paint'),
  'largest paint': median('largest'),
  engine: median('engine'),
  blocked: median('blocked'),
};
for (const [name, value] of Object.entries(figures)) {
  const budget = BUDGET_MS[name];
  const over = value > (budget ?? Infinity);
  const limit = budget === undefined ? '' : ` of ${budget}`;
  console.log(
    `${name.padEnd(14)} ${value.toFixed(0).padStart(6)}${limit} ms${over ? '  OVER BUDGET' : ''}`,
  );
  if (over) process.exitCode = 1;
}
console.log(`${'layout shift'.padEnd(14)} ${median('shift').toFixed(4).padStart(6)}`);
