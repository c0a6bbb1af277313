// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { Analysis, InstructionOutline, Span } from '../engine/types';
import { ProgramIndex, selectedAt } from './program_index';

// Two bytes for the letter in the comment, so that bytes and units differ after it.
const TEXT = `ENTRY e { // é
  x = f32[] parameter(0)
  y = f32[] add(x, x)
}`;

const bytesOf = (part: string, nth = 0): Span => {
  let at = -1;
  for (let k = 0; k <= nth; k++) at = TEXT.indexOf(part, at + 1);
  const begin = new TextEncoder().encode(TEXT.slice(0, at)).length;
  return [begin, begin + part.length];
};

const instruction = (fields: Partial<InstructionOutline>): InstructionOutline => ({
  id: 0,
  name: '',
  opcode: '',
  shape: 'f32[]',
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
  ...fields,
});

const [open] = bytesOf('(x, x)');
const analysis: Analysis = {
  program: 1,
  ok: true,
  runnable: true,
  cannotRun: '',
  name: 'm',
  replicas: 1,
  partitions: 1,
  diagnostics: [],
  milliseconds: 0,
  computations: [
    {
      name: 'e',
      entry: true,
      span: [0, 0],
      nameSpan: [0, 0],
      instructions: [
        instruction({
          id: 0,
          name: 'x',
          span: bytesOf('x = f32[] parameter(0)'),
          nameSpan: bytesOf('x'),
        }),
        instruction({
          id: 1,
          name: 'y',
          operands: [0, 0],
          span: bytesOf('y = f32[] add(x, x)'),
          nameSpan: bytesOf('y = f32[] add'),
          operandSpans: [
            [open + 1, open + 2],
            [open + 4, open + 5],
          ],
        }),
        instruction({ id: 2, name: 'made up', synthesized: true }),
      ],
    },
  ],
};
const index = new ProgramIndex(TEXT, analysis);
const lineOf = (at: number) => {
  const from = TEXT.lastIndexOf('\n', at - 1) + 1;
  const end = TEXT.indexOf('\n', at);
  return { from, to: end < 0 ? TEXT.length : end };
};
const select = (at: number) => selectedAt(index, at, lineOf(at))?.outline.name;

test('a cursor on an operand selects what it names', () => {
  expect(select(TEXT.indexOf('(x, x)') + 1)).toBe('x');
});

test('a cursor elsewhere in an instruction selects it, also before its name', () => {
  expect(select(TEXT.indexOf('add'))).toBe('y');
  expect(select(TEXT.indexOf('  y'))).toBe('y');
});

test('a cursor outside of instructions selects nothing', () => {
  expect(select(2)).toBeUndefined();
});

test('the mentions of an instruction are its definition and its uses', () => {
  const places = index.mentions(0).map(({ from, to }) => TEXT.slice(from, to));
  expect(places).toEqual(['x', 'x', 'x']);
});

test('what the engine made up has no place', () => {
  expect(index.byId(2)).toBeNull();
});

test('the instructions of a part of the text are those that begin in it', () => {
  const names = (from: number, to: number): string[] =>
    index.beginningIn({ from, to }).map(({ outline }) => outline.name);
  expect(names(0, TEXT.length)).toEqual(['x', 'y']);
  expect(names(TEXT.indexOf('parameter'), TEXT.length)).toEqual(['y']);
  expect(names(0, 5)).toEqual([]);
});
