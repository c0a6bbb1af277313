// SPDX-License-Identifier: Apache-2.0
// The text and what stands in it, and what is taken in and out of a program.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import { inlineValue, selectLine, setText, settled, visit, withBrowser } from './harness';

withBrowser();

test('values in the text can be hidden, and taken out of the page', () =>
  visit({}, async (page) => {
    await selectLine(page, 'half = ');
    await page.click('#tab-value');
    await page.locator('#tab-value').focus();
    await page.keyboard.press('v');
    await expect.poll(() => inlineValue(page, 'half = ').isVisible()).toBe(false);
    await page.keyboard.press('v');
    await expect.poll(() => inlineValue(page, 'half = ').isVisible()).toBe(true);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save .npy' }).click();
    const file = readFileSync(await (await saved).path());
    expect(file.subarray(-4)).toEqual(Buffer.from(new Float32Array([0.5]).buffer));
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('0.5');
  }));

test('the cursor at the end of a long line is beside its text, and what is selected shows', () =>
  visit({}, async (page) => {
    const sum = Array.from({ length: 60 }, (_, k) => `value_number_${k}`).join('_');
    await setText(page, `ENTRY e {\n  ROOT ${sum} = f32[] constant(1)\n}\n`);
    await settled(page);
    await page.locator('.cm-line', { hasText: 'ROOT' }).click({ position: { x: 60, y: 8 } });
    await page.keyboard.press('End');
    const place = async (selector: string): Promise<{ x: number; width: number }> =>
      (await page.locator(selector).last().boundingBox()) ?? { x: NaN, width: NaN };
    await expect
      .poll(async () => {
        const text = await place('.cm-line .tok-number');
        return Math.abs((await place('.cm-cursor-primary')).x - text.x - text.width) < 20;
      })
      .toBe(true);
    await page.keyboard.press('Shift+Home');
    const line = page.locator('.selected-line');
    const color = await line.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toMatch(/\/ 0\.\d+\)|, 0\.\d+\)/);
  }));

const CALLS = `HloModule m, replica_count=2

f {
  ROOT p = f32[] parameter(0)
}

ENTRY e {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT c = f32[] call(x), to_apply=f
}
`;

test('one goes back to the computation before, and to the caller of one', () =>
  visit({}, async (page) => {
    await setText(page, CALLS);
    await settled(page);
    const selected = page.locator('.selected h2');
    await selectLine(page, 'ROOT c');
    await selectLine(page, 'ROOT p');
    await expect.poll(() => selected.innerText()).toBe('p');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => selected.innerText()).toBe('c');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => selected.innerText()).toBe('p');
    await page.getByTitle('the instruction that calls this computation').click();
    await expect.poll(() => selected.innerText()).toBe('c');
  }));

test('one button fills all parameters; random numbers may differ between the devices', () =>
  visit({}, async (page) => {
    await setText(page, CALLS);
    await settled(page);
    await page.click('#tab-inputs');
    await page.getByRole('button', { name: 'ones' }).click();
    await expect.poll(() => inlineValue(page, 'y = ').innerText()).toBe('d0 1');
    await page.getByRole('button', { name: 'random' }).click();
    await expect.poll(() => inlineValue(page, 'y = ').innerText()).toMatch(/^d0 -?0\.\d/);
    const first = await inlineValue(page, 'x = ').innerText();
    await page.getByLabel('different on each device').first().check();
    await page.getByLabel('device', { exact: true }).selectOption('1');
    await expect.poll(() => inlineValue(page, 'x = ').innerText()).toMatch(/^d1 /);
    expect((await inlineValue(page, 'x = ').innerText()).slice(3)).not.toBe(first.slice(3));
  }));

const MISTAKES = `ENTRY e {
  x = f32[2,3] parameter(0)
  y = f32[3] parameter(1)
  z = f32[2,3] nagate(x)
  ROOT r = f32[2,3] add(x, y)
}
`;

test('the foot shows the message at the cursor, and a key opens its fixes there', () =>
  visit({}, async (page) => {
    await setText(page, MISTAKES);
    await settled(page);
    const foot = page.locator('.hint-first');
    const said = page.locator('.foot [aria-live]');
    const text = page.locator('.text-side .cm-content');
    await expect.poll(() => foot.innerText()).toContain('unknown opcode nagate');
    await page.keyboard.press('F8');
    await page.keyboard.press('F8');
    await expect.poll(() => foot.innerText()).toContain('operand dimensions must match');
    await expect.poll(() => said.innerText()).toMatch(/^error in line 5: add: operand dimensions/);
    const card = page.getByRole('dialog', { name: 'operand dimensions must match' });
    const focused = page.locator(':focus');
    await page.keyboard.press('Control+.');
    await expect.poll(() => focused.innerText()).toMatch(/^Fix: insert y.broadcast = f32/);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('HLO text');
    await page.keyboard.press('Control+.');
    await expect.poll(() => focused.innerText()).toContain('Fix');
    await page.keyboard.press('Enter');
    await expect.poll(() => text.innerText()).toContain('add(x, y.broadcast)');
    await expect.poll(() => foot.innerText()).toContain('unknown opcode nagate');
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.hint').innerText()).toContain('Click an instruction');
  }));

const LONG = `ENTRY e {
  n0 = f32[] parameter(0)
${Array.from({ length: 70 }, (_, k) => `  n${k + 1} = f32[] negate(n${k})\n`).join('')}  ROOT r = f32[] negate(n70)
}
`;

test('a link and a reload show the text where the selection is', () =>
  visit({}, async (page, address) => {
    const top = (): Promise<number> =>
      page.locator('.text-side .cm-scroller').evaluate((element) => element.scrollTop);
    expect(await top()).toBe(0); // the example that a new visitor sees
    const fragment = await encodeShared({ text: LONG, pane: 'value', selection: 'e/n60' });
    await page.goto('about:blank');
    await page.goto(`${address}#${fragment}`);
    await expect.poll(top).toBeGreaterThan(0);
    expect(await page.locator('.selected-line').innerText()).toContain('n60 =');
    await page.reload();
    await expect.poll(top).toBeGreaterThan(0);
  }));
