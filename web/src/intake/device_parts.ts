// SPDX-License-Identifier: Apache-2.0
// Arrays of all devices, and the part that each partition has of them, as in core/ir/device_parts.h.

/** A sharding that gives every partition one of equal parts. */
export interface Parts {
  /** Along each dimension. */
  counts: readonly number[];
  /** The part of each partition, by its place along each dimension. */
  places: readonly (readonly number[])[];
}

const TILES =
  /^\{devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))(?: last_tile_dim(?:_replicate|s=\{([^}]*)\}))?/;
const MESH =
  /^\{mesh\[([^\]]+)\](?:, device_ids=\((?:\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))\))?, \[([^\]]*)\]/;

const numbers = (text: string): number[] => text.split(',').map(Number);
const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);
const range = (count: number): number[] => [...Array(count).keys()];

/** 0, 1, 2, ... in rows of these sizes, read with the dimensions in another order. */
function iota(sizes: readonly number[], order: readonly number[]): number[] {
  let found = [0];
  for (const axis of order) {
    const stride = product(sizes.slice(axis + 1));
    found = found.flatMap((base) => range(sizes[axis] ?? 0).map((k) => base + k * stride));
  }
  return found;
}

function devicesOf(sizes?: string, order?: string, list?: string): number[] | null {
  if (sizes === undefined) return list === undefined ? null : numbers(list);
  const given = numbers(sizes);
  return iota(given, order === undefined ? range(given.length) : numbers(order));
}

/** The place of an index along each dimension, the last one first. */
function placeOf(index: number, counts: readonly number[]): number[] {
  const place: number[] = [];
  let rest = index;
  for (const count of [...counts].reverse()) {
    place.unshift(rest % count);
    rest = Math.floor(rest / count);
  }
  return place;
}

function partsOfTiles(
  [, tiles = '', sizes, order, list, last]: RegExpExecArray,
  text: string,
): Parts {
  const all = numbers(tiles);
  const copied =
    last === undefined ? Number(text.includes('last_tile_dim')) : last.split(',').length;
  const counts = all.slice(0, all.length - copied);
  const copies = product(all.slice(all.length - copied));
  const places: number[][] = [];
  for (const [k, device] of (devicesOf(sizes, order, list) ?? []).entries()) {
    places[device] = placeOf(Math.floor(k / copies), counts);
  }
  return { counts, places };
}

/** Null if a dimension has a part of an axis. */
function partsOfMesh([
  ,
  given = '',
  sizes,
  order,
  list,
  split = '',
]: RegExpExecArray): Parts | null {
  const axes = given.split(',').map((axis) => axis.split('='));
  const names = axes.map(([name = '']) => name);
  const lengths = axes.map(([, size]) => Number(size));
  const dimensions = [...split.matchAll(/\{([^}]*)\}/g)].map(([, inside = '']) =>
    inside.split(', ').filter((name) => name !== '' && name !== '?'),
  );
  const used = dimensions.map((of) => of.map((name) => names.indexOf(name)));
  if (used.flat().includes(-1)) return null;
  const counts = used.map((of) => product(of.map((axis) => lengths[axis] ?? 0)));
  const places: number[][] = [];
  const devices = devicesOf(sizes, order, list) ?? range(product(lengths));
  for (const [k, device] of devices.entries()) {
    const at = placeOf(k, lengths);
    places[device] = used.map((of) =>
      of.reduce((place, axis) => place * (lengths[axis] ?? 0) + (at[axis] ?? 0), 0),
    );
  }
  return { counts, places };
}

/** The parts that a sharding of an array gives; null for one that gives none. */
export function readParts(sharding: string): Parts | null {
  const text = sharding.trim().replace(/['"]/g, '');
  const tiles = TILES.exec(text);
  if (tiles !== null) return partsOfTiles(tiles, text);
  const mesh = MESH.exec(text);
  return mesh && partsOfMesh(mesh);
}

/** The parts of the partitions; null for other shardings, or for another rank or number of them. */
export function partsOf(sharding: string, rank: number, partitions: number): Parts | null {
  // Partial sums are not parts of an array.
  if (/unreduced(?!=\{\})/.test(sharding)) return null;
  const parts = readParts(sharding);
  if (parts === null || parts.counts.length !== rank || parts.places.length !== partitions)
    return null;
  return range(partitions).every((k) => parts.places[k] !== undefined) ? parts : null;
}

/** Outside of a shard_map, each device has whole arrays. */
export const hasShardMap = (text: string): boolean =>
  /"(?:xla\.sdy\.GlobalToLocalShape|SPMDFullToShardShape)"/.test(text);

/** `f32[4,8]` of the parts `f32[2,2]`. */
export const wholeShape = (part: string, { counts }: Parts): string =>
  part.replace(/\[(.*)\]/, (_, sizes: string) => {
    const whole = numbers(sizes).map((size, d) => size * (counts[d] ?? 1));
    return `[${whole.join(',')}]`;
  });

/** The data of each partition, of the sizes `part`. */
export function splitData(data: unknown, part: readonly number[], { places }: Parts): unknown[] {
  const take = (from: unknown, place: readonly number[], d: number): unknown => {
    const size = part[d] ?? 0;
    if (d === part.length || !Array.isArray(from)) return from;
    const begin = (place[d] ?? 0) * size;
    return from.slice(begin, begin + size).map((row: unknown) => take(row, place, d + 1));
  };
  return places.map((place) => take(data, place, 0));
}
