// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { statisticsOf } from './statistics';

test('chunks count as one array', () => {
  const chunks = [Float64Array.of(1, 2), Float64Array.of(-3, 0)];
  expect(statisticsOf(chunks)).toMatchObject({
    counted: 4,
    finite: 4,
    min: -3,
    max: 2,
    mean: 0,
    zero: 1,
  });
});

test('what is not finite is counted apart', () => {
  const all = statisticsOf([Float64Array.of(NaN, Infinity, -Infinity, 5)]);
  expect(all).toMatchObject({ nan: 1, infinite: 2, finite: 1, min: 5, max: 5, mean: 5 });
});

test('the mean of huge values does not overflow', () => {
  expect(statisticsOf([Float64Array.of(1.5e308, 1.5e308)]).mean).toBe(1.5e308);
});
