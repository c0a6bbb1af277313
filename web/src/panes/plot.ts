// SPDX-License-Identifier: Apache-2.0
// The plot of one element over the iterations of a loop.
import type { OverIterations } from '../engine/types';

export interface Plot {
  /** Points of the lines, in a box of 1 x 1 with the origin at the top left; lines end at values that
   *  are not finite. */
  lines: string[];
  low: number;
  high: number;
  /** The first iteration whose value is not finite, among those that were looked at, or -1. */
  firstSpecial: number;
}

const SCALE = 1000;

/** `last`: the number of the last iteration. */
export function plotOf({ iterations, values }: OverIterations, last: number): Plot | null {
  const finite = values.filter(Number.isFinite);
  if (finite.length < 2) return null;
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const place = (value: number, from: number, to: number): number =>
    to === from ? 0.5 : (value - from) / (to - from);
  const round = (part: number): number => Math.round(part * SCALE) / SCALE;
  const lines: string[][] = [[]];
  let firstSpecial = -1;
  values.forEach((value, k) => {
    const iteration = iterations[k] ?? 0;
    if (Number.isFinite(value)) {
      const x = round(place(iteration, 0, last));
      lines.at(-1)?.push(`${x},${round(1 - place(value, low, high))}`);
    } else {
      if (firstSpecial < 0) firstSpecial = iteration;
      lines.push([]);
    }
  });
  return {
    lines: lines.filter((points) => points.length > 0).map((points) => points.join(' ')),
    low,
    high,
    firstSpecial,
  };
}
