// SPDX-License-Identifier: Apache-2.0
// The stories of users in Chromium, Firefox and WebKit. Each one fails on console output.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, DriverTimeout, type Driver, type Size, type Tab } from './drivers';

const PATIENCE_MS = 10_000;
const DESKTOP: Size = { width: 1440, height: 900 };
const PHONE: Size = { width: 360, height: 740 };

/** The steps of a story, in a tab. */
class Visitor {
  constructor(private readonly tab: Tab) {}

  /** Calls a function in the page. It sees its arguments only. */
  async run<A extends unknown[], R>(call: (...args: A) => R, ...args: A): Promise<R> {
    return (await this.tab.evaluate(`(${String(call)})(...${JSON.stringify(args)})`)) as R;
  }

  /** Waits until a function has a result in the page. */
  async until<A extends unknown[], R>(
    call: (...args: A) => R | null | false,
    ...args: A
  ): Promise<R> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await this.run(call, ...args);
      if (found !== null && found !== false) return found;
      if (Date.now() > end) throw new Error(`not in time: ${String(call)} of ${args.join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Waits for an element with a text. */
  async sees(selector: string, text = ''): Promise<string> {
    return this.until(
      (where, part) => {
        const all = [...document.querySelectorAll<HTMLElement>(where)];
        return all.find((element) => element.innerText.includes(part))?.innerText ?? null;
      },
      selector,
      text,
    );
  }

  count(selector: string): Promise<number> {
    return this.run((where) => document.querySelectorAll(where).length, selector);
  }

  /** Clicks into an element, at its middle or at one of its ends. */
  async click(selector: string, text = '', at: 'middle' | 'end' = 'middle'): Promise<void> {
    const [x, y] = await this.until(
      (where, part, place): [number, number] | null => {
        const all = [...document.querySelectorAll<HTMLElement>(where)];
        const found = all.find((element) => element.innerText.includes(part));
        found?.scrollIntoView({ block: 'nearest' });
        const box = found?.getBoundingClientRect();
        if (box === undefined || box.width === 0) return null;
        const inside = place === 'end' ? box.width - 2 : Math.min(box.width / 2, 60);
        return [box.left + inside, box.top + box.height / 2];
      },
      selector,
      text,
      at,
    );
    await this.tab.clickAt(x, y);
  }

  press(...keys: string[]): Promise<void> {
    return this.tab.press(...keys);
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.tab.press(key);
  }

  /** Puts a program in the place of the text, as a paste does. */
  async paste(text: string): Promise<void> {
    const before = await this.run(() =>
      document.querySelector('.page')?.getAttribute('data-shown'),
    );
    await this.click('.cm-line');
    await this.press('Control', 'a');
    await this.run((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      // Firefox does not take the data of a constructed ClipboardEvent.
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
      document.querySelector('.cm-content')?.dispatchEvent(event);
    }, text);
    await this.until((old) => {
      const { phase, shown } = document.querySelector<HTMLElement>('.page')?.dataset ?? {};
      return phase === 'idle' && shown !== old;
    }, before ?? '');
  }

  /** The value at the end of the line that has a text. */
  value(line: string): Promise<string> {
    return this.until((part) => {
      const lines = [...document.querySelectorAll('.cm-line')];
      const found = lines.find(({ textContent }) => textContent.includes(part));
      return found?.querySelector('.inline-value')?.textContent ?? null;
    }, line);
  }

  async seesValue(line: string, value: string): Promise<void> {
    await this.until(
      (part, wanted) =>
        [...document.querySelectorAll('.cm-line')]
          .find(({ textContent }) => textContent.includes(part))
          ?.querySelector('.inline-value')
          ?.textContent.includes(wanted) ?? false,
      line,
      value,
    );
  }
}

type Visit = (
  size: Size,
  story: (visitor: Visitor, address: string) => Promise<void>,
  fragment?: string,
) => Promise<void>;

const MISTAKES = `HloModule mistakes
ENTRY main {
  x = f32[3,4] parameter(0)
  row = f32[4] parameter(1)
  good = f32[4] add(row, row)
  one = f32[3,4] add(x, row)
  two = f32[3,4] multiply(x, xx)
  three = f32[3,4] exponentail(x)
  four = f32[4,3] transpose(x)
  ROOT five = f32[5,4] negate(x)
}
`;

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

/** As a compiler writes it: 300 instructions with all that is not needed to follow them. */
function dump(): string {
  const line = (k: number): string =>
    `  %add.${k} = f32[8,16]{1,0} add(f32[8,16]{1,0} %add.${k - 1}, f32[8,16]{1,0} %one.0), ` +
    'sharding={replicated}, frontend_attributes={kind="test"}, unheard_of={1,2}, ' +
    `metadata={op_type="add" op_name="jit(f)/jit(main)/layer_${k}/add" source_file="f.py" source_line=${k}}`;
  const lines = Array.from({ length: 300 }, (_, k) => line(k + 1));
  return [
    'HloModule jit_f, entry_computation_layout={(f32[8,16]{1,0})->(f32[8,16]{1,0}, f32[8,16]{1,0})}',
    '',
    'ENTRY %main.9 (Arg_0.1: f32[8,16]) -> (f32[8,16], f32[8,16]) {',
    '  %add.0 = f32[8,16]{1,0} parameter(0)',
    '  %constant.1 = f32[] constant(1)',
    '  %one.0 = f32[8,16]{1,0} broadcast(f32[] %constant.1), dimensions={}',
    ...lines,
    '  ROOT %tuple.1 = (f32[8,16]{1,0}, /*index=1*/f32[8,16]{1,0}) tuple(%add.300, %one.0)',
    '}',
    '',
  ].join('\n');
}

/** Texts with one character changed, dropped or doubled; the same ones in every run. */
function mutants(text: string, count: number): string[] {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const letters = '{}()[],=:%"0179af-. ';
  return Array.from({ length: count }, () => {
    const at = next(text.length);
    const letter = letters[next(letters.length)] ?? '';
    const ways = [letter, '', (text[at] ?? '') + letter];
    return text.slice(0, at) + (ways[next(3)] ?? '') + text.slice(at + 1);
  });
}

const STORIES: readonly [name: string, run: (visit: Visit) => Promise<void>][] = [
  [
    'on a phone an example has its values, and a digit changes them without the network',
    (visit) =>
      visit(PHONE, async (visitor) => {
        await visitor.seesValue('half = ', '0.5');
        const resources = (): Promise<number> =>
          visitor.run(() => performance.getEntriesByType('resource').length);
        // The rest of the engine, the full-speed engine, and the rule book come last.
        await visitor.until(() => {
          const names = performance.getEntriesByType('resource').map(({ name }) => name);
          const last = [/hlo-rest/, /hlo-(full|threads)[^/]*\.wasm/, /\.json/];
          return last.every((part) => names.some((name) => part.test(name)));
        });
        const before = await resources();
        await visitor.click('.cm-line .tok-number', '0.5', 'end');
        await visitor.press('End');
        await visitor.press('ArrowLeft');
        await visitor.type('25');
        await visitor.seesValue('half = ', '0.525');
        expect(await resources()).toBe(before);
        const width = await visitor.run(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(width).toBe(0);
      }),
  ],
  [
    'a dump of 300 lines is read, what it does not know is a warning, and the entry has values',
    (visit) =>
      visit(DESKTOP, async (visitor) => {
        await visitor.paste(dump());
        await visitor.sees('.fold-chip', 'layer_');
        expect(await visitor.count('.squiggle.error')).toBe(0);
        await visitor.click('#tab-messages');
        await visitor.sees('.messages li.warning', 'unheard_of');
        expect(await visitor.count('.messages li.error')).toBe(0);
        // Parameters are random normal numbers; 1 is added 300 times.
        await visitor.seesValue('%one.0 =', '1 1 1 1 1');
        // The canonical text is that of the same module: it is the same when it is formatted again.
        await visitor.click('.foldings', 'Show all text');
        await visitor.click('.foldings', 'Format');
        await visitor.sees('.cm-line', '%add.1 = f32[8,16]{1,0} add(%add.0, %one.0)');
        expect(await visitor.count('.squiggle.error')).toBe(0);
      }),
  ],
  [
    'five mistakes have five messages with rules and fixes; the good lines have values',
    (visit) =>
      visit(DESKTOP, async (visitor) => {
        await visitor.paste(MISTAKES);
        await visitor.click('#tab-messages');
        await visitor.until(() => document.querySelectorAll('.messages li.error').length === 5);
        expect(await visitor.count('.messages .rule-link')).toBe(5);
        expect(await visitor.count('.messages .fixes')).toBe(5);
        await visitor.seesValue('good = ', '[0 2 4 6]');
        for (let left = 4; left >= 0; left--) {
          await visitor.click('.messages li.error .fix');
          await visitor.until(
            (wanted) => document.querySelectorAll('.messages li.error').length === wanted,
            left,
          );
        }
        // -(0 1 2 ...)
        await visitor.seesValue('five = ', '-1 -2 -3');
      }),
  ],
  [
    'a tile that wastes memory is named, and the dimension order that does not',
    (visit) =>
      visit(DESKTOP, async (visitor) => {
        await visitor.paste('ENTRY e { ROOT a = s32[64,8,4]{2,1,0} iota(), iota_dimension=0 }');
        await visitor.click('#tab-layout');
        await visitor.click('[aria-label="layout to try"]');
        await visitor.press('Control', 'a');
        await visitor.type('{2,1,0:T(8,128)}');
        // 64 tiles of 8 x 128 elements of 4 bytes hold 8 KiB.
        await visitor.sees('.pane', '32×');
        const advice = await visitor.sees('.advice', '{0,1,2:T(8,128)}');
        expect(advice).toMatch(/takes 16\sKiB instead of 256\sKiB/);
      }),
  ],
  [
    'four replicas show their values and groups, and a wrong group gives a reason',
    (visit) =>
      visit(DESKTOP, async (visitor) => {
        await visitor.paste(REPLICAS);
        await visitor.click('#tab-devices');
        await visitor.until(() => document.querySelectorAll('.device-card').length === 4);
        await visitor.sees('.pane', 'Devices 0, 1 combine their values with add; so do 2, 3.');
        const flat = REPLICAS.replace(
          '{{0,1},{2,3}}',
          '{{0,3},{1,2}}, channel_id=1, use_global_device_ids=true',
        );
        await visitor.paste(flat);
        await visitor.click('#tab-devices');
        await visitor.sees('.pane', 'Devices 0, 3 combine their values with add; so do 1, 2.');
        await visitor.paste(REPLICAS.replace('{2,3}', '{2,9}'));
        await visitor.click('#tab-messages');
        await visitor.sees('.messages li.error', '9');
      }),
  ],
  [
    'a link shows the same program, selection and pane in another tab',
    async (visit) => {
      let fragment = '';
      const text = 'ENTRY e {\n  c = f32[2] constant({7, 8})\n  ROOT d = f32[2] add(c, c)\n}\n';
      await visit(DESKTOP, async (visitor) => {
        await visitor.paste(text);
        await visitor.click('.cm-line .tok-opcode', 'constant');
        await visitor.sees('.selected h2', 'c');
        await visitor.click('#tab-layout');
        fragment = await visitor.until(() => {
          const { hash } = location;
          return hash.length > 20 && document.querySelector('#tab-layout[aria-selected=true]')
            ? hash.slice(1)
            : null;
        });
        // The address follows after a moment.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        fragment = await visitor.run(() => location.hash.slice(1));
      });
      const again: Parameters<Visit>[1] = async (visitor) => {
        await visitor.seesValue('c = ', '[7 8]');
        expect(await visitor.sees('.selected h2')).toBe('c');
        await visitor.sees('#tab-layout[aria-selected=true]');
      };
      await visit(DESKTOP, again, fragment);
    },
  ],
  [
    'no damaged text stops the page',
    (visit) =>
      visit(DESKTOP, async (visitor) => {
        for (const text of mutants(REPLICAS, 30)) await visitor.paste(text);
        await visitor.paste('ENTRY e { ROOT a = f32[] constant(4) }');
        await visitor.seesValue('ROOT', '4');
      }),
  ],
];

for (const browser of BROWSERS) {
  const missing = browser.missing();
  if (missing !== '') console.warn(`${browser.name} is skipped: ${missing}`);
  describe.skipIf(missing !== '')(browser.name, () => {
    let driver: Driver | undefined;
    beforeAll(async () => {
      driver = await browser.start();
    });
    afterAll(() => driver?.stop());

    const visitOnce: Visit = async (size, story, fragment = '') => {
      if (driver === undefined) throw new Error(`${browser.name} did not start`);
      const tab = await driver.newTab(size);
      try {
        await tab.open(fragment === '' ? driver.url : `${driver.url}#${fragment}`);
        const visitor = new Visitor(tab);
        await visitor.until(() => document.querySelector('.page[data-complete=true]') !== null);
        await story(visitor, driver.url);
        expect(await tab.complaints()).toEqual([]);
      } finally {
        await tab.close();
      }
    };
    const visit: Visit = async (...visited) => {
      try {
        await visitOnce(...visited);
      } catch (error) {
        if (!(error instanceof DriverTimeout)) throw error;
        console.warn(`restarting ${browser.name}: ${error.message}`);
        await driver?.stop();
        driver = await browser.start();
        await visitOnce(...visited);
      }
    };
    test.each(STORIES)('%s', (_, run) => run(visit), 120_000);
  });
}
