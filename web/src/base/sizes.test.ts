// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { byteText, groupDigits, shortBytes, shortCount } from './sizes';

test('digits and bytes are grouped', () => {
  expect(groupDigits(1048576)).toBe('1\u202f048\u202f576');
  expect(byteText(96)).toBe('96\u00a0B');
  expect(byteText(1048576)).toBe('1\u202f048\u202f576\u00a0B (1\u00a0MiB)');
});

test('large counts and sizes have short forms', () => {
  expect([0, 162, 1200, 1234567, 12345678].map(shortCount)).toEqual([
    '0',
    '162',
    '1.2\u202fk',
    '1.2\u202fM',
    '12.3\u202fM',
  ]);
  expect([0, 512, 49152, 5 * 1024 ** 3].map(shortBytes)).toEqual([
    '0\u202fB',
    '512\u202fB',
    '48\u202fKiB',
    '5\u202fGiB',
  ]);
});
