// SPDX-License-Identifier: Apache-2.0
// Which device holds which part of a sharded array (docs/reference/hlo-text.md, section 6.6).
import { plural } from '../base/sizes';
import { product, ravel, unravel } from './indices';

export interface Sharding {
  /** Parts of each dimension of the array. */
  parts: number[];
  /** The devices of each part, in row-major order of the parts. */
  devices: number[][];
}

const TILED =
  /^\{devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))(?: (last_tile_dim_replicate)| last_tile_dims=\{([^}]*)\})?/;

const numbers = (text: string): number[] => text.split(',').map(Number);

/** The devices of the tiles, in row-major order. */
function assignment(dims: readonly number[], permutation: readonly number[]): number[] {
  const turned = permutation.map((d) => dims[d] ?? 1);
  return Array.from({ length: product(dims) }, (_, tile) => {
    const index = unravel(tile, turned);
    const place = new Array<number>(dims.length).fill(0);
    permutation.forEach((d, k) => (place[d] = index[k] ?? 0));
    return ravel(place, dims);
  });
}

/** The tiles of a sharding attribute; null for other kinds of sharding. */
export function shardingOf(attribute: string): Sharding | null {
  const found = TILED.exec(attribute.trim());
  if (found === null) return null;
  const [, tiles = '', iota, turned, written, replicated, subgroups] = found;
  const dims = numbers(tiles);
  const reshape = iota === undefined ? [] : numbers(iota);
  const order =
    written !== undefined
      ? numbers(written)
      : assignment(reshape, turned === undefined ? [...reshape.keys()] : numbers(turned));
  if (order.length !== product(dims)) return null;
  const last = replicated !== undefined ? 1 : (subgroups?.split(',').length ?? 0);
  const parts = dims.slice(0, dims.length - last);
  const each = product(dims.slice(parts.length));
  const devices = Array.from({ length: product(parts) }, (_, part) =>
    order.slice(part * each, (part + 1) * each).sort((a, b) => a - b),
  );
  return { parts, devices };
}

/** `Dimension 0 is split into 2 parts, dimension 1 into 4; each part is on 2 devices.` */
export function shardingSentence({ parts, devices }: Sharding): string {
  const split = parts.flatMap((count, d) => (count > 1 ? [{ count, d }] : []));
  const copies = devices[0]?.length ?? 1;
  if (split.length === 0) return `All of it is on ${plural(copies, 'device')}.`;
  const told = split.map(({ count, d }, k) =>
    k === 0 ? `Dimension ${d} is split into ${count} parts` : `dimension ${d} into ${count}`,
  );
  const each = copies > 1 ? `; each part is on ${copies} devices` : '';
  return `${told.join(', ')}${each}.`;
}

/** The parts as a table: the first split dimension down, all others across. */
export function shardingTable({ parts, devices }: Sharding): number[][][] {
  const first = parts.findIndex((count) => count > 1);
  const rows = first < 0 ? 1 : (parts[first] ?? 1);
  const columns = devices.length / rows;
  return Array.from({ length: rows }, (_, row) =>
    devices.slice(row * columns, (row + 1) * columns),
  );
}
