// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { byResult, deviceList, literalText } from './Devices';

test.each([
  [[0], '0'],
  [[0, 1, 2, 5, 7, 8], '0-2, 5, 7-8'],
])('devices %j are written %s', (devices, text) => {
  expect(deviceList(devices)).toBe(text);
});

test('devices with the same result share a row', () => {
  expect(byResult(['1', '2', '1'])).toEqual([
    { text: '1', devices: [0, 2] },
    { text: '2', devices: [1] },
  ]);
});

test.each([
  ['f32[4]', { data: [1, 1, 1, 1] }, '[1 1 1 1]'],
  [
    'f32[2,2]',
    {
      data: [
        ['nan', 2],
        [3, -0.5],
      ],
    },
    '[[nan 2] [3 -0.5]]',
  ],
  ['f32[]', { data: 3 }, '3'],
  ['(f32[], s32[2])', { tuple: [{ data: 3 }, { data: [1, 2] }] }, '(3, [1 2])'],
  ['f32[5000]', null, 'f32[5000]'],
])('a result of shape %s is written short: %j', (shape, literal, text) => {
  expect(literalText(shape, literal)).toBe(text);
});
