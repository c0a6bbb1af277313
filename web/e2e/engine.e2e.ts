// SPDX-License-Identifier: Apache-2.0
// Which artefact of the engine a page loads.
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import { ENDLESS, inlineValue, openExample, setText, useBrowser, visit } from './harness';

const assets = readdirSync(new URL('../dist/assets/', import.meta.url));
const hasThreads = assets.some((name) => name.startsWith('hlo-threads'));

/** Addresses with a word in them that the page's worker has fetched. Its threads, which wait for
 *  work, would not answer. */
async function fetchedBy(page: Page, word: string): Promise<string[]> {
  const workers = page.workers().filter((worker) => !worker.url().includes('hlo-threads'));
  const fetched = workers.map((worker) =>
    worker.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  return (await Promise.all(fetched)).flat().filter((url) => url.includes(word));
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

describe('a page that is not isolated', () => {
  useBrowser({ isolated: false });

  test('has an engine without threads', () =>
    visit({}, async (page) => {
      await expect.poll(() => status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      expect(await fetchedBy(page, 'hlo-threads')).toEqual([]);
    }));

  test('fetches the rest of the engine ahead, and then needs no network', () =>
    visit({}, async (page) => {
      await expect.poll(async () => (await fetchedBy(page, 'hlo-rest')).length).toBe(1);
      await page.context().setOffline(true);
      await setText(page, CHOLESKY);
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));

  test('fetches the rest at once when a program needs it before', async () =>
    visit({ fragment: await encodeShared({ text: CHOLESKY }) }, async (page) => {
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2 0] [1 2]]');
    }));
});

describe('a page that does not get the rest of the engine', () => {
  const spoiled = /hlo-rest-/;
  useBrowser({
    isolated: false,
    middleware: ({ url }, response, next) =>
      spoiled.test(url ?? '') ? void response.writeHead(404).end() : next(),
  });

  test('shows the whole gallery all the same, and says so when a program needs more', () =>
    visit({ spoiled }, async (page) => {
      const titles = await page.locator('#examples button').allInnerTexts();
      expect(titles.length).toBeGreaterThan(10);
      for (const title of titles) {
        await openExample(page, title.split('\n')[0]!);
        expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      }
      await setText(page, CHOLESKY);
      await expect
        .poll(() => page.locator('.hint').innerText())
        .toBe(
          'The engine stopped working: the text needs a part of it that did not load ' +
            '(the server says 404). An edit tries again.',
        );
    }));
});

describe.skipIf(!hasThreads)('an isolated page that was built with threads', () => {
  useBrowser();

  test('uses them, and loads that engine alone', () =>
    visit({}, async (page) => {
      await expect.poll(() => status(page)).toMatch(/^WASM SIMD · \d+ threads · [\d.]+ ms$/);
      expect(await fetchedBy(page, 'hlo-threads')).not.toEqual([]);
      const others = (await fetchedBy(page, '.wasm')).filter((url) => !url.includes('hlo-threads'));
      expect(others).toEqual([]);
    }));

  test('gives them pieces of large work', () =>
    visit({}, async (page) => {
      await setText(page, PRODUCT);
      // 1024 products of 1 and 2.
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[2048]]');
    }));

  test('stops an endless program, and runs the next one', () =>
    visit({}, async (page) => {
      await setText(page, ENDLESS);
      await page.click('.stop');
      await openExample(page, 'Softmax');
      await expect.poll(() => status(page)).toMatch(/threads · [\d.]+ ms$/);
    }));
});

describe.skipIf(!hasThreads)('an isolated page whose threads cannot start', () => {
  let spoiled: RegExp;
  let answer: (response: ServerResponse) => void;
  useBrowser({
    middleware: ({ url }, response, next) => (spoiled.test(url ?? '') ? answer(response) : next()),
  });

  const missing = (response: ServerResponse): void => void response.writeHead(404).end();
  const wrong = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/wasm' }).end('no module');
  const never = (): void => undefined;
  const GLUE = /hlo-threads-[^/]*\.mjs$/;
  const MODULE = /hlo-threads-[^/]*\.wasm$/;
  const START = /hlo-threads\.worker-[^/]*\.js$/;

  test.each([
    ['the glue is missing', GLUE, missing],
    ['the module is missing', MODULE, missing],
    ['the module does not compile', MODULE, wrong],
    ['the file that threads start with is missing', START, missing],
    ['the file that threads start with never comes', START, never],
  ])('has an engine without them when %s', (_, files, instead) => {
    spoiled = files;
    answer = instead;
    return visit({ spoiled }, async (page) => {
      expect(await status(page)).toMatch(/^WASM SIMD · [\d.]+ ms$/);
      await openExample(page, 'Softmax');
      await expect.poll(() => page.workers().length).toBe(1);
    });
  });
});
