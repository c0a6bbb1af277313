// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { Analysis, ComputationOutline, InstructionOutline } from '../engine/types';
import { keysTo, roleOf, treeRows } from './overview_tree';

let nextId = 0;
const instruction = (
  name: string,
  opcode: string,
  calls: number[] = [],
  root = false,
): InstructionOutline => ({
  id: nextId++,
  name,
  opcode,
  shape: 'f32[]',
  operands: [],
  calls,
  root,
  parameter: -1,
  synthesized: false,
  elements: 0,
  span: [0, 0],
  nameSpan: [0, 0],
  shapeSpan: [0, 0],
  opcodeSpan: [0, 0],
  operandSpans: [],
});
const computation = (
  name: string,
  instructions: InstructionOutline[],
  entry = false,
): ComputationOutline => ({ name, entry, span: [0, 0], nameSpan: [0, 0], instructions });

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
    computation('sum', [instruction('a', 'parameter'), instruction('c', 'add', [], true)]),
    computation('inner', [instruction('e', 'exponential', [], true)]),
    computation('cond', [instruction('lt', 'compare', [], true)]),
    computation('body', [instruction('fi', 'fusion', [1]), instruction('n', 'add', [], true)]),
    computation(
      'main',
      [
        instruction('x', 'parameter'),
        instruction('r', 'reduce', [0]),
        instruction('w', 'while', [2, 3]),
        instruction('t', 'tuple', [], true),
      ],
      true,
    ),
  ],
};

const shown = (open: string[], all = false): string[] =>
  treeRows(analysis, { open: new Set(open), all }).map(
    ({ level, outline, computation: index, expandable, expanded }) =>
      `${' '.repeat(level)}${expandable ? (expanded ? 'v' : '>') : '-'}` +
      (outline?.name ?? analysis.computations[index]?.name ?? ''),
  );

test('the entry comes first, then what is applied to elements', () => {
  expect(shown([])).toEqual(['>main', '>sum']);
});

test('rows know their place among those of the same parent', () => {
  const rows = treeRows(analysis, { open: new Set(['4']), all: true });
  expect(rows.map(({ level, position, siblings }) => [level, position, siblings.count])).toEqual([
    [0, 1, 2],
    [1, 1, 4],
    [1, 2, 4],
    [1, 3, 4],
    [1, 4, 4],
    [0, 2, 2],
  ]);
});

test('open rows show what they hold, without plumbing', () => {
  expect(shown(['4'])).toEqual(['vmain', ' -r', ' >w', '>sum']);
  expect(shown(['4'], true)).toEqual(['vmain', ' -x', ' -r', ' >w', ' -t', '>sum']);
});

test('the keys to an instruction open the way to it', () => {
  const keys = keysTo(analysis, { computation: 'inner', instruction: 'e' });
  expect(shown(keys)).toEqual([
    'vmain',
    ' -r',
    ' vw',
    '  >cond',
    '  vbody',
    '   vfi',
    '    -e',
    '   -n',
    '>sum',
  ]);
});

test('a computation says what it is for', () => {
  expect([0, 1, 2, 3, 4].map((index) => roleOf(analysis, index))).toEqual([
    'reduce · add',
    'fused',
    'condition',
    'body',
    'entry',
  ]);
});

test('a computation that calls itself ends there', () => {
  const itself = computation('again', [instruction('call', 'call', [0])], true);
  const odd = { ...analysis, computations: [itself] };
  const rows = treeRows(odd, {
    open: new Set(['0', `0/${itself.instructions[0]?.id}`]),
    all: true,
  });
  expect(rows.map(({ expandable }) => expandable)).toEqual([true, false]);
});
