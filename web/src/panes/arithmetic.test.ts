// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { InstructionOutline } from '../engine/types';
import { formulaPieces, sourcesOf } from './arithmetic';

const of = (opcode: string, shape: string): InstructionOutline => ({
  id: 0,
  name: '',
  opcode,
  shape,
  operands: [],
  calls: [],
  root: false,
  parameter: -1,
  synthesized: false,
  elements: 0,
  span: [0, 0],
  nameSpan: [0, 0],
  shapeSpan: [0, 0],
  opcodeSpan: [0, 0],
  operandSpans: [],
});

test('an elementwise op takes the element of the same place', () => {
  const a = of('parameter', 'f32[2,3]{1,0}');
  expect(sourcesOf(of('add', 'f32[2,3]{0,1}'), [a, a], true, 4)).toEqual([4, 4]);
});

test('a scalar operand gives its only element', () => {
  const x = of('parameter', 'f32[4]{0}');
  const low = of('constant', 'f32[]');
  expect(sourcesOf(of('clamp', 'f32[4]{0}'), [low, x, low], true, 3)).toEqual([0, 3, 0]);
});

test('a reshape keeps the row-major number', () => {
  const x = of('parameter', 'f32[2,3]{1,0}');
  expect(sourcesOf(of('reshape', 'f32[6]{0}'), [x], false, 5)).toEqual([5]);
});

test('other ops are made of several elements, or of none', () => {
  const x = of('parameter', 'f32[2,3]{1,0}');
  expect(sourcesOf(of('reduce', 'f32[2]{0}'), [x, of('constant', 'f32[]')], false, 1)).toBeNull();
  expect(sourcesOf(of('iota', 'f32[2]{0}'), [], false, 1)).toBeNull();
  expect(sourcesOf(of('tuple', '(f32[2]{0})'), [x], false, 1)).toBeNull();
});

test('arithmetic is written with its signs, other ops as functions', () => {
  expect(formulaPieces('add', 2)).toEqual(['', ' + ', '']);
  expect(formulaPieces('maximum', 2)).toEqual(['maximum(', ', ', ')']);
  expect(formulaPieces('log', 1)).toEqual(['log(', ')']);
});
