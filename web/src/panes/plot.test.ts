// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { plotOf } from './plot';

test('values go from the bottom to the top, iterations from the left to the right', () => {
  expect(plotOf({ iterations: [0, 5, 10], values: [-2, 0, 2] }, 10)).toEqual({
    lines: ['0,1 0.5,0.5 1,0'],
    low: -2,
    high: 2,
    firstSpecial: -1,
  });
});

test('a line ends where a value is not finite', () => {
  const plot = plotOf({ iterations: [0, 1, 2, 3, 4], values: [1, 3, NaN, Infinity, 1] }, 4);
  expect(plot).toMatchObject({ lines: ['0,1 0.25,0', '1,1'], low: 1, high: 3, firstSpecial: 2 });
});

test('equal values are in the middle', () => {
  expect(plotOf({ iterations: [0, 1], values: [7, 7] }, 1)?.lines).toEqual(['0,0.5 1,0.5']);
});

test('a single value is no plot', () => {
  expect(plotOf({ iterations: [0], values: [7] }, 0)).toBeNull();
  expect(plotOf({ iterations: [0, 1], values: [7, NaN] }, 1)).toBeNull();
});
