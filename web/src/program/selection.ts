// SPDX-License-Identifier: Apache-2.0
import type { Analysis, InstructionOutline } from '../engine/types';

/** An instruction by name, so that it survives edits. */
export interface Selection {
  computation: string;
  instruction: string;
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a?.computation === b?.computation && a?.instruction === b?.instruction;
}

export interface Found extends Selection {
  outline: InstructionOutline;
}

/** The selection of an instruction by its id, or null. */
export function selectionOf(analysis: Analysis, id: number): Selection | null {
  for (const { name, instructions } of analysis.computations) {
    const found = instructions.find((outline) => outline.id === id);
    if (found !== undefined) return { computation: name, instruction: found.name };
  }
  return null;
}

/** Results of the last searches: one change of the state asks for the same selection many times, and
 *  programs are long. */
const selected = new WeakMap<Analysis, { selection: Selection | null; found: Found | null }>();
const roots = new WeakMap<Analysis, Found | null>();

/** The selected instruction in a program; without one (or when it is gone) the entry's root. */
export function findSelected(analysis: Analysis, selection: Selection | null): Found | null {
  const known = selected.get(analysis);
  if (known !== undefined && sameSelection(known.selection, selection)) return known.found;
  const found = search(analysis, selection) ?? rootOf(analysis);
  selected.set(analysis, { selection, found });
  return found;
}

function search(analysis: Analysis, selection: Selection | null): Found | null {
  for (const computation of analysis.computations) {
    if (computation.name !== selection?.computation) continue;
    const outline = computation.instructions.find(({ name }) => name === selection.instruction);
    if (outline !== undefined) return { ...selection, outline };
  }
  return null;
}

/** The root of the entry computation; while that is being written, its last instruction. */
export function rootOf(analysis: Analysis): Found | null {
  const known = roots.get(analysis);
  if (known !== undefined) return known;
  const entry = analysis.computations.find((computation) => computation.entry);
  const instructions = entry?.instructions ?? [];
  // Nearly always the last one.
  const root = instructions.findLast((instruction) => instruction.root) ?? instructions.at(-1);
  const found =
    entry === undefined || root === undefined
      ? null
      : { computation: entry.name, instruction: root.name, outline: root };
  roots.set(analysis, found);
  return found;
}

/** The instruction `step` places further in textual order. */
export function neighbor(
  analysis: Analysis,
  from: Selection | null,
  step: number,
): Selection | null {
  const all = analysis.computations.flatMap((computation) =>
    computation.instructions.map(({ name }) => ({
      computation: computation.name,
      instruction: name,
    })),
  );
  const found = findSelected(analysis, from);
  const at = all.findIndex((entry) => sameSelection(entry, found));
  return all[Math.max(0, Math.min(all.length - 1, at + step))] ?? null;
}
