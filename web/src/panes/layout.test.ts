// SPDX-License-Identifier: Apache-2.0
// Reports are written out by hand from the worked examples of docs on layouts: f32[3,5] in tiles of
// 2 by 2 has sizes (2,3,2,2), and so on.
import { describe, expect, test } from 'vitest';
import type { LayoutReport } from '../engine/types';
import {
  blockHue,
  blockSize,
  blocksPerRow,
  leastOf,
  expansion,
  isInOrder,
  isWasteful,
  memoryColumns,
  otherOrders,
  paddedDims,
  suggestedLayouts,
  withLayout,
  withLayoutAt,
} from './layout';
import { layoutText } from '../engine/shapes';

const report = (fields: Partial<LayoutReport>): LayoutReport => ({
  path: [],
  shape: '',
  elementType: 'f32',
  dims: [],
  rank: fields.dims?.length ?? 0,
  trueRank: 0,
  minorToMajor: [],
  physicalOrder: [],
  physicalSizes: [],
  tiles: [],
  finalSizes: [],
  elements: 0,
  storedElements: 0,
  elementBits: 32,
  bytes: 0,
  unpaddedBytes: 0,
  wastedBytes: 0,
  expansion: '1',
  memorySpace: 0,
  parts: [],
  formula: '',
  ...fields,
});

const tiled = report({
  dims: [3, 5],
  minorToMajor: [1, 0],
  physicalSizes: [3, 5],
  tiles: [{ text: '(2,2)', before: [3, 5], combined: [3, 5], after: [2, 3, 2, 2] }],
  finalSizes: [2, 3, 2, 2],
});

describe('blocks of memory', () => {
  test('are the tiles', () => {
    expect(blockSize(tiled)).toBe(4);
    expect(blocksPerRow(tiled)).toBe(3);
  });
  test('are lines of the most minor dimension without tiles', () => {
    expect(blockSize(report({ dims: [3, 5], physicalSizes: [3, 5] }))).toBe(5);
  });
  test('are first tiles when a second one only reorders them', () => {
    const two = report({
      tiles: [
        { text: '(2,4)', before: [4, 8], combined: [4, 8], after: [2, 2, 2, 4] },
        { text: '(2,1)', before: [2, 2, 2, 4], combined: [2, 2, 2, 4], after: [2, 2, 1, 4, 2, 1] },
      ],
      finalSizes: [2, 2, 1, 4, 2, 1],
    });
    expect(blockSize(two)).toBe(8);
    expect(blocksPerRow(two)).toBe(2);
  });
  test('grow when a longer tile gathers several', () => {
    const reaching = report({
      tiles: [
        { text: '(2,4)', before: [8, 8], combined: [8, 8], after: [4, 2, 2, 4] },
        {
          text: '(2,1,1,1)',
          before: [4, 2, 2, 4],
          combined: [4, 2, 2, 4],
          after: [2, 2, 2, 4, 2, 1, 1, 1],
        },
      ],
      finalSizes: [2, 2, 2, 4, 2, 1, 1, 1],
    });
    expect(blockSize(reaching)).toBe(16);
  });
  test('side by side, one below the other and across a corner differ in hue', () => {
    for (const perRow of [1, 2, 3, 5, 12, 16]) {
      for (let block = 0; block < 40; block++) {
        const hue = blockHue(block, perRow);
        const near = [block + perRow];
        if (block % perRow < perRow - 1) near.push(block + 1, block + perRow + 1);
        if (block % perRow > 0) near.push(block + perRow - 1);
        for (const other of near) {
          const apart = Math.abs(hue - blockHue(other, perRow));
          expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(60);
        }
      }
    }
  });
});

describe('dimensions with padding', () => {
  test('are rounded up to whole tiles', () => {
    expect(paddedDims(tiled)).toEqual([4, 6]);
  });
  test('follow the physical order', () => {
    const turned = report({
      dims: [3, 5],
      minorToMajor: [0, 1],
      tiles: [{ text: '(2,4)', before: [5, 3], combined: [5, 3], after: [3, 1, 2, 4] }],
    });
    expect(paddedDims(turned)).toEqual([4, 6]);
  });
  test('are unknown where a tile combines dimensions', () => {
    const combined = report({
      dims: [3, 4],
      minorToMajor: [1, 0],
      tiles: [{ text: '(*,5)', before: [3, 4], combined: [12], after: [3, 5] }],
    });
    expect(paddedDims(combined)).toBeNull();
  });
});

test.each([
  [4, 24, 10, 4],
  [2, 24, 10, 4],
  [4, 24, 3, 2],
  [5, 15, 12, 5],
  [1024, 65536, 12, 8],
  [7, 21, 5, 4],
  [128, 1, 9, 1],
])('blocks of %d of %d stored, room for %d: lines of %d', (block, stored, fit, columns) => {
  expect(memoryColumns(block, stored, fit)).toBe(columns);
});

describe('a tried layout', () => {
  test('replaces the one of the shape, with braces or without', () => {
    expect(withLayout('f32[3,5]{1,0:T(2,2)}', '{0,1}')).toBe('f32[3,5]{0,1}');
    expect(withLayout('f32[3,5]', '0,1:T(8,128)')).toBe('f32[3,5]{0,1:T(8,128)}');
    expect(withLayout('f32[3,5]{1,0}', ' ')).toBe('f32[3,5]');
  });
  test('starts from the written one', () => {
    expect(layoutText('f32[3,5]{1,0:T(2,2)}')).toBe('{1,0:T(2,2)}');
    expect(layoutText('f32[]')).toBe('');
  });
  test('is suggested for each rank, with the packing of the type', () => {
    expect(suggestedLayouts(report({ dims: [3, 5], elementBits: 16 }))).toContain(
      '{1,0:T(8,128)(2,1)}',
    );
    expect(suggestedLayouts(report({ dims: [] }))).toEqual(['{:T(128)}']);
  });
  test('keeps what is written besides order and tiles', () => {
    const shape = 's4[4,6]{1,0:T(8,128)(4,1)L(16)E(4)S(1)}';
    const layouts = suggestedLayouts(report({ dims: [4, 6], shape }));
    expect(layouts.slice(0, 3)).toEqual([
      '{1,0:L(16)E(4)S(1)}',
      '{0,1:L(16)E(4)S(1)}',
      '{1,0:T(2,2)L(16)E(4)S(1)}',
    ]);
  });
  test('is written at its place in a tuple', () => {
    const tuple = '(f32[4,6]{1,0}, /*index=1*/(s32[], f32[2]{0}))';
    expect(withLayoutAt(tuple, [0], '{0,1}')).toBe(
      '(f32[4,6]{0,1}, /*index=1*/(s32[], f32[2]{0}))',
    );
    expect(withLayoutAt(tuple, [1, 1], '{0:S(1)}')).toBe(
      '(f32[4,6]{1,0}, /*index=1*/(s32[], f32[2]{0:S(1)}))',
    );
    expect(withLayoutAt('f32[4,6]{1,0}', [], '{0,1}')).toBe('f32[4,6]{0,1}');
    expect(withLayoutAt(tuple, [2], '{0,1}')).toBe(tuple);
  });
});

test.each([
  [96, 60, '1.6×'],
  [1000060, 1000000, '1.00006×'],
  [262144, 8192, '32×'],
  [4096, 4096, '1×'],
  [1004, 1000, '1.004×'],
])('%d bytes for %d are %s', (bytes, unpaddedBytes, text) => {
  expect(expansion(report({ bytes, unpaddedBytes }))).toBe(text);
});

test('padding of more than three parts in four is waste', () => {
  expect(isWasteful(report({ bytes: 400, unpaddedBytes: 100 }))).toBe(false);
  expect(isWasteful(report({ bytes: 404, unpaddedBytes: 100 }))).toBe(true);
});

test('a list without tiles over several rows lies in the order of its index', () => {
  const tile = (text: string): LayoutReport['tiles'][number] => ({
    text,
    before: [],
    combined: [],
    after: [],
  });
  expect(isInOrder(report({ dims: [9] }))).toBe(true);
  expect(isInOrder(report({ dims: [9], tiles: [tile('(4)')] }))).toBe(true);
  expect(isInOrder(report({ dims: [9], tiles: [tile('(2,4)')] }))).toBe(false);
  expect(isInOrder(report({ dims: [3, 3] }))).toBe(false);
});

describe('other orders', () => {
  const tiled = report({
    shape: 's32[64,8,4]{2,1,0:T(8,128)}',
    dims: [64, 8, 4],
    minorToMajor: [2, 1, 0],
    bytes: 262_144,
  });

  test('keep the tiles and vary the two most minor dimensions', () => {
    expect(otherOrders(tiled)).toEqual([
      '{2,0,1:T(8,128)}',
      '{1,2,0:T(8,128)}',
      '{1,0,2:T(8,128)}',
      '{0,2,1:T(8,128)}',
      '{0,1,2:T(8,128)}',
    ]);
    expect(otherOrders(report({ shape: 'f32[3]{0}', dims: [3], minorToMajor: [0] }))).toEqual([]);
  });

  test('are worth a word only where they take less', () => {
    // With 64 most minor, tiles of 8 by 128 double it: 4 * 8 * 128 * 4 bytes.
    const sizes = [262_144, 1_048_576, 131_072, 32_768, 16_384].map((padded) => ({ padded }));
    expect(leastOf(tiled, otherOrders(tiled), sizes)).toEqual({
      layout: '{0,1,2:T(8,128)}',
      bytes: 16_384,
    });
    expect(leastOf({ bytes: 16_384 }, otherOrders(tiled), sizes)).toBeNull();
  });
});
