// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { withinCount, moveByKey, windowOf } from './grid';

describe('the window of a grid', () => {
  test('covers a small table whole', () => {
    const view = { top: 0, left: 0, height: 400, width: 600 };
    expect(windowOf(view, { rows: 3, columns: 5, cellWidth: 40 })).toEqual({
      row: 0,
      rows: 3,
      column: 0,
      columns: 5,
    });
  });
  test('covers what is seen of a large one, and a margin', () => {
    const view = { top: 2400, left: 400, height: 240, width: 200 };
    expect(windowOf(view, { rows: 1e6, columns: 1000, cellWidth: 40 })).toEqual({
      row: 97,
      rows: 16,
      column: 7,
      columns: 11,
    });
  });
  test('is empty rather than negative beyond the end', () => {
    const view = { top: 9000, left: 0, height: 100, width: 100 };
    expect(windowOf(view, { rows: 2, columns: 2, cellWidth: 40 }).rows).toBe(0);
  });
});

describe('keys', () => {
  const size = { rows: 10, columns: 4, page: 5 };
  test.each([
    ['ArrowRight', false, [1, 3], [1, 3]],
    ['ArrowLeft', false, [1, 3], [1, 2]],
    ['ArrowDown', false, [9, 0], [9, 0]],
    ['PageDown', false, [2, 1], [7, 1]],
    ['PageUp', false, [2, 1], [0, 1]],
    ['Home', false, [5, 2], [5, 0]],
    ['End', true, [5, 2], [9, 3]],
  ] as const)('%s (control: %s) leads from %j to %j', (key, control, from, to) => {
    expect(moveByKey(key, control, from, size)).toEqual(to);
  });
  test('letters do not move', () => {
    expect(moveByKey('x', false, [0, 0], size)).toBeNull();
  });
});

test('keys stop at the last cell of a short row', () => {
  expect(withinCount([4, 7], 8, 37)).toEqual([4, 4]);
  expect(withinCount([4, 3], 8, 37)).toEqual([4, 3]);
});
