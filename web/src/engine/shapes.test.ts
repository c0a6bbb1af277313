// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { arraysIn, bareShape, elementsOf } from './shapes';

test('sizes are read from shapes, tuples flattened', () => {
  expect(arraysIn('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[], pred[<=5])')).toEqual([
    { type: 'f32', dims: [2, 3] },
    { type: 's32', dims: [] },
    { type: 'pred', dims: [5] },
  ]);
  expect(arraysIn('(f32[2,3], s32[])').map(elementsOf)).toEqual([6, 1]);
  expect(bareShape('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[])')).toBe('(f32[2,3], s32[])');
});
