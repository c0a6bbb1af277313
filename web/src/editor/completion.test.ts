// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { OpRow } from '../engine/types';
import { optionsFor, wantedAt, type CompletionSource } from './completion';

describe('what fits at the cursor', () => {
  test.each([
    ['  y = ', 'shape'],
    ['  y = f', 'shape'],
    ['  y = f32[2,3]{1,0} ad', 'opcode'],
    ['  y = (f32[], s32[]) tup', 'opcode'],
    ['  y = f32[2] add(', 'operand'],
    ['  y = f32[2] add(%x, %', 'operand'],
    ['  y = f32[2] reduce(x, z), ', 'attribute'],
    ['  y = f32[2] reduce(x, z), dimensions={1}, to', 'attribute'],
    ['  y = f32[2] reduce(x, z), to_apply=', 'computation'],
    ['  y = pred[] compare(a, b), direction=G', 'value'],
  ])('after "%s": %s', (before, kind) => {
    expect(wantedAt(before)?.kind).toBe(kind);
  });
  test.each(['// y = ', '  y = f32[2] add(x, y) ', 'HloModule m', 'x, metadata={op_name="a'])(
    'after "%s": nothing',
    (before) => {
      expect(wantedAt(before)).toBeNull();
    },
  );
});

const reduceRow: OpRow = {
  name: 'reduce',
  family: 'reduce',
  summary: 'Combines elements.',
  section: 'Reduce',
  operands: { min: 2, max: 100 },
  attributes: [
    { name: 'dimensions', required: true, kind: 'ints', doc: 'which', values: [] },
    { name: 'to_apply', required: true, kind: 'computation', doc: 'how', values: [] },
  ],
  types: ['f32'],
  rules: [],
  evaluated: true,
  elementwise: false,
};
const source: CompletionSource = {
  ops: () => [reduceRow],
  operandsAt: () => [{ name: 'near', shape: 'f32[2]' }],
  computations: () => ['sum'],
};

test('attributes that are there already are not offered again', () => {
  const wanted = wantedAt('  y = f32[2] reduce(x, z), dimensions={1}, ');
  expect(wanted && optionsFor(wanted, source, 0).map(({ label }) => label)).toEqual(['to_apply=']);
});

test('operands come with their shape', () => {
  const wanted = wantedAt('  y = f32[2] reduce(');
  expect(wanted && optionsFor(wanted, source, 0)).toMatchObject([
    { label: 'near', detail: 'f32[2]' },
  ]);
});
