// SPDX-License-Identifier: Apache-2.0
// No rule of axe is broken, in any pane, theme or size.
import axe from 'axe-core';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openExample, withBrowser, visit } from './harness';

withBrowser();

async function violations(page: Page): Promise<string[]> {
  // Colours are judged at rest.
  await page.waitForTimeout(250);
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

// 16 looks at a whole page take a while on a busy machine.
const PATIENCE = 120_000;
const PANES = ['value', 'layout', 'inputs', 'messages'];

test.each(['light', 'dark'] as const)(
  'all panes in the %s theme',
  (colorScheme) =>
    visit({ colorScheme }, async (page) => {
      for (const title of ['A tiled layout', 'Softmax', 'Special values', 'Five mistakes']) {
        await openExample(page, title);
        for (const pane of PANES) {
          await page.click(`#tab-${pane}`);
          expect(await violations(page), `${title}, ${pane}`).toEqual([]);
        }
      }
    }),
  PATIENCE,
);

test.each(['light', 'dark'] as const)('devices and a pinned nan in the %s theme', (colorScheme) =>
  visit({ colorScheme }, async (page) => {
    await openExample(page, 'four devices');
    for (const pane of ['devices', 'value']) {
      await page.click(`#tab-${pane}`);
      expect(await violations(page), pane).toEqual([]);
    }
    await openExample(page, 'Special values');
    await page.click('#tab-value');
    await page.locator('.value-table td.is-nan').first().click();
    expect(await violations(page)).toEqual([]);
  }),
);

test('high contrast', () =>
  visit({}, async (page) => {
    await page.click('.theme');
    expect(await violations(page)).toEqual([]);
    await page.locator('#themes button', { hasText: 'high contrast' }).click();
    expect(await violations(page)).toEqual([]);
  }));

test('the menu, the help and a phone', () =>
  visit({ viewport: { width: 360, height: 740 } }, async (page) => {
    expect(await violations(page)).toEqual([]);
    await page.click('[popovertarget=examples]');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.click('[popovertarget=help]');
    expect(await violations(page)).toEqual([]);
  }));

test('an evaluation is announced politely', () =>
  visit({}, async (page) => {
    await expect
      .poll(() => page.locator('[role=status]').innerText())
      .toMatch(/^Ran \d+ instructions?\. Result: f32\[3,5\]/);
  }));
