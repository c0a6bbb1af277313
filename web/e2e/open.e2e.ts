// SPDX-License-Identifier: Apache-2.0
// How programs come in, and how one gets back to them.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import {
  inlineValue,
  openExample,
  paste,
  setText,
  settled,
  valueCell,
  visit,
  withBrowser,
} from './harness';

withBrowser();

const MODULE = (name: string, value: number): string =>
  `HloModule ${name}\n\nhalf {\n  p = f32[] parameter(0)\n  ROOT q = f32[] add(p, p)\n}\n\n` +
  `ENTRY main {\n  ROOT a = f32[] constant(${value})\n}\n`;

// As jax.jit(f).lower(x).as_text() prints f(x) = sum(|x|) + 1.
const STABLEHLO = `module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.add %1, %cst_0 : tensor<f32>
    return %2 : tensor<f32>
  }
}
`;

const notice = (page: Page): Promise<string> => page.locator('.notice').innerText();
const text = (page: Page): Promise<string> => page.locator('.text-side .cm-content').innerText();

describe('pasting', () => {
  test('a log with several modules opens the largest and offers the others', () =>
    visit({}, async (page) => {
      const prefix = 'I0514 09:41:12.345678   12345 service.cc:168] ';
      const log = (MODULE('small', 4) + MODULE('the_larger_one', 5))
        .split('\n')
        .map((line) => prefix + line)
        .join('\n');
      await paste(page, log);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('5');
      await expect.poll(() => notice(page)).toContain('2 modules');
      expect(await text(page)).not.toContain('service.cc');
      const picker = page.getByLabel('module of the file');
      expect(await picker.locator('option').allInnerTexts()).toEqual([
        '1 of 2: small',
        '2 of 2: the_larger_one',
      ]);
      await picker.selectOption('0');
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await expect.poll(() => page.locator('.notice').count()).toBe(0);
    }));

  test('a new program opens on its values, at its entry', () =>
    visit({}, async (page) => {
      const many = Array.from({ length: 80 }, (_, k) =>
        MODULE('m', 1)
          .replace(/^[^]*?\n\n/, '')
          .replace('half', `half.${k}`)
          .replace(/ENTRY[^]*/, ''),
      ).join('');
      await paste(page, `HloModule m\n\n${many}ENTRY main {\n  ROOT a = f32[] constant(7)\n}\n`);
      await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe('7');
      const head = page.locator('.cm-line', { hasText: 'ENTRY' });
      await expect.poll(async () => (await head.boundingBox())?.y ?? 9999).toBeLessThan(500);
    }));

  test('a shape alone shows its layout, and an instruction alone its value', () =>
    visit({}, async (page) => {
      await paste(page, 'f32[8,4]{1,0:T(8,128)}');
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('x');
      const answer = page.locator('#pane', { hasText: 'Where is it in memory?' });
      await expect.poll(() => answer.innerText()).toContain('32× what its elements need');
      await paste(page, 'f32[4] negate(y)');
      await expect.poll(() => inlineValue(page, 'negate').innerText()).toBe('[-0 -1 -2 -3]');
      await expect.poll(() => valueCell(page, 0, 3).innerText()).toBe('-3');
    }));

  test('a text that cannot be run shows no values, and no notice, of the one before', () =>
    visit({}, async (page) => {
      await paste(page, `noise: a b\n${MODULE('m', 4)}`);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await expect.poll(() => notice(page)).toContain('was removed');
      await setText(page, 'f32[8,4]{1,0:T(8,128');
      await page.locator('.count.error').first().waitFor();
      await expect.poll(() => page.locator('.inline-value').count()).toBe(0);
      expect(await page.locator('.notice').count()).toBe(0);
    }));

  test('a few words into a program are only inserted', () =>
    visit({}, async (page) => {
      await page.evaluate(() => navigator.clipboard.writeText('25'));
      await page.locator('.cm-line', { hasText: 'half = ' }).locator('.tok-number').last().click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+v');
      await expect.poll(() => inlineValue(page, 'half = ').innerText()).toBe('0.525');
    }));

  test('StableHLO from JAX is converted and has values', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO);
      await expect.poll(() => notice(page)).toContain('Converted from StableHLO.');
      expect(await text(page)).toContain('HloModule jit_f');
      // The parameter is filled with 0, 1, 2, 3: |0| + |1| + |2| + |3| + 1.
      await expect.poll(() => inlineValue(page, 'ROOT ').last().innerText()).toBe('7');
    }));

  test('StableHLO is found among other lines, and an op alone is converted', () =>
    visit({}, async (page) => {
      await paste(page, `>>> print(f.lower(x).as_text())\n${STABLEHLO}\n>>> f(x)\n7.0\n`);
      await expect
        .poll(() => notice(page))
        .toContain('Converted from StableHLO; 3 lines that are not StableHLO were removed.');
      await expect.poll(() => inlineValue(page, 'ROOT ').last().innerText()).toBe('7');
      await paste(page, '%0 = stablehlo.negate %arg0 : tensor<2xf32>');
      await expect.poll(() => inlineValue(page, 'ROOT ').innerText()).toBe('[-0 -1]');
    }));

  test('StableHLO that cannot be converted stays, and the reason is shown', () =>
    visit({}, async (page) => {
      await paste(page, 'module @jit_f {\n\n}\n');
      await expect
        .poll(() => notice(page))
        .toMatch(/StableHLO, not HLO. It was not converted: the text has no function \[I10\]/);
      expect(await text(page)).toContain('module @jit_f');
    }));

  test('faulty StableHLO is converted as far as it can be', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO.replace('return %2', 'return %9'));
      await expect
        .poll(() => notice(page))
        .toContain('Converted from StableHLO; line 8: %9 is not defined [N01]');
      await expect.poll(() => inlineValue(page, ' reduce(').innerText()).toBe('6');
    }));

  test('a module as JSON is converted, and its errors have lines of the JSON', () =>
    visit({}, async (page) => {
      const json = `{"name": "m", "computations": [{"name": "e", "instructions": [
        {"name": "i", "opcode": "iota", "shape": "s32[3]", "attributes": [{"name": "iota_dimension", "text": "0"}]},
        {"name": "r", "opcode": "negate", "shape": "s32[3]", "operands": ["i"]}]}]}`;
      await paste(page, json);
      await expect.poll(() => notice(page)).toContain('Converted from HLO as JSON.');
      await expect.poll(() => inlineValue(page, 'ROOT ').innerText()).toBe('[0 -1 -2]');
      await paste(page, json.replace('["i"]', '["j"]'));
      await expect.poll(() => page.locator('.squiggle.error').allInnerTexts()).toEqual(['"j"']);
      await expect.poll(() => inlineValue(page, '"iota"').innerText()).toBe('[0 1 2]');
    }));

  test('what is not HLO is named, with the way to HLO', () =>
    visit({}, async (page) => {
      await paste(page, '{ lambda ; a:f32[4]. let b:f32[4] = abs a in (b,) }');
      await expect.poll(() => notice(page)).toMatch(/a jaxpr[^]*as_text\("hlo"\)/);
      await setText(page, MODULE('m', 3));
      await expect.poll(() => page.locator('.notice').count()).toBe(0);
    }));

  test('what is typed is recognized, too', () =>
    visit({}, async (page) => {
      await setText(page, 'import jax\n\ndef f(x):\n  return x + 1\n');
      await expect.poll(() => notice(page)).toContain('Python');
    }));
});

describe('files', () => {
  const choose = async (page: Page, name: string, content: Uint8Array | string): Promise<void> => {
    await page.getByLabel('file to open').setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    });
  };

  test('of HLO, of arguments and of NumPy are opened', () =>
    visit({}, async (page) => {
      await choose(
        page,
        'module_0001.txt',
        'ENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n',
      );
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[-0 -1]');
      await expect.poll(() => page.locator('.title').innerText()).toBe('module_0001.txt');
      await choose(page, 'args.json', '[{"shape": "f32[2]", "data": [3, 4]}]');
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[-3 -4]');
      const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".padEnd(117) + '\n';
      const npy = [0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(header)];
      await choose(
        page,
        'x.npy',
        new Uint8Array([...npy, ...new Uint8Array(new Float32Array([7, 8]).buffer)]),
      );
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[-7 -8]');
    }));

  test('of elements alone are arguments; other files leave the program', () =>
    visit({}, async (page) => {
      await choose(page, 'm.hlo', 'ENTRY e {\n  ROOT x = f32[2] parameter(0)\n}\n');
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[0 1]');
      await choose(page, 'args.json', '[[5, "inf"]]');
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[5 inf]');
      await choose(page, 'cost.json', '{"flops": 5}');
      await expect.poll(() => notice(page)).toContain('cost.json is JSON, but neither');
      await choose(page, 'f.jaxpr', '{ lambda ; a:f32[4]. let b:f32[4] = abs a in (b,) }');
      await expect.poll(() => notice(page)).toContain('f.jaxpr is a jaxpr');
      await choose(page, 'm-buffer-assignment.txt', 'BufferAssignment:\nallocation 0: size 8\n');
      await expect.poll(() => notice(page)).toMatch(/buffer-assignment report[^]*hlo memory FILE/);
      expect(await text(page)).toContain('ROOT x = f32[2] parameter(0)');
    }));

  test('of arguments for several devices give each device its own', () =>
    visit({}, async (page) => {
      await choose(
        page,
        'm.hlo',
        'HloModule m, replica_count=2\n\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n',
      );
      await settled(page);
      const list = (value: number): string => `[{"shape": "f32[]", "data": ${value}}]`;
      await choose(page, 'm.args.json', `{"replicas": [${list(5)}, ${list(6)}]}`);
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('d0 5');
      await page.getByLabel('device', { exact: true }).selectOption('1');
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('d1 6');
      await choose(page, 'm.args.json', `{"replicas": [${list(7)}]}`);
      await expect.poll(() => notice(page)).toContain('for 1 device, and the program runs on 2');
    }));

  test('that no one can read say so, and leave the program alone', () =>
    visit({}, async (page) => {
      await choose(page, 'm.pb', new Uint8Array([0x0a, 5, ...Buffer.from('jit_f'), 0x12, 0, 1, 2]));
      await expect.poll(() => notice(page)).toMatch(/m\.pb is a binary file of an unknown format/);
      expect(await text(page)).toContain('HloModule tiles');
      await page.getByLabel('dismiss').click();
      await expect.poll(() => page.locator('.notice').count()).toBe(0);
    }));

  test('of the conformance suite say whether the result is the expected one', () =>
    visit({}, async (page) => {
      const path = new URL('../../conformance/vectors/pad.json', import.meta.url);
      await choose(page, 'pad.json', readFileSync(path));
      const bar = page.locator('.vector-bar');
      await expect.poll(() => bar.innerText()).toContain('✓ As expected: every element matches');
      const picker = page.getByLabel('module of the file');
      const cases = await picker.locator('option').allInnerTexts();
      const at = cases.findIndex((name) => name.endsWith('pad.f32.rejects-negative-interior'));
      await picker.selectOption(String(at));
      await expect.poll(() => bar.innerText()).toContain('✓ As expected: rejected with pad.C3');
      await setText(page, MODULE('m', 3));
      await expect.poll(() => bar.innerText()).toContain('✕ Not as expected: accepted');
      await page.click('.share');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'vector' }).click();
      const json = readFileSync(await (await saved).path(), 'utf8');
      const vector = JSON.parse(json) as { op: string; cases: object[] };
      expect(vector.op).toBe('constant');
      expect(vector.cases[0]).toMatchObject({ kind: 'run', expect: { data: [] } });
    }));

  test('may be dropped anywhere', () =>
    visit({}, async (page) => {
      const drop = (type: string): Promise<void> =>
        page.evaluate(
          ([event, content]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content ?? ''], 'dropped.hlo'));
            const target = document.querySelector('.pane') ?? document.body;
            const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
            target.dispatchEvent(new DragEvent(event ?? '', options));
          },
          [type, MODULE('dropped', 9)],
        );
      await drop('dragover');
      await expect.poll(() => page.locator('.drop').isVisible()).toBe(true);
      await drop('drop');
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('9');
      await expect.poll(() => page.locator('.drop').count()).toBe(0);
    }));

  test('every sample of a dump is read without a message', async () => {
    const sample = readFileSync(new URL('../src/examples/07_fusion.hlo', import.meta.url));
    await visit({}, async (page) => {
      await choose(page, '07_fusion.hlo', sample);
      await settled(page);
      await expect.poll(() => page.locator('.count').count()).toBe(0);
    });
  });
});

describe('links', () => {
  const pack = (value: unknown): string =>
    `2${deflateRawSync(Buffer.from(JSON.stringify(value))).toString('base64url')}`;

  test.each([
    ['damaged', '2abc', 'damaged'],
    ['of a later version', '9abc', 'newer version'],
    ['that would fill the memory', pack({ text: `HloModule m\n${' '.repeat(60 << 20)}` }), '8 MiB'],
  ])('%s say so beside the first example', async (_, fragment, said) => {
    await visit({ fragment }, async (page) => {
      await expect.poll(() => notice(page)).toContain(said);
      expect(await text(page)).toContain('HloModule tiles');
    });
  });

  test('that are opened in the same tab leave a way back', () =>
    visit({}, async (page, address) => {
      await setText(page, MODULE('mine', 4));
      await page.waitForFunction(() => location.hash.length > 2);
      const fragment = await encodeShared({ text: MODULE('theirs', 5) });
      await page.evaluate((to) => (location.href = to), `${address}#${fragment}`);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('5');
      await page.goBack();
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await page.evaluate((to) => (location.href = to), `${address}#2broken`);
      await expect.poll(() => notice(page)).toContain('damaged');
      expect(await text(page)).toContain('HloModule mine');
    }));

  test('bring slice, tuple element and pinned element back', async () => {
    const tuple =
      'ENTRY e {\n  a = f32[2,2,2] iota(), iota_dimension=2\n  b = s32[2,2,2] iota(), iota_dimension=0\n  ROOT t = (f32[2,2,2], s32[2,2,2]) tuple(a, b)\n}\n';
    let link = '';
    await visit({}, async (page) => {
      await setText(page, tuple);
      await page.click('#tab-value');
      await page.locator('.pane select').selectOption('[1]');
      await page.locator('.slice input').fill('1');
      await valueCell(page, 1, 1).click();
      await page.click('.share');
      await expect.poll(() => page.locator('.share').innerText()).toBe('Copied');
      link = await page.evaluate(() => navigator.clipboard.readText());
    });
    await visit({ fragment: link.replace(/^.*#/, '') }, async (page) => {
      await expect.poll(() => page.locator('.pane select').inputValue()).toBe('[1]');
      await expect.poll(() => page.locator('.readout').innerText()).toBe('(1,1,1) = 1');
    });
  });

  const LONG =
    MODULE('long', 6) +
    Array.from({ length: 900 }, (_, k) => `// ${Math.sin(k)} ${Math.cos(k)}\n`).join('');

  test('that would be too long are offered as a file', () =>
    visit({}, async (page) => {
      await setText(page, LONG);
      await page.click('.share');
      await expect.poll(() => page.locator('#share').innerText()).toContain('8\u202f000');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'HLO text' }).click();
      const file = await (await saved).path();
      expect(readFileSync(file, 'utf8')).toBe(LONG);
      expect((await saved).suggestedFilename()).toBe('long.hlo');
    }));

  test('a reload keeps a program that is too long for a link', () =>
    visit({}, async (page) => {
      await setText(page, LONG);
      await page.waitForFunction(() => location.hash.startsWith('#h'));
      await page.reload();
      await settled(page);
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('6');
    }));

  test('to a program that only another browser has say so', () =>
    visit({ fragment: 'hnowhere' }, async (page) => {
      await expect.poll(() => notice(page)).toContain('does not have it');
    }));
});

describe('the programs before', () => {
  test('come back by Back, with what was changed in them, and forward again', () =>
    visit({}, async (page) => {
      await openExample(page, 'Softmax');
      await openExample(page, 'Argmax');
      await setText(page, MODULE('mine', 4));
      await openExample(page, 'Special values');
      await page.goBack();
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await page.goBack();
      await expect.poll(() => text(page)).toContain('softmax');
      await page.goForward();
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await page.goBack();
      await page.goBack();
      await expect.poll(() => text(page)).toContain('HloModule tiles');
    }));

  test('are kept, found and deleted', () =>
    visit({}, async (page) => {
      await paste(page, MODULE('first_one', 4));
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await paste(page, MODULE('second_one', 5));
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('5');
      const kept = page.locator('.kept-program code');
      const open = async (): Promise<void> => page.click('[popovertarget=open]');
      await expect
        .poll(async () => {
          await open();
          const names = await kept.allInnerTexts();
          await page.keyboard.press('Escape');
          return names;
        })
        .toEqual(['second_one', 'first_one']);
      await open();
      await page.getByLabel('search the kept programs').fill('constant(4)');
      await expect.poll(() => kept.allInnerTexts()).toEqual(['first_one']);
      await kept.click();
      await expect.poll(() => inlineValue(page, 'ROOT a').innerText()).toBe('4');
      await open();
      await page.getByLabel('delete first_one').click();
      await page.getByLabel('search the kept programs').fill('');
      await expect.poll(() => kept.allInnerTexts()).toEqual(['second_one']);
      await page.getByRole('button', { name: 'Delete all' }).click();
      await expect.poll(() => kept.count()).toBe(0);
    }));
});
