// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import type { Analysis, InstructionOutline, OpRow } from '../engine/types';
import type { Evaluation } from './evaluation';
import { countMessages, messagesOf, tooLargeText, withEqualTogether } from './messages';
import { instructionAt } from './program_index';

const OPS = ['constant', 'negate'].map((name) => ({ name, evaluated: true }) as OpRow);

/** A program of constants that are elided, with a line between them. */
function elided(count: number): Evaluation {
  let text = 'ENTRY e {\n';
  let bytes = text.length;
  const instructions = Array.from({ length: count }, (_, id): InstructionOutline => {
    const name = `c${id}`;
    const head = `  ${name} = f32[9]{0} `;
    const lines = `  // é\n${head}constant({...})\n`;
    // The letter with an accent takes two bytes.
    const begin = bytes + '  // e\n'.length + 1 + 2;
    const opcode = begin - 2 + head.length;
    text += lines;
    bytes += lines.length + 1;
    return {
      id,
      name,
      opcode: 'constant',
      shape: 'f32[9]{0}',
      operands: [],
      calls: [],
      root: false,
      parameter: -1,
      synthesized: false,
      elements: 9,
      span: [begin, opcode + 15],
      nameSpan: [begin, begin + name.length],
      shapeSpan: [begin, begin],
      opcodeSpan: [opcode, opcode + 8],
      operandSpans: [],
    };
  });
  const computation = { name: 'e', entry: true, span: [0, 0], nameSpan: [6, 7], instructions };
  const analysis = { computations: [computation], diagnostics: [] } as unknown as Analysis;
  return { text, analysis, outcome: null, done: true, milliseconds: 0 };
}

test('a remark has the line and the column of its instruction', () => {
  const found = messagesOf(elided(3), OPS).map(({ line, column, message }) => [
    line,
    column,
    message,
  ]);
  expect(found).toEqual([
    [3, 18, "the value of constant 'c0' is elided in the text as {...}"],
    [5, 18, "the value of constant 'c1' is elided in the text as {...}"],
    [7, 18, "the value of constant 'c2' is elided in the text as {...}"],
  ]);
});

test('an array too large for the page has its size told, unless that is unbounded', () => {
  const most = 1 << 24;
  expect(tooLargeText('x', { elements: 1 << 25, most })).toMatch(
    /^'x' has 33\u202f554\u202f432 el/,
  );
  // As the engine counts f32[?], which JSON rounds.
  const unbounded = tooLargeText('x', { elements: Number('9223372036854775807'), most });
  expect(unbounded).toContain('its size is unknown');
  expect(unbounded).not.toMatch(/\d/);
});

test('an empty text has no mistake', () => {
  const error = { severity: 'error', message: 'no computation' };
  const analysis = { computations: [], diagnostics: [error] } as unknown as Analysis;
  const read = (text: string): Evaluation => ({ ...elided(0), text, analysis });
  expect(messagesOf(read(' \n'), OPS)).toEqual([]);
  expect(messagesOf(read('x'), OPS)).toHaveLength(1);
});

test('an argument that does not fit is named without a place that no one sees', () => {
  const error = {
    message: 'argument 0: line 1, column 46: data[1] must have 3',
    line: 0,
    span: [0, 0],
  };
  const outcome = { report: { error } } as unknown as Evaluation['outcome'];
  const [told] = messagesOf({ ...elided(0), outcome }, OPS);
  expect(told?.message).toBe('argument 0: data[1] must have 3');
});

test('the instruction around a byte is found', () => {
  const { analysis, text } = elided(3);
  const at = Buffer.byteLength(text.slice(0, text.indexOf('c1 =')));
  expect(instructionAt(analysis, at)?.name).toBe('c1');
  expect(instructionAt(analysis, at - 1)).toBeNull();
  expect(instructionAt(analysis, 0)).toBeNull();
});

describe('equal messages', () => {
  test('that are remarks stand together', () => {
    const [group, ...others] = withEqualTogether(messagesOf(elided(1000), OPS));
    expect(group).toHaveLength(1000);
    expect(others).toEqual([]);
  });

  test('that are errors have a place each', () => {
    const error = { ...messagesOf(elided(1), OPS)[0], severity: 'error' } as const;
    const list = [error, error] as Parameters<typeof withEqualTogether>[0];
    expect(withEqualTogether(list)).toHaveLength(2);
    expect(countMessages(list).errors).toBe(2);
  });
});

test('the text is searched a few times, however many remarks there are', () => {
  const evaluation = elided(999); // no other test has read it
  const searches = vi.spyOn(RegExp.prototype, 'test');
  expect(messagesOf(evaluation, OPS)).toHaveLength(999);
  const ofAll = searches.mock.calls.filter(([text]) => text === evaluation.text);
  searches.mockRestore();
  expect(ofAll.length).toBeGreaterThan(0);
  expect(ofAll.length).toBeLessThan(10);
});
