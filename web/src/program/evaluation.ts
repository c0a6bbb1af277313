// SPDX-License-Identifier: Apache-2.0
import type { Analysis, RunOutcome } from '../engine/types';

export interface Evaluation {
  /** The text that was read: spans count in it. */
  text: string;
  analysis: Analysis;
  /** Null until there are values, and when there was nothing to run. */
  outcome: RunOutcome | null;
  /** Whether `outcome` is final. */
  done: boolean;
  milliseconds: number;
}
