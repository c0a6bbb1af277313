// SPDX-License-Identifier: Apache-2.0
// The instructions whose arrays are split over devices.
import type { InstructionOutline } from '../engine/types';
import type { Evaluation } from './evaluation';
import { byteToUnit } from '../base/text';

const SHARDED = /\bsharding=\{[^\n]*?\b(?:devices=|mesh)\[/;

export interface Sharded {
  computation: string;
  outline: InstructionOutline;
}

const known = new WeakMap<Evaluation['analysis'], Sharded[]>();

/** Those of the entry first. */
export function shardedInstructions({
  text,
  analysis,
}: Pick<Evaluation, 'text' | 'analysis'>): Sharded[] {
  let found = known.get(analysis);
  if (found !== undefined) return found;
  found = [];
  if (SHARDED.test(text)) {
    const unit = byteToUnit(text);
    const isSharded = ({ span }: InstructionOutline): boolean =>
      SHARDED.test(text.slice(unit(span[0]), unit(span[1])));
    const entryFirst = [...analysis.computations].sort((a, b) => Number(b.entry) - Number(a.entry));
    for (const { name, instructions } of entryFirst) {
      for (const outline of instructions.filter(isSharded))
        found.push({ computation: name, outline });
    }
  }
  known.set(analysis, found);
  return found;
}
