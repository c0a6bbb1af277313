// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { previewArray, shortNumber } from './preview';

test.each([
  ['a scalar', ['0.5'], [], '0.5'],
  ['a long scalar', ['0.57735026'], [], '0.57735'],
  ['a short list', ['1', '2', '3'], [3], '[1 2 3]'],
  ['a list with a rest', ['0', '1', '2', '3', '4', '5', '6', '7'], [24], '0 1 2 3 4 …'],
  ['a whole small matrix', ['1', '2', '3', '4'], [2, 2], '[[1 2] [3 4]]'],
  ['the beginning of a matrix', ['0', '1', '2', '3', '4', '5', '6', '7'], [3, 5], '0 1 2 3 4 …'],
  [
    'fewer of long numbers',
    ['-0.125', '5.17e-9', '0.125', '2.14e-16', '-0.125', '0', '0', '0'],
    [24],
    '-0.125 5.17e-9 0.125 …',
  ],
  ['a small array of rank 3', ['1', '2', '3', '4'], [2, 1, 2], '[[[1 2]] [[3 4]]]'],
  ['a single element of rank 2', ['7'], [1, 1], '[[7]]'],
  ['no elements', [], [0, 3], '[]'],
])('%s', (_, texts, dims, preview) => {
  expect(previewArray(texts, dims)).toBe(preview);
});

test.each([
  ['0.57735026', '0.577'],
  ['-1.8066201', '-1.81'],
  ['1e-05', '1e-05'],
  ['nan', 'nan'],
  ['-inf', '-inf'],
  ['-0', '-0'],
  ['123456789', '123456789'],
])('%s is cut to %s', (text, short) => {
  expect(shortNumber(text)).toBe(short);
});
