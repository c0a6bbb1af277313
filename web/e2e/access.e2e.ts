// SPDX-License-Identifier: Apache-2.0
// No rule of axe is broken, in any pane, theme or size.
import axe from 'axe-core';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openExample, selectLine, setText, settled, tapView, withBrowser, visit } from './harness';

withBrowser();

const DEADLOCK = `HloModule d, num_partitions=2

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
yes {
  y = f32[2] parameter(0)
  ROOT all = f32[2] all-reduce(y), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=sum
}
no {
  n = f32[2] parameter(0)
  ROOT m = f32[2] negate(n)
}
ENTRY e {
  x = f32[2] parameter(0), sharding={devices=[2]<=[2]}
  id = u32[] partition-id()
  zero = u32[] constant(0)
  p = pred[] compare(id, zero), direction=EQ
  ROOT r = f32[2] conditional(p, x, x), true_computation=yes, false_computation=no
}
`;

async function violations(page: Page): Promise<string[]> {
  // Colors are judged at rest.
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

test.each(['light', 'dark'] as const)('changes in the %s theme', (colorScheme) =>
  visit({ colorScheme }, async (page) => {
    const text = (body: string): string =>
      `HloModule m\nENTRY e {\n  x = f32[4] parameter(0)\n  ROOT r = f32[4] ${body}(x)\n}\n`;
    await page.getByLabel('file to open').setInputFiles(
      ['negate', 'abs', 'sqrt'].map((name) => ({
        name: `${name}.hlo`,
        mimeType: 'text/plain',
        buffer: Buffer.from(text(name)),
      })),
    );
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByText('All 3 modules').click();
    await page.locator('.change-line.added').waitFor();
    expect(await violations(page)).toEqual([]);
  }),
);

test.each(['light', 'dark'] as const)(
  'lessons, bytes, terms, deadlocks and shardings in the %s theme',
  (colorScheme) =>
    visit({ colorScheme }, async (page) => {
      await page.getByRole('button', { name: 'bytes', exact: true }).click();
      await page.locator('[aria-label^="memory of"] td').first().hover();
      expect(await violations(page), 'bytes').toEqual([]);
      await openExample(page, 'Five mistakes');
      await page.click('#tab-messages');
      await page.locator('.rule-link').first().click();
      await page.locator('.lesson summary').click();
      expect(await violations(page), 'lesson').toEqual([]);
      await openExample(page, 'batched matrix product');
      await page.click('#tab-value');
      await selectLine(page, 'dot(');
      const table = page.locator('.value-table [aria-label^="value of scores"]');
      await table.locator('td[data-row="0"]').first().click();
      await page.locator('.terms').waitFor();
      expect(await violations(page), 'terms').toEqual([]);
      await setText(page, DEADLOCK);
      await page.click('#tab-devices');
      await page.locator('.deadlock').waitFor();
      await selectLine(page, 'x = ');
      await page.locator('.sharding').waitFor();
      expect(await violations(page), 'devices').toEqual([]);
    }),
  PATIENCE,
);

test('high contrast', () =>
  visit({}, async (page) => {
    await page.click('.theme');
    expect(await violations(page)).toEqual([]);
    await page.locator('#themes button', { hasText: 'high contrast' }).click();
    expect(await violations(page)).toEqual([]);
  }));

test.each(['light', 'dark'] as const)('the overview in the %s theme', (colorScheme) =>
  visit({ colorScheme }, async (page) => {
    await page.click('.overview-button');
    await page.locator('.overview-part').first().waitFor();
    expect(await violations(page)).toEqual([]);
  }),
);

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('.overview, #help, header')?.className ?? '');

test('the keyboard goes into the help and the sheet of the overview, and back', () =>
  visit({ viewport: { width: 1000, height: 740 } }, async (page) => {
    await page.keyboard.press('?');
    await expect.poll(() => focused(page)).toContain('help');
    await page.keyboard.press('Escape');
    expect(await page.locator('#help').isVisible()).toBe(false);
    await page.locator('.overview-button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.overview').waitFor();
    await expect.poll(() => focused(page)).toBe('overview');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.overview').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('bar');
  }));

test('the number of the device can be read on the selected line in forced colors', () =>
  visit({ forcedColors: 'active' }, async (page) => {
    await openExample(page, 'four devices');
    const sign = page.locator('.selected-line .inline-value .times').first();
    const [color, background] = await sign.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.color, style.backgroundColor];
    });
    expect(color).not.toBe(background);
  }));

test('from right to left the arrow keys move the line between text and panes their way', () =>
  visit({}, async (page) => {
    const splitter = page.locator('.splitter');
    await splitter.press('ArrowRight');
    expect(await splitter.getAttribute('aria-valuenow')).toBe('54');
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await splitter.press('ArrowRight');
    expect(await splitter.getAttribute('aria-valuenow')).toBe('50');
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

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A line of a dump, which is folded to chips. */
const DUMPED =
  'HloModule m\n\nENTRY e {\n' +
  '  p = f32[2,3]{1,0} parameter(0), metadata={op_name="params"}\n' +
  '  ROOT t = f32[3,2]{1,0} transpose(f32[2,3]{1,0} p), dimensions={1,0}, ' +
  'metadata={op_type="transpose" op_name="jit(f)/transpose" source_file="a.py" source_line=7}\n}\n';

/** Targets that are smaller than a square of this many pixels. */
const smallTargets = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((wanted) => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, input, select, summary, label.choice, .fold-chip',
    );
    return [...all].flatMap((element) => {
      // One taps on the label.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (width === 0 || (width >= wanted && height >= wanted)) return [];
      return [`${element.outerHTML.slice(0, 80)} is ${width} x ${height}`];
    });
  }, least);

test('a finger can hit everything on a phone', () =>
  visit(PHONE, async (page) => {
    await setText(page, DUMPED);
    await settled(page);
    await page.locator('.fold-chip').first().waitFor();
    for (const view of ['Text', 'Value', 'Layout', 'Messages', 'Inputs']) {
      await tapView(page, view);
      expect(await smallTargets(page, 24), view).toEqual([]);
    }
    const choices = await page.locator('.choice').all();
    expect(choices.length).toBeGreaterThan(3);
    for (const choice of choices) {
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    }
  }));

test('an example opens with its selected line in sight on a phone', () =>
  visit(PHONE, async (page) => {
    for (const title of ['Softmax', 'A while loop', 'Special values', 'four devices']) {
      await openExample(page, title);
      const line = await page.locator('.selected-line').first().boundingBox();
      const editor = await page.locator('.text-side .cm-scroller').boundingBox();
      if (line === null || editor === null) throw new Error(`${title}: nothing is selected`);
      expect(line.y, title).toBeGreaterThanOrEqual(editor.y);
      expect(line.y + 40, title).toBeLessThanOrEqual(editor.y + editor.height);
    }
  }));

test('an evaluation is announced politely', () =>
  visit({}, async (page) => {
    await expect
      .poll(() => page.locator('[role=status]').innerText())
      .toMatch(/^Ran \d+ instructions?\. Result: f32\[3,5\]/);
  }));
