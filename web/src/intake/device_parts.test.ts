// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { partsOf, splitData, wholeShape } from './device_parts';

const WHOLE = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
];

/** What each of 4 partitions has, of the sizes of a part. */
const split = (sharding: string, part: number[]): string => {
  const parts = partsOf(sharding, 2, 4);
  return parts === null ? 'none' : JSON.stringify(splitData(WHOLE, part, parts));
};

test.each([
  '{devices=[2,2]<=[4]}',
  '{devices=[2,2]0,1,2,3}',
  "{mesh['x'=2,'y'=2], [{'x'}, {'y'}]}",
  '{mesh[x=2,y=2], device_ids=(0,1,2,3), [{x}, {y}]}',
  '{mesh[x=2,y=2], device_ids=([4]), [{x}, {y, ?}]}',
])('%s gives the parts in order', (sharding) => {
  expect(split(sharding, [1, 2])).toBe('[[[0,1]],[[2,3]],[[4,5]],[[6,7]]]');
});

test.each([
  '{devices=[2,2]<=[2,2]T(1,0)}',
  '{devices=[2,2]0,2,1,3}',
  "{mesh['x'=2,'y'=2], [{'y'}, {'x'}]}",
  "{mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}, {'y'}]}",
])('%s gives the parts by columns', (sharding) => {
  expect(split(sharding, [1, 2])).toBe('[[[0,1]],[[4,5]],[[2,3]],[[6,7]]]');
});

test.each([
  '{devices=[2,1,2]<=[4] last_tile_dim_replicate}',
  '{devices=[2,1,2]<=[4] last_tile_dims={manual}}',
  "{mesh['x'=2,'y'=2], [{'x'}, {}]}",
])('%s gives each part twice', (sharding) => {
  expect(split(sharding, [1, 4])).toBe('[[[0,1,2,3]],[[0,1,2,3]],[[4,5,6,7]],[[4,5,6,7]]]');
});

test('two axes split one dimension', () => {
  const parts = partsOf("{mesh['x'=2,'y'=2], [{}, {'y', 'x'}]}", 2, 4);
  expect(parts?.places).toEqual([
    [0, 0],
    [0, 2],
    [0, 1],
    [0, 3],
  ]);
  expect(parts && wholeShape('f32[2,1]', parts)).toBe('f32[2,4]');
});

test.each([
  '{replicated}',
  '{maximal device=1}',
  '{devices=[4]<=[4]}',
  '{devices=[2,2,2]<=[8]}',
  '{devices=[2,2]0,1,2,2}',
  '{mesh[x=4], [{x:(1)2}, {x:(2)2}]}',
  '{mesh[x=2,y=2], [{z}, {y}]}',
])('%s is not split', (sharding) => {
  expect(split(sharding, [1, 2])).toBe('none');
});
