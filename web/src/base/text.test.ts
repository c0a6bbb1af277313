// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { byteToUnit, changedPart, unitToByte } from './text';

test('bytes and units are the same in ASCII', () => {
  const unit = byteToUnit('add(a, b)');
  expect([0, 4, 9].map(unit)).toEqual([0, 4, 9]);
});

test('offsets after letters of two, three and four bytes shrink', () => {
  const text = 'é€😀x';
  const unit = byteToUnit(text);
  expect([0, 2, 5, 9, 10].map(unit)).toEqual([0, 1, 2, 4, 5]);
});

test('offsets beyond the text stop at its end', () => {
  expect(byteToUnit('ab')(7)).toBe(2);
  expect(byteToUnit('é')(7)).toBe(1);
});

test('units are turned back into bytes', () => {
  expect([0, 4].map(unitToByte('abcd'))).toEqual([0, 4]);
  expect([0, 1, 2, 4, 5].map(unitToByte('é€😀x'))).toEqual([0, 2, 5, 9, 10]);
});

test('a copy of a known text is compared once', () => {
  const text = 'a'.repeat(4_000_000);
  byteToUnit(text);
  const copy = Buffer.from(text).toString();
  const start = performance.now();
  for (let k = 0; k < 10_000; k++) byteToUnit(copy);
  // Comparing all characters each time takes a second.
  expect(performance.now() - start).toBeLessThan(200);
});

test.each([
  ['abcd', 'abXcd', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['one two', 'one 2', { from: 4, to: 7, insert: '2' }],
  ['', 'a', { from: 0, to: 0, insert: 'a' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
])('what changes from "%s" to "%s" is as little as possible', (before, after, change) => {
  expect(changedPart(before, after)).toEqual(change);
});
