// SPDX-License-Identifier: Apache-2.0
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeFragment, encodeShared, keptFragment, type Shared } from './permalink';

/** Links that were made by releases, with what they must still mean. Only ever add to this list. */
const GOLDEN: readonly (readonly [fragment: string, means: Shared])[] = [
  [
    // 0.1.0; made with zlib of Python 3.11, not by this code.
    '1LYzLCoMwEEV_ZZiVQqA-KIVAl90qiJuiLkKdUlFHiREsIf_eEbq75xy4Hh0dDjU-irp6AoFvGaAqyxoOuMM7z5pcXTufqkTXUaayOMBqrJnJkY2SuOXQMioceN3dhrrxOA7cy6E13C-zpI1I-Ba6c070csPC0ulySFwNk8BkvsvuhN2H5lP0xo6Cf6_RJyoNGH4',
    {
      text: 'ENTRY e {\n  ROOT x = f32[3,5]{1,0:T(2,2)} parameter(0)\n}\n',
      inputs: [{ kind: 'random', seed: 7 }],
      selection: 'e/x',
      pane: 'layout',
      theme: 'dark',
      layout: '{0,1}',
      defaults: 'iota',
    },
  ],
  [
    // 0.2.0; made in the same way.
    '2LY3BCoMwEER_JexJIbQaKQWhx14riJeiHoLd0tAYRVdICfn3rqW3YfbN2wCEnqCE662p7wJF6JwQdVU1wouLeBaqVbKQpz4omcusbBIlVRrFrBc9IuGSZGnnYudAAhmyyCp_IFZKMG7eaIWyDfA27sEXvdEEsZewosWBzOS4xKNneNZu31r9mbZ9_A8lhIwfq_hD6MW2fW7NwHSbc2bTiI7J_By_',
    {
      text: 'ENTRY e {\n  ROOT x = f32[2,3,5]{2,1,0:T(2,2)} parameter(0)\n}\n',
      title: 'x.txt',
      inputs: [{ kind: 'auto' }],
      selection: 'e/x',
      pane: 'layout',
      layout: '{0,1,2}',
      path: [],
      slice: [1],
      element: 17,
    },
  ],
];

test.each(GOLDEN)('a link of an earlier release still opens: %s', async (fragment, means) => {
  expect(await decodeFragment(fragment)).toEqual({ kind: 'shared', shared: means });
});

const pack = (value: unknown): string =>
  `2${deflateRawSync(Buffer.from(JSON.stringify(value))).toString('base64url')}`;

test('iterations of loops are numbers by name', async () => {
  const iterations = { 'main/loop': 12 };
  const good = await decodeFragment(pack({ text: 'x', iterations }));
  expect(good).toEqual({ kind: 'shared', shared: { text: 'x', iterations } });
  for (const bad of [[12], { a: '12' }, { a: 1.5 }, 7]) {
    const found = await decodeFragment(pack({ text: 'x', iterations: bad }));
    expect(found).toEqual({ kind: 'shared', shared: { text: 'x' } });
  }
});

test('a state survives the way into a link and back', async () => {
  const shared: Shared = { text: 'größer → ∞ 😀\n'.repeat(40), pane: 'value', selection: 'a/b' };
  const fragment = await encodeShared(shared);
  expect(fragment).toMatch(/^2[\w-]+$/);
  expect(fragment.length).toBeLessThan(300);
  expect(await decodeFragment(fragment)).toEqual({ kind: 'shared', shared });
});

test.each([
  ['a version that does not exist', '9abcd', /newer version/],
  ['not a link', 'section-3', /newer version/],
  ['damaged data', '1@@@', /damaged/],
  ['data cut short', pack({ text: 'ENTRY e { a = f32[] constant(1) }' }).slice(0, 20), /damaged/],
  ['JSON without a text', pack({ pane: 'value' }), /damaged/],
  ['a list', pack([1, 2]), /damaged/],
])('%s is told', async (_, fragment, reason) => {
  expect(await decodeFragment(fragment)).toEqual({
    kind: 'problem',
    reason: expect.stringMatching(reason) as string,
  });
});

test('what unpacks to a hundred megabytes is given up after a few of them', async () => {
  const bomb = pack({ text: `HloModule m\n${' '.repeat(100 << 20)}` });
  expect(bomb.length).toBeLessThan(1 << 20);
  const start = performance.now();
  expect(await decodeFragment(bomb)).toEqual({
    kind: 'problem',
    reason: 'This link unpacks to more than 8 MiB; it was not opened.',
  });
  expect(performance.now() - start).toBeLessThan(2000);
}, 30_000);

test('no fragment is no link, and says nothing', async () => {
  expect(await decodeFragment('')).toEqual({ kind: 'nothing' });
});

test('a program that the browser keeps is named', async () => {
  expect(await decodeFragment(keptFragment('a1'))).toEqual({ kind: 'kept', id: 'a1' });
});

test('fields of the wrong type are dropped, the text stays', async () => {
  const fragment = pack({
    text: 'x',
    inputs: 3,
    pane: [],
    slice: ['a'],
    element: 0.5,
    extra: true,
  });
  expect(await decodeFragment(fragment)).toEqual({ kind: 'shared', shared: { text: 'x' } });
});
