// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { messagePieces } from './message_text';

const codes = (message: string): string[] =>
  messagePieces(message)
    .filter(({ code }) => code)
    .map(({ text }) => text);

test('shapes, names in quotes and lists of numbers are code', () => {
  expect(codes("operand 'y' has shape f32[3,2]{1,0}, not f32[2,3]")).toEqual([
    'y',
    'f32[3,2]{1,0}',
    'f32[2,3]',
  ]);
  expect(codes('`add`: dims {2,3} and {3,2} differ')).toEqual(['add', '{2,3}', '{3,2}']);
  expect(codes('dimensions {0,1} of [2,4] and bf16[8] in pred[]')).toEqual([
    '{0,1}',
    '[2,4]',
    'bf16[8]',
    'pred[]',
  ]);
});

test('no letter of a message is lost', () => {
  const message = "it's 3 of f32[2]";
  expect(
    messagePieces(message)
      .map(({ text }) => text)
      .join(''),
  ).toBe(message);
});
