// SPDX-License-Identifier: Apache-2.0
// What one sees before the engine has come, and what is fetched when.
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import {
  LATE_LOOP,
  inlineValue,
  logicalCell,
  selectLine,
  setText,
  visit,
  withBrowser,
} from './harness';

describe('a page whose engine never comes', () => {
  const held: ServerResponse[] = [];
  withBrowser({
    isolated: false,
    middleware: ({ url }, response, next) => {
      if (/hlo-[^/]*\.wasm$/.test(url ?? '')) held.push(response);
      else next();
    },
  });

  test('shows the values of the first example, which can be pointed at', () =>
    visit({ waits: false }, async (page) => {
      await expect.poll(() => logicalCell(page, 2, 3).innerText()).toBe('17');
      await expect.poll(() => inlineValue(page, 'half = ').innerText()).toBe('0.5');
      await selectLine(page, 'x = ');
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('x');
    }));

  test('shows them without scripts, too', () =>
    visit({ waits: false, javaScriptEnabled: false }, async (page) => {
      await expect.poll(() => logicalCell(page, 2, 3).innerText()).toBe('17');
      await expect.poll(() => page.locator('.text-ahead').innerText()).toContain('0 0.5 1 1.5 2 …');
    }));

  test('does not show the first example to who follows a link', async () => {
    const fragment = await encodeShared({ text: 'ENTRY e { ROOT a = f32[] constant(4) }' });
    await visit({ waits: false, fragment }, async (page) => {
      await page.locator('.cm-line', { hasText: 'constant(4)' }).waitFor();
      expect(await page.locator('.page').innerText()).not.toContain('halves');
    });
  });
});

describe('a first visit', () => {
  const asked: string[] = [];
  withBrowser({
    isolated: false,
    middleware: ({ url }, _, next) => {
      asked.push(url ?? '');
      next();
    },
  });
  const positionOf = (pattern: RegExp): number => asked.findIndex((url) => pattern.test(url));

  test('asks for worker, engine and script at once, for the late parts afterwards', () =>
    visit({}, () => {
      const early = [/\/worker-/, /\/hlo-(?!rest)[^/]*\.wasm/, /\/index-[^/]*\.js/].map(positionOf);
      expect(Math.min(...early)).toBeGreaterThan(0);
      const extras = positionOf(/\/extras-/);
      expect(extras).toBeGreaterThan(Math.max(...early));
      expect(asked.filter((url) => url.includes('icon'))).toEqual([]);
      return Promise.resolve();
    }));

  test('draws nothing anew when its script has come', () =>
    visit({}, async (page) => {
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                sum += (entry as unknown as { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(sum), 300);
          }),
      );
      expect(shift).toBeLessThan(0.005);
    }));
});

describe('a page that has lost its network', () => {
  withBrowser({ isolated: false });

  const offline = async (page: Page): Promise<void> => {
    // The rest of the engine comes when there is time.
    const rest = (): boolean => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return ['hlo-rest', 'hlo-full', '.json'].every((part) =>
        names.some((name) => name.includes(part)),
      );
    };
    await page.waitForFunction(rest);
    await page.waitForTimeout(200);
    await page.context().setOffline(true);
  };

  test('stops a run, keeps its values, and goes on', () =>
    visit({}, async (page) => {
      await offline(page);
      await setText(page, LATE_LOOP);
      const stop = page.getByRole('button', { name: 'Stop' });
      await stop.waitFor();
      const begin = performance.now();
      await stop.click();
      await inlineValue(page, 'before = ').waitFor();
      // 300 ms are the goal; test machines are shared.
      expect(performance.now() - begin).toBeLessThan(1200);
      await expect.poll(() => page.locator('.status').innerText()).toContain('stopped');
      expect(await inlineValue(page, 'before = ').innerText()).toMatch(/0 0 0/);
      await expect.poll(() => inlineValue(page, 'ROOT y').innerText()).toBe('0');
      await setText(page, 'ENTRY e { ROOT a = f32[] constant(4) }');
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('4');
    }));

  test('has all of its panes', () =>
    visit({}, async (page) => {
      await offline(page);
      for (const pane of ['value', 'inputs', 'messages', 'layout']) {
        await page.click(`#tab-${pane}`);
        await expect.poll(() => page.locator('.pane').innerText()).not.toBe('');
        expect(await page.locator('.pane').innerText()).not.toMatch(/load/i);
      }
    }));

  test('has the rule book', () =>
    visit({}, async (page) => {
      await offline(page);
      await setText(page, 'ENTRY e { a = f32[] constant(4) ROOT b = f32[2] negate(a) }');
      await page.click('#tab-messages');
      await page.locator('.rule-link').first().click();
      await expect.poll(() => page.locator('.rule-sentence').innerText()).toContain('result');
    }));
});
