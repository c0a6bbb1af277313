// SPDX-License-Identifier: Apache-2.0
// Modes and devices as in docs/reference/collectives.md, section 3.
import { describe, expect, test } from 'vitest';
import {
  arrowsOf,
  deviceList,
  equalDevices,
  equalSentence,
  groupSentence,
  groupText,
  idSentence,
} from './collectives';

const TWO_BY_TWO = { replicas: 2, partitions: 2 };
const FOUR = { replicas: 4, partitions: 1 };
const attributes = (entries: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries));

test.each([
  [[0], '0'],
  [[0, 1], '0, 1'],
  [[0, 1, 2, 5, 7, 8, 9], '0-2, 5, 7-9'],
])('devices %j are written %s', (devices, text) => {
  expect(deviceList(devices)).toBe(text);
});

describe('ids', () => {
  test.each([
    ['all-reduce', {}, TWO_BY_TWO, /replicas.*no channel_id.*once per partition/],
    ['all-reduce', {}, FOUR, /replicas.*device numbers are the same/],
    ['all-to-all', { channel_id: '1' }, TWO_BY_TWO, /partitions.*once per replica/],
    ['all-reduce', { channel_id: '1' }, TWO_BY_TWO, /replicas.*spans all 2 partitions/],
    [
      'all-gather',
      { channel_id: '1', use_global_device_ids: 'true' },
      TWO_BY_TWO,
      /devices.*replica × 2 \+ partition/,
    ],
    ['add', {}, FOUR, /^$/],
  ])('of %s with %j on %j', (opcode, entries, sizes, sentence) => {
    expect(idSentence(opcode, attributes(entries as Record<string, string>), sizes)).toMatch(
      sentence,
    );
  });
});

describe('a collective-permute', () => {
  const pairs = { source_target_pairs: '{{0,1},{1,0}}' };
  test('without a channel moves values between replicas, in every partition', () => {
    expect(arrowsOf('collective-permute', attributes(pairs), TWO_BY_TWO)).toEqual([
      { from: 0, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 0 },
      { from: 3, to: 1 },
    ]);
  });
  test('with a channel swaps the partitions inside each replica', () => {
    const withChannel = attributes({ ...pairs, channel_id: '1' });
    expect(arrowsOf('collective-permute', withChannel, TWO_BY_TWO)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 0 },
      { from: 2, to: 3 },
      { from: 3, to: 2 },
    ]);
  });
  test('is told by its arrows', () => {
    const arrows = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ];
    expect(groupSentence('collective-permute', '', [], arrows, FOUR)).toContain('0 → 1, 1 → 2.');
  });
});

test.each([
  ['all-reduce', 'add', [[0, 1, 2, 3]], 'All 4 devices combine their values with add.'],
  [
    'all-reduce',
    'add',
    [
      [0, 1],
      [2, 3],
    ],
    'Devices 0, 1 combine their values with add; so do 2, 3.',
  ],
  ['all-gather', '', [[0, 2]], 'Devices 0, 2 concatenate their values.'],
  ['all-reduce', 'add', [[0], [1], [2], [3]], 'Each device is a group of its own.'],
  ['add', '', [], ''],
])('groups of %s', (opcode, reducer, groups, sentence) => {
  expect(groupSentence(opcode, reducer, groups, [], FOUR)).toBe(sentence);
});

test('many groups are counted', () => {
  const groups = Array.from({ length: 10 }, (_, k) => [2 * k, 2 * k + 1]);
  const sentence = groupSentence('all-gather', '', groups, [], { replicas: 20, partitions: 1 });
  expect(sentence).toMatch(
    /^10 groups of 2 devices concatenate their values: \{0,1\}.* and 2 more\.$/,
  );
});

test('of more devices than are looked at, the sentence says which', () => {
  const first = Array.from({ length: 64 }, (_, device) => device);
  expect(equalSentence([first], 300)).toBe('The same on the first 64 of 300 devices.');
  const each = first.map((device) => [device]);
  expect(equalSentence(each, 300)).toBe('Different on each of the first 64 of 300 devices.');
});

test('a group of many devices is short', () => {
  expect(groupText(Array.from({ length: 300 }, (_, device) => device))).toBe('{0-299}');
  expect(groupText([0, 1])).toBe('{0,1}');
  const even = Array.from({ length: 100 }, (_, k) => 2 * k);
  expect(groupText(even)).toMatch(/^\{0,2,4,.*,30 and 84 more\}$/);
});

test('devices with equal values belong together', () => {
  const classes = equalDevices([
    { device: 0, sameAs: 0 },
    { device: 1, sameAs: 0 },
    { device: 2, sameAs: 2 },
  ]);
  expect(classes).toEqual([[0, 1], [2]]);
  expect(equalSentence(classes, 3)).toBe('2 different values: devices 0, 1; 2.');
  expect(equalSentence([[0, 1]], 2)).toBe('The same on all 2 devices.');
  expect(equalSentence([[0], [1]], 2)).toBe('Different on each of the 2 devices.');
});
