// SPDX-License-Identifier: Apache-2.0
// Which device holds which part of a sharded array (docs/reference/hlo-text.md, section 6.6).
import { plural } from '../base/sizes';
import { readParts } from '../intake/device_parts';
import { product, ravel } from './indices';

export interface Sharding {
  /** Parts of each dimension of the array. */
  parts: number[];
  /** The devices of each part, in row-major order of the parts. */
  devices: number[][];
}

/** The tiles of a sharding attribute; null for other kinds of sharding. */
export function shardingOf(attribute: string): Sharding | null {
  const read = readParts(attribute);
  if (read === null) return null;
  const parts = [...read.counts];
  const devices: number[][] = Array.from({ length: product(parts) }, () => []);
  read.places.forEach((place, device) => devices[ravel([...place], parts)]?.push(device));
  return devices.every((each) => each.length > 0) ? { parts, devices } : null;
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
