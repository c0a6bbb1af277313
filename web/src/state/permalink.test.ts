// SPDX-License-Identifier: Apache-2.0
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeShared, encodeShared, type Shared } from './permalink';

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
    },
  ],
];

test.each(GOLDEN)('a link of an earlier release still opens: %s', async (fragment, means) => {
  expect(await decodeShared(fragment)).toEqual(means);
});

test('a state survives the way into a link and back', async () => {
  const shared: Shared = { text: 'größer → ∞ 😀\n'.repeat(40), pane: 'value', selection: 'a/b' };
  const fragment = await encodeShared(shared);
  expect(fragment).toMatch(/^1[\w-]+$/);
  expect(fragment.length).toBeLessThan(300);
  expect(await decodeShared(fragment)).toEqual(shared);
});

const pack = (value: unknown): string =>
  `1${deflateRawSync(Buffer.from(JSON.stringify(value))).toString('base64url')}`;

test.each([
  ['no fragment', ''],
  ['a version that does not exist', '9abcd'],
  ['damaged data', '1@@@'],
  ['data cut short', pack({ text: 'ENTRY e { a = f32[] constant(1) }' }).slice(0, 20)],
  ['JSON without a text', pack({ pane: 'value' })],
])('%s opens nothing', async (_, fragment) => {
  expect(await decodeShared(fragment)).toBeNull();
});

test('fields of the wrong type are dropped, the text stays', async () => {
  const fragment = pack({ text: 'x', inputs: 3, pane: [], selection: 1, extra: true });
  expect(await decodeShared(fragment)).toEqual({ text: 'x' });
});
