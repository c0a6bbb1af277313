// SPDX-License-Identifier: Apache-2.0
// Which artifacts of the engine a page loads, and when one takes over from the other.
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import {
  ENDLESS,
  inlineValue,
  openExample,
  setText,
  settled,
  tapView,
  withBrowser,
  valueCell,
  visit,
} from './harness';

const assets = readdirSync(new URL('../dist/assets/', import.meta.url));
const hasThreads = assets.some((name) => name.startsWith('hlo-threads'));
const START = /hlo-threads\.worker-[^/]*\.js$/;
// Newer Emscriptens write none: threads start with the glue, which has come already.
const hasStart = assets.some((name) => START.test(name));

/** Addresses with a word in them that the page and its worker have fetched. Its threads, which wait
 *  for work, would not answer. */
async function fetchedBy(page: Page, word: string): Promise<string[]> {
  const resources = (): string[] =>
    performance.getEntriesByType('resource').map(({ name }) => name);
  const workers = page.workers().filter((worker) => !worker.url().includes('hlo-threads'));
  const fetched = workers.map((worker) => worker.evaluate(resources));
  const all = await Promise.all([page.evaluate(resources), ...fetched]);
  return all.flat().filter((url) => url.includes(word));
}

const PRODUCT = `ENTRY e {
  one = f32[] constant(1)
  two = f32[] constant(2)
  a = f32[1024,1024] broadcast(one), dimensions={}
  b = f32[1024,1024] broadcast(two), dimensions={}
  p = f32[1024,1024] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[1,1] slice(p), slice={[1023:1024], [1023:1024]}
}
`;

// [[4,2],[2,5]] = l l^T with l = [[2,0],[1,2]]. No program of the gallery has the op.
const CHOLESKY =
  'ENTRY e {\n  a = f32[2,2] constant({{4, 2}, {2, 5}})\n  ROOT l = f32[2,2] cholesky(a), lower=true\n}';

const status = (page: Page): Promise<string> => page.locator('.bar .status').innerText();
const isFull = async (page: Page): Promise<boolean> =>
  (await page.locator('.bar .status').getAttribute('title'))?.includes('full speed') ?? false;

/** A blank at the end of the text and its removal: two evaluations. */
async function editTwice(page: Page): Promise<void> {
  // A click would select the instruction below it, whichever that is.
  await page.locator('.text-side .cm-content').focus();
  await page.keyboard.press('Control+End');
  for (const key of ['Space', 'Backspace']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
    await settled(page);
  }
}

/** Edits until the full-speed engine has taken over. */
const waitForFull = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      await editTwice(page);
      return isFull(page);
    })
    .toBe(true);

describe('a page that is not isolated', () => {
  withBrowser({ isolated: false });

  test('has an engine without threads, before and after the full-speed one takes over', () =>
    visit({}, async (page) => {
      await expect.poll(() => status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      await waitForFull(page);
      expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      expect(await fetchedBy(page, 'hlo-threads')).toEqual([]);
    }));

  test('restarts with the full-speed engine after a stop, without network', () =>
    visit({}, async (page) => {
      await waitForFull(page);
      await page.context().setOffline(true);
      await setText(page, ENDLESS);
      await page.click('.stop');
      await expect.poll(() => status(page)).toContain('stopped');
      expect(await isFull(page)).toBe(true);
      await setText(page, CHOLESKY);
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));

  test('fetches the rest at once when a program needs it before', async () =>
    visit({ fragment: await encodeShared({ text: CHOLESKY }) }, async (page) => {
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));
});

describe('the full-speed engine', () => {
  let arrive: () => void;
  let asked: boolean;
  beforeEach(() => {
    asked = false;
  });
  withBrowser({
    isolated: false,
    middleware: ({ url }, _, next) => {
      if (!/hlo-full-[^/]*\.wasm/.test(url ?? '')) next();
      else {
        asked = true;
        arrive = next;
      }
    },
  });

  /** What a reader sees, but for the time that a run took. */
  const seen = (page: Page): Promise<string[]> =>
    Promise.all(
      ['.text-side .cm-content', '.selected', '.pane'].map((part) =>
        page.locator(part).first().innerText(),
      ),
    );

  /** Notes in the page when values were missing, or its parts moved. */
  function watch(): void {
    const noted = { missing: 0, shift: 0 };
    (globalThis as unknown as { noted: typeof noted }).noted = noted;
    new MutationObserver(() => {
      const gone = ['.inline-value', '.pane table', '.status'].some(
        (part) => document.querySelector(part) === null,
      );
      if (gone) noted.missing += 1;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        noted.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  }

  test('takes over between two edits; values stay the same, and nothing flickers', () =>
    visit({}, async (page) => {
      await page.click('#tab-value');
      await openExample(page, 'Softmax');
      await page.locator('.pane table').waitFor();
      await editTwice(page);
      const before = await seen(page);
      await expect.poll(() => asked).toBe(true);
      expect(await isFull(page)).toBe(false);
      await page.evaluate(watch);
      arrive();
      await waitForFull(page);
      expect(await seen(page)).toEqual(before);
      const noted = await page.evaluate(
        () => (globalThis as unknown as { noted: { missing: number; shift: number } }).noted,
      );
      expect(noted.missing).toBe(0);
      expect(noted.shift).toBeLessThan(0.005);
    }));
});

describe('a page that does not get the full-speed engine', () => {
  const spoiled = /hlo-full-/;
  let missed: number;
  beforeEach(() => {
    missed = 0;
  });
  withBrowser({
    isolated: false,
    middleware: ({ url }, response, next) => {
      if (!spoiled.test(url ?? '')) next();
      else {
        missed += 1;
        response.writeHead(404).end();
      }
    },
  });

  test('goes on with the small one, and does not mention it', () =>
    visit({ spoiled }, async (page) => {
      await expect.poll(() => missed).toBe(1);
      await openExample(page, 'Softmax');
      await editTwice(page);
      expect(await isFull(page)).toBe(false);
      expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
    }));

  test('fetches the rest of the engine ahead, and then needs no network', () =>
    visit({ spoiled }, async (page) => {
      await expect.poll(async () => (await fetchedBy(page, 'hlo-rest')).length).toBe(1);
      await expect.poll(() => missed).toBe(1);
      await page.context().setOffline(true);
      await setText(page, CHOLESKY);
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));
});

describe('a page that does not get the rest of the engine', () => {
  // Nor the full-speed engine, which would do.
  const spoiled = /hlo-(rest|full)-/;
  let gone: boolean;
  beforeEach(() => {
    gone = true;
  });
  withBrowser({
    isolated: false,
    middleware: ({ url }, response, next) =>
      gone && spoiled.test(url ?? '') ? void response.writeHead(404).end() : next(),
  });
  const REASON =
    'The engine stopped working: the text needs a part of it that did not load ' +
    '(the server answered 404).';
  const reason = (page: Page): Promise<string> => page.locator('.hint p').innerText();
  const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const opacity = (page: Page, selector: string): Promise<string> =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).opacity);

  test('shows the examples of one device without loops all the same, and says so when a program needs more', () =>
    visit({ spoiled }, async (page) => {
      const titles = await page.locator('#examples button').allInnerTexts();
      expect(titles.length).toBeGreaterThan(10);
      for (const title of titles.filter((name) => !/four devices|while loop/.test(name))) {
        await openExample(page, title.split('\n')[0] ?? '');
        expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      }
      await setText(page, CHOLESKY);
      await expect.poll(() => reason(page)).toBe(REASON);
      await expect.poll(() => status(page)).toBe('engine stopped working');
    }));

  test('dims the results of the program before, and says why there are no new ones', () =>
    visit({ spoiled }, async (page) => {
      expect(await opacity(page, '.pane-body')).toBe('1');
      await setText(page, CHOLESKY);
      await expect.poll(() => opacity(page, '.pane-body')).toBe('0.55');
      await expect.poll(() => opacity(page, '.selected')).toBe('0.55');
      for (const pane of ['value', 'messages']) {
        await page.click(`#tab-${pane}`);
        await expect
          .poll(() => page.locator('.pane .reason').innerText())
          .toBe(`${REASON} An edit tries again.`);
        expect(await opacity(page, '.pane .reason')).toBe('1');
      }
      await openExample(page, 'A tiled layout');
      await expect.poll(() => opacity(page, '.pane-body')).toBe('1');
      expect(await opacity(page, '.selected')).toBe('1');
      expect(await page.locator('.hint').innerText()).toContain('Try');
    }));

  test('keeps the last good value in sight, named as that', () =>
    visit({ spoiled }, async (page) => {
      await page.click('#tab-value');
      await valueCell(page, 2, 4).waitFor();
      await setText(page, CHOLESKY);
      await expect
        .poll(() => page.locator('.pane .reason').innerText())
        .toBe('The engine stopped working. Below: the last good value.');
      await expect.poll(() => opacity(page, '.value-table')).toBe('0.55');
      expect(await opacity(page, '.pane-body')).toBe('1');
    }));

  test('says so on a phone in every view, with a button that tries again', () =>
    visit({ spoiled, ...PHONE }, async (page) => {
      await setText(page, CHOLESKY);
      for (const view of ['Text', 'Value', 'Layout', 'Inputs', 'Messages']) {
        await tapView(page, view);
        await expect.poll(() => reason(page), { message: view }).toBe(REASON);
        const box = await page.locator('.hint button').boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), view).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 360) + (box?.width ?? 0), view).toBeLessThanOrEqual(360);
      }
      gone = false;
      await page.locator('.hint button').tap();
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
      await expect.poll(() => page.locator('.hint.broken').count()).toBe(0);
    }));

  test('keeps saying so while a try fails at once, so that nothing jumps', () =>
    visit({ spoiled, ...PHONE }, async (page) => {
      await setText(page, CHOLESKY);
      await page.locator('.hint.broken').waitFor();
      // In the page: what a reader sees from the tap until the engine has failed again.
      const seen = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const states: string[] = [];
            const whole = document.querySelector<HTMLElement>('.page');
            const observer = new MutationObserver(() => {
              const said = document.querySelector('.hint.broken') !== null;
              const phase = whole?.dataset['phase'] ?? '';
              const now = `${phase}${said ? ', said' : ''}`;
              if (states.at(-1) !== now) states.push(now);
              if (states.length > 1 && phase === 'broken') resolve(states);
            });
            observer.observe(document.body, { subtree: true, childList: true, attributes: true });
            document.querySelector<HTMLElement>('.hint button')?.click();
          }),
      );
      expect(seen).toEqual(['busy, said', 'broken, said']);
    }));

  test('tries again by itself when the network is back', () =>
    visit({ spoiled }, async (page) => {
      await setText(page, CHOLESKY);
      await page.locator('.hint.broken').waitFor();
      await page.context().setOffline(true);
      gone = false;
      await page.context().setOffline(false);
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));
});

describe.skipIf(!hasThreads)('an isolated page that was built with threads', () => {
  withBrowser();

  test('begins with the small engine, and goes on with threads', () =>
    visit({}, async (page) => {
      expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      await waitForFull(page);
      expect(await status(page)).toMatch(/^WASM SIMD · \d+ threads · [\d.]+ ms$/);
      expect(await fetchedBy(page, 'hlo-full')).toEqual([]);
    }));

  test('gives them pieces of large work', () =>
    visit({}, async (page) => {
      await waitForFull(page);
      await setText(page, PRODUCT);
      // 1024 products of 1 and 2.
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2048]]');
    }));

  test('stops an endless program, and runs the next one', () =>
    visit({}, async (page) => {
      await waitForFull(page);
      await setText(page, ENDLESS);
      await page.click('.stop');
      await openExample(page, 'Softmax');
      await expect.poll(() => status(page)).toMatch(/threads · [\d.]+ ms$/);
    }));
});

describe.skipIf(!hasThreads)('an isolated page whose threads cannot start', () => {
  let spoiled: RegExp;
  let answer: (response: ServerResponse) => void;
  withBrowser({
    middleware: ({ url }, response, next) => (spoiled.test(url ?? '') ? answer(response) : next()),
  });

  const missing = (response: ServerResponse): void => void response.writeHead(404).end();
  const wrong = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/wasm' }).end('no module');
  const never = (): void => undefined;
  const GLUE = /hlo-threads-[^/]*\.mjs$/;
  const MODULE = /hlo-threads-[^/]*\.wasm$/;

  const spoilable: [string, RegExp, (response: ServerResponse) => void][] = [
    ['the glue is missing', GLUE, missing],
    ['the module is missing', MODULE, missing],
    ['the module does not compile', MODULE, wrong],
  ];
  if (hasStart) {
    spoilable.push(['the file that threads start with is missing', START, missing]);
    spoilable.push(['the file that threads start with never comes', START, never]);
  }
  test.each(spoilable)('has an engine without them when %s', (_, files, instead) => {
    spoiled = files;
    answer = instead;
    return visit({ spoiled }, async (page) => {
      // The engine with threads that does not come is not replaced; one that does not start is.
      const starts = files !== MODULE;
      if (starts) await waitForFull(page);
      await openExample(page, 'Softmax');
      await expect.poll(() => page.workers().length).toBe(1);
      expect(await isFull(page)).toBe(starts);
      expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
    });
  });
});
