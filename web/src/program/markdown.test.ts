// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { blocksOf, inlineOf } from './markdown';

test('code, bold words and source marks are set off; of a link the words remain', () => {
  expect(inlineOf('**C3** The size `d + lo` must fit [sizes](layout.md#sizes). [XLA]')).toEqual([
    { kind: 'bold', text: 'C3' },
    { kind: 'text', text: ' The size ' },
    { kind: 'code', text: 'd + lo' },
    { kind: 'text', text: ' must fit ' },
    { kind: 'text', text: 'sizes' },
    { kind: 'text', text: '. ' },
    { kind: 'mark', text: 'XLA' },
  ]);
});

test('brackets of code and of indices are text', () => {
  expect(inlineOf('`x[0]` and R[i]')).toEqual([
    { kind: 'code', text: 'x[0]' },
    { kind: 'text', text: ' and R[i]' },
  ]);
});

test('list items keep their depth, and continued lines belong to their item', () => {
  const blocks = blocksOf('First\nline.\n- one\n  more\n  - inner\n\nLast.');
  const texts = blocks.map(({ depth, content }) => [
    depth,
    content.map(({ text }) => text).join(''),
  ]);
  expect(texts).toEqual([
    [0, 'First line.'],
    [1, 'one more'],
    [2, 'inner'],
    [0, 'Last.'],
  ]);
});
