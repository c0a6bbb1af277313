// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { converts, convertedTo } from './elements';

test.each([
  ['f64[2,3]', 'f32[2,3]', true],
  ['f64[2]', 'bf16[2]', true],
  ['f32[2]', 'f8e4m3fn[2]', true],
  ['s64[]', 's32[]', true],
  ['s64[4]', 'u32[4]', true],
  ['f64[2,3]', 'f32[3,2]', false],
  ['f64[2]', 's32[2]', false],
  ['s64[2]', 'f32[2]', false],
  ['u8[2]', 'pred[2]', false],
  ['f64[2]', 'c64[2]', false],
])('%s to %s: %s', (from, to, expected) => {
  expect(converts(from, to)).toBe(expected);
});

test('numbers are rounded to f32 once, ties to even, and large ones become infinite', () => {
  const data = [[1 + 2 ** -24, 0.1], [1e39, -1e-50], 'nan'];
  expect(convertedTo('f32[5]', { shape: 'f64[5]', data })).toEqual({
    shape: 'f32[5]',
    data: [[1, Math.fround(0.1)], ['inf', '-0'], 'nan'],
  });
});

test.each([
  ['s32', ['2147483647', '-2147483648'], [2147483647, -2147483648]],
  ['s32', ['1', '2147483648', '-2147483649'], '2147483648'],
  ['u8', ['255', '-1'], '-1'],
  ['u64', ['9007199254740993'], ['9007199254740993']],
])('integers that fit %s are taken: %j', (type, data, expected) => {
  const shape = `${type}[${data.length}]`;
  const converted = convertedTo(shape, { shape: `s64[${data.length}]`, data });
  expect(converted).toEqual(typeof expected === 'string' ? expected : { shape, data: expected });
});

test('an array of the type itself stays as it is', () => {
  const file = { shape: 'f32[1]', data: [0.1] };
  expect(convertedTo('f32[1]', file)).toBe(file);
});
