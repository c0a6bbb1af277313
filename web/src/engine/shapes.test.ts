// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { arraysIn, bareShape, elementsIn } from './shapes';

test('sizes are read from shapes, tuples flattened', () => {
  expect(arraysIn('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[], pred[<=5])')).toEqual([
    { type: 'f32', dims: [2, 3] },
    { type: 's32', dims: [] },
    { type: 'pred', dims: [5] },
  ]);
  expect(elementsIn('(f32[2,3], s32[])')).toBe(7);
  expect(elementsIn('token[]')).toBe(1);
  expect(bareShape('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[])')).toBe('(f32[2,3], s32[])');
});
