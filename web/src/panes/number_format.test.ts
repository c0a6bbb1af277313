// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { chooseFormat, formatNumber, statisticText } from './number_format';

const shown = (texts: string[]): string[] => {
  const format = chooseFormat(texts);
  return texts.map((text) => formatNumber(text, format));
};

describe('a column of numbers', () => {
  test.each([
    ['integers stay as they are', ['0', '12', '-3'], ['0', '12', '-3']],
    ['halves need one digit', ['0', '0.5', '1', '1.5'], ['0', '0.5', '1.0', '1.5']],
    ['neighbours that differ look different', ['0.101', '0.102'], ['0.101', '0.102']],
    ['a lone number has all its digits', ['1.4142135'], ['1.4142135']],
    ['far digits are left out', ['0.123456', '0.923456'], ['0.12', '0.92']],
    ['the sign of zero stays', ['-0', '0.25'], ['-0', '0.25']],
    ['special values are kept', ['nan', '-inf', '0.5'], ['nan', '-inf', '0.5']],
    ['a small one is not shown as zero', ['1e-07', '0.5', '2.5'], ['1×10⁻⁷', '0.50', '2.50']],
    ['complex numbers are exact', ['(1, 2)', '(0.5, -1)'], ['(1, 2)', '(0.5, -1)']],
    ['truth values are words', ['true', 'false'], ['true', 'false']],
    ['huge ones get powers', ['3.4e+38', '1e+20'], ['3.40×10³⁸', '1.00×10²⁰']],
  ])('%s', (_, texts, expected) => {
    expect(shown(texts)).toEqual(expected);
  });
});

test.each([
  [0.0022515012, '0.0022515'],
  [1234567, '1234567'],
  [3.4e38, '3.400×10³⁸'],
  [-0, '-0'],
  [NaN, 'nan'],
])('a statistic of %d reads %s', (value, text) => {
  expect(statisticText(value)).toBe(text);
});
