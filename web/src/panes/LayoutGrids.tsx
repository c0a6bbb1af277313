// SPDX-License-Identifier: Apache-2.0
// The two halves of the layout pane: the logical array, and the array as it is stored.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shortNumber } from '../engine/preview';
import type { IndexReport, LayoutReport } from '../engine/types';
import { bytesText } from './element_bits';
import { Grid, useWidth, type Cell } from './Grid';
import type { Ask } from '../engine/protocol';
import {
  FIRST_WINDOW,
  MAX_EXTENT,
  ROW_HEIGHT,
  clipped,
  type CellPlace,
  type GridWindow,
} from './grid';
import {
  cellOfElement,
  columnName,
  hasCell,
  indexOfCell,
  planeOf,
  ravel,
  rowName,
  rowRanges,
  unravel,
  type Plane,
} from './indices';
import { blockHue, blockSize, blocksPerRow, indexText, memoryColumns } from './layout';
import { useAnswer } from './use_answer';

/** What one points at: an element, or a position (which may be padding). */
export type Spot =
  { element: number; position?: undefined } | { position: number; element?: number };

/** Where the values of the cells come from, when they are to show values. */
export interface ValueSource {
  program: number;
  device: number;
  instruction: number;
  path: readonly number[];
  /** Changes with every evaluation. */
  stamp: number;
  /** Whether the cells show the bytes of the values. */
  bytes: boolean;
}

interface HalfProps {
  ask: Ask;
  report: LayoutReport;
  /** Leading coordinates on show. */
  slice: readonly number[];
  /** The engine's explanation of the place under the pointer. */
  active: IndexReport | null;
  /** Null: cells show places. */
  values: ValueSource | null;
  onSpot: (spot: Spot | null) => void;
  onPick: (spot: Spot) => void;
}

const DIGIT = 7.25;
const VALUE_CHARACTERS = 7;

/** Characters of the longest text of a value. */
function charactersOf({ bytes }: ValueSource, { elementType }: LayoutReport): number {
  return bytes ? bytesText(elementType, '0').length : VALUE_CHARACTERS;
}

const cellText = ({ bytes }: ValueSource, { elementType }: LayoutReport, text: string): string =>
  bytes ? bytesText(elementType, text) : shortNumber(text);

const widthFor = (characters: number): number => Math.max(30, Math.ceil(characters * DIGIT) + 12);

const what = ({ bytes }: ValueSource): string => (bytes ? 'bytes' : 'values');

function tileCell(report: LayoutReport, position: number, text: string, isPadding: boolean): Cell {
  const hue = blockHue(Math.floor(position / blockSize(report)), blocksPerRow(report));
  const style = `--hue:${hue}`;
  return isPadding
    ? { text: '', label: 'padding', name: 'tile padding', style }
    : { text, name: 'tile', style };
}

export function LogicalGrid(
  props: HalfProps & {
    padded: LayoutReport | null;
    room: number;
    /** Whether it stands for the memory, too. */
    alone: boolean;
  },
): JSX.Element {
  const { ask, report, active, values, onSpot, onPick } = props;
  const grown = props.padded ?? report;
  const cellWidth = widthFor(
    Math.max(
      String(Math.max(0, report.storedElements - 1)).length,
      values === null ? 0 : charactersOf(values, report),
    ),
  );
  const headerWidth = widthFor(String(grown.dims.at(-2) ?? grown.dims[0] ?? 0).length) - 4;
  const fit = Math.floor((props.room - headerWidth - 4) / cellWidth);
  const plane = planeOf(report.dims, props.slice, fit);
  // The same cells, and those that tiles add around them.
  const wide = planeOf(grown.dims, props.slice, report.rank === 1 ? Math.max(fit, 1) : fit);
  const field: Plane = { ...wide, slice: plane.slice };
  const [seen, setWindow] = useState(FIRST_WINDOW);
  const window = clipped(seen, field);
  const textsOf = async (shown: GridWindow): Promise<string[][] | null> => {
    if (values === null) return null;
    const rows = Math.max(0, Math.min(shown.rows, real.rows - shown.row));
    const columns = Math.max(0, Math.min(shown.columns, real.columns - shown.column));
    if (columns === 0) return [];
    const ranges = rowRanges(real, { ...shown, rows, columns });
    const { program, device, instruction, path } = values;
    return (await ask('cells', program, device, instruction, path, ranges)).texts;
  };
  const { value: held } = useAnswer(
    `${grown.shape} ${field.columns} ${plane.slice}`,
    JSON.stringify([grown.shape, field.columns, plane.slice, window, values]),
    window === null
      ? null
      : async () => {
          const ranges = rowRanges(field, window);
          const rows = await ask('positions', grown.shape, ranges);
          return { rows, window, texts: await textsOf(window) };
        },
  );
  const positionOf = ([row, column]: CellPlace): number | null =>
    held?.rows[row - held.window.row]?.[column - held.window.column] ?? null;
  // Of a list the real cells come first; of a plane they are its upper left part.
  const real: Plane = report.rank === 1 ? { ...field, dims: report.dims } : plane;
  const isReal = ([row, column]: CellPlace): boolean => hasCell(real, row, column);
  const cell = (row: number, column: number): Cell | null => {
    if (!hasCell(field, row, column)) return null;
    const position = positionOf([row, column]);
    if (position === null) return { text: '' };
    const isPadding = !isReal([row, column]);
    const texts = isPadding ? null : held?.texts;
    if (held === null || texts == null || values === null) {
      return tileCell(report, position, String(position), isPadding);
    }
    const text = texts[row - held.window.row]?.[column - held.window.column] ?? '';
    return tileCell(report, position, cellText(values, report, text), false);
  };
  const spotOf = (place: CellPlace): Spot | null => {
    if (isReal(place)) {
      return { element: ravel(indexOfCell(real, place[0], place[1]), real.dims) };
    }
    const position = positionOf(place);
    return position === null ? null : { position };
  };
  const lit = ((): CellPlace | null => {
    if (active === null || !active.ok) return null;
    if (active.index !== null) return cellOfElement(real, ravel(active.index, real.dims));
    const row = held?.rows.findIndex((list) => list.includes(active.position)) ?? -1;
    if (held === null || row < 0) return null;
    const column = held.rows[row]?.indexOf(active.position) ?? 0;
    return [held.window.row + row, held.window.column + column];
  })();
  return (
    <figure class="half">
      <figcaption>
        {props.alone ? 'Memory, in the order of the index' : 'Logical'}{' '}
        <span class="quiet">{values ? what(values) : 'position of each element'}</span>
      </figcaption>
      <Grid
        label={`logical view of ${report.shape}: positions in memory`}
        rows={field.rows}
        columns={field.columns}
        {...(report.rank === 1 ? { count: grown.dims[0] ?? 0 } : {})}
        cellWidth={cellWidth}
        headerWidth={headerWidth}
        {...(report.rank > 0
          ? { columnHeader: (column: number) => columnName(field, column) }
          : {})}
        rowHeader={(row) => rowName(field, row)}
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

export function MemoryGrid(props: HalfProps): JSX.Element {
  const { ask, report, active, values, onSpot, onPick } = props;
  const [ref, width] = useWidth();
  const [seen, setWindow] = useState(FIRST_WINDOW);
  const stored = report.storedElements;
  // A list needs no parentheses, and then fits beside its logical view.
  const nameOf = (element: number): string =>
    report.rank === 1 ? String(element) : indexText(unravel(element, report.dims));
  const longest = nameOf(Math.max(0, report.elements - 1)).length;
  const cellWidth = widthFor(
    values === null ? longest : Math.max(longest, charactersOf(values, report)),
  );
  const headerWidth = widthFor(String(Math.max(0, stored - 1)).length) - 4;
  const fit = Math.max(4, Math.floor((width - headerWidth - 12) / cellWidth));
  const columns = memoryColumns(blockSize(report), stored, fit);
  const window = clipped(seen, { rows: Math.ceil(stored / columns), columns });
  const cut = Math.ceil(stored / columns) * ROW_HEIGHT > MAX_EXTENT ? ', the first part' : '';
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
              : await ask(
                  'gather',
                  values.program,
                  values.device,
                  values.instruction,
                  values.path,
                  [...list],
                );
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
    const shown = values !== null && value !== undefined;
    const text = shown ? cellText(values, report, value) : nameOf(element);
    return tileCell(report, position, text, false);
  };
  const spotOf = ([row, column]: CellPlace): Spot => {
    const position = row * columns + column;
    const element = elementAt(position);
    return element === null || element < 0 ? { position } : { position, element };
  };
  const position = active?.ok ? active.position : null;
  return (
    <figure class="half">
      <figcaption>
        Memory{' '}
        <span class="quiet">
          {values ? `${what(values)} in order` : 'indices in order'}
          {cut}
        </span>
      </figcaption>
      <div ref={ref} />
      {width > 0 && (
        <Grid
          label={`memory of ${report.shape}: ${stored} stored elements`}
          rows={Math.ceil(stored / columns)}
          columns={columns}
          count={stored}
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
