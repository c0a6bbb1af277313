// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { statisticsOf } from '../engine/statistics';
import { valueSentence } from './value_sentence';

const said = (type: string, values: number[], elements = values.length): string =>
  valueSentence(type, elements, statisticsOf([new Float64Array(values)]))
    .map(({ text, alarm }) => (alarm ? `!${text}` : text))
    .join('; ');

test.each([
  ['f32', [0, 1, 2, 3], '4 elements from 0 to 3, mean 1.5'],
  ['f32', [0.5, 0.5], '2 elements, all 0.5'],
  ['f32', [7], '1 element'],
  ['f32', [], '0 elements'],
  ['pred', [1, 0, 1], '3 elements, 2 of them true'],
  ['c64', [5, 1], '2 elements, real parts from 1 to 5, mean 3'],
  ['f32', [0, Infinity], '2 elements, finite ones all 0; !1 infinite'],
  ['f32', [1, NaN, 3], '3 elements, finite ones from 1 to 3, mean 2; !1 nan'],
  ['f32', [NaN, NaN], '2 elements; !2 nan'],
])('%s %j: %s', (type, values, sentence) => {
  expect(said(type, values)).toBe(sentence);
});

test('what was not looked at is not spoken for', () => {
  expect(said('s32', [0, 1, 2, 3], 10)).toBe(
    '10 elements; the first 4 of them from 0 to 3, mean 1.5',
  );
});
