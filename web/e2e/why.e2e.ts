// SPDX-License-Identifier: Apache-2.0
// Where a value comes from.
import { expect, test } from 'vitest';
import { selectLine, setText, valueCell, visit, withBrowser } from './harness';

withBrowser();

const NAN = `HloModule m

ENTRY main {
  x = f32[3] parameter(0)
  one = f32[] constant(1)
  ones = f32[3] broadcast(one), dimensions={}
  y = f32[3] subtract(x, ones)
  z = f32[3] sqrt(y)
  ROOT w = f32[3] add(z, x)
}
`;

test('F goes to the instruction that made the first nan', () =>
  visit({}, async (page) => {
    await setText(page, NAN);
    await page.click('#tab-value');
    await expect.poll(() => page.locator('.origin').innerText()).toContain('made by z');
    await page.locator('.selected h2').click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('f');
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('z');
    await expect.poll(() => page.locator('.origin').innerText()).toContain('made here');
    await selectLine(page, 'y = ');
    await expect.poll(() => page.locator('.origin').count()).toBe(0);
  }));

test('a pinned element names the elements that it is made of, and leads to them', () =>
  visit({}, async (page) => {
    await setText(page, NAN);
    await page.click('#tab-value');
    await valueCell(page, 0, 0).click();
    await expect
      .poll(() => page.locator('.why').innerText())
      .toBe('Why? z(0) + x(0) = nan + 0 = nan');
    await page.locator('.why .link').first().click();
    await expect
      .poll(() => page.locator('.why').innerText())
      .toBe('Why? sqrt(y(0)) = sqrt(-1) = nan');
    await page.locator('.why .link').first().click();
    await expect
      .poll(() => page.locator('.why').innerText())
      .toBe('Why? x(0) - ones(0) = 0 - 1 = -1');
  }));
