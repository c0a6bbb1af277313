// SPDX-License-Identifier: Apache-2.0
// Devices of a program, numbered replica major: replica * partitions + partition.
import type { Analysis } from './types';

/** The values of all instructions are kept for at most this many devices. */
export const MAX_KEPT_DEVICES = 64;

/** In place of a device: the array whose parts the partitions of replica 0 have. */
export const ALL_PARTITIONS = -1;

type Sizes = Pick<Analysis, 'replicas' | 'partitions'>;

/** How many devices run a program. */
export const deviceCount = ({ replicas, partitions }: Sizes): number =>
  Math.max(1, replicas) * Math.max(1, partitions);

/** How many devices can be chosen. */
export const keptDevices = (sizes: Sizes): number => Math.min(deviceCount(sizes), MAX_KEPT_DEVICES);

/** The chosen device, where the program has it, else the first one. */
export const deviceIn = (sizes: Sizes | undefined, device: number): number =>
  sizes !== undefined && device < keptDevices(sizes) ? device : 0;

/** `replica 1`, `partition 1` or `replica 1, partition 0`; the parts of which there is more than one. */
export function deviceName({ replicas, partitions }: Sizes, device: number): string {
  const per = Math.max(1, partitions);
  const replica = `replica ${Math.floor(device / per)}`;
  if (per === 1) return replica;
  const partition = `partition ${device % per}`;
  return replicas > 1 ? `${replica}, ${partition}` : partition;
}
