// SPDX-License-Identifier: Apache-2.0
/* global document, MutationObserver */
// Types into every gallery program and measures the time from a key going down until the value
// pane shows the values of the new text. Fails when the slowest twentieth takes too long.
import { openBrowser } from './browser.mjs';

const BUDGET_P95_MS = 50;
const KEYS_PER_PROGRAM = 24;

/** Runs in the page: resolves with the time of the next key to its values on show. */
function nextValues() {
  const page = document.querySelector('.page');
  const before = page.dataset.shown;
  return new Promise((resolve) => {
    let pressed = 0;
    document.addEventListener('keydown', (event) => (pressed = event.timeStamp), {
      once: true,
      capture: true,
    });
    const observer = new MutationObserver(() => {
      const { shown } = page.dataset;
      if (shown === before) return;
      const table = document.querySelector('.value-table');
      if (table !== null && table.dataset.stamp !== shown) return;
      observer.disconnect();
      resolve(performance.now() - pressed);
    });
    observer.observe(page, {
      attributes: true,
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

const { browser, url, stop } = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(url);
await page.waitForSelector('.inline-value');
const count = await page.locator('#examples li').count();
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
const line = (name, times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const text = [0.5, 0.95, 1].map((q) => quantile(sorted, q).toFixed(1).padStart(7)).join(' ');
  console.log(`${name.padEnd(52)} ${text}`);
  return quantile(sorted, 0.95);
};

console.log(`${'milliseconds from key to values'.padEnd(52)}     p50     p95     max`);
const all = [];
for (let k = 0; k < count; k++) {
  await page.click('[popovertarget=examples]');
  const item = page.locator('#examples li button').nth(k);
  const title = await item.innerText();
  await item.click();
  await page.waitForFunction(() => document.querySelector('.page')?.dataset.phase === 'idle');
  await page.click('#tab-value');
  // A digit of a number where there is one, else a blank: both are edits that run the program.
  const constant = page.locator('.cm-line', { hasText: /constant\(-?\d/ }).last();
  const editsNumber = (await constant.count()) > 0;
  await page
    .locator('.cm-line', { hasText: /^\s*\}/ })
    .last()
    .click();
  if (editsNumber) {
    await constant.locator('.tok-number').last().click();
    await page.keyboard.press('ArrowRight');
  }
  const times = [];
  for (let n = 0; n < KEYS_PER_PROGRAM; n++) {
    const values = page.evaluate(nextValues);
    await page.waitForTimeout(20);
    await page.keyboard.press(n % 2 === 1 ? 'Backspace' : editsNumber ? '1' : ' ');
    times.push(await values);
  }
  line(title, times);
  all.push(...times);
}
const p95 = line('all', all);
await stop();
if (p95 > BUDGET_P95_MS) {
  console.error(`p95 is over the budget of ${BUDGET_P95_MS} ms`);
  process.exit(1);
}
