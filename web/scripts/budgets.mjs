// SPDX-License-Identifier: Apache-2.0
/* global document, window, navigator, MutationObserver, PerformanceObserver */
// How long the page takes from a key to messages and values, on the examples and on long texts.
// Fails where a time is over its budget by more than the factor of `--slack` (1 unless given; tests
// on shared machines need more).
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';

const { values: options } = parseArgs({ options: { slack: { type: 'string', default: '1' } } });
const SLACK = Number(options.slack);

/** Milliseconds; the messages and values of a text with so many lines after a key. */
const SIZES = [
  { lines: 2000, keys: 16, messages: 50, values: 100 },
  { lines: 5000, keys: 16, messages: 100, values: 150, task: 50 },
  { lines: 100_000, keys: 6, messages: 500, values: 800 },
];
const EXAMPLE_VALUES = 50;
const MEMORY_MB = 300; // of the page's heap, at the largest text

const OPS = ['add', 'multiply', 'subtract', 'maximum'];

function program(lines) {
  const body = Array.from({ length: lines - 6 }, (_, index) => {
    const k = index + 1;
    return `  x${k} = f32[4,4] ${OPS[k % 4]}(x${k - 1}, x${Math.max(0, k - 7)})`;
  });
  return [
    'HloModule long',
    '',
    'ENTRY e {',
    '  x0 = f32[4,4] parameter(0)',
    ...body,
    `  ROOT r = f32[4,4] tanh(x${lines - 6})`,
    '}',
    '',
  ].join('\n');
}

/** Runs in the page: notes when messages and values are there after each key. */
function watch() {
  const noted = { since: 0, wanted: '', times: { messages: [], values: [] }, tasks: [] };
  window.noted = noted;
  const look = () => {
    if (noted.wanted === '') return;
    const whole = document.querySelector('.page');
    const faulty = document.querySelector('.count.error') !== null;
    const done = noted.wanted === 'messages' ? faulty : !faulty && whole?.dataset.phase === 'idle';
    if (!done) return;
    noted.times[noted.wanted].push(performance.now() - noted.since);
    noted.wanted = '';
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
  });
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => noted.tasks.push(duration)),
  ).observe({ type: 'longtask' });
}

const idle = (page) =>
  page.waitForFunction(() => document.querySelector('.page').dataset.phase === 'idle', null, {
    timeout: 60_000,
  });

async function press(page, key, wanted, pause) {
  await page.evaluate((name) => {
    window.noted.wanted = name;
    document.addEventListener('keydown', () => (window.noted.since = performance.now()), {
      capture: true,
      once: true,
    });
  }, wanted);
  await page.keyboard.press(key);
  await page.waitForFunction(() => window.noted.wanted === '', null, { timeout: 60_000 });
  await page.waitForTimeout(pause);
}

/** A letter after the last line is an error; without it, there are values again. */
async function typing(page, text, keys, pause) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('.cm-content').click();
  for (const key of ['Control+a', 'Control+v']) await page.keyboard.press(key);
  await page.waitForTimeout(pause);
  await idle(page);
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(pause);
  await page.evaluate(watch);
  for (let k = 0; k < keys; k++) {
    await press(page, 'x', 'messages', pause);
    await press(page, 'Backspace', 'values', pause);
  }
  return page.evaluate(() => window.noted);
}

/** Bytes of the page's heap without garbage, which may lie there for long. */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  return page.evaluate(() => performance.memory.usedJSHeapSize);
}

const at = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

let failed = false;
function report(name, times, budget, unit = 'ms') {
  const value = at(times, 0.95);
  const over = value > budget * SLACK;
  failed ||= over;
  const middle = times.length > 1 ? `p50 ${at(times, 0.5).toFixed(0)}, p95 ` : '';
  console.log(
    `${name.padEnd(32)} ${middle}${value.toFixed(0)} of ${budget} ${unit}${over ? '  OVER BUDGET' : ''}`,
  );
}

const { browser, url, stop } = await openBrowser();
const open = async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('.page[data-complete=true]');
  return page;
};

const examples = new URL('../src/examples/', import.meta.url);
const texts = readdirSync(examples)
  .filter((name) => name.endsWith('.hlo') && !name.includes('mistakes'))
  .map((name) => readFileSync(new URL(name, examples), 'utf8'));
const ofExamples = [];
for (const text of texts) {
  const page = await open();
  ofExamples.push(...(await typing(page, text, 3, 100)).times.values);
  await page.context().close();
}
report('examples, key to values', ofExamples, EXAMPLE_VALUES);

for (const { lines, keys, messages, values, task } of SIZES) {
  const page = await open();
  const { times, tasks } = await typing(page, program(lines), keys, lines > 50_000 ? 1500 : 150);
  report(`${lines} lines, key to messages`, times.messages, messages);
  report(`${lines} lines, key to values`, times.values, values);
  if (task !== undefined) report(`${lines} lines, longest task`, [Math.max(0, ...tasks)], task);
  if (lines === SIZES.at(-1).lines) {
    report(`${lines} lines, heap`, [(await heapOf(page)) / 1e6], MEMORY_MB, 'MB');
  }
  await page.context().close();
}
await stop();
process.exitCode = failed ? 1 : 0;
