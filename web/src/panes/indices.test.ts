// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import {
  cellOfElement,
  hasCell,
  indexOfCell,
  listColumns,
  planeOf,
  ravel,
  rowName,
  rowRanges,
  unravel,
} from './indices';

test('the number of an index counts the last dimension fastest', () => {
  expect(ravel([1, 2, 3], [2, 3, 4])).toBe(23);
  expect(unravel(23, [2, 3, 4])).toEqual([1, 2, 3]);
  expect(ravel([], [])).toBe(0);
});

describe('the plane of', () => {
  test('a scalar is one cell', () => {
    const plane = planeOf([], []);
    expect(plane).toMatchObject({ rows: 1, columns: 1, slice: [] });
    expect(indexOfCell(plane, 0, 0)).toEqual([]);
  });
  test('a short list is one row', () => {
    const plane = planeOf([5], []);
    expect(plane).toMatchObject({ rows: 1, columns: 5 });
    expect(indexOfCell(plane, 0, 3)).toEqual([3]);
  });
  test('a long list is broken into rows', () => {
    const plane = planeOf([37], [], 12);
    expect(plane).toMatchObject({ rows: 5, columns: 8, slice: [] });
    expect(indexOfCell(plane, 2, 3)).toEqual([19]);
    expect(cellOfElement(plane, 19)).toEqual([2, 3]);
    expect(rowName(plane, 2)).toBe('16');
    expect([hasCell(plane, 4, 4), hasCell(plane, 4, 5)]).toEqual([true, false]);
    expect(rowRanges(plane, { row: 3, rows: 2, column: 1, columns: 7 })).toEqual([
      [25, 7],
      [33, 4],
    ]);
  });
  test('rows of a list hold a power of two, or all', () => {
    expect([
      listColumns(9, 12),
      listColumns(13, 12),
      listColumns(1000, 90),
      listColumns(5, 0),
    ]).toEqual([9, 8, 16, 1]);
  });
  test('rank 4 is a matrix at a slice kept inside the dimensions', () => {
    const plane = planeOf([2, 3, 4, 5], [9, -1]);
    expect(plane).toMatchObject({ rows: 4, columns: 5, slice: [1, 0] });
    expect(indexOfCell(plane, 2, 4)).toEqual([1, 0, 2, 4]);
  });
  test('an array without elements is empty', () => {
    expect(planeOf([0, 3], [])).toMatchObject({ rows: 0, columns: 0 });
    expect(planeOf([3, 0], [])).toMatchObject({ rows: 0, columns: 0 });
  });
});

test('an element of another slice has no cell', () => {
  const plane = planeOf([2, 3, 4], [1]);
  expect(cellOfElement(plane, 12)).toEqual([0, 0]);
  expect(cellOfElement(plane, 11)).toBeNull();
});

test('visible rows become ranges of elements', () => {
  const plane = planeOf([2, 3, 4], [1]);
  expect(rowRanges(plane, { row: 1, rows: 2, column: 1, columns: 3 })).toEqual([
    [17, 3],
    [21, 3],
  ]);
});
