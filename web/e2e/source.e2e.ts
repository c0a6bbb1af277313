// SPDX-License-Identifier: Apache-2.0
// Programs that are imported: protobufs, and StableHLO beside the HLO that comes of it.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inlineValue, paste, settled, tapView, valueCell, visit, withBrowser } from './harness';

withBrowser();

// As jax.jit(f).lower(x, w).as_text() prints f(x, w) = max(x @ w, 0).
const STABLEHLO = `module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<2x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %2 = stablehlo.maximum %0, %1 : tensor<2x2xf32>
    return %2 : tensor<2x2xf32>
  }
}
`;

const sourceLine = (page: Page, text: string): Locator =>
  page.locator('.source .cm-line', { hasText: text });
const marked = (page: Page, side: string): Promise<string> =>
  page.locator(`${side} .selected-line`).innerText();
const selected = (page: Page): Promise<string> => page.locator('.selected h2').innerText();

describe('StableHLO from JAX', () => {
  test('stands beside the HLO text, and lines and instructions select each other', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO);
      // Both parameters are filled with 0, 1, 2, ...
      await expect.poll(() => inlineValue(page, ' dot(').innerText()).toContain('[10 13]');
      await expect.poll(() => marked(page, '.source')).toContain('stablehlo.maximum');
      await sourceLine(page, 'dot_general').click({ position: { x: 60, y: 8 } });
      await expect.poll(() => selected(page)).toBe('v0');
      await expect.poll(() => marked(page, '.text-side')).toContain('v0 = f32[2,2]');
      expect(await page.locator('.selected .shape').innerText()).toBe('f32[2,2]{1,0}');
      await page.click('#tab-layout');
      await expect.poll(() => page.locator('[aria-label^="memory of"] td').count()).toBe(4);
      await page.click('#tab-source');
      await page.locator('.text-side .cm-line', { hasText: 'cst = ' }).click();
      await expect.poll(() => marked(page, '.source')).toContain('stablehlo.constant');
    }));

  test('is imported anew when it is edited, with its errors', () =>
    visit({}, async (page) => {
      await paste(page, STABLEHLO);
      await expect.poll(() => inlineValue(page, ' dot(').innerText()).toContain('[10 13]');
      await sourceLine(page, 'dense<0.0').click({ position: { x: 60, y: 8 } });
      await page.keyboard.press('End');
      for (let k = 0; k < '.000000e+00> : tensor<f32>'.length; k++) {
        await page.keyboard.press('ArrowLeft');
      }
      await page.keyboard.insertText('2');
      await expect.poll(() => inlineValue(page, 'cst = ').innerText()).toBe('2');
      await sourceLine(page, 'maximum').click({ position: { x: 60, y: 8 } });
      await page.keyboard.press('Home');
      await page.keyboard.insertText('%9 = stablehlo.negate %8 : tensor<f32>\n    ');
      const message = page.locator('.source-findings li');
      await expect.poll(() => message.innerText()).toContain('%8 is not defined');
      await message.getByRole('button', { name: 'line 6' }).click();
      await page.keyboard.press('Control+z');
      await expect.poll(() => message.count()).toBe(0);
    }));

  test('comes back with a link', async () => {
    let link = '';
    await visit({}, async (page) => {
      await paste(page, STABLEHLO);
      await expect.poll(() => inlineValue(page, ' dot(').innerText()).toContain('[10 13]');
      await page.click('.share');
      await expect.poll(() => page.locator('.share').innerText()).toBe('Copied');
      link = await page.evaluate(() => navigator.clipboard.readText());
    });
    await visit({ fragment: link.replace(/^.*#/, '') }, async (page) => {
      await sourceLine(page, 'broadcast_in_dim').click({ position: { x: 60, y: 8 } });
      await expect.poll(() => selected(page)).toBe('v1');
    });
  });

  test('is at hand on a phone, too', () =>
    visit({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
      await tapView(page, 'Text');
      await paste(page, STABLEHLO);
      await tapView(page, 'Source');
      await sourceLine(page, 'dot_general').tap();
      await expect.poll(() => selected(page)).toBe('v0');
    }));
});

// As jax.export writes f(x) = concatenate((x, x)) for x of shape (b, 3).
const OPEN = `module @jit_f {
  func.func public @main(%arg0: tensor<?x3xf32>) -> tensor<?x3xf32> {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %1 = call @inner(%0, %arg0) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    return %1 : tensor<?x3xf32>
  }
  func.func private @inner(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x3xf32>) -> tensor<?x3xf32> {
    %0 = stablehlo.concatenate %arg1, %arg1, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    return %0 : tensor<?x3xf32>
  }
}
`;

describe('StableHLO whose sizes are open', () => {
  const size = (page: Page, place: string, of = 'b'): Locator =>
    page.locator(place).getByLabel(`Size of ${of}`);
  const entryLine = (page: Page, text: string): Locator =>
    page.locator('.text-side .cm-line', { hasText: text });

  test('is converted with the size that is typed, and again with another one', () =>
    visit({}, async (page) => {
      await paste(page, OPEN);
      await expect.poll(() => size(page, '.notice').inputValue()).toBe('8');
      // The field has the focus.
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
      await entryLine(page, 'Arg_0 = f32[2,3]').waitFor();
      await entryLine(page, 'f32[4,3]{1,0} concatenate').waitFor();
      expect(await page.locator('.notice').innerText()).toContain(
        'Converted from StableHLO; b = 2.',
      );
      expect(await page.locator('.text-side .gutter-sign').count()).toBe(0);
      await size(page, '.source').fill('3');
      await page.locator('.source').getByRole('button', { name: 'Convert' }).click();
      await entryLine(page, 'f32[6,3]{1,0} concatenate').waitFor();
      expect(await page.locator('.notice').count()).toBe(0);
      // An edit keeps the size.
      await sourceLine(page, 'return %0').click({ position: { x: 60, y: 8 } });
      await page.keyboard.press('Home');
      await page.keyboard.insertText('%9 = stablehlo.negate %0 : tensor<?x3xf32>\n    ');
      await entryLine(page, 'f32[6,3]{1,0} negate').waitFor();
      // So does a link.
      await page.click('.share');
      await expect.poll(() => page.locator('.share').innerText()).toBe('Copied');
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page.goto('about:blank');
      await page.goto(link);
      await expect.poll(() => size(page, '.source').inputValue()).toBe('3');
      await sourceLine(page, 'concatenate').click({ position: { x: 60, y: 8 } });
      await expect.poll(() => page.locator('.selected .shape').innerText()).toContain('f32[6,3]');
      expect(await page.locator('.source-findings li').count()).toBe(0);
    }));

  test('is asked about each size that has no name, on a phone, too', () =>
    visit({ viewport: { width: 360, height: 740 } }, async (page) => {
      const text = OPEN.replace(' {jax.global_constant = "b"}', '').replace(
        '?x3xf32>)',
        '?x?xf32>)',
      );
      await page.getByLabel('file to open').setInputFiles({
        name: 'open.mlir',
        mimeType: 'text/plain',
        buffer: Buffer.from(text.replaceAll('?x3', '?x?')),
      });
      await expect
        .poll(() => size(page, '.notice', 'dimension 0 of argument 0').inputValue())
        .toBe('8');
      await page.keyboard.press('Enter');
      await size(page, '.notice', 'dimension 1 of argument 0').fill('3');
      await page.locator('.notice').getByRole('button', { name: 'Convert' }).click();
      await entryLine(page, 'Arg_0 = f32[8,3]').waitFor();
    }));
});

test('a portable artifact is opened with its StableHLO text', () =>
  visit({}, async (page) => {
    const vectors = new URL('../../conformance/vectors/import-bytecode.json', import.meta.url);
    const { cases } = JSON.parse(readFileSync(vectors, 'utf8')) as {
      cases: { id: string; source: string }[];
    };
    const base64 = cases.find(({ id }) => id === 'import-bytecode.container')?.source ?? '';
    await page.getByLabel('file to open').setInputFiles({
      name: 'exported.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(base64, 'base64'),
    });
    // Both parameters are filled with 0, 1.
    await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[0 2]');
    await sourceLine(page, 'stablehlo.add').click({ position: { x: 60, y: 8 } });
    await expect.poll(() => selected(page)).toBe('v2');
  }));

// As protobuf prints an HloUnoptimizedSnapshot of f(x) = -x.
const TEXT_PROTO = `hlo_module {
  name: "jit_f"
  entry_computation_name: "main"
  computations {
    name: "main"
    instructions {
      name: "x"
      opcode: "parameter"
      shape {
        element_type: F32
        dimensions: 2
      }
      id: 1
    }
    instructions {
      name: "y"
      opcode: "negate"
      shape {
        element_type: F32
        dimensions: 2
      }
      id: 2
      operand_ids: 1
    }
    id: 7
    root_id: 2
  }
  entry_computation_id: 7
}
partitions {
  arguments {
    shape {
      element_type: F32
      dimensions: 2
    }
    f32s: 1.5
    f32s: -3
  }
}
`;

describe('a protobuf', () => {
  test('in the text format is linked with its HLO, and runs with its arguments', () =>
    visit({}, async (page) => {
      await paste(page, TEXT_PROTO);
      await expect.poll(() => inlineValue(page, 'ROOT ').innerText()).toBe('[-1.5 3]');
      await sourceLine(page, '"parameter"').click({ position: { x: 60, y: 8 } });
      await expect.poll(() => selected(page)).toBe('x');
    }));

  const field = (number: number, inside: readonly number[]): number[] => [
    (number << 3) | 2,
    inside.length,
    ...inside,
  ];
  const named = (number: number, name: string): number[] => field(number, [...Buffer.from(name)]);
  const int = (number: number, value: number): number[] => [number << 3, value];
  const large = (number: number, value: number): number[] => [
    ((number << 3) & 127) | 128,
    number >> 4,
    value,
  ];
  const F32_PAIR = [...int(2, 11), ...int(3, 2)]; // f32[2]
  const instruction = (name: string, opcode: string, id: number, rest: number[]): number[] =>
    field(2, [
      ...named(1, name),
      ...named(2, opcode),
      ...field(3, F32_PAIR),
      ...large(35, id),
      ...rest,
    ]);
  const COMPUTATION = [
    ...named(1, 'main'),
    ...instruction('x', 'parameter', 1, int(9, 0)),
    ...instruction('y', 'negate', 2, large(36, 1)),
    ...int(5, 7),
    ...int(6, 2),
  ];
  const HLO = field(1, [
    ...named(1, 'jit_f'),
    ...named(2, 'main'),
    ...field(3, COMPUTATION),
    ...int(6, 7),
  ]);
  const VALUES = [...new Uint8Array(new Float32Array([3, 4]).buffer)];
  const SNAPSHOT = [...field(1, HLO), ...field(2, [...field(1, F32_PAIR), ...field(8, VALUES)])];

  test.each([
    ['an HloProto', HLO, '[-0 -1]'],
    ['an HloSnapshot, with its arguments', SNAPSHOT, '[-3 -4]'],
  ])('that is %s is opened', async (what, bytes, value) => {
    await visit({}, async (page) => {
      await page.getByLabel('file to open').setInputFiles({
        name: 'module_0001.pb',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(bytes),
      });
      await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe(value);
      const [format = ''] = what.split(',');
      expect(await page.locator('.notice').innerText()).toContain(`Converted from ${format}.`);
      await settled(page);
      await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe(value.slice(1, 3));
      expect(await page.locator('#tab-source').count()).toBe(0);
    });
  });
});
