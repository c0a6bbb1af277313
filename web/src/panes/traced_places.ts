// SPDX-License-Identifier: Apache-2.0
// The places that elements come from in ops that move them.
import type { ArraySize } from '../engine/shapes';
import { product, ravel, unravel } from './indices';
import { indexText } from './layout';
import {
  copyOf,
  list,
  number,
  others,
  type Provenance,
  readNumbers,
  type Reader,
  type Source,
  type Traced,
} from './traced';

/** A scatter with more updates is not searched. */
const MAX_UPDATES = 65_536;

/** How index vectors of a gather or scatter are laid out. */
interface Indexing {
  indices: ArraySize;
  /** The dimension of the index vectors. */
  vector: number;
  /** The operand dimension of each entry of an index vector. */
  map: number[];
  /** Batching dimensions of the operand and of the indices. */
  batching: [operand: number[], indices: number[]];
}

/** The row-major numbers of an index vector, for coordinates of the other dimensions of the indices. */
function vectorElements({ indices, vector, map }: Indexing, batch: readonly number[]): number[] {
  return map.map((_, k) => {
    const index = [...batch];
    if (vector < indices.dims.length) index.splice(vector, 0, k);
    return ravel(index, indices.dims);
  });
}

function startOf(
  { map, vector, batching }: Indexing,
  rank: number,
  values: readonly number[],
  batch: readonly number[],
): number[] {
  const start = new Array<number>(rank).fill(0);
  map.forEach((d, k) => (start[d] = values[k] ?? 0));
  const [own, theirs] = batching;
  own.forEach((d, k) => {
    const dimension = theirs[k] ?? 0;
    start[d] = batch[dimension > vector ? dimension - 1 : dimension] ?? 0;
  });
  return start;
}

export async function gather(
  traced: Traced,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const { operands, result, attributes } = traced;
  const [array, indices] = operands;
  if (array === undefined || indices === undefined) return null;
  const own = list(attributes, 'operand_batching_dims');
  const indexing: Indexing = {
    indices,
    vector: number(attributes, 'index_vector_dim', indices.dims.length),
    map: list(attributes, 'start_index_map'),
    batching: [own, list(attributes, 'start_indices_batching_dims')],
  };
  const offsets = list(attributes, 'offset_dims');
  const sizes = list(attributes, 'slice_sizes');
  const index = unravel(element, result.dims);
  const batch = others(index.length, offsets).map((d) => index[d] ?? 0);
  const values = await readNumbers(read, 1, vectorElements(indexing, batch));
  const start = startOf(indexing, array.dims.length, values, batch);
  const clamped = start.map((at, d) =>
    Math.max(0, Math.min(at, (array.dims[d] ?? 1) - (sizes[d] ?? 1))),
  );
  const place = [...clamped];
  others(place.length, [...list(attributes, 'collapsed_slice_dims'), ...own]).forEach((d, k) => {
    place[d] = (place[d] ?? 0) + (index[offsets[k] ?? 0] ?? 0);
  });
  const moved = start.some((at, d) => at !== clamped[d]);
  const note = moved
    ? `the slice starts at ${indexText(start)}, clamped to ${indexText(clamped)}`
    : `the slice starts at ${indexText(start)}`;
  return { ...copyOf(0, array, place), note };
}

export async function scatter(
  traced: Traced,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const { operands, attributes } = traced;
  const [array, indices, updates] = operands;
  if (array === undefined || indices === undefined || updates === undefined) return null;
  const count = product(updates.dims);
  if (operands.length !== 3 || Math.max(count, product(indices.dims)) > MAX_UPDATES) return null;
  const own = list(attributes, 'input_batching_dims');
  const indexing: Indexing = {
    indices,
    vector: number(attributes, 'index_vector_dim', indices.dims.length),
    map: list(attributes, 'scatter_dims_to_operand_dims'),
    batching: [own, list(attributes, 'scatter_indices_batching_dims')],
  };
  const windows = list(attributes, 'update_window_dims');
  const kept = others(array.dims.length, [...list(attributes, 'inserted_window_dims'), ...own]);
  const scattered = others(updates.dims.length, windows);
  const values = await readNumbers(
    read,
    1,
    Array.from({ length: product(indices.dims) }, (_, k) => k),
  );
  const terms: Source[][] = [[{ operand: 0, element }]];
  for (let update = 0; update < count; update++) {
    const index = unravel(update, updates.dims);
    const batch = scattered.map((d) => index[d] ?? 0);
    const vector = vectorElements(indexing, batch).map((k) => values[k] ?? -1);
    const place = startOf(indexing, array.dims.length, vector, batch);
    kept.forEach((d, k) => (place[d] = (place[d] ?? 0) + (index[windows[k] ?? 0] ?? 0)));
    const inside = place.every((at, d) => at >= 0 && at < (array.dims[d] ?? 0));
    if (inside && ravel(place, array.dims) === element) {
      terms.push([{ operand: 2, element: update }]);
    }
  }
  return { kind: 'combined', terms, note: '' };
}

export function slice(
  { operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [array] = operands;
  const ranges = [...attributes.matchAll(/\[(\d+):\d+(?::(\d+))?\]/g)];
  if (array === undefined || ranges.length !== array.dims.length) return null;
  const index = unravel(element, result.dims).map(
    (at, d) => Number(ranges[d]?.[1] ?? 0) + at * Number(ranges[d]?.[2] ?? 1),
  );
  return copyOf(0, array, index);
}

export function pad({ operands, result, attributes }: Traced, element: number): Provenance | null {
  const [array] = operands;
  const text = /\bpadding=([\d_x-]+)/.exec(attributes)?.[1];
  if (array === undefined || text === undefined) return null;
  const edges = text.split('x').map((part) => part.split('_').map(Number));
  const index = unravel(element, result.dims).map((at, d) => {
    const [low = 0, , interior = 0] = edges[d] ?? [];
    const place = (at - low) / (interior + 1);
    return Number.isInteger(place) && place >= 0 && place < (array.dims[d] ?? 0) ? place : -1;
  });
  return index.includes(-1)
    ? { kind: 'copy', terms: [[{ operand: 1, element: 0 }]], note: 'padding' }
    : copyOf(0, array, index);
}

export function concatenate(
  { operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [along = 0] = list(attributes, 'dimensions');
  const index = unravel(element, result.dims);
  for (const [operand, array] of operands.entries()) {
    const size = array.dims[along] ?? 0;
    if ((index[along] ?? 0) < size) return copyOf(operand, array, index);
    index[along] = (index[along] ?? 0) - size;
  }
  return null;
}

/** Ops that take each element from one place, which the shapes and attributes say. */
export function moved(
  { opcode, operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [array] = operands;
  if (array === undefined) return null;
  const index = unravel(element, result.dims);
  const dims = list(attributes, 'dimensions');
  switch (opcode) {
    case 'broadcast':
      return copyOf(
        0,
        array,
        dims.map((d) => index[d] ?? 0),
      );
    case 'transpose': {
      const place = new Array<number>(index.length).fill(0);
      dims.forEach((d, k) => (place[d] = index[k] ?? 0));
      return copyOf(0, array, place);
    }
    case 'reverse':
      return copyOf(
        0,
        array,
        index.map((at, d) => (dims.includes(d) ? (array.dims[d] ?? 1) - 1 - at : at)),
      );
    default:
      return null;
  }
}

export async function dynamicSlice(
  traced: Traced,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const { operands, result } = traced;
  const [array] = operands;
  if (array === undefined || operands.length !== array.dims.length + 1) return null;
  const starts = await Promise.all(
    array.dims.map(async (_, d) => (await readNumbers(read, d + 1, [0]))[0] ?? 0),
  );
  const index = unravel(element, result.dims).map((at, d) => {
    const last = (array.dims[d] ?? 1) - (result.dims[d] ?? 1);
    return Math.max(0, Math.min(starts[d] ?? 0, last)) + at;
  });
  return { ...copyOf(0, array, index), note: `the slice starts at ${indexText(starts)}` };
}
