// SPDX-License-Identifier: Apache-2.0
// Nothing that was written is lost: by a fix, a paste, a file, a reload, or a click in the wrong place.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { encodeShared } from '../src/state/permalink';
import { inlineValue, paste, setText, settled, visit, withBrowser } from './harness';

withBrowser();

const MODULE = (name: string, value: number): string =>
  `HloModule ${name}\n\nENTRY e {\n  ROOT a = f32[] constant(${value})\n}\n`;
/** Makes a text too long for an address. */
const LONG_TAIL = '// a line that is not short at all, in a long text\n'.repeat(5000);
const NEGATED = 'ENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n';
const STABLEHLO = `module @jit_f {
  func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<3.0> : tensor<2xf32>
    return %cst : tensor<2xf32>
  }
}
`;

const text = (page: Page): Promise<string> => page.locator('.text-side .cm-content').innerText();
const notice = (page: Page): Promise<string> => page.locator('.notice').innerText();

async function choose(page: Page, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  await page.getByLabel('file to open').setInputFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  );
}

describe('offers', () => {
  test('to fix an older text are withdrawn', () =>
    visit({}, async (page) => {
      await setText(
        page,
        'ENTRY e {\n  c64 = f32[] constant(1)\n  ROOT r = f32[] negate(%c64)\n}\n',
      );
      await page.locator('.squiggle.error').first().hover();
      const button = await page.locator('.card .plain', { hasText: 'Fix' }).elementHandle();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('// four words and one\n');
      await expect.poll(() => page.locator('.card').count()).toBe(0);
      await button.evaluate((element) => (element as HTMLButtonElement).click());
      expect(await text(page)).toContain('// four words and one\nENTRY e {\n  c64 = f32[]');
      await page.locator('.squiggle.error').first().hover();
      await page.locator('.card .plain', { hasText: 'Fix' }).click();
      await expect.poll(() => text(page)).toContain('\n  %c64 = f32[] constant(1)');
    }));

  test('to write a layout are about one array of a tuple', () =>
    visit({}, async (page) => {
      await setText(
        page,
        'ENTRY e {\n  a = f32[4,6]{1,0} iota(), iota_dimension=1\n  b = f32[2]{0} iota(), iota_dimension=0\n' +
          '  ROOT t = (f32[4,6]{1,0}, f32[2]{0}) tuple(a, b)\n}\n',
      );
      await page.click('#tab-layout');
      await page.locator('.pane select').selectOption('[1]');
      await page.getByLabel('layout to try').fill('{0:T(4)S(1)}');
      await page.getByRole('button', { name: 'write it into the text' }).click();
      await expect.poll(() => text(page)).toContain('(f32[4,6]{1,0}, f32[2]{0:T(4)S(1)}) tuple');
      await expect.poll(() => page.locator('.chip').allInnerTexts()).toContain('{0:S(1)} 1×');
    }));
});

test('lines that are pasted into an example are inserted', () =>
  visit({}, async (page) => {
    await page.evaluate(() => navigator.clipboard.writeText('// one\n// two\n// three\n'));
    await page.locator('.text-side .cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+v');
    await expect
      .poll(() => text(page))
      .toMatch(/^\/\/ one\n\/\/ two\n\/\/ three\n[^]*HloModule tiles/);
  }));

describe('files that are opened together', () => {
  test('are one program with its arguments, in any order', () =>
    visit({}, async (page) => {
      await choose(page, {
        'x.args.json': '[{"shape": "f32[2]", "data": [3, 4]}]',
        'x.hlo': NEGATED,
      });
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[-3 -4]');
    }));

  test('that are modules stand in one list, and keep what is written in them', () =>
    visit({}, async (page) => {
      await choose(page, {
        '1.hlo': MODULE('m', 4),
        '2.hlo': MODULE('m', 55),
        '3.hlo': MODULE('m', 6),
      });
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('55');
      const picker = page.getByLabel('module of the file');
      expect(await picker.locator('option').allInnerTexts()).toEqual([
        '1 of 3: 1.hlo',
        '2 of 3: 2.hlo',
        '3 of 3: 3.hlo',
      ]);
      await page.locator('.cm-line', { hasText: 'ROOT a' }).click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('7');
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('557');
      const address = page.url();
      await picker.selectOption('0');
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await page.waitForFunction((before) => location.href !== before, address);
      await page.reload();
      await settled(page);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await picker.selectOption('1');
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('557');
    }));

  test.each([360, 400, 761, 800, 1280])('leave room in a header of %d pixels', (width) =>
    visit({ viewport: { width, height: 740 } }, async (page) => {
      const name = (stage: string): string => `module_0001.jit_step.${stage}_optimizations.txt`;
      const program = NEGATED.replace('ENTRY', 'HloModule m, replica_count=4\n\nENTRY');
      await choose(page, { [name('before')]: program, [name('after')]: program });
      await page.getByLabel('module of the file').waitFor();
      await settled(page);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('.bar > *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.className),
      );
      expect(outside).toEqual([]);
    }),
  );
});

describe('a reload', () => {
  test('right after an edit of a long text keeps it', () =>
    visit({}, async (page) => {
      await paste(page, MODULE('long', 6) + LONG_TAIL);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('6');
      await page.locator('.cm-line', { hasText: 'ROOT a' }).click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('1');
      await page.reload();
      await settled(page);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('61');
    }));

  test('after all kept programs were deleted finds the open one, and the others come back by Undo', () =>
    visit({}, async (page) => {
      await paste(page, MODULE('first_one', 4));
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await paste(page, MODULE('second_one', 5) + LONG_TAIL);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('5');
      const kept = page.locator('.kept-program code');
      await expect
        .poll(async () => {
          await page.keyboard.press('Escape');
          await page.click('[popovertarget=open]');
          return kept.count();
        })
        .toBe(2);
      await page.getByRole('button', { name: 'Delete all' }).click();
      await expect.poll(() => kept.allInnerTexts()).toEqual(['second_one']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => kept.allInnerTexts()).toEqual(['second_one', 'first_one']);
      await page.getByRole('button', { name: 'Delete all' }).click();
      await expect.poll(() => kept.count()).toBe(1);
      await page.reload();
      await settled(page);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('5');
    }));

  test('after a visit by a link has the theme of before', async () => {
    const fragment = await encodeShared({ text: MODULE('m', 1), theme: 'contrast' });
    await visit({ fragment }, async (page, address) => {
      const theme = (): Promise<string | undefined> =>
        page.evaluate(() => document.documentElement.dataset['theme']);
      expect(await theme()).toBe('contrast');
      await page.goto('about:blank');
      await page.goto(address);
      await settled(page);
      expect(await theme()).toBe('system');
    });
  });
});

describe('own values', () => {
  test('of a large array can be edited', () =>
    visit({}, async (page) => {
      await setText(page, 'ENTRY e {\n  ROOT x = f32[200,200] parameter(0)\n}\n');
      await page.click('#tab-inputs');
      await page.getByLabel('own values').click();
      const values = page.getByLabel('values of x as JSON');
      await values.waitFor();
      await values.fill((await values.inputValue()).replace(/^\[\[[^,]*/, '[[12345'));
      await expect.poll(() => inlineValue(page, 'ROOT x').innerText()).toContain('12345 1 2');
    }));

  test('for each device stay at hand', () =>
    visit({}, async (page) => {
      const program =
        'HloModule m, replica_count=2\n\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n';
      const list = (value: number): string => `[{"shape": "f32[]", "data": ${value}}]`;
      await choose(page, {
        'm.hlo': program,
        'm.args.json': `{"replicas": [${list(5)}, ${list(6)}]}`,
      });
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('d0 5');
      await page.getByLabel('zeros').click();
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('d0 0');
      await page.getByLabel('per device').click();
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('d0 5');
    }));
});

describe('a program from StableHLO', () => {
  const editSource = async (page: Page): Promise<void> => {
    await page.locator('.source .cm-line', { hasText: 'dense<' }).click();
    await page.keyboard.press('End');
    for (let k = 0; k < '.0> : tensor<2xf32>'.length; k++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('1');
  };

  test('is imported anew although one has left its pane', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO);
      await expect.poll(() => text(page)).toContain('constant(3)');
      await editSource(page);
      await page.click('#tab-value');
      await expect.poll(() => text(page)).toContain('constant(31)');
    }));

  test('has edits of its HLO text back by Undo', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO);
      await expect.poll(() => text(page)).toContain('constant(3)');
      await page.locator('.text-side .cm-content').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('// mine\n');
      await editSource(page);
      await expect.poll(() => notice(page)).toContain('in the place of an HLO text');
      expect(await text(page)).not.toContain('// mine');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => text(page)).toMatch(/^\/\/ mine\n[^]*constant\(3\)/);
    }));

  test('is saved as what it is: HLO, StableHLO, and arguments', () =>
    visit({}, async (page) => {
      await choose(page, { 'step.mlir': STABLEHLO });
      await expect.poll(() => text(page)).toContain('constant(3)');
      await settled(page);
      const saved = async (name: string): Promise<[string, string]> => {
        await page.click('.share');
        const event = page.waitForEvent('download');
        await page.locator('#share').getByRole('button', { name }).click();
        const download = await event;
        return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
      };
      const [hlo, hloText] = await saved('HLO text');
      expect([hlo, hloText.split(' ')[0]]).toEqual(['step.hlo', 'HloModule']);
      expect(await saved('StableHLO')).toEqual(['step.mlir', STABLEHLO]);
      const [name, json] = await saved('arguments');
      expect(name).toBe('step.args.json');
      expect(JSON.parse(json)).toEqual([{ shape: 'f32[2]{0}', data: [0, 1] }]);
    }));

  test('is saved in the formats of other tools, which the page reads again', () =>
    visit({}, async (page) => {
      const saved = async (name: string): Promise<{ file: string; bytes: Buffer }> => {
        const event = page.waitForEvent('download');
        await page.click('.share');
        await page.locator('#share').getByRole('button', { name }).click();
        const download = await event;
        const bytes = readFileSync(await download.path());
        return { file: download.suggestedFilename(), bytes };
      };
      for (const [format, file] of [
        ['protobuf', 'm.hlo.pb'],
        ['StableHLO', 'm.mlir'],
      ] as const) {
        await setText(page, 'HloModule m\n\nENTRY e {\n  ROOT a = s32[] constant(29)\n}\n');
        const { file: name, bytes } = await saved(format);
        expect(name).toBe(file);
        await setText(page, 'ENTRY other {\n  ROOT b = s32[] constant(1)\n}\n');
        await choose(page, { [name]: bytes });
        await expect.poll(() => text(page)).toMatch(/a = s32\[\] constant\(29\)/);
      }
    }));

  test('says why another format cannot have it', () =>
    visit({}, async (page) => {
      await setText(page, 'ENTRY e {\n  ROOT a = s32[] constnt(29)\n}\n');
      await page.click('.share');
      await page.locator('#share').getByRole('button', { name: 'protobuf' }).click();
      await expect
        .poll(() => page.locator('#share .error-text').innerText())
        .toContain("It was not saved: line 2: unknown opcode 'constnt'");
    }));
});
