// SPDX-License-Identifier: Apache-2.0
// A table that draws only the cells on screen, with arrow keys, and reports the cell under the pointer.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  FIRST_WINDOW,
  MAX_EXTENT,
  ROW_HEIGHT,
  clipped,
  moveByKey,
  sameWindow,
  windowOf,
  withinCount,
  type CellPlace,
  type GridWindow,
} from './grid';
import { observeSize } from './observe_size';

export interface Cell {
  text: string;
  /** What is read aloud instead of the text. */
  label?: string;
  name?: string;
  style?: string;
  title?: string;
}

export interface GridProps {
  label: string;
  rows: number;
  columns: number;
  /** Cells in all, when the last row is short. */
  count?: number;
  cellWidth: number;
  headerWidth: number;
  /** Shown above the columns; without it there is no header row. */
  columnHeader?: (column: number) => string;
  rowHeader: (row: number) => string;
  cell: (row: number, column: number) => Cell | null;
  /** Cells to emphasize. */
  lit: CellPlace | null;
  onWindow: (window: GridWindow) => void;
  onPoint: (place: CellPlace | null) => void;
  onPick: (place: CellPlace) => void;
  maxHeight: string;
}

function placeOf(target: EventTarget | null): CellPlace | null {
  const cell = (target as Element | null)?.closest<HTMLElement>('td[data-row]');
  if (cell == null) return null;
  return [Number(cell.dataset['row']), Number(cell.dataset['column'])];
}

/** Scrolls so that a cell is inside the frame, past the sticky headers. */
function reveal(frame: HTMLElement, [row, column]: CellPlace, props: GridProps): void {
  const headerHeight = props.columnHeader ? ROW_HEIGHT : 0;
  const top = row * ROW_HEIGHT;
  const left = column * props.cellWidth;
  const height = frame.clientHeight - headerHeight - ROW_HEIGHT;
  const width = frame.clientWidth - props.headerWidth - props.cellWidth;
  if (top < frame.scrollTop || top > frame.scrollTop + height) {
    frame.scrollTop = top < frame.scrollTop ? top : top - height;
  }
  if (left < frame.scrollLeft || left > frame.scrollLeft + width) {
    frame.scrollLeft = left < frame.scrollLeft ? left : left - width;
  }
}

/** What a page that the build draws takes as the width of everything: a phone has room for it. */
const WIDTH_AHEAD = 300;

/** The width of an element on the page, followed as it changes. */
export function useWidth(): [ref: { current: HTMLDivElement | null }, width: number] {
  const ref = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(import.meta.env.SSR ? WIDTH_AHEAD : 0);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(ref.current?.clientWidth ?? 0);
    measure();
    return observeSize(ref.current, measure);
  }, []);
  return [ref, width];
}

export function Grid(props: GridProps): JSX.Element {
  const { cellWidth, headerWidth, columnHeader } = props;
  const frame = useRef<HTMLDivElement>(null);
  const rows = Math.min(props.rows, Math.floor(MAX_EXTENT / ROW_HEIGHT));
  const columns = Math.min(props.columns, Math.floor(MAX_EXTENT / cellWidth));
  const [shown, setShown] = useState(FIRST_WINDOW);
  const [home, setHome] = useState<CellPlace>([0, 0]);
  const focusWanted = useRef(false);

  const measure = (): void => {
    const element = frame.current;
    if (element === null) return;
    const view = {
      top: element.scrollTop,
      left: element.scrollLeft,
      height: element.clientHeight,
      width: Math.max(element.clientWidth - headerWidth, cellWidth),
    };
    const next = windowOf(view, { rows, columns, cellWidth });
    if (!sameWindow(next, shown)) setShown(next);
  };
  useLayoutEffect(measure);
  useEffect(() => observeSize(frame.current, measure));
  useLayoutEffect(() => {
    if (shown !== null) props.onWindow(shown);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new window is reported
  }, [shown]);

  const here: CellPlace = [Math.min(home[0], rows - 1), Math.min(home[1], columns - 1)];
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const cell = frame.current?.querySelector<HTMLElement>(
      `td[data-row="${here[0]}"][data-column="${here[1]}"]`,
    );
    if (cell == null) return;
    focusWanted.current = false;
    cell.focus({ preventScroll: true });
  });

  // What is pointed at elsewhere is brought into view here; a grid in use is left alone.
  const litKey = props.lit?.join();
  useEffect(() => {
    const element = frame.current;
    if (element === null || props.lit === null) return;
    if (element.matches(':hover') || element.contains(document.activeElement)) return;
    reveal(element, props.lit, props);
    measure();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each place
  }, [litKey]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = placeOf(event.target);
    if (from === null || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      props.onPick(from);
      return;
    }
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const moved = moveByKey(event.key, event.ctrlKey, from, { rows, columns, page });
    if (moved === null) return;
    const to = withinCount(moved, columns, props.count ?? Infinity);
    event.preventDefault();
    focusWanted.current = true;
    setHome(to);
    if (frame.current !== null) reveal(frame.current, to, props);
    measure();
  };

  const point = (event: Event): void => props.onPoint(placeOf(event.target));
  const view = clipped(shown, { rows, columns }) ?? { row: 0, rows: 0, column: 0, columns: 0 };
  const columnList = Array.from({ length: view.columns }, (_, k) => view.column + k);
  const before = view.column * cellWidth;
  const after = (columns - view.column - view.columns) * cellWidth;
  const width = headerWidth + columns * cellWidth;
  const height = rows * ROW_HEIGHT + (columnHeader ? ROW_HEIGHT : 0);
  const spacer = (size: number): JSX.Element | null =>
    size > 0 ? <td aria-hidden="true" class="spacer" /> : null;
  const filler = (size: number): JSX.Element | null =>
    size > 0 ? <tr aria-hidden="true" style={`height:${size}px`} /> : null;
  return (
    <div
      class="grid-frame"
      dir="ltr"
      ref={frame}
      style={`max-height:min(${height + 2}px,${props.maxHeight});height:${height + 14}px`}
      onScroll={measure}
    >
      <table
        role="grid"
        class="grid"
        aria-label={props.label}
        aria-rowcount={props.rows + (columnHeader ? 1 : 0)}
        aria-colcount={props.columns + 1}
        style={`width:${width}px`}
        onKeyDown={onKeyDown}
        onMouseOver={point}
        onMouseLeave={() => props.onPoint(null)}
        onFocusIn={(event) => {
          point(event);
          const place = placeOf(event.target);
          if (place !== null) setHome(place);
        }}
        onClick={(event) => {
          const place = placeOf(event.target);
          if (place !== null) props.onPick(place);
        }}
      >
        <colgroup>
          <col style={`width:${headerWidth}px`} />
          {before > 0 && <col style={`width:${before}px`} />}
          {columnList.map((column) => (
            <col key={column} style={`width:${cellWidth}px`} />
          ))}
          {after > 0 && <col style={`width:${after}px`} />}
        </colgroup>
        {columnHeader && (
          <thead>
            <tr aria-rowindex={1}>
              <td class="corner" aria-hidden="true" />
              {spacer(before)}
              {columnList.map((column) => (
                <th key={column} scope="col" role="columnheader" aria-colindex={column + 2}>
                  {columnHeader(column)}
                </th>
              ))}
              {spacer(after)}
            </tr>
          </thead>
        )}
        <tbody>
          {filler(view.row * ROW_HEIGHT)}
          {Array.from({ length: view.rows }, (_, k) => view.row + k).map((row) => (
            <tr key={row} aria-rowindex={row + (columnHeader ? 2 : 1)}>
              {props.rowHeader(row) === '' ? (
                <td class="corner" aria-hidden="true" />
              ) : (
                <th scope="row" role="rowheader" aria-colindex={1}>
                  {props.rowHeader(row)}
                </th>
              )}
              {spacer(before)}
              {columnList.map((column) => {
                const cell = props.cell(row, column);
                const lit = props.lit?.[0] === row && props.lit[1] === column;
                const focusable = here[0] === row && here[1] === column;
                if (cell === null) return <td key={column} class="void" aria-hidden="true" />;
                return (
                  <td
                    key={column}
                    role="gridcell"
                    aria-colindex={column + 2}
                    class={`${cell.name ?? ''}${lit ? ' lit' : ''}`}
                    style={cell.style}
                    title={cell.title}
                    aria-label={cell.label}
                    data-row={row}
                    data-column={column}
                    tabIndex={focusable ? 0 : -1}
                  >
                    {cell.text}
                  </td>
                );
              })}
              {spacer(after)}
            </tr>
          ))}
          {filler((rows - view.row - view.rows) * ROW_HEIGHT)}
        </tbody>
      </table>
    </div>
  );
}
