// SPDX-License-Identifier: Apache-2.0
// Programs of several devices: whose value is on show, and who exchanges values with whom.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeShared } from '../src/state/permalink';
import {
  inlineValue,
  selectLine,
  setText,
  settled,
  tapView,
  valueCell,
  visit,
  withBrowser,
} from './harness';

withBrowser();

/** Device d holds d; 0 and 1 add up theirs, 2 and 3 theirs. */
const REPLICAS = `HloModule ar, replica_count=4

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY main {
  id = u32[] replica-id()
  f = f32[] convert(id)
  ROOT s = f32[] all-reduce(f), replica_groups={{0,1},{2,3}}, to_apply=sum
}
`;

const cards = async (page: Page): Promise<string[]> =>
  (await page.locator('.device-card').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

describe('a program of four devices', () => {
  test('shows the value of every device, and which devices exchanged values', () =>
    visit({}, async (page) => {
      await setText(page, REPLICAS);
      await page.click('#tab-devices');
      await expect
        .poll(() => cards(page))
        .toEqual([
          'device 0 replica 0 1',
          'device 1 same as 0 1',
          'device 2 replica 2 5',
          'device 3 same as 2 5',
        ]);
      const pane = await page.locator('.pane').innerText();
      expect(pane).toContain('Devices 0, 1 combine their values with add; so do 2, 3.');
      expect(pane).toContain('Ids are replicas, because there is no channel_id');
      const tint = (k: number): Promise<string> =>
        page
          .locator('.device-card header')
          .nth(k)
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await tint(0)).toBe(await tint(1));
      expect(await tint(0)).not.toBe(await tint(2));
    }));

  test('shows the chosen device in the text, in the value and in a link', () =>
    visit({}, async (page) => {
      await setText(page, REPLICAS);
      await expect.poll(() => inlineValue(page, 'ROOT s').innerText()).toBe('d0 1');
      await page.getByLabel('device', { exact: true }).selectOption('3');
      await expect.poll(() => inlineValue(page, 'ROOT s').innerText()).toBe('d3 5');
      await expect.poll(() => inlineValue(page, 'f = ').innerText()).toBe('d3 3');
      await page.click('#tab-value');
      await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe('5');
      await expect.poll(() => page.locator('.device-note').innerText()).toContain('device 3');
      await page.getByRole('button', { name: 'All devices' }).click();
      await page.getByRole('button', { name: 'device 2' }).click();
      await expect.poll(() => inlineValue(page, 'f = ').innerText()).toBe('d2 2');
      await selectLine(page, 'f = ');
      await expect.poll(() => page.locator('.pane').innerText()).toContain('Different on each');
    }));

  test('keeps the device through edits, and goes back to the first where it is gone', async () =>
    visit({ fragment: await encodeShared({ text: REPLICAS, device: 3 }) }, async (page) => {
      await expect.poll(() => inlineValue(page, 'f = ').innerText()).toBe('d3 3');
      await setText(page, REPLICAS.replace('convert(id)', 'convert(id), metadata={op_name="x"}'));
      await expect.poll(() => inlineValue(page, 'f = ').innerText()).toBe('d3 3');
      await setText(page, REPLICAS.replace('count=4', 'count=2').replace(',{2,3}', ''));
      await expect.poll(() => inlineValue(page, 'f = ').innerText()).toBe('d0 0');
    }));

  test('marks what differs from the chosen device', () =>
    visit({}, async (page) => {
      await setText(page, REPLICAS);
      await page.click('#tab-devices');
      await page.getByRole('button', { name: 'differences from 0' }).click();
      await expect
        .poll(() => cards(page))
        .toEqual([
          'device 0 replica 0 1',
          'device 1 same as 0 · the same',
          'device 2 replica 2 5',
          'device 3 same as 2 5',
        ]);
    }));

  test('leads to the instructions that exchange values', () =>
    visit({}, async (page) => {
      await setText(page, REPLICAS);
      await page.click('#tab-devices');
      await selectLine(page, 'f = ');
      await page.locator('.exchanges .link').click();
      await expect.poll(() => page.locator('.selected h2').innerText()).toBe('s');
    }));

  test('can be looked at on a phone', () =>
    visit({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
      await setText(page, REPLICAS);
      await settled(page);
      await tapView(page, 'Devices');
      await expect.poll(async () => (await cards(page)).length).toBe(4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }));
});

test('a deadlock is drawn: who waits for whom', () =>
  visit({}, async (page) => {
    const text = REPLICAS.replace('ENTRY main {', 'ENTRY main {\n  zero = u32[] constant(0)')
      .replace('ROOT s = f32[] all-reduce', 'ROOT c = f32[] all-reduce')
      .replace('replica_count=4', 'replica_count=2')
      .replace('{{0,1},{2,3}}', '{{0,1}}');
    const [head = '', entry = ''] = text.split('ENTRY main {');
    const all = entry.split('\n').find((line) => line.includes('all-reduce')) ?? '';
    const branches =
      `yes {\n  f = f32[] parameter(0)\n${all}\n}\n` +
      'no {\n  f = f32[] parameter(0)\n  ROOT n = f32[] negate(f)\n}\n';
    const main = entry.replace(
      all,
      '  p = pred[] compare(id, zero), direction=EQ\n' +
        '  ROOT r = f32[] conditional(p, f, f), true_computation=yes, false_computation=no',
    );
    await setText(page, `${head}${branches}ENTRY main {${main}`);
    await page.click('#tab-devices');
    await expect.poll(() => page.locator('.deadlock line').count()).toBe(1);
    await expect.poll(() => page.locator('.deadlock .finished').textContent()).toBe('1');
  }));

test('a sharded array is drawn in its parts', () =>
  visit({}, async (page) => {
    await setText(
      page,
      'HloModule m, num_partitions=4\n\nENTRY e {\n' +
        '  ROOT x = f32[4,6] parameter(0), sharding={devices=[2,2]<=[2,2]T(1,0)}\n}\n',
    );
    await page.click('#tab-devices');
    const cells = page.locator('.sharding td');
    await expect.poll(() => cells.allInnerTexts()).toEqual(['0', '2', '1', '3']);
    const pane = await page.locator('.pane').innerText();
    expect(pane).toContain('Dimension 0 is split into 2 parts, dimension 1 into 2.');
  }));

test('a sharded array is drawn where the program runs on one device, too', () =>
  visit({}, async (page) => {
    await setText(
      page,
      'HloModule m\n\nENTRY e {\n' +
        '  x = f32[4,6] parameter(0), sharding={devices=[2,2]<=[4]}\n  ROOT y = f32[4,6] negate(x)\n}\n',
    );
    await selectLine(page, 'ROOT y');
    await page.click('#tab-devices');
    await page.locator('.pane .link', { hasText: 'x' }).click();
    const cells = page.locator('.sharding td');
    await expect.poll(() => cells.allInnerTexts()).toEqual(['0', '1', '2', '3']);
    expect(await page.locator('.pane').innerText()).toContain('runs on one device');
  }));

test('many devices with equal values share a table', () =>
  visit({}, async (page) => {
    await setText(page, REPLICAS.replace('count=4', 'count=16').replace('{{0,1},{2,3}}', '{}'));
    await page.click('#tab-devices');
    await expect.poll(() => cards(page)).toEqual(['devices 0-15 16 with the same value 120']);
  }));

test('the parts of a sharded value are joined, and apart again', () =>
  visit({}, async (page) => {
    await setText(
      page,
      `HloModule parts, num_partitions=4

ENTRY main {
  p = u32[] partition-id()
  ROOT r = u32[1,1] reshape(p), sharding={mesh['x'=2,'y'=2], [{'x'}, {'y'}]}
}
`,
    );
    await settled(page);
    await selectLine(page, 'ROOT r');
    await page.click('#tab-value');
    await page.getByRole('button', { name: 'Join the parts' }).click();
    await expect.poll(() => valueCell(page, 0, 1).innerText()).toBe('1');
    expect(await valueCell(page, 1, 0).innerText()).toBe('2');
    expect(await page.locator('.device-note').innerText()).toContain('all partitions, joined');
    await page.getByRole('button', { name: 'Device 0 alone' }).click();
    await expect.poll(() => valueCell(page, 1, 0).count()).toBe(0);
    expect(await valueCell(page, 0, 0).innerText()).toBe('0');
  }));

test('a program of one device has no view of devices', () =>
  visit({}, async (page) => {
    await expect.poll(() => page.locator('#tab-devices').count()).toBe(0);
    await expect.poll(() => page.locator('.device-picker').count()).toBe(0);
  }));
