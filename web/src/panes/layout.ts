// SPDX-License-Identifier: Apache-2.0
// What the layout pane draws, from the engine's report on a shape.
import { layoutText, withoutLayout } from '../engine/shapes';
import type { LayoutReport } from '../engine/types';
import { leafPart } from '../program/line';
import { product } from './indices';

/** Stored elements that belong together in memory: a tile, or the most minor line without tiles. */
export function blockSize(report: LayoutReport): number {
  const lengths = report.tiles.map(({ text }) => product(tileSizes(text)));
  const [first] = lengths;
  if (first === undefined) return Math.max(1, report.physicalSizes.at(-1) ?? 1);
  // A later, longer tile gathers several of the first ones into one stretch of memory.
  const firstRank = tileSizes(report.tiles[0]?.text ?? '').length;
  const longest = Math.max(...report.tiles.map(({ text }) => tileSizes(text).length));
  if (longest === firstRank) return Math.max(1, first);
  return Math.max(1, product(report.finalSizes.slice(-longest - firstRank)));
}

/** Sizes of a tile as it is written; `*` has none of its own. */
export function tileSizes(text: string): number[] {
  return text
    .replace(/[^\d,*]/g, '')
    .split(',')
    .map((part) => (part === '*' ? 1 : Number(part)));
}

/** Blocks that lie side by side along the most minor dimension. */
export function blocksPerRow(report: LayoutReport): number {
  const [tile] = report.tiles;
  if (tile === undefined) return 1;
  const covered = tileSizes(tile.text).length - (tile.text.match(/\*/g)?.length ?? 0);
  return Math.max(1, tile.after[tile.after.length - covered - 1] ?? 1);
}

const HUES = 12;

/** Hue in degrees of a block: neighbors in both directions and diagonals are far apart. */
export function blockHue(block: number, perRow: number): number {
  const column = block % perRow;
  const row = Math.floor(block / perRow);
  return (((5 * column + 3 * row + 8) % HUES) * 360) / HUES;
}

/**
 * The dimensions rounded up to whole first tiles: the cells beyond the real ones are padding one
 * can point at. Null where rounding does not describe the padding (combined dimensions).
 */
export function paddedDims(report: LayoutReport): number[] | null {
  const [tile] = report.tiles;
  if (tile === undefined) return [...report.dims];
  if (tile.text.includes('*')) return null;
  const dims = [...report.dims];
  const sizes = tileSizes(tile.text);
  for (let k = 0; k < Math.min(sizes.length, report.rank); k++) {
    const d = report.minorToMajor[k] ?? 0;
    const size = sizes[sizes.length - 1 - k] ?? 1;
    dims[d] = Math.ceil((dims[d] ?? 1) / size) * size;
  }
  return dims;
}

export function withDims(shape: string, dims: readonly number[]): string {
  return shape.replace(/\[[^\]]*\]/, `[${dims.join(',')}]`);
}

/** A shape with another layout; the braces may be left out. */
export function withLayout(shape: string, layout: string): string {
  const bare = withoutLayout(shape);
  const inner = layout.trim().replace(/^\{/, '').replace(/\}$/, '').trim();
  return inner === '' ? bare : `${bare}{${inner}}`;
}

/** The same for the array at `path` of a shape text, which may be a tuple's. */
export function withLayoutAt(shape: string, path: readonly number[], layout: string): string {
  const leaf = leafPart(shape, path);
  if (leaf === null) return shape;
  const { from, to } = leaf;
  return shape.slice(0, from) + withLayout(shape.slice(from, to), layout) + shape.slice(to);
}

/** The shortest line of the memory view, where more fit. */
const MIN_COLUMNS = 4;

/** Elements in a line of the memory view, of which `fit` have room: a block, or a part of one that
 *  stays the same when the window grows a little. */
export function memoryColumns(block: number, stored: number, fit: number): number {
  const most = Math.max(1, Math.min(fit, stored));
  if (block <= most) {
    let columns = block;
    while (columns < MIN_COLUMNS && 2 * columns <= most) columns *= 2;
    return columns;
  }
  for (let columns = most; 2 * columns > most; columns--) if (block % columns === 0) return columns;
  return 2 ** Math.floor(Math.log2(most));
}

/** How much more memory an array takes than its elements: `1.6×`, and `1.00006×` rather than 1. */
export function expansion({
  bytes,
  unpaddedBytes,
}: Pick<LayoutReport, 'bytes' | 'unpaddedBytes'>): string {
  const ratio = unpaddedBytes === 0 ? 1 : bytes / unpaddedBytes;
  if (ratio >= 1.005 || ratio <= 1) return `${Number(ratio.toPrecision(3))}×`;
  const places = 1 - Math.floor(Math.log10(ratio - 1)) - 1;
  return `${ratio.toFixed(places)}×`;
}

/** Whether most of the memory of an array is padding. */
export const isWasteful = ({ bytes, unpaddedBytes }: LayoutReport): boolean =>
  bytes > 4 * unpaddedBytes;

/** Whether the elements lie in the order of their index, with all padding at the end: then memory
 *  looks like the array. */
export const isInOrder = ({ rank, tiles }: LayoutReport): boolean =>
  rank === 0 ||
  (rank === 1 && tiles.every(({ text }) => !/[*]/.test(text) && tileSizes(text).length === 1));

/** What follows the order of a layout as it is written: `:T(8,128)S(1)`. */
const afterOrder = (shape: string): string =>
  /^\{[\d,]*((?::.*)?)\}$/.exec(layoutText(shape))?.[1] ?? '';

/** Layouts worth trying for a shape: other orders and tiles. The bits of an element, the memory space,
 *  and the like stay as they are written. */
export function suggestedLayouts(report: LayoutReport): string[] {
  const { rank, elementBits, shape } = report;
  const others = afterOrder(shape)
    .slice(1)
    .replace(/T(?:\([^)]*\))+/, '');
  const layout = (order: string, tiles: string): string => {
    const parts = `${tiles === '' ? '' : `T${tiles}`}${others}`;
    return parts === '' ? `{${order}}` : `{${order}:${parts}}`;
  };
  if (rank === 0) return [layout('', '(128)')];
  const descending = Array.from({ length: rank }, (_, k) => rank - 1 - k);
  const row = descending.join(',');
  const column = [...descending].reverse().join(',');
  if (rank === 1) return ['', '(4)', '(2,4)', '(256)'].map((tiles) => layout(row, tiles));
  const packed = elementBits === 16 ? '(2,1)' : elementBits === 8 ? '(4,1)' : '';
  return [
    layout(row, ''),
    layout(column, ''),
    ...['(2,2)', '(2,4)', '(2,4)(2,1)', `(8,128)${packed}`].map((tiles) => layout(row, tiles)),
    layout(column, `(8,128)${packed}`),
  ];
}

/** The layouts with the tiles of a report and other dimension orders. Tiles cover the most minor
 *  dimensions, so orders differ in the two of these; the others stay descending. */
export function otherOrders(report: LayoutReport): string[] {
  const { rank, shape, minorToMajor } = report;
  const rest = afterOrder(shape);
  const all = Array.from({ length: rank }, (_, k) => rank - 1 - k);
  const orders = all.flatMap((minor) =>
    all
      .filter((second) => second !== minor)
      .map((second) => [minor, second, ...all.filter((d) => d !== minor && d !== second)]),
  );
  const written = minorToMajor.join();
  return orders
    .map((order) => order.join())
    .filter((order) => order !== written)
    .map((order) => `{${order}${rest}}`);
}

/** The layout that takes least memory, if it takes less than the written one. */
export function leastOf(
  written: Pick<LayoutReport, 'bytes'>,
  layouts: readonly string[],
  sizes: readonly { padded: number }[],
): { layout: string; bytes: number } | null {
  let best: { layout: string; bytes: number } | null = null;
  layouts.forEach((layout, k) => {
    const bytes = sizes[k]?.padded ?? 0;
    if (bytes > 0 && bytes < (best?.bytes ?? written.bytes)) best = { layout, bytes };
  });
  return best;
}

/** `(2,3)` */
export const indexText = (index: readonly number[]): string => `(${index.join(',')})`;
