// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { statisticsOf } from '../engine/statistics';
import { heatOf, heatScale } from './heat';

const scaleOf = (...values: number[]) => heatScale(statisticsOf([Float64Array.from(values)]));

test('values of one sign run from the smallest to the largest', () => {
  const scale = scaleOf(2, 4, 6);
  expect([2, 4, 6].map((value) => heatOf(scale, value))).toEqual([0, 0.5, 1]);
});

test('values of both signs spread from zero, equally far on both sides', () => {
  const scale = scaleOf(-1, 4);
  expect([-4, -1, 0, 4].map((value) => heatOf(scale, value))).toEqual([-1, -0.25, 0, 1]);
});

test('equal values, and those that are not finite, have no color', () => {
  expect(heatOf(scaleOf(3, 3), 3)).toBeNull();
  expect(heatOf(scaleOf(0, 1), NaN)).toBeNull();
});

test('the largest doubles do not overflow', () => {
  const { MAX_VALUE } = Number;
  expect(heatOf(scaleOf(-MAX_VALUE, MAX_VALUE), MAX_VALUE)).toBe(1);
});
