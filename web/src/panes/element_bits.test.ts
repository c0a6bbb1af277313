// SPDX-License-Identifier: Apache-2.0
// Patterns are those of IEEE 754 and of the OCP and FNUZ formats, by hand.
import { expect, test } from 'vitest';
import { bitFields, bytesText } from './element_bits';

test.each([
  ['f32', '1', '00 00 80 3f'],
  ['f32', '-0', '00 00 00 80'],
  ['f32', '0.1', 'cd cc cc 3d'],
  ['f32', '1e-45', '01 00 00 00'],
  ['f32', '3.4028235e+38', 'ff ff 7f 7f'],
  ['f32', '-inf', '00 00 80 ff'],
  ['f64', '1', '00 00 00 00 00 00 f0 3f'],
  ['f64', '5e-324', '01 00 00 00 00 00 00 00'],
  ['f64', '1.7976931348623157e+308', 'ff ff ff ff ff ff ef 7f'],
  ['f16', '65504', 'ff 7b'],
  ['bf16', '3.140625', '49 40'],
  ['f8e4m3fn', '448', '7e'],
  ['f8e5m2', '57344', '7b'],
  ['f8e4m3fnuz', '240', '7f'],
  ['f8e8m0fnu', '2', '80'],
  ['f4e2m1fn', '-6', 'f'],
  ['s32', '-2', 'fe ff ff ff'],
  ['u16', '258', '02 01'],
  ['s4', '-3', 'd'],
  ['u2', '3', '3'],
  ['pred', 'true', '1'],
  ['c64', '(1, -2)', '00 00 80 3f 00 00 00 c0'],
  ['f32', 'nan', 'nan'],
])('%s %s is %s', (type, text, bytes) => {
  expect(bytesText(type, text)).toBe(bytes);
});

test('the bits of a float are its sign, exponent and mantissa', () => {
  expect(bitFields('f8e4m3fn', '-1.5')).toEqual(['1', '0111', '100']);
  expect(bitFields('s8', '-1')).toEqual(['11111111']);
});
