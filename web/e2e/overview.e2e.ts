// SPDX-License-Identifier: Apache-2.0
// What is in a program: the tree, the search, the largest buffers.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setText, settled, tapView, visit, withBrowser } from './harness';

withBrowser();

const layer = (k: number): string =>
  `fused.${k} {\n  p = f32[64,3]{1,0:T(8,128)} parameter(0)\n  ROOT e = f32[64,3]{1,0:T(8,128)} tanh(p)\n}\n\n`;
const PROGRAM = `HloModule layers

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

${Array.from({ length: 12 }, (_, k) => layer(k)).join('')}ENTRY main {
  x = f32[64,3]{1,0:T(8,128)} parameter(0)
  w = f32[3,3] parameter(1)
${Array.from(
  { length: 12 },
  (_, k) =>
    `  dot.${k} = f32[64,3]{1,0:T(8,128)} dot(${k === 0 ? 'x' : `fusion.${k - 1}`}, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/layer_${k}/dot"}\n` +
    `  fusion.${k} = f32[64,3]{1,0:T(8,128)} fusion(dot.${k}), kind=kLoop, calls=fused.${k}\n`,
).join('')}  zero = f32[] constant(0)
  ROOT r = f32[64] reduce(fusion.11, zero), dimensions={1}, to_apply=add
}
`;

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}
const row = (page: Page, text: string) => page.locator('.overview-row', { hasText: text }).first();
const selected = (page: Page): Promise<string> => page.locator('.selected h2').innerText();

test('a small example has none, a dump opens with it, and O folds it away', () =>
  visit({}, async (page) => {
    expect(await page.locator('.overview').count()).toBe(0);
    await paste(page, PROGRAM);
    await row(page, 'main').waitFor();
    expect(await row(page, 'main').innerText()).toContain('entry · 28');
    await page.locator('#tab-value').focus();
    await page.keyboard.press('o');
    await expect.poll(() => page.locator('.overview').count()).toBe(0);
    await page.click('.overview-button');
    await expect.poll(() => page.locator('.overview').count()).toBe(1);
  }));

test('rows lead to their instruction, and the text leads to the row', () =>
  visit({}, async (page) => {
    await paste(page, PROGRAM);
    await row(page, 'dot.5').click();
    await expect.poll(() => selected(page)).toBe('dot.5');
    await expect.poll(() => page.locator('.selected-line').innerText()).toContain('dot.5 =');
    // Into the fusion below it, by keys.
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected(page)).toBe('fusion.5');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected(page)).toBe('e');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => selected(page)).toBe('fusion.5');
    await page.locator('.cm-line', { hasText: 'dot.7 = ' }).click({ position: { x: 60, y: 10 } });
    await expect.poll(() => page.locator('.overview-row.on').innerText()).toContain('dot.7');
  }));

test('a search is a filter, by opcode, size and name', () =>
  visit({}, async (page) => {
    await paste(page, PROGRAM);
    await row(page, 'dot.5').waitFor();
    const search = page.getByLabel('search the instructions');
    const note = (): Promise<string> => page.locator('.overview-note').innerText();
    await search.fill('op:dot');
    await expect.poll(note).toBe('12 instructions');
    await search.fill('op:dot name:layer_11');
    await expect.poll(note).toBe('1 instruction');
    await row(page, 'dot').click();
    await expect.poll(() => selected(page)).toBe('dot.11');
    await search.fill('padded>1G');
    await expect.poll(note).toBe('No instruction matches.');
    await search.press('Escape');
    await expect.poll(() => row(page, 'main').isVisible()).toBe(true);
    await page.locator('summary', { hasText: 'By opcode' }).click();
    await page.locator('.overview-opcodes button', { hasText: 'fusion' }).click();
    await expect.poll(note).toBe('12 instructions');
  }));

test('the largest buffers are named with what padding makes of them', () =>
  visit({}, async (page) => {
    await paste(page, PROGRAM);
    const first = page.locator('.overview-part li button').first();
    // 64 rows of 3 in 8 tiles of 8 by 128: 32 KiB for 768 B.
    await expect.poll(() => first.innerText()).toMatch(/32\sKiB\s×43/);
    expect(await first.locator('.alarm').count()).toBe(1);
    await first.click();
    await expect.poll(() => selected(page)).toBe('x');
  }));

test('on a phone it is a sheet that goes when one has chosen', () =>
  visit({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    await setText(page, PROGRAM);
    await settled(page);
    expect(await page.locator('.overview').count()).toBe(0);
    await tapView(page, 'Overview');
    await row(page, 'dot.5').tap();
    await expect.poll(() => page.locator('.overview').count()).toBe(0);
    await expect.poll(() => selected(page)).toBe('dot.5');
  }));

describe('a hundred thousand instructions', () => {
  const lines = Array.from(
    { length: 100_000 },
    (_, k) =>
      `  v${k} = f32[4]{0} ${k % 3 === 0 ? 'add' : 'multiply'}(v${Math.max(0, k - 2)}, v${Math.max(0, k - 1)})`,
  );
  lines[0] = '  v0 = f32[4]{0} parameter(0)';
  const LARGE = `HloModule large\n\nENTRY main {\n${lines.join('\n')}\n}\n`;

  test(
    'stay fluid in text and tree',
    () =>
      visit({}, async (page) => {
        page.setDefaultTimeout(60_000);
        await paste(page, LARGE);
        await row(page, 'v1 ').waitFor();
        const summary = page.locator('.overview-summary');
        await expect.poll(() => summary.innerText(), { timeout: 30_000 }).toContain('100\u202fk');
        // Only what is on screen is drawn.
        expect(await page.locator('.overview-row').count()).toBeLessThan(120);
        const frames = await page.evaluate(async () => {
          const list = document.querySelector('.overview-list');
          const gaps: number[] = [];
          let before = performance.now();
          for (let k = 1; k <= 40; k++) {
            if (list) list.scrollTop = k * 40_000;
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            gaps.push(now - before);
            before = now;
          }
          return gaps.sort((a, b) => a - b);
        });
        expect(frames[20], 'median frame').toBeLessThan(50);
        const search = page.getByLabel('search the instructions');
        await search.fill('v99999');
        await expect.poll(() => page.locator('.overview-note').innerText()).toBe('1 instruction');
        await row(page, 'v99999').click();
        await expect.poll(() => selected(page)).toBe('v99999');
        await expect.poll(() => page.locator('.selected-line').innerText()).toContain('v99999 =');
      }),
    120_000,
  );
});
