// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { changesOf, type Edit } from './edits';

const EDITS: Edit[] = [{ span: [3, 4], replacement: 'b' }];

test('edits are placed in units of the text', () => {
  // The letter before takes two bytes.
  expect(changesOf('é a', 'é a', EDITS)).toEqual([{ from: 2, to: 3, insert: 'b' }]);
});

test('a text that has changed since it was read is left alone', () => {
  expect(changesOf('é a', 'xé a', EDITS)).toEqual([]);
});
