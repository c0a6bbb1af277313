// SPDX-License-Identifier: Apache-2.0
import type { Statistics } from './types';

/** Sums what chunks of numbers have in common with a whole array. */
export function statisticsOf(chunks: Iterable<Float64Array>): Statistics {
  const out: Statistics = {
    counted: 0,
    finite: 0,
    min: Infinity,
    max: -Infinity,
    mean: 0,
    nan: 0,
    infinite: 0,
    zero: 0,
  };
  for (const chunk of chunks) {
    for (const value of chunk) {
      if (Number.isNaN(value)) out.nan += 1;
      else if (!Number.isFinite(value)) out.infinite += 1;
      else {
        out.finite += 1;
        if (value === 0) out.zero += 1;
        if (value < out.min) out.min = value;
        if (value > out.max) out.max = value;
        // A running mean cannot overflow where a sum of large values would.
        out.mean += value / out.finite - out.mean / out.finite;
      }
    }
    out.counted += chunk.length;
  }
  return out;
}
