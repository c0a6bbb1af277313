// SPDX-License-Identifier: Apache-2.0
import type { InstructionOutline } from './types';

/** The computations of other instructions are run as they stand; these apply them to elements. */
export const APPLIES = new Set([
  'reduce',
  'reduce-window',
  'map',
  'sort',
  'scatter',
  'select-and-scatter',
  'all-reduce',
  'all-reduce-start',
  'reduce-scatter',
]);

export const runsItsComputations = ({ opcode, calls }: InstructionOutline): boolean =>
  calls.length > 0 && !APPLIES.has(opcode);
