// SPDX-License-Identifier: Apache-2.0
// Which cells of a large table are on screen, and where the keys lead.

export const ROW_HEIGHT = 24;
/** Browsers cannot place what lies further down than some 30 million pixels. */
export const MAX_EXTENT = 12_000_000;

export interface Viewport {
  top: number;
  left: number;
  height: number;
  width: number;
}

export interface GridWindow {
  row: number;
  rows: number;
  column: number;
  columns: number;
}

/** The visible cells and a few around them. */
export function windowOf(
  view: Viewport,
  size: { rows: number; columns: number; cellWidth: number },
  margin = 3,
): GridWindow {
  const row = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - margin);
  const lastRow = Math.min(size.rows, Math.ceil((view.top + view.height) / ROW_HEIGHT) + margin);
  const column = Math.max(0, Math.floor(view.left / size.cellWidth) - margin);
  const right = Math.ceil((view.left + view.width) / size.cellWidth) + margin;
  const lastColumn = Math.min(size.columns, right);
  return {
    row: Math.min(row, size.rows),
    rows: Math.max(0, lastRow - row),
    column: Math.min(column, size.columns),
    columns: Math.max(0, lastColumn - column),
  };
}

/** What a grid shows before it is measured: nothing, but in a page that the build draws, the first
 *  cells. */
const FIRST_CELLS: GridWindow = { row: 0, rows: 16, column: 0, columns: 16 };
export const FIRST_WINDOW: GridWindow | null = import.meta.env.SSR ? FIRST_CELLS : null;

/** The part of a window that a table has. */
export function clipped(
  window: GridWindow | null,
  size: { rows: number; columns: number },
): GridWindow | null {
  if (window === null) return null;
  const rows = Math.min(window.rows, size.rows - window.row);
  const columns = Math.min(window.columns, size.columns - window.column);
  return rows === window.rows && columns === window.columns
    ? window
    : { ...window, rows: Math.max(0, rows), columns: Math.max(0, columns) };
}

/** A place moved back to the last cell of `count`, when the last row is short. */
export function withinCount([row, column]: CellPlace, columns: number, count: number): CellPlace {
  if (row * columns + column < count) return [row, column];
  return [Math.floor((count - 1) / columns), (count - 1) % columns];
}

export function sameWindow(a: GridWindow | null, b: GridWindow | null): boolean {
  return (
    a?.row === b?.row && a?.rows === b?.rows && a?.column === b?.column && a?.columns === b?.columns
  );
}

export type CellPlace = readonly [row: number, column: number];

/** Where a key leads from a cell, or null for a key that does not move. */
export function moveByKey(
  key: string,
  control: boolean,
  [row, column]: CellPlace,
  size: { rows: number; columns: number; page: number },
): CellPlace | null {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  switch (key) {
    case 'ArrowRight':
      return [row, Math.min(lastColumn, column + 1)];
    case 'ArrowLeft':
      return [row, Math.max(0, column - 1)];
    case 'ArrowDown':
      return [Math.min(lastRow, row + 1), column];
    case 'ArrowUp':
      return [Math.max(0, row - 1), column];
    case 'PageDown':
      return [Math.min(lastRow, row + size.page), column];
    case 'PageUp':
      return [Math.max(0, row - size.page), column];
    case 'Home':
      return control ? [0, 0] : [row, 0];
    case 'End':
      return control ? [lastRow, lastColumn] : [row, lastColumn];
    default:
      return null;
  }
}
