// SPDX-License-Identifier: Apache-2.0
// What once went wrong, each from the outside.
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ENDLESS,
  LATE_LOOP,
  inlineValue,
  selectLine,
  setText,
  settled,
  valueCell,
  visit,
  withBrowser,
} from './harness';

describe('a page', () => {
  withBrowser();

  test('shows the layout of the selected instruction while its program runs on and on', () =>
    visit({}, async (page) => {
      await setText(page, LATE_LOOP);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page
        .locator('.cm-line', { hasText: 'before = ' })
        .click({ position: { x: 60, y: 10 } });
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('before');
      const shape = page.locator('.shape-field');
      await expect.poll(() => shape.innerText()).toBe('s32[7]');
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect.poll(() => page.locator('.status').innerText()).toContain('stopped');
      await selectLine(page, 'ROOT loop');
      await expect.poll(() => shape.innerText()).toBe('s32[]');
    }));

  test('keeps what was computed before a loop that is stopped', () =>
    visit({}, async (page) => {
      await setText(page, LATE_LOOP);
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect.poll(() => inlineValue(page, 'before = ').innerText()).toContain('0 0 0');
      await expect.poll(() => inlineValue(page, 'ROOT y').innerText()).toBe('0');
      await page.click('#tab-messages');
      await expect
        .poll(() => page.locator('.messages li').innerText())
        .toMatch(/stopped after .* instructions, in iteration .* of loop/);
    }));

  test('says what it waits for when a first run takes long', () =>
    visit({}, async (page) => {
      await page.click('#tab-value');
      await setText(page, ENDLESS);
      await expect.poll(() => page.locator('.pane .reason').innerText()).toContain('is running');
      expect(await page.locator('.pane').innerText()).not.toBe('');
    }));

  test('has values in the entry of a module with many computations before it', () =>
    visit({}, async (page) => {
      const sums = Array.from(
        { length: 400 },
        (_, k) => `s${k} {\n  a = f32[] parameter(0)\n  ROOT b = f32[] add(a, a)\n}\n`,
      ).join('');
      const calls = Array.from(
        { length: 400 },
        (_, k) => `  c${k} = f32[] call(x), to_apply=s${k}\n`,
      ).join('');
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `HloModule many\n\n${sums}ENTRY e {\n  x = f32[] constant(3)\n${calls}  ROOT r = f32[] negate(x)\n}\n`,
      );
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+v');
      await expect.poll(() => inlineValue(page, ' x = ').innerText()).toBe('3');
      await expect.poll(() => inlineValue(page, ' c4 = ').innerText()).toBe('6');
      // Values come where one scrolls to.
      const scroll = (to: number): Promise<void> =>
        page.locator('.cm-scroller').evaluate((element, top) => {
          element.scrollTop = top;
        }, to);
      await scroll(400 * 4 * 20 + 300 * 20);
      await expect.poll(() => inlineValue(page, ' c300 = ').innerText()).toBe('6');
      await scroll(200 * 4 * 20);
      await expect.poll(() => inlineValue(page, 'ROOT b').innerText()).toBe('6');
      await page.click('#tab-layout');
      await expect.poll(() => page.getByRole('button', { name: 'values' }).isEnabled()).toBe(true);
    }));

  test('calls padding by its name, and puts no text into it', () =>
    visit({}, async (page) => {
      const cells = page.locator('[aria-label^="logical view"] td.padding');
      await expect.poll(() => cells.count()).toBe(9);
      expect(await cells.allInnerTexts()).toEqual(Array.from({ length: 9 }, () => ''));
      expect(await cells.first().getAttribute('aria-label')).toBe('padding');
      const memory = page.locator('[aria-label^="memory of"] td.padding');
      expect(await memory.first().getAttribute('aria-label')).toBe('padding');
    }));

  test('can be told apart where the system chooses the colors', () =>
    visit({ forcedColors: 'active' }, async (page) => {
      const look = (selector: string, property: 'backgroundColor' | 'backgroundImage') =>
        page
          .locator(selector)
          .first()
          .evaluate((element, name) => getComputedStyle(element)[name], property);
      const tab = (selected: boolean): Promise<string> =>
        look(`[role=tab][aria-selected=${selected}]`, 'backgroundColor');
      expect(await tab(true)).not.toBe(await tab(false));
      expect(await look('.grid td.padding', 'backgroundImage')).toContain('gradient');
      expect(await look('.selected-line', 'backgroundColor')).toBe(await tab(true));
    }));

  test('keeps the order of code in a page that reads from right to left', () =>
    visit({}, async (page) => {
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      for (const selector of [
        '.shape-field input',
        '.chip',
        '.selected .shape',
        '.parts dt code',
      ]) {
        const direction = await page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).direction);
        expect(direction, selector).toBe('ltr');
      }
    }));

  test('never calls a line a root that the text does not call so', () =>
    visit({}, async (page) => {
      await setText(page, 'ENTRY e {\n  x = f32[4] parameter(0)\n  y = f32[4] exp');
      await settled(page);
      await selectLine(page, 'x = ');
      await expect.poll(() => page.locator('.family').innerText()).toBe('in e: parameter');
    }));
});

describe('a page whose engine hangs', () => {
  const held: ServerResponse[] = [];
  let hangs = true;
  withBrowser({
    isolated: false,
    middleware: ({ url }, response, next) => {
      if (hangs && /hlo-(?!rest)[^/]*\.wasm$/.test(url ?? '')) held.push(response);
      else next();
    },
  });
  const hint = (page: Page): Promise<string> => page.locator('.hint').innerText();

  test('says so after a while, and can try again', () =>
    visit({ waits: false }, async (page) => {
      await page.locator('.cm-line').first().waitFor();
      await page.waitForTimeout(9000);
      expect(await hint(page)).toContain('Try');
      await expect.poll(() => hint(page)).toMatch(/still loading: 0 of \d+ KiB/);
      hangs = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.locator('.status').innerText()).toMatch(/ms$/);
      await page.click('#tab-value');
      await expect.poll(() => valueCell(page, 0, 1).innerText()).toBe('0.5');
    }));
});
