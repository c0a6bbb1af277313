// SPDX-License-Identifier: Apache-2.0
// The two halves of the layout pane: the array as it is thought of, and as it is stored.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortNumber } from '../engine/preview';
import type { IndexReport, LayoutReport } from '../engine/types';
import { Grid, type Cell } from './Grid';
import type { Ask } from './context';
import type { CellPlace, GridWindow } from './grid';
import { cellOfElement, indexOfCell, ravel, rowRanges, unravel, type Plane } from './indices';
import { blockHue, blockSize, blocksPerRow, indexText, memoryColumns } from './layout';
import { useAnswer } from './use_answer';

/** What one points at: an element, or a position (which may be padding). */
export type Spot = { element: number; position?: undefined } | { position: number; element?: number };

/** Where the values of the cells come from, when they are to show values. */
export interface ValueSource {
  program: number;
  instruction: number;
  path: readonly number[];
  /** Changes with every evaluation. */
  stamp: number;
}

interface HalfProps {
  ask: Ask;
  report: LayoutReport;
  plane: Plane;
  /** The engine's word on what is pointed at. */
  active: IndexReport | null;
  /** Null: cells show places. */
  values: ValueSource | null;
  onSpot: (spot: Spot | null) => void;
  onPick: (spot: Spot) => void;
}

const DIGIT = 7.25;
const VALUE_CHARACTERS = 7;
const widthFor = (characters: number): number => Math.max(30, Math.ceil(characters * DIGIT) + 12);

function tileCell(report: LayoutReport, position: number, text: string, isPadding: boolean): Cell {
  const hue = blockHue(Math.floor(position / blockSize(report)), blocksPerRow(report));
  return { text, name: isPadding ? 'tile padding' : 'tile', style: `--hue:${hue}` };
}

export function LogicalGrid(props: HalfProps & { padded: LayoutReport | null }): JSX.Element {
  const { ask, report, plane, active, values, onSpot, onPick } = props;
  const grown = props.padded ?? report;
  // The same cells, and those that tiles add around them.
  const field: Plane = {
    ...plane,
    dims: grown.dims,
    rows: grown.rank >= 2 ? (grown.dims.at(-2) ?? 1) : plane.rows,
    columns: grown.rank >= 1 ? (grown.dims.at(-1) ?? 1) : plane.columns,
  };
  const [window, setWindow] = useState<GridWindow | null>(null);
  const textsOf = async (shown: GridWindow): Promise<string[][] | null> => {
    if (values === null) return null;
    const rows = Math.max(0, Math.min(shown.rows, plane.rows - shown.row));
    const columns = Math.max(0, Math.min(shown.columns, plane.columns - shown.column));
    if (columns === 0) return [];
    const ranges = rowRanges(plane, { ...shown, rows, columns });
    const { program, instruction, path } = values;
    return (await ask('cells', program, instruction, path, ranges)).texts;
  };
  const { value: held } = useAnswer(
    `${grown.shape} ${plane.slice}`,
    JSON.stringify([grown.shape, plane.slice, window, values]),
    window === null
      ? null
      : async () => {
          const ranges = Array.from({ length: window.rows }, (_, k) => {
            const index = indexOfCell(field, window.row + k, window.column);
            return [ravel(index, field.dims), window.columns] as const;
          });
          const rows = await ask('positions', grown.shape, ranges);
          return { rows, window, texts: await textsOf(window) };
        },
  );
  const positionOf = ([row, column]: CellPlace): number | null =>
    held?.rows[row - held.window.row]?.[column - held.window.column] ?? null;
  const isReal = ([row, column]: CellPlace): boolean => row < plane.rows && column < plane.columns;
  const cell = (row: number, column: number): Cell => {
    const position = positionOf([row, column]);
    if (position === null) return { text: '' };
    const isPadding = !isReal([row, column]);
    const texts = isPadding ? null : held?.texts;
    if (held === null || texts == null) {
      return tileCell(report, position, String(position), isPadding);
    }
    const text = texts[row - held.window.row]?.[column - held.window.column] ?? '';
    return tileCell(report, position, shortNumber(text), false);
  };
  const spotOf = (place: CellPlace): Spot | null => {
    if (isReal(place)) {
      return { element: ravel(indexOfCell(plane, place[0], place[1]), plane.dims) };
    }
    const position = positionOf(place);
    return position === null ? null : { position };
  };
  const lit = ((): CellPlace | null => {
    if (active === null || !active.ok) return null;
    if (active.index !== null) return cellOfElement(plane, ravel(active.index, plane.dims));
    const row = held?.rows.findIndex((list) => list.includes(active.position)) ?? -1;
    if (held === null || row < 0) return null;
    const column = held.rows[row]?.indexOf(active.position) ?? 0;
    return [held.window.row + row, held.window.column + column];
  })();
  return (
    <figure class="half">
      <figcaption>
        Logical <span class="quiet">{values ? 'values' : 'position of each element'}</span>
      </figcaption>
      <Grid
        label={`logical view of ${report.shape}: positions in memory`}
        rows={field.rows}
        columns={field.columns}
        cellWidth={widthFor(
          Math.max(
            String(Math.max(0, report.storedElements - 1)).length,
            values === null ? 0 : VALUE_CHARACTERS,
          ),
        )}
        headerWidth={widthFor(String(field.rows).length) - 4}
        {...(report.rank > 0 ? { columnHeader: String } : {})}
        rowHeader={(row) => (report.rank > 1 ? String(row) : '')}
        cell={cell}
        lit={lit}
        onWindow={setWindow}
        onPoint={(place) => onSpot(place && spotOf(place))}
        onPick={(place) => {
          const spot = spotOf(place);
          if (spot !== null) onPick(spot);
        }}
        maxHeight="42vh"
      />
    </figure>
  );
}

/** The width of an element on the page, followed as it changes. */
function useWidth(): [ref: { current: HTMLElement | null }, width: number] {
  const ref = useRef<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(ref.current?.clientWidth ?? 0));
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

export function MemoryGrid(props: HalfProps): JSX.Element {
  const { ask, report, active, values, onSpot, onPick } = props;
  const [ref, width] = useWidth();
  const [window, setWindow] = useState<GridWindow | null>(null);
  const stored = report.storedElements;
  const longest = indexText(report.dims.map((size) => Math.max(0, size - 1))).length;
  const cellWidth = widthFor(values === null ? longest : Math.max(longest, VALUE_CHARACTERS));
  const headerWidth = widthFor(String(Math.max(0, stored - 1)).length) - 4;
  const fit = Math.max(4, Math.floor((width - headerWidth - 12) / cellWidth));
  const columns = memoryColumns(blockSize(report), stored, fit);
  const { value: held } = useAnswer(
    report.shape,
    JSON.stringify([report.shape, columns, window, values]),
    window === null || width === 0
      ? null
      : async () => {
          const begin = window.row * columns;
          const count = Math.max(0, Math.min(stored, (window.row + window.rows) * columns) - begin);
          const [elements] = await ask('elementsAt', report.shape, [[begin, count]]);
          const list = elements ?? new Float64Array();
          const texts =
            values === null
              ? null
              : await ask('gather', values.program, values.instruction, values.path, [...list]);
          return { elements: list, begin, texts };
        },
  );
  const elementAt = (position: number): number | null =>
    held?.elements[position - held.begin] ?? null;
  const cell = (row: number, column: number): Cell | null => {
    const position = row * columns + column;
    if (position >= stored) return null;
    const element = elementAt(position);
    if (element === null) return { text: '' };
    if (element < 0) return tileCell(report, position, '', true);
    const value = held?.texts?.[position - held.begin];
    const text = value === undefined ? indexText(unravel(element, report.dims)) : shortNumber(value);
    return tileCell(report, position, text, false);
  };
  const spotOf = ([row, column]: CellPlace): Spot => {
    const position = row * columns + column;
    const element = elementAt(position);
    return element === null || element < 0 ? { position } : { position, element };
  };
  const position = active?.ok ? active.position : null;
  return (
    <figure class="half" ref={ref}>
      <figcaption>
        Memory <span class="quiet">{values ? 'values in order' : 'indices in order'}</span>
      </figcaption>
      {width > 0 && (
        <Grid
          label={`memory of ${report.shape}: ${stored} stored elements`}
          rows={Math.ceil(stored / columns)}
          columns={columns}
          cellWidth={cellWidth}
          headerWidth={headerWidth}
          rowHeader={(row) => String(row * columns)}
          cell={cell}
          lit={position === null ? null : [Math.floor(position / columns), position % columns]}
          onWindow={setWindow}
          onPoint={(place) => onSpot(place && spotOf(place))}
          onPick={(place) => onPick(spotOf(place))}
          maxHeight="42vh"
        />
      )}
    </figure>
  );
}
