// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { ArrayComparison } from '../comparison/arrays';
import { realService } from '../engine/real_engine';
import type { InstructionChange } from '../engine/types';
import {
  byComputation,
  changesSentence,
  differingPieces,
  noResultText,
  resultSentence,
  resultsInShort,
  stagePairs,
  totalsOf,
  withoutLayouts,
  type Piece,
} from './changes';

const change = (before: number, after: number, more = {}): InstructionChange => ({
  before,
  after,
  computation: 'main',
  from: before < 0 ? '' : 'main',
  what: [],
  lines: ['', ''],
  ...more,
});
const program = { instructions: 4, computations: 1 };
const sentence = (changes: InstructionChange[], unchanged = 3): string =>
  changesSentence({ programs: [program, program], unchanged, changes });

test('a sentence counts what was added, removed and changed', () => {
  expect(sentence([])).toMatch(/^Nothing/);
  expect(sentence([change(-1, 2)])).toBe('1 instruction was added; 3 are the same.');
  expect(sentence([change(1, -1), change(2, -1)], 1)).toBe(
    '2 instructions were removed; 1 is the same.',
  );
  expect(sentence([change(-1, 2), change(1, 3)])).toBe(
    '1 instruction was added and 1 changed; 3 are the same.',
  );
  expect(sentence([change(-1, 2), change(1, 3), change(0, -1), change(4, -1)])).toBe(
    '1 instruction was added, 2 removed, and 1 changed; 3 are the same.',
  );
});

test('changes are grouped by computation, in their order', () => {
  const groups = byComputation([
    change(-1, 0, { computation: 'fused' }),
    change(-1, 1, { computation: 'fused' }),
    change(2, -1),
  ]);
  expect(groups.map(({ computation, changes }) => [computation, changes.length])).toEqual([
    ['fused', 2],
    ['main', 1],
  ]);
});

test('totals tell how much they have changed', () => {
  const rows = totalsOf([
    { ...program, flops: 0, bytes: 2048, peakBytes: 1000 },
    { instructions: 3, computations: 1, flops: 10, bytes: 3072, peakBytes: 1001 },
  ]);
  expect(rows.map(({ name, change: by }) => [name, by])).toEqual([
    ['instructions', '−1'],
    ['computations', ''],
    ['FLOPs', 'new'],
    ['bytes read and written', '+50\u202f%'],
    ['peak memory beside arguments', '+0.1\u202f%'],
  ]);
  expect(totalsOf([program, { ...program, flops: 1 }]).map(({ name }) => name)).toEqual([
    'instructions',
    'computations',
  ]);
});

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, differs }) => (differs ? `<${text}>` : text)).join('');

test('the tokens that differ are marked, and names are not', () => {
  const [before, after] = differingPieces(
    change(1, 1, {
      what: ['layout'],
      lines: ['%a.1 = f32[8,4]{1,0} add(%x, %y)', '%a.7 = f32[8,4]{0,1} add(%x.1, %y)'],
    }),
  );
  expect(marked(before)).toBe('%a.1 = f32[8,4]<{1,0}> add(%x, %y)');
  expect(marked(after)).toBe('%a.7 = f32[8,4]<{0,1}> add(%x.1, %y)');
});

test('layouts that are ignored make no difference, and other changes stay', () => {
  const lines = ['%a = f32[8]{0:T(128)} negate(%x)', '%a = f32[8]{0:T(256)} negate(%y)'] as const;
  const { changes, unchanged } = withoutLayouts({
    programs: [program, program],
    unchanged: 3,
    changes: [
      change(0, 0, { what: ['layout'], lines }),
      change(1, 1, { what: ['layout', 'operands'], lines }),
      change(-1, 2, { lines: ['', lines[1]] }),
    ],
  });
  expect(unchanged).toBe(4);
  expect(changes.map(({ what }) => what)).toEqual([['operands'], []]);
  expect(changes.map((kept) => kept.lines)).toEqual([
    ['%a = f32[8] negate(%x)', '%a = f32[8] negate(%y)'],
    ['', '%a = f32[8] negate(%y)'],
  ]);
});

test('a module without a result is named, with where its run ended and why', async () => {
  const service = await realService();
  const text =
    'ENTRY e {\n  x = f32[] parameter(0)\n  c = f32[] custom-call(x), custom_call_target="f"\n' +
    '  ROOT r = f32[] negate(c)\n}\n';
  const analysis = service.analyze(text);
  const outcome = service.begin({ inputs: [], defaults: 'auto' }, [0, text.length]);
  const evaluation = { text, analysis, outcome, done: true, milliseconds: 0 };
  expect(noResultText('2: after', evaluation, [])).toBe(
    "Module 2: after has no result to compare: its root 'r' has no value, it needs 'c', which has none: " +
      'custom-call to `f`: what it computes is not in the text.',
  );
});

test('names of operands are marked when these have changed', () => {
  const [before, after] = differingPieces(
    change(1, 1, {
      what: ['operands'],
      lines: ['%a = f32[] add(%x, %y)', '%b = f32[] add(%x, %n)'],
    }),
  );
  expect(marked(before)).toBe('%a = f32[] add(%x, <%y>)');
  expect(marked(after)).toBe('%b = f32[] add(%x, <%n>)');
});

const compared = (more: Partial<ArrayComparison>): string =>
  resultSentence({
    device: 0,
    path: [],
    shapes: ['f32[2,3]', 'f32[2,3]'],
    comparable: true,
    compared: 6,
    elements: 6,
    different: 0,
    absolute: 0,
    relative: 0,
    worst: null,
    ...more,
  });

test('a sentence tells how results differ', () => {
  expect(compared({})).toBe('all of 6 elements are equal');
  expect(compared({ compared: 1, elements: 1 })).toBe('equal');
  const worst = { element: 4, dims: [2, 3], texts: ['1', '1.25'] as const };
  expect(compared({ different: 2, absolute: 0.25, relative: 0.2, worst })).toBe(
    '2 of 6 elements differ, by at most 0.25 (relative: 0.2) at [1,1]: 1 became 1.25',
  );
  const infinite = { different: 1, absolute: Infinity, relative: Infinity };
  expect(compared({ ...infinite, worst: { ...worst, texts: ['1', 'nan'] } })).toBe(
    '1 of 6 elements differs, a number is not finite at [1,1]: 1 became nan',
  );
  const other = { compared: 0, comparable: false, shapes: ['f32[2]{0}', 'f32[2,3]{1,0}'] as const };
  expect(compared(other)).toBe('f32[2] became f32[2,3]');
  expect(compared({ shapes: ['f32[6]{0}', 'bf16[6]{0}'] })).toBe(
    'f32[6] became bf16[6]: all of 6 elements are equal',
  );
});

test('results of many arrays are told in short', () => {
  const array = {
    device: 0,
    path: [],
    shapes: ['f32[2]', 'f32[2]'] as const,
    worst: null,
    comparable: true,
  };
  const equal = { ...array, compared: 2, elements: 2, different: 0, absolute: 0, relative: 0 };
  expect(resultsInShort({ arrays: [equal, equal] })).toEqual({
    text: 'same result',
    differ: false,
  });
  const far = { ...equal, different: 1, absolute: 0.12345, relative: 1 };
  expect(resultsInShort({ arrays: [equal, far] }).text).toBe('result differs by at most 0.123');
  expect(resultsInShort({ arrays: [{ ...far, absolute: 1.9073e-6 }] }).text).toBe(
    'result differs by at most 1.91e-6',
  );
  expect(resultsInShort({ arrays: [{ ...far, absolute: Infinity }] }).text).toBe('result differs');
  expect(resultsInShort({ arrays: [{ ...equal, comparable: false }] }).differ).toBe(true);
  // Of large arrays, the first elements are compared.
  expect(resultsInShort({ arrays: [{ ...equal, elements: 9 }] }).differ).toBe(false);
  expect(resultsInShort({ problem: 'why' })).toEqual({ text: 'why', differ: false });
});

test('each stage of a module is compared with the one before it', () => {
  expect(stagePairs(['before', '0001.a', 'after'])).toEqual([
    { before: 0, after: 1 },
    { before: 1, after: 2 },
  ]);
  expect(stagePairs(['f: before', 'f: after', 'g: before', 'g: after'])).toEqual([
    { before: 0, after: 1 },
    { before: 2, after: 3 },
  ]);
});
