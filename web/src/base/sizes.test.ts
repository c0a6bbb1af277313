// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { byteText, groupDigits } from './sizes';

test('digits and bytes are grouped', () => {
  expect(groupDigits(1048576)).toBe('1\u202f048\u202f576');
  expect(byteText(96)).toBe('96\u00a0B');
  expect(byteText(1048576)).toBe('1\u202f048\u202f576\u00a0B (1\u00a0MiB)');
});
