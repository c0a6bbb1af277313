// SPDX-License-Identifier: Apache-2.0
// The terms of an element in ops that choose elements by comparing them.
import { product, ravel, unravel } from './indices';
import { MAX_TERMS, copyOf, indicesOf, list } from './traced';
import type { Provenance, Reader, Source, Traced } from './traced';
import { underWindow, windowOf, type WindowDimension } from './traced_terms';

/** The element of a sort: the one that stands elsewhere in the same line of the operand. */
export async function sort(
  { operands, result, attributes, part }: Traced,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const { dims } = result;
  const sorted = list(attributes, 'dimensions')[0] ?? dims.length - 1;
  const size = dims[sorted];
  const array = operands[part];
  if (size === undefined || array === undefined || size > MAX_TERMS) return null;
  const index = unravel(element, dims);
  const line = Array.from({ length: size }, (_, k) => ravel(index.with(sorted, k), dims));
  /** What all arrays have at each place of the line. */
  const rowsOf = async (readOne: Reader['operand']): Promise<string[]> => {
    const arrays = await Promise.all(operands.map((_, k) => readOne(k, line)));
    return line.map((_, at) => arrays.map((texts) => texts[at]).join());
  };
  const [before, after] = await Promise.all([rowsOf(read.operand), rowsOf(read.result)]);
  const at = index[sorted] ?? 0;
  const row = after[at];
  // Places where all arrays have the same are told apart by their order.
  const earlier = after.slice(0, at).filter((other) => other === row).length;
  const from = before.flatMap((other, k) => (other === row ? [k] : []))[earlier];
  return from === undefined ? null : copyOf(part, array, index.with(sorted, from));
}

type Compared = number | bigint;

/** Whether `select` keeps the element that is selected so far. */
const KEEPS: Readonly<Record<string, (selected: Compared, next: Compared) => boolean>> = {
  GE: (selected, next) => selected >= next,
  GT: (selected, next) => selected > next,
  LE: (selected, next) => selected <= next,
  LT: (selected, next) => selected < next,
};

/** Without loss for integers of 64 bits. */
const comparedOf = (text: string): Compared =>
  /^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text);

/** The elements under a window, in row-major order. */
function elementsUnder(
  window: readonly WindowDimension[],
  place: readonly number[],
  dims: readonly number[],
): number[] {
  return [...indicesOf(window.map(({ size }) => size))].flatMap((inside) => {
    const index = window.map((dimension, d) =>
      underWindow(dimension, place[d] ?? 0, inside[d] ?? 0, dims[d] ?? 1),
    );
    return index.includes(-1) ? [] : [ravel(index, dims)];
  });
}

/** The places of the windows that an index may be under. */
function windowsAround(
  window: readonly WindowDimension[],
  index: readonly number[],
  places: readonly number[],
): number[][] {
  const first = window.map(({ size, stride, low }, d) =>
    Math.max(0, Math.ceil(((index[d] ?? 0) + low - size + 1) / stride)),
  );
  const counts = window.map(({ stride, low }, d) => {
    const last = Math.min((places[d] ?? 1) - 1, Math.floor(((index[d] ?? 0) + low) / stride));
    return Math.max(0, last - (first[d] ?? 0) + 1);
  });
  return [...indicesOf(counts)].map((offset) => offset.map((at, d) => at + (first[d] ?? 0)));
}

/** The initial value, and the elements of the source whose windows select the element. */
export async function selectAndScatter(
  { operands, attributes, direction }: Traced,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const [array, source] = operands;
  const keeps = KEEPS[direction];
  if (array === undefined || source === undefined || keeps === undefined) return null;
  const window = windowOf(attributes, array.dims.length);
  const places = windowsAround(window, unravel(element, array.dims), source.dims);
  if (places.length * product(window.map(({ size }) => size)) > MAX_TERMS) return null;
  const under = places.map((place) => elementsUnder(window, place, array.dims));
  const wanted = [...new Set(under.flat())].sort((a, b) => a - b);
  const texts = await read.operand(0, wanted);
  const values = new Map(wanted.map((at, k) => [at, comparedOf(texts[k] ?? '')]));
  const selects = (candidates: readonly number[]): number =>
    candidates.reduce((selected, next) =>
      keeps(values.get(selected) ?? NaN, values.get(next) ?? NaN) ? selected : next,
    );
  const terms: Source[][] = [[{ operand: 2, element: 0 }]];
  places.forEach((place, k) => {
    const candidates = under[k] ?? [];
    if (candidates.length === 0 || selects(candidates) !== element) return;
    terms.push([{ operand: 1, element: ravel(place, source.dims) }]);
  });
  return { kind: 'combined', terms, note: '' };
}
