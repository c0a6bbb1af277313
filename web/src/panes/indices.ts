// SPDX-License-Identifier: Apache-2.0
// Row-major arithmetic on logical indices, and what part of an array a grid shows. Positions of
// elements in memory are computed by the engine alone.
import type { GridWindow } from './grid';

export const product = (sizes: readonly number[]): number =>
  sizes.reduce((total, size) => total * size, 1);

/** Row-major number of an index. */
export function ravel(index: readonly number[], dims: readonly number[]): number {
  return index.reduce((number, coordinate, d) => number * (dims[d] ?? 1) + coordinate, 0);
}

export function unravel(element: number, dims: readonly number[]): number[] {
  const index = new Array<number>(dims.length).fill(0);
  let rest = element;
  for (let d = dims.length - 1; d >= 0; d--) {
    const size = Math.max(1, dims[d] ?? 1);
    index[d] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}

/**
 * The table a grid shows of an array: its last two dimensions at fixed leading coordinates. A list
 * is broken into rows, as a hex dump is.
 */
export interface Plane {
  dims: readonly number[];
  /** Leading coordinates, clamped to the dimensions. */
  slice: readonly number[];
  rows: number;
  columns: number;
}

/** Longest row of a list. */
const LIST_ROW = 16;

/** Elements in a row of a list when `fit` have room: all of them, or a power of two. */
export function listColumns(size: number, fit: number): number {
  const most = Math.max(1, Math.min(fit, LIST_ROW));
  if (size <= most) return size;
  return 2 ** Math.floor(Math.log2(most));
}

/** `fit`: how many columns a list may have. */
export function planeOf(dims: readonly number[], wanted: readonly number[], fit = LIST_ROW): Plane {
  if (dims.length === 1) {
    const size = dims[0] ?? 0;
    const columns = listColumns(size, fit);
    return { dims, slice: [], rows: size === 0 ? 0 : Math.ceil(size / columns), columns };
  }
  const leading = Math.max(0, dims.length - 2);
  const slice = dims
    .slice(0, leading)
    .map((size, d) => Math.max(0, Math.min(size - 1, wanted[d] ?? 0)));
  const rows = dims.length >= 2 ? (dims[dims.length - 2] ?? 1) : 1;
  const columns = dims.length >= 2 ? (dims[dims.length - 1] ?? 1) : 1;
  const empty = dims.includes(0);
  return { dims, slice, rows: empty ? 0 : rows, columns: empty ? 0 : columns };
}

/** Logical index of a cell of a plane. */
export function indexOfCell(plane: Plane, row: number, column: number): number[] {
  if (plane.dims.length === 0) return [];
  if (plane.dims.length === 1) return [row * plane.columns + column];
  return [...plane.slice, row, column];
}

/** Element ranges of the visible rows of a plane. */
export function rowRanges(plane: Plane, window: GridWindow | null): [number, number][] {
  if (window === null) return [];
  return Array.from({ length: window.rows }, (_, k) => {
    const begin = ravel(indexOfCell(plane, window.row + k, window.column), plane.dims);
    // The last row of a list may be short.
    return [begin, Math.max(0, Math.min(window.columns, product(plane.dims) - begin))];
  });
}

/** Whether a cell of a plane shows an element: the last row of a list may be short. */
export const hasCell = (plane: Plane, row: number, column: number): boolean =>
  row < plane.rows &&
  column < plane.columns &&
  (plane.dims.length !== 1 || row * plane.columns + column < (plane.dims[0] ?? 0));

/** Headers of the columns and rows of a plane; of a list they add up to the index. */
export function columnName(plane: Plane, column: number): string {
  return plane.dims.length === 1 && plane.rows > 1 ? `+${column}` : String(column);
}

export function rowName(plane: Plane, row: number): string {
  if (plane.dims.length > 1) return String(row);
  return plane.rows > 1 ? String(row * plane.columns) : '';
}

/** The cell that shows an element, or null when another slice would. */
export function cellOfElement(plane: Plane, element: number): [number, number] | null {
  const index = unravel(element, plane.dims);
  const leading = index.slice(0, plane.slice.length);
  if (index.length === 1) return [Math.floor(element / plane.columns), element % plane.columns];
  if (leading.some((coordinate, d) => coordinate !== plane.slice[d])) return null;
  return [index.at(-2) ?? 0, index.at(-1) ?? 0];
}
