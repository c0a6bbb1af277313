// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { shardingOf, shardingSentence, shardingTable } from './sharding';

test.each([
  ['{devices=[2,2]0,2,1,3}', [2, 2], [[0], [2], [1], [3]]],
  ['{devices=[2,2]<=[4]}', [2, 2], [[0], [1], [2], [3]]],
  // 0 1 / 2 3 transposed: 0 2 / 1 3.
  ['{devices=[4,1]<=[2,2]T(1,0)}', [4, 1], [[0], [2], [1], [3]]],
  [
    '{devices=[2,2]<=[4] last_tile_dim_replicate}',
    [2],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    '{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}',
    [1, 2],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    '{devices=[2,1,2]<=[4] last_tile_dims={manual, replicated}}',
    [2],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    "{mesh['x'=2,'y'=2], [{'y'}, {?}]}",
    [2, 1],
    [
      [0, 2],
      [1, 3],
    ],
  ],
])('%s', (attribute, parts, devices) => {
  expect(shardingOf(attribute)).toEqual({ parts, devices });
});

test.each(['{replicated}', '{maximal device=1}', '{mesh[a=2], [{b}]}', '{devices=[3]0,1}'])(
  '%s has no parts',
  (attribute) => {
    expect(shardingOf(attribute)).toBeNull();
  },
);

test('a sentence names the split dimensions and how many devices hold each part', () => {
  const sharding = { parts: [2, 1, 4], devices: Array.from({ length: 8 }, (_, k) => [k, k + 8]) };
  expect(shardingSentence(sharding)).toBe(
    'Dimension 0 is split into 2 parts, dimension 2 into 4; each part is on 2 devices.',
  );
  expect(shardingTable(sharding)[1]).toEqual([
    [4, 12],
    [5, 13],
    [6, 14],
    [7, 15],
  ]);
});
