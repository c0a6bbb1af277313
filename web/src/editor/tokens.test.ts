// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { nextToken, type PaintState } from './tokens';

function paint(line: string, state: PaintState = { comment: false }): [string, string | null][] {
  const out: [string, string | null][] = [];
  for (let at = 0; at < line.length;) {
    const { length, paint: name } = nextToken(line.slice(at), line.slice(0, at), state);
    const text = line.slice(at, at + length);
    if (text.trim() !== '') out.push([text, name]);
    at += length;
  }
  return out;
}
const paintOf = (line: string, word: string): string | null | undefined =>
  paint(line).find(([text]) => text === word)?.[1];

test('an instruction shows its type, opcode, layout parts and attributes', () => {
  const line =
    '  ROOT %y.1 = f32[3,5]{1,0:T(2,2)S(1)} reduce-window(x, z), window={size=3x3 pad=0_0x1_1}';
  expect(paintOf(line, 'ROOT')).toBe('keyword');
  expect(paintOf(line, '%y.1')).toBe('name');
  expect(paintOf(line, 'f32[3,5]')).toBe('typeName');
  expect(paintOf(line, '{1,0:T(2,2)S(1)}')).toBe('layout');
  expect(paintOf(line, 'reduce-window')).toBe('opcode');
  expect(paintOf(line, 'window')).toBe('attribute');
  expect(paintOf(line, '0_0x1_1')).toBe('number');
});

test('an opcode without a shape before it is known by the equals sign', () => {
  expect(paintOf('y = add(a, b)', 'add')).toBe('opcode');
});

test('a computation head is no opcode', () => {
  expect(paintOf('sum (a: f32[], b: f32[]) -> f32[] {', 'sum')).toBe('name');
});

test('a block comment goes on over lines', () => {
  const state: PaintState = { comment: false };
  paint('a /* from here', state);
  expect(state.comment).toBe(true);
  expect(paint('to */ ENTRY', state)).toEqual([
    ['to */', 'comment'],
    ['ENTRY', 'keyword'],
  ]);
});

test('every character is consumed, whatever the text', () => {
  const odd = 'é "open \\" %  % -  -> <= ? # ~ 1.5e3 -inf nan(0x7f) \u0000';
  const state: PaintState = { comment: false };
  for (let at = 0; at < odd.length;) {
    const { length } = nextToken(odd.slice(at), odd.slice(0, at), state);
    expect(length).toBeGreaterThan(0);
    at += length;
  }
});

test('braces that follow no shape are no layout', () => {
  expect(paintOf('y = f32[2] reduce(x), dimensions={1,0}', '{1,0}')).toBeUndefined();
});

test('a name with brackets is no type', () => {
  expect(paintOf('v1[2] = x', 'v1[2]')).toBeUndefined();
});
