// SPDX-License-Identifier: Apache-2.0
// Where the first NaN of a run is made.
import { runsItsComputations } from './calls';
import type { Analysis, InstructionOutline } from './types';

export interface NanSource {
  analysis: Analysis;
  /** Whether the value of an instruction has a NaN in it. */
  hasNan: (id: number) => boolean;
}

/** The first instruction of a list, in textual order, that has a NaN and no operand with one. */
function firstIn(
  instructions: readonly InstructionOutline[],
  hasNan: NanSource['hasNan'],
): InstructionOutline | null {
  for (const outline of instructions) {
    if (outline.id < 0 || !hasNan(outline.id)) continue;
    if (!outline.operands.some(hasNan)) return outline;
  }
  return null;
}

/** The id of the instruction that made the first NaN from operands without one, or -1. Of a fusion, a
 *  call or a loop it is the instruction inside. */
export function nanOrigin(source: NanSource): number {
  const { analysis } = source;
  const known = new Map<number, boolean>();
  const hasNan = (id: number): boolean => {
    const found = known.get(id) ?? source.hasNan(id);
    known.set(id, found);
    return found;
  };
  const entry = analysis.computations.find((computation) => computation.entry);
  let found = firstIn(entry?.instructions ?? [], hasNan);
  const seen = new Set<InstructionOutline>();
  while (found !== null && runsItsComputations(found) && !seen.has(found)) {
    seen.add(found);
    const inside = found.calls
      .map((call) => firstIn(analysis.computations[call]?.instructions ?? [], hasNan))
      .find((outline) => outline !== null && outline.parameter < 0);
    if (inside === undefined || inside === null) break;
    found = inside;
  }
  return found?.id ?? -1;
}
