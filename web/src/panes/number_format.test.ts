// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import {
  chooseFormat,
  fittedNumber,
  formatNumber,
  longestNumber,
  statisticText,
} from './number_format';

const shown = (texts: string[]): string[] => {
  const format = chooseFormat(texts);
  return texts.map((text) => formatNumber(text, format));
};

describe('a column of numbers', () => {
  test.each([
    ['integers stay as they are', ['0', '12', '-3'], ['0', '12', '-3']],
    ['halves need one digit', ['0', '0.5', '1', '1.5'], ['0', '0.5', '1.0', '1.5']],
    ['neighbors that differ look different', ['0.101', '0.102'], ['0.101', '0.102']],
    ['a lone number has all its digits', ['1.4142135'], ['1.4142135']],
    ['far digits are left out', ['0.123456', '0.923456'], ['0.12', '0.92']],
    ['the sign of zero stays', ['-0', '0.25'], ['-0', '0.25']],
    ['special values are kept', ['nan', '-inf', '0.5'], ['nan', '-inf', '0.5']],
    ['a small one is not shown as zero', ['1e-07', '0.5', '2.5'], ['1×10⁻⁷', '0.5', '2.5']],
    ['complex numbers are exact', ['(1, 2)', '(0.5, -1)'], ['(1, 2)', '(0.5, -1)']],
    ['truth values are words', ['true', 'false'], ['true', 'false']],
    ['huge ones get powers', ['3.4e+38', '1e+20'], ['3.4×10³⁸', '1×10²⁰']],
    ['a power has no digits that the number has not', ['1e-45', '0.5'], ['1×10⁻⁴⁵', '0.5']],
    [
      'one huge value leaves the others as they are',
      ['0.1', '2.5', '1e+30'],
      ['0.1', '2.5', '1×10³⁰'],
    ],
    [
      'large and small ones mix',
      ['16777216', '123456.789', '0.5'],
      ['16777216.0', '123456.8', '0.5'],
    ],
    [
      'powers that differ look different',
      ['1.2345e+20', '1.2346e+20'],
      ['1.2345×10²⁰', '1.2346×10²⁰'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(shown(texts)).toEqual(expected);
  });
});

test('a number that is longer than all that were looked at is shortened, and does not lose its power', () => {
  const format = chooseFormat(['1.5', '-22.25', '3.75']);
  const fitted = (text: string, room: number): string => fittedNumber(text, format, room);
  expect(fitted('10.125', 5)).toBe('10.1');
  expect(fitted('0.0371994', 5)).toBe('≈0');
  expect(fitted('0.0371994', 6)).toBe('4×10⁻²');
  expect(fitted('0.0371994', 8)).toBe('3.7×10⁻²');
  expect(fitted('0.0371994', 9)).toBe('3.72×10⁻²');
  expect(fitted('-inf', 2)).toBe('-inf');
});

test('columns have room for the extremes of an array', () => {
  const longest = (texts: string[], extremes: number[]): number =>
    longestNumber(texts, extremes, chooseFormat(texts));
  expect(longest(['1', '22'], [-1234567, 22])).toBe(8);
  expect(longest(['1.5', '2.25'], [-0.1234567, 1234.5])).toBe(6);
  expect(longest(['1.5', '-inf'], [-Infinity, 1.5])).toBe(4);
  expect(longest(['true', 'false'], [0, 1])).toBe(5);
});

test.each([
  [0.0022515012, '0.0022515'],
  [1234567, '1234567'],
  [3.4e38, '3.4×10³⁸'],
  [1 / 3e20, '3.333×10⁻²¹'],
  [-0, '-0'],
  [NaN, 'nan'],
])('a statistic of %d reads %s', (value, text) => {
  expect(statisticText(value)).toBe(text);
});
