// SPDX-License-Identifier: Apache-2.0
// What is run of a program, and which values are kept and sent.
import type { Analysis, InstructionOutline, Span, TooLarge } from './types';

/** Previews that are sent with an evaluation at most. */
const MAX_PREVIEWS = 400;
/** Previews of the entry are always sent, up to this many: a program opens there. */
const ENTRY_PREVIEWS = 60;
/** Of all values together, if none of them is computed in a loop. */
const FEW_ELEMENTS = 1 << 16;
/** Larger arrays take too long to compute after every key: they are left out. */
export const MAX_ELEMENTS = 1 << 24;

/** The first array that is left out. */
export function firstTooLarge(analysis: Analysis): TooLarge | null {
  const all = analysis.computations.flatMap(({ instructions }) => instructions);
  const large = all.filter(({ elements }) => elements > MAX_ELEMENTS);
  // Instructions synthesized for a single line have no place in the text.
  const first = large.find(({ synthesized }) => !synthesized) ?? large[0];
  if (first === undefined) return null;
  return { instruction: first.id, elements: first.elements, most: MAX_ELEMENTS };
}

/** Whether to keep all values of a run: it is short even if nothing is fused. */
export function keepsAll({ computations }: Analysis): boolean {
  const all = computations.flatMap(({ instructions }) => instructions);
  const elements = all.reduce((total, instruction) => total + instruction.elements, 0);
  return elements <= FEW_ELEMENTS && !all.some(({ opcode }) => opcode === 'while');
}

export const WHOLE: Span = [0, Number.MAX_SAFE_INTEGER];

/** The instructions whose previews are sent with an evaluation. */
export function visibleIds(analysis: Analysis, [from, to]: Span): number[] {
  const wanted = new Set<number>();
  const add = (list: readonly InstructionOutline[], most: number): void => {
    for (const { id } of list.slice(0, most)) if (id >= 0) wanted.add(id);
  };
  for (const { instructions, span } of analysis.computations) {
    if (span[1] < from || span[0] > to) continue;
    const inside = instructions.filter(
      ({ synthesized, span: own }) => synthesized || (own[1] >= from && own[0] <= to),
    );
    add(inside, MAX_PREVIEWS - wanted.size);
  }
  const entry = analysis.computations.find((computation) => computation.entry);
  add(entry?.instructions ?? [], ENTRY_PREVIEWS);
  add(entry?.instructions.filter(({ root }) => root) ?? [], 1);
  return [...wanted];
}
