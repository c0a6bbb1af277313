// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { costOf } from './cost';
import { arraysIn, bareShape, elementsIn } from './shapes';

const flops = (line: string, operandShapes: string[], elementwise = false): number => {
  const [, shape = '', opcode = '', text = ''] = /^(\(.*?\)|\S+) ([\w-]+)(\(.*)$/.exec(line) ?? [];
  return costOf({ opcode, shape, operandShapes, text }, elementwise).flops;
};

// Counted by hand: a product and a sum for each pair.
test.each([
  // 16 × 3 sums of 8 products.
  [
    'f32[16,3] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}',
    ['f32[8,16]{1,0}', 'f32[8,3]'],
    2 * 48 * 8,
  ],
  // In each of 2 batches 4 × 5 sums of 3 products.
  [
    'f32[2,4,5] dot(a, b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}',
    ['f32[2,4,3]', 'f32[2,3,5]'],
    2 * 40 * 3,
  ],
  ['f32[4,5] dot(a, b)', ['f32[4]', 'f32[5]'], 2 * 20],
  // 8 × 8 places of 16 features, from 3 × 3 windows of 4 features.
  [
    'f32[1,8,8,16] convolution(a, b), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f',
    ['f32[1,8,8,4]', 'f32[3,3,4,16]'],
    2 * 1024 * 36,
  ],
  ['f32[8] reduce(a, z), dimensions={1}, to_apply=add', ['f32[8,16]', 'f32[]'], 128],
  [
    '(f32[8], s32[8]) reduce(a, b, y, z), dimensions={1}, to_apply=add',
    ['f32[8,16]', 's32[8,16]', 'f32[]', 's32[]'],
    256,
  ],
  [
    'f32[4,4] reduce-window(a, z), window={size=2x2 stride=2x2}, to_apply=max',
    ['f32[8,8]', 'f32[]'],
    64,
  ],
  ['f32[10] scatter(a, i, u), to_apply=add', ['f32[10]', 's32[3]', 'f32[3]'], 3],
  ['f32[10] all-reduce(a), to_apply=add', ['f32[10]'], 10],
])('%s', (line, operands, expected) => {
  expect(flops(line, operands)).toBe(expected);
});

test('an element computed is one operation, an element moved is none', () => {
  expect(flops('f32[6,10] add(a, b)', [], true)).toBe(60);
  expect(flops('f32[6,10] transpose(a), dimensions={1,0}', ['f32[10,6]'])).toBe(0);
});

test('a number comes with its product', () => {
  const { formula } = costOf(
    {
      opcode: 'dot',
      shape: 'f32[16,3]',
      operandShapes: ['f32[8,16]'],
      text: 'lhs_contracting_dims={0}',
    },
    false,
  );
  expect(formula).toBe('2 × 48 elements × 8 products');
});

test('sizes are read from shapes, tuples flattened', () => {
  expect(arraysIn('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[], pred[<=5])')).toEqual([
    { type: 'f32', dims: [2, 3] },
    { type: 's32', dims: [] },
    { type: 'pred', dims: [5] },
  ]);
  expect(elementsIn('(f32[2,3], s32[])')).toBe(7);
  expect(elementsIn('token[]')).toBe(1);
  expect(bareShape('(f32[2,3]{1,0:T(8,128)}, /*index=1*/s32[])')).toBe('(f32[2,3], s32[])');
});
