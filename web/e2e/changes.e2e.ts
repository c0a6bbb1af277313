// SPDX-License-Identifier: Apache-2.0
// What changed between two modules, such as the stages of a compiler's dump.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineValue, visit, withBrowser } from './harness';

withBrowser();

const MODULE = (body: string, before = ''): string =>
  `HloModule jit_f\n\n${before}ENTRY main {\n  x = f32[4] parameter(0)\n${body}}\n`;

const STAGES: Record<string, string> = {
  before_optimizations: MODULE(
    '  two = f32[] constant(2)\n  twos = f32[4] broadcast(two), dimensions={}\n' +
      '  p = f32[4] power(x, twos)\n  ROOT e = f32[4] exponential(p)\n',
  ),
  '0001.simplification.after_algsimp.before_fusion': MODULE(
    '  p = f32[4] multiply(x, x)\n  ROOT e = f32[4] exponential(p)\n',
  ),
  cpu_after_optimizations: MODULE(
    '  ROOT fusion = f32[4] fusion(x), kind=kLoop, calls=fused\n',
    'fused {\n  q = f32[4] parameter(0)\n  p = f32[4] multiply(q, q)\n' +
      '  one = f32[] constant(1)\n  ones = f32[4] broadcast(one), dimensions={}\n' +
      '  e = f32[4] exponential(p)\n  ROOT sum = f32[4] add(e, ones)\n}\n\n',
  ),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dump-'));
  for (const [stage, text] of Object.entries(STAGES)) {
    writeFileSync(join(folder, `module_0001.jit_f.${stage}.txt`), text);
  }
  writeFileSync(join(folder, 'module_0001.jit_f.debug_options'), 'xla_dump_to: "/tmp"\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function openDump(page: Page): Promise<void> {
  await page.getByLabel('folder to open').setInputFiles(folder);
  await page.locator('.notice').waitFor();
}

const options = (page: Page, label: string): Promise<string[]> =>
  page.getByLabel(label).locator('option').allInnerTexts();
const lines = (page: Page): Promise<string[]> => page.locator('.change-line').allInnerTexts();
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

describe('a folder of a dump', () => {
  test('opens with its stages in the order of the passes, the last one first', () =>
    visit({}, async (page) => {
      await openDump(page);
      expect(oneLine(await page.locator('.notice').innerText())).toContain(
        '3 stages of jit_f: the last one is open, and Changes compares them. ' +
          '1 other file of the dump was not opened.',
      );
      expect(await options(page, 'module of the file')).toEqual(
        Object.keys(STAGES).map((stage, k) => `${k + 1} of 3: ${stage}`),
      );
      await expect
        .poll(() => inlineValue(page, 'ROOT fusion').innerText())
        .toBe('[2 3.72 55.6 8100]');
    }));

  test('shows what changed from stage to stage, also in the results', () =>
    visit({}, async (page) => {
      await openDump(page);
      await page.getByRole('tab', { name: 'Changes' }).click();
      const pane = page.locator('#pane');
      await expect
        .poll(() => pane.locator('.answer').innerText())
        .toBe('What changed? 5 instructions were added and 2 changed; 1 is the same.');
      await expect
        .poll(() => page.getByLabel('results').innerText())
        .toMatch(/4 of 4 elements differ, by at most 1 /);
      await page.getByLabel('from').selectOption('0');
      await expect
        .poll(async () => (await lines(page)).map(oneLine))
        .toContain('− %p = f32[4]{0} power(%x, %twos)');
      // The stage in the middle, from the one before it.
      await page.getByLabel('module of the file').selectOption('1');
      await expect
        .poll(async () => (await lines(page)).map(oneLine))
        .toEqual([
          '− %two = f32[] constant(2)',
          '− %twos = f32[4]{0} broadcast(%two), dimensions={}',
          '− %p = f32[4]{0} power(%x, %twos)',
          '+ %p = f32[4]{0} multiply(%x, %x)',
        ]);
      expect(await pane.locator('.change-what').allInnerTexts()).toEqual(['opcode, operands']);
      await expect
        .poll(() => page.getByLabel('results').innerText())
        .toContain('all of 4 elements are equal');
    }));

  test('tells what each stage has changed, and which one changed the result', () =>
    visit({}, async (page) => {
      await openDump(page);
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.getByText('All 3 modules').click();
      const stages = page.getByLabel('modules and their changes').locator('li');
      const rows = async (): Promise<string[]> =>
        (await stages.allInnerTexts()).map((row) => oneLine(row).trim());
      await expect
        .poll(rows)
        .toEqual([
          '1: before_optimizations',
          '2: 0001.simplification.after_algsimp.before_fusion −2 ~1',
          '3: cpu_after_optimizations +5 ~2',
        ]);
      await page.getByLabel('run them, and compare').check();
      await expect.poll(async () => (await rows())[1]).toMatch(/ −2 ~1 same result$/);
      await expect.poll(async () => (await rows())[2]).toMatch(/ result differs by at most 1$/);
      await stages.nth(1).getByRole('button').click();
      await expect.poll(() => page.getByLabel('module of the file').inputValue()).toBe('1');
    }));

  test('shows changes without those of layouts', () =>
    visit({}, async (page) => {
      const tiled = (layout: string): string => MODULE(`  ROOT n = f32[4]${layout} negate(x)\n`);
      await page.getByLabel('file to open').setInputFiles(
        ['', '{0:T(128)}'].map((layout, k) => ({
          name: `stage${k}.hlo`,
          mimeType: 'text/plain',
          buffer: Buffer.from(tiled(layout)),
        })),
      );
      await page.getByRole('tab', { name: 'Changes' }).click();
      await expect.poll(() => page.locator('.change-what').allInnerTexts()).toEqual(['layout']);
      await page.getByLabel('ignore layouts').check();
      await expect
        .poll(() => page.locator('#pane .answer').innerText())
        .toContain('Nothing: all instructions are the same');
      expect(await page.locator('.change').count()).toBe(0);
    }));

  test('goes from a change to its instruction, in both modules', () =>
    visit({}, async (page) => {
      await openDump(page);
      await page.getByLabel('module of the file').selectOption('1');
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.locator('.change-line.added').click();
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('p');
      await expect.poll(() => page.locator('.cm-change.changed').count()).toBe(1);
      await page.locator('.change-line.removed', { hasText: '%twos =' }).click();
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('twos');
      expect(await page.getByLabel('module of the file').inputValue()).toBe('0');
      // The other direction is shown now.
      expect(await page.getByLabel('from').inputValue()).toBe('1');
      await page.getByRole('button', { name: 'Swap' }).click();
      await expect.poll(() => page.getByLabel('from').inputValue()).toBe('0');
      await page.getByRole('tab', { name: 'Value' }).click();
      await expect.poll(() => page.locator('.cm-change').count()).toBe(0);
    }));
});

test('two files are compared, and an edit is compared at once', () =>
  visit({}, async (page) => {
    const text = MODULE('  ROOT n = f32[4] negate(x)\n');
    await page.getByLabel('file to open').setInputFiles(
      ['a.hlo', 'b.hlo'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      })),
    );
    await page.getByRole('tab', { name: 'Changes' }).click();
    await expect.poll(() => page.locator('#pane .answer').innerText()).toContain('Nothing');
    await page.locator('.cm-line', { hasText: 'negate' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('  y = f32[4] abs(x)\n');
    await expect
      .poll(() => page.locator('#pane .answer').innerText())
      .toContain('1 instruction was added');
  }));

test('a file is compared with the program that is open', () =>
  visit({}, async (page) => {
    const text = MODULE('  ROOT n = f32[4] negate(x)\n');
    const choose = (label: string, name: string, content: string): Promise<void> =>
      page.getByLabel(label).setInputFiles({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(content),
      });
    await choose('file to open', 'a.hlo', text);
    await expect.poll(() => inlineValue(page, 'ROOT n').innerText()).toBe('[-0 -1 -2 -3]');
    await choose('file to compare with', 'b.hlo', text.replace('negate', 'abs'));
    await expect
      .poll(() => page.locator('#pane .answer').innerText())
      .toBe('What changed? 1 instruction was changed; 1 is the same.');
    expect(await options(page, 'module of the file')).toEqual(['1 of 2: a.hlo', '2 of 2: b.hlo']);
    await expect
      .poll(() => page.getByLabel('results').innerText())
      .toContain('3 of 4 elements differ, by at most 6 ');
  }));

test('the first instruction with another value is named, and shown', () =>
  visit({}, async (page) => {
    const body =
      '  p = f32[4] add(x, x)\n  n = f32[4] negate(p)\n  ROOT e = f32[4] exponential(n)\n';
    await page.getByLabel('file to open').setInputFiles(
      ['add', 'multiply'].map((op) => ({
        name: `${op}.hlo`,
        mimeType: 'text/plain',
        buffer: Buffer.from(MODULE(body.replace('add', op))),
      })),
    );
    await page.getByLabel('module of the file').selectOption('1');
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Where does it begin?' }).click();
    const first = page.getByLabel('first values that differ').locator('li');
    await expect.poll(() => first.allInnerTexts()).toHaveLength(1);
    expect(oneLine(await first.innerText())).toMatch(
      /^%p in main: element \(1\): got 1, expected 2/,
    );
    await first.getByRole('button').click();
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('p');
  }));

test('a program alone has no changes to show', () =>
  visit({}, async (page) => {
    expect(await page.getByRole('tab', { name: 'Changes' }).count()).toBe(0);
  }));
