// SPDX-License-Identifier: Apache-2.0
// Colors of values: one-sided data goes from pale to strong, data of both signs spreads from zero.
import type { Statistics } from '../engine/types';

export interface HeatScale {
  kind: 'flat' | 'sequential' | 'diverging';
  low: number;
  high: number;
}

export function heatScale(statistics: Statistics | null): HeatScale {
  if (statistics === null || statistics.finite === 0 || statistics.min === statistics.max) {
    return { kind: 'flat', low: 0, high: 0 };
  }
  const { min, max } = statistics;
  if (min < 0 && max > 0) {
    const reach = Math.max(-min, max);
    return { kind: 'diverging', low: -reach, high: reach };
  }
  return { kind: 'sequential', low: min, high: max };
}

/** The place of a value: 0..1 on a sequential scale, -1..1 on a diverging one, null for none. */
export function heatOf(scale: HeatScale, value: number): number | null {
  if (scale.kind === 'flat' || !Number.isFinite(value)) return null;
  const { low, high } = scale;
  // Halves first: high - low of the largest doubles would overflow.
  const t = (value / 2 - low / 2) / (high / 2 - low / 2);
  return scale.kind === 'sequential' ? t : 2 * t - 1;
}

/** Class and strength; the style sheet has the colors. */
export function heatStyle(heat: number | null): { name: string; style: string } {
  if (heat === null) return { name: '', style: '' };
  const strength = Math.round(Math.abs(heat) * 100) / 100;
  return { name: heat < 0 ? 'heat cold' : 'heat', style: `--heat:${strength}` };
}
