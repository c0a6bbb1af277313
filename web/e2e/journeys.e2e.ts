// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import {
  ENDLESS,
  inlineValue,
  logicalCell,
  memoryCell,
  openExample,
  selectLine,
  setText,
  settled,
  tapView,
  withBrowser,
  valueCell,
  visit,
} from './harness';

withBrowser();

test('the page opens on a tiled layout that is already evaluated', () =>
  visit({}, async (page) => {
    await expect.poll(() => logicalCell(page, 2, 3).innerText()).toBe('17');
    await expect.poll(() => inlineValue(page, 'half = ').innerText()).toBe('0.5');
    await expect.poll(() => page.locator('.hint').innerText()).toContain('Try');
    await expect
      .poll(() => page.locator('[aria-label^="logical view"] td.padding').count())
      .toBe(9);
  }));

test('one changed digit changes the values', () =>
  visit({}, async (page) => {
    await page.locator('.cm-line', { hasText: 'half = ' }).locator('.tok-number').last().click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('25');
    await page.waitForFunction(() =>
      document.querySelector('.cm-content')?.textContent.includes('0.525'),
    );
    await expect.poll(() => inlineValue(page, 'half = ').innerText()).toBe('0.525');
    await selectLine(page, 'ROOT');
    await page.click('#tab-value');
    // 4 * 0.525
    await expect.poll(() => valueCell(page, 0, 4).innerText()).toMatch(/^2\.10*$/);
  }));

test('a mistake is marked at its place, listed with its rule, and gone when undone', () =>
  visit({}, async (page) => {
    await page.locator('.cm-line', { hasText: 'ROOT' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('x');
    await page.waitForSelector('.squiggle.error');
    await expect.poll(() => page.locator('.squiggle.error').innerText()).toBe('halvesx');
    await expect.poll(() => page.locator('.gutter-sign.error').count()).toBe(1);
    await page.click('#tab-messages');
    const message = page.locator('.messages li').first();
    await expect.poll(() => message.locator('.rule').innerText()).toBe('N01');
    await message.locator('button.message').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('cm-content');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('.squiggle.error', { state: 'detached' });
    await expect.poll(() => page.locator('.messages li').count()).toBe(0);
  }));

test('five mistakes give five messages, and every fix can be taken', () =>
  visit({}, async (page) => {
    await openExample(page, 'Five mistakes');
    await expect.poll(() => page.locator('.messages li.error').count()).toBe(5);
    await expect.poll(() => page.locator('#tab-messages').innerText()).toContain('5');
    const fixes = page.locator('.messages .fix');
    const before = await fixes.count();
    expect(before).toBeGreaterThan(0);
    await fixes.first().click();
    await expect.poll(() => page.locator('.messages li.error').count()).toBe(4);
  }));

test('the good instructions of a faulty text have values, the others say why not', () =>
  visit({}, async (page) => {
    await openExample(page, 'Five mistakes');
    await expect.poll(() => inlineValue(page, 'twice = ').innerText()).toBe('[[0 2 4] [6 8 10]]');
    await selectLine(page, 'neg = ');
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('neg');
    await page.click('#tab-value');
    await expect.poll(() => page.locator('.pane .reason').innerText()).toContain('negated');
    await selectLine(page, 'ROOT');
    await page.click('#tab-value');
    await expect.poll(() => page.locator('.pane .reason').innerText()).toContain('No value');
    await page.click('#tab-messages');
    const unknown = page.locator('.messages li', { hasText: 'negated' });
    await unknown.locator('.fix').first().click();
    await expect.poll(() => inlineValue(page, 'neg = ').innerText()).toContain('-1');
  }));

test('a rule opens its lesson; F8 goes from message to message', () =>
  visit({}, async (page) => {
    await openExample(page, 'Five mistakes');
    const rule = page.locator('.rule-link').first();
    await rule.click();
    await expect
      .poll(() => page.locator('.lesson').innerText())
      .toMatch(/must be[^]*Breaks the rule/);
    await rule.click();
    await expect.poll(() => page.locator('.lesson').count()).toBe(0);
    await page.keyboard.press('F8');
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await expect.poll(selected).not.toBe('');
    const first = await selected();
    await page.keyboard.press('F8');
    await expect.poll(selected).not.toBe(first);
    await page.keyboard.press('Shift+F8');
    await expect.poll(selected).toBe(first);
  }));

test('a clash is marked in both shapes, and one click mends it', () =>
  visit({}, async (page) => {
    await setText(
      page,
      'ENTRY e {\n  x = f32[2,3] iota(), iota_dimension=1\n  y = f32[3] iota(), iota_dimension=0\n' +
        '  ROOT r = f32[2,3] add(x, y)\n}',
    );
    await page.click('#tab-messages');
    const marked = page.locator('.clash tr').nth(1).locator('mark');
    await expect.poll(() => marked.allInnerTexts()).toEqual(['[', '3', ']']);
    await page.locator('.fix', { hasText: 'broadcast' }).click();
    await expect.poll(() => page.locator('.messages li').count()).toBe(0);
    // x + y of each row: 0+0 1+1 2+2.
    await expect.poll(() => inlineValue(page, 'ROOT').innerText()).toBe('[[0 2 4] [0 2 4]]');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.messages li').count()).toBe(1);
  }));

test('a lesson has the rule, a program that breaks it and one that follows it', () =>
  visit({}, async (page) => {
    const text = 'ENTRY e {\n  a = f32[3] iota(), iota_dimension=0\n  z = f32[] constant(0)\n';
    await setText(page, `${text}  ROOT r = f32[1] pad(a, z), padding=0_0_-1\n}`);
    await page.click('#tab-messages');
    await page.locator('.rule-link', { hasText: 'pad.C3' }).click();
    const sentence = page.locator('.rule-sentence');
    await expect.poll(() => sentence.innerText()).toContain('interior padding must not be');
    await page.locator('.lesson summary').click();
    await expect.poll(() => page.locator('.lesson details').innerText()).toContain('Edge cases');
    const follows = page.locator('.rule-example', { hasText: 'Follows the rule' });
    await follows.getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => page.locator('.cm-content').innerText()).toContain('parameter(1)');
    await page.click('#tab-messages');
    await expect.poll(() => page.locator('.messages li').count()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.locator('.cm-content').innerText()).toContain('padding=0_0_-1');
  }));

test('a huge array is laid out at once and not run', () =>
  visit({}, async (page) => {
    await page.evaluate(() => {
      const long: number[] = [];
      Object.assign(window, { long });
      new PerformanceObserver((list) => {
        long.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask' });
    });
    await setText(
      page,
      'add.936 = bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)} add(exponential.183, broadcast.3115)',
    );
    await settled(page);
    await expect.poll(() => page.locator('.parts').innerText()).toContain('T(8,128)');
    await expect.poll(() => logicalCell(page, 1, 0).innerText()).toBe('1');
    await page.click('#tab-value');
    await expect.poll(() => page.locator('.pane .reason').innerText()).toContain('167');
    await page.click('#tab-messages');
    await expect.poll(() => page.locator('.messages li.info').count()).toBe(1);
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    expect(Math.max(0, ...long)).toBeLessThan(100);
  }));

test('a long list is broken into rows', () =>
  visit({}, async (page) => {
    await setText(page, 'ENTRY e { ROOT a = s32[100]{0:T(128)} iota(), iota_dimension=0 }');
    await page.click('#tab-value');
    await expect.poll(() => valueCell(page, 1, 0).innerText()).toBe('16');
    await valueCell(page, 0, 0).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => page.locator('.readout').innerText()).toContain('(99) = 99');
    await page.click('#tab-layout');
    await expect
      .poll(() => page.locator('[aria-label^="logical view"] td.padding').count())
      .toBe(28);
  }));

test('a click on a use selects the instruction; brackets step through the program', () =>
  visit({}, async (page) => {
    await page.click('#tab-value');
    const root = page.locator('.cm-line', { hasText: 'ROOT' });
    const box = await root.boundingBox();
    const text = (await root.innerText()).indexOf('(x') + 1;
    await page.mouse.click((box?.x ?? 0) + 6 + (text + 0.5) * 7.83, (box?.y ?? 0) + 10);
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('x');
    await page.locator('#tab-value').focus();
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('half');
    await page.keyboard.press('[');
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('x');
  }));

test('logical cells and memory positions point at each other', () =>
  visit({}, async (page) => {
    await logicalCell(page, 2, 3).hover();
    await expect.poll(() => page.locator('.steps').innerText()).toContain('17');
    const lit = page.locator('[aria-label^="memory of"] td.lit');
    await expect.poll(() => lit.innerText()).toBe('(2,3)');
    await memoryCell(page, 0, 2).hover();
    const there = page.locator('[aria-label^="logical view"] td.lit');
    await expect.poll(() => there.getAttribute('data-row')).toBe('1');
    await expect.poll(() => there.getAttribute('data-column')).toBe('0');
    await page.locator('[aria-label^="memory of"] td.padding').first().hover();
    await expect.poll(() => page.locator('.steps').innerText()).toContain('padding');
    await memoryCell(page, 0, 0).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => there.getAttribute('data-column')).toBe('1');
  }));

test('memory can be shown in bytes, and an element in bits', () =>
  visit({}, async (page) => {
    await page.getByRole('button', { name: 'bytes', exact: true }).click();
    // Element (1,1) is 6 * 0.5 = 3: 1.1 in binary times two.
    await expect.poll(() => memoryCell(page, 0, 3).innerText()).toBe('00 00 40 40');
    await memoryCell(page, 0, 3).hover();
    await expect
      .poll(() => page.locator('.bits').innerText())
      .toBe('3 is 0 sign 10000000 exponent 10000000000000000000000 mantissa');
    expect(await page.locator('[aria-label^="memory of"] td.padding').count()).toBe(9);
  }));

test('pointing brings the other side into view', () =>
  visit({}, async (page) => {
    await openExample(page, '8 KiB');
    await logicalCell(page, 7, 3).hover();
    const there = page.locator('[aria-label^="memory of"] td.lit');
    // Row 7 of a tile 128 wide.
    await expect.poll(() => page.locator('.steps').innerText()).toContain('899');
    await expect.poll(() => there.innerText()).toBe('(0,7,3)');
  }));

test('another layout can be tried, and written into the text', () =>
  visit({}, async (page) => {
    const field = page.getByLabel('layout to try');
    await field.fill('{0,1');
    await expect.poll(() => logicalCell(page, 1, 0).innerText()).toBe('1');
    await field.fill('{0,7}');
    await page.waitForSelector('.what-if .error-note');
    await field.fill('{0,1:T(2,2)}');
    await expect.poll(() => logicalCell(page, 2, 4).innerText()).toBe('20');
    await page.getByRole('button', { name: 'write it into the text' }).click();
    await page.waitForFunction(() =>
      document.querySelector('.selected-line')?.textContent.includes('f32[3,5]{0,1:T(2,2)}'),
    );
    await expect.poll(() => page.locator('.badge').count()).toBe(0);
  }));

test('the layout pane names the order that takes least memory, and can write it', () =>
  visit({}, async (page) => {
    await setText(
      page,
      'ENTRY e { ROOT a = s32[64,8,4]{2,1,0:T(8,128)} iota(), iota_dimension=0 }',
    );
    await page.click('#tab-layout');
    // 64 x 8 x 4 elements of 4 bytes are 8 KiB; with 4 and 8 most minor, a tile holds 32 of 1024.
    await expect
      .poll(() => page.locator('.advice').innerText())
      .toMatch(/\{0,1,2:T\(8,128\)\} takes 16\sKiB instead of 256\sKiB/);
    await expect
      .poll(() => page.locator('.chip', { hasText: '{0,1,2:T(8,128)}' }).innerText())
      .toContain('2×');
    await page.locator('.advice .link').click();
    await page.getByRole('button', { name: 'write it into the text' }).click();
    await expect
      .poll(() => page.locator('.cm-content').innerText())
      .toContain('s32[64,8,4]{0,1,2:T(8,128)}');
    await expect.poll(() => page.locator('.advice').count()).toBe(0);
  }));

test('a shared link brings text, selection, pane and tried layout back', async () => {
  let link = '';
  await visit({}, async (page) => {
    await selectLine(page, 'halves = ');
    await page.getByLabel('layout to try').fill('{0,1}');
    await page.click('.share');
    await expect.poll(() => page.locator('.share').innerText()).toBe('Copied');
    link = await page.evaluate(() => navigator.clipboard.readText());
  });
  const fragment = link.replace(/^.*#/, '');
  expect(fragment.length).toBeLessThan(2000);
  await visit({ fragment }, async (page) => {
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('halves');
    await expect.poll(() => page.getByLabel('layout to try').inputValue()).toBe('{0,1}');
    await expect.poll(() => logicalCell(page, 1, 0).innerText()).toBe('1');
  });
});

test('a reload keeps what was written', () =>
  visit({}, async (page) => {
    await setText(page, 'ENTRY e { ROOT a = f32[2] constant({4, 5}) }');
    await page.waitForFunction(() => location.hash.length > 2);
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator('.cm-content').innerText()).toContain('constant({4, 5})');
  }));

test('own values for a parameter are used', () =>
  visit({}, async (page) => {
    await page.click('#tab-inputs');
    await page.getByLabel('ones').check();
    await expect.poll(() => inlineValue(page, 'x = ').innerText()).toBe('1 1 1 1 1 …');
    await page.getByLabel('own values').check();
    const field = page.getByLabel('values of x as JSON');
    await field.fill('[[1,2,3,4,nan],[6,7,8,9,10],[11,12,13,14,15]]');
    await expect.poll(() => inlineValue(page, 'x = ').innerText()).toContain('nan');
    await field.fill('[[1,2');
    await page.waitForSelector('.error-note');
  }));

test('an endless loop is stopped at once, and the next edit runs', () =>
  visit({}, async (page) => {
    await setText(page, ENDLESS);
    const stop = page.getByRole('button', { name: 'Stop' });
    await stop.waitFor();
    // In the page, from the click until the values of the stopped run are there.
    const milliseconds = await page.evaluate(async () => {
      const element = document.querySelector<HTMLElement>('.page');
      const button = document.querySelector<HTMLElement>('.stop');
      if (element === null || button === null) return Infinity;
      const before = element.dataset['shown'];
      const start = performance.now();
      button.click();
      while (element.dataset['shown'] === before) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return element.dataset['phase'] === 'stopped' ? performance.now() - start : Infinity;
    });
    expect(milliseconds).toBeLessThan(500);
    await expect.poll(() => page.locator('.status').innerText()).toContain('stopped');
    await page.click('#tab-value');
    await setText(page, 'ENTRY e { ROOT a = f32[] constant(4) }');
    await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe('4');
  }));

test('a run that a newer text overtakes is dropped', () =>
  visit({}, async (page) => {
    await page.click('#tab-value');
    await setText(page, ENDLESS);
    await setText(page, 'ENTRY e { ROOT a = f32[] constant(7) }');
    await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe('7');
  }));

test('the theme can be chosen and is remembered', () =>
  visit({ colorScheme: 'light' }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.click('.theme');
    await page.locator('#themes button', { hasText: 'dark' }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    await settled(page);
    await expect.poll(() => paper()).toBe(dark);
  }));

test('of a large array only what is seen is drawn', () =>
  visit({}, async (page) => {
    await setText(page, 'ENTRY e { ROOT a = f32[1000,1000] iota(), iota_dimension=0 }');
    await page.click('#tab-value');
    await expect.poll(() => valueCell(page, 2, 2).innerText()).toBe('2');
    await expect.poll(() => page.locator('td[data-row]').count()).toBeLessThan(1500);
    await valueCell(page, 0, 0).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => valueCell(page, 999, 999).innerText()).toBe('999');
    await page.click('#tab-layout');
    await logicalCell(page, 1, 1).hover();
    await expect.poll(() => page.locator('.steps').innerText()).toContain('1001');
    await expect.poll(() => page.locator('td[data-row]').count()).toBeLessThan(3000);
  }));

test('tuples, truth values and complex numbers are shown', () =>
  visit({}, async (page) => {
    await setText(
      page,
      `ENTRY e {
  p = pred[2] constant({true, false})
  c = c64[1] constant({(1, -2)})
  ROOT t = (pred[2], c64[1]) tuple(p, c)
}`,
    );
    await page.click('#tab-value');
    await expect.poll(() => valueCell(page, 0, 0).innerText()).toBe('true');
    await page.locator('.pane select').selectOption('[1]');
    await expect.poll(() => valueCell(page, 0, 0).innerText()).toMatch(/1.*-2/);
  }));

test('a phone has everything without sideways scrolling', () =>
  visit({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    for (const name of ['Text', 'Value', 'Layout', 'Inputs', 'Messages']) {
      await tapView(page, name);
      await expect.poll(() => sideways()).toBe(false);
      const pane = await page.evaluate(() => {
        const element = document.querySelector('.pane');
        return element !== null && element.scrollWidth > element.clientWidth;
      });
      expect(pane, `${name} pans inside its frames only`).toBe(false);
    }
    await tapView(page, 'Layout');
    await logicalCell(page, 2, 3).tap();
    await expect.poll(() => page.locator('.steps').innerText()).toContain('17');
  }));

test('on a phone no program of the gallery is wider than the editor', () =>
  visit({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    for (const title of await page.locator('#examples button').allTextContents()) {
      await openExample(page, title);
      await tapView(page, 'Text');
      const excess = await page
        .locator('.cm-scroller')
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(excess, title).toBe(0);
    }
  }));

test('the keys are listed at a question mark', () =>
  visit({}, async (page) => {
    await page.locator('#tab-layout').focus();
    await page.keyboard.press('?');
    await expect.poll(() => page.locator('#help').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#help').isVisible()).toBe(false);
    await page.keyboard.press('Alt+1');
    await expect.poll(() => page.locator('#tab-value').getAttribute('aria-selected')).toBe('true');
  }));

test('completion knows the ops; hovering explains them', () =>
  visit({}, async (page) => {
    await page.locator('.tok-opcode', { hasText: 'broadcast' }).hover();
    await page.waitForSelector('.card .op');
    await page.locator('.cm-line', { hasText: 'ROOT' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('  z = f32[3,5] subtr');
    await page.waitForSelector('.cm-tooltip-autocomplete');
    await expect
      .poll(() => page.locator('.cm-tooltip-autocomplete li').first().innerText())
      .toContain('subtract');
  }));

const DUMP = `HloModule jit_f, entry_computation_layout={(f32[4]{0})->f32[]}

%sum.1 (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %add = f32[] add(f32[] %a, f32[] %b)
}

ENTRY %main (x: f32[4]) -> f32[] {
  %x = f32[4]{0} parameter(0)
  %zero = f32[] constant(0)
  ROOT %r = f32[] reduce(f32[4]{0} %x, f32[] %zero), dimensions={0}, to_apply=%sum.1, metadata={op_name="jit(f)/jit(main)/reduce_sum" source_file="f.py" source_line=7}
}
`;

test('what a compiler wrote folds to chips; M shows all of it, and copying gives the text', () =>
  visit({}, async (page) => {
    await setText(page, DUMP);
    const root = page.locator('.cm-line', { hasText: '%r = ' });
    const chips = (): Promise<string[]> => root.locator('.fold-chip').allInnerTexts();
    await expect.poll(chips).toEqual(['dims 0', 'sum.1', 'reduce_sum :7']);
    await expect.poll(() => root.innerText()).toContain('reduce(%x, %zero)');
    expect(await root.locator('.fold-chip').last().getAttribute('title')).toContain('op_name=');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.replaceAll('\r\n', '\n')).toBe(DUMP);
    await page.keyboard.press('Alt+m');
    await expect.poll(chips).toEqual([]);
    await expect.poll(() => root.innerText()).toContain('source_line=7');
    await page.locator('#tab-value').focus();
    await page.keyboard.press('m');
    await expect.poll(chips).toHaveLength(3);
  }));

test('a chip opens when it is clicked; one that names a computation leads there', () =>
  visit({}, async (page) => {
    await setText(page, DUMP);
    const root = page.locator('.cm-line', { hasText: '%r = ' });
    await root.locator('.fold-chip').last().click();
    await expect.poll(() => root.innerText()).toContain('op_name="jit(f)');
    await root.locator('.fold-chip.call').click();
    await expect.poll(() => page.locator('.selected h2').innerText()).toBe('add');
    await expect.poll(() => root.locator('.fold-chip').count()).toBe(3);
  }));

test('a fault inside of a chip opens it', () =>
  visit({}, async (page) => {
    await setText(page, DUMP.replace('to_apply=%sum.1', 'to_apply=%sum.2'));
    await expect.poll(() => page.locator('.squiggle.error').innerText()).toContain('sum.2');
  }));

test('a value never breaks its line and stays in sight', () =>
  visit({}, async (page) => {
    const name = 'a_name_that_is_long_'.repeat(6);
    await setText(
      page,
      'ENTRY e {\n  one = f32[] constant(1.2345678)\n' +
        `  ROOT ${name} = f32[50]{0} broadcast(one), dimensions={}\n}`,
    );
    const value = inlineValue(page, 'a_name_that');
    await value.waitFor();
    const lines = await page
      .locator('.cm-line')
      .evaluateAll((all) => all.map((line) => line.clientHeight));
    expect(new Set(lines)).toEqual(new Set([20]));
    const scroller = page.locator('.cm-scroller');
    const beyond = async (): Promise<number> => {
      const [own, frame] = await Promise.all([value.boundingBox(), scroller.boundingBox()]);
      return (own?.x ?? 0) + (own?.width ?? 0) - (frame?.x ?? 0) - (frame?.width ?? 0);
    };
    expect(await beyond()).toBeLessThanOrEqual(0);
    // Neither the cursor nor the end of the line stays covered.
    await page
      .locator('.cm-line', { hasText: 'a_name_that' })
      .click({ position: { x: 10, y: 10 } });
    await page.keyboard.press('End');
    const caret = page.locator('.cm-cursor-primary');
    await expect
      .poll(async () => {
        const [own, box] = await Promise.all([caret.boundingBox(), value.boundingBox()]);
        return (own?.x ?? Infinity) <= (box?.x ?? 0) + 1;
      })
      .toBe(true);
    expect(await beyond()).toBeLessThanOrEqual(0);
  }));

test('the search in the text counts and steps', () =>
  visit({}, async (page) => {
    await setText(page, DUMP);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('%sum.1');
    await expect.poll(() => page.locator('.find-count').innerText()).toBe('2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.find-count').innerText()).toBe('2 of 2');
    // What is found is shown, even where it was folded.
    await expect.poll(() => page.locator('.cm-searchMatch-selected').innerText()).toBe('%sum.1');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.find').count()).toBe(0);
  }));
