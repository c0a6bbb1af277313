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

const FUSED = `HloModule m

fused {
  p = f32[2,2] parameter(0)
  ROOT n = f32[2,2] negate(p)
}

ENTRY main {
  x = f32[2,2] constant({{1, 2}, {3, 4}})
  ROOT f = f32[2,2] fusion(x), kind=kLoop, calls=fused
}
`;

test('an element of a fusion is followed into it, and out of it through its parameters', () =>
  visit({}, async (page) => {
    const why = page.locator('.why');
    await setText(page, FUSED);
    await page.click('#tab-value');
    await selectLine(page, 'ROOT f = ');
    await valueCell(page, 1, 0).click();
    await expect.poll(() => why.innerText()).toBe('Why? n(1,0) = -3 in fused');
    await why.locator('.link').first().click();
    await expect.poll(() => why.innerText()).toBe('Why? negate(p(1,0)) = negate(3) = -3');
    await why.locator('.link').first().click();
    await expect.poll(() => why.innerText()).toBe('Why? x(1,0) = 3 in main');
  }));

const DOT = `HloModule m

ENTRY main {
  x = f32[2,3] constant({{1, 2, 3}, {4, 5, 6}})
  y = f32[3,2] constant({{7, 0}, {0, 8}, {1, 1}})
  d = f32[2,2] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  i = s32[1,1] constant({{4}})
  ROOT g = f32[1,2] gather(d, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,2}
}
`;

test('an element of a gather and of a dot names its terms', () =>
  visit({}, async (page) => {
    await setText(page, DOT);
    await page.click('#tab-value');
    await valueCell(page, 0, 1).click();
    const why = async (): Promise<string> =>
      (await page.locator('.why').innerText()).replace(/\s+/g, ' ');
    // Row 4 is clamped to row 1: 4*0 + 5*8 + 6*1.
    await expect.poll(why).toBe('Why? d(1,1) = 46 (the slice starts at (4,0), clamped to (1,0))');
    await page.locator('.why .link').first().click();
    await expect
      .poll(why)
      .toBe(
        'Why? The sum of 3 products, largest magnitude first: ' +
          'x(1,1) × y(1,1) 5 × 8 40 x(1,2) × y(2,1) 6 × 1 6 x(1,0) × y(0,1) 4 × 0 0',
      );
    await page.locator('.why .link').nth(1).click();
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('y');
  }));

const CHOICES = `HloModule m

less {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  c = s32[] parameter(2)
  d = s32[] parameter(3)
  ROOT l = pred[] compare(a, b), direction=LT
}

ge {
  a.1 = f32[] parameter(0)
  b.1 = f32[] parameter(1)
  ROOT g = pred[] compare(a.1, b.1), direction=GE
}

sum {
  a.2 = f32[] parameter(0)
  b.2 = f32[] parameter(1)
  ROOT s = f32[] add(a.2, b.2)
}

ENTRY main {
  x = f32[4] constant({7, 2, 5, 3})
  k = s32[4] iota(), iota_dimension=0
  sorted = (f32[4], s32[4]) sort(x, k), dimensions={0}, to_apply=less
  order = s32[4] get-tuple-element(sorted), index=1
  both = (f32[4], s32[4]) tuple(x, order)
  u = f32[3] constant({10, 20, 40})
  z = f32[] constant(1)
  ROOT spread = f32[4] select-and-scatter(x, u, z), window={size=2}, select=ge, scatter=sum
}
`;

test('elements of a select-and-scatter, of tuples and of a sort name where they come from', () =>
  visit({}, async (page) => {
    await setText(page, CHOICES);
    await page.click('#tab-value');
    const why = async (): Promise<string> =>
      (await page.locator('.why').innerText()).replace(/\s+/g, ' ');
    await selectLine(page, 'spread = ');
    // The windows {2, 5} and {5, 3} select the 5.
    await valueCell(page, 0, 2).click();
    await expect
      .poll(why)
      .toBe('Why? 3 elements combined with add, largest magnitude first: u(2) 40 u(1) 20 z 1');
    await selectLine(page, 'both = ');
    await page.getByLabel('element of the tuple').selectOption('[1]');
    await valueCell(page, 0, 3).click();
    await expect.poll(why).toBe('Why? order(3) = 0');
    await page.locator('.why .link').click();
    await expect.poll(why).toBe('Why? sorted{1}(3) = 0');
    await page.locator('.why .link').click();
    await expect.poll(why).toBe('Why? k(0) = 0');
    await page.locator('.why .link').click();
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('k');
  }));
